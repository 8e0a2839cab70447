// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where on earth a TIFF lies (GeoTIFF 1.1, OGC 19-008): the tie point and the pixel's size, which of its points they mean
// (PixelIsPoint, or half a sample off for PixelIsArea), and the coordinate system. A system with a number in EPSG's list is
// kept as that number; another one as its keys in text ("GeoTIFF:1024=1;3072=32767;…"), which no one reads but this file.
#include "io/tiff.h"

#include <geotiff.h>
#include <geo_normalize.h>
#include <geovalues.h>
#include <math.h>
#include <proj.h>
#include <stdlib.h>
#include <string.h>
#include <xtiffio.h>

#include "core/context.h"
#include "core/text.h"

#define LOCAL_CITATION "Orogen local metres"

enum { USER_DEFINED = 32767, FIRST_KEY = 1024, LAST_KEY = 5000, MOST_TEXT = 256 };

/// The groups of keys there are; GTRasterType (1025) is not the system's.
static const struct {
    int first, last;
} key_groups[] = {{1024, 1024}, {1026, 1026}, {2048, 2062}, {3072, 3096}, {4096, 4099}, {5120, 5120}};

static void on_geotiff_error(struct gtiff *gtif, int level, const char *format, ...) {
    (void)gtif, (void)level, (void)format;
}

// --- the system ------------------------------------------------------------------------------------------------------

static int short_key(GTIF *keys, int key) {
    unsigned short value = 0;
    return GTIFKeyGetSHORT(keys, (geokey_t)key, &value, 0, 1) == 1 ? value : 0;
}

static bool is_number(int code) { return code >= 1024 && code < USER_DEFINED; }

typedef struct writer_text {
    char *text;
    size_t used;
    bool cut;
} writer_text;

