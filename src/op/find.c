// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Finding things by words; see find.h.

#include "op/find.h"
#include "core/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/// How well a word fits: where it was found, and whether it is a whole word there. What a thing is called counts more than
/// what is said about it.
enum {
    NAME = 100,
    KEYWORD = 95,
    VALUE = 80,
    NAME_BEGINS = 70,
    OTHER_NAME = 68, ///< of an example, a command, a format
    VALUE_BEGINS = 55,
    PART_OF_NAME = 50,
    KEYWORD_BEGINS = 45,
    INSIDE_NAME = 35,
    SUMMARY = 30,
    FAMILY = 28,
    ARGUMENT = 25,
    SUMMARY_BEGINS = 20,
    SOURCE = 14,
    DOC = 12,
    DOC_BEGINS = 6,
    LATER_KEYWORDS = 8, ///< the first of a table's words counts this much more than the ninth
    OTHER_NUMBER = 5    ///< what the plural for the singular costs, or the other way round
};

const char *oro_topic_kind_name(oro_topic_kind kind) {
    static const char *const names[] = {"operator", "preset", "choice", "example", "format", "command"};
    return names[kind];
}

// --- words ------------------------------------------------------------------------------------------------------------

static bool in_word(char c) { return isalnum((unsigned char)c) || (unsigned char)c >= 0x80; }

