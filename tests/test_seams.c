// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Tiles that meet: on a common edge the same bits, and the slope goes on. Tried with land from formulas, with sketches on
// either side of an edge, with four tiles around a corner, and with the two scenes of the examples.

#include "call.h"
#include "orogen/scene.h"
#include "orogen/io.h"

enum { SIDE = 129 };
static const double EXTENT = 2048.0, CELL = 16.0;

enum { WEST, EAST, NORTH, SOUTH };
static const char *const side_names[] = {"west", "east", "north", "south"};

/// Sample `i` along a side, `deep` samples in.
static float along(const oro_grid *g, int side, int32_t i, int32_t deep) {
    if (side == WEST) return at(g, deep, i);
    if (side == EAST) return at(g, g->width - 1 - deep, i);
    return side == NORTH ? at(g, i, deep) : at(g, i, g->height - 1 - deep);
}

/// Second difference across the common edge of a tile and the one on its `side`, and that inside the tile: root mean squares.
static void bends(const oro_grid *tile, int side, const oro_grid *other, double *across, double *inside) {
    int32_t length = side < NORTH ? tile->height : tile->width;
    double a = 0.0, b = 0.0;
    for (int32_t i = 0; i < length; i++) {
        double edge = (double)along(tile, side, i, 0);
        double d = (double)along(tile, side, i, 1) + (double)along(other, side ^ 1, i, 1) - 2.0 * edge;
        a += d * d;
        for (int32_t k = 8; k < 40; k++) {
            d = (double)along(tile, side, i, k - 1) + (double)along(tile, side, i, k + 1) -
                2.0 * (double)along(tile, side, i, k);
            b += d * d / 32.0;
        }
    }
    *across = sqrt(a / length), *inside = sqrt(b / length);
}

static void assert_same_edge(const oro_grid *tile, int side, const oro_grid *other) {
    int32_t length = side < NORTH ? tile->height : tile->width;
    for (int32_t i = 0; i < length; i++) {
        float a = along(tile, side, i, 0), b = along(other, side ^ 1, i, 0);
        if (memcmp(&a, &b, sizeof a))
            fail_msg("sample %d of the %s edge: %.9g and %.9g", i, side_names[side], (double)a, (double)b);
    }
}

static double rolling(double x, double y) {
    return 300.0 + 90.0 * sin(0.003 * x + 0.001 * y) + 60.0 * cos(0.0045 * y - 0.002 * x) +
           5.0 * sin(0.02 * x) * sin(0.03 * y);
}
static double other_land(double x, double y) { return rolling(x, y) + 40.0 + 35.0 * sin(0.004 * y) + 0.05 * x; }
static double parabola(double x, double y) {
    return 100.0 + 0.1 * x + 2e-4 * (x - 3000.0) * (x - 3000.0) + 1e-4 * y * y;
}

static oro_grid tile_of(int32_t width, int32_t height, int column, int row, map_fn *fn) {
    oro_grid g = {.width = width, .height = height, .cell = CELL};
    g.origin_x = column * (width - 1) * CELL, g.origin_y = row * (height - 1) * CELL;
    assert_int_equal(oro_grid_alloc(ctx, &g), ORO_OK);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) oro_row(&g, y)[x] = (float)fn(oro_world_x(&g, x), oro_world_y(&g, y));
    return g;
}

static oro_grid joined(const oro_grid *tile, oro_grid *const neighbours[4], const char *width, const char *where) {
    call c = begin("seam");
    oro_grid out = {0};
    wire(&c, "height", (oro_grid *)tile);
    for (int i = 0; i < 4; i++)
        if (neighbours[i]) wire(&c, side_names[i], neighbours[i]);
    set(&c, "width", width);
    set(&c, "neighbours", where);
    wire(&c, "result", &out);
    run(&c);
    return out;
}

// --- finished land -----------------------------------------------------------------------------------------------------

