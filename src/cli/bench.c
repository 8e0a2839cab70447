// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen bench: how fast the operators are on this machine, in a short form. Each runs on made-up terrain with its defaults,
// three to twenty times; the least time counts, since whatever else the machine does only adds to it. The
// project's own bench compares with plain code and with the memory's limit; this one is for people who choose a size.

#include "cli.h"
#include "core/text.h"
#include "io/json.h"
#include "op/args.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGS = 64, DEFAULT_SIDE = 1025 };

/// One operator with its maps.
typedef struct bench {
    const oro_operator *op;
    void *args;
    oro_grid maps[MOST_ARGS]; ///< by row of the table: inputs made up, outputs as they come
    void *others[MOST_ARGS];  ///< inputs that are no maps, by row of the table
    double values[MOST_ARGS];
    oro_grid ground; ///< geometry of the maps
    double seconds;  ///< the least
    int runs;
} bench;

/// Hills with some roughness, by a hash of the place: nothing an operator could find easy.
static float terrain(double u, double v, uint32_t which) {
    uint32_t h = ((uint32_t)(u * 4096) * 0x9e3779b1U) ^ ((uint32_t)(v * 4096) * 0x85ebca6bU) ^ (which * 0xc2b2ae35U);
    h = (h ^ h >> 15) * 0x2c1b3c6dU;
    h ^= h >> 13;
    double x = u - 0.35 - 0.1 * which, y = v - 0.6;
    return (float)(900.0 / (1.0 + 30.0 * (x * x + y * y)) + 300.0 * u * v + 4.0 * (double)(h >> 8) / 16777216.0);
}

static oro_status make_map(cli *c, const oro_grid *shape, uint32_t which, oro_grid *out) {
    *out = *shape;
    oro_status status = cli_take(c, oro_grid_alloc(c->ctx, out), NULL);
    for (int32_t y = 0; status == ORO_OK && y < out->height; y++)
        for (int32_t x = 0; x < out->width; x++)
            oro_row(out, y)[x] = terrain((double)x / out->width, (double)y / out->height, which);
    return status;
}

/// What an operator takes that is no map, made of the map at its place.
static oro_status make_other(cli *c, bench *b, int32_t index) {
    const oro_arg *arg = &b->op->record.args[index];
    b->others[index] = calloc(1, oro_arg_info(arg)->size);
    if (!b->others[index])
        return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the %s", oro_arg_info(arg)->noun);
    *(const void **)oro_arg_at(arg, b->args) = b->others[index];
    return cli_take(c, oro_arg_info(arg)->sample(c->ctx, &b->maps[index], b->others[index]), NULL);
}

static oro_status prepare(cli *c, const oro_grid *shape, bench *b) {
    const oro_record *record = &b->op->record;
    b->args = calloc(1, record->size);
    if (!b->args) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the arguments");
    oro_status status = cli_take(c, oro_args_init(c->ctx, record, b->args), NULL);
    for (int32_t i = 0; status == ORO_OK && i < record->arg_count; i++) {
        const oro_arg *arg = &record->args[i];
        void *at = oro_arg_at(arg, b->args);
        if (arg->type == ORO_VALUE_OUT) *(double **)at = &b->values[i];
        if (arg->type == ORO_GRID_OUT) {
            b->maps[i] = *shape;
            *(oro_grid **)at = &b->maps[i];
        }
        if (!oro_arg_is_input(arg) || (arg->flags & ORO_OPTIONAL)) continue;
        status = make_map(c, shape, (uint32_t)i, &b->maps[i]);
        *(const void **)at = &b->maps[i];
        if (status == ORO_OK && arg->type != ORO_GRID_IN) status = make_other(c, b, i);
    }
    return status;
}

static void let_go(cli *c, bench *b) {
    for (int i = 0; i < MOST_ARGS; i++)
        if (b->maps[i].data) oro_grid_free(c->ctx, &b->maps[i]);
    for (int i = 0; i < MOST_ARGS; i++) {
        if (b->others[i]) oro_arg_info(&b->op->record.args[i])->release(c->ctx, b->others[i]);
        free(b->others[i]);
    }
    if (b->args) oro_args_free(c->ctx, &b->op->record, b->args);
    free(b->args);
}

static oro_status measure(cli *c, bench *b) {
    oro_status status = ORO_OK;
    for (double spent = 0; status == ORO_OK && b->runs < 20 && (b->runs < 3 || spent < 0.5) && spent < 5;) {
        double begun = cli_seconds();
        status = oro_call(c->ctx, b->op, b->args, &(oro_run_desc){.ground = &b->ground, .seed = 1});
        double took = cli_seconds() - begun;
        spent += took;
        // The first run also makes the outputs' memory.
        if (b->runs == 0 || took < b->seconds) b->seconds = took;
        b->runs++;
    }
    if (status == ORO_CANCELLED && cli_was_interrupted()) return cli_check_interrupt(c);
    return cli_take(c, status, b->op->record.name);
}

