// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the core: threads, memory, hashes, words, curves, grids, random numbers.

#include "core/cell.h"
#include "core/context.h"
#include "core/curve.h"
#include "core/hash.h"
#include "core/pool.h"
#include "core/text.h"
#include "op/run.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static oro_context *make(int threads) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = threads}, NULL);
    assert_non_null(ctx);
    return ctx;
}

/// Ends a test: whatever it took from the context must be back.
static void end(oro_context *ctx) {
    assert_int_equal(oro_bytes_in_use(ctx), 0);
    oro_destroy(ctx);
}

/// A running generator for the tests' own choices, unrelated to the library's.
static uint64_t next_random(uint64_t *state) {
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return *state >> 16 ^ *state << 29;
}

static double random_unit(uint64_t *state) {
    return (double)(next_random(state) >> 11 & 0xfffffffffULL) / 68719476736.0;
}

// --- threads ----------------------------------------------------------------------------------------------------------

enum { MOST_BLOCKS = 5000 };

typedef struct tally {
    oro_context *ctx;
    atomic_int runs[MOST_BLOCKS];
    int cancel_at; ///< block that cancels the context; -1: none
    int last_done, stop_at;
} tally;

static void count_block(void *user, int block) {
    tally *t = user;
    atomic_fetch_add(&t->runs[block], 1);
    if (block == t->cancel_at) oro_cancel(t->ctx);
}

static int blocks_run(tally *t, int blocks) {
    int sum = 0;
    for (int i = 0; i < blocks; i++) {
        assert_in_range(atomic_load(&t->runs[i]), 0, 1);
        sum += atomic_load(&t->runs[i]);
    }
    return sum;
}

static void every_block_runs_once(void **state) {
    (void)state;
    const int threads[] = {1, 2, 7, 16}, blocks[] = {0, 1, 2, 3, 97, MOST_BLOCKS};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        oro_context *ctx = make(threads[i]);
        assert_int_equal(oro_thread_count(ctx), threads[i]);
        for (size_t k = 0; k < sizeof blocks / sizeof *blocks; k++) {
            tally t = {.ctx = ctx, .cancel_at = -1};
            assert_int_equal(oro_parallel(ctx, blocks[k], count_block, &t), ORO_OK);
            assert_int_equal(blocks_run(&t, blocks[k]), blocks[k]);
        }
        end(ctx);
    }
}

static void many_short_jobs_do_not_hang(void **state) {
    (void)state;
    oro_context *ctx = make(7);
    for (int i = 0; i < 20000; i++) {
        tally t = {.ctx = ctx, .cancel_at = -1};
        assert_int_equal(oro_parallel(ctx, 3, count_block, &t), ORO_OK);
        assert_int_equal(blocks_run(&t, 3), 3);
    }
    end(ctx);
}

static void cancelling_stops_and_is_forgotten(void **state) {
    (void)state;
    const int threads[] = {1, 2, 7};
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        oro_context *ctx = make(threads[i]);
        tally t = {.ctx = ctx, .cancel_at = 10};
        assert_int_equal(oro_parallel(ctx, MOST_BLOCKS, count_block, &t), ORO_CANCELLED);
        assert_int_equal(oro_last_error(ctx)->status, ORO_CANCELLED);
        assert_true(blocks_run(&t, MOST_BLOCKS) < MOST_BLOCKS);
        oro_begin(ctx);
        tally again = {.ctx = ctx, .cancel_at = -1};
        assert_int_equal(oro_parallel(ctx, MOST_BLOCKS, count_block, &again), ORO_OK);
        assert_int_equal(blocks_run(&again, MOST_BLOCKS), MOST_BLOCKS);
        end(ctx);
    }
}

static bool watch(void *user, int done, int blocks) {
    tally *t = user;
    assert_true(done > t->last_done && done <= blocks);
    t->last_done = done;
    return done < t->stop_at;
}

static void progress_rises_and_may_stop(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    tally t = {.ctx = ctx, .cancel_at = -1, .stop_at = MOST_BLOCKS + 1};
    assert_int_equal(oro_parallel_tick(ctx, MOST_BLOCKS, count_block, &t, watch, &t), ORO_OK);
    end(ctx);
    // Alone, since only the calling thread watches: another might finish such short blocks before it looks.
    ctx = make(1);
    tally stopped = {.ctx = ctx, .cancel_at = -1, .stop_at = 5};
    assert_int_equal(oro_parallel_tick(ctx, MOST_BLOCKS, count_block, &stopped, watch, &stopped), ORO_CANCELLED);
    assert_int_equal(blocks_run(&stopped, MOST_BLOCKS), 5);
    end(ctx);
}

// --- contexts and memory ----------------------------------------------------------------------------------------------

static void contexts_refuse_what_cannot_be(void **state) {
    (void)state;
    oro_error error;
    assert_null(oro_create(&(oro_context_desc){.cpu = "mmx"}, &error));
    assert_int_equal(error.status, ORO_BAD_ARGUMENT);
    assert_non_null(strstr(error.sentence, "mmx"));
    assert_non_null(strstr(error.sentence, "baseline"));
    assert_string_equal(error.where, "--cpu");
    const int bad[] = {-1, 65, 100000};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(oro_create(&(oro_context_desc){.threads = bad[i]}, &error));
        assert_int_equal(error.status, ORO_BAD_ARGUMENT);
        assert_string_equal(error.where, "--threads");
    }
    assert_null(oro_create(&(oro_context_desc){.threads = -1}, NULL));
    oro_destroy(NULL);
}

