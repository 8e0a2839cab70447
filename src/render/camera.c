// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Named views look at what is worth seeing: the whole map from three quarters or from above, the highest peak from a valley,
// or a steep place from nearby. The last two try many places to stand and take the one with the best picture, so that no ridge
// stands in the way and the sky does not fill it.

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
    float z = oro_ground_below(g, x, y);
    if (g->has_sea) z = oro_max(z, g->sea);
    return v3(x, y, z + above);
}

/// How far the line of sight from a to b stays clear of the ground: 1 all the way, 0 blocked at once.
static float clear_sight(const ground *g, vec3 a, vec3 b) {
    enum { STEPS = 48 };
    for (int i = 1; i < STEPS; i++) {
        vec3 p = v_mix(a, b, (float)i / STEPS);
        if (oro_ground_below(g, p.x, p.y) > p.z) return (float)i / STEPS;
    }
    return 1.0f;
}

static vec3 map_point(const ground *g, int32_t x, int32_t y) {
    const oro_grid *m = &g->height;
    return v3((float)(x * m->cell) - g->half_x, g->half_y - (float)(y * m->cell), oro_row(m, y)[x]);
}

/// The highest place, or with `sun` a steep and high one that it grazes (light from the front shows no form), in the middle
/// part of the map.
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
                oro_ground_slope(g, (float)x, (float)y, &east, &north);
                float steep = oro_min(sqrtf(east * east + north * north), 1.2f);
                score = steep + 0.5f * (p.z - g->low) / oro_max(g->high - g->low, 1.0f) + 1.5f -
                        3.0f * fabsf(v_dot(v_unit(v3(-east, -north, 1.0f)), *sun) - 0.45f);
                if (g->has_sea && p.z < g->sea) score = -1.0f;
            }
            if (score > best_score) best_score = score, best = p;
        }
    return best;
}

/// What a camera would show, told by a few rays.
typedef struct composition {
    float sky;    ///< share of the picture, the plain before the horizon and half of the water included
    float near;   ///< share that is ground right before the lens
    float spread; ///< deviation of the logarithm of the distance, over all that is ground
} composition;

static composition compose(const camera *c, const ground *g, float close_by) {
    enum { ACROSS = 16, DOWN = 9 };
    composition p = {0};
    float sum = 0.0f, squares = 0.0f, count = 0.0f;
    for (int j = 0; j < DOWN; j++)
        for (int i = 0; i < ACROSS; i++) {
            vec3 origin, direction;
            oro_camera_ray(c, ((float)i + 0.5f) / ACROSS, ((float)j + 0.5f) / DOWN, &origin, &direction);
            hit h = oro_ground_trace(g, origin, direction);
            if (h.kind == HIT_NOTHING || h.kind == HIT_PLAIN) {
                p.sky += 1.0f / (ACROSS * DOWN);
                continue;
            }
            if (h.kind == HIT_WATER) p.sky += 0.5f / (ACROSS * DOWN);
            float far = logf(oro_max(h.distance, 1e-3f));
            if (h.distance < close_by) p.near += 1.0f / (ACROSS * DOWN);
            sum += far, squares += far * far, count += 1.0f;
        }
    if (count > 0.0f) p.spread = sqrtf(oro_max(squares / count - sum * sum / (count * count), 0.0f));
    return p;
}

