// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Steps of Mathisen's law of running water as OpenCL, against the waves of `pipes`, bit for bit: on a map that wraps, on one with
// borders, and on one with a sea and maps of rock.

#include "wet_land.h"

static void check(bool wrap, bool maps) {
    static wet_land w;
    make_wet_land(&w, "mathisen", wrap, maps);
    pipes_level *p = &w.level;
    twin t = make_twin(p);
    t.kind[2] = p->numbers.has_sea;
    cl_mem change = t.state[PIPES_CHANGE], water = t.state[PIPES_WATER], load = t.state[PIPES_LOAD];
    cl_mem right = t.state[PIPES_FLUX_RIGHT], down = t.state[PIPES_FLUX_DOWN];
    cl_mem made = put(NULL, SAMPLES * sizeof(pipes_faces)), cells = put(NULL, SAMPLES * sizeof(pipes_cell));
    for (int round = 0; round < 2; round++) {
        assert_int_equal(pipes_run_steps(&w.run, p, STEPS), ORO_OK);
        for (int i = 0; i < STEPS; i++) {
            LAUNCH("make_faces", WIDTH, HEIGHT, ARG(t.numbers), ARG(t.shape), ARG(t.bed), ARG(change), ARG(water),
                   ARG(right), ARG(down), ARG(made));
            LAUNCH("look_around", WIDTH, HEIGHT, ARG(t.numbers), ARG(t.shape), ARG(t.bed), ARG(change), ARG(water),
                   ARG(load), ARG(made), ARG(cells));
            LAUNCH("update_cells", WIDTH, HEIGHT, ARG(t.numbers), ARG(t.shape), ARG(t.kind[2]), ARG(t.bed), ARG(change),
                   ARG(water), ARG(load), ARG(right), ARG(down), ARG(made), ARG(cells), ARG(t.asked));
        }
        compare(wrap ? "where it wraps" : maps ? "with rock and sea" : "with borders", p, &t);
    }
    clReleaseMemObject(made);
    clReleaseMemObject(cells);
    drop_twin(p, &t);
    drop_wet_land(&w);
}

static void test_mathisens_law(void **state) {
    (void)state;
    use_program("mathisen");
    check(true, false);
    check(false, false);
    check(false, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mathisens_law)};
    return open_device() ? cmocka_run_group_tests(tests, NULL, NULL) : SKIPPED;
}
