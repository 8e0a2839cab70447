// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which patches to draw. A square over the terrain is split into four wherever the eye is nearer than REACH times its size,
// down to patches whose quads are as large as a sample.

export const QUADS = 32;
/// Large enough that a patch has slid fully onto the coarser grid before a coarser neighbour begins (see the shader).
export const REACH = 3.5;

export interface Eye {
    x: number;
    y: number; // up
    z: number;
}

export interface Ground {
    spanX: number;
    spanZ: number;
    cell: number;
    low: number;
    high: number;
}

/// Fills `out` with corner x, corner z, size of each patch and returns how many there are.
export function choosePatches(
    ground: Ground,
    eye: Eye,
    out: Float32Array,
    visible: (x: number, z: number, size: number) => boolean,
): number {
    const root = Math.max(ground.spanX, ground.spanZ);
    const least = QUADS * ground.cell;
    const most = Math.floor(out.length / 3);
    let count = 0;
    const halfX = 0.5 * ground.spanX;
    const halfZ = 0.5 * ground.spanZ;
    const visit = (x: number, z: number, size: number): void => {
        if (x >= halfX || z >= halfZ || !visible(x, z, size)) return;
        const dx = Math.max(x - eye.x, 0, eye.x - (x + size));
        const dz = Math.max(z - eye.z, 0, eye.z - (z + size));
        const dy = Math.max(ground.low - eye.y, 0, eye.y - ground.high);
        if (size > least * 1.01 && Math.hypot(dx, dy, dz) < REACH * size) {
            const half = 0.5 * size;
            visit(x, z, half);
            visit(x + half, z, half);
            visit(x, z + half, half);
            visit(x + half, z + half, half);
            return;
        }
        if (count < most) out.set([x, z, size], 3 * count++);
    };
    visit(-halfX, -halfZ, root);
    return count;
}
