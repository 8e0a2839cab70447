// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Volumes that operators make: distances to bodies and to ground are what geometry says, volumes join as bodies do, boxes
// follow the world, and what cannot be is refused.

#include "call.h"
#include "orogen/volume.h"

static void wire_data(call *c, const char *name, const void *data) {
    *(const void **)oro_arg_at(row_of(c, name), c->args) = data;
}

static const oro_grid ground = {.width = 65, .height = 49, .cell = 2.5, .origin_x = 100, .origin_y = -30};

/// A volume from nothing, or of an input; ends with NULL.
static oro_status make(const char *op, const char *input, const void *data, oro_volume *out,
                       const char *const words[][2]) {
    call c = begin(op);
    for (int i = 0; words[i][0]; i++) set(&c, words[i][0], words[i][1]);
    if (input) wire_data(&c, input, data);
    wire_data(&c, "result", out);
    oro_status status = oro_call(ctx, c.op, c.args, &(oro_run_desc){.ground = &ground});
    finish(&c);
    return status;
}

static oro_volume body_of(const char *const words[][2]) {
    oro_volume v = {0};
    if (make("body", NULL, NULL, &v, words) != ORO_OK) fail_msg("%s", oro_last_error(ctx)->sentence);
    return v;
}

#define BOX                                                                                                            \
    {"bottom", "-20"}, {"top", "80"}, { "coarseness", "2" }
#define CENTRE                                                                                                         \
    {"x", "180"}, {"y", "32"}, { "z", "31" }

static void place_of(const oro_volume *v, int32_t x, int32_t y, int32_t z, double p[3]) {
    const int32_t at[3] = {x, y, z};
    for (int k = 0; k < 3; k++) p[k] = v->origin[k] + at[k] * v->cell;
}

static void a_box_follows_the_world(void **state) {
    (void)state;
    oro_volume v = body_of((const char *const[][2]){BOX, {NULL, NULL}});
    assert_int_equal(v.width, 33);
    assert_int_equal(v.height, 25);
    assert_int_equal(v.depth, 21);
    assert_float_equal(v.cell, 5, 0);
    assert_float_equal(v.origin[0], 100, 0);
    assert_float_equal(v.origin[1], -30, 0);
    assert_float_equal(v.origin[2], -20, 0);
    oro_volume_free(ctx, &v);
    oro_volume none = {0};
    assert_int_equal(
        make("body", NULL, NULL, &none, (const char *const[][2]){{"bottom", "10"}, {"top", "10"}, {NULL, NULL}}),
        ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "must be above its bottom, 10 m, not 10"));
    assert_int_equal(
        make("body", NULL, NULL, &none, (const char *const[][2]){{"top", "90000"}, {"coarseness", "1"}, {NULL, NULL}}),
        ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "at most 4096 along a side"));
    call c = begin("body"); // and without a world there is no box
    wire_data(&c, "result", &none);
    assert_int_equal(oro_call(ctx, c.op, c.args, NULL), ORO_BAD_ARGUMENT);
    finish(&c);
}

/// The distance to a surface that is sampled densely: slow, and knows no formula of distances.
typedef void point_fn(double u, double v, double p[3]);
static void on_torus(double u, double v, double p[3]) {
    double a = 6.2831853 * u, b = 6.2831853 * v, out = 40 + 12 * cos(b);
    p[0] = 180 + out * cos(a), p[1] = 32 + 12 * sin(b), p[2] = 31 + out * sin(a); // about the axis to the south
}
static void on_cylinder(double u, double v, double p[3]) { // radius 25, from x = 150 to 210
    double a = 6.2831853 * u;
    double along = v < 0.2   ? -30
                   : v > 0.8 ? 30
                             : (v - 0.5) * 100,
           radius = v < 0.2   ? 125 * v
                    : v > 0.8 ? 125 * (1 - v)
                              : 25;
    p[0] = 180 + along, p[1] = 32 + radius * cos(a), p[2] = 31 + radius * sin(a);
}
static void on_box(double u, double v, double p[3]) { // 60 x 40 x 30, face by face
    int face = (int)(6 * u) % 6, axis = face / 2;
    double w = 6 * u - face;
    static const double half[3] = {30, 20, 15};
    const double middle[3] = {180, 32, 31}, t[3] = {face & 1 ? 1 : -1, 2 * w - 1, 2 * v - 1};
    for (int k = 0; k < 3; k++) p[(axis + k) % 3] = middle[(axis + k) % 3] + half[(axis + k) % 3] * t[k];
}

