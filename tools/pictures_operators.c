// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Every operator at work on the standard terrain (docs/standard.oro.json), drawn for the reference: what it is given on the
// left, what it makes of it on the right. Knows tables, not names: an operator in ops.def gets its picture with no line here.
//
// Heights are drawn as relief, all with the tints and the light of the standard terrain, so that a change shows as a change.
// What is no height (masks, slopes) is drawn from dark (the least value) to light (the greatest).

#include "core/hash.h"
#include "op/args.h"
#include "pictures.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PANELS = 8, GAP = 8 };

static const char folder[] = "docs/images/operators", command[] = "./dev docs";

/// Heights are multiplied by this for the light, in all pictures alike.
static const float EXAGGERATION = 1.4f;

typedef struct bench {
    const oro_grid *terrain; ///< the standard terrain
    const oro_grid *second;  ///< another of the same kind, for further inputs
    oro_world world;
} bench;

/// One operator set up on the bench.
typedef struct trial {
    const oro_operator *op;
    void *args;
    oro_grid outputs[256]; ///< by row of the table
    double values[256];
    const oro_grid *shown[MOST_PANELS]; ///< the inputs it cannot do without
    int shown_count;
    int result;        ///< row of the first map it makes; -1: none
    void *others[256]; ///< what is neither a map nor a number, made of the terrain, by row of the table
} trial;

/// Sets what `.show` asks for: words name=value, a value with blanks between single quotes.
static void apply_show(const album *a, trial *t) {
    const char *at = t->op->show ? t->op->show : "";
    while (*(at += strspn(at, " "))) {
        char name[64], value[512];
        size_t length = strcspn(at, "=");
        if (!at[length] || length >= sizeof name)
            album_stop(a, t->op->record.name, "its .show is not of the form name=value");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        at += length + 1;
        bool quoted = *at == '\'';
        at += quoted;
        length = strcspn(at, quoted ? "'" : " ");
        snprintf(value, sizeof value, "%.*s", (int)length, at);
        at += length + (quoted && at[length]);
        const oro_arg *arg = oro_arg_find(&t->op->record, name);
        if (!arg) album_stop(a, t->op->record.name, "its .show names an argument it does not have");
        if (oro_args_parse(a->ctx, &t->op->record, t->args, arg, value, ".show") != ORO_OK)
            album_stop(a, t->op->record.name, NULL);
    }
}

static void set_up(const album *a, const bench *b, const oro_operator *op, trial *t) {
    const oro_record *record = &op->record;
    *t = (trial){.op = op, .args = calloc(1, record->size), .result = -1};
    if (!t->args || record->arg_count > (int32_t)(sizeof t->values / sizeof *t->values))
        album_stop(a, record->name, "it has more arguments than a picture can have");
    if (oro_args_init(a->ctx, record, t->args) != ORO_OK) album_stop(a, record->name, NULL);
    apply_show(a, t);
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void *member = oro_arg_at(arg, t->args);
        bool needed = !(arg->flags & ORO_OPTIONAL);
        const oro_kind_info *kind = arg->type == ORO_FILE ? oro_kind_of(arg->holds) : oro_arg_info(arg);
        bool other = (oro_arg_is_input(arg) && arg->type != ORO_GRID_IN && needed) ||
                     (arg->type == ORO_FILE && !oro_arg_is_map_file(arg));
        if (other) {
            t->others[i] = calloc(1, kind->size);
            if (!t->others[i] || kind->sample(a->ctx, b->terrain, t->others[i]) != ORO_OK)
                album_stop(a, record->name, NULL);
        }
        if (other && arg->type == ORO_FILE) ((oro_file *)member)->data = t->others[i];
        if (other && arg->type != ORO_FILE) *(const void **)member = t->others[i];
        if (oro_arg_is_map_file(arg))
            *(oro_file *)member = (oro_file){.map = b->terrain, .known = ORO_KNOWN_METRES | ORO_KNOWN_PLACE};
        if (arg->type == ORO_GRID_IN && needed) *(const oro_grid **)member = t->shown_count ? b->second : b->terrain;
        if ((arg->type == ORO_FILE || (oro_arg_is_input(arg) && needed)) && t->shown_count < MOST_PANELS - 1) {
            t->shown[t->shown_count] = t->shown_count ? b->second : b->terrain;
            t->shown_count++;
        }
        if (arg->type == ORO_VALUE_OUT) *(double **)member = &t->values[i];
        if (arg->type != ORO_GRID_OUT) continue;
        if (t->result < 0) t->result = i;
        t->outputs[i] = *b->terrain;
        t->outputs[i].data = NULL;
        *(oro_grid **)member = &t->outputs[i];
    }
}