static void every_side_meets(void **state) {
    (void)state;
    const int columns[] = {-1, 1, 0, 0}, rows[] = {0, 0, -1, 1};
    for (int side = 0; side < 4; side++) {
        oro_grid tile = tile_of(161, 97, 0, 0, other_land),
                 beyond = tile_of(161, 97, columns[side], rows[side], rolling);
        oro_grid *neighbours[4] = {NULL};
        neighbours[side] = &beyond;
        oro_grid out = joined(&tile, neighbours, "500", "beside");
        assert_same_edge(&out, side, &beyond);
        double before, across, inside;
        bends(&tile, side, &beyond, &before, &inside);
        bends(&out, side, &beyond, &across, &inside);
        if (before < 20.0 * inside || across > 1.3 * inside)
            fail_msg("%s: a bend of %g m across the edge, %g inside, %g before", side_names[side], across, inside,
                     before);
        int32_t length = side < NORTH ? tile.height : tile.width;
        for (int32_t i = 0; i < length; i++) // 500 m are 31 samples
            for (int32_t deep = 32; deep < 90; deep++)
                assert_true(along(&out, side, i, deep) == along(&tile, side, i, deep));
        drop(&tile), drop(&beyond), drop(&out);
    }
}

/// Land that meets already is left alone: the slope at the edge is of second order, so a parabola's is exact.
static void what_meets_is_left_alone(void **state) {
    (void)state;
    oro_grid tile = tile_of(97, 80, 1, 0, parabola), west = tile_of(97, 80, 0, 0, parabola);
    oro_grid out = joined(&tile, (oro_grid *[4]){&west}, "800", "beside");
    assert_true(largest_difference(&tile, &out) <
                2e-3); // floats of 400 m are 3e-5 m apart, and a slope acts over 100 m
    drop(&tile), drop(&west), drop(&out);
}

/// A map of this very place: its own edge holds, all round.
static void a_frame_of_other_land_is_met(void **state) {
    (void)state;
    oro_grid tile = tile_of(120, 120, 0, 0, other_land), land = tile_of(120, 120, 0, 0, rolling);
    oro_grid out = joined(&tile, (oro_grid *[4]){&land, &land, &land, &land}, "600", "here");
    for (int side = 0; side < 4; side++)
        for (int32_t i = 0; i < 120; i++) {
            assert_true(along(&out, side, i, 0) == along(&land, side, i, 0));
            double slope = (double)along(&out, side, i, 1) - (double)along(&out, side, i, 0);
            double wanted = (double)along(&land, side, i, 1) - (double)along(&land, side, i, 0);
            // In the corners, where both sides bend the same few samples, the slope is theirs only at the edge itself.
            bool corner = i < 4 || i > 115;
            if (fabs(slope - wanted) > (corner ? 6.0 : 1.2)) fail_msg("side %d, %d: %g for %g", side, i, slope, wanted);
        }
    drop(&tile), drop(&land), drop(&out);
}

/// Four tiles one after the other, each of its own land: the last has neighbours to the west and the north.
static void four_tiles_meet_in_a_corner(void **state) {
    (void)state;
    oro_grid a = tile_of(SIDE, SIDE, 0, 0, rolling), b = tile_of(SIDE, SIDE, 1, 0, other_land);
    oro_grid c = tile_of(SIDE, SIDE, 0, 1, other_land), d = tile_of(SIDE, SIDE, 1, 1, rolling);
    oro_grid east = joined(&b, (oro_grid *[4]){&a}, "600", "beside");
    oro_grid south = joined(&c, (oro_grid *[4]){NULL, NULL, &a}, "600", "beside");
    oro_grid last = joined(&d, (oro_grid *[4]){&south, NULL, &east}, "600", "beside");
    assert_same_edge(&east, WEST, &a);
    assert_same_edge(&south, NORTH, &a);
    assert_same_edge(&last, WEST, &south);
    assert_same_edge(&last, NORTH, &east);
    double across, inside;
    bends(&last, WEST, &south, &across, &inside);
    assert_true(across < 1.5 * inside);
    bends(&last, NORTH, &east, &across, &inside);
    assert_true(across < 1.5 * inside);
    drop(&a), drop(&b), drop(&c), drop(&d), drop(&east), drop(&south), drop(&last);
}

