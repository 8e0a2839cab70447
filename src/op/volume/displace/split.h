// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A surface of shared vertices whose long edges are halved until they are as short as wanted. Whether an edge is halved is a
// question to the edge alone, so that the triangles on both sides of it agree and no crack opens; then a triangle with one, two
// or three halved edges becomes two, three or four. Where an edge of a triangle is halved its longest is too (Rivara 1984), which
// keeps triangles from getting thinner from round to round. Surfaces keep their pieces, holes and handles.
//
// 72 bytes per vertex, 12 per triangle and 40 more per triangle while a round goes on, on one thread.
#ifndef ORO_OP_DISPLACE_SPLIT_H
#define ORO_OP_DISPLACE_SPLIT_H

#include "core/cell.h"
#include "core/mesh.h"
#include "mesh/normals.h"
#include "run/run.h"

#include <math.h>
#include <string.h>

/// What a vertex has: a row of floats. All but the last are means of the ends' where an edge is halved.
enum {
    SKIN_PLACE = 0,   ///< x y z
    SKIN_OUT = 3,     ///< x y z, unit: the way it is moved; 0 0 0 where no triangle has an area
    SKIN_BULGE = 6,   ///< curvature of a bump and of a hollow there, per metre
    SKIN_UV = 8,      ///< u v
    SKIN_COLOUR = 10, ///< r g b
    SKIN_TRAITS = 13,
    SKIN_WANTED = SKIN_TRAITS + ORO_MESH_TRAITS, ///< edges longer than this are halved
    SKIN_ROW
};

typedef struct skin {
    uint32_t vertices, triangles;
    float *rows;       ///< SKIN_ROW floats per vertex
    uint32_t *corners; ///< three per triangle
} skin;

/// Edges longer than this, metres, are wanted no longer where a vertex has these traits.
typedef float skin_wanted_fn(const void *user, const float *traits);

static inline float *skin_row(const skin *s, uint32_t vertex) { return s->rows + (size_t)vertex * SKIN_ROW; }

static inline float skin_length2(const float *a, const float *b) {
    float x = b[0] - a[0], y = b[1] - a[1], z = b[2] - a[2];
    return x * x + y * y + z * z;
}

// --- edges ---------------------------------------------------------------------------------------------------------------

typedef struct skin_edges {
    uint32_t count;
    uint32_t *of_side; ///< the edge of each side of a triangle: from corner k to the next
    uint32_t *ends;    ///< two vertices per edge, the lower first
    uint32_t *middle;  ///< the vertex that halves it; 0: none
} skin_edges;

/// Numbers the edges: sides by their lower vertex (a counting sort), then those with the same higher one.
static inline oro_status skin_find_edges(oro_run *r, const skin *s, skin_edges *e) {
    size_t sides = 3 * (size_t)s->triangles;
    uint32_t *first = oro_scratch(r, ((size_t)s->vertices + 2) * sizeof *first);
    uint32_t *order = first ? oro_scratch(r, (sides + 1) * sizeof *order) : NULL;
    e->of_side = order ? oro_scratch(r, (sides + 1) * sizeof *e->of_side) : NULL;
    e->ends = e->of_side ? oro_scratch(r, (2 * sides + 1) * sizeof *e->ends) : NULL;
    if (!e->ends) return ORO_NO_MEMORY;
    memset(first, 0, ((size_t)s->vertices + 2) * sizeof *first);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < sides; i++) {
            uint32_t from = s->corners[i], to = s->corners[i % 3 == 2 ? i - 2 : i + 1], low = from < to ? from : to;
            if (pass == 0)
                first[low + 2]++;
            else
                order[first[low + 1]++] = (uint32_t)i;
        }
        for (uint32_t v = 0; pass == 0 && v < s->vertices; v++) first[v + 2] += first[v + 1];
    }
    e->count = 0;
    for (uint32_t v = 0; v < s->vertices; v++) {
        uint32_t begin = e->count;
        for (uint32_t k = first[v]; k < first[v + 1]; k++) {
            size_t i = order[k];
            uint32_t from = s->corners[i], to = s->corners[i % 3 == 2 ? i - 2 : i + 1], high = from < to ? to : from;
            uint32_t edge = begin;
            while (edge < e->count && e->ends[2 * (size_t)edge + 1] != high) edge++;
            if (edge == e->count) {
                e->ends[2 * (size_t)edge] = v, e->ends[2 * (size_t)edge + 1] = high;
                e->count++;
            }
            e->of_side[i] = edge;
        }
    }
    e->middle = oro_scratch(r, ((size_t)e->count + 1) * sizeof *e->middle);
    return e->middle ? ORO_OK : ORO_NO_MEMORY;
}

