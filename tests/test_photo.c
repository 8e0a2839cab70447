// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the traced picture. Silhouettes, normals, shadows and shading are compared with figures worked out here from the
// geometry alone; a white furnace stays white; water is where the water map says; neither threads nor cancelling nor a lack
// of memory leave a trace; and odd requests give a sensible picture or a clear error.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cell.h"
#include "one_context.h"
#include "render/film.h"
#include "render/model.h"
#include "render/photo.h"
#include "render/set.h"
#include "render/wire.h"

static char last_note[512];

static void take_note(void *user, const char *where, const char *sentence) {
    (void)user;
    snprintf(last_note, sizeof last_note, "%s: %s", where, sentence);
}

static oro_context *context_of(int threads, size_t limit) {
    return oro_create(
        &(oro_context_desc){
            .threads = threads, .memory_limit = limit, .memory = {failing_alloc, plain_free, NULL}, .log = take_note},
        NULL);
}

static int open_noting_context(void **state) {
    (void)state;
    ctx = context_of(2, 0);
    return ctx ? 0 : -1;
}

static void good(oro_status status) {
    if (status != ORO_OK) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
}

static oro_grid make(int32_t width, int32_t height, double cell) {
    oro_grid g = {.width = width, .height = height, .cell = cell};
    good(oro_grid_alloc(ctx, &g));
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) oro_row(&g, y)[x] = 0.0f;
    return g;
}

/// Hills over a square of 2000 m, from about -150 to 250 m high.
static oro_grid hills(int32_t side) {
    oro_grid g = make(side, side, 2000.0 / (side - 1));
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            double u = oro_world_x(&g, x) / 2000, v = oro_world_y(&g, y) / 2000;
            oro_row(&g, y)[x] =
                (float)(50.0 + 150.0 * sin(7 * u + 2 * sin(5 * v)) * cos(6 * v) + 50.0 * sin(19 * u - 13 * v));
        }
    return g;
}

// --- meshes ----------------------------------------------------------------------------------------------------------

static const uint32_t BOX_FACES[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                          {1, 3, 7}, {1, 7, 5}, {3, 2, 6}, {3, 6, 7}, {2, 0, 4}, {2, 4, 6}};

static oro_mesh box_mesh(float half_x, float half_y, float top) {
    oro_mesh m = {.vertex_count = 8, .triangle_count = 12};
    good(oro_mesh_alloc(ctx, &m, 0));
    for (int i = 0; i < 8; i++) {
        m.positions[3 * i] = i & 1 ? half_x : -half_x;
        m.positions[3 * i + 1] = i & 2 ? half_y : -half_y;
        m.positions[3 * i + 2] = i & 4 ? top : 0.0f;
    }
    memcpy(m.indices, BOX_FACES, sizeof BOX_FACES);
    return m;
}

/// A sphere around the origin, of rings and meridians.
static oro_mesh sphere_mesh(float radius, uint32_t rings) {
    uint32_t round = 2 * rings;
    oro_mesh m = {.vertex_count = (rings + 1) * round, .triangle_count = 2 * rings * round};
    good(oro_mesh_alloc(ctx, &m, 0));
    for (uint32_t i = 0; i <= rings; i++)
        for (uint32_t j = 0; j < round; j++) {
            double a = M_PI * i / rings, b = 2.0 * M_PI * j / round;
            float *p = m.positions + 3 * (size_t)(i * round + j);
            p[0] = radius * (float)(sin(a) * cos(b));
            p[1] = radius * (float)(sin(a) * sin(b));
            p[2] = radius * (float)cos(a);
        }
    uint32_t *t = m.indices;
    for (uint32_t i = 0; i < rings; i++)
        for (uint32_t j = 0; j < round; j++) {
            uint32_t a = i * round + j, b = i * round + (j + 1) % round;
            uint32_t two[6] = {a, a + round, b + round, a, b + round, b};
            memcpy(t, two, sizeof two);
            t += 6;
        }
    return m;
}

/// A mesh as something to hit, as oro_render_mesh() makes it.
typedef struct scene {
    model m;
    ground g;
} scene;

static void scene_make(scene *s, const oro_mesh *mesh, const char *around) {
    *s = (scene){.g = {.ctx = ctx}};
    oro_photo_desc d = set_defaults(&(oro_photo_desc){.surround = around});
    good(model_make(ctx, mesh, 1.0f, &s->m));
    good(set_surround(ctx, &s->g, &d));
    good(ground_make_mesh(ctx, &s->g, &s->m.view));
}

static void scene_free(scene *s) {
    ground_free(&s->g);
    model_free(ctx, &s->m);
}

/// A sun of irradiance 1 in a black sky.
static void only_sun(sky *s, double azimuth, double elevation) {
    sky_make_uniform(s, v3(0, 0, 0));
    s->sun = v_compass(azimuth, elevation);
    s->sun_irradiance = v3(1, 1, 1);
}

static const material GREY = {.plain = true, .plain_colour = {0.5f, 0.5f, 0.5f}, .cell = 0.01f, .exaggeration = 1.0f};

/// Looks straight down from high above, parallel rays, `half` metres from the middle to the left and right borders.
static camera from_above(float half, float aspect) {
    return (camera){.eye = {0, 0, 200},
                    .forward = {0, 0, -1},
                    .right = {1, 0, 0},
                    .up = {0, 1, 0},
                    .half_width = half,
                    .aspect = aspect,
                    .orthographic = true};
}

static vec3 pixel_light(const studio *st, int32_t x, int32_t y) {
    const sample *p = &st->pixels[(size_t)y * (size_t)st->width + (size_t)x];
    return v_add(p->light, v_mul(p->tint, p->sky));
}

// --- geometry --------------------------------------------------------------------------------------------------------

