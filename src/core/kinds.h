// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What every module has to know of a kind of data (orogen/kinds.h lists them): what to call it, which arrays it is made of,
// how to free it. Results, caches, wires, schema, reference and files follow from this; none of them knows a kind by name,
// but for maps and numbers, which scenes and pictures are about.
//
// A kind's struct is empty when all its bytes are zero.
#ifndef ORO_CORE_KINDS_H
#define ORO_CORE_KINDS_H

#include "core/context.h"
#include "core/hash.h"
#include "orogen/grid.h"
#include "orogen/kinds.h"

typedef enum oro_number_type { ORO_F32, ORO_F64, ORO_U32, ORO_U8 } oro_number_type;

/// One array of a piece of data, slowest index first: 3 x 2 are three rows of two numbers.
typedef struct oro_part {
    const char *name; ///< in files: "positions"
    oro_number_type type;
    int32_t rank;     ///< 1 to 3
    int64_t sides[3]; ///< numbers along each index; those beyond the rank are 0
    ptrdiff_t stride; ///< of two indices: numbers from one row to the next; 0: rows without gaps
    const void *data; ///< may be NULL where there are no numbers
    bool in_struct;   ///< lies in the struct itself and is no memory of its own
} oro_part;

enum { ORO_MAX_PARTS = 24 };

/// A kind, described in src/core/kind_NAME.c as oro_kind_NAME.
typedef struct oro_kind_info {
    const char *name;   ///< in schema and catalogue: "grid"
    const char *noun;   ///< what people call one: "map"
    const char *plural; ///< "maps"
    const char *doc;    ///< a sentence
    const char *type;   ///< in C: "oro_grid"
    size_t size;        ///< of that
    /// It is made of maps: the ground it covers is that of the maps beside it.
    bool of_maps;
    /// Its arrays, the most telling first; returns how many, at most ORO_MAX_PARTS.
    int (*parts)(const void *data, oro_part *parts);
    /// Frees what it holds and leaves it empty, but for a geometry that was filled in before. Empty is fine.
    void (*release)(oro_context *ctx, void *data);
    /// Adds its numbers to a hash. NULL: those of its parts, with their shapes.
    oro_hash (*hash)(oro_hash h, const void *data);
    /// The ground it covers, as the geometry of a map; false: none. NULL: it covers none.
    bool (*ground)(const void *data, oro_grid *shape);
    /// Makes one of a terrain, for pictures of the reference, benchmarks and tests. NULL: operators do not take it.
    oro_status (*sample)(oro_context *ctx, const oro_grid *terrain, void *out);
    /// A few words about one: "1089 vertices, 2048 triangles".
    void (*describe)(const void *data, char *text, size_t size);
} oro_kind_info;

const oro_kind_info *oro_kind_of(oro_kind kind);

/// Memory behind the struct, bytes.
size_t oro_kind_bytes(const oro_kind_info *kind, const void *data);

/// Adds its numbers to a hash.
oro_hash oro_kind_hash(const oro_kind_info *kind, oro_hash h, const void *data);

/// Are all its numbers finite?
bool oro_kind_is_finite(const oro_kind_info *kind, const void *data);

/// Numbers of a part, and bytes of one.
int64_t oro_part_count(const oro_part *part);
size_t oro_part_number_size(const oro_part *part);

#endif
