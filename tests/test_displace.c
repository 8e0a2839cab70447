// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Detail of meshes: the surface keeps its pieces, holes and handles; nothing to do gives the same bits; how far vertices move
// is what was asked; the noise stays where it is when the mesh gets finer; bends, seams, sides and broken input.

#include "call.h"
#include "orogen/mesh.h"
#include "orogen/volume.h"
#include "sanitized.h"

static void wire_data(call *c, const char *name, const void *data) {
    *(const void **)oro_arg_at(row_of(c, name), c->args) = data;
}

/// displace with words name, value, name, value, NULL; the status is what it says.
static oro_status tried(const oro_mesh *m, oro_mesh *out, va_list list) {
    call c = begin("displace");
    const char *name;
    *out = (oro_mesh){0};
    while ((name = va_arg(list, const char *))) set(&c, name, va_arg(list, const char *));
    wire_data(&c, "surface", m);
    wire_data(&c, "result", out);
    oro_status status = oro_call(ctx, c.op, c.args, NULL);
    finish(&c);
    return status;
}

static oro_mesh displaced(const oro_mesh *m, ...) {
    oro_mesh out;
    va_list list;
    va_start(list, m);
    oro_status status = tried(m, &out, list);
    va_end(list);
    if (status != ORO_OK) fail_msg("%s", oro_last_error(ctx)->sentence);
    return out;
}

static void refused(const oro_mesh *m, const char *where, const char *words, ...) {
    oro_mesh out;
    va_list list;
    va_start(list, words);
    assert_int_equal(tried(m, &out, list), ORO_BAD_ARGUMENT);
    va_end(list);
    assert_string_equal(oro_last_error(ctx)->where, where);
    if (!strstr(oro_last_error(ctx)->sentence, words)) fail_msg("%s", oro_last_error(ctx)->sentence);
}

// --- meshes -----------------------------------------------------------------------------------------------------------------

/// A level square of side x side vertices, `cell` metres apart, from 0, 0 to the north-east.
static oro_mesh square(uint32_t side, float cell, bool traits) {
    oro_mesh m = {.vertex_count = side * side, .triangle_count = 2 * (side - 1) * (side - 1)};
    assert_int_equal(oro_mesh_alloc(ctx, &m, traits ? ORO_MESH_WITH_TRAITS : 0), ORO_OK);
    for (uint32_t i = 0; i < m.vertex_count; i++) {
        const float p[3] = {cell * (float)(i % side), cell * (float)(i / side), 0};
        const float t[4] = {0, 0.5f, (float)i, 0.25f};
        memcpy(m.positions + 3 * (size_t)i, p, sizeof p);
        if (traits) memcpy(m.traits + 4 * (size_t)i, t, sizeof t);
    }
    uint32_t *to = m.indices;
    for (uint32_t y = 0; y + 1 < side; y++)
        for (uint32_t x = 0; x + 1 < side; x++, to += 6) {
            uint32_t a = y * side + x;
            const uint32_t two[6] = {a, a + 1, a + side + 1, a, a + side + 1, a + side};
            memcpy(to, two, sizeof two);
        }
    return m;
}

/// The surface of a ring or ball of 30 m about the middle of a box of 100 m.
static oro_mesh body(bool ring, int32_t side) {
    oro_volume v = {.width = side, .height = side, .depth = side, .cell = 100.0 / (side - 1)};
    assert_int_equal(oro_volume_alloc(ctx, &v), ORO_OK);
    for (int32_t k = 0; k < side; k++)
        for (int32_t j = 0; j < side; j++)
            for (int32_t i = 0; i < side; i++) {
                double x = i * v.cell - 50.03, y = j * v.cell - 49.98, z = k * v.cell - 50.01;
                double flat = sqrt(x * x + y * y) - 30;
                *oro_voxel(&v, i, j, k) =
                    (float)(ring ? sqrt(flat * flat + z * z) - 12 : sqrt(x * x + y * y + z * z) - 30);
            }
    oro_mesh m = {0};
    call c = begin("isosurface");
    wire_data(&c, "volume", &v);
    wire_data(&c, "result", &m);
    run(&c);
    oro_volume_free(ctx, &v);
    return m;
}

