// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The studio's document: steps and undoing them, gestures, files that are saved and found again.

#include "in_studio.h"

#include <sys/stat.h>

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
    "set render.haze 0",
    "set render.water none",
    "set render.snow off",
    "reset render.haze",
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
    r.parts.autosave = studio_autosave_create(&r.hub, &r.parts.session->project);
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
    r.parts.autosave = studio_autosave_create(&r.hub, &r.parts.session->project);
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

/// What a refusal says that `force` would allow: what is lost, and a button.
static void a_refusal_that_force_allows_says_what_is_lost(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    line(&r, "set spine.x 4100", ORO_OK);
    write_file(r.folder, "other.oro.json", "mine\n");
    static const char *const refused[] = {"new", "example small", "open other.oro.json", "save-as other.oro.json"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char request[200];
        snprintf(request, sizeof request, "{\"line\": \"%s\"}", refused[i]);
        oro_json *answer = ask(&r, request, ORO_CANNOT_WRITE);
        const oro_json *error = oro_json_get(answer, "error"), *force = oro_json_get(error, "force");
        assert_non_null(force);
        assert_true(strlen(studio_json_get_text(force, "loses", "")) > 8);
        assert_true(strlen(studio_json_get_text(force, "yes", "")) > 3);
        assert_null(strstr(studio_json_get_text(error, "sentence", "force"), "force"));
        oro_json_free(answer);
    }
    oro_json_free(ask(&r, "{\"line\": \"set spine.x oops\"}", ORO_BAD_ARGUMENT));
    assert_false(r.parts.session->conflict);
    close_rig(&r);
}

/// Begins with land, and adding can say at once what is wanted of the node; all of it is one step.
static void new_documents_have_land_and_nodes_come_as_wished(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    line(&r, "new", ORO_OK);
    assert_string_equal(s->text, small_scene);
    assert_false(studio_session_dirty(s));
    int before = s->history.done;
    line(&r, "add noise 0 peaks fractal=ridged amplitude=500", ORO_OK);
    holds(&r, "peaks.fractal", "ridged");
    holds(&r, "peaks.amplitude", "500");
    assert_string_equal(oro_scene_node_id(s->scene, 0), "peaks");
    line(&r, "add pipes preset=alpine", ORO_OK);
    assert_string_equal(s->scene->nodes[2]->preset->name, "alpine");
    assert_int_equal(s->history.done, before + 2);
    line(&r, "add noise fractal=rigded", ORO_BAD_ARGUMENT);
    line(&r, "add pipes preset=alpin", ORO_BAD_ARGUMENT);
    assert_int_equal(oro_scene_node_count(s->scene), 3);
    close_rig(&r);
}

/// Whoever decided about recovered work is not asked again, and never about another document.
static void recovered_work_is_asked_about_once(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    studio_session *s = r.parts.session;
    const char *const decided[] = {"keep", "new force", "open land.oro.json force", "save", "discard", "undo 99"};
    for (size_t i = 0; i < sizeof decided / sizeof *decided; i++) {
        char change[64];
        snprintf(change, sizeof change, "set spine.x %d", 1000 + (int)i);
        line(&r, change, ORO_OK);
        s->recovered = true; // as after a start that found this
        oro_json *document = studio_session_document(s);
        assert_int_equal(oro_json_get(document, "recovery")->type, ORO_JSON_OBJECT);
        oro_json_free(document);
        line(&r, decided[i], ORO_OK);
        document = studio_session_document(s);
        if (oro_json_get(document, "recovery")->type != ORO_JSON_NULL) print_error("after %s\n", decided[i]);
        assert_int_equal(oro_json_get(document, "recovery")->type, ORO_JSON_NULL);
        oro_json_free(document);
        line(&r, "open land.oro.json force", ORO_OK);
    }
    close_rig(&r);
}

/// The page gets every setting of pictures with its value, a word where it is one, and the names of those that were set.
static void settings_of_pictures_are_in_the_document(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    static const char request[] = "{\"tab\": \"t\", \"commands\": [[\"set\", \"render.haze\", 0], [\"set\", "
                                  "\"render.water\", \"none\"], [\"set\", \"render.scale\", [1, 2]]]}";
    oro_json_free(ask(&r, request, ORO_OK));
    oro_json *document = studio_session_document(r.parts.session);
    const oro_json *render = oro_json_get(document, "render"), *args = oro_json_get(render, "args");
    assert_int_equal(args->count, oro_picture_record.arg_count);
    assert_true(oro_json_get(args, "haze")->type == ORO_JSON_NUMBER && oro_json_get(args, "haze")->number == 0.0);
    assert_string_equal(oro_json_get(args, "water")->text, "none");
    assert_string_equal(oro_json_get(args, "snow_line")->text, "auto");
    assert_true(oro_json_get(args, "scale")->items[1]->number == 2.0);
    assert_int_equal(oro_json_get(render, "set")->count, 3);
    oro_json_free(document);
    line(&r, "set render.style oil", ORO_BAD_ARGUMENT);
    line(&r, "set render.haze 101", ORO_BAD_ARGUMENT);
    holds(&r, "render.haze", "0");
    line(&r, "undo", ORO_OK);
    holds(&r, "render.haze", "1");
    close_rig(&r);
}

