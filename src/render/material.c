// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Colours are linear RGB albedos of dry natural surfaces. Every border between two materials is bent by noise at two
// scales, because a line of constant height or slope never shows in nature.

#include "material.h"
#include "core/cell.h"
#include "film.h"
#include "noise/gradient.cell.h"
#include "noise3.h"
#include "orogen/mesh.h"
#include "solve/look.h"

static const vec3 GRASS = {LOOK_GRASS}, DRY_GRASS = {LOOK_DRY_GRASS}, FOREST = {LOOK_FOREST};
static const vec3 ROCK = {LOOK_ROCK}, DARK_ROCK = {LOOK_DARK_ROCK}, WARM_ROCK = {LOOK_WARM_ROCK};
static const vec3 SCREE = {LOOK_SCREE}, SAND = {LOOK_SAND}, SNOW = {LOOK_SNOW};
static const vec3 FLOOR = {0.165f, 0.155f, 0.140f}, ROAD = {0.40f, 0.34f, 0.25f};

/// Noise at a world position, lattice points `size` metres apart.
static float noise_at(uint32_t seed, float x, float y, float size) {
    return oro_gradient_noise_at(seed, x / size, y / size).value; // no slopes: cheaper
}

/// Sum of five octaves from `size` down to the footprint, each `gain` times as strong as the last; about -1..1.
static float patches(uint32_t seed, float x, float y, float size, float footprint, float gain) {
    float sum = 0.0f, weight = 0.6f;
    for (uint32_t k = 0; k < 5 && size > 2.0f * footprint; k++, size *= 0.47f, weight *= gain)
        sum += weight * oro_smoothstep(2.0f, 4.0f, size / footprint) * noise_at(seed + k, x, y, size);
    return sum;
}

/// The same in space, for grain that must not run in streaks down a cliff.
static float grain_at(uint32_t seed, vec3 p, float size, float footprint, float gain) {
    float sum = 0.0f, weight = 0.6f;
    for (uint32_t k = 0; k < 5 && size > 2.0f * footprint; k++, size *= 0.47f, weight *= gain)
        sum += weight * oro_smoothstep(2.0f, 4.0f, size / footprint) * noise3_value(seed + k, p, size);
    return sum;
}

/// Slope of made-up fine relief, in rise per metre, from wavelength `size` down to the footprint. `craggy` 0 is rolling
/// ground, 1 broken rock: there the noise is folded, so that it meets in edges.
static vec3 rough(uint32_t seed, vec3 p, float size, float footprint, float steep, float craggy) {
    vec3 slope = {0, 0, 0};
    float weight = 0.55f; // the widest waves are faint, or the ground looks like peel
    for (uint32_t k = 0; k < 8 && size > 1.5f * footprint; k++, size *= 0.53f) {
        float fade = weight * steep * oro_smoothstep(1.5f, 4.0f, size / footprint);
        noise3 n = noise3_at(seed + 31 * k, p, size);
        slope = v_mad(slope, n.slope, fade * oro_mix(1.0f, n.value > 0.0f ? -1.15f : 1.15f, craggy));
        weight = oro_min(weight * 1.25f, 1.0f);
    }
    return slope;
}

/// Number `which` of the `size` that every vertex of a mesh has, at a hit.
static float between(const ground *g, const hit *h, const float *of_vertices, size_t size, size_t which) {
    const uint32_t *corner = g->mesh->indices + 3 * (size_t)h->triangle;
    return (1.0f - h->u - h->v) * of_vertices[size * corner[0] + which] + h->u * of_vertices[size * corner[1] + which] +
           h->v * of_vertices[size * corner[2] + which];
}

/// Where in the colour picture a hit lies, 0 to 1 from the left and the top. A mesh without its own idea of that gets the
/// picture from above.
static void picture_place(const material *m, const ground *g, const hit *h, float *x, float *y) {
    if (h->kind != HIT_MESH) {
        *x = h->u / m->span_u;
        *y = h->v / m->span_v;
    } else if (g->mesh->uvs) {
        float u = between(g, h, g->mesh->uvs, 2, 0), v = between(g, h, g->mesh->uvs, 2, 1);
        *x = u - floorf(u); // outside the picture it repeats
        *y = 1.0f - (v - floorf(v));
    } else {
        *x = 0.5f + 0.5f * h->position.x / oro_max(g->half_x, 1e-6f);
        *y = 0.5f - 0.5f * h->position.y / oro_max(g->half_y, 1e-6f);
    }
}

/// The albedo that comes out in the picture's colour on level ground in the sun: undoes the film, which would make painted
/// land glare. No land is whiter than snow.
static float painted(float byte) { return oro_min(FILM_WHITE * film_light(film_from_srgb(byte / 255.0f)), 0.9f); }

