// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Data of any kind for the page, by the parts that its kind says it is made of; see frame_inside.h.

#include "io/scene_json.h"
#include "studio/frame_inside.h"
#include "studio/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *type_name(oro_number_type type) {
    static const char *const names[] = {[ORO_F32] = "f32", [ORO_F64] = "f64", [ORO_U32] = "u32", [ORO_U8] = "u8"};
    return names[type];
}

static size_t bytes_of(const oro_part *part) {
    return part->data ? (size_t)oro_part_count(part) * oro_part_number_size(part) : 0;
}

/// Is the part wished for? No list: all of them are.
static bool is_wished(const studio_wish *wish, const char *name) {
    size_t length = strlen(name);
    if (!*wish->parts) return true;
    for (const char *at = wish->parts; (at = strstr(at, name)); at += length)
        if ((at == wish->parts || at[-1] == ' ') && (at[length] == ' ' || !at[length])) return true;
    return false;
}

/// Copies a part without gaps between its rows.
static void *copy_part(const oro_part *part, size_t bytes) {
    char *copy = malloc(bytes + 1); // none are fine too
    if (!copy || bytes == 0) return copy;
    if (!part->stride) return memcpy(copy, part->data, bytes);
    size_t row = (size_t)part->sides[1] * oro_part_number_size(part),
           step = (size_t)part->stride * oro_part_number_size(part);
    for (int64_t y = 0; y < part->sides[0]; y++)
        memcpy(copy + (size_t)y * row, (const char *)part->data + (size_t)y * step, row);
    return copy;
}

static oro_json *part_json(const oro_part *part) {
    oro_json *about = oro_json_new_object(), *sides = oro_json_new_array();
    if (!about || !sides) {
        oro_json_free(about);
        oro_json_free(sides);
        return NULL;
    }
    oro_json_set(about, "name", oro_json_new_string(part->name));
    oro_json_set(about, "type", oro_json_new_string(type_name(part->type)));
    for (int32_t i = 0; i < part->rank; i++) oro_json_append(sides, oro_json_new_number((double)part->sides[i]));
    oro_json_set(about, "sides", sides);
    return about;
}

static oro_status add_part(studio_maker *m, const oro_part *part, oro_json *list, studio_piece *piece) {
    oro_json *about = part_json(part);
    size_t bytes = bytes_of(part);
    if (!about || oro_json_append(list, about) != ORO_OK) return studio_no_memory(m); // freed by it
    void *data = copy_part(part, bytes);
    if (!data) return studio_no_memory(m);
    piece->arrays[piece->count++] = (studio_array){about, data, bytes};
    return ORO_OK;
}

/// The ground it covers, where it covers any in samples.
static void add_ground(const oro_kind_info *kind, const void *data, oro_json *about) {
    oro_grid shape;
    if (!kind->ground || !kind->ground(data, &shape)) return;
    oro_json *ground = oro_json_new_object();
    if (!ground) return;
    oro_json_set(ground, "width", oro_json_new_number(shape.width));
    oro_json_set(ground, "height", oro_json_new_number(shape.height));
    oro_json_set(ground, "cell", oro_json_new_number(shape.cell));
    oro_json_set(ground, "origin", oro_json_pair(shape.origin_x, shape.origin_y));
    oro_json_set(about, "ground", ground);
}

static oro_status refuse_large(studio_maker *m, const char *from, const oro_kind_info *kind, const char *text,
                               double bytes) {
    return oro_fail(
        m->ctx, ORO_UNSUPPORTED, from,
        "%.80s is a %s of %s, %.0f MiB; the view takes at most %.0f MiB. A build writes it whole; a coarser "
        "preview, or a coarser %s, can be shown",
        from, kind->noun, text, bytes / 1048576.0, (double)m->desc->most_bytes / 1048576.0, kind->noun);
}

oro_status studio_take_data(studio_maker *m, const studio_wish *wish, const char *from, oro_kind which,
                            studio_piece *piece) {
    const oro_kind_info *kind = oro_kind_of(which);
    const void *data = oro_scene_data(m->scene, from, which);
    oro_part parts[ORO_MAX_PARTS];
    char text[120] = "";
    double bytes = 0.0;
    if (!data) return m->ctx->error.status;
    int count = kind->parts(data, parts);
    if (kind->describe) kind->describe(data, text, sizeof text);
    for (int i = 0; i < count; i++)
        if (is_wished(wish, parts[i].name)) bytes += (double)bytes_of(&parts[i]);
    if (bytes > (double)m->desc->most_bytes) return refuse_large(m, from, kind, text, bytes);
    oro_json *list = oro_json_new_array();
    if (!list) return studio_no_memory(m);
    oro_json_set(piece->about, "kind", oro_json_new_string(kind->name));
    oro_json_set(piece->about, "text", studio_json_text(text));
    oro_json_set(piece->about, "hash", studio_json_hash(oro_kind_hash(kind, oro_hash_start(which), data)));
    add_ground(kind, data, piece->about);
    oro_json_set(piece->about, "parts", list);
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < count; i++)
        if (is_wished(wish, parts[i].name)) status = add_part(m, &parts[i], list, piece);
    return status;
}
