// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh as glTF 2.0: one node with one mesh, its arrays one behind the other in one buffer (gltf_arrays.c), and its colour as
// a PNG; all in one file (GLB), or as JSON with both beside it.
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "io/gltf.h"
#include "io/text_stream.h"

/// What the file's buffer holds: the arrays and, embedded, the picture.
static uint64_t buffer_bytes(const gltf *g) {
    uint64_t bytes = g->embedded ? gltf_padded(g->picture.length) : 0;
    for (int i = 0; i < g->count; i++) bytes += gltf_stored_bytes(&g->arrays[i]);
    return bytes;
}

/// What the arrays take once they are unpacked.
static uint64_t unpacked_bytes(const gltf *g) {
    uint64_t bytes = 0;
    for (int i = 0; i < g->count; i++) bytes += gltf_bytes(&g->arrays[i]);
    return bytes;
}

enum { BUFFER, PICTURE }; ///< beside a .gltf, in the order of its row

// --- the description -------------------------------------------------------------------------------------------------

/// A float so that reading it as a double gives the float itself: the limits must match the data to the bit.
static void print_triple(oro_text *t, const double *v) { oro_text_printf(t, "[%.17g,%.17g,%.17g]", v[0], v[1], v[2]); }

/// A view into the buffer; compressed, into one that is only there once it is unpacked, with the place of the packed bytes.
static void print_view(oro_text *t, const gltf_array *a, uint64_t at, uint64_t stored) {
    oro_text_printf(t, "{\"buffer\":%d,\"byteOffset\":%llu,\"byteLength\":%llu", a->packed ? 1 : 0,
                    (unsigned long long)(a->packed ? at : stored), (unsigned long long)(a->count * a->stride));
    if (a->attribute) oro_text_printf(t, ",\"byteStride\":%u", a->stride);
    oro_text_printf(t, ",\"target\":%d", a->attribute ? 34962 : 34963);
    if (a->packed)
        oro_text_printf(t,
                        ",\"extensions\":{\"EXT_meshopt_compression\":{\"buffer\":0,\"byteOffset\":%llu,"
                        "\"byteLength\":%zu,\"byteStride\":%u,\"mode\":\"%s\",\"count\":%llu}}",
                        (unsigned long long)stored, a->packed_bytes, a->stride,
                        a->attribute ? "ATTRIBUTES" : "TRIANGLES", (unsigned long long)a->count);
    oro_text_puts(t, "}");
}

static void print_views(oro_text *t, const gltf *g) {
    uint64_t at = 0, stored = 0;
    oro_text_puts(t, ",\"bufferViews\":[");
    for (int i = 0; i < g->count; i++) {
        if (i) oro_text_puts(t, ",");
        print_view(t, &g->arrays[i], at, stored);
        at += gltf_bytes(&g->arrays[i]);
        stored += gltf_stored_bytes(&g->arrays[i]);
    }
    if (g->embedded && g->picture.length)
        oro_text_printf(t, ",{\"buffer\":0,\"byteOffset\":%llu,\"byteLength\":%zu}", (unsigned long long)stored,
                        g->picture.length);
    oro_text_puts(t, "]");
}

/// The name of a file beside it as a URI.
static void print_uri(oro_text *t, const oro_mesh_job *job, int which) {
    oro_text_puts(t, "\"uri\":\"");
    for (const unsigned char *at = (const unsigned char *)oro_mesh_job_name(job, which); *at; at++) {
        bool plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') || (*at >= '0' && *at <= '9') ||
                     strchr("-_.~", *at) != NULL;
        oro_text_printf(t, plain ? "%c" : "%%%02X", *at);
    }
    oro_text_puts(t, "\"");
}

static void print_buffers(oro_text *t, const gltf *g) {
    oro_text_printf(t, ",\"buffers\":[{\"byteLength\":%llu", (unsigned long long)buffer_bytes(g));
    if (!g->embedded) {
        oro_text_puts(t, ",");
        print_uri(t, g->job, BUFFER);
    }
    oro_text_puts(t, "}");
    if (g->arrays[0].packed)
        oro_text_printf(t, ",{\"byteLength\":%llu,\"extensions\":{\"EXT_meshopt_compression\":{\"fallback\":true}}}",
                        (unsigned long long)unpacked_bytes(g));
    oro_text_puts(t, "]");
}

static void print_extensions(oro_text *t, const gltf *g) {
    const char *names[2];
    int count = 0;
    if (g->job->desc->quantise) names[count++] = "KHR_mesh_quantization";
    if (g->arrays[0].packed) names[count++] = "EXT_meshopt_compression";
    for (int list = 0; count && list < 2; list++) {
        oro_text_puts(t, list ? "\"extensionsRequired\":[" : "\"extensionsUsed\":[");
        for (int i = 0; i < count; i++) oro_text_printf(t, "%s\"%s\"", i ? "," : "", names[i]);
        oro_text_puts(t, "],");
    }
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
    const char *even = g->job->source.colours ? "}}]" : ",\"baseColorFactor\":[0.45,0.45,0.4,1]}}]"; // vertices have it
    oro_text_puts(t, painted ? ",\"baseColorTexture\":{\"index\":0}}}]" : even);
    if (!painted) return;
    oro_text_puts(t, ",\"textures\":[{\"sampler\":0,\"source\":0}],\"images\":[{\"name\":\"ground\",");
    if (g->embedded)
        oro_text_printf(t, "\"bufferView\":%d,\"mimeType\":\"image/png\"}],", g->count);
    else
        print_uri(t, g->job, PICTURE), oro_text_puts(t, "}],");
    // Beyond the edge the edge stays, unless the mesh repeats the picture: 33071 clamps, 10497 repeats.
    int wrap = g->job->uvs_in_unit ? 33071 : 10497;
    oro_text_printf(t, "\"samplers\":[{\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":%d,\"wrapT\":%d}]", wrap, wrap);
}

