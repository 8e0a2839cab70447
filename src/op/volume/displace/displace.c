// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Detail for a mesh: edges are halved where noise is finer than they are (split.h), and vertices are moved along their normals by
// octaves of gradient noise in space (Perlin 2002). How far, and how much of it is fine, the mesh says itself: its traits hold an
// amplitude and a roughness per vertex (Becher). The noise belongs to the world: a finer mesh shows more octaves of the same. Along
// a normal a surface can meet itself where it bends, so that a vertex moves by at most half the radius of its bend.
//
// 72 bytes per vertex and 52 per triangle; the noise runs on all threads.

#include "op/op.h"
#include "core/math.cell.h"
#include "mesh/check.h"
#include "noise/space.h"
#include "split.h"

typedef struct displace {
    const oro_mesh *surface;
    oro_mesh *result;
    float amplitude, roughness, strength;
    float bump_size, edge;
    oro_choice character;
    float rounding;
    bool keep_sides;
    oro_seed seed;
} displace;

ORO_WORDS(character, lumpy, craggy);

static const oro_arg args[] = {
    ORO_ARG(displace, surface, .unit = "m", .doc = "Mesh to give detail to."),
    ORO_ARG(displace, result, .unit = "m",
            .doc = "The finer mesh. Colours, traits and texture coordinates of new vertices lie between those beside "
                   "them; vertices at one place have become one."),
    ORO_ARG(displace, amplitude, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("traits"), .min = 0, .max = 1e5,
            .ui_max = 50, .unit = "m",
            .doc = "About how far vertices move at most; a third of it is usual. On its own it is what the traits of "
                   "the mesh say, or a tenth of the bump size for a mesh without."),
    ORO_ARG(displace, roughness, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("traits"), .min = 0, .max = 1,
            .unit = "1",
            .doc = "How strong each size of bumps is against the one twice as large. On its own it is what the traits "
                   "of the mesh say, or 0.5 for a mesh without."),
    ORO_ARG(displace, strength, .def = 1, .min = 0, .max = 100, .ui_max = 4, .unit = "1",
            .doc = "What the amplitude is multiplied with."),
    ORO_ARG(displace, bump_size, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-3, .max = 1e6,
            .ui_min = 1, .ui_max = 1000, .scale = ORO_LOG, .unit = "m",
            .doc = "Size of the largest bumps. On its own it is about a twelfth of the mesh's longest side, as a power "
                   "of two, so that a finer mesh has the same."),
    ORO_ARG(
        displace, edge, .flags = ORO_OPTIONAL, .choices = ORO_CHOICES("auto"), .min = 1e-3, .max = 1e6, .ui_min = 0.1,
        .ui_max = 100, .scale = ORO_LOG, .unit = "m",
        .doc = "Edges longer than this are halved where bumps are so fine, and bumps finer than two of them are "
               "left out. On its own it is half of the mesh's mean edge, and for the usual bump size at most a quarter "
               "of that."),
    ORO_ARG(displace, character, .choices = character_words,
            .doc = "Rolling bumps, or noise that is folded into crests and clefts, as rock breaks."),
    ORO_ARG(displace, rounding, .def = 1, .min = 0, .max = 1, .unit = "1",
            .doc = "How far new vertices leave the flat triangles for the curve that fits the normals around them; 0 "
                   "keeps flat faces flat."),
    ORO_ARG(displace, keep_sides,
            .doc = "Leaves vertices on the sides and at the bottom of the mesh's box where they are: the cut faces of "
                   "a block, and the border of an open surface."),
    ORO_ARG(displace, seed, .doc = "Another number gives other noise."),
};

enum { MOST_TRIANGLES = 1 << 24, BLOCK = 2048, MOST_OCTAVES = 32 };

// The noise has a root mean square of 0.27; folded it has 0.156 about a mean of 0.22. Both get a third.
static const float LUMP = 1.23f, CRAG = 2.13f, FOLD_MEAN = 0.22f;
static const float STEEPEST = 0.3f; ///< an octave moves by at most this much of its size: more would be spikes
static const float FINEST = 0.05f;  ///< of an edge: what moves by less is not worth halving one

/// The numbers of a run.
typedef struct job {
    const displace *args;
    float edge, bump;
    bool own_amplitude, own_roughness; ///< numbers stand in the place of the traits
    float amplitude, roughness;        ///< these
    skin skin;
    float *places; ///< of the result
} job;

static float amplitude_of(const job *j, const float *traits) {
    float a = j->own_amplitude ? j->amplitude : traits[ORO_MESH_AMPLITUDE];
    return j->args->strength * oro_clamp(a, 0.0f, 1e5f);
}

/// A gain of 1 would give octaves without end the same strength.
static float gain_of(const job *j, const float *traits) {
    return oro_clamp(j->own_roughness ? j->roughness : traits[ORO_MESH_ROUGHNESS], 0.0f, 0.95f);
}

