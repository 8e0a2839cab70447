// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of virtual pipes for one face and one cell: values in, values out.
//
// A flux is kept as the depth of water that crosses a face in one step (q dt / dx, metres), so that a cell's water changes by
// plain sums. What leaves a cell is limited once, by one factor for all its faces: then the direction of flow and the energy
// it loses are those of the unlimited fluxes, and the same factor limits the discharge.
//
// Divisions that meet in one place share a single one, 1/(a b): a division costs as much as sixteen multiplications here.
#ifndef ORO_SOLVE_PIPES_CELL_H
#define ORO_SOLVE_PIPES_CELL_H

#include "core/cell.h"
#include "core/math.cell.h"

/// The numbers of a law on one level, in its own steps and cells.
typedef struct pipes_numbers {
    float pull;       ///< g dt^2 / dx^2, 1/m
    float depth;      ///< reference depth, m: water deeper than it moves no faster waves
    float drag;       ///< friction a dt, m; above 0
    float limit;      ///< largest part of the depth that may cross a face in a step
    float damping;    ///< document: 1 / (1 + kf dt)
    float erode;      ///< Ke (dx/dt)^m dt / dx
    float exponent;   ///< m
    float full;       ///< 1 / most load, as m of bed per m of water
    float reach;      ///< part of the drop to the lowest neighbour that may be taken in a step
    float settle;     ///< vs dt, m
    float bank;       ///< share of the neighbourhood in the discharge that cuts
    float dry;        ///< what evaporation leaves in a step
    float slope;      ///< 1 / dx
    float speed;      ///< document: discharge per flux, dx / dt
    float suspend;    ///< document: part of the missing load picked up in a step
    float deposit;    ///< document: part of the excess load dropped in a step
    float by_depth;   ///< document: 1 divides the discharge by the depth, 0 does not
    float most_speed; ///< document: of water
    float rim;        ///< how far the ground outside the map lies below its edge, m
    float sea;        ///< level of the sea above the datum of the bed, m
    bool closed;      ///< nothing leaves the map
    bool has_sea;
    // Constants, here because of compilers: the greater of a value and a number they know costs them two instructions, of a
    // value and one they do not know costs one.
    float zero, one;
    float film;   ///< thinner water is dry: 1e-6 m
    float little; ///< least flux to divide by, m
    float square; ///< its square's place: least square of a flux to divide by
} pipes_numbers;

/// The constants of pipes_numbers. The least product that is divided by, film * little * square, is a normal float.
ORO_CELL pipes_numbers pipes_with_constants(pipes_numbers n) {
    n.zero = 0.0f;
    n.one = 1.0f;
    n.film = 1.0e-6f;
    n.little = 1.0e-9f;
    n.square = 1.0e-20f;
    return n;
}

/// Depth of water over the higher of two beds. `bed` is how far the first lies above the second.
ORO_CELL float pipes_depth(pipes_numbers n, float bed, float first, float second) {
    return oro_max(oro_max(bed + first, second) - oro_max(bed, n.zero), n.zero);
}

/// Two faces of a cell at once.
typedef struct pipes_pair {
    float x, y;
} pipes_pair;

/// Fluxes after a step of gravity and friction. Friction is linear in the velocity: that alone is the same in every direction
/// without a square root. The depth is held at the reference only where it drives waves.
ORO_CELL pipes_pair pipes_carving_flux(pipes_numbers n, pipes_pair flux, pipes_pair level, pipes_pair depth) {
    float ax = flux.x + n.pull * oro_min(depth.x, n.depth) * level.x;
    float ay = flux.y + n.pull * oro_min(depth.y, n.depth) * level.y;
    float px = depth.x + n.drag, py = depth.y + n.drag, r = 1.0f / (px * py);
    pipes_pair out;
    out.x = depth.x * oro_clamp(ax * (py * r), -n.limit, n.limit);
    out.y = depth.y * oro_clamp(ay * (px * r), -n.limit, n.limit);
    return out;
}

/// Mei's and Mathisen's pipes of one cross-section, with one signed flux per face.
ORO_CELL pipes_pair pipes_document_flux(pipes_numbers n, pipes_pair flux, pipes_pair level) {
    pipes_pair out;
    out.x = (flux.x + n.pull * n.depth * level.x) * n.damping;
    out.y = (flux.y + n.pull * n.depth * level.y) * n.damping;
    return out;
}

