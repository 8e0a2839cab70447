// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The table of operators of one CPU level: the only symbol a level exports besides the operators themselves.

#include "op/op.h"

#define OP(family, name) extern const oro_operator ORO_AT_LEVEL(oro_operator_##name);
#include "op/ops.def"
#undef OP

#define OP(family, name) &ORO_AT_LEVEL(oro_operator_##name),
const oro_operator *const ORO_AT_LEVEL(oro_operators)[] = {
#include "op/ops.def"
};
