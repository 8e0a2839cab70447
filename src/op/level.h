// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// noise/, solve/ and op/ are compiled once per CPU level with ORO_LEVEL set to its name. Whatever they export carries the
// level in its symbol, so that the copies live side by side; everything else in them is static.
#ifndef ORO_OP_LEVEL_H
#define ORO_OP_LEVEL_H

#ifndef ORO_LEVEL
#define ORO_LEVEL baseline
#endif
#define ORO_PASTE_(a, b)   a##_##b
#define ORO_PASTE(a, b)    ORO_PASTE_(a, b)
#define ORO_AT_LEVEL(name) ORO_PASTE(name, ORO_LEVEL)

#endif
