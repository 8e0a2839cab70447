// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Colours by altitude, slope and facing: snow never hangs, rock is where it is steep and on undersides, things grow where they
// are said to; colours of vertices are seen in photos, which go by the same rules.

#include "call.h"
#include "orogen/mesh.h"
#include "orogen/render.h"
#include "solve/look.h"

static void wire_data(call *c, const char *name, const void *data) {
    *(const void **)oro_arg_at(row_of(c, name), c->args) = data;
}

static look seen(float z, float up, float vegetation, float snow_line) {
    look_land land = {0, 100, snow_line, -INFINITY};
    look_place p = {.x = 3 * z,
                    .y = 40 - z,
                    .z = z,
                    .nx = sqrtf(1 - up * up),
                    .nz = up,
                    .vegetation = vegetation,
                    .footprint = 0.1f};
    return look_at(&land, &p);
}

static void snow_lies_high_and_never_hangs(void **state) {
    (void)state;
    for (int i = 0; i < 400; i++) {
        float z = 0.25f * (float)i;
        assert_true(seen(z, 1, 0.5f, INFINITY).snow == 0);
        for (float up = -1; up < 0.2f; up += 0.1f) assert_true(seen(z, up, 0.5f, -1000).snow == 0); // walls, roofs
        assert_true(seen(z, 1, 0.5f, -1000).snow == 1);
        assert_true(seen(z, 1, 0.5f, 1000).snow == 0);
    }
}

static void rock_is_steep_or_below(void **state) {
    (void)state;
    for (int i = 0; i < 400; i++) {
        float z = 0.25f * (float)i;
        for (float up = -1; up < 0.4f; up += 0.1f) assert_true(seen(z, up, 1, INFINITY).rock == 1);
        assert_true(seen(z, 1, 0, INFINITY).rock == 0);
        look_colour bare = seen(z, 1, 0, INFINITY).colour, grown = seen(z, 1, 1, INFINITY).colour;
        assert_true(bare.r > bare.g && grown.g > 1.3f * grown.b && grown.g - grown.r > bare.g - bare.r);
        // Undersides are darker than tops of the same rock, on the whole; all are albedos.
        look_colour c = seen(z, -1, 0, INFINITY).colour;
        assert_true(c.r > 0 && c.r < 0.4f && c.g > 0 && c.b > 0);
    }
    double above = 0, below = 0;
    for (int i = 0; i < 400; i++) {
        above += (double)seen(0.25f * (float)i, 0.3f, 0, INFINITY).colour.g;
        below += (double)seen(0.25f * (float)i, -0.95f, 0, INFINITY).colour.g;
    }
    assert_true(below < 0.85 * above);
}

/// What is finer than the footprint is left out: neighbours on a wall look alike then.
static void detail_ends_at_the_footprint(void **state) {
    (void)state;
    look_land land = {0, 100, INFINITY, -INFINITY};
    double jump[2] = {0};
    for (int coarse = 0; coarse < 2; coarse++)
        for (int i = 0; i < 300; i++) {
            look_place p = {.x = 5, .y = 7, .z = 0.3f * (float)i, .nx = 1, .footprint = coarse ? 30 : 0.05f}, q = p;
            q.z += 0.3f;
            jump[coarse] += fabs((double)look_at(&land, &p).colour.g - (double)look_at(&land, &q).colour.g);
        }
    if (!(jump[0] > 0.5)) fail_msg("%g %g", jump[0], jump[1]);
    assert_true(jump[1] < 0.02 * jump[0]);
}

/// A roof above a floor, both 40 m wide, 10 m apart: two squares of triangles.
static oro_mesh roof_and_floor(unsigned arrays) {
    oro_mesh m = {.vertex_count = 8, .triangle_count = 4};
    assert_int_equal(oro_mesh_alloc(ctx, &m, arrays), ORO_OK);
    for (uint32_t i = 0; i < 8; i++) {
        const float p[3] = {40 * (float)(i & 1), 40 * (float)(i >> 1 & 1), 10 * (float)(i >> 2)};
        memcpy(m.positions + 3 * (size_t)i, p, sizeof p);
    }
    static const uint32_t floor_up_roof_down[12] = {0, 1, 3, 0, 3, 2, 4, 7, 5, 4, 6, 7};
    memcpy(m.indices, floor_up_roof_down, sizeof floor_up_roof_down);
    return m;
}

static oro_mesh coloured(const oro_mesh *m, const char *name, const char *value) {
    oro_mesh out = {0};
    call c = begin("colour");
    if (name) set(&c, name, value);
    wire_data(&c, "surface", m);
    wire_data(&c, "result", &out);
    run(&c);
    return out;
}

