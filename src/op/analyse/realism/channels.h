// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where water would run on a map: hollows are filled (flood.h), every sample drains to the steepest of its eight neighbours,
// level ground towards where it overflows, and areas are added downstream. Channels are samples that drain more than
// ORO_CHANNEL_AREA of them. Their concavity is theta of S ~ A^-theta (Flint 1974): the slope S along the channel, five samples up
// the main stem and five down, against the area A, as a straight line through the logarithms of medians in ten bins a decade.
// Finding where samples drain to is the only part on many threads; the rest passes each sample a few times. 17 bytes per sample
// and those of flood.h.
#ifndef ORO_REALISM_CHANNELS_H
#define ORO_REALISM_CHANNELS_H

#include "solve/flood.h"
#include "solve/land.h"
#include "solve/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ORO_CHANNEL_AREA = 2000,    ///< samples
    ORO_CHANNEL_HALF = 5,       ///< samples up and down that a slope is measured over
    ORO_CHANNEL_LEAST = 5,      ///< of both together
    ORO_CHANNEL_BINS = 80,      ///< ten a decade
    ORO_CHANNEL_BIN_LEAST = 20, ///< slopes that make a median
    ORO_CHANNEL_FIT_LEAST = 6,  ///< medians that make a line
};

#define ORO_DRAINS_NOWHERE UINT32_MAX

typedef struct oro_channels {
    const oro_land *land;
    oro_grid level;  ///< the ground with its hollows filled
    uint32_t *to;    ///< the sample each drains to; itself: off the map, or into the sea
    uint32_t *area;  ///< samples of land that drain through each, itself included
    uint32_t *stem;  ///< the one of those draining to it that has most area; itself: none
    uint32_t *order; ///< all samples, none before one that drains to it
} oro_channels;

static inline float oro_channel_level(const oro_channels *c, uint32_t at) { return oro_flood_ground(&c->level, at); }

/// Samples from one to its neighbour.
static inline double oro_channel_step(const oro_grid *g, uint32_t from, uint32_t to) {
    uint32_t w = (uint32_t)g->width;
    return from % w != to % w && from / w != to / w ? 1.4142135623730951 : (double)(from != to);
}

// --- where it drains to -------------------------------------------------------------------------------------------------

static inline bool oro_channel_is_mouth(const oro_channels *c, int32_t x, int32_t y) {
    const oro_grid *g = c->land->map;
    bool border = !g->wrap && (x == 0 || y == 0 || x == g->width - 1 || y == g->height - 1);
    return border || !oro_land_row(c->land, y)[x];
}

static inline void oro_channel_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_channels *c = user;
    const oro_grid *g = &c->level;
    int32_t w = g->width, h = g->height;
    for (int32_t y = y0; y < y1; y++) {
        int32_t rows[3] = {oro_fold_index(y - 1, h, g->wrap), y, oro_fold_index(y + 1, h, g->wrap)};
        const float *near[3] = {oro_row(g, rows[0]), oro_row(g, y), oro_row(g, rows[2])};
        for (int32_t x = 0; x < w; x++) {
            int32_t columns[3] = {oro_fold_index(x - 1, w, g->wrap), x, oro_fold_index(x + 1, w, g->wrap)};
            uint32_t self = (uint32_t)y * (uint32_t)w + (uint32_t)x, to = self;
            float v = near[1][x], most = 0.0f;
            for (int32_t k = 0; k < 9; k++) { // a neighbour folded back onto the sample is no drop
                int32_t row = k / 3, column = k % 3;
                float drop = (v - near[row][columns[column]]) * (k % 2 ? 1.0f : 0.70710678f);
                if (!(drop > most)) continue;
                most = drop;
                to = (uint32_t)rows[row] * (uint32_t)w + (uint32_t)columns[column];
            }
            bool mouth = oro_channel_is_mouth(c, x, y);
            if (!oro_land_row(c->land, y)[x]) to = self;
            c->to[self] = to == self && !mouth ? ORO_DRAINS_NOWHERE : to;
        }
    }
}

/// Level ground drains over the samples in the queue to where it overflows, nearest first.
static inline void oro_channel_spread(const oro_channels *c, uint32_t *queue, uint32_t last) {
    for (uint32_t first = 0; first < last; first++) {
        oro_flood_near n = oro_flood_neighbours(&c->level, queue[first]);
        float level = oro_channel_level(c, queue[first]);
        for (int32_t k = 0; k < n.count; k++) {
            if (c->to[n.at[k]] != ORO_DRAINS_NOWHERE || oro_channel_level(c, n.at[k]) != level) continue;
            c->to[n.at[k]] = queue[first];
            queue[last++] = n.at[k];
        }
    }
}

