// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Meshes in files: OBJ as text and STL in binary, both with z up as a mesh has it, and GLB, which has y up by its standard.
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/mesh.h"
#include "core/text.h"
#include "io/data_file.h"
#include "io/glb.h"
#include "io/mesh_file.h"

/// No program takes a file without triangles.
static oro_status refuse_empty(const oro_mesh *m, const oro_file_writer *writer) {
    if (m->triangle_count > 0) return ORO_OK;
    return oro_fail(writer->ctx, ORO_BAD_ARGUMENT, writer->name,
                    "the mesh has no triangles, so there is nothing to write");
}

// --- OBJ -------------------------------------------------------------------------------------------------------------

enum { MOST_LINE = 128 };

/// Lines of `size` numbers per vertex: "v x y z".
static oro_status print_vectors(const char *word, const float *numbers, uint32_t count, int size,
                                oro_file_writer *writer) {
    oro_status status = ORO_OK;
    for (size_t i = 0; numbers && i < count && status == ORO_OK; i++) {
        char line[MOST_LINE];
        size_t used = (size_t)snprintf(line, sizeof line, "%s", word);
        for (int k = 0; k < size; k++) {
            line[used++] = ' ';
            used += (size_t)oro_print_float(numbers[i * (size_t)size + (size_t)k], line + used, sizeof line - used);
        }
        line[used++] = '\n';
        status = oro_file_write(writer, line, used);
    }
    return status;
}

oro_status oro_mesh_write_obj(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    (void)kind;
    const oro_mesh *m = data;
    static const char head[] = "# Orogen " ORO_VERSION ", metres, z up\n";
    oro_status status = refuse_empty(m, writer);
    if (status == ORO_OK) status = oro_file_write(writer, head, sizeof head - 1);
    if (status == ORO_OK) status = print_vectors("v", m->positions, m->vertex_count, 3, writer);
    if (status == ORO_OK) status = print_vectors("vt", m->uvs, m->vertex_count, 2, writer);
    if (status == ORO_OK) status = print_vectors("vn", m->normals, m->vertex_count, 3, writer);
    // A corner is a vertex, its texture place and its normal, all of one number here.
    const char *format = m->uvs && m->normals ? " %u/%u/%u" : m->uvs ? " %u/%u" : m->normals ? " %u//%u" : " %u";
    for (size_t i = 0; i < m->triangle_count && status == ORO_OK; i++) {
        char line[MOST_LINE] = "f";
        int used = 1;
        for (size_t k = 0; k < 3; k++) {
            uint32_t v = m->indices[3 * i + k] + 1;
            used += snprintf(line + used, sizeof line - (size_t)used, format, v, v, v);
        }
        line[used++] = '\n';
        status = oro_file_write(writer, line, (size_t)used);
    }
    return status;
}

// --- STL -------------------------------------------------------------------------------------------------------------

static void facet_normal(const float corners[3][3], float n[3]) {
    double u[3], v[3], w[3];
    for (int i = 0; i < 3; i++) {
        u[i] = (double)corners[1][i] - (double)corners[0][i];
        v[i] = (double)corners[2][i] - (double)corners[0][i];
    }
    for (int i = 0; i < 3; i++) w[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
    double length = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    for (int i = 0; i < 3; i++) n[i] = length > 0 ? (float)(w[i] / length) : 0.0f;
}

oro_status oro_mesh_write_stl(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    (void)kind;
    const oro_mesh *m = data;
    char head[84] = "Orogen " ORO_VERSION ", metres, z up";
    memcpy(head + 80, &m->triangle_count, 4);
    oro_status status = refuse_empty(m, writer);
    if (status == ORO_OK) status = oro_file_write(writer, head, sizeof head);
    for (size_t i = 0; i < m->triangle_count && status == ORO_OK; i++) {
        float corners[3][3], normal[3];
        char record[50] = {0};
        for (size_t k = 0; k < 3; k++)
            memcpy(corners[k], m->positions + 3 * (size_t)m->indices[3 * i + k], sizeof corners[k]);
        facet_normal(corners, normal);
        memcpy(record, normal, sizeof normal);
        memcpy(record + sizeof normal, corners, sizeof corners);
        status = oro_file_write(writer, record, sizeof record);
    }
    return status;
}

// --- GLB -------------------------------------------------------------------------------------------------------------

/// Vectors with y up and z to the south.
static oro_status write_turned(const float *vectors, uint32_t count, oro_file_writer *writer) {
    oro_status status = ORO_OK;
    for (size_t i = 0; vectors && i < count && status == ORO_OK; i++) {
        const float *v = vectors + 3 * i;
        status = oro_file_write(writer, (const float[]){v[0], v[2], -v[1]}, 12);
    }
    return status;
}

oro_status oro_mesh_write_glb(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    (void)kind;
    const oro_mesh *m = data;
    glb_layout l = {.vertices = m->vertex_count, .indices = (uint64_t)m->triangle_count * 3};
    l.normals = m->normals != NULL;
    l.uvs = m->uvs != NULL;
    for (size_t i = 0; i < m->vertex_count; i++) {
        const float v[3] = {m->positions[3 * i], m->positions[3 * i + 2], -m->positions[3 * i + 1]};
        for (int k = 0; k < 3; k++) {
            if (i == 0 || v[k] < l.low[k]) l.low[k] = v[k];
            if (i == 0 || v[k] > l.high[k]) l.high[k] = v[k];
        }
    }
    oro_status status = refuse_empty(m, writer);
    if (status == ORO_OK) status = oro_glb_head(&l, writer);
    if (status == ORO_OK) status = write_turned(m->positions, m->vertex_count, writer);
    if (status == ORO_OK) status = write_turned(m->normals, m->vertex_count, writer);
    for (size_t i = 0; m->uvs && i < m->vertex_count && status == ORO_OK; i++) // v runs downwards in a GLB
        status = oro_file_write(writer, (const float[]){m->uvs[2 * i], 1.0f - m->uvs[2 * i + 1]}, 8);
    return status == ORO_OK ? oro_file_write(writer, m->indices, (size_t)l.indices * 4) : status;
}

// --- reading ---------------------------------------------------------------------------------------------------------

oro_status oro_mesh_read(oro_context *ctx, const char *path, void *out) { return oro_load_mesh(ctx, path, NULL, out); }
