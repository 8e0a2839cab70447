// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The queue of what is to be seen; see jobs.h.
#define _GNU_SOURCE 1
#include "studio/jobs.h"
#include "core/context.h"
#include "orogen/io.h"
#include "scene/document.h"
#include "studio/json.h"
#include "studio/session.h"
#include "studio/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATIENCE       0.1 ///< seconds a first level may still take after the document changed
#define THUMBNAIL_REST 0.4 ///< seconds without a change before small pictures are drawn
#define TAB_GRACE      10.0

enum { THUMBNAIL_DETAIL = 129, MOST_THUMBNAILS = 512 };
enum { ONCE = '*' }; ///< begins the names of tabs that are no tabs: computed once, told to everyone as "ran"

typedef struct tab_slot {
    bool used;
    studio_view view;
    int next;      ///< level to compute; level_count: nothing
    double asked;  ///< when it was wanted
    double missed; ///< when its listener was last seen to be gone; 0: listens
    studio_frame *frame[2];
} tab_slot;

typedef struct thumbnail {
    char kind[8], name[80];
    oro_hash hash;
    uint64_t revision; ///< looked at
    void *png;
    size_t bytes;
} thumbnail;

/// What the thread has been given to do.
typedef enum task_kind { NOTHING, VIEW, NODE_PICTURE, EXAMPLE_PICTURE } task_kind;

typedef struct task {
    task_kind kind;
    int tab, level;
    double since;
} task;

struct studio_jobs {
    pthread_t thread;
    studio_hub *hub;
    studio_project project;
    studio_example_fn *examples;
    oro_context *ctx; ///< of the thread; others only cancel it

    // Of the thread alone.
    oro_scene *scene;
    uint64_t scene_revision;
    double progress_told;
    bool progress_shown;
    const studio_view *shown; ///< the view that is being computed

    pthread_mutex_t lock; ///< guards what follows
    pthread_cond_t changed;
    bool ending, live;
    uint64_t revision, frame_serial;
    char *name, *folder, *text; ///< of the document; replaced, never changed
    double changed_at;
    tab_slot tabs[STUDIO_TABS];
    thumbnail *thumbnails;
    int thumbnail_count, next_node, next_example;
    task running;      ///< written by the thread alone
    double shown_at;   ///< when the last frame of a first level was shown
    atomic_bool stale; ///< what runs is of an earlier document
    atomic_bool stop;
};

/// The folder that files may be read from on this thread: the engine's reader of files has no place for it.
static _Thread_local const studio_project *thread_project;

// --- cancelling ---------------------------------------------------------------------------------------------------------------

/// Seconds a first level may still take after the document changed: little, or more where the page has seen nothing for long.
static double patience(const studio_jobs *j, double now) {
    return now - j->shown_at > 5.0 * PATIENCE ? 10.0 * PATIENCE : PATIENCE;
}

/// With the lock held: what runs is no longer wanted. `patient`: a first level may finish if it is quick.
static void outdate(studio_jobs *j, bool patient) {
    if (j->running.kind == NOTHING) return;
    double now = studio_now();
    bool first = j->running.kind == VIEW && j->running.level == 0;
    atomic_store(&j->stale, true);
    if (patient && first && now - j->running.since < patience(j, now)) return;
    atomic_store(&j->stop, true);
    oro_cancel(j->ctx);
}

static void tell_progress(studio_jobs *j, double fraction, const char *what) {
    oro_json *data = oro_json_new_object();
    if (data) {
        const studio_view *view = j->shown;
        oro_json_set(data, "lane", oro_json_new_string(view ? "view" : "thumbnail"));
        oro_json_set(data, "tab", studio_json_text(view ? view->tab : NULL));
        oro_json_set(data, "level", view ? oro_json_new_number(view->levels[j->running.level]) : oro_json_new_null());
        oro_json_set(data, "fraction", studio_json_real(fraction));
        oro_json_set(data, "what", studio_json_text(what));
        oro_json_set(data, "running", oro_json_new_bool(true));
    }
    studio_hub_tell(j->hub, NULL, "progress", data);
}

