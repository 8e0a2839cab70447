// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The exact solution of what relax.h sweeps towards. With u the level before, prolonged, m the sweeps it replaces and
// k = 1/m, a level's map solves
//     (1 + k) v = keep [ k u + (1 - beta) A v + beta (|wx| v_x + |wy| v_y + rise) ] + (1 + k) add,
// one implicit step of the same diffusion: a pull towards the coarser level that leaves level-limited splines the reach
// they have in the cascade. With k = 0 it is the guided Laplace equation itself.
//
// The matrix is a nonsymmetric M-matrix, solved for the correction to u by BiCGStab (van der Vorst 1992). The preconditioner
// is a W-cycle over 2 x 2 aggregates: coarse unknowns stand for blocks of free samples, coarse coefficients are sums of
// fine ones, so an M-matrix stays one and a block without free samples becomes a constraint by itself; corrections are
// enlarged by 1.4, since constants over blocks understate smooth errors (Braess 1995).
//
// Matrices are nine planes of coefficients. A W-cycle reads the finest one five times and as much again on coarser levels;
// scratch is about 110 bytes per sample.
#ifndef ORO_DIFFUSE_AGGREGATE_H
#define ORO_DIFFUSE_AGGREGATE_H

#include "run/reduce.h"
#include "relax.h"

#include <string.h>

enum { ORO_DIRECT_CELLS = 36, ORO_MATRIX_LEVELS = 20, ORO_BICGSTAB_MOST = 80 };

static const float ORO_SMOOTH = 0.85f; ///< part of a Jacobi step that smooths best
static const float ORO_ENLARGE = 1.4f; ///< of coarse corrections

typedef struct oro_solution {
    double accuracy; ///< residual to reach, in parts of the first one
    float pull;      ///< k
    double residual; ///< largest of the map, metres, measured afterwards in doubles
    int32_t iterations;
} oro_solution;

/// A matrix: nine coefficients a cell, in planes from north-west to south-east, the fifth the diagonal. Coefficients of
/// neighbours outside are 0.
typedef struct oro_matrix {
    oro_grid shape;
    float *a[9];
    oro_grid x, b, r; ///< solution, right side, residual
} oro_matrix;

enum { ORO_VECTORS = 9 }; ///< six of BiCGStab; level before, right side, residual

/// The matrices and vectors of a grid; one after the other its channels use them.
typedef struct oro_aggregate {
    oro_run *run;
    oro_grid vector[ORO_VECTORS];
    oro_matrix level[ORO_MATRIX_LEVELS];
    int32_t levels;
    double lu[ORO_DIRECT_CELLS][ORO_DIRECT_CELLS];
    float *row_sum; ///< of the finest matrix's coefficients, exact
    bool ordered;   ///< sweeps in order instead of all at once: where gradients guide
} oro_aggregate;

static inline ptrdiff_t oro_cell_at(const oro_grid *g, int32_t x, int32_t y) { return (ptrdiff_t)y * g->stride + x; }

/// Gives a matrix its memory, unless it has it from the channel before.
static inline oro_status oro_matrix_alloc(oro_run *run, const oro_grid *shape, oro_matrix *m) {
    if (m->a[8]) return ORO_OK;
    m->shape = *shape;
    m->x = oro_scratch_grid(run, shape), m->b = oro_scratch_grid(run, shape), m->r = oro_scratch_grid(run, shape);
    if (!m->x.data || !m->b.data || !m->r.data) return ORO_NO_MEMORY;
    m->shape.stride = m->x.stride;
    for (int32_t k = 0; k < 9; k++)
        if (!(m->a[k] = oro_scratch(run, (size_t)m->x.stride * (size_t)shape->height * sizeof(float))))
            return ORO_NO_MEMORY;
    return ORO_OK;
}

/// Sets a row's coefficients to 0.
static inline void oro_matrix_clear_row(const oro_matrix *m, int32_t y) {
    for (int32_t k = 0; k < 9; k++)
        memset(m->a[k] + oro_cell_at(&m->shape, 0, y), 0, (size_t)m->shape.width * sizeof(float));
}

// --- the finest matrix ------------------------------------------------------------------------------------------------

