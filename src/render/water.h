// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How water looks from one direction: what it mirrors, how deep one sees, and its own colour.
#ifndef ORO_RENDER_WATER_H
#define ORO_RENDER_WATER_H

#include "ground.h"

typedef struct water_look {
    vec3 normal;   ///< of the ripples
    vec3 mirror;   ///< direction a mirrored ray leaves in; never downwards
    float fresnel; ///< share of light that is mirrored; fades out where the water ends
    vec3 clear;    ///< what share of the bottom's light comes back up
    vec3 body;     ///< albedo of the water itself
} water_look;

/// `depth` of the water and `footprint`, the size of a pixel there, in metres.
water_look oro_water_at(const hit *h, float depth, vec3 direction, float footprint);

/// Strength of the sun's mirror image for a viewing direction.
float oro_water_glint(const water_look *w, vec3 sun);

#endif