static void tear_down(const album *a, trial *t) {
    for (int32_t i = 0; i < t->op->record.arg_count; i++) {
        oro_grid_free(a->ctx, &t->outputs[i]);
        const oro_arg *arg = &t->op->record.args[i];
        const oro_kind_info *kind = arg->type == ORO_FILE ? oro_kind_of(arg->holds) : oro_arg_info(arg);
        if (t->others[i]) kind->release(a->ctx, t->others[i]);
        free(t->others[i]);
    }
    oro_args_free(a->ctx, &t->op->record, t->args);
    free(t->args);
}

// --- drawing ----------------------------------------------------------------------------------------------------------

static bool same_unit(const oro_arg *arg, const char *unit) { return arg->unit && strcmp(arg->unit, unit) == 0; }

/// Is what it makes a height? Maps of anything make maps of the same: here, of heights.
static bool makes_heights(const trial *t) {
    const oro_record *record = &t->op->record;
    const oro_arg *result = &record->args[t->result];
    if (same_unit(result, "m")) return true;
    for (int32_t i = 0; i < record->arg_count; i++)
        if (oro_arg_is_input(&record->args[i])) return same_unit(result, "any") && same_unit(&record->args[i], "any");
    return false;
}

static void draw_heights(const album *a, const bench *b, const oro_grid *map, bool common_tints, oro_image *out) {
    oro_relief_desc how = {.width = b->terrain->width,
                           .height = b->terrain->height,
                           .has_range = common_tints,
                           .lo = (float)b->world.low,
                           .hi = (float)b->world.high,
                           .has_exaggeration = true,
                           .exaggeration = EXAGGERATION};
    if (oro_render_relief(a->ctx, map, &how, out) != ORO_OK) album_stop(a, "a relief", NULL);
}

static void draw_values(const album *a, const bench *b, const oro_grid *map, oro_image *out) {
    static const float dark[3] = {38, 46, 58}, light[3] = {250, 244, 230};
    *out = (oro_image){.width = b->terrain->width, .height = b->terrain->height, .channels = 3};
    if (oro_image_alloc(a->ctx, out) != ORO_OK) album_stop(a, "a map of values", NULL);
    oro_extremes range = oro_grid_extremes(map);
    float span = range.max > range.min ? range.max - range.min : 1.0f;
    uint8_t *pixel = out->data;
    for (int32_t y = 0; y < out->height; y++)
        for (int32_t x = 0; x < out->width; x++) {
            float v = oro_grid_sample(map, oro_world_x(b->terrain, x), oro_world_y(b->terrain, y));
            float t = v - v == 0.0f ? (v - range.min) / span : 0.5f;
            for (int k = 0; k < 3; k++) *pixel++ = (uint8_t)(dark[k] + (light[k] - dark[k]) * t + 0.5f);
        }
}

static void put_beside(oro_image *into, int column, const oro_image *panel) {
    for (int32_t y = 0; y < panel->height; y++)
        memcpy(into->data + ((size_t)y * (size_t)into->width + (size_t)(column * (panel->width + GAP))) * 3,
               panel->data + (size_t)y * (size_t)panel->width * 3, (size_t)panel->width * 3);
}

static void draw(const album *a, const bench *b, const trial *t, const char *path) {
    int panels = t->shown_count + 1;
    oro_image whole = {
        .width = panels * b->terrain->width + t->shown_count * GAP, .height = b->terrain->height, .channels = 3};
    if (oro_image_alloc(a->ctx, &whole) != ORO_OK) album_stop(a, path, NULL);
    memset(whole.data, 0xff, (size_t)whole.width * (size_t)whole.height * 3);
    for (int i = 0; i < panels; i++) {
        oro_image panel;
        if (i < t->shown_count)
            draw_heights(a, b, t->shown[i], true, &panel);
        else if (makes_heights(t))
            draw_heights(a, b, &t->outputs[t->result], t->shown_count > 0, &panel);
        else
            draw_values(a, b, &t->outputs[t->result], &panel);
        put_beside(&whole, i, &panel);
        oro_image_free(a->ctx, &panel);
    }
    album_picture(a, path, &whole);
    oro_image_free(a->ctx, &whole);
}

