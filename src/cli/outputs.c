// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Plans, checks, writes and takes back the files of a build. A scene may come from anyone, so its files have to stay
// inside the output folder.

#include "outputs.h"
#include "core/hash.h"
#include "core/text.h"
#include "data.h"
#include "io/format.h"
#include "io/within.h"
#include "pictures.h"
#include "streams.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// Is it a map, as itself, as a mesh or as a picture? Else data of another kind.
static bool is_map(const cli_target *target) { return oro_arg_kind(target->arg) == ORO_KIND_GRID; }

static bool is_grid_mesh(const cli_target *target) { return is_map(target) && cli_mesh_format_of(target->path); }

const char *cli_target_format(const cli_target *target) {
    const char *raster = cli_format_of(target->path), *dot = strrchr(target->path, '.');
    if (!is_map(target)) return raster ? raster : dot ? dot + 1 : "";
    const char *mesh = cli_mesh_format_of(target->path);
    if (mesh) return mesh;
    return target->output->style ? target->output->style : cli_format_of(target->path);
}

// --- planning ----------------------------------------------------------------------------------------------------------------

static oro_status add_default_outputs(cli *c, cli_scene *s) {
    char file[300];
    snprintf(file, sizeof file, "%s.png", s->name);
    oro_status status = oro_scene_add_output(s->scene, &(oro_output){.file = file, .auto_range = true});
    snprintf(file, sizeof file, "%s-relief.png", s->name);
    if (status == ORO_OK) status = oro_scene_add_output(s->scene, &(oro_output){.file = file, .style = "relief"});
    return cli_take(c, status, NULL);
}

/// A path that stays where it is put: not absolute, nothing that climbs.
static bool stays_inside(const char *file) {
    if (!*file || *file == '/') return false;
    for (const char *at = file; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2])) return false;
    return true;
}

/// How an output is to be written; `where` is its place.
static oro_status read_encoding(cli *c, const oro_output *out, const char *where, cli_mapping *how) {
    *how = (cli_mapping){.has_range = out->has_range, .lo = out->low, .hi = out->high};
    how->clip = out->clip;
    how->bits = out->bits;
    how->channel = out->channel;
    if (!out->layout) return ORO_OK;
    return cli_take(c, oro_raw_layout_parse(c->ctx, out->layout, where, &how->layout), NULL);
}

/// Whatever a format cannot do is told now, not after an hour's work.
static oro_status check_encoding(cli *c, const cli_scene *s, const cli_target *target, const char *where) {
    const oro_output *out = target->output;
    cli_mapping how;
    oro_status status = read_encoding(c, out, where, &how);
    if (status != ORO_OK) return status;
    bool mesh = is_grid_mesh(target);
    if ((mesh || out->style) && (out->bits || out->channel || out->layout))
        return cli_fail(c, ORO_BAD_INPUT, where, "bits, channel and layout are for maps in files, not for %s",
                        mesh ? "meshes" : "pictures");
    if (mesh)
        status = oro_check_grid_mesh(c->ctx, target->path, &s->geometry, NULL);
    else if (!out->style)
        status = oro_check_raster(c->ctx, target->path, &s->geometry,
                                  &(oro_write_desc){.bits = how.bits, .channel = how.channel, .layout = how.layout});
    return cli_take(c, status, where);
}

/// Data that is no map has a format of its kind, and nothing else to say.
static oro_status plan_data(cli *c, const cli_target *target, const char *where) {
    const oro_output *out = target->output;
    const oro_kind_info *kind = oro_arg_info(target->arg);
    if (out->style)
        return cli_fail(c, ORO_BAD_INPUT, where, "a picture shows one map, and %.80s is a %s", out->from, kind->noun);
    if (kind->of_maps) return ORO_OK;
    if (out->bits || out->channel || out->layout || out->has_range || out->clip)
        return cli_fail(c, ORO_BAD_INPUT, where, "range, clip, bits, channel and layout are for maps, not for a %s",
                        kind->noun);
    return cli_take(c, oro_check_data(c->ctx, oro_arg_kind(target->arg), target->path), where);
}

