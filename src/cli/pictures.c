// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Pictures of a command; see pictures.h.

#include "pictures.h"

oro_status cli_find_style(cli *c, const char *name, const char *where, const oro_style **style) {
    *style = oro_style_find(c->ctx, name);
    return *style ? ORO_OK : cli_take(c, ORO_BAD_ARGUMENT, where);
}

oro_status cli_picture_ground(cli *c, const cli_picture *p, const oro_grid *map, oro_image *out) {
    return cli_take(c, oro_drawing_ground(c->ctx, p, map, ORO_LARGEST_TEXTURE, out), NULL);
}

oro_status cli_picture_save(cli *c, const char *path, const cli_picture *p, const oro_grid *map, int32_t *size) {
    oro_image image = {0};
    cli_picture shown = *p;
    oro_status status = cli_check_interrupt(c);
    if (status != ORO_OK) return status;
    shown.photo.progress = cli_progress;
    shown.photo.user = c;
    status = oro_drawing_draw(c->ctx, &shown, map, &image);
    if (status == ORO_OK && size) size[0] = image.width, size[1] = image.height;
    if (status == ORO_OK) status = oro_save_image(c->ctx, path, &image, c->force);
    if (image.data) oro_image_free(c->ctx, &image);
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(c);
    return cli_take(c, status, NULL);
}
