// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How the ground is coloured: by what the page knows of its heights, or by a map or picture that the engine made for it.

import type { Frame, MapInfo } from '../model/frame';
import { mapIn } from '../model/frame';
import type { Mode } from '../model/modes';
import type { Studio } from '../studio';
import { type Heights, quantile } from './heights';
import type { Terrain } from './terrain';

const DECADES = 1000; // a logarithmic ramp goes down to this part of the most

export class GroundLook {
    contours = false;
    /// What the colours of the present mode span, for the legend.
    range: [number, number] = [0, 1];
    /// Whole numbers in the map shown, for the legend; few of them at most.
    present: number[] = [];
    private readonly studio: Studio;
    private readonly terrain: Terrain;
    private info: MapInfo | null = null;
    private data: Float32Array | null = null;
    private coloured = '';
    private mode = 'textured';

    constructor(studio: Studio, terrain: Terrain) {
        this.studio = studio;
        this.terrain = terrain;
    }

    /// Takes over the map laid over the ground; one that is held back leaves the old one in place.
    take(frame: Frame): void {
        const info = mapIn(frame, 'overlay');
        if (info?.held) return;
        const data = frame.data.get('overlay');
        this.info = info && data ? info : null;
        this.data = info && data instanceof Float32Array ? data : null;
        if (info && data) this.terrain.setOverlay(data, info.width, info.height);
    }

    forget(): void {
        this.info = null;
        this.data = null;
    }

    /// The map of the mode before is of no use to a new one.
    follow(mode: string): void {
        if (mode !== this.mode) this.info = null;
        this.mode = mode;
    }

    apply(heights: Heights | null): void {
        const mode = this.studio.mode();
        const info = this.info;
        // Until the map of a new mode is there, the ground stays as relief.
        const shading = mode.wish && !info ? 'relief' : mode.shading;
        let range: [number, number] = [heights?.min ?? 0, heights?.max ?? 1];
        if (mode.wish && info)
            range = info.unit === '1' && info.min >= 0 && info.max <= 1 ? [0, 1] : [info.min, info.max];
        if (shading === 'signed') {
            // One deep gully must not wash out all else: the last hundredth goes beyond the ends.
            const usual = this.data ? quantile(this.data, 0.99, Math.abs) : 0;
            const most = Math.max(usual || Math.max(Math.abs(range[0]), Math.abs(range[1])), 1e-6);
            range = [-most, most];
        }
        if (shading === 'logarithm') range = [Math.max(range[1], 1e-6) / DECADES, Math.max(range[1], 1e-6)];
        if (shading === 'slope') range = [0, 80];
        if (shading === 'height') range = [Math.max(range[0], this.terrain.sea ?? range[0]), range[1]];
        if (shading === 'classes') this.takeClasses(mode);
        this.range = range;
        const doc = this.studio.document;
        const low = Math.max(heights?.min ?? 0, doc?.world.sea ?? Number.NEGATIVE_INFINITY);
        const high = heights?.max ?? 1;
        // Snow lies where mountains are high: from 1500 m above the sea, or the uppermost part of a tall range.
        const snowLine = high - low > 900 ? Math.max(low + 0.78 * (high - low), 900) : 1e9;
        this.terrain.setLook({
            shading,
            range,
            contour: this.contours || shading === 'height' ? niceStep((high - low) / 18) : 0,
            snowLine,
        });
        this.terrain.setExaggeration(this.studio.settings.exaggeration);
    }

    /// Colours by the document's own names where it has them, and which numbers there are.
    private takeClasses(mode: Mode): void {
        const colours = (mode.classes ?? []).map((c) => c.colour);
        if (colours.join() !== this.coloured) this.terrain.setClasses(colours);
        this.coloured = colours.join();
        const found = new Set<number>();
        const data = this.data ?? new Float32Array();
        for (let i = 0; i < data.length && found.size < 64; i++) found.add(Math.max(0, Math.round(data[i]!)));
        found.delete(Number.NaN);
        this.present = [...found].sort((a, b) => a - b);
    }
}

/// 1, 2, 5 times a power of ten, at least x.
export function niceStep(x: number): number {
    if (!(x > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(x));
    return power * ([1, 2, 5, 10].find((k) => k * power >= x * 0.999) ?? 10);
}
