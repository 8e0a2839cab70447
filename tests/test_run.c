// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What src/run promises: pieces begin in order and end once begun, a worker does one at a time, numbers over a map have the bits
// of plain loops whatever the threads, and a run that holds some rows of a map makes those rows as the whole would.

#include "fresh_context.h"
#include "op/args.h"
#include "op/run.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <time.h>

static const oro_operator nothing = {.record = {.name = "nothing"}};
static const int thread_counts[] = {1, 2, 7};
enum { THREAD_COUNTS = 3 };

static oro_run begin_run(oro_context *ctx) {
    oro_begin(ctx);
    return (oro_run){.ctx = ctx, .op = &nothing, .to = 1.0, .stage_to = 1.0};
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// --- order ------------------------------------------------------------------------------------------------------------

enum { PIECES = 64 };

typedef struct chain {
    oro_context *ctx;
    atomic_int ended[PIECES], begun, late;
    int32_t cancels; ///< the piece that cancels; -1: none
} chain;

/// Waits for the piece before: without the promised order it would wait for ever, and gives up after ten seconds.
static void link_of_chain(const void *user, int32_t piece) {
    chain *c = (chain *)user;
    atomic_fetch_add(&c->begun, 1);
    if (piece == c->cancels) oro_cancel(c->ctx);
    double until = seconds() + 10.0;
    while (piece > 0 && !atomic_load(&c->ended[piece - 1]) && !atomic_load(&c->late)) {
        if (seconds() > until) atomic_store(&c->late, 1);
        sched_yield();
    }
    atomic_store(&c->ended[piece], 1);
}

static void test_a_piece_may_wait_for_the_one_before(void **state) {
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        oro_context *ctx = make(thread_counts[t]);
        for (int round = 0; round < 50; round++) {
            oro_run run = begin_run(ctx);
            chain c = {.ctx = ctx, .cancels = -1};
            assert_int_equal(oro_for_blocks(&run, PIECES, link_of_chain, &c), ORO_OK);
            assert_int_equal(atomic_load(&c.late), 0);
            assert_int_equal(atomic_load(&c.begun), PIECES);
        }
        end(ctx);
    }
}

static void test_what_has_begun_ends_though_cancelled(void **state) {
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        oro_context *ctx = make(thread_counts[t]);
        for (int32_t round = 0; round < 3000; round++) {
            oro_run run = begin_run(ctx);
            chain c = {.ctx = ctx, .cancels = round % (PIECES / 2)};
            assert_int_equal(oro_for_blocks(&run, PIECES, link_of_chain, &c), ORO_CANCELLED);
            assert_int_equal(atomic_load(&c.late), 0);
            // The pieces that ran are the first ones, without a gap.
            int32_t ended = 0;
            while (ended < PIECES && atomic_load(&c.ended[ended])) ended++;
            assert_int_equal(ended, atomic_load(&c.begun));
            assert_true(ended > c.cancels && ended < PIECES);
        }
        end(ctx);
    }
}

enum { MANY = 4000 };

typedef struct crowd {
    oro_context *ctx;
    atomic_int ran[MANY];
    int32_t cancels;
} crowd;

static void pass_by(const void *user, int32_t piece) {
    crowd *c = (crowd *)user;
    if (piece == c->cancels) oro_cancel(c->ctx);
    atomic_store_explicit(&c->ran[piece], 1, memory_order_relaxed);
}

/// A piece that was taken and then left out for the cancelling would be a gap before one that ran: rare, so there are many tries.
static void test_cancelling_leaves_no_gap(void **state) {
    (void)state;
    static crowd c;
    oro_context *ctx = make(7);
    for (int32_t round = 0; round < 6000; round++) {
        oro_run run = begin_run(ctx);
        memset(&c, 0, sizeof c);
        c.ctx = ctx, c.cancels = 1000 + round % 37;
        oro_status status = oro_for_blocks(&run, MANY, pass_by, &c);
        int32_t ran = 0;
        while (ran < MANY && atomic_load(&c.ran[ran])) ran++;
        assert_true(ran > c.cancels);
        // Where the thread that cancels is held up, others may have done all the rest.
        assert_int_equal(status, ran < MANY ? ORO_CANCELLED : ORO_OK);
        for (int32_t i = ran; i < MANY; i++) assert_int_equal(atomic_load(&c.ran[i]), 0);
    }
    end(ctx);
}

