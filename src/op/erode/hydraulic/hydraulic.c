// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Hydraulic erosion after Beneš and Forsbach as Olsen uses it: rain falls, dissolves ground, runs to lower neighbours with
// what it carries, and dries, leaving what it can carry no more.
//
// The reference keeps maps of water and of sediment. A step has two passes: rain, dissolving, drying and settling in place
// (reads and writes 12 bytes per sample), then the flow, where a sample levels its surface with the lower ones of eight
// neighbours. Each sample finds its factor (metres moved per metre of drop), then adds what it gets and gives; both ends of a
// move compute the same float (reads 16 bytes and writes 8). Drops are differences of the parts, never of sums, so heights of
// thousands of metres lose nothing.
//
// The fast one works in place (src/solve/sweep.h), with four neighbours, to the lowest only, and takes all water to be
// saturated, so there is no map of sediment: ground and capacity times water sum to the same at all times.

#include "op/op.h"
#include "core/math.cell.h"
#include "hydraulic.cell.h"
#include "solve/levels.h"
#include "solve/padded.h"
#include "solve/sweep.h"

typedef struct hydraulic {
    const oro_grid *height;
    oro_grid *result, *change, *water, *sediment;
    oro_choice method;
    float duration;
    float rain;
    float solubility;
    float capacity;
    float half_life;
    float grain;
    oro_choice variant;
} hydraulic;

ORO_WORDS(method, reference, fast);
ORO_WORDS(variant, conservative, olsen);
enum { FINER_STEPS = 3 };
enum { BLOCK_ROWS = 32 }; ///< fewer would find too many factors twice, at the seams between blocks

static const oro_arg args[] = {
    ORO_ARG(hydraulic, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG(hydraulic, result, .unit = "m", .doc = "Terrain that water has worn and filled."),
    ORO_ARG(hydraulic, change, .unit = "m", .doc = "What was added, below 0 where taken away."),
    ORO_ARG(hydraulic, water, .unit = "m", .doc = "Depth of the water when the rain ends."),
    ORO_ARG(hydraulic, sediment, .unit = "m",
            .doc =
                "Ground that this water carries. The conservative variant lets it settle where it is, so `result` and "
                "`change` contain it; Olsen's does not."),
    ORO_ARG(
        hydraulic, method, .choices = method_words,
        .doc =
            "Move everything at once to eight neighbours with a map of sediment, or in place to the lowest of four."),
    ORO_ARG(hydraulic, duration, .def = 1600, .min = 0, .max = 1e6, .ui_max = 8000, .unit = "yr",
            .doc = "How long it rains: water runs one metre a year, a cell of the grain at a time."),
    ORO_ARG(hydraulic, rain, .def = 0.32, .min = 0, .max = 100, .ui_max = 2, .unit = "m/yr",
            .doc = "Water that falls."),
    ORO_ARG(hydraulic, solubility, .def = 0.000625, .min = 0, .max = 1, .ui_max = 0.01, .unit = "1/yr",
            .when = "method=reference", .doc = "Metres of ground that a metre of water dissolves in a year."),
    ORO_ARG(hydraulic, capacity, .def = 1, .min = 0, .max = 10, .ui_max = 2, .unit = "1",
            .doc = "Metres of ground that a metre of water can carry; the fast method always carries that much."),
    ORO_ARG(hydraulic, half_life, .def = 16, .min = 0.01, .max = 1e6, .ui_min = 1, .ui_max = 200, .scale = ORO_LOG,
            .unit = "yr", .doc = "Time after which half of the water has dried up."),
    ORO_ARG(hydraulic, grain, .def = 16, .min = 0.001, .max = 1e5, .ui_min = 1, .ui_max = 100, .scale = ORO_LOG,
            .unit = "m",
            .doc =
                "Cell of the map that water runs on. A finer map is eroded at this cell first and then adapted at its "
                "own, so that it shows the same land."),
    ORO_ARG(hydraulic, variant, .choices = variant_words, .formerly = "published=olsen",
            .doc = "Let all sediment settle at the end, or do as the program behind Olsen's tables did: keep what is "
                   "in the water, and move no more than the smallest drop."),
};

// --- the reference ----------------------------------------------------------------------------------------------------

typedef struct state {
    oro_padded ground, change, water[2], sediment[2];
    int32_t now; ///< which water and sediment hold
    float rain, dissolve, dry, capacity;
    bool olsen;
    float *factors; ///< six rows for every block: of water and of sediment
} state;

typedef struct act {
    state *s;
    bool dries, rains;
} act;

/// What happens to every sample by itself: the end of one step and the beginning of the next.
static void local_block(const void *user, int32_t block) {
    const act *a = user;
    state *s = a->s;
    int32_t y0 = block * BLOCK_ROWS, y1 = y0 + BLOCK_ROWS;
    if (y1 > s->ground.height) y1 = s->ground.height;
    float rain = a->rains ? s->rain : 0.0f, dissolve = a->rains ? s->dissolve : 0.0f;
    float dry = a->dries ? s->dry : 0.0f, capacity = s->capacity;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict change = oro_padded_row(&s->change, y), *restrict water = oro_padded_row(&s->water[s->now], y);
        float *restrict sediment = oro_padded_row(&s->sediment[s->now], y);
        for (int32_t x = 0; x < s->ground.width; x++) {
            hydraulic_wet at = {change[x], water[x], sediment[x]};
            at = hydraulic_local(at, dry, capacity, a->dries, rain, dissolve);
            change[x] = at.change;
            sediment[x] = at.sediment;
            water[x] = at.water;
        }
        oro_padded_sides(&s->change, y, 0.0f);
        oro_padded_sides(&s->water[s->now], y, 0.0f);
        oro_padded_sides(&s->sediment[s->now], y, 0.0f);
    }
}

