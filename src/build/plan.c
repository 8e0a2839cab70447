// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a build is going to write. A scene may come from anyone, so its files have to stay inside the output folder.

#include "build/job.h"
#include "core/text.h"
#include "io/format.h"
#include "io/mesh_settings.h"
#include "io/within.h"
#include "scene/document.h"

#include <stdio.h>
#include <string.h>

void oro_scene_name_of(const char *path, char *name, size_t size) {
    const char *slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    char *dot = strstr(name, ".oro.json");
    if (!dot) dot = strrchr(name, '.');
    if (dot && dot > name) *dot = 0;
}

bool oro_may_be_land(const oro_arg *arg) {
    return !arg->unit || strcmp(arg->unit, "m") == 0 || strcmp(arg->unit, "any") == 0;
}

const char *oro_scene_land(const oro_scene *scene) {
    const oro_output *first = oro_scene_output_count(scene) ? oro_scene_output_at(scene, 0) : NULL;
    oro_made made;
    for (int i = oro_scene_node_count(scene); i >= 0; i--) {
        bool named = i == oro_scene_node_count(scene);
        const char *from = !named ? oro_scene_node_id(scene, i) : first ? first->from : NULL;
        if (from && oro_scene_lookup(scene, from, &made) == ORO_OK && made.arg->type != ORO_VALUE_OUT &&
            oro_may_be_land(made.arg))
            return from;
    }
    return NULL;
}

oro_status oro_add_usual_outputs(oro_scene *scene, const char *name) {
    char file[300];
    snprintf(file, sizeof file, "%.250s.png", name);
    oro_status status = oro_scene_add_output(scene, &(oro_output){.file = file, .auto_range = true});
    snprintf(file, sizeof file, "%.250s-relief.png", name);
    if (status == ORO_OK) status = oro_scene_add_output(scene, &(oro_output){.file = file, .style = "relief"});
    return status;
}

/// A path that stays where it is put: not absolute, nothing that climbs.
static bool stays_inside(const char *file) {
    if (!*file || *file == '/') return false;
    for (const char *at = file; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2])) return false;
    return true;
}

oro_status oro_job_describe_mesh(const oro_job *j, const oro_output *out, oro_mesh_write_desc *how) {
    oro_mesh_settings settings;
    oro_status status = oro_mesh_settings_parse(j->ctx, out->mesh, NULL, &settings);
    if (status == ORO_OK) oro_describe_mesh(&settings, how);
    return status;
}

static oro_status refuse_settings(const oro_job *j, const oro_output *out) {
    char list[96];
    return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "\"%.80s\" is for meshes (%s), not for %.80s", out->mesh,
                    oro_format_list(ORO_HOLDS_MESH, true, list, sizeof list), out->file);
}

/// Whatever a format cannot do is told now, not after an hour's work.
static oro_status check_encoding(const oro_job *j, const oro_built *file, const oro_output *out) {
    oro_write_desc how = {.bits = out->bits, .channel = out->channel};
    oro_status status = out->layout ? oro_raw_layout_parse(j->ctx, out->layout, NULL, &how.layout) : ORO_OK;
    if (status != ORO_OK) return status;
    bool mesh = file->kind == ORO_BUILT_MESH;
    if ((mesh || out->style) && (out->bits || out->channel || out->layout))
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "bits, channel and layout are for maps in files, not for %s",
                        mesh ? "meshes" : "pictures");
    oro_mesh_write_desc model = {0};
    if (mesh) status = oro_job_describe_mesh(j, out, &model);
    if (mesh) return status == ORO_OK ? oro_check_grid_mesh(j->ctx, file->path, &j->report->geometry, &model) : status;
    return out->style ? ORO_OK : oro_check_raster(j->ctx, file->path, &j->report->geometry, &how);
}

static oro_status check_style(const oro_job *j, oro_built *file, const oro_output *out) {
    const oro_style *style = oro_style_find(j->ctx, out->style);
    if (!style) return ORO_BAD_ARGUMENT;
    if (file->kind == ORO_BUILT_PICTURE) file->format = style->name;
    if (file->kind == ORO_BUILT_MESH && style->kind != ORO_STYLE_MAP)
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL,
                        "the style of a mesh is the map painted on it, seen from above, which %s is not", style->name);
    if (!style->needs_before && style->kind != ORO_STYLE_SLICE) return ORO_OK;
    oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "an output has one map, but the style %s needs %s", style->name,
             style->needs_before ? "two" : "a volume");
    return oro_hint(j->ctx, "render");
}

static oro_status refuse_texture(const oro_job *j, const oro_output *out) {
    char list[96];
    return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "%.80s has no place for a texture; meshes in %s files have", out->file,
                    oro_format_list_with(ORO_HAS_TEXTURE, list, sizeof list));
}

/// Finds what is written. Data that is no map has a format of its kind, and nothing else to say.
static oro_status find_data(const oro_job *j, oro_built *file, const oro_output *out) {
    oro_status status = oro_scene_lookup(j->scene, out->from, &file->made);
    if (status != ORO_OK) return status;
    const oro_kind_info *kind = oro_arg_info(file->made.arg);
    if (oro_arg_kind(file->made.arg) == ORO_KIND_VALUE)
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "%.80s is a measured number, which is not written to files",
                        out->from);
    if (oro_arg_kind(file->made.arg) == ORO_KIND_GRID) return ORO_OK;
    file->kind = kind->of_maps ? ORO_BUILT_LEVELS : ORO_BUILT_DATA;
    if (out->style)
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "a picture shows one map, but %.80s is a %s", out->from,
                        kind->noun);
    if (kind->of_maps) return ORO_OK;
    bool mesh = oro_arg_kind(file->made.arg) == ORO_KIND_MESH && oro_path_writes(out->file, ORO_HOLDS_MESH);
    if (out->bits || out->channel || out->layout || out->has_range || out->clip)
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "range, clip, bits, channel and layout are for maps, not for a %s",
                        kind->noun);
    if (out->texture && !(mesh && oro_path_has_texture(out->file))) return refuse_texture(j, out);
    if (out->mesh && !mesh) return refuse_settings(j, out);
    oro_mesh_write_desc model = {0};
    oro_status fits = oro_job_describe_mesh(j, out, &model);
    if (fits != ORO_OK) return fits;
    fits = mesh ? oro_check_mesh(j->ctx, file->path, NULL, &model)
                : oro_check_data(j->ctx, oro_arg_kind(file->made.arg), file->path);
    if (fits == ORO_OK) file->format = oro_format_of(out->file)->name;
    return fits;
}