static void assert_distances(const oro_volume *v, point_fn *point, double spacing) {
    for (int32_t i = 0; i < 60; i++) {
        uint32_t h = oro_hash2(3, i, 1);
        int32_t x = (int32_t)(h % (uint32_t)v->width), y = (int32_t)(h / 64 % (uint32_t)v->height),
                z = (int32_t)(h / 4096 % (uint32_t)v->depth);
        double p[3], q[3], least = 1e9;
        place_of(v, x, y, z, p);
        for (int a = 0; a < 600; a++)
            for (int b = 0; b <= 200; b++) {
                point(a / 600.0, b / 200.0, q);
                double d = 0;
                for (int k = 0; k < 3; k++) d += (p[k] - q[k]) * (p[k] - q[k]);
                least = fmin(least, d);
            }
        double found = fabs((double)*oro_voxel(v, x, y, z));
        // A point lies within the spacing of the nearest place, and never nearer than it.
        assert_true(found <= sqrt(least) + 1e-3 && found * found + spacing * spacing >= least - 1e-2);
    }
}

static void bodies_are_exact_distances(void **state) {
    (void)state;
    oro_volume v = body_of((const char *const[][2]){
        {"shape", "torus"}, {"axis", "south"}, {"radius", "40"}, {"tube", "12"}, CENTRE, BOX, {NULL, NULL}});
    assert_distances(&v, on_torus, 1.0);
    oro_volume_free(ctx, &v);
    v = body_of((const char *const[][2]){
        {"shape", "cylinder"}, {"axis", "east"}, {"radius", "25"}, {"length", "60"}, CENTRE, BOX, {NULL, NULL}});
    assert_distances(&v, on_cylinder, 1.0);
    oro_volume_free(ctx, &v);
    v = body_of((const char *const[][2]){
        {"shape", "box"}, {"width", "60"}, {"depth", "40"}, {"height", "30"}, CENTRE, BOX, {NULL, NULL}});
    assert_distances(&v, on_box, 1.0);
    // Rounded edges take nothing from the faces: only near the corners does the distance grow, by at most (sqrt 3 - 1) r.
    oro_volume r = body_of((const char *const[][2]){{"shape", "box"},
                                                    {"width", "60"},
                                                    {"depth", "40"},
                                                    {"height", "30"},
                                                    {"rounding", "5"},
                                                    CENTRE,
                                                    BOX,
                                                    {NULL, NULL}});
    for (size_t i = 0; i < 33U * 25U * 21U; i++) {
        double more = (double)r.data[i] - (double)v.data[i];
        assert_true(more > -1e-4 && more < 0.7321 * 5 + 1e-4);
    }
    oro_volume_free(ctx, &r);
    oro_volume_free(ctx, &v);
}

static void signs_say_what_is_inside(void **state) {
    (void)state;
    oro_volume v = body_of((const char *const[][2]){{"shape", "sphere"}, {"radius", "30"}, CENTRE, BOX, {NULL, NULL}});
    for (int32_t z = 0; z < v.depth; z++)
        for (int32_t y = 0; y < v.height; y++)
            for (int32_t x = 0; x < v.width; x++) {
                double p[3];
                place_of(&v, x, y, z, p);
                double d = sqrt(pow(p[0] - 180, 2) + pow(p[1] - 32, 2) + pow(p[2] - 31, 2)) - 30;
                assert_float_equal(*oro_voxel(&v, x, y, z), d, 1e-4);
            }
    oro_volume_free(ctx, &v);
}

/// Sponges: no steeper than a distance by much, as much rock as air, and walls as thick as said.
static void sponges_are_nearly_distances(void **state) {
    (void)state;
    static const char *const shapes[] = {"gyroid", "noise"};
    for (int k = 0; k < 2; k++) {
        oro_volume v = body_of(
            (const char *const[][2]){{"shape", shapes[k]}, {"scale", "60"}, {"octaves", "1"}, BOX, {NULL, NULL}});
        int64_t rock = 0, count = (int64_t)v.width * v.height * v.depth;
        double slopes = 0, near = 0;
        for (int32_t z = 0; z < v.depth - 1; z++)
            for (int32_t y = 0; y < v.height - 1; y++)
                for (int32_t x = 0; x < v.width - 1; x++) {
                    float at = *oro_voxel(&v, x, y, z);
                    double gx = (double)(*oro_voxel(&v, x + 1, y, z) - at),
                           gy = (double)(*oro_voxel(&v, x, y + 1, z) - at),
                           gz = (double)(*oro_voxel(&v, x, y, z + 1) - at);
                    rock += at < 0;
                    if (fabsf(at) < 3) slopes += sqrt(gx * gx + gy * gy + gz * gz) / v.cell, near++;
                }
        assert_in_range(rock * 100 / count, 30, 65);
        assert_true(slopes / near > 0.7 && slopes / near < 1.3);
        oro_volume_free(ctx, &v);
    }
}

static double tilted(double x, double y) { return 0.5 * x - 0.25 * y - 40; }

