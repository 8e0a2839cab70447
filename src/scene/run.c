// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Running a scene. Every node that the target needs gets a key: a hash of its operator and version, its values, the keys of
// what it takes, the geometry, the seed where it has one, and the contents of its files. What the cache holds under that
// key is not computed again, and neither is anything that only it would have needed. A result is held from when it is made
// until the last node that reads it has run; those of the target are held until the next run.
//
// Outputs that are made on demand are made where the document wires or writes them, or the target names them. They are no
// part of the key: where a result in the cache lacks one, the node runs again for that one alone and adds it.

#include "op/run.h"
#include "core/hash.h"
#include "scene/files.h"
#include "scene/graph.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct job {
    oro_scene *scene;
    oro_context *ctx;
    oro_grid world; ///< geometry at the wanted detail
    oro_graph graph;
    oro_run run;        ///< carries progress from node to node
    double done, total; ///< weights of what ran and of all that has to
    // Of a node that ended early:
    oro_result *kept; ///< what it made, until the run that was planned anew has found it
    char early[512], early_place[256];
} job;

static double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double samples_of(const oro_grid *g) { return (double)g->width * (double)g->height; }

// --- what to run ------------------------------------------------------------------------------------------------------

static void want(oro_source source) {
    if (source.node) source.node->wanted |= (uint64_t)1 << source.output;
}

/// Adds a root, unless its node is one already.
static void add_root(oro_source source, oro_source *roots, int32_t *count) {
    want(source);
    if (source.node->root) return;
    source.node->root = true;
    roots[(*count)++] = source;
}

static oro_status add_named_root(job *j, const char *from, const char *where, oro_source *roots, int32_t *count) {
    oro_source source;
    oro_status status = oro_graph_find(j->scene, from, ORO_ALL_KINDS, &source, where);
    if (status == ORO_OK) add_root(source, roots, count);
    return status;
}

/// Without outputs: the last node, and the last one that makes a map if that is another; all that they make.
static oro_status add_last_roots(job *j, oro_source *roots, int32_t *count) {
    for (int32_t i = j->scene->node_count; i-- > 0;)
        if (j->scene->nodes[i]->enabled) {
            add_root((oro_source){j->scene->nodes[i], 0}, roots, count);
            break;
        }
    oro_source map = oro_graph_map_before(j->scene, j->scene->node_count);
    oro_status status = map.node ? add_named_root(j, NULL, "nodes", roots, count) : ORO_OK;
    for (int32_t i = 0; i < *count; i++) roots[i].node->wanted = UINT64_MAX;
    if (*count || status != ORO_OK) return status;
    return oro_fail(j->ctx, ORO_BAD_ARGUMENT, "nodes", "the scene has no node to run");
}

static oro_status find_roots(job *j, const char *target, oro_source *roots, int32_t *count) {
    const oro_scene *scene = j->scene;
    if (target) return add_named_root(j, target, target, roots, count);
    if (scene->output_count == 0) return add_last_roots(j, roots, count);
    for (int32_t i = 0; i < scene->output_count; i++) {
        const oro_output *output = &scene->outputs[i].output;
        const char *name = scene->name ? scene->name : "";
        char place[256];
        snprintf(place, sizeof place, "%.120s%soutputs/%d/from", name, *name ? "/" : "", i);
        oro_status status = add_named_root(j, output->from, place, roots, count);
        snprintf(place, sizeof place, "%.120s%soutputs/%d/texture", name, *name ? "/" : "", i);
        if (status == ORO_OK && output->texture) status = add_named_root(j, output->texture, place, roots, count);
        if (status != ORO_OK) return status;
    }
    // What only measures is there to be read: nothing else would ask for it.
    for (int32_t i = 0; i < scene->node_count; i++) {
        oro_node *node = scene->nodes[i];
        int32_t number = oro_first_of_type(node->op, ORO_VALUE_OUT);
        if (node->enabled && number >= 0 && oro_main_output(node->op, ORO_FILE_KINDS) < 0)
            add_root((oro_source){node, number}, roots, count);
    }
    return ORO_OK;
}

