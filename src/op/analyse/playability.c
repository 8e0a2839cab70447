// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How well a game of moving units and standing buildings can be played on a terrain (Olsen 2004). Slopes are the steepest drop
// or rise to the four neighbours. Units need a square of accessible ground and reach what is connected through such squares;
// buildings need a square of flat ground that units reach. Squares are found by morphology: a place is the corner of a free
// square where runs of 1 are long enough, first along rows, then along columns, and a square is laid out again from every
// corner; both are one pass each way whatever the size. Connected ground is found on runs of rows, joined by union and find.
// Finer maps are brought to `grain` first, so that the same land scores the same whatever its resolution; what was found there
// is laid on the map's own samples, each taking the nearest. Reads and writes about 60 bytes per sample in all; joining runs is
// the only part on one thread, a few bytes a run.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/gradient.h"
#include "solve/grain.h"
#include "solve/land.h"

#include <math.h>

typedef struct playability {
    const oro_grid *height;
    oro_grid *accessible, *units, *flat, *buildings;
    double *erosion, *unit, *building, *suitability, *spacing;
    float grain;
    float unit_slope, building_slope;
    float unit_size, building_size;
    float lowest;
    oro_choice edges;
} playability;

ORO_WORDS(edges, closed, joined);
enum { COLUMNS = 64 };

static const oro_arg args[] = {
    ORO_ARG(playability, height, .unit = "m", .doc = "Terrain to judge."),
    ORO_ARG(playability, accessible, .unit = "1",
            .doc = "Accessibility map: 1 where the ground is gentle enough for units."),
    ORO_ARG(playability, units, .unit = "1",
            .doc = "Unit map: 1 on the largest connected ground that units move on, their size considered."),
    ORO_ARG(playability, flat, .unit = "1", .doc = "Flatness map: 1 where the ground is gentle enough for buildings."),
    ORO_ARG(playability, buildings, .unit = "1",
            .doc = "Building map: 1 where a building can stand that units can reach."),
    ORO_ARG(playability, erosion, .unit = "1",
            .doc = "Erosion score: deviation of the slopes over their mean; 0 where nothing slopes."),
    ORO_ARG(playability, unit, .unit = "1", .doc = "Unit score: part of the land that units reach."),
    ORO_ARG(playability, building, .unit = "1", .doc = "Building score: part of the land that buildings can stand on."),
    ORO_ARG(playability, suitability, .unit = "1",
            .doc = "Game suitability: the product of erosion, unit and building score."),
    ORO_ARG(playability, spacing, .max = 1e9, .unit = "m",
            .doc = "Distance between the samples that were judged: the grain, or the map's own where they are further "
                   "apart."),
    ORO_ARG(playability, grain, .def = 16, .min = 0, .max = 1e5, .ui_max = 200, .unit = "m",
            .doc = "Slopes and squares are judged between places this far apart, over which a finer map is averaged; 0 "
                   "takes its own samples. A map should have two samples to a grain: one built with fewer has steps as "
                   "wide as its samples."),
    ORO_ARG(playability, unit_slope, .def = 26.565051, .min = 0, .max = 90, .unit = "deg",
            .doc = "Units move where it is gentler than this."),
    ORO_ARG(playability, building_slope, .def = 7.1250163, .min = 0, .max = 90, .unit = "deg",
            .doc = "Buildings stand where it is gentler than this."),
    ORO_ARG(playability, unit_size, .def = 16, .min = 0, .max = 1e5, .ui_max = 200, .unit = "m",
            .doc = "Side of the square a unit takes; at least one sample."),
    ORO_ARG(playability, building_size, .def = 144, .min = 0, .max = 1e5, .ui_max = 500, .unit = "m",
            .doc = "Side of the square a building takes; at least one sample."),
    ORO_ARG(playability, lowest, .flags = ORO_SEA_LEVEL, .def = -1e5, .min = -1e5, .max = 1e5, .ui_min = -100,
            .ui_max = 100, .unit = "m",
            .doc = "Ground below this, such as the sea floor, does not count as land: out of bounds, and left out of "
                   "all scores."),
    ORO_ARG(playability, edges, .choices = edges_words,
            .doc =
                "Whether ways and squares end at the edges of a map that wraps, as in Olsen's figures, or go on at the "
                "other side. Slopes always do."),
};

