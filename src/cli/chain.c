// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen chain "A ! B ! write out.png": operators in a row, each working on what the one before made. Four steps are the
// chain's own: read FILE begins a branch, write FILE and name WORD keep the map and hand it on, @WORD goes on from a map that
// has that name. @WORD also stands where an operator takes or makes a map in a file.

#include "cli.h"
#include "io/json.h"
#include "step.h"
#include "streams.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 64 };
_Static_assert((int)MAX_STEPS <= (int)CLI_MAX_STEPS, "a rehearsal notes every step");

typedef enum stage_kind { STAGE_OPERATOR, STAGE_READ, STAGE_WRITE, STAGE_NAME, STAGE_TAKE } stage_kind;

typedef struct stage {
    stage_kind kind;
    char **words; ///< into the chain's list
    int count;
    cli_step step;    ///< of an operator
    cli_words parsed; ///< of read and write
    cli_mapping mapping;
    oro_grid map; ///< what read read
} stage;

typedef struct chain_line {
    char *text; ///< all words, one after the other, each ended by 0
    char **words;
    int word_count;
    stage stages[MAX_STEPS];
    int count;
    cli_names names;   ///< of maps that are there
    oro_json *outputs; ///< what was written, for --json; else NULL
} chain_line;

static const cli_flag file_flags[] = {
    {"range", "LO..HI", "Heights in metres of the smallest and largest code; written maps have what fits (auto)."},
    {"extent", "METRES", "Width of the map (of its longer side), for files that do not say."},
    {0},
};

// --- words -----------------------------------------------------------------------------------------------------------------

/// Splits at blanks; quotes keep blanks together; "!" is a word of its own where blanks are around it.
static oro_status split(cli *c, const char *joined, chain_line *p) {
    size_t length = strlen(joined);
    p->text = malloc(length * 2 + 2);
    p->words = calloc(length + 2, sizeof *p->words);
    if (!p->text || !p->words) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the chain");
    char *to = p->text;
    const char *at = joined;
    for (;;) {
        at += strspn(at, " \t\n");
        if (!*at) return ORO_OK;
        p->words[p->word_count++] = to;
        char quote = 0;
        for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
            if (quote ? *at == quote : *at == '"' || *at == '\'')
                quote = quote ? 0 : *at;
            else
                *to++ = *at;
        }
        if (quote) return cli_misuse(c, NULL, "a %c in the chain is never closed", quote);
        *to++ = 0;
    }
}

/// All words of the command line as one text, with blanks between. What the shell kept together stays so.
static char *join(const cli_words *w) {
    size_t length = 1;
    for (int i = 0; i < w->plain_count; i++) length += strlen(w->plain[i]) + 3;
    char *text = malloc(length), *to = text;
    for (int i = 0; text && i < w->plain_count; i++) {
        // A single argument is the whole chain; among several, one with blanks inside was quoted for the shell.
        bool quote = w->plain_count > 1 && strpbrk(w->plain[i], " \t") && !strpbrk(w->plain[i], "\"!");
        to += sprintf(to, quote ? "%s\"%s\"" : "%s%s", i ? " " : "", w->plain[i]);
    }
    if (text) *to = 0;
    return text;
}

/// Puts the number and name of a step in front of the place of an error.
static oro_status at_step(cli *c, const chain_line *p, int index, oro_status status) {
    if (status == ORO_OK || status == ORO_CANCELLED) return status;
    const stage *s = &p->stages[index];
    char where[sizeof c->error.where];
    snprintf(where, sizeof where, "step %d (%s)%s%.180s", index + 1, s->count ? s->words[0] : "empty",
             c->error.where[0] ? ": " : "", c->error.where);
    memcpy(c->error.where, where, sizeof where);
    return status;
}

// --- taking it apart ---------------------------------------------------------------------------------------------------------

