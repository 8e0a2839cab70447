// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What land that water carved must not show: the grid it was carved on, planes, trenches that run in from its edges, another
// change on a finer map. Valley lines are found by the Hessian at a scale of two samples, which knows nothing of water or of
// neighbours, and their directions are taken modulo 90 degrees: evenly spread, 16.7 % lie within any 15 degrees.

#include "call.h"

/// Eroded land. `c` has its arguments.
static oro_grid eroded(call *c, const oro_grid *land) {
    oro_grid out = {0};
    wire(c, "height", (oro_grid *)land), wire(c, "result", &out);
    run(c);
    return out;
}

static call preset(const char *name) {
    call c = begin("pipes");
    assert_int_equal(oro_args_preset(ctx, c.op, c.args, name, "preset"), ORO_OK);
    return c;
}

// --- directions -------------------------------------------------------------------------------------------------------

enum { REACH = 8, MARGIN = 12 }; // four and six times the scale, samples

static int32_t mirrored(int32_t i, int32_t count) { return i < 0 ? -1 - i : i >= count ? 2 * count - 1 - i : i; }

/// Derivatives of a Gaussian with a scale of two samples, of order 0, 1 or 2, along x, then y.
static void derive(const oro_grid *g, int along_x, int along_y, double *to) {
    double kernel[3][2 * REACH + 1], sum = 0.0;
    for (int t = -REACH; t <= REACH; t++) sum += kernel[0][t + REACH] = exp(-t * t / 8.0);
    for (int t = -REACH; t <= REACH; t++) {
        kernel[0][t + REACH] /= sum;
        kernel[1][t + REACH] = -t / 4.0 * kernel[0][t + REACH];
        kernel[2][t + REACH] = (t * t / 16.0 - 0.25) * kernel[0][t + REACH];
    }
    double *between = calloc((size_t)g->width * (size_t)g->height, sizeof *between);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            for (int t = -REACH; t <= REACH; t++)
                between[y * g->width + x] += kernel[along_x][t + REACH] * (double)at(g, mirrored(x - t, g->width), y);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            double v = 0.0;
            for (int t = -REACH; t <= REACH; t++)
                v += kernel[along_y][t + REACH] * between[mirrored(y - t, g->height) * g->width + x];
            to[y * g->width + x] = v;
        }
    free(between);
}

typedef struct directions {
    double axis, diagonal,
        peak;    ///< per cent of valley lines within 7.5 degrees of the axes, of the diagonals, of any direction
    double mean; ///< degrees across them, modulo 90
} directions;

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double within(const double *bins, int32_t middle) {
    double sum = 0.0;
    for (int32_t i = middle - 7; i <= middle + 7; i++) sum += bins[(i + 90) % 90];
    return sum;
}

static directions directions_of(const oro_grid *g) {
    size_t all = (size_t)g->width * (size_t)g->height, count = 0;
    double *xx = malloc(4 * all * sizeof *xx), *yy = xx + all, *xy = yy + all, *sorted = xy + all;
    derive(g, 2, 0, xx), derive(g, 0, 2, yy), derive(g, 1, 1, xy);
    double bins[90] = {0}, sum = 0.0, threshold = 0.0;
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t y = MARGIN; y < g->height - MARGIN; y++)
            for (int32_t x = MARGIN; x < g->width - MARGIN; x++) {
                int32_t i = y * g->width + x;
                double mean = 0.5 * (xx[i] + yy[i]), bend = hypot(0.5 * (xx[i] - yy[i]), xy[i]), most = mean + bend;
                if (pass == 0) sorted[count++] = most;
                if (pass == 0 || most <= threshold || fabs(mean - bend) >= 0.5 * most) continue;
                double degrees = 0.5 * atan2(2.0 * xy[i], xx[i] - yy[i]) * 57.29577951308232;
                bins[(int32_t)floor(degrees + 180.0) % 90] += most;
                sum += most;
            }
        if (pass == 1) break;
        qsort(sorted, count, sizeof *sorted, compare);
        threshold = sorted[count * 9 / 10];
    }
    free(xx);
    for (int i = 0; i < 90; i++) bins[i] *= 100.0 / sum;
    directions d = {.axis = within(bins, 0), .diagonal = within(bins, 45)};
    double sine = 0.0, cosine = 0.0;
    for (int32_t i = 0; i < 90; i++) {
        d.peak = fmax(d.peak, within(bins, i));
        sine += bins[i] * sin((i + 0.5) / 14.3239448782706), cosine += bins[i] * cos((i + 0.5) / 14.3239448782706);
    }
    d.mean = fmod(14.3239448782706 * atan2(sine, cosine) + 90.0, 90.0);
    return d;
}

