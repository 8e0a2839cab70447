// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen render SCENE|HEIGHTMAP|MESH -o shot.png: a picture of a scene, of a map or a mesh in a file, or of a volume.

#include "build/job.h"
#include "cli.h"
#include "io/json.h"
#include "io/target.h"
#include "render_flags.h"
#include "streams.h"
#include "weigh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// --- files ------------------------------------------------------------------------------------------------------------------

/// shot.png -> shot-007.png
static oro_status frame_path(const render_job *j, int frame, char *path, size_t size) {
    const char *dot = strrchr(j->to, '.'); // that of a picture's ending, which was checked
    int length = j->frames && dot ? snprintf(path, size, "%.*s-%03d%s", (int)(dot - j->to), j->to, frame, dot)
                                  : snprintf(path, size, "%s", j->to);
    return (size_t)length < size ? ORO_OK : cli_misuse(j->c, "--output", "the name is too long");
}

/// A picture over the map it is drawn from would be the end of that map.
static oro_status check_sources(const render_job *j, const char *target) {
    bool lost = oro_same_file(j->from, target);
    for (int i = 0; !lost && i < j->w->given_count; i++)
        lost = j->w->given[i].flag->reads && oro_same_file(j->w->given[i].text, target);
    return lost ? cli_misuse(j->c, target, "the picture is drawn from this file; give it another name") : ORO_OK;
}

static oro_status check_targets(render_job *j) {
    oro_status status = check_sources(j, j->to);
    if (status == ORO_OK) status = cli_check_target(j->c, j->to, true);
    // Of a sequence only the numbered files are written.
    if (j->frames && status == ORO_CANNOT_WRITE && access(j->to, F_OK) == 0) {
        j->c->error = (oro_error){0};
        status = ORO_OK;
    }
    for (int i = 0; status == ORO_OK && i < j->frames; i++) {
        char path[1024];
        status = frame_path(j, i, path, sizeof path);
        if (status == ORO_OK) status = check_sources(j, path);
        if (status == ORO_OK) status = cli_check_target(j->c, path, true);
    }
    return status;
}

/// Walks the camera a part of the way around: the named view by its own means, one that was given around what it looks at.
static void turn_camera(oro_photo_desc *p, double degrees) {
    if (!p->has_from) {
        p->turn += degrees;
        return;
    }
    double angle = -degrees * 0.017453292519943295, c = cos(angle), s = sin(angle); // clockwise seen from above
    double x = p->from[0] - p->look_at[0], y = p->from[1] - p->look_at[1];
    p->from[0] = p->look_at[0] + c * x - s * y;
    p->from[1] = p->look_at[1] + s * x + c * y;
}

/// Names the flag behind what the renderer refused.
static oro_status blame_flag(render_job *j, oro_status status) {
    oro_error *e = &j->c->error;
    if (status != ORO_BAD_ARGUMENT) return status;
    j->c->usage = true;
    const char *flag = strcmp(e->where, "before") == 0   ? (j->picture.split ? "--split" : "--difference")
                       : strcmp(e->where, "halves") == 0 ? "--style"
                       : strcmp(e->where, "light") == 0  ? "--sun"
                                                         : NULL;
    char where[64];
    snprintf(where, sizeof where, "--%.40s", e->where);
    if (!flag && *e->where && *e->where != '-')
        flag = cli_flag_of(e->where) == e->where ? where : cli_flag_of(e->where);
    if (flag) snprintf(e->where, sizeof e->where, "%s", flag);
    return status;
}

