// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The page inside the program; the table is made at build time from web/dist, and is empty where the page was not built.
#ifndef ORO_STUDIO_PAGE_H
#define ORO_STUDIO_PAGE_H

#include <stddef.h>

typedef struct studio_page_file {
    const char *path; ///< "/index.html"
    const char *type;
    const unsigned char *data;
    size_t length;
} studio_page_file;

extern const studio_page_file studio_page[]; ///< ends with a NULL path

#endif
