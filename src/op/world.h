// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a scene's world can say, as one table. The checks, --set of the command line, scene files, their schema and the
// editor's panel are all made from it, as an operator's are made from its own.
#ifndef ORO_OP_WORLD_H
#define ORO_OP_WORLD_H

#include "orogen/scene.h"

typedef enum oro_world_kind {
    ORO_WORLD_SIDES,  ///< two lengths, or one for both
    ORO_WORLD_POINT,  ///< two positions
    ORO_WORLD_SPAN,   ///< two heights, the lower first
    ORO_WORLD_SWITCH, ///< on or off
    ORO_WORLD_LEVEL,  ///< a height, or none
    ORO_WORLD_COUNT,  ///< a whole number
    ORO_WORLD_SEED,   ///< 64 bits
    ORO_WORLD_PLACE,  ///< a georeference, which files alone can say
} oro_world_kind;

typedef struct oro_world_key {
    const char *name;
    oro_world_kind kind;
    size_t at[2];  ///< of the members, in oro_world
    double def[2]; ///< what zero stands for
    double min, max, ui_min, ui_max;
    const char *unit, *doc;
    const char *takes;             ///< in words, before the range
    const char *as_text, *as_json; ///< an example on the command line and in a file
    bool log_scale;
    bool stated; ///< a new file says it even where it is the default
} oro_world_key;

enum { ORO_WORLD_KEYS = 8 };
extern const oro_world_key oro_world_table[ORO_WORLD_KEYS];

/// The value of a key, whatever its kind: up to two numbers (none: no sea), or a seed. A switch is 0 or 1.
typedef struct oro_world_value {
    int count;
    double number[2];
    uint64_t seed;
} oro_world_value;

/// Reads the value of a key that is no place.
oro_world_value oro_world_get(const oro_world *world, const oro_world_key *key);

/// Puts a value into a key that is no place. False, and nothing is changed, for one of another kind or out of its range.
bool oro_world_put(oro_world *world, const oro_world_key *key, oro_world_value value);

bool oro_world_same(const oro_world *a, const oro_world *b, const oro_world_key *key);

/// Reads all 64 bits of a seed, decimal digits alone.
bool oro_world_seed(const char *text, uint64_t *seed);

/// "two positions from -1e11 to 1e11 m, as 0,0": what a key takes, with an example. Returns `buffer`.
const char *oro_world_takes(const oro_world_key *key, const char *example, char *buffer, size_t size);

/// Fills in defaults and refuses worlds that cannot be; `where` stands before the key's name: "world/extent". NULL: nothing.
oro_status oro_world_check(oro_context *ctx, oro_world *world, const char *where);

#endif
