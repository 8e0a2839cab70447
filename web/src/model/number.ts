// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Numbers as people type and paste them. The rule:
//   a point is the decimal sign; so is a comma, unless what follows has the form of thousands;
//   blanks, ', ’ and _ may stand between groups of three, and so may commas (or points) where that cannot be mistaken:
//   1,234,567 and 1,500.5 are read, 1,500 is refused because it may be 1500 or 1.5;
//   − and – are minus; a unit may follow: mm cm m km where metres are meant, ° or deg, % where a share is meant.

import { type Arg, unitText } from './catalogue';

export type Read<T> = { value: T } | { wrong: string };

/// What one of a unit is in the argument's own unit.
function factorOf(arg: Arg, unit: string): number | undefined {
    const own = arg.unit ?? '1';
    if (unit === '' || unit === own) return 1;
    const others: { [own: string]: { [unit: string]: number } } = {
        m: { mm: 0.001, cm: 0.01, km: 1000 },
        deg: { '°': 1 },
        '1': { '%': 0.01 },
    };
    return others[own]?.[unit];
}

function unitsOf(arg: Arg): string {
    if (arg.unit === 'm') return 'm, km, cm or mm';
    if (arg.unit === 'deg') return '°';
    return unitText(arg).trim() || 'no unit';
}

/// The digits of a text as JavaScript reads them; undefined: it is no number. An empty text: it may be two numbers.
function digits(text: string): string | undefined {
    const plain = /^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
    if (plain.test(text)) return text;
    const spaced = text.replace(/(?<=\d)[ '’_](?=\d{3}(?!\d))/g, '');
    if (spaced !== text) return /^\d{1,3}[ '’_]/.test(text) ? digits(spaced) : undefined;
    if (/^[1-9]\d{0,2}(,\d{3})+\.\d+$/.test(text) || /^[1-9]\d{0,2}(,\d{3}){2,}$/.test(text))
        return text.replaceAll(',', '');
    if (/^[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(text) || /^[1-9]\d{0,2}(\.\d{3}){2,}$/.test(text))
        return text.replaceAll('.', '').replace(',', '.');
    if (/^[1-9]\d{0,2},\d{3}$/.test(text)) return '';
    const decimal = text.replace(',', '.');
    return !text.includes('.') && plain.test(decimal) ? decimal : undefined;
}

export function readNumber(arg: Arg, typed: string): Read<number> {
    const text = typed.replace(/[\u00a0\u2007\u2009\u202f]/g, ' ').trim();
    const [, sign, number, unit] =
        /^([-+\u2212\u2013]?)\s*([\d.,][\d.,\s'’_]*(?:e[+-]?\d+)?)\s*(.*)$/i.exec(text) ?? [];
    const found = number === undefined ? undefined : digits(number.trim());
    if (found === undefined) {
        if (text === '') return { wrong: `${arg.name} must be a number` };
        return { wrong: `“${typed.trim()}” is not a number; write it like 1500 or 0.25` };
    }
    if (found === '') {
        const [whole, part] = number!.trim().split(',');
        return {
            wrong: `“${number!.trim()}” may be ${whole}${part} or ${Number(`${whole}.${part}`)}; write one of them`,
        };
    }
    const factor = factorOf(arg, unit ?? '');
    if (factor === undefined) return { wrong: `“${unit}” is not a unit of ${arg.name}; use ${unitsOf(arg)}` };
    // 1.1 km is 1100 m and not 1100.0000000000002.
    const value = Number((Number(found) * factor).toPrecision(15)) * (sign && sign !== '+' ? -1 : 1);
    return { value: value === 0 ? 0 : value };
}

/// Several numbers, between them ×, x, ; blanks, or a comma with a blank behind it.
export function readNumbers(arg: Arg, typed: string): Read<number[]> {
    const text = typed
        .replace(/[\u00a0\u2007\u2009\u202f]/g, ' ')
        .replace(/(\d)\s+(?=[a-z°%]+\b(?!\d))(?!x\b)/gi, '$1');
    const values: number[] = [];
    for (const part of text.split(/\s*[×x*;]\s*|,\s+|\s+/i).filter(Boolean)) {
        const read = readNumber(arg, part);
        if ('wrong' in read) return read;
        values.push(read.value);
    }
    return { value: values };
}
