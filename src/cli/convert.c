// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen convert IN OUT: a map in another format, or as a mesh; or a mesh in another format.

#include "cli.h"
#include "io/format.h"
#include "offers.h"
#include "op/mesh_settings.h"
#include "pictures.h"
#include "streams.h"

#include <string.h>

/// What the flags say beyond the mapping.
typedef struct conversion {
    const char *from, *to;
    cli_mapping how;
    bool fill, fill_level;
    double level; ///< metres for holes
    const oro_style *style;
    const char *texture; ///< a picture to paint on a mesh
    bool plain;
    oro_mesh_write_desc mesh;
} conversion;

static oro_status read_layout(cli *c, const char *text, const char *where, oro_raw_layout *out) {
    oro_status status = oro_raw_layout_parse(c->ctx, text, where, out);
    c->usage |= status != ORO_OK;
    return cli_take(c, status, NULL);
}

static oro_status read_mapping(cli *c, const cli_words *w, cli_mapping *how) {
    const char *range = cli_text(w, "range"), *extent = cli_text(w, "extent"), *size = cli_text(w, "size");
    const char *nodata = cli_text(w, "nodata"), *in = cli_text(w, "in-layout"), *out = cli_text(w, "layout");
    const char *bits = cli_text(w, "bits");
    double value;
    oro_status status = cli_read_range(c, range, how);
    how->has_nodata = nodata != NULL;
    how->has_in_layout = in != NULL;
    how->channel = cli_text(w, "channel");
    how->in_channel = cli_text(w, "in-channel");
    how->trust = cli_on(w, "trust");
    if (status == ORO_OK && extent) status = cli_read_number(c, extent, "--extent", 1e-3, 1e9, &how->extent);
    if (status == ORO_OK && size) status = cli_read_size(c, size, "--size", &how->width, &how->height);
    if (status == ORO_OK && size && !how->height) how->height = how->width;
    if (status == ORO_OK && nodata) status = cli_read_number(c, nodata, "--nodata", -1e39, 1e39, &how->nodata);
    if (status == ORO_OK && in) status = read_layout(c, in, "--in-layout", &how->in_layout);
    if (status == ORO_OK && out) status = read_layout(c, out, "--layout", &how->layout);
    if (status == ORO_OK && bits) status = cli_read_number(c, bits, "--bits", 8, 32, &value);
    if (status == ORO_OK && bits) how->bits = (int)value;
    return status;
}

static oro_status read_flags(cli *c, const cli_words *w, conversion *v) {
    const char *fill = cli_text(w, "fill"), *style = cli_text(w, "style"); // a flag
    oro_status status = read_mapping(c, w, &v->how);
    v->fill = fill != NULL;
    v->fill_level = fill && strcmp(fill, "around") != 0;
    if (status == ORO_OK && v->fill_level) status = cli_read_number(c, fill, "--fill", -1e6, 1e6, &v->level);
    if (status == ORO_OK) status = cli_read_mesh(c, w, &v->mesh);
    v->plain = style && strcmp(style, "none") == 0;
    if (status == ORO_OK && style && !v->plain) {
        status = cli_find_style(c, style, "--style", &v->style);
        c->usage |= status != ORO_OK;
    }
    if (status == ORO_OK && v->style && (v->style->kind != ORO_STYLE_MAP || v->style->needs_before))
        status =
            cli_misuse(c, "--style", "a mesh is painted with a map seen from above, which %s is not", v->style->name);
    v->texture = cli_text(w, "texture");
    bool mesh = cli_mesh_format_of(v->to) != NULL;
    char list[96];
    const cli_flag *row;
    bool said = style || v->texture;
    for (int i = 0; (row = cli_mesh_flag(i)); i++) said |= cli_text(w, row->name) != NULL;
    if (status == ORO_OK && !mesh && said)
        status = cli_misuse(c, NULL, "--up, --texture and the like are for meshes (%s), not for %.80s",
                            oro_format_list(ORO_HOLDS_MESH, true, list, sizeof list), v->to);
    if (status == ORO_OK && mesh && (v->style || v->texture) && !oro_path_has_texture(v->to))
        status = cli_misuse(c, NULL, "%.80s has no place for colours; %s files have", v->to,
                            oro_format_list_with(ORO_HAS_TEXTURE, list, sizeof list));
    // Formats of GIS programs keep samples as they lie in degrees; what holds metres gets square cells.
    const oro_format *format = oro_format_find(v->to);
    v->how.keep_cells = format && format->traits & ORO_KEEPS_DEGREES;
    return status;
}