// --- laws -------------------------------------------------------------------------------------------------------------------

static int by_edge(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

typedef struct figures {
    int64_t euler;        // vertices - edges + triangles, of vertices that triangles use
    size_t open, crowded; // edges with one triangle; with more than two, or two that run the same way
    double longest;       // edge
} figures;

static figures figures_of(const oro_mesh *m) {
    size_t sides = 3 * (size_t)m->triangle_count, edges = 0;
    uint64_t *all = malloc((sides + 1) * sizeof *all);
    char *used = calloc(m->vertex_count + 1, 1);
    figures f = {0};
    for (size_t i = 0; i < sides; i++) {
        uint32_t a = m->indices[i], b = m->indices[i % 3 == 2 ? i - 2 : i + 1], low = a < b ? a : b,
                 high = a < b ? b : a;
        assert_true(a < m->vertex_count && a != b);
        all[i] = (uint64_t)low << 33 | (uint64_t)high << 1 | (a > b);
        used[a] = 1;
        double length = 0;
        for (size_t k = 0; k < 3; k++) {
            double d = (double)m->positions[3 * (size_t)a + k] - (double)m->positions[3 * (size_t)b + k];
            length += d * d;
        }
        f.longest = fmax(f.longest, sqrt(length));
    }
    qsort(all, sides, sizeof *all, by_edge);
    for (size_t i = 0, end; i < sides; i = end, edges++) {
        for (end = i; end < sides && all[end] >> 1 == all[i] >> 1;) end++;
        f.open += end - i == 1;
        f.crowded += end - i > 2 || (end - i == 2 && all[i] == all[i + 1]);
    }
    for (uint32_t v = 0; v < m->vertex_count; v++) f.euler += used[v];
    f.euler += (int64_t)m->triangle_count - (int64_t)edges;
    free(all);
    free(used);
    return f;
}

static bool same_floats(const float *a, const float *b, size_t count) {
    return !a == !b && (!a || memcmp(a, b, count * sizeof *a) == 0);
}

static bool same_mesh(const oro_mesh *a, const oro_mesh *b) {
    size_t n = a->vertex_count;
    return n == b->vertex_count && a->triangle_count == b->triangle_count &&
           same_floats(a->positions, b->positions, 3 * n) && same_floats(a->normals, b->normals, 3 * n) &&
           same_floats(a->uvs, b->uvs, 2 * n) && same_floats(a->colours, b->colours, 3 * n) &&
           same_floats(a->traits, b->traits, 4 * n) &&
           memcmp(a->indices, b->indices, 12 * (size_t)a->triangle_count) == 0;
}

static void a_ring_stays_a_ring(void **state) {
    (void)state;
    oro_mesh ring = body(true, SANITIZED ? 17 : 33);
    assert_int_equal(figures_of(&ring).euler, 0);
    static const char *const kinds[] = {"lumpy", "craggy"};
    for (int i = 0; i < 2; i++) {
        oro_mesh m = displaced(&ring, "amplitude", "5", "bump_size", "20", "edge", SANITIZED ? "2" : "0.9", "character",
                               kinds[i], "roughness", "0.6", NULL);
        figures f = figures_of(&m);
        assert_true(m.triangle_count > 4 * ring.triangle_count);
        assert_true(f.euler == 0 && f.open == 0 && f.crowded == 0);
        for (size_t v = 0; v < m.vertex_count; v++) {
            const float *n = m.normals + 3 * v;
            assert_true(fabsf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] - 1) < 1e-5f);
        }
        oro_mesh_free(ctx, &m);
    }
    oro_mesh_free(ctx, &ring);
}

