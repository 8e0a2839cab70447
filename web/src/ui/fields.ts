// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One editor per type of argument, made from a row of the catalogue. An editor shows a value and hands back a new one;
// where that goes (an argument, a member of a record, a member of a record inside a record) is its binding's business.

import {
    type Arg,
    complaint,
    defaultOf,
    isObject,
    type Json,
    label,
    matters,
    parseText,
    settings,
    shortNumber,
    unitText,
    type Values,
} from '../model/catalogue';
import { type Read, readNumber } from '../model/number';
import { counted } from '../model/part';
import { nudge, toPosition, toValue, trackOf } from '../model/slider';
import { curveEditor } from './curve';
import { button, fillSelect, h } from './dom';
import { Entry } from './entry';
import { numberBox } from './number-box';

/// Where an editor's values go. `live` is true in the middle of a gesture; the whole gesture is one step of undo.
export interface Binding {
    set(value: Json, live: boolean): void;
    reset?(): void;
    /// What a typed text means, where it is another thing than itself.
    read?(text: string): Read<Json>;
    /// Lists: changes of single items, where the place the list lives in knows how.
    item?: {
        add(index: number, value: Json): void;
        set(index: number, value: Values, live: boolean): void;
        remove(index: number): void;
        move(index: number, to: number): void;
    };
}

export interface FieldContext {
    /// What of a kind a field or input can be wired to: "node" or "node.output".
    maps(kind: string): string[];
    files(): Promise<string[]>;
    upload(file: File): Promise<string | null>;
    /// Much went at once: says so, and how to have it back.
    removed(sentence: string): void;
}

export interface Field {
    dom: HTMLElement;
    update(value: Json, isSet: boolean): void;
}

/// What a text typed for a number or range means that may be a word instead.
function readOrWord(arg: Arg, text: string): Read<Json> {
    if (text === '' || arg.words?.includes(text)) return { value: text || arg.words![0]! };
    if (arg.type !== 'number') return { value: text };
    const found = readNumber(arg, text);
    const wrong = 'value' in found ? complaint(arg, found.value) : undefined;
    return wrong ? { wrong } : found;
}

/// A value as a text field shows it.
function wordShown(value: Json): Json {
    return Array.isArray(value) ? value.join('..') : value;
}

/// A labelled row: name, editor, reset. A number or range that may be a word instead is typed as text.
export function field(arg: Arg, prefix: string, binding: Binding, context: FieldContext): Field {
    if (!arg.words) return plainField(arg, prefix, binding, context);
    const read = (text: string) => readOrWord(arg, text);
    const f = plainField({ ...arg, type: 'text' }, prefix, { ...binding, read }, context);
    return { dom: f.dom, update: (value, isSet) => f.update(wordShown(value), isSet) };
}

function plainField(arg: Arg, prefix: string, binding: Binding, context: FieldContext): Field {
    const id = `${prefix}-${arg.name}`;
    const make = EDITORS[arg.type] ?? inputEditor;
    const editor = make(arg, id, binding, context);
    const wide = arg.type === 'records' || arg.type === 'curve';
    const reset = button({
        testid: `${id}-reset`,
        title: `Reset ${label(arg.name)} to its default`,
        icon: 'reset',
        class: 'reset',
        run: () => binding.reset?.(),
    });
    const unit = unitText(arg).trim();
    const name = h('label', {
        class: 'field-name',
        title: `${arg.doc ?? ''}${arg.min !== undefined && arg.max !== undefined ? ` From ${shortNumber(arg.min)} to ${shortNumber(arg.max)}${unitText(arg)}.` : ''}`,
        attrs: { for: id },
    });
    name.append(label(arg.name));
    if (unit && arg.type !== 'records') name.append(h('span', { class: 'unit', text: unit }));
    const dom = h('div', { class: `field field-${arg.type}${wide ? ' wide' : ''}`, testid: `field-${id}` });
    const head = h('div', { class: 'field-head' }, name, binding.reset ? reset : null);
    dom.append(head, editor.dom);
    return {
        dom,
        update(value, isSet) {
            dom.classList.toggle('is-set', isSet);
            reset.disabled = !isSet;
            editor.update(value, isSet);
        },
    };
}

