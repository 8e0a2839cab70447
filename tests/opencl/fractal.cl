// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Octaves shaped and summed, a sample a work-item. The noise of each octave comes from the host.

#include "noise/fractal.cell.h"
#include "noise/lattice.cell.h"

typedef struct fractal_numbers {
    int kind, octaves, slopes;
    float sharpness, damping, lowland, mean;
} fractal_numbers;

/// What one octave has of its own: how much of it the grid carries, and where its lattice's axes point.
typedef struct octave_numbers {
    float carried;
    oro_octave_axes axes;
} octave_numbers;

oro_noise shaped(fractal_numbers f, float carried, oro_noise n) {
    if (carried == 1.0f && f.kind == ORO_PLAIN && f.sharpness == 1.0f) return n;
    float unit = oro_octave_unit(f.kind, n.value);
    if (f.sharpness != 1.0f) {
        float steeper = oro_octave_steeper(unit, f.sharpness);
        n.du *= steeper, n.dv *= steeper;
        unit = oro_pow_unit(unit, f.sharpness);
    }
    n.value = oro_octave_signed(unit);
    if (carried < 1.0f) {
        n.value = oro_octave_carried(n.value, f.mean, carried);
        n.du *= carried, n.dv *= carried;
    }
    return n;
}

kernel void sum_octaves(fractal_numbers f, global const octave_numbers *octaves, global const oro_noise *noise,
                        global const float *gain, global float *out, int samples) {
    int i = get_global_id(0);
    oro_octave_sum s;
    s.value = s.slope_x = s.slope_y = 0.0f;
    float amplitude = 1.0f, all = 0.0f;
    for (int k = 0; k < f.octaves; k++) {
        octave_numbers o = octaves[k];
        oro_noise n = shaped(f, o.carried, noise[k * samples + i]);
        if (f.slopes)
            s = oro_add_damped(s, amplitude, f.damping, n.value, n.du, n.dv, o.axes);
        else
            s.value += amplitude * n.value;
        all += amplitude;
        amplitude = f.lowland > 0.0f ? oro_lowland_amplitude(amplitude, gain[i], f.lowland, s.value / all, f.mean)
                                     : amplitude * gain[i];
    }
    out[i] = s.value;
}
