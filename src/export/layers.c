// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a scene has to export: its land, the layers of its ground and their colours. Operators are known by what they make: one
// with an output weight_1 has shares of layers, which its list "layers" names; one with an output in "rgb" has colours.

#include "build/job.h"
#include "core/context.h"
#include "export/export.h"
#include "op/args.h"

#include <ctype.h>
#include <string.h>

/// Letters and digits stay, others of ASCII become dashes; the name of another layer gets a number behind it.
static void name_file(oro_export_job *e, oro_layer *layer, int number) {
    size_t length = 0;
    for (const char *at = layer->name; *at && length + 8 < sizeof layer->file; at++)
        layer->file[length++] = (unsigned char)*at >= 0x80 || isalnum((unsigned char)*at) || *at == '_' ? *at : '-';
    // A letter of several bytes is not cut in two.
    while (length && ((unsigned char)layer->file[length - 1] & 0xC0) == 0x80 && length + 8 >= sizeof layer->file)
        length--;
    layer->file[length] = 0;
    if (!length) length = (size_t)snprintf(layer->file, sizeof layer->file, "layer-%d", number);
    bool taken = strcmp(layer->file, "colour") == 0 || strcmp(layer->file, "normals") == 0 ||
                 strcmp(layer->file, "heights") == 0 || strcmp(layer->file, "control") == 0;
    for (int i = 0; i < e->layer_count; i++) taken |= strcmp(e->layers[i].file, layer->file) == 0;
    if (taken) snprintf(layer->file + length, sizeof layer->file - length, "-%d", number);
}

static oro_status add_layer(oro_export_job *e, const char *name, const char *from, oro_colour colour) {
    if (e->layer_count == ORO_EXPORT_LAYERS)
        return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "layers", "at most %d layers are exported; leave some out",
                        ORO_EXPORT_LAYERS);
    oro_layer *layer = &e->layers[e->layer_count];
    *layer = (oro_layer){.colour = colour};
    snprintf(layer->name, sizeof layer->name, "%s", name);
    snprintf(layer->from, sizeof layer->from, "%s", from);
    if (!*layer->name) snprintf(layer->name, sizeof layer->name, "layer %d", e->layer_count + 1);
    name_file(e, layer, e->layer_count + 1);
    e->layer_count++;
    return ORO_OK;
}

/// The layers of a node with shares; its list of layers says what they are called.
static oro_status add_node(oro_export_job *e, int index) {
    const oro_operator *op = oro_scene_node_op(e->desc.scene, index);
    const char *id = oro_scene_node_id(e->desc.scene, index);
    const oro_arg *list = oro_arg_find(&op->record, "layers");
    if (!list || list->type != ORO_RECORDS) return ORO_OK;
    const oro_records *items = oro_arg_at(list, oro_scene_args(e->desc.scene, id));
    const oro_arg *name = oro_arg_find(list->record, "name"), *colour = oro_arg_find(list->record, "colour");
    oro_status status = ORO_OK;
    for (int32_t i = 0; status == ORO_OK && i < items->count; i++) {
        const char *item = (const char *)items->items + (size_t)i * list->record->size;
        char output[24], from[130];
        snprintf(output, sizeof output, "weight_%d", i + 1);
        if (!oro_arg_find(&op->record, output)) break;
        snprintf(from, sizeof from, "%s.%s", id, output);
        const char *const *text = name ? oro_arg_at(name, item) : NULL;
        const oro_colour *tint = colour ? oro_arg_at(colour, item) : NULL;
        status = add_layer(e, text && *text ? *text : "", from, tint ? *tint : (oro_colour){0});
    }
    return status;
}

/// Outputs called weight-NAME are layers too.
static oro_status add_outputs(oro_export_job *e) {
    static const char begin[] = "weight-";
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < oro_scene_output_count(e->desc.scene); i++) {
        const oro_output *out = oro_scene_output_at(e->desc.scene, i);
        const char *slash = strrchr(out->file, '/'), *file = slash ? slash + 1 : out->file;
        if (!out->from || out->style || strncmp(file, begin, sizeof begin - 1) != 0) continue;
        char name[64];
        const char *rest = file + sizeof begin - 1;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(rest, "."), rest);
        status = add_layer(e, name, out->from, (oro_colour){0});
    }
    return status;
}

/// Finds a map by its name; a name that is none is the fault of an option.
static oro_status look_up(const oro_export_job *e, const char *from, const char *option, oro_made *made) {
    oro_status status = oro_scene_lookup(e->desc.scene, from, made);
    if (status != ORO_OK) snprintf(e->ctx->error.where, sizeof e->ctx->error.where, "%s", option);
    return status;
}