/// Runs on the thread itself, so it may read what the thread wrote under the lock before.
static bool on_progress(void *user, double fraction, const char *what) {
    studio_jobs *j = user;
    if (atomic_load(&j->stop)) return false;
    double now = studio_now(), elapsed = now - j->running.since;
    bool first = j->running.kind == VIEW && j->running.level == 0;
    if (atomic_load(&j->stale) && (!first || elapsed > patience(j, now))) return false;
    // Only work that can be watched is told of.
    if (elapsed < 0.15 || now - j->progress_told < 0.1) return true;
    j->progress_told = now;
    j->progress_shown = true;
    tell_progress(j, fraction, what);
    return true;
}

static void tell_rest(studio_jobs *j) {
    if (!j->progress_shown) return;
    j->progress_shown = false;
    oro_json *data = oro_json_new_object();
    if (data) {
        oro_json_set(data, "lane", oro_json_new_string("view"));
        oro_json_set(data, "running", oro_json_new_bool(false));
    }
    studio_hub_tell(j->hub, NULL, "progress", data);
}

// --- the document -------------------------------------------------------------------------------------------------------------

/// Reads the document unless the thread has this one already.
static oro_status read_document(studio_jobs *j, uint64_t revision, const char *name, const char *folder,
                                const char *text) {
    if (j->scene && j->scene_revision == revision) return ORO_OK;
    oro_scene_destroy(j->scene);
    j->scene = oro_scene_parse(j->ctx, name, folder, text, strlen(text));
    j->scene_revision = revision;
    return j->scene ? ORO_OK : j->ctx->error.status;
}

static oro_json *values_of(studio_jobs *j, int index) {
    const oro_node *node = j->scene->nodes[index];
    oro_json *values = oro_json_new_object();
    for (int32_t i = 0; values && i < node->op->record.arg_count; i++) {
        const oro_arg *arg = &node->op->record.args[i];
        char path[160];
        double value;
        if (arg->type != ORO_VALUE_OUT) continue;
        snprintf(path, sizeof path, "%s.%s", node->id, arg->name);
        if (oro_scene_value(j->scene, path, &value) == ORO_OK) oro_json_set(values, arg->name, studio_json_real(value));
    }
    return values;
}

/// How the nodes fared in the last run. A frame of several maps is several runs; this is the last of them.
static oro_json *nodes_json(studio_jobs *j, const char *tab, uint64_t revision, int32_t level) {
    oro_json *data = oro_json_new_object(), *list = oro_json_new_array();
    for (int i = 0; data && list && i < oro_scene_node_count(j->scene) && !atomic_load(&j->stale); i++) {
        oro_node_report report = oro_scene_report(j->scene, i);
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "id", oro_json_new_string(report.id));
        oro_json_set(item, "used", oro_json_new_bool(report.used));
        oro_json_set(item, "cached", oro_json_new_bool(report.cached));
        oro_json_set(item, "seconds", oro_json_new_number(report.seconds));
        oro_json_set(item, "hash", studio_json_hash(report.hash));
        if (report.used) oro_json_set(item, "values", values_of(j, i));
        oro_json_append(list, item);
    }
    if (!data || !list) {
        oro_json_free(data);
        oro_json_free(list);
        return NULL;
    }
    oro_json_set(data, "tab", studio_json_text(tab));
    oro_json_set(data, "revision", oro_json_new_number((double)revision));
    oro_json_set(data, "level", oro_json_new_number(level));
    oro_json_set(data, "nodes", list);
    return data;
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
        double ready = tab->next == 0 ? 0.0 : j->changed_at + tab->view.rest;
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

// --- doing --------------------------------------------------------------------------------------------------------------------

/// A copy of a view for the thread; the page may replace its own meanwhile.
static bool copy_view(const studio_view *from, studio_view *to) {
    *to = *from;
    bool good = true;
    for (int i = 0; i < to->map_count; i++) {
        if (!from->maps[i].args) continue;
        to->maps[i].args = strdup(from->maps[i].args);
        good &= to->maps[i].args != NULL;
    }
    if (!good) studio_view_free(to);
    return good;
}

