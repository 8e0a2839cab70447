// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Drainage and its map. A flood from the outlets inwards, lowest first, finds the way out of every hollow (Barnes et al.
// 2014, Priority-flood). It is not that of solve/flood.h, which gives the levels alone and passes most samples in no order:
// here the order in which samples are reached, and from where, is what is wanted; only the front is shared.
//
// In a hollow water runs down to the deepest places, and from those the way the flood came in. Samples give their water on
// from the last flooded to the first, so each has gathered everything from above by then. Water is shared among lower
// neighbours by slope (Quinn et al. 1991) for the tint of hillsides. For the lines of streams it goes to one neighbour: of the
// two that enclose the steepest way (Tarboton 1997) the one that keeps the whole path nearest to it (Orlandini et al. 2003), so
// that even slopes are not ruled with lines of eight directions. Samples at the same height are ordered by their index, so the
// result is one and the same everywhere.
//
// 49 bytes per sample; the flood does one push and one pop per sample.

#include "render/flow.h"
#include "core/cell.h"
#include "render/map.h"
#include "solve/front.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct drainage {
    const oro_grid *height;
    int32_t width, rows;
    float *filled;
    oro_front front; ///< samples to go on from
    int32_t *next;
    int32_t *order; ///< indices as they were reached
    float *astray;  ///< how far left of the steepest way the largest stream into a sample has run, in samples
    float *largest; ///< what that stream brings
    uint8_t *seen;  ///< 0, SEEN, WAY_OUT or RUNS_FREE
    int32_t order_count;
} drainage;

enum { SEEN = 1, WAY_OUT, RUNS_FREE };

static const int32_t STEP_X[8] = {1, 1, 0, -1, -1, -1, 0, 1}, STEP_Y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static float ground_of(const drainage *f, int32_t i) { return oro_row(f->height, i / f->width)[i % f->width]; }

/// Lowest first. On filled ground the lower bottom first, so that water leaves a hollow along its deepest line.
static bool comes_before(const void *user, oro_front_place a, oro_front_place b) {
    const drainage *f = user;
    if (a.level != b.level) return a.level < b.level;
    float bottom_a = ground_of(f, (int32_t)a.at), bottom_b = ground_of(f, (int32_t)b.at);
    return bottom_a != bottom_b ? bottom_a < bottom_b : a.at < b.at;
}

static void wait_for_turn(drainage *f, int32_t index) {
    oro_front_push(&f->front, (oro_front_place){f->filled[index], (uint32_t)index}, comes_before, f);
}

/// The neighbour of a sample in direction `k`, or -1 outside.
static int32_t neighbour(const drainage *f, int32_t index, int k) {
    int32_t x = index % f->width + STEP_X[k], y = index / f->width + STEP_Y[k];
    return x < 0 || y < 0 || x >= f->width || y >= f->rows ? -1 : y * f->width + x;
}

static bool is_outlet(const drainage *f, int32_t index, bool has_level, float level) {
    if (has_level && f->filled[index] < level) return true;
    for (int k = 0; k < 8; k++) {
        int32_t n = neighbour(f, index, k);
        if (n < 0 || !oro_frame_finite(f->filled[n])) return true;
    }
    return false;
}

static void start_flood(drainage *f, bool has_level, float level) {
    for (int32_t y = 0; y < f->rows; y++)
        memcpy(f->filled + (size_t)y * (size_t)f->width, oro_row(f->height, y), (size_t)f->width * sizeof(float));
    for (int32_t i = 0; i < f->width * f->rows; i++) {
        f->next[i] = -1;
        f->seen[i] = !oro_frame_finite(f->filled[i]);
    }
    for (int32_t i = 0; i < f->width * f->rows; i++)
        if (!f->seen[i] && is_outlet(f, i, has_level, level)) {
            f->seen[i] = SEEN;
            wait_for_turn(f, i);
        }
}

static void run_flood(drainage *f) {
    while (f->front.count) {
        int32_t here = (int32_t)oro_front_pop(&f->front, comes_before, f).at;
        f->order[f->order_count++] = here;
        for (int k = 0; k < 8; k++) {
            int32_t n = neighbour(f, here, k);
            if (n < 0 || f->seen[n]) continue;
            f->seen[n] = SEEN;
            f->next[n] = here;
            f->filled[n] = oro_max(f->filled[n], f->filled[here]);
            wait_for_turn(f, n);
        }
    }
}

// --- the way out of hollows ---------------------------------------------------------------------------------------------

static bool in_hollow(const drainage *f, int32_t i) { return f->filled[i] > ground_of(f, i); }

static bool is_deepest(const drainage *f, int32_t i) {
    for (int k = 0; k < 8; k++) {
        int32_t n = neighbour(f, i, k);
        if (n >= 0 && ground_of(f, n) < ground_of(f, i)) return false;
    }
    return true;
}

