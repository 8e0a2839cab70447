// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of erosion by drops: nothing is gained or lost, slopes are those of the patch under the drop, the brush takes alike
// in every direction, tiles that run together cannot meet, and drops carve where a blur only softens.

#include "call.h"
#include "render/flow.h"
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
    double moved, deposited, exported, halo;
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
    *(double **)oro_arg_at(row_of(&c, "halo"), c.args) = &o.halo;
    if (strcmp(op, "raindrops") == 0) set(&c, "trace_drops", "0");
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

static void stay(const void *self, const drop_bed *bed, drop_lanes *d) {
    (void)self, (void)bed;
    for (int i = 0; i < DROP_LANES; i++) d->ends[i] = 1;
}
static void carry_nothing(const void *self, drop_lanes *d) { (void)self, (void)d; }

/// H = x y has the slope (y, x): the printed formula gives (x, y).
static void the_slope_is_that_of_the_patch(void **state) {
    (void)state;
    float base[64], change[64] = {0};
    for (int i = 0; i < 64; i++) base[i] = 3.0f * (float)(i % 8) * (float)(i / 8);
    drop_bed bed = {.width = 8, .height = 8, .stride = 8, .base = base, .change = change, .radius = 1, .cell = 3.0f};
    drop_model model = {.steer = stay, .carry = carry_nothing, .lifetime = 10};
    drop_lanes lanes = {0};
    drop_ledger ledger = {0};
    drop_begin(&lanes, 5, 2, 5, 0.25f, 0.75f);
    drop_step(&bed, &model, &lanes, &ledger);
    assert_true(fabsf(lanes.east[5] - 5.75f) < 1e-5f && fabsf(lanes.south[5] - 2.25f) < 1e-5f);
    assert_false(lanes.alive[5]);
}

/// From a drop in the middle of a cell the brush takes the same in all four corners, and in all what it was told.
static void the_brush_is_centred_on_the_drop(void **state) {
    (void)state;
    enum { N = 40 };
    static float base[N * N], change[N * N];
    for (float radius = 0.8f; radius < 12.0f; radius += 0.7f)
        for (int edge = 0; edge < 2; edge++) {
            memset(change, 0, sizeof change);
            drop_bed bed = {N, N, N, .wrap = edge == 1, .base = base, .change = change, .radius = radius, .cell = 2.0f};
            int middle = edge ? 0 : 19;
            float taken = drop_erode(&bed, middle, middle, 0.5f, 0.5f, 3.0f);
            double sum = 0.0;
            for (int i = 0; i < N * N; i++) sum -= (double)change[i];
            assert_true(fabs(sum - 6.0) < 1e-4 && fabsf(taken - 3.0f) < 1e-4f); // cells of 2 m
            int a = edge ? 0 : 19, b = a + 1, far = edge ? N - 1 : 18;
            assert_true(fabsf(change[a * N + a] - change[b * N + b]) < 1e-6f);
            assert_true(fabsf(change[a * N + b] - change[b * N + a]) < 1e-6f);
            assert_true(fabsf(change[far * N + a] - change[(b + 1) * N + a]) < 1e-6f);
        }
}

/// What is laid on the outermost samples has left: kept and exported are all of it.
static void the_edge_never_changes(void **state) {
    (void)state;
    enum { N = 12 };
    for (int i = 0; i < N - 1; i++)
        for (int j = 0; j < N - 1; j++) {
            float base[N * N] = {0}, change[N * N] = {0};
            drop_bed bed = {N, N, N, .base = base, .change = change, .radius = 3.0f, .cell = 1.0f};
            drop_ledger ledger = {0};
            drop_deposit(&bed, i, j, 0.3f, 0.6f, 2.0f, &ledger);
            float taken = drop_erode(&bed, i, j, 0.3f, 0.6f, 1.0f);
            double sum = 0.0;
            for (int k = 0; k < N * N; k++) {
                bool outer = k % N == 0 || k / N == 0 || k % N == N - 1 || k / N == N - 1;
                if (outer) assert_true(change[k] == 0.0f);
                sum += (double)change[k];
            }
            assert_true(fabs(ledger.deposited + ledger.exported - 2.0) < 1e-6);
            assert_true(fabs(sum - ledger.deposited + (double)taken) < 1e-5);
        }
}