static vec3 picture_colour(const material *m, const ground *g, const hit *h) {
    const oro_image *p = m->colour;
    float x, y, c[3];
    picture_place(m, g, h, &x, &y);
    x = oro_clamp(x, 0.0f, 1.0f) * (float)(p->width - 1);
    y = oro_clamp(y, 0.0f, 1.0f) * (float)(p->height - 1);
    int32_t i = (int32_t)x, j = (int32_t)y, right = i + 1 < p->width ? 1 : 0, down = j + 1 < p->height ? 1 : 0;
    const uint8_t *top = p->data + ((size_t)j * (size_t)p->width + (size_t)i) * (size_t)p->channels;
    const uint8_t *bottom = top + (size_t)down * (size_t)p->width * (size_t)p->channels;
    for (int32_t k = 0; k < 3; k++) {
        int32_t east = k + right * p->channels;
        float above = oro_mix((float)top[k], (float)top[east], x - (float)i);
        c[k] = oro_mix(above, oro_mix((float)bottom[k], (float)bottom[east], x - (float)i), y - (float)j);
    }
    return v3(painted(c[0]), painted(c[1]), painted(c[2]));
}

/// How much of a road is at a hit on the map.
static float road_at(const material *m, const hit *h) {
    const oro_grid *r = m->roads;
    double x = (double)(h->u / m->span_u) * (r->width - 1), y = (double)(h->v / m->span_v) * (r->height - 1);
    return oro_clamp(oro_grid_sample(r, r->origin_x + x * r->cell, r->origin_y + y * r->cell), 0.0f, 1.0f);
}

static surface plain_surface(const material *m, vec3 normal) { return (surface){m->plain_colour, normal}; }

static surface wall_surface(const hit *h, float footprint) {
    // Layers of rock, bent a little, as a cut through the ground shows them.
    float bend = 6.0f * patches(91, h->position.x, h->position.y, 400.0f, footprint, 0.6f);
    float layer = noise_at(17, 0.35f * (h->position.z + bend), 3.0f, 9.0f);
    return (surface){v_mix(v3(0.20f, 0.17f, 0.145f), v3(0.11f, 0.098f, 0.09f), 0.5f + 0.8f * layer), h->facet};
}

/// What fine things do to light: how much there is of each, 0 to 1.
typedef struct texture {
    float rock, scree, woods, snow, beach, small;
} texture;

/// Grain and fine relief on an albedo. `lean` is a slope that is there already, along the surface or not.
static surface textured(const material *m, const hit *h, vec3 albedo, vec3 normal, const texture *t, vec3 lean,
                        float footprint) {
    // Variation of brightness, which the eye reads as grain: stones, tufts, stains. Colour shifts a little with it.
    float bare = oro_max(t->rock, t->scree), fine = grain_at(71, h->position, 3.0f * m->cell, footprint, 0.85f);
    float grain = (1.0f - t->snow) * (0.25f * t->small + oro_mix(0.30f, 0.55f, bare) * fine);
    albedo = v_mul(albedo, v3(1.0f + 1.05f * grain, 1.0f + grain, 1.0f + 0.85f * grain));

    float relief = oro_mix(oro_mix(0.12f, 0.30f, t->rock), 0.26f, t->scree);
    relief = oro_mix(relief, 0.22f, t->woods * (1.0f - t->rock));
    relief = oro_mix(oro_mix(relief, 0.035f, t->snow), 0.05f, t->beach);
    vec3 slope =
        rough(41, h->position, 1.8f * m->cell, footprint, relief, oro_max(t->rock, 0.6f * t->scree) * (1.0f - t->snow));
    slope = v_add(slope, lean);
    slope = v_mad(slope, normal, -v_dot(slope, normal)); // only along the surface
    return (surface){albedo, v_unit(v_sub(normal, slope))};
}

/// A mesh by the rules of solve/look.h, where the mesh lies in the world; its own colours, or a picture's, go before.
static surface mesh_surface(const material *m, const ground *g, const hit *h, vec3 normal, float footprint) {
    float e = m->exaggeration;
    vec3 upright = v_unit(v3(normal.x, normal.y, normal.z * e)); // judged without exaggeration
    look_land land = {.low = m->low / e, .high = m->high / e, .snow_line = m->snow_line / e, .shore = m->shore / e};
    look_place place = {.x = h->position.x + g->mesh->middle[0],
                        .y = h->position.y + g->mesh->middle[1],
                        .z = h->position.z / e,
                        .nx = upright.x,
                        .ny = upright.y,
                        .nz = upright.z,
                        .vegetation = LOOK_GROWN,
                        .footprint = footprint};
    if (g->mesh->traits) {
        place.material = between(g, h, g->mesh->traits, ORO_MESH_TRAITS, ORO_MESH_MATERIAL);
        place.vegetation = between(g, h, g->mesh->traits, ORO_MESH_TRAITS, ORO_MESH_VEGETATION);
    }
    look seen = look_at(&land, &place);
    texture t = {seen.rock, seen.scree, seen.woods, seen.snow, seen.beach, seen.small};
    vec3 albedo = v3(seen.colour.r, seen.colour.g, seen.colour.b);
    if (g->mesh->colours) {
        float c[3];
        for (size_t k = 0; k < 3; k++) c[k] = oro_clamp(between(g, h, g->mesh->colours, 3, k), 0.0f, 0.9f);
        albedo = v3(c[0], c[1], c[2]);
    }
    if (m->colour) albedo = picture_colour(m, g, h);
    return textured(m, h, albedo, normal, &t, v3(0.0f, 0.0f, seen.ledge), footprint);
}

