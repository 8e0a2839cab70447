// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

import { type Arg, complaint, shortNumber } from '../model/catalogue';
import { type Read, readNumber } from '../model/number';
import { h } from './dom';
import { Entry } from './entry';

export interface NumberBox {
    input: HTMLInputElement;
    show(value: number | null): void;
}

/// A number to type, or to change with the arrow keys by `step`. `clear`: where the value may be unsaid.
export function numberBox(
    arg: Arg,
    id: string,
    name: string,
    commit: (value: number) => void,
    step: (value: number, steps: number) => number = (value, steps) => value + steps,
    clear?: () => void,
): NumberBox {
    let shown: number | null = null;
    const input = h('input', {
        class: 'number',
        testid: id,
        attrs: { id, type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', 'aria-label': name },
    });
    const read = (text: string): Read<number | null> => {
        if (text === '' && clear) return { value: null };
        const found = readNumber(arg, text);
        const wrong = 'value' in found ? complaint(arg, found.value) : undefined;
        return wrong ? { wrong } : found;
    };
    const entry = new Entry(input, read, (value: number | null) => {
        shown = value;
        if (value === null) clear?.();
        else commit(value);
    });
    input.addEventListener('keydown', (e) => {
        if (e.key !== 'ArrowUp' && e.key !== 'ArrowDown') return;
        e.preventDefault();
        entry.take();
        const value = step(shown ?? Math.max(arg.min ?? 0, 0), (e.key === 'ArrowUp' ? 1 : -1) * (e.shiftKey ? 10 : 1));
        if (entry.pending || complaint(arg, value)) return;
        shown = value;
        entry.show(shortNumber(value));
        commit(value);
    });
    return {
        input,
        show(value) {
            shown = value;
            entry.show(value === null ? '' : shortNumber(value));
        },
    };
}
