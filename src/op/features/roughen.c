// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Diffused warped noise (Mathisen 2021, equations 3.11 and 3.12): octaves whose strength, roughness and warp are maps,
//     A sum_k 2^(-k (1 - R)) S(p_k + (k F + D / (1 + k)) [S'(p_k), S''(p_k)]),   p_k = 2^k p / scale,
// with S, S', S'' gradient noises of their own seeds. A, R, D, F are read at the sample itself. Octaves below the first
// (`lower`) join the noise to the forms the splines draw; those the grid cannot carry fade out.
//
// S' and S'' need no warp and come from the separable rows of src/noise; so does S where D and F are 0. Nothing is computed
// along stretches where A is 0. Reads 4 bytes per sample for the terrain and each map, writes 4.
//
// A sketch's levels can go through it too: erosion then carves coarse land that has its noise already (Mathisen, 4.5.1).

#include "op/op.h"
#include "noise/bends.h"
#include "solve/gradient.h"
#include "solve/sample.h"

typedef struct roughen {
    const oro_grid *height;
    const oro_grid *normal_x, *normal_y;
    const oro_pyramid *levels;
    oro_grid *result, *noise;
    oro_pyramid *result_levels;
    float strength;
    oro_field amplitude, roughness, warp, fine_warp, ridged;
    float scale;
    int32_t octaves, lower;
    oro_seed seed;
    float wander, wander_scale;
    float by_slope;
    float coast, sea;
    float direction;
} roughen;

enum { MOST_OCTAVES = 12, MOST_LOWER = 3, WANDER_OCTAVES = 5 };

static const oro_arg args[] = {
    ORO_ARG(roughen, height, .unit = "m", .doc = "Terrain to roughen."),
    ORO_ARG(roughen, normal_x, .unit = "1", .flags = ORO_OPTIONAL,
            .doc = "East part of the directions `direction` warps along, as `diffuse` makes them."),
    ORO_ARG(roughen, normal_y, .unit = "1", .flags = ORO_OPTIONAL, .doc = "South part of them."),
    ORO_ARG(roughen, levels, .unit = "m", .flags = ORO_OPTIONAL,
            .doc = "The terrain on coarser levels, as `diffuse` makes it in `height_levels`."),
    ORO_ARG(roughen, result, .unit = "m", .doc = "Rough terrain."),
    ORO_ARG(roughen, noise, .unit = "m", .flags = ORO_ON_DEMAND, .doc = "The noise alone, as it was added."),
    ORO_ARG(roughen, result_levels, .unit = "m", .flags = ORO_ON_DEMAND,
            .doc = "The `levels` with as much of the same noise as each can show; without any, the result alone."),
    ORO_ARG(roughen, strength, .def = 60, .min = 0, .max = 1e4, .ui_max = 200, .unit = "m",
            .doc = "Height of the first octave where the amplitude is 1; a fifth of the relief looks natural."),
    ORO_ARG(roughen, amplitude, .def = 1, .min = 0, .max = 10, .ui_max = 2, .unit = "1",
            .doc = "Strength from place to place (A): mountains 1 to 1.5, plains 0.1, roads 0."),
    ORO_ARG(roughen, roughness, .def = 0.1, .min = -1, .max = 1, .ui_min = -0.4, .ui_max = 0.4, .unit = "1",
            .doc = "Weight of fine octaves (R): mountains about 0.1, lowlands -0.1 to -0.3. From 0.5 on it is gravel."),
    ORO_ARG(roughen, warp, .def = 0, .min = -10, .max = 10, .ui_min = 0, .ui_max = 1.5, .unit = "1",
            .doc = "How far coarse octaves are bent, in their wavelengths (D)."),
    ORO_ARG(roughen, fine_warp, .def = 0, .min = -10, .max = 10, .ui_min = 0, .ui_max = 1, .unit = "1",
            .doc = "How far fine octaves are bent, in their wavelengths, more with every octave (F)."),
    ORO_ARG(roughen, ridged, .def = 0, .min = 0, .max = 1, .unit = "1", .doc = "Share folded into crests (g)."),
    ORO_ARG(roughen, scale, .def = 500, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 5000, .scale = ORO_LOG,
            .unit = "m", .doc = "Size of the first octave's features."),
    ORO_ARG(roughen, octaves, .def = 7, .min = 1, .max = MOST_OCTAVES, .unit = "1",
            .doc = "How many sizes of features, from the first one down."),
    ORO_ARG(roughen, lower, .def = 1, .min = 0, .max = MOST_LOWER, .unit = "1",
            .doc = "How many larger octaves come before the first, each twice as large; one joins noise and splines."),
    ORO_ARG(roughen, seed, .doc = "Another number, other noise of the same kind."),
    ORO_ARG(roughen, wander, .def = 0, .min = 0, .max = 1e5, .ui_max = 400, .unit = "m", .group = "Surface",
            .doc =
                "How far the terrain itself is displaced sideways before the noise is added, where the amplitude is 1 "
                "or more: crests stop being straight. Nothing moves where the amplitude is 0."),
    ORO_ARG(roughen, wander_scale, .def = 1000, .min = 0.0625, .max = 1e6, .ui_min = 100, .ui_max = 5000,
            .scale = ORO_LOG, .unit = "m", .group = "Surface", .doc = "Size of the largest bends of that."),
    ORO_ARG(roughen, by_slope, .def = 0, .min = 0, .max = 1, .unit = "1", .group = "Surface",
            .doc = "How far the amplitude follows the slope: 1 leaves level ground smooth. 0.5 suits land that is not "
                   "eroded afterwards."),
    ORO_ARG(roughen, coast, .def = 0, .min = 0, .max = 1e4, .ui_max = 100, .unit = "m", .group = "Surface",
            .doc = "Height above the sea from which noise has its full strength. Below the sea there is none, and it "
                   "never turns land into sea. 0 takes no notice of the sea."),
    ORO_ARG(roughen, sea, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -100, .ui_max = 100, .unit = "m",
            .group = "Surface", .doc = "Height of the sea, for `coast`."),
    ORO_ARG(roughen, direction, .def = 0, .min = 0, .max = 1, .unit = "1",
            .doc =
                "How far the warp is turned along the normals: 1 bends the noise only away from and towards splines."),
};

