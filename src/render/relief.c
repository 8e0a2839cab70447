// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Shaded relief in the manner of printed maps. The terrain is resampled to the picture, so nothing aliases. The light comes
// mainly from one side with fill lights around it (after Mark 1992, Multidirectional, oblique-weighted, shaded-relief image),
// falls on a mix of the terrain and a smoothed copy of it, so that massifs keep one light and one dark side (Patterson's
// resolution bumping), and is dimmed where the ground lies lower than its surroundings at three scales. Lowlands get
// less contrast than summits, as air does it (Imhof 1965). All sizes are fractions of the picture's longer side and all
// slopes are measured on a copy of fixed size, so that a picture looks the same at any resolution.
//
// Memory: four floats a pixel besides the picture. The blurs move 8 bytes per pixel each, nine of them; the drawing reads 16
// bytes per pixel.
#include "orogen/render.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/cell.h"
#include "core/context.h"
#include "core/pool.h"
#include "core/text.h"
#include "render/frame.h"
#include "render/palette.h"
#include "solve/box.h"

enum {
    ROWS = 16,         // rows in a block of work
    SURVEY_SIDE = 256, // samples along the longer side of the copy that is measured
    SCALES = 3,        // of the surroundings
    LIGHTS = 4,
};

// How large the surroundings are (radius, of the longer side) and how much each counts.
static const float scale_radius[SCALES] = {0.004f, 0.015f, 0.05f};
static const float scale_weight[SCALES] = {0.30f, 0.40f, 0.30f};

typedef struct lamp {
    float x, y, z, weight; // towards the light: east, south, up
} lamp;

typedef struct relief {
    oro_context *ctx;
    const oro_palette *palette;
    oro_grid height;  // at the picture's pixels, holes filled with the mean
    oro_grid smooth;  // blurred height
    oro_grid shelter; // how much lower than the surroundings, in standard slopes; NaN where the height is missing
    oro_grid spare;
    oro_grid water; // depth of the water map at the pixels; no data: none
    float fill;     // the mean height
    float lo, hi;
    bool has_level;
    float level, deepest; // water level and the largest depth under it, metres
    float steepness;      // slopes are multiplied by this before the light falls on them
    float rise;           // typical slope of the land, not exaggerated
    lamp lights[LIGHTS];
    float flat; // brightness of level ground
    float lift; // added to all light
    oro_image *out;
    float weight; // of the comparison that runs now
} relief;

static int blocks_of(int32_t count, int32_t block) { return (count + block - 1) / block; }

static int32_t at_most(int32_t a, int32_t b) { return a < b ? a : b; }

/// Blurs `height` into `smooth`; `radius` is a fraction of the longer side. Three boxes of radius b spread like a Gaussian of
/// deviation b. Uses `spare`.
static oro_status blur(relief *r, float radius) {
    int32_t longer = r->height.width > r->height.height ? r->height.width : r->height.height;
    int32_t samples = (int32_t)(radius * (float)longer + 0.5f);
    double metres = ((samples < 1 ? 1 : samples) + 0.5) * r->height.cell; // whole samples, and half of the middle one
    oro_run run = oro_run_alone(r->ctx, "relief");
    oro_status status = oro_box_blur(&run, &r->height, &r->smooth, metres, NULL);
    if (status == ORO_OK) status = oro_box_blur(&run, &r->smooth, &r->spare, metres, NULL);
    if (status == ORO_OK) status = oro_box_blur(&run, &r->spare, &r->smooth, metres, NULL);
    oro_scratch_free(&run);
    return status;
}

// --- shelter -----------------------------------------------------------------------------------------------------------

static void add_shelter(void *user, int block) {
    const relief *r = user;
    int32_t end = at_most((block + 1) * ROWS, r->height.height);
    for (int32_t y = block * ROWS; y < end; y++) {
        const float *restrict height = oro_row(&r->height, y), *restrict smooth = oro_row(&r->smooth, y);
        float *restrict shelter = oro_row(&r->shelter, y);
        for (int32_t x = 0; x < r->height.width; x++) shelter[x] += r->weight * (smooth[x] - height[x]);
    }
}

