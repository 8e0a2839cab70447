// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arrays of a mesh as glTF has them: floats, or, quantised (KHR_mesh_quantization), codes of 16 bits that the node's scale
// and translation turn into metres. Each axis has a scale of its own, since land is wide and low. A vertex takes 32 bytes, or
// 20 quantised; colours 12 or 8 more, traits 16 either way; an index 2 where 65535 vertices are enough, else 4.
#include <math.h>
#include <string.h>

#include "io/gltf.h"

enum { LARGEST = 65535 };

// --- floats ----------------------------------------------------------------------------------------------------------

static size_t pack_positions(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    oro_mesh_job_positions(g->job, first, count, (float *)(void *)out);
    return (size_t)count * 12;
}

static size_t pack_normals(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    oro_mesh_job_normals(g->job, first, count, (float *)(void *)out);
    return (size_t)count * 12;
}

/// v runs downwards in glTF.
static size_t pack_uvs(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    float *uvs = (float *)(void *)out;
    g->job->source.uvs(&g->job->source, first, count, uvs);
    for (uint32_t i = 0; i < count; i++) uvs[2 * i + 1] = 1.0f - uvs[2 * i + 1];
    return (size_t)count * 8;
}

/// Linear light, as glTF wants it.
static size_t pack_colours(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    g->job->source.colours(&g->job->source, first, count, (float *)(void *)out);
    return (size_t)count * 12;
}

static size_t pack_trait(const gltf *g, uint64_t first, uint32_t count, int which, char *out) {
    float piece[ORO_MESH_TRAITS * ORO_PIECE];
    oro_mesh_job_traits(g->job, first, count, piece);
    for (uint32_t i = 0; i < count; i++) memcpy(out + 4 * (size_t)i, piece + ORO_MESH_TRAITS * (size_t)i + which, 4);
    return (size_t)count * 4;
}

static size_t pack_amplitudes(const void *user, uint64_t first, uint32_t count, char *out) {
    return pack_trait(user, first, count, ORO_MESH_AMPLITUDE, out);
}

static size_t pack_roughness(const void *user, uint64_t first, uint32_t count, char *out) {
    return pack_trait(user, first, count, ORO_MESH_ROUGHNESS, out);
}

static size_t pack_materials(const void *user, uint64_t first, uint32_t count, char *out) {
    return pack_trait(user, first, count, ORO_MESH_MATERIAL, out);
}

static size_t pack_vegetation(const void *user, uint64_t first, uint32_t count, char *out) {
    return pack_trait(user, first, count, ORO_MESH_VEGETATION, out);
}

const char *const oro_gltf_trait_names[ORO_MESH_TRAITS] = {[ORO_MESH_AMPLITUDE] = "_AMPLITUDE",
                                                           [ORO_MESH_ROUGHNESS] = "_ROUGHNESS",
                                                           [ORO_MESH_MATERIAL] = "_MATERIAL",
                                                           [ORO_MESH_VEGETATION] = "_VEGETATION"};

// --- codes -----------------------------------------------------------------------------------------------------------

static size_t pack_position_codes(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    float piece[3 * ORO_PIECE];
    oro_mesh_job_positions(g->job, first, count, piece);
    for (uint32_t i = 0; i < count; i++) {
        uint16_t codes[4] = {0};
        for (int k = 0; k < 3; k++)
            codes[k] = (uint16_t)(((double)piece[3 * i + (uint32_t)k] - (double)g->job->low[k]) / g->step[k] + 0.5);
        memcpy(out + 8 * (size_t)i, codes, sizeof codes);
    }
    return (size_t)count * 8;
}

/// Normals pass through the inverse of the scale on their way into the world, so they go through the scale first.
static size_t pack_normal_codes(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    float piece[3 * ORO_PIECE];
    oro_mesh_job_normals(g->job, first, count, piece);
    for (uint32_t i = 0; i < count; i++) {
        int16_t codes[4] = {0};
        double n[3], length = 0.0;
        for (int k = 0; k < 3; k++) {
            n[k] = (double)piece[3 * i + (uint32_t)k] * g->step[k];
            length += n[k] * n[k];
        }
        length = sqrt(length);
        for (int k = 0; k < 3; k++) codes[k] = (int16_t)floor(n[k] / length * 32767.0 + 0.5);
        memcpy(out + 8 * (size_t)i, codes, sizeof codes);
    }
    return (size_t)count * 8;
}

