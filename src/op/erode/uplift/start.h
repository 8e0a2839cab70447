// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A level before its first step: what maps and numbers say of its points, rock from place to place, the heights that come from
// the level before, and where water enters and leaves. Goes over the level five times, and over its noise once.
#ifndef ORO_OP_UPLIFT_START_H
#define ORO_OP_UPLIFT_START_H

#include "job.h"

typedef struct level_room {
    oro_fractal_tile noise;
    strata_tile rock;
    oro_warp_row none;
    float sum[ORO_TILE];
} level_room;

/// Softness from place to place, and the layers' datum.
static inline void rock_tile(const void *user, oro_tile t, void *room) {
    const job *j = user;
    const net *n = &j->n;
    level_room *w = room;
    static const float gain[1] = {0.55f};
    memset(&w->none, 0, sizeof w->none);
    oro_axis ax = oro_axis_of(j->shape.origin_x, j->shape.cell), ay = oro_axis_of(j->shape.origin_y, j->shape.cell);
    bool patchy = j->a->patches > 0.0f;
    if (patchy) oro_fractal_columns(&j->patches, &ax, t.x0, t.count, false, &w->noise);
    if (n->datum) strata_columns(&j->rock, t.x0, t.count, &w->rock);
    for (int32_t y = t.y0; y < t.y1; y++) {
        size_t at = (size_t)y * (size_t)n->width + (size_t)t.x0;
        float *restrict soft = n->soft + at, scale = 2.8f * j->a->patches; // the sum's rms is 0.36
        if (patchy) {
            oro_fractal_row(&j->patches, oro_axis_at(&ay, y), &w->none, false, gain, true, t.count, &w->noise, w->sum);
            for (int32_t x = 0; x < t.count; x++) soft[x] *= oro_exp(scale * w->sum[x]);
        }
        if (!n->datum) continue;
        strata_row(&j->rock, y, t.x0, t.count, n->east + at, n->south + at, &w->rock, n->datum + at);
        // Strong rock stands steeper than its layer does elsewhere; without this, every slope of a layer is the same plane.
        for (int32_t x = 0; x < t.count; x++) n->stand[at + (size_t)x] = oro_exp2(-0.45f * oro_log2(soft[x]));
    }
}

/// What maps and numbers say, by rows.
static inline void drive_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const net *n = &j->n;
    const uplift *a = j->a;
    for (int32_t y = y0; y < y1; y++) {
        size_t row = (size_t)y * (size_t)n->width;
        level_field_row(n, &a->rate, a->result, y, n->rate + row);
        level_field_row(n, &a->softness, a->result, y, n->soft + row);
        level_field_row(n, &a->rain, a->result, y, n->source + row);
        if (n->floor) level_field_row(n, &a->base, a->result, y, n->floor + row);
        float part = y == 0 || y == n->height - 1 ? 0.5f : 1.0f; // cells at the border lie half outside
        for (int32_t x = 0; x < n->width; x++) n->rate[row + (size_t)x] *= 1e-3f, n->source[row + (size_t)x] *= part;
        n->source[row] *= 0.5f;
        n->source[row + (size_t)n->width - 1] *= 0.5f;
    }
}

static inline bool edge_is_open(const job *j, int32_t x, int32_t y) {
    int32_t e = j->a->edge.index;
    bool north = y == 0, south = y == j->n.height - 1, west = x == 0, east = x == j->n.width - 1;
    if (e == edge_open) return north | south | west | east;
    return (e == edge_north && north) | (e == edge_south && south) | (e == edge_west && west) |
           (e == edge_east && east);
}

/// Heights that the points begin with, and which of them are outlets. Outlets hold the height of the start.
static inline void height_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const net *n = &j->n;
    const oro_grid *last = &j->previous;
    float lx = (float)(last->width - 1) / (float)(n->width > 1 ? n->width - 1 : 1);
    float ly = (float)(last->height - 1) / (float)(n->height > 1 ? n->height - 1 : 1);
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < n->width; x++) {
            size_t at = (size_t)y * (size_t)n->width + (size_t)x;
            float start = j->a->height ? level_start_at(n, j->a->height, x, y, at) : 0.0f;
            if (n->start) n->start[at] = start;
            n->held[at] = edge_is_open(j, x, y) | (start < j->a->sea); // NaN: no sea
            n->z[at] = start;
            if (n->held[at]) {
                n->rate[at] = 0.0f;
            } else if (last->data) {
                float px = ((float)x + n->east[at]) * lx, py = ((float)y + n->south[at]) * ly;
                int32_t ix = (int32_t)px, iy = (int32_t)py;
                n->z[at] += oro_sample_cubic(last, ix, iy, px - (float)ix, py - (float)iy);
            }
        }
}

