// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The clock that never goes back, and waiting by it.
#ifndef ORO_STUDIO_TIME_H
#define ORO_STUDIO_TIME_H

#include <pthread.h>
#include <time.h>

static inline double studio_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void studio_cond_init(pthread_cond_t *cond) {
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attributes);
    pthread_condattr_destroy(&attributes);
}

/// Waits for the condition until that moment of studio_now().
static inline void studio_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock, double when) {
    struct timespec at = {.tv_sec = (time_t)when};
    at.tv_nsec = (long)((when - (double)at.tv_sec) * 1e9);
    pthread_cond_timedwait(cond, lock, &at);
}

#endif
