// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Finding things by the words people use for them. Operators bring their words in their tables: name, .words, summary, text,
// choices, presets, arguments. Whoever knows other things (examples, formats, commands) offers them to the same search.
#ifndef ORO_OP_FIND_H
#define ORO_OP_FIND_H

#include "orogen/operator.h"

enum { ORO_FIND_MOST = 64, ORO_FIND_WORDS = 8 };

/// What a found thing is. Of things that fit equally well, earlier kinds come first.
typedef enum oro_topic_kind {
    ORO_TOPIC_OPERATOR,
    ORO_TOPIC_PRESET,
    ORO_TOPIC_CHOICE,
    ORO_TOPIC_EXAMPLE,
    ORO_TOPIC_FORMAT,
    ORO_TOPIC_COMMAND
} oro_topic_kind;

const char *oro_topic_kind_name(oro_topic_kind kind); ///< "operator"

/// One thing that can be found. Texts must live as long as the search.
typedef struct oro_topic {
    oro_topic_kind kind;
    const char *name;       ///< of the operator, the example, the command, the format
    const char *value;      ///< the choice or the preset; NULL: neither
    const char *argument;   ///< whose choice it is; NULL with a value: it is a preset
    const char *words;      ///< as oro_operator.words; NULL: none
    const char *summary;    ///< a line
    const char *doc;        ///< more; NULL: nothing
    const oro_operator *op; ///< of operators, their choices and presets
} oro_topic;

typedef struct oro_found {
    oro_topic topic;
    char set[64]; ///< what choosing it sets: "fractal=ridged", "preset=alpine"; "": nothing
    int score;
} oro_found;

typedef struct oro_search {
    char words[ORO_FIND_WORDS][32];
    int word_count;
    int unmet; ///< words that even the best hits do not have
    oro_found found[ORO_FIND_MOST];
    int count;
} oro_search;

/// Begins a search for what people typed; "" finds everything that is offered.
void oro_search_begin(oro_search *s, const char *text);

/// Offers all operators with their choices and presets (these only where something was typed).
void oro_search_operators(oro_search *s);
void oro_search_offer(oro_search *s, const oro_topic *topic);

/// One of the words of an operator's table, "worley(basis=cellular)". False: no more.
typedef struct oro_keyword {
    char word[32], set[64];
} oro_keyword;
bool oro_keyword_next(const char **words, oro_keyword *keyword);

/// The name of the operator that a word stands for, misspelt or not; NULL: none is near. For " (did you mean …?)".
const char *oro_find_operator_near(const char *word);

#endif