// --- what of it to make ------------------------------------------------------------------------------------------------

/// Beside what the target names: the first map of every node, what any node is wired to, and what the document writes. All
/// of the document counts, whatever the target, so that going from node to node in it makes nothing twice.
static void want_outputs(const oro_scene *scene) {
    for (int32_t i = 0; i < scene->node_count; i++) {
        int32_t first = oro_first_of_type(scene->nodes[i]->op, ORO_GRID_OUT);
        if (first >= 0) want((oro_source){scene->nodes[i], first});
        for (int32_t k = 0; k < scene->nodes[i]->op->record.arg_count; k++) want(scene->nodes[i]->wires[k]);
    }
    for (int32_t i = 0; i < scene->output_count; i++) {
        oro_source written;
        const oro_output *output = &scene->outputs[i].output;
        if (oro_scene_resolve(scene, output->from, ORO_ALL_KINDS, &written, "outputs") == ORO_OK) want(written);
        if (output->texture && oro_scene_texture(scene, output->texture, &written, "outputs") == ORO_OK) want(written);
    }
}

/// Has the result everything that is wanted of the node?
static bool is_whole(const oro_node *node, const oro_result *result) {
    for (int32_t i = 0; i < result->count; i++)
        if (result->slots[i].data && node->wanted >> i & 1 && !result->slots[i].made) return false;
    return true;
}

/// The node's result, held, if the cache has all of it that is wanted; *part otherwise, if it has some.
static oro_result *find_whole(const job *j, const oro_node *node, oro_result **part) {
    oro_result *result = oro_cache_find(j->ctx, node->key);
    *part = NULL;
    if (!result || is_whole(node, result)) return result;
    *part = result;
    return NULL;
}

// --- keys -------------------------------------------------------------------------------------------------------------

static oro_hash hash_connection(const job *j, oro_hash h, const oro_node *node, int32_t arg) {
    oro_source source = oro_graph_source(&j->graph, node, arg);
    if (!source.node) return oro_hash_u64(h, 0);
    h = oro_hash_text(h, source.node->op->record.args[source.output].name);
    return oro_hash_hash(h, source.node->key);
}

static oro_status hash_file(job *j, oro_hash *h, const oro_node *node, const oro_arg *arg) {
    const oro_file *named = oro_arg_at(arg, node->args);
    if (!named->path || !*named->path) return ORO_OK;
    char place[256];
    const oro_stored_file *file;
    oro_node_place(j->scene, node, arg, place, sizeof place);
    oro_status status = oro_scene_read_file(j->scene, named->path, arg->holds, place, &file);
    if (status == ORO_OK) *h = oro_hash_hash(*h, file->hash);
    return status;
}

static oro_status make_key(job *j, oro_node *node) {
    const oro_record *record = &node->op->record;
    oro_hash h = oro_hash_text(oro_hash_start(0x6e6f6465), node->op->family); // "node"
    h = oro_hash_text(h, record->name);
    h = oro_hash_u64(h, (uint64_t)node->op->version);
    h = oro_args_hash(oro_hash_geometry(h, &j->world), record, node->args);
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        if (oro_arg_takes_map(arg)) h = hash_connection(j, h, node, i);
        if (arg->type == ORO_SEED) h = oro_hash_u64(h, j->scene->world.seed);
        if (arg->type != ORO_FILE) continue;
        oro_status status = hash_file(j, &h, node, arg);
        if (status != ORO_OK) return status;
    }
    node->key = h;
    return ORO_OK;
}

