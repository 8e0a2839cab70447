// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen search SCENE --seeds 1..1000 --where CONDITION --best EXPRESSION --keep N: builds a scene under many seeds, scores
// each, and writes the best. A journal in the output folder remembers every seed's scores, so that a search goes on where it
// was stopped, and another condition over the same seeds is answered without building.

#include "core/expression.h"
#include "core/text.h"
#include "io/file.h"
#include "io/folders.h"
#include "journal.h"
#include "weigh.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_KEPT = 1000 };

typedef struct found {
    int index;    ///< of the seed
    double value; ///< of --best
    char file[1100];
} found;

typedef struct search {
    cli_scores scores;
    cli_seeds seeds;
    cli_journal journal;
    cli_scene scene;
    const char *where_text, *best_text; ///< NULL: not given
    oro_expression where, best;
    char folder[768];
    int keep, met, kept;
    bool resumed;
    found *list; ///< of those kept, best first
} search;

// --- what to look for -------------------------------------------------------------------------------------------------------

static int find_name(void *user, const char *name, oro_expression_error *error) {
    const cli_scores *scores = user;
    int index = cli_score_find(scores, name);
    if (index >= 0) return index;
    oro_suggestion s = {.word = name};
    for (int i = 0; i < scores->count; i++) oro_suggest_offer(&s, scores->items[i].name);
    char hint[96];
    snprintf(error->sentence, sizeof error->sentence, "there is no score \"%.40s\"%s; orogen help score lists them",
             name, oro_suggest_text(&s, hint, sizeof hint));
    return -1;
}

/// Reads an expression. What is wrong is shown with a mark under its place.
static oro_status read_expression(cli *c, const char *text, const char *flag, cli_scores *scores, oro_expression *out) {
    oro_expression_error error;
    if (oro_expression_parse(text, find_name, scores, out, &error)) return ORO_OK;
    char where[40];
    snprintf(where, sizeof where, "%s:%d", flag, error.column);
    cli_say(c, "    %s\n    %*s^", text, error.column - 1, "");
    return cli_misuse(c, where, "%s", error.sentence);
}

static oro_status read_flags(cli *c, const cli_words *w, search *s) {
    const char *seeds = cli_text(w, "seeds"), *keep = cli_text(w, "keep"), *folder = cli_text(w, "output");
    double number = 5;
    s->where_text = cli_text(w, "where");
    s->best_text = cli_text(w, "best");
    if (!seeds) return cli_misuse(c, "--seeds", "the seeds to try are missing, as --seeds 1..1000");
    if (!s->where_text && !s->best_text)
        return cli_misuse(c, NULL, "what to look for is missing: give --where CONDITION, --best SCORE, or both");
    if (cli_text(w, "seed")) return cli_misuse(c, "--seed", "a search takes --seeds, not --seed");
    oro_status status = cli_read_seeds(c, seeds, "--seeds", &s->seeds.first, &s->seeds.count);
    if (status == ORO_OK && keep) status = cli_read_number(c, keep, "--keep", 1, MOST_KEPT, &number);
    if (status == ORO_OK && number != floor(number))
        status = cli_misuse(c, "--keep", "--keep must be a whole number, not %.40s", keep);
    s->keep = (int)number;
    if (status == ORO_OK && s->where_text) status = read_expression(c, s->where_text, "--where", &s->scores, &s->where);
    if (status == ORO_OK && s->best_text) status = read_expression(c, s->best_text, "--best", &s->scores, &s->best);
    if (folder && (size_t)snprintf(s->folder, sizeof s->folder, "%s", folder) >= sizeof s->folder)
        status = cli_misuse(c, "--output", "the folder's name is too long");
    return status;
}

// --- ranking ----------------------------------------------------------------------------------------------------------------

static int by_value(const void *a, const void *b) {
    const found *x = a, *y = b;
    if (x->value != y->value) return x->value > y->value ? -1 : 1;
    return x->index - y->index;
}

/// Keeps the best of what is known. Without --best the first seeds that meet the condition.
static oro_status rank(cli *c, search *s) {
    free(s->list);
    s->list = calloc((size_t)s->seeds.count + 1, sizeof *s->list);
    s->met = s->kept = 0;
    if (!s->list) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the ranking");
    for (int i = 0; i < s->seeds.count; i++) {
        const double *values = s->seeds.values + (size_t)i * (size_t)s->scores.count;
        if (!s->seeds.known[i]) continue;
        if (s->where_text && !oro_is_true(oro_expression_value(&s->where, values))) continue;
        double value = s->best_text ? oro_expression_value(&s->best, values) : 0;
        if (isfinite(value)) s->list[s->met++] = (found){.index = i, .value = value};
    }
    qsort(s->list, (size_t)s->met, sizeof *s->list, by_value);
    s->kept = s->met < s->keep ? s->met : s->keep;
    return ORO_OK;
}

static uint64_t seed_of(const search *s, const found *f) { return s->seeds.first + (uint64_t)f->index; }

