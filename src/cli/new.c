// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen new [NAME]: a scene to begin with.

#include "cli.h"
#include "examples.h"
#include "io/file.h"
#include "orogen/scene.h"
#include "op/args.h"
#include "streams.h"

#include <stdlib.h>
#include <string.h>

// --- a scene around a file ---------------------------------------------------------------------------------------------

/// The operator that begins with a file, by its table: a file among its arguments, and no map it would need.
static const oro_operator *operator_with_file(const oro_arg **file) {
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        bool needs = false;
        *file = NULL;
        for (int32_t k = 0; k < op->record.arg_count; k++) {
            if (oro_arg_is_map_file(&op->record.args[k])) *file = &op->record.args[k];
            needs |= op->record.args[k].type == ORO_GRID_IN;
        }
        if (*file && !needs) return op;
    }
    return NULL;
}

/// The world that a map fills sample for sample, with room around its heights.
static oro_world world_of(const oro_grid *g, unsigned known, const oro_georef *geo) {
    oro_extremes e = oro_grid_extremes(g);
    int32_t longer = g->width > g->height ? g->width : g->height;
    oro_world world = {.resolution = longer, .geo = *geo};
    if (known & ORO_KNOWN_PLACE) world.extent_x = oro_extent_x(g), world.extent_y = oro_extent_y(g);
    if (known & ORO_KNOWN_METRES) oro_fitting_range((double)e.min, (double)e.max, &world.low, &world.high);
    return world;
}

static oro_status fill_scene(cli *c, oro_scene *scene, const char *raster, const char *path, bool placed) {
    const oro_arg *file;
    const oro_operator *op = operator_with_file(&file);
    const char *id = op ? oro_scene_add(scene, NULL, op->record.name) : NULL;
    if (!id) return cli_fail(c, ORO_UNSUPPORTED, NULL, "no operator of this build reads a file");
    char name[160];
    snprintf(name, sizeof name, "%s.%s", id, file->name);
    // A scene in another folder finds the file only by its whole path.
    char *whole = strchr(path, '/') ? realpath(raster, NULL) : NULL;
    oro_status status = oro_scene_set(scene, name, whole ? whole : raster);
    free(whole);
    if (status == ORO_OK)
        status = oro_scene_add_output(
            scene, &(oro_output){.file = placed ? "height.tif" : "height.png", .auto_range = !placed});
    if (status == ORO_OK) status = oro_scene_add_output(scene, &(oro_output){.file = "relief.png", .style = "relief"});
    if (status == ORO_OK) status = oro_scene_save(scene, path, c->force);
    return cli_take(c, status, NULL);
}

static oro_status new_from_raster(cli *c, const char *raster, const char *path) {
    oro_grid g;
    oro_georef geo;
    unsigned known;
    oro_status status = oro_load_raster(c->ctx, raster, &(oro_read_desc){.square = true, .geo = &geo}, &g, &known);
    if (status != ORO_OK) return cli_take(c, status, NULL);
    oro_world world = world_of(&g, known, &geo);
    oro_grid_free(c->ctx, &g);
    if (!(known & ORO_KNOWN_PLACE))
        cli_note(c, raster, "the file does not say how wide it is; set world.extent in the scene");
    oro_scene *scene = oro_scene_create(c->ctx, &world);
    if (!scene) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    status = fill_scene(c, scene, raster, path, geo.set);
    oro_scene_destroy(scene);
    return status;
}

// --- the command -------------------------------------------------------------------------------------------------------

static oro_status run(cli *c, const cli_words *w) {
    char path[1024];
    const char *from = cli_text(w, "from");
    oro_status status = cli_expect_words(c, w, 0, 1, "new [NAME.oro.json] [--from EXAMPLE|MAP]");
    if (status != ORO_OK) return status;
    bool raster = from && cli_format_of(from);
    const oro_example *e = raster ? NULL : cli_example_find(c, from ? from : cli_starter);
    if (!raster && !e) return ORO_BAD_ARGUMENT;
    const char *name = w->plain_count ? w->plain[0] : "landscape.oro.json";
    if (cli_format_of(name))
        return cli_misuse(
            c, name, "this is the name of a map; for a scene around one: orogen new my.oro.json --from %.80s", name);
    if ((size_t)snprintf(path, sizeof path, cli_is_scene(name) ? "%s" : "%s.oro.json", name) >= sizeof path)
        return cli_misuse(c, NULL, "the name is too long");
    if (strcmp(name, "-") == 0) {
        status = cli_stdout_path(c, "oro.json", &name);
        if (status != ORO_OK) return status;
        snprintf(path, sizeof path, "%s", name);
    }
    status = cli_open(c);
    if (status == ORO_OK && raster) status = new_from_raster(c, from, path);
    if (status == ORO_OK && !raster)
        status = cli_take(c, oro_file_save(c->ctx, path, c->force, e->text, e->length), NULL);
    if (status == ORO_OK && !cli_is_stdout(path)) cli_say(c, "wrote %s; next: orogen build %s", path, path);
    return status;
}

static const cli_flag flags[] = {
    {"from", "EXAMPLE|MAP",
     "Begin with this example instead of the starter (orogen examples lists them), or with the map in a file: its "
     "size, "
     "metres and place on earth become the world's.",
     .reads = true},
    {0},
};

const cli_command cli_command_new = {
    .name = "new",
    .summary = "Write a scene to begin with",
    .usage = "[NAME.oro.json] [--from EXAMPLE|MAP]",
    .doc = "Without a name: landscape.oro.json; - prints it. The starter is small and says in its notes what each part "
           "does.",
    .example = "orogen new valley.oro.json\norogen new valley.oro.json --from default\norogen new alps.oro.json --from "
               "dem.png",
    .flags = flags,
    .run = run,
};
