// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Walks the registry and knows no operator by name: whatever is in ops.def is run at odd sizes, at the ends of its ranges,
// on broken input, with failing memory, cancelled, and on every number of threads and CPU level.

#include "rig.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

// Sanitizers slow the same work down tenfold, and are there to see memory and races, not bits.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

/// One run at the end of a range may be asked for a hundred thousand years: it is cut, as any user could cut it.
static const double PATIENCE = SANITIZED ? 0.1 : 1.0;

/// Seconds a run may take to hear that it is cancelled.
static const double DEAFNESS = SANITIZED ? 15.0 : 1.5;

/// Bytes a run at the end of a range may take.
static const size_t LITTLE = 512 << 20;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static oro_context *make(int threads, const char *cpu) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = threads, .cpu = cpu}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static oro_context *make_small(void) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .memory_limit = LITTLE}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static bool patient(void *user, double fraction, const char *what) {
    (void)fraction, (void)what;
    return seconds() < *(const double *)user;
}

/// The check failed: says which operator and how, then fails the test.
#define complain(r, ...)                                                                                               \
    do {                                                                                                               \
        char what_[2048];                                                                                              \
        snprintf(what_, sizeof what_, __VA_ARGS__);                                                                    \
        fail_msg("%s: %s", (r)->op->record.name, what_);                                                               \
    } while (0)

static void expect_status(const rig *r, oro_status got, oro_status wanted, const char *what) {
    if (got != wanted)
        complain(r, "%s: %s where %s was expected (%s: %s)", what, oro_status_name(got), oro_status_name(wanted),
                 oro_last_error(r->ctx)->where, oro_last_error(r->ctx)->sentence);
}

static void expect_finite(const rig *r, const char *what) {
    const char *name = rig_not_finite(r);
    if (name) complain(r, "%s: %s holds values that are not finite", what, name);
}

static oro_status run_poisoned(rig *r) {
    assert_int_equal(rig_poison(r), ORO_OK);
    return rig_run_into(r, NULL, NULL);
}

static void start(rig *r, oro_context *ctx, int index, int32_t width, int32_t height, unsigned flags) {
    assert_int_equal(rig_init(r, ctx, oro_operator_at(ctx, index), width, height, flags), ORO_OK);
}

/// Everything the operator took is back.
static void stop(rig *r) {
    oro_context *ctx = r->ctx;
    const char *name = r->op->record.name;
    rig_free(r);
    if (oro_bytes_in_use(ctx)) fail_msg("%s: %zu bytes were not freed", name, oro_bytes_in_use(ctx));
}

// --- tables -----------------------------------------------------------------------------------------------------------

