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

#ifdef __cplusplus
extern "C" {
#endif

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
    oro_choice basis; ///< What one octave is: smooth hills (gradient), much the same on a lattice of triangles (simplex, four times slower), random heights blended (value), or distances to scattered points (cellular). (default gradient)
    oro_choice fractal; ///< How octaves are shaped before they are summed: as they are, folded into crests, or folded into rounded lumps. With one octave of fbm the result is the plain basis. (default fbm)
    float scale; ///< Size of the largest features. (default 4000 m, 0.0625 to 1000000)
    oro_field amplitude; ///< Height of the largest features: no octave goes further from the middle, and the first goes about two thirds of the way (with gradient and simplex noise); finer octaves come on top. (default 1000 m, -100000 to 100000)
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

// --- generate.value_fractal ---

enum { ORO_VALUE_FRACTAL_BLEND_LINEAR, ORO_VALUE_FRACTAL_BLEND_SMOOTH }; ///< value_fractal_args.blend
/// Roughen land with Hume's value noise.
typedef struct oro_value_fractal_args {
    const oro_grid *height; ///< Land to add the noise to; without one, level ground. (optional, m)
    oro_grid *result; ///< The rough land. (m)
    float extrude; ///< Height that all octaves would reach together; each next one has half the height. (default 600 m, -100000 to 100000)
    float scale; ///< Twice the length of the largest chunks: the width of the document's map. Where the map wraps, it is changed a little so that whole chunks go round. (default 4000 m, 0.5 to 1000000)
    int32_t resolution; ///< The last octave: how fine the noise is. Octaves whose chunks are smaller than a cell are left out. (default 10, 1 to 20)
    int32_t skip; ///< How many of the first octaves to leave out. 3 keeps the shape of the land below. (default 0, 0 to 20)
    oro_choice blend; ///< How chunks are blended between their corners: straight, coarse as rock, as the document does it, or smoothly. (default linear)
    oro_seed seed; ///< Another number, another noise of the same kind. (default 0)
} oro_value_fractal_args;

static inline oro_status oro_value_fractal_defaults(oro_context *ctx, oro_value_fractal_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.value_fractal")->record, args);
}
static inline oro_status oro_value_fractal_call(oro_context *ctx, oro_value_fractal_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.value_fractal"), args, desc);
}
static inline void oro_value_fractal_free(oro_context *ctx, oro_value_fractal_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.value_fractal")->record, args);
}

// --- generate.spectral ---

enum { ORO_SPECTRAL_INTERPOLATION_CUBIC, ORO_SPECTRAL_INTERPOLATION_LINEAR }; ///< spectral_args.interpolation
/// Make terrain from octaves of random lattices.
typedef struct oro_spectral_args {
    oro_grid *result; ///< The terrain. (m)
    oro_choice interpolation; ///< How heights run between the random points: without creases, or straight, which is faster and shows the lattice. (default cubic)
    float scale; ///< Distance between the random points of the first octave. (default 4096 m, 0.0625 to 1000000)
    float height; ///< Height above the base that all octaves reach together at most. (default 512 m, -100000 to 100000)
    float base; ///< Height where every octave is lowest. (default 0 m, -100000 to 100000)
    int32_t octaves; ///< How many lattices are summed. Those finer than the map's cells are left out, so a finer map shows the same land with more detail. (default 12, 1 to 24)
    float persistence; ///< How high each octave is against the one before: the roughness. (default 0.5, 0 to 1)
    oro_seed seed; ///< Another number, another terrain of the same kind. (default 0)
} oro_spectral_args;

static inline oro_status oro_spectral_defaults(oro_context *ctx, oro_spectral_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.spectral")->record, args);
}
static inline oro_status oro_spectral_call(oro_context *ctx, oro_spectral_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.spectral"), args, desc);
}
static inline void oro_spectral_free(oro_context *ctx, oro_spectral_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.spectral")->record, args);
}

// --- generate.midpoint ---

enum { ORO_MIDPOINT_DISTRIBUTION_UNIFORM, ORO_MIDPOINT_DISTRIBUTION_GAUSSIAN }; ///< midpoint_args.distribution
enum { ORO_MIDPOINT_OFFSETS_BY_ALTITUDE, ORO_MIDPOINT_OFFSETS_EVEN }; ///< midpoint_args.offsets
/// Make terrain by displacing midpoints.
typedef struct oro_midpoint_args {
    oro_grid *result; ///< The terrain. (m)
    float scale; ///< Distance between the first random points: the size of the largest features. (default 2048 m, 0.0625 to 1000000)
    float height; ///< The first random points lie between the base and this far above it. (default 512 m, -100000 to 100000)
    float base; ///< Height that the random points start from. (default 0 m, -100000 to 100000)
    float persistence; ///< How far points are displaced at each halving against the one before: the roughness. (default 0.5, 0 to 1)
    oro_choice distribution; ///< How displacements are drawn: all equally likely within their range, or small ones more often and large ones without a bound. (default uniform)
    oro_choice offsets; ///< Displace by how high the ground is, so that low ground is smooth as if material had settled there, or everywhere alike. (default by-altitude)
    oro_seed seed; ///< Another number, another terrain of the same kind. (default 0)
} oro_midpoint_args;

static inline oro_status oro_midpoint_defaults(oro_context *ctx, oro_midpoint_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.midpoint")->record, args);
}
static inline oro_status oro_midpoint_call(oro_context *ctx, oro_midpoint_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.midpoint"), args, desc);
}
static inline void oro_midpoint_free(oro_context *ctx, oro_midpoint_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.midpoint")->record, args);
}

// --- generate.voronoi ---

enum { ORO_VORONOI_METRIC_SQUARED, ORO_VORONOI_METRIC_EUCLIDEAN }; ///< voronoi_args.metric
enum { ORO_VORONOI_SEARCH_EXACT, ORO_VORONOI_SEARCH_OLSEN, ORO_VORONOI_SEARCH_SHORT = ORO_VORONOI_SEARCH_OLSEN }; ///< voronoi_args.search
enum { ORO_VORONOI_VALUES_SPREAD, ORO_VORONOI_VALUES_PLAIN }; ///< voronoi_args.values
/// Make hills over the cells of a Voronoi diagram.
typedef struct oro_voronoi_args {
    oro_grid *result; ///< The hills. (m)
    oro_grid *domains; ///< The domain map: for every sample the factor of the hill it belongs to, 0 where that hill is left out.
    float region; ///< Side of the square regions that the points are scattered in. (default 2048 m, 0.0625 to 1000000)
    int32_t points; ///< How many points each region has. (default 1, 1 to 16)
    oro_choice metric; ///< How distance is measured: squared (round summits, faster) or as the crow flies (cones). (default squared)
    oro_choice search; ///< Look as far as the nearest points can be, or only into the eight regions around, as Olsen does, which is faster and now and then misses one. (default exact)
    float c1; ///< How much the distance to the nearest point counts. (default -1, -10 to 10)
    float c2; ///< How much the distance to the second nearest point counts. (default 1, -10 to 10)
    float c3; ///< How much the distance to the third nearest point counts. (default 0, -10 to 10)
    float c4; ///< How much the distance to the fourth nearest point counts. (default 0, -10 to 10)
    float height; ///< Height of the highest hill, or of a distance of one region where values are plain. (default 512 m, -100000 to 100000)
    oro_choice values; ///< Spread the map from 0 to the height, or leave distances as they are, which does not depend on what part of the world the map shows. (default spread)
    float coverage; ///< Part of the hills that stand; the others are level ground. (default 1, 0 to 1)
    float variation; ///< How much lower hills may be than the highest, by chance: at 1 some all but vanish. (default 0, 0 to 1)
    float offset; ///< Metres taken off everywhere; what falls below 0 becomes level, which widens the passages between hills. (default 0 m, 0 to 100000)
    oro_seed seed; ///< Another number, other hills. (default 0)
} oro_voronoi_args;

static inline oro_status oro_voronoi_defaults(oro_context *ctx, oro_voronoi_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.voronoi")->record, args);
}
static inline oro_status oro_voronoi_call(oro_context *ctx, oro_voronoi_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.voronoi"), args, desc);
}
static inline void oro_voronoi_free(oro_context *ctx, oro_voronoi_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.voronoi")->record, args);
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
enum { ORO_IMPORT_HOLES_REFUSE, ORO_IMPORT_HOLES_FILL }; ///< import_args.holes
/// Read a terrain from a file.
typedef struct oro_import_args {
    oro_grid *result; ///< The file's terrain on the ground of this world. (m)
    oro_file file; ///< Raster to read; its formats are those of `convert`.
    oro_choice fit; ///< Scale the file evenly until it covers the world (cutting what hangs over) or until all of it lies inside, or leave it at its own metres. (default cover)
    oro_choice outside; ///< What lies around the file: its edge drawn on, or level ground. (default edge)
    float outside_height; ///< Height of the level ground around the file. (default 0 m, -100000 to 100000)
    oro_range heights; ///< Heights of the file's darkest and brightest value, where it does not tell metres itself. (default 0..1000 m, -100000 to 100000)
    oro_choice holes; ///< Samples without a value (nodata, voids): refuse the file, or fill them smoothly from what lies around them. (default refuse)
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

// --- generate.voxels ---

/// Read a volume from a file.
typedef struct oro_voxels_args {
    oro_volume *result; ///< The file's volume in this world.
    oro_file file; ///< NPY array of three dimensions: layers from the bottom up, rows from the north, columns from the west.
    float cell; ///< Distance between samples, in all directions. (default 1 m, 0.001 to 100000)
    float x; ///< Where the first sample lies, to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Where the first sample lies, to the south of the world's zero. (default 0 m, -10000000 to 10000000)
    float z; ///< Height of the lowest layer. (default 0 m, -100000 to 100000)
} oro_voxels_args;

static inline oro_status oro_voxels_defaults(oro_context *ctx, oro_voxels_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.voxels")->record, args);
}
static inline oro_status oro_voxels_call(oro_context *ctx, oro_voxels_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.voxels"), args, desc);
}
static inline void oro_voxels_free(oro_context *ctx, oro_voxels_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.voxels")->record, args);
}

// --- generate.slice ---

enum { ORO_SLICE_CUT_LEVEL, ORO_SLICE_CUT_LINE }; ///< slice_args.cut
/// Cut a volume open.
typedef struct oro_slice_args {
    const oro_volume *volume; ///< What to cut.
    oro_grid *result; ///< Its values on the cut.
    oro_choice cut; ///< A level cut at a height, or an upright one along a line: a map of its own size, whose rows are heights, the highest first. (default level)
    float height; ///< Height of the level cut. (default 0 m, -100000 to 100000)
    float from_x; ///< Where the line begins, to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float from_y; ///< Where the line begins, to the south of the world's zero. (default 0 m, -10000000 to 10000000)
    float to_x; ///< Where the line ends, to the east of the world's zero. (default 1000 m, -10000000 to 10000000)
    float to_y; ///< Where the line ends, to the south of the world's zero. (default 1000 m, -10000000 to 10000000)
} oro_slice_args;

static inline oro_status oro_slice_defaults(oro_context *ctx, oro_slice_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.slice")->record, args);
}
static inline oro_status oro_slice_call(oro_context *ctx, oro_slice_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.slice"), args, desc);
}
static inline void oro_slice_free(oro_context *ctx, oro_slice_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.slice")->record, args);
}

// --- generate.survey ---

/// Read points from a file.
typedef struct oro_survey_args {
    oro_points *result; ///< The file's points in this world. (m)
    oro_file file; ///< CSV with a point per line, x, y and z, or NPY array of a point per row: metres to the east, to the south and up.
    float x; ///< How far to move them to the east. (default 0 m, -10000000 to 10000000)
    float y; ///< How far to move them to the south. (default 0 m, -10000000 to 10000000)
    float z; ///< How far to raise them. (default 0 m, -100000 to 100000)
} oro_survey_args;

static inline oro_status oro_survey_defaults(oro_context *ctx, oro_survey_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "generate.survey")->record, args);
}
static inline oro_status oro_survey_call(oro_context *ctx, oro_survey_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "generate.survey"), args, desc);
}
static inline void oro_survey_free(oro_context *ctx, oro_survey_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "generate.survey")->record, args);
}

// --- features.control_points ---

/// A place whose height is known.
typedef struct oro_spot_args {
    float x; ///< Metres to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Metres to the south of the world's zero. (default 0 m, -10000000 to 10000000)
    float z; ///< Height of the ground there. (default 0 m, -100000 to 100000)
    float radius; ///< How far this point changes the ground, instead of the reach of all; 0: everywhere. (may be left out, 0 to 10000000 m)
} oro_spot_args;

enum { ORO_CONTROL_POINTS_MODE_PLATE, ORO_CONTROL_POINTS_MODE_HUME }; ///< control_points_args.mode
/// Shape the ground by control points.
typedef struct oro_control_points_args {
    const oro_grid *base; ///< Land to correct so that it passes through the points; without one, level ground. (optional, m)
    const oro_points *measured; ///< Points from another node, such as `survey`, to use instead of the list. (optional, m)
    oro_grid *result; ///< The land through the points. (m)
    oro_records points; ///< Places and their heights. (default x=500 y=700 z=120; x=1500 y=1200 z=820; x=2700 y=700 z=430; x=3400 y=1900 z=900; x=2300 y=2200 z=260; x=900 y=2500 z=340; x=1700 y=3300 z=90; x=3200 y=3400 z=560)
    oro_choice mode; ///< The surface between the points: a thin plate, which bends as little as it can, or Hume's sum of bells, which falls back to the level (or the land) away from them. (default plate)
    float spread; ///< Width of a bell (the sigma of the Gaussian function). Much wider than the points are apart, heights between them swing far. (default 600 m, 0.1 to 1000000)
    float level; ///< Height of the ground out of the points' reach, where there is no land to correct. (default 0 m, -100000 to 100000)
    float reach; ///< How far from a point the ground may change; it fades out smoothly. 0: everywhere. (default 0 m, 0 to 10000000)
} oro_control_points_args;

static inline oro_status oro_control_points_defaults(oro_context *ctx, oro_control_points_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.control_points")->record, args);
}
static inline oro_status oro_control_points_call(oro_context *ctx, oro_control_points_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.control_points"), args, desc);
}
static inline void oro_control_points_free(oro_context *ctx, oro_control_points_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.control_points")->record, args);
}

// --- features.diffuse ---

/// Levels the spline is absent from.
typedef struct oro_level_gap_args {
    int32_t from; ///< First level left out. (default 5, 0 to 99)
    int32_t to; ///< Last level left out. (default 7, 0 to 99)
} oro_level_gap_args;

enum { ORO_SPLINE_POINT_HANDLE_AUTO, ORO_SPLINE_POINT_HANDLE_ALIGNED, ORO_SPLINE_POINT_HANDLE_FREE, ORO_SPLINE_POINT_HANDLE_CORNER }; ///< spline_point_args.handle
/// A point the spline passes through.
typedef struct oro_spline_point_args {
    float x; ///< Metres to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Metres to the south of the world's zero. (default 0 m, -10000000 to 10000000)
    float z; ///< Height of the ground here. (default 0 m, -100000 to 100000)
    oro_choice handle; ///< How the curve passes: smoothly by itself (auto), by handles in one line, by two handles of their own, or with a corner. (default auto)
    float in_x; ///< Where the handle before the point lies, to the east of it; left out: automatic. (may be left out, -10000000 to 10000000 m)
    float in_y; ///< The same to the south. (may be left out, -10000000 to 10000000 m)
    float in_z; ///< The same upwards. (may be left out, -10000000 to 10000000 m)
    float out_x; ///< Where the handle after the point lies, to the east of it; left out: automatic. (may be left out, -10000000 to 10000000 m)
    float out_y; ///< The same to the south. (may be left out, -10000000 to 10000000 m)
    float out_z; ///< The same upwards. (may be left out, -10000000 to 10000000 m)
} oro_spline_point_args;

/// Values at a place along the spline.
typedef struct oro_spline_meta_args {
    float u; ///< Where along the spline: 0 at its first point, 1 at its second; beyond the end counts as the end. (default 0, 0 to 1000000)
    float radius; ///< Half the width of the strip that lies at the spline's height; left out: 0. (may be left out, 0 to 100000 m)
    float left; ///< How far the gradient to the left of travel reaches; left out: 0, no gradient. (may be left out, 0 to 100000 m)
    float left_rise; ///< Height gained over that reach; below 0 the ground falls away. (may be left out, -100000 to 100000 m)
    float right; ///< How far the gradient to the right of travel reaches. (may be left out, 0 to 100000 m)
    float right_rise; ///< Height gained over that reach; below 0 the ground falls away. (may be left out, -100000 to 100000 m)
    float hardness; ///< How strictly the gradients are followed beside the spline; left out: 0.9. (may be left out, 0 to 1)
    float amplitude; ///< Strength of the noise around here: mountains 1 to 1.5, plains 0.1, roads 0. (may be left out, 0 to 10)
    float roughness; ///< Weight of the noise's fine octaves: mountains 0.1, lowlands -0.1 to -0.3. (may be left out, -1 to 1)
    float warp; ///< How far the noise's coarse octaves are bent, in their wavelengths. (may be left out, -10 to 10)
    float fine_warp; ///< How far its fine octaves are bent, in their wavelengths. (may be left out, -10 to 10)
    float rain; ///< Factor on the rain of an erosion: plains 0.1 to 0.3. (may be left out, 0 to 10)
    float erodibility; ///< Factor on what water and gravity take away: 0 spares the ground. (may be left out, 0 to 10)
    float ridged; ///< Share of the noise that is folded into crests. (may be left out, 0 to 1)
    float user_1; ///< A value of your own, spread as the others are. (may be left out, -1000000 to 1000000)
    float user_2; ///< A second value of your own. (may be left out, -1000000 to 1000000)
    float user_3; ///< A third value of your own. (may be left out, -1000000 to 1000000)
    float user_4; ///< A fourth value of your own. (may be left out, -1000000 to 1000000)
} oro_spline_meta_args;

/// A curve that shapes the ground.
typedef struct oro_spline_args {
    const char *name; ///< What it is called.
    oro_colour colour; ///< How it is drawn. (default #f4f1e8)
    bool closed; ///< Whether the last point is joined to the first. (default off)
    int32_t from; ///< Coarsest level it shapes. Level n has cells of the world's longer side over 2^n; low levels reach far and are smooth. Above the map's own level it counts as that. (default 2, 0 to 99)
    int32_t to; ///< Finest level it shapes: 7 for ridges without a crease, 99 for roads, rivers and rims. (default 99, 0 to 99)
    int32_t parameters_from; ///< Coarsest level on which it sets noise and erosion; -1 is as for its height. (default -1, -1 to 99)
    int32_t parameters_to; ///< Finest level on which it sets noise and erosion; -1 is as for its height. (default -1, -1 to 99)
    oro_records gaps; ///< Levels in between to leave out.
    int32_t priority; ///< Where splines cross, the higher one holds; equal ones meet in the middle. (default 0, -100 to 100)
    bool parameters_only; ///< Sets noise and erosion but no height: a painted region. (default off)
    oro_records points; ///< Where it passes through. A single point is a spot; without any it does nothing.
    oro_records meta; ///< Width, gradients, noise and erosion along it, linear in between. What is not said is left alone.
} oro_spline_args;

