// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Words for people: the nearest name to a misspelt one, and numbers printed so that they read back as the same value.
//
// Numbers are read and written with a point, whatever the locale of the program says: files and messages must not depend on
// who asks for them. In the whole library the calls here stand in the place of strtod(), snprintf() and vsnprintf().
#ifndef ORO_CORE_TEXT_H
#define ORO_CORE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/// Collects the candidate nearest to a misspelt word. Start with the word, offer every candidate, read `best`.
typedef struct oro_suggestion {
    const char *word;
    const char *best; ///< NULL while nothing is near enough to be worth suggesting
    int distance;
} oro_suggestion;

void oro_suggest_offer(oro_suggestion *s, const char *candidate);

/// " (did you mean "slope"?)" or "", in `buffer`, which is returned.
const char *oro_suggest_text(const oro_suggestion *s, char *buffer, size_t size);

/// As strtod() in the C locale. `end` may be NULL.
double oro_read_double(const char *text, char **end);

/// As snprintf() and vsnprintf() in the C locale.
int oro_print(char *buffer, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
int oro_print_list(char *buffer, size_t size, const char *format, va_list list) __attribute__((format(printf, 3, 0)));

/// The shortest decimal that reads back as the same float: 0.1, not 0.100000001.
int oro_print_float(float value, char *buffer, size_t size);
int oro_print_double(double value, char *buffer, size_t size);

/// Prints words broken at blanks so that lines end before `width` columns, and a new line behind the last. The cursor stands
/// at `column`; further lines begin after `indent` blanks. A word longer than a line is left whole.
void oro_print_wrapped(FILE *to, const char *text, int column, int indent, int width);

/// Equal but for - and _.
bool oro_same_name(const char *a, const char *b);

/// Two names of one file as far as the names tell: "a.png", "./a.png" and ".//a.png". Names that differ in case alone
/// count as the same: on many disks they are.
bool oro_same_path(const char *a, const char *b);

#endif