/// Adds a weight to the coefficient of a neighbour; one outside counts as the nearest inside.
static inline void oro_couple(const oro_matrix *m, int32_t x, int32_t y, int32_t dx, int32_t dy, float weight) {
    int32_t nx = oro_hold(x + dx, m->shape.width) - x, ny = oro_hold(y + dy, m->shape.height) - y;
    m->a[(ny + 1) * 3 + nx + 1][oro_cell_at(&m->shape, x, y)] += weight;
}

typedef struct oro_matrix_job {
    const oro_aggregate *g;
    const oro_relax_job *relax;
    float scale, pull; ///< 1 / (1 + k), k
    const oro_grid *u; ///< the level before, prolonged
} oro_matrix_job;

/// Brings the lists of a row into its coefficients, and what they add into the three row buffers.
static inline void oro_matrix_lists(const oro_matrix_job *j, const oro_matrix *m, int32_t y, float *restrict rise,
                                    float *restrict keep, float *restrict add) {
    const oro_raster *raster = j->relax->raster;
    const oro_pin_tile *tile = raster->tiles + (ptrdiff_t)(y / ORO_PIN_TILE) * raster->across;
    int32_t row = y % ORO_PIN_TILE, channel = j->relax->channel;
    for (int32_t k = 0; k < raster->across; k++, tile++) {
        int32_t guides = j->relax->guided && tile->guides ? tile->guide_start[row + 1] : 0;
        for (int32_t i = guides ? tile->guide_start[row] : 0; i < guides; i++) {
            const oro_guide *e = &tile->guides[i];
            for (int32_t n = 0; n < 9; n++) m->a[n][oro_cell_at(&m->shape, e->x, y)] *= 1.0f - e->beta;
            oro_couple(m, e->x, y, e->wx > 0.0f ? -1 : 1, 0, e->beta * oro_abs(e->wx));
            oro_couple(m, e->x, y, 0, e->wy > 0.0f ? -1 : 1, e->beta * oro_abs(e->wy));
            rise[e->x] = e->beta * e->rise;
        }
        const oro_pin *pins = tile->pins[channel];
        for (int32_t i = pins ? tile->start[channel][row] : 0; pins && i < tile->start[channel][row + 1]; i++)
            keep[pins[i].x] = pins[i].keep, add[pins[i].x] = pins[i].add;
    }
}

/// Fills rows of the matrix and of the right side. Row buffers: x for what rises add, b for pinned values, r for keep.
static inline void oro_matrix_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_matrix_job *j = user;
    const oro_matrix *m = &j->g->level[0];
    int32_t width = m->shape.width;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict rise = oro_row(&m->x, y), *restrict add = oro_row(&m->b, y), *restrict keep = oro_row(&m->r, y);
        bool inner = y > 0 && y < m->shape.height - 1;
        oro_matrix_clear_row(m, y);
        for (int32_t x = 0; x < width; x++) rise[x] = add[x] = 0.0f, keep[x] = 1.0f;
        for (int32_t n = 0; n < 9; n++) {
            float *restrict a = m->a[n] + oro_cell_at(&m->shape, 0, y);
            for (int32_t x = 1; inner && n != 4 && x < width - 1; x++) a[x] = 0.125f;
        }
        for (int32_t x = 0; x < width; x += inner && x == 0 && width > 1 ? width - 1 : 1)
            for (int32_t n = 0; n < 9; n++)
                if (n != 4) oro_couple(m, x, y, n % 3 - 1, n / 3 - 1, 0.125f);
        oro_matrix_lists(j, m, y, rise, keep, add);
        const float *restrict u = oro_row(j->u, y);
        for (int32_t x = 0; x < width; x++) {
            float share = keep[x] * j->scale;
            ptrdiff_t at = oro_cell_at(&m->shape, x, y);
            for (int32_t n = 0; n < 9; n++) m->a[n][at] *= -share;
            m->a[4][at] += 1.0f;
            j->g->row_sum[at] = share == 1.0f ? 0.0f : 1.0f - share;
            add[x] += share * (j->pull * u[x] + rise[x]);
        }
    }
}

// --- products ---------------------------------------------------------------------------------------------------------

