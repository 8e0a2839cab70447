// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The styles that turn one number a pixel into a colour: height, slope, curvature, difference, classes, colours,
// normals.

#include "core/cell.h"
#include "core/pool.h"
#include "render/map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 16 };

static int blocks_of(int32_t rows) { return (rows + ROWS - 1) / ROWS; }

// --- height ---------------------------------------------------------------------------------------------------------------

static oro_rgb height_colour(const map *m, float height) {
    if (oro_map_is_under_water(m, height)) {
        float depth = (m->desc->water_level - height) / m->deepest;
        return oro_ramp(m->palette->water, sqrtf(oro_clamp(depth, 0.0f, 1.0f)));
    }
    float lo = m->desc->has_water ? oro_max(m->lo, m->desc->water_level) : m->lo;
    return oro_ramp(m->palette->land, (height - lo) / oro_max(m->hi - lo, 1e-6f));
}

/// A range of no width gets one: level ground is low ground.
static void widen(float *lo, float *hi) {
    float least = oro_max(fabsf(*hi) * 1e-4f, 1e-3f);
    if (!(*hi - *lo > least)) *hi = *lo + least;
}

oro_status oro_map_measure_height(map *m, const oro_grid *terrain, float *lo, float *hi) {
    (void)m;
    oro_extremes seen = oro_grid_extremes(terrain);
    *lo = seen.min;
    *hi = seen.max;
    widen(lo, hi);
    return ORO_OK;
}

oro_status oro_map_draw_height(map *m) {
    oro_status status = oro_map_sample_height(m);
    if (status == ORO_OK) status = oro_map_alloc_value(m);
    if (status == ORO_OK) oro_grid_copy(&m->height, &m->value);
    if (status == ORO_OK) status = oro_map_make_shade(m, &m->height);
    if (status != ORO_OK) return status;
    double interval =
        m->desc->interval > 0.0 ? m->desc->interval : oro_map_contour_interval((double)m->lo, (double)m->hi);
    if ((double)(m->hi - m->lo) / interval > 5000.0)
        return oro_fail(m->ctx, ORO_BAD_ARGUMENT, "interval",
                        "contours every %g m would be %.0f lines; they must be at least %g m apart here", interval,
                        (double)(m->hi - m->lo) / interval, oro_map_round_up((double)(m->hi - m->lo) / 5000.0));
    m->deepest = m->desc->has_water ? oro_max(m->desc->water_level - m->lo, 1e-3f) : 1.0f;
    m->shading = 0.7f;
    m->colour = height_colour;
    status = oro_map_paint(m);
    if (status == ORO_OK) status = oro_map_contours(m, interval);
    if (status != ORO_OK) return status;
    char note[80], number[40];
    snprintf(note, sizeof note, "contours every %s m", oro_map_number_text(interval, number, sizeof number));
    oro_map_draw_legend(
        m, &(map_legend){
               .title = "height, m", .note = note, .lo = (double)m->lo, .hi = (double)m->hi, .colour = height_colour});
    return ORO_OK;
}

// --- slope ----------------------------------------------------------------------------------------------------------------

typedef struct slope_job {
    const oro_grid *from;
    oro_grid *to;
} slope_job;

static void slope_rows(void *user, int block) {
    const slope_job *job = user;
    for (int32_t y = block * ROWS; y < (block + 1) * ROWS && y < job->from->height; y++)
        for (int32_t x = 0; x < job->from->width; x++) {
            oro_slope s = oro_frame_slope(job->from, x, y);
            // The sample itself has no part in its slope; where it is missing, so is the slope.
            float here = oro_row(job->from, y)[x];
            oro_row(job->to, y)[x] = atanf(sqrtf(s.x * s.x + s.y * s.y)) * 57.29578f + (here - here);
        }
}

/// Slopes in degrees on the terrain's own samples: means of slopes, not slopes of means, are what a small picture shows.
static oro_status slopes_of(map *m, const oro_grid *terrain, oro_grid *out) {
    oro_status status = oro_frame_alloc_like(m->ctx, terrain, out);
    slope_job job = {terrain, out};
    return status == ORO_OK ? oro_parallel(m->ctx, blocks_of(terrain->height), slope_rows, &job) : status;
}

oro_status oro_map_measure_slope(map *m, const oro_grid *terrain, float *lo, float *hi) {
    static const float ends[] = {5, 10, 20, 30, 40, 50, 60, 90};
    oro_grid slopes = {0};
    float steep = 0.0f;
    oro_status status = slopes_of(m, terrain, &slopes);
    if (status == ORO_OK) status = oro_map_quantile(m->ctx, &slopes, 0.96, &steep);
    oro_grid_free(m->ctx, &slopes);
    int i = 0;
    while (i < 7 && ends[i] < steep) i++;
    *lo = 0.0f;
    *hi = ends[i];
    return status;
}

