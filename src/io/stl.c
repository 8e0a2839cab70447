// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// STL, binary (80 bytes of anything, a count, 50 bytes per triangle) and text ("solid", then three "vertex" lines a
// triangle). The format repeats every vertex in every triangle; equal positions become one vertex again. The normals it
// holds are those of the facets and say nothing new, so they are left out. A file is binary if its length fits its count.
#include "mesh_file.h"

#include <string.h>

enum { HEADER = 84, RECORD = 50 };

typedef struct stl {
    oro_context *ctx;
    oro_triples places;
    oro_mesh *out;
} stl;

static uint32_t load_word(const char *at) {
    const unsigned char *b = (const unsigned char *)at;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static oro_status make_room(stl *s, uint64_t triangles, const char *name) {
    if (triangles < 1) return oro_fail(s->ctx, ORO_BAD_INPUT, name, "the file has no triangles");
    if (triangles > MESH_FILE_MOST)
        return oro_fail(s->ctx, ORO_BAD_INPUT, name, "the file has %llu triangles; %d can be read",
                        (unsigned long long)triangles, MESH_FILE_MOST);
    s->out->indices = oro_alloc(s->ctx, (size_t)triangles * 3 * sizeof(uint32_t));
    s->out->triangle_count = (uint32_t)triangles;
    return s->out->indices ? ORO_OK : ORO_NO_MEMORY;
}

static oro_status put_corner(stl *s, size_t corner, const float *position) {
    uint32_t key[3];
    oro_triple_of_position(position, key);
    return oro_triples_add(s->ctx, &s->places, key, &s->out->indices[corner]);
}

static oro_status read_binary(stl *s, const char *name, const char *data) {
    oro_status status = make_room(s, load_word(data + 80), name);
    for (size_t i = 0; status == ORO_OK && i < s->out->triangle_count; i++)
        for (size_t k = 0; k < 3 && status == ORO_OK; k++) {
            const char *at = data + HEADER + i * RECORD + 12 * (k + 1); // the facet's normal comes first
            uint32_t words[3] = {load_word(at), load_word(at + 4), load_word(at + 8)};
            float position[3];
            memcpy(position, words, sizeof position);
            status = put_corner(s, 3 * i + k, position);
        }
    return status;
}

static uint64_t count_vertices(mesh_text t) {
    uint64_t count = 0;
    do count += oro_mesh_text_more(&t) && oro_mesh_text_word(&t, "vertex");
    while (oro_mesh_text_next_line(&t));
    return count;
}

static oro_status read_text(stl *s, const char *name, const char *data, size_t length) {
    mesh_text t = {.ctx = s->ctx, .name = name, .at = data, .end = data + length, .line = 1};
    uint64_t vertices = count_vertices(t);
    if (vertices % 3)
        return oro_fail(s->ctx, ORO_BAD_INPUT, name, "the file has %llu vertices, which is not three per triangle",
                        (unsigned long long)vertices);
    oro_status status = make_room(s, vertices / 3, name);
    size_t corner = 0;
    while (status == ORO_OK && corner < vertices) {
        float position[3];
        if (oro_mesh_text_more(&t) && oro_mesh_text_word(&t, "vertex")) {
            for (int k = 0; k < 3 && status == ORO_OK; k++)
                if (!oro_mesh_text_number(&t, &position[k]))
                    status = oro_mesh_text_fail(&t, "number %d of the vertex is missing or is none", k + 1);
            if (status == ORO_OK) status = put_corner(s, corner++, position);
        }
        oro_mesh_text_next_line(&t);
    }
    return status;
}

static oro_status read_either(stl *s, const char *name, const char *data, size_t length) {
    uint64_t claimed = length >= HEADER ? (uint64_t)load_word(data + 80) * RECORD + HEADER : 0;
    if (claimed == length && length) return read_binary(s, name, data);
    mesh_text start = {.ctx = s->ctx, .name = name, .at = data, .end = data + length, .line = 1};
    if (oro_mesh_text_more(&start) && oro_mesh_text_word(&start, "solid")) return read_text(s, name, data, length);
    if (claimed > length)
        return oro_fail(s->ctx, ORO_BAD_INPUT, name,
                        "the file has %zu bytes, but its triangles need %llu; it is truncated", length,
                        (unsigned long long)claimed);
    return oro_fail(s->ctx, ORO_BAD_INPUT, name, "this is no STL file, neither binary nor text");
}

oro_status oro_stl_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out) {
    stl s = {.ctx = ctx, .out = out};
    *out = (oro_mesh){0};
    oro_status status = read_either(&s, name, data, length);
    if (status == ORO_OK) {
        out->vertex_count = s.places.count;
        out->positions = oro_alloc(ctx, (size_t)s.places.count * 3 * sizeof(float));
        if (out->positions) memcpy(out->positions, s.places.keys, (size_t)s.places.count * 3 * sizeof(float));
        status = out->positions ? ORO_OK : ORO_NO_MEMORY;
    }
    oro_triples_free(ctx, &s.places);
    if (status != ORO_OK) oro_mesh_free(ctx, out);
    return status;
}
