// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Commands on lists inside the document: items of records, points of curves, outputs.

#include "core/context.h"
#include "core/text.h"
#include "io/scene_value.h"
#include "orogen/render.h"
#include "studio/commands.h"
#include "studio/json.h"

#include <stdlib.h>
#include <string.h>

static oro_status no_memory(studio_call *call) {
    return oro_fail(call->session->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory for this list");
}

// --- items --------------------------------------------------------------------------------------------------------------------

static oro_status check_index(studio_call *call, const char *path, int index, size_t count) {
    if (index >= 0 && (size_t)index < count) return ORO_OK;
    return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, path, "%s has no item %d; it has %zu, counted from 0", path,
                    index, count);
}

/// Changes the members that `by` names and leaves the others.
static oro_status merge_item(studio_call *call, oro_json *list, size_t index, const oro_json *by) {
    oro_json *item = list->items[index];
    if (item->type != ORO_JSON_OBJECT || by->type != ORO_JSON_OBJECT)
        return oro_json_replace(list, index, oro_json_copy(by)) == ORO_OK ? ORO_OK : no_memory(call);
    for (size_t i = 0; i < by->count; i++) {
        bool gone = by->items[i]->type == ORO_JSON_NULL; // back to the default
        if (gone)
            oro_json_remove(item, by->items[i]->key);
        else if (oro_json_set(item, by->items[i]->key, oro_json_copy(by->items[i])) != ORO_OK)
            return no_memory(call);
    }
    return ORO_OK;
}

static oro_status change_list(studio_call *call, const char *what, const char *path, oro_json *list) {
    int index, to;
    oro_status status = studio_word_index(call, 2, (int)list->count, &index);
    const oro_json *value = studio_word_json(call, 3);
    if (status != ORO_OK) return status;
    if (strcmp(what, "add") == 0) {
        if ((size_t)index > list->count) index = (int)list->count;
        if (!value) return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, path, "item add takes the new item");
        return oro_json_insert(list, (size_t)index, oro_json_copy(value)) == ORO_OK ? ORO_OK : no_memory(call);
    }
    status = check_index(call, path, index, list->count);
    if (status != ORO_OK) return status;
    if (strcmp(what, "remove") == 0) {
        oro_json_remove_at(list, (size_t)index);
        return ORO_OK;
    }
    if (strcmp(what, "set") == 0) {
        if (value) return merge_item(call, list, (size_t)index, value);
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, path, "item set takes what the item should be");
    }
    if (strcmp(what, "move") != 0)
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, path,
                        "there is no item %.20s; there are add, set, remove, move", what);
    status = studio_word_index(call, 3, (int)list->count - 1, &to);
    if (status == ORO_OK) status = check_index(call, path, to, list->count);
    if (status != ORO_OK) return status;
    oro_json *moved = oro_json_copy(list->items[index]);
    oro_json_remove_at(list, (size_t)index);
    return oro_json_insert(list, (size_t)to, moved) == ORO_OK ? ORO_OK : no_memory(call);
}

/// A value typed on the console is JSON text; *owned gets what it says, or NULL where the word is no such text.
static oro_status read_item(studio_call *call, oro_json **owned) {
    const oro_json *value = studio_word_json(call, 3);
    oro_context *ctx = call->session->ctx;
    *owned = NULL;
    if (!value || value->type != ORO_JSON_STRING) return ORO_OK;
    if (*value->text == '{' || *value->text == '[')
        return oro_json_parse(ctx, "item", value->text, strlen(value->text), owned);
    return ORO_OK;
}

STUDIO_COMMAND(item) {
    studio_session *s = call->session;
    char a[64], b[64];
    const char *what = studio_word(call, 0, a, sizeof a), *path = studio_word(call, 1, b, sizeof b);
    oro_json *list = oro_scene_get_json(s->scene, path), *parsed;
    if (!list) return s->ctx->error.status;
    oro_status status = ORO_OK;
    if (list->type != ORO_JSON_ARRAY) status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, path, "%s is not a list", path);
    if (status == ORO_OK) status = read_item(call, &parsed);
    if (status == ORO_OK && parsed) {
        // The word is replaced for this call only.
        oro_json *words = oro_json_copy(call->words);
        if (words && oro_json_replace(words, 4, parsed) == ORO_OK) {
            studio_call with = *call;
            with.words = words;
            status = change_list(&with, what, path, list);
        } else {
            status = no_memory(call);
        }
        oro_json_free(words);
    } else if (status == ORO_OK) {
        status = change_list(call, what, path, list);
    }
    if (status == ORO_OK) status = oro_scene_set_json(s->scene, path, list);
    oro_json_free(list);
    return status;
}

