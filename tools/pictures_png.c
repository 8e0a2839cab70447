// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Small PNG files for the documentation: 256 colours found by median cut (Heckbert 1982), errors spread to the neighbours
// (Floyd and Steinberg 1976). A third of the size of full colour, and hard to tell from it.

#include "pictures.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 6, SIDE = 1 << BITS, BINS = SIDE * SIDE * SIDE, COLOURS = 256, SPREAD = 13 };

/// Pixels that fall into one small cube of colours.
typedef struct bin {
    int32_t count;
    int32_t cube[3];  ///< place in the grid of cubes
    int64_t total[3]; ///< sum of the pixels' colours
} bin;

/// A run of bins that becomes one colour.
typedef struct box {
    int32_t first, end;
    int axis;      ///< along which it is widest
    double spread; ///< variance along it times pixels
} box;

typedef struct palette {
    int count;
    int32_t colour[COLOURS][3];
} palette;

static int cube_of(const int32_t c[3]) {
    return ((c[0] >> (8 - BITS)) * SIDE + (c[1] >> (8 - BITS))) * SIDE + (c[2] >> (8 - BITS));
}

static void measure(const bin *bins, box *b) {
    // The eye tells greens apart best and blues worst.
    static const double weight[3] = {1.0, 1.4, 0.7};
    b->spread = -1.0;
    for (int axis = 0; axis < 3; axis++) {
        double n = 0, sum = 0, squares = 0;
        for (int32_t i = b->first; i < b->end; i++) {
            double value = weight[axis] * (double)bins[i].total[axis] / bins[i].count;
            n += bins[i].count;
            sum += value * bins[i].count;
            squares += value * value * bins[i].count;
        }
        double spread = squares - sum * sum / n;
        if (spread > b->spread) b->spread = spread, b->axis = axis;
    }
    if (b->end - b->first < 2) b->spread = 0.0;
}

static int by_axis(const bin *a, const bin *b, int axis) {
    int order = (a->cube[axis] > b->cube[axis]) - (a->cube[axis] < b->cube[axis]);
    for (int k = 0; order == 0 && k < 3; k++) order = (a->cube[k] > b->cube[k]) - (a->cube[k] < b->cube[k]);
    return order;
}

static int by_red(const void *a, const void *b) { return by_axis(a, b, 0); }
static int by_green(const void *a, const void *b) { return by_axis(a, b, 1); }
static int by_blue(const void *a, const void *b) { return by_axis(a, b, 2); }

/// Cuts a box at the mean along its widest axis.
static void cut(bin *bins, box *b, box *upper) {
    static int (*const order[3])(const void *, const void *) = {by_red, by_green, by_blue};
    qsort(bins + b->first, (size_t)(b->end - b->first), sizeof *bins, order[b->axis]);
    double sum = 0, n = 0;
    for (int32_t i = b->first; i < b->end; i++) sum += (double)bins[i].total[b->axis], n += bins[i].count;
    int32_t middle = b->first + 1;
    while (middle < b->end - 1 && (double)bins[middle].total[b->axis] / bins[middle].count < sum / n) middle++;
    *upper = (box){.first = middle, .end = b->end};
    b->end = middle;
    measure(bins, b);
    measure(bins, upper);
}

static int32_t gather(const oro_image *image, bin *bins) {
    int32_t used = 0;
    for (size_t i = 0; i < (size_t)image->width * (size_t)image->height; i++) {
        const uint8_t *pixel = image->data + i * (size_t)image->channels;
        int32_t c[3] = {pixel[0], pixel[1], pixel[2]};
        bin *b = &bins[cube_of(c)];
        b->count++;
        for (int k = 0; k < 3; k++) b->total[k] += c[k], b->cube[k] = c[k] >> (8 - BITS);
    }
    for (int32_t i = 0; i < BINS; i++)
        if (bins[i].count) bins[used++] = bins[i];
    return used;
}

