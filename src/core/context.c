// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Context, errors and memory. Every block carries its size in a 64-byte header, so that the account of bytes in use needs
// no table and data stays aligned to a cache line. Blocks of several megabytes ask the kernel for huge pages: filling a
// 4096² map for the first time is otherwise spent mostly in page faults. For the same reason the large blocks freed last are
// kept, up to an eighth of the memory limit.

#include "context.h"
#include "cpu.h"
#include "memory.h"
#include "pool.h"
#include "text.h"
#include "version.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

enum { HEADER = 64, HUGE_PAGE = 2 << 20 };

static void *default_alloc(void *user, size_t bytes) {
    (void)user;
    size_t align = bytes >= 2 * (size_t)HUGE_PAGE ? HUGE_PAGE : HEADER;
    size_t rounded = (bytes + align - 1) / align * align;
    if (rounded < bytes) return NULL;
    void *memory = aligned_alloc(align, rounded);
#ifdef MADV_HUGEPAGE
    if (memory && align == HUGE_PAGE) madvise(memory, rounded, MADV_HUGEPAGE);
#endif
    return memory;
}

static void default_free(void *user, void *memory, size_t bytes) {
    (void)user, (void)bytes;
    free(memory);
}

const char *oro_status_name(oro_status status) {
    static const char *const names[] = {"ok",        "failed",      "bad argument", "bad input", "cannot write",
                                        "no memory", "unsupported", "cancelled",    "partial"};
    return status >= ORO_OK && status <= ORO_PARTIAL ? names[status] : "unknown";
}

