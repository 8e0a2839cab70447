// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The build dialog: what is written (the scene's outputs, or a terrain for a program), how large, where to, what it takes, and
// how far it is.

import type { BuildPlan } from '../model/api';
import type { SceneDocument } from '../model/document';
import { type ExportList, type ExportTarget, nearestSizes, optionWords, sizeFor } from '../model/exports';
import type { Studio } from '../studio';
import { exportCards, outputCards } from './build-cards';
import { exportOptions } from './build-options';
import { atWork, ended } from './building';
import { button, bytes, dialog, h, progressBar } from './dom';
import { OUTPUTS } from './inspector';

const SIZES = [513, 1009, 1025, 2017, 2049, 4033, 4097, 8129, 8193];
const TICK_MS = 500; // a time to go goes by while nothing is heard

export async function openBuild(studio: Studio): Promise<void> {
    const doc = studio.document;
    if (!doc) return;
    let list: ExportList = { targets: [], options: [] };
    try {
        list = await studio.api.targets();
    } catch (error) {
        studio.report(error); // the scene's outputs can be built all the same
    }
    new BuildDialog(studio, doc, list);
}

class BuildDialog {
    private readonly studio: Studio;
    private readonly list: ExportList;
    private target: ExportTarget | null = null;
    private there: string[] = []; // files that would be replaced
    private problem: string | null = null; // why it cannot be started as it is
    private hint = '';
    private planned = 0; // plans asked for: an answer to an earlier one is of no use
    private readonly folder: HTMLInputElement;
    private readonly size: HTMLInputElement;
    private readonly seed: HTMLInputElement;
    private readonly sizes = h('datalist', { attrs: { id: 'build-sizes' } });
    private readonly allowed = h('p', { class: 'muted small', testid: 'build-allowed' });
    private readonly facts = h('p', { class: 'build-facts', testid: 'build-facts' });
    private readonly files = h('table', { class: 'files', testid: 'build-files' });
    private readonly line = h('code', { class: 'command-line', testid: 'build-command' });
    private readonly unsaved = h('p', {
        class: 'muted small',
        testid: 'build-unsaved',
        text: 'The command line builds the file; save first, so that it holds what is on the screen.',
        attrs: { hidden: true },
    });
    private readonly state = h('p', { class: 'build-state', testid: 'build-state', attrs: { 'aria-live': 'polite' } });
    private readonly bar = progressBar('build-progress');
    private readonly start: HTMLButtonElement;
    private readonly stop: HTMLButtonElement;
    private readonly reveal: HTMLButtonElement;
    private readonly cards: { update(): void }[];
    private readonly options: ReturnType<typeof exportOptions>;
    private readonly dom: HTMLDialogElement;