/// Draws one picture, or a sequence. Where one of a sequence fails, those already made go.
static oro_status draw_all(render_job *j, const oro_grid *map, double from) {
    int count = j->frames ? j->frames : 1, done = 0;
    oro_status status = ORO_OK;
    bool existed[RENDER_MOST_FRAMES];
    char path[1024];
    for (; done < count && status == ORO_OK; done++) {
        cli_picture p = j->picture;
        if (j->frames) turn_camera(&p.photo, 360.0 * done / count);
        cli_part(j->c, from + (1.0 - from) * done / count, from + (1.0 - from) * (done + 1) / count);
        status = frame_path(j, done, path, sizeof path);
        existed[done] = status == ORO_OK && access(path, F_OK) == 0;
        if (status == ORO_OK) status = blame_flag(j, cli_picture_save(j->c, path, &p, map, j->size));
    }
    cli_progress_end(j->c);
    for (int i = 0; status != ORO_OK && i + 1 < done; i++)
        if (!existed[i] && frame_path(j, i, path, sizeof path) == ORO_OK) unlink(path);
    return status;
}

/// A second map on the samples of the first, where it must be.
static oro_status check_same(const render_job *j, const char *flag, const char *name, const oro_grid *a,
                             const oro_grid *b) {
    char where[40];
    snprintf(where, sizeof where, "--%s", flag);
    if (a->width == b->width && a->height == b->height) return ORO_OK;
    return cli_fail(j->c, ORO_BAD_INPUT, where,
                    "%.60s must have as many samples as the land: it is %d x %d, the land %d x %d", name, b->width,
                    b->height, a->width, a->height);
}

/// Reads the maps that flags name as files. Positions a file does not tell are those of the land.
static oro_status load_second(render_job *j, const char *flag, const oro_grid *land, oro_grid *out) {
    const char *name = cli_text(j->w, flag);
    unsigned known;
    if (!name || out->data) return ORO_OK;
    const char *range = cli_text(j->w, "range");
    cli_mapping mapping = {0};
    oro_status status = cli_read_range(j->c, range, &mapping);
    oro_read_desc how = {.has_range = mapping.has_range, .lo = mapping.lo, .hi = mapping.hi};
    if (status == ORO_OK) status = cli_take(j->c, oro_load_raster(j->c->ctx, name, &how, out, &known), NULL);
    if (status != ORO_OK || (known & ORO_KNOWN_PLACE)) return status;
    status = check_same(j, flag, name, land, out);
    out->cell = land->cell;
    out->origin_x = land->origin_x;
    out->origin_y = land->origin_y;
    out->wrap = land->wrap;
    return status;
}

/// The picture on the ground: one in a file, or drawn from the scene's map of colours.
static oro_status load_colours(render_job *j) {
    const char *name = cli_text(j->w, "colours");
    if (!name && !j->colours.data) return ORO_OK;
    if (j->picture.style->kind != ORO_STYLE_PHOTO)
        return cli_misuse(j->c, "--colours", "this is for the style photo, not for %s", j->picture.style->name);
    oro_map_desc style = {.style = "colours"};
    oro_status status = j->colours.data ? oro_render_map(j->c->ctx, &j->colours, &style, &j->colour)
                                        : oro_load_image(j->c->ctx, name, &j->colour);
    j->picture.photo.colour = &j->colour;
    return cli_take(j->c, status, NULL);
}

static oro_status load_others(render_job *j, const oro_grid *land) {
    const char *before = cli_text(j->w, "split") ? "split" : "difference";
    oro_status status = load_second(j, before, land, &j->before);
    if (status == ORO_OK) status = load_second(j, "water-map", land, &j->water);
    if (status == ORO_OK && j->water.data) {
        const char *name = cli_text(j->w, "water-map");
        status = check_same(j, "water-map", name ? name : j->settings.picture.water_map, land, &j->water);
        j->water.cell = land->cell;
        j->water.origin_x = land->origin_x;
        j->water.origin_y = land->origin_y;
        j->water.wrap = land->wrap;
        j->picture.photo.water = j->picture.map.water = &j->water;
    }
    if (status == ORO_OK) status = load_second(j, "roads", land, &j->roads);
    if (status == ORO_OK && j->roads.data) j->picture.photo.roads = &j->roads;
    if (status == ORO_OK) status = load_colours(j);
    if (status == ORO_OK && j->before.data) j->picture.before = &j->before;
    if (status == ORO_OK && j->picture.split && j->picture.style->kind == ORO_STYLE_PHOTO)
        status = check_same(j, "split", cli_text(j->w, "split"), land, &j->before);
    return status;
}

