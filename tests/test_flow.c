// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Filling hollows and following water, against slow versions of both that share nothing with the operators, and on land whose
// answer is known.

#include "call.h"

static double rough(double x, double y) {
    return 40.0 * (double)oro_unit(oro_hash2(17, (int32_t)x, (int32_t)y)) + 20.0 * sin(x * 0.3) * cos(y * 0.23);
}

// --- filling ----------------------------------------------------------------------------------------------------------

/// Lowers every sample to the greater of its ground and its lowest neighbour until nothing changes.
static oro_grid filled_slowly(const oro_grid *g, double sea, bool closed) {
    oro_grid level = map_of(g->width, g->height, g->cell, g->wrap, NULL);
    int32_t w = g->width, h = g->height;
    float lowest = INFINITY;
    int outlets = 0;
    for (int32_t i = 0; i < w * h; i++) {
        int32_t x = i % w, y = i / w;
        bool border = !closed && !g->wrap && (x == 0 || y == 0 || x == w - 1 || y == h - 1),
             out = border || (double)at(g, x, y) < sea;
        oro_row(&level, y)[x] = out ? (float)fmax((double)at(g, x, y), sea) : INFINITY;
        outlets += out;
        lowest = fminf(lowest, at(g, x, y));
    }
    for (int32_t i = 0; !outlets && i < w * h; i++)
        if (at(g, i % w, i / w) == lowest) oro_row(&level, i / w)[i % w] = lowest;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < w * h; i++) {
            int32_t x = i % w, y = i / w;
            float best = at(&level, x, y);
            for (int k = 0; k < 9; k++) {
                int32_t nx = x + k % 3 - 1, ny = y + k / 3 - 1;
                if (!g->wrap && (nx < 0 || ny < 0 || nx >= w || ny >= h)) continue;
                best = fminf(best, fmaxf(at(g, x, y), at(&level, folded(nx, w, g->wrap), folded(ny, h, g->wrap))));
            }
            changed |= best < at(&level, x, y);
            oro_row(&level, y)[x] = best;
        }
    }
    return level;
}

static void filling_is_the_lowest_that_drains(void **state) {
    (void)state;
    for (int i = 0; i < 8; i++) {
        bool wrap = i & 1, closed = i & 2, sea = i & 4;
        oro_grid land = map_of(37, 29, 1.0, wrap, rough);
        oro_grid wanted = filled_slowly(&land, sea ? 5.0 : -INFINITY, closed);
        oro_grid g = filtered("fill", &land, "closed", closed ? "on" : "off", "sea", sea ? "5" : "none", NULL);
        int deep = 0;
        for (int32_t k = 0; k < 37 * 29; k++) {
            float ground = at(&land, k % 37, k / 37);
            float want = sea && ground < 5.0f ? ground : at(&wanted, k % 37, k / 37);
            assert_float_equal(at(&g, k % 37, k / 37), want, 0);
            deep += want > ground;
        }
        assert_true(deep > 30);
        oro_grid again = filtered("fill", &g, "closed", closed ? "on" : "off", "sea", sea ? "5" : "none", NULL);
        assert_true(largest_difference(&g, &again) == 0.0);
        drop(&land), drop(&wanted), drop(&g), drop(&again);
    }
}

// --- following --------------------------------------------------------------------------------------------------------

typedef struct flows {
    oro_grid area, specific, wetness, order, catchments;
    double drained;
} flows;

static flows followed(const oro_grid *land, const char *sea, const char *channel) {
    flows f = {0};
    call c = begin("flow");
    wire(&c, "height", (oro_grid *)land);
    wire(&c, "result", &f.area);
    wire(&c, "specific", &f.specific);
    wire(&c, "wetness", &f.wetness);
    wire(&c, "order", &f.order);
    wire(&c, "catchments", &f.catchments);
    *(double **)oro_arg_at(row_of(&c, "drained"), c.args) = &f.drained;
    if (sea) set(&c, "sea", sea);
    if (channel) set(&c, "channel", channel);
    run(&c);
    return f;
}

static void forget(flows *f) {
    drop(&f->area), drop(&f->specific), drop(&f->wetness), drop(&f->order), drop(&f->catchments);
}

/// A hill without hollows or level places, in floats.
static double hill(double x, double y) {
    return 2000.0 - 0.9 * hypot(x - 31.3, 1.3 * (y - 22.7)) + 1.7 * sin(x * 0.21 + 0.4) * cos(y * 0.17) + 0.001 * x;
}

typedef struct place {
    float height;
    int32_t at;
} place;

static int higher_first(const void *a, const void *b) {
    const place *p = a, *q = b;
    return p->height > q->height ? -1 : p->height < q->height ? 1 : p->at - q->at;
}

