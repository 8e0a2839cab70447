// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Running an operator: its arguments are prepared (seeds mixed, maps clamped to their range, files loaded, outputs allocated),
// and what it leaves behind is cleared away.

#include "run.h"
#include "args.h"
#include "core/cell.h"
#include "core/pool.h"

#include <assert.h>
#include <stdatomic.h>

// --- preparing arguments ----------------------------------------------------------------------------------------------

oro_grid *oro_add_level(oro_run *run, oro_pyramid *pyramid, const oro_grid *geometry) {
    assert(pyramid->count < ORO_MAX_LEVELS);
    oro_grid *level = &pyramid->levels[pyramid->count];
    *level = *geometry;
    level->data = NULL;
    if (oro_grid_alloc(run->ctx, level) != ORO_OK) return NULL;
    pyramid->count++;
    return level;
}

static oro_grid *output_grid(const oro_arg *arg, const void *args) { return *(oro_grid **)oro_arg_at(arg, args); }

/// The geometry that somebody gave the first output of an operator that makes maps from nothing, whatever inputs it may take.
static const oro_arg *shaped_output(const oro_record *record, const void *args) {
    const oro_arg *first = NULL;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (oro_arg_is_input(arg) && oro_arg_info(arg)->of_maps && !(arg->flags & ORO_OPTIONAL)) return NULL;
        if (arg->type == ORO_GRID_OUT && !first) first = arg;
    }
    const oro_grid *out = first ? output_grid(first, args) : NULL;
    return out && out->width > 0 ? first : NULL;
}

/// Has the operator anything that lies on the ground in samples?
static bool needs_shape(const oro_operator *op) {
    const oro_record *record = &op->record;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        bool wire = oro_arg_is_input(arg) || oro_arg_is_output(arg);
        if (arg->type == ORO_FIELD || (wire && oro_arg_info(arg)->of_maps)) return true;
    }
    return op->on_ground;
}

/// Refuses inputs that are missing. Where no map goes in, `shape` becomes the ground of the first that covers one: before
/// the world where it is made of maps itself.
static oro_status check_inputs(oro_run *run, const void *args, const oro_grid *world, oro_grid *shape) {
    const oro_record *record = &run->op->record;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (!oro_arg_is_input(arg) || arg->type == ORO_GRID_IN) continue;
        const oro_kind_info *kind = oro_arg_info(arg);
        const void *data = *(const void *const *)oro_arg_at(arg, args);
        oro_grid ground = {0};
        if (!data && arg->flags & ORO_OPTIONAL) continue;
        bool covers = data && kind->ground && kind->ground(data, &ground);
        if (!data || (kind->of_maps && !covers))
            return oro_fail(run->ctx, ORO_BAD_ARGUMENT, arg->name, "%s needs a %s as its %s", record->name, kind->noun,
                            arg->name);
        if (covers && shape->width == 0 && (kind->of_maps || !world)) *shape = ground;
    }
    return ORO_OK;
}

static oro_status find_shape(oro_run *run, const void *args, const oro_grid *world) {
    const oro_record *record = &run->op->record;
    const oro_arg *first = shaped_output(record, args);
    const oro_grid *shape = first ? output_grid(first, args) : NULL;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (arg->type != ORO_GRID_IN) continue;
        const oro_grid *g = *(const oro_grid *const *)oro_arg_at(arg, args);
        if (!g && arg->flags & ORO_OPTIONAL) continue;
        if (!g)
            return oro_fail(run->ctx, ORO_BAD_ARGUMENT, arg->name, "%s needs a map as its %s", record->name, arg->name);
        if (shape && (g->width != shape->width || g->height != shape->height))
            return oro_fail(run->ctx, ORO_BAD_ARGUMENT, arg->name,
                            "%s is %d x %d samples but %s is %d x %d; resample one to the size of the other", arg->name,
                            g->width, g->height, first->name, shape->width, shape->height);
        if (!shape) first = arg, shape = g;
    }
    run->shape = shape ? *shape : (oro_grid){0};
    oro_status status = check_inputs(run, args, world, &run->shape);
    if (status != ORO_OK) return status;
    for (int32_t i = 0; !world && i < record->arg_count; i++)
        if (record->args[i].type == ORO_GRID_OUT) world = output_grid(&record->args[i], args);
    if (run->shape.width == 0 && world) run->shape = *world;
    run->shape.data = NULL;
    if (run->shape.width == 0 && !needs_shape(run->op)) return ORO_OK;
    return oro_grid_check(run->ctx, &run->shape, NULL);
}

