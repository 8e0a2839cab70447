// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the ground is made of: layers with rules, and for each its share at every sample. The shares sum to one.
//
// A rule is a product of windows: u = height band x slope band x relative height band x mask x strength, each 0 to 1. A band's
// window is S(lo) - S(hi) with S a smoothstep centred on the edge, so that two bands that meet at an edge with the same
// softness sum to exactly one there. Layers of one priority share what higher priorities left: a layer gets
// left * u / max(1, sum of u), and the next priority finds left * (1 - min(1, sum of u)). What nobody claims falls to the
// first layer. With roads above cliffs above bands this is Mathisen's scheme with T_s = (1 - T_r) sigma and
// T_a = w_a (1 - T_r)(1 - sigma), which sums to one where the printed one does not.
//
// Moves 4 bytes per sample in (8 with a mask) and 4 out for every map asked for; relative height adds a mean over a square
// (solve/box.h). Works in spans that stay in the first-level cache. The extremes of a span say which edges of bands it has at
// all: most layers lie nowhere in most spans, and cost nothing there.

#include "op/op.h"
#include "core/math.cell.h"
#include "core/stream.h"
#include "solve/box.h"
#include "solve/colour.h"
#include "solve/gradient.h"

enum { MOST_LAYERS = 8, SPAN = 512 };
ORO_WORDS(mask, anywhere, inside, outside);

typedef struct layer {
    const char *name;
    oro_colour colour;
    oro_range heights;
    float height_softness;
    oro_range slopes;
    float slope_softness;
    oro_range relative;
    float relative_softness;
    oro_choice mask;
    float strength;
    int32_t priority;
} layer;

typedef struct weights {
    const oro_grid *height;
    const oro_grid *mask;
    oro_grid *classes, *colour;
    oro_grid *weight_1, *weight_2, *weight_3, *weight_4, *weight_5, *weight_6, *weight_7, *weight_8;
    oro_records layers;
    float radius;
} weights;

static const oro_arg layer_args[] = {
    ORO_ARG(layer, name, .text = "", .doc = "What people call it."),
    ORO_ARG(layer, colour, .text = "#808080", .doc = "Colour in the colour map."),
    ORO_ARG(layer, heights, .text = "-100000..100000", .min = -1e5, .max = 1e5, .unit = "m",
            .doc = "Heights where it lies; the ends of the range mean no limit."),
    ORO_ARG(layer, height_softness, .def = 20, .min = 0, .max = 1e5, .unit = "m",
            .doc = "Metres over which it comes and goes, half on either side of an edge."),
    ORO_ARG(layer, slopes, .text = "0..90", .min = 0, .max = 90, .unit = "deg", .doc = "Slopes where it lies."),
    ORO_ARG(layer, slope_softness, .def = 6, .min = 0, .max = 90, .unit = "deg",
            .doc = "Degrees over which it comes and goes."),
    ORO_ARG(layer, relative, .text = "-100000..100000", .min = -1e5, .max = 1e5, .unit = "m",
            .doc = "Heights above the mean of the surroundings where it lies: below 0 in hollows, above 0 on crests."),
    ORO_ARG(layer, relative_softness, .def = 10, .min = 0, .max = 1e5, .unit = "m",
            .doc = "Metres over which it comes and goes."),
    ORO_ARG(layer, mask, .choices = mask_words,
            .doc = "Whether it lies only where the mask is 1 (roads), or only where it is 0. Without a mask, inside is "
                   "nowhere."),
    ORO_ARG(layer, strength, .def = 1, .min = 0, .max = 1, .unit = "1", .doc = "Its share where its rule holds fully."),
    ORO_ARG(layer, priority, .def = 0, .min = 0, .max = 9, .unit = "1",
            .doc = "Layers of a higher priority take their share first."),
};
ORO_RECORD(layer, layer_args, "A material and the rule that says where it lies");

#define OLSEN                                                                                                          \
    "name=grass colour=#6f8f45; "                                                                                      \
    "name=sand colour=#d9c592 heights=-4..8 height_softness=6 slopes=0..30 slope_softness=12 priority=1; "             \
    "name=seabed colour=#56706b heights=-100000..-4 height_softness=6 priority=4; "                                    \
    "name=earth colour=#8b6b47 relative=-100000..-14 relative_softness=16 slopes=0..30 slope_softness=10 priority=1; " \
    "name=snow colour=#f1f4f7 heights=900..100000 height_softness=250 slopes=0..48 slope_softness=12 priority=2; "     \
    "name=gravel colour=#a1977f slopes=27..37 slope_softness=8 strength=0.8 priority=3; "                              \
    "name=rock colour=#6e6862 slopes=37..90 slope_softness=8 priority=3"