static void projecting_undoes_casting(void **state) {
    (void)state;
    oro_grid map = hills(65);
    static const char *const views[] = {"three-quarter", "top", "low", "close"};
    for (int i = 0; i < 8; i++) {
        oro_photo_desc d = set_defaults(&(oro_photo_desc){.width = 300, .height = 200, .view = views[i % 4]});
        d.orthographic = i >= 4;
        d.turn = 37.0 * i;
        ground g = {0};
        camera c;
        good(set_ground(ctx, &g, &map, &d));
        good(camera_make(ctx, &c, &g, &d));
        for (int k = 0; k < 200; k++) {
            float x = oro_unit(oro_hash2(1, k, i)), y = oro_unit(oro_hash2(2, k, i)), u, v;
            vec3 origin, direction;
            camera_ray(&c, x, y, &origin, &direction);
            assert_true(fabsf(v_length(direction) - 1.0f) < 1e-5f);
            vec3 p = v_mad(origin, direction, 10.0f + 5000.0f * oro_unit(oro_hash2(3, k, i)));
            assert_true(camera_project(&c, p, &u, &v));
            if (fabsf(u - x) > 1e-3f || fabsf(v - y) > 1e-3f) fail_msg("%g %g became %g %g", x, y, u, v);
            assert_false(camera_project(&c, v_mad(c.eye, c.forward, -10.0f), &u, &v));
        }
        ground_free(&g);
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
    oro_photo_desc d = set_defaults(&(oro_photo_desc){
        .width = W, .height = H, .has_from = true, .has_look_at = true, .field_of_view = fov, .surround = "none"});
    memcpy(d.from, eye, sizeof eye);
    memcpy(d.look_at, at, sizeof at);
    camera c;
    good(camera_make(ctx, &c, &s.g, &d));
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
            camera_ray(&c, ((float)x + 0.5f) / W, ((float)y + 0.5f) / H, &origin, &direction);
            hit h = ground_trace(&s.g, origin, direction);
            inside += miss < radius;
            seen += h.kind == HIT_MESH;
            worst += (h.kind == HIT_MESH) != (miss < radius) && fabs(miss - radius) > 0.02;
            if (h.kind != HIT_MESH || miss > 0.98 * radius) continue;
            double near = along - sqrt(radius * radius - miss * miss);
            vec3 n = ground_mesh_normal(&s.g, &h);
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
    good(model_make(ctx, &mesh, 1.0f, &m));
    for (int i = 0; i < 36; i++) {
        const float *n = m.corner_normals + 3 * i;
        int axis = i < 12 ? 2 : i / 12 == 0 ? 2 : (i / 6) % 2 ? 0 : 1;
        float sign = i < 6 ? -1.0f : 1.0f;
        if (i >= 12) sign = i / 6 == 2 || i / 6 == 5 ? -1.0f : 1.0f; // faces: -y, +x, +y, -x
        for (int k = 0; k < 3; k++) assert_true(fabsf(n[k] - (k == axis ? sign : 0.0f)) < 1e-6f);
    }
    model_free(ctx, &m);
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
        good(model_make(ctx, &mesh, (float)k, &m));
        // The plane z = k x has the normal (-k, 0, 1).
        float length = sqrtf((float)(k * k + 1));
        for (int i = 0; i < 3; i++) {
            assert_true(fabsf(m.view.normals[3 * i] + (float)k / length) < 1e-6f);
            assert_true(fabsf(m.view.normals[3 * i + 2] - 1.0f / length) < 1e-6f);
        }
        model_free(ctx, &m);
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
        hit h = ground_trace(&s.g, v3((float)(-8 + 16 * u), (float)(-8 + 16 * v), 5 * side), v3(0, 0, -side));
        assert_int_equal(h.kind, HIT_MESH);
        vec3 seen = ground_mesh_normal(&s.g, &h);
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
            oro_photo_desc d =
                set_defaults(&(oro_photo_desc){.width = v < 6 ? 320 : 100, .height = 180, .view = views[v % 3]});
            d.turn = 50.0 * v;
            d.orthographic = v >= 3;
            camera c;
            good(camera_make(ctx, &c, &s.g, &d));
            float lo[2] = {1, 1}, hi[2] = {0, 0}, at[2];
            for (int i = 0; i < 8; i++) {
                const float *p = s.m.view.positions + 3 * i;
                assert_true(camera_project(&c, v3(p[0], p[1], p[2]), &at[0], &at[1]));
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
        good(studio_trace(ctx, &st));
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

// --- light -----------------------------------------------------------------------------------------------------------

static void sloping_planes_follow_the_cosine_law(void **state) {
    (void)state;
    enum { W = 24, SIDE = 33 };
    static const double slopes[][2] = {{0, 0}, {0.3, 0}, {0, -0.5}, {-0.4, 0.25}}; // rise per metre east, north
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
        oro_grid map = make(SIDE, SIDE, 10);
        for (int32_t y = 0; y < SIDE; y++)
            for (int32_t x = 0; x < SIDE; x++)
                oro_row(&map, y)[x] = (float)(10 * x * slopes[k][0] + 10 * (SIDE - 1 - y) * slopes[k][1]);
        ground g = {0};
        oro_photo_desc d = set_defaults(&(oro_photo_desc){.surround = "none"});
        good(set_ground(ctx, &g, &map, &d));
        for (int i = 0; i < 6; i++) {
            double azimuth = 60.0 * i + 20, elevation = 40 + 9.0 * i, a = azimuth * M_PI / 180,
                   e = elevation * M_PI / 180;
            only_sun(light, azimuth, elevation);
            double length = sqrt(1 + slopes[k][0] * slopes[k][0] + slopes[k][1] * slopes[k][1]);
            double cosine = (-slopes[k][0] * sin(a) * cos(e) - slopes[k][1] * cos(a) * cos(e) + sin(e)) / length;
            assert_true(cosine > 0.1);
            studio st = {.g = &g,
                         .s = light,
                         .m = &GREY,
                         .cam = from_above(100, 1),
                         .width = W,
                         .height = W,
                         .rays = 4,
                         .sun_spread = 1e-4f,
                         .pixel = 8,
                         .white = 1};
            good(studio_trace(ctx, &st));
            for (int p = 0; p < W * W; p++) {
                double seen = (double)pixel_light(&st, p % W, p / W).x, expected = 0.5 / M_PI * cosine;
                if (fabs(seen / expected - 1) > 2e-3) fail_msg("slope %zu sun %d: %g, not %g", k, i, seen, expected);
            }
            oro_free(ctx, st.pixels);
        }
        ground_free(&g);
        oro_grid_free(ctx, &map);
    }
    free(light);
}

static void a_white_furnace_stays_white(void **state) {
    (void)state;
    enum { W = 64, H = 40 };
    static const char *const arounds[] = {"land", "none"};
    material white = GREY;
    white.plain_colour = v3(1, 1, 1);
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    sky_make_uniform(light, v3(1, 1, 1));
    light->haze = 1e-3f;
    light->haze_height = 100;
    oro_grid map = hills(65);
    oro_mesh mesh = sphere_mesh(300, 24);
    for (int i = 0; i < 6; i++) {
        oro_photo_desc d = set_defaults(&(oro_photo_desc){
            .width = W, .height = H, .surround = arounds[i % 2], .view = i < 4 ? "low" : "three-quarter"});
        ground g = {.ctx = ctx};
        model m = {0};
        if (i < 4) {
            d.turn = 60 * i;
            good(set_ground(ctx, &g, &map, &d));
        } else {
            good(model_make(ctx, &mesh, 1, &m));
            good(set_surround(ctx, &g, &d));
            good(ground_make_mesh(ctx, &g, &m.view));
        }
        studio st = {.g = &g,
                     .s = light,
                     .m = &white,
                     .bounce = {1, 1, 1},
                     .width = W,
                     .height = H,
                     .rays = 4,
                     .smooth = 3,
                     .sun_spread = 0.01f,
                     .white = 1};
        good(camera_make(ctx, &st.cam, &g, &d));
        st.pixel = 2.0f * st.cam.half_width / W;
        good(studio_trace(ctx, &st));
        for (int p = 0; p < W * H; p++) {
            vec3 l = pixel_light(&st, p % W, p / W);
            if (fabsf(l.x - 1) > 1e-3f || fabsf(l.y - 1) > 1e-3f || fabsf(l.z - 1) > 1e-3f)
                fail_msg("case %d pixel %d: %g %g %g", i, p, l.x, l.y, l.z);
        }
        oro_free(ctx, st.pixels);
        ground_free(&g);
        model_free(ctx, &m);
    }
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    free(light);
}

static void open_ground_gets_the_light_of_the_whole_dome(void **state) {
    (void)state;
    enum { W = 64 };
    oro_grid map = make(9, 9, 100);
    ground g = {0};
    oro_photo_desc d = set_defaults(&(oro_photo_desc){.surround = "none"});
    good(set_ground(ctx, &g, &map, &d));
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    sky_make(light, v_compass(100, 15), 1.6f);
    light->sun_irradiance = v3(0, 0, 0);
    studio st = {.g = &g,
                 .s = light,
                 .m = &GREY,
                 .cam = from_above(300, 1),
                 .width = W,
                 .height = W,
                 .rays = 16,
                 .pixel = 9,
                 .white = 1};
    good(studio_trace(ctx, &st));
    double sum = 0;
    for (int p = 0; p < W * W; p++) sum += (double)pixel_light(&st, p % W, p / W).y / (W * W);
    double expected = 0.5 / M_PI * (double)light->sky_irradiance.y; // a half of it is reflected, evenly to all sides
    if (fabs(sum / expected - 1) > 0.02) fail_msg("%g, not %g", sum, expected);
    oro_free(ctx, st.pixels);
    free(light);
    ground_free(&g);
    oro_grid_free(ctx, &map);
}

static void haze_obeys_the_laws_of_thin_air(void **state) {
    (void)state;
    sky *s = malloc(sizeof *s);
    assert_non_null(s);
    sky_make_uniform(s, v3(1, 1, 1));
    s->haze = 2e-4f;
    s->haze_bottom = 100;
    s->haze_height = 400;
    static const double elevations[] = {0, 0.01, 5, 40, 90, -10};
    for (int i = 0; i < 6; i++) {
        vec3 way = v_compass(30 * i, elevations[i]);
        float start = 500;
        vec3 none = sky_transmittance(s, start, way, 0), before = none;
        assert_true(none.x == 1 && none.y == 1 && none.z == 1);
        for (float t = 50; t <= 2000; t += 50) {
            vec3 now = sky_transmittance(s, start, way, t);
            assert_true(now.x <= before.x && now.y <= before.y && now.z <= before.z && now.z > 0);
            // Through two pieces one after the other.
            vec3 first = sky_transmittance(s, start, way, 0.3f * t);
            vec3 second = sky_transmittance(s, start + 0.3f * t * way.z, way, 0.7f * t);
            assert_true(fabsf(first.y * second.y - now.y) < 1e-5f && fabsf(first.z * second.z - now.z) < 1e-5f);
            before = now;
        }
        // Against the sum over short pieces.
        double depth = 0, t = 0;
        for (; t < 2000; t += 0.5) depth += 0.5 * 2e-4 * exp(-(400 + (t + 0.25) * (double)way.z) / 400);
        assert_true(fabs((double)before.y - exp(-depth)) < 1e-4);
    }
    vec3 high = sky_transmittance(s, 2000, v3(1, 0, 0), 1000), low = sky_transmittance(s, 150, v3(1, 0, 0), 1000);
    assert_true(high.y > low.y); // it lies in the valleys
    s->haze = 0;
    assert_true(sky_transmittance(s, 0, v3(1, 0, 0), 1e9f).x == 1);
    free(s);
}

static void the_sky_is_as_the_sky_is(void **state) {
    (void)state;
    sky *s = malloc(sizeof *s);
    assert_non_null(s);
    float before = 0, red_before = INFINITY;
    static const double elevations[] = {0.5, 2, 5, 10, 20, 40, 60, 90};
    for (int i = 0; i < 8; i++) { // the sun gets brighter and less red as it rises
        sky_make(s, v_compass(120, elevations[i]), 1.6f);
        float bright = v_luminance(s->sun_irradiance), red = s->sun_irradiance.x / s->sun_irradiance.z;
        assert_true(bright > before && red < red_before);
        before = bright, red_before = red;
    }
    sky_make(s, v_compass(180, 60), 1.6f);
    vec3 zenith = sky_radiance(s, v3(0, 0, 1)), horizon = sky_radiance(s, v_compass(0, 1));
    assert_true(zenith.z > 1.5f * zenith.x && zenith.z > zenith.y && zenith.y > zenith.x);
    assert_true(horizon.z / horizon.x < zenith.z / zenith.x && v_luminance(horizon) > v_luminance(zenith));
    // The dome's light on level ground is what its radiance sums up to, over another grid than the table's.
    double sum = 0;
    for (int i = 0; i < 90; i++)
        for (int k = 0; k < 180; k++) {
            double e = (i + 0.5) * M_PI / 180;
            sum += (double)sky_radiance(s, v_compass(2.0 * k + 1, i + 0.5)).y * sin(e) * cos(e) * (M_PI / 180) *
                   (M_PI / 90);
        }
    if (fabs(sum / (double)s->sky_irradiance.y - 1) > 0.03)
        fail_msg("the dome gives %g, not %g", s->sky_irradiance.y, sum);
    for (int e = -90; e <= 90; e += 15) {
        sky_make(s, v_compass(77, e), 1.6f);
        assert_true(isfinite(v_luminance(s->sun_irradiance)) && isfinite(v_luminance(s->sky_irradiance)));
        assert_true(v_luminance(s->sun_irradiance) >= 0 && (e > 0 || v_luminance(s->sun_irradiance) < 1.0f));
        for (int k = 0; k < 400; k++) {
            vec3 l = sky_radiance(s, v_compass(k * 3.7, k % 181 - 90));
            assert_true(isfinite(v_luminance(l)) && l.x > 0 && l.y > 0 && l.z > 0);
        }
        assert_true(isfinite(v_luminance(sky_radiance(s, s->sun))));
    }
    free(s);
}

// --- water -----------------------------------------------------------------------------------------------------------

static bool wet_from_above(const ground *g, int32_t x, int32_t y) {
    float px = (float)(x * g->height.cell) - g->half_x, py = g->half_y - (float)(y * g->height.cell);
    return ground_trace(g, v3(px, py, 5000), v3(0, 0, -1)).kind == HIT_WATER;
}

static void water_is_drawn_where_the_water_map_says(void **state) {
    (void)state;
    enum { SIDE = 97 };
    oro_grid map = hills(SIDE), water = make(SIDE, SIDE, map.cell);
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            float u = oro_unit(oro_hash2(4, x / 5, y / 5)), v = oro_unit(oro_hash2(5, x, y));
            oro_row(&water, y)[x] = u < 0.3f ? 0.1f + 20 * v : u < 0.4f && v < 0.5f ? 0.02f : 0.0f;
        }
    static const char *const arounds[] = {"land", "none", "sea"};
    for (int i = 0; i < 9; i++) {
        bool has_map = i / 3 != 1, has_sea = i / 3 != 0;
        oro_photo_desc d =
            set_defaults(&(oro_photo_desc){.quality = ORO_GOOD, .surround = arounds[i % 3], .exaggeration = 1.5});
        if (has_map) d.water = &water;
        d.has_water = has_sea;
        d.water_level = 20;
        ground g = {0};
        good(set_ground(ctx, &g, &map, &d));
        for (int32_t y = 1; y < SIDE - 1; y++)
            for (int32_t x = 1; x < SIDE - 1; x++) {
                bool expected = has_map && oro_row(&water, y)[x] > 0;
                expected |= has_sea && oro_row(&map, y)[x] < 20;
                if (wet_from_above(&g, x, y) != expected) fail_msg("case %d: sample %d %d is wrong", i, x, y);
            }
        ground_free(&g);
    }
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &water);
}

