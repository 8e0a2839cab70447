// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The arrays that data is made of as NumPy files: NPY with one of them, or NPZ with all, a ZIP archive (APPNOTE 6.3) of
// NPY files as numpy.savez() writes it, not compressed. Numbers are little-endian, as in memory.
#include <string.h>
#include <zlib.h>

#include "core/context.h"
#include "io/data_file.h"
#include "io/format.h"

enum { LOCAL_BYTES = 30, ENTRY_BYTES = 46, END_BYTES = 22, MOST_NAME = 48 };

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

/// A member as the list at the archive's end has it.
typedef struct member {
    const oro_part *part;
    char head[ORO_NPY_HEAD];
    uint32_t sum, bytes, offset;
} member;

/// The lowest `bytes` of a value, at most 8, the least first.
static unsigned char *put(unsigned char *at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) *at++ = (unsigned char)(value >> 8 * i);
    return at;
}

static void describe(const oro_part *part, member *m) {
    *m = (member){.part = part};
    part_head(part, m->head);
    uLong sum = crc32(0, (const unsigned char *)m->head, sizeof m->head);
    const char *at;
    size_t bytes;
    for (int64_t i = 0; run_at(part, i, &at, &bytes); i++) sum = crc32_z(sum, (const unsigned char *)at, bytes);
    m->sum = (uint32_t)sum;
    m->bytes = (uint32_t)(sizeof m->head + (size_t)oro_part_count(part) * oro_part_number_size(part));
}

/// Version, flags, method, time, date, checksum, both sizes, length of the name, none of the extra: in both lists the same.
/// The date is the first that ZIP knows, so that the same data gives the same bytes.
static unsigned char *put_common(unsigned char *at, const member *m, size_t name) {
    at = put(at, 20, 2);
    at = put(at, 0, 6);
    at = put(at, 1 << 5 | 1, 2);
    at = put(at, m->sum, 4);
    at = put(at, m->bytes, 4);
    at = put(at, m->bytes, 4);
    at = put(at, (uint32_t)name, 2);
    return put(at, 0, 2);
}

static oro_status write_member(member *m, uint64_t *offset, oro_file_writer *writer) {
    unsigned char local[LOCAL_BYTES];
    char name[MOST_NAME];
    size_t length = (size_t)snprintf(name, sizeof name, "%s.npy", m->part->name);
    m->offset = (uint32_t)*offset;
    put_common(put(local, 0x04034b50, 4), m, length);
    oro_status status = oro_file_write(writer, local, sizeof local);
    if (status == ORO_OK) status = oro_file_write(writer, name, length);
    if (status == ORO_OK) status = oro_file_write(writer, m->head, sizeof m->head);
    *offset += sizeof local + length + m->bytes;
    return status == ORO_OK ? write_numbers(m->part, writer) : status;
}

static oro_status write_list(const member *members, int count, uint64_t offset, oro_file_writer *writer) {
    uint32_t length = 0;
    oro_status status = ORO_OK;
    for (int i = 0; i < count && status == ORO_OK; i++) {
        unsigned char entry[ENTRY_BYTES] = {0};
        char name[MOST_NAME];
        size_t named = (size_t)snprintf(name, sizeof name, "%s.npy", members[i].part->name);
        put_common(put(put(entry, 0x02014b50, 4), 20, 2), &members[i], named);
        put(entry + ENTRY_BYTES - 4, members[i].offset, 4);
        status = oro_file_write(writer, entry, sizeof entry);
        if (status == ORO_OK) status = oro_file_write(writer, name, named);
        length += (uint32_t)(sizeof entry + named);
    }
    unsigned char end[END_BYTES] = {0}, *at = put(put(end, 0x06054b50, 4), 0, 4);
    at = put(put(at, (uint32_t)count, 2), (uint32_t)count, 2);
    put(put(at, length, 4), (uint32_t)offset, 4);
    return status == ORO_OK ? oro_file_write(writer, end, sizeof end) : status;
}

oro_status oro_npz_write_data(const oro_kind_info *kind, const void *data, oro_file_writer *writer) {
    oro_part parts[ORO_MAX_PARTS];
    member members[ORO_MAX_PARTS];
    int count = kind->parts(data, parts);
    uint64_t bytes = 0, offset = 0;
    for (int i = 0; i < count; i++) bytes += (uint64_t)oro_part_count(&parts[i]) * oro_part_number_size(&parts[i]);
    if (bytes > 4200000000U)
        return oro_fail(writer->ctx, ORO_BAD_ARGUMENT, writer->name,
                        "the archive must be at most 4 GB, not %.1f; write another format", (double)bytes / 1e9);
    oro_status status = ORO_OK;
    for (int i = 0; i < count && status == ORO_OK; i++) {
        describe(&parts[i], &members[i]);
        status = write_member(&members[i], &offset, writer);
    }
    return status == ORO_OK ? write_list(members, count, offset, writer) : status;
}
