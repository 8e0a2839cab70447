// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Hume's fractal noise (2023, 3.4): one field of random numbers, seen in chunks that halve from octave to octave and blended
// between their corners; octave o has 2^o chunks across the scale and the weight 2^-o. Corrected where the print cannot be right: a
// chunk's end is its start plus its length (the rounded-up end equals the start on corners, which divides 0 by 0), and octaves
// end where a chunk would be less than one cell. A corner keeps its number in every finer octave, as in the document's array; the
// numbers are hashes of places in the world, so a finer map adds octaves and changes none. Sums go octave by octave along a row:
// 4 bytes per sample are written, 8 with land below.

#include "op/op.h"
#include "core/cell.h"

#include <math.h>

typedef struct value_fractal {
    const oro_grid *height;
    oro_grid *result;
    float extrude;
    float scale;
    int32_t resolution;
    int32_t skip;
    oro_choice blend;
    oro_seed seed;
} value_fractal;

ORO_WORDS(blend, linear, smooth);

enum { MOST_OCTAVES = 20 };

static const oro_arg args[] = {
    ORO_ARG(value_fractal, height, .unit = "m", .flags = ORO_OPTIONAL,
            .doc = "Land to add the noise to; without one, level ground."),
    ORO_ARG(value_fractal, result, .unit = "m", .doc = "The rough land."),
    ORO_ARG(value_fractal, extrude, .def = 600, .min = -1e5, .max = 1e5, .ui_min = 0, .ui_max = 3000, .unit = "m",
            .doc = "Height that all octaves would reach together; each next one has half the height."),
    ORO_ARG(value_fractal, scale, .def = 4000, .min = 0.5, .max = 1e6, .ui_min = 100, .ui_max = 20000, .scale = ORO_LOG,
            .unit = "m",
            .doc =
                "Twice the length of the largest chunks: the width of the document's map. Where the map wraps, it is "
                "changed a little so that whole chunks go round."),
    ORO_ARG(value_fractal, resolution, .def = 10, .min = 1, .max = MOST_OCTAVES, .unit = "1",
            .doc =
                "The last octave: how fine the noise is. Octaves whose chunks are smaller than a cell are left out."),
    ORO_ARG(value_fractal, skip, .def = 0, .min = 0, .max = MOST_OCTAVES, .ui_max = 8, .unit = "1",
            .doc = "How many of the first octaves to leave out. 3 keeps the shape of the land below."),
    ORO_ARG(value_fractal, blend, .choices = blend_words,
            .doc =
                "How chunks are blended between their corners: straight, coarse as rock, as the document does it, or "
                "smoothly."),
    ORO_ARG(value_fractal, seed, .doc = "Another number, another noise of the same kind."),
};

typedef struct job {
    const value_fractal *args;
    double chunk_x, chunk_y;  ///< of octave 1, m
    int32_t round_x, round_y; ///< chunks of octave 1 that go round the map; 0: it does not wrap
    int32_t last;             ///< octave
} job;

/// A place along an axis in chunks of an octave: the corner before it and how far beyond.
typedef struct place {
    int32_t corner;
    float beyond;
} place;

static place place_at(double metres, double chunk, int32_t octave) {
    double at = metres / chunk * (double)(1 << (octave - 1)), corner = floor(at);
    return (place){(int32_t)corner, (float)(at - corner)};
}

/// The number of a corner: by its place among the corners of the finest octave there can be.
static float corner_value(const job *j, int32_t octave, int32_t x, int32_t y) {
    int32_t many = 1 << (octave - 1);
    if (j->round_x) x = (x % (j->round_x * many) + j->round_x * many) % (j->round_x * many);
    if (j->round_y) y = (y % (j->round_y * many) + j->round_y * many) % (j->round_y * many);
    int32_t finer = MOST_OCTAVES - octave;
    return oro_unit(oro_hash2(j->args->seed.value, (int32_t)((uint32_t)x << finer), (int32_t)((uint32_t)y << finer)));
}