// --- wireframe -------------------------------------------------------------------------------------------------------

static void wires_lie_on_the_grid(void **state) {
    (void)state;
    enum { W = 256, SIDE = 65 };
    oro_grid map = make(SIDE, SIDE, 10);
    ground g = {0};
    oro_photo_desc d = set_defaults(&(oro_photo_desc){.surround = "none"});
    good(set_ground(ctx, &g, &map, &d));
    sky *light = malloc(sizeof *light);
    assert_non_null(light);
    sky_make_uniform(light, v3(1, 1, 1));
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
    good(studio_trace(ctx, &st));
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
        float apart = wire_step(&g, &c, 1.0f / W) * 10 / (2 * half / W);
        assert_true(apart >= 6 && (apart < 20 || half < 300));
    }
    ground_free(&g);
    oro_grid_free(ctx, &map);
    free(light);
}

/// Pixels between the picture of a point of the plane z = 0 and that of a line through another point in a direction.
static double pixels_to_line(const camera *c, int32_t width, vec3 p, vec3 on, vec3 along) {
    float x[3], y[3], height = (float)width / c->aspect;
    assert_true(camera_project(c, p, &x[0], &y[0]) && camera_project(c, on, &x[1], &y[1]) &&
                camera_project(c, v_add(on, along), &x[2], &y[2]));
    double ax = (double)((x[2] - x[1]) * (float)width), ay = (double)((y[2] - y[1]) * height);
    double bx = (double)((x[0] - x[1]) * (float)width), by = (double)((y[0] - y[1]) * height);
    return fabs(ax * by - ay * bx) / sqrt(ax * ax + ay * ay);
}

