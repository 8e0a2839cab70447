// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The options of an export: a field for every row of the server's table that matters for the target.

import { defaultOf, type Values } from '../model/catalogue';
import { type ExportList, type ExportTarget, optionsFor } from '../model/exports';
import { h } from './dom';
import { type Field, type FieldContext, field as fieldOf } from './fields';

const CONTEXT: FieldContext = {
    maps: () => [],
    files: async () => [],
    upload: async () => null,
    removed: () => undefined,
};

export function exportOptions(list: ExportList, changed: () => void) {
    const values: Values = {};
    const fields = new Map<string, Field>();
    const dom = h('details', { class: 'export-options', testid: 'export-options' }, h('summary', { text: 'Options' }));
    let target: ExportTarget | null = null;
    const update = () => {
        const shown = target ? optionsFor(list, target.name, values) : [];
        dom.hidden = shown.length === 0;
        for (const option of list.options) {
            const field = fields.get(option.name);
            if (!field) continue;
            field.dom.hidden = !shown.includes(option);
            const fallback = option.words?.[0] ?? defaultOf(option);
            field.update(values[option.name] ?? fallback, values[option.name] !== undefined);
        }
    };
    for (const option of list.options) {
        const put = (value: Values[string] | undefined) => {
            if (value === undefined) delete values[option.name];
            else values[option.name] = value;
            update();
            changed();
        };
        const field = fieldOf(option, 'export', { set: (v) => put(v), reset: () => put(undefined) }, CONTEXT);
        fields.set(option.name, field);
        dom.append(field.dom);
    }
    return {
        dom,
        values,
        show(to: ExportTarget | null): void {
            target = to;
            update();
        },
    };
}
