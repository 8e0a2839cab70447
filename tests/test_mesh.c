// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Mesh files: what OBJ and STL say is what comes out, however it is written; what is wrong is refused with its line; memory
// may end anywhere.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "io/mesh_file.h"
#include "one_context.h"

static oro_mesh obj(const char *text) {
    oro_mesh m;
    good(oro_obj_read(ctx, "a.obj", text, strlen(text), &m));
    return m;
}

static void assert_position(const oro_mesh *m, uint32_t vertex, float x, float y, float z) {
    assert_true(vertex < m->vertex_count);
    const float *p = m->positions + 3 * (size_t)vertex;
    if (p[0] != x || p[1] != y || p[2] != z) fail_msg("vertex %u is %g %g %g", vertex, p[0], p[1], p[2]);
}

static void obj_polygons_become_fans(void **state) {
    (void)state;
    oro_mesh m = obj("v 0 0 0\nv 4 0 0\nv 5 3 0\nv 2 5 1\nv -1 3 0\nf 1 2 3 4 5\n");
    assert_int_equal(m.vertex_count, 5);
    assert_int_equal(m.triangle_count, 3);
    static const uint32_t expected[] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
    assert_memory_equal(m.indices, expected, sizeof expected);
    assert_position(&m, 3, 2, 5, 1);
    assert_null(m.normals);
    assert_null(m.uvs);
    oro_mesh_free(ctx, &m);
}

static void obj_may_be_written_in_many_ways(void **state) {
    (void)state;
    // The same two triangles: carriage returns, tabs, comments, other statements, backward indices, a continued line, no
    // newline at the end, numbers with signs and exponents.
    static const char *const texts[] = {
        "v 0 0 0\nv 10 0 0\nv 0 20 0\nv 0 0 -0.5\nf 1 2 3\nf 1 2 4\n",
        ("# made by hand\r\nmtllib a.mtl\r\no thing\r\nv 0 0 0\r\nv 10 0 0\r\nv 0 20 0\r\n"
         "v 0 0 -0.5\r\ns off\r\nf 1 2 3\r\nf 1 2 4\r\n"),
        "v\t0 0 0 1.0\nv +1.0e1 0. .0   # ten\nv 0 2E+1 0\n\n\n   v 0 0 -5e-1\nusemtl x\nf -4 -3 -2\nf -4 -3 -1",
        "v 0 0 0\nv 10 0 0\nv 0 20 0\nf 1 2 \\\n3\nv 0 0 \\\r\n -0.50000000000000000000000000\nf 1 2 4 # last\n",
        "f 1 2 3\nf 1 2 4\nv 0 0 0\nv 100000000000000000000e-19 0 0\nv 0 20 0\nv 0 0 -0.5\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        oro_mesh m = obj(texts[i]);
        static const uint32_t expected[] = {0, 1, 2, 0, 1, 3};
        assert_int_equal(m.triangle_count, 2);
        assert_int_equal(m.vertex_count, 4);
        assert_memory_equal(m.indices, expected, sizeof expected);
        assert_position(&m, 0, 0, 0, 0);
        assert_position(&m, 1, 10, 0, 0);
        assert_position(&m, 2, 0, 20, 0);
        assert_position(&m, 3, 0, 0, -0.5f);
        oro_mesh_free(ctx, &m);
    }
}

static void obj_corners_with_different_normals_are_different_vertices(void **state) {
    (void)state;
    oro_mesh m = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0.25\nvn 0 0 1\nvn 0 -1 0\n"
                     "f 1/1/1 2/2/1 3/1/1\nf 1/1/2 4/2/2 2/2/2\n");
    assert_int_equal(m.vertex_count, 6); // 1 and 2 twice: once with each normal
    assert_non_null(m.normals);
    assert_non_null(m.uvs);
    assert_position(&m, m.indices[3], 0, 0, 0);
    assert_true(m.normals[3 * m.indices[0] + 2] == 1.0f && m.normals[3 * m.indices[3] + 1] == -1.0f);
    assert_true(m.uvs[2 * m.indices[1]] == 1.0f && m.uvs[2 * m.indices[1] + 1] == 0.25f);
    oro_mesh_free(ctx, &m);
    m = obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\nf 1 2 3\n"); // one face does without: so do all
    assert_null(m.normals);
    assert_null(m.uvs);
    oro_mesh_free(ctx, &m);
}

