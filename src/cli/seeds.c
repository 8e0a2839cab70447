// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A scene under many seeds. Seeds are independent, so several are worked on at a time, each by a worker with a context of one
// thread, its own copy of the scene and its share of the cache. A seed's numbers do not depend on who computes them: a scene
// gives the same bits on any number of threads. The calling thread shows progress, saves, and listens for Ctrl-C.

#include "build/weigh.h"
#include "core/context.h"
#include "scores.h"
#include "weigh.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct farm {
    cli_seeds *seeds;
    pthread_mutex_t lock; ///< of everything below
    pthread_cond_t done;  ///< a seed is done, or a worker has ended
    int next, finished, working;
    bool stop;
    oro_status status; ///< of the first failure
    oro_error error;
    bool usage;
} farm;

typedef struct worker {
    farm *farm;
    cli own; ///< with a context of its own
    cli_scene scene;
    pthread_t thread;
    bool started;
} worker;

oro_status cli_read_seeds(cli *c, const char *text, const char *where, uint64_t *first, int *count) {
    char *end;
    errno = 0;
    unsigned long long from = strtoull(text, &end, 10), to = from;
    bool fine = isdigit((unsigned char)*text) && !errno;
    if (fine && strncmp(end, "..", 2) == 0) {
        fine = isdigit((unsigned char)end[2]);
        to = strtoull(end + 2, &end, 10);
    }
    if (!fine || *end || errno)
        return cli_misuse(c, where, "the seeds must be a range, as 1..32, or one number, not \"%.40s\"", text);
    if (to < from)
        return cli_misuse(c, where, "the seeds must run from a lower to a higher number, not from %llu to %llu", from,
                          to);
    if (to - from >= CLI_MAX_SEEDS)
        return cli_misuse(c, where, "at most %d seeds can be tried, not %llu to %llu", CLI_MAX_SEEDS, from, to);
    *first = from;
    *count = (int)(to - from) + 1;
    return ORO_OK;
}

oro_status cli_seeds_alloc(cli *c, cli_seeds *seeds) {
    seeds->values = calloc((size_t)seeds->count * (size_t)seeds->scores->count + 1, sizeof *seeds->values);
    seeds->known = calloc((size_t)seeds->count + 1, sizeof *seeds->known);
    if (seeds->values && seeds->known) return ORO_OK;
    return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the scores of %d seeds", seeds->count);
}

void cli_seeds_free(cli_seeds *seeds) {
    free(seeds->values);
    free(seeds->known);
    seeds->values = NULL;
    seeds->known = NULL;
}

// --- a worker ---------------------------------------------------------------------------------------------------------------

/// Says how far one seed is to nobody; only listens.
static bool keep_on(void *user, double fraction, const char *what) {
    (void)fraction;
    (void)what;
    farm *f = user;
    pthread_mutex_lock(&f->lock);
    bool stop = f->stop;
    pthread_mutex_unlock(&f->lock);
    return !stop && !cli_was_interrupted();
}

static oro_status open_worker(worker *w, const cli *c, size_t cache_bytes) {
    oro_context_desc desc;
    w->own = *c;
    w->own.ctx = NULL;
    w->own.quiet = true;
    w->own.progress = CLI_PROGRESS_NEVER;
    w->own.listen = keep_on;
    w->own.listen_user = w->farm;
    oro_status status = cli_describe_context(&w->own, &desc);
    if (status != ORO_OK) return status;
    desc.threads = 1;
    desc.cache_bytes = cache_bytes;
    desc.log = NULL;
    w->own.ctx = oro_create(&desc, &w->own.error);
    if (!w->own.ctx) return w->own.error.status;
    return cli_scene_open(&w->own, w->farm->seeds->path, w->farm->seeds->words, &w->scene);
}

static oro_status score_seed(worker *w, int index) {
    const cli_seeds *seeds = w->farm->seeds;
    oro_world world = oro_scene_world(w->scene.scene);
    world.seed = seeds->first + (uint64_t)index;
    oro_status status = cli_take(&w->own, oro_scene_set_world(w->scene.scene, &world), NULL);
    if (status != ORO_OK) return status;
    return cli_scores_of_scene(&w->own, seeds->scores, &w->scene,
                               seeds->values + (size_t)index * (size_t)seeds->scores->count);
}

/// The next seed to work on, or -1.
static int next_seed(farm *f) {
    pthread_mutex_lock(&f->lock);
    while (f->next < f->seeds->count && f->seeds->known[f->next]) f->next++;
    int index = f->next < f->seeds->count && !f->stop && !cli_was_interrupted() ? f->next++ : -1;
    pthread_mutex_unlock(&f->lock);
    return index;
}

