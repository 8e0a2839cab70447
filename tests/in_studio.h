// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The studio without sockets: a session on a document in a folder of its own, asked as the page and the console ask, and the
// events it tells.
#ifndef ORO_TESTS_IN_STUDIO_H
#define ORO_TESTS_IN_STUDIO_H

#include "io/file.h"
#include "scene/document.h"
#include "studio/json.h"
#include "studio/router.h"
#include "studio/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct rig {
    char folder[256];
    studio_hub hub;
    studio_parts parts;
    studio_stream *stream;
    oro_text events;
} rig;

static inline char *file_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static inline void write_file(const char *folder, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static const char small_scene[] = "{\"orogen\": 1, \"nodes\": [{\"id\": \"a\", \"op\": \"shape\"}]}\n";
static const oro_example small_examples[] = {
    {"small", "Small", "A cone.", "Small lands", small_scene, sizeof small_scene - 1}, {0}};

/// A folder with the default scene in it as land.oro.json, and a session on it.
static inline void open_rig(rig *r, bool jobs) {
    memset(r, 0, sizeof *r);
    snprintf(r->folder, sizeof r->folder, "/tmp/orogen-studio-XXXXXX");
    assert_non_null(mkdtemp(r->folder));
    setenv("XDG_STATE_HOME", r->folder, 1);
    char *text = file_text(SOURCE_DIR "/tests/scenes/island.oro.json");
    write_file(r->folder, "land.oro.json", text);
    free(text);
    oro_error error;
    studio_hub_init(&r->hub);
    r->parts = (studio_parts){.hub = &r->hub, .examples = small_examples, .starter = "small"};
    r->parts.session = studio_session_create(r->folder, "land.oro.json", &error);
    assert_non_null(r->parts.session);
    r->stream = studio_hub_open(&r->hub, "t", NULL, NULL);
    if (!jobs) return;
    studio_memory memory = studio_memory_of(0);
    r->parts.jobs = studio_jobs_create(&r->hub, &r->parts.session->project, 0, &memory, NULL, &error);
    assert_non_null(r->parts.jobs);
    studio_changed(&r->parts, "", "", true);
}

static inline void close_rig(rig *r) {
    char command[300];
    studio_jobs_destroy(r->parts.jobs);
    studio_build_destroy(r->parts.build);
    studio_autosave_destroy(r->parts.autosave);
    studio_hub_close(&r->hub, r->stream);
    studio_hub_free(&r->hub);
    studio_session_destroy(r->parts.session);
    oro_text_free(&r->events);
    snprintf(command, sizeof command, "rm -rf %s", r->folder);
    assert_int_equal(system(command), 0);
}

static inline oro_json *parse(rig *r, const char *text) {
    oro_json *root = NULL;
    assert_int_equal(oro_json_parse(r->parts.session->ctx, "test", text, strlen(text), &root), ORO_OK);
    return root;
}

/// Does a request and returns its answer.
static inline oro_json *ask(rig *r, const char *request, oro_status expected) {
    oro_json *body = parse(r, request);
    oro_status status;
    oro_json *answer = studio_do(&r->parts, body, &status);
    if (status != expected) print_error("%s\n%s\n", request, r->parts.session->ctx->error.sentence);
    assert_int_equal(status, expected);
    oro_json_free(body);
    assert_non_null(answer);
    return answer;
}

static inline void line(rig *r, const char *words, oro_status expected) {
    oro_json *request = oro_json_new_object();
    oro_json_set(request, "tab", oro_json_new_string("t"));
    oro_json_set(request, "line", oro_json_new_string(words));
    oro_status status;
    oro_json *answer = studio_do(&r->parts, request, &status);
    if (status != expected) print_error("%s: %s\n", words, r->parts.session->ctx->error.sentence);
    assert_int_equal(status, expected);
    oro_json_free(request);
    oro_json_free(answer);
}

static inline void holds(rig *r, const char *path, const char *expected) {
    char text[4096];
    assert_true(oro_scene_get(r->parts.session->scene, path, text, sizeof text) < sizeof text);
    assert_string_equal(text, expected);
}

/// The next event of a name, waited for; its data belongs to the caller. NULL after `seconds`.
static inline oro_json *next_event(rig *r, const char *name, double seconds) {
    char begin[64];
    snprintf(begin, sizeof begin, "event: %s\ndata: ", name);
    for (double end = studio_now() + seconds; studio_now() < end; usleep(1000)) {
        char buffer[65536];
        for (long got; (got = studio_hub_read(&r->hub, r->stream, buffer, sizeof buffer, NULL)) > 0;)
            oro_text_add(&r->events, buffer, (size_t)got);
        char *at = r->events.length ? strstr(r->events.data, begin) : NULL, *stop = at ? strstr(at, "\n\n") : NULL;
        if (!stop) continue;
        at += strlen(begin);
        *stop = 0;
        oro_json *data = parse(r, at);
        size_t used = (size_t)(stop + 2 - r->events.data);
        r->events.length -= used;
        memmove(r->events.data, r->events.data + used, r->events.length + 1);
        return data;
    }
    return NULL;
}

#endif
