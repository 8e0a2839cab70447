// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document that is being worked on; see session.h.
#define _GNU_SOURCE 1
#include "studio/session.h"
#include "core/context.h"
#include "core/hash.h"
#include "io/file.h"
#include "io/json_layout.h"
#include "scene/document.h"
#include "scene/graph.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char empty_scene[] = "{\n  \"orogen\": 1,\n"
                                  "  \"world\": {\"extent\": 4000, \"height\": [-100, 1900], \"resolution\": 1025, "
                                  "\"seed\": 1},\n  \"nodes\": [],\n  \"outputs\": []\n}\n";

static oro_hash hash_of(const char *text) { return oro_hash_text(oro_hash_start(0x74657874), text); }

static oro_status no_memory(studio_session *s) {
    return oro_fail(s->ctx, ORO_NO_MEMORY, NULL, "there is not enough memory for this document");
}

// --- places -----------------------------------------------------------------------------------------------------------------

static studio_place *add_place(studio_session *s, const char *path, const char *text) {
    studio_place *place = calloc(1, sizeof *place);
    char *copy = path ? strdup(path) : NULL;
    if (!place || (path && !copy)) {
        free(place);
        free(copy);
        no_memory(s);
        return NULL;
    }
    place->path = copy;
    place->saved = hash_of(text);
    place->next = s->places;
    place->number = s->places ? s->places->number + 1 : 1;
    return s->places = place;
}

const char *studio_session_name(const studio_session *s) { return s->place->path ? s->place->path : "untitled"; }

bool studio_session_dirty(const studio_session *s) { return !oro_hash_equal(hash_of(s->text), s->place->saved); }

static void folder_of(const studio_session *s, const studio_place *place, char folder[STUDIO_PATH]) {
    const char *slash = place->path ? strrchr(place->path, '/') : NULL;
    size_t used = strlen(s->project.folder);
    memcpy(folder, s->project.folder, used + 1);
    if (slash) snprintf(folder + used, STUDIO_PATH - used, "/%.*s", (int)(slash - place->path), place->path);
}

void studio_session_folder(const studio_session *s, char folder[STUDIO_PATH]) { folder_of(s, s->place, folder); }

// --- text and scene ---------------------------------------------------------------------------------------------------------

static oro_scene *read_scene(studio_session *s, const studio_place *place, const char *text) {
    char folder[STUDIO_PATH];
    folder_of(s, place, folder);
    return oro_scene_parse(s->ctx, place->path ? place->path : "untitled", folder, text, strlen(text));
}

/// What the scene prints as; all zero where there is no memory, which at worst notes a step that changes only the layout.
static oro_hash print_hash(const studio_session *s, oro_scene *scene) {
    char *printed = oro_scene_print(scene);
    oro_hash h = printed ? hash_of(printed) : (oro_hash){0};
    if (printed) oro_scene_text_free(s->ctx, printed);
    return h;
}

/// Everything is at hand: puts it in place. Takes `text` over.
static void adopt(studio_session *s, oro_scene *scene, char *text, oro_hash printed, studio_place *place,
                  const char *reason) {
    if (scene != s->scene) oro_scene_destroy(s->scene);
    if (text != s->text) free(s->text);
    s->scene = scene;
    s->text = text;
    s->printed = printed;
    if (place != s->place) s->recovered = false; // another document: what was found belonged to the one before
    s->place = place;
    s->reason = reason;
    s->revision++;
}

void studio_session_rollback(studio_session *s) {
    oro_error error = s->ctx->error; // what went wrong is still to be told
    oro_scene *scene = read_scene(s, s->place, s->text);
    s->ctx->error = error;
    if (!scene) return; // no memory: the half-done scene stays, and the next commit or roll-back settles it
    oro_scene_destroy(s->scene);
    s->scene = scene;
}

oro_status studio_session_commit(studio_session *s, const char *label, const char *gesture) {
    char *printed = oro_scene_print(s->scene);
    char *text = printed ? strdup(printed) : NULL;
    if (printed) oro_scene_text_free(s->ctx, printed);
    if (!text) {
        if (printed) no_memory(s);
        studio_session_rollback(s);
        return s->ctx->error.status;
    }
    // A text of another layout that says the same is no change: the first edit of a file must not be undone in two steps.
    if (oro_hash_equal(hash_of(text), s->printed)) {
        free(text);
        return ORO_OK;
    }
    if (strlen(text) > ORO_JSON_MAX_BYTES) {
        free(text);
        studio_session_rollback(s);
        return oro_fail(s->ctx, ORO_BAD_ARGUMENT, NULL, "the document must be at most %zu MiB",
                        ORO_JSON_MAX_BYTES >> 20);
    }
    if (!studio_history_push(&s->history, s->text, text, label, gesture, s->place, s->place)) {
        free(text);
        studio_session_rollback(s);
        return no_memory(s);
    }
    adopt(s, s->scene, text, hash_of(text), s->place, "edit");
    return ORO_OK;
}

