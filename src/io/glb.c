// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A height map as binary glTF 2.0: one mesh of positions, normals, texture coordinates and 32-bit indices, and its colour as
// an embedded PNG. 56 bytes a sample, written in four passes over the map with a row in memory.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "core/text.h"
#include "io/grid_mesh.h"
#include "io/text_stream.h"

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

typedef struct glb_layout {
    uint64_t vertices, indices;
    uint64_t positions_bytes, uvs_bytes, indices_bytes, picture, padded; ///< normals are as long as positions
} glb_layout;

static uint64_t aligned(uint64_t bytes) { return (bytes + 3) / 4 * 4; }

/// A float so that reading it as a double gives the float itself: the limits must match the data to the bit.
static void print_triple(oro_text *t, const float *v) {
    oro_text_printf(t, "[%.17g,%.17g,%.17g]", (double)v[0], (double)v[1], (double)v[2]);
}

static void print_views(oro_text *t, const glb_layout *l) {
    uint64_t at = 0;
    const uint64_t lengths[] = {l->positions_bytes, l->positions_bytes, l->uvs_bytes, l->indices_bytes, l->picture};
    oro_text_puts(t, ",\"bufferViews\":[");
    for (int i = 0; i < (l->picture ? 5 : 4); i++) {
        oro_text_printf(t, "%s{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu", i ? "," : "",
                        (unsigned long long)at, (unsigned long long)lengths[i]);
        oro_text_puts(t, i < 3 ? ",\"target\":34962}" : i == 3 ? ",\"target\":34963}" : "}");
        at += lengths[i];
    }
    oro_text_puts(t, "]");
}

static void print_accessors(oro_text *t, const grid_mesh *m, const glb_layout *l, const float *row) {
    const oro_grid *g = m->grid;
    float low[3], high[3];
    memcpy(low, row, sizeof low);                                // the north-western sample
    memcpy(high, row + 3 * (size_t)(g->width - 1), sizeof high); // the south-eastern one comes by symmetry
    high[2] = -low[2];
    low[1] = m->extremes.min;
    high[1] = m->extremes.max;
    oro_text_printf(
        t, ",\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":%llu,\"type\":\"VEC3\",\"min\":",
        (unsigned long long)l->vertices);
    print_triple(t, low);
    oro_text_puts(t, ",\"max\":");
    print_triple(t, high);
    oro_text_printf(t,
                    "},{\"bufferView\":1,\"componentType\":5126,\"count\":%llu,\"type\":\"VEC3\"},{\"bufferView\":2,"
                    "\"componentType\":5126,\"count\":%llu,\"type\":\"VEC2\"},{\"bufferView\":3,\"componentType\":5125,"
                    "\"count\":%llu,\"type\":\"SCALAR\"}]",
                    (unsigned long long)l->vertices, (unsigned long long)l->vertices, (unsigned long long)l->indices);
}

static oro_status print_head(const grid_mesh *m, const glb_layout *l, const float *row, oro_text *t) {
    oro_text_puts(
        t, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Orogen " ORO_VERSION "\"},\"scene\":0,"
           "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"name\":\"terrain\",\"mesh\":0}],"
           "\"meshes\":[{\"name\":\"terrain\",\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":1,"
           "\"TEXCOORD_0\":2},\"indices\":3,\"material\":0}]}],"
           "\"materials\":[{\"name\":\"ground\",\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":1");
    oro_text_puts(t,
                  m->colour ? ",\"baseColorTexture\":{\"index\":0}}}]" : ",\"baseColorFactor\":[0.45,0.45,0.4,1]}}]");
    if (m->colour)
        oro_text_puts(t, ",\"textures\":[{\"sampler\":0,\"source\":0}],"
                         "\"images\":[{\"name\":\"ground\",\"bufferView\":4,\"mimeType\":\"image/png\"}],"
                         "\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":33071,\"wrapT\":33071}]");
    uint64_t bytes = 2 * l->positions_bytes + l->uvs_bytes + l->indices_bytes + l->padded;
    oro_text_printf(t, ",\"buffers\":[{\"byteLength\":%llu}]", (unsigned long long)bytes);
    print_views(t, l);
    print_accessors(t, m, l, row);
    oro_text_puts(t, "}");
    while (!t->failed && t->length % 4) oro_text_puts(t, " ");
    if (t->failed) return oro_fail(m->ctx, ORO_NO_MEMORY, m->path, "there is no memory to describe the mesh");
    const uint32_t head[5] = {0x46546C67, 2, (uint32_t)(20 + t->length + 8 + bytes), (uint32_t)t->length, 0x4E4F534A};
    const uint32_t binary[2] = {(uint32_t)bytes, 0x004E4942};
    oro_status status = oro_file_write(m->writer, head, sizeof head);
    if (status == ORO_OK) status = oro_file_write(m->writer, t->data, t->length);
    return status == ORO_OK ? oro_file_write(m->writer, binary, sizeof binary) : status;
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

oro_status oro_glb_write(grid_mesh *m) {
    const oro_grid *g = m->grid;
    oro_text picture = {0};
    oro_status status = encode_picture(m, &picture);
    glb_layout l = {.vertices = (uint64_t)g->width * (uint64_t)g->height, .picture = picture.length};
    l.padded = aligned(l.picture);
    l.indices = (uint64_t)(g->width - 1) * (uint64_t)(g->height - 1) * 6;
    l.positions_bytes = l.vertices * 12;
    l.uvs_bytes = l.vertices * 8;
    l.indices_bytes = l.indices * 4;
    float *row = malloc((size_t)g->width * 24);
    if (status == ORO_OK && !row)
        status = oro_fail(m->ctx, ORO_NO_MEMORY, m->path, "there is no memory to write a row");
    if (status == ORO_OK && 2 * l.positions_bytes + l.uvs_bytes + l.indices_bytes + l.padded > 4294960000u)
        status = oro_fail(m->ctx, ORO_BAD_ARGUMENT, m->path, "the GLB would be longer than 4 GiB, which is the most");
    oro_text text = {0};
    if (status == ORO_OK) {
        oro_grid_mesh_positions(m, 0, row);
        status = print_head(m, &l, row, &text);
    }
    if (status == ORO_OK) status = write_rows(m, row);
    if (status == ORO_OK) status = oro_file_write(m->writer, picture.data, picture.length);
    if (status == ORO_OK) status = oro_file_write(m->writer, "\0\0\0", l.padded - l.picture);
    oro_text_free(&text);
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
