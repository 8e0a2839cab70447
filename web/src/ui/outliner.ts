// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The stack of nodes: thumbnail, name, masks, time, eye, solo, lock; reordered by dragging or Alt with the arrows.

import { label } from '../model/catalogue';
import { drivenBy, type SceneNode } from '../model/document';
import type { Studio } from '../studio';
import { button, h, icon } from './dom';
import { OUTPUTS, WORLD } from './inspector';

/// A picture of one clear pixel, so that a row without one keeps its place.
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

interface Row {
    dom: HTMLElement;
    update(node: SceneNode): void;
}

export class Outliner {
    readonly dom: HTMLElement;
    private readonly list = h('ol', {
        class: 'stack',
        testid: 'stack',
        role: 'listbox',
        label: 'Stack of operators',
        attrs: { tabindex: 0 },
    });
    private readonly rows = new Map<string, Row>();
    private readonly studio: Studio;
    private readonly world: HTMLButtonElement;
    private readonly outputs: HTMLButtonElement;
    private dragged: string | null = null;

    constructor(studio: Studio, openAdd: () => void) {
        this.studio = studio;
        this.world = h('button', {
            class: 'stack-special',
            testid: 'select-world',
            attrs: { type: 'button' },
            on: { click: () => studio.select(WORLD) },
        });
        this.outputs = h('button', {
            class: 'stack-special',
            testid: 'select-outputs',
            attrs: { type: 'button' },
            on: { click: () => studio.select(OUTPUTS) },
        });
        this.dom = h(
            'nav',
            { class: 'outliner', testid: 'outliner', label: 'Outliner' },
            h(
                'header',
                { class: 'panel-head' },
                h('h2', { text: 'Stack' }),
                button({
                    testid: 'add-operator',
                    icon: 'plus',
                    text: 'Add',
                    title: 'Add an operator after the selected one (Tab)',
                    class: 'small',
                    run: openAdd,
                }),
            ),
            this.world,
            this.list,
            this.outputs,
        );
        this.list.addEventListener('keydown', (e) => this.key(e));
        this.list.addEventListener('dragover', (e) => this.over(e));
        this.list.addEventListener('drop', (e) => this.drop(e));
        studio.on('document', () => this.update());
        studio.on('selection', (id) => {
            this.update();
            if (id) this.rows.get(id)?.dom.scrollIntoView({ block: 'nearest' });
        });
        studio.on('view', () => this.update());
        studio.on('nodes', () => this.update());
        studio.on('shown', (shown) => {
            if (shown.kind === 'failed' || this.dom.querySelector('.fault-badge:not([hidden])')) this.update();
        });
        studio.on('thumbnail', () => this.update());
    }

    update(): void {
        const doc = this.studio.document;
        if (!doc) return;
        const [ex, ey] = doc.world.extent;
        const km = (m: number) => (m >= 1000 ? `${Number((m / 1000).toFixed(2))} km` : `${m} m`);
        this.world.replaceChildren(
            h('strong', { text: 'World' }),
            h('span', {
                class: 'muted',
                text: `${km(ex)}${ex === ey ? '' : ` × ${km(ey)}`} · ${doc.world.resolution}`,
            }),
        );
        this.outputs.replaceChildren(
            h('strong', { text: 'Outputs' }),
            h('span', { class: 'muted', text: `${doc.outputs.length} ${doc.outputs.length === 1 ? 'file' : 'files'}` }),
        );
        this.world.classList.toggle('selected', this.studio.selected === WORLD);
        this.outputs.classList.toggle('selected', this.studio.selected === OUTPUTS);
        const seen = new Set<string>();
        let before: Element | null = null;
        for (const node of doc.nodes) {
            seen.add(node.id);
            let row = this.rows.get(node.id);
            if (!row) {
                row = this.makeRow(node.id);
                this.rows.set(node.id, row);
            }
            row.update(node);
            const expected: Element | null = before ? before.nextElementSibling : this.list.firstElementChild;
            if (expected !== row.dom) this.list.insertBefore(row.dom, expected);
            before = row.dom;
        }
        for (const [id, row] of this.rows)
            if (!seen.has(id)) {
                row.dom.remove();
                this.rows.delete(id);
            }
        const active = this.studio.selected ? this.rows.get(this.studio.selected)?.dom.id : undefined;
        if (active) this.list.setAttribute('aria-activedescendant', active);
        else this.list.removeAttribute('aria-activedescendant');
    }

