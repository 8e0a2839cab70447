// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// GENERATED from the argument tables by `./dev docs`. Typed arguments of every operator for C callers:
//
//     oro_slope_args a;
//     oro_slope_defaults(ctx, &a);
//     a.height = &terrain, a.result = &steepness;
//     oro_slope_call(ctx, &a, NULL);
//     oro_slope_free(ctx, &a); // the arguments, not the maps
#ifndef OROGEN_OPERATORS_H
#define OROGEN_OPERATORS_H

#include "operator.h"

// clang-format off

// --- generate.constant ---

/// Make the same height everywhere.
typedef struct oro_constant_args {
    oro_grid *result; ///< The flat terrain. (m)
    float height; ///< Height of every sample. (default 0 m, -100000 to 100000)
} oro_constant_args;

static inline oro_status oro_constant_defaults(oro_context *ctx, oro_constant_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.constant")->record, args);
}
static inline oro_status oro_constant_call(oro_context *ctx, oro_constant_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.constant"), args, desc);
}
static inline void oro_constant_free(oro_context *ctx, oro_constant_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.constant")->record, args);
}

// --- generate.noise ---

enum { ORO_NOISE_BASIS_GRADIENT, ORO_NOISE_BASIS_SIMPLEX, ORO_NOISE_BASIS_VALUE, ORO_NOISE_BASIS_CELLULAR }; ///< noise_args.basis
enum { ORO_NOISE_FRACTAL_FBM, ORO_NOISE_FRACTAL_RIDGED, ORO_NOISE_FRACTAL_BILLOW }; ///< noise_args.fractal
enum { ORO_NOISE_FEATURE_F1, ORO_NOISE_FEATURE_F2, ORO_NOISE_FEATURE_F2_F1, ORO_NOISE_FEATURE_F1_F2, ORO_NOISE_FEATURE_CELL }; ///< noise_args.feature
enum { ORO_NOISE_METRIC_EUCLIDEAN, ORO_NOISE_METRIC_SQUARED, ORO_NOISE_METRIC_MANHATTAN, ORO_NOISE_METRIC_CHEBYSHEV }; ///< noise_args.metric
/// Make hills and mountains from fractal noise.
typedef struct oro_noise_args {
    oro_grid *result; ///< The terrain. (m)
    oro_choice basis; ///< What one octave is: smooth hills (gradient), rounder ones without a square lattice behind them (simplex), random heights blended (value), or distances to scattered points (cellular). (default gradient)
    oro_choice fractal; ///< How octaves are shaped before they are summed: as they are, folded into crests, or folded into rounded lumps. With one octave of fbm the result is the plain basis. (default fbm)
    float scale; ///< Size of the largest features. (default 4000 m, 0.0625 to 1000000)
    oro_field amplitude; ///< Height of the largest features, from the middle to the most extreme peak; finer octaves come on top. (default 1000 m, -100000 to 100000)
    float base; ///< Height where the noise is zero. (default 0 m, -100000 to 100000)
    int32_t octaves; ///< How many sizes of features are summed. Those smaller than two cells fade out, so a finer map shows the same land with more detail. (default 12, 1 to 16)
    float lacunarity; ///< How many times smaller each octave's features are than those before. (default 2, 1.2 to 4)
    oro_field gain; ///< How high each octave is against the one before: the roughness. Mountains take about 0.5, lowlands 0.4. (default 0.5, 0 to 1)
    oro_seed seed; ///< Another number, another terrain of the same kind. (default 0)
    oro_choice feature; ///< What is measured: the distance to the nearest point, to the second nearest, their difference (zero on the borders between cells), their product, or one random height per cell. (default f1)
    oro_choice metric; ///< How distance is measured. (default euclidean)
    float jitter; ///< How far the points stray from a square lattice: 0 not at all, 1 all over their cell. (default 1, 0 to 1)
    float angle; ///< Turns the pattern counter-clockwise. (default 0 deg, -360 to 360)
    float stretch; ///< Makes features this many times longer along the angle, for ranges that run one way. (default 1, 0.1 to 10)
    float offset_x; ///< Moves the pattern east. (default 0 m, -10000000 to 10000000)
    float offset_y; ///< Moves the pattern south. (default 0 m, -10000000 to 10000000)
    oro_field warp; ///< Displaces every place by a second noise of this height before the octaves are looked up, which bends and folds the features. (default 0 m, -100000 to 100000)
    float warp_scale; ///< Size of the largest bends of the warp. (default 2500 m, 0.0625 to 1000000)
    int32_t warp_octaves; ///< How many sizes of bends are summed. (default 3, 1 to 8)
    float sharpness; ///< Exponent on every octave brought to 0..1: above 1 narrows crests and widens valleys. (default 1, 0.2 to 5)
    float damping; ///< Weakens finer octaves where the coarser ones are steep, which leaves ridges rough and flanks smooth as erosion does. (default 0.5, 0 to 20)
    float lowland; ///< Weakens finer octaves where the coarser ones are low: 1 leaves valley floors smooth. (default 0.5, 0 to 1)
    float power; ///< Exponent on the sum brought to 0..1: above 1 flattens low ground and steepens peaks. (default 1, 0.2 to 5)
    float contrast; ///< Pushes heights away from the middle (above 0) or towards it (below 0). (default 0, -1 to 1)
    oro_curve profile; ///< A graph that maps the sum, brought to 0..1, to new heights in 0..1: terraces, plateaus, beaches. (default none, 0 to 1)
} oro_noise_args;

