// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// R32: rows of 32-bit IEEE floats in metres, little-endian, north first, nothing else. NaN is kept.
#include <string.h>

#include "core/context.h"
#include "io/format.h"

oro_status oro_r32_read(oro_read_job *job) {
    oro_status status = oro_read_job_raw_size(job, 4);
    job->metres = true;
    for (int32_t y = 0; status == ORO_OK && y < job->out->height; y++)
        status = oro_read_job_bytes(job, oro_row(job->out, y), (size_t)job->out->width * 4);
    return status;
}

oro_status oro_r32_write(oro_write_job *job) {
    oro_status status = ORO_OK;
    for (int32_t y = 0; y < job->grid->height && status == ORO_OK; y++)
        status = oro_file_write(job->writer, oro_row(job->grid, y), (size_t)job->grid->width * 4);
    return status;
}