#define MATHISEN                                                                                                       \
    "name=sand colour=#dccb98 heights=-100000..25 height_softness=30; "                                                \
    "name=grass colour=#5f8a3c heights=25..600 height_softness=30; "                                                   \
    "name=mountain colour=#8d8478 heights=600..100000 height_softness=30; "                                            \
    "name=cliff colour=#6a625a slopes=35..90 slope_softness=10 priority=1; "                                           \
    "name=road colour=#a98d63 mask=inside priority=2"

static const oro_arg args[] = {
    ORO_ARG(weights, height, .unit = "m", .doc = "Terrain to dress."),
    ORO_ARG(weights, mask, .unit = "1", .flags = ORO_OPTIONAL,
            .doc = "Where something is, 0 to 1: roads, fields, water."),
    ORO_ARG(weights, classes, .unit = "1", .doc = "The number of the layer with the largest share, from 1."),
    ORO_ARG(weights, colour, .unit = "rgb",
            .doc = "Colours of the layers mixed by their shares, as numbers: 65536 red + 256 green + blue."),
    ORO_ARG(weights, weight_1, .unit = "1", .doc = "Share of the first layer."),
    ORO_ARG(weights, weight_2, .unit = "1", .doc = "Share of the second layer; 0 where there is none."),
    ORO_ARG(weights, weight_3, .unit = "1", .doc = "Share of the third layer."),
    ORO_ARG(weights, weight_4, .unit = "1", .doc = "Share of the fourth layer."),
    ORO_ARG(weights, weight_5, .unit = "1", .doc = "Share of the fifth layer."),
    ORO_ARG(weights, weight_6, .unit = "1", .doc = "Share of the sixth layer."),
    ORO_ARG(weights, weight_7, .unit = "1", .doc = "Share of the seventh layer."),
    ORO_ARG(weights, weight_8, .unit = "1", .doc = "Share of the eighth layer."),
    ORO_ARG(weights, layers, .record = &layer_record, .text = OLSEN,
            .doc = "The layers, at most eight. What no rule claims falls to the first."),
    ORO_ARG(weights, radius, .def = 150, .min = 0, .max = 1e5, .ui_max = 1000, .unit = "m",
            .doc = "Half the side of the square that relative height compares with."),
};

/// One edge of a band as a smoothstep: 0 before `from`, 1 after from + 1 / per.
typedef struct edge {
    float from, per;
} edge;

typedef struct band {
    bool lower, upper; ///< is there such an edge at all?
    edge lo, hi;
} band;

typedef struct job {
    const weights *a;
    const layer *layers;
    int32_t count;
    int32_t order[MOST_LAYERS]; ///< by priority, highest first; in the order of the list where equal
    band height[MOST_LAYERS], slope[MOST_LAYERS], relative[MOST_LAYERS];
    bool any_slope;
    bool stream;   ///< the maps asked for are so large together that they are written past the caches
    oro_grid mean; ///< of the surroundings; no data where no rule asks
    oro_grid *outputs[MOST_LAYERS];
} job;

static edge edge_at(float value, float softness) {
    float soft = oro_max(softness, 1e-6f * oro_max(oro_abs(value), 1.0f));
    return (edge){value - 0.5f * soft, 1.0f / soft};
}

static band band_of(oro_range range, float softness, float least, float most) {
    band b = {.lower = range.lo > least, .upper = range.hi < most};
    b.lo = edge_at(range.lo, softness);
    b.hi = edge_at(range.hi, softness);
    return b;
}