static inline oro_status oro_noise_defaults(oro_context *ctx, oro_noise_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.noise")->record, args);
}
static inline oro_status oro_noise_call(oro_context *ctx, oro_noise_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.noise"), args, desc);
}
static inline void oro_noise_free(oro_context *ctx, oro_noise_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.noise")->record, args);
}

// --- generate.plane ---

/// Make an evenly tilted plane.
typedef struct oro_plane_args {
    oro_grid *result; ///< The tilted terrain. (m)
    float height; ///< Height at the reference point. (default 0 m, -100000 to 100000)
    float x; ///< Metres to the east of the world's zero. (default 2000 m, -10000000 to 10000000)
    float y; ///< Metres to the south of the world's zero. (default 2000 m, -10000000 to 10000000)
    float slope; ///< Angle between the plane and the horizontal. (default 5 deg, 0 to 89)
    float direction; ///< Azimuth the ground falls towards: 0 is north, 90 east, 180 south. (default 180 deg, -360 to 360)
} oro_plane_args;

static inline oro_status oro_plane_defaults(oro_context *ctx, oro_plane_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.plane")->record, args);
}
static inline oro_status oro_plane_call(oro_context *ctx, oro_plane_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.plane"), args, desc);
}
static inline void oro_plane_free(oro_context *ctx, oro_plane_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.plane")->record, args);
}

// --- generate.shape ---

enum { ORO_SHAPE_KIND_CONE, ORO_SHAPE_KIND_DOME, ORO_SHAPE_KIND_RIDGE, ORO_SHAPE_KIND_CRATER }; ///< shape_args.kind
/// Make a cone, dome, ridge or crater.
typedef struct oro_shape_args {
    oro_grid *result; ///< The landform on ground of height 0. (m)
    oro_choice kind; ///< Which landform to make. (default cone)
    float x; ///< The centre's metres to the east of the world's zero. (default 2000 m, -10000000 to 10000000)
    float y; ///< The centre's metres to the south of the world's zero. (default 2000 m, -10000000 to 10000000)
    float radius; ///< Distance from the centre to the foot, or to the rim of a crater. (default 1200 m, 0.0625 to 1000000)
    float height; ///< Height of the summit (below 0 the form is a hollow), or of a crater's rim (at least 0). (default 600 m, -100000 to 100000)
    float length; ///< Length of the line of full height. (default 2000 m, 0 to 1000000)
    float azimuth; ///< Direction the line runs in, clockwise from north. (default 45 deg, -360 to 360)
    float profile; ///< Power of the flank: above 1 it is hollow and the summit sharp, as a volcano's; below 1 it bulges. (default 1, 0.25 to 8)
    float softness; ///< How far the sharp places (tip and foot, or the rim) are rounded; 0 leaves them sharp. (default 0.35, 0 to 1)
    float depth; ///< Depth of the floor below the ground around the crater. (default 300 m, 0 to 100000)
    float flatness; ///< Part of the radius that is level floor. (default 0.3, 0 to 0.9375)
} oro_shape_args;