// --- what is written ----------------------------------------------------------------------------------------------------------

/// Builds one kept seed again and writes its terrain. What a search of the same journal wrote already stays.
static oro_status write_map(cli *c, search *s, found *f) {
    snprintf(f->file, sizeof f->file, "%s/seed-%llu.png", s->folder, (unsigned long long)seed_of(s, f));
    if (access(f->file, F_OK) == 0 && s->resumed) return ORO_OK;
    oro_status status = cli_check_target(c, f->file, false);
    oro_world world = oro_scene_world(s->scene.scene);
    world.seed = seed_of(s, f);
    if (status == ORO_OK) status = cli_take(c, oro_scene_set_world(s->scene.scene, &world), NULL);
    if (status == ORO_OK) status = cli_scene_run(c, &s->scene, cli_scene_terrain(&s->scene));
    if (status != ORO_OK) return status;
    const oro_grid *map = oro_scene_grid(s->scene.scene, cli_scene_terrain(&s->scene));
    if (!map) return cli_take(c, oro_last_error(c->ctx)->status, NULL);
    const char *node;
    const oro_arg *arg = cli_scene_output_arg(&s->scene, cli_scene_terrain(&s->scene), &node);
    return cli_save_map(c, f->file, map, NULL, arg->unit);
}

static oro_json *found_json(const search *s, const found *f, int place) {
    oro_json *item = oro_json_new_object(), *scores = oro_json_new_object();
    if (!item || !scores) {
        oro_json_free(item);
        oro_json_free(scores);
        return NULL;
    }
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)seed_of(s, f));
    for (int i = 0; i < s->scores.count; i++)
        oro_json_set(scores, s->scores.items[i].name,
                     cli_json_real(s->seeds.values[(size_t)f->index * (size_t)s->scores.count + (size_t)i]));
    oro_json_set(item, "place", oro_json_new_number(place));
    oro_json_set(item, "seed", oro_json_new_number_text(digits));
    if (s->best_text) oro_json_set(item, "value", cli_json_real(f->value));
    if (f->file[0]) oro_json_set(item, "file", cli_json_text(f->file));
    oro_json_set(item, "scores", scores);
    return item;
}

static oro_json *report_json(const search *s) {
    oro_json *root = oro_json_new_object(), *kept = oro_json_new_array();
    int tried = 0;
    for (int i = 0; i < s->seeds.count; i++) tried += s->seeds.known[i];
    for (int i = 0; kept && i < s->kept; i++) oro_json_append(kept, found_json(s, &s->list[i], i + 1));
    if (!root) {
        oro_json_free(kept);
        return NULL;
    }
    oro_json_set(root, "scene", cli_json_text(s->scene.path));
    oro_json_set(root, "size", cli_json_pair(s->scene.geometry.width, s->scene.geometry.height));
    oro_json_set(root, "seeds", cli_json_pair((double)s->seeds.first, (double)s->seeds.first + s->seeds.count - 1));
    oro_json_set(root, "where", s->where_text ? cli_json_text(s->where_text) : oro_json_new_null());
    oro_json_set(root, "best", s->best_text ? cli_json_text(s->best_text) : oro_json_new_null());
    oro_json_set(root, "tried", oro_json_new_number(tried));
    oro_json_set(root, "complete", oro_json_new_bool(tried == s->seeds.count));
    oro_json_set(root, "met", oro_json_new_number(s->met));
    oro_json_set(root, "kept", kept);
    return root;
}

static oro_status write_report(cli *c, const search *s) {
    char path[800];
    oro_text text = {0};
    oro_json *root = report_json(s);
    snprintf(path, sizeof path, "%s/report.json", s->folder);
    oro_status status = root && oro_json_is_whole(root) ? oro_json_print(root, &text) : ORO_NO_MEMORY;
    oro_json_free(root);
    // The folder is this search's own: its journal says so.
    status = status == ORO_OK ? cli_take(c, oro_file_save(c->ctx, path, true, text.data, text.length), NULL)
                              : cli_fail(c, status, path, "not enough memory for the report");
    oro_text_free(&text);
    return status;
}

static void say_found(cli *c, const search *s) {
    cli_say(c, "%d of %d seeds meet the condition", s->met, s->seeds.count);
    for (int i = 0; !c->json && i < s->kept; i++) {
        printf("%s", s->list[i].file);
        printf(s->best_text ? " %.6g\n" : "\n", s->list[i].value);
    }
}

// --- the command ------------------------------------------------------------------------------------------------------------

static oro_status save_journal(cli *c, void *user, bool last) {
    (void)last;
    return cli_journal_write(c, user);
}

