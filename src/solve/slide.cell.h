// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arithmetic of a cell in a sweep (solve/sweep.h): what it gives, to which of its four neighbours, and the slide of steep ground.
#ifndef ORO_SOLVE_SLIDE_CELL_H
#define ORO_SOLVE_SLIDE_CELL_H

#include "core/cell.h"

/// How far a cell lies above another; ground and change apart, since high ground would swallow small changes.
ORO_CELL float oro_sweep_drop(float ground, float change, float its_ground, float its_change) {
    return (ground - its_ground) + (change - its_change);
}

/// What a cell gives, and to which neighbour.
typedef struct oro_sweep_gift {
    float m, to1, to2, to3, to4;
} oro_sweep_gift;

/// Directs m to the neighbour with the largest of four drops; the first of equals gets it.
ORO_CELL oro_sweep_gift oro_sweep_direct(float m, float d1, float d2, float d3, float d4) {
    float p = d2 > d1 ? d2 : d1, q = d4 > d3 ? d4 : d3;
    float left = q > p ? 0.0f : m, right = q > p ? m : 0.0f;
    return (oro_sweep_gift){m, d2 > d1 ? 0.0f : left, d2 > d1 ? left : 0.0f, d4 > d3 ? 0.0f : right,
                            d4 > d3 ? right : 0.0f};
}

ORO_CELL float oro_sweep_most(float d1, float d2, float d3, float d4) {
    float p = d2 > d1 ? d2 : d1, q = d4 > d3 ? d4 : d3;
    return q > p ? q : p;
}

/// Where the steepest drop d is above `above` and below `upto`, share * (d - less) slides to the lowest neighbour; less of it
/// within 1 / `fading` of `upto`, by the cube of how near: levelling feeds itself, so that after fifty sweeps a straight ramp
/// would be as sharp as a step, and a breath of difference between two resolutions would decide between wall and plain.
/// All in metres; plane 0 is the change of the ground.
typedef struct oro_slide {
    float above, upto, share, less, fading;
} oro_slide;

enum { ORO_SLIDE_SHARP = 1 << 30 }; ///< as `fading`: all of it right up to `upto`

ORO_CELL oro_sweep_gift oro_slide_cell(oro_slide s, float d1, float d2, float d3, float d4) {
    float most = oro_sweep_most(d1, d2, d3, d4), near = oro_clamp((s.upto - most) * s.fading, 0.0f, 1.0f);
    float m = most > s.above ? s.share * (most - s.less) * (near * near * near) : 0.0f;
    return oro_sweep_direct(m, d1, d2, d3, d4);
}

#endif