/// Uneven ground for the first rivers, and the rise of the first step: they run down what has risen.
static inline void bump_tile(const void *user, oro_tile t, void *room) {
    const job *j = user;
    const net *n = &j->n;
    level_room *w = room;
    static const float gain[1] = {0.6f};
    memset(&w->none, 0, sizeof w->none);
    oro_axis ax = oro_axis_of(j->shape.origin_x, j->shape.cell), ay = oro_axis_of(j->shape.origin_y, j->shape.cell);
    oro_fractal_columns(&j->bumps, &ax, t.x0, t.count, false, &w->noise);
    for (int32_t y = t.y0; y < t.y1; y++) {
        size_t at = (size_t)y * (size_t)n->width + (size_t)t.x0;
        oro_fractal_row(&j->bumps, oro_axis_at(&ay, y), &w->none, false, gain, true, t.count, &w->noise, w->sum);
        for (int32_t x = 0; x < t.count; x++)
            if (!n->held[at + (size_t)x])
                n->z[at + (size_t)x] += 2.7f * j->a->roughness * w->sum[x] + n->rate[at + (size_t)x] * (float)j->risen;
    }
}

/// Index of the point nearest to a place of the world; -1 where that lies off the map.
static inline int32_t point_near(const job *j, float x, float y) {
    const net *n = &j->n;
    double px = ((double)x - j->shape.origin_x) / (double)n->cell;
    double py = ((double)y - j->shape.origin_y) / (double)(n->cell * n->tall);
    if (!(px > -0.5 && py > -0.5 && px < n->width - 0.5 && py < n->height - 0.5)) return -1;
    return (int32_t)(py + 0.5) * n->width + (int32_t)(px + 0.5);
}

static inline void hold(net *n, int32_t at, float height) {
    n->held[at] = 1;
    n->z[at] = height;
    n->rate[at] = 0.0f;
}

static inline void open_mouth(job *j, const mouth *m) {
    net *n = &j->n;
    double radius = 0.5 * (double)m->width;
    for (int32_t y = 0; y < n->height && radius > 0.0; y++) {
        double dy = j->shape.origin_y + y * (double)(n->cell * n->tall) - (double)m->y;
        if (dy * dy > radius * radius) continue;
        for (int32_t x = 0; x < n->width; x++) {
            double dx = j->shape.origin_x + x * (double)n->cell - (double)m->x;
            if (dx * dx + dy * dy <= radius * radius) hold(n, y * n->width + x, m->height);
        }
    }
    int32_t at = point_near(j, m->x, m->y);
    if (at >= 0) hold(n, at, m->height);
}

/// Mouths, rivers from beyond, and, where nothing else lets water out, the lowest point of the border.
static inline void set_ends(job *j) {
    net *n = &j->n;
    const mouth *mouths = j->a->mouths.items;
    const inflow *inflows = j->a->inflow.items;
    for (int32_t i = 0; i < j->a->mouths.count; i++) open_mouth(j, &mouths[i]);
    for (int32_t i = 0; i < j->a->inflow.count; i++) {
        int32_t at = point_near(j, inflows[i].x, inflows[i].y);
        if (at >= 0) n->source[at] += inflows[i].area * 1e6f / (n->cell * n->cell * n->tall);
    }
    if (memchr(n->held, 1, n->count)) return;
    int32_t lowest = 0;
    for (int32_t at = 1; at < (int32_t)n->count; at++) {
        int32_t x = at % n->width, y = at / n->width;
        bool border = x == 0 || y == 0 || x == n->width - 1 || y == n->height - 1;
        if (border && n->z[at] < n->z[lowest]) lowest = at;
    }
    hold(n, lowest, n->start ? n->start[lowest] : 0.0f);
}

static inline oro_status begin_level(oro_run *r, job *j) {
    net *n = &j->n;
    const uplift *a = j->a;
    j->shape = level_grid(n, a->result);
    oro_fractal_desc patches = oro_plain_noise(oro_mix32(a->seed.value ^ 0x726f636bU), (double)a->patch_size, 7);
    j->patches = oro_fractal_make(&patches, &j->shape);
    oro_status status = net_for_rows(n, net_scatter, n);
    if (status == ORO_OK) status = net_for_rows(n, drive_rows, j);
    if (status == ORO_OK && n->datum) status = strata_make(r, &a->rock, a->seed.value, &j->shape, &j->rock);
    if (status == ORO_OK) status = oro_for_tiles(r, &j->shape, sizeof(level_room), rock_tile, j);
    if (status == ORO_OK) status = net_for_rows(n, height_rows, j);
    if (status == ORO_OK && !j->previous.data) {
        oro_fractal_desc bumps = oro_plain_noise(oro_mix32(a->seed.value ^ 0x62756d70U), 10.0 * j->shape.cell, 6);
        j->bumps = oro_fractal_make(&bumps, &j->shape);
        status = oro_for_tiles(r, &j->shape, sizeof(level_room), bump_tile, j);
    }
    if (status == ORO_OK) set_ends(j);
    j->step.stack = n->datum ? &j->rock.stack : NULL;
    j->step.trunk = flow_trunk_size(n->count);
    return status;
}

#endif