static void tell_failure(studio_jobs *j, const studio_view *view, uint64_t revision, int level) {
    oro_json *data = oro_json_new_object();
    if (data) {
        oro_json_set(data, "tab", oro_json_new_string(view->tab));
        oro_json_set(data, "seq", studio_json_real(view->seq));
        oro_json_set(data, "revision", oro_json_new_number((double)revision));
        oro_json_set(data, "level", oro_json_new_number(view->levels[level]));
        oro_json_set(data, "error", studio_json_error(oro_last_error(j->ctx)));
    }
    studio_hub_tell(j->hub, view->tab, "failed", data);
}

static void forget_tab(tab_slot *tab) {
    studio_view_free(&tab->view);
    studio_frame_release(tab->frame[0]);
    studio_frame_release(tab->frame[1]);
    *tab = (tab_slot){0};
}

/// Keeps a finished frame for its tab, if that is still there.
static void keep_frame(tab_slot *tab, const char *name, studio_frame *frame) {
    if (!tab->used || strcmp(tab->view.tab, name) != 0) {
        studio_frame_release(frame);
        return;
    }
    studio_frame_release(tab->frame[1]);
    tab->frame[1] = tab->frame[0];
    tab->frame[0] = frame;
}

/// The end of something that was asked for once, on the console. What could not be computed is told in the frame's map.
static void tell_ran(studio_jobs *j, const studio_view *view, uint64_t revision, oro_status status, oro_json *frame) {
    const oro_json *failure = oro_json_get(oro_json_at(oro_json_get(frame, "maps"), 0), "error");
    bool good = status == ORO_OK && !failure;
    oro_json *data = good ? nodes_json(j, NULL, revision, view->levels[0]) : oro_json_new_object();
    if (data) {
        oro_json_set(data, "ok", oro_json_new_bool(good));
        oro_json_set(data, "seconds", oro_json_new_number(studio_json_get_number(frame, "seconds", 0.0)));
        if (!good)
            oro_json_set(data, "error", failure ? oro_json_copy(failure) : studio_json_error(oro_last_error(j->ctx)));
    }
    oro_json_free(frame);
    studio_hub_tell(j->hub, NULL, "ran", data);
}

/// Computes one level of one view. Called with the lock held, which is let go of while computing.
static void do_view(studio_jobs *j) {
    tab_slot *tab = &j->tabs[j->running.tab];
    studio_view view;
    int level = j->running.level;
    tab->next++; // a change of the document or of the view sets it back
    if (!copy_view(&tab->view, &view)) return;
    studio_frame_desc desc = {.view = &view,
                              .level = level,
                              .id = ++j->frame_serial,
                              .revision = j->revision,
                              .asked = level == 0 ? tab->asked : studio_now(),
                              .progress = on_progress,
                              .user = j};
    char *name = strdup(j->name), *folder = strdup(j->folder), *text = strdup(j->text);
    pthread_mutex_unlock(&j->lock);

    studio_frame *frame = NULL;
    oro_json *event = NULL;
    j->shown = &view;
    oro_status status = name && folder && text ? read_document(j, desc.revision, name, folder, text) : ORO_NO_MEMORY;
    if (status == ORO_OK) status = studio_frame_make(j->scene, &desc, &frame, &event);
    j->shown = NULL;
    free(name);
    free(folder);
    free(text);

    bool once = *view.tab == ONCE;
    pthread_mutex_lock(&j->lock);
    bool shown = status == ORO_OK && (!atomic_load(&j->stale) || level == 0);
    if (level == 0) j->shown_at = studio_now();
    if (shown && !once)
        keep_frame(tab, view.tab, frame);
    else
        studio_frame_release(frame);
    if (once && status != ORO_CANCELLED && strcmp(tab->view.tab, view.tab) == 0) forget_tab(tab);
    pthread_mutex_unlock(&j->lock);
    if (once && status != ORO_CANCELLED)
        tell_ran(j, &view, desc.revision, status, event);
    else if (shown)
        studio_hub_tell(j->hub, view.tab, "frame", event);
    else
        oro_json_free(event);
    if (shown && !once && !atomic_load(&j->stale))
        studio_hub_tell(j->hub, view.tab, "nodes", nodes_json(j, view.tab, desc.revision, view.levels[level]));
    if (!once && status != ORO_OK && status != ORO_CANCELLED) tell_failure(j, &view, desc.revision, level);
    studio_view_free(&view);
    pthread_mutex_lock(&j->lock);
}