static oro_status save_mesh(cli *c, const conversion *v, const oro_grid *g) {
    oro_image ground = {0};
    cli_picture p = {.style = v->style};
    oro_status status = cli_check_interrupt(c);
    if (status == ORO_OK && v->texture) status = cli_take(c, oro_load_image(c->ctx, v->texture, &ground), NULL);
    if (status == ORO_OK && !v->texture && !v->plain && oro_path_has_texture(v->to))
        status = cli_picture_ground(c, &p, g, &ground);
    oro_mesh_write_desc desc = v->mesh;
    desc.colour = ground.data ? &ground : NULL;
    desc.force = c->force;
    desc.geo = &c->geo;
    if (status == ORO_OK) status = cli_take(c, oro_save_grid_mesh(c->ctx, v->to, g, &desc), NULL);
    if (ground.data) oro_image_free(c->ctx, &ground);
    return status;
}

static oro_status close_holes(cli *c, const conversion *v, oro_grid *g) {
    int64_t holes = oro_grid_extremes(g).not_finite;
    if (!holes) return ORO_OK;
    if (!v->fill) {
        cli_note(c, v->from, "%lld of its %lld samples are holes; --fill around closes them, --fill 0 makes them level",
                 (long long)holes, (long long)g->width * g->height);
        return ORO_OK;
    }
    cli_say(c, "filled %lld holes", (long long)holes);
    if (!v->fill_level) return cli_take(c, oro_grid_fill_holes(c->ctx, g), NULL);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++)
            if (oro_row(g, y)[x] - oro_row(g, y)[x] != 0) oro_row(g, y)[x] = (float)v->level;
    return ORO_OK;
}

static oro_status convert(cli *c, const conversion *v, oro_grid *g) {
    bool mesh = cli_mesh_format_of(v->to) != NULL;
    oro_status status = cli_load_map(c, v->from, &v->how, true, g);
    if (status == ORO_OK) status = close_holes(c, v, g);
    if (status == ORO_OK) status = mesh ? save_mesh(c, v, g) : cli_save_map(c, v->to, g, &v->how, "m");
    if (status != ORO_OK) return status;
    cli_say_written(c, v->to, g, "m");
    return c->json ? cli_print_json(c, cli_json_map(v->to, NULL, g)) : ORO_OK;
}

/// A mesh in another format.
static oro_status convert_mesh(cli *c, const cli_words *w, conversion *v) {
    oro_mesh mesh = {0};
    oro_image picture = {0};
    oro_status status = cli_take(c, oro_check_mesh(c->ctx, v->to, NULL, &v->mesh), NULL);
    c->usage |= status == ORO_BAD_ARGUMENT;
    if (status == ORO_OK && (v->style || v->fill || cli_text(w, "range")))
        return cli_misuse(c, NULL, "%.80s is a mesh; --style, --fill and --range are for maps", v->from);
    if (status == ORO_OK)
        status =
            cli_take(c, oro_load_mesh(c->ctx, v->from, &(oro_mesh_read_desc){.y_up = cli_on(w, "y-up")}, &mesh), NULL);
    if (status == ORO_OK && v->texture) status = cli_take(c, oro_load_image(c->ctx, v->texture, &picture), NULL);
    v->mesh.colour = picture.data ? &picture : NULL;
    v->mesh.force = c->force;
    if (status == ORO_OK) status = cli_take(c, oro_save_mesh(c->ctx, v->to, &mesh, &v->mesh), NULL);
    if (status == ORO_OK)
        cli_say(c, "wrote %s (%u vertices, %u triangles)", v->to, mesh.vertex_count, mesh.triangle_count);
    if (picture.data) oro_image_free(c->ctx, &picture);
    oro_mesh_free(c->ctx, &mesh);
    return status;
}