typedef struct rows {
    const float *g[3], *c[3], *w[3];
} rows;

static rows rows_at(const state *s, int32_t y) {
    rows r;
    for (int32_t k = 0; k < 3; k++) {
        r.g[k] = oro_padded_row(&s->ground, y + k - 1);
        r.c[k] = oro_padded_row(&s->change, y + k - 1);
        r.w[k] = oro_padded_row(&s->water[s->now], y + k - 1);
    }
    return r;
}

/// How far the surfaces of its neighbours lie below sample x: three rows of ground, change and water.
ORO_CELL hydraulic_around drops_at(const float *g0, const float *g1, const float *g2, const float *c0, const float *c1,
                                   const float *c2, const float *w0, const float *w1, const float *w2, int32_t x) {
    hydraulic_site at = {g1[x], c1[x], w1[x]};
    return (hydraulic_around){
        hydraulic_drop(at, (hydraulic_site){g0[x - 1], c0[x - 1], w0[x - 1]}),
        hydraulic_drop(at, (hydraulic_site){g0[x], c0[x], w0[x]}),
        hydraulic_drop(at, (hydraulic_site){g0[x + 1], c0[x + 1], w0[x + 1]}),
        hydraulic_drop(at, (hydraulic_site){g1[x - 1], c1[x - 1], w1[x - 1]}),
        hydraulic_drop(at, (hydraulic_site){g1[x + 1], c1[x + 1], w1[x + 1]}),
        hydraulic_drop(at, (hydraulic_site){g2[x - 1], c2[x - 1], w2[x - 1]}),
        hydraulic_drop(at, (hydraulic_site){g2[x], c2[x], w2[x]}),
        hydraulic_drop(at, (hydraulic_site){g2[x + 1], c2[x + 1], w2[x + 1]}),
    };
}

// Pointers get names before a loop: behind a struct or in an array they keep it from becoming vectors.

/// Water moved per metre of drop, and sediment.
static void factor_row(const rows *r, bool olsen, const float *restrict sediment, int32_t width, float *restrict factor,
                       float *restrict share) {
    const float *restrict g0 = r->g[0], *restrict g1 = r->g[1], *restrict g2 = r->g[2];
    const float *restrict c0 = r->c[0], *restrict c1 = r->c[1], *restrict c2 = r->c[2];
    const float *restrict w0 = r->w[0], *restrict w1 = r->w[1], *restrict w2 = r->w[2];
    for (int32_t x = 0; x < width; x++) {
        hydraulic_around drop = drops_at(g0, g1, g2, c0, c1, c2, w0, w1, w2, x);
        hydraulic_factors f = hydraulic_factor(drop, w1[x], sediment[x], olsen);
        factor[x] = f.water;
        share[x] = f.sediment;
    }
}

