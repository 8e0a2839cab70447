// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Prepares the set for a picture of a height map: reduces it to what the picture can show, fills holes, chooses surroundings,
// light, haze, snow line and exposure from the land itself, so that no setting is needed for a good picture.

#include "set.h"
#include "core/cell.h"
#include "film.h"
#include "photo.h"
#include "wet.h"
#include "wire.h"

#include <string.h>

/// Most samples along a side that a picture of each quality uses; the ray tracer needs about 40 bytes per sample.
static const int32_t MOST_SAMPLES[] = {[ORO_DRAFT] = 768, [ORO_GOOD] = 2049, [ORO_BEST] = 4097};
enum { MOST_PIXELS = 16384 }; ///< along a side of a picture
static const int32_t RAYS[] = {[ORO_DRAFT] = 2, [ORO_GOOD] = 16, [ORO_BEST] = 64},
                     SMOOTH[] = {[ORO_DRAFT] = 4, [ORO_GOOD] = 3, [ORO_BEST] = 2};

oro_photo_desc oro_set_defaults(const oro_photo_desc *desc) {
    oro_photo_desc d = desc ? *desc : (oro_photo_desc){0};
    if (!d.width && !d.height) d.width = 1280, d.height = 720;
    if (!d.width) d.width = d.height > 0 && d.height < MOST_PIXELS ? (d.height * 16 + 8) / 9 : d.height;
    if (!d.height) d.height = d.width > 1 && d.width < MOST_PIXELS ? (d.width * 9 + 8) / 16 : d.width;
    if (!d.has_sun) d.sun_azimuth = 310.0, d.sun_elevation = 32.0;
    if (d.exaggeration == 0.0) d.exaggeration = 1.0;
    if (!d.has_haze) d.haze = 1.0;
    return d;
}

static bool all_finite(const double *v, int count) {
    for (int i = 0; i < count; i++)
        if (!(fabs(v[i]) < 1e12)) return false;
    return true;
}

static oro_status check(oro_context *ctx, const oro_photo_desc *d) {
    if (d->width < 1 || d->height < 1 || d->width > MOST_PIXELS || d->height > MOST_PIXELS)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "size", "a picture must have 1 to %d pixels along a side, not %d x %d",
                        MOST_PIXELS, d->width, d->height);
    if (d->quality < ORO_GOOD || d->quality > ORO_BEST)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "quality", "the quality must be draft, good or best, not number %d",
                        (int)d->quality);
    if (!(d->sun_elevation >= -90.0 && d->sun_elevation <= 90.0) || !all_finite(&d->sun_azimuth, 1))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "sun", "the sun's elevation must be -90 to 90 degrees, not %g",
                        d->sun_elevation);
    if (!(d->exaggeration > 0.0 && d->exaggeration <= 100.0))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "exaggeration",
                        "the exaggeration must be above 0 and at most 100, not %g", d->exaggeration);
    if (!(d->haze >= 0.0 && d->haze <= 100.0))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "haze", "haze must be 0 to 100, not %g", d->haze);
    if (!(fabs(d->exposure) <= 20.0))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "exposure", "the exposure must be -20 to 20 stops, not %g", d->exposure);
    const double others[] = {d->turn, d->has_water ? d->water_level : 0.0, d->has_snow_line ? d->snow_line : 0.0};
    if (!all_finite(others, 3) || (d->has_from && !all_finite(d->from, 3)) ||
        (d->has_look_at && !all_finite(d->look_at, 3)))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "from",
                        "a place, a height or an angle of the picture is not a finite number; give metres and degrees");
    return ORO_OK;
}

oro_status oro_set_begin(oro_context *ctx, const oro_photo_desc *desc, oro_photo_desc *d, oro_image *out) {
    *d = oro_set_defaults(desc);
    *out = (oro_image){0};
    oro_begin(ctx);
    return check(ctx, d);
}

/// A wrapped map keeps its seam if both sides stay a whole number of cells: they shrink by a common factor. Sides that have
/// none small enough give up the seam.
static void fit_wrapped(const oro_grid *from, int32_t most, oro_grid *to) {
    int32_t common = from->width, rest = from->height, longer = from->width > from->height ? from->width : from->height;
    while (rest) {
        int32_t next = common % rest;
        common = rest;
        rest = next;
    }
    int32_t parts = (int32_t)((int64_t)most * common / longer); // cells that the common side may have
    to->wrap = parts >= 1;
    if (!to->wrap) return;
    to->cell = from->cell * common / parts;
    to->width = from->width / common * parts;
    to->height = from->height / common * parts;
}

