// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Makes a tile meet its neighbours. On a common edge the result has the neighbour's very values and slope; inside, what was
// added to get there fades over `width`. With D the difference of heights along the edge, S that of slopes, d the distance
// from the edge and u = d / width,
//     result = height + (1 - 3u^2 + 2u^3) (G D) + d (1 - u)^2 (G S),
// where G is a bell along the edge whose deviation is half of d: large differences reach far in, small ones end near the edge,
// as in a diffusion. G begins at 0 and with no slope, so heights and slopes hold as the edge has them.
//
// A tile with neighbours on two sides that meet: the second correction is multiplied with t^2 / (t^2 + d^2), t the distance
// from the first side, which leaves that side's heights and slopes as they are.
//
// The correction is a table of (width / cell) rows along the edge, each blurred from the one before; then 4 bytes per sample are
// read and 4 written, and 8 more for each side's samples within `width`.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/edges.h"

#include <math.h>

typedef struct seam {
    const oro_grid *height;
    const oro_grid *west, *east, *north, *south;
    oro_grid *result;
    double *step;
    oro_choice neighbours;
    float width;
} seam;

static const oro_arg args[] = {
    ORO_ARG(seam, height, .unit = "any", .doc = "Tile to join."),
    ORO_EDGE_ARGS(seam, "any"),
    ORO_ARG(seam, result, .unit = "any", .doc = "The tile, which now goes on in its neighbours."),
    ORO_ARG(seam, step, .unit = "any",
            .doc = "Largest difference there was at an edge; 0 where no neighbour is given."),
    ORO_NEIGHBOURS_ARG(seam),
    ORO_ARG(
        seam, width, .def = 400, .min = 0, .max = 1e6, .ui_max = 2000, .unit = "m",
        .doc =
            "How far from the edge the ground is changed; ten times the difference in height or more does not show."),
};

/// Deviations, in samples: what a bell is cut off at, what slopes are smoothed with to begin with (the noise of single samples is
/// no slope of the ground), and what is gained with every sample of distance.
static const float CUT = 3.5f, FIRST = 2.0f, PER_SAMPLE = 0.5f;

/// A side at work.
typedef struct job {
    oro_run *run;
    oro_grid *map;
    const oro_edge *edge;
    bool first_joined, last_joined; ///< whether the sides at both ends of this one were joined before
    int32_t length, reach;          ///< samples along the edge; rows of the table
    float *table;
} job;

/// Blurs `line` along itself into `out`, mirrored at both ends.
static void blur_line(const float *restrict line, int32_t length, float deviation, float *restrict padded,
                      float *restrict out) {
    int32_t radius = (int32_t)(CUT * deviation) + 1;
    float sum = 1.0f;
    for (int32_t i = -radius; i < length + radius; i++) {
        int32_t period = length > 1 ? 2 * (length - 1) : 1, k = i % period;
        k = k < 0 ? k + period : k;
        padded[i + radius] = line[k < length ? k : period - k];
    }
    for (int32_t i = 0; i < length; i++) out[i] = padded[i + radius];
    for (int32_t k = 1; k <= radius; k++) {
        float along = (float)k / deviation, weight = oro_exp(-0.5f * along * along);
        sum += 2.0f * weight;
        const float *restrict before = padded + radius - k, *restrict after = padded + radius + k;
        for (int32_t i = 0; i < length; i++) out[i] += weight * (before[i] + after[i]);
    }
    for (int32_t i = 0; i < length; i++) out[i] /= sum;
}