static void every_level_of_the_machine_can_be_had(void **state) {
    (void)state;
    const char *const *levels = oro_cpu_levels();
    int count = 0;
    for (; levels[count]; count++) {
        oro_context *ctx = oro_create(&(oro_context_desc){.cpu = levels[count], .threads = 1}, NULL);
        assert_non_null(ctx);
        assert_string_equal(oro_cpu_level(ctx), levels[count]);
        end(ctx);
    }
    assert_true(count > 0);
    assert_string_equal(levels[count - 1], "baseline");
    oro_context *best = make(1);
    assert_string_equal(oro_cpu_level(best), levels[0]);
    end(best);
}

static void errors_are_one_line_with_a_place(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    assert_int_equal(oro_fail(ctx, ORO_BAD_INPUT, "args/talus", "two\nlines of %d", 5), ORO_BAD_INPUT);
    assert_string_equal(oro_last_error(ctx)->sentence, "two lines of 5");
    oro_prefix_where(ctx, "nodes/3");
    oro_prefix_where(ctx, "a.oro.json");
    assert_string_equal(oro_last_error(ctx)->where, "a.oro.json/nodes/3/args/talus");
    char huge[4000];
    memset(huge, 'x', sizeof huge - 1);
    huge[sizeof huge - 1] = 0;
    oro_fail(ctx, ORO_FAILED, huge, "%s", huge);
    for (int i = 0; i < 5; i++) oro_prefix_where(ctx, huge);
    assert_int_equal(strlen(oro_last_error(ctx)->sentence), sizeof((oro_error *)0)->sentence - 1);
    assert_int_equal(strlen(oro_last_error(ctx)->where), sizeof((oro_error *)0)->where - 1);
    // The old sentence may be part of the new one.
    oro_fail(ctx, ORO_FAILED, NULL, "no luck");
    oro_fail(ctx, ORO_FAILED, NULL, "again: %s", oro_last_error(ctx)->sentence);
    assert_string_equal(oro_last_error(ctx)->sentence, "again: no luck");
    for (int s = ORO_OK; s <= ORO_PARTIAL; s++) assert_string_not_equal(oro_status_name((oro_status)s), "unknown");
    assert_string_equal(oro_status_name((oro_status)99), "unknown");
    end(ctx);
}

typedef struct counting {
    size_t bytes;
    int blocks, fail_at, calls;
} counting;

static void *count_alloc(void *user, size_t bytes) {
    counting *c = user;
    if (++c->calls == c->fail_at) return NULL;
    c->bytes += bytes;
    c->blocks++;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void count_free(void *user, void *memory, size_t bytes) {
    counting *c = user;
    c->bytes -= bytes; // wraps, and is seen at the end, if the size is not the one asked for
    c->blocks--;
    free(memory);
}

static void memory_is_accounted_for(void **state) {
    (void)state;
    counting c = {0};
    oro_context *ctx = oro_create(
        &(oro_context_desc){.threads = 1, .memory_limit = 1 << 20, .memory = {count_alloc, count_free, &c}}, NULL);
    assert_non_null(ctx);
    void *blocks[64];
    for (size_t i = 0; i < 64; i++) {
        blocks[i] = oro_alloc(ctx, i * 100);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], 0xa5, i * 100);
    }
    assert_int_equal(oro_bytes_in_use(ctx), c.bytes);
    size_t peak = oro_bytes_peak(ctx);
    assert_int_equal(peak, c.bytes);
    for (size_t i = 0; i < 64; i++) oro_free(ctx, blocks[i]);
    oro_free(ctx, NULL);
    assert_int_equal(c.bytes, 0);
    assert_int_equal(c.blocks, 0);
    assert_int_equal(oro_bytes_in_use(ctx), 0);
    assert_int_equal(oro_bytes_peak(ctx), peak);
    oro_reset_peak(ctx);
    assert_int_equal(oro_bytes_peak(ctx), 0);
    end(ctx);
}

static void the_limit_holds(void **state) {
    (void)state;
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = 1 << 20}, NULL);
    const size_t too_much[] = {1 << 20, 2 << 20, SIZE_MAX, SIZE_MAX - 63, SIZE_MAX / 2};
    for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
        assert_null(oro_alloc(ctx, too_much[i]));
        assert_int_equal(oro_last_error(ctx)->status, ORO_NO_MEMORY);
    }
    void *most = oro_alloc(ctx, 1000000);
    assert_non_null(most);
    assert_null(oro_alloc(ctx, 100000));
    oro_free(ctx, most);
    most = oro_alloc(ctx, 1000000);
    assert_non_null(most);
    oro_free(ctx, most);
    oro_grid huge = {.width = ORO_MAX_SIDE, .height = ORO_MAX_SIDE, .cell = 1.0};
    assert_int_equal(oro_grid_alloc(ctx, &huge), ORO_NO_MEMORY);
    assert_null(huge.data);
    end(ctx);
}