/// A copy at a resolution the picture can use, finite everywhere, heights exaggerated.
static oro_status prepare_map(oro_context *ctx, const oro_grid *from, int32_t most, float factor, float fill,
                              oro_grid *to) {
    *to = *from;
    to->data = NULL;
    int32_t longer = from->width > from->height ? from->width : from->height;
    if (longer > most) {
        double ratio = (double)(longer - 1) / (most - 1);
        to->cell = from->cell * ratio;
        to->width = (int32_t)((from->width - 1) / ratio + 1.5);
        to->height = (int32_t)((from->height - 1) / ratio + 1.5);
        if (from->wrap) fit_wrapped(from, most, to);
    }
    oro_status status = oro_grid_alloc(ctx, to);
    if (status == ORO_OK && longer > most)
        status = oro_grid_resample(ctx, from, to);
    else if (status == ORO_OK)
        oro_grid_copy(from, to);
    if (status != ORO_OK) {
        oro_grid_free(ctx, to);
        return status;
    }
    for (int32_t y = 0; y < to->height; y++) {
        float *row = oro_row(to, y);
        for (int32_t x = 0; x < to->width; x++) row[x] = factor * (fabsf(row[x]) < 1e30f ? row[x] : fill);
    }
    return ORO_OK;
}

static float border_under(const oro_grid *g, float level) {
    int32_t under = 0;
    for (int32_t x = 0; x < g->width; x++) under += (oro_row(g, 0)[x] < level) + (oro_row(g, g->height - 1)[x] < level);
    for (int32_t y = 0; y < g->height; y++) under += (oro_row(g, y)[0] < level) + (oro_row(g, y)[g->width - 1] < level);
    return (float)under / (float)(2 * (g->width + g->height));
}

oro_status oro_set_surround(oro_context *ctx, ground *g, const oro_photo_desc *d) {
    static const char *const names[] = {"land", "sea", "none"};
    g->has_sea = d->has_water;
    g->sea = (float)(d->water_level * d->exaggeration);
    if (!d->surround || !*d->surround) {
        bool in_water = g->has_sea && (!g->height.data || border_under(&g->height, g->sea) > 0.5f);
        g->around = in_water ? SURROUND_SEA : SURROUND_LAND;
        return ORO_OK;
    }
    for (int i = 0; i < 3; i++)
        if (strcmp(d->surround, names[i]) == 0) {
            g->around = (surround)i;
            return ORO_OK;
        }
    return oro_fail(ctx, ORO_BAD_ARGUMENT, "surround", "the surround must be land, sea or none, not \"%.40s\"",
                    d->surround);
}

oro_status oro_set_ground(oro_context *ctx, ground *g, const oro_grid *height, const oro_photo_desc *d) {
    oro_extremes seen = oro_grid_extremes(height);
    if (seen.not_finite)
        oro_note(ctx, NULL, "%lld heights are not numbers and were drawn at %g m", (long long)seen.not_finite,
                 (double)seen.min);
    float factor = (float)d->exaggeration;
    int32_t most = MOST_SAMPLES[d->quality];
    g->ctx = ctx;
    oro_status status = prepare_map(ctx, height, most, factor, seen.min, &g->height);
    if (status != ORO_OK) return status;
    if (d->water) {
        if (d->water->width != height->width || d->water->height != height->height)
            return oro_fail(ctx, ORO_BAD_ARGUMENT, "water", "the water map is %d x %d samples but the land is %d x %d",
                            d->water->width, d->water->height, height->width, height->height);
        status = prepare_map(ctx, d->water, most, factor, 0.0f, &g->water);
        if (status != ORO_OK) return status;
        status = oro_wet_surface(ctx, &g->height, factor, &g->water);
        if (status != ORO_OK) return status;
    }
    status = oro_set_surround(ctx, g, d);
    return status == ORO_OK ? oro_ground_make(ctx, g) : status;
}

