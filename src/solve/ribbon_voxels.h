// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons in a volume: samples within VOXELS_BAND of a ribbon get the exact signed distance to it and its direction, and are marked as fixed: direction
// by every ribbon, distance by those that are seeds of the surface. Beside an outer border only places across from it count,
// not those where the surface goes on.
//
// Curves are taken one by one. Where several pass, agreeing ones are averaged. Where their distances differ by more than half a sample or their
// directions contradict each other, nobody is right: those samples and all within VOXELS_RELEASE of them are left free. Rows
// of some layers are worked on together, with 40 bytes per sample of them and thread.
#ifndef ORO_SOLVE_RIBBON_VOXELS_H
#define ORO_SOLVE_RIBBON_VOXELS_H

#include "ribbon_near.h"

enum { VOXELS_NORMAL = 1, VOXELS_DISTANCE = 2, VOXELS_CONFLICT = 4 };
enum { VOXELS_RELEASE = 3, VOXELS_PIECE = 16384 };

static const float VOXELS_BAND = 1.25f;     ///< samples
static const float VOXELS_ACROSS = 0.8f;    ///< cosine: how nearly across a border a place must lie
static const float VOXELS_APART = 0.5f;     ///< samples: distances that differ by more contradict each other
static const float VOXELS_AGREEMENT = 0.8f; ///< length of the mean of directions below which they do

/// What is filled in. Samples that no ribbon reaches keep what they have.
typedef struct voxels_out {
    float *normal[3], *distance; ///< distance in samples
    uint8_t *fixed;
    bool zero; ///< as Becher: samples whose cube a ribbon passes through have a distance of 0, and all are averaged
} voxels_out;

/// A sample of the layers at work.
typedef struct voxels_cell {
    float normal[3], sum, low, high; ///< sums, and the distances of seeds
    float count, seeds;
} voxels_cell;

typedef struct voxels_job {
    const near_set *set;
    const oro_volume *volume;
    const voxels_out *out;
    const uint32_t *order; ///< shapes by curve
    int32_t layers;        ///< that go together
    ptrdiff_t row, room;   ///< of a worker's memory: samples of a row, and of all
    float *least, *found;  ///< by worker
    voxels_cell *cells;
} voxels_job;

/// Samples from `from` to `to` along each axis, `to` included.
typedef struct voxels_box {
    int32_t from[3], to[3];
} voxels_box;

static inline voxels_box voxels_reach(const voxels_job *j, const near_shape *t, int32_t z0, int32_t z1) {
    const int32_t low[3] = {0, 0, z0}, high[3] = {j->volume->width - 1, j->volume->height - 1, z1 - 1};
    voxels_box b;
    for (int a = 0; a < 3; a++) {
        float from = oro_min(t->corner[0][a], oro_min(t->corner[1][a], t->corner[2][a])) - VOXELS_BAND;
        float to = oro_max(t->corner[0][a], oro_max(t->corner[1][a], t->corner[2][a])) + VOXELS_BAND;
        b.from[a] = oro_floor_int(oro_clamp(from, -1e6f, 1e6f)) + 1;
        b.to[a] = oro_floor_int(oro_clamp(to, -1e6f, 1e6f));
        if (b.from[a] < low[a]) b.from[a] = low[a];
        if (b.to[a] > high[a]) b.to[a] = high[a];
    }
    return b;
}

static inline bool voxels_empty(const voxels_box *b) {
    return b->from[0] > b->to[0] || b->from[1] > b->to[1] || b->from[2] > b->to[2];
}

static inline void voxels_join(voxels_box *all, const voxels_box *b) {
    for (int a = 0; a < 3; a++) {
        if (b->from[a] < all->from[a]) all->from[a] = b->from[a];
        if (b->to[a] > all->to[a]) all->to[a] = b->to[a];
    }
}

static inline ptrdiff_t voxels_at(const voxels_job *j, int32_t y, int32_t z) {
    return ((ptrdiff_t)z * j->volume->height + y) * j->row;
}

static inline void voxels_compare(const voxels_job *j, uint32_t n, const voxels_box *b, int32_t z0, float *least,
                                  float *found) {
    for (int32_t z = b->from[2]; z <= b->to[2]; z++)
        for (int32_t y = b->from[1]; y <= b->to[1]; y++)
            for (int32_t x = b->from[0]; x <= b->to[0]; x += NEAR_SPAN) {
                const float first[3] = {(float)x, (float)y, (float)z};
                ptrdiff_t at = voxels_at(j, y, z - z0) + x;
                near_span(&j->set->shapes[n], first, 1.0f, (float)n, least + at, found + at);
            }
}

