// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a scene keeps: results in the cache, files until they change; and nothing at all where memory ends.

#include "counted_operators.h"

#include <stdlib.h>

// --- the cache --------------------------------------------------------------------------------------------------------

static void the_cache_limit_bounds_memory_and_changes_nothing(void **state) {
    (void)state;
    enum { NODES = 40, SIDE = 256 };
    float results[2];
    for (int k = 0; k < 2; k++) {
        oro_context *ctx = make_context(k ? 1 : 0);
        oro_scene *scene = oro_scene_create(ctx, &(oro_world){.resolution = SIDE});
        put(scene, "base", &op_flat);
        for (int i = 1; i < NODES; i++) {
            char id[16], path[32], text[16];
            snprintf(id, sizeof id, "n%d", i);
            snprintf(path, sizeof path, "n%d.amount", i);
            snprintf(text, sizeof text, "%d", i);
            put(scene, id, &op_add);
            set(scene, path, text);
        }
        set(scene, "n39.more", "n5");
        oro_reset_peak(ctx);
        run(scene, NULL);
        results[k] = first(scene, NULL);
        size_t map = (size_t)SIDE * SIDE * sizeof(float);
        if (k) {
            // Never more at once than one node's two inputs, its output, and what a later node waits for.
            assert_true(oro_bytes_peak(ctx) < 5 * map);
            assert_true(oro_cache_bytes(ctx) < 2 * map);
            assert_null(oro_scene_grid(scene, "n7"));
            expect_error(scene, "n7", "was not kept");
            runs = 0;
            run(scene, NULL); // the result itself is still held
            assert_int_equal(runs, 0);
            set(scene, "n39.amount", "1000");
            run(scene, NULL); // all of it again: the price of no cache
            assert_int_equal(runs, NODES);
        } else {
            assert_true(oro_cache_bytes(ctx) >= NODES * map);
            assert_non_null(oro_scene_grid(scene, "n7"));
        }
        end(scene);
    }
    assert_float_equal(results[0], results[1], 0.0f);
}

static void the_least_recently_used_go_first(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "base", &op_flat);
    run(scene, NULL);
    scene->ctx->cache_bytes = 3 * oro_cache_bytes(scene->ctx); // room for three
    static const char *const values[] = {"2", "3", "1", "4"};
    for (int i = 0; i < 4; i++) {
        set(scene, "base.value", values[i]);
        run(scene, NULL);
        assert_true(oro_cache_bytes(scene->ctx) <= scene->ctx->cache_bytes);
    }
    runs = 0;
    static const char *const kept[] = {"1", "3", "4"};
    for (int i = 0; i < 3; i++) {
        set(scene, "base.value", kept[i]);
        run(scene, NULL);
    }
    assert_int_equal(runs, 0);
    set(scene, "base.value", "2"); // the one used longest ago
    run(scene, NULL);
    assert_int_equal(runs, 1);
    end(scene);
}

static void a_map_stays_valid_while_others_run(void **state) {
    (void)state;
    oro_scene *a = make_stack(1);
    run(a, NULL);
    const oro_grid *map = oro_scene_grid(a, NULL);
    oro_scene *b = make_scene(a->ctx);
    put(b, "base", &op_flat);
    for (int i = 2; i < 50; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        set(b, "base.value", text);
        run(b, NULL);
    }
    assert_float_equal(map->data[120], 111.0f, 0.0f);
    oro_scene_destroy(b);
    end(a);
}

static void cached_results_make_room_when_memory_runs_out(void **state) {
    (void)state;
    oro_scene *scene = make_scene(make_context(0));
    put(scene, "base", &op_flat);
    set(scene, "world.resolution", "257");
    run(scene, NULL);
    scene->ctx->memory_limit = oro_bytes_in_use(scene->ctx) + 300000; // one map more, not two
    for (int i = 2; i < 9; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        set(scene, "base.value", text);
        run(scene, NULL);
        assert_float_equal(first(scene, NULL), (float)i, 0.0f);
    }
    set(scene, "world.resolution", "1025");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_NO_MEMORY);
    assert_string_equal(oro_last_error(scene->ctx)->where, "nodes/0");
    end(scene);
}

// --- files ------------------------------------------------------------------------------------------------------------

typedef struct from_file {
    oro_grid *result;
    oro_file file;
} from_file;

static const oro_arg file_args[] = {
    ORO_ARG(from_file, result, .unit = "m", .doc = "Map."),
    ORO_ARG(from_file, file, .doc = "File."),
};

static oro_status run_from_file(oro_run *r, const void *p) {
    const from_file *a = p;
    runs++;
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++)
            oro_row(a->result, y)[x] = a->file.map ? a->file.map->data[0] + (float)a->file.known : -1.0f;
    return oro_step(r, 1.0);
}

static const oro_operator op_from_file = {
    .record = {"from_file", "File", file_args, ORO_COUNT(file_args), sizeof(from_file)},
    .family = "test",
    .version = 1,
    .run = run_from_file};

/// What stands in every file there is, and what was asked for.
typedef struct disk {
    float value;
    uint64_t stamp;
    int loads;
    char path[128];
} disk;

static disk files;

static oro_status load_file(void *user, oro_context *ctx, const char *path, oro_grid *out, unsigned *known) {
    disk *d = user;
    d->loads++;
    snprintf(d->path, sizeof d->path, "%s", path);
    if (strstr(path, "missing")) return oro_fail(ctx, ORO_BAD_INPUT, path, "there is no such file");
    *out = (oro_grid){.width = 2, .height = 2, .cell = 1};
    oro_status status = oro_grid_alloc(ctx, out);
    if (status != ORO_OK) return status;
    for (int i = 0; i < 2 * out->stride; i++) out->data[i] = d->value;
    *known = 1;
    return ORO_OK;
}

