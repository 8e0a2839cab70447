// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The terrain on the GPU: heights in one float texture, displaced in the vertex shader; its light, the sea and the sky. Geometry is built once; a new height map only fills textures.

import * as THREE from 'three';
import { SHADING, type Shading } from '../model/modes';
import { type Heights, quantile } from './heights';
import { choosePatches, QUADS, REACH } from './lod';
import { classTexture, rampTexture } from './ramps';
import * as shaders from './shaders';

const MAX_PATCHES = 2048;
const LIGHT_MAX = 1024; // samples along the map of light

export interface Look {
    shading: Shading;
    range: [number, number];
    contour: number;
    snowLine: number;
}

export class Terrain {
    readonly scene = new THREE.Scene();
    private readonly uniforms: Record<string, THREE.IUniform>;
    private readonly patches = new Float32Array(MAX_PATCHES * 3);
    private readonly patchAttribute: THREE.InstancedBufferAttribute;
    private readonly ground: THREE.InstancedBufferGeometry;
    private readonly water: THREE.Mesh;
    private readonly waterSides: THREE.Group;
    private readonly land = new THREE.Group(); // all but the sky
    private readonly wide: THREE.IUniform<number> = { value: 1 };
    private readonly lightScene = new THREE.Scene();
    private readonly lightMaterial: THREE.RawShaderMaterial;
    private lightTarget: THREE.WebGLRenderTarget;
    private lightIsOld = true;
    private heights: Heights | null = null;
    exaggeration = 1;
    sea: number | null = null;
    patchCount = 0;

    constructor(renderer: THREE.WebGLRenderer) {
        const linear = renderer.extensions.has('OES_texture_float_linear');
        const defines = linear ? { LINEAR: 1 } : {};
        const blank = floatTexture(new Float32Array(4), 2, 2, linear);
        this.lightTarget = lightTarget(2, 2);
        this.uniforms = {
            uHeight: { value: blank },
            uOverlay: { value: blank },
            uWater: { value: blank },
            uHasWater: { value: 0 },
            uWet: { value: 0.2 },
            uClasses: { value: classTexture([]) },
            uLight: { value: this.lightTarget.texture },
            uRamps: { value: rampTexture() },
            uSamples: { value: new THREE.Vector2(2, 2) },
            uSpan: { value: new THREE.Vector2(1, 1) },
            uCell: { value: 1 },
            uExaggeration: { value: 1 },
            uEye: { value: new THREE.Vector3() },
            uSun: { value: new THREE.Vector3(0.5, 0.6, -0.4).normalize() },
            uSunColour: { value: new THREE.Vector3(3, 2.8, 2.5) },
            uSkyColour: { value: new THREE.Vector3(0.3, 0.5, 0.9) },
            uHorizonColour: { value: new THREE.Vector3(0.7, 0.8, 0.9) },
            uHaze: { value: 1e-5 },
            uSea: { value: -1e10 },
            uMode: { value: 0 },
            uRange: { value: new THREE.Vector2(0, 1) },
            uHeights: { value: new THREE.Vector2(0, 1) },
            uSnowLine: { value: 1e9 },
            uContour: { value: 0 },
            uQuads: { value: QUADS },
            uReach: { value: REACH },
            uSteps: { value: 64 },
            uTop: { value: 1 },
            uFoot: { value: 0 },
            uWalls: { value: 0 },
            uFloor: { value: 100 },
            uBack: { value: new THREE.Matrix4() },
            uBackdrop: { value: new THREE.Vector3(-1, 0, 0) },
        };
        const material = (vertexShader: string, fragmentShader: string, extra: Record<string, THREE.IUniform> = {}) =>
            new THREE.RawShaderMaterial({
                glslVersion: THREE.GLSL3,
                uniforms: { ...this.uniforms, ...extra },
                defines,
                vertexShader,
                fragmentShader,
            });

        this.ground = patchGeometry();
        this.patchAttribute = new THREE.InstancedBufferAttribute(this.patches, 3);
        this.patchAttribute.setUsage(THREE.DynamicDrawUsage);
        this.ground.setAttribute('aPatch', this.patchAttribute);
        this.ground.instanceCount = 0;
        const groundMesh = new THREE.Mesh(this.ground, material(shaders.GROUND_VERTEX, shaders.GROUND_FRAGMENT));
        groundMesh.frustumCulled = false;
        this.land.add(groundMesh);
        this.scene.add(this.land);

        this.waterSides = new THREE.Group();
        for (const side of SIDES) {
            const sideMaterial = material(shaders.WATER_SIDE_VERTEX, shaders.WATER_FRAGMENT, {
                uSide: { value: 1 },
                uWide: { value: 1 },
            });
            sideMaterial.side = THREE.DoubleSide;
            sideMaterial.transparent = true;
            this.waterSides.add(never(new THREE.Mesh(edgeGeometry(side), sideMaterial)));
        }
        this.land.add(this.waterSides);

        const waterMaterial = material(shaders.WATER_VERTEX, shaders.WATER_FRAGMENT, {
            uSide: { value: 0 },
            uWide: this.wide,
        });
        waterMaterial.transparent = true;
        waterMaterial.depthWrite = false;
        waterMaterial.side = THREE.DoubleSide;
        const plane = new THREE.PlaneGeometry(1, 1, 1, 1);
        plane.rotateX(-Math.PI / 2);
        this.water = never(new THREE.Mesh(plane, waterMaterial));
        this.water.renderOrder = 2;
        this.land.add(this.water);

        const skyMaterial = material(shaders.SKY_VERTEX, shaders.SKY_FRAGMENT);
        skyMaterial.depthWrite = false;
        skyMaterial.depthTest = false;
        const sky = never(new THREE.Mesh(wholeScreen(), skyMaterial));
        sky.renderOrder = -1;
        this.scene.add(sky);

        this.lightMaterial = material(shaders.LIGHT_VERTEX, shaders.LIGHT_FRAGMENT);
        this.lightScene.add(never(new THREE.Mesh(wholeScreen(), this.lightMaterial)));
        this.linear = linear;
    }
    private readonly linear: boolean;