/// Adds what one curve says about a sample.
static inline void voxels_add(const voxels_job *j, const float place[3], uint32_t n, voxels_cell *c) {
    const near_shape *t = &j->set->shapes[n];
    near_value v = near_see(j->set, t, place);
    if (j->out->zero) {
        float most = oro_max(oro_abs(v.way[0]), oro_max(oro_abs(v.way[1]), oro_abs(v.way[2])));
        if (most > 0.5f) return;
        v.signed_distance = 0.0f;
    } else if (v.border && oro_abs(v.signed_distance) < VOXELS_ACROSS * v.distance) {
        return;
    }
    for (int k = 0; k < 3; k++) c->normal[k] += v.normal[k];
    c->count += 1.0f;
    if (!(j->set->ribbons->roles[j->set->ribbons->owners[t->triangle]] & ORO_ROLE_SEED)) return;
    c->low = c->seeds > 0.0f ? oro_min(c->low, v.signed_distance) : v.signed_distance;
    c->high = c->seeds > 0.0f ? oro_max(c->high, v.signed_distance) : v.signed_distance;
    c->sum += v.signed_distance;
    c->seeds += 1.0f;
}

/// One curve is done in these layers: its samples are added, and the memory is ready for the next.
static inline void voxels_close_curve(const voxels_job *j, const voxels_box *b, int32_t z0, float *least,
                                      const float *found, voxels_cell *cells) {
    for (int32_t z = b->from[2]; z <= b->to[2]; z++)
        for (int32_t y = b->from[1]; y <= b->to[1]; y++) {
            ptrdiff_t at = voxels_at(j, y, z - z0);
            for (int32_t x = b->from[0]; x <= b->to[0]; x++) {
                if (!(least[at + x] <= VOXELS_BAND * VOXELS_BAND)) continue;
                const float place[3] = {(float)x, (float)y, (float)z};
                voxels_add(j, place, (uint32_t)found[at + x], &cells[at + x]);
            }
            for (ptrdiff_t x = 0; x < j->row; x++) least[at + x] = 1e30f; // spans reach past the box
        }
}

/// A sample's verdict.
static inline void voxels_settle(const voxels_out *out, size_t index, voxels_cell *c) {
    out->fixed[index] = 0;
    if (!(c->count > 0.0f)) return;
    float size = sqrtf(near_dot(c->normal, c->normal));
    bool contrary = out->zero ? !(size > 1e-3f) : size < VOXELS_AGREEMENT * c->count;
    if (contrary || (c->seeds > 0.0f && c->high - c->low > VOXELS_APART)) {
        out->fixed[index] = VOXELS_CONFLICT;
        return;
    }
    out->fixed[index] = VOXELS_NORMAL;
    for (int k = 0; k < 3; k++) out->normal[k][index] = c->normal[k] / size;
    if (!(c->seeds > 0.0f)) return;
    out->distance[index] = c->sum / c->seeds;
    out->fixed[index] |= VOXELS_DISTANCE;
}

static inline void voxels_layers(const void *user, int32_t block, int32_t worker) {
    const voxels_job *j = user;
    const oro_volume *v = j->volume;
    const oro_ribbons *ribbons = j->set->ribbons;
    int32_t z0 = block * j->layers, z1 = z0 + j->layers < v->depth ? z0 + j->layers : v->depth;
    float *least = j->least + worker * j->room, *found = j->found + worker * j->room;
    voxels_cell *cells = j->cells + worker * j->room;
    for (ptrdiff_t i = 0; i < j->room; i++) least[i] = 1e30f;
    memset(cells, 0, (size_t)j->room * sizeof *cells);
    const voxels_box none = {{INT32_MAX, INT32_MAX, INT32_MAX}, {-1, -1, -1}};
    voxels_box all = none;
    for (int32_t i = 0; i < j->set->count; i++) {
        uint32_t n = j->order[i];
        voxels_box b = voxels_reach(j, &j->set->shapes[n], z0, z1);
        if (!voxels_empty(&b)) {
            voxels_compare(j, n, &b, z0, least, found);
            voxels_join(&all, &b);
        }
        bool last = i + 1 == j->set->count || ribbons->owners[j->set->shapes[j->order[i + 1]].triangle] !=
                                                  ribbons->owners[j->set->shapes[n].triangle];
        if (!last || voxels_empty(&all)) continue;
        voxels_close_curve(j, &all, z0, least, found, cells);
        all = none;
    }
    for (int32_t z = z0; z < z1; z++)
        for (int32_t y = 0; y < v->height; y++)
            for (int32_t x = 0; x < v->width; x++)
                voxels_settle(j->out, (size_t)(((int64_t)z * v->height + y) * v->width + x),
                              &cells[voxels_at(j, y, z - z0) + x]);
}

