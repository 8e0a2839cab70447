// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Export: a terrain as the files that another program opens the first time. A target knows the sizes that program takes, its
// encodings, row order and units, and the numbers that are typed there; those stand in IMPORT.txt, and for programs in
// terrain.json. Part of liborogen, not of the core. What `orogen export` does is this call.
#ifndef OROGEN_EXPORT_H
#define OROGEN_EXPORT_H

#include "io.h"
#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // these names are what the shared library exports

/// A program, or a kind of them, that terrains are exported for.
typedef struct oro_target {
    const char *name;     ///< "unreal"
    const char *title;    ///< "Unreal Engine"
    const char *summary;  ///< one sentence: what is written
    const char *sizes;    ///< which sides it takes, in words
    const int32_t *offer; ///< sides to choose from, ends with 0; NULL: any will do
    bool square;          ///< both sides have to be the same
} oro_target;

/// All targets in the order people should meet them. `index` runs from 0 to oro_target_count() - 1.
int oro_target_count(void);
const oro_target *oro_target_at(int index);

/// The samples along a side that a target takes, nearest to `samples`: below it (or the same), and above. 0: there is none.
void oro_target_sizes_near(const oro_target *target, int32_t samples, int32_t *below, int32_t *above);

/// What is exported how. The table of oro_export_record() describes every member: its range, its default, and the targets that
/// it is for. Fill one with oro_args_init(ctx, oro_export_record(), &options), free it with oro_args_free().
typedef struct oro_export_options {
    oro_choice target;  ///< its place among the targets
    const char *size;   ///< "1009", "nearest", …; "": the terrain's own
    oro_choice rule;    ///< which sizes are allowed
    const char *region; ///< "x,y,width,height" in metres from the north-west corner; "": all
    const char *tiles;  ///< "4x4"; "": one
    int32_t overlap;    ///< samples that neighbouring tiles share
    const char *name;   ///< of the files, with {scene} and the like in it
    oro_range range;    ///< heights of the smallest and the largest code; NaN: what fits
    const char *land;   ///< the scene's map of heights; "": that of its first output
    const char *layers; ///< "auto", "none", or names with maps
    bool colour, normals, fill;
    oro_choice heights;
    const char *layout;
    oro_range blocks;
    float block, sea_block;
    oro_choice levels;
    oro_choice encoding;
    int32_t tile_pixels;
    float error;
    bool compress;
    float print_size, print_base, exaggeration;
} oro_export_options;

const oro_record *oro_export_record(void);

/// A map of shares, 0 to 1, of one material of the ground.
typedef struct oro_export_layer {
    const char *name;
    oro_colour colour; ///< alpha 0: none is known
    const oro_grid *share;
} oro_export_layer;

/// One file of an export.
typedef struct oro_exported {
    char path[1024];  ///< folder included
    const char *what; ///< "heights", "weights", "colour", "normals", "mesh", "tiles", "script", "text"
    const char *format;
    double bytes; ///< once written
    bool existed; ///< something was there before
} oro_exported;

/// How an export went, or would go. Free with oro_export_report_free().
typedef struct oro_export_report {
    oro_grid geometry; ///< of the heights that are exported, all tiles together; no data
    int32_t tiles[2], tile_size[2];
    oro_exported *files;
    int32_t count;
    bool has_range; ///< heights are codes: lo and hi are what the ends stand for
    double lo, hi;
    float min, max;  ///< of the heights, once they are known
    int64_t clipped; ///< samples outside of the range
    int32_t layers;
    oro_hash hash;  ///< of the heights
    double seconds; ///< all of it
} oro_export_report;

/// What is exported and how it is watched. A scene, or a map.
typedef struct oro_export_desc {
    oro_scene *scene;    ///< NULL: the map
    const oro_grid *map; ///< metres; holes are NaN
    const char *name;    ///< what it is called, for {scene}; default: a scene by its file, a map "terrain"
    const oro_georef *geo;
    const oro_export_layer *layers; ///< of the map: what the ground is made of
    int32_t layer_count;
    bool force; ///< replace files that are there
    bool clip;  ///< write what lies outside of a range as its ends
    bool plan;  ///< only say what would be written
    oro_progress_fn *progress;
    void *user;
    oro_export_report *report; ///< NULL, or gets how it went, also on failure; free it
} oro_export_desc;

/// Exports into `folder`, which is made where it is missing. A scene is built with the resolution that the size asks for; a map
/// is resampled. Everything is written beside its place first: on failure and on a cancel (oro_cancel(), or `progress` returning
/// false) the folder is as it was.
///
/// ORO_BAD_ARGUMENT at the option: a size that the target does not take, with the nearest that it does; a region that leaves the
/// map; an option that is not for this target; heights that do not fit their codes (hint "clip"). ORO_CANNOT_WRITE at the file:
/// it already exists (hint "force"), no folder, no space. ORO_UNSUPPORTED: a format that is not in this build. Others as
/// oro_scene_run().
oro_status oro_export(oro_context *ctx, const oro_export_desc *desc, const oro_export_options *options,
                      const char *folder);

void oro_export_report_free(oro_context *ctx, oro_export_report *report); ///< fine on one that is zero

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