void studio_session_end_gesture(studio_session *s) {
    if (s->history.done > 0) *s->history.steps[s->history.done - 1].gesture = 0;
}

oro_status studio_session_replace(studio_session *s, const char *text, studio_place *place, const char *reason,
                                  const char *label) {
    if (!place) place = s->place;
    oro_scene *scene = read_scene(s, place, text);
    if (!scene) return s->ctx->error.status;
    char *copy = strdup(text);
    if (!copy || !studio_history_push(&s->history, s->text, text, label, "", s->place, place)) {
        free(copy);
        oro_scene_destroy(scene);
        return no_memory(s);
    }
    adopt(s, scene, copy, print_hash(s, scene), place, reason);
    return ORO_OK;
}

static oro_status step(studio_session *s, bool back) {
    studio_history *h = &s->history;
    if (back ? h->done == 0 : h->done == h->count)
        return oro_fail(s->ctx, ORO_BAD_ARGUMENT, NULL, "there is nothing to %s", back ? "undo" : "redo");
    const studio_step *which = &h->steps[back ? h->done - 1 : h->done];
    char *text = back ? studio_history_undo(h, s->text) : studio_history_redo(h, s->text);
    if (!text) return no_memory(s);
    studio_place *place = back ? which->before : which->after;
    oro_scene *scene = read_scene(s, place, text);
    if (!scene) {
        free(text);
        return s->ctx->error.status;
    }
    h->done += back ? -1 : 1;
    adopt(s, scene, text, print_hash(s, scene), place, back ? "undo" : "redo");
    return ORO_OK;
}

oro_status studio_session_undo(studio_session *s) { return step(s, true); }
oro_status studio_session_redo(studio_session *s) { return step(s, false); }

// --- other documents ----------------------------------------------------------------------------------------------------------

/// Notes what the word "force" would allow.
static void conflict(studio_session *s, const char *yes, const char *loses) {
    s->conflict = true;
    s->yes = yes;
    s->loses = loses;
}

static oro_status refuse_to_lose(studio_session *s, bool force) {
    if (force || !studio_session_dirty(s)) return ORO_OK;
    conflict(s, "Go on without saving", "They are in no file then; undo brings them back while this studio runs.");
    return oro_fail(s->ctx, ORO_CANNOT_WRITE, studio_session_name(s), "%s has unsaved changes", studio_session_name(s));
}

oro_status studio_session_new(studio_session *s, const char *text, bool force) {
    if (!text) text = empty_scene;
    oro_status status = refuse_to_lose(s, force);
    studio_place *place = status == ORO_OK ? add_place(s, NULL, text) : NULL;
    if (!place) return s->ctx->error.status;
    return studio_session_replace(s, text, place, "new", "new document");
}

oro_status studio_session_example(studio_session *s, const char *name, const char *text, bool force) {
    char label[96];
    snprintf(label, sizeof label, "example %.60s", name);
    oro_status status = refuse_to_lose(s, force);
    studio_place *place = status == ORO_OK ? add_place(s, NULL, text) : NULL;
    if (!place) return s->ctx->error.status;
    return studio_session_replace(s, text, place, "example", label);
}

/// Reads a scene file of the project. *text is to be freed.
static oro_status read_file(studio_session *s, const char *name, char **text, uint64_t *stamp) {
    char full[STUDIO_PATH];
    size_t length;
    oro_status status = studio_project_path(s->ctx, &s->project, name, full);
    if (status == ORO_OK) *stamp = oro_file_stamp(full);
    if (status == ORO_OK) status = oro_file_read(s->ctx, full, ORO_JSON_MAX_BYTES, text, &length);
    if (status == ORO_OK && strlen(*text) != length) {
        free(*text);
        status = oro_fail(s->ctx, ORO_BAD_INPUT, name, "this is not a scene: there is a zero byte in it");
    }
    return status;
}

