// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Wavefront OBJ: v, vt, vn and f lines; everything else (names, groups, materials, lines, curves) is passed over. Faces of
// more than three corners are cut into a fan, which is exact where they are convex. An OBJ corner names a position, a
// texture place and a normal apart; each distinct triple becomes one vertex, numbered as faces first use it. Two passes over
// the text: one counts, so that memory is bounded by the length of the file, one reads.
#include "mesh_file.h"

#include <string.h>

typedef struct obj {
    mesh_text text;
    uint32_t positions, uvs, normals;             ///< lines seen so far
    uint32_t all_positions, all_uvs, all_normals; ///< in the whole file
    uint32_t triangles;
    float *position, *uv, *normal;
    oro_triples corners;       ///< position, uv and normal, counted from 1; 0: not given
    bool bare_uv, bare_normal; ///< some corner does without
    oro_mesh *out;
} obj;

typedef enum statement { OTHER, POSITION, UV, NORMAL, FACE } statement;

static statement statement_of(mesh_text *t) {
    if (!oro_mesh_text_more(t)) return OTHER;
    if (oro_mesh_text_word(t, "v")) return POSITION;
    if (oro_mesh_text_word(t, "vt")) return UV;
    if (oro_mesh_text_word(t, "vn")) return NORMAL;
    return oro_mesh_text_word(t, "f") ? FACE : OTHER;
}

/// Passes what stands here up to the next blank, at least a character.
static void pass_word(mesh_text *t) {
    do t->at++;
    while (!oro_mesh_text_word_ends(t));
}

/// Is there a corner here? A comment may follow the last one.
static bool more_corners(mesh_text *t) { return oro_mesh_text_more(t) && *t->at != '#'; }

static oro_status count_face(obj *o) {
    uint32_t corners = 0;
    for (; more_corners(&o->text); corners++) {
        if (corners > MESH_FILE_MOST) break;
        pass_word(&o->text);
    }
    if (corners < 3) return oro_mesh_text_fail(&o->text, "a face has %u corners; it needs three or more", corners);
    o->triangles += corners - 2;
    return ORO_OK;
}

static oro_status count(obj *o) {
    mesh_text *t = &o->text;
    do {
        statement what = statement_of(t);
        oro_status status = what == FACE ? count_face(o) : ORO_OK;
        if (status != ORO_OK) return status;
        o->all_positions += what == POSITION;
        o->all_uvs += what == UV;
        o->all_normals += what == NORMAL;
        if (o->all_positions > MESH_FILE_MOST || o->all_uvs > MESH_FILE_MOST || o->all_normals > MESH_FILE_MOST ||
            o->triangles > MESH_FILE_MOST)
            return oro_mesh_text_fail(t, "the mesh is too large; %d vertices and as many triangles can be read",
                                      MESH_FILE_MOST);
    } while (oro_mesh_text_next_line(t));
    if (!o->triangles)
        return oro_fail(t->ctx, ORO_BAD_INPUT, t->name, "the file has no faces (lines that start with f), so no mesh");
    return ORO_OK;
}

static oro_status read_numbers(obj *o, const char *what, int least, int most, float *to) {
    for (int i = 0; i < most; i++) {
        to[i] = 0.0f;
        if (i >= least && !more_corners(&o->text)) continue;
        if (!oro_mesh_text_number(&o->text, &to[i]))
            return oro_mesh_text_fail(&o->text, "number %d of the line \"%s\" is missing or is none", i + 1, what);
    }
    return ORO_OK;
}

/// One index of a corner, from 1 (or from -1, the last before this line). `seen` have come, `all` are in the file.
static oro_status read_index(obj *o, const char *what, uint32_t seen, uint32_t all, uint32_t *index) {
    mesh_text *t = &o->text;
    bool back = t->at < t->end && *t->at == '-';
    t->at += back;
    int64_t value = 0;
    const char *first = t->at;
    for (; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++)
        if (value <= MESH_FILE_MOST) value = value * 10 + (*t->at - '0');
    if (t->at == first) return oro_mesh_text_fail(t, "a corner of the face has no number where its %s should be", what);
    int64_t resolved = back ? (int64_t)seen + 1 - value : value;
    if (value < 1 || resolved < 1 || resolved > all)
        return oro_mesh_text_fail(t, "a corner names %s %s%lld, but there are %u", what, back ? "-" : "",
                                  (long long)value, back ? seen : all);
    *index = (uint32_t)resolved;
    return ORO_OK;
}