typedef struct range_job {
    const oro_grid *map;
    float lo, hi;
    int32_t rows;
    atomic_bool left; ///< does a value lie outside?
} range_job;

static void look_at_rows(void *user, int block) {
    range_job *job = user;
    int32_t y0 = block * job->rows, y1 = y0 + job->rows < job->map->height ? y0 + job->rows : job->map->height;
    const float lo = job->lo, hi = job->hi;
    int32_t inside = 1;
    for (int32_t y = y0; y < y1; y++) {
        const float *row = oro_row(job->map, y);
        for (int32_t x = 0; x < job->map->width; x++) inside &= (row[x] >= lo) & (row[x] <= hi); // NaN is not
    }
    if (!inside) atomic_store(&job->left, true);
}

/// A copy of the map inside the argument's range, or the map itself when it never leaves it.
static oro_status clamp_map(oro_run *run, const oro_arg *arg, oro_field *field) {
    const oro_grid *map = field->map;
    float lo = (float)arg->min, hi = (float)arg->max;
    range_job job = {.map = map, .lo = lo, .hi = hi, .rows = oro_rows_of_range(map)};
    oro_parallel(run->ctx, (map->height + job.rows - 1) / job.rows, look_at_rows, &job);
    if (!atomic_load(&job.left)) return ORO_OK;
    oro_extremes seen = oro_grid_extremes(map);
    oro_grid copy = oro_scratch_grid(run, map);
    if (!copy.data) return ORO_NO_MEMORY;
    for (int32_t y = 0; y < copy.height; y++) {
        const float *in = oro_row(map, y);
        float *out = oro_row(&copy, y);
        for (int32_t x = 0; x < copy.width; x++) out[x] = oro_clamp(in[x], lo, hi);
    }
    oro_note(run->ctx, arg->name, "the map that drives %s runs from %g to %g and was clamped to %g .. %g", arg->name,
             (double)seen.min, (double)seen.max, arg->min, arg->max);
    field->row = copy.data;
    field->step = copy.stride;
    return ORO_OK;
}

static oro_status prepare_field(oro_run *run, const oro_arg *arg, oro_field *field) {
    if (field->map) {
        if (field->map->width != run->shape.width || field->map->height != run->shape.height)
            return oro_fail(
                run->ctx, ORO_BAD_ARGUMENT, arg->name,
                "the map that drives %s is %d x %d samples but the terrain is %d x %d; resample it to that size",
                arg->name, field->map->width, field->map->height, run->shape.width, run->shape.height);
        field->row = field->map->data;
        field->step = field->map->stride;
        return clamp_map(run, arg, field);
    }
    float *row = oro_scratch(run, (size_t)run->shape.width * sizeof(float));
    if (!row) return ORO_NO_MEMORY;
    for (int32_t x = 0; x < run->shape.width; x++) row[x] = field->value;
    field->row = row;
    field->step = 0;
    return ORO_OK;
}

/// An empty struct of a kind, in scratch.
static void *empty_struct(oro_run *run, const oro_kind_info *kind) {
    void *data = oro_scratch(run, kind->size);
    if (data) memset(data, 0, kind->size);
    return data;
}

