// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Drainage and its map. Hollows are filled by a flood from the outlets inwards, lowest first (Barnes et al. 2014,
// Priority-flood); a sample on filled ground drains to the one it was flooded from. Samples give their water on in the
// reverse order, so each has gathered everything from above by then. Water is shared among lower neighbours by slope (Quinn
// et al. 1991) for the tint of hillsides, and sent down the steepest way (O'Callaghan and Mark 1984) for the lines of
// streams. Samples at the same height are ordered by their index, so the result is one and the same everywhere.
//
// 25 bytes a sample; the flood does one push and one pop a sample.

#include "render/flow.h"
#include "core/cell.h"
#include "render/map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct flood {
    const oro_grid *height;
    int32_t width, rows;
    float *filled;
    int32_t *heap; ///< indices, lowest first
    int32_t *next;
    int32_t *order; ///< indices as they were reached
    uint8_t *seen;
    int32_t heap_count, order_count;
} flood;

static const int32_t STEP_X[8] = {1, 1, 0, -1, -1, -1, 0, 1}, STEP_Y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

/// Lowest first. On filled ground the lower bottom first, so that water leaves a hollow along its deepest line.
static bool comes_before(const flood *f, int32_t a, int32_t b) {
    if (f->filled[a] != f->filled[b]) return f->filled[a] < f->filled[b];
    float bottom_a = oro_row(f->height, a / f->width)[a % f->width];
    float bottom_b = oro_row(f->height, b / f->width)[b % f->width];
    return bottom_a != bottom_b ? bottom_a < bottom_b : a < b;
}

static void push(flood *f, int32_t index) {
    int32_t at = f->heap_count++;
    while (at > 0 && comes_before(f, index, f->heap[(at - 1) / 2])) {
        f->heap[at] = f->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    f->heap[at] = index;
}

static int32_t pop(flood *f) {
    int32_t top = f->heap[0], last = f->heap[--f->heap_count], at = 0;
    for (;;) {
        int32_t child = 2 * at + 1;
        if (child >= f->heap_count) break;
        if (child + 1 < f->heap_count && comes_before(f, f->heap[child + 1], f->heap[child])) child++;
        if (!comes_before(f, f->heap[child], last)) break;
        f->heap[at] = f->heap[child];
        at = child;
    }
    if (f->heap_count) f->heap[at] = last;
    return top;
}

/// The neighbour of a sample in direction `k`, or -1 outside.
static int32_t neighbour(const flood *f, int32_t index, int k) {
    int32_t x = index % f->width + STEP_X[k], y = index / f->width + STEP_Y[k];
    return x < 0 || y < 0 || x >= f->width || y >= f->rows ? -1 : y * f->width + x;
}

static bool is_outlet(const flood *f, int32_t index, bool has_level, float level) {
    if (has_level && f->filled[index] < level) return true;
    for (int k = 0; k < 8; k++) {
        int32_t n = neighbour(f, index, k);
        if (n < 0 || !oro_frame_finite(f->filled[n])) return true;
    }
    return false;
}

static void start_flood(flood *f, bool has_level, float level) {
    for (int32_t y = 0; y < f->rows; y++)
        memcpy(f->filled + (size_t)y * (size_t)f->width, oro_row(f->height, y), (size_t)f->width * sizeof(float));
    for (int32_t i = 0; i < f->width * f->rows; i++) {
        f->next[i] = -1;
        f->seen[i] = !oro_frame_finite(f->filled[i]);
    }
    for (int32_t i = 0; i < f->width * f->rows; i++)
        if (!f->seen[i] && is_outlet(f, i, has_level, level)) {
            f->seen[i] = 1;
            push(f, i);
        }
}

static void run_flood(flood *f) {
    while (f->heap_count) {
        int32_t here = pop(f);
        f->order[f->order_count++] = here;
        for (int k = 0; k < 8; k++) {
            int32_t n = neighbour(f, here, k);
            if (n < 0 || f->seen[n]) continue;
            f->seen[n] = 1;
            f->next[n] = here;
            f->filled[n] = oro_max(f->filled[n], f->filled[here]);
            push(f, n);
        }
    }
}

/// Gives the water of one sample on.
static void drain(flood *f, int32_t here, const oro_flow *out) {
    float share[8], total = 0.0f, steepest = 0.0f;
    int32_t to[8];
    for (int k = 0; k < 8; k++) {
        to[k] = neighbour(f, here, k);
        bool lower = to[k] >= 0 && f->filled[to[k]] < f->filled[here];
        float drop = lower ? f->filled[here] - f->filled[to[k]] : 0.0f;
        bool diagonal = STEP_X[k] && STEP_Y[k];
        float slope = diagonal ? drop * 0.70710678f : drop;
        share[k] = slope * (diagonal ? 0.354f : 0.5f);
        total += share[k];
        if (slope > steepest) {
            steepest = slope;
            if (f->next[here] >= 0) f->next[here] = to[k];
        }
    }
    int32_t next = f->next[here], x = here % f->width, y = here / f->width;
    if (next < 0) return;
    float spread = oro_row(&out->spread, y)[x];
    oro_row(&out->stream, next / f->width)[next % f->width] += oro_row(&out->stream, y)[x];
    if (!(total > 0.0f)) {
        oro_row(&out->spread, next / f->width)[next % f->width] += spread;
        return;
    }
    for (int k = 0; k < 8; k++)
        if (share[k] > 0.0f) oro_row(&out->spread, to[k] / f->width)[to[k] % f->width] += spread * (share[k] / total);
}

oro_status oro_flow_make(oro_context *ctx, const oro_grid *height, bool has_level, float level, oro_flow *out) {
    *out = (oro_flow){0};
    size_t count = (size_t)height->width * (size_t)height->height;
    if (count > INT32_MAX / 2) return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "the map is too large to be drained");
    flood f = {.height = height, .width = height->width, .rows = height->height};
    oro_status status = oro_frame_alloc_like(ctx, height, &out->spread);
    if (status == ORO_OK) status = oro_frame_alloc_like(ctx, height, &out->stream);
    f.filled = status == ORO_OK ? oro_alloc(ctx, count * sizeof *f.filled) : NULL;
    f.heap = f.filled ? oro_alloc(ctx, count * sizeof *f.heap) : NULL;
    f.order = f.heap ? oro_alloc(ctx, count * sizeof *f.order) : NULL;
    f.seen = f.order ? oro_alloc(ctx, count) : NULL;
    out->next = f.next = f.seen ? oro_alloc(ctx, count * sizeof *f.next) : NULL;
    if (status == ORO_OK && !f.next) status = ORO_NO_MEMORY;
    if (status == ORO_OK) {
        float area = (float)(height->cell * height->cell);
        for (int32_t y = 0; y < height->height; y++)
            for (int32_t x = 0; x < height->width; x++)
                oro_row(&out->spread, y)[x] = oro_row(&out->stream, y)[x] = area;
        start_flood(&f, has_level, level);
        run_flood(&f);
        for (int32_t i = f.order_count - 1; i >= 0; i--) drain(&f, f.order[i], out);
    }
    oro_free(ctx, f.filled);
    oro_free(ctx, f.heap);
    oro_free(ctx, f.order);
    oro_free(ctx, f.seen);
    return status;
}

