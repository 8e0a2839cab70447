// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Mesh files through one reader (FUZZ_READ): what is taken is a whole mesh whose triangles name vertices that are there.

#include "fuzz.h"
#include "io/mesh_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    oro_context *ctx = fuzz_context();
    oro_mesh mesh = {0};
    if (FUZZ_READ(ctx, "fuzz", (const char *)data, size, &mesh) == ORO_OK) {
        fuzz_expect(mesh.triangle_count > 0 && mesh.vertex_count > 0 && mesh.positions);
        for (size_t i = 0; i < 3 * (size_t)mesh.triangle_count; i++) fuzz_expect(mesh.indices[i] < mesh.vertex_count);
        oro_mesh_free(ctx, &mesh);
    } else {
        fuzz_expect(!mesh.positions && !mesh.indices);
        fuzz_expect_sentence(ctx);
    }
    fuzz_expect(oro_bytes_in_use(ctx) == 0);
    return 0;
}
