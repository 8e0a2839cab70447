// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Splines of SVG and CSV files, by the name FUZZ_NAME. What is read must print as JSON and read back.

#include "fuzz.h"
#include "io/spline_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    oro_context *ctx = fuzz_context();
    oro_spline_import how = {.extent = 1000};
    oro_json *list = NULL, *again = NULL;
    if (oro_splines_parse(ctx, FUZZ_NAME, (const char *)data, size, &how, &list) != ORO_OK) {
        fuzz_expect(!list);
        fuzz_expect_sentence(ctx);
        return 0;
    }
    oro_text text = {0};
    fuzz_expect(oro_json_print(list, &text) == ORO_OK);
    fuzz_expect(oro_json_parse(ctx, "again", text.data, text.length, &again) == ORO_OK);
    fuzz_expect(oro_json_equal(list, again));
    oro_json_free(list);
    oro_json_free(again);
    oro_text_free(&text);
    fuzz_expect(oro_bytes_in_use(ctx) == 0);
    return 0;
}