/// The first octave's share, so that all of them together, also those that are too fine to be seen, are as strong for any gain.
static float first_of(float amplitude, float gain) { return amplitude * sqrtf(1.0f - gain * gain); }

/// Edges that can show the finest bumps worth it: four to a bump.
static float wanted(const void *user, const float *traits) {
    const job *j = user;
    float gain = gain_of(j, traits), size = j->bump, finest = 0.0f;
    float height = first_of(amplitude_of(j, traits), gain);
    for (int k = 0; k < MOST_OCTAVES && size >= 2.0f * j->edge; k++, size *= 0.5f, height *= gain)
        if (oro_min(height, STEEPEST * size) >= FINEST * j->edge) finest = size;
    return finest > 0.0f ? oro_max(0.25f * finest, j->edge) : 1e30f;
}

static float noise_at(const job *j, const float *row) {
    const displace *a = j->args;
    float gain = gain_of(j, row + SKIN_TRAITS), size = j->bump, sum = 0.0f;
    float height = first_of(amplitude_of(j, row + SKIN_TRAITS), gain);
    bool craggy = a->character.index == character_craggy;
    for (uint32_t k = 0; k < MOST_OCTAVES && size > 2.0f * j->edge && height > 0.0f;
         k++, size *= 0.5f, height *= gain) {
        // Each octave's lattice lies elsewhere: noise is 0 at lattice points, which would all be at the same places.
        uint32_t own = oro_mix32(a->seed.value + k * 0x9e3779b9U);
        float x = oro_unit(own) * size, y = oro_unit(oro_mix32(own + 1U)) * size,
              z = oro_unit(oro_mix32(own + 2U)) * size;
        float n = oro_noise3(own, row[0] + x, row[1] + y, row[2] + z, size);
        float value = craggy ? CRAG * (FOLD_MEAN - oro_abs(n)) : LUMP * n;
        sum += oro_smoothstep(2.0f, 4.0f, size / j->edge) * oro_min(height, STEEPEST * size) * value;
    }
    return sum;
}

static void move_block(const void *user, int32_t block) {
    const job *j = user;
    uint32_t end = j->skin.vertices - (uint32_t)block * BLOCK;
    end = (uint32_t)block * BLOCK + (end < BLOCK ? end : BLOCK);
    for (uint32_t v = (uint32_t)block * BLOCK; v < end; v++) {
        const float *row = skin_row(&j->skin, v);
        float most_in = 0.5f / oro_max(row[SKIN_BULGE], 1e-12f), most_out = 0.5f / oro_max(row[SKIN_BULGE + 1], 1e-12f);
        float by = oro_clamp(noise_at(j, row), -most_in, most_out);
        for (int i = 0; i < 3; i++) j->places[3 * (size_t)v + (size_t)i] = row[i] + by * row[SKIN_OUT + i];
    }
}

// --- in and out ------------------------------------------------------------------------------------------------------------

/// Vertices at one place become one, with what the first of them has; triangles with two equal corners go.
static oro_status gather(oro_run *r, const oro_mesh *m, skin *s) {
    uint32_t *number = oro_scratch(r, ((size_t)m->vertex_count + 1) * sizeof *number);
    s->rows = number ? oro_scratch(r, ((size_t)m->vertex_count + 1) * SKIN_ROW * sizeof *s->rows) : NULL;
    s->corners = s->rows ? oro_scratch(r, (3 * (size_t)m->triangle_count + 1) * sizeof *s->corners) : NULL;
    if (!s->corners) return ORO_NO_MEMORY;
    oro_triples places = {0};
    oro_status status = ORO_OK;
    for (size_t v = 0; v < m->vertex_count && status == ORO_OK; v++) {
        uint32_t key[3];
        oro_triple_of_position(m->positions + 3 * v, key);
        status = oro_triples_add(r->ctx, &places, key, &number[v]);
        if (status != ORO_OK || number[v] < s->vertices) continue;
        float *row = skin_row(s, s->vertices++);
        memset(row, 0, SKIN_ROW * sizeof *row);
        memcpy(row, m->positions + 3 * v, 3 * sizeof *row);
        if (m->uvs) memcpy(row + SKIN_UV, m->uvs + 2 * v, 2 * sizeof *row);
        if (m->colours) memcpy(row + SKIN_COLOUR, m->colours + 3 * v, 3 * sizeof *row);
        for (size_t i = 0; m->traits && i < ORO_MESH_TRAITS; i++) {
            float trait = m->traits[ORO_MESH_TRAITS * v + i];
            row[SKIN_TRAITS + i] = oro_abs(trait) < 1e30f ? trait : 0.0f;
        }
    }
    oro_triples_free(r->ctx, &places);
    for (size_t t = 0; t < m->triangle_count && status == ORO_OK; t++) {
        uint32_t *to = s->corners + 3 * (size_t)s->triangles;
        for (size_t k = 0; k < 3; k++) to[k] = number[m->indices[3 * t + k]];
        s->triangles += to[0] != to[1] && to[1] != to[2] && to[2] != to[0];
    }
    return status;
}

