// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A mesh in the light of the view's sun and sky, with its edges where they are asked for. Its own colours where it has any, else
// those of grown and bare ground. It throws its shadow on itself, so that overhangs and caves are seen as such. Arrays go to the
// GPU as they came: a matrix puts them in place. The back of a triangle is red: it should not be seen from outside.

import * as THREE from 'three';
import type { Thing } from '../../model/frame';
import { boxOf } from '../seeking';
import { type Bounds, boundsOf, placing } from '../stage';
import type { Drawable, Setting } from './drawable';

const VERTEX = `
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix, uShadowMatrix;
uniform float uExaggeration, uTexel;
in vec3 position, normal, colour;
out vec3 vPlace, vNormal, vUp, vColour, vShadow, vView;
void main() {
    vec4 at = modelMatrix * vec4(position, 1.0);
    vPlace = at.xyz;
    vUp = vec3(normal.x, normal.z, -normal.y); // y of meshes is north, z of the scene south
    vNormal = vec3(vUp.x, vUp.y / uExaggeration, vUp.z);
    vColour = colour;
    vec4 eye = inverse(viewMatrix) * vec4(0.0, 0.0, 0.0, 1.0);
    vView = projectionMatrix[3][3] > 0.5 ? (inverse(viewMatrix) * vec4(0.0, 0.0, 1.0, 0.0)).xyz : eye.xyz - at.xyz;
    // Looked up a little in front of the surface, so that it lies in no shadow of its own.
    vShadow = (uShadowMatrix * vec4(at.xyz + uTexel * normalize(vNormal + vec3(0.0, 1e-6, 0.0)), 1.0)).xyz;
    gl_Position = projectionMatrix * viewMatrix * at;
}`;

const FRAGMENT = `
precision highp float;
precision highp sampler2DShadow;
uniform vec3 uSun;
uniform float uSmooth, uColoured;
uniform sampler2DShadow uShadow;
in vec3 vPlace, vNormal, vUp, vColour, vShadow, vView;
out vec4 colour;
float lit() {
    vec3 p = vShadow * 0.5 + 0.5;
    float sum = 0.0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++) sum += texture(uShadow, p + vec3(1.3 * float(i), 1.3 * float(j), 0.0) / float(SHADOW));
    return sum / 9.0;
}
void main() {
    vec3 flat_ = normalize(cross(dFdx(vPlace), dFdy(vPlace)));
    vec3 n = uSmooth > 0.5 ? normalize(vNormal) : gl_FrontFacing ? flat_ : -flat_;
    float up = uSmooth > 0.5 ? normalize(vUp).y : n.y;
    if (!gl_FrontFacing) n = -n;
    // What is level and faces the sky is grown over, the rest is bare; what faces down never is.
    vec3 ground = mix(vec3(0.56, 0.53, 0.49), vec3(0.50, 0.55, 0.36), smoothstep(0.72, 0.9, up));
    ground = mix(ground, vec3(0.50, 0.45, 0.40), smoothstep(0.1, -0.5, up));
    if (uColoured > 0.5) ground = pow(clamp(vColour, 0.0, 1.0), vec3(1.0 / 2.2));
    if (!gl_FrontFacing) ground = vec3(0.56, 0.30, 0.25);
    float sun = max(dot(n, uSun), 0.0) * lit();
    float sky = 0.5 + 0.5 * n.y;
    float eye = max(dot(n, normalize(vView)), 0.0); // a little light from where one looks, for caves
    vec3 light = vec3(0.98, 0.92, 0.82) * sun + mix(vec3(0.20, 0.18, 0.16), vec3(0.40, 0.45, 0.52), sky) + 0.22 * eye;
    colour = vec4(ground * light, 1.0);
}`;

const SHADOW_VERTEX = `
precision highp float;
uniform mat4 modelMatrix, uShadowMatrix;
in vec3 position;
void main() { gl_Position = uShadowMatrix * (modelMatrix * vec4(position, 1.0)); }`;

const SHADOW_SIDE = 1024; // pixels

const EDGE = 0x16222e;

export class MeshThing implements Drawable {
    readonly object = new THREE.Group();
    readonly bounds: Bounds | null;
    readonly covers = true;
    private readonly geometry = new THREE.BufferGeometry();
    private readonly material: THREE.RawShaderMaterial;
    private readonly indices: Uint32Array;
    private edges: THREE.LineSegments | null = null;
    private readonly caster: THREE.RawShaderMaterial;
    private readonly shadow: THREE.WebGLRenderTarget;
    private readonly shadowScene = new THREE.Scene();
    private readonly shadowMesh: THREE.Mesh;
    private shadowed = false; // the shadow is of the present sun and place
    private setting: Setting | null = null;

