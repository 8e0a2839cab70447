// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A box to type into and a list that narrows: adding an operator, and the command palette.

import { h } from './dom';

export interface Found {
    id: string;
    title: string;
    detail: string;
    hint?: string;
    run: () => void;
}

export function finder(
    testid: string,
    name: string,
    placeholder: string,
    search: (query: string) => Found[],
): HTMLDialogElement {
    const back = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    let found: Found[] = [];
    let at = 0;
    const list = h('ul', {
        class: 'finder-list',
        testid: `${testid}-list`,
        role: 'listbox',
        attrs: { id: `${testid}-options` },
    });
    const input = h('input', {
        class: 'finder-input',
        testid: `${testid}-input`,
        attrs: {
            type: 'text',
            placeholder,
            'aria-label': name,
            role: 'combobox',
            'aria-expanded': 'true',
            'aria-controls': `${testid}-options`,
            autocomplete: 'off',
            spellcheck: 'false',
        },
    });
    const d = h('dialog', { class: 'finder', testid, label: name }, input, list);
    const choose = (i: number) => {
        const item = found[i];
        d.close();
        item?.run();
    };
    const mark = () => {
        [...list.children].forEach((row, i) => {
            row.classList.toggle('marked', i === at);
            row.setAttribute('aria-selected', String(i === at));
            if (i === at) {
                row.scrollIntoView({ block: 'nearest' });
                input.setAttribute('aria-activedescendant', row.id);
            }
        });
    };
    const show = () => {
        found = search(input.value).slice(0, 60);
        at = 0;
        list.replaceChildren(
            ...found.map((f, i) =>
                h(
                    'li',
                    {
                        class: 'finder-row',
                        testid: `${testid}-${f.id}`,
                        role: 'option',
                        attrs: { id: `${testid}-option-${i}` },
                        on: { click: () => choose(i) },
                    },
                    h('span', { class: 'finder-title', text: f.title }),
                    h('span', { class: 'finder-detail', text: f.detail }),
                    f.hint ? h('kbd', { text: f.hint }) : null,
                ),
            ),
        );
        if (found.length === 0) list.append(h('li', { class: 'finder-none', text: 'Nothing fits.' }));
        mark();
    };
    input.addEventListener('input', show);
    input.addEventListener('keydown', (e) => {
        if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
            at = (at + (e.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(found.length, 1);
            mark();
        } else if (e.key === 'Enter') choose(at);
        else if (e.key === 'Tab') choose(at);
        else return;
        e.preventDefault();
        e.stopPropagation();
    });
    d.addEventListener('close', () => {
        d.remove();
        if (document.activeElement === document.body) back?.focus();
    });
    d.addEventListener('pointerdown', (e) => {
        if (e.target === d) d.close();
    });
    document.body.append(d);
    d.showModal();
    show();
    input.focus();
    return d;
}
