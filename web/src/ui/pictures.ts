// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How pictures of the scene are drawn: a field for every row of the catalogue's table of settings. Nothing here knows a
// setting by name.

import { label, matters } from '../model/catalogue';
import type { SceneDocument } from '../model/document';
import type { Studio } from '../studio';
import { h } from './dom';
import { type Binding, type FieldContext, field } from './fields';

export function picturePanel(
    studio: Studio,
    bind: (path: string) => Binding,
    context: FieldContext,
): { dom: HTMLElement; update(doc: SceneDocument): void } {
    const rows = studio.catalogue.render;
    const groups = new Map<string, HTMLElement>();
    const dom = h('section', { class: 'group', testid: 'pictures' }, h('h3', { text: 'Pictures' }));
    const fields = rows.map((arg) => {
        const f = field(arg, 'render', bind(`render.${arg.name}`), context);
        const name = arg.group ?? '';
        const group = groups.get(name) ?? h('div', { class: 'subgroup' }, name ? h('h4', { text: label(name) }) : null);
        if (!groups.has(name)) dom.append(group);
        groups.set(name, group);
        const note = h('p', {
            class: 'field-note muted small',
            testid: `render-${arg.name}-note`,
            attrs: { hidden: true },
        });
        group.append(f.dom, note);
        return { arg, f, note };
    });
    return {
        dom,
        update(doc) {
            const { args, set, used } = doc.render;
            for (const { arg, f, note } of fields) {
                f.dom.hidden = !matters(arg, rows, args);
                // The view that is chosen has its own: that is what counts, and the setting changes nothing.
                const own = used?.[arg.name];
                const value = own ?? args[arg.name] ?? null;
                f.dom.inert = own !== undefined;
                note.hidden = own === undefined || f.dom.hidden;
                note.textContent = `As the view “${args.view}” says.`;
                f.update(value, set.includes(arg.name));
            }
        },
    };
}
