// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Layers of rock where they come to the surface of a map: their numbers, how hard they are, how steeply they stand, their colours.
// The layers are those of solve/strata.h; with the same seed and the map `lift` of `uplift` they are the ones that it cut.
// Reads 8 bytes per sample, writes 4 for each map, and takes two sums of octaves.

#include "op/op.h"
#include "solve/colour.h"
#include "solve/strata.h"

typedef struct strata {
    const oro_grid *height;
    oro_grid *layer, *hardness, *softness, *angle, *colour, *mask;
    oro_field lift;
    int32_t pick;
    oro_seed seed;
    strata_args rock;
} strata;

static const oro_arg args[] = {
    ORO_ARG(strata, height, .unit = "m", .doc = "Land to look at."),
    ORO_ARG(strata, layer, .unit = "1", .doc = "Number of the layer at the surface, 0 for the first of the list."),
    ORO_ARG(strata, hardness, .unit = "1",
            .doc = "How hard the layer is, as `pipes` and drops take it: 0 for the softest of the list, towards 1."),
    ORO_ARG(strata, softness, .unit = "1", .doc = "The layer's factor on erosion."),
    ORO_ARG(strata, angle, .unit = "deg", .doc = "Steepest slope at which the layer stands."),
    ORO_ARG(strata, colour, .unit = "rgb", .doc = "The layer's colour as a number: 65536 red + 256 green + blue."),
    ORO_ARG(strata, mask, .unit = "1", .doc = "Where the layer that `pick` names lies at the surface: 1, elsewhere 0."),
    ORO_ARG(strata, lift, .def = 0, .min = -1e7, .max = 1e7, .ui_min = 0, .ui_max = 1e4, .unit = "m",
            .doc = "How far the rock has been raised since it was laid: the output `lift` of `uplift`."),
    ORO_ARG(strata, pick, .def = 0, .min = 0, .max = STRATA_MOST - 1, .unit = "1", .doc = "Layer that `mask` shows."),
    ORO_ARG(strata, seed, .def = 0, .doc = "Another number, other folds and bumps; that of `uplift` for its rock."),
    STRATA_ROWS(strata, STRATA_TABLELAND),
};

typedef struct job {
    const strata *a;
    strata_map rock;
    float hardness[STRATA_MOST], angle[STRATA_MOST], colour[STRATA_MOST];
} job;

static void tile(const void *user, oro_tile t, void *room) {
    const job *j = user;
    const strata *a = j->a;
    const strata_stack *s = &j->rock.stack;
    float datum[ORO_TILE];
    strata_columns(&j->rock, t.x0, t.count, room);
    for (int32_t y = t.y0; y < t.y1; y++) {
        strata_row(&j->rock, y, t.x0, t.count, NULL, NULL, room, datum);
        const float *z = oro_row(a->height, y) + t.x0, *lift = oro_field_row(&a->lift, y) + t.x0;
        for (int32_t x = 0; x < t.count; x++) {
            int32_t i = strata_layer_at(s, strata_fold(s, z[x] - datum[x] - lift[x])), at = t.x0 + x;
            oro_row(a->layer, y)[at] = (float)i;
            oro_row(a->hardness, y)[at] = j->hardness[i];
            oro_row(a->softness, y)[at] = s->soft[i];
            oro_row(a->angle, y)[at] = j->angle[i];
            oro_row(a->colour, y)[at] = j->colour[i];
            oro_row(a->mask, y)[at] = i == a->pick ? 1.0f : 0.0f;
        }
    }
}

static oro_status check(oro_run *r, const void *p) {
    const strata *a = p;
    if (a->rock.layers.count == 0) return oro_refuse(r, "layers", "strata needs a layer at least");
    return strata_check(r, &a->rock);
}

static oro_status run(oro_run *r, const void *p) {
    const strata *a = p;
    job *j = oro_scratch(r, sizeof *j);
    if (!j) return ORO_NO_MEMORY;
    j->a = a;
    oro_status status = strata_make(r, &a->rock, a->seed.value, a->height, &j->rock);
    const strata_layer *layers = a->rock.layers.items;
    for (int32_t i = 0; i < a->rock.layers.count; i++) {
        const oro_colour *c = &layers[i].colour;
        j->hardness[i] = strata_hardness(&j->rock.stack, i);
        j->angle[i] = layers[i].angle;
        j->colour[i] = oro_colour_number(255.0f * c->r, 255.0f * c->g, 255.0f * c->b);
    }
    return status == ORO_OK ? oro_for_tiles(r, a->height, sizeof(strata_tile), tile, j) : status;
}

ORO_OPERATOR(
    strata, "Find layers of rock at the surface", .family = "analyse", .version = 1, .check = check, .run = run,
    .words = "layers beds rock geology outcrop bands folds faults dip",
    .doc = "Says which layer of rock lies at the surface, from a list of layers that repeats up and down and from "
           "how they dip, fold and break. `hardness` drives `pipes` and drops, `angle` says how steeply each "
           "layer stands, and `colour` paints the beds. With the seed and layers of `uplift`, and its `lift`, it "
           "finds the rock that `uplift` cut.",
    .example = "--dip 8 height.png layer.png", .show = "uneven=30");
