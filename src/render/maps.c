// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The table of styles, and maps in any of them. A new style is one row here and one function.

#include "core/cell.h"
#include "core/text.h"
#include "render/map.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static oro_status draw_relief(map *m);

static const map_style styles[] = {
    {{"photo", "A picture taken with a camera: sun, sky, haze, water, snow.", ORO_STYLE_PHOTO, false}},
    {{"wireframe", "The lines of the grid, or of a mesh, over even clay.", ORO_STYLE_PHOTO, false}},
    {{"relief", "Shaded relief tinted by height, as on printed maps.", ORO_STYLE_MAP, false},
     .samples = true,
     .measure = oro_map_measure_height,
     .draw = draw_relief},
    {{"height", "Tints of height with contours in round metres, legend and scale.", ORO_STYLE_MAP, false},
     .legend = true,
     .measure = oro_map_measure_height,
     .draw = oro_map_draw_height},
    {{"slope", "How steep the ground is, in degrees.", ORO_STYLE_MAP, false},
     .legend = true,
     .measure = oro_map_measure_slope,
     .draw = oro_map_draw_slope},
    {{"curvature", "Crests and hollows in two colours.", ORO_STYLE_MAP, false},
     .legend = true,
     .measure = oro_map_measure_curvature,
     .draw = oro_map_draw_curvature},
    {{"flow", "Where water would run: streams by the area they drain.", ORO_STYLE_MAP, false},
     .legend = true,
     .draw = oro_map_draw_flow},
    {{"difference", "What changed since an earlier map: lowered red, raised blue.", ORO_STYLE_MAP, true},
     .legend = true,
     .draw = oro_map_draw_difference},
    {{"classes", "Whole numbers as distinct colours.", ORO_STYLE_MAP, false},
     .legend = true,
     .draw = oro_map_draw_classes},
    {{"colours", "Numbers as the colours they stand for: 65536 red + 256 green + blue.", ORO_STYLE_MAP, false},
     .samples = true,
     .draw = oro_map_draw_colours},
    {{"normals", "A normal map: red east, green north, blue up.", ORO_STYLE_MAP, false},
     .samples = true,
     .draw = oro_map_draw_normals},
    {{"split", "An earlier map on the left and this one on the right.", ORO_STYLE_MAP, true}},
    {{"slice", "A cut through a volume (of a scene, or a three-dimensional NPY file).", ORO_STYLE_SLICE, false}},
    {{"volume", "A sheet of a volume: three cuts and a view of it, cut open.", ORO_STYLE_SLICE, false}},
};

enum { STYLE_COUNT = sizeof styles / sizeof *styles };

int oro_style_count(void) { return STYLE_COUNT; }

const oro_style *oro_style_at(int index) {
    assert(index >= 0 && index < STYLE_COUNT);
    return &styles[index].style;
}

static const map_style *row_of(oro_context *ctx, const char *name) {
    oro_suggestion nearest = {.word = name};
    for (int i = 0; i < STYLE_COUNT; i++) {
        if (strcmp(styles[i].style.name, name) == 0) return &styles[i];
        oro_suggest_offer(&nearest, styles[i].style.name);
    }
    char hint[64], list[200] = "";
    for (int i = 0; i < STYLE_COUNT; i++) {
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", styles[i].style.name);
    }
    if (ctx)
        oro_fail(ctx, ORO_BAD_ARGUMENT, "style", "there is no style \"%.40s\"%s; there are %s", name,
                 oro_suggest_text(&nearest, hint, sizeof hint), list);
    return NULL;
}

const oro_style *oro_style_find(oro_context *ctx, const char *name) {
    const map_style *row = row_of(ctx, name);
    return row ? &row->style : NULL;
}

int32_t oro_style_side(const oro_style *style, int32_t samples) {
    const map_style *row = row_of(NULL, style->name);
    if (style->kind == ORO_STYLE_PHOTO) return 1280;
    return row && row->samples ? samples : oro_map_side(samples);
}

// --- relief among the others ------------------------------------------------------------------------------------------

