// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The tables of all operators: complete, in plain words, the same on every level, with defaults that print and parse back.

#include "every_operator.h"

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
    bool has_unit = oro_arg_has_range(arg) || oro_arg_is_input(arg) || oro_arg_is_output(arg);
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
            bool made = oro_arg_is_output(&record->args[k]) && record->args[k].type != ORO_VALUE_OUT;
            if (demand && (first || !made))
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
                if (isnan(bad[b]) && oro_arg_may_be_unsaid(arg)) continue; // its word
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_complete),
        cmocka_unit_test(names_are_unique),
        cmocka_unit_test(levels_describe_the_same),
        cmocka_unit_test(defaults_print_and_parse_back),
        cmocka_unit_test(values_outside_their_range_are_refused),
    };
    return cmocka_run_group_tests_name("operators_tables", tests, NULL, NULL);
}