enum { ORO_DIFFUSE_MODE_CASCADE, ORO_DIFFUSE_MODE_EXACT }; ///< diffuse_args.mode
enum { ORO_DIFFUSE_KERNEL_EIGHT, ORO_DIFFUSE_KERNEL_FOUR, ORO_DIFFUSE_KERNEL_WIDE, ORO_DIFFUSE_KERNEL_RING, ORO_DIFFUSE_KERNEL_LAPLACE }; ///< diffuse_args.kernel
enum { ORO_DIFFUSE_OVERLAP_REMOVE, ORO_DIFFUSE_OVERLAP_BLEND }; ///< diffuse_args.overlap
enum { ORO_DIFFUSE_NEIGHBOURS_BESIDE, ORO_DIFFUSE_NEIGHBOURS_HERE }; ///< diffuse_args.neighbours
/// Sketch land with splines.
typedef struct oro_diffuse_args {
    oro_grid *height; ///< The ground between the splines. (m)
    oro_grid *amplitude; ///< Strength of noise (A); 1 where no spline says.
    oro_grid *roughness; ///< Weight of the noise's fine octaves (R); 0 where no spline says.
    oro_grid *warp; ///< Bending of the noise's coarse octaves (D); 0 where no spline says.
    oro_grid *fine_warp; ///< Bending of its fine octaves (F); 0 where no spline says.
    oro_grid *rain; ///< Factor on rain (w); 1 where no spline says.
    oro_grid *erodibility; ///< Factor on erosion (s); 1 where no spline says.
    oro_grid *ridged; ///< Share of noise folded into crests (g); 0 where no spline says.
    oro_grid *user_1; ///< The first value of your own; 0 where no spline says.
    oro_grid *user_2; ///< The second.
    oro_grid *user_3; ///< The third.
    oro_grid *user_4; ///< The fourth.
    oro_grid *normal_x; ///< East part of the direction away from the nearest splines; 0 where there is none.
    oro_grid *normal_y; ///< South part of it.
    oro_grid *alpha; ///< How freely the height spreads: 0 on splines of the finest level, 1 far from them.
    oro_grid *beta; ///< How far the height follows a spline's gradient. What is left of 1 is held by a spline.
    oro_pyramid *height_levels; ///< The map `height` on every level, the coarsest first. (m)
    oro_pyramid *amplitude_levels; ///< The map `amplitude` on every level, the coarsest first.
    oro_pyramid *roughness_levels; ///< The map `roughness` on every level, the coarsest first.
    oro_pyramid *warp_levels; ///< The map `warp` on every level, the coarsest first.
    oro_pyramid *fine_warp_levels; ///< The map `fine_warp` on every level, the coarsest first.
    oro_pyramid *rain_levels; ///< The map `rain` on every level, the coarsest first.
    oro_pyramid *erodibility_levels; ///< The map `erodibility` on every level, the coarsest first.
    oro_pyramid *ridged_levels; ///< The map `ridged` on every level, the coarsest first.
    oro_pyramid *user_1_levels; ///< The map `user_1` on every level, the coarsest first.
    oro_pyramid *user_2_levels; ///< The map `user_2` on every level, the coarsest first.
    oro_pyramid *user_3_levels; ///< The map `user_3` on every level, the coarsest first.
    oro_pyramid *user_4_levels; ///< The map `user_4` on every level, the coarsest first.
    oro_pyramid *normal_x_levels; ///< The map `normal_x` on every level, the coarsest first.
    oro_pyramid *normal_y_levels; ///< The map `normal_y` on every level, the coarsest first.
    oro_pyramid *alpha_levels; ///< The map `alpha` on every level, the coarsest first.
    oro_pyramid *beta_levels; ///< The map `beta` on every level, the coarsest first.
    double *residual; ///< Largest residual left in the height, over all levels. (m)
    double *iterations; ///< Most iterations a level of the height took.
    const oro_grid *west; ///< Land beyond the west edge, of this map's size; what it has at the common edge holds. (optional, m)
    const oro_grid *east; ///< The same beyond the east edge. (optional, m)
    const oro_grid *north; ///< The same beyond the north edge. (optional, m)
    const oro_grid *south; ///< The same beyond the south edge. (optional, m)
    oro_records splines; ///< The curves. To begin with: a ridge and a river. (default name=ridge to=7 points=[x=300 y=1100 z=650; x=1400 y=900 z=900; x=2500 y=1300 z=760; x=3800 y=1000 z=880] meta=[u=0 amplitude=1.2 roughness=0.1 ridged=0.5]; name=river priority=1 parameters_from=6 parameters_to=99 points=[x=-100 y=2900 z=140; x=1000 y=2600 z=110; x=2000 y=3000 z=80; x=3000 y=2700 z=50; x=4100 y=3100 z=20] meta=[u=0 radius=15 amplitude=0.03; u=4 radius=25])
    float base; ///< Height of the ground that no spline reaches. (default 0 m, -100000 to 100000)
    oro_choice mode; ///< A few sweeps on every level, as Mathisen does, or the equation they stand for solved on every level. (default cascade)
    float sweeps; ///< Sweeps on a level, in times its number; how far a spline's influence goes on its levels. Half as many for parameters. A matter of style, not of accuracy: 2 suits most land, 3 ranges. (default 2, 0.1 to 50)
    int32_t start; ///< The coarsest level. (default 2, 1 to 8)
    oro_choice kernel; ///< What a sweep averages: the eight neighbours, the four nearest, a bell of 5 by 5 with or without its centre, or half-way to the four. (default eight)
    oro_choice overlap; ///< Where gradients of two splines meet, leave the ground to diffusion, or blend them. (default remove)
    float accuracy; ///< Residual to reach on every level, in parts of the first one. (default 1e-06, 1e-07 to 0.1)
    oro_choice neighbours; ///< Where those maps lie: tiles beside this one, whose facing edges touch it, or maps of this very place, met at their own edges. (default beside)
    float reach; ///< How far in from an edge the neighbour's slope is followed, less and less. (default 100 m, 0 to 100000)
} oro_diffuse_args;

static inline oro_status oro_diffuse_defaults(oro_context *ctx, oro_diffuse_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.diffuse")->record, args);
}
static inline oro_status oro_diffuse_call(oro_context *ctx, oro_diffuse_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.diffuse"), args, desc);
}
static inline void oro_diffuse_free(oro_context *ctx, oro_diffuse_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.diffuse")->record, args);
}

// --- features.roughen ---

/// Add noise that differs from place to place.
typedef struct oro_roughen_args {
    const oro_grid *height; ///< Terrain to roughen. (m)
    const oro_grid *normal_x; ///< East part of the directions `direction` warps along, as `diffuse` makes them. (optional)
    const oro_grid *normal_y; ///< South part of them. (optional)
    const oro_pyramid *levels; ///< The terrain on coarser levels, as `diffuse` makes it in `height_levels`. (optional, m)
    oro_grid *result; ///< Rough terrain. (m)
    oro_grid *noise; ///< The noise alone, as it was added. (m)
    oro_pyramid *result_levels; ///< The `levels` with as much of the same noise as each can show; without any, the result alone. (m)
    float strength; ///< Height of the first octave where the amplitude is 1; a fifth of the relief looks natural. (default 60 m, 0 to 10000)
    oro_field amplitude; ///< Strength from place to place (A): mountains 1 to 1.5, plains 0.1, roads 0. (default 1, 0 to 10)
    oro_field roughness; ///< Weight of fine octaves (R): mountains about 0.1, lowlands -0.1 to -0.3. From 0.5 on it is gravel. (default 0.1, -1 to 1)
    oro_field warp; ///< How far coarse octaves are bent, in their wavelengths (D). (default 0, -10 to 10)
    oro_field fine_warp; ///< How far fine octaves are bent, in their wavelengths, more with every octave (F). (default 0, -10 to 10)
    oro_field ridged; ///< Share folded into crests (g). (default 0, 0 to 1)
    float scale; ///< Size of the first octave's features. (default 500 m, 0.0625 to 1000000)
    int32_t octaves; ///< How many sizes of features, from the first one down. (default 7, 1 to 12)
    int32_t lower; ///< How many larger octaves come before the first, each twice as large; one joins noise and splines. (default 1, 0 to 3)
    oro_seed seed; ///< Another number, other noise of the same kind. (default 0)
    float wander; ///< How far the terrain itself is displaced sideways before the noise is added, where the amplitude is 1 or more: crests stop being straight. Nothing moves where the amplitude is 0. (default 0 m, 0 to 100000)
    float wander_scale; ///< Size of the largest bends of that. (default 1000 m, 0.0625 to 1000000)
    float by_slope; ///< How far the amplitude follows the slope: 1 leaves level ground smooth. 0.5 suits land that is not eroded afterwards. (default 0, 0 to 1)
    float coast; ///< Height above the sea from which noise has its full strength. Below the sea there is none, and it never turns land into sea. 0 takes no notice of the sea. (default 0 m, 0 to 10000)
    float sea; ///< Height of the sea, for `coast`. (default 0 m, -100000 to 100000)
    float direction; ///< How far the warp is turned along the normals: 1 bends the noise only away from and towards splines. (default 0, 0 to 1)
} oro_roughen_args;

static inline oro_status oro_roughen_defaults(oro_context *ctx, oro_roughen_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.roughen")->record, args);
}
static inline oro_status oro_roughen_call(oro_context *ctx, oro_roughen_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.roughen"), args, desc);
}
static inline void oro_roughen_free(oro_context *ctx, oro_roughen_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.roughen")->record, args);
}

// --- features.lay ---

enum { ORO_WAY_KIND_ROAD, ORO_WAY_KIND_RIVER }; ///< way_args.kind
/// A point the way passes through.
typedef struct oro_way_point_args {
    float x; ///< Metres to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Metres to the south of the world's zero. (default 0 m, -10000000 to 10000000)
} oro_way_point_args;

/// A road or a river.
typedef struct oro_way_args {
    const char *name; ///< What to call it.
    oro_choice kind; ///< What to lay. (default road)
    bool closed; ///< Whether a road returns to its first point. (default off)
    float width; ///< From edge to edge of the road, or from bank to bank. (default 8 m, 0.1 to 10000)
    float side_slope; ///< Slope of cuts and embankments beside it. (default 0.5, 0.05 to 10)
    float reach; ///< How far from its edges the ground may be changed. (default 60 m, 0 to 10000)
    float grade; ///< Steepest slope of a road along its way. (default 0.12, 0.001 to 10)
    float smoothness; ///< How far along the way bumps are evened out. (default 35 m, 0 to 10000)
    float depth; ///< How deep a river cuts its bed into the ground. (default 2 m, 0 to 1000)
    float bridge; ///< Ground further below a road than this is not filled: the road becomes a bridge. (default 12 m, 0 to 100000)
    float tunnel; ///< Ground further above a road than this is not cut: the road becomes a tunnel. (default 30 m, 0 to 100000)
    oro_records points; ///< Where it passes; rivers run from the first to the last.
} oro_way_args;

/// Lay roads and rivers on finished land.
typedef struct oro_lay_args {
    const oro_grid *height; ///< Land to lay them on, eroded or not. (m)
    oro_grid *result; ///< The land with cuts, embankments and river beds. (m)
    oro_grid *roads; ///< Mask of the roads, 1 on them and soft at their edges.
    oro_grid *rivers; ///< Mask of the rivers, from bank to bank.
    oro_grid *water; ///< Depth of the rivers' water. (m)
    oro_grid *deck; ///< How far above the ground a bridge's deck lies, or below it (less than 0) a tunnel's; else 0. (m)
    oro_records ways; ///< The roads and rivers, in the order they are laid.
} oro_lay_args;

static inline oro_status oro_lay_defaults(oro_context *ctx, oro_lay_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.lay")->record, args);
}
static inline oro_status oro_lay_call(oro_context *ctx, oro_lay_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.lay"), args, desc);
}
static inline void oro_lay_free(oro_context *ctx, oro_lay_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.lay")->record, args);
}

// --- features.lakes ---

enum { ORO_LAKES_WATER_FULL, ORO_LAKES_WATER_RAIN, ORO_LAKES_WATER_HUME }; ///< lakes_args.water
/// Fill hollows with lakes.
typedef struct oro_lakes_args {
    const oro_grid *height; ///< Land with hollows. (m)
    oro_grid *result; ///< The land with the beds of its lakes a little lowered. (m)
    oro_grid *depth; ///< Depth of the lakes' water over that; 0 elsewhere. (m)
    oro_grid *surface; ///< Height of the water, and of the ground where there is none. (m)
    oro_grid *shore; ///< How far the shore is: above 0 on lakes, below 0 on land. (m)
    oro_points *outlets; ///< Where full lakes run over, a point each, at the height of their water. (m)
    double *volume; ///< Water in all lakes, before beds are lowered. (m3)
    double *lost; ///< Water that ran off the map or into the sea. (m3)
    oro_choice water; ///< How much water there is: enough to fill every hollow until it runs over; what the rain brings, which runs down, collects, and runs over from full hollows into others; or the same rain levelled step by step as Hume does it, which is slow and stays on the map. (default full)
    oro_field rain; ///< Water that falls on the land, as a depth. (default 2 m, 0 to 10000)
    float sea; ///< Height of the sea, where water ends. It is not a lake. (default none, or -100000 to 100000 m)
    bool closed; ///< Keep water from leaving over the map's edges. Where there is no sea either, `full` knows no level and leaves the last hollow dry. (default off)
    float smallest; ///< Lakes with less surface than this are left dry. (default 0 m2, 0 to 1000000000)
    float indent; ///< How much lower than the ground the beds are made, so that shallow water has a shore. (default 0.5 m, 0 to 1000)
    float bank; ///< How far from the shore the bed reaches that. (default 15 m, 0 to 100000)
    float threshold; ///< Levelling ends when no two neighbours differ by more. (default 0.0005 m, 0 to 10)
    int32_t sweeps; ///< Levelling ends after this many sweeps, in sixteens, at the latest. (default 512, 0 to 1000000)
} oro_lakes_args;

static inline oro_status oro_lakes_defaults(oro_context *ctx, oro_lakes_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.lakes")->record, args);
}
static inline oro_status oro_lakes_call(oro_context *ctx, oro_lakes_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.lakes"), args, desc);
}
static inline void oro_lakes_free(oro_context *ctx, oro_lakes_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.lakes")->record, args);
}

// --- features.paths ---

/// Draw curves.
typedef struct oro_paths_args {
    oro_curves *result; ///< The splines as lines of straight pieces. (m)
    oro_records splines; ///< The splines; of each only its course counts.
    float tolerance; ///< How far a piece may lie beside the spline. (default 1 m, 0.001 to 100000)
} oro_paths_args;

static inline oro_status oro_paths_defaults(oro_context *ctx, oro_paths_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.paths")->record, args);
}
static inline oro_status oro_paths_call(oro_context *ctx, oro_paths_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.paths"), args, desc);
}
static inline void oro_paths_free(oro_context *ctx, oro_paths_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.paths")->record, args);
}

// --- features.stroke ---

/// Put curves on a map.
typedef struct oro_stroke_args {
    const oro_curves *curves; ///< Curves to put on the map. (m)
    oro_grid *result; ///< Mask of the curves: 1 on them, falling to 0 beyond their edges.
    oro_grid *distance; ///< How far away the nearest curve is, at most the reach. (m)
    float width; ///< How wide the curves are drawn. (default 20 m, 0 to 100000)
    float edge; ///< How far beyond that the mask falls to 0. (default 20 m, 0 to 100000)
    float reach; ///< How far away the distance is measured; the width and the edge are reached in any case. (default 500 m, 1 to 1000000)
} oro_stroke_args;

static inline oro_status oro_stroke_defaults(oro_context *ctx, oro_stroke_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.stroke")->record, args);
}
static inline oro_status oro_stroke_call(oro_context *ctx, oro_stroke_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.stroke"), args, desc);
}
static inline void oro_stroke_free(oro_context *ctx, oro_stroke_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.stroke")->record, args);
}

// --- features.plot ---

enum { ORO_PLOT_SHOW_COUNT, ORO_PLOT_SHOW_NEAREST }; ///< plot_args.show
/// Put points on a map.
typedef struct oro_plot_args {
    const oro_points *points; ///< Points to put on the map. (m)
    oro_grid *result; ///< Points per sample, or heights in metres.
    oro_choice show; ///< How many points lie nearer to a sample than to any other, or the height of the point nearest to it (0 where there is none at all). (default count)
} oro_plot_args;

static inline oro_status oro_plot_defaults(oro_context *ctx, oro_plot_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "features.plot")->record, args);
}
static inline oro_status oro_plot_call(oro_context *ctx, oro_plot_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "features.plot"), args, desc);
}
static inline void oro_plot_free(oro_context *ctx, oro_plot_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "features.plot")->record, args);
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

// --- filter.paint ---

/// One point of a brush stroke..
typedef struct oro_dab_args {
    float x; ///< Metres to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Metres to the south of the world's zero. (default 0 m, -10000000 to 10000000)
    float radius; ///< How far the brush reaches. (default 100 m, 0.0625 to 1000000)
    float strength; ///< What the map becomes in the middle. (default 1, 0 to 1)
    float softness; ///< Part of the radius over which the strength falls to 0. (default 0.5, 0 to 1)
    bool join; ///< Joined to the point before it by a line, as a hand draws. (default off)
    bool erase; ///< Takes away instead of adding. (default off)
} oro_dab_args;

/// Paint a mask by hand.
typedef struct oro_paint_args {
    const oro_grid *base; ///< Map to paint on, 0 to 1; without one the ground begins at 0. (optional)
    oro_grid *result; ///< The painted map, 0 to 1.
    oro_records strokes; ///< Points of brush strokes, in the order they were painted.
} oro_paint_args;

static inline oro_status oro_paint_defaults(oro_context *ctx, oro_paint_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.paint")->record, args);
}
static inline oro_status oro_paint_call(oro_context *ctx, oro_paint_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.paint"), args, desc);
}
static inline void oro_paint_free(oro_context *ctx, oro_paint_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.paint")->record, args);
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

// --- filter.perturb ---

enum { ORO_PERTURB_SAMPLING_CUBIC, ORO_PERTURB_SAMPLING_LINEAR }; ///< perturb_args.sampling
/// Crumple a map with fractal noise.
typedef struct oro_perturb_args {
    const oro_grid *height; ///< Map to crumple.
    oro_grid *result; ///< The crumpled map.
    oro_field magnitude; ///< Breadth of the displacements: along each axis a sample is taken from up to half of this away. (default 600 m, 0 to 100000)
    float scale; ///< Size of the largest bends. (default 2048 m, 0.0625 to 1000000)
    float persistence; ///< How far finer bends reach against the next larger ones. (default 0.5, 0 to 1)
    oro_choice sampling; ///< Cubic keeps detail; linear softens where the map is stretched. (default cubic)
    oro_seed seed; ///< Another number, other bends. (default 0)
} oro_perturb_args;

static inline oro_status oro_perturb_defaults(oro_context *ctx, oro_perturb_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.perturb")->record, args);
}
static inline oro_status oro_perturb_call(oro_context *ctx, oro_perturb_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.perturb"), args, desc);
}
static inline void oro_perturb_free(oro_context *ctx, oro_perturb_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.perturb")->record, args);
}

// --- filter.island ---

enum { ORO_ISLAND_SHAPE_ROUND, ORO_ISLAND_SHAPE_SQUARE, ORO_ISLAND_SHAPE_DIAMOND, ORO_ISLAND_SHAPE_RING }; ///< island_args.shape
/// Shape a terrain into an island.
typedef struct oro_island_args {
    const oro_grid *height; ///< Terrain to shape. (m)
    oro_grid *result; ///< The island. (m)
    oro_grid *mask; ///< The mask: 1 inland, 0 at sea, between along the coast.
    oro_choice shape; ///< Outline before noise bends it; a square has rounded corners and a ring a lagoon. (default round)
    float x; ///< How far east of the map's middle the island lies. (default 0 m, -1000000 to 1000000)
    float y; ///< How far south of the map's middle the island lies. (default 0 m, -1000000 to 1000000)
    float radius; ///< From the middle to the outer edge of the coast. (default 800 m, 0.0625 to 1000000)
    float stretch; ///< How many times longer than wide it is, along the angle. (default 1, 0.1 to 10)
    float angle; ///< Turns it counter-clockwise; at 0 a stretched island runs from west to east. (default 0 deg, -360 to 360)
    float coast; ///< Width over which the ground sinks to the sea floor. (default 300 m, 0 to 1000000)
    float roughness; ///< How far bays and headlands stray from the outline, half of this either way. (default 400 m, 0 to 1000000)
    float scale; ///< Size of the largest bays. (default 600 m, 0.0625 to 1000000)
    float floor; ///< Height of the sea floor. (default -50 m, -100000 to 100000)
    oro_seed seed; ///< Another number, another coast. (default 0)
} oro_island_args;

static inline oro_status oro_island_defaults(oro_context *ctx, oro_island_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.island")->record, args);
}
static inline oro_status oro_island_call(oro_context *ctx, oro_island_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.island"), args, desc);
}
static inline void oro_island_free(oro_context *ctx, oro_island_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.island")->record, args);
}

// --- filter.fill ---

/// Fill hollows so that all land drains.
typedef struct oro_fill_args {
    const oro_grid *height; ///< Land with hollows. (m)
    oro_grid *result; ///< The land with its hollows filled level to where they overflow. (m)
    oro_grid *depth; ///< How deep the hollows were; 0 elsewhere. (m)
    float sea; ///< Height of the sea. Water ends there, and ground below it is left as it is. (default none, or -100000 to 100000 m)
    bool closed; ///< Keep water from leaving over the map's edges; where there is no sea either, all land drains to its lowest place. (default off)
} oro_fill_args;

static inline oro_status oro_fill_defaults(oro_context *ctx, oro_fill_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.fill")->record, args);
}
static inline oro_status oro_fill_call(oro_context *ctx, oro_fill_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.fill"), args, desc);
}
static inline void oro_fill_free(oro_context *ctx, oro_fill_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.fill")->record, args);
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

// --- filter.seam ---

enum { ORO_SEAM_NEIGHBOURS_BESIDE, ORO_SEAM_NEIGHBOURS_HERE }; ///< seam_args.neighbours
/// Join a tile to its neighbours.
typedef struct oro_seam_args {
    const oro_grid *height; ///< Tile to join.
    const oro_grid *west; ///< Land beyond the west edge, of this map's size; what it has at the common edge holds. (optional)
    const oro_grid *east; ///< The same beyond the east edge. (optional)
    const oro_grid *north; ///< The same beyond the north edge. (optional)
    const oro_grid *south; ///< The same beyond the south edge. (optional)
    oro_grid *result; ///< The tile, which now goes on in its neighbours.
    double *step; ///< Largest difference there was at an edge; 0 where no neighbour is given.
    oro_choice neighbours; ///< Where those maps lie: tiles beside this one, whose facing edges touch it, or maps of this very place, met at their own edges. (default beside)
    float width; ///< How far from the edge the ground is changed; ten times the difference in height or more does not show. (default 400 m, 0 to 1000000)
} oro_seam_args;

static inline oro_status oro_seam_defaults(oro_context *ctx, oro_seam_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "filter.seam")->record, args);
}
static inline oro_status oro_seam_call(oro_context *ctx, oro_seam_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "filter.seam"), args, desc);
}
static inline void oro_seam_free(oro_context *ctx, oro_seam_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "filter.seam")->record, args);
}