static oro_status find_shelter(relief *r) {
    double side = r->height.cell * (double)(r->height.width > r->height.height ? r->height.width : r->height.height);
    for (int scale = SCALES - 1; scale >= 0; scale--) { // the smallest last: `smooth` stays for the light
        oro_status status = blur(r, scale_radius[scale]);
        if (status != ORO_OK) return status;
        r->weight = scale_weight[scale] * r->steepness / (scale_radius[scale] * (float)side);
        status = oro_parallel(r->ctx, blocks_of(r->height.height, ROWS), add_shelter, r);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

// --- light and colour --------------------------------------------------------------------------------------------------

static oro_rgb mix(oro_rgb a, oro_rgb b, float t) {
    return (oro_rgb){oro_mix(a.r, b.r, t), oro_mix(a.g, b.g, t), oro_mix(a.b, b.b, t)};
}

static oro_rgb multiply(oro_rgb a, oro_rgb b) { return (oro_rgb){a.r * b.r, a.g * b.g, a.b * b.b}; }

/// Light on ground of this (exaggerated) slope: 1 on level ground, less in shadow, more facing the light.
static float lit(const relief *r, oro_slope s) {
    float up = 1.0f / sqrtf(1.0f + s.x * s.x + s.y * s.y), sum = 0.0f;
    for (int i = 0; i < LIGHTS; i++) {
        const lamp *l = &r->lights[i];
        float facing = (l->z - s.x * l->x - s.y * l->y) * up;
        // Light that wraps a little around the edge keeps shadows open.
        sum += l->weight * oro_max((facing + 0.25f) * 0.8f, 0.0f);
    }
    return sum / r->flat;
}

/// Applies light (1: level ground in the open) to a colour.
static oro_rgb shade(const oro_palette *p, oro_rgb colour, float light) {
    if (light < 1.0f) {
        float depth = oro_clamp(1.0f - light, 0.0f, 1.0f);
        return mix(colour, multiply(colour, p->shadow), depth * (1.5f - 0.55f * depth));
    }
    float excess = oro_clamp((light - 1.0f) * 1.6f, 0.0f, 1.0f);
    return mix(colour, p->light, excess * 0.62f);
}

static oro_rgb land_colour(const relief *r, float height, float steep, float light) {
    const oro_palette *p = r->palette;
    float t = (height - r->lo) / (r->hi - r->lo);
    oro_rgb colour = oro_ramp(p->land, t);
    // Bare rock on what is steep for this land; summits shed their snow there too.
    float rock = oro_smoothstep(1.2f, 3.0f, steep) * p->rock_amount * oro_smoothstep(0.25f, 0.7f, t);
    colour = mix(colour, p->rock, rock);
    float contrast = 0.78f + 0.32f * oro_clamp(t, 0.0f, 1.0f);
    return shade(p, colour, 1.0f + (light - 1.0f) * contrast);
}

static oro_rgb water_colour(const relief *r, float depth, float deepest, float light) {
    oro_rgb colour = oro_ramp(r->palette->water, sqrtf(oro_clamp(depth / deepest, 0.0f, 1.0f)));
    return shade(r->palette, colour, 1.0f + (light - 1.0f) * 0.22f); // the sea floor shines through faintly
}

static oro_rgb pixel_colour(const relief *r, int32_t x, int32_t y) {
    float height = oro_row(&r->height, y)[x], shelter = oro_row(&r->shelter, y)[x];
    if (!(shelter - shelter == 0.0f)) return r->palette->missing;
    oro_slope fine = oro_frame_slope(&r->height, x, y), coarse = oro_frame_slope(&r->smooth, x, y);
    float steep = sqrtf(fine.x * fine.x + fine.y * fine.y) / r->rise;
    oro_slope s = {(0.62f * fine.x + 0.55f * coarse.x) * r->steepness,
                   (0.62f * fine.y + 0.55f * coarse.y) * r->steepness};
    float light = lit(r, s) + r->lift;
    // Hollows lose sky, crests gain a little; the curve keeps deep gorges from going black.
    float hollow = oro_max(shelter, 0.0f), crest = oro_max(-shelter, 0.0f);
    light *= 1.0f - 0.42f * (hollow / (hollow + 0.55f));
    light += 0.14f * (crest / (crest + 0.5f));
    oro_rgb colour = land_colour(r, height, steep, light);
    if (r->has_level) {
        // The shore runs between samples: how much of the pixel is under water follows from height and slope.
        float depth = r->level - height,
              span = sqrtf(fine.x * fine.x + fine.y * fine.y) * (float)r->height.cell + 1e-6f;
        float wet = oro_clamp(depth / span + 0.5f, 0.0f, 1.0f);
        if (wet > 0.0f) colour = mix(colour, water_colour(r, oro_max(depth, 0.0f), r->deepest, light), wet);
    }
    if (r->water.data) {
        float depth = oro_row(&r->water, y)[x];
        if (depth > 0.0f) // a film shows as a breath of blue, half a metre and more as water
            colour = mix(colour, water_colour(r, depth, 30.0f, light), oro_smoothstep(0.02f, 0.5f, depth) * 0.9f);
    }
    return colour;
}

static uint8_t to_byte(float v) { return (uint8_t)(int32_t)(oro_clamp(v, 0.0f, 1.0f) * 255.0f + 0.5f); }

static void draw_rows(void *user, int block) {
    const relief *r = user;
    int32_t end = at_most((block + 1) * ROWS, r->out->height);
    for (int32_t y = block * ROWS; y < end; y++) {
        uint8_t *pixel = r->out->data + (size_t)y * (size_t)r->out->width * 3;
        for (int32_t x = 0; x < r->out->width; x++, pixel += 3) {
            oro_rgb colour = pixel_colour(r, x, y);
            pixel[0] = to_byte(colour.r);
            pixel[1] = to_byte(colour.g);
            pixel[2] = to_byte(colour.b);
        }
    }
}

// --- choosing what the caller left open ----------------------------------------------------------------------------------

static void set_lights(relief *r, const oro_relief_desc *desc) {
    // The main light, two fills beside it, a low one from behind the viewer's right that models the dark side.
    static const float turn[LIGHTS] = {0, -55, 55, 170}, lift[LIGHTS] = {0, 5, 5, 0},
                       weight[LIGHTS] = {0.62f, 0.16f, 0.14f, 0.08f};
    const double degree = 3.14159265358979323846 / 180;
    double azimuth = desc->has_light ? (double)desc->azimuth : 315,
           altitude = desc->has_light ? (double)desc->altitude : 45;
    r->flat = 1.0f;
    float flat = 0.0f;
    for (int i = 0; i < LIGHTS; i++) {
        double a = (azimuth + (double)turn[i]) * degree, h = fmin(altitude + (double)lift[i], 90) * degree;
        r->lights[i] = (lamp){(float)(sin(a) * cos(h)), (float)(-cos(a) * cos(h)), (float)sin(h), weight[i]};
    }
    flat = lit(r, (oro_slope){0.0f, 0.0f});
    r->flat = flat;
}

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// Sorts the finite values of `g` to its front (its rows are one block) and returns how many there are.
static int32_t sorted_values(const oro_grid *g, float *values) {
    int32_t count = 0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            float v = oro_row(g, y)[x];
            if (v - v == 0.0f) values[count++] = v;
        }
    qsort(values, (size_t)count, sizeof *values, by_value);
    return count;
}

/// Chooses the exaggeration from the slopes of the land (not of the sea floor) and evens out the tone.
static void measure_slopes(relief *r, const oro_grid *g, const oro_relief_desc *desc) {
    double squares = 0, brightness = 0;
    int64_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t y = 0; y < g->height; y++)
            for (int32_t x = 0; x < g->width; x++) {
                oro_slope s = oro_frame_slope(g, x, y);
                float square = s.x * s.x + s.y * s.y;
                if (!(square - square == 0.0f) || (r->has_level && oro_row(g, y)[x] < r->level)) continue;
                if (pass)
                    brightness += (double)lit(r, (oro_slope){s.x * r->steepness, s.y * r->steepness});
                else
                    squares += (double)square, count++;
            }
        if (pass) continue;
        // Gentle land is exaggerated until its slopes read, steep land flattened until its shadows open.
        double slope = count ? sqrt(squares / (double)count) : 0;
        r->rise = (float)fmax(slope, 1e-6);
        r->steepness =
            desc->has_exaggeration ? desc->exaggeration : (float)fmin(fmax(0.55 / fmax(slope, 1e-9), 0.3), 60);
    }
    // Dissected land turns from the light more than it faces it; most of that loss is given back.
    r->lift = count ? 0.8f * (1.0f - (float)(brightness / (double)count)) : 0.0f;
}