static bool is_name(const char *text) {
    if (!*text || strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") != strlen(text)) return false;
    return *text >= 'a' && *text <= 'z';
}

static bool is_sentence(const char *text) {
    size_t n = text ? strlen(text) : 0;
    return n >= 8 && !strchr(text, '\n') && (text[n - 1] == '.' || text[n - 1] == ')');
}

static int choice_index(const oro_arg *arg, const char *word, size_t length) {
    for (int i = 0; arg->choices[i]; i++)
        if (strlen(arg->choices[i]) == length && strncmp(arg->choices[i], word, length) == 0) return i;
    return -1;
}

/// "basis=cellular|value" or "warp=on": is there such an argument with such values?
static bool condition_holds_water(const oro_record *record, const char *when) {
    char name[64];
    const char *equals = strchr(when, '=');
    if (!equals || equals == when || (size_t)(equals - when) >= sizeof name) return false;
    memcpy(name, when, (size_t)(equals - when));
    name[equals - when] = 0;
    const oro_arg *arg = oro_arg_find(record, name);
    if (!arg) return false;
    for (const char *word = equals + 1;; word++) {
        size_t length = strcspn(word, "|");
        bool known = arg->type == ORO_TOGGLE
                         ? (length == 2 && strncmp(word, "on", 2) == 0) || (length == 3 && strncmp(word, "off", 3) == 0)
                     : arg->type == ORO_CHOICE ? choice_index(arg, word, length) >= 0
                                               : false;
        if (!known) return false;
        word += length;
        if (!*word) return true;
    }
}

static void check_row(oro_context *ctx, const oro_record *record, const oro_arg *arg) {
    char place[160];
    snprintf(place, sizeof place, "%s.%s", record->name, arg->name);
#define row_must(condition)                                                                                            \
    do {                                                                                                               \
        if (!(condition)) fail_msg("%s: " #condition, place);                                                          \
    } while (0)
    row_must(is_name(arg->name));
    row_must(is_sentence(arg->doc));
    row_must(arg->offset < record->size);
    bool has_unit =
        oro_arg_has_range(arg) || arg->type == ORO_GRID_IN || arg->type == ORO_GRID_OUT || arg->type == ORO_VALUE_OUT;
    if (has_unit) row_must(arg->unit && *arg->unit);
    if (oro_arg_has_range(arg)) {
        row_must(isfinite(arg->min) && isfinite(arg->max) && arg->min < arg->max);
        row_must(arg->ui_min >= arg->min || arg->ui_min == arg->ui_max || arg->ui_min == 0);
        row_must(arg->ui_max <= arg->max);
        row_must(arg->ui_min <= arg->ui_max);
        if (!arg->text && !oro_arg_may_be_unsaid(arg)) row_must(arg->def >= arg->min && arg->def <= arg->max);
        if (arg->scale == ORO_LOG) row_must(arg->max > 0);
    }
    if (arg->type == ORO_INTEGER)
        row_must(arg->def == floor(arg->def) && arg->min == floor(arg->min) && arg->max == floor(arg->max));
    if (arg->type == ORO_CHOICE) {
        row_must(arg->choices && arg->choices[0] && arg->choices[1]);
        int count = 0;
        for (; arg->choices[count]; count++)
            row_must(choice_index(arg, arg->choices[count], strlen(arg->choices[count])) == count);
        row_must(arg->def >= 0 && arg->def < count);
    }
    if (arg->when) row_must(condition_holds_water(record, arg->when));
    if (arg->type == ORO_RECORDS) {
        row_must(arg->record);
        for (int32_t i = 0; i < arg->record->arg_count; i++) check_row(ctx, arg->record, &arg->record->args[i]);
    }
#undef row_must
}

static void tables_are_complete(void **state) {
    (void)state;
    oro_context *ctx = make(1, NULL);
    assert_true(oro_operator_count() > 0);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(ctx, i);
        const oro_record *record = &op->record;
        if (!is_name(record->name) || !op->family || !is_name(op->family))
            fail_msg("operator %d has no proper name", i);
        if (!record->summary || strlen(record->summary) < 8 || strlen(record->summary) > 70)
            fail_msg("%s: the summary should be a short line", record->name);
        if (!is_sentence(op->doc) && !(op->doc && strlen(op->doc) > 40)) fail_msg("%s: no doc", record->name);
        if (!op->example || !op->run || op->version < 1)
            fail_msg("%s: example, run or version is missing", record->name);
        bool gives = false;
        for (int32_t k = 0; k < record->arg_count; k++) {
            check_row(ctx, record, &record->args[k]);
            gives |= oro_arg_is_output(&record->args[k]);
            bool demand = record->args[k].flags & ORO_ON_DEMAND, first = record->args[k].type == ORO_GRID_OUT;
            for (int32_t m = 0; m < k; m++) first &= record->args[m].type != ORO_GRID_OUT;
            if (demand && (first || (record->args[k].type != ORO_GRID_OUT && record->args[k].type != ORO_PYRAMID_OUT)))
                fail_msg("%s: only pyramids and maps behind the first are made on demand, not %s", record->name,
                         record->args[k].name);
            for (int32_t m = 0; m < k; m++)
                if (strcmp(record->args[k].name, record->args[m].name) == 0)
                    fail_msg("%s: two arguments are called %s", record->name, record->args[k].name);
        }
        if (!gives) fail_msg("%s gives nothing", record->name);
    }
    oro_destroy(ctx);
}

/// Words the command line keeps for itself, present and planned.
static const char *const verbs[] = {
#define COMMAND(name) #name,
#include "cli/commands.def"
#undef COMMAND
    "export", "score", "search", "studio", "bench", "version", "write",
};

static void names_are_unique(void **state) {
    (void)state;
    oro_context *ctx = make(1, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(ctx, i);
        assert_ptr_equal(oro_operator_find(ctx, op->record.name), op);
        char full[160];
        snprintf(full, sizeof full, "%s.%s", op->family, op->record.name);
        assert_ptr_equal(oro_operator_find(ctx, full), op);
        snprintf(full, sizeof full, "nonsense.%s", op->record.name);
        assert_null(oro_operator_find(ctx, full));
        for (size_t v = 0; v < sizeof verbs / sizeof *verbs; v++)
            if (strcmp(verbs[v], op->record.name) == 0) fail_msg("%s is a verb of the command line", op->record.name);
    }
    assert_null(oro_operator_find(ctx, "no_such_operator"));
    assert_null(oro_operator_find(ctx, ""));
    oro_destroy(ctx);
}

/// The levels hold copies of the same tables: same names, same numbers.
static void levels_describe_the_same(void **state) {
    (void)state;
    const char *const *levels = oro_cpu_levels();
    for (int l = 0; levels[l]; l++) {
        oro_context *ctx = make(1, levels[l]);
        for (int i = 0; i < oro_operator_count(); i++) {
            const oro_operator *a = oro_operator_at(NULL, i), *b = oro_operator_at(ctx, i);
            assert_string_equal(a->record.name, b->record.name);
            assert_int_equal(a->record.arg_count, b->record.arg_count);
            assert_int_equal(a->record.size, b->record.size);
            for (int32_t k = 0; k < a->record.arg_count; k++) {
                assert_string_equal(a->record.args[k].name, b->record.args[k].name);
                assert_int_equal(a->record.args[k].offset, b->record.args[k].offset);
            }
        }
        oro_destroy(ctx);
    }
}

static void defaults_print_and_parse_back(void **state) {
    (void)state;
    oro_context *ctx = make(1, NULL);
    static char text[1 << 16];
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        void *a = calloc(1, record->size), *b = calloc(1, record->size);
        assert_int_equal(oro_args_init(ctx, record, a), ORO_OK);
        assert_int_equal(oro_args_init(ctx, record, b), ORO_OK);
        assert_int_equal(oro_args_check(ctx, record, a), ORO_OK);
        for (int32_t k = 0; k < record->arg_count; k++) {
            const oro_arg *arg = &record->args[k];
            if (oro_arg_is_input(arg) || oro_arg_is_output(arg)) continue;
            size_t length = oro_args_print(arg, a, text, sizeof text);
            assert_int_equal(length, strlen(text));
            assert_int_equal(oro_args_print(arg, a, NULL, 0), length);
            if (oro_args_parse(ctx, record, b, arg, text, arg->name) != ORO_OK)
                fail_msg("%s.%s: its default \"%s\" is refused: %s", record->name, arg->name, text,
                         oro_last_error(ctx)->sentence);
            if (!oro_args_equal(arg, a, b))
                fail_msg("%s.%s: \"%s\" reads back as another value", record->name, arg->name, text);
        }
        oro_args_free(ctx, record, a);
        oro_args_free(ctx, record, b);
        free(a), free(b);
        assert_int_equal(oro_bytes_in_use(ctx), 0);
    }
    oro_destroy(ctx);
}

