// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Exports and builds: which options and sizes a target has, and what is said of a build at work and of its end.

import { describe, expect, it } from 'vitest';
import type { Arg } from '../../src/model/catalogue';
import { type ExportTarget, nearestSizes, optionsFor, optionWords, sizeFor } from '../../src/model/exports';
import { sayToGo, ToGo } from '../../src/model/togo';
import type { Studio } from '../../src/studio';
import { atWork, ended } from '../../src/ui/building';

const target = (name: string, offer: number[] | null): ExportTarget => ({
    name,
    title: name,
    summary: '',
    sizes: '',
    offer,
    square: false,
});
const OPTIONS: Arg[] = [
    { name: 'target', type: 'choice', choices: ['a', 'b'] },
    { name: 'size', type: 'text' },
    { name: 'tiles', type: 'text', when: 'target=a' },
    { name: 'normals', type: 'toggle', default: true },
    { name: 'range', type: 'range', words: ['auto'], optional: true },
];
const LIST = { targets: [target('a', [129, 257]), target('b', null)], options: OPTIONS };

describe('an export', () => {
    it('has the options of its target, but for those that stand elsewhere', () => {
        expect(optionsFor(LIST, 'a', {}).map((o) => o.name)).toEqual(['tiles', 'normals', 'range']);
        expect(optionsFor(LIST, 'b', {}).map((o) => o.name)).toEqual(['normals', 'range']);
    });

    it('says what was chosen and is no default, and nothing of another target', () => {
        const values = { tiles: '2x2', normals: false, range: '-10..20' };
        expect(optionWords(LIST, 'a', values)).toEqual(['tiles=2x2', 'normals=off', 'range=-10..20']);
        expect(optionWords(LIST, 'b', { ...values, normals: true })).toEqual(['range=-10..20']);
    });

    it('names the nearest sizes where another is asked for', () => {
        const [a, any] = LIST.targets as [ExportTarget, ExportTarget];
        expect(nearestSizes(a, 200)).toEqual([129, 257]);
        expect(nearestSizes(a, 20)).toEqual([129]);
        expect(nearestSizes(a, 9000)).toEqual([257]);
        for (const fine of [129, 257, Number.NaN]) expect(nearestSizes(a, fine)).toEqual([]);
        expect(nearestSizes(any, 200)).toEqual([]);
        expect([sizeFor(a, 200), sizeFor(a, 129), sizeFor(any, 200)]).toEqual([257, 129, 200]);
    });
});

describe('a time to go', () => {
    it('is what the pace so far makes of the rest', () => {
        const t = new ToGo();
        expect(t.seconds(0)).toBeNull();
        t.see(0.1, 1000);
        t.see(0.11, 2000);
        expect(t.seconds(2000)).toBeNull(); // too little to go by
        t.see(0.3, 5000);
        expect(t.seconds(5000)).toBeCloseTo(14, 9); // 0.2 in 4 s, 0.7 to go
        expect(t.seconds(8000)).toBeCloseTo(11, 9); // nothing heard: it goes by
        expect(t.seconds(1e9)).toBe(0);
    });

    it('begins anew with another work', () => {
        const t = new ToGo();
        t.see(0.5, 0);
        t.see(0.9, 4000);
        t.see(0.1, 5000);
        expect(t.seconds(5000)).toBeNull();
        t.forget();
        expect(t.seconds(6000)).toBeNull();
    });

    it('is said with no more digits than it is worth', () => {
        expect([null, 1, 7.4, 33, 90, 5400].map(sayToGo)).toEqual([
            '',
            'a moment to go',
            'about 7 s to go',
            'about 35 s to go',
            'about 2 min to go',
            'about 1.5 h to go',
        ]);
    });
});

describe('a build', () => {
    const studio = (build: object, stopping = false) =>
        ({
            build: { what: 'build', folder: 'out', ...build },
            stopping,
            toGo: new ToGo(),
            document: null,
        }) as unknown as Studio;

    it('says the step at work, and that it is being cancelled', () => {
        const running = { state: 'running', fraction: 0.42, step: 'writing height.png' };
        expect(atWork(studio(running))).toBe('Building… 42 % · writing height.png');
        expect(atWork(studio({ ...running, what: 'export' }))).toMatch(/^Exporting/);
        expect(atWork(studio(running, true))).toBe('Cancelling…');
        expect(atWork(studio({ state: 'done' }))).toBe('');
    });

    it('says how it ended', () => {
        expect(ended(studio({ state: 'cancelled' }))).toBe('Cancelled. Nothing was written.');
        expect(ended(studio({ state: 'done', seconds: 1.25, files: [{}] }))).toBe('Done in 1.3 s: 1 file in out.');
        expect(ended(studio({ state: 'failed', error: { status: '', sentence: 'the disk is full' } }))).toBe(
            'the disk is full',
        );
    });
});
