// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Requests of the studio's page: the router and everything behind it that reads a body, on one document. The first byte says
// which route; whatever comes, an answer comes back, and scene and text agree afterwards. The project folder does not exist,
// so nothing is written.

#include "fuzz.h"
#include "studio/router.h"

static const char document[] =
    "{\"orogen\": 1, \"nodes\": [{\"id\": \"a\", \"op\": \"noise\"}, {\"id\": \"b\", \"op\": \"shape\"},"
    "{\"id\": \"c\", \"op\": \"remap\"}], \"outputs\": [{\"from\": \"c\", \"file\": \"c.png\"}]}";

static studio_session *fresh_session(void) {
    setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
    oro_error error;
    studio_session *s = studio_session_create("/", NULL, &error);
    fuzz_expect(s);
    snprintf(s->project.folder, sizeof s->project.folder, "/proc/nowhere");
    *s->project.state = 0;
    fuzz_expect(studio_session_replace(s, document, NULL, "replace", "begin") == ORO_OK);
    return s;
}

static const char *no_query(void *user, const char *key) {
    (void)user, (void)key;
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static studio_session *session;
    static int uses;
    static const char *const paths[] = {"/api/do", "/api/complete", "/api/view"};
    if (size == 0) return 0;
    // A long history makes later inputs depend on earlier ones; begin anew now and then.
    if (session && uses++ % 256 == 0) {
        studio_session_destroy(session);
        session = NULL;
    }
    if (!session) session = fresh_session();
    studio_parts parts = {.session = session};
    char *body = malloc(size);
    fuzz_expect(body);
    memcpy(body, data + 1, size - 1);
    body[size - 1] = 0;
    bool get = *data % 4 == 3;
    studio_request request = {.method = get ? "GET" : "POST",
                              .path = get ? body : paths[*data % 4],
                              .query = no_query,
                              .body = get ? "" : body,
                              .length = get ? 0 : size - 1};
    studio_reply reply;
    studio_route(&parts, &request, &reply);
    fuzz_expect(reply.status >= 200 && reply.status < 600 && reply.type && (reply.body || reply.is_file));
    if (request.path == paths[1]) fuzz_expect(reply.status == 200 || reply.status == 400 || reply.status == 413);
    if (reply.is_file) close(reply.file);
    free(reply.body);
    free(body);
    oro_scene *again = oro_scene_parse(session->ctx, "again", NULL, session->text, strlen(session->text));
    fuzz_expect(again);
    fuzz_expect(oro_scene_node_count(again) == oro_scene_node_count(session->scene));
    oro_scene_destroy(again);
    return 0;
}