static void seed_done(farm *f, const worker *w, int index, oro_status status) {
    pthread_mutex_lock(&f->lock);
    if (status == ORO_OK) {
        f->seeds->known[index] = true;
        f->finished++;
    } else if (!f->stop) {
        f->stop = true;
        f->status = status;
        f->error = w->own.error;
        f->usage = w->own.usage;
    }
    pthread_cond_signal(&f->done);
    pthread_mutex_unlock(&f->lock);
}

static void *work(void *user) {
    worker *w = user;
    oro_status status = ORO_OK;
    for (int index; status == ORO_OK && (index = next_seed(w->farm)) >= 0;) {
        status = score_seed(w, index);
        seed_done(w->farm, w, index, status);
    }
    pthread_mutex_lock(&w->farm->lock);
    w->farm->working--;
    pthread_cond_signal(&w->farm->done);
    pthread_mutex_unlock(&w->farm->lock);
    return NULL;
}

// --- the farm ---------------------------------------------------------------------------------------------------------------

/// Waits until a seed is done, a worker has ended, or a tenth of a second has passed.
static void wait_a_little(farm *f) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) until.tv_nsec -= 1000000000, until.tv_sec++;
    pthread_cond_timedwait(&f->done, &f->lock, &until);
}

/// Shows progress and saves while the workers work. The lock is held, except while it waits or saves.
static oro_status watch(cli *c, farm *f, int todo) {
    oro_status status = ORO_OK;
    double saved = cli_seconds(), pause = 2.0;
    while (f->working > 0) {
        wait_a_little(f);
        int finished = f->finished;
        bool due = f->seeds->save && finished && cli_seconds() - saved > pause;
        if (due && status == ORO_OK) {
            // Known seeds only become more, and `save` looks at known ones alone; workers wait for it at their next seed.
            saved = cli_seconds();
            status = f->seeds->save(c, f->seeds->user, false);
            pause = 2.0 + 20.0 * (cli_seconds() - saved); // saving takes a twentieth of the time at most
            saved = cli_seconds();
            if (status != ORO_OK) f->stop = true;
        }
        pthread_mutex_unlock(&f->lock);
        char what[64];
        snprintf(what, sizeof what, "%d of %d seeds", finished, todo);
        cli_progress(c, todo ? (double)finished / todo : 1, what);
        pthread_mutex_lock(&f->lock);
    }
    return status;
}

static oro_status farm_out(cli *c, farm *f, worker *workers, int count, int todo) {
    oro_status status = ORO_OK;
    for (int i = 0; status == ORO_OK && i < count; i++) {
        workers[i].farm = f;
        status = open_worker(&workers[i], c, c->ctx->cache_bytes / (size_t)count + 1);
        if (status != ORO_OK) c->error = workers[i].own.error, c->usage = workers[i].own.usage;
    }
    if (status != ORO_OK) return status;
    pthread_mutex_lock(&f->lock);
    for (int i = 0; i < count; i++) {
        workers[i].started = pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
        f->working += workers[i].started;
    }
    if (!f->working) status = cli_fail(c, ORO_FAILED, NULL, "no thread could be started");
    if (status == ORO_OK) status = watch(c, f, todo);
    pthread_mutex_unlock(&f->lock);
    for (int i = 0; i < count; i++)
        if (workers[i].started) pthread_join(workers[i].thread, NULL);
    return status;
}

oro_status cli_seeds_run(cli *c, cli_seeds *seeds) {
    farm f = {.seeds = seeds, .lock = PTHREAD_MUTEX_INITIALIZER, .done = PTHREAD_COND_INITIALIZER};
    int todo = 0;
    for (int i = 0; i < seeds->count; i++) todo += !seeds->known[i];
    int count = oro_thread_count(c->ctx) < todo ? oro_thread_count(c->ctx) : todo;
    while (count > 1 && c->weight * count > oro_memory_budget(c->ctx)) count--; // fewer at a time where memory is short
    worker *workers = calloc((size_t)count + 1, sizeof *workers);
    if (!workers) return cli_fail(c, ORO_NO_MEMORY, NULL, "not enough memory for the workers");
    oro_status status = count ? farm_out(c, &f, workers, count, todo) : ORO_OK;
    cli_progress_end(c);
    for (int i = 0; i < count; i++) {
        cli_scene_close(&workers[i].scene);
        oro_destroy(workers[i].own.ctx);
    }
    free(workers);
    oro_status saved = seeds->save ? seeds->save(c, seeds->user, true) : ORO_OK;
    if (cli_was_interrupted()) return cli_check_interrupt(c);
    if (status == ORO_OK && f.status != ORO_OK) {
        c->error = f.error;
        c->usage = f.usage;
        status = f.status;
    }
    return status == ORO_OK ? saved : status;
}
