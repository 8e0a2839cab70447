// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen diff A B: how far two maps, or two scene files, are from each other. Exit code 6 when they differ.

#include "cli.h"
#include "io/json.h"

#include <math.h>
#include <string.h>

// --- maps ------------------------------------------------------------------------------------------------------------------

typedef struct map_difference {
    double largest, rms;
    int64_t count; ///< samples further apart than the tolerance
    int32_t first_x, first_y;
    float first_a, first_b;
} map_difference;

/// Distance of two values: equal NaNs are equal, a NaN and a number are infinitely far apart.
static double distance(float a, float b) {
    if (a == b || (isnan(a) && isnan(b))) return 0;
    double d = fabs((double)a - (double)b);
    return isnan(d) ? HUGE_VAL : d;
}

static map_difference compare_maps(const oro_grid *a, const oro_grid *b, double tolerance) {
    map_difference found = {0};
    double sum = 0;
    for (int32_t y = 0; y < a->height; y++) {
        double row = 0;
        for (int32_t x = 0; x < a->width; x++) {
            double d = distance(oro_row(a, y)[x], oro_row(b, y)[x]);
            row += d * d;
            if (d > found.largest) found.largest = d;
            if (!(d > tolerance)) continue;
            if (found.count++ == 0) {
                found.first_x = x, found.first_y = y;
                found.first_a = oro_row(a, y)[x], found.first_b = oro_row(b, y)[x];
            }
        }
        sum += row;
    }
    found.rms = sqrt(sum / ((double)a->width * a->height));
    return found;
}

static oro_status print_map_difference(cli *c, const oro_grid *g, const map_difference *d) {
    if (!c->json) {
        if (d->count == 0 && d->largest == 0) printf("the maps are the same\n");
        if (d->count == 0 && d->largest > 0) printf("the maps are the same within the tolerance\n");
        if (d->count)
            printf("%lld of %lld samples differ\nfirst at column %d, row %d: %.9g and %.9g\n", (long long)d->count,
                   (long long)g->width * g->height, d->first_x, d->first_y, (double)d->first_a, (double)d->first_b);
        printf("largest difference %.9g\nroot mean square %.9g\n", d->largest, d->rms);
        return ORO_OK;
    }
    oro_json *root = oro_json_new_object();
    if (!root) return cli_print_json(c, NULL);
    oro_json_set(root, "different", oro_json_new_bool(d->count > 0));
    oro_json_set(root, "samples", oro_json_new_number((double)d->count));
    oro_json_set(root, "max", cli_json_real(d->largest));
    oro_json_set(root, "rms", cli_json_real(d->rms));
    oro_json_set(root, "first", d->count ? cli_json_pair(d->first_x, d->first_y) : oro_json_new_null());
    return cli_print_json(c, root);
}

static oro_status diff_maps(cli *c, const char *const *paths, double tolerance) {
    oro_grid g[2] = {{0}};
    oro_status status = ORO_OK;
    for (int i = 0; i < 2 && status == ORO_OK; i++)
        status = cli_take(c, oro_load_raster(c->ctx, paths[i], NULL, &g[i], NULL), NULL);
    if (status == ORO_OK && (g[0].width != g[1].width || g[0].height != g[1].height)) {
        c->findings = true;
        if (c->json) {
            oro_json *root = oro_json_new_object();
            if (root) oro_json_set(root, "different", oro_json_new_bool(true));
            oro_json *sizes = oro_json_new_array();
            for (int i = 0; sizes && i < 2; i++) oro_json_append(sizes, cli_json_pair(g[i].width, g[i].height));
            if (root) oro_json_set(root, "sizes", sizes);
            status = cli_print_json(c, root);
        } else {
            printf("the sizes differ: %d x %d and %d x %d\n", g[0].width, g[0].height, g[1].width, g[1].height);
        }
    } else if (status == ORO_OK) {
        map_difference d = compare_maps(&g[0], &g[1], tolerance);
        c->findings = d.count > 0;
        status = print_map_difference(c, &g[0], &d);
    }
    for (int i = 0; i < 2; i++)
        if (g[i].data) oro_grid_free(c->ctx, &g[i]);
    return status;
}

// --- scenes ----------------------------------------------------------------------------------------------------------------

typedef struct scene_difference {
    cli *c;
    double tolerance;
    oro_json *list; ///< NULL: print
    int count;
} scene_difference;

static void tell(scene_difference *d, const char *path, const char *sentence) {
    d->count++;
    if (!d->list) {
        printf("%s: %s\n", *path ? path + 1 : "document", sentence);
        return;
    }
    oro_json *item = oro_json_new_object();
    if (!item) return;
    oro_json_set(item, "where", cli_json_text(*path ? path + 1 : ""));
    oro_json_set(item, "sentence", cli_json_text(sentence));
    oro_json_append(d->list, item);
}