static inline oro_status oro_shape_defaults(oro_context *ctx, oro_shape_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.shape")->record, args);
}
static inline oro_status oro_shape_call(oro_context *ctx, oro_shape_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.shape"), args, desc);
}
static inline void oro_shape_free(oro_context *ctx, oro_shape_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.shape")->record, args);
}

// --- generate.import ---

enum { ORO_IMPORT_FIT_COVER, ORO_IMPORT_FIT_CONTAIN, ORO_IMPORT_FIT_PLACE }; ///< import_args.fit
enum { ORO_IMPORT_OUTSIDE_EDGE, ORO_IMPORT_OUTSIDE_LEVEL }; ///< import_args.outside
/// Read a terrain from a file.
typedef struct oro_import_args {
    oro_grid *result; ///< The file's terrain on the ground of this world. (m)
    oro_file file; ///< Raster to read; its formats are those of `convert`.
    oro_choice fit; ///< Scale the file evenly until it covers the world (cutting what hangs over) or until all of it lies inside, or leave it at its own metres. (default cover)
    oro_choice outside; ///< What lies around the file: its edge drawn on, or level ground. (default edge)
    float outside_height; ///< Height of the level ground around the file. (default 0 m, -100000 to 100000)
    oro_range heights; ///< Heights of the file's darkest and brightest value, where it does not tell metres itself. (default 0..1000 m, -100000 to 100000)
} oro_import_args;

static inline oro_status oro_import_defaults(oro_context *ctx, oro_import_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.import")->record, args);
}
static inline oro_status oro_import_call(oro_context *ctx, oro_import_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.import"), args, desc);
}
static inline void oro_import_free(oro_context *ctx, oro_import_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.import")->record, args);
}

// --- filter.blend ---

enum { ORO_BLEND_MODE_MIX, ORO_BLEND_MODE_ADD, ORO_BLEND_MODE_SUBTRACT, ORO_BLEND_MODE_MULTIPLY, ORO_BLEND_MODE_MINIMUM, ORO_BLEND_MODE_MAXIMUM, ORO_BLEND_MODE_SMOOTH_MINIMUM, ORO_BLEND_MODE_SMOOTH_MAXIMUM, ORO_BLEND_MODE_SCREEN, ORO_BLEND_MODE_DIFFERENCE }; ///< blend_args.mode
/// Make one map of two.
typedef struct oro_blend_args {
    const oro_grid *a; ///< The map below.
    const oro_grid *b; ///< The map that is laid over it.
    oro_grid *result; ///< What the two make.
    oro_choice mode; ///< How two values make one: b itself, a sum, a - b, a product, the lower, the higher, those with a rounded corner, 1 - (1-a)(1-b) for masks, or the distance between them. (default mix)
    oro_field amount; ///< How much of the result replaces a; a map makes it a mask. (default 1, 0 to 1)
    float radius; ///< Values closer than this are rounded together; where they are equal the result is a quarter of it away. (default 20, 0 to 100000)
} oro_blend_args;

static inline oro_status oro_blend_defaults(oro_context *ctx, oro_blend_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.blend")->record, args);
}
static inline oro_status oro_blend_call(oro_context *ctx, oro_blend_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.blend"), args, desc);
}
static inline void oro_blend_free(oro_context *ctx, oro_blend_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.blend")->record, args);
}

// --- filter.mask ---

