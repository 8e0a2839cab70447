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
    const output = select('thing-output', 'Output', [], '', (name) => {
        const node = studio.shownThing()?.node;
        if (node) studio.showOutput(node, name);
    });
    const compute = button({
        testid: 'thing-compute',
        text: 'Compute it all (R)',
        class: 'small primary',
        title: 'Computes what takes longer than half a second, at every level up to the preview',
        run: () => studio.wish(true),
    });
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
        h('div', { class: 'thing-row' }, output, wire, ground, drape, compute),
        cut,
    );
    const update = () => {
        const wished = studio.shownThing();
        const piece = studio.shown.frame?.maps.find((m) => m.name === 'thing' && m.from === wished?.from);
        const { drawn, thing } = viewport.things;
        const outputs = studio.shownThings();
        dom.hidden = !wished || !piece;
        if (dom.hidden) return;
        title.textContent = `${wished!.from}, ${wished!.kind}: `;
        text.textContent = piece!.error
            ? piece!.error.sentence
            : piece!.held
              ? 'is computed when the hand rests'
              : `${grouped(thing?.text ?? '')}${drawn || !thing ? '' : '. The view has no picture of this kind of data'}${age(studio)}`;
        dom.classList.toggle('failed', piece!.error !== undefined);
        compute.hidden =
            studio.shown.kind === 'failed' || studio.shown.kind === 'nothing' || !('waits' in studio.shown);
        output.hidden = outputs.length < 2;
        fillSelect(
            output,
            outputs.map((o) => ({ value: o.output, text: `${o.output} (${o.kind})` })),
            wished!.output,
        );
        wire.hidden = !drawn?.setWire;
        ground.hidden = !drawn?.covers || !viewport.heights;
        drape.hidden = drawn?.drape === undefined || !viewport.heights;
        wire.setAttribute('aria-pressed', String(viewport.things.wire));
        ground.setAttribute('aria-pressed', String(viewport.things.ground));
        drape.setAttribute('aria-pressed', String(drawn?.drape === true));
        cut.hidden = !drawn?.slider && !drawn?.choices;
        slider.hidden = at.hidden = !drawn?.slider;
        choice.hidden = !drawn?.choices;
        if (drawn?.choices)
            fillSelect(
                choice,
                drawn.choices.words.map((w) => ({ value: w, text: `${drawn.choices!.label}: ${w}` })),
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
        const unit = s.unit || (s.label === 'Value' && wished!.unit !== '1' ? wished!.unit : '');
        at.textContent = `${s.label} ${shortNumber(Number(s.value.toPrecision(4)))} ${unit}`.trimEnd();
    };
    dom.hidden = true;
    return { dom, update };
}

/// How old or coarse it is, where that is not what was asked for.
function age(studio: Studio): string {
    const { shown } = studio;
    const { frame } = shown;
    if (!frame || !('waits' in shown) || !frame.kept) return '';
    const late = frame.maps.find((m) => m.waits);
    const what = late?.name === 'thing' ? ',' : `. ${late?.from} is`;
    if (frame.kept.revision !== frame.revision) return `${what} older than the document`;
    return `${what} computed at ${frame.kept.level - 1} of ${frame.level - 1}`;
}

export const toggleGround = (viewport: Viewport): void =>
    viewport.rechoose((t) => {
        t.ground = !t.ground;
    });
