// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Many drops on a terrain, with the result of one order, and coarse levels before fine ones.
//
// Drops start in square tiles whose side is twice as far as a drop can reach. Tiles of one colour of a 2 x 2 board cannot
// touch the same sample, so they run side by side while each tile's drops run in a fixed order: the result does not depend
// on threads, and a tile stays in the cache for all of its drops. Four colours make a turn. Turns follow each other with
// the board moved each time, so that no border stays where it was.
//
// Tiles and drops are numbered in the world, in cells from its origin: a map cut out of a larger one, at a sample that all
// levels have, gets the same drops at the same places, and the same bits wherever no chain of tiles leads beyond its edge
// (drops_halo).
//
// Levels: drops work on the terrain averaged to cells of about `grain` metres, then on each finer level with fewer drops a
// sample, down to the map's own.
#ifndef ORO_SOLVE_DROPS_H
#define ORO_SOLVE_DROPS_H

#include "core/table.h"
#include "run/loops.h"
#include "solve/drop_bed.h"
#include "solve/rest.h"

#include <string.h>

enum { DROPS_A_TURN = 4 * DROP_LANES }; ///< least of a tile: fewer would leave lanes empty
static const double SAMPLES_A_TURN =
    400e6; ///< most that the brushes of a tile touch in a turn: some tenths of a second

/// The arguments that every operator with drops has, and has first. Lengths in grains are cells of the level at work.
typedef struct drop_args {
    const oro_grid *height;
    oro_grid *result, *change;
    float drops;        ///< for every sample of the first level
    float share;        ///< 0..1: how much of all drops fall before it ends
    float grain;        ///< m
    float detail;       ///< each finer level has this share of the drops per sample of the one before
    oro_field hardness; ///< 1: nothing is taken
    float smoothing;    ///< 0..1: how much of a 3 x 3 average replaces the bed at each rest
    float talus;        ///< steepest slope that holds, degrees; 90: any
    float rest;         ///< drops per sample between two rests, and in a turn
    oro_seed seed;
    double *moved, *deposited, *exported, *halo;
    int32_t lifetime; ///< steps
    float brush;      ///< radius in grains
} drop_args;

