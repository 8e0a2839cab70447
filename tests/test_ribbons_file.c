// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons in NPZ archives: what was written is read back, bit for bit; archives that are cut off or changed anywhere are refused or give ribbons
// whose triangles exist, and never more.

#include "call.h"

#include "core/kinds.h"
#include "orogen/io.h"
#include "orogen/ribbons.h"

#include <unistd.h>

static oro_ribbons sample_ribbons(void) {
    oro_grid ground = {.width = 9, .height = 9, .cell = 8};
    assert_int_equal(oro_grid_alloc(ctx, &ground), ORO_OK);
    for (int32_t y = 0; y < 9; y++)
        for (int32_t x = 0; x < 9; x++) oro_row(&ground, y)[x] = 10.0f;
    oro_ribbons r = {0};
    assert_int_equal(oro_kind_of(ORO_KIND_RIBBONS)->sample(ctx, &ground, &r), ORO_OK);
    oro_grid_free(ctx, &ground);
    return r;
}

static void ribbons_come_back(void **state) {
    (void)state;
    oro_ribbons r = sample_ribbons(), back = {0};
    assert_int_equal(oro_save_data(ctx, ORO_KIND_RIBBONS, "r.npz", &r, true), ORO_OK);
    assert_int_equal(oro_load_data(ctx, ORO_KIND_RIBBONS, "r.npz", &back), ORO_OK);
    assert_int_equal(back.curve_count, r.curve_count);
    assert_int_equal(back.vertex_count, r.vertex_count);
    assert_int_equal(back.triangle_count, r.triangle_count);
    assert_memory_equal(back.positions, r.positions, 12 * (size_t)r.vertex_count);
    assert_memory_equal(back.bitangents, r.bitangents, 12 * (size_t)r.vertex_count);
    assert_memory_equal(back.traits, r.traits, 4 * ORO_TRAIT_COUNT * (size_t)r.vertex_count);
    assert_memory_equal(back.triangles, r.triangles, 12 * (size_t)r.triangle_count);
    assert_memory_equal(back.edges, r.edges, 4 * (size_t)r.triangle_count);
    assert_memory_equal(back.roles, r.roles, 4 * (size_t)r.curve_count);
    oro_ribbons_free(ctx, &back);
    r.triangles[5] = r.vertex_count; // a vertex that does not exist
    assert_int_equal(oro_save_data(ctx, ORO_KIND_RIBBONS, "r.npz", &r, true), ORO_OK);
    assert_int_equal(oro_load_data(ctx, ORO_KIND_RIBBONS, "r.npz", &back), ORO_BAD_INPUT);
    assert_non_null(strstr(oro_last_error(ctx)->sentence, "does not exist"));
    oro_ribbons_free(ctx, &r);
}

static void broken_archives_are_refused(void **state) {
    (void)state;
    oro_ribbons r = sample_ribbons();
    assert_int_equal(oro_save_data(ctx, ORO_KIND_RIBBONS, "r.npz", &r, true), ORO_OK);
    oro_ribbons_free(ctx, &r);
    FILE *file = fopen("r.npz", "rb");
    static unsigned char bytes[1 << 16];
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(count > 1000 && count < sizeof bytes);
    for (size_t trial = 0; trial < 300; trial++) {
        size_t at = trial * 7919 % count, length = trial % 3 ? count : at;
        unsigned char was = bytes[at];
        bytes[at] = (unsigned char)(was ^ (1U << trial % 8));
        file = fopen("broken.npz", "wb");
        assert_int_equal(fwrite(bytes, 1, length, file), length);
        fclose(file);
        bytes[at] = was;
        oro_ribbons back = {0};
        if (oro_load_data(ctx, ORO_KIND_RIBBONS, "broken.npz", &back) != ORO_OK) continue;
        for (size_t i = 0; i < 3 * (size_t)back.triangle_count; i++) assert_true(back.triangles[i] < back.vertex_count);
        for (size_t i = 0; i < back.triangle_count; i++) assert_true(back.owners[i] < back.curve_count);
        oro_ribbons_free(ctx, &back);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ribbons_come_back),
        cmocka_unit_test(broken_archives_are_refused),
    };
    char folder[] = "/tmp/orogen-test-XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    int faults = cmocka_run_group_tests(tests, call_setup, call_teardown);
    remove("r.npz");
    remove("broken.npz");
    return chdir("/") == 0 && rmdir(folder) == 0 ? faults : 1;
}
