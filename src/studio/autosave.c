// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Unsaved work on the disk; see autosave.h.

#include "studio/autosave.h"
#include "core/context.h"
#include "io/file.h"
#include "studio/json.h"
#include "studio/time.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct studio_autosave {
    pthread_t thread;
    pthread_mutex_t lock; ///< guards what follows the context
    pthread_cond_t changed;
    studio_hub *hub;
    oro_context *ctx;
    char path[STUDIO_PATH], other[STUDIO_PATH];
    char *text; ///< waiting to be written; NULL: nothing
    double when;
    bool ending, writing, failing;
};

static void tell(studio_autosave *a, oro_status status) {
    oro_json *data = oro_json_new_object();
    if (data) oro_json_set(data, "ok", oro_json_new_bool(status == ORO_OK));
    if (data && status != ORO_OK) oro_json_set(data, "error", studio_json_error(oro_last_error(a->ctx)));
    studio_hub_tell(a->hub, NULL, "autosave", data);
}

/// Writes what is waiting. The lock is let go of meanwhile; `writing` says so.
static void write_now(studio_autosave *a) {
    char *text = a->text, path[STUDIO_PATH], other[STUDIO_PATH];
    a->text = NULL;
    memcpy(path, a->path, sizeof path);
    memcpy(other, a->other, sizeof other);
    a->writing = true;
    pthread_mutex_unlock(&a->lock);
    oro_status status = oro_file_save(a->ctx, path, true, text, strlen(text));
    if (status != ORO_OK && *other) status = oro_file_save(a->ctx, other, true, text, strlen(text));
    tell(a, status);
    free(text);
    pthread_mutex_lock(&a->lock);
    a->writing = false;
    pthread_cond_broadcast(&a->changed);
}

static void *work(void *user) {
    studio_autosave *a = user;
    pthread_mutex_lock(&a->lock);
    while (!a->ending || a->text) {
        if (a->text && (a->ending || studio_now() >= a->when))
            write_now(a);
        else if (a->text)
            studio_wait_until(&a->changed, &a->lock, a->when);
        else
            pthread_cond_wait(&a->changed, &a->lock);
    }
    pthread_mutex_unlock(&a->lock);
    return NULL;
}

studio_autosave *studio_autosave_create(studio_hub *hub, const studio_project *project) {
    studio_autosave *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->hub = hub;
    a->ctx = oro_create(&(oro_context_desc){.threads = 1, .cache_bytes = 1 << 20}, NULL);
    if (a->ctx) a->ctx->within = &project->own;
    pthread_mutex_init(&a->lock, NULL);
    studio_cond_init(&a->changed);
    if (a->ctx && pthread_create(&a->thread, NULL, work, a) == 0) return a;
    oro_destroy(a->ctx);
    free(a);
    return NULL;
}

void studio_autosave_destroy(studio_autosave *a) {
    if (!a) return;
    pthread_mutex_lock(&a->lock);
    a->ending = true;
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
    pthread_join(a->thread, NULL);
    pthread_cond_destroy(&a->changed);
    pthread_mutex_destroy(&a->lock);
    oro_destroy(a->ctx);
    free(a);
}

void studio_autosave_keep(studio_autosave *a, const char *path, const char *other, const char *text, double delay) {
    char *copy = strdup(text);
    if (!copy) return;
    pthread_mutex_lock(&a->lock);
    double when = studio_now() + delay;
    // A drag that never rests must not put writing off for ever.
    if (!a->text || strcmp(a->path, path) != 0 || when < a->when) a->when = when;
    free(a->text);
    a->text = copy;
    snprintf(a->path, sizeof a->path, "%s", path);
    snprintf(a->other, sizeof a->other, "%s", other);
    pthread_cond_broadcast(&a->changed);
    pthread_mutex_unlock(&a->lock);
}

void studio_autosave_drop(studio_autosave *a, const char *path, const char *other) {
    pthread_mutex_lock(&a->lock);
    free(a->text);
    a->text = NULL;
    while (a->writing) pthread_cond_wait(&a->changed, &a->lock);
    oro_within_unlink(a->ctx->within, path);
    if (*other) oro_within_unlink(a->ctx->within, other);
    pthread_mutex_unlock(&a->lock);
}
