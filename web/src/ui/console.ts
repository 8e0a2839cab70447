// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The console: every action as a line of text. Lines go to the server's table of commands; what concerns only this page
// (the view, the theme) is answered here. Messages are kept here too.

import { Refused, type ServerEvents } from '../model/api';
import { readable } from '../model/screen';
import type { Navigation, Theme } from '../model/settings';
import { PREVIEWS } from '../model/settings';
import type { Studio } from '../studio';
import type { Layout, Viewport } from '../view/viewport';
import { button, h } from './dom';

interface Local {
    usage: string;
    help: string;
    words: () => string[]; // what may stand second
    run: (words: string[]) => string | undefined; // a complaint
}

export class Console {
    readonly dom: HTMLElement;
    private readonly output = h('div', {
        class: 'console-output',
        testid: 'console-output',
        role: 'log',
        attrs: { 'aria-live': 'polite', tabindex: 0 },
    });
    private readonly input: HTMLInputElement;
    private readonly choices = h('ul', { class: 'console-choices', testid: 'console-choices', role: 'listbox' });
    private readonly studio: Studio;
    private readonly local: { [name: string]: Local };
    private readonly past: string[] = [];
    private at = 0;
    private candidates: { text: string; help?: string }[] = [];
    private from = 0;
    private marked = 0;
    private offeredFor = '';

    constructor(studio: Studio, viewport: Viewport) {
        this.studio = studio;
        const one = (words: string[], among: string[]) =>
            among.includes(words[1] ?? '') ? undefined : `must be one of ${among.join(', ')}`;
        const nodes = () => studio.document?.nodes.map((n) => n.id) ?? [];
        const modes = () => studio.modes().map((m) => m.id);
        this.local = {
            view: {
                usage: 'view MODE',
                help: 'how the ground is coloured',
                words: modes,
                run: (w) => {
                    const wrong = w[1]?.startsWith('map:') ? undefined : one(w, modes());
                    if (!wrong) studio.setMode(w[1]!);
                    return wrong;
                },
            },
            layout: {
                usage: 'layout 3d|split|map',
                help: '3D view, map, or both',
                words: () => ['3d', 'split', 'map'],
                run: (w) => {
                    const wrong = one(w, ['3d', 'split', 'map']);
                    if (!wrong) viewport.setLayout(w[1] as Layout);
                    return wrong;
                },
            },
            select: {
                usage: 'select NODE',
                help: 'selects a node',
                words: nodes,
                run: (w) => {
                    const wrong = one(w, nodes());
                    if (!wrong) studio.select(w[1]!);
                    return wrong;
                },
            },
            solo: {
                usage: 'solo [NODE]',
                help: 'shows one node alone; without a name all again',
                words: nodes,
                run: (w) => {
                    if (w[1] && !nodes().includes(w[1])) return `there is no node "${w[1]}"`;
                    studio.solo = null;
                    studio.setSolo(w[1] ?? null);
                    return undefined;
                },
            },
            lock: {
                usage: 'lock NODE',
                help: 'keeps hands off a node',
                words: nodes,
                run: (w) => {
                    const wrong = one(w, nodes());
                    if (!wrong) studio.setLocked(w[1]!, true);
                    return wrong;
                },
            },
            unlock: {
                usage: 'unlock NODE',
                help: 'lets a node be changed again',
                words: nodes,
                run: (w) => {
                    const wrong = one(w, nodes());
                    if (!wrong) studio.setLocked(w[1]!, false);
                    return wrong;
                },
            },
            sun: {
                usage: 'sun AZIMUTH ALTITUDE',
                help: 'where the light comes from, degrees',
                words: () => [],
                run: (w) => {
                    const [a, b] = [Number(w[1]), Number(w[2])];
                    if (w.length !== 3 || !Number.isFinite(a) || !Number.isFinite(b))
                        return 'two numbers are needed: sun 310 38';
                    viewport.setSun(a, b);
                    return undefined;
                },
            },
            frame: {
                usage: 'frame [all]',
                help: 'looks at the selection, or everything',
                words: () => ['all'],
                run: (w) => {
                    if (w[1] === 'all') viewport.frameAll();
                    else viewport.frameSelection();
                    return undefined;
                },
            },
            theme: {
                usage: 'theme dark|light|system',
                help: 'colours of the page',
                words: () => ['dark', 'light', 'system'],
                run: (w) => {
                    const wrong = one(w, ['dark', 'light', 'system']);
                    if (!wrong) studio.change({ theme: w[1] as Theme });
                    return wrong;
                },
            },
            navigation: {
                usage: 'navigation orogen|blender|maya',
                help: 'what the mouse does in the view',
                words: () => ['orogen', 'blender', 'maya'],
                run: (w) => {
                    const wrong = one(w, ['orogen', 'blender', 'maya']);
                    if (!wrong) studio.change({ navigation: w[1] as Navigation });
                    return wrong;
                },
            },
            preview: {
                usage: `preview ${PREVIEWS.join('|')}`,
                help: 'samples along the finest preview',
                words: () => PREVIEWS.map(String),
                run: (w) => {
                    const wrong = one(w, PREVIEWS.map(String));
                    if (!wrong) studio.change({ preview: Number(w[1]) });
                    return wrong;
                },
            },
            clear: {
                usage: 'clear',
                help: 'empties this console',
                words: () => [],
                run: () => {
                    this.output.replaceChildren();
                    return undefined;
                },
            },
        };
        this.input = h('input', {
            class: 'console-input',
            testid: 'console-input',
            attrs: {
                type: 'text',
                'aria-label': 'Command',
                placeholder: 'set hills.amplitude 900 — Tab completes, help lists',
                autocomplete: 'off',
                spellcheck: 'false',
            },
        });
        this.input.addEventListener('keydown', (e) => this.key(e));
        this.input.addEventListener('input', () => void this.complete());
        this.dom = h(
            'section',
            { class: 'console', testid: 'console', label: 'Console', attrs: { hidden: true } },
            this.output,
            this.choices,
            h(
                'div',
                { class: 'console-line' },
                h('span', { class: 'prompt', text: '›' }),
                this.input,
                button({
                    testid: 'console-close',
                    icon: 'close',
                    title: 'Close the console (Esc)',
                    run: () => this.toggle(false),
                }),
            ),
        );
        studio.on('ran', (ran) => this.printTimings(ran));
        studio.on('told', (told) =>
            this.print(told.kind === 'error' ? 'error' : 'note', readable(told, studio.document)),
        );
    }

