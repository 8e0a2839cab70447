// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A volume as its box and one cut through it, level or upright, moved by a slider; or looked into as a whole: as fog, denser where
// values are larger, or as the surface on which they have the slider's value. The samples are one texture on the GPU, so that moving
// any of it moves a number.

import * as THREE from 'three';
import type { Thing } from '../../model/frame';
import { RAMP_ROW, type RampName, rampTexture } from '../ramps';
import { type Bounds, placing } from '../stage';
import type { Drawable, Setting, Slider } from './drawable';

const VERTEX = `
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position;
out vec3 vPlace;
uniform vec3 uSamples;
uniform float uAt;
uniform int uAxis;
void main() {
    vec3 p = position; // 0 to 1 of the box
    p[uAxis] = uAt;
    vPlace = (p * (uSamples - 1.0) + 0.5) / uSamples; // samples sit on the box's faces
    gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(p, 1.0);
}`;

const FRAGMENT = `
precision highp float;
precision highp sampler3D;
uniform sampler3D uVolume;
uniform sampler2D uRamps;
uniform vec2 uRange;
uniform float uRow;
in vec3 vPlace;
out vec4 colour;
void main() {
    float value = texture(uVolume, vPlace).r;
    if (isnan(value)) discard;
    float t = clamp((value - uRange.x) / max(uRange.y - uRange.x, 1e-20), 0.0, 1.0);
    colour = vec4(texture(uRamps, vec2((t * 255.0 + 0.5) / 256.0, uRow)).rgb, 1.0);
}`;

// From the front of the box to its back along the ray of a pixel, in 0 to 1 of the box.
const MARCH_VERTEX = `
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position;
out vec3 vPlace, vRay;
out float vEye; // how far behind, in rays
void main() {
    mat4 toBox = inverse(viewMatrix * modelMatrix);
    vec3 eye = (toBox * vec4(0.0, 0.0, 0.0, 1.0)).xyz;
    vec3 ahead = (toBox * vec4(0.0, 0.0, -1.0, 0.0)).xyz;
    vPlace = position;
    bool parallel = projectionMatrix[3][3] > 0.5;
    vRay = parallel ? ahead : position - eye;
    vEye = parallel ? -1e9 : -1.0;
    gl_Position = projectionMatrix * viewMatrix * modelMatrix * vec4(position, 1.0);
}`;

const MARCH_FRAGMENT = `
precision highp float;
precision highp sampler3D;
uniform sampler3D uVolume;
uniform sampler2D uRamps;
uniform vec3 uSamples, uSize, uSun;
uniform vec2 uRange;
uniform float uRow, uLevel, uDensity, uBelow;
uniform int uFog;
in vec3 vPlace, vRay;
in float vEye;
out vec4 colour;
float at(vec3 p) { return texture(uVolume, (p * (uSamples - 1.0) + 0.5) / uSamples).r; }
float share(float value) { return clamp((value - uRange.x) / max(uRange.y - uRange.x, 1e-20), 0.0, 1.0); }
vec3 ramp(float t) { return texture(uRamps, vec2((t * 255.0 + 0.5) / 256.0, uRow)).rgb; }
void main() {
    // Faces turned away are drawn: the ray comes from where it enters the box, or from the eye inside it.
    vec3 ray = vRay + vec3(equal(vRay, vec3(0.0))) * 1e-9;
    vec3 a = (vec3(0.0) - vPlace) / ray, b = (vec3(1.0) - vPlace) / ray;
    vec3 near3 = min(a, b);
    float begin = max(max(max(near3.x, near3.y), near3.z), vEye);
    float most = max(max(uSamples.x, uSamples.y), uSamples.z);
    float count = clamp(ceil(1.2 * most), 16.0, float(STEPS));
    float step_ = -begin / count;
    vec4 sum = vec4(0.0);
    float before = 0.0;
    float length_ = length(ray * uSize) * -begin / count / max(max(uSize.x, uSize.y), uSize.z);
    for (int i = 0; i < STEPS; i++) {
        if (float(i) >= count || sum.a > 0.98) break;
        float s = begin + (float(i) + 0.5) * step_;
        vec3 p = clamp(vPlace + s * ray, 0.0, 1.0);
        float value = at(p);
        if (isnan(value)) continue;
        if (uFog == 1) {
            float t = share(value);
            float strength = uBelow > 0.5 ? abs(2.0 * t - 1.0) : t;
            float opacity = 1.0 - exp(-uDensity * strength * strength * length_);
            sum += (1.0 - sum.a) * opacity * vec4(ramp(t), 1.0);
            continue;
        }
        float inside = uBelow > 0.5 ? uLevel - value : value - uLevel;
        if (inside >= 0.0) {
            if (i > 0) p = clamp(vPlace + (s - step_ * inside / max(inside - before, 1e-20)) * ray, 0.0, 1.0);
            vec3 h = 1.0 / max(uSamples - 1.0, 1.0);
            vec3 g = vec3(at(p + vec3(h.x, 0, 0)) - at(p - vec3(h.x, 0, 0)), at(p + vec3(0, h.y, 0)) - at(p - vec3(0, h.y, 0)),
                          at(p + vec3(0, 0, h.z)) - at(p - vec3(0, 0, h.z))) / (h * uSize);
            g = uBelow > 0.5 ? g : -g;
            vec3 n = normalize(vec3(g.x, g.z, g.y) + 1e-20); // of the scene: up is y, south z
            vec3 to = normalize(vec3(-ray.x * uSize.x, -ray.z * uSize.z, -ray.y * uSize.y));
            if (dot(n, to) < 0.0) n = -n;
            float light = 0.35 + 0.2 * (0.5 + 0.5 * n.y) + 0.2 * dot(n, to) + 0.4 * max(dot(n, uSun), 0.0);
            sum = vec4(light * vec3(0.80, 0.76, 0.70), 1.0);
            break;
        }
        before = inside;
    }
    if (sum.a < 0.004) discard;
    colour = vec4(sum.rgb / sum.a, sum.a);
}`;

