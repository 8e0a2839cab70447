// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen export SCENE|MAP --target NAME -o FOLDER: a terrain as another program opens it. The flags are those of the table of
// options (src/export/options.c) and some for maps that do not say their metres.

#include "export/export.h"
#include "io/json.h"
#include "io/within.h"
#include "op/args.h"
#include "scenes.h"
#include "streams.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LAYERS = 8, MOST_LINES = 40 };

/// Everything one run of the command works with.
typedef struct exporting {
    cli *c;
    const cli_words *w;
    oro_export_options options;
    oro_export_desc desc;
    oro_export_report report;
    const char *folder;
    cli_scene scene;
    oro_grid map;
    char name[256];
    oro_export_layer layers[MOST_LAYERS];
    oro_grid shares[MOST_LAYERS];
    char layer_names[MOST_LAYERS][64];
} exporting;

/// A refusal of the library's about an option is one of the command line.
static oro_status blame_flag(exporting *x, oro_status status) {
    char flag[64];
    if (status == ORO_OK) return status;
    cli_take(x->c, status, NULL);
    const oro_arg *row = oro_arg_find(oro_export_record(), x->c->error.where);
    bool folder = strcmp(x->c->error.where, "folder") == 0;
    if (!row && !folder) return status;
    snprintf(flag, sizeof flag, "--%s", folder ? "output" : row->name);
    for (char *at = flag; *at; at++)
        if (*at == '_') *at = '-';
    snprintf(x->c->error.where, sizeof x->c->error.where, "%s", flag);
    x->c->usage = status == ORO_BAD_ARGUMENT;
    return status;
}

static oro_status read_options(exporting *x) {
    const oro_record *record = oro_export_record();
    oro_status status = cli_take(x->c, oro_args_init(x->c->ctx, record, &x->options), NULL);
    if (status == ORO_OK && !cli_text(x->w, "target")) {
        char list[160] = "";
        for (int i = 0; i < oro_target_count(); i++)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ", " : "", oro_target_at(i)->name);
        return cli_misuse(x->c, "--target", "which program is it for? One of %s", list);
    }
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
        const oro_arg *row = &record->args[i];
        const char *text = cli_text(x->w, row->name);
        if (text) status = blame_flag(x, oro_args_parse(x->c->ctx, record, &x->options, row, text, row->name));
    }
    return status;
}

// --- maps --------------------------------------------------------------------------------------------------------------------

/// "grass=grass.png,snow=snow.png": the shares of a map's layers.
static oro_status load_layers(exporting *x) {
    const char *text = x->options.layers;
    if (strcmp(text, "none") == 0 || strcmp(text, "auto") == 0) return ORO_OK;
    for (const char *at = text; *at; at += strcspn(at, ","), at += *at == ',') {
        int32_t i = x->desc.layer_count;
        char path[1024];
        size_t length = strcspn(at, ","), split = strcspn(at, "=,");
        if (i == MOST_LAYERS || !split || split >= length || split >= sizeof x->layer_names[0] ||
            length - split > sizeof path)
            return cli_misuse(
                x->c, "--layers",
                "layers of a map must be up to %d names with files, as grass=grass.png,snow=snow.png, not \"%.80s\"",
                MOST_LAYERS, text);
        snprintf(x->layer_names[i], sizeof x->layer_names[i], "%.*s", (int)split, at);
        snprintf(path, sizeof path, "%.*s", (int)(length - split - 1), at + split + 1);
        oro_status status = cli_take(x->c, oro_load_raster(x->c->ctx, path, NULL, &x->shares[i], NULL), NULL);
        if (status != ORO_OK) return status;
        x->desc.layer_count++;
        if (x->shares[i].width != x->map.width || x->shares[i].height != x->map.height)
            return cli_fail(x->c, ORO_BAD_INPUT, path,
                            "this is %d x %d samples and the land %d x %d; they must be the same", x->shares[i].width,
                            x->shares[i].height, x->map.width, x->map.height);
        x->shares[i].cell = x->map.cell, x->shares[i].origin_x = x->map.origin_x,
        x->shares[i].origin_y = x->map.origin_y;
        x->shares[i].wrap = x->map.wrap;
        x->layers[i] = (oro_export_layer){.name = x->layer_names[i], .share = &x->shares[i]};
    }
    // From here on they are known by their maps, not by the text.
    return cli_take(
        x->c, oro_args_set_text(x->c->ctx, oro_arg_find(oro_export_record(), "layers"), &x->options, "auto", NULL),
        NULL);
}

