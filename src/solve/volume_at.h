// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Values of a volume anywhere: linear between samples, and beyond the box its nearest sample.
#ifndef ORO_SOLVE_VOLUME_AT_H
#define ORO_SOLVE_VOLUME_AT_H

#include "core/cell.h"
#include "orogen/volume.h"

/// A place along one axis: the sample before it, the one after, and how far between them.
typedef struct volume_place {
    int32_t i, j;
    float t;
} volume_place;

static inline volume_place volume_place_on(double at, double origin, double cell, int32_t count) {
    double u = (at - origin) / cell;
    u = u > 0.0 ? (u < count - 1 ? u : count - 1) : 0.0;
    int32_t i = (int32_t)u;
    if (i > count - 2) i = count > 1 ? count - 2 : 0;
    return (volume_place){i, count > 1 ? i + 1 : i, (float)(u - i)};
}

/// The value at a place in the world, at a height that is placed already.
static inline float volume_at(const oro_volume *v, double x, double y, volume_place z) {
    volume_place a = volume_place_on(x, v->origin[0], v->cell, v->width),
                 b = volume_place_on(y, v->origin[1], v->cell, v->height);
    float layers[2];
    for (int k = 0; k < 2; k++) {
        const float *north = oro_voxel(v, 0, b.i, k ? z.j : z.i), *south = oro_voxel(v, 0, b.j, k ? z.j : z.i);
        layers[k] = oro_mix(oro_mix(north[a.i], north[a.j], a.t), oro_mix(south[a.i], south[a.j], a.t), b.t);
    }
    return oro_mix(layers[0], layers[1], z.t);
}

#endif