const STEPS = 160; // along one ray, at most
const DENSITY = 8;

const AXES = ['level', 'east', 'south'];
const INDEX = [2, 0, 1]; // which coordinate of the box is fixed
const LABELS = ['Height', 'East', 'South'];
const FOG = 'fog';
const SURFACE = 'surface';
const WORDS = [...AXES, FOG, SURFACE];

export class VolumeThing implements Drawable {
    readonly object = new THREE.Group();
    readonly bounds: Bounds;
    readonly covers = true;
    readonly range: [number, number];
    readonly legend: { ramp: RampName; range: [number, number] };
    choices = { label: 'view', words: WORDS, chosen: WORDS[0]! };
    slider: Slider;
    private readonly texture: THREE.Data3DTexture;
    private readonly ramps = rampTexture();
    private readonly cut: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
    private readonly frame: THREE.LineSegments;
    private readonly box: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
    private readonly samples: [number, number, number];
    private readonly signed: boolean;

    constructor(thing: Thing, linear: boolean) {
        const { sides, values } = thing.parts.get('values')!;
        const [depth = 1, height = 1, width = 1] = sides;
        const cell = thing.parts.get('cell')!.values[0]!;
        const origin = thing.parts.get('origin')!.values;
        this.samples = [width, height, depth];
        const min = [origin[0]!, origin[1]!, origin[2]!] as Bounds['min'];
        const max = min.map((o, i) => o + (this.samples[i]! - 1) * cell) as Bounds['max'];
        this.bounds = { min, max };
        this.range = rangeOf(values as Float32Array);
        this.texture = new THREE.Data3DTexture(values as Float32Array<ArrayBuffer>, width, height, depth);
        this.texture.format = THREE.RedFormat;
        this.texture.type = THREE.FloatType;
        this.texture.internalFormat = 'R32F';
        this.texture.magFilter = this.texture.minFilter = linear ? THREE.LinearFilter : THREE.NearestFilter;
        this.texture.unpackAlignment = 4;
        this.texture.needsUpdate = true;
        const signed = this.range[0] < 0 && this.range[1] > 0;
        const most = Math.max(-this.range[0], this.range[1]);
        this.signed = signed;
        this.legend = { ramp: signed ? 'signed' : 'scalar', range: signed ? [-most, most] : this.range };
        const size = max.map((m, k) => Math.max(m - min[k]!, 1e-9));
        const shared = {
            uVolume: { value: this.texture },
            uRamps: { value: this.ramps },
            uRow: { value: (RAMP_ROW[this.legend.ramp] + 0.5) / Object.keys(RAMP_ROW).length },
            uRange: { value: new THREE.Vector2(...this.legend.range) },
            uSamples: { value: new THREE.Vector3(...this.samples) },
        };
        const material = new THREE.RawShaderMaterial({
            glslVersion: THREE.GLSL3,
            uniforms: {
                ...shared,
                uAxis: { value: 2 },
                uAt: { value: 0.5 },
            },
            vertexShader: VERTEX,
            fragmentShader: FRAGMENT,
            side: THREE.DoubleSide,
        });
        this.cut = new THREE.Mesh(new THREE.BufferGeometry(), material);
        this.cut.frustumCulled = false;
        this.box = new THREE.Mesh(
            new THREE.BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5),
            new THREE.RawShaderMaterial({
                glslVersion: THREE.GLSL3,
                defines: { STEPS },
                uniforms: {
                    ...shared,
                    uSize: { value: new THREE.Vector3(...size) },
                    uSun: { value: new THREE.Vector3(0, 1, 0) },
                    uFog: { value: 0 },
                    uLevel: { value: 0 },
                    uDensity: { value: DENSITY },
                    uBelow: { value: signed ? 1 : 0 },
                },
                vertexShader: MARCH_VERTEX,
                fragmentShader: MARCH_FRAGMENT,
                side: THREE.BackSide, // one face for every ray, seen from inside too
                transparent: true,
                depthWrite: false,
            }),
        );
        this.box.frustumCulled = false;
        this.frame = new THREE.LineSegments(
            new THREE.EdgesGeometry(new THREE.BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5)),
            new THREE.LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.6 }),
        );
        this.frame.frustumCulled = false;
        this.object.add(this.cut, this.box, this.frame);
        this.object.matrixAutoUpdate = false;
        this.slider = this.sliderOf(0);
        this.choose(AXES[0]!);
    }

    private sliderOf(axis: number): Slider {
        if (WORDS[axis] === FOG) return { label: 'Density', unit: '', min: 0.5, max: 60, step: 0.5, value: DENSITY };
        if (WORDS[axis] === SURFACE) {
            const [min, max] = this.range;
            const value = this.signed ? 0 : 0.5 * (min + max);
            return { label: 'Value', unit: '', min, max, step: (max - min) / 400 || 1, value };
        }
        const k = INDEX[axis]!;
        const [min, max] = [this.bounds.min[k]!, this.bounds.max[k]!];
        const step = (max - min) / Math.max(4 * (this.samples[k]! - 1), 1) || 1;
        return { label: LABELS[axis]!, unit: 'm', min, max, step, value: 0.5 * (min + max) };
    }

    choose(word: string): void {
        const axis = Math.max(WORDS.indexOf(word), 0);
        this.choices = { ...this.choices, chosen: WORDS[axis]! };
        this.slider = this.sliderOf(axis);
        this.box.visible = axis >= AXES.length;
        this.cut.visible = !this.box.visible;
        this.box.material.uniforms.uFog!.value = WORDS[axis] === FOG ? 1 : 0;
        if (this.cut.visible) this.cutAlong(axis);
        this.slide(this.slider.value);
    }

    private cutAlong(axis: number): void {
        const corners = [0, 1, 2, 3].map((c) => {
            const p = [0, 0, 0];
            const [u, v] = [0, 1, 2].filter((k) => k !== INDEX[axis]);
            p[u!] = c & 1;
            p[v!] = c >> 1;
            return p;
        });
        this.cut.geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners.flat(), 3));
        this.cut.geometry.setIndex([0, 1, 2, 2, 1, 3]);
        this.cut.material.uniforms.uAxis!.value = INDEX[axis];
    }

    slide(value: number): void {
        const { min, max } = this.slider;
        this.slider.value = Math.min(Math.max(value, min), max);
        this.box.material.uniforms[this.choices.chosen === FOG ? 'uDensity' : 'uLevel']!.value = this.slider.value;
        this.cut.material.uniforms.uAt!.value = max > min ? (this.slider.value - min) / (max - min) : 0;
    }

    light(sun: THREE.Vector3): void {
        (this.box.material.uniforms.uSun!.value as THREE.Vector3).copy(sun);
    }

    put({ stage, exaggeration }: Setting): void {
        const { min, max } = this.bounds;
        const box = new THREE.Matrix4().makeScale(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
        box.setPosition(...min);
        this.object.matrix.copy(placing(stage, exaggeration, false).multiply(box));
        this.object.matrixWorldNeedsUpdate = true;
    }

    dispose(): void {
        this.texture.dispose();
        this.ramps.dispose();
        for (const o of [this.cut, this.box, this.frame]) {
            o.geometry.dispose();
            (o.material as THREE.Material).dispose();
        }
    }
}

function rangeOf(values: Float32Array): [number, number] {
    let min = Infinity;
    let max = -Infinity;
    for (const v of values) {
        if (v < min) min = v;
        if (v > max) max = v;
    }
    return Number.isFinite(min) && Number.isFinite(max) ? [min, max] : [0, 1];
}