static oro_status draw_relief(map *m) {
    const oro_map_desc *d = m->desc;
    oro_image picture;
    oro_status status = oro_render_relief(m->ctx, m->source,
                                          &(oro_relief_desc){.width = d->width,
                                                             .height = d->height,
                                                             .palette = d->palette,
                                                             .has_range = d->has_range,
                                                             .lo = d->lo,
                                                             .hi = d->hi,
                                                             .has_water = d->has_water,
                                                             .water_level = d->water_level,
                                                             .water = d->water,
                                                             .has_exaggeration = d->has_exaggeration,
                                                             .exaggeration = d->exaggeration,
                                                             .has_light = d->has_light,
                                                             .azimuth = d->azimuth,
                                                             .altitude = d->altitude},
                                          &picture);
    if (status != ORO_OK) return status;
    assert(picture.width == m->out->width && picture.height == m->out->height);
    memcpy(m->out->data, picture.data, (size_t)picture.width * (size_t)picture.height * 3);
    oro_image_free(m->ctx, &picture);
    return ORO_OK;
}

// --- checking -----------------------------------------------------------------------------------------------------------

static bool same_ground(const oro_grid *a, const oro_grid *b) {
    double slack = 0.6 * fmax(a->cell, b->cell);
    return fabs(a->origin_x - b->origin_x) <= slack && fabs(a->origin_y - b->origin_y) <= slack &&
           fabs(oro_extent_x(a) - oro_extent_x(b)) <= slack && fabs(oro_extent_y(a) - oro_extent_y(b)) <= slack;
}

static oro_status check_before(oro_context *ctx, const oro_grid *now, const oro_grid *before, const char *style) {
    if (!before || !before->data)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "before", "the style %s compares two maps and needs the earlier one",
                        style);
    oro_status status = oro_grid_check(ctx, before, "before");
    if (status == ORO_OK && !same_ground(now, before))
        status =
            oro_fail(ctx, ORO_BAD_ARGUMENT, "before",
                     "the earlier map covers %.6g x %.6g m from (%.6g, %.6g) and this one %.6g x %.6g m from (%.6g, "
                     "%.6g); only maps of the same ground can be compared",
                     oro_extent_x(before), oro_extent_y(before), before->origin_x, before->origin_y, oro_extent_x(now),
                     oro_extent_y(now), now->origin_x, now->origin_y);
    return status;
}

/// What oro_render_relief() would refuse is refused for every style.
static oro_status check(oro_context *ctx, const oro_grid *height, const oro_map_desc *d) {
    enum { MOST_PIXELS = 16384 };
    oro_status status = oro_grid_check(ctx, height, "height");
    if (status != ORO_OK) return status;
    if (d->width < 0 || d->height < 0 || d->width > MOST_PIXELS || d->height > MOST_PIXELS)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "size", "a picture must have 1 to %d pixels along a side, not %d x %d",
                        MOST_PIXELS, d->width, d->height);
    if (d->has_range && !(d->lo < d->hi && isfinite(d->hi - d->lo)))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "scale",
                        "the range must run from a lower to a higher number, not from %g to %g", (double)d->lo,
                        (double)d->hi);
    if (!(d->interval >= 0.0 && d->interval < 1e9))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "interval", "contours must be more than 0 m apart, not %g", d->interval);
    if ((d->has_light && !(isfinite(d->azimuth) && d->altitude >= 0.0f && d->altitude <= 90.0f)) ||
        (d->has_exaggeration && !(d->exaggeration >= 0.0f && d->exaggeration <= 1000.0f)) ||
        (d->has_water && !isfinite(d->water_level)))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "light",
                        "the light needs an altitude of 0 to 90 degrees, an exaggeration up to 1000 and a finite water "
                        "level");
    return ORO_OK;
}

static oro_status find_palette(oro_context *ctx, const char *name, const oro_palette **out) {
    oro_suggestion nearest = {.word = name};
    char hint[64];
    for (const char *const *p = oro_palette_names(); *p; p++) oro_suggest_offer(&nearest, *p);
    if ((*out = oro_palette_find(name))) return ORO_OK;
    return oro_fail(ctx, ORO_BAD_ARGUMENT, "palette", "there is no palette \"%.40s\"%s; use natural, arid or grey",
                    name, oro_suggest_text(&nearest, hint, sizeof hint));
}

// --- one map ------------------------------------------------------------------------------------------------------------