static void draw_shore(map *m) {
    static const oro_rgb shore = {0.20f, 0.40f, 0.56f};
    if (m->desc->has_water && m->height.data)
        oro_map_contour_line(m, &m->height, (double)m->desc->water_level, 1.1 * fmax(m->scale, 0.8), shore, 0.75f);
}

oro_status oro_map_draw_slope(map *m) {
    oro_grid slopes = {0};
    oro_status status = slopes_of(m, m->source, &slopes);
    m->value = m->frame;
    if (status == ORO_OK) status = oro_frame_sample(m->ctx, &slopes, &m->value);
    oro_grid_free(m->ctx, &slopes);
    if (status == ORO_OK) status = oro_map_sample_height(m);
    m->ramp = oro_ramp_slope;
    m->colour = oro_map_ramp_colour;
    if (status == ORO_OK) status = oro_map_paint(m);
    if (status != ORO_OK) return status;
    draw_shore(m);
    oro_map_draw_legend(
        m, &(map_legend){
               .title = "slope, degrees", .lo = (double)m->lo, .hi = (double)m->hi, .colour = oro_map_ramp_colour});
    return ORO_OK;
}

// --- curvature --------------------------------------------------------------------------------------------------------------

static void bend_rows(void *user, int block) {
    const slope_job *job = user;
    const oro_grid *g = job->from;
    float scale = (float)(-500.0 / (g->cell * g->cell)); // half the Laplacian, per kilometre, crests positive
    for (int32_t y = block * ROWS; y < (block + 1) * ROWS && y < g->height; y++) {
        const float *n = oro_row(g, y > 0 ? y - 1 : y), *h = oro_row(g, y),
                    *s = oro_row(g, y < g->height - 1 ? y + 1 : y);
        bool inner_y = y > 0 && y < g->height - 1;
        for (int32_t x = 0; x < g->width; x++) {
            bool inner_x = x > 0 && x < g->width - 1;
            float across = inner_x ? (h[x - 1] - h[x]) + (h[x + 1] - h[x]) : h[x] - h[x];
            float down = inner_y ? (n[x] - h[x]) + (s[x] - h[x]) : h[x] - h[x];
            oro_row(job->to, y)[x] = scale * (across + down);
        }
    }
}

/// Curvature of a terrain at the map's pixels, of features no smaller than a hundredth of the map: what is finer is noise to
/// the eye, and would change with the resolution.
static oro_status bend_of(map *m, const oro_grid *terrain, oro_grid *out) {
    enum { SIDE = 512, PASSES = 5 };
    bool wide = m->frame.width >= m->frame.height;
    int32_t side = wide ? m->source->width : m->source->height; // no more samples than there are
    if (side > SIDE) side = SIDE;
    oro_grid ground = oro_frame_geometry(&m->frame, wide ? side : 0, wide ? 0 : side), spare = {0}, bend = {0};
    oro_status status = oro_frame_sample(m->ctx, terrain, &ground);
    if (status == ORO_OK) status = oro_frame_alloc_like(m->ctx, &ground, &spare);
    if (status == ORO_OK) status = oro_frame_alloc_like(m->ctx, &ground, &bend);
    if (status == ORO_OK) status = oro_map_smooth(m->ctx, &ground, &spare, PASSES);
    slope_job job = {&ground, &bend};
    if (status == ORO_OK) status = oro_parallel(m->ctx, blocks_of(bend.height), bend_rows, &job);
    *out = m->frame;
    if (status == ORO_OK) status = oro_frame_sample(m->ctx, &bend, out);
    oro_grid_free(m->ctx, &ground);
    oro_grid_free(m->ctx, &spare);
    oro_grid_free(m->ctx, &bend);
    return status;
}

/// A symmetric range that nearly all values of a map fit in, ending at a round number.
static oro_status symmetric_range(map *m, const oro_grid *values, double fraction, float *lo, float *hi) {
    float most = 0.0f;
    oro_status status = oro_map_quantile(m->ctx, values, fraction, &most);
    if (!(most > 0.0f)) most = oro_max(fabsf(oro_grid_extremes(values).min), oro_grid_extremes(values).max);
    *hi = (float)oro_map_round_up_finely((double)most);
    *lo = -*hi;
    return status;
}

/// A range that was given, made symmetric.
static void make_symmetric(map *m) {
    m->hi = oro_max(fabsf(m->lo), fabsf(m->hi));
    m->lo = -m->hi;
}

