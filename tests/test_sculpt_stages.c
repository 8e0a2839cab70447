// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The stages of a surface from curves, one by one: the nearest ribbon against all triangles in turn; planes are found exactly by every scheme; the stages
// together are what sculpt does; signs of bitangents mean nothing; traits stay between their extremes; curves grow until they meet.

#include "call.h"
#include "drawn_ribbons.h"
#include "orogen/volume.h"
#include "sanitized.h"

static void wire_data(call *c, const char *name, const void *data) {
    *(const void **)oro_arg_at(row_of(c, name), c->args) = data;
}

static const oro_grid ground = {.width = 33, .height = 33, .cell = 2};

static call begin_stage(const char *name, const oro_ribbons *b) {
    call c = begin(name);
    if (oro_arg_find(&c.op->record, "bottom")) {
        set(&c, "bottom", "0");
        set(&c, "top", "32");
        set(&c, "coarseness", "1");
    }
    wire_data(&c, "ribbons", b);
    return c;
}

static void take_number(call *c, const char *name, double *to) {
    *(double **)oro_arg_at(row_of(c, name), c->args) = to;
}

static void run_stage(call *c) {
    if (oro_call(ctx, c->op, c->args, &(oro_run_desc){.ground = &ground}) != ORO_OK)
        fail_msg("%s: %s", c->op->record.name, oro_last_error(ctx)->sentence);
    finish(c);
}

static void drop_volumes(oro_volume *v, int count) {
    for (int i = 0; i < count; i++) oro_volume_free(ctx, &v[i]);
}

// --- nearest ------------------------------------------------------------------------------------------------------------------------

static double to_segment(const double p[3], const double a[3], const double b[3]) {
    double e[3], r[3], d[3];
    for (int k = 0; k < 3; k++) e[k] = b[k] - a[k], r[k] = p[k] - a[k];
    double t = drawn_dot(r, e) / drawn_dot(e, e);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int k = 0; k < 3; k++) d[k] = r[k] - t * e[k];
    return sqrt(drawn_dot(d, d));
}

/// Distance to a triangle, the plain way: its plane if the foot is inside, else its edges.
static double to_triangle(const double p[3], double v[3][3]) {
    double e[3], f[3], n[3], r[3], least = 1e30;
    bool inside = true;
    for (int k = 0; k < 3; k++) e[k] = v[1][k] - v[0][k], f[k] = v[2][k] - v[0][k], r[k] = p[k] - v[0][k];
    drawn_cross(e, f, n);
    drawn_unit(n);
    for (int k = 0; k < 3; k++) {
        double side[3], in[3], rel[3];
        for (int i = 0; i < 3; i++) side[i] = v[(k + 1) % 3][i] - v[k][i], rel[i] = p[i] - v[k][i];
        drawn_cross(n, side, in);
        inside &= drawn_dot(in, rel) >= 0;
        least = fmin(least, to_segment(p, v[k], v[(k + 1) % 3]));
    }
    return inside ? fabs(drawn_dot(n, r)) : least;
}

static void the_nearest_ribbon_is_found(void **state) {
    (void)state;
    drawn_scene s = {0};
    draw_u_tunnel(&s);
    oro_ribbons b = drawn_ribbons(ctx, &s, 1.6);
    oro_volume near = {0}, distance = {0}, owner = {0};
    call c = begin_stage("extend", &b);
    wire_data(&c, "nearness", &near), wire_data(&c, "distance", &distance), wire_data(&c, "owner", &owner);
    run_stage(&c);
    double worst = 0, worst_near = 0;
    int step = SANITIZED ? 5 : 2;
    for (int32_t z = 0; z < near.depth; z += step)
        for (int32_t y = 0; y < near.height; y += step)
            for (int32_t x = 0; x < near.width; x += step) {
                double p[3] = {x * 2.0, y * 2.0, z * 2.0}, least = 1e30;
                for (size_t t = 0; t < b.triangle_count; t++) {
                    double v[3][3];
                    for (size_t k = 0; k < 3; k++)
                        for (size_t i = 0; i < 3; i++)
                            v[k][i] = (double)b.positions[3 * (size_t)b.triangles[3 * t + k] + i];
                    least = fmin(least, to_triangle(p, v));
                }
                double found = (double)*oro_voxel(&near, x, y, z), off = fabs(found - least);
                worst = fmax(worst, off);
                if (least < 3 * 2.0) worst_near = fmax(worst_near, off);
                assert_true(fabs((double)*oro_voxel(&distance, x, y, z)) <= found + 1e-3);
                assert_in_range((int)*oro_voxel(&owner, x, y, z), 0, (int)b.curve_count - 1);
            }
    print_message("nearest: off by %.2g m near ribbons, %.2g m anywhere\n", worst_near, worst);
    assert_true(worst_near < 1e-4); // exact within three samples
    assert_true(worst < 1.0);       // and elsewhere within half a sample
    oro_volume_free(ctx, &near), oro_volume_free(ctx, &distance), oro_volume_free(ctx, &owner);
    oro_ribbons_free(ctx, &b);
}

