// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of regular meshes, of walls and of bodies: counts, normals, places in pictures, closed and facing outwards.

#include "mesh_laws.h"

static oro_mesh of_mesh(const char *op, const oro_mesh *surface, ...) {
    call c = begin(op);
    oro_mesh out = {0};
    const char *name;
    va_list list;
    va_start(list, surface);
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    va_end(list);
    wire_data(&c, "surface", surface);
    wire_data(&c, "result", &out);
    run(&c);
    return out;
}

static void control_mesh_of_512_has_522242_triangles(void **state) {
    (void)state;
    oro_grid map = map_of(512, 512, 4.0, false, hills);
    oro_mesh m = meshed("triangulate", &map, NULL);
    assert_int_equal(m.triangle_count, 522242); // table 3.1: 2 * 511^2
    assert_int_equal(m.vertex_count, 512 * 512);
    assert_near(obeys_the_laws(&m, &map).largest, 0, 1e-9);
    drop_mesh(&m);
    drop(&map);
}

static double slope_east(double x, double y) { return 0.75 * x + 0.0 * y; }

/// A vertex at its sample has the slope of the samples beside it, however few triangles there are.
static void normals_are_those_of_the_full_map(void **state) {
    (void)state;
    oro_grid map = map_of(90, 70, 4.0, false, hills);
    static const char *const makers[] = {"triangulate", "simplify", "lod"};
    for (int i = 0; i < 3; i++) {
        oro_mesh m = i == 1 ? meshed(makers[i], &map, "error", "30", NULL) : meshed(makers[i], &map, NULL);
        for (size_t v = 0; v < m.vertex_count; v++) {
            int32_t x = (int32_t)lround((double)m.positions[3 * v] / 4),
                    y = (int32_t)lround(-(double)m.positions[3 * v + 1] / 4);
            if (x == 0 || y == 0 || x == 89 || y == 69) continue;
            double east = ((double)at(&map, x + 1, y) - (double)at(&map, x - 1, y)) / 8;
            double north = ((double)at(&map, x, y - 1) - (double)at(&map, x, y + 1)) / 8,
                   length = sqrt(1 + east * east + north * north);
            assert_near(m.normals[3 * v], -east / length, 1e-6);
            assert_near(m.normals[3 * v + 1], -north / length, 1e-6);
            assert_near(m.normals[3 * v + 2], 1 / length, 1e-6);
        }
        drop_mesh(&m);
    }
    drop(&map);
    map = map_of(9, 9, 8.0, false, slope_east);
    oro_mesh m = meshed("triangulate", &map, "step", "12", NULL); // between samples too
    for (size_t v = 0; v < m.vertex_count; v++) {
        assert_near(m.normals[3 * v], -0.6, 1e-6);
        assert_near(m.normals[3 * v + 2], 0.8, 1e-6);
        assert_near(m.positions[3 * v + 2], 0.75 * (double)m.positions[3 * v], 1e-4);
    }
    drop_mesh(&m);
    drop(&map);
}

static void pictures_lie_with_0_0_at_the_lower_left(void **state) {
    (void)state;
    oro_grid map = map_of(10, 5, 8.0, false, hills);
    oro_mesh m = meshed("triangulate", &map, NULL);
    for (size_t v = 0; v < m.vertex_count; v++) { // the middle of the sample's pixel
        assert_near(m.uvs[2 * v], ((double)(v % 10) + 0.5) / 10, 1e-6);
        assert_near(m.uvs[2 * v + 1], 1 - ((double)(v / 10) + 0.5) / 5, 1e-6);
    }
    drop_mesh(&m);
    m = meshed("triangulate", &map, "shading", "false", NULL);
    assert_true(!m.normals && !m.uvs);
    drop_mesh(&m);
    drop(&map);
}

/// A closed body that faces outwards has a volume above 0: the sum of the signed volumes below its triangles.
static double volume_of(const oro_mesh *m) {
    double volume = 0;
    for (size_t t = 0; t < m->triangle_count; t++) {
        double p[3][3];
        for (size_t k = 0; k < 3; k++)
            for (size_t i = 0; i < 3; i++) p[k][i] = (double)m->positions[3 * (size_t)m->indices[3 * t + k] + i];
        volume +=
            (p[0][0] * (p[1][1] * p[2][2] - p[1][2] * p[2][1]) - p[0][1] * (p[1][0] * p[2][2] - p[1][2] * p[2][0]) +
             p[0][2] * (p[1][0] * p[2][1] - p[1][1] * p[2][0])) /
            6;
    }
    return volume;
}

