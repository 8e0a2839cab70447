// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The container of a glTF file: chunks of a GLB, buffers inside, as base64 or in files beside it, views and accessors. Whatever
// the file says is held against the bytes that are there.
#include "io/gltf_file.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/context.h"
#include "io/file.h"
#include "io/gltf.h"

static oro_status broken(const gltf_file *f, const char *what) {
    return oro_fail(f->ctx, ORO_BAD_INPUT, f->name, "%s", what);
}

static uint32_t word(const char *at) {
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

bool oro_gltf_whole(const oro_json *object, const char *key, uint64_t usual, uint64_t most, uint64_t *out) {
    const oro_json *value = oro_json_get(object, key);
    *out = usual;
    if (!value) return true;
    if (value->type != ORO_JSON_NUMBER || !(value->number >= 0 && value->number <= (double)most)) return false;
    *out = (uint64_t)value->number;
    return (double)*out == value->number;
}

// --- the container ---------------------------------------------------------------------------------------------------

static oro_status open_glb(gltf_file *f, const char *data, size_t length) {
    size_t at = 12;
    const char *json = NULL;
    size_t json_length = 0;
    if (length < 20 || word(data + 4) != 2) return broken(f, "this is no GLB of version 2");
    if (word(data + 8) > length) return broken(f, "the GLB is shorter than it says; it is truncated");
    while (length - at >= 8) {
        size_t bytes = word(data + at), kind = word(data + at + 4);
        if (bytes > length - at - 8) return broken(f, "a chunk of the GLB is longer than the file; it is truncated");
        if (kind == 0x4E4F534A && !json) json = data + at + 8, json_length = bytes;
        if (kind == 0x004E4942 && !f->chunk.data)
            f->chunk = (gltf_bytes_of){(const unsigned char *)data + at + 8, bytes, NULL};
        at += 8 + bytes;
    }
    if (!json) return broken(f, "the GLB has no chunk of JSON");
    return oro_json_parse(f->ctx, f->name, json, json_length, &f->root);
}

oro_status oro_gltf_open(gltf_file *f, oro_context *ctx, const char *name, const char *data, size_t length) {
    *f = (gltf_file){.ctx = ctx, .name = name};
    bool binary = length >= 4 && memcmp(data, "glTF", 4) == 0;
    oro_status status = binary ? open_glb(f, data, length) : oro_json_parse(ctx, name, data, length, &f->root);
    if (status != ORO_OK) return status;
    const oro_json *version = oro_json_get(oro_json_get(f->root, "asset"), "version");
    if (!version || version->type != ORO_JSON_STRING || strncmp(version->text, "2.", 2) != 0)
        return broken(f, "this is no glTF of version 2");
    const oro_json *views = oro_json_get(f->root, "bufferViews");
    if (views && views->count > GLTF_MOST_VIEWS) return broken(f, "the file has more than 4096 views of buffers");
    f->views = oro_alloc_zero(ctx, ((views ? views->count : 0) + 1) * sizeof *f->views);
    return f->views ? ORO_OK : ORO_NO_MEMORY;
}

void oro_gltf_close(gltf_file *f) {
    const oro_json *views = oro_json_get(f->root, "bufferViews");
    for (size_t i = 0; f->views && views && i < views->count; i++) oro_free(f->ctx, f->views[i].own);
    for (int i = 0; i < GLTF_MOST_BUFFERS; i++) oro_free(f->ctx, f->buffers[i].own);
    oro_free(f->ctx, f->views);
    oro_json_free(f->root);
}

// --- buffers ---------------------------------------------------------------------------------------------------------

static int base64_value(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static oro_status read_base64(gltf_file *f, const char *text, gltf_bytes_of *out) {
    size_t length = strlen(text), used = 0;
    out->own = oro_alloc(f->ctx, length / 4 * 3 + 4);
    if (!out->own) return ORO_NO_MEMORY;
    uint32_t bits = 0;
    int have = 0;
    for (; *text && *text != '='; text++) {
        int value = base64_value(*text);
        if (value < 0) return broken(f, "a buffer is not base64 as it says");
        bits = bits << 6 | (uint32_t)value;
        if ((have += 6) >= 8) out->own[used++] = (unsigned char)(bits >> (have -= 8));
    }
    out->data = out->own;
    out->length = used;
    return ORO_OK;
}

/// A URI as the name of a file in this folder or below it; false for anything else.
static bool file_name(const char *uri, char *name, size_t size) {
    size_t used = 0;
    if (*uri == '/' || strchr(uri, ':') || strchr(uri, '\\')) return false;
    for (; *uri && used + 1 < size; uri++) {
        char hex[3] = {0};
        bool coded = *uri == '%' && uri[1] && uri[2];
        if (coded) memcpy(hex, uri + 1, 2), uri += 2;
        name[used] = coded ? (char)strtol(hex, NULL, 16) : *uri;
        if (!name[used++]) return false;
    }
    name[used] = 0;
    for (const char *at = name; *at; at += strcspn(at, "/"), at += *at == '/')
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || !at[2])) return false;
    return !*uri && *name && *name != '/';
}