static void wires_are_as_thin_from_any_side(void **state) {
    (void)state;
    enum { W = 200, H = 100, SIDE = 65 };
    oro_grid map = make(SIDE, SIDE, 10);
    for (int k = 0; k < 6; k++) {
        oro_photo_desc d =
            set_defaults(&(oro_photo_desc){.width = W, .height = H, .surround = "none", .orthographic = k & 1});
        d.has_from = d.has_look_at = true;
        d.from[0] = 400 * cos(k + 0.3), d.from[1] = 400 * sin(k + 0.3), d.from[2] = 220;
        ground g = {0};
        camera c;
        good(set_ground(ctx, &g, &map, &d));
        good(camera_make(ctx, &c, &g, &d));
        int on = 0, off = 0;
        for (int i = 0; i < 4000; i++) {
            float x = oro_unit(oro_hash2(1, i, k)), y = oro_unit(oro_hash2(2, i, k));
            vec3 origin, direction;
            camera_ray(&c, x, y, &origin, &direction);
            hit h = ground_trace(&g, origin, direction);
            if (h.kind != HIT_LAND || fabsf(h.position.x) > 300 || fabsf(h.position.y) > 300) continue;
            // Columns, rows and diagonals, 160 m apart; the map's corner lies at -320, 320.
            vec3 p = h.position;
            float e = 160 * roundf(p.x / 160), n = 160 * roundf(p.y / 160), q = 160 * roundf((p.x - p.y) / 160);
            double nearest = fmin(pixels_to_line(&c, W, p, v3(e, p.y, 0), v3(0, 20, 0)),
                                  pixels_to_line(&c, W, p, v3(p.x, n, 0), v3(20, 0, 0)));
            nearest = fmin(nearest, pixels_to_line(&c, W, p, v3(p.y + q, p.y, 0), v3(20, 20, 0)));
            float line = wire_at(&g, &c, 16, &h, x, y, 1.0f / W);
            if (nearest < 0.4 && line < 0.5f)
                fail_msg("view %d: %g pixels from a line there is %g of it", k, nearest, line);
            if (nearest > 1.3 && line > 0.0f)
                fail_msg("view %d: %g pixels from a line there is %g of it", k, nearest, line);
            on += nearest<0.4, off += nearest> 1.3;
        }
        assert_true(on > 50 && off > 500);
        ground_free(&g);
    }
    oro_grid_free(ctx, &map);
}

