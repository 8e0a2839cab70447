// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Spectral synthesis: octaves of random values on square lattices, each twice as fine and `persistence` times as high as the
// one before, with linear or cubic (Catmull and Rom's) interpolation between. A row of an octave is interpolated down its
// lattice columns first, whose random rows are kept until the map leaves them, and then along the row. Writes 4 bytes a
// sample; lattice rows stay in the caches.

#include "op/op.h"
#include "noise/lattice.h"

typedef struct spectral {
    oro_grid *result;
    oro_choice interpolation;
    float scale;
    float height;
    float base;
    int32_t octaves;
    float persistence;
    oro_seed seed;
} spectral;

ORO_WORDS(interpolation, cubic, linear);
enum { MOST_OCTAVES = 24, BLOCK_ROWS = 32 };

static const oro_arg args[] = {
    ORO_ARG(spectral, result, .unit = "m", .doc = "The terrain."),
    ORO_ARG(spectral, interpolation, .choices = interpolation_words,
            .doc = "How heights run between the random points: without creases, or straight, which is faster and shows "
                   "the lattice."),
    ORO_ARG(spectral, scale, .def = 4096, .min = 0.0625, .max = 1e6, .ui_min = 50, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m", .doc = "Distance between the random points of the first octave."),
    ORO_ARG(spectral, height, .def = 512, .min = -1e5, .max = 1e5, .ui_min = 0, .ui_max = 3000, .unit = "m",
            .doc = "Height above the base that all octaves reach together at most."),
    ORO_ARG(spectral, base, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 3000, .unit = "m",
            .doc = "Height where every octave is lowest."),
    ORO_ARG(spectral, octaves, .def = 12, .min = 1, .max = MOST_OCTAVES, .unit = "1",
            .doc =
                "How many lattices are summed. Those finer than the map's cells are left out, so a finer map shows the "
                "same land with more detail."),
    ORO_ARG(spectral, persistence, .def = 0.5, .min = 0, .max = 1, .ui_min = 0.3, .ui_max = 0.7, .unit = "1",
            .doc = "How high each octave is against the one before: the roughness."),
    ORO_ARG(spectral, seed, .doc = "Another number, another terrain of the same kind."),
};

/// Along one axis: lattice points per metre, and where the first sample lies.
typedef struct axis {
    double per_metre, start;
    int32_t period; ///< 0: none
} axis;

typedef struct octave {
    axis x, y;
    float amplitude;
    uint32_t seed;
    int32_t first, columns; ///< lattice columns the map touches
    int32_t *hashed;        ///< the number of each that is hashed
    int32_t *at;            ///< for each sample the lattice column before it, counted from `first`
    float *weights;         ///< four for each sample, weight k at [k * width]
} octave;

typedef struct job {
    const spectral *a;
    octave *octaves;
    int32_t count;
    float *rows; ///< per block four lattice rows and their mixture
    size_t row_floats;
    float scale;
} job;

static void weights_of(bool cubic, float t, float *w) {
    if (cubic) {
        w[0] = t * (-0.5f + t * (1.0f - 0.5f * t));
        w[1] = 1.0f + t * t * (-2.5f + 1.5f * t);
        w[2] = t * (0.5f + t * (2.0f - 1.5f * t));
        w[3] = t * t * (-0.5f + 0.5f * t);
    } else {
        w[0] = 0.0f, w[1] = 1.0f - t, w[2] = t, w[3] = 0.0f;
    }
}

static int32_t fold(int64_t i, int32_t period) {
    if (!period) return (int32_t)(uint32_t)(uint64_t)i;
    int64_t r = i % period;
    return (int32_t)(r < 0 ? r + period : r);
}

static axis axis_of(double spacing, double cell, double origin, int32_t count, bool wrap) {
    axis a = {1.0 / spacing, origin / spacing, 0};
    if (wrap) {
        double whole = floor(count * cell / spacing + 0.5);
        a.period = whole < 1.0 ? 1 : whole > count ? count : (int32_t)whole;
        a.per_metre = a.period / (count * cell);
        a.start = 0.0;
    }
    return a;
}

static void lattice_row(const octave *o, int64_t row, float *restrict out) {
    uint32_t line = oro_hash_line(o->seed, fold(row, o->y.period));
    for (int32_t i = 0; i < o->columns; i++) out[i] = oro_unit(oro_hash_on_line(line, o->hashed[i]));
}

/// Adds one octave to the rows [y0, y1). `space` holds five lattice rows.
static void add_octave(const job *j, const octave *o, int32_t y0, int32_t y1, float *space) {
    const oro_grid *g = j->a->result;
    bool cubic = j->a->interpolation.index == interpolation_cubic;
    int64_t have[4] = {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN};
    float *restrict mixed = space + 4 * j->row_floats;
    int32_t width = g->width;
    for (int32_t y = y0; y < y1; y++) {
        oro_split at = oro_split_of(o->y.start + y * g->cell * o->y.per_metre);
        float wy[4];
        weights_of(cubic, at.part, wy);
        const float *row[4];
        for (int32_t k = 0; k < 4; k++) {
            int64_t wanted = (int64_t)at.whole + k - 1;
            float *slot = space + (size_t)(wanted & 3) * j->row_floats;
            if (have[wanted & 3] != wanted) lattice_row(o, wanted, slot), have[wanted & 3] = wanted;
            row[k] = slot;
        }
        for (int32_t i = 0; i < o->columns; i++)
            mixed[i] = (wy[0] * row[0][i] + wy[1] * row[1][i]) + (wy[2] * row[2][i] + wy[3] * row[3][i]);
        float *restrict out = oro_row(g, y);
        const float *restrict w = o->weights;
        const int32_t *restrict from = o->at;
        for (int32_t x = 0; x < width; x++) {
            const float *m = mixed + from[x];
            out[x] += o->amplitude *
                      ((w[x] * m[0] + w[x + width] * m[1]) + (w[x + 2 * width] * m[2] + w[x + 3 * width] * m[3]));
        }
    }
}

static void block(const void *user, int32_t n) {
    const job *j = user;
    const spectral *a = j->a;
    const oro_grid *g = a->result;
    int32_t y0 = n * BLOCK_ROWS, y1 = y0 + BLOCK_ROWS < g->height ? y0 + BLOCK_ROWS : g->height;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < g->width; x++) oro_row(g, y)[x] = 0.0f;
    for (int32_t k = 0; k < j->count; k++)
        add_octave(j, &j->octaves[k], y0, y1, j->rows + 5 * j->row_floats * (size_t)n);
    for (int32_t y = y0; y < y1; y++) {
        float *restrict out = oro_row(g, y);
        for (int32_t x = 0; x < g->width; x++) out[x] = a->base + j->scale * out[x];
    }
}

