// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// R16: rows of 16-bit codes, little-endian, north first, nothing else. Game engines import it with the size and the
// range typed by hand; the sidecar has them.
#include <stdlib.h>

#include "core/context.h"
#include "io/format.h"

oro_status oro_r16_read(oro_read_job *job) {
    oro_status status = oro_read_job_raw_size(job, 2);
    if (status != ORO_OK) return status;
    int32_t width = job->out->width;
    uint16_t *codes = malloc((size_t)width * 2);
    if (!codes) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to read a row");
    for (int32_t y = 0; y < job->out->height && status == ORO_OK; y++) {
        status = oro_read_job_bytes(job, codes, (size_t)width * 2);
        if (status != ORO_OK) break;
        oro_decode_codes(job, codes, width, 65535, oro_row(job->out, y));
    }
    free(codes);
    return status;
}

oro_status oro_r16_write(oro_write_job *job) {
    int32_t width = job->grid->width;
    uint16_t *codes = malloc((size_t)width * 2);
    if (!codes) return oro_fail(job->ctx, ORO_NO_MEMORY, job->path, "there is not enough memory to write a row");
    oro_status status = ORO_OK;
    for (int32_t y = 0; y < job->grid->height && status == ORO_OK; y++) {
        oro_write_job_codes(job, y, codes);
        status = oro_file_write(job->writer, codes, (size_t)width * 2);
    }
    free(codes);
    return status;
}