static void ground_is_a_distance_to_its_plane(void **state) {
    (void)state;
    oro_grid land = map_of(65, 49, 2.5, false, NULL);
    land.origin_x = 100, land.origin_y = -30;
    for (int32_t y = 0; y < 49; y++)
        for (int32_t x = 0; x < 65; x++)
            oro_row(&land, y)[x] = (float)tilted(oro_world_x(&land, x), oro_world_y(&land, y));
    oro_volume v = {0};
    assert_int_equal(make("extrude", "height", &land, &v, (const char *const[][2]){BOX, {NULL, NULL}}), ORO_OK);
    double length = sqrt(1 + 0.25 + 0.0625);
    for (int32_t z = 0; z < v.depth; z++)
        for (int32_t y = 1; y < v.height - 1; y++)
            for (int32_t x = 1; x < v.width - 1; x++) {
                double p[3];
                place_of(&v, x, y, z, p);
                assert_float_equal(*oro_voxel(&v, x, y, z), (p[2] - tilted(p[0], p[1])) / length, 1e-3);
            }
    oro_volume_free(ctx, &v);
    drop(&land);
}

static oro_volume combined(const oro_volume *a, const oro_volume *b, const char *mode, const char *smooth) {
    oro_volume v = {0};
    call c = begin("combine");
    set(&c, "mode", mode), set(&c, "smooth", smooth);
    wire_data(&c, "a", a), wire_data(&c, "b", b), wire_data(&c, "result", &v);
    run(&c);
    return v;
}

static void volumes_combine_as_bodies_do(void **state) {
    (void)state;
    oro_volume a = body_of((const char *const[][2]){{"shape", "sphere"}, {"radius", "30"}, CENTRE, BOX, {NULL, NULL}});
    oro_volume b = body_of((const char *const[][2]){
        {"shape", "sphere"}, {"radius", "20"}, {"x", "200"}, {"y", "32"}, {"z", "31"}, BOX, {NULL, NULL}});
    static const char *const modes[] = {"union", "carve", "intersect"};
    size_t count = (size_t)a.width * (size_t)a.height * (size_t)a.depth;
    for (int m = 0; m < 3; m++) {
        oro_volume sharp = combined(&a, &b, modes[m], "0"), soft = combined(&a, &b, modes[m], "8");
        for (size_t i = 0; i < count; i++) {
            bool in_a = a.data[i] < 0, in_b = b.data[i] < 0;
            bool inside = m == 0 ? in_a || in_b : m == 1 ? in_a && !(in_b || b.data[i] == 0) : in_a && in_b;
            assert_int_equal(sharp.data[i] < 0, inside);
            // A rounded union is larger, the others are smaller; by no more than 8/4 m, and only where both are near.
            double more = (double)soft.data[i] - (double)sharp.data[i];
            double other = m == 1 ? -(double)b.data[i] : (double)b.data[i];
            assert_true(m == 0 ? more <= 0 && more >= -2.001 : more >= 0 && more <= 2.001);
            if (fabs((double)a.data[i] - other) >= 8) assert_float_equal(more, 0, 0);
        }
        oro_volume_free(ctx, &sharp);
        oro_volume_free(ctx, &soft);
    }
    oro_volume_free(ctx, &a);
    oro_volume_free(ctx, &b);
}

/// A body whose samples lie elsewhere is where it says it is; beyond its box its nearest sample counts.
static void boxes_may_differ(void **state) {
    (void)state;
    oro_volume a = body_of((const char *const[][2]){{"shape", "sphere"}, {"radius", "30"}, CENTRE, BOX, {NULL, NULL}});
    oro_volume b = {.width = 30, .height = 20, .depth = 25, .cell = 3.3, .origin = {141.7, 3.9, -6.1}};
    assert_int_equal(oro_volume_alloc(ctx, &b), ORO_OK);
    for (int32_t z = 0; z < b.depth; z++)
        for (int32_t y = 0; y < b.height; y++)
            for (int32_t x = 0; x < b.width; x++) {
                double p[3];
                place_of(&b, x, y, z, p);
                *oro_voxel(&b, x, y, z) = (float)(0.5 * p[0] - p[1] + 2 * p[2] - 90); // linear: exact between samples
            }
    oro_volume v = combined(&a, &b, "intersect", "0");
    assert_int_equal(v.width, a.width);
    for (int32_t z = 0; z < v.depth; z++)
        for (int32_t y = 0; y < v.height; y++)
            for (int32_t x = 0; x < v.width; x++) {
                double p[3];
                place_of(&v, x, y, z, p);
                for (int k = 0; k < 3; k++) {
                    const int32_t side[3] = {b.width, b.height, b.depth};
                    p[k] = fmin(fmax(p[k], b.origin[k]), b.origin[k] + (side[k] - 1) * b.cell);
                }
                double second = 0.5 * p[0] - p[1] + 2 * p[2] - 90;
                assert_float_equal(*oro_voxel(&v, x, y, z), fmax((double)*oro_voxel(&a, x, y, z), second), 2e-3);
            }
    oro_volume_free(ctx, &a);
    oro_volume_free(ctx, &b);
    oro_volume_free(ctx, &v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_follows_the_world),
        cmocka_unit_test(bodies_are_exact_distances),
        cmocka_unit_test(signs_say_what_is_inside),
        cmocka_unit_test(sponges_are_nearly_distances),
        cmocka_unit_test(ground_is_a_distance_to_its_plane),
        cmocka_unit_test(volumes_combine_as_bodies_do),
        cmocka_unit_test(boxes_may_differ),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
