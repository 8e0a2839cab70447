// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Taking a picture. Every pixel sends a number of rays; each hit is lit by the sun (one shadow ray into its disc, widened a
// little) and by the sky (one ray, cosine distributed). What blocks a sky ray sends back the light that land reflects on
// average. Random numbers are hashes of pixel and ray, so a picture does not depend on threads. The light of the sky, which
// is the noisy part, is kept apart from the colour of the ground and smoothed along surfaces before the two are multiplied.

#include "photo.h"
#include "core/cell.h"
#include "core/pool.h"
#include "film.h"
#include "water.h"
#include "wire.h"

enum { TILE = 16 };

/// A low-discrepancy pair for ray `index`, shifted by a hash of the pixel (the plastic number's sequence).
static void pair(uint32_t pixel, uint32_t what, uint32_t index, float *a, float *b) {
    uint32_t h = oro_hash2(what, (int32_t)pixel, (int32_t)what);
    float x = oro_unit(h) + 0.7548776662f * (float)index, y = oro_unit(oro_mix32(h + 1)) + 0.5698402910f * (float)index;
    *a = x - floorf(x);
    *b = y - floorf(y);
}

static vec3 towards_sun(const studio *st, float a, float b) {
    vec3 u, v;
    v_frame(st->s->sun, &u, &v);
    float r = st->sun_spread * sqrtf(a), angle = 6.2831853f * b;
    return v_unit(v_mad(v_mad(st->s->sun, u, r * cosf(angle)), v, r * sinf(angle)));
}

static vec3 around_normal(vec3 n, float a, float b) {
    vec3 u, v;
    v_frame(n, &u, &v);
    float r = sqrtf(a), angle = 6.2831853f * b;
    return v_unit(v_mad(v_mad(v_scale(n, sqrtf(1.0f - a)), u, r * cosf(angle)), v, r * sinf(angle)));
}

/// A point just off the surface, far enough not to meet it again.
static vec3 lifted(const studio *st, const hit *h) {
    return v_mad(h->position, h->facet, 4e-5f * h->distance + 0.01f * st->m->cell);
}

/// Light of the sun on a surface, shadow included. Where the fine relief turns away from the real facet, it fades.
static vec3 sunlight(const studio *st, const hit *h, vec3 normal, float a, float b) {
    vec3 to_sun = towards_sun(st, a, b);
    float cosine = v_dot(normal, to_sun), real = v_dot(h->facet, to_sun);
    if (cosine <= 0.0f || real <= 0.0f || v_luminance(st->s->sun_irradiance) <= 0.0f) return v3(0, 0, 0);
    if (oro_ground_blocked(st->g, lifted(st, h), to_sun)) return v3(0, 0, 0);
    return v_scale(st->s->sun_irradiance, cosine * oro_smoothstep(0.0f, 0.08f, real) / (float)M_PI);
}

/// Light from one random direction of the sky, as if the whole hemisphere sent it.
static vec3 skylight(const studio *st, const hit *h, vec3 normal, float a, float b) {
    vec3 way = around_normal(normal, a, b);
    if (v_dot(way, h->facet) <= 0.01f || oro_ground_blocked(st->g, lifted(st, h), way)) return st->bounce;
    return way.z < 0.0f && !st->s->is_uniform ? st->bounce : oro_sky_radiance(st->s, way);
}

/// Puts haze between the eye and what it sees: `light` and `tint` are dimmed, the haze's own light is added.
static void through_haze(const studio *st, vec3 origin, vec3 direction, float distance, sample *p) {
    vec3 clear = oro_sky_transmittance(st->s, origin.z, direction, distance);
    vec3 level = v_unit(v3(direction.x, direction.y, oro_max(direction.z, 0.03f)));
    p->tint = v_mul(p->tint, clear);
    p->light = v_add(v_mul(p->light, clear), v_mul(oro_sky_radiance(st->s, level), v_sub(v3(1, 1, 1), clear)));
}