/// "grass=surface.weight_1,snow=cover"
static oro_status add_listed(oro_export_job *e) {
    oro_status status = ORO_OK;
    for (const char *at = e->o->layers; status == ORO_OK && *at; at += strcspn(at, ","), at += *at == ',') {
        char name[64], from[130];
        oro_made made;
        size_t length = strcspn(at, ","), split = strcspn(at, "=,");
        if (split >= length || !split || split >= sizeof name || length - split - 1 >= sizeof from ||
            length == split + 1)
            return oro_fail(e->ctx, ORO_BAD_ARGUMENT, "layers",
                            "the layers must be auto, none, or names with maps, as grass=surface.weight_1,snow=cover, "
                            "not \"%.80s\"",
                            e->o->layers);
        snprintf(name, sizeof name, "%.*s", (int)split, at);
        snprintf(from, sizeof from, "%.*s", (int)(length - split - 1), at + split + 1);
        status = look_up(e, from, "layers", &made);
        if (status == ORO_OK && oro_arg_kind(made.arg) != ORO_KIND_GRID)
            status = oro_fail(e->ctx, ORO_BAD_ARGUMENT, "layers", "%.80s is no map", from);
        if (status == ORO_OK) status = add_layer(e, name, from, (oro_colour){0});
    }
    return status;
}

/// The last node that is on and has an output of this name, or in this unit; -1: none.
static int last_node(const oro_scene *scene, const char *output, const char *unit, const oro_arg **found) {
    for (int i = oro_scene_node_count(scene) - 1; i >= 0; i--) {
        const oro_record *record = &oro_scene_node_op(scene, i)->record;
        if (!oro_scene_node_enabled(scene, i)) continue;
        for (int32_t k = 0; k < record->arg_count; k++) {
            const oro_arg *arg = &record->args[k];
            if (!oro_arg_is_output(arg) || oro_arg_kind(arg) != ORO_KIND_GRID) continue;
            if (output ? strcmp(arg->name, output) != 0 : !arg->unit || strcmp(arg->unit, unit) != 0) continue;
            *found = arg;
            return i;
        }
    }
    return -1;
}

static oro_status find_layers(oro_export_job *e) {
    const char *text = e->o->layers ? e->o->layers : "auto";
    const oro_arg *arg;
    if (!(e->target->gives & ORO_GIVES_WEIGHTS) || strcmp(text, "none") == 0) return ORO_OK;
    oro_status status = ORO_OK;
    for (int32_t i = 0; !e->desc.scene && status == ORO_OK && i < e->desc.layer_count; i++)
        status = add_layer(e, e->desc.layers[i].name, "", e->desc.layers[i].colour);
    if (!e->desc.scene) return status;
    if (strcmp(text, "auto") != 0) return add_listed(e);
    int node = last_node(e->desc.scene, "weight_1", NULL, &arg);
    return node >= 0 ? add_node(e, node) : add_outputs(e);
}

oro_status oro_export_find(oro_export_job *e) {
    oro_scene *scene = e->desc.scene;
    const oro_arg *arg;
    oro_made made;
    if (scene) {
        const char *land = e->o->land && *e->o->land ? e->o->land : oro_scene_land(scene);
        oro_status status = look_up(e, land, "land", &made);
        if (status == ORO_OK && oro_arg_kind(made.arg) != ORO_KIND_GRID)
            status = oro_fail(e->ctx, ORO_BAD_ARGUMENT, "land", "%.80s is no map of heights; name one that is",
                              land ? land : "what the scene makes");
        if (status != ORO_OK) return status;
        snprintf(e->land, sizeof e->land, "%s", land ? land : oro_scene_node_id(scene, made.node));
        int node = last_node(scene, NULL, "rgb", &arg);
        if (node >= 0) snprintf(e->colours, sizeof e->colours, "%s.%s", oro_scene_node_id(scene, node), arg->name);
        e->geo.set = false;
    } else if (e->desc.geo) {
        e->geo = *e->desc.geo;
    }
    return find_layers(e);
}

void oro_share_bytes(const float *shares, int count, uint8_t *bytes) {
    double sum = 0, rest[ORO_EXPORT_LAYERS];
    int left = 255;
    for (int i = 0; i < count; i++) sum += shares[i] > 0 ? (double)shares[i] : 0;
    for (int i = 0; i < count; i++) {
        double part = !(sum > 0) ? (i == 0 ? 255.0 : 0.0) : shares[i] > 0 ? 255.0 * (double)shares[i] / sum : 0.0;
        bytes[i] = (uint8_t)part;
        rest[i] = part - bytes[i];
        left -= bytes[i];
    }
    for (; left > 0; left--) { // at most count - 1 times
        int most = 0;
        for (int i = 1; i < count; i++)
            if (rest[i] > rest[most]) most = i;
        bytes[most]++;
        rest[most] -= 1.0;
    }
}
