// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The golden hashes: what every operator gives on a fixed 128 x 128 world, and what every example scene
// gives at 129 samples. tests/golden.txt keeps them, so that a result that changes is a line in review.
//
//     golden check             compares, at several thread counts and every CPU level for scenes
//     golden run SIDE          runs the same on small maps and compares nothing, for sanitizers
//     golden check once        the same with two threads at the best level, for slow machines
//     golden names             the kind and name of each, one per line
//     golden hash SIDE|full NAME|all
//                              prints the line of one or of all, on maps of that side, to be compared with another machine's
//     golden bless NAME|all    writes the present hash of an operator or a scene (its path) into tests/golden.txt

#include "orogen/io.h"
#include "orogen/scene.h"
#include "rig.h"

#include <glob.h>
#include <stdio.h>

enum { MOST = 2048, SIDE = 128, SCENE_SIDE = 129 };

static int32_t side = SIDE, scene_side = SCENE_SIDE;

static const char golden_path[] = SOURCE_DIR "/tests/golden.txt";

/// One line: "operator slope 0123…" or "scene examples/scenes/default.oro.json 0123…".
typedef struct line {
    char kind[16], name[200], hash[33];
} line;

typedef struct list {
    line lines[MOST];
    int count;
} list;

static void give_up(const char *what, const char *why) {
    fprintf(stderr, "golden: %s: %s\n", what, why);
    exit(1);
}

static oro_context *make(int threads, const char *cpu) {
    oro_error error;
    oro_context *ctx =
        oro_create(&(oro_context_desc){.threads = threads, .cpu = cpu, .files = oro_file_reader_default()}, &error);
    if (!ctx) give_up("no context", error.sentence);
    return ctx;
}

static line *find(list *l, const char *kind, const char *name) {
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->lines[i].kind, kind) == 0 && strcmp(l->lines[i].name, name) == 0) return &l->lines[i];
    return NULL;
}

static void add(list *l, const char *kind, const char *name, oro_hash h) {
    if (l->count == MOST) give_up(name, "too many golden hashes");
    line *to = &l->lines[l->count++];
    snprintf(to->kind, sizeof to->kind, "%s", kind);
    snprintf(to->name, sizeof to->name, "%s", name);
    oro_hash_print(h, to->hash);
}

static void read_golden(list *l) {
    FILE *file = fopen(golden_path, "r");
    char text[512];
    l->count = 0;
    while (file && fgets(text, sizeof text, file)) {
        line *to = &l->lines[l->count];
        if (*text == '#' || *text == '\n') continue;
        if (l->count == MOST || sscanf(text, "%15s %199s %32s", to->kind, to->name, to->hash) != 3)
            give_up(golden_path, "a line is not of the form \"operator NAME HASH\"");
        l->count++;
    }
    if (file) fclose(file);
}

// --- what is now ------------------------------------------------------------------------------------------------------

static oro_hash add_run(oro_hash h, rig *r) {
    if (rig_run(r, NULL, NULL) != ORO_OK) give_up(r->op->record.name, oro_last_error(r->ctx)->sentence);
    return oro_hash_hash(h, rig_hash(r));
}

/// Is the work of this word done by code of ours? What meshoptimizer gives is up to its version, and a build may be without it.
static bool is_ours(const oro_operator *op, const char *word) {
    return strcmp(op->record.name, "simplify") != 0 || strcmp(word, "quadrics") != 0;
}

