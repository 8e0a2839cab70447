// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A terrain as few triangles, by one of three methods: greedy insertion and thinning (src/mesh/relief.h), patches of even
// resolution (src/mesh/patches.h), or collapsing edges by quadrics (src/mesh/quadrics.h). Reads 4 bytes per sample about a hundred
// times, most of them from a core's own cache.

#include "op/op.h"
#include "mesh/errors.h"
#include "mesh/patches.h"
#include "mesh/relief.h"
#include "mesh/surface.h"

#include <math.h>

typedef struct simplify {
    const oro_grid *height;
    oro_mesh *result;
    double *largest_error, *mean_error;
    oro_choice method;
    float error;
    int32_t patches;
    bool shading;
} simplify;

ORO_WORDS(method, greedy, hume, quadrics);

static const oro_arg args[] = {
    ORO_ARG(simplify, height, .unit = "m", .doc = "Terrain to cover with triangles."),
    ORO_ARG(simplify, result, .unit = "m", .doc = "The triangles, x to the east, y to the north and z up."),
    ORO_ARG(simplify, largest_error, .unit = "m", .doc = "Largest difference in height at any sample."),
    ORO_ARG(simplify, mean_error, .unit = "m", .doc = "Mean absolute difference in height over all samples."),
    ORO_ARG(
        simplify, method, .choices = method_words,
        .doc =
            "How to choose: vertices where they are needed most (greedy), a grid of patches, each of even resolution "
            "(hume, after his document), or edges collapsed one by one (quadrics, with meshoptimizer)."),
    ORO_ARG(simplify, error, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-6, .max = 1e5,
            .ui_min = 0.01, .ui_max = 100, .scale = ORO_LOG, .unit = "m",
            .doc = "Difference in height that is allowed: at every sample, or in the mean of every patch "
                   "(hume). On its "
                   "own a thousandth of the heights' range."),
    ORO_ARG(simplify, patches, .def = 20, .min = 1, .max = 1024, .ui_min = 1, .ui_max = 100, .unit = "1",
            .when = "method=hume", .doc = "Patches along each side of the map."),
    ORO_ARG(simplify, shading, .def = 1,
            .doc = "Gives vertices normals, taken from the terrain at full resolution, and places in a picture of it, "
                   "(0,0) at "
                   "its lower left."),
};

static oro_status make(oro_run *r, const simplify *a, const oro_surface *s, oro_tin *t) {
    double share = (s->greatest - s->least) / 1000, least = args[5].min;
    oro_relief_desc desc = {.heights = s->map.data, .stride = s->map.stride, .right = s->map.width - 1};
    desc.bottom = s->map.height - 1;
    desc.error = desc.rim_error = !isnan(a->error) ? (double)a->error : share > least ? share : least;
    desc.keep_rim = a->height->wrap; // opposite sides stay alike
    desc.quadrics = a->method.index == method_quadrics;
    desc.cell = s->map.cell;
    if (desc.right < 1 || desc.bottom < 1) return oro_relief_points(r, &s->map, t);
    return a->method.index == method_hume ? oro_patches_make(r, &desc, a->patches, t) : oro_relief_make(r, &desc, t);
}

static oro_status check(oro_run *r, const void *p) {
    const simplify *a = p;
    double samples = (double)(a->height->width + 1) * (a->height->height + 1);
    if (a->method.index == method_hume && samples > INT32_MAX)
        return oro_refuse(r, "height", "a map in patches must have at most 46340 x 46340 samples, not %d x %d",
                          a->height->width, a->height->height);
#ifndef ORO_HAS_MESHOPT
    if (a->method.index == method_quadrics)
        return oro_refuse(r, "method", "quadrics are not built in: this program was made without meshoptimizer");
#endif
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const simplify *a = p;
    oro_surface s;
    oro_tin t;
    oro_tin_errors errors;
    oro_status status = oro_surface_of(r, a->height, "height", &s);
    if (status == ORO_OK) status = make(r, a, &s, &t);
    if (status == ORO_OK) status = oro_tin_measure(r, &t, (double)s.map.width * s.map.height, &errors);
    if (status != ORO_OK) return status;
    *a->largest_error = errors.largest;
    *a->mean_error = errors.mean;
    return oro_surface_mesh(r, &s, a->height, &t, a->shading ? ORO_MESH_NORMALS | ORO_MESH_UVS : 0, a->result);
}

ORO_OPERATOR(
    simplify, "Cover a terrain with few triangles", .family = "mesh", .version = 1, .check = check, .run = run,
    .words = "decimate reduce lowpoly tin delaunay tessellate(method=hume) patches(method=hume) collision optimise",
    .doc = "Covers a terrain with large triangles where it is even and small ones where it is not. Greedy insertion "
           "makes a "
           "vertex of the sample that is missed most until none is missed by more than the error, and then takes away "
           "what it can do without; nothing needs fewer triangles here. Patches follow Hume's document; "
           "what quadrics give is held against every sample. Where the map "
           "wraps, the mesh reaches to where it begins again, so that copies side by side meet.",
    .source = "Garland & Heckbert 1995, 1997; Hume 2023",
    .presets = ORO_PRESETS({"collision", "For physics: bare triangles within half a metre", "error=0.5 shading=false"}),
    .example = "--error 1 height.png land.glb");