/// v, v/t, v//n or v/t/n.
static oro_status read_corner(obj *o, uint32_t *vertex) {
    mesh_text *t = &o->text;
    uint32_t key[3] = {0};
    oro_status status = read_index(o, "position", o->positions, o->all_positions, &key[0]);
    if (status == ORO_OK && t->at < t->end && *t->at == '/') {
        t->at++;
        bool skipped = t->at < t->end && *t->at == '/';
        if (!skipped) status = read_index(o, "texture place", o->uvs, o->all_uvs, &key[1]);
        if (status == ORO_OK && t->at < t->end && *t->at == '/') {
            t->at++;
            status = read_index(o, "normal", o->normals, o->all_normals, &key[2]);
        }
    }
    if (status != ORO_OK) return status;
    if (!oro_mesh_text_word_ends(t))
        return oro_mesh_text_fail(
            t, "a corner of the face does not end where it should; corners look like 7, 7/2 or 7/2/5");
    o->bare_uv |= !key[1];
    o->bare_normal |= !key[2];
    return oro_triples_add(t->ctx, &o->corners, key, vertex);
}

static oro_status read_face(obj *o) {
    uint32_t first = 0, before = 0, here = 0;
    for (uint32_t n = 0; more_corners(&o->text); n++) {
        oro_status status = read_corner(o, &here);
        if (status != ORO_OK) return status;
        if (n == 0) first = here;
        if (n >= 2) {
            uint32_t *corner = o->out->indices + 3 * (size_t)o->triangles++;
            corner[0] = first, corner[1] = before, corner[2] = here;
        }
        before = here;
    }
    return ORO_OK;
}

static oro_status read_lines(obj *o) {
    oro_status status = ORO_OK;
    do {
        switch (statement_of(&o->text)) {
        case POSITION: status = read_numbers(o, "v", 3, 3, o->position + 3 * (size_t)o->positions++); break;
        case UV: status = read_numbers(o, "vt", 1, 2, o->uv + 2 * (size_t)o->uvs++); break;
        case NORMAL: status = read_numbers(o, "vn", 3, 3, o->normal + 3 * (size_t)o->normals++); break;
        case FACE: status = read_face(o); break;
        case OTHER: break;
        }
    } while (status == ORO_OK && oro_mesh_text_next_line(&o->text));
    return status;
}

/// Memory for what was counted; what the file has none of gets none.
static oro_status make_room(obj *o) {
    oro_context *ctx = o->text.ctx;
    o->out->indices = oro_alloc(ctx, (size_t)o->triangles * 3 * sizeof(uint32_t));
    o->position = oro_alloc(ctx, ((size_t)o->all_positions + 1) * 3 * sizeof(float));
    o->uv = oro_alloc(ctx, ((size_t)o->all_uvs + 1) * 2 * sizeof(float));
    o->normal = oro_alloc(ctx, ((size_t)o->all_normals + 1) * 3 * sizeof(float));
    return o->out->indices && o->position && o->uv && o->normal ? ORO_OK : ORO_NO_MEMORY;
}

/// The vertices, now that all corners are known.
static oro_status gather(obj *o) {
    oro_context *ctx = o->text.ctx;
    oro_mesh *m = o->out;
    m->vertex_count = o->corners.count;
    m->triangle_count = o->triangles;
    m->positions = oro_alloc(ctx, (size_t)m->vertex_count * 3 * sizeof(float));
    if (!o->bare_uv) m->uvs = oro_alloc(ctx, (size_t)m->vertex_count * 2 * sizeof(float));
    if (!o->bare_normal) m->normals = oro_alloc(ctx, (size_t)m->vertex_count * 3 * sizeof(float));
    if (!m->positions || (!o->bare_uv && !m->uvs) || (!o->bare_normal && !m->normals)) return ORO_NO_MEMORY;
    for (size_t i = 0; i < m->vertex_count; i++) {
        const uint32_t *key = o->corners.keys + 3 * i;
        memcpy(m->positions + 3 * i, o->position + 3 * ((size_t)key[0] - 1), 3 * sizeof(float));
        if (m->uvs) memcpy(m->uvs + 2 * i, o->uv + 2 * ((size_t)key[1] - 1), 2 * sizeof(float));
        if (m->normals) memcpy(m->normals + 3 * i, o->normal + 3 * ((size_t)key[2] - 1), 3 * sizeof(float));
    }
    return ORO_OK;
}

oro_status oro_obj_read(oro_context *ctx, const char *name, const char *data, size_t length, oro_mesh *out) {
    mesh_text start = {.ctx = ctx, .name = name, .at = data, .end = data + length, .line = 1};
    obj o = {.text = start, .out = out};
    *out = (oro_mesh){0};
    oro_status status = count(&o);
    if (status == ORO_OK) status = make_room(&o);
    o.text = start;
    o.triangles = 0;
    if (status == ORO_OK) status = read_lines(&o);
    if (status == ORO_OK) status = gather(&o);
    oro_triples_free(ctx, &o.corners);
    oro_free(ctx, o.position);
    oro_free(ctx, o.uv);
    oro_free(ctx, o.normal);
    if (status != ORO_OK) oro_mesh_free(ctx, out);
    return status;
}
