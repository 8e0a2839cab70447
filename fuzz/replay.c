// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// usage: fuzz_NAME FOLDER
// Feeds every file of a folder to the fuzzed function once, where libFuzzer is not linked: in the tests, with any compiler and
// any sanitizer.

#include "fuzz.h"

#include <glob.h>

static void replay(const char *path) {
    FILE *file = fopen(path, "rb");
    fuzz_expect(file && fseek(file, 0, SEEK_END) == 0);
    long length = ftell(file);
    rewind(file);
    uint8_t *data =
        malloc((size_t)length + !length); // no byte more than the file has, so that a sanitizer sees one read
    fuzz_expect(data && fread(data, 1, (size_t)length, file) == (size_t)length);
    fclose(file);
    printf("%s\n", path); // the last line names the culprit
    fflush(stdout);
    LLVMFuzzerTestOneInput(data, (size_t)length);
    free(data);
}

int main(int argc, char **argv) {
    char pattern[4096];
    glob_t found;
    if (argc != 2) return 2;
    snprintf(pattern, sizeof pattern, "%s/*", argv[1]);
    fuzz_expect(glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc > 0);
    for (size_t i = 0; i < found.gl_pathc; i++) replay(found.gl_pathv[i]);
    printf("%zu inputs\n", found.gl_pathc);
    globfree(&found);
    return 0;
}
