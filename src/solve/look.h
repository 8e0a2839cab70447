// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a surface in space looks like by its altitude, slope and facing: rock where it is steep and on undersides, soil and grass
// where it is gentle and things grow, sand along the shore, snow high up where it can lie: never on walls and ceilings. Photos of
// meshes and the operator that colours vertices share these rules. Borders between materials are bent by noise in space. Fine
// detail is tri-planar: seen from the side there are beds of rock, which run level and step back, seen from above mottles; each of
// the three planes counts as much as the surface faces it.
//
// Colours are linear albedos of dry natural surfaces. About 20 evaluations of noise per place; no memory.
#ifndef ORO_SOLVE_LOOK_H
#define ORO_SOLVE_LOOK_H

#include "core/cell.h"
#include "core/math.cell.h"
#include "noise/gradient.cell.h"
#include "noise/space.h"

#define LOOK_GRASS     0.088f, 0.118f, 0.034f
#define LOOK_DRY_GRASS 0.170f, 0.148f, 0.062f
#define LOOK_FOREST    0.026f, 0.048f, 0.017f
#define LOOK_ROCK      0.150f, 0.138f, 0.126f
#define LOOK_DARK_ROCK 0.075f, 0.070f, 0.067f
#define LOOK_WARM_ROCK 0.185f, 0.150f, 0.115f
#define LOOK_SCREE     0.160f, 0.146f, 0.124f
#define LOOK_SAND      0.42f, 0.35f, 0.235f
#define LOOK_SNOW      0.83f, 0.86f, 0.90f
#define LOOK_SOIL      0.150f, 0.108f, 0.066f

static const float LOOK_GROWN = 0.6f; ///< vegetation of a surface that says nothing of it

typedef struct look_colour {
    float r, g, b;
} look_colour;

/// What is the same for the whole surface.
typedef struct look_land {
    float low, high; ///< altitudes of the surface, metres
    float snow_line; ///< metres; INFINITY: no snow
    float shore;     ///< height of the water that makes beaches; -INFINITY: none
} look_land;

/// A place on the surface.
typedef struct look_place {
    float x, y, z;    ///< metres, as meshes have it: y to the north
    float nx, ny, nz; ///< unit, into the air
    float material;   ///< of the rock, 0 to 1: grey, sandstone, red, dark
    float vegetation; ///< how much of it is overgrown where something can grow, 0 to 1
    float footprint;  ///< metres: finer detail is left out
} look_place;

typedef struct look {
    look_colour colour;
    float rock, scree, woods, snow, beach; ///< how much of each, 0 to 1
    float ledge;                           ///< how fast beds of rock step out upwards there, metres per metre
    float small;                           ///< the noise that bends borders, about -1 to 1
} look;

static inline look_colour look_mix(look_colour a, look_colour b, float t) {
    return (look_colour){oro_mix(a.r, b.r, t), oro_mix(a.g, b.g, t), oro_mix(a.b, b.b, t)};
}

static inline look_colour look_times(look_colour a, float f) { return (look_colour){a.r * f, a.g * f, a.b * f}; }

/// Octaves of noise from `size` down to the footprint, about -1 to 1.
static inline float look_patches(uint32_t seed, const look_place *p, float size) {
    float sum = 0.0f, weight = 0.6f;
    for (uint32_t k = 0; k < 5 && size > 2.0f * p->footprint; k++, size *= 0.47f, weight *= 0.6f)
        sum += weight * oro_smoothstep(2.0f, 4.0f, size / p->footprint) * oro_noise3(seed + k, p->x, p->y, p->z, size);
    return 1.3f * sum;
}

/// Rock by its material: a row of four.
static inline look_colour look_rock(float which) {
    static const look_colour row[4] = {
        {LOOK_ROCK}, {0.270f, 0.195f, 0.120f}, {0.235f, 0.112f, 0.066f}, {0.058f, 0.056f, 0.058f}};
    float at = oro_clamp(which, 0.0f, 1.0f) * 3.0f;
    int32_t i = at < 3.0f ? (int32_t)at : 2;
    return look_mix(row[i], row[i + 1], at - (float)i);
}

/// Size of the widest patches and beds: a power of two, so that it does not change when a surface gets a little higher.
static inline float look_size(const look_land *land) {
    float range = oro_clamp(land->high - land->low, 0.01f, 1e6f);
    return oro_exp2(oro_round(oro_log2(0.5f * range)));
}

/// Beds of rock at a height, -1 to 1: two thicknesses, each bed with its own shade. Too thin for the footprint: 0.
static inline float look_beds(float height, float thick, float footprint) {
    float wide = oro_smoothstep(1.0f, 3.0f, thick / footprint),
          thin = oro_smoothstep(1.0f, 3.0f, 0.21f * thick / footprint);
    return 0.8f * wide * oro_gradient_noise_at(17, height / thick, 3.0f).value +
           0.5f * thin * oro_gradient_noise_at(23, height / (0.21f * thick), 7.0f).value;
}

/// One plane of the three, seen from the side: beds that are bent along the wall, with joints across them. `along` is the way
/// the wall runs.
static inline float look_wall(float along, float z, float bend, float thick, float footprint, float *ledge) {
    float height = z + bend, e = 0.5f * oro_max(0.05f * thick, footprint);
    float above = look_beds(height + e, thick, footprint), below = look_beds(height - e, thick, footprint);
    float joint = oro_gradient_noise_at(29, along / (0.45f * thick), 0.12f * z / thick).value *
                  oro_smoothstep(1.0f, 3.0f, 0.45f * thick / footprint);
    *ledge = (above - below) / (2.0f * e);
    return 0.5f * (above + below) + 0.35f * joint;
}

