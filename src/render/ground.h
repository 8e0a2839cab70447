// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What rays can hit: a height map as an Embree grid with its surroundings, water, or a triangle mesh.
#ifndef ORO_RENDER_GROUND_H
#define ORO_RENDER_GROUND_H

#include "core/context.h"
#include "vec.h"

/// What lies beyond the border of a height map.
typedef enum surround {
    SURROUND_LAND, ///< land that goes on from the map (around.h), or the map again where it wraps: no edge to see
    SURROUND_SEA,  ///< water to the horizon
    SURROUND_NONE, ///< nothing: the map is a block with cut sides
} surround;

typedef enum hit_kind { HIT_NOTHING, HIT_LAND, HIT_WATER, HIT_WALL, HIT_PLAIN, HIT_MESH } hit_kind;

typedef struct hit {
    hit_kind kind;
    float distance;
    vec3 position;
    vec3 facet;          ///< normal of the triangle, towards the ray's origin
    float u, v;          ///< land: map position in samples, folded back into the map; mesh: weights of corners 1 and 2
    bool flip_x, flip_y; ///< land: this copy of the map is mirrored
    unsigned triangle;   ///< mesh
} hit;

/// A triangle mesh in picture coordinates. The arrays belong to the caller and must outlive the ground.
typedef struct mesh_view {
    const float *positions; ///< x y z per vertex
    const uint32_t *indices;
    uint32_t vertex_count, triangle_count;
    const float *normals;        ///< x y z per vertex; NULL: none
    const float *corner_normals; ///< x y z per corner of every triangle, used where there are no normals; NULL: facets
    const float *uvs;            ///< u v per vertex; NULL: none
    const float *colours;        ///< r g b per vertex; NULL: none
    const float *traits;         ///< as oro_mesh has them; NULL: none
    float middle[2]; ///< what was taken from x and y of the mesh, so that it lies in the middle of the frame
} mesh_view;

typedef struct ground {
    oro_grid height; ///< metres times the exaggeration, finite everywhere; owned
    oro_grid water; ///< height of the water surface, below the land where it is dry; data NULL: none but the sea; owned
    surround around;
    bool has_sea;
    float sea;             ///< height of a level sea
    float low, high;       ///< of the land
    float floor;           ///< the plain below and around everything
    float half_x, half_y;  ///< half the extent, metres
    const mesh_view *mesh; ///< instead of the map; NULL: a map
    float fine;            ///< mesh: about the length of its edges, metres, never large beside the whole
    float *vertices, *water_vertices, *around_vertices;
    struct RTCDeviceTy *device;
    struct RTCSceneTy *scene, *water_scene;
    oro_context *ctx;
} ground;

/// Takes over `height` and `water` (oro_grid_alloc() memory), also when it fails. Set around, has_sea and sea before.
oro_status oro_ground_make(oro_context *ctx, ground *g);

/// A mesh instead of a map: on a plain to the horizon (SURROUND_LAND), in the sea, or alone. Set around, has_sea and sea before.
oro_status oro_ground_make_mesh(oro_context *ctx, ground *g, const mesh_view *mesh);
void oro_ground_free(ground *g);

/// The nearest thing along a ray of unit direction.
hit oro_ground_trace(const ground *g, vec3 origin, vec3 direction);

/// Is anything in the way? Water is not.
bool oro_ground_blocked(const ground *g, vec3 origin, vec3 direction);

/// What lies under a hit on water, and how deep the water is there.
hit oro_ground_bottom(const ground *g, const hit *water, float *depth);

/// Normal of a mesh at a hit, smooth where the mesh is, on the side of the ray's origin.
vec3 oro_ground_mesh_normal(const ground *g, const hit *h);

/// Land height and rise per metre east and north at a map position in samples, smooth across cells.
float oro_ground_height(const ground *g, float u, float v);
void oro_ground_slope(const ground *g, float u, float v, float *east, float *north);

/// The same at a hit on land, outside of the map too.
void oro_ground_slope_at(const ground *g, const hit *h, float *east, float *north);

/// Land height below a point of the picture, the surroundings included.
float oro_ground_below(const ground *g, float x, float y);

/// Land height at a place of the picture, with the map repeated or mirrored at its borders.
float oro_ground_mirrored(const ground *g, float x, float y);

#endif