/// Any two tiles of a colour are further apart than two drops can reach, also round a world that wraps; together tiles
/// cover the map, once.
static void tiles_of_a_colour_cannot_meet(void **state) {
    (void)state;
    for (int wrap = 0; wrap < 2; wrap++)
        for (int32_t samples = 2; samples < 2000; samples += 97) {
            int32_t reach = 45;
            drop_axis axis = drop_tiles(samples, wrap, -1234.5, 3.0, reach, 0x9e3779b1U * (uint32_t)samples);
            assert_true(axis.count >= 1);
            if (!wrap) assert_true(tile_begin(&axis, axis.from) <= 0);
            assert_true(tile_begin(&axis, axis.from + axis.count) >= samples);
            for (int32_t a = axis.from; a < axis.from + axis.count; a++)
                for (int32_t b = a + 2; b < axis.from + axis.count; b += 2) {
                    int32_t gap = tile_begin(&axis, b) - tile_begin(&axis, a + 1);
                    int32_t round = samples - (tile_begin(&axis, b + 1) - tile_begin(&axis, a));
                    assert_true(gap >= 2 * reach);
                    if (wrap) assert_true(round >= 2 * reach);
                }
        }
}

/// A part of a map, cut out with its surroundings.
static oro_grid cut(const oro_grid *whole, int32_t x0, int32_t y0, int32_t width, int32_t height) {
    oro_grid part = {.width = width, .height = height, .cell = whole->cell};
    part.origin_x = oro_world_x(whole, x0);
    part.origin_y = oro_world_y(whole, y0);
    assert_int_equal(oro_grid_alloc(ctx, &part), ORO_OK);
    for (int32_t y = 0; y < height; y++)
        memcpy(oro_row(&part, y), oro_row(whole, y0 + y) + x0, (size_t)width * sizeof(float));
    return part;
}

/// A tile eroded with as much of its neighbours around it as the operator says gets the bits of the whole, where two scales
/// follow each other and where turns do; with a tenth of that it does not, or the test would show nothing.
static void a_tile_with_its_halo_gets_the_same_bits(void **state) {
    (void)state;
    static const char *const scales[] = {"grain", "8", "lifetime", "4",  "brush",  "1.5", "rest", "1",
                                         "drops", "1", "talus",    "35", "detail", "0.5", NULL};
    static const char *const turns[] = {"grain", "4",     "lifetime", "4",     "brush", "1.5", "rest",
                                        "0.3",   "drops", "1",        "talus", "35",    NULL};
    enum { WHOLE = 993, CORE = 64 };
    oro_grid whole = map_of(WHOLE, WHOLE, 4.0, false, dunes);
    for (int i = 0; i < 4; i++) {
        const char *op = both[i % 2], *const *near = i < 2 ? scales : turns;
        outcome all = erode(op, &whole, near);
        int32_t halo = ((int32_t)(all.halo / 4.0) + 2) / 2 * 2, first = (WHOLE - CORE) / 2 / 2 * 2;
        print_message("%s: a halo of %.0f m\n", op, all.halo);
        assert_true(halo < first);
        for (int part = 1; part <= 10; part *= 10) {
            int32_t around = halo / part / 2 * 2, differ = 0;
            oro_grid tile = cut(&whole, first - around, first - around, CORE + 2 * around, CORE + 2 * around);
            outcome one = erode(op, &tile, near);
            for (int32_t y = 0; y < CORE; y++)
                for (int32_t x = 0; x < CORE; x++)
                    differ += at(&one.result, around + x, around + y) != at(&all.result, first + x, first + y);
            print_message("  with 1/%d of it %d of %d samples differ\n", part, differ, CORE * CORE);
            assert_true(part == 1 ? differ == 0 : differ > 0);
            forget(&one);
            drop(&tile);
        }
        forget(&all);
    }
    drop(&whole);
}

