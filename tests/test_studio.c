// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the studio tells and answers: events, the console, the router.

#include "in_studio.h"

// --- events -------------------------------------------------------------------------------------------------------------------

static void a_full_disk_is_told(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    r.parts.autosave = studio_autosave_create(&r.hub, &r.parts.session->project);
    studio_autosave_keep(r.parts.autosave, "/dev/full", "", "text", 0.0);
    oro_json *told = next_event(&r, "autosave", 20.0);
    assert_non_null(told);
    assert_false(studio_json_get_truth(told, "ok"));
    assert_true(strlen(studio_json_get_text(oro_json_get(told, "error"), "sentence", "")) > 5);
    oro_json_free(told);
    char path[300];
    snprintf(path, sizeof path, "%s/kept", r.folder);
    studio_autosave_keep(r.parts.autosave, "/dev/full", path, "text", 0.0); // another place is there
    told = next_event(&r, "autosave", 20.0);
    assert_true(studio_json_get_truth(told, "ok"));
    oro_json_free(told);
    close_rig(&r);
}

static void a_slow_listener_is_let_go(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    char *large = malloc(1 << 20);
    memset(large, 'x', (1 << 20) - 1);
    large[(1 << 20) - 1] = 0;
    for (int i = 0; i < 8; i++) {
        oro_json *data = oro_json_new_object();
        oro_json_set(data, "text", oro_json_new_string(large));
        studio_hub_tell(&r.hub, NULL, "note", data);
    }
    free(large);
    assert_false(studio_hub_listens(&r.hub, "t"));
    char buffer[16];
    assert_int_equal(studio_hub_read(&r.hub, r.stream, buffer, sizeof buffer, NULL), -1);
    // A place that is free again is given out; the oldest listener makes room for the newest.
    studio_stream *streams[STUDIO_STREAMS + 1];
    for (int i = 0; i < STUDIO_STREAMS; i++) {
        char tab[16];
        snprintf(tab, sizeof tab, "n%d", i);
        streams[i] = studio_hub_open(&r.hub, tab, NULL, NULL);
        assert_true((streams[i] != NULL) == (i < STUDIO_STREAMS - 1));
    }
    assert_false(studio_hub_listens(&r.hub, "n0"));
    for (int i = 0; i < STUDIO_STREAMS - 1; i++) studio_hub_close(&r.hub, streams[i]);
    close_rig(&r);
}

// --- the console and the router ---------------------------------------------------------------------------------------------------

static const char *first_candidate(oro_json *answer) {
    return studio_json_get_text(oro_json_at(oro_json_get(answer, "candidates"), 0), "text", "");
}

static void the_console_completes(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    static const char *const tries[][2] = {
        {"dupl", "duplicate"},
        {"set spi", "spine."},
        {"set spine.az", "spine.azimuth"},
        {"set wor", "world."},
        {"set world.re", "world.resolution"},
        {"set spine.kind ri", "ridge"},
        {"wire bent.east bend_s", "bend_south"},
        {"add terr", "terrace"},
        {"remove land sh", "shelf"},
        {"item add strength.cu", "strength.curve"},
        {"open la", "land.oro.json"},
        {"example s", "small"},
        {"help slo", "slope"},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        oro_json *answer = studio_complete(&r.parts, tries[i][0], strlen(tries[i][0]));
        assert_string_equal(first_candidate(answer), tries[i][1]);
        size_t from = (size_t)studio_json_get_number(answer, "from", 0);
        assert_true(strncmp(tries[i][1], tries[i][0] + from, strlen(tries[i][0]) - from) == 0);
        oro_json_free(answer);
    }
    oro_json *answer = ask(&r, "{\"line\":\"get spine.x\"}", ORO_OK);
    assert_string_equal(studio_json_get_text(oro_json_at(oro_json_get(answer, "results"), 0), "text", ""), "4000");
    oro_json_free(answer);
    // Every command says how it is used, and none breaks without its words.
    for (const studio_command *c = studio_commands; c->name; c++) {
        char words[64];
        snprintf(words, sizeof words, "help %s", c->name);
        line(&r, words, ORO_OK);
        if (c->least) line(&r, c->name, ORO_BAD_ARGUMENT);
    }
    line(&r, "help", ORO_OK);
    line(&r, "help slope", ORO_OK);
    line(&r, "list", ORO_OK);
    line(&r, "list spine", ORO_OK);
    line(&r, "operators noise", ORO_OK);
    line(&r, "text", ORO_OK);
    line(&r, "", ORO_OK);
    line(&r, "sett spine.x 3", ORO_BAD_ARGUMENT);
    close_rig(&r);
}

