// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of what dresses the ground: shares that sum to one, the scheme of roads, cliffs and bands as its formula says, colours.

#include "call.h"

#include "orogen/io.h"
#include "orogen/render.h"
#include "orogen/scene.h"

enum { LAYERS = 8 };

typedef struct shares {
    oro_grid weight[LAYERS], classes, colour;
} shares;

/// Dresses a map; `preset` or `layers` may be NULL.
static shares dress(const oro_grid *height, const oro_grid *mask, const char *preset, const char *layers,
                    const char *radius) {
    shares s = {0};
    call c = begin("weights");
    if (preset) assert_int_equal(oro_args_preset(ctx, c.op, c.args, preset, "preset"), ORO_OK);
    if (layers) set(&c, "layers", layers);
    if (radius) set(&c, "radius", radius);
    wire(&c, "height", (oro_grid *)height);
    if (mask) wire(&c, "mask", (oro_grid *)mask);
    for (int k = 0; k < LAYERS; k++) {
        char name[32];
        snprintf(name, sizeof name, "weight_%d", k + 1);
        wire(&c, name, &s.weight[k]);
    }
    wire(&c, "classes", &s.classes);
    wire(&c, "colour", &s.colour);
    run(&c);
    return s;
}

static void undress(shares *s) {
    for (int k = 0; k < LAYERS; k++) drop(&s->weight[k]);
    drop(&s->classes);
    drop(&s->colour);
}

static double steep(double x, double y) { return 2.0 * hills(x, y) - 500.0; }
static double low(double x, double y) { return 1.3 * hills(0.5 * x, 0.5 * y) - 250.0; }
static double road(double x, double y) { return fmax(0.0, 1.0 - fabs(y - 0.3 * x - 400.0) / 60.0); }

/// Every share between 0 and 1, their sum one; eight sums of floats may round by a few units of 2^-24 each.
static void assert_shares(const shares *s, int32_t x, int32_t y) {
    double sum = 0;
    for (int k = 0; k < LAYERS; k++) {
        float w = at(&s->weight[k], x, y);
        if (!(w >= 0.0f && w <= 1.000001f)) fail_msg("layer %d has %g at %d, %d", k + 1, (double)w, x, y);
        sum += (double)w;
    }
    assert_near(sum, 1.0, 1e-6);
}

static void shares_sum_to_one(void **state) {
    (void)state;
    static const char *const presets[] = {"olsen", "mathisen", NULL};
    oro_grid land = map_of(701, 211, 4.0, false, steep), mask = map_of(701, 211, 4.0, false, road);
    oro_row(&land, 7)[600] = NAN; // rules know nothing of such a sample; it still belongs to somebody
    oro_row(&mask, 9)[3] = NAN;
    for (int i = 0; i < 3; i++) {
        shares s = dress(
            &land, &mask, presets[i],
            presets[i] ? NULL : "strength=0.3; strength=0.9 priority=2; strength=0.8 priority=2; heights=100..300",
            NULL);
        for (int32_t y = 0; y < land.height; y++)
            for (int32_t x = 0; x < land.width; x++) assert_shares(&s, x, y);
        undress(&s);
    }
    drop(&land);
    drop(&mask);
}

