// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Data of other kinds than maps and numbers, from and to files.
#ifndef ORO_CLI_DATA_H
#define ORO_CLI_DATA_H

#include "cli.h"
#include "core/kinds.h"

/// Something to write.
typedef struct cli_data {
    oro_kind kind;
    const char *path;
    const void *data;         ///< NULL before it is made
    const cli_mapping *how;   ///< for kinds made of maps; NULL: what fits
    const char *unit;         ///< as in the operator's table
    const char *texture;      ///< a picture in a file, for a mesh; NULL: none
    oro_mesh_write_desc mesh; ///< how a mesh is written
    const oro_grid *ground;   ///< what the texture covers, for a mesh without texture coordinates; NULL: all of it
} cli_data;

/// Refuses, before anything is computed, a file that could not hold it or that is in the way. `existed`: something of that
/// name was there.
oro_status cli_data_claim(cli *c, const cli_data *d, bool *existed);

/// Writes it; `written` counts the files, also on failure.
oro_status cli_data_save(cli *c, const cli_data *d, int *written);

/// What was written, for people: "rock.obj (1089 vertices, 2048 triangles)".
const char *cli_data_name(const cli_data *d, int written, char *text, size_t size);

/// Can data of this kind be read from a file?
bool cli_data_reads(oro_kind kind);

#endif
