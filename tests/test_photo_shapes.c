// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where things are seen: silhouettes, normals, shadows and wires, compared with figures worked out here from the geometry
// alone.

#include "photo_set.h"
#include "render/wire.h"

#include <stdlib.h>

// --- geometry --------------------------------------------------------------------------------------------------------

static void projecting_undoes_casting(void **state) {
    (void)state;
    oro_grid map = hills(65);
    static const char *const views[] = {"three-quarter", "top", "low", "close"};
    for (int i = 0; i < 8; i++) {
        oro_photo_desc d = oro_set_defaults(
            &(oro_photo_desc){.quality = ORO_DRAFT, .width = 300, .height = 200, .view = views[i % 4]});
        d.orthographic = i >= 4;
        d.turn = 37.0 * i;
        ground g = {0};
        camera c;
        good(oro_set_ground(ctx, &g, &map, &d));
        good(oro_camera_make(ctx, &c, &g, &d));
        for (int k = 0; k < 200; k++) {
            float x = oro_unit(oro_hash2(1, k, i)), y = oro_unit(oro_hash2(2, k, i)), u, v;
            vec3 origin, direction;
            oro_camera_ray(&c, x, y, &origin, &direction);
            assert_true(fabsf(v_length(direction) - 1.0f) < 1e-5f);
            vec3 p = v_mad(origin, direction, 10.0f + 5000.0f * oro_unit(oro_hash2(3, k, i)));
            assert_true(oro_camera_project(&c, p, &u, &v));
            if (fabsf(u - x) > 1e-3f || fabsf(v - y) > 1e-3f) fail_msg("%g %g became %g %g", x, y, u, v);
            assert_false(oro_camera_project(&c, v_mad(c.eye, c.forward, -10.0f), &u, &v));
        }
        oro_ground_free(&g);
    }
    oro_grid_free(ctx, &map);
}

static void a_sphere_has_the_outline_of_its_cone_and_the_normals_of_a_sphere(void **state) {
    (void)state;
    enum { W = 200, H = 140, RINGS = 150 };
    oro_mesh mesh = sphere_mesh(50.0f, RINGS);
    scene s;
    scene_make(&s, &mesh, "none");
    // Off the axis, where a sphere looks like an ellipse.
    double eye[3] = {130, -160, 90}, at[3] = {25, -10, 12}, fov = 62.0;
    oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT,
                                                          .width = W,
                                                          .height = H,
                                                          .has_from = true,
                                                          .has_look_at = true,
                                                          .field_of_view = fov,
                                                          .surround = "none"});
    memcpy(d.from, eye, sizeof eye);
    memcpy(d.look_at, at, sizeof at);
    camera c;
    good(oro_camera_make(ctx, &c, &s.g, &d));
    // The camera once more, from its definition.
    double f[3], r[3], u[3], length = 0, side;
    for (int i = 0; i < 3; i++) f[i] = at[i] - eye[i], length += f[i] * f[i];
    for (int i = 0; i < 3; i++) f[i] /= sqrt(length);
    side = sqrt(f[0] * f[0] + f[1] * f[1]);
    r[0] = f[1] / side, r[1] = -f[0] / side, r[2] = 0.0;
    u[0] = r[1] * f[2] - r[2] * f[1], u[1] = r[2] * f[0] - r[0] * f[2], u[2] = r[0] * f[1] - r[1] * f[0];
    double half = tan(fov / 360.0 * M_PI), radius = 50.0;
    int inside = 0, seen = 0, worst = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double a = ((x + 0.5) / W * 2 - 1) * half, b = (1 - (y + 0.5) / H * 2) * half * H / W, way[3], norm = 0;
            for (int i = 0; i < 3; i++) way[i] = f[i] + a * r[i] + b * u[i], norm += way[i] * way[i];
            double along = 0, to2 = 0;
            for (int i = 0; i < 3; i++) way[i] /= sqrt(norm), along -= eye[i] * way[i], to2 += eye[i] * eye[i];
            double miss = sqrt(to2 - along * along); // how far the line passes from the middle
            vec3 origin, direction;
            oro_camera_ray(&c, ((float)x + 0.5f) / W, ((float)y + 0.5f) / H, &origin, &direction);
            hit h = oro_ground_trace(&s.g, origin, direction);
            inside += miss < radius;
            seen += h.kind == HIT_MESH;
            worst += (h.kind == HIT_MESH) != (miss < radius) && fabs(miss - radius) > 0.02;
            if (h.kind != HIT_MESH || miss > 0.98 * radius) continue;
            double near = along - sqrt(radius * radius - miss * miss);
            vec3 n = oro_ground_mesh_normal(&s.g, &h);
            double cosine = 0, normal[3] = {(double)n.x, (double)n.y, (double)n.z};
            for (int i = 0; i < 3; i++) cosine += normal[i] * (eye[i] + near * way[i]) / radius;
            assert_true(fabs((double)h.distance - near) < 0.05);
            assert_true(cosine > 0.9999); // 0.8 degrees
        }
    assert_int_equal(worst, 0);
    assert_true(inside > 2000 && abs(seen - inside) < inside / 100);
    scene_free(&s);
    oro_mesh_free(ctx, &mesh);
}

