// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Grids, pyramids and pictures: memory, bounds, sampling. Resampling is separable: columns first into a map of the target's
// width, then rows; 4 to 2·ratio taps an axis, each target sample written once.

#include "context.h"
#include "cell.h"
#include "pool.h"

#include <assert.h>
#include <math.h>
#include <string.h>

bool oro_grid_same_shape(const oro_grid *a, const oro_grid *b) {
    return a->width == b->width && a->height == b->height && a->cell == b->cell && a->origin_x == b->origin_x &&
           a->origin_y == b->origin_y && a->wrap == b->wrap;
}

oro_status oro_grid_check(oro_context *ctx, const oro_grid *g, const char *where) {
    if (g->width < 1 || g->height < 1)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "a map must have at least 1 x 1 samples, not %d x %d", g->width,
                        g->height);
    if (g->width > ORO_MAX_SIDE || g->height > ORO_MAX_SIDE)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "a map must have at most %d samples along a side, not %d x %d",
                        ORO_MAX_SIDE, g->width, g->height);
    if (!(g->cell > 0.0 && g->cell < 1e9))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "the distance between samples must be above 0 m, not %g",
                        g->cell);
    if (!(fabs(g->origin_x) < 1e12 && fabs(g->origin_y) < 1e12))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "the origin must lie within 1e12 m, not at (%g, %g)", g->origin_x,
                        g->origin_y);
    return ORO_OK;
}

oro_status oro_grid_alloc(oro_context *ctx, oro_grid *g) {
    oro_status status = oro_grid_check(ctx, g, NULL);
    if (status != ORO_OK) return status;
    g->stride = (g->width + 15) / 16 * 16;
    g->data = oro_alloc(ctx, (size_t)g->stride * (size_t)g->height * sizeof(float));
    return g->data ? ORO_OK : ORO_NO_MEMORY;
}

void oro_grid_free(oro_context *ctx, oro_grid *g) {
    oro_free(ctx, g->data);
    g->data = NULL;
}

void oro_grid_copy(const oro_grid *from, oro_grid *to) {
    assert(from->width == to->width && from->height == to->height);
    for (int32_t y = 0; y < to->height; y++)
        memcpy(oro_row(to, y), oro_row(from, y), (size_t)to->width * sizeof(float));
}

oro_extremes oro_grid_extremes(const oro_grid *g) {
    float lo = INFINITY, hi = -INFINITY;
    int64_t bad = 0;
    for (int32_t y = 0; y < g->height; y++) {
        const float *row = oro_row(g, y);
        int32_t bad_here = 0;
        for (int32_t x = 0; x < g->width; x++) {
            bool finite = fabsf(row[x]) <= 3.4028235e38f;
            lo = finite && row[x] < lo ? row[x] : lo;
            hi = finite && row[x] > hi ? row[x] : hi;
            bad_here += !finite;
        }
        bad += bad_here;
    }
    if (lo > hi) lo = hi = 0.0f;
    return (oro_extremes){lo, hi, bad};
}

static int32_t fold(int64_t i, int32_t count, bool wrap) {
    if (wrap) return (int32_t)((i % count + count) % count);
    return i < 0 ? 0 : i >= count ? count - 1 : (int32_t)i;
}

bool oro_georef_equal(const oro_georef *a, const oro_georef *b) {
    if (!a->set || !b->set) return a->set == b->set;
    return a->east == b->east && a->north == b->north && a->unit_x == b->unit_x && a->unit_y == b->unit_y &&
           strcmp(a->crs, b->crs) == 0;
}

float oro_grid_sample(const oro_grid *g, double x, double y) {
    double u = (x - g->origin_x) / g->cell, v = (y - g->origin_y) / g->cell;
    u = u > -1e9 ? (u < 1e9 ? u : 1e9) : -1e9; // NaN becomes the far west as well
    v = v > -1e9 ? (v < 1e9 ? v : 1e9) : -1e9;
    int64_t i = (int64_t)floor(u), j = (int64_t)floor(v);
    float fx = (float)(u - (double)i), fy = (float)(v - (double)j);
    int32_t x0 = fold(i, g->width, g->wrap), x1 = fold(i + 1, g->width, g->wrap);
    const float *top = oro_row(g, fold(j, g->height, g->wrap)), *bottom = oro_row(g, fold(j + 1, g->height, g->wrap));
    return oro_mix(oro_mix(top[x0], top[x1], fx), oro_mix(bottom[x0], bottom[x1], fx), fy);
}

