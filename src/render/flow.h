// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where water would run, for display.
#ifndef ORO_RENDER_FLOW_H
#define ORO_RENDER_FLOW_H

#include "orogen/grid.h"

typedef struct oro_flow {
    oro_grid spread; ///< square metres drained through a sample, shared out among all lower neighbours
    oro_grid stream; ///< the same where each sample drains to one neighbour
    int32_t *next;   ///< that neighbour's index (y * width + x); -1: the water leaves the map here
} oro_flow;

/// Lets every sample drain. Hollows are filled first, so that all water reaches the border, a sample below `level` (where
/// `has_level`) or a sample that is not finite. Free with oro_flow_free(), also after a failure.
oro_status oro_flow_make(oro_context *ctx, const oro_grid *height, bool has_level, float level, oro_flow *out);
void oro_flow_free(oro_context *ctx, oro_flow *flow);

#endif
