// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A height map as binary glTF 2.0: one mesh of positions, normals, texture coordinates and 32-bit indices, and its colour as
// an embedded PNG. 56 bytes per sample, written in four passes over the map with a row in memory.
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "core/text.h"
#include "io/glb.h"
#include "io/grid_mesh.h"
#include "io/text_stream.h"

static uint64_t bytes_of(const glb_layout *l) {
    uint64_t vertex = 12 + (l->normals ? 12 : 0) + (l->uvs ? 8 : 0);
    return l->vertices * vertex + l->indices * 4 + glb_padded(l);
}

/// A float so that reading it as a double gives the float itself: the limits must match the data to the bit.
static void print_triple(oro_text *t, const float *v) {
    oro_text_printf(t, "[%.17g,%.17g,%.17g]", (double)v[0], (double)v[1], (double)v[2]);
}

static void print_view(oro_text *t, uint64_t *at, uint64_t bytes, const char *end) {
    oro_text_printf(t, "%s{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu%s", *at ? "," : "",
                    (unsigned long long)*at, (unsigned long long)bytes, end);
    *at += bytes;
}

static void print_views(oro_text *t, const glb_layout *l) {
    uint64_t at = 0;
    oro_text_puts(t, ",\"bufferViews\":[");
    print_view(t, &at, l->vertices * 12, ",\"target\":34962}");
    if (l->normals) print_view(t, &at, l->vertices * 12, ",\"target\":34962}");
    if (l->uvs) print_view(t, &at, l->vertices * 8, ",\"target\":34962}");
    print_view(t, &at, l->indices * 4, ",\"target\":34963}");
    if (l->picture) print_view(t, &at, l->picture, "}");
    oro_text_puts(t, "]");
}

static void print_accessors(oro_text *t, const glb_layout *l) {
    int view = 1;
    oro_text_printf(
        t, ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%llu,\"type\":\"VEC3\",\"min\":",
        (unsigned long long)l->vertices);
    print_triple(t, l->low);
    oro_text_puts(t, ",\"max\":");
    print_triple(t, l->high);
    oro_text_puts(t, "}");
    for (int array = 0; array < 2; array++)
        if (array ? l->uvs : l->normals)
            oro_text_printf(t, ",{\"bufferView\":%d,\"componentType\":5126,\"count\":%llu,\"type\":\"%s\"}", view++,
                            (unsigned long long)l->vertices, array ? "VEC2" : "VEC3");
    oro_text_printf(t, ",{\"bufferView\":%d,\"componentType\":5125,\"count\":%llu,\"type\":\"SCALAR\"}]", view,
                    (unsigned long long)l->indices);
}

