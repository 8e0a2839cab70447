// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The list of targets, and the sizes that they take.

#include "export/export.h"

#include <assert.h>
#include <stddef.h>

// --- sizes -------------------------------------------------------------------------------------------------------------------

enum { MOST_COMPONENTS = 32 };

/// Quads along a section and sections along a component, in the order they are tried: those of Epic's recommended sizes first.
static const int32_t unreal_sections[][2] = {{63, 2}, {127, 2}, {31, 2}, {15, 2},  {7, 2},  {255, 2},
                                             {63, 1}, {127, 1}, {31, 1}, {255, 1}, {15, 1}, {7, 1}};

bool oro_unreal_cut(int32_t width, int32_t height, oro_unreal_parts *out) {
    for (size_t i = 0; i < sizeof unreal_sections / sizeof *unreal_sections; i++) {
        int32_t quads = unreal_sections[i][0], sections = unreal_sections[i][1], step = quads * sections;
        int32_t x = (width - 1) / step, y = (height - 1) / step;
        if (x < 1 || y < 1 || x * step != width - 1 || y * step != height - 1) continue;
        if (x > MOST_COMPONENTS || y > MOST_COMPONENTS) continue;
        *out = (oro_unreal_parts){quads, sections, {x, y}};
        return true;
    }
    return false;
}

static bool is_power(int32_t n) { return n > 0 && (n & (n - 1)) == 0; }

bool oro_size_allowed(oro_size_rule rule, int32_t side) {
    oro_unreal_parts parts;
    if (side < 2 || side > ORO_MAX_SIDE) return false;
    switch (rule) {
    case ORO_SIZES_OF_TARGET:
    case ORO_SIZES_ANY: return true;
    case ORO_SIZES_POWER: return is_power(side);
    case ORO_SIZES_POWER_PLUS: return is_power(side - 1);
    case ORO_SIZES_UNREAL: return oro_unreal_cut(side, side, &parts);
    case ORO_SIZES_UNITY: return is_power(side - 1) && side >= 33 && side <= 4097;
    }
    return false;
}

#define WORDS_ANY    "any"
#define WORDS_UNREAL "components of sections; best 127, 253, 505, 1009, 2017, 4033, 8129"
#define WORDS_UNITY  "33, 65, 129, 257, 513, 1025, 2049, 4097"

static const int32_t OFFER_UNREAL[] = {127, 253, 505, 1009, 2017, 4033, 8129, 0};
static const int32_t OFFER_UNITY[] = {33, 65, 129, 257, 513, 1025, 2049, 4097, 0};
#define OFFER_ANY NULL

// --- the list ----------------------------------------------------------------------------------------------------------------

static const oro_target_row rows[] = {
#define ORO_SIZES(rule_)       .rule = ORO_SIZES_##rule_, .info.sizes = WORDS_##rule_, .info.offer = OFFER_##rule_
#define ORO_TARGET(name_, ...) {.info.name = #name_, .write = oro_target_##name_, __VA_ARGS__},
#include "export/targets.def"
#undef ORO_TARGET
#undef ORO_SIZES
};

enum { COUNT = sizeof rows / sizeof *rows };

const oro_target_row *oro_target_row_at(int index) {
    assert(index >= 0 && index < COUNT);
    return &rows[index];
}

int oro_target_count(void) { return COUNT; }

const oro_target *oro_target_at(int index) { return &oro_target_row_at(index)->info; }

void oro_target_sizes_near(const oro_target *target, int32_t samples, int32_t *below, int32_t *above) {
    oro_size_rule rule = ((const oro_target_row *)(const void *)target)->rule; // the first member of its row
    *below = samples < ORO_MAX_SIDE ? samples : ORO_MAX_SIDE;
    *above = samples < 2 ? 2 : samples + 1;
    while (*below >= 2 && !oro_size_allowed(rule, *below)) --*below;
    while (*above <= ORO_MAX_SIDE && !oro_size_allowed(rule, *above)) ++*above;
    if (*below < 2) *below = 0;
    if (*above > ORO_MAX_SIDE) *above = 0;
}
