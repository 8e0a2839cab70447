// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A sheet of a volume: three cuts, each square to an axis, and a view of the box, all in the same colours with one legend. The view
// is a march along parallel rays from the south-west: what lies below the level is solid, and its surface is shaded by the slope of
// the values; where the box or the three cuts end it, the values themselves are painted on. The corner towards the eye, between
// the cuts, is taken away.
//
// Reads the volume about once per pixel of depth; 3 bytes per pixel.

#include "core/cell.h"
#include "core/pool.h"
#include "render/map.h"
#include "render/vec.h"
#include "solve/volume_at.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_WIDTH = 1280, ROWS = 8 };

/// Where things stand, in pixels.
typedef struct panel {
    int32_t x, y, width, height;
} panel;

typedef struct sheet {
    oro_context *ctx;
    const oro_volume *v;
    const oro_slice_desc *desc;
    double cut[3];       ///< world metres
    float lo, hi, level; ///< of the colours, and of the surface
    int32_t margin;
    double text;
    panel cuts[3], view; ///< cuts by axis
    int32_t legend;      ///< row at which it begins
    oro_image *out;
    oro_pen pen;
} sheet;

static int32_t side_of(const oro_volume *v, int axis) {
    return axis == 0 ? v->width : axis == 1 ? v->height : v->depth;
}

static double length_of(const oro_volume *v, int axis) { return (side_of(v, axis) - 1) * v->cell; }

// --- values -----------------------------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/// The ends of the colours: about 0, out to where all but the farthest values of a fair sample lie. The level is 0 where values
/// lie on both sides of it, else the middle of what there is.
static oro_status measure(sheet *s) {
    enum { MOST = 1 << 17 };
    size_t count = (size_t)s->v->width * (size_t)s->v->height * (size_t)s->v->depth, step = count / MOST + 1, kept = 0;
    if (step > 1) step |= 1; // no whole row is passed over
    float *values = oro_alloc(s->ctx, (count / step + 1) * sizeof *values);
    if (!values) return ORO_NO_MEMORY;
    for (size_t i = 0; i < count; i += step)
        if (oro_frame_finite(s->v->data[i])) values[kept++] = s->v->data[i];
    qsort(values, kept, sizeof *values, by_value);
    float least = kept ? values[0] : -1.0f, most = kept ? values[kept - 1] : 1.0f;
    float low = kept ? values[(size_t)(0.0025 * (double)kept)] : -1.0f,
          high = kept ? values[(size_t)(0.9975 * (double)(kept - 1))] : 1.0f;
    oro_free(s->ctx, values);
    s->level = least < 0.0f && most > 0.0f ? 0.0f : 0.5f * (low + high);
    s->hi = s->desc->has_range ? oro_max(fabsf(s->desc->lo), fabsf(s->desc->hi))
                               : (float)oro_map_round_up_finely((double)oro_max(fabsf(low), fabsf(high)));
    s->lo = -s->hi;
    return ORO_OK;
}

static oro_rgb colour_of(const sheet *s, float value) {
    if (!oro_frame_finite(value)) return oro_missing;
    return oro_ramp(oro_ramp_field, (value - s->lo) / (s->hi - s->lo));
}

// --- room -------------------------------------------------------------------------------------------------------------------

/// The largest panel of a shape in a room, in its middle.
static panel fit(panel room, double across, double down) {
    double scale = fmin(room.width / fmax(across, 1e-9), room.height / fmax(down, 1e-9));
    int32_t w = (int32_t)fmin(fmax(across * scale, 1.0), room.width),
            h = (int32_t)fmin(fmax(down * scale, 1.0), room.height);
    return (panel){room.x + (room.width - w) / 2, room.y + (room.height - h) / 2, w, h};
}

