// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A terrain as a volume: how far each place lies above the ground, over the length of the ground's normal, which is the
// distance to a plane of that slope. Between samples of the map heights and slopes are linear. Reads 12 bytes per column and
// writes 4 per sample.

#include "op/op.h"
#include "solve/space.h"

typedef struct extrude {
    const oro_grid *height;
    oro_volume *result;
    space_args box;
} extrude;

static const oro_arg args[] = {
    ORO_ARG(extrude, height, .unit = "m", .doc = "Terrain to make solid."),
    ORO_ARG(extrude, result, .unit = "m", .doc = "Distance to the ground, below 0 in the rock."),
    SPACE_ROWS(extrude),
};

/// Height of the ground and 1 over the length of its normal (-dh/dx, -dh/dy, 1), below each sample of the volume.
typedef struct column {
    float height, flatness;
} column;

typedef struct job {
    const extrude *args;
    column *columns;
} job;

/// The slope over two cells of the volume, so that what is finer than it does not tilt its distances.
static void measure_rows(const void *user, int32_t y) {
    const job *j = user;
    const oro_grid *g = j->args->height;
    const oro_volume *v = j->args->result;
    double step = v->cell, south = v->origin[1] + y * v->cell;
    for (int32_t x = 0; x < v->width; x++) {
        double east = v->origin[0] + x * v->cell;
        float dx = oro_grid_sample(g, east + step, south) - oro_grid_sample(g, east - step, south);
        float dy = oro_grid_sample(g, east, south + step) - oro_grid_sample(g, east, south - step);
        double u = (double)dx / (2.0 * step), w = (double)dy / (2.0 * step);
        j->columns[(size_t)y * (size_t)v->width + (size_t)x] =
            (column){oro_grid_sample(g, east, south), (float)(1.0 / sqrt(1.0 + u * u + w * w))};
    }
}

static void fill_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const column *columns = (const column *)user + (size_t)y * (size_t)v->width;
    float height = (float)(v->origin[2] + z * v->cell), *out = oro_voxel(v, 0, y, z);
    for (int32_t x = 0; x < v->width; x++) out[x] = (height - columns[x].height) * columns[x].flatness;
}

static oro_status check(oro_run *r, const void *p) { return space_check(r, &((const extrude *)p)->box); }

static oro_status run(oro_run *r, const void *p) {
    const extrude *a = p;
    oro_status status = space_alloc(r, &a->box, a->result);
    if (status != ORO_OK) return status;
    job j = {a, oro_scratch(r, (size_t)a->result->width * (size_t)a->result->height * sizeof(column))};
    if (!j.columns) return ORO_NO_MEMORY;
    oro_stage(r, 0.0, 0.2);
    status = oro_for_blocks(r, a->result->height, measure_rows, &j);
    oro_stage(r, 0.2, 1.0);
    return status == ORO_OK ? space_for_rows(r, a->result, fill_row, j.columns) : status;
}

ORO_OPERATOR(extrude, "Make a volume of a terrain", .family = "volume", .version = 1, .check = check, .run = run,
             .words = "voxelise voxelize heightmap 3d distance",
             .doc =
                 "Signed distances to the ground, between two heights: below 0 in the rock, above 0 in the air. It is "
                 "then joined with other bodies or carved by `combine`, which gives overhangs and caves.",
             .example = "--bottom 0 --top 800 height.png rock.npz");
