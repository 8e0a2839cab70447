// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The queue of what is to be seen; see jobs.h.
#define _GNU_SOURCE 1
#include "studio/jobs_inside.h"
#include "core/context.h"
#include "orogen/io.h"
#include "studio/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THUMBNAIL_REST 0.4 ///< seconds without a change before small pictures are drawn
#define TAB_GRACE      10.0

// --- cancelling ---------------------------------------------------------------------------------------------------------------

/// With the lock held: what runs is no longer wanted. `patient`: a first level may finish if it is quick.
static void outdate(studio_jobs *j, bool patient) {
    if (j->running.kind == NOTHING) return;
    double now = studio_now();
    bool first = j->running.kind == VIEW && j->running.level == 0;
    atomic_store(&j->stale, true);
    if (patient && first && now - j->running.since < studio_patience(j, now)) return;
    atomic_store(&j->stop, true);
    oro_cancel(j->ctx);
}

// --- choosing -----------------------------------------------------------------------------------------------------------------

/// With the lock held: the next task, or when to look again (0: when something changes).
static task choose(const studio_jobs *j, double now, double *again) {
    int best = -1;
    task chosen = {.since = now};
    *again = 0.0;
    if (!j->text) return chosen;
    for (int i = 0; i < STUDIO_TABS; i++) {
        const tab_slot *tab = &j->tabs[i];
        if (!tab->used || tab->next >= tab->view.level_count || tab->view.map_count == 0) continue;
        double ready = tab->next == 0 && !tab->waits ? 0.0 : j->changed_at + tab->view.rest;
        if (ready > now) {
            if (*again == 0.0 || ready < *again) *again = ready;
            continue;
        }
        // Coarse levels before fine ones; of equals, what was asked for last.
        if (best < 0 || tab->next < j->tabs[best].next ||
            (tab->next == j->tabs[best].next && tab->asked > j->tabs[best].asked))
            best = i;
    }
    if (best >= 0) return (task){VIEW, best, j->tabs[best].next, now};
    if (*again > 0.0 || !j->live) return chosen;
    if (now < j->changed_at + THUMBNAIL_REST)
        *again = j->changed_at + THUMBNAIL_REST;
    else if (j->next_node >= 0)
        chosen.kind = NODE_PICTURE;
    else if (j->next_example >= 0 && j->examples)
        chosen.kind = EXAMPLE_PICTURE;
    return chosen;
}

// --- the thread ---------------------------------------------------------------------------------------------------------------

