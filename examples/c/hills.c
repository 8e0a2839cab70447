// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Two operators called directly: hills, and how steep they are. Writes hills.npy and steepness.npy.

#include <orogen/orogen.h>
#include <stdio.h>

int main(void) {
    oro_error error;
    oro_context *ctx = oro_create(NULL, &error);
    if (!ctx) {
        fprintf(stderr, "%s\n", error.sentence);
        return 1;
    }
    // A map of 513 samples, 8 m apart: 4096 m across. Operators give it its memory.
    oro_grid hills = {.width = 513, .height = 513, .cell = 8.0}, steepness = {0};

    oro_noise_args noise;
    oro_noise_defaults(ctx, &noise);
    noise.result = &hills;
    noise.scale = 2000.0f;
    noise.amplitude.value = 400.0f;
    oro_status status = oro_noise_call(ctx, &noise, &(oro_run_desc){.seed = 7});
    oro_noise_free(ctx, &noise);

    oro_slope_args slope;
    oro_slope_defaults(ctx, &slope);
    slope.height = &hills;
    slope.result = &steepness;
    if (status == ORO_OK) status = oro_slope_call(ctx, &slope, NULL);
    oro_slope_free(ctx, &slope);

    oro_write_desc how = {.force = true};
    if (status == ORO_OK) status = oro_save_raster(ctx, "hills.npy", &hills, &how);
    if (status == ORO_OK) status = oro_save_raster(ctx, "steepness.npy", &steepness, &how);
    if (status != ORO_OK) fprintf(stderr, "%s: %s\n", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    oro_grid_free(ctx, &hills);
    oro_grid_free(ctx, &steepness);
    oro_destroy(ctx);
    return status != ORO_OK;
}