enum { ORO_MASK_KIND_HEIGHT, ORO_MASK_KIND_SLOPE, ORO_MASK_KIND_DIRECTION, ORO_MASK_KIND_CURVATURE }; ///< mask_args.kind
/// Find ground by height, slope, direction or curvature.
typedef struct oro_mask_args {
    const oro_grid *height; ///< Terrain to look at. (m)
    oro_grid *result; ///< The mask: 1 where it holds, 0 where not.
    oro_choice kind; ///< What is looked at. (default height)
    oro_range heights; ///< Heights that belong to it. (default 300..1000 m, -1000000 to 1000000)
    float height_softness; ///< Metres outside the range over which the mask fades. (default 50 m, 0 to 100000)
    oro_range slopes; ///< Slopes that belong to it. (default 0..30 deg, 0 to 90)
    float slope_softness; ///< Degrees outside the range over which the mask fades. (default 5 deg, 0 to 90)
    float direction; ///< Azimuth the ground faces, which is where it falls to: 0 is north, 90 east. Level ground faces nowhere. (default 0 deg, -360 to 360)
    float direction_width; ///< Width of the sector that belongs to it. (default 90 deg, 0 to 360)
    float direction_softness; ///< Degrees on either side of the sector over which the mask fades. (default 30 deg, 0 to 180)
    oro_range curvatures; ///< Curvatures that belong to it: above 0 on ridges, below 0 in valleys. (default 0.002..1000 1/m, -1000 to 1000)
    float curvature_softness; ///< Curvature outside the range over which the mask fades. (default 0.002 1/m, 0 to 1000)
    float reach; ///< Distance over which slope and curvature are measured; at least one sample. Larger sees larger forms. (default 40 m, 0 to 100000)
    bool invert; ///< Take everything else instead. (default off)
} oro_mask_args;

static inline oro_status oro_mask_defaults(oro_context *ctx, oro_mask_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.mask")->record, args);
}
static inline oro_status oro_mask_call(oro_context *ctx, oro_mask_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.mask"), args, desc);
}
static inline void oro_mask_free(oro_context *ctx, oro_mask_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.mask")->record, args);
}

// --- filter.remap ---

/// Send values through a curve.
typedef struct oro_remap_args {
    const oro_grid *height; ///< Map to send through the curve.
    oro_grid *result; ///< The map after the curve.
    oro_range from; ///< Values that are 0 and 1 on the curve's x axis. (default 0..1000, -1000000 to 1000000)
    oro_curve curve; ///< The curve; before its first and after its last point it stays level. (default 0:0 1:1, -100 to 100)
    oro_range to; ///< Values that 0 and 1 on the curve's y axis become. (default 0..1000, -1000000 to 1000000)
} oro_remap_args;

static inline oro_status oro_remap_defaults(oro_context *ctx, oro_remap_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.remap")->record, args);
}
static inline oro_status oro_remap_call(oro_context *ctx, oro_remap_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.remap"), args, desc);
}
static inline void oro_remap_free(oro_context *ctx, oro_remap_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.remap")->record, args);
}

// --- filter.normalise ---

/// Spread a map over a range.
typedef struct oro_normalise_args {
    const oro_grid *height; ///< Map to spread.
    oro_grid *result; ///< The map from one end of the range to the other.
    oro_range to; ///< Values that the lowest and the highest sample get. (default 0..1, -1000000 to 1000000)
} oro_normalise_args;

static inline oro_status oro_normalise_defaults(oro_context *ctx, oro_normalise_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.normalise")->record, args);
}
static inline oro_status oro_normalise_call(oro_context *ctx, oro_normalise_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.normalise"), args, desc);
}
static inline void oro_normalise_free(oro_context *ctx, oro_normalise_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.normalise")->record, args);
}

// --- filter.clamp ---

/// Hold values inside a range.
typedef struct oro_clamp_args {
    const oro_grid *height; ///< Map to hold inside the range.
    oro_grid *result; ///< The held map.
    oro_range limits; ///< Lowest and highest value that may remain. (default 0..1000, -1000000 to 1000000)
    float knee; ///< Values closer than this to a limit bend towards it instead of breaking off; more than the range's own width counts as that width. (default 0, 0 to 100000)
} oro_clamp_args;

