// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Steps of running water and a slide of the ground as OpenCL, against the waves of `pipes`, bit for bit: on a map that wraps
// with nothing but rain, and on one with open borders, a sea and maps of rock.

#include "wet_land.h"

/// What a step of the carving law has besides the state.
typedef struct room {
    cl_mem falls, made, cells, low, slips;
} room;

static room make_room(const pipes_level *p) {
    static float falls[4 * HEIGHT];
    for (int32_t side = 0; side < 4; side++)
        memcpy(falls + side * HEIGHT, p->fall[side], HEIGHT * sizeof(float)); // the longer side
    return (room){put(falls, sizeof falls), put(NULL, SAMPLES * sizeof(pipes_made)),
                  put(NULL, SAMPLES * sizeof(pipes_cell)), put(NULL, SAMPLES * sizeof(float)),
                  put(NULL, SAMPLES * sizeof(pipes_own))};
}

static void step_twin(const twin *t, const room *r) {
    cl_mem change = t->state[PIPES_CHANGE], water = t->state[PIPES_WATER], load = t->state[PIPES_LOAD];
    cl_mem right = t->state[PIPES_FLUX_RIGHT], down = t->state[PIPES_FLUX_DOWN];
    cl_mem down_right = t->state[PIPES_FLUX_DOWN_RIGHT], down_left = t->state[PIPES_FLUX_DOWN_LEFT];
    LAUNCH("make_pipes", WIDTH, HEIGHT, ARG(t->numbers), ARG(t->shape), ARG(r->falls), ARG(t->bed), ARG(change),
           ARG(water), ARG(right), ARG(down), ARG(down_right), ARG(down_left), ARG(r->made), ARG(r->low));
    LAUNCH("look_around", WIDTH, HEIGHT, ARG(t->numbers), ARG(t->shape), ARG(r->falls), ARG(t->bed), ARG(change),
           ARG(water), ARG(load), ARG(r->made), ARG(r->cells));
    LAUNCH("update_cells", WIDTH, HEIGHT, ARG(t->numbers), ARG(t->shape), ARG(t->kind), ARG(r->falls), ARG(t->bed),
           ARG(change), ARG(water), ARG(load), ARG(right), ARG(down), ARG(down_right), ARG(down_left), ARG(r->made),
           ARG(r->cells), ARG(r->low), ARG(t->asked));
}

static void slide_twin(const twin *t, const room *r, pipes_slopes slopes, float rest, float sink) {
    cl_mem change = t->state[PIPES_CHANGE], water = t->state[PIPES_WATER], load = t->state[PIPES_LOAD];
    LAUNCH("slip_cells", WIDTH, HEIGHT, ARG(slopes), ARG(t->shape), ARG(rest), ARG(t->bed), ARG(change), ARG(t->asked),
           ARG(r->slips));
    LAUNCH("settle_cells", WIDTH, HEIGHT, ARG(t->numbers), ARG(t->shape), ARG(sink), ARG(t->bed), ARG(change),
           ARG(water), ARG(load), ARG(r->slips));
}

static void check(bool wrap, bool maps) {
    static wet_land w;
    make_wet_land(&w, "carving", wrap, maps);
    pipes_level *p = &w.level;
    twin t = make_twin(p);
    room r = make_room(p);
    double sunk[HEIGHT] = {0};
    pipes_slide slide = {.level = p, .slopes = {0.1f, 0.02f}, .sink = 0.4f, .sunk = sunk};
    for (int round = 0; round < 2; round++) {
        assert_int_equal(pipes_run_steps(&w.run, p, STEPS), ORO_OK);
        for (int i = 0; i < STEPS; i++) step_twin(&t, &r);
        compare("after steps", p, &t);
        assert_int_equal(pipes_let_slide(&w.run, p, &slide), ORO_OK);
        slide_twin(&t, &r, slide.slopes, 12.0f, slide.sink);
        compare("after a slide", p, &t);
    }
    cl_mem own[] = {r.falls, r.made, r.cells, r.low, r.slips};
    for (int i = 0; i < 5; i++) clReleaseMemObject(own[i]);
    drop_twin(p, &t);
    drop_wet_land(&w);
}

static void test_a_map_that_wraps(void **state) {
    (void)state;
    use_program("pipes");
    check(true, false);
}

static void test_open_borders_rock_and_sea(void **state) {
    (void)state;
    use_program("pipes");
    check(false, false);
    check(false, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_map_that_wraps),
                                       cmocka_unit_test(test_open_borders_rock_and_sea)};
    return open_device() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
