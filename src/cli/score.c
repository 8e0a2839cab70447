// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen score SCENE|HEIGHTMAP: what the scoring operators measure; of a scene under many seeds, how that is spread.

#include "io/json.h"
#include "op/args.h"
#include "op/emit.h"
#include "scores.h"
#include "weigh.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/// How a number is spread over seeds.
typedef struct spread {
    double mean, deviation, lowest, highest;
    double
        bound; ///< 97.5 % of terrains score above this where scores are normally distributed, as Olsen found them to be
    int count; ///< seeds that have the number
} spread;

static spread spread_of(const cli_seeds *seeds, int score) {
    spread s = {.lowest = INFINITY, .highest = -INFINITY};
    double sum = 0, squares = 0;
    for (int i = 0; i < seeds->count; i++) {
        double v = seeds->values[(size_t)i * (size_t)seeds->scores->count + (size_t)score];
        if (!seeds->known[i] || !isfinite(v)) continue;
        sum += v;
        s.lowest = fmin(s.lowest, v);
        s.highest = fmax(s.highest, v);
        s.count++;
    }
    s.mean = s.count ? sum / s.count : (double)NAN;
    for (int i = 0; i < seeds->count; i++) {
        double v = seeds->values[(size_t)i * (size_t)seeds->scores->count + (size_t)score];
        if (seeds->known[i] && isfinite(v)) squares += (v - s.mean) * (v - s.mean);
    }
    s.deviation = s.count > 1 ? sqrt(squares / (s.count - 1)) : 0.0; // of the seeds as a sample of all
    s.bound = s.mean - 1.959963984540054 * s.deviation;
    return s;
}

static const char *unit_of(const cli_score *score) { return strcmp(score->arg->unit, "1") ? score->arg->unit : ""; }

// --- one map ----------------------------------------------------------------------------------------------------------------

static oro_json *values_json(const cli_scores *scores, const double *values) {
    oro_json *list = oro_json_new_object();
    for (int i = 0; list && i < scores->count; i++) oro_json_set(list, scores->items[i].name, cli_json_real(values[i]));
    return list;
}

/// The ranges of real land, of those scores that have one.
static oro_json *real_json(const cli_scores *scores) {
    oro_json *list = oro_json_new_object();
    for (int i = 0; list && i < scores->count; i++) {
        const oro_arg *arg = scores->items[i].arg;
        if (oro_arg_has_real_range(arg))
            oro_json_set(list, scores->items[i].name, cli_json_pair(arg->ui_min, arg->ui_max));
    }
    return list;
}

static oro_status print_one(cli *c, const char *path, const oro_grid *g, const cli_scores *scores,
                            const double *values) {
    if (!c->json) {
        for (int i = 0; i < scores->count; i++) {
            char number[32] = "none", real[96];
            if (isfinite(values[i])) snprintf(number, sizeof number, "%.6g", values[i]);
            oro_emit_real_range(scores->items[i].arg, real, sizeof real);
            printf("%-18s %12s %-4s%s\n", scores->items[i].name, number, unit_of(&scores->items[i]), real);
        }
        return ORO_OK;
    }
    oro_json *root = oro_json_new_object();
    if (!root) return cli_print_json(c, NULL);
    oro_json_set(root, "path", cli_json_text(path));
    oro_json_set(root, "size", cli_json_pair(g->width, g->height));
    oro_json_set(root, "scores", values_json(scores, values));
    oro_json_set(root, "real_land", real_json(scores));
    return cli_print_json(c, root);
}

