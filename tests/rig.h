// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A rig to run any operator in: it knows tables, not names. Inputs are a made-up terrain, every output is asked for, and
// after rig_free() the context holds no memory of it.
#ifndef ORO_TESTS_RIG_H
#define ORO_TESTS_RIG_H

#include "core/cell.h"
#include "core/context.h"
#include "core/hash.h"
#include "core/kinds.h"
#include "op/args.h"
#include "orogen/operator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RIG_MAPS = 64 };

/// What of an operator's signature to use, besides what it cannot do without.
enum {
    RIG_OPTIONAL = 1,   ///< connect the optional inputs
    RIG_MAPS_DRIVE = 2, ///< drive every field by a map
    RIG_WRAP = 4,       ///< opposite edges join
};

typedef struct rig {
    oro_context *ctx;
    const oro_operator *op;
    void *args;
    oro_grid shape;          ///< of inputs, and of outputs before the operator says otherwise
    oro_grid maps[RIG_MAPS]; ///< inputs, files, maps of fields
    int map_count;
    oro_grid outputs[RIG_MAPS]; ///< by row of the table
    double values[RIG_MAPS];
    void *others[RIG_MAPS]; ///< what is neither a map nor a number, in or out, by row of the table; NULL: none
} rig;

/// Terrain out of nothing: round hills on a tilted plane, from about 100 to 1200 m high. `which` makes another one. Written with
/// exactly rounded operations only, so that golden hashes hold everywhere.
static inline float rig_terrain(double u, double v, uint32_t which) {
    double height = 120.0 * u + 75.0 * v;
    for (int32_t i = 0; i < 12; i++) {
        double cx = (double)oro_unit(oro_hash2(which, i, 0)), cy = (double)oro_unit(oro_hash2(which, i, 1));
        double radius = 0.08 + 0.3 * (double)oro_unit(oro_hash2(which, i, 2));
        double d = ((u - cx) * (u - cx) + (v - cy) * (v - cy)) / (radius * radius);
        height += 500.0 * (double)oro_unit(oro_hash2(which, i, 3)) / (1.0 + d * d);
    }
    return (float)height;
}

static inline oro_grid rig_shape(int32_t width, int32_t height, bool wrap) {
    int32_t longer = width > height ? width : height;
    int32_t cells = wrap || longer == 1 ? longer : longer - 1;
    return (oro_grid){.width = width, .height = height, .stride = width, .wrap = wrap, .cell = 2000.0 / cells};
}

/// A terrain, or with lo < hi a map of that range. NULL when memory ends.
static inline const oro_grid *rig_map(rig *r, const oro_grid *shape, uint32_t which, double lo, double hi) {
    if (r->map_count == RIG_MAPS) abort();
    oro_grid *g = &r->maps[r->map_count];
    *g = *shape;
    g->data = NULL;
    if (oro_grid_alloc(r->ctx, g) != ORO_OK) return NULL;
    r->map_count++;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            double t = (double)rig_terrain((double)x / g->width, (double)y / g->height, which);
            if (lo < hi) t = lo + (hi - lo) * (t > 1500.0 ? 1.0 : t / 1500.0);
            oro_row(g, y)[x] = (float)t;
        }
    return g;
}

/// The range a slider would show: where people turn it.
static inline void rig_ui_range(const oro_arg *arg, double *lo, double *hi) {
    bool own = arg->ui_min < arg->ui_max;
    *lo = own && arg->ui_min > arg->min ? arg->ui_min : arg->min;
    *hi = own ? arg->ui_max : arg->max;
    if (!own && arg->min < -1e3) *lo = -1e3;
    if (!own && arg->max > 1e3) *hi = arg->min + 1e3 > 1e3 ? arg->min + 1e3 : 1e3;
}

