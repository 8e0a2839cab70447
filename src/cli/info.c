// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen info FILE…: what is in maps and scenes.

#include "cli.h"
#include "core/hash.h"
#include "core/text.h"
#include "io/format.h"
#include "io/json.h"
#include "scenes.h"
#include "streams.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

typedef struct raster_facts {
    oro_grid grid;
    unsigned known;
    oro_extremes extremes;
    double mean; ///< of the finite values
    oro_sidecar sidecar;
    oro_georef geo;
} raster_facts;

static double mean_of(const oro_grid *g) {
    double sum = 0;
    int64_t count = 0;
    for (int32_t y = 0; y < g->height; y++) {
        double row = 0;
        for (int32_t x = 0; x < g->width; x++)
            if (isfinite(oro_row(g, y)[x])) row += (double)oro_row(g, y)[x], count++;
        sum += row;
    }
    return count ? sum / (double)count : 0;
}

static oro_json *raster_json(const char *path, const raster_facts *f) {
    const oro_grid *g = &f->grid;
    oro_json *root = oro_json_new_object();
    if (!root) return NULL;
    oro_json_set(root, "path", cli_json_text(path));
    oro_json_set(root, "kind", cli_json_text("raster"));
    oro_json_set(root, "format", cli_json_text(cli_format_of(path)));
    oro_json_set(root, "size", cli_json_pair(g->width, g->height));
    oro_json_set(root, "in_metres", oro_json_new_bool(f->known & ORO_KNOWN_METRES));
    oro_json_set(root, "cell", f->known & ORO_KNOWN_PLACE ? oro_json_new_number(g->cell) : oro_json_new_null());
    oro_json_set(root, "extent",
                 f->known & ORO_KNOWN_PLACE ? cli_json_pair(oro_extent_x(g), oro_extent_y(g)) : oro_json_new_null());
    oro_json_set(root, "origin", cli_json_pair(g->origin_x, g->origin_y));
    oro_json_set(root, "wrap", oro_json_new_bool(g->wrap));
    oro_json_set(root, "range",
                 f->sidecar.has_range ? cli_json_pair(f->sidecar.lo, f->sidecar.hi) : oro_json_new_null());
    oro_json *place = f->geo.set ? oro_json_new_object() : oro_json_new_null();
    if (place && f->geo.set) {
        oro_corner corner = oro_georef_corner(&f->geo, g);
        oro_json_set(place, "crs", cli_json_text(f->geo.crs));
        oro_json_set(place, "first", cli_json_pair(corner.east, corner.north));
        oro_json_set(place, "step", cli_json_pair(corner.step_x, corner.step_y));
    }
    oro_json_set(root, "georeference", place);
    oro_json_set(root, "min", oro_json_new_float(f->extremes.min));
    oro_json_set(root, "max", oro_json_new_float(f->extremes.max));
    oro_json_set(root, "mean", cli_json_real((double)(float)f->mean));
    oro_json_set(root, "not_finite", oro_json_new_number((double)f->extremes.not_finite));
    oro_json_set(root, "hash", cli_json_hash(oro_grid_hash(g)));
    return root;
}

static void print_raster(const char *path, const raster_facts *f) {
    const oro_grid *g = &f->grid;
    const char *unit = f->known & ORO_KNOWN_METRES ? " m" : " (0 to 1; the file does not say its metres)";
    char hash[33], shown[512];
    oro_hash_print(oro_grid_hash(g), hash);
    printf("%s\n  format      %s\n  size        %d x %d samples%s\n", cli_shown(path, shown, sizeof shown),
           cli_format_of(path), g->width, g->height, g->wrap ? ", wraps" : "");
    if (f->known & ORO_KNOWN_PLACE)
        printf("  cell        %.10g m\n  extent      %.10g x %.10g m, from (%.10g, %.10g)\n", g->cell, oro_extent_x(g),
               oro_extent_y(g), g->origin_x, g->origin_y);
    else
        printf("  cell        not said by the file\n");
    if (f->sidecar.has_range) printf("  range       %.10g .. %.10g m\n", f->sidecar.lo, f->sidecar.hi);
    if (f->geo.set) {
        oro_corner corner = oro_georef_corner(&f->geo, g);
        printf("  on earth    %s, first sample at %.10g, %.10g, steps of %.10g and %.10g\n",
               f->geo.crs[0] ? f->geo.crs : "system not said", corner.east, corner.north, corner.step_x, corner.step_y);
    }
    char low[32], high[32], mean[32];
    oro_print_float(f->extremes.min, low, sizeof low);
    oro_print_float(f->extremes.max, high, sizeof high);
    oro_print_float((float)f->mean, mean, sizeof mean);
    printf("  lowest      %s%s\n  highest     %s%s\n  mean        %s%s\n", low, unit, high, unit, mean, unit);
    if (f->extremes.not_finite) printf("  not finite  %lld values\n", (long long)f->extremes.not_finite);
    printf("  hash        %s\n", hash);
}

static oro_status info_raster(cli *c, const char *path, oro_json **json) {
    raster_facts f = {0};
    oro_status status = oro_load_raster(c->ctx, path, &(oro_read_desc){.geo = &f.geo}, &f.grid, &f.known);
    if (status == ORO_OK) status = oro_sidecar_read(c->ctx, path, &f.sidecar);
    if (status == ORO_OK) {
        f.extremes = oro_grid_extremes(&f.grid);
        f.mean = mean_of(&f.grid);
        if (c->json)
            *json = raster_json(path, &f);
        else
            print_raster(path, &f);
    } else {
        cli_take(c, status, NULL);
    }
    if (f.grid.data) oro_grid_free(c->ctx, &f.grid);
    return status;
}