static oro_status score_map(cli *c, const cli_words *w, const cli_scores *scores) {
    cli_mapping how = {0};
    oro_grid map = {0};
    double values[CLI_MAX_SCORES], sea = 0;
    const char *path = w->plain[0], *range = cli_text(w, "range"), *extent = cli_text(w, "extent");
    const char *level = cli_text(w, "sea");
    oro_status status = cli_read_range(c, range, &how);
    if (status == ORO_OK && extent) status = cli_read_number(c, extent, "--extent", 1e-3, 1e9, &how.extent);
    if (status == ORO_OK && level) status = cli_read_number(c, level, "--sea", -1e5, 1e5, &sea);
    for (int i = 0; status == ORO_OK && i < w->given_count; i++) {
        const char *name = w->given[i].flag->name;
        if (strcmp(name, "range") != 0 && strcmp(name, "extent") != 0 && strcmp(name, "sea") != 0)
            status = cli_misuse(c, NULL, "--%s is for scenes, but %.80s is a map", name, path);
    }
    if (status == ORO_OK) status = cli_load_map(c, path, &how, true, &map);
    if (status == ORO_OK) status = cli_check_finite(c, &map, path);
    if (status == ORO_OK) status = cli_scores_measure(c, scores, &map, level ? &sea : NULL, values);
    if (status == ORO_OK) status = print_one(c, path, &map, scores, values);
    if (map.data) oro_grid_free(c->ctx, &map);
    return status;
}

// --- a scene ----------------------------------------------------------------------------------------------------------------

static oro_json *spread_json(const cli_score *score, const spread *s) {
    oro_json *item = oro_json_new_object();
    if (!item) return NULL;
    oro_json_set(item, "mean", cli_json_real(s->mean));
    oro_json_set(item, "deviation", cli_json_real(s->deviation));
    oro_json_set(item, "bound", cli_json_real(s->bound));
    oro_json_set(item, "lowest", cli_json_real(s->lowest));
    oro_json_set(item, "highest", cli_json_real(s->highest));
    oro_json_set(item, "seeds", oro_json_new_number(s->count));
    oro_json_set(item, "unit", cli_json_text(score->arg->unit));
    if (oro_arg_has_real_range(score->arg))
        oro_json_set(item, "real_land", cli_json_pair(score->arg->ui_min, score->arg->ui_max));
    return item;
}

static oro_status print_many_json(cli *c, const cli_scene *s, const cli_seeds *seeds) {
    oro_json *root = oro_json_new_object(), *scores = oro_json_new_object(), *list = oro_json_new_array();
    if (!root || !scores || !list) return cli_print_json(c, NULL);
    for (int i = 0; i < seeds->scores->count; i++) {
        spread of = spread_of(seeds, i);
        oro_json_set(scores, seeds->scores->items[i].name, spread_json(&seeds->scores->items[i], &of));
    }
    for (int i = 0; i < seeds->count; i++) {
        oro_json *item = oro_json_new_object();
        if (!item) break;
        char digits[24];
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)(seeds->first + (uint64_t)i));
        oro_json_set(item, "seed", oro_json_new_number_text(digits));
        oro_json_set(item, "scores",
                     values_json(seeds->scores, seeds->values + (size_t)i * (size_t)seeds->scores->count));
        oro_json_append(list, item);
    }
    oro_json_set(root, "path", cli_json_text(s->path));
    oro_json_set(root, "size", cli_json_pair(s->geometry.width, s->geometry.height));
    oro_json_set(root, "scores", scores);
    oro_json_set(root, "by_seed", list);
    return cli_print_json(c, root);
}

static oro_status print_many(cli *c, const cli_scene *s, const cli_seeds *seeds) {
    if (c->json) return print_many_json(c, s, seeds);
    printf("%-18s %12s %12s %12s %12s %12s\n", "score", "mean", "deviation", "2.5 % bound", "lowest", "highest");
    for (int i = 0; i < seeds->scores->count; i++) {
        spread of = spread_of(seeds, i);
        char real[96];
        oro_emit_real_range(seeds->scores->items[i].arg, real, sizeof real);
        if (of.count)
            printf("%-18s %12.6g %12.6g %12.6g %12.6g %12.6g %-4s%s\n", seeds->scores->items[i].name, of.mean,
                   of.deviation, of.bound, of.lowest, of.highest, unit_of(&seeds->scores->items[i]), real);
        else
            printf("%-18s %12s\n", seeds->scores->items[i].name, "none");
    }
    return ORO_OK;
}

