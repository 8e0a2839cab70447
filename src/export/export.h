// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// An export from inside. export.c has the order: options, shape (shape.c), plan, gather (gather.c), write, commit (stage.c). A
// target is a row of targets.def and a file: its write() names its files one after the other, twice: first only to plan them,
// then to write them, so that what is planned is what is written.
#ifndef ORO_EXPORT_EXPORT_H
#define ORO_EXPORT_EXPORT_H

#include "io/json.h"
#include "orogen/export.h"

#include <stdio.h>

enum { ORO_EXPORT_LAYERS = 8, ORO_EXPORT_TILES = 64 }; ///< most layers; most tiles along a side

/// Which sides are allowed.
typedef enum oro_size_rule {
    ORO_SIZES_OF_TARGET, ///< as its row says
    ORO_SIZES_ANY,
    ORO_SIZES_POWER,      ///< 2^n
    ORO_SIZES_POWER_PLUS, ///< 2^n + 1
    ORO_SIZES_UNREAL,     ///< components of sections
    ORO_SIZES_UNITY,      ///< 33 to 4097, 2^n + 1
} oro_size_rule;

bool oro_size_allowed(oro_size_rule rule, int32_t side);

/// How Unreal cuts a landscape: `components` of `sections` x `sections` sections of `quads` x `quads` quads. False where the
/// size has no such parts.
typedef struct oro_unreal_parts {
    int32_t quads, sections, components[2];
} oro_unreal_parts;
bool oro_unreal_cut(int32_t width, int32_t height, oro_unreal_parts *out);

/// What can be made for a target besides heights.
enum {
    ORO_GIVES_WEIGHTS = 1,
    ORO_GIVES_COLOUR = 2,
    ORO_GIVES_NORMALS = 4,
    ORO_GIVES_ALL = ORO_GIVES_WEIGHTS | ORO_GIVES_COLOUR | ORO_GIVES_NORMALS,
    ORO_GIVES_HOLES = 8, ///< heights that are missing may stay so
};

typedef struct oro_export_job oro_export_job;

typedef struct oro_target_row {
    oro_target info;
    oro_size_rule rule;
    unsigned gives;
    bool from_south;                        ///< it counts rows of tiles from the south
    oro_status (*check)(oro_export_job *e); ///< refuses options before anything is computed; NULL: takes all
    oro_status (*ready)(
        oro_export_job *e); ///< the heights are known: chooses what codes stand for; NULL: there are none
    oro_status (*write)(oro_export_job *e);
} oro_target_row;

const oro_target_row *oro_target_row_at(int index);

/// The part of a map that is exported, and how it is cut into tiles.
typedef struct oro_export_shape {
    oro_grid whole; ///< geometry of the terrain at the resolution that was chosen
    int32_t x, y;   ///< first sample of the region in it
    oro_grid part;  ///< geometry of the region
    int32_t tile[2];
} oro_export_shape;

/// A material of the ground.
typedef struct oro_layer {
    char name[64]; ///< for people and, as it can stand in a file's name, for files
    char file[64];
    oro_colour colour;
    char from[130]; ///< what the scene calls its map
    uint8_t *share; ///< a byte per sample of the region; those of all layers sum to 255. NULL while planning
} oro_layer;

typedef struct oro_export_file {
    char name[512]; ///< below the folder
    int tile[2];    ///< -1: of all
    int layer;      ///< -1: none
} oro_export_file;

extern const oro_record oro_export_table; ///< what oro_export_record() gives

struct oro_export_job {
    oro_context *ctx;
    oro_export_desc desc;
    const oro_export_options *o;
    const oro_target_row *target;
    oro_size_rule rule;
    oro_export_report *report, own;
    char folder[768], stage[900]; ///< where it goes, and where it is written first
    char name[256];               ///< of the scene
    char land[130];               ///< the scene's map of heights
    char colours[130];            ///< the scene's map of colours; "": none
    oro_georef geo;
    int32_t tiles[2];
    int32_t overlap;
    oro_export_shape shape;
    oro_grid heights; ///< of the region
    oro_extremes extremes;
    double lo, hi; ///< what the ends of codes stand for
    oro_layer layers[ORO_EXPORT_LAYERS];
    int layer_count;
    oro_image colour, normals; ///< a pixel per sample of the region
    oro_export_file *files;    ///< as in the report
    int32_t room;
    bool planning;
    int32_t at;         ///< while writing: the file that comes next
    uint32_t triangles; ///< of the mesh that was written
    oro_json *numbers;  ///< what a person types in the target, for terrain.json; filled by write()
    char **made;        ///< folders made below `folder`, to be taken back
    int32_t made_count;
    double from, to, told; ///< of the progress
    oro_log_fn *log;       ///< the context's own
    void *log_user;
};

bool oro_export_progress(void *user, double fraction, const char *what); ///< `user` is the job

/// Chooses the resolution and cuts it (shape.c): from options to `shape`.
oro_status oro_export_choose_shape(oro_export_job *e);

/// Is the tile's size one that the target takes, with both sides?
bool oro_export_size_fits(const oro_export_job *e, int32_t width, int32_t height);