static inline oro_status oro_clamp_defaults(oro_context *ctx, oro_clamp_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.clamp")->record, args);
}
static inline oro_status oro_clamp_call(oro_context *ctx, oro_clamp_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.clamp"), args, desc);
}
static inline void oro_clamp_free(oro_context *ctx, oro_clamp_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.clamp")->record, args);
}

// --- filter.invert ---

enum { ORO_INVERT_ABOUT_EXTREMES, ORO_INVERT_ABOUT_LEVEL }; ///< invert_args.about
/// Turn a map upside down.
typedef struct oro_invert_args {
    const oro_grid *height; ///< Map to turn over.
    oro_grid *result; ///< The map upside down.
    oro_choice about; ///< Swap the lowest with the highest value, or mirror everything at a level. (default extremes)
    float level; ///< The level that stays where it is; 0.5 for masks. (default 0, -100000 to 100000)
} oro_invert_args;

static inline oro_status oro_invert_defaults(oro_context *ctx, oro_invert_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.invert")->record, args);
}
static inline oro_status oro_invert_call(oro_context *ctx, oro_invert_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.invert"), args, desc);
}
static inline void oro_invert_free(oro_context *ctx, oro_invert_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.invert")->record, args);
}

// --- filter.terrace ---

/// Cut the ground into steps.
typedef struct oro_terrace_args {
    const oro_grid *height; ///< Terrain to cut into steps. (m)
    oro_grid *result; ///< The stepped terrain. (m)
    oro_field amount; ///< How far the ground is moved towards the steps; a map makes it a mask. (default 1, 0 to 1)
    float step; ///< Height of a step. (default 60 m, 0.125 to 100000)
    float offset; ///< Height of one of the treads; the others follow from it. (default 0 m, -100000 to 100000)
    float sharpness; ///< How level the treads are and how steep the risers: 0 changes nothing, 1 leaves the treads all but level. (default 0.75, 0 to 1)
    float irregularity; ///< How much the steps differ in height from each other. (default 0.3, 0 to 1)
    oro_seed seed; ///< Another number gives other irregular steps. (default 0)
} oro_terrace_args;

static inline oro_status oro_terrace_defaults(oro_context *ctx, oro_terrace_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.terrace")->record, args);
}
static inline oro_status oro_terrace_call(oro_context *ctx, oro_terrace_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.terrace"), args, desc);
}
static inline void oro_terrace_free(oro_context *ctx, oro_terrace_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.terrace")->record, args);
}

// --- filter.blur ---

enum { ORO_BLUR_KIND_GAUSSIAN, ORO_BLUR_KIND_BOX }; ///< blur_args.kind
/// Soften a map.
typedef struct oro_blur_args {
    const oro_grid *height; ///< Map to soften.
    oro_grid *result; ///< The softened map.
    oro_choice kind; ///< Weigh neighbours by a bell curve, or all in a square alike. (default gaussian)
    float radius; ///< Standard deviation of the bell, or half the width of the square. A bell is held at four times the map's longer side (half the shorter side where it wraps), a square at twice the map. (default 20 m, 0 to 100000)
    oro_field amount; ///< How much of the softened map replaces the map; a map makes it a mask. (default 1, 0 to 1)
} oro_blur_args;

static inline oro_status oro_blur_defaults(oro_context *ctx, oro_blur_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.blur")->record, args);
}
static inline oro_status oro_blur_call(oro_context *ctx, oro_blur_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.blur"), args, desc);
}
static inline void oro_blur_free(oro_context *ctx, oro_blur_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.blur")->record, args);
}

// --- filter.warp ---

