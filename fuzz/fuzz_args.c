// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The text forms of arguments, through every row of every table: the first byte chooses the operator, the second the row.
// What is taken must print, and read back as the same value. One table more has lists in lists.

#include "fuzz.h"
#include "op/args.h"
#include "op/op.h"

typedef struct inner {
    float x, unsaid;
    const char *name;
} inner;

static const oro_arg inner_args[] = {
    ORO_ARG(inner, x, .min = -10, .max = 10, .unit = "m", .doc = "A number."),
    ORO_ARG(inner, unsaid, .flags = ORO_OPTIONAL, .min = 0, .max = 10, .unit = "m", .doc = "A number or none."),
    ORO_ARG(inner, name, .doc = "A text."),
};
ORO_RECORD(inner, inner_args, "An item of a list in a list");

typedef struct middle {
    oro_curve curve;
    oro_records inners;
    float unsaid;
} middle;

static const oro_arg middle_args[] = {
    ORO_ARG(middle, curve, .min = 0, .max = 1, .unit = "1", .doc = "A curve."),
    ORO_ARG(middle, inners, .record = &inner_record, .doc = "A list in a list."),
    ORO_ARG(middle, unsaid, .flags = ORO_OPTIONAL, .min = 0, .max = 10, .unit = "m", .doc = "A number or none."),
};
ORO_RECORD(middle, middle_args, "An item of a list");

typedef struct outer {
    oro_records middles, inners;
} outer;

static const oro_arg outer_args[] = {
    ORO_ARG(outer, middles, .record = &middle_record, .doc = "A list of lists."),
    ORO_ARG(outer, inners, .record = &inner_record, .doc = "A list."),
};
ORO_RECORD(outer, outer_args, "Lists in lists");

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    oro_context *ctx = fuzz_context();
    int which = data[0] % (oro_operator_count() + 1);
    const oro_record *record = which ? &oro_operator_at(ctx, which - 1)->record : &outer_record;
    const oro_arg *arg = &record->args[data[1] % record->arg_count];
    char *text = malloc(size - 1);
    void *args = calloc(1, record->size), *again = calloc(1, record->size);
    fuzz_expect(text && args && again);
    memcpy(text, data + 2, size - 2);
    text[size - 2] = 0;
    fuzz_expect(oro_args_init(ctx, record, args) == ORO_OK && oro_args_init(ctx, record, again) == ORO_OK);
    if (oro_args_parse(ctx, record, args, arg, text, "--fuzz") != ORO_OK) {
        fuzz_expect_sentence(ctx);
    } else {
        fuzz_expect(oro_args_check(ctx, record, args) == ORO_OK);
        size_t length = oro_args_print(arg, args, NULL, 0);
        char *printed = malloc(length + 1);
        fuzz_expect(printed && oro_args_print(arg, args, printed, length + 1) == length && strlen(printed) == length);
        fuzz_expect(oro_args_parse(ctx, record, again, arg, printed, "--fuzz") == ORO_OK);
        fuzz_expect(oro_args_equal(arg, args, again));
        free(printed);
    }
    oro_args_free(ctx, record, args);
    oro_args_free(ctx, record, again);
    free(args), free(again), free(text);
    fuzz_expect(oro_bytes_in_use(ctx) == 0);
    return 0;
}