/// The longest side of a triangle. Of two as long, the one whose edge has the lower number: both its triangles agree.
static inline uint32_t skin_longest(const skin *s, const skin_edges *e, size_t triangle) {
    uint32_t best = 0;
    float most = -1.0f;
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t edge = e->of_side[3 * triangle + k];
        float length = skin_length2(skin_row(s, e->ends[2 * (size_t)edge]), skin_row(s, e->ends[2 * (size_t)edge + 1]));
        if (length > most || (length == most && edge < best)) most = length, best = edge;
    }
    return best;
}

/// Marks what is halved in this round; returns how many edges are. The set is the smallest that holds the long edges and, with
/// any edge of a triangle, its longest: the order of the search does not show.
static inline uint32_t skin_mark(const skin *s, skin_edges *e) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->count; i++) {
        const float *a = skin_row(s, e->ends[2 * (size_t)i]), *b = skin_row(s, e->ends[2 * (size_t)i + 1]);
        float wanted = oro_min(a[SKIN_WANTED], b[SKIN_WANTED]);
        e->middle[i] = skin_length2(a, b) > wanted * wanted;
        count += e->middle[i];
    }
    for (uint32_t before = 0; count != before;) {
        before = count;
        for (size_t t = 0; t < s->triangles; t++) {
            const uint32_t *side = e->of_side + 3 * t;
            if (!(e->middle[side[0]] | e->middle[side[1]] | e->middle[side[2]])) continue;
            uint32_t longest = skin_longest(s, e, t);
            count += !e->middle[longest];
            e->middle[longest] = 1;
        }
    }
    return count;
}

// --- halves --------------------------------------------------------------------------------------------------------------

/// The vertex in the middle of an edge: on the curve that leaves both ends at right angles to their normals, `round` of the way
/// there from the straight line (the middle of the cubic of Vlachos et al. 2001).
static inline void skin_halve(const float *a, const float *b, float round, float *out) {
    for (int i = 0; i < SKIN_WANTED; i++) out[i] = 0.5f * (a[i] + b[i]);
    float along_a = 0.0f, along_b = 0.0f;
    for (int i = 0; i < 3; i++) {
        along_a += (b[i] - a[i]) * a[SKIN_OUT + i];
        along_b += (a[i] - b[i]) * b[SKIN_OUT + i];
    }
    for (int i = 0; i < 3; i++) out[i] -= 0.125f * round * (along_a * a[SKIN_OUT + i] + along_b * b[SKIN_OUT + i]);
    mesh_unit(out + SKIN_OUT);
}

/// A triangle and the vertices in the middle of its sides, 0 for none, as one to four triangles; returns how many.
static inline uint32_t skin_cut(const skin *s, const uint32_t c[3], const uint32_t m[3], uint32_t *out) {
    uint32_t halved = (m[0] != 0) + (m[1] != 0) + (m[2] != 0), k = 0;
    if (halved == 0) {
        memcpy(out, c, 3 * sizeof *out);
    } else if (halved == 3) {
        const uint32_t four[12] = {c[0], m[0], m[2], m[0], c[1], m[1], m[2], m[1], c[2], m[0], m[1], m[2]};
        memcpy(out, four, sizeof four);
    } else if (halved == 1) {
        while (!m[k]) k++;
        const uint32_t two[6] = {c[k], m[k], c[(k + 2) % 3], m[k], c[(k + 1) % 3], c[(k + 2) % 3]};
        memcpy(out, two, sizeof two);
    } else {
        while (m[k])
            k++; // the whole side, from a to b; the corner opposite is cut off, and the rest along its shorter diagonal
        uint32_t a = c[k], b = c[(k + 1) % 3], top = c[(k + 2) % 3], right = m[(k + 1) % 3], left = m[(k + 2) % 3];
        bool from_a =
            skin_length2(skin_row(s, a), skin_row(s, right)) <= skin_length2(skin_row(s, b), skin_row(s, left));
        const uint32_t three[9] = {left, right, top, a, b, from_a ? right : left, from_a ? a : b, right, left};
        memcpy(out, three, sizeof three);
    }
    return halved + 1;
}