// --- hashes -----------------------------------------------------------------------------------------------------------

static oro_grid make_grid(oro_context *ctx, int32_t width, int32_t height, double cell, bool wrap) {
    oro_grid g = {.width = width, .height = height, .cell = cell, .wrap = wrap};
    assert_int_equal(oro_grid_alloc(ctx, &g), ORO_OK);
    return g;
}

static void fill_linear(oro_grid *g, double a, double bx, double by) {
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            oro_row(g, y)[x] = (float)(a + bx * oro_world_x(g, x) + by * oro_world_y(g, y));
}

static void fill_random(oro_grid *g, uint64_t seed) {
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) oro_row(g, y)[x] = (float)(100.0 * random_unit(&seed) - 30.0);
}

static void grid_hashes_see_values_and_size_alone(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid a = make_grid(ctx, 7, 5, 1.0, false);
    fill_random(&a, 3);
    float wide[5 * 40];
    memset(wide, 0x7b, sizeof wide);
    oro_grid b = {.width = 7, .height = 5, .stride = 40, .cell = 9.0, .origin_x = 4, .data = wide};
    oro_grid_copy(&a, &b);
    oro_hash h = oro_grid_hash(&a);
    assert_true(oro_hash_equal(h, oro_grid_hash(&b)));
    for (int32_t i = 0; i < 35; i++)
        for (int bit = 0; bit < 32; bit++) { // every bit of every value counts
            float *at = oro_row(&b, i / 7) + i % 7, kept = *at;
            uint32_t bits;
            memcpy(&bits, at, 4);
            bits ^= 1U << bit;
            memcpy(at, &bits, 4);
            assert_false(oro_hash_equal(h, oro_grid_hash(&b)));
            *at = kept;
        }
    oro_row(&a, 2)[3] = 0.0f;
    oro_row(&b, 2)[3] = -0.0f;
    assert_true(oro_hash_equal(oro_grid_hash(&a), oro_grid_hash(&b)));
    oro_row(&a, 2)[3] = NAN;
    oro_row(&b, 2)[3] = -NAN;
    assert_true(oro_hash_equal(oro_grid_hash(&a), oro_grid_hash(&b)));
    // The same values in another shape are another map.
    float flat[12] = {0};
    oro_grid wide12 = {.width = 4, .height = 3, .stride = 4, .cell = 1, .data = flat};
    oro_grid tall12 = {.width = 3, .height = 4, .stride = 3, .cell = 1, .data = flat};
    assert_false(oro_hash_equal(oro_grid_hash(&wide12), oro_grid_hash(&tall12)));
    oro_grid_free(ctx, &a);
    end(ctx);
}

static int compare_hash(const void *a, const void *b) { return memcmp(a, b, sizeof(oro_hash)); }

static void hashes_do_not_collide(void **state) {
    (void)state;
    enum { MANY = 200000 };
    oro_hash *all = calloc(MANY, sizeof *all);
    assert_non_null(all);
    for (uint64_t i = 0; i < MANY; i++) {
        oro_hash h = oro_hash_start(i & 1);
        // Small numbers, single bits and swapped order: what cache keys are made of.
        h = oro_hash_u64(h, i >> 1 & 255);
        all[i] = oro_hash_u64(h, i >> 9);
    }
    qsort(all, MANY, sizeof *all, compare_hash);
    int doubles_128 = 0, doubles_64 = 0;
    for (int i = 1; i < MANY; i++) {
        doubles_128 += oro_hash_equal(all[i], all[i - 1]);
        doubles_64 += all[i].hi == all[i - 1].hi;
    }
    free(all);
    assert_int_equal(doubles_128, 0);
    assert_int_equal(doubles_64, 0);
}

static void hashes_keep_parts_apart(void **state) {
    (void)state;
    oro_hash s = oro_hash_start(1);
    assert_false(oro_hash_equal(s, oro_hash_start(2)));
    assert_false(oro_hash_equal(oro_hash_text(s, NULL), oro_hash_text(s, "")));
    assert_false(
        oro_hash_equal(oro_hash_text(oro_hash_text(s, "ab"), "c"), oro_hash_text(oro_hash_text(s, "a"), "bc")));
    assert_false(oro_hash_equal(oro_hash_bytes(s, "a\0", 2), oro_hash_bytes(s, "a", 1)));
    assert_false(oro_hash_equal(oro_hash_u64(oro_hash_u64(s, 1), 2), oro_hash_u64(oro_hash_u64(s, 2), 1)));
    assert_true(oro_hash_equal(oro_hash_float(s, 0.0f), oro_hash_float(s, -0.0f)));
    assert_true(oro_hash_equal(oro_hash_double(s, 0.0), oro_hash_double(s, -0.0)));
    assert_true(oro_hash_equal(oro_hash_double(s, NAN), oro_hash_double(s, -NAN)));
    char text[33];
    oro_hash_print((oro_hash){0x0123456789abcdefULL, 0x1ULL}, text);
    assert_string_equal(text, "0123456789abcdef0000000000000001");
}

