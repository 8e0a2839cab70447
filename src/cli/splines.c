// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen splines FILE: curves drawn elsewhere become splines of a scene.

#include "cli.h"
#include "io/file.h"
#include "io/scene_value.h"
#include "io/spline_file.h"
#include "scenes.h"
#include "streams.h"

#include <string.h>

static const oro_arg *member(const oro_record *record, const char *name) {
    for (int32_t i = 0; record && i < record->arg_count; i++)
        if (strcmp(record->args[i].name, name) == 0) return &record->args[i];
    return NULL;
}

/// Whether a list can hold curves: its items have points with an x and a y.
static bool holds_curves(const oro_arg *arg) {
    const oro_arg *points = arg->record ? member(arg->record, "points") : NULL;
    return points && points->record && member(points->record, "x") && member(points->record, "y");
}

/// The list of --node and --arg, or the scene's only one, as "node.argument".
static oro_status find_list(cli *c, const cli_words *w, const oro_scene *scene, const oro_record **record, char *path,
                            size_t size) {
    const char *node = cli_text(w, "node"), *name = cli_text(w, "arg");
    bool seen = false;
    int found = 0;
    for (int i = 0; i < oro_scene_node_count(scene); i++) {
        const char *id = oro_scene_node_id(scene, i);
        if (node && strcmp(id, node) != 0) continue;
        seen = true;
        const oro_record *args = &oro_scene_node_op(scene, i)->record;
        for (int32_t k = 0; k < args->arg_count; k++) {
            if (!holds_curves(&args->args[k]) || (name && strcmp(args->args[k].name, name) != 0)) continue;
            if (!found++) {
                *record = args->args[k].record;
                snprintf(path, size, "%s.%s", id, args->args[k].name);
            }
        }
    }
    const char *file = cli_text(w, "into");
    if (!seen && node) return cli_fail(c, ORO_BAD_INPUT, file, "there is no node \"%.60s\"", node);
    if (!found)
        return cli_fail(c, ORO_BAD_INPUT, file, "%s%.60s takes no %s of curves", node ? "node " : "no node of it",
                        node ? node : "", name ? name : "list");
    if (found > 1)
        return cli_misuse(c, node ? "--arg" : "--node", "%d lists of %s take curves; say which", found,
                          node ? node : file);
    return ORO_OK;
}

/// Leaves out what a record does not have: a list of places needs no heights.
static void keep_members(oro_json *list, const oro_record *record) {
    for (size_t i = 0; i < list->count; i++)
        for (size_t k = list->items[i]->count; k-- > 0;) {
            oro_json *item = list->items[i]->items[k];
            const oro_arg *arg = member(record, item->key);
            if (!arg)
                oro_json_remove_at(list->items[i], k);
            else if (arg->record && item->type == ORO_JSON_ARRAY)
                keep_members(item, arg->record);
        }
}

/// Puts the list behind what the scene has already, or in its place.
static oro_status put_into(cli *c, const cli_words *w, oro_scene *scene, oro_json *list, const char *to) {
    char path[200];
    const oro_record *record = NULL;
    const char *from = cli_text(w, "into");
    oro_status status = find_list(c, w, scene, &record, path, sizeof path);
    if (status != ORO_OK) return status;
    keep_members(list, record);
    size_t count = list->count;
    oro_json *whole = cli_on(w, "replace") ? oro_json_new_array() : oro_scene_get_json(scene, path);
    if (!whole) return cli_take(c, ORO_NO_MEMORY, NULL);
    for (size_t i = 0; i < count && status == ORO_OK; i++)
        status = oro_json_append(whole, oro_json_copy(list->items[i]));
    if (status == ORO_OK) status = oro_scene_set_json(scene, path, whole);
    oro_json_free(whole);
    // A scene that is changed in its place was asked for.
    if (status == ORO_OK) status = oro_scene_save(scene, to ? to : from, to ? c->force : true);
    if (status != ORO_OK) return cli_take(c, status, NULL);
    cli_say(c, "%zu %s in %s of %s", count, count == 1 ? "spline" : "splines", path, to ? to : from);
    return ORO_OK;
}