static void edges_of_a_box_stay_edges(void **state) {
    (void)state;
    oro_mesh mesh = box_mesh(10, 20, 30);
    model m = {0};
    good(oro_model_make(ctx, &mesh, 1.0f, &m));
    for (int i = 0; i < 36; i++) {
        const float *n = m.corner_normals + 3 * i;
        int axis = i < 12 ? 2 : i / 12 == 0 ? 2 : (i / 6) % 2 ? 0 : 1;
        float sign = i < 6 ? -1.0f : 1.0f;
        if (i >= 12) sign = i / 6 == 2 || i / 6 == 5 ? -1.0f : 1.0f; // faces: -y, +x, +y, -x
        for (int k = 0; k < 3; k++) assert_true(fabsf(n[k] - (k == axis ? sign : 0.0f)) < 1e-6f);
    }
    oro_model_free(ctx, &m);
    oro_mesh_free(ctx, &mesh);
}

static void given_normals_are_used_and_stretch_with_the_heights(void **state) {
    (void)state;
    oro_mesh mesh = {.vertex_count = 3, .triangle_count = 1};
    good(oro_mesh_alloc(ctx, &mesh, ORO_MESH_NORMALS));
    static const float corner[9] = {0, 0, 0, 10, 0, 10, 0, 10, 0}, normal[3] = {-1, 0, 1};
    memcpy(mesh.positions, corner, sizeof corner);
    for (int i = 0; i < 3; i++) memcpy(mesh.normals + 3 * i, normal, sizeof normal), mesh.indices[i] = (uint32_t)i;
    for (int k = 1; k <= 4; k++) {
        model m = {0};
        good(oro_model_make(ctx, &mesh, (float)k, &m));
        // The plane z = k x has the normal (-k, 0, 1).
        float length = sqrtf((float)(k * k + 1));
        for (int i = 0; i < 3; i++) {
            assert_true(fabsf(m.view.normals[3 * i] + (float)k / length) < 1e-6f);
            assert_true(fabsf(m.view.normals[3 * i + 2] - 1.0f / length) < 1e-6f);
        }
        oro_model_free(ctx, &m);
    }
    oro_mesh_free(ctx, &mesh);
}

