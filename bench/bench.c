// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Times every operator beside a plain reference of the same job and beside the machine's own limit, all in one run:
// machines are shared and noisy, so only what was measured together compares. Takes the least of several runs, operator and
// reference by turns. A share of the bandwidth is the median of what each run reached of STREAM's triad run just before and
// just after it: bandwidth may halve from one minute to the next.
// Outputs have their memory before the clock starts. No test depends on these times.

#include "core/pool.h"
#include "reference/reference.h"
#include "orogen/scene.h"
#include "tests/rig.h"

#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

enum {
    MOST_SIZES = 8,
    MOST_RUNS = 200,
    STREAM_SIDE = 8192, ///< of triad's maps, 256 MiB each: three 4096 x 4096 ones still fit the largest caches
    CACHED_SIDE = 2048, ///< maps up to this size may stay in cache from run to run
};

// --- what is measured -------------------------------------------------------------------------------------------------

/// A job that exists twice: as an operator with these arguments, and (most) as one or two passes of plain C.
typedef struct comparison {
    const char *op;
    const char *args[4];   ///< "mode=add"
    const char *cells_arg; ///< an argument in metres that must be `cells` cells at every size
    double cells;
    ref_rows *passes[2];          ///< none: timed with these arguments, compared with nothing
    double same;                  ///< the results may differ by this; 0: another formula of the same kind, not compared
    int steps;                    ///< how often each point is updated in a run; 0: once. Rates count updates
    ref_water_rows *const *water; ///< a step of running water in passes, ends with NULL; takes the place of `passes`
} comparison;

/// 200 steps on the map itself, and as many to flush the load out.
#define WATER_STEPS "cascade=cells=65536 steps=200"

static const comparison comparisons[] = {
    {.op = "noise", .args = {"octaves=5", "scale=500", "damping=0", "lowland=0"}, .passes = {ref_fbm}},
    {.op = "noise", .args = {"basis=cellular", "octaves=1", "scale=31.25", "lowland=0"}, .passes = {ref_cellular}},
    {.op = "blend", .args = {"mode=add"}, .passes = {ref_add}, .same = 1e-3},
    {.op = "remap", .args = {"from=0..500", "to=0..500", "curve=0:0 0.25:0.125 0.5:0.35 1:1"}, .passes = {ref_table}},
    {.op = "blur",
     .args = {"kind=gaussian"},
     .cells_arg = "radius",
     .cells = REF_BLUR_CELLS,
     .passes = {ref_blur_columns, ref_blur_rows},
     .same = 1.0},
    {.op = "blur", .args = {"kind=gaussian"}, .cells_arg = "radius", .cells = 16},
    {.op = "blur", .args = {"kind=box"}, .cells_arg = "radius", .cells = 16},
    {.op = "droplets",
     .args = {"detail=0", "drops=2", "brush=3", "lifetime=30"},
     .cells_arg = "grain",
     .cells = 1,
     .passes = {ref_copy, ref_droplets}},
    {.op = "pipes", .args = {WATER_STEPS}, .steps = 400, .water = ref_water_passes},
    {.op = "pipes", .args = {WATER_STEPS, "rain=map", "capacity=map", "hardness=map"}, .steps = 400},
    {.op = "pipes", .args = {WATER_STEPS, "law=mathisen", "border=closed"}, .steps = 300}, // 100 of them dry it
    {.op = "pipes", .args = {"settling=0.005", "most_load=10", "talus=42"}},
    {.op = "slope", .args = {"measure=degrees"}, .passes = {ref_slope}, .same = 1e-2},
    // Ground moves a metre a year, a cell in a step: a duration of so many cells takes as many steps.
    {.op = "thermal", .args = {"method=reference", "grain=0.001"}, .cells_arg = "duration", .cells = 20, .steps = 20},
    {.op = "thermal", .args = {"method=fast", "grain=0.001"}, .cells_arg = "duration", .cells = 20, .steps = 20},
    {.op = "hydraulic", .args = {"method=reference", "grain=0.001"}, .cells_arg = "duration", .cells = 20, .steps = 20},
    {.op = "hydraulic", .args = {"method=fast", "grain=0.001"}, .cells_arg = "duration", .cells = 20, .steps = 20},
    {.op = "flatten", .args = {"grain=0.001"}, .cells_arg = "duration", .cells = 20, .steps = 20},
    {.op = "flatten", .args = {"grain=0.001", "order=olsen"}, .cells_arg = "duration", .cells = 20, .steps = 20},
};

