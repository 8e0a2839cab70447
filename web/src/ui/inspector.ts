// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The panel of what is selected: a node, the world, or the list of outputs. Built once per selection; later changes of the
// document only fill in values, so that a slider under the hand is never replaced.

import { strokesArg } from '../model/brush';
import { type Arg, type Json, label, matters, measured, settings, type WorldKey } from '../model/catalogue';
import { madeBy, mapsOf, type Output, type SceneNode } from '../model/document';
import type { Gesture } from '../model/gesture';
import { type Read, readNumber, readNumbers } from '../model/number';
import type { Studio } from '../studio';
import { brushPanel } from './brush';
import { button, h, select } from './dom';
import { Entry } from './entry';
import { type Binding, type Field, type FieldContext, field } from './fields';
import { picturePanel } from './pictures';

export const WORLD = '@world';
export const OUTPUTS = '@outputs';

/// A key of the world as its field shows it.
function worldShown(key: WorldKey, value: Json): Json {
    if (key.kind === 'level') return value === null ? '' : String(value);
    if (!Array.isArray(value) || key.kind === 'span') return value;
    if (key.kind === 'sides' && value[0] === value[1]) return String(value[0]);
    return value.join(key.kind === 'sides' ? ' × ' : ', ');
}

/// What a text typed for a key of the world means.
function readWorld(key: WorldKey, text: string): Read<Json> {
    if (key.kind === 'level') return text === '' ? { value: 'none' } : readNumber(key, text);
    if (key.kind === 'seed')
        return /^\d+$/.test(text) ? { value: text } : { wrong: `${key.name} must be a whole number, 0 or more` };
    const found = readNumbers(key, text);
    if ('wrong' in found) return found;
    const [a, b] = found.value;
    const single = key.kind === 'sides' && found.value.length === 1;
    if (found.value.length !== 2 && !single)
        return {
            wrong:
                key.kind === 'sides'
                    ? `${key.name} must be one length or two, like 8000 or 8 km × 6 km`
                    : `${key.name} must be two positions, like 500, 250`,
        };
    return { value: [a!, single ? a! : b!] };
}

const anyText = (text: string): Read<string> => ({ value: text });
const nonEmpty =
    (wrong: string) =>
    (text: string): Read<string> =>
        text === '' ? { wrong } : { value: text };

const rangeText = (o: Output) => (o.range === 'auto' ? 'auto' : o.range ? `${o.range[0]}..${o.range[1]}` : '');

export class Inspector {
    readonly dom = h('aside', { class: 'inspector', testid: 'inspector', label: 'Inspector' });
    private readonly studio: Studio;
    private built = '';
    private refresh: () => void = () => undefined;

    constructor(studio: Studio) {
        this.studio = studio;
        studio.on('document', () => this.update());
        studio.on('selection', () => {
            this.update();
            this.reveal();
        });
        studio.on('field', ({ node, arg }) => this.show(`field-${node}-${arg}`));
        studio.on('nodes', () => this.refresh());
        studio.on('view', () => this.refresh());
    }

    /// Brings a field into sight and puts the cursor into it.
    private show(testid: string): void {
        const field = this.dom.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
        if (!field) return;
        for (let box = field.closest('details'); box; box = box.parentElement?.closest('details') ?? null)
            box.open = true;
        field.scrollIntoView({ block: 'center' });
        field.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
    }

    update(): void {
        const node = this.studio.node(this.studio.selected);
        const special = this.studio.selected === WORLD || this.studio.selected === OUTPUTS;
        const key = special ? this.studio.selected! : node ? `${node.id}:${node.op}` : '';
        if (key !== this.built) {
            this.built = key;
            this.dom.scrollTop = 0;
            if (this.studio.selected === WORLD) this.buildWorld();
            else if (this.studio.selected === OUTPUTS) this.buildOutputs();
            else if (node) this.buildNode(node);
            else {
                this.dom.replaceChildren(
                    h('p', { class: 'empty', text: 'Nothing is selected. Press Tab to add an operator.' }),
                );
                this.refresh = () => undefined;
            }
        }
        this.refresh();
    }

    /// Opens the record that is selected in the view.
    private reveal(): void {
        for (const open of this.dom.querySelectorAll('.record.picked')) open.classList.remove('picked');
        const { part } = this.studio;
        if (!part) return;
        const find = (prefix: string, index: number) => {
            const by = (testid: string) => this.dom.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
            const more = by(`${prefix}-more`);
            while (!by(`${prefix}-${index}`) && more && !more.hidden) more.click();
            const record = by(`${prefix}-${index}`);
            record?.setAttribute('open', '');
            return record;
        };
        const list = `${part.node}-${part.arg}`;
        const outer = part.row === null ? null : find(list, part.row);
        const record =
            part.row === null ? find(list, part.index) : find(`${list}-${part.row}-${part.inner}`, part.index);
        record?.classList.add('picked');
        (record ?? outer)?.scrollIntoView({ block: 'nearest' });
    }