/// The cut from above and the view in the first row, the cuts from the south and from the west below; then the legend.
static void lay_out(sheet *s) {
    const oro_slice_desc *d = s->desc;
    double x = length_of(s->v, 0), y = length_of(s->v, 1), z = length_of(s->v, 2);
    int32_t width = d->width ? d->width : d->height ? d->height * 4 / 3 : USUAL_WIDTH;
    s->text = fmin(fmax(0.0105 * width, 8.0), 64.0);
    s->margin = (int32_t)(1.5 * s->text);
    int32_t label = (int32_t)(2.2 * s->text), strip = d->no_legend ? 0 : (int32_t)(5.0 * s->text);
    int32_t column = (width - 3 * s->margin) / 2, first, second;
    if (column < 1) column = 1;
    first = (int32_t)(column * fmin(fmax(y / fmax(x, 1e-9), 0.45), 1.0));
    second = (int32_t)(column * fmin(fmax(z / fmax(fmax(x, y), 1e-9), 0.15), 1.0));
    int32_t around = 3 * s->margin + 2 * label + strip;
    if (first < 1) first = 1;
    if (second < 1) second = 1;
    if (d->height) { // what is left is shared as the rows would have it
        int32_t left = d->height - around > 2 ? d->height - around : 2;
        int32_t sum = first + second;
        first = (int32_t)((int64_t)left * first / sum) ? (int32_t)((int64_t)left * first / sum) : 1;
        second = left - first > 0 ? left - first : 1;
    }
    int32_t top = s->margin + label, below = top + first + s->margin + label, right = 2 * s->margin + column;
    s->cuts[2] = fit((panel){s->margin, top, column, first}, x, y);
    s->view = (panel){right, top, column, first};
    s->cuts[1] = fit((panel){s->margin, below, column, second}, x, z);
    s->cuts[0] = fit((panel){right, below, column, second}, y, z);
    s->legend = below + second + s->margin / 2;
    *s->out = (oro_image){.width = width, .height = d->height ? d->height : first + second + around, .channels = 3};
}

// --- cuts -------------------------------------------------------------------------------------------------------------------

static void copy_into(const sheet *s, const oro_image *from, panel p) {
    for (int32_t y = 0; y < from->height && p.y + y < s->out->height; y++) {
        int32_t width = p.x + from->width <= s->out->width ? from->width : s->out->width - p.x;
        if (width > 0)
            memcpy(s->out->data + 3 * ((size_t)(p.y + y) * (size_t)s->out->width + (size_t)p.x),
                   from->data + 3 * (size_t)y * (size_t)from->width, 3 * (size_t)width);
    }
}

static void write_at(sheet *s, const char *text, double x, double y, oro_rgb ink) {
    oro_pen_text(&s->pen, text, x, y, s->text, 0.0, 1.0);
    oro_pen_ink(&s->pen, s->out, ink, 1.0f);
}

static void outline(sheet *s, panel p) {
    double x0 = p.x - 0.5, y0 = p.y - 0.5, x1 = x0 + p.width, y1 = y0 + p.height;
    oro_pen_line(&s->pen, x0, y0, x1, y0, 1.0);
    oro_pen_line(&s->pen, x1, y0, x1, y1, 1.0);
    oro_pen_line(&s->pen, x1, y1, x0, y1, 1.0);
    oro_pen_line(&s->pen, x0, y1, x0, y0, 1.0);
    oro_pen_ink(&s->pen, s->out, oro_ink, 0.5f);
}

static oro_status draw_cut(sheet *s, int axis) {
    static const char *const seen[] = {"from the west", "from the south", "from above"};
    panel p = s->cuts[axis];
    oro_slice_desc d = {.axis = (char)('x' + axis),
                        .has_at = true,
                        .at = s->cut[axis],
                        .width = p.width,
                        .height = p.height,
                        .has_range = true,
                        .lo = s->lo,
                        .hi = s->hi,
                        .no_legend = true};
    oro_image image = {0};
    oro_status status = oro_render_slice(s->ctx, s->v, &d, &image);
    if (status != ORO_OK) return status;
    copy_into(s, &image, p);
    oro_image_free(s->ctx, &image);
    outline(s, p);
    char text[96], number[40];
    snprintf(text, sizeof text, "%c = %s m, %s", 'x' + axis, oro_map_number_text(s->cut[axis], number, sizeof number),
             seen[axis]);
    write_at(s, text, p.x, p.y - 0.7 * s->text, oro_ink);
    return ORO_OK;
}