static inline float step_at(edge e, float v) {
    float t = oro_clamp((v - e.from) * e.per, 0.0f, 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

/// Multiplies `u` by a band's window over `v`. What is no number lies in no band.
static void narrow(const band *b, const float *restrict v, float *restrict u, int32_t count) {
    edge lo = b->lo, hi = b->hi;
    if (b->lower && b->upper)
        for (int32_t i = 0; i < count; i++) u[i] *= oro_max(step_at(lo, v[i]) - step_at(hi, v[i]), 0.0f);
    else if (b->lower)
        for (int32_t i = 0; i < count; i++) u[i] *= step_at(lo, v[i]);
    else if (b->upper)
        for (int32_t i = 0; i < count; i++) u[i] *= v[i] == v[i] ? 1.0f - step_at(hi, v[i]) : 0.0f;
}

/// Lowest and highest value of a span; lo > hi where one of them is no number. Many lanes side by side: one after the other
/// every comparison would wait for the last.
static oro_range extremes(const float *restrict v, int32_t count) {
    enum { LANES = 64 };
    float lo[LANES], hi[LANES], odd[LANES];
    for (int32_t k = 0; k < LANES; k++) lo[k] = hi[k] = v[0], odd[k] = 0.0f;
    for (int32_t i = 0; i < count; i += LANES) {
        int32_t lanes = count - i < LANES ? count - i : LANES;
        for (int32_t k = 0; k < lanes; k++) {
            lo[k] = oro_min(v[i + k], lo[k]);
            hi[k] = oro_max(v[i + k], hi[k]);
            odd[k] += v[i + k] - v[i + k]; // 0, or no number for ever
        }
    }
    for (int32_t half = LANES / 2; half > 0; half /= 2)
        for (int32_t k = 0; k < half; k++) {
            lo[k] = oro_min(lo[k + half], lo[k]);
            hi[k] = oro_max(hi[k + half], hi[k]);
            odd[k] += odd[k + half];
        }
    return odd[0] == 0.0f ? (oro_range){lo[0], hi[0]} : (oro_range){1.0f, -1.0f};
}

/// Where in a span a band's window is: 0 or 1 throughout, or something else.
typedef enum place { NOWHERE, PARTLY, EVERYWHERE } place;

static place place_of(const band *b, oro_range v) {
    if (!b->lower && !b->upper) return EVERYWHERE;
    if (v.lo > v.hi) return PARTLY;
    if (b->lower && step_at(b->lo, v.hi) <= 0.0f) return NOWHERE;
    if (b->upper && step_at(b->hi, v.lo) >= 1.0f) return NOWHERE;
    bool above = !b->lower || step_at(b->lo, v.lo) >= 1.0f, below = !b->upper || step_at(b->hi, v.hi) <= 0.0f;
    return above && below ? EVERYWHERE : PARTLY;
}

/// What the rules look at, for one span.
typedef struct views {
    const float *height, *mask;
    float slope[SPAN], relative[SPAN];
    oro_range heights, slopes, relatives; ///< their extremes
} views;

static void look(const job *j, int32_t y, int32_t x0, int32_t count, views *v) {
    const oro_grid *g = j->a->height;
    v->height = oro_row(g, y) + x0;
    v->mask = j->a->mask ? oro_row(j->a->mask, y) + x0 : NULL;
    if (j->any_slope) {
        float gx[SPAN], gy[SPAN];
        oro_gradient_span(g, y, x0, x0 + count, gx, gy);
        for (int32_t i = 0; i < count; i++)
            v->slope[i] = oro_atan(oro_sqrt(gx[i] * gx[i] + gy[i] * gy[i])) * 57.2957795f;
        v->slopes = extremes(v->slope, count);
    }
    if (j->mean.data) {
        const float *restrict mean = oro_row(&j->mean, y) + x0;
        for (int32_t i = 0; i < count; i++) v->relative[i] = v->height[i] - mean[i];
        v->relatives = extremes(v->relative, count);
    }
    v->heights = extremes(v->height, count);
}

/// How much a layer's rule holds; false and nothing written where that is nowhere in the span.
static bool claim(const job *j, int32_t index, const views *v, float *restrict u, int32_t count) {
    const layer *l = &j->layers[index];
    place height = place_of(&j->height[index], v->heights), slope = place_of(&j->slope[index], v->slopes);
    place relative = place_of(&j->relative[index], v->relatives);
    if (height == NOWHERE || slope == NOWHERE || relative == NOWHERE) return false;
    if (l->mask.index == mask_inside && !v->mask) return false;
    for (int32_t i = 0; i < count; i++) u[i] = l->strength;
    if (l->mask.index == mask_inside)
        for (int32_t i = 0; i < count; i++) u[i] *= oro_clamp(v->mask[i], 0.0f, 1.0f);
    else if (l->mask.index == mask_outside && v->mask)
        for (int32_t i = 0; i < count; i++) u[i] *= 1.0f - oro_clamp(v->mask[i], 0.0f, 1.0f);
    if (height == PARTLY) narrow(&j->height[index], v->height, u, count);
    if (slope == PARTLY) narrow(&j->slope[index], v->slope, u, count);
    if (relative == PARTLY) narrow(&j->relative[index], v->relative, u, count);
    return true;
}

/// Gives one layer alone its share of what is left. No rule holds by more than 1, so nothing has to be divided.
static void take_alone(float *restrict u, float *restrict left, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        float part = u[i];
        u[i] = part * left[i];
        left[i] *= 1.0f - part;
    }
}

/// Gives `n` layers that claim together theirs.
static void take_together(float *const *u, int32_t n, float *restrict left, int32_t count) {
    float sum[SPAN + 48];
    for (int32_t i = 0; i < count; i++) sum[i] = 0.0f;
    for (int32_t k = 0; k < n; k++)
        for (int32_t i = 0; i < count; i++) sum[i] += u[k][i];
    for (int32_t i = 0; i < count; i++) {
        float all = sum[i];
        sum[i] = left[i] / oro_max(all, 1.0f);
        left[i] *= 1.0f - oro_min(all, 1.0f);
    }
    for (int32_t k = 0; k < n; k++) {
        float *restrict part = u[k];
        for (int32_t i = 0; i < count; i++) part[i] *= sum[i];
    }
}

/// Shares of all layers over one span, each in its row of `room`; w[k] is that row, or NULL where layer k is nowhere.
static void share(const job *j, const views *v, float room[][SPAN + 16], float **w, int32_t count) {
    float left[SPAN + 32], *claimed[MOST_LAYERS];
    for (int32_t i = 0; i < count; i++) left[i] = 1.0f;
    for (int32_t from = 0, to; from < j->count; from = to) {
        int32_t priority = j->layers[j->order[from]].priority, n = 0;
        for (to = from; to < j->count && j->layers[j->order[to]].priority == priority; to++) {
            int32_t k = j->order[to];
            w[k] = claim(j, k, v, room[k], count) ? room[k] : NULL;
            if (w[k]) claimed[n++] = w[k];
        }
        if (n == 1)
            take_alone(claimed[0], left, count);
        else if (n > 1)
            take_together(claimed, n, left, count);
    }
    float *restrict first = room[0];
    if (w[0])
        for (int32_t i = 0; i < count; i++) first[i] += left[i];
    else
        for (int32_t i = 0; i < count; i++) first[i] = left[i];
    w[0] = first;
}

// Kept apart, where `restrict` tells the vectoriser that nothing overlaps.
#define KEPT_APART static __attribute__((noinline))

/// Writes a finished span; `from` NULL: zeros.
static void put(const job *j, float *restrict to, const float *restrict from, int32_t count) {
    static const float nothing[SPAN];
    if (!from) from = nothing;
    if (j->stream)
        oro_stream(to, from, count);
    else
        memcpy(to, from, (size_t)count * sizeof(float));
}

KEPT_APART void keep_larger(float *restrict most, float *restrict which, const float *restrict w, float number,
                            int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        which[i] = w[i] > most[i] ? number : which[i];
        most[i] = w[i] > most[i] ? w[i] : most[i];
    }
}