    private context(): FieldContext {
        const studio = this.studio;
        return {
            maps: (kind) =>
                studio.document
                    ? mapsOf(studio.document, studio.catalogue, kind)
                          .filter((m) => m.node !== studio.selected)
                          .map((m) => m.from)
                    : [],
            files: async () => {
                try {
                    return (await studio.api.files('')).entries
                        .filter((e) => e.kind === 'raster' || e.kind === 'picture')
                        .map((e) => e.name);
                } catch (error) {
                    studio.report(error);
                    return [];
                }
            },
            upload: (file) => uploadRaster(studio, file),
            removed: (what) => void studio.offerUndo(what),
        };
    }

    /// Sends values of one argument; everything between the first live value and the last is one gesture.
    private binding(path: string, withItems: boolean): Binding {
        const studio = this.studio;
        let gesture: Gesture | null = null;
        const send = (command: Json[], key: string, live: boolean) => {
            gesture ??= studio.gesture(path);
            gesture.push(key, command);
            if (!live) {
                void gesture.end();
                gesture = null;
            }
        };
        const binding: Binding = {
            set: (value, live) => send(['set', path, value], path, live),
            reset: () => void studio.do(['reset', path]),
        };
        if (withItems)
            binding.item = {
                add: (index, value) => void studio.do(['item', 'add', path, index, value]),
                set: (index, value, live) =>
                    send(['item', 'set', path, index, value], `${path}/${index}/${Object.keys(value).join()}`, live),
                remove: (index) => void studio.do(['item', 'remove', path, index]),
                move: (index, to) => void studio.do(['item', 'move', path, index, to]),
            };
        return binding;
    }

    private buildNode(first: SceneNode): void {
        const studio = this.studio;
        const op = studio.operator(first);
        const id = first.id;
        const name = h('input', {
            class: 'node-name',
            testid: 'node-name',
            attrs: { value: id, 'aria-label': 'Name of the node', autocomplete: 'off', spellcheck: 'false' },
        });
        const nameEntry = new Entry(name, nonEmpty('a node needs a name'), (wish: string) => {
            void studio.do(['rename', id, wish]).then((answer) => answer && studio.select(wish));
        });
        const on = h('input', {
            class: 'switch',
            testid: 'node-enabled',
            attrs: { type: 'checkbox', role: 'switch', 'aria-label': 'Enabled' },
            on: { change: () => void studio.toggle(id) },
        });
        const locked = h(
            'div',
            { class: 'locked', testid: 'node-locked', attrs: { hidden: true } },
            h('span', { text: 'Locked: nothing here changes.' }),
            button({ testid: 'node-unlock', text: 'Unlock', class: 'small', run: () => studio.setLocked(id, false) }),
        );
        // What the node said about its work when it last ran.
        const said = h('ul', { class: 'node-notes', testid: 'node-notes', attrs: { hidden: true } });
        const head = h(
            'header',
            { class: 'inspector-head' },
            h('div', { class: 'row' }, name, on),
            h(
                'p',
                { class: 'op-line' },
                h('strong', { text: op ? op.name : first.op }),
                h('span', { text: op ? ` · ${op.summary}` : ' · not in this build' }),
            ),
            locked,
            said,
        );
        const parts: { arg: Arg; field: Field; section: HTMLElement }[] = [];
        const body = h('fieldset', { class: 'inspector-body' });
        const context = this.context();
        const section = (title: string): HTMLElement => {
            const s = h('section', { class: 'group' }, h('h3', { text: title }));
            body.append(s);
            return s;
        };
        const presets = op?.presets ?? [];
        if (presets.length > 0) {
            const s = section('Presets');
            s.append(
                h(
                    'div',
                    { class: 'presets' },
                    ...presets.map((p) =>
                        button({
                            testid: `preset-${p.name}`,
                            text: p.name,
                            class: 'small chip',
                            ...(p.summary ? { title: p.summary } : {}),
                            run: () => void studio.do(['preset', id, p.name]),
                        }),
                    ),
                ),
            );
        }
        if (strokesArg(op)) body.append(brushPanel(studio));
        if (op) {
            const wires = op.args.filter((a) => a.direction === 'in');
            let s: HTMLElement | null = wires.length ? section('Takes') : null;
            for (const arg of wires) {
                const f = field(
                    arg,
                    id,
                    {
                        set: (v) =>
                            void studio.do(
                                v === null ? ['unwire', `${id}.${arg.name}`] : ['wire', `${id}.${arg.name}`, v],
                            ),
                    },
                    context,
                );
                parts.push({ arg, field: f, section: s! });
                s!.append(f.dom);
            }
            let group: string | undefined = '';
            for (const arg of settings(op.args)) {
                if (!s || group !== arg.group) {
                    s = section(arg.group ? label(arg.group) : 'Settings');
                    group = arg.group;
                }
                const f = field(arg, id, this.binding(`${id}.${arg.name}`, arg.type === 'records'), context);
                parts.push({ arg, field: f, section: s });
                s.append(f.dom);
            }
            const values = measured(op);
            if (values.length) {
                s = section('Measured');
                for (const arg of values) {
                    const f = field(arg, id, { set: () => undefined }, context);
                    parts.push({ arg, field: f, section: s });
                    s.append(f.dom);
                }
            }
        }
        const note = h('textarea', {
            class: 'note',
            testid: 'node-note',
            attrs: { rows: 2, placeholder: 'A note for readers of this scene', 'aria-label': 'Note' },
        });
        const noteEntry = new Entry(note, anyText, (text: string) => void studio.do(['note', id, text]));
        section('Note').append(note);
        if (op?.doc) {
            body.append(
                h(
                    'details',
                    { class: 'about', testid: 'node-about' },
                    h('summary', { text: `About ${op.name}` }),
                    h('p', { text: op.doc.replaceAll('`', '') }),
                    op.source ? h('p', { class: 'muted', text: `Source: ${op.source}` }) : null,
                ),
            );
        }
        this.dom.replaceChildren(head, body);
        this.refresh = () => {
            const node = studio.node(id);
            if (!node || !op) return;
            on.checked = node.enabled;
            const isLocked = studio.locks.has(id);
            locked.hidden = !isLocked;
            body.disabled = isLocked;
            on.disabled = isLocked;
            name.readOnly = isLocked;
            nameEntry.show(id);
            noteEntry.show(node.note ?? '');
            const report = studio.reports.get(id);
            const notes = node.enabled ? (report?.notes ?? []) : [];
            said.hidden = notes.length === 0;
            said.replaceChildren(...notes.map((n) => h('li', { text: n.sentence })));
            for (const { arg, field: f } of parts) {
                f.dom.hidden = !matters(arg, op.args, node.args);
                if (arg.type === 'value') f.update(report?.values?.[arg.name] ?? null, false);
                else f.update(node.args[arg.name] ?? null, node.set.includes(arg.name));
                if (arg.direction === 'in') {
                    const taken = node.takes[arg.name];
                    const s = f.dom.querySelector('select');
                    const first = s?.options[0];
                    if (first)
                        first.text = taken ? `${taken} (from the stack)` : arg.optional ? '— none —' : '— nothing —';
                }
            }
            for (const s of new Set(parts.map((p) => p.section)))
                s.hidden = parts.filter((p) => p.section === s).every((p) => p.field.dom.hidden);
        };
    }