// --- the view ---------------------------------------------------------------------------------------------------------------

/// Parallel rays in metres from the box's first corner, x to the east, y to the south and z up.
typedef struct eye {
    const sheet *s;
    vec3 to_eye, right, up, middle, box, cut;
    float pixel, step;
} eye;

static eye look_at_box(const sheet *s) {
    eye e = {.s = s};
    e.box = v3((float)length_of(s->v, 0), (float)length_of(s->v, 1), (float)length_of(s->v, 2));
    e.middle = v_scale(e.box, 0.5f);
    e.to_eye = v_unit(v3(-0.55f, 0.75f, 0.62f));
    // In axes where y runs to the south, the two products change their sign.
    e.right = v_unit(v_cross(e.to_eye, v3(0, 0, 1)));
    e.up = v_cross(e.right, e.to_eye);
    e.cut = v3((float)(s->cut[0] - s->v->origin[0]), (float)(s->cut[1] - s->v->origin[1]),
               (float)(s->cut[2] - s->v->origin[2]));
    vec3 half = e.middle;
    float across = fabsf(e.right.x) * half.x + fabsf(e.right.y) * half.y + fabsf(e.right.z) * half.z;
    float down = fabsf(e.up.x) * half.x + fabsf(e.up.y) * half.y + fabsf(e.up.z) * half.z;
    e.pixel = 1.06f * oro_max(2.0f * across / (float)s->view.width, 2.0f * down / (float)s->view.height);
    e.pixel = oro_max(e.pixel, 1e-6f);
    e.step = 0.5f * (float)s->v->cell;
    return e;
}

static float value_at(const sheet *s, vec3 p) {
    const oro_volume *v = s->v;
    return volume_at(v, v->origin[0] + (double)p.x, v->origin[1] + (double)p.y,
                     volume_place_on(v->origin[2] + (double)p.z, v->origin[2], v->cell, v->depth));
}

static bool is_solid(const eye *e, vec3 p) { return value_at(e->s, p) < e->s->level; } // what is no number is air

/// The corner that is taken away: west, south and above of the cuts.
static bool is_away(const eye *e, vec3 p) { return p.x < e->cut.x && p.y > e->cut.y && p.z > e->cut.z; }

/// The stretch of a ray inside the box; false: none.
static bool clip(const eye *e, vec3 from, vec3 way, float *near, float *far) {
    const float p[3] = {from.x, from.y, from.z}, d[3] = {way.x, way.y, way.z}, size[3] = {e->box.x, e->box.y, e->box.z};
    *near = -1e30f, *far = 1e30f;
    for (int i = 0; i < 3; i++) {
        float a = (0.0f - p[i]) / d[i], b = (size[i] - p[i]) / d[i]; // no way of the eye is square to an axis
        *near = oro_max(*near, oro_min(a, b));
        *far = oro_min(*far, oro_max(a, b));
    }
    return *near < *far;
}

static oro_rgb shaded(const eye *e, vec3 p) {
    float d = (float)e->s->v->cell;
    vec3 slope = v3(value_at(e->s, v_add(p, v3(d, 0, 0))) - value_at(e->s, v_sub(p, v3(d, 0, 0))),
                    value_at(e->s, v_add(p, v3(0, d, 0))) - value_at(e->s, v_sub(p, v3(0, d, 0))),
                    value_at(e->s, v_add(p, v3(0, 0, d))) - value_at(e->s, v_sub(p, v3(0, 0, d))));
    if (!(v_dot(slope, slope) > 0.0f)) slope = e->to_eye;
    vec3 light = v_unit(v_add(v_add(e->to_eye, v_scale(e->up, 0.9f)), v_scale(e->right, -0.7f)));
    float lit = 0.42f + 0.58f * oro_max(v_dot(v_unit(slope), light), 0.0f);
    return (oro_rgb){0.86f * lit, 0.80f * lit, 0.71f * lit};
}