static void numbers_are_read_to_the_last_bit_of_a_float(void **state) {
    (void)state;
    static const char *const numbers[] = {"0.1",        "123456.789",  "-3.4028235e38", "1e-40",   "16777217",
                                          "0.30000001", "1.17549e-38", "9.999999e9",    "1e400",   "-1e-400",
                                          "00012.5",    "1e-3",        "31415926.5358", "2.5E+003"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        mesh_text t = {.ctx = ctx, .name = "a", .at = numbers[i], .end = numbers[i] + strlen(numbers[i])};
        float value;
        assert_true(oro_mesh_text_number(&t, &value));
        float expected = strtof(numbers[i], NULL);
        if (memcmp(&value, &expected, sizeof value) != 0)
            fail_msg("%s was read as %.9g instead of %.9g", numbers[i], value, expected);
    }
    static const char *const others[] = {"", "-", ".", "e5", "1e", "1.2.3", "0x10", "--1", "1,5", "nano"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        mesh_text t = {.ctx = ctx, .name = "a", .at = others[i], .end = others[i] + strlen(others[i])};
        float value;
        if (oro_mesh_text_number(&t, &value)) fail_msg("\"%s\" was read as %g", others[i], value);
    }
}

static void what_is_wrong_is_refused_with_its_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *where;
    } cases[] = {
        {"", "a.obj"},
        {"v 0 0 0\nv 1 0 0\n", "a.obj"},
        {"v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n", "a.obj:2"},
        {"v 0 0 0\nv 1 zero 0\nv 0 1 0\nf 1 2 3\n", "a.obj:2"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", "a.obj:4"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "a.obj:4"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\n\nf 1 2 0\n", "a.obj:5"},
        {"v 0 0 0\nv 1 0 0\nf -1 -2 -3\nv 0 1 0\n", "a.obj:3"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1/1 2/1 3/1\n", "a.obj:4"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1//2 2 3\n", "a.obj:4"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3x\n", "a.obj:4"},
        {"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999999\n", "a.obj:4"},
        {"v 0 0 0\nf \\\n1 \\\n2 \\\n3\n", "a.obj:4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_mesh m;
        if (oro_obj_read(ctx, "a.obj", cases[i].text, strlen(cases[i].text), &m) != ORO_BAD_INPUT)
            fail_msg("case %zu was taken", i);
        assert_null(m.positions);
        assert_string_equal(oro_last_error(ctx)->where, cases[i].where);
        assert_true(strlen(oro_last_error(ctx)->sentence) > 20);
    }
    static const char zeros[] = "v 0 0 0\nf 1 \0\0 1 1\n"; // a zero byte is no blank, and nothing waits for one
    oro_mesh m;
    assert_int_equal(oro_obj_read(ctx, "a.obj", zeros, sizeof zeros - 1, &m), ORO_BAD_INPUT);
}

/// A long line: one polygon of many corners around a circle.
static void a_face_may_have_many_corners(void **state) {
    (void)state;
    enum { CORNERS = 50000 };
    char *text = malloc(CORNERS * 64), *at = text;
    assert_non_null(text);
    for (int i = 0; i < CORNERS; i++)
        at += sprintf(at, "v %.6f %.6f 0\n", cos(6.283185307 * i / CORNERS), sin(6.283185307 * i / CORNERS));
    at += sprintf(at, "f");
    for (int i = 0; i < CORNERS; i++) at += sprintf(at, " %d", i + 1);
    oro_mesh m;
    good(oro_obj_read(ctx, "a.obj", text, (size_t)(at - text), &m));
    assert_int_equal(m.triangle_count, CORNERS - 2);
    double area = 0;
    for (uint32_t i = 0; i < m.triangle_count; i++) {
        const float *a = m.positions + 3 * (size_t)m.indices[3 * i],
                    *b = m.positions + 3 * (size_t)m.indices[3 * i + 1],
                    *c = m.positions + 3 * (size_t)m.indices[3 * i + 2];
        area += 0.5 * ((double)(b[0] - a[0]) * (double)(c[1] - a[1]) - (double)(c[0] - a[0]) * (double)(b[1] - a[1]));
    }
    assert_true(fabs(area - M_PI) < 1e-3);
    oro_mesh_free(ctx, &m);
    free(text);
}

static size_t binary_stl(char *to, uint32_t triangles) {
    memset(to, ' ', 80);
    memcpy(to, "solid but binary", 16); // some programs write this into the header
    memcpy(to + 80, &triangles, 4);
    for (uint32_t i = 0; i < triangles; i++) {
        float record[12] = {0, 0, 1, (float)i, 0, -0.0f, (float)i + 1, 0, 0, (float)i, 1, 0};
        memcpy(to + 84 + 50 * (size_t)i, record, sizeof record);
        memset(to + 84 + 50 * (size_t)i + 48, 0, 2);
    }
    return 84 + 50 * (size_t)triangles;
}

static void stl_joins_equal_positions(void **state) {
    (void)state;
    char data[1024];
    size_t length = binary_stl(data, 4);
    oro_mesh m;
    good(oro_stl_read(ctx, "a.stl", data, length, &m));
    assert_int_equal(m.triangle_count, 4);
    assert_int_equal(m.vertex_count, 9); // 5 along the bottom, 4 above
    assert_position(&m, m.indices[3], 1, 0, 0);
    assert_int_equal(m.indices[3], m.indices[1]);
    oro_mesh_free(ctx, &m);
    static const char text[] = "solid x\n facet normal 0 0 1\r\n  outer loop\n   vertex 0 0 0\n   VERTEX 1 0 0\n"
                               "   vertex 0 1e0 0\n  endloop\n endfacet\nendsolid x";
    good(oro_stl_read(ctx, "a.stl", text, sizeof text - 1, &m));
    assert_int_equal(m.triangle_count, 1);
    assert_position(&m, 2, 0, 1, 0);
    oro_mesh_free(ctx, &m);
}

static void broken_stl_is_refused(void **state) {
    (void)state;
    char data[1024];
    size_t length = binary_stl(data, 4);
    oro_mesh m;
    memcpy(data, "whatever", 8);
    for (size_t cut = 0; cut < length; cut += 7)
        assert_int_equal(oro_stl_read(ctx, "a.stl", data, cut, &m), ORO_BAD_INPUT);
    assert_int_equal(oro_stl_read(ctx, "a.stl", data, 84, &m), ORO_BAD_INPUT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "truncated"));
    assert_int_equal(oro_stl_read(ctx, "a.stl", data, binary_stl(data, 0), &m), ORO_BAD_INPUT);
    static const char text[] = "solid x\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 one 0\n";
    assert_int_equal(oro_stl_read(ctx, "a.stl", text, sizeof text - 1, &m), ORO_BAD_INPUT);
    assert_string_equal(oro_last_error(ctx)->where, "a.stl:4");
    assert_int_equal(oro_stl_read(ctx, "a.stl", text, 35, &m), ORO_BAD_INPUT);
}