/// The halo counts on chains of tiles, one of each colour in the order of a turn, to be three tiles long along one axis and
/// two along the other: every start and every step to a tile that touches the last one is tried.
static void a_chain_of_colours_is_short(void **state) {
    (void)state;
    for (int order = 0; order < 2; order++)
        for (int from = 0; from < 4; from++)
            for (int ways_on = 0; ways_on < 9 * 9 * 9; ways_on++) {
                int x = COLOUR_ORDER[order][from] & 1, y = COLOUR_ORDER[order][from] >> 1, at_colour = from,
                    code = ways_on;
                int x0 = x, y0 = y;
                for (int step = 0; step < 3; step++, code /= 9) {
                    int nx = x + code % 3 - 1, ny = y + code / 3 % 3 - 1, later = at_colour;
                    while (later < 4 && COLOUR_ORDER[order][later] != ((nx & 1) | (ny & 1) << 1)) later++;
                    if (later == 4) break; // its turn is over
                    x = nx, y = ny, at_colour = later;
                }
                assert_true(abs(x - x0) + 1 <= (order ? 2 : 3) && abs(y - y0) + 1 <= (order ? 3 : 2));
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
static double sea_floor(double x, double y) { return dunes(x, y) - 5000.0; }

/// An erosion that is finite and loses nothing; says what it moved.
static double sound(const char *op, int32_t width, int32_t height, double (*land)(double, double), const char *name,
                    const char *value) {
    const char *const values[] = {name, value, NULL};
    oro_grid map = map_of(width, height, 4.0, false, land);
    outcome o = erode(op, &map, name ? values : NULL);
    assert_int_equal(oro_grid_extremes(&o.result).not_finite, 0);
    assert_true(fabs(o.moved - o.deposited - o.exported) <= 1e-6 * o.moved);
    double rested = 0.0; // a rest moves material too, which the account of the drops does not count
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++) rested += 16.0 * fabs((double)at(&o.change, x, y));
    assert_true(fabs(volume(&o.change) + o.exported) <= 1e-6 * (o.moved + rested));
    double moved = o.moved;
    forget(&o);
    drop(&map);
    return moved;
}

static void extremes_are_quick_and_finite(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        const char *capacity = i ? "max_capacity" : "capacity";
        assert_true(sound(both[i], 65, 65, flat, NULL, NULL) == 0.0);
        assert_true(sound(both[i], 65, 65, spike, NULL, NULL) >= 0.0);
        assert_true(sound(both[i], 65, 65, sea_floor, NULL, NULL) > 0.0);
        assert_true(sound(both[i], 2, 2, dunes, NULL, NULL) == 0.0); // all of it is edge
        assert_true(sound(both[i], 3, 3, dunes, NULL, NULL) >= 0.0);
        assert_true(sound(both[i], 3, 1, dunes, NULL, NULL) == 0.0);
        assert_true(sound(both[i], 65, 65, dunes, "hardness", "0") > 0.0);
        assert_true(sound(both[i], 65, 65, dunes, "hardness", "1") == 0.0);
        assert_true(sound(both[i], 65, 65, dunes, capacity, "0") == 0.0);
        assert_true(sound(both[i], 65, 65, dunes, "drops", "0") == 0.0);
        assert_true(sound(both[i], 65, 65, dunes, "evaporation", "1") >= 0.0);
        assert_true(sound(both[i], 65, 65, dunes, "lifetime", "1") >= 0.0);
    }
}

/// One map of what tracing drops find on a land that stays as it is.
static oro_grid traced(oro_grid *land, const char *what) {
    call c = begin("raindrops");
    oro_grid map = {0};
    wire(&c, "height", land);
    wire(&c, what, &map);
    set(&c, "drops", "0");
    set(&c, "trace_drops", "4");
    run(&c);
    return map;
}

/// The square root of a map, smoothed over 40 m: what test_pipes compares too. The map is given away.
static oro_grid smoothed_root(oro_grid *map) {
    for (int32_t y = 0; y < map->height; y++)
        for (int32_t x = 0; x < map->width; x++) oro_row(map, y)[x] = sqrtf(oro_row(map, y)[x]);
    oro_grid smooth = filtered("blur", map, "radius", "40", NULL);
    drop(map);
    return smooth;
}

/// Where water runs on a land, by what is usual and knows nothing of drops: hollows filled, area shared among all lower
/// neighbours.
static oro_grid drainage(const oro_grid *land) {
    oro_flow flow;
    assert_int_equal(oro_flow_make(ctx, land, false, 0.0f, &flow), ORO_OK);
    oro_grid area = map_of(land->width, land->height, land->cell, false, NULL);
    for (int32_t y = 0; y < area.height; y++)
        memcpy(oro_row(&area, y), oro_row(&flow.spread, y), (size_t)area.width * sizeof(float));
    oro_flow_free(ctx, &flow);
    return smoothed_root(&area);
}