/// What a kind makes of a terrain; NULL when memory ends.
static inline const void *rig_sample(rig *r, int32_t index, const oro_kind_info *kind) {
    void *data = r->others[index] = calloc(1, kind->size);
    if (!data) abort();
    const oro_grid *terrain = rig_map(r, &r->shape, 7U + (uint32_t)index, 0, 0);
    return terrain && kind->sample(r->ctx, terrain, data) == ORO_OK ? data : NULL;
}

/// What is neither a map nor a number: room for an output, and for an input what its kind makes of a terrain.
static inline oro_status rig_other(rig *r, int32_t index) {
    const oro_arg *arg = &r->op->record.args[index];
    if (oro_arg_is_output(arg) && !(r->others[index] = calloc(1, oro_arg_info(arg)->size))) abort();
    if (oro_arg_is_input(arg) && !rig_sample(r, index, oro_arg_info(arg))) return ORO_NO_MEMORY;
    *(void **)oro_arg_at(arg, r->args) = r->others[index];
    return ORO_OK;
}

/// The kind of what lies at a row beside maps and numbers.
static inline const oro_kind_info *rig_kind(const oro_arg *arg) {
    return arg->type == ORO_FILE ? oro_kind_of(arg->holds) : oro_arg_info(arg);
}

/// Fills the struct: defaults, inputs, outputs. On failure the context has the error; rig_free() is due either way.
static inline oro_status rig_init(rig *r, oro_context *ctx, const oro_operator *op, int32_t width, int32_t height,
                                  unsigned flags) {
    const oro_record *record = &op->record;
    memset(r, 0, sizeof *r);
    r->ctx = ctx;
    r->op = op;
    r->args = calloc(1, record->size);
    if (!r->args || record->arg_count > RIG_MAPS) abort();
    oro_status status = oro_args_init(ctx, record, r->args);
    if (status != ORO_OK) return status;
    oro_grid shape = rig_shape(width, height, flags & RIG_WRAP);
    r->shape = shape;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void *at = oro_arg_at(arg, r->args);
        double lo, hi;
        switch (arg->type) {
        case ORO_GRID_IN:
            if (arg->flags & ORO_OPTIONAL && !(flags & RIG_OPTIONAL)) break;
            if (!(*(const oro_grid **)at = rig_map(r, &shape, 7U + (uint32_t)i, 0, 0))) return ORO_NO_MEMORY;
            break;
        case ORO_FILE:
            if (!oro_arg_is_map_file(arg)) {
                if (!(((oro_file *)at)->data = rig_sample(r, i, oro_kind_of(arg->holds)))) return ORO_NO_MEMORY;
                break;
            }
            if (!(((oro_file *)at)->map = rig_map(r, &shape, 7U + (uint32_t)i, 0, 0))) return ORO_NO_MEMORY;
            ((oro_file *)at)->known = 3;
            break;
        case ORO_FIELD:
            if (!(flags & RIG_MAPS_DRIVE)) break;
            rig_ui_range(arg, &lo, &hi);
            if (!(((oro_field *)at)->map = rig_map(r, &shape, 7U + (uint32_t)i, lo, hi))) return ORO_NO_MEMORY;
            break;
        case ORO_GRID_OUT:
            r->outputs[i] = shape;
            *(oro_grid **)at = &r->outputs[i];
            break;
        case ORO_VALUE_OUT: *(double **)at = &r->values[i]; break;
        default:
            if (oro_arg_is_input(arg) && arg->flags & ORO_OPTIONAL && !(flags & RIG_OPTIONAL)) break;
            if ((oro_arg_is_input(arg) || oro_arg_is_output(arg)) && rig_other(r, i) != ORO_OK) return ORO_NO_MEMORY;
            break;
        }
    }
    return ORO_OK;
}

/// Frees what operators make besides maps and numbers, which has to be empty before the next run.
static inline void rig_free_made(rig *r) {
    for (int32_t i = 0; i < r->op->record.arg_count; i++) {
        const oro_arg *arg = &r->op->record.args[i];
        if (oro_arg_is_output(arg) && r->others[i]) oro_arg_info(arg)->release(r->ctx, r->others[i]);
    }
}