static directions said(const char *what, const oro_grid *g) {
    directions d = directions_of(g);
    print_message(
        "%s: %.1f %% of valleys along the axes, %.1f %% along diagonals, at most %.1f %%; mean %.0f degrees\n", what,
        d.axis, d.diagonal, d.peak, d.mean);
    return d;
}

/// Share of the samples steeper than 20 degrees whose 7 x 7 patch departs from its best plane by less than 2 % of a cell, %.
static double planar(const oro_grid *g) {
    double plane = 0.0, steep = 0.0;
    for (int32_t y = 3; y < g->height - 3; y++)
        for (int32_t x = 3; x < g->width - 3; x++) {
            double dx = (double)(at(g, x + 1, y) - at(g, x - 1, y)) / (2.0 * g->cell);
            double dy = (double)(at(g, x, y + 1) - at(g, x, y - 1)) / (2.0 * g->cell);
            if (dx * dx + dy * dy < 0.36397 * 0.36397) continue;
            double s = 0.0, sx = 0.0, sy = 0.0, ss = 0.0, middle = (double)at(g, x, y);
            for (int32_t v = -3; v <= 3; v++)
                for (int32_t u = -3; u <= 3; u++) {
                    double z = (double)at(g, x + u, y + v) - middle;
                    s += z, sx += u * z, sy += v * z, ss += z * z;
                }
            double left = ss - s * s / 49.0 - (sx * sx + sy * sy) / 196.0; // 196: sum of u^2 over the patch
            steep++;
            plane += sqrt(fmax(left, 0.0) / 49.0) < 0.02 * g->cell;
        }
    return steep > 0.0 ? 100.0 * plane / steep : 0.0;
}

// --- tests ------------------------------------------------------------------------------------------------------------

/// The land of the scene erosion/noise.
static oro_grid noise_land(int32_t side) {
    oro_grid world = {.width = side, .height = side, .cell = 2000.0 / (side - 1)};
    return generated("noise", world, "scale", "1000", "amplitude", "200", "base", "200", "octaves", "8", "gain", "0.5",
                     "damping", "0", "lowland", "0", "seed", "3", NULL);
}

static oro_grid eroded_noise(int32_t side) {
    oro_grid land = noise_land(side);
    call c = preset("alpine");
    set(&c, "depth", "160");
    oro_grid out = eroded(&c, &land);
    drop(&land);
    return out;
}

static void valleys_do_not_know_the_grid(void **state) {
    (void)state;
    oro_grid out = eroded_noise(513);
    directions d = said("noise", &out);
    assert_true(d.axis <= 22.0 && d.diagonal <= 23.0 && d.peak <= 23.0);
    double planes = planar(&out);
    print_message("%.3f %% of steep ground is plane\n", planes);
    assert_true(planes <= 0.05);
    drop(&out);
}

/// Few gullies run down a cone, so the mean of three.
static void a_round_cone_stays_round(void **state) {
    (void)state;
    static const char *const seeds[] = {"5", "6", "7"};
    oro_grid world = {.width = 385, .height = 385, .cell = 2000.0 / 384};
    directions mean = {0};
    for (int i = 0; i < 3; i++) {
        oro_grid land = generated("noise", world, "scale", "300", "amplitude", "9", "base", "0", "octaves", "8", "gain",
                                  "0.5", "damping", "0", "lowland", "0", "seed", seeds[i], NULL);
        for (int32_t y = 0; y < world.height; y++)
            for (int32_t x = 0; x < world.width; x++)
                oro_row(&land, y)[x] += (float)(360.0 * fmax(1.0 - hypot(x - 192, y - 192) * world.cell / 850.0, 0.0));
        call c = preset("alpine");
        set(&c, "depth", "60");
        oro_grid out = eroded(&c, &land);
        directions d = said("cone", &out);
        mean.axis += d.axis / 3.0, mean.diagonal += d.diagonal / 3.0;
        drop(&land), drop(&out);
    }
    assert_true(mean.axis <= 21.0 && mean.diagonal <= 23.0);
}

/// Noise whose forms are twice as long along one direction, which turns with the land.
static void valleys_turn_with_the_land(void **state) {
    (void)state;
    static const char *const angles[] = {"10", "32.5", "55"};
    directions d[3];
    for (int i = 0; i < 3; i++) {
        oro_grid world = {.width = 385, .height = 385, .cell = 2000.0 / 384};
        oro_grid land =
            generated("noise", world, "scale", "700", "amplitude", "150", "octaves", "8", "gain", "0.5", "damping", "0",
                      "lowland", "0", "seed", "7", "stretch", "2.5", "angle", angles[i], NULL);
        call c = preset("alpine");
        oro_grid out = eroded(&c, &land);
        d[i] = said(angles[i], &out);
        drop(&land), drop(&out);
    }
    for (int i = 1; i < 3; i++) {
        // Counter-clockwise on the map, where y goes down: the direction across falls by as much.
        double turned = fmod(d[i].mean - d[0].mean + 22.5 * i + 270.0, 90.0);
        assert_true(turned <= 10.0 || turned >= 80.0);
    }
}

