// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves of splines: heights between the points, chords within the tolerance, handles and meta points.

#include "call.h"
#include "solve/spline_table.h"

static oro_spline_point point(float x, float y, float z) {
    return (oro_spline_point){x, y, z, {handle_auto}, NAN, NAN, NAN, NAN, NAN, NAN};
}

static void heights_stay_between_the_points(void **state) {
    (void)state;
    oro_spline_point p[7];
    for (int i = 0; i < 7; i++)
        p[i] = point(137.0f * (float)(i * i % 11), 90.0f * (float)(i * 5 % 7), (float)(i * i * 13 % 31));
    for (int closed = 0; closed < 2; closed++) {
        oro_spline s = {.points = {p, 7}, .closed = closed};
        for (int32_t k = 0; k < oro_spline_segments(&s); k++) {
            oro_bezier b = oro_spline_bezier(&s, k);
            double lo = fmin(b.p[0].z, b.p[3].z), hi = fmax(b.p[0].z, b.p[3].z), last = b.p[0].z;
            for (int i = 0; i <= 100; i++) {
                double z = oro_bezier_at(&b, i / 100.0).z;
                assert_true(z >= lo - 1e-9 && z <= hi + 1e-9);
                assert_true((z - last) * (b.p[3].z - b.p[0].z) >= -1e-9); // monotone
                last = z;
            }
        }
    }
}

static void chords_keep_to_the_tolerance(void **state) {
    (void)state;
    oro_spline_point p[4] = {point(0, 0, 0), point(300, 40, 80), point(320, 400, -20), point(-100, 380, 10)};
    oro_spline s = {.points = {p, 4}};
    for (double tolerance = 0.05; tolerance < 10.0; tolerance *= 4.0) {
        int64_t bound = oro_spline_vertex_bound(&s, tolerance);
        oro_spline_vertex *v = calloc((size_t)bound, sizeof *v);
        int32_t count = oro_spline_flatten(&s, tolerance, v);
        assert_true(count <= bound && count >= 4);
        double worst = 0.0;
        for (int i = 0; i < 3000; i++) {
            double u = 3.0 * i / 3000.0, least = 1e30;
            oro_bezier b = oro_spline_bezier(&s, (int32_t)u);
            oro_vec3 at = oro_bezier_at(&b, u - floor(u));
            for (int32_t k = 0; k + 1 < count; k++) {
                oro_vec3 a = {v[k].x, v[k].y, (double)v[k].z}, c = {v[k + 1].x, v[k + 1].y, (double)v[k + 1].z};
                oro_vec3 e = oro_vec3_add(c, a, -1.0), q = oro_vec3_add(at, a, -1.0);
                double t = (q.x * e.x + q.y * e.y + q.z * e.z) / (e.x * e.x + e.y * e.y + e.z * e.z);
                t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
                double d = oro_vec3_length(oro_vec3_add(q, e, -t));
                least = d < least ? d : least;
            }
            worst = least > worst ? least : worst;
        }
        free(v);
        assert_true(worst <= tolerance * 1.0001);
        assert_true(worst >= tolerance * 0.02); // and is not wastefully below it
    }
}

static void handles_do_as_they_say(void **state) {
    (void)state;
    oro_spline_point p[3] = {point(0, 0, 0), point(100, 0, 5), point(100, 100, 9)};
    oro_spline s = {.points = {p, 3}};
    p[1].handle.index = handle_corner;
    oro_bezier b = oro_spline_bezier(&s, 0);
    assert_near(b.p[2].x, 100.0 - 100.0 / 3.0, 1e-9);
    assert_near(b.p[2].y, 0.0, 1e-12);
    p[1].handle.index = handle_aligned;
    p[1].out_x = 30, p[1].out_y = 40, p[1].out_z = 0;
    b = oro_spline_bezier(&s, 0);
    assert_near(b.p[2].x, 70.0, 1e-9); // opposite, as long
    assert_near(b.p[2].y, -40.0, 1e-9);
    p[1].handle.index = handle_free;
    p[1].in_x = -10, p[1].in_y = 7;
    b = oro_spline_bezier(&s, 0);
    assert_near(b.p[2].x, 90.0, 1e-9);
    assert_near(b.p[2].y, 7.0, 1e-9);
}

static void meta_points_count_only_where_they_speak(void **state) {
    (void)state;
    oro_spline_point p[4] = {point(0, 0, 0), point(1, 0, 0), point(2, 0, 0), point(3, 0, 0)};
    oro_spline_meta m[3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k <= ORO_META_COUNT; k++) (&m[i].u)[k] = NAN;
    m[0].u = 7, m[0].radius = 30; // beyond the end; order does not matter
    m[1].u = 1, m[1].radius = 10, m[1].rain = 0.5f;
    m[2].u = 2;
    oro_spline s = {.points = {p, 4}, .meta = {m, 3}};
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 0.0f), 10.0, 0.0);
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 2.0f), 20.0, 1e-5);
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 3.0f), 30.0, 0.0);
    assert_near(oro_spline_value(&s, ORO_META_RAIN, 3.0f), 0.5, 0.0);
    assert_true(isnan(oro_spline_value(&s, ORO_META_AMPLITUDE, 1.0f)));
    s.closed = true; // 10 at 1, 30 at 4, and back to 10 at 5
    m[0].u = 3;
    assert_near(oro_spline_value(&s, ORO_META_RADIUS, 4.0f), 20.0, 1e-5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_stay_between_the_points),
        cmocka_unit_test(chords_keep_to_the_tolerance),
        cmocka_unit_test(handles_do_as_they_say),
        cmocka_unit_test(meta_points_count_only_where_they_speak),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
