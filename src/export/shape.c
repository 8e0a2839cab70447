// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which resolution, which part, which tiles. A size is asked for, or it is the terrain's own; where the target does not take it,
// the nearest that it does take are looked for by trying: what a resolution makes of a region and its tiles is not a formula.

#include "core/context.h"
#include "core/text.h"
#include "export/export.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int32_t longer(int32_t a, int32_t b) { return a > b ? a : b; }

/// The intervals that N samples span.
static int32_t spans(const oro_grid *g, int32_t samples) { return g->wrap ? samples : samples - 1; }

// --- options as texts --------------------------------------------------------------------------------------------------------

/// "x,y,w,h"
static oro_status read_region(const oro_export_job *e, double region[4]) {
    const char *at = e->o->region;
    for (int i = 0; i < 4; i++) {
        char *end;
        region[i] = oro_read_double(at, &end);
        bool good = end != at && isfinite(region[i]) && *end == (i < 3 ? ',' : 0) && (i < 2 || region[i] > 0);
        if (!good)
            return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "region",
                            "the region must be four numbers in metres, as 500,0,2000,1000: east and south of the "
                            "north-west corner, width and height above 0, not \"%.60s\"",
                            e->o->region);
        at = end + 1;
    }
    return ORO_OK;
}

/// "4x4", "4", "".
static oro_status read_tiles(oro_export_job *e) {
    const char *text = e->o->tiles ? e->o->tiles : "";
    char *end = NULL;
    e->tiles[0] = e->tiles[1] = 1;
    if (!*text) return ORO_OK;
    long count[2] = {strtol(text, &end, 10), 0};
    bool good = isdigit((unsigned char)*text);
    const char *second = end + 1;
    count[1] = *end == 'x' && isdigit((unsigned char)*second) ? strtol(second, &end, 10) : count[0];
    good = good && !*end;
    for (int i = 0; i < 2; i++) good = good && count[i] >= 1 && count[i] <= ORO_EXPORT_TILES;
    if (!good)
        return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "tiles",
                        "the tiles must be their numbers from west to east and from north to south, 1 to %d each, "
                        "as 4x4, not \"%.40s\"",
                        ORO_EXPORT_TILES, text);
    e->tiles[0] = (int32_t)count[0];
    e->tiles[1] = (int32_t)count[1];
    return ORO_OK;
}

/// "1009", "2k", "513x257": what is asked for; 0: not said.
static bool read_side(const char **at, int32_t *side) {
    char *end;
    if (!isdigit((unsigned char)**at)) return false;
    long value = strtol(*at, &end, 10);
    if (*end == 'k' || *end == 'K') end++, value = value <= ORO_MAX_SIDE ? value * 1024 : value;
    *at = end;
    *side = (int32_t)(value <= ORO_MAX_SIDE ? value : ORO_MAX_SIDE + 1);
    return *side >= 2 && *side <= ORO_MAX_SIDE;
}

static oro_status read_size(const oro_export_job *e, int32_t size[2]) {
    const char *at = e->o->size;
    size[1] = 0;
    bool good = read_side(&at, &size[0]);
    if (good && *at == 'x') at++, good = read_side(&at, &size[1]);
    if (good && !*at) return ORO_OK;
    return oro_fail(
        e->ctx, ORO_BAD_ARGUMENT, "size",
        "the size must be 2 to %d samples, as 1009, 2k or 513x257, or nearest, below or above, not \"%.40s\"",
        ORO_MAX_SIDE, e->o->size);
}

// --- what a resolution makes -------------------------------------------------------------------------------------------------

/// The terrain with `samples` along its longer side.
static bool whole_at(const oro_export_job *e, int32_t samples, oro_grid *out) {
    if (e->desc.scene) {
        oro_error before = e->ctx->error;
        bool good = oro_scene_geometry(e->desc.scene, samples, out) == ORO_OK;
        e->ctx->error = before;
        return good;
    }
    *out = *e->desc.map;
    out->data = NULL;
    int32_t own = longer(out->width, out->height);
    if (own == samples) return true;
    int32_t least = out->wrap ? 1 : 2;
    if (samples < 2 || own < least) return false;
    double scale = (double)spans(out, samples) / spans(out, own);
    int32_t rest = out->wrap ? 0 : 1;
    out->width = (int32_t)lround(spans(out, out->width) * scale) + rest;
    out->height = (int32_t)lround(spans(out, out->height) * scale) + rest;
    out->cell /= scale;
    return out->width >= least && out->height >= least;
}