type Editor = (arg: Arg, id: string, binding: Binding, context: FieldContext) => Field;

const numberEditor: Editor = (arg, id, binding) => {
    const track = trackOf(arg);
    let dragging = false;
    const box = numberBox(
        arg,
        id,
        label(arg.name),
        (v) => binding.set(v, false),
        (v, n) => nudge(track, v, n),
        arg.optional ? () => binding.set(null, false) : undefined,
    );
    if (arg.optional) box.input.placeholder = 'unsaid';
    const slider = h('input', {
        class: 'slider',
        testid: `${id}-slider`,
        attrs: { type: 'range', min: 0, max: 1000, step: 1, 'aria-label': `${label(arg.name)} slider` },
    });
    const value = () => toValue(track, Number(slider.value) / 1000);
    const paint = () => slider.style.setProperty('--fill', `${Number(slider.value) / 10}%`);
    slider.addEventListener('input', () => {
        dragging = true;
        paint();
        box.show(value());
        slider.setAttribute('aria-valuetext', `${shortNumber(value())}${unitText(arg)}`);
        binding.set(value(), true);
    });
    slider.addEventListener('change', () => {
        dragging = false;
        binding.set(value(), false);
    });
    const dom = h('div', { class: 'pair' }, slider, box.input);
    return {
        dom,
        update(json) {
            if (dragging) return;
            const unsaid = json === null || json === undefined;
            dom.classList.toggle('unsaid', unsaid);
            if (unsaid) {
                box.show(null);
                slider.setAttribute('aria-valuetext', 'unsaid');
                return;
            }
            const v = Number(json);
            box.show(v);
            slider.value = String(Math.round(1000 * toPosition(track, v)));
            slider.setAttribute('aria-valuetext', `${shortNumber(v)}${unitText(arg)}`);
            paint();
        },
    };
};

/// A number everywhere the same, or a map.
const fieldEditor: Editor = (arg, id, binding, context) => {
    const number = numberEditor(arg, id, binding, context);
    const wire = wireEditor(
        arg,
        `${id}-map`,
        { set: (v, live) => binding.set(v === '' ? defaultOf(arg) : v, live) },
        context,
        'a number',
    );
    const swap = button({
        testid: `${id}-wire`,
        title: `${label(arg.name)} from a map`,
        icon: 'map',
        class: 'swap',
        run: () => {
            const wired = dom.classList.contains('wired');
            if (wired) binding.set(defaultOf(arg), false);
            else {
                dom.classList.add('wired');
                wire.update('', false);
                wire.dom.querySelector('select')?.focus();
            }
        },
    });
    const dom = h('div', { class: 'field-or-map' }, number.dom, wire.dom, swap);
    return {
        dom,
        update(value, isSet) {
            const wired = typeof value === 'string';
            dom.classList.toggle('wired', wired);
            swap.setAttribute('aria-pressed', String(wired));
            if (wired) wire.update(value, isSet);
            else number.update(value, isSet);
        },
    };
};

/// Which map an input takes. The empty choice: by its place in the stack.
function wireEditor(arg: Arg, id: string, binding: Binding, context: FieldContext, empty: string): Field {
    const s = h('select', {
        class: 'select wire',
        testid: id,
        attrs: { id, 'aria-label': `${label(arg.name)} from` },
        on: { change: () => binding.set(s.value, false) },
    });
    return {
        dom: s,
        update(value) {
            const current = typeof value === 'string' ? value : '';
            const maps = context.maps(arg.type === 'field' ? 'grid' : arg.type);
            if (current && !maps.includes(current)) maps.push(current);
            s.title = current; // long names do not fit
            fillSelect(s, [{ value: '', text: `— ${empty} —` }, ...maps.map((m) => ({ value: m, text: m }))], current);
        },
    };
}