static oro_status print_list(cli *c, const oro_json *list, const char *to) {
    oro_text text = {0};
    oro_status status = oro_json_print(list, &text);
    if (status == ORO_OK && to) status = oro_file_save(c->ctx, to, c->force, text.data, text.length);
    if (status == ORO_OK && !to) fputs(text.data, stdout);
    oro_text_free(&text);
    if (status != ORO_OK) return cli_take(c, status, to);
    if (to) cli_say(c, "wrote %s", to);
    return ORO_OK;
}

static oro_status run(cli *c, const cli_words *w) {
    oro_spline_import how = {0};
    const char *extent = cli_text(w, "extent"), *z = cli_text(w, "z"), *into = cli_text(w, "into");
    const char *output = cli_text(w, "output");
    oro_status status = cli_expect_words(c, w, 1, 1, "splines FILE.svg|FILE.csv [--into SCENE] [-o FILE]");
    if (status == ORO_OK && extent) status = cli_read_number(c, extent, "--extent", 1e-3, 1e7, &how.extent);
    if (status == ORO_OK && z) status = cli_read_number(c, z, "--z", -1e5, 1e5, &how.z);
    if (status == ORO_OK && !into && (cli_text(w, "node") || cli_text(w, "arg") || cli_on(w, "replace")))
        status = cli_misuse(c, "--into", "--node, --arg and --replace need --into SCENE");
    if (into && cli_is_stdin(into) && !output) output = "-";
    if (status == ORO_OK && output && strcmp(output, "-") == 0) status = cli_stdout_path(c, "oro.json", &output);
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    oro_scene *scene = into ? cli_scene_load(c, into) : NULL;
    if (into && !scene) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    if (scene) {
        oro_world world = oro_scene_world(scene);
        how.origin_x = world.origin_x, how.origin_y = world.origin_y;
        if (!extent) how.extent = world.extent_x > world.extent_y ? world.extent_x : world.extent_y;
    }
    oro_json *list = NULL;
    status = cli_take(c, oro_splines_load(c->ctx, w->plain[0], &how, &list), NULL);
    if (status == ORO_OK) status = scene ? put_into(c, w, scene, list, output) : print_list(c, list, output);
    oro_json_free(list);
    if (scene) oro_scene_destroy(scene);
    return status;
}

static const cli_flag flags[] = {
    {"into", "SCENE", "Put the splines into this scene instead of printing them.", .reads = true},
    {"node", "NODE", "The node of the scene to put them into (default: the only one that takes curves)."},
    {"arg", "NAME", "Its list, where it has several that take curves."},
    {"replace", NULL, "Put them in the place of the splines that are there, not behind them."},
    {"output", "FILE", "Where to write the list, or the changed scene (default: stdout, or the scene itself).", 'o'},
    {"extent", "METRES",
     "Length of an SVG's longer side (default: the scene's extent; without one a unit is a metre)."},
    {"z", "METRES", "Height of points that do not say one (default 0)."},
    {0},
};

const cli_command cli_command_splines = {
    .name = "splines",
    .summary = "Read splines from an SVG or CSV file",
    .usage = "FILE.svg|FILE.csv [--into SCENE] [--node NODE] [-o FILE]",
    .doc =
        "SVG: paths, lines, polygons, rectangles, circles and ellipses with their transforms; the picture's box fills "
        "the extent, ids become names and strokes colours. CSV: a line of column names (x, y and perhaps z, name and "
        "colour), then a point per line in metres; another name or an empty line begins another spline. Prints the "
        "list "
        "as scene files take it, or puts it behind the splines of a scene.",
    .example = "orogen splines roads.svg --extent 4096 --z 120\n"
               "orogen splines ridges.csv --into sketch.oro.json --node land",
    .flags = flags,
    .reads = 1,
    .run = run,
};
