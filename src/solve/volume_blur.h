// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Gaussian blur of a volume in place: along x, y and z, weights up to 3 deviations; beyond the box its edge goes on. Reads and writes 24 bytes per
// sample, and needs 4 of scratch.
#ifndef ORO_SOLVE_VOLUME_BLUR_H
#define ORO_SOLVE_VOLUME_BLUR_H

#include "core/math.cell.h"
#include "space.h"

#include <string.h>

enum { VOLUME_BLUR_REACH = 24 }; ///< samples: deviations up to 8

typedef struct volume_blur {
    const float *in;
    float *out;
    float weight[VOLUME_BLUR_REACH + 1];
    int32_t reach, axis;
} volume_blur;

static inline int32_t volume_blur_at(int32_t i, int32_t count) { return i < 0 ? 0 : i < count ? i : count - 1; }

static inline void volume_blur_row(const void *user, const oro_volume *v, int32_t y, int32_t z) {
    const volume_blur *b = user;
    ptrdiff_t row = v->width, layer = row * v->height, at = z * layer + y * row;
    float *restrict out = b->out + at;
    for (int32_t i = 0; i < v->width; i++) out[i] = b->weight[0] * b->in[at + i];
    for (int32_t k = 1; k <= b->reach; k++) {
        float w = b->weight[k];
        if (b->axis == 0) {
            for (int32_t i = 0; i < v->width; i++)
                out[i] +=
                    w * (b->in[at + volume_blur_at(i - k, v->width)] + b->in[at + volume_blur_at(i + k, v->width)]);
            continue;
        }
        ptrdiff_t before = b->axis == 1 ? z * layer + volume_blur_at(y - k, v->height) * row
                                        : volume_blur_at(z - k, v->depth) * layer + y * row;
        ptrdiff_t after = b->axis == 1 ? z * layer + volume_blur_at(y + k, v->height) * row
                                       : volume_blur_at(z + k, v->depth) * layer + y * row;
        const float *restrict m = b->in + before, *restrict n = b->in + after;
        for (int32_t i = 0; i < v->width; i++) out[i] += w * (m[i] + n[i]);
    }
}

/// `deviation` in samples.
static inline oro_status volume_blur_run(oro_run *r, const oro_volume *shape, float *data, float deviation) {
    float *other = oro_scratch(r, (size_t)shape->width * (size_t)shape->height * (size_t)shape->depth * sizeof *other);
    if (!other) return ORO_NO_MEMORY;
    volume_blur b = {.reach = (int32_t)(3.0f * deviation + 0.999f)};
    if (b.reach > VOLUME_BLUR_REACH) b.reach = VOLUME_BLUR_REACH;
    float sum = 0.0f;
    for (int32_t k = 0; k <= b.reach; k++) {
        float t = (float)k / deviation;
        b.weight[k] = oro_exp(-0.5f * t * t);
        sum += k == 0 ? b.weight[k] : 2.0f * b.weight[k];
    }
    for (int32_t k = 0; k <= b.reach; k++) b.weight[k] /= sum;
    oro_status status = ORO_OK;
    for (b.axis = 0; b.axis < 3 && status == ORO_OK; b.axis++) {
        b.in = b.axis == 1 ? other : data;
        b.out = b.axis == 1 ? data : other;
        status = space_for_rows(r, shape, volume_blur_row, &b);
    }
    if (status == ORO_OK)
        memcpy(data, other, (size_t)shape->width * (size_t)shape->height * (size_t)shape->depth * sizeof *data);
    return status;
}

#endif