/// Directions by angles, areas from the highest sample to the lowest.
static void areas_slowly(const oro_grid *g, double *area) {
    static const int turn[8][4] = {{1, 0, 1, 1},    {0, 1, 1, 1},    {0, 1, -1, 1},  {-1, 0, -1, 1},
                                   {-1, 0, -1, -1}, {0, -1, -1, -1}, {0, -1, 1, -1}, {1, 0, 1, -1}};
    int32_t w = g->width, h = g->height;
    place *order = calloc((size_t)(w * h), sizeof *order);
    for (int32_t i = 0; i < w * h; i++) order[i] = (place){at(g, i % w, i / w), i}, area[i] = 1.0;
    qsort(order, (size_t)(w * h), sizeof *order, higher_first);
    for (int32_t i = 0; i < w * h; i++) {
        int32_t x = order[i].at % w, y = order[i].at / w, to[2] = {-1, -1};
        double best = 0.0, share = 0.0;
        for (int k = 0; k < 8; k++) {
            int32_t x1 = x + turn[k][0], y1 = y + turn[k][1], x2 = x + turn[k][2], y2 = y + turn[k][3];
            bool on1 = x1 >= 0 && y1 >= 0 && x1 < w && y1 < h, on2 = x2 >= 0 && y2 >= 0 && x2 < w && y2 < h;
            double e0 = (double)at(g, x, y), e1 = on1 ? (double)at(g, x1, y1) : 0.0,
                   e2 = on2 ? (double)at(g, x2, y2) : 0.0, slope, angle;
            if (on1 && on2) {
                angle = atan2(e1 - e2, e0 - e1), slope = hypot(e1 - e2, e0 - e1);
                if (angle < 0.0) angle = 0.0, slope = e0 - e1;
                if (angle > atan(1.0)) angle = atan(1.0), slope = (e0 - e2) / sqrt(2.0);
            } else if (on1 || on2) {
                angle = on1 ? 0.0 : atan(1.0), slope = on1 ? e0 - e1 : (e0 - e2) / sqrt(2.0);
            } else {
                continue;
            }
            if (slope <= best * (1.0 + 1e-9)) continue;
            best = slope, share = tan(angle), to[0] = on1 ? y1 * w + x1 : -1, to[1] = on2 ? y2 * w + x2 : -1;
        }
        if (best > 0.0 && to[0] >= 0) area[to[0]] += (1.0 - share) * area[order[i].at];
        if (best > 0.0 && to[1] >= 0) area[to[1]] += share * area[order[i].at];
    }
    free(order);
}

static void areas_are_those_of_a_slow_version(void **state) {
    (void)state;
    oro_grid land = map_of(63, 47, 1.0, false, hill);
    flows f = followed(&land, NULL, NULL);
    double *area = calloc(63 * 47, sizeof *area);
    areas_slowly(&land, area);
    for (int32_t i = 0; i < 63 * 47; i++) // shares have 16 bits
        assert_near(at(&f.area, i % 63, i / 63), area[i], 2e-4 * area[i]);
    free(area);
    forget(&f);
    drop(&land);
}

static void all_water_leaves(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        oro_grid land = map_of(70, 55, 3.0, i % 2, i < 4 ? rough : hill);
        flows f = followed(&land, i & 2 ? "10" : NULL, "90");
        assert_near(f.drained, 70.0 * 55.0 * 9.0, 1e-6);
        for (int32_t k = 0; k < 70 * 55; k++) {
            assert_true(at(&f.area, k % 70, k / 70) >= 9.0f * 0.999999f);
            assert_true(at(&f.catchments, k % 70, k / 70) >= 0.0f && isfinite(at(&f.wetness, k % 70, k / 70)));
            if (at(&f.area, k % 70, k / 70) >= 90.0f) assert_true(at(&f.order, k % 70, k / 70) >= 1.0f);
        }
        forget(&f);
        drop(&land);
    }
    oro_grid one = map_of(1, 1, 5.0, false, hill);
    flows f = followed(&one, NULL, NULL);
    assert_near(f.drained, 25.0, 0.0);
    assert_near(at(&f.area, 0, 0), 25.0, 0.0);
    forget(&f);
    drop(&one);
}

static double plane_angle; ///< of the fall, from the east
static double plane(double x, double y) { return 5000.0 - x * cos(plane_angle) - y * sin(plane_angle); }

/// On a plane of any direction the specific area is the way up to the map's edge, exactly.
static void planes_drain_in_their_direction(void **state) {
    (void)state;
    for (int i = 0; i < 5; i++) {
        plane_angle = 0.19 * i;
        oro_grid land = map_of(60, 90, 2.0, false, plane);
        flows f = followed(&land, NULL, NULL);
        for (int32_t y = 55; y < 85; y++)
            for (int32_t x = 3; x < 35; x++) {
                double way = (x + 1) * 2.0 / cos(plane_angle);
                assert_near(at(&f.specific, x, y), way, 2e-3 * way); // heights in floats turn the direction a little
                assert_near(at(&f.wetness, x, y), log(way), 4e-3);   // the slope is 1
            }
        forget(&f);
        drop(&land);
    }
}

static double cone(double x, double y) { return 3000.0 - hypot(x - 300.3, y - 299.8); }

