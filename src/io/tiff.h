// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the reader and the writer of TIFF share: an open file whose errors are kept instead of printed, and the keys that
// say where on earth it lies.
#ifndef ORO_IO_TIFF_H
#define ORO_IO_TIFF_H

#include <tiffio.h>

#include "io/format.h"

enum { TAG_GDAL_METADATA = 42112, TAG_GDAL_NODATA = 42113 };

/// A TIFF over a stream. Fill in `ctx`, `path` and the stream, then open it.
typedef struct tiff_file {
    oro_context *ctx;
    const char *path;
    FILE *file;              ///< read from here, or
    oro_file_writer *writer; ///< write to here
    uint64_t bytes;
    TIFF *tiff;
    char message[160];       ///< the first thing libtiff complained about
    bool cut;                ///< a tag lies beyond the end of the file
    oro_status write_status; ///< of the first write that failed
} tiff_file;

/// `mode` as libtiff has it: "r", "w", "w8". False: t->message says why.
bool oro_tiff_open(tiff_file *t, const char *mode);
void oro_tiff_close(tiff_file *t);

/// Reads place and coordinate system (geotiff.c); p->found stays false where there is none. Notes what cannot be used.
/// `feet` gets the metres of the unit heights are in.
oro_status oro_geotiff_read(tiff_file *t, oro_placement *p, double *height_unit);

/// Writes place and coordinate system of a map: PixelIsPoint, north up.
oro_status oro_geotiff_write(tiff_file *t, const oro_write_job *job);

#endif
