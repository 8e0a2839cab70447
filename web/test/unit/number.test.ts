// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import type { Arg } from '../../src/model/catalogue';
import { readNumber, readNumbers } from '../../src/model/number';

const metres: Arg = { name: 'height', type: 'number', unit: 'm' };
const share: Arg = { name: 'amount', type: 'number', unit: '1' };
const angle: Arg = { name: 'talus', type: 'number', unit: 'deg' };
const rain: Arg = { name: 'rain', type: 'number', unit: 'm/yr' };
const value = (arg: Arg, text: string) => {
    const read = readNumber(arg, text);
    return 'value' in read ? read.value : read.wrong;
};

describe('a number that is typed', () => {
    it.each([
        ['150', 150],
        ['  150 ', 150],
        ['\u00a01\u202f500\u00a0', 1500],
        ['0.25', 0.25],
        ['.5', 0.5],
        ['5.', 5],
        ['+3', 3],
        ['-3', -3],
        ['\u22123', -3],
        ['\u2013 3', -3],
        ['-0', 0],
        ['1e3', 1000],
        ['2.5E-2', 0.025],
        ['1,5', 1.5],
        ['0,125', 0.125],
        ['1234,567', 1234.567],
        ['1,50', 1.5],
        ['1,2345', 1.2345],
        ['1.500', 1.5],
        ['1 500', 1500],
        ["1'500.25", 1500.25],
        ['1’500', 1500],
        ['1_000_000', 1000000],
        ['1,234,567', 1234567],
        ['1,500.5', 1500.5],
        ['1.234.567', 1234567],
        ['1.500,5', 1500.5],
        ['1 500,5', 1500.5],
        ['1.5 km', 1500],
        ['1.1km', 1100],
        ['250cm', 2.5],
        ['30 mm', 0.03],
        ['12 m', 12],
        ['−1,5 km', -1500],
    ])('%j is %d m', (text, expected) => {
        expect(value(metres, text)).toBe(expected);
        expect(Object.is(value(metres, text), -0)).toBe(false);
    });

    it('takes the units of what it is for, and no others', () => {
        expect(value(share, '25 %')).toBe(0.25);
        expect(value(share, '35%')).toBe(0.35);
        expect(value(angle, '30°')).toBe(30);
        expect(value(angle, '30 deg')).toBe(30);
        expect(value(rain, '0.5 m/yr')).toBe(0.5);
        expect(value(metres, '30°')).toBe('“°” is not a unit of height; use m, km, cm or mm');
        expect(value(share, '3 km')).toBe('“km” is not a unit of amount; use no unit');
        expect(value(rain, '3 km')).toBe('“km” is not a unit of rain; use m/yr');
    });

    it.each(['1,500', '12,345', '999,000', '-1,500', '1,500 m'])('%s may be two numbers, and is neither', (text) => {
        expect(value(metres, text)).toMatch(/may be \d+ or [\d.]+; write one of them/);
    });

    it.each([
        'zzz',
        '',
        '   ',
        '-',
        '1-2',
        '1+1',
        '0x10',
        'Infinity',
        'NaN',
        '1e',
        '1..2',
        '1.2.3',
        '1,2,3',
        '1 50',
        '1500 000',
        '12,34.5',
        '1e3e3',
        ',',
        '.',
        '٣',
    ])('%j is not a number', (text) => {
        expect(value(metres, text)).toMatch(/is not a number|must be a number|is not a unit/);
    });

    it('is what JavaScript writes, for any number', () => {
        for (const x of [0.1, 123456.789, 1e-7, 2 ** 31, 4294967295, -987.25, 1e21])
            expect(value(metres, String(x))).toBe(x);
    });
});

describe('several numbers', () => {
    it.each([
        ['8000', [8000]],
        ['8000 × 6000', [8000, 6000]],
        ['8000x6000', [8000, 6000]],
        ['8 km x 6.5 km', [8000, 6500]],
        ['8km × 500m', [8000, 500]],
        ['100, 200', [100, 200]],
        ['100 200', [100, 200]],
        ['1,5; −2', [1.5, -2]],
        ['', []],
    ])('%j', (text, expected) => {
        expect(readNumbers(metres, text)).toEqual({ value: expected });
    });

    it('says which of them is none', () => {
        expect(readNumbers(metres, '1,500')).toHaveProperty('wrong');
        expect(readNumbers(metres, '100 × zzz')).toEqual({
            wrong: '“zzz” is not a number; write it like 1500 or 0.25',
        });
    });
});
