// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Reads what a page wants to see; see frame.h.

#include "core/context.h"
#include "core/kinds.h"
#include "studio/fields.h"
#include "studio/frame.h"
#include "studio/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const studio_field view_fields[] = {
    {"tab", FIELD_TAB, .needed = true},
    {"seq", FIELD_REAL, 0, 9007199254740992.0},
    {"rest_ms", FIELD_REAL, 0, 60000},
    {"whole", FIELD_TRUTH},
    {"levels", FIELD_LIST, 1, STUDIO_LEVELS, .needed = true},
    {"maps", FIELD_LIST, 0, STUDIO_MAPS, .needed = true},
    {0},
};

static const studio_field map_fields[] = {
    {"name", FIELD_NAME, 0, sizeof(((studio_wish *)0)->name) - 1},
    {"from", FIELD_NAME, 0, sizeof(((studio_wish *)0)->from) - 1},
    {"minus", FIELD_NAME, 0, sizeof(((studio_wish *)0)->minus) - 1},
    {"minus_input", FIELD_TRUTH},
    {"style", FIELD_NAME, 0, sizeof(((studio_wish *)0)->style) - 1},
    {"through", FIELD_OBJECT},
    {"parts", FIELD_LIST, 0, ORO_MAX_PARTS},
    {"within_ms", FIELD_REAL, 0, 60000},
    {0},
};

static const studio_field through_fields[] = {
    {"op", FIELD_NAME, 1, sizeof(((studio_wish *)0)->op) - 1, .needed = true},
    {"output", FIELD_NAME, 0, sizeof(((studio_wish *)0)->output) - 1},
    {"args", FIELD_OBJECT},
    {0},
};

/// Copies a text of the request, whose length was checked.
static void take_text(const oro_json *object, const char *key, char *to) {
    const oro_json *value = oro_json_get(object, key);
    strcpy(to, value && value->type == ORO_JSON_STRING ? value->text : "");
}

/// Names of parts, joined by blanks.
static oro_status take_parts(oro_context *ctx, const oro_json *list, studio_wish *wish) {
    size_t used = 0;
    for (size_t i = 0; list && list->type == ORO_JSON_ARRAY && i < list->count; i++) {
        const oro_json *name = list->items[i];
        size_t length = name->type == ORO_JSON_STRING ? strlen(name->text) : 0;
        if (length == 0 || strchr(name->text, ' ') || used + length + 2 > sizeof wish->parts)
            return oro_fail(ctx, ORO_BAD_ARGUMENT, "parts", "parts must be names of parts, %zu bytes in all at most",
                            sizeof wish->parts - 1);
        used += (size_t)snprintf(wish->parts + used, sizeof wish->parts - used, "%s%s", used ? " " : "", name->text);
    }
    return ORO_OK;
}

static oro_status read_wish(oro_context *ctx, const oro_json *json, studio_wish *wish) {
    const oro_json *through = oro_json_get(json, "through"), *args = oro_json_get(through, "args");
    oro_status status = studio_check_fields(ctx, json, "a map", map_fields);
    bool probed = through && through->type != ORO_JSON_NULL;
    if (status == ORO_OK && probed) status = studio_check_fields(ctx, through, "through", through_fields);
    if (status != ORO_OK) return status;
    take_text(json, "name", wish->name);
    take_text(json, "from", wish->from);
    take_text(json, "minus", wish->minus);
    take_text(json, "style", wish->style);
    take_text(through, "op", wish->op);
    take_text(through, "output", wish->output);
    wish->minus_input = studio_json_get_truth(json, "minus_input");
    wish->within = studio_json_get_number(json, "within_ms", 0.0) / 1000.0;
    status = take_parts(ctx, oro_json_get(json, "parts"), wish);
    if (status != ORO_OK) return status;
    if (!args || args->type == ORO_JSON_NULL) return ORO_OK;
    oro_text text = {0};
    if (oro_json_print_compact(args, &text) != ORO_OK) {
        oro_text_free(&text);
        return oro_fail(ctx, ORO_NO_MEMORY, "args", "there is not enough memory for these arguments");
    }
    wish->args = text.data;
    return ORO_OK;
}

oro_status studio_view_read(oro_context *ctx, const oro_json *json, studio_view *view) {
    const oro_json *levels = oro_json_get(json, "levels"), *maps = oro_json_get(json, "maps");
    *view = (studio_view){.seq = studio_json_get_number(json, "seq", 0.0)};
    oro_status status = studio_check_fields(ctx, json, "a view", view_fields);
    if (status != ORO_OK) return status;
    view->rest = studio_json_get_number(json, "rest_ms", 150.0) / 1000.0;
    view->whole = studio_json_get_truth(json, "whole");
    take_text(json, "tab", view->tab);
    for (size_t i = 0; i < levels->count; i++) {
        double size = levels->items[i]->type == ORO_JSON_NUMBER ? levels->items[i]->number : 0.0;
        if (!(size >= STUDIO_LEVEL_MIN && size <= STUDIO_LEVEL_MAX) || size != floor(size))
            return oro_fail(ctx, ORO_BAD_ARGUMENT, "levels", "a level is a whole number of samples from %d to %d",
                            STUDIO_LEVEL_MIN, STUDIO_LEVEL_MAX);
        view->levels[view->level_count++] = (int32_t)size;
    }
    for (size_t i = 0; i < maps->count && status == ORO_OK; i++) {
        view->map_count++; // so that what was read of it is freed
        status = read_wish(ctx, maps->items[i], &view->maps[i]);
    }
    if (status != ORO_OK) studio_view_free(view);
    return status;
}

void studio_view_free(studio_view *view) {
    for (int i = 0; i < view->map_count; i++) free(view->maps[i].args);
    *view = (studio_view){0};
}