/// What a sample's neighbours give it and it gives them. f, m: three rows of factors of water and of sediment.
static void move_row(const rows *r, const float *const *f, const float *const *m, const float *restrict sediment,
                     int32_t width, float *restrict new_water, float *restrict new_sediment) {
    const float *restrict g0 = r->g[0], *restrict g1 = r->g[1], *restrict g2 = r->g[2];
    const float *restrict c0 = r->c[0], *restrict c1 = r->c[1], *restrict c2 = r->c[2];
    const float *restrict w0 = r->w[0], *restrict w1 = r->w[1], *restrict w2 = r->w[2];
    const float *restrict f0 = f[0], *restrict f1 = f[1], *restrict f2 = f[2];
    const float *restrict m0 = m[0], *restrict m1 = m[1], *restrict m2 = m[2];
    for (int32_t x = 0; x < width; x++) {
        hydraulic_around drop = drops_at(g0, g1, g2, c0, c1, c2, w0, w1, w2, x);
        hydraulic_around water = {f0[x - 1], f0[x], f0[x + 1], f1[x - 1], f1[x + 1], f2[x - 1], f2[x], f2[x + 1]};
        hydraulic_around load = {m0[x - 1], m0[x], m0[x + 1], m1[x - 1], m1[x + 1], m2[x - 1], m2[x], m2[x + 1]};
        // All of the water may leave, but for rounding.
        new_water[x] = oro_max(w1[x] + hydraulic_moved(drop, f1[x], water), 0.0f);
        new_sediment[x] = sediment[x] + hydraulic_moved(drop, m1[x], load);
    }
}

static void factors_of(const state *s, int32_t y, float *factor, float *share) {
    int32_t w = s->ground.width, h = s->ground.height;
    if (!s->ground.wrap && (y < 0 || y >= h)) {
        memset(factor - 1, 0, ((size_t)w + 2) * sizeof *factor);
        memset(share - 1, 0, ((size_t)w + 2) * sizeof *share);
        return;
    }
    y = y < 0 ? y + h : y >= h ? y - h : y;
    rows r = rows_at(s, y);
    factor_row(&r, s->olsen, oro_padded_row(&s->sediment[s->now], y), w, factor, share);
    for (int32_t k = 0; k < 2; k++) {
        float *row = k ? share : factor;
        row[-1] = s->ground.wrap ? row[w - 1] : 0.0f;
        row[w] = s->ground.wrap ? row[0] : 0.0f;
    }
}

static void flow_block(const void *user, int32_t block) {
    const state *s = user;
    int32_t w = s->ground.width, y0 = block * BLOCK_ROWS, y1 = y0 + BLOCK_ROWS, next = 1 - s->now;
    size_t stride = oro_padded_stride(w);
    if (y1 > s->ground.height) y1 = s->ground.height;
    float *space = s->factors + 6 * stride * (size_t)block + ORO_PADDED_BEFORE, *f[3], *m[3];
    for (int32_t k = 0; k < 3; k++) f[k] = space + 2 * (size_t)k * stride, m[k] = f[k] + stride;
    factors_of(s, y0 - 1, f[0], m[0]);
    factors_of(s, y0, f[1], m[1]);
    for (int32_t y = y0; y < y1; y++) {
        rows r = rows_at(s, y);
        factors_of(s, y + 1, f[2], m[2]);
        move_row(&r, (const float *const *)f, (const float *const *)m, oro_padded_row(&s->sediment[s->now], y), w,
                 oro_padded_row(&s->water[next], y), oro_padded_row(&s->sediment[next], y));
        float *ff = f[0], *mm = m[0];
        f[0] = f[1], f[1] = f[2], f[2] = ff;
        m[0] = m[1], m[1] = m[2], m[2] = mm;
    }
}

/// Runs the local part and lays the rows around the map.
static oro_status local(oro_run *r, state *s, int32_t blocks, bool dries, bool rains) {
    act a = {s, dries, rains};
    oro_status status = oro_for_blocks(r, blocks, local_block, &a);
    oro_padded_ends(&s->change, 0.0f);
    oro_padded_ends(&s->water[s->now], 0.0f);
    oro_padded_ends(&s->sediment[s->now], 0.0f);
    return status;
}

static oro_status reference_level(oro_run *r, const hydraulic *a, const oro_level *level, const oro_grid *water,
                                  const oro_grid *sediment, int32_t steps) {
    float years = (float)level->ground->cell;
    state s = {.rain = a->rain * years,
               .dissolve = oro_min(a->solubility * years, 1.0f),
               .dry = 1.0f - oro_exp2(-years / a->half_life),
               .capacity = a->capacity,
               .olsen = a->variant.index == variant_olsen};
    int32_t blocks = (level->ground->height + BLOCK_ROWS - 1) / BLOCK_ROWS;
    s.factors = oro_scratch(r, 6 * oro_padded_stride(level->ground->width) * (size_t)blocks * sizeof(float));
    if (!s.factors) return ORO_NO_MEMORY;
    oro_status status = oro_padded_make(r, level->ground, 1e30f, &s.ground);
    if (status == ORO_OK) status = oro_padded_make(r, level->change, 0.0f, &s.change);
    if (status == ORO_OK) status = oro_padded_make(r, water, 0.0f, &s.water[0]);
    if (status == ORO_OK) status = oro_padded_make(r, sediment, 0.0f, &s.sediment[0]);
    if (status == ORO_OK) status = oro_padded_room(r, water, &s.water[1]);
    if (status == ORO_OK) status = oro_padded_room(r, sediment, &s.sediment[1]);
    for (int32_t n = 0; n <= steps && status == ORO_OK; n++) {
        double part = (level->to - level->from) / (steps + 1);
        oro_stage(r, level->from + part * n, level->from + part * (n + 1));
        status = local(r, &s, blocks, n > 0, n < steps);
        if (status == ORO_OK && n < steps) status = oro_for_blocks(r, blocks, flow_block, &s);
        if (n < steps) s.now = 1 - s.now;
    }
    if (status == ORO_OK) status = oro_padded_take(r, &s.change, level->change);
    if (status == ORO_OK) status = oro_padded_take(r, &s.water[s.now], water);
    if (status == ORO_OK) status = oro_padded_take(r, &s.sediment[s.now], sediment);
    return status;
}

