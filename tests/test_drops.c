// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of erosion by drops: nothing is gained or lost, slopes are those of the patch under the drop, the brush takes alike
// in every direction, tiles that run together cannot meet, and drops carve where a blur only softens.

#include "call.h"
#include "solve/drops.h"

#include <time.h>

static double dunes(double x, double y) {
    return 120.0 * sin(x / 170.0) * cos(y / 130.0) + 40.0 * sin(x / 41.0 + y / 57.0) +
           6.0 * sin(x / 9.0) * sin(y / 7.0);
}
/// In steps that a float can hold at 4000 m too.
static double low_steps(double x, double y) { return floor(dunes(x, y) * 1024.0) / 1024.0; }
static double high_steps(double x, double y) { return 4000.0 + low_steps(x, y); }
/// Wraps after 1024 m.
static double torus(double x, double y) {
    double k = 2.0 * 3.14159265358979 / 1024.0;
    return 100.0 * sin(k * x) * cos(k * 2.0 * y) + 30.0 * sin(k * (5.0 * x + 3.0 * y));
}

typedef struct outcome {
    oro_grid result, change;
    double moved, deposited, exported;
} outcome;

static outcome erode(const char *op, oro_grid *height, const char *const *values) {
    call c = begin(op);
    outcome o = {0};
    wire(&c, "height", height);
    wire(&c, "result", &o.result);
    wire(&c, "change", &o.change);
    *(double **)oro_arg_at(row_of(&c, "moved"), c.args) = &o.moved;
    *(double **)oro_arg_at(row_of(&c, "deposited"), c.args) = &o.deposited;
    *(double **)oro_arg_at(row_of(&c, "exported"), c.args) = &o.exported;
    for (; values && *values; values += 2) set(&c, values[0], values[1]);
    run(&c);
    return o;
}

static void forget(outcome *o) {
    drop(&o->result);
    drop(&o->change);
}

static double volume(const oro_grid *g) {
    double sum = 0.0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) sum += (double)at(g, x, y);
    return sum * g->cell * g->cell;
}

static const char *const both[] = {"droplets", "raindrops"};

static void nothing_is_lost(void **state) {
    (void)state;
    static const char *const several[] = {"grain", "16", "smoothing", "0.2", "talus", "35", NULL};
    for (int i = 0; i < 2; i++)
        for (int high = 0; high < 2; high++) {
            oro_grid land = map_of(193, 161, 4.0, false, high ? high_steps : dunes);
            outcome o = erode(both[i], &land, several);
            assert_true(o.moved > 1000.0);
            assert_true(fabs(o.moved - o.deposited - o.exported) < 1e-6 * o.moved);
            assert_true(fabs(volume(&o.change) + o.exported) < 1e-6 * o.moved);
            forget(&o);
            drop(&land);
        }
}

static void a_world_that_wraps_keeps_all(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        oro_grid land = map_of(256, 256, 4.0, true, torus);
        outcome o = erode(both[i], &land, NULL);
        assert_true(o.moved > 1000.0);
        assert_true(o.exported == 0.0);
        assert_true(fabs(volume(&o.change)) < 1e-6 * o.moved);
        forget(&o);
        drop(&land);
    }
}

static void height_above_the_sea_does_not_matter(void **state) {
    (void)state;
    static const char *const one_scale[] = {"grain", "4", NULL};
    oro_grid low = map_of(129, 129, 4.0, false, low_steps), high = map_of(129, 129, 4.0, false, high_steps);
    outcome a = erode("droplets", &low, one_scale), b = erode("droplets", &high, one_scale);
    assert_true(a.moved > 0.0);
    assert_true(largest_difference(&a.change, &b.change) == 0.0);
    forget(&a), forget(&b);
    drop(&low), drop(&high);
}

/// H = x y has the slope (y, x): the printed formula gives (x, y).
static void the_slope_is_that_of_the_patch(void **state) {
    (void)state;
    float base[64], change[64] = {0};
    for (int i = 0; i < 64; i++) base[i] = (float)(i % 8) * (float)(i / 8);
    drop_bed bed = {.width = 8, .height = 8, .stride = 8, .base = base, .change = change};
    drop_cell c = drop_look(&bed, 2.25f, 5.75f);
    float east, south;
    drop_slope(&c, &east, &south);
    assert_true(fabsf(east - 5.75f) < 1e-5f && fabsf(south - 2.25f) < 1e-5f);
    assert_true(fabsf(drop_height(&c) - 2.25f * 5.75f) < 1e-5f);
}

