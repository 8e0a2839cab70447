// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Sanitizers slow the same work down tenfold, and are there to see memory and races, not bits: some tests do less under them.
#ifndef ORO_TESTS_SANITIZED_H
#define ORO_TESTS_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

#endif
