// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Requests in, answers out; see router.h and docs/studio-protocol.md.

#include "orogen/export.h"
#include "studio/router.h"
#include "core/context.h"
#include "io/text_stream.h"
#include "io/format.h"
#include "op/emit.h"
#include "orogen/io.h"
#include "orogen/render.h"
#include "studio/fields.h"
#include "studio/json.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --- answers ------------------------------------------------------------------------------------------------------------------

static void answer_text(studio_reply *reply, int status, const char *type, char *body, size_t length) {
    *reply = (studio_reply){.status = status, .type = type, .body = body, .length = length};
}

/// Takes the document over. NULL: no memory.
static void answer(studio_reply *reply, int status, oro_json *json) {
    oro_text text = {0};
    bool good = json && oro_json_print_compact(json, &text) == ORO_OK;
    oro_json_free(json);
    if (good) {
        answer_text(reply, status, "application/json", text.data, text.length);
    } else {
        oro_text_free(&text);
        answer_text(reply, 507, "application/json", strdup("{\"ok\":false}"), 12);
        if (!reply->body) reply->length = 0;
    }
}

static int code_of(oro_status status, bool conflict) {
    if (conflict) return 409;
    switch (status) {
    case ORO_OK: return 200;
    case ORO_NO_MEMORY:
    case ORO_CANNOT_WRITE: return 507;
    case ORO_FAILED: return 500;
    default: return 400;
    }
}

void studio_refuse(studio_reply *reply, int code, oro_status kind, const char *sentence, const char *where) {
    oro_error error = {.status = kind};
    snprintf(error.sentence, sizeof error.sentence, "%s", sentence);
    snprintf(error.where, sizeof error.where, "%s", where ? where : "");
    oro_json *root = oro_json_new_object();
    if (root) oro_json_set(root, "ok", oro_json_new_bool(false));
    if (root) oro_json_set(root, "error", studio_json_error(&error));
    answer(reply, code, root);
}

/// Refuses with the session's last error.
static void refuse_last(studio_parts *parts, studio_reply *reply, int code) {
    const oro_error *error = oro_last_error(parts->session->ctx);
    studio_refuse(reply, code ? code : code_of(error->status, false), error->status, error->sentence, error->where);
}

static const char *query(const studio_request *request, const char *key) {
    const char *value = request->query ? request->query(request->user, key) : NULL;
    return value ? value : "";
}

// --- looking ------------------------------------------------------------------------------------------------------------------

static void add_format(oro_json *list, const oro_format_info *format, const char *kind, bool writes) {
    oro_json *item = oro_json_new_object();
    if (!item) return;
    oro_json_set(item, "name", oro_json_new_string(format->name));
    oro_json_set(item, "extensions", oro_json_new_string(format->extensions));
    oro_json_set(item, "summary", oro_json_new_string(format->summary));
    oro_json_set(item, "kind", oro_json_new_string(kind));
    oro_json_set(item, "writes", oro_json_new_bool(writes));
    oro_json_append(list, item);
}

/// Rasters, then the models a build can write of a map.
static oro_json *formats_json(void) {
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < oro_format_count(); i++) {
        const oro_format_info *format = oro_format_at(i);
        if (format->reads & ORO_HOLDS_RASTER) add_format(list, format, "raster", format->writes & ORO_HOLDS_RASTER);
        if (format->writes & ORO_HOLDS_MESH) add_format(list, format, "model", true);
    }
    return list;
}

static oro_json *styles_json(void) {
    static const char *const kinds[] = {"photo", "map", "slice"}; // a style
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < oro_style_count(); i++) {
        const oro_style *style = oro_style_at(i);
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "name", oro_json_new_string(style->name));
        oro_json_set(item, "summary", oro_json_new_string(style->summary));
        oro_json_set(item, "kind", oro_json_new_string(kinds[style->kind]));
        oro_json_set(item, "needs_before", oro_json_new_bool(style->needs_before));
        oro_json_append(list, item);
    }
    return list;
}

static oro_json *limits_json(void) {
    oro_json *limits = oro_json_new_object();
    if (!limits) return NULL;
    oro_json_set(limits, "maps", oro_json_new_number(STUDIO_MAPS));
    oro_json_set(limits, "levels", oro_json_new_number(STUDIO_LEVELS));
    oro_json_set(limits, "level_min", oro_json_new_number(STUDIO_LEVEL_MIN));
    oro_json_set(limits, "level_max", oro_json_new_number(STUDIO_LEVEL_MAX));
    oro_json_set(limits, "commands", oro_json_new_number(STUDIO_MOST_COMMANDS));
    return limits;
}