// --- erode.pipes ---

enum { ORO_PIPES_LAW_CARVING, ORO_PIPES_LAW_MATHISEN, ORO_PIPES_LAW_DOCUMENT = ORO_PIPES_LAW_MATHISEN }; ///< pipes_args.law
enum { ORO_PIPES_BORDER_OPEN, ORO_PIPES_BORDER_CLOSED }; ///< pipes_args.border
enum { ORO_PIPES_RAINFALL_EVEN, ORO_PIPES_RAINFALL_DROPS }; ///< pipes_args.rainfall
enum { ORO_PIPES_HOLLOWS_FULL, ORO_PIPES_HOLLOWS_EMPTY }; ///< pipes_args.hollows
/// A spring..
typedef struct oro_source_args {
    float x; ///< Metres to the east. (default 0 m, -1000000 to 1000000)
    float y; ///< Metres to the south. (default 0 m, -1000000 to 1000000)
    float radius; ///< Radius of the spring. (default 20 m, 0 to 100000)
    float flow; ///< Water it gives. (default 10 m3/s, 0 to 1000000)
    float load; ///< Ground that its water brings. (default 0 m3/s, 0 to 1000000)
} oro_source_args;

/// One level of the cascade..
typedef struct oro_stage_args {
    int32_t cells; ///< Cells along the longer side of a copy of the terrain. (default 128, 8 to 65536)
    float cell; ///< Width of a cell instead, where it shall be the same on every map; 0 takes `cells`. (default 0 m, 0 to 100000)
    int32_t steps; ///< Steps of water on it, or as many longer ones as last as long (carving). (default 500, 0 to 100000)
} oro_stage_args;

/// Erode by running water, with rivers, valleys and fans.
typedef struct oro_pipes_args {
    const oro_grid *height; ///< Terrain to erode. (m)
    const oro_pyramid *levels; ///< Coarse land to carve first, as the sketch's `height_levels`, instead of averages of the terrain. What was carved is then carved out of the terrain. (optional, m)
    oro_grid *result; ///< Eroded terrain. (m)
    oro_grid *difference; ///< How much the ground rose; below 0 it was carried away. (m)
    oro_grid *water; ///< Depth of rivers and lakes; a lake has one level. (m)
    oro_grid *sediment; ///< Load in the water at the end, as metres of ground. It has settled by then: `result`, `difference` and `deposit` contain it. (m)
    oro_grid *velocity; ///< Speed of the water at the end. (m/s)
    oro_grid *flow; ///< Discharge per metre of width, averaged over the end of the run; in Mathisen's law over the last level that had steps. (m2/s)
    oro_grid *deposit; ///< Thickness of what was laid down: `difference` where that is above 0. (m)
    double *moved; ///< Ground carried away. (m3)
    double *deposited; ///< Ground laid down elsewhere on the map. (m3)
    double *exported; ///< Ground that left over the border, into the deep sea or with the waves, less what sources brought. (m3)
    float strength; ///< How hard water works: rain and erosion together. 0 leaves the terrain as it is. (default 1, 0 to 4)
    float duration; ///< How long. 100 is the whole life of the look's valleys; an endless storm, told in nominal years. (default 100 kyr, 0 to 1000)
    oro_field rain; ///< How much rain, as a part of the look's; a map makes one side of a mountain wetter. (default 1, 0 to 10)
    oro_field hardness; ///< How the rock holds: 0 soft, 1 does not erode or slide at all. What lies loose on it still goes. (default 0, 0 to 1)
    oro_field capacity; ///< How much water picks up, as a part of the look's; 0 spares a place. (default 1, 0 to 10)
    oro_field loose; ///< Thickness of loose ground at the start: it erodes whatever the hardness below. (default 0 m, 0 to 1000)
    oro_field depth; ///< Water cuts no deeper than this below the terrain as it was. (default 10000 m, 0.01 to 10000)
    oro_choice law; ///< Carving: transport grows faster than discharge, so channels form. Mathisen: his document's capacity, to the letter. (default carving)
    oro_choice border; ///< Whether water and its load may leave over the edge of the map. (default open)
    bool sea; ///< A sea that keeps its level: rivers end in it, and the deep takes their load. (default off)
    float sea_level; ///< Height of the sea. (default 0 m, -100000 to 100000)
    float beach; ///< Width of the beaches that waves make of low shores, and of the shallows before them; 0 for none. (default 60 m, 0 to 1000)
    oro_choice rainfall; ///< Rain everywhere at once, or large drops that fall at random places. (default even)
    oro_range drop_radius; ///< Least and greatest radius of a drop. (default 30..70 m, 0 to 10000)
    oro_range drop_intensity; ///< Least and greatest depth a second that a drop brings. (default 0.1..0.3 m/s, 0 to 100)
    int32_t drops; ///< Drops a step. (default 1, 0 to 64)
    oro_choice hollows; ///< Whether lakes are full at the start. A lake's outlet may lie far away: empty for tiles that must fit. (default full)
    oro_records sources; ///< Springs besides the rain, or rivers that enter from a neighbouring map with their load.
    oro_seed seed; ///< Where the first shower falls, and all drops. (default 0)
    oro_records cascade; ///< Steps on each copy of the terrain, coarse to fine; copies finer than the map are left out. (default cells=128 steps=2000; cells=256 steps=1200; cells=512 steps=600; cells=1024 steps=400; cells=2048 steps=300; cells=4096 steps=200)
    float rain_rate; ///< Rain. More of it dissects slopes more fully. (default 0.0005 m/s, 0 to 0.1)
    float erosion_rate; ///< Cutting of the bed at a discharge of 1 m2/s and a slope of 1; capacity in Mathisen's law. (default 0.3 m/s, 0 to 10)
    float exponent; ///< How cutting grows with discharge. Below 0 hollows would fill; 1 cuts gorges. (default 0.5, 0 to 2)
    float settling; ///< How fast load sinks: 0.003 to 0.01 leaves clean valleys, 0.03 to 0.1 builds fans and braided plains. (default 0.01 m/s, 0 to 1)
    float most_load; ///< Most ground a depth of water carries, as metres for a metre. (default 5, 0.01 to 100)
    float talus; ///< Slopes steeper than this slide. (default 39 deg, 1 to 89)
    float talus_spread; ///< How much steeper and flatter the rock stands from place to place; at 0 all slopes become planes. (default 10 deg, 0 to 40)
    float talus_grain; ///< Size of the largest patches of such rock; smaller ones lie within, down to the samples. (default 200 m, 0.1 to 100000)
    float talus_rate; ///< Part of the excess that slides every ten steps, to each neighbour. (default 0.1, 0 to 0.12)
    float creep; ///< Soil creep, which rounds crests. (default 0 m2/s, 0 to 1)
    float bank; ///< How much the water beside a place helps to cut it: wears banks back, and keeps streams round. (default 1, 0 to 1)
    float friction; ///< Drag of the bed (1/s in Mathisen's law). Less of it drains gentle rivers. (default 1 m/s, 0 to 100)
    float velocity_limit; ///< Part of the water over a face that may cross it in a step; more lets gorges bead. (default 0.25, 0.01 to 0.5)
    float evaporation; ///< Part of the water that dries each second. Even little of it ends channels. (default 0 1/s, 0 to 10)
    float gravity; ///< Pull that drives the water. (default 9.81 m/s2, 0.01 to 100)
    float wave_depth; ///< Depth that sets the speed of waves, the same on every level: the pipes' cross-section by width. (default 2 m, 0.01 to 100)
    float time_step; ///< Step on the finest level; coarser ones take longer steps in proportion. 0: 0.9 of what is stable. (default 0 s, 0 to 1000)
    float until; ///< Part of the cascade's steps that is run, coarse copies first: where a run that was ended early stopped. (default 1, 0 to 1)
    float suspension; ///< How fast missing load is picked up. (default 0.7 1/s, 0 to 100)
    float deposition; ///< How fast excess load is dropped. (default 0.8 1/s, 0 to 100)
    bool by_depth; ///< Divide the discharge by the depth, as Mei does; Mathisen takes the discharge for a velocity. (default off)
} oro_pipes_args;

static inline oro_status oro_pipes_defaults(oro_context *ctx, oro_pipes_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.pipes")->record, args);
}
static inline oro_status oro_pipes_call(oro_context *ctx, oro_pipes_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.pipes"), args, desc);
}
static inline void oro_pipes_free(oro_context *ctx, oro_pipes_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.pipes")->record, args);
}

// --- erode.uplift ---

/// A time of faster or slower uplift.
typedef struct oro_pulse_args {
    float ago; ///< How long before the end it begins. (default 500000 yr, 0 to 100000000)
    float length; ///< How long it lasts. (default 200000 yr, 0 to 100000000)
    float factor; ///< Factor on the uplift while it lasts. (default 2, 0 to 100)
} oro_pulse_args;

enum { ORO_UPLIFT_EDGE_OPEN, ORO_UPLIFT_EDGE_CLOSED, ORO_UPLIFT_EDGE_NORTH, ORO_UPLIFT_EDGE_EAST, ORO_UPLIFT_EDGE_SOUTH, ORO_UPLIFT_EDGE_WEST }; ///< uplift_args.edge
/// A place where water leaves the map.
typedef struct oro_mouth_args {
    float x; ///< Metres to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Metres to the south of it. (default 0 m, -10000000 to 10000000)
    float width; ///< All points within half of it belong to the mouth, and the nearest one does in any case. (default 0 m, 0 to 10000000)
    float height; ///< Height that it holds. (default 0 m, -100000 to 100000)
} oro_mouth_args;

/// A river that comes from beyond the map.
typedef struct oro_inflow_args {
    float x; ///< Metres to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Metres to the south of it. (default 0 m, -10000000 to 10000000)
    float area; ///< Area beyond the map that drains to it. (default 40 km2, 0 to 1000000000)
} oro_inflow_args;

/// A layer of rock, the lowest first.
typedef struct oro_strata_layer_args {
    float thickness; ///< How thick it is. (default 60 m, 0.01 to 100000)
    float softness; ///< Factor on erosion: below 1 for hard rock. (default 1, 0.01 to 100)
    float angle; ///< Steepest slope at which it stands. (default 40 deg, 1 to 89)
    oro_colour colour; ///< What it looks like. (default #a08c78)
} oro_strata_layer_args;

/// A line along which layers are broken.
typedef struct oro_strata_fault_args {
    float x; ///< A place on the line, metres to the east of the world's zero. (default 2000 m, -10000000 to 10000000)
    float y; ///< Its metres to the south. (default 2000 m, -10000000 to 10000000)
    float strike; ///< Where the line runs, clockwise from north. (default 30 deg, 0 to 360)
    float rise; ///< How much higher the layers lie on the right of it, seen along the strike. (default 120 m, -10000 to 10000)
} oro_strata_fault_args;

/// Raise land while rivers cut it.
typedef struct oro_uplift_args {
    const oro_grid *height; ///< Land to begin with. Without it, a plain at 0. (optional, m)
    oro_grid *result; ///< The land at the end. (m)
    oro_grid *area; ///< Area that drains through every sample, times its rain. (m2)
    oro_grid *sediment; ///< Rock that comes down through every sample at the end. (m3/yr)
    oro_grid *lift; ///< How far the rock has risen: what `strata` needs to find the same layers. (m)
    oro_grid *layer; ///< Number of the layer at the surface, 0 for the first of the list.
    oro_grid *hardness; ///< How hard the layer is: 0 for the softest of the list, towards 1 for harder ones.
    oro_curves *rivers; ///< Every river from where it begins to the larger one that it joins, falling all the way. (m)
    oro_points *junctions; ///< Where rivers begin, join and leave the land. (m)
    double *drained; ///< Area that drains to all outlets together. (m2)
    oro_field rate; ///< How fast the ground rises. A map of it draws where mountains grow. (default 1 mm/yr, -10 to 100)
    oro_field softness; ///< Factor on erosion. (default 1, 0.01 to 100)
    oro_field rain; ///< Factor on rain. (default 1, 0 to 100)
    oro_field base; ///< Rivers cut no deeper than this. A map of it holds valleys that were drawn at their heights. (default -100000 m, -100000 to 100000)
    float duration; ///< How long. After some millions of years rivers carry away what rises. (default 5000000 yr, 0 to 100000000)
    oro_records pulses; ///< Times of faster or slower uplift. They leave steps in the rivers that travel upstream.
    float erodibility; ///< K of the law, in m^(1-2m)/yr: how fast rivers cut. Twice as much makes land half as high. (default 2.4e-05 1/yr, 1e-10 to 1)
    float concavity; ///< The law's m: how fast rivers flatten downstream. Changing it changes what erodibility means. (default 0.45, 0.05 to 1)
    float hillslope; ///< A0 of the law, an area that stands for wash on slopes: more makes gentler crests and fewer gullies. (default 5000 m2, 0.01 to 100000000)
    float patches; ///< How much softness varies from place to place: at 0.5, mostly by a factor of up to 1.6 either way. (default 0.3, 0 to 3)
    float patch_size; ///< Size of the largest such patches. (default 900 m, 1 to 1000000)
    oro_choice edge; ///< Where water leaves the map: over all of its border, over none of it, or over one side. Border that is left holds the height it has at the start. (default open)
    float sea; ///< Land that lies below this at the start is sea: water leaves there, and the ground stays. (default none, or -100000 to 100000 m)
    oro_records mouths; ///< More places where water leaves.
    oro_records inflow; ///< Rivers that come from beyond the map.
    float roughness; ///< Uneven ground added to the start, where the first rivers find their ways. (default 5 m, 0 to 1000)
    float channel; ///< Area that makes a river, for the outputs `rivers` and `junctions`. (default 100000 m2, 0 to 1000000000000)
    float grain; ///< Cell of the coarsest level, which shapes the great valleys; auto is a 128th of the longer side. (default auto, or 0.01 to 1000000 m)
    int32_t steps; ///< Steps of time on the coarsest level; finer ones have fewer and shorter ones. (default 48, 4 to 2000)
    oro_seed seed; ///< Another number, other valleys. (default 0)
    oro_records layers; ///< Layers of rock, the lowest first. They repeat up and down; without any, all rock is alike.
    float bottom; ///< Height of the lowest layer's bottom at the world's zero, before the land rises. (default 0 m, -100000 to 100000)
    float dip; ///< How steeply the layers fall. (default 0 deg, 0 to 80)
    float dip_to; ///< Where they fall to, clockwise from north. (default 90 deg, 0 to 360)
    float fold; ///< Height of folds above and below the layers' mean. (default 0 m, 0 to 10000)
    float fold_size; ///< From crest to crest of the folds. (default 3000 m, 1 to 1000000)
    float fold_to; ///< Direction across the folds, clockwise from north. (default 160 deg, 0 to 360)
    oro_records faults; ///< Lines along which the layers are broken.
    float uneven; ///< How uneven the layers are. (default 20 m, 0 to 10000)
    float uneven_size; ///< Size of the largest of that. (default 2000 m, 1 to 1000000)
} oro_uplift_args;

static inline oro_status oro_uplift_defaults(oro_context *ctx, oro_uplift_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.uplift")->record, args);
}
static inline oro_status oro_uplift_call(oro_context *ctx, oro_uplift_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.uplift"), args, desc);
}
static inline void oro_uplift_free(oro_context *ctx, oro_uplift_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.uplift")->record, args);
}

// --- erode.droplets ---

/// Let rolling drops carve gullies.
typedef struct oro_droplets_args {
    const oro_grid *height; ///< Terrain to erode. (m)
    oro_grid *result; ///< The eroded terrain. (m)
    oro_grid *change; ///< What was laid down (above 0) or worn away (below 0). (m)
    float drops; ///< Drops that start on every square of one grain's side: how long it rains. (default 1, 0 to 1000)
    float share; ///< How much of all this happens: a run that was cut short and kept says here how far it came. (default 1, 0 to 1)
    float grain; ///< Length of a drop's step and scale of the widest gullies. Drops work at this scale first, then at every half of it down to the distance of the samples. (default 16 m, 0.01 to 10000)
    float detail; ///< How many drops fall on a square of half the scale, against those of the scale before; 0 keeps to one scale. (default 0.35, 0 to 1)
    oro_field hardness; ///< Ground that resists: 1 gives nothing away and does not slide. (default 0, 0 to 1)
    float smoothing; ///< How much of an average over the neighbours replaces the ground at every rest: a blur with a force. (default 0, 0 to 1)
    float talus; ///< Slopes above this slide a little at every rest; 90 holds all. (default 90 deg, 1 to 90)
    float rest; ///< Drops on every square of one grain's side between two rests. Tiles of the map take turns as often, so more makes a narrower halo. (default 0.25, 0.001 to 1000)
    oro_seed seed; ///< Another number, other drops. (default 0)
    double *moved; ///< Volume that drops took from the ground. (m3)
    double *deposited; ///< Volume that drops laid down. (m3)
    double *exported; ///< Volume that drops carried over the edge of the map. (m3)
    double *halo; ///< How far beyond a place ground can matter for it: a map with as much of its neighbours around it, cut at samples of the first scale, gets the same drops and the same bits as the whole. (m)
    int32_t lifetime; ///< Steps after which a drop ends at the latest. (default 80, 1 to 1000)
    float brush; ///< Radius of the ground a drop wears down at once, in grains. (default 2.5, 0.75 to 16)
    float inertia; ///< How much of its direction a drop keeps: little follows every hollow, much runs straight on. (default 0.05, 0 to 0.99)
    float capacity; ///< Load a drop of full size carries on a slope of 1 at a speed of 1, in cubes of one grain. (default 2, 0 to 100)
    float deposition; ///< Share of the load it cannot carry that a drop lays down in a step. (default 0.03, 0 to 1)
    float erosion; ///< Share of its free capacity that a drop takes from the ground in a step. (default 0.1, 0 to 1)
    float evaporation; ///< Share of its water that a drop loses in a step. (default 0.02, 0 to 1)
    float gravity; ///< How much the square of the speed grows for every grain of fall. (default 0.5, 0 to 100)
    float min_slope; ///< Slope that counts at least for the capacity, so that drops still carry something over plains. (default 0.01, 0 to 1)
} oro_droplets_args;

static inline oro_status oro_droplets_defaults(oro_context *ctx, oro_droplets_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.droplets")->record, args);
}
static inline oro_status oro_droplets_call(oro_context *ctx, oro_droplets_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.droplets"), args, desc);
}
static inline void oro_droplets_free(oro_context *ctx, oro_droplets_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.droplets")->record, args);
}