    /// New heights; `overlay` and `water` are of the same size or null.
    setHeights(heights: Heights, sea: number | null): void {
        const before = this.heights;
        this.heights = heights;
        this.sea = sea;
        const u = this.uniforms;
        if (before && before.width === heights.width && before.height === heights.height) {
            const texture = u.uHeight!.value as THREE.DataTexture;
            texture.image.data = heights.data as Float32Array<ArrayBuffer>;
            texture.needsUpdate = true;
        } else this.replace('uHeight', floatTexture(heights.data, heights.width, heights.height, this.linear));
        (u.uSamples!.value as THREE.Vector2).set(heights.width, heights.height);
        (u.uSpan!.value as THREE.Vector2).set(heights.spanX, heights.spanY);
        u.uCell!.value = heights.cell;
        (u.uHeights!.value as THREE.Vector2).set(heights.min, heights.max);
        u.uSea!.value = sea ?? -1e10;
        const extent = Math.max(heights.spanX, heights.spanY);
        u.uFoot!.value = heights.min * this.exaggeration - 0.035 * extent;
        u.uFloor!.value = Math.max((sea ?? 0) - heights.min, 20);
        // Where most of the edge lies under the sea, the sea goes on to the horizon; else it is cut off with the terrain.
        const open = sea !== null && edgeBelow(heights, sea) > 0.6;
        this.wide.value = open ? 60 : 1;
        this.water.visible = sea !== null && heights.min < sea;
        this.waterSides.visible = this.water.visible && !open;
        u.uWalls!.value = open ? 0 : 1;
        this.lightIsOld = true;
    }

    /// 1: in full. Below, the map of light is coarser too.
    setQuality(quality: number): void {
        const heights = this.heights;
        if (!heights) return;
        const most = quality < 1 ? Math.max(96, LIGHT_MAX * quality * 0.25) : LIGHT_MAX;
        const w = Math.round(Math.min(heights.width, most));
        const h = Math.max(2, Math.round((w * heights.height) / heights.width));
        if (this.lightTarget.width === w && this.lightTarget.height === h) return;
        // A finer map of the same light need not be given up for a coarse one while only the camera moves.
        if (quality < 1 && !this.lightIsOld) return;
        this.lightTarget.dispose();
        this.lightTarget = lightTarget(w, h);
        this.uniforms.uLight!.value = this.lightTarget.texture;
        this.uniforms.uSteps!.value = quality < 1 ? 32 : 64;
        this.lightIsOld = true;
    }

    setOverlay(data: Float32Array | Uint8Array | null, width: number, height: number): void {
        if (!data) return;
        if (data instanceof Float32Array) {
            this.replace('uOverlay', floatTexture(data, width, height, this.linear));
            return;
        }
        const rgba = new Uint8Array(width * height * 4);
        for (let i = 0, j = 0; i < data.length; i += 3, j += 4) {
            rgba[j] = data[i]!;
            rgba[j + 1] = data[i + 1]!;
            rgba[j + 2] = data[i + 2]!;
            rgba[j + 3] = 255;
        }
        const texture = new THREE.DataTexture(rgba, width, height);
        texture.magFilter = texture.minFilter = THREE.LinearFilter;
        texture.needsUpdate = true;
        this.replace('uOverlay', texture);
    }