static void append(writer_text *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(writer_text *w, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int length = oro_print_list(w->text + w->used, ORO_CRS_SIZE - w->used, format, list);
    va_end(list);
    w->cut |= length < 0 || (size_t)length >= ORO_CRS_SIZE - w->used;
    if (!w->cut) w->used += (size_t)length;
}

static void append_key(writer_text *w, GTIF *keys, int key) {
    int size;
    tagtype_t type;
    int count = GTIFKeyInfo(keys, (geokey_t)key, &size, &type);
    if (count <= 0 || count > MOST_TEXT) return;
    append(w, "%s%d=", w->used > 8 ? ";" : "", key);
    if (type == TYPE_SHORT) {
        append(w, "%d", short_key(keys, key));
    } else if (type == TYPE_DOUBLE) {
        for (int i = 0; i < count; i++) {
            double value = 0;
            char text[40];
            GTIFKeyGetDOUBLE(keys, (geokey_t)key, &value, i, 1);
            oro_print_double(isfinite(value) ? value : 0, text, sizeof text);
            append(w, "%sd%s", i ? "," : "", text);
        }
    } else if (type == TYPE_ASCII) {
        char text[MOST_TEXT + 1] = "";
        GTIFKeyGetASCII(keys, (geokey_t)key, text, MOST_TEXT);
        for (char *at = text; *at; at++)
            if (*at == ';' || *at == '"' || (unsigned char)*at < 32 || (unsigned char)*at > 126) *at = ' ';
        append(w, "\"%s", text);
    }
}

/// The name of the system, as oro_georef.crs says.
static void name_system(GTIF *keys, char *crs) {
    int model = short_key(keys, 1024), projected = short_key(keys, 3072), geographic = short_key(keys, 2048);
    int vertical = short_key(keys, 4096), code = model == 2 ? geographic : projected;
    crs[0] = 0;
    if (is_number(code) && is_number(vertical))
        snprintf(crs, ORO_CRS_SIZE, "EPSG:%d+%d", code, vertical);
    else if (is_number(code))
        snprintf(crs, ORO_CRS_SIZE, "EPSG:%d", code);
    else if (model) {
        writer_text w = {.text = crs};
        append(&w, "GeoTIFF:");
        for (size_t i = 0; i < sizeof key_groups / sizeof *key_groups; i++)
            for (int key = key_groups[i].first; key <= key_groups[i].last; key++) append_key(&w, keys, key);
        if (w.cut) crs[0] = 0;
    }
}

/// Metres in the unit of length of EPSG's number.
static double metres_of_unit(int unit) {
    switch (unit) {
    case 9001: return 1;
    case 9002: return 0.3048;
    case 9003: return 1200.0 / 3937.0;
    case 9036: return 1000;
    default: return 0;
    }
}

/// The unit of the horizontal coordinates: degrees, or metres in it; 0 where that cannot be told.
static double length_unit(GTIF *keys, bool *degrees) {
    int model = short_key(keys, 1024), unit = short_key(keys, 3076);
    *degrees = model == 2;
    if (model == 2) return 0;
    if (metres_of_unit(unit) > 0) return metres_of_unit(unit);
    double size = 0;
    if (GTIFKeyGetDOUBLE(keys, 3077, &size, 0, 1) == 1 && size > 1e-6 && size < 1e6) return size;
    if (!is_number(short_key(keys, 3072))) return model == 1 || model == USER_DEFINED ? 1 : 0;
    // A number alone: PROJ's list of systems, which libgeotiff asks, knows its unit. It would print what it does not know.
    PJ_CONTEXT *quiet = proj_context_create();
    GTIFDefn *meaning = GTIFAllocDefn();
    if (quiet && meaning) {
        proj_log_level(quiet, PJ_LOG_NONE);
        GTIFAttachPROJContext(keys, quiet);
        if (GTIFGetDefn(keys, meaning) && meaning->UOMLengthInMeters > 0) size = meaning->UOMLengthInMeters;
        GTIFAttachPROJContext(keys, NULL);
    }
    GTIFFreeDefn(meaning);
    if (quiet) proj_context_destroy(quiet);
    return size > 0 ? size : 1;
}

// --- the place -------------------------------------------------------------------------------------------------------

/// Coordinates of the corner of the first pixel (or its point) and the steps. False where the file has none, or is turned.
static bool read_grid(tiff_file *t, oro_placement *p) {
    uint16_t count = 0;
    double *v = NULL, scale[2];
    if (TIFFGetField(t->tiff, TIFFTAG_GEOTRANSMATRIX, &count, &v) && count >= 8 && v) {
        if (v[1] != 0 || v[4] != 0) {
            oro_note(t->ctx, t->path,
                     "the map is turned on the earth, so its place is not used; gdalwarp straightens it");
            return false;
        }
        *p = (oro_placement){.east = v[3], .north = v[7], .step_x = v[0], .step_y = -v[5]};
    } else {
        if (!TIFFGetField(t->tiff, TIFFTAG_GEOPIXELSCALE, &count, &v) || count < 2 || !v) return false;
        scale[0] = v[0], scale[1] = v[1];
        if (!TIFFGetField(t->tiff, TIFFTAG_GEOTIEPOINTS, &count, &v) || count < 6 || !v) return false;
        *p = (oro_placement){.east = v[3] - v[0] * scale[0], .north = v[4] + v[1] * scale[1]};
        p->step_x = scale[0];
        p->step_y = scale[1];
    }
    bool sane = fabs(p->east) < 1e12 && fabs(p->north) < 1e12 && p->step_x > 1e-9 && p->step_x < 1e9 &&
                fabs(p->step_y) > 1e-9 && fabs(p->step_y) < 1e9;
    if (!sane) oro_note(t->ctx, t->path, "its place on the earth makes no sense and is not used");
    if (!sane) *p = (oro_placement){0};
    return sane;
}

static void read_system(tiff_file *t, GTIF *keys, oro_placement *p, double *height_unit) {
    char citation[64] = "";
    bool point = short_key(keys, 1025) == 2;
    if (!point) p->east += 0.5 * p->step_x, p->north -= 0.5 * p->step_y;
    double unit = length_unit(keys, &p->degrees), vertical = metres_of_unit(short_key(keys, 4099));
    if (!p->degrees) p->metres_x = p->step_x * unit, p->metres_y = fabs(p->step_y) * unit;
    if (vertical > 0) *height_unit = vertical;
    name_system(keys, p->crs);
    GTIFKeyGetASCII(keys, 1026, citation, sizeof citation);
    p->local = strcmp(citation, LOCAL_CITATION) == 0;
    bool off = p->degrees && !(fabs(p->north) <= 91 && fabs(p->east) <= 541);
    if (off) oro_note(t->ctx, t->path, "it says degrees, but its coordinates are not degrees; its place is not used");
    if (off) p->found = false;
    if (!p->crs[0] && !p->local && !p->degrees)
        oro_note(t->ctx, t->path, "it has coordinates but names no coordinate system; they are taken as metres");
}

oro_status oro_geotiff_read(tiff_file *t, oro_placement *p, double *height_unit) {
    *p = (oro_placement){0};
    *height_unit = 1;
    if (!read_grid(t, p)) return ORO_OK;
    GTIF *keys = GTIFNewEx(t->tiff, on_geotiff_error, NULL);
    if (!keys) return ORO_OK;
    int versions[3], count = 0;
    GTIFDirectoryInfo(keys, versions, &count);
    p->found = true;
    bool small = fabs(p->step_y) < 0.1 && fabs(p->north) <= 91 && fabs(p->east) <= 361;
    if (!short_key(keys, 1024) && small) {
        oro_note(t->ctx, t->path,
                 "its samples lie %.6g apart, which looks like degrees, but it names no coordinate system; give its "
                 "metres with the extent, or its system with gdal_edit.py -a_srs EPSG:4326",
                 p->step_x);
        p->found = false;
    } else {
        read_system(t, keys, p, height_unit);
    }
    GTIFFree(keys);
    return ORO_OK;
}

// --- writing ---------------------------------------------------------------------------------------------------------

/// One "key=value" of the text form. False where it is none.
static bool set_key(GTIF *keys, const char *item, size_t length) {
    char text[MOST_TEXT + 16];
    if (length >= sizeof text) return false;
    memcpy(text, item, length);
    text[length] = 0;
    char *value = strchr(text, '=');
    int key = atoi(text);
    if (!value || key < FIRST_KEY || key > 5120) return false;
    value++;
    if (*value == '"') return GTIFKeySet(keys, (geokey_t)key, TYPE_ASCII, 0, value + 1) != 0;
    if (*value != 'd') return GTIFKeySet(keys, (geokey_t)key, TYPE_SHORT, 1, atoi(value)) != 0;
    double numbers[16];
    int count = 0;
    for (char *at = value; *at == 'd' && count < 16; at += *at == ',') numbers[count++] = oro_read_double(at + 1, &at);
    return (count == 1 ? GTIFKeySet(keys, (geokey_t)key, TYPE_DOUBLE, 1, numbers[0])
                       : GTIFKeySet(keys, (geokey_t)key, TYPE_DOUBLE, count, numbers)) != 0;
}

static void set_system(GTIF *keys, const oro_georef *geo) {
    bool degrees = oro_georef_in_degrees(geo);
    if (strncmp(geo->crs, "EPSG:", 5) == 0) {
        const char *plus = strchr(geo->crs, '+');
        GTIFKeySet(keys, GTModelTypeGeoKey, TYPE_SHORT, 1, degrees ? ModelTypeGeographic : ModelTypeProjected);
        GTIFKeySet(keys, degrees ? GeographicTypeGeoKey : ProjectedCSTypeGeoKey, TYPE_SHORT, 1, atoi(geo->crs + 5));
        if (degrees) GTIFKeySet(keys, GeogAngularUnitsGeoKey, TYPE_SHORT, 1, Angular_Degree);
        if (plus) GTIFKeySet(keys, VerticalCSTypeGeoKey, TYPE_SHORT, 1, atoi(plus + 1));
    } else if (strncmp(geo->crs, "GeoTIFF:", 8) == 0) {
        for (const char *at = geo->crs + 8; *at; at += strspn(at, ";")) {
            size_t length = strcspn(at, ";");
            set_key(keys, at, length);
            at += length;
        }
    } // else only the coordinates are known, and no system is made up
}

oro_status oro_geotiff_write(tiff_file *t, const oro_write_job *job) {
    const oro_grid *g = job->grid;
    oro_corner c = {.east = g->origin_x, .north = -g->origin_y, .step_x = g->cell, .step_y = g->cell};
    if (job->geo) c = oro_georef_corner(job->geo, g);
    double scale[3] = {c.step_x, c.step_y, 0}, tie[6] = {0, 0, 0, c.east, c.north, 0};
    TIFFSetField(t->tiff, TIFFTAG_GEOPIXELSCALE, 3, scale);
    TIFFSetField(t->tiff, TIFFTAG_GEOTIEPOINTS, 6, tie);
    GTIF *keys = GTIFNewEx(t->tiff, on_geotiff_error, NULL);
    if (!keys)
        return oro_fail(t->ctx, ORO_NO_MEMORY, t->path, "there is not enough memory to write its place on the earth");
    GTIFKeySet(keys, GTRasterTypeGeoKey, TYPE_SHORT, 1, RasterPixelIsPoint);
    if (job->geo) {
        set_system(keys, job->geo);
    } else {
        GTIFKeySet(keys, GTModelTypeGeoKey, TYPE_SHORT, 1, USER_DEFINED);
        GTIFKeySet(keys, GTCitationGeoKey, TYPE_ASCII, 0, LOCAL_CITATION);
        GTIFKeySet(keys, ProjLinearUnitsGeoKey, TYPE_SHORT, 1, Linear_Meter);
    }
    bool good = GTIFWriteKeys(keys) != 0;
    GTIFFree(keys);
    if (!good) return oro_fail(t->ctx, ORO_FAILED, t->path, "its place on the earth cannot be written");
    return ORO_OK;
}