KEPT_APART void add_colour(float *restrict r, float *restrict g, float *restrict b, const float *restrict w,
                           oro_colour c, int32_t count) {
    float red = 255.0f * c.r, green = 255.0f * c.g, blue = 255.0f * c.b;
    for (int32_t i = 0; i < count; i++) {
        r[i] += red * w[i];
        g[i] += green * w[i];
        b[i] += blue * w[i];
    }
}

static void write_classes(const job *j, float *const *w, float *restrict out, int32_t count) {
    float most[SPAN], which[SPAN + 16];
    for (int32_t i = 0; i < count; i++) most[i] = 0.0f, which[i] = 1.0f;
    for (int32_t k = 0; k < j->count; k++)
        if (w[k]) keep_larger(most, which, w[k], (float)(k + 1), count);
    put(j, out, which, count);
}

static void write_colours(const job *j, float *const *w, float *restrict out, int32_t count) {
    float r[SPAN + 16], g[SPAN + 16], b[SPAN + 16], number[SPAN + 16];
    for (int32_t i = 0; i < count; i++) r[i] = g[i] = b[i] = 0.0f;
    for (int32_t k = 0; k < j->count; k++)
        if (w[k]) add_colour(r, g, b, w[k], j->layers[k].colour, count);
    for (int32_t i = 0; i < count; i++) number[i] = oro_colour_number(r[i], g[i], b[i]);
    put(j, out, number, count);
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    int32_t width = j->a->height->width;
    views v;
    // Rows of maps, and of an array without the padding, lie a multiple of 4 KiB apart and would share cache sets.
    float room[MOST_LAYERS][SPAN + 16], *w[MOST_LAYERS] = {NULL};
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < width; x += SPAN) {
            int32_t count = width - x < SPAN ? width - x : SPAN;
            look(j, y, x, count, &v);
            share(j, &v, room, w, count);
            for (int32_t k = 0; k < MOST_LAYERS; k++)
                if (j->outputs[k]) put(j, oro_row(j->outputs[k], y) + x, w[k], count);
            if (j->a->classes) write_classes(j, w, oro_row(j->a->classes, y) + x, count);
            if (j->a->colour) write_colours(j, w, oro_row(j->a->colour, y) + x, count);
        }
    if (j->stream) oro_stream_end();
}

