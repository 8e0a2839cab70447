// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ribbons as what they stand for: a translucent surface beside every curve, lighter where it faces the air, with the curve itself as
// a line. Seeds, which the surface passes through, and guidance, which only bends it, have different colours. One that is chosen
// stands out.

import * as THREE from 'three';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js';
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js';
import type { Thing } from '../../model/frame';
import { type Bounds, boundsOf, placing } from '../stage';
import type { Drawable, Setting } from './drawable';
import { placeAll } from './lines';

export const SEED = 0xf2a03d;
export const GUIDANCE = 0x4fa8e8;
const CHOSEN = 0xfff4d6;
const ALL = 'all';

const VERTEX = `
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position, normal, colour;
out vec3 vNormal, vColour;
void main() {
    vNormal = vec3(normal.x, normal.z, normal.y); // y of ribbons is south, as z of the scene
    vColour = colour;
    gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
}`;

const FRAGMENT = `
precision highp float;
uniform vec3 uSun;
uniform float uFaint;
in vec3 vNormal, vColour;
out vec4 colour;
void main() {
    float light = 0.75 + 0.35 * dot(normalize(vNormal), uSun);
    // y to the south mirrors: what is counter-clockwise in the world is not so in numbers.
    float air = gl_FrontFacing ? 0.5 : 1.0;
    colour = vec4(vColour * light * air, uFaint);
}`;

const colourOf = (role: number, chosen: boolean): number => (chosen ? CHOSEN : role & 1 ? SEED : GUIDANCE);
const rgb = (colour: number): [number, number, number] => [
    (colour >> 16) / 255,
    ((colour >> 8) & 255) / 255,
    (colour & 255) / 255,
];

/// Vertices of the edges that have this bit, two for each, and the curve each belongs to. An edge of two triangles comes once.
export function edgesWith(
    bit: number,
    set: boolean,
    triangles: ArrayLike<number>,
    edges: ArrayLike<number>,
    owners: ArrayLike<number>,
): { ends: number[]; owners: number[] } {
    const found = { ends: [] as number[], owners: [] as number[] };
    const seen = new Set<number>();
    for (let t = 0; t < edges.length; t++)
        for (let k = 0; k < 3; k++) {
            if (((edges[t]! & (bit << k)) !== 0) !== set) continue;
            const [a, b] = [triangles[3 * t + k]!, triangles[3 * t + ((k + 1) % 3)]!];
            const key = Math.min(a, b) * 2 ** 26 + Math.max(a, b);
            if (seen.has(key)) continue;
            seen.add(key);
            found.ends.push(a, b);
            found.owners.push(owners[t]!);
        }
    return found;
}

const INSIDE = 1;
const SPINE = 8;

export class RibbonsThing implements Drawable {
    readonly object = new THREE.Group();
    readonly bounds: Bounds | null;
    readonly covers = false;
    choices: { label: string; words: string[]; chosen: string };
    private readonly positions: Float32Array;
    private readonly triangles: Uint32Array;
    private readonly owners: Uint32Array;
    private readonly edges: Uint32Array;
    private readonly roles: Uint32Array;
    private readonly surface: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
    private readonly lines: LineSegments2[] = [];
    private setting: Setting | null = null;
    private called: string[] = [];

