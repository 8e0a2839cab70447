// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The light of day: the sun's colour, the sky's radiance in every direction, and the haze between the eye and the land.
#ifndef ORO_RENDER_SKY_H
#define ORO_RENDER_SKY_H

#include "vec.h"

#include <stdbool.h>

enum { SKY_ELEVATIONS = 48, SKY_AZIMUTHS = 48 };

typedef struct sky {
    vec3 sun;            ///< direction to the sun
    vec3 sun_irradiance; ///< on a surface facing it
    vec3 sky_irradiance; ///< of the whole dome on level ground
    vec3 uniform;        ///< used instead of the table where is_uniform is set (for tests and studio light)
    bool is_uniform;
    float haze;                               ///< extinction per metre at the bottom of the haze, green light; 0: clear
    float haze_bottom, haze_height;           ///< metres: where it is densest, and over what height it thins out to 1/e
    vec3 table[SKY_ELEVATIONS][SKY_AZIMUTHS]; ///< radiance above the horizon; azimuth from the sun's, one half
} sky;

/// Fills everything but the haze from the sun's direction. `turbidity` 1 is very clear air, 4 a hazy day.
void oro_sky_make(sky *s, vec3 sun, float turbidity);

/// A sky of one colour without a sun.
void oro_sky_make_uniform(sky *s, vec3 radiance);

/// Radiance from a direction; below the horizon, the horizon's.
vec3 oro_sky_radiance(const sky *s, vec3 direction);

/// How much light passes along `distance` metres of haze (per colour), starting at height z and going in a direction.
vec3 oro_sky_transmittance(const sky *s, float z, vec3 direction, float distance);

#endif