// --- whole pictures --------------------------------------------------------------------------------------------------

static oro_photo_desc small(oro_quality quality) {
    return (oro_photo_desc){.width = 72, .height = 48, .quality = quality, .has_water = true, .water_level = 0};
}

static size_t bytes_of(const oro_image *i) { return (size_t)i->width * (size_t)i->height * 3; }

static double mean_of(const oro_image *i) {
    double sum = 0;
    for (size_t k = 0; k < bytes_of(i); k++) sum += i->data[k];
    return sum / (double)bytes_of(i);
}

/// Neither one colour all over nor nothing.
static void assert_picture(const oro_image *i) {
    assert_non_null(i->data);
    uint8_t lo = 255, hi = 0;
    for (size_t k = 0; k < bytes_of(i); k++) {
        if (i->data[k] < lo) lo = i->data[k];
        if (i->data[k] > hi) hi = i->data[k];
    }
    assert_true(hi > lo + 5);
}

static void threads_change_nothing(void **state) {
    (void)state;
    oro_grid map = hills(200), water = make(200, 200, map.cell);
    for (int32_t i = 50; i < 90; i++) oro_row(&water, i)[i] = 3;
    oro_mesh mesh = sphere_mesh(70, 40);
    oro_image first[3] = {{0}};
    static const int threads[] = {1, 2, 7};
    for (int t = 0; t < 3; t++) {
        oro_context *other = context_of(threads[t], 0), *kept = ctx;
        assert_non_null(other);
        ctx = other;
        for (int k = 0; k < 3; k++) {
            oro_photo_desc d = small(k == 0 ? ORO_GOOD : ORO_DRAFT);
            oro_image image;
            if (k == 0) d.water = &water;
            d.wireframe = k == 1;
            d.view = k == 1 ? "low" : NULL;
            good(k == 2 ? oro_render_mesh(ctx, &mesh, &d, &image) : oro_render_photo(ctx, &map, &d, &image));
            assert_picture(&image);
            if (t == 0) {
                first[k] = image;
                first[k].data = malloc(bytes_of(&image));
                assert_non_null(first[k].data);
                memcpy(first[k].data, image.data, bytes_of(&image));
            }
            assert_memory_equal(first[k].data, image.data, bytes_of(&image));
            oro_image_free(ctx, &image);
        }
        assert_int_equal(oro_bytes_in_use(ctx), 0);
        oro_destroy(ctx);
        ctx = kept;
    }
    for (int k = 0; k < 3; k++) free(first[k].data);
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &water);
}

static bool stop_soon(void *user, double fraction, const char *what) {
    int *calls = user;
    assert_true(fraction >= 0 && fraction <= 1 && what && *what);
    return ++*calls < 4;
}

static bool cancel_soon(void *user, double fraction, const char *what) {
    (void)fraction, (void)what;
    int *calls = user;
    if (++*calls == 3) oro_cancel(ctx);
    return true;
}