static void get_state(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    (void)request;
    studio_session *s = parts->session;
    oro_json *root = oro_json_new_object(), *palettes = oro_json_new_array();
    for (const char *const *name = oro_palette_names(); palettes && *name; name++)
        oro_json_append(palettes, oro_json_new_string(*name));
    if (root) {
        oro_json_set(root, "version", oro_json_new_string(ORO_VERSION));
        oro_json_set(root, "folder", studio_json_text(s->project.folder));
        oro_json_set(root, "threads", oro_json_new_number(parts->jobs ? studio_jobs_threads(parts->jobs) : 1));
        oro_json_set(root, "cpu", studio_json_text(parts->jobs ? studio_jobs_cpu(parts->jobs) : NULL));
        oro_json_set(root, "revision", oro_json_new_number((double)s->revision));
        oro_json_set(root, "formats", formats_json());
        oro_json_set(root, "styles", styles_json());
        oro_json_set(root, "palettes", palettes);
        oro_json_set(root, "recent", studio_project_recent(s->ctx, &s->project));
        oro_json_set(root, "recovery", studio_session_recovery(s));
        oro_json_set(root, "thumbnails", parts->jobs ? studio_jobs_thumbnails(parts->jobs) : oro_json_new_object());
        oro_json_set(root, "limits", limits_json());
        oro_json_set(root, "build", parts->build ? studio_build_last(parts->build) : oro_json_new_null());
    } else {
        oro_json_free(palettes);
    }
    answer(reply, 200, root);
}

static oro_json *targets_json(void) {
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < oro_target_count(); i++) {
        const oro_target *target = oro_target_at(i);
        oro_json *item = oro_json_new_object(), *offer = target->offer ? oro_json_new_array() : oro_json_new_null();
        for (const int32_t *side = target->offer; side && *side && offer; side++)
            oro_json_append(offer, oro_json_new_number(*side));
        if (!item) return oro_json_free(offer), list;
        oro_json_set(item, "name", oro_json_new_string(target->name));
        oro_json_set(item, "title", oro_json_new_string(target->title));
        oro_json_set(item, "summary", oro_json_new_string(target->summary));
        oro_json_set(item, "sizes", oro_json_new_string(target->sizes));
        oro_json_set(item, "offer", offer);
        oro_json_set(item, "square", oro_json_new_bool(target->square));
        oro_json_append(list, item);
    }
    return list;
}

/// The targets, and the table of the options of an export.
static void get_targets(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    (void)request;
    oro_text text = {0};
    oro_json *root = oro_json_new_object(), *options = NULL;
    FILE *to = oro_text_open(&text);
    if (to) oro_emit_rows(to, oro_export_record());
    if (to && oro_text_close(to, &text))
        oro_json_parse(parts->session->ctx, "options", text.data, text.length, &options);
    oro_text_free(&text);
    if (root) {
        oro_json_set(root, "targets", targets_json());
        oro_json_set(root, "options", options);
    } else {
        oro_json_free(options);
    }
    answer(reply, 200, root);
}

static void get_catalogue(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    (void)parts, (void)request;
    oro_text text = {0};
    FILE *to = oro_text_open(&text);
    if (to) oro_emit_catalogue(to);
    if (to && oro_text_close(to, &text)) {
        answer_text(reply, 200, "application/json", text.data, text.length);
    } else {
        oro_text_free(&text);
        answer(reply, 507, NULL);
    }
}

static void get_document(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    (void)request;
    answer(reply, 200, studio_session_document(parts->session));
}

static void get_text(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    (void)request;
    char *copy = strdup(parts->session->text);
    answer_text(reply, copy ? 200 : 507, "text/plain; charset=utf-8", copy, copy ? strlen(copy) : 0);
}

static void get_commands(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    (void)parts, (void)request;
    oro_json *list = oro_json_new_array();
    for (const studio_command *c = studio_commands; list && c->name; c++) {
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "name", oro_json_new_string(c->name));
        oro_json_set(item, "usage", oro_json_new_string(c->usage));
        oro_json_set(item, "help", oro_json_new_string(c->help));
        oro_json_set(item, "group", oro_json_new_string(c->group));
        oro_json_set(item, "edits", oro_json_new_bool(c->edits));
        oro_json_append(list, item);
    }
    answer(reply, 200, list);
}

