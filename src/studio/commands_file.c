// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Commands on whole documents, steps back and forth, builds.

#include "core/context.h"
#include "core/text.h"
#include "op/args.h"
#include "orogen/export.h"
#include "studio/commands.h"
#include "studio/desktop.h"
#include "studio/json.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --- steps --------------------------------------------------------------------------------------------------------------------

static oro_status steps(studio_call *call, bool back) {
    int count;
    oro_status status = studio_word_index(call, 0, 1, &count);
    for (int i = 0; status == ORO_OK && i < count; i++) {
        status = back ? studio_session_undo(call->session) : studio_session_redo(call->session);
        if (status == ORO_BAD_ARGUMENT && i > 0) return ORO_OK; // more were asked for than there are
    }
    return status;
}

STUDIO_COMMAND(undo) { return steps(call, true); }
STUDIO_COMMAND(redo) { return steps(call, false); }

STUDIO_COMMAND(replace) {
    char buffer[64];
    return studio_session_replace(call->session, studio_word(call, 0, buffer, sizeof buffer), NULL, "replace",
                                  "replace the document");
}

// --- documents ----------------------------------------------------------------------------------------------------------------

STUDIO_COMMAND(new) {
    const oro_example *starter = oro_example_find(call->parts->examples, call->parts->starter);
    return studio_session_new(call->session, starter ? starter->text : NULL, studio_word_force(call));
}

STUDIO_COMMAND(open) {
    char buffer[64];
    const char *name = studio_word(call, 0, buffer, sizeof buffer);
    oro_status status =
        studio_session_open(call->session, name, studio_word_count(call) > 1 && studio_word_force(call));
    if (status == ORO_OK) oro_text_printf(&call->text, "opened %s", name);
    return status;
}

STUDIO_COMMAND(example) {
    studio_session *s = call->session;
    char buffer[64];
    const char *wanted = studio_word(call, 0, buffer, sizeof buffer);
    const oro_example *found = oro_example_find(call->parts->examples, wanted);
    if (found)
        return studio_session_example(s, found->name, found->text,
                                      studio_word_count(call) > 1 && studio_word_force(call));
    oro_suggestion suggestion = {.word = wanted};
    for (const oro_example *e = call->parts->examples; e && e->name; e++) oro_suggest_offer(&suggestion, e->name);
    char hint[96];
    return oro_fail(s->ctx, ORO_BAD_ARGUMENT, "example", "there is no example \"%.60s\"%s", wanted,
                    oro_suggest_text(&suggestion, hint, sizeof hint));
}

STUDIO_COMMAND(import) {
    char buffer[64];
    return studio_session_import(call->session, studio_word(call, 0, buffer, sizeof buffer),
                                 studio_word_count(call) > 1 && studio_word_force(call));
}

static oro_status save(studio_call *call, const char *name) {
    bool force = studio_word_force(call) && (!name || studio_word_count(call) > 1);
    oro_status status = studio_session_save(call->session, name, force);
    if (status != ORO_OK) return status;
    oro_text_printf(&call->text, "saved %s", call->session->place->path);
    call->value = studio_json_text(call->session->place->path);
    return ORO_OK;
}

STUDIO_COMMAND(save) { return save(call, NULL); }

STUDIO_COMMAND(save_as) {
    char buffer[64];
    return save(call, studio_word(call, 0, buffer, sizeof buffer));
}

STUDIO_COMMAND(discard) { return studio_session_discard(call->session); }

STUDIO_COMMAND(keep) {
    call->session->recovered = false;
    return ORO_OK;
}

// --- work ---------------------------------------------------------------------------------------------------------------------

static oro_status not_here(studio_call *call) {
    return oro_fail(call->session->ctx, ORO_UNSUPPORTED, NULL, "nothing can be computed in this session");
}

static oro_status read_size(studio_call *call, int32_t *size) {
    const char *text = studio_option(call, 0, "size");
    char *end;
    if (!text || !*text) return ORO_OK;
    long value = strtol(text, &end, 10);
    if (*end || value < 2 || value > ORO_MAX_SIDE)
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, "size",
                        "the size must be a whole number from 2 to %d, not \"%.20s\"", ORO_MAX_SIDE, text);
    *size = (int32_t)value;
    return ORO_OK;
}

STUDIO_COMMAND(run) {
    char buffer[64];
    const char *from = studio_word(call, 0, buffer, sizeof buffer);
    int32_t size = oro_scene_world(call->session->scene).resolution;
    if (!call->parts->jobs) return not_here(call);
    oro_status status = read_size(call, &size);
    if (status != ORO_OK) return status;
    if (size > STUDIO_LEVEL_MAX) size = STUDIO_LEVEL_MAX;
    if (from && strchr(from, '=')) from = NULL;
    if (studio_jobs_once(call->parts->jobs, from ? from : "", size) != ORO_OK)
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, "run", "too many tabs are open");
    oro_text_printf(&call->text, "computing %s at %d samples", from ? from : "the last map", size);
    return ORO_OK;
}

