// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// 128-bit hashes that name values: for cache keys, golden tests and comparing runs without files. Not cryptographic.
#ifndef ORO_CORE_HASH_H
#define ORO_CORE_HASH_H

#include "orogen/grid.h"

/// Start of a hash; distinct purposes take distinct numbers.
oro_hash oro_hash_start(uint64_t purpose);
oro_hash oro_hash_u64(oro_hash h, uint64_t value);
oro_hash oro_hash_bytes(oro_hash h, const void *bytes, size_t count);
oro_hash oro_hash_text(oro_hash h, const char *text); ///< NULL and "" differ
oro_hash oro_hash_float(oro_hash h, float value);     ///< -0 counts as 0, every NaN as one
oro_hash oro_hash_double(oro_hash h, double value);
oro_hash oro_hash_hash(oro_hash h, oro_hash other);
oro_hash oro_hash_geometry(oro_hash h, const oro_grid *g);

/// 32 hexadecimal digits and the end mark.
void oro_hash_print(oro_hash h, char text[33]);

#endif