static material natural(const ground *g, const oro_photo_desc *d) {
    float relief = g->high - g->low;
    material m = {.low = g->has_sea ? oro_max(g->low, g->sea) : g->low,
                  .high = g->high,
                  .snow_line = INFINITY,
                  .shore = g->has_sea ? g->sea : -INFINITY,
                  .cell = g->mesh ? g->fine : (float)g->height.cell,
                  .exaggeration = (float)d->exaggeration,
                  .colour = d->colour,
                  .roads = d->roads,
                  .span_u = oro_max((float)(g->height.width - 1), 1.0f),
                  .span_v = oro_max((float)(g->height.height - 1), 1.0f)};
    if (d->has_snow_line)
        m.snow_line = (float)(d->snow_line * d->exaggeration);
    else if (relief > 500.0f * m.exaggeration)
        m.snow_line = g->low + 0.74f * relief;
    if (d->no_snow) m.snow_line = INFINITY;
    m.neutral_floor = g->mesh != NULL;
    m.plain = d->wireframe && !d->colour; // lines read best on even clay
    m.plain_colour = v3(0.235f, 0.22f, 0.195f);
    return m;
}

/// Haze in proportion to the map: half of the light lost at about three widths of it, thickest in the valleys.
static void hang_haze(sky *s, const ground *g, float amount) {
    float extent = 2.0f * oro_max(oro_max(g->half_x, g->half_y), 1.0f),
          relief = oro_max(g->high - g->low, 0.02f * extent);
    s->haze = 0.11f * amount / extent;
    s->haze_bottom = g->has_sea ? oro_max(g->sea, g->low) : g->low;
    s->haze_height = 1.3f * relief;
}

/// The light a picture is exposed for. By day that is the light there is; after sunset the eye does not quite follow, and
/// the picture gets darker.
static float metered(float light) {
    const float sunset = 1.2f; // with the sun two degrees up
    return light >= sunset ? light : sunset * powf(oro_max(light, 1e-4f) / sunset, 0.64f);
}

oro_status oro_set_shoot(oro_context *ctx, const ground *g, const oro_photo_desc *d, oro_image *out) {
    studio st = {.g = g,
                 .width = d->width,
                 .height = d->height,
                 .rays = RAYS[d->quality],
                 .smooth = SMOOTH[d->quality],
                 .sun_spread = 0.012f,
                 .progress = d->progress,
                 .user = d->user};
    oro_status status = oro_camera_make(ctx, &st.cam, g, d);
    if (status != ORO_OK) return status;
    sky *light = oro_alloc(ctx, sizeof *light);
    if (!light) return ORO_NO_MEMORY;
    oro_sky_make(light, v_compass(d->sun_azimuth, d->sun_elevation), 1.6f);
    hang_haze(light, g, (float)d->haze);
    material m = natural(g, d);
    st.s = light;
    st.m = &m;
    st.pixel = 2.0f * st.cam.half_width / (float)d->width;
    if (d->wireframe) st.wire = oro_wire_step(g, &st.cam, 1.0f / (float)d->width);
    // Sunlit grey land sets the exposure; a low sun is metered as if it stood a little higher, or dusk would glare.
    vec3 lit = v_add(v_scale(light->sun_irradiance, oro_max(light->sun.z, 0.32f)), light->sky_irradiance);
    st.bounce =
        v_scale(v_add(v_scale(light->sun_irradiance, 0.5f * oro_max(light->sun.z, 0.0f)), light->sky_irradiance),
                0.14f / (float)M_PI);
    st.white = metered(v_luminance(lit)) * FILM_WHITE / (float)M_PI / exp2f((float)d->exposure);
    status = oro_studio_shoot(ctx, &st, out);
    oro_free(ctx, light);
    return status;
}

oro_status oro_render_photo(oro_context *ctx, const oro_grid *height, const oro_photo_desc *desc, oro_image *out) {
    oro_photo_desc d;
    oro_status status = oro_set_begin(ctx, desc, &d, out);
    if (status != ORO_OK) return status;
    ground g = {0};
    status = oro_set_ground(ctx, &g, height, &d);
    if (status == ORO_OK) status = oro_set_shoot(ctx, &g, &d, out);
    oro_ground_free(&g);
    return status;
}
