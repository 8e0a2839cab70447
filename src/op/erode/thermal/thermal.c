// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Thermal erosion: where a slope exceeds the talus angle, part of what is too much slides down (Musgrave 1989, Olsen 2004).
//
// The reference moves everything at once. A sample gives away a quarter of its largest excess over the talus, divided among the
// neighbours that are too far below it by how much too far they are (the document: by how far, which makes a jump where one
// just passes the talus, and lets rounding grow). First every pair of neighbours gets its excess, then each sample finds its
// factor, then it adds what it gets and gives; both ends of a move compute the same float, so nothing is lost. Excesses and
// factors of three rows are kept on the stack while a tile is worked through: a step reads 8 bytes per sample and writes 4.
//
// The fast one works in place (src/solve/sweep.h) and moves half of the excess to the lowest of four neighbours, in turn those
// beside and those across a sample, since across alone never joins the two colours of the chessboard.
//
// The printed versions differ. The reference's receivers are all lower neighbours, which adds ground out of nothing; the fast
// one moves a quarter of the whole drop, across only, which overshoots the talus. They are kept as presets for the printed
// scores; diagonal steps count as straight ones there.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/levels.h"
#include "solve/padded.h"
#include "solve/sweep.h"
#include "thermal.cell.h"

typedef struct thermal {
    const oro_grid *height;
    oro_grid *result, *change;
    oro_choice method;
    float talus;
    float duration;
    float grain;
    oro_choice variant;
} thermal;

ORO_WORDS(method, reference, fast);
ORO_WORDS(variant, conservative, olsen);
enum { FINER_STEPS = 12 };

