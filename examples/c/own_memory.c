// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Heights that live in the program's own memory, smoothed in place of a copy, measured, and watched on the way: a grid is a
// plain struct that can point anywhere, and a progress function can end the work.

#include <orogen/orogen.h>
#include <stdio.h>

enum { SIDE = 400 };
static float heights[SIDE][SIDE], smooth[SIDE][SIDE];

static bool watch(void *user, double fraction, const char *what) {
    (void)what;
    *(double *)user = fraction;
    return true; // false would cancel
}

int main(void) {
    oro_error error;
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2}, &error);
    if (!ctx) {
        fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) heights[y][x] = (float)((x / 50 + y / 50) % 2 * 100); // a chessboard, 100 m high

    oro_grid in = {.width = SIDE, .height = SIDE, .stride = SIDE, .cell = 5.0, .data = &heights[0][0]}, out = in;
    out.data = &smooth[0][0]; // a grid with data is written where it is

    double reached = 0.0, mean = 0.0, highest = 0.0;
    oro_blur_args blur;
    oro_status status = oro_blur_defaults(ctx, &blur);
    blur.height = &in;
    blur.result = &out;
    blur.radius = 60.0f;
    if (status == ORO_OK) status = oro_blur_call(ctx, &blur, &(oro_run_desc){.progress = watch, .user = &reached});
    oro_blur_free(ctx, &blur);

    oro_statistics_args measure;
    if (status == ORO_OK) status = oro_statistics_defaults(ctx, &measure);
    if (status == ORO_OK) {
        measure.height = &out;
        measure.mean = &mean;
        measure.maximum = &highest;
        status = oro_statistics_call(ctx, &measure, NULL);
        oro_statistics_free(ctx, &measure);
    }
    if (status == ORO_OK)
        printf("mean %.1f m, highest %.1f m\n", mean, highest);
    else
        fprintf(stderr, "%s: %s\n", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    oro_destroy(ctx);
    return status != ORO_OK;
}