/// Marks what has to run and takes hold of cached results that those nodes read. Users come before sources here.
static void plan(job *j) {
    for (int32_t i = 0; i < j->graph.count; i++) {
        oro_node *node = j->graph.order[i];
        node->used = node->cached = true;
    }
    for (int32_t i = j->graph.count; i-- > 0;) {
        oro_node *node = j->graph.order[i];
        if (!node->root && node->users == 0) continue; // nobody asks
        oro_result *part;
        node->result = find_whole(j, node, &part);
        if (node->result) continue;
        oro_result_release(j->ctx, part);
        node->missing = true;
        for (int32_t k = 0; k < node->op->record.arg_count; k++) {
            oro_source source = oro_graph_source(&j->graph, node, k);
            if (source.node) source.node->users++;
        }
    }
}

/// Share of the whole that a node is likely to be: by what it took before, or like the others.
static double weigh(const job *j, const oro_node *node, double usual) {
    return (node->cost > 0.0 ? node->cost : usual) * samples_of(&j->world);
}

static double usual_cost(const job *j) {
    double sum = 0.0;
    int32_t known = 0;
    for (int32_t i = 0; i < j->graph.count; i++) {
        const oro_node *node = j->graph.order[i];
        if (node->missing && node->cost > 0.0) sum += node->cost, known++;
    }
    return known ? sum / known : 1.0;
}

// --- running a node ---------------------------------------------------------------------------------------------------

typedef struct note_relay {
    const job *job;
    const oro_node *node;
    oro_log_fn *log;
    void *user;
} note_relay;

/// Notes of an operator name an argument; people need to know whose.
static void relay_note(void *user, const char *where, const char *sentence) {
    const note_relay *relay = user;
    char place[256];
    const oro_arg *arg = oro_arg_find(&relay->node->op->record, where);
    oro_node_place(relay->job->scene, relay->node, arg, place, sizeof place);
    relay->log(relay->user, place, sentence);
}

/// Puts the node before the place of an error: "talus" becomes "nodes/3/args/talus".
static void blame_node(const job *j, const oro_node *node) {
    char name[64], place[256];
    oro_error *error = &j->ctx->error;
    if (error->status == ORO_CANCELLED) return;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(error->where, "/"), error->where);
    oro_node_place(j->scene, node, NULL, place, sizeof place);
    if (*name && oro_arg_find(&node->op->record, name)) strcat(place, "/args"); // place() leaves ample room
    oro_prefix_where(j->ctx, place);
}

/// Points inputs, fields and files at what they are connected to, and outputs that are wanted and that `part` lacks at the
/// slots of the result.
static oro_status connect(job *j, const oro_node *node, const oro_result *part, void *args, oro_result *result) {
    const oro_record *record = &node->op->record;
    for (int32_t i = 0; i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void *at = oro_arg_at(arg, args);
        oro_source source = oro_graph_source(&j->graph, node, i);
        const void *taken = source.node ? oro_result_data(source.node->result, source.output) : NULL;
        if (oro_arg_is_input(arg)) *(const void **)at = taken;
        if (arg->type == ORO_FIELD) ((oro_field *)at)->map = taken;
        bool asked = !(arg->flags & ORO_ON_DEMAND) || node->wanted >> i & 1;
        if (oro_arg_is_output(arg) && asked && !(part && part->slots[i].made)) {
            *(void **)at = result->slots[i].data;
            result->slots[i].made = true;
        }
        if (arg->type != ORO_FILE) continue;
        oro_file *file = at;
        const oro_stored_file *stored;
        if (!file->path || !*file->path) continue;
        oro_status status = oro_scene_read_file(j->scene, file->path, arg->holds, arg->name, &stored);
        if (status != ORO_OK) return status;
        file->data = stored->data;
        file->known = stored->known;
    }
    return ORO_OK;
}

