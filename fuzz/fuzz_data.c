// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files of one kind of data (FUZZ_KIND) in one format (FUZZ_FORMAT). What is read has finite numbers that can all be hashed,
// and is written and read again as the same.

#include "fuzz_file.h"

#include "core/kinds.h"
#include "orogen/io.h"

#include <stdalign.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    oro_context *ctx = fuzz_context();
    const oro_kind_info *kind = oro_kind_of(FUZZ_KIND);
    alignas(max_align_t) char first[256] = {0}, second[256] = {0};
    fuzz_expect(kind->size <= sizeof first);
    const char *path = fuzz_file("a." FUZZ_FORMAT, data, size);
    if (oro_load_data(ctx, FUZZ_KIND, path, first) == ORO_OK) {
        fuzz_expect(oro_kind_is_finite(kind, first));
        fuzz_expect(oro_save_data(ctx, FUZZ_KIND, path, first, true) == ORO_OK);
        fuzz_expect(oro_load_data(ctx, FUZZ_KIND, path, second) == ORO_OK);
        fuzz_expect(oro_hash_equal(oro_kind_hash(kind, oro_hash_start(1), first),
                                   oro_kind_hash(kind, oro_hash_start(1), second)));
        kind->release(ctx, second);
    } else {
        fuzz_expect_sentence(ctx);
    }
    kind->release(ctx, first);
    fuzz_expect(oro_bytes_in_use(ctx) == 0);
    return 0;
}