enum { ORO_WARP_BY_SLOPE, ORO_WARP_BY_MAPS }; ///< warp_args.by
enum { ORO_WARP_SAMPLING_CUBIC, ORO_WARP_SAMPLING_LINEAR }; ///< warp_args.sampling
/// Distort a map by other maps or by slope.
typedef struct oro_warp_args {
    const oro_grid *height; ///< Map to distort.
    const oro_grid *east; ///< How far to the east each sample is taken from, in amounts; none is 0. (optional)
    const oro_grid *south; ///< How far to the south each sample is taken from, in amounts; none is 0. (optional)
    const oro_grid *guide; ///< Terrain whose slope moves the samples; none is the map itself. (optional, m)
    oro_grid *result; ///< The distorted map.
    oro_choice by; ///< Move samples along the slope of the guide, or by the maps east and south. (default slope)
    oro_field amount; ///< Metres that a slope of 1 (45 degrees) uphill, or a 1 in the maps, reaches. Uphill widens peaks; below 0 samples come from downhill, which sharpens them. (default 50 m, -100000 to 100000)
    oro_choice sampling; ///< Cubic keeps detail, and may overshoot a little at cliffs; linear softens. (default cubic)
} oro_warp_args;

static inline oro_status oro_warp_defaults(oro_context *ctx, oro_warp_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.warp")->record, args);
}
static inline oro_status oro_warp_call(oro_context *ctx, oro_warp_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.warp"), args, desc);
}
static inline void oro_warp_free(oro_context *ctx, oro_warp_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.warp")->record, args);
}

// --- filter.resample ---

enum { ORO_RESAMPLE_BY_SAMPLES, ORO_RESAMPLE_BY_CELL }; ///< resample_args.by
/// Change how many samples a map has.
typedef struct oro_resample_args {
    const oro_grid *height; ///< Map to bring to another resolution.
    oro_grid *result; ///< The same ground with other samples.
    oro_choice by; ///< Say how many samples the longer side gets, or how far apart they are. (default samples)
    int32_t samples; ///< Samples along the longer side; in a world that wraps, the nearest number that leaves whole cells on the shorter one. (default 513, 1 to 65536)
    float cell; ///< Distance between samples; the last one is the last that still lies on the map. In a world that wraps it is adjusted so that whole cells go round. (default 10 m, 0.0625 to 1000000)
} oro_resample_args;

static inline oro_status oro_resample_defaults(oro_context *ctx, oro_resample_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.resample")->record, args);
}
static inline oro_status oro_resample_call(oro_context *ctx, oro_resample_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.resample"), args, desc);
}
static inline void oro_resample_free(oro_context *ctx, oro_resample_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.resample")->record, args);
}

// --- analyse.slope ---

enum { ORO_SLOPE_MEASURE_DEGREES, ORO_SLOPE_MEASURE_PERCENT, ORO_SLOPE_MEASURE_RATIO }; ///< slope_args.measure
/// Measure how steep the ground is.
typedef struct oro_slope_args {
    const oro_grid *height; ///< Terrain to measure. (m)
    oro_grid *result; ///< Steepness of every sample.
    oro_choice measure; ///< Degrees from the horizontal, rise per 100 of run, or rise per run. (default degrees)
} oro_slope_args;

static inline oro_status oro_slope_defaults(oro_context *ctx, oro_slope_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.slope")->record, args);
}
static inline oro_status oro_slope_call(oro_context *ctx, oro_slope_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.slope"), args, desc);
}
static inline void oro_slope_free(oro_context *ctx, oro_slope_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.slope")->record, args);
}

// --- analyse.statistics ---

/// Measure heights, slopes and the erosion score.
typedef struct oro_statistics_args {
    const oro_grid *height; ///< Terrain to measure. (m)
    double *minimum; ///< Lowest height. (m)
    double *maximum; ///< Highest height. (m)
    double *relief; ///< Highest less lowest height. (m)
    double *mean; ///< Mean height. (m)
    double *deviation; ///< Standard deviation of the heights. (m)
    double *median; ///< The height that half of the samples do not exceed. (m)
    double *mean_slope; ///< Mean of the slopes, metres per metre, each the steepest to the four neighbours.
    double *slope_deviation; ///< Standard deviation of the slopes.
    double *erosion_score; ///< Deviation of the slopes over their mean (Olsen): high where level ground lies between steep walls; 0 for a map without slopes.
} oro_statistics_args;