// --- volumes ------------------------------------------------------------------------------------------------------------

/// Draws a volume as one cut or as a sheet; `from` is how much of the work is done.
static oro_status draw_volume(render_job *j, const oro_volume *volume, double from) {
    cli *c = j->c;
    oro_image image = {0};
    bool sheet = strcmp(j->picture.style->name, "volume") == 0;
    cli_part(c, from, 1.0);
    oro_status status = (sheet ? oro_render_volume : oro_render_slice)(c->ctx, volume, &j->slice, &image);
    cli_progress_end(c);
    if (status != ORO_OK) {
        status = blame_flag(j, cli_take(c, status, NULL));
    } else {
        j->size[0] = image.width;
        j->size[1] = image.height;
        status = cli_take(c, oro_save_image(c->ctx, j->to, &image, c->force), NULL);
    }
    if (image.data) oro_image_free(c->ctx, &image);
    return status;
}

/// One cut where a flag says where, else the sheet.
static oro_status check_volume_style(render_job *j) {
    bool one = cli_text(j->w, "axis") || cli_text(j->w, "at");
    const char *of_scene = j->settings.picture.style; // that is how its land is drawn
    j->settings.picture.style = NULL;
    oro_status status = render_choose_style(j, one ? "slice" : "volume"); // a style
    j->settings.picture.style = of_scene;
    if (status == ORO_OK && j->picture.style->kind != ORO_STYLE_SLICE)
        status =
            cli_fail(j->c, ORO_BAD_INPUT, j->from,
                     "this is a volume, which can only be drawn as a slice or a sheet: --style slice, --style volume");
    if (status == ORO_OK) status = render_read_flags(j);
    return status == ORO_OK ? check_targets(j) : status;
}

// --- scenes -----------------------------------------------------------------------------------------------------------------

/// Runs the scene up to a node that a flag names, or the scene itself (`usual`), and keeps a copy of its map.
static oro_status copy_node(render_job *j, cli_scene *s, const char *flag, const char *usual, oro_grid *out) {
    const char *name = cli_text(j->w, flag), *node;
    if (!name) name = usual;
    char where[40];
    snprintf(where, sizeof where, "--%s", flag);
    if (!name || cli_format_of(name)) return ORO_OK;
    if (!cli_scene_output_arg(s, name, &node))
        return cli_misuse(j->c, where, "\"%.60s\" is neither a map of the scene nor a file with the ending of a raster",
                          name);
    oro_status status = cli_scene_run(j->c, s, name);
    const oro_grid *map = status == ORO_OK ? oro_scene_grid(s->scene, name) : NULL;
    if (status != ORO_OK) return status;
    if (!map) return cli_take(j->c, oro_last_error(j->c->ctx)->status, where);
    *out = *map;
    out->data = NULL;
    status = cli_take(j->c, oro_grid_alloc(j->c->ctx, out), where);
    if (status == ORO_OK) oro_grid_copy(map, out);
    return status;
}

static oro_status check_mesh_style(render_job *j) {
    static const char *const of_maps[] = {"difference", "split", "water-map", "colours",
                                          "roads",      "range", "extent",    NULL};
    oro_status status = render_refuse(j, of_maps, "this is for maps, not for meshes");
    if (status == ORO_OK) status = render_choose_style(j, "photo");
    if (status == ORO_OK && j->picture.style->kind != ORO_STYLE_PHOTO)
        status =
            cli_misuse(j->c, "--style", "a mesh can be drawn as photo or wireframe, not as %s", j->picture.style->name);
    if (status == ORO_OK) status = render_read_flags(j);
    return status == ORO_OK ? check_targets(j) : status;
}

/// The mesh or volume that the scene is to be drawn as: the node that was asked for, else the first output; NULL: a map.
static const char *target_of_kind(const render_job *j, const cli_scene *s, oro_kind kind) {
    const char *asked = cli_text(j->w, "node");
    const oro_output *first = oro_scene_output_count(s->scene) ? oro_scene_output_at(s->scene, 0) : NULL;
    const char *from = asked ? asked : first ? first->from : NULL;
    oro_made made;
    bool known = from && oro_scene_lookup(s->scene, from, &made) == ORO_OK;
    return known && oro_arg_kind(made.arg) == kind && oro_arg_is_output(made.arg) ? from : NULL;
}

