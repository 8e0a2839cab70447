// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of virtual pipes for one pipe and one cell: values in, values out.
//
// A flux is kept as the depth of water that crosses a face in one step (q dt / dx, metres), so that a cell's water changes by
// plain sums. What leaves a cell is limited once, by one factor for all its pipes: then the direction of flow and the energy
// it loses are those of the unlimited fluxes, and the same factor limits the discharge.
//
// The carving law has pipes to all eight neighbours. A stream on a coarse level is one cell wide: with four it would go on a
// slant as a staircase, sqrt(2) longer and so less steep, and every valley would turn into an axis of the grid. Straight pipes
// are a = 1 - 2b cells wide, slanting ones sqrt(2) b, and sqrt(2) cells long: then smooth flow has the same discharge and loses
// the same energy in every direction. b is measured, not derived: 1/6, for which the Laplacian is isotropic, still prefers the
// axes where streams are one cell wide, 0.29, at which such streams convey alike, the diagonals; at 0.19 to 0.2 seven scenes with
// four seeds each have as many valleys along the axes as along the diagonals. Mathisen's law keeps its four faces.
//
// Divisions that meet in one place share a single one, 1/(a b): a division costs as much as sixteen multiplications here.
#ifndef ORO_PIPES_CELL_H
#define ORO_PIPES_CELL_H

#include "core/cell.h"
#include "core/math.cell.h"