/// Row y of r = b - A x, or of A x where b is NULL. Neighbours outside have no weight; the nearest inside is read.
static inline void oro_product_row(const oro_matrix *m, const oro_grid *x, const oro_grid *b, int32_t y, float *out) {
    int32_t width = m->shape.width;
    const float *at = oro_row(x, y), *above = oro_row(x, y > 0 ? y - 1 : y);
    const float *below = oro_row(x, y < m->shape.height - 1 ? y + 1 : y), *right = b ? oro_row(b, y) : NULL;
    ptrdiff_t row = oro_cell_at(&m->shape, 0, y);
    const float *restrict a0 = m->a[0] + row, *restrict a1 = m->a[1] + row, *restrict a2 = m->a[2] + row;
    const float *restrict a3 = m->a[3] + row, *restrict a4 = m->a[4] + row, *restrict a5 = m->a[5] + row;
    const float *restrict a6 = m->a[6] + row, *restrict a7 = m->a[7] + row, *restrict a8 = m->a[8] + row;
    for (int32_t i = 1; i < width - 1; i++)
        out[i] = ((a0[i] * above[i - 1] + a1[i] * above[i]) + (a2[i] * above[i + 1] + a3[i] * at[i - 1])) +
                 ((a4[i] * at[i] + a5[i] * at[i + 1]) + (a6[i] * below[i - 1] + a7[i] * below[i])) +
                 a8[i] * below[i + 1];
    for (int32_t i = 0; i<width; i += width> 1 ? width - 1 : 1) {
        int32_t w = i > 0 ? i - 1 : 0, e = i < width - 1 ? i + 1 : i;
        out[i] = ((a0[i] * above[w] + a1[i] * above[i]) + (a2[i] * above[e] + a3[i] * at[w])) +
                 ((a4[i] * at[i] + a5[i] * at[e]) + (a6[i] * below[w] + a7[i] * below[i])) + a8[i] * below[e];
    }
    if (right)
        for (int32_t i = 0; i < width; i++) out[i] = right[i] - out[i];
}

typedef struct oro_product_job {
    const oro_matrix *m;
    const oro_grid *x, *b;
    const oro_grid *out;
} oro_product_job;

static inline void oro_product_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_product_job *j = user;
    for (int32_t y = y0; y < y1; y++) oro_product_row(j->m, j->x, j->b, y, oro_row(j->out, y));
}

static inline oro_status oro_product(oro_run *run, const oro_matrix *m, const oro_grid *x, const oro_grid *b,
                                     const oro_grid *out) {
    oro_product_job j = {m, x, b, out};
    if ((int64_t)m->shape.width * m->shape.height > 16384) return oro_for_rows(run, &m->shape, oro_product_rows, &j);
    oro_product_rows(&j, 0, m->shape.height); // too small to be worth waking threads for
    return ORO_OK;
}

/// x += ORO_SMOOTH r / diagonal; `fresh`: x begins at 0 and r is b.
static inline void oro_smooth_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_product_job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        float *restrict x = oro_row(j->out, y);
        const float *restrict r = oro_row(j->b, y), *restrict d = j->m->a[4] + oro_cell_at(&j->m->shape, 0, y);
        if (j->x)
            for (int32_t i = 0; i < j->m->shape.width; i++) x[i] += ORO_SMOOTH * r[i] / d[i];
        else
            for (int32_t i = 0; i < j->m->shape.width; i++) x[i] = ORO_SMOOTH * r[i] / d[i];
    }
}

static inline oro_status oro_smooth_step(oro_run *run, const oro_matrix *m, bool fresh) {
    oro_product_job j = {m, fresh ? NULL : &m->x, fresh ? &m->b : &m->r, &m->x};
    if ((int64_t)m->shape.width * m->shape.height > 16384) return oro_for_rows(run, &m->shape, oro_smooth_rows, &j);
    oro_smooth_rows(&j, 0, m->shape.height);
    return ORO_OK;
}