static oro_status compute(job *j, oro_node *node, const oro_result *part, oro_result *result) {
    oro_context *ctx = j->ctx;
    void *args = oro_alloc(ctx, node->op->record.size);
    if (!args) return ORO_NO_MEMORY;
    memcpy(args, node->args, node->op->record.size);
    oro_status status = connect(j, node, part, args, result);
    note_relay relay = {j, node, ctx->log, ctx->log_user};
    if (ctx->log) ctx->log = relay_note, ctx->log_user = &relay;
    j->run.op = node->op;
    j->run.label = node->id;
    bool keep_partial = j->run.keep_partial;
    if (part) j->run.keep_partial = false; // what is there already went all the way
    if (status == ORO_OK) status = oro_run_operator(&j->run, args, &j->world);
    j->run.keep_partial = keep_partial;
    ctx->log = relay.log;
    ctx->log_user = relay.user;
    oro_free(ctx, args);
    return status;
}

/// An operator ended early. The document says from now on how far it went, and what was made is kept under the key of that
/// document. Everything behind the node has another key now: ORO_PARTIAL asks for the run to be planned anew.
static oro_status take_early_end(job *j, oro_node *node, oro_result *result) {
    oro_status status = oro_note_end(&j->run, node->args);
    if (status == ORO_PARTIAL && make_key(j, node) != ORO_OK) status = j->ctx->error.status;
    if (status != ORO_PARTIAL) return status;
    oro_node_place(j->scene, node, j->run.ended, j->early_place, sizeof j->early_place);
    snprintf(j->early, sizeof j->early, "%s", j->ctx->error.sentence);
    j->kept = oro_cache_find(j->ctx, node->key);
    if (j->kept) { // the very same was made before
        oro_result_discard(j->ctx, result);
        return ORO_PARTIAL;
    }
    result->key = node->key;
    if (oro_cache_put(j->ctx, result) != ORO_OK) return j->ctx->error.status;
    j->kept = result;
    return ORO_PARTIAL;
}

/// Makes what `part` lacks and adds it; NULL: makes all that is wanted and puts it into the cache.
static oro_status make_result(job *j, oro_node *node, oro_result *part) {
    double begun = seconds_now();
    oro_result *result = oro_result_create(j->ctx, node->key, &node->op->record);
    oro_status status = result ? compute(j, node, part, result) : ORO_NO_MEMORY;
    if (status == ORO_PARTIAL) {
        status = take_early_end(j, node, result);
        if (status == ORO_PARTIAL) return status;
    }
    double took = seconds_now() - begun;
    if (status == ORO_OK && part)
        oro_cache_add(j->ctx, part, result);
    else if (status == ORO_OK)
        status = oro_cache_put(j->ctx, result);
    if (part || status != ORO_OK) oro_result_discard(j->ctx, result);
    if (status != ORO_OK) return status;
    node->result = part ? part : result;
    node->result->seconds += took;
    node->cached = false;
    node->seconds = took;
    node->cost = node->result->seconds / samples_of(&j->world);
    return ORO_OK;
}

/// A node may go without the sources it read; those nobody else waits for may leave the cache.
static void let_go_of_sources(job *j, const oro_node *node) {
    for (int32_t i = 0; i < node->op->record.arg_count; i++) {
        oro_node *source = oro_graph_source(&j->graph, node, i).node;
        if (!source || --source->users > 0 || source->root) continue;
        oro_result_release(j->ctx, source->result);
        source->result = NULL;
    }
}

static oro_status run_node(job *j, oro_node *node, double weight) {
    if (oro_is_cancelled(j->ctx)) return oro_fail(j->ctx, ORO_CANCELLED, NULL, "cancelled");
    j->run.from = j->done / j->total;
    j->run.to = (j->done + weight) / j->total;
    oro_status status = ORO_OK;
    oro_result *part;
    node->result = find_whole(j, node, &part); // another node of this run may have made the same
    if (!node->result) status = make_result(j, node, part);
    if (status == ORO_NO_MEMORY && oro_cache_trim(j->ctx, 0)) status = make_result(j, node, part);
    if (status != ORO_OK) oro_result_release(j->ctx, part);
    if (status == ORO_PARTIAL) return status;
    if (status != ORO_OK) {
        blame_node(j, node);
        return status;
    }
    j->done += weight;
    node->missing = false;
    let_go_of_sources(j, node);
    return ORO_OK;
}