    /// Colours of the classes from 1 on; numbers beyond them take those of the page.
    setClasses(colours: readonly string[]): void {
        this.replace('uClasses', classTexture(colours));
    }

    /// Depth of water over the ground, of the size of the heights. What lies on most of the land above the sea is a film of
    /// rain: only what is far deeper is drawn.
    setWater(data: Float32Array | null, width: number, height: number): void {
        const ground = this.heights?.data;
        const sea = this.sea ?? Number.NEGATIVE_INFINITY;
        const film = (depth: number, i: number) => (ground && ground[i]! < sea ? Number.NaN : depth);
        this.uniforms.uHasWater!.value = data ? 1 : 0;
        if (data) this.uniforms.uWet!.value = Math.max(0.2, 3 * quantile(data, 0.6, film));
        if (data) this.replace('uWater', floatTexture(data, width, height, this.linear));
    }

    private replace(name: string, texture: THREE.Texture): void {
        const uniform = this.uniforms[name]!;
        const old = uniform.value as THREE.Texture;
        uniform.value = texture;
        // The first blank texture is shared by several names.
        if (old.image && (old.image as { width: number }).width > 2) old.dispose();
    }

    setLook(look: Look): void {
        const u = this.uniforms;
        u.uMode!.value = SHADING[look.shading];
        (u.uRange!.value as THREE.Vector2).set(...look.range);
        u.uContour!.value = look.contour;
        u.uSnowLine!.value = look.snowLine;
    }

    setExaggeration(value: number): void {
        if (value === this.exaggeration) return;
        this.exaggeration = value;
        this.uniforms.uExaggeration!.value = value;
        if (this.heights) {
            const extent = Math.max(this.heights.spanX, this.heights.spanY);
            this.uniforms.uFoot!.value = this.heights.min * value - 0.035 * extent;
        }
        this.lightIsOld = true;
    }

    /// Degrees: azimuth clockwise from north, altitude above the horizon.
    setSun(azimuth: number, altitude: number): void {
        const a = (azimuth * Math.PI) / 180;
        const h = (altitude * Math.PI) / 180;
        const u = this.uniforms;
        (u.uSun!.value as THREE.Vector3).set(Math.sin(a) * Math.cos(h), Math.sin(h), -Math.cos(a) * Math.cos(h));
        // A low sun is red and weak, its sky pale at the horizon and dark above.
        const s = Math.max(Math.sin(h), 0);
        const day = Math.min(s / 0.35, 1);
        (u.uSunColour!.value as THREE.Vector3).set(
            2.75 * (0.55 + 0.45 * day),
            2.6 * (0.28 + 0.72 * day),
            2.35 * (0.12 + 0.88 * day),
        );
        (u.uSkyColour!.value as THREE.Vector3).set(0.17, 0.31, 0.58).multiplyScalar(0.35 + 0.65 * day);
        (u.uHorizonColour!.value as THREE.Vector3)
            .set(0.5 + 0.4 * (1 - day), 0.62 - 0.02 * (1 - day), 0.76 - 0.3 * (1 - day))
            .multiplyScalar(0.5 + 0.5 * day);
        this.lightIsOld = true;
    }

    /// Draws the scene into the part of the canvas that is set as viewport. `backdrop` null: the sky. `withGround` false: that
    /// alone, without ground and sea.
    render(
        renderer: THREE.WebGLRenderer,
        camera: THREE.Camera,
        backdrop: THREE.Color | null,
        withGround: boolean,
    ): void {
        const heights = this.heights;
        if (!heights) return;
        this.land.visible = withGround;
        camera.updateMatrixWorld();
        const u = this.uniforms;
        const eye = u.uEye!.value as THREE.Vector3;
        eye.setFromMatrixPosition(camera.matrixWorld);
        u.uTop!.value = heights.max * this.exaggeration;
        if (this.lightIsOld) this.bake(renderer);
        const flat = (u.uBack!.value as THREE.Matrix4).copy(camera.matrixWorldInverse).setPosition(0, 0, 0);
        flat.premultiply(camera.projectionMatrix).invert();
        const b = u.uBackdrop!.value as THREE.Vector3;
        if (backdrop) b.set(backdrop.r, backdrop.g, backdrop.b);
        else b.set(-1, 0, 0);
        // A map shows no air.
        u.uHaze!.value = backdrop ? 0 : 0.055 / Math.max(heights.spanX, heights.spanY);
        const matrix = new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
        const frustum = new THREE.Frustum().setFromProjectionMatrix(matrix);
        const box = new THREE.Box3();
        const low = heights.min * this.exaggeration;
        const high = heights.max * this.exaggeration;
        this.patchCount = choosePatches(
            { spanX: heights.spanX, spanZ: heights.spanY, cell: heights.cell, low, high },
            eye,
            this.patches,
            (x, z, size) => {
                box.min.set(x, low - 0.05 * size, z);
                box.max.set(x + size, high, z + size);
                return frustum.intersectsBox(box);
            },
        );
        this.ground.instanceCount = this.patchCount;
        this.patchAttribute.needsUpdate = true;
        renderer.render(this.scene, camera);
    }