/// Loads a file of another kind than a map; oro_run_operator() frees what is in it.
static oro_status prepare_data(oro_run *run, const oro_arg *arg, oro_file *file) {
    if (!run->ctx->files.load_data)
        return oro_fail(run->ctx, ORO_UNSUPPORTED, arg->name, "this context has no file reader, so %s cannot be read",
                        file->path);
    void *data = empty_struct(run, oro_kind_of(arg->holds));
    oro_status status =
        data ? run->ctx->files.load_data(run->ctx->files.user, run->ctx, arg->holds, file->path, data) : ORO_NO_MEMORY;
    if (status == ORO_OK) file->data = data;
    return status;
}

/// Loads a named file into scratch unless the caller brought what is in it.
static oro_status prepare_file(oro_run *run, const oro_arg *arg, oro_file *file) {
    if (file->data || !file->path || !*file->path) return ORO_OK;
    if (!oro_arg_is_map_file(arg)) return prepare_data(run, arg, file);
    if (!run->ctx->files.load)
        return oro_fail(run->ctx, ORO_UNSUPPORTED, arg->name, "this context has no file reader, so %s cannot be read",
                        file->path);
    oro_grid loaded = {0};
    unsigned known = 0;
    oro_status status = run->ctx->files.load(run->ctx->files.user, run->ctx, file->path, &loaded, &known);
    if (status != ORO_OK) return status;
    oro_grid *kept = oro_scratch(run, sizeof *kept);
    if (kept) *kept = oro_scratch_grid(run, &loaded);
    if (kept && kept->data) oro_grid_copy(&loaded, kept);
    oro_grid_free(run->ctx, &loaded);
    if (!kept || !kept->data) return ORO_NO_MEMORY;
    file->map = kept;
    file->known = known;
    return ORO_OK;
}

static oro_status prepare(oro_run *run, void *args) {
    const oro_record *record = &run->op->record;
    oro_status status = ORO_OK;
    for (int32_t i = 0; i < record->arg_count && status == ORO_OK; i++) {
        const oro_arg *arg = &record->args[i];
        void *at = oro_arg_at(arg, args);
        if (arg->type == ORO_FIELD) status = prepare_field(run, arg, at);
        if (arg->type == ORO_FILE) status = prepare_file(run, arg, at);
        if (arg->type == ORO_SEED) {
            uint32_t world = oro_mix32((uint32_t)run->seed ^ oro_mix32((uint32_t)(run->seed >> 32) + 0x51ed270bU));
            ((oro_seed *)at)->value = oro_mix32(((oro_seed *)at)->value + world);
        }
    }
    return status;
}

/// Gives every output its struct, and maps their memory: the caller's, or scratch where it is not wanted but made all the
/// same. `mine` marks maps that were allocated.
static oro_status allocate_outputs(oro_run *run, void *args, bool *mine) {
    const oro_record *record = &run->op->record;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void **at = oro_arg_at(arg, args);
        if (!oro_arg_is_output(arg) || (arg->flags & ORO_ON_DEMAND && !*at)) continue;
        bool wanted = *at != NULL;
        if (!wanted && !(*at = empty_struct(run, oro_arg_info(arg)))) return ORO_NO_MEMORY;
        if (arg->type != ORO_GRID_OUT) {
            assert(oro_kind_bytes(oro_arg_info(arg), *at) == 0);
            continue;
        }
        oro_grid shape = run->shape;
        oro_status status = run->op->shape ? run->op->shape(run, args, &shape) : ORO_OK;
        if (status != ORO_OK) return status;
        oro_grid *out = *at;
        if (!wanted) {
            *out = oro_scratch_grid(run, &shape);
            if (!out->data) return ORO_NO_MEMORY;
            continue;
        }
        if (out->data) {
            assert(out->width == shape.width && out->height == shape.height);
            continue;
        }
        *out = shape;
        status = oro_grid_alloc(run->ctx, out);
        if (status != ORO_OK) return status;
        mine[i] = true;
    }
    return ORO_OK;
}

