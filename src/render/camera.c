// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Named views look at what is worth seeing: the whole map from three quarters or from above, the highest peak from a valley,
// or a steep place from nearby. The last two try sixteen directions and take the one with the freest sight, so that no ridge
// stands in the way.

#include "camera.h"
#include "core/cell.h"

#include <string.h>

enum { DIRECTIONS = 16 };

static void aim(camera *c, vec3 eye, vec3 at) {
    c->eye = eye;
    c->forward = v_unit(v_sub(at, eye));
    vec3 side = v_cross(c->forward, v3(0, 0, 1));
    // Straight down there is no sideways; north is up then.
    c->right = v_length(side) > 1e-4f ? v_unit(side) : v3(1, 0, 0);
    c->up = v_cross(c->right, c->forward);
}

static vec3 on_ground(const ground *g, float x, float y, float above) {
    float z = ground_below(g, x, y);
    if (g->has_sea) z = oro_max(z, g->sea);
    return v3(x, y, z + above);
}

/// How far the line of sight from a to b stays clear of the ground: 1 all the way, 0 blocked at once.
static float clear_sight(const ground *g, vec3 a, vec3 b) {
    enum { STEPS = 48 };
    for (int i = 1; i < STEPS; i++) {
        vec3 p = v_mix(a, b, (float)i / STEPS);
        if (ground_below(g, p.x, p.y) > p.z) return (float)i / STEPS;
    }
    return 1.0f;
}

static vec3 map_point(const ground *g, int32_t x, int32_t y) {
    const oro_grid *m = &g->height;
    return v3((float)(x * m->cell) - g->half_x, g->half_y - (float)(y * m->cell), oro_row(m, y)[x]);
}

/// The highest place, or with `sun` a steep and high one that it shines on, in the middle part of the map.
static vec3 place_of_interest(const ground *g, const vec3 *sun) {
    const oro_grid *m = &g->height;
    int32_t step = (m->width > m->height ? m->width : m->height) / 96;
    step = step < 1 ? 1 : step;
    vec3 best = map_point(g, m->width / 2, m->height / 2);
    float best_score = -INFINITY;
    for (int32_t y = m->height / 5; y < m->height - m->height / 5; y += step)
        for (int32_t x = m->width / 5; x < m->width - m->width / 5; x += step) {
            vec3 p = map_point(g, x, y);
            float score = p.z, east, north;
            if (sun) {
                ground_slope(g, (float)x, (float)y, &east, &north);
                float steep = oro_min(sqrtf(east * east + north * north), 1.2f);
                score = steep + 0.5f * (p.z - g->low) / oro_max(g->high - g->low, 1.0f) +
                        v_dot(v_unit(v3(-east, -north, 1.0f)), *sun);
                if (g->has_sea && p.z < g->sea) score = -1.0f;
            }
            if (score > best_score) best_score = score, best = p;
        }
    return best;
}

/// Stands `distance` away from a place, `above` the ground there, on the side with the freest sight; the light from the
/// side is preferred to the light from behind, and the low side of a slope to its back.
static void stand_off(camera *c, const ground *g, vec3 at, float distance, float above, double sun_azimuth) {
    float best = -INFINITY, east, north;
    ground_slope(g, (at.x + g->half_x) / (float)g->height.cell, (g->half_y - at.y) / (float)g->height.cell, &east,
                 &north);
    vec3 front = v_unit(v3(-east, -north, 0.2f));
    for (int i = 0; i < DIRECTIONS; i++) {
        double azimuth = 360.0 / DIRECTIONS * i;
        vec3 way = v_compass(azimuth, 0.0);
        vec3 eye = on_ground(g, at.x + way.x * distance, at.y + way.y * distance, above);
        double across = fabs(sin((azimuth - sun_azimuth) * 0.017453292519943295));
        float inside = fabsf(eye.x) < g->half_x && fabsf(eye.y) < g->half_y ? 0.4f : 0.0f;
        float score = 2.0f * clear_sight(g, eye, v_add(at, v3(0, 0, 0.3f * above))) + 0.8f * (float)across + inside +
                      0.3f * v_dot(front, way) - 0.5f * (eye.z - g->low) / oro_max(g->high - g->low, 1.0f);
        if (score > best) {
            best = score;
            aim(c, eye, at);
        }
    }
}

/// The middle of what stands out of the water (of the map, without a sea), at its foot.
static vec3 middle_of_land(const ground *g) {
    const oro_grid *m = &g->height;
    float foot = g->has_sea ? oro_max(g->sea, g->low) : g->low;
    if (g->around != SURROUND_SEA || !m->data) return v3(0, 0, foot);
    int32_t step_x = m->width / 64 + 1, step_y = m->height / 64 + 1, count = 0;
    vec3 sum = {0, 0, 0};
    for (int32_t y = 0; y < m->height; y += step_y)
        for (int32_t x = 0; x < m->width; x += step_x) {
            vec3 p = map_point(g, x, y);
            if (p.z < g->sea) continue;
            sum = v_add(sum, p);
            count++;
        }
    return count ? v3(sum.x / (float)count, sum.y / (float)count, foot) : v3(0, 0, foot);
}

