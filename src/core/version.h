// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which programs a library can serve; the rules stand in orogen/base.h.
#ifndef ORO_CORE_VERSION_H
#define ORO_CORE_VERSION_H

#include <stdbool.h>
#include <stdint.h>

/// Can a library of version `library` serve a program compiled for `program`? Both as ORO_VERSION_NUMBER. Before 1.0 only
/// the same minor version can, from then on any newer one of the same major; patches change nothing that is shared.
bool oro_serves_version(uint32_t library, uint32_t program);

#endif
