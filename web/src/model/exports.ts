// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Exports: the programs that a terrain can be written for, as the server lists them, with the options of each.

import { type Arg, defaultOf, formatText, type Json, matters, type Values } from './catalogue';

export interface ExportTarget {
    name: string;
    title: string;
    summary: string;
    sizes: string; // which sides it takes, in words
    offer: number[] | null; // sides to choose from; null: any
    square: boolean;
}

export interface ExportList {
    targets: ExportTarget[];
    options: Arg[]; // "target" and "size" among them
}

/// Options that the dialog has its own controls for.
const ELSEWHERE = ['target', 'size'];

/// The options that matter for a target, with what is chosen so far.
export function optionsFor(list: ExportList, target: string, values: Values): Arg[] {
    const all = { ...values, target };
    return list.options.filter((o) => !ELSEWHERE.includes(o.name) && matters(o, list.options, all));
}

/// The words of a command for what is chosen and is not as it would be anyway.
export function optionWords(list: ExportList, target: string, values: Values): string[] {
    return optionsFor(list, target, values)
        .filter((o) => values[o.name] !== undefined && !same(values[o.name]!, defaultOf(o)))
        .map(
            (o) => `${o.name}=${typeof values[o.name] === 'string' ? values[o.name] : formatText(o, values[o.name]!)}`,
        );
}

const same = (a: Json, b: Json) => JSON.stringify(a) === JSON.stringify(b);

/// The nearest of the sizes a target takes, below and above; none where it takes this one, or any.
export function nearestSizes({ offer }: ExportTarget, size: number): number[] {
    if (!offer || !Number.isFinite(size) || offer.includes(size)) return [];
    const below = offer.filter((s) => s < size).reduce((a, b) => Math.max(a, b), 0);
    const above = offer.filter((s) => s > size).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    return [below, above].filter((s) => s > 0 && Number.isFinite(s));
}

/// The size to begin with: the scene's own, or the nearest that the target takes.
export function sizeFor(target: ExportTarget, resolution: number): number {
    const near = nearestSizes(target, resolution);
    return near.length === 0
        ? resolution
        : near.reduce((a, b) => (Math.abs(b - resolution) < Math.abs(a - resolution) ? b : a));
}
