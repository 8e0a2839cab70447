// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// {"orogen_search": 1, "key": "…", "scores": ["mean", …], "seeds": [[17, 0.25, null, …], …]}: a row a seed, null where a
// number could not be told.

#include "journal.h"
#include "core/hash.h"
#include "io/file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

oro_status cli_journal_key(cli *c, const cli_scene *s, const cli_scores *scores, char *key) {
    oro_world world = oro_scene_world(s->scene), plain = world;
    plain.seed = 0;
    oro_status status = cli_take(c, oro_scene_set_world(s->scene, &plain), NULL);
    if (status != ORO_OK) return status;
    char *text = oro_scene_print(s->scene);
    if (!text) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    oro_hash h = oro_hash_text(oro_hash_start(0x73656564), text); // "seed"
    oro_scene_text_free(c->ctx, text);
    h = oro_hash_geometry(h, &s->geometry);
    for (int i = 0; i < oro_scene_node_count(s->scene); i++)
        h = oro_hash_u64(h, (uint64_t)oro_scene_node_op(s->scene, i)->version);
    for (int i = 0; i < scores->count; i++) {
        h = oro_hash_text(h, scores->items[i].name);
        h = oro_hash_u64(h, (uint64_t)scores->items[i].op->version);
    }
    oro_hash_print(h, key);
    return cli_take(c, oro_scene_set_world(s->scene, &world), NULL);
}

/// One row into its place, or among the others if its seed is not asked for. False where it is no row.
static bool take_row(const oro_json *row, cli_journal *j, int *found) {
    cli_seeds *seeds = j->seeds;
    int scores = seeds->scores->count;
    if (row->type != ORO_JSON_ARRAY || row->count != (size_t)scores + 1 || row->items[0]->type != ORO_JSON_NUMBER)
        return false;
    for (int i = 0; i < scores; i++)
        if (row->items[i + 1]->type != ORO_JSON_NUMBER && row->items[i + 1]->type != ORO_JSON_NULL) return false;
    uint64_t seed = strtoull(row->items[0]->text, NULL, 10);
    if (seed < seeds->first || seed - seeds->first >= (uint64_t)seeds->count) {
        oro_text_puts(&j->others, j->others.length ? ",\n  " : "\n  ");
        oro_json_print_compact(row, &j->others);
        return true;
    }
    size_t index = (size_t)(seed - seeds->first);
    for (int i = 0; i < scores; i++)
        seeds->values[index * (size_t)scores + (size_t)i] =
            row->items[i + 1]->type == ORO_JSON_NUMBER ? row->items[i + 1]->number : (double)NAN;
    *found += !seeds->known[index];
    seeds->known[index] = true;
    return true;
}

static oro_status read_document(cli *c, cli_journal *j, const oro_json *root, int *found) {
    const oro_json *format = oro_json_get(root, "orogen_search"), *key = oro_json_get(root, "key"),
                   *rows = oro_json_get(root, "seeds");
    if (!format || format->type != ORO_JSON_NUMBER || !key || key->type != ORO_JSON_STRING || !rows ||
        rows->type != ORO_JSON_ARRAY)
        return cli_fail(c, ORO_BAD_INPUT, j->path,
                        "this is not a journal of a search; move it away or choose another -o");
    if (strcmp(key->text, j->key) != 0) {
        if (c->force) return ORO_OK;
        return cli_fail(
            c, ORO_BAD_INPUT, j->path,
            "this journal belongs to another scene, size or set of scores; --force starts over, -o DIR keeps both");
    }
    for (size_t i = 0; i < rows->count; i++)
        if (!take_row(rows->items[i], j, found)) {
            char where[256];
            return cli_fail(c, ORO_BAD_INPUT, oro_json_where(rows->items[i], j->path, where, sizeof where),
                            "this row must hold a seed and its %d scores", j->seeds->scores->count);
        }
    return ORO_OK;
}

oro_status cli_journal_read(cli *c, cli_journal *j, int *found) {
    *found = 0;
    if (access(j->path, F_OK) != 0) return ORO_OK;
    oro_json *root = NULL;
    oro_status status = cli_take(c, oro_json_load(c->ctx, j->path, &root), NULL);
    if (status == ORO_OK) status = read_document(c, j, root, found);
    oro_json_free(root);
    return status;
}

oro_status cli_journal_write(cli *c, const cli_journal *j) {
    oro_text text = {0};
    const cli_seeds *seeds = j->seeds;
    oro_text_printf(&text, "{\"orogen_search\": 1, \"key\": \"%s\", \"scores\": [", j->key);
    for (int i = 0; i < seeds->scores->count; i++)
        oro_text_printf(&text, "%s\"%s\"", i ? ", " : "", seeds->scores->items[i].name);
    oro_text_puts(&text, "], \"seeds\": [");
    bool first = j->others.length == 0;
    if (!first) oro_text_puts(&text, j->others.data);
    for (int i = 0; i < seeds->count; i++) {
        if (!seeds->known[i]) continue;
        oro_text_printf(&text, "%s\n  [%llu", first ? "" : ",", (unsigned long long)(seeds->first + (uint64_t)i));
        first = false;
        for (int k = 0; k < seeds->scores->count; k++) {
            double value = seeds->values[(size_t)i * (size_t)seeds->scores->count + (size_t)k];
            char digits[40];
            oro_text_printf(&text, ", %s", isfinite(value) ? oro_double_text(value, digits) : "null");
        }
        oro_text_puts(&text, "]");
    }
    oro_text_puts(&text, "\n]}\n");
    oro_status status = text.failed || j->others.failed
                            ? cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the journal")
                            : cli_take(c, oro_file_save(c->ctx, j->path, true, text.data, text.length), NULL);
    oro_text_free(&text);
    return status;
}
