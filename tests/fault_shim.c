// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Loaded in front of the C library (LD_PRELOAD) to make the n-th call fail:
//
//     OROGEN_FAULT_ALLOC=n   the n-th allocation of the program, of libpng or of the C library on their behalf gives NULL
//     OROGEN_FAULT_CALL=n    the n-th open for writing, fsync, link or rename fails as on a full disk
//     OROGEN_FAULT_LOG=file  how many of either there were goes here: "allocations calls"
//
// Other libraries (the ray tracer's) are left alone: what they do without memory is not ours to answer for.
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t align, size_t bytes);

enum { MOST_RANGES = 32 };
static struct { uintptr_t from, to; } ranges[MOST_RANGES];
static int range_count;
static atomic_long allocations, calls;
static long fail_allocation, fail_call;
static char log_path[512];

static int note_library(struct dl_phdr_info *info, size_t size, void *user) {
    (void)size, (void)user;
    bool ours = !*info->dlpi_name || strstr(info->dlpi_name, "/libc.so") || strstr(info->dlpi_name, "/libpng");
    for (int i = 0; ours && i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_LOAD || !(part->p_flags & PF_X) || range_count == MOST_RANGES) continue;
        ranges[range_count].from = info->dlpi_addr + part->p_vaddr;
        ranges[range_count++].to = info->dlpi_addr + part->p_vaddr + part->p_memsz;
    }
    return 0;
}

static long number(const char *name) {
    const char *text = getenv(name);
    return text ? atol(text) : 0;
}

static void __attribute__((constructor)) begin(void) {
    const char *path = getenv("OROGEN_FAULT_LOG");
    if (path) snprintf(log_path, sizeof log_path, "%s", path);
    fail_allocation = number("OROGEN_FAULT_ALLOC");
    fail_call = number("OROGEN_FAULT_CALL");
    dl_iterate_phdr(note_library, NULL);
    atomic_store(&allocations, 0);
}

static void __attribute__((destructor)) finish(void) {
    char text[64];
    int length = snprintf(text, sizeof text, "%ld %ld\n", atomic_load(&allocations), atomic_load(&calls));
    int handle = *log_path ? (int)open(log_path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
    if (handle < 0) return;
    (void)!write(handle, text, (size_t)length);
    close(handle);
}

static bool fails(const void *caller) {
    uintptr_t at = (uintptr_t)caller;
    bool ours = false;
    for (int i = 0; i < range_count; i++) ours |= at >= ranges[i].from && at < ranges[i].to;
    return ours && atomic_fetch_add(&allocations, 1) + 1 == fail_allocation;
}

void *malloc(size_t bytes) {
    return fails(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_malloc(bytes);
}
void *calloc(size_t count, size_t bytes) {
    return fails(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_calloc(count, bytes);
}
void *realloc(void *memory, size_t bytes) {
    return fails(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_realloc(memory, bytes);
}
void *aligned_alloc(size_t align, size_t bytes) {
    return fails(__builtin_return_address(0)) ? (errno = ENOMEM, NULL) : __libc_memalign(align, bytes);
}

static bool call_fails(void) {
    if (atomic_fetch_add(&calls, 1) + 1 != fail_call) return false;
    errno = ENOSPC;
    return true;
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    bool log = *log_path && strcmp(path, log_path) == 0;
    if ((flags & O_ACCMODE) != O_RDONLY && !log && call_fails()) return -1;
    int (*real)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    return real(path, flags, mode);
}
int fsync(int handle) {
    if (call_fails()) return -1;
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    return real(handle);
}
int link(const char *from, const char *to) {
    if (call_fails()) return -1;
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link");
    return real(from, to);
}
int rename(const char *from, const char *to) {
    if (call_fails()) return -1;
    int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
    return real(from, to);
}
