// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How pictures of the scene are drawn: a field for every row of the catalogue's table of settings. Nothing here knows a
// setting by name.

import { type Arg, complaint, type Json, label, matters } from '../model/catalogue';
import type { SceneDocument } from '../model/document';
import { type Read, readNumber } from '../model/number';
import type { Studio } from '../studio';
import { h } from './dom';
import { type Binding, type Field, type FieldContext, field } from './fields';

/// What a text typed for a number or range means that may be a word instead.
export function readOrWord(arg: Arg, text: string): Read<Json> {
    if (text === '' || arg.words?.includes(text)) return { value: text || arg.words![0]! };
    if (arg.type !== 'number') return { value: text };
    const found = readNumber(arg, text);
    const wrong = 'value' in found ? complaint(arg, found.value) : undefined;
    return wrong ? { wrong } : found;
}

/// A value as a text field shows it.
export function wordShown(value: Json): Json {
    return Array.isArray(value) ? value.join('..') : value;
}

/// A field for a row that may be a word where it is a number or a range.
export function wordField(arg: Arg, prefix: string, binding: Binding, context: FieldContext): Field {
    if (!arg.words) return field(arg, prefix, binding, context);
    const read = (text: string) => readOrWord(arg, text);
    const f = field({ ...arg, type: 'text' }, prefix, { ...binding, read }, context);
    return { dom: f.dom, update: (value, isSet) => f.update(wordShown(value), isSet) };
}

export function picturePanel(
    studio: Studio,
    bind: (path: string) => Binding,
    context: FieldContext,
): { dom: HTMLElement; update(doc: SceneDocument): void } {
    const rows = studio.catalogue.render;
    const groups = new Map<string, HTMLElement>();
    const dom = h('section', { class: 'group', testid: 'pictures' }, h('h3', { text: 'Pictures' }));
    const fields = rows.map((arg) => {
        const f = wordField(arg, 'render', bind(`render.${arg.name}`), context);
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
