// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh as Wavefront OBJ with its material: v, vt and vn lines, then faces. About 200 bytes per vertex of a map: for large
// meshes GLB is the better file.
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "io/mesh_job.h"

enum { NUMBER = 16, LINE = 3 * (NUMBER + 1) + 4, FACE = 3 * 3 * 11 + 4 };

static char *print_vectors(const char *word, const float *numbers, uint32_t count, int size, char *at) {
    for (uint32_t i = 0; i < count; i++) {
        for (const char *letter = word; *letter; letter++) *at++ = *letter;
        for (int k = 0; k < size; k++) {
            *at++ = ' ';
            at += oro_print_float(*numbers++, at, NUMBER);
        }
        *at++ = '\n';
    }
    return at;
}

static size_t print_positions(const void *user, uint64_t first, uint32_t count, char *out) {
    float piece[3 * ORO_PIECE];
    oro_mesh_job_positions(user, first, count, piece);
    return (size_t)(print_vectors("v", piece, count, 3, out) - out);
}

static size_t print_normals(const void *user, uint64_t first, uint32_t count, char *out) {
    float piece[3 * ORO_PIECE];
    oro_mesh_job_normals(user, first, count, piece);
    return (size_t)(print_vectors("vn", piece, count, 3, out) - out);
}

static size_t print_uvs(const void *user, uint64_t first, uint32_t count, char *out) {
    const oro_mesh_job *job = user;
    float piece[2 * ORO_PIECE];
    job->source.uvs(&job->source, first, count, piece);
    return (size_t)(print_vectors("vt", piece, count, 2, out) - out);
}

/// A corner is a vertex, its texture place and its normal, all of one number here: 7, 7/7, 7//7 or 7/7/7.
static char *print_corner(char *at, uint32_t index, bool uv, bool normal) {
    char digits[12];
    int count = 0;
    for (uint32_t rest = index + 1; rest; rest /= 10) digits[count++] = (char)('0' + rest % 10);
    for (int part = 0; part < 3; part++) {
        if (part == 1 && !uv && !normal) break;
        if (part == 2 && !normal) break;
        if (part) *at++ = '/';
        for (int i = count; (part != 1 || uv) && i-- > 0;) *at++ = digits[i];
    }
    return at;
}

static size_t print_faces(const void *user, uint64_t first, uint32_t count, char *out) {
    const oro_mesh_job *job = user;
    uint32_t corners[3 * ORO_PIECE];
    char *at = out;
    job->source.corners(&job->source, first, count, corners);
    for (uint32_t i = 0; i < 3 * count; i++) {
        if (i % 3 == 0) *at++ = 'f';
        *at++ = ' ';
        at = print_corner(at, corners[i], job->source.uvs != NULL, job->source.normals != NULL);
        if (i % 3 == 2) *at++ = '\n';
    }
    return (size_t)(at - out);
}

enum { MATERIAL, PICTURE }; // in the order of the format's row

static oro_status write_material(const oro_mesh_job *job) {
    char text[1400];
    const oro_image *colour = job->desc->colour;
    int length = snprintf(text, sizeof text, "# Orogen " ORO_VERSION "\nnewmtl ground\n%s\nKs 0 0 0\nd 1\nillum 1\n",
                          colour ? "Kd 1 1 1" : "Kd 0.45 0.45 0.4");
    if (colour)
        length += snprintf(text + length, sizeof text - (size_t)length, "map_Kd %s\n", oro_mesh_job_name(job, PICTURE));
    oro_status status = oro_file_write(job->beside[MATERIAL], text, (size_t)length);
    if (status == ORO_OK && colour)
        status = oro_png_write_image(oro_kind_of(ORO_KIND_IMAGE), colour, job->beside[PICTURE]);
    return status;
}

oro_status oro_obj_write(oro_mesh_job *job) {
    char head[1400];
    const oro_mesh_source *s = &job->source;
    // The reader knows this line again, and turns what has y up.
    int length =
        snprintf(head, sizeof head, "# Orogen " ORO_VERSION ", %s, %s up\nmtllib %s\no terrain\n",
                 job->scale == 1.0 ? "metres" : "scaled", job->y_up ? "y" : "z", oro_mesh_job_name(job, MATERIAL));
    oro_status status = oro_file_write(job->writer, head, (size_t)length);
    if (status == ORO_OK) status = oro_mesh_job_pack(job, job->writer, s->vertices, LINE, print_positions, job);
    if (status == ORO_OK && s->uvs) status = oro_mesh_job_pack(job, job->writer, s->vertices, LINE, print_uvs, job);
    if (status == ORO_OK && s->normals)
        status = oro_mesh_job_pack(job, job->writer, s->vertices, LINE, print_normals, job);
    if (status == ORO_OK) status = oro_file_write(job->writer, "usemtl ground\n", 14);
    if (status == ORO_OK) status = oro_mesh_job_pack(job, job->writer, s->triangles, FACE, print_faces, job);
    return status == ORO_OK ? write_material(job) : status;
}