// --- the whole --------------------------------------------------------------------------------------------------------

/// Clears the reports. What the last run held is held on until this one has found what it needs.
static void forget_last_run(oro_scene *scene) {
    for (int32_t i = 0; i < scene->node_count; i++) {
        oro_node *node = scene->nodes[i];
        node->last = node->result;
        node->result = NULL;
        node->used = node->cached = node->root = node->missing = false;
        node->seconds = 0.0;
        node->users = 0;
        node->wanted = 0;
    }
}

static void let_go_of_last_run(oro_scene *scene) {
    for (int32_t i = 0; i < scene->node_count; i++) {
        oro_result_release(scene->ctx, scene->nodes[i]->last);
        scene->nodes[i]->last = NULL;
    }
}

/// Lets go of everything but the results of the target.
static void let_go(const job *j) {
    for (int32_t i = 0; i < j->graph.count; i++) {
        oro_node *node = j->graph.order[i];
        if (node->missing) node->used = node->cached = false; // the run ended before it
        if (node->root) continue;
        oro_result_release(j->ctx, node->result);
        node->result = NULL;
    }
}

static oro_status run_nodes(job *j) {
    oro_status status = ORO_OK;
    for (int32_t i = 0; i < j->graph.count && status == ORO_OK; i++) status = make_key(j, j->graph.order[i]);
    if (status != ORO_OK) return status;
    plan(j);
    let_go_of_last_run(j->scene); // before anything new needs the memory
    double usual = usual_cost(j);
    for (int32_t i = 0; i < j->graph.count; i++)
        if (j->graph.order[i]->missing) j->total += weigh(j, j->graph.order[i], usual);
    for (int32_t i = 0; i < j->graph.count && status == ORO_OK; i++) {
        oro_node *node = j->graph.order[i];
        double weight = weigh(j, node, usual); // before the run measures it anew
        if (node->missing) status = run_node(j, node, weight);
    }
    let_go(j);
    return status;
}

/// Plans and runs once; ORO_PARTIAL: a node ended early, and what is behind it has to be planned anew.
static oro_status run_once(job *j, const char *target, oro_source *roots) {
    int32_t root_count = 0;
    oro_result *kept = j->kept;
    j->kept = NULL;
    j->done = j->total = 0.0;
    forget_last_run(j->scene);
    oro_status status = find_roots(j, target, roots, &root_count);
    if (status == ORO_OK) {
        want_outputs(j->scene);
        status = oro_graph_build(j->scene, roots, root_count, &j->graph);
        if (status == ORO_OK) status = run_nodes(j);
        oro_graph_free(j->scene, &j->graph);
    }
    let_go_of_last_run(j->scene);
    oro_result_release(j->ctx, kept);
    return status;
}

oro_status oro_scene_run(oro_scene *scene, const oro_run_desc *desc) {
    static const oro_run_desc plain;
    if (!desc) desc = &plain;
    oro_context *ctx = scene->ctx;
    oro_begin(ctx);
    job j = {.scene = scene, .ctx = ctx};
    j.run = (oro_run){.ctx = ctx,
                      .seed = scene->world.seed,
                      .progress = desc->progress,
                      .user = desc->user,
                      .keep_partial = desc->keep_partial};
    oro_source *roots = oro_alloc(ctx, ((size_t)scene->output_count + (size_t)scene->node_count + 2) * sizeof *roots);
    if (!roots) return ORO_NO_MEMORY;
    oro_status status = oro_scene_geometry(scene, desc->detail, &j.world);
    if (status != ORO_OK) forget_last_run(scene), let_go_of_last_run(scene);
    if (status == ORO_OK) do
            status = run_once(&j, desc->target, roots);
        while (status == ORO_PARTIAL);
    oro_scene_drop_files(scene);
    oro_free(ctx, roots);
    return status == ORO_OK && *j.early ? oro_fail(ctx, ORO_PARTIAL, j.early_place, "%s", j.early) : status;
}