static void values_outside_their_range_are_refused(void **state) {
    (void)state;
    oro_context *ctx = make(1, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        for (int32_t k = 0; k < record->arg_count; k++) {
            const oro_arg *arg = &record->args[k];
            bool number = arg->type == ORO_NUMBER || arg->type == ORO_INTEGER || arg->type == ORO_FIELD;
            if (!number && arg->type != ORO_CHOICE) continue;
            rig r;
            start(&r, ctx, i, 3, 2, 0);
            void *at = oro_arg_at(arg, r.args);
            double wide = (arg->max - arg->min) + 1.0;
            const double bad[] = {arg->min - wide, arg->max + wide, NAN, INFINITY};
            for (int b = 0; b < 4; b++) {
                if (arg->type == ORO_CHOICE)
                    ((oro_choice *)at)->index = b % 2 ? 1000 : -1;
                else if (arg->type == ORO_NUMBER)
                    *(float *)at = (float)bad[b];
                else if (arg->type == ORO_FIELD)
                    ((oro_field *)at)->value = (float)bad[b];
                else if (b < 2 && fabs(bad[b]) < 2e9)
                    *(int32_t *)at = (int32_t)bad[b];
                else
                    continue;
                expect_status(&r, rig_run(&r, NULL, NULL), ORO_BAD_ARGUMENT, "a value outside its range");
                assert_string_equal(oro_last_error(ctx)->where, arg->name);
            }
            stop(&r);
        }
    }
    oro_destroy(ctx);
}