/// Gives level ground its way. `queue` has room for all samples.
static inline void oro_channel_levels(const oro_channels *c, uint32_t count, uint32_t *queue) {
    uint32_t waiting = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (c->to[i] == ORO_DRAINS_NOWHERE) continue;
        // On the rim of level ground: something beside it at its height has no way yet.
        float level = oro_channel_level(c, i);
        oro_flood_near n = oro_flood_neighbours(&c->level, i);
        for (int32_t k = 0; k < n.count; k++)
            if (c->to[n.at[k]] == ORO_DRAINS_NOWHERE && oro_channel_level(c, n.at[k]) == level) {
                queue[waiting++] = i;
                break;
            }
    }
    oro_channel_spread(c, queue, waiting);
    for (uint32_t i = 0; i < count; i++) { // the lowest ground of a map that has no mouth
        if (c->to[i] != ORO_DRAINS_NOWHERE) continue;
        c->to[i] = queue[0] = i;
        oro_channel_spread(c, queue, 1);
    }
}

// --- areas ----------------------------------------------------------------------------------------------------------------

/// Puts the samples in an order in which water meets them, and adds areas and main stems up on the way.
static inline oro_status oro_channel_areas(oro_run *run, oro_channels *c, uint32_t count) {
    uint8_t *givers = oro_scratch(run, count);
    if (!givers) return ORO_NO_MEMORY;
    memset(givers, 0, count);
    for (uint32_t i = 0; i < count; i++) {
        c->area[i] = c->land->is[i];
        c->stem[i] = i;
        if (c->to[i] != i) givers[c->to[i]]++;
    }
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!givers[i]) c->order[last++] = i;
    for (uint32_t first = 0; first < last; first++) {
        uint32_t i = c->order[first], to = c->to[i];
        if (first % 0x40000 == 0) {
            oro_status status = oro_step(run, (double)first / count);
            if (status != ORO_OK) return status;
        }
        if (to == i) continue;
        if (c->stem[to] == to || c->area[i] > c->area[c->stem[to]]) c->stem[to] = i;
        c->area[to] += c->area[i];
        if (--givers[to] == 0) c->order[last++] = to;
    }
    return ORO_OK;
}

static inline oro_status oro_channels_alloc(oro_run *run, const oro_land *land, oro_channels *c) {
    size_t bytes = (size_t)land->map->width * (size_t)land->map->height * sizeof(uint32_t);
    *c = (oro_channels){.land = land, .level = oro_scratch_grid(run, land->map)};
    c->to = oro_scratch(run, bytes), c->area = oro_scratch(run, bytes);
    c->stem = oro_scratch(run, bytes), c->order = oro_scratch(run, bytes);
    return c->level.data && c->to && c->area && c->stem && c->order ? ORO_OK : ORO_NO_MEMORY;
}

/// The ground for the flood: the sea and holes lie below everything.
static inline void oro_channel_ground(const oro_land *land, float low, oro_grid *ground) {
    for (int32_t y = 0; y < ground->height; y++) {
        const float *in = oro_row(land->map, y);
        const uint8_t *is = oro_land_row(land, y);
        float *out = oro_row(ground, y);
        for (int32_t x = 0; x < ground->width; x++) out[x] = is[x] ? in[x] : low;
    }
}

/// Finds it all. `lowest_land` is the lowest height of the land.
static inline oro_status oro_find_channels(oro_run *run, const oro_land *land, double from, double to,
                                           float lowest_land, oro_channels *c) {
    const oro_grid *g = land->map;
    uint32_t count = (uint32_t)g->width * (uint32_t)g->height;
    oro_grid ground = oro_scratch_grid(run, g);
    if (!ground.data || oro_channels_alloc(run, land, c) != ORO_OK) return ORO_NO_MEMORY;
    // What is no land stands a little below it, and is the base: water ends there.
    float below = lowest_land - 1.0f - oro_abs(lowest_land) * 1e-6f;
    bool sea = land->count < (int64_t)count;
    oro_channel_ground(land, below, &ground);
    oro_stage(run, from, from + 0.5 * (to - from));
    oro_status status = oro_flood(run, &ground, sea ? 0.5f * (below + lowest_land) : -ORO_INFINITY, false, &c->level);
    oro_stage(run, from + 0.5 * (to - from), from + 0.6 * (to - from));
    if (status == ORO_OK) status = oro_for_rows(run, g, oro_channel_rows, c);
    oro_stage(run, from + 0.6 * (to - from), to);
    if (status != ORO_OK) return status;
    oro_channel_levels(c, count, c->order);
    return oro_channel_areas(run, c, count);
}

// --- what they are like -----------------------------------------------------------------------------------------------------

static inline bool oro_is_channel(const oro_channels *c, uint32_t at) {
    return c->land->is[at] && c->area[at] > ORO_CHANNEL_AREA;
}