/// One Gauss-Seidel sweep from the corner that `from` names (bit 0: east, bit 1: south). Guided samples depend on those
/// towards the spline, one way only; from four corners in turn every such chain is followed in order.
static inline void oro_ordered_sweep(const oro_matrix *m, int32_t from) {
    int32_t w = m->shape.width, h = m->shape.height, dx = from & 1 ? -1 : 1, dy = from & 2 ? -1 : 1;
    for (int32_t k = 0, y = dy > 0 ? 0 : h - 1; k < h; k++, y += dy) {
        float *at = oro_row(&m->x, y);
        const float *above = oro_row(&m->x, y > 0 ? y - 1 : y), *below = oro_row(&m->x, y < h - 1 ? y + 1 : y);
        const float *right = oro_row(&m->b, y);
        ptrdiff_t row = oro_cell_at(&m->shape, 0, y);
        for (int32_t i = 0, x = dx > 0 ? 0 : w - 1; i < w; i++, x += dx) {
            int32_t west = x > 0 ? x - 1 : 0, east = x < w - 1 ? x + 1 : x;
            float sum = (right[x] - m->a[0][row + x] * above[west] - m->a[1][row + x] * above[x]) -
                        (m->a[2][row + x] * above[east] + m->a[6][row + x] * below[west]) -
                        (m->a[7][row + x] * below[x] + m->a[8][row + x] * below[east]);
            at[x] = (sum - m->a[3][row + x] * at[west] - m->a[5][row + x] * at[east]) / m->a[4][row + x];
        }
    }
}

// --- coarse matrices --------------------------------------------------------------------------------------------------

/// A sample that a pin holds altogether.
static inline bool oro_is_held(const oro_matrix *m, ptrdiff_t at) {
    if (m->a[4][at] != 1.0f) return false;
    for (int32_t n = 0; n < 9; n++)
        if (n != 4 && m->a[n][at] != 0.0f) return false;
    return true;
}

typedef struct oro_coarsen_job {
    const oro_matrix *fine, *coarse;
} oro_coarsen_job;

/// Sums fine coefficients into coarse ones. Held samples take no part: their error is 0.
static inline void oro_coarsen_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_coarsen_job *j = user;
    const oro_matrix *f = j->fine, *c = j->coarse;
    for (int32_t cy = y0; cy < y1; cy++) {
        oro_matrix_clear_row(c, cy);
        for (int32_t cx = 0; cx < c->shape.width; cx++) {
            ptrdiff_t to = oro_cell_at(&c->shape, cx, cy);
            for (int32_t k = 0; k < 4; k++) {
                int32_t x = 2 * cx + (k & 1), y = 2 * cy + (k >> 1);
                if (x >= f->shape.width || y >= f->shape.height) continue;
                ptrdiff_t at = oro_cell_at(&f->shape, x, y);
                if (oro_is_held(f, at)) continue;
                for (int32_t n = 0; n < 9; n++) {
                    float a = f->a[n][at];
                    int32_t nx = x + n % 3 - 1, ny = y + n / 3 - 1;
                    if (a == 0.0f || oro_is_held(f, oro_cell_at(&f->shape, nx, ny))) continue;
                    c->a[((ny >> 1) - cy + 1) * 3 + (nx >> 1) - cx + 1][to] += a;
                }
            }
            if (c->a[4][to] == 0.0f) c->a[4][to] = 1.0f;
        }
    }
}

/// Restricts the residual of a level to the right side of the next, or brings the next level's correction back.
static inline void oro_transfer(const oro_matrix *f, const oro_matrix *c, bool back) {
    for (int32_t cy = 0; cy < c->shape.height; cy++) {
        float *restrict b = oro_row(&c->b, cy);
        const float *restrict e = oro_row(&c->x, cy);
        for (int32_t cx = 0; !back && cx < c->shape.width; cx++) b[cx] = 0.0f;
        for (int32_t y = 2 * cy; y < 2 * cy + 2 && y < f->shape.height; y++) {
            float *restrict x = oro_row(&f->x, y);
            const float *restrict r = oro_row(&f->r, y), *restrict d = f->a[4] + oro_cell_at(&f->shape, 0, y);
            for (int32_t i = 0; i < f->shape.width; i++) {
                ptrdiff_t at = oro_cell_at(&f->shape, i, y);
                if (d[i] == 1.0f && oro_is_held(f, at)) continue;
                if (back)
                    x[i] += ORO_ENLARGE * e[i >> 1];
                else
                    b[i >> 1] += r[i];
            }
        }
    }
}

