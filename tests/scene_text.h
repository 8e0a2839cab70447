// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Scenes as text: read, changed, printed and compared.
#ifndef ORO_TESTS_SCENE_TEXT_H
#define ORO_TESTS_SCENE_TEXT_H

#include "core/context.h"
#include "orogen/io.h"
#include "orogen/scene.h"
#include "scene/document.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static inline oro_context *make_context(void) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = 1, .files = oro_file_reader_default()}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static inline char *read_text(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file) fail_msg("cannot open %s", path);
    char *text = calloc(1, 1 << 20);
    *length = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

static inline void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static inline oro_scene *parse(oro_context *ctx, const char *text) {
    return oro_scene_parse(ctx, "scene", NULL, text, strlen(text));
}

static inline oro_scene *parse_good(oro_context *ctx, const char *text) {
    oro_scene *scene = parse(ctx, text);
    if (!scene) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    return scene;
}

static inline void set(oro_scene *scene, const char *path, const char *text) {
    if (oro_scene_set(scene, path, text) != ORO_OK) fail_msg("%s", oro_last_error(scene->ctx)->sentence);
}

static inline void expect_text(oro_scene *scene, const char *text) {
    char *printed = oro_scene_print(scene);
    assert_non_null(printed);
    assert_string_equal(printed, text);
    oro_scene_text_free(scene->ctx, printed);
}

static inline void end(oro_context *ctx, oro_scene *scene) {
    oro_scene_destroy(scene);
    oro_cache_trim(ctx, 0);
    oro_destroy(ctx);
}

/// Do two scenes say the same? Every value, every wire, and so every key.
static inline void expect_same(oro_scene *a, oro_scene *b) {
    assert_memory_equal(&a->world, &b->world, sizeof a->world);
    assert_int_equal(a->node_count, b->node_count);
    for (int i = 0; i < a->node_count; i++) {
        const oro_node *x = a->nodes[i], *y = b->nodes[i];
        assert_string_equal(x->id, y->id);
        assert_ptr_equal(x->op, y->op);
        assert_int_equal(x->enabled, y->enabled);
        for (int32_t k = 0; k < x->op->record.arg_count; k++) {
            assert_true(oro_args_equal(&x->op->record.args[k], x->args, y->args));
            assert_int_equal(x->wires[k].node ? x->wires[k].node->index : -1,
                             y->wires[k].node ? y->wires[k].node->index : -1);
            assert_int_equal(x->wires[k].output, y->wires[k].output);
        }
    }
    assert_int_equal(a->output_count, b->output_count);
    for (int i = 0; i < a->output_count; i++) {
        const oro_output *x = &a->outputs[i].output, *y = &b->outputs[i].output;
        assert_string_equal(x->from ? x->from : "", y->from ? y->from : "");
        assert_string_equal(x->file, y->file);
        assert_string_equal(x->style ? x->style : "", y->style ? y->style : "");
        assert_int_equal(x->has_range, y->has_range);
        assert_int_equal(x->auto_range, y->auto_range);
        assert_int_equal(x->clip, y->clip);
        assert_true(x->low == y->low && x->high == y->high);
    }
}

static inline bool is_scene_file(const char *name) {
    size_t length = strlen(name);
    return length > 9 && strcmp(name + length - 9, ".oro.json") == 0;
}

static unsigned draw_state = 99;
static inline unsigned draw(unsigned below) {
    draw_state = draw_state * 1103515245u + 12345u;
    return (draw_state >> 8) % below;
}

#endif