/// Half of a square has noise, half has none, and a few vertices have more: borders between fine and coarse have no cracks, and
/// what has no noise does not move.
static void fine_and_coarse_meet_without_cracks(void **state) {
    (void)state;
    oro_mesh m = square(17, 8, true);
    for (uint32_t v = 0; v < m.vertex_count; v++)
        m.traits[4 * v] = v % 17 < 8 ? 0 : v % 37 == 0 ? 12 : 0.02f * (float)(v % 11);
    oro_mesh out = displaced(&m, "bump_size", "40", "edge", "1", NULL);
    figures f = figures_of(&out);
    assert_true(f.euler == 1 && f.crowded == 0);
    assert_true(out.triangle_count > 6 * m.triangle_count);
    size_t still = 0;
    for (uint32_t v = 0; v < out.vertex_count; v++) {
        const float *p = out.positions + 3 * (size_t)v;
        if (p[0] <= 7 * 8) assert_true(p[2] == 0);
        still += p[0] <= 6 * 8;
        assert_true(p[0] >= 0 && p[0] <= 128 && p[1] >= 0 && p[1] <= 128); // along the normal, so never aside
        assert_true(out.traits[4 * v + 3] == 0.25f);                       // what all have, those between have
    }
    assert_int_equal(still, 7 * 17); // nothing is halved where nothing moves
    oro_mesh_free(ctx, &out);
    oro_mesh_free(ctx, &m);
}

static void nothing_to_do_gives_the_same_bits(void **state) {
    (void)state;
    oro_mesh ring = body(true, 17), flat = square(5, 3, true), out;
    out = displaced(&ring, "amplitude", "0", "edge", "0.5", NULL);
    assert_true(same_mesh(&ring, &out));
    oro_mesh_free(ctx, &out);
    out = displaced(&ring, "amplitude", "3", "strength", "0", NULL);
    assert_true(same_mesh(&ring, &out));
    oro_mesh_free(ctx, &out);
    out = displaced(&flat, "edge", "0.1", NULL); // its traits have no amplitude
    assert_true(same_mesh(&flat, &out));
    oro_mesh_free(ctx, &out);
    oro_mesh none = {0};
    out = displaced(&none, "amplitude", "3", NULL);
    assert_int_equal(out.triangle_count, 0);
    oro_mesh_free(ctx, &out);
    oro_mesh_free(ctx, &ring);
    oro_mesh_free(ctx, &flat);
}

/// A third of the amplitude is the root mean square, whatever the roughness; a level square moves straight up and down.
static void vertices_move_as_far_as_asked(void **state) {
    (void)state;
    oro_mesh flat = square(SANITIZED ? 33 : 65, 4, false);
    static const char *const rough[] = {"0", "0.5", "0.8"}, *const kinds[] = {"lumpy", "craggy"};
    for (int i = 0; i < 6; i++) {
        oro_mesh m = displaced(&flat, "amplitude", "3", "roughness", rough[i % 3], "bump_size", "40", "edge",
                               SANITIZED ? "4" : "1", "character", kinds[i / 3], NULL);
        double sum = 0, squares = 0, most = 0;
        for (size_t v = 0; v < m.vertex_count; v++) {
            double z = (double)m.positions[3 * v + 2];
            sum += z, squares += z * z, most = fmax(most, fabs(z));
        }
        double mean = sum / m.vertex_count, rms = sqrt(squares / m.vertex_count);
        // Some forty bumps: the figures of noise come with an error of about a sixth, and the finest octaves are left out. A cleft is at most
        // 2.13 * (1 - 0.22) of the amplitude deep.
        if (!(fabs(mean) < 0.35 && rms > 0.65 && rms < 1.3 && most < 5.1)) fail_msg("%d: %g %g %g", i, mean, rms, most);
        oro_mesh_free(ctx, &m);
    }
    oro_mesh_free(ctx, &flat);
}