static oro_status open_map(exporting *x, const char *path) {
    cli_mapping how = {0};
    const char *extent = cli_text(x->w, "extent"), *layout = cli_text(x->w, "in-layout"),
               *size = cli_text(x->w, "in-size");
    oro_status status = cli_read_range(x->c, cli_text(x->w, "in-range"), &how);
    if (status == ORO_OK && extent) status = cli_read_number(x->c, extent, "--extent", 1e-3, 1e9, &how.extent);
    if (status == ORO_OK && size) status = cli_read_size(x->c, size, "--in-size", &how.width, &how.height);
    if (size && !how.height) how.height = how.width;
    how.has_in_layout = layout != NULL;
    if (status == ORO_OK && layout)
        status = cli_take(x->c, oro_raw_layout_parse(x->c->ctx, layout, "--in-layout", &how.in_layout), NULL);
    static const char *const of_scenes[] = {"set", "seed"};
    for (int i = 0; status == ORO_OK && i < 2; i++)
        if (cli_text(x->w, of_scenes[i]))
            status = cli_misuse(x->c, NULL, "--%s is for scenes, but %.80s is a map", of_scenes[i], path);
    if (status == ORO_OK) status = cli_load_map(x->c, path, &how, true, &x->map);
    const char *slash = strrchr(path, '/');
    snprintf(x->name, sizeof x->name, "%s", cli_is_stdin(path) ? "terrain" : slash ? slash + 1 : path);
    char *dot = strrchr(x->name, '.');
    if (dot && dot > x->name) *dot = 0;
    x->desc.map = &x->map;
    x->desc.name = x->name;
    x->desc.geo = x->c->geo.set ? &x->c->geo : NULL;
    x->desc.layers = x->layers;
    return status == ORO_OK ? load_layers(x) : status;
}

static oro_status open_scene(exporting *x, const char *path) {
    static const char *const of_maps[] = {"in-range", "extent", "in-layout", "in-size"};
    for (int i = 0; i < 4; i++)
        if (cli_text(x->w, of_maps[i]))
            return cli_misuse(x->c, NULL, "--%s is for maps, and %.80s is a scene", of_maps[i], path);
    oro_status status = cli_scene_open_own_size(x->c, path, x->w, &x->scene);
    x->desc.scene = x->scene.scene;
    if (cli_is_stdin(path)) x->desc.name = "terrain";
    return status;
}

// --- what is told ------------------------------------------------------------------------------------------------------------

static oro_status print_json(exporting *x, const char *path) {
    const oro_export_report *r = &x->report;
    oro_json *root = oro_json_new_object(), *files = oro_json_new_array();
    if (!root) return oro_json_free(files), cli_print_json(x->c, NULL);
    oro_json_set(root, x->desc.scene ? "scene" : "map", cli_json_text(path));
    oro_json_set(root, "target", cli_json_text(oro_target_at(x->options.target.index)->name));
    oro_json_set(root, "folder", cli_json_text(x->folder));
    oro_json_set(root, "size", cli_json_pair(r->geometry.width, r->geometry.height));
    oro_json_set(root, "cell", oro_json_new_number(r->geometry.cell));
    oro_json_set(root, "tiles", cli_json_pair(r->tiles[0], r->tiles[1]));
    oro_json_set(root, "tile_size", cli_json_pair(r->tile_size[0], r->tile_size[1]));
    if (r->has_range) oro_json_set(root, "range", cli_json_pair(r->lo, r->hi));
    if (r->has_range) oro_json_set(root, "clipped", oro_json_new_number((double)r->clipped));
    oro_json_set(root, "layers", oro_json_new_number(r->layers));
    oro_json_set(root, "seconds", oro_json_new_number(r->seconds));
    oro_json_set(root, "peak_bytes", oro_json_new_number((double)oro_bytes_peak(x->c->ctx)));
    if (!x->desc.plan) oro_json_set(root, "hash", cli_json_hash(r->hash));
    for (int32_t i = 0; files && i < r->count; i++) {
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "path", cli_json_text(r->files[i].path));
        oro_json_set(item, "what", cli_json_text(r->files[i].what));
        oro_json_set(item, "format", cli_json_text(r->files[i].format));
        oro_json_set(item, "bytes", oro_json_new_number(r->files[i].bytes));
        oro_json_set(item, "exists", oro_json_new_bool(r->files[i].existed));
        oro_json_append(files, item);
    }
    oro_json_set(root, "outputs", files);
    return cli_print_json(x->c, root);
}

static void say(exporting *x) {
    const oro_export_report *r = &x->report;
    const char *title = oro_target_at(x->options.target.index)->title;
    double bytes = 0;
    for (int32_t i = 0; i < r->count; i++) {
        bytes += r->files[i].bytes;
        if (i < MOST_LINES && x->desc.plan)
            printf("%s (%s)%s\n", r->files[i].path, r->files[i].what, r->files[i].existed ? ", already exists" : "");
        else if (i < MOST_LINES)
            cli_say(x->c, "wrote %s", r->files[i].path);
    }
    if (r->count > MOST_LINES) cli_say(x->c, "… and %d more files", r->count - MOST_LINES);
    cli_say(x->c, "%d x %d samples, %.4g m apart, for %s", r->geometry.width, r->geometry.height, r->geometry.cell,
            title);
    if (x->desc.plan) return;
    cli_say(x->c, "done in %.2f s, %d files, %.1f MiB", r->seconds, r->count, bytes / 1048576.0);
    cli_say(x->c, "next: read %s/IMPORT.txt", x->folder);
}