static size_t pack_uv_codes(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    float piece[2 * ORO_PIECE];
    g->job->source.uvs(&g->job->source, first, count, piece);
    for (uint32_t i = 0; i < count; i++) {
        const uint16_t codes[2] = {(uint16_t)((double)piece[2 * i] * LARGEST + 0.5),
                                   (uint16_t)((1.0 - (double)piece[2 * i + 1]) * LARGEST + 0.5)};
        memcpy(out + 4 * (size_t)i, codes, sizeof codes);
    }
    return (size_t)count * 4;
}

static size_t pack_colour_codes(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    float piece[3 * ORO_PIECE];
    g->job->source.colours(&g->job->source, first, count, piece);
    for (uint32_t i = 0; i < count; i++) {
        uint16_t codes[4] = {0};
        for (int k = 0; k < 3; k++) codes[k] = (uint16_t)((double)piece[3 * i + (uint32_t)k] * LARGEST + 0.5);
        memcpy(out + 8 * (size_t)i, codes, sizeof codes);
    }
    return (size_t)count * 8;
}

// --- triangles -------------------------------------------------------------------------------------------------------

static size_t pack_corners(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    g->job->source.corners(&g->job->source, first, count, (uint32_t *)(void *)out);
    return (size_t)count * 12;
}

static size_t pack_short_corners(const void *user, uint64_t first, uint32_t count, char *out) {
    const gltf *g = user;
    uint32_t piece[3 * ORO_PIECE];
    uint16_t *corners = (uint16_t *)(void *)out;
    g->job->source.corners(&g->job->source, first, count, piece);
    for (uint32_t i = 0; i < 3 * count; i++) corners[i] = (uint16_t)piece[i];
    return (size_t)count * 6;
}

// --- all -------------------------------------------------------------------------------------------------------------

static void add(gltf *g, gltf_array array) { g->arrays[g->count++] = array; }

static void add_triangles(gltf *g) {
    const oro_mesh_source *s = &g->job->source;
    bool narrow = s->vertices <= LARGEST; // 65535 itself means the end of a strip
    add(g, (gltf_array){.type = "SCALAR",
                        .component = narrow ? GLTF_U16 : GLTF_U32,
                        .count = 3 * s->triangles,
                        .stride = narrow ? 2 : 4,
                        .at_once = 3,
                        .pack = narrow ? pack_short_corners : pack_corners});
}

void oro_gltf_lay_out(gltf *g) {
    const oro_mesh_source *s = &g->job->source;
    bool codes = g->job->desc->quantise;
    for (int k = 0; k < 3; k++) {
        double wide = (double)g->job->high[k] - (double)g->job->low[k];
        g->step[k] = codes && wide > 0 ? wide / LARGEST : 1.0;
    }
    add(g, (gltf_array){"POSITION", "VEC3", codes ? GLTF_U16 : GLTF_F32, false, s->vertices, codes ? 8 : 12, 1,
                        codes ? pack_position_codes : pack_positions});
    if (s->normals)
        add(g, (gltf_array){"NORMAL", "VEC3", codes ? GLTF_I16 : GLTF_F32, codes, s->vertices, codes ? 8 : 12, 1,
                            codes ? pack_normal_codes : pack_normals});
    if (s->colours)
        add(g, (gltf_array){"COLOR_0", "VEC3", codes ? GLTF_U16 : GLTF_F32, codes, s->vertices, codes ? 8 : 12, 1,
                            codes ? pack_colour_codes : pack_colours});
    static oro_pack_fn *const traits[ORO_MESH_TRAITS] = {pack_amplitudes, pack_roughness, pack_materials,
                                                         pack_vegetation};
    for (int i = 0; s->traits && i < ORO_MESH_TRAITS; i++)
        add(g, (gltf_array){oro_gltf_trait_names[i], "SCALAR", GLTF_F32, false, s->vertices, 4, 1, traits[i]});
    codes &= g->job->uvs_in_unit; // what repeats a picture stays a float
    if (s->uvs)
        add(g, (gltf_array){"TEXCOORD_0", "VEC2", codes ? GLTF_U16 : GLTF_F32, codes, s->vertices, codes ? 4 : 8, 1,
                            codes ? pack_uv_codes : pack_uvs});
    add_triangles(g);
}
