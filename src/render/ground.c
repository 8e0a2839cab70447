// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Heights go to Embree as one grid primitive (12 bytes per vertex; the tree over 2048² takes about 110 MB), the land around
// them as another. The surroundings of a map that wraps are instances of the same tree, so that it repeats to the horizon for
// the price of a few matrices. A level sea and the plain at the bottom are solved for directly: they have no edge.

#include "around.h"
#include "core/cell.h"
#include "solve/gradient.h"
#include "solve/sample.h"

#include <embree3/rtcore.h>
#include <stdio.h>
#include <string.h>

enum { COPIES = 4, MAP = 0, WALL = 1, MESH = 2, AROUND = 3 }; ///< copies of the map on each side; geometry numbers

static float fold(float t, float span, bool wrap, bool *flipped) {
    float turns = floorf(t / span);
    float rest = oro_clamp(t - turns * span, 0.0f, span);
    *flipped = !wrap && ((int)turns & 1);
    return *flipped ? span - rest : rest;
}

/// Picture position to map samples, folding mirrored copies back.
static void to_map(const ground *g, float x, float y, hit *h) {
    const oro_grid *m = &g->height;
    float cell = (float)m->cell;
    h->u = fold(x + g->half_x, 2.0f * g->half_x, m->wrap, &h->flip_x) / cell;
    h->v = fold(g->half_y - y, 2.0f * g->half_y, m->wrap, &h->flip_y) / cell;
}

static float at(const oro_grid *m, int32_t x, int32_t y) {
    return oro_row(m, oro_fold_index(y, m->height, m->wrap))[oro_fold_index(x, m->width, m->wrap)];
}

float oro_ground_height(const ground *g, float u, float v) {
    int32_t x = (int32_t)floorf(u), y = (int32_t)floorf(v);
    float fx = u - (float)x, fy = v - (float)y;
    return oro_sample_linear(&g->height, x, y, fx, fy);
}

void oro_ground_slope(const ground *g, float u, float v, float *east, float *north) {
    int32_t x = (int32_t)floorf(u), y = (int32_t)floorf(v);
    float fx = u - (float)x, fy = v - (float)y, gx[4], gy[4];
    const oro_grid *m = &g->height;
    for (int i = 0; i < 4; i++)
        oro_gradient_at(m, oro_fold_index(x + (i & 1), m->width, m->wrap),
                        oro_fold_index(y + (i >> 1), m->height, m->wrap), &gx[i], &gy[i]);
    *east = oro_mix(oro_mix(gx[0], gx[1], fx), oro_mix(gx[2], gx[3], fx), fy);
    *north = -oro_mix(oro_mix(gy[0], gy[1], fx), oro_mix(gy[2], gy[3], fx), fy);
}

static bool is_inside(const ground *g, float x, float y) { return fabsf(x) <= g->half_x && fabsf(y) <= g->half_y; }

float oro_ground_mirrored(const ground *g, float x, float y) {
    hit h;
    to_map(g, x, y, &h);
    return oro_ground_height(g, h.u, h.v);
}

float oro_ground_below(const ground *g, float x, float y) {
    bool inside = is_inside(g, x, y);
    if (!g->height.data || (!inside && g->around != SURROUND_LAND)) return g->floor;
    return inside || g->height.wrap ? oro_ground_mirrored(g, x, y) : oro_around_height(g, x, y);
}

void oro_ground_slope_at(const ground *g, const hit *h, float *east, float *north) {
    float x = h->position.x, y = h->position.y, cell = (float)g->height.cell;
    if (g->height.wrap || is_inside(g, x, y)) {
        oro_ground_slope(g, h->u, h->v, east, north);
        return;
    }
    *east = 0.5f * (oro_ground_below(g, x + cell, y) - oro_ground_below(g, x - cell, y)) / cell;
    *north = 0.5f * (oro_ground_below(g, x, y + cell) - oro_ground_below(g, x, y - cell)) / cell;
}

// --- building ---------------------------------------------------------------------------------------------------------

static void embree_error(void *user, enum RTCError code, const char *text) {
    ground *g = user;
    oro_fail(g->ctx, code == RTC_ERROR_OUT_OF_MEMORY ? ORO_NO_MEMORY : ORO_FAILED, NULL, "the ray tracer says: %s",
             text);
}

