// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Commands that change nodes and the world, by the public calls of scene.h. None of them names an operator.

#include "core/context.h"
#include "io/scene_value.h"
#include "scene/document.h"
#include "studio/chain.h"
#include "studio/commands.h"
#include "studio/json.h"

#include <stdio.h>
#include <string.h>

/// The words from `first` on as one text, blanks between them: a person at the console need not quote. Free it with
/// oro_text_free().
static const char *rest_of(const studio_call *call, size_t first, oro_text *text) {
    char buffer[64];
    oro_text_puts(text, "");
    for (size_t i = first; i < studio_word_count(call); i++) {
        if (i > first) oro_text_puts(text, " ");
        oro_text_puts(text, studio_word(call, i, buffer, sizeof buffer));
    }
    return text->failed ? "" : text->data;
}

STUDIO_COMMAND(set) {
    char buffer[64];
    const char *path = studio_word(call, 0, buffer, sizeof buffer);
    if (studio_word_count(call) == 2) return oro_scene_set_json(call->session->scene, path, studio_word_json(call, 1));
    oro_text text = {0};
    oro_status status = oro_scene_set(call->session->scene, path, rest_of(call, 1, &text));
    oro_text_free(&text);
    return status;
}

STUDIO_COMMAND(reset) {
    char buffer[64];
    return oro_scene_reset(call->session->scene, studio_word(call, 0, buffer, sizeof buffer));
}

STUDIO_COMMAND(wire) {
    char a[64], b[64];
    return oro_scene_wire(call->session->scene, studio_word(call, 0, a, sizeof a), studio_word(call, 1, b, sizeof b));
}

/// Moves the last node, which is new, to where a command wants it and lets it join what the stack hands on. Frees `before`.
static oro_status put_at(studio_call *call, const char *id, int index, studio_chain *before) {
    oro_scene *scene = call->session->scene;
    int last = oro_scene_node_count(scene) - 1;
    oro_status status = oro_scene_move(scene, id, index < last ? index : last);
    if (status == ORO_OK) status = studio_chain_join(scene, oro_scene_find(scene, id));
    if (status == ORO_OK) return studio_chain_keep(scene, before);
    studio_chain_free(before);
    return status;
}

/// The first word that sets something ("fractal=ridged"), or how many words there are.
static size_t first_setting(const studio_call *call) {
    char buffer[64];
    size_t i = 0;
    while (i < studio_word_count(call) && !strchr(studio_word(call, i, buffer, sizeof buffer), '=')) i++;
    return i;
}

/// Sets "argument=value", or "preset=name", of a node.
static oro_status set_of_new(studio_call *call, const char *id, const char *setting) {
    char path[200];
    int name = (int)strcspn(setting, "=");
    if (strncmp(setting, "preset=", 7) == 0) return oro_scene_set_preset(call->session->scene, id, setting + 7);
    snprintf(path, sizeof path, "%.90s.%.*s", id, name < 90 ? name : 90, setting);
    return oro_scene_set(call->session->scene, path, setting + name + 1);
}

STUDIO_COMMAND(add) {
    oro_scene *scene = call->session->scene;
    char a[64], b[64];
    int index = ORO_MAX_NODES;
    size_t settings = first_setting(call);
    const char *id = settings > 2 ? studio_word(call, 2, b, sizeof b) : NULL;
    oro_status status = settings > 1 ? studio_word_index(call, 1, ORO_MAX_NODES, &index) : ORO_OK;
    studio_chain before = {0};
    if (status == ORO_OK) status = studio_chain_note(scene, &before);
    if (status != ORO_OK) return status;
    const char *made = oro_scene_add(scene, id && *id ? id : NULL, studio_word(call, 0, a, sizeof a));
    if (!made) {
        studio_chain_free(&before);
        return call->session->ctx->error.status;
    }
    call->value = oro_json_new_string(made);
    oro_text_printf(&call->text, "added %s", made);
    status = put_at(call, made, index, &before);
    for (size_t i = settings; status == ORO_OK && i < studio_word_count(call); i++)
        status = set_of_new(call, made, studio_word(call, i, b, sizeof b));
    return status;
}