// --- slopes -----------------------------------------------------------------------------------------------------------

/// Slopes that are known, their squares, and how many they are.
enum { SLOPE, SLOPE2, KNOWN, SUMS };

typedef struct slope_job {
    const playability *a;
    float unit, flat; ///< rises per metre
} slope_job;

/// Slopes of a span; not a number beside a hole in the map, endless below `lowest`.
static void slopes(const oro_grid *g, float lowest, int32_t y, int32_t x0, int32_t count, float *restrict out) {
    const float *above, *below, *row = oro_row(g, y);
    oro_neighbour_rows(g, y, &above, &below);
    float inverse = (float)(1.0 / g->cell);
    for (int32_t i = 0; i < count; i++) {
        int32_t x = x0 + i, west, east;
        if (x > 0 && x < g->width - 1)
            west = x - 1, east = x + 1;
        else
            oro_neighbours(x, g->width, g->wrap, &west, &east);
        float v = row[x], hole = (above[x] + below[x] + row[west] + row[east]) * 0.0f;
        float p = oro_max(oro_abs(v - above[x]), oro_abs(v - below[x]));
        float q = oro_max(oro_abs(v - row[west]), oro_abs(v - row[east]));
        out[i] = v < lowest ? ORO_INFINITY : oro_max(p, q) * inverse + hole + v * 0.0f;
    }
}

static void slope_row(const void *user, int32_t y, double *sums) {
    const slope_job *j = user;
    const playability *a = j->a;
    float s[ORO_SPAN];
    for (int32_t x0 = 0; x0 < a->height->width; x0 += ORO_SPAN) {
        int32_t count = a->height->width - x0 < ORO_SPAN ? a->height->width - x0 : ORO_SPAN;
        slopes(a->height, a->lowest, y, x0, count, s);
        float *restrict accessible = oro_row(a->accessible, y) + x0, *restrict flat = oro_row(a->flat, y) + x0;
        for (int32_t i = 0; i < count; i++) accessible[i] = s[i] < j->unit ? 1.0f : 0.0f;
        for (int32_t i = 0; i < count; i++) flat[i] = s[i] < j->flat ? 1.0f : 0.0f;
        for (int32_t i = 0; i < count; i++) {
            bool finite = s[i] - s[i] == 0.0f;
            double v = finite ? (double)s[i] : 0.0;
            sums[SLOPE] += v, sums[SLOPE2] += v * v, sums[KNOWN] += finite ? 1.0 : 0.0;
        }
    }
}

/// Rise per metre at an angle; endless at 90 degrees.
static float rise(float degrees) { return degrees < 89.99f ? oro_tan(degrees * (ORO_PI / 180.0f)) : ORO_INFINITY; }

// --- squares ----------------------------------------------------------------------------------------------------------

typedef struct square_job {
    oro_grid *map;
    int32_t side;
    bool joined, lay; ///< lay: from corners to squares; else from ground to corners
} square_job;

/// One line of `count` samples `step` floats apart for `lanes` lines side by side. To corners: 1 where a run of `side` begins.
/// From corners: 1 within `side` samples after one.
static void line(const square_job *j, float *first, ptrdiff_t step, int32_t count, int32_t lanes) {
    float run[COLUMNS], side = (float)j->side;
    for (int32_t k = 0; k < lanes; k++) run[k] = j->lay ? side : 0.0f;
    // A joined line is entered `side` samples before its end; those are read only.
    for (int32_t i = j->joined ? 1 - j->side : 0; i < count; i++) {
        int32_t at = i < 0 ? i + count : i;
        float *restrict p = first + (ptrdiff_t)(j->lay ? at : count - 1 - at) * step;
        if (j->lay)
            for (int32_t k = 0; k < lanes; k++) run[k] = p[k] > 0.5f ? 1.0f : run[k] + 1.0f;
        else
            for (int32_t k = 0; k < lanes; k++) run[k] = p[k] > 0.5f ? run[k] + 1.0f : 0.0f;
        if (i < 0) continue;
        if (j->lay)
            for (int32_t k = 0; k < lanes; k++) p[k] = run[k] <= side ? 1.0f : 0.0f;
        else
            for (int32_t k = 0; k < lanes; k++) p[k] = run[k] >= side ? 1.0f : 0.0f;
    }
}

