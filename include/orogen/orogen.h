// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Everything. See base.h for how to begin; examples/c/ has small programs.
#ifndef OROGEN_OROGEN_H
#define OROGEN_OROGEN_H

#include "base.h"
#include "build.h"
#include "curves.h"
#include "export.h"
#include "grid.h"
#include "io.h"
#include "kinds.h"
#include "mesh.h"
#include "operator.h"
#include "operators.h"
#include "points.h"
#include "ribbons.h"
#include "render.h"
#include "scene.h"
#include "volume.h"

#endif