/// Embree's memory counts as the context's own, and ends where the context's does. Called from any thread, before Embree
/// allocates (`after` false; refused, it does not) or when it has (it will tell when that is freed).
static bool account(void *user, ssize_t bytes, bool after) {
    oro_context *ctx = user;
    size_t change = (size_t)bytes; // a negative number wraps around and subtracts
    size_t now = atomic_fetch_add(&ctx->in_use, change) + change, peak = atomic_load(&ctx->peak);
    if (bytes <= 0) return true;
    if (now > ctx->memory_limit) {
        if (!after) atomic_fetch_sub(&ctx->in_use, change);
        return false;
    }
    while (now > peak && !atomic_compare_exchange_weak(&ctx->peak, &peak, now)) {}
    return true;
}

static oro_status out_of_memory(ground *g) {
    oro_status status = g->ctx->error.status;
    return status != ORO_OK ? status : oro_fail(g->ctx, ORO_NO_MEMORY, NULL, "not enough memory for the ray tracer");
}

static oro_status open_device(ground *g) {
    char config[64];
    oro_context *ctx = g->ctx;
    snprintf(config, sizeof config, "threads=%d,set_affinity=0", oro_thread_count(ctx));
    ctx->error.status = ORO_OK; // what Embree reports from here on is ours
    g->device = rtcNewDevice(config);
    if (!g->device) return oro_fail(ctx, ORO_UNSUPPORTED, NULL, "the ray tracer cannot run on this machine");
    rtcSetDeviceErrorFunction(g->device, embree_error, g);
    rtcSetDeviceMemoryMonitorFunction(g->device, account, ctx);
    return ORO_OK;
}

/// The vertices of a map; a wrapped one gets its first column and row again at the far side.
static float *vertices_of(oro_context *ctx, const ground *g, const oro_grid *m, int32_t *width, int32_t *height) {
    *width = m->width + m->wrap;
    *height = m->height + m->wrap;
    float *v =
        oro_alloc(ctx, ((size_t)*width * (size_t)*height * 3 + 4) * sizeof(float)); // Embree reads 16 bytes at the end
    if (!v) return NULL;
    for (int32_t y = 0; y < *height; y++)
        for (int32_t x = 0; x < *width; x++) {
            float *p = v + ((size_t)y * (size_t)*width + (size_t)x) * 3;
            p[0] = (float)(x * m->cell) - g->half_x;
            p[1] = g->half_y - (float)(y * m->cell);
            p[2] = at(m, x, y);
        }
    return v;
}

/// Grid primitives hold at most 32767 vertices a side; larger maps are reduced before they come here.
static oro_status add_grid(ground *g, RTCScene scene, const float *vertices, int32_t width, int32_t height,
                           unsigned id) {
    if (width < 2 || height < 2) return ORO_OK; // a single sample or line has no surface; the plain stands in
    RTCGeometry geometry = rtcNewGeometry(g->device, RTC_GEOMETRY_TYPE_GRID);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, vertices, 0, 12,
                               (size_t)width * (size_t)height);
    struct RTCGrid *grid = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_GRID, 0, RTC_FORMAT_GRID, sizeof *grid, 1);
    if (grid) *grid = (struct RTCGrid){0, (unsigned)width, (unsigned short)width, (unsigned short)height};
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, id);
    rtcReleaseGeometry(geometry);
    return g->ctx->error.status;
}

static oro_status add_map(ground *g, RTCScene scene, const oro_grid *m, float **vertices) {
    int32_t width, height;
    *vertices = vertices_of(g->ctx, g, m, &width, &height);
    return *vertices ? add_grid(g, scene, *vertices, width, height, MAP) : ORO_NO_MEMORY;
}

static oro_status add_around(ground *g, RTCScene scene) {
    int32_t width, height;
    g->around_vertices = oro_around_vertices(g->ctx, g, &width, &height);
    return g->around_vertices ? add_grid(g, scene, g->around_vertices, width, height, AROUND) : ORO_NO_MEMORY;
}

