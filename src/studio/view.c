// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reads what a page wants to see; see frame.h.

#include "core/context.h"
#include "studio/frame.h"
#include "studio/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Copies a text of the request. False: it is no text, or too long.
static bool take_text(const oro_json *object, const char *key, char *to, size_t size) {
    const oro_json *value = oro_json_get(object, key);
    *to = 0;
    if (!value || value->type == ORO_JSON_NULL) return true;
    if (value->type != ORO_JSON_STRING || strlen(value->text) >= size) return false;
    strcpy(to, value->text);
    return true;
}

static bool read_wish(const oro_json *json, studio_wish *wish) {
    const oro_json *through = oro_json_get(json, "through"), *args = oro_json_get(through, "args");
    if (!json || json->type != ORO_JSON_OBJECT) return false;
    bool good = take_text(json, "name", wish->name, sizeof wish->name) &&
                take_text(json, "from", wish->from, sizeof wish->from) &&
                take_text(json, "minus", wish->minus, sizeof wish->minus) &&
                take_text(json, "style", wish->style, sizeof wish->style) &&
                take_text(through, "op", wish->op, sizeof wish->op) &&
                take_text(through, "output", wish->output, sizeof wish->output);
    wish->minus_input = studio_json_get_truth(json, "minus_input");
    if (!good || !args || args->type == ORO_JSON_NULL) return good;
    oro_text text = {0};
    if (args->type != ORO_JSON_OBJECT || oro_json_print_compact(args, &text) != ORO_OK) {
        oro_text_free(&text);
        return false;
    }
    wish->args = text.data;
    return true;
}

bool studio_is_tab(const char *tab) {
    size_t length = strlen(tab);
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    return length > 0 && length <= 40 && strspn(tab, letters) == length;
}

static oro_status refuse(oro_context *ctx, studio_view *view, const char *where, const char *sentence) {
    studio_view_free(view);
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "%s", sentence);
}

oro_status studio_view_read(oro_context *ctx, const oro_json *json, studio_view *view) {
    const oro_json *levels = oro_json_get(json, "levels"), *maps = oro_json_get(json, "maps");
    *view = (studio_view){.seq = studio_json_get_number(json, "seq", 0.0)};
    view->rest = studio_json_get_number(json, "rest_ms", 150.0) / 1000.0;
    if (!take_text(json, "tab", view->tab, sizeof view->tab) || !studio_is_tab(view->tab))
        return refuse(ctx, view, "tab", "a tab is named by 1 to 40 letters, digits, - and _");
    if (!(view->rest >= 0.0 && view->rest <= 60.0)) return refuse(ctx, view, "rest_ms", "rest_ms is from 0 to 60000");
    if (!maps || maps->type != ORO_JSON_ARRAY || maps->count > STUDIO_MAPS)
        return refuse(ctx, view, "maps", "maps must be a list of at most 8");
    if (!levels || levels->type != ORO_JSON_ARRAY || levels->count < 1 || levels->count > STUDIO_LEVELS)
        return refuse(ctx, view, "levels", "levels must be a list of 1 to 6 sizes");
    for (size_t i = 0; i < levels->count; i++) {
        double size = levels->items[i]->type == ORO_JSON_NUMBER ? levels->items[i]->number : 0.0;
        if (!(size >= STUDIO_LEVEL_MIN && size <= STUDIO_LEVEL_MAX) || size != floor(size))
            return refuse(ctx, view, "levels", "a level is a whole number of samples from 33 to 4097");
        view->levels[view->level_count++] = (int32_t)size;
    }
    for (size_t i = 0; i < maps->count; i++) {
        view->map_count++; // so that what was read of it is freed
        if (!read_wish(maps->items[i], &view->maps[i]))
            return refuse(ctx, view, "maps",
                          "a map is an object with name, from, minus, minus_input, style or through, "
                          "its texts no longer than a name is");
    }
    return ORO_OK;
}

void studio_view_free(studio_view *view) {
    for (int i = 0; i < view->map_count; i++) free(view->maps[i].args);
    *view = (studio_view){0};
}
