// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// ESRI ASCII grids: a head of names and numbers (ncols, nrows, xllcorner or xllcenter, yll…, cellsize, NODATA_value), then
// metres as text, north first. The unit of the coordinates is not said: small cells within the range of
// degrees are taken for degrees of nobody knows which kind, and their metres are asked for. Written with the shortest text
// that reads back as the same float, rows formatted in parallel.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/context.h"
#include "core/pool.h"
#include "core/text.h"
#include "io/format.h"

// --- reading ---------------------------------------------------------------------------------------------------------

enum { BUFFER = 1 << 16, WORD = 64 };

typedef struct asc_reader {
    oro_read_job *job;
    unsigned char *buffer;
    size_t at, filled;
    double cols, rows, cell, cell_y, x, y, nodata; ///< cells are square but for files of GDAL, which may say dx and dy
    bool has_x, has_y, centre_x, centre_y, has_nodata;
} asc_reader;

static int next_byte(asc_reader *r) {
    if (r->at == r->filled) {
        r->filled = fread(r->buffer, 1, BUFFER, r->job->file);
        r->at = 0;
        if (!r->filled) return EOF;
    }
    return r->buffer[r->at++];
}

/// The next word, cut at WORD - 1 letters; false at the end of the file.
static bool next_word(asc_reader *r, char *word) {
    int c = next_byte(r), length = 0;
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n') c = next_byte(r);
    for (; c != EOF && c != ' ' && c != '\t' && c != '\r' && c != '\n'; c = next_byte(r))
        if (length < WORD - 1) word[length++] = (char)c;
    word[length] = 0;
    return length > 0;
}

/// A decimal number. Up to 15 digits and small powers of ten are exact in doubles; the rest is strtod()'s.
static bool number_of(const char *word, double *value) {
    static const double tens[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    const char *at = word + (*word == '-' || *word == '+');
    int64_t digits = 0;
    int count = 0, after = 0;
    bool point = false;
    for (; isdigit((unsigned char)*at) || (*at == '.' && !point); at++) {
        if (*at == '.') {
            point = true;
            continue;
        }
        if (count++ < 15) digits = digits * 10 + (*at - '0');
        after += point;
    }
    if (!*at && count > 0 && count <= 15) {
        *value = (double)digits / tens[after];
        if (*word == '-') *value = -*value;
        return true;
    }
    char *end;
    *value = oro_read_double(word, &end);
    return end > word && !*end;
}

static oro_status broken(const asc_reader *r, const char *sentence, const char *word) {
    return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path, "%s%s%.40s%s", sentence, *word ? " \"" : "", word,
                    *word ? "\"" : "");
}

/// The head, up to the first word that is a number where a name would stand; that word is left in `word`.
static oro_status read_head(asc_reader *r, char *word) {
    static const char *const names[] = {"ncols",     "nrows",     "cellsize",     "xllcorner", "xllcenter",
                                        "yllcorner", "yllcenter", "nodata_value", "dx",        "dy"};
    double value;
    for (int line = 0; line < 16; line++) {
        if (!next_word(r, word)) return broken(r, "the file ends in its head; it is truncated or no ASCII grid", "");
        if (number_of(word, &value)) return ORO_OK;
        int name = 0;
        while (name < 10 && strcasecmp(names[name], word) != 0) name++;
        if (name == 10) return broken(r, "this is no ASCII grid: its head has no entry called", word);
        if (!next_word(r, word) || !(number_of(word, &value)))
            return broken(r, "an entry of the head has no number but", word);
        switch (name) {
        case 0: r->cols = value; break;
        case 1: r->rows = value; break;
        case 2: r->cell = r->cell_y = value; break;
        case 3:
        case 4: r->x = value, r->has_x = true, r->centre_x = name == 4; break;
        case 5:
        case 6: r->y = value, r->has_y = true, r->centre_y = name == 6; break;
        case 7: r->nodata = value, r->has_nodata = true; break;
        case 8: r->cell = value; break;
        default: r->cell_y = value;
        }
    }
    return broken(r, "this is no ASCII grid: its head does not end", "");
}

static oro_status check_head(const asc_reader *r) {
    if (!(r->cols >= 1 && r->rows >= 1 && r->cols <= ORO_MAX_SIDE && r->rows <= ORO_MAX_SIDE) ||
        r->cols != floor(r->cols) || r->rows != floor(r->rows))
        return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path,
                        "the header must say 1 to %d samples along a side, not %.10g x %.10g", ORO_MAX_SIDE, r->cols,
                        r->rows);
    if (!(r->cell > 0 && r->cell < 1e9 && r->cell_y > 0 && r->cell_y < 1e9))
        return broken(r, "the head has no cellsize above 0", "");
    // A value is a digit and a blank at least.
    if (r->cols * r->rows * 2 > (double)r->job->bytes + 1)
        return oro_fail(
            r->job->ctx, ORO_BAD_INPUT, r->job->path,
            "the header says %.0f x %.0f samples, but a file of %llu bytes cannot hold them; it is truncated", r->cols,
            r->rows, (unsigned long long)r->job->bytes);
    return ORO_OK;
}