static oro_status plan_target(cli *c, const cli_scene *s, const cli_plan *plan, int index, cli_target *target) {
    char where[300];
    snprintf(where, sizeof where, "%.200s/outputs/%d", s->path, index);
    *target = (cli_target){.output = oro_scene_output_at(s->scene, index)};
    const oro_output *out = target->output;
    if (!stays_inside(out->file))
        return cli_fail(c, ORO_BAD_INPUT, where, "\"%.80s\" leaves the output folder; name a file inside it",
                        out->file);
    if ((size_t)snprintf(target->path, sizeof target->path, "%s/%s", plan->folder, out->file) >= sizeof target->path)
        return cli_fail(c, ORO_BAD_INPUT, where, "the name of the file is too long");
    if (!oro_within_holds(c->within, target->path))
        return cli_fail(c, ORO_BAD_INPUT, where, "\"%.80s\" leads out of the folder given by --within", target->path);
    target->arg = cli_scene_output_arg(s, out->from, &target->node);
    if (!target->arg)
        return cli_fail(c, ORO_BAD_INPUT, where, "there is no map%s%.80s to write", out->from ? " called " : "",
                        out->from ? out->from : "");
    for (int i = 0; i < index; i++)
        if (oro_same_path(plan->targets[i].path, target->path))
            return cli_fail(c, ORO_BAD_INPUT, where, "output %d writes %.80s, which is the same file", i,
                            plan->targets[i].output->file);
    if (!is_map(target)) {
        oro_status status = plan_data(c, target, where);
        if (status != ORO_OK || !oro_arg_info(target->arg)->of_maps) return status;
    }
    bool mesh = cli_mesh_format_of(out->file) != NULL;
    char list[128];
    unsigned holds = out->style ? ORO_HOLDS_PICTURE | ORO_HOLDS_MESH : ORO_HOLDS_RASTER | ORO_HOLDS_MESH;
    // What is a raster and only read is told with the other things a format cannot do.
    if (!oro_path_writes(out->file, holds) && (out->style || !cli_format_of(out->file)))
        return cli_fail(c, ORO_BAD_INPUT, where, "\"%.80s\" does not end like a file that can be written: one of %s%s",
                        out->file, oro_format_list(holds, true, list, sizeof list), out->style ? " for a picture" : "");
    const oro_style *style;
    oro_status status = out->style ? cli_find_style(c, out->style, where, &style) : ORO_OK;
    if (status == ORO_OK) status = check_encoding(c, s, target, where);
    if (status != ORO_OK) return status;
    if (out->style && mesh && style->kind != ORO_STYLE_MAP)
        return cli_fail(c, ORO_BAD_INPUT, where,
                        "the style of a mesh is what is painted on it, a map seen from above; %s is none", style->name);
    if (out->style && (style->needs_before || style->kind == ORO_STYLE_SLICE))
        return cli_fail(c, ORO_BAD_INPUT, where, "an output has one map, and the style %s needs %s; use orogen render",
                        style->name, style->needs_before ? "two" : "a volume");
    return ORO_OK;
}

oro_status cli_plan_make(cli *c, cli_scene *s, const char *folder, cli_plan *plan) {
    *plan = (cli_plan){0};
    if (folder && strcmp(folder, "-") == 0)
        return cli_misuse(c, "--output",
                          "a build writes several files, so it takes a folder; orogen render and the "
                          "operators write to standard output");
    if ((size_t)snprintf(plan->folder, sizeof plan->folder, "%s", folder ? folder : s->name) >= sizeof plan->folder)
        return cli_misuse(c, "--output", "the folder's name is too long");
    oro_status status = oro_scene_output_count(s->scene) ? ORO_OK : add_default_outputs(c, s);
    plan->targets = calloc((size_t)oro_scene_output_count(s->scene) + 1, sizeof *plan->targets);
    if (status == ORO_OK && !plan->targets) status = cli_fail(c, ORO_NO_MEMORY, NULL, "no memory for the outputs");
    for (int i = 0; status == ORO_OK && i < oro_scene_output_count(s->scene); i++) {
        status = plan_target(c, s, plan, i, &plan->targets[i]);
        if (status == ORO_OK) plan->count++;
    }
    return status;
}

// --- claiming ----------------------------------------------------------------------------------------------------------------

/// Makes one folder unless it is there, and remembers that.
static oro_status make_folder(cli *c, const char *path) {
    struct stat there;
    if (oro_within_stat(c->within, path, &there) && S_ISDIR(there.st_mode)) return ORO_OK;
    if (!oro_within_mkdir(c->within, path))
        return cli_fail(c, ORO_CANNOT_WRITE, path, "the folder cannot be made: %s",
                        errno == EEXIST ? "a file of that name is there" : strerror(errno));
    cli_made_folder(path);
    return ORO_OK;
}

