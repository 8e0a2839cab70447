// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Maps and meshes in pieces. See mesh_source.h.
#include "io/mesh_source.h"

#include <math.h>
#include <string.h>

#include "core/mesh.h"

// --- a map -----------------------------------------------------------------------------------------------------------

/// Calls `fill` for each run of samples within one row: the row, its first column, how many.
static void each_run(const oro_grid *g, uint64_t first, uint32_t count, int size, float *out,
                     void (*fill)(const oro_grid *g, int32_t y, int32_t x, int32_t count, float *out)) {
    uint64_t width = (uint64_t)g->width;
    while (count) {
        int32_t y = (int32_t)(first / width), x = (int32_t)(first % width);
        uint32_t run = (uint32_t)(g->width - x);
        if (run > count) run = count;
        fill(g, y, x, (int32_t)run, out);
        first += run;
        count -= run;
        out += (size_t)size * run;
    }
}

static void fill_positions(const oro_grid *g, int32_t y, int32_t x, int32_t count, float *out) {
    const float *row = oro_row(g, y);
    double half_x = 0.5 * (g->width - 1);
    float south = (float)((y - 0.5 * (g->height - 1)) * g->cell);
    for (int32_t end = x + count; x < end; x++, out += 3) {
        out[0] = (float)((x - half_x) * g->cell);
        out[1] = 0.0f - south; // no negative zero
        out[2] = row[x];
    }
}

static void fill_normals(const oro_grid *g, int32_t y, int32_t x, int32_t count, float *out) {
    int32_t above = y > 0 ? y - 1 : y, below = y + 1 < g->height ? y + 1 : y;
    const float *row = oro_row(g, y), *north = oro_row(g, above), *south = oro_row(g, below);
    double across = (below - above) * g->cell;
    for (int32_t end = x + count; x < end; x++, out += 3) {
        int32_t left = x > 0 ? x - 1 : x, right = x + 1 < g->width ? x + 1 : x;
        double along = (right - left) * g->cell;
        double slope_x = along > 0 ? ((double)row[right] - (double)row[left]) / along : 0;
        double slope_y = across > 0 ? ((double)south[x] - (double)north[x]) / across : 0;
        double length = sqrt(1 + slope_x * slope_x + slope_y * slope_y);
        out[0] = (float)(-slope_x / length);
        out[1] = (float)(slope_y / length);
        out[2] = (float)(1 / length);
    }
}

static void fill_uvs(const oro_grid *g, int32_t y, int32_t x, int32_t count, float *out) {
    float v = (float)((g->height - y - 0.5) / g->height);
    for (int32_t end = x + count; x < end; x++, out += 2) {
        out[0] = (float)((x + 0.5) / g->width);
        out[1] = v;
    }
}

static void map_positions(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    each_run(s->map, first, count, 3, out, fill_positions);
}

static void map_normals(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    each_run(s->map, first, count, 3, out, fill_normals);
}

static void map_uvs(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    each_run(s->map, first, count, 2, out, fill_uvs);
}

static void map_corners(const oro_mesh_source *s, uint64_t first, uint32_t count, uint32_t *out) {
    const oro_grid *g = s->map;
    uint64_t cells = (uint64_t)g->width - 1;
    uint32_t width = (uint32_t)g->width, pair[6];
    int32_t y = (int32_t)(first / 2 / cells), x = (int32_t)(first / 2 % cells);
    for (uint64_t at = first; at < first + count; at++) {
        if (at == first || at % 2 == 0) {
            uint32_t nw = (uint32_t)y * width + (uint32_t)x, sw = nw + width;
            const float *north = oro_row(g, y) + x, *south = oro_row(g, y + 1) + x;
            oro_mesh_cell((const float[]){north[0], north[1], south[0], south[1]},
                          (const uint32_t[]){nw, nw + 1, sw, sw + 1}, pair);
        }
        memcpy(out, pair + 3 * (at % 2), 3 * sizeof *out);
        out += 3;
        if (at % 2 && ++x == (int32_t)cells) x = 0, y++;
    }
}

