// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What stands in for the formats whose libraries a build was made without (OROGEN_TIFF, OROGEN_EXR): a sentence.
#include "core/context.h"
#include "io/format.h"

static oro_status missing(oro_context *ctx, const char *path, const char *format, const char *library) {
    return oro_fail(ctx, ORO_UNSUPPORTED, path, "this build has no %s; build it again with %s, or use .npy or .png",
                    format, library);
}

#ifndef ORO_HAS_TIFF
static oro_status no_tiff(oro_context *ctx, const char *path) {
    return missing(ctx, path, "TIFF", "libtiff and libgeotiff");
}
oro_status oro_tif_read(oro_read_job *job) { return no_tiff(job->ctx, job->path); }
oro_status oro_tif_write(oro_write_job *job) { return no_tiff(job->ctx, job->path); }
#endif

#ifndef ORO_HAS_EXR
static oro_status no_exr(oro_context *ctx, const char *path) { return missing(ctx, path, "OpenEXR", "OpenEXRCore"); }
oro_status oro_exr_read(oro_read_job *job) { return no_exr(job->ctx, job->path); }
oro_status oro_exr_write(oro_write_job *job) { return no_exr(job->ctx, job->path); }
#endif

oro_status oro_format_built(oro_context *ctx, const char *path, const oro_format *format) {
    (void)ctx, (void)path, (void)format, (void)missing;
#ifndef ORO_HAS_TIFF
    if (format->write == oro_tif_write) return no_tiff(ctx, path);
#endif
#ifndef ORO_HAS_EXR
    if (format->write == oro_exr_write) return no_exr(ctx, path);
#endif
    return ORO_OK;
}