static oro_status score_seeds(cli *c, const cli_words *w, cli_scene *s, const cli_scores *scores) {
    cli_seeds seeds = {.path = s->path, .words = w, .scores = scores};
    oro_status status = cli_read_seeds(c, cli_text(w, "seeds"), "--seeds", &seeds.first, &seeds.count);
    if (status == ORO_OK && cli_text(w, "seed")) status = cli_misuse(c, "--seed", "give --seed or --seeds, not both");
    if (status == ORO_OK) status = cli_seeds_alloc(c, &seeds);
    if (status == ORO_OK) status = cli_seeds_run(c, &seeds);
    if (status == ORO_OK) status = print_many(c, s, &seeds);
    cli_seeds_free(&seeds);
    return status;
}

static oro_status score_small(cli *own, cli_scene *s, void *user) {
    double values[CLI_MAX_SCORES];
    return cli_scores_of_scene(own, user, s, values);
}

static oro_status score_scene(cli *c, const cli_words *w, cli_scores *scores) {
    cli_scene s = {0};
    double values[CLI_MAX_SCORES];
    oro_status status = ORO_OK;
    if (cli_text(w, "range") || cli_text(w, "extent") || cli_text(w, "sea"))
        status = cli_misuse(c, NULL, "--range, --extent and --sea are for maps; a scene has its own metres");
    if (status == ORO_OK) status = cli_scene_open(c, w->plain[0], w, &s);
    if (status == ORO_OK) {
        int copies = cli_text(w, "seeds") ? oro_thread_count(c->ctx) : 1;
        cli_weighed r = {.target = cli_scene_terrain(&s), .more = score_small, .user = scores};
        status = cli_weigh_scene(c, &s, &r, copies);
    }
    if (status == ORO_OK && cli_text(w, "seeds")) {
        status = score_seeds(c, w, &s, scores);
    } else if (status == ORO_OK) {
        status = cli_scores_of_scene(c, scores, &s, values);
        cli_progress_end(c);
        if (status == ORO_OK) status = print_one(c, w->plain[0], &s.geometry, scores, values);
    }
    cli_scene_close(&s);
    return status;
}

static oro_status run(cli *c, const cli_words *w) {
    cli_scores scores;
    cli_scores_find(&scores);
    oro_status status = cli_expect_words(c, w, 1, 1, "score SCENE|HEIGHTMAP [--seeds 1..32]");
    if (status == ORO_OK) status = cli_open(c);
    if (status != ORO_OK) return status;
    const char *path = w->plain[0];
    if (access(path, F_OK) != 0) return cli_fail(c, ORO_BAD_INPUT, path, "there is no such file");
    return cli_format_of(path) ? score_map(c, w, &scores) : score_scene(c, w, &scores);
}

static void list_scores(FILE *to) {
    cli_scores scores;
    cli_scores_find(&scores);
    fprintf(to, "\nScores:\n");
    for (int i = 0; i < scores.count; i++) {
        char text[512];
        snprintf(text, sizeof text, "%s (%s)", scores.items[i].arg->doc, scores.items[i].op->record.name);
        cli_help_line(to, 18, scores.items[i].name, text);
    }
}

static const cli_flag flags[] = {
    {"seeds", "A..B", "Scenes: score it under each of these seeds, and print how the scores are spread."},
    CLI_SCENE_FLAGS,
    {"range", "LO..HI", "Maps: heights in metres of the smallest and largest code, for files that do not say."},
    {"extent", "METRES", "Maps: width (of the longer side), for files that do not say."},
    {"sea", "METRES", "Maps: height of the sea; ground below it does not count as land. A scene has its own."},
    {0},
};

const cli_command cli_command_score = {
    .name = "score",
    .summary = "Measure how good a terrain is, under one seed or many",
    .usage = "SCENE|HEIGHTMAP [--seeds 1..32] [--json]",
    .doc =
        "Prints what every scoring operator measures of a map, or of the terrain that building the scene writes, with "
        "the\n"
        "range of real land where that is known. Where the scene has such an operator as a node, that node's "
        "arguments\n"
        "count; the others have their defaults, and the world's sea. What spacing says is how far apart the samples "
        "were\n"
        "that were measured. Over seeds: mean, standard deviation (of a sample), and the bound that 97.5 % of "
        "terrains pass\n"
        "where scores are normally distributed (mean less 1.96 deviations).",
    .more = list_scores,
    .example = "orogen score height.png\norogen score valley.oro.json --seeds 1..8",
    .flags = flags,
    .reads = 1,
    .run = run,
};