/// Of many runs: at the defaults, with every preset, with every word of every choice and every toggle turned, and with all inputs connected
/// and every field driven by a map.
static oro_hash operator_hash(oro_context *ctx, const oro_operator *op) {
    static const unsigned flags[] = {0, RIG_OPTIONAL | RIG_MAPS_DRIVE};
    oro_hash h = oro_hash_start(0x6f70); // "op"
    rig r;
    for (int i = 0; i < 2; i++) {
        if (rig_init(&r, ctx, op, side, side, flags[i]) != ORO_OK)
            give_up(op->record.name, oro_last_error(ctx)->sentence);
        h = add_run(h, &r);
        if (i == 0) rig_free(&r);
    }
    for (int32_t a = 0; a < op->record.arg_count; a++) {
        const oro_arg *arg = &op->record.args[a];
        void *at = oro_arg_at(arg, r.args);
        for (int32_t k = 0; arg->type == ORO_CHOICE && arg->choices[k]; k++) {
            if (!is_ours(op, arg->choices[k])) continue;
            ((oro_choice *)at)->index = k;
            h = add_run(h, &r);
        }
        if (arg->type == ORO_TOGGLE) {
            *(bool *)at = !*(bool *)at;
            h = add_run(h, &r);
        }
        if (arg->type == ORO_CHOICE || arg->type == ORO_TOGGLE) oro_args_reset(ctx, arg, r.args);
    }
    rig_free(&r);
    for (const oro_preset *p = op->presets; p && p->name; p++) {
        if (rig_init(&r, ctx, op, side, side, 0) != ORO_OK ||
            oro_args_preset(ctx, op, r.args, p->name, p->name) != ORO_OK)
            give_up(op->record.name, oro_last_error(ctx)->sentence);
        h = add_run(h, &r);
        rig_free(&r);
    }
    return h;
}

static oro_hash scene_hash(oro_context *ctx, const char *path) {
    char full[4096];
    snprintf(full, sizeof full, "%s/%s", SOURCE_DIR, path);
    oro_scene *scene = oro_scene_load(ctx, full);
    if (!scene || oro_scene_run(scene, &(oro_run_desc){.detail = scene_side}) != ORO_OK)
        give_up(oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
    oro_hash h = oro_hash_start(0x7363656e65); // "scene"
    bool maps = false;
    for (int i = 0; i < oro_scene_node_count(scene); i++) {
        oro_node_report node = oro_scene_report(scene, i);
        maps = maps || (node.used && !oro_hash_equal(node.hash, (oro_hash){0}));
        if (node.used) h = oro_hash_hash(h, node.hash);
    }
    // A scene that makes no map is known by its meshes and other data.
    for (int i = 0; !maps && i < oro_scene_node_count(scene); i++)
        for (int k = 0; k < ORO_KIND_VALUE; k++) {
            const void *data =
                k == ORO_KIND_GRID ? NULL : oro_scene_data(scene, oro_scene_report(scene, i).id, (oro_kind)k);
            if (data) h = oro_kind_hash(oro_kind_of((oro_kind)k), h, data);
        }
    oro_scene_destroy(scene);
    return h;
}

static void each_scene(void (*visit)(const char *path, void *user), void *user) {
    glob_t found = {0};
    glob(SOURCE_DIR "/examples/scenes/*.oro.json", 0, NULL, &found);
    glob(SOURCE_DIR "/examples/scenes/*/*.oro.json", GLOB_APPEND, NULL, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) visit(found.gl_pathv[i] + strlen(SOURCE_DIR) + 1, user);
    globfree(&found);
}

typedef struct gathering {
    oro_context *ctx;
    list *into;
    const char *only; ///< a name or a path; NULL: all
} gathering;

static void gather_scene(const char *path, void *user) {
    gathering *g = user;
    if (!g->only || strcmp(g->only, path) == 0) add(g->into, "scene", path, scene_hash(g->ctx, path));
}

static void gather(gathering *g) {
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(g->ctx, i);
        if (!g->only || strcmp(g->only, op->record.name) == 0)
            add(g->into, "operator", op->record.name, operator_hash(g->ctx, op));
    }
    each_scene(gather_scene, g);
}

static void print(FILE *to, const list *l) {
    for (int i = 0; i < l->count; i++) fprintf(to, "%s %s %s\n", l->lines[i].kind, l->lines[i].name, l->lines[i].hash);
}

// --- commands ---------------------------------------------------------------------------------------------------------

static int compare(list *golden, list *present, const char *how) {
    int faults = 0;
    for (int i = 0; i < present->count; i++) {
        const line *now = &present->lines[i], *then = find(golden, now->kind, now->name);
        if (then && strcmp(then->hash, now->hash) == 0) continue;
        faults++;
        if (!then)
            printf("%s %s has no golden hash; ./dev bless %s accepts the present one\n", now->kind, now->name,
                   now->name);
        else
            printf("%s %s gives %s where %s is golden (%s)\n", now->kind, now->name, now->hash, then->hash, how);
    }
    for (int i = 0; i < golden->count; i++)
        if (!find(present, golden->lines[i].kind, golden->lines[i].name)) {
            faults++;
            printf("%s %s has a golden hash but is not there; remove its line\n", golden->lines[i].kind,
                   golden->lines[i].name);
        }
    return faults;
}