/// Cuts a region and tiles out of it. False where that does not go.
static bool shape_at(const oro_export_job *e, int32_t samples, const double *region, oro_export_shape *s) {
    *s = (oro_export_shape){0};
    if (!whole_at(e, samples, &s->whole)) return false;
    const oro_grid *g = &s->whole;
    s->part = *g;
    if (region) {
        s->x = (int32_t)lround(region[0] / g->cell);
        s->y = (int32_t)lround(region[1] / g->cell);
        s->part.width = (int32_t)lround(region[2] / g->cell) + 1;
        s->part.height = (int32_t)lround(region[3] / g->cell) + 1;
        s->part.origin_x = oro_world_x(g, s->x);
        s->part.origin_y = oro_world_y(g, s->y);
        s->part.wrap = false;
        // Where rounding put it beyond the last sample, it is moved back by that one.
        if (s->x + s->part.width == g->width + 1) s->part.width--;
        if (s->y + s->part.height == g->height + 1) s->part.height--;
        if (s->x + s->part.width > g->width || s->y + s->part.height > g->height) return false;
    }
    s->part.stride = s->part.width;
    int32_t sides[2] = {s->part.width, s->part.height};
    for (int i = 0; i < 2; i++) {
        int32_t rest = e->tiles[i] > 1 ? e->overlap : 0;
        if (sides[i] < 2 || (sides[i] - rest) % e->tiles[i] != 0) return false;
        s->tile[i] = (sides[i] - rest) / e->tiles[i] + rest;
    }
    return true;
}

bool oro_export_size_fits(const oro_export_job *e, int32_t width, int32_t height) {
    oro_unreal_parts parts;
    if (!oro_size_allowed(e->rule, width) || !oro_size_allowed(e->rule, height)) return false;
    if (e->target->info.square && width != height) return false;
    return e->rule != ORO_SIZES_UNREAL || oro_unreal_cut(width, height, &parts);
}

static bool allowed_at(const oro_export_job *e, int32_t samples, const double *region, oro_export_shape *s) {
    return shape_at(e, samples, region, s) && oro_export_size_fits(e, s->tile[0], s->tile[1]);
}

/// The allowed resolution next to `from` in a direction; 0: none.
static int32_t search(const oro_export_job *e, int32_t from, int step, const double *region) {
    oro_export_shape s;
    for (int32_t n = from; n >= 2 && n <= ORO_MAX_SIDE; n += step)
        if (allowed_at(e, n, region, &s)) return n;
    return 0;
}

/// "1009", or "513 x 257": the size that a resolution exports.
static const char *size_text(const oro_export_job *e, int32_t samples, const double *region, char *text, size_t size) {
    oro_export_shape s;
    shape_at(e, samples, region, &s);
    if (s.part.width == s.part.height)
        snprintf(text, size, "%d", s.part.width);
    else
        snprintf(text, size, "%dx%d", s.part.width, s.part.height);
    return text;
}

/// Refuses a resolution, naming the nearest that would do.
static oro_status refuse(const oro_export_job *e, int32_t samples, const double *region) {
    char own[40], low[40] = "", high[40] = "", tiles[80] = "";
    int32_t below = search(e, samples - 1, -1, region), above = search(e, samples + 1, 1, region);
    oro_export_shape s;
    shape_at(e, samples, region, &s); // sets the part also where it cannot be cut
    snprintf(own, sizeof own, "%d x %d", s.part.width, s.part.height);
    if (below) size_text(e, below, region, low, sizeof low);
    if (above) size_text(e, above, region, high, sizeof high);
    if (oro_export_is_tiled(e))
        snprintf(tiles, sizeof tiles, " in %d x %d tiles that share %d", e->tiles[0], e->tiles[1], e->overlap);
    const oro_target *t = &e->target->info;
    if (!below && !above)
        return oro_fail(
            e->ctx, ORO_BAD_ARGUMENT, "size",
            "%s samples%s are no size that %s takes, and no other resolution of this map is one (%s%s); export a "
            "region of it, or other tiles",
            own, tiles, t->title, t->sizes, t->square ? ", square" : "");
    return oro_fail(
        e->ctx, ORO_BAD_ARGUMENT, "size",
        "%s samples%s are no size that %s takes (%s); the nearest of this map are %s%s%s: ask for one of them, or "
        "for \"nearest\"",
        own, tiles, t->title, t->sizes, low, below && above ? " and " : "", high);
}

