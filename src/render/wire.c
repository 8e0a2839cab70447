// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Distance to a line is measured where it is drawn, in pixels: the rays of the next pixel to the right and below are put on
// the plane of the triangle that was hit, which tells how fast a coordinate of the grid (or a weight of the triangle's
// corners) changes across the picture. Lines that come too close to each other fade out before they merge.

#include "wire.h"
#include "core/cell.h"

static const float HALF_WIDTH = 0.55f;          ///< of a line, pixels
static const float LOST = 2.5f, LEGIBLE = 7.0f; ///< pixels between lines that are gone, or drawn in full

/// Where the ray through a place of the picture meets the plane of a hit; the hit itself if it never does.
static vec3 on_plane(const camera *c, float x, float y, const hit *h) {
    vec3 origin, direction;
    oro_camera_ray(c, x, y, &origin, &direction);
    float towards = v_dot(direction, h->facet);
    if (fabsf(towards) < 1e-5f) return h->position;
    float distance = v_dot(v_sub(h->position, origin), h->facet) / towards;
    return distance > 0.0f ? v_mad(origin, direction, distance) : h->position;
}

/// The line nearest to a coordinate, lines being `step` apart; `change` is the coordinate's per pixel.
static float line(float value, float step, float change) {
    if (!(change > 0.0f)) return 0.0f;
    float away = fabsf(value - step * floorf(value / step + 0.5f)) / change;
    return oro_clamp(HALF_WIDTH + 0.5f - away, 0.0f, 1.0f) * oro_smoothstep(LOST, LEGIBLE, step / change);
}

static float length2(float a, float b) { return sqrtf(a * a + b * b); }

/// Rows, columns and the diagonal that cuts every square in two.
static float map_lines(const ground *g, float step, const hit *h, vec3 right, vec3 down) {
    float cell = (float)g->height.cell, sx = h->flip_x ? -1.0f / cell : 1.0f / cell,
          sy = h->flip_y ? 1.0f / cell : -1.0f / cell;
    float ux = right.x * sx, uy = down.x * sx, vx = right.y * sy, vy = down.y * sy;
    float most = oro_max(line(h->u, step, length2(ux, uy)), line(h->v, step, length2(vx, vy)));
    return oro_max(most, line(h->u + h->v, step, length2(ux + vx, uy + vy)));
}

static vec3 corner_of(const mesh_view *m, unsigned triangle, int k) {
    const float *p = m->positions + 3 * (size_t)m->indices[3 * (size_t)triangle + (size_t)k];
    return v3(p[0], p[1], p[2]);
}

/// The three edges: each is where the weight of the opposite corner is 0.
static float mesh_lines(const mesh_view *m, const hit *h, vec3 right, vec3 down) {
    float weight[3] = {1.0f - h->u - h->v, h->u, h->v}, most = 0.0f;
    for (int k = 0; k < 3; k++) {
        vec3 a = corner_of(m, h->triangle, (k + 1) % 3), b = corner_of(m, h->triangle, (k + 2) % 3);
        vec3 edge = v_unit(v_sub(b, a)), up = v_sub(corner_of(m, h->triangle, k), a);
        up = v_mad(up, edge, -v_dot(up, edge)); // from the edge to the corner, in the triangle
        float height2 = v_dot(up, up);
        if (!(height2 > 0.0f)) return 0.0f;
        float change = length2(v_dot(right, up), v_dot(down, up)) / height2;
        // The weight is 1 at the corner, which is no line: only the half towards the edge counts.
        most = oro_max(most, line(oro_clamp(weight[k], 0.0f, 0.5f), 1.0f, change));
    }
    return most;
}

float oro_wire_at(const ground *g, const camera *c, float step, const hit *h, float x, float y, float pixel) {
    if (h->kind != HIT_LAND && h->kind != HIT_MESH) return 0.0f;
    vec3 right = v_sub(on_plane(c, x + pixel, y, h), h->position);
    vec3 down = v_sub(on_plane(c, x, y + pixel * c->aspect, h), h->position);
    return h->kind == HIT_MESH ? mesh_lines(g->mesh, h, right, down) : map_lines(g, step, h, right, down);
}

float oro_wire_step(const ground *g, const camera *c, float pixel) {
    if (g->mesh) return 1.0f;
    vec3 origin, direction;
    oro_camera_ray(c, 0.5f, 0.5f, &origin, &direction);
    hit h = oro_ground_trace(g, origin, direction);
    float distance = h.kind == HIT_NOTHING ? v_length(c->eye) : h.distance;
    float size = 2.0f * c->half_width * pixel * (c->orthographic ? 1.0f : distance); // of a pixel there, metres
    float apart = LEGIBLE * size / oro_max(fabsf(direction.z), 0.5f) / (float)g->height.cell;
    return oro_clamp(ceilf(apart), 1.0f, 65536.0f);
}
