// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Archives as files; see zip_write.h.
#define _GNU_SOURCE 1 // fopencookie
#include "io/zip_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "core/context.h"

enum { LOCAL_BYTES = 30, ENTRY_BYTES = 46, END_BYTES = 22 };

/// The lowest `bytes` of a value, at most 8, the least first.
static unsigned char *put(unsigned char *at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++) *at++ = (unsigned char)(value >> 8 * i);
    return at;
}

/// Version, flags, method, time, date, checksum, both sizes, length of the name, none of the extra: in both lists the same.
static unsigned char *put_common(unsigned char *at, const oro_zip_member *m) {
    at = put(at, 20, 2);
    at = put(at, 0, 2);
    at = put(at, m->deflated ? 8 : 0, 2);
    at = put(at, 0, 2);
    at = put(at, 1 << 5 | 1, 2);
    at = put(at, m->sum, 4);
    at = put(at, m->packed, 4);
    at = put(at, m->bytes, 4);
    at = put(at, strlen(m->name), 2);
    return put(at, 0, 2);
}

oro_status oro_zip_begin(oro_zip *zip, const oro_zip_member *member) {
    unsigned char local[LOCAL_BYTES];
    oro_zip_member *m = &zip->members[zip->count];
    if (zip->count == ORO_ZIP_MOST || zip->offset + member->packed > ORO_ZIP_BYTES)
        return oro_fail(zip->writer->ctx, ORO_BAD_ARGUMENT, zip->writer->name,
                        "the archive must be at most 4 GB, and this one would be larger; write another format");
    zip->count++;
    *m = *member;
    m->offset = (uint32_t)zip->offset;
    put_common(put(local, 0x04034b50, 4), m);
    oro_status status = oro_file_write(zip->writer, local, sizeof local);
    zip->offset += sizeof local + strlen(m->name) + m->packed;
    return status == ORO_OK ? oro_file_write(zip->writer, m->name, strlen(m->name)) : status;
}

oro_status oro_zip_end(const oro_zip *zip) {
    uint32_t length = 0;
    oro_status status = ORO_OK;
    for (int i = 0; i < zip->count && status == ORO_OK; i++) {
        unsigned char entry[ENTRY_BYTES] = {0};
        const oro_zip_member *m = &zip->members[i];
        put_common(put(put(entry, 0x02014b50, 4), 20, 2), m);
        put(entry + ENTRY_BYTES - 4, m->offset, 4);
        status = oro_file_write(zip->writer, entry, sizeof entry);
        if (status == ORO_OK) status = oro_file_write(zip->writer, m->name, strlen(m->name));
        length += (uint32_t)(sizeof entry + strlen(m->name));
    }
    unsigned char end[END_BYTES] = {0}, *at = put(put(end, 0x06054b50, 4), 0, 4);
    at = put(put(at, (uint32_t)zip->count, 2), (uint32_t)zip->count, 2);
    put(put(at, length, 4), zip->offset, 4);
    return status == ORO_OK ? oro_file_write(zip->writer, end, sizeof end) : status;
}

// --- packing ---------------------------------------------------------------------------------------------------------

struct oro_zip_packer {
    z_stream z;
    uLong sum;
    uint64_t bytes;
    oro_text packed;
    oro_file_writer *to;
};

/// Packs what lies before the stream; with `finish` all of it.
static bool run(oro_zip_packer *p, int flush) {
    unsigned char room[1 << 15];
    do {
        p->z.next_out = room;
        p->z.avail_out = sizeof room;
        if (deflate(&p->z, flush) == Z_STREAM_ERROR) return false;
        oro_text_add(&p->packed, (const char *)room, sizeof room - p->z.avail_out);
    } while (p->z.avail_out == 0 && !p->packed.failed);
    return !p->packed.failed;
}

static ssize_t take(void *user, const char *bytes, size_t length) {
    oro_zip_packer *p = user;
    p->bytes += length;
    if (p->bytes > ORO_ZIP_BYTES) return errno = EFBIG, 0;
    p->sum = crc32_z(p->sum, (const unsigned char *)bytes, length);
    p->z.next_in = (unsigned char *)(uintptr_t)bytes;
    p->z.avail_in = (uInt)length;
    return run(p, Z_NO_FLUSH) ? (ssize_t)length : (errno = ENOMEM, 0);
}

oro_zip_packer *oro_zip_pack(oro_context *ctx, const char *path, oro_file_writer *to) {
    enum { LEVEL = 3, RAW = -15 }; // a third of the time of the usual level for a tenth more bytes
    oro_zip_packer *p = calloc(1, sizeof *p);
    if (p && deflateInit2(&p->z, LEVEL, Z_DEFLATED, RAW, 9, Z_DEFAULT_STRATEGY) != Z_OK) free(p), p = NULL;
    FILE *stream = p ? fopencookie(p, "w", (cookie_io_functions_t){.write = take}) : NULL;
    *to = (oro_file_writer){.ctx = ctx, .file = stream, .name = (char *)(uintptr_t)path};
    if (stream) {
        p->to = to;
        return p;
    }
    if (p) deflateEnd(&p->z);
    free(p);
    oro_fail(ctx, ORO_NO_MEMORY, path, "there is not enough memory to pack the archive");
    return NULL;
}

oro_status oro_zip_add_packed(oro_zip *zip, const char *name, oro_zip_packer *p, oro_status status) {
    if (!p) return zip->writer->ctx->error.status;
    bool whole = fclose(p->to->file) == 0 && run(p, Z_FINISH);
    if (status == ORO_OK && !whole)
        status =
            oro_fail(zip->writer->ctx, p->bytes > ORO_ZIP_BYTES ? ORO_BAD_ARGUMENT : ORO_NO_MEMORY, zip->writer->name,
                     p->bytes > ORO_ZIP_BYTES ? "what goes into the archive must be at most 4 GB, and is larger"
                                              : "there is not enough memory to pack the archive");
    oro_zip_member m = {.sum = (uint32_t)p->sum, .bytes = (uint32_t)p->bytes, .deflated = true};
    m.packed = (uint32_t)p->packed.length;
    snprintf(m.name, sizeof m.name, "%s", name);
    if (status == ORO_OK) status = oro_zip_begin(zip, &m);
    if (status == ORO_OK) status = oro_file_write(zip->writer, p->packed.data, p->packed.length);
    deflateEnd(&p->z);
    oro_text_free(&p->packed);
    free(p);
    return status;
}
