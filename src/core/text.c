// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

#include "text.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 48 };

static char plain_case(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

static char plain(char c) { return c == '-' ? '_' : plain_case(c); }

/// Edits (insert, remove, replace, swap neighbours) between two words, or LONGEST if either is longer than that.
static int edit_distance(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b);
    if (n >= LONGEST || m >= LONGEST) return LONGEST;
    int d[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= n; i++) d[i][0] = i;
    for (int j = 0; j <= m; j++) d[0][j] = j;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int replace = d[i - 1][j - 1] + (plain(a[i - 1]) != plain(b[j - 1]));
            int best = d[i - 1][j] < d[i][j - 1] ? d[i - 1][j] + 1 : d[i][j - 1] + 1;
            if (replace < best) best = replace;
            bool swapped = i > 1 && j > 1 && plain(a[i - 1]) == plain(b[j - 2]) && plain(a[i - 2]) == plain(b[j - 1]);
            if (swapped && d[i - 2][j - 2] + 1 < best) best = d[i - 2][j - 2] + 1;
            d[i][j] = best;
        }
    return d[n][m];
}

void oro_suggest_offer(oro_suggestion *s, const char *candidate) {
    size_t length = strlen(s->word);
    int allowed = length <= 2 ? 1 : length <= 5 ? 2 : 3;
    int distance = edit_distance(s->word, candidate);
    // A beginning counts as near: "thresh" means "threshold".
    if (length >= 3 && strncmp(s->word, candidate, length) == 0) distance = 1;
    if (distance > allowed || (s->best && distance >= s->distance)) return;
    s->best = candidate;
    s->distance = distance;
}

const char *oro_suggest_text(const oro_suggestion *s, char *buffer, size_t size) {
    if (s->best)
        snprintf(buffer, size, " (did you mean \"%s\"?)", s->best);
    else if (size)
        buffer[0] = 0;
    return buffer;
}

// --- numbers ----------------------------------------------------------------------------------------------------------

static locale_t c_locale;
static pthread_once_t c_locale_once = PTHREAD_ONCE_INIT;

static void make_c_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

/// Makes this thread use the C locale; returns what to give to uselocale() afterwards.
static locale_t enter_c_locale(void) {
    pthread_once(&c_locale_once, make_c_locale);
    return uselocale(c_locale); // where none could be made, 0: the locale stays
}

double oro_read_double(const char *text, char **end) {
    locale_t before = enter_c_locale();
    double value = strtod(text, end);
    uselocale(before);
    return value;
}

int oro_print_list(char *buffer, size_t size, const char *format, va_list list) {
    locale_t before = enter_c_locale();
    int length = vsnprintf(buffer, size, format, list);
    uselocale(before);
    return length;
}

int oro_print(char *buffer, size_t size, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = oro_print_list(buffer, size, format, list);
    va_end(list);
    return length;
}

/// "1e+02" is shorter than "100" but nobody writes it: whole numbers below `plain_below` are written out.
static int tidy(double value, double plain_below, int length, char *buffer, size_t size) {
    bool whole = value > -plain_below && value < plain_below && (double)(long long)value == value;
    return whole && strchr(buffer, 'e') ? snprintf(buffer, size, "%lld", (long long)value) : length;
}

/// The same for what most heights are, without trying texts: 6 to 9 digits as a whole number over a power of ten, both exact
/// in doubles, so that their quotient is what a reader will find. Six digits always survive a float, so nothing shorter is
/// missed once trailing zeros are gone. Returns 0 outside of 1e-4 to 1e6.
static int print_common_float(float value, char *buffer, size_t size) {
    static const double tens[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13};
    double a = fabs((double)value);
    if (!(a >= 1e-4 && a < 1e6) || size < 16) return 0;
    int exponent = -4; // of the first digit
    for (double top = 1e-3; a >= top; top *= 10.0) exponent++;
    for (int digits = 6; digits <= 9; digits++) {
        int after = digits - 1 - exponent;
        int64_t whole = (int64_t)rint(a * tens[after]);
        if ((float)((double)whole / tens[after]) != (float)a) continue;
        for (; after > 0 && whole % 10 == 0; after--) whole /= 10;
        char text[24];
        int count = 0, length = 0;
        for (; whole > 0 || count <= after; whole /= 10) text[count++] = (char)('0' + whole % 10);
        if (value < 0.0f) buffer[length++] = '-';
        while (count > 0) {
            if (count == after) buffer[length++] = '.';
            buffer[length++] = text[--count];
        }
        buffer[length] = 0;
        return length;
    }
    return 0;
}

static int print_any_float(float value, char *buffer, size_t size) {
    for (int digits = 1; digits < 9; digits++) {
        int length = snprintf(buffer, size, "%.*g", digits, (double)value);
        if (size > (size_t)length && strtof(buffer, NULL) == value)
            return tidy((double)value, 1e7, length, buffer, size);
    }
    return snprintf(buffer, size, "%.9g", (double)value);
}

static int print_any_double(double value, char *buffer, size_t size) {
    for (int digits = 1; digits < 17; digits++) {
        int length = snprintf(buffer, size, "%.*g", digits, value);
        if (size > (size_t)length && strtod(buffer, NULL) == value) return tidy(value, 1e15, length, buffer, size);
    }
    return snprintf(buffer, size, "%.17g", value);
}

int oro_print_float(float value, char *buffer, size_t size) {
    int length = print_common_float(value, buffer, size);
    if (length) return length;
    locale_t before = enter_c_locale();
    length = print_any_float(value, buffer, size);
    uselocale(before);
    return length;
}

int oro_print_double(double value, char *buffer, size_t size) {
    locale_t before = enter_c_locale();
    int length = print_any_double(value, buffer, size);
    uselocale(before);
    return length;
}

// --- paragraphs and names ---------------------------------------------------------------------------------------------

/// Columns of a word: characters of UTF-8, not bytes.
static int columns(const char *word, size_t length) {
    int count = 0;
    for (size_t i = 0; i < length; i++) count += ((unsigned char)word[i] & 0xc0) != 0x80;
    return count;
}

void oro_print_wrapped(FILE *to, const char *text, int column, int indent, int width) {
    bool first = true; // on its line
    for (text += strspn(text, " \n"); *text;) {
        size_t length = strcspn(text, " \n");
        int wide = columns(text, length);
        if (column > indent && column + !first + wide > width) {
            fputc('\n', to);
            column = 0;
            first = true;
        }
        for (; first && column < indent; column++) fputc(' ', to);
        if (!first) fputc(' ', to), column++;
        fwrite(text, 1, length, to);
        column += wide;
        first = false;
        text += length + strspn(text + length, " \n");
    }
    fputc('\n', to);
}

bool oro_same_name(const char *a, const char *b) {
    while (*a && plain(*a) == plain(*b)) a++, b++;
    return plain(*a) == plain(*b);
}

/// Past what says nothing at the beginning of a part of a path: "./" and further slashes.
static const char *skip_idle(const char *at) {
    for (;;) {
        if (at[0] == '.' && at[1] == '/')
            at += 2;
        else if (at[0] == '/')
            at++;
        else
            return at;
    }
}

bool oro_same_path(const char *a, const char *b) {
    if ((*a == '/') != (*b == '/')) return false;
    a = skip_idle(a), b = skip_idle(b);
    while (*a && plain_case(*a) == plain_case(*b)) {
        bool part = *a == '/';
        a++, b++;
        if (part) a = skip_idle(a), b = skip_idle(b);
    }
    return *a == *b;
}