static void cancelling_leaves_nothing(void **state) {
    (void)state;
    oro_grid map = hills(129);
    oro_mesh mesh = sphere_mesh(70, 40);
    size_t before = oro_bytes_in_use(ctx);
    for (int k = 0; k < 4; k++) {
        int calls = 0;
        oro_photo_desc d = small(ORO_DRAFT);
        d.width = 320, d.height = 200;
        d.progress = k & 1 ? stop_soon : cancel_soon;
        d.user = &calls;
        oro_image image;
        oro_status status = k & 2 ? oro_render_mesh(ctx, &mesh, &d, &image) : oro_render_photo(ctx, &map, &d, &image);
        assert_int_equal(status, ORO_CANCELLED);
        assert_null(image.data);
        assert_int_equal(oro_bytes_in_use(ctx), before);
    }
    oro_photo_desc d = small(ORO_DRAFT);
    oro_image image;
    oro_cancel(ctx); // an old wish is forgotten
    good(oro_render_photo(ctx, &map, &d, &image));
    oro_image_free(ctx, &image);
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    oro_grid map = hills(33), water = make(33, 33, map.cell);
    oro_mesh mesh = sphere_mesh(70, 8);
    size_t before = oro_bytes_in_use(ctx);
    for (int k = 0; k < 2; k++)
        for (long n = 0;; n++) {
            oro_photo_desc d = small(ORO_DRAFT);
            d.water = &water;
            oro_image image;
            fail_at = n;
            oro_status status = k ? oro_render_mesh(ctx, &mesh, &d, &image) : oro_render_photo(ctx, &map, &d, &image);
            bool spared = fail_at >= 0;
            fail_at = -1;
            if (status == ORO_OK) oro_image_free(ctx, &image);
            assert_int_equal(oro_bytes_in_use(ctx), before);
            if (spared) break;
            assert_int_equal(status, ORO_NO_MEMORY);
            assert_null(image.data);
        }
    // The limit holds for the ray tracer too.
    oro_context *poor = context_of(2, (size_t)9 << 20), *kept = ctx;
    assert_non_null(poor);
    ctx = poor;
    oro_grid larger = hills(600);
    before = oro_bytes_in_use(ctx);
    oro_image image;
    assert_int_equal(oro_render_photo(ctx, &larger, &(oro_photo_desc){.width = 16, .height = 16}, &image),
                     ORO_NO_MEMORY);
    assert_true(strlen(oro_last_error(ctx)->sentence) > 10);
    assert_int_equal(oro_bytes_in_use(ctx), before);
    oro_grid_free(ctx, &larger);
    oro_destroy(poor);
    ctx = kept;
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &water);
}

static void a_camera_under_ground_is_raised(void **state) {
    (void)state;
    oro_grid map = hills(65);
    oro_photo_desc d =
        set_defaults(&(oro_photo_desc){.width = 40, .height = 30, .has_from = true, .has_look_at = true});
    d.from[0] = 100, d.from[1] = -50, d.from[2] = -4000;
    d.look_at[0] = 600;
    ground g = {0};
    camera c;
    good(set_ground(ctx, &g, &map, &d));
    *last_note = 0;
    good(camera_make(ctx, &c, &g, &d));
    assert_true(c.eye.z > ground_below(&g, c.eye.x, c.eye.y));
    assert_non_null(strstr(last_note, "raised"));
    ground_free(&g);
    oro_image image;
    good(oro_render_photo(ctx, &map, &d, &image));
    assert_picture(&image);
    oro_image_free(ctx, &image);
    oro_mesh mesh = box_mesh(5, 5, 5);
    *last_note = 0;
    good(oro_render_mesh(ctx, &mesh, &d, &image));
    assert_non_null(strstr(last_note, "raised"));
    oro_image_free(ctx, &image);
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
}

static void a_place_to_stand_alone_looks_at_the_middle(void **state) {
    (void)state;
    oro_grid map = hills(65);
    oro_photo_desc d = set_defaults(&(oro_photo_desc){.width = 40, .height = 30, .has_from = true});
    d.from[0] = -900, d.from[1] = 1200, d.from[2] = 800;
    ground g = {0};
    camera c;
    good(set_ground(ctx, &g, &map, &d));
    good(camera_make(ctx, &c, &g, &d));
    float x, y;
    assert_true(camera_project(&c, v3(0, 0, g.low), &x, &y));
    assert_true(fabsf(x - 0.5f) < 0.05f && fabsf(y - 0.5f) < 0.2f);
    ground_free(&g);
    oro_grid_free(ctx, &map);
}

static void night_is_dim_but_there(void **state) {
    (void)state;
    oro_grid map = hills(65);
    double mean[3];
    static const double elevations[] = {45, -3, -60};
    for (int i = 0; i < 3; i++) {
        oro_photo_desc d = small(ORO_DRAFT);
        d.sun_azimuth = 200;
        d.sun_elevation = elevations[i];
        oro_image image;
        good(oro_render_photo(ctx, &map, &d, &image));
        mean[i] = mean_of(&image);
        assert_picture(&image);
        oro_image_free(ctx, &image);
    }
    if (!(mean[1] < mean[0] && mean[2] < mean[0] && mean[2] > 3))
        fail_msg("day %g, dusk %g, night %g", mean[0], mean[1], mean[2]);
    oro_grid_free(ctx, &map);
}

static void any_terrain_gives_a_picture(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {1, 7}, {9, 1}, {2, 2}, {2, 1}, {3, 50}};
    static const char *const views[] = {"three-quarter", "top", "low", "close"};
    static const char *const arounds[] = {"land", "sea", "none"};
    for (int k = 0; k < 6; k++)
        for (int wrap = 0; wrap < 2; wrap++) {
            oro_grid map = make(sizes[k][0], sizes[k][1], 30), water = make(sizes[k][0], sizes[k][1], 30);
            map.wrap = water.wrap = wrap;
            for (int32_t y = 0; y < map.height; y++)
                for (int32_t x = 0; x < map.width; x++) {
                    oro_row(&map, y)[x] = (float)((x * 7 + y * 3) % 11);
                    oro_row(&water, y)[x] = (x + y) % 2 ? 4.0f : 0.0f;
                }
            for (int v = 0; v < 12; v++) {
                oro_photo_desc d = {.width = 24, .height = 16, .view = views[v % 4], .surround = arounds[v / 4]};
                d.water = &water;
                d.has_water = v % 2;
                d.water_level = 5;
                d.wireframe = v % 3 == 0;
                oro_image image;
                good(oro_render_photo(ctx, &map, &d, &image));
                assert_true(mean_of(&image) > 2);
                oro_image_free(ctx, &image);
            }
            oro_grid_free(ctx, &map);
            oro_grid_free(ctx, &water);
        }
}