const choiceEditor: Editor = (arg, id, binding) => {
    const s = h('select', {
        class: 'select',
        testid: id,
        attrs: { id, 'aria-label': label(arg.name) },
        on: { change: () => binding.set(s.value, false) },
    });
    fillSelect(
        s,
        (arg.choices ?? []).map((c) => ({ value: c, text: c.replaceAll('-', ' ') })),
        '',
    );
    return {
        dom: s,
        update(value) {
            s.value = String(value);
        },
    };
};

const toggleEditor: Editor = (arg, id, binding) => {
    const input = h('input', {
        class: 'switch',
        testid: id,
        attrs: { id, type: 'checkbox', role: 'switch', 'aria-label': label(arg.name) },
        on: { change: () => binding.set(input.checked, false) },
    });
    return {
        dom: input,
        update(value) {
            input.checked = value === true;
        },
    };
};

const seedEditor: Editor = (arg, id, binding) => {
    const box = numberBox(
        arg,
        id,
        label(arg.name),
        (v) => binding.set(v, false),
        (v, n) => Math.max(0, v + n),
    );
    const dice = button({
        testid: `${id}-dice`,
        title: 'Another seed by chance',
        icon: 'dice',
        run: () => binding.set(Math.floor(Math.random() * 1e6), false),
    });
    return {
        dom: h('div', { class: 'pair seed' }, box.input, dice),
        update(value) {
            box.show(Number(value));
        },
    };
};

const textEditor: Editor = (arg, id, binding) => {
    const input = h('input', {
        class: 'text',
        testid: id,
        attrs: { id, type: 'text', 'aria-label': label(arg.name), autocomplete: 'off' },
    });
    const read = binding.read ?? ((text: string): Read<Json> => ({ value: text }));
    const entry = new Entry(input, read, (value: Json) => binding.set(value, false));
    return {
        dom: input,
        update: (value) => entry.show(value === null ? '' : String(value)),
    };
};

const fileEditor: Editor = (arg, id, binding, context) => {
    const text = textEditor(arg, id, binding, context);
    const list = h('datalist', { attrs: { id: `${id}-files` } });
    const input = text.dom as HTMLInputElement;
    input.setAttribute('list', `${id}-files`);
    input.placeholder = 'a file of the project folder';
    input.addEventListener('focus', () => {
        void context
            .files()
            .then((files) => list.replaceChildren(...files.map((f) => h('option', { attrs: { value: f } }))));
    });
    const upload = h('input', {
        testid: `${id}-upload`,
        attrs: { type: 'file', 'aria-label': 'Bring a file into the project folder' },
        on: {
            change: () => {
                const file = upload.files?.[0];
                if (file) void context.upload(file).then((path) => path && binding.set(path, false));
            },
        },
    });
    return { dom: h('div', { class: 'file' }, input, list, upload), update: text.update };
};

const colourEditor: Editor = (arg, id, binding) => {
    const well = h('input', {
        class: 'well',
        testid: id,
        attrs: { id, type: 'color', 'aria-label': label(arg.name) },
        on: { input: () => binding.set(well.value, true), change: () => binding.set(well.value, false) },
    });
    const code = h('span', { class: 'code' });
    return {
        dom: h('div', { class: 'pair colour' }, well, code),
        update(value) {
            well.value = String(value).slice(0, 7);
            code.textContent = String(value);
        },
    };
};

