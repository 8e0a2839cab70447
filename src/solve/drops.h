// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What every erosion by single drops needs: a bed that drops wear down and build up, many drops at once with the result of
// one order, and coarse levels before fine ones.
//
// A drop must see what it did itself, so drops change the bed at once; freezing it for a batch digs pits without end. Drops
// start in square tiles whose side is twice as far as a drop can reach. Tiles of one colour of a 2 x 2 board cannot touch
// the same sample, so they run side by side while each tile's drops run one after the other: the result does not depend on
// threads. Colours take turns after DROPS_A_TURN drops, which mixes the order. Tiles are anchored in the world: a larger
// map starts its drops at the same places.
//
// Levels: drops work on the terrain averaged to cells of about `grain` metres, then on each finer level with fewer drops a
// sample, down to the map's own. Inside, lengths and heights are counted in the level's cells, which makes the same slope
// the same number on every level. The change is kept apart from the base: at 4000 m a float would swallow it.
//
// Bytes: a step of a drop reads two times 32 bytes for the corners of its cell and reads and writes the (2r+1)² samples of
// its brush, 4 bytes each, all in cache: what counts is arithmetic.
#ifndef ORO_SOLVE_DROPS_H
#define ORO_SOLVE_DROPS_H

#include "core/cell.h"
#include "core/math.cell.h"
#include "op/op.h"
#include "solve/rest.h"

enum {
    DROPS_A_TURN = 64,
    DROPS_BY_TURNS = 4,
    BRUSH_LANES = 8, ///< brush rows are worked on in whole groups of this many samples
    BRUSH_MOST = 16, ///< largest radius in cells
    BRUSH_SIDE = 2 * BRUSH_MOST + BRUSH_LANES,
};

/// What drops did to the bed, m³.
typedef struct drop_ledger {
    double eroded, deposited, exported;
} drop_ledger;

/// One level of the terrain while drops work on it. Heights in cells.
typedef struct drop_bed {
    int32_t width, height, stride;
    bool wrap;
    float *base;       ///< terrain at the start, above its lowest sample
    float *change;     ///< what was added since
    const float *soft; ///< share of the wanted erosion each sample gives, 0..1; NULL: all of it
    float radius;      ///< of the brush, cells
    double cell;       ///< metres
    double origin_x, origin_y;
} drop_bed;

/// A drop on its way. What the velocity is measured in is the model's affair.
typedef struct drop_state {
    float x, y; ///< cells
    float vx, vy, vz;
    float speed, water, load; ///< load in cells³
    int32_t step;             ///< steps taken
} drop_state;

/// Takes a drop one step on and lets it work on the bed; false: it has ended, and its load is on the bed or in the ledger.
typedef bool drop_step_fn(const drop_bed *bed, drop_state *drop, const void *model, drop_ledger *ledger);

/// How a run of drops is made.
typedef struct drop_plan {
    drop_step_fn *step;
    const void *model;
    const oro_field *hardness; ///< 1: nothing is taken
    float grain;               ///< m
    float drops;               ///< for every sample of the first level
    float share;               ///< 0..1: how much of all drops fall before it ends
    float detail;              ///< each finer level has this share of the drops a sample of the one before
    int32_t lifetime;          ///< most steps of a drop
    float radius;              ///< of the brush, cells of the level
    float smoothing;           ///< 0..1: how much of a 3 x 3 average replaces the bed at each rest
    float talus;               ///< steepest slope that holds, a ratio; ORO_INFINITY: any
    float rest;                ///< drops a sample between two rests
    uint32_t seed;
    double until; ///< part of the operator's progress that is over when the drops are
} drop_plan;

/// The talus of a plan from an angle; 90 degrees hold everything.
static inline float drop_talus(float degrees) {
    return degrees < 90.0f ? oro_tan(degrees * (ORO_PI / 180.0f)) : ORO_INFINITY;
}

// --- a drop and the bed -----------------------------------------------------------------------------------------------

/// The cell of the bed under a drop: its four corners and the place in it.
typedef struct drop_cell {
    int32_t at00, at10, at01, at11; ///< indices of the corners
    float h00, h10, h01, h11, u, v;
} drop_cell;