static oro_json *scene_json(const char *path, oro_scene *scene) {
    oro_world world = oro_scene_world(scene);
    oro_json *root = oro_json_new_object(), *nodes = oro_json_new_array(), *outputs = oro_json_new_array();
    if (!root || !nodes || !outputs) return NULL;
    oro_json_set(root, "path", cli_json_text(path));
    oro_json_set(root, "kind", cli_json_text("scene"));
    oro_json_set(root, "extent", cli_json_pair(world.extent_x, world.extent_y));
    oro_json_set(root, "range", cli_json_pair(world.low, world.high));
    oro_json_set(root, "resolution", oro_json_new_number(world.resolution));
    oro_json_set(root, "seed", oro_json_new_number((double)world.seed));
    for (int i = 0; i < oro_scene_node_count(scene); i++) {
        oro_json *node = oro_json_new_object();
        if (!node) break;
        oro_json_set(node, "id", cli_json_text(oro_scene_node_id(scene, i)));
        oro_json_set(node, "op", cli_json_text(oro_scene_node_op(scene, i)->record.name));
        oro_json_append(nodes, node);
    }
    for (int i = 0; i < oro_scene_output_count(scene); i++)
        oro_json_append(outputs, cli_json_text(oro_scene_output_at(scene, i)->file));
    oro_json_set(root, "nodes", nodes);
    oro_json_set(root, "outputs", outputs);
    return root;
}

static oro_status info_scene(cli *c, const char *path, oro_json **json) {
    oro_scene *scene = cli_scene_load(c, path);
    if (!scene) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    oro_status status = ORO_OK;
    oro_world world = oro_scene_world(scene);
    oro_grid g;
    if (c->json) {
        *json = scene_json(path, scene);
    } else {
        status = cli_take(c, oro_scene_geometry(scene, 0, &g), NULL);
        char shown[512];
        printf("%s\n  world       %.10g x %.10g m%s, heights %.10g .. %.10g m, seed %llu\n",
               cli_shown(path, shown, sizeof shown), world.extent_x, world.extent_y, world.wrap ? ", wraps" : "",
               world.low, world.high, (unsigned long long)world.seed);
        if (status == ORO_OK) printf("  size        %d x %d samples, %.7g m apart\n", g.width, g.height, g.cell);
        printf("  nodes       %d\n", oro_scene_node_count(scene));
        for (int i = 0; i < oro_scene_node_count(scene); i++)
            printf("    %-18s %s\n", oro_scene_node_id(scene, i), oro_scene_node_op(scene, i)->record.name);
        printf("  outputs     %d\n", oro_scene_output_count(scene));
        for (int i = 0; i < oro_scene_output_count(scene); i++) {
            const oro_output *out = oro_scene_output_at(scene, i);
            printf("    %-18s %s%s%s\n", out->file, out->from ? out->from : "the last map", out->style ? ", as " : "",
                   out->style ? out->style : "");
        }
    }
    oro_scene_destroy(scene);
    return status;
}

/// Prints it, or with --json gives it as `json`.
static oro_status info(cli *c, const char *path, oro_json **json) {
    struct stat there;
    if (stat(path, &there) != 0) return cli_fail(c, ORO_BAD_INPUT, path, "it cannot be read: %s", strerror(errno));
    if (S_ISDIR(there.st_mode)) return cli_fail(c, ORO_BAD_INPUT, path, "this is a folder; name the files in it");
    if (cli_format_of(path)) return info_raster(c, path, json);
    if (cli_is_scene(path)) return info_scene(c, path, json);
    char list[128];
    return cli_fail(c, ORO_BAD_INPUT, path, "the ending is neither that of a scene (.oro.json) nor that of a map (%s)",
                    cli_format_list(false, list, sizeof list));
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1 << 20, "info FILE…");
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    oro_json *json = NULL, *list = oro_json_new_array();
    for (int i = 0; status == ORO_OK && i < w->plain_count; i++) {
        if (i && !c->json) putchar('\n');
        status = cli_check_interrupt(c);
        if (status == ORO_OK) status = info(c, w->plain[i], &json);
        if (status == ORO_OK && c->json && list && w->plain_count > 1) oro_json_append(list, json), json = NULL;
    }
    // One file is one object, as it always was; several are a list.
    if (status == ORO_OK && c->json && w->plain_count > 1) {
        status = cli_print_json(c, list);
        list = NULL;
    } else if (status == ORO_OK && c->json) {
        status = cli_print_json(c, json);
        json = NULL;
    }
    oro_json_free(json);
    oro_json_free(list);
    return status;
}

const cli_command cli_command_info = {
    .name = "info",
    .summary = "Say what is in maps and scenes",
    .usage = "FILE… [--json]",
    .doc = "Maps: size, metres, heights, values that are no numbers, and the hash of the values, which is the same on "
           "every\n"
           "machine and for every format that holds them exactly. Scenes: world, nodes, outputs. With --json: an "
           "object, or "
           "for\n"
           "several files a list of them.",
    .example = "orogen info height.png\norogen info valley.oro.json --json",
    .reads = 1 << 20, // all
    .run = run,
};