static void files_are_told_by_their_names_and_may_have_y_up(void **state) {
    (void)state;
    char path[64];
    snprintf(path, sizeof path, "test_mesh_%d.OBJ", (int)getpid());
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs("v 1 2 3\nv 4 5 6\nv 7 8 10\nvn 0 1 0\nf 1//1 2//1 3//1\n", file);
    fclose(file);
    oro_mesh m;
    good(oro_load_mesh(ctx, path, NULL, &m));
    assert_position(&m, 0, 1, 2, 3);
    oro_mesh_free(ctx, &m);
    good(oro_load_mesh(ctx, path, &(oro_mesh_read_desc){.y_up = true}, &m));
    assert_position(&m, 0, 1, -3, 2);
    assert_true(m.normals[0] == 0.0f && m.normals[1] == 0.0f && m.normals[2] == 1.0f);
    oro_mesh_free(ctx, &m);
    remove(path);
    assert_int_equal(oro_load_mesh(ctx, path, NULL, &m), ORO_BAD_INPUT);
    assert_int_equal(oro_load_mesh(ctx, "a.fbx", NULL, &m), ORO_BAD_ARGUMENT);
}

static void memory_may_end_anywhere(void **state) {
    (void)state;
    static const char text[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n";
    char data[1024];
    size_t length = binary_stl(data, 15);
    for (int reader = 0; reader < 2; reader++)
        for (long n = 0;; n++) {
            oro_mesh m;
            fail_at = n;
            oro_status status =
                reader ? oro_stl_read(ctx, "a", data, length, &m) : oro_obj_read(ctx, "a", text, sizeof text - 1, &m);
            bool spared = fail_at >= 0;
            fail_at = -1;
            if (status == ORO_OK) oro_mesh_free(ctx, &m);
            assert_int_equal(oro_bytes_in_use(ctx), 0);
            if (spared) break;
            assert_int_equal(status, ORO_NO_MEMORY);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(obj_polygons_become_fans),
        cmocka_unit_test(obj_may_be_written_in_many_ways),
        cmocka_unit_test(obj_corners_with_different_normals_are_different_vertices),
        cmocka_unit_test(numbers_are_read_to_the_last_bit_of_a_float),
        cmocka_unit_test(what_is_wrong_is_refused_with_its_line),
        cmocka_unit_test(a_face_may_have_many_corners),
        cmocka_unit_test(stl_joins_equal_positions),
        cmocka_unit_test(broken_stl_is_refused),
        cmocka_unit_test(files_are_told_by_their_names_and_may_have_y_up),
        cmocka_unit_test(memory_may_end_anywhere),
    };
    return cmocka_run_group_tests_name("mesh", tests, open_context, close_context);
}