void oro_flow_free(oro_context *ctx, oro_flow *flow) {
    oro_grid_free(ctx, &flow->spread);
    oro_grid_free(ctx, &flow->stream);
    oro_free(ctx, flow->next);
    *flow = (oro_flow){0};
}

// --- the map ------------------------------------------------------------------------------------------------------------

enum { DRAIN_SIDE = 1536, CLASSES = 7 };

typedef struct drawing {
    map *m;
    oro_grid ground; ///< what is drained
    oro_flow flow;
    float least, most; ///< square metres that the lines show
    double ratio;      ///< pixels a sample
} drawing;

static float rank_of(float area, float least, float most) {
    return oro_clamp(logf(area / least) / logf(most / least), 0.0f, 1.0f);
}

static oro_rgb drain_colour(const map *m, float area) { return oro_ramp(oro_ramp_drain, rank_of(area, m->lo, m->hi)); }

/// Hillsides in grey, a breath of blue where water gathers before it is a stream.
static oro_rgb ground_colour(const map *m, float area) {
    static const oro_rgb land = {0.925f, 0.918f, 0.898f}, damp = {0.60f, 0.74f, 0.84f}, sea = {0.80f, 0.865f, 0.90f};
    if (area < 0.0f) return sea;
    float gather = rank_of(area, m->lo * 0.02f, m->lo * 2.0f);
    return oro_rgb_mix(land, damp, 0.75f * gather * gather);
}

/// A stream's way through a sample: from halfway to the sample above, bent at this one, to halfway to the next.
static void draw_bend(oro_pen *pen, double ratio, const double *x, const double *y, double width) {
    enum { PARTS = 4 };
    double px = 0.5 * (x[0] + x[1]), py = 0.5 * (y[0] + y[1]), ex = 0.5 * (x[1] + x[2]), ey = 0.5 * (y[1] + y[2]);
    double lx = px, ly = py;
    for (int i = 1; i <= PARTS; i++) {
        double t = (double)i / PARTS, a = (1.0 - t) * (1.0 - t), b = 2.0 * t * (1.0 - t), c = t * t;
        double nx = a * px + b * x[1] + c * ex, ny = a * py + b * y[1] + c * ey;
        oro_pen_line(pen, lx * ratio, ly * ratio, nx * ratio, ny * ratio, width);
        lx = nx;
        ly = ny;
    }
}