// --- erode.raindrops ---

/// Let raindrops with momentum wear the land.
typedef struct oro_raindrops_args {
    const oro_grid *height; ///< Terrain to erode. (m)
    oro_grid *result; ///< The eroded terrain. (m)
    oro_grid *change; ///< What was laid down (above 0) or worn away (below 0). (m)
    float drops; ///< Drops that start on every square of one grain's side: how long it rains. (default 1, 0 to 1000)
    float share; ///< How much of all this happens: a run that was cut short and kept says here how far it came. (default 1, 0 to 1)
    float grain; ///< Length of a drop's step and scale of the widest gullies. Drops work at this scale first, then at every half of it down to the distance of the samples. (default 16 m, 0.01 to 10000)
    float detail; ///< How many drops fall on a square of half the scale, against those of the scale before; 0 keeps to one scale. (default 0.25, 0 to 1)
    oro_field hardness; ///< Ground that resists: 1 gives nothing away and does not slide. (default 0, 0 to 1)
    float smoothing; ///< How much of an average over the neighbours replaces the ground at every rest: a blur with a force. (default 0.05, 0 to 1)
    float talus; ///< Slopes above this slide a little at every rest; 90 holds all. (default 90 deg, 1 to 90)
    float rest; ///< Drops on every square of one grain's side between two rests. Tiles of the map take turns as often, so more makes a narrower halo. (default 0.25, 0.001 to 1000)
    oro_seed seed; ///< Another number, other drops. (default 0)
    double *moved; ///< Volume that drops took from the ground. (m3)
    double *deposited; ///< Volume that drops laid down. (m3)
    double *exported; ///< Volume that drops carried over the edge of the map. (m3)
    double *halo; ///< How far beyond a place ground can matter for it: a map with as much of its neighbours around it, cut at samples of the first scale, gets the same drops and the same bits as the whole. (m)
    int32_t lifetime; ///< Steps after which a drop ends at the latest. (default 80, 1 to 1000)
    float brush; ///< Radius of the ground a drop wears down at once, in grains. (default 2.5, 0.75 to 16)
    oro_grid *passes; ///< How often tracing drops came by, against the mean of the map: rivers stand out.
    oro_grid *endings; ///< How many tracing drops ended there, against those that started: lakes stand out.
    oro_grid *paths; ///< Marks the paths of a few tracing drops with 1, to lay over a picture.
    float max_velocity; ///< Highest speed of a drop. Low makes flat valleys and smooth mountains, high round valleys and coarse mountains. (default 5 m/s, 0.1 to 100)
    float gravity; ///< Pull on a drop: little lets it run straight on, much makes it follow every hollow. (default 9.81 m/s2, 0 to 20)
    float friction; ///< Slope at which friction just balances gravity: gentler ground stops a drop. (default 0.1, 0 to 5)
    float capacity; ///< Load that a full drop carries for every m/s of speed, in cubes of one grain. (default 0.6 s/m, 0 to 20)
    float max_capacity; ///< Most load a drop carries at any speed, in cubes of one grain. (default 8, 0 to 100)
    float deposit_speed; ///< Share of the load it cannot carry that a drop lays down in a step. (default 0.03, 0 to 1)
    float erode_speed; ///< Share of its free capacity that a drop takes from the ground in a step. (default 0.1, 0 to 1)
    float evaporation; ///< Share of its first water that a drop loses in a second. (default 0.002 1/s, 0 to 1)
    float trace_drops; ///< Tracing drops that start on every square of one grain's side, on average. (default 0.3, 0 to 100)
    float trace_velocity; ///< Highest speed of a tracing drop: slow drops follow the ground closely. (default 1 m/s, 0.1 to 100)
    float trace_friction; ///< Friction of a tracing drop: little lets it run far over plains. (default 0.01, 0 to 5)
    int32_t trace_lifetime; ///< Way after which a tracing drop ends at the latest, in grains. (default 500, 1 to 100000)
    int32_t path_count; ///< How many tracing drops leave their path in the map of paths. (default 100, 0 to 100000)
} oro_raindrops_args;

static inline oro_status oro_raindrops_defaults(oro_context *ctx, oro_raindrops_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.raindrops")->record, args);
}
static inline oro_status oro_raindrops_call(oro_context *ctx, oro_raindrops_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.raindrops"), args, desc);
}
static inline void oro_raindrops_free(oro_context *ctx, oro_raindrops_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.raindrops")->record, args);
}

// --- erode.thermal ---

enum { ORO_THERMAL_METHOD_REFERENCE, ORO_THERMAL_METHOD_FAST }; ///< thermal_args.method
enum { ORO_THERMAL_VARIANT_CONSERVATIVE, ORO_THERMAL_VARIANT_OLSEN, ORO_THERMAL_VARIANT_PUBLISHED = ORO_THERMAL_VARIANT_OLSEN }; ///< thermal_args.variant
/// Let steep slopes slide to the talus angle.
typedef struct oro_thermal_args {
    const oro_grid *height; ///< Terrain to erode. (m)
    oro_grid *result; ///< Terrain with scree at the foot of what was too steep. (m)
    oro_grid *change; ///< What was added, below 0 where taken away. (m)
    oro_choice method; ///< Move everything at once to eight neighbours, or in place to the lowest of four, which settles sooner. (default reference)
    float talus; ///< Slopes steeper than this slide. (default 30 deg, 0 to 89)
    float duration; ///< How long ground slides: one metre a year, a cell of the grain at a time. (default 800 yr, 0 to 1000000)
    float grain; ///< Cell of the map that ground slides on. A finer map is eroded at this cell first and then adapted at its own, so that it shows the same land. (default 16 m, 0.001 to 100000)
    oro_choice variant; ///< Keep all of the ground, or do as the program behind Olsen's tables did, which gains some. (default conservative)
} oro_thermal_args;

static inline oro_status oro_thermal_defaults(oro_context *ctx, oro_thermal_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.thermal")->record, args);
}
static inline oro_status oro_thermal_call(oro_context *ctx, oro_thermal_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.thermal"), args, desc);
}
static inline void oro_thermal_free(oro_context *ctx, oro_thermal_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.thermal")->record, args);
}

// --- erode.hydraulic ---

enum { ORO_HYDRAULIC_METHOD_REFERENCE, ORO_HYDRAULIC_METHOD_FAST }; ///< hydraulic_args.method
enum { ORO_HYDRAULIC_VARIANT_CONSERVATIVE, ORO_HYDRAULIC_VARIANT_OLSEN, ORO_HYDRAULIC_VARIANT_PUBLISHED = ORO_HYDRAULIC_VARIANT_OLSEN }; ///< hydraulic_args.variant
/// Let rain dissolve, carry and settle ground.
typedef struct oro_hydraulic_args {
    const oro_grid *height; ///< Terrain to erode. (m)
    oro_grid *result; ///< Terrain that water has worn and filled. (m)
    oro_grid *change; ///< What was added, below 0 where taken away. (m)
    oro_grid *water; ///< Depth of the water when the rain ends. (m)
    oro_grid *sediment; ///< Ground that this water carries. The conservative variant lets it settle where it is, so `result` and `change` contain it; Olsen's does not. (m)
    oro_choice method; ///< Move everything at once to eight neighbours with a map of sediment, or in place to the lowest of four. (default reference)
    float duration; ///< How long it rains: water runs one metre a year, a cell of the grain at a time. (default 1600 yr, 0 to 1000000)
    float rain; ///< Water that falls. (default 0.32 m/yr, 0 to 100)
    float solubility; ///< Metres of ground that a metre of water dissolves in a year. (default 0.000625 1/yr, 0 to 1)
    float capacity; ///< Metres of ground that a metre of water can carry; the fast method always carries that much. (default 1, 0 to 10)
    float half_life; ///< Time after which half of the water has dried up. (default 16 yr, 0.01 to 1000000)
    float grain; ///< Cell of the map that water runs on. A finer map is eroded at this cell first and then adapted at its own, so that it shows the same land. (default 16 m, 0.001 to 100000)
    oro_choice variant; ///< Let all sediment settle at the end, or do as the program behind Olsen's tables did: keep what is in the water, and move no more than the smallest drop. (default conservative)
} oro_hydraulic_args;

static inline oro_status oro_hydraulic_defaults(oro_context *ctx, oro_hydraulic_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.hydraulic")->record, args);
}
static inline oro_status oro_hydraulic_call(oro_context *ctx, oro_hydraulic_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.hydraulic"), args, desc);
}
static inline void oro_hydraulic_free(oro_context *ctx, oro_hydraulic_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.hydraulic")->record, args);
}

// --- erode.flatten ---

enum { ORO_FLATTEN_ORDER_FOUR_CORNERS, ORO_FLATTEN_ORDER_OLSEN, ORO_FLATTEN_ORDER_RASTER = ORO_FLATTEN_ORDER_OLSEN }; ///< flatten_args.order
/// Level gentle ground and keep steep slopes.
typedef struct oro_flatten_args {
    const oro_grid *height; ///< Terrain to erode. (m)
    oro_grid *result; ///< Plains between steep slopes. (m)
    oro_grid *change; ///< What was added, below 0 where taken away. (m)
    float talus; ///< Slopes up to this are levelled, steeper ones stay; with four corners, slopes near it move ever more slowly, which lets finer maps show the same land. (default 45 deg, 0 to 89)
    float duration; ///< How long the ground moves: one metre a year, a cell of the grain at a time. (default 800 yr, 0 to 1000000)
    float grain; ///< Cell of the map that the ground moves on. A finer map is eroded at this cell first and smoothed at its own, so that it shows the same land. (default 16 m, 0.001 to 100000)
    oro_choice order; ///< Sweep over the map from each corner in turn, or always from the north-west, as Olsen does, which leaves slopes that face one way longer than the others. (default four-corners)
} oro_flatten_args;

static inline oro_status oro_flatten_defaults(oro_context *ctx, oro_flatten_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.flatten")->record, args);
}
static inline oro_status oro_flatten_call(oro_context *ctx, oro_flatten_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.flatten"), args, desc);
}
static inline void oro_flatten_free(oro_context *ctx, oro_flatten_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.flatten")->record, args);
}

// --- erode.soil ---

enum { ORO_SOIL_METHOD_WEATHERED, ORO_SOIL_METHOD_HUME }; ///< soil_args.method
/// Grow soil that creeps, and scree below cliffs.
typedef struct oro_soil_args {
    const oro_grid *height; ///< Terrain of bare rock. (m)
    const oro_grid *area; ///< Ground that drains through each sample, as `uplift` gives it; without it the water finds its way on this map. (optional, m2)
    oro_grid *result; ///< The terrain with its soil and scree. (m)
    oro_grid *depth; ///< How deep the soil is. (m)
    oro_grid *scree; ///< How deep the scree is, under the soil. (m)
    oro_choice method; ///< Let rock weather and soil move for some time, or as Hume does fill all that lies below the smoothed terrain: a look, with no time in it. (default weathered)
    float duration; ///< How long rock weathers and soil moves. (default 80000 yr, 0 to 1000000)
    oro_field production; ///< Rock that turns into soil each year where it lies bare. (default 0.0001 m/yr, 0 to 0.1)
    float production_depth; ///< Depth of soil under which rock weathers at 1/e of that. (default 0.5 m, 0.01 to 100)
    oro_field creep; ///< How fast deep soil creeps: volume per metre of width and year on a slope of 1, while slopes are gentle. (default 0.02 m2/yr, 0 to 10)
    float steepest; ///< Slope on which soil slides instead of creeping. (default 51 deg, 1 to 85)
    oro_field cover; ///< Soil that lies on the terrain at the beginning. (default 0 m, 0 to 1000)
    oro_field hardness; ///< Rock that resists: 1 neither weathers nor falls. (default 0, 0 to 1)
    float stream_area; ///< Streams that drain more than this carry soil away, down to a metre below the terrain as it came; 0 leaves all of it. (default 20000 m2, 0 to 1000000000000)
    float stream_slope; ///< Streams do so only where the ground is steeper than this. (default 4 deg, 0 to 60)
    float rockfall; ///< Rock that falls each year for every 1 of slope (metres per metre) above that of a cliff. (default 0.00015 m/yr, 0 to 1)
    oro_field cliff; ///< Slope from which on rock falls. (default 42 deg, 1 to 89)
    float repose; ///< Steepest slope on which what fell comes to lie. (default 34 deg, 1 to 60)
    float sea; ///< Height of the sea, which takes all that reaches it; its floor stays as it is. (default none, or -100000 to 100000 m)
    float grain; ///< Cell of the map that streams and scree run on; finer maps show the same. (default 16 m, 0.01 to 10000)
    float radius; ///< Deviation of the bell that smooths the terrain. (default 24 m, 0.01 to 100000)
    double *produced; ///< Volume of rock that became soil. (m3)
    double *fallen; ///< Volume of rock that fell from cliffs. (m3)
    double *moved; ///< Volume of soil that left the place where it lay or was made. (m3)
    double *carried; ///< Volume that streams, the sea and the edge of the map took. What was produced, what fell and the cover at the beginning are together what lies at the end and this. (m3)
} oro_soil_args;

static inline oro_status oro_soil_defaults(oro_context *ctx, oro_soil_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.soil")->record, args);
}
static inline oro_status oro_soil_call(oro_context *ctx, oro_soil_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.soil"), args, desc);
}
static inline void oro_soil_free(oro_context *ctx, oro_soil_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.soil")->record, args);
}

// --- erode.coast ---

/// Let the sea work on drowned land.
typedef struct oro_coast_args {
    const oro_grid *height; ///< Land and sea floor, best with valleys that go on below the sea. (m)
    const oro_grid *area; ///< Ground that drains through each sample, as `uplift` gives it, for the size of deltas; without it the water finds its way on this map. (optional, m2)
    oro_grid *result; ///< The terrain with its coast. (m)
    oro_grid *energy; ///< Energy of the waves, 0 to 1, carried some way inland.
    oro_grid *beach; ///< Where sand lies: 1 on beaches, 0 elsewhere.
    oro_grid *cliff; ///< Where the sea made a cliff: 1 on its face, 0 elsewhere.
    float sea; ///< Height of the sea. Auto is 0, or where no ground lies below 0, the height that a quarter of the map does not exceed. (default auto, or -100000 to 100000 m)
    float duration; ///< How long the sea has stood at this height. (default 6000 yr, 0 to 1000000)
    float rate; ///< How fast a low coast of soft rock retreats under the strongest waves. (default 0.16 m/yr, 0 to 100)
    oro_field hardness; ///< Rock that resists: 1 does not retreat at all. (default 0, 0 to 1)
    float variation; ///< How much rock differs from place to place beyond that: caves, stacks and small coves. (default 0.5, 0 to 2)
    float fetch; ///< Open water over which waves grow to full strength. Beyond the map lies open sea. (default 3000 m, 1 to 1000000)
    float wind; ///< Where the wind blows from, clockwise from north. (default 225 deg, -360 to 360)
    float swell; ///< Part of the waves that comes from everywhere alike, not with the wind. (default 0.35, 0 to 1)
    float shelter; ///< Energy below which waves cut nothing. (default 0.12, 0 to 0.99)
    oro_field cliff_angle; ///< Angle at which cliffs stand above the sea. (default 66 deg, 5 to 89)
    float cliff_height; ///< Height of a cliff that retreats half as fast as a low one: its rubble has to be carried away. (default 120 m, 1 to 100000)
    float beach_width; ///< Width of beaches where it is calm and the ground behind is low; 0 for none. (default 70 m, 0 to 1000)
    float beach_energy; ///< Energy of waves above which no sand stays. (default 0.2, 0 to 1)
    float shelf; ///< Width of the shelf, beyond which the floor falls away faster; 0 leaves the sea floor as it is. (default 250 m, 0 to 100000)
    float dean; ///< How steep the shelf is: its depth is this times the distance from the shore to the power of 2/3. 0.06 for fine sand, 0.2 for gravel. (default 0.09 m1/3, 0.001 to 10)
    float delta_yield; ///< Rock that rivers wore off all of their ground and laid at their mouths; 0 for no deltas. (default 1 m, 0 to 1000)
    float delta_area; ///< Rivers that drain less than this have no delta. (default 150000 m2, 1 to 1000000000000)
    float grain; ///< Cell of the map that waves and rivers run on; finer maps show the same coast. (default 16 m, 0.01 to 10000)
    oro_seed seed; ///< Another number, other coves. (default 0)
    double *cut; ///< Volume that the sea took away. (m3)
    double *laid; ///< Volume laid down in deltas, on beaches and on the shelf. (m3)
} oro_coast_args;

static inline oro_status oro_coast_defaults(oro_context *ctx, oro_coast_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "erode.coast")->record, args);
}
static inline oro_status oro_coast_call(oro_context *ctx, oro_coast_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "erode.coast"), args, desc);
}
static inline void oro_coast_free(oro_context *ctx, oro_coast_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "erode.coast")->record, args);
}

// --- volume.sketch ---

enum { ORO_SKETCH_CURVE_ROLE_SEED, ORO_SKETCH_CURVE_ROLE_GUIDANCE }; ///< sketch_curve_args.role
enum { ORO_SKETCH_CURVE_FLOW_NONE, ORO_SKETCH_CURVE_FLOW_SOURCE, ORO_SKETCH_CURVE_FLOW_SINK, ORO_SKETCH_CURVE_FLOW_THROUGH }; ///< sketch_curve_args.flow
enum { ORO_SKETCH_CURVE_FRAME_GRAVITY, ORO_SKETCH_CURVE_FRAME_ROTATION_MINIMISING }; ///< sketch_curve_args.frame
/// A control point, which draws the curve towards it.
typedef struct oro_sketch_point_args {
    float x; ///< Metres to the east of the world's zero. (default 0 m, -10000000 to 10000000)
    float y; ///< Metres to the south of the world's zero. (default 0 m, -10000000 to 10000000)
    float z; ///< Height of the point. (default 0 m, -100000 to 100000)
    float up_x; ///< A direction that is up near this point, to the east; left out at all points: the frame decides. (may be left out, -1000 to 1000)
    float up_y; ///< The same to the south. (may be left out, -1000 to 1000)
    float up_z; ///< The same upwards. (may be left out, -1000 to 1000)
} oro_sketch_point_args;

/// Values at a place of a curve; between two each is linear.
typedef struct oro_sketch_constraint_args {
    float t; ///< Where on the curve, from its beginning to its end. (default 0, 0 to 1)
    float left; ///< Angle of the left side there. (may be left out, -180 to 180 deg)
    float right; ///< Angle of the right side there. (may be left out, -180 to 180 deg)
    float left_width; ///< Width of the left ribbon there. (may be left out, 0.001 to 1000000 m)
    float right_width; ///< Width of the right ribbon there. (may be left out, 0.001 to 1000000 m)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
} oro_sketch_constraint_args;

/// A curve with the surface on both sides of it.
typedef struct oro_sketch_curve_args {
    const char *name; ///< What it is called; notes use this name.
    oro_choice role; ///< A seed says where the surface passes; guidance only how it lies in the region around. (default seed)
    oro_choice flow; ///< Which way the field of bitangents flows, for operators that ask: both ways alike, away from the curve, towards it, or over it from right to left. (default none)
    bool closed; ///< Whether the curve returns to its beginning. (default off)
    oro_choice frame; ///< What angles are measured from: the up vector all along, or the up vector at the first point, carried on without turning about the curve, for curves that climb steeply. (default gravity)
    float up_x; ///< The up vector, to the east. (default 0, -1000 to 1000)
    float up_y; ///< The same to the south. (default 0, -1000 to 1000)
    float up_z; ///< The same upwards. (default 1, -1000 to 1000)
    float left; ///< Angle at which the surface goes on to the left of travel: 0 level, above 0 it rises, -90 it drops. (may be left out, -180 to 180 deg)
    float right; ///< The same to the right. (may be left out, -180 to 180 deg)
    float width; ///< Width of both ribbons; 0 is none. (may be left out, 0 to 1000000 m)
    float left_width; ///< Width of the left ribbon, where it differs. (may be left out, 0 to 1000000 m)
    float right_width; ///< Width of the right ribbon, where it differs. (may be left out, 0 to 1000000 m)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
    oro_records points; ///< Control points of a cubic B-spline, which begins at the first and ends at the last.
    oro_records constraints; ///< Angles, widths and traits along the curve. What none of them says is as for the whole curve.
} oro_sketch_curve_args;