/// From a drop in the middle of a cell the brush takes the same in all four corners, and in all what it was told.
static void the_brush_is_centred_on_the_drop(void **state) {
    (void)state;
    enum { N = 40 };
    static float base[N * N], change[N * N];
    for (float radius = 1.0f; radius < 12.0f; radius += 1.7f)
        for (int edge = 0; edge < 2; edge++) {
            memset(change, 0, sizeof change);
            drop_bed bed = {.width = N, .height = N, .stride = N, .base = base, .change = change, .radius = radius};
            bed.wrap = edge == 1;
            drop_ledger ledger = {0};
            float middle = edge ? 0.5f : 19.5f, taken = drop_erode(&bed, middle, middle, 3.0f, &ledger);
            double sum = 0.0;
            for (int i = 0; i < N * N; i++) sum -= (double)change[i];
            assert_true(fabs(sum - 3.0) < 1e-4 && fabsf(taken - 3.0f) < 1e-4f);
            int a = edge ? 0 : 19, b = a + 1, far = edge ? N - 1 : 18;
            assert_true(fabsf(change[a * N + a] - change[b * N + b]) < 1e-6f);
            assert_true(fabsf(change[a * N + b] - change[b * N + a]) < 1e-6f);
            assert_true(fabsf(change[far * N + a] - change[(b + 1) * N + a]) < 1e-6f);
        }
}

/// Any two tiles of a colour are further apart than two drops can reach, also round a world that wraps.
static void tiles_of_a_colour_cannot_meet(void **state) {
    (void)state;
    for (int wrap = 0; wrap < 2; wrap++)
        for (int32_t samples = 2; samples < 2000; samples += 97) {
            int32_t reach = 45;
            drop_axis axis = drop_tiles(samples, wrap, -1234.5, 3.0, reach);
            assert_true(axis.count >= 1);
            for (int32_t a = 0; a < axis.count; a++)
                for (int32_t b = a + 2; b < axis.count; b += 2) {
                    float gap = (float)(b - a - 1) * axis.side, round = (float)samples - (float)(b - a + 1) * axis.side;
                    assert_true(gap >= 2.0f * (float)reach - 0.01f);
                    if (wrap) assert_true(round >= 2.0f * (float)reach - 0.01f);
                }
        }
}

static double rough_slope(double x, double y) {
    return 0.4 * y + 1.5 * sin(x * 0.31 + 1.7 * sin(y * 0.11)) * cos(y * 0.23 + sin(x * 0.07)) +
           3.0 * sin(x * 0.043) * sin(y * 0.031);
}

/// How far the land lies above or below its surroundings of 100 m: grows with valleys, shrinks with smoothing.
static double relief(const oro_grid *land) {
    oro_grid around = filtered("blur", land, "kind", "box", "radius", "50", NULL);
    double sum = 0.0;
    for (int32_t y = 16; y < land->height - 16; y++)
        for (int32_t x = 16; x < land->width - 16; x++) {
            double d = (double)at(land, x, y) - (double)at(&around, x, y);
            sum += d * d;
        }
    drop(&around);
    return sqrt(sum / ((land->width - 32.0) * (land->height - 32.0)));
}

static void drops_carve_and_a_blur_does_not(void **state) {
    (void)state;
    oro_grid land = map_of(257, 257, 4.0, false, rough_slope);
    oro_grid soft = filtered("blur", &land, "radius", "12", NULL);
    double before = relief(&land), blurred = relief(&soft);
    for (int i = 0; i < 2; i++) {
        outcome o = erode(both[i], &land, NULL);
        double carved = relief(&o.result);
        print_message("relief within 100 m: %.2f m before, %.2f m after %s, %.2f m after a blur\n", before, carved,
                      both[i], blurred);
        assert_true(carved > 1.3 * before && blurred < before);
        forget(&o);
    }
    drop(&land), drop(&soft);
}

static double flat(double x, double y) { return 0.0 * (x + y) + 12.0; }
static double spike(double x, double y) { return x == 64.0 && y == 64.0 ? 1e6 : 0.0; }

static void extremes_are_quick_and_finite(void **state) {
    (void)state;
    static const char *const hard[] = {"hardness", "1", NULL};
    for (int i = 0; i < 2; i++) {
        oro_grid plain = map_of(65, 65, 4.0, false, flat), peak = map_of(65, 65, 4.0, false, spike);
        oro_grid tiny = map_of(2, 2, 4.0, false, dunes), line = map_of(3, 1, 4.0, false, dunes);
        oro_grid land = map_of(65, 65, 4.0, false, dunes);
        outcome a = erode(both[i], &plain, NULL), b = erode(both[i], &peak, NULL), c = erode(both[i], &tiny, NULL);
        outcome d = erode(both[i], &line, NULL), e = erode(both[i], &land, hard);
        assert_true(a.moved == 0.0 && volume(&a.change) == 0.0);
        assert_int_equal(oro_grid_extremes(&b.result).not_finite, 0);
        // Resting moves material too: at most the whole spike.
        assert_true(fabs(volume(&b.change) + b.exported) < 1e-6 * (b.moved + 1e6 * 16.0));
        assert_int_equal(oro_grid_extremes(&c.result).not_finite, 0);
        assert_true(d.moved == 0.0);
        assert_true(e.moved == 0.0 && volume(&e.change) == 0.0);
        forget(&a), forget(&b), forget(&c), forget(&d), forget(&e);
        drop(&plain), drop(&peak), drop(&tiny), drop(&line), drop(&land);
    }
}

