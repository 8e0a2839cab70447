// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A set ready to be photographed: ground, light, material, camera.
#ifndef ORO_RENDER_PHOTO_H
#define ORO_RENDER_PHOTO_H

#include "camera.h"
#include "material.h"
#include "sky.h"

/// What one pixel gathers. `light` is finished; `sky` is light on the ground still to be multiplied by `tint`.
typedef struct sample {
    vec3 light, tint, sky, normal;
    float depth; ///< INFINITY: only sky
} sample;

typedef struct studio {
    const ground *g;
    const sky *s;
    const material *m;
    camera cam;
    vec3 bounce;           ///< radiance of average land, seen where a sky ray is blocked
    int32_t width, height; ///< pixels
    int32_t rays;          ///< a pixel
    int32_t smooth;        ///< rounds of smoothing of the sky's light
    float sun_spread;      ///< tangent of the sun's angular radius
    float pixel;           ///< size of a pixel at distance 1, or in metres for an orthographic camera
    float white;           ///< radiance that film shows as a bright middle
    float wire;            ///< lines of the wireframe are this many samples apart (a mesh: 1); 0: none
    bool plain_tone;       ///< no film: radiance over white straight to the paper (for measuring)
    sample *pixels;
    oro_progress_fn *progress;
    void *user;
} studio;

/// Gathers the light of every pixel into `pixels`, which the caller frees with oro_free(), also after a failure.
oro_status oro_studio_trace(oro_context *ctx, studio *st);

/// Traces, smooths and develops the picture. `out` gets its memory; on failure it has none.
oro_status oro_studio_shoot(oro_context *ctx, studio *st, oro_image *out);

#endif
