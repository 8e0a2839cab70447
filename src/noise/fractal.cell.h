// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of a sum of octaves for one sample: the shape of an octave, and how it is added.
#ifndef ORO_NOISE_FRACTAL_CELL_H
#define ORO_NOISE_FRACTAL_CELL_H

#include "core/cell.h"
#include "core/math.cell.h"

typedef enum oro_fractal_kind { ORO_PLAIN, ORO_RIDGED, ORO_BILLOW } oro_fractal_kind;

// --- the shape of an octave -------------------------------------------------------------------------------------------

/// An octave in [0,1]: as it is, with its zeros turned into crests, or into valleys.
ORO_CELL float oro_octave_unit(int32_t kind, float n) {
    float a = oro_min(oro_abs(n), 1.0f);
    float plain = oro_clamp(0.5f + 0.5f * n, 0.0f, 1.0f);
    return kind == ORO_RIDGED ? 1.0f - a : (kind == ORO_BILLOW ? a : plain);
}

/// How much steeper raising it to the power of the sharpness makes an octave where it is `unit`.
ORO_CELL float oro_octave_steeper(float unit, float sharpness) {
    float t = oro_max(unit, 1.0e-3f);
    return sharpness * oro_pow_unit(t, sharpness) / t;
}

/// From [0,1] to [-1,1].
ORO_CELL float oro_octave_signed(float unit) { return 2.0f * unit - 1.0f; }

/// What a grid that carries only a part of an octave has of it: the rest is its mean.
ORO_CELL float oro_octave_carried(float value, float mean, float carried) { return mean + (value - mean) * carried; }

// --- the sum ----------------------------------------------------------------------------------------------------------

/// A sum so far: its value and its slopes, in heights per scale.
typedef struct oro_octave_sum {
    float value, slope_x, slope_y;
} oro_octave_sum;

/// World slopes from those along the lattice's axes: dx = du ux + dv vx, dy likewise.
typedef struct oro_octave_axes {
    float ux, uy, vx, vy;
} oro_octave_axes;

/// Adds an octave that counts less where the sum so far is steep.
ORO_CELL oro_octave_sum oro_add_damped(oro_octave_sum s, float amplitude, float damping, float value, float du,
                                       float dv, oro_octave_axes a) {
    float steep = s.slope_x * s.slope_x + s.slope_y * s.slope_y, damped = amplitude / (1.0f + damping * steep);
    s.value += damped * value;
    s.slope_x += damped * (du * a.ux + dv * a.vx);
    s.slope_y += damped * (du * a.uy + dv * a.vy);
    return s;
}

/// The next octave's amplitude where low ground is smoother: `height` is the sum so far over that of the amplitudes.
ORO_CELL float oro_lowland_amplitude(float amplitude, float gain, float lowland, float height, float mean) {
    float high = oro_smoothstep(-0.5f, 0.5f, height - mean);
    return amplitude * (gain * (1.0f - lowland + lowland * high));
}

#endif
