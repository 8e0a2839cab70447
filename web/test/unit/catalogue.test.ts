// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import { strokesArg } from '../../src/model/brush';
import {
    complaint,
    defaultOf,
    formatText,
    matters,
    parseText,
    parseWords,
    pointShape,
    settings,
    shortNumber,
} from '../../src/model/catalogue';
import { every, real } from './fixture';

const arg = (name: string) => every.args.find((a) => a.name === name)!;

describe('the catalogue of this tree', () => {
    it('gives every argument of every operator a default of its own type', () => {
        expect(real.operators.length).toBeGreaterThan(10);
        for (const op of real.operators)
            for (const a of settings(op.args)) {
                const value = defaultOf(a);
                if (a.words?.includes(value as string)) continue; // a word that it may be instead
                if (a.type === 'number' || a.type === 'integer' || a.type === 'field' || a.type === 'seed') {
                    expect(typeof value, `${op.name}.${a.name}`).toBe('number');
                    if (a.type !== 'seed') expect(complaint(a, value as number)).toBeUndefined();
                }
                if (a.type === 'choice') expect(a.choices).toContain(value);
                if (a.type === 'range') expect(value).toHaveLength(2);
                if (a.type === 'curve' || a.type === 'records') expect(Array.isArray(value)).toBe(true);
                if (a.type === 'toggle') expect(typeof value).toBe('boolean');
            }
    });

    it('names only arguments that exist in its conditions', () => {
        for (const op of real.operators)
            for (const a of op.args) {
                if (!a.when) continue;
                const name = a.when.split('=')[0]!;
                expect(
                    op.args.map((b) => b.name),
                    `${op.name}.${a.name}`,
                ).toContain(name);
            }
    });
});

describe('text and values', () => {
    it('reads what the command line writes', () => {
        expect(parseText(arg('band'), '10..80')).toEqual([10, 80]);
        expect(parseText(arg('band'), '-10..-5.5')).toEqual([-10, -5.5]);
        expect(parseText(arg('profile'), '0:0 0.5:0.8 1:1')).toEqual([
            [0, 0],
            [0.5, 0.8],
            [1, 1],
        ]);
        expect(parseText(arg('invert'), 'on')).toBe(true);
        expect(parseText(arg('rain'), '0.25')).toBe(0.25);
        expect(parseText(arg('rain'), 'hills.water')).toBe('hills.water');
        expect(parseText(arg('knots'), 'x=3 y=4; x=5 y=6 width=20')).toEqual([
            { x: 3, y: 4 },
            { x: 5, y: 6, width: 20 },
        ]);
    });

    it('comes back to the same value from its own text', () => {
        for (const [name, value] of [
            ['band', [1, 2.5]],
            [
                'profile',
                [
                    [0, 1],
                    [2, 3],
                ],
            ],
            ['invert', true],
            ['amount', 7.25],
            ['knots', [{ x: 1, y: 2, width: 3 }]],
            [
                'rivers',
                [
                    {
                        name: 'two words; and more',
                        points: [
                            { x: 1, y: 2 },
                            { x: 3, y: 4, z: 5 },
                        ],
                    },
                    { name: 'b', points: [] },
                ],
            ],
        ] as const)
            expect(parseText(arg(name), formatText(arg(name), structuredClone(value) as never))).toEqual(value);
    });

    it.each([
        ['amount', ''],
        ['amount', 'much'],
        ['amount', 'NaN'],
        ['count', '1.5'],
        ['band', '10'],
        ['band', '10..'],
        ['profile', '0:0 1'],
        ['kind', 'c'],
        ['invert', 'maybe'],
        ['rain', '../etc'],
    ])('refuses %s "%s" with a sentence', (name, text) => {
        expect(() => parseText(arg(name), text)).toThrow(/is no/);
    });

    it('reads presets', () => {
        expect(parseWords(every.args, every.presets![0]!.values)).toEqual({ amount: 3, kind: 'b' });
        expect(() => parseWords(every.args, 'nothing=1')).toThrow(/no argument "nothing"/);
    });

    it('complains in words about what is out of range', () => {
        expect(complaint(arg('amount'), 101)).toBe('amount must be 0 to 100 m');
        expect(complaint(arg('amount'), 100)).toBeUndefined();
        expect(complaint(arg('count'), 2.5)).toMatch(/whole number/);
        expect(complaint(arg('seed'), -1)).toMatch(/4294967295/);
        expect(complaint(arg('amount'), Number.NaN)).toMatch(/must be a number/);
    });

    it('shows few digits', () => {
        expect([0.30000001192, 1234.5678, 0, 1e9, 5e-5, -12.5].map(shortNumber)).toEqual([
            '0.3',
            '1234.6',
            '0',
            '1000000000',
            '0.00005',
            '-12.5',
        ]);
    });
});

describe('conditions, shapes', () => {
    it('hides what does not matter', () => {
        expect(matters(arg('only_b'), every.args, {})).toBe(false);
        expect(matters(arg('only_b'), every.args, { kind: 'b' })).toBe(true);
        expect(matters({ name: 'x', type: 'number', when: 'invert=on' }, every.args, { invert: true })).toBe(true);
        expect(matters({ name: 'x', type: 'number', when: 'kind=a|b' }, every.args, { kind: 'b' })).toBe(true);
    });

    it('finds lists that are places, and lists of such lists', () => {
        expect(pointShape(arg('knots'))).toEqual({ points: null });
        expect(pointShape(arg('rivers'))?.points?.name).toBe('points');
        expect(pointShape(arg('band'))).toBeUndefined();
    });

    it('finds what a brush can paint into', () => {
        expect(strokesArg(every)).toBeUndefined();
        const member = (name: string) => ({ name, type: 'number' as const });
        const op = {
            ...every,
            args: [
                {
                    name: 's',
                    type: 'records' as const,
                    item: { name: 'dab', args: ['x', 'y', 'radius', 'strength'].map(member) },
                },
            ],
        };
        expect(strokesArg(op)?.name).toBe('s');
    });
});