enum { ORO_SKETCH_RING_ROLE_SEED, ORO_SKETCH_RING_ROLE_GUIDANCE }; ///< sketch_ring_args.role
enum { ORO_SKETCH_RING_FLOW_NONE, ORO_SKETCH_RING_FLOW_SOURCE, ORO_SKETCH_RING_FLOW_SINK, ORO_SKETCH_RING_FLOW_THROUGH }; ///< sketch_ring_args.flow
/// A circle or ellipse with the surface inside and outside of it.
typedef struct oro_sketch_ring_args {
    const char *name; ///< What it is called; notes use this name.
    oro_choice role; ///< A seed says where the surface passes; guidance only how it lies in the region around. (default seed)
    oro_choice flow; ///< Which way the field of bitangents flows, for operators that ask: both ways alike, away from the curve, towards it, or over it from right to left. (default none)
    float x; ///< Its centre, to the east. (default 0 m, -10000000 to 10000000)
    float y; ///< Its centre, to the south. (default 0 m, -10000000 to 10000000)
    float z; ///< Height of its centre. (default 0 m, -100000 to 100000)
    float radius; ///< From west to east, or to both sides of an upright ring. (default 100 m, 0.01 to 1000000)
    float other_radius; ///< From north to south, or up and down; left out: the same. (may be left out, 0.01 to 1000000 m)
    float facing; ///< Where a tilted ring faces, clockwise from north. (default 0 deg, -360 to 360)
    float tilt; ///< How far: 0 lies level, 90 stands upright, 180 is a ceiling's. (default 0 deg, 0 to 180)
    float outside; ///< Angle at which the surface goes on outside, from the ring's plane. (may be left out, -180 to 180 deg)
    float inside; ///< The same inside: -90 leads into a tunnel behind it, 50 up a hill. (may be left out, -180 to 180 deg)
    float width; ///< Width of both ribbons; 0 is none. (may be left out, 0 to 1000000 m)
    float outer_width; ///< Width of the outer ribbon, where it differs. (may be left out, 0 to 1000000 m)
    float inner_width; ///< Width of the inner ribbon, where it differs. (may be left out, 0 to 1000000 m)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
} oro_sketch_ring_args;

enum { ORO_SKETCH_TUNNEL_BEGIN_NONE, ORO_SKETCH_TUNNEL_BEGIN_RING }; ///< sketch_tunnel_args.begin
enum { ORO_SKETCH_TUNNEL_END_NONE, ORO_SKETCH_TUNNEL_END_RING }; ///< sketch_tunnel_args.end
enum { ORO_SKETCH_TUNNEL_FRAME_GRAVITY, ORO_SKETCH_TUNNEL_FRAME_ROTATION_MINIMISING }; ///< sketch_tunnel_args.frame
/// A tunnel: four curves along a path, and rings at its mouths.
typedef struct oro_sketch_tunnel_args {
    const char *name; ///< What it is called; notes use this name.
    float width; ///< From wall to wall. (default 20 m, 0.01 to 1000000)
    float height; ///< From floor to ceiling. (default 20 m, 0.01 to 1000000)
    oro_choice begin; ///< How it begins: open, for one that comes from outside the box, or with a ring in the face it opens in. (default none)
    oro_choice end; ///< How it ends. (default none)
    oro_choice frame; ///< What angles are measured from: the up vector all along, or the up vector at the first point, carried on without turning about the curve, for curves that climb steeply. (default gravity)
    float ribbon; ///< Width of the ribbons along floor, walls and ceiling; left out: 0.45 of half the smaller extent. (may be left out, 0 to 1000000 m)
    float face; ///< Width of the ribbon around a mouth; left out: half the width and height's mean. (may be left out, 0 to 1000000 m)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
    oro_records points; ///< Control points of its middle, from one end to the other.
} oro_sketch_tunnel_args;

/// An arch: one curve over it, one below, and a ring around each foot.
typedef struct oro_sketch_arch_args {
    const char *name; ///< What it is called; notes use this name.
    float from_x; ///< Middle of the first foot, to the east. (default 0 m, -10000000 to 10000000)
    float from_y; ///< The same to the south. (default 0 m, -10000000 to 10000000)
    float from_z; ///< Height of the ground there. (default 0 m, -100000 to 100000)
    float to_x; ///< Middle of the second foot, to the east. (default 100 m, -10000000 to 10000000)
    float to_y; ///< The same to the south. (default 0 m, -10000000 to 10000000)
    float to_z; ///< Height of the ground there. (default 0 m, -100000 to 100000)
    float height; ///< From the ground to the arch's top. (default 75 m, 0.01 to 100000)
    float thickness; ///< From its top to its underside. (default 25 m, 0.01 to 100000)
    float width; ///< Across it. (default 25 m, 0.01 to 100000)
    float apron; ///< Width of the level ground around its feet; left out: 0.3 of the thickness. (may be left out, 0 to 1000000 m)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
} oro_sketch_arch_args;

enum { ORO_SKETCH_CLIFF_SIDE_LEFT, ORO_SKETCH_CLIFF_SIDE_RIGHT }; ///< sketch_cliff_args.side
/// A cliff with the ground before it: its edge, and its foot where the face meets the ground.
typedef struct oro_sketch_cliff_args {
    const char *name; ///< What it is called; notes use this name.
    oro_choice side; ///< On which side of travel it falls. (default right)
    bool closed; ///< Whether its edge returns to its beginning. (default off)
    float slope; ///< Of its face: 90 is upright, more hangs over. (default 85 deg, 5 to 170)
    float ground; ///< Height of the ground before it. The foot lies where the face meets it. (default 0 m, -100000 to 100000)
    float plateau; ///< Width of the level ribbon above; left out: as far as face and bends of the edge allow. (may be left out, 0 to 1000000 m)
    float plain; ///< Width of the level ribbon below; left out: the same. (may be left out, 0 to 1000000 m)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
    oro_records points; ///< Control points of its upper edge.
} oro_sketch_cliff_args;

/// A road: level across, or banked.
typedef struct oro_sketch_road_args {
    const char *name; ///< What it is called; notes use this name.
    bool closed; ///< Whether it returns to its beginning. (default off)
    float width; ///< From side to side. (default 8 m, 0.01 to 100000)
    float bank; ///< How far it leans to the right of travel: its left side lies higher. (default 0 deg, -60 to 60)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
    oro_records points; ///< Control points of its middle.
} oro_sketch_road_args;

enum { ORO_SKETCH_PATCH_SHAPE_QUAD, ORO_SKETCH_PATCH_SHAPE_DISC }; ///< sketch_patch_args.shape
enum { ORO_SKETCH_PATCH_ROLE_SEED, ORO_SKETCH_PATCH_ROLE_GUIDANCE }; ///< sketch_patch_args.role
/// A piece of plane or dome that the surface lies on.
typedef struct oro_sketch_patch_args {
    const char *name; ///< What it is called; notes use this name.
    oro_choice shape; ///< A rectangle or a circle. (default quad)
    oro_choice role; ///< A seed says where the surface passes; guidance only how it lies in the region around. (default seed)
    float x; ///< Its centre, to the east. (default 0 m, -10000000 to 10000000)
    float y; ///< Its centre, to the south. (default 0 m, -10000000 to 10000000)
    float z; ///< Height of its centre. (default 0 m, -100000 to 100000)
    float facing; ///< Where a tilted one faces, clockwise from north. (default 0 deg, -360 to 360)
    float tilt; ///< How far: 0 is level ground, 90 a wall, 180 a ceiling. (default 0 deg, 0 to 180)
    float turn; ///< By how much it is turned in its plane, clockwise seen from the air. (default 0 deg, -360 to 360)
    float width; ///< From west to east before it is turned. (default 100 m, 0.01 to 1000000)
    float length; ///< From north to south before it is turned. (default 100 m, 0.01 to 1000000)
    float radius; ///< From its middle to its border. (default 50 m, 0.01 to 1000000)
    float cap; ///< Slope at its border, as of the cap of a ball: 0 is flat, above 0 a dome, below 0 a bowl. (default 0 deg, -89 to 89)
    float amplitude; ///< Height of the noise here. (may be left out, 0 to 10000 m)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (may be left out, 0 to 1)
    float edge; ///< How round the surface becomes away from here: 0 keeps creases, 0.1 suits cliffs, 0.4 rivers and roads, 1 and above is round all over. (may be left out, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (may be left out, 0 to 1)
    float vegetation; ///< How much grows here. (may be left out, 0 to 1)
} oro_sketch_patch_args;

enum { ORO_SKETCH_ROLE_SEED, ORO_SKETCH_ROLE_GUIDANCE }; ///< sketch_args.role
/// Draw curves in space with the surface beside them.
typedef struct oro_sketch_args {
    const oro_mesh *mesh; ///< A mesh that the surface lies on, as a model from elsewhere. (optional, m)
    const oro_curves *lines; ///< Curves whose points are control points; angles and widths are those below. (optional, m)
    oro_ribbons *result; ///< The ribbons. (m)
    oro_mesh *proxy; ///< The ribbons as a mesh to look at, with triangles on both sides. (m)
    oro_curves *spines; ///< The curves alone. (m)
    oro_records curves; ///< Curves, each with the angles of the surface to its left and right.
    oro_records rings; ///< Circles and ellipses: feet of hills, mouths of caves.
    oro_records tunnels; ///< Tunnels along a path.
    oro_records arches; ///< Arches from foot to foot.
    oro_records cliffs; ///< Cliffs with the ground before them.
    oro_records roads; ///< Roads along a path.
    oro_records patches; ///< Quads and discs.
    oro_file file; ///< A file of curves, as `lines`.
    float left; ///< Angle of left sides: 0 is level, above 0 rises, below 0 falls. Outside of rings. (default 0 deg, -180 to 180)
    float right; ///< Angle of right sides. Inside of rings. (default 0 deg, -180 to 180)
    float width; ///< Width of ribbons; auto is a twentieth of the world's longer side. (default auto, or 0 to 1000000 m)
    float spacing; ///< How far apart the points of curves are at most; auto is an eightieth of the world's longer side. Bends have more. (default auto, or 0.001 to 1000000 m)
    float amplitude; ///< Height of the noise. (default 0 m, 0 to 10000)
    float roughness; ///< How much of each octave of noise the next finer one keeps. (default 0.5, 0 to 1)
    float edge; ///< How round the surface becomes away from curves: 0 keeps creases, 1 and above is round all over. (default 0.25, 0 to 10)
    float material; ///< Which material, as a place in a row of them. (default 0.5, 0 to 1)
    float vegetation; ///< How much grows. (default 0.5, 0 to 1)
    oro_choice role; ///< Of the mesh, of lines and of the file's curves: a seed says where the surface passes, guidance only how it lies. (default seed)
} oro_sketch_args;

static inline oro_status oro_sketch_defaults(oro_context *ctx, oro_sketch_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.sketch")->record, args);
}
static inline oro_status oro_sketch_call(oro_context *ctx, oro_sketch_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.sketch"), args, desc);
}
static inline void oro_sketch_free(oro_context *ctx, oro_sketch_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.sketch")->record, args);
}

// --- volume.isosurface ---

enum { ORO_ISOSURFACE_METHOD_SURFACE_NETS, ORO_ISOSURFACE_METHOD_MARCHING_CUBES, ORO_ISOSURFACE_METHOD_DUAL_CONTOURING }; ///< isosurface_args.method
/// Make a mesh of a volume's surface.
typedef struct oro_isosurface_args {
    const oro_volume *volume; ///< Distances to a surface, below 0 in rock and above 0 in air, or any other values.
    const oro_volume *east; ///< Where the values should rise, to the east. With all three directions, sheets that face the other way are left out: the false ones between two that face alike. (optional)
    const oro_volume *south; ///< Where the values should rise, to the south. (optional)
    const oro_volume *up; ///< Where the values should rise, upwards. (optional)
    oro_mesh *result; ///< The surface, x to the east, y to the north and z up. (m)
    oro_choice method; ///< Surface nets have even triangles and round edges by half a cell, marching cubes a vertex on every edge between samples, and dual contouring keeps creases and cliffs sharp. (default surface-nets)
    float level; ///< The value at the surface. With distances, this many metres outside of it. (default 0, -1000000 to 1000000)
    bool close; ///< Ends the rock at the volume's box with walls and a floor, for a solid block; otherwise the surface is open there. (default off)
    bool repair; ///< Changes the sign of single samples where sheets would touch at a corner or an edge, so that exactly two triangles meet at every edge. (default on)
    float snap; ///< Values that are nearer to the level than this part of a cell count as air just above it, which keeps noise in zeros out of the surface. For other values than distances, 0. (default 0.002, 0 to 0.4)
} oro_isosurface_args;

static inline oro_status oro_isosurface_defaults(oro_context *ctx, oro_isosurface_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.isosurface")->record, args);
}
static inline oro_status oro_isosurface_call(oro_context *ctx, oro_isosurface_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.isosurface"), args, desc);
}
static inline void oro_isosurface_free(oro_context *ctx, oro_isosurface_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.isosurface")->record, args);
}

// --- volume.sculpt ---

enum { ORO_SCULPT_SCHEME_INTEGRATE, ORO_SCULPT_SCHEME_MARCH, ORO_SCULPT_SCHEME_BECHER }; ///< sculpt_args.scheme
enum { ORO_SCULPT_METHOD_SURFACE_NETS, ORO_SCULPT_METHOD_MARCHING_CUBES, ORO_SCULPT_METHOD_DUAL_CONTOURING }; ///< sculpt_args.method
/// Make a surface from curves.
typedef struct oro_sculpt_args {
    const oro_ribbons *ribbons; ///< Curves with their sides, and other pieces of surface. (m)
    oro_mesh *result; ///< The surface, x to the east, y to the north and z up, with noise, material and vegetation per vertex. (m)
    oro_volume *distance; ///< Distance to the surface, below 0 in the rock. (m)
    oro_volume *east; ///< Direction away from the rock, to the east.
    oro_volume *south; ///< The same, to the south.
    oro_volume *up; ///< The same, upwards.
    double *bytes; ///< Bytes of fields per sample, without the solver's scratch. (B)
    oro_choice scheme; ///< Two linear solves, which give whole sheets; fronts from the seeds along the same directions, which may tear; or Becher's own scheme: anisotropic diffusion, seeds of 0 and the least of all fronts. (default integrate)
    oro_choice method; ///< How triangles are made: even ones with edges rounded by half a sample, a vertex on every line between samples, or sharp edges. (default surface-nets)
    float focus; ///< How far from the surface directions still count for where it runs; `auto` is 5 % of the volume's longest side. (default auto, or 0.001 to 1000000 m)
    float give; ///< How far the surface gives way where curves do not fit together; at 0 it passes through all of them. 0.5 to 2 m forgive curves that are off by a metre. (default 0 m, 0 to 10000)
    float smooth; ///< Rounds the surface by a Gaussian blur of its distances with this deviation. (default 0 m, 0 to 10000)
    float halo; ///< How far from ribbons their noise, material and vegetation fade to 0; at 0 they do not fade. (default 0 m, 0 to 1000000)
    float least_piece; ///< Pieces of surface that are smaller in all directions are left out; `auto` is four samples. Curves that hardly fit together leave such crumbs. (default auto, or 0 to 1000000 m)
    bool close; ///< Ends the rock at the volume's box with walls and a floor, for a solid block. (default off)
    bool true_sheets; ///< Leaves out sheets that face against the ribbons: the false one between two that face alike. It also opens undersides that no ribbon asks for. (default off)
    float bottom; ///< Height of the volume's lowest samples. (default -500 m, -100000 to 100000)
    float top; ///< Height of its highest samples. (default 1500 m, -100000 to 100000)
    float coarseness; ///< How many times further apart the volume's samples are than the map's. (default 4, 0.5 to 256)
} oro_sculpt_args;

static inline oro_status oro_sculpt_defaults(oro_context *ctx, oro_sculpt_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.sculpt")->record, args);
}
static inline oro_status oro_sculpt_call(oro_context *ctx, oro_sculpt_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.sculpt"), args, desc);
}
static inline void oro_sculpt_free(oro_context *ctx, oro_sculpt_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.sculpt")->record, args);
}

// --- volume.voxelise ---

enum { ORO_VOXELISE_SCHEME_EXACT, ORO_VOXELISE_SCHEME_BECHER }; ///< voxelise_args.scheme
/// Put ribbons into a volume.
typedef struct oro_voxelise_args {
    const oro_ribbons *ribbons; ///< Curves with their sides, and other pieces of surface. (m)
    oro_volume *distance; ///< Signed distance to the ribbons of seeds on the samples beside them, below 0 in the rock; elsewhere 0. (m)
    oro_volume *east; ///< Direction into the air beside ribbons, to the east; elsewhere 0.
    oro_volume *south; ///< The same, to the south.
    oro_volume *up; ///< The same, upwards.
    oro_volume *known; ///< What ribbons fix: 0 nothing, 1 the direction, 2 the distance too; -1 where they contradict each other.
    oro_volume *amplitude; ///< Metres of noise on samples of ribbons, elsewhere 0. (m)
    oro_volume *roughness; ///< How much of an octave of noise the next one keeps, on samples of ribbons, elsewhere 0.
    oro_volume *edge; ///< How widely directions are smoothed on samples of ribbons, elsewhere 0.
    oro_volume *material; ///< Material on samples of ribbons, elsewhere 0.
    oro_volume *vegetation; ///< Vegetation on samples of ribbons, elsewhere 0.
    double *samples; ///< How many samples ribbons fix.
    double *conflicts; ///< At how many samples they contradict each other.
    oro_choice scheme; ///< Exact distances within 1.25 samples of ribbons, and none where they contradict each other; or Becher's: 0 wherever a ribbon passes through a sample's cube, and the mean of all directions. (default exact)
    float bottom; ///< Height of the volume's lowest samples. (default -500 m, -100000 to 100000)
    float top; ///< Height of its highest samples. (default 1500 m, -100000 to 100000)
    float coarseness; ///< How many times further apart the volume's samples are than the map's. (default 4, 0.5 to 256)
} oro_voxelise_args;

static inline oro_status oro_voxelise_defaults(oro_context *ctx, oro_voxelise_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.voxelise")->record, args);
}
static inline oro_status oro_voxelise_call(oro_context *ctx, oro_voxelise_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.voxelise"), args, desc);
}
static inline void oro_voxelise_free(oro_context *ctx, oro_voxelise_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.voxelise")->record, args);
}

// --- volume.extend ---

/// Extend ribbons through a volume.
typedef struct oro_extend_args {
    const oro_ribbons *ribbons; ///< Curves with their sides, and other pieces of surface. (m)
    oro_volume *distance; ///< Signed distance to the nearest ribbon's plane, which goes on beyond its borders; below 0 in the rock. (m)
    oro_volume *east; ///< Direction of the nearest ribbon into the air, to the east.
    oro_volume *south; ///< The same, to the south.
    oro_volume *up; ///< The same, upwards.
    oro_volume *nearness; ///< Distance to the nearest ribbon itself, above 0 on both sides. (m)
    oro_volume *owner; ///< The number of the curve that the nearest ribbon belongs to, from 0.
    oro_volume *amplitude; ///< Metres of noise of the nearest ribbon. (m)
    oro_volume *roughness; ///< How much of an octave of noise the next one keeps, of the nearest ribbon.
    oro_volume *edge; ///< How widely directions are smoothed, of the nearest ribbon.
    oro_volume *material; ///< Material of the nearest ribbon.
    oro_volume *vegetation; ///< Vegetation of the nearest ribbon.
    float bottom; ///< Height of the volume's lowest samples. (default -500 m, -100000 to 100000)
    float top; ///< Height of its highest samples. (default 1500 m, -100000 to 100000)
    float coarseness; ///< How many times further apart the volume's samples are than the map's. (default 4, 0.5 to 256)
} oro_extend_args;

static inline oro_status oro_extend_defaults(oro_context *ctx, oro_extend_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.extend")->record, args);
}
static inline oro_status oro_extend_call(oro_context *ctx, oro_extend_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.extend"), args, desc);
}
static inline void oro_extend_free(oro_context *ctx, oro_extend_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.extend")->record, args);
}

// --- volume.guide ---