static oro_status render_scene_mesh(render_job *j, cli_scene *s, const char *target) {
    oro_status status = cli_take(j->c, oro_scene_render_settings(s->scene, &j->settings), NULL);
    if (status == ORO_OK) status = check_mesh_style(j);
    cli_part(j->c, 0, 0.4);
    if (status == ORO_OK) status = cli_scene_run(j->c, s, target);
    if (status == ORO_OK && !(j->picture.mesh = oro_scene_data(s->scene, target, ORO_KIND_MESH)))
        status = cli_take(j->c, oro_last_error(j->c->ctx)->status, NULL);
    return status == ORO_OK ? draw_all(j, NULL, 0.4) : status;
}

static oro_status render_scene_volume(render_job *j, cli_scene *s, const char *target) {
    static const char *const of_maps[] = {"difference", "split", "water-map", "colours",
                                          "roads",      "range", "extent",    NULL};
    const oro_volume *volume = NULL;
    oro_status status = cli_take(j->c, oro_scene_render_settings(s->scene, &j->settings), NULL);
    if (status == ORO_OK) status = render_refuse(j, of_maps, "this is for maps, not for volumes");
    if (status == ORO_OK) status = check_volume_style(j);
    cli_part(j->c, 0, 0.6);
    if (status == ORO_OK) status = cli_scene_run(j->c, s, target);
    if (status == ORO_OK && !(volume = oro_scene_data(s->scene, target, ORO_KIND_VOLUME)))
        status = cli_take(j->c, oro_last_error(j->c->ctx)->status, NULL);
    return status == ORO_OK ? draw_volume(j, volume, 0.6) : status;
}

static oro_status render_scene(render_job *j) {
    cli *c = j->c;
    cli_scene s;
    oro_status status = cli_scene_open(c, j->from, j->w, &s);
    const char *mesh = status == ORO_OK ? target_of_kind(j, &s, ORO_KIND_MESH) : NULL;
    const char *volume = status == ORO_OK && !mesh ? target_of_kind(j, &s, ORO_KIND_VOLUME) : NULL;
    if (mesh || volume) {
        oro_render_settings_free(c->ctx, &j->settings);
        status = mesh ? render_scene_mesh(j, &s, mesh) : render_scene_volume(j, &s, volume);
        cli_scene_close(&s);
        return status;
    }
    const char *target = cli_text(j->w, "node"), *node = NULL;
    const oro_arg *arg = NULL;
    if (status == ORO_OK && !target) target = oro_scene_land(s.scene);
    if (status == ORO_OK && !(arg = cli_scene_output_arg(&s, target, &node)))
        status = cli_misuse(c, target ? "--node" : NULL, "the scene has no map to show%s%.60s",
                            target ? " called " : "", target ? target : "");
    if (status == ORO_OK) {
        oro_render_settings_free(c->ctx, &j->settings);
        status = cli_take(c, oro_scene_render_settings(s.scene, &j->settings), NULL);
    }
    if (status == ORO_OK) status = render_choose_style(j, arg && oro_may_be_land(arg) ? "photo" : "relief");
    if (status == ORO_OK && j->picture.style->kind == ORO_STYLE_SLICE)
        status = cli_misuse(c, "--style",
                            "a slice is cut from a volume, but this is a map of the scene; name a volume with --node");
    if (status == ORO_OK) status = render_read_flags(j);
    if (status == ORO_OK) status = check_targets(j);
    cli_part(c, 0, 0.4);
    if (status == ORO_OK)
        status = cli_weigh_scene(c, &s, &(cli_weighed){.target = target ? target : node, .size_flag = "--detail"}, 1);
    if (status == ORO_OK) status = copy_node(j, &s, cli_text(j->w, "split") ? "split" : "difference", NULL, &j->before);
    // What the scene says lies on the land it shows; another node has other land.
    bool photo = j->picture.style && j->picture.style->kind == ORO_STYLE_PHOTO && !cli_text(j->w, "node");
    const char *roads = photo ? s.scene->picture.roads : NULL, *water = photo ? s.scene->picture.water_map : NULL;
    const char *colours = photo ? s.scene->picture.colours : NULL;
    if (status == ORO_OK) status = copy_node(j, &s, "water-map", water, &j->water);
    if (status == ORO_OK) status = copy_node(j, &s, "colours", colours, &j->colours);
    if (status == ORO_OK) status = copy_node(j, &s, "roads", roads, &j->roads);
    if (status == ORO_OK) status = cli_scene_run(c, &s, target ? target : node);
    const oro_grid *map = status == ORO_OK ? oro_scene_grid(s.scene, target ? target : node) : NULL;
    if (status == ORO_OK && !map) status = cli_take(c, oro_last_error(c->ctx)->status, NULL);
    if (status == ORO_OK) status = load_others(j, map);
    if (status == ORO_OK) status = draw_all(j, map, 0.4);
    cli_scene_close(&s);
    return status;
}

