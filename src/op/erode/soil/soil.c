// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Soil: rock weathers under it, the slower the deeper it is, dh/dt = P exp(-h/h0) (Heimsath and others 1997), solved exactly; it
// creeps down slopes (creep.h); streams carry it away; rock falls from cliffs and lies as scree at their feet (scree.h).
// Rock goes down by what is made of it, so tops grow round, and facets and edges go.
//
// Streams and scree work at the grain, since both need water or stones to run from high to low on one thread: 15 % of the time
// at 1025 samples across, and no more where the map is finer. The rest is loops over the map, 8 steps of about 44 bytes per
// sample each. Memory: 28 bytes per sample.

#include "op/op.h"
#include "creep.h"
#include "scree.h"
#include "solve/gaussian.h"
#include "solve/gradient.h"

typedef struct soil {
    const oro_grid *height, *area;
    oro_grid *result, *depth, *scree;
    oro_choice method;
    float duration;
    oro_field production;
    float production_depth;
    oro_field creep;
    float steepest;
    oro_field cover;
    oro_field hardness;
    float stream_area, stream_slope;
    float rockfall;
    oro_field cliff;
    float repose;
    float sea;
    float grain;
    float radius;
    double *produced, *fallen, *moved, *carried;
} soil;

ORO_WORDS(method, weathered, hume);
static const float YEARS_A_STEP = 1e4f;
static const float STREAM_BED =
    1.0f; ///< m below the terrain at the beginning that streams take soil from, and no deeper

static const oro_arg args[] = {
    ORO_ARG(soil, height, .unit = "m", .doc = "Terrain of bare rock."),
    ORO_ARG(soil, area, .unit = "m2", .flags = ORO_OPTIONAL,
            .doc =
                "Ground that drains through each sample, as `uplift` gives it; without it the water finds its way on "
                "this map."),
    ORO_ARG(soil, result, .unit = "m", .doc = "The terrain with its soil and scree."),
    ORO_ARG(soil, depth, .unit = "m", .doc = "How deep the soil is."),
    ORO_ARG(soil, scree, .unit = "m", .doc = "How deep the scree is, under the soil."),
    ORO_ARG(soil, method, .choices = method_words,
            .doc =
                "Let rock weather and soil move for some time, or as Hume does fill all that lies below the smoothed "
                "terrain: a look, with no time in it."),
    ORO_ARG(soil, duration, .def = 8e4, .min = 0, .max = 1e6, .ui_max = 2e5, .unit = "yr", .when = "method=weathered",
            .doc = "How long rock weathers and soil moves."),
    ORO_ARG(soil, production, .def = 1e-4, .min = 0, .max = 0.1, .ui_max = 1e-3, .unit = "m/yr",
            .when = "method=weathered", .doc = "Rock that turns into soil each year where it lies bare."),
    ORO_ARG(soil, production_depth, .def = 0.5, .min = 0.01, .max = 100, .ui_min = 0.1, .ui_max = 2, .scale = ORO_LOG,
            .unit = "m", .when = "method=weathered", .doc = "Depth of soil under which rock weathers at 1/e of that."),
    ORO_ARG(soil, creep, .def = 0.02, .min = 0, .max = 10, .ui_max = 0.1, .unit = "m2/yr", .when = "method=weathered",
            .doc = "How fast deep soil creeps: volume per metre of width and year on a slope of 1, while slopes are "
                   "gentle."),
    ORO_ARG(soil, steepest, .def = 51, .min = 1, .max = 85, .ui_min = 25, .ui_max = 65, .unit = "deg",
            .when = "method=weathered", .doc = "Slope on which soil slides instead of creeping."),
    ORO_ARG(soil, cover, .def = 0, .min = 0, .max = 1000, .ui_max = 5, .unit = "m", .when = "method=weathered",
            .doc = "Soil that lies on the terrain at the beginning."),
    ORO_ARG(soil, hardness, .def = 0, .min = 0, .max = 1, .unit = "1", .when = "method=weathered",
            .doc = "Rock that resists: 1 neither weathers nor falls."),
    ORO_ARG(soil, stream_area, .group = "streams", .def = 2e4, .min = 0, .max = 1e12, .ui_min = 1e3, .ui_max = 1e6,
            .scale = ORO_LOG, .unit = "m2", .when = "method=weathered",
            .doc = "Streams that drain more than this carry soil away, down to a metre below the terrain as it came; 0 "
                   "leaves all of it."),
    ORO_ARG(soil, stream_slope, .group = "streams", .def = 4, .min = 0, .max = 60, .ui_max = 15, .unit = "deg",
            .when = "method=weathered", .doc = "Streams do so only where the ground is steeper than this."),
    ORO_ARG(soil, rockfall, .group = "scree", .def = 1.5e-4, .min = 0, .max = 1, .ui_max = 1e-3, .unit = "m/yr",
            .when = "method=weathered",
            .doc = "Rock that falls each year for every 1 of slope (metres per metre) above that of a cliff."),
    ORO_ARG(soil, cliff, .group = "scree", .def = 42, .min = 1, .max = 89, .ui_min = 30, .ui_max = 80, .unit = "deg",
            .when = "method=weathered", .doc = "Slope from which on rock falls."),
    ORO_ARG(soil, repose, .group = "scree", .def = 34, .min = 1, .max = 60, .ui_min = 20, .ui_max = 45, .unit = "deg",
            .when = "method=weathered", .doc = "Steepest slope on which what fell comes to lie."),
    ORO_ARG(soil, sea, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("none"), .min = -1e5, .max = 1e5, .ui_min = -500,
            .ui_max = 500, .unit = "m", .when = "method=weathered",
            .doc = "Height of the sea, which takes all that reaches it; its floor stays as it is."),
    ORO_ARG(soil, grain, .def = 16, .min = 0.01, .max = 1e4, .ui_min = 2, .ui_max = 64, .scale = ORO_LOG, .unit = "m",
            .when = "method=weathered",
            .doc = "Cell of the map that streams and scree run on; finer maps show the same."),
    ORO_ARG(soil, radius, .def = 24, .min = 0.01, .max = 1e5, .ui_min = 2, .ui_max = 200, .scale = ORO_LOG, .unit = "m",
            .when = "method=hume", .doc = "Deviation of the bell that smooths the terrain."),
    ORO_ARG(soil, produced, .unit = "m3", .doc = "Volume of rock that became soil."),
    ORO_ARG(soil, fallen, .unit = "m3", .doc = "Volume of rock that fell from cliffs."),
    ORO_ARG(soil, moved, .unit = "m3", .doc = "Volume of soil that left the place where it lay or was made."),
    ORO_ARG(soil, carried, .unit = "m3",
            .doc =
                "Volume that streams, the sea and the edge of the map took. What was produced, what fell and the cover "
                "at the beginning are together what lies at the end and this."),
};

