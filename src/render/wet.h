// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a photo shows of a water map.
#ifndef ORO_RENDER_WET_H
#define ORO_RENDER_WET_H

#include "core/context.h"

/// Turns depths into the height of the water's surface, below the land wherever no water is drawn. Water whose surface falls by
/// more than 15 degrees is spray at best, and a few wet samples that hang together with nothing are puddles of the simulation:
/// neither is drawn. Beside its bank water goes on level, so that land cuts it off where it does in nature. `land` and `water`
/// have the same size and are both exaggerated by `factor`.
oro_status oro_wet_surface(oro_context *ctx, const oro_grid *land, float factor, oro_grid *water);

#endif
