// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Kinds of data: what holds for every row of the table, whatever the kind, and that each goes through files and scenes.

#include "call.h"
#include "core/kinds.h"
#include "orogen/curves.h"
#include "orogen/io.h"
#include "orogen/mesh.h"
#include "orogen/points.h"
#include "orogen/scene.h"

#include <unistd.h>

static void good(oro_status status) {
    if (status != ORO_OK) fail_msg("%s (%s)", oro_last_error(ctx)->sentence, oro_last_error(ctx)->where);
}

/// A sample of a kind; NULL where operators do not take it.
static void *sample_of(const oro_kind_info *kind) {
    if (!kind->sample) return NULL;
    oro_grid land = map_of(33, 29, 10.0, false, hills);
    void *data = calloc(1, kind->size);
    good(kind->sample(ctx, &land, data));
    drop(&land);
    return data;
}

static void let_go(const oro_kind_info *kind, void *data) {
    kind->release(ctx, data);
    free(data);
}

static const char *file_name(const char *ending) {
    static char name[64];
    snprintf(name, sizeof name, "test_kinds_%d.%s", (int)getpid(), ending);
    return name;
}

// --- every kind -------------------------------------------------------------------------------------------------------

static void every_kind_counts_and_frees_its_memory(void **state) {
    (void)state;
    for (int k = 0; k < ORO_KIND_COUNT; k++) {
        const oro_kind_info *kind = oro_kind_of((oro_kind)k);
        size_t before = oro_bytes_in_use(ctx);
        void *data = sample_of(kind);
        if (!data) continue;
        size_t bytes = oro_kind_bytes(kind, data), used = oro_bytes_in_use(ctx) - before;
        // Blocks are rounded up, and none of these kinds has more than a page of that.
        if (bytes == 0 || bytes > used || used > bytes + 4096)
            fail_msg("a %s says %zu bytes and uses %zu", kind->noun, bytes, used);
        kind->release(ctx, data);
        if (oro_bytes_in_use(ctx) != before) fail_msg("a %s is not freed", kind->noun);
        if (oro_kind_bytes(kind, data) != 0) fail_msg("a %s is not empty once freed", kind->noun);
        kind->release(ctx, data);
        free(data);
    }
}

static void every_number_counts_in_the_hash(void **state) {
    (void)state;
    for (int k = 0; k < ORO_KIND_COUNT; k++) {
        const oro_kind_info *kind = oro_kind_of((oro_kind)k);
        void *data = sample_of(kind);
        if (!data) continue;
        oro_part parts[ORO_MAX_PARTS];
        int count = kind->parts(data, parts);
        oro_hash whole = oro_kind_hash(kind, oro_hash_start(1), data);
        assert_true(oro_kind_is_finite(kind, data));
        for (int i = 0; i < count; i++) {
            assert_true(oro_part_count(&parts[i]) > 0);
            int64_t last = parts[i].stride ? parts[i].stride * (parts[i].sides[0] - 1) + parts[i].sides[1] - 1
                                           : oro_part_count(&parts[i]) - 1;
            char *at = (char *)parts[i].data + (size_t)last * oro_part_number_size(&parts[i]), kept[8];
            memcpy(kept, at, oro_part_number_size(&parts[i]));
            if (parts[i].type == ORO_F32) *(float *)at = NAN;
            if (parts[i].type == ORO_F64) *(double *)at = NAN;
            if (parts[i].type == ORO_U32) *(uint32_t *)at += 1;
            if (parts[i].type == ORO_U8) *(uint8_t *)at += 1;
            if (oro_hash_equal(whole, oro_kind_hash(kind, oro_hash_start(1), data)))
                fail_msg("the hash of a %s does not see %s", kind->noun, parts[i].name);
            bool whole_numbers = parts[i].type == ORO_U32 || parts[i].type == ORO_U8;
            if (!whole_numbers && oro_kind_is_finite(kind, data))
                fail_msg("a %s whose %s are no numbers passes for finite", kind->noun, parts[i].name);
            memcpy(at, kept, oro_part_number_size(&parts[i]));
        }
        assert_true(oro_hash_equal(whole, oro_kind_hash(kind, oro_hash_start(1), data)));
        let_go(kind, data);
    }
}