static oro_status read_beside(gltf_file *f, const char *uri, gltf_bytes_of *out) {
    char name[512], path[1024], *data;
    const char *slash = strrchr(f->name, '/');
    int folder = slash ? (int)(slash - f->name) + 1 : 0;
    if (!file_name(uri, name, sizeof name))
        return oro_fail(f->ctx, ORO_BAD_INPUT, f->name,
                        "a buffer lies at %.80s, and only files in the folder of this one or below it are read", uri);
    if ((size_t)snprintf(path, sizeof path, "%.*s%s", folder, f->name, name) >= sizeof path)
        return broken(f, "the name of a buffer's file is too long");
    size_t length;
    oro_status status = oro_file_read(f->ctx, path, (size_t)4 << 30, &data, &length);
    if (status != ORO_OK) return status;
    out->own = oro_alloc(f->ctx, length + 1);
    if (out->own) memcpy(out->own, data, length);
    free(data);
    out->data = out->own;
    out->length = length;
    return out->own ? ORO_OK : ORO_NO_MEMORY;
}

static oro_status find_buffer(gltf_file *f, uint64_t index, gltf_bytes_of **out) {
    static const char inside[] = "data:";
    const oro_json *buffer = oro_json_at(oro_json_get(f->root, "buffers"), (size_t)index);
    if (!buffer || index >= GLTF_MOST_BUFFERS) return broken(f, "a view names a buffer that is not there");
    gltf_bytes_of *b = *out = &f->buffers[index];
    if (b->data) return ORO_OK;
    const oro_json *uri = oro_json_get(buffer, "uri");
    if (!uri && index == 0 && f->chunk.data) return *b = f->chunk, ORO_OK;
    if (!uri || uri->type != ORO_JSON_STRING) return broken(f, "a buffer has no bytes");
    if (strncmp(uri->text, inside, sizeof inside - 1) != 0) return read_beside(f, uri->text, b);
    const char *comma = strstr(uri->text, ";base64,");
    return comma ? read_base64(f, comma + 8, b) : broken(f, "a buffer is not base64");
}

/// The bytes `offset` to `offset` + `length` of a buffer.
static oro_status find_stretch(gltf_file *f, const oro_json *view, gltf_bytes_of *out) {
    uint64_t index, offset, length;
    gltf_bytes_of *buffer = NULL;
    if (!oro_gltf_whole(view, "buffer", 0, GLTF_MOST_BUFFERS, &index) ||
        !oro_gltf_whole(view, "byteOffset", 0, (uint64_t)1 << 40, &offset) ||
        !oro_gltf_whole(view, "byteLength", 0, (uint64_t)1 << 40, &length))
        return broken(f, "a view of a buffer has a place that is no number");
    oro_status status = find_buffer(f, index, &buffer);
    if (status != ORO_OK) return status;
    if (offset > buffer->length || length > buffer->length - offset)
        return broken(f, "a view reaches beyond the end of its buffer; the file is truncated");
    *out = (gltf_bytes_of){buffer->data + offset, (size_t)length, NULL};
    return ORO_OK;
}

static oro_status unpack(gltf_file *f, const oro_json *view, gltf_bytes_of *out) {
    gltf_bytes_of packed;
    uint64_t count, stride;
    const oro_json *mode = oro_json_get(view, "mode"), *filter = oro_json_get(view, "filter");
    oro_status status = find_stretch(f, view, &packed);
    if (status != ORO_OK) return status;
    if (!oro_gltf_whole(view, "count", 0, 3 * (uint64_t)MESH_FILE_MOST, &count) ||
        !oro_gltf_whole(view, "byteStride", 0, 256, &stride) || !count || !stride || !mode ||
        mode->type != ORO_JSON_STRING || (filter && filter->type != ORO_JSON_STRING))
        return broken(f, "a compressed view lacks its count, stride or mode");
    // Nothing packs sixteen items into less than a byte per channel.
    if (count / 16 > packed.length)
        return broken(f, "a compressed view is shorter than its count allows; it is truncated");
    out->own = oro_alloc(f->ctx, (size_t)(count * stride) + 16);
    if (!out->own) return ORO_NO_MEMORY;
    out->data = out->own;
    out->length = (size_t)(count * stride);
    return oro_meshopt_unpack(f->ctx, f->name, mode->text, filter ? filter->text : "NONE", count, stride, packed.data,
                              packed.length, out->own);
}

