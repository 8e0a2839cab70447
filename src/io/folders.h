// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Folders that a job makes for its files, and takes back where it does not end well. They are listed for the whole process, so
// that a program that is told to stop at once can take them back too.
#ifndef ORO_IO_FOLDERS_H
#define ORO_IO_FOLDERS_H

#include "orogen/base.h"

/// Makes one folder unless it is there, and notes it as made by `owner`. ORO_CANNOT_WRITE.
oro_status oro_folder_make(oro_context *ctx, const char *path, const void *owner);

/// Makes the folders on the way to a file.
oro_status oro_folders_make(oro_context *ctx, const char *file, const void *owner);

/// The folders of `owner` stay.
void oro_folders_keep(const void *owner);

/// Removes the folders of `owner` (NULL: of everybody) that are empty. May be called from a signal handler.
void oro_folders_remove(const void *owner);

#endif
