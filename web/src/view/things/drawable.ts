// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the view asks of a kind of data that it draws.

import type * as THREE from 'three';
import type { Heights } from '../heights';
import type { RampName } from '../ramps';
import type { Bounds, Stage } from '../stage';

/// Where it is put.
export interface Setting {
    stage: Stage;
    exaggeration: number;
    heights: Heights | null; // the land, where there is one
}

/// A number that says what of it is seen, in its unit.
export interface Slider {
    label: string;
    unit: string;
    min: number;
    max: number;
    step: number;
    value: number;
}

export interface Drawable {
    readonly object: THREE.Object3D;
    /// Null: it is empty.
    readonly bounds: Bounds | null;
    /// It stands in the ground's place: the ground is hidden until somebody asks for it.
    readonly covers: boolean;
    put(setting: Setting): void;
    light?(sun: THREE.Vector3): void;
    /// Before it is drawn, where something has to be drawn first: its shadow.
    prepare?(renderer: THREE.WebGLRenderer): void;
    setWire?(on: boolean): void;
    /// Lies on the land instead of at its own heights.
    drape?: boolean;
    /// Words of which one is chosen: along which axis it is cut, which curve stands out.
    choices?: { label: string; words: string[]; chosen: string };
    /// What its colours mean.
    legend?: { ramp: RampName; range: [number, number] };
    /// What its pieces are called, where the document says it.
    names?: string[];
    slider?: Slider;
    choose?(word: string): void;
    slide?(value: number): void;
    /// The pane it is drawn in, in pixels, and how many metres one of them is in its middle.
    fit?(width: number, height: number, metresPerPixel: number): void;
    dispose(): void;
}