static oro_status find_view(gltf_file *f, uint64_t index, gltf_bytes_of *out, uint64_t *stride) {
    const oro_json *view = oro_json_at(oro_json_get(f->root, "bufferViews"), (size_t)index);
    if (!view) return broken(f, "an accessor names a view that is not there");
    if (!oro_gltf_whole(view, "byteStride", 0, 256, stride)) return broken(f, "a view has a stride that is none");
    const oro_json *packed = oro_json_get(oro_json_get(view, "extensions"), "EXT_meshopt_compression");
    if (!packed) return find_stretch(f, view, out);
    oro_status status = f->views[index].data ? ORO_OK : unpack(f, packed, &f->views[index]);
    *out = f->views[index];
    out->own = NULL;
    return status;
}

// --- arrays ----------------------------------------------------------------------------------------------------------

static int component_bytes(uint64_t component) {
    static const int sizes[] = {1, 1, 2, 2, 0, 4, 4};
    return component >= 5120 && component <= 5126 ? sizes[component - 5120] : 0;
}

oro_status oro_gltf_find(gltf_file *f, uint64_t index, int size, gltf_numbers *out) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    const oro_json *accessor = oro_json_at(oro_json_get(f->root, "accessors"), (size_t)index);
    const oro_json *type = oro_json_get(accessor, "type"), *normalised = oro_json_get(accessor, "normalized");
    uint64_t view, offset, component, stride = 0;
    gltf_bytes_of bytes;
    if (!accessor || !type || type->type != ORO_JSON_STRING || strcmp(type->text, types[size]) != 0)
        return broken(f, "an array of the mesh is missing, or has items of another size");
    if (oro_json_get(accessor, "sparse")) return broken(f, "sparse arrays are not read");
    if (!oro_gltf_whole(accessor, "bufferView", UINT32_MAX, GLTF_MOST_VIEWS, &view) ||
        !oro_gltf_whole(accessor, "byteOffset", 0, (uint64_t)1 << 40, &offset) ||
        !oro_gltf_whole(accessor, "componentType", 0, 6000, &component) ||
        !oro_gltf_whole(accessor, "count", 0, 3 * (uint64_t)MESH_FILE_MOST, &out->count) || view == UINT32_MAX ||
        !component_bytes(component))
        return broken(f, "an array of the mesh is described in a way that cannot be");
    oro_status status = find_view(f, view, &bytes, &stride);
    if (status != ORO_OK) return status;
    uint64_t item = (uint64_t)(component_bytes(component) * size);
    if (!stride) stride = item;
    if (stride < item || offset > bytes.length || !out->count ||
        (out->count - 1) * stride + item > bytes.length - offset)
        return broken(f, "an array reaches beyond the end of its view; the file is truncated");
    out->data = bytes.data + offset;
    out->stride = stride;
    out->component = (int)component;
    out->size = size;
    out->normalised = normalised && normalised->truth;
    return ORO_OK;
}

double oro_gltf_number(const gltf_numbers *n, uint64_t i, int k) {
    int bytes = component_bytes((uint64_t)n->component);
    const unsigned char *at = n->data + i * n->stride + (uint64_t)(k * bytes);
    uint32_t bits = 0;
    float real;
    for (int b = 0; b < bytes; b++) bits |= (uint32_t)at[b] << 8 * b;
    double whole = bits, largest = n->normalised ? (double)((1u << (8 * bytes - 1)) - 1) : 1.0;
    switch (n->component) {
    case 5126: memcpy(&real, &bits, 4); return (double)real;
    case 5120: whole = (int8_t)bits; break;
    case 5122: whole = (int16_t)bits; break;
    default: return n->normalised ? whole / (double)((1ull << 8 * bytes) - 1) : whole;
    }
    return whole / largest < -1.0 && n->normalised ? -1.0 : whole / largest;
}
