// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Values through a drawn curve. Reads 4 bytes per sample and writes 4 (past the caches where the map is large). A curve of up to eight pieces is evaluated as the cubics
// it is made of, the right piece chosen by selects, which vectorises; longer ones are tabulated in 4096 steps with straight
// lines between.

#include "op/op.h"
#include "core/cell.h"
#include "core/curve.h"
#include "core/stream.h"

typedef struct remap {
    const oro_grid *height;
    oro_grid *result;
    oro_range from;
    oro_curve curve;
    oro_range to;
} remap;

static const oro_arg args[] = {
    ORO_ARG(remap, height, .unit = "any", .doc = "Map to send through the curve."),
    ORO_ARG(remap, result, .unit = "any", .doc = "The map after the curve."),
    ORO_ARG(remap, from, .text = "0..1000", .min = -1e6, .max = 1e6, .ui_min = -1000, .ui_max = 5000, .unit = "any",
            .doc = "Values that are 0 and 1 on the curve's x axis."),
    ORO_ARG(remap, curve, .text = "0:0 1:1", .min = -100, .max = 100, .ui_min = 0, .ui_max = 1, .unit = "1",
            .doc = "The curve; before its first and after its last point it stays level."),
    ORO_ARG(remap, to, .text = "0..1000", .min = -1e6, .max = 1e6, .ui_min = -1000, .ui_max = 5000, .unit = "any",
            .doc = "Values that 0 and 1 on the curve's y axis become."),
};

enum { PIECES = 8, STEPS = 4096 };

/// One cubic of the curve, in u = x - start: c0 + u (c1 + u (c2 + u c3)).
typedef struct piece {
    float start, c0, c1, c2, c3;
} piece;

typedef struct job {
    const remap *args;
    float low, scale;  ///< x = (value - low) * scale
    float first, last; ///< where on x the curve begins and ends
    int32_t count;     ///< of pieces; 0: use the table
    piece pieces[PIECES];
    float *table; ///< STEPS + 1 results over [first, last]
    float steps;  ///< table entries per unit of x
} job;

static inline __attribute__((always_inline)) void through_pieces(const job *j, const float *restrict in,
                                                                 float *restrict out, int32_t width,
                                                                 const int32_t count) {
    float low = j->low, scale = j->scale, first = j->first, last = j->last;
    piece p[PIECES];
    memcpy(p, j->pieces, sizeof p);
    for (int32_t x = 0; x < width; x++) {
        float t = oro_clamp((in[x] - low) * scale, first, last);
        piece here = p[0];
#pragma GCC unroll 8
        for (int32_t k = 1; k < count; k++) {
            bool after = t >= p[k].start;
            here.start = after ? p[k].start : here.start;
            here.c0 = after ? p[k].c0 : here.c0;
            here.c1 = after ? p[k].c1 : here.c1;
            here.c2 = after ? p[k].c2 : here.c2;
            here.c3 = after ? p[k].c3 : here.c3;
        }
        float u = t - here.start;
        out[x] = here.c0 + u * (here.c1 + u * (here.c2 + u * here.c3));
    }
}

static void through_table(const job *j, const float *restrict in, float *restrict out, int32_t width) {
    const float *restrict table = j->table;
    float low = j->low, scale = j->scale, first = j->first, last = j->last, steps = j->steps;
    for (int32_t x = 0; x < width; x++) {
        float t = (oro_clamp((in[x] - low) * scale, first, last) - first) * steps;
        int32_t i = (int32_t)oro_clamp(t, 0.0f, STEPS - 1.0f);
        out[x] = table[i] + (table[i + 1] - table[i]) * (t - (float)i);
    }
}

static void through(const job *j, const float *in, float *out, int32_t count) {
    switch (j->count) {
    case 0: through_table(j, in, out, count); break;
    case 1: through_pieces(j, in, out, count, 1); break;
    case 2: through_pieces(j, in, out, count, 2); break;
    case 3: through_pieces(j, in, out, count, 3); break;
    case 4: through_pieces(j, in, out, count, 4); break;
    case 5: through_pieces(j, in, out, count, 5); break;
    case 6: through_pieces(j, in, out, count, 6); break;
    case 7: through_pieces(j, in, out, count, 7); break;
    default: through_pieces(j, in, out, count, 8); break;
    }
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    int32_t width = j->args->result->width;
    for (int32_t y = y0; y < y1; y++) through(j, oro_row(j->args->height, y), oro_row(j->args->result, y), width);
}

