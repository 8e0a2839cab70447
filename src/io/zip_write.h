// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// ZIP archives (APPNOTE 6.3) of a few members, shorter than 4 GiB. Dates are the first that ZIP knows, so that the same data
// gives the same bytes.
#ifndef ORO_IO_ZIP_WRITE_H
#define ORO_IO_ZIP_WRITE_H

#include "io/file.h"
#include "io/json.h"

enum { ORO_ZIP_MOST = 24, ORO_ZIP_NAME = 48 };
#define ORO_ZIP_BYTES 4200000000U ///< most bytes of an archive, and of a member unpacked

typedef struct oro_zip_member {
    char name[ORO_ZIP_NAME];
    uint32_t sum, bytes, packed, offset; ///< CRC-32 and length of what it holds; length and place in the archive
    bool deflated;
} oro_zip_member;

/// An archive being written. Start with the writer alone.
typedef struct oro_zip {
    oro_file_writer *writer;
    uint64_t offset;
    int count;
    oro_zip_member members[ORO_ZIP_MOST];
} oro_zip;

/// Writes the head of a member; its `packed` bytes have to follow. The offset is filled in here.
oro_status oro_zip_begin(oro_zip *zip, const oro_zip_member *member);

/// Writes the list at the end of the archive.
oro_status oro_zip_end(const oro_zip *zip);

/// A member being packed in memory.
typedef struct oro_zip_packer oro_zip_packer;

/// Gives a writer whose bytes are packed. NULL: no memory.
oro_zip_packer *oro_zip_pack(oro_context *ctx, const char *path, oro_file_writer *to);

/// Adds what was packed to the archive under a name (unless `status` is a failure), frees the packer and its writer.
oro_status oro_zip_add_packed(oro_zip *zip, const char *name, oro_zip_packer *packer, oro_status status);

#endif