    constructor(thing: Thing) {
        const positions = thing.parts.get('positions')?.values as Float32Array;
        const normals = thing.parts.get('normals')?.values as Float32Array | undefined;
        const colours = thing.parts.get('colours')?.values as Float32Array | undefined;
        this.indices = thing.parts.get('indices')?.values as Uint32Array;
        this.bounds = boundsOf(positions, true);
        this.geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
        this.geometry.setAttribute('normal', new THREE.BufferAttribute(normals ?? positions, 3));
        this.geometry.setAttribute('colour', new THREE.BufferAttribute(colours ?? positions, 3));
        this.geometry.setIndex(new THREE.BufferAttribute(this.indices, 1));
        const depth = new THREE.DepthTexture(SHADOW_SIDE, SHADOW_SIDE, THREE.UnsignedIntType);
        depth.compareFunction = THREE.LessEqualCompare;
        depth.magFilter = depth.minFilter = THREE.LinearFilter;
        this.shadow = new THREE.WebGLRenderTarget(SHADOW_SIDE, SHADOW_SIDE, { depthTexture: depth });
        const uShadowMatrix = { value: new THREE.Matrix4() };
        this.material = new THREE.RawShaderMaterial({
            glslVersion: THREE.GLSL3,
            defines: { SHADOW: SHADOW_SIDE },
            uniforms: {
                uShadowMatrix,
                uShadow: { value: depth },
                uTexel: { value: 0 },
                uColoured: { value: colours ? 1 : 0 },
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
        this.caster = new THREE.RawShaderMaterial({
            glslVersion: THREE.GLSL3,
            uniforms: { uShadowMatrix },
            vertexShader: SHADOW_VERTEX,
            fragmentShader: 'precision highp float; void main() {}',
            side: THREE.DoubleSide,
            polygonOffset: true,
            polygonOffsetFactor: 2,
            polygonOffsetUnits: 4,
        });
        this.shadowMesh = new THREE.Mesh(this.geometry, this.caster);
        this.shadowMesh.frustumCulled = false;
        this.shadowMesh.matrixAutoUpdate = false;
        this.shadowScene.add(this.shadowMesh);
        const mesh = new THREE.Mesh(this.geometry, this.material);
        mesh.frustumCulled = false;
        this.object.add(mesh);
        this.object.matrixAutoUpdate = false;
    }

    put(setting: Setting): void {
        const { stage, exaggeration } = setting;
        this.setting = setting;
        this.shadowed = false;
        this.object.matrix.copy(placing(stage, exaggeration, true));
        this.object.matrixWorldNeedsUpdate = true;
        this.material.uniforms.uExaggeration!.value = exaggeration;
    }

    light(sun: THREE.Vector3): void {
        (this.material.uniforms.uSun!.value as THREE.Vector3).copy(sun);
        this.shadowed = false;
    }

    /// Draws the mesh as the sun sees it, where sun or place are other ones than the last time.
    prepare(renderer: THREE.WebGLRenderer): void {
        if (this.shadowed || !this.bounds || !this.setting) return;
        this.shadowed = true;
        const sphere = boxOf(this.setting.stage, this.setting.exaggeration, this.bounds).getBoundingSphere(
            new THREE.Sphere(),
        );
        const radius = Math.max(sphere.radius, 1e-6);
        const camera = new THREE.OrthographicCamera(-radius, radius, radius, -radius, 0, 2 * radius);
        const sun = this.material.uniforms.uSun!.value as THREE.Vector3;
        if (Math.abs(sun.y) > 0.999) camera.up.set(0, 0, -1);
        camera.position.copy(sphere.center).addScaledVector(sun, radius);
        camera.lookAt(sphere.center);
        camera.updateMatrixWorld();
        const matrix = this.material.uniforms.uShadowMatrix!.value as THREE.Matrix4;
        matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
        this.material.uniforms.uTexel!.value = (3 * radius) / SHADOW_SIDE;
        this.shadowMesh.matrix.copy(this.object.matrix);
        this.shadowMesh.matrixWorldNeedsUpdate = true;
        const target = renderer.getRenderTarget();
        const scissor = renderer.getScissorTest();
        renderer.setRenderTarget(this.shadow);
        renderer.setScissorTest(false);
        renderer.clear();
        renderer.render(this.shadowScene, camera);
        renderer.setRenderTarget(target);
        renderer.setScissorTest(scissor);
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
        this.caster.dispose();
        this.shadow.depthTexture?.dispose();
        this.shadow.dispose();
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
