// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Colours for the values of a map: stops with colours, straight lines in sRGB between them, and as much light from the
// north-west on the map's own slopes as is asked for. What comes out are colours as numbers (solve/colour.h). Reads 4 bytes
// a sample, its neighbours from cache, and writes 4. The line of stops is a table of 1024 colours, finer than the 8 bits of
// a channel unless a channel changes by more than four steps within a thousandth of the range.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/colour.h"
#include "solve/gradient.h"

enum { MOST_STOPS = 64, TABLE = 1024 };

typedef struct stop {
    float at;
    oro_colour colour;
} stop;

typedef struct tint {
    const oro_grid *map;
    oro_grid *colour;
    oro_records stops;
    float light;
} tint;

static const oro_arg stop_args[] = {
    ORO_ARG(stop, at, .def = 0, .min = -1e6, .max = 1e6, .unit = "any", .doc = "Value of the map."),
    ORO_ARG(stop, colour, .text = "#808080", .doc = "Its colour."),
};
ORO_RECORD(stop, stop_args, "A value and its colour");

static const oro_arg args[] = {
    ORO_ARG(tint, map, .unit = "any", .doc = "Map to colour."),
    ORO_ARG(tint, colour, .unit = "rgb", .doc = "Colours as numbers: 65536 red + 256 green + blue."),
    ORO_ARG(tint, stops, .record = &stop_record,
            .text = "at=0 colour=#52704a; at=300 colour=#a8a86c; at=700 colour=#8a7358; at=1200 colour=#f2f2f0",
            .doc =
                "Values and their colours, by rising value; at most 64. Before the first and after the last the colour "
                "stays."),
    ORO_ARG(tint, light, .def = 0, .min = 0, .max = 10, .ui_max = 3, .unit = "1",
            .doc =
                "How much slopes towards the north-west are lightened and others darkened: at 1, a slope of 45 degrees "
                "by half."),
};

typedef struct job {
    const tint *a;
    float from, per; ///< value of the table's first entry, entries per unit
    float (*table)[4];
} job;

/// Entry of the table for a value; the first for what is no number.
static inline int32_t entry(const job *j, float v) {
    return (int32_t)(oro_clamp((v - j->from) * j->per, 0.0f, (float)(TABLE - 1)) + 0.5f);
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const job *j = user;
    const oro_grid *g = j->a->map;
    float gx[ORO_SPAN], gy[ORO_SPAN], gain = j->a->light * 0.35355339f; // light from the diagonal: half of 1 / sqrt 2
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < g->width; x += ORO_SPAN) {
            int32_t count = g->width - x < ORO_SPAN ? g->width - x : ORO_SPAN;
            const float *restrict in = oro_row(g, y) + x;
            float *restrict out = oro_row(j->a->colour, y) + x;
            oro_gradient_span(g, y, x, x + count, gx, gy);
            for (int32_t i = 0; i < count; i++) {
                // Rising to the south-east, ground faces the light.
                float lit = 1.0f + oro_clamp(gain * (gx[i] + gy[i]), -0.8f, 0.8f);
                const float *c = j->table[entry(j, in[i])];
                out[i] = oro_colour_number(oro_min(c[0] * lit, 255.0f), oro_min(c[1] * lit, 255.0f),
                                           oro_min(c[2] * lit, 255.0f));
            }
        }
}

static oro_status check(oro_run *r, const void *p) {
    const tint *a = p;
    const stop *stops = a->stops.items;
    if (a->stops.count < 1 || a->stops.count > MOST_STOPS)
        return oro_refuse(r, "stops", "there must be 1 to %d stops, not %d", MOST_STOPS, a->stops.count);
    for (int32_t i = 1; i < a->stops.count; i++)
        if (!(stops[i].at > stops[i - 1].at))
            return oro_refuse(r, "stops", "stop %d at %g must lie above the stop before it at %g", i + 1,
                              (double)stops[i].at, (double)stops[i - 1].at);
    return ORO_OK;
}

static void fill(job *j) {
    const stop *stops = j->a->stops.items;
    int32_t last = j->a->stops.count - 1, k = 0;
    float width = stops[last].at - stops[0].at;
    j->from = stops[0].at;
    j->per = last > 0 ? (float)(TABLE - 1) / width : 0.0f;
    for (int32_t i = 0; i < TABLE; i++) {
        float v = j->from + width * ((float)i / (float)(TABLE - 1));
        while (k + 1 < last && v > stops[k + 1].at) k++;
        const stop *a = &stops[k], *b = last > 0 ? a + 1 : a;
        float t = last > 0 ? oro_clamp((v - a->at) / (b->at - a->at), 0.0f, 1.0f) : 0.0f;
        j->table[i][0] = 255.0f * oro_mix(a->colour.r, b->colour.r, t);
        j->table[i][1] = 255.0f * oro_mix(a->colour.g, b->colour.g, t);
        j->table[i][2] = 255.0f * oro_mix(a->colour.b, b->colour.b, t);
        j->table[i][3] = 0.0f;
    }
}

static oro_status run(oro_run *r, const void *p) {
    job j = {.a = p};
    j.table = oro_scratch(r, TABLE * sizeof *j.table);
    if (!j.table) return ORO_NO_MEMORY;
    fill(&j);
    return oro_for_rows(r, j.a->map, rows, &j);
}

ORO_OPERATOR(tint, "Colour a map by its values", .family = "surface", .version = 1, .check = check, .run = run,
             .words = "color colour palette gradient ramp hypsometric texture",
             .doc =
                 "Turns values into colours by a list of stops, with light on the map's slopes where asked. Draw the "
                 "result with the style colours: from a map that wraps it is a texture that tiles.",
             .example = "--light 1 height.png colours.npy");