/// The cut sides of a block: a strip of quads from the border down to the floor.
static oro_status add_walls(ground *g, RTCScene scene) {
    const oro_grid *m = &g->height;
    uint32_t count = 2 * (uint32_t)(m->width + m->height);
    RTCGeometry geometry = rtcNewGeometry(g->device, RTC_GEOMETRY_TYPE_QUAD);
    float *v = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, 2 * count);
    uint32_t *q = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT4, 16, count);
    if (!v || !q) {
        rtcReleaseGeometry(geometry);
        return out_of_memory(g);
    }
    uint32_t n = 0;
    for (int32_t i = 0; i < m->width + m->height; i++) // north side eastwards, then east side southwards
        for (int turn = 0; turn < 2; turn++) {         // and the same from the opposite corner
            int32_t x = i < m->width ? i : m->width - 1, y = i < m->width ? 0 : i - m->width;
            if (turn) x = m->width - 1 - x, y = m->height - 1 - y;
            float *p = v + 6 * (n + (uint32_t)turn * (count / 2));
            p[0] = p[3] = (float)(x * m->cell) - g->half_x;
            p[1] = p[4] = g->half_y - (float)(y * m->cell);
            p[2] = oro_row(m, y)[x];
            p[5] = g->floor;
            n += (uint32_t)turn;
        }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = (i + 1) % count;
        uint32_t quad[4] = {2 * i, 2 * i + 1, 2 * next + 1, 2 * next};
        memcpy(q + 4 * i, quad, sizeof quad);
    }
    rtcCommitGeometry(geometry);
    rtcAttachGeometryByID(scene, geometry, WALL);
    rtcReleaseGeometry(geometry);
    return g->ctx->error.status;
}

/// A scene of instances of `one`, a map that wraps.
static RTCScene copies_of(ground *g, RTCScene one) {
    RTCScene all = rtcNewScene(g->device);
    rtcSetSceneFlags(all, RTC_SCENE_FLAG_ROBUST);
    for (int j = -COPIES; j <= COPIES; j++)
        for (int i = -COPIES; i <= COPIES; i++) {
            float matrix[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 2.0f * g->half_x * (float)i, 2.0f * g->half_y * (float)j, 0};
            RTCGeometry instance = rtcNewGeometry(g->device, RTC_GEOMETRY_TYPE_INSTANCE);
            rtcSetGeometryInstancedScene(instance, one);
            rtcSetGeometryTransform(instance, 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR, matrix);
            rtcCommitGeometry(instance);
            rtcAttachGeometry(all, instance);
            rtcReleaseGeometry(instance);
        }
    rtcCommitScene(all);
    rtcReleaseScene(one); // the instances hold it
    return all;
}

/// A map as a scene, with its surroundings where it is the land. NULL with the error set.
static RTCScene scene_of_map(ground *g, const oro_grid *m, float **vertices, bool is_land) {
    RTCScene scene = rtcNewScene(g->device);
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_ROBUST);
    oro_status status = add_map(g, scene, m, vertices);
    bool goes_on = g->around == SURROUND_LAND && g->half_x > 0.0f && g->half_y > 0.0f;
    if (status == ORO_OK && is_land && g->around == SURROUND_NONE) status = add_walls(g, scene);
    if (status == ORO_OK && is_land && goes_on && !m->wrap) status = add_around(g, scene);
    rtcCommitScene(scene);
    if (status == ORO_OK && goes_on && m->wrap) scene = copies_of(g, scene);
    if (g->ctx->error.status == ORO_OK && status == ORO_OK) return scene;
    rtcReleaseScene(scene);
    return NULL;
}

oro_status oro_ground_make(oro_context *ctx, ground *g) {
    g->ctx = ctx;
    oro_status status = open_device(g);
    if (status != ORO_OK) return status;
    const oro_grid *m = &g->height;
    g->half_x = (float)(0.5 * oro_extent_x(m));
    g->half_y = (float)(0.5 * oro_extent_y(m));
    oro_extremes seen = oro_grid_extremes(m);
    g->low = seen.min;
    g->high = seen.max;
    float depth = 0.06f * oro_max(g->half_x, g->half_y);
    g->floor = g->around == SURROUND_NONE ? g->low - depth : g->low - 0.001f * depth;
    if (g->around == SURROUND_SEA) g->floor = oro_min(g->low, g->sea - depth);
    g->scene = scene_of_map(g, m, &g->vertices, true);
    if (g->scene && g->water.data) g->water_scene = scene_of_map(g, &g->water, &g->water_vertices, false);
    return g->scene && (g->water_scene || !g->water.data) ? ORO_OK : ctx->error.status;
}

