// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The sun's place in the sky. Its longitude along the ecliptic comes from the low-precision formula of the Astronomical
// Almanac (good to 0.01 degrees from 1950 to 2050); declination, hour angle and latitude give direction by spherical
// trigonometry.
#include "orogen/render.h"

#include <math.h>

static const double RADIANS = 0.017453292519943295;

static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

/// Days from noon of 1 January 2000 to noon of a date of the Gregorian calendar.
static double days_since_2000(int year, int month, int day) {
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    int years = year - 2000, past = year - 1;
    int leaps = (past / 4 - past / 100 + past / 400) - (1999 / 4 - 1999 / 100 + 1999 / 400);
    return 365.0 * years + leaps + before[month - 1] + (month > 2 && is_leap(year)) + day - 1;
}

/// Sine of the sun's declination.
static double sine_of_declination(double days) {
    double mean = 280.460 + 0.9856474 * days, anomaly = (357.528 + 0.9856003 * days) * RADIANS;
    double longitude = (mean + 1.915 * sin(anomaly) + 0.020 * sin(2.0 * anomaly)) * RADIANS;
    double tilt = (23.439 - 4e-7 * days) * RADIANS;
    return sin(tilt) * sin(longitude);
}

bool oro_sun_position(int year, int month, int day, double hour, double latitude, double *azimuth, double *elevation) {
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool any_year = year == 0;
    if (any_year) year = 2002; // midway between leap years
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
    if (day > lengths[month - 1] + (month == 2 && (any_year || is_leap(year)))) return false;
    if (!(hour >= 0.0 && hour <= 24.0) || !(fabs(latitude) <= 90.0)) return false;
    double sine = sine_of_declination(days_since_2000(year, month, day) + (hour - 12.0) / 24.0);
    double cosine = sqrt(1.0 - sine * sine), angle = (hour - 12.0) * 15.0 * RADIANS;
    double sin_lat = sin(latitude * RADIANS), cos_lat = cos(latitude * RADIANS);
    double up = sin_lat * sine + cos_lat * cosine * cos(angle);
    double north = cos_lat * sine - sin_lat * cosine * cos(angle), east = -cosine * sin(angle);
    *elevation = asin(fmin(fmax(up, -1.0), 1.0)) / RADIANS;
    *azimuth = atan2(east, north) / RADIANS;
    if (*azimuth < 0.0) *azimuth += 360.0;
    return true;
}