static void archives_hold_the_numbers(void **state) {
    (void)state;
    const char *path = file_name("npz");
    for (int k = 0; k < ORO_KIND_COUNT; k++) {
        const oro_kind_info *kind = oro_kind_of((oro_kind)k);
        void *data = k != ORO_KIND_GRID ? sample_of(kind) : NULL; // of a map an archive is only read
        if (!data) continue;
        oro_part parts[ORO_MAX_PARTS];
        kind->parts(data, parts);
        good(oro_save_data(ctx, (oro_kind)k, path, data, true));
        assert_int_equal(oro_save_data(ctx, (oro_kind)k, path, data, false), ORO_CANNOT_WRITE);
        oro_grid back = {0};
        if (parts[0].rank == 2) { // the reader of maps takes the first array of two dimensions
            good(oro_load_raster(ctx, path, &(oro_read_desc){.no_sidecar = true}, &back, NULL));
            assert_int_equal(back.height, parts[0].sides[0]);
            assert_int_equal(back.width, parts[0].sides[1]);
            ptrdiff_t stride = parts[0].stride ? parts[0].stride : (ptrdiff_t)parts[0].sides[1];
            for (int32_t y = 0; y < back.height; y++)
                assert_memory_equal(oro_row(&back, y), (const float *)parts[0].data + y * stride,
                                    (size_t)back.width * sizeof(float));
        }
        drop(&back);
        let_go(kind, data);
    }
    remove(path);
}

/// The places of all corners, in order: a mesh may come back with its vertices in another.
static oro_hash corners_of(const oro_mesh *m) {
    oro_hash h = oro_hash_start(2);
    for (size_t i = 0; i < (size_t)m->triangle_count * 3; i++)
        h = oro_hash_bytes(h, m->positions + 3 * (size_t)m->indices[i], 12);
    return h;
}

static bool comes_back_same(oro_kind k, const void *data, const void *back) {
    if (k == ORO_KIND_MESH) return oro_hash_equal(corners_of(data), corners_of(back));
    oro_part a[ORO_MAX_PARTS], b[ORO_MAX_PARTS];
    oro_kind_of(k)->parts(data, a), oro_kind_of(k)->parts(back, b);
    return oro_part_count(&a[0]) == oro_part_count(&b[0]) &&
           memcmp(a[0].data, b[0].data, (size_t)oro_part_count(&a[0]) * oro_part_number_size(&a[0])) == 0;
}

static void files_come_back(void **state) {
    (void)state;
    int tried = 0;
    for (int k = 0; k < ORO_KIND_COUNT; k++) {
        const oro_kind_info *kind = oro_kind_of((oro_kind)k);
        void *data = k != ORO_KIND_GRID ? sample_of(kind) : NULL,
             *back = calloc(1, kind->size); // test_formats has maps
        for (int i = 0; data && i < oro_format_count(); i++) {
            const oro_format_info *format = oro_format_at(i);
            if (!(format->reads & format->writes & ORO_HOLDS(k))) continue;
            const char *path = file_name(format->extensions);
            good(oro_save_data(ctx, (oro_kind)k, path, data, false));
            good(oro_load_data(ctx, (oro_kind)k, path, back));
            if (!comes_back_same((oro_kind)k, data, back))
                fail_msg("a %s comes back from .%s as another", kind->noun, format->name);
            kind->release(ctx, back);
            char beside[128];
            remove(path);
            for (int b = 1; oro_format_beside(path, b, beside, sizeof beside); b++) remove(beside);
            tried++;
        }
        free(back);
        if (data) let_go(kind, data);
    }
    assert_true(tried >= 7);
}

// --- scenes -----------------------------------------------------------------------------------------------------------

static oro_scene *scene_of(oro_context *own, const char *nodes) {
    char text[2048];
    int length = snprintf(text, sizeof text,
                          "{\"orogen\": 1, \"world\": {\"extent\": 640, \"resolution\": 65}, \"nodes\": [%s]}", nodes);
    oro_scene *scene = oro_scene_parse(own, "scene", NULL, text, (size_t)length);
    if (!scene) fail_msg("%s", oro_last_error(own)->sentence);
    return scene;
}