static int route(rig *r, const char *method, const char *path, const char *body) {
    studio_reply reply;
    studio_request request = {.method = method, .path = path, .body = body, .length = strlen(body)};
    studio_route(&r->parts, &request, &reply);
    assert_true(reply.status >= 200 && reply.status < 600);
    assert_non_null(reply.type);
    if (reply.frame) studio_frame_release(reply.frame);
    if (reply.is_file) close(reply.file);
    free(reply.body);
    return reply.status;
}

static void the_router_answers(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    static const char *const good[] = {"/api/state",    "/api/catalogue", "/api/document", "/api/document/text",
                                       "/api/commands", "/api/examples",  "/api/files",    "/api/file/land.oro.json"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_int_equal(route(&r, "GET", good[i], ""), 200);
    assert_int_equal(route(&r, "GET", "/api/nothing", ""), 404);
    assert_int_equal(route(&r, "GET", "/api/do", ""), 405);
    assert_int_equal(route(&r, "POST", "/api/state", ""), 405);
    assert_int_equal(route(&r, "POST", "/api/do", "{\"commands\":["), 400);
    assert_int_equal(route(&r, "POST", "/api/do", "\xff\xfe"), 400);
    assert_int_equal(route(&r, "POST", "/api/view", "[1,2]"), 400);
    assert_int_equal(route(&r, "POST", "/api/complete", "{\"line\":\"\\\"open\",\"cursor\":3}"), 200);
    assert_int_equal(route(&r, "GET", "/api/file/../land.oro.json", ""), 403);
    assert_int_equal(route(&r, "GET", "/api/file//etc/passwd", ""), 403);
    assert_int_equal(route(&r, "GET", "/api/file/nothing.png", ""), 404);
    assert_int_equal(route(&r, "GET", "/api/frame/999", ""), 410);
    assert_int_equal(route(&r, "GET", "/api/frame/-1", ""), 400);
    assert_int_equal(route(&r, "GET", "/api/frame/", ""), 400);
    assert_int_equal(route(&r, "GET", "/api/events", ""), 405);
    assert_int_equal(route(&r, "GET", "/api/upload", ""), 405);
    // "é" is two bytes: a cursor inside it stands nowhere.
    assert_int_equal(route(&r, "POST", "/api/complete", "{\"line\":\"set \xc3\xa9\",\"cursor\":5}"), 400);
    assert_int_equal(route(&r, "POST", "/api/complete", "{\"line\":\"set \xc3\xa9\",\"cursor\":6}"), 200);
    assert_int_equal(route(&r, "POST", "/api/complete", "{\"line\":\"set\",\"cursor\":4}"), 400);
    assert_int_equal(route(&r, "GET", "/api/thumbnail/other/x", ""), 404);
    assert_int_equal(route(&r, "POST", "/api/do", "{\"line\":\"set spine.x 4100\"}"), 200);
    assert_int_equal(route(&r, "POST", "/api/do", "{\"line\":\"new\"}"), 409);
    assert_int_equal(route(&r, "POST", "/api/do", "{\"line\":\"run size=65\"}"), 200);
    oro_json *ran = next_event(&r, "ran", 60.0);
    assert_true(studio_json_get_truth(ran, "ok"));
    oro_json_free(ran);
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(a_slow_listener_is_let_go),
        cmocka_unit_test(the_console_completes),
        cmocka_unit_test(the_router_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