// --- maps and volumes in files ------------------------------------------------------------------------------------------------

static oro_status render_map(render_job *j) {
    cli_mapping mapping = {0};
    oro_grid g = {0};
    oro_status status = render_choose_style(j, "photo");
    if (status == ORO_OK && j->picture.style->kind == ORO_STYLE_SLICE)
        status =
            cli_fail(j->c, ORO_BAD_INPUT, j->from, "a slice is cut from a volume: an NPY file with three dimensions");
    if (status == ORO_OK) status = render_read_flags(j);
    if (status == ORO_OK) status = check_targets(j);
    if (status == ORO_OK) status = cli_read_range(j->c, cli_text(j->w, "range"), &mapping);
    if (status == ORO_OK) status = render_read_number(j, "extent", 1e-3, 1e9, &mapping.extent, NULL);
    if (status == ORO_OK) status = cli_load_map(j->c, j->from, &mapping, true, &g);
    if (status == ORO_OK) status = load_others(j, &g);
    if (status == ORO_OK) status = draw_all(j, &g, 0.0);
    if (g.data) oro_grid_free(j->c->ctx, &g);
    return status;
}

static oro_status render_volume(render_job *j) {
    cli *c = j->c;
    oro_volume volume = {0};
    double extent = 0;
    oro_status status = check_volume_style(j);
    if (status == ORO_OK) status = render_read_number(j, "extent", 1e-3, 1e9, &extent, NULL);
    if (status == ORO_OK) status = cli_take(c, oro_load_volume(c->ctx, j->from, extent, &volume), NULL);
    if (status != ORO_OK) return status;
    status = draw_volume(j, &volume, 0.0);
    oro_volume_free(c->ctx, &volume);
    return status;
}

static oro_status render_mesh(render_job *j) {
    oro_mesh mesh = {0};
    oro_status status = check_mesh_style(j);
    oro_mesh_read_desc how = {.y_up = cli_on(j->w, "y-up")};
    if (status == ORO_OK) status = cli_take(j->c, oro_load_mesh(j->c->ctx, j->from, &how, &mesh), NULL);
    j->picture.mesh = &mesh;
    if (status == ORO_OK) status = draw_all(j, NULL, 0.0);
    oro_mesh_free(j->c->ctx, &mesh);
    return status;
}

// --- the command ---------------------------------------------------------------------------------------------------------------