static void print_json(oro_text *t, const glb_layout *l) {
    int next = 1;
    oro_text_puts(t, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Orogen " ORO_VERSION "\"},\"scene\":0,"
                     "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"terrain\",\"mesh\":0}],"
                     "\"meshes\":[{\"name\":\"terrain\",\"primitives\":[{\"attributes\":{\"POSITION\":0");
    if (l->normals) oro_text_printf(t, ",\"NORMAL\":%d", next++);
    if (l->uvs) oro_text_printf(t, ",\"TEXCOORD_0\":%d", next++);
    oro_text_printf(t, "},\"indices\":%d,\"material\":0}]}],", next);
    oro_text_puts(
        t, "\"materials\":[{\"name\":\"ground\",\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":1");
    oro_text_puts(t,
                  l->picture ? ",\"baseColorTexture\":{\"index\":0}}}]" : ",\"baseColorFactor\":[0.45,0.45,0.4,1]}}]");
    if (l->picture)
        oro_text_printf(t,
                        ",\"textures\":[{\"sampler\":0,\"source\":0}],"
                        "\"images\":[{\"name\":\"ground\",\"bufferView\":%d,\"mimeType\":\"image/png\"}],"
                        "\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":33071,\"wrapT\":33071}]",
                        next + 1);
    oro_text_printf(t, ",\"buffers\":[{\"byteLength\":%llu}]", (unsigned long long)bytes_of(l));
    print_views(t, l);
    print_accessors(t, l);
    oro_text_puts(t, "}");
    while (!t->failed && t->length % 4) oro_text_puts(t, " ");
}

oro_status oro_glb_head(const glb_layout *l, oro_file_writer *writer) {
    uint64_t bytes = bytes_of(l);
    if (bytes > 4294960000u)
        return oro_fail(writer->ctx, ORO_BAD_ARGUMENT, writer->name,
                        "the GLB would be longer than 4 GiB, which is the most");
    oro_text t = {0};
    print_json(&t, l);
    const uint32_t head[5] = {0x46546C67, 2, (uint32_t)(20 + t.length + 8 + bytes), (uint32_t)t.length, 0x4E4F534A};
    const uint32_t binary[2] = {(uint32_t)bytes, 0x004E4942};
    oro_status status =
        t.failed ? oro_fail(writer->ctx, ORO_NO_MEMORY, writer->name, "there is no memory to describe the mesh")
                 : oro_file_write(writer, head, sizeof head);
    if (status == ORO_OK) status = oro_file_write(writer, t.data, t.length);
    if (status == ORO_OK) status = oro_file_write(writer, binary, sizeof binary);
    oro_text_free(&t);
    return status;
}

// --- of a map --------------------------------------------------------------------------------------------------------

/// The picture as the bytes of a PNG.
static oro_status encode_picture(const grid_mesh *m, oro_text *png) {
    if (!m->colour) return ORO_OK;
    FILE *stream = oro_text_open(png);
    oro_file_writer memory = {.ctx = m->ctx, .file = stream, .name = (char *)m->path};
    if (!stream) return oro_fail(m->ctx, ORO_NO_MEMORY, m->path, "there is no memory for the picture");
    oro_status status = oro_png_write_image(m->ctx, m->path, m->colour, &memory);
    if (!oro_text_close(stream, png) && status == ORO_OK)
        status = oro_fail(m->ctx, ORO_NO_MEMORY, m->path, "there is no memory for the picture");
    return status;
}

static oro_status write_rows(grid_mesh *m, float *row) {
    oro_status status = ORO_OK;
    size_t width = (size_t)m->grid->width;
    for (int pass = 0; pass < 3; pass++)
        for (int32_t y = 0; y < m->grid->height && status == ORO_OK; y++) {
            if (oro_is_cancelled(m->ctx)) return oro_fail(m->ctx, ORO_CANCELLED, NULL, "cancelled");
            (pass == 0 ? oro_grid_mesh_positions : pass == 1 ? oro_grid_mesh_normals : oro_grid_mesh_uvs)(m, y, row);
            status = oro_file_write(m->writer, row, width * (pass == 2 ? 8 : 12));
        }
    uint32_t *indices = (uint32_t *)(void *)row;
    for (int32_t y = 0; y + 1 < m->grid->height && status == ORO_OK; y++) {
        for (int32_t x = 0; x + 1 < m->grid->width; x++) oro_grid_mesh_cell(m, x, y, indices + 6 * (size_t)x);
        status = oro_file_write(m->writer, indices, (width - 1) * 24);
    }
    return status;
}

/// The limits of the positions, from the first row and the heights.
static void find_limits(const grid_mesh *m, const float *row, glb_layout *l) {
    memcpy(l->low, row, sizeof l->low);                                      // the north-western sample
    memcpy(l->high, row + 3 * (size_t)(m->grid->width - 1), sizeof l->high); // the south-eastern one comes by symmetry
    l->high[2] = -l->low[2];
    l->low[1] = m->extremes.min;
    l->high[1] = m->extremes.max;
}

oro_status oro_glb_write(grid_mesh *m) {
    const oro_grid *g = m->grid;
    oro_text picture = {0};
    oro_status status = encode_picture(m, &picture);
    glb_layout l = {.vertices = (uint64_t)g->width * (uint64_t)g->height, .normals = true, .uvs = true};
    l.picture = picture.length;
    l.indices = (uint64_t)(g->width - 1) * (uint64_t)(g->height - 1) * 6;
    float *row = malloc((size_t)g->width * 24);
    if (status == ORO_OK && !row)
        status = oro_fail(m->ctx, ORO_NO_MEMORY, m->path, "there is no memory to write a row");
    if (status == ORO_OK) {
        oro_grid_mesh_positions(m, 0, row);
        find_limits(m, row, &l);
        status = oro_glb_head(&l, m->writer);
    }
    if (status == ORO_OK) status = write_rows(m, row);
    if (status == ORO_OK) status = oro_file_write(m->writer, picture.data, picture.length);
    if (status == ORO_OK) status = oro_file_write(m->writer, "\0\0\0", glb_padded(&l) - l.picture);
    free(row);
    oro_text_free(&picture);
    return status;
}

oro_status oro_glb_check(oro_context *ctx, const char *path, const oro_grid *g, const oro_mesh_write_desc *desc) {
    double bytes = (double)g->width * g->height * (32 + 24);
    if (desc && desc->z_up)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "a GLB has y up by its standard; only an OBJ can have z up");
    if (bytes <= 4.2e9) return ORO_OK;
    return oro_fail(ctx, ORO_BAD_ARGUMENT, path,
                    "a map of %d x %d samples makes a GLB of %.1f GB, and 4 is the most; resample it to 8193 or less",
                    g->width, g->height, bytes / 1e9);
}
