// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arrays that data is made of as NumPy files: NPY with one of them, or NPZ with all, a ZIP archive of NPY
// files as numpy.savez() writes it, not compressed. Numbers are little-endian, as in memory.
#include <string.h>
#include <zlib.h>

#include "core/context.h"
#include "io/data_file.h"
#include "io/format.h"
#include "io/zip_write.h"

void oro_npy_head(const char *descr, int32_t rank, const int64_t *sides, char head[ORO_NPY_HEAD]) {
    // 10 bytes before the text; all together a multiple of 64, padded with spaces, ending with a newline.
    int used = 10 + snprintf(head + 10, ORO_NPY_HEAD - 10, "{'descr': '%s', 'fortran_order': False, 'shape': (", descr);
    for (int32_t i = 0; i < rank; i++)
        used += snprintf(head + used, (size_t)(ORO_NPY_HEAD - used),
                         rank == 1 ? "%lld,"
                         : i       ? ", %lld"
                                   : "%lld",
                         (long long)sides[i]);
    used += snprintf(head + used, (size_t)(ORO_NPY_HEAD - used), "), }");
    memset(head + used, ' ', (size_t)(ORO_NPY_HEAD - used));
    memcpy(head, "\x93NUMPY\x01\x00", 8);
    head[8] = ORO_NPY_HEAD - 10;
    head[9] = 0;
    head[ORO_NPY_HEAD - 1] = '\n';
}

static void part_head(const oro_part *part, char head[ORO_NPY_HEAD]) {
    static const char *const types[] = {[ORO_F32] = "<f4", [ORO_F64] = "<f8", [ORO_U32] = "<u4", [ORO_U8] = "|u1"};
    oro_npy_head(types[part->type], part->rank, part->sides, head);
}

/// One run of numbers without a gap: row `index` of a part whose rows have gaps, else all of it. False past the last.
static bool run_at(const oro_part *part, int64_t index, const char **at, size_t *bytes) {
    int64_t rows = part->stride ? part->sides[0] : 1;
    if (index >= rows || !part->data) return false;
    size_t number = oro_part_number_size(part);
    *at = (const char *)part->data + (size_t)index * (size_t)part->stride * number;
    *bytes = (size_t)(part->stride ? part->sides[1] : oro_part_count(part)) * number;
    return true;
}

static oro_status write_numbers(const oro_part *part, oro_file_writer *writer) {
    const char *at;
    size_t bytes;
    oro_status status = ORO_OK;
    for (int64_t i = 0; status == ORO_OK && run_at(part, i, &at, &bytes); i++) {
        if (oro_is_cancelled(writer->ctx)) return oro_fail(writer->ctx, ORO_CANCELLED, NULL, "cancelled");
        status = oro_file_write(writer, at, bytes);
    }
    return status;
}

oro_status oro_npy_write_data(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    oro_part parts[ORO_MAX_PARTS];
    char head[ORO_NPY_HEAD];
    kind->parts(data, parts);
    part_head(&parts[0], head);
    oro_status status = oro_file_write(writer, head, sizeof head);
    return status == ORO_OK ? write_numbers(&parts[0], writer) : status;
}

// --- the archive ------------------------------------------------------------------------------------------------------

static oro_zip_member describe(const oro_part *part, const char head[ORO_NPY_HEAD]) {
    oro_zip_member m = {0};
    uLong sum = crc32(0, (const unsigned char *)head, ORO_NPY_HEAD);
    const char *at;
    size_t bytes;
    for (int64_t i = 0; run_at(part, i, &at, &bytes); i++) sum = crc32_z(sum, (const unsigned char *)at, bytes);
    m.sum = (uint32_t)sum;
    m.bytes = m.packed = (uint32_t)(ORO_NPY_HEAD + (size_t)oro_part_count(part) * oro_part_number_size(part));
    snprintf(m.name, sizeof m.name, "%s.npy", part->name);
    return m;
}

oro_status oro_npz_write_data(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    oro_part parts[ORO_MAX_PARTS];
    oro_zip zip = {.writer = writer};
    int count = kind->parts(data, parts);
    uint64_t bytes = 0;
    for (int i = 0; i < count; i++) bytes += (uint64_t)oro_part_count(&parts[i]) * oro_part_number_size(&parts[i]);
    if (bytes > ORO_ZIP_BYTES)
        return oro_fail(writer->ctx, ORO_BAD_ARGUMENT, writer->name,
                        "the archive must be at most 4 GB, not %.1f; write another format", (double)bytes / 1e9);
    oro_status status = ORO_OK;
    for (int i = 0; i < count && status == ORO_OK; i++) {
        char head[ORO_NPY_HEAD];
        part_head(&parts[i], head);
        oro_zip_member m = describe(&parts[i], head);
        status = oro_zip_begin(&zip, &m);
        if (status == ORO_OK) status = oro_file_write(writer, head, sizeof head);
        if (status == ORO_OK) status = write_numbers(&parts[i], writer);
    }
    return status == ORO_OK ? oro_zip_end(&zip) : status;
}
