// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A cut through a volume as a map: level, on the ground of the world, or upright along a line, the line to the east of the
// map and heights to its north. In between samples the values are linear; beyond the box its nearest sample counts. Reads
// up to 32 bytes per sample and writes 4.

#include "op/op.h"
#include "solve/volume_at.h"

#include <math.h>

typedef struct slice {
    const oro_volume *volume;
    oro_grid *result;
    oro_choice cut;
    float height;
    float from_x, from_y, to_x, to_y;
} slice;

ORO_WORDS(cut, level, line);

#define LINE_ARG(member, value, text)                                                                                  \
    ORO_ARG(slice, member, .def = value, .min = -1e7, .max = 1e7, .ui_min = -1e4, .ui_max = 1e4, .unit = "m",          \
            .when = "cut=line", .doc = text)

static const oro_arg args[] = {
    ORO_ARG(slice, volume, .unit = "any", .doc = "What to cut."),
    ORO_ARG(slice, result, .unit = "any", .doc = "Its values on the cut."),
    ORO_ARG(
        slice, cut, .choices = cut_words,
        .doc =
            "A level cut at a height, or an upright one along a line: a map of its own size, whose rows are heights, "
            "the highest first."),
    ORO_ARG(slice, height, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 3000, .unit = "m",
            .when = "cut=level", .doc = "Height of the level cut."),
    LINE_ARG(from_x, 0, "Where the line begins, to the east of the world's zero."),
    LINE_ARG(from_y, 0, "Where the line begins, to the south of the world's zero."),
    LINE_ARG(to_x, 1000, "Where the line ends, to the east of the world's zero."),
    LINE_ARG(to_y, 1000, "Where the line ends, to the south of the world's zero."),
};

static double length_of(const slice *a) {
    double x = (double)a->to_x - (double)a->from_x, y = (double)a->to_y - (double)a->from_y;
    return sqrt(x * x + y * y);
}

static oro_status check(oro_run *r, const void *p) {
    const slice *a = p;
    if (a->cut.index == cut_level || length_of(a) >= a->volume->cell) return ORO_OK;
    return oro_refuse(r, "to_x", "the line must be at least one cell of the volume long, %g m, not %g", a->volume->cell,
                      length_of(a));
}

static oro_status shape(oro_run *r, const void *p, oro_grid *geometry) {
    const slice *a = p;
    if (a->cut.index == cut_level) return ORO_OK;
    double cells = floor(length_of(a) / a->volume->cell);
    if (cells + 1 > ORO_MAX_SIDE)
        return oro_refuse(r, "to_x", "the line must be at most %d cells of the volume long, not %.0f", ORO_MAX_SIDE - 1,
                          cells);
    *geometry = (oro_grid){.width = (int32_t)cells + 1, .height = a->volume->depth, .cell = a->volume->cell};
    geometry->stride = geometry->width;
    return ORO_OK;
}

static void level_rows(const void *user, int32_t y0, int32_t y1) {
    const slice *a = user;
    const oro_volume *v = a->volume;
    volume_place z = volume_place_on((double)a->height, v->origin[2], v->cell, v->depth);
    for (int32_t y = y0; y < y1; y++) {
        float *out = oro_row(a->result, y);
        for (int32_t x = 0; x < a->result->width; x++)
            out[x] = volume_at(v, oro_world_x(a->result, x), oro_world_y(a->result, y), z);
    }
}

static void line_rows(const void *user, int32_t y0, int32_t y1) {
    const slice *a = user;
    const oro_volume *v = a->volume;
    double length = length_of(a), step_x = ((double)a->to_x - (double)a->from_x) / length * v->cell,
           step_y = ((double)a->to_y - (double)a->from_y) / length * v->cell;
    for (int32_t y = y0; y < y1; y++) {
        float *out = oro_row(a->result, y);
        int32_t layer = v->depth - 1 - y;
        for (int32_t x = 0; x < a->result->width; x++)
            out[x] = volume_at(v, (double)a->from_x + x * step_x, (double)a->from_y + x * step_y,
                               (volume_place){layer, layer, 0.0f});
    }
}

static oro_status run(oro_run *r, const void *p) {
    const slice *a = p;
    return oro_for_rows(r, a->result, a->cut.index == cut_level ? level_rows : line_rows, a);
}

ORO_OPERATOR(slice, "Cut a volume open", .family = "generate", .version = 1, .check = check, .shape = shape, .run = run,
             .words = "section cross-section(cut=line) layer(cut=level) voxels",
             .doc =
                 "Makes a map of a volume: its values at one height, or on an upright plane along a line. In between "
                 "samples values are linear; beyond the volume's box its nearest sample counts.",
             .example = "--height 12 rock.npy cut.npy", .show = "height=400");