/// The height of the vertex at x, y; NAN where there is none.
static double height_at(const oro_mesh *m, float x, float y) {
    for (size_t v = 0; v < m->vertex_count; v++)
        if (m->positions[3 * v] == x && m->positions[3 * v + 1] == y) return (double)m->positions[3 * v + 2];
    return NAN;
}

static void noise_belongs_to_the_world(void **state) {
    (void)state;
    oro_mesh coarse = square(9, 8, false), fine = square(33, 2, false);
    oro_mesh a = displaced(&coarse, "amplitude", "3", "bump_size", "32", "edge", "1", NULL);
    oro_mesh b = displaced(&fine, "amplitude", "3", "bump_size", "32", "edge", "1", NULL);
    oro_mesh c = displaced(&fine, "amplitude", "3", "bump_size", "32", "edge", "0.5", NULL);
    oro_mesh d = displaced(&fine, "amplitude", "3", "bump_size", "32", "edge", "1", "seed", "2", NULL);
    double same = 0, finer = 0, other = 0;
    for (int y = 0; y <= 8; y++)
        for (int x = 0; x <= 8; x++) {
            float u = 8 * (float)x, v = 8 * (float)y;
            double h = height_at(&a, u, v);
            same = fmax(same, fabs(height_at(&b, u, v) - h));
            finer = fmax(finer, fabs(height_at(&c, u, v) - h));
            other = fmax(other, fabs(height_at(&d, u, v) - h));
        }
    assert_true(same == 0);
    // Twice as fine: only the octave of 2 m is new, and that of 4 m was whole: 3 * 0.87 * 0.5^4 at most.
    assert_true(finer < 3 * 0.87 / 16 * 1.23);
    assert_true(other > 1);
    oro_mesh_free(ctx, &a);
    oro_mesh_free(ctx, &b);
    oro_mesh_free(ctx, &c);
    oro_mesh_free(ctx, &d);
    // Left to itself the size of bumps is the same for a finer mesh, and vertices move.
    a = displaced(&coarse, "amplitude", "2", "edge", "1", NULL);
    b = displaced(&fine, "amplitude", "2", "edge", "1", NULL);
    double most = 0;
    for (int y = 0; y <= 8; y++)
        for (int x = 0; x <= 8; x++) {
            double h = height_at(&a, 8 * (float)x, 8 * (float)y);
            assert_true(height_at(&b, 8 * (float)x, 8 * (float)y) == h);
            most = fmax(most, fabs(h));
        }
    assert_true(most > 0.5);
    oro_mesh_free(ctx, &a);
    oro_mesh_free(ctx, &b);
    // Bumps that edges cannot show are left out.
    a = displaced(&fine, "amplitude", "3", "bump_size", "4", "edge", "2", NULL);
    for (size_t v = 0; v < a.vertex_count; v++) assert_true(a.positions[3 * v + 2] == 0);
    oro_mesh_free(ctx, &a);
    oro_mesh_free(ctx, &coarse);
    oro_mesh_free(ctx, &fine);
}

/// A ball is a bump all over: however strong the noise, no vertex comes nearer to the middle than half the radius, so that it
/// is not turned inside out.
static void bends_limit_how_far_vertices_move(void **state) {
    (void)state;
    oro_mesh ball = body(false, 25);
    oro_mesh m = displaced(&ball, "amplitude", "300", "bump_size", "60", "edge", "2", NULL);
    double nearest = 1e30, farthest = 0, volume = 0;
    for (size_t v = 0; v < m.vertex_count; v++) {
        const float *p = m.positions + 3 * v;
        double x = (double)p[0] - 50.03, y = (double)p[1] + 49.98, z = (double)p[2] - 50.01;
        nearest = fmin(nearest, sqrt(x * x + y * y + z * z));
        farthest = fmax(farthest, sqrt(x * x + y * y + z * z));
    }
    for (size_t t = 0; t < m.triangle_count; t++) {
        double p[3][3];
        for (size_t k = 0; k < 3; k++)
            for (size_t i = 0; i < 3; i++)
                p[k][i] = (double)m.positions[3 * (size_t)m.indices[3 * t + k] + i] - (i == 1 ? -50 : 50);
        for (int i = 0; i < 3; i++)
            volume += p[0][i] * (p[1][(i + 1) % 3] * p[2][(i + 2) % 3] - p[1][(i + 2) % 3] * p[2][(i + 1) % 3]) / 6;
    }
    assert_true(nearest > 12 && nearest < 25); // half of 30 m, but normals of a mesh spread unevenly
    assert_true(farthest > 35);
    assert_true(volume > 5e4);
    oro_mesh_free(ctx, &m);
    oro_mesh_free(ctx, &ball);
}

