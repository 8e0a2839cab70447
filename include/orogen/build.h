// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Building a scene: running it and writing everything its outputs name, maps with their sidecars, pictures and meshes. Part of
// liborogen, not of the core. What `orogen build` does is this call.
#ifndef OROGEN_BUILD_H
#define OROGEN_BUILD_H

#include "io.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

/// What an output is written as.
typedef enum oro_built_kind {
    ORO_BUILT_MAP,     ///< a raster in a file, with a sidecar
    ORO_BUILT_LEVELS,  ///< the levels of a pyramid, a file each, "height.l0.png" the coarsest; they share one range
    ORO_BUILT_PICTURE, ///< drawn in a style of render.h
    ORO_BUILT_MESH,    ///< a map as a mesh, with what belongs to it beside it
    ORO_BUILT_DATA,    ///< another kind of data, as it is
} oro_built_kind;

/// One output of a build, planned or written.
typedef struct oro_built {
    char path[1024]; ///< folder included
    int output;      ///< its place among the scene's outputs, or among the two of a scene that names none
    oro_built_kind kind;
    const char *format; ///< "png", "glb", or the style of a picture. As long as the scene's outputs
    oro_made made;      ///< what it shows
    bool existed;       ///< something was there before
    bool written;
    int32_t levels;          ///< files written of a pyramid
    char about[128];         ///< of data that is not a map, once written: "1089 vertices, 2048 triangles"
    double bytes;            ///< of the files once written, without what lies beside them; planned: at most, about
    double seconds;          ///< drawing and writing it took
    oro_hash hash;           ///< of the values, once written
    oro_write_report report; ///< the range that was chosen, and how many samples were clipped
    oro_error problem;       ///< planned: why it would be refused; status ORO_OK: nothing is known
} oro_built;

/// How a build went, or would go. Free with oro_build_report_free().
typedef struct oro_build_report {
    oro_grid geometry;    ///< of the maps; no data
    oro_built *files;     ///< by output
    int32_t count;        ///< of `files`
    bool early;           ///< a node ended early, as keep_partial allows; set before anything is written
    double seconds;       ///< all of it
    double memory_bytes;  ///< planned: the expected peak, as oro_bytes_peak() would give afterwards
    double memory_budget; ///< planned: what there is: the context's limit, or nine tenths of what is free now
    int32_t
        largest_detail; ///< planned, and there is not enough memory: the detail that fits; 0: none, or not looked for
    oro_error problem;  ///< planned: why all of it would be refused; status ORO_OK: nothing is known
} oro_build_report;

/// How a scene is built. Zero in any member means the default.
typedef struct oro_build_desc {
    int32_t detail;    ///< samples along the longer side; default: the scene's
    bool force;        ///< replace existing files
    bool clip;         ///< write what lies outside of a range as its ends, whatever the outputs say
    bool keep_partial; ///< on a cancel, end the node at work early where it can and write what there is (ORO_PARTIAL);
                       ///< keep what was written when a later file fails
    oro_progress_fn *progress;
    void *user;
    void (*wrote)(void *user, const oro_built *file); ///< called after each output that was written; gets `user`
    oro_build_report *report;                         ///< NULL, or gets how it went, also on failure; free it
} oro_build_desc;

/// Runs what the outputs need and writes all of them into `folder`, which is made where it is missing (NULL: one called as the
/// scene's file, here). A scene without outputs gets two: NAME.png, its last map, and NAME-relief.png, a picture of it. `desc`
/// may be NULL.
///
/// What can be checked beforehand is checked before anything is computed: names that leave the folder or are one file, formats that
/// cannot hold their data, files in the way, a folder that cannot be written, too little memory, and for large
/// maps a range that does not fit. Each file appears whole or not at all, a map together with its sidecar. On failure
/// and on a cancel (oro_cancel(), or `progress` returning false) the files and folders that this call made are gone, and the
/// scene is as it was; replaced files stay replaced.
///
/// ORO_BAD_INPUT, at "scene.oro.json/outputs/1": an invalid output. ORO_CANNOT_WRITE at the file. ORO_NO_MEMORY, hint
/// "detail" or "memory_limit". ORO_PARTIAL: as desc->keep_partial says; everything was written, and the scene says how far its
/// nodes went. Others as oro_scene_run(), oro_save_raster() and the calls of render.h.
oro_status oro_scene_build(oro_scene *scene, const char *folder, const oro_build_desc *desc);

/// Plans what that call would write and need, by running the scene at a small size; nothing is written. `report` gets it, also why the
/// build would be refused, as far as that is known. The same errors, for invalid outputs.
oro_status oro_scene_plan(oro_scene *scene, const char *folder, const oro_build_desc *desc, oro_build_report *report);

void oro_build_report_free(oro_context *ctx, oro_build_report *report); ///< allowed for one that is zero

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