// --- a plane ------------------------------------------------------------------------------------------------------------------------

/// A strip of a plane that falls to the south by 30 degrees; what lies above it by `metres` along its normal.
static double over_plane(int32_t x, int32_t y, int32_t z) {
    (void)x;
    return (z * 2.0 - 16) * cos(0.5235987755982988) + (y * 2.0 - 32) * sin(0.5235987755982988);
}

static oro_ribbons plane(double width) {
    drawn_scene s = {0};
    DRAWN_LINE(&s, 30, -30, width, 0.25, -3, 16, 32, 67, 16, 32); // left is north
    return drawn_ribbons(ctx, &s, 1.6);
}

static void guide_into(const oro_ribbons *b, oro_volume v[3]) {
    call c = begin_stage("guide", b);
    wire_data(&c, "east", &v[0]), wire_data(&c, "south", &v[1]), wire_data(&c, "up", &v[2]);
    run_stage(&c);
}

static void a_plane_is_found_by_every_scheme(void **state) {
    (void)state;
    static const struct {
        const char *scheme;
        double limit; ///< samples
    } schemes[] = {{"integrate", 0.01}, {"march", 0.02}, {"becher", 1.0}, {"push", 1.5}, {"pull", 1.5}};
    oro_ribbons b = plane(9);
    oro_volume n[3] = {{0}, {0}, {0}};
    guide_into(&b, n);
    for (int k = 0; k < 5; k++) {
        oro_volume d = {0};
        call c = begin_stage("propagate", &b);
        set(&c, "scheme", schemes[k].scheme);
        wire_data(&c, "east", &n[0]), wire_data(&c, "south", &n[1]), wire_data(&c, "up", &n[2]);
        wire_data(&c, "distance", &d);
        run_stage(&c);
        double worst = 0;
        for (int32_t z = 0; z < d.depth; z++)
            for (int32_t y = 0; y < d.height; y++)
                for (int32_t x = 0; x < d.width; x++) {
                    double wanted = over_plane(x, y, z);
                    if (fabs(wanted) > 4.0) continue;
                    worst = fmax(worst, fabs((double)*oro_voxel(&d, x, y, z) - wanted) / 2.0);
                }
        print_message("%s: a plane is off by %.3f samples\n", schemes[k].scheme, worst);
        if (!(worst <= schemes[k].limit)) fail_msg("%s is off by %g samples", schemes[k].scheme, worst);
        oro_volume_free(ctx, &d);
    }
    drop_volumes(n, 3);
    oro_ribbons_free(ctx, &b);
}

static void voxels_know_their_distance(void **state) {
    (void)state;
    oro_ribbons b = plane(9);
    oro_volume d = {0}, known = {0}, material = {0};
    double samples = 0, conflicts = 1;
    call c = begin_stage("voxelise", &b);
    wire_data(&c, "distance", &d), wire_data(&c, "known", &known), wire_data(&c, "material", &material);
    take_number(&c, "samples", &samples), take_number(&c, "conflicts", &conflicts);
    run_stage(&c);
    double count = 0;
    for (int32_t z = 0; z < d.depth; z++)
        for (int32_t y = 0; y < d.height; y++)
            for (int32_t x = 0; x < d.width; x++) {
                double off = over_plane(x, y, z);
                bool is = *oro_voxel(&known, x, y, z) > 0.0f;
                count += is;
                if (is) assert_near(*oro_voxel(&d, x, y, z), off, 1e-4);
                if (is) assert_near(*oro_voxel(&material, x, y, z), 0.25, 1e-6);
                if (is) assert_true(fabs(off) <= 2.5001);
                if (!is) assert_true(*oro_voxel(&d, x, y, z) == 0.0f);
                if (fabs(off) < 2.49 && abs(2 * y - 32) < 6) assert_true(is);
            }
    assert_float_equal(conflicts, 0, 0);
    assert_float_equal(samples, count, 0);
    oro_volume_free(ctx, &d), oro_volume_free(ctx, &known), oro_volume_free(ctx, &material);
    oro_ribbons_free(ctx, &b);
}

// --- together -------------------------------------------------------------------------------------------------------------------------

