// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document as the page sees it: every argument of every node as JSON, and what each takes.

#include "io/args_json.h"
#include "io/render_json.h"
#include "io/scene_json.h"
#include "io/scene_value.h"
#include "scene/document.h"
#include "scene/graph.h"
#include "studio/json.h"
#include "studio/session.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

const char *studio_unit_of(const oro_scene *scene, const char *from) {
    oro_source source;
    if (oro_graph_find(scene, from, ORO_MAP_KIND, &source, NULL) != ORO_OK) return "any";
    for (int32_t steps = 0; source.node && steps <= scene->node_count; steps++) {
        const char *unit = source.node->op->record.args[source.output].unit;
        int32_t input = oro_first_of_type(source.node->op, ORO_GRID_IN);
        const char *taken = input >= 0 ? source.node->op->record.args[input].unit : NULL;
        if (unit && strcmp(unit, "any") != 0) return unit;
        if (!taken || strcmp(taken, "any") != 0) return "any"; // what it makes is another thing than what it takes
        source = oro_graph_direct(scene, source.node, input);
        if (source.node && oro_graph_through(scene, &source, NULL) != ORO_OK) return "any";
    }
    return "any";
}

bool studio_last_map(const oro_scene *scene, char *buffer, size_t size) {
    for (int32_t i = scene->node_count; i-- > 0;) {
        oro_node *node = scene->nodes[i];
        if (!node->enabled || oro_first_of_type(node->op, ORO_GRID_OUT) < 0) continue;
        if (strcmp(studio_unit_of(scene, node->id), "m") != 0) continue;
        snprintf(buffer, size, "%s", node->id);
        return true;
    }
    oro_source source = oro_graph_map_before(scene, scene->node_count);
    if (source.node) oro_source_print(source, buffer, size);
    return source.node != NULL;
}

oro_json *studio_session_steps(const studio_session *s, bool back) {
    const studio_history *h = &s->history;
    int count = back ? h->done : h->count - h->done;
    oro_json *steps = oro_json_new_object();
    if (!steps) return NULL;
    oro_json_set(steps, "count", oro_json_new_number(count));
    oro_json_set(steps, "label", studio_json_text(count ? h->steps[back ? h->done - 1 : h->done].label : NULL));
    return steps;
}

static bool differs(const oro_node *node, const oro_arg *arg, const void *defaults) {
    if (node->wires[arg - node->op->record.args].node) return true;
    return !oro_arg_is_input(arg) && !oro_args_equal(arg, node->args, defaults);
}

/// args, set and takes of one node.
static void add_arguments(const oro_scene *scene, const oro_node *node, oro_json *item) {
    const oro_record *record = &node->op->record;
    oro_json *args = oro_json_new_object(), *set = oro_json_new_array(), *takes = oro_json_new_object();
    oro_json *outputs = oro_json_new_array();
    void *defaults = oro_node_base((oro_scene *)scene, node, node->preset);
    for (int32_t i = 0; args && set && takes && outputs && i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        char path[160], from[160];
        snprintf(path, sizeof path, "%s.%s", node->id, arg->name);
        if (arg->type == ORO_GRID_OUT) oro_json_append(outputs, oro_json_new_string(arg->name));
        if (oro_arg_is_output(arg)) continue;
        const char *word = node->wires[i].node ? NULL : oro_arg_word(arg, node->args); // null would not tell which
        oro_json_set(args, arg->name, word ? oro_json_new_string(word) : oro_scene_get_json(scene, path));
        if (defaults && differs(node, arg, defaults)) oro_json_append(set, oro_json_new_string(arg->name));
        if (!oro_arg_is_input(arg) || node->wires[i].node) continue;
        bool taken = oro_scene_source(scene, path, from, sizeof from);
        oro_json_set(takes, arg->name, taken ? oro_json_new_string(from) : oro_json_new_null());
    }
    if (defaults) oro_node_free_base((oro_scene *)scene, node, defaults);
    oro_json_set(item, "args", args);
    oro_json_set(item, "set", set);
    oro_json_set(item, "takes", takes);
    oro_json_set(item, "outputs", outputs);
}

static oro_json *nodes_json(const oro_scene *scene) {
    oro_json *list = oro_json_new_array();
    for (int32_t i = 0; list && i < scene->node_count; i++) {
        const oro_node *node = scene->nodes[i];
        oro_json *item = oro_json_new_object();
        if (!item) continue;
        oro_json_set(item, "id", oro_json_new_string(node->id));
        oro_json_set(item, "op", oro_json_new_string(node->op->record.name));
        oro_json_set(item, "family", oro_json_new_string(node->op->family));
        oro_json_set(item, "enabled", oro_json_new_bool(node->enabled));
        oro_json_set(item, "preset", studio_json_text(node->preset ? node->preset->name : NULL));
        oro_json_set(item, "note", studio_json_text(node->note ? node->note : ""));
        add_arguments(scene, node, item);
        oro_json_append(list, item);
    }
    return list;
}