/// Everything about a run; maps without gaps between rows.
typedef struct work {
    const soil *a;
    int32_t width, height;
    soil_coarse coarse;
    soil_scree stones;
    float *wash;  ///< per coarse sample: part of the soil that water takes in a step
    float *taken; ///< m of rock or scree that became soil
    creep_state state;
    float years;
    bool produces;
} work;

static size_t row_at(const work *w, int32_t y) { return (size_t)y * (size_t)w->width; }

// --- before: streams and scree at the grain ---------------------------------------------------------------------------

/// The part of the soil that goes in a step, by area and slope, with soft thresholds: a sharp one would be drawn as squares.
static void find_streams(work *w, const float *area) {
    const soil *a = w->a;
    const oro_grid *g = &w->coarse.ground;
    float steep = oro_tan(a->stream_slope * (ORO_PI / 180.0f));
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            size_t at = (size_t)y * (size_t)g->width + (size_t)x;
            float gx, gy;
            oro_gradient_at(g, x, y, &gx, &gy);
            float slope = oro_sqrt(gx * gx + gy * gy);
            float wet = a->stream_area > 0.0f ? oro_smoothstep(0.7f, 1.4f, area[at] / a->stream_area) : 0.0f;
            w->wash[at] = wet * oro_smoothstep(0.8f * steep - 1e-6f, 1.2f * steep, slope);
        }
}

