// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// orogen-emit check: refuses incomplete argument tables. orogen-emit write ROOT: writes every generated file below ROOT; the
// numbers that pages show are those orogen-pictures left there.

#include "op/emit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static FILE *open_below(const char *root, const char *path) {
    char full[4096];
    snprintf(full, sizeof full, "%s/%s", root, path);
    for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        if (mkdir(full, 0777) != 0 && errno != EEXIST) break;
    }
    FILE *file = fopen(full, "w");
    if (!file) {
        fprintf(stderr, "orogen-emit: %s: cannot be written: %s\n", full, strerror(errno));
        exit(4);
    }
    return file;
}

static void write_with(const char *root, const char *path, void (*print)(FILE *out)) {
    FILE *file = open_below(root, path);
    print(file);
    fclose(file);
}

/// What operators measure on the standard terrain; NULL where nobody measured yet.
static char *read_measured(const char *root) {
    char path[4096], *text = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/docs/images/operators/measured.txt", root);
    FILE *file = fopen(path, "r");
    bool read = file && getdelim(&text, &size, 0, file) >= 0;
    if (file) fclose(file);
    if (read) return text;
    free(text);
    return NULL;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "check") == 0) {
        int count = oro_emit_check(stderr);
        if (count) fprintf(stderr, "orogen-emit: the argument tables have %d faults\n", count);
        return count ? 6 : 0;
    }
    if (argc != 3 || strcmp(argv[1], "write") != 0) {
        fprintf(stderr, "Usage: orogen-emit check | write ROOT\n");
        return 2;
    }
    write_with(argv[2], "include/orogen/operators.h", oro_emit_header);
    write_with(argv[2], "docs/schema/scene.schema.json", oro_emit_schema);
    write_with(argv[2], "docs/schema/catalogue.json", oro_emit_catalogue);
    write_with(argv[2], "docs/operators/index.md", oro_emit_markdown_index);
    write_with(argv[2], "docs/pictures.md", oro_emit_markdown_pictures);
    char *measured = read_measured(argv[2]);
    for (int i = 0; i < oro_operator_count(); i++) {
        const oro_operator *op = oro_operator_at(NULL, i);
        char path[256];
        snprintf(path, sizeof path, "docs/operators/%s.md", op->record.name);
        FILE *file = open_below(argv[2], path);
        oro_emit_markdown(file, op, measured);
        fclose(file);
    }
    free(measured);
    return 0;
}
