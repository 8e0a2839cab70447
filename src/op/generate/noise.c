// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Fractal noise as terrain, hashed in world coordinates. The transforms around it follow Mathisen 2021: before the octaves
// (turn, stretch, move, warp), in every octave (ridged, billowed, sharpened, damped), and after their sum (power, contrast,
// profile). The kernels are in src/noise. Writes 4 bytes per sample; everything else stays in the caches.

#include "op/op.h"
#include "core/curve.h"
#include "noise/bends.h"

typedef struct noise {
    oro_grid *result;
    oro_choice basis;
    oro_choice fractal;
    float scale;
    oro_field amplitude;
    float base;
    int32_t octaves;
    float lacunarity;
    oro_field gain;
    oro_seed seed;
    oro_choice feature;
    oro_choice metric;
    float jitter;
    float angle;
    float stretch;
    float offset_x;
    float offset_y;
    oro_field warp;
    float warp_scale;
    int32_t warp_octaves;
    float sharpness;
    float damping;
    float lowland;
    float power;
    float contrast;
    oro_curve profile;
} noise;

static const oro_arg args[] = {
    ORO_ARG(noise, result, .unit = "m", .doc = "The terrain."),
    ORO_ARG(
        noise, basis,
        .choices = ORO_CHOICES([ORO_GRADIENT] = "gradient", [ORO_SIMPLEX] = "simplex", [ORO_VALUE] = "value",
                               [ORO_CELLULAR] = "cellular"),
        .doc =
            "What one octave is: smooth hills (gradient), much the same on a lattice of triangles (simplex, four times "
            "slower), random heights blended (value), or distances to scattered points (cellular)."),
    ORO_ARG(noise, fractal,
            .choices = ORO_CHOICES([ORO_PLAIN] = "fbm", [ORO_RIDGED] = "ridged", [ORO_BILLOW] = "billow"),
            .doc = "How octaves are shaped before they are summed: as they are, folded into crests, or folded into "
                   "rounded lumps. With one octave of fbm the result is the plain basis."),
    ORO_ARG(noise, scale, .def = 4000, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m", .doc = "Size of the largest features."),
    ORO_ARG(noise, amplitude, .def = 1000, .min = -1e5, .max = 1e5, .ui_min = 0, .ui_max = 3000, .unit = "m",
            .doc = "Height of the largest features: no octave goes further from the middle, and the first goes about "
                   "two thirds "
                   "of the way (with gradient and simplex noise); finer octaves come on top."),
    ORO_ARG(noise, base, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 3000, .unit = "m",
            .doc = "Height where the noise is zero."),
    ORO_ARG(noise, octaves, .def = 12, .min = 1, .max = ORO_MAX_OCTAVES, .unit = "1",
            .doc = "How many sizes of features are summed. Those smaller than two cells fade out, so a finer map shows "
                   "the same land with more detail."),
    ORO_ARG(noise, lacunarity, .def = 2, .min = 1.2, .max = 4, .unit = "1",
            .doc = "How many times smaller each octave's features are than those before."),
    ORO_ARG(
        noise, gain, .def = 0.5, .min = 0, .max = 1, .ui_min = 0.3, .ui_max = 0.7, .unit = "1",
        .doc =
            "How high each octave is against the one before: the roughness. Mountains take about 0.5, lowlands 0.4."),
    ORO_ARG(noise, seed, .doc = "Another number, another terrain of the same kind."),

    ORO_ARG(noise, feature,
            .choices = ORO_CHOICES([ORO_F1] = "f1", [ORO_F2] = "f2", [ORO_F2_MINUS_F1] = "f2-f1",
                                   [ORO_F1_TIMES_F2] = "f1*f2", [ORO_CELL_VALUE] = "cell"),
            .group = "Cellular", .when = "basis=cellular",
            .doc = "What is measured: the distance to the nearest point, to the second nearest, their difference (zero "
                   "on the borders between cells), their product, or one random height per cell."),
    ORO_ARG(noise, metric,
            .choices = ORO_CHOICES([ORO_EUCLIDEAN] = "euclidean", [ORO_SQUARED] = "squared",
                                   [ORO_MANHATTAN] = "manhattan", [ORO_CHEBYSHEV] = "chebyshev"),
            .group = "Cellular", .when = "basis=cellular", .doc = "How distance is measured."),
    ORO_ARG(noise, jitter, .def = 1, .min = 0, .max = 1, .unit = "1", .group = "Cellular", .when = "basis=cellular",
            .doc = "How far the points stray from a square lattice: 0 not at all, 1 all over their cell."),

    ORO_ARG(noise, angle, .def = 0, .min = -360, .max = 360, .ui_min = -180, .ui_max = 180, .unit = "deg",
            .group = "Before the octaves", .doc = "Turns the pattern counter-clockwise."),
    ORO_ARG(noise, stretch, .def = 1, .min = 0.1, .max = 10, .scale = ORO_LOG, .unit = "1",
            .group = "Before the octaves",
            .doc = "Makes features this many times longer along the angle, for ranges that run one way."),
    ORO_ARG(noise, offset_x, .def = 0, .min = -1e7, .max = 1e7, .ui_min = -1e4, .ui_max = 1e4, .unit = "m",
            .group = "Before the octaves", .doc = "Moves the pattern east."),
    ORO_ARG(noise, offset_y, .def = 0, .min = -1e7, .max = 1e7, .ui_min = -1e4, .ui_max = 1e4, .unit = "m",
            .group = "Before the octaves", .doc = "Moves the pattern south."),
    ORO_ARG(noise, warp, .def = 0, .min = -1e5, .max = 1e5, .ui_min = 0, .ui_max = 2000, .unit = "m",
            .group = "Before the octaves",
            .doc =
                "Displaces every place by a second noise of this height before the octaves are looked up, which bends "
                "and folds the features."),
    ORO_ARG(noise, warp_scale, .def = 2500, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m", .group = "Before the octaves", .doc = "Size of the largest bends of the warp."),
    ORO_ARG(noise, warp_octaves, .def = 3, .min = 1, .max = 8, .unit = "1", .group = "Before the octaves",
            .doc = "How many sizes of bends are summed."),

    ORO_ARG(noise, sharpness, .def = 1, .min = 0.2, .max = 5, .scale = ORO_LOG, .unit = "1", .group = "In every octave",
            .doc = "Exponent on every octave brought to 0..1: above 1 narrows crests and widens valleys."),
    ORO_ARG(noise, damping, .def = 0.5, .min = 0, .max = 20, .ui_max = 4, .unit = "1", .group = "In every octave",
            .when = "basis=gradient|simplex|value",
            .doc =
                "Weakens finer octaves where the coarser ones are steep, which leaves ridges rough and flanks smooth "
                "as erosion does."),
    ORO_ARG(noise, lowland, .def = 0.5, .min = 0, .max = 1, .unit = "1", .group = "In every octave",
            .doc = "Weakens finer octaves where the coarser ones are low: 1 leaves valley floors smooth."),

    ORO_ARG(noise, power, .def = 1, .min = 0.2, .max = 5, .scale = ORO_LOG, .unit = "1", .group = "After their sum",
            .doc = "Exponent on the sum brought to 0..1: above 1 flattens low ground and steepens peaks."),
    ORO_ARG(noise, contrast, .def = 0, .min = -1, .max = 1, .unit = "1", .group = "After their sum",
            .doc = "Pushes heights away from the middle (above 0) or towards it (below 0)."),
    ORO_ARG(noise, profile, .text = "", .min = 0, .max = 1, .unit = "1", .group = "After their sum",
            .doc = "A graph that maps the sum, brought to 0..1, to new heights in 0..1: terraces, plateaus, beaches."),
};

enum { PROFILE_STEPS = 1024 };

/// What one thread works with.
typedef struct workspace {
    oro_fractal_tile main;
    oro_bends_tile bends;
    oro_warp_row warp;
    float sum[ORO_TILE];
} workspace;

typedef struct job {
    const noise *a;
    oro_axis x, y;
    bool warped;
    bool shaped; ///< anything happens after the sum
    oro_fractal main;
    oro_bends bends;
    float profile[PROFILE_STEPS + 2];
} job;

/// Whether anything is displaced. A map of zeros counts as the number 0, so that both give the same bits.
static bool is_warped(const oro_field *warp, const oro_grid *g) {
    if (!warp->map) return warp->value != 0.0f;
    for (int32_t y = 0; y < g->height; y++) {
        const float *row = oro_field_row(warp, y);
        for (int32_t x = 0; x < g->width; x++)
            if (row[x] != 0.0f) return true;
    }
    return false;
}

/// Displacement of the row's samples, metres.
static void warp_row(const job *j, double y, int32_t row, int32_t x0, int32_t count, workspace *w) {
    const float *restrict amount = oro_field_row(&j->a->warp, row) + x0;
    float *restrict wx = w->warp.x, *restrict wy = w->warp.y;
    oro_bends_row(&j->bends, y, count, &w->bends, wx, wy);
    for (int32_t x = 0; x < count; x++) wx[x] *= amount[x], wy[x] *= amount[x];
}

/// The largest sum the octaves can reach: 1 + gain + gain² + …
static void largest_sum(const float *restrict gain, int32_t octaves, int32_t count, float *restrict sum) {
    for (int32_t x = 0; x < count; x++) sum[x] = 1.0f;
    for (int32_t k = 1; k < octaves; k++)
        for (int32_t x = 0; x < count; x++) sum[x] = sum[x] * gain[x] + 1.0f;
}

/// Power, contrast and profile, on values brought to 0..1 by the largest sum.
static void shape_row(const job *j, const float *restrict sum, int32_t count, float *restrict out) {
    const float power = j->a->power, contrast = j->a->contrast;
    for (int32_t x = 0; x < count; x++) out[x] = oro_clamp(0.5f + 0.5f * out[x] / sum[x], 0.0f, 1.0f);
    if (power != 1.0f)
        for (int32_t x = 0; x < count; x++) out[x] = oro_pow_unit(out[x], power);
    if (contrast !=
        0.0f) // t / (t + b (1 - t)) is steep in the middle or at the ends, and the inverse of itself at 1 / b
        for (int32_t x = 0; x < count; x++) {
            float t = 2.0f * out[x] - 1.0f, s = oro_abs(t), k = 1.0f - 0.999f * oro_abs(contrast);
            float bent = contrast > 0.0f ? s / (s + k * (1.0f - s)) : k * s / (k * s + 1.0f - s);
            out[x] = 0.5f + 0.5f * oro_copysign(bent, t);
        }
    if (j->a->profile.count > 0)
        for (int32_t x = 0; x < count; x++) {
            float at = out[x] * (float)PROFILE_STEPS;
            int32_t i = (int32_t)at;
            out[x] = oro_mix(j->profile[i], j->profile[i + 1], at - (float)i);
        }
    for (int32_t x = 0; x < count; x++) out[x] = sum[x] * (2.0f * out[x] - 1.0f);
}

static void noise_row(const job *j, int32_t row, int32_t x0, int32_t count, workspace *w) {
    const noise *a = j->a;
    const double y = oro_axis_at(&j->y, row);
    const float *gain = oro_field_row(&a->gain, row) + x0;
    const float *restrict amplitude = oro_field_row(&a->amplitude, row) + x0;
    float *restrict out = oro_row(a->result, row) + x0;
    if (j->warped) warp_row(j, y, row, x0, count, w);
    oro_fractal_row(&j->main, y, &w->warp, j->warped, gain, !a->gain.map, count, &w->main, out);
    if (j->shaped) {
        largest_sum(gain, a->octaves, count, w->sum);
        shape_row(j, w->sum, count, out);
    }
    for (int32_t x = 0; x < count; x++) out[x] = a->base + amplitude[x] * out[x];
}

static void noise_tile(const void *user, oro_tile t, void *room) {
    const job *j = user;
    workspace *w = room;
    memset(&w->warp, 0, sizeof w->warp);
    oro_fractal_columns(&j->main, &j->x, t.x0, t.count, j->warped, &w->main);
    if (j->warped) oro_bends_columns(&j->bends, &j->x, t.x0, t.count, &w->bends);
    for (int32_t y = t.y0; y < t.y1; y++) noise_row(j, y, t.x0, t.count, w);
}

static oro_fractal_desc main_desc(const noise *a) {
    return (oro_fractal_desc){
        .basis = {(oro_basis_kind)a->basis.index, a->metric.index, a->feature.index, a->jitter},
        .kind = (oro_fractal_kind)a->fractal.index,
        .octaves = a->octaves,
        .seed = a->seed.value,
        .scale = a->scale,
        .lacunarity = a->lacunarity,
        .sharpness = a->sharpness,
        .damping = a->damping,
        .lowland = a->lowland,
        .angle = a->angle,
        .stretch = a->stretch,
        .offset_x = a->offset_x,
        .offset_y = a->offset_y,
    };
}

static oro_status run(oro_run *r, const void *p) {
    const noise *a = p;
    const oro_grid *g = a->result;
    job *j = oro_scratch(r, sizeof *j);
    if (!j) return ORO_NO_MEMORY;
    oro_fractal_desc main = main_desc(a);
    j->a = a;
    j->x = oro_axis_of(g->origin_x, g->cell), j->y = oro_axis_of(g->origin_y, g->cell);
    j->warped = is_warped(&a->warp, g);
    j->shaped = a->power != 1.0f || a->contrast != 0.0f || a->profile.count > 0;
    j->main = oro_fractal_make(&main, g);
    j->bends = oro_bends_make(a->seed.value, 0x77617278U, (double)a->warp_scale, a->warp_octaves, g);
    for (int32_t i = 0; i <= PROFILE_STEPS; i++)
        j->profile[i] = oro_curve_at(&a->profile, (float)i / (float)PROFILE_STEPS);
    j->profile[PROFILE_STEPS + 1] = j->profile[PROFILE_STEPS];
    return oro_for_tiles(r, g, sizeof(workspace), noise_tile, j);
}

ORO_OPERATOR(
    noise, "Make hills and mountains from fractal noise", .family = "generate", .version = 2, .run = run,
    .words = "perlin(basis=gradient) worley(basis=cellular) hills mountains terrain land turbulence(fractal=billow) "
             "dunes(fractal=billow) ridges(fractal=ridged) heightfield random clouds",
    .doc = "Octaves of lattice noise, each finer and lower than the one before. The pattern belongs to the world, "
           "not to the map: a map that is moved or extended shows the same land where both overlap, and a finer "
           "map adds detail without moving anything. Where the map wraps, every octave's lattice is rounded to a "
           "whole number of cells across the map, so that the edges join; sizes and the angle are then met as "
           "nearly as that allows. Maps that drive `amplitude`, `gain` or `warp` are read at the sample itself.",
    .source = "Perlin 2002; Worley 1996; Musgrave 1994; Quilez 2008; Mathisen 2021",
    .example = "--fractal ridged --scale 4000 --amplitude 900 --size 1025 --extent 10000 mountains.png",
    .show = "fractal=ridged scale=2000 amplitude=450 warp=200");