    constructor(thing: Thing) {
        const part = (name: string) => thing.parts.get(name)!.values;
        this.positions = part('positions') as Float32Array;
        this.triangles = part('triangles') as Uint32Array;
        this.owners = part('owners') as Uint32Array;
        this.edges = part('edges') as Uint32Array;
        this.roles = part('roles') as Uint32Array;
        this.bounds = boundsOf(this.positions, false);
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute('position', new THREE.BufferAttribute(this.positions, 3));
        geometry.setAttribute('normal', new THREE.BufferAttribute(part('normals') as Float32Array, 3));
        geometry.setAttribute('colour', new THREE.BufferAttribute(new Float32Array(this.positions.length), 3));
        geometry.setIndex(new THREE.BufferAttribute(this.triangles, 1));
        const material = new THREE.RawShaderMaterial({
            glslVersion: THREE.GLSL3,
            uniforms: { uSun: { value: new THREE.Vector3(0, 1, 0) }, uFaint: { value: 0.55 } },
            vertexShader: VERTEX,
            fragmentShader: FRAGMENT,
            side: THREE.DoubleSide,
            transparent: true,
            depthWrite: false,
        });
        this.surface = new THREE.Mesh(geometry, material);
        this.surface.frustumCulled = false;
        this.surface.matrixAutoUpdate = false;
        this.object.add(this.surface);
        this.choices = { label: 'curve', words: [ALL], chosen: ALL };
        this.names = [];
    }

    /// The document's names where there is one for every curve, else numbers.
    set names(given: string[]) {
        const known = given.length === this.roles.length;
        this.called = Array.from(this.roles, (role, i) => {
            const name = (known && given[i]) || `${i + 1}`;
            return `${name}, ${role & 1 ? 'seed' : 'guidance'}`;
        });
        this.choices = { ...this.choices, words: [ALL, ...this.called] };
        this.choose(this.choices.chosen);
    }

    choose(word: string): void {
        this.choices = { ...this.choices, chosen: this.choices.words.includes(word) ? word : ALL };
        this.colour();
        if (this.setting) this.put(this.setting);
    }

    private get chosen(): number {
        return this.called.indexOf(this.choices.chosen);
    }

    private colour(): void {
        const colours = this.surface.geometry.getAttribute('colour') as THREE.BufferAttribute;
        for (let i = 0; i < this.triangles.length; i++) {
            const owner = this.owners[Math.floor(i / 3)]!;
            colours.setXYZ(this.triangles[i]!, ...rgb(colourOf(this.roles[owner]!, owner === this.chosen)));
        }
        colours.needsUpdate = true;
    }

    light(sun: THREE.Vector3): void {
        (this.surface.material.uniforms.uSun!.value as THREE.Vector3).copy(sun);
    }

    put(setting: Setting): void {
        this.setting = setting;
        this.surface.matrix.copy(placing(setting.stage, setting.exaggeration, false));
        this.surface.matrixWorldNeedsUpdate = true;
        this.dropLines();
        const placed = placeAll(this.positions, setting, false);
        this.addLines(placed, SPINE, true, 2.5);
        this.addLines(placed, INSIDE, false, 1);
    }

    private addLines(placed: Float32Array, bit: number, set: boolean, width: number): void {
        const { ends, owners } = edgesWith(bit, set, this.triangles, this.edges, this.owners);
        if (ends.length === 0) return;
        const geometry = new LineSegmentsGeometry();
        geometry.setPositions(ends.flatMap((v) => [...placed.subarray(3 * v, 3 * v + 3)]));
        const colours = owners.flatMap((o) => {
            const colour = rgb(colourOf(this.roles[o]!, o === this.chosen));
            return [...colour, ...colour];
        });
        geometry.setColors(colours);
        for (const hidden of [true, false]) {
            const material = new LineMaterial({
                vertexColors: true,
                linewidth: width,
                transparent: true,
                opacity: (hidden ? 0.35 : 1) * (width > 1 ? 1 : 0.7),
                depthTest: !hidden,
                depthWrite: false,
            });
            const lines = new LineSegments2(geometry, material);
            lines.frustumCulled = false;
            this.lines.push(lines);
            this.object.add(lines);
        }
    }

    fit(width: number, height: number): void {
        for (const l of this.lines) l.material.resolution.set(width, height);
    }

    private dropLines(): void {
        for (const l of this.lines) {
            l.geometry.dispose();
            l.material.dispose();
        }
        this.object.remove(...this.lines);
        this.lines.length = 0;
    }

    dispose(): void {
        this.dropLines();
        this.surface.geometry.dispose();
        this.surface.material.dispose();
    }
}
