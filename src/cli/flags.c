// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Takes a command line apart by a table of flags: --name value, --name=value, --name, --no-name, -n value. A value may
// begin with a minus sign. "--" ends the flags.

#include "cli.h"
#include "core/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *const cli_cpu_words[] = {"baseline", "avx2", "avx512", NULL};
const char *const cli_progress_words[] = {"auto", "always", "never", "json", NULL}; // in the order of cli_progress_mode

enum { THREADS, CPU, MEMORY, JSON, QUIET, FORCE, CLIP, PROGRESS, IN_FORMAT, OUT_FORMAT, HELP };
const cli_flag cli_common_flags[] = {
    {"threads", "N", "Worker threads, 1 to 64 (default: one per core; OROGEN_THREADS)."},
    {"cpu", "LEVEL", "CPU level to use: baseline, avx2 or avx512 (default: the best there is; OROGEN_CPU).", 0,
     cli_cpu_words},
    {"memory", "SIZE", "Memory to use at most: 8g, 512m or MiB (default: nine tenths of what is free; OROGEN_MEMORY)."},
    {"json", NULL, "Print results, and errors, as JSON on stdout."},
    {"quiet", NULL, "Print only errors."},
    {"force", NULL, "Replace files that already exist."},
    {"clip", NULL, "Write maps as integers also where more than 0.1 % of the samples lie outside of their range."},
    {"progress", "WHEN", "Show progress on stderr: auto (on a terminal), always, never or json.", 0,
     cli_progress_words},
    {"in-format", "FORMAT",
     "Format of standard input (-), where its first bytes do not show it: r16, r32, raw, csv, …"},
    {"out-format", "FORMAT",
     "Format of a map on standard output (-), as npy or png (default: tif, which keeps its metres)."},
    {"help", NULL, "Show the help of this command.", 'h'},
    {0},
};

static const cli_flag *find(const cli_flag *table, const char *name) {
    for (; table && table->name; table++)
        if (oro_same_name(table->name, name)) return table;
    return NULL;
}

static const cli_flag *find_letter(const cli_flag *table, char letter) {
    for (; table && table->name; table++)
        if (table->letter == letter) return table;
    return NULL;
}

static oro_status unknown_flag(cli *c, const cli_flag *flags, const char *word, const char *name) {
    oro_suggestion s = {.word = name};
    for (const cli_flag *f = flags; f && f->name; f++) oro_suggest_offer(&s, f->name);
    for (const cli_flag *f = cli_common_flags; f->name; f++) oro_suggest_offer(&s, f->name);
    char dashed[64] = "";
    for (size_t i = 0; s.best && s.best[i] && i + 1 < sizeof dashed; i++)
        dashed[i] = s.best[i] == '_' ? '-' : s.best[i], dashed[i + 1] = 0;
    size_t length = strcspn(word, "=");
    if (s.best) return cli_misuse(c, NULL, "there is no flag %.*s (did you mean --%s?)", (int)length, word, dashed);
    return cli_misuse(c, NULL, "there is no flag %.*s; --help lists the flags", (int)length, word);
}

static bool truth(const char *text) {
    return strcmp(text, "off") != 0 && strcmp(text, "no") != 0 && strcmp(text, "false") != 0 && strcmp(text, "0") != 0;
}

bool cli_read_progress(const char *text, cli_progress_mode *mode) {
    for (int i = 0; cli_progress_words[i]; i++)
        if (strcmp(text, cli_progress_words[i]) == 0) {
            *mode = (cli_progress_mode)i;
            return true;
        }
    return false;
}

static oro_status set_common(cli *c, const cli_flag *flag, const char *text) {
    bool on = truth(text);
    int threads;
    switch (flag - cli_common_flags) {
    case THREADS: c->threads = text; return cli_read_threads(c, text, "--threads", &threads);
    case CPU:
        c->cpu = text;
        for (int i = 0; cli_cpu_words[i]; i++)
            if (strcmp(text, cli_cpu_words[i]) == 0) return ORO_OK;
        return cli_misuse(c, "--cpu", "the CPU level must be baseline, avx2 or avx512, not \"%.40s\"", text);
    case MEMORY: c->memory = text; break;
    case JSON: c->json = on; break;
    case QUIET: c->quiet = on; break;
    case FORCE: c->force = on; break;
    case CLIP: c->clip = on; break;
    case PROGRESS:
        if (!cli_read_progress(text, &c->progress))
            return cli_misuse(c, "--progress", "progress must be auto, always, never or json, not \"%.40s\"", text);
        c->says_progress = true;
        break;
    case IN_FORMAT: c->in_format = text + (*text == '.'); break;
    case OUT_FORMAT: c->out_format = text + (*text == '.'); break;
    case HELP: c->help = on; break;
    }
    return ORO_OK;
}