static uint64_t stamp_file(void *user, const char *path) {
    (void)path;
    return ((const disk *)user)->stamp;
}

static void files_are_read_once_and_again_when_they_change(void **state) {
    (void)state;
    oro_context *ctx =
        oro_create(&(oro_context_desc){.threads = 1, .files = {load_file, stamp_file, .user = &files}}, NULL);
    oro_scene *scene = make_scene(ctx);
    put(scene, "in", &op_from_file);
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), -1.0f, 0.0f);
    assert_int_equal(oro_scene_set_names(scene, NULL, "some/folder"), ORO_OK);
    set(scene, "in.file", "a.png");
    files.value = 5, files.stamp = 1, files.loads = 0;
    run(scene, NULL);
    assert_float_equal(first(scene, NULL), 6.0f, 0.0f);
    assert_string_equal(files.path, "some/folder/a.png");
    run(scene, NULL);
    assert_int_equal(files.loads, 1);
    files.stamp = 2; // touched but the same
    run(scene, NULL);
    assert_int_equal(files.loads, 2);
    assert_string_equal(ran(scene), "");
    files.value = 8, files.stamp = 3;
    run(scene, NULL);
    assert_string_equal(ran(scene), "in");
    assert_float_equal(first(scene, NULL), 9.0f, 0.0f);
    files.stamp = 0; // cannot be told: read every time, once
    files.loads = 0;
    run(scene, NULL);
    assert_int_equal(files.loads, 1);
    set(scene, "in.file", "/abs/b.png");
    run(scene, NULL);
    assert_string_equal(files.path, "/abs/b.png");
    assert_ptr_equal(scene->files->next, NULL); // the old one is gone
    set(scene, "in.file", "missing.png");
    assert_int_equal(oro_scene_run(scene, NULL), ORO_BAD_INPUT);
    expect_error(scene, "nodes/0/args/file", "some/folder/missing.png: there is no such file");
    end(scene);
}

// --- no memory --------------------------------------------------------------------------------------------------------

typedef struct meter {
    long calls, fail_at; ///< fail_at 0: never
    bool for_good;       ///< fail all later calls too
    size_t outstanding;
} meter;

static void *meter_alloc(void *user, size_t bytes) {
    meter *m = user;
    m->calls++;
    if (m->fail_at && (m->calls == m->fail_at || (m->for_good && m->calls > m->fail_at))) return NULL;
    m->outstanding += bytes;
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

static void meter_free(void *user, void *memory, size_t bytes) {
    ((meter *)user)->outstanding -= bytes;
    free(memory);
}

/// Builds and runs a small scene; stops at the first failure. True where everything worked.
static bool try_scene(oro_context *ctx, oro_scene **scene, float *result) {
    *scene = oro_scene_create(ctx, &(oro_world){.resolution = 5});
    if (!*scene) return false;
    static const struct {
        const char *id;
        const oro_operator *op;
    } nodes[] = {{"in", &op_from_file}, {"base", &op_flat}, {"ten", &op_add}, {"both", &op_split}};
    for (int i = 0; i < 4; i++)
        if (!oro_scene_add_operator(*scene, nodes[i].id, nodes[i].op)) return false;
    static const char *const edits[][2] = {
        {"in.file", "a.png"}, {"ten.amount", "10"}, {"ten.more", "in"}, {"both.b", "base"}, {"base.value", "4"}};
    for (int i = 0; i < 5; i++)
        if (oro_scene_set(*scene, edits[i][0], edits[i][1]) != ORO_OK) return false;
    if (oro_scene_run(*scene, &(oro_run_desc){.target = "both"}) != ORO_OK) return false;
    if (oro_scene_add_output(*scene, &(oro_output){.from = "both.product", .file = "x.npy"}) != ORO_OK) return false;
    if (oro_scene_run(*scene, NULL) != ORO_OK) return false;
    const oro_grid *map = oro_scene_grid(*scene, "both.product");
    if (!map) return false;
    *result = map->data[0];
    return true;
}

static void any_allocation_may_fail(void **state) {
    (void)state;
    files.value = 5, files.stamp = 1;
    for (int for_good = 0; for_good < 2; for_good++) {
        bool worked = false, untouched = false;
        for (long n = 1; !untouched && n < 2000; n++) {
            meter m = {.fail_at = n, .for_good = for_good};
            oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1,
                                                              .memory = {meter_alloc, meter_free, &m},
                                                              .files = {load_file, stamp_file, .user = &files}},
                                          NULL);
            assert_non_null(ctx);
            oro_scene *scene;
            float result = 0;
            worked = try_scene(ctx, &scene, &result);
            if (worked)
                assert_float_equal(result, (4.0f + 6.0f + 10.0f) * 4.0f, 0.0f);
            else
                assert_int_equal(oro_last_error(ctx)->status, ORO_NO_MEMORY);
            untouched = m.calls < n;
            if (!worked && scene) { // and with memory again, everything works
                m.fail_at = 0;
                oro_scene *again;
                assert_true(try_scene(ctx, &again, &result));
                oro_scene_destroy(again);
            }
            oro_scene_destroy(scene);
            oro_destroy(ctx);
            assert_int_equal(m.outstanding, 0);
        }
        assert_true(untouched && worked);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cache_limit_bounds_memory_and_changes_nothing),
        cmocka_unit_test(the_least_recently_used_go_first),
        cmocka_unit_test(a_map_stays_valid_while_others_run),
        cmocka_unit_test(cached_results_make_room_when_memory_runs_out),
        cmocka_unit_test(files_are_read_once_and_again_when_they_change),
        cmocka_unit_test(any_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
