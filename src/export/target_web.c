// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The web: tiles of heights in colours, tiles/Z/X/Y.png, and a page of our own. At the largest zoom a pixel is a sample; each zoom
// below has the means of two by two pixels. Tiles share no pixels, as viewers expect; beyond the map the last ones repeat, so that no
// wall stands there. Terrain-RGB: h = -10000 + 0.1 (65536 R + 256 G + B). Terrarium: h = 256 R + G + B / 256 - 32768.
//
// A page from a disk may not read pixels of pictures beside it, so overview.js holds the terrain small, as a script.

#include "core/context.h"
#include "export/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OVERVIEW = 257 };

typedef struct encoding {
    const char *name;
    double low, step; ///< height of code 0, metres per code
} encoding;

static const encoding encodings[] = {{"terrain-rgb", -10000, 0.1}, {"terrarium", -32768, 1.0 / 256}};
static const double largest_code = 16777215;

static const encoding *encoding_of(const oro_export_job *e) { return &encodings[e->o->encoding.index]; }

oro_status oro_target_web_check(oro_export_job *e) {
    int32_t pixels = e->o->tile_pixels;
    if ((pixels & (pixels - 1)) == 0) return ORO_OK;
    return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "tile_pixels",
                    "the pixels along a tile have to be a power of two, as 256, not %d", pixels);
}

oro_status oro_target_web_ready(oro_export_job *e) {
    const encoding *c = encoding_of(e);
    double high = c->low + largest_code * c->step;
    if (((double)e->extremes.min >= c->low && (double)e->extremes.max <= high) || e->desc.clip) return ORO_OK;
    oro_fail(e->ctx, ORO_BAD_ARGUMENT, "encoding",
             "%s holds heights of %.10g to %.10g m, and the land runs from %.9g to %.9g m", c->name, c->low, high,
             (double)e->extremes.min, (double)e->extremes.max);
    return oro_hint(e->ctx, "clip");
}

// --- zooms -------------------------------------------------------------------------------------------------------------------

static int32_t half(int32_t side) { return (side + 1) / 2; }

/// The zoom at which a pixel is a sample.
static int zoom_of(const oro_export_job *e) {
    int32_t w = e->shape.part.width, h = e->shape.part.height;
    int zoom = 0;
    for (int32_t side = e->o->tile_pixels; side < (w > h ? w : h); side *= 2) zoom++;
    return zoom;
}

/// The next smaller zoom: means of two by two samples, of fewer at the edges.
static oro_status shrink(oro_context *ctx, const oro_grid *from, oro_grid *to) {
    *to = *from;
    to->width = half(from->width), to->height = half(from->height), to->data = NULL;
    oro_status status = oro_grid_alloc(ctx, to);
    for (int32_t y = 0; status == ORO_OK && y < to->height; y++)
        for (int32_t x = 0; x < to->width; x++) {
            double sum = 0;
            int count = 0;
            for (int32_t k = 0; k < 4; k++) {
                int32_t fx = 2 * x + (k & 1), fy = 2 * y + (k >> 1);
                if (fx >= from->width || fy >= from->height) continue;
                sum += (double)oro_row(from, fy)[fx];
                count++;
            }
            oro_row(to, y)[x] = (float)(sum / count);
        }
    return status;
}

static void encode(const oro_export_job *e, const oro_grid *g, int32_t x0, int32_t y0, oro_image *tile) {
    const encoding *c = encoding_of(e);
    for (int32_t y = 0; y < tile->height; y++)
        for (int32_t x = 0; x < tile->width; x++) {
            int32_t sx = x0 + x < g->width ? x0 + x : g->width - 1, sy = y0 + y < g->height ? y0 + y : g->height - 1;
            double code = floor(((double)oro_row(g, sy)[sx] - c->low) / c->step + 0.5);
            uint32_t value = (uint32_t)fmin(fmax(code, 0), largest_code);
            uint8_t *pixel = tile->data + 3 * ((size_t)y * (size_t)tile->width + (size_t)x);
            pixel[0] = (uint8_t)(value >> 16), pixel[1] = (uint8_t)(value >> 8), pixel[2] = (uint8_t)value;
        }
}

static oro_status write_zoom(oro_export_job *e, const oro_grid *g, int32_t width, int32_t height, int zoom) {
    int32_t side = e->o->tile_pixels;
    oro_image tile = {.width = side, .height = side, .channels = 3, .is_data = true};
    oro_status status = e->planning ? ORO_OK : oro_image_alloc(e->ctx, &tile);
    for (int32_t x = 0; x * side < width; x++)
        for (int32_t y = 0; y * side < height && status == ORO_OK; y++) {
            char name[64], staged[1500];
            oro_place_in in = {.what = "tiles", .layer = -1};
            snprintf(name, sizeof name, "tiles/%d/%d/%d.png", zoom, x, y);
            status = oro_export_file_at(e, name, &in, staged, sizeof staged);
            if (status != ORO_OK || e->planning) continue;
            encode(e, g, x * side, y * side, &tile);
            status = oro_save_image(e->ctx, staged, &tile, false);
        }
    if (tile.data) oro_image_free(e->ctx, &tile);
    return status;
}

