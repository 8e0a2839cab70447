// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A step of Mathisen's law in three kernels (faces, cells, update), a cell a work-item. Planes have no pads: a cell beyond the edge
// is the opposite one where the map wraps, else the last again.

#include "map_shape.cell.h"

float rim_of(pipes_numbers n) { return n.closed ? 0.0f : n.rim; }

/// What leaves over the border: the drop is that of the rim, and the water's own depth.
float leaving(pipes_numbers n, pipes_site edge) {
    return pipes_border_flux(n, edge.bed + edge.change, edge.water, n.rim + edge.water);
}

kernel void make_faces(pipes_numbers n, map_shape m, global const float *bed, global const float *change,
                       global const float *water, global const float *flux_right, global const float *flux_down,
                       global pipes_faces *made) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    pipes_site here = site_of(bed, change, water, i);
    pipes_pair flux;
    flux.x = flux_right[i], flux.y = flux_down[i];
    pipes_faces f = pipes_mathisen_make(n, here, site_of(bed, change, water, place_of(m, x + 1, y)),
                                        site_of(bed, change, water, place_of(m, x, y + 1)), flux);
    if (!m.wrap && y == m.height - 1) f.bed.y = rim_of(n), f.flux.y = leaving(n, here);
    if (!m.wrap && x == m.width - 1) f.bed.x = rim_of(n), f.flux.x = leaving(n, here);
    made[i] = f;
}

/// The face that a cell has with the one to its left, and with the one above: those of the border lead the water out.
pipes_pair left_of(pipes_numbers n, map_shape m, pipes_site here, global const pipes_faces *made, int x, int y) {
    pipes_pair face; // how far its near bed lies above the far one, and its flux
    if (m.wrap || x > 0) {
        pipes_faces f = made[place_of(m, x - 1, y)];
        face.x = f.bed.x, face.y = f.flux.x;
    } else {
        face.x = -rim_of(n), face.y = -leaving(n, here);
    }
    return face;
}

pipes_pair above_of(pipes_numbers n, map_shape m, pipes_site here, global const pipes_faces *made, int x, int y) {
    pipes_pair face;
    if (m.wrap || y > 0) {
        pipes_faces f = made[place_of(m, x, y - 1)];
        face.x = f.bed.y, face.y = f.flux.y;
    } else {
        face.x = -rim_of(n), face.y = -leaving(n, here);
    }
    return face;
}

kernel void look_around(pipes_numbers n, map_shape m, global const float *bed, global const float *change,
                        global const float *water, global const float *load, global const pipes_faces *made,
                        global pipes_cell *cells) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    pipes_site here = site_of(bed, change, water, i);
    pipes_faces own = made[i];
    pipes_pair left = left_of(n, m, here, made, x, y), above = above_of(n, m, here, made, x, y);
    pipes_cross flux, beds;
    flux.right = own.flux.x, flux.left = left.y, flux.down = own.flux.y, flux.up = above.y;
    beds.right = own.bed.x, beds.left = left.x, beds.down = own.bed.y, beds.up = above.x;
    cells[i] = pipes_mathisen_look(n, flux, beds, here.water, load[i]);
}

kernel void update_cells(pipes_numbers n, map_shape m, int sea, global const float *bed, global float *change,
                         global float *water, global float *load, global float *flux_right, global float *flux_down,
                         global const pipes_faces *made, global const pipes_cell *c, global const pipes_asked *asked) {
    int x = get_global_id(0), y = get_global_id(1), i = place_of(m, x, y);
    int right = place_of(m, x + 1, y), left = place_of(m, x - 1, y), down = place_of(m, x, y + 1);
    int up = place_of(m, x, y - 1);
    pipes_before b;
    b.site = site_of(bed, change, water, i);
    b.load = load[i];
    b.flux.right = made[i].flux.x, b.flux.down = made[i].flux.y;
    b.flux_left = left_of(n, m, b.site, made, x, y).y;
    b.keep.here = c[i].keep, b.keep.right = c[right].keep, b.keep.left = c[left].keep, b.keep.down = c[down].keep;
    b.carries.here = c[i].load, b.carries.right = c[right].load, b.carries.left = c[left].load;
    b.carries.down = c[down].load;
    b.given.middle = pipes_given(above_of(n, m, b.site, made, x, y).y, c[up].keep, c[i].keep);
    b.brought.middle = pipes_carried(b.given.middle, c[up].load, c[i].load);
    b.asked = asked[i];
    pipes_after a = pipes_mathisen_update(n, b, c[i].power, sea != 0);
    change[i] = a.change, water[i] = a.water, load[i] = a.load;
    flux_right[i] = a.given.right, flux_down[i] = a.given.down;
}