/// Length of the channels over the root of the area one needs, for each sample of land: about 0.6 to 0.9 on real land, whatever
/// the size of the map.
static inline double oro_channel_density(const oro_channels *c) {
    const oro_grid *g = c->land->map;
    uint32_t count = (uint32_t)g->width * (uint32_t)g->height;
    double length = 0.0;
    for (uint32_t i = 0; i < count; i++)
        if (oro_is_channel(c, i)) length += oro_channel_step(g, i, c->to[i]);
    return c->land->count ? length / (double)c->land->count * 44.721359549995796 : (double)NAN; // sqrt(2000)
}

/// Slope of a channel at a sample, in heights per sample; NaN where the channel is too short, or level.
static inline float oro_channel_slope(const oro_channels *c, uint32_t at) {
    uint32_t up = at, down = at;
    double length = 0.0;
    int32_t steps = 0;
    for (int32_t i = 0; i < ORO_CHANNEL_HALF && c->stem[up] != up; i++, steps++) {
        length += oro_channel_step(&c->level, c->stem[up], up);
        up = c->stem[up];
    }
    for (int32_t i = 0; i < ORO_CHANNEL_HALF && c->land->is[c->to[down]] && c->to[down] != down; i++, steps++) {
        length += oro_channel_step(&c->level, down, c->to[down]);
        down = c->to[down];
    }
    float fall = oro_channel_level(c, up) - oro_channel_level(c, down);
    return steps >= ORO_CHANNEL_LEAST && fall > 0.0f ? (float)((double)fall / length) : ORO_NAN;
}

typedef struct oro_concavity {
    double theta, fit; ///< fit: r squared
} oro_concavity;

static inline int oro_channel_by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static inline int32_t oro_channel_bin(uint32_t area) {
    float decades = oro_log((float)area / ORO_CHANNEL_AREA) * 0.43429448f;
    int32_t bin = oro_floor_int(10.0f * decades);
    return bin < 0 ? 0 : bin < ORO_CHANNEL_BINS ? bin : ORO_CHANNEL_BINS - 1;
}

/// A straight line through points: theta is its fall.
static inline oro_concavity oro_channel_line(const double *x, const double *y, int32_t count) {
    oro_concavity none = {(double)NAN, (double)NAN};
    double mx = 0.0, my = 0.0, xx = 0.0, xy = 0.0, yy = 0.0;
    if (count < ORO_CHANNEL_FIT_LEAST) return none;
    for (int32_t i = 0; i < count; i++) mx += x[i] / count, my += y[i] / count;
    for (int32_t i = 0; i < count; i++) {
        xx += (x[i] - mx) * (x[i] - mx);
        xy += (x[i] - mx) * (y[i] - my);
        yy += (y[i] - my) * (y[i] - my);
    }
    if (!(xx > 0.0)) return none;
    return (oro_concavity){-xy / xx, yy > 0.0 ? xy * xy / (xx * yy) : 1.0};
}

/// NaN where the map has too few channels.
static inline oro_status oro_channel_concavity(oro_run *run, const oro_channels *c, oro_concavity *found) {
    const oro_grid *g = c->land->map;
    uint32_t count = (uint32_t)g->width * (uint32_t)g->height, size[ORO_CHANNEL_BINS + 1] = {0}, all = 0;
    for (uint32_t i = 0; i < count; i++)
        if (oro_is_channel(c, i)) size[oro_channel_bin(c->area[i])]++, all++;
    float *slopes = oro_scratch(run, ((size_t)all + 1) * sizeof *slopes);
    if (!slopes) return ORO_NO_MEMORY;
    uint32_t begin[ORO_CHANNEL_BINS], used[ORO_CHANNEL_BINS] = {0}, next = 0;
    for (int32_t b = 0; b < ORO_CHANNEL_BINS; b++) begin[b] = next, next += size[b];
    for (uint32_t i = 0; i < count; i++) {
        if (!oro_is_channel(c, i)) continue;
        float slope = oro_channel_slope(c, i);
        int32_t b = oro_channel_bin(c->area[i]);
        if (slope == slope) slopes[begin[b] + used[b]++] = slope;
    }
    double x[ORO_CHANNEL_BINS], y[ORO_CHANNEL_BINS];
    int32_t points = 0;
    for (int32_t b = 0; b < ORO_CHANNEL_BINS; b++) {
        if (used[b] < ORO_CHANNEL_BIN_LEAST) continue;
        qsort(slopes + begin[b], used[b], sizeof *slopes, oro_channel_by_value);
        x[points] = (b + 0.5) * 0.1; // decades
        y[points++] = (double)oro_log(slopes[begin[b] + (used[b] - 1) / 2]) * 0.43429448190325183;
    }
    *found = oro_channel_line(x, y, points);
    return ORO_OK;
}

#endif