static oro_status cut(cli *c, chain_line *p) {
    for (int i = 0; i <= p->word_count; i++) {
        bool ends = i == p->word_count || strcmp(p->words[i], "!") == 0;
        if (i == 0 || strcmp(p->words[i - 1], "!") == 0) {
            if (p->count == MAX_STEPS) return cli_misuse(c, NULL, "a chain has at most %d steps", MAX_STEPS);
            p->stages[p->count++].words = &p->words[i];
        }
        stage *s = &p->stages[p->count - 1];
        if (!ends) s->count++;
        if (ends && !s->count)
            return cli_misuse(c, NULL, "step %d of the chain is empty; steps stand between exclamation marks",
                              p->count);
    }
    return ORO_OK;
}

/// Where a new branch begins, what was there before has to be kept already.
static oro_status check_branch(cli *c, const chain_line *p, int index) {
    if (index == 0 || p->stages[index - 1].kind == STAGE_NAME || p->stages[index - 1].kind == STAGE_WRITE)
        return ORO_OK;
    return cli_misuse(c, NULL,
                      "this starts a new branch and would lose the map before it; keep that first with ! name WORD ! "
                      "or ! write FILE !");
}

static oro_status begin_file(cli *c, stage *s) {
    oro_status status = cli_parse(c, file_flags, s->count - 1, s->words + 1, false, &s->parsed);
    if (status != ORO_OK) return status;
    if (s->parsed.plain_count != 1) return cli_misuse(c, NULL, "this step takes one file: %s FILE", s->words[0]);
    const char **path = &s->parsed.plain[0];
    if (strcmp(*path, "-") == 0)
        status = s->kind == STAGE_READ ? cli_stdin_path(c, path) : cli_stdout_path(c, NULL, path);
    if (status != ORO_OK) return status;
    status = cli_read_range(c, cli_text(&s->parsed, "range"), &s->mapping);
    const char *text = cli_text(&s->parsed, "extent");
    if (status == ORO_OK && text) status = cli_read_number(c, text, "--extent", 1e-3, 1e9, &s->mapping.extent);
    return status;
}

static oro_status begin_operator(cli *c, chain_line *p, int index, cli_names *known) {
    stage *s = &p->stages[index];
    const oro_operator *op = oro_operator_find(NULL, s->words[0]);
    bool from_nothing = op && cli_first_grid(op, ORO_GRID_IN) < 0;
    bool kept = index > 0 && check_branch(c, p, index) == ORO_OK;
    c->error = (oro_error){0};
    c->usage = false;
    if (index > 0 && p->stages[index - 1].kind == STAGE_OPERATOR &&
        cli_first_grid(p->stages[index - 1].step.op, ORO_GRID_OUT) < 0)
        return cli_misuse(c, NULL, "the step before it makes no map to go on with");
    // As a first step an operator with inputs reads them from files named in the step.
    bool continues = index > 0 && !(from_nothing && kept);
    oro_status status = cli_step_begin(c, &s->step, s->words[0], s->count - 1, s->words + 1, continues, true);
    if (status == ORO_OK) status = cli_step_check_names(c, &s->step, known);
    s->step.names = &p->names;
    return status;
}