/// Rows of these arguments for an operator's table, which has them as its member `rain`. Said here once; an operator says only
/// how many drops the finer levels get and how much it smooths, if it is not told.
#define DROP_ROWS(op, detail_def, smoothing_def)                                                                       \
    ORO_ARG_OF(op, rain, height, .unit = "m", .doc = "Terrain to erode."),                                             \
        ORO_ARG_OF(op, rain, result, .unit = "m", .doc = "The eroded terrain."),                                       \
        ORO_ARG_OF(op, rain, change, .unit = "m", .doc = "What was laid down (above 0) or worn away (below 0)."),      \
        ORO_ARG_OF(op, rain, drops, .def = 1, .min = 0, .max = 1000, .ui_max = 10, .unit = "1",                        \
                   .doc = "Drops that start on every square of one grain's side: how long it rains."),                 \
        ORO_ARG_OF(op, rain, share, .def = 1, .min = 0, .max = 1, .unit = "1",                                         \
                   .doc =                                                                                              \
                       "How much of all this happens: a run that was cut short and kept says here how far it came."),  \
        ORO_ARG_OF(                                                                                                    \
            op, rain, grain, .def = 16, .min = 0.01, .max = 1e4, .ui_min = 1, .ui_max = 64, .scale = ORO_LOG,          \
            .unit = "m",                                                                                               \
            .doc = "Length of a drop's step and scale of the widest gullies. Drops work at this scale first, then "    \
                   "at every half of it down to the distance of the samples."),                                        \
        ORO_ARG_OF(                                                                                                    \
            op, rain, detail, .def = (detail_def), .min = 0, .max = 1, .unit = "1",                                    \
            .doc = "How many drops fall on a square of half the scale, against those of the scale before; 0 keeps "    \
                   "to one scale."),                                                                                   \
        ORO_ARG_OF(op, rain, hardness, .def = 0, .min = 0, .max = 1, .unit = "1",                                      \
                   .doc = "Ground that resists: 1 gives nothing away and does not slide."),                            \
        ORO_ARG_OF(op, rain, smoothing, .group = "rest", .def = (smoothing_def), .min = 0, .max = 1, .unit = "1",      \
                   .doc =                                                                                              \
                       "How much of an average over the neighbours replaces the ground at every rest: a blur with a "  \
                       "force."),                                                                                      \
        ORO_ARG_OF(op, rain, talus, .group = "rest", .def = 90, .min = 1, .max = 90, .unit = "deg",                    \
                   .doc = "Slopes above this slide a little at every rest; 90 holds all."),                            \
        ORO_ARG_OF(op, rain, rest, .group = "rest", .def = 0.25, .min = 0.001, .max = 1000, .ui_min = 0.05,            \
                   .ui_max = 4, .scale = ORO_LOG, .unit = "1",                                                         \
                   .doc =                                                                                              \
                       "Drops on every square of one grain's side between two rests. Tiles of the map take turns as "  \
                       "often, so more makes a narrower halo."),                                                       \
        ORO_ARG_OF(op, rain, seed, .def = 0, .doc = "Another number, other drops."),                                   \
        ORO_ARG_OF(op, rain, moved, .unit = "m3", .doc = "Volume that drops took from the ground."),                   \
        ORO_ARG_OF(op, rain, deposited, .unit = "m3", .doc = "Volume that drops laid down."),                          \
        ORO_ARG_OF(op, rain, exported, .unit = "m3", .doc = "Volume that drops carried over the edge of the map."),    \
        ORO_ARG_OF(op, rain, halo, .unit = "m",                                                                        \
                   .doc =                                                                                              \
                       "How far beyond a place ground can matter for it: a map with as much of its neighbours around " \
                       "it, cut at samples of the first scale, gets the same drops and the same bits as the whole."),  \
        ORO_ARG_OF(op, rain, lifetime, .group = "drop", .def = 80, .min = 1, .max = 1000, .ui_min = 1, .ui_max = 240,  \
                   .unit = "1", .doc = "Steps after which a drop ends at the latest."),                                \
        ORO_ARG_OF(op, rain, brush, .group = "drop", .def = 2.5, .min = 0.75, .max = 16, .ui_min = 0.75, .ui_max = 8,  \
                   .unit = "1", .doc = "Radius of the ground a drop wears down at once, in grains.")

/// A run of drops.
typedef struct drop_plan {
    drop_model model;
    const drop_args *args;
    double until; ///< part of the operator's progress that is over when the drops are
} drop_plan;

// --- tiles ------------------------------------------------------------------------------------------------------------

/// Cells that a drop may touch beyond where it starts: its way and its brush, which begins less than its radius before the
/// drop and ends at most a whole group of lanes after that.
static inline int32_t drop_reach(const drop_plan *plan) {
    float radius = drop_last_radius(&plan->model, plan->args->brush);
    return plan->model.lifetime + brush_lanes(radius) - (int32_t)radius + 2;
}

/// The tiles of a turn along one axis. Tile t, counted in the world, begins `shift` cells after its place on the board.
typedef struct drop_axis {
    int32_t from, count; ///< tiles that lie on the map
    int32_t samples, side, shift;
    int32_t origin; ///< of the map, in cells of the world
    bool wrap;
} drop_axis;

/// First cell of a tile, counted on the map. On a map that wraps the tiles go round once.
static inline int32_t tile_begin(const drop_axis *a, int32_t tile) {
    if (a->wrap) return (int32_t)((int64_t)tile * a->samples / a->count) + a->shift;
    return tile * a->side + a->shift - a->origin;
}

/// `random` moves the board.
static inline drop_axis drop_tiles(int32_t samples, bool wrap, double origin, double cell, int32_t reach,
                                   uint32_t random) {
    drop_axis a = {.samples = samples, .side = 2 * reach, .wrap = wrap};
    if (wrap) {
        // An even number, or the first and the last would share a colour; else one for all.
        a.count = samples / a.side / 2 * 2;
        if (a.count < 2) a.count = 1;
        a.shift = (int32_t)(random % (uint32_t)samples);
        return a;
    }
    a.shift = (int32_t)(random % (uint32_t)a.side);
    double cells = origin / cell; // far beyond any world tiles begin at the map instead
    a.origin = cells > -1e9 && cells < 1e9 ? (int32_t)(cells < 0.0 ? cells - 0.5 : cells + 0.5) : 0;
    int32_t first = a.origin - a.shift;
    a.from = first / a.side - (first % a.side < 0);
    a.count = 1;
    while (tile_begin(&a, a.from + a.count) < samples) a.count++;
    return a;
}

