// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A build from inside: its plan (plan.c), the files it claims (claim.c), what it writes (write.c). build.c has the order.
#ifndef ORO_BUILD_JOB_H
#define ORO_BUILD_JOB_H

#include "io/target.h"
#include "orogen/build.h"
#include "orogen/render.h"

typedef struct oro_job {
    oro_context *ctx;
    oro_scene *scene;
    oro_build_desc desc;
    oro_build_report *report; ///< the caller's or `own`; its files are the plan
    oro_build_report own;
    char name[256];   ///< of the scene's file, without folder and ending
    char folder[768]; ///< that is written into
    bool added;       ///< the scene names no outputs, and has two of ours until the end
    oro_claims claims;
    double from, to; ///< what part of the whole the progress told now is
    double told;     ///< the fraction told last
} oro_job;

/// The name of a scene by the path of its file: "valley" for "in/valley.oro.json".
void oro_scene_name_of(const char *path, char *name, size_t size);

/// May a map of this kind be heights? Its unit says.
bool oro_may_be_land(const oro_arg *arg);

/// The map of a scene that is its land unless somebody says: what its first output is made of if that may be heights, else the
/// last node that may be; NULL: none.
const char *oro_scene_land(const oro_scene *scene);

/// Adds the outputs of a scene that names none: NAME.png and NAME-relief.png.
oro_status oro_add_usual_outputs(oro_scene *scene, const char *name);

/// Finds what is to be written, where and as what, and refuses what cannot be. End with oro_job_end() in any case.
oro_status oro_job_plan(oro_job *j, const char *folder);
void oro_job_end(oro_job *j);

/// The output behind a file of the plan, in the job's scene or a copy of it.
static inline const oro_output *oro_job_output(const oro_scene *scene, const oro_built *file) {
    return oro_scene_output_at(scene, file->output);
}

/// What an output says of the mesh it writes, as the writers take it.
oro_status oro_job_describe_mesh(const oro_job *j, const oro_output *out, oro_mesh_write_desc *how);

/// Makes the folders, tries them, and refuses what is in the way, and what would be written over another output or over what
/// the scene reads.
oro_status oro_job_claim(oro_job *j);

/// Do the values of a run of `scene`, the job's or a copy of it, fit into the file? `report` gets what was chosen.
oro_status oro_job_check_values(const oro_job *j, oro_scene *scene, const oro_built *file, oro_write_report *report);

/// Writes everything from the last run.
oro_status oro_job_write(oro_job *j);

/// Removes the files and folders that the job made.
void oro_job_undo(oro_job *j);

/// Says how far the present part is; `user` is the job. False: it is to be cancelled.
bool oro_job_progress(void *user, double fraction, const char *what);

/// ORO_CANCELLED once somebody asked for that.
oro_status oro_job_check_cancel(const oro_job *j);

double oro_job_seconds(void); ///< of the monotonic clock

#endif