/// The extent of a mesh, and the plain it stands on: so little lower that the eye sees no gap and no ray meets both.
static void measure_mesh(ground *g, const mesh_view *mesh) {
    g->low = INFINITY;
    g->high = -INFINITY;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const float *p = mesh->positions + 3 * i;
        g->half_x = oro_max(g->half_x, fabsf(p[0]));
        g->half_y = oro_max(g->half_y, fabsf(p[1]));
        g->low = oro_min(g->low, p[2]);
        g->high = oro_max(g->high, p[2]);
    }
    float size = oro_max(oro_max(g->half_x, g->half_y), 0.5f * (g->high - g->low));
    g->floor = g->low - 2e-4f * size;
    g->fine = oro_min(2.0f * size / sqrtf(0.5f * (float)mesh->triangle_count), 4e-3f * size);
    if (g->around == SURROUND_SEA) g->floor = oro_min(g->floor, g->sea - 0.1f * size);
}

oro_status oro_ground_make_mesh(oro_context *ctx, ground *g, const mesh_view *mesh) {
    g->ctx = ctx;
    g->mesh = mesh;
    oro_status status = open_device(g);
    if (status != ORO_OK) return status;
    measure_mesh(g, mesh);
    g->scene = rtcNewScene(g->device);
    rtcSetSceneFlags(g->scene, RTC_SCENE_FLAG_ROBUST);
    RTCGeometry geometry = rtcNewGeometry(g->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    float *v = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, 12, mesh->vertex_count);
    uint32_t *q =
        rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, 12, mesh->triangle_count);
    if (v && q) {
        memcpy(v, mesh->positions, (size_t)mesh->vertex_count * 12);
        memcpy(q, mesh->indices, (size_t)mesh->triangle_count * 12);
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(g->scene, geometry, MESH);
    }
    rtcReleaseGeometry(geometry);
    if (!v || !q) return out_of_memory(g);
    rtcCommitScene(g->scene);
    return ctx->error.status;
}

void oro_ground_free(ground *g) {
    if (g->scene) rtcReleaseScene(g->scene);
    if (g->water_scene) rtcReleaseScene(g->water_scene);
    if (g->device) rtcReleaseDevice(g->device);
    oro_free(g->ctx, g->vertices);
    oro_free(g->ctx, g->water_vertices);
    oro_free(g->ctx, g->around_vertices);
    oro_grid_free(g->ctx, &g->height);
    oro_grid_free(g->ctx, &g->water);
    *g = (ground){0};
}

// --- rays -------------------------------------------------------------------------------------------------------------

static void set_ray(struct RTCRay *r, vec3 o, vec3 d, float tfar) {
    *r = (struct RTCRay){.org_x = o.x,
                         .org_y = o.y,
                         .org_z = o.z,
                         .dir_x = d.x,
                         .dir_y = d.y,
                         .dir_z = d.z,

                         .tfar = tfar,
                         .mask = 0xffffffffU};
}

static vec3 facing(vec3 normal, vec3 direction) {
    normal = v_unit(normal);
    return v_dot(normal, direction) > 0.0f ? v_scale(normal, -1.0f) : normal;
}

/// Distance at which a ray comes down to a level; negative if it never does.
static float to_level(vec3 o, vec3 d, float level) { return d.z < -1e-6f && o.z > level ? (level - o.z) / d.z : -1.0f; }

/// Nearest hit in one scene, closer than tfar; false if there is none.
static bool intersect(RTCScene scene, vec3 origin, vec3 direction, float tfar, struct RTCRayHit *r) {
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    set_ray(&r->ray, origin, direction, tfar);
    r->hit.geomID = RTC_INVALID_GEOMETRY_ID;
    r->hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context, r);
    return r->hit.geomID != RTC_INVALID_GEOMETRY_ID;
}