/// The numbers of a law on one level, in its own steps and cells.
typedef struct pipes_numbers {
    float pull;       ///< g dt^2 / dx^2, 1/m
    float slant_pull; ///< the same along a slanting pipe, which is sqrt(2) cells long
    float straight;   ///< width of the pipes to the four nearest neighbours, cells
    float slant;      ///< width of those to the four others, cells
    float border;     ///< 1 / straight: over the border water leaves through straight pipes alone, at full width
    float depth;      ///< reference depth, m: water deeper than it moves no faster waves
    float drag;       ///< friction a dt, m; above 0
    float limit;      ///< largest part of the depth that may cross a pipe in a step
    float damping;    ///< Mathisen: 1 / (1 + kf dt)
    float erode;      ///< Ke (dx/dt)^m dt / dx
    float exponent;   ///< m
    float full;       ///< 1 / most load, as m of bed per m of water
    float reach;      ///< part of the drop to the lowest neighbour that may be taken in a step
    float settle;     ///< vs dt, m
    float bank;       ///< share of the neighbourhood in the discharge that cuts
    float dry;        ///< what evaporation leaves in a step
    float slope;      ///< 1 / dx
    float speed;      ///< Mathisen: discharge per flux, dx / dt
    float suspend;    ///< Mathisen: part of the missing load picked up in a step
    float deposit;    ///< Mathisen: part of the excess load dropped in a step
    float by_depth;   ///< Mathisen: 1 divides the discharge by the depth, 0 does not
    float most_speed; ///< Mathisen: of water
    float rim;        ///< Mathisen: how far the ground outside the map lies below its edge, m
    float sea;        ///< level of the sea above the datum of the bed, m
    int32_t closed;   ///< not 0: nothing leaves the map
    int32_t has_sea;  ///< not 0: there is one
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

/// Two pipes of a cell at once.
typedef struct pipes_pair {
    float x, y;
} pipes_pair;

/// Fluxes after a step of gravity and friction. Friction is linear in the velocity: that alone is the same in every direction
/// without a square root. The depth is held at the reference only where it drives waves.
ORO_CELL pipes_pair pipes_carving_flux(pipes_numbers n, float pull, pipes_pair flux, pipes_pair level,
                                       pipes_pair depth) {
    float ax = flux.x + pull * oro_min(depth.x, n.depth) * level.x;
    float ay = flux.y + pull * oro_min(depth.y, n.depth) * level.y;
    float px = depth.x + n.drag, py = depth.y + n.drag, r = 1.0f / (px * py);
    pipes_pair out;
    out.x = depth.x * oro_clamp(ax * (py * r), -n.limit, n.limit);
    out.y = depth.y * oro_clamp(ay * (px * r), -n.limit, n.limit);
    return out;
}

/// The ground and the water of one cell, m.
typedef struct pipes_site {
    float bed, change, water;
} pipes_site;

/// How far the bed of one cell lies above that of another. Differences of beds first: they are large, and exact.
ORO_CELL float pipes_bed_above(pipes_site a, pipes_site b) { return (a.bed - b.bed) + (a.change - b.change); }

/// One number for each of the four pipes that a cell makes, named by where they lead.
typedef struct pipes_own {
    float right, down, down_right, down_left;
} pipes_own;

/// The cells at the far ends of those.
typedef struct pipes_far_ends {
    pipes_site right, down, down_right, down_left;
} pipes_far_ends;

/// A cell's own pipes after a step of the carving law: how far the near level lies above the far one, and the flux.
typedef struct pipes_made {
    pipes_own level, flux;
} pipes_made;

ORO_CELL pipes_made pipes_make_cell(pipes_numbers n, pipes_site here, pipes_far_ends to, pipes_own flux) {
    pipes_pair bed, level, depth, through;
    pipes_made made;
    bed.x = pipes_bed_above(here, to.right), bed.y = pipes_bed_above(here, to.down);
    level.x = bed.x + (here.water - to.right.water), level.y = bed.y + (here.water - to.down.water);
    depth.x = pipes_depth(n, bed.x, here.water, to.right.water);
    depth.y = pipes_depth(n, bed.y, here.water, to.down.water);
    through.x = flux.right, through.y = flux.down;
    through = pipes_carving_flux(n, n.pull, through, level, depth);
    made.level.right = level.x, made.level.down = level.y;
    made.flux.right = through.x, made.flux.down = through.y;
    bed.x = pipes_bed_above(here, to.down_right), bed.y = pipes_bed_above(here, to.down_left);
    level.x = bed.x + (here.water - to.down_right.water), level.y = bed.y + (here.water - to.down_left.water);
    depth.x = pipes_depth(n, bed.x, here.water, to.down_right.water);
    depth.y = pipes_depth(n, bed.y, here.water, to.down_left.water);
    through.x = flux.down_right, through.y = flux.down_left;
    through = pipes_carving_flux(n, n.slant_pull, through, level, depth);
    made.level.down_right = level.x, made.level.down_left = level.y;
    made.flux.down_right = through.x, made.flux.down_left = through.y;
    return made;
}

/// The lowest bed of a cell and its two neighbours in the row.
ORO_CELL float pipes_low(pipes_site left, pipes_site here, pipes_site right) {
    return oro_min(oro_min(left.bed + left.change, right.bed + right.change), here.bed + here.change);
}

/// A cell's own faces after a step of Mathisen's law: how far the near bed lies above the far one, and the flux.
typedef struct pipes_faces {
    pipes_pair bed, flux;
} pipes_faces;

/// Mei's and Mathisen's pipes of one cross-section, with one signed flux per face.
ORO_CELL pipes_pair pipes_mathisen_flux(pipes_numbers n, pipes_pair flux, pipes_pair level) {
    pipes_pair out;
    out.x = (flux.x + n.pull * n.depth * level.x) * n.damping;
    out.y = (flux.y + n.pull * n.depth * level.y) * n.damping;
    return out;
}

ORO_CELL pipes_faces pipes_mathisen_make(pipes_numbers n, pipes_site here, pipes_site right, pipes_site down,
                                         pipes_pair flux) {
    pipes_faces made;
    pipes_pair level;
    made.bed.x = pipes_bed_above(here, right), made.bed.y = pipes_bed_above(here, down);
    level.x = made.bed.x + (here.water - right.water), level.y = made.bed.y + (here.water - down.water);
    made.flux = pipes_mathisen_flux(n, flux, level);
    return made;
}

/// Flux out of the map over an open border: the steady one down `fall` metres, since nobody outside pushes back. Not negative.
ORO_CELL float pipes_border_flux(pipes_numbers n, float height, float water, float fall) {
    bool shut = n.closed || (n.has_sea && height < n.sea);
    float v = n.pull * oro_min(water, n.depth) * fall / n.drag;
    return shut ? 0.0f : water * oro_min(v, n.limit);
}

/// What leaves over the border by the carving law. The ground outside goes on falling as the land does before the edge, and the
/// water on it is as deep: so a river crosses the edge as it came. A fall from its own depth would cut gorges into the map.
ORO_CELL float pipes_leaving(pipes_numbers n, pipes_site edge, float fall) {
    return n.border * pipes_border_flux(n, edge.bed + edge.change, edge.water, fall);
}

/// What the four straight pipes of a cell say. Positive fluxes leave by the right and lower one and enter by the left and upper
/// one; `level` and `bed` are how far the near side (left, upper) of each lies above the far one.
typedef struct pipes_cross {
    float right, left, down, up;
} pipes_cross;

/// The same of the slanting ones: positive fluxes go down the map.
typedef struct pipes_slants {
    float down_right, up_left, down_left, up_right;
} pipes_slants;

typedef struct pipes_cell {
    float keep;      ///< factor on all that leaves
    float load;      ///< m of bed per m of water
    float discharge; ///< length of the vector of what leaves, limited
    float power;     ///< carving: energy that what leaves loses, limited; Mathisen: sine of the tilt times velocity
} pipes_cell;

/// Discharge is the length of the vector of what leaves, each pipe's along its own displacement: with slants only the signed
/// sum is the same in every direction.
ORO_CELL pipes_cell pipes_look_around(pipes_numbers n, pipes_cross flux, pipes_slants slants, pipes_cross level,
                                      pipes_slants levels, float water, float sediment) {
    float right = oro_max(flux.right, n.zero), left = oro_max(-flux.left, n.zero);
    float down = oro_max(flux.down, n.zero), up = oro_max(-flux.up, n.zero);
    float se = oro_max(slants.down_right, n.zero), nw = oro_max(-slants.up_left, n.zero);
    float sw = oro_max(slants.down_left, n.zero), ne = oro_max(-slants.up_right, n.zero);
    float along = n.slant * (se - nw), across = n.slant * (ne - sw);
    float ox = n.straight * (right - left) + (along + across), oy = n.straight * (down - up) + (along - across);
    float all = n.straight * ((right + left) + (down + up)) + n.slant * ((se + nw) + (sw + ne));
    float w = oro_max(water, n.film), out = oro_max(all, n.little), r = 1.0f / (w * out);
    float lost = (right * level.right - left * level.left) + (down * level.down - up * level.up);
    float lost_slants = (se * levels.down_right - nw * levels.up_left) + (sw * levels.down_left - ne * levels.up_right);
    pipes_cell c;
    // A little less than all: then rounding cannot make water or sediment negative.
    c.keep = oro_min(0.999998f * water * (w * r), n.one);
    c.load = sediment * (out * r);
    c.discharge = oro_sqrt(ox * ox + oy * oy) * c.keep;
    c.power = oro_max(n.straight * lost + n.slant * lost_slants, n.zero) * c.keep;
    return c;
}

ORO_CELL pipes_cell pipes_mathisen_look(pipes_numbers n, pipes_cross flux, pipes_cross bed, float water,
                                        float sediment) {
    float right = oro_max(flux.right, n.zero), left = oro_max(-flux.left, n.zero);
    float down = oro_max(flux.down, n.zero), up = oro_max(-flux.up, n.zero);
    float ox = right + left, oy = down + up, q2 = ox * ox + oy * oy, q = oro_sqrt(q2);
    // The square of the length instead of the length: then the division does not wait for the root.
    float w = oro_max(water, n.film), out = oro_max(ox + oy, n.little), square = oro_max(q2, n.square);
    float r = 1.0f / (w * out * square), per_water = out * square * r;
    pipes_cell c;
    c.keep = oro_min(0.999998f * water * (w * square * r), n.one);
    c.load = sediment * per_water;
    c.discharge = q * c.keep;
    float fall_x = oro_max(bed.right, -bed.left), fall_y = oro_max(bed.down, -bed.up);
    float px = oro_clamp(fall_x * n.slope, n.zero, n.one), py = oro_clamp(fall_y * n.slope, n.zero, n.one);
    float p = px * px + py * py, v = c.discharge * n.speed;
    v = oro_min(v * (n.by_depth * per_water + (1.0f - n.by_depth)), n.most_speed);
    c.power = oro_sqrt(p / (1.0f + p)) * v;
    return c;
}

/// The part of a pipe's flux that its donor can give.
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

/// What running water takes and lays down in one step by the carving law, m of bed.
typedef struct pipes_exchange {
    float cut, laid;
} pipes_exchange;

/// `lost` is the energy that the discharge q loses, so lost / q the slope of its energy line.
ORO_CELL pipes_exchange pipes_carve(pipes_numbers n, float q, float lost, float load, float water, float sediment,
                                    int exponent) {
    float some = oro_max(q, n.little), sinks = water + n.settle, r = 1.0f / (sinks * some);
    float room = oro_max(1.0f - load * n.full, n.zero);
    pipes_exchange e = {n.erode * pipes_power(q, n.exponent, exponent) * (lost * (sinks * r)) * room,
                        sediment * n.settle * (some * r)};
    return e;
}

/// Bed and load after the bed rose by about `delta`. What the bed takes is what it can represent, and the load gives exactly
/// that.
typedef struct pipes_taken {
    float change, sediment;
} pipes_taken;

ORO_CELL pipes_taken pipes_take(float change, float delta, float sediment) {
    float next = change + delta, left = sediment - (next - change);
    pipes_taken t;
    t.change = left < 0.0f ? change : next;
    left = left < 0.0f ? sediment : left;
    t.sediment = left < 1.0e-12f ? 0.0f : left;
    return t;
}

/// Depth of water at the end of a step: rain falls, some dries, films are dry, and the sea keeps its level.
ORO_CELL float pipes_wet(pipes_numbers n, float water, float rain, float height, bool sea) {
    float wet = (water + rain) * n.dry;
    wet = wet < 1.0e-6f ? 0.0f : wet;
    if (sea) wet = height < n.sea ? n.sea - height : wet;
    return wet;
}

/// Change of the bed by Mathisen's law (M16): towards the capacity, and never beyond the depth limit or what there is.
ORO_CELL float pipes_mathisen_change(pipes_numbers n, float capacity, float change, float depth_limit, float sediment) {
    float missing = capacity - sediment;
    float up = oro_min(n.suspend * missing, oro_max(change + depth_limit, 0.0f));
    float down = oro_min(oro_min(n.deposit * -missing, sediment), oro_max(depth_limit - change, 0.0f));
    return missing >= 0.0f ? -up : down;
}

#endif