static void the_stages_are_what_sculpt_does(void **state) {
    (void)state;
    drawn_scene s = {0};
    draw_arch(&s);
    oro_ribbons b = drawn_ribbons(ctx, &s, 1.6);
    oro_volume n[3] = {{0}, {0}, {0}}, d[2] = {{0}, {0}};
    guide_into(&b, n);
    call c = begin_stage("propagate", &b);
    wire_data(&c, "east", &n[0]), wire_data(&c, "south", &n[1]), wire_data(&c, "up", &n[2]),
        wire_data(&c, "distance", &d[0]);
    run_stage(&c);
    c = begin_stage("sculpt", &b);
    wire_data(&c, "distance", &d[1]);
    run_stage(&c);
    assert_memory_equal(d[0].data, d[1].data,
                        (size_t)d[0].width * (size_t)d[0].height * (size_t)d[0].depth * sizeof(float));
    drop_volumes(n, 3);
    drop_volumes(d, 2);
    oro_ribbons_free(ctx, &b);
}

static void signs_of_bitangents_mean_nothing(void **state) {
    (void)state;
    drawn_scene s = {0};
    draw_ridge(&s);
    oro_ribbons b = drawn_ribbons(ctx, &s, 1.6);
    oro_volume v[2][3] = {{{0}}};
    static const char *const names[3] = {"across_east", "across_south", "across_up"};
    for (int pass = 0; pass < 2; pass++) {
        call c = begin_stage("guide", &b);
        oro_volume n[3] = {{0}, {0}, {0}};
        wire_data(&c, "east", &n[0]), wire_data(&c, "south", &n[1]), wire_data(&c, "up", &n[2]);
        for (int k = 0; k < 3; k++) wire_data(&c, names[k], &v[pass][k]);
        run_stage(&c);
        for (size_t i = 0; i < (size_t)n[0].width * (size_t)n[0].height * (size_t)n[0].depth; i++) {
            double dot = 0, square = 0;
            for (int k = 0; k < 3; k++) {
                dot += (double)n[k].data[i] * (double)v[pass][k].data[i];
                square += (double)v[pass][k].data[i] * (double)v[pass][k].data[i];
            }
            assert_near(dot, 0, 1e-5);
            assert_near(square, 1, 1e-5);
        }
        drop_volumes(n, 3);
        for (size_t i = 0; i < b.vertex_count; i++) // some of them
            for (size_t k = 0; k < 3 && oro_hash2(3, (int32_t)i, 0) & 1U; k++) b.bitangents[3 * i + k] *= -1.0f;
    }
    for (int k = 0; k < 3; k++)
        assert_memory_equal(v[0][k].data, v[1][k].data,
                            (size_t)v[0][k].width * (size_t)v[0][k].height * (size_t)v[0][k].depth * sizeof(float));
    // Across a ridge that runs to the east the line has hardly any of it.
    const oro_volume *east = &v[0][0];
    assert_true(fabsf(*oro_voxel(east, 16, 8, 8)) < 0.5f);
    drop_volumes(v[0], 3);
    drop_volumes(v[1], 3);
    oro_ribbons_free(ctx, &b);
}

static void a_flow_goes_from_sources_to_sinks(void **state) {
    (void)state;
    drawn_scene s = {0};
    DRAWN_LINE(&s, 0, 0, 3, 0.25, -3, 16, 12, 67, 16, 12); // in the north
    DRAWN_LINE(&s, 0, 0, 3, 0.25, -3, 16, 52, 67, 16, 52);
    oro_ribbons b = drawn_ribbons(ctx, &s, 1.6);
    for (int swap = 0; swap < 2; swap++) {
        b.roles[swap] = ORO_ROLE_SEED | ORO_ROLE_FLOW_SOURCE << ORO_ROLE_FLOW_SHIFT;
        b.roles[1 - swap] = ORO_ROLE_SEED | ORO_ROLE_FLOW_SINK << ORO_ROLE_FLOW_SHIFT;
        oro_volume south = {0};
        call c = begin_stage("guide", &b);
        set(&c, "flow", "on");
        wire_data(&c, "across_south", &south);
        run_stage(&c);
        for (int32_t y = 9; y <= 23; y++) assert_near(*oro_voxel(&south, 16, y, 8), swap ? -1 : 1, 0.05);
        oro_volume_free(ctx, &south);
    }
    oro_ribbons_free(ctx, &b);
}

// --- traits ---------------------------------------------------------------------------------------------------------------------------