// --- the command -------------------------------------------------------------------------------------------------------------

static oro_status export_it(exporting *x, const char *path) {
    if (cli_text(x->w, "title")) x->desc.name = cli_text(x->w, "title");
    x->desc.force = x->c->force;
    x->desc.clip = x->c->clip;
    x->desc.plan = cli_on(x->w, "dry-run");
    x->desc.progress = cli_progress;
    x->desc.user = x->c;
    x->desc.report = &x->report;
    oro_status status = cli_check_interrupt(x->c);
    if (status == ORO_OK) status = oro_export(x->c->ctx, &x->desc, &x->options, x->folder);
    cli_progress_end(x->c);
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(x->c);
    status = blame_flag(x, status);
    if (status != ORO_OK) return status;
    if (x->c->json) return print_json(x, path);
    say(x);
    return ORO_OK;
}

static void close_all(exporting *x) {
    cli_scene_close(&x->scene);
    if (x->map.data) oro_grid_free(x->c->ctx, &x->map);
    for (int i = 0; i < MOST_LAYERS; i++)
        if (x->shares[i].data) oro_grid_free(x->c->ctx, &x->shares[i]);
    oro_export_report_free(x->c->ctx, &x->report);
    oro_args_free(x->c->ctx, oro_export_record(), &x->options);
}

static oro_status run(cli *c, const cli_words *w) {
    exporting *x = calloc(1, sizeof *x);
    static oro_within rule; // for as long as the context, which outlives this
    if (!x) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the export");
    x->c = c, x->w = w, x->folder = cli_text(w, "output");
    oro_status status = cli_expect_words(c, w, 1, 1, "export SCENE|MAP --target NAME -o FOLDER");
    if (status == ORO_OK && !x->folder)
        status = cli_misuse(c, "--output", "an export is several files, so it takes a folder: -o FOLDER");
    if (status == ORO_OK && strcmp(x->folder, "-") == 0)
        status = cli_misuse(c, "--output", "an export is several files, so it takes a folder, not standard output");
    if (status == ORO_OK) status = cli_keep_within(c, w, &rule);
    if (status == ORO_OK) status = cli_open(c);
    bool opened = status == ORO_OK;
    if (opened) status = read_options(x);
    const char *path = w->plain_count ? w->plain[0] : "";
    bool map = cli_format_of(path) != NULL;
    if (status == ORO_OK) status = map ? open_map(x, path) : open_scene(x, path);
    if (status == ORO_OK) status = export_it(x, path);
    if (opened) close_all(x);
    free(x);
    return status;
}

static void print_targets(FILE *to) {
    fprintf(to, "\nTargets:\n");
    for (int i = 0; i < oro_target_count(); i++) {
        const oro_target *t = oro_target_at(i);
        fprintf(to, "  %-14s %s\n  %-14s Sides: %s.\n", t->name, t->summary, "", t->sizes);
    }
}

static const cli_flag flags[] = {
    {"output", "FOLDER", "Folder to write into; made where it is missing.", 'o'},
    CLI_SCENE_CHANGES,
    {"in-range", "LO..HI", "Maps in files: metres of the smallest and largest code, where the file does not say."},
    {"extent", "METRES", "Maps in files: length of the longer side, where the file does not say."},
    {"in-layout", "LAYOUT", "Maps in files: how the values of a .raw file lie in it, as u16,little,north."},
    {"in-size", "N|WxH", "Maps in files: samples of a file without header."},
    {"title", "NAME", "What the terrain is called, and {scene} stands for (default: the name of the file)."},
    {"within", "DIR", "Read and write no file outside of this folder, also not through links."},
    {"dry-run", NULL, "Only list the files that would be written."},
    {0},
};

static const oro_record *const settings[] = {&oro_export_table, NULL};

const cli_command cli_command_export = {
    .name = "export",
    .summary = "Export a terrain for a game engine or another program",
    .usage = "SCENE|MAP --target NAME -o FOLDER [--size N|nearest] [--tiles 4x4] …",
    .doc = "Writes what the target wants: heights in its encoding and row order, weights of layers, colours, normals, "
           "scripts, "
           "and\n"
           "IMPORT.txt with the numbers to type there. A scene is built at the size that is asked for; a map is "
           "resampled. "
           "Either\n"
           "everything is written or nothing.",
    .more = print_targets,
    .example = "orogen export valley.oro.json --target unreal --size nearest -o valley-unreal\n"
               "orogen export valley.oro.json --target unity --size 1025 -o valley-unity\n"
               "orogen export height.png --target blender -o valley-blender",
    .flags = flags,
    .settings = settings,
    .reads = 1,
    .run = run,
};
