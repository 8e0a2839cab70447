// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What looks odd in a scene without being wrong: work nobody sees, files written twice, values that cannot matter.

#include "core/text.h"
#include "scene/graph.h"

#include <stdio.h>
#include <string.h>

typedef void tell_fn(void *user, const char *where, const char *sentence);

typedef struct linter {
    const oro_scene *scene;
    tell_fn *tell;
    void *user;
    int findings;
} linter;

static void found(linter *l, const char *where, const char *sentence) {
    if (l->tell) l->tell(l->user, where, sentence);
    l->findings++;
}

/// Marks everything that reaches `source`, by a wire or by standing before it.
static void mark(const oro_scene *scene, bool *reached, const oro_source *roots, int32_t count) {
    oro_graph graph;
    if (oro_graph_build(scene, roots, count, &graph) == ORO_OK)
        for (int32_t i = 0; i < graph.count; i++) reached[graph.order[i]->index] = true;
    else // something is wrong with the wires; running says what, and calling nodes useless would mislead
        memset(reached, true, (size_t)scene->node_count);
    oro_graph_free(scene, &graph);
}

/// The map that pictures show, where the scene has it; how many that are.
static int32_t lint_shown(linter *l, const char *key, const char *from, oro_source *out) {
    const oro_scene *scene = l->scene;
    char place[256], sentence[320];
    const char *name = scene->name ? scene->name : "";
    if (!from) return 0;
    if (oro_graph_find(scene, from, ORO_MAP_KIND, out, NULL) == ORO_OK) return 1;
    snprintf(place, sizeof place, "%.120s%srender/%s", name, *name ? "/" : "", key);
    snprintf(sentence, sizeof sentence, "no node makes a map called %s", from);
    found(l, place, sentence);
    return 0;
}

static void lint_reach(linter *l) {
    const oro_scene *scene = l->scene;
    bool *reached = oro_alloc_zero(scene->ctx, (size_t)scene->node_count + 1);
    oro_source *roots = oro_alloc(scene->ctx, (2 * (size_t)scene->output_count + 4) * sizeof *roots);
    int32_t count = 0;
    for (int32_t i = 0; reached && roots && i < (scene->output_count ? scene->output_count : 1); i++) {
        static const oro_output last;
        const oro_output *output = scene->output_count ? &scene->outputs[i].output : &last;
        oro_source source;
        if (oro_graph_find(scene, output->from, ORO_FILE_KINDS, &source, NULL) == ORO_OK) roots[count++] = source;
        if (output->texture && oro_graph_find(scene, output->texture, ORO_FILE_KINDS, &source, NULL) == ORO_OK)
            roots[count++] = source;
    }
    if (roots) count += lint_shown(l, "roads", scene->picture.roads, &roots[count]);
    if (roots) count += lint_shown(l, "water_map", scene->picture.water_map, &roots[count]);
    if (roots) count += lint_shown(l, "colours", scene->picture.colours, &roots[count]);
    if (reached && roots && count) {
        mark(scene, reached, roots, count);
        for (int32_t i = 0; i < scene->node_count; i++) {
            const oro_node *node = scene->nodes[i];
            char place[256], sentence[256];
            // What only measures, or judges a terrain, is asked for its numbers by name.
            bool measures = node->op->scores || oro_main_output(node->op, ORO_FILE_KINDS) < 0;
            if (reached[i] || !node->enabled || measures) continue;
            snprintf(sentence, sizeof sentence, "%s has no effect on %s", node->id,
                     scene->output_count ? "any output" : "the result");
            found(l, oro_node_place(scene, node, NULL, place, sizeof place), sentence);
        }
    }
    oro_free(scene->ctx, reached);
    oro_free(scene->ctx, roots);
}

static void lint_outputs(linter *l) {
    const oro_scene *scene = l->scene;
    char place[256], sentence[320];
    const char *name = scene->name ? scene->name : "";
    for (int32_t i = 0; i < scene->output_count; i++)
        for (int32_t k = 0; k < i; k++)
            if (oro_same_path(scene->outputs[i].output.file, scene->outputs[k].output.file)) {
                snprintf(place, sizeof place, "%.120s%soutputs/%d/file", name, *name ? "/" : "", i);
                snprintf(sentence, sizeof sentence, "output %d writes %.160s too", k, scene->outputs[k].output.file);
                found(l, place, sentence);
                break;
            }
}

static void lint_values(linter *l, const oro_node *node) {
    oro_context *ctx = l->scene->ctx;
    const oro_record *record = &node->op->record;
    void *defaults = oro_alloc(ctx, record->size);
    if (defaults && oro_args_init(ctx, record, defaults) == ORO_OK) {
        for (int32_t i = 0; i < record->arg_count; i++) {
            const oro_arg *arg = &record->args[i];
            char place[256], sentence[256];
            bool set = node->wires[i].node || !oro_args_equal(arg, node->args, defaults);
            if (!set || oro_arg_matters(record, arg, node->args)) continue;
            snprintf(sentence, sizeof sentence, "%s is set but matters only while %s", arg->name, arg->when);
            found(l, oro_node_place(l->scene, node, arg, place, sizeof place), sentence);
        }
        oro_args_free(ctx, record, defaults);
    }
    oro_free(ctx, defaults);
}

int oro_scene_lint(const oro_scene *scene, tell_fn *tell, void *user) {
    linter l = {scene, tell, user, 0};
    lint_reach(&l);
    lint_outputs(&l);
    for (int32_t i = 0; i < scene->node_count; i++) lint_values(&l, scene->nodes[i]);
    return l.findings;
}
