// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the styles of maps share: room for map and legend, values at the pixels, colours with shading.
//
// Memory: two floats and four bytes per pixel besides the picture; the shading needs four floats more while it is made.

#include "render/map.h"
#include "core/cell.h"
#include "core/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16, LEAST_WIDTH = 200 };

// --- room ---------------------------------------------------------------------------------------------------------------

static double text_size(int32_t width) { return fmin(fmax(0.0105 * width, 8.0), 64.0); }

static int32_t strip_height(int32_t width) { return width < LEAST_WIDTH ? 0 : (int32_t)ceil(6.6 * text_size(width)); }

int32_t oro_map_side(int32_t samples) {
    enum { LEAST = 1024, MOST = 2048 };
    return samples < LEAST ? LEAST : samples > MOST ? MOST : samples;
}

/// Chooses the map's size and the strip's from what was asked for.
static void lay_out(map *m, bool legend, bool samples) {
    const oro_grid *g = m->source;
    int32_t width = m->desc->width, height = m->desc->height;
    bool wide = g->width >= g->height, free_size = !width && !height;
    if (free_size && !samples) *(wide ? &width : &height) = oro_map_side(wide ? g->width : g->height);
    legend = legend && !m->desc->no_legend;
    if (!free_size && height) { // the legend is part of the height asked for
        int32_t guess = width ? width : (int32_t)fmin((double)height * g->width / g->height, ORO_MAX_SIDE);
        int32_t strip = legend ? strip_height(guess) : 0;
        if (height >= 2.5 * strip) height -= strip;
        m->strip = height < m->desc->height ? strip : 0;
        m->frame = oro_frame_geometry(g, width, height);
    } else {
        m->frame = oro_frame_geometry(g, width, height);
        int32_t strip = legend ? strip_height(m->frame.width) : 0;
        m->strip = m->frame.height >= 1.5 * strip ? strip : 0;
    }
    m->scale = fmin(fmax(m->frame.width / 1024.0, 0.6), 8.0);
    m->text = text_size(m->frame.width);
}

oro_status oro_map_open(map *m, bool legend, bool samples) {
    lay_out(m, legend, samples);
    *m->out = (oro_image){.width = m->frame.width, .height = m->frame.height + m->strip, .channels = 3};
    oro_status status = oro_image_alloc(m->ctx, m->out);
    if (status == ORO_OK) status = oro_pen_make(m->ctx, &m->pen, m->out->width, m->out->height);
    return status;
}

void oro_map_close(map *m) {
    oro_grid_free(m->ctx, &m->height);
    oro_grid_free(m->ctx, &m->value);
    if (m->shade.data) oro_image_free(m->ctx, &m->shade);
    oro_pen_free(m->ctx, &m->pen);
}

oro_status oro_map_sample_height(map *m) {
    m->height = m->frame;
    return oro_frame_sample(m->ctx, m->source, &m->height);
}

oro_status oro_map_alloc_value(map *m) { return oro_frame_alloc_like(m->ctx, &m->frame, &m->value); }

// --- measuring --------------------------------------------------------------------------------------------------------

double oro_map_round_up(double v) {
    if (!(v > 1e-300 && v < 1e300)) return 1.0;
    double power = pow(10.0, floor(log10(v)));
    static const double steps[] = {1.0, 2.0, 5.0, 10.0};
    for (int i = 0; i < 4; i++)
        if (steps[i] * power >= v * (1.0 - 1e-9)) return steps[i] * power;
    return 10.0 * power;
}

double oro_map_round_up_finely(double v) {
    double step = oro_map_round_up(v), finer = step / (step > 1.5 * v ? 10.0 : 5.0);
    if (!(v > 1e-300 && v < 1e300)) return 1.0;
    return fmin(ceil(v / finer - 1e-9) * finer, step);
}

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

oro_status oro_map_quantile(oro_context *ctx, const oro_grid *g, double fraction, float *value) {
    enum { SIDE = 256 };
    int32_t step_x = (g->width + SIDE - 1) / SIDE, step_y = (g->height + SIDE - 1) / SIDE, count = 0;
    float *values = oro_alloc(ctx, (size_t)SIDE * SIDE * sizeof *values);
    *value = 0.0f;
    if (!values) return ORO_NO_MEMORY;
    for (int32_t y = 0; y < g->height; y += step_y)
        for (int32_t x = 0; x < g->width; x += step_x) {
            float v = fabsf(oro_row(g, y)[x]);
            if (oro_frame_finite(v)) values[count++] = v;
        }
    qsort(values, (size_t)count, sizeof *values, by_value);
    if (count) *value = values[(int32_t)(fraction * (count - 1))];
    oro_free(ctx, values);
    return ORO_OK;
}

