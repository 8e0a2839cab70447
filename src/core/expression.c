// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A reader by recursive descent that writes steps for a stack, and the loop that runs them. The stack never holds more than
// there are steps, and nesting has a limit, so no text can make either overflow.

#include "core/expression.h"
#include "core/text.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 64 };

typedef enum code {
    NUMBER,
    NAME,
    NEGATE,
    NOT,
    MULTIPLY,
    DIVIDE,
    ADD,
    SUBTRACT,
    LESS,
    LESS_EQUAL,
    MORE,
    MORE_EQUAL,
    EQUAL,
    UNEQUAL,
    AND,
    OR
} code;

typedef struct reader {
    const char *text, *at;
    oro_expression_names *names;
    void *user;
    oro_expression *out;
    oro_expression_error *error;
    int nested;
} reader;

static bool fail(reader *r, const char *place, const char *format, ...) __attribute__((format(printf, 3, 4)));

static bool fail(reader *r, const char *place, const char *format, ...) {
    va_list list;
    va_start(list, format);
    r->error->column = (int)(place - r->text) + 1;
    oro_print_list(r->error->sentence, sizeof r->error->sentence, format, list);
    va_end(list);
    return false;
}

static void skip(reader *r) { r->at += strspn(r->at, " \t\n\r"); }

/// Moves past a sign if it stands here. "<" is not the beginning of "<=".
static bool take(reader *r, const char *sign) {
    skip(r);
    size_t length = strlen(sign);
    if (strncmp(r->at, sign, length) != 0) return false;
    if (length == 1 && strchr("<>!", *sign) && r->at[1] == '=') return false;
    r->at += length;
    return true;
}

static bool emit(reader *r, code c, double number, int32_t name) {
    if (r->out->count == ORO_EXPRESSION_STEPS)
        return fail(r, r->at, "the expression is too long: it must have at most %d numbers, names and signs",
                    ORO_EXPRESSION_STEPS);
    int i = r->out->count++;
    r->out->steps[i].code = (uint8_t)c;
    r->out->steps[i].number = number;
    r->out->steps[i].name = name;
    return true;
}

static bool read_or(reader *r);

static bool read_number(reader *r) {
    char *end;
    const char *start = r->at;
    double value = oro_read_double(start, &end);
    if ((start[0] == '0' && (start[1] == 'x' || start[1] == 'X')) || !isfinite(value) || isalpha((unsigned char)*end))
        return fail(r, start, "this is not a number; numbers are written as 12, 0.5 or 1e-3");
    r->at = end;
    return emit(r, NUMBER, value, 0);
}

static bool read_name(reader *r) {
    char name[64];
    const char *start = r->at;
    size_t length = 0;
    while (isalnum((unsigned char)start[length]) || start[length] == '_' || start[length] == '.') length++;
    if (length >= sizeof name) return fail(r, start, "this name is too long");
    memcpy(name, start, length);
    name[length] = 0;
    int index = r->names(r->user, name, r->error);
    if (index < 0) {
        r->error->column = (int)(start - r->text) + 1;
        return false;
    }
    r->at = start + length;
    return emit(r, NAME, 0, index);
}

static bool read_atom(reader *r) {
    skip(r);
    const char *start = r->at;
    if (take(r, "(")) {
        if (!read_or(r)) return false;
        return take(r, ")") ? true : fail(r, start, "this parenthesis is never closed");
    }
    if (isdigit((unsigned char)*r->at) || (*r->at == '.' && isdigit((unsigned char)r->at[1]))) return read_number(r);
    if (isalpha((unsigned char)*r->at) || *r->at == '_') return read_name(r);
    if (!*r->at) return fail(r, r->at, "the expression ends here, and a number or a name is missing");
    return fail(r, r->at, "a number, a name or a parenthesis is expected here");
}

static bool read_unary(reader *r) {
    if (++r->nested > MOST_NESTED) return fail(r, r->at, "brackets must be nested at most %d deep", MOST_NESTED);
    skip(r);
    bool fine;
    if (take(r, "-"))
        fine = read_unary(r) && emit(r, NEGATE, 0, 0);
    else if (take(r, "!"))
        fine = read_unary(r) && emit(r, NOT, 0, 0);
    else
        fine = read_atom(r);
    r->nested--;
    return fine;
}

