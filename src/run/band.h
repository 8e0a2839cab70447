// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which rows of a whole map a run holds. One run makes all of a map today. A map too large for one memory is made by several,
// each of which owns a band of consecutive rows and sees some rows of its neighbours' beside it, the halo.
//
// A map keeps its whole size: row y lies at oro_row(map, y) whoever owns it, random numbers and blocks of work keep the
// numbers of the whole, and so a row comes out the same whichever run makes it. What a run may touch is less. It writes its own
// rows, reads those and the halo, and finds nothing elsewhere.
//
// A method is ready for bands when it goes over the map with oro_for_rows() or oro_for_tiles() alone and looks no further than
// the halo. Those loops then run over the band. Whatever needs more refuses a run that holds a part: loops over blocks of the
// caller's own choosing, loops over maps of another height, and sums over the whole map.
#ifndef ORO_RUN_BAND_H
#define ORO_RUN_BAND_H

#include <stdint.h>

typedef struct oro_band {
    int32_t whole; ///< rows of the whole map
    int32_t first; ///< row of the whole that is the first of its own
    int32_t count; ///< rows of its own
    int32_t halo;  ///< rows that it may read beyond them, above and below, as far as the map goes
} oro_band;

#endif
