// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The plain way to diffuse splines: one map at a time, one sweep a pass over the whole map, constraints as dense planes.
// It is the operator itself with its relaxation taken out and this one put in, so that both do the same job on the same
// rasterised splines.

#define ORO_LEVEL plain
#include "op/features/diffuse/relax.h"

typedef struct plain_planes {
    const float *from;
    float *to, *keep, *add, *beta, *wx, *wy, *rise;
    int32_t width, height;
} plain_planes;

static void plain_sweep(const void *user, int32_t y0, int32_t y1) {
    const plain_planes *p = user;
    int32_t w = p->width, h = p->height;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < w; x++) {
            int32_t x0 = x > 0 ? x - 1 : 0, x1 = x < w - 1 ? x + 1 : x, n = (y > 0 ? y - 1 : 0) * w,
                    s = (y < h - 1 ? y + 1 : y) * w, m = y * w, i = m + x;
            const float *v = p->from;
            float mean =
                (v[n + x0] + v[n + x] + v[n + x1] + v[m + x0] + v[m + x1] + v[s + x0] + v[s + x] + v[s + x1]) / 8;
            if (p->beta) {
                float vx = p->wx[i] > 0 ? v[m + x0] : v[m + x1], vy = p->wy[i] > 0 ? v[n + x] : v[s + x];
                float along = fabsf(p->wx[i]) * vx + fabsf(p->wy[i]) * vy + p->rise[i];
                mean = (1 - p->beta[i]) * mean + p->beta[i] * along;
            }
            p->to[i] = p->keep[i] * mean + p->add[i];
        }
}

typedef struct plain_fill {
    const plain_planes *p;
    const oro_relax_job *job;
    const oro_grid *from, *to;
    float *start;
} plain_fill;

/// The level before at this level's places, and the lists as planes.
static void plain_fill_rows(const void *user, int32_t y0, int32_t y1) {
    const plain_fill *f = user;
    const plain_planes *p = f->p;
    const oro_relax_job *j = f->job;
    for (int32_t y = y0; y < y1; y++) {
        size_t at = (size_t)y * (size_t)p->width;
        for (int32_t x = 0; x < p->width; x++) {
            size_t i = at + (size_t)x;
            f->start[i] = oro_grid_sample(f->from, oro_world_x(f->to, x), oro_world_y(f->to, y));
            p->keep[i] = 1, p->add[i] = 0;
            if (p->beta) p->beta[i] = p->wx[i] = p->wy[i] = p->rise[i] = 0;
        }
        for (int32_t k = 0; k < j->raster->across; k++) {
            const oro_pin_tile *t = &j->raster->tiles[y / ORO_PIN_TILE * j->raster->across + k];
            int32_t row = y % ORO_PIN_TILE, *start = t->start[j->channel];
            for (int32_t i = start ? start[row] : 0; start && i < start[row + 1]; i++) {
                oro_pin pin = t->pins[j->channel][i];
                p->keep[at + (size_t)pin.x] = pin.keep, p->add[at + (size_t)pin.x] = pin.add;
            }
            bool guided = p->beta && t->guides;
            for (int32_t i = guided ? t->guide_start[row] : 0; guided && i < t->guide_start[row + 1]; i++) {
                oro_guide g = t->guides[i];
                size_t c = at + (size_t)g.x;
                p->beta[c] = g.beta, p->wx[c] = g.wx, p->wy[c] = g.wy, p->rise[c] = g.rise;
            }
        }
    }
}

static oro_status plain_relax(oro_run *run, oro_relax_job *j, int32_t sweeps, const oro_grid *from, oro_grid *to,
                              oro_grid *spare) {
    (void)spare;
    size_t samples = (size_t)to->width * (size_t)to->height;
    if (j->room < 8 * samples) { // kept from map to map
        j->room = 8 * samples;
        if (!(j->spaces = oro_scratch(run, j->room * sizeof(float)))) return ORO_NO_MEMORY;
    }
    float *plane[8];
    for (size_t i = 0; i < 8; i++) plane[i] = j->spaces + i * samples;
    plain_planes p = {plane[0], plane[1], plane[2], plane[3],  j->guided ? plane[4] : NULL,
                      plane[5], plane[6], plane[7], to->width, to->height};
    plain_fill fill = {&p, j, from, to, plane[0]};
    oro_grid shape = {.width = to->width, .height = to->height, .cell = 1};
    oro_status status = oro_for_rows(run, &shape, plain_fill_rows, &fill);
    for (int32_t i = 0; i < sweeps && status == ORO_OK; i++) {
        p.from = plane[i % 2], p.to = plane[1 - i % 2];
        status = oro_for_rows(run, &shape, plain_sweep, &p);
    }
    for (int32_t y = 0; y < to->height; y++)
        memcpy(oro_row(to, y), plane[sweeps % 2] + (size_t)y * (size_t)to->width, (size_t)to->width * sizeof(float));
    return status;
}

#define oro_relax plain_relax
#include "op/features/diffuse/diffuse.c"