/// The same landscape from twice the samples: averages over 32 m move together.
static void resolution_refines(void **state) {
    (void)state;
    oro_grid coarse = map_of(257, 257, 8.0, false, dunes), fine = map_of(513, 513, 4.0, false, dunes);
    outcome a = erode("droplets", &coarse, NULL), b = erode("droplets", &fine, NULL);
    double sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0, n = 0;
    for (int32_t y = 0; y + 4 < 257; y += 4)
        for (int32_t x = 0; x + 4 < 257; x += 4) {
            double p = 0, q = 0;
            for (int32_t j = 0; j < 4; j++)
                for (int32_t i = 0; i < 4; i++) p += (double)at(&a.change, x + i, y + j) / 16.0;
            for (int32_t j = 0; j < 8; j++)
                for (int32_t i = 0; i < 8; i++) q += (double)at(&b.change, 2 * x + i, 2 * y + j) / 64.0;
            sa += p, sb += q, saa += p * p, sbb += q * q, sab += p * q, n += 1;
        }
    double r = (sab - sa * sb / n) / sqrt((saa - sa * sa / n) * (sbb - sb * sb / n));
    print_message("correlation of the change at 8 m and at 4 m, over 32 m: %.3f\n", r);
    assert_true(r > 0.95);
    forget(&a), forget(&b);
    drop(&coarse), drop(&fine);
}

typedef struct patience {
    int left;
} patience;

static bool runs_out(void *user, double fraction, const char *what) {
    (void)fraction, (void)what;
    struct timespec pause = {0, 40000000};
    nanosleep(&pause, NULL); // progress is told thirty times a second at most
    return --((patience *)user)->left > 0;
}

/// A run that is cut short and kept says how far it came, and that share gives the same bits again.
static void what_was_kept_can_be_made_again(void **state) {
    (void)state;
    oro_grid land = map_of(257, 257, 4.0, false, dunes), kept = {0}, again = {0};
    call c = begin("droplets");
    set(&c, "talus", "40");
    wire(&c, "height", &land);
    wire(&c, "result", &kept);
    oro_run_desc desc = {.progress = runs_out, .user = &(patience){3}, .keep_partial = true};
    assert_int_equal(oro_call(ctx, c.op, c.args, &desc), ORO_PARTIAL);
    float share = *(float *)oro_arg_at(row_of(&c, "share"), c.args);
    assert_true(share > 0.0f && share < 1.0f);
    wire(&c, "result", &again);
    run(&c);
    assert_true(largest_difference(&kept, &again) == 0.0);
    assert_true(largest_difference(&kept, &land) > 0.0);
    drop(&land), drop(&kept), drop(&again);
}

static double bowl(double x, double y) { return 0.002 * ((x - 256.0) * (x - 256.0) + (y - 256.0) * (y - 256.0)); }
static double tilted_trough(double x, double y) { return 0.3 * fabs(x - 256.0) - 0.1 * y + 200.0; }

static oro_grid traced(oro_grid *land, const char *what) {
    call c = begin("raindrops");
    oro_grid map = {0};
    wire(&c, "height", land);
    wire(&c, what, &map);
    set(&c, "drops", "0");
    set(&c, "trace_drops", "1");
    run(&c);
    return map;
}

static void tracing_finds_rivers_and_lakes(void **state) {
    (void)state;
    oro_grid trough = map_of(129, 129, 4.0, false, tilted_trough), pan = map_of(129, 129, 4.0, false, bowl);
    oro_grid passes = traced(&trough, "passes"), out = traced(&trough, "endings"), lake = traced(&pan, "endings");
    double river = 0.0, all = 0.0, centre = 0.0, ended = 0.0;
    for (int32_t y = 0; y < 129; y++)
        for (int32_t x = 0; x < 129; x++) {
            all += (double)at(&passes, x, y);
            if (abs(x - 64) <= 4) river += (double)at(&passes, x, y);
            ended += (double)at(&lake, x, y);
            if (hypot(x - 64, y - 64) < 24.0) centre += (double)at(&lake, x, y);
        }
    assert_true(fabs(all / (129.0 * 129.0) - 1.0) < 1e-3);
    assert_true(river > 0.5 * all);                          // a fourteenth of the map
    assert_true(volume(&out) / 16.0 < 0.02 * 129.0 * 129.0); // nearly all leave at the lower end
    assert_true(ended > 0.95 * 128.0 * 128.0 && centre > 0.95 * ended);
    drop(&trough), drop(&pan), drop(&passes), drop(&out), drop(&lake);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(a_world_that_wraps_keeps_all),
        cmocka_unit_test(height_above_the_sea_does_not_matter),
        cmocka_unit_test(the_slope_is_that_of_the_patch),
        cmocka_unit_test(the_brush_is_centred_on_the_drop),
        cmocka_unit_test(tiles_of_a_colour_cannot_meet),
        cmocka_unit_test(drops_carve_and_a_blur_does_not),
        cmocka_unit_test(extremes_are_quick_and_finite),
        cmocka_unit_test(resolution_refines),
        cmocka_unit_test(what_was_kept_can_be_made_again),
        cmocka_unit_test(tracing_finds_rivers_and_lakes),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
