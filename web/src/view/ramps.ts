// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Colours for numbers. The same stops make the texture the shader reads and the legend beside the view.

import * as THREE from 'three';

type Stop = [position: number, colour: string];

export const RAMPS = {
    height: [
        [0, '#4f7a4b'],
        [0.18, '#8ba65c'],
        [0.38, '#d2c583'],
        [0.58, '#b98d5c'],
        [0.78, '#8d6e5c'],
        [0.92, '#cfcac6'],
        [1, '#ffffff'],
    ],
    slope: [
        [0, '#f2f5ee'],
        [0.17, '#b8d69c'],
        [0.39, '#f0cf5f'],
        [0.56, '#e0813c'],
        [0.78, '#a8324a'],
        [1, '#3c1438'],
    ],
    scalar: [
        [0, '#4a5372'],
        [0.25, '#3f7799'],
        [0.5, '#3f9f90'],
        [0.75, '#9ccd62'],
        [1, '#fdf3a8'],
    ],
    signed: [
        [0, '#8c1d1d'],
        [0.25, '#d9783f'],
        [0.45, '#f0dcc4'],
        [0.5, '#f4f3ef'],
        [0.55, '#cfe0e6'],
        [0.75, '#4c93bd'],
        [1, '#123a6b'],
    ],
    flow: [
        [0, '#ece8dc'],
        [0.3, '#cfdad6'],
        [0.55, '#86b6cf'],
        [0.78, '#2f78b8'],
        [1, '#0a2f6e'],
    ],
} satisfies Record<string, Stop[]>;

export type RampName = keyof typeof RAMPS;
export const RAMP_ROW: Record<RampName, number> = { height: 0, slope: 1, scalar: 2, signed: 3, flow: 4 };

export function rampColour(name: RampName, t: number): [number, number, number] {
    const stops: readonly (readonly [number, string])[] = RAMPS[name] as Stop[];
    const x = Math.min(Math.max(t, 0), 1);
    let i = 0;
    while (i < stops.length - 2 && x > stops[i + 1]![0]) i++;
    const [a, from] = stops[i]!;
    const [b, to] = stops[i + 1]!;
    const f = b > a ? (x - a) / (b - a) : 0;
    const channel = (text: string, k: number) => Number.parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16);
    return [0, 1, 2].map((k) => channel(from, k) + (channel(to, k) - channel(from, k)) * f) as [number, number, number];
}

export function rampTexture(): THREE.DataTexture {
    const names = Object.keys(RAMPS) as RampName[];
    const data = new Uint8Array(256 * names.length * 4);
    for (const name of names)
        for (let i = 0; i < 256; i++) {
            const rgb = rampColour(name, i / 255);
            data.set([...rgb.map(Math.round), 255], (RAMP_ROW[name] * 256 + i) * 4);
        }
    const texture = new THREE.DataTexture(data, 256, names.length);
    texture.magFilter = texture.minFilter = THREE.LinearFilter;
    texture.needsUpdate = true;
    return texture;
}

export const rampCss = (name: RampName): string =>
    `linear-gradient(to right, ${(RAMPS[name] as Stop[]).map(([t, c]) => `${c} ${Math.round(t * 100)}%`).join(', ')})`;

/// Colours for whole numbers from 1 on, told apart by hue and by lightness; 0 is nothing.
const CLASSES = [
    '#4fae8c',
    '#d9a441',
    '#5b8fd0',
    '#c9646b',
    '#8bb84f',
    '#9a78c2',
    '#d98657',
    '#4fb3bf',
    '#b8a27c',
    '#cf7fb0',
    '#6f8f6a',
    '#e3cf6a',
    '#3f6f9a',
    '#a65f3f',
    '#93c9a1',
    '#7a7f8c',
];
const NOTHING = '#a8a49c';

export const classColour = (n: number, given: readonly string[] = []): string =>
    n <= 0 ? NOTHING : (given[n - 1] ?? CLASSES[(n - 1) % CLASSES.length]!);

export function classTexture(given: readonly string[]): THREE.DataTexture {
    const data = new Uint8Array(256 * 4);
    for (let n = 0; n < 256; n++) {
        const colour = Number.parseInt(classColour(n, given).slice(1, 7), 16);
        data.set([colour >> 16, (colour >> 8) & 255, colour & 255, 255], 4 * n);
    }
    const texture = new THREE.DataTexture(data, 256, 1);
    texture.needsUpdate = true;
    return texture;
}