static inline oro_status oro_statistics_defaults(oro_context *ctx, oro_statistics_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.statistics")->record, args);
}
static inline oro_status oro_statistics_call(oro_context *ctx, oro_statistics_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.statistics"), args, desc);
}
static inline void oro_statistics_free(oro_context *ctx, oro_statistics_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.statistics")->record, args);
}

/// Every member as X(operator, member), for checking that these structs and the library agree.
#define ORO_OPERATORS_MEMBERS(X) \
    X(constant, result) \
    X(constant, height) \
    X(noise, result) \
    X(noise, basis) \
    X(noise, fractal) \
    X(noise, scale) \
    X(noise, amplitude) \
    X(noise, base) \
    X(noise, octaves) \
    X(noise, lacunarity) \
    X(noise, gain) \
    X(noise, seed) \
    X(noise, feature) \
    X(noise, metric) \
    X(noise, jitter) \
    X(noise, angle) \
    X(noise, stretch) \
    X(noise, offset_x) \
    X(noise, offset_y) \
    X(noise, warp) \
    X(noise, warp_scale) \
    X(noise, warp_octaves) \
    X(noise, sharpness) \
    X(noise, damping) \
    X(noise, lowland) \
    X(noise, power) \
    X(noise, contrast) \
    X(noise, profile) \
    X(plane, result) \
    X(plane, height) \
    X(plane, x) \
    X(plane, y) \
    X(plane, slope) \
    X(plane, direction) \
    X(shape, result) \
    X(shape, kind) \
    X(shape, x) \
    X(shape, y) \
    X(shape, radius) \
    X(shape, height) \
    X(shape, length) \
    X(shape, azimuth) \
    X(shape, profile) \
    X(shape, softness) \
    X(shape, depth) \
    X(shape, flatness) \
    X(import, result) \
    X(import, file) \
    X(import, fit) \
    X(import, outside) \
    X(import, outside_height) \
    X(import, heights) \
    X(blend, a) \
    X(blend, b) \
    X(blend, result) \
    X(blend, mode) \
    X(blend, amount) \
    X(blend, radius) \
    X(mask, height) \
    X(mask, result) \
    X(mask, kind) \
    X(mask, heights) \
    X(mask, height_softness) \
    X(mask, slopes) \
    X(mask, slope_softness) \
    X(mask, direction) \
    X(mask, direction_width) \
    X(mask, direction_softness) \
    X(mask, curvatures) \
    X(mask, curvature_softness) \
    X(mask, reach) \
    X(mask, invert) \
    X(remap, height) \
    X(remap, result) \
    X(remap, from) \
    X(remap, curve) \
    X(remap, to) \
    X(normalise, height) \
    X(normalise, result) \
    X(normalise, to) \
    X(clamp, height) \
    X(clamp, result) \
    X(clamp, limits) \
    X(clamp, knee) \
    X(invert, height) \
    X(invert, result) \
    X(invert, about) \
    X(invert, level) \
    X(terrace, height) \
    X(terrace, result) \
    X(terrace, amount) \
    X(terrace, step) \
    X(terrace, offset) \
    X(terrace, sharpness) \
    X(terrace, irregularity) \
    X(terrace, seed) \
    X(blur, height) \
    X(blur, result) \
    X(blur, kind) \
    X(blur, radius) \
    X(blur, amount) \
    X(warp, height) \
    X(warp, east) \
    X(warp, south) \
    X(warp, guide) \
    X(warp, result) \
    X(warp, by) \
    X(warp, amount) \
    X(warp, sampling) \
    X(resample, height) \
    X(resample, result) \
    X(resample, by) \
    X(resample, samples) \
    X(resample, cell) \
    X(slope, height) \
    X(slope, result) \
    X(slope, measure) \
    X(statistics, height) \
    X(statistics, minimum) \
    X(statistics, maximum) \
    X(statistics, relief) \
    X(statistics, mean) \
    X(statistics, deviation) \
    X(statistics, median) \
    X(statistics, mean_slope) \
    X(statistics, slope_deviation) \
    X(statistics, erosion_score)

// clang-format on
#endif
