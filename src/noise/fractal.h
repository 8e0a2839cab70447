// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Octaves of noise summed: fBm, ridged and billowed (Musgrave in Ebert et al., "Texturing and Modeling"; the transforms
// in and around the sum as in Mathisen 2021), with two ways to make the sum look less uniform: octaves damped where the
// ground is already steep (after Quilez, "More noise", 2008), and where it is low (Musgrave's heterogeneous terrain).
//
// Octaves differ by seed and by a fraction of a lattice cell, so that their lattices never line up. An octave the grid
// cannot carry fades to its mean (oro_band_limit), so a coarse map is the fine one without its fine detail.
#ifndef ORO_NOISE_FRACTAL_H
#define ORO_NOISE_FRACTAL_H

#include "fractal.cell.h"
#include "rows.h"

#define ORO_MAX_OCTAVES 16

/// What a fractal is made from.
typedef struct oro_fractal_desc {
    oro_basis basis;
    oro_fractal_kind kind;
    int32_t octaves;
    uint32_t seed;
    double scale;              ///< wavelength of the first octave, metres
    double lacunarity;         ///< each octave's wavelength is the one before divided by this
    float sharpness;           ///< exponent on every octave's [0,1]; 1: none
    float damping;             ///< how strongly steep ground weakens finer octaves; 0: not
    float lowland;             ///< how much low ground weakens finer octaves, 0..1
    double angle;              ///< degrees the lattice is turned, counter-clockwise on the map
    double stretch;            ///< features are this many times longer along the angle
    double offset_x, offset_y; ///< metres the pattern is moved
} oro_fractal_desc;

/// A fractal ready for a grid.
typedef struct oro_fractal {
    oro_fractal_desc desc;
    oro_lattice lattice[ORO_MAX_OCTAVES];
    float carried[ORO_MAX_OCTAVES]; ///< how much of each octave the grid carries
    float mean;                     ///< of a shaped octave
} oro_fractal;

/// What a thread needs while it works on one tile.
typedef struct oro_fractal_tile {
    oro_octave_tile octave[ORO_MAX_OCTAVES];
    oro_noise_row noise;
    float amplitude[ORO_TILE], sum[ORO_TILE], slope_x[ORO_TILE], slope_y[ORO_TILE];
} oro_fractal_tile;

// --- the shape of an octave ------------------------------------------------------------------------------------------

/// The mean of a shaped octave over its lattice.
static inline float oro_shaped_mean(const oro_fractal_desc *d) {
    const oro_period none = {0, 0, 0};
    double sum = 0.0;
    for (int32_t k = 0; k < 4096; k++) {
        float fu = ((float)(k & 63) + 0.5f) / 64.0f, fv = ((float)(k >> 6) + 0.5f) / 64.0f;
        float t = oro_octave_unit(d->kind, oro_basis_point(&d->basis, 1u, none, 5 * k, 3 * k, fu, fv).value);
        sum += d->sharpness == 1.0f ? t : oro_pow_unit(t, d->sharpness);
    }
    return (float)(2.0 * sum / 4096.0 - 1.0);
}

/// Shapes a row of one octave in place: values to [-1,1], slopes to how steep those are, but with the directions before
/// folding: at a crest the true slope changes sign at once, and what it damps would break there.
static inline void oro_shape_row(const oro_fractal *f, float carried, int32_t count, bool slopes, oro_noise_row *n) {
    const int32_t kind = (int32_t)f->desc.kind;
    const float sharpness = f->desc.sharpness, mean = f->mean;
    float *restrict value = n->value, *restrict du = n->du, *restrict dv = n->dv;
    if (carried == 1.0f && kind == ORO_PLAIN && sharpness == 1.0f) return;
    for (int32_t x = 0; x < count; x++) value[x] = oro_octave_unit(kind, value[x]);
    if (sharpness != 1.0f && slopes)
        for (int32_t x = 0; x < count; x++) {
            float steeper = oro_octave_steeper(value[x], sharpness);
            du[x] *= steeper, dv[x] *= steeper;
        }
    if (sharpness != 1.0f)
        for (int32_t x = 0; x < count; x++) value[x] = oro_pow_unit(value[x], sharpness);
    for (int32_t x = 0; x < count; x++) value[x] = oro_octave_signed(value[x]);
    if (carried < 1.0f)
        for (int32_t x = 0; x < count; x++) value[x] = oro_octave_carried(value[x], mean, carried);
    if (carried < 1.0f && slopes)
        for (int32_t x = 0; x < count; x++) du[x] *= carried, dv[x] *= carried;
}