/// Is (x, y) on the bed? A bed that wraps has no outside.
static inline bool drop_inside(const drop_bed *bed, float x, float y) {
    return bed->wrap || (x >= 0.0f && y >= 0.0f && x < (float)(bed->width - 1) && y < (float)(bed->height - 1));
}

/// Back onto a bed that wraps; a step is never longer than the bed.
static inline float drop_fold(float v, int32_t count) {
    float n = (float)count;
    v = v < 0.0f ? v + n : v;
    v = v >= n ? v - n : v;
    return v < n ? v : 0.0f; // a tiny negative number plus n may round to n
}

static inline drop_cell drop_look(const drop_bed *bed, float x, float y) {
    int32_t ix = (int32_t)x, iy = (int32_t)y;
    int32_t right = ix + 1 == bed->width ? 0 : ix + 1, below = iy + 1 == bed->height ? 0 : iy + 1;
    drop_cell c = {.u = x - (float)ix, .v = y - (float)iy};
    c.at00 = iy * bed->stride + ix;
    c.at10 = iy * bed->stride + right;
    c.at01 = below * bed->stride + ix;
    c.at11 = below * bed->stride + right;
    c.h00 = bed->base[c.at00] + bed->change[c.at00];
    c.h10 = bed->base[c.at10] + bed->change[c.at10];
    c.h01 = bed->base[c.at01] + bed->change[c.at01];
    c.h11 = bed->base[c.at11] + bed->change[c.at11];
    return c;
}

static inline float drop_height(const drop_cell *c) {
    return oro_mix(oro_mix(c->h00, c->h10, c->u), oro_mix(c->h01, c->h11, c->u), c->v);
}

/// Slope of the bilinear patch, to the east and to the south.
static inline void drop_slope(const drop_cell *c, float *east, float *south) {
    *east = oro_mix(c->h10 - c->h00, c->h11 - c->h01, c->v);
    *south = oro_mix(c->h01 - c->h00, c->h11 - c->h10, c->u);
}

/// Lays `amount` (cells³) down on the corners around the drop, the nearer the more.
static inline void drop_deposit(const drop_bed *bed, const drop_cell *c, float amount, drop_ledger *ledger) {
    bed->change[c->at00] += amount * (1.0f - c->u) * (1.0f - c->v);
    bed->change[c->at10] += amount * c->u * (1.0f - c->v);
    bed->change[c->at01] += amount * (1.0f - c->u) * c->v;
    bed->change[c->at11] += amount * c->u * c->v;
    ledger->deposited += (double)amount;
}

/// Samples along a brush of this radius, in whole groups.
static inline int32_t brush_lanes(float radius) {
    return ((int32_t)(2.0f * radius) + BRUSH_LANES) / BRUSH_LANES * BRUSH_LANES;
}

