// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Whatever is in ops.def is run at odd sizes, at the ends of its ranges, with its presets, on broken input, and on every
// number of threads and CPU level.

#include "every_operator.h"

// --- sizes and ranges -------------------------------------------------------------------------------------------------

/// Seconds a run may take to hear that it is cancelled.
static const double DEAFNESS = SANITIZED ? 15.0 : 1.5;

/// Bytes a run at the end of a range may take.
static const size_t LITTLE = 512 << 20;

static oro_context *make_small(void) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .memory_limit = LITTLE}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static void runs_at_every_size(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {2, 3}, {1, 17}, {17, 1}, {33, 65}, {130, 127}};
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (unsigned flags = 0; flags < 8; flags++) {
                rig r;
                start(&r, ctx, i, sizes[s][0], sizes[s][1], flags);
                char what[80];
                snprintf(what, sizeof what, "%d x %d%s%s%s", sizes[s][0], sizes[s][1],
                         flags & RIG_OPTIONAL ? ", all inputs" : "", flags & RIG_MAPS_DRIVE ? ", maps" : "",
                         flags & RIG_WRAP ? ", wrapped" : "");
                oro_status status = run_poisoned(&r);
                // Whole cells may not go round a map of any size.
                if (!(flags & RIG_WRAP && politely_refused(&r, status))) {
                    expect_status(&r, status, ORO_OK, what);
                    expect_finite(&r, what);
                }
                stop(&r);
            }
    oro_destroy(ctx);
}

static bool set_extreme(oro_context *ctx, const oro_arg *arg, void *args, int k, char *what, size_t size);

/// Lists: none, one item as it comes, then items of drawn ends, with lists inside them and numbers left unsaid.
static bool set_list(oro_context *ctx, const oro_arg *arg, void *args, int k, char *what, size_t size) {
    static uint32_t counter;
    if (k >= 5) return false;
    int32_t count = k < 2 ? k : k - 1;
    char *items = oro_args_set_records(ctx, arg, args, count, arg->name);
    assert_non_null(items);
    for (int32_t i = 0; k > 1 && i < count; i++)
        for (int32_t m = 0; m < arg->record->arg_count; m++) {
            char unused[128];
            int which = (int)(oro_mix32(++counter) % 6);
            while (which >= 0 && !set_extreme(ctx, &arg->record->args[m], items + (size_t)i * arg->record->size, which,
                                              unused, sizeof unused))
                which--;
        }
    snprintf(what, size, "%s of %d items%s", arg->name, count, k > 1 ? " drawn at random" : "");
    return true;
}

/// Sets one argument to the k-th of its interesting values; false when there is none left.
static bool set_extreme(oro_context *ctx, const oro_arg *arg, void *args, int k, char *what, size_t size) {
    void *at = oro_arg_at(arg, args);
    double lo, hi;
    rig_ui_range(arg, &lo, &hi);
    const double ends[] = {arg->min, arg->max, lo, hi};
    switch (arg->type) {
    case ORO_NUMBER:
    case ORO_FIELD:
    case ORO_INTEGER:
        if (k == 4 && oro_arg_may_be_unsaid(arg)) {
            *(float *)at = NAN;
            snprintf(what, size, "%s = unsaid", arg->name);
            return true;
        }
        if (k >= 4) return false;
        snprintf(what, size, "%s = %g", arg->name, ends[k]);
        if (arg->type == ORO_INTEGER)
            *(int32_t *)at = (int32_t)ends[k];
        else if (arg->type == ORO_NUMBER)
            *(float *)at = (float)ends[k];
        else
            *(oro_field *)at = (oro_field){.value = (float)ends[k]};
        return true;
    case ORO_TOGGLE:
        *(bool *)at = k == 1;
        snprintf(what, size, "%s = %s", arg->name, k ? "on" : "off");
        return k < 2;
    case ORO_CHOICE:
        for (int i = 0; i <= k; i++)
            if (!arg->choices[i]) return false;
        ((oro_choice *)at)->index = k;
        snprintf(what, size, "%s = %s", arg->name, arg->choices[k]);
        return true;
    case ORO_SEED:
        ((oro_seed *)at)->value = k ? UINT32_MAX : 0;
        snprintf(what, size, "%s = %u", arg->name, ((oro_seed *)at)->value);
        return k < 2;
    case ORO_RANGE:
        if (k >= 3) return false;
        *(oro_range *)at = (oro_range){(float)(k == 2 ? arg->max : arg->min), (float)(k == 1 ? arg->min : arg->max)};
        snprintf(what, size, "%s = %g .. %g", arg->name, k == 2 ? arg->max : arg->min, k == 1 ? arg->min : arg->max);
        return true;
    case ORO_RECORDS: return set_list(ctx, arg, args, k, what, size);
    default: return false;
    }
}

