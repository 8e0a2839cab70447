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

#endif
