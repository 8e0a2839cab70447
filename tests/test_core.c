// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of contexts: threads that run every block once, memory that is accounted for, errors of one line.

#include "core/pool.h"
#include "fresh_context.h"
#include "op/run.h"

#include <math.h>
#include <string.h>

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
    assert_string_equal(error.where, "cpu");
    const int bad[] = {-1, 65, 100000};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_null(oro_create(&(oro_context_desc){.threads = bad[i]}, &error));
        assert_int_equal(error.status, ORO_BAD_ARGUMENT);
        assert_string_equal(error.where, "threads");
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
        cmocka_unit_test(kept_memory_stays_within_the_limit),
    };
    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