static oro_status begin_stage(cli *c, chain_line *p, int index, cli_names *known) {
    stage *s = &p->stages[index];
    const char *word = s->words[0];
    s->kind = strcmp(word, "read") == 0    ? STAGE_READ
              : strcmp(word, "write") == 0 ? STAGE_WRITE
              : strcmp(word, "name") == 0  ? STAGE_NAME
              : *word == '@'               ? STAGE_TAKE
                                           : STAGE_OPERATOR;
    oro_status status = ORO_OK;
    switch (s->kind) {
    case STAGE_OPERATOR: return begin_operator(c, p, index, known);
    case STAGE_READ: status = check_branch(c, p, index); return status == ORO_OK ? begin_file(c, s) : status;
    case STAGE_WRITE:
        if (index == 0) return cli_misuse(c, NULL, "there is nothing to write yet");
        return begin_file(c, s);
    case STAGE_NAME:
        if (index == 0) return cli_misuse(c, NULL, "there is nothing to name yet");
        if (s->count != 2) return cli_misuse(c, NULL, "this step takes one word: name WORD");
        return cli_name_map(c, known, s->words[1], NULL, NULL);
    case STAGE_TAKE:
        status = check_branch(c, p, index);
        if (status == ORO_OK && s->count != 1)
            status = cli_misuse(c, NULL, "\"%.40s\" is one word too many after the name of a map", s->words[1]);
        return status != ORO_OK ? status : cli_named_map(c, known, word + 1) < 0 ? ORO_BAD_ARGUMENT : ORO_OK;
    }
    return ORO_OK;
}

static oro_status check_end(cli *c, chain_line *p) {
    const stage *last = &p->stages[p->count - 1];
    bool useful = last->kind == STAGE_WRITE || (last->kind == STAGE_OPERATOR && cli_step_has_values(&last->step));
    if (last->kind == STAGE_OPERATOR)
        useful |= cli_first_grid(last->step.op, ORO_GRID_OUT) < 0; // it writes its own file
    return useful ? ORO_OK : cli_misuse(c, NULL, "the chain throws its result away; end it with ! write FILE");
}

// --- running ---------------------------------------------------------------------------------------------------------------

/// What goes from stage to stage.
typedef struct flow {
    const oro_grid *map;
    const char *unit;
} flow;

static oro_status run_operator(cli *c, stage *s, flow *f) {
    oro_status status = cli_step_prepare(c, &s->step, s->step.handed_to >= 0 ? f->map : NULL);
    if (status == ORO_OK) status = cli_step_run(c, &s->step);
    if (status == ORO_OK) status = cli_step_save(c, &s->step);
    if (status == ORO_OK && !c->json && !c->small) cli_step_print_values(&s->step);
    int first = cli_first_grid(s->step.op, ORO_GRID_OUT);
    *f = (flow){cli_step_result(&s->step), first >= 0 ? s->step.op->record.args[first].unit : NULL};
    return status;
}

/// Runs one stage; what goes on is in `f`.
static oro_status run_stage(cli *c, chain_line *p, int index, flow *f) {
    stage *s = &p->stages[index];
    oro_status status = cli_check_interrupt(c);
    if (status != ORO_OK) return status;
    int named;
    switch (s->kind) {
    case STAGE_READ:
        status = cli_load_map(c, s->parsed.plain[0], &s->mapping, true, &s->map);
        if (status == ORO_OK) status = cli_check_finite(c, &s->map, s->parsed.plain[0]);
        *f = (flow){&s->map, "m"};
        return status;
    case STAGE_WRITE:
        status = cli_save_map(c, s->parsed.plain[0], f->map, &s->mapping, f->unit);
        if (status != ORO_OK) return status;
        cli_say_written(c, s->parsed.plain[0], f->map, f->unit);
        if (p->outputs) oro_json_append(p->outputs, cli_json_map(s->parsed.plain[0], NULL, f->map));
        return ORO_OK;
    case STAGE_NAME: return cli_name_map(c, &p->names, s->words[1], f->map, f->unit);
    case STAGE_TAKE:
        named = cli_named_map(c, &p->names, s->words[0] + 1);
        if (named < 0) return ORO_BAD_ARGUMENT;
        *f = (flow){p->names.items[named].map, p->names.items[named].unit};
        return ORO_OK;
    case STAGE_OPERATOR: return run_operator(c, s, f);
    }
    return ORO_OK;
}

static oro_status run_all(cli *c, chain_line *p) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < p->count; i++)
        if (p->stages[i].kind == STAGE_WRITE)
            status = at_step(c, p, i, cli_check_map_target(c, p->stages[i].parsed.plain[0]));
    flow f = {0};
    for (int i = 0; status == ORO_OK && i < p->count; i++) {
        cli_part(c, (double)i / p->count, (i + 1.0) / p->count);
        status = at_step(c, p, i, run_stage(c, p, i, &f));
    }
    return status;
}