// --- making one ------------------------------------------------------------------------------------------------------

static inline oro_lattice oro_octave_lattice(const oro_fractal_desc *d, int32_t octave, double frequency,
                                             const oro_grid *g) {
    float turn = (float)(d->angle * (3.14159265358979324 / 180.0));
    double c = oro_cos(turn), s = oro_sin(turn); // ours, not libm's, for the same bits everywhere
    c = fabs(c) < 1e-6 ? 0.0 : c;
    s = fabs(s) < 1e-6 ? 0.0 : s;
    double along = frequency / d->stretch;
    oro_lattice l = {.ux = c * along, .uy = -s * along, .vx = s * frequency, .vy = c * frequency};
    if (d->basis.kind == ORO_GRADIENT) l.ux -= 0.5 * l.vx, l.uy -= 0.5 * l.vy;
    if (d->basis.kind == ORO_SIMPLEX) {
        double skew_x = ORO_SIMPLEX_SKEW * (l.ux + l.vx), skew_y = ORO_SIMPLEX_SKEW * (l.uy + l.vy);
        l.ux += skew_x, l.vx += skew_x;
        l.uy += skew_y, l.vy += skew_y;
    }
    if (g->wrap) oro_lattice_tile(&l, oro_extent_x(g), oro_extent_y(g));
    l.seed = oro_mix32(d->seed + 0x9e3779b9U * (uint32_t)octave);
    l.u0 = oro_unit(oro_mix32(l.seed ^ 0x55555555U)) - (l.ux * d->offset_x + l.uy * d->offset_y);
    l.v0 = oro_unit(oro_mix32(l.seed ^ 0xaaaaaaaaU)) - (l.vx * d->offset_x + l.vy * d->offset_y);
    return l;
}

static inline oro_fractal oro_fractal_make(const oro_fractal_desc *d, const oro_grid *g) {
    oro_fractal f = {.desc = *d};
    double frequency = 1.0 / d->scale, shortest = d->stretch < 1.0 ? d->stretch : 1.0;
    for (int32_t k = 0; k < d->octaves; k++, frequency *= d->lacunarity) {
        f.lattice[k] = oro_octave_lattice(d, k, frequency, g);
        f.carried[k] = oro_band_limit((float)(shortest / frequency), (float)g->cell);
    }
    bool zero = d->kind == ORO_PLAIN && d->sharpness == 1.0f && d->basis.kind != ORO_CELLULAR;
    f.mean = zero ? 0.0f : oro_shaped_mean(d);
    return f;
}

// --- evaluating ------------------------------------------------------------------------------------------------------

/// Prepares the columns [x0, x0+count) of a tile, count <= ORO_TILE. `warped`: rows will come with a displacement.
static inline void oro_fractal_columns(const oro_fractal *f, const oro_axis *axis, int32_t x0, int32_t count,
                                       bool warped, oro_fractal_tile *t) {
    for (int32_t k = 0; k < f->desc.octaves; k++)
        if (f->carried[k] > 0.0f)
            oro_octave_columns(&f->desc.basis, &f->lattice[k], axis, x0, count, warped, &t->octave[k]);
}

/// The shaped octave k along a row, in t->noise.
static inline void oro_shaped_octave(const oro_fractal *f, int32_t k, double y, const oro_warp_row *warp, bool warped,
                                     int32_t count, bool slopes, oro_fractal_tile *t) {
    if (f->carried[k] > 0.0f) {
        oro_octave_row(&f->desc.basis, &f->lattice[k], y, warp, warped, count, slopes, &t->octave[k], &t->noise);
        oro_shape_row(f, f->carried[k], count, slopes, &t->noise);
    } else {
        for (int32_t x = 0; x < count; x++) t->noise.value[x] = f->mean, t->noise.du[x] = 0.0f, t->noise.dv[x] = 0.0f;
    }
}

