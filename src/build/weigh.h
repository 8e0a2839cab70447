// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Is there memory for work on a scene? Asked once, before the work; what is too large is refused with the size that fits.
#ifndef ORO_BUILD_WEIGH_H
#define ORO_BUILD_WEIGH_H

#include "build/rehearsal.h"

/// What work takes and what there is.
typedef struct oro_weight {
    double bytes;  ///< its peak; 0: it is so small that nobody looked
    double budget; ///< bytes it may take
    bool fits;
    int32_t largest; ///< where it does not fit: the largest side that does; 0: none
} oro_weight;

/// Bytes that work may take: the limit that the context was given, else nine tenths of what is free now.
double oro_memory_budget(const oro_context *ctx);

/// With so many samples in a map no work on it can be too large.
bool oro_is_plenty(const oro_context *ctx, double samples);

/// Rehearses a scene with `detail` samples along its longer side (0: the scene's own) and tells what it takes.
oro_status oro_weigh(oro_scene *scene, const oro_rehearsal *r, int32_t detail, oro_weight *w);

/// The same for what may be too large, `copies` of it side by side, and for a large build whose maps may be clipped. Refuses
/// with ORO_NO_MEMORY, and with ORO_BAD_ARGUMENT for maps that will not fit into their ranges. What cannot be done small is not
/// refused here: it may be done large, and where not, that will tell.
oro_status oro_weigh_before(oro_scene *scene, const oro_rehearsal *r, int32_t detail, int copies, oro_weight *w);

/// Does what takes so much stay within the budget? Estimates come close, so some more is held free.
bool oro_weight_fits(double bytes, double budget);

/// The most that an estimate may be to fit into a budget.
double oro_weight_most(double budget);

/// A readable size that is not larger; 0: there is none.
int32_t oro_round_side(double side);

/// Refuses what is too large: ORO_NO_MEMORY, hint "detail" where a size says how large it is and `side` fits, else
/// "memory_limit". `sized`: it is; else it is the maps that go in, of which one of side x side would fit.
oro_status oro_refuse_weight(oro_context *ctx, const char *where, double bytes, double budget, int32_t side,
                             bool sized);

#endif
