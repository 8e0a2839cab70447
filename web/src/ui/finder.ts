// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A box to type into and a list that narrows: adding an operator, and the command palette.

import type { FoundTopic } from '../model/api';
import { label } from '../model/catalogue';
import type { Studio } from '../studio';
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
    search: (query: string) => Found[] | Promise<Found[]>,
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
    // The answer to what was typed last counts; Enter waits for it.
    let asked = 0;
    let answered: Promise<void> = Promise.resolve();
    const show = () => {
        const question = ++asked;
        const answer = search(input.value);
        if (!(answer instanceof Promise)) return fill(answer);
        answered = answer.then(
            (items) => (question === asked ? fill(items) : undefined),
            () => (question === asked ? fill([]) : undefined),
        );
    };
    const fill = (items: Found[]) => {
        found = items.slice(0, 60);
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
        } else if (e.key === 'Enter' || e.key === 'Tab') void answered.then(() => choose(at));
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

/// Something the server found by the words for it: a node to add as wished, an example to open, a format to export in.
export function topicRow(t: FoundTopic, studio: Studio, build: () => void): Found {
    const [name, value] = t.set?.split('=') ?? [];
    const id = t.set ? `${t.name}-${value}` : t.name;
    if (t.kind === 'example')
        return {
            id,
            title: t.name.replace(/^.*\//, '').replaceAll('-', ' '),
            detail: t.summary,
            hint: 'open the example',
            run: () => void studio.open(['example', t.name]),
        };
    if (t.kind === 'format')
        return { id, title: `.${t.name}`, detail: t.summary, hint: 'build and export', run: build };
    const wish = name === 'preset' ? value : `${label(name ?? '').toLowerCase()} ${value}`;
    return {
        id,
        title: t.set ? `${t.name} · ${wish}` : t.name,
        detail: t.summary,
        hint: t.family ?? '',
        run: () => void studio.add(t.name, t.set),
    };
}
