// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The studio's queue of what is to be seen: frames as a build would give them, the last edit first, answers in time while a
// hand moves.

#include "in_studio.h"
#include "studio/hold.h"

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

/// What is shown of a node that is turned off is what stands for it, in its unit.
static void nodes_turned_off_show_what_stands_for_them(void **state) {
    (void)state;
    static const char text[] = "{\"orogen\": 1, \"nodes\": [{\"id\": \"hills\", \"op\": \"noise\"},"
                               "{\"id\": \"steep\", \"op\": \"slope\", \"enabled\": false}]}";
    rig r;
    open_rig(&r, false);
    oro_context *ctx = r.parts.session->ctx;
    oro_scene *scene = oro_scene_parse(ctx, "off.oro.json", NULL, text, strlen(text));
    studio_view view;
    oro_json *body = parse(&r, "{\"tab\":\"t\",\"levels\":[65],\"maps\":[{\"from\":\"steep\"},{\"from\":\"hills\"}]}"),
             *event;
    assert_int_equal(studio_view_read(ctx, body, &view), ORO_OK);
    studio_frame *frame;
    assert_int_equal(studio_frame_make(scene, &(studio_frame_desc){.view = &view}, &frame, &event), ORO_OK);
    int32_t width;
    const float *off = map_of(frame, event, 0, &width), *hills = map_of(frame, event, 1, &width);
    assert_memory_equal(off, hills, (size_t)width * (size_t)width * sizeof *off);
    const oro_json *maps = oro_json_get(event, "maps");
    for (size_t i = 0; i < 2; i++) assert_string_equal(studio_json_get_text(oro_json_at(maps, i), "unit", ""), "m");
    oro_json_free(body);
    oro_json_free(event);
    studio_frame_release(frame);
    studio_view_free(&view);
    oro_scene_destroy(scene);
    close_rig(&r);
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
    // Who comes later is told of it by the state; another document has none of these pictures.
    oro_json *known = studio_jobs_thumbnails(r.parts.jobs);
    assert_int_equal(strlen(studio_json_get_text(known, "land", "")), 32);
    oro_json_free(known);
    line(&r, "new", ORO_OK);
    known = studio_jobs_thumbnails(r.parts.jobs);
    assert_null(oro_json_get(known, "land"));
    oro_json_free(known);
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

/// A mesh that takes longer than it may comes when it is asked for; until then a coarser one of the same document, or none.
static void what_takes_long_waits(void **state) {
    (void)state;
    static const char text[] = "{\"orogen\": 1, \"nodes\": [{\"id\": \"hills\", \"op\": \"noise\"},"
                               "{\"id\": \"skin\", \"op\": \"triangulate\"}]}";
    rig r;
    open_rig(&r, false);
    oro_context *ctx = r.parts.session->ctx;
    oro_scene *scene = oro_scene_parse(ctx, "skin.oro.json", NULL, text, strlen(text));
    studio_view view;
    oro_json *body = parse(&r, "{\"tab\":\"t\",\"levels\":[65,129],\"whole\":true,"
                               "\"maps\":[{\"from\":\"skin\",\"within_ms\":0.000001}]}");
    assert_int_equal(studio_view_read(ctx, body, &view), ORO_OK);
    assert_true(view.whole);
    studio_pace pace[STUDIO_MAPS] = {0};
    studio_frame_desc desc = {.view = &view, .unasked = true, .pace = pace, .most_bytes = 1 << 24};
    static const int had[] = {0, 65, 65, 129};
    char asked[64] = "";
    for (int step = 0; step < 4; step++) { // unasked; asked; unasked and finer, after a coarser one; asked for that too
        studio_frame *frame;
        oro_json *event;
        desc.unasked = step % 2 == 0;
        desc.level = step / 2;
        assert_int_equal(studio_frame_make(scene, &desc, &frame, &event), ORO_OK);
        const oro_json *piece = oro_json_at(oro_json_get(event, "maps"), 0);
        assert_null(oro_json_get(piece, "error"));
        assert_int_equal(studio_json_get_truth(piece, "waits"), step % 2 == 0);
        assert_int_equal(oro_json_get(piece, "parts") != NULL, step > 0);
        assert_int_equal(pace[0].took < 0.0, step % 2 == 0);
        assert_int_equal(pace[0].had, had[step]);
        if (step == 2) {
            assert_true(studio_json_get_number(piece, "level", 0.0) == 65.0);
            assert_string_equal(studio_json_get_text(piece, "hash", ""), asked);
        } else if (step > 0) {
            assert_string_not_equal(studio_json_get_text(piece, "hash", ""), asked);
            snprintf(asked, sizeof asked, "%s", studio_json_get_text(piece, "hash", ""));
        }
        studio_frame_release(frame);
        oro_json_free(event);
    }
    oro_json_free(body);
    studio_view_free(&view);
    oro_scene_destroy(scene);
    close_rig(&r);
}

/// What a node says when it runs stands in its report, from the cache as well, and goes with its reason.
static void notes_stay_with_their_nodes(void **state) {
    (void)state;
    rig r;
    open_rig(&r, true);
    line(&r,
         "replace '{\"orogen\": 1, \"nodes\": [{\"id\": \"rock\", \"op\": \"body\"},"
         "{\"id\": \"skin\", \"op\": \"isosurface\", \"args\": {\"volume\": \"rock\", \"level\": 1e6}}]}'",
         ORO_OK);
    for (int step = 0; step < 3; step++) { // computed, from the cache, and with another level
        char request[160];
        if (step == 2) line(&r, "set skin.level 0", ORO_OK);
        snprintf(request, sizeof request, "{\"tab\":\"t\",\"seq\":%d,\"levels\":[33],\"maps\":[{\"from\":\"skin\"}]}",
                 step + 1);
        want(&r, request, ORO_OK);
        oro_json *event = next_event(&r, "nodes", 60.0);
        const oro_json *nodes = oro_json_get(event, "nodes");
        const oro_json *notes = oro_json_get(oro_json_at(nodes, 1), "notes");
        assert_null(oro_json_get(oro_json_at(nodes, 0), "notes"));
        assert_int_equal(notes != NULL, step < 2);
        if (notes) {
            assert_int_equal(notes->count, 1);
            assert_non_null(strstr(studio_json_get_text(oro_json_at(notes, 0), "sentence", ""), "the mesh is empty"));
            assert_non_null(strstr(studio_json_get_text(oro_json_at(notes, 0), "where", ""), "nodes/1/args/level"));
        }
        oro_json_free(event);
    }
    close_rig(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_hold_what_a_build_would),
        cmocka_unit_test(bad_views_are_refused),
        cmocka_unit_test(the_last_edit_wins),
        cmocka_unit_test(work_is_cancelled),
        cmocka_unit_test(moves_are_answered),
        cmocka_unit_test(nodes_turned_off_show_what_stands_for_them),
        cmocka_unit_test(slow_nodes_are_held),
        cmocka_unit_test(what_takes_long_waits),
        cmocka_unit_test(notes_stay_with_their_nodes),
        cmocka_unit_test(small_pictures_are_drawn),
        cmocka_unit_test(files_outside_are_not_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