// --- words and numbers ------------------------------------------------------------------------------------------------

static const char *suggest(const char *word) {
    static const char *const words[] = {"slope", "thermal", "threshold", "blur", "blend", "fbm", "edge_falloff"};
    oro_suggestion s = {.word = word};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) oro_suggest_offer(&s, words[i]);
    return s.best;
}

static void misspelt_words_find_their_neighbour(void **state) {
    (void)state;
    assert_string_equal(suggest("slpoe"), "slope");
    assert_string_equal(suggest("Slope"), "slope");
    assert_string_equal(suggest("slop"), "slope");
    assert_string_equal(suggest("thresh"), "threshold");
    assert_string_equal(suggest("termal"), "thermal");
    assert_string_equal(suggest("blurr"), "blur");
    assert_string_equal(suggest("edge-falloff"), "edge_falloff");
    assert_null(suggest("completely_different"));
    assert_null(suggest("q"));
    assert_null(suggest(""));
    char huge[500];
    memset(huge, 's', sizeof huge - 1);
    huge[sizeof huge - 1] = 0;
    assert_null(suggest(huge));
    char text[64];
    oro_suggestion s = {.word = "x", .best = "slope"};
    assert_string_equal(oro_suggest_text(&s, text, sizeof text), " (did you mean \"slope\"?)");
    s.best = NULL;
    assert_string_equal(oro_suggest_text(&s, text, sizeof text), "");
    assert_true(oro_same_name("edge-falloff", "edge_falloff"));
    assert_false(oro_same_name("edge", "edges"));
    assert_false(oro_same_name("edges", "edge"));
}

static void printed_numbers_read_back(void **state) {
    (void)state;
    uint64_t seed = 7;
    char text[64];
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = next_random(&seed) ^ next_random(&seed) << 32;
        float f;
        double d;
        memcpy(&f, &bits, sizeof f);
        memcpy(&d, &bits, sizeof d);
        if (isfinite(f)) {
            int length = oro_print_float(f, text, sizeof text);
            assert_int_equal(length, strlen(text));
            float back = strtof(text, NULL);
            assert_memory_equal(&back, &f, sizeof f);
        }
        if (isfinite(d)) {
            int length = oro_print_double(d, text, sizeof text);
            assert_int_equal(length, strlen(text));
            double back = strtod(text, NULL);
            assert_memory_equal(&back, &d, sizeof d);
        }
    }
}