static void vertices_get_colours(void **state) {
    (void)state;
    oro_mesh m = roof_and_floor(ORO_MESH_WITH_TRAITS), out = coloured(&m, "snow_line", "-500");
    memset(m.traits, 0, 32 * sizeof(float));
    oro_mesh_free(ctx, &out);
    out = coloured(&m, "snow_line", "-500");
    assert_true(out.colours && out.normals && out.traits && !out.uvs);
    for (size_t v = 0; v < 8; v++) {
        assert_true(out.normals[3 * v + 2] == (v < 4 ? 1.0f : -1.0f));
        const float *c = out.colours + 3 * v;
        if (v < 4) assert_true(c[0] > 0.8f && c[2] > c[0]);  // snow
        if (v >= 4) assert_true(c[0] < 0.3f && c[1] < 0.3f); // rock
    }
    oro_mesh_free(ctx, &out);
    // Traits say what grows and what the rock is; numbers go before them.
    for (size_t v = 0; v < 8; v++)
        m.traits[4 * v + ORO_MESH_VEGETATION] = 1, m.traits[4 * v + ORO_MESH_MATERIAL] = 0.667f;
    oro_mesh green = coloured(&m, NULL, NULL), bare = coloured(&m, "vegetation", "0"),
             grey = coloured(&m, "material", "0");
    for (size_t v = 0; v < 4; v++)
        assert_true(green.colours[3 * v + 1] > green.colours[3 * v] && bare.colours[3 * v + 1] < bare.colours[3 * v]);
    for (size_t v = 4; v < 8; v++) // red rock is redder than grey
        assert_true(green.colours[3 * v] / green.colours[3 * v + 2] >
                    1.15f * grey.colours[3 * v] / grey.colours[3 * v + 2]);
    oro_mesh_free(ctx, &green);
    oro_mesh_free(ctx, &bare);
    oro_mesh_free(ctx, &grey);
    m.positions[0] = NAN;
    call c = begin("colour");
    wire_data(&c, "surface", &m);
    wire_data(&c, "result", &out);
    assert_int_equal(oro_call(ctx, c.op, c.args, NULL), ORO_BAD_ARGUMENT);
    finish(&c);
    oro_mesh_free(ctx, &m);
    oro_mesh none = {0};
    out = coloured(&none, NULL, NULL);
    assert_int_equal(out.vertex_count, 0);
    oro_mesh_free(ctx, &out);
}

/// The mean of a picture from straight above.
static void mean_of(const oro_mesh *m, double rgb[3]) {
    oro_photo_desc d = {
        .width = 48, .height = 48, .view = "top", .quality = ORO_DRAFT, .has_haze = true, .surround = "none"};
    oro_image p;
    assert_int_equal(oro_render_mesh(ctx, m, &d, &p), ORO_OK);
    int from = 18, to = 30; // the middle, where nothing but the mesh is
    rgb[0] = rgb[1] = rgb[2] = 0;
    for (int y = from; y < to; y++)
        for (int x = from; x < to; x++)
            for (int k = 0; k < 3; k++)
                rgb[k] += (double)p.data[(y * 48 + x) * p.channels + k] / ((to - from) * (to - from));
    oro_image_free(ctx, &p);
}

static void photos_show_colours_of_vertices(void **state) {
    (void)state;
    oro_mesh m = roof_and_floor(ORO_MESH_COLOURS);
    m.triangle_count = 2; // the floor alone
    double red[3], blue[3], plain[3], same[3];
    for (size_t v = 0; v < 8; v++) m.colours[3 * v] = 0.5f, m.colours[3 * v + 1] = m.colours[3 * v + 2] = 0.02f;
    mean_of(&m, red);
    for (size_t v = 0; v < 8; v++) m.colours[3 * v] = 0.02f, m.colours[3 * v + 2] = 0.5f;
    mean_of(&m, blue);
    assert_true(red[0] > red[2] + 60 && blue[2] > blue[0] + 60);
    // By the same rules: painted by the operator it looks as it does by itself, but for what is finer than its edges.
    float *colours = m.colours;
    m.colours = NULL;
    mean_of(&m, plain);
    oro_mesh by_rules = coloured(&m, NULL, NULL);
    mean_of(&by_rules, same);
    for (int k = 0; k < 3; k++)
        if (!(fabs(plain[k] - same[k]) < 30))
            fail_msg("channel %d is %g, and %g by the operator", k, plain[k], same[k]);
    oro_mesh_free(ctx, &by_rules);
    m.colours = colours;
    oro_mesh_free(ctx, &m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snow_lies_high_and_never_hangs),  cmocka_unit_test(rock_is_steep_or_below),
        cmocka_unit_test(detail_ends_at_the_footprint),    cmocka_unit_test(vertices_get_colours),
        cmocka_unit_test(photos_show_colours_of_vertices),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
