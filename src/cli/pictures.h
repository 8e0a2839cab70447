// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures of maps in any style, with the errors and the progress of a command.
#ifndef ORO_CLI_PICTURES_H
#define ORO_CLI_PICTURES_H

#include "build/drawing.h"
#include "scenes.h"

typedef oro_drawing cli_picture;

/// Draws and writes it. `size` (may be NULL) gets width and height.
oro_status cli_picture_save(cli *c, const char *path, const cli_picture *p, const oro_grid *map, int32_t *size);

/// As oro_drawing_ground().
oro_status cli_picture_ground(cli *c, const cli_picture *p, const oro_grid *map, oro_image *out);

/// Turns the name of a style into the style. `where` is the flag or the place in a file.
oro_status cli_find_style(cli *c, const char *name, const char *where, const oro_style **style);

#endif