static sample see_sky(const studio *st, vec3 direction) {
    // The disc itself, dimmed to what a picture can show.
    float disc = oro_smoothstep(0.99992f, 0.99996f, v_dot(direction, st->s->sun));
    return (sample){.light = v_mad(oro_sky_radiance(st->s, direction), st->s->sun_irradiance, 2.0f * disc),
                    .depth = INFINITY};
}

static sample see_land(const studio *st, const hit *h, float footprint, uint32_t pixel, uint32_t what, uint32_t ray) {
    surface s = oro_material_at(st->m, st->g, h, footprint);
    float a, b, c, d;
    pair(pixel, what, ray, &a, &b);
    pair(pixel, what + 1, ray, &c, &d);
    return (sample){.light = v_mul(s.albedo, sunlight(st, h, s.normal, a, b)),
                    .tint = s.albedo,
                    .sky = skylight(st, h, s.normal, c, d),
                    .normal = s.normal,
                    .depth = h->distance};
}

/// What a ray sees that left the water.
static vec3 mirrored(const studio *st, vec3 origin, vec3 direction, uint32_t pixel, uint32_t ray) {
    hit h = oro_ground_trace(st->g, origin, direction);
    if (h.kind != HIT_LAND && h.kind != HIT_MESH) return oro_sky_radiance(st->s, direction);
    sample p = see_land(st, &h, 4.0f * st->pixel * h.distance + st->m->cell, pixel, 61, ray);
    through_haze(st, origin, direction, h.distance, &p);
    return v_add(p.light, v_mul(p.tint, p.sky));
}

static sample see_water(const studio *st, const hit *h, vec3 direction, float footprint, uint32_t pixel, uint32_t ray) {
    float depth;
    hit bottom = oro_ground_bottom(st->g, h, &depth);
    water_look w = oro_water_at(h, depth, direction, footprint);
    // Of deep water no bottom is seen, so what it is made of need not be worked out.
    bool dark = oro_max(oro_max(w.clear.x, w.clear.y), w.clear.z) < 2e-3f;
    vec3 albedo = dark ? v3(0, 0, 0) : oro_material_at(st->m, st->g, &bottom, footprint).albedo;
    float a, b, c, d;
    pair(pixel, 71, ray, &a, &b);
    pair(pixel, 72, ray, &c, &d);
    vec3 sun = sunlight(st, h, v3(0, 0, 1), a, b);
    vec3 through = v_scale(v_add(w.body, v_mul(albedo, w.clear)), 1.0f - w.fresnel);
    vec3 origin = v_mad(h->position, v3(0, 0, 1), 2e-4f * h->distance + 0.02f);
    vec3 seen = v_scale(mirrored(st, origin, w.mirror, pixel, ray), w.fresnel);
    float glint = oro_water_glint(&w, st->s->sun);
    if (glint > 0.0f && !oro_ground_blocked(st->g, origin, st->s->sun))
        seen = v_mad(seen, st->s->sun_irradiance, glint);
    return (sample){.light = v_add(v_mul(through, sun), seen),
                    .tint = through,
                    .sky = skylight(st, h, v3(0, 0, 1), c, d),
                    .normal = v3(0, 0, 1),
                    .depth = h->distance};
}