static const oro_arg args[] = {
    ORO_ARG(thermal, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG(thermal, result, .unit = "m", .doc = "Terrain with scree at the foot of what was too steep."),
    ORO_ARG(thermal, change, .unit = "m", .doc = "What was added, below 0 where taken away."),
    ORO_ARG(
        thermal, method, .choices = method_words,
        .doc = "Move everything at once to eight neighbours, or in place to the lowest of four, which settles sooner."),
    ORO_ARG(thermal, talus, .def = 30, .min = 0, .max = 89, .ui_min = 10, .ui_max = 60, .unit = "deg",
            .doc = "Slopes steeper than this slide."),
    ORO_ARG(thermal, duration, .def = 800, .min = 0, .max = 1e6, .ui_max = 4000, .unit = "yr",
            .doc = "How long ground slides: one metre a year, a cell of the grain at a time."),
    ORO_ARG(
        thermal, grain, .def = 16, .min = 0.001, .max = 1e5, .ui_min = 1, .ui_max = 100, .scale = ORO_LOG, .unit = "m",
        .doc =
            "Cell of the map that ground slides on. A finer map is eroded at this cell first and then adapted at its "
            "own, so that it shows the same land."),
    ORO_ARG(thermal, variant, .choices = variant_words, .formerly = "published=olsen",
            .doc = "Keep all of the ground, or do as the program behind Olsen's tables did, which gains some."),
};

// --- the reference ----------------------------------------------------------------------------------------------------

enum {
    TILE_COLUMNS = 512, ///< what is kept of three rows, 15 floats a column, nearly stays in the nearest cache
    TILE_ROWS = 64,
    SPAN = TILE_COLUMNS + 16 ///< a tile's columns and two more on either side
};

typedef struct step {
    const oro_padded *ground, *from;
    oro_padded *to;
    float gate_straight, gate_across; ///< drop from which on a neighbour receives, in proportion to what exceeds it
    float least;                      ///< excess over that from which on anything leaves
    float share;                      ///< part of the largest excess that leaves in a step
    int32_t tiles_across;
} step;

/// By how much the drop from one sample to another exceeds its gate; below 0 where it does the other way. Every pair has one
/// place: (x, y) with its neighbours in the east, south and south-east, and (x, y + 1) with the one in its north-east.
typedef struct pairs {
    float east[SPAN], south[SPAN], falling[SPAN], rising[SPAN];
} pairs;

/// Rows of a tile, in all of which element i is column x0 - 2 + i.
typedef struct tile {
    int32_t x0, columns;
    pairs pairs[3];         ///< of rows y - 1, y and y + 1; place y % 3, as with the factors
    float factors[3][SPAN]; ///< what a sample gives per metre of excess
} tile;

/// Pairs between two rows of ground (g) and change (c) and inside the upper. Parameters, since compilers make vectors of loops
/// over what they know to be apart.
static __attribute__((noinline)) void pair_row(const step *s, int32_t count, const float *restrict g0,
                                               const float *restrict c0, const float *restrict g1,
                                               const float *restrict c1, float *restrict east, float *restrict south,
                                               float *restrict falling, float *restrict rising) {
    float straight = s->gate_straight, across = s->gate_across;
    for (int32_t i = 0; i < count; i++) {
        east[i] = thermal_beyond((g0[i] - g0[i + 1]) + (c0[i] - c0[i + 1]), straight);
        south[i] = thermal_beyond((g0[i] - g1[i]) + (c0[i] - c1[i]), straight);
        falling[i] = thermal_beyond((g0[i] - g1[i + 1]) + (c0[i] - c1[i + 1]), across);
        rising[i] = thermal_beyond((g1[i] - g0[i + 1]) + (c1[i] - c0[i + 1]), across);
    }
}

/// `least` is a constant 0 in the conservative variant, which saves comparing.
static inline __attribute__((always_inline)) void factors_with(
    float least, float share, int32_t count, const float *restrict south0, const float *restrict falling0,
    const float *restrict rising0, const float *restrict east1, const float *restrict south1,
    const float *restrict falling1, const float *restrict rising1, float *restrict out) {
    for (int32_t i = 1; i < count + 3; i++) {
        thermal_around excess = {-falling0[i - 1], -south0[i],      rising0[i], -east1[i - 1],
                                 east1[i],         -rising1[i - 1], south1[i],  falling1[i]};
        out[i] = thermal_factor(excess, least, share);
    }
}

/// Gets and gives.
static inline __attribute__((always_inline)) void moves_with(
    float least, int32_t count, const float *restrict south0, const float *restrict falling0,
    const float *restrict rising0, const float *restrict east1, const float *restrict south1,
    const float *restrict falling1, const float *restrict rising1, const float *restrict f0, const float *restrict f1,
    const float *restrict f2, const float *restrict change, float *restrict out) {
    for (int32_t i = 2; i < count + 2; i++) {
        thermal_around excess = {-falling0[i - 1], -south0[i],      rising0[i], -east1[i - 1],
                                 east1[i],         -rising1[i - 1], south1[i],  falling1[i]};
        thermal_around its = {f0[i - 1], f0[i], f0[i + 1], f1[i - 1], f1[i + 1], f2[i - 1], f2[i], f2[i + 1]};
        out[i] = change[i] + thermal_moved(excess, f1[i], its, least);
    }
}

#define KEPT_APART static __attribute__((noinline))
#define PAIRS(upper, at)                                                                                               \
    (upper)->south, (upper)->falling, (upper)->rising, (at)->east, (at)->south, (at)->falling, (at)->rising

KEPT_APART void conservative_factors(float share, int32_t count, const pairs *upper, const pairs *at, float *out) {
    factors_with(0.0f, share, count, PAIRS(upper, at), out);
}

KEPT_APART void olsen_factors(float least, float share, int32_t count, const pairs *upper, const pairs *at,
                              float *out) {
    factors_with(least, share, count, PAIRS(upper, at), out);
}

KEPT_APART void conservative_moves(int32_t count, const pairs *upper, const pairs *at, const float *f0, const float *f1,
                                   const float *f2, const float *change, float *out) {
    moves_with(0.0f, count, PAIRS(upper, at), f0, f1, f2, change, out);
}

KEPT_APART void olsen_moves(float least, int32_t count, const pairs *upper, const pairs *at, const float *f0,
                            const float *f1, const float *f2, const float *change, float *out) {
    moves_with(least, count, PAIRS(upper, at), f0, f1, f2, change, out);
}

/// Row y as those who look over the edge of the map see it.
static int32_t row_of(const oro_padded *p, int32_t y) {
    return !p->wrap ? y : y < 0 ? y + p->height : y >= p->height ? y - p->height : y;
}

static void pairs_of(const step *s, tile *t, int32_t y) {
    int32_t upper = row_of(s->ground, y);
    const float *g = oro_padded_row(s->ground, upper) + t->x0 - 2, *c = oro_padded_row(s->from, upper) + t->x0 - 2;
    pairs *p = &t->pairs[(y + 3) % 3];
    pair_row(s, t->columns + 3, g, c, g + s->ground->stride, c + s->from->stride, p->east, p->south, p->falling,
             p->rising);
}

static void factors_of(const step *s, tile *t, int32_t y) {
    const oro_padded *p = s->ground;
    float *row = t->factors[(y + 3) % 3];
    if (!p->wrap && (y < 0 || y >= p->height)) {
        memset(row, 0, SPAN * sizeof *row);
        return;
    }
    const pairs *upper = &t->pairs[(y + 2) % 3], *at = &t->pairs[(y + 3) % 3];
    if (s->least > 0.0f)
        olsen_factors(s->least, s->share, t->columns, upper, at, row);
    else
        conservative_factors(s->share, t->columns, upper, at, row);
    if (!p->wrap && t->x0 == 0) row[1] = 0.0f;
    if (!p->wrap && t->x0 + t->columns == p->width) row[t->columns + 2] = 0.0f;
}

static void step_tile(const void *user, int32_t number) {
    const step *s = user;
    const oro_padded *p = s->ground;
    int32_t y0 = number / s->tiles_across * TILE_ROWS, y1 = y0 + TILE_ROWS < p->height ? y0 + TILE_ROWS : p->height;
    int64_t n = number % s->tiles_across;
    tile t;
    t.x0 = (int32_t)(n * p->width / s->tiles_across);
    t.columns = (int32_t)((n + 1) * p->width / s->tiles_across) - t.x0;
    for (int32_t y = y0 - 2; y <= y1; y++) {
        if (p->wrap || (y >= -1 && y < p->height)) pairs_of(s, &t, y);
        if (y > y0 - 2) factors_of(s, &t, y);
        if (y <= y0) continue;
        const pairs *upper = &t.pairs[(y + 1) % 3], *at = &t.pairs[(y + 2) % 3];
        const float *f0 = t.factors[(y + 1) % 3], *f1 = t.factors[(y + 2) % 3], *f2 = t.factors[y % 3];
        const float *change = oro_padded_row(s->from, y - 1) + t.x0 - 2;
        float *out = oro_padded_row(s->to, y - 1) + t.x0 - 2;
        if (s->least > 0.0f)
            olsen_moves(s->least, t.columns, upper, at, f0, f1, f2, change, out);
        else
            conservative_moves(t.columns, upper, at, f0, f1, f2, change, out);
        if (t.x0 == 0) oro_padded_after(s->to, y - 1, 0.0f);
        if (t.x0 + t.columns == p->width) oro_padded_before(s->to, y - 1, 0.0f);
    }
}

static oro_status reference_level(oro_run *r, const thermal *a, const oro_level *level, float drop, int32_t steps) {
    oro_padded ground, change[2];
    bool olsen = a->variant.index == variant_olsen;
    step s = {.ground = &ground,
              .gate_straight = olsen ? 0.0f : drop,
              .gate_across = olsen ? 0.0f : 1.41421356f * drop,
              .least = olsen ? drop : 0.0f,
              .share = olsen ? 0.5f : 0.25f, // the printed half lets neighbours overshoot each other by turns
              .tiles_across = (level->ground->width + TILE_COLUMNS - 1) / TILE_COLUMNS};
    int32_t tiles = (level->ground->height + TILE_ROWS - 1) / TILE_ROWS * s.tiles_across;
    // Beyond the edge there is a wall: nothing slides over it.
    oro_status status = oro_padded_make(r, level->ground, 1e30f, &ground);
    if (status == ORO_OK) status = oro_padded_make(r, level->change, 0.0f, &change[0]);
    if (status == ORO_OK) status = oro_padded_room(r, level->change, &change[1]);
    for (int32_t n = 0; n < steps && status == ORO_OK; n++) {
        s.from = &change[n % 2];
        s.to = &change[(n + 1) % 2];
        oro_stage(r, level->from + (level->to - level->from) * n / steps,
                  level->from + (level->to - level->from) * (n + 1) / steps);
        status = oro_for_blocks(r, tiles, step_tile, &s);
        oro_padded_ends(s.to, 0.0f);
    }
    return status == ORO_OK ? oro_padded_take(r, &change[steps % 2], level->change) : status;
}

// --- the fast one -----------------------------------------------------------------------------------------------------

static oro_status fast_level(oro_run *r, const thermal *a, const oro_level *level, float drop, int32_t sweeps) {
    bool olsen = a->variant.index == variant_olsen;
    oro_slide slide;
    oro_sweep s = {.four_corners = !olsen, .rule = oro_slide_rule, .user = &slide};
    oro_status status = oro_sweep_begin(r, &s, level->ground, 1);
    if (status == ORO_OK) status = oro_sweep_store(r, &s, level->change, 0);
    for (int32_t first = 0; first < sweeps && status == ORO_OK; first += 4) {
        bool beside = !olsen && first / 4 % 2 == 1;
        static const int32_t dx[2][4] = {{-1, 1, -1, 1}, {-1, 1, 0, 0}}, dy[2][4] = {{-1, -1, 1, 1}, {0, 0, -1, 1}};
        memcpy(s.dx, dx[beside], sizeof s.dx);
        memcpy(s.dy, dy[beside], sizeof s.dy);
        float allowed = olsen || beside ? drop : 1.41421356f * drop;
        slide = olsen ? (oro_slide){allowed, 3e38f, 0.25f, 0.0f, ORO_SLIDE_SHARP}
                      : (oro_slide){allowed, 3e38f, 0.5f, allowed, ORO_SLIDE_SHARP};
        int32_t count = sweeps - first < 4 ? sweeps - first : 4;
        double part = (level->to - level->from) / sweeps;
        status = oro_sweep_run(r, &s, count, level->from + part * first, level->from + part * (first + count));
    }
    return status == ORO_OK ? oro_sweep_load(r, &s, level->change, 0) : status;
}

static oro_status level(oro_run *r, const void *user, const oro_level *l) {
    const thermal *a = user;
    float drop = oro_tan(a->talus * (ORO_PI / 180.0f)) * (float)l->ground->cell;
    int32_t steps = oro_levels_steps((double)a->duration, l->ground->cell);
    if (!l->coarsest && steps > FINER_STEPS) steps = FINER_STEPS;
    return a->method.index == method_reference ? reference_level(r, a, l, drop, steps)
                                               : fast_level(r, a, l, drop, steps);
}

static oro_status run(oro_run *r, const void *p) {
    const thermal *a = p;
    oro_status status = oro_levels_run(r, a->height, a->change, (double)a->grain, level, a);
    return status == ORO_OK ? oro_levels_add(r, a->height, a->change, a->result) : status;
}

ORO_OPERATOR(
    thermal, "Let steep slopes slide to the talus angle", .family = "erode", .version = 1, .run = run,
    .source = "Musgrave, Kolb and Mace 1989; Olsen 2004",
    .words = "talus scree weathering landslide debris rockfall avalanche erosion erode crumble frost slump",
    .doc = "Frost breaks steep rock, and what breaks slides down and piles up until no slope is steeper than the "
           "talus angle. Peaks crumble, and even scree lies at the foot of walls. Nothing is lost: what one sample "
           "gives, others get; beyond the edge of a map that does not wrap there is a wall.",
    .formerly = "olsen-2004-reference=olsen-reference olsen-2004-fast=olsen-fast",
    .presets = ORO_PRESETS({"olsen-reference", "The printed reference with its gain of ground, talus 4/N",
                            "method=reference talus=14.036243 duration=800 variant=olsen"},
                           {"olsen-fast", "The optimised one behind the printed scores, talus 3.75/N",
                            "method=fast talus=13.190611 duration=800 variant=olsen"}),
    .example = "--talus 32 --duration 800 height.png scree.png");
