// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen pipe "A ! B ! write out.png": operators in a row, each working on what the one before made. Two words are the
// pipe's own: read FILE, which can only begin, and write FILE, which hands its map on.

#include "cli.h"
#include "io/json.h"
#include "step.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 64 };

typedef enum stage_kind { STAGE_OPERATOR, STAGE_READ, STAGE_WRITE } stage_kind;

typedef struct stage {
    stage_kind kind;
    char **words; ///< into the pipe's list
    int count;
    cli_step step;    ///< of an operator
    cli_words parsed; ///< of read and write
    cli_mapping mapping;
    oro_grid map; ///< what read read
} stage;

typedef struct pipe_line {
    char *text; ///< all words, one after the other, each ended by 0
    char **words;
    int word_count;
    stage stages[MAX_STEPS];
    int count;
    oro_json *outputs; ///< what was written, for --json; else NULL
} pipe_line;

static const cli_flag file_flags[] = {
    {"range", "LO..HI", "Heights in metres of the smallest and largest code."},
    {"extent", "METRES", "Width of the map (of its longer side), for files that do not say."},
    {0},
};

// --- words -----------------------------------------------------------------------------------------------------------------

/// Splits at blanks; quotes keep blanks together; "!" is a word of its own where blanks are around it.
static oro_status split(cli *c, const char *joined, pipe_line *p) {
    size_t length = strlen(joined);
    p->text = malloc(length * 2 + 2);
    p->words = calloc(length + 2, sizeof *p->words);
    if (!p->text || !p->words) return cli_fail(c, ORO_NO_MEMORY, NULL, "no memory for the pipe");
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
        if (quote) return cli_misuse(c, NULL, "a %c in the pipe is never closed", quote);
        *to++ = 0;
    }
}

/// All words of the command line as one text, with blanks between. What the shell kept together stays so.
static char *join(const cli_words *w) {
    size_t length = 1;
    for (int i = 0; i < w->plain_count; i++) length += strlen(w->plain[i]) + 3;
    char *text = malloc(length), *to = text;
    for (int i = 0; text && i < w->plain_count; i++) {
        // A single argument is the whole pipe; among several, one with blanks inside was quoted for the shell.
        bool quote = w->plain_count > 1 && strpbrk(w->plain[i], " \t") && !strpbrk(w->plain[i], "\"!");
        to += sprintf(to, quote ? "%s\"%s\"" : "%s%s", i ? " " : "", w->plain[i]);
    }
    if (text) *to = 0;
    return text;
}

/// Puts the number and name of a step in front of the place of an error.
static oro_status at_step(cli *c, const pipe_line *p, int index, oro_status status) {
    if (status == ORO_OK || status == ORO_CANCELLED) return status;
    const stage *s = &p->stages[index];
    char where[sizeof c->error.where];
    snprintf(where, sizeof where, "step %d (%s)%s%.180s", index + 1, s->count ? s->words[0] : "empty",
             c->error.where[0] ? ": " : "", c->error.where);
    memcpy(c->error.where, where, sizeof where);
    return status;
}

// --- taking it apart ---------------------------------------------------------------------------------------------------------

static oro_status cut(cli *c, pipe_line *p) {
    for (int i = 0; i <= p->word_count; i++) {
        bool ends = i == p->word_count || strcmp(p->words[i], "!") == 0;
        if (i == 0 || strcmp(p->words[i - 1], "!") == 0) {
            if (p->count == MAX_STEPS) return cli_misuse(c, NULL, "a pipe has at most %d steps", MAX_STEPS);
            p->stages[p->count++].words = &p->words[i];
        }
        stage *s = &p->stages[p->count - 1];
        if (!ends) s->count++;
        if (ends && !s->count)
            return cli_misuse(c, NULL, "step %d of the pipe is empty; steps stand between exclamation marks", p->count);
    }
    return ORO_OK;
}

static oro_status begin_file(cli *c, stage *s, bool first, bool reading) {
    if (reading && !first) return cli_misuse(c, NULL, "read can only be the first step");
    if (!reading && first) return cli_misuse(c, NULL, "there is nothing to write yet");
    oro_status status = cli_parse(c, file_flags, s->count - 1, s->words + 1, false, &s->parsed);
    if (status != ORO_OK) return status;
    if (s->parsed.plain_count != 1) return cli_misuse(c, NULL, "it takes one file: %s FILE", s->words[0]);
    const char *text = cli_text(&s->parsed, "range");
    s->mapping.has_range = text != NULL;
    if (text) status = cli_read_pair(c, text, "--range", &s->mapping.lo, &s->mapping.hi);
    text = cli_text(&s->parsed, "extent");
    if (status == ORO_OK && text) status = cli_read_number(c, text, "--extent", 1e-3, 1e9, &s->mapping.extent);
    return status;
}

static oro_status begin_stage(cli *c, pipe_line *p, int index) {
    stage *s = &p->stages[index];
    bool reading = strcmp(s->words[0], "read") == 0, writing = strcmp(s->words[0], "write") == 0;
    s->kind = reading ? STAGE_READ : writing ? STAGE_WRITE : STAGE_OPERATOR;
    if (reading || writing) return begin_file(c, s, index == 0, reading);
    if (index > 0 && p->stages[index - 1].kind == STAGE_OPERATOR &&
        cli_first_grid(p->stages[index - 1].step.op, ORO_GRID_OUT) < 0)
        return cli_misuse(c, NULL, "the step before makes no map to go on with");
    // As a first step an operator with inputs reads them from files named in the step.
    return cli_step_begin(c, &s->step, s->words[0], s->count - 1, s->words + 1, index > 0, true);
}