/// The way each vertex moves: the mean of its triangles' normals, the larger counting more; and how the surface bends there.
/// Along an edge normals spread on a bump and close in over a hollow.
static void find_bends(skin *s) {
    for (size_t t = 0; t < s->triangles; t++) {
        const uint32_t *c = s->corners + 3 * t;
        float facet[3];
        mesh_facet(skin_row(s, c[0]), skin_row(s, c[1]), skin_row(s, c[2]), facet);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < 3; i++) skin_row(s, c[k])[SKIN_OUT + i] += facet[i];
    }
    for (uint32_t v = 0; v < s->vertices; v++) mesh_unit(skin_row(s, v) + SKIN_OUT);
    for (size_t side = 0; side < 3 * (size_t)s->triangles; side++) {
        float *a = skin_row(s, s->corners[side]), *b = skin_row(s, s->corners[side % 3 == 2 ? side - 2 : side + 1]);
        float length2 = skin_length2(a, b), spread = 0.0f;
        for (int i = 0; i < 3; i++) spread += (b[SKIN_OUT + i] - a[SKIN_OUT + i]) * (b[i] - a[i]);
        if (!(length2 > 0.0f)) continue;
        int which = spread > 0.0f ? SKIN_BULGE : SKIN_BULGE + 1;
        float bend = oro_min(oro_abs(spread) / length2, 1e12f);
        a[which] = oro_max(a[which], bend), b[which] = oro_max(b[which], bend);
    }
}

/// Between a sixteenth and an eighth of the longest side of the mesh's box, as a power of two.
static float usual_bump(const oro_mesh *m) {
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, longest = 0.0f;
    for (size_t i = 0; i < 3 * (size_t)m->vertex_count; i++) {
        low[i % 3] = oro_min(low[i % 3], m->positions[i]);
        high[i % 3] = oro_max(high[i % 3], m->positions[i]);
    }
    for (int i = 0; i < 3; i++) longest = oro_max(longest, high[i] - low[i]);
    return oro_clamp(oro_exp2(oro_round(oro_log2(oro_clamp(longest, 1e-3f, 1e7f) / 11.3f))), 1e-3f, 1e6f);
}

/// Half of the mean length of the triangles' sides.
static float usual_edge(const skin *s) {
    double sum = 0.0;
    for (size_t side = 0; side < 3 * (size_t)s->triangles; side++)
        sum += (double)sqrtf(
            skin_length2(skin_row(s, s->corners[side]), skin_row(s, s->corners[side % 3 == 2 ? side - 2 : side + 1])));
    return oro_max((float)(0.5 * sum / (3.0 * s->triangles)), 1e-3f);
}

/// Takes the way from vertices on the sides and the bottom of the box, and from those within an edge of it that face as they do:
/// surfaces of volumes round the edges of a block. New vertices between two of those have none either.
static void hold_sides(skin *s, float near) {
    float low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, on = 0.0f;
    for (uint32_t v = 0; v < s->vertices; v++)
        for (int i = 0; i < 3; i++) {
            low[i] = oro_min(low[i], skin_row(s, v)[i]);
            high[i] = oro_max(high[i], skin_row(s, v)[i]);
        }
    for (int i = 0; i < 3; i++) on = oro_max(on, 1e-4f * (high[i] - low[i]));
    for (uint32_t v = 0; v < s->vertices; v++) {
        float *row = skin_row(s, v), *out = row + SKIN_OUT;
        bool side = false;
        for (int i = 0; i < 3; i++) {
            side |= row[i] < low[i] + (out[i] < -0.3f ? near : on);
            side |= i < 2 && row[i] > high[i] - (out[i] > 0.3f ? near : on);
        }
        if (side) memset(out, 0, 3 * sizeof *out);
    }
}

static oro_status copy(oro_run *r, const oro_mesh *from, oro_mesh *to) {
    oro_status status = oro_mesh_copy(r->ctx, from, 0, to);
    return status == ORO_OK ? oro_step(r, 1) : status;
}