static void traits_stay_between_their_extremes(void **state) {
    (void)state;
    drawn_scene s = {0};
    DRAWN_LINE(&s, 0, 0, 3, 0.25, -3, 16, 12, 67, 16, 12);
    DRAWN_LINE(&s, 0, 0, 3, 0.25, -3, 16, 52, 67, 16, 52);
    oro_ribbons b = drawn_ribbons(ctx, &s, 1.6);
    for (size_t t = 0; t < b.triangle_count; t++)
        for (size_t k = 0; k < 3; k++)
            b.traits[ORO_TRAIT_COUNT * (size_t)b.triangles[3 * t + k]] = b.owners[t] ? 3.0f : 1.0f;
    oro_volume a = {0}, r = {0};
    call c = begin_stage("spread", &b);
    wire_data(&c, "amplitude", &a), wire_data(&c, "roughness", &r);
    run_stage(&c);
    for (size_t i = 0; i < (size_t)a.width * (size_t)a.height * (size_t)a.depth; i++) {
        assert_true(a.data[i] > 1.0f - 1e-2f && a.data[i] < 3.0f + 1e-2f);
        assert_true(r.data[i] == 0.25f); // the same everywhere
    }
    for (int32_t y = 8; y < 24; y++) assert_true(*oro_voxel(&a, 16, y + 1, 8) > *oro_voxel(&a, 16, y, 8) - 1e-3f);
    assert_near(*oro_voxel(&a, 16, 16, 8), 2, 0.03);
    oro_volume_free(ctx, &a), oro_volume_free(ctx, &r);
    c = begin_stage("spread", &b); // a halo lets them fade
    set(&c, "halo", "4");
    wire_data(&c, "amplitude", &a);
    run_stage(&c);
    assert_true(*oro_voxel(&a, 16, 16, 8) < 0.1f && *oro_voxel(&a, 16, 6, 8) > 0.9f);
    oro_volume_free(ctx, &a);
    oro_ribbons_free(ctx, &b);
}

// --- growing ----------------------------------------------------------------------------------------------------------------------------

static void curves_grow_until_they_meet(void **state) {
    (void)state;
    drawn_scene s = {0};
    DRAWN_LINE(&s, 30, -30, 4, 0.25, 20, 16, 32, 30, 16, 32); // a short piece of a plane
    DRAWN_LINE(&s, 0, 0, 4, 0.25, 56, 16, -3, 56, 16, 67);    // and another across its way in the east
    oro_ribbons b = drawn_ribbons(ctx, &s, 1.6), longer = {0};
    oro_volume n[3] = {{0}, {0}, {0}};
    guide_into(&b, n);
    double added = 0;
    call c = begin_stage("expand", &b);
    wire_data(&c, "east", &n[0]), wire_data(&c, "south", &n[1]), wire_data(&c, "up", &n[2]);
    wire_data(&c, "result", &longer);
    take_number(&c, "added", &added);
    run_stage(&c);
    double west = 1e9, east = -1e9;
    for (size_t t = 0; t < longer.triangle_count; t++)
        for (size_t k = 0; k < 3 && longer.owners[t] == 0; k++) {
            double x = (double)longer.positions[3 * (size_t)longer.triangles[3 * t + k]];
            west = fmin(west, x), east = fmax(east, x);
        }
    print_message("a curve from 20 to 30 m grew to %.1f .. %.1f m, %.1f m in all\n", west, east, added);
    assert_true(west < 1.0 && west > -6.0);  // to the wall
    assert_true(east > 34.0 && east < 50.0); // and to 4 + 4 m before the other
    assert_true(added > 20.0);
    // What is longer is one ribbon still: each inner edge belongs to two triangles.
    for (size_t t = 0; t < longer.triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t a = longer.triangles[3 * t + k], d = longer.triangles[3 * t + (k + 1) % 3];
            int others = 0;
            for (size_t o = 0; o < longer.triangle_count; o++)
                for (uint32_t m = 0; m < 3 && o != t; m++)
                    others += longer.triangles[3 * o + m] == d && longer.triangles[3 * o + (m + 1) % 3] == a;
            assert_int_equal(others, longer.edges[t] >> k & ORO_EDGE_INSIDE);
        }
    drop_volumes(n, 3);
    oro_ribbons_free(ctx, &b), oro_ribbons_free(ctx, &longer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_ribbon_is_found),        cmocka_unit_test(a_plane_is_found_by_every_scheme),
        cmocka_unit_test(voxels_know_their_distance),         cmocka_unit_test(the_stages_are_what_sculpt_does),
        cmocka_unit_test(signs_of_bitangents_mean_nothing),   cmocka_unit_test(a_flow_goes_from_sources_to_sinks),
        cmocka_unit_test(traits_stay_between_their_extremes), cmocka_unit_test(curves_grow_until_they_meet),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
