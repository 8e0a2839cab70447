// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Land under water as `pipes` makes it, and the same state on the device, for the laws of running water.
#ifndef ORO_TESTS_OPENCL_WET_LAND_H
#define ORO_TESTS_OPENCL_WET_LAND_H

#include "device.h"

#include "op/args.h"
#include "op/erode/pipes/cascade.h"
#include "op/run.h"

enum { WIDTH = 61, HEIGHT = 64, SAMPLES = WIDTH * HEIGHT, STEPS = 7 };

static inline float some(uint32_t seed, int32_t i, float lo, float hi) {
    return lo + (hi - lo) * oro_unit(oro_hash2(seed, i, 1));
}

/// A level of the operator's own making, wet all over and with load in its water.
typedef struct wet_land {
    oro_context *ctx;
    oro_run run;
    pipes args;
    pipes_erosion erosion;
    pipes_level level;
    oro_grid height, hardness;
    float even[WIDTH], deep[WIDTH]; ///< rows of numbers that are the same everywhere
} wet_land;

static inline void set_even(oro_field *f, const float *row) { f->row = row, f->step = 0; }

static inline void make_wet_land(wet_land *w, const char *law, bool wrap, bool maps) {
    memset(w, 0, sizeof *w);
    assert_non_null(w->ctx = oro_create(&(oro_context_desc){.threads = 2}, NULL));
    const oro_operator *op = oro_operator_find(w->ctx, "pipes");
    assert_int_equal(oro_args_init(w->ctx, &op->record, &w->args), ORO_OK);
    w->run = (oro_run){.ctx = w->ctx, .op = op, .to = 1.0, .stage_to = 1.0};
    oro_begin(w->ctx);
    w->height = w->hardness = (oro_grid){.width = WIDTH, .height = HEIGHT, .cell = 30.0, .wrap = wrap};
    assert_int_equal(oro_grid_alloc(w->ctx, &w->height), ORO_OK);
    assert_int_equal(oro_grid_alloc(w->ctx, &w->hardness), ORO_OK);
    for (int32_t i = 0; i < SAMPLES; i++) {
        int32_t x = i % WIDTH, y = i / WIDTH;
        oro_row(&w->height, y)[x] = 3.0f * (float)((x * 7 + y * 5) % 40) + some(1, i, 0.0f, 40.0f);
        oro_row(&w->hardness, y)[x] = some(2, i, 0.0f, 0.9f);
    }
    static const float zeros[WIDTH];
    for (int32_t x = 0; x < WIDTH; x++) w->even[x] = 1.0f, w->deep[x] = 1e4f;
    pipes *a = &w->args;
    assert_int_equal(oro_args_set_choice(w->ctx, oro_arg_find(&op->record, "law"), a, law, "law"), ORO_OK);
    a->height = &w->height;
    a->sea = maps, a->sea_level = 30.0f;
    set_even(&a->rain, w->even), set_even(&a->capacity, w->even);
    set_even(&a->hardness, zeros), set_even(&a->loose, zeros), set_even(&a->depth, w->deep);
    if (maps) a->hardness.row = w->hardness.data, a->hardness.step = w->hardness.stride;
    w->erosion = (pipes_erosion){.run = &w->run, .a = a, .ground = w->height};
    w->erosion.memory = oro_scratch(&w->run, (size_t)w->height.stride * HEIGHT * sizeof(float));
    assert_non_null(w->erosion.memory);
    pipes_level *p = &w->level;
    assert_int_equal(pipes_make_level(&w->erosion, WIDTH + HEIGHT, p), ORO_OK);
    p->rest = pipes_constant(&w->run, p, 12.0f);
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            ptrdiff_t at = y * p->stride + PIPES_PAD + x;
            p->state[PIPES_WATER][at] =
                some(3, y * WIDTH + x, -1.0f, 3.0f) < 0.0f ? 0.0f : some(4, y * WIDTH + x, 0.0f, 3.0f);
            p->state[PIPES_LOAD][at] = some(5, y * WIDTH + x, 0.0f, 0.2f) * p->state[PIPES_WATER][at];
        }
        pipes_ends(p, p->state[PIPES_CHANGE] + y * p->stride + PIPES_PAD);
        pipes_ends(p, p->state[PIPES_WATER] + y * p->stride + PIPES_PAD);
    }
}

static inline void drop_wet_land(wet_land *w) {
    oro_scratch_free(&w->run);
    oro_args_free(w->ctx, &w->run.op->record, &w->args);
    oro_grid_free(w->ctx, &w->height);
    oro_grid_free(w->ctx, &w->hardness);
    assert_int_equal(oro_bytes_in_use(w->ctx), 0);
    oro_destroy(w->ctx);
}

static inline void without_pads(const pipes_level *p, const float *plane, float *to) {
    for (int32_t y = 0; y < HEIGHT; y++)
        memcpy(to + y * WIDTH, plane + y * p->stride + PIPES_PAD, WIDTH * sizeof(float));
}

/// The same state on the device.
typedef struct twin {
    pipes_numbers numbers;
    int32_t shape[3], kind[3];
    cl_mem bed, state[PIPES_PLANES], asked;
} twin;

static inline twin make_twin(const pipes_level *p) {
    static float plane[SAMPLES];
    static pipes_asked asked[SAMPLES];
    const size_t bytes = sizeof plane;
    twin t = {.numbers = p->numbers,
              .shape = {WIDTH, HEIGHT, p->wrap},
              .kind = {p->exponent, p->bare, !p->bare && p->numbers.has_sea}};
    without_pads(p, p->bed, plane);
    t.bed = put(plane, bytes);
    for (int32_t k = 0; k < p->planes; k++) {
        without_pads(p, p->state[k], plane);
        t.state[k] = put(plane, bytes);
    }
    for (int32_t i = 0; i < SAMPLES; i++) {
        int32_t x = i % WIDTH, y = i / WIDTH;
        asked[i] =
            (pipes_asked){pipes_map_row(p->rain, y)[x], pipes_map_row(p->capacity, y)[x], pipes_map_row(p->soft, y)[x],
                          pipes_map_row(p->loose, y)[x], pipes_map_row(p->depth, y)[x]};
    }
    t.asked = put(asked, sizeof asked);
    return t;
}

static inline void compare(const char *when, const pipes_level *p, const twin *t) {
    static const char *const names[] = {"change",    "water",           "load",          "flux right",
                                        "flux down", "flux down right", "flux down left"};
    static float here[SAMPLES], there[SAMPLES];
    for (int32_t k = 0; k < p->planes; k++) {
        char what[100];
        snprintf(what, sizeof what, "%s, %s", names[k], when);
        without_pads(p, p->state[k], here);
        get(t->state[k], there, sizeof there);
        same_bits(what, there, here, SAMPLES);
    }
}

/// Releases what the device holds of it.
static inline void drop_twin(const pipes_level *p, const twin *t) {
    clReleaseMemObject(t->bed);
    clReleaseMemObject(t->asked);
    for (int32_t k = 0; k < p->planes; k++) clReleaseMemObject(t->state[k]);
}

#endif