/// A plain that falls 1 in 100 to the south with a breath of noise. Formerly trenches ran in from its lower edge.
static void no_trenches_run_in_from_the_edge(void **state) {
    (void)state;
    oro_grid world = {.width = 257, .height = 257, .cell = 8.0};
    oro_grid land = generated("noise", world, "scale", "300", "amplitude", "1", "base", "0", "octaves", "6", NULL);
    for (int32_t y = 0; y < 257; y++)
        for (int32_t x = 0; x < 257; x++) oro_row(&land, y)[x] += 30.0f - 0.08f * (float)y;
    call c = preset("fans");
    oro_grid out = eroded(&c, &land);
    double edge = 0.0, inside = 0.0;
    for (int32_t x = 40; x < 217; x++) {
        edge = fmax(edge, (double)(at(&land, x, 254) - at(&out, x, 254)));
        inside = fmax(inside, (double)(at(&land, x, 200) - at(&out, x, 200)));
    }
    print_message("deepest cut 16 m from the edge %.2f m, 450 m from it %.2f m\n", edge, inside);
    assert_true(edge < 1.5 * inside + 0.5);
    drop(&land), drop(&out);
}

/// The change of 513 and 1025 samples, both averaged over 16 m.
static void a_finer_map_is_carved_alike(void **state) {
    (void)state;
    oro_grid change[2];
    for (int i = 0; i < 2; i++) {
        oro_grid land = noise_land(i ? 1025 : 513), out = eroded_noise(i ? 1025 : 513);
        for (int32_t y = 0; y < land.height; y++)
            for (int32_t x = 0; x < land.width; x++) oro_row(&out, y)[x] -= at(&land, x, y);
        change[i] = filtered("blur", &out, "radius", "16", NULL);
        drop(&land), drop(&out);
    }
    double n = 0, a = 0, b = 0, aa = 0, bb = 0, ab = 0;
    for (int32_t y = 0; y < 513; y++)
        for (int32_t x = 0; x < 513; x++) {
            double u = (double)at(&change[0], x, y), v = (double)at(&change[1], 2 * x, 2 * y);
            n++, a += u, b += v, aa += u * u, bb += v * v, ab += u * v;
        }
    double same = (n * ab - a * b) / sqrt((n * aa - a * a) * (n * bb - b * b));
    print_message("change at 513 and 1025 samples: correlation %.4f\n", same);
    assert_true(same >= 0.98);
    drop(&change[0]), drop(&change[1]);
}

/// What a context noted last, and how often it did.
typedef struct noted {
    char where[32];
    int count;
} noted;

static void note(void *user, const char *where, const char *sentence) {
    noted *n = user;
    (void)sentence;
    snprintf(n->where, sizeof n->where, "%s", where);
    n->count++;
}

/// Levels named in metres are the same ground on every map, and a run that has no step for a map says so.
static void a_run_that_does_nothing_says_so(void **state) {
    (void)state;
    static const struct {
        const char *name, *value, *about;
    } cases[] = {{"strength", "1", "cascade"}, {"strength", "0", "strength"}, {"duration", "0", "duration"}};
    noted notes = {.count = 0};
    oro_context *shared = ctx;
    ctx = oro_create(&(oro_context_desc){.threads = 2, .log = note, .log_user = &notes}, NULL);
    oro_grid world = {.width = 65, .height = 65, .cell = 16.0};
    oro_grid land = generated("noise", world, "scale", "300", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        call c = preset("mathisen-fantasy");
        set(&c, cases[i].name, cases[i].value);
        oro_grid out = eroded(&c, &land);
        assert_true(largest_difference(&out, &land) == 0.0);
        assert_int_equal(notes.count, i + 1);
        assert_string_equal(notes.where, cases[i].about);
        drop(&out);
    }
    drop(&land);
    world.cell = 4.0; // the preset's own
    land = generated("noise", world, "scale", "100", NULL);
    call c = preset("mathisen-fantasy");
    oro_grid out = eroded(&c, &land);
    assert_true(largest_difference(&out, &land) > 0.01);
    drop(&land), drop(&out);
    oro_destroy(ctx);
    ctx = shared;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valleys_do_not_know_the_grid), cmocka_unit_test(a_round_cone_stays_round),
        cmocka_unit_test(valleys_turn_with_the_land),   cmocka_unit_test(no_trenches_run_in_from_the_edge),
        cmocka_unit_test(a_finer_map_is_carved_alike),  cmocka_unit_test(a_run_that_does_nothing_says_so),
    };
    return cmocka_run_group_tests_name("pipes on land", tests, call_setup, call_teardown);
}