static void printed_numbers_are_short(void **state) {
    (void)state;
    const struct {
        float value;
        const char *text;
    } cases[] = {{0.1f, "0.1"}, {100.0f, "100"}, {1e6f, "1000000"}, {-2000.0f, "-2000"},
                 {0.0f, "0"},   {1.5f, "1.5"},   {1e10f, "1e+10"},  {1.0f / 3.0f, "0.33333334"}};
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        oro_print_float(cases[i].value, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
    oro_print_double(0.1, text, sizeof text);
    assert_string_equal(text, "0.1");
    oro_print_double(123456789012.0, text, sizeof text);
    assert_string_equal(text, "123456789012");
    char small[8] = "zzzzzzz"; // a short buffer is cut, not overrun
    oro_print_float(1.0f / 3.0f, small, 4);
    assert_string_equal(small, "0.3");
    assert_int_equal(small[4], 'z');
}

// --- curves -----------------------------------------------------------------------------------------------------------

static void curves_pass_through_their_points(void **state) {
    (void)state;
    const oro_point2 p[] = {{-1, 3}, {0, 3}, {0.5f, 8}, {2, 7.5f}, {2.25f, -4}, {9, -4}};
    oro_curve c = {p, 6};
    for (int i = 0; i < 6; i++) assert_true(oro_curve_at(&c, p[i].x) == p[i].y);
    assert_true(oro_curve_at(&c, -100) == 3 && oro_curve_at(&c, 100) == -4);
    assert_true(oro_curve_at(&c, -INFINITY) == 3 && oro_curve_at(&c, INFINITY) == -4);
    assert_true(isfinite(oro_curve_at(&c, NAN)));
    for (int i = 0; i < 5; i++) { // monotone between neighbours, so never outside them
        float before = p[i].y, lo = fminf(p[i].y, p[i + 1].y), hi = fmaxf(p[i].y, p[i + 1].y);
        for (int k = 1; k <= 1000; k++) {
            float x = p[i].x + (p[i + 1].x - p[i].x) * (float)k / 1000.0f, v = oro_curve_at(&c, x);
            assert_true(v >= lo - 1e-5f && v <= hi + 1e-5f);
            assert_true(p[i + 1].y >= p[i].y ? v >= before - 1e-5f : v <= before + 1e-5f);
            before = v;
        }
    }
}

static void curves_of_few_points(void **state) {
    (void)state;
    oro_curve none = {NULL, 0};
    assert_true(oro_curve_at(&none, 0.3f) == 0.3f);
    const oro_point2 p[] = {{1, 2}, {3, 6}};
    oro_curve one = {p, 1}, two = {p, 2};
    assert_true(oro_curve_at(&one, -5) == 2 && oro_curve_at(&one, 5) == 2);
    for (float x = 1; x <= 3; x += 0.125f) assert_true(fabsf(oro_curve_at(&two, x) - 2 * x) < 1e-6f);
}

// --- grids ------------------------------------------------------------------------------------------------------------

static void impossible_geometry_is_refused(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    const oro_grid bad[] = {
        {.width = 0, .height = 5, .cell = 1},
        {.width = 5, .height = -1, .cell = 1},
        {.width = ORO_MAX_SIDE + 1, .height = 1, .cell = 1},
        {.width = 5, .height = 5, .cell = 0},
        {.width = 5, .height = 5, .cell = -1},
        {.width = 5, .height = 5, .cell = NAN},
        {.width = 5, .height = 5, .cell = INFINITY},
        {.width = 5, .height = 5, .cell = 1, .origin_x = NAN},
        {.width = 5, .height = 5, .cell = 1, .origin_y = INFINITY},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        oro_grid g = bad[i];
        assert_int_equal(oro_grid_alloc(ctx, &g), ORO_BAD_ARGUMENT);
        assert_null(g.data);
        assert_true(strlen(oro_last_error(ctx)->sentence) > 20);
    }
    end(ctx);
}

static void sampling_is_exact_on_planes(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid g = make_grid(ctx, 33, 21, 2.5, false);
    g.origin_x = -7, g.origin_y = 100;
    fill_linear(&g, 3.0, 0.25, -0.5);
    uint64_t seed = 11;
    for (int i = 0; i < 1000; i++) {
        double x = g.origin_x + random_unit(&seed) * oro_extent_x(&g),
               y = g.origin_y + random_unit(&seed) * oro_extent_y(&g);
        assert_true(fabs((double)oro_grid_sample(&g, x, y) - (3.0 + 0.25 * x - 0.5 * y)) < 1e-4);
    }
    // Outside: the nearest edge. Nowhere: still a value of the map.
    assert_true(oro_grid_sample(&g, -1e6, 100) == oro_row(&g, 0)[0]);
    assert_true(oro_grid_sample(&g, 1e300, 1e300) == oro_row(&g, 20)[32]);
    assert_true(isfinite(oro_grid_sample(&g, NAN, -INFINITY)));
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void wrapped_sampling_has_no_seam(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid g = make_grid(ctx, 16, 8, 2.0, true);
    fill_random(&g, 5);
    assert_true(oro_extent_x(&g) == 32.0 && oro_extent_y(&g) == 16.0);
    uint64_t seed = 2;
    for (int i = 0; i < 1000; i++) {
        // On eighths the arithmetic is exact, so whole turns give the same bits.
        double x = (double)(next_random(&seed) % 256) / 8.0, y = (double)(next_random(&seed) % 128) / 8.0;
        float here = oro_grid_sample(&g, x, y);
        assert_true(here == oro_grid_sample(&g, x + 32.0, y - 16.0 * 7));
        assert_true(here == oro_grid_sample(&g, x - 32.0 * 3, y + 16.0));
    }
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void resampling_to_itself_changes_nothing(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    for (int wrap = 0; wrap < 2; wrap++) {
        oro_grid a = make_grid(ctx, 37, 53, 0.7, wrap), b = make_grid(ctx, 37, 53, 0.7, wrap);
        fill_random(&a, 8);
        assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
        assert_true(oro_hash_equal(oro_grid_hash(&a), oro_grid_hash(&b)));
        oro_grid_free(ctx, &a);
        oro_grid_free(ctx, &b);
    }
    end(ctx);
}

/// Resamples a plane to `width` samples of the same ground and looks at all that lie `margin` metres from the border.
static void plane_survives(oro_context *ctx, int32_t from_side, int32_t to_side, double margin) {
    oro_grid a = make_grid(ctx, from_side, from_side, 1000.0 / (from_side - 1), false);
    oro_grid b = make_grid(ctx, to_side, to_side, 1000.0 / (to_side - 1), false);
    fill_linear(&a, 10.0, 0.3, -0.2);
    assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
    for (int32_t y = 0; y < to_side; y++)
        for (int32_t x = 0; x < to_side; x++) {
            double wx = oro_world_x(&b, x), wy = oro_world_y(&b, y);
            if (fmin(wx, wy) < margin || fmax(wx, wy) > 1000.0 - margin) continue;
            assert_true(fabs((double)oro_row(&b, y)[x] - (10.0 + 0.3 * wx - 0.2 * wy)) < 1e-3);
        }
    oro_grid_free(ctx, &a);
    oro_grid_free(ctx, &b);
}

static void resampling_keeps_planes(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    plane_survives(ctx, 33, 129, 2 * 1000.0 / 32);
    plane_survives(ctx, 33, 100, 2 * 1000.0 / 32);
    plane_survives(ctx, 129, 33, 2 * 1000.0 / 32);
    plane_survives(ctx, 101, 51, 2 * 1000.0 / 50);
    end(ctx);
}

static void refining_does_not_overshoot(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    oro_grid a = make_grid(ctx, 17, 17, 4.0, false), b = make_grid(ctx, 129, 129, 0.5, false);
    fill_random(&a, 21);
    assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
    for (int32_t y = 0; y < 129; y++)
        for (int32_t x = 0; x < 129; x++) {
            int32_t x0 = x / 8, y0 = y / 8, x1 = x0 < 16 ? x0 + 1 : 16, y1 = y0 < 16 ? y0 + 1 : 16;
            float c[4] = {oro_row(&a, y0)[x0], oro_row(&a, y0)[x1], oro_row(&a, y1)[x0], oro_row(&a, y1)[x1]};
            float lo = fminf(fminf(c[0], c[1]), fminf(c[2], c[3])), hi = fmaxf(fmaxf(c[0], c[1]), fmaxf(c[2], c[3]));
            assert_true(oro_row(&b, y)[x] >= lo - 1e-4f && oro_row(&b, y)[x] <= hi + 1e-4f);
            if (x % 8 == 0 && y % 8 == 0) assert_true(oro_row(&b, y)[x] == c[0]);
        }
    oro_grid_free(ctx, &a);
    oro_grid_free(ctx, &b);
    end(ctx);
}

static double mean_of(const oro_grid *g) {
    double sum = 0;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) sum += (double)oro_row(g, y)[x];
    return sum / g->width / g->height;
}

static void coarsening_keeps_the_mean(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    const int32_t ratios[] = {2, 4, 8};
    for (size_t i = 0; i < 3; i++) {
        oro_grid a = make_grid(ctx, 96, 64, 3.0, true);
        oro_grid b = make_grid(ctx, 96 / ratios[i], 64 / ratios[i], 3.0 * ratios[i], true);
        fill_random(&a, 100 + i);
        assert_int_equal(oro_grid_resample(ctx, &a, &b), ORO_OK);
        assert_true(fabs(mean_of(&a) - mean_of(&b)) < 1e-4);
        oro_grid_free(ctx, &a);
        oro_grid_free(ctx, &b);
    }
    end(ctx);
}

static void extremes_skip_what_is_not_finite(void **state) {
    (void)state;
    float v[8] = {NAN, 2, -5, INFINITY, 7, -INFINITY, NAN, 1e30f};
    oro_grid g = {.width = 3, .height = 2, .stride = 4, .cell = 1, .data = v};
    oro_extremes e = oro_grid_extremes(&g); // the fourth of each row is no sample
    assert_true(e.min == -5 && e.max == 7 && e.not_finite == 3);
    float none[2] = {NAN, INFINITY};
    g = (oro_grid){.width = 2, .height = 1, .stride = 2, .cell = 1, .data = none};
    e = oro_grid_extremes(&g);
    assert_true(e.min == 0 && e.max == 0 && e.not_finite == 2);
}

static void pyramids_halve_the_same_ground(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    oro_grid g = make_grid(ctx, 129, 65, 5.0, false);
    fill_linear(&g, 1.0, 0.5, 0.25);
    oro_pyramid p;
    assert_int_equal(oro_pyramid_build(ctx, &g, 5, &p), ORO_OK);
    assert_int_equal(p.count, 5); // 65, 33, 17, 9, 5
    for (int32_t i = 0; i < p.count; i++) {
        const oro_grid *l = &p.levels[i];
        assert_int_equal(l->width, (128 >> (p.count - 1 - i)) + 1);
        assert_int_equal(l->height, (64 >> (p.count - 1 - i)) + 1);
        assert_true(oro_extent_x(l) == 640.0 && oro_extent_y(l) == 320.0);
    }
    assert_true(oro_hash_equal(oro_grid_hash(&g), oro_grid_hash(&p.levels[p.count - 1])));
    // Averages of a plane lie on it, away from the border.
    const oro_grid *l = &p.levels[p.count - 2];
    for (int32_t y = 1; y < l->height - 1; y++)
        for (int32_t x = 1; x < l->width - 1; x++)
            assert_true(fabs((double)oro_row(l, y)[x] - (1.0 + 0.5 * oro_world_x(l, x) + 0.25 * oro_world_y(l, y))) <
                        1e-3);
    oro_pyramid_free(ctx, &p);
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void pyramids_average_by_1_2_1(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    oro_grid g = make_grid(ctx, 9, 9, 1.0, false);
    oro_pyramid p;
    for (int at = 0; at < 9; at++) { // an impulse in a 3x3 neighbourhood of the coarse sample in the middle
        fill_linear(&g, 0, 0, 0);
        oro_row(&g, 3 + at / 3)[3 + at % 3] = 16.0f;
        assert_int_equal(oro_pyramid_build(ctx, &g, 5, &p), ORO_OK);
        assert_int_equal(p.count, 2);
        float expected = (float)((at / 3 == 1 ? 2 : 1) * (at % 3 == 1 ? 2 : 1));
        assert_true(fabsf(oro_row(&p.levels[0], 2)[2] - expected) < 1e-5f);
        oro_pyramid_free(ctx, &p);
    }
    oro_grid_free(ctx, &g);
    end(ctx);
}

static void pyramids_of_small_and_wrapped_maps(void **state) {
    (void)state;
    oro_context *ctx = make(1);
    const int32_t sides[] = {1, 2, 3, 7, 48, 100};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (int wrap = 0; wrap < 2; wrap++) {
            oro_grid g = make_grid(ctx, sides[i], sides[i], 1.0, wrap);
            fill_linear(&g, 4.5, 0, 0);
            oro_pyramid p;
            assert_int_equal(oro_pyramid_build(ctx, &g, 1, &p), ORO_OK);
            assert_in_range(p.count, 1, ORO_MAX_LEVELS);
            for (int32_t k = 0; k < p.count; k++) {
                oro_extremes e = oro_grid_extremes(&p.levels[k]);
                assert_true(fabsf(e.min - 4.5f) < 1e-5f && fabsf(e.max - 4.5f) < 1e-5f && e.not_finite == 0);
                if (wrap) assert_true(oro_extent_x(&p.levels[k]) == sides[i]);
            }
            oro_pyramid_free(ctx, &p);
            oro_grid_free(ctx, &g);
        }
    end(ctx);
}

static void failing_memory_leaves_nothing_behind(void **state) {
    (void)state;
    counting c = {0};
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .memory = {count_alloc, count_free, &c}}, NULL);
    oro_grid g = make_grid(ctx, 65, 65, 1.0, false);
    fill_random(&g, 1);
    oro_status status = ORO_NO_MEMORY;
    int n = 1;
    for (; status != ORO_OK && n < 100; n++) {
        int before = c.blocks;
        c.calls = 0, c.fail_at = n;
        oro_pyramid p;
        status = oro_pyramid_build(ctx, &g, 5, &p);
        if (status == ORO_OK)
            oro_pyramid_free(ctx, &p);
        else
            assert_int_equal(status, ORO_NO_MEMORY);
        assert_int_equal(c.blocks, before);
    }
    assert_int_equal(status, ORO_OK);
    assert_true(n > 5);
    c.fail_at = 0;
    oro_grid_free(ctx, &g);
    end(ctx);
}

// --- cells ------------------------------------------------------------------------------------------------------------

static void small_functions_keep_their_word(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 100000; i++) {
        float v = (float)((random_unit(&seed) - 0.5) * 4096.0);
        assert_int_equal(oro_floor_int(v), (int32_t)floorf(v));
    }
    const float whole[] = {-3, -1, -0.0f, 0, 1, 1e6f, -1e6f, 1073741824.0f, -1073741824.0f};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        assert_int_equal(oro_floor_int(whole[i]), (int32_t)whole[i]);
    assert_true(oro_min(NAN, 2.0f) == 2.0f && oro_max(NAN, 2.0f) == 2.0f);
    assert_true(oro_clamp(NAN, 1.0f, 3.0f) == 1.0f && oro_clamp(9, 1, 3) == 3 && oro_clamp(-9, 1, 3) == 1);
    assert_true(oro_smoothstep(2, 4, 1) == 0 && oro_smoothstep(2, 4, 3) == 0.5f && oro_smoothstep(2, 4, 5) == 1);
    assert_true(oro_abs(-2.5f) == 2.5f && oro_mix(2, 6, 0.25f) == 3);
}

