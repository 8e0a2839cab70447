// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A small language for conditions and sums over named numbers: "unit > 0.75 && building / unit > 0.4".
//
//     a || b      a && b      ! a
//     a < b   a <= b   a > b   a >= b   a == b   a != b       (not chained)
//     a + b   a - b    a * b   a / b    - a      ( a )      12   0.5   1e-3      name   operator.name
//
// Truth is a number: 1 or 0; everything but 0 and what is no number is true. What cannot be told (0 / 0, a measure that is
// not there) is no number: whatever is compared with it is false. There are no side effects and no loops, so a text from
// anyone may be evaluated.
#ifndef ORO_CORE_EXPRESSION_H
#define ORO_CORE_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

enum { ORO_EXPRESSION_STEPS = 256 };

/// A text taken apart: a program for a stack of numbers.
typedef struct oro_expression {
    struct {
        uint8_t code;
        int32_t name; ///< which of the names
        double number;
    } steps[ORO_EXPRESSION_STEPS];
    int count;
} oro_expression;

typedef struct oro_expression_error {
    int column; ///< from 1, in bytes
    char sentence[256];
} oro_expression_error;

/// The index of a name; -1, with a sentence in `error`, where there is no such name.
typedef int oro_expression_names(void *user, const char *name, oro_expression_error *error);

/// Takes a text apart; false with the place and a sentence where it makes no sense.
bool oro_expression_parse(const char *text, oro_expression_names *names, void *user, oro_expression *out,
                          oro_expression_error *error);

/// Its value where name i is values[i].
double oro_expression_value(const oro_expression *e, const double *values);

/// Is a value true? False for 0 and for what is no number.
static inline bool oro_is_true(double value) { return value < 0.0 || value > 0.0; }

#endif