const rangeEditor: Editor = (arg, id, binding) => {
    const track = trackOf(arg);
    let now: [number, number] = [0, 1];
    let dragging = false;
    const set = (k: 0 | 1, value: number, live: boolean) => {
        const next: [number, number] = [...now];
        next[k] = value;
        if (next[0] > next[1]) next[1 - k] = value;
        now = next;
        show();
        binding.set([...next], live);
    };
    const boxes = ([0, 1] as const).map((k) => {
        const name = `${label(arg.name)} ${k === 0 ? 'from' : 'to'}`;
        return numberBox(
            arg,
            k === 0 ? id : `${id}-to`,
            name,
            (v) => set(k, v, false),
            (v, n) => nudge(track, v, n),
        );
    });
    const sliders = ([0, 1] as const).map((k) => {
        const s = h('input', {
            class: 'slider',
            testid: `${id}-slider-${k === 0 ? 'from' : 'to'}`,
            attrs: {
                type: 'range',
                min: 0,
                max: 1000,
                'aria-label': `${label(arg.name)} ${k === 0 ? 'from' : 'to'} slider`,
            },
        });
        s.addEventListener('input', () => {
            dragging = true;
            set(k, toValue(track, Number(s.value) / 1000), true);
        });
        s.addEventListener('change', () => {
            dragging = false;
            set(k, toValue(track, Number(s.value) / 1000), false);
        });
        return s;
    });
    const show = () => {
        boxes.forEach((b, k) => b.show(now[k]!));
        sliders.forEach((s, k) => {
            s.value = String(Math.round(1000 * toPosition(track, now[k]!)));
            s.style.setProperty('--fill', `${Number(s.value) / 10}%`);
        });
    };
    return {
        dom: h('div', { class: 'range' }, sliders[0]!, boxes[0]!.input, sliders[1]!, boxes[1]!.input),
        update(value) {
            if (dragging || !Array.isArray(value)) return;
            now = [Number(value[0]), Number(value[1])];
            show();
        },
    };
};

const CHUNK = 24; // records shown at once; a painted mask has thousands

const recordsEditor: Editor = (arg, id, binding, context) => {
    const members = settings(arg.item?.args ?? []);
    const list = h('div', { class: 'records', testid: `${id}-list` });
    const count = h('span', { class: 'muted' });
    const rows: { dom: HTMLElement; update(value: Values): void }[] = [];
    let values: Values[] = [];
    let shown = CHUNK;

    // Without single-item commands the whole list is handed back: lists inside records.
    const edit = binding.item ?? {
        add: (i: number, v: Json) => binding.set(values.toSpliced(i, 0, v as Values), false),
        set: (i: number, v: Values, live: boolean) => binding.set(values.with(i, merged(values[i]!, v)), live),
        remove: (i: number) => binding.set(values.toSpliced(i, 1), false),
        move: (i: number, to: number) => binding.set(values.toSpliced(i, 1).toSpliced(to, 0, values[i]!), false),
    };

    const makeRow = (index: number) => {
        const fields = members.map((m) => ({
            arg: m,
            field: field(m, `${id}-${index}`, { set: (v, live) => edit.set(index, { [m.name]: v }, live) }, context),
        }));
        const title = h('span', { class: 'record-title' });
        const byKey = (e: KeyboardEvent) => {
            if (e.key !== 'Delete' || !(e.target as Element).matches('summary')) return;
            e.preventDefault();
            e.stopPropagation();
            if (!e.repeat) edit.remove(index);
        };
        const dom = h(
            'details',
            { class: 'record', testid: `${id}-${index}`, on: { keydown: byKey } },
            h(
                'summary',
                {},
                title,
                h(
                    'span',
                    { class: 'record-buttons' },
                    button({
                        testid: `${id}-${index}-up`,
                        title: 'Earlier',
                        icon: 'up',
                        run: stop(() => index > 0 && edit.move(index, index - 1)),
                    }),
                    button({
                        testid: `${id}-${index}-down`,
                        title: 'Later',
                        icon: 'down',
                        run: stop(() => index < values.length - 1 && edit.move(index, index + 1)),
                    }),
                    button({
                        testid: `${id}-${index}-copy`,
                        title: 'Copy',
                        icon: 'copy',
                        run: stop(() => edit.add(index + 1, structuredClone(values[index]!))),
                    }),
                    button({
                        testid: `${id}-${index}-remove`,
                        title: 'Remove',
                        icon: 'trash',
                        run: stop(() => edit.remove(index)),
                    }),
                ),
            ),
            h('div', { class: 'record-body' }, ...fields.map((f) => f.field.dom)),
        );
        return {
            dom,
            update(value: Values) {
                title.textContent = `${index + 1} · ${describe(members, value)}`;
                if (!(dom as HTMLDetailsElement).open && value === undefined) return;
                for (const f of fields) {
                    f.field.update(value[f.arg.name] ?? defaultOf(f.arg), value[f.arg.name] !== undefined);
                    f.field.dom.hidden = !matters(f.arg, members, value);
                }
            },
        };
    };

    const more = button({
        testid: `${id}-more`,
        text: 'Show more',
        class: 'small',
        run: () => {
            shown += 4 * CHUNK;
            show();
        },
    });
    const show = () => {
        const want = Math.min(values.length, shown);
        while (rows.length > want) rows.pop()!.dom.remove();
        while (rows.length < want) {
            const row = makeRow(rows.length);
            rows.push(row);
            list.append(row.dom);
        }
        rows.forEach((row, i) => row.update(values[i]!));
        more.hidden = values.length <= shown;
        count.textContent = `${values.length} ${values.length === 1 ? (arg.item?.name ?? 'item') : 'in all'}`;
    };
    const add = button({
        testid: `${id}-add`,
        icon: 'plus',
        text: 'Add',
        class: 'small',
        run: () => edit.add(values.length, structuredClone(values.at(-1) ?? blank(members))),
    });
    const clear = button({
        testid: `${id}-clear`,
        text: 'Clear',
        class: 'small',
        run: () => {
            if (values.length === 0) return;
            const gone = counted(values.length, arg.item?.name ?? 'item');
            binding.set([], false);
            context.removed(`Removed ${gone}.`);
        },
    });
    return {
        dom: h('div', { class: 'records-field' }, h('div', { class: 'records-head' }, count, add, clear), list, more),
        update(value) {
            values = Array.isArray(value) ? (value.filter(isObject) as Values[]) : [];
            show();
        },
    };
};