enum { ORO_GUIDE_SCHEME_SCREENED, ORO_GUIDE_SCHEME_BECHER }; ///< guide_args.scheme
/// Spread the directions of ribbons.
typedef struct oro_guide_args {
    const oro_ribbons *ribbons; ///< Curves with their sides, and other pieces of surface. (m)
    oro_volume *east; ///< Direction into the air, of length 1, to the east.
    oro_volume *south; ///< The same, to the south.
    oro_volume *up; ///< The same, upwards.
    oro_volume *across_east; ///< Line along the surface that leads across curves, to the east. Without a flow its sign means nothing.
    oro_volume *across_south; ///< The same, to the south.
    oro_volume *across_up; ///< The same, upwards.
    oro_choice scheme; ///< The planes of the nearest ribbons, smoothed by one linear solve over a length that the ribbons' edge says per metre of distance; or Becher's anisotropic diffusion. (default screened)
    float focus; ///< How far from the surface directions still count for where it runs; `auto` is 5 % of the volume's longest side. (default auto, or 0.001 to 1000000 m)
    float sharpness; ///< Becher's k: at 0.01 half as much flows where neighbours differ by 11.5 degrees; large values are plain diffusion. (default 0.01, 0.0001 to 100)
    bool flow; ///< Makes the lines across curves a flow with a direction: away from sources, towards sinks, and through the other curves from right to left. (default off)
    float bottom; ///< Height of the volume's lowest samples. (default -500 m, -100000 to 100000)
    float top; ///< Height of its highest samples. (default 1500 m, -100000 to 100000)
    float coarseness; ///< How many times further apart the volume's samples are than the map's. (default 4, 0.5 to 256)
} oro_guide_args;

static inline oro_status oro_guide_defaults(oro_context *ctx, oro_guide_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.guide")->record, args);
}
static inline oro_status oro_guide_call(oro_context *ctx, oro_guide_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.guide"), args, desc);
}
static inline void oro_guide_free(oro_context *ctx, oro_guide_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.guide")->record, args);
}

// --- volume.spread ---

/// Spread the noise and material of ribbons.
typedef struct oro_spread_args {
    const oro_ribbons *ribbons; ///< Curves with their sides, and other pieces of surface. (m)
    oro_volume *amplitude; ///< Metres of noise. (m)
    oro_volume *roughness; ///< How much of an octave of noise the next one keeps, 0 to 1.
    oro_volume *material; ///< What the surface is made of, 0 to 1.
    oro_volume *vegetation; ///< How much of it is overgrown, 0 to 1.
    float halo; ///< How far from ribbons their noise, material and vegetation fade to 0; at 0 they do not fade. (default 0 m, 0 to 1000000)
    float bottom; ///< Height of the volume's lowest samples. (default -500 m, -100000 to 100000)
    float top; ///< Height of its highest samples. (default 1500 m, -100000 to 100000)
    float coarseness; ///< How many times further apart the volume's samples are than the map's. (default 4, 0.5 to 256)
} oro_spread_args;

static inline oro_status oro_spread_defaults(oro_context *ctx, oro_spread_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.spread")->record, args);
}
static inline oro_status oro_spread_call(oro_context *ctx, oro_spread_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.spread"), args, desc);
}
static inline void oro_spread_free(oro_context *ctx, oro_spread_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.spread")->record, args);
}

// --- volume.expand ---

/// Make curves longer along directions.
typedef struct oro_expand_args {
    const oro_ribbons *ribbons; ///< Curves with their sides. Pieces without a spine and closed curves stay. (m)
    const oro_volume *east; ///< Directions into the air, to the east, as `guide` makes them.
    const oro_volume *south; ///< The same, to the south.
    const oro_volume *up; ///< The same, upwards.
    oro_ribbons *result; ///< The ribbons, longer. (m)
    double *added; ///< How many metres of curve were added in all. (m)
    float length; ///< How far an end goes on at most. (default 100 m, 0 to 1000000)
    float step; ///< Metres between new cross-sections; `auto` is one sample of the volume. (default auto, or 0.001 to 100000 m)
    float gap; ///< How near to another curve an end may come; `auto` is the width of the ribbon and two samples. (default auto, or 0 to 100000 m)
} oro_expand_args;

static inline oro_status oro_expand_defaults(oro_context *ctx, oro_expand_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.expand")->record, args);
}
static inline oro_status oro_expand_call(oro_context *ctx, oro_expand_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.expand"), args, desc);
}
static inline void oro_expand_free(oro_context *ctx, oro_expand_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.expand")->record, args);
}

// --- volume.propagate ---

enum { ORO_PROPAGATE_SCHEME_INTEGRATE, ORO_PROPAGATE_SCHEME_MARCH, ORO_PROPAGATE_SCHEME_BECHER, ORO_PROPAGATE_SCHEME_PUSH, ORO_PROPAGATE_SCHEME_PULL }; ///< propagate_args.scheme
/// Find a surface along directions.
typedef struct oro_propagate_args {
    const oro_ribbons *ribbons; ///< Curves with their sides; the surface passes through those of seeds. (m)
    const oro_volume *east; ///< Directions into the air, to the east, as `guide` makes them.
    const oro_volume *south; ///< The same, to the south.
    const oro_volume *up; ///< The same, upwards.
    oro_volume *distance; ///< Distance to the surface, below 0 in the rock. (m)
    oro_choice scheme; ///< One linear solve over the whole volume, which gives whole sheets; fronts from the seeds with the mean of what neighbours say; Becher's fronts, from zeros and with the least of it; or his streamlines, from seeds outwards or from everywhere back to them. (default integrate)
    float focus; ///< How far from the surface directions still count for where it runs; `auto` is 5 % of the volume's longest side. (default auto, or 0.001 to 1000000 m)
    float give; ///< How far the surface gives way where curves do not fit together; at 0 it passes through all of them. 0.5 to 2 m forgive curves that are off by a metre. (default 0 m, 0 to 10000)
    float reach; ///< How far a streamline goes; `auto` is the volume's longest side. (default auto, or 0 to 1000000 m)
    float smooth; ///< Rounds the surface by a Gaussian blur of its distances with this deviation. (default 0 m, 0 to 10000)
} oro_propagate_args;

static inline oro_status oro_propagate_defaults(oro_context *ctx, oro_propagate_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.propagate")->record, args);
}
static inline oro_status oro_propagate_call(oro_context *ctx, oro_propagate_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.propagate"), args, desc);
}
static inline void oro_propagate_free(oro_context *ctx, oro_propagate_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.propagate")->record, args);
}

// --- volume.body ---

enum { ORO_BODY_SHAPE_SPHERE, ORO_BODY_SHAPE_BOX, ORO_BODY_SHAPE_CYLINDER, ORO_BODY_SHAPE_TORUS, ORO_BODY_SHAPE_GYROID, ORO_BODY_SHAPE_NOISE }; ///< body_args.shape
enum { ORO_BODY_AXIS_UP, ORO_BODY_AXIS_EAST, ORO_BODY_AXIS_SOUTH }; ///< body_args.axis
/// Make a ball, box, ring or sponge in space.
typedef struct oro_body_args {
    oro_volume *result; ///< Distance to the body's surface, below 0 inside. (m)
    oro_choice shape; ///< Which body. A gyroid and noise fill the whole volume with holes and bridges. (default sphere)
    oro_choice axis; ///< Which way a cylinder runs, or the axis that a torus goes around: a torus about east or south stands like an arch. (default up)
    float x; ///< The centre's metres to the east of the world's zero. (default 2000 m, -10000000 to 10000000)
    float y; ///< The centre's metres to the south of the world's zero. (default 2000 m, -10000000 to 10000000)
    float z; ///< The centre's height. (default 500 m, -10000000 to 10000000)
    float radius; ///< Radius of a sphere or cylinder, or of the circle in the middle of a torus. (default 700 m, 0 to 1000000)
    float tube; ///< Radius of the tube of a torus. (default 200 m, 0 to 1000000)
    float length; ///< From end to end of a cylinder. (default 1400 m, 0 to 1000000)
    float width; ///< Extent of a box from west to east. (default 1400 m, 0 to 1000000)
    float depth; ///< Extent of a box from north to south. (default 1400 m, 0 to 1000000)
    float height; ///< Extent of a box from bottom to top. (default 1000 m, 0 to 1000000)
    float rounding; ///< Radius of its edges, inside the extent. (default 0 m, 0 to 1000000)
    float scale; ///< Period of a gyroid, or the size of the largest lumps of noise. (default 1000 m, 0.0625 to 1000000)
    float thickness; ///< Thickness of walls along the surface; 0 fills one of its two sides instead. (default 0 m, 0 to 1000000)
    int32_t octaves; ///< How many sizes of lumps, each half as large as the one before. (default 3, 1 to 12)
    oro_seed seed; ///< Another number gives other noise. (default 0)
    float bottom; ///< Height of the volume's lowest samples. (default -500 m, -100000 to 100000)
    float top; ///< Height of its highest samples. (default 1500 m, -100000 to 100000)
    float coarseness; ///< How many times further apart the volume's samples are than the map's. (default 4, 0.5 to 256)
} oro_body_args;

static inline oro_status oro_body_defaults(oro_context *ctx, oro_body_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.body")->record, args);
}
static inline oro_status oro_body_call(oro_context *ctx, oro_body_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.body"), args, desc);
}
static inline void oro_body_free(oro_context *ctx, oro_body_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.body")->record, args);
}

// --- volume.extrude ---

/// Make a volume of a terrain.
typedef struct oro_extrude_args {
    const oro_grid *height; ///< Terrain to make solid. (m)
    oro_volume *result; ///< Distance to the ground, below 0 in the rock. (m)
    float bottom; ///< Height of the volume's lowest samples. (default -500 m, -100000 to 100000)
    float top; ///< Height of its highest samples. (default 1500 m, -100000 to 100000)
    float coarseness; ///< How many times further apart the volume's samples are than the map's. (default 4, 0.5 to 256)
} oro_extrude_args;

static inline oro_status oro_extrude_defaults(oro_context *ctx, oro_extrude_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.extrude")->record, args);
}
static inline oro_status oro_extrude_call(oro_context *ctx, oro_extrude_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.extrude"), args, desc);
}
static inline void oro_extrude_free(oro_context *ctx, oro_extrude_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.extrude")->record, args);
}

// --- volume.combine ---

enum { ORO_COMBINE_MODE_UNION, ORO_COMBINE_MODE_CARVE, ORO_COMBINE_MODE_INTERSECT }; ///< combine_args.mode
/// Join, carve or intersect volumes.
typedef struct oro_combine_args {
    const oro_volume *a; ///< The first body, as distances. The result has its box and samples. (m)
    const oro_volume *b; ///< The second. Where its samples lie elsewhere, values are linear between them, and beyond its box the nearest counts. (m)
    oro_volume *result; ///< Both as one. (m)
    oro_choice mode; ///< Both together, the first without the second, or what they share. (default union)
    float smooth; ///< How far from the seam it is rounded, in metres of distance to both surfaces; 0 leaves a sharp seam. (default 0 m, 0 to 100000)
} oro_combine_args;

static inline oro_status oro_combine_defaults(oro_context *ctx, oro_combine_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.combine")->record, args);
}
static inline oro_status oro_combine_call(oro_context *ctx, oro_combine_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.combine"), args, desc);
}
static inline void oro_combine_free(oro_context *ctx, oro_combine_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.combine")->record, args);
}

// --- volume.displace ---

enum { ORO_DISPLACE_CHARACTER_LUMPY, ORO_DISPLACE_CHARACTER_CRAGGY }; ///< displace_args.character
/// Give a mesh the detail of its traits.
typedef struct oro_displace_args {
    const oro_mesh *surface; ///< Mesh to give detail to. (m)
    oro_mesh *result; ///< The finer mesh. Colours, traits and texture coordinates of new vertices lie between those beside them; vertices at one place have become one. (m)
    float amplitude; ///< About how far vertices move at most; a third of it is usual. On its own it is what the traits of the mesh say, or a tenth of the bump size for a mesh without. (default traits, or 0 to 100000 m)
    float roughness; ///< How strong each size of bumps is against the one twice as large. On its own it is what the traits of the mesh say, or 0.5 for a mesh without. (default traits, or 0 to 1)
    float strength; ///< What the amplitude is multiplied with. (default 1, 0 to 100)
    float bump_size; ///< Size of the largest bumps. On its own it is about a twelfth of the mesh's longest side, as a power of two, so that a finer mesh has the same. (default auto, or 0.001 to 1000000 m)
    float edge; ///< Edges longer than this are halved where bumps are so fine, and bumps finer than two of them are left out. On its own it is half of the mesh's mean edge, and for the usual bump size at most a quarter of that. (default auto, or 0.001 to 1000000 m)
    oro_choice character; ///< Rolling bumps, or noise that is folded into crests and clefts, as rock breaks. (default lumpy)
    float rounding; ///< How far new vertices leave the flat triangles for the curve that fits the normals around them; 0 keeps flat faces flat. (default 1, 0 to 1)
    bool keep_sides; ///< Leaves vertices on the sides and at the bottom of the mesh's box where they are: the cut faces of a block, and the border of an open surface. (default off)
    oro_seed seed; ///< Another number gives other noise. (default 0)
} oro_displace_args;

static inline oro_status oro_displace_defaults(oro_context *ctx, oro_displace_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.displace")->record, args);
}
static inline oro_status oro_displace_call(oro_context *ctx, oro_displace_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.displace"), args, desc);
}
static inline void oro_displace_free(oro_context *ctx, oro_displace_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.displace")->record, args);
}

// --- volume.colour ---

/// Colour a mesh by altitude, slope and facing.
typedef struct oro_colour_args {
    const oro_mesh *surface; ///< Mesh to colour. (m)
    oro_mesh *result; ///< The mesh with a colour per vertex. All else that it has is kept; one without normals gets them. (m)
    float snow_line; ///< Altitude above which snow lies, where it is neither steep nor under a roof. (default none, or -1000000 to 1000000 m)
    float shore; ///< Height of the water that makes beaches. (default none, or -1000000 to 1000000 m)
    float vegetation; ///< How much of the gentle ground is overgrown, from bare soil over grass to woods. On its own it is what the traits of the mesh say, or 0.6 for a mesh without. (default traits, or 0 to 1)
    float material; ///< What the rock is: from 0 to 1 grey, sandstone, red, dark. On its own it is what the traits of the mesh say, or 0 for a mesh without. (default traits, or 0 to 1)
} oro_colour_args;

static inline oro_status oro_colour_defaults(oro_context *ctx, oro_colour_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "volume.colour")->record, args);
}
static inline oro_status oro_colour_call(oro_context *ctx, oro_colour_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "volume.colour"), args, desc);
}
static inline void oro_colour_free(oro_context *ctx, oro_colour_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "volume.colour")->record, args);
}

// --- surface.weights ---

enum { ORO_LAYER_MASK_ANYWHERE, ORO_LAYER_MASK_INSIDE, ORO_LAYER_MASK_OUTSIDE }; ///< layer_args.mask
/// A material and the rule that says where it lies.
typedef struct oro_layer_args {
    const char *name; ///< What people call it.
    oro_colour colour; ///< Colour in the colour map. (default #808080)
    oro_range heights; ///< Heights where it lies; the ends of the range mean no limit. (default -100000..100000 m, -100000 to 100000)
    float height_softness; ///< Metres over which it comes and goes, half on either side of an edge. (default 20 m, 0 to 100000)
    oro_range slopes; ///< Slopes where it lies. (default 0..90 deg, 0 to 90)
    float slope_softness; ///< Degrees over which it comes and goes. (default 6 deg, 0 to 90)
    oro_range relative; ///< Heights above the mean of the surroundings where it lies: below 0 in hollows, above 0 on crests. (default -100000..100000 m, -100000 to 100000)
    float relative_softness; ///< Metres over which it comes and goes. (default 10 m, 0 to 100000)
    oro_choice mask; ///< Whether it lies only where the mask is 1 (roads), or only where it is 0. Without a mask, inside is nowhere. (default anywhere)
    float strength; ///< Its share where its rule holds fully. (default 1, 0 to 1)
    int32_t priority; ///< Layers of a higher priority take their share first. (default 0, 0 to 9)
} oro_layer_args;

/// Share the ground among materials.
typedef struct oro_weights_args {
    const oro_grid *height; ///< Terrain to dress. (m)
    const oro_grid *mask; ///< Where something is, 0 to 1: roads, fields, water. (optional)
    oro_grid *classes; ///< The number of the layer with the largest share, from 1.
    oro_grid *colour; ///< Colours of the layers mixed by their shares, as numbers: 65536 red + 256 green + blue. (rgb)
    oro_grid *weight_1; ///< Share of the first layer.
    oro_grid *weight_2; ///< Share of the second layer; 0 where there is none.
    oro_grid *weight_3; ///< Share of the third layer.
    oro_grid *weight_4; ///< Share of the fourth layer.
    oro_grid *weight_5; ///< Share of the fifth layer.
    oro_grid *weight_6; ///< Share of the sixth layer.
    oro_grid *weight_7; ///< Share of the seventh layer.
    oro_grid *weight_8; ///< Share of the eighth layer.
    oro_records layers; ///< The layers, at most eight. What no rule claims falls to the first. (default name=grass colour=#6f8f45; name=sand colour=#d9c592 heights=-4..8 height_softness=6 slopes=0..30 slope_softness=12 priority=1; name=seabed colour=#56706b heights=-100000..-4 height_softness=6 priority=4; name=earth colour=#8b6b47 relative=-100000..-14 relative_softness=16 slopes=0..30 slope_softness=10 priority=1; name=snow colour=#f1f4f7 heights=900..100000 height_softness=250 slopes=0..48 slope_softness=12 priority=2; name=gravel colour=#a1977f slopes=27..37 slope_softness=8 strength=0.8 priority=3; name=rock colour=#6e6862 slopes=37..90 slope_softness=8 priority=3)
    float radius; ///< Half the side of the square that relative height compares with. (default 150 m, 0 to 100000)
} oro_weights_args;

static inline oro_status oro_weights_defaults(oro_context *ctx, oro_weights_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "surface.weights")->record, args);
}
static inline oro_status oro_weights_call(oro_context *ctx, oro_weights_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "surface.weights"), args, desc);
}
static inline void oro_weights_free(oro_context *ctx, oro_weights_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "surface.weights")->record, args);
}

// --- surface.tint ---

/// A value and its colour.
typedef struct oro_stop_args {
    float at; ///< Value of the map. (default 0, -1000000 to 1000000)
    oro_colour colour; ///< Its colour. (default #808080)
} oro_stop_args;

/// Colour a map by its values.
typedef struct oro_tint_args {
    const oro_grid *map; ///< Map to colour.
    oro_grid *colour; ///< Colours as numbers: 65536 red + 256 green + blue. (rgb)
    oro_records stops; ///< Values and their colours, by rising value; at most 64. Before the first and after the last the colour stays. (default at=0 colour=#52704a; at=300 colour=#a8a86c; at=700 colour=#8a7358; at=1200 colour=#f2f2f0)
    float light; ///< How much slopes towards the north-west are lightened and others darkened: at 1, a slope of 45 degrees by half. (default 0, 0 to 10)
} oro_tint_args;

static inline oro_status oro_tint_defaults(oro_context *ctx, oro_tint_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "surface.tint")->record, args);
}
static inline oro_status oro_tint_call(oro_context *ctx, oro_tint_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "surface.tint"), args, desc);
}
static inline void oro_tint_free(oro_context *ctx, oro_tint_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "surface.tint")->record, args);
}

// --- surface.picture ---

/// Read a picture from a file.
typedef struct oro_picture_args {
    oro_image *result; ///< The file's picture. (rgb)
    oro_file file; ///< PNG with 1 to 16 bits per channel, grey or in colours, with or without transparency.
} oro_picture_args;

static inline oro_status oro_picture_defaults(oro_context *ctx, oro_picture_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "surface.picture")->record, args);
}
static inline oro_status oro_picture_call(oro_context *ctx, oro_picture_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "surface.picture"), args, desc);
}
static inline void oro_picture_free(oro_context *ctx, oro_picture_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "surface.picture")->record, args);
}

// --- surface.drape ---

