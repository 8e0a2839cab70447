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

static inline oro_rgb oro_rgb_mix(oro_rgb a, oro_rgb b, float t) {
    return (oro_rgb){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

/// Ramps of maps that measure. Those of two colours have their neutral one in the middle.
extern const oro_stop oro_ramp_slope[ORO_MAX_STOPS];  ///< level to steep
extern const oro_stop oro_ramp_change[ORO_MAX_STOPS]; ///< eroded (red) to deposited (blue)
extern const oro_stop oro_ramp_bend[ORO_MAX_STOPS];   ///< hollow (teal) to crest (brown)
extern const oro_stop oro_ramp_field[ORO_MAX_STOPS];  ///< inside (earth) to outside (sky)
extern const oro_stop oro_ramp_drain[ORO_MAX_STOPS];  ///< rill to river

/// Ink and paper of legends, and what stands for values that are missing.
extern const oro_rgb oro_paper, oro_ink, oro_faint_ink, oro_missing;

/// A colour for class `value`: eleven that people with any colour vision tell apart (beginning with those of Okabe and Ito,
/// Color Universal Design, 2008), then the same lighter and darker.
oro_rgb oro_class_colour(int64_t value);

#endif