static void small_maps_are_joined(void **state) {
    (void)state;
    const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 5}, {2, 2}, {3, 4}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        oro_grid tile = tile_of(sizes[i][0], sizes[i][1], 0, 0, rolling);
        oro_grid land = tile_of(sizes[i][0], sizes[i][1], 0, 0, other_land);
        oro_grid out = joined(&tile, (oro_grid *[4]){&land, &land, &land, &land}, "1e6", "beside");
        assert_int_equal(oro_grid_extremes(&out).not_finite, 0);
        drop(&out);
        out = joined(&tile, (oro_grid *[4]){NULL}, "100", "beside"); // nobody there
        assert_true(largest_difference(&tile, &out) == 0.0);
        drop(&tile), drop(&land), drop(&out);
    }
}

// --- sketches ----------------------------------------------------------------------------------------------------------

// Both have the river that crosses the edge.
#define RIVER                                                                                                          \
    "points=[x=100 y=1700 z=60; x=1500 y=1600 z=40; x=2300 y=1750 z=20; x=3000 y=1500 z=10; x=4200 y=1600 z=-10] "     \
    "meta=[u=0 radius=20]"
static const char west_land[] = "to=6 points=[x=300 y=500 z=420; x=1200 y=700 z=610; x=1700 y=1200 z=380]; " RIVER;
static const char east_land[] = "to=6 points=[x=2500 y=300 z=520; x=3600 y=900 z=240]; " RIVER;

static oro_grid sketched(const char *splines, int column, oro_grid *west, const char *mode) {
    call c = begin("diffuse");
    oro_grid out = {.width = SIDE, .height = SIDE, .cell = CELL, .origin_x = column * EXTENT};
    set(&c, "splines", splines);
    set(&c, "mode", mode);
    if (west) wire(&c, "west", west);
    wire(&c, "height", &out);
    run(&c);
    return out;
}

static void a_sketch_meets_its_neighbour(void **state) {
    (void)state;
    const char *const modes[] = {"cascade", "exact"};
    for (int i = 0; i < 2; i++) {
        oro_grid west = sketched(west_land, 0, NULL, modes[i]), alone = sketched(east_land, 1, NULL, modes[i]);
        oro_grid east = sketched(east_land, 1, &west, modes[i]);
        assert_near(east.origin_x, EXTENT, 0.0); // drawn at its own place, not at the neighbour's
        assert_same_edge(&east, WEST, &west);
        double before, across, inside;
        bends(&alone, WEST, &west, &before, &inside);
        bends(&east, WEST, &west, &across, &inside);
        if (before < 30.0 || across > inside)
            fail_msg("%s: a bend of %g m across the edge, %g inside, %g without neighbours", modes[i], across, inside,
                     before);
        // Land kilometres away moves too, as coarse levels know the neighbour: half a kilometre in, by metres.
        double moved = 0.0;
        for (int32_t y = 0; y < SIDE; y++) moved = fmax(moved, fabs((double)(at(&east, 32, y) - at(&alone, 32, y))));
        assert_true(moved > 10.0);
        drop(&west), drop(&east), drop(&alone);
    }
}