// --- sizes and ranges -------------------------------------------------------------------------------------------------

/// An operator may refuse a combination its table cannot express, if it says what and where.
static bool politely_refused(const rig *r, oro_status status) {
    const oro_error *e = oro_last_error(r->ctx);
    return status == ORO_BAD_ARGUMENT && strlen(e->sentence) > 10 && oro_arg_find(&r->op->record, e->where);
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
    uint32_t counter = 0;
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        double until = seconds() + 4.0; // slow operators are tried less often
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

// --- wiring -----------------------------------------------------------------------------------------------------------

/// Over all outputs, as a part of what the output spans.
static double largest_difference(const rig *a, const rig *b) {
    double largest = 0.0;
    for (int32_t i = 0; i < a->op->record.arg_count; i++) {
        if (a->op->record.args[i].type != ORO_GRID_OUT) continue;
        const oro_grid *ga = &a->outputs[i], *gb = &b->outputs[i];
        oro_extremes e = oro_grid_extremes(ga);
        double span = (double)e.max - (double)e.min + 1e-3 * fabs((double)e.max) + 1e-6;
        assert_true(ga->width == gb->width && ga->height == gb->height);
        for (int32_t n = 0; n < ga->width * ga->height; n++) {
            int32_t x = n % ga->width, y = n / ga->width;
            largest = fmax(largest, fabs((double)oro_row(ga, y)[x] - (double)oro_row(gb, y)[x]) / span);
        }
    }
    return largest;
}

/// A field driven by a map that is the same everywhere acts as the plain number, but for rounding: a map may take another
/// way through the arithmetic.
static void a_constant_map_is_a_number(void **state) {
    (void)state;
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        rig plain;
        start(&plain, ctx, i, 65, 40, RIG_OPTIONAL);
        expect_status(&plain, rig_run(&plain, NULL, NULL), ORO_OK, "defaults");
        for (int32_t a = 0; a < record->arg_count; a++) {
            if (record->args[a].type != ORO_FIELD) continue;
            rig r;
            start(&r, ctx, i, 65, 40, RIG_OPTIONAL);
            oro_field *field = oro_arg_at(&record->args[a], r.args);
            oro_grid *map =
                (oro_grid *)rig_map(&r, &(oro_grid){.width = 65, .height = 40, .cell = 2000.0 / 64}, 0, 0, 0);
            assert_non_null(map);
            for (int32_t n = 0; n < 65 * 40; n++) oro_row(map, n / 65)[n % 65] = field->value;
            field->map = map;
            expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "a constant map");
            if (largest_difference(&r, &plain) > 1e-5)
                complain(&r, "%s driven by a map of its default gives another result", record->args[a].name);
            rig_free(&r);
        }
        stop(&plain);
    }
    oro_destroy(ctx);
}

/// Counts what is told about one argument.
typedef struct note_count {
    const char *about;
    int count;
} note_count;

static void count_note(void *user, const char *where, const char *sentence) {
    note_count *notes = user;
    notes->count += strcmp(where, notes->about) == 0 && strstr(sentence, "clamped");
}

static void fill_thirds(oro_grid *map, float a, float b, float c) {
    for (int32_t n = 0; n < map->width * map->height; n++)
        oro_row(map, n / map->width)[n % map->width] = n % 3 == 0 ? a : n % 3 == 1 ? b : c;
}

/// Maps beyond the range act as maps at its ends, and somebody is told.
static void maps_are_clamped_with_a_note(void **state) {
    (void)state;
    note_count notes;
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .log = count_note, .log_user = &notes}, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        for (int32_t a = 0; a < record->arg_count; a++) {
            if (record->args[a].type != ORO_FIELD) continue;
            rig r;
            start(&r, ctx, i, 20, 20, 0);
            oro_field *field = oro_arg_at(&record->args[a], r.args);
            oro_grid *map = (oro_grid *)rig_map(&r, &r.shape, 0, 0, 0);
            assert_non_null(map);
            field->map = map;
            notes = (note_count){record->args[a].name, 0};
            fill_thirds(map, 3e38f, -3e38f, NAN);
            char what[128];
            snprintf(what, sizeof what, "%s driven far beyond its range", record->args[a].name);
            double until = seconds() + PATIENCE;
            oro_status status = rig_run(&r, patient, &until);
            if (status != ORO_CANCELLED && !politely_refused(&r, status)) {
                expect_status(&r, status, ORO_OK, what);
                expect_finite(&r, what);
                oro_hash beyond = rig_hash(&r);
                float lo = (float)record->args[a].min, hi = (float)record->args[a].max;
                fill_thirds(map, hi, lo, lo);
                expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "a map at the ends of the range");
                if (!oro_hash_equal(rig_hash(&r), beyond)) complain(&r, "%s: not as at the ends of the range", what);
            }
            assert_int_equal(notes.count, 1);
            stop(&r);
        }
    }
    oro_destroy(ctx);
}