/// Colours of the board by their order in a turn, every second turn across instead of down. Colours that follow each other
/// share a row or a column of tiles, so that a chain of tiles, one of each colour, is three tiles long along one axis and two
/// along the other.
static const int32_t COLOUR_ORDER[2][4] = {{0, 1, 3, 2}, {0, 2, 3, 1}};

/// The drops of a level that fall between two rests.
typedef struct drop_turn {
    const drop_bed *bed;
    const drop_model *model;
    drop_axis across, down;
    int32_t colour;
    double density; ///< drops per sample
    uint32_t seed;
    drop_ledger *ledgers; ///< one for every tile
} drop_turn;

/// How many tiles of `axis` have this parity in the world, and which is the first of them.
static inline int32_t tiles_of(const drop_axis *axis, int32_t parity, int32_t *first) {
    *first = axis->from + ((axis->from ^ parity) & 1);
    return (axis->from + axis->count - *first + 1) / 2;
}

/// The drops of a tile that have not started yet.
typedef struct drop_source {
    int32_t x0, y0;
    float across, down; ///< cells
    uint32_t id;
    int32_t next, count;
} drop_source;

/// Puts the next drop of a tile into a lane; false: there is none left.
static inline bool next_drop(const drop_bed *bed, drop_source *s, drop_lanes *lanes, int32_t lane) {
    while (s->next < s->count) {
        uint32_t id = oro_mix32(s->id + (uint32_t)s->next++ * 0x9e3779b1U);
        float x = oro_unit(id) * s->across, y = oro_unit(oro_mix32(id ^ 0x68bc21ebU)) * s->down;
        int32_t cx = (int32_t)x, cy = (int32_t)y, ix = s->x0 + cx, iy = s->y0 + cy;
        if (bed->wrap) ix %= bed->width, iy %= bed->height;
        if (!bed->wrap && (ix < 0 || iy < 0 || ix > bed->width - 2 || iy > bed->height - 2)) continue;
        drop_begin(lanes, lane, ix, iy, x - (float)cx, y - (float)cy);
        return true;
    }
    return false;
}

static inline void run_tile(const void *user, int32_t block) {
    const drop_turn *t = user;
    int32_t first_x, first_y, columns = tiles_of(&t->across, t->colour & 1, &first_x);
    tiles_of(&t->down, t->colour >> 1, &first_y);
    int32_t tx = first_x + 2 * (block % columns), ty = first_y + 2 * (block / columns);
    drop_source source = {tile_begin(&t->across, tx), tile_begin(&t->down, ty), .id = oro_hash2(t->seed, tx, ty)};
    source.across = (float)(tile_begin(&t->across, tx + 1) - source.x0);
    source.down = (float)(tile_begin(&t->down, ty + 1) - source.y0);
    double wanted = t->density * (double)source.across * (double)source.down;
    source.count = wanted < 1e9 ? (int32_t)(wanted + 0.5) : 1000000000;
    drop_ledger *ledger = &t->ledgers[(ty - t->down.from) * t->across.count + tx - t->across.from], sum = *ledger;
    drop_lanes lanes = {0};
    for (;;) {
        int32_t alive = 0, one = 0;
        for (int32_t i = 0; i < DROP_LANES; i++)
            if (lanes.alive[i] || next_drop(t->bed, &source, &lanes, i)) alive++, one = i;
        if (!alive) break;
        if (alive < DROP_LANES) drop_park(&lanes, one);
        drop_step(t->bed, t->model, &lanes, &sum);
    }
    *ledger = sum;
}

// --- turns ------------------------------------------------------------------------------------------------------------

/// Rests of a level with `density` drops per sample: none with too few drops between.
static inline int64_t count_rests(const drop_plan *plan, const oro_grid *level, double density) {
    // A level of one row or column has no cell for a drop to be in.
    if (!(density > 0.0) || level->width < 2 || level->height < 2) return 0;
    double side = 2.0 * drop_reach(plan), wanted = density / (double)plan->args->rest;
    double most = density * side * side / DROPS_A_TURN;
    int64_t rests = (int64_t)(wanted < most ? wanted : most);
    return (double)rests < wanted && (double)rests < most ? rests + 1 : rests > 1 ? rests : 1;
}

