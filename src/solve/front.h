// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The front of a flood: places that wait for their turn, in an order that the caller says (a binary heap). Where the order
// leaves no two places equal, what comes out does not depend on what came in first. 8 bytes per place.
#ifndef ORO_SOLVE_FRONT_H
#define ORO_SOLVE_FRONT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct oro_front_place {
    float level;
    uint32_t at;
} oro_front_place;

typedef struct oro_front {
    oro_front_place *places; ///< has room for all that may wait at once
    size_t count;
} oro_front;

/// Whether a comes before b; `user` is what the caller handed along.
typedef bool oro_front_order(const void *user, oro_front_place a, oro_front_place b);

static inline void oro_front_push(oro_front *f, oro_front_place place, oro_front_order *before, const void *user) {
    size_t i = f->count++;
    while (i > 0 && before(user, place, f->places[(i - 1) / 2])) {
        f->places[i] = f->places[(i - 1) / 2];
        i = (i - 1) / 2;
    }
    f->places[i] = place;
}

/// Takes the first place out; there is one.
static inline oro_front_place oro_front_pop(oro_front *f, oro_front_order *before, const void *user) {
    oro_front_place last = f->places[--f->count];
    oro_front_place first = f->count ? f->places[0] : last;
    size_t i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= f->count) break;
        if (child + 1 < f->count && before(user, f->places[child + 1], f->places[child])) child++;
        if (!before(user, f->places[child], last)) break;
        f->places[i] = f->places[child];
        i = child;
    }
    f->places[i] = last;
    return first;
}

#endif