static void normals_run_evenly_from_corner_to_corner(void **state) {
    (void)state;
    oro_mesh mesh = {.vertex_count = 3, .triangle_count = 1};
    good(oro_mesh_alloc(ctx, &mesh, ORO_MESH_NORMALS));
    static const float corner[9] = {-8, -8, 0, 8, -8, 0, -8, 8, 0},
                       normal[9] = {-0.6f, 0, 0.8f, 0.6f, 0, 0.8f, 0, 0.6f, 0.8f};
    memcpy(mesh.positions, corner, sizeof corner);
    memcpy(mesh.normals, normal, sizeof normal);
    for (uint32_t i = 0; i < 3; i++) mesh.indices[i] = i;
    scene s;
    scene_make(&s, &mesh, "none");
    for (int k = 0; k < 100; k++) {
        double u = 0.99 * (double)oro_unit(oro_hash2(1, k, 0)), v = (0.99 - u) * (double)oro_unit(oro_hash2(2, k, 0)),
               n[3], length = 0;
        float side = k & 1 ? -1.0f : 1.0f; // seen from below, it points down
        hit h = oro_ground_trace(&s.g, v3((float)(-8 + 16 * u), (float)(-8 + 16 * v), 5 * side), v3(0, 0, -side));
        assert_int_equal(h.kind, HIT_MESH);
        vec3 seen = oro_ground_mesh_normal(&s.g, &h);
        for (int i = 0; i < 3; i++) {
            n[i] = (double)side *
                   ((1 - u - v) * (double)normal[i] + u * (double)normal[3 + i] + v * (double)normal[6 + i]);
            length += n[i] * n[i];
        }
        length = sqrt(length);
        assert_true(fabs((double)seen.x - n[0] / length) < 1e-4 && fabs((double)seen.y - n[1] / length) < 1e-4);
        assert_true(fabs((double)seen.z - n[2] / length) < 1e-4);
    }
    scene_free(&s);
    oro_mesh_free(ctx, &mesh);
}

static void meshes_are_framed_whole(void **state) {
    (void)state;
    static const char *const views[] = {"three-quarter", "top", "low"};
    static const float shapes[][3] = {{1, 1, 1}, {500, 20, 3}, {5, 5, 300}, {0.01f, 0.02f, 0.005f}, {3e5f, 1e5f, 2e4f}};
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int v = 0; v < 9; v++) {
            oro_mesh mesh = box_mesh(shapes[k][0], shapes[k][1], shapes[k][2]);
            for (int i = 0; i < 8; i++) mesh.positions[3 * i] += 1e3f * shapes[k][0]; // wherever it lies
            scene s;
            scene_make(&s, &mesh, NULL);
            oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){
                .quality = ORO_DRAFT, .width = v < 6 ? 320 : 100, .height = 180, .view = views[v % 3]});
            d.turn = 50.0 * v;
            d.orthographic = v >= 3;
            camera c;
            good(oro_camera_make(ctx, &c, &s.g, &d));
            float lo[2] = {1, 1}, hi[2] = {0, 0}, at[2];
            for (int i = 0; i < 8; i++) {
                const float *p = s.m.view.positions + 3 * i;
                assert_true(oro_camera_project(&c, v3(p[0], p[1], p[2]), &at[0], &at[1]));
                for (int j = 0; j < 2; j++) lo[j] = oro_min(lo[j], at[j]), hi[j] = oro_max(hi[j], at[j]);
            }
            for (int j = 0; j < 2; j++)
                if (lo[j] < 0.05f || hi[j] > 0.95f) fail_msg("shape %zu view %d: %g to %g", k, v, lo[j], hi[j]);
            assert_true(hi[0] - lo[0] > 0.7f || hi[1] - lo[1] > 0.7f);
            scene_free(&s);
            oro_mesh_free(ctx, &mesh);
        }
}

/// Does the line from a point on the plain to the middle of the sun pass through the box? Slabs, in double.
static bool box_shades(double x, double y, double z, const double sun[3], const double lo[3], const double hi[3]) {
    double point[3] = {x, y, z}, from = 0.0, to = 1e30;
    for (int i = 0; i < 3; i++) {
        double a = (lo[i] - point[i]) / sun[i], b = (hi[i] - point[i]) / sun[i];
        from = fmax(from, fmin(a, b));
        to = fmin(to, fmax(a, b));
    }
    return from < to;
}

