// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Packs what the wishes of a frame came to into one block; see frame.h. A map is copied once out of the engine's cache and
// once into the block: 16 bytes per sample, which at 513 x 513 is a fiftieth of the time the page has.

#include "studio/frame.h"
#include "scene/document.h"
#include "studio/frame_inside.h"
#include "studio/hold.h"
#include "studio/json.h"
#include "studio/session.h"
#include "studio/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FINER 4.0 ///< times as long as the level before, at least, is what the next one takes

void studio_frame_release(void *pointer) {
    studio_frame *frame = pointer;
    if (!frame || atomic_fetch_sub(&frame->holders, 1) != 1) return;
    if (frame->held) atomic_fetch_sub(frame->held, frame->bytes);
    free(frame->data);
    free(frame);
}

oro_status studio_no_memory(studio_maker *m) {
    return oro_fail(m->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory for this map");
}

/// Computes a wish. One that takes longer than it may unasked, or is likely to by what the level before took, waits until somebody
/// asks: in its place comes what a coarser level made of this document, which the cache has, if there is any.
static oro_status make_in_time(studio_maker *m, int index, const char *from, const oro_grid *held, studio_piece *p) {
    const studio_wish *wish = &m->desc->view->maps[index];
    studio_pace *pace = m->desc->pace ? &m->desc->pace[index] : NULL;
    double begun = studio_now();
    bool limited = m->desc->unasked && wish->within > 0.0;
    m->detail = m->desc->view->levels[m->desc->level];
    m->until = limited ? begun + wish->within : 0.0;
    m->late = limited && pace && (pace->took < 0.0 || pace->took * FINER > wish->within);
    oro_status status = m->late ? ORO_CANCELLED : studio_make_values(m, wish, from, held, p);
    bool waits = status == ORO_CANCELLED && m->late;
    if (pace) *pace = (studio_pace){waits ? -1.0 : studio_now() - begun, waits ? pace->had : m->detail};
    if (!waits) return status;
    oro_json_set(p->about, "waits", oro_json_new_bool(true));
    if (!pace || !pace->had) return ORO_OK;
    m->detail = pace->had;
    m->until = studio_now() + wish->within;
    m->late = false;
    oro_json_set(p->about, "level", oro_json_new_number(m->detail));
    status = studio_make_values(m, wish, from, held, p);
    return status == ORO_CANCELLED && m->late ? ORO_OK : status;
}

static oro_status make_piece(studio_maker *m, int index, studio_piece *p) {
    const studio_wish *wish = &m->desc->view->maps[index];
    const oro_grid *held = m->desc->hold ? &m->desc->hold->difference[index] : NULL;
    char from[160];
    oro_status status = ORO_OK;
    if (!(p->about = oro_json_new_object())) return studio_no_memory(m);
    snprintf(from, sizeof from, "%s", held ? m->desc->hold->from[index] : wish->from);
    if (!*from && !studio_last_map(m->scene, from, sizeof from))
        status = oro_fail(m->ctx, ORO_BAD_ARGUMENT, NULL, "the document has no node that makes a map yet");
    oro_json_set(p->about, "name", studio_json_text(wish->name));
    oro_json_set(p->about, "from", studio_json_text(*from ? from : NULL));
    if (held && !held->data) { // cannot be had without the slow nodes
        oro_json_set(p->about, "held", oro_json_new_bool(true));
        return ORO_OK;
    }
    if (status == ORO_OK) status = make_in_time(m, index, from, held, p);
    if (status == ORO_OK || status == ORO_CANCELLED || status == ORO_NO_MEMORY) return status;
    oro_json_set(p->about, "error", studio_json_error(oro_last_error(m->ctx)));
    return ORO_OK;
}

// --- the block --------------------------------------------------------------------------------------------------------------

static size_t round_up(size_t bytes) { return (bytes + 15) & ~(size_t)15; }

/// Says where each array lies, from `at` on. Returns where the last one ends.
static size_t set_offsets(studio_maker *m, size_t at) {
    for (int i = 0; i < m->desc->view->map_count; i++)
        for (int k = 0; k < m->pieces[i].count; k++) {
            const studio_array *a = &m->pieces[i].arrays[k];
            oro_json_set(a->about, "offset", oro_json_new_number((double)at));
            oro_json_set(a->about, "bytes", oro_json_new_number((double)a->bytes));
            at += round_up(a->bytes);
        }
    return at;
}

static void copy_arrays(const studio_maker *m, char *data, size_t at) {
    for (int i = 0; i < m->desc->view->map_count; i++)
        for (int k = 0; k < m->pieces[i].count; k++) {
            const studio_array *a = &m->pieces[i].arrays[k];
            memcpy(data + at, a->data, a->bytes);
            memset(data + at + a->bytes, 0, round_up(a->bytes) - a->bytes);
            at += round_up(a->bytes);
        }
}

static void free_arrays(studio_maker *m) {
    for (int i = 0; i < m->desc->view->map_count; i++)
        for (int k = 0; k < m->pieces[i].count; k++) free(m->pieces[i].arrays[k].data);
}

/// The nodes whose work is held; null where the frame is whole.
static oro_json *held_json(const studio_hold *hold) {
    oro_json *list = hold ? oro_json_new_array() : oro_json_new_null();
    for (int i = 0; hold && list && i < hold->slow_count; i++)
        oro_json_append(list, oro_json_new_string(hold->slow[i].id));
    return list;
}

static oro_json *header_of(studio_maker *m, double seconds) {
    const studio_frame_desc *d = m->desc;
    oro_json *header = oro_json_new_object(), *maps = oro_json_new_array();
    char id[24];
    if (!header || !maps) {
        oro_json_free(header);
        oro_json_free(maps);
        return NULL;
    }
    snprintf(id, sizeof id, "%llu", (unsigned long long)d->id);
    oro_json_set(header, "id", oro_json_new_string(id));
    oro_json_set(header, "tab", oro_json_new_string(d->view->tab));
    oro_json_set(header, "seq", studio_json_real(d->view->seq));
    oro_json_set(header, "revision", oro_json_new_number((double)d->revision));
    oro_json_set(header, "level", oro_json_new_number(d->view->levels[d->level]));
    oro_json_set(header, "index", oro_json_new_number(d->level));
    oro_json_set(header, "count", oro_json_new_number(d->view->level_count));
    oro_json_set(header, "last", oro_json_new_bool(d->level + 1 == d->view->level_count));
    oro_json_set(header, "held", held_json(d->hold));
    oro_json_set(header, "seconds", oro_json_new_number(seconds));
    oro_json_set(header, "edit_ms", oro_json_new_number((studio_now() - d->asked) * 1e3));
    bool whole = true;
    for (int i = 0; i < d->view->map_count; i++) {
        whole &= oro_json_append(maps, m->pieces[i].about) == ORO_OK; // else it is freed
        m->pieces[i].about = NULL;
    }
    oro_json_set(header, "maps", maps);
    if (whole) return header;
    oro_json_free(header);
    return NULL;
}

/// Packs header and pieces. The header's length must be known before the offsets in it are, so room for their digits is kept.
static studio_frame *pack(studio_maker *m, oro_json *header) {
    int count = 0;
    oro_text text = {0};
    for (int i = 0; i < m->desc->view->map_count; i++) count += m->pieces[i].count;
    set_offsets(m, 0);
    studio_frame *frame = NULL;
    if (oro_json_print_compact(header, &text) == ORO_OK) {
        size_t start = round_up(8 + text.length + (size_t)count * 16), whole = set_offsets(m, start);
        oro_text_free(&text);
        frame = calloc(1, sizeof *frame);
        char *data = frame ? malloc(whole) : NULL;
        if (data && oro_json_print_compact(header, &text) == ORO_OK && 8 + text.length <= start) {
            uint32_t length = (uint32_t)(start - 8);
            const uint8_t front[8] = {'O',
                                      'R',
                                      'O',
                                      '1',
                                      (uint8_t)length,
                                      (uint8_t)(length >> 8),
                                      (uint8_t)(length >> 16),
                                      (uint8_t)(length >> 24)};
            memcpy(data, front, 8);
            memset(data + 8, ' ', start - 8);
            memcpy(data + 8, text.data, text.length);
            copy_arrays(m, data, start);
            *frame = (studio_frame){.id = m->desc->id, .bytes = whole, .data = data};
            atomic_init(&frame->holders, 1);
        } else {
            free(data);
            free(frame);
            frame = NULL;
        }
    }
    oro_text_free(&text);
    return frame;
}

oro_status studio_frame_make(oro_scene *scene, const studio_frame_desc *desc, studio_frame **frame, oro_json **event) {
    studio_maker m = {.scene = scene, .ctx = scene->ctx, .desc = desc};
    double begun = studio_now();
    oro_status status = ORO_OK;
    *frame = NULL;
    *event = NULL;
    for (int i = 0; status == ORO_OK && i < desc->view->map_count; i++) status = make_piece(&m, i, &m.pieces[i]);
    oro_json *header = status == ORO_OK ? header_of(&m, studio_now() - begun) : NULL;
    if (header) *frame = pack(&m, header);
    for (int i = 0; i < desc->view->map_count; i++) oro_json_free(m.pieces[i].about);
    free_arrays(&m);
    if (status == ORO_OK && !*frame) status = studio_no_memory(&m);
    if (status == ORO_OK)
        *event = header;
    else
        oro_json_free(header);
    return status;
}
