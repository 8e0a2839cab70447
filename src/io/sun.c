// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The sun of a day, an hour and a latitude; see render_json.h.

#include "io/render_json.h"

#include <ctype.h>
#include <stdio.h>

/// A whole number of at most four digits; moves *at past it.
static bool read_digits(const char **at, int *value) {
    int count = 0;
    for (*value = 0; isdigit((unsigned char)**at) && count < 4; ++*at, count++) *value = *value * 10 + (**at - '0');
    return count > 0 && !isdigit((unsigned char)**at);
}

static bool read_date(const char *text, int *year, int *month, int *day) {
    int parts[3], count = 0;
    for (;;) {
        if (count == 3 || !read_digits(&text, &parts[count++])) return false;
        if (*text != '-') break;
        text++;
    }
    if (*text || count < 2) return false;
    *year = count == 3 ? parts[0] : 0;
    *month = parts[count - 2];
    *day = parts[count - 1];
    return count == 2 || parts[0] > 0;
}

static bool read_time(const char *text, double *hours) {
    int whole, minutes = 0;
    if (!read_digits(&text, &whole)) return false;
    if (*text == ':' && (text++, !read_digits(&text, &minutes) || minutes > 59)) return false;
    *hours = whole + minutes / 60.0;
    return !*text && *hours <= 24.0;
}

static oro_status refuse(oro_context *ctx, const char *before, const char *row, const char *text, const char *takes) {
    char where[64];
    snprintf(where, sizeof where, "%s%s", before, row);
    return oro_fail(ctx, ORO_BAD_ARGUMENT, where, "there is no such %s as \"%.40s\"; write %s", row, text, takes);
}

oro_status oro_sun_find(oro_context *ctx, oro_sun *sun, bool angles, bool moment, const char *before) {
    char where[64];
    snprintf(where, sizeof where, "%ssun", before);
    if (angles && moment)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, where,
                        "the sun is given by its angles or by date, time and latitude, not by both");
    if (!moment) return ORO_OK;
    const char *date = sun->date ? sun->date : "06-21", *time = sun->time ? sun->time : "15:00";
    int year, month, day;
    double hours, azimuth, elevation;
    if (!read_date(date, &year, &month, &day) || !oro_sun_position(year, month, day, 12.0, 0.0, &azimuth, &elevation))
        return refuse(ctx, before, "date", date, "06-21 or 2026-06-21");
    if (!read_time(time, &hours) ||
        !oro_sun_position(year, month, day, hours, (double)sun->latitude, &azimuth, &elevation))
        return refuse(ctx, before, "time", time, "17:30");
    sun->azimuth = (float)azimuth;
    sun->elevation = (float)elevation;
    return ORO_OK;
}
