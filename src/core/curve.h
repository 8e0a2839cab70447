// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Graphs drawn by people: y as a function of x through a few points.
#ifndef ORO_CORE_CURVE_H
#define ORO_CORE_CURVE_H

#include "orogen/operator.h"

/// The curve's value at x: a cubic through the points that rises and falls only where they do (Fritsch and Carlson 1980),
/// constant outside them. With no points, x itself.
float oro_curve_at(const oro_curve *curve, float x);

#endif
