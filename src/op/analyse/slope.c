// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How steep the ground is, by central differences (one-sided at an edge that does not wrap). Reads 4 bytes a sample from
// memory, its neighbours from cache, and writes 4.

#include "op/op.h"
#include "core/math.cell.h"
#include "solve/stencil.h"

typedef struct slope {
    const oro_grid *height;
    oro_grid *result;
    oro_choice measure;
} slope;

static const oro_arg args[] = {
    ORO_ARG(slope, height, .unit = "m", .doc = "Terrain to measure."),
    ORO_ARG(slope, result, .unit = "any", .doc = "Steepness of every sample."),
    ORO_ARG(slope, measure, .choices = ORO_CHOICES("degrees", "percent", "ratio"),
            .doc = "Degrees from the horizontal, rise per 100 of run, or rise per run."),
};