/// Stands about `distance` away from a place and `above` the ground there, where the picture is best: a free sight of the
/// place, a quarter of sky, no slope right before the lens, things near and far; the light from the side rather than from
/// behind, and the low side of a slope rather than its back.
static void stand_off(camera *c, const ground *g, vec3 at, float distance, float above, double sun_azimuth) {
    static const float further[] = {1.0f, 1.4f, 2.0f}, higher[] = {1.0f, 1.6f}, lower[] = {0.0f, 0.2f, 0.4f};
    enum { CHOICES = DIRECTIONS * 3 * 2 * 3 };
    float best = -INFINITY, east, north, tall = c->half_width / c->aspect;
    oro_ground_slope(g, (at.x + g->half_x) / (float)g->height.cell, (g->half_y - at.y) / (float)g->height.cell, &east,
                     &north);
    vec3 front = v_unit(v3(-east, -north, 0.2f));
    camera chosen = *c;
    for (int i = 0; i < CHOICES; i++) {
        double azimuth = 360.0 / DIRECTIONS * (i % DIRECTIONS);
        int rest = i / DIRECTIONS;
        float away = distance * further[rest % 3];
        vec3 way = v_compass(azimuth, 0.0);
        vec3 eye = on_ground(g, at.x + way.x * away, at.y + way.y * away, above * higher[rest / 3 % 2]);
        camera tried = *c;
        aim(&tried, eye, at);
        aim(&tried, eye, v_add(eye, v_mad(tried.forward, tried.up, -lower[rest / 6] * tall)));
        composition p = compose(&tried, g, 0.25f * distance);
        double across = fabs(sin((azimuth - sun_azimuth) * 0.017453292519943295));
        float within = fabsf(eye.x) < g->half_x && fabsf(eye.y) < g->half_y ? 0.4f : 0.0f;
        float score = 1.5f * clear_sight(g, eye, v_add(at, v3(0, 0, 0.3f * above))) + 0.8f * (float)across + within +
                      0.2f * v_dot(front, way) - 5.0f * oro_max(fabsf(p.sky - 0.25f) - 0.06f, 0.0f) -
                      3.0f * oro_max(p.near - 0.2f, 0.0f) + 0.9f * oro_min(p.spread, 1.2f);
        if (score > best) {
            best = score;
            chosen = tried;
        }
    }
    *c = chosen;
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
            if (!oro_camera_project(c, p, &u, &v) || u < 0.03f || u > 0.97f || v < 0.05f || v > 0.96f) return false;
        }
    return true;
}

/// Stands back from a mesh, looking from a direction, until every vertex lies inside the picture with some air around it; moves
/// sideways so that it is in the middle. With parallel rays the width of the picture does that.
static void frame_mesh(camera *c, const mesh_view *m, vec3 way, vec3 at) {
    enum { LEFT, RIGHT, DOWN, UP, SIDES };
    static const float used = 0.76f; // share of the picture that the mesh may fill
    aim(c, v_add(at, way), at);
    float across = c->orthographic ? 0.0f : used * c->half_width, upright = across / c->aspect, nearest = 0.0f;
    float most[SIDES] = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (size_t i = 0; i < m->vertex_count; i++) {
        vec3 p = v_sub(v3(m->positions[3 * i], m->positions[3 * i + 1], m->positions[3 * i + 2]), at);
        float a = v_dot(p, c->right), b = v_dot(p, c->up), depth = v_dot(p, c->forward);
        // |a - shift| <= (depth + distance) * across, solved for what the eye has to make up for.
        most[LEFT] = oro_max(most[LEFT], -a - depth * across);
        most[RIGHT] = oro_max(most[RIGHT], a - depth * across);
        most[DOWN] = oro_max(most[DOWN], -b - depth * upright);
        most[UP] = oro_max(most[UP], b - depth * upright);
        nearest = oro_min(nearest, depth);
    }
    float wide = 0.5f * (most[LEFT] + most[RIGHT]), tall = 0.5f * (most[DOWN] + most[UP]), distance;
    if (c->orthographic) {
        c->half_width = oro_max(oro_max(wide, tall * c->aspect) / used, 1e-6f);
        distance = 2.0f * c->half_width - nearest;
    } else {
        distance = oro_max(wide / across, tall / upright);
    }
    vec3 eye = v_mad(v_mad(at, c->right, 0.5f * (most[RIGHT] - most[LEFT])), c->up, 0.5f * (most[UP] - most[DOWN]));
    c->eye = v_mad(eye, c->forward, -distance);
}

static const char *const VIEWS = "three-quarter, top, low and close";

static oro_status mesh_view_named(oro_context *ctx, camera *c, const ground *g, const oro_photo_desc *desc) {
    static const struct {
        const char *name;
        double elevation;
    } views[] = {{"three-quarter", 22.0}, {"top", 90.0}, {"low", 5.0}, {"close", 16.0}};
    const char *view = desc->view && *desc->view ? desc->view : views[0].name;
    for (int i = 0; i < 4; i++) {
        if (strcmp(view, views[i].name) != 0) continue;
        vec3 at = v3(0, 0, 0.5f * (g->low + g->high)), way = v_compass(desc->turn + 205.0, views[i].elevation);
        if (i == 1) way = v3(0, 0, 1);
        if (i == 1) c->orthographic = !desc->perspective;
        frame_mesh(c, g->mesh, way, at);
        if (i == 3) { // nearer, and up to its head rather than its middle
            at.z = oro_mix(at.z, g->high, 0.35f);
            if (c->orthographic) c->half_width *= 0.5f;
            c->eye = v_mix(at, c->eye, c->orthographic ? 1.0f : 0.5f);
            aim(c, c->eye, at);
        }
        return ORO_OK;
    }
    return oro_fail(ctx, ORO_BAD_ARGUMENT, "view", "there is no view \"%.40s\"; there are %s", view, VIEWS);
}

