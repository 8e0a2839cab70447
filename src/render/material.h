// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The built-in look of land: rock where it is steep, grass where it is gentle, sand near water, snow high up, each with
// its own fine relief so that close ground does not look like plastic. Used until surface operators supply maps.
#ifndef ORO_RENDER_MATERIAL_H
#define ORO_RENDER_MATERIAL_H

#include "ground.h"

typedef struct material {
    float low, high;         ///< heights of the land, metres as drawn
    float snow_line;         ///< metres; INFINITY: no snow
    float shore;             ///< height of the water that makes beaches; -INFINITY: none
    float cell;              ///< metres between samples: finer relief than this is made up
    float exaggeration;      ///< heights were multiplied by this: steepness is judged without it
    const oro_image *colour; ///< drawn instead of the natural colours; NULL: none. Covers the whole map
    const oro_grid *roads;   ///< where the ground is trodden, 0 to 1; NULL: nowhere. Covers the whole map
    float span_u, span_v;    ///< samples the colour picture and the roads cover
    bool neutral_floor;      ///< the plain around a mesh is even grey, not land
    bool plain;              ///< one even grey, for measuring light
    vec3 plain_colour;
} material;

typedef struct surface {
    vec3 albedo;
    vec3 normal; ///< with fine relief
} surface;

/// What the ground at a hit looks like. `footprint` is the size of a pixel there, metres: finer relief is left out.
surface oro_material_at(const material *m, const ground *g, const hit *h, float footprint);

#endif
