// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons: their memory, and what they are as a kind of data. See kinds.h.

#include "core/kinds.h"
#include "orogen/ribbons.h"

#include <math.h>
#include <stdio.h>

oro_status oro_ribbons_alloc(oro_context *ctx, oro_ribbons *ribbons) {
    oro_ribbons r = {.curve_count = ribbons->curve_count,
                     .vertex_count = ribbons->vertex_count,
                     .triangle_count = ribbons->triangle_count};
    // One number more in each, as none are fine too.
    size_t vertices = (size_t)r.vertex_count + 1, triangles = (size_t)r.triangle_count + 1;
    float **vectors[] = {&r.positions, &r.normals, &r.bitangents};
    bool all = true;
    for (int i = 0; i < 3; i++) all = all && (*vectors[i] = oro_alloc(ctx, vertices * 3 * sizeof(float)));
    all = all && (r.traits = oro_alloc(ctx, vertices * ORO_TRAIT_COUNT * sizeof(float))) &&
          (r.triangles = oro_alloc(ctx, triangles * 3 * sizeof(uint32_t))) &&
          (r.owners = oro_alloc(ctx, triangles * sizeof(uint32_t))) &&
          (r.edges = oro_alloc(ctx, triangles * sizeof(uint32_t))) &&
          (r.roles = oro_alloc(ctx, ((size_t)r.curve_count + 1) * sizeof(uint32_t)));
    if (!all) oro_ribbons_free(ctx, &r);
    *ribbons = r;
    return all ? ORO_OK : ORO_NO_MEMORY;
}

void oro_ribbons_free(oro_context *ctx, oro_ribbons *ribbons) {
    float *const numbers[] = {ribbons->positions, ribbons->normals, ribbons->bitangents, ribbons->traits};
    uint32_t *const indices[] = {ribbons->triangles, ribbons->owners, ribbons->edges, ribbons->roles};
    for (int i = 0; i < 4; i++) oro_free(ctx, numbers[i]);
    for (int i = 0; i < 4; i++) oro_free(ctx, indices[i]);
    *ribbons = (oro_ribbons){0};
}

static int parts_of(const void *data, oro_part *parts) {
    const oro_ribbons *r = data;
    parts[0] = (oro_part){"positions", ORO_F32, 2, {r->vertex_count, 3}, 0, r->positions, false};
    parts[1] = (oro_part){"normals", ORO_F32, 2, {r->vertex_count, 3}, 0, r->normals, false};
    parts[2] = (oro_part){"bitangents", ORO_F32, 2, {r->vertex_count, 3}, 0, r->bitangents, false};
    parts[3] = (oro_part){"traits", ORO_F32, 2, {r->vertex_count, ORO_TRAIT_COUNT}, 0, r->traits, false};
    parts[4] = (oro_part){"triangles", ORO_U32, 2, {r->triangle_count, 3}, 0, r->triangles, false};
    parts[5] = (oro_part){"owners", ORO_U32, 1, {r->triangle_count}, 0, r->owners, false};
    parts[6] = (oro_part){"edges", ORO_U32, 1, {r->triangle_count}, 0, r->edges, false};
    parts[7] = (oro_part){"roles", ORO_U32, 1, {r->curve_count}, 0, r->roles, false};
    return 8;
}

static void release(oro_context *ctx, void *data) { oro_ribbons_free(ctx, data); }

/// Two level curves from west to east, a little over the ends of the terrain: a crest through its middle, whose sides fall by 30 degrees, and
/// a quarter further south a line that only guides, by the same angles.
static oro_status sample(oro_context *ctx, const oro_grid *terrain, void *out) {
    enum { POINTS = 9, VERTICES = 3 * POINTS, TRIANGLES = 4 * (POINTS - 1) };
    // Between two points, from west to east: vertices in the order north, spine, south, those of the second point from 3 on; the bits of their
    // edges, and which of them are open at the first and at the last point.
    static const struct {
        uint32_t corners[3], bits, first, last;
    } between[4] = {{{1, 4, 3}, 7 | ORO_EDGE_SPINE, 0, 2},
                    {{1, 3, 0}, 1 | 4, 4, 0},
                    {{1, 2, 5}, 1 | 4, 1, 0},
                    {{1, 5, 4}, 7 | ORO_EDGE_SPINE << 2, 0, 2}};
    oro_ribbons *r = out;
    *r = (oro_ribbons){.curve_count = 2, .vertex_count = 2 * VERTICES, .triangle_count = 2 * TRIANGLES};
    oro_status status = oro_ribbons_alloc(ctx, r);
    if (status != ORO_OK) return status;
    double ex = oro_extent_x(terrain), ey = oro_extent_y(terrain);
    float run = sqrtf(0.75f), fall = 0.5f, width = (float)(0.1 * ey); // 30 degrees
    float z = oro_grid_sample(terrain, terrain->origin_x + 0.5 * ex, terrain->origin_y + 0.5 * ey);
    for (uint32_t i = 0; i < r->vertex_count; i++) {
        uint32_t curve = i / VERTICES, point = i % VERTICES / 3;
        float side = (float)(i % 3) - 1, down = side * side * fall; // north, spine, south
        double x = terrain->origin_x + ex * (1.1 * point / (POINTS - 1) - 0.05),
               y = terrain->origin_y + ey * (0.5 + 0.25 * curve);
        const float place[3] = {(float)x, (float)y + side * run * width, z - down * width};
        const float normal[3] = {0, side * fall, side != 0 ? run : 1},
                    across[3] = {0, side != 0 ? side * run : -1, -down};
        const float traits[ORO_TRAIT_COUNT] = {0.05f * width, 0.5f, 0.25f, 0.25f + 0.5f * (float)curve, 0.5f};
        for (uint32_t k = 0; k < 3; k++) {
            r->positions[3 * i + k] = place[k];
            r->normals[3 * i + k] = normal[k];
            r->bitangents[3 * i + k] = across[k];
        }
        for (uint32_t k = 0; k < ORO_TRAIT_COUNT; k++) r->traits[ORO_TRAIT_COUNT * i + k] = traits[k];
    }
    for (uint32_t i = 0; i < r->triangle_count; i++) {
        uint32_t curve = i / TRIANGLES, piece = i % TRIANGLES / 4, n = i % 4;
        for (uint32_t k = 0; k < 3; k++) r->triangles[3 * i + k] = VERTICES * curve + 3 * piece + between[n].corners[k];
        r->owners[i] = curve;
        r->edges[i] =
            between[n].bits & ~(piece == 0 ? between[n].first : 0) & ~(piece == POINTS - 2 ? between[n].last : 0);
    }
    r->roles[0] = ORO_ROLE_SEED;
    r->roles[1] = ORO_ROLE_FLOW_SOURCE << ORO_ROLE_FLOW_SHIFT;
    return ORO_OK;
}

static void describe(const void *data, char *text, size_t size) {
    const oro_ribbons *r = data;
    snprintf(text, size, "%u curve%s, %u vertices, %u triangles", r->curve_count, r->curve_count == 1 ? "" : "s",
             r->vertex_count, r->triangle_count);
}

const oro_kind_info oro_kind_ribbons = {
    .name = "ribbons",
    .noun = "set of ribbons",
    .plural = "sets of ribbons",
    .doc = "Strips beside curves in space, which say where a surface passes and how it goes on.",
    .type = "oro_ribbons",
    .size = sizeof(oro_ribbons),
    .parts = parts_of,
    .release = release,
    .sample = sample,
    .describe = describe};