/// Samples that a brush touches.
static inline double brush_samples(float radius) { return (double)brush_rows(radius) * brush_lanes(radius); }

/// Turns of a level: one for every rest, or more where a tile would take too long to hear a cancel.
static inline int64_t count_turns(const drop_plan *plan, const oro_grid *level, double density) {
    double side = 2.0 * drop_reach(plan);
    double life = (double)plan->model.lifetime * brush_samples(plan->args->brush) +
                  brush_samples(drop_last_radius(&plan->model, plan->args->brush));
    double samples = density * side * side * life; // that the brushes of a tile touch
    int64_t rests = count_rests(plan, level, density), short_turns = (int64_t)(samples / SAMPLES_A_TURN) + 1;
    return rests > short_turns || rests == 0 ? rests : short_turns;
}

/// Smooths the bed and lets steep slopes slide, as the plan says.
static inline oro_status rest_bed(oro_run *r, const drop_plan *plan, const drop_bed *bed, float *spare) {
    float soft = bed->soft ? 1.0f : 1.0f - plan->args->hardness.value;
    float slope = plan->args->talus < 90.0f ? oro_tan(plan->args->talus * (ORO_PI / 180.0f)) : ORO_INFINITY;
    // Smoothing and sliding together must not turn stripes over: half the smoothing and six slides make less than 1.
    float slide = oro_min(0.1f, (0.95f - 0.5f * plan->args->smoothing) / 6.0f);
    oro_rest rest = {.width = bed->width,
                     .height = bed->height,
                     .stride = bed->stride,
                     .wrap = bed->wrap,
                     .base = bed->base,
                     .change = bed->change,
                     .next = spare,
                     .soft = bed->soft,
                     .smoothing = plan->args->smoothing * soft,
                     .talus = slope * bed->cell,
                     .slide = slide * soft};
    return oro_rest_bed(r, &rest);
}

/// How far all levels have come, in colours of turns.
typedef struct drop_progress {
    int64_t done, limit, all; ///< limit: those that the plan's share asks for
} drop_progress;

/// One turn, up to the limit.
static inline oro_status run_turn(oro_run *r, const drop_plan *plan, drop_turn *turn, const int32_t *colours,
                                  drop_progress *progress) {
    oro_status status = ORO_OK;
    for (int32_t c = 0; c < 4 && progress->done < progress->limit && status == ORO_OK; c++) {
        turn->colour = colours[c];
        double part = plan->until / (double)progress->all;
        oro_stage(r, part * (double)progress->done, part * (double)(progress->done + 1));
        int32_t first, columns = tiles_of(&turn->across, turn->colour & 1, &first);
        status = oro_for_blocks(r, columns * tiles_of(&turn->down, turn->colour >> 1, &first), run_tile, turn);
        progress->done++;
        if (oro_end_early(r, "share", (double)progress->done / (double)progress->all)) progress->limit = progress->done;
    }
    return status;
}

/// The drops of one level, up to the limit.
static inline oro_status run_level(oro_run *r, const drop_plan *plan, const oro_grid *level, const drop_bed *bed,
                                   double density, uint32_t seed, float *spare, drop_progress *progress) {
    bool rests = plan->args->smoothing > 0.0f || plan->args->talus < 90.0f;
    int64_t turns = count_turns(plan, level, density), rest_count = count_rests(plan, level, density);
    int32_t reach = drop_reach(plan), most = level->width / (2 * reach) + 2;
    size_t ledgers = (size_t)most * (size_t)(level->height / (2 * reach) + 2);
    drop_turn turn = {.bed = bed, .model = &plan->model, .density = density / (double)turns};
    turn.ledgers = oro_scratch(r, ledgers * sizeof *turn.ledgers);
    if (!turn.ledgers) return ORO_NO_MEMORY;
    memset(turn.ledgers, 0, ledgers * sizeof *turn.ledgers);
    oro_status status = ORO_OK;
    for (int64_t t = 0; t < turns && progress->done < progress->limit && status == ORO_OK; t++) {
        turn.seed = oro_mix32(seed + (uint32_t)t * 0x9e3779b1U);
        turn.across = drop_tiles(level->width, level->wrap, level->origin_x, level->cell, reach, turn.seed);
        turn.down =
            drop_tiles(level->height, level->wrap, level->origin_y, level->cell, reach, oro_mix32(turn.seed + 1));
        status = run_turn(r, plan, &turn, COLOUR_ORDER[t % 2], progress);
        bool rest_is_due = (t + 1) * rest_count / turns > t * rest_count / turns;
        if (rests && rest_is_due && status == ORO_OK) status = rest_bed(r, plan, bed, spare);
    }
    double volume = level->cell * level->cell * level->cell;
    for (size_t i = 0; i < ledgers; i++) {
        *plan->args->moved += turn.ledgers[i].eroded * volume;
        *plan->args->deposited += turn.ledgers[i].deposited * volume;
        *plan->args->exported += turn.ledgers[i].exported * volume;
    }
    return status;
}

