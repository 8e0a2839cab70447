// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Scene files: read, looked over, run small, printed, and read again.

#include "fuzz.h"
#include "orogen/scene.h"

#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool patient(void *user, double fraction, const char *what) {
    (void)fraction, (void)what;
    return seconds() < *(const double *)user;
}

static void ignore(void *user, const char *where, const char *sentence) {
    (void)user;
    fuzz_expect(where && sentence);
}

static void run_small(oro_scene *scene, oro_context *ctx) {
    double until = seconds() + 0.1;
    if (oro_scene_run(scene, &(oro_run_desc){.detail = 9, .progress = patient, .user = &until}) != ORO_OK)
        fuzz_expect_sentence(ctx);
    for (int i = 0; i < oro_scene_node_count(scene); i++) fuzz_expect(oro_scene_report(scene, i).id);
}

/// What was read must print, and what it prints must read.
static void read_again(oro_scene *scene, oro_context *ctx) {
    char *text = oro_scene_print(scene);
    if (!text) {
        fuzz_expect(oro_last_error(ctx)->status == ORO_NO_MEMORY);
        return;
    }
    oro_scene *again = oro_scene_parse(ctx, "again.oro.json", NULL, text, strlen(text));
    fuzz_expect(again || oro_last_error(ctx)->status == ORO_NO_MEMORY);
    if (again) fuzz_expect(oro_scene_node_count(again) == oro_scene_node_count(scene));
    oro_scene_destroy(again);
    oro_scene_text_free(ctx, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A context of its own each time, so that the cache is emptied and the account closes.
    oro_context *ctx =
        oro_create(&(oro_context_desc){.threads = 1, .memory_limit = 64 << 20, .cache_bytes = 1 << 20}, NULL);
    fuzz_expect(ctx);
    oro_scene *scene = oro_scene_parse(ctx, "fuzz.oro.json", NULL, (const char *)data, size);
    if (!scene) {
        fuzz_expect_sentence(ctx);
    } else {
        oro_scene_lint(scene, ignore, NULL);
        if (oro_scene_node_count(scene) <= 16) run_small(scene, ctx);
        read_again(scene, ctx);
        oro_scene_destroy(scene);
    }
    if (ctx->free_cache) ctx->free_cache(ctx);
    ctx->free_cache = NULL;
    fuzz_expect(oro_bytes_in_use(ctx) == 0);
    oro_destroy(ctx);
    return 0;
}
