// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Crumples a map: every sample is taken from a place displaced by fractal noise, two independent maps of it, one for each
// axis, each spread over its whole range. Reads 12 bytes per sample and writes 4, and about 20 to make the noise.

#include "op/op.h"
#include "solve/extremes.h"
#include "solve/midpoint.h"
#include "solve/sample.h"

typedef struct perturb {
    const oro_grid *height;
    oro_grid *result;
    oro_field magnitude;
    float scale;
    float persistence;
    oro_choice sampling;
    oro_seed seed;
} perturb;

ORO_WORDS(sampling, cubic, linear);

/// Displacement at the first halving over the range of the first random points. The document does not print it; with this the
/// mean scores of its tables 2 and 3 come out (docs/olsen.md).
static const float FIRST = 0.65f;

static const oro_arg args[] = {
    ORO_ARG(perturb, height, .unit = "any", .doc = "Map to crumple."),
    ORO_ARG(perturb, result, .unit = "any", .doc = "The crumpled map."),
    ORO_ARG(perturb, magnitude, .def = 600, .min = 0, .max = 1e5, .ui_max = 4000, .unit = "m",
            .doc = "Breadth of the displacements: along each axis a sample is taken from up to half of this away."),
    ORO_ARG(perturb, scale, .def = 2048, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m", .doc = "Size of the largest bends."),
    ORO_ARG(perturb, persistence, .def = 0.5, .min = 0, .max = 1, .ui_min = 0.3, .ui_max = 0.7, .unit = "1",
            .doc = "How far finer bends reach against the next larger ones."),
    ORO_ARG(perturb, sampling, .choices = sampling_words,
            .doc = "Cubic keeps detail; linear softens where the map is stretched."),
    ORO_ARG(perturb, seed, .doc = "Another number, other bends."),
};

typedef struct job {
    const perturb *a;
    oro_grid noise[2];
    oro_range found[2];
} job;

/// By weights of the four nearest samples: what oro_sample_linear() gives but for rounding, which results already made keep.
static inline float sample_linear(const oro_grid *g, int32_t x, int32_t y, float fx, float fy) {
    int32_t x0 = oro_fold_index(x, g->width, g->wrap), x1 = oro_fold_index(x + 1, g->width, g->wrap);
    const float *top = oro_row(g, oro_fold_index(y, g->height, g->wrap));
    const float *bottom = oro_row(g, oro_fold_index(y + 1, g->height, g->wrap));
    return (1.0f - fy) * ((1.0f - fx) * top[x0] + fx * top[x1]) + fy * ((1.0f - fx) * bottom[x0] + fx * bottom[x1]);
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const perturb *a = j->a;
    const oro_grid *g = a->height;
    bool cubic = a->sampling.index == sampling_cubic;
    float inverse = (float)(1.0 / g->cell), low[2], part[2];
    for (int32_t k = 0; k < 2; k++) {
        float width = j->found[k].hi - j->found[k].lo;
        low[k] = j->found[k].lo;
        part[k] = width > 0.0f ? 1.0f / width : 0.0f;
    }
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict east = oro_row(&j->noise[0], y), *restrict south = oro_row(&j->noise[1], y);
        const float *restrict magnitude = oro_field_row(&a->magnitude, y);
        float *restrict out = oro_row(a->result, y);
        for (int32_t x = 0; x < g->width; x++) {
            float cells = magnitude[x] * inverse;
            oro_step_apart sx = oro_take_step_apart(cells * ((east[x] - low[0]) * part[0] - 0.5f));
            oro_step_apart sy = oro_take_step_apart(cells * ((south[x] - low[1]) * part[1] - 0.5f));
            out[x] = cubic ? oro_sample_cubic(g, x + sx.whole, y + sy.whole, sx.rest, sy.rest)
                           : sample_linear(g, x + sx.whole, y + sy.whole, sx.rest, sy.rest);
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const perturb *a = p;
    job j = {.a = a};
    oro_status status = ORO_OK;
    for (int32_t k = 0; k < 2 && status == ORO_OK; k++) {
        oro_midpoint how = {.scale = (double)a->scale,
                            .first = FIRST,
                            .persistence = a->persistence,
                            .seed = oro_mix32(a->seed.value ^ (k ? 0x736f7574U : 0x65617374U))};
        j.noise[k] = oro_scratch_grid(r, a->height);
        if (!j.noise[k].data) return ORO_NO_MEMORY;
        oro_stage(r, 0.3 * k, 0.3 * (k + 1));
        status = oro_midpoint_fill(r, &how, &j.noise[k]);
        if (status == ORO_OK) status = oro_find_extremes(r, &j.noise[k], &j.found[k]);
    }
    oro_stage(r, 0.6, 1.0);
    return status == ORO_OK ? oro_for_rows(r, a->result, rows, &j) : status;
}

ORO_OPERATOR(
    perturb, "Crumple a map with fractal noise", .family = "filter", .version = 1, .run = run,
    .source = "Ebert et al. 2003; Olsen 2004", .words = "distort wrinkle domain displace turbulence",
    .doc = "Displaces every sample by noise of its own making: straight borders become winding ones, and stretched "
           "ground beside compressed ground is steeper and flatter than before. `warp` does the same with maps of "
           "your own.",
    .example = "--magnitude 800 height.png crumpled.png");
