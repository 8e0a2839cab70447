// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The text forms of arguments, through every row of every table: the first byte chooses the operator, the second the row.
// What is taken must print, and read back as the same value.

#include "fuzz.h"
#include "op/args.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    oro_context *ctx = fuzz_context();
    const oro_operator *op = oro_operator_at(ctx, data[0] % oro_operator_count());
    const oro_record *record = &op->record;
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