oro_status oro_map_measure_curvature(map *m, const oro_grid *terrain, float *lo, float *hi) {
    oro_grid bend = {0};
    oro_status status = bend_of(m, terrain, &bend);
    if (status == ORO_OK) status = symmetric_range(m, &bend, 0.96, lo, hi);
    oro_grid_free(m->ctx, &bend);
    return status;
}

oro_status oro_map_draw_curvature(map *m) {
    oro_status status = bend_of(m, m->source, &m->value);
    if (status == ORO_OK) status = oro_map_sample_height(m);
    if (status == ORO_OK) status = oro_map_make_shade(m, &m->height);
    m->shading = 0.3f;
    make_symmetric(m);
    m->ramp = oro_ramp_bend;
    m->colour = oro_map_ramp_colour;
    if (status == ORO_OK) status = oro_map_paint(m);
    if (status != ORO_OK) return status;
    oro_map_draw_legend(m, &(map_legend){.title = "curvature, 1/km",
                                         .low = "hollow",
                                         .high = "crest",
                                         .lo = (double)m->lo,
                                         .hi = (double)m->hi,
                                         .colour = oro_map_ramp_colour});
    return ORO_OK;
}

// --- difference -------------------------------------------------------------------------------------------------------------

/// Fills `value` with what was added since, and `height` with the mean of both, on which the light falls: swapping the two
/// maps then only swaps the colours.
static oro_status subtract_before(map *m) {
    oro_grid before = m->frame;
    oro_status status = oro_map_sample_height(m);
    if (status == ORO_OK) status = oro_map_alloc_value(m);
    if (status == ORO_OK) status = oro_frame_sample(m->ctx, m->desc->before, &before);
    for (int32_t y = 0; status == ORO_OK && y < m->frame.height; y++) {
        float *now = oro_row(&m->height, y), *value = oro_row(&m->value, y);
        const float *then = oro_row(&before, y);
        for (int32_t x = 0; x < m->frame.width; x++) {
            value[x] = now[x] - then[x];
            now[x] = 0.5f * (now[x] + then[x]);
        }
    }
    oro_grid_free(m->ctx, &before);
    return status;
}

oro_status oro_map_draw_difference(map *m) {
    oro_status status = subtract_before(m);
    if (status == ORO_OK && !m->desc->has_range) status = symmetric_range(m, &m->value, 0.99, &m->lo, &m->hi);
    if (m->desc->has_range) m->lo = m->desc->lo, m->hi = m->desc->hi;
    make_symmetric(m);
    if (status == ORO_OK) status = oro_map_make_shade(m, &m->height);
    m->shading = 0.45f;
    m->ramp = oro_ramp_change;
    m->colour = oro_map_ramp_colour;
    if (status == ORO_OK) status = oro_map_paint(m);
    if (status != ORO_OK) return status;
    oro_map_draw_legend(m, &(map_legend){.title = "change, m",
                                         .low = "eroded",
                                         .high = "deposited",
                                         .lo = (double)m->lo,
                                         .hi = (double)m->hi,
                                         .colour = oro_map_ramp_colour});
    return ORO_OK;
}

// --- classes ------------------------------------------------------------------------------------------------------------------

enum { MOST_CLASSES = 256 };

typedef struct classes {
    map *m;
    int64_t values[MOST_CLASSES];
    int32_t count;
    bool more;       ///< there are more than the list holds
    bool fractional; ///< some values are no whole numbers
    bool spelt;      ///< numbers are colours themselves
} classes;

static bool is_class(float v) { return fabsf(v) < 1e9f; }

static void note_class(classes *c, int64_t value) {
    int32_t at = 0;
    while (at < c->count && c->values[at] < value) at++;
    if (at < c->count && c->values[at] == value) return;
    if (c->count == MOST_CLASSES) {
        c->more = true;
        return;
    }
    memmove(c->values + at + 1, c->values + at, (size_t)(c->count - at) * sizeof *c->values);
    c->values[at] = value;
    c->count++;
}

static void find_classes(classes *c) {
    const oro_grid *g = c->m->source;
    int64_t last = INT64_MIN;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            float v = oro_row(g, y)[x];
            if (!is_class(v)) continue;
            int64_t value = (int64_t)floorf(v + 0.5f);
            c->fractional |= (float)value != v;
            if (value != last) note_class(c, value);
            last = value;
        }
}

