// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The piece of the world that the view shows, and how its metres become the scene's coordinates: x to the east, y up
// (exaggerated) and z to the south, with the middle of the land at zero.

import * as THREE from 'three';
import type { Heights } from './heights';

/// World metres, x to the east, y to the south, z up.
export interface Bounds {
    min: [number, number, number];
    max: [number, number, number];
}

/// Metres.
export interface Ground {
    origin: [number, number];
    extent: [number, number];
}

export interface Stage {
    originX: number;
    originY: number;
    spanX: number;
    spanY: number;
    min: number; // heights
    max: number;
}

/// The land where there is one, else what is shown without any: on the world's ground where it lies there, so that an edit moves
/// it and not the eye.
export function stageOf(heights: Heights | null, bounds: Bounds | null, world: Ground | null = null): Stage | null {
    if (heights) return heights;
    if (!bounds) return null;
    const { min, max } = bounds;
    const on = (k: 0 | 1) => {
        const middle = 0.5 * (min[k] + max[k]) - world!.origin[k];
        return middle >= 0 && middle <= world!.extent[k] && max[k] - min[k] <= 1.5 * world!.extent[k];
    };
    if (world && on(0) && on(1)) {
        const [[originX, originY], [spanX, spanY]] = [world.origin, world.extent];
        return { originX, originY, spanX, spanY, min: min[2], max: max[2] };
    }
    // A single point, or a line, has no extent of its own.
    const least = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2], 1) * 0.01;
    return {
        originX: min[0],
        originY: min[1],
        spanX: Math.max(max[0] - min[0], least),
        spanY: Math.max(max[1] - min[1], least),
        min: min[2],
        max: max[2],
    };
}

export function place(stage: Stage, exaggeration: number, x: number, y: number, z: number): THREE.Vector3 {
    return new THREE.Vector3(
        x - stage.originX - 0.5 * stage.spanX,
        z * exaggeration,
        y - stage.originY - 0.5 * stage.spanY,
    );
}

/// The same as a matrix for (x, y, z). `north`: y goes to the north, as in meshes.
export function placing(stage: Stage, exaggeration: number, north: boolean): THREE.Matrix4 {
    const x = -stage.originX - 0.5 * stage.spanX;
    const z = -stage.originY - 0.5 * stage.spanY;
    return new THREE.Matrix4().set(1, 0, 0, x, 0, 0, exaggeration, 0, 0, north ? -1 : 1, 0, z, 0, 0, 0, 1);
}

/// What places fill, whole numbers of x y z each; null where there is none that is finite.
export function boundsOf(positions: ArrayLike<number>, north: boolean): Bounds | null {
    const min: Bounds['min'] = [Infinity, Infinity, Infinity];
    const max: Bounds['max'] = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i + 2 < positions.length; i += 3)
        for (let k = 0; k < 3; k++) {
            const value = k === 1 && north ? 0 - positions[i + 1]! : positions[i + k]!;
            if (value < min[k]!) min[k] = value;
            if (value > max[k]!) max[k] = value;
        }
    return [...min, ...max].every(Number.isFinite) ? { min, max } : null;
}
