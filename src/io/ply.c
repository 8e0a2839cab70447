// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// PLY: a head of text that lists elements and their properties, then their values as text or in binary of either byte order.
// Of vertices x, y, z, normals (nx, ny, nz), texture places (s and t, u and v, texture_u and texture_v), colours (red, green, blue:
// whole numbers in sRGB, or floats of linear light) and traits (amplitude, roughness, material, vegetation) are taken, of faces
// their corners; everything else is passed over. Polygons are cut into fans.
#include <math.h>
#include <string.h>

#include "core/srgb.h"
#include "io/mesh_file.h"

enum { NORMAL = 3, UV = 6, COLOUR = 8, TRAIT = 11, FIELDS = TRAIT + ORO_MESH_TRAITS }; ///< first of each, after x y z
enum { MOST_ELEMENTS = 16, MOST_PROPERTIES = 64 };
enum { TEXT, LITTLE, BIG };

typedef enum number { I8, U8, I16, U16, I32, U32, F32, F64, NUMBERS } number;

typedef struct property {
    number type;
    bool list;
    number count_type;
    int field; ///< of a vertex: its place in the list of fields; of a face: 0 for its corners; -1: passed over
} property;

typedef struct element {
    bool vertices, faces;
    uint64_t count;
    int properties;
    property property[MOST_PROPERTIES];
} element;

typedef struct ply {
    mesh_text text;
    int order;
    int elements;
    element element[MOST_ELEMENTS];
    uint32_t room; ///< triangles that there is memory for
    bool has[FIELDS];
    oro_mesh *out;
} ply;

static oro_status broken(const ply *p, const char *what) { return oro_mesh_text_fail(&p->text, "%s", what); }

// --- the head --------------------------------------------------------------------------------------------------------

static bool read_type(mesh_text *t, number *out) {
    static const char *const names[NUMBERS][2] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                                  {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                                  {"float", "float32"}, {"double", "float64"}};
    for (int i = 0; i < NUMBERS; i++)
        for (int k = 0; k < 2; k++)
            if (oro_mesh_text_more(t) && oro_mesh_text_word(t, names[i][k])) return *out = (number)i, true;
    return false;
}

/// Which of the words stands here; -1: none.
static int which_word(mesh_text *t, const char *const *words, int count) {
    for (int i = 0; oro_mesh_text_more(t) && i < count; i++)
        if (oro_mesh_text_word(t, words[i])) return i;
    return -1;
}

static oro_status read_property(ply *p) {
    static const char *const fields[] = {
        "x",    "y",         "z",         "nx",       "ny",         "nz", "s", "t",         "red",      "green",
        "blue", "amplitude", "roughness", "material", "vegetation", "u",  "v", "texture_u", "texture_v"};
    static const char *const corners[] = {"vertex_indices", "vertex_index"};
    mesh_text *t = &p->text;
    if (!p->elements) return broken(p, "a property stands before the first element");
    element *e = &p->element[p->elements - 1];
    if (e->properties == MOST_PROPERTIES) return broken(p, "an element has more than 64 properties");
    property *one = &e->property[e->properties++];
    one->list = oro_mesh_text_more(t) && oro_mesh_text_word(t, "list");
    if (one->list && (!read_type(t, &one->count_type) || one->count_type >= F32))
        return broken(p, "a list has no type that counts its items");
    if (!read_type(t, &one->type)) return broken(p, "a property has a type that is not known");
    one->field = -1;
    if (e->vertices && !one->list) {
        one->field = which_word(t, fields, FIELDS + 4);
        if (one->field >= FIELDS) one->field = UV + (one->field - FIELDS) % 2;
        if (one->field >= 0) p->has[one->field] = true;
    }
    if (e->faces && one->list && one->type < F32) one->field = which_word(t, corners, 2) >= 0 ? 0 : -1;
    return ORO_OK;
}

static oro_status read_element(ply *p) {
    mesh_text *t = &p->text;
    if (p->elements == MOST_ELEMENTS) return broken(p, "the file has more than 16 kinds of elements");
    element *e = &p->element[p->elements++];
    e->vertices = oro_mesh_text_more(t) && oro_mesh_text_word(t, "vertex");
    e->faces = !e->vertices && oro_mesh_text_more(t) && oro_mesh_text_word(t, "face");
    while (!oro_mesh_text_word_ends(t)) t->at++;
    if (!oro_mesh_text_more(t) || *t->at < '0' || *t->at > '9') return broken(p, "an element has no count");
    for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++)
        if (e->count <= MESH_FILE_MOST) e->count = e->count * 10 + (uint64_t)(*t->at - '0');
    if (e->count > MESH_FILE_MOST && (e->vertices || e->faces))
        return oro_mesh_text_fail(t, "the mesh is too large; %d vertices and as many triangles can be read",
                                  MESH_FILE_MOST);
    return ORO_OK;
}