static void *work(void *user) {
    studio_jobs *j = user;
    pthread_mutex_lock(&j->lock);
    while (!j->ending) {
        double again;
        task next = choose(j, studio_now(), &again);
        if (next.kind == NOTHING) {
            pthread_mutex_unlock(&j->lock);
            studio_work_rests(j);
            pthread_mutex_lock(&j->lock);
            // Something may have come while the lock was away.
            if (j->ending || choose(j, studio_now(), &again).kind != NOTHING) continue;
            if (again > 0.0)
                studio_wait_until(&j->changed, &j->lock, again);
            else
                pthread_cond_wait(&j->changed, &j->lock);
            continue;
        }
        if (next.kind != VIEW && j->progress_shown) { // what was being waited for has ended
            pthread_mutex_unlock(&j->lock);
            studio_work_rests(j);
            pthread_mutex_lock(&j->lock);
            continue;
        }
        j->running = next;
        atomic_store(&j->stale, false);
        atomic_store(&j->stop, false);
        if (next.kind == VIEW) studio_work_view(j);
        if (next.kind == NODE_PICTURE) studio_work_node(j);
        if (next.kind == EXAMPLE_PICTURE) studio_work_example(j);
        j->running.kind = NOTHING;
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

// --- from outside -------------------------------------------------------------------------------------------------------------

static void on_note(void *user, const char *where, const char *sentence) {
    studio_jobs *j = user;
    if (j->running.kind != EXAMPLE_PICTURE) studio_notes_keep(&j->notes, j->scene, where, sentence);
    // Pictures of examples are nobody's work, and those of nodes say again what the view has said.
    if (j->running.kind == NODE_PICTURE || j->running.kind == EXAMPLE_PICTURE) return;
    oro_json *data = oro_json_new_object();
    if (data) {
        oro_json_set(data, "where", studio_json_text(where));
        oro_json_set(data, "sentence", studio_json_text(sentence));
    }
    studio_hub_tell(j->hub, NULL, "note", data);
}

studio_jobs *studio_jobs_create(studio_hub *hub, const studio_project *project, int threads,
                                const studio_memory *memory, const oro_example *examples, oro_error *error) {
    studio_jobs *j = calloc(1, sizeof *j);
    thumbnail *thumbnails = calloc(MOST_THUMBNAILS, sizeof *thumbnails);
    const char *cpu = getenv("OROGEN_CPU");
    oro_context_desc desc = {.threads = threads,
                             .cpu = cpu && *cpu ? cpu : NULL,
                             .files = oro_file_reader_default(),
                             .log = on_note,
                             .log_user = j,
                             .memory_limit = memory->maps,
                             .cache_bytes = memory->cache};
    oro_context *ctx = j && thumbnails ? oro_create(&desc, error) : NULL;
    if (ctx) {
        *j = (studio_jobs){.hub = hub, .project = *project, .examples = examples, .ctx = ctx, .live = true};
        ctx->within = &j->project.inside;
        j->most_held = memory->frames;
        j->thumbnails = thumbnails;
        j->next_node = -1;
        pthread_mutex_init(&j->lock, NULL);
        studio_cond_init(&j->changed);
        if (pthread_create(&j->thread, NULL, work, j) == 0) return j;
        if (error) *error = (oro_error){.status = ORO_FAILED, .sentence = "no thread can be started"};
        oro_destroy(ctx);
    }
    free(thumbnails);
    free(j);
    return NULL;
}

void studio_jobs_destroy(studio_jobs *j) {
    if (!j) return;
    pthread_mutex_lock(&j->lock);
    j->ending = true;
    outdate(j, false);
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
    pthread_join(j->thread, NULL);
    for (int i = 0; i < STUDIO_TABS; i++) studio_forget_tab(&j->tabs[i]);
    for (int i = 0; i < STUDIO_TABS; i++) studio_hold_reset(&j->holds[i], 0, 0.0);
    for (int i = 0; i < j->thumbnail_count; i++) free(j->thumbnails[i].png);
    free(j->thumbnails);
    oro_scene_destroy(j->scene);
    oro_destroy(j->ctx);
    free(j->name);
    free(j->folder);
    free(j->text);
    pthread_cond_destroy(&j->changed);
    pthread_mutex_destroy(&j->lock);
    free(j);
}

/// With the lock held: a tab has to be shown the document anew.
static void begin_tab(const studio_jobs *j, tab_slot *tab, bool moving) {
    tab->next = 0;
    tab->asked = j->changed_at;
    tab->quick = moving && tab->slow;
    tab->waits = false;
    tab->changed = true;
    memset(tab->pace, 0, sizeof tab->pace);
}

void studio_jobs_document(studio_jobs *j, uint64_t revision, const char *name, const char *folder, const char *text,
                          bool moving) {
    char *copies[3] = {strdup(name), strdup(folder), strdup(text)};
    pthread_mutex_lock(&j->lock);
    if (copies[0] && copies[1] && copies[2]) {
        free(j->name);
        free(j->folder);
        free(j->text);
        j->name = copies[0], j->folder = copies[1], j->text = copies[2];
        j->revision = revision;
        j->changed_at = studio_now();
        j->next_node = 0;
        for (int i = 0; i < STUDIO_TABS; i++)
            if (j->tabs[i].used && j->live) begin_tab(j, &j->tabs[i], moving);
        outdate(j, true);
        pthread_cond_broadcast(&j->changed);
    } else {
        for (int i = 0; i < 3; i++) free(copies[i]);
    }
    pthread_mutex_unlock(&j->lock);
}

oro_status studio_jobs_once(studio_jobs *j, const char *from, int32_t level) {
    studio_view view = {.tab = {ONCE}, .level_count = 1, .map_count = 1, .levels = {level}};
    snprintf(view.maps[0].from, sizeof view.maps[0].from, "%.159s", from);
    return studio_jobs_view(j, &view);
}

oro_status studio_jobs_view(studio_jobs *j, studio_view *view) {
    tab_slot *slot = NULL;
    pthread_mutex_lock(&j->lock);
    for (int i = STUDIO_TABS - 1; i >= 0; i--)
        if (!j->tabs[i].used && !slot) slot = &j->tabs[i];
    for (int i = 0; i < STUDIO_TABS; i++)
        if (j->tabs[i].used && strcmp(j->tabs[i].view.tab, view->tab) == 0) slot = &j->tabs[i];
    if (slot) {
        bool running = slot->used && j->running.kind == VIEW && j->running.tab == (int)(slot - j->tabs);
        if (slot->used) studio_view_free(&slot->view);
        slot->used = true;
        slot->view = *view;
        slot->next = 0;
        slot->slow = slot->quick = slot->waits = slot->crowded = slot->changed = false;
        memset(slot->pace, 0, sizeof slot->pace);
        slot->asked = studio_now();
        slot->missed = 0.0;
        if (running || j->running.kind != VIEW) outdate(j, true);
        pthread_cond_broadcast(&j->changed);
    }
    pthread_mutex_unlock(&j->lock);
    if (!slot) studio_view_free(view);
    return slot ? ORO_OK : ORO_BAD_ARGUMENT;
}

void studio_jobs_live(studio_jobs *j, bool live) {
    pthread_mutex_lock(&j->lock);
    j->live = live;
    for (int i = 0; live && i < STUDIO_TABS; i++)
        if (j->tabs[i].used) j->tabs[i].next = 0, j->tabs[i].asked = studio_now();
    pthread_cond_broadcast(&j->changed);
    pthread_mutex_unlock(&j->lock);
}

void studio_jobs_cancel(studio_jobs *j) {
    pthread_mutex_lock(&j->lock);
    for (int i = 0; i < STUDIO_TABS; i++) j->tabs[i].next = j->tabs[i].view.level_count;
    j->next_node = -1;
    outdate(j, false);
    pthread_mutex_unlock(&j->lock);
}

void studio_jobs_tidy(studio_jobs *j) {
    double now = studio_now();
    for (int i = 0; i < STUDIO_TABS; i++) {
        char name[STUDIO_TAB];
        pthread_mutex_lock(&j->lock);
        tab_slot *tab = &j->tabs[i];
        bool used = tab->used && *tab->view.tab != ONCE;
        memcpy(name, tab->view.tab, sizeof name);
        pthread_mutex_unlock(&j->lock);
        if (!used) continue;
        bool listens = studio_hub_listens(j->hub, name);
        pthread_mutex_lock(&j->lock);
        if (listens)
            tab->missed = 0.0;
        else if (tab->missed == 0.0)
            tab->missed = now;
        else if (now - tab->missed > TAB_GRACE && !(j->running.kind == VIEW && j->running.tab == i))
            studio_forget_tab(tab);
        pthread_mutex_unlock(&j->lock);
    }
}

studio_frame *studio_jobs_frame(studio_jobs *j, uint64_t id) {
    studio_frame *found = NULL;
    pthread_mutex_lock(&j->lock);
    for (int i = 0; i < STUDIO_TABS; i++)
        for (int k = 0; k < 2; k++)
            if (j->tabs[i].frame[k] && j->tabs[i].frame[k]->id == id) found = j->tabs[i].frame[k];
    if (found) atomic_fetch_add(&found->holders, 1);
    pthread_mutex_unlock(&j->lock);
    return found;
}

void *studio_jobs_thumbnail(studio_jobs *j, const char *kind, const char *name, size_t *bytes) {
    void *copy = NULL;
    pthread_mutex_lock(&j->lock);
    const thumbnail *t = studio_find_thumbnail(j, kind, name);
    if (t && t->png && (copy = malloc(t->bytes))) {
        memcpy(copy, t->png, t->bytes);
        *bytes = t->bytes;
    }
    pthread_mutex_unlock(&j->lock);
    return copy;
}

oro_json *studio_jobs_thumbnails(studio_jobs *j) {
    oro_json *all = oro_json_new_object();
    pthread_mutex_lock(&j->lock);
    for (int i = 0; all && i < j->thumbnail_count; i++)
        if (strcmp(j->thumbnails[i].kind, "node") == 0)
            oro_json_set(all, j->thumbnails[i].name, studio_json_hash(j->thumbnails[i].hash));
    pthread_mutex_unlock(&j->lock);
    return all;
}

void studio_jobs_another(studio_jobs *j) {
    int kept = 0;
    pthread_mutex_lock(&j->lock);
    for (int i = 0; i < j->thumbnail_count; i++) {
        if (strcmp(j->thumbnails[i].kind, "node") == 0)
            free(j->thumbnails[i].png);
        else
            j->thumbnails[kept++] = j->thumbnails[i];
    }
    j->thumbnail_count = kept;
    pthread_mutex_unlock(&j->lock);
    oro_json *data = oro_json_new_object();
    if (data) oro_json_set(data, "forget", oro_json_new_bool(true));
    studio_hub_tell(j->hub, NULL, "thumbnail", data);
}

bool studio_jobs_resting(studio_jobs *j) {
    double again;
    pthread_mutex_lock(&j->lock);
    bool resting = j->running.kind == NOTHING && choose(j, studio_now() + 1e6, &again).kind == NOTHING;
    pthread_mutex_unlock(&j->lock);
    return resting;
}

const char *studio_jobs_cpu(const studio_jobs *j) { return oro_cpu_level(j->ctx); }
int studio_jobs_threads(const studio_jobs *j) { return oro_thread_count(j->ctx); }