static void choose_range(relief *r, const oro_relief_desc *desc, const float *values, int32_t count) {
    float lowest = count ? values[0] : 0.0f, highest = count ? values[count - 1] : 1.0f, top = highest;
    r->lo = count ? values[count / 100] : 0.0f;
    r->hi = count ? values[count - 1 - count / 400] : 1.0f;
    r->has_level = desc->has_water;
    r->level = desc->water_level;
    if (r->has_level) {
        r->deepest = oro_max(r->level - lowest, 1e-3f);
        r->lo = oro_max(r->level, lowest);
    }
    if (desc->has_range) {
        r->lo = desc->lo;
        r->hi = desc->hi;
    }
    // Level land gets the tint of low ground rather than that of a ramp squeezed into nothing.
    float least = oro_max(oro_abs(top) * 1e-4f, 1e-3f);
    if (!(r->hi - r->lo > least)) r->hi = r->lo + least;
    double sum = 0;
    for (int32_t i = 0; i < count; i++) sum += (double)values[i];
    r->fill = count ? (float)(sum / count) : 0.0f;
}

/// Measures a copy of fixed size: the tint's range, the mean, how steep the land is.
static oro_status survey(relief *r, const oro_grid *height, const oro_relief_desc *desc) {
    bool wide = height->width >= height->height;
    oro_grid copy = oro_frame_geometry(height, wide ? SURVEY_SIDE : 0, wide ? 0 : SURVEY_SIDE);
    oro_status status = oro_frame_sample(r->ctx, height, &copy);
    float *values = NULL;
    if (status == ORO_OK) {
        values = oro_alloc(r->ctx, (size_t)copy.width * (size_t)copy.height * sizeof *values);
        status = values ? ORO_OK : ORO_NO_MEMORY;
    }
    if (status == ORO_OK) {
        choose_range(r, desc, values, sorted_values(&copy, values));
        measure_slopes(r, &copy, desc);
    }
    oro_free(r->ctx, values);
    oro_grid_free(r->ctx, &copy);
    return status;
}

