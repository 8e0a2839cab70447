// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The thin plate through points: of all surfaces the one that bends least (Duchon 1977). It is a plane and a sum of
// r² ln r around the points, whose weights and their first moments are 0. Three corners of the points take the plane's place:
// the function less its linear interpolation between them is positive definite on the other points, so Cholesky solves it, and the
// corners' weights follow from the moments. Points on a line have two corners, a single one has one. Places are measured
// from the middle of points and map in units of their width, which keeps numbers near 1. 8 bytes for every pair of points.
#ifndef ORO_CONTROL_POINTS_PLATE_H
#define ORO_CONTROL_POINTS_PLATE_H

#include "dense.h"
#include "solve/real.h"

/// Points in units, none at the place of another.
typedef struct cloud {
    double *x, *y, *z;
    int32_t count;
} cloud;

typedef struct plate {
    double *x, *y, *w; ///< places and weights
    int32_t count;
    double level, dx, dy; ///< the plane
} plate;

/// r² ln r from r².
static inline __attribute__((always_inline)) double plate_bend(double r2) {
    double safe = r2 > 1e-280 ? r2 : 1e-280;
    return 0.5 * safe * oro_real_log(safe);
}

static inline double plate_at(const plate *p, double x, double y) {
    double sum = 0.0;
    for (int32_t i = 0; i < p->count; i++) {
        double u = p->x[i] - x, v = p->y[i] - y;
        sum += p->w[i] * plate_bend(u * u + v * v);
    }
    return sum + p->level + p->dx * x + p->dy * y;
}

/// Corners: points that a plane (or a slope along a line, or a level) is fixed by, with what each counts at a place.
typedef struct corners {
    int32_t at[3], count;
    double level[3], dx[3], dy[3];
} corners;

static inline double corner_share(const corners *c, int32_t k, double x, double y) {
    return c->level[k] + c->dx[k] * x + c->dy[k] * y;
}

/// The point that is furthest from a place, or from the line through it in the direction (ux, uy).
static inline int32_t furthest(const cloud *p, double x, double y, double ux, double uy, double *far) {
    int32_t best = 0;
    *far = -1.0;
    for (int32_t i = 0; i < p->count; i++) {
        double dx = p->x[i] - x, dy = p->y[i] - y, along = dx * ux + dy * uy, d = dx * dx + dy * dy - along * along;
        if (d > *far) *far = d, best = i;
    }
    *far = *far > 0.0 ? sqrt(*far) : 0.0;
    return best;
}

static inline corners find_corners(const cloud *p) {
    corners c = {.count = 1, .level = {1.0}};
    double far, off;
    c.at[0] = furthest(p, 0.0, 0.0, 0.0, 0.0, &far);
    double x0 = p->x[c.at[0]], y0 = p->y[c.at[0]];
    c.at[1] = furthest(p, x0, y0, 0.0, 0.0, &far);
    if (!(far > 0.0)) return c;
    double ux = (p->x[c.at[1]] - x0) / far, uy = (p->y[c.at[1]] - y0) / far;
    c.at[2] = furthest(p, x0, y0, ux, uy, &off);
    c.count = off > 1e-6 * far ? 3 : 2;
    // In the corners' own axes the first lies at (0, 0), the second at (far, 0), the third at (t, s).
    double tx = p->x[c.at[2]] - x0, ty = p->y[c.at[2]] - y0, t = tx * ux + ty * uy, s = ty * ux - tx * uy;
    double along[3] = {-1.0 / far, 1.0 / far, 0.0}, across[3] = {0.0, 0.0, 0.0};
    if (c.count == 3) across[0] = (t / far - 1.0) / s, across[1] = -t / (far * s), across[2] = 1.0 / s;
    for (int32_t k = 0; k < c.count; k++) {
        c.dx[k] = along[k] * ux - across[k] * uy;
        c.dy[k] = along[k] * uy + across[k] * ux;
        c.level[k] = (k == 0 ? 1.0 : 0.0) - c.dx[k] * x0 - c.dy[k] * y0;
    }
    return c;
}

typedef struct plate_job {
    const cloud *points;
    const corners *corners;
    const int32_t *others; ///< the points that are no corners
    double *share;         ///< three of each of those
    dense *system;
    const plate *plate; ///< for what is left
    double *left;
} plate_job;

static inline double plate_between(const cloud *p, int32_t i, int32_t j) {
    double u = p->x[i] - p->x[j], v = p->y[i] - p->y[j];
    return plate_bend(u * u + v * v);
}

