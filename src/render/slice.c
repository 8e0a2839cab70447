// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A cut through a volume: the values on a plane, interpolated between the two nearest layers, drawn as a map is.

#include "core/cell.h"
#include "render/map.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// The cut as a map: columns and rows of the volume that lie in it.
typedef struct cut {
    const oro_volume *v;
    int axis;    ///< 0, 1, 2: x, y, z
    int32_t low; ///< the layer below
    float t;     ///< how far to the next one
} cut;

static float voxel_of(const cut *c, int32_t layer, int32_t column, int32_t row) {
    const oro_volume *v = c->v;
    if (c->axis == 2) return *oro_voxel(v, column, row, layer);
    int32_t z = v->depth - 1 - row; // z upwards in the picture
    return c->axis == 1 ? *oro_voxel(v, column, layer, z) : *oro_voxel(v, layer, column, z);
}

static oro_status fill_cut(oro_context *ctx, const cut *c, oro_grid *g) {
    const oro_volume *v = c->v;
    const int32_t sides[3] = {v->width, v->height, v->depth};
    int across = c->axis == 0 ? 1 : 0;
    *g = (oro_grid){.width = sides[across], .height = c->axis == 2 ? v->height : v->depth, .cell = v->cell};
    g->origin_x = v->origin[across];
    g->origin_y = c->axis == 2 ? v->origin[1] : 0.0;
    oro_status status = oro_grid_alloc(ctx, g);
    int32_t high = c->low + 1 < sides[c->axis] ? c->low + 1 : c->low;
    for (int32_t y = 0; status == ORO_OK && y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            float a = voxel_of(c, c->low, x, y), b = voxel_of(c, high, x, y);
            oro_row(g, y)[x] = c->t > 0.0f ? oro_mix(a, b, c->t) : a;
        }
    return status;
}

static oro_status place_cut(oro_context *ctx, const oro_slice_desc *d, cut *c) {
    const oro_volume *v = c->v;
    const int32_t sides[3] = {v->width, v->height, v->depth};
    char axis = d->axis ? d->axis : 'z';
    if (axis < 'x' || axis > 'z')
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "axis", "the axis must be x, y or z, not \"%c\"",
                        axis >= ' ' && axis <= '~' ? axis : '?');
    c->axis = axis - 'x';
    double from = v->origin[c->axis], to = from + (sides[c->axis] - 1) * v->cell;
    double at = d->has_at ? d->at : 0.5 * (from + to);
    if (!(at >= from - 1e-9 * v->cell && at <= to + 1e-9 * v->cell))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "at",
                        "the volume lies between %.6g and %.6g m along %c; %.6g m misses it", from, to, axis, at);
    double layer = fmin(fmax((at - from) / v->cell, 0.0), sides[c->axis] - 1.0);
    c->low = (int32_t)floor(layer);
    c->t = (float)(layer - c->low);
    return ORO_OK;
}

static oro_status draw_cut(map *m, const oro_slice_desc *d, const char *note) {
    float most = 0.0f;
    oro_status status = oro_map_open(m, true, false);
    if (status == ORO_OK) status = oro_map_sample_height(m);
    if (status == ORO_OK) status = oro_map_alloc_value(m);
    if (status == ORO_OK) status = oro_map_quantile(m->ctx, &m->height, 0.995, &most);
    if (status != ORO_OK) return status;
    oro_grid_copy(&m->height, &m->value);
    m->hi = d->has_range ? oro_max(fabsf(d->lo), fabsf(d->hi)) : (float)oro_map_round_up_finely((double)most);
    m->lo = -m->hi;
    m->ramp = oro_ramp_field;
    m->colour = oro_map_ramp_colour;
    status = oro_map_paint(m);
    if (status != ORO_OK) return status;
    oro_map_contour_line(m, &m->value, 0.0, 2.0 * m->scale, oro_ink, 1.0f);
    oro_map_draw_legend(
        m,
        &(map_legend){
            .title = "value", .note = note, .lo = (double)m->lo, .hi = (double)m->hi, .colour = oro_map_ramp_colour});
    return ORO_OK;
}

oro_status oro_render_slice(oro_context *ctx, const oro_volume *volume, const oro_slice_desc *desc, oro_image *out) {
    enum { MOST_PIXELS = 16384 };
    static const oro_slice_desc defaults;
    if (!desc) desc = &defaults;
    assert(volume && volume->data && out);
    *out = (oro_image){.channels = 3};
    if (desc->width < 0 || desc->height < 0 || desc->width > MOST_PIXELS || desc->height > MOST_PIXELS)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "size", "a picture must have 1 to %d pixels along a side, not %d x %d",
                        MOST_PIXELS, desc->width, desc->height);
    if (desc->has_range && !(desc->lo < desc->hi && isfinite(desc->hi - desc->lo)))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "scale",
                        "the range must run from a lower to a higher number, not from %g to %g", (double)desc->lo,
                        (double)desc->hi);
    cut c = {.v = volume};
    oro_status status = place_cut(ctx, desc, &c);
    if (status != ORO_OK) return status;
    oro_begin(ctx);
    oro_grid plane = {0};
    oro_map_desc as_map = {.width = desc->width, .height = desc->height, .no_legend = desc->no_legend};
    map m = {.ctx = ctx, .desc = &as_map, .source = &plane, .out = out};
    char note[80], number[40];
    snprintf(note, sizeof note, "%c = %s m", 'x' + c.axis,
             oro_map_number_text(volume->origin[c.axis] + (c.low + (double)c.t) * volume->cell, number, sizeof number));
    status = fill_cut(ctx, &c, &plane);
    if (status == ORO_OK) status = draw_cut(&m, desc, note);
    oro_map_close(&m);
    oro_grid_free(ctx, &plane);
    if (status != ORO_OK && out->data) oro_image_free(ctx, out);
    return status;
}