static void fill_holes(void *user, int block) {
    const relief *r = user;
    int32_t end = at_most((block + 1) * ROWS, r->height.height);
    for (int32_t y = block * ROWS; y < end; y++) {
        float *height = oro_row(&r->height, y), *shelter = oro_row(&r->shelter, y);
        for (int32_t x = 0; x < r->height.width; x++) {
            bool missing = !(height[x] - height[x] == 0.0f);
            shelter[x] = missing ? height[x] - height[x] : 0.0f; // NaN marks the hole
            height[x] = missing ? r->fill : height[x];
        }
    }
}

static oro_status prepare(relief *r, const oro_grid *height, const oro_relief_desc *desc) {
    r->height = oro_frame_geometry(height, desc->width, desc->height);
    oro_status status = survey(r, height, desc);
    if (status == ORO_OK) status = oro_frame_sample(r->ctx, height, &r->height);
    if (status == ORO_OK) status = oro_frame_alloc_like(r->ctx, &r->height, &r->smooth);
    if (status == ORO_OK) status = oro_frame_alloc_like(r->ctx, &r->height, &r->shelter);
    if (status == ORO_OK) status = oro_frame_alloc_like(r->ctx, &r->height, &r->spare);
    if (status == ORO_OK) status = oro_parallel(r->ctx, blocks_of(r->height.height, ROWS), fill_holes, r);
    if (status != ORO_OK || !desc->water) return status;
    r->water = oro_frame_geometry(height, desc->width, desc->height);
    return oro_frame_sample(r->ctx, desc->water, &r->water);
}