static void draw_streams(drawing *d, int class) {
    const oro_grid *s = &d->flow.stream;
    map *m = d->m;
    int32_t width = s->width;
    for (int32_t i = 0; i < width * s->height; i++) {
        float area = oro_row(s, i / width)[i % width];
        int32_t here = d->flow.next[i];
        if (here < 0 || area < d->least) continue;
        int rank = (int)(rank_of(area, d->least, d->most) * (CLASSES - 1) + 0.5f);
        if (rank != class) continue;
        int32_t next = d->flow.next[here] < 0 ? here : d->flow.next[here];
        // Fields of the sea receive; the stream ends at the shore.
        double x[3] = {i % width, here % width, next % width}, y[3] = {i / width, here / width, next / width};
        draw_bend(&m->pen, d->ratio, x, y, (0.7 + 0.55 * class) * fmax(m->scale, 0.75));
    }
    float middle = d->least * powf(d->most / d->least, (float)class / (CLASSES - 1));
    oro_pen_ink(&m->pen, m->out, drain_colour(m, middle), class ? 1.0f : 0.8f);
}

static oro_status drain_ground(drawing *d) {
    map *m = d->m;
    int32_t longer = m->frame.width > m->frame.height ? m->frame.width : m->frame.height;
    d->ground = m->frame;
    if (longer > DRAIN_SIDE) {
        bool wide = m->frame.width >= m->frame.height;
        d->ground = oro_frame_geometry(&m->frame, wide ? DRAIN_SIDE : 0, wide ? 0 : DRAIN_SIDE);
    }
    d->ratio = d->ground.cell / m->frame.cell;
    oro_status status = oro_frame_sample(m->ctx, m->source, &d->ground);
    if (status == ORO_OK)
        status = oro_flow_make(m->ctx, &d->ground, m->desc->has_water, m->desc->water_level, &d->flow);
    if (status != ORO_OK) return status;
    // Streams begin where a small part of the map has gathered, and more than a straight slope half across it would bring,
    // which has no streams. The largest river ends the scale.
    double cell = d->ground.cell * d->ground.cell, all = cell * d->ground.width * d->ground.height;
    double slope = 0.5 * cell * fmax(d->ground.width, d->ground.height);
    d->most = oro_grid_extremes(&d->flow.stream).max;
    d->least = oro_min((float)fmax(all / 2500.0, slope), 0.2f * d->most);
    if (!(d->least > 0.0f)) d->least = 1e-6f;
    if (!(d->most > d->least * 1.01f)) d->most = d->least * 10.0f;
    m->lo = d->least;
    m->hi = d->most;
    return ORO_OK;
}

static void mark_water(const map *m) {
    for (int32_t y = 0; y < m->frame.height; y++)
        for (int32_t x = 0; x < m->frame.width; x++) {
            float h = oro_row(&m->height, y)[x], *v = &oro_row(&m->value, y)[x];
            if (!oro_frame_finite(h))
                *v = h - h;
            else if (map_is_under_water(m, h))
                *v = -1.0f;
        }
}

oro_status map_draw_flow(map *m) {
    drawing d = {.m = m};
    oro_status status = map_sample_height(m);
    if (status == ORO_OK) status = map_make_shade(m, &m->height);
    if (status == ORO_OK) status = drain_ground(&d);
    m->value = m->frame;
    if (status == ORO_OK) status = oro_frame_sample(m->ctx, &d.flow.spread, &m->value);
    m->shading = 0.75f;
    m->colour = ground_colour;
    if (status == ORO_OK) {
        mark_water(m);
        status = map_paint(m);
    }
    if (status == ORO_OK) {
        static const oro_rgb shore = {0.45f, 0.58f, 0.68f};
        for (int class = 0; class < CLASSES; class ++) draw_streams(&d, class);
        if (m->desc->has_water)
            map_contour_line(m, &m->height, (double)m->desc->water_level, 1.0 * fmax(m->scale, 0.8), shore, 0.9f);
        map_draw_legend(m, &(map_legend){.title = "area drained",
                                         .lo = (double)d.least,
                                         .hi = (double)d.most,
                                         .logarithmic = true,
                                         .colour = drain_colour});
    }
    oro_flow_free(m->ctx, &d.flow);
    oro_grid_free(m->ctx, &d.ground);
    return status;
}