/// What the sides of the box and of the cuts show: the value, darker on those that face away from the light.
static oro_rgb painted(const eye *e, vec3 p, vec3 before) {
    oro_rgb c = colour_of(e->s, value_at(e->s, p));
    bool through_x = (before.x < e->cut.x) != (p.x < e->cut.x) || p.x < 0.51f * e->step;
    bool through_y = (before.y > e->cut.y) != (p.y > e->cut.y) || p.y > e->box.y - 0.51f * e->step;
    float lit = through_x ? 0.86f : through_y ? 0.94f : 1.0f;
    return (oro_rgb){c.r * lit, c.g * lit, c.b * lit};
}

static oro_rgb ray_colour(const eye *e, float u, float v) {
    vec3 from = v_add(e->middle, v_add(v_scale(e->right, u), v_scale(e->up, v))), way = v_scale(e->to_eye, -1.0f);
    float near, far;
    if (!clip(e, from, way, &near, &far)) return oro_paper;
    bool outside = true; // before the box, or in the corner that is away
    vec3 last = v_mad(from, way, near);
    for (float t = near + 1e-4f * e->step; t < far; t += e->step) {
        vec3 p = v_mad(from, way, t);
        bool away = is_away(e, p);
        if (!away && is_solid(e, p)) {
            if (outside) return painted(e, p, last);
            float a = t - e->step, b = t; // air at a, rock at b
            for (int i = 0; i < 8; i++) {
                float middle = 0.5f * (a + b);
                if (is_solid(e, v_mad(from, way, middle)))
                    b = middle;
                else
                    a = middle;
            }
            return shaded(e, v_mad(from, way, b));
        }
        outside = away;
        last = p;
    }
    return oro_paper;
}

static void draw_rows(void *user, int block) {
    const eye *e = user;
    const sheet *s = e->s;
    panel p = s->view;
    for (int32_t y = block * ROWS; y < (block + 1) * ROWS && y < p.height; y++)
        for (int32_t x = 0; x < p.width; x++) {
            float u = ((float)x + 0.5f - 0.5f * (float)p.width) * e->pixel,
                  v = (0.5f * (float)p.height - (float)y - 0.5f) * e->pixel;
            if (p.x + x < s->out->width && p.y + y < s->out->height)
                oro_put_rgb(s->out, p.x + x, p.y + y, ray_colour(e, u, v));
        }
}

/// The edges of the box, faint.
static void draw_frame(sheet *s, const eye *e) {
    for (int corner = 0; corner < 8; corner++)
        for (int axis = 0; axis < 3; axis++) {
            if (corner >> axis & 1) continue;
            double at[2][2];
            for (int end = 0; end < 2; end++) {
                int c = corner | end << axis;
                vec3 p = v3(c & 1 ? e->box.x : 0.0f, c & 2 ? e->box.y : 0.0f, c & 4 ? e->box.z : 0.0f);
                p = v_sub(p, e->middle);
                at[end][0] = s->view.x + 0.5 * s->view.width + (double)(v_dot(p, e->right) / e->pixel) - 0.5;
                at[end][1] = s->view.y + 0.5 * s->view.height - (double)(v_dot(p, e->up) / e->pixel) - 0.5;
            }
            oro_pen_line(&s->pen, at[0][0], at[0][1], at[1][0], at[1][1], 1.0);
        }
    oro_pen_ink(&s->pen, s->out, oro_ink, 0.35f);
}

static oro_status draw_view(sheet *s) {
    eye e = look_at_box(s);
    oro_status status = oro_parallel(s->ctx, (s->view.height + ROWS - 1) / ROWS, draw_rows, &e);
    if (status != ORO_OK) return status;
    draw_frame(s, &e);
    char text[96], number[40];
    snprintf(text, sizeof text, "below %s, from the south-west, cut open",
             oro_map_number_text((double)s->level, number, sizeof number));
    write_at(s, text, s->view.x, s->view.y - 0.7 * s->text, oro_ink);
    return ORO_OK;
}

// --- the sheet --------------------------------------------------------------------------------------------------------------