static void run_extreme(rig *r, const char *what) {
    double until = seconds() + PATIENCE;
    oro_status status = rig_run(r, patient, &until);
    if (status == ORO_CANCELLED && seconds() >= until) {
        if (seconds() > until + DEAFNESS) complain(r, "%s: took %.1f s to cancel", what, seconds() - until);
        return;
    }
    if (politely_refused(r, status)) return;
    if (status == ORO_NO_MEMORY && r->ctx->memory_limit == LITTLE)
        return; // 65536 samples along a side may be asked for
    expect_status(r, status, ORO_OK, what);
    expect_finite(r, what);
}

static void runs_at_the_ends_of_its_ranges(void **state) {
    (void)state;
    oro_context *ctx = make_small();
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        for (int32_t a = 0; a < record->arg_count; a++)
            for (int k = 0;; k++) {
                rig r;
                char what[128];
                start(&r, ctx, i, 33, 65, RIG_OPTIONAL);
                bool more = set_extreme(ctx, &record->args[a], r.args, k, what, sizeof what);
                if (more) expect_status(&r, oro_args_check(ctx, record, r.args), ORO_OK, what);
                if (more) run_extreme(&r, what);
                stop(&r);
                if (!more) break;
            }
    }
    oro_destroy(ctx);
}

/// Every combination of choices and toggles with every number, drawn at random: ends meet each other.
static void runs_with_random_arguments(void **state) {
    (void)state;
    oro_context *ctx = make_small();
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        uint32_t counter = (uint32_t)i << 20; // its own numbers, however many the ones before had time for
        double until = seconds() + 2.0;       // slow operators are tried less often
        for (int n = 0; n < (SANITIZED ? 10 : 60) && seconds() < until; n++) {
            rig r;
            char what[1024] = "random arguments";
            size_t used = strlen(what);
            start(&r, ctx, i, 40, 31, oro_mix32(++counter) & 7);
            for (int32_t a = 0; a < record->arg_count; a++) {
                const oro_arg *arg = &record->args[a];
                char one[128];
                if (arg->type == ORO_FIELD && ((oro_field *)oro_arg_at(arg, r.args))->map) continue;
                if (oro_mix32(++counter) % 3 == 0) continue; // a third stays as it was
                int k = (int)(oro_mix32(++counter) % 8);
                while (k >= 0 && !set_extreme(ctx, arg, r.args, k, one, sizeof one)) k--;
                if (k < 0 && !set_extreme(ctx, arg, r.args, 0, one, sizeof one)) continue;
                used += (size_t)snprintf(what + used, sizeof what - used, ", %s", one);
                if (used >= sizeof what) used = sizeof what - 1;
            }
            run_extreme(&r, what);
            stop(&r);
        }
    }
    oro_destroy(ctx);
}

/// Each preset is made of words the table knows and values it takes, and runs. One may say what the defaults are.
static void presets_run(void **state) {
    (void)state;
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(ctx, i);
        for (const oro_preset *p = op->presets; p && p->name; p++) {
            rig r;
            start(&r, ctx, i, 48, 40, 0);
            expect_status(&r, oro_args_preset(ctx, op, r.args, p->name, "preset"), ORO_OK, p->name);
            expect_status(&r, run_poisoned(&r), ORO_OK, p->name);
            expect_finite(&r, p->name);
            stop(&r);
        }
        rig r;
        start(&r, ctx, i, 3, 2, 0);
        expect_status(&r, oro_args_preset(ctx, op, r.args, "no-such-preset", "here"), ORO_BAD_ARGUMENT, "no preset");
        assert_string_equal(oro_last_error(ctx)->where, "here");
        stop(&r);
    }
    oro_destroy(ctx);
}

