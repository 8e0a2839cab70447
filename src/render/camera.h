// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where a picture is taken from, and the rays of its pixels.
#ifndef ORO_RENDER_CAMERA_H
#define ORO_RENDER_CAMERA_H

#include "ground.h"
#include "orogen/render.h"

typedef struct camera {
    vec3 eye, forward, right, up;
    float half_width; ///< at distance 1 (perspective), or metres (orthographic)
    float aspect;     ///< width over height
    bool orthographic;
} camera;

/// Finds the camera of a description: a named view framed to the ground, or the one given. Never below the ground.
oro_status oro_camera_make(oro_context *ctx, camera *c, const ground *g, const oro_photo_desc *desc);

/// The ray through a place in the picture, x and y from 0 to 1 (left, top).
void oro_camera_ray(const camera *c, float x, float y, vec3 *origin, vec3 *direction);

/// Where a point appears, 0..1 from the left and the top; false behind the camera.
bool oro_camera_project(const camera *c, vec3 point, float *x, float *y);

#endif