static sample look(const studio *st, int32_t x, int32_t y, uint32_t ray) {
    uint32_t pixel = oro_hash2(5, x, y);
    float a, b;
    pair(pixel, 3, ray, &a, &b);
    // A tent as wide as two pixels: smoother edges than a box, and no negative lobes.
    float dx = a < 0.5f ? sqrtf(2.0f * a) - 1.0f : 1.0f - sqrtf(2.0f - 2.0f * a);
    float dy = b < 0.5f ? sqrtf(2.0f * b) - 1.0f : 1.0f - sqrtf(2.0f - 2.0f * b);
    vec3 origin, direction;
    float at_x = ((float)x + 0.5f + 0.8f * dx) / (float)st->width;
    float at_y = ((float)y + 0.5f + 0.8f * dy) / (float)st->height;
    oro_camera_ray(&st->cam, at_x, at_y, &origin, &direction);
    hit h = oro_ground_trace(st->g, origin, direction);
    if (h.kind == HIT_NOTHING) return see_sky(st, direction);
    float footprint = st->cam.orthographic ? st->pixel : st->pixel * h.distance;
    // Ground seen at a glancing angle is stretched in the picture: detail finer than the stretched pixel would flicker.
    footprint /= oro_max(sqrtf(oro_max(-v_dot(direction, h.facet), 0.0f)), 0.25f);
    sample p = h.kind == HIT_WATER ? see_water(st, &h, direction, footprint, pixel, ray)
                                   : see_land(st, &h, footprint, pixel, 21, ray);
    if (st->wire > 0.0f) {
        float paper = 1.0f - 0.85f * oro_wire_at(st->g, &st->cam, st->wire, &h, at_x, at_y, 1.0f / (float)st->width);
        p.light = v_scale(p.light, paper);
        p.tint = v_scale(p.tint, paper);
    }
    through_haze(st, origin, direction, h.distance, &p);
    return p;
}

static void average(const studio *st, int32_t x, int32_t y, sample *out) {
    sample sum = {0};
    float depth = 0.0f;
    int32_t solid = 0;
    for (int32_t i = 0; i < st->rays; i++) {
        sample p = look(st, x, y, (uint32_t)i);
        // One ray must not outshine a pixel: what is brighter than the paper can show is cut.
        float peak = v_luminance(p.light), limit = 8.0f * st->white;
        if (peak > limit) p.light = v_scale(p.light, limit / peak);
        sum.light = v_add(sum.light, p.light);
        if (p.depth < INFINITY) {
            sum.tint = v_add(sum.tint, p.tint);
            sum.sky = v_add(sum.sky, p.sky);
            sum.normal = v_add(sum.normal, p.normal);
            depth += p.depth;
            solid++;
        }
    }
    float each = 1.0f / (float)st->rays, of_solid = solid ? 1.0f / (float)solid : 0.0f;
    *out = (sample){.light = v_scale(sum.light, each),
                    .tint = v_scale(sum.tint, each),
                    .sky = v_scale(sum.sky, of_solid),
                    .normal = solid ? v_unit(sum.normal) : v3(0, 0, 0),
                    .depth = solid ? depth * of_solid : INFINITY};
}

static void trace_tile(void *user, int block) {
    const studio *st = user;
    int32_t across = (st->width + TILE - 1) / TILE;
    int32_t x0 = block % across * TILE, y0 = block / across * TILE;
    for (int32_t y = y0; y < y0 + TILE && y < st->height; y++)
        for (int32_t x = x0; x < x0 + TILE && x < st->width; x++)
            average(st, x, y, &st->pixels[(size_t)y * (size_t)st->width + (size_t)x]);
}

// --- smoothing the light of the sky -----------------------------------------------------------------------------------

typedef struct smooth_job {
    const studio *st;
    const vec3 *from;
    vec3 *to;
    int32_t step;
} smooth_job;

