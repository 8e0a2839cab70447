// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Maps from and to files, with the checks a command makes around them: values that are no numbers are refused where they
// come in, and a file that cannot be written is refused before anything is computed.

#include "cli.h"
#include "io/target.h"
#include "streams.h"

#include <math.h>
#include <string.h>

const char *cli_format_of(const char *path) {
    return oro_path_reads(path, ORO_HOLDS_RASTER) ? oro_format_of(path)->name : NULL;
}

const char *cli_mesh_format_of(const char *path) {
    return oro_path_writes(path, ORO_HOLDS_MESH) ? oro_format_of(path)->name : NULL;
}

const char *cli_format_list(bool writing, char *list, size_t size) {
    return oro_format_list(writing ? ORO_HOLDS_RASTER | ORO_HOLDS_MESH : ORO_HOLDS_RASTER, writing, list, size);
}

bool cli_is_scene(const char *path) { return oro_path_reads(path, ORO_HOLDS_SCENE); }

oro_status cli_check_finite(cli *c, const oro_grid *g, const char *path) {
    int64_t count = oro_grid_extremes(g).not_finite;
    for (int32_t y = 0; count && y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            if (!isfinite(oro_row(g, y)[x]))
                return cli_fail(
                    c, ORO_BAD_INPUT, path,
                    "%lld of its %lld values are not finite numbers, the first at column %d, row %d (counted "
                    "from 0); orogen convert --fill around closes such holes",
                    (long long)count, (long long)g->width * g->height, x, y);
    return ORO_OK;
}

void cli_make_small(cli *c, int32_t *width, int32_t *height) {
    int32_t longer = *width > *height ? *width : *height;
    if (!c->small) return;
    double scale = longer > c->small ? (double)c->small / longer : 1;
    *width = (int32_t)fmax(2, *width * scale + 0.5);
    *height = (int32_t)fmax(2, *height * scale + 0.5);
    c->small_samples = fmax(c->small_samples, (double)*width * *height);
}

/// In a rehearsal, every so many samples of a map are enough.
static oro_status make_map_small(cli *c, oro_grid *g) {
    oro_grid all = *g;
    if (!c->small || (g->width <= c->small && g->height <= c->small)) return ORO_OK;
    cli_make_small(c, &g->width, &g->height);
    g->data = NULL;
    g->cell = all.cell * all.width / g->width;
    oro_status status = oro_grid_alloc(c->ctx, g);
    for (int32_t y = 0; status == ORO_OK && y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            oro_row(g, y)[x] =
                oro_row(&all, (int32_t)((int64_t)y * all.height / g->height))[(int64_t)x * all.width / g->width];
    oro_grid_free(c->ctx, &all);
    return status;
}

oro_status cli_load_map(cli *c, const char *path, const cli_mapping *how, bool in_metres, oro_grid *out) {
    static const cli_mapping nothing;
    if (!how) how = &nothing;
    unsigned known;
    oro_georef geo;
    oro_read_desc desc = {.has_range = how->has_range,
                          .lo = how->lo,
                          .hi = how->hi,
                          .width = how->width,
                          .height = how->height,
                          .has_layout = how->has_in_layout,
                          .layout = how->in_layout,
                          .channel = how->in_channel,
                          .trust = how->trust,
                          .has_nodata = how->has_nodata,
                          .nodata = how->nodata,
                          .square = !how->keep_cells,
                          .geo = &geo};
    oro_status status = oro_load_raster(c->ctx, path, &desc, out, &known);
    if (status == ORO_OK) status = make_map_small(c, out);
    if (status != ORO_OK) return cli_take(c, status, NULL);
    if (how->extent > 0) {
        int32_t longer = out->width > out->height ? out->width : out->height;
        out->cell = how->extent / (longer > 1 && !out->wrap ? longer - 1 : longer);
        known |= ORO_KNOWN_PLACE;
    }
    if (geo.set && !c->geo.set && how->extent <= 0) {
        c->geo = geo;
        c->geo_shape = *out;
        c->geo_shape.data = NULL;
    }
    if (in_metres && !(known & ORO_KNOWN_METRES))
        cli_note(
            c, path,
            "the file does not say how high it is, so its heights run from 0 to 1 m; give them with --range 0..1500");
    if (in_metres && !(known & ORO_KNOWN_PLACE))
        cli_note(c, path,
                 "the file does not say how wide it is, so samples lie 1 m apart; give its width with --extent 4000");
    return ORO_OK;
}

static oro_write_desc describe_writing(cli *c, const char *path, const oro_grid *g, const cli_mapping *how,
                                       const char *unit) {
    oro_write_desc desc = {.force = c->force,
                           .clip = c->clip,
                           .unit = unit,
                           .report = &c->written,
                           .no_sidecar = cli_is_stdout(path)}; // what goes to standard output has nothing beside it
    if (how) desc.bits = how->bits, desc.channel = how->channel, desc.layout = how->layout, desc.geo = how->geo;
    if (!desc.geo && c->geo.set && oro_grid_same_shape(&c->geo_shape, g)) desc.geo = &c->geo;
    if (how && how->has_range) desc.has_range = true, desc.lo = how->lo, desc.hi = how->hi;
    if (how) desc.clip |= how->clip, desc.among = how->among;
    return desc;
}

oro_status cli_check_map(cli *c, const char *path, const oro_grid *g, const cli_mapping *how, const char *unit) {
    oro_write_desc desc = describe_writing(c, path, g, how, unit);
    return cli_take(c, oro_check_raster(c->ctx, path, g, &desc), NULL);
}

oro_status cli_save_map(cli *c, const char *path, const oro_grid *g, const cli_mapping *how, const char *unit) {
    oro_write_desc desc = describe_writing(c, path, g, how, unit);
    oro_status status = cli_check_interrupt(c);
    if (status != ORO_OK || c->small) return status;
    return cli_take(c, oro_save_raster(c->ctx, path, g, &desc), NULL);
}

const char *cli_range_text(const oro_write_report *written, const char *unit, char *text, size_t size) {
    bool named = unit && *unit && strcmp(unit, "1") != 0 && strcmp(unit, "any") != 0;
    *text = 0;
    if (written->codes)
        snprintf(text, size, ", %.10g..%.10g%s%s", written->lo, written->hi, named ? " " : "", named ? unit : "");
    return text;
}

void cli_say_written(cli *c, const char *path, const oro_grid *g, const char *unit) {
    char range[96];
    if (!c->small)
        cli_say(c, "wrote %s (%d x %d)%s", path, g->width, g->height,
                cli_range_text(&c->written, unit, range, sizeof range));
}

static oro_claims claims; // of this command

oro_status cli_check_place(cli *c, const char *path) {
    oro_status status = oro_check_data_place(c->ctx, c->small ? NULL : &claims, path, c->force);
    c->usage |= status == ORO_BAD_ARGUMENT;
    return cli_take(c, status, NULL);
}

oro_status cli_check_map_target(cli *c, const char *path) {
    if (cli_mesh_format_of(path))
        return cli_misuse(c, path, "this is a mesh; orogen convert makes a mesh of a map in a file");
    return cli_check_target(c, path, false);
}

oro_status cli_check_target(cli *c, const char *path, bool picture) {
    // A rehearsal writes nothing.
    oro_status status = oro_check_target(c->ctx, c->small ? NULL : &claims, path, picture, c->force);
    c->usage |= status == ORO_BAD_ARGUMENT;
    return cli_take(c, status, NULL);
}

void cli_claims_free(void) { oro_claims_free(&claims); }