oro_status studio_session_open(studio_session *s, const char *name, bool force) {
    char *text, label[96];
    uint64_t stamp;
    oro_status status = refuse_to_lose(s, force);
    if (status == ORO_OK) status = read_file(s, name, &text, &stamp);
    if (status != ORO_OK) return status;
    studio_place *place = add_place(s, name, text);
    if (place) {
        place->stamp = stamp;
        snprintf(label, sizeof label, "open %.80s", name);
        status = studio_session_replace(s, text, place, "open", label);
        if (status == ORO_OK) studio_project_remember(s->ctx, &s->project, name);
    } else {
        status = ORO_NO_MEMORY;
    }
    free(text);
    return status;
}

/// The operator that makes terrain from a file, known by its table: it takes a file, needs no map and makes one.
static const oro_operator *find_importer(oro_context *ctx, const oro_arg **file) {
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(ctx, i);
        const oro_arg *found = NULL;
        bool fits = oro_first_of_type(op, ORO_GRID_OUT) >= 0;
        for (int32_t k = 0; k < op->record.arg_count; k++) {
            const oro_arg *arg = &op->record.args[k];
            if (oro_arg_is_map_file(arg) && !found) found = arg;
            fits &= !(oro_arg_is_input(arg) && !(arg->flags & ORO_OPTIONAL));
        }
        if (fits && found) return *file = found, op;
    }
    oro_fail(ctx, ORO_UNSUPPORTED, NULL, "this program has no operator that reads a file");
    return NULL;
}

oro_status studio_session_import(studio_session *s, const char *raster, bool force) {
    char full[STUDIO_PATH], path[160], label[96];
    const oro_arg *file;
    oro_status status = refuse_to_lose(s, force);
    if (status == ORO_OK) status = studio_project_path(s->ctx, &s->project, raster, full);
    struct stat there;
    if (status == ORO_OK && !(oro_within_stat(&s->project.inside, full, &there) && S_ISREG(there.st_mode)))
        status = oro_fail(s->ctx, ORO_BAD_INPUT, raster, "there is no such file in the project folder");
    const oro_operator *op = status == ORO_OK ? find_importer(s->ctx, &file) : NULL;
    if (!op) return s->ctx->error.status;
    oro_scene *made = oro_scene_parse(s->ctx, "untitled", s->project.folder, empty_scene, sizeof empty_scene - 1);
    const char *id = made ? oro_scene_add(made, NULL, op->record.name) : NULL;
    char *text = NULL;
    if (id) {
        snprintf(path, sizeof path, "%s.%s", id, file->name);
        if (oro_scene_set(made, path, raster) == ORO_OK) text = oro_scene_print(made);
    }
    status = s->ctx->error.status;
    oro_scene_destroy(made);
    if (!text) return status;
    studio_place *place = add_place(s, NULL, text);
    snprintf(label, sizeof label, "import %.80s", raster);
    status = place ? studio_session_replace(s, text, place, "import", label) : ORO_NO_MEMORY; // a verb
    oro_scene_text_free(s->ctx, text);
    return status;
}

oro_status studio_session_discard(studio_session *s) {
    if (!s->place->path) return oro_fail(s->ctx, ORO_BAD_ARGUMENT, NULL, "this document was never saved");
    char *text;
    uint64_t stamp;
    oro_status status = read_file(s, s->place->path, &text, &stamp);
    if (status != ORO_OK) return status;
    if (strcmp(text, s->text) != 0) status = studio_session_replace(s, text, NULL, "discard", "discard changes");
    if (status == ORO_OK) {
        s->place->saved = hash_of(text);
        s->place->stamp = stamp;
        s->recovered = false;
    }
    free(text);
    return status;
}

// --- saving -----------------------------------------------------------------------------------------------------------------

static oro_status check_own_file(studio_session *s, const char *full, bool force) {
    uint64_t now = access(full, F_OK) == 0 ? oro_file_stamp(full) : 0;
    if (force || now == 0 || now == s->place->stamp) return ORO_OK;
    conflict(s, "Replace it", "What they wrote is lost. Saving under another name keeps both.");
    return oro_fail(s->ctx, ORO_CANNOT_WRITE, s->place->path, "%s was changed by another program since it was read",
                    s->place->path);
}

static oro_status check_other_file(studio_session *s, const char *name, const char *full, bool force) {
    if (force || access(full, F_OK) != 0) return ORO_OK;
    conflict(s, "Replace it", "What is in it is lost. Another name keeps both.");
    return oro_fail(s->ctx, ORO_CANNOT_WRITE, name, "%s already exists", name);
}