static uint32_t inverse_of_odd(uint32_t odd) {
    uint32_t x = odd; // Newton: each round doubles the number of right bits
    for (int i = 0; i < 5; i++) x *= 2U - odd * x;
    return x;
}

/// Undoes oro_mix32 step by step: that it can be undone is what makes it a bijection.
static uint32_t unmix32(uint32_t v) {
    v ^= v >> 16;
    v *= inverse_of_odd(0x846ca68bU);
    v ^= v >> 15 ^ v >> 30;
    v *= inverse_of_odd(0x7feb352dU);
    return v ^ v >> 16;
}

static void mixing_loses_nothing(void **state) {
    (void)state;
    for (uint32_t i = 0; i < 1000000; i++) {
        uint32_t v = i * 4294967291U;
        assert_int_equal(unmix32(oro_mix32(v)), v);
    }
}

static void mixing_flips_every_bit_half_the_time(void **state) {
    (void)state;
    enum { TRIES = 20000 };
    uint64_t seed = 99;
    static int flips[32][32];
    memset(flips, 0, sizeof flips);
    for (int i = 0; i < TRIES; i++) {
        uint32_t v = (uint32_t)next_random(&seed), h = oro_mix32(v);
        for (int in = 0; in < 32; in++) {
            uint32_t changed = h ^ oro_mix32(v ^ 1U << in);
            for (int out = 0; out < 32; out++) flips[in][out] += changed >> out & 1;
        }
    }
    // One standard deviation of a fair coin is 0.0035 here.
    for (int in = 0; in < 32; in++)
        for (int out = 0; out < 32; out++) assert_true(fabs((double)flips[in][out] / TRIES - 0.5) < 0.025);
}