static void place(asc_reader *r) {
    oro_placement *p = &r->job->placement;
    if (!r->has_x || !r->has_y || !(fabs(r->x) < 1e12 && fabs(r->y) < 1e12)) return;
    double west = r->x + (r->centre_x ? 0 : 0.5 * r->cell), south = r->y + (r->centre_y ? 0 : 0.5 * r->cell_y);
    bool degrees = r->cell < 0.1 && fabs(west) <= 360 && fabs(south) <= 90;
    if (degrees) {
        oro_note(r->job->ctx, r->job->path,
                 "cells of %.6g look like degrees, but an ASCII grid does not say so; give its metres with the extent, "
                 "or add its coordinate system first, as in gdal_translate -a_srs EPSG:4326 in.asc out.tif",
                 r->cell);
        return;
    }
    *p = (oro_placement){.found = true, .east = west, .north = south + (r->rows - 1) * r->cell_y};
    p->step_x = p->metres_x = r->cell;
    p->step_y = p->metres_y = r->cell_y;
}

static oro_status read_values(asc_reader *r, char *word) {
    oro_grid *g = r->job->out;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            double value;
            if (!number_of(word, &value))
                return oro_fail(r->job->ctx, ORO_BAD_INPUT, r->job->path,
                                *word ? "\"%.40s\" at column %d of row %d is not a number"
                                      : "the file ends%s before column %d of row %d; it is truncated",
                                word, x, y);
            oro_row(g, y)[x] = r->has_nodata && value == r->nodata ? NAN : (float)value;
            next_word(r, word);
        }
    return *word ? broken(r, "there is more behind the last value:", word) : ORO_OK;
}

oro_status oro_asc_read(oro_read_job *job) {
    asc_reader r = {.job = job, .buffer = malloc(BUFFER)};
    char word[WORD];
    if (!r.buffer) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to read the file");
    oro_status status = read_head(&r, word);
    if (status == ORO_OK) status = check_head(&r);
    if (status == ORO_OK) {
        job->metres = true;
        job->width = (int32_t)r.cols;
        job->height = (int32_t)r.rows;
        place(&r);
        if (!job->look) status = oro_read_job_alloc(job, (uint64_t)r.cols, (uint64_t)r.rows);
        if (!job->look && status == ORO_OK) status = read_values(&r, word);
    }
    free(r.buffer);
    return status;
}

// --- writing ---------------------------------------------------------------------------------------------------------

enum { ROWS_AT_ONCE = 64, VALUE_BYTES = 20 };

typedef struct asc_writer {
    oro_write_job *job;
    int32_t first;
    char *text; ///< ROWS_AT_ONCE rows of `room` bytes
    size_t room, lengths[ROWS_AT_ONCE];
    char nodata[16];
} asc_writer;

static void format_row(void *user, int block) {
    asc_writer *w = user;
    const oro_grid *g = w->job->grid;
    const float *row = oro_row(g, w->first + block);
    char *start = w->text + (size_t)block * w->room, *at = start;
    for (int32_t x = 0; x < g->width; x++) {
        if (isfinite(row[x]))
            at += oro_print_float(row[x], at, VALUE_BYTES);
        else
            at += snprintf(at, VALUE_BYTES, "%s", w->nodata);
        *at++ = x + 1 < g->width ? ' ' : '\n';
    }
    w->lengths[block] = (size_t)(at - start);
}

/// A value that is none of the map's: -9999 as everyone has it, or the next below it that is free.
static void choose_nodata(asc_writer *w) {
    float value = -9999;
    for (bool taken = true; taken; value -= taken ? 90000 : 0) {
        taken = false;
        for (int32_t y = 0; y < w->job->grid->height && !taken; y++)
            for (int32_t x = 0; x < w->job->grid->width; x++) taken |= oro_row(w->job->grid, y)[x] == value;
    }
    oro_print_float(value, w->nodata, sizeof w->nodata);
}

static oro_status write_head(asc_writer *w) {
    const oro_grid *g = w->job->grid;
    oro_corner c = {.east = g->origin_x, .north = -g->origin_y, .step_x = g->cell, .step_y = g->cell};
    oro_corner there = w->job->geo ? oro_georef_corner(w->job->geo, g) : c;
    if (fabs(there.step_x - there.step_y) <= 1e-9 * there.step_y)
        c = there;
    else
        oro_note(w->job->ctx, w->job->path,
                 "ASCII grids have square cells, so this one has the map's own metres instead of its place on earth");
    char head[256], x[40], y[40], cell[40];
    oro_print_double(c.east, x, sizeof x);
    oro_print_double(c.north - (g->height - 1) * c.step_y, y, sizeof y);
    oro_print_double(c.step_y, cell, sizeof cell);
    int length =
        snprintf(head, sizeof head, "ncols %d\nnrows %d\nxllcenter %s\nyllcenter %s\ncellsize %s\nNODATA_value %s\n",
                 g->width, g->height, x, y, cell, w->nodata);
    return oro_file_write(w->job->writer, head, (size_t)length);
}

oro_status oro_asc_write(oro_write_job *job) {
    asc_writer w = {.job = job, .room = (size_t)job->grid->width * VALUE_BYTES};
    w.text = malloc(w.room * ROWS_AT_ONCE);
    if (!w.text) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to write a row");
    choose_nodata(&w);
    oro_status status = write_head(&w);
    for (w.first = 0; w.first < job->grid->height && status == ORO_OK; w.first += ROWS_AT_ONCE) {
        int32_t left = job->grid->height - w.first;
        int rows = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
        status = oro_parallel(job->ctx, rows, format_row, &w);
        for (int i = 0; i < rows && status == ORO_OK; i++)
            status = oro_file_write(job->writer, w.text + (size_t)i * w.room, w.lengths[i]);
    }
    free(w.text);
    return status;
}