oro_status studio_session_save(studio_session *s, const char *name, bool force) {
    char full[STUDIO_PATH], with_end[STUDIO_PATH];
    if (!name && !s->place->path)
        return oro_fail(s->ctx, ORO_BAD_ARGUMENT, NULL, "this document has no file yet; give it a name with save-as");
    if (name && !studio_is_scene_name(name)) {
        snprintf(with_end, sizeof with_end, "%.900s.oro.json", name);
        name = with_end;
    }
    bool own = !name || (s->place->path && strcmp(name, s->place->path) == 0);
    if (own) name = s->place->path;
    oro_status status = studio_project_path(s->ctx, &s->project, name, full);
    if (status == ORO_OK) status = own ? check_own_file(s, full, force) : check_other_file(s, name, full, force);
    char *path = status == ORO_OK && !own ? strdup(name) : NULL;
    if (status == ORO_OK && !own && !path) status = no_memory(s);
    // The checks above are kinder than the writer's; forcing it here lets it replace our own file.
    if (status == ORO_OK) status = oro_file_save(s->ctx, full, own || force, s->text, strlen(s->text));
    if (status != ORO_OK) {
        free(path);
        return status;
    }
    if (path) {
        free(s->place->path);
        s->place->path = path;
        // Relative paths in the document may now mean other files.
        studio_session_rollback(s);
        s->revision++;
    }
    s->place->saved = hash_of(s->text);
    s->place->stamp = oro_file_stamp(full);
    s->reason = "save";
    s->recovered = false;
    studio_project_remember(s->ctx, &s->project, s->place->path);
    return ORO_OK;
}

// --- opening and closing ------------------------------------------------------------------------------------------------------

/// Looks for unsaved work of this document and puts it on top, as a step.
static void recover(studio_session *s) {
    for (int away = 0; away < 2 && !s->recovered; away++) {
        char path[STUDIO_PATH], *text = NULL;
        size_t length;
        struct stat file;
        if (!s->place->path && !away) continue;
        if (!studio_project_autosave(&s->project, s->place->path, away, path)) continue;
        if (oro_file_read(s->ctx, path, ORO_JSON_MAX_BYTES, &text, &length) != ORO_OK) continue;
        bool another = strlen(text) == length && strcmp(text, s->text) != 0;
        if (another && studio_session_replace(s, text, NULL, "open", "recover unsaved work") == ORO_OK) {
            s->recovered = true;
            s->recovered_newer = s->place->path != NULL;
            s->recovered_time = oro_within_stat(&s->project.own, path, &file) ? (double)file.st_mtime : 0.0;
        }
        free(text);
    }
}

static oro_status begin(studio_session *s, const char *name) {
    char *text = NULL;
    uint64_t stamp = 0;
    oro_status status = name ? read_file(s, name, &text, &stamp) : ORO_OK;
    if (status != ORO_OK) return status;
    if (!name && !(text = strdup(empty_scene))) return no_memory(s);
    studio_place *place = add_place(s, name, text);
    oro_scene *scene = place ? read_scene(s, place, text) : NULL;
    if (!scene) {
        free(text);
        return s->ctx->error.status;
    }
    place->stamp = stamp;
    adopt(s, scene, text, print_hash(s, scene), place, "open");
    recover(s);
    if (name) studio_project_remember(s->ctx, &s->project, name);
    return ORO_OK;
}

studio_session *studio_session_create(const char *folder, const char *scene, oro_error *error) {
    studio_session *s = calloc(1, sizeof *s);
    // One thread and a small cache: nothing is computed here.
    oro_context *ctx = s ? oro_create(&(oro_context_desc){.threads = 1, .cache_bytes = 1 << 20}, error) : NULL;
    if (!ctx) {
        free(s);
        return NULL;
    }
    s->ctx = ctx;
    oro_status status = studio_project_open(ctx, folder, &s->project);
    ctx->within = &s->project.own;
    if (status == ORO_OK) status = begin(s, scene);
    if (status == ORO_OK) return s;
    if (error) *error = *oro_last_error(ctx);
    studio_session_destroy(s);
    return NULL;
}

void studio_session_destroy(studio_session *s) {
    if (!s) return;
    oro_scene_destroy(s->scene);
    studio_history_free(&s->history);
    while (s->places) {
        studio_place *place = s->places;
        s->places = place->next;
        free(place->path);
        free(place);
    }
    free(s->text);
    oro_destroy(s->ctx);
    studio_project_close(&s->project);
    free(s);
}