/// One octave: its noise and the two that bend it.
typedef struct octave {
    oro_lattice main, bend_x, bend_y;
    double wavelength;
    float carried;
    int32_t order; ///< k of the equation, 0 for octaves below the first
} octave;

typedef struct octave_space {
    oro_octave_tile main, bend_x, bend_y;
} octave_space;

/// What one thread works with.
typedef struct workspace {
    octave_space octave[MOST_OCTAVES + MOST_LOWER];
    oro_bends_tile wander;
    oro_noise_row noise, bend_x, bend_y;
    oro_warp_row warp;
    float strength[ORO_TILE], gain[ORO_TILE], weight[ORO_TILE], sum[ORO_TILE];
    float move_x[ORO_TILE], move_y[ORO_TILE], slope_x[ORO_TILE], slope_y[ORO_TILE];
} workspace;

typedef struct job {
    const roughen *a;
    oro_axis x, y;
    octave octaves[MOST_OCTAVES + MOST_LOWER];
    int32_t count;
    oro_bends wander;
} job;

static const oro_basis gradient = {.kind = ORO_GRADIENT};

static bool any(const float *values, int32_t count) {
    int32_t found = 0; // an integer, so that the loop goes in vectors
    for (int32_t x = 0; x < count; x++) found |= values[x] != 0.0f;
    return found;
}

// --- a stretch of a row -----------------------------------------------------------------------------------------------

/// How far each sample of octave k is displaced, metres, turned along the normals as far as asked.
static void bend_row(const job *j, const octave *o, octave_space *s, int32_t row, int32_t x0, int32_t count,
                     workspace *w) {
    static const oro_warp_row none;
    const roughen *a = j->a;
    const double y = oro_axis_at(&j->y, row);
    const float *restrict coarse = oro_field_row(&a->warp, row) + x0;
    const float *restrict fine = oro_field_row(&a->fine_warp, row) + x0;
    oro_octave_row(&gradient, &o->bend_x, y, &none, false, count, false, &s->bend_x, &w->bend_x);
    oro_octave_row(&gradient, &o->bend_y, y, &none, false, count, false, &s->bend_y, &w->bend_y);
    float *restrict dx = w->warp.x, *restrict dy = w->warp.y;
    const float order = (float)o->order, share = 1.0f / (1.0f + order), metres = (float)o->wavelength;
    for (int32_t x = 0; x < count; x++) {
        float far = (order * fine[x] + share * coarse[x]) * metres;
        dx[x] = far * w->bend_x.value[x], dy[x] = far * w->bend_y.value[x];
    }
    if (a->direction == 0.0f || !a->normal_x || !a->normal_y) return;
    const float *restrict nx = oro_row(a->normal_x, row) + x0, *restrict ny = oro_row(a->normal_y, row) + x0;
    for (int32_t x = 0; x < count; x++) {
        float along = dx[x] * nx[x] + dy[x] * ny[x];
        dx[x] = oro_mix(dx[x], along * nx[x], a->direction), dy[x] = oro_mix(dy[x], along * ny[x], a->direction);
    }
}