/// New vertices of a ball lie on it, not on its flat triangles.
static void new_vertices_follow_the_curve(void **state) {
    (void)state;
    oro_mesh ball = body(false, 13);
    for (size_t v = 0; v < ball.vertex_count; v++) { // put on the ball itself: what is off then comes from halving
        float *p = ball.positions + 3 * v, x = p[0] - 50.03f, y = p[1] + 49.98f, z = p[2] - 50.01f;
        float to = 30 / sqrtf(x * x + y * y + z * z);
        p[0] = 50.03f + to * x, p[1] = -49.98f + to * y, p[2] = 50.01f + to * z;
    }
    double off[2] = {0};
    for (int k = 0; k < 2; k++) { // faint noise, so that edges are halved and the shape is to be seen
        oro_mesh m = displaced(&ball, "amplitude", "0.12", "bump_size", "8", "roughness", "0.5", "edge", "1",
                               "rounding", k ? "1" : "0", NULL);
        assert_true(m.vertex_count > 2 * ball.vertex_count);
        for (size_t v = ball.vertex_count; v < m.vertex_count; v++) {
            const float *p = m.positions + 3 * v;
            double x = (double)p[0] - 50.03, y = (double)p[1] + 49.98, z = (double)p[2] - 50.01;
            off[k] += fabs(sqrt(x * x + y * y + z * z) - 30) / (m.vertex_count - ball.vertex_count);
        }
        oro_mesh_free(ctx, &m);
    }
    if (!(off[1] < 0.3 * off[0])) fail_msg("%g %g", off[0], off[1]);
    oro_mesh_free(ctx, &ball);
}

/// A box whose six faces have vertices of their own, as programs write it for flat light, does not come apart.
static void seams_stay_closed(void **state) {
    (void)state;
    float positions[72];
    uint32_t indices[36];
    oro_mesh box = {.vertex_count = 24, .triangle_count = 12, .positions = positions, .indices = indices};
    for (uint32_t f = 0; f < 6; f++)
        for (uint32_t k = 0; k < 4; k++) {
            uint32_t axis = f / 2, u = (axis + 1) % 3, v = (axis + 2) % 3, flip = f % 2;
            float *p = positions + 12 * f + 3 * k;
            p[axis] = flip ? 10 : 0;
            p[u] = (k == 1 || k == 2) == flip ? 10 : 0;
            p[v] = k >= 2 ? 10 : 0;
            const uint32_t two[6] = {4 * f, 4 * f + 1, 4 * f + 2, 4 * f, 4 * f + 2, 4 * f + 3};
            memcpy(indices + 6 * f, two, sizeof two);
        }
    oro_mesh m = displaced(&box, "amplitude", "1", "bump_size", "4", "edge", "0.5", "rounding", "0", NULL);
    figures f = figures_of(&m);
    assert_true(f.euler == 2 && f.open == 0 && f.crowded == 0);
    oro_mesh_free(ctx, &m);
}