static void a_box_casts_its_shadow_where_it_should(void **state) {
    (void)state;
    enum { W = 240 };
    static const struct { double azimuth, elevation; } suns[] = {{240, 30}, {75, 50}, {135, 20}};
    oro_mesh mesh = box_mesh(10, 6, 10);
    scene s;
    scene_make(&s, &mesh, NULL);
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    for (size_t k = 0; k < sizeof suns / sizeof *suns; k++) {
        only_sun(light, suns[k].azimuth, suns[k].elevation);
        double a = suns[k].azimuth * M_PI / 180, e = suns[k].elevation * M_PI / 180, half = 45.0,
               metre = W / (2 * half);
        double sun[3] = {sin(a) * cos(e), cos(a) * cos(e), sin(e)}, lo[3] = {-10, -6, 0}, hi[3] = {10, 6, 10};
        studio st = {.g = &s.g,
                     .s = light,
                     .m = &GREY,
                     .cam = from_above((float)half, 1),
                     .width = W,
                     .height = W,
                     .rays = 16,
                     .sun_spread = 0.012f,
                     .pixel = (float)(1 / metre),
                     .white = 1};
        good(oro_studio_trace(ctx, &st));
        double lit = 0.5 / M_PI * sin(e), area = 0, expected_area = 0;
        int wrong = 0;
        for (int y = 0; y < W; y++)
            for (int x = 0; x < W; x++) {
                double px = (x + 0.5) / metre - half, py = half - (y + 0.5) / metre;
                if (fabs(px) < 10.5 && fabs(py) < 6.5) continue; // the box itself
                bool dark = box_shades(px, py, (double)s.g.floor, sun, lo, hi), near_edge = false;
                // The sun's disc blurs the edge by 0.012 of the way from the box, stretched along the plain.
                double blur = 1.5 / metre + 0.012 * 10 / sin(e) / sin(e);
                for (int q = 0; q < 8; q++)
                    near_edge |= box_shades(px + blur * cos(q * M_PI / 4), py + blur * sin(q * M_PI / 4),
                                            (double)s.g.floor, sun, lo, hi) != dark;
                double share = (double)pixel_light(&st, x, y).y / lit;
                area += 1.0 - share;
                expected_area += dark;
                if (!near_edge) wrong += fabs(share - (dark ? 0.0 : 1.0)) > 0.02;
            }
        assert_int_equal(wrong, 0);
        // What the blurred edge loses on one side it gains on the other: the half-light contour is the sharp edge. A shadow
        // wider by half a pixel all around would be off by more than this.
        if (fabs(area / expected_area - 1.0) > 0.012) fail_msg("%g pixels are dark, not %g", area, expected_area);
        oro_free(ctx, st.pixels);
    }
    free(light);
    scene_free(&s);
    oro_mesh_free(ctx, &mesh);
}

// --- wireframe -------------------------------------------------------------------------------------------------------

static void wires_lie_on_the_grid(void **state) {
    (void)state;
    enum { W = 256, SIDE = 65 };
    oro_grid map = make(SIDE, SIDE, 10);
    ground g = {0};
    oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT, .surround = "none"});
    good(oro_set_ground(ctx, &g, &map, &d));
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    oro_sky_make_uniform(light, v3(1, 1, 1));
    studio st = {.g = &g,
                 .s = light,
                 .m = &GREY,
                 .bounce = {1, 1, 1},
                 .cam = from_above(320, 1),
                 .width = W,
                 .height = W,
                 .rays = 16,
                 .pixel = 2.5f,
                 .white = 1,
                 .wire = 8};
    good(oro_studio_trace(ctx, &st));
    // A line every 8 samples = 80 m = 32 pixels; between them and the diagonals nothing.
    for (int y = 4; y < W - 4; y++)
        for (int x = 4; x < W - 4; x++) {
            double u = fmod(x + 0.5, 32), v = fmod(y + 0.5, 32), w = fmod(x + y + 1, 32);
            u = fmin(u, 32 - u), v = fmin(v, 32 - v), w = fmin(w, 32 - w) / sqrt(2);
            double nearest = fmin(fmin(u, v), w), share = (double)pixel_light(&st, x, y).x / 0.5;
            if (nearest > 2.5 && fabs(share - 1) > 1e-3) fail_msg("pixel %d %d has a line: %g", x, y, share);
            if (nearest < 0.55 && share > 0.75) fail_msg("pixel %d %d has none: %g", x, y, share);
        }
    oro_free(ctx, st.pixels);
    // The step leaves a few pixels between lines, and does not take more than it needs.
    st.wire = 0;
    for (float half = 40; half < 2e4f; half *= 3) {
        camera c = from_above(half, 1);
        float apart = oro_wire_step(&g, &c, 1.0f / W) * 10 / (2 * half / W);
        assert_true(apart >= 6 && (apart < 20 || half < 300));
    }
    oro_ground_free(&g);
    oro_grid_free(ctx, &map);
    free(light);
}