typedef struct sign {
    const char *text;
    code code;
} sign;

/// Operands of one level with any of its signs between them, from left to right.
static bool read_level(reader *r, const sign *signs, int count, bool (*operand)(reader *)) {
    if (!operand(r)) return false;
    for (;;) {
        int i = 0;
        while (i < count && !take(r, signs[i].text)) i++;
        if (i == count) return true;
        if (!operand(r) || !emit(r, signs[i].code, 0, 0)) return false;
    }
}

static bool read_product(reader *r) {
    static const sign signs[] = {{"*", MULTIPLY}, {"/", DIVIDE}};
    return read_level(r, signs, 2, read_unary);
}

static bool read_sum(reader *r) {
    static const sign signs[] = {{"+", ADD}, {"-", SUBTRACT}};
    return read_level(r, signs, 2, read_product);
}

static bool read_comparison(reader *r) {
    static const sign signs[] = {{"<=", LESS_EQUAL}, {">=", MORE_EQUAL}, {"==", EQUAL},
                                 {"!=", UNEQUAL},    {"<", LESS},        {">", MORE}};
    if (!read_sum(r)) return false;
    for (int compared = 0;; compared++) {
        skip(r);
        const char *place = r->at;
        int i = 0;
        while (i < 6 && !take(r, signs[i].text)) i++;
        if (i == 6) return true;
        if (compared) return fail(r, place, "comparisons cannot be chained; write a < b && b < c");
        if (!read_sum(r) || !emit(r, signs[i].code, 0, 0)) return false;
    }
}

static bool read_and(reader *r) {
    static const sign signs[] = {{"&&", AND}};
    return read_level(r, signs, 1, read_comparison);
}

static bool read_or(reader *r) {
    static const sign signs[] = {{"||", OR}};
    return read_level(r, signs, 1, read_and);
}

bool oro_expression_parse(const char *text, oro_expression_names *names, void *user, oro_expression *out,
                          oro_expression_error *error) {
    reader r = {.text = text, .at = text, .names = names, .user = user, .out = out, .error = error};
    out->count = 0;
    if (!read_or(&r)) return false;
    skip(&r);
    if (!*r.at) return true;
    if (*r.at == '=') return fail(&r, r.at, "to compare, write ==");
    if (*r.at == '&' || *r.at == '|') return fail(&r, r.at, "write && for and, || for or");
    return fail(&r, r.at, "this does not continue the expression; a sign is missing before it");
}

static double apply(code c, double a, double b) {
    switch (c) {
    case MULTIPLY: return a * b;
    case DIVIDE: return b != 0.0 ? a / b : (double)NAN;
    case ADD: return a + b;
    case SUBTRACT: return a - b;
    case LESS: return a < b;
    case LESS_EQUAL: return a <= b;
    case MORE: return a > b;
    case MORE_EQUAL: return a >= b;
    case EQUAL: return a == b;
    case UNEQUAL: return a < b || a > b; // false where one is no number
    case AND: return oro_is_true(a) && oro_is_true(b);
    default: return oro_is_true(a) || oro_is_true(b);
    }
}

double oro_expression_value(const oro_expression *e, const double *values) {
    double stack[ORO_EXPRESSION_STEPS + 1] = {0};
    int top = -1;
    for (int i = 0; i < e->count; i++) {
        code c = (code)e->steps[i].code;
        if (c == NUMBER || c == NAME) {
            stack[++top] = c == NUMBER ? e->steps[i].number : values[e->steps[i].name];
        } else if (c == NEGATE) {
            stack[top] = -stack[top];
        } else if (c == NOT) {
            stack[top] = !oro_is_true(stack[top]);
        } else {
            top--;
            stack[top] = apply(c, stack[top], stack[top + 1]);
        }
    }
    return top == 0 ? stack[0] : (double)NAN;
}