/// The sum over octaves, in w->sum.
static void noise_row(const job *j, bool bent, int32_t row, int32_t x0, int32_t count, workspace *w) {
    static const oro_warp_row none;
    const roughen *a = j->a;
    const double y = oro_axis_at(&j->y, row);
    const float *restrict rough = oro_field_row(&a->roughness, row) + x0;
    const float *restrict ridged = oro_field_row(&a->ridged, row) + x0;
    float *restrict gain = w->gain, *restrict weight = w->weight, *restrict sum = w->sum;
    const float lower = (float)a->lower;
    const bool folded = any(ridged, count);
    for (int32_t x = 0; x < count; x++) {
        gain[x] = oro_exp2(rough[x] - 1.0f);
        weight[x] = oro_exp2(lower * (1.0f - rough[x]));
        sum[x] = 0.0f;
    }
    for (int32_t k = 0; k < j->count; k++) {
        const octave *o = &j->octaves[k];
        if (o->carried == 0.0f) break; // finer ones are not carried either
        octave_space *s = &w->octave[k];
        if (bent) bend_row(j, o, s, row, x0, count, w);
        oro_octave_row(&gradient, &o->main, y, bent ? &w->warp : &none, bent, count, false, &s->main, &w->noise);
        const float *restrict value = w->noise.value;
        const float carried = o->carried;
        if (folded)
            for (int32_t x = 0; x < count; x++) {
                float crest = 0.5f - 2.0f * oro_abs(value[x]); // about the mean and spread of the noise itself
                sum[x] += weight[x] * (carried * oro_mix(value[x], crest, ridged[x]));
            }
        else
            for (int32_t x = 0; x < count; x++) sum[x] += weight[x] * (carried * value[x]);
        for (int32_t x = 0; x < count; x++) weight[x] *= gain[x];
    }
}

/// The terrain, displaced sideways where noise is strong.
static void wander_row(const job *j, int32_t row, int32_t x0, int32_t count, const float *restrict amplitude,
                       workspace *w, float *restrict out) {
    const roughen *a = j->a;
    oro_bends_row(&j->wander, oro_axis_at(&j->y, row), count, &w->wander, w->move_x, w->move_y);
    const float samples = (float)((double)a->wander / a->height->cell);
    for (int32_t x = 0; x < count; x++) {
        float far = samples * oro_min(amplitude[x], 1.0f);
        w->move_x[x] *= far, w->move_y[x] *= far;
    }
    for (int32_t x = 0; x < count; x++) {
        oro_step_apart sx = oro_take_step_apart(w->move_x[x]), sy = oro_take_step_apart(w->move_y[x]);
        out[x] = oro_sample_cubic(a->height, x0 + x + sx.whole, row + sy.whole, sx.rest, sy.rest);
    }
}

/// What the sum is multiplied with: amplitude, in metres, by slope and near the sea.
static void strength_row(const job *j, int32_t row, int32_t x0, int32_t count, const float *restrict amplitude,
                         const float *restrict ground, workspace *w) {
    const roughen *a = j->a;
    float *restrict strength = w->strength;
    for (int32_t x = 0; x < count; x++) strength[x] = a->strength * amplitude[x];
    if (a->by_slope > 0.0f) {
        oro_gradient_span(a->height, row, x0, x0 + count, w->slope_x, w->slope_y);
        for (int32_t x = 0; x < count; x++) {
            float slope = oro_sqrt(w->slope_x[x] * w->slope_x[x] + w->slope_y[x] * w->slope_y[x]);
            strength[x] *= oro_mix(1.0f, oro_min(slope * (1.0f / 0.35f), 1.6f), a->by_slope);
        }
    }
    if (a->coast > 0.0f)
        for (int32_t x = 0; x < count; x++) strength[x] *= oro_smoothstep(0.0f, a->coast, ground[x] - a->sea);
}