static oro_json *outputs_json(const oro_scene *scene) {
    oro_json *list = oro_json_new_array();
    for (int i = 0; list && i < oro_scene_output_count(scene); i++) {
        const oro_output *output = oro_scene_output_at(scene, i);
        oro_json *item = oro_json_new_object(), *range = NULL;
        if (!item) continue;
        oro_json_set(item, "from", studio_json_text(output->from));
        oro_json_set(item, "file", studio_json_text(output->file));
        oro_json_set(item, "style", studio_json_text(output->style));
        oro_json_set(item, "texture", studio_json_text(output->texture));
        oro_json_set(item, "mesh", studio_json_text(output->mesh));
        if (output->has_range && (range = oro_json_new_array())) {
            oro_json_append(range, oro_json_new_number(output->low));
            oro_json_append(range, oro_json_new_number(output->high));
        }
        if (output->auto_range) range = oro_json_new_string("auto");
        oro_json_set(item, "range", range ? range : oro_json_new_null());
        oro_json_set(item, "clip", oro_json_new_bool(output->clip));
        oro_json_append(list, item);
    }
    return list;
}

static void add_finding(void *user, const char *where, const char *sentence) {
    oro_json *item = oro_json_new_object();
    if (!item) return;
    oro_json_set(item, "where", studio_json_text(where));
    oro_json_set(item, "sentence", studio_json_text(sentence));
    oro_json_append(user, item);
}

oro_json *studio_session_recovery(const studio_session *s) {
    if (!s->recovered || !studio_session_dirty(s)) return oro_json_new_null();
    oro_json *item = oro_json_new_object();
    char text[40] = "";
    time_t when = (time_t)s->recovered_time;
    struct tm utc;
    if (gmtime_r(&when, &utc)) strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    if (item) oro_json_set(item, "path", studio_json_text(s->place->path));
    if (item) oro_json_set(item, "time", oro_json_new_string(text));
    if (item) oro_json_set(item, "newer", oro_json_new_bool(s->recovered_newer));
    return item;
}

/// What pictures are drawn with where the view that is chosen says another thing than the setting.
static oro_json *used_json(const oro_scene *scene) {
    oro_render_settings settings;
    oro_json *used = oro_json_new_object();
    if (!used || oro_scene_render_settings(scene, &settings) != ORO_OK) return used;
    oro_picture before = settings.picture;
    oro_render_settings_look(&settings);
    for (int32_t i = 0; i < oro_picture_record.arg_count; i++) {
        const oro_arg *arg = &oro_picture_record.args[i];
        if (!oro_args_equal(arg, &before, &settings.picture))
            oro_json_set(used, arg->name, oro_arg_to_json(scene->ctx, arg, &settings.picture));
    }
    oro_render_settings_free(scene->ctx, &settings);
    return used;
}

/// The settings of pictures, every row of their table, and those that are not as the table has them.
static oro_json *render_json(const oro_scene *scene) {
    oro_json *root = oro_json_new_object(), *args = oro_json_new_object(), *set = oro_json_new_array();
    oro_picture usual;
    bool good = root && args && set && oro_args_init(scene->ctx, &oro_picture_record, &usual) == ORO_OK;
    for (int32_t i = 0; good && i < oro_picture_record.arg_count; i++) {
        const oro_arg *arg = &oro_picture_record.args[i];
        const char *word = oro_arg_word(arg, &scene->picture); // null would not tell which
        oro_json_set(args, arg->name,
                     word ? oro_json_new_string(word) : oro_arg_to_json(scene->ctx, arg, &scene->picture));
        if (!oro_args_equal(arg, &scene->picture, &usual)) oro_json_append(set, oro_json_new_string(arg->name));
    }
    if (good) oro_args_free(scene->ctx, &oro_picture_record, &usual);
    oro_json_set(root, "args", args);
    oro_json_set(root, "set", set);
    oro_json_set(root, "used", used_json(scene));
    return root;
}

/// Where the sun stands, or null where each style has its own.
static oro_json *sun_json(const oro_scene *scene) {
    double azimuth, elevation;
    return oro_scene_sun(scene, &azimuth, &elevation) ? oro_json_pair(azimuth, elevation) : oro_json_new_null();
}

oro_json *studio_session_document(studio_session *s) {
    oro_json *root = oro_json_new_object(), *findings = oro_json_new_array();
    char last[160];
    if (!root || !findings) {
        oro_json_free(root);
        oro_json_free(findings);
        return NULL;
    }
    oro_json_set(root, "revision", oro_json_new_number((double)s->revision));
    oro_json_set(root, "scene", oro_json_new_number(s->place->number));
    oro_json_set(root, "path", studio_json_text(s->place->path));
    oro_json_set(root, "title", studio_json_text(oro_scene_title(s->scene)));
    oro_json_set(root, "about", studio_json_text(oro_scene_about(s->scene)));
    oro_json_set(root, "dirty", oro_json_new_bool(studio_session_dirty(s)));
    oro_json_set(root, "undo", studio_session_steps(s, true));
    oro_json_set(root, "redo", studio_session_steps(s, false));
    oro_json_set(root, "recovery", studio_session_recovery(s));
    oro_json_set(root, "world", oro_scene_world_json(s->scene));
    oro_json_set(root, "render", render_json(s->scene));
    oro_json_set(root, "sun", sun_json(s->scene));
    oro_json_set(root, "nodes", nodes_json(s->scene));
    oro_json_set(root, "outputs", outputs_json(s->scene));
    oro_json_set(root, "last", studio_json_text(studio_last_map(s->scene, last, sizeof last) ? last : NULL));
    oro_scene_lint(s->scene, add_finding, findings);
    oro_json_set(root, "findings", findings);
    return root;
}
