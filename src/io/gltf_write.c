// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh as binary glTF 2.0: one node with one mesh, its arrays one behind the other in one buffer (gltf_arrays.c), and its
// colour as a PNG inside.
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "io/gltf.h"
#include "io/text_stream.h"

static uint64_t buffer_bytes(const gltf *g) {
    uint64_t bytes = (g->picture.length + 3) / 4 * 4;
    for (int i = 0; i < g->count; i++) bytes += gltf_bytes(&g->arrays[i]);
    return bytes;
}

// --- the description -------------------------------------------------------------------------------------------------

/// A float so that reading it as a double gives the float itself: the limits must match the data to the bit.
static void print_triple(oro_text *t, const double *v) { oro_text_printf(t, "[%.17g,%.17g,%.17g]", v[0], v[1], v[2]); }

static void print_views(oro_text *t, const gltf *g) {
    uint64_t at = 0;
    oro_text_puts(t, ",\"bufferViews\":[");
    for (int i = 0; i < g->count; i++) {
        const gltf_array *a = &g->arrays[i];
        oro_text_printf(t, "%s{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%llu", i ? "," : "",
                        (unsigned long long)at, (unsigned long long)(a->count * a->stride));
        if (a->attribute) oro_text_printf(t, ",\"byteStride\":%u", a->stride);
        oro_text_printf(t, ",\"target\":%d}", a->attribute ? 34962 : 34963);
        at += gltf_bytes(a);
    }
    if (g->picture.length)
        oro_text_printf(t, ",{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%zu}", (unsigned long long)at,
                        g->picture.length);
    oro_text_puts(t, "]");
}

static void print_limits(oro_text *t, const gltf *g) {
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        bool codes = g->job->desc->quantise, wide = g->job->high[k] > g->job->low[k];
        low[k] = codes ? 0.0 : (double)g->job->low[k];
        high[k] = codes ? (wide ? 65535.0 : 0.0) : (double)g->job->high[k];
    }
    oro_text_puts(t, ",\"min\":");
    print_triple(t, low);
    oro_text_puts(t, ",\"max\":");
    print_triple(t, high);
}

static void print_accessors(oro_text *t, const gltf *g) {
    oro_text_puts(t, ",\"accessors\":[");
    for (int i = 0; i < g->count; i++) {
        const gltf_array *a = &g->arrays[i];
        oro_text_printf(t, "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%llu,\"type\":\"%s\"", i ? "," : "", i,
                        (int)a->component, (unsigned long long)a->count, a->type);
        if (a->normalised) oro_text_puts(t, ",\"normalized\":true");
        if (i == 0) print_limits(t, g); // positions
        oro_text_puts(t, "}");
    }
    oro_text_puts(t, "]");
}

static void print_node(oro_text *t, const gltf *g) {
    oro_text_puts(t, "\"nodes\":[{\"name\":\"terrain\",\"mesh\":0");
    if (g->job->desc->quantise) {
        const double low[3] = {(double)g->job->low[0], (double)g->job->low[1], (double)g->job->low[2]};
        oro_text_puts(t, ",\"translation\":");
        print_triple(t, low);
        oro_text_puts(t, ",\"scale\":");
        print_triple(t, g->step);
    }
    oro_text_puts(t, "}],\"meshes\":[{\"name\":\"terrain\",\"primitives\":[{\"attributes\":{");
    for (int i = 0; i < g->count - 1; i++) oro_text_printf(t, "%s\"%s\":%d", i ? "," : "", g->arrays[i].attribute, i);
    oro_text_printf(t, "},\"indices\":%d,\"material\":0}]}],", g->count - 1);
}

static void print_material(oro_text *t, const gltf *g) {
    bool painted = g->job->desc->colour != NULL;
    oro_text_puts(
        t, "\"materials\":[{\"name\":\"ground\",\"pbrMetallicRoughness\":{\"metallicFactor\":0,\"roughnessFactor\":1");
    oro_text_puts(t, painted ? ",\"baseColorTexture\":{\"index\":0}}}]" : ",\"baseColorFactor\":[0.45,0.45,0.4,1]}}]");
    if (!painted) return;
    oro_text_puts(t, ",\"textures\":[{\"sampler\":0,\"source\":0}],\"images\":[{\"name\":\"ground\",");
    oro_text_printf(t, "\"bufferView\":%d,\"mimeType\":\"image/png\"}],", g->count);
    // Beyond the edge the edge stays, unless the mesh repeats the picture: 33071 clamps, 10497 repeats.
    int wrap = g->job->uvs_in_unit ? 33071 : 10497;
    oro_text_printf(t, "\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":%d,\"wrapT\":%d}]", wrap, wrap);
}

