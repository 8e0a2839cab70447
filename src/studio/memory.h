// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the studio may take of the machine's memory, over all tabs, and who gets which part of it. What is left of the whole
// is for the document, its steps, queues of events, small pictures and the program itself, which have limits of their own.
#ifndef ORO_STUDIO_MEMORY_H
#define ORO_STUDIO_MEMORY_H

#include <stddef.h>
#include <unistd.h>

#define STUDIO_LEAST_MEMORY ((size_t)512 << 20)
#define STUDIO_MOST_HELD    ((size_t)256 << 20)
#define STUDIO_MOST_DATA    ((size_t)128 << 20) ///< of one mesh or the like in a frame

typedef struct studio_memory {
    size_t maps;   ///< being computed or kept to be used again
    size_t cache;  ///< of that, kept to be used again
    size_t frames; ///< of all tabs: kept, on their way to pages, being made
    size_t held;   ///< bodies of requests and answers on their way
} studio_memory;

/// `total` 0: half of the machine's.
static inline studio_memory studio_memory_of(size_t total) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    if (!total && pages > 0 && page > 0) total = (size_t)pages * (size_t)page / 2;
    if (total < STUDIO_LEAST_MEMORY) total = STUDIO_LEAST_MEMORY;
    size_t held = total / 8 < STUDIO_MOST_HELD ? total / 8 : STUDIO_MOST_HELD;
    return (studio_memory){.maps = total / 2, .cache = total / 4, .frames = total / 4, .held = held};
}

#endif