/// Flux out of the map over an open border: the steady one, since nobody outside pushes back. Not negative.
ORO_CELL float pipes_border_flux(pipes_numbers n, float height, float water) {
    bool shut = n.closed || (n.has_sea && height < n.sea);
    float v = n.pull * oro_min(water, n.depth) * (n.rim + water) / n.drag;
    return shut ? 0.0f : water * oro_min(v, n.limit);
}

/// What the four faces of a cell say. Positive fluxes leave by the right and lower face and enter by the left and upper one;
/// `level` and `bed` are how far the near side (left, upper) of each face lies above the far one.
typedef struct pipes_cross {
    float right, left, down, up;
} pipes_cross;

typedef struct pipes_cell {
    float keep;      ///< factor on all that leaves
    float load;      ///< m of bed per m of water
    float discharge; ///< length of the vector of what leaves, limited
    float power;     ///< carving: energy slope times room for load; document: sine of the tilt times velocity
    float drop;      ///< most that may be cut in this step
} pipes_cell;

ORO_CELL pipes_cell pipes_look(pipes_numbers n, pipes_cross flux, pipes_cross level, pipes_cross bed, float water,
                               float sediment, bool document) {
    float right = oro_max(flux.right, n.zero), left = oro_max(-flux.left, n.zero);
    float down = oro_max(flux.down, n.zero), up = oro_max(-flux.up, n.zero);
    float ox = right + left, oy = down + up, q2 = ox * ox + oy * oy, q = oro_sqrt(q2);
    // The square of the length instead of the length: then the division does not wait for the root.
    float w = oro_max(water, n.film), out = oro_max(ox + oy, n.little), square = oro_max(q2, n.square);
    float r = 1.0f / (w * out * square), per_water = out * square * r;
    pipes_cell c;
    // A little less than all: then rounding cannot make water or sediment negative.
    c.keep = oro_min(0.999998f * water * (w * square * r), n.one);
    c.load = sediment * per_water;
    c.discharge = q * c.keep;
    float fall_x = oro_max(bed.right, -bed.left), fall_y = oro_max(bed.down, -bed.up);
    c.drop = n.reach * oro_max(oro_max(fall_x, fall_y), n.zero);
    if (document) {
        float px = oro_clamp(fall_x * n.slope, n.zero, n.one), py = oro_clamp(fall_y * n.slope, n.zero, n.one);
        float p = px * px + py * py, v = c.discharge * n.speed;
        v = oro_min(v * (n.by_depth * per_water + (1.0f - n.by_depth)), n.most_speed);
        c.power = oro_sqrt(p / (1.0f + p)) * v;
    } else {
        float lost = right * level.right - left * level.left + down * level.down - up * level.up;
        c.power = oro_max(lost, n.zero) * (q * (w * out * r)) * oro_max(1.0f - c.load * n.full, n.zero);
    }
    return c;
}

/// The part of a face's flux that its donor can give.
ORO_CELL float pipes_given(float flux, float near_keep, float far_keep) {
    return flux * (flux > 0.0f ? near_keep : far_keep);
}
ORO_CELL float pipes_carried(float given, float near_load, float far_load) {
    return given * (given > 0.0f ? near_load : far_load);
}

/// Discharge to the power of the law: a square root, itself, or anything.
enum { PIPES_ROOT, PIPES_LINEAR, PIPES_POWER };
ORO_CELL float pipes_power(float q, float exponent, int kind) {
    if (kind == PIPES_ROOT) return oro_sqrt(q);
    if (kind == PIPES_LINEAR) return q;
    return oro_exp2(oro_log2(oro_max(q, 1.0e-30f)) * exponent);
}

/// What the ground gives at most: soft rock in part, and all that lies loose on it.
ORO_CELL float pipes_ground(float cut, float change, float loose, float soft) {
    return oro_min(cut, oro_max(change + loose, 0.0f) + soft * cut);
}

/// Change of the bed in one step by the carving law. `cut` is what running water would take.
ORO_CELL float pipes_carving_change(pipes_numbers n, float cut, float water, float sediment) {
    return sediment * n.settle / (water + n.settle) - cut;
}

/// Change of the bed by Mathisen's law (M16): towards the capacity, and never beyond the depth limit or what there is.
ORO_CELL float pipes_document_change(pipes_numbers n, float capacity, float change, float depth_limit, float sediment) {
    float missing = capacity - sediment;
    float up = oro_min(n.suspend * missing, oro_max(change + depth_limit, 0.0f));
    float down = oro_min(oro_min(n.deposit * -missing, sediment), oro_max(depth_limit - change, 0.0f));
    return missing >= 0.0f ? -up : down;
}

#endif