static void choose_colours(bin *bins, int32_t used, palette *p) {
    box boxes[COLOURS] = {{.first = 0, .end = used}};
    int count = 1;
    measure(bins, &boxes[0]);
    while (count < COLOURS) {
        int widest = 0;
        for (int i = 1; i < count; i++)
            if (boxes[i].spread > boxes[widest].spread) widest = i;
        if (boxes[widest].spread <= 0.0) break;
        cut(bins, &boxes[widest], &boxes[count]);
        count++;
    }
    p->count = count;
    for (int i = 0; i < count; i++) {
        int64_t n = 0, total[3] = {0, 0, 0};
        for (int32_t k = boxes[i].first; k < boxes[i].end; k++) {
            n += bins[k].count;
            for (int c = 0; c < 3; c++) total[c] += bins[k].total[c];
        }
        for (int c = 0; c < 3; c++) p->colour[i][c] = (int32_t)((total[c] + n / 2) / n);
    }
}

static int nearest(const palette *p, const int32_t c[3]) {
    int best = 0;
    int32_t least = INT32_MAX;
    for (int i = 0; i < p->count; i++) {
        int32_t r = c[0] - p->colour[i][0], g = c[1] - p->colour[i][1], b = c[2] - p->colour[i][2];
        int32_t distance = 2 * r * r + 3 * g * g + b * b;
        if (distance < least) least = distance, best = i;
    }
    return best;
}

/// Indices for every pixel. Errors of two rows, in 256ths, with a sample of margin on either side.
static void dither(const oro_image *image, const palette *p, uint8_t *indices, int32_t *errors) {
    size_t margin = 3, row_errors = (size_t)image->width * 3 + 2 * margin;
    memset(errors, 0, 2 * row_errors * sizeof *errors);
    for (int32_t y = 0; y < image->height; y++) {
        int32_t *here = errors + (size_t)(y % 2) * row_errors + margin;
        int32_t *below = errors + (size_t)((y + 1) % 2) * row_errors + margin;
        memset(below - margin, 0, row_errors * sizeof *below);
        for (int32_t x = 0; x < image->width; x++) {
            size_t at = (size_t)y * (size_t)image->width + (size_t)x;
            const uint8_t *pixel = image->data + at * (size_t)image->channels;
            int32_t wanted[3], rounded[3];
            for (int k = 0; k < 3; k++) {
                int32_t v = pixel[k] * 256 + here[3 * x + k];
                wanted[k] = v < 0 ? 0 : v > 255 * 256 ? 255 * 256 : v;
                rounded[k] = (wanted[k] + 128) / 256;
            }
            indices[at] = (uint8_t)nearest(p, rounded);
            for (int k = 0; k < 3; k++) {
                // Not the whole error goes on: flat areas stay calm and files small.
                int32_t error = (wanted[k] - 256 * p->colour[indices[at]][k]) * SPREAD / 16;
                here[3 * (x + 1) + k] += 7 * error / 16;
                below[3 * (x - 1) + k] += 3 * error / 16;
                below[3 * x + k] += 5 * error / 16;
                below[3 * (x + 1) + k] += error / 16;
            }
        }
    }
}

static const char *write_file(const char *path, const oro_image *image, const palette *p, uint8_t *indices) {
    FILE *file = fopen(path, "wb");
    if (!file) return "the file cannot be written";
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!info || setjmp(png_jmpbuf(png))) {
        png_destroy_write_struct(&png, &info);
        fclose(file);
        return "the picture could not be written whole";
    }
    png_color colours[COLOURS];
    for (int i = 0; i < p->count; i++)
        colours[i] = (png_color){(png_byte)p->colour[i][0], (png_byte)p->colour[i][1], (png_byte)p->colour[i][2]};
    png_init_io(png, file);
    png_set_compression_level(png, 9);
    png_set_IHDR(png, info, (png_uint_32)image->width, (png_uint_32)image->height, 8, PNG_COLOR_TYPE_PALETTE,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_PLTE(png, info, colours, p->count);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    for (int32_t y = 0; y < image->height; y++) png_write_row(png, indices + (size_t)y * (size_t)image->width);
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return fclose(file) == 0 ? NULL : "the file could not be written whole";
}

const char *png8_write(const char *path, const oro_image *image) {
    bin *bins = calloc(BINS, sizeof *bins);
    palette p;
    uint8_t *indices = malloc((size_t)image->width * (size_t)image->height);
    int32_t *errors = malloc(((size_t)image->width + 2) * 6 * sizeof *errors);
    const char *fault = "there is no memory for the picture";
    if (bins && indices && errors) {
        choose_colours(bins, gather(image, bins), &p);
        dither(image, &p, indices, errors);
        fault = write_file(path, image, &p, indices);
    }
    free(errors);
    free(indices);
    free(bins);
    return fault;
}