oro_mesh_source oro_mesh_source_of_map(const oro_grid *map) {
    return (oro_mesh_source){.map = map,
                             .vertices = (uint64_t)map->width * (uint64_t)map->height,
                             .triangles = 2 * (uint64_t)(map->width - 1) * (uint64_t)(map->height - 1),
                             .positions = map_positions,
                             .normals = map_normals,
                             .uvs = map_uvs,
                             .corners = map_corners};
}

// --- a mesh ----------------------------------------------------------------------------------------------------------

static void mesh_positions(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    memcpy(out, s->mesh->positions + 3 * first, (size_t)count * 3 * sizeof *out);
}

/// A normal without a direction points up: no program takes one of length 0.
static void mesh_normals(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    const float *from = s->mesh->normals + 3 * first;
    for (uint32_t i = 0; i < count; i++, from += 3, out += 3) {
        double x = (double)from[0], y = (double)from[1], z = (double)from[2], length = sqrt(x * x + y * y + z * z);
        bool some = length > 0 && length < INFINITY;
        // What is of unit length as far as floats can say stays as it is.
        bool unit = length > 0.999999 && length < 1.000001;
        out[0] = unit ? from[0] : some ? (float)(x / length) : 0.0f;
        out[1] = unit ? from[1] : some ? (float)(y / length) : 0.0f;
        out[2] = unit ? from[2] : some ? (float)(z / length) : 1.0f;
    }
}

static void mesh_uvs(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    memcpy(out, s->mesh->uvs + 2 * first, (size_t)count * 2 * sizeof *out);
}

/// What is no number is black; light below 0 or above 1 is none that a file could hold.
static void mesh_colours(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    const float *from = s->mesh->colours + 3 * first;
    for (size_t i = 0; i < 3 * (size_t)count; i++) out[i] = from[i] > 0.0f ? (from[i] < 1.0f ? from[i] : 1.0f) : 0.0f;
}

static void mesh_traits(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    const float *from = s->mesh->traits + ORO_MESH_TRAITS * first;
    for (size_t i = 0; i < ORO_MESH_TRAITS * (size_t)count; i++) out[i] = isfinite(from[i]) ? from[i] : 0.0f;
}

static void draped_uvs(const oro_mesh_source *s, uint64_t first, uint32_t count, float *out) {
    const float *p = s->mesh->positions + 3 * first;
    for (uint32_t i = 0; i < count; i++, p += 3, out += 2) {
        out[0] = (float)(((double)p[0] - s->west) / s->width);
        out[1] = (float)(1.0 - (s->north - (double)p[1]) / s->height);
    }
}

static void mesh_corners(const oro_mesh_source *s, uint64_t first, uint32_t count, uint32_t *out) {
    memcpy(out, s->mesh->indices + 3 * first, (size_t)count * 3 * sizeof *out);
}

oro_mesh_source oro_mesh_source_of_mesh(const oro_mesh *mesh) {
    return (oro_mesh_source){.mesh = mesh,
                             .vertices = mesh->vertex_count,
                             .triangles = mesh->triangle_count,
                             .positions = mesh_positions,
                             .normals = mesh->normals ? mesh_normals : NULL,
                             .uvs = mesh->uvs ? mesh_uvs : NULL,
                             .colours = mesh->colours ? mesh_colours : NULL,
                             .traits = mesh->traits ? mesh_traits : NULL,
                             .corners = mesh_corners};
}

void oro_mesh_source_drape(oro_mesh_source *s, const oro_grid *ground) {
    if (s->uvs) return;
    s->uvs = draped_uvs;
    if (ground) { // pixels are samples, so the picture reaches half a cell beyond them
        s->west = ground->origin_x - 0.5 * ground->cell;
        s->north = -(ground->origin_y - 0.5 * ground->cell);
        s->width = ground->width * ground->cell;
        s->height = ground->height * ground->cell;
        return;
    }
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (uint64_t i = 0; i < s->vertices; i++)
        for (int k = 0; k < 2; k++) {
            double at = (double)s->mesh->positions[3 * i + (uint64_t)k];
            low[k] = at < low[k] ? at : low[k];
            high[k] = at > high[k] ? at : high[k];
        }
    s->west = low[0];
    s->north = high[1];
    s->width = high[0] > low[0] ? high[0] - low[0] : 1.0;
    s->height = high[1] > low[1] ? high[1] - low[1] : 1.0;
}
