// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen render SCENE|FILE -o shot.png: a picture of a scene or of a map.

#include "cli.h"
#include "orogen/render.h"
#include "scenes.h"

#include <string.h>

static oro_status read_flags(cli *c, const cli_words *w, oro_relief_desc *how) {
    const char *style = cli_text(w, "style"), *sea = cli_text(w, "sea"), *width = cli_text(w, "width");
    const char *range = cli_text(w, "range");
    double value = 0, lo = 0, hi = 0;
    oro_status status = style ? cli_check_style(c, style, "--style", true) : ORO_OK;
    if (status == ORO_OK && sea) {
        status = cli_read_number(c, sea, "--sea", -1e5, 1e5, &value);
        how->has_water = true;
        how->water_level = (float)value;
    }
    if (status == ORO_OK && width) status = cli_read_number(c, width, "--width", 16, 16384, &value);
    if (width) how->width = (int32_t)value;
    if (status == ORO_OK && range) {
        status = cli_read_pair(c, range, "--range", &lo, &hi);
        if (status == ORO_OK && !(lo < hi))
            status = cli_misuse(c, "--range", "the range begins at %g, which is not below its end at %g", lo, hi);
    }
    how->palette = cli_text(w, "palette");
    for (const char *const *name = oro_palette_names(); status == ORO_OK && how->palette; name++) {
        if (!*name) return cli_misuse(c, "--palette", "there is no palette \"%.40s\"", how->palette);
        if (strcmp(*name, how->palette) == 0) break;
    }
    return status;
}

static oro_status render_scene(cli *c, const cli_words *w, const char *to, const oro_relief_desc *how) {
    cli_scene s;
    oro_status status = cli_scene_open(c, w->plain[0], w, &s);
    const char *node = NULL, *target = cli_text(w, "node");
    if (status == ORO_OK && !cli_scene_output_arg(&s, target, &node))
        status = cli_misuse(c, target ? "--node" : NULL, "the scene has no map to show%s%.60s",
                            target ? " called " : "", target ? target : "");
    if (status == ORO_OK && !target) target = node;
    oro_relief_desc with_sea = *how;
    if (status == ORO_OK && !how->has_water) {
        oro_world world = oro_scene_world(s.scene);
        with_sea.has_water = world.has_sea;
        with_sea.water_level = (float)world.sea;
    }
    if (status == ORO_OK) status = cli_scene_run(c, &s, target);
    const oro_grid *map = status == ORO_OK ? oro_scene_grid(s.scene, target) : NULL;
    if (status == ORO_OK && !map) status = cli_take(c, oro_last_error(c->ctx)->status, NULL);
    if (status == ORO_OK) status = cli_save_relief(c, to, map, &with_sea);
    cli_scene_close(&s);
    return status;
}

static oro_status render_map(cli *c, const cli_words *w, const char *to, const oro_relief_desc *how) {
    cli_mapping mapping = {0};
    oro_grid g = {0};
    const char *range = cli_text(w, "range"), *extent = cli_text(w, "extent");
    oro_status status = ORO_OK;
    mapping.has_range = range != NULL;
    if (cli_text(w, "size") || cli_text(w, "set") || cli_text(w, "seed") || cli_text(w, "node"))
        return cli_misuse(c, w->plain[0],
                          "--size, --set, --seed and --node are for scenes; --width sets the size of the picture");
    if (range) status = cli_read_pair(c, range, "--range", &mapping.lo, &mapping.hi);
    if (status == ORO_OK && extent) status = cli_read_number(c, extent, "--extent", 1e-3, 1e9, &mapping.extent);
    if (status == ORO_OK) status = cli_load_map(c, w->plain[0], &mapping, true, &g);
    if (status == ORO_OK) status = cli_save_relief(c, to, &g, how);
    if (g.data) oro_grid_free(c->ctx, &g);
    return status;
}

static oro_status run(cli *c, const cli_words *w) {
    oro_relief_desc how = {0};
    const char *to = cli_text(w, "output");
    oro_status status = cli_expect_words(c, w, 1, 1, "render SCENE|FILE -o shot.png");
    if (status == ORO_OK && !to) status = cli_misuse(c, NULL, "the picture's name is missing: -o shot.png");
    if (status == ORO_OK) status = read_flags(c, w, &how);
    if (status == ORO_OK) status = cli_open(c);
    if (status == ORO_OK) status = cli_check_target(c, to, true);
    if (status != ORO_OK) return status;
    status = cli_format_of(w->plain[0]) ? render_map(c, w, to, &how) : render_scene(c, w, to, &how);
    if (status == ORO_OK) cli_say(c, "wrote %s", to);
    return status;
}

static const cli_flag flags[] = {
    {"output", "FILE", "The picture to write, a PNG.", 'o'},
    {"style", "STYLE", "How to draw: relief, a map with shaded slopes seen from above (default)."},
    {"sea", "METRES", "Draw ground below this height as water (default: the scene's sea)."},
    {"palette", "NAME", "Colours of heights: natural, arid or grey (default natural)."},
    {"width", "PIXELS", "Width of the picture (default: one pixel a sample)."},
    {"node", "NODE", "Which map of the scene to show (default: the last)."},
    {"range", "LO..HI",
     "Maps in files: heights in metres of the smallest and largest code, where the file does not say."},
    {"extent", "METRES", "Maps in files: width of the map (of its longer side), where the file does not say."},
    CLI_SCENE_FLAGS,
    {0},
};

const cli_command cli_command_render = {
    .name = "render",
    .summary = "Draw a picture of a scene or a map",
    .usage = "SCENE|FILE -o shot.png [--style relief] [--size N] [--sea METRES]",
    .doc = "Draws what a scene makes, or a map in a file, as a shaded relief: north up, light from the north-west, "
           "tinted by\n"
           "height.",
    .example = "orogen render valley.oro.json -o valley.png --size 2k\norogen render height.png -o shot.png --sea 0",
    .flags = flags,
    .run = run,
};
