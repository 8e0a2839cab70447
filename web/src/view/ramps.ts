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
        [0, '#1a1a3d'],
        [0.25, '#31567f'],
        [0.5, '#2f8f86'],
        [0.75, '#8fc75a'],
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
} satisfies Record<string, Stop[]>;

export type RampName = keyof typeof RAMPS;
export const RAMP_ROW: Record<RampName, number> = { height: 0, slope: 1, scalar: 2, signed: 3 };

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
