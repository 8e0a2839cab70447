// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The few kinds of values that flags of commands take: sizes, numbers, pairs.

#include "cli.h"
#include "core/text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// A whole number with an optional k for 1024; false where it is none. Too large ones become 1e9 and fail the range.
static bool read_side(const char **text, int64_t *side) {
    if (!isdigit((unsigned char)**text)) return false;
    int64_t value = 0;
    for (; isdigit((unsigned char)**text); ++*text)
        value = value < 100000000 ? value * 10 + (**text - '0') : 1000000000;
    if (**text == 'k' || **text == 'K') value *= 1024, ++*text;
    *side = value;
    return true;
}

oro_status cli_read_size(cli *c, const char *text, const char *where, int32_t *width, int32_t *height) {
    const char *at = text;
    int64_t w = 0, h = 0;
    bool two = false, fine = read_side(&at, &w);
    if (fine && (*at == 'x' || *at == 'X')) {
        at++;
        two = true;
        fine = read_side(&at, &h);
    }
    if (!fine || *at)
        return cli_misuse(
            c, where,
            "size must be a number of samples along the longer side (1025, 2k) or along both (513x257), not \"%.40s\"",
            text);
    if (w < 2 || w > ORO_MAX_SIDE || (two && (h < 2 || h > ORO_MAX_SIDE)))
        return cli_misuse(c, where, "size must be 2 to %d samples along a side, not \"%.40s\"", ORO_MAX_SIDE, text);
    *width = (int32_t)w;
    *height = (int32_t)h;
    return ORO_OK;
}

/// A finite decimal number; moves *text past it. Hexadecimal, "inf" and "nan" are none.
static bool read_decimal(const char **text, double *value) {
    const char *digit = *text + (**text == '-' || **text == '+');
    if (!isdigit((unsigned char)*digit) && !(*digit == '.' && isdigit((unsigned char)digit[1]))) return false;
    if (digit[0] == '0' && (digit[1] == 'x' || digit[1] == 'X')) return false;
    char *end;
    *value = oro_read_double(*text, &end);
    *text = end;
    return isfinite(*value);
}

oro_status cli_read_number(cli *c, const char *text, const char *where, double low, double high, double *value) {
    const char *at = text;
    if (!read_decimal(&at, value) || *at || *value < low || *value > high)
        return cli_misuse(c, where, "the value must be a number from %.10g to %.10g, not \"%.40s\"", low, high, text);
    return ORO_OK;
}

oro_status cli_read_threads(cli *c, const char *text, const char *where, int *threads) {
    double value;
    const char *at = text;
    if (!read_decimal(&at, &value) || *at || value < 1 || value > 64 || value != floor(value))
        return cli_misuse(c, where, "thread count must be a whole number from 1 to 64, not \"%.40s\"", text);
    *threads = (int)value;
    return ORO_OK;
}

size_t cli_read_bytes(const char *text) {
    double value;
    const char *at = text;
    if (!read_decimal(&at, &value)) return 0;
    double unit = tolower((unsigned char)*at) == 'g' ? 1073741824.0 : 1048576.0;
    if (*at && strchr("gGmM", *at)) at++;
    return *at || !(value * unit >= 16777216.0 && value * unit <= 1099511627776.0) ? 0 : (size_t)(value * unit);
}

oro_status cli_read_pair(cli *c, const char *text, const char *where, double *first, double *second) {
    char copy[80];
    const char *dots = strstr(text, "..");
    const char *comma = strchr(text, ',');
    const char *split = dots ? dots : comma;
    size_t length = split ? (size_t)(split - text) : sizeof copy;
    if (length < sizeof copy) {
        memcpy(copy, text, length);
        copy[length] = 0;
        const char *head = copy, *tail = split + (dots ? 2 : 1);
        if (read_decimal(&head, first) && !*head && read_decimal(&tail, second) && !*tail) return ORO_OK;
    }
    return cli_misuse(c, where, "the value must be two numbers, as -100..1900 or 20,30, not \"%.40s\"", text);
}

oro_status cli_read_range(cli *c, const char *text, cli_mapping *how) {
    how->has_range = text && strcmp(text, "auto") != 0;
    if (!how->has_range) return ORO_OK;
    oro_status status = cli_read_pair(c, text, "--range", &how->lo, &how->hi);
    if (status == ORO_OK && !(how->lo < how->hi))
        status = cli_misuse(c, "--range", "the range must run from a lower to a higher number, not from %g to %g",
                            how->lo, how->hi);
    return status;
}

const char *cli_measure_text(double value, const char *unit, char *buffer, size_t size) {
    char number[40];
    if (isnan(value)) {
        snprintf(buffer, size, "not measured");
        return buffer;
    }
    if (value == rint(value))
        oro_print_double(value, number, sizeof number);
    else
        oro_print_float((float)value, number, sizeof number);
    bool plain = !unit || strcmp(unit, "1") == 0;
    snprintf(buffer, size, "%s%s%s", number, plain ? "" : " ", plain ? "" : unit);
    return buffer;
}
