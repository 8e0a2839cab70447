// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Settings as the renderer takes them: one line for each row of oro_picture_record.

#include "io/render_json.h"

#include <math.h>
#include <string.h>

/// The word of a choice; NULL for "auto", which the renderer has no name for.
static const char *word_of(const char *name, oro_choice choice) {
    const char *word = oro_arg_find(&oro_picture_record, name)->choices[choice.index];
    return strcmp(word, "auto") != 0 ? word : NULL;
}

void oro_describe_photo(const oro_render_settings *s, oro_photo_desc *p) {
    static const oro_quality qualities[] = {
        [quality_draft] = ORO_DRAFT, [quality_good] = ORO_GOOD, [quality_best] = ORO_BEST};
    const oro_picture *from = &s->picture;
    p->quality = qualities[from->quality.index];
    p->view = oro_builtin_view(from->view);
    p->has_from = s->stand.has_from;
    p->has_look_at = s->stand.has_look_at;
    memcpy(p->from, s->stand.from, sizeof p->from);
    memcpy(p->look_at, s->stand.look_at, sizeof p->look_at);
    p->field_of_view = (double)from->fov;
    p->orthographic = from->orthographic;
    p->has_sun = s->has_sun;
    p->sun_azimuth = (double)s->sun.azimuth;
    p->sun_elevation = (double)s->sun.elevation;
    p->has_water = isfinite(from->water);
    p->water_level = (double)from->water;
    p->surround = word_of("surround", from->surround);
    p->exaggeration = isnan(from->exaggeration) ? 0.0 : (double)from->exaggeration;
    p->exposure = (double)from->exposure;
    p->has_haze = true;
    p->haze = (double)from->haze;
    p->has_snow_line = !isnan(from->snow_line);
    p->snow_line = (double)from->snow_line;
    p->no_snow = !from->snow;
}

void oro_describe_map(const oro_render_settings *s, oro_map_desc *m) {
    const oro_picture *from = &s->picture;
    m->palette = word_of("palette", from->palette);
    m->has_range = !isnan(from->scale.lo);
    m->lo = from->scale.lo;
    m->hi = from->scale.hi;
    m->has_water = isfinite(from->water);
    m->water_level = from->water;
    m->has_exaggeration = !isnan(from->exaggeration);
    m->exaggeration = from->exaggeration;
    m->interval = isnan(from->interval) ? 0.0 : (double)from->interval;
    m->no_legend = !from->legend;
}

void oro_describe_slice(const oro_render_settings *s, oro_slice_desc *slice) {
    const oro_picture *from = &s->picture;
    slice->axis = *word_of("axis", from->axis);
    slice->has_at = !isnan(from->at);
    slice->at = (double)from->at;
    slice->has_range = !isnan(from->scale.lo);
    slice->lo = from->scale.lo;
    slice->hi = from->scale.hi;
    slice->no_legend = !from->legend;
}