/// Finds what is exported, before it is computed (layers.c): the land, its layers, its colours.
oro_status oro_export_find(oro_export_job *e);

/// What codes stand for by the options: the range that is given, or what fits. Refuses what would be cut off.
oro_status oro_export_range(oro_export_job *e);

/// Refuses heights beyond e->lo and e->hi, unless clipping is allowed.
oro_status oro_export_check_range(oro_export_job *e);

/// Computes the scene or resamples the map, and draws what the target wants (gather.c).
oro_status oro_export_gather(oro_export_job *e);
void oro_export_release(oro_export_job *e);

/// Shares of one sample as bytes that sum to 255, largest remainders first.
void oro_share_bytes(const float *shares, int count, uint8_t *bytes);

/// The name of files with its tokens filled in; `tile` NULL: of no tile (names.c).
oro_status oro_export_stem(oro_export_job *e, const int *tile, char *out, size_t size);

// --- writing (write.c, stage.c) ----------------------------------------------------------------------------------------------

typedef struct oro_place_in {
    const char *role;   ///< what tells it from others: "grass", "colour"; NULL: heights
    const char *ending; ///< ".png"
    const char *what;   ///< as oro_exported.what
    const int *tile;    ///< NULL: of all
    int layer;          ///< -1: none
} oro_place_in;

/// Notes a file while planning. While writing, `staged` gets where to write it, with its folders made.
oro_status oro_export_file_at(oro_export_job *e, const char *name, const oro_place_in *in, char *staged, size_t size);

/// The heights of a tile (NULL: of all) in a format by its ending. `how` says what codes there are; range, place and clipping are
/// filled in.
oro_status oro_export_heights(oro_export_job *e, const int *tile, const char *ending, const oro_write_desc *how,
                              bool sidecar);

/// A picture of a pixel per sample, or the tile's part of it.
oro_status oro_export_picture(oro_export_job *e, const int *tile, const oro_place_in *in, const oro_image *image);

/// Weights: a grey picture per layer with a pixel per sample; or pictures of four layers each, a pixel per cell.
oro_status oro_export_weights(oro_export_job *e, const int *tile);
oro_status oro_export_alphamaps(oro_export_job *e, const int *tile);

oro_status oro_export_text(oro_export_job *e, const char *name, const char *what, const char *text, size_t length);

/// Colour and normals of a tile, where they were asked for. `green_south`: green points down in the picture, as DirectX has it.
oro_status oro_export_pictures(oro_export_job *e, const int *tile, bool green_south);

/// The region as few triangles, its middle at 0,0; and that as a closed body in millimetres. Free with oro_mesh_free().
oro_status oro_export_surface(oro_export_job *e, oro_mesh *out);
oro_status oro_export_body(oro_export_job *e, const oro_mesh *surface, oro_mesh *out);

/// That surface with its colours as NAME.glb.
oro_status oro_export_glb(oro_export_job *e);

/// Calls `write` for each tile.
oro_status oro_export_each_tile(oro_export_job *e, oro_status (*write)(oro_export_job *e, const int *tile));

/// The grid of a tile, in the memory of the whole.
oro_grid oro_export_tile(const oro_export_job *e, const oro_grid *whole, const int *tile);

static inline bool oro_export_is_tiled(const oro_export_job *e) { return e->tiles[0] * e->tiles[1] > 1; }

/// The folder that is written into, and its end: everything in its place, or nothing.
oro_status oro_stage_begin(oro_export_job *e);
oro_status oro_stage_commit(oro_export_job *e);
void oro_stage_abort(oro_export_job *e);

// --- what is written for people and programs (words.c, manifest.c) -------------------------------------------------------------

/// Begins IMPORT.txt: what this is, its size, metres, heights, files.
void oro_import_begin(const oro_export_job *e, oro_text *text);

/// A line of a number that is typed: kept for terrain.json too, under `key`.
void oro_import_number(oro_export_job *e, oro_text *text, const char *label, const char *key, double value,
                       const char *unit);

/// Ends it with the traps that are the same everywhere, and writes it.
oro_status oro_import_end(oro_export_job *e, oro_text *text);

oro_status oro_export_manifest(oro_export_job *e);

/// A file that is the same in every export: a script, a page. From src/export/files.
typedef struct oro_export_constant {
    const char *name;
    const unsigned char *data;
    size_t length;
} oro_export_constant;
extern const oro_export_constant oro_export_constants[];
oro_status oro_export_constant_file(oro_export_job *e, const char *name, const char *to, const char *what);

#define ORO_TARGET(name, ...) oro_status oro_target_##name(oro_export_job *e);
#include "export/targets.def"
#undef ORO_TARGET
oro_status oro_target_unreal_check(oro_export_job *e);
oro_status oro_target_worldpainter_ready(oro_export_job *e);
oro_status oro_target_raw_check(oro_export_job *e);
oro_status oro_target_raw_ready(oro_export_job *e);
oro_status oro_target_web_check(oro_export_job *e);
oro_status oro_target_web_ready(oro_export_job *e);

#endif
