// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Colours in maps: 65536 red + 256 green + blue, each 0 to 255 in sRGB. Every such number is a whole number below 2^24, which
// a float holds exactly. They are names, not quantities: whoever resizes such a map has to take the channels apart first.
#ifndef ORO_SOLVE_COLOUR_H
#define ORO_SOLVE_COLOUR_H

#include "core/math.cell.h"

/// The number of a colour; channels from 0 to 255, rounded here. (Clamping here too would keep loops from being vectorised.)
static inline float oro_colour_number(float r, float g, float b) {
    return oro_round(r) * 65536.0f + oro_round(g) * 256.0f + oro_round(b);
}

/// The channels of a colour's number, as bytes; black for what is no number.
static inline void oro_colour_bytes(float number, unsigned char rgb[3]) {
    unsigned n = number > 0.0f ? (number < 16777215.0f ? (unsigned)number : 16777215u) : 0u;
    rgb[0] = (unsigned char)(n >> 16);
    rgb[1] = (unsigned char)(n >> 8 & 255u);
    rgb[2] = (unsigned char)(n & 255u);
}

#endif
