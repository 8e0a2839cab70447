// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the thread of the queue does: frames, reports, small pictures; see jobs_inside.h.
#define _GNU_SOURCE 1
#include "scene/document.h"
#include "studio/jobs_inside.h"
#include "studio/json.h"
#include "studio/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODE_PICTURE_SIDE = 128, EXAMPLE_PICTURE_SIDE = 256 }; ///< pixels, and cells of the map that is drawn

// --- progress -----------------------------------------------------------------------------------------------------------------

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
    if (atomic_load(&j->stale) && (!first || elapsed > studio_patience(j, now))) return false;
    // Only work that can be watched is told of.
    if (elapsed < 0.15 || now - j->progress_told < 0.1) return true;
    j->progress_told = now;
    j->progress_shown = true;
    tell_progress(j, fraction, what);
    return true;
}

void studio_work_rests(studio_jobs *j) {
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

/// The document as it was when a task began.
typedef struct snapshot {
    uint64_t revision;
    char *name, *folder, *text; ///< NULL: no memory
} snapshot;

/// With the lock held.
static void take_snapshot(const studio_jobs *j, snapshot *s) {
    *s = (snapshot){j->revision, strdup(j->name), strdup(j->folder), strdup(j->text)};
}

static void free_snapshot(snapshot *s) {
    free(s->name);
    free(s->folder);
    free(s->text);
}

/// Reads the document unless the thread has this one already.
static oro_status read_document(studio_jobs *j, const snapshot *s) {
    if (j->scene && j->scene_revision == s->revision) return ORO_OK;
    if (!s->name || !s->folder || !s->text) return ORO_NO_MEMORY;
    oro_scene_destroy(j->scene);
    j->scene = oro_scene_parse(j->ctx, s->name, s->folder, s->text, strlen(s->text));
    j->scene_revision = s->revision;
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

/// Runs what the `which`-th wish of the frame needs once more, which finds everything in the cache, so that reports are of it.
static bool run_again(studio_jobs *j, const studio_frame_desc *frame, int which) {
    const studio_view *view = frame->view;
    char from[160];
    if (frame->pace && frame->pace[which].took < 0.0) return false; // it waits until it is asked for
    snprintf(from, sizeof from, "%s", view->maps[which].from);
    if (!*from && !studio_last_map(j->scene, from, sizeof from)) return false;
    oro_run_desc desc = {.target = from, .detail = view->levels[frame->level], .progress = on_progress, .user = j};
    oro_scene_run(j->scene, &desc);
    return true;
}

/// Adds the numbers that nodes measured to their items, and what they noted when they ran, where the last run used them and they
/// have none yet.
static void add_values(studio_jobs *j, const oro_json *list) {
    for (int i = 0; i < oro_scene_node_count(j->scene); i++) {
        oro_json *item = oro_json_at(list, (size_t)i);
        if (!item || oro_json_get(item, "values") || !oro_scene_report(j->scene, i).used) continue;
        oro_json_set(item, "values", values_of(j, i));
        oro_json_set(item, "notes", studio_notes_of(&j->notes, j->scene->nodes[i]->key));
    }
}

/// How the nodes fared. A frame of several wishes is several runs: `seconds` is what all of them took, and numbers are those of
/// every node that one of them needs; the rest is of the first.
static oro_json *nodes_json(studio_jobs *j, const studio_frame_desc *frame) {
    const studio_view *view = frame->view;
    if (!run_again(j, frame, 0)) return NULL;
    oro_json *data = oro_json_new_object(), *list = oro_json_new_array();
    for (int i = 0; data && list && i < oro_scene_node_count(j->scene) && !atomic_load(&j->stale); i++) {
        oro_node_report report = oro_scene_report(j->scene, i);
        oro_json *item = oro_json_new_object();
        double seconds = i < frame->node_count ? frame->seconds[i] : 0.0;
        if (!item || oro_json_append(list, item) != ORO_OK) break; // a node's place in the list is its own
        oro_json_set(item, "id", oro_json_new_string(report.id));
        oro_json_set(item, "used", oro_json_new_bool(report.used || seconds > 0.0));
        oro_json_set(item, "cached", oro_json_new_bool(report.used && seconds == 0.0));
        oro_json_set(item, "seconds", oro_json_new_number(seconds));
        oro_json_set(item, "hash", studio_json_hash(report.hash));
    }
    for (int k = 0; data && list && k < view->map_count && !atomic_load(&j->stale); k++)
        if (k == 0 || run_again(j, frame, k)) add_values(j, list);
    if (!data || !list) {
        oro_json_free(data);
        oro_json_free(list);
        return NULL;
    }
    oro_json_set(data, "tab", studio_json_text(*view->tab == ONCE ? NULL : view->tab));
    oro_json_set(data, "revision", oro_json_new_number((double)frame->revision));
    oro_json_set(data, "level", oro_json_new_number(view->levels[frame->level]));
    oro_json_set(data, "nodes", list);
    return data;
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

void studio_forget_tab(tab_slot *tab) {
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
static void tell_ran(studio_jobs *j, const studio_frame_desc *desc, oro_status status, oro_json *frame) {
    const oro_json *failure = oro_json_get(oro_json_at(oro_json_get(frame, "maps"), 0), "error");
    bool good = status == ORO_OK && !failure;
    oro_json *data = good ? nodes_json(j, desc) : oro_json_new_object();
    if (data) {
        oro_json_set(data, "ok", oro_json_new_bool(good));
        oro_json_set(data, "seconds", oro_json_new_number(studio_json_get_number(frame, "seconds", 0.0)));
        if (!good)
            oro_json_set(data, "error", failure ? oro_json_copy(failure) : studio_json_error(oro_last_error(j->ctx)));
    }
    oro_json_free(frame);
    studio_hub_tell(j->hub, NULL, "ran", data);
}

/// Makes a frame without the slow nodes, from what they did before. ORO_FAILED: it cannot be done so.
static oro_status make_held(studio_jobs *j, studio_hold *hold, studio_frame_desc *desc, const snapshot *document,
                            studio_frame **frame, oro_json **event) {
    bool known = hold->seq == desc->view->seq && hold->revision != 0 && desc->view->levels[0] <= STUDIO_HOLD_LEVEL;
    if (known && !hold->taken && j->scene && j->scene_revision == hold->revision)
        studio_hold_take(hold, j->scene, &j->costs, desc);
    if (!known || !hold->taken || read_document(j, document) != ORO_OK) return ORO_FAILED;
    if (!studio_hold_begin(hold, j->scene)) return ORO_FAILED;
    desc->hold = hold;
    oro_status status = studio_frame_make(j->scene, desc, frame, event);
    desc->hold = NULL;
    studio_hold_end(hold, j->scene);
    return status;
}

/// Makes a whole frame, and notes what its nodes took.
static oro_status make_whole(studio_jobs *j, studio_frame_desc *desc, const snapshot *document, studio_frame **frame,
                             oro_json **event) {
    oro_grid shape;
    oro_status status = read_document(j, document);
    if (status != ORO_OK) return status;
    desc->node_count = oro_scene_node_count(j->scene);
    desc->seconds = calloc((size_t)desc->node_count + 1, sizeof *desc->seconds);
    if (!desc->seconds) return ORO_NO_MEMORY;
    status = studio_frame_make(j->scene, desc, frame, event);
    if (oro_scene_geometry(j->scene, desc->view->levels[desc->level], &shape) == ORO_OK)
        studio_costs_note(&j->costs, j->scene, desc->seconds, desc->node_count, (double)shape.width * shape.height);
    return status;
}

/// With the lock held: what a whole frame of the first level means for the next change.
static void note_whole(studio_jobs *j, tab_slot *tab, const studio_frame_desc *desc) {
    oro_grid shape;
    studio_hold_reset(&j->holds[tab - j->tabs], desc->revision, desc->view->seq);
    tab->slow = oro_scene_geometry(j->scene, desc->view->levels[0], &shape) == ORO_OK &&
                studio_costs_slow(&j->costs, j->scene, (double)shape.width * shape.height);
}

/// Tells of a frame that was made, or why there is none. Without the lock. Takes the event over.
static void tell_frame(studio_jobs *j, const studio_frame_desc *desc, oro_status status, bool shown, oro_json *event) {
    const studio_view *view = desc->view;
    bool once = *view->tab == ONCE;
    if (once && status != ORO_CANCELLED)
        tell_ran(j, desc, status, event);
    else if (shown)
        studio_hub_tell(j->hub, view->tab, "frame", event);
    else
        oro_json_free(event);
    if (shown && !once && desc->seconds && !atomic_load(&j->stale))
        studio_hub_tell(j->hub, view->tab, "nodes", nodes_json(j, desc));
    if (!once && status != ORO_OK && status != ORO_CANCELLED) tell_failure(j, view, desc->revision, desc->level);
}

void studio_work_view(studio_jobs *j) {
    tab_slot *tab = &j->tabs[j->running.tab];
    studio_view view;
    snapshot document;
    studio_pace pace[STUDIO_MAPS];
    int level = j->running.level;
    bool quick = tab->quick && level == 0, rested = tab->waits; // a held frame was the answer already
    tab->quick = false;
    tab->waits = quick;
    if (!quick) tab->next++; // a change of the document or of the view sets it back
    if (!copy_view(&tab->view, &view)) return;
    if (!studio_make_room(j, tab, &view, level)) {
        tab->next = tab->view.level_count;
        studio_view_free(&view);
        return;
    }
    studio_frame_desc desc = {.view = &view,
                              .level = level,
                              .id = ++j->frame_serial,
                              .revision = j->revision,
                              .asked = level == 0 && !rested ? tab->asked : studio_now(),
                              .most_bytes = studio_most_data(j),
                              .unasked = tab->changed || (level > 0 && !view.whole),
                              .pace = pace,
                              .progress = on_progress,
                              .user = j};
    memcpy(pace, tab->pace, sizeof pace);
    take_snapshot(j, &document);
    pthread_mutex_unlock(&j->lock);

    studio_frame *frame = NULL;
    oro_json *event = NULL;
    oro_status status = ORO_FAILED;
    j->shown = &view;
    if (quick) status = make_held(j, &j->holds[tab - j->tabs], &desc, &document, &frame, &event);
    bool whole = status == ORO_FAILED;
    if (whole) status = make_whole(j, &desc, &document, &frame, &event);
    j->shown = NULL;
    free_snapshot(&document);

    bool once = *view.tab == ONCE;
    if (frame) {
        frame->held = &j->held;
        atomic_fetch_add(&j->held, frame->bytes);
    }
    pthread_mutex_lock(&j->lock);
    bool same = tab->used && strcmp(tab->view.tab, view.tab) == 0 && tab->view.seq == view.seq;
    bool shown = status == ORO_OK && (!atomic_load(&j->stale) || level == 0);
    if (same && !atomic_load(&j->stale)) memcpy(tab->pace, pace, sizeof pace);
    if (level == 0) j->shown_at = studio_now();
    if (quick && whole && same && tab->next == 0 && j->revision == desc.revision) tab->next = 1, tab->waits = false;
    if (whole && same && level == 0 && status == ORO_OK) note_whole(j, tab, &desc);
    studio_trim_frames(j);
    if (shown && !once)
        keep_frame(tab, view.tab, frame);
    else
        studio_frame_release(frame);
    if (once && same && status != ORO_CANCELLED) studio_forget_tab(tab);
    pthread_mutex_unlock(&j->lock);
    tell_frame(j, &desc, status, shown, event);
    studio_view_free(&view);
    free(desc.seconds);
    pthread_mutex_lock(&j->lock);
}

thumbnail *studio_find_thumbnail(studio_jobs *j, const char *kind, const char *name) {
    for (int i = 0; i < j->thumbnail_count; i++)
        if (strcmp(j->thumbnails[i].kind, kind) == 0 && strcmp(j->thumbnails[i].name, name) == 0)
            return &j->thumbnails[i];
    return NULL;
}

/// With the lock held: keeps a picture (takes it over) and tells of it.
static void keep_thumbnail(studio_jobs *j, const char *kind, const char *name, oro_hash hash, void *png, size_t bytes) {
    thumbnail *t = studio_find_thumbnail(j, kind, name);
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
static void *picture_of(studio_jobs *j, oro_scene *scene, const char *from, int32_t side, oro_hash known,
                        oro_hash *hash, size_t *bytes) {
    oro_run_desc desc = {.target = from, .detail = side + 1, .progress = on_progress, .user = j};
    if (oro_scene_run(scene, &desc) != ORO_OK) return NULL;
    const oro_grid *map = oro_scene_grid(scene, from);
    if (!map) return NULL;
    *hash = oro_grid_hash(map);
    if (oro_hash_equal(*hash, known)) return NULL;
    oro_world world = oro_scene_world(scene);
    return studio_thumbnail(j->ctx, map, studio_unit_of(scene, from), &world, side, bytes);
}

/// One node a turn, so that a change never waits for long. Called and left with the lock held.
void studio_work_node(studio_jobs *j) {
    int index = j->next_node++;
    uint64_t revision = j->revision;
    snapshot document;
    take_snapshot(j, &document);
    pthread_mutex_unlock(&j->lock);
    bool good = read_document(j, &document) == ORO_OK;
    free_snapshot(&document);
    int count = good ? oro_scene_node_count(j->scene) : 0;
    const oro_node *node = index < count ? j->scene->nodes[index] : NULL;
    void *png = NULL;
    oro_hash hash = {0};
    size_t bytes = 0;
    if (node && node->enabled && oro_first_of_type(node->op, ORO_GRID_OUT) >= 0) {
        pthread_mutex_lock(&j->lock);
        const thumbnail *t = studio_find_thumbnail(j, "node", node->id);
        oro_hash known = t ? t->hash : (oro_hash){0};
        pthread_mutex_unlock(&j->lock);
        png = picture_of(j, j->scene, node->id, NODE_PICTURE_SIDE, known, &hash, &bytes);
    }
    pthread_mutex_lock(&j->lock);
    if (png && revision == j->revision)
        keep_thumbnail(j, "node", node->id, hash, png, bytes);
    else
        free(png);
    if (index + 1 >= count && revision == j->revision) j->next_node = -1;
}

void studio_work_example(studio_jobs *j) {
    const oro_example *example = &j->examples[j->next_example];
    size_t bytes = 0;
    if (!example->name) {
        j->next_example = -1;
        return;
    }
    pthread_mutex_unlock(&j->lock);
    char from[160];
    oro_hash hash = {0};
    oro_scene *scene = oro_scene_parse(j->ctx, example->name, NULL, example->text, example->length);
    const oro_output *output = scene && oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0) : NULL;
    void *png = NULL;
    if (output && output->from)
        png = picture_of(j, scene, output->from, EXAMPLE_PICTURE_SIDE, hash, &hash, &bytes);
    else if (scene && studio_last_map(scene, from, sizeof from))
        png = picture_of(j, scene, from, EXAMPLE_PICTURE_SIDE, hash, &hash, &bytes);
    oro_scene_destroy(scene);
    pthread_mutex_lock(&j->lock);
    bool cancelled = !png && atomic_load(&j->stop);
    if (png) keep_thumbnail(j, "example", example->name, hash, png, bytes);
    if (!cancelled) j->next_example++; // one that cannot be drawn is not tried again
}
