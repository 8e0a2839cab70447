// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Binary PLY, little-endian: a head of text, the vertices with whatever they have, then the triangles.
#include <string.h>

#include "core/srgb.h"
#include "io/mesh_job.h"

/// Colours are bytes in sRGB here: what programs expect that read them.
static size_t vertex_bytes(const oro_mesh_job *job) {
    const oro_mesh_source *s = &job->source;
    return 12 + (s->normals ? 12 : 0) + (s->uvs ? 8 : 0) + (s->colours ? 3 : 0) +
           (s->traits ? ORO_MESH_TRAITS * sizeof(float) : 0);
}

/// Lays an array of `bytes` per vertex into records, behind what they have.
static void lay(char *out, size_t stride, size_t *at, const void *piece, size_t bytes, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) memcpy(out + i * stride + *at, (const char *)piece + i * bytes, bytes);
    *at += bytes;
}

static size_t pack_vertices(const void *user, uint64_t first, uint32_t count, char *out) {
    const oro_mesh_job *job = user;
    const oro_mesh_source *s = &job->source;
    float piece[ORO_MESH_TRAITS * ORO_PIECE];
    size_t stride = vertex_bytes(job), at = 0;
    oro_mesh_job_positions(job, first, count, piece);
    lay(out, stride, &at, piece, 12, count);
    if (s->normals) {
        oro_mesh_job_normals(job, first, count, piece);
        lay(out, stride, &at, piece, 12, count);
    }
    if (s->uvs) {
        s->uvs(s, first, count, piece);
        lay(out, stride, &at, piece, 8, count);
    }
    if (s->colours) {
        unsigned char bytes[3 * ORO_PIECE];
        s->colours(s, first, count, piece);
        for (uint32_t i = 0; i < 3 * count; i++) bytes[i] = oro_srgb_byte(piece[i]);
        lay(out, stride, &at, bytes, 3, count);
    }
    if (s->traits) {
        oro_mesh_job_traits(job, first, count, piece);
        lay(out, stride, &at, piece, ORO_MESH_TRAITS * sizeof *piece, count);
    }
    return count * stride;
}

static size_t pack_faces(const void *user, uint64_t first, uint32_t count, char *out) {
    const oro_mesh_job *job = user;
    uint32_t corners[3 * ORO_PIECE];
    job->source.corners(&job->source, first, count, corners);
    for (uint32_t i = 0; i < count; i++, out += 13) {
        *out = 3;
        memcpy(out + 1, corners + 3 * (size_t)i, 12);
    }
    return (size_t)count * 13;
}

oro_status oro_ply_write(oro_mesh_job *job) {
    const oro_mesh_source *s = &job->source;
    char head[800];
    int length = snprintf(head, sizeof head,
                          "ply\nformat binary_little_endian 1.0\ncomment Orogen " ORO_VERSION ", %s up\n"
                          "element vertex %llu\nproperty float x\nproperty float y\nproperty float z\n%s%s%s%s"
                          "element face %llu\nproperty list uchar int vertex_indices\nend_header\n",
                          job->y_up ? "y" : "z", (unsigned long long)s->vertices,
                          s->normals ? "property float nx\nproperty float ny\nproperty float nz\n" : "",
                          s->uvs ? "property float s\nproperty float t\n" : "",
                          s->colours ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "",
                          s->traits ? "property float amplitude\nproperty float roughness\n"
                                      "property float material\nproperty float vegetation\n"
                                    : "",
                          (unsigned long long)s->triangles);
    oro_status status = oro_file_write(job->writer, head, (size_t)length);
    if (status == ORO_OK)
        status = oro_mesh_job_pack(job, job->writer, s->vertices, vertex_bytes(job), pack_vertices, job);
    return status == ORO_OK ? oro_mesh_job_pack(job, job->writer, s->triangles, 13, pack_faces, job) : status;
}
