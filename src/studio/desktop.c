// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The desktop; see desktop.h.
#define _GNU_SOURCE 1
#include "studio/desktop.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool studio_desktop_open(const char *what) {
    // Through a shell that leaves it behind, so that nobody has to wait for the end of what is opened.
    static char script[] = "command -v xdg-open >/dev/null || exit 1; xdg-open \"$1\" </dev/null >/dev/null 2>&1 &";
    char *words[] = {"sh", "-c", script, "sh", (char *)what, NULL};
    int status = -1;
    pid_t pid;
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return false;
    if (posix_spawn(&pid, "/bin/sh", NULL, NULL, words, environ) != 0) return false;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}