/// Makes the folders on the way to a file.
static oro_status make_folders(cli *c, const char *file) {
    char path[1024];
    snprintf(path, sizeof path, "%s", file);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        oro_status status = make_folder(c, path);
        *slash = '/';
        if (status != ORO_OK) return status;
    }
    return ORO_OK;
}

/// Refuses an output that is a file the scene itself reads: the next build would begin with what this one made.
static oro_status check_sources(cli *c, const cli_scene *s, const cli_target *target) {
    const char *slash = cli_is_stdin(s->path) ? NULL : strrchr(s->path, '/');
    if (cli_same_file(s->path, target->path))
        return cli_fail(c, ORO_BAD_INPUT, target->path, "this is the scene itself; name another file");
    for (int i = 0; i < oro_scene_node_count(s->scene); i++) {
        const oro_record *record = &oro_scene_node_op(s->scene, i)->record;
        for (int32_t k = 0; k < record->arg_count; k++) {
            char name[200], text[1024], path[2048];
            snprintf(name, sizeof name, "%s.%s", oro_scene_node_id(s->scene, i), record->args[k].name);
            if (oro_arg_is_output(&record->args[k])) continue;
            size_t length = oro_scene_get(s->scene, name, text, sizeof text);
            if (length >= sizeof text || !cli_format_of(text)) continue;
            int folder = slash && *text != '/' ? (int)(slash - s->path) + 1 : 0;
            snprintf(path, sizeof path, "%.*s%s", folder, s->path, text);
            if (cli_same_file(path, target->path))
                return cli_fail(c, ORO_BAD_INPUT, target->path, "the scene reads this file as %s; write another one",
                                name);
        }
    }
    return ORO_OK;
}

oro_status cli_plan_claim(cli *c, const cli_scene *s, cli_plan *plan) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < plan->count; i++) {
        cli_target *target = &plan->targets[i];
        target->existed = is_map(target) && access(target->path, F_OK) == 0;
        status = make_folders(c, target->path);
        if (status == ORO_OK && is_map(target))
            status = cli_check_target(c, target->path, target->output->style && !cli_mesh_format_of(target->path));
        if (status == ORO_OK && !is_map(target))
            status = cli_data_claim(c, &(cli_data){.kind = oro_arg_kind(target->arg), .path = target->path},
                                    &target->existed);
        if (status == ORO_OK) status = check_sources(c, s, target);
    }
    c->usage = false; // it is the scene that says so
    return status;
}

// --- writing -------------------------------------------------------------------------------------------------------------------

/// How a target is written: the codes' ends as the output says, else the world's for heights, else what fits; its place on
/// the earth, where the scene has one, goes into `geo`.
static oro_status mapping_of(cli *c, const cli_scene *s, const cli_target *target, cli_mapping *how, oro_georef *geo) {
    const oro_output *out = target->output;
    oro_status status = read_encoding(c, out, NULL, how);
    if (status != ORO_OK) return status;
    if (oro_scene_georef(s->scene, geo)) how->geo = geo;
    if (!out->has_range && !out->auto_range && target->arg->unit && strcmp(target->arg->unit, "m") == 0) {
        oro_world world = oro_scene_world(s->scene);
        how->has_range = true;
        how->lo = world.low;
        how->hi = world.high;
    }
    return ORO_OK;
}

/// What is to be written of a target that is no map; its data is NULL with the error set where there is none.
static cli_data data_of(const cli_scene *s, const cli_target *target, const cli_mapping *how) {
    oro_kind kind = oro_arg_kind(target->arg);
    return (cli_data){kind, target->path, oro_scene_data(s->scene, target->output->from, kind), how, target->arg->unit};
}

oro_status cli_target_check(cli *c, const cli_scene *s, const cli_target *target) {
    cli_mapping how;
    oro_georef geo;
    c->written = (oro_write_report){0};
    if (target->output->style || is_grid_mesh(target)) return ORO_OK;
    oro_status status = mapping_of(c, s, target, &how, &geo);
    if (status != ORO_OK) return status;
    cli_data d = data_of(s, target, &how);
    if (!d.data) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    return is_map(target) ? cli_check_map(c, target->path, d.data, &how, target->arg->unit) : cli_data_check(c, &d);
}

static oro_status write_map(cli *c, const cli_scene *s, const cli_target *target, const oro_grid *map) {
    cli_mapping how;
    oro_georef geo;
    oro_status status = mapping_of(c, s, target, &how, &geo);
    if (status != ORO_OK) return status;
    return cli_save_map(c, target->path, map, &how, target->arg->unit);
}