/// Where the operator's own tracing drops run.
static oro_grid ways(oro_grid *land) {
    oro_grid passes = traced(land, "passes");
    return smoothed_root(&passes);
}

/// Correlation of two maps of the same ground, the second with twice the samples; both are given away.
static double likeness(oro_grid coarse, oro_grid fine) {
    double n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (int32_t y = 0; y < coarse.height; y++)
        for (int32_t x = 0; x < coarse.width; x++) {
            double u = (double)at(&coarse, x, y), v = (double)at(&fine, 2 * x, 2 * y);
            n++, a += u, b += v, aa += u * u, bb += v * v, ab += u * v;
        }
    drop(&coarse), drop(&fine);
    return (n * ab - a * b) / sqrt((n * aa - a * a) * (n * bb - b * b));
}

/// The land whose resolutions test_pipes compares.
static oro_grid noise(int32_t side) {
    oro_grid world = {.width = side, .height = side, .cell = 2000.0 / (side - 1)};
    return generated("noise", world, "scale", "1000", "amplitude", "200", "octaves", "8", "gain", "0.5", "damping", "0",
                     "lowland", "0", "seed", "3", NULL);
}

/// The same landscape from twice the samples: change, drainage and the ways of tracing drops are alike. Before any drop fell
/// the two samplings of the land agree no better.
static void resolution_refines(void **state) {
    (void)state;
    oro_grid coarse = noise(513), fine = noise(1025);
    print_message("at 3.9 m and at 2 m, over 40 m: drainage correlates at %.3f, ways of tracing drops at %.3f\n",
                  likeness(drainage(&coarse), drainage(&fine)), likeness(ways(&coarse), ways(&fine)));
    for (int i = 0; i < 2; i++) {
        outcome a = erode(both[i], &coarse, NULL), b = erode(both[i], &fine, NULL);
        double flow = likeness(drainage(&a.result), drainage(&b.result)),
               way = likeness(ways(&a.result), ways(&b.result));
        oro_grid before = filtered("blur", &a.change, "radius", "16", NULL);
        oro_grid after = filtered("blur", &b.change, "radius", "16", NULL);
        double change = likeness(before, after);
        print_message("after %s: change correlates at %.3f, drainage at %.3f, ways at %.3f\n", both[i], change, flow,
                      way);
        assert_true(change > 0.98 && flow > 0.9 && way > 0.9);
        forget(&a), forget(&b);
    }
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
    for (int i = 0; i < 2; i++) {
        oro_grid land = map_of(257, 257, 4.0, false, dunes), kept = {0}, again = {0};
        call c = begin(both[i]);
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
}

static void a_cancelled_run_says_so(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        oro_grid land = map_of(257, 257, 4.0, false, dunes), result = {0};
        call c = begin(both[i]);
        wire(&c, "height", &land);
        wire(&c, "result", &result);
        oro_run_desc desc = {.progress = runs_out, .user = &(patience){2}};
        assert_int_equal(oro_call(ctx, c.op, c.args, &desc), ORO_CANCELLED);
        finish(&c);
        drop(&land), drop(&result);
    }
}

static double bowl(double x, double y) { return 0.002 * ((x - 256.0) * (x - 256.0) + (y - 256.0) * (y - 256.0)); }
static double tilted_trough(double x, double y) { return 0.3 * fabs(x - 256.0) - 0.1 * y + 200.0; }

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
        cmocka_unit_test(the_edge_never_changes),
        cmocka_unit_test(tiles_of_a_colour_cannot_meet),
        cmocka_unit_test(a_tile_with_its_halo_gets_the_same_bits),
        cmocka_unit_test(a_chain_of_colours_is_short),
        cmocka_unit_test(drops_carve_and_a_blur_does_not),
        cmocka_unit_test(extremes_are_quick_and_finite),
        cmocka_unit_test(resolution_refines),
        cmocka_unit_test(what_was_kept_can_be_made_again),
        cmocka_unit_test(a_cancelled_run_says_so),
        cmocka_unit_test(tracing_finds_rivers_and_lakes),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