/// On a cone the specific area is half the way from the top, in every direction alike.
static void cones_drain_alike_to_all_sides(void **state) {
    (void)state;
    oro_grid land = map_of(301, 301, 2.0, false, cone);
    flows f = followed(&land, NULL, NULL);
    double sum[24] = {0}, count[24] = {0};
    for (int32_t y = 0; y < 301; y++)
        for (int32_t x = 0; x < 301; x++) {
            double dx = x * 2.0 - 300.3, dy = y * 2.0 - 299.8, r = hypot(dx, dy);
            if (r < 100 || r > 290) continue;
            int sector =
                (int)((atan2(dy, dx) / (2.0 * 3.14159265358979) + 1.0) * 24.0 + 0.5) % 24; // around n * 15 degrees
            sum[sector] += (double)at(&f.specific, x, y) / (0.5 * r), count[sector]++;
        }
    for (int i = 0; i < 24; i++)
        if (fabs(sum[i] / count[i] - 1.0) > 0.06)
            fail_msg("%g of the true area at %d degrees", sum[i] / count[i], 15 * i);
    forget(&f);
    drop(&land);
}

static double sink(double x, double y) { return x == 50.0 && y == 50.0 ? 0.0 : 10.0; }

/// Level ground around one outlet drains to it along straight lines: a sector of radius R sends (R² - r²) / 2r through a metre.
/// Distances over a grid bend lines a little, which is why a fifth is allowed.
static void level_ground_drains_straight_to_its_outlet(void **state) {
    (void)state;
    oro_grid land = map_of(101, 101, 1.0, true, sink);
    flows f = followed(&land, "5", NULL);
    double sum[16] = {0}, count[16] = {0};
    for (int32_t y = 0; y < 101; y++)
        for (int32_t x = 0; x < 101; x++) {
            double dx = x - 50, dy = y - 50, r = hypot(dx, dy), edge = 50.5 * r / fmax(fabs(dx), fabs(dy));
            if (r < 8 || r > 25) continue;
            int sector = (int)((atan2(dy, dx) / (2.0 * 3.14159265358979) + 1.0) * 16.0 + 0.5) % 16;
            sum[sector] += (double)at(&f.specific, x, y) / ((edge * edge - r * r) / (2.0 * r)), count[sector]++;
        }
    for (int i = 0; i < 16; i++)
        if (fabs(sum[i] / count[i] - 1.0) > 0.2)
            fail_msg("%g of the true area at %g degrees", sum[i] / count[i], 22.5 * i);
    assert_near(at(&f.area, 50, 50), 101.0 * 101.0, 1e-2);
    forget(&f);
    drop(&land);
}

/// Two valleys that join halfway down.
static double valleys(double x, double y) {
    double bend = y < 40.0 ? (40.0 - y) * 0.5 : 0.0, off = fmin(fabs(x - 30.0 - bend), fabs(x - 30.0 + bend));
    return 500.0 - y + 2.0 * off + 0.01 * x;
}

static void orders_grow_where_channels_meet(void **state) {
    (void)state;
    oro_grid land = map_of(61, 81, 1.0, false, valleys);
    flows f = followed(&land, NULL, "60");
    assert_near(at(&f.order, 40, 20), 1.0, 0.0);
    assert_near(at(&f.order, 20, 20), 1.0, 0.0);
    for (int32_t y = 46; y < 81; y++) assert_near(at(&f.order, 30, y), 2.0, 0.0);
    assert_near(at(&f.order, 30, 5), 0.0, 0.0); // the divide between them
    assert_true(at(&f.catchments, 40, 20) == at(&f.catchments, 30, 80) &&
                at(&f.catchments, 20, 20) == at(&f.catchments, 30, 80));
    forget(&f);
    drop(&land);
}

static double roof(double x, double y) { return 100.0 - fabs(x - 20.0) + 0.001 * y; }

static void catchments_end_at_divides(void **state) {
    (void)state;
    oro_grid land = map_of(41, 30, 1.0, false, roof);
    flows f = followed(&land, NULL, NULL);
    for (int32_t y = 0; y < 30; y++)
        for (int32_t n = 0; n < 30; n++)
            assert_true(at(&f.catchments, 5, y) != at(&f.catchments, 35, n) && at(&f.catchments, 5, y) >= 1.0f);
    forget(&f);
    drop(&land);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filling_is_the_lowest_that_drains),
        cmocka_unit_test(areas_are_those_of_a_slow_version),
        cmocka_unit_test(all_water_leaves),
        cmocka_unit_test(planes_drain_in_their_direction),
        cmocka_unit_test(cones_drain_alike_to_all_sides),
        cmocka_unit_test(orders_grow_where_channels_meet),
        cmocka_unit_test(catchments_end_at_divides),
        cmocka_unit_test(level_ground_drains_straight_to_its_outlet),
    };
    return cmocka_run_group_tests_name("flow", tests, call_setup, call_teardown);
}
