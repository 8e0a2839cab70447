// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where a raster lies: metres between samples, from the sidecar, from the file's own coordinates or from the caller; what a
// degree is in metres; and columns resampled where cells would not be square.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/context.h"
#include "io/format.h"

/// Metres in a degree of latitude and of longitude on the ellipsoid WGS 84: its radii of curvature along and across the
/// meridian. Rounded to a micrometre, so that no libm's last bit reaches a file.
static void metres_in_degree(double latitude, double *north, double *east) {
    const double a = 6378137.0, e2 = 0.00669437999014, radian = 0.017453292519943295;
    double s = sin(latitude * radian), w = sqrt(1.0 - e2 * s * s);
    *north = rint(radian * a * (1.0 - e2) / (w * w * w) * 1e6) / 1e6;
    *east = rint(radian * a / w * cos(latitude * radian) * 1e6) / 1e6;
}

void oro_placement_measure(oro_placement *p, int32_t rows) {
    if (!p->degrees) return;
    double latitude = p->north - 0.5 * (rows - 1) * p->step_y, north, east;
    latitude = latitude > 89.9 ? 89.9 : latitude < -89.9 ? -89.9 : latitude;
    metres_in_degree(latitude, &north, &east);
    p->metres_x = p->step_x * east;
    p->metres_y = p->step_y * north;
}

oro_corner oro_georef_corner(const oro_georef *geo, const oro_grid *g) {
    return (oro_corner){.east = geo->east + g->origin_x * geo->unit_x,
                        .north = geo->north - g->origin_y * geo->unit_y,
                        .step_x = g->cell * geo->unit_x,
                        .step_y = g->cell * geo->unit_y};
}

oro_georef oro_placement_georef(const oro_placement *p, const oro_grid *g) {
    oro_georef geo = {.set = p->found && !p->local && p->metres_y > 0};
    if (!geo.set) return geo;
    geo.unit_x = p->step_x / g->cell;
    geo.unit_y = p->step_y / g->cell;
    geo.east = p->east - g->origin_x * geo.unit_x;
    geo.north = p->north + g->origin_y * geo.unit_y;
    memcpy(geo.crs, p->crs, sizeof geo.crs);
    return geo;
}

// --- square cells ----------------------------------------------------------------------------------------------------

static bool is_square(const oro_placement *p) { return fabs(p->metres_x - p->metres_y) <= 1e-6 * p->metres_y; }

/// Cells more than 64 times as long as wide are a mistake in the file, not a map.
static bool is_sane(const oro_placement *p) { return p->metres_x > p->metres_y / 64 && p->metres_x < p->metres_y * 64; }

static int32_t square_width(const oro_placement *p, int32_t width) {
    double cells = floor((width - 1) * p->metres_x / p->metres_y + 0.5);
    return cells < 1 || width < 2 ? width : cells >= ORO_MAX_SIDE ? ORO_MAX_SIDE : (int32_t)cells + 1;
}

/// One sample between columns: a straight line fitted to those within a step, weighted by a tent, so that nothing is skipped
/// and an even slope stays one. A hole stays one where it weighs most.
static float between(const float *row, int32_t width, double at, double step) {
    double radius = step > 1 ? step : 1, weight = 0, holes = 0, sum_x = 0, sum_v = 0, sum_xx = 0, sum_xv = 0;
    int32_t first = (int32_t)ceil(at - radius), last = (int32_t)floor(at + radius);
    for (int32_t x = first < 0 ? 0 : first; x <= last && x < width; x++) {
        double w = 1 - fabs(x - at) / radius, away = x - at, value = (double)row[x];
        if (!isfinite(row[x])) holes += w;
        if (w <= 0 || !isfinite(row[x])) continue;
        weight += w;
        sum_x += w * away;
        sum_v += w * value;
        sum_xx += w * away * away;
        sum_xv += w * away * value;
    }
    if (!(weight > holes)) return NAN;
    double mean_x = sum_x / weight, mean_v = sum_v / weight, spread = sum_xx / weight - mean_x * mean_x;
    double slope = spread > 1e-9 ? (sum_xv / weight - mean_x * mean_v) / spread : 0;
    return (float)(mean_v - slope * mean_x);
}