static oro_status check(oro_context *ctx, const oro_grid *height, const oro_relief_desc *desc,
                        const oro_palette **palette) {
    const char *name = desc->palette ? desc->palette : "natural";
    oro_suggestion nearest = {.word = name};
    char meant[64];
    oro_status status = oro_grid_check(ctx, height, "height");
    if (status != ORO_OK) return status;
    for (const char *const *p = oro_palette_names(); *p; p++) oro_suggest_offer(&nearest, *p);
    if (!(*palette = oro_palette_find(name)))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "palette", "there is no palette \"%.40s\"%s; use natural, arid or grey",
                        name, oro_suggest_text(&nearest, meant, sizeof meant));
    if (desc->width < 0 || desc->height < 0 || desc->width > ORO_MAX_SIDE || desc->height > ORO_MAX_SIDE)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "size", "a picture must have 1 to %d pixels along a side, not %d x %d",
                        ORO_MAX_SIDE, desc->width, desc->height);
    if (desc->has_range && !(desc->lo < desc->hi && isfinite(desc->hi - desc->lo)))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "range",
                        "the range must run from a lower to a higher number, not from %g to %g", (double)desc->lo,
                        (double)desc->hi);
    if ((desc->has_light && !(isfinite(desc->azimuth) && desc->altitude >= 0.0f && desc->altitude <= 90.0f)) ||
        (desc->has_exaggeration && !(desc->exaggeration >= 0.0f && desc->exaggeration <= 1000.0f)) ||
        (desc->has_water && !isfinite(desc->water_level)))
        return oro_fail(
            ctx, ORO_BAD_ARGUMENT, "light",
            "the light needs an altitude of 0 to 90 degrees, an exaggeration up to 1000 and a finite water level");
    if (desc->water && !oro_grid_same_shape(desc->water, height))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "water",
                        "the water map is %d x %d, the terrain %d x %d; they must lie on the "
                        "same samples",
                        desc->water->width, desc->water->height, height->width, height->height);
    return ORO_OK;
}

oro_status oro_render_relief(oro_context *ctx, const oro_grid *height, const oro_relief_desc *desc, oro_image *out) {
    static const oro_relief_desc defaults;
    if (!desc) desc = &defaults;
    assert(height && height->data && out);
    relief r = {.ctx = ctx, .out = out};
    *out = (oro_image){.channels = 3};
    oro_status status = check(ctx, height, desc, &r.palette);
    if (status != ORO_OK) return status;
    oro_begin(ctx);
    set_lights(&r, desc);
    status = prepare(&r, height, desc);
    if (status == ORO_OK) status = find_shelter(&r);
    out->width = r.height.width;
    out->height = r.height.height;
    if (status == ORO_OK) status = oro_image_alloc(ctx, out);
    if (status == ORO_OK) status = oro_parallel(ctx, blocks_of(out->height, ROWS), draw_rows, &r);
    if (status != ORO_OK && out->data) oro_image_free(ctx, out);
    oro_grid_free(ctx, &r.height);
    oro_grid_free(ctx, &r.smooth);
    oro_grid_free(ctx, &r.shelter);
    oro_grid_free(ctx, &r.spare);
    oro_grid_free(ctx, &r.water);
    return status;
}