/// Are the corners of what stands out of the water (of the map, without a sea) inside the picture?
static bool all_in_view(const camera *c, const ground *g) {
    const oro_grid *m = &g->height;
    int32_t step_x = m->width / 64 + 1, step_y = m->height / 64 + 1;
    for (int32_t y = 0; y < m->height; y += step_y)
        for (int32_t x = 0; x < m->width; x += step_x) {
            vec3 p = map_point(g, x, y);
            float u, v;
            if (g->around == SURROUND_SEA && p.z < g->sea) continue;
            if (!camera_project(c, p, &u, &v) || u < 0.03f || u > 0.97f || v < 0.05f || v > 0.96f) return false;
        }
    return true;
}

static oro_status named_view(oro_context *ctx, camera *c, const ground *g, const oro_photo_desc *desc, double azimuth) {
    const char *view = desc->view && *desc->view ? desc->view : "three-quarter";
    float extent = 2.0f * oro_max(oro_max(g->half_x, g->half_y), 1.0f), relief = g->high - g->low;
    if (strcmp(view, "three-quarter") == 0) {
        // Land that goes on fills the picture; an island or a block has to fit into it, with air around.
        bool whole = g->around != SURROUND_LAND;
        vec3 way = v_compass(desc->turn + 205.0, whole ? 17.0 : 15.0);
        vec3 at = middle_of_land(g);
        at.z += (whole ? 0.10f : 0.55f) * relief;
        float distance = 0.40f * extent / c->half_width;
        aim(c, v_mad(at, way, distance), at);
        for (int i = 0; whole && i < 24 && !all_in_view(c, g); i++) {
            distance *= 1.05f;
            aim(c, v_mad(at, way, distance), at);
        }
    } else if (strcmp(view, "top") == 0) {
        c->orthographic = !desc->perspective;
        float fit = oro_max(g->half_x, g->half_y * c->aspect);
        float distance = c->orthographic ? extent + relief : fit / c->half_width;
        if (c->orthographic) c->half_width = fit;
        aim(c, v3(0, 0, g->high + distance), v3(0, 0, g->low));
    } else if (strcmp(view, "low") == 0) {
        vec3 at = place_of_interest(g, NULL);
        stand_off(c, g, at, 0.36f * extent, 0.02f * extent + 0.06f * relief, azimuth);
    } else if (strcmp(view, "close") == 0) {
        vec3 sun = v_compass(desc->sun_azimuth, desc->sun_elevation);
        vec3 at = place_of_interest(g, &sun);
        stand_off(c, g, at, 0.09f * extent, 0.03f * extent, azimuth);
    } else {
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "--view",
                        "\"%.40s\" is no view; there are three-quarter, top, low and close", view);
    }
    return ORO_OK;
}

oro_status camera_make(oro_context *ctx, camera *c, const ground *g, const oro_photo_desc *desc) {
    double fov = desc->field_of_view > 0.0 ? desc->field_of_view : 38.0;
    if (!(fov >= 1.0 && fov <= 150.0))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "--fov", "a field of view of %g degrees cannot be; 1 to 150 can", fov);
    *c = (camera){.half_width = (float)tan(0.5 * fov * 0.017453292519943295),
                  .aspect = (float)desc->width / (float)desc->height,
                  .orthographic = desc->orthographic};
    oro_status status = named_view(ctx, c, g, desc, desc->sun_azimuth);
    if (status != ORO_OK) return status;
    if (desc->has_look_at || desc->has_from) {
        vec3 at = v_mad(c->eye, c->forward, 1.0f), eye = c->eye;
        if (desc->has_look_at) at = v3((float)desc->look_at[0], (float)desc->look_at[1], (float)desc->look_at[2]);
        if (desc->has_look_at && !desc->has_from) // keep the view's direction and distance to the middle
            eye = v_sub(at, v_scale(c->forward, v_length(c->eye)));
        if (desc->has_from) eye = v3((float)desc->from[0], (float)desc->from[1], (float)desc->from[2]);
        if (v_length(v_sub(at, eye)) < 1e-3f)
            return oro_fail(ctx, ORO_BAD_ARGUMENT, "--look-at",
                            "the camera stands where it looks; move --from or --look-at");
        aim(c, eye, at);
    }
    if (c->orthographic && strcmp(desc->view ? desc->view : "", "top") != 0) c->half_width *= v_length(c->eye);
    float least = ground_below(g, c->eye.x, c->eye.y) + 2.0f;
    if (g->height.data && c->eye.z < least) {
        oro_note(ctx, "--from", "the camera was %.1f m under the ground and was raised above it",
                 (double)(least - 2.0f - c->eye.z));
        c->eye.z = least;
    }
    return ORO_OK;
}

void camera_ray(const camera *c, float x, float y, vec3 *origin, vec3 *direction) {
    float a = (2.0f * x - 1.0f) * c->half_width, b = (1.0f - 2.0f * y) * c->half_width / c->aspect;
    *origin = c->eye;
    if (c->orthographic) {
        *origin = v_mad(v_mad(c->eye, c->right, a), c->up, b);
        *direction = c->forward;
    } else {
        *direction = v_unit(v_mad(v_mad(c->forward, c->right, a), c->up, b));
    }
}

bool camera_project(const camera *c, vec3 point, float *x, float *y) {
    vec3 d = v_sub(point, c->eye);
    float depth = v_dot(d, c->forward);
    if (depth <= 0.0f) return false;
    float scale = c->half_width * (c->orthographic ? 1.0f : depth);
    *x = 0.5f + 0.5f * v_dot(d, c->right) / scale;
    *y = 0.5f - 0.5f * v_dot(d, c->up) / scale * c->aspect;
    return true;
}