static oro_status check_end(cli *c, pipe_line *p) {
    const stage *last = &p->stages[p->count - 1];
    bool useful = last->kind == STAGE_WRITE || (last->kind == STAGE_OPERATOR && cli_step_has_values(&last->step));
    return useful ? ORO_OK : cli_misuse(c, NULL, "the pipe throws its result away; end it with ! write FILE");
}

// --- running ---------------------------------------------------------------------------------------------------------------

static const char *unit_before(const pipe_line *p, int index) {
    for (int i = index - 1; i >= 0; i--)
        if (p->stages[i].kind == STAGE_OPERATOR) {
            const oro_operator *op = p->stages[i].step.op;
            return op->record.args[cli_first_grid(op, ORO_GRID_OUT)].unit;
        }
    return "m";
}

/// Runs one stage on `map` and returns what goes on in it.
static oro_status run_stage(cli *c, pipe_line *p, int index, const oro_grid **map) {
    stage *s = &p->stages[index];
    oro_status status = cli_check_interrupt(c);
    if (status != ORO_OK) return status;
    if (s->kind == STAGE_READ) {
        status = cli_load_map(c, s->parsed.plain[0], &s->mapping, true, &s->map);
        if (status == ORO_OK) status = cli_check_finite(c, &s->map, s->parsed.plain[0]);
        *map = &s->map;
    } else if (s->kind == STAGE_WRITE) {
        status = cli_save_map(c, s->parsed.plain[0], *map, &s->mapping, unit_before(p, index));
        if (status == ORO_OK) cli_say(c, "wrote %s (%d x %d)", s->parsed.plain[0], (*map)->width, (*map)->height);
        if (status == ORO_OK && p->outputs) oro_json_append(p->outputs, cli_json_map(s->parsed.plain[0], NULL, *map));
    } else {
        status = cli_step_prepare(c, &s->step, *map);
        if (status == ORO_OK) status = cli_step_run(c, &s->step);
        if (status == ORO_OK) status = cli_step_save(c, &s->step);
        if (status == ORO_OK && !c->json) cli_step_print_values(&s->step);
        *map = cli_step_result(&s->step);
    }
    return status;
}

static oro_status run_all(cli *c, pipe_line *p) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < p->count; i++)
        if (p->stages[i].kind == STAGE_WRITE)
            status = at_step(c, p, i, cli_check_target(c, p->stages[i].parsed.plain[0], false));
    const oro_grid *map = NULL;
    for (int i = 0; status == ORO_OK && i < p->count; i++) {
        cli_part(c, (double)i / p->count, (i + 1.0) / p->count);
        status = at_step(c, p, i, run_stage(c, p, i, &map));
    }
    return status;
}

static oro_status print_json(cli *c, pipe_line *p) {
    oro_json *root = oro_json_new_object(), *steps = oro_json_new_array();
    if (!root || !steps) return cli_print_json(c, NULL);
    for (int i = 0; i < p->count; i++)
        if (p->stages[i].kind == STAGE_OPERATOR) oro_json_append(steps, cli_step_json(&p->stages[i].step));
    oro_json_set(root, "steps", steps);
    oro_json_set(root, "outputs", p->outputs);
    p->outputs = NULL;
    return cli_print_json(c, root);
}

static void free_line(cli *c, pipe_line *p) {
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

static oro_status run(cli *c, const cli_words *w) {
    oro_status status = cli_expect_words(c, w, 1, 1 << 20, "pipe \"STEP ! STEP ! write FILE\"");
    if (status != ORO_OK) return status;
    pipe_line *p = calloc(1, sizeof *p);
    char *joined = join(w);
    if (!p || !joined) {
        free(p);
        free(joined);
        return cli_fail(c, ORO_NO_MEMORY, NULL, "no memory for the pipe");
    }
    status = split(c, joined, p);
    free(joined);
    if (status == ORO_OK) status = cut(c, p);
    for (int i = 0; status == ORO_OK && i < p->count; i++) status = at_step(c, p, i, begin_stage(c, p, i));
    if (status == ORO_OK) status = check_end(c, p);
    if (status == ORO_OK) status = cli_open(c);
    if (status == ORO_OK && c->json) p->outputs = oro_json_new_array();
    if (status == ORO_OK) status = run_all(c, p);
    if (status == ORO_OK && c->json) status = print_json(c, p);
    free_line(c, p);
    return status;
}

const cli_command cli_command_pipe = {
    .name = "pipe",
    .summary = "Run operators one after the other",
    .usage = "\"STEP ! STEP ! write FILE\"",
    .doc =
        "A step is an operator with its flags; its first map goes to the next step. read FILE may begin, write FILE "
        "ends\n"
        "(and may stand between, to keep what is there so far). Quotes around the whole are optional where the shell\n"
        "leaves the exclamation mark alone. Flags that work everywhere may stand before the first step or in any.",
    .example = "orogen pipe \"{make} --size 513 ! {change} ! write out.png\"\n"
               "orogen pipe \"read in.png --range 0..1200 --extent 4000 ! {change} ! write out.npy\"",
    .rest = true,
    .run = run,
};