static void no_flat_triangles(const oro_mesh *m) {
    for (size_t t = 0; t < m->triangle_count; t++) {
        double u[3], v[3], n[3];
        for (size_t i = 0; i < 3; i++) {
            u[i] = (double)m->positions[3 * (size_t)m->indices[3 * t + 1] + i] -
                   (double)m->positions[3 * (size_t)m->indices[3 * t] + i];
            v[i] = (double)m->positions[3 * (size_t)m->indices[3 * t + 2] + i] -
                   (double)m->positions[3 * (size_t)m->indices[3 * t] + i];
        }
        for (int i = 0; i < 3; i++) n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
        if (!(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] > 0)) fail_msg("triangle %zu has no area", t);
    }
}

static void bodies_are_closed_and_face_outwards(void **state) {
    (void)state;
    static const int32_t sides[][2] = {{2, 2}, {40, 31}, {2, 19}, {300, 280}};
    for (size_t s = 0; s < 4; s++)
        for (int simple = 0; simple < 2; simple++) {
            oro_grid map = map_of(sides[s][0], sides[s][1], 5.0, false, hills);
            oro_mesh land = simple ? meshed("simplify", &map, NULL) : meshed("triangulate", &map, NULL);
            oro_mesh m = of_mesh("solid", &land, "base", "0.05", NULL);
            size_t open;
            free(lonely_edges(&m, &open));
            assert_int_equal(open, 0);
            no_flat_triangles(&m);
            // As much as the land holds above its base, by its own triangles.
            oro_extremes e = oro_grid_extremes(&map);
            double longer = 5.0 * ((map.width > map.height ? map.width : map.height) - 1),
                   below = (double)e.min - 0.05 * longer, held = 0;
            for (size_t t = 0; t < land.triangle_count; t++) {
                double p[3][2], z[3];
                corners_of(&land, &map, t, p, z);
                held += twice_area((const double(*)[2])p) / 2 * 25 * ((z[0] + z[1] + z[2]) / 3 - below);
            }
            assert_near(volume_of(&m), held, 1e-4 * held);
            drop_mesh(&m);
            drop_mesh(&land);
            drop(&map);
        }
}

static void models_have_the_size_that_was_asked(void **state) {
    (void)state;
    oro_grid map = map_of(60, 40, 5.0, false, hills);
    map.origin_x = 7000, map.origin_y = -900;
    oro_mesh land = meshed("triangulate", &map, NULL);
    oro_mesh m = of_mesh("solid", &land, "base", "0.05", "model_size", "150", "exaggeration", "2", NULL);
    oro_extremes e = oro_grid_extremes(&map);
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < 3 * (size_t)m.vertex_count; i++) {
        low[i % 3] = fminf(low[i % 3], m.positions[i]);
        high[i % 3] = fmaxf(high[i % 3], m.positions[i]);
    }
    for (int i = 0; i < 3; i++) assert_near(low[i], 0, 1e-3);
    assert_near(high[0], 150, 1e-3);
    assert_near(high[1], 150.0 * 39 / 59, 1e-3);
    assert_near(high[2], 7.5 + 2 * (double)(e.max - e.min) * 150 / (59 * 5), 1e-2);
    size_t open;
    free(lonely_edges(&m, &open));
    assert_int_equal(open, 0);
    drop_mesh(&m);
    drop_mesh(&land);
    drop(&map);
}

/// A border that is not round, and two pieces: the base is the surface from below.
static void odd_surfaces_become_bodies_too(void **state) {
    (void)state;
    float positions[] = {0, 0, 1, 4, 0, 1, 4, 1, 2, 1, 1, 1, 1, 4, 3, 0, 4, 1, 10, 10, 0, 12, 10, 0, 10, 12, 5};
    uint32_t indices[] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 6, 7, 8};
    oro_mesh land = {.vertex_count = 9, .triangle_count = 5, .positions = positions, .indices = indices};
    oro_mesh m = of_mesh("solid", &land, NULL);
    size_t open;
    free(lonely_edges(&m, &open));
    assert_int_equal(open, 0);
    assert_true(volume_of(&m) > 0);
    no_flat_triangles(&m);
    drop_mesh(&m);
}