static void roughen_row(const job *j, bool bent, int32_t row, int32_t x0, int32_t count, workspace *w) {
    const roughen *a = j->a;
    const float *restrict amplitude = oro_field_row(&a->amplitude, row) + x0;
    const float *restrict before = oro_row(a->height, row) + x0;
    float ground[ORO_TILE], added[ORO_TILE];
    const bool touched = any(amplitude, count);
    if (touched && a->wander > 0.0f)
        wander_row(j, row, x0, count, amplitude, w, ground);
    else
        memcpy(ground, before, (size_t)count * sizeof *ground);
    if (touched) {
        strength_row(j, row, x0, count, amplitude, ground, w);
        noise_row(j, bent, row, x0, count, w);
        for (int32_t x = 0; x < count; x++) added[x] = w->strength[x] * w->sum[x];
        if (a->coast > 0.0f) // land stays land: what is dug approaches the sea and does not reach it
            for (int32_t x = 0; x < count; x++) {
                float above = oro_max(ground[x] - a->sea, 0.0f), dug = oro_min(added[x], 0.0f);
                float held = above > 0.0f ? dug * above / (above - dug) : 0.0f;
                added[x] = added[x] < 0.0f ? held : added[x];
            }
    } else {
        memset(added, 0, sizeof added);
    }
    for (int32_t x = 0; x < count; x++) oro_row(a->result, row)[x0 + x] = ground[x] + added[x];
    if (a->noise) memcpy(oro_row(a->noise, row) + x0, added, (size_t)count * sizeof *added);
}

// --- tiles ------------------------------------------------------------------------------------------------------------

/// Whether the noise of a tile is bent anywhere.
static bool is_bent(const roughen *a, oro_tile t) {
    for (int32_t y = t.y0; y < t.y1; y++)
        if (any(oro_field_row(&a->warp, y) + t.x0, t.count) || any(oro_field_row(&a->fine_warp, y) + t.x0, t.count))
            return true;
    return false;
}

static void roughen_tile(const void *user, oro_tile t, void *room) {
    const job *j = user;
    workspace *w = room;
    bool bent = is_bent(j->a, t);
    for (int32_t k = 0; k < j->count && j->octaves[k].carried > 0.0f; k++) {
        const octave *o = &j->octaves[k];
        oro_octave_columns(&gradient, &o->main, &j->x, t.x0, t.count, bent, &w->octave[k].main);
        if (!bent) continue;
        oro_octave_columns(&gradient, &o->bend_x, &j->x, t.x0, t.count, false, &w->octave[k].bend_x);
        oro_octave_columns(&gradient, &o->bend_y, &j->x, t.x0, t.count, false, &w->octave[k].bend_y);
    }
    if (j->a->wander > 0.0f) oro_bends_columns(&j->wander, &j->x, t.x0, t.count, &w->wander);
    for (int32_t y = t.y0; y < t.y1; y++) roughen_row(j, bent, y, t.x0, t.count, w);
}

/// Adds the noise to one map.
static oro_status roughen_map(oro_run *r, const roughen *a) {
    const oro_grid *g = a->height;
    job *j = oro_scratch(r, sizeof *j);
    if (!j) return ORO_NO_MEMORY;
    j->a = a;
    j->x = oro_axis_of(g->origin_x, g->cell), j->y = oro_axis_of(g->origin_y, g->cell);
    j->count = a->lower + a->octaves;
    uint32_t seed = a->seed.value;
    oro_fractal_desc main = oro_plain_noise(seed, 1.0, 1);
    oro_fractal_desc bend_x = oro_plain_noise(oro_mix32(seed ^ 0x62656e78U), 1.0, 1);
    oro_fractal_desc bend_y = oro_plain_noise(oro_mix32(seed ^ 0x62656e79U), 1.0, 1);
    double frequency = 1.0 / ((double)a->scale * (double)(1 << a->lower));
    for (int32_t k = 0; k < j->count; k++, frequency *= 2.0) {
        int32_t order = k - a->lower; // octaves keep their seeds whatever comes below them
        j->octaves[k] = (octave){.main = oro_octave_lattice(&main, order, frequency, g),
                                 .bend_x = oro_octave_lattice(&bend_x, order, frequency, g),
                                 .bend_y = oro_octave_lattice(&bend_y, order, frequency, g),
                                 .wavelength = 1.0 / frequency,
                                 .carried = oro_band_limit((float)(1.0 / frequency), (float)g->cell),
                                 .order = order > 0 ? order : 0};
    }
    j->wander = oro_bends_make(seed, 0x77616e78U, (double)a->wander_scale, WANDER_OCTAVES, g);
    return oro_for_tiles(r, g, sizeof(workspace), roughen_tile, j);
}