/// What the surface looks like at a place.
static inline look look_at(const look_land *land, const look_place *p) {
    float range = oro_max(land->high - land->low, 0.01f), size = look_size(land);
    float big = look_patches(1, p, size), small = look_patches(11, p, 0.11f * size);
    float up = p->nz, steep = up > 0.05f ? sqrtf(oro_max(1.0f - up * up, 0.0f)) / up : 20.0f;
    float height = (p->z - land->low) / range, grown = oro_clamp(p->vegetation, 0.0f, 1.0f);

    // Three planes, the one the surface faces first counts most.
    float wx = p->nx * p->nx * p->nx * p->nx, wy = p->ny * p->ny * p->ny * p->ny, wz = up * up * up * up;
    float all = oro_max(wx + wy + wz, 1e-6f), thick = 0.25f * size, bend = 0.35f * thick * big, ledge_x, ledge_y;
    float from_east = look_wall(p->y, p->z, bend, thick, p->footprint, &ledge_x);
    float from_north = look_wall(p->x, p->z, bend, thick, p->footprint, &ledge_y);
    float side = (wx * from_east + wy * from_north) / all, above = wz / all * small;

    // What grows holds the ground together: it goes on where it is steeper.
    float hold = 0.25f * (grown - 0.5f);
    float rock = up > 0.05f
                     ? oro_smoothstep(0.62f, 0.95f, steep + 0.2f * big + 0.2f * small + 0.25f * (height - 0.45f) - hold)
                     : 1.0f;
    float scree = oro_smoothstep(0.42f, 0.70f, steep + 0.16f * small + 0.1f * big + 0.25f * (height - 0.4f) - hold) *
                  (1.0f - rock);
    look_colour stone =
        look_mix(look_rock(p->material), (look_colour){LOOK_DARK_ROCK}, oro_clamp(0.25f + 0.8f * small, 0.0f, 0.7f));
    stone = look_mix(stone, (look_colour){LOOK_WARM_ROCK}, oro_clamp(0.2f + 0.7f * big, 0.0f, 0.5f));
    stone = look_times(stone, oro_clamp(1.0f + 0.5f * side + 0.25f * above, 0.4f, 1.7f));
    // No rain washes an underside; it is stained and dark.
    float under = oro_smoothstep(0.1f, -0.5f, up);
    stone = look_mix(stone, look_times((look_colour){LOOK_DARK_ROCK}, 1.0f + 0.4f * small), 0.55f * under);

    look_colour meadow = look_mix((look_colour){LOOK_GRASS}, (look_colour){LOOK_DRY_GRASS},
                                  oro_clamp(0.3f + 0.75f * big + 0.5f * (height - 0.35f) + 0.35f * small, 0.0f, 1.0f));
    float woods = oro_smoothstep(0.55f, 0.95f, grown + 0.35f * big + 0.2f * small - 0.3f * height) *
                  oro_smoothstep(0.9f, 0.55f, steep);
    meadow = look_mix(meadow, (look_colour){LOOK_FOREST}, 0.85f * woods);
    look_colour soil =
        look_mix((look_colour){LOOK_SOIL}, look_mix((look_colour){LOOK_SCREE}, look_rock(p->material), 0.5f),
                 oro_clamp(0.5f + 0.6f * small + 0.3f * big, 0.0f, 1.0f));
    float green = oro_smoothstep(0.15f, 0.5f, grown + 0.25f * small + 0.15f * big);
    look_colour c = look_mix(soil, meadow, green);
    c = look_mix(look_mix(c, look_mix((look_colour){LOOK_SCREE}, look_rock(p->material), 0.5f), 0.75f * scree), stone,
                 rock);

    float beach =
        land->shore > -1e30f
            ? oro_smoothstep(1.0f, 0.35f, (p->z - land->shore) / (0.03f * range * (1.0f + 0.6f * small + 0.5f * big))) *
                  oro_smoothstep(0.45f, 0.2f, steep)
            : 0.0f;
    c = look_mix(c, look_times((look_colour){LOOK_SAND}, p->z < land->shore ? 0.6f : 1.0f), beach);

    float snow = 0.0f;
    if (land->snow_line <
        1e30f) { // it slides off what is steep, stays longer in the shade of the north, and cannot hang
        float over = (p->z - land->snow_line) / (0.13f * range) + 0.9f * big + 0.6f * small + 0.4f * p->ny;
        float holds =
            oro_smoothstep(1.25f, 0.62f, steep + 0.12f * small - 0.18f * p->ny) * oro_smoothstep(0.2f, 0.45f, up);
        snow = oro_smoothstep(-0.2f, 0.55f, over) * holds;
    }
    c = look_mix(c, (look_colour){LOOK_SNOW}, snow);
    float ledge = 0.085f * thick * (wx * ledge_x + wy * ledge_y) / all * rock * (1.0f - snow);
    return (look){c, rock, scree, woods * green * (1.0f - rock), snow, beach, oro_clamp(ledge, -0.45f, 0.45f), small};
}

#endif