/// Rock that falls in the whole time, m.
static void find_falls(work *w) {
    const soil *a = w->a;
    const oro_grid *g = &w->coarse.ground;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            int32_t fy = coarse_nearest(y, g->height, w->height), fx = coarse_nearest(x, g->width, w->width);
            float cliff = oro_tan(oro_field_row(&a->cliff, fy)[fx] * (ORO_PI / 180.0f));
            float above = oro_max(scree_slope(g, x, y) - cliff, 0.0f) * (1.0f - oro_field_row(&a->hardness, fy)[fx]);
            bool dry = !(oro_row(g, y)[x] < a->sea);
            float most = 0.25f * (float)g->cell; // more than that in one go would turn the cliff over
            w->stones.fall[(size_t)y * (size_t)g->width + (size_t)x] =
                dry ? oro_min(a->rockfall * a->duration * above, most) : 0.0f;
        }
}

static oro_status before(oro_run *r, work *w) {
    const soil *a = w->a;
    oro_status status = coarse_make(r, a->height, (double)a->grain, &w->coarse);
    if (status != ORO_OK) return status;
    const oro_grid *g = &w->coarse.ground;
    size_t count = (size_t)g->width * (size_t)g->height;
    oro_drainage d;
    w->wash = oro_scratch(r, count * sizeof(float));
    w->stones.fall = oro_scratch(r, count * sizeof(float));
    if (!w->wash || !w->stones.fall) return ORO_NO_MEMORY;
    status = oro_drainage_find(r, g, a->sea == a->sea ? a->sea : -ORO_INFINITY, &d);
    if (status != ORO_OK) return status;
    if (a->area) oro_drainage_given(&d, a->area);
    find_streams(w, d.area);
    find_falls(w);
    return scree_make(r, &w->coarse, &d, oro_tan(a->repose * (ORO_PI / 180.0f)), &w->stones);
}

// --- the steps --------------------------------------------------------------------------------------------------------

/// The ground at the beginning: what fell is gone, scree lies, the cover is on it.
static void begin_rows(const void *user, int32_t y0, int32_t y1) {
    const work *w = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict height = oro_row(w->a->height, y), *restrict cover = oro_field_row(&w->a->cover, y);
        const float *restrict speed = oro_field_row(&w->a->creep, y);
        float *restrict scree = oro_row(w->a->scree, y), *restrict base = w->state.base + row_at(w, y);
        float *restrict fall = w->taken + row_at(w, y), *restrict layer = w->state.soil + row_at(w, y);
        coarse_row(&w->coarse, w->stones.fall, y, fall);
        coarse_row(&w->coarse, w->stones.laid, y, scree);
        for (int32_t x = 0; x < w->width; x++) {
            layer[x] = height[x] < w->a->sea ? 0.0f : cover[x];
            base[x] = height[x] - layer[x] + (scree[x] - fall[x]);
            fall[x] = 0.0f;
        }
        if (w->state.speed) memcpy(w->state.speed + row_at(w, y), speed, (size_t)w->width * sizeof(float));
    }
}

/// log(1 + v), to the last bits for small v too (Kahan).
static inline float log_1_and(float v) {
    float one = 1.0f + v, log = oro_log(one);
    return one == 1.0f ? v : log * (v / (one - 1.0f));
}

/// Water takes its part; then rock weathers for `years`. Adds what went and what came to the sums.
static void weather_row(const void *user, int32_t y, double *sums) {
    const work *w = user;
    const soil *a = w->a;
    const float *restrict height = oro_row(a->height, y), *restrict rate = oro_field_row(&a->production, y);
    const float *restrict hard = oro_field_row(&a->hardness, y);
    float *restrict layer = w->state.soil + row_at(w, y), *restrict base = w->state.base + row_at(w, y);
    float *restrict taken = w->taken + row_at(w, y), *restrict scratch = oro_row(a->result, y);
    float depth = a->production_depth, over = 1.0f / depth, years = w->produces ? w->years * over : 0.0f;
    coarse_row(&w->coarse, w->wash, y, scratch);
    double gone = 0.0;
    for (int32_t x = 0; x < w->width; x++) {
        bool wet = height[x] < a->sea;
        float above = oro_max(base[x] + layer[x] - height[x] + STREAM_BED, 0.0f);
        scratch[x] = wet ? layer[x] : oro_min(layer[x], above) * scratch[x];
        layer[x] -= scratch[x];
    }
    for (int32_t x = 0; x < w->width; x++) gone += (double)scratch[x];
    for (int32_t x = 0; x < w->width; x++) {
        float bare = height[x] < a->sea ? 0.0f : rate[x] * (1.0f - hard[x]) * years;
        float made = depth * log_1_and(bare * oro_exp(-layer[x] * over));
        layer[x] += made;
        base[x] -= made;
        taken[x] += made;
    }
    sums[0] += gone;
}