static void inputs_of_other_sizes_are_refused(void **state) {
    (void)state;
    oro_context *ctx = make(1, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        int seen = 0;
        for (int32_t a = 0; a < record->arg_count; a++) {
            const oro_arg *arg = &record->args[a];
            if (arg->type != ORO_GRID_IN && arg->type != ORO_FIELD) continue;
            rig r;
            start(&r, ctx, i, 20, 20, RIG_OPTIONAL | RIG_MAPS_DRIVE);
            const oro_grid **at =
                arg->type == ORO_FIELD ? &((oro_field *)oro_arg_at(arg, r.args))->map : oro_arg_at(arg, r.args);
            *at = rig_map(&r, &(oro_grid){.width = 19, .height = 20, .cell = 1.0}, 0, 0, 0);
            oro_status status = rig_run(&r, NULL, NULL);
            // The first input sets the size, so the fault may be seen at another one; alone, it is no fault.
            if (seen++ > 0) expect_status(&r, status, ORO_BAD_ARGUMENT, "an input of another size");
            if (arg->type == ORO_GRID_IN && !(arg->flags & ORO_OPTIONAL)) {
                *at = NULL;
                expect_status(&r, rig_run(&r, NULL, NULL), ORO_BAD_ARGUMENT, "a missing input");
            }
            stop(&r);
        }
    }
    oro_destroy(ctx);
}

/// An output nobody asked for changes nothing for the others.
static void unwanted_outputs_may_stay_away(void **state) {
    (void)state;
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        rig full;
        start(&full, ctx, i, 48, 48, 0);
        expect_status(&full, rig_run(&full, NULL, NULL), ORO_OK, "defaults");
        for (int32_t a = 0; a < record->arg_count; a++) {
            if (!oro_arg_is_output(&record->args[a])) continue;
            rig r;
            start(&r, ctx, i, 48, 48, 0);
            int32_t kept = 0;
            for (int32_t k = 0; k < record->arg_count; k++) kept += k != a && record->args[k].type == ORO_GRID_OUT;
            // A generator takes its size from an output, so one must stay.
            if (kept > 0) {
                *(void **)oro_arg_at(&record->args[a], r.args) = NULL;
                expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "an output left away");
                for (int32_t k = 0; k < record->arg_count; k++)
                    if (k != a && record->args[k].type == ORO_GRID_OUT &&
                        !oro_hash_equal(oro_grid_hash(&r.outputs[k]), oro_grid_hash(&full.outputs[k])))
                        complain(&r, "%s changes when %s is not asked for", record->args[k].name, record->args[a].name);
            }
            rig_free(&r);
        }
        for (int32_t a = 0; a < record->arg_count; a++) { // one that is made on demand, alone
            if (!(record->args[a].flags & ORO_ON_DEMAND) || record->args[a].type != ORO_GRID_OUT) continue;
            rig r;
            start(&r, ctx, i, 48, 48, 0);
            for (int32_t k = 0; k < record->arg_count; k++)
                if (k != a && oro_arg_is_output(&record->args[k]))
                    *(void **)oro_arg_at(&record->args[k], r.args) = NULL;
            expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "one output alone");
            if (!oro_hash_equal(oro_grid_hash(&r.outputs[a]), oro_grid_hash(&full.outputs[a])))
                complain(&r, "%s changes when nothing else is asked for", record->args[a].name);
            rig_free(&r);
        }
        stop(&full);
    }
    oro_destroy(ctx);
}

