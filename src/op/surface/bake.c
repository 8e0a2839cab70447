// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A map of colours as a picture, a pixel per sample. Reads 4 bytes per sample and writes 3.

#include "op/op.h"
#include "solve/colour.h"

typedef struct bake {
    const oro_grid *colour;
    oro_image *result;
} bake;

static const oro_arg args[] = {
    ORO_ARG(bake, colour, .unit = "rgb", .doc = "Colours as tint and weights make them."),
    ORO_ARG(bake, result, .unit = "rgb", .doc = "The picture, north at its top, a pixel per sample."),
};

static void rows(const void *user, int32_t y0, int32_t y1) {
    const bake *a = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *in = oro_row(a->colour, y);
        uint8_t *out = a->result->data + 3 * (size_t)y * (size_t)a->colour->width;
        for (int32_t x = 0; x < a->colour->width; x++) oro_colour_bytes(in[x], out + 3 * (size_t)x);
    }
}

static oro_status run(oro_run *r, const void *p) {
    const bake *a = p;
    *a->result = (oro_image){.width = a->colour->width, .height = a->colour->height, .channels = 3};
    oro_status status = oro_image_alloc(r->ctx, a->result);
    return status == ORO_OK ? oro_for_rows(r, a->colour, rows, a) : status;
}

ORO_OPERATOR(
    bake, "Make a picture of colours", .family = "surface", .version = 1, .run = run, .words = "albedo diffuse png",
    .doc = "Turns colours on the ground into a picture, to be written to a file or laid over a mesh. What is no "
           "number becomes black.",
    .example = "tints.npy texture.png");
