// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Contexts made, used and given up by several threads at once. What they share by mistake shows under ThreadSanitizer:
// `cmake --preset tsan && cmake --build --preset tsan --target test_contexts && build-tsan/tests/test_contexts`.

#include "core/cpu.h"
#include "orogen/scene.h"
#include "rig.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { THREADS = 8, TURNS = 20 };

typedef struct worker {
    pthread_t thread;
    pthread_barrier_t *start;
    int number;
    int wrong;
    oro_hash hash; ///< of the last map
} worker;

static void *work(void *user) {
    worker *w = user;
    pthread_barrier_wait(w->start);
    for (int turn = 0; turn < TURNS; turn++) {
        const char *const *levels = oro_cpu_levels();
        int count = 0;
        while (levels[count]) count++;
        w->wrong += count < 1 || strcmp(levels[count - 1], "baseline") != 0;
        oro_error error;
        // One in four asks for a level that is none: the sentence names the best, from the same list.
        const char *level = (turn + w->number) % 4 ? levels[turn % count] : "fastest";
        oro_context *ctx = oro_create(&(oro_context_desc){.threads = 2, .cpu = level}, &error);
        if (strcmp(level, "fastest") == 0) {
            w->wrong += ctx != NULL || error.status != ORO_BAD_ARGUMENT;
            continue;
        }
        rig r;
        w->wrong += !ctx || strcmp(oro_cpu_level(ctx), level) != 0;
        w->wrong += rig_init(&r, ctx, oro_operator_find(ctx, "noise"), 33, 33, 0) != ORO_OK;
        w->wrong += rig_run(&r, NULL, NULL) != ORO_OK;
        w->hash = rig_hash(&r);
        rig_free(&r);
        oro_destroy(ctx);
    }
    return NULL;
}

static void contexts_of_threads_share_nothing(void **state) {
    (void)state;
    worker workers[THREADS] = {0};
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i].start = &start;
        workers[i].number = i;
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(workers[i].thread, NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(workers[i].wrong, 0);
        assert_true(workers[i].hash.hi == workers[0].hash.hi && workers[i].hash.lo == workers[0].hash.lo);
    }
}

/// What one thread's file reader gives, and how often it was asked.
typedef struct source {
    pthread_t thread;
    pthread_barrier_t *start;
    float height;
    int loads, wrong;
} source;

static oro_status load_level_ground(void *user, oro_context *ctx, const char *path, oro_grid *out, unsigned *known) {
    source *s = user;
    s->loads++;
    s->wrong += strcmp(path, "ground.npy") != 0;
    *out = (oro_grid){.width = 33, .height = 33, .cell = 125};
    oro_status status = oro_grid_alloc(ctx, out);
    for (int32_t y = 0; status == ORO_OK && y < 33; y++)
        for (int32_t x = 0; x < 33; x++) oro_row(out, y)[x] = s->height;
    *known = 3;
    return status;
}

static void *build_scenes(void *user) {
    source *s = user;
    pthread_barrier_wait(s->start);
    for (int turn = 0; turn < TURNS; turn++) {
        oro_context_desc desc = {.threads = 2, .files = {.load = load_level_ground, .user = s}};
        oro_context *ctx = oro_create(&desc, NULL);
        oro_scene *scene = ctx ? oro_scene_create(ctx, &(oro_world){.resolution = 33}) : NULL;
        bool good = scene && oro_scene_add(scene, "ground", "import") &&
                    oro_scene_set_text(scene, "ground.file", "ground.npy") == ORO_OK &&
                    oro_scene_run(scene, NULL) == ORO_OK;
        const oro_grid *map = good ? oro_scene_grid(scene, "ground") : NULL;
        s->wrong += !map || map->data[0] != s->height;
        oro_scene_destroy(scene);
        oro_destroy(ctx);
    }
    return NULL;
}

static void readers_of_contexts_get_their_own_user(void **state) {
    (void)state;
    pthread_barrier_t start;
    source sources[2] = {{.start = &start, .height = 100.0f}, {.start = &start, .height = 200.0f}};
    pthread_barrier_init(&start, NULL, 2);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&sources[i].thread, NULL, build_scenes, &sources[i]), 0);
    for (int i = 0; i < 2; i++) pthread_join(sources[i].thread, NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(sources[i].wrong, 0);
        assert_int_equal(sources[i].loads, TURNS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(contexts_of_threads_share_nothing),
                                       cmocka_unit_test(readers_of_contexts_get_their_own_user)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
