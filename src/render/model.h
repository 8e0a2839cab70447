// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh ready to be drawn: in the picture's frame, finite, with normals.
#ifndef ORO_RENDER_MODEL_H
#define ORO_RENDER_MODEL_H

#include "ground.h"
#include "orogen/mesh.h"

typedef struct model {
    mesh_view view;                              ///< what is drawn; its uvs are those of the mesh it was made from
    float *positions, *normals, *corner_normals; ///< owned; NULL: none
    uint32_t *indices;                           ///< owned
} model;

/// Makes a model of a mesh, heights multiplied by `factor`. oro_model_free() is due in any case.
oro_status oro_model_make(oro_context *ctx, const oro_mesh *mesh, float factor, model *m);
void oro_model_free(oro_context *ctx, model *m);

#endif
