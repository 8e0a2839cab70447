// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A step of the carving law in three kernels (pipes, cells, update), and the slide of the ground in two; a cell a work-item.
// Planes have no pads: a cell beyond the edge is the opposite one where the map wraps, else the last again.

#include "map_shape.cell.h"
#include "op/erode/pipes/talus.cell.h"

/// Falls outside the map, by side: north, south, west, east, each as long as the longer side.
float fall_of(global const float *falls, map_shape m, int side, int i) {
    return falls[side * max(m.width, m.height) + i];
}

enum { NORTH, SOUTH, WEST, EAST };

kernel void make_pipes(pipes_numbers n, map_shape m, global const float *falls, global const float *bed,
                       global const float *change, global const float *water, global const float *flux_right,
                       global const float *flux_down, global const float *flux_down_right,
                       global const float *flux_down_left, global pipes_made *made, global float *low) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    pipes_site here = site_of(bed, change, water, i);
    pipes_far_ends ends;
    ends.right = site_of(bed, change, water, place_of(m, x + 1, y));
    ends.down = site_of(bed, change, water, place_of(m, x, y + 1));
    ends.down_right = site_of(bed, change, water, place_of(m, x + 1, y + 1));
    ends.down_left = site_of(bed, change, water, place_of(m, x - 1, y + 1));
    pipes_own flux;
    flux.right = flux_right[i], flux.down = flux_down[i];
    flux.down_right = flux_down_right[i], flux.down_left = flux_down_left[i];
    pipes_made p = pipes_make_cell(n, here, ends, flux);
    float lowest = pipes_low(site_of(bed, change, water, place_of(m, x - 1, y)), here, ends.right);
    bool bottom = !m.wrap && y == m.height - 1, last = !m.wrap && x == m.width - 1, first = !m.wrap && x == 0;
    if (bottom) {
        float fall = fall_of(falls, m, SOUTH, x);
        p.level.down = fall, p.flux.down = pipes_leaving(n, here, fall);
        p.level.down_right = p.flux.down_right = p.level.down_left = p.flux.down_left = 0.0f;
    }
    if (last) {
        float fall = fall_of(falls, m, EAST, y);
        p.level.right = fall, p.flux.right = pipes_leaving(n, here, fall);
        p.level.down_right = p.flux.down_right = 0.0f;
        lowest = oro_min(lowest, here.bed + here.change - fall);
    }
    if (first) {
        p.level.down_left = p.flux.down_left = 0.0f;
        lowest = oro_min(lowest, here.bed + here.change - fall_of(falls, m, WEST, y));
    }
    made[i] = p;
    low[i] = lowest;
}

/// The pipe that a cell to the left or above made: none slant over the border, and straight ones lead the water out.
pipes_made nothing(void) {
    pipes_made p;
    p.level.right = p.level.down = p.level.down_right = p.level.down_left = 0.0f;
    p.flux = p.level;
    return p;
}

pipes_made left_of(pipes_numbers n, map_shape m, global const float *falls, pipes_site here,
                   global const pipes_made *made, int x, int y) {
    if (m.wrap || x > 0) return made[place_of(m, x - 1, y)];
    pipes_made p = nothing();
    float fall = fall_of(falls, m, WEST, y);
    p.level.right = -fall, p.flux.right = -pipes_leaving(n, here, fall);
    return p;
}

pipes_made above_of(pipes_numbers n, map_shape m, global const float *falls, pipes_site here,
                    global const pipes_made *made, int x, int y) {
    if (m.wrap || y > 0) return made[place_of(m, x, y - 1)];
    pipes_made p = nothing();
    float fall = fall_of(falls, m, NORTH, x);
    p.level.down = -1.0f * fall, p.flux.down = -1.0f * pipes_leaving(n, here, fall);
    return p;
}

pipes_made slanting(map_shape m, global const pipes_made *made, int x, int y) {
    bool there = m.wrap || (x >= 0 && x < m.width && y >= 0);
    return there ? made[place_of(m, x, y)] : nothing();
}

kernel void look_around(pipes_numbers n, map_shape m, global const float *falls, global const float *bed,
                        global const float *change, global const float *water, global const float *load,
                        global const pipes_made *made, global pipes_cell *cells) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    pipes_site here = site_of(bed, change, water, i);
    pipes_made own = made[i], left = left_of(n, m, falls, here, made, x, y);
    pipes_made above = above_of(n, m, falls, here, made, x, y);
    pipes_made up_left = slanting(m, made, x - 1, y - 1), up_right = slanting(m, made, x + 1, y - 1);
    pipes_cross flux, level;
    pipes_slants slants, levels;
    flux.right = own.flux.right, flux.left = left.flux.right, flux.down = own.flux.down, flux.up = above.flux.down;
    level.right = own.level.right, level.left = left.level.right, level.down = own.level.down;
    level.up = above.level.down;
    slants.down_right = own.flux.down_right, slants.up_left = up_left.flux.down_right;
    slants.down_left = own.flux.down_left, slants.up_right = up_right.flux.down_left;
    levels.down_right = own.level.down_right, levels.up_left = up_left.level.down_right;
    levels.down_left = own.level.down_left, levels.up_right = up_right.level.down_left;
    cells[i] = pipes_look_around(n, flux, slants, level, levels, here.water, load[i]);
}

float discharge_column(global const pipes_cell *c, map_shape m, int x, int y) {
    return pipes_column(c[place_of(m, x, y - 1)].discharge, c[place_of(m, x, y)].discharge,
                        c[place_of(m, x, y + 1)].discharge);
}
float energy_column(global const pipes_cell *c, map_shape m, int x, int y) {
    return pipes_column(c[place_of(m, x, y - 1)].power, c[place_of(m, x, y)].power, c[place_of(m, x, y + 1)].power);
}

