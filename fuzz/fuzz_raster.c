// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Raster files of one format (FUZZ_FORMAT), or with FUZZ_SIDECAR the JSON beside one. The readers take paths, so the bytes go
// through a file in memory.

#include "fuzz_file.h"
#include "orogen/io.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    oro_context *ctx = fuzz_context();
#ifdef FUZZ_SIDECAR
    static const uint16_t codes[4 * 3];
    fuzz_file("a." FUZZ_FORMAT ".terrain.json", data, size);
    const char *path = fuzz_file("a." FUZZ_FORMAT, codes, sizeof codes);
#else
    const char *path = fuzz_file("a." FUZZ_FORMAT, data, size);
#endif
#ifdef FUZZ_BYTES // a format that only takes files of this length
    fuzz_expect(truncate(path, FUZZ_BYTES) == 0);
#endif
    oro_grid grid = {0};
    oro_georef geo;
    unsigned known = 0;
    // What the flags of a command could say varies with the bytes too.
    unsigned choice = size ? data[size / 2] : 0;
    oro_read_desc desc = {.square = choice & 1, .geo = &geo, .has_layout = choice & 2};
    desc.layout = (oro_raw_layout){.type = (oro_raw_type)(choice >> 2 & 3), .big_endian = choice & 16};
    desc.layout.south_first = choice & 32;
    static const char *const channels[] = {NULL, "R", "A", "2"};
    bool several =
        strcmp(FUZZ_FORMAT, "png") == 0 || strcmp(FUZZ_FORMAT, "tif") == 0 || strcmp(FUZZ_FORMAT, "exr") == 0;
    if (several) desc.channel = channels[choice >> 6];
    if (oro_load_georef(ctx, path, &geo) != ORO_OK) fuzz_expect_sentence(ctx);
    if (oro_load_raster(ctx, path, &desc, &grid, &known) == ORO_OK) {
        fuzz_expect(grid.data && grid.width > 0 && grid.height > 0 && grid.cell > 0);
        oro_hash h = oro_grid_hash(&grid); // every sample can be read
        fuzz_expect(oro_hash_equal(h, oro_grid_hash(&grid)));
        oro_grid_free(ctx, &grid);
    } else {
        fuzz_expect(!grid.data);
        fuzz_expect_sentence(ctx);
    }
    oro_image image = {0};
    if (strcmp(FUZZ_FORMAT, "png") == 0) {
        if (oro_load_image(ctx, path, &image) == ORO_OK)
            oro_image_free(ctx, &image);
        else
            fuzz_expect_sentence(ctx);
    }
    fuzz_expect(oro_bytes_in_use(ctx) == 0);
    return 0;
}
