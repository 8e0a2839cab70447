// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Holding what slow nodes did; see hold.h.

#include "studio/hold.h"
#include "core/hash.h"
#include "scene/document.h"
#include "scene/graph.h"
#include "studio/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOW_NODE  0.015 ///< seconds a node may take while a hand moves
#define SLOW_SCENE 0.030 ///< seconds all slow nodes must take together for holding to be worth its jump at the end

void studio_costs_note(studio_costs *costs, const oro_scene *scene, const double *seconds, int count, double samples) {
    for (int i = 0; i < count && i < scene->node_count; i++) {
        if (seconds[i] <= 0.0) continue; // was in the cache
        int at = 0;
        while (at < costs->count && strcmp(costs->nodes[at].id, scene->nodes[i]->id) != 0) at++;
        if (at == STUDIO_COSTS) at = costs->next++ % STUDIO_COSTS;
        if (at == costs->count) costs->count++;
        snprintf(costs->nodes[at].id, sizeof costs->nodes[at].id, "%s", scene->nodes[i]->id);
        costs->nodes[at].seconds = seconds[i] / samples;
    }
}

/// What a node is likely to take, where its first input can stand for it; else 0.
static double cost_of(const studio_costs *costs, const oro_scene *scene, const oro_node *node, double samples) {
    int32_t input = oro_first_of_type(node->op, ORO_GRID_IN);
    if (!node->enabled || input < 0 || oro_first_of_type(node->op, ORO_GRID_OUT) < 0) return 0.0;
    if (!oro_graph_direct(scene, node, input).node) return 0.0;
    for (int i = 0; i < costs->count; i++)
        if (strcmp(costs->nodes[i].id, node->id) == 0) return costs->nodes[i].seconds * samples;
    return 0.0;
}

bool studio_costs_slow(const studio_costs *costs, const oro_scene *scene, double samples) {
    double sum = 0.0;
    for (int32_t i = 0; i < scene->node_count; i++) {
        double cost = cost_of(costs, scene, scene->nodes[i], samples);
        if (cost > SLOW_NODE) sum += cost;
    }
    return sum > SLOW_SCENE;
}

void studio_hold_reset(studio_hold *hold, uint64_t revision, double seq) {
    for (int i = 0; i < STUDIO_MAPS; i++) free(hold->difference[i].data);
    *hold = (studio_hold){.revision = revision, .seq = seq};
}

static oro_hash args_hash(const oro_node *node) {
    return oro_args_hash(oro_hash_start(0x686f6c64), &node->op->record, node->args);
}

static bool is_plain(const studio_wish *wish) {
    return !*wish->op && !*wish->minus && !wish->minus_input && !*wish->style;
}

/// Computes a map; NULL where it cannot be had.
static const oro_grid *compute(oro_scene *scene, const studio_frame_desc *desc, const char *from) {
    oro_run_desc run = {
        .target = from, .detail = desc->view->levels[desc->level], .progress = desc->progress, .user = desc->user};
    return oro_scene_run(scene, &run) == ORO_OK ? oro_scene_grid(scene, from) : NULL;
}

/// Copies the values of a map, or subtracts them from the copy.
static void copy_or_subtract(const oro_grid *map, oro_grid *to) {
    bool copy = !to->data;
    if (copy) {
        *to = *map;
        to->stride = map->width;
        to->data = malloc((size_t)map->width * (size_t)map->height * sizeof(float));
    }
    if (!to->data || map->width != to->width || map->height != to->height) return;
    for (int32_t y = 0; y < map->height; y++) {
        const float *in = oro_row(map, y);
        float *out = oro_row(to, y);
        for (int32_t x = 0; x < map->width; x++) out[x] = copy ? in[x] : out[x] - in[x];
    }
}

bool studio_hold_take(studio_hold *hold, oro_scene *scene, const studio_costs *costs, const studio_frame_desc *desc) {
    oro_grid shape;
    studio_hold_reset(hold, hold->revision, hold->seq); // an earlier try may have been cancelled half-way
    if (oro_scene_geometry(scene, desc->view->levels[desc->level], &shape) != ORO_OK) return false;
    double samples = (double)shape.width * shape.height;
    for (int32_t i = 0; i < scene->node_count && hold->slow_count < STUDIO_SLOW_NODES; i++) {
        const oro_node *node = scene->nodes[i];
        if (cost_of(costs, scene, node, samples) <= SLOW_NODE) continue;
        snprintf(hold->slow[hold->slow_count].id, sizeof hold->slow[0].id, "%s", node->id);
        hold->slow[hold->slow_count++].args = args_hash(node);
    }
    const studio_view *view = desc->view;
    for (int i = 0; i < view->map_count; i++) {
        const studio_wish *wish = &view->maps[i];
        snprintf(hold->from[i], sizeof hold->from[i], "%s", wish->from);
        if (!is_plain(wish) || (!*wish->from && !studio_last_map(scene, hold->from[i], sizeof hold->from[i]))) continue;
        const oro_grid *map = compute(scene, desc, hold->from[i]);
        if (map) copy_or_subtract(map, &hold->difference[i]);
    }
    if (!hold->slow_count || !studio_hold_begin(hold, scene)) return false;
    for (int i = 0; i < view->map_count; i++) {
        const oro_grid *map = hold->difference[i].data ? compute(scene, desc, hold->from[i]) : NULL;
        if (map) copy_or_subtract(map, &hold->difference[i]);
        if (map) continue;
        free(hold->difference[i].data);
        hold->difference[i] = (oro_grid){0};
    }
    studio_hold_end(hold, scene);
    hold->taken = view->map_count > 0 && hold->difference[0].data;
    return hold->taken;
}

bool studio_hold_begin(const studio_hold *hold, oro_scene *scene) {
    for (int i = 0; i < hold->slow_count; i++) {
        const oro_node *node = oro_scene_find(scene, hold->slow[i].id);
        if (!node || !node->enabled || !oro_hash_equal(args_hash(node), hold->slow[i].args)) return false;
    }
    for (int i = 0; i < hold->slow_count; i++) oro_scene_enable(scene, hold->slow[i].id, false);
    return true;
}

void studio_hold_end(const studio_hold *hold, oro_scene *scene) {
    for (int i = 0; i < hold->slow_count; i++) oro_scene_enable(scene, hold->slow[i].id, true);
}