/// The numbers of a step that choose between laws.
typedef struct step_kind {
    int exponent, bare, sea;
} step_kind;

kernel void update_cells(pipes_numbers n, map_shape m, step_kind kind, global const float *falls,
                         global const float *bed, global float *change, global float *water, global float *load,
                         global float *flux_right, global float *flux_down, global float *flux_down_right,
                         global float *flux_down_left, global const pipes_made *made, global const pipes_cell *c,
                         global const float *low, global const pipes_asked *asked) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    int right = place_of(m, x + 1, y), left = place_of(m, x - 1, y), down = place_of(m, x, y + 1);
    int down_right = place_of(m, x + 1, y + 1), down_left = place_of(m, x - 1, y + 1);
    int up = place_of(m, x, y - 1), up_left = place_of(m, x - 1, y - 1), up_right = place_of(m, x + 1, y - 1);
    pipes_before b;
    b.site = site_of(bed, change, water, i);
    b.load = load[i];
    b.flux = made[i].flux;
    b.flux_left = left_of(n, m, falls, b.site, made, x, y).flux.right;
    b.keep.here = c[i].keep, b.keep.right = c[right].keep, b.keep.left = c[left].keep, b.keep.down = c[down].keep;
    b.keep.down_right = c[down_right].keep, b.keep.down_left = c[down_left].keep;
    b.carries.here = c[i].load, b.carries.right = c[right].load, b.carries.left = c[left].load;
    b.carries.down = c[down].load, b.carries.down_right = c[down_right].load, b.carries.down_left = c[down_left].load;
    b.given.middle = pipes_given(above_of(n, m, falls, b.site, made, x, y).flux.down, c[up].keep, c[i].keep);
    b.given.left = pipes_given(slanting(m, made, x - 1, y - 1).flux.down_right, c[up_left].keep, c[i].keep);
    b.given.right = pipes_given(slanting(m, made, x + 1, y - 1).flux.down_left, c[up_right].keep, c[i].keep);
    b.brought.middle = pipes_carried(b.given.middle, c[up].load, c[i].load);
    b.brought.left = pipes_carried(b.given.left, c[up_left].load, c[i].load);
    b.brought.right = pipes_carried(b.given.right, c[up_right].load, c[i].load);
    b.discharge.here = c[i].discharge, b.discharge.column_left = discharge_column(c, m, x - 1, y);
    b.discharge.column = discharge_column(c, m, x, y), b.discharge.column_right = discharge_column(c, m, x + 1, y);
    b.energy.here = c[i].power, b.energy.column_left = energy_column(c, m, x - 1, y);
    b.energy.column = energy_column(c, m, x, y), b.energy.column_right = energy_column(c, m, x + 1, y);
    float height = b.site.bed + b.site.change;
    float low_above = !m.wrap && y == 0 ? height - fall_of(falls, m, NORTH, x) : low[up];
    float low_below = !m.wrap && y == m.height - 1 ? height - fall_of(falls, m, SOUTH, x) : low[down];
    b.low = oro_min(oro_min(low_above, low[i]), low_below);
    b.asked = asked[i];
    pipes_after a = pipes_update_cell(n, b, kind.exponent, kind.bare != 0, kind.sea != 0);
    change[i] = a.change, water[i] = a.water, load[i] = a.load;
    flux_right[i] = a.given.right, flux_down[i] = a.given.down;
    flux_down_right[i] = a.given.down_right, flux_down_left[i] = a.given.down_left;
}

pipes_earth earth_of(global const float *bed, global const float *change, global const pipes_asked *asked, float rest,
                     int at) {
    pipes_earth e;
    e.bed = bed[at], e.change = change[at], e.soft = asked[at].soft, e.rest = rest;
    return e;
}

kernel void slip_cells(pipes_slopes s, map_shape m, float rest, global const float *bed, global const float *change,
                       global const pipes_asked *asked, global pipes_own *slips) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    pipes_own own = pipes_slip_cell(s, earth_of(bed, change, asked, rest, i),
                                    earth_of(bed, change, asked, rest, place_of(m, x + 1, y)),
                                    earth_of(bed, change, asked, rest, place_of(m, x, y + 1)),
                                    earth_of(bed, change, asked, rest, place_of(m, x + 1, y + 1)),
                                    earth_of(bed, change, asked, rest, place_of(m, x - 1, y + 1)));
    if (!m.wrap && y == m.height - 1) own.down = own.down_right = own.down_left = 0.0f;
    if (!m.wrap && x == m.width - 1) own.right = own.down_right = 0.0f;
    if (!m.wrap && x == 0) own.down_left = 0.0f;
    slips[i] = own;
}

kernel void settle_cells(pipes_numbers n, map_shape m, float sink, global const float *bed, global float *change,
                         global const float *water, global float *load, global const pipes_own *slips) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    bool left = m.wrap || x > 0, up = m.wrap || y > 0, right = m.wrap || x < m.width - 1;
    pipes_above from;
    from.middle = up ? slips[place_of(m, x, y - 1)].down : 0.0f;
    from.left = up && left ? slips[place_of(m, x - 1, y - 1)].down_right : 0.0f;
    from.right = up && right ? slips[place_of(m, x + 1, y - 1)].down_left : 0.0f;
    change[i] = pipes_settle_cell(change[i], slips[i], left ? slips[place_of(m, x - 1, y)].right : 0.0f, from);
    if (n.has_sea) load[i] = pipes_left_in_sea(n, site_of(bed, change, water, i), load[i], sink);
}