/// Resamples the columns of the job's grid so that its cells are square, as long as those of its rows are.
static oro_status make_square(oro_read_job *job) {
    const oro_placement *p = &job->placement;
    oro_grid from = *job->out, to = from;
    to.width = square_width(p, from.width);
    to.data = NULL;
    oro_status status = oro_grid_alloc(job->ctx, &to);
    if (status != ORO_OK) return status;
    double step = p->metres_y / p->metres_x;
    for (int32_t y = 0; y < to.height; y++)
        for (int32_t x = 0; x < to.width; x++)
            oro_row(&to, y)[x] = between(oro_row(&from, y), from.width, x * step, step);
    oro_grid_free(job->ctx, &from);
    *job->out = to;
    return ORO_OK;
}

static void say_degrees(const oro_read_job *job, bool resampled) {
    const oro_placement *p = &job->placement;
    double latitude = p->north - 0.5 * (job->height - 1) * p->step_y;
    oro_note(
        job->ctx, job->path,
        "the file is in degrees; at its middle latitude of %.2f its samples lie %.4g m apart from west to east and "
        "%.4g m from north to south%s",
        latitude, p->metres_x, p->metres_y,
        resampled ? "; its columns were resampled to square cells of the latter" : "");
}

// --- deciding --------------------------------------------------------------------------------------------------------

static oro_status place_by_file(oro_read_job *job, const oro_read_desc *desc) {
    oro_placement *p = &job->placement;
    oro_grid *g = job->out;
    bool resample = desc->square && !is_square(p);
    if (!job->look && p->degrees) say_degrees(job, resample);
    if (!job->look && !p->degrees && !is_square(p))
        oro_note(job->ctx, job->path, "its samples lie %.6g m apart from west to east and %.6g m from north to south%s",
                 p->metres_x, p->metres_y,
                 resample ? "; its columns were resampled to square cells of the latter"
                          : "; the latter is taken for both");
    oro_status status = resample && !job->look ? make_square(job) : ORO_OK;
    if (status != ORO_OK) return status;
    g->cell = p->metres_y;
    if (p->local) g->origin_x = p->east, g->origin_y = -p->north;
    if (resample) p->step_x *= p->metres_y / p->metres_x; // the same ground under other samples
    return ORO_OK;
}

oro_status oro_place(oro_read_job *job, const oro_read_desc *desc, const oro_sidecar *sidecar, unsigned *known) {
    oro_grid *g = job->out;
    if (!job->look && sidecar->found && (sidecar->width != g->width || sidecar->height != g->height))
        return oro_fail(job->ctx, ORO_BAD_INPUT, job->path,
                        "the file is %d x %d, but %s says %d x %d; remove that file or write the raster again",
                        g->width, g->height, sidecar->path, sidecar->width, sidecar->height);
    *known = job->metres || job->has_range ? ORO_KNOWN_METRES : 0;
    oro_placement_measure(&job->placement, job->height);
    if (job->placement.found && job->placement.metres_y > 0 && !is_sane(&job->placement)) {
        oro_note(job->ctx, job->path,
                 "its samples lie %.4g by %.4g m apart, which makes no sense; its place is not used",
                 job->placement.metres_x, job->placement.metres_y);
        job->placement.found = false;
    }
    if (sidecar->found) {
        g->cell = sidecar->cell;
        g->origin_x = sidecar->origin_x;
        g->origin_y = sidecar->origin_y;
        g->wrap = sidecar->wrap;
        *known |= ORO_KNOWN_PLACE;
    } else if (job->placement.found && job->placement.metres_y > 0) {
        oro_status status = place_by_file(job, desc);
        if (status != ORO_OK) return status;
        *known |= ORO_KNOWN_PLACE;
    }
    double cells = g->wrap ? g->width : g->width - 1;
    double cell = desc->cell > 0 ? desc->cell : desc->extent > 0 && cells > 0 ? desc->extent / cells : 0;
    if (cell > 0) {
        g->cell = cell;
        *known |= ORO_KNOWN_PLACE;
    }
    if (!desc->geo) return ORO_OK;
    *desc->geo = sidecar->found ? sidecar->geo : oro_placement_georef(&job->placement, g);
    return ORO_OK;
}