static void what_has_no_inside_is_refused(void **state) {
    (void)state;
    float positions[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 1};
    uint32_t same_way[] = {0, 1, 2, 0, 1, 3}, beyond[] = {0, 1, 9}, closed[] = {0, 2, 1, 0, 1, 4, 1, 2, 4, 2, 0, 4};
    uint32_t touching[] = {0, 1, 2, 0, 3, 4};
    const struct {
        uint32_t *indices, count;
        const char *words;
    } cases[] = {{same_way, 2, "do not lie on one surface"},
                 {beyond, 1, "vertex 9 of 5"},
                 {closed, 4, "closed already"},
                 {touching, 2, "twice"},
                 {touching, 0, "without triangles"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_mesh land = {
            .vertex_count = 5, .triangle_count = cases[i].count, .positions = positions, .indices = cases[i].indices};
        oro_mesh out = {0};
        call c = begin("solid");
        wire_data(&c, "surface", &land);
        wire_data(&c, "result", &out);
        assert_int_equal(oro_call(ctx, c.op, c.args, NULL), ORO_BAD_ARGUMENT);
        assert_string_equal(oro_last_error(ctx)->where, "surface");
        if (!strstr(oro_last_error(ctx)->sentence, cases[i].words)) fail_msg("%s", oro_last_error(ctx)->sentence);
        finish(&c);
    }
}

static void skirts_hang_from_the_border(void **state) {
    (void)state;
    oro_grid map = map_of(30, 20, 5.0, false, hills);
    oro_mesh land = meshed("simplify", &map, "error", "3", NULL), m = of_mesh("skirt", &land, "depth", "12", NULL);
    size_t rim, low;
    free(lonely_edges(&land, &rim));
    edge *open = lonely_edges(&m, &low);
    assert_int_equal(low, rim);
    assert_int_equal(m.triangle_count, land.triangle_count + 2 * rim);
    assert_int_equal(m.vertex_count, land.vertex_count + rim);
    for (size_t i = 0; i < low; i++) { // the open edges are those below, and below each is its vertex, 12 m down
        assert_true(open[i].from >= land.vertex_count);
        const float *p = m.positions + 3 * (size_t)open[i].from;
        bool found = false;
        for (size_t v = 0; v < land.vertex_count && !found; v++) {
            const float *q = land.positions + 3 * v;
            found = q[0] == p[0] && q[1] == p[1] && q[2] - 12.0f == p[2] &&
                    memcmp(land.normals + 3 * v, m.normals + 3 * (size_t)open[i].from, 12) == 0;
        }
        assert_true(found);
    }
    assert_memory_equal(m.indices, land.indices, (size_t)land.triangle_count * 12);
    free(open);
    drop_mesh(&m);
    drop_mesh(&land);
    drop(&map);
}

/// Skirts copy all that vertices have; bodies keep the colours, and the base has those above it.
static void colours_and_traits_stay_with_their_vertices(void **state) {
    (void)state;
    oro_grid map = map_of(9, 7, 5.0, false, hills);
    oro_mesh land = meshed("triangulate", &map, NULL);
    float colours[3 * 63], traits[ORO_MESH_TRAITS * 63];
    for (int i = 0; i < 3 * 63; i++) colours[i] = (float)i / 200;
    for (int i = 0; i < ORO_MESH_TRAITS * 63; i++) traits[i] = (float)i;
    oro_mesh given = land;
    given.colours = colours, given.traits = traits;
    oro_mesh skirt = of_mesh("skirt", &given, "depth", "12", NULL), body = of_mesh("solid", &given, NULL);
    assert_true(skirt.colours && skirt.traits && body.colours && !body.traits);
    assert_memory_equal(skirt.colours, colours, sizeof colours);
    assert_memory_equal(skirt.traits, traits, sizeof traits);
    for (size_t v = 63; v < skirt.vertex_count; v++) // what hangs has what its vertex above has
        for (size_t u = 0; u < 63; u++) {
            if (memcmp(skirt.positions + 3 * u, skirt.positions + 3 * v, 8) != 0) continue;
            assert_memory_equal(skirt.colours + 3 * v, colours + 3 * u, 12);
            assert_memory_equal(skirt.traits + 4 * v, traits + 4 * u, 16);
        }
    assert_memory_equal(body.colours, colours, sizeof colours);
    for (size_t v = 63; v + 1 < body.vertex_count; v++)
        for (size_t u = 0; u < 63; u++)
            if (memcmp(body.positions + 3 * u, body.positions + 3 * v, 8) == 0)
                assert_memory_equal(body.colours + 3 * v, colours + 3 * u, 12);
    drop_mesh(&skirt);
    drop_mesh(&body);
    drop_mesh(&land);
    drop(&map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(control_mesh_of_512_has_522242_triangles),
        cmocka_unit_test(normals_are_those_of_the_full_map),
        cmocka_unit_test(pictures_lie_with_0_0_at_the_lower_left),
        cmocka_unit_test(bodies_are_closed_and_face_outwards),
        cmocka_unit_test(models_have_the_size_that_was_asked),
        cmocka_unit_test(odd_surfaces_become_bodies_too),
        cmocka_unit_test(what_has_no_inside_is_refused),
        cmocka_unit_test(skirts_hang_from_the_border),
        cmocka_unit_test(colours_and_traits_stay_with_their_vertices),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
