// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the operators that make and take other data than maps: volumes cut, terrain as triangles, points and curves on
// maps, pictures over the ground.

#include "call.h"
#include "orogen/curves.h"
#include "orogen/mesh.h"
#include "orogen/points.h"
#include "orogen/volume.h"

static void wire_data(call *c, const char *name, const void *data) {
    *(const void **)oro_arg_at(row_of(c, name), c->args) = data;
}

// --- volumes ----------------------------------------------------------------------------------------------------------

static double ramp(double x, double y, double z) { return 3.0 * x - 2.0 * y + 5.0 * z + 7.0; }

static oro_volume ramp_volume(void) {
    oro_volume v = {.width = 21, .height = 17, .depth = 9, .cell = 2.0, .origin = {10, -4, 30}};
    assert_int_equal(oro_volume_alloc(ctx, &v), ORO_OK);
    for (int32_t z = 0; z < v.depth; z++)
        for (int32_t y = 0; y < v.height; y++)
            for (int32_t x = 0; x < v.width; x++)
                *oro_voxel(&v, x, y, z) = (float)ramp(10.0 + 2 * x, -4.0 + 2 * y, 30.0 + 2 * z);
    return v;
}

static oro_grid cut(const oro_volume *v, oro_grid shape, const char *const words[][2]) {
    call c = begin("slice");
    for (int i = 0; words[i][0]; i++) set(&c, words[i][0], words[i][1]);
    wire_data(&c, "volume", v);
    wire(&c, "result", &shape);
    run(&c);
    return shape;
}

static void linear_values_are_cut_exactly(void **state) {
    (void)state;
    oro_volume v = ramp_volume();
    oro_grid shape = {.width = 40, .height = 30, .cell = 0.9, .origin_x = 11.3, .origin_y = -3.1};
    oro_grid g = cut(&v, shape, (const char *const[][2]){{"height", "37.25"}, {NULL, NULL}});
    // Values up to 400, each the mean of eight in floats.
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++)
            assert_float_equal(at(&g, x, y), ramp(oro_world_x(&g, x), oro_world_y(&g, y), 37.25), 2e-4);
    drop(&g);
    // Without a geometry of its own, the cut has the volume's ground.
    g = cut(&v, (oro_grid){0}, (const char *const[][2]){{"height", "30"}, {NULL, NULL}});
    assert_int_equal(g.width, v.width);
    assert_int_equal(g.height, v.height);
    assert_float_equal(at(&g, 20, 16), ramp(50, 28, 30), 0);
    drop(&g);
    oro_volume_free(ctx, &v);
}

static void an_upright_cut_follows_its_line(void **state) {
    (void)state;
    oro_volume v = ramp_volume();
    oro_grid g =
        cut(&v, (oro_grid){0},
            (const char *const[][2]){
                {"cut", "line"}, {"from_x", "12"}, {"from_y", "0"}, {"to_x", "36"}, {"to_y", "18"}, {NULL, NULL}});
    assert_int_equal(g.width, 16); // 30 m in steps of 2
    assert_int_equal(g.height, v.depth);
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) // along the line by 0.8 and 0.6; the first row is the highest
            assert_float_equal(at(&g, x, y), ramp(12 + 1.6 * x, 1.2 * x, 30.0 + 2.0 * (v.depth - 1 - y)), 2e-4);
    drop(&g);
    // Beyond the box its nearest sample counts.
    g = cut(&v, (oro_grid){.width = 2, .height = 2, .cell = 1000, .origin_x = -990, .origin_y = -4},
            (const char *const[][2]){{"height", "-500"}, {NULL, NULL}});
    assert_float_equal(at(&g, 0, 0), ramp(10, -4, 30), 0);
    assert_float_equal(at(&g, 1, 1), ramp(10, 28, 30), 0);
    drop(&g);
    oro_volume_free(ctx, &v);
}

// --- meshes -----------------------------------------------------------------------------------------------------------

static oro_mesh mesh_of(const oro_grid *land, const char *step) {
    oro_mesh m = {0};
    call c = begin("triangulate");
    set(&c, "step", step);
    wire(&c, "height", (oro_grid *)land);
    wire_data(&c, "result", &m);
    run(&c);
    return m;
}

