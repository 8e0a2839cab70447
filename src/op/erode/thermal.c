// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Thermal erosion: where a slope exceeds the talus angle, part of what is too much slides down (Musgrave 1989, Olsen 2004).
//
// The reference moves everything at once. A sample gives away a quarter of its largest excess over the talus, divided among the
// neighbours that are too far below it by how much too far they are (the document: by how far, which makes a jump where one
// just passes the talus, and lets rounding grow). First each sample finds its factor, then it adds what it gets and
// gives; both ends of a move compute the same float, so nothing is lost. Factors of three rows are kept while a block of rows
// is worked through: a step reads 8 bytes a sample and writes 4.
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

typedef struct thermal {
    const oro_grid *height;
    oro_grid *result, *change;
    oro_choice method;
    float talus;
    float duration;
    float grain;
    oro_choice variant;
} thermal;

enum { REFERENCE, FAST };
enum { CONSERVATIVE, PUBLISHED };
enum { FINER_STEPS = 12 };

static const oro_arg args[] = {
    ORO_ARG(thermal, height, .unit = "m", .doc = "Terrain to erode."),
    ORO_ARG(thermal, result, .unit = "m", .doc = "Terrain with scree at the foot of what was too steep."),
    ORO_ARG(thermal, change, .unit = "m", .doc = "What was added, below 0 where taken away."),
    ORO_ARG(
        thermal, method, .choices = ORO_CHOICES("reference", "fast"),
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
    ORO_ARG(thermal, variant, .choices = ORO_CHOICES("conservative", "published"),
            .doc = "Keep all of the ground, or do as the program behind the printed tables did, which gains some."),
};

// --- the reference ----------------------------------------------------------------------------------------------------

typedef struct step {
    const oro_padded *ground, *from;
    oro_padded *to;
    float straight, across;           ///< drop that the talus allows to a neighbour, metres
    float gate_straight, gate_across; ///< drop from which on a neighbour receives, in proportion to what exceeds it
    float share;                      ///< part of the largest excess that leaves in a step
    float *factors;                   ///< three rows for every block
    int32_t block_rows;
} step;

/// What a sample gives per metre of excess. Called with three rows of ground (g) and change (c).
static void factor_row(const step *s, const float *const *g, const float *const *c, int32_t width,
                       float *restrict out) {
    const float *restrict g0 = g[0], *restrict g1 = g[1], *restrict g2 = g[2];
    const float *restrict c0 = c[0], *restrict c1 = c[1], *restrict c2 = c[2];
    float straight = s->straight, across = s->across, gate_straight = s->gate_straight, gate_across = s->gate_across;
    float share = s->share;
    for (int32_t x = 0; x < width; x++) {
        float h = g1[x], v = c1[x], most = 0.0f, total = 0.0f;
#define LOOK(gr, cr, dx, allowed)                                                                                      \
    {                                                                                                                  \
        float d = (h - gr[x + (dx)]) + (v - cr[x + (dx)]), excess = d - (allowed);                                     \
        total += excess > 0.0f ? d - (gate_##allowed) : 0.0f;                                                          \
        most = oro_max(excess, most);                                                                                  \
    }
        LOOK(g0, c0, -1, across)
        LOOK(g0, c0, 0, straight)
        LOOK(g0, c0, 1, across)
        LOOK(g1, c1, -1, straight)
        LOOK(g1, c1, 1, straight)
        LOOK(g2, c2, -1, across)
        LOOK(g2, c2, 0, straight)
        LOOK(g2, c2, 1, across)
#undef LOOK
        float safe = total > 0.0f ? total : 1.0f;
        out[x] = total > 0.0f ? share * most / safe : 0.0f;
    }
}

/// Gets and gives. f: three rows of factors, whose places before the first and after the last are 0 or wrapped.
static void move_row(const step *s, const float *const *g, const float *const *c, const float *const *f, int32_t width,
                     float *restrict out) {
    const float *restrict g0 = g[0], *restrict g1 = g[1], *restrict g2 = g[2];
    const float *restrict c0 = c[0], *restrict c1 = c[1], *restrict c2 = c[2];
    const float *restrict f0 = f[0], *restrict f1 = f[1], *restrict f2 = f[2];
    float straight = s->straight, across = s->across, gate_straight = s->gate_straight, gate_across = s->gate_across;
    for (int32_t x = 0; x < width; x++) {
        float h = g1[x], v = c1[x], own = f1[x], sum = 0.0f;
#define MOVE(gr, cr, fr, dx, allowed)                                                                                  \
    {                                                                                                                  \
        float d = (h - gr[x + (dx)]) + (v - cr[x + (dx)]);                                                             \
        sum -= d > (allowed) ? own * (d - (gate_##allowed)) : 0.0f;                                                    \
        sum -= d < -(gate_##allowed) ? fr[x + (dx)] * (d + (gate_##allowed)) : 0.0f;                                   \
    }
        MOVE(g0, c0, f0, -1, across)
        MOVE(g0, c0, f0, 0, straight)
        MOVE(g0, c0, f0, 1, across)
        MOVE(g1, c1, f1, -1, straight)
        MOVE(g1, c1, f1, 1, straight)
        MOVE(g2, c2, f2, -1, across)
        MOVE(g2, c2, f2, 0, straight)
        MOVE(g2, c2, f2, 1, across)
#undef MOVE
        out[x] = v + sum;
    }
}

static void factors_of(const step *s, int32_t y, float *row) {
    const oro_padded *p = s->ground;
    int32_t w = p->width;
    if (!p->wrap && (y < 0 || y >= p->height)) {
        memset(row - 1, 0, ((size_t)w + 2) * sizeof *row);
        return;
    }
    y = y < 0 ? y + p->height : y >= p->height ? y - p->height : y;
    const float *g[3], *c[3];
    for (int32_t k = 0; k < 3; k++)
        g[k] = oro_padded_row(s->ground, y + k - 1), c[k] = oro_padded_row(s->from, y + k - 1);
    factor_row(s, g, c, w, row);
    row[-1] = p->wrap ? row[w - 1] : 0.0f;
    row[w] = p->wrap ? row[0] : 0.0f;
}

static void step_block(const void *user, int32_t block) {
    const step *s = user;
    int32_t w = s->ground->width, y0 = block * s->block_rows, y1 = y0 + s->block_rows;
    size_t stride = oro_padded_stride(w);
    if (y1 > s->ground->height) y1 = s->ground->height;
    float *rows = s->factors + 3 * stride * (size_t)block + ORO_PADDED_BEFORE;
    float *f[3] = {rows, rows + stride, rows + 2 * stride};
    factors_of(s, y0 - 1, f[0]);
    factors_of(s, y0, f[1]);
    for (int32_t y = y0; y < y1; y++) {
        const float *g[3], *c[3];
        for (int32_t k = 0; k < 3; k++)
            g[k] = oro_padded_row(s->ground, y + k - 1), c[k] = oro_padded_row(s->from, y + k - 1);
        factors_of(s, y + 1, f[2]);
        move_row(s, g, c, (const float *const *)f, w, oro_padded_row(s->to, y));
        oro_padded_sides(s->to, y, 0.0f);
        float *first = f[0];
        f[0] = f[1], f[1] = f[2], f[2] = first;
    }
}

static oro_status reference_level(oro_run *r, const thermal *a, const oro_level *level, float drop, int32_t steps) {
    oro_padded ground, change[2];
    bool published = a->variant.index == PUBLISHED;
    float across = published ? drop : 1.41421356f * drop;
    step s = {.ground = &ground, .straight = drop, .across = across};
    s.share = published ? 0.5f : 0.25f; // the printed half lets neighbours overshoot each other by turns
    s.gate_straight = published ? 0.0f : drop;
    s.gate_across = published ? 0.0f : across;
    s.block_rows = 16384 / level->ground->width + 1;
    int32_t blocks = (level->ground->height + s.block_rows - 1) / s.block_rows;
    s.factors = oro_scratch(r, 3 * oro_padded_stride(level->ground->width) * (size_t)blocks * sizeof(float));
    // Beyond the edge there is a wall: nothing slides over it.
    if (!s.factors || !oro_padded_make(r, level->ground, 1e30f, &ground) ||
        !oro_padded_make(r, level->change, 0.0f, &change[0]) || !oro_padded_make(r, level->change, 0.0f, &change[1]))
        return ORO_NO_MEMORY;
    for (int32_t n = 0; n < steps; n++) {
        s.from = &change[n % 2];
        s.to = &change[(n + 1) % 2];
        oro_stage(r, level->from + (level->to - level->from) * n / steps,
                  level->from + (level->to - level->from) * (n + 1) / steps);
        oro_status status = oro_for_blocks(r, blocks, step_block, &s);
        if (status != ORO_OK) return status;
        oro_padded_ends(s.to, 0.0f);
    }
    oro_padded_take(&change[steps % 2], level->change);
    return ORO_OK;
}

// --- the fast one -----------------------------------------------------------------------------------------------------

static oro_status fast_level(oro_run *r, const thermal *a, const oro_level *level, float drop, int32_t sweeps) {
    bool published = a->variant.index == PUBLISHED;
    oro_slide slide;
    oro_sweep s = {.four_corners = !published, .rule = oro_slide_rule, .user = &slide};
    oro_status status = oro_sweep_begin(r, &s, level->ground, 1);
    if (status == ORO_OK) status = oro_sweep_store(r, &s, level->change, 0);
    for (int32_t first = 0; first < sweeps && status == ORO_OK; first += 4) {
        bool beside = !published && first / 4 % 2 == 1;
        static const int32_t dx[2][4] = {{-1, 1, -1, 1}, {-1, 1, 0, 0}}, dy[2][4] = {{-1, -1, 1, 1}, {0, 0, -1, 1}};
        memcpy(s.dx, dx[beside], sizeof s.dx);
        memcpy(s.dy, dy[beside], sizeof s.dy);
        float allowed = published || beside ? drop : 1.41421356f * drop;
        slide = published ? (oro_slide){allowed, 3e38f, 0.25f, 0.0f, ORO_SLIDE_SHARP}
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
    return a->method.index == REFERENCE ? reference_level(r, a, l, drop, steps) : fast_level(r, a, l, drop, steps);
}

static oro_status run(oro_run *r, const void *p) {
    const thermal *a = p;
    oro_status status = oro_levels_run(r, a->height, a->change, (double)a->grain, level, a);
    return status == ORO_OK ? oro_levels_add(r, a->height, a->change, a->result) : status;
}

ORO_OPERATOR(
    thermal, "Let steep slopes slide to the talus angle", .family = "erode", .version = 1, .run = run,
    .source = "Musgrave, Kolb and Mace 1989; Olsen 2004",
    .doc = "Frost breaks steep rock, and what breaks slides down and piles up until no slope is steeper than the "
           "talus angle. Peaks crumble, and even scree lies at the foot of walls. Nothing is lost: what one sample "
           "gives, others get; beyond the edge of a map that does not wrap there is a wall.",
    .presets = ORO_PRESETS({"olsen-2004-reference", "The printed reference with its gain of ground, talus 4/N",
                            "method=reference talus=14.036243 duration=800 variant=published"},
                           {"olsen-2004-fast", "The optimised one behind the printed scores, talus 3.75/N",
                            "method=fast talus=13.190611 duration=800 variant=published"}),
    .example = "--talus 32 --duration 800 height.png scree.png");