// --- the fast one -----------------------------------------------------------------------------------------------------

typedef struct wet {
    float rain, dry, capacity;
} wet;

/// A sample rained on: the water it gives to the lowest neighbour until both are level, and what stays after drying.
typedef struct flown {
    oro_sweep_gift gift;
    float kept, settled;
} flown;

ORO_CELL flown wet_cell(wet p, float change, float water, float d1, float d2, float d3, float d4) {
    float most = oro_sweep_most(d1, d2, d3, d4), m = most > 0.0f ? oro_min(water, 0.5f * most) : 0.0f;
    float rest = water - m, gone = rest > 1e-6f ? p.dry * rest : rest;
    return (flown){oro_sweep_direct(m, d1, d2, d3, d4), rest - gone, change + p.capacity * gone};
}

static void wet_cells(wet p, int32_t count, const float *restrict g0, const float *restrict g1,
                      const float *restrict g2, const float *restrict g3, const float *restrict g4, float *restrict c0,
                      const float *restrict c1, const float *restrict c2, const float *restrict c3,
                      const float *restrict c4, float *restrict w0, float *restrict w1, float *restrict w2,
                      float *restrict w3, float *restrict w4) {
    float taken = p.capacity * p.rain;
    for (int32_t i = 0; i < count; i++) {
        float g = g0[i], c = c0[i] - taken, w = w0[i] + p.rain;
        float v1 = w1[i], v2 = w2[i], v3 = w3[i], v4 = w4[i];
        flown f = wet_cell(p, c, w, (g - g1[i]) + (c - c1[i]) + (w - v1), (g - g2[i]) + (c - c2[i]) + (w - v2),
                           (g - g3[i]) + (c - c3[i]) + (w - v3), (g - g4[i]) + (c - c4[i]) + (w - v4));
        c0[i] = f.settled;
        w0[i] = f.kept;
        w1[i] = v1 + f.gift.to1;
        w2[i] = v2 + f.gift.to2;
        w3[i] = v3 + f.gift.to3;
        w4[i] = v4 + f.gift.to4;
    }
}

/// Rain on the sample, which dissolves what it can carry; a flow to the lowest neighbour; drying.
/// Plane 0 is the change of the ground, plane 1 the water.
static void wet_rule(const void *user, const oro_sweep_maps *maps, int32_t count, const size_t *at) {
    wet p = *(const wet *)user;
    const float *g = maps->ground;
    float *c = maps->planes[0], *w = maps->planes[1];
    if (count > 1) {
        wet_cells(p, count, g + at[0], g + at[1], g + at[2], g + at[3], g + at[4], c + at[0], c + at[1], c + at[2],
                  c + at[3], c + at[4], w + at[0], w + at[1], w + at[2], w + at[3], w + at[4]);
        return;
    }
    c[at[0]] -= p.capacity * p.rain; // at once: a missing neighbour is the sample itself and lies level with it
    w[at[0]] += p.rain;
    float d[5];
    for (int32_t k = 1; k < 5; k++) d[k] = (g[at[0]] - g[at[k]]) + (c[at[0]] - c[at[k]]) + (w[at[0]] - w[at[k]]);
    flown f = wet_cell(p, c[at[0]], w[at[0]], d[1], d[2], d[3], d[4]);
    c[at[0]] = f.settled;
    w[at[0]] = f.kept;
    w[at[1]] += f.gift.to1, w[at[2]] += f.gift.to2, w[at[3]] += f.gift.to3, w[at[4]] += f.gift.to4;
}