/// One line of the table.
typedef struct row {
    const oro_operator *op;
    const comparison *with; ///< NULL: defaults, nothing to compare with
} row;

typedef struct measure {
    double seconds, reference; ///< least of several; reference 0 where there is none
    double bytes;              ///< a point moves at least: inputs, outputs and maps, once each
    double share;              ///< of the bandwidth that triad reached beside it
    int32_t side;
    bool differs;
} measure;

typedef struct options {
    const char *cpu, *csv;
    int threads, runs;
    int32_t stream_side;
    bool partial; ///< not all sizes or operators: must not replace the whole table
    int32_t sizes[MOST_SIZES];
    int size_count;
    const char *names[64];
    int name_count;
} options;

static void stop(const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("bench: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(2);
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// --- references -------------------------------------------------------------------------------------------------------

typedef struct reference_job {
    ref_rows *fn;
    float *out;
    const float *a, *b;
    int side, rows;
    double cell;
} reference_job;

static void reference_block(void *user, int block) {
    const reference_job *j = user;
    int y0 = block * j->rows, y1 = y0 + j->rows < j->side ? y0 + j->rows : j->side;
    j->fn(j->out, j->a, j->b, j->side, j->side, y0, y1, j->cell);
}

/// One pass on the context's threads, in blocks of the size the operators use.
static void reference_pass(oro_context *ctx, reference_job j) {
    j.rows = 65536 / j.side > 0 ? 65536 / j.side : 1;
    oro_parallel(ctx, (j.side + j.rows - 1) / j.rows, reference_block, &j);
}

/// Maps without padding for the references, filled as the rig's are.
typedef struct plain_maps {
    float *a, *b, *between, *out;
    int32_t side;
} plain_maps;

static plain_maps plain_alloc(oro_context *ctx, const rig *r, int32_t side) {
    size_t bytes = (size_t)side * (size_t)side * sizeof(float);
    plain_maps p = {oro_alloc(ctx, bytes), oro_alloc(ctx, bytes), oro_alloc(ctx, bytes), oro_alloc(ctx, bytes), side};
    if (!p.a || !p.b || !p.between || !p.out) stop("%s", oro_last_error(ctx)->sentence);
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            size_t i = (size_t)y * (size_t)side + (size_t)x;
            p.a[i] = r && r->map_count > 0 ? oro_row(&r->maps[0], y)[x] : 1.0f;
            p.b[i] = r && r->map_count > 1 ? oro_row(&r->maps[1], y)[x] : 2.0f;
            p.between[i] = p.out[i] = 0.0f;
        }
    return p;
}

static void plain_free(oro_context *ctx, plain_maps *p) {
    oro_free(ctx, p->a);
    oro_free(ctx, p->b);
    oro_free(ctx, p->between);
    oro_free(ctx, p->out);
}

static double time_water(oro_context *ctx, const comparison *c, const plain_maps *p, int32_t side, double cell);

static double time_reference(oro_context *ctx, const comparison *c, const plain_maps *p, int32_t side, double cell) {
    if (c->water) return time_water(ctx, c, p, side, cell);
    double began = now();
    bool two = c->passes[1];
    reference_pass(ctx, (reference_job){c->passes[0], two ? p->between : p->out, p->a, p->b, side, 0, cell});
    if (two) reference_pass(ctx, (reference_job){c->passes[1], p->out, p->between, p->b, side, 0, cell});
    return now() - began;
}

typedef struct water_job {
    ref_water_rows *fn;
    ref_water *water;
    int rows;
} water_job;

static void water_block(void *user, int block) {
    const water_job *j = user;
    int y0 = block * j->rows, y1 = y0 + j->rows < j->water->side ? y0 + j->rows : j->water->side;
    j->fn(j->water, y0, y1);
}

/// Seconds of `steps` steps of the plain water, scaled from a few.
static double time_water(oro_context *ctx, const comparison *c, const plain_maps *p, int32_t side, double cell) {
    enum { STEPS = 20 };
    ref_water water = {.side = side, .cell = (float)cell};
    size_t bytes = (size_t)side * (size_t)side * sizeof(float);
    for (int k = 0; k < REF_WATER_PLANES; k++) {
        if (!(water.plane[k] = oro_alloc(ctx, bytes))) stop("%s", oro_last_error(ctx)->sentence);
        memset(water.plane[k], 0, bytes);
    }
    memcpy(water.plane[REF_BED], p->a, bytes);
    for (size_t i = 0; i < bytes / sizeof(float); i++) water.plane[REF_DEPTH][i] = 0.01f;
    double began = now();
    for (int step = 0; step < STEPS; step++)
        for (ref_water_rows *const *pass = c->water; *pass; pass++) {
            water_job j = {*pass, &water, 65536 / side > 0 ? 65536 / side : 1};
            oro_parallel(ctx, (side + j.rows - 1) / j.rows, water_block, &j);
        }
    double took = now() - began;
    for (int k = 0; k < REF_WATER_PLANES; k++) oro_free(ctx, water.plane[k]);
    return took * c->steps / STEPS;
}

/// Bytes a second of one pass of a STREAM kernel over maps larger than any cache.
static double stream_once(oro_context *ctx, const plain_maps *p, ref_rows *fn, int arrays) {
    double began = now();
    reference_pass(ctx, (reference_job){fn, p->out, p->a, p->b, p->side, 0, 1.0});
    return (double)arrays * p->side * p->side * sizeof(float) / (now() - began);
}

static double stream_best(oro_context *ctx, const plain_maps *p, ref_rows *fn, int arrays) {
    double best = 0;
    for (int i = 0; i < 8; i++) best = fmax(best, stream_once(ctx, p, fn, arrays));
    return best;
}

// --- operators --------------------------------------------------------------------------------------------------------

static void set_args(rig *r, const comparison *c) {
    for (int i = 0; c && i < 4 && c->args[i]; i++) {
        char name[64];
        const char *equals = strchr(c->args[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - c->args[i]), c->args[i]);
        const oro_arg *arg = oro_arg_find(&r->op->record, name);
        if (arg && arg->type == ORO_FIELD && strcmp(equals + 1, "map") == 0) {
            double lo, hi;
            rig_ui_range(arg, &lo, &hi);
            ((oro_field *)oro_arg_at(arg, r->args))->map = rig_map(r, &r->shape, 3U, lo, hi);
            continue;
        }
        if (!arg || oro_args_parse(r->ctx, &r->op->record, r->args, arg, equals + 1, name) != ORO_OK)
            stop("%s cannot be given %s: %s", c->op, c->args[i],
                 arg ? oro_last_error(r->ctx)->sentence : "no such argument");
    }
    if (!c || !c->cells_arg) return;
    const oro_arg *arg = oro_arg_find(&r->op->record, c->cells_arg);
    if (!arg || oro_args_set_number(r->ctx, arg, r->args, c->cells * r->shape.cell, c->cells_arg) != ORO_OK)
        stop("%s cannot be given %s", c->op, c->cells_arg);
}

static double time_operator(rig *r) {
    // Pyramids are made anew by every run; maps keep their memory.
    rig_free_made(r);
    double began = now();
    if (oro_call(r->ctx, r->op, r->args, &(oro_run_desc){.seed = 1}) != ORO_OK)
        stop("%s: %s", r->op->record.name, oro_last_error(r->ctx)->sentence);
    return now() - began;
}

/// Bytes every point has to move once, whatever the method: the maps that go in and come out.
static double least_bytes(const rig *r) {
    double floats = 0;
    for (int32_t i = 0; i < r->op->record.arg_count; i++) {
        const oro_arg *arg = &r->op->record.args[i];
        const void *at = oro_arg_at(arg, r->args);
        if (arg->type == ORO_GRID_OUT) floats += 1;
        if (arg->type == ORO_GRID_IN && *(const oro_grid *const *)at) floats += 1;
        if (arg->type == ORO_FILE && ((const oro_file *)at)->map) floats += 1;
        if (arg->type == ORO_FIELD && ((const oro_field *)at)->map) floats += 1;
    }
    return floats * (double)sizeof(float);
}

static bool results_differ(const rig *r, const plain_maps *p, double allowed) {
    const oro_grid *out = NULL;
    for (int32_t i = 0; !out && i < r->op->record.arg_count; i++)
        if (r->op->record.args[i].type == ORO_GRID_OUT) out = &r->outputs[i];
    for (int32_t y = 0; out && y < out->height; y++)
        for (int32_t x = 0; x < out->width; x++)
            if (!(fabs((double)oro_row(out, y)[x] - (double)p->out[(size_t)y * (size_t)out->width + (size_t)x]) <=
                  allowed))
                return true;
    return false;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/// `limit` are the maps of the triad that runs beside the operator.
static measure measure_row(oro_context *ctx, const row *w, const plain_maps *limit, int32_t side, int runs) {
    rig r;
    if (rig_init(&r, ctx, w->op, side, side, 0) != ORO_OK) stop("%s", oro_last_error(ctx)->sentence);
    set_args(&r, w->with);
    measure m = {
        .seconds = time_operator(&r), .bytes = least_bytes(&r), .side = side}; // warms up, allocates the outputs
    plain_maps p = {0};
    bool compared = w->with && (w->with->passes[0] || w->with->water);
    if (compared) {
        p = plain_alloc(ctx, &r, side);
        m.reference = time_reference(ctx, w->with, &p, side, r.shape.cell);
    }
    double spent = 0, moved = m.bytes * side * side * (w->with && w->with->steps ? w->with->steps : 1);
    double shares[MOST_RUNS];
    int count = 0;
    for (; count < runs && (count < 2 || spent < 2.0); count++) {
        double before = stream_once(ctx, limit, ref_triad, 3);
        // Triad empties the caches: a map that fits them is brought back first.
        if (side <= CACHED_SIDE) spent += time_operator(&r);
        double took = time_operator(&r), after = stream_once(ctx, limit, ref_triad, 3);
        shares[count] = moved / took / (0.5 * (before + after));
        if (took < m.seconds || count == 0) m.seconds = took;
        spent += took;
        if (!compared) continue;
        took = time_reference(ctx, w->with, &p, side, r.shape.cell);
        if (took < m.reference || count == 0) m.reference = took;
    }
    qsort(shares, (size_t)count, sizeof *shares, by_size);
    m.share = 0.5 * (shares[(count - 1) / 2] + shares[count / 2]);
    m.differs = compared && w->with->same > 0 && results_differ(&r, &p, w->with->same);
    plain_free(ctx, &p);
    rig_free(&r);
    return m;
}

// --- the report -------------------------------------------------------------------------------------------------------

static void describe(const row *w, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "%s", w->op->record.name);
    for (int i = 0; w->with && i < 4 && w->with->args[i] && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, " %s", w->with->args[i]);
    if (w->with && w->with->cells_arg && used < size)
        snprintf(text + used, size - used, " %s=%g cells", w->with->cells_arg, w->with->cells);
}

static void print_measure(FILE *csv, const row *w, const measure *m, double exponent) {
    char name[256];
    describe(w, name, sizeof name);
    double points = (double)m->side * m->side * (w->with && w->with->steps ? w->with->steps : 1);
    double rate = points / m->seconds;
    printf("%-44s %5d %9.3f ms %9.1f Mp/s %8.3f ns/p %5.1f %%", name, m->side, 1e3 * m->seconds, 1e-6 * rate,
           1e9 / rate, 100.0 * m->share);
    if (m->reference > 0)
        printf("  %6.2fx", m->reference / m->seconds);
    else
        printf("        -");
    if (exponent > 0) printf("  n^%.2f", exponent);
    puts(m->differs ? "  DIFFERS from its reference" : "");
    if (!csv) return;
    fprintf(csv, "\"%s\",%d,%.6g,%.6g,%.6g,%.4g,", name, m->side, m->seconds, 1e-6 * rate, m->bytes, m->share);
    if (m->reference > 0)
        fprintf(csv, "%.6g,%.4g,", m->reference, m->reference / m->seconds);
    else
        fputs(",,", csv);
    if (exponent > 0) fprintf(csv, "%.3f", exponent);
    fputc('\n', csv);
}

/// Growth of time with the number of points between the smallest and the largest size: 1 is linear.
static double exponent_of(const measure *first, const measure *last) {
    if (first->side >= last->side) return 0;
    return log(last->seconds / first->seconds) / (2.0 * log((double)last->side / first->side));
}

static void bench_row(oro_context *ctx, const options *o, const row *w, const plain_maps *limit, FILE *csv) {
    measure all[MOST_SIZES];
    for (int s = 0; s < o->size_count; s++) {
        // Four times the points take at least four times as long.
        if (s && all[s - 1].seconds * 4 > 30) {
            printf("%-44s %5d: would take more than 30 s a run\n", w->op->record.name, o->sizes[s]);
            return;
        }
        all[s] = measure_row(ctx, w, limit, o->sizes[s], o->runs);
        print_measure(csv, w, &all[s], s == o->size_count - 1 ? exponent_of(&all[0], &all[s]) : 0);
        fflush(stdout);
    }
}

/// Sweeps on one thread against those on all, by turns, and Olsen's terrain with 50 of them beside the times he prints.
static void bench_sweeps(oro_context *ctx, const options *o, const plain_maps *limit) {
    static const int32_t sides[] = {512, 1024};
    static const double published[] = {2, 7};
    oro_error error;
    oro_context *one = oro_create(&(oro_context_desc){.cpu = o->cpu, .threads = 1}, &error);
    if (!one) stop("%s", error.sentence);
    row w = {oro_operator_find(ctx, "flatten"), NULL}, w_one = {oro_operator_find(one, "flatten"), NULL};
    for (size_t c = 0; !w.with && c < sizeof comparisons / sizeof *comparisons; c++)
        if (strcmp(comparisons[c].op, "flatten") == 0) w.with = w_one.with = &comparisons[c];
    for (int i = 0; i < o->size_count; i++) {
        double many = 1e30, single = 1e30, cell_steps = (double)o->sizes[i] * o->sizes[i] * w.with->steps;
        for (int turn = 0; turn < 3; turn++) {
            many = fmin(many, measure_row(ctx, &w, limit, o->sizes[i], o->runs).seconds);
            single = fmin(single, measure_row(one, &w_one, limit, o->sizes[i], o->runs).seconds);
        }
        printf("in-place sweeps at %d: %.2f ns/cell on 1 thread, %.2f on %d: %.2fx\n", o->sizes[i],
               1e9 * single / cell_steps, 1e9 * many / cell_steps, oro_thread_count(ctx), single / many);
        fflush(stdout);
    }
    oro_destroy(one);
    int32_t largest = 0;
    for (int i = 0; i < o->size_count; i++) largest = o->sizes[i] > largest ? o->sizes[i] : largest;
    for (int i = 0; i < 2 && sides[i] <= largest; i++) {
        oro_scene *scene = oro_scene_load(ctx, SOURCE_DIR "/examples/scenes/olsen/flatten-t16.oro.json");
        char duration[32], least_text[32];
        double cell = 8192.0 / sides[i], least = 1e30;
        snprintf(duration, sizeof duration, "%g", 50 * cell);
        snprintf(least_text, sizeof least_text, "%d", sides[i]);
        if (!scene || oro_scene_set(scene, "erosion.grain", "0.001") != ORO_OK ||
            oro_scene_set(scene, "erosion.duration", duration) != ORO_OK ||
            oro_scene_set(scene, "world.resolution", least_text) != ORO_OK)
            stop("%s", oro_last_error(ctx)->sentence);
        for (int n = 1; n <= 5; n++) {
            oro_world world = oro_scene_world(scene);
            world.seed = (uint64_t)n; // another terrain each time: nothing comes from the cache
            double began = now();
            if (oro_scene_set_world(scene, &world) != ORO_OK ||
                oro_scene_run(scene, &(oro_run_desc){.target = "erosion"}) != ORO_OK)
                stop("%s", oro_last_error(ctx)->sentence);
            double took = now() - began;
            least = took < least ? took : least;
        }
        printf("Olsen's terrain and 50 sweeps at %d: %.3f s (published: less than %g s)\n", sides[i], least,
               published[i]);
        oro_scene_destroy(scene);
    }
}

/// "Intel(R) Xeon(R) Processor @ 2.60GHz" -> "intel-xeon-processor-2-60ghz".
static void machine_name(char *text, size_t size, int threads) {
    char line[256] = "", *model = "machine";
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info && fgets(line, sizeof line, info))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            model = strchr(line, ':') + 2;
            break;
        }
    if (info) fclose(info);
    size_t used = 0;
    for (const char *c = model; *c && *c != '\n' && used + 24 < size; c++) {
        if (strncmp(c, "(R)", 3) == 0 || strncmp(c, "(C)", 3) == 0)
            c += 2;
        else if (strncmp(c, "(TM)", 4) == 0)
            c += 3;
        else if (*c >= 'A' && *c <= 'Z')
            text[used++] = (char)(*c - 'A' + 'a');
        else if ((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9'))
            text[used++] = *c;
        else if (used && text[used - 1] != '-')
            text[used++] = '-';
    }
    while (used && text[used - 1] == '-') used--;
    snprintf(text + used, size - used, "-%d-threads", threads);
}

static FILE *open_csv(const options *o, int threads, char *path, size_t size) {
    if (o->csv) {
        snprintf(path, size, "%s", o->csv);
    } else {
        if (o->partial) return NULL;
        char machine[128];
        machine_name(machine, sizeof machine, threads);
        snprintf(path, size, "%s/bench/results", SOURCE_DIR);
        mkdir(path, 0777);
        snprintf(path, size, "%s/bench/results/%s", SOURCE_DIR, machine);
        mkdir(path, 0777);
        snprintf(path, size, "%s/bench/results/%s/operators.csv", SOURCE_DIR, machine);
    }
    FILE *csv = fopen(path, "w");
    if (!csv) stop("%s cannot be written", path);
    fputs("job,side,seconds,mpoints_per_second,bytes_per_point,share_of_triad,reference_seconds,reference_ratio,"
          "exponent\n",
          csv);
    return csv;
}

static void usage(void) {
    puts("usage: ./dev bench [--cpu LEVEL] [--threads N] [--sizes 512,1024] [--runs N] [--csv FILE]\n"
         "                   [--triad SIDE] [OPERATOR ...]\n\n"
         "Times operators, at their defaults or beside a plain reference where bench/reference has one. Columns: time\n"
         "of one run, million points a second, share of the memory bandwidth (what must move at least, against triad\n"
         "run just before and after on maps of --triad samples a side; maps that fit the caches pass it), how many "
         "times\n"
         "faster than the reference, how time grows with the number of points. Without names or sizes everything is "
         "timed and\n"
         "bench/results/<machine>/operators.csv written.");
}

static void read_sizes(options *o, const char *text) {
    o->size_count = 0;
    o->partial = true;
    while (*text && o->size_count < MOST_SIZES) {
        char *end;
        long side = strtol(text, &end, 10);
        if (end == text || side < 1 || side > ORO_MAX_SIDE)
            stop("--sizes takes numbers from 1 to %d, not \"%s\"", ORO_MAX_SIDE, text);
        o->sizes[o->size_count++] = (int32_t)side;
        text = end + (*end == ',');
    }
}

static options read_options(int argc, char **argv) {
    options o = {.runs = 15, .stream_side = STREAM_SIDE, .sizes = {512, 1024, 2048, 4096}, .size_count = 4};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        if (strcmp(argv[i], "--help") == 0) {
            usage();
            exit(0);
        }
        if (strncmp(argv[i], "--", 2) != 0) {
            if (!oro_operator_find(NULL, argv[i])) stop("there is no operator \"%s\"", argv[i]);
            o.partial = true;
            if (o.name_count < 64) o.names[o.name_count++] = argv[i];
            continue;
        }
        if (!value) stop("%s takes a value", argv[i]);
        if (strcmp(argv[i], "--cpu") == 0)
            o.cpu = value;
        else if (strcmp(argv[i], "--csv") == 0)
            o.csv = value;
        else if (strcmp(argv[i], "--threads") == 0)
            o.threads = atoi(value);
        else if (strcmp(argv[i], "--runs") == 0)
            o.runs = atoi(value) < 1 ? 1 : atoi(value) > MOST_RUNS ? MOST_RUNS : atoi(value);
        else if (strcmp(argv[i], "--sizes") == 0)
            read_sizes(&o, value);
        else if (strcmp(argv[i], "--triad") == 0)
            o.stream_side = atoi(value) < 16 ? 16 : atoi(value) > ORO_MAX_SIDE ? ORO_MAX_SIDE : atoi(value);
        else
            stop("there is no option %s", argv[i]);
        i++;
    }
    return o;
}