// --- outputs ------------------------------------------------------------------------------------------------------------------

/// "0..1000", "auto", or nothing for the world's heights.
static oro_status read_range(studio_call *call, const char *range, oro_output *output) {
    output->auto_range = strcmp(range, "auto") == 0;
    output->has_range = *range && !output->auto_range;
    if (!output->has_range) return ORO_OK;
    char *end;
    const char *dots = strstr(range, "..");
    output->low = oro_read_double(range, &end);
    bool good = dots && dots > range && end >= dots;
    output->high = good ? oro_read_double(dots + 2, &end) : 0.0;
    if (good && dots[2] && !*end) return ORO_OK;
    return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, "range",
                    "the range must be two numbers, as 0..1000, or auto, not \"%.40s\"", range);
}

static oro_status read_clip(studio_call *call, const char *clip, oro_output *output) {
    output->clip = strcmp(clip, "on") == 0;
    if (output->clip || strcmp(clip, "off") == 0) return ORO_OK;
    return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, "clip", "clip must be on or off, not \"%.40s\"", clip);
}

/// Takes the options of the words into an output. Texts point into the words.
static oro_status read_options(studio_call *call, size_t first, oro_output *output) {
    const char *file = studio_option(call, first, "file"), *from = studio_option(call, first, "from");
    const char *style = studio_option(call, first, "style"), *range = studio_option(call, first, "range");
    if (file) output->file = file;
    if (from) output->from = *from ? from : NULL;
    if (style) output->style = *style ? style : NULL;
    const char *texture = studio_option(call, first, "texture");
    if (texture) output->texture = *texture ? texture : NULL;
    const char *mesh = studio_option(call, first, "mesh");
    if (mesh) output->mesh = *mesh ? mesh : NULL;
    if (style && *style && !oro_style_find(call->session->ctx, style)) return ORO_BAD_ARGUMENT;
    const char *clip = studio_option(call, first, "clip");
    oro_status status = clip ? read_clip(call, clip, output) : ORO_OK;
    return status == ORO_OK && range ? read_range(call, range, output) : status;
}

STUDIO_COMMAND(output) {
    oro_scene *scene = call->session->scene;
    oro_context *ctx = call->session->ctx;
    char a[64], b[64];
    const char *what = studio_word(call, 0, a, sizeof a);
    oro_status status;
    int index, to;
    if (strcmp(what, "add") == 0) {
        oro_output output = {.file = studio_word(call, 1, b, sizeof b)};
        status = read_options(call, 2, &output);
        return status == ORO_OK ? oro_scene_add_output(scene, &output) : status;
    }
    status = studio_word_index(call, 1, oro_scene_output_count(scene) - 1, &index);
    if (status != ORO_OK) return status;
    if (strcmp(what, "remove") == 0) return oro_scene_remove_output(scene, index);
    if (strcmp(what, "set") == 0) {
        if (index < 0 || index >= oro_scene_output_count(scene))
            return oro_scene_remove_output(scene, index); // says so
        oro_output output = *oro_scene_output_at(scene, index);
        status = read_options(call, 2, &output);
        return status == ORO_OK ? oro_scene_set_output(scene, index, &output) : status;
    }
    if (strcmp(what, "move") == 0) {
        status = studio_word_index(call, 2, oro_scene_output_count(scene) - 1, &to);
        return status == ORO_OK ? oro_scene_move_output(scene, index, to) : status;
    }
    return oro_fail(ctx, ORO_BAD_ARGUMENT, "output", "there is no output %.20s; there are add, set, remove, move",
                    what);
}