/// Shapes by curve, in their order: counted and filled.
static inline oro_status voxels_sort(oro_run *r, const near_set *s, uint32_t **order) {
    uint32_t *first = oro_scratch(r, ((size_t)s->ribbons->curve_count + 2) * sizeof *first);
    *order = oro_scratch(r, ((size_t)s->count + 1) * sizeof **order);
    if (!first || !*order) return ORO_NO_MEMORY;
    memset(first, 0, ((size_t)s->ribbons->curve_count + 2) * sizeof *first);
    for (int32_t n = 0; n < s->count; n++) first[s->ribbons->owners[s->shapes[n].triangle] + 1]++;
    for (uint32_t c = 0; c < s->ribbons->curve_count; c++) first[c + 1] += first[c];
    for (int32_t n = 0; n < s->count; n++) (*order)[first[s->ribbons->owners[s->shapes[n].triangle]]++] = (uint32_t)n;
    return ORO_OK;
}

/// Frees the samples about conflicts. Returns how many samples contradicted each other.
static inline int64_t voxels_release(const oro_volume *v, uint8_t *fixed) {
    int64_t count = 0;
    const int32_t reach = VOXELS_RELEASE;
    for (int32_t z = 0; z < v->depth; z++)
        for (int32_t y = 0; y < v->height; y++) {
            const uint8_t *row = fixed + ((ptrdiff_t)z * v->height + y) * v->width;
            for (int32_t x = 0; x < v->width; x++) {
                if (!(row[x] & VOXELS_CONFLICT)) continue;
                count++;
                for (int32_t k = -reach; k <= reach; k++)
                    for (int32_t m = -reach; m <= reach; m++)
                        for (int32_t i = -reach; i <= reach; i++) {
                            const int32_t at[3] = {x + i, y + m, z + k};
                            if (i * i + m * m + k * k > reach * reach + 1 || at[0] < 0 || at[1] < 0 || at[2] < 0 ||
                                at[0] >= v->width || at[1] >= v->height || at[2] >= v->depth)
                                continue;
                            fixed[((ptrdiff_t)at[2] * v->height + at[1]) * v->width + at[0]] &= VOXELS_CONFLICT;
                        }
            }
        }
    return count;
}

/// Fills in what ribbons say. `conflicts`, if not NULL, gets the number of samples they contradict each other at.
static inline oro_status voxels_fill(oro_run *r, const near_set *s, const oro_volume *v, const voxels_out *out,
                                     int64_t *conflicts) {
    voxels_job j = {.set = s, .volume = v, .out = out, .row = (v->width + 2 * NEAR_SPAN - 1) / NEAR_SPAN * NEAR_SPAN};
    uint32_t *order;
    oro_status status = voxels_sort(r, s, &order);
    if (status != ORO_OK) return status;
    j.order = order;
    int64_t layer = (int64_t)j.row * v->height;
    j.layers = layer < VOXELS_PIECE ? (int32_t)(VOXELS_PIECE / layer) : 1;
    if (j.layers > v->depth) j.layers = v->depth;
    j.room = (ptrdiff_t)layer * j.layers;
    size_t rooms = (size_t)oro_thread_count(r->ctx) * (size_t)j.room;
    j.least = oro_scratch(r, rooms * sizeof *j.least);
    j.found = oro_scratch(r, rooms * sizeof *j.found);
    j.cells = oro_scratch(r, rooms * sizeof *j.cells);
    if (!j.least || !j.found || !j.cells) return ORO_NO_MEMORY;
    status = oro_for_workers(r, (v->depth + j.layers - 1) / j.layers, voxels_layers, &j);
    if (status != ORO_OK) return status;
    int64_t count = voxels_release(v, out->fixed);
    if (conflicts) *conflicts = count;
    return ORO_OK;
}

#endif