/// Whatever the shape of the map: land that frames it with a plane makes it that plane, by both modes.
static void a_plane_goes_on(void **state) {
    (void)state;
    const int32_t sizes[][2] = {{65, 65}, {129, 50}, {50, 129}, {100, 61}};
    for (int i = 0; i < 4; i++)
        for (int exact = 0; exact < 2; exact++) {
            oro_grid land = {.width = sizes[i][0], .height = sizes[i][1], .cell = 10.0}, out = land;
            assert_int_equal(oro_grid_alloc(ctx, &land), ORO_OK);
            for (int32_t y = 0; y < land.height; y++)
                for (int32_t x = 0; x < land.width; x++)
                    oro_row(&land, y)[x] = 500.0f + 2.1f * (float)x - 3.3f * (float)y;
            call c = begin("diffuse");
            set(&c, "splines", "");
            set(&c, "neighbours", "here");
            set(&c, "mode", exact ? "exact" : "cascade");
            for (int k = 0; k < 4; k++) wire(&c, side_names[k], &land);
            wire(&c, "height", &out);
            run(&c);
            double off = largest_difference(&land, &out);
            if (off > (exact ? 2e-3 : 3.0)) fail_msg("%d x %d: off by %g m", land.width, land.height, off);
            drop(&land), drop(&out);
        }
}

/// Sketch, noise, seam: the finished tiles.
static void finished_tiles_meet(void **state) {
    (void)state;
    oro_grid west = sketched(west_land, 0, NULL, "cascade"), east = sketched(east_land, 1, &west, "cascade");
    oro_grid rough_west = filtered("roughen", &west, "strength", "50", "ridged", "0.3", "wander", "60", NULL);
    oro_grid rough_east = filtered("roughen", &east, "strength", "50", "ridged", "0.3", "wander", "60", NULL);
    oro_grid out = joined(&rough_east, (oro_grid *[4]){&rough_west}, "400", "beside");
    assert_same_edge(&out, WEST, &rough_west);
    double across, inside;
    bends(&out, WEST, &rough_west, &across, &inside);
    if (across > 1.25 * inside) fail_msg("a bend of %g m across the edge, %g inside", across, inside);
    drop(&west), drop(&east), drop(&rough_west), drop(&rough_east), drop(&out);
}

// --- the scenes of the examples ------------------------------------------------------------------------------------------

static oro_scene *built(oro_context *own, const char *name) {
    char path[512];
    snprintf(path, sizeof path, SOURCE_DIR "/examples/scenes/mathisen/%s.oro.json", name);
    oro_scene *scene = oro_scene_load(own, path);
    if (!scene) fail_msg("%s", oro_last_error(own)->sentence);
    if (oro_scene_run(scene, &(oro_run_desc){.detail = 257}) != ORO_OK) fail_msg("%s", oro_last_error(own)->sentence);
    return scene;
}

/// Neither knows the other: both meet the hills of the world, which are the same for both.
static void the_example_tiles_meet(void **state) {
    (void)state;
    oro_context *own = oro_create(&(oro_context_desc){.threads = 2, .files = oro_file_reader_default()}, NULL);
    oro_scene *scenes[2] = {built(own, "seam-west"), built(own, "seam-east")};
    const char *const nodes[] = {"sketch.height", "tile"};
    for (int i = 0; i < 2; i++) {
        const oro_grid *west = oro_scene_grid(scenes[0], nodes[i]), *east = oro_scene_grid(scenes[1], nodes[i]);
        assert_true(west && east);
        assert_near(east->origin_x - west->origin_x, 4096.0, 0.0);
        assert_same_edge(west, EAST, east);
        double across, inside;
        bends(west, EAST, east, &across, &inside);
        if (across > 1.3 * inside) fail_msg("%s: a bend of %g m across the edge, %g inside", nodes[i], across, inside);
    }
    oro_scene_destroy(scenes[0]);
    oro_scene_destroy(scenes[1]);
    oro_destroy(own);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_side_meets),
        cmocka_unit_test(what_meets_is_left_alone),
        cmocka_unit_test(a_frame_of_other_land_is_met),
        cmocka_unit_test(four_tiles_meet_in_a_corner),
        cmocka_unit_test(small_maps_are_joined),
        cmocka_unit_test(a_sketch_meets_its_neighbour),
        cmocka_unit_test(a_plane_goes_on),
        cmocka_unit_test(finished_tiles_meet),
        cmocka_unit_test(the_example_tiles_meet),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
