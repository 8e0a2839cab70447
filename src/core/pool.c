// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Threads sleep on a condition until a job is posted, take blocks from an atomic counter, and the last to leave wakes
// the caller. A job is described by one struct on the caller's stack; `generation` tells a sleeping thread that it is new.

#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_THREADS = 64 };

typedef struct job {
    void (*fn)(const void *user, int32_t block, int32_t worker);
    const void *user;
    int blocks;
    atomic_int next, done;
    atomic_bool stop;
} job;

struct oro_pool {
    int threads; ///< the caller's included
    int started; ///< threads that have taken their number; the caller's is 0
    pthread_t handles[MAX_THREADS];
    pthread_mutex_t lock;
    pthread_cond_t wake, idle;
    job *current;
    uint64_t generation;
    int working; ///< threads that hold the current job
    bool quit;
};

/// A block that was taken is run: others may wait for it. So whether to go on is asked before taking one, never after.
static void work(job *j, const oro_context *ctx, int32_t worker) {
    while (!atomic_load_explicit(&j->stop, memory_order_relaxed) && !oro_is_cancelled(ctx)) {
        int block = atomic_fetch_add(&j->next, 1);
        if (block >= j->blocks) break;
        j->fn(j->user, block, worker);
        atomic_fetch_add(&j->done, 1);
    }
}

static void *thread_main(void *argument) {
    oro_context *ctx = argument;
    struct oro_pool *pool = ctx->pool;
    uint64_t seen = 0;
    pthread_mutex_lock(&pool->lock);
    int32_t worker = ++pool->started;
    for (;;) {
        while (!pool->quit && (pool->generation == seen || !pool->current)) pthread_cond_wait(&pool->wake, &pool->lock);
        if (pool->quit) break;
        seen = pool->generation;
        job *j = pool->current;
        pool->working++;
        pthread_mutex_unlock(&pool->lock);
        work(j, ctx, worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->working == 0) pthread_cond_signal(&pool->idle);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

oro_status oro_pool_create(oro_context *ctx, int threads) {
    if (threads < 0 || threads > MAX_THREADS)
        return oro_fail(ctx, ORO_BAD_ARGUMENT, "threads", "thread count must be 1 to %d, not %d", MAX_THREADS, threads);
    if (threads == 0) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        threads = cores < 1 ? 1 : cores > MAX_THREADS ? MAX_THREADS : (int)cores;
    }
    struct oro_pool *pool = calloc(1, sizeof *pool);
    if (!pool) return oro_fail(ctx, ORO_NO_MEMORY, NULL, "out of memory");
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->idle, NULL);
    ctx->pool = pool;
    for (pool->threads = 1; pool->threads < threads; pool->threads++)
        if (pthread_create(&pool->handles[pool->threads], NULL, thread_main, ctx) != 0) {
            oro_pool_destroy(ctx);
            return oro_fail(ctx, ORO_FAILED, "threads", "the system refused to start %d threads", threads);
        }
    return ORO_OK;
}

void oro_pool_destroy(oro_context *ctx) {
    struct oro_pool *pool = ctx->pool;
    pthread_mutex_lock(&pool->lock);
    pool->quit = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 1; i < pool->threads; i++) pthread_join(pool->handles[i], NULL);
    pthread_cond_destroy(&pool->idle);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
    ctx->pool = NULL;
}

int oro_thread_count(const oro_context *ctx) { return ctx->pool->threads; }

static void post(struct oro_pool *pool, job *j) {
    pthread_mutex_lock(&pool->lock);
    pool->current = j;
    pool->generation++;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
}

static void withdraw(struct oro_pool *pool) {
    pthread_mutex_lock(&pool->lock);
    pool->current = NULL; // a thread that wakes only now finds nothing and sleeps on
    while (pool->working > 0) pthread_cond_wait(&pool->idle, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

oro_status oro_parallel_workers(oro_context *ctx, int32_t blocks,
                                void (*fn)(const void *user, int32_t block, int32_t worker), const void *user,
                                oro_tick_fn *tick, void *tick_user) {
    struct oro_pool *pool = ctx->pool;
    job j = {.fn = fn, .user = user, .blocks = blocks};
    bool shared = pool->threads > 1 && blocks > 1;
    if (shared) post(pool, &j);
    bool go_on = true;
    while (go_on && !oro_is_cancelled(ctx)) {
        int block = atomic_fetch_add(&j.next, 1);
        if (block >= blocks) break;
        fn(user, block, 0);
        int done = atomic_fetch_add(&j.done, 1) + 1;
        if (tick) go_on = tick(tick_user, done, blocks);
    }
    if (!go_on) atomic_store(&j.stop, true);
    if (shared) withdraw(pool);
    if (atomic_load(&j.done) == blocks && go_on) return ORO_OK;
    return oro_fail(ctx, ORO_CANCELLED, NULL, "cancelled");
}

typedef struct plain_job {
    void (*fn)(void *user, int block);
    void *user;
} plain_job;

static void run_plain(const void *user, int32_t block, int32_t worker) {
    const plain_job *plain = user;
    (void)worker;
    plain->fn(plain->user, block);
}

oro_status oro_parallel_tick(oro_context *ctx, int blocks, void (*fn)(void *user, int block), void *user,
                             oro_tick_fn *tick, void *tick_user) {
    plain_job plain = {fn, user};
    return oro_parallel_workers(ctx, blocks, run_plain, &plain, tick, tick_user);
}