static oro_status write_data(cli *c, const cli_scene *s, cli_target *target) {
    cli_mapping how;
    oro_georef geo;
    oro_status status = mapping_of(c, s, target, &how, &geo);
    if (status != ORO_OK) return status;
    cli_data d = data_of(s, target, &how);
    if (!d.data) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    const oro_kind_info *kind = oro_kind_of(d.kind);
    target->hash = oro_kind_hash(kind, oro_hash_start(0x6c6576656c73), d.data); // "levels", the first that were no map
    status = cli_data_save(c, &d, &target->files);
    cli_data_name(&d, target->files, target->told, sizeof target->told);
    return status;
}

static oro_status write_picture(cli *c, const cli_scene *s, const cli_target *target, const oro_grid *map) {
    const oro_output *out = target->output;
    cli_picture p = {0};
    oro_status status = cli_picture_from_scene(c, s, &p);
    if (status == ORO_OK) status = cli_find_style(c, out->style, NULL, &p.style);
    if (status != ORO_OK) return status;
    if (out->has_range) {
        p.map.has_range = true;
        p.map.lo = (float)out->low;
        p.map.hi = (float)out->high;
    }
    return cli_picture_save(c, target->path, &p, map, NULL);
}

/// A mesh with its ground painted in the output's style.
static oro_status write_mesh(cli *c, const cli_scene *s, const cli_target *target, const oro_grid *map) {
    cli_picture p = {0};
    oro_image ground = {0};
    oro_georef geo;
    bool placed = oro_scene_georef(s->scene, &geo);
    oro_status status = cli_picture_from_scene(c, s, &p);
    if (status == ORO_OK && target->output->style) status = cli_find_style(c, target->output->style, NULL, &p.style);
    if (status == ORO_OK) status = cli_picture_ground(c, &p, map, &ground);
    if (status != ORO_OK) return status;
    oro_mesh_write_desc desc = {.colour = &ground, .force = c->force, .geo = placed ? &geo : NULL};
    status = cli_take(c, oro_save_grid_mesh(c->ctx, target->path, map, &desc), NULL);
    oro_image_free(c->ctx, &ground);
    return status;
}

oro_status cli_plan_write(cli *c, cli_scene *s, cli_plan *plan) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < plan->count; i++) status = cli_target_check(c, s, &plan->targets[i]);
    for (int i = 0; status == ORO_OK && i < plan->count; i++) {
        cli_target *target = &plan->targets[i];
        char what[300];
        snprintf(what, sizeof what, "writing %.200s", target->output->file);
        cli_progress(c, (double)i / plan->count, what);
        c->written = (oro_write_report){0};
        if (!is_map(target)) {
            status = write_data(c, s, target);
            target->written = status == ORO_OK || target->files > 0;
            target->report = c->written;
            continue;
        }
        const oro_grid *map = oro_scene_grid(s->scene, target->output->from);
        if (!map) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
        target->hash = oro_grid_hash(map);
        if (cli_mesh_format_of(target->path))
            status = write_mesh(c, s, target, map);
        else
            status = target->output->style ? write_picture(c, s, target, map) : write_map(c, s, target, map);
        target->written = status == ORO_OK;
        target->report = c->written;
    }
    cli_progress_end(c);
    return status;
}

static void remove_map(const cli *c, const char *path) {
    char sidecar[1100];
    oro_within_unlink(c->within, path);
    if (oro_sidecar_path(path, sidecar, sizeof sidecar)) oro_within_unlink(c->within, sidecar);
}

void cli_plan_undo(const cli *c, cli_plan *plan) {
    for (int i = 0; i < plan->count; i++) {
        cli_target *target = &plan->targets[i];
        if (!target->written || target->existed) continue;
        if (!is_map(target)) {
            cli_data_remove(c, oro_arg_kind(target->arg), target->path, target->files);
            continue;
        }
        char companion[1024];
        for (int k = 0; is_grid_mesh(target) && oro_format_beside(target->path, k, companion, sizeof companion); k++)
            oro_within_unlink(c->within, companion);
        if (target->output->style || is_grid_mesh(target))
            oro_within_unlink(c->within, target->path);
        else
            remove_map(c, target->path);
    }
    cli_remove_made_folders();
}

void cli_plan_free(cli_plan *plan) {
    free(plan->targets);
    *plan = (cli_plan){0};
}
