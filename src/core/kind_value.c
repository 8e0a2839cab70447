// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Measured numbers as a kind of data. They are printed and never saved as files of their own. See kinds.h.

#include "core/kinds.h"
#include "core/text.h"

static int parts_of(const void *data, oro_part *parts) {
    parts[0] = (oro_part){"value", ORO_F64, 1, {1}, 0, data, true};
    return 1;
}

static void release(oro_context *ctx, void *data) {
    (void)ctx;
    *(double *)data = 0.0;
}

static oro_hash hash(oro_hash h, const void *data) { return oro_hash_double(h, *(const double *)data); }

static void describe(const void *data, char *text, size_t size) { oro_print(text, size, "%g", *(const double *)data); }

const oro_kind_info oro_kind_value = {.name = "value",
                                      .noun = "measured number",
                                      .plural = "measured numbers",
                                      .doc = "A number that an operator measures.",
                                      .type = "double",
                                      .size = sizeof(double),
                                      .parts = parts_of,
                                      .release = release,
                                      .hash = hash,
                                      .describe = describe};
