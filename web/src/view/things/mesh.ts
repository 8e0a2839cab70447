// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh in the light of the view's sun, with its edges where they are asked for. Arrays go to the GPU as they came: a matrix
// puts them in place. The back of a triangle is red: it should not be seen from outside.

import * as THREE from 'three';
import type { Thing } from '../../model/frame';
import { type Bounds, boundsOf, placing } from '../stage';
import type { Drawable, Setting } from './drawable';

const VERTEX = `
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
uniform float uExaggeration;
in vec3 position;
in vec3 normal;
out vec3 vPlace, vNormal;
void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    vPlace = at.xyz;
    vNormal = vec3(normal.x, normal.z / uExaggeration, -normal.y); // y of meshes is north, z of the scene south
    gl_Position = projectionMatrix * viewMatrix * at;
}`;

const FRAGMENT = `
precision highp float;
uniform vec3 uSun;
uniform float uSmooth;
in vec3 vPlace, vNormal;
out vec4 colour;
void main() {
    vec3 flat_ = normalize(cross(dFdx(vPlace), dFdy(vPlace)));
    vec3 n = uSmooth > 0.5 ? normalize(vNormal) : gl_FrontFacing ? flat_ : -flat_;
    if (!gl_FrontFacing) n = -n;
    float sun = max(dot(n, uSun), 0.0);
    float sky = 0.5 + 0.5 * n.y;
    vec3 ground = gl_FrontFacing ? vec3(0.72, 0.70, 0.66) : vec3(0.72, 0.30, 0.26);
    vec3 light = vec3(0.95, 0.9, 0.8) * sun + mix(vec3(0.16, 0.15, 0.14), vec3(0.34, 0.4, 0.48), sky);
    colour = vec4(ground * light, 1.0);
}`;

const EDGE = 0x16222e;

export class MeshThing implements Drawable {
    readonly object = new THREE.Group();
    readonly bounds: Bounds | null;
    readonly covers = true;
    private readonly geometry = new THREE.BufferGeometry();
    private readonly material: THREE.RawShaderMaterial;
    private readonly indices: Uint32Array;
    private edges: THREE.LineSegments | null = null;

    constructor(thing: Thing) {
        const positions = thing.parts.get('positions')?.values as Float32Array;
        const normals = thing.parts.get('normals')?.values as Float32Array | undefined;
        this.indices = thing.parts.get('indices')?.values as Uint32Array;
        this.bounds = boundsOf(positions, true);
        this.geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
        this.geometry.setAttribute('normal', new THREE.BufferAttribute(normals ?? positions, 3));
        this.geometry.setIndex(new THREE.BufferAttribute(this.indices, 1));
        this.material = new THREE.RawShaderMaterial({
            glslVersion: THREE.GLSL3,
            uniforms: {
                uSun: { value: new THREE.Vector3(0, 1, 0) },
                uExaggeration: { value: 1 },
                uSmooth: { value: normals ? 1 : 0 },
            },
            vertexShader: VERTEX,
            fragmentShader: FRAGMENT,
            side: THREE.DoubleSide,
            // Room for the edges, which lie in the same planes.
            polygonOffset: true,
            polygonOffsetFactor: 1,
            polygonOffsetUnits: 1,
        });
        const mesh = new THREE.Mesh(this.geometry, this.material);
        mesh.frustumCulled = false;
        this.object.add(mesh);
        this.object.matrixAutoUpdate = false;
    }

    put({ stage, exaggeration }: Setting): void {
        this.object.matrix.copy(placing(stage, exaggeration, true));
        this.object.matrixWorldNeedsUpdate = true;
        this.material.uniforms.uExaggeration!.value = exaggeration;
    }

    light(sun: THREE.Vector3): void {
        (this.material.uniforms.uSun!.value as THREE.Vector3).copy(sun);
    }

    setWire(on: boolean): void {
        if (on && !this.edges) {
            this.edges = this.lines();
            this.object.add(this.edges);
        }
        if (this.edges) this.edges.visible = on;
    }

    /// Edges that lie closer than pixels do would hide the mesh: the denser, the fainter.
    fit(_width: number, _height: number, metresPerPixel: number): void {
        if (!this.edges || !this.bounds) return;
        const { min, max } = this.bounds;
        const area = Math.max((max[0] - min[0]) * (max[1] - min[1]), 1e-12);
        const pixels = Math.sqrt((6 * area) / Math.max(this.indices.length, 1)) / metresPerPixel; // along an edge
        (this.edges.material as THREE.LineBasicMaterial).opacity = Math.min(Math.max(0.025 * pixels, 0.01), 0.9);
    }

    private lines(): THREE.LineSegments {
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute('position', this.geometry.getAttribute('position'));
        geometry.setIndex(new THREE.BufferAttribute(edgesOf(this.indices), 1));
        const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: EDGE, transparent: true }));
        lines.frustumCulled = false;
        return lines;
    }

    dispose(): void {
        this.geometry.dispose();
        this.material.dispose();
        this.edges?.geometry.dispose();
        (this.edges?.material as THREE.Material | undefined)?.dispose();
    }
}

/// Both ends of all three sides of every triangle.
export function edgesOf(triangles: Uint32Array): Uint32Array {
    const ends = new Uint32Array(2 * triangles.length);
    for (let i = 0, j = 0; i + 2 < triangles.length; i += 3) {
        const [a, b, c] = [triangles[i]!, triangles[i + 1]!, triangles[i + 2]!];
        ends[j++] = a;
        ends[j++] = b;
        ends[j++] = b;
        ends[j++] = c;
        ends[j++] = c;
        ends[j++] = a;
    }
    return ends;
}