/// Pixels between the picture of a point of the plane z = 0 and that of a line through another point in a direction.
static double pixels_to_line(const camera *c, int32_t width, vec3 p, vec3 on, vec3 along) {
    float x[3], y[3], height = (float)width / c->aspect;
    assert_true(oro_camera_project(c, p, &x[0], &y[0]) && oro_camera_project(c, on, &x[1], &y[1]) &&
                oro_camera_project(c, v_add(on, along), &x[2], &y[2]));
    double ax = (double)((x[2] - x[1]) * (float)width), ay = (double)((y[2] - y[1]) * height);
    double bx = (double)((x[0] - x[1]) * (float)width), by = (double)((y[0] - y[1]) * height);
    return fabs(ax * by - ay * bx) / sqrt(ax * ax + ay * ay);
}

static void wires_are_as_thin_from_any_side(void **state) {
    (void)state;
    enum { W = 200, H = 100, SIDE = 65 };
    oro_grid map = make(SIDE, SIDE, 10);
    for (int k = 0; k < 6; k++) {
        oro_photo_desc d = oro_set_defaults(&(oro_photo_desc){
            .quality = ORO_DRAFT, .width = W, .height = H, .surround = "none", .orthographic = k & 1});
        d.has_from = d.has_look_at = true;
        d.from[0] = 400 * cos(k + 0.3), d.from[1] = 400 * sin(k + 0.3), d.from[2] = 220;
        ground g = {0};
        camera c;
        good(oro_set_ground(ctx, &g, &map, &d));
        good(oro_camera_make(ctx, &c, &g, &d));
        int on = 0, off = 0;
        for (int i = 0; i < 4000; i++) {
            float x = oro_unit(oro_hash2(1, i, k)), y = oro_unit(oro_hash2(2, i, k));
            vec3 origin, direction;
            oro_camera_ray(&c, x, y, &origin, &direction);
            hit h = oro_ground_trace(&g, origin, direction);
            if (h.kind != HIT_LAND || fabsf(h.position.x) > 300 || fabsf(h.position.y) > 300) continue;
            // Columns, rows and diagonals, 160 m apart; the map's corner lies at -320, 320.
            vec3 p = h.position;
            float e = 160 * roundf(p.x / 160), n = 160 * roundf(p.y / 160), q = 160 * roundf((p.x - p.y) / 160);
            double nearest = fmin(pixels_to_line(&c, W, p, v3(e, p.y, 0), v3(0, 20, 0)),
                                  pixels_to_line(&c, W, p, v3(p.x, n, 0), v3(20, 0, 0)));
            nearest = fmin(nearest, pixels_to_line(&c, W, p, v3(p.y + q, p.y, 0), v3(20, 20, 0)));
            float line = oro_wire_at(&g, &c, 16, &h, x, y, 1.0f / W);
            if (nearest < 0.4 && line < 0.5f)
                fail_msg("view %d: %g pixels from a line there is %g of it", k, nearest, line);
            if (nearest > 1.3 && line > 0.0f)
                fail_msg("view %d: %g pixels from a line there is %g of it", k, nearest, line);
            on += nearest<0.4, off += nearest> 1.3;
        }
        assert_true(on > 50 && off > 500);
        oro_ground_free(&g);
    }
    oro_grid_free(ctx, &map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(projecting_undoes_casting),
        cmocka_unit_test(a_sphere_has_the_outline_of_its_cone_and_the_normals_of_a_sphere),
        cmocka_unit_test(edges_of_a_box_stay_edges),
        cmocka_unit_test(given_normals_are_used_and_stretch_with_the_heights),
        cmocka_unit_test(normals_run_evenly_from_corner_to_corner),
        cmocka_unit_test(meshes_are_framed_whole),
        cmocka_unit_test(a_box_casts_its_shadow_where_it_should),
        cmocka_unit_test(wires_lie_on_the_grid),
        cmocka_unit_test(wires_are_as_thin_from_any_side),
    };
    return cmocka_run_group_tests_name("photo_shapes", tests, open_noting_context, close_context);
}