/// The folder may be there: empty, or with a journal of this very search. Files that lie there without a journal are someone's.
static oro_status prepare_folder(cli *c, search *s) {
    char report[800];
    if (!*s->folder) snprintf(s->folder, sizeof s->folder, "%.700s-search", s->scene.name);
    oro_status status = oro_folder_make(c->ctx, s->folder, s);
    if (status != ORO_OK) return cli_take(c, status, NULL);
    snprintf(s->journal.path, sizeof s->journal.path, "%s/journal.json", s->folder);
    snprintf(report, sizeof report, "%s/report.json", s->folder);
    s->resumed = access(s->journal.path, F_OK) == 0;
    if (!s->resumed && !c->force && access(report, F_OK) == 0)
        return cli_fail(c, ORO_CANNOT_WRITE, report, "the file already exists; --force replaces it");
    return ORO_OK;
}

static oro_status interrupted(cli *c, search *s) {
    int known = 0;
    for (int i = 0; i < s->seeds.count; i++) known += s->seeds.known[i];
    oro_status status = rank(c, s);
    if (status == ORO_OK) status = write_report(c, s);
    if (status != ORO_OK) return status;
    return cli_fail(c, ORO_CANCELLED, NULL,
                    "interrupted; %d of %d seeds are in %.200s, and the same command continues from there", known,
                    s->seeds.count, s->journal.path);
}

static oro_status look(cli *c, search *s) {
    int before = 0;
    oro_status status = cli_journal_key(c, &s->scene, &s->scores, s->journal.key);
    s->journal.seeds = &s->seeds;
    if (status == ORO_OK) status = cli_journal_read(c, &s->journal, &before);
    if (status != ORO_OK) return status;
    if (before) cli_say(c, "%d of %d seeds are known from %s", before, s->seeds.count, s->journal.path);
    s->resumed &= before > 0 || !c->force;
    cli_part(c, 0, 0.95);
    status = cli_seeds_run(c, &s->seeds);
    if (status == ORO_CANCELLED && cli_was_interrupted()) return interrupted(c, s);
    if (status == ORO_OK) status = rank(c, s);
    for (int i = 0; status == ORO_OK && i < s->kept; i++) {
        cli_part(c, 0.95 + 0.05 * i / s->kept, 0.95 + 0.05 * (i + 1) / s->kept);
        status = write_map(c, s, &s->list[i]);
        if (status == ORO_CANCELLED && cli_was_interrupted()) return interrupted(c, s);
    }
    if (status == ORO_OK) status = write_report(c, s);
    if (status != ORO_OK) return status;
    say_found(c, s);
    return c->json ? cli_print_json(c, report_json(s)) : ORO_OK;
}

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1, "search SCENE --seeds 1..1000 --where CONDITION --best SCORE");
    search *s = calloc(1, sizeof *s);
    if (!s) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the search");
    cli_scores_find(&s->scores);
    if (status == ORO_OK) status = read_flags(c, w, s);
    if (status == ORO_OK) status = cli_open(c);
    if (status == ORO_OK) status = cli_scene_open(c, w->plain[0], w, &s->scene);
    s->seeds.path = w->plain_count ? w->plain[0] : NULL;
    s->seeds.words = w;
    s->seeds.scores = &s->scores;
    s->seeds.save = save_journal;
    s->seeds.user = &s->journal;
    if (status == ORO_OK) status = cli_seeds_alloc(c, &s->seeds);
    if (status == ORO_OK) {
        cli_weighed r = {.target = cli_scene_terrain(&s->scene)};
        status = cli_weigh_scene(c, &s->scene, &r, oro_thread_count(c->ctx));
    }
    if (status == ORO_OK) status = prepare_folder(c, s);
    if (status == ORO_OK) status = look(c, s);
    if (status != ORO_OK) oro_folders_remove(s); // where nothing was written into them
    oro_folders_keep(s);
    cli_scene_close(&s->scene);
    cli_seeds_free(&s->seeds);
    oro_text_free(&s->journal.others);
    free(s->list);
    free(s);
    return status;
}

static const cli_flag flags[] = {
    {"seeds", "A..B", "The seeds to try, at most 100000."},
    {"where", "CONDITION", "What a terrain has to meet, as \"erosion_score > 0.5 && relief < 900\"."},
    {"best", "EXPRESSION", "What to rank by, the largest first: a score or a sum of several."},
    {"keep", "N", "How many to write, 1 to 1000 (default 5)."},
    {"output", "DIR", "Folder of maps, report and journal (default: the scene's name with -search).", 'o'},
    CLI_SCENE_FLAGS,
    {0},
};

const cli_command cli_command_search = {
    .name = "search",
    .summary = "Find the seeds of a scene that score best",
    .usage = "SCENE --seeds 1..1000 --where CONDITION --best SCORE [--keep 5]",
    .doc = "Builds the scene under every seed, several at a time, scores it as the command score does, and writes the "
           "best as\n"
           "height maps with a report.json. Conditions know + - * / < <= > >= == != && || ! and parentheses. A "
           "journal.json in\n"
           "the folder keeps every seed's scores: after Ctrl-C the same command goes on, and another condition over "
           "the same\n"
           "seeds builds only what it keeps.",
    .example =
        "orogen search valley.oro.json --seeds 1..8 --where \"relief > 100\" --best erosion_score --keep 2 -o best",
    .flags = flags,
    .run = run,
};