static oro_status check_toggle(cli *c, const char *word, const char *text) {
    static const char *const known[] = {"on", "off", "yes", "no", "true", "false", "1", "0"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], text) == 0) return ORO_OK;
    return cli_misuse(c, NULL, "%.*s must be on or off, not \"%.40s\"", (int)strcspn(word, "="), word, text);
}

/// One flag: finds it, finds its value, keeps it. *at is the word; moved on past a value that is a word of its own.
static oro_status take_flag(cli *c, const cli_flag *flags, int count, char *const *words, int *at, cli_words *out) {
    const char *word = words[*at], *value = strchr(word, '=');
    char name[64] = "";
    size_t length = value ? (size_t)(value - word) : strlen(word);
    if (value) value++;
    const cli_flag *flag = NULL;
    bool negated = false;
    if (word[1] != '-') {
        if (length == 2) flag = find_letter(flags, word[1]);
        if (!flag && length == 2) flag = find_letter(cli_common_flags, word[1]);
    } else if (length - 2 < sizeof name) {
        memcpy(name, word + 2, length - 2);
        flag = find(flags, name);
        if (!flag) flag = find(cli_common_flags, name);
        if (!flag && strncmp(name, "no-", 3) == 0) {
            flag = find(flags, name + 3);
            if (!flag) flag = find(cli_common_flags, name + 3);
            negated = true;
        }
    }
    if (!flag || (negated && (flag->value || value)))
        return unknown_flag(c, flags, word, word[1] == '-' ? name : word + 1);
    if (flag->value && !value) {
        // What looks like another flag is no value; numbers below zero are.
        bool missing =
            *at + 1 >= count || (strncmp(words[*at + 1], "--", 2) == 0 && isalpha((unsigned char)words[*at + 1][2]));
        if (missing) return cli_misuse(c, NULL, "%s needs a value: %s %s", word, word, flag->value);
        value = words[++*at];
    }
    if (!flag->value) {
        if (!value) value = negated ? "off" : "on";
        oro_status status = check_toggle(c, word, value);
        if (status != ORO_OK) return status;
    }
    if (flag >= cli_common_flags && flag <= cli_common_flags + HELP) return set_common(c, flag, value);
    out->given[out->given_count++] = (cli_given){flag, value};
    return ORO_OK;
}

oro_status cli_parse(cli *c, const cli_flag *flags, int count, char *const *words, bool stop, cli_words *out) {
    *out = (cli_words){.flags = flags};
    out->given = calloc((size_t)count + 1, sizeof *out->given);
    out->plain = calloc((size_t)count + 1, sizeof *out->plain);
    if (!out->given || !out->plain) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the command line");
    bool plain = false;
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (!plain && strcmp(word, "--") == 0) {
            plain = true;
        } else if (!*word && !stop) {
            return cli_misuse(c, NULL, "one of the arguments is empty; is a shell variable not set?");
        } else if (plain || word[0] != '-' || !word[1]) {
            out->plain[out->plain_count++] = word;
            if (stop) plain = true;
        } else {
            oro_status status = take_flag(c, flags, count, words, &i, out);
            if (status != ORO_OK) return status;
        }
    }
    return ORO_OK;
}

void cli_words_free(cli_words *w) {
    free(w->given);
    free(w->plain);
    *w = (cli_words){0};
}

const char *cli_text(const cli_words *w, const char *name) {
    for (int i = w->given_count - 1; i >= 0; i--)
        if (oro_same_name(w->given[i].flag->name, name)) return w->given[i].text;
    return NULL;
}

bool cli_on(const cli_words *w, const char *name) {
    const char *text = cli_text(w, name);
    return text && truth(text);
}

oro_status cli_expect_words(cli *c, const cli_words *w, int least, int most, const char *usage) {
    if (w->plain_count < least) return cli_misuse(c, NULL, "an argument is missing; write: orogen %s", usage);
    if (w->plain_count > most)
        return cli_misuse(c, NULL, "\"%.80s\" is one word too many; write: orogen %s", w->plain[most], usage);
    return ORO_OK;
}