/// Adds an octave to a row: corner by corner, the samples between two of them together.
static void add_octave(const job *j, int32_t octave, int32_t y, float *restrict out) {
    const oro_grid *g = j->args->result;
    bool smooth = j->args->blend.index == blend_smooth;
    place v = place_at(oro_world_y(g, y), j->chunk_y, octave);
    float weight = j->args->extrude / (float)(1 << octave);
    float down = smooth ? oro_smoothstep(0.0f, 1.0f, v.beyond) : v.beyond, left = 0.0f, right = 0.0f;
    int32_t now = INT32_MIN;
    for (int32_t x = 0; x < g->width; x++) {
        place u = place_at(oro_world_x(g, x), j->chunk_x, octave);
        if (u.corner != now || x == 0) {
            now = u.corner;
            left = oro_mix(corner_value(j, octave, now, v.corner), corner_value(j, octave, now, v.corner + 1), down);
            right = oro_mix(corner_value(j, octave, now + 1, v.corner), corner_value(j, octave, now + 1, v.corner + 1),
                            down);
        }
        out[x] += weight * oro_mix(left, right, smooth ? oro_smoothstep(0.0f, 1.0f, u.beyond) : u.beyond);
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const value_fractal *a = j->args;
    for (int32_t y = y0; y < y1; y++) {
        float *out = oro_row(a->result, y);
        size_t bytes = (size_t)a->result->width * sizeof(float);
        if (a->height)
            memcpy(out, oro_row(a->height, y), bytes);
        else
            memset(out, 0, bytes);
        for (int32_t octave = a->skip + 1; octave <= j->last; octave++) add_octave(j, octave, y, out);
    }
}

/// Chunks that go round an extent, at least one.
static int32_t chunks_round(double extent, double chunk) {
    double count = floor(extent / chunk + 0.5);
    return count < 1.0 ? 1 : count < 1e5 ? (int32_t)count : 100000;
}

static oro_status run(oro_run *r, const void *p) {
    const value_fractal *a = p;
    const oro_grid *g = a->result;
    job j = {.args = a, .chunk_x = 0.5 * (double)a->scale, .last = a->resolution};
    j.chunk_y = j.chunk_x;
    if (g->wrap) {
        j.round_x = chunks_round(oro_extent_x(g), j.chunk_x), j.chunk_x = oro_extent_x(g) / j.round_x;
        j.round_y = chunks_round(oro_extent_y(g), j.chunk_y), j.chunk_y = oro_extent_y(g) / j.round_y;
    }
    double shorter = j.chunk_x < j.chunk_y ? j.chunk_x : j.chunk_y;
    double reach = fmax(fmax(fabs(oro_world_x(g, 0)), fabs(oro_world_x(g, g->width))),
                        fmax(fabs(oro_world_y(g, 0)), fabs(oro_world_y(g, g->height))));
    while (j.last > 0 && shorter / (double)(1 << (j.last - 1)) < 0.999 * g->cell) j.last--;
    while (j.last > 0 && reach / shorter * (double)(1 << (j.last - 1)) > 1e9)
        j.last--; // corners are counted in 32 bits
    return oro_for_rows(r, g, rows, &j);
}

ORO_OPERATOR(
    value_fractal, "Roughen land with Hume's value noise", .family = "generate", .version = 1, .run = run,
    .source = "Hume 2023", .words = "hume value-noise extrude octaves bilinear",
    .doc = "Fractal noise of random heights at the corners of squares, blended straight between them, in squares "
           "that halve from octave to octave: coarse and angular, as land that nothing has worn yet. On its own it "
           "is terrain; with land below and the first octaves skipped it makes that rough and keeps its shape. "
           "The lattice shows along the axes; `noise` hides it better.",
    .example = "--extrude 300 --skip 1 --extent 2000 rough.png");