/// One round of a filter with holes: a 5 x 5 kernel whose taps are `step` pixels apart, stopped by edges in depth and normal.
static void smooth_row(void *user, int y) {
    static const float kernel[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    const smooth_job *job = user;
    const studio *st = job->st;
    for (int32_t x = 0; x < st->width; x++) {
        size_t here = (size_t)y * (size_t)st->width + (size_t)x;
        const sample *p = &st->pixels[here];
        vec3 sum = {0, 0, 0};
        float weight = 0.0f;
        for (int j = -2; j <= 2; j++)
            for (int i = -2; i <= 2; i++) {
                int32_t u = x + i * job->step, v = y + j * job->step;
                if (u < 0 || v < 0 || u >= st->width || v >= st->height) continue;
                size_t there = (size_t)v * (size_t)st->width + (size_t)u;
                const sample *q = &st->pixels[there];
                if (!(q->depth < INFINITY)) continue;
                float turn = oro_max(v_dot(p->normal, q->normal), 0.0f);
                float apart = fabsf(q->depth - p->depth) / (p->depth * 0.02f * (float)job->step + 1e-3f);
                float w = kernel[i + 2] * kernel[j + 2] * turn * turn * turn * turn / (1.0f + apart * apart);
                sum = v_mad(sum, job->from[there], w);
                weight += w;
            }
        job->to[here] = weight > 0.0f ? v_scale(sum, 1.0f / weight) : job->from[here];
    }
}

static oro_status smooth_sky(oro_context *ctx, const studio *st, int rounds) {
    size_t count = (size_t)st->width * (size_t)st->height;
    vec3 *a = oro_alloc(ctx, 2 * count * sizeof *a), *b = a + count;
    if (!a) return ORO_NO_MEMORY;
    for (size_t i = 0; i < count; i++) a[i] = st->pixels[i].sky;
    oro_status status = ORO_OK;
    vec3 *from = a, *to = b;
    for (int k = 0; k < rounds && status == ORO_OK; k++) {
        smooth_job job = {st, from, to, 1 << k};
        status = oro_parallel(ctx, st->height, smooth_row, &job);
        vec3 *swap = from;
        from = to;
        to = swap;
    }
    for (size_t i = 0; i < count; i++) st->pixels[i].sky = from[i];
    oro_free(ctx, a);
    return status;
}

// --- onto paper -------------------------------------------------------------------------------------------------------

static uint8_t to_byte(float linear, float dither) {
    return (uint8_t)oro_clamp(film_to_srgb(linear) * 255.0f + dither, 0.0f, 255.0f);
}

static void develop(const studio *st, const oro_image *out) {
    for (int32_t y = 0; y < st->height; y++)
        for (int32_t x = 0; x < st->width; x++) {
            const sample *p = &st->pixels[(size_t)y * (size_t)st->width + (size_t)x];
            vec3 light = v_scale(v_add(p->light, v_mul(p->tint, p->sky)), 1.0f / st->white);
            float grey = v_luminance(light);
            light = st->plain_tone ? light : v_mix(v3(grey, grey, grey), light, 1.12f); // film is a little vivid
            vec3 shown = st->plain_tone ? light : v3(film_shown(light.x), film_shown(light.y), film_shown(light.z));
            uint8_t *byte = out->data + ((size_t)y * (size_t)st->width + (size_t)x) * 3;
            float dither = oro_unit(oro_hash2(9, x, y)); // hides steps in smooth skies
            byte[0] = to_byte(shown.x, dither);
            byte[1] = to_byte(shown.y, dither);
            byte[2] = to_byte(shown.z, dither);
        }
}

static bool tick(void *user, int done, int blocks) {
    const studio *st = user;
    return !st->progress || st->progress(st->user, 0.15 + 0.8 * done / blocks, "picture");
}

oro_status oro_studio_trace(oro_context *ctx, studio *st) {
    st->pixels = oro_alloc(ctx, (size_t)st->width * (size_t)st->height * sizeof *st->pixels);
    if (!st->pixels) return ORO_NO_MEMORY;
    int tiles = ((st->width + TILE - 1) / TILE) * ((st->height + TILE - 1) / TILE);
    oro_status status = oro_parallel_tick(ctx, tiles, trace_tile, st, tick, st);
    if (status == ORO_OK && st->smooth > 0) status = smooth_sky(ctx, st, st->smooth);
    return status;
}

oro_status oro_studio_shoot(oro_context *ctx, studio *st, oro_image *out) {
    *out = (oro_image){.width = st->width, .height = st->height, .channels = 3};
    oro_status status = oro_image_alloc(ctx, out);
    if (status == ORO_OK) status = oro_studio_trace(ctx, st);
    if (status == ORO_OK) develop(st, out);
    oro_free(ctx, st->pixels);
    st->pixels = NULL;
    if (status != ORO_OK) oro_image_free(ctx, out);
    return status;
}