static inline oro_status skin_too_many(oro_run *r, uint32_t most) {
    return oro_refuse(r, "edge", "the mesh would have more than %u triangles; let its edges be longer", most);
}

/// One round; `halved` says how many edges were.
static inline oro_status skin_round(oro_run *r, skin *s, float round, uint32_t most, skin_wanted_fn *wanted,
                                    const void *user, uint32_t *halved) {
    skin_edges e;
    oro_status status = skin_find_edges(r, s, &e);
    if (status != ORO_OK) return status;
    *halved = skin_mark(s, &e);
    if (*halved == 0) return ORO_OK;
    uint64_t triangles = s->triangles;
    for (size_t i = 0; i < 3 * (size_t)s->triangles; i++) triangles += e.middle[e.of_side[i]];
    if (triangles > most || (uint64_t)s->vertices + *halved > most) return skin_too_many(r, most);
    skin to = {.vertices = s->vertices + *halved};
    to.rows = oro_scratch(r, (size_t)to.vertices * SKIN_ROW * sizeof *to.rows);
    to.corners = to.rows ? oro_scratch(r, 3 * (size_t)triangles * sizeof *to.corners) : NULL;
    if (!to.corners) return ORO_NO_MEMORY;
    memcpy(to.rows, s->rows, (size_t)s->vertices * SKIN_ROW * sizeof *to.rows);
    uint32_t next = s->vertices;
    for (uint32_t i = 0; i < e.count; i++) {
        if (!e.middle[i]) continue;
        float *row = skin_row(&to, next);
        skin_halve(skin_row(s, e.ends[2 * (size_t)i]), skin_row(s, e.ends[2 * (size_t)i + 1]), round, row);
        row[SKIN_WANTED] = wanted(user, row + SKIN_TRAITS);
        e.middle[i] = next++;
    }
    for (size_t t = 0; t < s->triangles; t++) {
        const uint32_t *side = e.of_side + 3 * t, m[3] = {e.middle[side[0]], e.middle[side[1]], e.middle[side[2]]};
        to.triangles += skin_cut(&to, s->corners + 3 * t, m, to.corners + 3 * (size_t)to.triangles);
    }
    *s = to;
    return ORO_OK;
}

/// At least as many triangles there will be: none is larger than the one whose three sides are as long as its corners want.
static inline double skin_expected(const skin *s) {
    double sum = 0.0;
    for (size_t t = 0; t < s->triangles; t++) {
        const float *row[3];
        float facet[3], longest = 0.0f;
        for (int k = 0; k < 3; k++) row[k] = skin_row(s, s->corners[3 * t + (size_t)k]);
        for (int k = 0; k < 3; k++) longest = oro_max(longest, row[k][SKIN_WANTED]);
        mesh_facet(row[0], row[1], row[2], facet);
        double across = (double)longest,
               area = 0.5 * sqrt((double)facet[0] * (double)facet[0] + (double)facet[1] * (double)facet[1] +
                                 (double)facet[2] * (double)facet[2]);
        sum += fmax(area / (0.4331 * across * across), 1.0);
    }
    return sum;
}

/// Halves edges until none is longer than its ends want, or there would be more than `most` triangles, which is refused.
static inline oro_status skin_split(oro_run *r, skin *s, float round, uint32_t most, skin_wanted_fn *wanted,
                                    const void *user) {
    enum { MOST_ROUNDS = 40 };
    oro_status status = ORO_OK;
    uint32_t halved = 1;
    if (skin_expected(s) > most) return skin_too_many(r, most);
    for (int i = 0; i < MOST_ROUNDS && halved && status == ORO_OK; i++) {
        status = skin_round(r, s, round, most, wanted, user, &halved);
        if (status == ORO_OK) status = oro_step(r, 1.0 - 1.0 / (i + 2));
    }
    return status;
}

#endif