// --- levels -----------------------------------------------------------------------------------------------------------

/// A field at the resolution of a level.
static oro_status field_on_level(oro_run *r, const oro_grid *height, const oro_grid *level, oro_field *field) {
    oro_grid from = *height, to = *level;
    if (!field->step) to.height = 1;
    to = oro_scratch_grid(r, &to);
    if (!to.data) return ORO_NO_MEMORY;
    from.data = (float *)field->row, from.stride = (int32_t)field->step;
    oro_status status = field->step ? oro_grid_resample(r->ctx, &from, &to) : ORO_OK;
    for (int32_t x = 0; !field->step && x < to.width; x++) to.data[x] = field->row[0];
    field->row = to.data, field->step = field->step ? to.stride : 0;
    return status;
}

/// The same noise on a coarser copy of the terrain: maps are averaged over its cells, and octaves that it cannot carry fade.
static oro_status roughen_level(oro_run *r, const roughen *whole, const oro_grid *level, oro_grid *result) {
    roughen a = *whole;
    a.height = level, a.result = result, a.noise = NULL;
    oro_field *const fields[] = {&a.amplitude, &a.roughness, &a.warp, &a.fine_warp, &a.ridged};
    oro_status status = ORO_OK;
    for (size_t i = 0; i < sizeof fields / sizeof *fields && status == ORO_OK; i++)
        status = field_on_level(r, whole->height, level, fields[i]);
    oro_grid normals[2];
    const oro_grid **const ways[] = {&a.normal_x, &a.normal_y};
    for (size_t i = 0; i < 2 && status == ORO_OK; i++) {
        if (!*ways[i]) continue;
        normals[i] = oro_scratch_grid(r, level);
        status = normals[i].data ? oro_grid_resample(r->ctx, *ways[i], &normals[i]) : ORO_NO_MEMORY;
        *ways[i] = &normals[i];
    }
    return status == ORO_OK ? roughen_map(r, &a) : status;
}

static oro_status run(oro_run *r, const void *p) {
    const roughen *a = p;
    if (!a->result_levels) return roughen_map(r, a);
    oro_stage(r, 0.0, 0.4);
    oro_status status = roughen_map(r, a);
    int32_t count = a->levels ? a->levels->count : 0;
    for (int32_t i = 0; i < count && status == ORO_OK; i++) {
        oro_grid *to = oro_add_level(r, a->result_levels, &a->levels->levels[i]);
        oro_stage(r, 0.4 + 0.6 * i / count, 0.4 + 0.6 * (i + 1) / count);
        status = to ? roughen_level(r, a, &a->levels->levels[i], to) : ORO_NO_MEMORY;
    }
    if (count || status != ORO_OK) return status;
    oro_grid *only = oro_add_level(r, a->result_levels, a->result);
    if (only) oro_grid_copy(a->result, only);
    return only ? ORO_OK : ORO_NO_MEMORY;
}

ORO_OPERATOR(
    roughen, "Add noise that differs from place to place", .family = "features", .version = 2, .run = run,
    .source = "Mathisen 2021; Carpentier and Bidarra 2009; Hnaidi et al. 2010", .words = "detail rough grain noise",
    .doc = "Octaves of gradient noise on a terrain, with strength, roughness, warp and ridges from maps: those "
           "that `diffuse` spreads from its splines, or any other. The pattern belongs to the world, not to the "
           "map, so a finer map shows the same land with more detail.",
    .example = "--strength 80 --roughness 0.1 --ridged 0.5 --wander 150 height.png rough.png",
    .show = "strength=150 ridged=0.5 roughness=0.08 wander=150");
