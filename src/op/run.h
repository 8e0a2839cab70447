// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Running one operator, for the callers: plain calls, scenes, tests, benchmarks.
#ifndef ORO_OP_RUN_H
#define ORO_OP_RUN_H

#include "op/op.h"

/// Runs `run->op` on a struct whose inputs are connected. Fills `run->shape`, prepares fields, files and seeds on a copy of
/// the struct, allocates outputs that have no data, and frees all scratch. The caller sets ctx, op, seed, progress, user,
/// and from/to (0 and 1 when this is the whole job). `world` gives the geometry for operators without inputs; NULL: the
/// first output's. ORO_PARTIAL: the operator ended early; the outputs are there, and oro_note_end() is due.
oro_status oro_run_operator(oro_run *run, const void *args, const oro_grid *world);

/// Sets the argument that says how far the run goes to where it ended, and says so: ORO_PARTIAL.
oro_status oro_note_end(const oro_run *run, void *args);

#endif
