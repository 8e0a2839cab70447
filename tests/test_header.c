// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The generated C header and the operators' own structs must agree to the byte, and a C caller must get by with it.

#include "orogen/operators.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

typedef struct member {
    const char *op, *name;
    size_t offset, size;
} member;

static const member members[] = {
#define X(op, name) {#op, #name, offsetof(oro_##op##_args, name), sizeof(((oro_##op##_args *)0)->name)},
    ORO_OPERATORS_MEMBERS(X)
#undef X
};

static void every_member_is_where_the_table_says(void **state) {
    (void)state;
    size_t i = 0, count = sizeof members / sizeof *members;
    for (int k = 0; k < oro_operator_count(); k++) {
        const oro_record *record = &oro_operator_at(NULL, k)->record;
        for (int32_t n = 0; n < record->arg_count; n++, i++) {
            assert_true(i < count);
            assert_string_equal(members[i].op, record->name);
            assert_string_equal(members[i].name, record->args[n].name);
            assert_int_equal(members[i].offset, record->args[n].offset);
        }
        assert_true(members[i - 1].offset + members[i - 1].size <= record->size);
    }
    assert_int_equal(i, count);
}

static void a_typed_call_measures_a_slope(void **state) {
    (void)state;
    oro_context *ctx = oro_create(NULL, NULL);
    assert_non_null(ctx);
    oro_grid height = {.width = 8, .height = 8, .cell = 2.0}, steepness = {0};
    assert_int_equal(oro_grid_alloc(ctx, &height), ORO_OK);
    for (int32_t y = 0; y < 8; y++)
        for (int32_t x = 0; x < 8; x++)
            oro_row(&height, y)[x] = (float)(2 * x); // one metre up per metre east: 45 degrees
    oro_slope_args a;
    assert_int_equal(oro_slope_defaults(ctx, &a), ORO_OK);
    a.height = &height;
    a.result = &steepness;
    assert_int_equal(oro_slope_call(ctx, &a, NULL), ORO_OK);
    for (int32_t x = 0; x < 8; x++) assert_float_equal(oro_row(&steepness, 3)[x], 45.0f, 1e-4f);
    oro_slope_free(ctx, &a);
    oro_grid_free(ctx, &steepness);
    oro_grid_free(ctx, &height);
    assert_int_equal(oro_bytes_in_use(ctx), 0);
    oro_destroy(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_where_the_table_says),
        cmocka_unit_test(a_typed_call_measures_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