/// Elimination without exchanges, which an M-matrix allows.
static inline void oro_factor(oro_aggregate *g) {
    const oro_matrix *m = &g->level[g->levels - 1];
    int32_t w = m->shape.width, n = w * m->shape.height;
    memset(g->lu, 0, sizeof g->lu);
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = 0; k < 9; k++) {
            int32_t x = i % w + k % 3 - 1, y = i / w + k / 3 - 1;
            if (x >= 0 && y >= 0 && x < w && y < m->shape.height)
                g->lu[i][y * w + x] = (double)m->a[k][oro_cell_at(&m->shape, i % w, i / w)];
        }
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = i + 1; k < n; k++) {
            double factor = g->lu[k][i] /= g->lu[i][i];
            for (int32_t c = i + 1; c < n; c++) g->lu[k][c] -= factor * g->lu[i][c];
        }
}

static inline void oro_solve_directly(const oro_aggregate *g) {
    const oro_matrix *m = &g->level[g->levels - 1];
    int32_t w = m->shape.width, n = w * m->shape.height;
    double x[ORO_DIRECT_CELLS];
    for (int32_t i = 0; i < n; i++) {
        x[i] = (double)oro_row(&m->b, i / w)[i % w];
        for (int32_t k = 0; k < i; k++) x[i] -= g->lu[i][k] * x[k];
    }
    for (int32_t i = n - 1; i >= 0; i--) {
        for (int32_t k = i + 1; k < n; k++) x[i] -= g->lu[i][k] * x[k];
        x[i] /= g->lu[i][i];
        oro_row(&m->x, i / w)[i % w] = (float)x[i];
    }
}

/// One W-cycle for the level's b; x begins at 0, or goes on from where it is.
static inline oro_status oro_cycle(const oro_aggregate *g, int32_t level) {
    const oro_matrix *m = &g->level[level];
    if (level == g->levels - 1) {
        oro_solve_directly(g);
        return ORO_OK;
    }
    oro_status status = ORO_OK;
    if (g->ordered) {
        for (int32_t y = 0; y < m->shape.height; y++)
            memset(oro_row(&m->x, y), 0, (size_t)m->shape.width * sizeof(float));
        oro_ordered_sweep(m, 0);
        oro_ordered_sweep(m, 3);
    } else {
        status = oro_smooth_step(g->run, m, true);
    }
    if (status == ORO_OK) status = oro_product(g->run, m, &m->x, &m->b, &m->r);
    // Two visits of the coarser level, the second on what the first left over.
    for (int32_t visit = 0; visit < (level == g->levels - 2 ? 1 : 2) && status == ORO_OK; visit++) {
        oro_transfer(m, m + 1, false);
        status = oro_cycle(g, level + 1);
        if (status != ORO_OK) break;
        oro_transfer(m, m + 1, true);
        if (g->ordered) {
            oro_ordered_sweep(m, 1);
            oro_ordered_sweep(m, 2);
        } else {
            status = oro_product(g->run, m, &m->x, &m->b, &m->r);
            if (status == ORO_OK) status = oro_smooth_step(g->run, m, false);
        }
        if (status == ORO_OK && visit == 0) status = oro_product(g->run, m, &m->x, &m->b, &m->r);
    }
    return status;
}

static inline oro_status oro_aggregate_build(oro_aggregate *g) {
    for (g->levels = 1;; g->levels++) {
        const oro_matrix *fine = &g->level[g->levels - 1];
        if (fine->shape.width * (int64_t)fine->shape.height <= ORO_DIRECT_CELLS) break;
        oro_grid shape = {.width = (fine->shape.width + 1) / 2, .height = (fine->shape.height + 1) / 2, .cell = 1.0};
        oro_status status = oro_matrix_alloc(g->run, &shape, &g->level[g->levels]);
        oro_coarsen_job j = {fine, &g->level[g->levels]};
        if (status == ORO_OK) status = oro_for_rows(g->run, &shape, oro_coarsen_rows, &j);
        if (status != ORO_OK) return status;
    }
    oro_factor(g);
    return ORO_OK;
}

// --- BiCGStab ---------------------------------------------------------------------------------------------------------

typedef struct oro_vector_job {
    const oro_aggregate *g;
    const oro_grid *a, *b, *c, *out;
    float fa, fb, fc;
} oro_vector_job;