/// What stands for a node when it is gone: the source of its first input, if that is a map of the same kind. False: nothing
/// does; heights are no stand-in for the mask that was made of them.
static bool substitute(const oro_scene *scene, const oro_node *node, char *buffer, size_t size) {
    char path[160];
    int32_t input = oro_first_of_type(node->op, ORO_GRID_IN);
    if (input < 0) return false;
    snprintf(path, sizeof path, "%s.%s", node->id, node->op->record.args[input].name);
    return oro_scene_source(scene, path, buffer, size) &&
           strcmp(studio_unit_of(scene, node->id), studio_unit_of(scene, buffer)) == 0;
}

/// Wires everything that is wired to a node to what stands for it.
static oro_status bypass_wires(oro_scene *scene, const oro_node *gone, const char *instead) {
    oro_status status = ORO_OK;
    int32_t first = oro_first_of_type(gone->op, ORO_GRID_OUT);
    for (int32_t i = 0; status == ORO_OK && i < scene->node_count; i++) {
        oro_node *node = scene->nodes[i];
        for (int32_t k = 0; status == ORO_OK && node != gone && k < node->op->record.arg_count; k++) {
            char path[160];
            if (node->wires[k].node != gone) continue;
            snprintf(path, sizeof path, "%s.%s", node->id, node->op->record.args[k].name);
            status = instead && node->wires[k].output == first ? oro_scene_wire(scene, path, instead)
                                                               : oro_scene_reset(scene, path);
        }
    }
    return status;
}

static oro_status bypass_outputs(oro_scene *scene, const oro_node *gone, const char *instead) {
    oro_status status = ORO_OK;
    for (int i = oro_scene_output_count(scene) - 1; status == ORO_OK && i >= 0; i--) {
        oro_output output = *oro_scene_output_at(scene, i);
        size_t length = strlen(gone->id);
        const char *texture = output.texture;
        if (texture && strncmp(texture, gone->id, length) == 0 && (!texture[length] || texture[length] == '.')) {
            output.texture = NULL;
            status = oro_scene_set_output(scene, i, &output);
            output = *oro_scene_output_at(scene, i);
        }
        if (status != ORO_OK || !output.from || strncmp(output.from, gone->id, length) != 0) continue;
        if (output.from[length] == '.' || (!output.from[length] && !instead)) {
            status = oro_scene_remove_output(scene, i);
        } else if (!output.from[length]) {
            output.from = instead;
            status = oro_scene_set_output(scene, i, &output);
        }
    }
    return status;
}

STUDIO_COMMAND(remove) {
    oro_scene *scene = call->session->scene;
    studio_chain before;
    oro_status status = studio_chain_note(scene, &before);
    for (size_t i = 0; status == ORO_OK && i < studio_word_count(call); i++) {
        char buffer[64], instead[160];
        const char *id = studio_word(call, i, buffer, sizeof buffer);
        const oro_node *node = oro_scene_find(scene, id);
        if (!node) {
            status = oro_scene_remove(scene, id); // says what is wrong
            break;
        }
        bool has = substitute(scene, node, instead, sizeof instead);
        status = bypass_wires(scene, node, has ? instead : NULL);
        if (status == ORO_OK) status = bypass_outputs(scene, node, has ? instead : NULL);
        if (status == ORO_OK) status = oro_scene_remove(scene, id);
    }
    if (status == ORO_OK) return studio_chain_keep(scene, &before);
    studio_chain_free(&before);
    return status;
}