static void fill_error(oro_error *e, oro_status status, const char *where, const char *format, va_list list) {
    char sentence[sizeof e->sentence]; // the arguments may point into the old sentence
    char place[sizeof e->where];
    oro_print_list(sentence, sizeof sentence, format, list);
    snprintf(place, sizeof place, "%s", where ? where : "");
    for (char *c = sentence; *c; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    e->status = status;
    memcpy(e->sentence, sentence, sizeof sentence);
    memcpy(e->where, place, sizeof place);
    e->hint[0] = 0;
}

oro_status oro_fail(oro_context *ctx, oro_status status, const char *where, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fill_error(&ctx->error, status, where, format, list);
    va_end(list);
    return status;
}

oro_status oro_hint(oro_context *ctx, const char *member) {
    snprintf(ctx->error.hint, sizeof ctx->error.hint, "%s", member);
    return ctx->error.status;
}

void oro_prefix_where(oro_context *ctx, const char *prefix) {
    char joined[2 * sizeof ctx->error.where];
    snprintf(joined, sizeof joined, "%.255s%s%s", prefix, *ctx->error.where ? "/" : "", ctx->error.where);
    // A place longer than the buffer is cut at its end: the file comes first.
    memcpy(ctx->error.where, joined, sizeof ctx->error.where - 1);
}

void oro_note(oro_context *ctx, const char *where, const char *format, ...) {
    if (!ctx->log) return;
    char sentence[512];
    va_list list;
    va_start(list, format);
    oro_print_list(sentence, sizeof sentence, format, list);
    va_end(list);
    ctx->log(ctx->log_user, where ? where : "", sentence);
}

static void add_in_use(oro_context *ctx, size_t bytes) {
    size_t now = atomic_fetch_add(&ctx->in_use, bytes) + bytes;
    size_t peak = atomic_load(&ctx->peak);
    while (now > peak && !atomic_compare_exchange_weak(&ctx->peak, &peak, now)) {}
}

// --- kept blocks ------------------------------------------------------------------------------------------------------

/// Smaller blocks the C library keeps by itself.
enum { LEAST_KEPT = 256 << 10 };

static size_t block_bytes(const char *block) {
    size_t total;
    memcpy(&total, block, sizeof total);
    return total;
}

static bool keeps_block(const oro_context *ctx, size_t total) {
#if defined(__SANITIZE_ADDRESS__)
    (void)ctx, (void)total;
    return false; // freed memory must look freed
#else
    return total >= LEAST_KEPT && total <= ctx->memory_limit / 8 && ctx->memory.free == default_free;
#endif
}

static void lock(oro_kept *k) {
    while (atomic_flag_test_and_set_explicit(&k->busy, memory_order_acquire)) {}
}

static void unlock(oro_kept *k) { atomic_flag_clear_explicit(&k->busy, memory_order_release); }

/// A kept block of that size or a little more, or NULL.
static char *take_kept(oro_context *ctx, size_t total) {
    oro_kept *k = &ctx->kept;
    int best = -1;
    if (total < LEAST_KEPT) return NULL;
    lock(k);
    for (int i = 0; i < ORO_KEPT_BLOCKS; i++) {
        size_t size = k->blocks[i] ? block_bytes(k->blocks[i]) : 0;
        if (size < total || size - total > total / 8) continue;
        if (best < 0 || size < block_bytes(k->blocks[best])) best = i;
    }
    char *block = best >= 0 ? k->blocks[best] : NULL;
    if (block) {
        k->blocks[best] = NULL;
        k->bytes -= block_bytes(block);
    }
    unlock(k);
    return block;
}

/// Keeps a freed block. Those that have waited longest go for it: sizes that are no longer in use must not hold the places of
/// those that are.
static void keep_block(oro_context *ctx, char *block, size_t total) {
    oro_kept *k = &ctx->kept;
    char *gone[ORO_KEPT_BLOCKS];
    int count = 0;
    lock(k);
    for (;;) {
        int empty = -1, oldest = -1;
        for (int i = 0; i < ORO_KEPT_BLOCKS; i++)
            if (!k->blocks[i])
                empty = i;
            else if (oldest < 0 || k->since[i] < k->since[oldest])
                oldest = i;
        if (empty >= 0 && k->bytes + total <= ctx->memory_limit / 8) {
            k->blocks[empty] = block;
            k->since[empty] = k->clock++;
            k->bytes += total;
            break;
        }
        gone[count++] = k->blocks[oldest]; // there is one: `total` alone has room
        k->bytes -= block_bytes(k->blocks[oldest]);
        k->blocks[oldest] = NULL;
    }
    unlock(k);
    for (int i = 0; i < count; i++) ctx->memory.free(ctx->memory.user, gone[i], block_bytes(gone[i]));
}

static void free_kept(oro_context *ctx) {
    oro_kept *k = &ctx->kept;
    lock(k);
    for (int i = 0; i < ORO_KEPT_BLOCKS; i++) {
        if (k->blocks[i]) ctx->memory.free(ctx->memory.user, k->blocks[i], block_bytes(k->blocks[i]));
        k->blocks[i] = NULL;
    }
    k->bytes = 0;
    unlock(k);
}

// --- memory -----------------------------------------------------------------------------------------------------------

/// From what is kept, else anew; what is kept goes first where both would pass the limit or memory ends.
static char *find_block(oro_context *ctx, size_t total) {
    size_t in_use = atomic_load(&ctx->in_use);
    if (total > ctx->memory_limit || in_use > ctx->memory_limit - total) return NULL;
    char *block = take_kept(ctx, total);
    if (block && in_use <= ctx->memory_limit - block_bytes(block)) return block;
    if (block) ctx->memory.free(ctx->memory.user, block, block_bytes(block));
    if (ctx->kept.bytes && in_use + ctx->kept.bytes > ctx->memory_limit - total) free_kept(ctx);
    block = ctx->memory.alloc(ctx->memory.user, total);
    if (!block && ctx->kept.bytes) {
        free_kept(ctx);
        block = ctx->memory.alloc(ctx->memory.user, total);
    }
    if (block) memcpy(block, &total, sizeof total);
    return block;
}

void *oro_alloc(oro_context *ctx, size_t bytes) {
    size_t total = bytes + HEADER;
    char *block = total > bytes ? find_block(ctx, total) : NULL;
    if (!block) {
        oro_fail(ctx, ORO_NO_MEMORY, NULL,
                 "out of memory: %.1f MiB more are needed, %.1f MiB are in use and the limit is %.1f MiB; a smaller "
                 "map needs less",
                 (double)bytes / 1048576.0, (double)atomic_load(&ctx->in_use) / 1048576.0,
                 (double)ctx->memory_limit / 1048576.0);
        oro_hint(ctx, "size");
        return NULL;
    }
    add_in_use(ctx, block_bytes(block));
    return block + HEADER;
}

void oro_free(oro_context *ctx, void *memory) {
    if (!memory) return;
    char *block = (char *)memory - HEADER;
    size_t total = block_bytes(block);
    atomic_fetch_sub(&ctx->in_use, total);
    if (keeps_block(ctx, total))
        keep_block(ctx, block, total);
    else
        ctx->memory.free(ctx->memory.user, block, total);
}

void *oro_alloc_zero(oro_context *ctx, size_t bytes) {
    void *memory = oro_alloc(ctx, bytes);
    if (memory) memset(memory, 0, bytes);
    return memory;
}

char *oro_copy_text(oro_context *ctx, const char *text) {
    size_t bytes = strlen(text) + 1;
    char *copy = oro_alloc(ctx, bytes);
    if (copy) memcpy(copy, text, bytes);
    return copy;
}

static oro_context *refuse(oro_context *ctx, oro_error *error) {
    if (error) *error = ctx->error;
    free(ctx);
    return NULL;
}

/// Takes the description of a program that may be older or newer than the library: what it does not have is zero, and what
/// the library does not know must be.
static oro_status take_desc(oro_context *ctx, uint32_t version, size_t size, const void *from, oro_context_desc *to) {
    if (!oro_serves_version(ORO_VERSION_NUMBER, version))
        return oro_fail(ctx, ORO_UNSUPPORTED, NULL,
                        "this program was compiled for Orogen %u.%u but runs with the library of version %s; compile "
                        "it with the headers of that version",
                        version / 1000000, version / 1000 % 1000, oro_version());
    *to = (oro_context_desc){0};
    if (!from) return ORO_OK;
    memcpy(to, from, size < sizeof *to ? size : sizeof *to);
    for (size_t i = sizeof *to; i < size; i++)
        if (((const unsigned char *)from)[i])
            return oro_fail(
                ctx, ORO_UNSUPPORTED, NULL,
                "this program sets members of oro_context_desc that version %s of the library does not know",
                oro_version());
    return ORO_OK;
}

oro_context *oro_create_for(uint32_t version, size_t desc_size, const oro_context_desc *from, oro_error *error) {
    oro_context *ctx = calloc(1, sizeof *ctx);
    if (!ctx) {
        if (error) *error = (oro_error){.status = ORO_NO_MEMORY, .sentence = "out of memory"};
        return NULL;
    }
    oro_context_desc taken, *desc = &taken;
    if (take_desc(ctx, version, desc_size, from, desc) != ORO_OK) return refuse(ctx, error);
    ctx->memory = desc->memory.alloc ? desc->memory : (oro_allocator){default_alloc, default_free, NULL};
    ctx->files = desc->files;
    ctx->log = desc->log;
    ctx->log_user = desc->log_user;
    size_t memory = desc->memory_limit ? desc->memory_limit : oro_memory_look("").total;
    ctx->cache_bytes = desc->cache_bytes ? desc->cache_bytes : memory / 4;
    ctx->memory_given = desc->memory_limit > 0;
    ctx->memory_limit = desc->memory_limit ? desc->memory_limit : memory / 10 * 9;
    if (oro_cpu_choose(ctx, desc->cpu) != ORO_OK) return refuse(ctx, error);
    if (oro_pool_create(ctx, desc->threads) != ORO_OK) return refuse(ctx, error);
    return ctx;
}

void oro_destroy(oro_context *ctx) {
    if (!ctx) return;
    if (ctx->free_cache) ctx->free_cache(ctx);
    oro_pool_destroy(ctx);
    free_kept(ctx);
    free(ctx);
}

const oro_error *oro_last_error(const oro_context *ctx) { return &ctx->error; }
void oro_cancel(oro_context *ctx) { atomic_store(&ctx->cancel, true); }
bool oro_is_cancelled(const oro_context *ctx) {
    return atomic_load_explicit(&ctx->cancel, memory_order_relaxed) && !ctx->hold_cancel;
}

void oro_begin(oro_context *ctx) {
    if (!ctx->in_job) atomic_store(&ctx->cancel, false);
}

void oro_begin_job(oro_context *ctx) {
    oro_begin(ctx);
    ctx->in_job = true;
}

void oro_end_job(oro_context *ctx) { ctx->in_job = false; }
size_t oro_bytes_in_use(const oro_context *ctx) { return atomic_load(&ctx->in_use); }
size_t oro_bytes_peak(const oro_context *ctx) { return atomic_load(&ctx->peak); }
void oro_reset_peak(oro_context *ctx) { atomic_store(&ctx->peak, atomic_load(&ctx->in_use)); }
