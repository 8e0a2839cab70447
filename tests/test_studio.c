// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The studio without sockets: documents and their steps, commands, files, the queue of what is to be seen, the router. Each
// test works in a folder of its own.
#define _GNU_SOURCE 1
#include "io/file.h"
#include "scene/document.h"
#include "studio/hold.h"
#include "studio/json.h"
#include "studio/router.h"
#include "studio/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct rig {
    char folder[256];
    studio_hub hub;
    studio_parts parts;
    studio_stream *stream;
    oro_text events;
} rig;

static char *file_text(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static void write_file(const char *folder, const char *name, const char *text) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static bool example_at(int index, const char **name, const char **text, size_t *length) {
    static const char small[] = "{\"orogen\": 1, \"nodes\": [{\"id\": \"a\", \"op\": \"shape\"}]}\n";
    *name = "small", *text = small, *length = sizeof small - 1;
    return index == 0;
}

/// A folder with the default scene in it as land.oro.json, and a session on it.
static void open_rig(rig *r, bool jobs) {
    memset(r, 0, sizeof *r);
    snprintf(r->folder, sizeof r->folder, "/tmp/orogen-studio-XXXXXX");
    assert_non_null(mkdtemp(r->folder));
    setenv("XDG_STATE_HOME", r->folder, 1);
    char *text = file_text(SOURCE_DIR "/tests/scenes/island.oro.json");
    write_file(r->folder, "land.oro.json", text);
    free(text);
    oro_error error;
    studio_hub_init(&r->hub);
    r->parts = (studio_parts){.hub = &r->hub, .examples = example_at};
    r->parts.session = studio_session_create(r->folder, "land.oro.json", &error);
    assert_non_null(r->parts.session);
    r->stream = studio_hub_open(&r->hub, "t", NULL, NULL);
    if (!jobs) return;
    r->parts.jobs = studio_jobs_create(&r->hub, &r->parts.session->project, 0, NULL, &error);
    assert_non_null(r->parts.jobs);
    studio_changed(&r->parts, "", "", true);
}

static void close_rig(rig *r) {
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

static oro_json *parse(rig *r, const char *text) {
    oro_json *root = NULL;
    assert_int_equal(oro_json_parse(r->parts.session->ctx, "test", text, strlen(text), &root), ORO_OK);
    return root;
}

/// Does a request and returns its answer.
static oro_json *ask(rig *r, const char *request, oro_status expected) {
    oro_json *body = parse(r, request);
    oro_status status;
    oro_json *answer = studio_do(&r->parts, body, &status);
    if (status != expected) print_error("%s\n%s\n", request, r->parts.session->ctx->error.sentence);
    assert_int_equal(status, expected);
    oro_json_free(body);
    assert_non_null(answer);
    return answer;
}

static void line(rig *r, const char *words, oro_status expected) {
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

static void holds(rig *r, const char *path, const char *expected) {
    char text[4096];
    assert_true(oro_scene_get(r->parts.session->scene, path, text, sizeof text) < sizeof text);
    assert_string_equal(text, expected);
}

// --- steps --------------------------------------------------------------------------------------------------------------------

static const char *const edits[] = {
    "set spine.x 4100",
    "set crests.amplitude body",
    "set crests.amplitude 120",
    "set strength.curve 0:0 0.5:0.7 1:1",
    "item add strength.curve 1 \"[0.2, 0.3]\"",
    "item set strength.curve 1 \"[0.25, 0.35]\"",
    "item remove strength.curve 1",
    "set world.extent 9000x6000",
    "set world.sea none",
    "set world.seed 18446744073709551615",
    "reset crests.warp",
    "unwire bent.east",
    "wire bent.east bend_south",
    "add noise 2 hills",
    "move hills 0",
    "rename land ground",
    "disable crests",
    "enable crests",
    "note hills Small ones, \\\"quoted\\\"",
    "note spine \"\"",
    "duplicate spine",
    "output add extra.npy from=ground range=0..50",
    "output set 0 file=other.png range=",
    "output move 0 1",
    "output remove 2",
    "title Another name",
    "about \"\"",
    "remove bent",
    "remove hills spine",
};
enum { EDITS = sizeof edits / sizeof *edits };

static void undoing_everything_gives_the_same_bytes(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    char path[300], *texts[EDITS + 1];
    snprintf(path, sizeof path, "%s/land.oro.json", r.folder);
    char *file = file_text(path);
    assert_string_equal(s->text, file);
    texts[0] = strdup(s->text);
    for (int i = 0; i < EDITS; i++) {
        line(&r, edits[i], ORO_OK);
        texts[i + 1] = strdup(s->text);
        assert_string_not_equal(texts[i], texts[i + 1]);
        assert_int_equal(s->history.done, i + 1);
    }
    assert_true(studio_session_dirty(s));
    for (int i = EDITS; i-- > 0;) {
        line(&r, "undo", ORO_OK);
        assert_string_equal(s->text, texts[i]);
    }
    assert_string_equal(s->text, file);
    assert_false(studio_session_dirty(s));
    line(&r, "undo", ORO_BAD_ARGUMENT);
    for (int i = 0; i < EDITS; i++) {
        line(&r, "redo", ORO_OK);
        assert_string_equal(s->text, texts[i + 1]);
    }
    line(&r, "redo", ORO_BAD_ARGUMENT);
    // What the steps lead to is what a reader of the file gets.
    oro_scene *again = oro_scene_parse(s->ctx, "again", r.folder, s->text, strlen(s->text));
    char *printed = oro_scene_print(again);
    assert_string_equal(printed, s->text);
    oro_scene_text_free(s->ctx, printed);
    oro_scene_destroy(again);
    for (int i = 0; i <= EDITS; i++) free(texts[i]);
    free(file);
    close_rig(&r);
}

static void three_hundred_steps_go_back(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    char *before = strdup(s->text), words[64];
    for (int i = 0; i < 300; i++) {
        snprintf(words, sizeof words, "set spine.x %d", 1000 + i);
        line(&r, words, ORO_OK);
    }
    assert_int_equal(s->history.done, 300);
    line(&r, "undo 300", ORO_OK);
    assert_string_equal(s->text, before);
    // A new change forgets what could be done again.
    line(&r, "redo 10", ORO_OK);
    line(&r, "set spine.y 5", ORO_OK);
    assert_int_equal(s->history.count, 11);
    line(&r, "undo 999", ORO_OK);
    assert_string_equal(s->text, before);
    // Old steps go only beyond the promised number.
    for (int i = 0; i < 700; i++) {
        snprintf(words, sizeof words, "set spine.x %d", 1000 + i);
        line(&r, words, ORO_OK);
    }
    assert_int_equal(s->history.count, STUDIO_MOST_STEPS);
    free(before);
    close_rig(&r);
}

static void a_gesture_is_one_step(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    char *before = strdup(s->text), request[200];
    for (int i = 0; i < 50; i++) {
        snprintf(request, sizeof request,
                 "{\"tab\":\"t\",\"gesture\":\"drag\",\"commands\":[[\"set\",\"spine.x\",%d]],\"end\":%s}", 4000 + i,
                 i == 49 ? "true" : "false");
        oro_json_free(ask(&r, request, ORO_OK));
    }
    assert_int_equal(s->history.done, 1);
    holds(&r, "spine.x", "4049");
    // The same name again, after the end or from another tab, is another gesture.
    oro_json_free(ask(&r, "{\"tab\":\"t\",\"gesture\":\"drag\",\"commands\":[[\"set\",\"spine.x\",1]]}", ORO_OK));
    oro_json_free(ask(&r, "{\"tab\":\"u\",\"gesture\":\"drag\",\"commands\":[[\"set\",\"spine.x\",2]]}", ORO_OK));
    assert_int_equal(s->history.done, 3);
    line(&r, "undo 3", ORO_OK);
    assert_string_equal(s->text, before);
    // Setting what is there already is no step.
    line(&r, "set spine.x 4000", ORO_OK);
    assert_int_equal(s->history.done, 0);
    free(before);
    close_rig(&r);
}

static void a_refused_request_changes_nothing(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    static const char *const refused[] = {
        "{\"commands\":[[\"set\",\"spine.x\",4100],[\"set\",\"spine.x\",\"far away\"]]}",
        "{\"commands\":[[\"remove\",\"spine\"],[\"rename\",\"shelf\",\"world\"]]}",
        "{\"commands\":[[\"add\",\"noise\"],[\"add\",\"no-such-operator\"]]}",
        "{\"commands\":[[\"set\",\"spine.x\",1],[\"undo\"]]}",
        "{\"commands\":[[\"wire\",\"shelf.height\",\"land\"]]}",
        "{\"commands\":[[\"wire\",\"body.a\",\"land\"]]}",
        "{\"commands\":[[\"set\",\"strength.curve\",[[1,0],[0,1]]]]}",
        "{\"commands\":[[\"set\",\"strength.curve\",{\"a\":1}]]}",
        "{\"commands\":[[\"item\",\"set\",\"strength.curve\",9,[0,0]]]}",
        "{\"commands\":[[\"item\",\"turn\",\"strength.curve\",0]]}",
        "{\"commands\":[[\"item\",\"add\",\"spine.x\",0,1]]}",
        "{\"commands\":[[\"move\",\"land\",99]]}",
        "{\"commands\":[[\"output\",\"set\",7,\"file=a.png\"]]}",
        "{\"commands\":[[\"output\",\"add\",\"a.png\",\"style=nice\"]]}",
        "{\"commands\":[[\"preset\",\"spine\",\"no-such-preset\"]]}",
        "{\"commands\":[[\"set\",\"world.extent\",[1,2,3]]]}",
        "{\"commands\":[[\"set\",\"world.size\",3]]}",
        "{\"commands\":[[\"title\",\"x\"],[\"set\",\"a.b\",1]]}",
        "{\"commands\":[[\"replace\",\"{}\"]]}",
        "{\"commands\":[[\"set\",\"spine\"]]}",
        "{\"commands\":[[]]}",
        "{\"commands\":[7]}",
        "{\"commands\":{}}",
        "{\"line\":\"set spine.x 'open\"}",
        "[]",
    };
    char *before = strdup(s->text);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        oro_json *body = parse(&r, refused[i]);
        oro_status status;
        oro_json *answer = studio_do(&r.parts, body, &status);
        if (status == ORO_OK) print_error("not refused: %s\n", refused[i]);
        assert_int_not_equal(status, ORO_OK);
        const char *sentence = studio_json_get_text(oro_json_get(answer, "error"), "sentence", "");
        assert_true(strlen(sentence) > 5);
        assert_string_equal(s->text, before);
        char *printed = oro_scene_print(s->scene);
        assert_string_equal(printed, before);
        oro_scene_text_free(s->ctx, printed);
        oro_json_free(answer);
        oro_json_free(body);
    }
    assert_int_equal(s->history.count, 0);
    assert_int_equal(s->revision, 1);
    free(before);
    close_rig(&r);
}

static void removing_hands_the_input_on(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    line(&r, "remove bent", ORO_OK); // takes body; strength and land take it
    holds(&r, "strength.height", "body");
    holds(&r, "land.a", "body");
    line(&r, "rename body base", ORO_OK);
    holds(&r, "land.a", "base");
    line(&r, "rename land ground", ORO_OK);
    assert_string_equal(oro_scene_output_at(r.parts.session->scene, 0)->from, "ground");
    line(&r, "remove ground", ORO_OK);
    assert_string_equal(oro_scene_output_at(r.parts.session->scene, 0)->from, "base");
    line(&r, "remove strength", ORO_OK); // takes base, which is a map too
    holds(&r, "crests.amplitude", "base");
    oro_json *answer = ask(&r, "{\"commands\":[[\"duplicate\",\"crests\"]],\"document\":true}", ORO_OK);
    const char *made = oro_json_get(oro_json_at(oro_json_get(answer, "results"), 0), "value")->text;
    char path[100];
    snprintf(path, sizeof path, "%s.amplitude", made);
    holds(&r, path, "base");
    snprintf(path, sizeof path, "%s.fractal", made);
    holds(&r, path, "ridged");
    oro_json_free(answer);
    close_rig(&r);
}

// --- files --------------------------------------------------------------------------------------------------------------------

static void saving_never_replaces_unasked(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    char path[300];
    snprintf(path, sizeof path, "%s/land.oro.json", r.folder);
    line(&r, "set spine.x 4100", ORO_OK);
    line(&r, "save", ORO_OK);
    char *saved = file_text(path);
    assert_string_equal(saved, s->text);
    assert_false(studio_session_dirty(s));
    free(saved);
    // Somebody else writes the file.
    write_file(r.folder, "land.oro.json", "somebody else was here, and wrote more than before\n");
    line(&r, "set spine.x 4200", ORO_OK);
    line(&r, "save", ORO_CANNOT_WRITE);
    assert_true(s->conflict);
    saved = file_text(path);
    assert_string_equal(saved, "somebody else was here, and wrote more than before\n");
    free(saved);
    line(&r, "save force", ORO_OK);
    write_file(r.folder, "other.oro.json", "mine\n");
    line(&r, "save-as other.oro.json", ORO_CANNOT_WRITE);
    line(&r, "save-as other.oro.json force", ORO_OK);
    line(&r, "save-as third", ORO_OK);
    assert_string_equal(s->place->path, "third.oro.json");
    // The document keeps its file when steps are undone.
    line(&r, "undo", ORO_OK);
    assert_string_equal(s->place->path, "third.oro.json");
    assert_true(studio_session_dirty(s));
    line(&r, "new", ORO_CANNOT_WRITE);
    line(&r, "discard", ORO_OK);
    line(&r, "new", ORO_OK);
    assert_null(s->place->path);
    line(&r, "save", ORO_BAD_ARGUMENT);
    line(&r, "undo", ORO_OK);
    assert_string_equal(s->place->path, "third.oro.json");
    line(&r, "example small", ORO_OK);
    line(&r, "open land.oro.json", ORO_OK);
    assert_string_equal(s->place->path, "land.oro.json");
    close_rig(&r);
}

static void names_stay_in_the_folder(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    char full[STUDIO_PATH], link[300];
    snprintf(link, sizeof link, "%s/way-out", r.folder);
    assert_int_equal(symlink("/etc", link), 0);
    snprintf(link, sizeof link, "%s/way-out.oro.json", r.folder);
    assert_int_equal(symlink("/etc/hostname", link), 0);
    snprintf(link, sizeof link, "%s/nowhere.oro.json", r.folder);
    assert_int_equal(symlink("/tmp/orogen-not-there/x", link), 0);
    snprintf(link, sizeof link, "%s/inside.oro.json", r.folder);
    assert_int_equal(symlink("land.oro.json", link), 0);
    static const char *const refused[] = {"",
                                          "/etc/passwd",
                                          "../x",
                                          "a/../../x",
                                          "./x",
                                          ".hidden",
                                          "a//b",
                                          "way-out/passwd",
                                          "way-out.oro.json",
                                          "nowhere.oro.json",
                                          "a\\b",
                                          "new\nline",
                                          "no-such-folder/x",
                                          "land.oro.json/",
                                          "x/."};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (studio_project_path(s->ctx, &s->project, refused[i], full) == ORO_OK) print_error("%s\n", refused[i]);
        assert_int_not_equal(studio_project_path(s->ctx, &s->project, refused[i], full), ORO_OK);
    }
    assert_int_equal(studio_project_path(s->ctx, &s->project, "inside.oro.json", full), ORO_OK);
    assert_int_equal(studio_project_path(s->ctx, &s->project, "new.oro.json", full), ORO_OK);
    line(&r, "save-as way-out.oro.json force", ORO_BAD_ARGUMENT);
    line(&r, "save-as ../x force", ORO_BAD_ARGUMENT);
    line(&r, "open way-out.oro.json force", ORO_BAD_ARGUMENT);
    line(&r, "import way-out/hostname force", ORO_BAD_ARGUMENT);
    close_rig(&r);
}

static void unsaved_work_is_found_again(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    r.parts.autosave = studio_autosave_create(&r.hub);
    char *file = strdup(r.parts.session->text), path[300];
    line(&r, "set spine.x 4321", ORO_OK);
    char *edited = strdup(r.parts.session->text);
    studio_autosave_destroy(r.parts.autosave); // waits for the writing; the session is not saved
    r.parts.autosave = NULL;
    oro_error error;
    studio_session *again = studio_session_create(r.folder, "land.oro.json", &error);
    assert_non_null(again);
    assert_true(again->recovered);
    assert_string_equal(again->text, edited);
    assert_true(studio_session_dirty(again));
    assert_int_equal(studio_session_undo(again), ORO_OK);
    assert_string_equal(again->text, file);
    studio_session_destroy(again);
    // Saving removes it.
    r.parts.autosave = studio_autosave_create(&r.hub);
    line(&r, "save", ORO_OK);
    snprintf(path, sizeof path, "%s/.land.oro.json.autosave", r.folder);
    assert_int_not_equal(access(path, F_OK), 0);
    // So does going back to what was saved. Documents without a file are kept in the state folder.
    line(&r, "set spine.x 1", ORO_OK);
    line(&r, "undo", ORO_OK);
    line(&r, "new", ORO_OK);
    line(&r, "add shape", ORO_OK);
    free(edited);
    edited = strdup(r.parts.session->text);
    studio_autosave_destroy(r.parts.autosave);
    r.parts.autosave = NULL;
    assert_int_not_equal(access(path, F_OK), 0);
    again = studio_session_create(r.folder, NULL, &error);
    assert_true(again->recovered);
    assert_string_equal(again->text, edited);
    studio_session_destroy(again);
    // What is broken is not taken for work.
    write_file(r.folder, ".land.oro.json.autosave", "{\"orogen\": 1, \"nod");
    again = studio_session_create(r.folder, "land.oro.json", &error);
    assert_false(again->recovered);
    studio_session_destroy(again);
    free(edited);
    free(file);
    close_rig(&r);
}

// --- events -------------------------------------------------------------------------------------------------------------------

/// The next event of a name, waited for; its data belongs to the caller. NULL after `seconds`.
static oro_json *next_event(rig *r, const char *name, double seconds) {
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

static void a_full_disk_is_told(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    r.parts.autosave = studio_autosave_create(&r.hub);
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

// --- frames -------------------------------------------------------------------------------------------------------------------

static void want(rig *r, const char *request, oro_status expected) {
    oro_json *body = parse(r, request);
    studio_view view;
    oro_status status = studio_view_read(r->parts.session->ctx, body, &view);
    assert_int_equal(status, expected);
    if (status == ORO_OK) assert_int_equal(studio_jobs_view(r->parts.jobs, &view), ORO_OK);
    oro_json_free(body);
}

/// The values of a map in a frame, checked against its own header.
static const float *map_of(studio_frame *frame, const oro_json *event, size_t index, int32_t *width) {
    const oro_json *map = oro_json_at(oro_json_get(event, "maps"), index);
    assert_memory_equal(frame->data, "ORO1", 4);
    size_t offset = (size_t)studio_json_get_number(map, "offset", 0.0);
    *width = (int32_t)studio_json_get_number(map, "width", 0.0);
    size_t bytes = (size_t)studio_json_get_number(map, "bytes", 0.0);
    assert_true(offset >= 16 && offset % 16 == 0 && offset + bytes <= frame->bytes);
    return (const float *)(frame->data + offset);
}

static studio_frame *frame_of(rig *r, const oro_json *event) {
    studio_frame *frame = studio_jobs_frame(r->parts.jobs, strtoull(studio_json_get_text(event, "id", ""), NULL, 10));
    assert_non_null(frame);
    return frame;
}

static void frames_hold_what_a_build_would(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    want(&r,
         "{\"tab\":\"t\",\"seq\":7,\"levels\":[65,129],\"rest_ms\":1,\"maps\":[{\"name\":\"height\"},{\"from\":"
         "\"crests\"},"
         "{\"from\":\"land\",\"minus\":\"crests\"},{\"from\":\"land\",\"minus_input\":true},"
         "{\"from\":\"land\",\"through\":{\"op\":\"slope\",\"args\":{\"measure\":\"percent\"}}},{\"from\":\"nothing\"},"
         "{\"from\":\"land\",\"style\":\"relief\"}]}",
         ORO_OK);
    for (int level = 0; level < 2; level++) {
        oro_json *event = next_event(&r, "frame", 60.0);
        assert_non_null(event);
        assert_true(studio_json_get_number(event, "seq", 0) == 7.0);
        assert_true(studio_json_get_number(event, "level", 0) == (level ? 129.0 : 65.0));
        assert_true(studio_json_get_truth(event, "last") == (level == 1));
        studio_frame *frame = frame_of(&r, event);
        // The same computed here, by plain calls.
        oro_context *ctx = oro_create(NULL, NULL);
        char *text = r.parts.session->text;
        oro_scene *scene = oro_scene_parse(ctx, "land", NULL, text, strlen(text));
        assert_int_equal(oro_scene_run(scene, &(oro_run_desc){.target = "land", .detail = level ? 129 : 65}), ORO_OK);
        const oro_grid *land = oro_scene_grid(scene, "land"), *crests = oro_scene_grid(scene, "crests");
        const oro_grid *bent = oro_scene_grid(scene, "bent");
        int32_t width;
        const float *height = map_of(frame, event, 0, &width), *only = map_of(frame, event, 1, &width);
        const float *minus = map_of(frame, event, 2, &width), *change = map_of(frame, event, 3, &width);
        assert_int_equal(width, land->width);
        for (int32_t y = 0; y < land->height; y++)
            for (int32_t x = 0; x < width; x++) {
                assert_true(height[y * width + x] == oro_row(land, y)[x]);
                assert_true(only[y * width + x] == oro_row(crests, y)[x]);
                assert_true(minus[y * width + x] == oro_row(land, y)[x] - oro_row(crests, y)[x]);
                assert_true(change[y * width + x] == oro_row(land, y)[x] - oro_row(bent, y)[x]);
            }
        const oro_json *maps = oro_json_get(event, "maps");
        assert_true(studio_json_get_number(maps->items[4], "max", 0) > 100.0); // percent, not degrees
        assert_non_null(oro_json_get(maps->items[5], "error"));
        assert_string_equal(studio_json_get_text(maps->items[6], "type", ""), "rgb8");
        oro_scene_destroy(scene);
        oro_destroy(ctx);
        studio_frame_release(frame);
        oro_json_free(event);
        event = next_event(&r, "nodes", 20.0);
        assert_int_equal(oro_json_get(event, "nodes")->count, 10);
        oro_json_free(event);
    }
    assert_int_equal(oro_scene_node_count(r.parts.session->scene), 10); // nothing stays of what was only looked at
    close_rig(&r);
}

static void bad_views_are_refused(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    static const char *const refused[] = {
        "{}",
        "{\"tab\":\"t\",\"maps\":[],\"levels\":[]}",
        "{\"tab\":\"t t\",\"maps\":[],\"levels\":[257]}",
        "{\"tab\":\"*run\",\"maps\":[],\"levels\":[257]}",
        "{\"tab\":\"t\",\"maps\":[],\"levels\":[1e9]}",
        "{\"tab\":\"t\",\"maps\":[],\"levels\":[257.5]}",
        "{\"tab\":\"t\",\"maps\":[{},{},{},{},{},{},{},{},{}],\"levels\":[257]}",
        "{\"tab\":\"t\",\"maps\":[{\"through\":{\"op\":\"slope\",\"args\":3}}],\"levels\":[257]}",
        "{\"tab\":\"t\",\"maps\":[3],\"levels\":[257]}",
        "{\"tab\":\"t\",\"maps\":[{\"from\":7}],\"levels\":[257]}",
        "{\"tab\":\"t\",\"maps\":[],\"levels\":[257],\"rest_ms\":-1}",
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) want(&r, refused[i], ORO_BAD_ARGUMENT);
    close_rig(&r);
}

static void the_last_edit_wins(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    want(&r, "{\"tab\":\"t\",\"seq\":1,\"levels\":[129,257],\"rest_ms\":0,\"maps\":[{}]}", ORO_OK);
    char words[64];
    for (int i = 0; i < 60; i++) {
        snprintf(words, sizeof words, "set spine.x %d", 3000 + i);
        line(&r, words, ORO_OK);
        if (i % 7 == 0) usleep(3000);
    }
    double last = (double)r.parts.session->revision, seen = 0.0;
    int after = 0;
    for (bool done = false; !done;) {
        oro_json *event = next_event(&r, "frame", 60.0);
        assert_non_null(event);
        double revision = studio_json_get_number(event, "revision", 0.0);
        assert_true(revision >= seen); // never back to an older document
        seen = revision;
        after += revision < last && studio_json_get_number(event, "index", 1) > 0;
        done = revision == last && studio_json_get_truth(event, "last");
        oro_json_free(event);
    }
    (void)after;
    // After the last edit at most one frame of an earlier document may still come; the queue is empty by now.
    assert_null(next_event(&r, "frame", 0.2));
    close_rig(&r);
}

/// A scene whose first level takes long: an edit and a cancel must not wait for it.
static void work_is_cancelled(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    want(&r, "{\"tab\":\"t\",\"seq\":1,\"levels\":[4097],\"maps\":[{\"style\":\"flow\"}]}", ORO_OK);
    usleep(150000);
    double begun = studio_now();
    studio_jobs_cancel(r.parts.jobs);
    while (!studio_jobs_resting(r.parts.jobs) && studio_now() - begun < 60.0) usleep(500);
    print_message("cancelled after %.0f ms\n", (studio_now() - begun) * 1e3);
    assert_true(studio_jobs_resting(r.parts.jobs));
    // Nothing came of it, and the next wish is computed.
    assert_null(next_event(&r, "frame", 0.05));
    want(&r, "{\"tab\":\"t\",\"seq\":2,\"levels\":[65],\"maps\":[{}]}", ORO_OK);
    oro_json *event = next_event(&r, "frame", 60.0);
    assert_non_null(event);
    assert_true(studio_json_get_number(event, "seq", 0) == 2.0);
    oro_json_free(event);
    close_rig(&r);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// Prints how long the engine takes to answer moves of a feature of the default scene. With OROGEN_MOVES in the environment
/// there are 200, and 95 of 100 have to be answered within 50 ms; without it the machine may be shared, or the build slow.
static void moves_are_answered(void **state) {
    (void)state;
    enum { MOVES = 200 };
    rig r;
    double times[MOVES];
    int held = 0;
    open_rig(&r, true);
    int moves = getenv("OROGEN_MOVES") ? MOVES : 20; // all of them where somebody wants the figure
    want(&r, "{\"tab\":\"t\",\"seq\":1,\"levels\":[513],\"maps\":[{}]}", ORO_OK);
    oro_json_free(next_event(&r, "frame", 60.0));
    for (int i = 0; i < moves; i++) {
        char request[160];
        snprintf(request, sizeof request, "{\"tab\":\"t\",\"gesture\":\"g\",\"commands\":[[\"set\",\"spine.x\",%d]]}",
                 3000 + 7 * i);
        oro_json_free(ask(&r, request, ORO_OK));
        oro_json *event = NULL;
        do { // on a busy machine the whole frame of the move before may come first
            oro_json_free(event);
            event = next_event(&r, "frame", 60.0);
            assert_non_null(event);
        } while (studio_json_get_number(event, "revision", 0) != (double)r.parts.session->revision);
        times[i] = studio_json_get_number(event, "edit_ms", 1e9);
        held += oro_json_get(event, "held")->type == ORO_JSON_ARRAY;
        oro_json_free(event);
    }
    assert_int_equal(r.parts.session->history.done, 1);
    qsort(times, (size_t)moves, sizeof *times, by_size);
    print_message("%d moves at 513 x 513: median %.1f ms, 95th percentile %.1f ms, slowest %.1f ms, %d held\n", moves,
                  times[moves / 2], times[moves * 95 / 100], times[moves - 1], held);
    if (moves == MOVES) assert_true(times[moves * 95 / 100] < 50.0);
    close_rig(&r);
}

/// A frame of a document, made here; its first map.
static float *first_map(rig *r, oro_scene *scene, const studio_frame_desc *desc, size_t *count) {
    studio_frame *frame;
    oro_json *event;
    int32_t width;
    assert_int_equal(studio_frame_make(scene, desc, &frame, &event), ORO_OK);
    const float *values = map_of(frame, event, 0, &width);
    *count = (size_t)width * (size_t)width;
    float *copy = malloc(*count * sizeof *copy);
    memcpy(copy, values, *count * sizeof *copy);
    (void)r;
    oro_json_free(event);
    studio_frame_release(frame);
    return copy;
}

/// While a hand moves a feature, slow nodes are off and what they did before is added.
static void slow_nodes_are_held(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_view view;
    oro_json *body = parse(&r, "{\"tab\":\"t\",\"seq\":1,\"levels\":[65],\"maps\":[{},{\"style\":\"relief\"}]}");
    assert_int_equal(studio_view_read(r.parts.session->ctx, body, &view), ORO_OK);
    oro_json_free(body);
    oro_scene *scene = r.parts.session->scene;
    oro_node *bent = oro_scene_find(scene, "bent");
    studio_frame_desc desc = {.view = &view}, held = {.view = &view};
    studio_costs costs = {0};
    double seconds[10] = {0};
    assert_false(studio_costs_slow(&costs, scene, 65 * 65));
    seconds[bent->index] = 3.0; // as if it had taken that long
    seconds[0] = 3.0;           // slow too, but nothing stands for it: it makes a map from nothing
    studio_costs_note(&costs, scene, seconds, 10, 65 * 65);
    assert_true(studio_costs_slow(&costs, scene, 65 * 65));
    studio_hold hold = {0};
    assert_true(studio_hold_take(&hold, scene, &costs, &desc));
    assert_int_equal(hold.slow_count, 1);
    assert_true(bent->enabled);
    size_t count;
    float *whole = first_map(&r, scene, &desc, &count), *without, *shown;
    // The same document: what is held makes up for what is off.
    held.hold = &hold;
    assert_true(studio_hold_begin(&hold, scene));
    assert_false(bent->enabled);
    shown = first_map(&r, scene, &held, &count);
    assert_string_equal(hold.from[0], "land");
    without = first_map(&r, scene, &desc, &count);
    float *difference = malloc(count * sizeof *difference);
    bool changed = false;
    for (size_t i = 0; i < count; i++) {
        // Two roundings of numbers below 1200 m.
        assert_true(shown[i] - whole[i] < 2e-4f && whole[i] - shown[i] < 2e-4f);
        difference[i] = whole[i] - without[i];
        changed |= difference[i] != 0.0f;
    }
    assert_true(changed);
    free(shown);
    free(without);
    // A feature moves: new features, old difference.
    assert_int_equal(oro_scene_set(scene, "spine.x", "2500"), ORO_OK);
    shown = first_map(&r, scene, &held, &count);
    without = first_map(&r, scene, &desc, &count);
    for (size_t i = 0; i < count; i++) assert_true(shown[i] == without[i] + difference[i]);
    studio_hold_end(&hold, scene);
    assert_true(bent->enabled);
    // The slow node itself changes: it is computed.
    assert_int_equal(oro_scene_set(scene, "bent.amount", "10"), ORO_OK);
    assert_false(studio_hold_begin(&hold, scene));
    assert_true(bent->enabled);
    studio_hold_reset(&hold, 0, 0.0);
    studio_view_free(&view);
    free(whole);
    free(shown);
    free(without);
    free(difference);
    close_rig(&r);
}

static void small_pictures_are_drawn(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    size_t bytes = 0;
    void *png = NULL;
    for (double end = studio_now() + 60.0; !png && studio_now() < end; usleep(5000))
        png = studio_jobs_thumbnail(r.parts.jobs, "node", "land", &bytes);
    assert_non_null(png);
    assert_memory_equal(png, "\x89PNG", 4);
    free(png);
    assert_null(studio_jobs_thumbnail(r.parts.jobs, "node", "figures", &bytes)); // makes no map
    close_rig(&r);
}

static void files_outside_are_not_read(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    char outside[] = "/tmp/orogen-outside-XXXXXX";
    int file = mkstemp(outside);
    assert_true(write(file, "0123456789abcdef", 16) == 16);
    close(file);
    char raster[300], words[400];
    snprintf(raster, sizeof raster, "%s.r32", outside);
    rename(outside, raster);
    write_file(r.folder, "inside.r32", "0123456789abcdef");
    line(&r, "import inside.r32", ORO_OK);
    want(&r, "{\"tab\":\"t\",\"seq\":1,\"levels\":[33],\"maps\":[{}]}", ORO_OK);
    oro_json *event = next_event(&r, "frame", 60.0);
    assert_null(oro_json_get(oro_json_at(oro_json_get(event, "maps"), 0), "error"));
    oro_json_free(event);
    const oro_node *node = r.parts.session->scene->nodes[0];
    for (int32_t i = 0; i < node->op->record.arg_count; i++)
        if (node->op->record.args[i].type == ORO_FILE)
            snprintf(words, sizeof words, "set %s.%s %s", node->id, node->op->record.args[i].name, raster);
    line(&r, words, ORO_OK);
    event = next_event(&r, "frame", 60.0);
    const oro_json *error = oro_json_get(oro_json_at(oro_json_get(event, "maps"), 0), "error");
    assert_non_null(strstr(studio_json_get_text(error, "sentence", ""), "outside"));
    oro_json_free(event);
    unlink(raster);
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
        {"help sl", "slope"},
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
    assert_int_equal(route(&r, "GET", "/api/frame/-1", ""), 410);
    assert_int_equal(route(&r, "GET", "/api/frame/", ""), 410);
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
        cmocka_unit_test(undoing_everything_gives_the_same_bytes),
        cmocka_unit_test(three_hundred_steps_go_back),
        cmocka_unit_test(a_gesture_is_one_step),
        cmocka_unit_test(a_refused_request_changes_nothing),
        cmocka_unit_test(removing_hands_the_input_on),
        cmocka_unit_test(saving_never_replaces_unasked),
        cmocka_unit_test(names_stay_in_the_folder),
        cmocka_unit_test(unsaved_work_is_found_again),
        cmocka_unit_test(a_full_disk_is_told),
        cmocka_unit_test(a_slow_listener_is_let_go),
        cmocka_unit_test(frames_hold_what_a_build_would),
        cmocka_unit_test(bad_views_are_refused),
        cmocka_unit_test(the_last_edit_wins),
        cmocka_unit_test(work_is_cancelled),
        cmocka_unit_test(moves_are_answered),
        cmocka_unit_test(slow_nodes_are_held),
        cmocka_unit_test(small_pictures_are_drawn),
        cmocka_unit_test(files_outside_are_not_read),
        cmocka_unit_test(the_console_completes),
        cmocka_unit_test(the_router_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
