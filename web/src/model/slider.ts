// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// From a slider's position (0 to 1) to a value and back. Logarithmic sliders whose range begins at 0 run as the square
// root near 0, so that both 0 and fine steps can be reached.

import type { Arg } from './catalogue';

export interface Track {
    lo: number;
    hi: number;
    kind: 'linear' | 'log' | 'square';
    whole: boolean;
}

export function trackOf(arg: Arg): Track {
    const lo = arg.ui_min ?? arg.min ?? 0;
    const hi = arg.ui_max ?? arg.max ?? 1;
    const kind = arg.scale === 'log' ? (lo > 0 ? 'log' : lo === 0 ? 'square' : 'linear') : 'linear';
    return { lo, hi, kind, whole: arg.type === 'integer' || arg.type === 'seed' };
}

export function toValue(track: Track, position: number): number {
    const { lo, hi } = track;
    const t = Math.min(Math.max(position, 0), 1);
    let value = lo + (hi - lo) * t;
    if (track.kind === 'log') value = lo * (hi / lo) ** t;
    if (track.kind === 'square') value = hi * t * t;
    if (track.whole) return Math.round(value);
    return track.kind === 'linear' ? round(value, hi - lo) : Number(value.toPrecision(3));
}

export function toPosition(track: Track, value: number): number {
    const { lo, hi } = track;
    if (!(hi > lo)) return 0;
    const v = Math.min(Math.max(value, lo), hi);
    if (track.kind === 'log') return Math.log(v / lo) / Math.log(hi / lo);
    if (track.kind === 'square') return Math.sqrt(v / hi);
    return (v - lo) / (hi - lo);
}

/// To about a thousandth of the span, so that documents hold 0.35 and not 0.35037489.
function round(value: number, span: number): number {
    const digits = Math.min(Math.max(3 - Math.floor(Math.log10(Math.max(Math.abs(span), 1e-9))), 0), 12);
    return Number(value.toFixed(digits));
}

/// One press of an arrow key: a hundredth of the track, ten of them with Shift.
export function nudge(track: Track, value: number, steps: number): number {
    if (track.whole) return Math.round(value + steps);
    return toValue(track, toPosition(track, value) + steps / 100);
}