/// All but the places, which the noise fills, and the normals, which follow from them.
static oro_status lay_out(oro_run *r, const oro_mesh *m, const skin *s, oro_mesh *out) {
    *out = (oro_mesh){.vertex_count = s->vertices, .triangle_count = s->triangles};
    oro_status status = oro_mesh_alloc(r->ctx, out, oro_mesh_arrays(m) | ORO_MESH_NORMALS);
    if (status != ORO_OK) return status;
    for (uint32_t v = 0; v < s->vertices; v++) {
        const float *row = skin_row(s, v);
        if (out->uvs) memcpy(out->uvs + 2 * (size_t)v, row + SKIN_UV, 2 * sizeof *row);
        if (out->colours) memcpy(out->colours + 3 * (size_t)v, row + SKIN_COLOUR, 3 * sizeof *row);
        if (out->traits)
            memcpy(out->traits + ORO_MESH_TRAITS * (size_t)v, row + SKIN_TRAITS, ORO_MESH_TRAITS * sizeof *row);
    }
    memcpy(out->indices, s->corners, 3 * (size_t)s->triangles * sizeof *out->indices);
    return ORO_OK;
}

static bool moves(const job *j, const oro_mesh *m) {
    if (j->args->strength == 0.0f) return false;
    if (j->own_amplitude) return j->amplitude > 0.0f;
    for (size_t v = 0; v < m->vertex_count; v++)
        if (m->traits[ORO_MESH_TRAITS * v + ORO_MESH_AMPLITUDE] > 0.0f) return true;
    return false;
}

static oro_status run(oro_run *r, const void *p) {
    const displace *a = p;
    const oro_mesh *m = a->surface;
    job j = {.args = a, .amplitude = a->amplitude, .roughness = a->roughness};
    j.own_amplitude = !isnan(a->amplitude) || !m->traits, j.own_roughness = !isnan(a->roughness) || !m->traits;
    if (isnan(a->roughness)) j.roughness = 0.5f;
    oro_status status = mesh_check(r, m, "surface");
    if (status != ORO_OK) return status;
    j.bump = isnan(a->bump_size) ? usual_bump(m) : a->bump_size;
    if (isnan(a->amplitude)) j.amplitude = 0.1f * j.bump;
    if (m->triangle_count == 0 || !moves(&j, m)) return copy(r, m, a->result);
    if (!m->traits && isnan(a->amplitude))
        oro_note(r->ctx, "amplitude",
                 "the mesh has no traits, so vertices move by about %g m, a tenth of the bump size",
                 (double)j.amplitude);
    status = gather(r, m, &j.skin);
    if (status != ORO_OK) return status;
    if (j.skin.triangles == 0) return copy(r, m, a->result);
    find_bends(&j.skin);
    float usual = usual_edge(&j.skin);
    // A coarse mesh has edges as long as its usual bumps, which want four of them.
    j.edge = !isnan(a->edge) ? a->edge : isnan(a->bump_size) ? oro_min(usual, 0.25f * j.bump) : usual;
    if (a->keep_sides) hold_sides(&j.skin, 2.0f * usual);
    if (j.bump <= 2.0f * j.edge)
        oro_note(r->ctx, "bump_size", "bumps of %g m are finer than two edges of %g m, so nothing moves",
                 (double)j.bump, (double)j.edge);
    for (uint32_t v = 0; v < j.skin.vertices; v++)
        skin_row(&j.skin, v)[SKIN_WANTED] = wanted(&j, skin_row(&j.skin, v) + SKIN_TRAITS);
    oro_stage(r, 0.05, 0.5);
    status = skin_split(r, &j.skin, a->rounding, MOST_TRIANGLES, wanted, &j);
    if (status == ORO_OK) status = lay_out(r, m, &j.skin, a->result);
    if (status != ORO_OK) return status;
    j.places = a->result->positions;
    oro_stage(r, 0.5, 0.95);
    status = oro_for_blocks(r, (int32_t)((j.skin.vertices + BLOCK - 1) / BLOCK), move_block, &j);
    if (status == ORO_OK) mesh_find_normals(a->result);
    return status;
}

ORO_OPERATOR(
    displace, "Give a mesh the detail of its traits", .family = "volume", .version = 1, .run = run,
    .source = "Becher; Perlin 2002 (noise); Rivara 1984 (longest edges)",
    .words = "detail subdivide bumps roughen crags(character=craggy) rocky(character=craggy) noise",
    .doc = "Halves the edges of a mesh where noise is finer than they are, and moves its vertices along their normals: "
           "walls, overhangs and ceilings get bumps and crags as floors do. Amplitude and roughness come from the "
           "mesh, vertex by vertex, or are numbers. The noise stays where it is when the mesh gets finer; pieces, "
           "holes and handles stay too. What moves nothing is returned as it is.",
    .example = "--amplitude 3 --bump-size 20 tile.obj detailed.glb", .show = "character=craggy",
    .presets = ORO_PRESETS({"rock", "Broken faces with crests and clefts", "character=craggy roughness=0.55"},
                           {"soil", "Soft, low bumps", "character=lumpy roughness=0.4 strength=0.4"}));
