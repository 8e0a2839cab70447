// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A volume as its box and one cut through it, level or upright, moved by a slider. The samples are one texture on the GPU, so
// that moving the cut moves a number.

import * as THREE from 'three';
import type { Thing } from '../../model/frame';
import { RAMP_ROW, rampTexture } from '../ramps';
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

const AXES = ['level', 'east', 'south'];
const INDEX = [2, 0, 1]; // which coordinate of the box is fixed
const LABELS = ['Height', 'East', 'South'];

export class VolumeThing implements Drawable {
    readonly object = new THREE.Group();
    readonly bounds: Bounds;
    readonly covers = true;
    readonly range: [number, number];
    choices = { words: AXES, chosen: AXES[0]! };
    slider: Slider;
    private readonly texture: THREE.Data3DTexture;
    private readonly ramps = rampTexture();
    private readonly cut: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
    private readonly frame: THREE.LineSegments;
    private readonly samples: [number, number, number];

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
        const row = RAMP_ROW[signed ? 'signed' : 'scalar'];
        const material = new THREE.RawShaderMaterial({
            glslVersion: THREE.GLSL3,
            uniforms: {
                uVolume: { value: this.texture },
                uRamps: { value: this.ramps },
                uRow: { value: (row + 0.5) / Object.keys(RAMP_ROW).length },
                uRange: { value: signed ? new THREE.Vector2(-most, most) : new THREE.Vector2(...this.range) },
                uSamples: { value: new THREE.Vector3(...this.samples) },
                uAxis: { value: 2 },
                uAt: { value: 0.5 },
            },
            vertexShader: VERTEX,
            fragmentShader: FRAGMENT,
            side: THREE.DoubleSide,
        });
        this.cut = new THREE.Mesh(new THREE.BufferGeometry(), material);
        this.cut.frustumCulled = false;
        this.frame = new THREE.LineSegments(
            new THREE.EdgesGeometry(new THREE.BoxGeometry(1, 1, 1).translate(0.5, 0.5, 0.5)),
            new THREE.LineBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.6 }),
        );
        this.frame.frustumCulled = false;
        this.object.add(this.cut, this.frame);
        this.object.matrixAutoUpdate = false;
        this.slider = this.sliderOf(0);
        this.choose(AXES[0]!);
    }

    private sliderOf(axis: number): Slider {
        const k = INDEX[axis]!;
        const [min, max] = [this.bounds.min[k]!, this.bounds.max[k]!];
        const step = (max - min) / Math.max(4 * (this.samples[k]! - 1), 1) || 1;
        return { label: LABELS[axis]!, unit: 'm', min, max, step, value: 0.5 * (min + max) };
    }

    choose(word: string): void {
        const axis = Math.max(AXES.indexOf(word), 0);
        this.choices = { words: AXES, chosen: AXES[axis]! };
        this.slider = this.sliderOf(axis);
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
        this.slide(this.slider.value);
    }

    slide(value: number): void {
        const { min, max } = this.slider;
        this.slider.value = Math.min(Math.max(value, min), max);
        this.cut.material.uniforms.uAt!.value = max > min ? (this.slider.value - min) / (max - min) : 0;
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
        for (const o of [this.cut, this.frame]) {
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