static thumbnail *find_thumbnail(studio_jobs *j, const char *kind, const char *name) {
    for (int i = 0; i < j->thumbnail_count; i++)
        if (strcmp(j->thumbnails[i].kind, kind) == 0 && strcmp(j->thumbnails[i].name, name) == 0)
            return &j->thumbnails[i];
    return NULL;
}

/// With the lock held: keeps a picture (takes it over) and tells of it.
static void keep_thumbnail(studio_jobs *j, const char *kind, const char *name, oro_hash hash, void *png, size_t bytes) {
    thumbnail *t = find_thumbnail(j, kind, name);
    if (!t && j->thumbnail_count < MOST_THUMBNAILS) {
        t = &j->thumbnails[j->thumbnail_count++];
        *t = (thumbnail){0};
        snprintf(t->kind, sizeof t->kind, "%s", kind);
        snprintf(t->name, sizeof t->name, "%.79s", name);
    }
    if (!t) {
        free(png);
        return;
    }
    free(t->png);
    t->png = png;
    t->bytes = bytes;
    t->hash = hash;
    oro_json *data = oro_json_new_object();
    if (data) {
        oro_json_set(data, kind, studio_json_text(name));
        oro_json_set(data, "hash", studio_json_hash(hash));
    }
    studio_hub_tell(j->hub, NULL, "thumbnail", data);
}

/// Computes a map of a scene small and draws it, unless the picture at hand shows the same. Without the lock.
static void *picture_of(studio_jobs *j, oro_scene *scene, const char *from, oro_hash known, oro_hash *hash,
                        size_t *bytes) {
    oro_source source;
    oro_run_desc desc = {.target = from, .detail = THUMBNAIL_DETAIL, .progress = on_progress, .user = j};
    if (oro_scene_resolve(scene, from, true, &source, NULL) != ORO_OK || oro_scene_run(scene, &desc) != ORO_OK)
        return NULL;
    const oro_grid *map = oro_scene_grid(scene, from);
    if (!map) return NULL;
    *hash = oro_grid_hash(map);
    if (oro_hash_equal(*hash, known)) return NULL;
    oro_world world = oro_scene_world(scene);
    const char *unit = source.node->op->record.args[source.output].unit;
    return studio_thumbnail(j->ctx, map, unit ? unit : "any", &world, bytes);
}

/// One node a turn, so that a change never waits for long. Called and left with the lock held.
static void do_node(studio_jobs *j) {
    int index = j->next_node++;
    uint64_t revision = j->revision;
    char *name = strdup(j->name), *folder = strdup(j->folder), *text = strdup(j->text);
    pthread_mutex_unlock(&j->lock);
    bool good = name && folder && text && read_document(j, revision, name, folder, text) == ORO_OK;
    free(name);
    free(folder);
    free(text);
    int count = good ? oro_scene_node_count(j->scene) : 0;
    const oro_node *node = index < count ? j->scene->nodes[index] : NULL;
    void *png = NULL;
    oro_hash hash = {0};
    size_t bytes = 0;
    if (node && node->enabled && oro_first_of_type(node->op, ORO_GRID_OUT) >= 0) {
        pthread_mutex_lock(&j->lock);
        const thumbnail *t = find_thumbnail(j, "node", node->id);
        oro_hash known = t ? t->hash : (oro_hash){0};
        pthread_mutex_unlock(&j->lock);
        png = picture_of(j, j->scene, node->id, known, &hash, &bytes);
    }
    pthread_mutex_lock(&j->lock);
    if (png && revision == j->revision)
        keep_thumbnail(j, "node", node->id, hash, png, bytes);
    else
        free(png);
    if (index + 1 >= count && revision == j->revision) j->next_node = -1;
}