static oro_json *example_json(studio_parts *parts, const oro_example *example) {
    oro_json *item = oro_json_new_object();
    size_t bytes = 0;
    if (!item) return NULL;
    void *picture = parts->jobs ? studio_jobs_thumbnail(parts->jobs, "example", example->name, &bytes) : NULL;
    oro_json_set(item, "name", studio_json_text(example->name));
    oro_json_set(item, "title", studio_json_text(example->title));
    oro_json_set(item, "about", studio_json_text(example->about));
    oro_json_set(item, "group", studio_json_text(example->group));
    oro_json_set(item, "thumbnail", oro_json_new_bool(picture != NULL));
    free(picture);
    return item;
}

static void get_examples(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    (void)request;
    oro_json *list = oro_json_new_array();
    for (const oro_example *e = parts->examples; list && e && e->name; e++)
        oro_json_append(list, example_json(parts, e));
    answer(reply, 200, list);
}

/// What people may have meant by the words they typed, best first: operators, their choices and presets, examples, formats.
static void get_find(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    oro_search search;
    oro_json *list = oro_json_new_array();
    studio_find(parts, query(request, "words"), &search);
    for (int i = 0; list && i < search.count; i++) {
        const oro_found *f = &search.found[i];
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "kind", oro_json_new_string(oro_topic_kind_name(f->topic.kind)));
        oro_json_set(item, "name", studio_json_text(f->topic.name));
        oro_json_set(item, "set", *f->set ? studio_json_text(f->set) : oro_json_new_null());
        oro_json_set(item, "summary", studio_json_text(f->topic.summary));
        oro_json_set(item, "family", studio_json_text(f->topic.op ? f->topic.op->family : NULL));
        oro_json_append(list, item);
    }
    answer(reply, 200, list);
}

static void get_files(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    studio_session *s = parts->session;
    oro_json *list = studio_project_list(s->ctx, &s->project, query(request, "path"));
    if (list)
        answer(reply, 200, list);
    else
        refuse_last(parts, reply, 0);
}

static const char *type_of(const char *path) {
    const oro_format *format = oro_format_find(path);
    return format && format->media ? format->media : "application/octet-stream";
}

static void get_file(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    studio_session *s = parts->session;
    char full[STUDIO_PATH];
    uint64_t bytes;
    const char *name = request->path + strlen("/api/file/");
    int file = -1;
    if (studio_project_path(s->ctx, &s->project, name, full) != ORO_OK) {
        refuse_last(parts, reply, 403);
    } else if ((file = studio_project_open_file(&s->project, full, &bytes)) < 0) {
        studio_refuse(reply, 404, ORO_BAD_INPUT, "there is no such file in the project folder", name);
    } else {
        *reply = (studio_reply){
            .status = 200, .type = type_of(full), .length = (size_t)bytes, .is_file = true, .file = file};
    }
}

static void get_frame(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    const char *text = request->path + strlen("/api/frame/");
    size_t digits = strspn(text, "0123456789");
    bool number = digits > 0 && digits < 20 && !text[digits];
    studio_frame *frame = parts->jobs && number ? studio_jobs_frame(parts->jobs, strtoull(text, NULL, 10)) : NULL;
    if (!number)
        studio_refuse(reply, 400, ORO_BAD_ARGUMENT, "a frame is named by its number", "frame");
    else if (frame)
        *reply =
            (studio_reply){.status = 200, .type = "application/octet-stream", .frame = frame, .length = frame->bytes};
    else
        studio_refuse(reply, 410, ORO_BAD_INPUT, "this frame is gone; a newer one is ready or being made", text);
}

static void get_thumbnail(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    const char *rest = request->path + strlen("/api/thumbnail/"), *version = query(request, "v");
    size_t length = strlen(version);
    if (length > 64 || strspn(version, "0123456789abcdef") != length) {
        studio_refuse(reply, 400, ORO_BAD_ARGUMENT, "v must be the hash given by an event", "v");
        return;
    }
    const char *kind = strncmp(rest, "node/", 5) == 0 ? "node" : strncmp(rest, "example/", 8) == 0 ? "example" : NULL;
    size_t bytes = 0;
    void *png = kind && parts->jobs ? studio_jobs_thumbnail(parts->jobs, kind, rest + strlen(kind) + 1, &bytes) : NULL;
    if (png) {
        answer_text(reply, 200, "image/png", png, bytes);
        reply->forever = length > 0;
    } else {
        studio_refuse(reply, 404, ORO_BAD_INPUT, "there is no such picture yet", rest);
    }
}

// --- doing --------------------------------------------------------------------------------------------------------------------

