// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// An evenly tilted plane through a point. Rows run to the south, so falling to the north means rising with y. Positions
// are kept in double until the last step: far from the origin a float has no room for both place and height. Writes 4
// bytes per sample.

#include "op/op.h"
#include "core/math.cell.h"

typedef struct plane {
    oro_grid *result;
    float height, x, y;
    float slope, direction;
} plane;

static const oro_arg args[] = {
    ORO_ARG(plane, result, .unit = "m", .doc = "The tilted terrain."),
    ORO_ARG(plane, height, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 5000, .unit = "m",
            .doc = "Height at the reference point."),
    ORO_ARG(plane, x, .def = 2000, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m", .group = "Reference point",
            .doc = "Metres to the east of the world's zero."),
    ORO_ARG(plane, y, .def = 2000, .min = -1e7, .max = 1e7, .ui_max = 10000, .unit = "m", .group = "Reference point",
            .doc = "Metres to the south of the world's zero."),
    ORO_ARG(plane, slope, .def = 5, .min = 0, .max = 89, .ui_max = 45, .unit = "deg",
            .doc = "Angle between the plane and the horizontal."),
    ORO_ARG(plane, direction, .def = 180, .min = -360, .max = 360, .ui_min = 0, .ui_max = 360, .unit = "deg",
            .doc = "Azimuth the ground falls towards: 0 is north, 90 east, 180 south."),
};

typedef struct job {
    const plane *args;
    double rise_east, rise_south; ///< metres up per metre
} job;

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const plane *a = j->args;
    double step = j->rise_east * a->result->cell;
    for (int32_t y = y0; y < y1; y++) {
        double west = (double)a->height + j->rise_east * (a->result->origin_x - (double)a->x) +
                      j->rise_south * (oro_world_y(a->result, y) - (double)a->y);
        float *restrict out = oro_row(a->result, y);
        for (int32_t x = 0; x < a->result->width; x++) out[x] = (float)(west + step * x);
    }
}

static oro_status run(oro_run *r, const void *p) {
    const plane *a = p;
    float tangent = oro_tan(a->slope * (ORO_PI / 180.0f)), azimuth = a->direction * (ORO_PI / 180.0f);
    job j = {a, (double)(-tangent * oro_sin(azimuth)), (double)(tangent * oro_cos(azimuth))};
    return oro_for_rows(r, a->result, rows, &j);
}

ORO_OPERATOR(plane, "Make an evenly tilted plane", .family = "generate", .version = 1, .run = run,
             .words = "tilt ramp incline slanted slope",
             .doc = "A plane through a reference point, falling towards an azimuth. It is the base of a coast or a "
                    "river plain, and does not join at the edges of a world that wraps.",
             .example = "--slope 3 --direction 225 --size 257 --extent 1000 tilted.png");