static void pictures_say_what_they_are_drawn_with(void **state) {
    (void)state;
    rig r;
    open_rig(&r, false);
    write_file(r.folder, "seen.oro.json",
               "{\"orogen\": 1, \"nodes\": [], \"render\": {\"fov\": 20, \"view\": \"harbour\", \"sun\": [200, 15.5], "
               "\"views\": {\"harbour\": {\"from\": [1, 2, 3], \"fov\": 41}}}}");
    line(&r, "open seen.oro.json force", ORO_OK);
    for (int step = 0; step < 2; step++) {
        oro_json *document = studio_session_document(r.parts.session);
        const oro_json *render = oro_json_get(document, "render"), *sun = oro_json_get(document, "sun");
        assert_true(studio_json_get_number(oro_json_get(render, "args"), "fov", 0.0) == 20.0);
        const oro_json *used = oro_json_get(render, "used");
        assert_int_equal(used->count, step ? 0 : 1);
        if (!step) assert_true(studio_json_get_number(used, "fov", 0.0) == 41.0);
        assert_true(sun->items[0]->number == 200.0 && sun->items[1]->number == 15.5);
        oro_json_free(document);
        line(&r, "set render.view low", ORO_OK);
    }
    close_rig(&r);
}

/// The value of the first result, to be freed with the answer.
static const oro_json *asked_for_folder(rig *r, const char *name, oro_json **answer) {
    char request[200];
    snprintf(request, sizeof request, "{\"tab\":\"t\",\"commands\":[[\"folder\",\"%s\"]]}", name);
    *answer = ask(r, request, ORO_OK);
    return oro_json_get(oro_json_at(oro_json_get(*answer, "results"), 0), "value");
}

static void folders_are_opened_on_the_desktop_alone(void **state) {
    (void)state;
    rig r;
    char path[700], folder[400], opener[400], *before = strdup(getenv("PATH"));
    oro_json *answer;
    open_rig(&r, false);
    snprintf(folder, sizeof folder, "%s/it's; \"$(x)\" out", r.folder);
    assert_int_equal(mkdir(folder, 0755), 0);
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    const oro_json *value = asked_for_folder(&r, "it's; \\\"$(x)\\\" out", &answer);
    assert_string_equal(studio_json_get_text(value, "path", ""), folder);
    assert_false(studio_json_get_truth(value, "opened"));
    oro_json_free(answer);

    snprintf(opener, sizeof opener, "%s/bin", r.folder);
    assert_int_equal(mkdir(opener, 0755), 0);
    write_file(opener, "xdg-open",
               "#!/bin/sh\nprintf %s \"$1\" >\"${0%/*}/new\" && mv \"${0%/*}/new\" \"${0%/*}/told\"\n");
    snprintf(path, sizeof path, "%s/xdg-open", opener);
    assert_int_equal(chmod(path, 0755), 0);
    snprintf(path, sizeof path, "%s:%s", opener, before);
    setenv("PATH", path, 1);
    setenv("DISPLAY", ":7", 1);
    value = asked_for_folder(&r, "it's; \\\"$(x)\\\" out", &answer);
    assert_true(studio_json_get_truth(value, "opened"));
    oro_json_free(answer);
    snprintf(path, sizeof path, "%s/told", opener);
    char *told = NULL;
    for (int i = 0; i < 5000 && !told; i++, usleep(1000)) told = file_text(path);
    assert_non_null(told);
    assert_string_equal(told, folder);
    free(told);

    line(&r, "folder nowhere", ORO_BAD_ARGUMENT);
    line(&r, "folder land.oro.json", ORO_BAD_ARGUMENT); // a file
    line(&r, "folder ../..", ORO_BAD_ARGUMENT);
    line(&r, "folder /tmp", ORO_BAD_ARGUMENT);
    setenv("PATH", before, 1);
    unsetenv("DISPLAY");
    free(before);
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
        cmocka_unit_test(a_refusal_that_force_allows_says_what_is_lost),
        cmocka_unit_test(new_documents_have_land_and_nodes_come_as_wished),
        cmocka_unit_test(recovered_work_is_asked_about_once),
        cmocka_unit_test(settings_of_pictures_are_in_the_document),
        cmocka_unit_test(pictures_say_what_they_are_drawn_with),
        cmocka_unit_test(folders_are_opened_on_the_desktop_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