static void streamed_rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    int32_t width = j->args->result->width;
    _Alignas(64) float span[ORO_STREAM_SPAN];
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < width; x += ORO_STREAM_SPAN) {
            int32_t count = width - x < ORO_STREAM_SPAN ? width - x : ORO_STREAM_SPAN;
            through(j, oro_row(j->args->height, y) + x, span, count);
            oro_stream(oro_row(j->args->result, y) + x, span, count);
        }
    oro_stream_end();
}

static double result_at(const remap *a, double x) {
    double y = (double)oro_curve_at(&a->curve, (float)x);
    return (double)a->to.lo + ((double)a->to.hi - (double)a->to.lo) * y;
}

/// The cubic between two points of the curve, through four of its values (Newton's divided differences, expanded).
static piece piece_between(const remap *a, double from, double to) {
    double h = to - from;
    double y0 = result_at(a, from), y1 = result_at(a, from + h / 3), y2 = result_at(a, to - h / 3),
           y3 = result_at(a, to);
    double c1 = (-5.5 * y0 + 9.0 * y1 - 4.5 * y2 + y3) / h;
    double c2 = (9.0 * y0 - 22.5 * y1 + 18.0 * y2 - 4.5 * y3) / (h * h);
    double c3 = (-4.5 * y0 + 13.5 * y1 - 13.5 * y2 + 4.5 * y3) / (h * h * h);
    return (piece){(float)from, (float)y0, (float)c1, (float)c2, (float)c3};
}

static oro_status prepare(oro_run *r, job *j) {
    const remap *a = j->args;
    const oro_curve *curve = &a->curve;
    j->first = curve->count ? curve->points[0].x : 0.0f;
    j->last = curve->count ? curve->points[curve->count - 1].x : 1.0f;
    int32_t pieces = curve->count > 1 ? curve->count - 1 : 1;
    double shortest = (double)j->last - (double)j->first;
    for (int32_t i = 1; i < curve->count; i++) {
        double h = (double)curve->points[i].x - (double)curve->points[i - 1].x;
        shortest = h < shortest ? h : shortest;
    }
    if (!(shortest > 0.0)) { // one point: level everywhere
        j->count = 1;
        j->pieces[0] = (piece){.start = j->first, .c0 = (float)result_at(a, (double)j->first)};
        return ORO_OK;
    }
    if (pieces <= PIECES && shortest > 1e-4) { // the cube of a shorter piece would leave the range of a float
        j->count = pieces;
        for (int32_t i = 0; i < pieces; i++)
            j->pieces[i] = curve->count ? piece_between(a, (double)curve->points[i].x, (double)curve->points[i + 1].x)
                                        : piece_between(a, 0.0, 1.0);
        return ORO_OK;
    }
    j->table = oro_scratch(r, (STEPS + 1) * sizeof(float));
    if (!j->table) return ORO_NO_MEMORY;
    double span = (double)j->last - (double)j->first;
    for (int32_t i = 0; i <= STEPS; i++) j->table[i] = (float)result_at(a, (double)j->first + span * i / STEPS);
    j->steps = (float)(STEPS / span);
    return ORO_OK;
}

static oro_status run(oro_run *r, const void *p) {
    const remap *a = p;
    float width = a->from.hi - a->from.lo;
    job j = {.args = a, .low = a->from.lo, .scale = 1.0f / oro_max(width, 1e-6f)};
    oro_status status = prepare(r, &j);
    if (status != ORO_OK) return status;
    return oro_for_rows(r, a->result, oro_stream_pays(a->result, 1) ? streamed_rows : rows, &j);
}

ORO_OPERATOR(remap, "Send values through a curve", .family = "filter", .version = 1, .run = run,
             .source = "Fritsch and Carlson 1980 (monotone cubics)",
             .words = "curve levels contrast gamma profile tone adjust exponent power",
             .doc =
                 "Reads a value's place in `from` along the curve's x axis and puts the curve's height into `to`. The "
                 "curve is smooth and rises and falls only where its points do.",
             .example = "--from 0..1000 --curve '0:0 0.4:0.1 1:1' --to 0..1500 height.png shaped.png",
             .show = "from=0..900 curve=0:0.05,0.3:0.3,0.4:0.55,1:0.75 to=0..900");
