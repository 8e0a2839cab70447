// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Binary STL: 80 bytes of words, a count, and 50 bytes per triangle: its normal, its corners and two bytes of nothing.
#include <math.h>
#include <string.h>

#include "io/mesh_job.h"

enum { RECORD = 50 };

static void facet_normal(const float corners[9], float n[3]) {
    double u[3], v[3], w[3];
    for (int i = 0; i < 3; i++) {
        u[i] = (double)corners[3 + i] - (double)corners[i];
        v[i] = (double)corners[6 + i] - (double)corners[i];
    }
    for (int i = 0; i < 3; i++) w[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    double length = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    for (int i = 0; i < 3; i++) n[i] = length > 0 ? (float)(w[i] / length) : 0.0f;
}

static size_t pack_triangles(const void *user, uint64_t first, uint32_t count, char *out) {
    float corners[9 * ORO_PIECE], normal[3];
    oro_mesh_job_triangles(user, first, count, corners);
    for (uint32_t i = 0; i < count; i++, out += RECORD) {
        facet_normal(corners + 9 * (size_t)i, normal);
        memcpy(out, normal, sizeof normal);
        memcpy(out + 12, corners + 9 * (size_t)i, 36);
        memset(out + 48, 0, 2);
    }
    return (size_t)count * RECORD;
}

oro_status oro_stl_write(oro_mesh_job *job) {
    char head[84] = {0};
    uint32_t triangles = (uint32_t)job->source.triangles;
    const char *unit = job->desc->size > 0 ? "millimetres" : job->scale == 1.0 ? "metres" : "scaled";
    snprintf(head, 80, "Orogen " ORO_VERSION ", %s, %s up", unit, job->y_up ? "y" : "z");
    memcpy(head + 80, &triangles, 4);
    oro_status status = oro_file_write(job->writer, head, sizeof head);
    return status == ORO_OK ? oro_mesh_job_pack(job, job->writer, triangles, RECORD, pack_triangles, job) : status;
}
