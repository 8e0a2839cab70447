// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Curves as lines and points as dots, over the land they belong to; faint where it hides them. Those that say no heights (all
// are 0) lie on the land, as far as there is one.

import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Thing } from '../../model/frame';
import { type Bounds, boundsOf, place } from '../stage';
import type { Drawable, Setting } from './drawable';

const CURVES = 0xffd166;
const POINTS = 0xff7ab6;

const saysNoHeights = (positions: ArrayLike<number>): boolean => {
    for (let i = 2; i < positions.length; i += 3) if (positions[i] !== 0) return false;
    return true;
};

/// Puts places into the scene, on the land where they are draped.
export function placeAll(positions: ArrayLike<number>, setting: Setting, drape: boolean): Float32Array {
    const { stage, exaggeration, heights } = setting;
    const placed = new Float32Array(positions.length);
    for (let i = 0; i + 2 < positions.length; i += 3) {
        const [x, y] = [positions[i]!, positions[i + 1]!];
        const z = drape && heights ? heights.at(x, y) : positions[i + 2]!;
        const p = place(stage, exaggeration, x, y, z);
        placed[i] = p.x;
        placed[i + 1] = p.y;
        placed[i + 2] = p.z;
    }
    return placed;
}

/// Pairs of places, one for every straight piece: curve i has those from starts[i] to before starts[i + 1].
export function piecesOf(placed: Float32Array, starts: ArrayLike<number>): Float32Array {
    const pieces: number[] = [];
    for (let c = 0; c + 1 < starts.length; c++)
        for (let k = starts[c]!; k + 1 < starts[c + 1]!; k++) pieces.push(...placed.subarray(3 * k, 3 * k + 6));
    return Float32Array.from(pieces);
}

abstract class Places implements Drawable {
    readonly object = new THREE.Group();
    readonly bounds: Bounds | null;
    readonly covers = false;
    drape: boolean;
    protected readonly positions: Float32Array;

    constructor(thing: Thing) {
        this.positions = thing.parts.get('positions')?.values as Float32Array;
        this.bounds = boundsOf(this.positions, false);
        this.drape = saysNoHeights(this.positions);
    }

    abstract put(setting: Setting): void;

    dispose(): void {
        for (const child of this.object.children as THREE.Mesh[]) {
            child.geometry.dispose();
            (child.material as THREE.Material).dispose();
        }
        this.object.clear();
    }
}

export class CurvesThing extends Places {
    private readonly starts: Uint32Array;

    constructor(thing: Thing) {
        super(thing);
        this.starts = thing.parts.get('starts')?.values as Uint32Array;
    }

    override put(setting: Setting): void {
        this.dispose();
        const geometry = new LineSegmentsGeometry();
        geometry.setPositions(piecesOf(placeAll(this.positions, setting, this.drape), this.starts));
        for (const hidden of [true, false]) {
            const material = new LineMaterial({
                color: CURVES,
                linewidth: 2.5,
                transparent: true,
                opacity: hidden ? 0.35 : 1,
                depthTest: !hidden,
                depthWrite: false,
            });
            const lines = new LineSegments2(geometry, material);
            lines.frustumCulled = false;
            this.object.add(lines);
        }
    }

    fit(width: number, height: number): void {
        for (const child of this.object.children as LineSegments2[]) child.material.resolution.set(width, height);
    }
}

export class PointsThing extends Places {
    override put(setting: Setting): void {
        this.dispose();
        const geometry = new THREE.BufferGeometry();
        const placed = placeAll(this.positions, setting, this.drape);
        geometry.setAttribute('position', new THREE.BufferAttribute(placed, 3));
        for (const hidden of [true, false]) {
            const material = new THREE.PointsMaterial({
                color: POINTS,
                size: 5 * Math.min(globalThis.devicePixelRatio ?? 1, 2),
                sizeAttenuation: false,
                transparent: true,
                opacity: hidden ? 0.35 : 1,
                depthTest: !hidden,
                depthWrite: false,
            });
            const points = new THREE.Points(geometry, material);
            points.frustumCulled = false;
            this.object.add(points);
        }
    }
}
