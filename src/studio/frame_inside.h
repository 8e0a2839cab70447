// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the files that make a frame share: frame.c packs, frame_map.c computes wishes, frame_data.c takes apart what is no map.
#ifndef ORO_STUDIO_FRAME_INSIDE_H
#define ORO_STUDIO_FRAME_INSIDE_H

#include "core/kinds.h"
#include "studio/frame.h"

/// One array on its way into the block.
typedef struct studio_array {
    oro_json *about; ///< where its offset and bytes are written; belongs to the piece's
    void *data;      ///< owned
    size_t bytes;
} studio_array;

/// What one wish came to: a map is one array, other kinds of data are one for each of their parts.
typedef struct studio_piece {
    oro_json *about;
    int count;
    studio_array arrays[ORO_MAX_PARTS];
} studio_piece;

typedef struct studio_maker {
    oro_scene *scene;
    oro_context *ctx;
    const studio_frame_desc *desc;
    studio_piece pieces[STUDIO_MAPS];
    int32_t detail; ///< samples along the longer side, for the wish at hand
    double until;   ///< when the wish at hand has taken as long as it may; 0: it may take any time
    bool late;      ///< and it was stopped for that
} studio_maker;

oro_status studio_no_memory(studio_maker *m);

/// Computes what `from` is, changed as wished. `held` (may be NULL) is added to it.
oro_status studio_make_values(studio_maker *m, const studio_wish *wish, const char *from, const oro_grid *held,
                              studio_piece *piece);

/// Takes apart data of the last run that is no map: every part that is wished for becomes an array. Refuses what would pass
/// the bound of the frame.
oro_status studio_take_data(studio_maker *m, const studio_wish *wish, const char *from, oro_kind kind,
                            studio_piece *piece);

#endif