static void sides_of_a_block_stay(void **state) {
    (void)state;
    oro_mesh m = square(9, 8, false);
    for (int keep = 0; keep < 2; keep++) {
        oro_mesh out =
            displaced(&m, "amplitude", "4", "bump_size", "20", "edge", "2", "keep_sides", keep ? "on" : "off", NULL);
        size_t moved = 0, inside = 0;
        for (size_t v = 0; v < out.vertex_count; v++) {
            const float *p = out.positions + 3 * v;
            bool rim = p[0] == 0 || p[0] == 64 || p[1] == 0 || p[1] == 64;
            moved += rim && p[2] != 0;
            inside += !rim && p[2] != 0;
        }
        assert_true(keep ? moved == 0 : moved > 50);
        // All lie at the bottom of the box, so none moves: a level square is nothing but its floor.
        assert_true(keep ? inside == 0 : inside > 500);
        oro_mesh_free(ctx, &out);
    }
    m.positions[3 * 40 + 2] = -20; // one vertex lower: now the others are above the floor
    oro_mesh out = displaced(&m, "amplitude", "4", "bump_size", "20", "edge", "2", "keep_sides", "on", NULL);
    size_t inside = 0;
    for (size_t v = 0; v < out.vertex_count; v++) {
        const float *p = out.positions + 3 * v;
        bool rim = p[0] == 0 || p[0] == 64 || p[1] == 0 || p[1] == 64;
        if (rim) assert_true(p[2] == 0);
        inside += !rim && p[2] != 0;
    }
    assert_true(inside > 500);
    oro_mesh_free(ctx, &out);
    oro_mesh_free(ctx, &m);
}

static void broken_meshes_are_refused(void **state) {
    (void)state;
    oro_mesh m = square(3, 1, true);
    m.positions[7] = NAN;
    refused(&m, "surface", "vertex 2 has no place", "amplitude", "1", NULL);
    m.positions[7] = 2;
    m.indices[5] = 9;
    refused(&m, "surface", "triangle 1 names vertex 9, but there are 9", "amplitude", "1", NULL);
    m.indices[5] = 3;
    oro_mesh wide = square(3, 1000, false); // 4 square kilometres in triangles of less than a millimetre: 2^23 across
    refused(&wide, "edge", "let its edges be longer", "amplitude", "1e5", "bump_size", "4", "edge", "0.001", NULL);
    oro_mesh_free(ctx, &wide);
    m.traits[0] = NAN, m.traits[4] = INFINITY, m.traits[8] = -5, m.traits[12] = 1, m.traits[13] = NAN;
    oro_mesh out = displaced(&m, "edge", "0.2", "bump_size", "2", NULL);
    for (size_t i = 0; i < 3 * (size_t)out.vertex_count; i++) assert_true(isfinite(out.positions[i]));
    oro_mesh_free(ctx, &out);
    // Triangles without an area, and a mesh of nothing else.
    memset(m.positions, 0, 27 * sizeof(float));
    out = displaced(&m, "amplitude", "1", NULL);
    assert_true(same_mesh(&m, &out));
    oro_mesh_free(ctx, &out);
    for (int i = 0; i < 9; i++) m.positions[3 * i] = (float)i;
    out = displaced(&m, "amplitude", "1", "bump_size", "4", NULL);
    for (size_t i = 0; i < 3 * (size_t)out.vertex_count; i++) assert_true(isfinite(out.positions[i]));
    oro_mesh_free(ctx, &out);
    oro_mesh_free(ctx, &m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ring_stays_a_ring),
        cmocka_unit_test(fine_and_coarse_meet_without_cracks),
        cmocka_unit_test(nothing_to_do_gives_the_same_bits),
        cmocka_unit_test(vertices_move_as_far_as_asked),
        cmocka_unit_test(noise_belongs_to_the_world),
        cmocka_unit_test(bends_limit_how_far_vertices_move),
        cmocka_unit_test(new_vertices_follow_the_curve),
        cmocka_unit_test(seams_stay_closed),
        cmocka_unit_test(sides_of_a_block_stay),
        cmocka_unit_test(broken_meshes_are_refused),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