/// The result, and what there is of everything.
static void end_row(const void *user, int32_t y, double *sums) {
    const work *w = user;
    const soil *a = w->a;
    const float *restrict height = oro_row(a->height, y), *restrict layer = w->state.soil + row_at(w, y);
    const float *restrict cover = oro_field_row(&a->cover, y), *restrict taken = w->taken + row_at(w, y);
    float *restrict result = oro_row(a->result, y), *restrict depth = oro_row(a->depth, y);
    float *restrict scree = oro_row(a->scree, y), *restrict base = w->state.base + row_at(w, y);
    for (int32_t x = 0; x < w->width; x++) {
        bool wet = height[x] < a->sea;
        result[x] = wet ? height[x] : base[x] + layer[x];
        depth[x] = layer[x];
        float from_scree = oro_min(taken[x], scree[x]);
        scree[x] -= from_scree;
        sums[0] += (double)(taken[x] - from_scree);
        sums[1] += (double)oro_max((wet ? 0.0f : cover[x]) + taken[x] - layer[x], 0.0f);
    }
}

/// Half a step along the columns of the map, or of the map turned over.
static oro_status half(oro_run *r, const work *w, const creep_state *state, float *other, float *rooms) {
    creep_law law = {.cell = (float)w->a->height->cell,
                     .years = w->years,
                     .speed = w->a->creep.value,
                     .steepest = oro_tan(w->a->steepest * (ORO_PI / 180.0f)),
                     .wrap = w->a->height->wrap};
    return creep_half(r, &law, state, other, rooms);
}

static void swap(float **a, float **b) {
    float *c = *a;
    *a = *b;
    *b = c;
}

/// Steps in pairs, so that the maps are turned over once a step: along columns, rows; rows, columns.
static oro_status steps(oro_run *r, work *w, double *gone) {
    const soil *a = w->a;
    size_t bytes = (size_t)w->width * (size_t)w->height * sizeof(float);
    int32_t longest = w->width > w->height ? w->width : w->height;
    creep_state turned = {.width = w->height, .height = w->width};
    turned.base = oro_scratch(r, bytes), turned.soil = oro_scratch(r, bytes);
    float *other = oro_scratch(r, bytes);
    float *rooms = oro_scratch(r, (size_t)oro_thread_count(r->ctx) * creep_room_floats(longest) * sizeof(float));
    if (w->state.speed) turned.speed = oro_scratch(r, bytes);
    if (!turned.base || !turned.soil || !other || !rooms || (w->state.speed && !turned.speed)) return ORO_NO_MEMORY;
    oro_status status = ORO_OK;
    if (turned.speed) status = turn_over(r, w->state.speed, turned.speed, w->width, w->height);
    bool over = false; // the maps lie turned over
    double part = 0.0;
    int32_t count = (int32_t)(a->duration / YEARS_A_STEP);
    count += (float)count * YEARS_A_STEP < a->duration;
    for (int32_t n = 0; n < count && status == ORO_OK; n++) {
        w->years = oro_min(YEARS_A_STEP, a->duration - (float)n * YEARS_A_STEP);
        for (int32_t k = 0; k < 2 && status == ORO_OK; k++) {
            oro_stage(r, 0.2 + 0.375 * (2 * n + k) / count, 0.2 + 0.375 * (2 * n + k + 1) / count);
            if (k == 1) { // between the halves
                status = over ? turn_over(r, turned.soil, w->state.soil, w->height, w->width)
                              : turn_over(r, w->state.soil, turned.soil, w->width, w->height);
                if (status == ORO_OK && !over) status = turn_over(r, w->state.base, turned.base, w->width, w->height);
                over = !over;
            }
            if (!over && status == ORO_OK) {
                status = oro_sum_rows(r, a->height, 1, weather_row, w, &part);
                *gone += part;
            }
            creep_state *state = over ? &turned : &w->state;
            if (status == ORO_OK) status = half(r, w, state, other, rooms);
            swap(&state->soil, &other);
        }
    }
    if (over && status == ORO_OK) status = turn_over(r, turned.soil, w->state.soil, w->height, w->width);
    w->produces = false;
    if (status == ORO_OK) status = oro_sum_rows(r, a->height, 1, weather_row, w, &part);
    *gone += part;
    return status;
}