static void lattice_hashes_are_even(void **state) {
    (void)state;
    enum { SIDE = 512, BINS = 256 };
    for (uint32_t seed = 0; seed < 4; seed++) {
        int bins[BINS] = {0};
        double sum = 0, right = 0, below = 0;
        for (int32_t y = -SIDE / 2; y < SIDE / 2; y++)
            for (int32_t x = -SIDE / 2; x < SIDE / 2; x++) {
                float u = oro_unit(oro_hash2(seed, x, y));
                assert_true(u >= 0.0f && u < 1.0f);
                bins[(int)(u * BINS)]++;
                double c = (double)u - 0.5;
                sum += c;
                right += c * ((double)oro_unit(oro_hash2(seed, x + 1, y)) - 0.5);
                below += c * ((double)oro_unit(oro_hash2(seed, x, y + 1)) - 0.5);
            }
        double n = (double)SIDE * SIDE, expected = n / BINS, chi = 0;
        for (int i = 0; i < BINS; i++) chi += (bins[i] - expected) * (bins[i] - expected) / expected;
        // 255 degrees of freedom: 255 +- 22.6; means have a deviation of sqrt(1/12/n), products of 1/12/sqrt(n).
        assert_true(chi > 150 && chi < 380);
        assert_true(fabs(sum / n) < 5 * sqrt(1.0 / 12 / n));
        assert_true(fabs(right / n) < 5.0 / 12 / sqrt(n) && fabs(below / n) < 5.0 / 12 / sqrt(n));
    }
    assert_true(oro_unit(0xffffffffU) < 1.0f);
    assert_int_not_equal(oro_hash2(0, 1, 2), oro_hash2(0, 2, 1));
    assert_int_not_equal(oro_hash2(0, 1, 2), oro_hash2(1, 1, 2));
}

