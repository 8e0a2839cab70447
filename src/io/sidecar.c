// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The sidecar NAME.EXT.terrain.json beside a raster: every number an importer asks for, and what this program needs to
// read the raster back in its place. Members a newer program adds are ignored; what is there has to make sense.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/context.h"
#include "core/hash.h"
#include "io/format.h"
#include "io/json.h"
#include "io/together.h"

#define SIDECAR_FORMAT "orogen-terrain"

enum { SIDECAR_VERSION = 1, SIDECAR_BYTES = 1 << 20 };

bool oro_sidecar_path(const char *raster, char *out, size_t size) {
    int need = snprintf(out, size, "%s.terrain.json", raster);
    return need > 0 && (size_t)need < size;
}

// --- writing ---------------------------------------------------------------------------------------------------------

/// An object being filled; the first failure sticks.
typedef struct builder {
    oro_json *object;
    oro_status status;
} builder;

static void add(builder *b, const char *key, oro_json *value) {
    oro_status status = b->object ? oro_json_set(b->object, key, value) : ORO_NO_MEMORY;
    if (!b->object) oro_json_free(value);
    if (b->status == ORO_OK) b->status = status;
}

static void add_text(builder *b, const char *key, const char *text) { add(b, key, oro_json_new_string(text)); }
static void add_number(builder *b, const char *key, double value) { add(b, key, oro_json_new_number(value)); }

static void add_pair(builder *b, const char *key, double first, double second) {
    oro_json *pair = oro_json_new_array();
    oro_status status = pair ? oro_json_append(pair, oro_json_new_number(first)) : ORO_NO_MEMORY;
    if (status == ORO_OK) status = oro_json_append(pair, oro_json_new_number(second));
    if (status == ORO_OK) {
        add(b, key, pair);
        return;
    }
    oro_json_free(pair);
    if (b->status == ORO_OK) b->status = status;
}

static void add_code_rule(builder *b, const oro_write_job *job) {
    char rule[128], lo[32], span[32];
    unsigned largest = (1u << job->bits) - 1;
    add_pair(b, "range", job->lo, job->hi);
    add_text(b, "range_choice", job->fitted ? "auto" : "given");
    if (job->clipped) add_number(b, "clipped", (double)job->clipped);
    add_number(b, "largest_code", largest);
    snprintf(rule, sizeof rule, "value = %s + code / %u * %s", oro_double_text(job->lo, lo), largest,
             oro_double_text(job->hi - job->lo, span));
    add_text(b, "decode", rule);
}

static const char *const raw_types[] = {"u16", "u8", "i16", "f32"};

/// The numbers that importers of engines ask for, where they follow from 16-bit codes: Unreal's scale in centimetres (its
/// codes 0..65535 are -256..255.992 times the scale's z), Unity's terrain size (65536 codes to its height).
static void add_import(builder *b, const oro_write_job *job) {
    const oro_grid *g = job->grid;
    builder unreal = {.object = oro_json_new_object()}, unity = {.object = oro_json_new_object()};
    builder both = {.object = oro_json_new_object()};
    double span = job->hi - job->lo;
    add_pair(&unreal, "scale_xy", 100 * g->cell, 100 * g->cell);
    add_number(&unreal, "scale_z", 100 * span * 128 / 65535);
    add_number(&unreal, "location_z", 100 * (job->lo + span * 32768 / 65535));
    add_pair(&unity, "terrain_width_length", oro_extent_x(g), oro_extent_y(g));
    add_number(&unity, "terrain_height", span * 65536 / 65535);
    add_number(&unity, "terrain_y", job->lo);
    add(&unity, "flip_vertically", oro_json_new_bool(!job->layout.south_first));
    add(&both, "unreal", unreal.object);
    add(&both, "unity", unity.object);
    add(b, "import", both.object);
    oro_status failed = unreal.status != ORO_OK ? unreal.status : unity.status != ORO_OK ? unity.status : both.status;
    if (b->status == ORO_OK) b->status = failed;
}

static void add_georef(builder *b, const oro_georef *geo) {
    builder inside = {.object = oro_json_new_object()};
    add_text(&inside, "crs", geo->crs);
    add_pair(&inside, "origin", geo->east, geo->north);
    add_pair(&inside, "unit", geo->unit_x, geo->unit_y);
    add(b, "georeference", inside.object);
    if (b->status == ORO_OK) b->status = inside.status;
}

