// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a build writes: the list of outputs, checked when they are said.

#include "op/mesh_settings.h"
#include "scene/document.h"
#include "core/text.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MAX_OUTPUTS = 1024 };

void oro_output_free(oro_context *ctx, oro_output_entry *entry) {
    oro_free(ctx, (void *)entry->output.from);
    oro_free(ctx, (void *)entry->output.texture);
    oro_free(ctx, (void *)entry->output.mesh);
    oro_free(ctx, (void *)entry->output.file);
    oro_free(ctx, (void *)entry->output.style);
    oro_free(ctx, (void *)entry->output.channel);
    oro_free(ctx, (void *)entry->output.layout);
}

/// Checks an output and makes an entry of it that owns its texts.
static oro_status make_output(const oro_scene *scene, const oro_output *output, oro_output_entry *entry) {
    oro_context *ctx = scene->ctx;
    oro_source source;
    if (!output->file || !*output->file)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "file", "an output needs the name of a file");
    if (output->has_range && !(output->low < output->high && fabs(output->low) <= 1e30 && fabs(output->high) <= 1e30))
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "range", "the range must run from a lower to a higher number");
    if (output->has_range && output->auto_range)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "range", "the range must be given or automatic, not both");
    if (output->bits != 0 && output->bits != 8 && output->bits != 16 && output->bits != 32)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "bits", "bits must be 8, 16 or 32, not %d", output->bits);
    if (output->channel && strcmp(output->channel, "R") != 0 && strcmp(output->channel, "Y") != 0)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "channel", "the channel must be R or Y, not \"%.20s\"", output->channel);
    if (output->from && oro_scene_resolve(scene, output->from, ORO_FILE_KINDS, &source, "from") != ORO_OK)
        return ORO_BAD_ARGUMENT;
    if (output->texture && oro_scene_texture(scene, output->texture, &source, "texture") != ORO_OK)
        return ORO_BAD_ARGUMENT;
    if (oro_mesh_settings_parse(ctx, output->mesh, "mesh", &(oro_mesh_settings){0}) != ORO_OK) return ORO_BAD_ARGUMENT;
    *entry = (oro_output_entry){.output = *output, .origin = -1};
    entry->output.from = output->from ? oro_copy_text(ctx, output->from) : NULL;
    entry->output.file = oro_copy_text(ctx, output->file);
    entry->output.style = output->style ? oro_copy_text(ctx, output->style) : NULL;
    entry->output.channel = output->channel ? oro_copy_text(ctx, output->channel) : NULL;
    entry->output.layout = output->layout ? oro_copy_text(ctx, output->layout) : NULL;
    entry->output.texture = output->texture ? oro_copy_text(ctx, output->texture) : NULL;
    entry->output.mesh = output->mesh && *output->mesh ? oro_copy_text(ctx, output->mesh) : NULL;
    if (entry->output.file && (!output->from || entry->output.from) && (!output->style || entry->output.style) &&
        (!output->channel || entry->output.channel) && (!output->layout || entry->output.layout) &&
        (!output->texture || entry->output.texture) && (!output->mesh || !*output->mesh || entry->output.mesh))
        return ORO_OK;
    oro_output_free(ctx, entry);
    return ORO_NO_MEMORY;
}

oro_status oro_scene_add_output(oro_scene *scene, const oro_output *output) {
    oro_context *ctx = scene->ctx;
    oro_output_entry entry;
    oro_status status = make_output(scene, output, &entry);
    if (status != ORO_OK) return status;
    if (scene->output_count >= MAX_OUTPUTS)
        status = oro_fail(ctx, ORO_BAD_ARGUMENT, "outputs", "a scene has at most %d outputs", MAX_OUTPUTS);
    else
        status = oro_scene_grow(ctx, (void **)&scene->outputs, scene->output_count, &scene->output_capacity,
                                sizeof *scene->outputs);
    if (status == ORO_OK)
        scene->outputs[scene->output_count++] = entry;
    else
        oro_output_free(ctx, &entry);
    return status;
}

static oro_status check_output_index(const oro_scene *scene, int index) {
    if (index >= 0 && index < scene->output_count) return ORO_OK;
    return oro_fail(scene->ctx, ORO_BAD_ARGUMENT, "outputs", "there is no output %d; the scene has %d, counted from 0",
                    index, scene->output_count);
}

oro_status oro_scene_set_output(oro_scene *scene, int index, const oro_output *output) {
    oro_output_entry entry;
    oro_status status = check_output_index(scene, index);
    if (status == ORO_OK) status = make_output(scene, output, &entry);
    if (status != ORO_OK) return status;
    entry.origin = scene->outputs[index].origin;
    oro_output_free(scene->ctx, &scene->outputs[index]);
    scene->outputs[index] = entry;
    return ORO_OK;
}

oro_status oro_scene_remove_output(oro_scene *scene, int index) {
    oro_status status = check_output_index(scene, index);
    if (status != ORO_OK) return status;
    oro_output_free(scene->ctx, &scene->outputs[index]);
    scene->output_count--;
    memmove(scene->outputs + index, scene->outputs + index + 1,
            (size_t)(scene->output_count - index) * sizeof *scene->outputs);
    return ORO_OK;
}

oro_status oro_scene_move_output(oro_scene *scene, int index, int to) {
    oro_status status = check_output_index(scene, index);
    if (status == ORO_OK) status = check_output_index(scene, to);
    if (status != ORO_OK) return status;
    oro_output_entry moved = scene->outputs[index];
    int step = to > index ? 1 : -1;
    for (int i = index; i != to; i += step) scene->outputs[i] = scene->outputs[i + step];
    scene->outputs[to] = moved;
    return ORO_OK;
}

void oro_scene_clear_outputs(oro_scene *scene) {
    for (int32_t i = 0; i < scene->output_count; i++) oro_output_free(scene->ctx, &scene->outputs[i]);
    scene->output_count = 0;
}

int oro_scene_output_count(const oro_scene *scene) { return scene->output_count; }

const oro_output *oro_scene_output_at(const oro_scene *scene, int index) {
    assert(index >= 0 && index < scene->output_count);
    return &scene->outputs[index].output;
}