    private buildWorld(): void {
        const studio = this.studio;
        const context = this.context();
        const title = h('input', {
            class: 'node-name',
            testid: 'document-title',
            attrs: { 'aria-label': 'Name of the scene', autocomplete: 'off' },
        });
        const titleEntry = new Entry(title, anyText, (text: string) => void studio.do(['title', text]));
        const about = h('textarea', {
            class: 'note',
            testid: 'document-about',
            attrs: { rows: 4, 'aria-label': 'About the scene', placeholder: 'What this landscape is' },
        });
        const aboutEntry = new Entry(about, anyText, (text: string) => void studio.do(['about', text]));
        const ground = h('section', { class: 'group' }, h('h3', { text: 'World' }));
        const fields = studio.catalogue.world.map((arg) => {
            const binding = this.binding(`world.${arg.name}`, false);
            const read = arg.type === 'text' ? { read: (text: string) => readWorld(arg, text) } : {};
            const f = field(arg, 'world', { set: binding.set, ...read }, context);
            ground.append(f.dom);
            return { arg, f };
        });
        const facts = h('p', { class: 'muted small', testid: 'world-facts' });
        ground.append(facts);
        const findings = h('ul', { class: 'findings' });
        this.dom.replaceChildren(
            h(
                'header',
                { class: 'inspector-head' },
                title,
                h('p', { class: 'op-line', text: 'The ground this scene stands on' }),
            ),
            h(
                'div',
                { class: 'inspector-body' },
                ground,
                h('section', { class: 'group' }, h('h3', { text: 'About' }), about),
                findings,
            ),
        );
        this.refresh = () => {
            const doc = studio.document;
            if (!doc) return;
            titleEntry.show(doc.title);
            aboutEntry.show(doc.about);
            const w = doc.world;
            const [ex, ey] = w.extent;
            const values: { [name: string]: Json } = { ...w };
            for (const { arg, f } of fields) f.update(worldShown(arg, values[arg.name] ?? null), true);
            const cell = Math.max(ex, ey) / Math.max(w.resolution - 1, 1);
            facts.textContent = `${cell.toFixed(2)} m between samples in a build`;
            findings.replaceChildren(...doc.findings.map((f) => h('li', { text: `${f.where}: ${f.sentence}` })));
        };
    }

