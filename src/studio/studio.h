// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The studio: one page in the browser, one document, one server on the loopback interface.
#ifndef ORO_STUDIO_STUDIO_H
#define ORO_STUDIO_STUDIO_H

#include "io/example.h"

#include <stdio.h>

typedef struct studio_desc {
    const char
        *scene; ///< path of a scene; its folder is the project folder. NULL: a new document in the current folder
    const char *program;         ///< path of orogen itself, for builds
    int port;                    ///< 0: any that is free
    int threads;                 ///< 0: one per core
    size_t memory;               ///< bytes it may take in all (memory.h); 0: half of the machine's
    bool no_open;                ///< only print the address
    const oro_example *examples; ///< of the program; ends with a NULL name
    const char *starter;         ///< the example that new documents are like
    FILE *out;                   ///< the address goes here, as the first line
} studio_desc;

/// Serves until SIGINT or SIGTERM. On failure `error` is filled.
oro_status studio_run(const studio_desc *desc, oro_error *error);

#endif
