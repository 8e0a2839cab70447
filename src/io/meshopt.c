// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Arrays of glTF as EXT_meshopt_compression packs them, by meshoptimizer. Vertices and triangles keep their order and their
// bits; only which corner of a triangle comes first may change.
#include <string.h>

#include "core/context.h"
#include "io/gltf.h"

#ifdef ORO_HAS_MESHOPT
#include <meshoptimizer.h>

// --- packing ---------------------------------------------------------------------------------------------------------

static oro_status gather(const gltf *g, const gltf_array *a, unsigned char *out) {
    size_t item = (size_t)a->stride * a->at_once;
    for (uint64_t first = 0, items = a->count / a->at_once; first < items; first += ORO_PIECE) {
        uint32_t count = items - first < ORO_PIECE ? (uint32_t)(items - first) : ORO_PIECE;
        a->pack(g, first, count, (char *)out + first * item);
        if (oro_is_cancelled(g->job->ctx)) return oro_fail(g->job->ctx, ORO_CANCELLED, NULL, "cancelled");
    }
    return ORO_OK;
}

static oro_status pack_vertices(const gltf *g, gltf_array *a) {
    oro_context *ctx = g->job->ctx;
    size_t room = meshopt_encodeVertexBufferBound((size_t)a->count, a->stride);
    unsigned char *raw = oro_alloc(ctx, (size_t)a->count * a->stride + 1);
    a->packed = raw ? oro_alloc(ctx, room) : NULL;
    oro_status status = a->packed ? gather(g, a, raw) : ORO_NO_MEMORY;
    meshopt_encodeVertexVersion(0); // the one that the extension knows
    if (status == ORO_OK)
        a->packed_bytes =
            meshopt_encodeVertexBuffer((unsigned char *)a->packed, room, raw, (size_t)a->count, a->stride);
    oro_free(ctx, raw);
    return status;
}

static oro_status pack_triangles(const gltf *g, gltf_array *a) {
    oro_context *ctx = g->job->ctx;
    const oro_mesh_source *s = &g->job->source;
    size_t room = meshopt_encodeIndexBufferBound((size_t)a->count, (size_t)s->vertices);
    uint32_t *raw = oro_alloc(ctx, (size_t)a->count * sizeof *raw + 1);
    a->packed = raw ? oro_alloc(ctx, room) : NULL;
    if (!a->packed) return oro_free(ctx, raw), ORO_NO_MEMORY;
    for (uint64_t first = 0; first < s->triangles; first += ORO_PIECE)
        s->corners(s, first, s->triangles - first < ORO_PIECE ? (uint32_t)(s->triangles - first) : ORO_PIECE,
                   raw + 3 * first);
    meshopt_encodeIndexVersion(1);
    a->packed_bytes = meshopt_encodeIndexBuffer((unsigned char *)a->packed, room, raw, (size_t)a->count);
    oro_free(ctx, raw);
    return ORO_OK;
}

oro_status oro_gltf_compress(gltf *g) {
    oro_status status = ORO_OK;
    for (int i = 0; i < g->count && status == ORO_OK; i++) {
        gltf_array *a = &g->arrays[i];
        status = a->attribute ? pack_vertices(g, a) : pack_triangles(g, a);
        if (status == ORO_OK && !a->packed_bytes)
            status = oro_fail(g->job->ctx, ORO_BAD_ARGUMENT, g->job->path, "the mesh cannot be compressed");
    }
    return status;
}

// --- unpacking -------------------------------------------------------------------------------------------------------

/// Undoes a filter; false where there is none of this name for items of this size.
static bool undo_filter(const char *filter, uint64_t count, uint64_t stride, unsigned char *out) {
    if (strcmp(filter, "NONE") == 0) return true;
    if (strcmp(filter, "OCTAHEDRAL") == 0 && (stride == 4 || stride == 8))
        return meshopt_decodeFilterOct(out, count, stride), true;
    if (strcmp(filter, "QUATERNION") == 0 && stride == 8) return meshopt_decodeFilterQuat(out, count, stride), true;
    if (strcmp(filter, "EXPONENTIAL") == 0 && stride % 4 == 0) return meshopt_decodeFilterExp(out, count, stride), true;
    return false;
}

oro_status oro_meshopt_unpack(oro_context *ctx, const char *name, const char *mode, const char *filter, uint64_t count,
                              uint64_t stride, const unsigned char *data, size_t length, unsigned char *out) {
    int wrong = 1;
    bool indices = stride == 2 || stride == 4;
    if (strcmp(mode, "ATTRIBUTES") == 0 && stride % 4 == 0 && stride >= 4 && stride <= 256)
        wrong = meshopt_decodeVertexBuffer(out, count, stride, data, length);
    else if (strcmp(mode, "TRIANGLES") == 0 && indices && count % 3 == 0)
        wrong = meshopt_decodeIndexBuffer(out, count, stride, data, length);
    else if (strcmp(mode, "INDICES") == 0 && indices)
        wrong = meshopt_decodeIndexSequence(out, count, stride, data, length);
    if (wrong || !undo_filter(filter, count, stride, out))
        return oro_fail(ctx, ORO_BAD_INPUT, name, "a compressed view (mode %.20s, %llu items of %llu bytes) is broken",
                        mode, (unsigned long long)count, (unsigned long long)stride);
    return ORO_OK;
}

#else

static oro_status refuse(oro_context *ctx, const char *name) {
    return oro_fail(ctx, ORO_UNSUPPORTED, name,
                    "this build cannot use compressed meshes; build it again with meshoptimizer");
}

oro_status oro_gltf_compress(gltf *g) { return refuse(g->job->ctx, g->job->path); }

oro_status oro_meshopt_unpack(oro_context *ctx, const char *name, const char *mode, const char *filter, uint64_t count,
                              uint64_t stride, const unsigned char *data, size_t length, unsigned char *out) {
    (void)mode, (void)filter, (void)count, (void)stride, (void)data, (void)length, (void)out;
    return refuse(ctx, name);
}

#endif