    private printTimings(ran: ServerEvents['ran']): void {
        const lines = (ran.nodes ?? [])
            .filter((n) => n.used)
            .map((n) => `${n.id.padEnd(20)} ${n.cached ? 'as before' : `${(1000 * n.seconds).toFixed(1)} ms`}`);
        lines.push(ran.ok ? `done in ${ran.seconds.toFixed(2)} s` : (ran.error?.sentence ?? 'it failed'));
        this.print(ran.ok ? 'out' : 'error', lines.join('\n'));
    }

    toggle(open = this.dom.hidden): void {
        this.dom.hidden = !open;
        if (open) this.input.focus();
        else document.querySelector<HTMLElement>('canvas')?.focus();
    }

    private print(kind: 'in' | 'out' | 'error' | 'note', text: string): void {
        this.output.append(h('pre', { class: `console-${kind}`, text }));
        while (this.output.childElementCount > 500) this.output.firstElementChild?.remove();
        this.output.scrollTop = this.output.scrollHeight;
    }

    async run(line: string): Promise<void> {
        this.print('in', line);
        const words = line.trim().split(/\s+/);
        const local = this.local[words[0] ?? ''];
        if (local) {
            const wrong = local.run(words);
            if (wrong) this.print('error', wrong);
            return;
        }
        try {
            const answer = await this.studio.line(line);
            for (const r of answer.results) if (r.text) this.print('out', r.text);
            if (words[0] === 'help' && words.length === 1)
                this.print(
                    'out',
                    Object.values(this.local)
                        .map((l) => `${l.usage.padEnd(34)} ${l.help}`)
                        .join('\n'),
                );
            if (['open', 'new', 'example', 'import'].includes(words[0] ?? '')) this.studio.show('editor');
        } catch (error) {
            this.print('error', error instanceof Error ? error.message : String(error));
            const force = error instanceof Refused ? error.failure.force : undefined;
            if (force) this.offer(force, `${line} force`);
        }
    }

    /// What the word force would do, and a button for it.
    private offer(force: { yes: string; loses: string }, line: string): void {
        const row = h(
            'p',
            { class: 'console-offer' },
            `${force.loses} `,
            button({
                testid: 'console-force',
                text: force.yes,
                class: 'small',
                title: line,
                run: () => {
                    row.remove();
                    void this.run(line);
                },
            }),
        );
        this.output.append(row);
        this.output.scrollTop = this.output.scrollHeight;
    }