static oro_status read_format(ply *p) {
    static const char *const orders[] = {"ascii", "binary_little_endian", "binary_big_endian"};
    p->order = which_word(&p->text, orders, 3);
    return p->order >= 0 ? ORO_OK : broken(p, "the format must be ascii, binary_little_endian or binary_big_endian");
}

static oro_status read_head(ply *p) {
    mesh_text *t = &p->text;
    oro_status status = ORO_OK;
    p->order = -1;
    if (!oro_mesh_text_more(t) || !oro_mesh_text_word(t, "ply")) return broken(p, "this is no PLY file");
    while (status == ORO_OK) {
        if (!oro_mesh_text_next_line(t)) return broken(p, "the head does not end; the file is truncated");
        if (!oro_mesh_text_more(t)) continue;
        if (oro_mesh_text_word(t, "end_header")) break;
        if (oro_mesh_text_word(t, "format"))
            status = read_format(p);
        else if (oro_mesh_text_word(t, "element"))
            status = read_element(p);
        else if (oro_mesh_text_word(t, "property"))
            status = read_property(p);
    }
    if (status == ORO_OK && p->order < 0) status = broken(p, "the head names no format");
    if (status == ORO_OK && !(p->has[0] && p->has[1] && p->has[2])) status = broken(p, "vertices have no x, y and z");
    const char *newline = status == ORO_OK ? memchr(t->at, '\n', (size_t)(t->end - t->at)) : NULL;
    if (status == ORO_OK && !newline) status = broken(p, "the file ends with its head");
    if (newline) t->at = newline + 1, t->line++;
    return status;
}

// --- values ----------------------------------------------------------------------------------------------------------

static const uint8_t sizes[NUMBERS] = {1, 1, 2, 2, 4, 4, 4, 8};

static double decode(number type, uint64_t bits) {
    float single;
    double wide;
    switch (type) {
    case I8: return (int8_t)bits;
    case I16: return (int16_t)bits;
    case I32: return (int32_t)bits;
    case F32: return memcpy(&single, &(uint32_t){(uint32_t)bits}, 4), (double)single;
    case F64: return memcpy(&wide, &bits, 8), wide;
    default: return (double)bits;
    }
}

/// The next value; false where there is none. Text may go on in the next line.
static bool read_value(ply *p, number type, double *out) {
    mesh_text *t = &p->text;
    if (p->order == TEXT) {
        float value;
        while (!oro_mesh_text_more(t))
            if (!oro_mesh_text_next_line(t)) return false;
        if (type >= F32) return oro_mesh_text_number(t, &value) ? (*out = (double)value, true) : false;
        bool minus = *t->at == '-';
        t->at += minus;
        const char *first = t->at;
        for (*out = 0; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++)
            if (*out < 1e15) *out = *out * 10 + (*t->at - '0');
        if (minus) *out = -*out;
        return t->at > first && oro_mesh_text_word_ends(t);
    }
    int size = sizes[type];
    if (t->end - t->at < size) return false;
    uint64_t bits = 0;
    for (int i = 0; i < size; i++)
        bits |= (uint64_t)(unsigned char)t->at[i] << 8 * (p->order == LITTLE ? i : size - 1 - i);
    t->at += size;
    *out = decode(type, bits);
    return true;
}

static oro_status ended(const ply *p) {
    return p->order == TEXT
               ? oro_mesh_text_fail(&p->text, "a number is missing or is none")
               : oro_fail(p->text.ctx, ORO_BAD_INPUT, p->text.name, "the file ends early; it is truncated");
}

/// Adds the corner `k` of a polygon; from the third on it makes triangles with the first and the one before.
static oro_status add_corner(ply *p, uint32_t k, double value, uint32_t fan[2]) {
    oro_mesh *m = p->out;
    if (!(value >= 0 && value < m->vertex_count))
        return oro_mesh_text_fail(&p->text, "a face names vertex %.0f, but there are %u", value, m->vertex_count);
    uint32_t corner = (uint32_t)value;
    if (k >= 2) {
        if (m->triangle_count == p->room) {
            uint64_t room = 2 * (uint64_t)p->room + 64;
            if (room > MESH_FILE_MOST)
                return oro_mesh_text_fail(&p->text, "the mesh has too many triangles; %d can be read", MESH_FILE_MOST);
            uint32_t *more = oro_alloc(p->text.ctx, room * 12);
            if (!more) return ORO_NO_MEMORY;
            if (m->triangle_count) memcpy(more, m->indices, (size_t)m->triangle_count * 12);
            oro_free(p->text.ctx, m->indices);
            m->indices = more;
            p->room = (uint32_t)room;
        }
        uint32_t *to = m->indices + 3 * (size_t)m->triangle_count++;
        to[0] = fan[0], to[1] = fan[1], to[2] = corner;
    }
    fan[k > 0] = corner;
    return ORO_OK;
}