static void print_json(oro_text *t, const gltf *g) {
    oro_text_puts(t, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Orogen " ORO_VERSION "\"},");
    if (g->job->desc->quantise)
        oro_text_puts(t, "\"extensionsUsed\":[\"KHR_mesh_quantization\"],"
                         "\"extensionsRequired\":[\"KHR_mesh_quantization\"],");
    oro_text_puts(t, "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],");
    print_node(t, g);
    print_material(t, g);
    oro_text_printf(t, ",\"buffers\":[{\"byteLength\":%llu}]", (unsigned long long)buffer_bytes(g));
    print_views(t, g);
    print_accessors(t, g);
    oro_text_puts(t, "}");
    while (!t->failed && t->length % 4) oro_text_puts(t, " ");
}

// --- the files -------------------------------------------------------------------------------------------------------

/// The picture as the bytes of a PNG.
static oro_status encode_picture(gltf *g) {
    oro_context *ctx = g->job->ctx;
    if (!g->job->desc->colour) return ORO_OK;
    FILE *stream = oro_text_open(&g->picture);
    oro_file_writer memory = {.ctx = ctx, .file = stream, .name = (char *)g->job->path};
    if (!stream) return oro_fail(ctx, ORO_NO_MEMORY, g->job->path, "there is not enough memory for the picture");
    oro_status status = oro_png_write_image(oro_kind_of(ORO_KIND_IMAGE), g->job->desc->colour, &memory);
    if (!oro_text_close(stream, &g->picture) && status == ORO_OK)
        status = oro_fail(ctx, ORO_NO_MEMORY, g->job->path, "there is not enough memory for the picture");
    return status;
}

static oro_status write_buffer(const gltf *g, oro_file_writer *to) {
    static const char padding[4];
    oro_status status = ORO_OK;
    for (int i = 0; i < g->count && status == ORO_OK; i++) {
        const gltf_array *a = &g->arrays[i];
        status = oro_mesh_job_pack(g->job, to, a->count / a->at_once, (size_t)a->stride * a->at_once, a->pack, g);
        if (status == ORO_OK) status = oro_file_write(to, padding, (size_t)(gltf_bytes(a) - a->count * a->stride));
    }
    if (status == ORO_OK) status = oro_file_write(to, g->picture.data, g->picture.length);
    return status == ORO_OK ? oro_file_write(to, padding, (4 - g->picture.length % 4) % 4) : status;
}

enum { GLB_MOST = 0xFFFFF000U }; ///< bytes of a GLB's buffer, so that the file is shorter than 4 GiB

static oro_status refuse_length(oro_context *ctx, const char *path, uint64_t bytes, const char *remedy) {
    return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the file would have %.1f GB, and 4.2 is the most; %s",
                    (double)bytes / 1e9, remedy);
}

static oro_status write_glb(const gltf *g) {
    oro_file_writer *to = g->job->writer;
    uint64_t bytes = buffer_bytes(g);
    if (bytes > GLB_MOST) return refuse_length(g->job->ctx, g->job->path, bytes, "make it smaller");
    oro_text t = {0};
    print_json(&t, g);
    const uint32_t head[5] = {0x46546C67, 2, (uint32_t)(20 + t.length + 8 + bytes), (uint32_t)t.length, 0x4E4F534A};
    const uint32_t binary[2] = {(uint32_t)bytes, 0x004E4942};
    oro_status status =
        t.failed ? oro_fail(to->ctx, ORO_NO_MEMORY, to->name, "there is not enough memory to describe the mesh")
                 : oro_file_write(to, head, sizeof head);
    if (status == ORO_OK) status = oro_file_write(to, t.data, t.length);
    if (status == ORO_OK) status = oro_file_write(to, binary, sizeof binary);
    oro_text_free(&t);
    return status == ORO_OK ? write_buffer(g, to) : status;
}

oro_status oro_glb_write(oro_mesh_job *job) {
    gltf g = {.job = job, .embedded = true};
    oro_gltf_lay_out(&g);
    oro_status status = encode_picture(&g);
    if (status == ORO_OK) status = write_glb(&g);
    oro_text_free(&g.picture);
    return status;
}

oro_status oro_glb_check(oro_context *ctx, const char *path, const oro_mesh_size *size,
                         const oro_mesh_write_desc *desc) {
    uint64_t bytes = size->vertices * (desc->quantise ? 20 : 32) + size->triangles * 12;
    return bytes <= GLB_MOST ? ORO_OK : refuse_length(ctx, path, bytes, size->remedy);
}
