// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import { motionFor } from '../../src/view/camera';
import { Heights, quantile } from '../../src/view/heights';
import { choosePatches } from '../../src/view/lod';
import { rampColour } from '../../src/view/ramps';

function made(
    fn: (x: number, y: number) => number,
    size = 65,
    cell = 10,
    origin: [number, number] = [100, -50],
): Heights {
    const data = new Float32Array(size * size);
    for (let j = 0; j < size; j++)
        for (let i = 0; i < size; i++) data[j * size + i] = fn(origin[0] + i * cell, origin[1] + j * cell);
    return new Heights(data, size, size, cell, origin);
}

describe('heights', () => {
    const plane = made((x, y) => 0.5 * x - 0.25 * y + 20);

    it('of a plane are exact between samples, and its slope everywhere the same', () => {
        expect(plane.at(333.3, 120.7)).toBeCloseTo(0.5 * 333.3 - 0.25 * 120.7 + 20, 3);
        expect(plane.slopeAt(400, 200)).toBeCloseTo((Math.atan(Math.hypot(0.5, 0.25)) * 180) / Math.PI, 3);
    });

    it('have quantiles, of those samples that count', () => {
        const ramp = Float32Array.from({ length: 1000 }, (_, i) => i);
        expect(quantile(ramp, 0.6)).toBe(600);
        expect(quantile(ramp, 0.5, (v, i) => (i < 800 ? Number.NaN : v))).toBe(900);
        expect(quantile(ramp, 0.5, () => Number.NaN)).toBe(0);
    });

    it('meet a ray where the plane does', () => {
        const from = { x: 150, y: -20, z: 900 };
        const along = { x: 0.6, y: 0.4, z: -1 };
        const t = (900 - (0.5 * 150 + 0.25 * 20 + 20)) / (1 + 0.5 * 0.6 - 0.25 * 0.4);
        const hit = plane.cast(from, along)!;
        expect(hit.x).toBeCloseTo(150 + 0.6 * t, 2);
        expect(hit.y).toBeCloseTo(-20 + 0.4 * t, 2);
    });

    it('are met at the nearer of two hills, not behind it', () => {
        const hill = made((x) => 100 * Math.exp(-(((x - 250) / 30) ** 2)) + 100 * Math.exp(-(((x - 550) / 30) ** 2)));
        const hit = hill.cast({ x: 0, y: 200, z: 60 }, { x: 1, y: 0, z: 0 })!;
        expect(hit.x).toBeGreaterThan(200);
        expect(hit.x).toBeLessThan(250);
        expect(hit.z).toBeCloseTo(60, 1);
    });

    it('are missed by rays that go up, past, or nowhere', () => {
        expect(plane.cast({ x: 300, y: 100, z: 900 }, { x: 0, y: 0, z: 1 })).toBeNull();
        expect(plane.cast({ x: 5000, y: 100, z: 900 }, { x: 0, y: 0, z: -1 })).toBeNull();
        expect(plane.cast({ x: 300, y: 100, z: 900 }, { x: 0, y: 0, z: 0 })).toBeNull();
    });

    it('straight down are the height there', () => {
        expect(plane.cast({ x: 300, y: 100, z: 1e5 }, { x: 0, y: 0, z: -1 })!.z).toBeCloseTo(plane.at(300, 100), 3);
    });

    it('survive one sample and no numbers', () => {
        expect(new Heights(new Float32Array([7]), 1, 1, 5, [0, 0]).at(99, 99)).toBe(7);
        const none = new Heights(new Float32Array(4).fill(Number.NaN), 2, 2, 5, [0, 0]);
        expect([none.min, none.max]).toEqual([0, 0]);
    });
});

describe('patches', () => {
    const ground = { spanX: 5120, spanZ: 2560, cell: 10, low: 0, high: 400 };
    const all = () => true;
    const chosen = (eye: { x: number; y: number; z: number }) => {
        const out = new Float32Array(3 * 4096);
        const n = choosePatches(ground, eye, out, all);
        return Array.from({ length: n }, (_, i) => ({ x: out[3 * i]!, z: out[3 * i + 1]!, size: out[3 * i + 2]! }));
    };

    it('cover the ground once', () => {
        for (const eye of [
            { x: 0, y: 500, z: 0 },
            { x: -2500, y: 20, z: 1200 },
            { x: 9000, y: 9000, z: 0 },
        ])
            for (let k = 0; k < 300; k++) {
                const x = -2560 + ((k * 613) % 5119) + 0.5;
                const z = -1280 + ((k * 331) % 2559) + 0.5;
                const over = chosen(eye).filter((p) => x >= p.x && x < p.x + p.size && z >= p.z && z < p.z + p.size);
                expect(over).toHaveLength(1);
            }
    });

    it('are finer near the eye, down to the samples and no further', () => {
        const near = chosen({ x: 0, y: 410, z: 0 });
        expect(Math.min(...near.map((p) => p.size))).toBeGreaterThanOrEqual(320);
        expect(near.length).toBeGreaterThan(chosen({ x: 0, y: 40000, z: 0 }).length);
    });

    it('next to each other differ by one level at most', () => {
        const patches = chosen({ x: -2000, y: 410, z: -1000 });
        for (const a of patches)
            for (const b of patches) {
                const touch = a.x <= b.x + b.size && b.x <= a.x + a.size && a.z <= b.z + b.size && b.z <= a.z + a.size;
                if (touch) expect(Math.max(a.size, b.size) / Math.min(a.size, b.size)).toBeLessThanOrEqual(2);
            }
    });
});

describe('navigation', () => {
    const none = { alt: false, shift: false, ctrl: false };
    it('follows its preset', () => {
        expect(motionFor('orogen', 0, none)).toBe('orbit');
        expect(motionFor('orogen', 2, none)).toBe('pan');
        expect(motionFor('blender', 1, none)).toBe('orbit');
        expect(motionFor('blender', 1, { ...none, shift: true })).toBe('pan');
        expect(motionFor('blender', 1, { ...none, ctrl: true })).toBe('zoom');
        expect(motionFor('blender', 0, none)).toBeNull();
        expect(motionFor('maya', 0, { ...none, alt: true })).toBe('orbit');
        expect(motionFor('maya', 0, none)).toBeNull();
        expect(motionFor('maya', 2, none)).toBe('fly');
    });
});

describe('ramps', () => {
    it('begin and end with their colours', () => {
        expect(rampColour('signed', 0)).toEqual([0x8c, 0x1d, 0x1d]);
        expect(rampColour('signed', 1)).toEqual([0x12, 0x3a, 0x6b]);
        expect(rampColour('height', 7)).toEqual([255, 255, 255]);
    });
});
