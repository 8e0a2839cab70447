// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures of maps in any style, as the commands and a scene's outputs ask for them.
#ifndef ORO_CLI_PICTURES_H
#define ORO_CLI_PICTURES_H

#include "io/render_json.h"
#include "scenes.h"

/// Everything a picture needs to know besides its map. Zero but for the style is fine.
typedef struct cli_picture {
    const oro_style *style;
    oro_photo_desc photo;
    oro_map_desc map;       ///< `style` in here is ignored
    const oro_mesh *mesh;   ///< drawn instead of a map; photo and wireframe only
    const oro_grid *before; ///< split or difference: the earlier map
    bool split;             ///< the left half shows `before` in the same style
} cli_picture;

/// The picture that the scene asks for.
oro_status cli_picture_from_scene(cli *c, const cli_scene *s, cli_picture *p);

/// Draws it. `out` gets memory: free it with oro_image_free(). Failures are in the context's last error.
oro_status cli_picture_draw(cli *c, const cli_picture *p, const oro_grid *map, oro_image *out);

/// Draws and writes it. `path` must end with .png. `size` (may be NULL) gets width and height.
oro_status cli_picture_save(cli *c, const char *path, const cli_picture *p, const oro_grid *map, int32_t *size);

/// Draws the ground for a mesh: a map without legend, a pixel a sample (at most 4096), lit evenly unless `p` has a style, since
/// whoever shows the mesh lights it. Free it with oro_image_free().
oro_status cli_picture_ground(cli *c, const cli_picture *p, const oro_grid *map, oro_image *out);

/// Turns the name of a style into the style. `where` is the flag or the place in a file.
oro_status cli_find_style(cli *c, const char *name, const char *where, const oro_style **style);

#endif
