// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A picture laid over the ground as maps. Picture and map cover the same ground, so that a sample lies in the middle of a
// pixel where both have the same size. Where the picture is finer, a sample has the mean of all that lies in its cell; where it
// is coarser, values are linear between the middles of pixels. Means are of the numbers in the file (sRGB), as most programs
// take them. Reads each byte of the picture about once and writes 8 bytes per sample.

#include "op/op.h"
#include "solve/colour.h"

#include <math.h>

typedef struct drape {
    const oro_image *picture;
    oro_grid *colour, *value;
    oro_choice channel;
} drape;

ORO_WORDS(channel, brightness, red, green, blue, opacity);

static const oro_arg args[] = {
    ORO_ARG(drape, picture, .unit = "rgb", .doc = "What to lay over the ground, north at its top."),
    ORO_ARG(drape, colour, .unit = "rgb", .doc = "Its colours as numbers: 65536 red + 256 green + blue."),
    ORO_ARG(drape, value, .unit = "1", .doc = "One of its channels, 0 to 1."),
    ORO_ARG(drape, channel, .choices = channel_words,
            .doc = "What the map called value is made of. A picture without transparency has an opacity of 1."),
};

/// The pixels that a sample is made of along one side: those from `first` on, `count` of them, the first and the last with
/// a share.
typedef struct stretch {
    int32_t first, count;
    float before, after;
} stretch;

/// Samples `index` of `samples` over `pixels` pixels.
static stretch stretch_of(int32_t index, int32_t samples, int32_t pixels) {
    double per = (double)pixels / samples, from = index * per, to = (index + 1.0) * per;
    if (per <= 1.0) { // between the middles of two pixels
        double at = 0.5 * (from + to) - 0.5;
        at = at > 0.0 ? (at < pixels - 1 ? at : pixels - 1) : 0.0;
        int32_t first = (int32_t)at;
        float t = (float)(at - first);
        bool two = t > 0.0f && first + 1 < pixels;
        return (stretch){first, two ? 2 : 1, two ? 1.0f - t : 1.0f, two ? t : 1.0f};
    }
    int32_t first = (int32_t)from, last = (int32_t)ceil(to);
    if (last > pixels) last = pixels;
    stretch s = {first, last - first, (float)(first + 1.0 - from), (float)(to - (last - 1.0))};
    if (s.count == 1) s.before = 1.0f;
    return s;
}

static inline float share(const stretch *s, int32_t i) {
    return i == 0 ? s->before : i == s->count - 1 ? s->after : 1.0f;
}

/// The mean of a block of pixels, channel by channel; a channel that is missing is full.
static void mean(const oro_image *p, const stretch *across, const stretch *down, float out[4]) {
    float sum[4] = {0.0f}, weight = 0.0f;
    for (int32_t y = 0; y < down->count; y++) {
        const uint8_t *at =
            p->data + ((size_t)(down->first + y) * (size_t)p->width + (size_t)across->first) * (size_t)p->channels;
        for (int32_t x = 0; x < across->count; x++, at += p->channels) {
            float part = share(down, y) * share(across, x);
            for (int k = 0; k < 4; k++) sum[k] += part * (k < p->channels ? (float)at[k] : 255.0f);
            weight += part;
        }
    }
    for (int k = 0; k < 4; k++) out[k] = oro_min(sum[k] / weight, 255.0f);
}

static float value_of(const drape *a, const float c[4]) {
    // Weights of Rec. 709, on the numbers as they are in the file.
    if (a->channel.index == channel_brightness) return (0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2]) / 255.0f;
    return c[a->channel.index - channel_red] / 255.0f;
}

static void rows(const void *user, int32_t y0, int32_t y1) {
    const drape *a = user;
    const oro_grid *g = a->colour;
    for (int32_t y = y0; y < y1; y++) {
        stretch down = stretch_of(y, g->height, a->picture->height);
        float *colour = oro_row(a->colour, y), *value = a->value ? oro_row(a->value, y) : NULL;
        for (int32_t x = 0; x < g->width; x++) {
            stretch across = stretch_of(x, g->width, a->picture->width);
            float c[4];
            mean(a->picture, &across, &down, c);
            colour[x] = oro_colour_number(c[0], c[1], c[2]);
            if (value) value[x] = value_of(a, c);
        }
    }
}

static oro_status run(oro_run *r, const void *p) {
    const drape *a = p;
    return oro_for_rows(r, a->colour, rows, a);
}

ORO_OPERATOR(drape, "Lay a picture over the ground", .family = "surface", .version = 1, .run = run,
             .words = "satellite photo channel mask png orthophoto",
             .doc =
                 "Makes maps of a picture: its colours, and one of its channels as numbers from 0 to 1, such as a mask "
                 "that was painted elsewhere. The picture covers the whole ground, whatever its size.",
             .example = "satellite.png colours.npy --size 1025 --value light.png");
