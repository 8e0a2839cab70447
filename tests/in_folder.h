// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// For tests of files: one context for the group, in an empty folder of its own that each test finds empty again.
#ifndef ORO_TESTS_IN_FOLDER_H
#define ORO_TESTS_IN_FOLDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/context.h"

static oro_context *ctx;
static char folder[64];
static char notes[8192]; ///< what the log was told, joined

static void keep_note(void *user, const char *where, const char *sentence) {
    (void)user, (void)where;
    size_t used = strlen(notes);
    snprintf(notes + used, sizeof notes - used, "%s\n", sentence);
}

static int open_all(void **state) {
    (void)state;
    strcpy(folder, "/tmp/orogen-test-XXXXXX");
    if (!mkdtemp(folder) || chdir(folder) != 0) return -1;
    ctx = oro_create(&(oro_context_desc){.threads = 2, .log = keep_note}, NULL);
    return ctx ? 0 : -1;
}

static int close_all(void **state) {
    (void)state;
    char command[128];
    oro_destroy(ctx);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 ? system(command) : -1;
}

static int begin(void **state) {
    (void)state;
    notes[0] = 0;
    return system("rm -rf ./* ./.orogen-*");
}

static void good(oro_status status) {
    if (status != ORO_OK) fail_msg("%s: %s", oro_last_error(ctx)->where, oro_last_error(ctx)->sentence);
}

/// Refused with this status, and a sentence that has this part.
static void bad(oro_status got, oro_status expected, const char *part) {
    if (got != expected || !strstr(oro_last_error(ctx)->sentence, part))
        fail_msg("expected %d and \"%s\", got %d: %s: %s", expected, part, got, oro_last_error(ctx)->where,
                 oro_last_error(ctx)->sentence);
}

static void shell(const char *command) {
    if (system(command) != 0) fail_msg("this failed: %s", command);
}

#endif
