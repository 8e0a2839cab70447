// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Points from a file, moved to their place in the world. Reads and writes 12 bytes per point.

#include "op/op.h"
#include "orogen/points.h"

typedef struct survey {
    oro_points *result;
    oro_file file;
    float x, y, z;
} survey;

static const oro_arg args[] = {
    ORO_ARG(survey, result, .unit = "m", .doc = "The file's points in this world."),
    ORO_ARG(survey, file, .holds = ORO_KIND_POINTS,
            .doc = "CSV with a point per line, x, y and z, or NPY array of a point per row: metres to the east, to the "
                   "south and "
                   "up."),
    ORO_ARG(survey, x, .def = 0, .min = -1e7, .max = 1e7, .ui_min = -1e4, .ui_max = 1e4, .unit = "m",
            .doc = "How far to move them to the east."),
    ORO_ARG(survey, y, .def = 0, .min = -1e7, .max = 1e7, .ui_min = -1e4, .ui_max = 1e4, .unit = "m",
            .doc = "How far to move them to the south."),
    ORO_ARG(survey, z, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 1000, .unit = "m",
            .doc = "How far to raise them."),
};

static oro_status check(oro_run *r, const void *p) {
    const survey *a = p;
    if (a->file.data) return ORO_OK;
    return oro_refuse(r, "file", "survey has no file to read; name one, as trees.csv");
}

static oro_status run(oro_run *r, const void *p) {
    const survey *a = p;
    const oro_points *from = a->file.data;
    const float move[3] = {a->x, a->y, a->z};
    a->result->count = from->count;
    oro_status status = oro_points_alloc(r->ctx, a->result);
    for (size_t i = 0; status == ORO_OK && i < (size_t)from->count * 3; i++)
        a->result->positions[i] = from->positions[i] + move[i % 3];
    return status;
}

ORO_OPERATOR(survey, "Read points from a file", .family = "generate", .version = 1, .check = check, .run = run,
             .words = "points csv trees stones lidar",
             .doc = "Reads points in space, such as measured heights or places of trees, and moves them to where they "
                    "belong in this world.",
             .example = "--file trees.csv --x 500 moved.npy");