/// From the largest zoom to the smallest. `last` gets the first that is small enough for an overview, with memory unless it is the
/// heights themselves.
static oro_status write_zooms(oro_export_job *e, oro_grid *last) {
    oro_grid own = {0}, g = e->heights;
    int32_t width = e->shape.part.width, height = e->shape.part.height;
    oro_status status = ORO_OK;
    for (int zoom = zoom_of(e); status == ORO_OK && zoom >= 0; zoom--) {
        status = write_zoom(e, &g, width, height, zoom);
        bool keep = !e->planning && !last->data && width <= OVERVIEW && height <= OVERVIEW;
        if (keep) *last = g;
        width = half(width), height = half(height);
        if (e->planning || status != ORO_OK || zoom == 0) continue;
        oro_grid next;
        status = shrink(e->ctx, &g, &next);
        if (own.data && !keep && own.data != last->data) oro_grid_free(e->ctx, &own);
        own = g = next;
    }
    if (own.data && own.data != last->data) oro_grid_free(e->ctx, &own);
    return status;
}

// --- the page ----------------------------------------------------------------------------------------------------------------

static void add_base64(oro_text *t, const uint8_t *bytes, size_t count) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < count; i += 3) {
        uint32_t v = (uint32_t)bytes[i] << 16 | (i + 1 < count ? (uint32_t)bytes[i + 1] << 8 : 0) |
                     (i + 2 < count ? (uint32_t)bytes[i + 2] : 0);
        char four[4] = {letters[v >> 18], letters[v >> 12 & 63], i + 1 < count ? letters[v >> 6 & 63] : '=',
                        i + 2 < count ? letters[v & 63] : '='};
        oro_text_add(t, four, 4);
    }
}

static void add_overview(const oro_export_job *e, const oro_grid *g, oro_text *t) {
    double low = (double)e->extremes.min, step = fmax(((double)e->extremes.max - low) / 65535, 1e-9);
    size_t count = (size_t)g->width * (size_t)g->height;
    uint8_t *bytes = malloc(2 * count + 1);
    if (!bytes) {
        t->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        float value = oro_row(g, (int32_t)(i / (size_t)g->width))[i % (size_t)g->width];
        uint32_t code = (uint32_t)fmin(fmax(((double)value - low) / step + 0.5, 0), 65535);
        bytes[2 * i] = (uint8_t)code, bytes[2 * i + 1] = (uint8_t)(code >> 8);
    }
    oro_text_printf(t, ",\"overview\":{\"width\":%d,\"height\":%d,\"low\":%.9g,\"step\":%.9g,\"data\":\"", g->width,
                    g->height, low, step);
    add_base64(t, bytes, 2 * count);
    oro_text_puts(t, "\"}");
    free(bytes);
}

static oro_status write_overview(oro_export_job *e, const oro_grid *small) {
    oro_text t = {0};
    const oro_grid *g = &e->shape.part;
    oro_world world = e->desc.scene ? oro_scene_world(e->desc.scene) : (oro_world){0};
    oro_text_puts(&t, "window.OROGEN_TERRAIN = {\"name\":");
    oro_json_print_string(e->name, &t);
    oro_text_printf(&t, ",\"width\":%d,\"height\":%d,\"cell\":%.17g,\"zoom\":%d,\"pixels\":%d,\"encoding\":\"%s\"",
                    g->width, g->height, g->cell, zoom_of(e), e->o->tile_pixels, encoding_of(e)->name);
    oro_text_printf(&t, ",\"min\":%.9g,\"max\":%.9g", (double)e->extremes.min, (double)e->extremes.max);
    if (world.has_sea) oro_text_printf(&t, ",\"sea\":%.17g", world.sea);
    if (small->data) add_overview(e, small, &t);
    oro_text_puts(&t, "};\n");
    oro_status status = t.failed ? oro_fail(e->ctx, ORO_NO_MEMORY, NULL, "not enough memory for the overview")
                                 : oro_export_text(e, "overview.js", "script", t.data, t.length);
    oro_text_free(&t);
    return status;
}

static oro_status write_words(oro_export_job *e) {
    oro_text t = {0};
    const encoding *c = encoding_of(e);
    oro_import_begin(e, &t);
    oro_text_puts(&t, "Open index.html: from a disk it shows the terrain small; served by any web server (as python3 "
                      "with its module\n"
                      "http.server) also the tiles, as far in as they go.\n\n"
                      "In MapLibre and others: a raster-dem source with the tiles tiles/{z}/{x}/{y}.png and\n");
    oro_text_printf(&t, "  %-28s %s\n", "encoding", strcmp(c->name, "terrarium") == 0 ? "terrarium" : "mapbox");
    oro_import_number(e, &t, "tileSize", "tile_size", e->o->tile_pixels, "");
    oro_import_number(e, &t, "minzoom", "zoom_min", 0, "");
    oro_import_number(e, &t, "maxzoom", "zoom_max", zoom_of(e), "");
    oro_import_number(e, &t, "height of code 0", "low", c->low, "m");
    oro_import_number(e, &t, "metres per code", "step", c->step, "m");
    oro_import_number(e, &t, "triangles of the GLB", "triangles", (double)e->triangles, "");
    oro_text_puts(&t, "A code is 65536 red + 256 green + blue. At the largest zoom a pixel is a sample, rows from the "
                      "north. The tiles lie in\n"
                      "a square of their own, not on the earth: they are not projected. Never resample or recompress "
                      "them as pictures.\n");
    return oro_import_end(e, &t);
}

oro_status oro_target_web(oro_export_job *e) {
    oro_grid small = {0};
    oro_status status = write_zooms(e, &small);
    if (status == ORO_OK) status = write_overview(e, &small);
    if (small.data && small.data != e->heights.data) oro_grid_free(e->ctx, &small);
    if (status == ORO_OK) status = oro_export_glb(e);
    if (status == ORO_OK) status = oro_export_constant_file(e, "viewer.html", "index.html", "page");
    return status == ORO_OK ? write_words(e) : status;
}