    private bake(renderer: THREE.WebGLRenderer): void {
        this.lightIsOld = false;
        const target = renderer.getRenderTarget();
        renderer.setRenderTarget(this.lightTarget);
        renderer.render(this.lightScene, new THREE.Camera());
        renderer.setRenderTarget(target);
    }
}

const SIDES: { from: [number, number]; to: [number, number] }[] = [
    { from: [-0.5, -0.5], to: [0.5, -0.5] },
    { from: [0.5, -0.5], to: [0.5, 0.5] },
    { from: [0.5, 0.5], to: [-0.5, 0.5] },
    { from: [-0.5, 0.5], to: [-0.5, -0.5] },
];

function never<T extends THREE.Object3D>(object: T): T {
    object.frustumCulled = false;
    return object;
}

function lightTarget(width: number, height: number): THREE.WebGLRenderTarget {
    return new THREE.WebGLRenderTarget(width, height, {
        format: THREE.RGBAFormat,
        type: THREE.UnsignedByteType,
        minFilter: THREE.LinearFilter,
        magFilter: THREE.LinearFilter,
        depthBuffer: false,
    });
}

function floatTexture(data: Float32Array, width: number, height: number, linear: boolean): THREE.DataTexture {
    const texture = new THREE.DataTexture(
        data as Float32Array<ArrayBuffer>,
        width,
        height,
        THREE.RedFormat,
        THREE.FloatType,
    );
    texture.internalFormat = 'R32F';
    texture.magFilter = texture.minFilter = linear ? THREE.LinearFilter : THREE.NearestFilter;
    texture.needsUpdate = true;
    return texture;
}

function wholeScreen(): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
    return geometry;
}

/// A grid of QUADS by QUADS quads and a skirt around it that hides what rounding leaves open; at the edge of the map it is
/// the wall down to the foot, so that wall and ground meet at any level of detail.
function patchGeometry(): THREE.InstancedBufferGeometry {
    const side = QUADS + 1;
    const places: number[] = [];
    const corners: number[] = [];
    for (let j = 0; j < side; j++) for (let i = 0; i < side; i++) places.push(i / QUADS, 0, j / QUADS);
    for (let j = 0; j < QUADS; j++)
        for (let i = 0; i < QUADS; i++) {
            const a = j * side + i;
            corners.push(a, a + side, a + 1, a + 1, a + side, a + side + 1);
        }
    const rim: number[] = [];
    for (let i = 0; i < QUADS; i++) rim.push(i);
    for (let j = 0; j < QUADS; j++) rim.push(j * side + QUADS);
    for (let i = QUADS; i > 0; i--) rim.push(QUADS * side + i);
    for (let j = QUADS; j > 0; j--) rim.push(j * side);
    const first = places.length / 3;
    for (const v of rim) places.push(places[3 * v]!, 1, places[3 * v + 2]!);
    for (let k = 0; k < rim.length; k++) {
        const n = (k + 1) % rim.length;
        corners.push(rim[k]!, rim[n]!, first + k, first + k, rim[n]!, first + n);
    }
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    geometry.setIndex(corners);
    return geometry;
}

function edgeGeometry(side: (typeof SIDES)[number]): THREE.BufferGeometry {
    const steps = 512;
    const places: number[] = [];
    const corners: number[] = [];
    for (let i = 0; i <= steps; i++) {
        const t = i / steps;
        const x = side.from[0] + (side.to[0] - side.from[0]) * t;
        const z = side.from[1] + (side.to[1] - side.from[1]) * t;
        places.push(x, 0, z, x, 1, z);
        if (i < steps) corners.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(places, 3));
    geometry.setIndex(corners);
    return geometry;
}

/// Share of the map's edge that lies below a level.
function edgeBelow(heights: Heights, level: number): number {
    const { width: w, height: h, data } = heights;
    let below = 0;
    for (let i = 0; i < w; i++) below += Number(data[i]! < level) + Number(data[(h - 1) * w + i]! < level);
    for (let j = 0; j < h; j++) below += Number(data[j * w]! < level) + Number(data[j * w + w - 1]! < level);
    return below / (2 * (w + h));
}