static oro_status check_region(const oro_export_job *e, const double *region, const oro_grid *whole) {
    double width = oro_extent_x(whole), height = oro_extent_y(whole), most = 1e-9 * (width + height);
    if (region[0] >= 0 && region[1] >= 0 && region[0] + region[2] <= width + most &&
        region[1] + region[3] <= height + most)
        return ORO_OK;
    return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "region",
                    "the region %s leaves the map, which is %.10g x %.10g m large; east and south begin at 0",
                    e->o->region, width, height);
}

/// The resolution of the whole at which the exported part has `size` samples along its longer side.
static int32_t resolution_for(const oro_export_job *e, int32_t size, const double *region, const oro_grid *own) {
    if (!region) return size;
    double part = fmax(region[2], region[3]), all = fmax(oro_extent_x(own), oro_extent_y(own));
    int32_t guess = (int32_t)lround((size - 1) * all / part) + 1;
    static const int32_t around[] = {0, 1, -1, 2, -2}; // the nearest cell first
    for (int i = 0; i < 5; i++) {
        oro_export_shape s;
        int32_t n = guess + around[i];
        if (n < 2 || n > ORO_MAX_SIDE) continue;
        shape_at(e, n, region, &s);
        if (longer(s.part.width, s.part.height) == size) return n;
    }
    return guess <= ORO_MAX_SIDE ? guess : 0;
}

/// What was asked for as two sides has to be what the terrain's shape gives.
static oro_status check_sides(const oro_export_job *e, const int32_t *size, const double *region, int32_t samples) {
    oro_export_shape s;
    shape_at(e, samples, region, &s);
    bool same = s.part.width == size[0] && s.part.height == size[1];
    if (!size[1]) same = longer(s.part.width, s.part.height) == size[0];
    if (same) return ORO_OK;
    return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "size",
                    "\"%.40s\" does not fit this map, whose cells are square; %d x %d does", e->o->size, s.part.width,
                    s.part.height);
}

static oro_status choose(oro_export_job *e, const double *region, const oro_grid *own) {
    static const char *const words[] = {"below", "above", "nearest"};
    int32_t samples = longer(own->width, own->height), size[2] = {0};
    const char *text = e->o->size ? e->o->size : "";
    for (int i = 0; i < 3; i++) {
        if (strcmp(text, words[i]) != 0) continue;
        int32_t below = i != 1 ? search(e, samples, -1, region) : 0, above = i != 0 ? search(e, samples, 1, region) : 0;
        int32_t found = !below || (above && above - samples < samples - below) ? above : below;
        if (!found) return refuse(e, samples, region);
        allowed_at(e, found, region, &e->shape);
        return ORO_OK;
    }
    if (*text) {
        oro_status status = read_size(e, size);
        if (status != ORO_OK) return status;
        samples = resolution_for(e, longer(size[0], size[1]), region, own);
        if (!samples)
            return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "size",
                            "with %d samples along this region the whole map would have more than %d", size[0],
                            ORO_MAX_SIDE);
        status = check_sides(e, size, region, samples);
        if (status != ORO_OK) return status;
    }
    return allowed_at(e, samples, region, &e->shape) ? ORO_OK : refuse(e, samples, region);
}

oro_status oro_export_choose_shape(oro_export_job *e) {
    static const oro_size_rule rules[] = {ORO_SIZES_OF_TARGET, ORO_SIZES_ANY, ORO_SIZES_POWER, ORO_SIZES_POWER_PLUS,
                                          ORO_SIZES_UNREAL};
    double region[4];
    oro_grid own;
    bool part = e->o->region && *e->o->region;
    e->rule = rules[e->o->rule.index];
    if (e->rule == ORO_SIZES_OF_TARGET) e->rule = e->target->rule;
    e->overlap = e->o->overlap;
    oro_status status = read_tiles(e);
    if (status == ORO_OK && part) status = read_region(e, region);
    if (status != ORO_OK) return status;
    if (e->desc.scene)
        status = oro_scene_geometry(e->desc.scene, 0, &own);
    else
        own = *e->desc.map;
    if (status == ORO_OK && part) status = check_region(e, region, &own);
    return status == ORO_OK ? choose(e, part ? region : NULL, &own) : status;
}
