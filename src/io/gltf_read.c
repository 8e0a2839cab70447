// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The triangles of a glTF scene as one mesh: every node's, where the transforms above it put them. Normals and texture places
// are kept where all of its meshes have them, and so are colours and traits. Two walks: one counts, one fills.
#include <math.h>
#include <string.h>

#include "io/gltf.h"
#include "io/gltf_file.h"

enum { DEEPEST = 64, MOST_NODES = 65536 };

/// An affine map: columns of three, the last its translation.
typedef struct affine {
    double m[12];
} affine;

typedef struct reading {
    gltf_file file;
    oro_mesh *out;
    uint64_t vertices, triangles; ///< so far
    bool fill;
    unsigned lacks; ///< of the arrays that oro_mesh_alloc() knows
    int visits;
} reading;

static oro_status broken(const reading *r, const char *what) {
    return oro_fail(r->file.ctx, ORO_BAD_INPUT, r->file.name, "%s", what);
}

// --- transforms ------------------------------------------------------------------------------------------------------

static affine times(const affine *a, const affine *b) {
    affine c;
    for (int col = 0; col < 4; col++)
        for (int row = 0; row < 3; row++) {
            double sum = col == 3 ? a->m[9 + row] : 0.0;
            for (int k = 0; k < 3; k++) sum += a->m[3 * k + row] * b->m[3 * col + k];
            c.m[3 * col + row] = sum;
        }
    return c;
}

/// Numbers of a member; false where it is something else. What is missing stays as it is.
static bool read_numbers(const oro_json *node, const char *key, size_t count, double *out) {
    const oro_json *list = oro_json_get(node, key);
    if (!list) return true;
    for (size_t i = 0; i < count; i++) {
        const oro_json *value = oro_json_at(list, i);
        if (list->count != count || !value || value->type != ORO_JSON_NUMBER) return false;
        out[i] = value->number;
    }
    return true;
}