// --- the album --------------------------------------------------------------------------------------------------------

/// Of everything a picture shows.
static oro_hash picture_hash(const trial *t) {
    oro_hash h = oro_hash_start(0x73686f77); // "show"
    for (int i = 0; i < t->shown_count; i++) h = oro_hash_hash(h, oro_grid_hash(t->shown[i]));
    return oro_hash_hash(h, oro_grid_hash(&t->outputs[t->result]));
}

typedef struct lists {
    FILE *hashes, *measured, *files;
} lists;

static void add_operator(album *a, const bench *b, const oro_operator *op, lists *l) {
    const oro_record *record = &op->record;
    trial t;
    set_up(a, b, op, &t);
    if (oro_call(a->ctx, op, t.args, &(oro_run_desc){.seed = b->world.seed}) != ORO_OK)
        album_stop(a, record->name, NULL);
    for (int32_t i = 0; i < record->arg_count; i++)
        if (record->args[i].type == ORO_VALUE_OUT && oro_arg_matters(record, &record->args[i], t.args))
            fprintf(l->measured, "%s %s %.6g\n", record->name, record->args[i].name, t.values[i]);
    if (t.result >= 0) {
        char path[256], hash[33];
        snprintf(path, sizeof path, "%s/%s.png", folder, record->name);
        oro_hash_print(picture_hash(&t), hash);
        fprintf(l->hashes, "%s %s\n", record->name, hash);
        fprintf(l->files, "%s.png\n", record->name);
        if (a->draw) draw(a, b, &t, path);
        album_expect(a, path, command);
    }
    tear_down(a, &t);
}

/// East for west, so that the second terrain has its mountains elsewhere than the first.
static oro_grid mirrored(const album *a, const oro_grid *from) {
    oro_grid to = *from;
    to.data = NULL;
    if (oro_grid_alloc(a->ctx, &to) != ORO_OK) album_stop(a, "the second terrain", NULL);
    for (int32_t y = 0; y < to.height; y++)
        for (int32_t x = 0; x < to.width; x++) oro_row(&to, y)[x] = oro_row(from, y)[to.width - 1 - x];
    return to;
}

void operators_album(album *a) {
    oro_scene *scene = album_run(a, "docs/standard.oro.json", 0, 0);
    oro_scene *other = album_run(a, "docs/standard.oro.json", 0, 1);
    oro_grid second = mirrored(a, album_heights(a, other));
    bench b = {.terrain = album_heights(a, scene), .second = &second, .world = oro_scene_world(scene)};
    char *hashes, *measured, *files;
    size_t hashes_size, measured_size, files_size;
    lists l = {.hashes = open_memstream(&hashes, &hashes_size),
               .measured = open_memstream(&measured, &measured_size),
               .files = open_memstream(&files, &files_size)};
    if (!l.hashes || !l.measured || !l.files) album_stop(a, "operators", "there is no memory");
    fprintf(l.hashes, "# What the pictures of operators show: operator and hash of its maps. %s writes them.\n",
            command);
    fprintf(l.measured, "# What operators measure on the standard terrain. %s writes them.\n", command);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(a->ctx, i);
        if (!a->only || strcmp(a->only, op->record.name) == 0) add_operator(a, &b, op, &l);
    }
    fclose(l.hashes);
    fclose(l.measured);
    fclose(l.files);
    if (!a->only) {
        album_text(a, "docs/images/operators/hashes.txt", hashes, command);
        album_text(a, "docs/images/operators/measured.txt", measured, command);
        album_expect_no_more(a, folder, files);
    }
    free(hashes);
    free(measured);
    free(files);
    oro_grid_free(a->ctx, &second);
    oro_scene_destroy(other);
    oro_scene_destroy(scene);
}