enum { ORO_DRAPE_CHANNEL_BRIGHTNESS, ORO_DRAPE_CHANNEL_RED, ORO_DRAPE_CHANNEL_GREEN, ORO_DRAPE_CHANNEL_BLUE, ORO_DRAPE_CHANNEL_OPACITY }; ///< drape_args.channel
/// Lay a picture over the ground.
typedef struct oro_drape_args {
    const oro_image *picture; ///< What to lay over the ground, north at its top. (rgb)
    oro_grid *colour; ///< Its colours as numbers: 65536 red + 256 green + blue. (rgb)
    oro_grid *value; ///< One of its channels, 0 to 1.
    oro_choice channel; ///< What the map called value is made of. A picture without transparency has an opacity of 1. (default brightness)
} oro_drape_args;

static inline oro_status oro_drape_defaults(oro_context *ctx, oro_drape_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "surface.drape")->record, args);
}
static inline oro_status oro_drape_call(oro_context *ctx, oro_drape_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "surface.drape"), args, desc);
}
static inline void oro_drape_free(oro_context *ctx, oro_drape_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "surface.drape")->record, args);
}

// --- surface.bake ---

/// Make a picture of colours.
typedef struct oro_bake_args {
    const oro_grid *colour; ///< Colours as tint and weights make them. (rgb)
    oro_image *result; ///< The picture, north at its top, a pixel per sample. (rgb)
} oro_bake_args;

static inline oro_status oro_bake_defaults(oro_context *ctx, oro_bake_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "surface.bake")->record, args);
}
static inline oro_status oro_bake_call(oro_context *ctx, oro_bake_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "surface.bake"), args, desc);
}
static inline void oro_bake_free(oro_context *ctx, oro_bake_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "surface.bake")->record, args);
}

// --- mesh.triangulate ---

/// Cover a terrain with a regular grid of triangles.
typedef struct oro_triangulate_args {
    const oro_grid *height; ///< Terrain to cover with triangles. (m)
    oro_mesh *result; ///< The triangles, x to the east, y to the north and z up. (m)
    float step; ///< Distance between vertices, made to fit the map evenly and never below its own samples'. On its own every sample is a vertex. (default samples, or 0.001 to 1000000 m)
    bool shading; ///< Gives vertices normals, taken from the terrain at full resolution, and places in a picture of it, (0,0) at its lower left. (default on)
} oro_triangulate_args;

static inline oro_status oro_triangulate_defaults(oro_context *ctx, oro_triangulate_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "mesh.triangulate")->record, args);
}
static inline oro_status oro_triangulate_call(oro_context *ctx, oro_triangulate_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "mesh.triangulate"), args, desc);
}
static inline void oro_triangulate_free(oro_context *ctx, oro_triangulate_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "mesh.triangulate")->record, args);
}

// --- mesh.simplify ---

enum { ORO_SIMPLIFY_METHOD_GREEDY, ORO_SIMPLIFY_METHOD_HUME, ORO_SIMPLIFY_METHOD_QUADRICS }; ///< simplify_args.method
/// Cover a terrain with few triangles.
typedef struct oro_simplify_args {
    const oro_grid *height; ///< Terrain to cover with triangles. (m)
    oro_mesh *result; ///< The triangles, x to the east, y to the north and z up. (m)
    double *largest_error; ///< Largest difference in height at any sample. (m)
    double *mean_error; ///< Mean absolute difference in height over all samples. (m)
    oro_choice method; ///< How to choose: vertices where they are needed most (greedy), a grid of patches, each of even resolution (hume, after his document), or edges collapsed one by one (quadrics, with meshoptimizer). (default greedy)
    float error; ///< Difference in height that is allowed: at every sample, or in the mean of every patch (hume). On its own a thousandth of the heights' range. (default auto, or 1e-06 to 100000 m)
    int32_t patches; ///< Patches along each side of the map. (default 20, 1 to 1024)
    bool shading; ///< Gives vertices normals, taken from the terrain at full resolution, and places in a picture of it, (0,0) at its lower left. (default on)
} oro_simplify_args;

static inline oro_status oro_simplify_defaults(oro_context *ctx, oro_simplify_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "mesh.simplify")->record, args);
}
static inline oro_status oro_simplify_call(oro_context *ctx, oro_simplify_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "mesh.simplify"), args, desc);
}
static inline void oro_simplify_free(oro_context *ctx, oro_simplify_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "mesh.simplify")->record, args);
}

// --- mesh.lod ---

/// Cut a tile out of a terrain, at a level of detail.
typedef struct oro_lod_args {
    const oro_grid *height; ///< The whole terrain. (m)
    oro_mesh *result; ///< The tile's triangles, where it lies on the terrain. (m)
    int32_t columns; ///< Tiles from west to east; no more than there are cells. (default 4, 1 to 256)
    int32_t rows; ///< Tiles from north to south; no more than there are cells. (default 4, 1 to 256)
    int32_t column; ///< Which one, from the west. (default 0, 0 to 255)
    int32_t row; ///< Which one, from the north. (default 0, 0 to 255)
    int32_t level; ///< Level of detail: 0 is the finest, and each allows twice the error of the one before. (default 0, 0 to 16)
    float error; ///< Difference in height that level 0 allows at any sample. On its own a thousandth of the whole terrain's range. (default auto, or 1e-06 to 100000 m)
    bool shading; ///< Gives vertices normals and places in a picture of the whole terrain. (default on)
} oro_lod_args;

static inline oro_status oro_lod_defaults(oro_context *ctx, oro_lod_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "mesh.lod")->record, args);
}
static inline oro_status oro_lod_call(oro_context *ctx, oro_lod_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "mesh.lod"), args, desc);
}
static inline void oro_lod_free(oro_context *ctx, oro_lod_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "mesh.lod")->record, args);
}

// --- mesh.skirt ---

/// Hang walls from the border of a mesh.
typedef struct oro_skirt_args {
    const oro_mesh *surface; ///< Surface with a border. (m)
    oro_mesh *result; ///< The surface and the walls along its border. (m)
    float depth; ///< How far down the walls hang. (default 20 m, 0.001 to 100000)
} oro_skirt_args;

static inline oro_status oro_skirt_defaults(oro_context *ctx, oro_skirt_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "mesh.skirt")->record, args);
}
static inline oro_status oro_skirt_call(oro_context *ctx, oro_skirt_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "mesh.skirt"), args, desc);
}
static inline void oro_skirt_free(oro_context *ctx, oro_skirt_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "mesh.skirt")->record, args);
}

// --- mesh.solid ---

/// Make a body of a terrain, for printing.
typedef struct oro_solid_args {
    const oro_mesh *surface; ///< Surface with a border, as triangulate and simplify make it. (m)
    oro_mesh *result; ///< The body, closed. Millimetres where a model size is given. (m)
    float base; ///< Height of the base below the lowest point, as a share of the longer side. (default 0.02, 0.0001 to 10)
    float model_size; ///< Length of the longer side in millimetres, for a printer; else the body has the size of the land. (default full, or 1 to 100000 mm)
    float exaggeration; ///< What heights are multiplied with. (default 1, 0.01 to 100)
} oro_solid_args;

static inline oro_status oro_solid_defaults(oro_context *ctx, oro_solid_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "mesh.solid")->record, args);
}
static inline oro_status oro_solid_call(oro_context *ctx, oro_solid_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "mesh.solid"), args, desc);
}
static inline void oro_solid_free(oro_context *ctx, oro_solid_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "mesh.solid")->record, args);
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

// --- analyse.strata ---

/// Find layers of rock at the surface.
typedef struct oro_strata_args {
    const oro_grid *height; ///< Land to look at. (m)
    oro_grid *layer; ///< Number of the layer at the surface, 0 for the first of the list.
    oro_grid *hardness; ///< How hard the layer is, as `pipes` and drops take it: 0 for the softest of the list, towards 1.
    oro_grid *softness; ///< The layer's factor on erosion.
    oro_grid *angle; ///< Steepest slope at which the layer stands. (deg)
    oro_grid *colour; ///< The layer's colour as a number: 65536 red + 256 green + blue. (rgb)
    oro_grid *mask; ///< Where the layer that `pick` names lies at the surface: 1, elsewhere 0.
    oro_field lift; ///< How far the rock has been raised since it was laid: the output `lift` of `uplift`. (default 0 m, -10000000 to 10000000)
    int32_t pick; ///< Layer that `mask` shows. (default 0, 0 to 63)
    oro_seed seed; ///< Another number, other folds and bumps; that of `uplift` for its rock. (default 0)
    oro_records layers; ///< Layers of rock, the lowest first. They repeat up and down; without any, all rock is alike. (default thickness=70 softness=1.6 angle=30 colour=#a8694a; thickness=30 softness=0.35 angle=72 colour=#bd855c; thickness=50 softness=1.4 angle=33 colour=#96583f; thickness=18 softness=0.4 angle=68 colour=#c2946c; thickness=60 softness=1.2 angle=36 colour=#a16248; thickness=55 softness=0.25 angle=78 colour=#cda67e; thickness=80 softness=1.5 angle=29 colour=#8c5440; thickness=25 softness=0.4 angle=70 colour=#b98560)
    float bottom; ///< Height of the lowest layer's bottom at the world's zero, before the land rises. (default 0 m, -100000 to 100000)
    float dip; ///< How steeply the layers fall. (default 0 deg, 0 to 80)
    float dip_to; ///< Where they fall to, clockwise from north. (default 90 deg, 0 to 360)
    float fold; ///< Height of folds above and below the layers' mean. (default 0 m, 0 to 10000)
    float fold_size; ///< From crest to crest of the folds. (default 3000 m, 1 to 1000000)
    float fold_to; ///< Direction across the folds, clockwise from north. (default 160 deg, 0 to 360)
    oro_records faults; ///< Lines along which the layers are broken.
    float uneven; ///< How uneven the layers are. (default 20 m, 0 to 10000)
    float uneven_size; ///< Size of the largest of that. (default 2000 m, 1 to 1000000)
} oro_strata_args;

static inline oro_status oro_strata_defaults(oro_context *ctx, oro_strata_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.strata")->record, args);
}
static inline oro_status oro_strata_call(oro_context *ctx, oro_strata_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.strata"), args, desc);
}
static inline void oro_strata_free(oro_context *ctx, oro_strata_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.strata")->record, args);
}

// --- analyse.flow ---

/// Find where water runs.
typedef struct oro_flow_args {
    const oro_grid *height; ///< Land that rain falls on, with or without hollows. (m)
    oro_grid *result; ///< Area that drains through each sample, its own included. (m2)
    oro_grid *specific; ///< The same for every metre across the flow, whatever its direction: on a slope, how far up it reaches. (m)
    oro_grid *wetness; ///< Topographic wetness: the logarithm of the specific area over the slope. Above 10 ground is damp.
    oro_grid *order; ///< Strahler's order of channels: 1 at springs, one more where two of an order meet; 0 off channels.
    oro_grid *catchments; ///< Number of the catchment, from 1: all land that has the same outlet; 0 on open sea.
    double *drained; ///< Area that leaves over all outlets together: that of the map. (m2)
    float sea; ///< Height of the sea. Water ends where it reaches it; else at the map's edges. (default none, or -100000 to 100000 m)
    float channel; ///< Area that a channel drains at least, for orders. (default 50000 m2, 0 to 1000000000000)
    float least_slope; ///< Slope that level ground counts as, for wetness. (default 0.001, 1e-06 to 1)
} oro_flow_args;