/// Rows further apart than they are wide, outputs given by the caller: the same bits.
static void strides_do_not_matter(void **state) {
    (void)state;
    enum { W = 75, H = 50, STRIDE = 101 };
    static float memory[RIG_MAPS][STRIDE * H];
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        rig plain, r;
        start(&plain, ctx, i, W, H, RIG_OPTIONAL | RIG_MAPS_DRIVE);
        expect_status(&plain, rig_run(&plain, NULL, NULL), ORO_OK, "defaults");
        start(&r, ctx, i, W, H, RIG_OPTIONAL | RIG_MAPS_DRIVE);
        oro_grid strided[RIG_MAPS];
        for (int m = 0; m < r.map_count; m++) {
            for (int n = 0; n < STRIDE * H; n++) memory[m][n] = NAN; // whoever reads past a row's end shows it
            strided[m] = r.maps[m];
            strided[m].stride = STRIDE;
            strided[m].data = memory[m];
            oro_grid_copy(&r.maps[m], &strided[m]);
        }
        for (int32_t a = 0; a < record->arg_count; a++) {
            void *at = oro_arg_at(&record->args[a], r.args);
            const oro_grid **to = record->args[a].type == ORO_GRID_IN ? at
                                  : record->args[a].type == ORO_FIELD ? &((oro_field *)at)->map
                                  : record->args[a].type == ORO_FILE  ? &((oro_file *)at)->map
                                                                      : NULL;
            if (to && *to) *to = &strided[*to - r.maps];
        }
        expect_status(&r, rig_run(&r, NULL, NULL), ORO_OK, "rows far apart");
        if (!oro_hash_equal(rig_hash(&r), rig_hash(&plain))) complain(&r, "rows far apart give another result");
        rig_free(&r);
        stop(&plain);
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

/// Another seed of the scene gives another result where there is a seed argument, and the same where there is none.
static void seeds_matter_where_they_are(void **state) {
    (void)state;
    oro_context *ctx = make(2, NULL);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_record *record = &oro_operator_at(ctx, i)->record;
        bool has_seed = false;
        for (int32_t a = 0; a < record->arg_count; a++) has_seed |= record->args[a].type == ORO_SEED;
        oro_hash h[3];
        for (int n = 0; n < 3; n++) {
            rig r;
            start(&r, ctx, i, 64, 64, 0);
            const uint64_t seeds[] = {1, 2, 1};
            expect_status(&r, oro_call(ctx, r.op, r.args, &(oro_run_desc){.seed = seeds[n]}), ORO_OK, "defaults");
            h[n] = rig_hash(&r);
            stop(&r);
        }
        if (!oro_hash_equal(h[0], h[2])) fail_msg("%s: two runs differ", record->name);
        if (oro_hash_equal(h[0], h[1]) == has_seed)
            fail_msg("%s: %s", record->name,
                     has_seed ? "its seed changes nothing" : "it has no seed, yet the scene's changes it");
    }
    oro_destroy(ctx);
}

// --- memory and cancelling --------------------------------------------------------------------------------------------

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
            oro_run_desc desc = {.seed = 1, .keep_partial = true, .progress = stop_at_nth, .user = &stopper};
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
        cmocka_unit_test(tables_are_complete),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(levels_describe_the_same),
        cmocka_unit_test(defaults_print_and_parse_back),
        cmocka_unit_test(values_outside_their_range_are_refused),
        cmocka_unit_test(runs_at_every_size),
        cmocka_unit_test(runs_at_the_ends_of_its_ranges),
        cmocka_unit_test(runs_with_random_arguments),
        cmocka_unit_test(presets_run),
        cmocka_unit_test(broken_input_does_not_crash),
        cmocka_unit_test(a_constant_map_is_a_number),
        cmocka_unit_test(maps_are_clamped_with_a_note),
        cmocka_unit_test(inputs_of_other_sizes_are_refused),
        cmocka_unit_test(unwanted_outputs_may_stay_away),
        cmocka_unit_test(strides_do_not_matter),
        cmocka_unit_test(same_bits_on_any_threads_and_level),
        cmocka_unit_test(seeds_matter_where_they_are),
        cmocka_unit_test(running_out_of_memory_is_clean),
        cmocka_unit_test(cancelling_leaves_nothing_behind),
        cmocka_unit_test(ending_early_is_a_shorter_run),
    };
    return cmocka_run_group_tests_name("operators", tests, NULL, write_figures);
}
