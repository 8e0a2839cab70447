// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Painting: how the brush paints, and what it paints on.

import { paintOperators, strokesArg } from '../model/brush';
import { label } from '../model/catalogue';
import type { Studio } from '../studio';
import { button, h } from './dom';

/// How the brush paints; shown with a node that can be painted on.
export function brushPanel(studio: Studio): HTMLElement {
    const slider = (name: 'radius' | 'strength' | 'softness', min: number, max: number, unit: string) => {
        const value = h('span', { class: 'muted' });
        const input = h('input', {
            class: 'slider',
            testid: `brush-${name}`,
            attrs: { type: 'range', min: 0, max: 100, 'aria-label': `Brush ${name}` },
            on: {
                input: () => {
                    const t = Number(input.value) / 100;
                    studio.brush[name] = name === 'radius' ? min * (max / min) ** t : min + (max - min) * t;
                    show();
                },
            },
        });
        const show = () => {
            const v = studio.brush[name];
            input.value = String(
                name === 'radius' ? (100 * Math.log(v / min)) / Math.log(max / min) : (100 * (v - min)) / (max - min),
            );
            input.style.setProperty('--fill', `${input.value}%`);
            value.textContent = `${name === 'radius' ? Math.round(v) : v.toFixed(2)}${unit}`;
        };
        show();
        studio.on('view', show);
        return h('label', { class: 'brush-row' }, h('span', { text: label(name) }), input, value);
    };
    const most = Math.max(...(studio.document?.world.extent ?? [4000, 4000])) / 3;
    const erase = h('input', {
        class: 'switch',
        testid: 'brush-erase',
        attrs: { type: 'checkbox', role: 'switch', 'aria-label': 'Erase' },
        on: {
            change: () => {
                studio.brush.erase = erase.checked;
            },
        },
    });
    const start = button({
        testid: 'brush-start',
        icon: 'brush',
        text: 'Paint',
        class: 'small',
        title: 'Paint on the terrain (B)',
        run: () => {
            if (studio.solo !== studio.selected) studio.setSolo(studio.selected);
            studio.setTool(studio.tool === 'brush' ? 'select' : 'brush');
        },
    });
    studio.on('view', () => start.setAttribute('aria-pressed', String(studio.tool === 'brush')));
    return h(
        'section',
        { class: 'group brush', testid: 'brush-panel' },
        h('h3', { text: 'Brush' }),
        slider('radius', Math.max(most / 300, 1), most, ' m'),
        slider('strength', 0.05, 1, ''),
        slider('softness', 0, 1, ''),
        h('div', { class: 'row' }, start, h('label', { class: 'check' }, erase, 'Erase')),
        h('p', { class: 'muted small', text: 'Shift erases while it is held; Alt and the wheel change the radius.' }),
    );
}

/// Selects a node that can be painted on, or adds one.
export async function beginPainting(studio: Studio): Promise<void> {
    const paintable = (id: string | null) => strokesArg(studio.operator(studio.node(id))) !== undefined;
    if (!paintable(studio.selected)) {
        const node = studio.document?.nodes.findLast((n) => paintable(n.id));
        const op = paintOperators(studio.catalogue)[0];
        const was = studio.selected;
        if (node) studio.select(node.id);
        else if (op) {
            await studio.add(op.name);
            if (studio.selected !== was) tellOfMask(studio, was);
        } else {
            studio.tell('note', 'This build has no operator to paint with.');
            return;
        }
    }
    if (studio.solo !== studio.selected) studio.setSolo(studio.selected);
    studio.setTool('brush');
}

/// A new mask lies beside the land. Says so, and offers a number of the node at hand to be driven by it.
function tellOfMask(studio: Studio, was: string | null): void {
    const mask = studio.selected;
    const node = studio.node(was);
    const arg = studio
        .operator(node)
        ?.args.find((a) => a.type === 'field' && a.unit === '1' && typeof node!.args[a.name] === 'number');
    studio.tell(
        'note',
        `${mask} is a mask beside the land: it changes nothing until a number is driven by it (the map button beside the number).`,
        null,
        arg && {
            label: `Drive ${label(arg.name).toLowerCase()} of ${was}`,
            run: () => void studio.do(['wire', `${was}.${arg.name}`, mask]),
        },
    );
}
