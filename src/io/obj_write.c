// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A height map as Wavefront OBJ with its material: v, vt and vn lines, then two faces a cell. Rows become text in parallel
// and are written in order. About 200 bytes per sample: for large maps GLB is the better file.
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "core/pool.h"
#include "core/text.h"
#include "io/grid_mesh.h"

enum { AT_ONCE = 64, NUMBER = 16, FACE = 2 * (3 * 3 * 11 + 4) };

typedef struct obj_writer {
    grid_mesh *m;
    char kind; ///< 'v', 't', 'n' or 'f'
    int32_t first;
    char *text; ///< AT_ONCE rows of `room` bytes
    size_t room, lengths[AT_ONCE];
    float *numbers; ///< AT_ONCE rows of three per vertex
} obj_writer;

static char *print_vertices(const obj_writer *w, int32_t y, float *numbers, char *at) {
    int32_t width = w->m->grid->width;
    int count = w->kind == 't' ? 2 : 3;
    (w->kind == 'v'   ? oro_grid_mesh_positions
     : w->kind == 'n' ? oro_grid_mesh_normals
                      : oro_grid_mesh_uvs)(w->m, y, numbers);
    for (int32_t x = 0; x < width; x++, numbers += count) {
        *at++ = 'v';
        if (w->kind != 'v') *at++ = w->kind;
        if (w->kind == 't') numbers[1] = 1.0f - numbers[1]; // v runs upwards in an OBJ
        for (int i = 0; i < count; i++) {
            *at++ = ' ';
            at += oro_print_float(numbers[i], at, NUMBER);
        }
        *at++ = '\n';
    }
    return at;
}

static char *print_index(char *at, uint32_t index) {
    char digits[12];
    int count = 0;
    for (uint32_t rest = index + 1; rest; rest /= 10) digits[count++] = (char)('0' + rest % 10);
    for (int copy = 0; copy < 3; copy++) {
        if (copy) *at++ = '/';
        for (int i = count; i-- > 0;) *at++ = digits[i];
    }
    return at;
}

static char *print_faces(const obj_writer *w, int32_t y, char *at) {
    for (int32_t x = 0; x + 1 < w->m->grid->width; x++) {
        uint32_t corners[6];
        oro_grid_mesh_cell(w->m, x, y, corners);
        for (int i = 0; i < 6; i++) {
            if (i % 3 == 0) *at++ = 'f';
            *at++ = ' ';
            at = print_index(at, corners[i]);
            if (i % 3 == 2) *at++ = '\n';
        }
    }
    return at;
}

static void print_row(void *user, int block) {
    obj_writer *w = user;
    char *start = w->text + (size_t)block * w->room;
    float *numbers = w->numbers + (size_t)block * 3 * (size_t)w->m->grid->width;
    int32_t y = w->first + block;
    char *end = w->kind == 'f' ? print_faces(w, y, start) : print_vertices(w, y, numbers, start);
    w->lengths[block] = (size_t)(end - start);
}

static oro_status write_rows(obj_writer *w) {
    oro_status status = ORO_OK;
    int32_t rows = w->m->grid->height - (w->kind == 'f' ? 1 : 0);
    for (w->first = 0; w->first < rows && status == ORO_OK; w->first += AT_ONCE) {
        int count = rows - w->first < AT_ONCE ? rows - w->first : AT_ONCE;
        status = oro_parallel(w->m->ctx, count, print_row, w);
        for (int i = 0; i < count && status == ORO_OK; i++)
            status = oro_file_write(w->m->writer, w->text + (size_t)i * w->room, w->lengths[i]);
    }
    return status;
}

enum { MATERIAL, PICTURE }; // in the order of the format's row

/// The name of a file beside it, as the file itself says it: without the folder.
static const char *name_of(const grid_mesh *m, int which) {
    const char *slash = strrchr(m->beside_path[which], '/');
    return slash ? slash + 1 : m->beside_path[which];
}

static oro_status write_material(const grid_mesh *m) {
    char text[1400];
    int length = snprintf(text, sizeof text, "# Orogen " ORO_VERSION "\nnewmtl ground\n%s\nKs 0 0 0\nd 1\nillum 1\n",
                          m->colour ? "Kd 1 1 1" : "Kd 0.45 0.45 0.4");
    if (m->colour) length += snprintf(text + length, sizeof text - (size_t)length, "map_Kd %s\n", name_of(m, PICTURE));
    oro_status status = oro_file_write(m->beside[MATERIAL], text, (size_t)length);
    if (status == ORO_OK && m->colour)
        status = oro_png_write_image(m->ctx, m->beside_path[PICTURE], m->colour, m->beside[PICTURE]);
    return status;
}

oro_status oro_obj_write(grid_mesh *m) {
    size_t width = (size_t)m->grid->width;
    obj_writer w = {.m = m, .room = width * FACE};
    char head[1400];
    w.text = malloc(w.room * AT_ONCE);
    w.numbers = malloc(width * AT_ONCE * 3 * sizeof(float));
    oro_status status = ORO_OK;
    if (!w.text || !w.numbers)
        status = oro_fail(m->ctx, ORO_NO_MEMORY, m->path, "there is no memory to write the mesh");
    int length =
        snprintf(head, sizeof head,
                 "# Orogen " ORO_VERSION ", metres, %s up, the middle of the map at 0,0\nmtllib %s\no terrain\n",
                 m->z_up ? "z" : "y", name_of(m, MATERIAL));
    if (status == ORO_OK) status = oro_file_write(m->writer, head, (size_t)length);
    for (const char *kind = "vtnf"; *kind && status == ORO_OK; kind++) {
        w.kind = *kind;
        if (w.kind == 'f') status = oro_file_write(m->writer, "usemtl ground\n", 14);
        if (status == ORO_OK) status = write_rows(&w);
    }
    free(w.text);
    free(w.numbers);
    return status == ORO_OK ? write_material(m) : status;
}