/// A word that the output's format has no use for is told before anything is read.
static oro_status check_output(cli *c, const conversion *v) {
    oro_grid any = {.width = 1201, .height = 1201, .cell = 1}; // a shape that every format takes; its own comes later
    oro_write_desc desc = {.bits = v->how.bits, .channel = v->how.channel, .layout = v->how.layout};
    oro_status status = cli_mesh_format_of(v->to) ? oro_check_grid_mesh(c->ctx, v->to, &any, &v->mesh)
                                                  : oro_check_raster(c->ctx, v->to, &any, &desc);
    c->usage |= status == ORO_BAD_ARGUMENT;
    return cli_take(c, status, NULL);
}

static oro_status run(cli *c, const cli_words *w) {
    oro_grid g = {0};
    oro_status status = cli_expect_words(c, w, 2, 2, "convert IN OUT");
    if (status != ORO_OK) return status;
    conversion v = {.from = w->plain[0], .to = w->plain[1]};
    if (strcmp(v.to, "-") == 0) status = cli_stdout_path(c, NULL, &v.to);
    if (status == ORO_OK) status = cli_open(c);
    if (status == ORO_OK) status = cli_check_target(c, v.to, false);
    if (status == ORO_OK) status = read_flags(c, w, &v);
    bool mesh = oro_path_reads(v.from, ORO_HOLDS_MESH);
    if (status == ORO_OK && mesh) return convert_mesh(c, w, &v);
    if (status == ORO_OK) status = check_output(c, &v);
    if (status == ORO_OK) {
        status = convert(c, &v, &g);
        c->usage = false; // from here on it is the file, not the words
    }
    if (g.data) oro_grid_free(c->ctx, &g);
    return status;
}

static void print_formats(FILE *to) {
    fprintf(to, "\nFormats:\n");
    for (int i = 0; i < oro_format_count(); i++) {
        const oro_format_info *format = oro_format_at(i);
        if (!((format->reads & ORO_HOLDS_RASTER) | (format->writes & ORO_HOLDS_MESH))) continue;
        fprintf(to, "  .%-10.*s %s\n", (int)strcspn(format->extensions, " "), format->extensions, format->summary);
    }
}

static const cli_flag flags[] = {
    {"range", "LO..HI",
     "Heights in metres of the smallest and largest code, for files that do not say and for the output, which has what "
     "fits (auto) by itself."},
    {"extent", "METRES", "Width of the map (of its longer side), for files that do not say."},
    {"size", "N|WxH", "Samples of a file without header that is not square."},
    {"in-layout", "LAYOUT",
     "How the values of a .raw file lie in it, as u16,little,north (the default) or i16,big,south."},
    {"in-channel", "NAME",
     "Channel to read of a PNG, TIFF or EXR file with several: R, G, B, A, its name or its number."},
    {"trust", NULL, "Unpack a file that becomes more than 1000 times as long."},
    {"layout", "LAYOUT", "How to write a .raw file: u8, u16, i16 or f32; little or big; north or south first."},
    {"bits", "N", "Bits of a value: PNG 16 or 8, TIFF 32 (metres) or 16 (codes)."},
    {"channel", "NAME", "Channel of an EXR file: Y (default) or R, which Godot wants."},
    {"nodata", "VALUE", "A value that means a hole, besides those the file itself calls so."},
    {"fill", // a flag
     "around|METRES", "Close holes: smoothly from what lies around them, or level at a height."},
    {"style", "STYLE",
     "Meshes: what is painted on them, a map style of orogen render, or none (default: tints of height)."},
    {"texture", "FILE", "Meshes: a PNG to paint on them instead.", .reads = true},
    {"y-up", NULL, "A mesh that is read has y up, not z, and does not say so (OBJ, PLY, STL)."},
    {0},
};

static const oro_record *const tables[] = {&oro_mesh_record, NULL};

const cli_command cli_command_convert = {
    .name = "convert",
    .settings = tables,
    .summary = "Write a map or a mesh in another format, or a map as a mesh",
    .usage = "IN OUT [--range LO..HI] [--extent METRES] [--fill around] …",
    .doc = "The endings of the two names choose the formats. What a map means in metres is kept in a small JSON file "
           "beside it,\n"
           "where on earth it lies too. Maps in degrees get the metres of their middle latitude.",
    .more = print_formats,
    .example = "orogen convert height.png height.r16\n"
               "orogen convert height.png height.npy --range 0..1200 --extent 4000\n"
               "orogen convert height.png land.glb",
    .flags = flags,
    .reads = 1,
    .run = run,
};