/// Fills one octave's columns; false without memory.
static bool prepare(oro_run *r, const spectral *a, octave *o, double spacing) {
    const oro_grid *g = a->result;
    o->x = axis_of(spacing, g->cell, g->origin_x, g->width, g->wrap);
    o->y = axis_of(spacing, g->cell, g->origin_y, g->height, g->wrap);
    oro_split start = oro_split_of(o->x.start),
              end = oro_split_of(o->x.start + (g->width - 1) * g->cell * o->x.per_metre);
    o->first = start.whole - 1;
    o->columns = end.whole - o->first + 3;
    o->hashed = oro_scratch(r, (size_t)o->columns * sizeof *o->hashed);
    o->at = oro_scratch(r, (size_t)g->width * sizeof *o->at);
    o->weights = oro_scratch(r, 4 * (size_t)g->width * sizeof *o->weights);
    if (!o->hashed || !o->at || !o->weights) return false;
    for (int32_t i = 0; i < o->columns; i++) o->hashed[i] = fold((int64_t)o->first + i, o->x.period);
    for (int32_t x = 0; x < g->width; x++) {
        oro_split at = oro_split_of(o->x.start + x * g->cell * o->x.per_metre);
        float w[4];
        weights_of(a->interpolation.index == interpolation_cubic, at.part, w);
        o->at[x] = at.whole - 1 - o->first;
        for (int32_t k = 0; k < 4; k++) o->weights[(size_t)k * (size_t)g->width + (size_t)x] = w[k];
    }
    return true;
}

static oro_status run(oro_run *r, const void *p) {
    const spectral *a = p;
    const oro_grid *g = a->result;
    octave octaves[MOST_OCTAVES];
    job j = {.a = a, .octaves = octaves};
    double spacing = (double)a->scale;
    float amplitude = 1.0f, sum = 0.0f;
    for (int32_t k = 0; k < a->octaves; k++, spacing *= 0.5, amplitude *= a->persistence) {
        // All of a lattice as wide as the cells, nothing of one half as wide; the first octave stays in any case.
        float carried = oro_smoothstep(0.5f, 1.0f, (float)(spacing / g->cell) + 1e-5f);
        sum += amplitude;
        if (carried <= 0.0f && k > 0) continue;
        octave *o = &octaves[j.count++];
        *o = (octave){.amplitude = amplitude * carried, .seed = oro_mix32(a->seed.value + 0x9e3779b9U * (uint32_t)k)};
        if (!prepare(r, a, o, spacing > 0.5 * g->cell ? spacing : 0.5 * g->cell)) return ORO_NO_MEMORY;
        if ((size_t)o->columns > j.row_floats) j.row_floats = (size_t)o->columns;
    }
    j.row_floats = (j.row_floats + 15) / 16 * 16;
    j.scale = a->height / sum;
    int32_t blocks = (g->height + BLOCK_ROWS - 1) / BLOCK_ROWS;
    j.rows = oro_scratch(r, 5 * j.row_floats * (size_t)blocks * sizeof(float));
    if (!j.rows) return ORO_NO_MEMORY;
    return oro_for_blocks(r, blocks, block, &j);
}

ORO_OPERATOR(spectral, "Make terrain from octaves of random lattices", .family = "generate", .version = 1, .run = run,
             .source = "Olsen 2004", .words = "pink octaves fourier waves spectrum",
             .doc =
                 "Sums lattices of random heights, each twice as fine as the one before and lower by the persistence; "
                 "0.5 gives the spectrum of pink noise. Every random height belongs to its place in the world. Where "
                 "the map wraps, each lattice is rounded so that a whole number of points goes across.",
             .example = "--interpolation linear --scale 4000 --size 513 --extent 8000 waves.png",
             .show = "scale=1500 height=1000");
