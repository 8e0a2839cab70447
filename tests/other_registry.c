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

ORO_WORDS(mode, raise, lower);

static const oro_arg trails_args[] = {
    ORO_ARG(trails, height, .unit = "m", .doc = "Terrain to mark."),
    ORO_ARG(trails, result, .unit = "m", .doc = "Terrain with marks."),
    ORO_ARG(trails, ways, .record = &trail_record, .doc = "The trails."),
    ORO_ARG(trails, lift, .def = 1, .min = 0, .max = 100, .unit = "m", .doc = "Raises everything."),
    ORO_ARG(trails, mode, .choices = mode_words, .doc = "Up or down."),
};

/// Marks are single samples.
static oro_status run_trails(oro_run *r, const void *p) {
    const trails *a = p;
    (void)r;
    float sign = a->mode.index == mode_lower ? -1.0f : 1.0f;
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

// --- melt: steps that can end early -----------------------------------------------------------------------------------

typedef struct melt {
    const oro_grid *height;
    oro_grid *result;
    float duration, pace;
} melt;

static const oro_arg melt_args[] = {
    ORO_ARG(melt, height, .unit = "m", .doc = "Terrain to melt."),
    ORO_ARG(melt, result, .unit = "m", .doc = "What is left."),
    ORO_ARG(melt, duration, .def = 10, .min = 1, .max = 1e6, .unit = "yr", .doc = "How long it melts."),
    ORO_ARG(melt, pace, .def = 0, .min = 0, .max = 1e6, .unit = "1", .doc = "Rounds of idling in every step."),
};

static void melt_rows(const void *user, int32_t y0, int32_t y1) {
    const melt *a = user;
    for (int32_t y = y0; y < y1; y++)
        for (int32_t x = 0; x < a->result->width; x++) {
            volatile float idle = 0.0f;
            for (int32_t i = 0; i < (int32_t)a->pace; i++) idle = idle + 1.0f;
            oro_row(a->result, y)[x] = oro_row(a->result, y)[x] * 0.99f;
        }
}

/// A step a year; every step is several loops, none of which may be left half-way.
static oro_status run_melt(oro_run *r, const void *p) {
    const melt *a = p;
    oro_grid_copy(a->height, a->result);
    oro_status status = ORO_OK;
    for (float t = 0.0f; status == ORO_OK && t < a->duration && !oro_end_early(r, "duration", (double)t); t += 1.0f)
        for (int i = 0; i < 3 && status == ORO_OK; i++) {
            oro_stage(r, (double)t / (double)a->duration, (double)(t + 1.0f) / (double)a->duration);
            status = oro_for_rows(r, a->result, melt_rows, a);
        }
    return status;
}

static const oro_operator oro_melt = {
    .record = {"melt", "Melt the ground away", melt_args, ORO_COUNT(melt_args), sizeof(melt)},
    .family = "test",
    .doc = "Takes a hundredth of every height three times a year.",
    .example = "--duration 5 in.png out.png",
    .version = 1,
    .run = run_melt,
};

// --- levels and top: pyramids -----------------------------------------------------------------------------------------

typedef struct levels {
    const oro_grid *height;
    oro_pyramid *stack;
    double *count;
    int32_t most;
} levels;

static const oro_arg levels_args[] = {
    ORO_ARG(levels, height, .unit = "m", .doc = "Terrain to see from afar."),
    ORO_ARG(levels, stack, .unit = "m", .doc = "The same at half the samples, and half of that."),
    ORO_ARG(levels, count, .unit = "1", .doc = "How many levels there are."),
    ORO_ARG(levels, most, .def = 4, .min = 1, .max = 10, .unit = "1", .doc = "Most levels."),
};

static oro_status run_levels(oro_run *r, const void *p) {
    const levels *a = p;
    oro_pyramid built;
    oro_status status = oro_pyramid_build(r->ctx, a->height, 2, &built);
    if (status != ORO_OK) return status;
    int32_t first = built.count > a->most ? built.count - a->most : 0;
    for (int32_t i = first; status == ORO_OK && i < built.count; i++) {
        oro_grid *level = oro_add_level(r, a->stack, &built.levels[i]);
        if (level)
            oro_grid_copy(&built.levels[i], level);
        else
            status = ORO_NO_MEMORY;
    }
    *a->count = built.count - first;
    oro_pyramid_free(r->ctx, &built);
    return status;
}

static const oro_operator oro_levels = {
    .record = {"levels", "The same land at several sizes", levels_args, ORO_COUNT(levels_args), sizeof(levels)},
    .family = "test",
    .doc = "Makes a pyramid of a map.",
    .example = "--stack out.png in.png",
    .version = 1,
    .run = run_levels,
};

typedef struct top {
    const oro_pyramid *stack;
    oro_grid *result;
    float lift;
} top;

static const oro_arg top_args[] = {
    ORO_ARG(top, stack, .unit = "m", .doc = "A pyramid."),
    ORO_ARG(top, result, .unit = "m", .doc = "Its finest level, raised by a metre for every level."),
    ORO_ARG(top, lift, .def = 0, .min = 0, .max = 10, .unit = "m", .doc = "Raises it."),
};

static oro_status run_top(oro_run *r, const void *p) {
    const top *a = p;
    (void)r;
    const oro_grid *fine = &a->stack->levels[a->stack->count - 1];
    float up = a->lift + (float)a->stack->count;
    for (int32_t y = 0; y < fine->height; y++)
        for (int32_t x = 0; x < fine->width; x++) oro_row(a->result, y)[x] = oro_row(fine, y)[x] + up;
    return ORO_OK;
}

static const oro_operator oro_top = {
    .record = {"top", "The finest level of a pyramid", top_args, ORO_COUNT(top_args), sizeof(top)},
    .family = "test",
    .doc = "Takes the finest map of a pyramid.",
    .example = "in.png out.png",
    .version = 1,
    .run = run_top,
};

// --- the list ---------------------------------------------------------------------------------------------------------

static const oro_operator *const operators[] = {&oro_trails, &oro_ground, &oro_melt, &oro_levels, &oro_top};

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
