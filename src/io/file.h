// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Files read whole, and files that appear whole or not at all: a writer fills a temporary file in the folder of its
// target, forces it to the disk and renames it. Whoever looks sees the old file or the new one, never a part.
#ifndef ORO_IO_FILE_H
#define ORO_IO_FILE_H

#include <stdio.h>

#include "orogen/base.h"

/// Opens a regular file for reading and tells its size. ORO_BAD_INPUT where it is missing, a folder or not readable.
/// Close with fclose().
oro_status oro_file_open(oro_context *ctx, const char *path, FILE **file, uint64_t *bytes);

/// Reads a whole file of at most `limit` bytes. *data gets a 0 behind the last byte; free() it.
oro_status oro_file_read(oro_context *ctx, const char *path, size_t limit, char **data, size_t *length);

/// A number that changes when the file does (from its size, time and place on the disk); 0 if it cannot be told.
uint64_t oro_file_stamp(const char *path);

/// A file being written. Fill it with oro_file_create(), end it with exactly one of commit and abort.
typedef struct oro_file_writer {
    oro_context *ctx;
    FILE *file;
    char *name;      ///< what the caller calls it, for errors
    char *target;    ///< where it will be; links followed
    char *temporary; ///< where it is now; NULL for devices and pipes, which are written straight
    int folder;      ///< handle that `target` is reached by where the context keeps files within folders; -1: none
    bool force;      ///< replace a file that is there
    int slot;        ///< in the list that oro_file_cleanup() walks
} oro_file_writer;

/// Starts a file. ORO_CANNOT_WRITE where it is there already (and `force` is not set), is a folder, or its folder is
/// missing or not writable; ORO_BAD_ARGUMENT where the context keeps files within folders and this is a link, a pipe or a
/// device, or leads out. Nothing is left behind on failure.
oro_status oro_file_create(oro_context *ctx, const char *path, bool force, oro_file_writer *writer);

/// Would oro_file_create() refuse this path for what or where it is? Says so before hours of work; only a context that keeps
/// files within folders refuses any.
oro_status oro_file_may_create(oro_context *ctx, const char *path);

/// Adds bytes. After a failure the writer still has to be aborted.
oro_status oro_file_write(oro_file_writer *writer, const void *data, size_t bytes);

/// Goes to a place in the file, as fseeko() does. That writes what was waiting, so it fails where writing would. A pipe has no
/// places.
oro_status oro_file_seek(oro_file_writer *writer, int64_t offset, int whence);

/// Puts the file in its place. On failure the temporary file is gone and the old file, if any, is as it was.
oro_status oro_file_commit(oro_file_writer *writer);

enum { ORO_FILES_TOGETHER = 8 };

/// Puts files that belong together in their places, 1 to ORO_FILES_TOGETHER of them, all or none (together.h says how). What
/// another names comes first, and a map before its sidecar. On failure all temporary files are gone; all writers end.
oro_status oro_file_commit_all(oro_file_writer *const *writers, int count);

/// The hash of the bytes from where the file stands to its end.
oro_status oro_file_hash(oro_context *ctx, const char *path, FILE *file, oro_hash *hash);

/// The hash of all bytes written so far. The writer must have a temporary file.
oro_status oro_file_written_hash(oro_file_writer *writer, oro_hash *hash);

/// Throws the file away. Fine on a writer that is zero, committed or aborted already.
void oro_file_abort(oro_file_writer *writer);

/// Writes a whole file at once.
oro_status oro_file_save(oro_context *ctx, const char *path, bool force, const void *data, size_t bytes);

/// Removes the temporary files of all writers that are still open. For the end of a program that must not go on: calls
/// nothing that a signal handler may not call.
void oro_file_cleanup(void);

#endif