static inline void oro_dot_row(const void *user, int32_t y, double *sum) {
    const oro_vector_job *j = user;
    const float *restrict a = oro_row(j->a, y), *restrict b = oro_row(j->b, y);
    double here = 0.0;
    for (int32_t x = 0; x < j->a->width; x++) here += (double)a[x] * (double)b[x];
    *sum = here;
}

static inline double oro_dot(const oro_aggregate *g, const oro_grid *a, const oro_grid *b, oro_status *status) {
    oro_vector_job j = {.g = g, .a = a, .b = b};
    double sum = 0.0;
    if (*status == ORO_OK) *status = oro_sum_rows(g->run, a, 1, oro_dot_row, &j, &sum);
    return sum;
}

static inline void oro_combine_rows(const void *user, int32_t y0, int32_t y1) {
    const oro_vector_job *j = user;
    for (int32_t y = y0; y < y1; y++) {
        const float *a = oro_row(j->a, y), *b = oro_row(j->b, y), *c = oro_row(j->c, y);
        float *out = oro_row(j->out, y);
        for (int32_t x = 0; x < j->out->width; x++) out[x] = j->fa * a[x] + (j->fb * b[x] + j->fc * c[x]);
    }
}

/// out = fa a + fb b + fc c; `out` may be any of them.
static inline void oro_combine(const oro_aggregate *g, const oro_grid *out, double fa, const oro_grid *a, double fb,
                               const oro_grid *b, double fc, const oro_grid *c, oro_status *status) {
    oro_vector_job j = {g, a, b, c, out, (float)fa, (float)fb, (float)fc};
    if (*status == ORO_OK) *status = oro_for_rows(g->run, out, oro_combine_rows, &j);
}

/// out = preconditioner applied to `in`.
static inline void oro_precondition(const oro_aggregate *g, const oro_grid *in, const oro_grid *out,
                                    oro_status *status) {
    if (*status != ORO_OK) return;
    oro_grid_copy(in, (oro_grid *)&g->level[0].b);
    *status = oro_cycle(g, 0);
    if (*status == ORO_OK) oro_grid_copy(&g->level[0].x, (oro_grid *)out);
}

/// Solves A e = r, with e = 0 to begin with. r is used up.
static inline oro_status oro_bicgstab(oro_aggregate *g, oro_grid *e, oro_grid *r, oro_solution *solution) {
    const oro_matrix *m = &g->level[0];
    oro_grid *v = g->vector; // shadow residual, direction, its image, half-way residual's image, the two preconditioned
    oro_grid *shadow = &v[0], *p = &v[1], *q = &v[2], *t = &v[3], *pp = &v[4], *ss = &v[5];
    oro_status status = ORO_OK;
    oro_grid_copy(r, shadow);
    oro_grid_copy(r, p);
    oro_combine(g, e, 0.0, r, 0.0, r, 0.0, r, &status);
    double first = oro_dot(g, r, r, &status), rho = first, limit = solution->accuracy * solution->accuracy * first;
    for (int32_t i = 0; i < ORO_BICGSTAB_MOST && status == ORO_OK; i++) {
        if (!(oro_dot(g, r, r, &status) > limit)) break;
        oro_precondition(g, p, pp, &status);
        if (status == ORO_OK) status = oro_product(g->run, m, pp, NULL, q);
        double slant = oro_dot(g, shadow, q, &status);
        if (status != ORO_OK || slant == 0.0) break;
        double alpha = rho / slant;
        oro_combine(g, r, 1.0, r, -alpha, q, 0.0, q, &status);
        oro_precondition(g, r, ss, &status);
        if (status == ORO_OK) status = oro_product(g->run, m, ss, NULL, t);
        double tt = oro_dot(g, t, t, &status), omega = tt > 0.0 ? oro_dot(g, t, r, &status) / tt : 0.0;
        oro_combine(g, e, 1.0, e, alpha, pp, omega, ss, &status);
        oro_combine(g, r, 1.0, r, -omega, t, 0.0, t, &status);
        double next = oro_dot(g, shadow, r, &status);
        solution->iterations = i + 1;
        if (omega == 0.0 || rho == 0.0) break;
        double beta = next / rho * (alpha / omega);
        rho = next;
        oro_combine(g, p, 1.0, r, beta, p, -beta * omega, q, &status);
    }
    return status;
}