/// Rows of the matrix: the function between points, less its interpolations between corners.
static inline void plate_rows(const void *user, int32_t block) {
    const plate_job *j = user;
    const corners *c = j->corners;
    for (int32_t a = block * DENSE_PANEL; a < (block + 1) * DENSE_PANEL && a < j->system->n; a++) {
        double *restrict row = dense_row(j->system, a), toward[3] = {0.0};
        const double *sa = j->share + 3 * a;
        for (int32_t k = 0; k < c->count; k++) { // f(p_k, a) less its share of f(p_k, p_l), joined for all b
            toward[k] = plate_between(j->points, c->at[k], j->others[a]);
            for (int32_t l = 0; l < c->count; l++) toward[k] -= sa[l] * plate_between(j->points, c->at[k], c->at[l]);
        }
        for (int32_t b = 0; b <= a; b++) {
            double v = plate_between(j->points, j->others[a], j->others[b]);
            for (int32_t k = 0; k < c->count; k++)
                v -= sa[k] * plate_between(j->points, c->at[k], j->others[b]) + j->share[3 * b + k] * toward[k];
            row[b] = v;
        }
    }
}

/// What the surface lacks at each point.
static inline void plate_left(const void *user, int32_t block) {
    const plate_job *j = user;
    for (int32_t i = block * DENSE_PANEL; i < (block + 1) * DENSE_PANEL && i < j->points->count; i++)
        j->left[i] = j->points->z[i] - plate_at(j->plate, j->points->x[i], j->points->y[i]);
}

/// Adds to the plate what makes it pass through `left` more at each point.
static inline void plate_add(plate *p, const plate_job *j, double *b) {
    const corners *c = j->corners;
    int32_t n = j->system->n;
    double change[3] = {0.0}, lift[3];
    for (int32_t a = 0; a < n; a++) {
        b[a] = j->left[j->others[a]];
        for (int32_t k = 0; k < c->count; k++) b[a] -= j->share[3 * a + k] * j->left[c->at[k]];
    }
    if (n) dense_solve(j->system, b);
    for (int32_t a = 0; a < n; a++) {
        p->w[j->others[a]] += b[a];
        for (int32_t k = 0; k < c->count; k++) change[k] -= j->share[3 * a + k] * b[a];
    }
    for (int32_t k = 0; k < c->count; k++) p->w[c->at[k]] += change[k];
    for (int32_t k = 0; k < c->count; k++) {
        lift[k] = j->left[c->at[k]];
        for (int32_t a = 0; a < n; a++) lift[k] -= b[a] * plate_between(j->points, c->at[k], j->others[a]);
        for (int32_t l = 0; l < c->count; l++) lift[k] -= change[l] * plate_between(j->points, c->at[k], c->at[l]);
    }
    for (int32_t k = 0; k < c->count; k++) {
        p->level += lift[k] * c->level[k];
        p->dx += lift[k] * c->dx[k];
        p->dy += lift[k] * c->dy[k];
    }
}

/// The plate through all points, solved and refined. `left` gets what it still lacks at each.
static inline oro_status plate_through(oro_run *r, const cloud *points, plate *p, double *left) {
    int32_t n = points->count;
    corners c = find_corners(points);
    dense system;
    size_t bytes = (size_t)n * sizeof(double);
    *p = (plate){.x = points->x, .y = points->y, .w = oro_scratch(r, bytes), .count = n};
    int32_t *others = oro_scratch(r, (size_t)n * sizeof *others), m = 0;
    double *share = oro_scratch(r, 3 * bytes), *b = oro_scratch(r, bytes);
    if (!p->w || !others || !share || !b || dense_alloc(r, n - c.count, &system) != ORO_OK) return ORO_NO_MEMORY;
    memset(p->w, 0, bytes);
    for (int32_t i = 0; i < n; i++) {
        bool corner = false;
        for (int32_t k = 0; k < c.count; k++) corner |= c.at[k] == i;
        if (corner) continue;
        for (int32_t k = 0; k < 3; k++)
            share[3 * m + k] = k < c.count ? corner_share(&c, k, points->x[i], points->y[i]) : 0.0;
        others[m++] = i;
    }
    plate_job j = {points, &c, others, share, &system, p, left};
    int32_t blocks = (m + DENSE_PANEL - 1) / DENSE_PANEL, all = (n + DENSE_PANEL - 1) / DENSE_PANEL;
    oro_stage(r, 0.0, 0.1);
    oro_status status = blocks ? oro_for_blocks(r, blocks, plate_rows, &j) : ORO_OK;
    if (status == ORO_OK) status = dense_factor(r, &system, 1e-15, 0.1, 0.45);
    memcpy(left, points->z, bytes);
    for (int32_t round = 0; status == ORO_OK && round < 3; round++) {
        plate_add(p, &j, b);
        oro_stage(r, 0.45, 0.5);
        status = oro_for_blocks(r, all, plate_left, &j);
    }
    return status;
}

#endif
