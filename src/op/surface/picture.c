// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A picture from a file. Reads and writes 3 or 4 bytes per pixel.

#include "op/op.h"

typedef struct picture {
    oro_image *result;
    oro_file file;
} picture;

static const oro_arg args[] = {
    ORO_ARG(picture, result, .unit = "rgb", .doc = "The file's picture."),
    ORO_ARG(picture, file, .holds = ORO_KIND_IMAGE,
            .doc = "PNG with 1 to 16 bits per channel, grey or in colours, with or without transparency."),
};

static oro_status check(oro_run *r, const void *p) {
    const picture *a = p;
    if (a->file.data) return ORO_OK;
    return oro_refuse(r, "file", "picture has no file to read; name one, as satellite.png");
}

static oro_status run(oro_run *r, const void *p) {
    const picture *a = p;
    const oro_image *from = a->file.data;
    *a->result = (oro_image){.width = from->width, .height = from->height, .channels = from->channels};
    oro_status status = oro_image_alloc(r->ctx, a->result);
    size_t row = (size_t)from->width * (size_t)from->channels;
    for (int32_t y = 0; status == ORO_OK && y < from->height; y++) {
        memcpy(a->result->data + (size_t)y * row, from->data + (size_t)y * row, row);
        if (y % 256 == 0) status = oro_step(r, (y + 1.0) / from->height);
    }
    return status;
}

ORO_OPERATOR(picture, "Read a picture from a file", .family = "surface", .version = 1, .check = check, .run = run,
             .words = "png satellite photo aerial orthophoto",
             .doc = "Reads a picture, such as one taken by a satellite, to be laid over a mesh as its texture or, with "
                    "drape, over the ground.",
             .example = "--file satellite.png copy.png");
