// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Choosing the compiled copy of the operators: once, for a context, never inside an operator.
#ifndef ORO_CORE_CPU_H
#define ORO_CORE_CPU_H

#include "context.h"

/// Sets ctx->cpu from a name, the best one for NULL. Fails on an unknown name or a level this machine cannot run.
oro_status oro_cpu_choose(oro_context *ctx, const char *name);

#endif
