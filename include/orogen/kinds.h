// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The kinds of data that go from operator to operator: KIND(NAME, name, C type). A row makes ORO_NAME_IN and ORO_NAME_OUT,
// the types of arguments that are `const TYPE *` and `TYPE *`, and asks for oro_kind_name, which describes the kind
// (src/core/kinds.h). Where a node makes several, plainly naming it means the first by this list.
#ifndef OROGEN_KINDS_H
#define OROGEN_KINDS_H

// clang-format off
#define ORO_STRUCT_KINDS(KIND)                                                                                         \
    KIND(GRID, grid, oro_grid)                                                                                         \
    KIND(PYRAMID, pyramid, oro_pyramid)                                                                                \
    KIND(MESH, mesh, oro_mesh)                                                                                         \
    KIND(IMAGE, image, oro_image)                                                                                      \
    KIND(VOLUME, volume, oro_volume)                                                                                   \
    KIND(CURVES, curves, oro_curves)                                                                                   \
    KIND(RIBBONS, ribbons, oro_ribbons)                                                                                \
    KIND(POINTS, points, oro_points)

#define ORO_KINDS(KIND)                                                                                                \
    ORO_STRUCT_KINDS(KIND)                                                                                             \
    KIND(VALUE, value, double)
// clang-format on

#define ORO_DECLARE_KIND(NAME, name, type) typedef struct type type;
ORO_STRUCT_KINDS(ORO_DECLARE_KIND)
#undef ORO_DECLARE_KIND

#define ORO_NUMBER_KIND(NAME, name, type) ORO_KIND_##NAME,
typedef enum oro_kind { ORO_KINDS(ORO_NUMBER_KIND) ORO_KIND_COUNT } oro_kind;
#undef ORO_NUMBER_KIND

#endif
