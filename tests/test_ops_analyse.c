// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Measurements against slow and simple ones, and against angles known from geometry.

#include "call.h"

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static double neighbour(const oro_grid *g, int32_t x, int32_t y) {
    if (g->wrap) return (double)at(g, (x + g->width) % g->width, (y + g->height) % g->height);
    bool outside = x < 0 || y < 0 || x >= g->width || y >= g->height;
    return outside ? (double)NAN : (double)at(g, x, y);
}

static double olsen_slope(const oro_grid *g, int32_t x, int32_t y) {
    static const int dx[] = {1, -1, 0, 0}, dy[] = {0, 0, 1, -1};
    double most = 0.0;
    for (int k = 0; k < 4; k++) most = fmax(most, fabs(neighbour(g, x + dx[k], y + dy[k]) - (double)at(g, x, y)));
    return most / g->cell;
}

static void statistics_agree_with_plain_sums(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {2, 3}, {33, 65}, {1500, 40}, {257, 256}};
    for (int i = 0; i < 10; i++) {
        int32_t w = sizes[i / 2][0], h = sizes[i / 2][1];
        oro_grid g = map_of(w, h, 12.5, i % 2, hills);
        double minimum, maximum, relief, mean, deviation, median, mean_slope, slope_deviation, score;
        call c = begin("statistics");
        wire(&c, "height", &g);
        const struct {
            const char *name;
            double *value;
        } outputs[] = {{"minimum", &minimum},       {"maximum", &maximum},
                       {"relief", &relief},         {"mean", &mean},
                       {"deviation", &deviation},   {"median", &median},
                       {"mean_slope", &mean_slope}, {"slope_deviation", &slope_deviation},
                       {"erosion_score", &score}};
        for (int k = 0; k < 9; k++) *(double **)oro_arg_at(row_of(&c, outputs[k].name), c.args) = outputs[k].value;
        run(&c);
        size_t n = (size_t)w * (size_t)h, k = 0;
        float *all = malloc(n * sizeof *all);
        double sum = 0.0, slope = 0.0;
        for (int32_t y = 0; y < h; y++)
            for (int32_t x = 0; x < w; x++) {
                all[k++] = at(&g, x, y);
                sum += (double)at(&g, x, y);
                slope += olsen_slope(&g, x, y);
            }
        double m = sum / (double)n, ms = slope / (double)n, v = 0.0, vs = 0.0;
        for (int32_t y = 0; y < h; y++)
            for (int32_t x = 0; x < w; x++) {
                v += pow((double)at(&g, x, y) - m, 2.0);
                vs += pow(olsen_slope(&g, x, y) - ms, 2.0);
            }
        qsort(all, n, sizeof *all, by_value);
        assert_near(minimum, all[0], 0.0);
        assert_near(maximum, all[n - 1], 0.0);
        assert_near(relief, (double)all[n - 1] - (double)all[0], 0.0);
        assert_near(median, all[(n - 1) / 2], 0.0);
        assert_near(mean, m, 1e-9);
        assert_near(deviation, sqrt(v / (double)n), 1e-6);
        assert_near(mean_slope, ms, 1e-6);
        assert_near(slope_deviation, sqrt(vs / (double)n), 1e-6);
        assert_near(score, ms > 0.0 ? sqrt(vs / (double)n) / ms : 0.0, 1e-5);
        free(all);
        drop(&g);
    }
}

static double negative(double x, double y) { return -100.0 - x + 0.5 * y; }

static void the_median_of_negative_heights(void **state) {
    (void)state;
    oro_grid g = map_of(3, 1, 1.0, false, negative);
    double median;
    call c = begin("statistics");
    wire(&c, "height", &g);
    *(double **)oro_arg_at(row_of(&c, "median"), c.args) = &median;
    run(&c);
    assert_near(median, -101.0, 0.0);
    drop(&g);
}

static double tilted(double x, double y) { return 0.75 * x - 1.0 * y; }

static void slope_of_a_tilted_plane(void **state) {
    (void)state;
    oro_grid g = map_of(70, 50, 4.0, false, tilted);
    oro_grid degrees = filtered("slope", &g, NULL), percent = filtered("slope", &g, "measure", "percent", NULL);
    for (int32_t y = 0; y < 50; y++)
        for (int32_t x = 0; x < 70; x++) {
            assert_near(at(&degrees, x, y), atan(1.25) * 180.0 / M_PI, 1e-4);
            assert_near(at(&percent, x, y), 125.0, 1e-3);
        }
    drop(&g);
    drop(&degrees);
    drop(&percent);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_agree_with_plain_sums),
        cmocka_unit_test(the_median_of_negative_heights),
        cmocka_unit_test(slope_of_a_tilted_plane),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
