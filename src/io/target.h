// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What can be told of a file before it is written: whether something is in the way, and whether two things would go into one
// file; and how the files of a pyramid are called.
#ifndef ORO_IO_TARGET_H
#define ORO_IO_TARGET_H

#include "orogen/grid.h"
#include "orogen/io.h"

/// The file of one level of a pyramid: "out/height.l3.png" for "out/height.png".
void oro_level_path(const char *path, int level, char *buffer, size_t size);

/// What the levels of a pyramid that share one range hold together.
oro_extremes oro_pyramid_extremes(const oro_pyramid *p);

/// The files that a job is going to write. Zero is an empty list; free with oro_claims_free().
typedef struct oro_claims {
    struct oro_claim *items;
    int count, room;
} oro_claims;
void oro_claims_free(oro_claims *claims);

/// Are both one file, by whatever names and links? Neither has to be there.
bool oro_same_file(const char *a, const char *b);

/// Is the folder there, and nothing in the way, and nothing else of `claims` (NULL: nobody asks) to go there? For any file,
/// whatever is in it.
oro_status oro_check_place(oro_context *ctx, oro_claims *claims, const char *path, bool force);

/// The same for a file of data that is no map, and for what its format writes beside it.
oro_status oro_check_data_place(oro_context *ctx, oro_claims *claims, const char *path, bool force);

/// Could this file, and what lies beside it, be written? Looks at its ending, its folder and what is in the way, and notes it in
/// `claims` (NULL: does not); one that is there already, by whatever name, is refused. `picture`: it is to hold colours.
/// ORO_BAD_ARGUMENT, ORO_CANNOT_WRITE.
oro_status oro_check_target(oro_context *ctx, oro_claims *claims, const char *path, bool picture, bool force);

#endif