static char small(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/// Letters that two texts begin with alike.
static size_t common(const char *a, const char *b) {
    size_t n = 0;
    while (a[n] && small(a[n]) == small(b[n])) n++;
    return n;
}

static bool plural_end(const char *rest, size_t length) {
    return length == 0 || (length == 1 && rest[0] == 's') || (length == 2 && strncmp(rest, "es", 2) == 0);
}

typedef enum fitting { NOT, BEGINS, NUMBER, WHOLE } fitting;

/// Is `word` the word of `length` letters at `at`, the same in the other number, or does that one begin with it?
static fitting fit(const char *at, size_t length, const char *word) {
    size_t typed = strlen(word), n = common(at, word);
    if (n > length) n = length;
    if (n == typed && n == length) return WHOLE;
    if (n >= 3 && plural_end(at + n, length - n) && plural_end(word + n, typed - n)) return NUMBER;
    return n == typed && n >= 2 ? BEGINS : NOT;
}

/// The best fit of a word among those of a text.
static fitting fit_text(const char *text, const char *word) {
    fitting best = NOT;
    while (text && *text && best < WHOLE) {
        size_t length = 0;
        while (in_word(text[length])) length++;
        fitting now = length ? fit(text, length, word) : NOT;
        if (now > best) best = now;
        text += length + (length == 0);
    }
    return best;
}

static int larger(int a, int b) { return a > b ? a : b; }

static int points(fitting fits, int whole, int begins) {
    if (fits == NUMBER) return larger(whole - OTHER_NUMBER, begins);
    return fits == WHOLE ? whole : fits == BEGINS ? begins : 0;
}

/// A name as a whole, its beginning, one of its parts ("mountain-river"), letters inside it.
static int score_name(const char *name, const char *word, int whole, int begins) {
    int best = points(fit(name, strlen(name), word), whole, begins);
    best = larger(best, points(fit_text(name, word), PART_OF_NAME, INSIDE_NAME));
    for (const char *at = name; strlen(word) >= 3 && *at && best < INSIDE_NAME; at++)
        if (common(at, word) == strlen(word)) best = INSIDE_NAME;
    return best;
}

bool oro_keyword_next(const char **words, oro_keyword *keyword) {
    const char *at = *words ? *words + strspn(*words, " ") : "";
    if (!*at) return false;
    size_t length = strcspn(at, " ("), set = 0;
    snprintf(keyword->word, sizeof keyword->word, "%.*s", (int)length, at);
    at += length;
    if (*at == '(') set = strcspn(++at, ")");
    snprintf(keyword->set, sizeof keyword->set, "%.*s", (int)set, at);
    *words = at + set + (at[set] == ')');
    return true;
}

/// Where one of the table's words is what was typed as a whole, it says what to set.
static int score_keywords(const char *words, const char *word, char set[64]) {
    int best = 0, position = 0;
    for (oro_keyword k; oro_keyword_next(&words, &k); position++) {
        int later = position < LATER_KEYWORDS ? position : LATER_KEYWORDS;
        int now = points(fit(k.word, strlen(k.word), word), KEYWORD - later, KEYWORD_BEGINS - later);
        if (now <= best) continue;
        best = now;
        if (now > KEYWORD_BEGINS) memcpy(set, k.set, sizeof k.set);
    }
    return best;
}

static int score_arguments(const oro_operator *op, const char *word) {
    int best = 0;
    for (int32_t i = 0; i < op->record.arg_count; i++) {
        const oro_arg *arg = &op->record.args[i];
        best = larger(best, points(fit_text(arg->name, word), ARGUMENT, SUMMARY_BEGINS));
        best = larger(best, points(fit_text(arg->doc, word), DOC_BEGINS, 1));
    }
    return best;
}

/// What one word is worth to a topic. `own` is told whether it is the topic's own: the operator of a choice only helps.
static int score_word(const oro_topic *t, const char *word, char set[64], bool *own) {
    bool part = t->value != NULL, ours = t->kind == ORO_TOPIC_OPERATOR;
    int best = part ? score_name(t->value, word, VALUE, VALUE_BEGINS)
                    : score_name(t->name, word, ours ? NAME : OTHER_NAME, ours ? NAME_BEGINS : VALUE_BEGINS);
    best = larger(best, points(fit_text(part && t->argument ? NULL : t->summary, word), SUMMARY, SUMMARY_BEGINS));
    if (!part) best = larger(best, score_keywords(t->words, word, set));
    if (!part) best = larger(best, points(fit_text(t->doc, word), DOC, DOC_BEGINS));
    if (ours) {
        best = larger(best, points(fit_text(t->op->family, word), FAMILY, SUMMARY_BEGINS));
        best = larger(best, points(fit_text(t->op->source, word), SOURCE, DOC_BEGINS));
        best = larger(best, score_arguments(t->op, word));
    }
    *own |= best > 0;
    char ignored[64];
    if (part && best == 0) {
        best = score_name(t->name, word, SUMMARY, SUMMARY_BEGINS);
        best = larger(best, points(fit_text(t->argument, word), ARGUMENT, DOC));
        if (best == 0 && score_keywords(t->words, word, ignored)) best = SUMMARY_BEGINS;
    }
    return best;
}

// --- the search -------------------------------------------------------------------------------------------------------

void oro_search_begin(oro_search *s, const char *text) {
    s->word_count = s->count = 0;
    s->unmet = ORO_FIND_WORDS;
    while (*text && s->word_count < ORO_FIND_WORDS) {
        size_t length = 0;
        while (in_word(text[length])) length++;
        if (length) {
            char *word = s->words[s->word_count++];
            snprintf(word, sizeof s->words[0], "%.*s", (int)length, text);
            for (; *word; word++) *word = small(*word);
        }
        text += length + (length == 0);
    }
}

/// Sorted by score; of equals, the kind, then who came first.
static void put(oro_search *s, const oro_topic *topic, int score, const char *set) {
    int at = s->count < ORO_FIND_MOST ? s->count++ : ORO_FIND_MOST;
    for (; at > 0; at--) {
        const oro_found *before = &s->found[at - 1];
        bool later = before->score > score || (before->score == score && before->topic.kind <= topic->kind);
        if (later) break;
        if (at < ORO_FIND_MOST) s->found[at] = *before;
    }
    if (at == ORO_FIND_MOST) return;
    s->found[at] = (oro_found){.topic = *topic, .score = score};
    snprintf(s->found[at].set, sizeof s->found[at].set, "%s", set);
}

void oro_search_offer(oro_search *s, const oro_topic *topic) {
    char set[64] = "";
    int score = 0, unmet = 0;
    bool own = s->word_count == 0;
    for (int i = 0; i < s->word_count; i++) {
        char says[64] = "";
        int now = score_word(topic, s->words[i], says, &own);
        score += now;
        unmet += now == 0;
        if (*says && !*set) memcpy(set, says, sizeof set);
    }
    if (!own || unmet > s->unmet || (s->word_count && unmet == s->word_count)) return;
    // Something has more of the words than all before: those no longer count.
    if (unmet < s->unmet) s->count = 0, s->unmet = unmet;
    if (topic->value)
        snprintf(set, sizeof set, "%.30s=%.32s", topic->argument ? topic->argument : "preset", topic->value);
    put(s, topic, score, set);
}

static void offer_operator(oro_search *s, const oro_operator *op) {
    oro_topic topic = {.kind = ORO_TOPIC_OPERATOR,
                       .name = op->record.name,
                       .words = op->words,
                       .summary = op->record.summary,
                       .doc = op->doc,
                       .op = op};
    oro_search_offer(s, &topic);
    if (s->word_count == 0) return;
    topic.kind = ORO_TOPIC_CHOICE;
    for (int32_t i = 0; i < op->record.arg_count; i++) {
        const oro_arg *arg = &op->record.args[i];
        topic.argument = arg->name;
        for (const char *const *choice = arg->choices; choice && *choice; choice++) {
            topic.value = *choice;
            oro_search_offer(s, &topic);
        }
    }
    topic.kind = ORO_TOPIC_PRESET;
    topic.argument = NULL;
    for (const oro_preset *p = op->presets; p && p->name; p++) {
        topic.value = p->name;
        topic.summary = p->summary;
        oro_search_offer(s, &topic);
    }
}

void oro_search_operators(oro_search *s) {
    for (int i = 0; i < oro_operator_count(); i++) offer_operator(s, oro_operator_at(NULL, i));
}

// --- misspelt ---------------------------------------------------------------------------------------------------------

typedef struct nearest {
    const char *word, *name; ///< what was typed, and the operator that is nearest to it
    int distance;
} nearest;

static void try_word(nearest *n, const char *candidate, const oro_operator *op) {
    oro_suggestion s = {.word = n->word};
    oro_suggest_offer(&s, candidate);
    if (!s.best || (n->name && s.distance >= n->distance)) return;
    n->name = op->record.name;
    n->distance = s.distance;
}

/// Names are tried before other words, so that they win where both are as near.
static const char *nearest_operator(const char *word) {
    nearest n = {.word = word};
    for (int i = 0; i < oro_operator_count(); i++)
        try_word(&n, oro_operator_at(NULL, i)->record.name, oro_operator_at(NULL, i));
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        const char *words = op->words;
        for (oro_keyword k; oro_keyword_next(&words, &k);) try_word(&n, k.word, op);
        for (const oro_preset *p = op->presets; p && p->name; p++) try_word(&n, p->name, op);
        for (int32_t k = 0; k < op->record.arg_count; k++)
            for (const char *const *c = op->record.args[k].choices; c && *c; c++) try_word(&n, *c, op);
    }
    return n.name;
}

const char *oro_find_operator_near(const char *word) {
    oro_search s;
    oro_search_begin(&s, word);
    if (s.word_count) oro_search_operators(&s);
    // A word in passing says little about what somebody meant; names and keywords do.
    if (s.count && s.found[0].score >= VALUE - OTHER_NUMBER) return s.found[0].topic.name;
    return nearest_operator(word);
}
