// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Softens a map. The work is done in solve/gaussian.h and solve/box.h, where the bytes moved are told; an amount below 1
// reads the map once more.

#include "op/op.h"
#include "solve/box.h"
#include "solve/gaussian.h"

typedef struct blur {
    const oro_grid *height;
    oro_grid *result;
    oro_choice kind;
    float radius;
    oro_field amount;
} blur;

ORO_WORDS(kind, gaussian, box);

static const oro_arg args[] = {
    ORO_ARG(blur, height, .unit = "any", .doc = "Map to soften."),
    ORO_ARG(blur, result, .unit = "any", .doc = "The softened map."),
    ORO_ARG(blur, kind, .choices = kind_words, .doc = "Weigh neighbours by a bell curve, or all in a square alike."),
    ORO_ARG(blur, radius, .def = 20, .min = 0, .max = 1e5, .ui_max = 500, .unit = "m",
            .doc = "Standard deviation of the bell, or half the width of the square. A bell is held at four times the "
                   "map's longer side (half the shorter side where it wraps), a square at twice the map."),
    ORO_ARG(blur, amount, .def = 1, .min = 0, .max = 1, .unit = "1",
            .doc = "How much of the softened map replaces the map; a map makes it a mask."),
};

static oro_status run(oro_run *r, const void *p) {
    const blur *a = p;
    const oro_field *amount = a->amount.map || a->amount.value < 1.0f ? &a->amount : NULL;
    return a->kind.index == kind_box ? oro_box_blur(r, a->height, a->result, (double)a->radius, amount)
                                     : oro_gaussian_blur(r, a->height, a->result, (double)a->radius, amount);
}

ORO_OPERATOR(
    blur, "Soften a map", .family = "filter", .version = 3, .run = run,
    .source = "Burt and Adelson 1983 (the pyramid under wide bells)", .words = "smooth soften gaussian average",
    .doc = "Mixes each sample with its neighbours. Outside the map its edge goes on, or the other side where the "
           "world wraps. The bell is exact to a thousandth of the map's range.",
    .example = "--radius 25 height.png soft.png", .show = "radius=70");