/// `rows` gets the height of the map without its legend.
static oro_status draw_one(oro_context *ctx, const map_style *row, const oro_grid *height, const oro_map_desc *desc,
                           oro_image *out, int32_t *rows) {
    map m = {.ctx = ctx, .desc = desc, .source = height, .out = out, .lo = desc->lo, .hi = desc->hi};
    oro_status status = find_palette(ctx, desc->palette ? desc->palette : "natural", &m.palette);
    if (status == ORO_OK) status = oro_map_open(&m, row->legend, row->samples);
    if (status == ORO_OK && row->measure && !desc->has_range && row->draw != draw_relief)
        status = row->measure(&m, height, &m.lo, &m.hi);
    if (status == ORO_OK) status = row->draw(&m);
    if (status == ORO_OK) oro_map_draw_overlays(&m);
    *rows = m.frame.height;
    oro_map_close(&m);
    if (status != ORO_OK && out->data) oro_image_free(ctx, out);
    return status;
}

// --- two halves ---------------------------------------------------------------------------------------------------------

/// The same colours on both sides, or the halves could not be compared.
static oro_status common_range(oro_context *ctx, const map_style *row, const oro_grid *before, const oro_grid *now,
                               oro_map_desc *desc) {
    if (desc->has_range || !row->measure) return ORO_OK;
    oro_image nothing = {0};
    map m = {.ctx = ctx, .desc = desc, .source = now, .out = &nothing};
    float lo[2], hi[2];
    oro_status status = oro_map_open(&m, false, row->samples);
    if (status == ORO_OK) status = row->measure(&m, before, &lo[0], &hi[0]);
    if (status == ORO_OK) status = row->measure(&m, now, &lo[1], &hi[1]);
    oro_map_close(&m);
    if (nothing.data) oro_image_free(ctx, &nothing);
    if (status != ORO_OK) return status;
    desc->has_range = true;
    desc->lo = oro_min(lo[0], lo[1]);
    desc->hi = oro_max(hi[0], hi[1]);
    return ORO_OK;
}

void oro_image_join(const oro_image *after, const oro_image *before, int32_t rows) {
    assert(after->width == before->width && after->height == before->height && after->channels == before->channels);
    size_t pixel = (size_t)after->channels, row = (size_t)after->width * pixel;
    int32_t middle = after->width / 2, line = after->width >= 64 ? (after->width + 511) / 512 : 0;
    for (int32_t y = 0; y < rows; y++) {
        memcpy(after->data + (size_t)y * row, before->data + (size_t)y * row, (size_t)middle * pixel);
        memset(after->data + (size_t)y * row + (size_t)(middle - line / 2) * pixel, 255, (size_t)line * pixel);
    }
}

static oro_status draw_split(oro_context *ctx, const oro_grid *now, const oro_map_desc *desc, oro_image *out) {
    const map_style *row = row_of(ctx, desc->halves ? desc->halves : "relief");
    if (!row) return ORO_BAD_ARGUMENT;
    if (!row->draw || row->style.needs_before)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "halves", "the halves of a split picture cannot be of the style %s",
                        row->style.name);
    oro_grid before = *now;
    oro_image left = {0};
    oro_map_desc half = *desc;
    int32_t rows = 0;
    before.data = NULL;
    oro_status status = oro_frame_sample(ctx, desc->before, &before);
    if (status == ORO_OK) status = common_range(ctx, row, &before, now, &half);
    if (status == ORO_OK) status = draw_one(ctx, row, &before, &half, &left, &rows);
    if (status == ORO_OK) status = draw_one(ctx, row, now, &half, out, &rows);
    if (status == ORO_OK) oro_image_join(out, &left, rows);
    if (left.data) oro_image_free(ctx, &left);
    oro_grid_free(ctx, &before);
    return status;
}

oro_status oro_render_map(oro_context *ctx, const oro_grid *height, const oro_map_desc *desc, oro_image *out) {
    static const oro_map_desc defaults;
    if (!desc) desc = &defaults;
    assert(height && height->data && out);
    *out = (oro_image){.channels = 3};
    const map_style *row = row_of(ctx, desc->style ? desc->style : "relief");
    if (!row) return ORO_BAD_ARGUMENT;
    if (row->style.kind != ORO_STYLE_MAP)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "style", "the style %s is not seen from above", row->style.name);
    oro_status status = check(ctx, height, desc);
    if (status == ORO_OK && row->style.needs_before) status = check_before(ctx, height, desc->before, row->style.name);
    if (status != ORO_OK) return status;
    oro_begin(ctx);
    int32_t rows;
    return row->draw ? draw_one(ctx, row, height, desc, out, &rows) : draw_split(ctx, height, desc, out);
}