static oro_status fast_level(oro_run *r, const hydraulic *a, const oro_level *level, oro_grid *water,
                             oro_grid *sediment, int32_t sweeps) {
    float years = (float)level->ground->cell;
    wet rule = {a->rain * years, 1.0f - oro_exp2(-years / a->half_life), a->capacity};
    oro_sweep s = {.four_corners = a->variant.index == variant_conservative,
                   .dx = {-1, 1, 0, 0},
                   .dy = {0, 0, -1, 1},
                   .rule = wet_rule,
                   .user = &rule};
    oro_status status = oro_sweep_begin(r, &s, level->ground, 2);
    if (status == ORO_OK) status = oro_sweep_store(r, &s, level->change, 0);
    if (status == ORO_OK) status = oro_sweep_store(r, &s, water, 1);
    if (status == ORO_OK) status = oro_sweep_run(r, &s, sweeps, level->from, level->to);
    if (status == ORO_OK) status = oro_sweep_load(r, &s, level->change, 0);
    if (status == ORO_OK) status = oro_sweep_load(r, &s, water, 1);
    for (int32_t y = 0; y < water->height; y++)
        for (int32_t x = 0; x < water->width; x++) oro_row(sediment, y)[x] = a->capacity * oro_row(water, y)[x];
    return status;
}

// --- both -------------------------------------------------------------------------------------------------------------

/// Maps that go along from level to level.
typedef struct carried {
    const hydraulic *a;
    oro_grid *water, *sediment; ///< of the level before
} carried;

static void add(oro_grid *to, const oro_grid *map, float times) {
    for (int32_t y = 0; y < to->height; y++) {
        float *restrict out = oro_row(to, y);
        const float *restrict in = oro_row(map, y);
        for (int32_t x = 0; x < to->width; x++) out[x] += times * in[x];
    }
}

static oro_status level(oro_run *r, const void *user, const oro_level *l) {
    const carried *before = user;
    const hydraulic *a = before->a;
    oro_grid water = oro_scratch_grid(r, l->ground), sediment = oro_scratch_grid(r, l->ground);
    if (!water.data || !sediment.data) return ORO_NO_MEMORY;
    oro_status status = ORO_OK;
    if (l->coarsest) {
        oro_levels_clear(&water);
        oro_levels_clear(&sediment);
    } else {
        status = oro_levels_move(r, before->water, &water, false);
        if (status == ORO_OK) status = oro_levels_move(r, before->sediment, &sediment, false);
    }
    int32_t steps = oro_levels_steps((double)a->duration, l->ground->cell);
    if (!l->coarsest && steps > FINER_STEPS) steps = FINER_STEPS;
    // Between levels everything has settled, so that changes sum to 0; the water takes its load up again.
    add(l->change, &sediment, -1.0f);
    if (status == ORO_OK)
        status = a->method.index == method_reference ? reference_level(r, a, l, &water, &sediment, steps)
                                                     : fast_level(r, a, l, &water, &sediment, steps);
    add(l->change, &sediment, 1.0f);
    *before->water = water;
    *before->sediment = sediment;
    return status;
}

static oro_status run(oro_run *r, const void *p) {
    const hydraulic *a = p;
    oro_grid water = {0}, sediment = {0};
    carried c = {a, &water, &sediment};
    oro_status status = oro_levels_run(r, a->height, a->change, (double)a->grain, level, &c);
    if (status != ORO_OK) return status;
    oro_grid_copy(&water, a->water);
    oro_grid_copy(&sediment, a->sediment);
    if (a->variant.index == variant_olsen) add(a->change, &sediment, -1.0f);
    return oro_levels_add(r, a->height, a->change, a->result);
}

ORO_OPERATOR(
    hydraulic, "Let rain dissolve, carry and settle ground", .family = "erode", .version = 1, .run = run,
    .source = "Beneš and Forsbach 2002; Olsen 2004", .words = "dissolve sediment erosion erode water rain",
    .doc = "Rain dissolves ground where it falls, runs downhill with it, dries and leaves it: gullies are cut and "
           "hollows fill to level floors. Nothing is lost: what one sample gives, others get, and what is still "
           "in the water at the end settles where it is.",
    .formerly = "olsen-2004-reference=olsen-reference olsen-2004-fast=olsen-fast",
    .presets = ORO_PRESETS({"olsen-reference", "What the printed scores of the reference were made with",
                            "method=reference rain=0.32 solubility=0.000625 capacity=1 half_life=16 duration=1600 "
                            "variant=olsen"},
                           {"olsen-fast", "Nearest to the printed scores of the optimised one",
                            "method=fast rain=0.0096 capacity=1 half_life=16 duration=1600 variant=olsen"}),
    .example = "--duration 1600 height.png worn.png");