/// The options of an export, by its table; words with other keys are refused, since they would do nothing.
static oro_status read_options(studio_call *call, studio_build_desc *desc) {
    const oro_record *record = oro_export_record();
    for (size_t i = 1; i < call->words->count; i++) {
        const oro_json *word = call->words->items[i];
        const char *equals = word->type == ORO_JSON_STRING ? strchr(word->text, '=') : NULL;
        char key[40];
        if (!equals) continue;
        snprintf(key, sizeof key, "%.*s", (int)(equals - word->text), word->text);
        if (strcmp(key, "out") == 0 || strcmp(key, "seed") == 0 || strcmp(key, "target") == 0) continue;
        const oro_arg *row = oro_arg_find(record, key);
        if (!row || desc->option_count == STUDIO_MOST_OPTIONS)
            return oro_unknown_arg(call->session->ctx, record, key, key);
        desc->options[desc->option_count].name = row->name;
        desc->options[desc->option_count++].value = equals + 1;
    }
    return ORO_OK;
}

static oro_status read_build(studio_call *call, studio_build_desc *desc) {
    *desc = (studio_build_desc){.folder = studio_option(call, 0, "out"),
                                .seed = studio_option(call, 0, "seed"),
                                .target = studio_option(call, 0, "target"),
                                .force = studio_word_force(call)};
    if (!call->parts->build) return not_here(call);
    oro_status status = desc->target ? read_options(call, desc) : read_size(call, &desc->size);
    if (status == ORO_OK && desc->seed && desc->seed[strspn(desc->seed, "0123456789")])
        status = oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, "seed",
                          "the seed must be a whole number, not \"%.40s\"", desc->seed);
    return status;
}

STUDIO_COMMAND(plan) {
    studio_build_desc desc;
    oro_status status = read_build(call, &desc);
    if (status != ORO_OK) return status;
    call->value = studio_build_plan(call->parts->build, call->session, &desc);
    if (!call->value) return call->session->ctx->error.status;
    const oro_json *files = oro_json_get(call->value, "files");
    oro_text_printf(&call->text, "%s\n%.0f x %.0f samples, about %.0f MiB of maps",
                    studio_json_get_text(call->value, "command", ""), studio_json_get_number(call->value, "width", 0),
                    studio_json_get_number(call->value, "height", 0),
                    studio_json_get_number(call->value, "memory_bytes", 0) / 1048576.0);
    for (size_t i = 0; files && i < files->count; i++)
        oro_text_printf(&call->text, "\n%s (%s)%s", studio_json_get_text(files->items[i], "path", ""),
                        studio_json_get_text(files->items[i], "format", ""),
                        studio_json_get_truth(files->items[i], "exists") ? ", already exists" : "");
    return ORO_OK;
}

STUDIO_COMMAND(build) {
    studio_build_desc desc;
    oro_status status = read_build(call, &desc);
    if (status == ORO_OK) status = studio_build_start(call->parts->build, call->session, &desc);
    if (status == ORO_OK) oro_text_puts(&call->text, desc.target ? "exporting" : "building");
    return status;
}

STUDIO_COMMAND(folder) {
    char buffer[64], full[STUDIO_PATH];
    studio_session *s = call->session;
    const char *name = studio_word(call, 0, buffer, sizeof buffer);
    oro_status status = name ? studio_project_path(s->ctx, &s->project, name, full) : ORO_OK;
    if (!name) snprintf(full, sizeof full, "%s", s->project.folder);
    struct stat there;
    if (status == ORO_OK && !(oro_within_stat(&s->project.inside, full, &there) && S_ISDIR(there.st_mode)))
        status = oro_fail(s->ctx, ORO_BAD_ARGUMENT, name, "%.80s is no folder of the project", name ? name : full);
    if (status != ORO_OK || !(call->value = oro_json_new_object())) return status;
    bool opened = studio_desktop_open(full);
    oro_json_set(call->value, "path", studio_json_text(full));
    oro_json_set(call->value, "opened", oro_json_new_bool(opened));
    oro_text_printf(&call->text, "%s%s", full, opened ? "" : " (there is no desktop to open it on)");
    return ORO_OK;
}

STUDIO_COMMAND(cancel) {
    char buffer[64];
    const char *what = studio_word(call, 0, buffer, sizeof buffer);
    bool build = !what || strcmp(what, "build") == 0, view = !what || strcmp(what, "view") == 0;
    if (!build && !view)
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, "cancel", "cancel takes build, view or nothing");
    bool stopped = build && call->parts->build && studio_build_cancel(call->parts->build);
    if (view && call->parts->jobs) studio_jobs_cancel(call->parts->jobs);
    oro_text_puts(&call->text, stopped ? "the build is being cancelled" : "cancelled");
    return ORO_OK;
}

STUDIO_COMMAND(live) {
    char buffer[64];
    const char *to = studio_word(call, 0, buffer, sizeof buffer);
    bool on = strcmp(to, "on") == 0;
    if (!on && strcmp(to, "off") != 0)
        return oro_fail(call->session->ctx, ORO_BAD_ARGUMENT, "live", "live takes on or off");
    if (call->parts->jobs) studio_jobs_live(call->parts->jobs, on);
    oro_text_puts(&call->text, on ? "computing after every change" : "computing only when asked");
    return ORO_OK;
}