/// A colour as a number (solve/colour.h); what cannot be one is drawn as missing.
static oro_rgb spelt_colour(float v) {
    if (!(v >= 0.0f && v < 16777216.0f)) return oro_missing;
    int32_t number = (int32_t)((double)v + 0.5); // in float, white and a half would round to 2^24
    return (oro_rgb){(float)(number >> 16 & 255) / 255.0f, (float)(number >> 8 & 255) / 255.0f,
                     (float)(number & 255) / 255.0f};
}

static oro_rgb class_at(const classes *c, const oro_grid *g, double column, double row) {
    int32_t x = (int32_t)fmin(fmax(floor(column + 0.5), 0.0), g->width - 1.0);
    int32_t y = (int32_t)fmin(fmax(floor(row + 0.5), 0.0), g->height - 1.0);
    float v = oro_row(g, y)[x];
    if (c->spelt) return spelt_colour(v);
    return is_class(v) ? oro_class_colour((int64_t)floorf(v + 0.5f)) : oro_missing;
}

/// Classes, and colours as numbers, have no means: colours are averaged over what a pixel covers, never the numbers.
static void class_rows(void *user, int block) {
    const classes *c = user;
    const map *m = c->m;
    const oro_grid *g = m->source, *f = &m->frame;
    double ratio = f->cell / g->cell, left = (f->origin_x - g->origin_x) / g->cell,
           top = (f->origin_y - g->origin_y) / g->cell;
    int taps = (int)fmin(fmax(ceil(2.0 * ratio), 3.0), 16.0);
    if (ratio == 1.0) taps = 1;
    for (int32_t y = block * ROWS; y < (block + 1) * ROWS && y < f->height; y++)
        for (int32_t x = 0; x < f->width; x++) {
            oro_rgb sum = {0, 0, 0};
            for (int j = 0; j < taps; j++)
                for (int i = 0; i < taps; i++) {
                    oro_rgb one = class_at(c, g, left + (x + (i + 0.5) / taps - 0.5) * ratio,
                                           top + (y + (j + 0.5) / taps - 0.5) * ratio);
                    sum = (oro_rgb){sum.r + one.r, sum.g + one.g, sum.b + one.b};
                }
            float share = 1.0f / (float)(taps * taps);
            oro_put_rgb(m->out, x, y, (oro_rgb){sum.r * share, sum.g * share, sum.b * share});
        }
}

oro_status oro_map_draw_classes(map *m) {
    classes c = {.m = m};
    find_classes(&c);
    if (c.fractional) oro_note(m->ctx, NULL, "some values are not whole numbers; each was drawn as the nearest class");
    oro_status status = oro_parallel(m->ctx, blocks_of(m->frame.height), class_rows, &c);
    map_swatch *swatches = oro_alloc(m->ctx, MOST_CLASSES * sizeof *swatches);
    if (status == ORO_OK && !swatches) status = ORO_NO_MEMORY;
    if (status == ORO_OK) {
        for (int32_t i = 0; i < c.count; i++) {
            swatches[i].colour = oro_class_colour(c.values[i]);
            oro_map_number_text((double)c.values[i], swatches[i].label, sizeof swatches[i].label);
        }
        oro_map_draw_legend(
            m, &(map_legend){.title = "class", .swatches = swatches, .swatch_count = c.count, .more = c.more});
    }
    oro_free(m->ctx, swatches);
    return status;
}

oro_status oro_map_draw_colours(map *m) {
    classes c = {.m = m, .spelt = true};
    return oro_parallel(m->ctx, blocks_of(m->frame.height), class_rows, &c);
}

// --- normals ------------------------------------------------------------------------------------------------------------------

static void normal_rows(void *user, int block) {
    const map *m = user;
    float factor = m->desc->has_exaggeration ? m->desc->exaggeration : 1.0f;
    for (int32_t y = block * ROWS; y < (block + 1) * ROWS && y < m->frame.height; y++)
        for (int32_t x = 0; x < m->frame.width; x++) {
            oro_slope s = oro_frame_slope(&m->height, x, y);
            float here = oro_row(&m->height, y)[x], east = -s.x * factor, north = s.y * factor;
            float length = sqrtf(1.0f + east * east + north * north);
            if (!oro_frame_finite(length) || !oro_frame_finite(here)) east = north = 0.0f, length = 1.0f;
            oro_put_rgb(m->out, x, y,
                        (oro_rgb){0.5f + 0.5f * east / length, 0.5f + 0.5f * north / length, 0.5f + 0.5f / length});
        }
}

oro_status oro_map_draw_normals(map *m) {
    oro_status status = oro_map_sample_height(m);
    return status == ORO_OK ? oro_parallel(m->ctx, blocks_of(m->frame.height), normal_rows, m) : status;
}