static oro_status report(render_job *j) {
    oro_json *root = j->c->json ? oro_json_new_object() : NULL, *files = root ? oro_json_new_array() : NULL;
    for (int i = 0; i < (j->frames ? j->frames : 1); i++) {
        char path[1024];
        frame_path(j, i, path, sizeof path);
        if (files) oro_json_append(files, cli_json_text(path));
        if (!j->frames) cli_say(j->c, "wrote %s", path);
        if (j->frames && i == j->frames - 1) cli_say(j->c, "wrote %d pictures, the last %s", j->frames, path);
    }
    if (!j->c->json) return ORO_OK;
    if (!root) return cli_print_json(j->c, NULL);
    oro_json_set(root, "from", cli_json_text(j->from));
    oro_json_set(root, "style", cli_json_text(j->picture.style->name));
    oro_json_set(root, "size", cli_json_pair(j->size[0], j->size[1]));
    oro_json_set(root, "files", files);
    oro_json_set(root, "seconds", oro_json_new_number(cli_seconds() - j->started));
    return cli_print_json(j->c, root);
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1, "render SCENE|HEIGHTMAP|MESH -o shot.png");
    const char *to = cli_text(w, "output");
    if (status == ORO_OK && !to) status = cli_misuse(c, NULL, "the picture's name is missing: -o shot.png");
    if (status == ORO_OK && strcmp(to, "-") == 0 && cli_text(w, "turntable"))
        status =
            cli_misuse(c, "--turntable", "one picture goes to standard output; give several a name, as -o shot.png");
    if (status == ORO_OK && strcmp(to, "-") == 0) status = cli_stdout_path(c, "png", &to);
    if (status == ORO_OK) status = cli_open(c);
    render_job *j = status == ORO_OK ? calloc(1, sizeof *j) : NULL;
    if (status != ORO_OK) return status;
    if (!j) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the picture");
    *j = (render_job){.c = c, .w = w, .from = w->plain[0], .to = to, .started = cli_seconds()};
    status = cli_take(c, oro_render_settings_read(c->ctx, NULL, j->from, &j->settings), NULL);
    static const char *const of_scenes[] = {"detail", "set", "seed", "node", NULL};
    bool mesh = oro_path_reads(j->from, ORO_HOLDS_MESH), scene = !mesh && !cli_format_of(j->from);
    if (status == ORO_OK && !scene) status = render_refuse(j, of_scenes, "this is for scenes, not for files of values");
    if (status == ORO_OK)
        status = scene                                                                 ? render_scene(j)
                 : mesh                                                                ? render_mesh(j)
                 : oro_path_reads(j->from, ORO_HOLDS_VOLUME) && oro_is_volume(j->from) ? render_volume(j)
                                                                                       : render_map(j);
    if (status == ORO_OK) status = report(j);
    if (j->before.data) oro_grid_free(c->ctx, &j->before);
    if (j->water.data) oro_grid_free(c->ctx, &j->water);
    if (j->roads.data) oro_grid_free(c->ctx, &j->roads);
    if (j->colours.data) oro_grid_free(c->ctx, &j->colours);
    if (j->colour.data) oro_image_free(c->ctx, &j->colour);
    oro_overlays_free(c->ctx, &j->overlays);
    oro_render_settings_free(c->ctx, &j->settings);
    free(j);
    return status;
}

/// The styles under the paragraph, from their table.
static void print_styles(FILE *to) {
    fprintf(to, "\nStyles:\n");
    for (int i = 0; i < oro_style_count(); i++)
        fprintf(to, "  %-12s %s\n", oro_style_at(i)->name, oro_style_at(i)->summary);
}

static const oro_record *const tables[] = {&oro_picture_record, &oro_sun_record, NULL};

const cli_command cli_command_render = {
    .name = "render",
    .summary = "Draw a picture of a scene, a map, a mesh or a volume",
    .usage = "SCENE|HEIGHTMAP|MESH -o shot.png [--style STYLE] [--view NAME] [--size WxH] [--detail N]",
    .doc = "Takes a photo of the land a scene makes, or of a map in a file; or draws it as a map seen from above. What "
           "the\n"
           "scene says under \"render\" (view, sun, water, exposure) holds unless a flag says otherwise.",
    .more = print_styles,
    .example = "orogen render valley.oro.json -o valley.png --view low --quality best\n"
               "orogen render height.png -o map.png --style height --water 0\n"
               "orogen render after.npy -o change.png --difference before.npy",
    .flags = render_flags,
    .settings = tables,
    .reads = 1,
    .run = run,
};