static void triangles_cover_the_map_once_and_face_up(void **state) {
    (void)state;
    oro_grid land = map_of(41, 31, 5.0, false, hills);
    land.origin_x = 100;
    static const char *const steps[] = {"5", "12.5", "0.01", "1e6"};
    static const uint32_t columns[] = {41, 17, 41, 2}, rows[] = {31, 13, 31, 2};
    for (int i = 0; i < 4; i++) {
        oro_mesh m = mesh_of(&land, steps[i]);
        assert_int_equal(m.vertex_count, columns[i] * rows[i]);
        assert_int_equal(m.triangle_count, 2 * (columns[i] - 1) * (rows[i] - 1));
        double area = 0;
        for (size_t t = 0; t < m.triangle_count; t++) {
            const float *p[3];
            for (size_t k = 0; k < 3; k++) {
                assert_true(m.indices[3 * t + k] < m.vertex_count);
                p[k] = m.positions + 3 * (size_t)m.indices[3 * t + k];
            }
            double twice = (double)(p[1][0] - p[0][0]) * (double)(p[2][1] - p[0][1]) -
                           (double)(p[2][0] - p[0][0]) * (double)(p[1][1] - p[0][1]);
            assert_true(twice > 0); // counter-clockwise from above
            area += 0.5 * twice;
        }
        assert_float_equal(area, 200.0 * 150.0, 0.1); // coordinates up to 300 in floats
        for (size_t v = 0; v < m.vertex_count; v++) {
            const float *p = m.positions + 3 * v, *n = m.normals + 3 * v;
            assert_float_equal(p[2], oro_grid_sample(&land, (double)p[0], -(double)p[1]), 0.01);
            assert_true(n[2] > 0);
            assert_float_equal(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-5);
        }
        oro_mesh_free(ctx, &m);
    }
    drop(&land);
}

static double tilted(double x, double y) { return 0.75 * x + 0.0 * y; }

static void a_tilted_plane_has_one_normal(void **state) {
    (void)state;
    oro_grid land = map_of(9, 9, 8.0, false, tilted);
    oro_mesh m = mesh_of(&land, "16");
    for (size_t v = 0; v < m.vertex_count; v++) { // (-0.75, 0, 1) / 1.25
        assert_float_equal(m.normals[3 * v], -0.6, 1e-6);
        assert_float_equal(m.normals[3 * v + 1], 0, 1e-6);
        assert_float_equal(m.normals[3 * v + 2], 0.8, 1e-6);
    }
    oro_mesh_free(ctx, &m);
    drop(&land);
}

// --- points -----------------------------------------------------------------------------------------------------------

static oro_points scattered(uint32_t count) {
    oro_points p = {.count = count};
    assert_int_equal(oro_points_alloc(ctx, &p), ORO_OK);
    for (int32_t i = 0; i < (int32_t)count; i++) {
        p.positions[3 * i] = 700.0f * oro_unit(oro_hash2(9, i, 0)) - 30.0f;
        p.positions[3 * i + 1] = 300.0f * oro_unit(oro_hash2(9, i, 1)) - 30.0f;
        p.positions[3 * i + 2] = (float)i;
    }
    return p;
}

static oro_grid plotted(const oro_points *p, const char *show) {
    oro_grid g = {.width = 61, .height = 33, .cell = 10.0};
    call c = begin("plot");
    set(&c, "show", show);
    wire_data(&c, "points", p);
    wire(&c, "result", &g);
    run(&c);
    return g;
}

static void the_nearest_point_is_the_nearest(void **state) {
    (void)state;
    static const uint32_t counts[] = {1, 2, 7, 500};
    for (int k = 0; k < 4; k++) {
        oro_points p = scattered(counts[k]);
        oro_grid g = plotted(&p, "nearest");
        for (int32_t y = 0; y < g.height; y++)
            for (int32_t x = 0; x < g.width; x++) {
                double best = INFINITY;
                uint32_t which = 0;
                for (uint32_t i = 0; i < p.count; i++) {
                    double dx = (double)p.positions[3 * i] - 10.0 * x, dy = (double)p.positions[3 * i + 1] - 10.0 * y;
                    if (dx * dx + dy * dy < best) best = dx * dx + dy * dy, which = i;
                }
                if (at(&g, x, y) != (float)which)
                    fail_msg("at %d,%d of %u: %g, not %u", x, y, p.count, (double)at(&g, x, y), which);
            }
        drop(&g);
        oro_points_free(ctx, &p);
    }
}

