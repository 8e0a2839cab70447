// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Room for frames: all tabs share one bound; see jobs_inside.h and memory.h.

#include "studio/jobs_inside.h"
#include "studio/json.h"
#include "studio/memory.h"

#include <math.h>
#include <stdio.h>

/// What making a frame takes at most: its maps, and the block they are packed into.
static double bytes_of(const studio_view *view, double side) {
    return 2.0 * view->map_count * side * side * (double)sizeof(float);
}

/// Lets go of the oldest frame that is kept. False: there is none.
static bool drop_oldest(studio_jobs *j) {
    studio_frame **oldest = NULL;
    for (int i = 0; i < STUDIO_TABS; i++)
        for (int k = 0; k < 2; k++) {
            studio_frame **frame = &j->tabs[i].frame[k];
            if (*frame && (!oldest || (*frame)->id < (*oldest)->id)) oldest = frame;
        }
    if (!oldest) return false;
    studio_frame_release(*oldest);
    *oldest = NULL;
    return true;
}

static void tell_crowded(studio_jobs *j, tab_slot *tab, int32_t side) {
    char sentence[200];
    if (tab->crowded) return;
    tab->crowded = true;
    snprintf(
        sentence, sizeof sentence,
        "the pages' maps may take %zu MiB together, so this one shows %d samples at most; show fewer maps or close "
        "other pages",
        j->most_held >> 20, side);
    oro_json *data = oro_json_new_object();
    if (data) oro_json_set(data, "where", oro_json_new_string("view"));
    if (data) oro_json_set(data, "sentence", oro_json_new_string(sentence));
    studio_hub_tell(j->hub, tab->view.tab, "note", data);
}

/// The longest side of frames of this view that fit into `room`.
static int32_t side_of(const studio_view *view, double room) {
    double side = room > 0.0 ? floor(sqrt(room / bytes_of(view, 1.0))) : 0.0;
    return side < STUDIO_LEVEL_MIN ? STUDIO_LEVEL_MIN : side > STUDIO_LEVEL_MAX ? STUDIO_LEVEL_MAX : (int32_t)side;
}

bool studio_make_room(studio_jobs *j, tab_slot *tab, studio_view *view, int level) {
    double wanted = bytes_of(view, view->levels[level]), most = (double)j->most_held;
    if (wanted > most) wanted = most; // all of it is not to be had, ever
    while ((double)atomic_load(&j->held) + wanted > most && drop_oldest(j)) {}
    int32_t side = side_of(view, most - (double)atomic_load(&j->held)), best = side_of(view, most);
    // A level that would be no finer than the one before is left out.
    while (view->level_count > level + 1 && best <= view->levels[view->level_count - 2]) view->level_count--;
    if (view->levels[level] <= side) return true;
    tell_crowded(j, tab, side);
    if (level > 0 && side <= view->levels[level - 1]) return false;
    view->levels[level] = side;
    return true;
}

size_t studio_most_data(const studio_jobs *j) {
    size_t share = j->most_held / 4; // two frames are kept of a tab, and making one takes it twice
    return share < STUDIO_MOST_DATA ? share : STUDIO_MOST_DATA;
}

void studio_trim_frames(studio_jobs *j) {
    while (atomic_load(&j->held) > j->most_held && drop_oldest(j)) {}
}
