// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Linux tells memory in three places: /proc/meminfo for the machine, control groups for a container or a service (version 2
// in one tree, version 1 in a tree of its own for memory; a group is bound by its parents too), and the resource limit on
// the address space. The smallest counts.

#include "memory.h"
#include "text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/// The number after `name` in a file of lines "NAME NUMBER" or "NAME: NUMBER", or the file's first number where `name` is
/// "". False where there is none; "max" is none.
static bool read_number(const char *root, const char *path, const char *name, double *value) {
    char full[1200], line[256];
    snprintf(full, sizeof full, "%s%s", root, path);
    FILE *file = fopen(full, "re");
    bool found = false;
    size_t length = strlen(name);
    while (file && !found && fgets(line, sizeof line, file)) {
        if (strncmp(line, name, length) != 0 || (length && !strchr(": \t", line[length]))) continue;
        char *start = line + length + strspn(line + length, ": \t"), *end;
        *value = oro_read_double(start, &end);
        found = end > start && *value >= 0;
    }
    if (file) fclose(file);
    return found;
}

static void lower(double *to, double value) {
    if (value < *to) *to = value > 0 ? value : 0;
}

/// One control group: its limit, and what is left of that.
static void look_at_group(const char *root, const char *folder, bool second, double *total, double *left) {
    char path[1100];
    double limit, used, cached = 0;
    snprintf(path, sizeof path, "%s/%s", folder, second ? "memory.max" : "memory.limit_in_bytes");
    if (!read_number(root, path, "", &limit)) return;
    lower(total, limit);
    snprintf(path, sizeof path, "%s/%s", folder, second ? "memory.current" : "memory.usage_in_bytes");
    if (!read_number(root, path, "", &used)) return;
    snprintf(path, sizeof path, "%s/memory.stat", folder);
    read_number(root, path, second ? "inactive_file" : "total_inactive_file", &cached);
    lower(left, limit - used + cached);
}

/// The group of this process and those around it. Lines are "0::/a/b" (version 2) or "4:memory:/a/b" (version 1).
static void look_at_groups(const char *root, double *total, double *left) {
    char full[1024], line[800], folder[1000];
    snprintf(full, sizeof full, "%s/proc/self/cgroup", root);
    FILE *file = fopen(full, "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        *group++ = 0;
        bool second = controllers[1] == 0, first = strstr(controllers, "memory") != NULL;
        if (!second && !first) continue;
        const char *tree = second ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
        for (;;) {
            snprintf(folder, sizeof folder, "%s%s", tree, strcmp(group, "/") == 0 ? "" : group);
            look_at_group(root, folder, second, total, left);
            char *slash = strrchr(group, '/');
            if (!slash || !*group || strcmp(group, "/") == 0) break;
            *slash = 0;
        }
    }
    if (file) fclose(file);
}

oro_memory oro_memory_look(const char *root) {
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    double total = pages > 0 && page > 0 ? (double)pages * (double)page : 4294967296.0, left, kib, own = 0;
    if (read_number(root, "/proc/meminfo", "MemTotal", &kib)) total = 1024 * kib;
    left = total;
    if (read_number(root, "/proc/meminfo", "MemAvailable", &kib)) lower(&left, 1024 * kib);
    look_at_groups(root, &total, &left);
    struct rlimit limit;
    if (!*root && getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        read_number(root, "/proc/self/statm", "", &own);
        lower(&total, (double)limit.rlim_cur);
        lower(&left, (double)limit.rlim_cur - own * (double)page);
    }
    lower(&left, total);
    return (oro_memory){(size_t)total, (size_t)left};
}
