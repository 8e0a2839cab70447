// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Rows of tables that describe a struct: the arguments of an operator, or the items of a list.
#ifndef ORO_CORE_TABLE_H
#define ORO_CORE_TABLE_H

#include "orogen/operator.h"

#include <stddef.h>

// clang-format off
#define ORO_KIND_TYPES(NAME, name, type)                                                                               \
    const type *: ORO_##NAME##_IN, type *: ORO_##NAME##_OUT,

#define ORO_TYPE_OF(member)                                                                                            \
    _Generic((member),                                                                                                 \
        ORO_KINDS(ORO_KIND_TYPES)                                                                                      \
        float: ORO_NUMBER,                                                                                             \
        int32_t: ORO_INTEGER,                                                                                          \
        bool: ORO_TOGGLE,                                                                                              \
        oro_choice: ORO_CHOICE,                                                                                        \
        oro_seed: ORO_SEED,                                                                                            \
        const char *: ORO_TEXT,                                                                                        \
        oro_file: ORO_FILE,                                                                                            \
        oro_field: ORO_FIELD,                                                                                          \
        oro_colour: ORO_COLOUR,                                                                                        \
        oro_range: ORO_RANGE,                                                                                          \
        oro_curve: ORO_CURVE,                                                                                          \
        oro_records: ORO_RECORDS)
// clang-format on

/// One row: the type comes from the member, so it is said once and cannot disagree.
#define ORO_ARG(struct_type, member, ...)                                                                              \
    {                                                                                                                  \
        .name = #member, .offset = offsetof(struct_type, member), .type = ORO_TYPE_OF(((struct_type *)0)->member),     \
        __VA_ARGS__                                                                                                    \
    }

/// The same for a member of a struct inside, `part`, that several operators share.
#define ORO_ARG_OF(struct_type, part, member, ...)                                                                     \
    {                                                                                                                  \
        .name = #member, .offset = offsetof(struct_type, part.member),                                                 \
        .type = ORO_TYPE_OF(((struct_type *)0)->part.member), __VA_ARGS__                                              \
    }

#define ORO_CHOICES(...) ((const char *const[]){__VA_ARGS__, NULL})

/// The words of a choice, written once: ORO_WORDS(law, carving, mathisen) makes the constants law_carving = 0 and
/// law_mathisen = 1, and the list law_words for the row: .choices = law_words. Two to six words. Where a word is no C name,
/// or the constants belong to a solver, the row ties them: .choices = ORO_CHOICES([BY_ALTITUDE] = "by-altitude", …).
#define ORO_WORDS(choice, ...)                                                                                         \
    enum { ORO_EACH_WORD(ORO_WORD_CONSTANT, choice, __VA_ARGS__) };                                                    \
    static const char *const choice##_words[] = {ORO_EACH_WORD(ORO_WORD_TEXT, choice, __VA_ARGS__) NULL}

// clang-format off
#define ORO_WORD_CONSTANT(choice, word) choice##_##word,
#define ORO_WORD_TEXT(choice, word) #word,
#define ORO_WORD_1(as, choice, word) as(choice, word)
#define ORO_WORD_2(as, choice, word, ...) as(choice, word) ORO_WORD_1(as, choice, __VA_ARGS__)
#define ORO_WORD_3(as, choice, word, ...) as(choice, word) ORO_WORD_2(as, choice, __VA_ARGS__)
#define ORO_WORD_4(as, choice, word, ...) as(choice, word) ORO_WORD_3(as, choice, __VA_ARGS__)
#define ORO_WORD_5(as, choice, word, ...) as(choice, word) ORO_WORD_4(as, choice, __VA_ARGS__)
#define ORO_WORD_6(as, choice, word, ...) as(choice, word) ORO_WORD_5(as, choice, __VA_ARGS__)
#define ORO_SEVENTH(a, b, c, d, e, f, seventh, ...) seventh
#define ORO_EACH_WORD(as, choice, ...)                                                                                 \
    ORO_SEVENTH(__VA_ARGS__, ORO_WORD_6, ORO_WORD_5, ORO_WORD_4, ORO_WORD_3, ORO_WORD_2, ORO_WORD_1, )                 \
        (as, choice, __VA_ARGS__)
// clang-format on

/// Presets of an operator: .presets = ORO_PRESETS({"alpine", "Sharp crests, clean valleys", "rain=5e-4"}, …).
#define ORO_PRESETS(...) ((const oro_preset[]){__VA_ARGS__, {NULL, NULL, NULL}})

#define ORO_COUNT(array) ((int32_t)(sizeof(array) / sizeof((array)[0])))

/// A described struct for lists; name it in a row as .record = &NAME_record.
#define ORO_RECORD(struct_type, table, text)                                                                           \
    static const oro_record struct_type##_record = {#struct_type, text, table, ORO_COUNT(table), sizeof(struct_type)}

#endif