static bool own_transform(const oro_json *node, affine *out) {
    double t[3] = {0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    if (oro_json_get(node, "matrix")) {
        if (!read_numbers(node, "matrix", 16, m)) return false;
        for (int col = 0; col < 4; col++)
            for (int row = 0; row < 3; row++) out->m[3 * col + row] = m[4 * col + row];
        return true;
    }
    if (!read_numbers(node, "translation", 3, t) || !read_numbers(node, "rotation", 4, q) ||
        !read_numbers(node, "scale", 3, s))
        return false;
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double r[9] = {1 - 2 * (y * y + z * z), 2 * (x * y + z * w),     2 * (x * z - y * w),
                         2 * (x * y - z * w),     1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
                         2 * (x * z + y * w),     2 * (y * z - x * w),     1 - 2 * (x * x + y * y)};
    for (int i = 0; i < 9; i++) out->m[i] = r[i] * s[i / 3];
    memcpy(out->m + 9, t, sizeof t);
    return true;
}

/// The matrix of cofactors: what normals are turned by. Returns the determinant.
static double cofactors(const affine *a, double c[9]) {
    for (int col = 0; col < 3; col++)
        for (int row = 0; row < 3; row++) {
            int p = (col + 1) % 3, q = (col + 2) % 3, u = (row + 1) % 3, v = (row + 2) % 3;
            c[3 * col + row] = a->m[3 * p + u] * a->m[3 * q + v] - a->m[3 * p + v] * a->m[3 * q + u];
        }
    return a->m[0] * c[0] + a->m[1] * c[1] + a->m[2] * c[2];
}

// --- one primitive ---------------------------------------------------------------------------------------------------

typedef struct primitive {
    gltf_numbers positions, normals, uvs, colours, traits[ORO_MESH_TRAITS], corners;
    bool has_corners;
    unsigned lacks;
} primitive;

static oro_status find_array(reading *r, const oro_json *object, const char *key, int size, gltf_numbers *out,
                             bool *has) {
    uint64_t index;
    *has = oro_json_get(object, key) != NULL;
    if (!*has) return ORO_OK;
    if (!oro_gltf_whole(object, key, 0, UINT32_MAX, &index)) return broken(r, "an array of the mesh has no number");
    return oro_gltf_find(&r->file, index, size, out);
}

/// An array per vertex that need not be there: `array` is its bit.
static oro_status find_optional(reading *r, const oro_json *attributes, const char *key, int size, unsigned array,
                                primitive *p, gltf_numbers *out) {
    bool has;
    oro_status status = find_array(r, attributes, key, size, out, &has);
    if (status == ORO_OK && has && out->count != p->positions.count)
        return oro_fail(r->file.ctx, ORO_BAD_INPUT, r->file.name, "%s has %llu items, but there are %llu vertices", key,
                        (unsigned long long)out->count, (unsigned long long)p->positions.count);
    if (!has) p->lacks |= array;
    return status;
}

/// Colours have three channels, or four, of which the last is not read.
static int channels_of(const reading *r, const oro_json *attributes) {
    uint64_t index;
    if (!oro_gltf_whole(attributes, "COLOR_0", 0, UINT32_MAX, &index)) return 3;
    const oro_json *type = oro_json_get(oro_json_at(oro_json_get(r->file.root, "accessors"), (size_t)index), "type");
    return type && type->type == ORO_JSON_STRING && strcmp(type->text, "VEC4") == 0 ? 4 : 3;
}

static oro_status find_primitive(reading *r, const oro_json *json, primitive *p) {
    const oro_json *attributes = oro_json_get(json, "attributes");
    uint64_t mode;
    bool has;
    if (!oro_gltf_whole(json, "mode", 4, 6, &mode) || mode != 4)
        return broken(r, "the mesh has lines, points or strips; only triangles (mode 4) are read");
    oro_status status = find_array(r, attributes, "POSITION", 3, &p->positions, &has);
    if (status == ORO_OK && !has) status = broken(r, "a mesh has no positions");
    if (status == ORO_OK) status = find_optional(r, attributes, "NORMAL", 3, ORO_MESH_NORMALS, p, &p->normals);
    if (status == ORO_OK) status = find_optional(r, attributes, "TEXCOORD_0", 2, ORO_MESH_UVS, p, &p->uvs);
    if (status == ORO_OK)
        status = find_optional(r, attributes, "COLOR_0", channels_of(r, attributes), ORO_MESH_COLOURS, p, &p->colours);
    for (int i = 0; i < ORO_MESH_TRAITS && status == ORO_OK; i++)
        status = find_optional(r, attributes, oro_gltf_trait_names[i], 1, ORO_MESH_WITH_TRAITS, p, &p->traits[i]);
    if (status == ORO_OK) status = find_array(r, json, "indices", 1, &p->corners, &p->has_corners);
    if (status != ORO_OK) return status;
    uint64_t corners = p->has_corners ? p->corners.count : p->positions.count;
    if (corners % 3) return broken(r, "the corners of a mesh are not three per triangle");
    return ORO_OK;
}

static void put_vertices(const reading *r, const primitive *p, const affine *at, const double turn[9], double sign) {
    const oro_mesh *m = r->out;
    for (uint64_t i = 0; i < p->positions.count; i++) {
        double v[3], n[3], length = 0.0;
        for (int k = 0; k < 3; k++) v[k] = oro_gltf_number(&p->positions, i, k);
        for (int k = 0; k < 3; k++)
            m->positions[3 * (r->vertices + i) + (uint64_t)k] =
                (float)(at->m[k] * v[0] + at->m[3 + k] * v[1] + at->m[6 + k] * v[2] + at->m[9 + k]);
        for (int k = 0; m->normals && k < 3; k++) v[k] = oro_gltf_number(&p->normals, i, k);
        for (int k = 0; m->normals && k < 3; k++) {
            n[k] = sign * (turn[k] * v[0] + turn[3 + k] * v[1] + turn[6 + k] * v[2]);
            length += n[k] * n[k];
        }
        for (int k = 0; m->normals && k < 3; k++)
            m->normals[3 * (r->vertices + i) + (uint64_t)k] = length > 0 ? (float)(n[k] / sqrt(length)) : 0.0f;
        for (int k = 0; m->uvs && k < 2; k++) { // v runs downwards in the file
            double uv = oro_gltf_number(&p->uvs, i, k);
            m->uvs[2 * (r->vertices + i) + (uint64_t)k] = (float)(k ? 1.0 - uv : uv);
        }
        for (int k = 0; m->colours && k < 3; k++)
            m->colours[3 * (r->vertices + i) + (uint64_t)k] = (float)oro_gltf_number(&p->colours, i, k);
        for (int k = 0; m->traits && k < ORO_MESH_TRAITS; k++)
            m->traits[ORO_MESH_TRAITS * (r->vertices + i) + (uint64_t)k] = (float)oro_gltf_number(&p->traits[k], i, 0);
    }
}

static oro_status put_corners(const reading *r, const primitive *p, uint64_t corners, bool mirrored) {
    uint32_t *to = r->out->indices + 3 * r->triangles;
    for (uint64_t i = 0; i < corners; i++) {
        double corner = p->has_corners ? oro_gltf_number(&p->corners, i, 0) : (double)i;
        if (!(corner >= 0 && corner < (double)p->positions.count))
            return oro_fail(r->file.ctx, ORO_BAD_INPUT, r->file.name,
                            "a triangle names vertex %.0f, but there are %llu", corner,
                            (unsigned long long)p->positions.count);
        // A mirror turns triangles inside out: their corners run the other way then.
        to[mirrored && i % 3 ? i - i % 3 + 3 - i % 3 : i] = (uint32_t)(r->vertices + (uint64_t)corner);
    }
    return ORO_OK;
}

static oro_status take_primitive(reading *r, const oro_json *json, const affine *at) {
    primitive p = {0};
    oro_status status = find_primitive(r, json, &p);
    if (status != ORO_OK) return status;
    uint64_t corners = p.has_corners ? p.corners.count : p.positions.count;
    r->lacks |= p.lacks;
    if (r->fill) {
        double turn[9], determinant = cofactors(at, turn);
        put_vertices(r, &p, at, turn, determinant < 0 ? -1.0 : 1.0);
        status = put_corners(r, &p, corners, determinant < 0);
    }
    r->vertices += p.positions.count;
    r->triangles += corners / 3;
    if (r->vertices > MESH_FILE_MOST || r->triangles > MESH_FILE_MOST)
        return oro_fail(r->file.ctx, ORO_BAD_INPUT, r->file.name,
                        "the mesh is too large; %d vertices and as many triangles can be read", MESH_FILE_MOST);
    return status;
}

// --- the walk --------------------------------------------------------------------------------------------------------

static oro_status take_mesh(reading *r, const oro_json *node, const affine *at) {
    uint64_t index;
    if (!oro_json_get(node, "mesh")) return ORO_OK;
    if (!oro_gltf_whole(node, "mesh", 0, UINT32_MAX, &index)) return broken(r, "a node names a mesh by no number");
    const oro_json *mesh = oro_json_at(oro_json_get(r->file.root, "meshes"), (size_t)index);
    const oro_json *primitives = oro_json_get(mesh, "primitives");
    if (!primitives) return broken(r, "a node names a mesh that is not there");
    oro_status status = ORO_OK;
    for (size_t i = 0; i < primitives->count && status == ORO_OK; i++)
        status = take_primitive(r, primitives->items[i], at);
    return status;
}

static oro_status take_nodes(reading *r, const oro_json *list, const affine *above, int depth) {
    oro_status status = ORO_OK;
    if (depth > DEEPEST) return broken(r, "nodes lie in each other more than 64 deep, or in a circle");
    for (size_t i = 0; list && i < list->count && status == ORO_OK; i++) {
        const oro_json *number = list->items[i];
        bool whole = number->type == ORO_JSON_NUMBER && number->number >= 0 && number->number <= UINT32_MAX;
        const oro_json *node = whole ? oro_json_at(oro_json_get(r->file.root, "nodes"), (size_t)number->number) : NULL;
        affine own, all;
        if (!node) return broken(r, "a node is named that is not there");
        if (++r->visits > MOST_NODES) return broken(r, "the scene has more than 65536 nodes, or nodes in a circle");
        if (!own_transform(node, &own)) return broken(r, "the transform of a node is no list of numbers");
        all = times(above, &own);
        status = take_mesh(r, node, &all);
        if (status == ORO_OK) status = take_nodes(r, oro_json_get(node, "children"), &all, depth + 1);
    }
    return status;
}

static oro_status walk(reading *r) {
    const affine none = {{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}};
    uint64_t scene;
    if (!oro_gltf_whole(r->file.root, "scene", 0, UINT32_MAX, &scene)) return broken(r, "the scene has no number");
    const oro_json *nodes = oro_json_get(oro_json_at(oro_json_get(r->file.root, "scenes"), (size_t)scene), "nodes");
    r->vertices = r->triangles = 0;
    r->visits = 0;
    oro_status status = take_nodes(r, nodes, &none, 0);
    if (status == ORO_OK && !r->triangles) status = broken(r, "the scene has no triangles, so no mesh");
    return status;
}

oro_status oro_gltf_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out) {
    reading r = {.out = out};
    *out = (oro_mesh){0};
    oro_status status = oro_gltf_open(&r.file, ctx, name, data, length);
    if (status == ORO_OK) status = walk(&r);
    if (status == ORO_OK) {
        out->vertex_count = (uint32_t)r.vertices;
        out->triangle_count = (uint32_t)r.triangles;
        const unsigned all = ORO_MESH_NORMALS | ORO_MESH_UVS | ORO_MESH_COLOURS | ORO_MESH_WITH_TRAITS;
        status = oro_mesh_alloc(ctx, out, all & ~r.lacks);
    }
    r.fill = true;
    if (status == ORO_OK) status = walk(&r);
    oro_gltf_close(&r.file);
    if (status != ORO_OK) oro_mesh_free(ctx, out);
    return status;
}