const stop = (run: () => void) => (e: MouseEvent) => {
    e.preventDefault();
    run();
};

/// The record with new members; one that becomes null is unsaid.
function merged(record: Values, by: Values): Values {
    return Object.fromEntries(Object.entries({ ...record, ...by }).filter(([, v]) => v !== null));
}

function blank(members: readonly Arg[]): Values {
    const value: Values = {};
    for (const m of members) if (!m.optional) value[m.name] = defaultOf(m);
    return value;
}

/// The first three plain members: "x 120, y 80, radius 40".
function describe(members: readonly Arg[], value: Values): string {
    return members
        .filter((m) => m.type !== 'records' && m.type !== 'curve')
        .slice(0, 3)
        .map((m) => {
            const v = value[m.name] ?? defaultOf(m);
            return `${m.name} ${typeof v === 'number' ? shortNumber(v) : Array.isArray(v) ? v.join('–') : String(v ?? '–')}`;
        })
        .join(', ');
}

const inputEditor: Editor = (arg, id, binding, context) =>
    wireEditor(
        arg,
        id,
        { set: (v, live) => binding.set(v === '' ? null : v, live) },
        context,
        arg.optional ? 'none' : arg.type === 'grid' ? 'from the stack' : 'nothing',
    );

const valueEditor: Editor = (arg, id) => {
    const output = h('output', { testid: id, attrs: { id } });
    return {
        dom: output,
        update(value) {
            output.textContent = typeof value === 'number' ? `${shortNumber(value)}${unitText(arg)}` : '–';
        },
    };
};

const curveField: Editor = (arg, id, binding) => curveEditor(arg, id, (points, live) => binding.set(points, live));

const EDITORS: Record<string, Editor> = {
    number: numberEditor,
    integer: numberEditor,
    toggle: toggleEditor,
    choice: choiceEditor,
    seed: seedEditor,
    text: textEditor,
    file: fileEditor,
    field: fieldEditor,
    colour: colourEditor,
    range: rangeEditor,
    curve: curveField,
    records: recordsEditor,
    value: valueEditor,
};

/// What a text typed for an argument means, or the sentence why not; for places that take free text.
export function readText(arg: Arg, text: string): { value: Json } | { wrong: string } {
    try {
        return { value: parseText(arg, text) };
    } catch (error) {
        return { wrong: error instanceof Error ? error.message : String(error) };
    }
}