// --- workers ----------------------------------------------------------------------------------------------------------

typedef struct shift {
    int32_t workers;
    atomic_int at_work[64], strangers, crowds;
} shift;

static void take_a_place(const void *user, int32_t piece, int32_t worker) {
    shift *s = (shift *)user;
    (void)piece;
    if (worker < 0 || worker >= s->workers) {
        atomic_fetch_add(&s->strangers, 1);
        return;
    }
    if (atomic_fetch_add(&s->at_work[worker], 1) != 0) atomic_fetch_add(&s->crowds, 1);
    sched_yield();
    atomic_fetch_sub(&s->at_work[worker], 1);
}

static void test_a_worker_does_one_piece_at_a_time(void **state) {
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        oro_context *ctx = make(thread_counts[t]);
        oro_run run = begin_run(ctx);
        shift s = {.workers = thread_counts[t]};
        assert_int_equal(oro_for_workers(&run, 5000, take_a_place, &s), ORO_OK);
        assert_int_equal(atomic_load(&s.strangers), 0);
        assert_int_equal(atomic_load(&s.crowds), 0);
        end(ctx);
    }
}

typedef struct tiling {
    oro_grid *map;
    atomic_int spoiled;
} tiling;

/// Fills its room with its own number, looks away, and adds 1 to its samples.
static void work_in_a_room(const void *user, oro_tile tile, void *room) {
    tiling *t = (tiling *)user;
    int32_t *mine = room, own = tile.y0 * 4096 + tile.x0;
    for (int32_t i = 0; i < 100; i++) mine[i] = own;
    sched_yield();
    for (int32_t i = 0; i < 100; i++)
        if (mine[i] != own) atomic_fetch_add(&t->spoiled, 1);
    for (int32_t y = tile.y0; y < tile.y1; y++)
        for (int32_t x = tile.x0; x < tile.x0 + tile.count; x++) oro_row(t->map, y)[x] += 1.0f;
}

static void test_tiles_cover_the_map_once_each_in_a_room_of_its_own(void **state) {
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        oro_context *ctx = make(thread_counts[t]);
        oro_grid map = make_grid(ctx, 2 * ORO_TILE + 3, 9 * ORO_TILE_ROWS + 5, 1.0, false);
        fill_linear(&map, 0.0, 0.0, 0.0);
        oro_run run = begin_run(ctx);
        tiling job = {.map = &map};
        assert_int_equal(oro_for_tiles(&run, &map, 100 * sizeof(int32_t), work_in_a_room, &job), ORO_OK);
        assert_int_equal(atomic_load(&job.spoiled), 0);
        for (int32_t y = 0; y < map.height; y++)
            for (int32_t x = 0; x < map.width; x++) assert_true(oro_row(&map, y)[x] == 1.0f);
        oro_scratch_free(&run);
        oro_grid_free(ctx, &map);
        end(ctx);
    }
}

// --- numbers over a map -----------------------------------------------------------------------------------------------

static void add_row(const void *user, int32_t y, double *sums) {
    const oro_grid *map = user;
    for (int32_t x = 0; x < map->width; x++) {
        double v = (double)oro_row(map, y)[x];
        sums[0] += v;
        sums[1] += v * v * v;
    }
}

static oro_bounds bounds_of_row(const void *user, int32_t y) {
    const oro_grid *map = user;
    oro_bounds b = {(double)INFINITY, -(double)INFINITY};
    for (int32_t x = 0; x < map->width; x++) {
        b.least = fmin(b.least, (double)oro_row(map, y)[x]);
        b.greatest = fmax(b.greatest, (double)oro_row(map, y)[x]);
    }
    return b;
}