static void square_rows(const void *user, int32_t y0, int32_t y1) {
    const square_job *j = user;
    for (int32_t y = y0; y < y1; y++) line(j, oro_row(j->map, y), 1, j->map->width, 1);
}

static void square_columns(const void *user, int32_t block) {
    const square_job *j = user;
    int32_t x0 = block * COLUMNS, lanes = j->map->width - x0 < COLUMNS ? j->map->width - x0 : COLUMNS;
    line(j, j->map->data + x0, j->map->stride, j->map->height, lanes);
}

static oro_status squares(oro_run *r, oro_grid *map, int32_t side, bool joined, bool lay) {
    square_job j = {map, side, joined, lay};
    oro_status status = oro_for_rows(r, map, square_rows, &j);
    if (status == ORO_OK) status = oro_for_blocks(r, (map->width + COLUMNS - 1) / COLUMNS, square_columns, &j);
    return status;
}

static void clear(oro_grid *map) {
    for (int32_t y = 0; y < map->height; y++) memset(oro_row(map, y), 0, (size_t)map->width * sizeof(float));
}

// --- the largest connected ground -------------------------------------------------------------------------------------

typedef struct run_of_row {
    int32_t from, to, parent;
} run_of_row;

typedef struct runs_job {
    oro_grid *map;
    int32_t *first; ///< where each row's runs begin; one more at the end
    run_of_row *runs;
    int32_t largest;
} runs_job;

/// The first run at or after x: false where there is none.
static bool next_run(const float *row, int32_t width, int32_t *x, int32_t *from) {
    while (*x < width && row[*x] < 0.5f) ++*x;
    *from = *x;
    while (*x < width && row[*x] > 0.5f) ++*x;
    return *from < *x;
}

static void count_rows(const void *user, int32_t y0, int32_t y1) {
    const runs_job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        int32_t x = 0, from;
        j->first[y] = 0;
        while (next_run(oro_row(j->map, y), j->map->width, &x, &from)) j->first[y]++;
    }
}

static void fill_rows(const void *user, int32_t y0, int32_t y1) {
    const runs_job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        int32_t x = 0, from, n = j->first[y];
        for (; next_run(oro_row(j->map, y), j->map->width, &x, &from); n++) j->runs[n] = (run_of_row){from, x, n};
    }
}

static int32_t root_of(run_of_row *runs, int32_t n) {
    while (runs[n].parent != n) n = runs[n].parent = runs[runs[n].parent].parent;
    return n;
}

static void join(run_of_row *runs, int32_t a, int32_t b) {
    a = root_of(runs, a), b = root_of(runs, b);
    if (a < b) runs[b].parent = a;
    if (b < a) runs[a].parent = b;
}

static void join_rows(runs_job *j, int32_t above, int32_t below) {
    int32_t a = j->first[above], b = j->first[below];
    while (a < j->first[above + 1] && b < j->first[below + 1]) {
        if (j->runs[a].from < j->runs[b].to && j->runs[b].from < j->runs[a].to) join(j->runs, a, b);
        if (j->runs[a].to < j->runs[b].to)
            a++;
        else
            b++;
    }
}

static void keep_rows(const void *user, int32_t y0, int32_t y1) {
    const runs_job *j = user;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t n = j->first[y]; n < j->first[y + 1]; n++)
            if (j->runs[n].parent != j->largest)
                memset(oro_row(j->map, y) + j->runs[n].from, 0,
                       (size_t)(j->runs[n].to - j->runs[n].from) * sizeof(float));
}