static oro_status check(oro_run *r, const void *p) {
    const weights *a = p;
    if (a->layers.count < 1 || a->layers.count > MOST_LAYERS)
        return oro_refuse(r, "layers", "there must be 1 to %d layers, not %d", MOST_LAYERS, a->layers.count);
    return ORO_OK;
}

/// Rules as edges, layers by priority. True where a rule asks for relative height.
static bool prepare(const weights *a, job *j) {
    bool relative = false;
    j->layers = a->layers.items;
    j->count = a->layers.count;
    for (int32_t i = 0; i < j->count; i++) {
        const layer *l = &j->layers[i];
        j->height[i] = band_of(l->heights, l->height_softness, -1e5f, 1e5f);
        j->slope[i] = band_of(l->slopes, l->slope_softness, 0.0f, 90.0f);
        j->relative[i] = band_of(l->relative, l->relative_softness, -1e5f, 1e5f);
        j->any_slope |= j->slope[i].lower || j->slope[i].upper;
        relative |= j->relative[i].lower || j->relative[i].upper;
        int32_t at = i;
        for (; at > 0 && j->layers[j->order[at - 1]].priority < l->priority; at--) j->order[at] = j->order[at - 1];
        j->order[at] = i;
    }
    return relative;
}

static oro_status run(oro_run *r, const void *p) {
    const weights *a = p;
    job j = {.a = a,
             .outputs = {a->weight_1, a->weight_2, a->weight_3, a->weight_4, a->weight_5, a->weight_6, a->weight_7,
                         a->weight_8}};
    oro_status status = ORO_OK;
    int32_t maps = (a->classes != NULL) + (a->colour != NULL);
    for (int32_t k = 0; k < MOST_LAYERS; k++) maps += j.outputs[k] != NULL;
    j.stream = oro_stream_pays(a->height, maps);
    if (prepare(a, &j)) {
        j.mean = oro_scratch_grid(r, a->height);
        if (!j.mean.data) return ORO_NO_MEMORY;
        oro_stage(r, 0.0, 0.3);
        status = oro_box_blur(r, a->height, &j.mean, (double)a->radius, NULL);
        oro_stage(r, 0.3, 1.0);
    }
    return status == ORO_OK ? oro_for_rows(r, a->height, rows, &j) : status;
}

ORO_OPERATOR(
    weights, "Share the ground among materials", .family = "surface", .version = 1, .check = check, .run = run,
    .source = "Olsen 2004 (materials by height, slope and relative height); Mathisen 2021 (bands, steepness, roads)",
    .presets = ORO_PRESETS({"olsen", "Seven materials by height, slope and relative height", "layers=[" OLSEN "]"},
                           {"mathisen", "Three bands, cliffs above them, roads above all", "layers=[" MATHISEN "]"}),
    .words = "material texture splat snow grass rock biome splatmap sand forest vegetation ground",
    .doc =
        "Each layer has a rule: bands of height, slope and relative height with soft edges, a mask, a strength and a "
        "priority. Shares of all layers sum to one everywhere, ready to be splat maps of an engine. `classes` says "
        "which layer is largest (draw it with the style classes), `colour` mixes the layers' colours (draw it with "
        "the style colours, or lay it over a photo).",
    .example = "--preset olsen height.png classes.png --weight-1 grass.png --weight-7 rock.png");