static bool wanted(const options *o, const oro_operator *op) {
    for (int i = 0; i < o->name_count; i++)
        if (strcmp(oro_operator_find(NULL, o->names[i])->record.name, op->record.name) == 0) return true;
    return o->name_count == 0;
}

int main(int argc, char **argv) {
    options o = read_options(argc, argv);
    oro_error error;
    oro_context *ctx = oro_create(&(oro_context_desc){.cpu = o.cpu, .threads = o.threads}, &error);
    if (!ctx) stop("%s", error.sentence);
    plain_maps limit = plain_alloc(ctx, NULL, o.stream_side);
    oro_free(ctx, limit.between);
    limit.between = NULL;
    double copy = stream_best(ctx, &limit, ref_copy, 2), triad = stream_best(ctx, &limit, ref_triad, 3);
    printf("%d threads, level %s; copy %.1f GB/s, triad %.1f GB/s (%d x %d floats)\n", oro_thread_count(ctx),
           oro_cpu_level(ctx), 1e-9 * copy, 1e-9 * triad, o.stream_side, o.stream_side);
    char path[4096] = "";
    FILE *csv = open_csv(&o, oro_thread_count(ctx), path, sizeof path);
    double points = (double)o.stream_side * o.stream_side;
    if (csv)
        fprintf(csv, "STREAM copy,%d,%.6g,%.6g,8,%.4g,,,\nSTREAM triad,%d,%.6g,%.6g,12,1,,,\n", o.stream_side,
                8 * points / copy, 1e-6 * copy / 8, copy / triad, o.stream_side, 12 * points / triad,
                1e-6 * triad / 12);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(ctx, i);
        if (!wanted(&o, op)) continue;
        bool compared = false;
        for (size_t c = 0; c < sizeof comparisons / sizeof *comparisons; c++) {
            if (strcmp(comparisons[c].op, op->record.name) != 0) continue;
            bench_row(ctx, &o, &(row){op, &comparisons[c]}, &limit, csv);
            compared = true;
        }
        if (!compared) bench_row(ctx, &o, &(row){op, NULL}, &limit, csv);
    }
    if (wanted(&o, oro_operator_find(ctx, "flatten"))) bench_sweeps(ctx, &o, &limit);
    plain_free(ctx, &limit);
    oro_destroy(ctx);
    if (csv && fclose(csv) != 0) stop("%s could not be written whole", path);
    if (csv) printf("written to %s\n", path);
    return 0;
}