hit oro_ground_trace(const ground *g, vec3 origin, vec3 direction) {
    struct RTCRayHit r;
    hit h = {.distance = INFINITY};
    if (intersect(g->scene, origin, direction, INFINITY, &r)) {
        h.kind = r.hit.geomID == WALL ? HIT_WALL : r.hit.geomID == MESH ? HIT_MESH : HIT_LAND;
        h.distance = r.ray.tfar;
        h.triangle = r.hit.primID;
        h.u = r.hit.u;
        h.v = r.hit.v;
        h.facet = v3(r.hit.Ng_x, r.hit.Ng_y, r.hit.Ng_z);
    }
    if (g->water_scene && intersect(g->water_scene, origin, direction, h.distance, &r)) {
        h.kind = HIT_WATER;
        h.distance = r.ray.tfar;
        h.facet = v3(0, 0, 1);
    }
    float level = g->around == SURROUND_NONE ? -1.0f : to_level(origin, direction, g->floor);
    if (level > 0.0f && level < h.distance) {
        h.kind = HIT_PLAIN;
        h.distance = level;
        h.facet = v3(0, 0, 1);
    }
    level = g->has_sea ? to_level(origin, direction, g->sea) : -1.0f;
    if (level > 0.0f && level < h.distance) {
        float x = origin.x + direction.x * level, y = origin.y + direction.y * level;
        if (g->around != SURROUND_NONE || (fabsf(x) <= g->half_x && fabsf(y) <= g->half_y)) {
            h.kind = HIT_WATER;
            h.distance = level;
            h.facet = v3(0, 0, 1);
        }
    }
    if (h.kind == HIT_NOTHING) return h;
    h.facet = facing(h.facet, direction);
    h.position = v_mad(origin, direction, h.distance);
    float x = h.position.x, y = h.position.y;
    if (g->around_vertices && !is_inside(g, x, y)) oro_around_source(g, x, y, &x, &y);
    if (g->height.data) to_map(g, x, y, &h);
    return h;
}

bool oro_ground_blocked(const ground *g, vec3 origin, vec3 direction) {
    struct RTCRay r;
    struct RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    set_ray(&r, origin, direction, INFINITY);
    rtcOccluded1(g->scene, &context, &r);
    return r.tfar < 0.0f;
}

hit oro_ground_bottom(const ground *g, const hit *water, float *depth) {
    if (!g->mesh) {
        hit bottom = *water;
        bottom.kind = HIT_LAND;
        *depth = oro_max(water->position.z - oro_ground_below(g, water->position.x, water->position.y), 0.0f);
        return bottom;
    }
    ground dry = *g; // the same rays, no water in the way
    dry.has_sea = false;
    vec3 down = v3(0, 0, -1);
    hit bottom = oro_ground_trace(&dry, water->position, down);
    *depth = bottom.kind == HIT_NOTHING ? INFINITY : bottom.distance;
    if (bottom.kind == HIT_NOTHING) bottom = *water;
    bottom.distance = water->distance; // from the eye
    return bottom;
}

vec3 oro_ground_mesh_normal(const ground *g, const hit *h) {
    const mesh_view *m = g->mesh;
    const float *n[3];
    for (size_t k = 0; k < 3; k++) {
        size_t corner = 3 * (size_t)h->triangle + k;
        if (m->normals)
            n[k] = m->normals + 3 * (size_t)m->indices[corner];
        else if (m->corner_normals)
            n[k] = m->corner_normals + 3 * corner;
        else
            return h->facet;
    }
    float w = 1.0f - h->u - h->v;
    vec3 sum = v3(w * n[0][0] + h->u * n[1][0] + h->v * n[2][0], w * n[0][1] + h->u * n[1][1] + h->v * n[2][1],
                  w * n[0][2] + h->u * n[1][2] + h->v * n[2][2]);
    if (!(v_length(sum) > 1e-6f)) return h->facet;
    sum = v_unit(sum);
    return v_dot(sum, h->facet) < 0.0f ? v_scale(sum, -1.0f) : sum;
}
