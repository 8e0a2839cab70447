// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Setting values by type. Each goes through the text form, which reads back as the same value, so that checks and sentences
// exist once. Only the kind of the argument is looked at besides: the text "1" turns a toggle on, the number 1 must not.

#include "core/text.h"
#include "scene/document.h"

#include <inttypes.h>
#include <stdio.h>

enum { NUMBERS = 1 << ORO_NUMBER | 1 << ORO_INTEGER | 1 << ORO_SEED | 1 << ORO_FIELD };

oro_status oro_scene_set_number(oro_scene *scene, const char *path, double value) {
    char text[40];
    oro_print_double(value, text, sizeof text);
    return oro_scene_set_as(scene, path, text, NUMBERS);
}

oro_status oro_scene_set_integer(oro_scene *scene, const char *path, int64_t value) {
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, value);
    return oro_scene_set_as(scene, path, text, NUMBERS);
}

oro_status oro_scene_set_range(oro_scene *scene, const char *path, double low, double high) {
    char from[40], to[40], text[84];
    oro_print_double(low, from, sizeof from);
    oro_print_double(high, to, sizeof to);
    snprintf(text, sizeof text, "%s..%s", from, to);
    return oro_scene_set_as(scene, path, text, 1u << ORO_RANGE);
}

oro_status oro_scene_set_toggle(oro_scene *scene, const char *path, bool on) {
    return oro_scene_set_as(scene, path, on ? "on" : "off", 1u << ORO_TOGGLE);
}

oro_status oro_scene_set_choice(oro_scene *scene, const char *path, const char *word) {
    return oro_scene_set_as(scene, path, word, 1u << ORO_CHOICE);
}

oro_status oro_scene_set_text(oro_scene *scene, const char *path, const char *text) {
    return oro_scene_set_as(scene, path, text, 1u << ORO_TEXT | 1u << ORO_FILE);
}
