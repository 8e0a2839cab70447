// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// JSON: what is read must print, long and short, and both must read back as the same.

#include "fuzz.h"
#include "io/json.h"

static void read_back(oro_context *ctx, const oro_json *root, oro_status (*print)(const oro_json *, oro_text *)) {
    oro_text text = {0};
    oro_json *again = NULL;
    fuzz_expect(print(root, &text) == ORO_OK);
    fuzz_expect(oro_json_parse(ctx, "again", text.data, text.length, &again) == ORO_OK);
    fuzz_expect(oro_json_equal(root, again));
    oro_json_free(again);
    oro_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    oro_context *ctx = fuzz_context();
    oro_json *root = NULL;
    if (oro_json_parse(ctx, "fuzz", (const char *)data, size, &root) != ORO_OK) {
        fuzz_expect(!root);
        fuzz_expect_sentence(ctx);
        return 0;
    }
    read_back(ctx, root, oro_json_print);
    read_back(ctx, root, oro_json_print_compact);
    oro_json_free(root);
    fuzz_expect(oro_bytes_in_use(ctx) == 0);
    return 0;
}