    private key(e: KeyboardEvent): void {
        if (e.key === 'Enter') {
            const line = this.input.value.trim();
            if (line) {
                this.past.push(line);
                this.at = this.past.length;
                this.input.value = '';
                this.show([], 0);
                void this.run(line);
            }
        } else if (e.key === 'Tab' && !e.shiftKey && this.input.value) {
            const fits = this.fitting();
            if (fits >= 0) this.accept(fits);
            else void this.complete().then(() => this.accept(0));
        } else if (e.key === 'ArrowUp' || e.key === 'ArrowDown') {
            const by = e.key === 'ArrowUp' ? -1 : 1;
            if (this.candidates.length > 0) this.mark(this.marked + by);
            else {
                this.at = Math.min(Math.max(this.at + by, 0), this.past.length);
                this.input.value = this.past[this.at] ?? '';
            }
        } else if (e.key === 'Escape') {
            if (this.candidates.length > 0) this.show([], 0);
            else this.toggle(false);
        } else return;
        e.preventDefault();
        e.stopPropagation();
    }

    /// The choice that Tab takes: the marked one, or, while the answer to the last letters is on its way, the first of those
    /// offered before that goes on as typed. -1: none.
    private fitting(): number {
        const line = this.input.value;
        if (this.offeredFor === line) return this.candidates.length > 0 ? this.marked : -1;
        if (this.offeredFor.slice(0, this.from) !== line.slice(0, this.from)) return -1;
        const typed = line.slice(this.from, this.input.selectionStart ?? line.length);
        return this.candidates.findIndex((c) => c.text.startsWith(typed));
    }

    /// Asks the server, and adds what this page knows itself.
    private async complete(): Promise<void> {
        const line = this.input.value;
        const cursor = this.input.selectionStart ?? line.length;
        const head = line.slice(0, cursor);
        const words = head.split(/\s+/);
        const last = words.at(-1) ?? '';
        if (!head.trim()) return this.show([], 0);
        const local = words.length > 1 ? this.local[words[0]!] : undefined;
        if (local) {
            const fits = local.words().filter((w) => w.startsWith(last));
            return this.show(
                fits.map((text) => ({ text })),
                cursor - last.length,
            );
        }
        const mine =
            words.length === 1
                ? Object.entries(this.local)
                      .filter(([name]) => name.startsWith(last))
                      .map(([text, l]) => ({ text, help: l.help }))
                : [];
        try {
            const bytesBefore = new TextEncoder().encode(head).length;
            const answer = await this.studio.api.complete(line, bytesBefore);
            if (this.input.value !== line) return;
            const from = new TextDecoder().decode(new TextEncoder().encode(line).slice(0, answer.from)).length;
            this.show([...answer.candidates, ...mine], from);
        } catch {
            this.show(mine, cursor - last.length);
        }
    }

    private show(candidates: { text: string; help?: string }[], from: number): void {
        this.candidates = candidates.slice(0, 12);
        this.offeredFor = this.input.value;
        this.from = from;
        this.choices.replaceChildren(
            ...this.candidates.map((c, i) =>
                h(
                    'li',
                    {
                        role: 'option',
                        testid: `console-choice-${i}`,
                        on: {
                            mousedown: (e) => {
                                e.preventDefault();
                                this.accept(i);
                            },
                        },
                    },
                    h('span', { text: c.text }),
                    c.help ? h('span', { class: 'muted', text: c.help }) : null,
                ),
            ),
        );
        this.mark(0);
    }

    private mark(i: number): void {
        const n = this.candidates.length;
        this.marked = n ? (i + n) % n : 0;
        [...this.choices.children].forEach((c, k) => c.classList.toggle('marked', k === this.marked));
    }

    private accept(i: number): void {
        const choice = this.candidates[i];
        if (!choice) return;
        const cursor = this.input.selectionStart ?? this.input.value.length;
        const end = /[.=]$/.test(choice.text) ? '' : ' ';
        const head = this.input.value.slice(0, this.from) + choice.text + end;
        this.input.value = head + this.input.value.slice(cursor).trimStart();
        this.input.setSelectionRange(head.length, head.length);
        this.show([], 0);
        void this.complete();
    }
}
