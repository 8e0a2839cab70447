// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A volume from a file, at its place in the world. Reads and writes 4 bytes per sample.

#include "op/op.h"
#include "orogen/volume.h"

typedef struct voxels {
    oro_volume *result;
    oro_file file;
    float cell;
    float x, y, z;
} voxels;

static const oro_arg args[] = {
    ORO_ARG(voxels, result, .unit = "any", .doc = "The file's volume in this world."),
    ORO_ARG(
        voxels, file, .holds = ORO_KIND_VOLUME,
        .doc = "NPY array of three dimensions: layers from the bottom up, rows from the north, columns from the west."),
    ORO_ARG(voxels, cell, .def = 1, .min = 1e-3, .max = 1e5, .ui_min = 0.1, .ui_max = 100, .scale = ORO_LOG,
            .unit = "m", .doc = "Distance between samples, in all directions."),
    ORO_ARG(voxels, x, .def = 0, .min = -1e7, .max = 1e7, .ui_min = -1e4, .ui_max = 1e4, .unit = "m",
            .doc = "Where the first sample lies, to the east of the world's zero."),
    ORO_ARG(voxels, y, .def = 0, .min = -1e7, .max = 1e7, .ui_min = -1e4, .ui_max = 1e4, .unit = "m",
            .doc = "Where the first sample lies, to the south of the world's zero."),
    ORO_ARG(voxels, z, .def = 0, .min = -1e5, .max = 1e5, .ui_min = -1000, .ui_max = 1000, .unit = "m",
            .doc = "Height of the lowest layer."),
};

static oro_status check(oro_run *r, const void *p) {
    const voxels *a = p;
    if (a->file.data) return ORO_OK;
    return oro_refuse(r, "file", "voxels has no file to read; name one, as rock.npy");
}

static oro_status run(oro_run *r, const void *p) {
    const voxels *a = p;
    const oro_volume *from = a->file.data;
    oro_volume *out = a->result;
    *out = (oro_volume){.width = from->width, .height = from->height, .depth = from->depth, .cell = (double)a->cell};
    out->origin[0] = (double)a->x;
    out->origin[1] = (double)a->y;
    out->origin[2] = (double)a->z;
    oro_status status = oro_volume_alloc(r->ctx, out);
    size_t layer = (size_t)out->width * (size_t)out->height;
    for (int32_t z = 0; status == ORO_OK && z < out->depth; z++) {
        memcpy(oro_voxel(out, 0, 0, z), oro_voxel(from, 0, 0, z), layer * sizeof(float));
        status = oro_step(r, (z + 1.0) / out->depth);
    }
    return status;
}

ORO_OPERATOR(voxels, "Read a volume from a file", .family = "generate", .version = 1, .check = check, .run = run,
             .words = "volume 3d npy",
             .doc =
                 "Reads one number per sample of a box in space, such as densities or distances to a surface, and puts "
                 "the box where the arguments say.",
             .example = "--file rock.npy --cell 2 placed.npz");