static void holes_are_filled_and_told(void **state) {
    (void)state;
    oro_grid map = hills(40);
    for (int32_t i = 10; i < 30; i++) oro_row(&map, i)[i] = i % 3 ? NAN : INFINITY;
    oro_photo_desc d = small(ORO_DRAFT);
    oro_image image;
    *last_note = 0;
    good(oro_render_photo(ctx, &map, &d, &image));
    assert_non_null(strstr(last_note, "20 heights are not numbers"));
    assert_picture(&image);
    ground g = {0};
    d = set_defaults(&d);
    good(set_ground(ctx, &g, &map, &d));
    assert_int_equal(oro_grid_extremes(&g.height).not_finite, 0);
    assert_true(oro_row(&g.height, 20)[20] == oro_grid_extremes(&map).min);
    ground_free(&g);
    oro_image_free(ctx, &image);
    for (int32_t y = 0; y < 40; y++)
        for (int32_t x = 0; x < 40; x++) oro_row(&map, y)[x] = NAN;
    good(oro_render_photo(ctx, &map, &d, &image));
    oro_image_free(ctx, &image);
    oro_grid_free(ctx, &map);
}

static void a_wrapped_map_of_any_size_is_reduced(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1031, 1031}, {1031, 821}, {1024, 512}, {1000, 800}};
    for (int i = 0; i < 4; i++) {
        oro_grid map = make(sizes[i][0], sizes[i][1], 4);
        map.wrap = true;
        for (int32_t y = 0; y < map.height; y++)
            for (int32_t x = 0; x < map.width; x++)
                oro_row(&map, y)[x] = (float)(200 * sin(6.283185 * x / map.width) * cos(6.283185 * y / map.height));
        ground g = {0};
        oro_photo_desc d = set_defaults(&(oro_photo_desc){.quality = ORO_DRAFT});
        good(set_ground(ctx, &g, &map, &d));
        assert_true(g.height.width > 300 && g.height.width <= 768 && g.height.height > 300);
        assert_true(g.height.wrap || i == 1);
        assert_true(fabs(oro_extent_x(&g.height) - oro_extent_x(&map)) <= 8); // without a seam the last cell is missing
        assert_true(fabsf(g.high - 200) < 3 && fabsf(g.low + 200) < 3);
        ground_free(&g);
        oro_grid_free(ctx, &map);
    }
}

static void assert_refused(oro_status status, oro_status expected, const oro_image *image, const char *word) {
    if (status != expected) fail_msg("%s instead of %s", oro_status_name(status), oro_status_name(expected));
    assert_null(image->data);
    if (!strstr(oro_last_error(ctx)->sentence, word)) fail_msg("no \"%s\" in: %s", word, oro_last_error(ctx)->sentence);
}

static void what_cannot_be_is_refused(void **state) {
    (void)state;
    oro_grid map = hills(17), other = hills(16);
    oro_mesh mesh = box_mesh(5, 5, 5);
    oro_image image;
    const struct {
        oro_photo_desc d;
        const char *word;
    } cases[] = {
        {{.width = 20000, .height = 20000}, "20000 x 20000"},
        {{.width = -3, .height = 8}, "pixels"},
        {{.height = INT32_MAX}, "pixels"},
        {{.width = INT32_MAX}, "pixels"},
        {{.width = 8, .height = 8, .view = "sideways"}, "sideways"},
        {{.width = 8, .height = 8, .surround = "lava"}, "lava"},
        {{.width = 8, .height = 8, .sun_elevation = 100}, "100"},
        {{.width = 8, .height = 8, .sun_elevation = NAN}, "sun"},
        {{.width = 8, .height = 8, .exaggeration = -1}, "-1"},
        {{.width = 8, .height = 8, .field_of_view = 400}, "400"},
        {{.width = 8, .height = 8, .haze = NAN}, "haze"},
        {{.width = 8, .height = 8, .exposure = INFINITY}, "stops"},
        {{.width = 8, .height = 8, .quality = (oro_quality)9}, "quality"},
        {{.width = 8, .height = 8, .has_from = true, .from = {0, NAN, 0}}, "finite"},
        {{.width = 8, .height = 8, .has_from = true, .has_look_at = true}, "stands where it looks"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_refused(oro_render_photo(ctx, &map, &cases[i].d, &image), ORO_BAD_ARGUMENT, &image, cases[i].word);
        assert_refused(oro_render_mesh(ctx, &mesh, &cases[i].d, &image), ORO_BAD_ARGUMENT, &image, cases[i].word);
    }
    oro_photo_desc d = small(ORO_DRAFT);
    d.water = &other;
    assert_refused(oro_render_photo(ctx, &map, &d, &image), ORO_BAD_ARGUMENT, &image, "water map");
    d.water = NULL;
    oro_mesh empty = {0};
    assert_refused(oro_render_mesh(ctx, &empty, &d, &image), ORO_BAD_ARGUMENT, &image, "empty");
    mesh.indices[4] = 8;
    assert_refused(oro_render_mesh(ctx, &mesh, &d, &image), ORO_BAD_ARGUMENT, &image, "vertex 8");
    mesh.indices[4] = 1;
    for (int i = 0; i < 24; i++) mesh.positions[i] = 3;
    assert_refused(oro_render_mesh(ctx, &mesh, &d, &image), ORO_BAD_ARGUMENT, &image, "across");
    for (int i = 0; i < 24; i++) mesh.positions[i] = NAN;
    assert_refused(oro_render_mesh(ctx, &mesh, &d, &image), ORO_BAD_ARGUMENT, &image, "no triangle");
    oro_mesh_free(ctx, &mesh);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &other);
}