static void kinds_go_through_a_scene_and_stay_cached(void **state) {
    (void)state;
    oro_context *own = oro_create(&(oro_context_desc){.threads = 2, .files = oro_file_reader_default()}, NULL);
    oro_scene *scene = scene_of(own, "{\"id\": \"path\", \"op\": \"paths\", \"args\": {\"splines\": [{\"points\": ["
                                     "{\"x\": 100, \"y\": 100}, {\"x\": 500, \"y\": 400}]}]}},"
                                     "{\"id\": \"way\", \"op\": \"stroke\", \"args\": {\"curves\": \"path\"}},"
                                     "{\"id\": \"land\", \"op\": \"noise\"},"
                                     "{\"id\": \"rock\", \"op\": \"triangulate\", \"args\": {\"step\": 40}}");
    for (int round = 0; round < 2; round++) {
        assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "rock"}), ORO_OK);
        const oro_mesh *m = oro_scene_data(scene, "rock", ORO_KIND_MESH);
        assert_non_null(m);
        assert_int_equal(m->vertex_count, 17 * 17);
        assert_int_equal(oro_scene_report(scene, 3).cached, round == 1);
        assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "way"}), ORO_OK);
        assert_int_equal(oro_scene_report(scene, 0).cached, round == 1);
        assert_int_equal(oro_scene_report(scene, 1).cached, round == 1);
    }
    assert_non_null(oro_scene_grid(scene, "way"));
    assert_null(oro_scene_data(scene, "way", ORO_KIND_MESH));
    assert_non_null(strstr(oro_last_error(own)->sentence, "is a map, not a mesh"));
    // A wire takes its kind and no other.
    assert_int_equal(oro_scene_wire(scene, "way.curves", "rock"), ORO_BAD_ARGUMENT);
    assert_non_null(strstr(oro_last_error(own)->sentence, "makes no set of curves"));
    assert_int_equal(oro_scene_wire(scene, "rock.height", "path"), ORO_BAD_ARGUMENT);
    assert_int_equal(oro_scene_wire(scene, "way.curves", "path"), ORO_OK);
    oro_scene_destroy(scene);
    oro_destroy(own);
}

static void write_text(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void a_file_of_points_is_read_again_when_it_changes(void **state) {
    (void)state;
    oro_context *own = oro_create(&(oro_context_desc){.threads = 1, .files = oro_file_reader_default()}, NULL);
    const char *path = file_name("csv");
    char nodes[400];
    snprintf(nodes, sizeof nodes,
             "{\"id\": \"trees\", \"op\": \"survey\", \"args\": {\"file\": \"%s\", \"x\": 10}},"
             "{\"id\": \"many\", \"op\": \"plot\", \"args\": {\"points\": \"trees\"}}",
             path);
    write_text(path, "x,y,z\n10,20,3\n30.5;40 5\n");
    oro_scene *scene = scene_of(own, nodes);
    for (int round = 0; round < 3; round++) {
        if (round == 2) write_text(path, "1 2 3\n# a comment\n\n4,5\n7,8,9\n");
        assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "many"}), ORO_OK);
        assert_int_equal(oro_scene_report(scene, 1).cached, round == 1);
        const oro_grid *map = oro_scene_grid(scene, "many");
        double sum = 0;
        for (int32_t y = 0; y < map->height; y++)
            for (int32_t x = 0; x < map->width; x++) sum += (double)at(map, x, y);
        assert_float_equal(sum, round == 2 ? 3 : 2, 0);
        assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "trees"}), ORO_OK);
        const oro_points *p = oro_scene_data(scene, "trees", ORO_KIND_POINTS);
        assert_float_equal(p->positions[3], round == 2 ? 14 : 40.5, 0);
        assert_float_equal(p->positions[5], round == 2 ? 0 : 5, 0);
    }
    write_text(path, "x,y\n1,2\n1,two\n");
    assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "many"}), ORO_BAD_INPUT);
    assert_non_null(strstr(oro_last_error(own)->where, "nodes/0/args/file"));
    oro_scene_destroy(scene);
    oro_destroy(own);
    remove(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_counts_and_frees_its_memory),
        cmocka_unit_test(every_number_counts_in_the_hash),
        cmocka_unit_test(archives_hold_the_numbers),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(kinds_go_through_a_scene_and_stay_cached),
        cmocka_unit_test(a_file_of_points_is_read_again_when_it_changes),
    };
    return cmocka_run_group_tests_name("kinds", tests, call_setup, call_teardown);
}
