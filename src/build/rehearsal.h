// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What work on a scene will need, told by doing it small.
#ifndef ORO_BUILD_REHEARSAL_H
#define ORO_BUILD_REHEARSAL_H

#include "build/job.h"

/// What is done small.
typedef struct oro_rehearsal {
    const oro_job *job; ///< of a build: pictures are drawn too, and maps are held against their ranges; NULL: none
    const char *target; ///< what is run; NULL: what the outputs need
    /// What is done with the result, in a copy of the scene run with `detail` samples; NULL: nothing.
    oro_status (*more)(oro_scene *copy, int32_t detail, void *user);
    void *user;
    oro_progress_fn *progress; ///< asked whether to go on, at a fraction of 0; NULL: nobody is
    void *progress_user;
} oro_rehearsal;

typedef struct oro_estimate {
    double bytes;        ///< its peak, as oro_bytes_peak() would report it afterwards
    double most_samples; ///< of a map with which it would stay within the budget
} oro_estimate;

/// What follows for `all` samples from the peaks of some steps at two sizes: `small` with samples[0], `large` with samples[1].
void oro_extrapolate(const double *small, const double *large, const double *samples, int steps, double all,
                     double budget, oro_estimate *out);

/// Estimates what a scene needs with `side` samples along its longer side. Files of the job whose maps lie outside of their
/// range at both small sizes get that as their problem.
oro_status oro_rehearse(oro_scene *scene, const oro_rehearsal *r, int32_t side, double budget, oro_estimate *out);

#endif