    private makeRow(id: string): Row {
        const studio = this.studio;
        const picture = h('img', { class: 'thumb', attrs: { alt: '', width: 40, height: 40, loading: 'lazy' } });
        picture.addEventListener('error', () => picture.classList.add('empty'));
        const name = h('span', { class: 'row-name' });
        const op = h('span', { class: 'row-op' });
        const time = h('span', { class: 'row-time', testid: `time-${id}` });
        const eye = h('button', {
            class: 'button icon-only',
            testid: `eye-${id}`,
            attrs: { type: 'button', tabindex: -1 },
            on: { click: (e) => this.act(e, () => void studio.toggle(id)) },
        });
        const solo = h(
            'button',
            {
                class: 'button icon-only solo',
                testid: `solo-${id}`,
                attrs: { type: 'button', tabindex: -1 },
                on: { click: (e) => this.act(e, () => studio.setSolo(id)) },
            },
            icon('solo'),
        );
        const mask = h(
            'button',
            {
                class: 'button icon-only mask-badge',
                testid: `mask-${id}`,
                attrs: { type: 'button', tabindex: -1, hidden: true },
                on: { click: (e) => this.act(e, () => source && studio.setSolo(source)) },
            },
            icon('mask'),
        );
        const fault = h(
            'button',
            {
                class: 'button icon-only fault-badge',
                testid: `fault-${id}`,
                attrs: { type: 'button', tabindex: -1 },
                on: {
                    click: (e) =>
                        this.act(e, () => studio.shown.kind === 'failed' && studio.goTo(studio.shown.where ?? id)),
                },
            },
            icon('warn'),
        );
        fault.hidden = true;
        const notes = h(
            'button',
            {
                class: 'button icon-only note-badge',
                testid: `notes-${id}`,
                attrs: { type: 'button', tabindex: -1 },
                on: { click: (e) => this.act(e, () => studio.goTo(studio.reports.get(id)?.notes?.[0]?.where ?? id)) },
            },
            icon('warn'),
        );
        notes.hidden = true;
        let source: string | undefined;
        const lock = h('button', {
            class: 'button icon-only lock',
            testid: `lock-${id}`,
            attrs: { type: 'button', tabindex: -1 },
            on: { click: (e) => this.act(e, () => studio.setLocked(id)) },
        });
        let locked: boolean | null = null;
        const dom = h(
            'li',
            {
                class: 'stack-row',
                testid: `node-${id}`,
                role: 'option',
                attrs: { id: `row-${id}`, draggable: 'true' },
                on: { click: () => studio.select(id), dblclick: () => studio.setSolo(id) },
            },
            picture,
            h('span', { class: 'row-text' }, name, h('span', { class: 'row-facts' }, op, time)),
            fault,
            notes,
            mask,
            solo,
            lock,
            eye,
        );
        dom.addEventListener('dragstart', (e) => {
            this.dragged = id;
            e.dataTransfer?.setData('text/plain', id);
            dom.classList.add('dragged');
        });
        dom.addEventListener('dragend', () => {
            dom.classList.remove('dragged');
            this.clearMarks();
            this.dragged = null;
        });
        let drawn = '';
        picture.src = NOTHING;
        let on: boolean | null = null;
        return {
            dom,
            update: (node) => {
                const selected = studio.selected === id;
                const soloed = studio.solo === id;
                dom.classList.toggle('selected', selected);
                dom.classList.toggle('off', !node.enabled);
                dom.classList.toggle('shown', soloed);
                dom.setAttribute('aria-selected', String(selected));
                name.textContent = id;
                op.textContent = node.op === id ? (node.note ?? '') : node.op;
                op.hidden = !op.textContent;
                const index = studio.document?.nodes.indexOf(node) ?? -1;
                const finding = studio.document?.findings.find(
                    (f) => /nodes\/(\d+)/.exec(f.where)?.[1] === String(index),
                );
                dom.title = finding ? finding.sentence : (node.note ?? '');
                dom.classList.toggle('finding', !!finding);
                const { shown } = studio;
                const failed = shown.kind === 'failed' && shown.node === id;
                fault.hidden = !failed;
                fault.title = failed ? shown.sentence : '';
                fault.setAttribute('aria-label', fault.title);
                const report = studio.reports.get(id);
                const said = node.enabled ? (report?.notes ?? []) : [];
                notes.hidden = said.length === 0 || failed;
                notes.title = said.map((n) => n.sentence).join('\n');
                notes.setAttribute('aria-label', `${id}: ${notes.title}`);
                time.textContent = report && report.seconds > 0 ? ms(report.seconds) : '';
                if (on !== node.enabled) {
                    on = node.enabled;
                    eye.replaceChildren(icon(on ? 'eye' : 'hidden'));
                    eye.setAttribute('aria-pressed', String(!on));
                    eye.title = on ? 'Turn off (H)' : 'Turn on (H)';
                    eye.setAttribute('aria-label', `${on ? 'Turn off' : 'Turn on'} ${id}`);
                }
                const maps = drivenBy(node, studio.catalogue);
                source = maps[0]?.from;
                mask.hidden = maps.length === 0;
                mask.title = `${maps.map((m) => `${label(m.arg)} by the map ${m.from}`).join(', ')}. Press to see it.`;
                mask.setAttribute('aria-label', `${id}: ${mask.title}`);
                if (locked !== studio.locks.has(id)) {
                    locked = studio.locks.has(id);
                    lock.replaceChildren(icon(locked ? 'lock' : 'unlock'));
                    lock.setAttribute('aria-pressed', String(locked));
                    lock.title = locked ? 'Unlock (K)' : 'Lock: keep hands off (K)';
                    lock.setAttribute('aria-label', `${locked ? 'Unlock' : 'Lock'} ${id}`);
                    dom.draggable = !locked;
                }
                solo.setAttribute('aria-pressed', String(soloed));
                solo.title = 'Show this node alone (Shift+S)';
                solo.setAttribute('aria-label', `Show ${id} alone`);
                const hash = studio.settings.thumbnails ? studio.thumbnail(id) : undefined;
                const next = hash ? studio.api.nodeThumbnail(id, hash) : '';
                if (next !== drawn) {
                    drawn = next;
                    picture.classList.toggle('empty', !next);
                    picture.src = next || NOTHING;
                }
                if (!drawn) picture.classList.add('empty');
            },
        };
    }