STUDIO_COMMAND(duplicate) {
    oro_scene *scene = call->session->scene;
    char buffer[64];
    const char *id = studio_word(call, 0, buffer, sizeof buffer);
    const oro_node *node = oro_scene_find(scene, id);
    if (!node) return oro_scene_enable(scene, id, true); // says what is wrong
    studio_chain before;
    oro_status status = studio_chain_note(scene, &before);
    const char *made = status == ORO_OK ? oro_scene_add(scene, NULL, node->op->record.name) : NULL;
    if (!made) {
        studio_chain_free(&before);
        return call->session->ctx->error.status;
    }
    status = oro_scene_enable(scene, made, node->enabled);
    if (status == ORO_OK && node->preset) status = oro_scene_set_preset(scene, made, node->preset->name);
    for (int32_t i = 0; status == ORO_OK && i < node->op->record.arg_count; i++) {
        const oro_arg *arg = &node->op->record.args[i];
        char from[160], to[160];
        if (oro_arg_is_output(arg) || (oro_arg_is_input(arg) && !node->wires[i].node)) continue;
        snprintf(from, sizeof from, "%s.%s", node->id, arg->name);
        snprintf(to, sizeof to, "%s.%s", made, arg->name);
        oro_json *value = oro_scene_get_json(scene, from);
        // An empty text resets nothing: the copy begins with the defaults.
        status = value ? oro_scene_set_json(scene, to, value) : call->session->ctx->error.status;
        oro_json_free(value);
    }
    if (status != ORO_OK) {
        studio_chain_free(&before);
        return status;
    }
    call->value = oro_json_new_string(made);
    oro_text_printf(&call->text, "added %s", made);
    return put_at(call, made, node->index + 1, &before);
}

STUDIO_COMMAND(move) {
    oro_scene *scene = call->session->scene;
    char buffer[64];
    int index;
    studio_chain before = {0};
    oro_status status = studio_word_index(call, 1, oro_scene_node_count(scene) - 1, &index);
    if (status == ORO_OK) status = studio_chain_note(scene, &before);
    if (status == ORO_OK) status = oro_scene_move(scene, studio_word(call, 0, buffer, sizeof buffer), index);
    if (status == ORO_OK) return studio_chain_keep(scene, &before);
    studio_chain_free(&before);
    return status;
}

STUDIO_COMMAND(rename) {
    char a[64], b[64];
    return oro_scene_rename(call->session->scene, studio_word(call, 0, a, sizeof a), studio_word(call, 1, b, sizeof b));
}

STUDIO_COMMAND(enable) {
    char a[64], b[64], path[160];
    const char *to = studio_word(call, 1, b, sizeof b), *id = studio_word(call, 0, a, sizeof a);
    if (!to) return oro_scene_enable(call->session->scene, id, true);
    snprintf(path, sizeof path, "%.80s.enabled", id);
    return oro_scene_set(call->session->scene, path, to);
}

STUDIO_COMMAND(disable) {
    char buffer[64];
    return oro_scene_enable(call->session->scene, studio_word(call, 0, buffer, sizeof buffer), false);
}

STUDIO_COMMAND(note) {
    char buffer[64];
    oro_text text = {0};
    const char *id = studio_word(call, 0, buffer, sizeof buffer);
    oro_status status = oro_scene_set_note(call->session->scene, id, rest_of(call, 1, &text));
    oro_text_free(&text);
    return status;
}

STUDIO_COMMAND(preset) {
    char a[64], b[64];
    const char *id = studio_word(call, 0, a, sizeof a), *name = studio_word(call, 1, b, sizeof b);
    return oro_scene_set_preset(call->session->scene, id, *name && strcmp(name, "none") != 0 ? name : NULL);
}

static oro_status set_words(studio_call *call, oro_status (*set)(oro_scene *scene, const char *text)) {
    oro_text text = {0};
    oro_status status = set(call->session->scene, rest_of(call, 0, &text));
    oro_text_free(&text);
    return status;
}

STUDIO_COMMAND(title) { return set_words(call, oro_scene_set_title); }
STUDIO_COMMAND(about) { return set_words(call, oro_scene_set_about); }