// --- resampling -------------------------------------------------------------------------------------------------------

/// For each target position along one axis: which source samples count, and how much.
typedef struct axis {
    int32_t count, taps;
    bool limit; ///< interpolating: keep the result between the two nearest samples
    int32_t *index;
    float *weight;
} axis;

static double tent(double d) { return d < 1.0 ? 1.0 - d : 0.0; }

/// Catmull-Rom: passes through the samples with continuous slope.
static double cubic(double d) {
    if (d < 1.0) return (1.5 * d - 2.5) * d * d + 1.0;
    return d < 2.0 ? ((-0.5 * d + 2.5) * d - 4.0) * d + 2.0 : 0.0;
}

static oro_status axis_make(oro_context *ctx, axis *a, int32_t count, double cell, double origin, int32_t from_count,
                            double from_cell, double from_origin, bool wrap) {
    double ratio = cell / from_cell;
    a->limit = ratio <= 1.0;
    a->count = count;
    double reach = a->limit ? 2.0 : ratio;
    if (reach > from_count + 1.0) reach = from_count + 1.0; // wider than the map: more taps would find nothing new
    a->taps = a->limit ? 4 : 2 * (int32_t)ceil(reach) + 1;
    size_t entries = (size_t)count * (size_t)a->taps;
    a->index = oro_alloc(ctx, entries * sizeof *a->index);
    a->weight = a->index ? oro_alloc(ctx, entries * sizeof *a->weight) : NULL;
    if (!a->weight) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        double u = (origin + i * cell - from_origin) / from_cell;
        u = u > -1e9 ? (u < 1e9 ? u : 1e9) : -1e9;
        int64_t first = (int64_t)floor(u) - (a->limit ? 1 : (int64_t)ceil(reach));
        double sum = 0.0;
        for (int32_t k = 0; k < a->taps; k++) {
            double d = fabs(u - (double)(first + k));
            double w = a->limit ? cubic(d) : tent(d / reach);
            a->index[i * a->taps + k] = fold(first + k, from_count, wrap);
            a->weight[i * a->taps + k] = (float)w;
            sum += w;
        }
        for (int32_t k = 0; k < a->taps; k++) a->weight[i * a->taps + k] = (float)(a->weight[i * a->taps + k] / sum);
    }
    return ORO_OK;
}

static void axis_free(oro_context *ctx, axis *a) {
    oro_free(ctx, a->index);
    oro_free(ctx, a->weight);
}

typedef struct resample_job {
    const oro_grid *from;
    oro_grid *between, *to;
    const axis *columns, *rows;
} resample_job;

static float between_nearest(float value, float a, float b) { return oro_clamp(value, oro_min(a, b), oro_max(a, b)); }

static void resample_columns(void *user, int y) {
    const resample_job *job = user;
    const axis *a = job->columns;
    const float *in = oro_row(job->from, y);
    float *out = oro_row(job->between, y);
    for (int32_t x = 0; x < a->count; x++) {
        const int32_t *index = a->index + (ptrdiff_t)x * a->taps;
        const float *weight = a->weight + (ptrdiff_t)x * a->taps;
        float sum = 0.0f;
        for (int32_t k = 0; k < a->taps; k++)
            if (weight[k] != 0.0f) sum += weight[k] * in[index[k]]; // a weight of 0 must not spread a NaN
        out[x] = a->limit ? between_nearest(sum, in[index[1]], in[index[2]]) : sum;
    }
}

static void resample_rows(void *user, int y) {
    const resample_job *job = user;
    const axis *a = job->rows;
    const int32_t *index = a->index + (ptrdiff_t)y * a->taps;
    const float *weight = a->weight + (ptrdiff_t)y * a->taps;
    float *restrict out = oro_row(job->to, y);
    int32_t width = job->to->width;
    for (int32_t x = 0; x < width; x++) out[x] = 0.0f;
    for (int32_t k = 0; k < a->taps; k++) {
        const float *restrict in = oro_row(job->between, index[k]);
        float w = weight[k];
        if (w == 0.0f) continue;
        for (int32_t x = 0; x < width; x++) out[x] += w * in[x];
    }
    if (!a->limit) return;
    const float *restrict above = oro_row(job->between, index[1]), *restrict below = oro_row(job->between, index[2]);
    for (int32_t x = 0; x < width; x++) out[x] = between_nearest(out[x], above[x], below[x]);
}