// --- Hume's -----------------------------------------------------------------------------------------------------------

static void fill_rows(const void *user, int32_t y0, int32_t y1) {
    const soil *a = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict height = oro_row(a->height, y);
        float *restrict result = oro_row(a->result, y), *restrict depth = oro_row(a->depth, y);
        float *restrict scree = oro_row(a->scree, y);
        for (int32_t x = 0; x < a->height->width; x++) {
            depth[x] = oro_max(result[x] - height[x], 0.0f);
            result[x] = height[x] + depth[x];
            scree[x] = 0.0f;
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const soil *a = p;
    *a->produced = *a->fallen = *a->moved = *a->carried = 0.0;
    if (a->method.index == method_hume) {
        oro_status status = oro_gaussian_blur(r, a->height, a->result, (double)a->radius, NULL);
        return status == ORO_OK ? oro_for_rows(r, a->height, fill_rows, a) : status;
    }
    work w = {.a = a, .width = a->height->width, .height = a->height->height, .produces = true};
    size_t bytes = (size_t)w.width * (size_t)w.height * sizeof(float);
    double square = a->height->cell * a->height->cell, gone = 0.0, sums[2];
    w.taken = oro_scratch(r, bytes);
    w.state = (creep_state){w.width, w.height, oro_scratch(r, bytes), oro_scratch(r, bytes), NULL};
    if (a->creep.map) w.state.speed = oro_scratch(r, bytes);
    if (!w.taken || !w.state.base || !w.state.soil || (a->creep.map && !w.state.speed)) return ORO_NO_MEMORY;
    oro_stage(r, 0.0, 0.2);
    oro_status status = before(r, &w);
    if (status == ORO_OK) status = oro_for_rows(r, a->height, begin_rows, &w);
    if (status == ORO_OK) status = steps(r, &w, &gone);
    oro_stage(r, 0.95, 1.0);
    if (status == ORO_OK) status = oro_sum_rows(r, a->height, 2, end_row, &w, sums);
    if (status != ORO_OK) return status;
    const oro_grid *g = &w.coarse.ground;
    for (uint32_t i = 0; i < (uint32_t)g->width * (uint32_t)g->height; i++)
        *a->fallen += (double)w.stones.fall[i] * (double)coarse_share(&w.coarse, i) * square;
    *a->produced = sums[0] * square;
    *a->moved = sums[1] * square;
    *a->carried = (gone + w.stones.lost) * square;
    return ORO_OK;
}

ORO_OPERATOR(
    soil, "Grow soil that creeps, and scree below cliffs", .family = "erode", .version = 1, .run = run,
    .source = "Heimsath and others 1997; Roering, Kirchner and Dietrich 1999; Hume 2023 (hume)",
    .words =
        "regolith creep diffusion hillslope weathered(method=weathered) earth dirt round soften rockfall debris apron",
    .doc = "Rock turns into soil, fast where it is bare and slowly where soil is deep. Soil creeps down slopes, the "
           "steeper the faster, and streams carry it away, so valleys stay open. Rock falls from cliffs and lies at "
           "their feet. Tops grow round, facets and edges go, cliffs stay. Depths of soil and scree are maps for "
           "materials and plants. Nothing is lost: the numbers account for every cubic metre.",
    .presets = ORO_PRESETS({"hills", "Soft rock and long times: round, soil-mantled hills",
                            "duration=3e5 production=2e-4 creep=0.03 rockfall=0"},
                           {"alpine", "Thin soil, much rockfall: bare crests above screes",
                            "duration=4e4 production=5e-5 creep=0.01 rockfall=6e-4 cliff=46"},
                           {"hume", "Hollows filled to the smoothed terrain", "method=hume"}),
    .example = "--duration 8e4 height.png soiled.png");