/// Octaves of one amplitude for the whole map: the fast way.
static inline void oro_fractal_row_plain(const oro_fractal *f, double y, const oro_warp_row *warp, bool warped,
                                         float gain, int32_t count, oro_fractal_tile *t, float *restrict out) {
    float amplitude = 1.0f;
    for (int32_t x = 0; x < count; x++) out[x] = 0.0f;
    for (int32_t k = 0; k < f->desc.octaves; k++, amplitude *= gain) {
        if (f->carried[k] == 0.0f && f->mean == 0.0f) continue;
        oro_shaped_octave(f, k, y, warp, warped, count, false, t);
        const float *restrict value = t->noise.value;
        for (int32_t x = 0; x < count; x++) out[x] += amplitude * value[x];
    }
}

/// Adds an octave whose amplitude differs from place to place.
static inline void oro_add_octave(const oro_fractal *f, const oro_lattice *l, const float *restrict gain, int32_t count,
                                  bool slopes, oro_fractal_tile *t, float *restrict out) {
    const float scale = (float)f->desc.scale * (f->desc.kind == ORO_PLAIN ? 1.0f : 2.0f), damping = f->desc.damping,
                lowland = f->desc.lowland, mean = f->mean;
    const oro_octave_axes axes = {(float)l->ux * scale, (float)l->uy * scale, (float)l->vx * scale,
                                  (float)l->vy * scale};
    const float *restrict value = t->noise.value, *restrict du = t->noise.du, *restrict dv = t->noise.dv;
    float *restrict amplitude = t->amplitude, *restrict sum = t->sum;
    float *restrict slope_x = t->slope_x, *restrict slope_y = t->slope_y;
    if (slopes)
        for (int32_t x = 0; x < count; x++) {
            oro_octave_sum s = {out[x], slope_x[x], slope_y[x]};
            s = oro_add_damped(s, amplitude[x], damping, value[x], du[x], dv[x], axes);
            out[x] = s.value;
            slope_x[x] = s.slope_x;
            slope_y[x] = s.slope_y;
        }
    else
        for (int32_t x = 0; x < count; x++) out[x] += amplitude[x] * value[x];
    if (lowland > 0.0f)
        for (int32_t x = 0; x < count; x++) {
            sum[x] += amplitude[x];
            amplitude[x] = oro_lowland_amplitude(amplitude[x], gain[x], lowland, out[x] / sum[x], mean);
        }
    else
        for (int32_t x = 0; x < count; x++) amplitude[x] *= gain[x];
}

/// A row of the tile at world y: the sum over octaves of gain^k times the octave, each octave in [-1,1]. `gain` has one
/// value a column; `uniform` says that all of them, in every row, are gain[0]. `warp` holds zeros where nothing is
/// warped.
static inline void oro_fractal_row(const oro_fractal *f, double y, const oro_warp_row *warp, bool warped,
                                   const float *gain, bool uniform, int32_t count, oro_fractal_tile *t, float *out) {
    bool slopes = f->desc.damping > 0.0f && f->desc.basis.kind != ORO_CELLULAR;
    if (uniform && !slopes && f->desc.lowland == 0.0f) {
        oro_fractal_row_plain(f, y, warp, warped, gain[0], count, t, out);
        return;
    }
    for (int32_t x = 0; x < count; x++) {
        out[x] = 0.0f;
        t->amplitude[x] = 1.0f, t->sum[x] = 0.0f, t->slope_x[x] = 0.0f, t->slope_y[x] = 0.0f;
    }
    for (int32_t k = 0; k < f->desc.octaves; k++) {
        if (f->carried[k] == 0.0f && f->mean == 0.0f) break; // octaves only get finer, so nothing follows
        oro_shaped_octave(f, k, y, warp, warped, count, slopes, t);
        oro_add_octave(f, &f->lattice[k], gain, count, slopes, t, out);
    }
}

#endif