// --- levels -----------------------------------------------------------------------------------------------------------

/// A row or column of change at twice the samples: those between are averages, so the sum is twice what it was. Where the
/// finer line ends between two coarse samples its last one, which must not change, passes its part on to the one before.
static inline void refine_line(const float *coarse, int32_t count, float *fine, int32_t fine_count, bool wrap) {
    for (int32_t i = 0; i < fine_count; i++) {
        int32_t next = i / 2 + 1 < count ? i / 2 + 1 : wrap ? 0 : count - 1;
        fine[i] = i % 2 ? 0.5f * (coarse[i / 2] + coarse[next]) : coarse[i / 2];
    }
    if (wrap || fine_count < 3) return;
    fine[fine_count - 2] += fine[fine_count - 1];
    fine[fine_count - 1] = 0.0f;
}

/// The change of a coarser level on a finer one, with the same volume.
static inline oro_status refine_change(oro_run *r, const oro_grid *coarse, oro_grid *fine) {
    float *line = oro_scratch(r, ((size_t)coarse->height + (size_t)fine->height) * sizeof(float));
    oro_grid between = {.width = fine->width, .height = coarse->height, .stride = fine->stride, .data = NULL};
    between.data = oro_scratch(r, (size_t)between.stride * (size_t)between.height * sizeof(float));
    if (!line || !between.data) return ORO_NO_MEMORY;
    for (int32_t y = 0; y < coarse->height; y++)
        refine_line(oro_row(coarse, y), coarse->width, oro_row(&between, y), fine->width, coarse->wrap);
    float *column = line + coarse->height;
    for (int32_t x = 0; x < fine->width; x++) {
        for (int32_t y = 0; y < coarse->height; y++) line[y] = oro_row(&between, y)[x];
        refine_line(line, coarse->height, column, fine->height, coarse->wrap);
        for (int32_t y = 0; y < fine->height; y++) oro_row(fine, y)[x] = column[y];
    }
    return ORO_OK;
}

/// Softness of the ground on a level: 1 - hardness, brought there from the map.
static inline oro_status soften_level(oro_run *r, const drop_plan *plan, oro_grid *soft) {
    oro_grid map = r->shape;
    map.data = (float *)plan->args->hardness.row;
    map.stride = (int32_t)plan->args->hardness.step;
    oro_status status = oro_grid_resample(r->ctx, &map, soft);
    if (status != ORO_OK) return status;
    for (int32_t y = 0; y < soft->height; y++) {
        float *row = oro_row(soft, y);
        for (int32_t x = 0; x < soft->width; x++) row[x] = 1.0f - row[x];
    }
    return ORO_OK;
}

/// A plane of one level inside memory that was taken for the finest. Its rows are an odd number of cache lines apart: with
/// a power of two the rows under a brush would fight for the same few places in the cache.
static inline oro_grid drop_plane(const oro_grid *level, float *memory) {
    oro_grid plane = *level;
    plane.stride = (level->width + 15) / 16 * 16 | 16;
    plane.data = memory;
    return plane;
}

