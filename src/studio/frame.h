// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a page wants to see, and what it gets: several maps, and data of other kinds, of one document at one level of detail,
// as one block of bytes (docs/studio-protocol.md).
#ifndef ORO_STUDIO_FRAME_H
#define ORO_STUDIO_FRAME_H

#include "orogen/scene.h"
#include "studio/events.h"

#include <stdatomic.h>

enum { STUDIO_MAPS = 8, STUDIO_LEVELS = 6, STUDIO_LEVEL_MIN = 33, STUDIO_LEVEL_MAX = 4097 };

/// One map that is wanted. Empty texts: not said.
typedef struct studio_wish {
    char name[80];
    char from[160]; ///< "": the document's last map
    char minus[160];
    bool minus_input;
    char style[32];
    char parts[160];         ///< of data that is no map: names of the parts to send, separated by blanks; "": all
    double within;           ///< seconds it may take unasked; 0: as long as it takes
    char op[64], output[64]; ///< an operator put behind the map for this view only
    char *args;              ///< its arguments as JSON text; owned
} studio_wish;

typedef struct studio_view {
    char tab[STUDIO_TAB];
    double seq;
    double rest; ///< seconds without a change before levels after the first
    bool whole;  ///< every level is asked for, however long it takes
    int level_count, map_count;
    int32_t levels[STUDIO_LEVELS];
    studio_wish maps[STUDIO_MAPS];
} studio_view;

/// Reads a wish of /api/view. Refusals leave `view` empty.
oro_status studio_view_read(oro_context *ctx, const oro_json *json, studio_view *view);
void studio_view_free(studio_view *view);

typedef struct studio_frame {
    atomic_int holders;
    uint64_t id;
    size_t bytes;
    atomic_size_t *held; ///< bytes of all frames there are, this one's among them; NULL: nobody counts
    char *data;
} studio_frame;

void studio_frame_release(void *frame);

/// How a wish fared since the document or the view changed.
typedef struct studio_pace {
    double took; ///< seconds at the last level; below 0: it was left out there
    int32_t had; ///< samples of the finest level at which it was made; 0: none
} studio_pace;

/// What the frame is made for; goes into its header.
typedef struct studio_frame_desc {
    const studio_view *view;
    int level; ///< index
    uint64_t id, revision;
    double asked;                   ///< moment of studio_now() the answer is counted from
    const struct studio_hold *hold; ///< slow nodes are turned off and what they did is added; NULL: all is computed
    double *seconds;                ///< of the first node_count nodes: what they took is added; NULL: nobody asks
    int node_count;
    size_t most_bytes; ///< of data that is no map, for one wish
    bool unasked;      ///< wishes that take longer than they may are left out
    struct studio_pace
        *pace; ///< STUDIO_MAPS of them: how the wishes fared at the level before, then at this one. NULL: nobody asks
    oro_progress_fn *progress;
    void *user;
} studio_frame_desc;

/// Computes the maps. A map that cannot be had carries its error; ORO_CANCELLED and ORO_NO_MEMORY end the whole. On success
/// *event is the data of the frame event. The scene is as before afterwards.
oro_status studio_frame_make(oro_scene *scene, const studio_frame_desc *desc, studio_frame **frame, oro_json **event);

/// A small picture of a map for lists, `side` pixels wide and high, as the bytes of a PNG; free() them. NULL: cancelled or no
/// memory.
void *studio_thumbnail(oro_context *ctx, const oro_grid *map, const char *unit, const oro_world *world, int32_t side,
                       size_t *bytes);

#endif