/// Leaves only the largest ground connected by steps along rows and columns; of equals the northernmost.
static oro_status keep_largest(oro_run *r, oro_grid *map, bool joined) {
    runs_job j = {.map = map, .first = oro_scratch(r, ((size_t)map->height + 1) * sizeof(int32_t)), .largest = -1};
    if (!j.first) return ORO_NO_MEMORY;
    oro_status status = oro_for_rows(r, map, count_rows, &j);
    if (status != ORO_OK) return status;
    int32_t total = 0;
    for (int32_t y = 0; y <= map->height; y++) {
        int32_t here = y < map->height ? j.first[y] : 0;
        j.first[y] = total;
        total += here;
    }
    j.runs = oro_scratch(r, ((size_t)total + 1) * sizeof *j.runs);
    int64_t *area = oro_scratch(r, ((size_t)total + 1) * sizeof *area);
    if (!j.runs || !area) return ORO_NO_MEMORY;
    status = oro_for_rows(r, map, fill_rows, &j);
    if (status != ORO_OK) return status;
    for (int32_t y = 1; y < map->height; y++) join_rows(&j, y - 1, y);
    if (joined) {
        join_rows(&j, map->height - 1, 0);
        for (int32_t y = 0; y < map->height; y++) {
            int32_t a = j.first[y], b = j.first[y + 1] - 1;
            if (a < b && j.runs[a].from == 0 && j.runs[b].to == map->width) join(j.runs, a, b);
        }
    }
    for (int32_t n = 0; n < total; n++) area[n] = 0;
    for (int32_t n = 0; n < total; n++) {
        j.runs[n].parent = root_of(j.runs, n);
        area[j.runs[n].parent] += j.runs[n].to - j.runs[n].from;
    }
    for (int32_t n = 0; n < total; n++)
        if (j.largest < 0 || area[n] > area[j.largest]) j.largest = n;
    return oro_for_rows(r, map, keep_rows, &j);
}

// --- all together -----------------------------------------------------------------------------------------------------

static void multiply_rows(const void *user, int32_t y0, int32_t y1) {
    const playability *a = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *restrict units = oro_row(a->units, y), *restrict flat = oro_row(a->flat, y);
        float *restrict out = oro_row(a->buildings, y);
        for (int32_t x = 0; x < a->height->width; x++) out[x] = units[x] * flat[x];
    }
}

static void count_marked(const void *user, int32_t y, int64_t *count) {
    const oro_grid *map = user;
    const float *row = oro_row(map, y);
    int32_t here = 0;
    for (int32_t x = 0; x < map->width; x++) here += row[x] > 0.5f;
    *count += here;
}

/// Part of the land that a map marks; 0 without land.
static oro_status part_of(oro_run *r, const oro_grid *map, int64_t land, double *part) {
    int64_t count = 0;
    oro_status status = oro_count_rows(r, map, 1, count_marked, map, &count);
    *part = land ? (double)count / (double)land : 0.0;
    return status;
}

static int32_t samples_of(const oro_grid *g, float metres) {
    double samples = floor((double)metres / g->cell + 0.5);
    return samples < 1.0 ? 1 : samples > ORO_MAX_SIDE ? ORO_MAX_SIDE + 1 : (int32_t)samples;
}

/// Deviation over mean of the slopes that are known.
static double score_of(const double *sums) {
    if (sums[KNOWN] == 0.0 || sums[SLOPE] == 0.0) return 0.0;
    double mean = sums[SLOPE] / sums[KNOWN], variance = sums[SLOPE2] / sums[KNOWN] - mean * mean;
    return variance > 0.0 ? sqrt(variance) / mean : 0.0;
}