// --- smoothing --------------------------------------------------------------------------------------------------------

typedef struct smooth_job {
    const oro_grid *from;
    oro_grid *to;
} smooth_job;

static void smooth_along_row(void *user, int y) {
    const smooth_job *job = user;
    const float *in = oro_row(job->from, y);
    float *out = oro_row(job->to, y);
    int32_t last = job->from->width - 1;
    out[0] = in[0];
    out[last] = in[last];
    for (int32_t x = 1; x < last; x++) out[x] = 0.25f * (in[x - 1] + in[x + 1]) + 0.5f * in[x];
}

static void smooth_across_rows(void *user, int y) {
    const smooth_job *job = user;
    bool edge = y == 0 || y == job->from->height - 1;
    const float *in = oro_row(job->from, y), *above = oro_row(job->from, edge ? y : y - 1),
                *below = oro_row(job->from, edge ? y : y + 1);
    float *out = oro_row(job->to, y);
    for (int32_t x = 0; x < job->from->width; x++) out[x] = 0.25f * (above[x] + below[x]) + 0.5f * in[x];
}

oro_status oro_map_smooth(oro_context *ctx, oro_grid *g, oro_grid *spare, int passes) {
    oro_status status = ORO_OK;
    for (int i = 0; i < passes && status == ORO_OK; i++) {
        smooth_job rows = {g, spare}, columns = {spare, g};
        status = oro_parallel(ctx, g->height, smooth_along_row, &rows);
        if (status == ORO_OK) status = oro_parallel(ctx, g->height, smooth_across_rows, &columns);
    }
    return status;
}

// --- colours ------------------------------------------------------------------------------------------------------------

static const float LEVEL_SHADE = 0xC6 / 255.0f; // what the grey palette shows for level ground

oro_status oro_map_make_shade(map *m, const oro_grid *terrain) {
    oro_extremes seen = oro_grid_extremes(terrain);
    oro_relief_desc desc = {.palette = "grey",
                            .has_exaggeration = m->desc->has_exaggeration,
                            .exaggeration = m->desc->exaggeration,
                            .has_light = m->desc->has_light,
                            .azimuth = m->desc->azimuth,
                            .altitude = m->desc->altitude};
    // A range above everything: one tint for all heights, so that only light is left.
    float above = seen.max + oro_max(fabsf(seen.max), 1.0f);
    desc.has_range = fabsf(above) < 1e30f;
    desc.lo = above;
    desc.hi = 2.0f * above + 1.0f > above ? 2.0f * fabsf(above) + 1.0f : above + 1.0f;
    desc.has_range = desc.has_range && desc.lo < desc.hi;
    return oro_render_relief(m->ctx, terrain, &desc, &m->shade);
}

oro_rgb oro_map_ramp_colour(const map *m, float value) { return oro_ramp(m->ramp, (value - m->lo) / (m->hi - m->lo)); }

bool oro_map_is_under_water(const map *m, float height) { return m->desc->has_water && height < m->desc->water_level; }

static oro_rgb shaded(const map *m, oro_rgb c, int32_t x, int32_t y) {
    if (!m->shade.data) return c;
    float light = m->shade.data[((size_t)y * (size_t)m->shade.width + (size_t)x) * 3] / 255.0f / LEVEL_SHADE;
    float amount = m->shading;
    if (m->height.data && oro_map_is_under_water(m, oro_row(&m->height, y)[x])) amount *= 0.3f;
    float f = oro_clamp(1.0f + (light - 1.0f) * amount, 0.2f, 2.0f);
    if (f <= 1.0f) return (oro_rgb){c.r * f, c.g * f, c.b * f};
    static const oro_rgb white = {1, 1, 1};
    return oro_rgb_mix(c, white, oro_min((f - 1.0f) * 1.3f, 0.7f));
}

static void paint_rows(void *user, int block) {
    const map *m = user;
    for (int32_t y = block * ROWS; y < (block + 1) * ROWS && y < m->frame.height; y++)
        for (int32_t x = 0; x < m->frame.width; x++) {
            float v = oro_row(&m->value, y)[x];
            oro_put_rgb(m->out, x, y, oro_frame_finite(v) ? shaded(m, m->colour(m, v), x, y) : oro_missing);
        }
}

oro_status oro_map_paint(map *m) { return oro_parallel(m->ctx, (m->frame.height + ROWS - 1) / ROWS, paint_rows, m); }