static void describe(builder *b, const oro_write_job *job, const char *encoding, const char *unit,
                     const oro_extremes *extremes, oro_hash file) {
    const oro_grid *g = job->grid;
    const char *slash = strrchr(job->path, '/');
    bool raw = job->format->traits & ORO_HAS_LAYOUT;
    bool swapped = job->format->traits & ORO_BIG_ENDIAN || job->layout.big_endian;
    char text[40];
    add_text(b, "format", SIDECAR_FORMAT);
    add_number(b, "version", SIDECAR_VERSION);
    add_text(b, "file", slash ? slash + 1 : job->path);
    add_text(b, "encoding", encoding);
    add_number(b, "width", g->width);
    add_number(b, "height", g->height);
    add_number(b, "cell", g->cell);
    add_pair(b, "extent", oro_extent_x(g), oro_extent_y(g));
    add_pair(b, "origin", g->origin_x, g->origin_y);
    add(b, "wrap", oro_json_new_bool(g->wrap));
    if (raw) add_text(b, "type", raw_types[job->layout.type]);
    if (job->format->traits & ORO_NAMES_CHANNEL) add_text(b, "channel", job->channel);
    if (job->up) { // a mesh has no rows
        add_text(b, "up", job->up);
        add_pair(b, "centre", g->origin_x + 0.5 * oro_extent_x(g), g->origin_y + 0.5 * oro_extent_y(g));
    } else {
        add_text(b, "row_order", job->layout.south_first ? "south-first" : "north-first");
        add_text(b, "byte_order", swapped ? "big-endian" : "little-endian");
    }
    add_text(b, "unit", unit);
    if (job->kind == ORO_CODES) add_code_rule(b, job);
    if (job->kind == ORO_CODES && job->bits == 16 && strcmp(unit, "m") == 0) add_import(b, job);
    if (job->geo) add_georef(b, job->geo);
    add(b, "min", oro_json_new_float(extremes->min));
    add(b, "max", oro_json_new_float(extremes->max));
    if (extremes->not_finite) add_number(b, "not_finite", (double)extremes->not_finite);
    oro_hash_print(oro_grid_hash(g), text);
    add_text(b, "values", text);
    oro_hash_print(file, text);
    add_text(b, "file_hash", text);
    add_text(b, "generator", "Orogen " ORO_VERSION);
}

oro_status oro_sidecar_write(const oro_write_job *job, const char *encoding, const char *unit,
                             const oro_extremes *extremes, oro_file_writer *writer) {
    oro_hash file;
    oro_status status = oro_file_written_hash(job->writer, &file);
    if (status != ORO_OK) return status;
    builder b = {.object = oro_json_new_object()};
    oro_text text = {0};
    describe(&b, job, encoding, unit, extremes, file);
    status = b.status;
    if (status == ORO_OK) status = oro_json_print(b.object, &text);
    if (status != ORO_OK)
        status = oro_fail(job->ctx, status, writer->name, "there is not enough memory to describe the raster");
    else
        status = oro_file_write(writer, text.data, text.length);
    oro_text_free(&text);
    oro_json_free(b.object);
    return status;
}

// --- reading ---------------------------------------------------------------------------------------------------------

typedef struct inspection {
    oro_context *ctx;
    const char *path;
    const oro_json *root;
    oro_status status;
} inspection;

static void complain(inspection *in, const oro_json *node, const char *key, const char *wanted) {
    char where[256];
    if (in->status != ORO_OK) return;
    const char *found = node ? node->type == ORO_JSON_NUMBER ? node->text : oro_json_type_name(node->type) : "nothing";
    in->status = oro_fail(in->ctx, ORO_BAD_INPUT, oro_json_where(node, in->path, where, sizeof where),
                          "\"%s\" must be %s, found %.40s; correct or remove this description", key, wanted, found);
}

static double number(inspection *in, const oro_json *node, const char *key, double lo, double hi, const char *wanted) {
    if (node && node->type == ORO_JSON_NUMBER && node->number >= lo && node->number <= hi) return node->number;
    complain(in, node, key, wanted);
    return 0;
}

static int32_t side(inspection *in, const char *key) {
    const oro_json *node = oro_json_get(in->root, key);
    double value = number(in, node, key, 1, ORO_MAX_SIDE, "a whole number of 1 to 65536");
    if (value != rint(value)) complain(in, node, key, "a whole number of 1 to 65536");
    return (int32_t)value;
}

static void pair(inspection *in, const oro_json *node, const char *key, double *first, double *second) {
    const char *wanted = "two numbers of at most 1e12";
    if (!node || node->type != ORO_JSON_ARRAY || node->count != 2) {
        complain(in, node, key, wanted);
        return;
    }
    *first = number(in, node->items[0], key, -1e12, 1e12, wanted);
    *second = number(in, node->items[1], key, -1e12, 1e12, wanted);
}

static void text(inspection *in, const char *key, char *out, size_t size) {
    const oro_json *node = oro_json_get(in->root, key);
    if (node && node->type == ORO_JSON_STRING)
        snprintf(out, size, "%s", node->text);
    else
        complain(in, node, key, "a string");
}

static void inspect_layout(inspection *in, oro_raw_layout *out) {
    char type[8] = "", rows[16] = "", order[16] = "";
    text(in, "type", type, sizeof type);
    text(in, "row_order", rows, sizeof rows);
    text(in, "byte_order", order, sizeof order);
    int found = 0;
    while (found < 4 && strcmp(raw_types[found], type) != 0) found++;
    if (found == 4) complain(in, oro_json_get(in->root, "type"), "type", "u8, u16, i16 or f32");
    out->type = (oro_raw_type)(found & 3);
    out->south_first = strcmp(rows, "south-first") == 0;
    out->big_endian = strcmp(order, "big-endian") == 0;
}