static oro_bounds bounds_of_nothing(const void *user, int32_t y) {
    (void)user, (void)y;
    return (oro_bounds){1.0, -1.0};
}

enum { BINS = 37 };

static void count_row(const void *user, int32_t y, int64_t *bins) {
    const oro_grid *map = user;
    for (int32_t x = 0; x < map->width; x++) bins[(int32_t)fabs((double)oro_row(map, y)[x]) % BINS]++;
}

/// Of all sizes and both signs, so that a sum in another order has other bits.
static void fill_wildly(oro_grid *g) {
    uint64_t seed = 5;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            oro_row(g, y)[x] = (float)ldexp(random_unit(&seed) - 0.5, (int)(next_random(&seed) % 24));
}

static void test_numbers_over_a_map_are_those_of_plain_loops(void **state) {
    (void)state;
    for (int t = 0; t < THREAD_COUNTS; t++) {
        oro_context *ctx = make(thread_counts[t]);
        oro_grid map = make_grid(ctx, 301, 777, 1.0, false);
        fill_wildly(&map);
        double plain[2] = {0}, sums[2] = {-1.0, -1.0};
        int64_t bins[BINS], plain_bins[BINS] = {0};
        oro_bounds bounds, all = {(double)INFINITY, -(double)INFINITY};
        for (int32_t y = 0; y < map.height; y++) {
            double row[2] = {0};
            add_row(&map, y, row);
            plain[0] += row[0], plain[1] += row[1];
            oro_bounds b = bounds_of_row(&map, y);
            all.least = fmin(all.least, b.least), all.greatest = fmax(all.greatest, b.greatest);
            count_row(&map, y, plain_bins);
        }
        oro_run run = begin_run(ctx);
        assert_int_equal(oro_sum_rows(&run, &map, 2, add_row, &map, sums), ORO_OK);
        assert_memory_equal(sums, plain, sizeof plain);
        assert_int_equal(oro_bound_rows(&run, &map, bounds_of_row, &map, &bounds), ORO_OK);
        assert_memory_equal(&bounds, &all, sizeof all);
        assert_int_equal(oro_bound_rows(&run, &map, bounds_of_nothing, &map, &bounds), ORO_OK);
        assert_true(bounds.least > bounds.greatest);
        assert_int_equal(oro_count_rows(&run, &map, BINS, count_row, &map, bins), ORO_OK);
        assert_memory_equal(bins, plain_bins, sizeof bins);
        oro_grid_free(ctx, &map);
        end(ctx); // none of them kept memory
    }
}

static void test_a_cancelled_sum_leaves_the_result_alone(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    oro_grid map = make_grid(ctx, 301, 777, 1.0, false);
    fill_wildly(&map);
    oro_run run = begin_run(ctx);
    double sums[2] = {3.0, 4.0};
    int64_t bins[BINS] = {7};
    oro_cancel(ctx);
    assert_int_equal(oro_sum_rows(&run, &map, 2, add_row, &map, sums), ORO_CANCELLED);
    assert_int_equal(oro_count_rows(&run, &map, BINS, count_row, &map, bins), ORO_CANCELLED);
    assert_true(sums[0] == 3.0 && sums[1] == 4.0 && bins[0] == 7);
    oro_grid_free(ctx, &map);
    end(ctx);
}

// --- some rows of a map -----------------------------------------------------------------------------------------------

static void poison(oro_grid *g, int32_t from, int32_t to) {
    for (int32_t y = from < 0 ? 0 : from; y < to && y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) oro_row(g, y)[x] = NAN;
}