oro_status oro_grid_resample(oro_context *ctx, const oro_grid *from, oro_grid *to) {
    axis columns = {0}, rows = {0};
    oro_grid between = {.width = to->width, .height = from->height, .cell = to->cell};
    oro_status status = oro_grid_alloc(ctx, &between);
    if (status == ORO_OK)
        status = axis_make(ctx, &columns, to->width, to->cell, to->origin_x, from->width, from->cell, from->origin_x,
                           from->wrap);
    if (status == ORO_OK)
        status = axis_make(ctx, &rows, to->height, to->cell, to->origin_y, from->height, from->cell, from->origin_y,
                           from->wrap);
    resample_job job = {from, &between, to, &columns, &rows};
    if (status == ORO_OK) status = oro_parallel(ctx, from->height, resample_columns, &job);
    if (status == ORO_OK) status = oro_parallel(ctx, to->height, resample_rows, &job);
    axis_free(ctx, &columns);
    axis_free(ctx, &rows);
    oro_grid_free(ctx, &between);
    return status;
}

// --- pyramids and pictures --------------------------------------------------------------------------------------------

static oro_grid half_of(const oro_grid *g) {
    oro_grid half = *g;
    half.cell = 2.0 * g->cell;
    half.width = g->wrap ? g->width / 2 : g->width / 2 + 1;
    half.height = g->wrap ? g->height / 2 : g->height / 2 + 1;
    half.data = NULL;
    return half;
}

static bool can_halve(const oro_grid *g, int32_t smallest) {
    oro_grid half = half_of(g);
    bool whole = !g->wrap || (g->width % 2 == 0 && g->height % 2 == 0);
    return whole && half.width < g->width && half.height < g->height && half.width >= smallest &&
           half.height >= smallest;
}

oro_status oro_pyramid_build(oro_context *ctx, const oro_grid *finest, int32_t smallest, oro_pyramid *out) {
    oro_grid shape = *finest;
    out->count = 1;
    while (out->count < ORO_MAX_LEVELS && can_halve(&shape, smallest)) {
        shape = half_of(&shape);
        out->count++;
    }
    for (int32_t i = 0; i < out->count; i++) out->levels[i].data = NULL;
    for (int32_t i = out->count - 1; i >= 0; i--) {
        const oro_grid *finer = i == out->count - 1 ? finest : &out->levels[i + 1];
        oro_grid *level = &out->levels[i];
        *level = i == out->count - 1 ? *finest : half_of(finer);
        level->data = NULL;
        oro_status status = oro_grid_alloc(ctx, level);
        if (status == ORO_OK && finer == finest) oro_grid_copy(finest, level);
        if (status == ORO_OK && finer != finest) status = oro_grid_resample(ctx, finer, level);
        if (status != ORO_OK) {
            oro_pyramid_free(ctx, out);
            return status;
        }
    }
    return ORO_OK;
}

void oro_pyramid_free(oro_context *ctx, oro_pyramid *p) {
    for (int32_t i = 0; i < p->count; i++) oro_grid_free(ctx, &p->levels[i]);
    p->count = 0;
}

oro_status oro_image_alloc(oro_context *ctx, oro_image *image) {
    if (image->width < 1 || image->height < 1 || image->width > ORO_MAX_SIDE || image->height > ORO_MAX_SIDE)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "a picture must have 1 to %d pixels along a side, not %d x %d",
                        ORO_MAX_SIDE, image->width, image->height);
    assert(image->channels == 1 || image->channels == 3 || image->channels == 4);
    image->data = oro_alloc(ctx, (size_t)image->width * (size_t)image->height * (size_t)image->channels);
    return image->data ? ORO_OK : ORO_NO_MEMORY;
}

void oro_image_free(oro_context *ctx, oro_image *image) {
    oro_free(ctx, image->data);
    image->data = NULL;
}
