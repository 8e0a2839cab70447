// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A picture over the whole ground, north at its top: on the land, or flat above where it lies. Without any land it is flat, a
// metre a pixel. Its colours are shown as they are, without light.

import * as THREE from 'three';
import type { Part, Thing } from '../../model/frame';
import { type Bounds, place } from '../stage';
import type { Drawable, Setting } from './drawable';

const MOST_SIDE = 4096; // of a texture that every GPU takes
const MOST_PLACES = 513; // along a side of what is draped

export class ImageThing implements Drawable {
    readonly object = new THREE.Group();
    readonly bounds: Bounds;
    readonly covers = true;
    drape = true;
    private readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;

    constructor(thing: Thing) {
        const pixels = thing.parts.get('pixels')!;
        const [height = 1, width = 1] = pixels.sides;
        this.bounds = { min: [0, 0, 0], max: [width, height, 0] };
        const material = new THREE.MeshBasicMaterial({
            map: textureOf(pixels),
            side: THREE.DoubleSide,
            transparent: true,
        });
        this.mesh = new THREE.Mesh(new THREE.BufferGeometry(), material);
        this.mesh.frustumCulled = false;
        this.object.add(this.mesh);
    }

    put(setting: Setting): void {
        const { stage, exaggeration, heights } = setting;
        const draped = this.drape && heights ? heights : null;
        const columns = draped ? Math.min(draped.width, MOST_PLACES) : 2;
        const rows = draped ? Math.min(draped.height, MOST_PLACES) : 2;
        const places = new Float32Array(3 * columns * rows);
        const uvs = new Float32Array(2 * columns * rows);
        for (let j = 0, k = 0; j < rows; j++)
            for (let i = 0; i < columns; i++, k++) {
                const [u, v] = [i / (columns - 1), j / (rows - 1)];
                const x = stage.originX + u * stage.spanX;
                const y = stage.originY + v * stage.spanY;
                const p = place(stage, exaggeration, x, y, draped ? draped.at(x, y) : stage.min);
                places.set([p.x, p.y, p.z], 3 * k);
                uvs.set([u, v], 2 * k);
            }
        const { geometry } = this.mesh;
        geometry.setAttribute('position', new THREE.BufferAttribute(places, 3));
        geometry.setAttribute('uv', new THREE.BufferAttribute(uvs, 2));
        geometry.setIndex(new THREE.BufferAttribute(quads(columns, rows), 1));
    }

    dispose(): void {
        this.mesh.geometry.dispose();
        this.mesh.material.map?.dispose();
        this.mesh.material.dispose();
    }
}

function quads(columns: number, rows: number): Uint32Array {
    const corners = new Uint32Array(6 * (columns - 1) * (rows - 1));
    let k = 0;
    for (let j = 0; j + 1 < rows; j++)
        for (let i = 0; i + 1 < columns; i++) {
            const a = j * columns + i;
            corners.set([a, a + columns, a + 1, a + 1, a + columns, a + columns + 1], k);
            k += 6;
        }
    return corners;
}

/// Red, green, blue and opacity of a pixel; one channel is grey, two are grey and opacity.
export function rgbaOf({ sides, values }: Part, most = MOST_SIDE): { data: Uint8Array; width: number; height: number } {
    const [rows = 1, columns = 1, channels = 1] = sides;
    const step = Math.ceil(Math.max(rows, columns) / most); // every so many pixels, where it is too large
    const width = Math.ceil(columns / step);
    const height = Math.ceil(rows / step);
    const data = new Uint8Array(4 * width * height);
    const colour = channels >= 3 ? [0, 1, 2] : [0, 0, 0];
    const opacity = channels === 2 ? 1 : channels >= 4 ? 3 : -1;
    for (let y = 0, to = 0; y < height; y++)
        for (let x = 0; x < width; x++) {
            const from = (y * step * columns + x * step) * channels;
            for (const c of colour) data[to++] = values[from + c]!;
            data[to++] = opacity < 0 ? 255 : values[from + opacity]!;
        }
    return { data, width, height };
}

function textureOf(pixels: Part): THREE.DataTexture {
    const { data, width, height } = rgbaOf(pixels);
    const texture = new THREE.DataTexture(data as Uint8Array<ArrayBuffer>, width, height);
    texture.magFilter = texture.minFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    return texture;
}