/// Frees the files that were loaded for this run, but for maps, which lie in scratch.
static void free_files(oro_run *run, const void *args, const void *prepared) {
    for (int32_t i = 0; prepared && i < run->op->record.arg_count; i++) {
        const oro_arg *arg = &run->op->record.args[i];
        if (arg->type != ORO_FILE || oro_arg_is_map_file(arg)) continue;
        const oro_file *given = oro_arg_at(arg, args), *loaded = oro_arg_at(arg, prepared);
        if (loaded->data != given->data) oro_kind_of(arg->holds)->release(run->ctx, (void *)loaded->data);
    }
}

/// Frees what operators allocate themselves and nobody wants: everything but maps, and all of it where the run failed.
static void free_unwanted(oro_run *run, const void *args, const void *prepared, bool failed) {
    for (int32_t i = 0; prepared && i < run->op->record.arg_count; i++) {
        const oro_arg *arg = &run->op->record.args[i];
        if (!oro_arg_is_output(arg) || arg->type == ORO_GRID_OUT) continue;
        void *made = *(void *const *)oro_arg_at(arg, prepared);
        bool wanted = made && *(void *const *)oro_arg_at(arg, args);
        if (made && (failed || !wanted)) oro_arg_info(arg)->release(run->ctx, made);
    }
}

oro_status oro_run_operator(oro_run *run, const void *args, const oro_grid *world) {
    const oro_record *record = &run->op->record;
    bool mine[64] = {false};
    assert(record->arg_count <= (int32_t)sizeof mine);
    run->scratch = NULL;
    run->ended = NULL;
    run->wants_end = false;
    oro_stage(run, 0.0, 1.0);
    void *prepared = NULL;
    oro_status status = oro_args_check(run->ctx, record, args);
    if (status == ORO_OK) status = find_shape(run, args, world);
    if (status == ORO_OK && !(prepared = oro_scratch(run, record->size))) status = ORO_NO_MEMORY;
    if (status == ORO_OK) {
        memcpy(prepared, args, record->size);
        status = prepare(run, prepared);
    }
    if (status == ORO_OK && run->op->check) status = run->op->check(run, prepared);
    if (status == ORO_OK) status = allocate_outputs(run, prepared, mine);
    if (status == ORO_OK) status = run->op->run(run, prepared);
    run->ctx->hold_cancel = false;
    free_unwanted(run, args, prepared, status != ORO_OK);
    free_files(run, args, prepared);
    for (int32_t i = 0; status != ORO_OK && i < record->arg_count; i++)
        if (mine[i]) oro_grid_free(run->ctx, output_grid(&record->args[i], args));
    oro_scratch_free(run);
    return status == ORO_OK && run->ended ? ORO_PARTIAL : status;
}

oro_status oro_note_end(const oro_run *run, void *args) {
    const oro_arg *arg = run->ended;
    double whole = arg->type == ORO_INTEGER ? *(const int32_t *)oro_arg_at(arg, args)
                                            : (double)*(const float *)oro_arg_at(arg, args);
    oro_status status = oro_args_set_number(run->ctx, arg, args, run->ended_at, arg->name);
    if (status != ORO_OK) return status;
    const char *unit = arg->unit && strcmp(arg->unit, "1") != 0 ? arg->unit : "";
    return oro_fail(run->ctx, ORO_PARTIAL, arg->name, "%s ended early: its %s reached %.9g of %.9g%s%s",
                    run->label ? run->label : run->op->record.name, arg->name, run->ended_at, whole, *unit ? " " : "",
                    unit);
}

oro_status oro_call(oro_context *ctx, const oro_operator *op, void *args, const oro_run_desc *desc) {
    static const oro_run_desc plain;
    if (!desc) desc = &plain;
    oro_begin(ctx);
    oro_run run = {.ctx = ctx,
                   .op = op,
                   .seed = desc->seed,
                   .progress = desc->progress,
                   .user = desc->user,
                   .to = 1.0,
                   .keep_partial = desc->keep_partial};
    oro_status status = oro_run_operator(&run, args, op->on_ground ? desc->ground : NULL);
    return status == ORO_PARTIAL ? oro_note_end(&run, args) : status;
}
