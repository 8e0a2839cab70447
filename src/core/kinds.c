// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The list of kinds, and what follows from the arrays that each is made of. See kinds.h.

#include "core/kinds.h"

#include <math.h>

#define ORO_DECLARE_INFO(NAME, name, type) extern const oro_kind_info oro_kind_##name;
ORO_KINDS(ORO_DECLARE_INFO)

const oro_kind_info *oro_kind_of(oro_kind kind) {
#define ORO_LIST_INFO(NAME, name, type) &oro_kind_##name,
    static const oro_kind_info *const kinds[] = {ORO_KINDS(ORO_LIST_INFO)};
    return kinds[kind];
}

// --- parts ------------------------------------------------------------------------------------------------------------

int64_t oro_part_count(const oro_part *part) {
    int64_t count = 1;
    for (int32_t i = 0; i < part->rank; i++) count *= part->sides[i];
    return count;
}

size_t oro_part_number_size(const oro_part *part) {
    static const size_t sizes[] = {[ORO_F32] = 4, [ORO_F64] = 8, [ORO_U32] = 4, [ORO_U8] = 1};
    return sizes[part->type];
}

size_t oro_kind_bytes(const oro_kind_info *kind, const void *data) {
    oro_part parts[ORO_MAX_PARTS];
    size_t bytes = 0;
    int count = kind->parts(data, parts);
    for (int i = 0; i < count; i++) {
        if (parts[i].in_struct || !parts[i].data) continue;
        int64_t numbers = parts[i].stride ? parts[i].stride * parts[i].sides[0] : oro_part_count(&parts[i]);
        bytes += (size_t)numbers * oro_part_number_size(&parts[i]);
    }
    return bytes;
}

/// Calls `fn` for every run of numbers that lie side by side; ends early where it says no.
static bool each_run(const oro_part *part, bool (*fn)(void *user, oro_number_type type, const void *at, int64_t count),
                     void *user) {
    if (!part->data) return true;
    if (!part->stride) return fn(user, part->type, part->data, oro_part_count(part));
    size_t step = (size_t)part->stride * oro_part_number_size(part);
    for (int64_t row = 0; row < part->sides[0]; row++)
        if (!fn(user, part->type, (const char *)part->data + (size_t)row * step, part->sides[1])) return false;
    return true;
}

static bool hash_run(void *user, oro_number_type type, const void *at, int64_t count) {
    oro_hash *h = user;
    if (type == ORO_U8) {
        *h = oro_hash_bytes(*h, at, (size_t)count);
        return true;
    }
    for (int64_t i = 0; i < count; i++)
        *h = type == ORO_F32   ? oro_hash_float(*h, ((const float *)at)[i])
             : type == ORO_F64 ? oro_hash_double(*h, ((const double *)at)[i])
                               : oro_hash_u64(*h, ((const uint32_t *)at)[i]);
    return true;
}

oro_hash oro_kind_hash(const oro_kind_info *kind, oro_hash h, const void *data) {
    if (kind->hash) return kind->hash(h, data);
    oro_part parts[ORO_MAX_PARTS];
    int count = kind->parts(data, parts);
    for (int i = 0; i < count; i++) {
        h = oro_hash_text(h, parts[i].name);
        for (int32_t k = 0; k < parts[i].rank; k++) h = oro_hash_u64(h, (uint64_t)parts[i].sides[k]);
        each_run(&parts[i], hash_run, &h);
    }
    return h;
}

static bool finite_run(void *user, oro_number_type type, const void *at, int64_t count) {
    (void)user;
    for (int64_t i = 0; i < count; i++) {
        if (type == ORO_F32 && !isfinite(((const float *)at)[i])) return false;
        if (type == ORO_F64 && !isfinite(((const double *)at)[i])) return false;
    }
    return true;
}

bool oro_kind_is_finite(const oro_kind_info *kind, const void *data) {
    oro_part parts[ORO_MAX_PARTS];
    int count = kind->parts(data, parts);
    for (int i = 0; i < count; i++)
        if (!each_run(&parts[i], finite_run, NULL)) return false;
    return true;
}