/// The sum of a group of lanes, in an order that does not depend on how wide vectors are.
static inline float lanes_sum(const float *lane) {
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

/// Takes `amount` away around (x, y): samples weigh radius minus distance from the drop itself, not from its cell. Works
/// on a square of `side` x `side` samples from (x0, y0) on, a multiple of BRUSH_LANES that compilers know; what lies
/// beyond the radius weighs nothing.
ORO_CELL void take_square(const drop_bed *bed, float x, float y, int32_t x0, int32_t y0, int32_t side, float amount) {
    float weight[BRUSH_SIDE * BRUSH_SIDE], sum[BRUSH_LANES] = {0};
    float radius = bed->radius, left = (float)x0 - x, top = (float)y0 - y;
    for (int32_t j = 0; j < side; j++)
        for (int32_t k = 0; k < side; k += BRUSH_LANES)
            for (int32_t i = 0; i < BRUSH_LANES; i++) {
                float dx = left + (float)(k + i), dy = top + (float)j;
                float w = oro_max(radius - oro_sqrt(dx * dx + dy * dy), 0.0f);
                weight[j * side + k + i] = w;
                sum[i] += w;
            }
    float scale = amount / lanes_sum(sum);
    for (int32_t j = 0; j < side; j++) {
        float *restrict row = bed->change + (ptrdiff_t)(y0 + j) * bed->stride + x0;
        for (int32_t k = 0; k < side; k++) row[k] -= weight[j * side + k] * scale;
    }
}

static inline void drop_erode_inside(const drop_bed *bed, float x, float y, int32_t x0, int32_t y0, int32_t side,
                                     float amount) {
    if (side == 8)
        take_square(bed, x, y, x0, y0, 8, amount);
    else if (side == 16)
        take_square(bed, x, y, x0, y0, 16, amount);
    else
        take_square(bed, x, y, x0, y0, side, amount);
}

/// The same at the edge, and what was really taken. The outermost samples of a map that does not wrap are the base level
/// of all drops: they give nothing, or drops that leave would dig the edge down without end.
static inline float drop_erode_edge(const drop_bed *bed, float x, float y, int32_t x0, int32_t y0, int32_t side,
                                    float amount) {
    float weight[BRUSH_SIDE][BRUSH_SIDE], sum = 0.0f, taken = 0.0f;
    for (int32_t j = 0; j < side; j++)
        for (int32_t i = 0; i < side; i++) {
            float dx = (float)(x0 + i) - x, dy = (float)(y0 + j) - y;
            weight[j][i] = oro_max(bed->radius - oro_sqrt(dx * dx + dy * dy), 0.0f);
            sum += weight[j][i];
        }
    float scale = amount / sum;
    for (int32_t j = 0; j < side; j++)
        for (int32_t i = 0; i < side; i++) {
            int32_t sx = x0 + i, sy = y0 + j;
            if (bed->wrap) {
                sx = (sx % bed->width + bed->width) % bed->width;
                sy = (sy % bed->height + bed->height) % bed->height;
            } else if (sx < 1 || sy < 1 || sx > bed->width - 2 || sy > bed->height - 2) {
                continue;
            }
            bed->change[(ptrdiff_t)sy * bed->stride + sx] -= weight[j][i] * scale;
            taken += weight[j][i] * scale;
        }
    return taken;
}

/// Takes up to `amount` (cells³) from the ground around (x, y) and says how much it was.
static inline float drop_erode(const drop_bed *bed, float x, float y, float amount, drop_ledger *ledger) {
    int32_t x0 = oro_floor_int(x - bed->radius) + 1, y0 = oro_floor_int(y - bed->radius) + 1;
    int32_t lanes = brush_lanes(bed->radius);
    if (x0 >= 1 && y0 >= 1 && x0 + lanes < bed->width && y0 + lanes < bed->height)
        drop_erode_inside(bed, x, y, x0, y0, lanes, amount);
    else
        amount = drop_erode_edge(bed, x, y, x0, y0, lanes, amount);
    ledger->eroded += (double)amount;
    return amount;
}

/// Lays the last of a load down under the whole brush, so that a drop that stops leaves no heap. What falls beyond the
/// edge has left.
static inline void drop_settle(const drop_bed *bed, float x, float y, float amount, drop_ledger *ledger) {
    drop_ledger laid = {0};
    if (amount > 0.0f) drop_erode(bed, x, y, -amount, &laid);
    ledger->deposited -= laid.eroded;
    if (!bed->wrap) ledger->exported += (double)amount + laid.eroded;
}

/// What share of the wanted erosion the ground under the drop gives.
static inline float drop_softness(const drop_bed *bed, const drop_cell *c) {
    return bed->soft ? bed->soft[c->at00] : 1.0f;
}

/// The share of its load a drop lays down when `left` steps remain of `lifetime`: nothing by itself, but evenly over the
/// last quarter of its life, so that no heap marks the end.
static inline float drop_last_share(int32_t left, int32_t lifetime) {
    return left * 4 <= lifetime ? 1.0f / (float)left : 0.0f;
}

/// Brings (x, y), one step from the drop, back onto a bed that wraps; true: it lies outside, and the drop's load with it.
static inline bool drop_leaves(const drop_bed *bed, const drop_state *d, float *x, float *y, drop_ledger *ledger) {
    if (bed->wrap) *x = drop_fold(*x, bed->width), *y = drop_fold(*y, bed->height);
    if (drop_inside(bed, *x, *y)) return false;
    ledger->exported += (double)d->load;
    return true;
}

/// How a drop deals with the bed in a step.
typedef struct drop_exchange {
    float rise;       ///< of the ground to where it goes, cells
    float can;        ///< load it can carry, cells³
    float deposition; ///< share of what is too much that it lays down
    float erosion;    ///< share of what is free that it takes
    int32_t lifetime;
} drop_exchange;

/// Lays down or takes where the drop is: uphill it fills the hollow behind it, with too much load it drops some, else it
/// takes some, but never more than its fall, or it would dig a hole.
static inline void drop_work(const drop_bed *bed, drop_state *d, const drop_cell *at, const drop_exchange *e,
                             drop_ledger *ledger) {
    float lay = d->load * drop_last_share(e->lifetime - d->step, e->lifetime);
    if (e->rise > 0.0f) {
        lay = oro_max(lay, oro_min(e->rise, d->load));
    } else if (d->load > e->can) {
        lay = oro_max(lay, (d->load - e->can) * e->deposition);
    } else if (lay == 0.0f) {
        float take = oro_min((e->can - d->load) * e->erosion, -e->rise) * drop_softness(bed, at);
        d->load += drop_erode(bed, d->x, d->y, take, ledger);
    }
    if (lay > 0.0f) drop_deposit(bed, at, lay, ledger);
    d->load -= lay;
}

// --- many drops -------------------------------------------------------------------------------------------------------

/// The tiles of a level along one axis: tile t begins at first + (t - from) * side, in cells.
typedef struct drop_axis {
    int32_t from, count;
    float first, side;
} drop_axis;

static inline drop_axis drop_tiles(int32_t samples, bool wrap, double origin, double cell, int32_t reach) {
    int32_t side = 2 * reach;
    if (wrap) {
        int32_t count =
            samples / side / 2 * 2; // even, or the first and the last would share a colour; else one for all
        if (count < 2) count = 1;
        return (drop_axis){0, count, 0.0f, (float)samples / (float)count};
    }
    double start = origin / cell / side;
    int32_t from = (int32_t)(start - 1.0);
    while (from + 1 <= start) from++;
    drop_axis axis = {from, 0, (float)((from - start) * side), (float)side};
    while (axis.first + (float)axis.count * axis.side < (float)samples) axis.count++;
    return axis;
}

typedef struct drop_turn {
    const drop_plan *plan;
    const drop_bed *bed;
    drop_axis across, down;
    int32_t colour_x, colour_y, columns; ///< columns of tiles of this colour
    uint32_t seed;
    int32_t drops;        ///< of each tile, in all turns
    int32_t first, last;  ///< of them in this turn
    drop_ledger *ledgers; ///< one for every tile
} drop_turn;

/// Puts the next drop of a tile at its place; false: there is none left.
static inline bool next_drop(const drop_turn *t, uint32_t tile, int32_t tx, int32_t ty, int32_t *i, drop_state *drop) {
    while (*i < t->last) {
        uint32_t id = oro_mix32(tile + (uint32_t)(*i)++ * 0x9e3779b1U);
        float x = t->across.first + ((float)tx + oro_unit(id)) * t->across.side;
        float y = t->down.first + ((float)ty + oro_unit(oro_mix32(id ^ 0x68bc21ebU))) * t->down.side;
        if (t->bed->wrap) x = drop_fold(x, t->bed->width), y = drop_fold(y, t->bed->height);
        *drop = (drop_state){.x = x, .y = y, .water = 1.0f};
        if (drop_inside(t->bed, x, y)) return true;
    }
    return false;
}

/// Some drops of a tile take steps by turns: a step waits for the one before it at every turn of its arithmetic, and the
/// processor works on another drop's meanwhile.
static inline void run_tile(const void *user, int32_t block) {
    const drop_turn *t = user;
    int32_t tx = t->colour_x + 2 * (block % t->columns), ty = t->colour_y + 2 * (block / t->columns), i = t->first;
    uint32_t tile = oro_hash2(t->seed, t->across.from + tx, t->down.from + ty);
    drop_ledger ledger = t->ledgers[ty * t->across.count + tx];
    drop_state drops[DROPS_BY_TURNS];
    int32_t alive = 0;
    while (alive < DROPS_BY_TURNS && next_drop(t, tile, tx, ty, &i, &drops[alive])) alive++;
    while (alive)
        for (int32_t k = 0; k < alive; k++) {
            if (t->plan->step(t->bed, &drops[k], t->plan->model, &ledger)) continue;
            if (!next_drop(t, tile, tx, ty, &i, &drops[k])) drops[k--] = drops[--alive];
        }
    t->ledgers[ty * t->across.count + tx] = ledger;
}

/// Smooths the bed and lets steep slopes slide, as the plan says.
static inline oro_status rest_bed(oro_run *r, const drop_plan *plan, const drop_bed *bed, float *spare) {
    float soft = bed->soft ? 1.0f : 1.0f - plan->hardness->value;
    oro_rest rest = {.width = bed->width,
                     .height = bed->height,
                     .stride = bed->stride,
                     .wrap = bed->wrap,
                     .base = bed->base,
                     .change = bed->change,
                     .next = spare,
                     .soft = bed->soft,
                     .smoothing = plan->smoothing * soft,
                     .talus = plan->talus,
                     .slide = 0.1f * soft};
    return oro_rest_bed(r, &rest);
}

/// The tiles of a level and the drops of each of them, at `density` drops a sample.
static inline drop_turn plan_turns(const drop_plan *plan, const oro_grid *level, double density) {
    // A brush begins less than its radius before the drop and ends at most a whole group of lanes after that.
    int32_t reach = plan->lifetime + brush_lanes(plan->radius) - (int32_t)plan->radius + 2;
    drop_turn turn = {.plan = plan};
    turn.across = drop_tiles(level->width, level->wrap, level->origin_x, level->cell, reach);
    turn.down = drop_tiles(level->height, level->wrap, level->origin_y, level->cell, reach);
    double wanted = density * (double)turn.across.side * (double)turn.down.side;
    turn.drops = wanted < 1e9 ? (int32_t)(wanted + 0.5) : 1000000000;
    // A level of one row or column has no cell for a drop to be in.
    if (level->width < 2 || level->height < 2) turn.drops = 0;
    return turn;
}

static inline int64_t count_turns(const drop_turn *turn) {
    return ((int64_t)turn->drops + DROPS_A_TURN - 1) / DROPS_A_TURN;
}

/// How far all levels have come, in turns.
typedef struct drop_progress {
    int64_t done, limit, all; ///< limit: those that the plan's share asks for
} drop_progress;

/// The drops of one level, up to the limit.
static inline oro_status run_level(oro_run *r, drop_turn turn, float *spare, drop_progress *progress,
                                   drop_ledger *total) {
    const drop_plan *plan = turn.plan;
    const drop_bed *bed = turn.bed;
    int32_t tiles = turn.across.count * turn.down.count;
    turn.ledgers = oro_scratch(r, (size_t)tiles * sizeof *turn.ledgers);
    if (!turn.ledgers) return ORO_NO_MEMORY;
    memset(turn.ledgers, 0, (size_t)tiles * sizeof *turn.ledgers);
    double between = (double)plan->rest * (double)turn.across.side * (double)turn.down.side;
    int32_t rest = between < 1e9 ? (int32_t)(between + 0.5) : 1000000000, rested = 0;
    if (rest < DROPS_A_TURN) rest = DROPS_A_TURN;
    bool rests = plan->smoothing > 0.0f || plan->talus < ORO_INFINITY;
    oro_status status = ORO_OK;
    while (turn.last < turn.drops && progress->done < progress->limit && status == ORO_OK) {
        turn.first = turn.last;
        turn.last = turn.drops - turn.first < DROPS_A_TURN ? turn.drops : turn.first + DROPS_A_TURN;
        double part = plan->until / (double)progress->all;
        oro_stage(r, part * (double)progress->done, part * (double)(progress->done + 1));
        for (int32_t colour = 0; colour < 4 && status == ORO_OK; colour++) {
            turn.colour_x = colour & 1;
            turn.colour_y = colour >> 1;
            turn.columns = (turn.across.count + 1 - turn.colour_x) / 2;
            int32_t rows = (turn.down.count + 1 - turn.colour_y) / 2;
            status = oro_for_blocks(r, turn.columns * rows, run_tile, &turn);
        }
        progress->done++;
        if (oro_end_early(r, "share", (double)progress->done / (double)progress->all)) progress->limit = progress->done;
        bool last = turn.last == turn.drops || progress->done == progress->limit;
        if (rests && status == ORO_OK && (turn.last / rest > rested || last)) {
            rested = turn.last / rest;
            status = rest_bed(r, plan, bed, spare);
        }
    }
    double volume = bed->cell * bed->cell * bed->cell;
    for (int32_t i = 0; i < tiles; i++) {
        total->eroded += turn.ledgers[i].eroded * volume;
        total->deposited += turn.ledgers[i].deposited * volume;
        total->exported += turn.ledgers[i].exported * volume;
    }
    return status;
}

// --- levels -----------------------------------------------------------------------------------------------------------

static inline double bed_volume(const oro_grid *change) {
    double sum = 0.0;
    for (int32_t y = 0; y < change->height; y++) {
        const float *row = oro_row(change, y);
        for (int32_t x = 0; x < change->width; x++) sum += (double)row[x];
    }
    return sum * change->cell * change->cell * change->cell;
}

/// The change of a coarser level on a finer one, in the finer one's cells, with the same volume: what interpolation gains
/// or loses at the edges is taken from where material was laid down.
static inline oro_status refine_change(oro_run *r, const oro_grid *coarse, oro_grid *fine) {
    oro_status status = oro_grid_resample(r->ctx, coarse, fine);
    if (status != ORO_OK) return status;
    float ratio = (float)(coarse->cell / fine->cell);
    double above = 0.0, below = 0.0;
    for (int32_t y = 0; y < fine->height; y++) {
        float *row = oro_row(fine, y);
        for (int32_t x = 0; x < fine->width; x++) {
            row[x] *= ratio;
            above += row[x] > 0.0f ? (double)row[x] : 0.0;
            below += row[x] < 0.0f ? (double)row[x] : 0.0;
        }
    }
    double wanted = bed_volume(coarse) / (fine->cell * fine->cell * fine->cell);
    float up = above > 0.0 && wanted > below ? (float)((wanted - below) / above) : 1.0f;
    float down = below < 0.0 && !(above > 0.0 && wanted > below) ? (float)((wanted - above) / below) : 1.0f;
    for (int32_t y = 0; y < fine->height; y++) {
        float *row = oro_row(fine, y);
        for (int32_t x = 0; x < fine->width; x++) row[x] *= row[x] > 0.0f ? up : down;
    }
    return ORO_OK;
}

/// Softness of the ground on a level: 1 - hardness, brought there from the map.
static inline oro_status soften_level(oro_run *r, const drop_plan *plan, const oro_grid *shape, oro_grid *soft) {
    oro_grid map = r->shape;
    map.data = (float *)plan->hardness->row;
    map.stride = (int32_t)plan->hardness->step;
    oro_status status = oro_grid_resample(r->ctx, &map, soft);
    if (status != ORO_OK) return status;
    for (int32_t y = 0; y < shape->height; y++) {
        float *row = oro_row(soft, y);
        for (int32_t x = 0; x < shape->width; x++) row[x] = 1.0f - row[x];
    }
    return ORO_OK;
}

/// Planes of one level inside memory that was taken for the finest.
static inline oro_grid drop_plane(const oro_grid *level, float *memory) {
    oro_grid plane = *level;
    plane.data = memory;
    return plane;
}

static inline oro_status run_levels(oro_run *r, const drop_plan *plan, const oro_pyramid *levels, int32_t first,
                                    oro_grid *change, drop_ledger *total) {
    const oro_grid *finest = &levels->levels[levels->count - 1];
    size_t bytes = (size_t)finest->stride * (size_t)finest->height * sizeof(float);
    float *memory[5];
    for (int i = 0; i < 5; i++)
        if (!(memory[i] = oro_scratch(r, bytes))) return ORO_NO_MEMORY;
    memset(memory[0], 0, bytes);
    float lowest = oro_grid_extremes(finest).min;
    drop_progress progress = {0};
    double density = (double)plan->drops;
    for (int32_t l = first; l < levels->count; l++, density *= (double)plan->detail) {
        drop_turn turn = plan_turns(plan, &levels->levels[l], density);
        progress.all += count_turns(&turn);
    }
    progress.limit = (int64_t)((double)plan->share * (double)progress.all + 0.5);
    density = (double)plan->drops;
    for (int32_t l = first; l < levels->count; l++, density *= (double)plan->detail) {
        const oro_grid *level = &levels->levels[l];
        oro_grid now = drop_plane(level, memory[(l - first) % 2]);
        if (l > first) {
            oro_grid before = drop_plane(&levels->levels[l - 1], memory[(l - first + 1) % 2]);
            oro_status refined = refine_change(r, &before, &now);
            if (refined != ORO_OK) return refined;
        }
        float inverse = (float)(1.0 / level->cell);
        for (int32_t y = 0; y < level->height; y++) {
            const float *in = oro_row(level, y);
            float *out = memory[2] + (ptrdiff_t)y * level->stride;
            for (int32_t x = 0; x < level->width; x++) out[x] = (in[x] - lowest) * inverse;
        }
        drop_bed bed = {.width = level->width,
                        .height = level->height,
                        .stride = level->stride,
                        .wrap = level->wrap,
                        .base = memory[2],
                        .change = now.data,
                        .radius = plan->radius,
                        .cell = level->cell,
                        .origin_x = level->origin_x,
                        .origin_y = level->origin_y};
        if (plan->hardness->map) {
            oro_grid soft = drop_plane(level, memory[3]);
            oro_status softened = soften_level(r, plan, level, &soft);
            if (softened != ORO_OK) return softened;
            bed.soft = soft.data;
        }
        drop_turn turn = plan_turns(plan, level, density);
        turn.bed = &bed;
        turn.seed = oro_mix32(plan->seed + (uint32_t)(l - first) * 0x9e3779b1U);
        oro_status status = run_level(r, turn, memory[4], &progress, total);
        if (status != ORO_OK) return status;
        if (l + 1 == levels->count)
            for (int32_t y = 0; y < level->height; y++) {
                float *out = oro_row(change, y);
                const float *in = oro_row(&now, y);
                for (int32_t x = 0; x < level->width; x++) out[x] = in[x] * (float)level->cell;
            }
    }
    return ORO_OK;
}

/// Lets drops loose on a terrain, from coarse to fine: fills `change` (m), `result` and the ledger. The hardness, where it
/// is one number, must be in the model: only its map is looked at here.
static inline oro_status oro_drops_run(oro_run *r, const drop_plan *plan, const oro_grid *height, oro_grid *change,
                                       oro_grid *result, drop_ledger *total) {
    oro_pyramid levels;
    oro_status status = oro_pyramid_build(r->ctx, height, 2, &levels);
    if (status != ORO_OK) return status;
    int32_t first = levels.count - 1;
    while (first > 0 && levels.levels[first].cell < 0.71 * (double)plan->grain) first--;
    status = run_levels(r, plan, &levels, first, change, total);
    oro_pyramid_free(r->ctx, &levels);
    for (int32_t y = 0; y < result->height && status == ORO_OK; y++) {
        const float *restrict in = oro_row(height, y), *restrict moved = oro_row(change, y);
        float *restrict out = oro_row(result, y);
        for (int32_t x = 0; x < result->width; x++) out[x] = in[x] + moved[x];
    }
    return status;
}

#endif
