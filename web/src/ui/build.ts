// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Build and export: cards for what can be written, the files that come of it, how much memory it takes, the command line
// that does the same, progress.

import type { BuildPlan } from '../model/api';
import type { SceneDocument } from '../model/document';
import { outputsOf, type Target, targetsOf, toggleTarget } from '../model/targets';
import type { Studio } from '../studio';
import { button, bytes, dialog, h, progressBar } from './dom';
import { OUTPUTS } from './inspector';
import { readable } from './status';

const SIZES = [513, 1009, 1025, 2017, 2049, 4033, 4097, 8129, 8193];

export function openBuild(studio: Studio): void {
    const doc = studio.document;
    if (!doc) return;
    const stem = (doc.path ?? doc.title ?? 'scene').replace(/^.*\//, '').replace(/\.oro\.json$/, '') || 'scene';
    const folder = h('input', {
        class: 'text',
        testid: 'build-folder',
        attrs: { value: stem, 'aria-label': 'Folder', autocomplete: 'off' },
    });
    const size = h('input', {
        class: 'text',
        testid: 'build-size',
        attrs: {
            value: String(doc.world.resolution),
            list: 'build-sizes',
            inputmode: 'numeric',
            'aria-label': 'Size',
            autocomplete: 'off',
        },
    });
    const seed = h('input', {
        class: 'text',
        testid: 'build-seed',
        attrs: {
            value: '',
            placeholder: `the scene’s: ${doc.world.seed}`,
            inputmode: 'numeric',
            'aria-label': 'Seed',
            autocomplete: 'off',
        },
    });
    const force = h('input', {
        class: 'switch',
        testid: 'build-force',
        attrs: { type: 'checkbox', role: 'switch', 'aria-label': 'Replace files' },
    });
    const facts = h('p', { class: 'build-facts', testid: 'build-facts' });
    const files = h('table', { class: 'files', testid: 'build-files' });
    const line = h('code', { class: 'command-line', testid: 'build-command' });
    const unsaved = h('p', {
        class: 'muted small',
        testid: 'build-unsaved',
        text: 'The command line builds the file; save first, so that it holds what is on the screen.',
        attrs: { hidden: true },
    });
    const state = h('p', { class: 'build-state', testid: 'build-state', attrs: { 'aria-live': 'polite' } });
    const bar = progressBar('build-progress');
    const copy = button({
        testid: 'build-copy',
        icon: 'copy',
        text: 'Copy',
        class: 'small',
        run: () => {
            void navigator.clipboard.writeText(line.textContent ?? '').then(
                () => studio.tell('note', 'The command line is in the clipboard.'),
                () =>
                    studio.tell(
                        'note',
                        'This browser does not let the page write to the clipboard; select the text instead.',
                    ),
            );
        },
    });
    const cards = targetCards(studio);
    const words = () => {
        const w = [`out=${folder.value.trim() || stem}`, `size=${size.value.trim()}`];
        if (seed.value.trim()) w.push(`seed=${seed.value.trim()}`);
        return w;
    };
    let there: string[] = []; // files that the build would replace
    const build = async () => {
        const [first, ...more] = there;
        const what = more.length ? `${first} and ${more.length} more already exist` : `${first} already exists`;
        const replaces = first !== undefined && !force.checked;
        if (replaces && !(await studio.ask(`${what}. What is in the old files is lost.`, 'Replace them'))) return;
        await studio.do(['build', ...words(), ...(force.checked || replaces ? ['force'] : [])]);
    };
    const start = button({
        testid: 'build-start',
        text: 'Build',
        icon: 'build',
        class: 'primary',
        run: () => void build(),
    });
    const stopIt = button({
        testid: 'build-cancel',
        text: 'Cancel',
        class: '',
        run: () => void studio.do(['cancel', 'build']),
    });

    const plan = async () => {
        try {
            const answer = await studio.api.do([['plan', ...words()]]);
            const p = answer.results[0]?.value as unknown as BuildPlan;
            facts.replaceChildren(
                ...[
                    `${p.width} × ${p.height} samples, ${p.cell.toFixed(2)} m apart`,
                    `about ${bytes(p.memory_bytes)} of memory, ${bytes(p.files.reduce((s, f) => s + f.bytes, 0))} on disk`,
                    `whole numbers span ${spans(studio.document)}`,
                ].map((text) => h('span', { text })),
            );
            files.replaceChildren(
                h(
                    'thead',
                    {},
                    h(
                        'tr',
                        {},
                        h('th', { text: 'File' }),
                        h('th', { text: 'Format' }),
                        h('th', { text: 'Size' }),
                        h('th', { text: '' }),
                    ),
                ),
                h(
                    'tbody',
                    {},
                    ...p.files.map((f) =>
                        h(
                            'tr',
                            {},
                            h('td', { text: f.path }),
                            h('td', { text: f.format }),
                            h('td', { text: bytes(f.bytes) }),
                            h('td', { class: 'muted', text: f.exists ? 'is there' : '' }),
                        ),
                    ),
                ),
            );
            there = p.files.filter((f) => f.exists).map((f) => f.path);
            line.textContent = p.command;
            unsaved.hidden = p.saved;
            const problem = p.problems?.[0];
            start.disabled = p.files.length === 0 || problem !== undefined;
            state.classList.toggle('error', problem !== undefined);
            if (problem !== undefined) state.textContent = problem;
            else if (p.files.length === 0) state.textContent = 'Nothing is chosen yet; press a card.';
            else if (studio.build?.state !== 'running')
                state.textContent =
                    there.length > 0 && !force.checked
                        ? 'Some of these files already exist; you are asked before they are replaced.'
                        : '';
        } catch (error) {
            state.classList.add('error');
            state.textContent = error instanceof Error ? error.message : String(error);
            start.disabled = true;
        }
    };
    const show = () => {
        const b = studio.build;
        const running = b?.state === 'running';
        bar.hidden = !running;
        stopIt.hidden = !running;
        start.hidden = running;
        if (!b) return;
        bar.value = b.fraction ?? 0;
        state.classList.toggle('error', b.state === 'failed');
        if (running) state.textContent = `Building… ${Math.round(100 * (b.fraction ?? 0))} %`;
        if (b.state === 'done')
            state.textContent = `Done in ${(b.seconds ?? 0).toFixed(1)} s${b.peak_bytes ? `, ${bytes(b.peak_bytes)} of memory` : ''}: ${(b.files ?? []).length} files in ${b.folder ?? ''}`;
        if (b.state === 'cancelled') state.textContent = 'Cancelled. Nothing was left behind.';
        if (b.state === 'failed') state.textContent = b.error ? readable(b.error, studio.document) : 'It failed.';
    };
    const row = (name: string, ...controls: HTMLElement[]) =>
        h('div', { class: 'form-row' }, h('span', { text: name }), ...controls);
    const d = dialog(
        'build-dialog',
        'Build and export',
        cards.dom,
        h(
            'div',
            { class: 'build-side' },
            row('Folder', folder),
            row(
                'Samples',
                size,
                h(
                    'datalist',
                    { attrs: { id: 'build-sizes' } },
                    ...SIZES.map((s) => h('option', { attrs: { value: s } })),
                ),
            ),
            row('Seed', seed),
            row('Replace files', force),
            facts,
            files,
            h('div', { class: 'command-row' }, line, copy),
            unsaved,
            state,
            bar,
            h(
                'footer',
                { class: 'dialog-foot' },
                button({
                    testid: 'build-outputs',
                    text: 'Change outputs',
                    run: () => {
                        d.close();
                        studio.select(OUTPUTS);
                    },
                }),
                stopIt,
                start,
            ),
        ),
    );
    d.classList.add('build');
    cards.update();
    const off = [
        studio.on('document', () => {
            cards.update();
            void plan();
        }),
        studio.on('build', (b) => {
            show();
            if (b.state === 'done') void plan();
        }),
    ];
    d.addEventListener('close', () => off.forEach((f) => f()));
    for (const input of [folder, size, seed, force]) input.addEventListener('change', () => void plan());
    void plan();
    if (studio.build?.state === 'running') show();
    else {
        bar.hidden = true;
        stopIt.hidden = true;
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

/// One card for everything a build can write; pressed where the scene has such an output.
function targetCards(studio: Studio): { dom: HTMLElement; update(): void } {
    const targets = studio.server ? targetsOf(studio.server) : [];
    const groups = [...new Set(targets.map((t) => t.group))];
    const cards = new Map<Target, HTMLButtonElement>(
        targets.map((t) => [
            t,
            h(
                'button',
                {
                    class: 'target',
                    testid: `target-${t.id}`,
                    title: t.about,
                    attrs: { type: 'button' },
                    on: {
                        click: () => {
                            if (studio.document)
                                void studio.do(...toggleTarget(t, studio.document, studio.shownTerrain()));
                        },
                    },
                },
                h('strong', { text: t.title }),
                h('span', { text: t.about }),
            ),
        ]),
    );
    const dom = h(
        'div',
        { class: 'targets', testid: 'targets' },
        ...groups.map((group) =>
            h(
                'section',
                { label: group },
                h('h3', { text: group }),
                h(
                    'div',
                    { class: `target-grid${group === 'Pictures' ? ' brief' : ''}` },
                    ...targets.filter((t) => t.group === group).map((t) => cards.get(t)!),
                ),
            ),
        ),
    );
    return {
        dom,
        update() {
            for (const [target, card] of cards)
                card.setAttribute('aria-pressed', String(outputsOf(target, studio.document?.outputs ?? []).length > 0));
        },
    };
}