surface oro_material_at(const material *m, const ground *g, const hit *h, float footprint) {
    if (h->kind == HIT_WALL) return wall_surface(h, footprint);
    float east = 0.0f, north = 0.0f;
    vec3 normal = h->facet;
    if (h->kind == HIT_LAND) {
        oro_ground_slope_at(g, h, &east, &north);
        normal = v_unit(v3(-east, -north, 1.0f));
    }
    if (h->kind == HIT_MESH) normal = oro_ground_mesh_normal(g, h);
    if (h->kind == HIT_PLAIN && m->neutral_floor && !m->plain) return (surface){FLOOR, normal};
    if (m->plain) return plain_surface(m, normal);
    if (h->kind == HIT_PLAIN && g->mesh)
        return (surface){v_mix(GRASS, SCREE, 0.4f), normal}; // far land, as haze shows it

    if (h->kind == HIT_MESH) return mesh_surface(m, g, h, normal, footprint);

    float x = h->position.x, y = h->position.y, z = h->position.z;
    float range = oro_max(m->high - m->low, 1.0f), scale = oro_max(oro_min(range, 2.0f * m->cell * 400.0f), 1.0f);
    float big = patches(1, x, y, 0.55f * scale, footprint, 0.6f),
          small = patches(11, x, y, 0.06f * scale, footprint, 0.6f);
    // Steepness as tan of the slope, judged without exaggeration.
    float up = oro_max(normal.z, 0.05f), steep = sqrtf(oro_max(1.0f - up * up, 0.0f)) / up / m->exaggeration;
    float height = (z - m->low) / range;

    float rockiness = oro_smoothstep(0.62f, 0.95f, steep + 0.20f * big + 0.20f * small + 0.45f * (height - 0.45f));
    float screeness = oro_smoothstep(0.48f, 0.74f, steep + 0.16f * small + 0.10f * big + 0.45f * (height - 0.40f)) *
                      (1.0f - rockiness);
    vec3 rock = v_mix(v_mix(ROCK, DARK_ROCK, oro_clamp(0.45f + 0.9f * small, 0.0f, 1.0f)), WARM_ROCK,
                      oro_clamp(0.25f + 0.8f * big, 0.0f, 0.7f));
    // Beds of rock show on steep faces as faint bands.
    float bed = noise_at(23, 0.6f * z + 12.0f * big, 0.0f, 0.02f * scale + 2.0f);
    rock = v_scale(rock, 1.0f + 0.22f * bed * oro_smoothstep(0.7f, 1.3f, steep));
    vec3 meadow =
        v_mix(GRASS, DRY_GRASS, oro_clamp(0.30f + 0.75f * big + 0.9f * (height - 0.35f) + 0.35f * small, 0.0f, 1.0f));
    float woods =
        oro_smoothstep(0.05f, 0.30f, 0.42f - height + 0.55f * big + 0.25f * small) * oro_smoothstep(0.9f, 0.55f, steep);
    if (h->kind == HIT_PLAIN) woods *= 0.3f; // fields as far as one sees
    meadow = v_mix(meadow, FOREST, 0.85f * woods);
    vec3 albedo = v_mix(v_mix(meadow, SCREE, 0.75f * screeness), rock, rockiness);

    float beach =
        m->shore > -1e30f
            ? oro_smoothstep(1.0f, 0.35f, (z - m->shore) / (0.012f * scale * (1.0f + 0.6f * small + 0.5f * big)))
            : 0.0f;
    beach *= oro_smoothstep(0.45f, 0.2f, steep);
    albedo = v_mix(albedo, z < m->shore ? v_scale(SAND, 0.6f) : SAND, beach);

    float snow = 0.0f;
    if (m->snow_line < 1e30f) {
        // No snow ends at one height: it reaches down in hollows and on shady sides, and the sun eats into its edge.
        float above = (z - m->snow_line) / (0.13f * range) + 1.5f * big + 0.8f * small + 0.5f * normal.y - 0.1f;
        // Snow slides off steep rock and stays longer on the shady north.
        float holds = oro_smoothstep(1.25f, 0.62f, steep + 0.12f * small - 0.18f * normal.y);
        snow = oro_smoothstep(-0.2f, 0.55f, above) * holds;
    }
    albedo = v_mix(albedo, SNOW, snow);
    if (m->colour && h->kind == HIT_LAND) albedo = picture_colour(m, g, h);
    if (m->roads && h->kind == HIT_LAND) albedo = v_mix(albedo, ROAD, road_at(m, h));
    texture t = {rockiness, screeness, woods, snow, beach, small};
    return textured(m, h, albedo, normal, &t, v3(0.0f, 0.0f, 0.0f), footprint);
}
