// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Frames of data that is no map: every part of every kind arrives as the engine made it, and what is too large is refused in
// its own place, beside maps that come all the same.

#include "core/kinds.h"
#include "in_studio.h"
#include "orogen/io.h"
#include "studio/frame.h"

static const char points_csv[] = "x,y,z\n100,200,30\n150,250,31.5\n1e3,900,-7\n";
static const char scene_text[] =
    "{\"orogen\": 1, \"world\": {\"extent\": 1000, \"resolution\": 65}, \"nodes\": ["
    "{\"id\": \"hills\", \"op\": \"noise\"},"
    "{\"id\": \"skin\", \"op\": \"triangulate\", \"args\": {\"step\": 50}},"
    "{\"id\": \"ways\", \"op\": \"paths\", \"args\": {\"splines\": [{\"points\": [{\"x\": 0, \"y\": 0}, {\"x\": 900, "
    "\"y\": 400}, {\"x\": 500, \"y\": 900}]}]}},"
    "{\"id\": \"trees\", \"op\": \"survey\", \"args\": {\"file\": \"points.csv\", \"x\": 5}},"
    "{\"id\": \"paint\", \"op\": \"bake\", \"args\": {\"colour\": \"hills\"}},"
    "{\"id\": \"rock\", \"op\": \"voxels\", \"args\": {\"file\": \"rock.npy\", \"cell\": 10, \"z\": -20}}]}";

/// An array of 2 layers, 3 rows and 4 columns that counts from 0.
static void write_volume(const char *folder) {
    char path[512], header[129] = "";
    snprintf(path, sizeof path, "%s/rock.npy", folder);
    snprintf(header, sizeof header, "%-117s\n",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4), }"); // 10 + 118 = 128
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite("\x93NUMPY\x01\x00\x76\x00", 1, 10, file);
    fwrite(header, 1, 118, file);
    for (int i = 0; i < 24; i++) fwrite(&(float){(float)i}, 4, 1, file);
    fclose(file);
}

typedef struct shown {
    oro_context *ctx;
    oro_scene *scene;
    studio_view view;
    studio_frame *frame;
    oro_json *event;
    char folder[64];
} shown;

static void show(shown *s, const char *wishes, size_t most) {
    char request[1024];
    snprintf(s->folder, sizeof s->folder, "/tmp/orogen-data-XXXXXX");
    assert_non_null(mkdtemp(s->folder));
    write_file(s->folder, "points.csv", points_csv);
    write_volume(s->folder);
    s->ctx = oro_create(&(oro_context_desc){.files = oro_file_reader_default()}, NULL);
    s->scene = oro_scene_parse(s->ctx, "test", s->folder, scene_text, strlen(scene_text));
    if (!s->scene) print_error("%s\n", oro_last_error(s->ctx)->sentence);
    assert_non_null(s->scene);
    snprintf(request, sizeof request, "{\"tab\":\"t\",\"levels\":[65],\"maps\":[%s]}", wishes);
    oro_json *json = NULL;
    assert_int_equal(oro_json_parse(s->ctx, "wish", request, strlen(request), &json), ORO_OK);
    assert_int_equal(studio_view_read(s->ctx, json, &s->view), ORO_OK);
    oro_json_free(json);
    studio_frame_desc desc = {.view = &s->view, .id = 1, .most_bytes = most};
    assert_int_equal(studio_frame_make(s->scene, &desc, &s->frame, &s->event), ORO_OK);
}

static void hide(shown *s) {
    char command[100];
    oro_json_free(s->event);
    studio_frame_release(s->frame);
    studio_view_free(&s->view);
    oro_scene_destroy(s->scene);
    oro_destroy(s->ctx);
    snprintf(command, sizeof command, "rm -rf %s", s->folder);
    assert_int_equal(system(command), 0);
}

static const oro_json *piece_of(const shown *s, size_t index) {
    return oro_json_at(oro_json_get(s->event, "maps"), index);
}

/// Is this what the engine makes, part by part?
static void check_data(shown *s, size_t index, const char *from, oro_kind which) {
    const oro_kind_info *kind = oro_kind_of(which);
    const oro_json *piece = piece_of(s, index), *list = oro_json_get(piece, "parts");
    const oro_json *error = oro_json_get(piece, "error");
    if (error) print_error("%s: %s\n", from, studio_json_get_text(error, "sentence", ""));
    assert_null(error);
    assert_string_equal(studio_json_get_text(piece, "kind", ""), kind->name);
    assert_int_equal(oro_scene_run(s->scene, &(oro_run_desc){.target = from, .detail = 65}), ORO_OK);
    const void *data = oro_scene_data(s->scene, from, which);
    assert_non_null(data);
    oro_part parts[ORO_MAX_PARTS];
    int count = kind->parts(data, parts);
    assert_int_equal(list->count, count);
    static const char *const types[] = {"f32", "f64", "u32", "u8"};
    for (int i = 0; i < count; i++) {
        const oro_json *part = list->items[i], *sides = oro_json_get(part, "sides");
        assert_string_equal(studio_json_get_text(part, "name", ""), parts[i].name);
        assert_string_equal(studio_json_get_text(part, "type", ""), types[parts[i].type]);
        assert_int_equal(sides->count, parts[i].rank);
        for (int k = 0; k < parts[i].rank; k++) assert_true(sides->items[k]->number == (double)parts[i].sides[k]);
        size_t offset = (size_t)studio_json_get_number(part, "offset", 0.0);
        size_t bytes = (size_t)studio_json_get_number(part, "bytes", 0.0);
        assert_int_equal(bytes, (size_t)oro_part_count(&parts[i]) * oro_part_number_size(&parts[i]));
        assert_true(offset % 16 == 0 && offset + bytes <= s->frame->bytes);
        assert_memory_equal(s->frame->data + offset, parts[i].data, bytes);
    }
}