static void do_example(studio_jobs *j) {
    const char *name, *text;
    size_t length, bytes = 0;
    if (!j->examples(j->next_example, &name, &text, &length)) {
        j->next_example = -1;
        return;
    }
    pthread_mutex_unlock(&j->lock);
    char from[160];
    oro_hash hash = {0};
    oro_scene *scene = oro_scene_parse(j->ctx, name, NULL, text, length);
    const oro_output *output = scene && oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0) : NULL;
    void *png = NULL;
    if (output && output->from)
        png = picture_of(j, scene, output->from, hash, &hash, &bytes);
    else if (scene && studio_last_map(scene, from, sizeof from))
        png = picture_of(j, scene, from, hash, &hash, &bytes);
    oro_scene_destroy(scene);
    pthread_mutex_lock(&j->lock);
    bool cancelled = !png && atomic_load(&j->stop);
    if (png) keep_thumbnail(j, "example", name, hash, png, bytes);
    if (!cancelled) j->next_example++; // one that cannot be drawn is not tried again
}

static void *work(void *user) {
    studio_jobs *j = user;
    thread_project = &j->project;
    pthread_mutex_lock(&j->lock);
    while (!j->ending) {
        double again;
        task next = choose(j, studio_now(), &again);
        if (next.kind == NOTHING) {
            pthread_mutex_unlock(&j->lock);
            tell_rest(j);
            pthread_mutex_lock(&j->lock);
            // Something may have come while the lock was away.
            if (j->ending || choose(j, studio_now(), &again).kind != NOTHING) continue;
            if (again > 0.0)
                studio_wait_until(&j->changed, &j->lock, again);
            else
                pthread_cond_wait(&j->changed, &j->lock);
            continue;
        }
        j->running = next;
        atomic_store(&j->stale, false);
        atomic_store(&j->stop, false);
        if (next.kind == VIEW) do_view(j);
        if (next.kind == NODE_PICTURE) do_node(j);
        if (next.kind == EXAMPLE_PICTURE) do_example(j);
        j->running.kind = NOTHING;
    }
    pthread_mutex_unlock(&j->lock);
    return NULL;
}

// --- from outside -------------------------------------------------------------------------------------------------------------

/// The reader of the thread's context, kept inside the project folder.
static oro_status load_inside(oro_context *ctx, const char *path, oro_grid *out, unsigned *known) {
    if (!studio_project_holds(thread_project, path))
        return oro_fail(
            ctx, ORO_BAD_INPUT, path,
            "%.200s is not there or lies outside of the project folder; the studio reads only files inside it", path);
    return oro_file_reader_default().load(ctx, path, out, known);
}

static void on_note(void *user, const char *where, const char *sentence) {
    studio_jobs *j = user;
    oro_json *data = oro_json_new_object();
    if (data) {
        oro_json_set(data, "where", studio_json_text(where));
        oro_json_set(data, "sentence", studio_json_text(sentence));
    }
    studio_hub_tell(j->hub, NULL, "note", data);
}

studio_jobs *studio_jobs_create(studio_hub *hub, const studio_project *project, int threads,
                                studio_example_fn *examples, oro_error *error) {
    studio_jobs *j = calloc(1, sizeof *j);
    thumbnail *thumbnails = calloc(MOST_THUMBNAILS, sizeof *thumbnails);
    oro_file_reader files = oro_file_reader_default();
    files.load = load_inside;
    const char *cpu = getenv("OROGEN_CPU");
    oro_context_desc desc = {
        .threads = threads, .cpu = cpu && *cpu ? cpu : NULL, .files = files, .log = on_note, .log_user = j};
    oro_context *ctx = j && thumbnails ? oro_create(&desc, error) : NULL;
    if (ctx) {
        *j = (studio_jobs){.hub = hub, .project = *project, .examples = examples, .ctx = ctx, .live = true};
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
    for (int i = 0; i < STUDIO_TABS; i++) forget_tab(&j->tabs[i]);
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

void studio_jobs_document(studio_jobs *j, uint64_t revision, const char *name, const char *folder, const char *text) {
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
            if (j->tabs[i].used && j->live) j->tabs[i].next = 0, j->tabs[i].asked = j->changed_at;
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
            forget_tab(tab);
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
    const thumbnail *t = find_thumbnail(j, kind, name);
    if (t && t->png && (copy = malloc(t->bytes))) {
        memcpy(copy, t->png, t->bytes);
        *bytes = t->bytes;
    }
    pthread_mutex_unlock(&j->lock);
    return copy;
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
