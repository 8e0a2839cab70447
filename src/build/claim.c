// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Before a build computes anything: its folders are made and tried, nothing may be in the way of its files, and none of them
// may be what the scene itself reads.

#include "build/job.h"
#include "io/file.h"
#include "io/folders.h"
#include "io/scene_json.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/// Refuses an output that is a file the scene itself reads: the next build would begin with what this one made.
static oro_status check_sources(const oro_job *j, const oro_built *file) {
    const oro_scene *scene = j->scene;
    const oro_scene_document *document = scene->document;
    const char *folder = scene->folder && *scene->folder ? scene->folder : NULL;
    if (document && document->path && oro_same_file(document->path, file->path))
        return oro_fail(j->ctx, ORO_BAD_INPUT, file->path, "this is the scene itself; name another file");
    for (int32_t i = 0; i < scene->node_count; i++) {
        const oro_node *node = scene->nodes[i];
        for (int32_t k = 0; k < node->op->record.arg_count; k++) {
            const oro_arg *arg = &node->op->record.args[k];
            const oro_file *read = arg->type == ORO_FILE ? oro_arg_at(arg, node->args) : NULL;
            char path[2048];
            if (!read || !read->path || !*read->path) continue;
            bool inside = folder && *read->path != '/';
            snprintf(path, sizeof path, "%s%s%s", inside ? folder : "", inside ? "/" : "", read->path);
            if (oro_same_file(path, file->path))
                return oro_fail(j->ctx, ORO_BAD_INPUT, file->path,
                                "the scene reads this file as %s.%s; write another one", node->id, arg->name);
        }
    }
    return ORO_OK;
}

/// Begins the file and throws it away: whether a folder can be written is known for sure only then.
static oro_status try_writing(const oro_job *j, const oro_built *file) {
    struct stat there;
    char path[1100];
    if (file->kind == ORO_BUILT_LEVELS)
        oro_level_path(file->path, 0, path, sizeof path);
    else
        snprintf(path, sizeof path, "%s", file->path);
    oro_file_writer writer = {0};
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) return ORO_OK; // opening a pipe would wait for its reader
    oro_status status = oro_file_create(j->ctx, path, j->desc.force, &writer);
    if (status == ORO_OK) oro_file_abort(&writer);
    return status;
}

static oro_status claim_file(oro_job *j, oro_built *file, const char *path) {
    file->existed |= access(path, F_OK) == 0;
    if (file->kind == ORO_BUILT_DATA) return oro_check_data_place(j->ctx, &j->claims, path, j->desc.force);
    return oro_check_target(j->ctx, &j->claims, path, file->kind == ORO_BUILT_PICTURE, j->desc.force);
}

oro_status oro_job_claim(oro_job *j) {
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < j->report->count; i++) {
        oro_built *file = &j->report->files[i];
        status = oro_folders_make(j->ctx, file->path, j);
        for (int k = 0; status == ORO_OK && file->kind == ORO_BUILT_LEVELS && k < ORO_MAX_LEVELS; k++) {
            char level[1100];
            oro_level_path(file->path, k, level, sizeof level);
            status = claim_file(j, file, level);
        }
        if (status == ORO_OK && file->kind != ORO_BUILT_LEVELS) status = claim_file(j, file, file->path);
        if (status == ORO_OK) status = check_sources(j, file);
        if (status == ORO_OK) status = try_writing(j, file);
    }
    if (status != ORO_BAD_ARGUMENT) return status;
    return j->ctx->error.status = ORO_BAD_INPUT; // it is the scene that says so
}