static void draw_legend(sheet *s) {
    int32_t x0 = s->margin, x1 = s->out->width - s->margin - 1, y0 = s->legend, y1 = y0 + (int32_t)s->text;
    if (s->desc->no_legend || x1 <= x0 || y1 + 2 * (int32_t)s->text >= s->out->height) return;
    for (int32_t x = x0; x <= x1; x++)
        for (int32_t y = y0; y <= y1; y++)
            oro_put_rgb(s->out, x, y, colour_of(s, oro_mix(s->lo, s->hi, (float)(x - x0) / (float)(x1 - x0))));
    outline(s, (panel){x0, y0, x1 - x0 + 1, y1 - y0 + 1});
    for (int i = 0; i <= 4; i++) {
        char number[40];
        oro_map_number_text((double)s->lo + ((double)s->hi - (double)s->lo) * i / 4.0, number, sizeof number);
        double wide = oro_text_width(number, s->text), at = x0 + (x1 - x0) * i / 4.0;
        write_at(s, number, fmin(fmax(at - 0.5 * wide, x0), x1 - wide), y1 + 2.0 * s->text, oro_ink);
    }
}

static oro_status draw(sheet *s) {
    oro_status status = oro_image_alloc(s->ctx, s->out);
    if (status == ORO_OK) status = oro_pen_make(s->ctx, &s->pen, s->out->width, s->out->height);
    if (status != ORO_OK) return status;
    for (int32_t y = 0; y < s->out->height; y++)
        for (int32_t x = 0; x < s->out->width; x++) oro_put_rgb(s->out, x, y, oro_paper);
    for (int axis = 0; axis < 3 && status == ORO_OK; axis++) status = draw_cut(s, axis);
    if (status == ORO_OK) status = draw_view(s);
    if (status == ORO_OK) draw_legend(s);
    return status;
}

/// Where the three cuts lie: the one asked for where it was, the others in the middle.
static oro_status place_cuts(sheet *s) {
    int asked = (s->desc->axis ? s->desc->axis : 'z') - 'x';
    for (int axis = 0; axis < 3; axis++) {
        double from = s->v->origin[axis], to = from + length_of(s->v, axis);
        bool here = s->desc->has_at && axis == asked;
        s->cut[axis] = here ? s->desc->at : 0.5 * (from + to);
        if (here && !(s->cut[axis] >= from - 1e-9 * s->v->cell && s->cut[axis] <= to + 1e-9 * s->v->cell))
            return oro_fail(s->ctx, ORO_BAD_ARGUMENT, "at",
                            "the volume lies between %.6g and %.6g m along %c; %.6g m misses it", from, to, 'x' + axis,
                            s->cut[axis]);
    }
    return ORO_OK;
}

oro_status oro_render_volume(oro_context *ctx, const oro_volume *volume, const oro_slice_desc *desc, oro_image *out) {
    enum { MOST_PIXELS = 16384 };
    static const oro_slice_desc defaults;
    sheet s = {.ctx = ctx, .v = volume, .desc = desc ? desc : &defaults, .out = out};
    desc = s.desc;
    *out = (oro_image){.channels = 3};
    if (desc->width < 0 || desc->height < 0 || desc->width > MOST_PIXELS || desc->height > MOST_PIXELS)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "size", "a picture must have 1 to %d pixels along a side, not %d x %d",
                        MOST_PIXELS, desc->width, desc->height);
    if (desc->has_range && !(desc->lo < desc->hi && isfinite(desc->hi - desc->lo)))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "scale",
                        "the range must run from a lower to a higher number, not from %g to %g", (double)desc->lo,
                        (double)desc->hi);
    if (desc->axis && (desc->axis < 'x' || desc->axis > 'z'))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "axis", "the axis must be x, y or z, not \"%c\"",
                        desc->axis >= ' ' && desc->axis <= '~' ? desc->axis : '?');
    oro_status status = place_cuts(&s);
    oro_begin(ctx);
    if (status == ORO_OK) status = measure(&s);
    if (status != ORO_OK) return status;
    lay_out(&s);
    status = draw(&s);
    oro_pen_free(ctx, &s.pen);
    if (status != ORO_OK && out->data) oro_image_free(ctx, out);
    return status;
}