/// Metres beyond a place whose ground can matter for it. In a turn influence spreads by three tiles, in the next by two
/// (COLOUR_ORDER), tiles are two reaches wide, and a drop's reach is added at either end; a rest and the averages of a level
/// add a few cells.
static inline double drops_halo(const drop_plan *plan, const oro_pyramid *levels, int32_t first) {
    double sum = 0.0, density = (double)plan->args->drops;
    for (int32_t l = first; l < levels->count; l++, density *= (double)plan->args->detail) {
        int64_t turns = count_turns(plan, &levels->levels[l], density);
        int64_t reaches = 8 * (turns - turns / 2) + 6 * (turns / 2);
        sum += ((double)reaches * drop_reach(plan) + (double)turns + 4.0) * levels->levels[l].cell;
    }
    return sum;
}

static inline oro_status run_levels(oro_run *r, const drop_plan *plan, const oro_pyramid *levels, int32_t first) {
    const oro_grid *finest = &levels->levels[levels->count - 1];
    size_t bytes = (size_t)drop_plane(finest, NULL).stride * (size_t)finest->height * sizeof(float);
    float *memory[5];
    for (int i = 0; i < 5; i++)
        if (!(memory[i] = oro_scratch(r, bytes))) return ORO_NO_MEMORY;
    memset(memory[0], 0, bytes);
    drop_progress progress = {0};
    double density = (double)plan->args->drops;
    for (int32_t l = first; l < levels->count; l++, density *= (double)plan->args->detail)
        progress.all += 4 * count_turns(plan, &levels->levels[l], density);
    progress.limit = (int64_t)((double)plan->args->share * (double)progress.all + 0.5);
    density = (double)plan->args->drops;
    for (int32_t l = first; l < levels->count; l++, density *= (double)plan->args->detail) {
        const oro_grid *level = &levels->levels[l];
        oro_grid now = drop_plane(level, memory[(l - first) % 2]), soft = drop_plane(level, memory[2]);
        oro_grid base = drop_plane(level, memory[3]);
        oro_grid_copy(level, &base);
        oro_status status = ORO_OK;
        if (l > first) {
            oro_grid before = drop_plane(&levels->levels[l - 1], memory[(l - first + 1) % 2]);
            status = refine_change(r, &before, &now);
        }
        if (status == ORO_OK && plan->args->hardness.map) status = soften_level(r, plan, &soft);
        drop_bed bed = {.width = level->width,
                        .height = level->height,
                        .stride = base.stride,
                        .wrap = level->wrap,
                        .base = base.data,
                        .change = now.data,
                        .soft = plan->args->hardness.map ? soft.data : NULL,
                        .radius = plan->args->brush,
                        .cell = (float)level->cell};
        uint32_t seed = oro_mix32(plan->args->seed.value + (uint32_t)(l - first) * 0x9e3779b1U);
        if (status == ORO_OK) status = run_level(r, plan, level, &bed, density, seed, memory[4], &progress);
        if (status != ORO_OK) return status;
        if (l + 1 == levels->count) oro_grid_copy(&now, plan->args->change);
    }
    return ORO_OK;
}

/// Lets drops loose on a terrain, from coarse to fine: fills the maps and numbers that the plan names.
static inline oro_status oro_drops_run(oro_run *r, drop_plan *plan) {
    oro_pyramid levels;
    oro_status status = oro_pyramid_build(r->ctx, plan->args->height, 2, &levels);
    if (status != ORO_OK) return status;
    // One number for all is the drop's affair; a map is brought to every level.
    if (!plan->args->hardness.map) plan->model.erosion *= 1.0f - plan->args->hardness.value;
    int32_t first = levels.count - 1;
    while (first > 0 && levels.levels[first].cell < 0.71 * (double)plan->args->grain) first--;
    *plan->args->moved = *plan->args->deposited = *plan->args->exported = 0.0;
    *plan->args->halo = drops_halo(plan, &levels, first);
    status = run_levels(r, plan, &levels, first);
    oro_pyramid_free(r->ctx, &levels);
    for (int32_t y = 0; y < plan->args->result->height && status == ORO_OK; y++) {
        const float *restrict in = oro_row(plan->args->height, y), *restrict moved = oro_row(plan->args->change, y);
        float *restrict out = oro_row(plan->args->result, y);
        for (int32_t x = 0; x < plan->args->result->width; x++) out[x] = in[x] + moved[x];
    }
    return status;
}

#endif