static double smooth(double lo, double hi, double v) {
    double t = fmin(fmax((v - lo) / (hi - lo), 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

/// T_r = mask, sigma of the slope, T_s = (1 - T_r) sigma, T_a = w_a (1 - T_r)(1 - sigma): in double, beside the operator.
static void mathisen_is_his_formula(void **state) {
    (void)state;
    oro_grid land = map_of(601, 513, 5.0, false, low), mask = map_of(601, 513, 5.0, false, road);
    shares s = dress(&land, &mask, "mathisen", NULL, NULL);
    int kinds[5] = {0};
    for (int32_t y = 1; y < land.height - 1; y++)
        for (int32_t x = 1; x < land.width - 1; x++) {
            double gx = ((double)at(&land, x + 1, y) - (double)at(&land, x - 1, y)) / 10.0;
            double gy = ((double)at(&land, x, y + 1) - (double)at(&land, x, y - 1)) / 10.0;
            double h = (double)at(&land, x, y), tr = (double)at(&mask, x, y);
            double sigma = smooth(30.0, 40.0, atan(sqrt(gx * gx + gy * gy)) * 57.29577951308232);
            double first = smooth(10.0, 40.0, h), second = smooth(585.0, 615.0, h);
            double bands[3] = {1.0 - first, first - second, second};
            for (int k = 0; k < 3; k++)
                assert_near(at(&s.weight[k], x, y), bands[k] * (1.0 - tr) * (1.0 - sigma), 2e-5);
            assert_near(at(&s.weight[3], x, y), (1.0 - tr) * sigma, 2e-5);
            assert_near(at(&s.weight[4], x, y), tr, 1e-6);
            kinds[(int)at(&s.classes, x, y) - 1]++;
        }
    for (int k = 0; k < 5; k++)
        if (kinds[k] < 50) fail_msg("the map has too little of layer %d to try anything", k + 1);
    undress(&s);
    drop(&land);
    drop(&mask);
}

static void classes_and_colours_follow_the_shares(void **state) {
    (void)state;
    static const int colours[7][3] = {{0x6f, 0x8f, 0x45}, {0xd9, 0xc5, 0x92}, {0x56, 0x70, 0x6b}, {0x8b, 0x6b, 0x47},
                                      {0xf1, 0xf4, 0xf7}, {0xa1, 0x97, 0x7f}, {0x6e, 0x68, 0x62}};
    oro_grid land = map_of(257, 257, 8.0, false, steep);
    shares s = dress(&land, NULL, "olsen", NULL, NULL);
    for (int32_t y = 0; y < land.height; y++)
        for (int32_t x = 0; x < land.width; x++) {
            int most = 0, number = (int)at(&s.colour, x, y);
            double rgb[3] = {0};
            for (int k = 0; k < 7; k++) {
                if (at(&s.weight[k], x, y) > at(&s.weight[most], x, y)) most = k;
                for (int c = 0; c < 3; c++) rgb[c] += (double)at(&s.weight[k], x, y) * colours[k][c];
            }
            assert_int_equal((int)at(&s.classes, x, y), most + 1);
            for (int c = 0; c < 3; c++) assert_near(number >> (16 - 8 * c) & 255, rgb[c], 0.501); // rounded once
        }
    undress(&s);
    drop(&land);
}

/// Relative height against a mean over the square by its definition.
static void relative_height_is_above_the_mean_around(void **state) {
    (void)state;
    oro_grid land = map_of(96, 80, 10.0, true, hills);
    shares s = dress(&land, NULL, NULL, "name=rest; relative=5..100000 relative_softness=0.01 priority=1", "45");
    for (int32_t y = 0; y < land.height; y++)
        for (int32_t x = 0; x < land.width; x++) {
            double sum = 0; // 4.5 samples to either side: four whole ones and the middle
            for (int32_t j = -4; j <= 4; j++)
                for (int32_t i = -4; i <= 4; i++)
                    sum += (double)at(&land, (x + i + land.width) % land.width, (y + j + land.height) % land.height);
            double relative = (double)at(&land, x, y) - sum / 81.0;
            if (fabs(relative - 5.0) > 0.02) assert_near(at(&s.weight[1], x, y), relative > 5.0, 1e-6);
        }
    undress(&s);
    drop(&land);
}

static void small_maps_are_fine(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {3, 1}, {1, 3}};
    for (int i = 0; i < 3; i++) {
        oro_grid land = map_of(sizes[i][0], sizes[i][1], 10.0, false, hills);
        shares s = dress(&land, NULL, "olsen", NULL, NULL);
        assert_shares(&s, 0, 0);
        undress(&s);
        drop(&land);
    }
}

static void refuses(const char *op, const char *input, const char *name, const char *text, const char *sentence) {
    oro_grid land = map_of(5, 5, 10.0, false, hills);
    call c = begin(op);
    set(&c, name, text);
    wire(&c, input, &land);
    assert_int_equal(oro_call(ctx, c.op, c.args, NULL), ORO_BAD_ARGUMENT);
    if (!strstr(oro_last_error(ctx)->sentence, sentence)) fail_msg("%s", oro_last_error(ctx)->sentence);
    finish(&c);
    drop(&land);
}

static void says_what_cannot_be(void **state) {
    (void)state;
    refuses("weights", "height", "layers", "", "there must be 1 to 8 layers, not 0");
    refuses("weights", "height", "layers", "name=a;name=a;name=a;name=a;name=a;name=a;name=a;name=a;name=a",
            "1 to 8 layers, not 9");
    refuses("tint", "map", "stops", "", "stops, not 0");
    refuses("tint", "map", "stops", "at=1; at=1", "stop 2 at 1 must lie above");
}

// --- tint -------------------------------------------------------------------------------------------------------------

static double ramp(double x, double y) { return x + 0.0 * y; }

static oro_grid tinted(const oro_grid *map, const char *stops, const char *light) {
    oro_grid out = {0};
    call c = begin("tint");
    set(&c, "stops", stops);
    set(&c, "light", light);
    wire(&c, "map", (oro_grid *)map);
    wire(&c, "colour", &out);
    run(&c);
    return out;
}

static void stops_are_met(void **state) {
    (void)state;
    oro_grid map = map_of(1001, 2, 1.0, false, ramp);
    oro_grid out = tinted(&map, "at=100 colour=#102030; at=500 colour=#ff8000; at=900 colour=#000000", "0");
    for (int32_t x = 0; x <= 1000; x++) {
        double t = fmin(fmax((x - 100) / 400.0, 0.0), 2.0);
        double red = t < 1.0 ? 0x10 + (0xff - 0x10) * t : 0xff * (2.0 - t);
        // The table has 1024 entries over 800 m, and red changes by 0.64 a metre: half an entry and the rounding.
        assert_near((int)at(&out, x, 1) >> 16, red, 0.75);
    }
    assert_int_equal((int)at(&out, 50, 0), 0x102030);
    assert_int_equal((int)at(&out, 1000, 0), 0);
    drop(&out);
    drop(&map);
}

static double bowl(double x, double y) { return 0.01 * ((x - 50.0) * (x - 50.0) + (y - 50.0) * (y - 50.0)); }

static void light_comes_from_the_north_west(void **state) {
    (void)state;
    oro_grid map = map_of(101, 101, 1.0, false, bowl), out = tinted(&map, "at=0 colour=#646464", "1");
    assert_int_equal((int)at(&out, 50, 50) & 255, 0x64);
    assert_true(((int)at(&out, 80, 80) & 255) > 0x64 + 20); // rises to the south-east: faces the light
    assert_true(((int)at(&out, 20, 20) & 255) < 0x64 - 20);
    assert_near((int)at(&out, 80, 20) & 255, 0x64, 1.0); // across it
    drop(&out);
    drop(&map);
}

/// The style colours shows every number as the colour it is, white and the missing included.
static void colours_are_drawn_as_they_are(void **state) {
    (void)state;
    static const int numbers[4] = {0xffffff, 0x102030, 0, 0xfffffe};
    oro_grid map = map_of(4, 2, 1.0, false, ramp);
    oro_image image;
    for (int32_t x = 0; x < 4; x++) oro_row(&map, 0)[x] = (float)numbers[x];
    oro_row(&map, 1)[0] = NAN;
    assert_int_equal(oro_render_map(ctx, &map, &(oro_map_desc){.style = "colours"}, &image), ORO_OK);
    for (int32_t x = 0; x < 4; x++)
        for (int c = 0; c < 3; c++) assert_int_equal(image.data[3 * x + c], numbers[x] >> (16 - 8 * c) & 255);
    assert_int_equal(image.data[3 * 4], 0xb4); // the grey of what is missing
    oro_image_free(ctx, &image);
    drop(&map);
}

/// Mean difference of neighbours across the seams, over that inside the map; of green.
static double seam(const oro_grid *g) {
    double across = 0, inside = 0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            int here = (int)at(g, x, y) >> 8 & 255;
            int east = (int)at(g, (x + 1) % g->width, y) >> 8 & 255;
            int south = (int)at(g, x, (y + 1) % g->height) >> 8 & 255;
            *(x + 1 < g->width ? &inside : &across) += abs(east - here);
            *(y + 1 < g->height ? &inside : &across) += abs(south - here);
        }
    double seams = g->width + g->height, all = 2.0 * g->width * g->height;
    return across / seams / (inside / (all - seams));
}

/// Opposite edges of every texture continue each other; without the wrap they do not, so the measure can tell.
static void textures_tile(void **state) {
    (void)state;
    oro_context *own = oro_create(&(oro_context_desc){.threads = 2}, NULL); // its cache goes with it
    assert_non_null(own);
    static const char *const names[] = {"grass", "sand", "seabed", "earth", "gravel", "rock", "snow"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[256];
        double ratio[2];
        snprintf(path, sizeof path, SOURCE_DIR "/examples/scenes/textures/%s.oro.json", names[i]);
        oro_scene *scene = oro_scene_load(own, path);
        if (!scene) fail_msg("%s", oro_last_error(own)->sentence);
        for (int wrap = 0; wrap < 2; wrap++) {
            oro_world world = oro_scene_world(scene);
            world.wrap = wrap;
            assert_int_equal(oro_scene_set_world(scene, &world), ORO_OK);
            assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "texture", .detail = 256}), ORO_OK);
            ratio[wrap] = seam(oro_scene_grid(scene, "texture"));
        }
        // Over a seam of 512 pairs the mean scatters by a few hundredths.
        if (!(ratio[1] < 1.2 && ratio[0] > 1.4))
            fail_msg("%s: %.3f with the wrap, %.3f without", names[i], ratio[1], ratio[0]);
        oro_scene_destroy(scene);
    }
    oro_destroy(own);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_sum_to_one),
        cmocka_unit_test(mathisen_is_his_formula),
        cmocka_unit_test(classes_and_colours_follow_the_shares),
        cmocka_unit_test(relative_height_is_above_the_mean_around),
        cmocka_unit_test(small_maps_are_fine),
        cmocka_unit_test(says_what_cannot_be),
        cmocka_unit_test(stops_are_met),
        cmocka_unit_test(light_comes_from_the_north_west),
        cmocka_unit_test(colours_are_drawn_as_they_are),
        cmocka_unit_test(textures_tile),
    };
    return cmocka_run_group_tests(tests, call_setup, call_teardown);
}
