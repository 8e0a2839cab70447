// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How much memory there is: the machine's, or less where a control group or a resource limit says so.
#ifndef ORO_CORE_MEMORY_H
#define ORO_CORE_MEMORY_H

#include <stddef.h>

typedef struct oro_memory {
    size_t total; ///< bytes this process may have at most
    size_t free;  ///< bytes it could get now without driving others out; caches of files count as free
} oro_memory;

/// Looks under `root`, "" for the real system: root/proc and root/sys. What cannot be read limits nothing.
oro_memory oro_memory_look(const char *root);

#endif