static void print_value(const oro_json *value, char *buffer, size_t size) {
    if (value->type == ORO_JSON_STRING || value->type == ORO_JSON_NUMBER)
        snprintf(buffer, size, value->type == ORO_JSON_STRING ? "\"%.60s\"" : "%.60s", value->text);
    else if (value->type == ORO_JSON_BOOL)
        snprintf(buffer, size, "%s", value->truth ? "true" : "false");
    else
        snprintf(buffer, size, "%s", oro_json_type_name(value->type));
}

static void compare_values(scene_difference *d, const oro_json *a, const oro_json *b, const char *path);

static void compare_objects(scene_difference *d, const oro_json *a, const oro_json *b, const char *path) {
    char place[512];
    for (size_t i = 0; i < a->count; i++) {
        const oro_json *other = oro_json_get(b, a->items[i]->key);
        snprintf(place, sizeof place, "%.400s/%.100s", path, a->items[i]->key);
        if (other)
            compare_values(d, a->items[i], other, place);
        else
            tell(d, place, "only in the first");
    }
    for (size_t i = 0; i < b->count; i++) {
        snprintf(place, sizeof place, "%.400s/%.100s", path, b->items[i]->key);
        if (!oro_json_get(a, b->items[i]->key)) tell(d, place, "only in the second");
    }
}

static void compare_arrays(scene_difference *d, const oro_json *a, const oro_json *b, const char *path) {
    char place[512];
    for (size_t i = 0; i < a->count || i < b->count; i++) {
        snprintf(place, sizeof place, "%.480s/%zu", path, i);
        if (i >= a->count || i >= b->count)
            tell(d, place, i < a->count ? "only in the first" : "only in the second");
        else
            compare_values(d, a->items[i], b->items[i], place);
    }
}

static void compare_values(scene_difference *d, const oro_json *a, const oro_json *b, const char *path) {
    if (a->type == b->type && a->type == ORO_JSON_OBJECT) {
        compare_objects(d, a, b, path);
    } else if (a->type == b->type && a->type == ORO_JSON_ARRAY) {
        compare_arrays(d, a, b, path);
    } else {
        bool same = a->type == ORO_JSON_NUMBER && b->type == ORO_JSON_NUMBER
                        ? fabs(a->number - b->number) <= d->tolerance
                        : oro_json_equal(a, b);
        if (same) return;
        char first[80], second[80], sentence[200];
        print_value(a, first, sizeof first);
        print_value(b, second, sizeof second);
        snprintf(sentence, sizeof sentence, "%s and %s", first, second);
        tell(d, path, sentence);
    }
}

static oro_status diff_scenes(cli *c, const char *const *paths, double tolerance) {
    oro_json *doc[2] = {NULL, NULL};
    oro_status status = ORO_OK;
    for (int i = 0; i < 2 && status == ORO_OK; i++)
        status = cli_take(c, oro_json_load(c->ctx, paths[i], &doc[i]), NULL);
    scene_difference d = {.c = c, .tolerance = tolerance, .list = c->json ? oro_json_new_array() : NULL};
    if (status == ORO_OK) {
        compare_values(&d, doc[0], doc[1], "");
        c->findings = d.count > 0;
        if (!c->json && d.count == 0) printf("the scenes are the same\n");
    }
    if (status == ORO_OK && c->json) {
        oro_json *root = oro_json_new_object();
        if (root) oro_json_set(root, "different", oro_json_new_bool(d.count > 0));
        if (root) oro_json_set(root, "differences", d.list);
        status = cli_print_json(c, root);
    } else {
        oro_json_free(d.list);
    }
    oro_json_free(doc[0]);
    oro_json_free(doc[1]);
    return status;
}

static oro_status run(cli *c, const cli_words *w) {
    double tolerance = 0;
    const char *text = cli_text(w, "tolerance");
    oro_status status = cli_expect_words(c, w, 2, 2, "diff A B");
    if (status == ORO_OK && text) status = cli_read_number(c, text, "--tolerance", 0, 1e30, &tolerance);
    if (status == ORO_OK && cli_is_scene(w->plain[0]) != cli_is_scene(w->plain[1]))
        status = cli_misuse(c, NULL, "a scene and a map cannot be compared");
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    return cli_is_scene(w->plain[0]) ? diff_scenes(c, w->plain, tolerance) : diff_maps(c, w->plain, tolerance);
}

static const cli_flag flags[] = {
    {"tolerance", "D", "Differences up to this much do not count (default 0)."},
    {0},
};

const cli_command cli_command_diff = {
    .name = "diff",
    .summary = "Compare two maps or two scenes",
    .usage = "A B [--tolerance D]",
    .doc = "Maps: the largest and the root mean square difference of their values, and the first place that differs. "
           "Scenes:\n"
           "every value that differs, by its place; the order of keys does not count. Exit code 0 when the two are the "
           "same,\n"
           "6 when they differ.",
    .example = "orogen diff before.npy after.npy --tolerance 0.01\norogen diff a.oro.json b.oro.json",
    .flags = flags,
    .reads = 2,
    .run = run,
};
