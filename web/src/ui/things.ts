// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The panel over the view that says what is shown beside the ground, and how: a mesh with its counts, a volume with its cut.

import { shortNumber } from '../model/catalogue';
import type { Studio } from '../studio';
import type { Viewport } from '../view/viewport';
import { button, fillSelect, h, select } from './dom';

/// "16641 vertices" with its thousands told apart.
export const grouped = (text: string): string => text.replace(/\d{5,}/g, (n) => Number(n).toLocaleString('en'));

export function thingPanel(studio: Studio, viewport: Viewport): { dom: HTMLElement; update: () => void } {
    const title = h('strong', {});
    const text = h('span', { testid: 'thing-text' });
    const toggle = (testid: string, name: string, about: string, run: () => void) =>
        button({ testid, text: name, class: 'small toggle', title: about, run });
    const wire = toggle('thing-wire', 'Wireframe', 'The edges of the triangles (W)', () =>
        viewport.rechoose((t) => t.setWire(!t.wire)),
    );
    const ground = toggle('thing-ground', 'Ground', 'The ground beside it (G)', () => toggleGround(viewport));
    const drape = toggle('thing-drape', 'On the ground', 'On the ground instead of at its own heights', () =>
        viewport.rechoose(({ drawn }) => {
            if (drawn) drawn.drape = !drawn.drape;
        }),
    );
    const choice = select('thing-choice', 'Cut', [], '', (word) =>
        viewport.rechoose(({ drawn }) => drawn?.choose?.(word)),
    );
    const slider = h('input', {
        class: 'slider',
        testid: 'thing-slider',
        attrs: { type: 'range' },
        on: { input: () => viewport.rechoose(({ drawn }) => drawn?.slide?.(slider.valueAsNumber)) },
    });
    const at = h('span', { class: 'thing-at', testid: 'thing-at' });
    const cut = h('div', { class: 'thing-row' }, choice, slider, at);
    const dom = h(
        'div',
        { class: 'thing', testid: 'thing', role: 'group', label: 'What is shown beside the ground' },
        h('p', {}, title, text),
        h('div', { class: 'thing-row' }, wire, ground, drape),
        cut,
    );
    const update = () => {
        const wished = studio.shownThing();
        const piece = studio.shown.frame?.maps.find((m) => m.name === 'thing' && m.from === wished?.from);
        const { drawn, thing } = viewport.things;
        dom.hidden = !wished || !piece;
        if (dom.hidden) return;
        title.textContent = `${wished!.from}, ${wished!.kind}: `;
        text.textContent = piece!.error
            ? piece!.error.sentence
            : piece!.held
              ? 'is computed when the hand rests'
              : `${grouped(thing?.text ?? '')}${drawn ? '' : '. The view has no picture of this kind of data'}`;
        dom.classList.toggle('failed', piece!.error !== undefined);
        wire.hidden = !drawn?.setWire;
        ground.hidden = !drawn?.covers || !viewport.heights;
        drape.hidden = drawn?.drape === undefined || !viewport.heights;
        wire.setAttribute('aria-pressed', String(viewport.things.wire));
        ground.setAttribute('aria-pressed', String(viewport.things.ground));
        drape.setAttribute('aria-pressed', String(drawn?.drape === true));
        cut.hidden = !drawn?.slider;
        if (drawn?.choices)
            fillSelect(
                choice,
                drawn.choices.words.map((w) => ({ value: w, text: `cut: ${w}` })),
                drawn.choices.chosen,
            );
        if (!drawn?.slider) return;
        const s = drawn.slider;
        for (const [name, value] of [
            ['min', s.min],
            ['max', s.max],
            ['step', s.step],
        ] as const)
            slider.setAttribute(name, String(value));
        slider.setAttribute('aria-label', s.label);
        slider.valueAsNumber = s.value;
        at.textContent = `${s.label} ${shortNumber(Number(s.value.toPrecision(6)))} ${s.unit}`;
    };
    dom.hidden = true;
    return { dom, update };
}

export const toggleGround = (viewport: Viewport): void =>
    viewport.rechoose((t) => {
        t.ground = !t.ground;
    });