static oro_status read_list(ply *p, const property *one) {
    double count, value;
    uint32_t fan[2] = {0};
    if (!read_value(p, one->count_type, &count)) return ended(p);
    if (count < 0 || (one->field >= 0 && count < 3))
        return oro_mesh_text_fail(&p->text, "a face has %.0f corners; it needs three or more", count);
    oro_status status = ORO_OK;
    for (uint32_t k = 0; (double)k < count && status == ORO_OK; k++) {
        if (!read_value(p, one->type, &value)) return ended(p);
        if (one->field >= 0) status = add_corner(p, k, value, fan);
    }
    return status;
}

/// A channel of a colour as light, 0 to 1. Bytes and shorts are steps of sRGB.
static float light_of(number type, double value) {
    double most = type == U8 ? 255.0 : type == U16 ? 65535.0 : 1.0;
    float share = value > 0 ? (value < most ? (float)(value / most) : 1.0f) : 0.0f;
    return type >= F32 ? share : oro_srgb_light(share);
}

static void keep_field(const oro_mesh *m, uint64_t vertex, const property *one, double value) {
    int field = one->field;
    if (field < NORMAL) m->positions[3 * vertex + (uint64_t)field] = (float)value;
    if (field >= NORMAL && field < UV && m->normals) m->normals[3 * vertex + (uint64_t)(field - NORMAL)] = (float)value;
    if (field >= UV && field < COLOUR && m->uvs) m->uvs[2 * vertex + (uint64_t)(field - UV)] = (float)value;
    if (field >= COLOUR && field < TRAIT && m->colours)
        m->colours[3 * vertex + (uint64_t)(field - COLOUR)] = light_of(one->type, value);
    if (field >= TRAIT && m->traits) m->traits[ORO_MESH_TRAITS * vertex + (uint64_t)(field - TRAIT)] = (float)value;
}

static oro_status read_one(ply *p, const element *e, uint64_t index) {
    oro_status status = ORO_OK;
    for (int k = 0; k < e->properties && status == ORO_OK; k++) {
        const property *one = &e->property[k];
        double value;
        if (one->list)
            status = read_list(p, one);
        else if (!read_value(p, one->type, &value))
            status = ended(p);
        else if (e->vertices && one->field >= 0)
            keep_field(p->out, index, one, value);
    }
    return status;
}

/// Memory for the vertices. A vertex takes at least a byte per property in the file, so a count that lies is seen first.
static oro_status make_room(ply *p, const element *e) {
    oro_context *ctx = p->text.ctx;
    oro_mesh *m = p->out;
    if (m->positions) return broken(p, "the file has two lists of vertices");
    if (e->count * (uint64_t)(e->properties ? e->properties : 1) > (uint64_t)(p->text.end - p->text.at))
        return ended(p);
    m->vertex_count = (uint32_t)e->count;
    size_t count = (size_t)e->count + 1;
    m->positions = oro_alloc(ctx, count * 12);
    const struct {
        int from, to;
        float **array;
    } optional[] = {
        {NORMAL, UV, &m->normals}, {UV, COLOUR, &m->uvs}, {COLOUR, TRAIT, &m->colours}, {TRAIT, FIELDS, &m->traits}};
    bool got = m->positions != NULL;
    for (size_t i = 0; got && i < sizeof optional / sizeof *optional; i++) {
        bool whole = true;
        for (int k = optional[i].from; k < optional[i].to; k++) whole &= p->has[k];
        if (!whole) continue;
        *optional[i].array = oro_alloc(ctx, count * (size_t)(optional[i].to - optional[i].from) * sizeof(float));
        got = *optional[i].array != NULL;
    }
    return got ? ORO_OK : ORO_NO_MEMORY;
}

static oro_status read_elements(ply *p) {
    oro_status status = ORO_OK;
    for (int i = 0; i < p->elements && status == ORO_OK; i++) {
        const element *e = &p->element[i];
        if (e->vertices) status = make_room(p, e);
        if (e->properties == 0) continue;
        for (uint64_t k = 0; k < e->count && status == ORO_OK; k++) status = read_one(p, e, k);
    }
    if (status == ORO_OK && !p->out->triangle_count)
        return oro_fail(p->text.ctx, ORO_BAD_INPUT, p->text.name, "the file has no faces, so no mesh");
    return status;
}

oro_status oro_ply_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out) {
    ply p = {.text = {.ctx = ctx, .name = name, .at = data, .end = data + length, .line = 1}, .out = out};
    *out = (oro_mesh){0};
    oro_status status = read_head(&p);
    if (status == ORO_OK) status = read_elements(&p);
    if (status != ORO_OK) oro_mesh_free(ctx, out);
    return status;
}