/// The body as JSON, or NULL with the refusal made.
static oro_json *body_json(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    oro_json *root = NULL;
    if (studio_count_values(request->body ? request->body : "", request->length) > STUDIO_MOST_VALUES) {
        studio_refuse(reply, 413, ORO_BAD_ARGUMENT, "a request must hold at most a million values", NULL);
        return NULL;
    }
    if (oro_json_parse(parts->session->ctx, "request", request->body ? request->body : "", request->length, &root) ==
        ORO_OK)
        return root;
    refuse_last(parts, reply, 0);
    return NULL;
}

static void post_do(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    oro_json *body = body_json(parts, request, reply);
    if (!body) return;
    oro_status status;
    oro_json *done = studio_do(parts, body, &status);
    oro_json_free(body);
    answer(reply, code_of(status, status != ORO_OK && parts->session->conflict), done);
}

static void post_complete(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    oro_json *body = body_json(parts, request, reply);
    if (!body) return;
    static const studio_field fields[] = {
        {"line", FIELD_TEXT, 0, STUDIO_MOST_LINE, .needed = true}, {"cursor", FIELD_WHOLE, 0, STUDIO_MOST_LINE}, {0}};
    oro_context *ctx = parts->session->ctx;
    oro_status status = studio_check_fields(ctx, body, "a request", fields);
    const char *line = studio_json_get_text(body, "line", "");
    size_t length = strlen(line), cursor = (size_t)studio_json_get_number(body, "cursor", (double)length);
    if (status == ORO_OK && (cursor > length || ((unsigned char)line[cursor] & 0xc0) == 0x80))
        status = oro_fail(ctx, ORO_BAD_ARGUMENT, "cursor",
                          "the cursor stands between two letters of the line, counted in bytes from 0 to %zu", length);
    if (status == ORO_OK)
        answer(reply, 200, studio_complete(parts, line, cursor));
    else
        refuse_last(parts, reply, 0);
    oro_json_free(body);
}

static void post_view(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    studio_view view;
    oro_json *body = body_json(parts, request, reply);
    if (!body) return;
    oro_status status = studio_view_read(parts->session->ctx, body, &view);
    oro_json_free(body);
    if (status != ORO_OK) {
        refuse_last(parts, reply, 0);
        return;
    }
    bool taken = parts->jobs && studio_jobs_view(parts->jobs, &view) == ORO_OK;
    if (!parts->jobs) studio_view_free(&view);
    if (!taken) {
        studio_refuse(reply, 429, ORO_BAD_ARGUMENT, "too many tabs are open", "tab");
        return;
    }
    oro_json *root = oro_json_new_object();
    if (root) oro_json_set(root, "ok", oro_json_new_bool(true));
    if (root) oro_json_set(root, "revision", oro_json_new_number((double)parts->session->revision));
    answer(reply, 200, root);
}

// --- the table ----------------------------------------------------------------------------------------------------------------

typedef struct route {
    const char *method, *path; ///< a path that ends with / takes all that begin with it
    void (*run)(studio_parts *parts, const studio_request *request, studio_reply *reply);
} route;

static const route routes[] = {
    {"GET", "/api/state", get_state},
    {"GET", "/api/catalogue", get_catalogue},
    {"GET", "/api/targets", get_targets},
    {"GET", "/api/document", get_document},
    {"GET", "/api/document/text", get_text},
    {"GET", "/api/commands", get_commands},
    {"GET", "/api/examples", get_examples},
    {"GET", "/api/files", get_files},
    {"GET", "/api/file/", get_file},
    {"GET", "/api/frame/", get_frame},
    {"GET", "/api/thumbnail/", get_thumbnail},
    {"GET", "/api/find", get_find},
    {"POST", "/api/do", post_do},
    {"POST", "/api/complete", post_complete},
    {"POST", "/api/view", post_view},
    // Whoever carries requests answers these two himself, asked in the right way.
    {"GET", "/api/events", NULL},
    {"POST", "/api/upload", NULL},
};

void studio_route(studio_parts *parts, const studio_request *request, studio_reply *reply) {
    bool known = false;
    *reply = (studio_reply){0};
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        size_t length = strlen(routes[i].path);
        bool all = routes[i].path[length - 1] == '/';
        if (all ? strncmp(request->path, routes[i].path, length) != 0 : strcmp(request->path, routes[i].path) != 0)
            continue;
        known = true;
        if (strcmp(routes[i].method, request->method) != 0 || !routes[i].run) continue;
        routes[i].run(parts, request, reply);
        return;
    }
    if (known)
        studio_refuse(reply, 405, ORO_BAD_ARGUMENT, "this address takes another method; see docs/studio-protocol.md",
                      request->path);
    else
        studio_refuse(reply, 404, ORO_BAD_ARGUMENT, "there is nothing of this name", request->path);
}