/// Finds what a map, or the levels of a pyramid, are written as.
static oro_status find_format(const oro_job *j, oro_built *file, const oro_output *out) {
    char list[160];
    bool mesh = oro_path_writes(out->file, ORO_HOLDS_MESH);
    unsigned holds = (out->style ? ORO_HOLDS_PICTURE : ORO_HOLDS_RASTER) | ORO_HOLDS_MESH;
    // What is a raster and only read is told with the other things a format cannot do.
    if (!oro_path_writes(out->file, holds) && (out->style || !oro_path_reads(out->file, ORO_HOLDS_RASTER)))
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "the ending of \"%.80s\" must be one of %s%s", out->file,
                        oro_format_list(holds, true, list, sizeof list), out->style ? " for a picture" : "");
    if (file->kind == ORO_BUILT_LEVELS && mesh)
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "a mesh shows one map, but %.80s is a pyramid", out->from);
    if (file->kind != ORO_BUILT_LEVELS)
        file->kind = mesh ? ORO_BUILT_MESH : out->style ? ORO_BUILT_PICTURE : ORO_BUILT_MAP;
    bool painted = out->texture || (out->style && mesh);
    if (painted && !(mesh && oro_path_has_texture(out->file))) return refuse_texture(j, out);
    if (out->mesh && !mesh) return refuse_settings(j, out);
    if (out->texture && out->style)
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "a mesh is painted in a style or with a texture, not with both");
    file->format = oro_format_of(out->file)->name;
    oro_status status = out->style ? check_style(j, file, out) : ORO_OK;
    return status == ORO_OK ? check_encoding(j, file, out) : status;
}

static oro_status plan_file(const oro_job *j, oro_built *file) {
    const oro_output *out = oro_job_output(j->scene, file);
    if (!stays_inside(out->file))
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "\"%.80s\" leaves the output folder; name a file inside it",
                        out->file);
    if ((size_t)snprintf(file->path, sizeof file->path, "%s/%s", j->folder, out->file) >= sizeof file->path)
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "the name of the file is too long");
    if (!oro_within_holds(j->ctx->within, file->path))
        return oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "\"%.80s\" leads out of the folder that files must stay in",
                        file->path);
    oro_status status = find_data(j, file, out);
    for (const oro_built *other = j->report->files; status == ORO_OK && other < file; other++)
        if (oro_same_path(other->path, file->path))
            status = oro_fail(j->ctx, ORO_BAD_INPUT, NULL, "output %d writes %.80s, which is the same file",
                              other->output, oro_job_output(j->scene, other)->file);
    return status == ORO_OK && file->kind != ORO_BUILT_DATA ? find_format(j, file, out) : status;
}

/// A fault of an output is one of the scene, and stands at its place in it.
static oro_status blame(const oro_job *j, int index) {
    const char *name = j->scene->name ? j->scene->name : "";
    oro_error fault = j->ctx->error;
    char where[256];
    snprintf(where, sizeof where, "%.200s%soutputs/%d", name, *name ? "/" : "", index);
    if (fault.status == ORO_BAD_ARGUMENT) fault.status = ORO_BAD_INPUT;
    oro_fail(j->ctx, fault.status, where, "%s", fault.sentence);
    return oro_hint(j->ctx, fault.hint);
}

oro_status oro_job_plan(oro_job *j, const char *folder) {
    oro_build_report *report = j->report;
    *report = (oro_build_report){0};
    oro_scene_name_of(j->scene->name ? j->scene->name : "scene", j->name, sizeof j->name);
    if ((size_t)snprintf(j->folder, sizeof j->folder, "%s", folder ? folder : j->name) >= sizeof j->folder ||
        !*j->folder)
        return oro_fail(j->ctx, ORO_BAD_ARGUMENT, "folder", "the folder's name is %s",
                        *j->folder ? "too long" : "empty");
    oro_status status = oro_scene_geometry(j->scene, j->desc.detail, &report->geometry);
    if (status == ORO_OK && oro_scene_output_count(j->scene) == 0) {
        j->added = true;
        status = oro_add_usual_outputs(j->scene, j->name);
    }
    int count = oro_scene_output_count(j->scene);
    if (status == ORO_OK && !(report->files = oro_alloc_zero(j->ctx, ((size_t)count + 1) * sizeof *report->files)))
        status = ORO_NO_MEMORY;
    for (int i = 0; status == ORO_OK && i < count; i++) {
        report->files[i].output = i;
        status = plan_file(j, &report->files[i]);
        if (status != ORO_OK) return blame(j, i);
        report->count++;
    }
    return status;
}

void oro_job_end(oro_job *j) {
    oro_claims_free(&j->claims);
    oro_build_report_free(j->ctx, &j->own);
    if (j->added) oro_scene_clear_outputs(j->scene);
}

void oro_build_report_free(oro_context *ctx, oro_build_report *report) {
    oro_free(ctx, report->files);
    report->files = NULL;
    report->count = 0;
}