void oro_georef_from_json(const oro_json *node, oro_georef *out, const oro_json **fault) {
    const oro_json *crs = oro_json_get(node, "crs"), *origin = oro_json_get(node, "origin");
    const oro_json *unit = oro_json_get(node, "unit");
    double values[4] = {0, 0, 1, 1};
    *fault = node;
    *out = (oro_georef){.set = true};
    if (node->type != ORO_JSON_OBJECT || !crs || crs->type != ORO_JSON_STRING || !origin) return;
    if (strlen(crs->text) >= sizeof out->crs) *fault = crs;
    if (strlen(crs->text) >= sizeof out->crs) return;
    for (int i = 0; i < 4; i++) {
        const oro_json *pair_node = i < 2 ? origin : unit;
        if (!pair_node) continue;
        const oro_json *item =
            pair_node->type == ORO_JSON_ARRAY && pair_node->count == 2 ? pair_node->items[i % 2] : NULL;
        *fault = pair_node;
        if (!item || item->type != ORO_JSON_NUMBER || !(fabs(item->number) <= 1e12)) return;
        if (i >= 2 && !(item->number >= 1e-12 && item->number <= 1e6)) return;
        values[i] = item->number;
    }
    snprintf(out->crs, sizeof out->crs, "%s", crs->text);
    out->east = values[0], out->north = values[1], out->unit_x = values[2], out->unit_y = values[3];
    *fault = NULL;
}

static void inspect_hash(inspection *in, oro_sidecar *out) {
    const oro_json *node = oro_json_get(in->root, "file_hash");
    unsigned long long hi, lo;
    if (!node) return; // written before there was one
    const char *digits = node->type == ORO_JSON_STRING ? node->text : "";
    out->has_file_hash = strspn(digits, "0123456789abcdef") == 32 && !digits[32];
    if (out->has_file_hash && sscanf(digits, "%16llx%16llx", &hi, &lo) == 2)
        out->file_hash = (oro_hash){.hi = hi, .lo = lo};
    else
        complain(in, node, "file_hash", "32 hexadecimal digits");
}

static void inspect(inspection *in, oro_sidecar *out) {
    char format[32] = "";
    const oro_json *node;
    text(in, "format", format, sizeof format);
    if (in->status == ORO_OK && strcmp(format, SIDECAR_FORMAT) != 0)
        complain(in, oro_json_get(in->root, "format"), "format", "\"" SIDECAR_FORMAT "\"");
    number(in, oro_json_get(in->root, "version"), "version", SIDECAR_VERSION, SIDECAR_VERSION, "1");
    text(in, "encoding", out->encoding, sizeof out->encoding);
    out->width = side(in, "width");
    out->height = side(in, "height");
    out->cell = number(in, oro_json_get(in->root, "cell"), "cell", 1e-6, 1e9, "metres between samples, 1e-6 to 1e9");
    if ((node = oro_json_get(in->root, "origin"))) pair(in, node, "origin", &out->origin_x, &out->origin_y);
    if ((node = oro_json_get(in->root, "wrap"))) {
        if (node->type != ORO_JSON_BOOL) complain(in, node, "wrap", "true or false");
        out->wrap = node->truth;
    }
    if ((node = oro_json_get(in->root, "range"))) {
        out->has_range = true;
        pair(in, node, "range", &out->lo, &out->hi);
        if (out->lo > out->hi) complain(in, node, "range", "two numbers, the first not above the second");
    }
    char named[32];
    snprintf(named, sizeof named, "-.%s", out->encoding);
    const oro_format *row = oro_format_find(named); // none for encodings with bits, which have no layout either
    if (row && row->traits & ORO_HAS_LAYOUT) inspect_layout(in, &out->layout);
    inspect_hash(in, out);
    if ((node = oro_json_get(in->root, "georeference"))) {
        const oro_json *fault;
        oro_georef_from_json(node, &out->geo, &fault);
        if (fault) complain(in, fault, "georeference", ORO_GEOREF_TAKES);
    }
}

oro_status oro_sidecar_read(oro_context *ctx, const char *raster, oro_sidecar *out) {
    char *bytes, current[1024];
    size_t length;
    oro_json *root;
    *out = (oro_sidecar){0};
    if (!oro_sidecar_path(raster, out->path, sizeof out->path)) return ORO_OK;
    if (!oro_file_current(out->path, current, sizeof current) || access(current, F_OK) != 0) return ORO_OK;
    oro_status status = oro_file_read(ctx, current, SIDECAR_BYTES, &bytes, &length);
    if (status != ORO_OK) return status;
    status = oro_json_parse(ctx, out->path, bytes, length, &root);
    free(bytes);
    if (status != ORO_OK) return status;
    inspection in = {.ctx = ctx, .path = out->path, .root = root};
    inspect(&in, out);
    oro_json_free(root);
    out->found = in.status == ORO_OK;
    return in.status;
}