    private buildOutputs(): void {
        const studio = this.studio;
        const list = h('div', { class: 'outputs', testid: 'outputs' });
        const body = h('div', { class: 'inspector-body' });
        body.append(list);
        const add = button({
            testid: 'output-add',
            text: 'Add an output',
            icon: 'plus',
            run: () => void studio.do(['output', 'add', freeFile(), 'range=auto']),
        });
        const freeFile = () => {
            const taken = new Set(studio.document?.outputs.map((o) => o.file));
            for (let i = 1; ; i++) {
                const name = i === 1 ? 'map.png' : `map${i}.png`;
                if (!taken.has(name)) return name;
            }
        };
        const pictures = picturePanel(studio, (path) => this.binding(path, false), this.context());
        body.append(add, pictures.dom);
        this.dom.replaceChildren(
            h(
                'header',
                { class: 'inspector-head' },
                h('h2', { text: 'Outputs' }),
                h('p', { class: 'op-line', text: 'What a build writes' }),
            ),
            body,
        );
        let shown = '';
        let entries: { entry: Entry; text: (o: Output) => string; index: number }[] = [];
        this.refresh = () => {
            const doc = studio.document;
            if (!doc) return;
            pictures.update(doc);
            // What was refused goes, though nothing else changed.
            for (const { entry, text, index } of entries) if (doc.outputs[index]) entry.show(text(doc.outputs[index]));
            const made = madeBy(doc, studio.catalogue).map((m) => m.from);
            const text = JSON.stringify([doc.outputs, made]);
            if (text === shown) return;
            shown = text;
            entries = [];
            const maps = made.map((m) => ({ value: m, text: m }));
            const textures = mapsOf(doc, studio.catalogue, 'image').map((m) => ({ value: m.from, text: m.from }));
            const styles = [
                { value: '', text: 'data, by the extension' },
                ...(studio.server?.styles ?? []).map((s) => ({ value: s.name, text: `picture: ${s.name}` })),
            ];
            list.replaceChildren(
                ...doc.outputs.map((o, i) => {
                    const file = h('input', {
                        class: 'text',
                        testid: `output-${i}-file`,
                        attrs: { value: o.file, 'aria-label': 'File', autocomplete: 'off' },
                    });
                    entries.push({
                        entry: new Entry(file, nonEmpty('an output needs a file'), (name: string) => {
                            void studio.do(['output', 'set', i, `file=${name}`]);
                        }),
                        text: (output) => output.file,
                        index: i,
                    });
                    const from = select(
                        `output-${i}-from`,
                        'From',
                        [{ value: '', text: '— the last map —' }, ...maps],
                        o.from ?? '',
                        (v) => void studio.do(['output', 'set', i, `from=${v}`]),
                    );
                    const style = select(
                        `output-${i}-style`,
                        'Kind',
                        styles,
                        o.style ?? '',
                        (v) => void studio.do(['output', 'set', i, `style=${v}`]),
                    );
                    const texture = select(
                        `output-${i}-texture`,
                        'Texture',
                        [{ value: '', text: 'no picture over it' }, ...textures],
                        o.texture ?? '',
                        (v) => void studio.do(['output', 'set', i, `texture=${v}`]),
                    );
                    texture.hidden = textures.length === 0 && !o.texture;
                    const range = h('input', {
                        class: 'text',
                        testid: `output-${i}-range`,
                        attrs: {
                            value: rangeText(o),
                            placeholder: "range: auto, lo..hi, or the world's",
                            'aria-label': 'Range',
                        },
                    });
                    entries.push({
                        entry: new Entry(range, anyText, (wish: string) => {
                            void studio.do(['output', 'set', i, `range=${wish}`]);
                        }),
                        text: rangeText,
                        index: i,
                    });
                    return h(
                        'div',
                        { class: 'output', testid: `output-${i}` },
                        h(
                            'div',
                            { class: 'row' },
                            file,
                            button({
                                testid: `output-${i}-remove`,
                                title: 'Remove this output',
                                icon: 'trash',
                                run: () => void studio.do(['output', 'remove', i]),
                            }),
                        ),
                        from,
                        style,
                        texture,
                        range,
                    );
                }),
            );
        };
    }
}

export function uploadRaster(studio: Studio, file: File): Promise<string | null> {
    return studio.insist((force) => studio.api.upload(file, force), `Replace ${file.name}`);
}