    private act(e: MouseEvent, run: () => void): void {
        e.stopPropagation();
        run();
    }

    private key(e: KeyboardEvent): void {
        const nodes = this.studio.document?.nodes ?? [];
        const index = nodes.findIndex((n) => n.id === this.studio.selected);
        const go = (to: number) => {
            const node = nodes[Math.min(Math.max(to, 0), nodes.length - 1)];
            if (node) {
                this.studio.select(node.id);
                this.rows.get(node.id)?.dom.scrollIntoView({ block: 'nearest' });
            }
        };
        if (e.key === 'ArrowDown' || e.key === 'ArrowUp') {
            const by = e.key === 'ArrowDown' ? 1 : -1;
            if (e.altKey) void this.studio.move(this.studio.selected, by);
            else go(index + by);
        } else if (e.key === 'Home') go(0);
        else if (e.key === 'End') go(nodes.length - 1);
        else if (e.key === 'Enter') document.querySelector<HTMLElement>('.inspector input, .inspector select')?.focus();
        else return;
        e.preventDefault();
        e.stopPropagation();
    }

    private rowAt(e: DragEvent): HTMLElement | null {
        return (e.target as HTMLElement).closest<HTMLElement>('.stack-row');
    }

    private clearMarks(): void {
        for (const row of this.rows.values()) row.dom.classList.remove('drop-before', 'drop-after');
    }

    private over(e: DragEvent): void {
        if (!this.dragged) return;
        e.preventDefault();
        this.clearMarks();
        const row = this.rowAt(e);
        if (!row) return;
        const box = row.getBoundingClientRect();
        row.classList.add(e.clientY < box.top + box.height / 2 ? 'drop-before' : 'drop-after');
    }

    private drop(e: DragEvent): void {
        e.preventDefault();
        const row = this.rowAt(e);
        const id = this.dragged;
        this.clearMarks();
        const nodes = this.studio.document?.nodes ?? [];
        const from = nodes.findIndex((n) => n.id === id);
        const over = nodes.findIndex((n) => `row-${n.id}` === row?.id);
        if (!id || from < 0 || over < 0 || !row) return;
        const box = row.getBoundingClientRect();
        let to = over + (e.clientY < box.top + box.height / 2 ? 0 : 1);
        if (from < to) to--;
        if (to !== from) void this.studio.do(['move', id, to]);
    }
}

const ms = (seconds: number): string => {
    const t = seconds * 1000;
    if (t >= 1000) return `${(t / 1000).toFixed(1)} s`;
    return t >= 9.5 ? `${Math.round(t)} ms` : `${t.toFixed(1)} ms`;
};