/// Runs an operator that takes `height` (or nothing) and makes `result` on the rows of a band, or on all.
static oro_status run_on(oro_context *ctx, const char *name, const oro_grid *in, const oro_band *band, oro_grid *out) {
    const oro_operator *op = oro_operator_find(ctx, name);
    assert_non_null(op);
    void *args = calloc(1, op->record.size);
    assert_int_equal(oro_args_init(ctx, &op->record, args), ORO_OK);
    const oro_arg *height = oro_arg_find(&op->record, "height"), *result = oro_arg_find(&op->record, "result");
    if (height && height->type == ORO_GRID_IN) *(const oro_grid **)oro_arg_at(height, args) = in;
    *(oro_grid **)oro_arg_at(result, args) = out;
    oro_begin(ctx);
    oro_run run = {.ctx = ctx, .op = op, .band = band, .seed = 3, .to = 1.0};
    oro_status status = oro_run_operator(&run, args, NULL);
    oro_args_free(ctx, &op->record, args);
    free(args);
    return status;
}

/// Two bands, each with an input that is poison beyond its halo and an output that is poison before, make the whole map's rows
/// and touch no other.
static void check_bands(const char *name, int32_t halo) {
    oro_context *ctx = make(2);
    oro_grid in = make_grid(ctx, 300, 413, 5.0, false), whole = make_grid(ctx, 300, 413, 5.0, false);
    fill_random(&in, 11);
    assert_int_equal(run_on(ctx, name, &in, NULL, &whole), ORO_OK);
    const int32_t cut = 150; // within a range of rows, and within a tile
    const oro_band bands[2] = {{413, 0, cut, halo}, {413, cut, 413 - cut, halo}};
    for (int i = 0; i < 2; i++) {
        const oro_band *b = &bands[i];
        oro_grid seen = make_grid(ctx, 300, 413, 5.0, false), out = make_grid(ctx, 300, 413, 5.0, false);
        oro_grid_copy(&in, &seen);
        poison(&seen, 0, b->first - b->halo);
        poison(&seen, b->first + b->count + b->halo, seen.height);
        poison(&out, 0, out.height);
        assert_int_equal(run_on(ctx, name, &seen, b, &out), ORO_OK);
        for (int32_t y = 0; y < out.height; y++) {
            bool own = y >= b->first && y < b->first + b->count;
            const float *row = oro_row(&out, y);
            if (own) assert_memory_equal(row, oro_row(&whole, y), 300 * sizeof(float));
            for (int32_t x = 0; !own && x < 300; x++) assert_true(isnan(row[x]));
        }
        oro_grid_free(ctx, &seen);
        oro_grid_free(ctx, &out);
    }
    oro_grid_free(ctx, &in);
    oro_grid_free(ctx, &whole);
    end(ctx);
}

static void test_two_bands_make_the_whole(void **state) {
    (void)state;
    check_bands("slope", 1);
    check_bands("noise", 0);
    check_bands("remap", 0);
}

static void test_a_band_refuses_what_needs_the_whole(void **state) {
    (void)state;
    oro_context *ctx = make(2);
    oro_grid map = make_grid(ctx, 300, 413, 5.0, false), out = make_grid(ctx, 300, 413, 5.0, false);
    fill_random(&map, 11);
    const oro_band band = {413, 0, 100, 10};
    assert_int_equal(run_on(ctx, "normalise", &map, &band, &out), ORO_UNSUPPORTED); // asks for the extremes
    assert_string_equal(oro_last_error(ctx)->sentence,
                        "a number over all rows needs the whole map, but this run holds only rows 0 to 99 of 413");
    assert_int_equal(run_on(ctx, "thermal", &map, &band, &out), ORO_UNSUPPORTED);
    oro_grid_free(ctx, &map);
    oro_grid_free(ctx, &out);
    end(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_piece_may_wait_for_the_one_before),
        cmocka_unit_test(test_what_has_begun_ends_though_cancelled),
        cmocka_unit_test(test_cancelling_leaves_no_gap),
        cmocka_unit_test(test_a_worker_does_one_piece_at_a_time),
        cmocka_unit_test(test_tiles_cover_the_map_once_each_in_a_room_of_its_own),
        cmocka_unit_test(test_numbers_over_a_map_are_those_of_plain_loops),
        cmocka_unit_test(test_a_cancelled_sum_leaves_the_result_alone),
        cmocka_unit_test(test_two_bands_make_the_whole),
        cmocka_unit_test(test_a_band_refuses_what_needs_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
