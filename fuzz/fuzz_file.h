// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// For readers that take paths: the bytes go through a file in memory.
#ifndef ORO_FUZZ_FUZZ_FILE_H
#define ORO_FUZZ_FUZZ_FILE_H

#include "fuzz.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

static char fuzz_folder[64];

static void fuzz_remove_folder(void) {
    DIR *list = opendir(fuzz_folder);
    for (struct dirent *entry; list && (entry = readdir(list));) unlinkat(dirfd(list), entry->d_name, 0);
    if (list) closedir(list);
    rmdir(fuzz_folder);
}

/// Writes a file of this name into a folder that goes with the program; its path is valid until the next call.
static inline const char *fuzz_file(const char *name, const void *data, size_t size) {
    static char path[128];
    struct stat info;
    if (!*fuzz_folder) {
        snprintf(fuzz_folder, sizeof fuzz_folder, "%s/orogen-fuzz-XXXXXX",
                 stat("/dev/shm", &info) == 0 ? "/dev/shm" : "/tmp");
        fuzz_expect(mkdtemp(fuzz_folder));
        atexit(fuzz_remove_folder);
    }
    snprintf(path, sizeof path, "%s/%s", fuzz_folder, name);
    FILE *file = fopen(path, "wb");
    fuzz_expect(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return path;
}

#endif