static void print_json(oro_text *t, const gltf *g) {
    oro_text_puts(t, "{\"asset\":{\"version\":\"2.0\",\"generator\":\"Orogen " ORO_VERSION "\"},");
    print_extensions(t, g);
    oro_text_puts(t, "\"scene\":0,\"scenes\":[{\"nodes\":[0]}],");
    print_node(t, g);
    print_material(t, g);
    print_buffers(t, g);
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

static oro_status write_array(const gltf *g, const gltf_array *a, oro_file_writer *to) {
    static const char padding[4];
    uint64_t bytes = a->packed ? a->packed_bytes : a->count * a->stride;
    oro_status status =
        a->packed ? oro_file_write(to, a->packed, a->packed_bytes)
                  : oro_mesh_job_pack(g->job, to, a->count / a->at_once, (size_t)a->stride * a->at_once, a->pack, g);
    return status == ORO_OK ? oro_file_write(to, padding, (size_t)(gltf_padded(bytes) - bytes)) : status;
}

static oro_status write_arrays(const gltf *g, oro_file_writer *to) {
    oro_status status = ORO_OK;
    for (int i = 0; i < g->count && status == ORO_OK; i++) status = write_array(g, &g->arrays[i], to);
    return status;
}

enum { GLB_MOST = 0xFFFFF000U }; ///< bytes of a GLB's buffer, so that the file is shorter than 4 GiB

static oro_status refuse_length(oro_context *ctx, const char *path, uint64_t bytes, const char *remedy) {
    return oro_fail(ctx, ORO_BAD_ARGUMENT, path, "the file would have %.1f GB, and at most 4.2 are possible; %s",
                    (double)bytes / 1e9, remedy);
}

static oro_status describe(const gltf *g, oro_text *t) {
    print_json(t, g);
    if (!t->failed) return ORO_OK;
    return oro_fail(g->job->ctx, ORO_NO_MEMORY, g->job->path, "there is not enough memory to describe the mesh");
}

static oro_status write_glb(const gltf *g, const oro_text *t) {
    static const char padding[4];
    oro_file_writer *to = g->job->writer;
    uint64_t bytes = buffer_bytes(g);
    if (bytes > GLB_MOST) return refuse_length(g->job->ctx, g->job->path, bytes, "make it smaller");
    const uint32_t head[5] = {0x46546C67, 2, (uint32_t)(20 + t->length + 8 + bytes), (uint32_t)t->length, 0x4E4F534A};
    const uint32_t binary[2] = {(uint32_t)bytes, 0x004E4942};
    oro_status status = oro_file_write(to, head, sizeof head);
    if (status == ORO_OK) status = oro_file_write(to, t->data, t->length);
    if (status == ORO_OK) status = oro_file_write(to, binary, sizeof binary);
    if (status == ORO_OK) status = write_arrays(g, to);
    if (status == ORO_OK) status = oro_file_write(to, g->picture.data, g->picture.length);
    return status == ORO_OK ? oro_file_write(to, padding, (4 - g->picture.length % 4) % 4) : status;
}

static oro_status write_apart(const gltf *g, const oro_text *t) {
    oro_status status = oro_file_write(g->job->writer, t->data, t->length);
    if (status == ORO_OK) status = write_arrays(g, g->job->beside[BUFFER]);
    return status == ORO_OK && g->picture.length
               ? oro_file_write(g->job->beside[PICTURE], g->picture.data, g->picture.length)
               : status;
}

static oro_status write_either(oro_mesh_job *job, bool embedded) {
    gltf g = {.job = job, .embedded = embedded};
    oro_text json = {0};
    oro_gltf_lay_out(&g);
    oro_status status = job->desc->compress ? oro_gltf_compress(&g) : ORO_OK;
    if (status == ORO_OK) status = encode_picture(&g);
    if (status == ORO_OK) status = describe(&g, &json);
    if (status == ORO_OK) status = embedded ? write_glb(&g, &json) : write_apart(&g, &json);
    for (int i = 0; i < g.count; i++) oro_free(job->ctx, g.arrays[i].packed);
    oro_text_free(&g.picture);
    oro_text_free(&json);
    return status;
}

oro_status oro_glb_write(oro_mesh_job *job) { return write_either(job, true); }
oro_status oro_gltf_write(oro_mesh_job *job) { return write_either(job, false); }

oro_status oro_glb_check(oro_context *ctx, const char *path, const oro_mesh_size *size,
                         const oro_mesh_write_desc *desc) {
    if (desc->compress) return ORO_OK; // how small it becomes is seen then
    uint64_t bytes = size->vertices * ((desc->quantise ? 20 : 32) + size->more) + size->triangles * 12;
    return bytes <= GLB_MOST ? ORO_OK : refuse_length(ctx, path, bytes, size->remedy);
}
