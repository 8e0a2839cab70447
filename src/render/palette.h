// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The colours of relief maps, as data.
#ifndef ORO_RENDER_PALETTE_H
#define ORO_RENDER_PALETTE_H

#include <stdint.h>

typedef struct oro_rgb {
    float r, g, b; ///< sRGB, 0..1
} oro_rgb;

/// A colour at a place of a ramp. Ramps start at 0, end at 1 and rise.
typedef struct oro_stop {
    float at;
    oro_rgb colour;
} oro_stop;

enum { ORO_MAX_STOPS = 10 };

typedef struct oro_palette {
    const char *name;
    oro_stop land[ORO_MAX_STOPS];  ///< by height between lo and hi; unused stops are zero
    oro_stop water[ORO_MAX_STOPS]; ///< by depth, shore to deepest
    oro_rgb rock;                  ///< what steep ground is mixed with
    float rock_amount;             ///< at most this much of it
    oro_rgb shadow, light;         ///< what full shadow multiplies by, what full light mixes in
    oro_rgb missing;               ///< for samples without a value
} oro_palette;

/// The palette called `name`, or NULL.
const oro_palette *oro_palette_find(const char *name);

/// The colour of a ramp at `at`, which is clamped to 0..1.
oro_rgb oro_ramp(const oro_stop *stops, float at);

#endif