static void every_kind_arrives_part_by_part(void **state) {
    (void)state;
    shown s;
    show(&s,
         "{\"name\":\"height\"},{\"from\":\"skin\"},{\"from\":\"ways\"},{\"from\":\"trees\"},{\"from\":\"rock\"},{"
         "\"from\":\"paint\"}",
         1 << 20);
    assert_string_equal(studio_json_get_text(piece_of(&s, 0), "type", ""), "f32");
    check_data(&s, 1, "skin", ORO_KIND_MESH);
    assert_string_equal(studio_json_get_text(piece_of(&s, 1), "text", ""), "441 vertices, 800 triangles");
    check_data(&s, 2, "ways", ORO_KIND_CURVES);
    check_data(&s, 3, "trees", ORO_KIND_POINTS);
    check_data(&s, 4, "rock", ORO_KIND_VOLUME);
    check_data(&s, 5, "paint", ORO_KIND_IMAGE);
    const oro_json *ground = oro_json_get(piece_of(&s, 4), "ground");
    assert_true(studio_json_get_number(ground, "cell", 0.0) == 10.0);
    hide(&s);
}

static void parts_are_sent_as_wished(void **state) {
    (void)state;
    shown s;
    show(&s, "{\"from\":\"skin\",\"parts\":[\"indices\",\"colours\"]}", 1 << 20);
    const oro_json *list = oro_json_get(piece_of(&s, 0), "parts");
    assert_int_equal(list->count, 1);
    assert_string_equal(studio_json_get_text(list->items[0], "name", ""), "indices");
    hide(&s);
}

static void what_is_too_large_says_so_in_its_place(void **state) {
    (void)state;
    shown s;
    show(&s, "{\"from\":\"hills\"},{\"from\":\"skin\"},{\"from\":\"trees\"}", 10000);
    assert_null(oro_json_get(piece_of(&s, 0), "error")); // maps have another bound
    const oro_json *error = oro_json_get(piece_of(&s, 1), "error");
    assert_non_null(error);
    const char *sentence = studio_json_get_text(error, "sentence", "");
    assert_non_null(strstr(sentence, "skin is a mesh of 441 vertices, 800 triangles"));
    assert_non_null(strstr(sentence, "the view takes at most"));
    assert_null(oro_json_get(piece_of(&s, 1), "parts"));
    check_data(&s, 2, "trees", ORO_KIND_POINTS);
    hide(&s);
}

static void what_is_for_maps_alone_is_refused(void **state) {
    (void)state;
    shown s;
    show(&s,
         "{\"from\":\"skin\",\"style\":\"relief\"},{\"from\":\"skin\",\"minus\":\"hills\"},{\"from\":\"skin.nothing\"},"
         "{\"from\":\"rock\",\"through\":{\"op\":\"slice\",\"args\":{\"height\":-10}}}",
         1 << 20);
    for (size_t i = 0; i < 3; i++) assert_non_null(oro_json_get(piece_of(&s, i), "error"));
    assert_string_equal(studio_json_get_text(piece_of(&s, 3), "type", ""), "f32"); // an operator may make a map of it
    hide(&s);
}

static void bad_lists_of_parts_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "[3]", "[\"\"]", "[\"a b\"]", "\"positions\"",
        "[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\","
        "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"]"};
    oro_context *ctx = oro_create(NULL, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char request[512];
        studio_view view;
        oro_json *json = NULL;
        snprintf(request, sizeof request, "{\"tab\":\"t\",\"levels\":[65],\"maps\":[{\"from\":\"a\",\"parts\":%s}]}",
                 bad[i]);
        assert_int_equal(oro_json_parse(ctx, "wish", request, strlen(request), &json), ORO_OK);
        assert_int_equal(studio_view_read(ctx, json, &view), ORO_BAD_ARGUMENT);
        oro_json_free(json);
    }
    oro_destroy(ctx);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_arrives_part_by_part), cmocka_unit_test(parts_are_sent_as_wished),
        cmocka_unit_test(what_is_too_large_says_so_in_its_place), cmocka_unit_test(what_is_for_maps_alone_is_refused),
        cmocka_unit_test(bad_lists_of_parts_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