static oro_status print_json(cli *c, chain_line *p) {
    oro_json *root = oro_json_new_object(), *steps = oro_json_new_array();
    if (!root || !steps) return cli_print_json(c, NULL);
    for (int i = 0; i < p->count; i++)
        if (p->stages[i].kind == STAGE_OPERATOR) oro_json_append(steps, cli_step_json(&p->stages[i].step));
    oro_json_set(root, "steps", steps);
    oro_json_set(root, "outputs", p->outputs);
    p->outputs = NULL;
    return cli_print_json(c, root);
}

static void free_line(cli *c, chain_line *p) {
    for (int i = 0; i < p->count; i++) {
        if (p->stages[i].map.data) oro_grid_free(c->ctx, &p->stages[i].map);
        cli_words_free(&p->stages[i].parsed);
        cli_step_free(c, &p->stages[i].step);
    }
    oro_json_free(p->outputs);
    free(p->words);
    free(p->text);
    free(p);
}

static oro_status replay(cli *own, const void *user);

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1 << 20, "chain \"STEP ! STEP ! write FILE\"");
    if (status != ORO_OK) return status;
    chain_line *p = calloc(1, sizeof *p);
    char *joined = join(w);
    if (!p || !joined) {
        free(p);
        free(joined);
        return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the chain");
    }
    status = split(c, joined, p);
    free(joined);
    if (status == ORO_OK) status = cut(c, p);
    cli_names known = {0};
    for (int i = 0; status == ORO_OK && i < p->count; i++) status = at_step(c, p, i, begin_stage(c, p, i, &known));
    if (status == ORO_OK) status = check_end(c, p);
    if (status == ORO_OK && c->json && cli_stdout_is_taken())
        status = cli_misuse(c, "--json", "a map already goes to standard output, so JSON cannot be printed there");
    if (status == ORO_OK && !c->small) status = cli_open(c);
    c->replay = replay;
    c->replay_user = w;
    if (status == ORO_OK && c->json) p->outputs = oro_json_new_array();
    if (status == ORO_OK) status = run_all(c, p);
    if (status == ORO_OK && c->json) status = print_json(c, p);
    free_line(c, p);
    return status;
}

static oro_status replay(cli *own, const void *user) { return run(own, user); }

const cli_command cli_command_chain = {
    .name = "chain",
    .formerly = "pipe",
    .words = "pipe pipeline sequence",
    .summary = "Run operators in a chain, one after the other",
    .usage = "\"STEP ! STEP ! write FILE\"",
    .doc = "A step is an operator with its flags; its first map goes to the first input of the next step. The chain "
           "may begin with\n"
           "read FILE and ends with write FILE, which may also stand between steps to keep the map so far. For "
           "branches, name WORD\n"
           "keeps the map under a name: @WORD then stands where an operator takes a file (and names a further map it "
           "makes); as a\n"
           "step of its own it goes on from that map. After name or write, a new branch may begin. The quotes are "
           "optional where\n"
           "the shell leaves the exclamation mark alone. Flags that work everywhere may stand before the first step or "
           "in any.\n"
           "orogen pipe is the former name of this command and still works. The operator pipes, which erodes land by "
           "running\n"
           "water, is something else: orogen help pipes.",
    .example =
        "orogen chain \"{make} --size 513 ! {change} ! write out.png\"\n"
        "orogen chain \"read in.png --range 0..1200 --extent 4000 ! {change} ! write out.npy\"\n"
        "orogen chain \"{make} --size 513 ! name a ! {make} --size 513 ! {join} @a ! write both.npy ! @a ! write "
        "a.npy\"",
    .rest = true,
    .run = run,
};