static inline oro_status oro_flow_defaults(oro_context *ctx, oro_flow_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.flow")->record, args);
}
static inline oro_status oro_flow_call(oro_context *ctx, oro_flow_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.flow"), args, desc);
}
static inline void oro_flow_free(oro_context *ctx, oro_flow_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.flow")->record, args);
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

// --- analyse.topology ---

/// Measure a mesh: pieces, holes, handles, area and volume.
typedef struct oro_topology_args {
    const oro_mesh *mesh; ///< Mesh to measure. (m)
    double *vertices; ///< Places that triangles meet at.
    double *triangles; ///< Triangles, but for those without area.
    double *components; ///< Pieces that do not touch.
    double *borders; ///< Closed lines along which the surface ends; 0 for one without a hole.
    double *genus; ///< Handles of all pieces together: 0 for balls and sheets, 1 for a ring or an arch on the ground. It means something where no edge is crowded.
    double *open_edges; ///< Edges of one triangle alone, which the borders are made of.
    double *crowded_edges; ///< Edges where more than two triangles meet: a surface without any is a manifold.
    double *turned_edges; ///< Edges whose two triangles face opposite sides.
    double *area; ///< Area of all triangles. (m2)
    double *volume; ///< What the surface encloses, below 0 where it is turned inside out. Of an open one, what would be enclosed with its borders tied to its first vertex. (m3)
} oro_topology_args;

static inline oro_status oro_topology_defaults(oro_context *ctx, oro_topology_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.topology")->record, args);
}
static inline oro_status oro_topology_call(oro_context *ctx, oro_topology_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.topology"), args, desc);
}
static inline void oro_topology_free(oro_context *ctx, oro_topology_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.topology")->record, args);
}

// --- analyse.playability ---

enum { ORO_PLAYABILITY_EDGES_CLOSED, ORO_PLAYABILITY_EDGES_JOINED }; ///< playability_args.edges
/// Judge a terrain for units and buildings.
typedef struct oro_playability_args {
    const oro_grid *height; ///< Terrain to judge. (m)
    oro_grid *accessible; ///< Accessibility map: 1 where the ground is gentle enough for units.
    oro_grid *units; ///< Unit map: 1 on the largest connected ground that units move on, their size considered.
    oro_grid *flat; ///< Flatness map: 1 where the ground is gentle enough for buildings.
    oro_grid *buildings; ///< Building map: 1 where a building can stand that units can reach.
    double *erosion; ///< Erosion score: deviation of the slopes over their mean; 0 where nothing slopes.
    double *unit; ///< Unit score: part of the land that units reach.
    double *building; ///< Building score: part of the land that buildings can stand on.
    double *suitability; ///< Game suitability: the product of erosion, unit and building score.
    double *spacing; ///< Distance between the samples that were judged: the grain, or the map's own where they are further apart. (m)
    float grain; ///< Slopes and squares are judged between places this far apart, over which a finer map is averaged; 0 takes its own samples. A map should have two samples to a grain: one built with fewer has steps as wide as its samples. (default 16 m, 0 to 100000)
    float unit_slope; ///< Units move where it is gentler than this. (default 26.565051 deg, 0 to 90)
    float building_slope; ///< Buildings stand where it is gentler than this. (default 7.1250163 deg, 0 to 90)
    float unit_size; ///< Side of the square a unit takes; at least one sample. (default 16 m, 0 to 100000)
    float building_size; ///< Side of the square a building takes; at least one sample. (default 144 m, 0 to 100000)
    float lowest; ///< Ground below this, such as the sea floor, does not count as land: out of bounds, and left out of all scores. (default -100000 m, -100000 to 100000)
    oro_choice edges; ///< Whether ways and squares end at the edges of a map that wraps, as in Olsen's figures, or go on at the other side. Slopes always do. (default closed)
} oro_playability_args;

static inline oro_status oro_playability_defaults(oro_context *ctx, oro_playability_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.playability")->record, args);
}
static inline oro_status oro_playability_call(oro_context *ctx, oro_playability_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.playability"), args, desc);
}
static inline void oro_playability_free(oro_context *ctx, oro_playability_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.playability")->record, args);
}

// --- analyse.realism ---

/// Judge how like real land a terrain is.
typedef struct oro_realism_args {
    const oro_grid *height; ///< Terrain to judge. (m)
    double *axis; ///< Valley lines within 7.5 degrees of a grid axis; 16.7 by chance. (%, real land 16 to 18)
    double *diagonal; ///< Valley lines within 7.5 degrees of a diagonal; 16.7 by chance. (%)
    double *peak; ///< The largest share of valley lines in any 15 degrees, taken modulo 90; 16.7 where all are alike. (%, real land 17 to 21)
    double *peak_at; ///< Where those 15 degrees lie: clockwise from the west-east axis, modulo 90. (deg)
    double *concavity; ///< How fast rivers flatten downstream: theta of slope ~ area^-theta, where more than 2000 samples drain. (real land 0.33 to 0.58)
    double *concavity_fit; ///< How well that law fits, r squared; below 0.8 the concavity says little. (real land 0.8 to 1)
    double *cliffs; ///< How much steeper the steepest hundredth of the land is than the steepest tenth. (deg, real land 4 to 19)
    double *planar; ///< Part of the ground steeper than 20 degrees whose patch of 7 x 7 samples is a plane within 2 % of a cell; up to 5 on hills under soil. (%, real land 0 to 0.002)
    double *slope_median; ///< The slope that half of the land does not exceed. (deg, real land 13 to 35)
    double *slope_p90; ///< The slope that nine tenths of the land do not exceed. (deg, real land 23 to 51)
    double *hypsometry; ///< Hypsometric integral: the mean height between the lowest land, 0, and the highest, 1. (real land 0.33 to 0.62)
    double *hollows; ///< Land in closed hollows, deeper than a thousandth of a cell. (%, real land 0.04 to 0.6)
    double *drainage; ///< Drainage density: length of the channels on an area, by the root of the area that makes one. (real land 0.64 to 0.91)
    double *spacing; ///< Distance between the samples that were measured. (m)
    float grain; ///< Brings a finer map to samples this far apart before it is measured; 0 takes its own samples. (default 0 m, 0 to 100000)
    float lowest; ///< Ground below this, such as the sea's floor, is left out. (default -100000 m, -100000 to 100000)
} oro_realism_args;

static inline oro_status oro_realism_defaults(oro_context *ctx, oro_realism_args *args) {
    return oro_args_init(ctx, &oro_operator_find(ctx, "analyse.realism")->record, args);
}
static inline oro_status oro_realism_call(oro_context *ctx, oro_realism_args *args, const oro_run_desc *desc) {
    return oro_call(ctx, oro_operator_find(ctx, "analyse.realism"), args, desc);
}
static inline void oro_realism_free(oro_context *ctx, oro_realism_args *args) {
    oro_args_free(ctx, &oro_operator_find(ctx, "analyse.realism")->record, args);
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
    X(value_fractal, height) \
    X(value_fractal, result) \
    X(value_fractal, extrude) \
    X(value_fractal, scale) \
    X(value_fractal, resolution) \
    X(value_fractal, skip) \
    X(value_fractal, blend) \
    X(value_fractal, seed) \
    X(spectral, result) \
    X(spectral, interpolation) \
    X(spectral, scale) \
    X(spectral, height) \
    X(spectral, base) \
    X(spectral, octaves) \
    X(spectral, persistence) \
    X(spectral, seed) \
    X(midpoint, result) \
    X(midpoint, scale) \
    X(midpoint, height) \
    X(midpoint, base) \
    X(midpoint, persistence) \
    X(midpoint, distribution) \
    X(midpoint, offsets) \
    X(midpoint, seed) \
    X(voronoi, result) \
    X(voronoi, domains) \
    X(voronoi, region) \
    X(voronoi, points) \
    X(voronoi, metric) \
    X(voronoi, search) \
    X(voronoi, c1) \
    X(voronoi, c2) \
    X(voronoi, c3) \
    X(voronoi, c4) \
    X(voronoi, height) \
    X(voronoi, values) \
    X(voronoi, coverage) \
    X(voronoi, variation) \
    X(voronoi, offset) \
    X(voronoi, seed) \
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
    X(import, holes) \
    X(voxels, result) \
    X(voxels, file) \
    X(voxels, cell) \
    X(voxels, x) \
    X(voxels, y) \
    X(voxels, z) \
    X(slice, volume) \
    X(slice, result) \
    X(slice, cut) \
    X(slice, height) \
    X(slice, from_x) \
    X(slice, from_y) \
    X(slice, to_x) \
    X(slice, to_y) \
    X(survey, result) \
    X(survey, file) \
    X(survey, x) \
    X(survey, y) \
    X(survey, z) \
    X(control_points, base) \
    X(control_points, measured) \
    X(control_points, result) \
    X(control_points, points) \
    X(control_points, mode) \
    X(control_points, spread) \
    X(control_points, level) \
    X(control_points, reach) \
    X(diffuse, height) \
    X(diffuse, amplitude) \
    X(diffuse, roughness) \
    X(diffuse, warp) \
    X(diffuse, fine_warp) \
    X(diffuse, rain) \
    X(diffuse, erodibility) \
    X(diffuse, ridged) \
    X(diffuse, user_1) \
    X(diffuse, user_2) \
    X(diffuse, user_3) \
    X(diffuse, user_4) \
    X(diffuse, normal_x) \
    X(diffuse, normal_y) \
    X(diffuse, alpha) \
    X(diffuse, beta) \
    X(diffuse, height_levels) \
    X(diffuse, amplitude_levels) \
    X(diffuse, roughness_levels) \
    X(diffuse, warp_levels) \
    X(diffuse, fine_warp_levels) \
    X(diffuse, rain_levels) \
    X(diffuse, erodibility_levels) \
    X(diffuse, ridged_levels) \
    X(diffuse, user_1_levels) \
    X(diffuse, user_2_levels) \
    X(diffuse, user_3_levels) \
    X(diffuse, user_4_levels) \
    X(diffuse, normal_x_levels) \
    X(diffuse, normal_y_levels) \
    X(diffuse, alpha_levels) \
    X(diffuse, beta_levels) \
    X(diffuse, residual) \
    X(diffuse, iterations) \
    X(diffuse, west) \
    X(diffuse, east) \
    X(diffuse, north) \
    X(diffuse, south) \
    X(diffuse, splines) \
    X(diffuse, base) \
    X(diffuse, mode) \
    X(diffuse, sweeps) \
    X(diffuse, start) \
    X(diffuse, kernel) \
    X(diffuse, overlap) \
    X(diffuse, accuracy) \
    X(diffuse, neighbours) \
    X(diffuse, reach) \
    X(roughen, height) \
    X(roughen, normal_x) \
    X(roughen, normal_y) \
    X(roughen, levels) \
    X(roughen, result) \
    X(roughen, noise) \
    X(roughen, result_levels) \
    X(roughen, strength) \
    X(roughen, amplitude) \
    X(roughen, roughness) \
    X(roughen, warp) \
    X(roughen, fine_warp) \
    X(roughen, ridged) \
    X(roughen, scale) \
    X(roughen, octaves) \
    X(roughen, lower) \
    X(roughen, seed) \
    X(roughen, wander) \
    X(roughen, wander_scale) \
    X(roughen, by_slope) \
    X(roughen, coast) \
    X(roughen, sea) \
    X(roughen, direction) \
    X(lay, height) \
    X(lay, result) \
    X(lay, roads) \
    X(lay, rivers) \
    X(lay, water) \
    X(lay, deck) \
    X(lay, ways) \
    X(lakes, height) \
    X(lakes, result) \
    X(lakes, depth) \
    X(lakes, surface) \
    X(lakes, shore) \
    X(lakes, outlets) \
    X(lakes, volume) \
    X(lakes, lost) \
    X(lakes, water) \
    X(lakes, rain) \
    X(lakes, sea) \
    X(lakes, closed) \
    X(lakes, smallest) \
    X(lakes, indent) \
    X(lakes, bank) \
    X(lakes, threshold) \
    X(lakes, sweeps) \
    X(paths, result) \
    X(paths, splines) \
    X(paths, tolerance) \
    X(stroke, curves) \
    X(stroke, result) \
    X(stroke, distance) \
    X(stroke, width) \
    X(stroke, edge) \
    X(stroke, reach) \
    X(plot, points) \
    X(plot, result) \
    X(plot, show) \
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
    X(paint, base) \
    X(paint, result) \
    X(paint, strokes) \
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
    X(perturb, height) \
    X(perturb, result) \
    X(perturb, magnitude) \
    X(perturb, scale) \
    X(perturb, persistence) \
    X(perturb, sampling) \
    X(perturb, seed) \
    X(island, height) \
    X(island, result) \
    X(island, mask) \
    X(island, shape) \
    X(island, x) \
    X(island, y) \
    X(island, radius) \
    X(island, stretch) \
    X(island, angle) \
    X(island, coast) \
    X(island, roughness) \
    X(island, scale) \
    X(island, floor) \
    X(island, seed) \
    X(fill, height) \
    X(fill, result) \
    X(fill, depth) \
    X(fill, sea) \
    X(fill, closed) \
    X(resample, height) \
    X(resample, result) \
    X(resample, by) \
    X(resample, samples) \
    X(resample, cell) \
    X(seam, height) \
    X(seam, west) \
    X(seam, east) \
    X(seam, north) \
    X(seam, south) \
    X(seam, result) \
    X(seam, step) \
    X(seam, neighbours) \
    X(seam, width) \
    X(pipes, height) \
    X(pipes, levels) \
    X(pipes, result) \
    X(pipes, difference) \
    X(pipes, water) \
    X(pipes, sediment) \
    X(pipes, velocity) \
    X(pipes, flow) \
    X(pipes, deposit) \
    X(pipes, moved) \
    X(pipes, deposited) \
    X(pipes, exported) \
    X(pipes, strength) \
    X(pipes, duration) \
    X(pipes, rain) \
    X(pipes, hardness) \
    X(pipes, capacity) \
    X(pipes, loose) \
    X(pipes, depth) \
    X(pipes, law) \
    X(pipes, border) \
    X(pipes, sea) \
    X(pipes, sea_level) \
    X(pipes, beach) \
    X(pipes, rainfall) \
    X(pipes, drop_radius) \
    X(pipes, drop_intensity) \
    X(pipes, drops) \
    X(pipes, hollows) \
    X(pipes, sources) \
    X(pipes, seed) \
    X(pipes, cascade) \
    X(pipes, rain_rate) \
    X(pipes, erosion_rate) \
    X(pipes, exponent) \
    X(pipes, settling) \
    X(pipes, most_load) \
    X(pipes, talus) \
    X(pipes, talus_spread) \
    X(pipes, talus_grain) \
    X(pipes, talus_rate) \
    X(pipes, creep) \
    X(pipes, bank) \
    X(pipes, friction) \
    X(pipes, velocity_limit) \
    X(pipes, evaporation) \
    X(pipes, gravity) \
    X(pipes, wave_depth) \
    X(pipes, time_step) \
    X(pipes, until) \
    X(pipes, suspension) \
    X(pipes, deposition) \
    X(pipes, by_depth) \
    X(uplift, height) \
    X(uplift, result) \
    X(uplift, area) \
    X(uplift, sediment) \
    X(uplift, lift) \
    X(uplift, layer) \
    X(uplift, hardness) \
    X(uplift, rivers) \
    X(uplift, junctions) \
    X(uplift, drained) \
    X(uplift, rate) \
    X(uplift, softness) \
    X(uplift, rain) \
    X(uplift, base) \
    X(uplift, duration) \
    X(uplift, pulses) \
    X(uplift, erodibility) \
    X(uplift, concavity) \
    X(uplift, hillslope) \
    X(uplift, patches) \
    X(uplift, patch_size) \
    X(uplift, edge) \
    X(uplift, sea) \
    X(uplift, mouths) \
    X(uplift, inflow) \
    X(uplift, roughness) \
    X(uplift, channel) \
    X(uplift, grain) \
    X(uplift, steps) \
    X(uplift, seed) \
    X(uplift, layers) \
    X(uplift, bottom) \
    X(uplift, dip) \
    X(uplift, dip_to) \
    X(uplift, fold) \
    X(uplift, fold_size) \
    X(uplift, fold_to) \
    X(uplift, faults) \
    X(uplift, uneven) \
    X(uplift, uneven_size) \
    X(droplets, height) \
    X(droplets, result) \
    X(droplets, change) \
    X(droplets, drops) \
    X(droplets, share) \
    X(droplets, grain) \
    X(droplets, detail) \
    X(droplets, hardness) \
    X(droplets, smoothing) \
    X(droplets, talus) \
    X(droplets, rest) \
    X(droplets, seed) \
    X(droplets, moved) \
    X(droplets, deposited) \
    X(droplets, exported) \
    X(droplets, halo) \
    X(droplets, lifetime) \
    X(droplets, brush) \
    X(droplets, inertia) \
    X(droplets, capacity) \
    X(droplets, deposition) \
    X(droplets, erosion) \
    X(droplets, evaporation) \
    X(droplets, gravity) \
    X(droplets, min_slope) \
    X(raindrops, height) \
    X(raindrops, result) \
    X(raindrops, change) \
    X(raindrops, drops) \
    X(raindrops, share) \
    X(raindrops, grain) \
    X(raindrops, detail) \
    X(raindrops, hardness) \
    X(raindrops, smoothing) \
    X(raindrops, talus) \
    X(raindrops, rest) \
    X(raindrops, seed) \
    X(raindrops, moved) \
    X(raindrops, deposited) \
    X(raindrops, exported) \
    X(raindrops, halo) \
    X(raindrops, lifetime) \
    X(raindrops, brush) \
    X(raindrops, passes) \
    X(raindrops, endings) \
    X(raindrops, paths) \
    X(raindrops, max_velocity) \
    X(raindrops, gravity) \
    X(raindrops, friction) \
    X(raindrops, capacity) \
    X(raindrops, max_capacity) \
    X(raindrops, deposit_speed) \
    X(raindrops, erode_speed) \
    X(raindrops, evaporation) \
    X(raindrops, trace_drops) \
    X(raindrops, trace_velocity) \
    X(raindrops, trace_friction) \
    X(raindrops, trace_lifetime) \
    X(raindrops, path_count) \
    X(thermal, height) \
    X(thermal, result) \
    X(thermal, change) \
    X(thermal, method) \
    X(thermal, talus) \
    X(thermal, duration) \
    X(thermal, grain) \
    X(thermal, variant) \
    X(hydraulic, height) \
    X(hydraulic, result) \
    X(hydraulic, change) \
    X(hydraulic, water) \
    X(hydraulic, sediment) \
    X(hydraulic, method) \
    X(hydraulic, duration) \
    X(hydraulic, rain) \
    X(hydraulic, solubility) \
    X(hydraulic, capacity) \
    X(hydraulic, half_life) \
    X(hydraulic, grain) \
    X(hydraulic, variant) \
    X(flatten, height) \
    X(flatten, result) \
    X(flatten, change) \
    X(flatten, talus) \
    X(flatten, duration) \
    X(flatten, grain) \
    X(flatten, order) \
    X(soil, height) \
    X(soil, area) \
    X(soil, result) \
    X(soil, depth) \
    X(soil, scree) \
    X(soil, method) \
    X(soil, duration) \
    X(soil, production) \
    X(soil, production_depth) \
    X(soil, creep) \
    X(soil, steepest) \
    X(soil, cover) \
    X(soil, hardness) \
    X(soil, stream_area) \
    X(soil, stream_slope) \
    X(soil, rockfall) \
    X(soil, cliff) \
    X(soil, repose) \
    X(soil, sea) \
    X(soil, grain) \
    X(soil, radius) \
    X(soil, produced) \
    X(soil, fallen) \
    X(soil, moved) \
    X(soil, carried) \
    X(coast, height) \
    X(coast, area) \
    X(coast, result) \
    X(coast, energy) \
    X(coast, beach) \
    X(coast, cliff) \
    X(coast, sea) \
    X(coast, duration) \
    X(coast, rate) \
    X(coast, hardness) \
    X(coast, variation) \
    X(coast, fetch) \
    X(coast, wind) \
    X(coast, swell) \
    X(coast, shelter) \
    X(coast, cliff_angle) \
    X(coast, cliff_height) \
    X(coast, beach_width) \
    X(coast, beach_energy) \
    X(coast, shelf) \
    X(coast, dean) \
    X(coast, delta_yield) \
    X(coast, delta_area) \
    X(coast, grain) \
    X(coast, seed) \
    X(coast, cut) \
    X(coast, laid) \
    X(sketch, mesh) \
    X(sketch, lines) \
    X(sketch, result) \
    X(sketch, proxy) \
    X(sketch, spines) \
    X(sketch, curves) \
    X(sketch, rings) \
    X(sketch, tunnels) \
    X(sketch, arches) \
    X(sketch, cliffs) \
    X(sketch, roads) \
    X(sketch, patches) \
    X(sketch, file) \
    X(sketch, left) \
    X(sketch, right) \
    X(sketch, width) \
    X(sketch, spacing) \
    X(sketch, amplitude) \
    X(sketch, roughness) \
    X(sketch, edge) \
    X(sketch, material) \
    X(sketch, vegetation) \
    X(sketch, role) \
    X(isosurface, volume) \
    X(isosurface, east) \
    X(isosurface, south) \
    X(isosurface, up) \
    X(isosurface, result) \
    X(isosurface, method) \
    X(isosurface, level) \
    X(isosurface, close) \
    X(isosurface, repair) \
    X(isosurface, snap) \
    X(sculpt, ribbons) \
    X(sculpt, result) \
    X(sculpt, distance) \
    X(sculpt, east) \
    X(sculpt, south) \
    X(sculpt, up) \
    X(sculpt, bytes) \
    X(sculpt, scheme) \
    X(sculpt, method) \
    X(sculpt, focus) \
    X(sculpt, give) \
    X(sculpt, smooth) \
    X(sculpt, halo) \
    X(sculpt, least_piece) \
    X(sculpt, close) \
    X(sculpt, true_sheets) \
    X(sculpt, bottom) \
    X(sculpt, top) \
    X(sculpt, coarseness) \
    X(voxelise, ribbons) \
    X(voxelise, distance) \
    X(voxelise, east) \
    X(voxelise, south) \
    X(voxelise, up) \
    X(voxelise, known) \
    X(voxelise, amplitude) \
    X(voxelise, roughness) \
    X(voxelise, edge) \
    X(voxelise, material) \
    X(voxelise, vegetation) \
    X(voxelise, samples) \
    X(voxelise, conflicts) \
    X(voxelise, scheme) \
    X(voxelise, bottom) \
    X(voxelise, top) \
    X(voxelise, coarseness) \
    X(extend, ribbons) \
    X(extend, distance) \
    X(extend, east) \
    X(extend, south) \
    X(extend, up) \
    X(extend, nearness) \
    X(extend, owner) \
    X(extend, amplitude) \
    X(extend, roughness) \
    X(extend, edge) \
    X(extend, material) \
    X(extend, vegetation) \
    X(extend, bottom) \
    X(extend, top) \
    X(extend, coarseness) \
    X(guide, ribbons) \
    X(guide, east) \
    X(guide, south) \
    X(guide, up) \
    X(guide, across_east) \
    X(guide, across_south) \
    X(guide, across_up) \
    X(guide, scheme) \
    X(guide, focus) \
    X(guide, sharpness) \
    X(guide, flow) \
    X(guide, bottom) \
    X(guide, top) \
    X(guide, coarseness) \
    X(spread, ribbons) \
    X(spread, amplitude) \
    X(spread, roughness) \
    X(spread, material) \
    X(spread, vegetation) \
    X(spread, halo) \
    X(spread, bottom) \
    X(spread, top) \
    X(spread, coarseness) \
    X(expand, ribbons) \
    X(expand, east) \
    X(expand, south) \
    X(expand, up) \
    X(expand, result) \
    X(expand, added) \
    X(expand, length) \
    X(expand, step) \
    X(expand, gap) \
    X(propagate, ribbons) \
    X(propagate, east) \
    X(propagate, south) \
    X(propagate, up) \
    X(propagate, distance) \
    X(propagate, scheme) \
    X(propagate, focus) \
    X(propagate, give) \
    X(propagate, reach) \
    X(propagate, smooth) \
    X(body, result) \
    X(body, shape) \
    X(body, axis) \
    X(body, x) \
    X(body, y) \
    X(body, z) \
    X(body, radius) \
    X(body, tube) \
    X(body, length) \
    X(body, width) \
    X(body, depth) \
    X(body, height) \
    X(body, rounding) \
    X(body, scale) \
    X(body, thickness) \
    X(body, octaves) \
    X(body, seed) \
    X(body, bottom) \
    X(body, top) \
    X(body, coarseness) \
    X(extrude, height) \
    X(extrude, result) \
    X(extrude, bottom) \
    X(extrude, top) \
    X(extrude, coarseness) \
    X(combine, a) \
    X(combine, b) \
    X(combine, result) \
    X(combine, mode) \
    X(combine, smooth) \
    X(displace, surface) \
    X(displace, result) \
    X(displace, amplitude) \
    X(displace, roughness) \
    X(displace, strength) \
    X(displace, bump_size) \
    X(displace, edge) \
    X(displace, character) \
    X(displace, rounding) \
    X(displace, keep_sides) \
    X(displace, seed) \
    X(colour, surface) \
    X(colour, result) \
    X(colour, snow_line) \
    X(colour, shore) \
    X(colour, vegetation) \
    X(colour, material) \
    X(weights, height) \
    X(weights, mask) \
    X(weights, classes) \
    X(weights, colour) \
    X(weights, weight_1) \
    X(weights, weight_2) \
    X(weights, weight_3) \
    X(weights, weight_4) \
    X(weights, weight_5) \
    X(weights, weight_6) \
    X(weights, weight_7) \
    X(weights, weight_8) \
    X(weights, layers) \
    X(weights, radius) \
    X(tint, map) \
    X(tint, colour) \
    X(tint, stops) \
    X(tint, light) \
    X(picture, result) \
    X(picture, file) \
    X(drape, picture) \
    X(drape, colour) \
    X(drape, value) \
    X(drape, channel) \
    X(bake, colour) \
    X(bake, result) \
    X(triangulate, height) \
    X(triangulate, result) \
    X(triangulate, step) \
    X(triangulate, shading) \
    X(simplify, height) \
    X(simplify, result) \
    X(simplify, largest_error) \
    X(simplify, mean_error) \
    X(simplify, method) \
    X(simplify, error) \
    X(simplify, patches) \
    X(simplify, shading) \
    X(lod, height) \
    X(lod, result) \
    X(lod, columns) \
    X(lod, rows) \
    X(lod, column) \
    X(lod, row) \
    X(lod, level) \
    X(lod, error) \
    X(lod, shading) \
    X(skirt, surface) \
    X(skirt, result) \
    X(skirt, depth) \
    X(solid, surface) \
    X(solid, result) \
    X(solid, base) \
    X(solid, model_size) \
    X(solid, exaggeration) \
    X(slope, height) \
    X(slope, result) \
    X(slope, measure) \
    X(strata, height) \
    X(strata, layer) \
    X(strata, hardness) \
    X(strata, softness) \
    X(strata, angle) \
    X(strata, colour) \
    X(strata, mask) \
    X(strata, lift) \
    X(strata, pick) \
    X(strata, seed) \
    X(strata, layers) \
    X(strata, bottom) \
    X(strata, dip) \
    X(strata, dip_to) \
    X(strata, fold) \
    X(strata, fold_size) \
    X(strata, fold_to) \
    X(strata, faults) \
    X(strata, uneven) \
    X(strata, uneven_size) \
    X(flow, height) \
    X(flow, result) \
    X(flow, specific) \
    X(flow, wetness) \
    X(flow, order) \
    X(flow, catchments) \
    X(flow, drained) \
    X(flow, sea) \
    X(flow, channel) \
    X(flow, least_slope) \
    X(statistics, height) \
    X(statistics, minimum) \
    X(statistics, maximum) \
    X(statistics, relief) \
    X(statistics, mean) \
    X(statistics, deviation) \
    X(statistics, median) \
    X(statistics, mean_slope) \
    X(statistics, slope_deviation) \
    X(statistics, erosion_score) \
    X(topology, mesh) \
    X(topology, vertices) \
    X(topology, triangles) \
    X(topology, components) \
    X(topology, borders) \
    X(topology, genus) \
    X(topology, open_edges) \
    X(topology, crowded_edges) \
    X(topology, turned_edges) \
    X(topology, area) \
    X(topology, volume) \
    X(playability, height) \
    X(playability, accessible) \
    X(playability, units) \
    X(playability, flat) \
    X(playability, buildings) \
    X(playability, erosion) \
    X(playability, unit) \
    X(playability, building) \
    X(playability, suitability) \
    X(playability, spacing) \
    X(playability, grain) \
    X(playability, unit_slope) \
    X(playability, building_slope) \
    X(playability, unit_size) \
    X(playability, building_size) \
    X(playability, lowest) \
    X(playability, edges) \
    X(realism, height) \
    X(realism, axis) \
    X(realism, diagonal) \
    X(realism, peak) \
    X(realism, peak_at) \
    X(realism, concavity) \
    X(realism, concavity_fit) \
    X(realism, cliffs) \
    X(realism, planar) \
    X(realism, slope_median) \
    X(realism, slope_p90) \
    X(realism, hypsometry) \
    X(realism, hollows) \
    X(realism, drainage) \
    X(realism, spacing) \
    X(realism, grain) \
    X(realism, lowest)

// clang-format on

#ifdef __cplusplus
}
#endif

#endif
