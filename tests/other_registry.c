// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Another list of operators, for tests of the machinery around them: it has whatever types the real ones happen not to use.
// Whoever is linked with this file gets these operators instead of those of ops.def.

#include "core/text.h"
#include "op/op.h"

// --- trails: lists in lists, numbers that may stay unsaid, presets ----------------------------------------------------

typedef struct trail_mark {
    float x, y, height;
} trail_mark;

static const oro_arg mark_args[] = {
    ORO_ARG(trail_mark, x, .min = 0, .max = 1e4, .unit = "m", .doc = "Place from west to east."),
    ORO_ARG(trail_mark, y, .min = 0, .max = 1e4, .unit = "m", .doc = "Place from north to south."),
    ORO_ARG(trail_mark, height, .flags = ORO_OPTIONAL, .min = -1e3, .max = 1e4, .unit = "m",
            .doc = "Height of the mark; where it is left out, the trail's."),
};
ORO_RECORD(trail_mark, mark_args, "A mark on a trail");

typedef struct trail {
    const char *name;
    float height;
    oro_records marks, stones;
} trail;

static const oro_arg trail_args[] = {
    ORO_ARG(trail, name, .text = "path", .doc = "What people call it."),
    ORO_ARG(trail, height, .def = 10, .min = 0, .max = 1e3, .unit = "m", .doc = "Height of its marks."),
    ORO_ARG(trail, marks, .record = &trail_mark_record, .doc = "Where it goes."),
    ORO_ARG(trail, stones, .record = &trail_mark_record, .doc = "Stones beside it."),
};
ORO_RECORD(trail, trail_args, "A trail over the land");

typedef struct trails {
    const oro_grid *height;
    oro_grid *result;
    oro_records ways;
    float lift;
    oro_choice mode;
} trails;

static const oro_arg trails_args[] = {
    ORO_ARG(trails, height, .unit = "m", .doc = "Terrain to mark."),
    ORO_ARG(trails, result, .unit = "m", .doc = "Terrain with marks."),
    ORO_ARG(trails, ways, .record = &trail_record, .doc = "The trails."),
    ORO_ARG(trails, lift, .def = 1, .min = 0, .max = 100, .unit = "m", .doc = "Raises everything."),
    ORO_ARG(trails, mode, .choices = ORO_CHOICES("raise", "lower"), .doc = "Up or down."),
};

/// Marks are single samples.
static oro_status run_trails(oro_run *r, const void *p) {
    const trails *a = p;
    (void)r;
    float sign = a->mode.index ? -1.0f : 1.0f;
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++)
            oro_row(a->result, y)[x] = oro_row(a->height, y)[x] + sign * a->lift;
    const trail *ways = a->ways.items;
    for (int32_t i = 0; i < a->ways.count; i++) {
        const trail_mark *marks = ways[i].marks.items;
        for (int32_t k = 0; k < ways[i].marks.count; k++) {
            int32_t x = (int32_t)((double)marks[k].x / a->result->cell),
                    y = (int32_t)((double)marks[k].y / a->result->cell);
            float up = marks[k].height != marks[k].height ? ways[i].height : marks[k].height;
            if (x < a->result->width && y < a->result->height) oro_row(a->result, y)[x] += sign * up;
        }
    }
    return ORO_OK;
}

static const oro_operator oro_trails = {
    .record = {"trails", "Mark trails on the land", trails_args, ORO_COUNT(trails_args), sizeof(trails)},
    .family = "test",
    .doc = "Raises single samples where marks of trails stand.",
    .example = "--lift 2 in.png out.png",
    .presets =
        ORO_PRESETS({"high", "Everything far up", "lift=50"},
                    {"sunken", "A trail below the ground", "lift=5 mode=lower ways=[marks=[x=1 y=1]; name=\"b c\"]"}),
    .version = 1,
    .run = run_trails,
};

// --- ground: something to begin with ----------------------------------------------------------------------------------

typedef struct ground {
    oro_grid *result;
    float height;
} ground;

static const oro_arg ground_args[] = {
    ORO_ARG(ground, result, .unit = "m", .doc = "A slope towards the west."),
    ORO_ARG(ground, height, .def = 100, .min = 0, .max = 1e3, .unit = "m", .doc = "Height of its east edge."),
};

static oro_status run_ground(oro_run *r, const void *p) {
    const ground *a = p;
    (void)r;
    for (int32_t y = 0; y < a->result->height; y++)
        for (int32_t x = 0; x < a->result->width; x++)
            oro_row(a->result, y)[x] = a->height * (float)x / (float)a->result->width;
    return ORO_OK;
}

static const oro_operator oro_ground = {
    .record = {"ground", "A slope to begin with", ground_args, ORO_COUNT(ground_args), sizeof(ground)},
    .family = "test",
    .doc = "Makes a slope that falls to the west.",
    .example = "--height 200 out.png",
    .version = 1,
    .run = run_ground,
};

// --- the list ---------------------------------------------------------------------------------------------------------

static const oro_operator *const operators[] = {&oro_trails, &oro_ground};

int oro_operator_count(void) { return ORO_COUNT(operators); }

const oro_operator *oro_operator_at(const oro_context *ctx, int index) {
    (void)ctx;
    return operators[index];
}

const oro_operator *oro_operator_find(const oro_context *ctx, const char *name) {
    (void)ctx;
    const char *dot = strchr(name, '.');
    for (int i = 0; i < ORO_COUNT(operators); i++)
        if (oro_same_name(operators[i]->record.name, dot ? dot + 1 : name)) return operators[i];
    return NULL;
}