/// Needs a file to say anything?
static bool needs_file(const oro_operator *op) {
    for (int32_t i = 0; i < op->record.arg_count; i++)
        if (op->record.args[i].type == ORO_FILE) return true;
    return false;
}

static oro_status bench_one(cli *c, const oro_operator *op, const oro_grid *shape, oro_json *list) {
    bench b = {.op = op, .ground = *shape};
    oro_status status = cli_check_interrupt(c);
    if (status == ORO_OK) status = prepare(c, shape, &b);
    if (status == ORO_OK) status = measure(c, &b);
    double points = (double)shape->width * shape->height, rate = b.seconds > 0 ? points / b.seconds : 0;
    if (status == ORO_OK && !list) {
        printf("%-18s %10.3f ms %10.1f Mpoint/s %9.3f ns/point\n", op->record.name, 1e3 * b.seconds, 1e-6 * rate,
               1e9 * b.seconds / points);
        fflush(stdout);
    }
    oro_json *row = status == ORO_OK && list ? oro_json_new_object() : NULL;
    if (row) {
        oro_json_set(row, "op", cli_json_text(op->record.name));
        oro_json_set(row, "seconds", oro_json_new_number(b.seconds));
        oro_json_set(row, "points_per_second", oro_json_new_number(rate));
        oro_json_set(row, "runs", oro_json_new_number(b.runs));
        oro_json_append(list, row);
    }
    let_go(c, &b);
    return status;
}

static oro_status find_all(cli *c, const cli_words *w) {
    for (int i = 0; i < w->plain_count; i++) {
        const oro_operator *op = oro_operator_find(NULL, w->plain[i]);
        if (!op) return cli_unknown_command(c, w->plain[i]);
        if (needs_file(op)) return cli_misuse(c, NULL, "%s reads a file and is not timed", w->plain[i]);
    }
    return ORO_OK;
}

static oro_status bench_all(cli *c, const cli_words *w, const oro_grid *shape, oro_json *list) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < w->plain_count; i++)
        status = bench_one(c, oro_operator_find(c->ctx, w->plain[i]), shape, list);
    for (int i = 0; status == ORO_OK && w->plain_count == 0 && i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(c->ctx, i);
        cli_progress(c, (double)i / oro_operator_count(), op->record.name);
        cli_progress_end(c);
        if (!needs_file(op)) status = bench_one(c, op, shape, list);
        if (status == ORO_BAD_ARGUMENT) { // its defaults alone say too little, as an empty list does
            cli_note(c, op->record.name, "not timed: %s", c->error.sentence);
            c->error = (oro_error){0};
            status = ORO_OK;
        }
    }
    return status;
}

static oro_status run(cli *c, const cli_words *w) {
    int32_t width = DEFAULT_SIDE, height = 0;
    const char *size = cli_text(w, "size");
    oro_status status = find_all(c, w);
    if (status == ORO_OK && size) status = cli_read_size(c, size, "--size", &width, &height);
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    if (!height) height = width;
    int32_t longer = width > height ? width : height;
    oro_grid shape = {.width = width, .height = height, .cell = 4000.0 / (longer - 1)};
    cli_say(c, "%d x %d samples, %d threads, %s", width, height, oro_thread_count(c->ctx), oro_cpu_level(c->ctx));
    if (!c->json) return bench_all(c, w, &shape, NULL);
    oro_json *root = oro_json_new_object(), *list = oro_json_new_array();
    if (!root || !list) return cli_print_json(c, NULL);
    status = bench_all(c, w, &shape, list);
    oro_json_set(root, "size", cli_json_pair(width, height));
    oro_json_set(root, "threads", oro_json_new_number(oro_thread_count(c->ctx)));
    oro_json_set(root, "cpu", cli_json_text(oro_cpu_level(c->ctx)));
    oro_json_set(root, "operators", list);
    if (status == ORO_OK) return cli_print_json(c, root);
    oro_json_free(root);
    return status;
}

static const cli_flag flags[] = {
    {"size", "N|WxH", "Samples of the maps: 1025, 2k, 513x257 (default 1025)."},
    {0},
};

const cli_command cli_command_bench = {
    .name = "bench",
    .summary = "Time the operators on this machine",
    .usage = "[OPERATOR]… [--size N]",
    .doc = "Runs operators with their defaults on made-up terrain, each three to twenty times, and prints the "
           "least time.\n"
           "Without names: all of them. Other programs that run meanwhile make the numbers worse.",
    .example = "orogen bench {make} {change} --size 257",
    .flags = flags,
    .run = run,
};