    constructor(studio: Studio, doc: SceneDocument, list: ExportList) {
        this.studio = studio;
        this.list = list;
        const stem = (doc.path ?? doc.title ?? 'scene').replace(/^.*\//, '').replace(/\.oro\.json$/, '') || 'scene';
        const text = (testid: string, label: string, attrs: { [name: string]: string }) =>
            h('input', { class: 'text', testid, attrs: { 'aria-label': label, autocomplete: 'off', ...attrs } });
        this.folder = text('build-folder', 'Folder', { value: stem, placeholder: stem });
        this.size = text('build-size', 'Samples', {
            value: String(doc.world.resolution),
            list: 'build-sizes',
            inputmode: 'numeric',
        });
        this.seed = text('build-seed', 'Seed', {
            value: '',
            placeholder: `the scene’s: ${doc.world.seed}`,
            inputmode: 'numeric',
        });
        this.start = button({
            testid: 'build-start',
            text: 'Build',
            icon: 'build',
            class: 'primary',
            run: () => void this.build(),
        });
        this.stop = button({ testid: 'build-cancel', text: 'Cancel', run: () => void studio.cancelBuild() });
        this.reveal = button({
            testid: 'build-open',
            text: 'Open the folder',
            icon: 'folder',
            run: () => void studio.openFolder(studio.build?.folder ?? ''),
        });
        const exports = exportCards(
            list.targets,
            () => this.target,
            (t) => this.choose(t),
        );
        const outputs = outputCards(studio, () => {
            if (this.target) this.choose(null);
        });
        this.cards = [exports, outputs];
        this.options = exportOptions(list, () => void this.plan());
        const d = this.open(exports.dom, outputs.dom);
        this.dom = d;
        this.choose(null);
        const timer = window.setInterval(() => this.show(), TICK_MS);
        const off = [
            studio.on('document', () => {
                for (const c of this.cards) c.update();
                void this.plan();
            }),
            studio.on('build', (b) => {
                this.show();
                if (b.state !== 'running') void this.plan();
            }),
        ];
        d.addEventListener('close', () => {
            clearInterval(timer);
            for (const f of off) f();
        });
        for (const input of [this.folder, this.size, this.seed])
            input.addEventListener('change', () => void this.plan());
    }

    private open(exports: HTMLElement, outputs: HTMLElement): HTMLDialogElement {
        const { studio } = this;
        const row = (name: string, ...controls: HTMLElement[]) =>
            h('div', { class: 'form-row' }, h('span', { text: name }), ...controls);
        const copy = button({
            testid: 'build-copy',
            icon: 'copy',
            text: 'Copy',
            class: 'small',
            run: () => void studio.copy(this.line.textContent ?? '', 'The command line is in the clipboard.'),
        });
        const change = button({
            testid: 'build-outputs',
            text: 'Change outputs',
            run: () => {
                d.close();
                studio.select(OUTPUTS);
            },
        });
        const side = h(
            'div',
            { class: 'build-side' },
            row('Folder', this.folder),
            row('Samples', this.size, this.sizes),
            this.allowed,
            row('Seed', this.seed),
            this.options.dom,
            this.facts,
            this.files,
            h('div', { class: 'command-row' }, this.line, copy),
            this.unsaved,
            this.state,
            this.bar,
            h('footer', { class: 'dialog-foot' }, change, this.reveal, this.stop, this.start),
        );
        const d = dialog(
            'build-dialog',
            'Build and export',
            h('div', { class: 'targets', testid: 'targets' }, exports, outputs),
            side,
        );
        d.classList.add('build');
        return d;
    }

    /// For a program, or (null) the scene's own outputs.
    private choose(target: ExportTarget | null): void {
        const resolution = this.studio.document?.world.resolution ?? 1025;
        this.target = target;
        this.size.value = String(target ? sizeFor(target, resolution) : resolution);
        this.sizes.replaceChildren(...(target?.offer ?? SIZES).map((s) => h('option', { attrs: { value: s } })));
        this.options.show(target);
        this.dom.classList.toggle('exporting', target !== null);
        for (const c of this.cards) c.update();
        void this.plan();
    }

    /// Which sizes the target takes, and the nearest of them where another is asked for.
    private sayAllowed(): void {
        const { target } = this;
        this.allowed.hidden = !target;
        if (!target) return;
        const near = nearestSizes(target, Number(this.size.value));
        this.allowed.replaceChildren(
            `${target.title} takes ${target.sizes}.`,
            ...near.map((s) =>
                button({
                    testid: `build-size-${s}`,
                    text: `Use ${s}`,
                    class: 'small',
                    run: () => {
                        this.size.value = String(s);
                        void this.plan();
                    },
                }),
            ),
        );
    }

    private words(): string[] {
        const words = [`out=${this.folder.value.trim() || this.folder.placeholder}`, `size=${this.size.value.trim()}`];
        if (this.seed.value.trim()) words.push(`seed=${this.seed.value.trim()}`);
        if (!this.target) return words;
        const { name } = this.target;
        return [...words, `target=${name}`, ...optionWords(this.list, name, this.options.values)];
    }

    /// The button says that it replaces what is there; pressing it is the answer to that.
    private async build(): Promise<void> {
        await this.studio.do(['build', ...this.words(), ...(this.there.length > 0 ? ['force'] : [])]);
    }

    private async plan(): Promise<void> {
        const number = ++this.planned;
        this.sayAllowed();
        try {
            const answer = await this.studio.api.do([['plan', ...this.words()]]);
            if (number === this.planned) this.take(answer.results[0]?.value as unknown as BuildPlan);
        } catch (error) {
            if (number !== this.planned) return;
            this.there = [];
            this.start.disabled = true;
            this.problem = error instanceof Error ? error.message : String(error);
            this.show();
        }
    }

    private take(p: BuildPlan): void {
        const facts = [`${p.width} × ${p.height} samples, ${p.cell.toFixed(2)} m apart`];
        const disk = p.files.reduce((s, f) => s + f.bytes, 0);
        const takes = [
            p.memory_bytes > 0 ? `about ${bytes(p.memory_bytes)} of memory` : '',
            disk > 0 ? `${bytes(disk)} on disk` : '',
        ].filter(Boolean);
        if (takes.length > 0) facts.push(takes.join(', '));
        if (!this.target) facts.push(`whole numbers span ${spans(this.studio.document)}`);
        this.facts.replaceChildren(...facts.map((text) => h('span', { text })));
        const cells = (tag: 'th' | 'td', ...texts: string[]) =>
            h('tr', {}, ...texts.map((text, i) => h(tag, { text, class: i === 3 ? 'muted' : '' })));
        this.files.replaceChildren(
            h('thead', {}, cells('th', 'File', 'Format', 'Size', '')),
            h(
                'tbody',
                {},
                ...p.files.map((f) =>
                    cells('td', f.path, f.format, f.bytes > 0 ? bytes(f.bytes) : '', f.exists ? 'already exists' : ''),
                ),
            ),
        );
        this.there = p.files.filter((f) => f.exists).map((f) => f.path);
        this.line.textContent = p.command;
        this.unsaved.hidden = p.saved;
        this.problem = p.problems?.[0] ?? null;
        this.hint = p.files.length === 0 ? 'Nothing is chosen yet; press a card.' : '';
        this.start.disabled = p.files.length === 0 || this.problem !== null;
        this.show();
    }

    private show(): void {
        const { studio, there, problem, hint } = this;
        const b = studio.build;
        const running = b?.state === 'running';
        this.bar.hidden = this.stop.hidden = !running;
        this.start.hidden = running;
        this.stop.disabled = studio.stopping;
        this.reveal.hidden = b?.state !== 'done';
        this.bar.value = b?.fraction ?? 0;
        const verb = this.target ? 'Export' : 'Build';
        const files = there.length === 1 ? '1 file' : `${there.length} files`;
        if (this.start.lastChild)
            this.start.lastChild.textContent = there.length > 0 ? `${verb}, replacing ${files}` : verb;
        this.start.title = there.length > 0 ? `Replaces ${there.join(', ')}` : '';
        this.start.classList.toggle('replaces', there.length > 0);
        this.state.classList.toggle('error', !running && (problem !== null || b?.state === 'failed'));
        this.state.textContent = running ? atWork(studio) : (problem ?? (hint || ended(studio)));
    }
}

/// What the integers of the document's maps stand for.
function spans(doc: SceneDocument | null): string {
    const [low, high] = doc?.world.height ?? [0, 0];
    const maps = (doc?.outputs ?? []).filter((o) => o.style === null);
    const said = maps.map((o) =>
        o.range === 'auto' ? 'what fits' : o.range ? `${o.range[0]} to ${o.range[1]}` : `${low} to ${high} m`,
    );
    return [...new Set(said)].join(', ') || 'what fits';
}
