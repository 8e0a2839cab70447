// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What splines leave on a level besides values, as maps: the directions away from them, and how far they hold the ground.
#ifndef ORO_DIFFUSE_MAPS_H
#define ORO_DIFFUSE_MAPS_H

#include "run/loops.h"
#include "raster.h"

typedef struct oro_normals_job {
    const oro_grid *x, *y;
    oro_grid *unit_x, *unit_y; ///< NULL: not asked for
} oro_normals_job;

static inline void oro_normal_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_normals_job *n = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *nx = oro_row(n->x, y), *ny = oro_row(n->y, y);
        float *to_x = n->unit_x ? oro_row(n->unit_x, y) : NULL, *to_y = n->unit_y ? oro_row(n->unit_y, y) : NULL;
        for (int32_t x = 0; x < n->x->width; x++) {
            float length = oro_sqrt(nx[x] * nx[x] + ny[x] * ny[x]), scale = length > 1e-6f ? 1.0f / length : 0.0f;
            float unit_x = nx[x] * scale, unit_y = ny[x] * scale;
            if (to_x) to_x[x] = unit_x;
            if (to_y) to_y[x] = unit_y;
        }
    }
}

/// Directions of unit length, or 0 where they cancel; NULL: not asked for. May write where it reads.
static inline oro_status oro_unit_normals(oro_run *r, const oro_grid *x, const oro_grid *y, oro_grid *unit_x,
                                          oro_grid *unit_y) {
    oro_normals_job n = {x, y, unit_x, unit_y};
    return unit_x || unit_y ? oro_for_rows(r, x, oro_normal_rows, &n) : ORO_OK;
}

typedef struct oro_restrictions_job {
    const oro_raster *raster;
    oro_grid *alpha, *beta; ///< NULL: not asked for
} oro_restrictions_job;

static inline void oro_restriction_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_restrictions_job *r = user;
    for (int32_t y = y0; y < y1; y++) {
        float *free = r->alpha ? oro_row(r->alpha, y) : NULL, *guided = r->beta ? oro_row(r->beta, y) : NULL;
        for (int32_t x = 0; x < r->raster->grid.width; x++) {
            if (free) free[x] = 1.0f;
            if (guided) guided[x] = 0.0f;
        }
        const oro_pin_tile *tile = r->raster->tiles + (ptrdiff_t)(y / ORO_PIN_TILE) * r->raster->across;
        int32_t row = y % ORO_PIN_TILE;
        for (int32_t k = 0; k < r->raster->across; k++, tile++) {
            for (int32_t i = tile->guides ? tile->guide_start[row] : 0; tile->guides && i < tile->guide_start[row + 1];
                 i++) {
                if (free) free[tile->guides[i].x] = 1.0f - tile->guides[i].beta;
                if (guided) guided[tile->guides[i].x] = tile->guides[i].beta;
            }
            const oro_pin *pins = tile->pins[ORO_PINS_HEIGHT];
            const int32_t *start = tile->start[ORO_PINS_HEIGHT];
            for (int32_t i = pins ? start[row] : 0; pins && i < start[row + 1]; i++) {
                if (free) free[pins[i].x] *= pins[i].keep;
                if (guided) guided[pins[i].x] *= pins[i].keep;
            }
        }
    }
}

/// How freely the height spreads on a level (alpha) and how far it follows gradients (beta); NULL: not asked for.
static inline oro_status oro_restrictions(oro_run *r, const oro_raster *raster, oro_grid *alpha, oro_grid *beta) {
    oro_restrictions_job j = {raster, alpha, beta};
    return alpha || beta ? oro_for_rows(r, &raster->grid, oro_restriction_rows, &j) : ORO_OK;
}

#endif
