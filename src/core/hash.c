// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Two 64-bit lanes, each multiplied by its own odd constant and folded with the other's high bits. Values enter as
// 64-bit words in a fixed order, so a hash is the same whatever the machine's byte order.

#include "hash.h"

#include <stdio.h>
#include <string.h>

static uint64_t rotate(uint64_t v, int bits) { return v << bits | v >> (64 - bits); }

oro_hash oro_hash_u64(oro_hash h, uint64_t value) {
    h.lo = (rotate(h.lo ^ value, 29) + h.hi) * 0x9fb21c651e98df25ULL;
    h.hi = (rotate(h.hi + value, 41) ^ (h.lo >> 32)) * 0xd6e8feb86659fd93ULL;
    return h;
}

oro_hash oro_hash_start(uint64_t purpose) {
    return oro_hash_u64((oro_hash){0x243f6a8885a308d3ULL, 0x13198a2e03707344ULL}, purpose);
}

oro_hash oro_hash_bytes(oro_hash h, const void *bytes, size_t count) {
    const uint8_t *p = bytes;
    h = oro_hash_u64(h, count);
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < count; k++) word |= (uint64_t)p[i + k] << (8 * k);
        h = oro_hash_u64(h, word);
    }
    return h;
}

oro_hash oro_hash_text(oro_hash h, const char *text) {
    return text ? oro_hash_bytes(h, text, strlen(text)) : oro_hash_u64(h, ~0ULL);
}

static uint32_t float_bits(float value) {
    if (value == 0.0f) return 0;
    if (value != value) return 0x7fc00000U;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

oro_hash oro_hash_float(oro_hash h, float value) { return oro_hash_u64(h, float_bits(value)); }

oro_hash oro_hash_double(oro_hash h, double value) {
    uint64_t bits;
    if (value == 0.0) value = 0.0;
    memcpy(&bits, &value, sizeof bits);
    return oro_hash_u64(h, value != value ? 0x7ff8000000000000ULL : bits);
}

oro_hash oro_hash_hash(oro_hash h, oro_hash other) { return oro_hash_u64(oro_hash_u64(h, other.hi), other.lo); }

oro_hash oro_hash_geometry(oro_hash h, const oro_grid *g) {
    h = oro_hash_u64(h, (uint64_t)(uint32_t)g->width << 32 | (uint32_t)g->height);
    h = oro_hash_u64(h, g->wrap);
    h = oro_hash_double(h, g->cell);
    h = oro_hash_double(h, g->origin_x);
    return oro_hash_double(h, g->origin_y);
}

oro_hash oro_grid_hash(const oro_grid *g) {
    oro_hash h = oro_hash_start(0x67726964); // "grid"
    h = oro_hash_u64(h, (uint64_t)(uint32_t)g->width << 32 | (uint32_t)g->height);
    for (int32_t y = 0; y < g->height; y++) {
        const float *row = oro_row(g, y);
        int32_t x = 0;
        for (; x + 1 < g->width; x += 2)
            h = oro_hash_u64(h, (uint64_t)float_bits(row[x]) << 32 | float_bits(row[x + 1]));
        if (x < g->width) h = oro_hash_float(h, row[x]);
    }
    return h;
}

void oro_hash_print(oro_hash h, char text[33]) {
    snprintf(text, 33, "%016llx%016llx", (unsigned long long)h.hi, (unsigned long long)h.lo);
}