static int check(bool once) {
    static list golden, present;
    static const int threads[] = {1, 2, 7};
    const char *const *levels = oro_cpu_levels();
    int faults = 0, level_count = 0;
    while (levels[level_count]) level_count++;
    int runs = once ? 1 : level_count > 3 ? level_count : 3;
    read_golden(&golden);
    for (int i = 0; i < runs && faults == 0; i++) { // the first that differs says enough
        // Every level once and every thread count once; test_operators.c has all pairs.
        int count = threads[once ? 1 : i % 3];
        const char *level = levels[i < level_count ? i : 0];
        char how[64];
        snprintf(how, sizeof how, "%d threads, %s", count, level);
        gathering g = {make(count, level), &present, NULL};
        present.count = 0;
        gather(&g);
        faults += compare(&golden, &present, how);
        oro_destroy(g.ctx);
    }
    printf("%d golden hashes, %d faults\n", golden.count, faults);
    return faults ? 1 : 0;
}

static int run_small(int32_t samples) {
    static list present;
    side = scene_side = samples;
    gathering g = {make(2, NULL), &present, NULL};
    gather(&g);
    oro_destroy(g.ctx);
    printf("%d operators and scenes ran\n", present.count);
    return 0;
}

static void print_scene(const char *path, void *user) {
    (void)user;
    printf("scene %s\n", path);
}

static int names(void) {
    oro_context *ctx = make(1, NULL);
    for (int i = 0; i < oro_operator_count(); i++) printf("operator %s\n", oro_operator_at(ctx, i)->record.name);
    each_scene(print_scene, NULL);
    oro_destroy(ctx);
    return 0;
}

static int hash(const char *samples, const char *name) {
    static list present;
    if (strcmp(samples, "full") != 0) side = scene_side = atoi(samples);
    if (side < 2) give_up(samples, "the side is \"full\" or a number of samples, at least 2");
    gathering g = {make(1, NULL), &present, strcmp(name, "all") == 0 ? NULL : name};
    gather(&g);
    oro_destroy(g.ctx);
    if (present.count == 0) give_up(name, "there is no operator and no example scene of this name");
    print(stdout, &present);
    return 0;
}

static int bless(const char *name) {
    static list golden, present;
    read_golden(&golden);
    gathering g = {make(0, NULL), &present, strcmp(name, "all") == 0 ? NULL : name};
    gather(&g);
    oro_destroy(g.ctx);
    if (present.count == 0) give_up(name, "there is no operator and no example scene of this name");
    // The order of ops.def and of the paths; what is gone goes when all is blessed.
    static list result;
    for (int i = 0; i < present.count; i++) {
        line *old = find(&golden, present.lines[i].kind, present.lines[i].name);
        if (old && strcmp(old->hash, present.lines[i].hash) == 0) continue;
        printf("%s %s: %s -> %s\n", present.lines[i].kind, present.lines[i].name, old ? old->hash : "new",
               present.lines[i].hash);
        if (old)
            *old = present.lines[i];
        else if (golden.count < MOST)
            golden.lines[golden.count++] = present.lines[i];
    }
    result = g.only ? golden : present;
    FILE *file = fopen(golden_path, "w");
    if (!file) give_up(golden_path, "cannot be written");
    fputs(
        "# What each operator gives on a fixed world and each example scene at 129 samples; ./dev bless NAME writes a "
        "line.\n",
        file);
    print(file, &result);
    if (fclose(file) != 0) give_up(golden_path, "could not be written whole");
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "check") == 0) return check(false);
    if (argc == 3 && strcmp(argv[1], "check") == 0 && strcmp(argv[2], "once") == 0) return check(true);
    if (argc == 3 && strcmp(argv[1], "run") == 0 && atoi(argv[2]) >= 2) return run_small(atoi(argv[2]));
    if (argc == 2 && strcmp(argv[1], "names") == 0) return names();
    if (argc == 4 && strcmp(argv[1], "hash") == 0) return hash(argv[2], argv[3]);
    if (argc == 3 && strcmp(argv[1], "bless") == 0) return bless(argv[2]);
    fprintf(stderr, "usage: golden check [once] | run SIDE | names | hash SIDE|full NAME|all | bless NAME|all\n");
    return 2;
}
