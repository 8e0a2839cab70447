// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "context.h"
#include "orogen/volume.h"

#include <math.h>

oro_status oro_volume_alloc(oro_context *ctx, oro_volume *v) {
    const int32_t sides[3] = {v->width, v->height, v->depth};
    for (int i = 0; i < 3; i++)
        if (sides[i] < 1 || sides[i] > ORO_MAX_VOLUME_SIDE)
            return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL,
                            "a volume must have 1 to %d samples along a side, not %d x %d x %d", ORO_MAX_VOLUME_SIDE,
                            v->width, v->height, v->depth);
    if (!(v->cell > 0.0 && v->cell < 1e9))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "the distance between samples must be above 0 m, not %g", v->cell);
    for (int i = 0; i < 3; i++)
        if (!(fabs(v->origin[i]) < 1e12))
            return oro_fail(ctx, ORO_BAD_ARGUMENT, NULL, "the origin must lie within 1e12 m, not at %g", v->origin[i]);
    v->data = oro_alloc(ctx, (size_t)v->width * (size_t)v->height * (size_t)v->depth * sizeof(float));
    return v->data ? ORO_OK : ORO_NO_MEMORY;
}

void oro_volume_free(oro_context *ctx, oro_volume *v) {
    oro_free(ctx, v->data);
    v->data = NULL;
}
