// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a photo's film does with light, there and back: pictures laid on the land must look on paper as they were painted.
#ifndef ORO_RENDER_FILM_H
#define ORO_RENDER_FILM_H

#include "core/cell.h"

#include <math.h>

/// Exposure: land of this albedo on level ground in the light that was metered is 1 on the film.
static const float FILM_WHITE = 0.70f;

/// Film: a toe for the darks, a nearly straight middle, a long shoulder for the lights. Light to what is shown, linear.
static inline float film_shown(float v) {
    v = oro_max(v, 0.0f);
    return oro_clamp(v * (2.43f * v + 0.06f) / (v * (2.36f * v + 0.68f) + 0.12f), 0.0f, 1.0f);
}

/// The light that is shown as s, 0 to 1: the positive root of film_shown(v) = s.
static inline float film_light(float s) {
    float a = 2.43f - 2.36f * s, half = 0.5f * (0.68f * s - 0.06f);
    return (half + sqrtf(half * half + a * 0.12f * s)) / a;
}

/// Between linear light and sRGB, both 0 to 1.
static inline float film_to_srgb(float linear) {
    return linear <= 0.0031308f ? 12.92f * linear : 1.055f * powf(linear, 1.0f / 2.4f) - 0.055f;
}

static inline float film_from_srgb(float s) { return s <= 0.04045f ? s / 12.92f : powf((s + 0.055f) / 1.055f, 2.4f); }

#endif
