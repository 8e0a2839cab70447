// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From the screen to the world and back: which place lies under a pointer, and what part of the scene a node fills.

import * as THREE from 'three';
import { polylinesOf } from '../model/document';
import type { Studio } from '../studio';
import type { Heights, Vec3 } from './heights';
import { Marks } from './marks';
import { type Bounds, place, type Stage } from './stage';

/// Where a ray through a place of the camera's picture (-1 to 1) meets the ground, in world coordinates.
export function castFrom(camera: THREE.Camera, at: THREE.Vector2, heights: Heights, exaggeration: number): Vec3 | null {
    const world = (depth: number): Vec3 => {
        const v = new THREE.Vector3(at.x, at.y, depth).unproject(camera);
        return {
            x: v.x + heights.originX + 0.5 * heights.spanX,
            y: v.z + heights.originY + 0.5 * heights.spanY,
            z: v.y / exaggeration,
        };
    };
    const [a, b] = [world(-1), world(1)];
    return heights.cast(a, { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z });
}

export const boxOf = (stage: Stage, exaggeration: number, { min, max }: Bounds): THREE.Box3 =>
    new THREE.Box3().setFromPoints([place(stage, exaggeration, ...min), place(stage, exaggeration, ...max)]);

/// Around the places that the selected node names; empty where it names none.
export function boxOfNode(studio: Studio, heights: Heights | null, exaggeration: number): THREE.Box3 {
    const box = new THREE.Box3();
    const doc = studio.document;
    const node = studio.node(studio.selected);
    if (!doc || !node || !heights) return box;
    const points = polylinesOf(doc, studio.catalogue)
        .filter((l) => l.node === node.id)
        .flatMap((l) => l.points);
    if (points.length === 0 && typeof node.args.x === 'number' && typeof node.args.y === 'number')
        points.push({ x: node.args.x, y: node.args.y, z: null });
    return box.setFromPoints(points.map((p) => Marks.place(heights, exaggeration, p.x, p.y, p.z)));
}