static inline void rig_free_outputs(rig *r) {
    rig_free_made(r);
    for (int32_t i = 0; i < r->op->record.arg_count; i++) {
        oro_grid_free(r->ctx, &r->outputs[i]);
        r->outputs[i] = r->shape;
        r->values[i] = 0.0;
    }
}

static inline void rig_free(rig *r) {
    rig_free_outputs(r);
    for (int32_t i = 0; i < r->map_count; i++) oro_grid_free(r->ctx, &r->maps[i]);
    for (int32_t i = 0; i < r->op->record.arg_count; i++) {
        if (r->others[i]) rig_kind(&r->op->record.args[i])->release(r->ctx, r->others[i]);
        free(r->others[i]);
    }
    oro_args_free(r->ctx, &r->op->record, r->args);
    free(r->args);
    memset(r, 0, sizeof *r);
}

/// Runs it into the outputs as they are: without memory, poisoned, or those of the run before.
static inline oro_status rig_run_into(rig *r, oro_progress_fn *progress, void *user) {
    return oro_call(r->ctx, r->op, r->args,
                    &(oro_run_desc){.ground = &r->shape, .seed = 1, .progress = progress, .user = user});
}

/// Runs it with fresh outputs, allocated by the run.
static inline oro_status rig_run(rig *r, oro_progress_fn *progress, void *user) {
    rig_free_outputs(r);
    return rig_run_into(r, progress, user);
}

/// Gives the outputs memory that holds NaN everywhere, so that a sample nobody wrote shows. Operators that choose the shape
/// of their outputs themselves get none.
static inline oro_status rig_poison(rig *r) {
    rig_free_outputs(r);
    for (int32_t i = 0; !r->op->shape && i < r->op->record.arg_count; i++) {
        oro_grid *g = &r->outputs[i];
        if (r->op->record.args[i].type != ORO_GRID_OUT) continue;
        oro_status status = oro_grid_alloc(r->ctx, g);
        if (status != ORO_OK) return status;
        for (int32_t y = 0; y < g->height; y++)
            for (int32_t x = 0; x < g->width; x++) oro_row(g, y)[x] = NAN;
    }
    return ORO_OK;
}

/// Of everything the operator gave: maps and numbers.
static inline oro_hash rig_hash(const rig *r) {
    oro_hash h = oro_hash_start(0x726967); // "rig"
    for (int32_t i = 0; i < r->op->record.arg_count; i++) {
        const oro_arg *arg = &r->op->record.args[i];
        if (arg->type == ORO_GRID_OUT) h = oro_hash_hash(h, oro_grid_hash(&r->outputs[i]));
        if (arg->type == ORO_VALUE_OUT) h = oro_hash_double(h, r->values[i]);
        if (oro_arg_is_output(arg) && r->others[i]) h = oro_kind_hash(oro_arg_info(arg), h, r->others[i]);
    }
    return h;
}

/// Name of the first output that holds something not finite, or NULL. A number that judges a terrain may be none: NaN where a
/// map has nothing to judge.
static inline const char *rig_not_finite(const rig *r) {
    for (int32_t i = 0; i < r->op->record.arg_count; i++) {
        const oro_arg *arg = &r->op->record.args[i];
        if (arg->type == ORO_GRID_OUT && oro_grid_extremes(&r->outputs[i]).not_finite) return arg->name;
        bool none = r->op->scores && isnan(r->values[i]);
        if (arg->type == ORO_VALUE_OUT && !isfinite(r->values[i]) && !none) return arg->name;
        if (oro_arg_is_output(arg) && r->others[i] && !oro_kind_is_finite(oro_arg_info(arg), r->others[i]))
            return arg->name;
    }
    return NULL;
}

#endif
