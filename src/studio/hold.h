// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Dragging a feature in a scene with slow nodes behind it (erosion). While the hand moves, the slow nodes are turned off and
// what they changed the last time is added to what the others make: new features at once, the old erosion on top. When the
// hand rests everything is computed as it is. A node counts as slow by what it took before, never by its name; one whose own
// arguments change is not held.
#ifndef ORO_STUDIO_HOLD_H
#define ORO_STUDIO_HOLD_H

#include "studio/frame.h"

enum { STUDIO_SLOW_NODES = 16, STUDIO_COSTS = 256 };

/// What nodes took, by their ids. Those of the longest ago are forgotten first.
typedef struct studio_costs {
    struct {
        char id[80];
        double seconds; ///< per sample
    } nodes[STUDIO_COSTS];
    int count, next;
} studio_costs;

void studio_costs_note(studio_costs *costs, const oro_scene *scene, const double *seconds, int count, double samples);

/// Are there slow nodes that could be held, for a map of so many samples?
bool studio_costs_slow(const studio_costs *costs, const oro_scene *scene, double samples);

/// What is held for one tab.
typedef struct studio_hold {
    uint64_t revision;           ///< of the last whole frame of the first level; 0: none
    double seq;                  ///< of its view
    bool taken;                  ///< the differences below are of that frame
    char from[STUDIO_MAPS][160]; ///< which maps they are of, found while no node was off
    oro_grid difference[STUDIO_MAPS];
    int slow_count;
    struct {
        char id[80];
        oro_hash args;
    } slow[STUDIO_SLOW_NODES];
} studio_hold;

/// A whole frame was shown: differences are of the past.
void studio_hold_reset(studio_hold *hold, uint64_t revision, double seq);

/// Takes the differences from the document of that frame. False: there is nothing to hold, or it was cancelled.
bool studio_hold_take(studio_hold *hold, oro_scene *scene, const studio_costs *costs, const studio_frame_desc *desc);

/// Turns the slow nodes off in a changed document; false: one of them changed itself, and nothing is turned off.
bool studio_hold_begin(const studio_hold *hold, oro_scene *scene);
void studio_hold_end(const studio_hold *hold, oro_scene *scene);

#endif