/// Freed blocks are kept for the next use, but never at the cost of a block that is asked for.
static void kept_memory_stays_within_the_limit(void **state) {
    (void)state;
    const size_t limit = (size_t)64 << 20, mib = (size_t)1 << 20;
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1, .memory_limit = limit}, NULL);
    assert_non_null(ctx);
    for (int round = 0; round < 50; round++) {
        char *a = oro_alloc(ctx, 4 * mib), *b = oro_alloc(ctx, 4 * mib + 1000), *c = oro_alloc(ctx, 2 * mib);
        assert_true(a && b && c && a != b);
        memset(a, round, 4 * mib), memset(b, round + 1, 4 * mib + 1000), memset(c, round + 2, 2 * mib);
        assert_true(a[4 * mib - 1] == (char)round && b[0] == (char)(round + 1));
        assert_true(oro_bytes_in_use(ctx) >= 10 * mib && oro_bytes_in_use(ctx) < 12 * mib);
        oro_free(ctx, a), oro_free(ctx, b), oro_free(ctx, c);
        assert_int_equal(oro_bytes_in_use(ctx), 0);
        assert_true(ctx->kept.bytes <= limit / 8);
    }
    void *nearly_all = oro_alloc(ctx, limit - mib); // what is kept makes room
    assert_non_null(nearly_all);
    assert_int_equal(ctx->kept.bytes, 0);
    assert_null(oro_alloc(ctx, 2 * mib));
    assert_int_equal(oro_last_error(ctx)->status, ORO_NO_MEMORY);
    oro_free(ctx, nearly_all);
    oro_destroy(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_runs_once),
        cmocka_unit_test(many_short_jobs_do_not_hang),
        cmocka_unit_test(cancelling_stops_and_is_forgotten),
        cmocka_unit_test(progress_rises_and_may_stop),
        cmocka_unit_test(contexts_refuse_what_cannot_be),
        cmocka_unit_test(every_level_of_the_machine_can_be_had),
        cmocka_unit_test(errors_are_one_line_with_a_place),
        cmocka_unit_test(memory_is_accounted_for),
        cmocka_unit_test(the_limit_holds),
        cmocka_unit_test(grid_hashes_see_values_and_size_alone),
        cmocka_unit_test(hashes_do_not_collide),
        cmocka_unit_test(hashes_keep_parts_apart),
        cmocka_unit_test(misspelt_words_find_their_neighbour),
        cmocka_unit_test(printed_numbers_read_back),
        cmocka_unit_test(printed_numbers_are_short),
        cmocka_unit_test(curves_pass_through_their_points),
        cmocka_unit_test(curves_of_few_points),
        cmocka_unit_test(impossible_geometry_is_refused),
        cmocka_unit_test(sampling_is_exact_on_planes),
        cmocka_unit_test(wrapped_sampling_has_no_seam),
        cmocka_unit_test(resampling_to_itself_changes_nothing),
        cmocka_unit_test(resampling_keeps_planes),
        cmocka_unit_test(refining_does_not_overshoot),
        cmocka_unit_test(coarsening_keeps_the_mean),
        cmocka_unit_test(extremes_skip_what_is_not_finite),
        cmocka_unit_test(pyramids_halve_the_same_ground),
        cmocka_unit_test(pyramids_average_by_1_2_1),
        cmocka_unit_test(pyramids_of_small_and_wrapped_maps),
        cmocka_unit_test(failing_memory_leaves_nothing_behind),
        cmocka_unit_test(small_functions_keep_their_word),
        cmocka_unit_test(mixing_loses_nothing),
        cmocka_unit_test(mixing_flips_every_bit_half_the_time),
        cmocka_unit_test(lattice_hashes_are_even),
        cmocka_unit_test(kept_memory_stays_within_the_limit),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
