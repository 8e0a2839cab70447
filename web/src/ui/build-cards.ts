// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Cards of the build dialog. One for each program that a terrain is exported for, of which one can be chosen; and one for each
// format and picture, which is pressed where the scene has such an output.

import type { ExportTarget } from '../model/exports';
import { outputsOf, type Target, targetsOf, toggleTarget } from '../model/targets';
import type { Studio } from '../studio';
import { h } from './dom';

export interface Cards {
    dom: HTMLElement;
    update(): void;
}

const card = (testid: string, title: string, about: string, run: () => void) =>
    h(
        'button',
        { class: 'target', testid, title: about, attrs: { type: 'button' }, on: { click: run } },
        h('strong', { text: title }),
        h('span', { text: about }),
    );

const group = (title: string, style: string, cards: HTMLElement[]) =>
    h('section', { label: title }, h('h3', { text: title }), h('div', { class: `target-grid${style}` }, ...cards));

/// Pressing the one that is chosen goes back to the scene's own outputs.
export function exportCards(
    targets: ExportTarget[],
    chosen: () => ExportTarget | null,
    choose: (target: ExportTarget | null) => void,
): Cards {
    const cards = targets.map((t) =>
        card(`export-${t.name}`, t.title, t.summary, () => choose(chosen() === t ? null : t)),
    );
    return {
        dom: group('For a program', '', cards),
        update: () =>
            targets.forEach((t, i) => {
                cards[i]!.setAttribute('aria-pressed', String(chosen() === t));
            }),
    };
}

/// Pressing one says `pressed`: it is the scene's own outputs that are meant.
export function outputCards(studio: Studio, pressed: () => void): Cards {
    const targets = studio.server ? targetsOf(studio.server) : [];
    const toggle = (t: Target) => () => {
        pressed();
        if (studio.document) void studio.do(...toggleTarget(t, studio.document, studio.shownTerrain()));
    };
    const cards = targets.map((t) => card(`target-${t.id}`, t.title, t.about, toggle(t)));
    const groups = [...new Set(targets.map((t) => t.group))];
    const dom = h(
        'div',
        { class: 'output-cards' },
        ...groups.map((name) =>
            group(
                name,
                name === 'Pictures' ? ' brief' : '',
                cards.filter((_, i) => targets[i]!.group === name),
            ),
        ),
    );
    return {
        dom,
        update() {
            const outputs = studio.document?.outputs ?? [];
            targets.forEach((t, i) => {
                cards[i]!.setAttribute('aria-pressed', String(outputsOf(t, outputs).length > 0));
            });
        },
    };
}
