// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Binary PLY, little-endian: a head of text, the vertices with whatever they have, then the triangles.
#include <string.h>

#include "io/mesh_job.h"

static size_t vertex_bytes(const oro_mesh_job *job) {
    return 12 + (job->source.normals ? 12 : 0) + (job->source.uvs ? 8 : 0);
}

/// Lays arrays of the vertices one behind the other into records.
static size_t pack_vertices(const void *user, uint64_t first, uint32_t count, char *out) {
    const oro_mesh_job *job = user;
    float piece[3 * ORO_PIECE];
    size_t stride = vertex_bytes(job), at = 0;
    for (int array = 0; array < 3; array++) {
        size_t bytes = array == 2 ? 8 : 12;
        if (array == 1 ? !job->source.normals : array == 2 && !job->source.uvs) continue;
        if (array == 0) oro_mesh_job_positions(job, first, count, piece);
        if (array == 1) oro_mesh_job_normals(job, first, count, piece);
        if (array == 2) job->source.uvs(&job->source, first, count, piece);
        for (uint32_t i = 0; i < count; i++) memcpy(out + i * stride + at, (const char *)piece + i * bytes, bytes);
        at += bytes;
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
                          "element vertex %llu\nproperty float x\nproperty float y\nproperty float z\n%s%s"
                          "element face %llu\nproperty list uchar int vertex_indices\nend_header\n",
                          job->y_up ? "y" : "z", (unsigned long long)s->vertices,
                          s->normals ? "property float nx\nproperty float ny\nproperty float nz\n" : "",
                          s->uvs ? "property float s\nproperty float t\n" : "", (unsigned long long)s->triangles);
    oro_status status = oro_file_write(job->writer, head, (size_t)length);
    if (status == ORO_OK)
        status = oro_mesh_job_pack(job, job->writer, s->vertices, vertex_bytes(job), pack_vertices, job);
    return status == ORO_OK ? oro_mesh_job_pack(job, job->writer, s->triangles, 13, pack_faces, job) : status;
}