static oro_status named_view(oro_context *ctx, camera *c, const ground *g, const oro_photo_desc *desc, double azimuth) {
    if (g->mesh) return mesh_view_named(ctx, c, g, desc);
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
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "view", "there is no view \"%.40s\"; there are %s", view, VIEWS);
    }
    return ORO_OK;
}

/// Moves the camera of a named view to where the description wants it. `reach` is the distance to what it looks at.
static oro_status move_camera(oro_context *ctx, camera *c, const ground *g, const oro_photo_desc *desc, float *reach) {
    vec3 at = g->mesh ? v3(0, 0, 0.5f * (g->low + g->high)) : middle_of_land(g), eye;
    if (desc->has_look_at) at = v3((float)desc->look_at[0], (float)desc->look_at[1], (float)desc->look_at[2]);
    eye = v_sub(at, v_scale(c->forward, *reach)); // the view's direction and distance
    if (desc->has_from) eye = v3((float)desc->from[0], (float)desc->from[1], (float)desc->from[2]);
    *reach = v_length(v_sub(at, eye));
    if (*reach < 1e-3f)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "look_at",
                        "the camera stands where it looks; move one of the two places");
    aim(c, eye, at);
    return ORO_OK;
}

/// Above the land, or above the plain around a mesh.
static void raise_camera(oro_context *ctx, camera *c, const ground *g) {
    if (g->mesh && g->around == SURROUND_NONE) return;
    float land = oro_ground_below(g, c->eye.x, c->eye.y);
    float least = land + (g->mesh ? 2.0f * g->fine : 2.0f);
    if (c->eye.z >= least) return;
    if (c->eye.z < land)
        oro_note(ctx, "from", "the camera was %.1f m under the ground and was raised above it",
                 (double)(land - c->eye.z));
    c->eye.z = least;
}

oro_status oro_camera_make(oro_context *ctx, camera *c, const ground *g, const oro_photo_desc *desc) {
    double fov = desc->field_of_view > 0.0 ? desc->field_of_view : 38.0;
    if (!(fov >= 1.0 && fov <= 150.0))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "field_of_view", "the field of view must be 1 to 150 degrees, not %g",
                        fov);
    float half_width = (float)tan(0.5 * fov * 0.017453292519943295);
    *c = (camera){.half_width = half_width,
                  .aspect = (float)desc->width / (float)desc->height,
                  .orthographic = desc->orthographic};
    oro_status status = named_view(ctx, c, g, desc, desc->sun_azimuth);
    if (status != ORO_OK) return status;
    float reach = v_length(c->eye);
    if (desc->has_look_at || desc->has_from) status = move_camera(ctx, c, g, desc, &reach);
    if (status != ORO_OK) return status;
    // Where a view has not chosen the width of parallel rays, they are as wide as perspective is at what it looks at.
    if (c->orthographic && c->half_width == half_width) c->half_width *= reach;
    raise_camera(ctx, c, g);
    return ORO_OK;
}

void oro_camera_ray(const camera *c, float x, float y, vec3 *origin, vec3 *direction) {
    float a = (2.0f * x - 1.0f) * c->half_width, b = (1.0f - 2.0f * y) * c->half_width / c->aspect;
    *origin = c->eye;
    if (c->orthographic) {
        *origin = v_mad(v_mad(c->eye, c->right, a), c->up, b);
        *direction = c->forward;
    } else {
        *direction = v_unit(v_mad(v_mad(c->forward, c->right, a), c->up, b));
    }
}

bool oro_camera_project(const camera *c, vec3 point, float *x, float *y) {
    vec3 d = v_sub(point, c->eye);
    float depth = v_dot(d, c->forward);
    if (depth <= 0.0f) return false;
    float scale = c->half_width * (c->orthographic ? 1.0f : depth);
    *x = 0.5f + 0.5f * v_dot(d, c->right) / scale;
    *y = 0.5f - 0.5f * v_dot(d, c->up) / scale * c->aspect;
    return true;
}