// --- what came of it --------------------------------------------------------------------------------------------------

/// The result of a node in the last run, held until the next; NULL with the error set.
static oro_result *result_of(oro_scene *scene, const char *from, oro_source *source) {
    const char *where = from ? from : "nodes";
    if (oro_graph_find(scene, from, ORO_ALL_KINDS, source, where) != ORO_OK) return NULL;
    oro_node *node = source->node;
    if (!node->used) {
        oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where, "%s was not part of the last run; make it the target", node->id);
        return NULL;
    }
    if (!node->result) node->result = oro_cache_find(scene->ctx, node->key);
    if (!node->result)
        oro_fail(scene->ctx, ORO_BAD_ARGUMENT, where,
                 "the result of %s was not kept: it does not fit into the cache; make it the target or allow more",
                 node->id);
    return node->result;
}

static void refuse_unasked(const oro_scene *scene, const char *from, const oro_source *source) {
    oro_fail(scene->ctx, ORO_BAD_ARGUMENT, from ? from : "nodes",
             "%s.%s was not asked for in the last run; make it the target", source->node->id,
             source->node->op->record.args[source->output].name);
}

/// An output of the last run that has to be of one kind; NULL with the error set.
static const void *data_of(oro_scene *scene, const char *from, oro_kind kind, oro_source *source) {
    const oro_result *result = result_of(scene, from, source);
    if (!result) return NULL;
    oro_kind made = result->slots[source->output].kind;
    if (made != kind) {
        oro_fail(scene->ctx, ORO_BAD_ARGUMENT, from, "%s is a %s, not a %s", from ? from : "the last map",
                 oro_kind_of(made)->noun, oro_kind_of(kind)->noun);
        return NULL;
    }
    const void *data = oro_result_data(result, source->output);
    if (!data) refuse_unasked(scene, from, source);
    return data;
}

const void *oro_scene_data(oro_scene *scene, const char *from, oro_kind kind) {
    oro_source source;
    return data_of(scene, from, kind, &source);
}

const oro_grid *oro_scene_grid(oro_scene *scene, const char *from) {
    return oro_scene_data(scene, from, ORO_KIND_GRID);
}

const oro_pyramid *oro_scene_pyramid(oro_scene *scene, const char *from) {
    return oro_scene_data(scene, from, ORO_KIND_PYRAMID);
}

oro_status oro_scene_value(oro_scene *scene, const char *from, double *value) {
    oro_source source;
    const double *number = data_of(scene, from, ORO_KIND_VALUE, &source);
    if (!number) return scene->ctx->error.status;
    const oro_record *record = &source.node->op->record;
    bool measured = oro_arg_matters(record, &record->args[source.output], source.node->args);
    *value = measured ? *number : NAN;
    return ORO_OK;
}

oro_node_report oro_scene_report(const oro_scene *scene, int index) {
    const oro_node *node = scene->nodes[index];
    oro_node_report report = {.id = node->id,
                              .op = node->op->record.name,
                              .used = node->used,
                              .cached = node->cached,
                              .seconds = node->seconds};
    int32_t map = oro_first_of_type(node->op, ORO_GRID_OUT);
    oro_result *result = node->used && map >= 0 ? oro_cache_find(scene->ctx, node->key) : NULL;
    if (!result) return report;
    if (!result->hashed) {
        result->hash = oro_grid_hash(result->slots[map].data);
        result->hashed = true;
    }
    report.hash = result->hash;
    oro_result_release(scene->ctx, result);
    return report;
}
