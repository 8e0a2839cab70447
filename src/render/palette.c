// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The palettes. The natural one follows the hand-painted relief maps of the Swiss school (Imhof, Cartographic Relief
// Presentation, 1965): blue-green lowlands, warm middle heights, light and cool summits, violet shadows, yellow light.
#include "render/palette.h"

#include <stddef.h>
#include <string.h>

#include "orogen/render.h"

#define RGB(hex)                                                                                                       \
    { (float)((hex) >> 16 & 255) / 255.0f, (float)((hex) >> 8 & 255) / 255.0f, (float)((hex)&255) / 255.0f }

static const oro_palette palettes[] = {
    {
        .name = "natural",
        .land = {{0.00f, RGB(0x7FA383)},
                 {0.14f, RGB(0x9AB48A)},
                 {0.30f, RGB(0xBFC596)},
                 {0.45f, RGB(0xD9CD9E)},
                 {0.60f, RGB(0xCDB48C)},
                 {0.74f, RGB(0xB7A08A)},
                 {0.86f, RGB(0xC3BCB4)},
                 {0.95f, RGB(0xECEBE8)},
                 {1.00f, RGB(0xFCFCFB)}},
        .water = {{0.00f, RGB(0xC4DEE0)},
                  {0.08f, RGB(0x9CC7D3)},
                  {0.30f, RGB(0x6BA3BF)},
                  {0.65f, RGB(0x42799F)},
                  {1.00f, RGB(0x2B5680)}},
        .rock = RGB(0xA8A098),
        .rock_amount = 0.55f,
        .shadow = RGB(0x4C5078),
        .light = RGB(0xFFF6DC),
        .missing = RGB(0xB4B4B4),
    },
    {
        .name = "arid",
        .land = {{0.00f, RGB(0xC9B08A)},
                 {0.25f, RGB(0xDDBF90)},
                 {0.50f, RGB(0xD8A87A)},
                 {0.72f, RGB(0xC08A68)},
                 {0.90f, RGB(0xB58570)},
                 {1.00f, RGB(0xE2CDBD)}},
        .water = {{0.00f, RGB(0xCFE0D4)}, {0.15f, RGB(0x9FC8C4)}, {0.50f, RGB(0x5E9CA8)}, {1.00f, RGB(0x2F6480)}},
        .rock = RGB(0xA07460),
        .rock_amount = 0.45f,
        .shadow = RGB(0x5A4668),
        .light = RGB(0xFFF1D0),
        .missing = RGB(0xB4B4B4),
    },
    {
        .name = "grey",
        .land = {{0.00f, RGB(0xC6C6C6)}, {1.00f, RGB(0xDCDCDC)}},
        .water = {{0.00f, RGB(0xC4CCD2)}, {1.00f, RGB(0x7E8C98)}},
        .rock = RGB(0xD0D0D0),
        .rock_amount = 0.0f,
        .shadow = RGB(0x383838),
        .light = RGB(0xFFFFFF),
        .missing = RGB(0x909090),
    },
};

enum { PALETTE_COUNT = sizeof palettes / sizeof *palettes };

const oro_palette *oro_palette_find(const char *name) {
    for (int i = 0; i < PALETTE_COUNT; i++)
        if (strcmp(palettes[i].name, name) == 0) return &palettes[i];
    return NULL;
}

const char *const *oro_palette_names(void) {
    static const char *const names[] = {"natural", "arid", "grey", NULL};
    _Static_assert(sizeof names / sizeof *names == PALETTE_COUNT + 1, "every palette has its name in the list");
    return names;
}

oro_rgb oro_ramp(const oro_stop *stops, float at) {
    int i = 0;
    at = at > 0.0f ? at < 1.0f ? at : 1.0f : 0.0f;
    while (stops[i + 1].at < at) i++; // the last stop is at 1
    float t = (at - stops[i].at) / (stops[i + 1].at - stops[i].at);
    oro_rgb a = stops[i].colour, b = stops[i + 1].colour;
    return (oro_rgb){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

const oro_stop oro_ramp_slope[ORO_MAX_STOPS] = {{0.00f, RGB(0xF6F4EC)}, {0.12f, RGB(0xE2E6C2)}, {0.32f, RGB(0xE9C976)},
                                                {0.54f, RGB(0xDE8142)}, {0.76f, RGB(0xAC3B4C)}, {1.00f, RGB(0x431A44)}};

const oro_stop oro_ramp_change[ORO_MAX_STOPS] = {{0.00f, RGB(0x7A1A1C)}, {0.20f, RGB(0xC5463B)}, {0.38f, RGB(0xEFAA93)},
                                                 {0.50f, RGB(0xF4F2EE)}, {0.62f, RGB(0x9CC1E0)}, {0.80f, RGB(0x3D79B6)},
                                                 {1.00f, RGB(0x17376A)}};

const oro_stop oro_ramp_bend[ORO_MAX_STOPS] = {{0.00f, RGB(0x0B4A57)}, {0.24f, RGB(0x3C939C)}, {0.42f, RGB(0xB9DAD7)},
                                               {0.50f, RGB(0xF5F3EE)}, {0.58f, RGB(0xECD2AC)}, {0.76f, RGB(0xC98238)},
                                               {1.00f, RGB(0x733A12)}};

const oro_stop oro_ramp_field[ORO_MAX_STOPS] = {{0.00f, RGB(0x54280F)}, {0.25f, RGB(0xB0702F)}, {0.44f, RGB(0xEBD3AB)},
                                                {0.50f, RGB(0xF7F4EC)}, {0.56f, RGB(0xCCDEE9)}, {0.75f, RGB(0x5C91B7)},
                                                {1.00f, RGB(0x1D4166)}};

const oro_stop oro_ramp_drain[ORO_MAX_STOPS] = {
    {0.00f, RGB(0x9FC6DE)}, {0.35f, RGB(0x5E9ECB)}, {0.70f, RGB(0x2A6AAE)}, {1.00f, RGB(0x0C2F66)}};

const oro_rgb oro_paper = RGB(0xFBFAF7), oro_ink = RGB(0x2B3036), oro_faint_ink = RGB(0x6A7178),
              oro_missing = RGB(0xB4B4B4);

oro_rgb oro_class_colour(int64_t value) {
    enum { COUNT = 11 };
    static const oro_rgb colours[COUNT] = {RGB(0xDADDE0), RGB(0xE69F00), RGB(0x56B4E9), RGB(0x009E73),
                                           RGB(0xF0E442), RGB(0x0072B2), RGB(0xD55E00), RGB(0xCC79A7),
                                           RGB(0x2A2A2A), RGB(0x7A4A3A), RGB(0x4A2A80)};
    static const oro_rgb white = {1, 1, 1}, black = {0, 0, 0};
    int64_t index = (value % COUNT + COUNT) % COUNT, round = ((value - index) / COUNT % 3 + 3) % 3;
    if (round == 0) return colours[index];
    return oro_rgb_mix(colours[index], round == 1 ? white : black, round == 1 ? 0.5f : 0.4f);
}