/// Judges the map that `a` has, between its own samples.
static oro_status judge(oro_run *r, const playability *a) {
    const oro_grid *g = a->height;
    slope_job j = {a, rise(a->unit_slope), rise(a->building_slope)};
    double sums[SUMS];
    oro_land land;
    bool joined = g->wrap && a->edges.index == edges_joined;
    int32_t unit = samples_of(g, a->unit_size), building = samples_of(g, a->building_size);
    int32_t shorter = g->width < g->height ? g->width : g->height;
    oro_stage(r, 0.0, 0.2);
    oro_status status = oro_land_find(r, g, a->lowest, &land);
    if (status == ORO_OK) status = oro_sum_rows(r, g, SUMS, slope_row, &j, sums);
    if (status != ORO_OK) return status;
    *a->erosion = score_of(sums);

    oro_stage(r, 0.2, 0.6);
    oro_grid_copy(a->accessible, a->units);
    if (unit > shorter) clear(a->units);
    if (unit > 1 && unit <= shorter) status = squares(r, a->units, unit, joined, false);
    if (status == ORO_OK) status = keep_largest(r, a->units, joined);
    if (status == ORO_OK && unit > 1 && unit <= shorter) status = squares(r, a->units, unit, joined, true);

    oro_stage(r, 0.6, 0.95);
    if (status == ORO_OK) status = oro_for_rows(r, g, multiply_rows, a);
    if (building > shorter) clear(a->buildings);
    for (int lay = 0; lay < 2 && status == ORO_OK && building > 1 && building <= shorter; lay++)
        status = squares(r, a->buildings, building, joined, lay);
    if (status == ORO_OK) status = part_of(r, a->units, land.count, a->unit);
    if (status == ORO_OK) status = part_of(r, a->buildings, land.count, a->building);
    if (status != ORO_OK) return status;
    *a->suitability = *a->erosion * *a->unit * *a->building;
    *a->spacing = g->cell;
    return ORO_OK;
}

// --- another grain ----------------------------------------------------------------------------------------------------

typedef struct lay_job {
    const oro_grid *from;
    oro_grid *to;
} lay_job;

/// Every sample takes what the nearest judged one has.
static void lay_rows(const void *user, int32_t y0, int32_t y1) {
    const lay_job *j = user;
    double scale = j->to->cell / j->from->cell;
    for (int32_t y = y0; y < y1; y++) {
        int32_t nearest = (int32_t)floor(y * scale + 0.5);
        const float *in = oro_row(j->from, oro_fold_index(nearest, j->from->height, j->from->wrap));
        float *out = oro_row(j->to, y);
        for (int32_t x = 0; x < j->to->width; x++)
            out[x] = in[oro_fold_index((int32_t)floor(x * scale + 0.5), j->from->width, j->from->wrap)];
    }
}

static oro_status run(oro_run *r, const void *p) {
    const playability *a = p;
    playability coarse = *a;
    oro_grid map, maps[4], *const wanted[4] = {a->accessible, a->units, a->flat, a->buildings};
    oro_status status = oro_at_grain(r, a->height, (double)a->grain, &map);
    if (status != ORO_OK || map.data == a->height->data) return status == ORO_OK ? judge(r, a) : status;
    for (int32_t i = 0; i < 4; i++)
        if (!(maps[i] = oro_scratch_grid(r, &map)).data) return ORO_NO_MEMORY;
    coarse.height = &map;
    coarse.accessible = &maps[0], coarse.units = &maps[1], coarse.flat = &maps[2], coarse.buildings = &maps[3];
    status = judge(r, &coarse);
    oro_stage(r, 0.95, 1.0);
    for (int32_t i = 0; status == ORO_OK && i < 4; i++) {
        lay_job j = {&maps[i], wanted[i]};
        status = oro_for_rows(r, wanted[i], lay_rows, &j);
    }
    return status;
}

ORO_OPERATOR(
    playability, "Judge a terrain for units and buildings", .family = "analyse", .version = 2, .run = run,
    .scores = true, .source = "Olsen 2004", .words = "game rts units buildings walkable score strategy",
    .doc = "Finds the ground that units can move on and buildings can stand on, and scores the terrain by how much "
           "of it there is. All is judged at `grain`, so that a land scores the same whatever its resolution. Steep "
           "walls between wide plains score high; a level map scores 0, since nothing slopes. Ground beside a hole (a "
           "sample that is not a number) is out of bounds and left out of the "
           "erosion score.",
    .example = "height.png accessible.png");
