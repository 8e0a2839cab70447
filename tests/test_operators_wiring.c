// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How all operators take what is connected: maps in place of numbers, inputs that do not fit, outputs nobody wants, rows far
// apart.

#include "every_operator.h"

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
            const oro_grid **to = record->args[a].type == ORO_GRID_IN     ? at
                                  : record->args[a].type == ORO_FIELD     ? &((oro_field *)at)->map
                                  : oro_arg_is_map_file(&record->args[a]) ? &((oro_file *)at)->map
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_map_is_a_number),
        cmocka_unit_test(maps_are_clamped_with_a_note),
        cmocka_unit_test(inputs_of_other_sizes_are_refused),
        cmocka_unit_test(unwanted_outputs_may_stay_away),
        cmocka_unit_test(strides_do_not_matter),
    };
    return cmocka_run_group_tests_name("operators_wiring", tests, NULL, NULL);
}