static void every_point_on_the_map_is_counted_once(void **state) {
    (void)state;
    oro_points p = scattered(500);
    oro_grid g = plotted(&p, "count");
    double sum = 0, inside = 0;
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) sum += (double)at(&g, x, y);
    for (uint32_t i = 0; i < p.count; i++) {
        float x = p.positions[3 * i], y = p.positions[3 * i + 1];
        inside += x >= -5.0f && y >= -5.0f && x < 605.0f && y < 325.0f;
    }
    assert_true(inside < p.count && inside > 300);
    assert_float_equal(sum, inside, 0);
    drop(&g);
    oro_points_free(ctx, &p);
    oro_points none = {0};
    g = plotted(&none, "nearest");
    assert_float_equal(at(&g, 5, 5), 0, 0);
    drop(&g);
}

// --- curves -----------------------------------------------------------------------------------------------------------

static oro_curves curves_of(const char *splines, const char *tolerance) {
    oro_curves out = {0};
    call c = begin("paths");
    set(&c, "splines", splines);
    set(&c, "tolerance", tolerance);
    wire_data(&c, "result", &out);
    run(&c);
    return out;
}

static void splines_become_curves_through_their_points(void **state) {
    (void)state;
    oro_curves c = curves_of(
        "points=[x=10 y=20 z=3; x=110 y=20 z=5]; name=empty; closed=on points=[x=0 y=0; x=100 y=0; x=100 y=100]",
        "0.5");
    assert_int_equal(c.count, 2); // one without points is none
    assert_int_equal(c.starts[0], 0);
    assert_int_equal(c.starts[2], c.point_count);
    const float *last = c.positions + 3 * (size_t)(c.starts[1] - 1), *closed = c.positions + 3 * (size_t)c.starts[1];
    assert_float_equal(c.positions[0], 10, 0);
    assert_float_equal(last[0], 110, 1e-4);
    assert_float_equal(last[1], 20, 1e-4);
    assert_float_equal(last[2], 5, 1e-5);
    for (int k = 0; k < 3; k++)
        assert_float_equal(closed[k], c.positions[3 * (size_t)(c.point_count - 1) + (size_t)k], 1e-4);
    oro_curves fine = curves_of("points=[x=0 y=0; x=100 y=80; x=200 y=0]", "0.01"),
               coarse = curves_of("points=[x=0 y=0; x=100 y=80; x=200 y=0]", "5");
    assert_true(fine.point_count > 2 * coarse.point_count);
    oro_curves_free(ctx, &c), oro_curves_free(ctx, &fine), oro_curves_free(ctx, &coarse);
}

static void traced_distance_is_that_of_the_line(void **state) {
    (void)state;
    oro_curves c = curves_of("points=[x=100 y=100; x=400 y=500]; points=[x=600 y=50]", "1");
    oro_grid mask = {.width = 81, .height = 71, .cell = 10.0}, far = mask;
    call t = begin("stroke");
    set(&t, "width", "60"), set(&t, "edge", "40"), set(&t, "reach", "150");
    wire_data(&t, "curves", &c);
    wire(&t, "result", &mask);
    wire(&t, "distance", &far);
    run(&t);
    for (int32_t y = 0; y < far.height; y++)
        for (int32_t x = 0; x < far.width; x++) {
            double px = 10.0 * x - 100, py = 10.0 * y - 100, along = fmin(fmax(0.6 * px + 0.8 * py, 0), 500);
            double line = hypot(px - 0.6 * along, py - 0.8 * along), spot = hypot(10.0 * x - 600, 10.0 * y - 50);
            double d = fmin(line, spot);
            // Squares of up to 150 m in floats, their root within 1e-3; at 0 the root of the rounding itself.
            assert_float_equal(at(&far, x, y), fmin(d, 150), 0.02);
            assert_float_equal(at(&mask, x, y), fmin(fmax(1 - (d - 30) / 40, 0), 1), 1e-3);
        }
    drop(&mask), drop(&far);
    oro_curves_free(ctx, &c);
}

// --- pictures ---------------------------------------------------------------------------------------------------------

static double colour_at(int32_t x, int32_t y) {
    return (double)(65536 * ((x * 7) % 256) + 256 * ((y * 5) % 256) + (x + y) % 256);
}

static oro_image bake_of(const oro_grid *colours) {
    oro_image image = {0};
    call c = begin("bake");
    wire(&c, "colour", (oro_grid *)colours);
    wire_data(&c, "result", &image);
    run(&c);
    return image;
}

static oro_grid drape_of(const oro_image *picture, int32_t width, int32_t height, const char *channel,
                         oro_grid *value) {
    oro_grid colour = {.width = width, .height = height, .cell = 1};
    *value = colour;
    call c = begin("drape");
    set(&c, "channel", channel);
    wire_data(&c, "picture", picture);
    wire(&c, "colour", &colour);
    wire(&c, "value", value);
    run(&c);
    return colour;
}

