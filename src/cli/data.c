// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Data of other kinds than maps and numbers in files. A pyramid is a map in a file for every level; the others are one file
// each, in the formats of their kind.

#include "data.h"
#include "io/format.h"
#include "io/target.h"

#include <string.h>
#include <unistd.h>

// --- levels -----------------------------------------------------------------------------------------------------------

typedef oro_status save_or_check(cli *c, const char *path, const oro_grid *g, const cli_mapping *how, const char *unit);

/// The levels share one range.
static oro_status for_each_level(cli *c, save_or_check *call, const cli_data *d, int *count) {
    const oro_pyramid *p = d->data;
    cli_mapping shared = d->how ? *d->how : (cli_mapping){0};
    oro_extremes all = oro_pyramid_extremes(p);
    oro_status status = ORO_OK;
    shared.among = &all;
    for (*count = 0; status == ORO_OK && *count < p->count; *count += status == ORO_OK) {
        char level[1100];
        oro_level_path(d->path, *count, level, sizeof level);
        status = call(c, level, &p->levels[*count], &shared, d->unit);
    }
    return status;
}

static oro_status claim_levels(cli *c, const cli_data *d, bool *existed) {
    oro_status status = ORO_OK;
    for (int k = 0; status == ORO_OK && k < ORO_MAX_LEVELS; k++) {
        char level[1100];
        oro_level_path(d->path, k, level, sizeof level);
        *existed |= access(level, F_OK) == 0;
        status = cli_check_map_target(c, level);
    }
    return status;
}

static oro_status check_levels(cli *c, const cli_data *d) {
    int fine;
    return for_each_level(c, cli_check_map, d, &fine);
}

static oro_status save_levels(cli *c, const cli_data *d, int *written) {
    *written = 0;
    oro_status status = c->small ? ORO_OK : check_levels(c, d);
    return status == ORO_OK ? for_each_level(c, cli_save_map, d, written) : status;
}

static void name_levels(const cli_data *d, int written, char *text, size_t size) {
    char first[1100];
    oro_level_path(d->path, 0, first, sizeof first);
    snprintf(text, size, "%s and %d finer levels", first, written - 1);
}

// --- one file ---------------------------------------------------------------------------------------------------------

static oro_status claim_file(cli *c, const cli_data *d, bool *existed) {
    *existed |= access(d->path, F_OK) == 0;
    oro_status status = cli_take(c, oro_check_data(c->ctx, d->kind, d->path), NULL);
    if (status == ORO_OK && d->kind == ORO_KIND_MESH && oro_path_writes(d->path, ORO_HOLDS_MESH)) {
        status = oro_check_mesh(c->ctx, d->path, NULL, &d->mesh);
        c->usage |= status == ORO_BAD_ARGUMENT;
        cli_take(c, status, NULL);
    }
    char list[96];
    if (status == ORO_OK && d->texture && !oro_path_has_texture(d->path))
        return cli_misuse(c, "--texture", "%.80s has no place for a texture; %s files have", d->path,
                          oro_format_list_with(ORO_HAS_TEXTURE, list, sizeof list));
    return status == ORO_OK ? cli_check_place(c, d->path) : status;
}

static oro_status save_mesh(cli *c, const cli_data *d) {
    oro_image picture = {0};
    oro_mesh_write_desc how = d->mesh;
    how.force = c->force;
    how.ground = d->ground;
    oro_status status = d->texture ? oro_load_image(c->ctx, d->texture, &picture) : ORO_OK;
    if (picture.data) how.colour = &picture;
    if (status == ORO_OK) status = oro_save_mesh(c->ctx, d->path, d->data, &how);
    if (picture.data) oro_image_free(c->ctx, &picture);
    return status;
}

static oro_status save_file(cli *c, const cli_data *d, int *written) {
    *written = 0;
    oro_status status = cli_check_interrupt(c);
    if (status != ORO_OK || c->small) return status;
    bool mesh = d->kind == ORO_KIND_MESH && oro_path_writes(d->path, ORO_HOLDS_MESH);
    status = mesh ? save_mesh(c, d) : oro_save_data(c->ctx, d->kind, d->path, d->data, c->force);
    cli_take(c, status, NULL);
    *written = status == ORO_OK;
    return status;
}

static void name_file(const cli_data *d, int written, char *text, size_t size) {
    char about[128];
    (void)written;
    oro_kind_of(d->kind)->describe(d->data, about, sizeof about);
    snprintf(text, size, "%s (%s)", d->path, about);
}

// --- either -----------------------------------------------------------------------------------------------------------

typedef struct way {
    oro_status (*claim)(cli *c, const cli_data *d, bool *existed);
    oro_status (*save)(cli *c, const cli_data *d, int *written);
    void (*name)(const cli_data *d, int written, char *text, size_t size);
} way;

/// How a kind goes into files.
static const way *way_of(oro_kind kind) {
    static const way levels = {claim_levels, save_levels, name_levels};
    static const way file = {claim_file, save_file, name_file};
    return kind == ORO_KIND_PYRAMID ? &levels : &file;
}

oro_status cli_data_claim(cli *c, const cli_data *d, bool *existed) {
    *existed = false;
    return way_of(d->kind)->claim(c, d, existed);
}

oro_status cli_data_save(cli *c, const cli_data *d, int *written) { return way_of(d->kind)->save(c, d, written); }

const char *cli_data_name(const cli_data *d, int written, char *text, size_t size) {
    way_of(d->kind)->name(d, written, text, size);
    return text;
}

bool cli_data_reads(oro_kind kind) {
    char list[128];
    return *oro_data_endings(kind, false, list, sizeof list);
}
