// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How steep the rock of a level stands. Rock of one strength would slide until every slope is one plane at one angle, which no
// land shows: so the angle differs from place to place, in patches of every size from `talus_grain` down to what the level
// carries, and hard rock stands steeper. The patches lie in the world: parts of a map and other resolutions have the same ones.
#ifndef ORO_PIPES_ROCK_H
#define ORO_PIPES_ROCK_H

#include "noise/fractal.h"
#include "setup.h"

typedef struct pipes_rock {
    const oro_fractal *fractal;
    const pipes_level *level;
    oro_axis columns, rows;
    float angle, spread; ///< degrees
    float *to;           ///< m that neighbours may differ by
} pipes_rock;

static inline float pipes_tangent(float degrees) { return oro_tan(degrees * (ORO_PI / 180.0f)); }

/// Patches of one size are nearly as strong as those twice as wide: then slopes are rough at every distance.
#define PIPES_ROCK_GAIN 0.85f
/// Brings the sum of the octaves to an rms of about 1/2.
#define PIPES_ROCK_EVEN 0.8f

static inline void pipes_rock_tile(const void *user, oro_tile tile, void *room) {
    const pipes_rock *r = user;
    const pipes_level *p = r->level;
    oro_fractal_tile *t = room;
    static const oro_warp_row straight = {{0}, {0}};
    float noise[ORO_TILE];
    oro_fractal_columns(r->fractal, &r->columns, tile.x0, tile.count, false, t);
    for (int32_t y = tile.y0; y < tile.y1; y++) {
        float *rest = r->to + y * p->stride + PIPES_PAD + tile.x0;
        const float *soft = pipes_map_row(p->soft, y) + tile.x0;
        oro_fractal_row_plain(r->fractal, oro_axis_at(&r->rows, y), &straight, false, PIPES_ROCK_GAIN, tile.count, t,
                              noise);
        for (int32_t x = 0; x < tile.count; x++) {
            float degrees = r->angle + r->spread * PIPES_ROCK_EVEN * noise[x];
            rest[x] = pipes_tangent(oro_clamp(degrees, 1.0f, 89.0f)) * (float)p->cell * (2.0f - soft[x]);
        }
    }
}

/// Fills p->rest, the height that neighbours may differ by.
static inline oro_status pipes_make_rock(pipes_erosion *e, pipes_level *p) {
    const pipes *a = e->a;
    if (p->mathisen || a->talus_spread == 0.0f) {
        p->rest = pipes_constant(e->run, p, pipes_tangent(a->talus) * (float)p->cell);
        return p->rest.row ? ORO_OK : ORO_NO_MEMORY;
    }
    float *plane = pipes_plane(e->run, p, p->height);
    oro_fractal *fractal = oro_scratch(e->run, sizeof *fractal);
    if (!plane || !fractal) return ORO_NO_MEMORY;
    oro_grid shape = pipes_view(p, plane);
    double first_x = (0.5 * e->ground.width / p->width - 0.5) * e->ground.cell;
    double first_y = (0.5 * e->ground.height / p->height - 0.5) * e->ground.cell;
    shape.origin_x = a->height->origin_x + first_x;
    shape.origin_y = a->height->origin_y + first_y;
    oro_fractal_desc d = {.basis.kind = ORO_SIMPLEX,
                          .octaves = ORO_MAX_OCTAVES,
                          .seed = oro_mix32(a->seed.value + 0x7a105U),
                          .scale = (double)a->talus_grain,
                          .lacunarity = 2.0,
                          .sharpness = 1.0f,
                          .stretch = 1.0};
    *fractal = oro_fractal_make(&d, &shape);
    pipes_rock r = {.fractal = fractal,
                    .level = p,
                    .columns = oro_axis_of(shape.origin_x, shape.cell),
                    .rows = oro_axis_of(shape.origin_y, shape.cell),
                    .angle = a->talus,
                    .spread = a->talus_spread,
                    .to = plane};
    oro_status status = oro_for_tiles(e->run, &shape, sizeof(oro_fractal_tile), pipes_rock_tile, &r);
    for (int32_t y = 0; y < p->height; y++) pipes_ends(p, plane + y * p->stride + PIPES_PAD);
    p->rest = (pipes_map){plane + PIPES_PAD, p->stride};
    return status;
}

#endif