static void colours_survive_a_picture(void **state) {
    (void)state;
    oro_grid g = {.width = 70, .height = 41, .cell = 2}, value;
    assert_int_equal(oro_grid_alloc(ctx, &g), ORO_OK);
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) oro_row(&g, y)[x] = (float)colour_at(x, y);
    oro_row(&g, 3)[4] = NAN;
    oro_row(&g, 3)[5] = 1e30f;
    oro_image image = bake_of(&g);
    assert_true(image.width == 70 && image.height == 41 && image.channels == 3);
    oro_grid back = drape_of(&image, 70, 41, "green", &value);
    for (int32_t y = 0; y < g.height; y++)
        for (int32_t x = 0; x < g.width; x++) {
            bool odd = y == 3 && (x == 4 || x == 5); // black for what is no number, white beyond all colours
            double wanted = odd ? (x == 4 ? 0.0 : 16777215.0) : colour_at(x, y);
            assert_float_equal(at(&back, x, y), wanted, 0);
            if (!odd) assert_float_equal(at(&value, x, y), ((y * 5) % 256) / 255.0, 1e-6);
        }
    drop(&back), drop(&value), drop(&g);
    oro_image_free(ctx, &image);
}

/// Averages keep what a picture holds in all, and between pixels a ramp stays a ramp.
static void pictures_of_other_sizes_are_averaged(void **state) {
    (void)state;
    oro_image fine = {.width = 60, .height = 30, .channels = 4}, ramp = {.width = 8, .height = 2, .channels = 3};
    assert_int_equal(oro_image_alloc(ctx, &fine), ORO_OK);
    assert_int_equal(oro_image_alloc(ctx, &ramp), ORO_OK);
    double sum = 0, opacity = 0;
    for (int i = 0; i < 60 * 30; i++) {
        fine.data[4 * i] = (uint8_t)(i * 37 % 251);
        fine.data[4 * i + 3] = (uint8_t)(i * 91 % 241);
        sum += fine.data[4 * i], opacity += fine.data[4 * i + 3];
    }
    oro_grid value, colour = drape_of(&fine, 7, 11, "red", &value), share;
    double got = 0;
    for (int32_t y = 0; y < 11; y++)
        for (int32_t x = 0; x < 7; x++) got += (double)at(&value, x, y) * 255.0;
    assert_float_equal(got / 77, sum / 1800, 1e-3); // every pixel counts the same: 1800 pixels over 77 samples
    drop(&colour), drop(&value);
    colour = drape_of(&fine, 7, 11, "opacity", &share);
    got = 0;
    for (int32_t y = 0; y < 11; y++)
        for (int32_t x = 0; x < 7; x++) got += (double)at(&share, x, y) * 255.0;
    assert_float_equal(got / 77, opacity / 1800, 1e-3);
    drop(&colour), drop(&share);
    for (int i = 0; i < 16; i++) memset(ramp.data + 3 * i, 30 * (i % 8), 3);
    colour = drape_of(&ramp, 64, 5, "brightness", &value);
    for (int32_t x = 4; x < 60; x++) // sample x lies at (x + 0.5) / 8 - 0.5 between the pixels' middles
        assert_float_equal(at(&value, x, 2), 30.0 * ((x + 0.5) / 8 - 0.5) / 255.0, 1e-5);
    assert_float_equal(at(&value, 0, 0), 0, 0);
    drop(&colour), drop(&value);
    oro_image_free(ctx, &fine);
    oro_image_free(ctx, &ramp);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linear_values_are_cut_exactly),
        cmocka_unit_test(an_upright_cut_follows_its_line),
        cmocka_unit_test(triangles_cover_the_map_once_and_face_up),
        cmocka_unit_test(a_tilted_plane_has_one_normal),
        cmocka_unit_test(the_nearest_point_is_the_nearest),
        cmocka_unit_test(every_point_on_the_map_is_counted_once),
        cmocka_unit_test(splines_become_curves_through_their_points),
        cmocka_unit_test(traced_distance_is_that_of_the_line),
        cmocka_unit_test(colours_survive_a_picture),
        cmocka_unit_test(pictures_of_other_sizes_are_averaged),
    };
    return cmocka_run_group_tests_name("operators of other kinds", tests, call_setup, call_teardown);
}