/// Marks the ways from the deepest places of hollows to their rims; everything else in a hollow, and level ground that the
/// flood reached through it, runs free.
static void find_ways_out(drainage *f) {
    for (int32_t k = 0; k < f->order_count; k++) {
        int32_t i = f->order[k];
        if (!in_hollow(f, i) || !is_deepest(f, i)) continue;
        for (int32_t n = i; n >= 0 && f->filled[n] == f->filled[i] && f->seen[n] != WAY_OUT; n = f->next[n])
            f->seen[n] = WAY_OUT;
    }
    for (int32_t k = 0; k < f->order_count; k++) { // what comes before is decided already
        int32_t i = f->order[k], next = f->next[i];
        bool through = next >= 0 && f->seen[next] == RUNS_FREE && f->filled[next] == f->filled[i];
        if (f->seen[i] != WAY_OUT && (in_hollow(f, i) || through)) f->seen[i] = RUNS_FREE;
    }
}

typedef struct ranked {
    float ground;
    int32_t place, index; ///< in `order`, of the sample
} ranked;

static int by_ground(const void *a, const void *b) {
    const ranked *p = a, *q = b;
    if (p->ground != q->ground) return p->ground < q->ground ? -1 : 1;
    return (p->place > q->place) - (p->place < q->place);
}

/// Puts what runs free in a hollow behind the ways out, lowest first: then everything in `order` comes after what it drains
/// into. Samples of one hollow lie together there, since they were filled to one height.
static void order_hollows(drainage *f, ranked *spare) {
    for (int32_t from = 0, to; from < f->order_count; from = to) {
        int32_t kept = from, freed = 0;
        float level = f->filled[f->order[from]];
        for (to = from; to < f->order_count && f->filled[f->order[to]] == level; to++) {
            int32_t i = f->order[to];
            if (f->seen[i] == RUNS_FREE)
                spare[freed++] = (ranked){ground_of(f, i), to, i};
            else
                f->order[kept++] = i;
        }
        qsort(spare, (size_t)freed, sizeof *spare, by_ground);
        for (int32_t i = 0; i < freed; i++) f->order[kept + i] = spare[i].index;
    }
}

// --- giving on ----------------------------------------------------------------------------------------------------------

/// What the water at `here` sees of a sample: the ground where it runs free, else the filled ground.
static float level_of(const drainage *f, bool is_free, int32_t i) { return is_free ? ground_of(f, i) : f->filled[i]; }

/// One of the eight triangles around a sample: towards a neighbour in a row or column, and the diagonal one beside it.
typedef struct facet {
    int32_t straight, diagonal; ///< indices
    float along, across;        ///< fall towards the first, and from there to the second; both at least 0
    float side;                 ///< 1: the diagonal lies to the right
    float steep;
} facet;

/// The facet the sample falls into most steeply; `steep` is 0 where it falls into none.
static facet steepest_facet(const drainage *f, int32_t here) {
    facet best = {0};
    bool is_free = f->seen[here] == RUNS_FREE;
    float top = level_of(f, is_free, here);
    for (int i = 0; i < 8; i++) {
        int k = i / 2 * 2, turn = i % 2 ? 1 : 7;
        facet t = {neighbour(f, here, k), neighbour(f, here, (k + turn) % 8), 0, 0, i % 2 ? 1.0f : -1.0f, 0};
        if (t.straight < 0 || t.diagonal < 0) continue;
        float first = level_of(f, is_free, t.straight), second = level_of(f, is_free, t.diagonal);
        if (!oro_frame_finite(first) || !oro_frame_finite(second)) continue;
        t.along = top - first;
        t.across = first - second;
        if (t.across <= 0.0f) { // steepest straight ahead, or in the next facet
            t.across = 0.0f;
        } else if (t.across > t.along) { // or along the diagonal
            t.along = t.across = 0.5f * (top - second);
        }
        t.steep = t.along > 0.0f ? sqrtf(t.along * t.along + t.across * t.across) : 0.0f;
        if (t.steep > best.steep) best = t;
    }
    return best;
}

/// Sends the stream of a sample on, to the neighbour that keeps its path straightest down.
static void send_stream(drainage *f, int32_t here, const oro_flow *out) {
    facet t = f->seen[here] == WAY_OUT ? (facet){0} : steepest_facet(f, here);
    float stream = oro_row(&out->stream, here / f->width)[here % f->width], astray = 0.0f;
    if (t.steep > 0.0f) {
        // How far each choice leads beside the steepest way, with what was strayed before.
        float straight = f->astray[here] + t.side * t.across / t.steep;
        float diagonal = f->astray[here] - t.side * (t.along - t.across) / t.steep;
        bool ahead = t.across == 0.0f || (t.along != t.across && fabsf(straight) <= fabsf(diagonal));
        f->next[here] = ahead ? t.straight : t.diagonal;
        astray = ahead ? straight : diagonal;
    }
    int32_t next = f->next[here];
    oro_row(&out->stream, next / f->width)[next % f->width] += stream;
    if (stream > f->largest[next]) {
        f->largest[next] = stream;
        f->astray[next] = astray;
    }
}