// --- a level ----------------------------------------------------------------------------------------------------------

typedef struct oro_residual_job {
    const oro_aggregate *g;
    const oro_grid *x, *b, *out;
} oro_residual_job;

/// r = b - A x in doubles, by differences of neighbours, so that heights of thousands of metres lose nothing. Its sizes in row y.
static inline oro_bounds oro_residual_row(const void *user, int32_t y) {
    const oro_residual_job *j = user;
    const oro_matrix *m = &j->g->level[0];
    double most = 0.0;
    for (int32_t x = 0; x < m->shape.width; x++) {
        ptrdiff_t at = oro_cell_at(&m->shape, x, y);
        double own = (double)oro_row(j->x, y)[x], sum = (double)oro_row(j->b, y)[x] - (double)j->g->row_sum[at] * own;
        for (int32_t n = 0; n < 9; n++)
            if (n != 4 && m->a[n][at] != 0.0f)
                sum -= (double)m->a[n][at] * ((double)oro_row(j->x, y + n / 3 - 1)[x + n % 3 - 1] - own);
        oro_row(j->out, y)[x] = (float)sum;
        most = fabs(sum) > most ? fabs(sum) : most;
    }
    return (oro_bounds){0.0, most};
}

/// Memory for the finest grid of a solver; coarser ones follow when they are built.
static inline oro_aggregate *oro_aggregate_create(oro_run *run, const oro_grid *shape) {
    oro_aggregate *g = oro_scratch(run, sizeof *g);
    if (!g) return NULL;
    memset(g, 0, sizeof *g);
    g->run = run;
    for (int32_t i = 0; i < ORO_VECTORS; i++)
        if (!(g->vector[i] = oro_scratch_grid(run, shape)).data) return NULL;
    if (oro_matrix_alloc(run, shape, &g->level[0]) != ORO_OK) return NULL;
    g->row_sum = oro_scratch(run, (size_t)g->level[0].shape.stride * (size_t)shape->height * sizeof(float));
    return g->row_sum ? g : NULL;
}

/// Solves a level: `from` is the level before, `to` gets the solution. `kept` holds the solver from channel to channel.
static inline oro_status oro_solve_level(oro_run *run, oro_relax_job *relax, oro_solution *solution,
                                         const oro_grid *from, oro_grid *to, oro_aggregate **kept) {
    if (!*kept || !oro_grid_same_shape(&(*kept)->vector[0], to)) *kept = oro_aggregate_create(run, to);
    oro_aggregate *g = *kept;
    if (!g) return ORO_NO_MEMORY;
    g->ordered = relax->guided && relax->raster->guides > 0;
    if (relax->raster->counts[relax->channel] == 0 && solution->pull == 0.0f)
        solution->pull = 1.0f; // nothing to hold on
    oro_grid *u = &g->vector[6], *b = &g->vector[7], *r = &g->vector[8];
    oro_status status = oro_relax(run, relax, 0, from, u, u);
    oro_matrix_job job = {g, relax, 1.0f / (1.0f + solution->pull), solution->pull, u};
    if (status == ORO_OK) status = oro_for_rows(run, to, oro_matrix_rows, &job);
    if (status == ORO_OK) status = oro_aggregate_build(g);
    if (status != ORO_OK) return status;
    oro_grid_copy(&g->level[0].b, b);
    // Begin at the level before, with held samples where they belong.
    for (int32_t y = 0; y < to->height; y++)
        for (int32_t x = 0; x < to->width; x++)
            if (oro_is_held(&g->level[0], oro_cell_at(&g->level[0].shape, x, y))) oro_row(u, y)[x] = oro_row(b, y)[x];
    oro_residual_job residual = {g, u, b, r};
    oro_bounds sizes;
    status = oro_bound_rows(run, to, oro_residual_row, &residual, &sizes);
    if (status == ORO_OK) status = oro_bicgstab(g, to, r, solution);
    oro_combine(g, to, 1.0, u, 1.0, to, 0.0, to, &status);
    residual.x = to;
    if (status == ORO_OK) status = oro_bound_rows(run, to, oro_residual_row, &residual, &sizes);
    if (status == ORO_OK && sizes.greatest > solution->residual) solution->residual = sizes.greatest;
    return status;
}

#endif