static void broken_triangles_are_left_out(void **state) {
    (void)state;
    oro_mesh mesh = sphere_mesh(50, 20), whole = sphere_mesh(50, 20);
    mesh.positions[3 * 500] = NAN;
    mesh.positions[3 * 130 + 2] = INFINITY;
    oro_photo_desc d = {.width = 60, .height = 40};
    oro_image image, expected;
    *last_note = 0;
    good(oro_render_mesh(ctx, &mesh, &d, &image));
    assert_non_null(strstr(last_note, "12 of 1600 triangles"));
    good(oro_render_mesh(ctx, &whole, &d, &expected));
    size_t different = 0;
    for (size_t i = 0; i < bytes_of(&image); i++) different += abs(image.data[i] - expected.data[i]) > 40;
    assert_true(different < bytes_of(&image) / 20); // a small hole and what shines through it
    oro_image_free(ctx, &image);
    oro_image_free(ctx, &expected);
    oro_mesh_free(ctx, &mesh);
    oro_mesh_free(ctx, &whole);
}

static void pictures_are_put_on_meshes(void **state) {
    (void)state;
    // Red left, green right; once by uvs that swap them, once from above.
    uint8_t texels[6] = {255, 0, 0, 0, 255, 0};
    oro_image colour = {2, 1, 3, texels};
    oro_mesh mesh = {.vertex_count = 4, .triangle_count = 2};
    good(oro_mesh_alloc(ctx, &mesh, ORO_MESH_UVS));
    static const uint32_t two[6] = {0, 1, 2, 0, 2, 3};
    static const float corner[12] = {-10, -10, 0, 10, -10, 0, 10, 10, 0, -10, 10, 0};
    static const float swapped[8] = {0.999f, 0, 0, 0, 0, 0.9f, 0.999f, 0.9f};
    memcpy(mesh.indices, two, sizeof two);
    memcpy(mesh.positions, corner, sizeof corner);
    memcpy(mesh.uvs, swapped, sizeof swapped);
    for (int k = 0; k < 2; k++) {
        oro_mesh used = mesh;
        if (k) used.uvs = NULL;
        oro_image image;
        good(oro_render_mesh(ctx, &used, &(oro_photo_desc){.width = 40, .height = 40, .view = "top", .colour = &colour},
                             &image));
        const uint8_t *left = image.data + (20 * 40 + 10) * 3, *right = image.data + (20 * 40 + 30) * 3;
        assert_true(k ? left[0] > left[1] + 40 : left[1] > left[0] + 40);
        assert_true(k ? right[1] > right[0] + 40 : right[0] > right[1] + 40);
        oro_image_free(ctx, &image);
    }
    oro_mesh_free(ctx, &mesh);
}

/// Film and its inverse; and land painted in a known grey comes out in that grey on level ground in the sun.
static void painted_land_shows_its_paint(void **state) {
    (void)state;
    for (int i = 0; i <= 100; i++) {
        float shown = (float)i / 100.0f;
        assert_true(fabsf(film_shown(film_light(shown)) - shown) < 1e-4f);
        assert_true(fabsf(film_to_srgb(film_from_srgb(shown)) - shown) < 1e-4f);
    }
    assert_true(fabsf(film_from_srgb(0.5f) - 0.21404f) < 1e-4f); // IEC 61966-2-1
    static const uint8_t greys[] = {60, 128, 180};
    oro_grid map = make(65, 65, 10);
    for (int i = 0; i < 3; i++) {
        uint8_t texels[12];
        memset(texels, greys[i], sizeof texels);
        oro_image colour = {2, 2, 3, texels}, image;
        oro_photo_desc d = {.width = 60, .height = 60, .view = "top", .sun_elevation = 50, .colour = &colour};
        good(oro_render_photo(ctx, &map, &d, &image));
        double sum[3] = {0};
        for (int y = 20; y < 40; y++)
            for (int x = 20; x < 40; x++)
                for (int k = 0; k < 3; k++) sum[k] += image.data[(y * 60 + x) * 3 + k] / 400.0;
        double mean = (sum[0] + sum[1] + sum[2]) / 3.0;
        print_message("painted %d, shown %.1f %.1f %.1f\n", greys[i], sum[0], sum[1], sum[2]);
        assert_true(fabs(mean - greys[i]) < 12.0); // haze, the tint of sunlight and the grain of the ground
        oro_image_free(ctx, &image);
    }
    oro_grid_free(ctx, &map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(painted_land_shows_its_paint),
        cmocka_unit_test(projecting_undoes_casting),
        cmocka_unit_test(a_sphere_has_the_outline_of_its_cone_and_the_normals_of_a_sphere),
        cmocka_unit_test(edges_of_a_box_stay_edges),
        cmocka_unit_test(given_normals_are_used_and_stretch_with_the_heights),
        cmocka_unit_test(normals_run_evenly_from_corner_to_corner),
        cmocka_unit_test(meshes_are_framed_whole),
        cmocka_unit_test(a_box_casts_its_shadow_where_it_should),
        cmocka_unit_test(sloping_planes_follow_the_cosine_law),
        cmocka_unit_test(a_white_furnace_stays_white),
        cmocka_unit_test(open_ground_gets_the_light_of_the_whole_dome),
        cmocka_unit_test(haze_obeys_the_laws_of_thin_air),
        cmocka_unit_test(the_sky_is_as_the_sky_is),
        cmocka_unit_test(water_is_drawn_where_the_water_map_says),
        cmocka_unit_test(wires_lie_on_the_grid),
        cmocka_unit_test(wires_are_as_thin_from_any_side),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(cancelling_leaves_nothing),
        cmocka_unit_test(memory_may_end_anywhere),
        cmocka_unit_test(a_camera_under_ground_is_raised),
        cmocka_unit_test(a_place_to_stand_alone_looks_at_the_middle),
        cmocka_unit_test(night_is_dim_but_there),
        cmocka_unit_test(any_terrain_gives_a_picture),
        cmocka_unit_test(holes_are_filled_and_told),
        cmocka_unit_test(a_wrapped_map_of_any_size_is_reduced),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(broken_triangles_are_left_out),
        cmocka_unit_test(pictures_are_put_on_meshes),
    };
    return cmocka_run_group_tests_name("photo", tests, open_noting_context, close_context);
}
