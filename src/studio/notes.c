// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Keeping what nodes said; see notes.h.

#include "studio/notes.h"
#include "scene/document.h"
#include "studio/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The node that a place names, "a.oro.json/nodes/3/args/curves"; NULL: none.
static const oro_node *node_at(const oro_scene *scene, const char *where) {
    static const char before[] = "nodes/";
    const char *at = NULL;
    for (const char *next = where; (next = strstr(next, before)); next++) // a folder may be called so too
        if (next == where || next[-1] == '/') at = next;
    if (!at) return NULL;
    at += sizeof before - 1;
    char *end;
    long index = strtol(at, &end, 10);
    return end > at && index >= 0 && index < scene->node_count ? scene->nodes[index] : NULL;
}

void studio_notes_keep(studio_notes *notes, const oro_scene *scene, const char *where, const char *sentence) {
    const oro_node *node = scene && where ? node_at(scene, where) : NULL;
    if (!node) return;
    for (int i = 0; i < notes->count; i++)
        if (oro_hash_equal(notes->list[i].key, node->key) && strcmp(notes->list[i].sentence, sentence) == 0) return;
    int at = notes->next;
    notes->next = (at + 1) % STUDIO_NOTES;
    if (notes->count < STUDIO_NOTES) notes->count++;
    notes->list[at].key = node->key;
    snprintf(notes->list[at].where, sizeof notes->list[at].where, "%s", where);
    snprintf(notes->list[at].sentence, sizeof notes->list[at].sentence, "%s", sentence);
}

oro_json *studio_notes_of(const studio_notes *notes, oro_hash key) {
    oro_json *list = NULL;
    for (int i = 0; i < notes->count; i++) {
        if (!oro_hash_equal(notes->list[i].key, key)) continue;
        oro_json *item = oro_json_new_object();
        if (!list) list = oro_json_new_array();
        if (!list || !item) {
            oro_json_free(item);
            return list;
        }
        oro_json_set(item, "where", studio_json_text(notes->list[i].where));
        oro_json_set(item, "sentence", studio_json_text(notes->list[i].sentence));
        oro_json_append(list, item);
    }
    return list;
}
