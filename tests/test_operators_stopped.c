// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// All operators with failing memory, cancelled at any moment, ended early.

#include "every_operator.h"

#include <pthread.h>
#include <unistd.h>

/// What was tried, for docs/reliability.md.
static int cancels_tried, cancels_in_time, allocations_failed;

typedef struct failing {
    int calls, fail_at;
} failing;

static void *failing_alloc(void *user, size_t bytes) {
    failing *f = user;
    if (++f->calls == f->fail_at) return NULL;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void failing_free(void *user, void *memory, size_t bytes) {
    (void)user, (void)bytes;
    free(memory);
}

/// Fails the first allocation, then the second, … until it succeeds.
static void running_out_of_memory_is_clean(void **state) {
    (void)state;
    enum { MOST = 400 };
    failing f = {0};
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .memory = {failing_alloc, failing_free, &f}}, NULL);
    assert_non_null(ctx);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        void *args = calloc(1, record->size);
        oro_status status = ORO_NO_MEMORY;
        for (int n = 1; n < MOST && status != ORO_OK; n++) {
            f = (failing){0, n};
            status = oro_args_init(ctx, record, args);
            f.fail_at = 0;
            if (status == ORO_OK)
                oro_args_free(ctx, record, args);
            else if (status != ORO_NO_MEMORY)
                fail_msg("%s: defaults without memory: %s", record->name, oro_status_name(status));
            if (oro_bytes_in_use(ctx))
                fail_msg("%s: defaults without memory leave %zu bytes", record->name, oro_bytes_in_use(ctx));
        }
        free(args);
        rig r;
        start(&r, ctx, i, 33, 65, RIG_OPTIONAL | RIG_MAPS_DRIVE);
        size_t before = oro_bytes_in_use(ctx);
        status = ORO_NO_MEMORY;
        for (int n = 1; n < MOST && status != ORO_OK; n++) {
            f = (failing){0, n};
            status = rig_run(&r, NULL, NULL);
            f.fail_at = 0;
            if (status == ORO_OK) break;
            expect_status(&r, status, ORO_NO_MEMORY, "memory that ends");
            allocations_failed++;
            if (oro_bytes_in_use(ctx) != before)
                complain(&r, "allocation %d failing leaves %zd bytes", n, (ssize_t)(oro_bytes_in_use(ctx) - before));
            assert_int_equal(oro_last_error(ctx)->status, ORO_NO_MEMORY);
        }
        stop(&r);
    }
    oro_destroy(ctx);
}

typedef struct nth {
    int calls, stop_at;
    double last;
} nth;

static bool stop_at_nth(void *user, double fraction, const char *what) {
    nth *n = user;
    assert_non_null(what);
    assert_true(fraction >= n->last && fraction <= 1.0);
    n->last = fraction;
    return ++n->calls < n->stop_at;
}

typedef struct canceller {
    oro_context *ctx;
    unsigned microseconds;
} canceller;

static void *cancel_later(void *user) {
    const canceller *c = user;
    usleep(c->microseconds);
    oro_cancel(c->ctx);
    return NULL;
}

/// For docs/reliability.md.
static int write_figures(void **state) {
    (void)state;
    const char *path = getenv("OROGEN_FIGURES");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file) return 0;
    fprintf(
        file,
        "cancels of operators at random moments %d\nof which before the operator was done %d\nallocations failed in "
        "operators %d\n",
        cancels_tried, cancels_in_time, allocations_failed);
    return fclose(file);
}

/// A cancelled run ends as cancelled or done, gives all memory back, and the next run is as if nothing had been.
static void cancelling_leaves_nothing_behind(void **state) {
    (void)state;
    oro_context *ctx = make(2, NULL);
    uint32_t counter = 0;
    for (int i = 0; i < oro_operator_count(); i++) {
        rig r;
        start(&r, ctx, i, 150, 150, RIG_OPTIONAL);
        size_t before = oro_bytes_in_use(ctx);
        double began = seconds();
        expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "defaults");
        double whole = seconds() - began;
        oro_hash h = rig_hash(&r);
        for (int n = 0; n < (SANITIZED ? 4 : 12); n++) {
            nth stopper = {.stop_at = n % 2 ? 2 : 1}; // the first two by progress, the others by another thread
            canceller c = {ctx, (unsigned)(whole * 1e6 * (double)oro_unit(oro_mix32(++counter)))};
            pthread_t thread;
            cancels_tried++;
            rig_free_outputs(&r);
            assert_int_equal(oro_bytes_in_use(ctx), before);
            if (n >= 2) assert_int_equal(pthread_create(&thread, NULL, cancel_later, &c), 0);
            began = seconds();
            oro_status status = rig_run(&r, n < 2 ? stop_at_nth : NULL, &stopper);
            if (n >= 2) pthread_join(thread, NULL);
            if (status == ORO_OK) {
                if (n < 2 && stopper.calls >= stopper.stop_at) complain(&r, "went on although progress said no");
                if (!oro_hash_equal(rig_hash(&r), h)) complain(&r, "says done after cancelling, but is not");
                continue;
            }
            expect_status(&r, status, ORO_CANCELLED, "cancelling");
            cancels_in_time++;
            if (oro_bytes_in_use(ctx) != before) complain(&r, "cancelling leaves memory behind");
        }
        expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "after cancelling");
        if (!oro_hash_equal(rig_hash(&r), h)) complain(&r, "after cancelling, the result is another");
        stop(&r);
    }
    oro_destroy(ctx);
}

/// Where an operator ends early, the argument it set gives the same bits again; where it cannot, cancelling cancels.
static void ending_early_is_a_shorter_run(void **state) {
    (void)state;
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++)
        for (int n = 1; n <= 3; n++) {
            rig r;
            start(&r, ctx, i, 64, 64, RIG_OPTIONAL);
            nth stopper = {.stop_at = n};
            oro_run_desc desc = {
                .ground = &r.shape, .seed = 1, .keep_partial = true, .progress = stop_at_nth, .user = &stopper};
            oro_status status = oro_call(ctx, r.op, r.args, &desc);
            if (status == ORO_PARTIAL) {
                oro_hash early = rig_hash(&r);
                expect_finite(&r, "ended early");
                expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "the argument of an early end");
                if (!oro_hash_equal(rig_hash(&r), early)) complain(&r, "ending early is not the same as a shorter run");
            } else if (status != ORO_CANCELLED) {
                expect_status(&r, status, ORO_OK, "keeping what there is");
            }
            stop(&r);
        }
    oro_destroy(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(running_out_of_memory_is_clean),
        cmocka_unit_test(cancelling_leaves_nothing_behind),
        cmocka_unit_test(ending_early_is_a_shorter_run),
    };
    return cmocka_run_group_tests_name("operators_stopped", tests, NULL, write_figures);
}
