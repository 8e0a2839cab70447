// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Loaded in front of the C library (LD_PRELOAD) to make a call fail, over and over. The program stops before main() and reads
// one order a line from handle 3:
//
//     alloc N    the N-th allocation of the program, of libpng or of the C library on their behalf gives NULL
//     call N     the N-th open for writing, fsync, link or rename fails as on a full disk
//     size N     no file may grow beyond N bytes
//
// Each is done by a child that goes on into main(); N of 0 is a run without faults. When the child has ended a line
// "STATUS ALLOCATIONS CALLS" goes to handle 4: its exit code, or 1000 and the signal, and how many of either it made. Loading
// the libraries, most of the time of a short command, happens once. Where handle 3 is shut main() runs as ever, but for
// FAULT_KILL_AT=N in the environment: then the program is killed outright before its N-th open for writing, fsync, link, rename or
// unlink.
//
// Other libraries (the ray tracer's) are left alone: what they do without memory is not ours to answer for.
#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t align, size_t bytes);

enum { MOST_RANGES = 32, ORDERS = 3, ANSWERS = 4, MOST_SECONDS = 60 };
static struct { uintptr_t from, to; } ranges[MOST_RANGES];
static int range_count;
static long fail_allocation, fail_call;

/// Shared between the child that counts and the parent that tells. NULL: nothing is counted, and nothing fails.
static struct { atomic_long allocations, calls; } * counts;

// --- which calls ------------------------------------------------------------------------------------------------------

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

static bool fails(const void *caller) {
    uintptr_t at = (uintptr_t)caller;
    bool ours = false;
    for (int i = 0; counts && i < range_count; i++) ours |= at >= ranges[i].from && at < ranges[i].to;
    return ours && atomic_fetch_add(&counts->allocations, 1) + 1 == fail_allocation;
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

static void may_die(void) {
    static atomic_long steps;
    const char *at = getenv("FAULT_KILL_AT");
    if (at && atomic_fetch_add(&steps, 1) + 1 == atol(at)) kill(getpid(), SIGKILL);
}

static bool call_fails(void) {
    may_die();
    if (!counts || atomic_fetch_add(&counts->calls, 1) + 1 != fail_call) return false;
    errno = ENOSPC;
    return true;
}

int open(const char *path, int flags, ...) {
    va_list list;
    va_start(list, flags);
    mode_t mode = flags & O_CREAT ? va_arg(list, mode_t) : 0;
    va_end(list);
    if ((flags & O_ACCMODE) != O_RDONLY && call_fails()) return -1;
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

int unlink(const char *path) {
    may_die();
    int (*real)(const char *) = (int (*)(const char *))dlsym(RTLD_NEXT, "unlink");
    return real(path);
}

// --- orders -----------------------------------------------------------------------------------------------------------

typedef int main_fn(int, char **, char **);
static main_fn *real_main;

static void obey(const char *what, long n) {
    if (strcmp(what, "alloc") == 0) fail_allocation = n;
    if (strcmp(what, "call") == 0) fail_call = n;
    if (strcmp(what, "size") == 0 && n > 0) {
        signal(SIGXFSZ, SIG_IGN);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){(rlim_t)n, (rlim_t)n});
    }
    close(ORDERS);
    close(ANSWERS);
    alarm(MOST_SECONDS); // a command that never ends is a fault, not a test that hangs
}

static bool read_order(char line[64]) {
    for (size_t used = 0; used < 63; used++) {
        if (read(ORDERS, line + used, 1) != 1) return false;
        line[used + 1] = 0;
        if (line[used] == '\n') return true;
    }
    return false;
}

static int serve(int argc, char **argv, char **environment) {
    char line[64], what[16];
    long n;
    int status;
    const char *interrupt_after = getenv("FAULT_INTERRUPT_MS"); // for a server, which would never end
    if (fcntl(ORDERS, F_GETFD) < 0) return real_main(argc, argv, environment);
    void *shared = mmap(NULL, sizeof *counts, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    dl_iterate_phdr(note_library, NULL);
    if (shared == MAP_FAILED) return 70;
    while (read_order(line) && sscanf(line, "%15s %ld", what, &n) == 2) {
        memset(shared, 0, sizeof *counts);
        pid_t child = fork();
        if (child == 0) {
            obey(what, n);
            counts = shared;
            return real_main(argc, argv, environment);
        }
        if (child > 0 && interrupt_after) {
            usleep((useconds_t)atol(interrupt_after) * 1000);
            kill(child, SIGINT);
        }
        if (child < 0 || waitpid(child, &status, 0) != child) return 71;
        int code = WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
        const typeof(*counts) *made = shared;
        dprintf(ANSWERS, "%d %ld %ld\n", code, atomic_load(&made->allocations), atomic_load(&made->calls));
    }
    return 0;
}

typedef int start_fn(main_fn *, int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
start_fn __libc_start_main; // what the linker puts in front of main(); no header declares it

int __libc_start_main(main_fn *main, int argc, char **argv, void (*init)(void), void (*fini)(void), void (*end)(void),
                      void *stack) {
    real_main = main;
    return ((start_fn *)dlsym(RTLD_NEXT, "__libc_start_main"))(serve, argc, argv, init, fini, end, stack);
}
