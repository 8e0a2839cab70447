// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What files are called: the pattern with its tokens.

#include "core/context.h"
#include "core/text.h"
#include "export/export.h"

#include <ctype.h>
#include <string.h>

typedef struct token {
    const char *name;
    char text[256];
} token;

static const char *pattern_of(const oro_export_job *e) {
    if (e->o->name && *e->o->name) return e->o->name;
    if (!oro_export_is_tiled(e)) return "{scene}";
    return e->target->from_south ? "{scene}_{x}_{y}" : "{scene}_x{x}_y{y}"; // what Unity and Unreal look for
}

/// A name that is one file in one folder, on any system.
static oro_status check_name(const oro_export_job *e, const char *name) {
    bool good = *name && *name != '.' && strlen(name) <= 200;
    for (const char *at = name; good && *at; at++) good = (unsigned char)*at >= ' ' && !strchr("/\\:*?\"<>|", *at);
    if (good) return ORO_OK;
    return oro_fail(
        e->ctx, ORO_BAD_ARGUMENT, "name",
        "\"%.80s\" cannot be the name of files; it must be 1 to 200 letters without / \\ : * ? \" < > |, not "
        "beginning with a dot, and may hold {scene}, {seed}, {target}, {size}, {x}, {y}",
        name);
}

static oro_status unknown_token(const oro_export_job *e, const char *at, const token *tokens, int count) {
    char word[32], hint[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at + 1, "}"), at + 1);
    oro_suggestion s = {.word = word};
    for (int i = 0; i < count; i++) oro_suggest_offer(&s, tokens[i].name);
    return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "name",
                    "{%s} stands for nothing in the name of files%s; {scene}, {seed}, {target}, {size}, {x} and {y} do",
                    word, oro_suggest_text(&s, hint, sizeof hint));
}

oro_status oro_export_stem(oro_export_job *e, const int *tile, char *out, size_t size) {
    token tokens[] = {{.name = "scene"}, {.name = "seed"}, {.name = "target"},
                      {.name = "size"},  {.name = "x"},    {.name = "y"}};
    enum { COUNT = sizeof tokens / sizeof *tokens };
    const int32_t *side = e->shape.tile;
    const char *pattern = pattern_of(e);
    bool tiled = oro_export_is_tiled(e), used[COUNT] = {0};
    unsigned long long seed = e->desc.scene ? (unsigned long long)oro_scene_world(e->desc.scene).seed : 0;
    snprintf(tokens[0].text, sizeof tokens[0].text, "%s", e->name);
    snprintf(tokens[1].text, sizeof tokens[1].text, "%llu", seed);
    snprintf(tokens[2].text, sizeof tokens[2].text, "%s", e->target->info.name);
    // Never "513x257": some programs take that for the number of a tile.
    snprintf(tokens[3].text, sizeof tokens[3].text, side[0] == side[1] ? "%d" : "%d-%d", side[0], side[1]);
    snprintf(tokens[4].text, sizeof tokens[4].text, "%d", tile ? tile[0] : 0);
    snprintf(tokens[5].text, sizeof tokens[5].text, "%d",
             !tile                   ? 0
             : e->target->from_south ? e->tiles[1] - 1 - tile[1]
                                     : tile[1]);
    size_t length = 0;
    for (const char *at = pattern; *at;) {
        int found = -1;
        for (int i = 0; i < COUNT && *at == '{'; i++)
            if (strncmp(at + 1, tokens[i].name, strlen(tokens[i].name)) == 0 && at[1 + strlen(tokens[i].name)] == '}')
                found = i;
        if (*at == '{' && found < 0) return unknown_token(e, at, tokens, COUNT);
        const char *text = found < 0 ? at : tokens[found].text;
        size_t count = found < 0 ? 1 : strlen(text);
        if (length + count + 1 > size) return check_name(e, "");
        memcpy(out + length, text, count);
        length += count;
        if (found >= 0) used[found] = true;
        at += found < 0 ? 1 : strlen(tokens[found].name) + 2;
    }
    out[length] = 0;
    if (tiled && ((e->tiles[0] > 1 && !used[4]) || (e->tiles[1] > 1 && !used[5])))
        return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "name",
                        "\"%.80s\" would be the name of several tiles; {x} and {y} in it tell them apart", pattern);
    return check_name(e, out);
}