/// Gives the water of one sample on.
static void drain(drainage *f, int32_t here, const oro_flow *out) {
    float share[8], total = 0.0f;
    int32_t to[8];
    if (f->next[here] < 0) return;
    send_stream(f, here, out);
    bool is_free = f->seen[here] == RUNS_FREE, led = f->seen[here] == WAY_OUT;
    float top = level_of(f, is_free, here);
    for (int k = 0; k < 8; k++) {
        to[k] = neighbour(f, here, k);
        float level = to[k] >= 0 ? level_of(f, is_free, to[k]) : top;
        float drop = !led && level < top ? top - level : 0.0f; // on a way out all goes on to the next
        share[k] = drop * (STEP_X[k] && STEP_Y[k] ? 0.70710678f * 0.354f : 0.5f);
        total += share[k];
    }
    int32_t next = f->next[here];
    float spread = oro_row(&out->spread, here / f->width)[here % f->width];
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
    if (count > INT32_MAX / 2)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "the map is too large for finding where its water flows");
    drainage f = {.height = height, .width = height->width, .rows = height->height};
    oro_status status = oro_frame_alloc_like(ctx, height, &out->spread);
    if (status == ORO_OK) status = oro_frame_alloc_like(ctx, height, &out->stream);
    f.filled = status == ORO_OK ? oro_alloc(ctx, count * sizeof *f.filled) : NULL;
    f.front.places = f.filled ? oro_alloc(ctx, count * sizeof *f.front.places) : NULL;
    f.order = f.front.places ? oro_alloc(ctx, count * sizeof *f.order) : NULL;
    f.astray = f.order ? oro_alloc(ctx, count * sizeof *f.astray) : NULL;
    f.largest = f.astray ? oro_alloc(ctx, count * sizeof *f.largest) : NULL;
    f.seen = f.largest ? oro_alloc(ctx, count) : NULL;
    ranked *spare = f.seen ? oro_alloc(ctx, count * sizeof *spare) : NULL;
    out->next = f.next = spare ? oro_alloc(ctx, count * sizeof *f.next) : NULL;
    if (status == ORO_OK && !f.next) status = ORO_NO_MEMORY;
    if (status == ORO_OK) {
        float area = (float)(height->cell * height->cell);
        for (int32_t y = 0; y < height->height; y++)
            for (int32_t x = 0; x < height->width; x++)
                oro_row(&out->spread, y)[x] = oro_row(&out->stream, y)[x] = area;
        memset(f.astray, 0, count * sizeof *f.astray);
        memset(f.largest, 0, count * sizeof *f.largest);
        start_flood(&f, has_level, level);
        run_flood(&f);
        find_ways_out(&f);
        order_hollows(&f, spare);
        for (int32_t i = f.order_count - 1; i >= 0; i--) drain(&f, f.order[i], out);
    }
    oro_free(ctx, f.filled);
    oro_free(ctx, f.front.places);
    oro_free(ctx, f.order);
    oro_free(ctx, f.astray);
    oro_free(ctx, f.largest);
    oro_free(ctx, f.seen);
    oro_free(ctx, spare);
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
    double ratio;      ///< pixels per sample
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
            else if (oro_map_is_under_water(m, h))
                *v = -1.0f;
        }
}

oro_status oro_map_draw_flow(map *m) {
    drawing d = {.m = m};
    oro_status status = oro_map_sample_height(m);
    if (status == ORO_OK) status = oro_map_make_shade(m, &m->height);
    if (status == ORO_OK) status = drain_ground(&d);
    m->value = m->frame;
    if (status == ORO_OK) status = oro_frame_sample(m->ctx, &d.flow.spread, &m->value);
    m->shading = 0.75f;
    m->colour = ground_colour;
    if (status == ORO_OK) {
        mark_water(m);
        status = oro_map_paint(m);
    }
    if (status == ORO_OK) {
        static const oro_rgb shore = {0.45f, 0.58f, 0.68f};
        for (int class = 0; class < CLASSES; class ++) draw_streams(&d, class);
        if (m->desc->has_water)
            oro_map_contour_line(m, &m->height, (double)m->desc->water_level, 1.0 * fmax(m->scale, 0.8), shore, 0.9f);
        oro_map_draw_legend(m, &(map_legend){.title = "area drained",
                                             .lo = (double)d.least,
                                             .hi = (double)d.most,
                                             .logarithmic = true,
                                             .colour = drain_colour});
    }
    oro_flow_free(m->ctx, &d.flow);
    oro_grid_free(m->ctx, &d.ground);
    return status;
}
