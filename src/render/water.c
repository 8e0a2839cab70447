// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Absorption per metre is that of clear coastal water; the shore is soft because thin water shows its bottom and mirrors
// little. Ripples are noise, left out where they would be smaller than a pixel (the mirror image is blurred by them instead).

#include "water.h"
#include "core/cell.h"
#include "noise/gradient.cell.h"

static const vec3 ABSORB = {0.34f, 0.085f, 0.060f}; ///< per metre
static const vec3 BODY = {0.012f, 0.045f, 0.055f};

static void ripples(float x, float y, float footprint, float *east, float *north) {
    float size = 9.0f;
    *east = *north = 0.0f;
    for (uint32_t k = 0; k < 5 && size > footprint; k++, size *= 0.55f) {
        oro_noise n = oro_gradient_noise_at(501 + k, x / size, y / size);
        float fade = oro_smoothstep(1.0f, 3.0f, size / footprint);
        *east += 0.012f * fade * n.du;
        *north += 0.012f * fade * n.dv;
    }
}

water_look oro_water_at(const hit *h, float depth, vec3 direction, float footprint) {
    float path = 2.2f * depth; // down and up again, a little slanted
    float east, north;
    ripples(h->position.x, h->position.y, footprint, &east, &north);
    water_look w = {.normal = v_unit(v3(-east, -north, 1.0f))};
    float cosine = oro_clamp(-v_dot(direction, w.normal), 0.02f, 1.0f), rest = 1.0f - cosine;
    w.mirror = v_unit(v_mad(direction, w.normal, 2.0f * cosine));
    w.mirror.z = oro_max(w.mirror.z, 0.01f);
    w.fresnel =
        (0.02f + 0.98f * rest * rest * rest * rest * rest) * oro_smoothstep(0.0f, 0.5f + 0.25f * footprint, depth);
    w.clear = v3(expf(-ABSORB.x * path), expf(-ABSORB.y * path), expf(-ABSORB.z * path));
    w.body = v_mul(BODY, v_sub(v3(1, 1, 1), w.clear));
    return w;
}

float oro_water_glint(const water_look *w, vec3 sun) {
    float near = v_dot(w->mirror, sun);
    return near > 0.98f ? 3.0f * w->fresnel * oro_smoothstep(0.992f, 0.9998f, near) : 0.0f;
}
