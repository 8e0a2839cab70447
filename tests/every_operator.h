// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// For tests that walk the registry and know no operator by name: contexts, patience, and complaints that say which operator.
#ifndef ORO_TESTS_EVERY_OPERATOR_H
#define ORO_TESTS_EVERY_OPERATOR_H

#include "rig.h"
#include "sanitized.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include <cmocka.h>

/// One run at the end of a range may be asked for a hundred thousand years: it is cut, as any user could cut it.
static const double PATIENCE = SANITIZED ? 0.1 : 1.0;

static inline double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline oro_context *make(int threads, const char *cpu) {
    oro_context *ctx = oro_create(&(oro_context_desc){.threads = threads, .cpu = cpu}, NULL);
    assert_non_null(ctx);
    return ctx;
}

static inline bool patient(void *user, double fraction, const char *what) {
    (void)fraction, (void)what;
    return seconds() < *(const double *)user;
}

/// The check failed: says which operator and how, then fails the test.
#define complain(r, ...)                                                                                               \
    do {                                                                                                               \
        char what_[2048];                                                                                              \
        snprintf(what_, sizeof what_, __VA_ARGS__);                                                                    \
        fail_msg("%s: %s", (r)->op->record.name, what_);                                                               \
    } while (0)

static inline void expect_status(const rig *r, oro_status got, oro_status wanted, const char *what) {
    if (got != wanted)
        complain(r, "%s: %s where %s was expected (%s: %s)", what, oro_status_name(got), oro_status_name(wanted),
                 oro_last_error(r->ctx)->where, oro_last_error(r->ctx)->sentence);
}

static inline void expect_finite(const rig *r, const char *what) {
    const char *name = rig_not_finite(r);
    if (name) complain(r, "%s: %s holds values that are not finite", what, name);
}

static inline oro_status run_poisoned(rig *r) {
    assert_int_equal(rig_poison(r), ORO_OK);
    return rig_run_into(r, NULL, NULL);
}

static inline void start(rig *r, oro_context *ctx, int index, int32_t width, int32_t height, unsigned flags) {
    assert_int_equal(rig_init(r, ctx, oro_operator_at(ctx, index), width, height, flags), ORO_OK);
}

/// Everything the operator took is back.
static inline void stop(rig *r) {
    oro_context *ctx = r->ctx;
    const char *name = r->op->record.name;
    rig_free(r);
    if (oro_bytes_in_use(ctx)) fail_msg("%s: %zu bytes were not freed", name, oro_bytes_in_use(ctx));
}

/// An operator may refuse a combination its table cannot express, if it says what and where.
static inline bool politely_refused(const rig *r, oro_status status) {
    const oro_error *e = oro_last_error(r->ctx);
    return status == ORO_BAD_ARGUMENT && strlen(e->sentence) > 10 && oro_arg_find(&r->op->record, e->where);
}

#endif
