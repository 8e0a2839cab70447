// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Between linear light and sRGB (IEC 61966-2-1), by our own power function: the same bytes on every machine.
#ifndef ORO_CORE_SRGB_H
#define ORO_CORE_SRGB_H

#include "core/math.cell.h"

/// What a screen is told for this much light, both 0 to 1.
static inline float oro_srgb_shown(float light) {
    return light <= 0.0031308f ? 12.92f * light : 1.055f * oro_pow(light, 1.0f / 2.4f) - 0.055f;
}

/// The light of what a screen is told, both 0 to 1.
static inline float oro_srgb_light(float shown) {
    return shown <= 0.04045f ? shown / 12.92f : oro_pow((shown + 0.055f) / 1.055f, 2.4f);
}

/// The nearest of 256 steps of sRGB for light of 0 to 1.
static inline unsigned char oro_srgb_byte(float light) {
    return (unsigned char)(oro_srgb_shown(light) * 255.0f + 0.5f);
}

#endif