static void broken_input_does_not_crash(void **state) {
    (void)state;
    const float bad[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f};
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++)
        for (size_t b = 0; b < sizeof bad / sizeof *bad; b++)
            for (int all = 0; all < 2; all++) {
                rig r;
                start(&r, ctx, i, 33, 65, RIG_OPTIONAL | RIG_MAPS_DRIVE);
                for (int m = 0; m < r.map_count; m++)
                    for (int32_t n = 0; n < 33 * 65; n++)
                        if (all || n % 97 == 0) oro_row(&r.maps[m], n / 33)[n % 33] = bad[b];
                double until = seconds() + PATIENCE;
                oro_status status = rig_run(&r, patient, &until);
                if (status != ORO_OK && status != ORO_CANCELLED && status != ORO_BAD_INPUT &&
                    !politely_refused(&r, status))
                    expect_status(&r, status, ORO_OK, "input that is not finite");
                stop(&r);
            }
    oro_destroy(ctx);
}

// --- the same bits ----------------------------------------------------------------------------------------------------

static void same_bits_on_any_threads_and_level(void **state) {
    (void)state;
    static const int threads[] = {1, 2, 7};
    static const int32_t sizes[][2] = {{256, 256}, {201, 333}};
    const char *const *levels = oro_cpu_levels();
    int level_count = 0;
    while (levels[level_count]) level_count++;
    if (SANITIZED) level_count = 1;
    for (size_t s = 0; s < (SANITIZED ? 1 : 2); s++) {
        oro_hash first[256];
        for (int l = 0; l < level_count; l++)
            for (size_t t = 0; t < 3; t++) {
                oro_context *ctx = make(threads[t], levels[l]);
                for (int i = 0; i < oro_operator_count() && i < 256; i++) {
                    rig r;
                    start(&r, ctx, i, sizes[s][0], sizes[s][1], s ? RIG_OPTIONAL | RIG_MAPS_DRIVE : 0);
                    expect_status(&r, run_poisoned(&r), ORO_OK, "defaults");
                    expect_finite(&r, "defaults");
                    oro_hash h = rig_hash(&r);
                    if (l == 0 && t == 0) first[i] = h;
                    if (!oro_hash_equal(h, first[i]))
                        complain(&r, "%d x %d: %d threads at %s give other bits than 1 thread at %s", sizes[s][0],
                                 sizes[s][1], threads[t], levels[l], levels[0]);
                    stop(&r);
                }
                oro_destroy(ctx);
            }
    }
}

/// Another seed of the scene gives another result where a seed argument matters, and the same where none does.
static void seeds_matter_where_they_are(void **state) {
    (void)state;
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        bool has_seed = false;
        oro_hash h[3];
        for (int n = 0; n < 3; n++) {
            rig r;
            start(&r, ctx, i, 64, 64, 0);
            const uint64_t seeds[] = {1, 2, 1};
            expect_status(&r, oro_call(ctx, r.op, r.args, &(oro_run_desc){.ground = &r.shape, .seed = seeds[n]}),
                          ORO_OK, "defaults");
            h[n] = rig_hash(&r);
            for (int32_t a = 0; a < record->arg_count; a++)
                has_seed |= record->args[a].type == ORO_SEED && oro_arg_matters(record, &record->args[a], r.args);
            stop(&r);
        }
        if (!oro_hash_equal(h[0], h[2])) fail_msg("%s: two runs differ", record->name);
        if (oro_hash_equal(h[0], h[1]) == has_seed)
            fail_msg("%s: %s", record->name,
                     has_seed ? "its seed changes nothing" : "it has no seed, yet the scene's changes it");
    }
    oro_destroy(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_at_every_size),          cmocka_unit_test(runs_at_the_ends_of_its_ranges),
        cmocka_unit_test(runs_with_random_arguments),  cmocka_unit_test(presets_run),
        cmocka_unit_test(broken_input_does_not_crash), cmocka_unit_test(same_bits_on_any_threads_and_level),
        cmocka_unit_test(seeds_matter_where_they_are),
    };
    return cmocka_run_group_tests_name("operators", tests, NULL, NULL);
}