/// Fills the table: row d is what is added at d samples from the edge.
static oro_status make_table(job *j) {
    float widest = sqrtf(2.0f * (float)j->reach) * PER_SAMPLE + FIRST;
    size_t line = (size_t)j->length * sizeof(float), room = (size_t)(CUT * widest + 2.0f) * 2 * sizeof(float) + line;
    float *height = oro_scratch(j->run, line), *slope = oro_scratch(j->run, line), *next = oro_scratch(j->run, line);
    float *padded = oro_scratch(j->run, room);
    j->table = oro_scratch(j->run, line * (size_t)j->reach);
    if (!height || !slope || !next || !padded || !j->table) return ORO_NO_MEMORY;
    for (int32_t i = 0; i < j->length; i++) {
        height[i] = oro_edge_height(j->edge, i) - *oro_side_sample(j->map, j->edge->side, i, 0);
        next[i] = oro_edge_rise(j->edge, i) - oro_side_rise(j->map, j->edge->side, i);
    }
    blur_line(next, j->length, FIRST, padded, slope);
    for (int32_t d = 0; d < j->reach; d++) {
        if (d > 0) { // bells add up by their squares: from (d - 1) / 2 to d / 2
            float more = PER_SAMPLE * sqrtf(2.0f * (float)d - 1.0f);
            blur_line(height, j->length, more, padded, next);
            memcpy(height, next, line);
            blur_line(slope, j->length, more, padded, next);
            memcpy(slope, next, line);
        }
        float u = (float)d / (float)j->reach, rest = 1.0f - u;
        float of_height = rest * rest * (1.0f + 2.0f * u), of_slope = (float)d * rest * rest;
        float *restrict row = j->table + (ptrdiff_t)d * j->length;
        for (int32_t i = 0; i < j->length; i++) row[i] = of_height * height[i] + of_slope * slope[i];
        oro_status status = d % 16 ? ORO_OK : oro_step(j->run, (double)d / j->reach);
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

/// What is left of a correction at distance d of its side and t of a side that was joined before.
static float beside_joined(float t, float d) { return t > 0.0f ? t * t / (t * t + d * d) : 0.0f; }

static void add_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const oro_grid *g = j->map;
    int32_t side = j->edge->side;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(g, y);
        if (oro_side_is_upright(side)) {
            for (int32_t d = 0; d < j->reach; d++)
                out[side == ORO_WEST ? d : g->width - 1 - d] += j->table[(ptrdiff_t)d * j->length + y];
            continue;
        }
        int32_t d = side == ORO_NORTH ? y : g->height - 1 - y;
        if (d >= j->reach) continue;
        const float *restrict row = j->table + (ptrdiff_t)d * j->length;
        for (int32_t x = 0; x < g->width; x++) {
            float part = j->first_joined ? beside_joined((float)x, (float)d) : 1.0f;
            part *= j->last_joined ? beside_joined((float)(g->width - 1 - x), (float)d) : 1.0f;
            out[x] += part * row[x];
        }
    }
}

/// Neighbours that were not made to meet each other cannot both be met where they touch.
static void note_corner(const job *j, int32_t i) {
    float gap = oro_edge_height(j->edge, i) - *oro_side_sample(j->map, j->edge->side, i, 0);
    if (gap != 0.0f)
        oro_note(j->run->ctx, j->edge->side == ORO_NORTH ? "north" : "south",
                 "differs by %g from the neighbour it touches in a corner, which is kept there; join those two first",
                 (double)gap);
}

static oro_status join(job *j) {
    int32_t first = j->first_joined ? 1 : 0, end = j->length - (j->last_joined ? 1 : 0);
    if (j->first_joined) note_corner(j, 0);
    if (j->last_joined) note_corner(j, j->length - 1);
    oro_status status = make_table(j);
    if (status == ORO_OK) status = oro_for_rows(j->run, j->map, add_rows, j);
    for (int32_t i = first; i < end; i++) // h + (n - h) may be a bit off n
        *oro_side_sample(j->map, j->edge->side, i, 0) = oro_edge_height(j->edge, i);
    return status;
}

static oro_status run(oro_run *r, const void *p) {
    const seam *a = p;
    const oro_grid *const maps[ORO_SIDES] = {a->west, a->east, a->north, a->south};
    oro_edge edges[ORO_SIDES];
    int32_t count = oro_edges_of(maps, a->neighbours.index == neighbours_here, edges);
    oro_status status = ORO_OK;
    oro_grid_copy(a->height, a->result);
    *a->step = 0.0;
    for (int32_t k = 0; k < count && status == ORO_OK; k++) {
        int32_t side = edges[k].side, most = oro_side_depth(a->height, side) - 1;
        double samples = floor((double)a->width / a->height->cell + 0.5);
        job j = {.run = r,
                 .map = a->result,
                 .edge = &edges[k],
                 .first_joined = !oro_side_is_upright(side) && a->west,
                 .last_joined = !oro_side_is_upright(side) && a->east,
                 .length = oro_side_length(a->height, side),
                 .reach = samples < most ? (int32_t)samples : most};
        j.reach = j.reach > 1 ? j.reach : 1;
        for (int32_t i = 0; i < j.length; i++) {
            float gap = oro_edge_height(&edges[k], i) - *oro_side_sample(a->height, side, i, 0);
            *a->step = (double)oro_abs(gap) > *a->step ? (double)oro_abs(gap) : *a->step;
        }
        oro_stage(r, (double)k / count, (k + 1.0) / count);
        status = join(&j);
    }
    return status;
}

ORO_OPERATOR(
    seam, "Join a tile to its neighbours", .family = "filter", .version = 1, .run = run,
    .words = "tile stitch neighbour neighbor seamless join border",
    .doc = "Lets tiles of a larger land meet: on a common edge both have the same heights, bit for bit, and the "
           "same slope. Works on finished land, eroded or not, and on any other map, such as the amplitude of "
           "noise. Neighbours come from files by `import`, which brings them to this map's size. For land that is "
           "sketched, `diffuse` takes neighbours too, and then little is left to do here.",
    .example = "--west west.npy --width 600 height.png joined.png");
