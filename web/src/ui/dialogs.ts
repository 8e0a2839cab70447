// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Small dialogs: help, settings, opening, saving, importing.

import { type Navigation, PREVIEWS, type Settings, type Theme } from '../model/settings';
import type { Studio } from '../studio';
import type { Action } from './actions';
import { button, bytes, dialog, h, select } from './dom';
import { uploadRaster } from './inspector';

const NAVIGATION: { [K in Navigation]: { name: string; how: string } } = {
    orogen: { name: 'Orogen', how: 'Left turns, right moves, the wheel goes to where the pointer is. Shift slows.' },
    blender: { name: 'Blender', how: 'Middle turns, Shift and middle moves, Ctrl and middle comes nearer.' },
    maya: {
        name: 'Maya, Unity, Unreal',
        how: 'Alt with left turns, Alt with middle moves; hold right and fly with W A S D Q E.',
    },
};

export function openHelp(actions: Action[], studio: Studio, tour: () => void): void {
    // Short groups first: three columns come out even.
    const order: Action['group'][] = ['File', 'Edit', 'Compute', 'Help', 'Stack', 'View'];
    const groups = new Map<string, Action[]>(order.map((group) => [group, []]));
    for (const a of actions) if (a.keys) groups.set(a.group, [...(groups.get(a.group) ?? []), a]);
    const d = dialog(
        'help-dialog',
        'Keys and help',
        h(
            'div',
            { class: 'help-top' },
            h('p', {
                text: `Hands in the view (${NAVIGATION[studio.settings.navigation].name}): ${NAVIGATION[studio.settings.navigation].how}`,
            }),
            studio.screen === 'editor' &&
                button({
                    testid: 'help-tour',
                    text: 'Take the one-minute tour',
                    run: () => {
                        d.close();
                        tour();
                    },
                }),
        ),
        h(
            'div',
            { class: 'help-columns' },
            ...[...groups].map(([group, list]) =>
                h(
                    'section',
                    {},
                    h('h3', { text: group }),
                    h(
                        'dl',
                        { class: 'keys' },
                        ...list.flatMap((a) => [
                            h('dt', {}, ...a.keys!.slice(0, 1).map((k) => h('kbd', { text: keyText(k) }))),
                            h('dd', { text: a.label }),
                        ]),
                    ),
                ),
            ),
        ),
        h('p', {
            class: 'muted',
            text: 'In the stack: arrows select, Alt with arrows moves, Enter goes to the settings. In numbers: arrows step, Shift steps ten times as far. Everything can also be typed in the console.',
        }),
    );
    d.classList.add('help');
}

export const keyText = (key: string): string =>
    key.replace('Arrow', '').replace('Escape', 'Esc').replace('Delete', 'Del');

export function openSettings(studio: Studio): void {
    const s = studio.settings;
    const how = h('p', { class: 'muted', text: NAVIGATION[s.navigation].how });
    const change = (part: Partial<Settings>) => studio.change(part);
    const row = (name: string, control: HTMLElement) =>
        h('label', { class: 'form-row' }, h('span', { text: name }), control);
    const exaggeration = h('input', {
        class: 'slider',
        testid: 'settings-exaggeration',
        attrs: {
            type: 'range',
            min: 0.5,
            max: 5,
            step: 0.1,
            value: s.exaggeration,
            'aria-label': 'Height in the view',
        },
        on: {
            input: () => {
                change({ exaggeration: Number(exaggeration.value) });
                factor.textContent = `× ${exaggeration.value}`;
            },
        },
    });
    const factor = h('span', { class: 'muted', text: `× ${s.exaggeration}` });
    const toggle = (name: 'thumbnails' | 'live') => {
        const input = h('input', {
            class: 'switch',
            testid: `settings-${name}`,
            attrs: { type: 'checkbox', role: 'switch', checked: s[name] },
            on: { change: () => change({ [name]: input.checked }) },
        });
        return input;
    };
    dialog(
        'settings-dialog',
        'Settings',
        row(
            'Navigation',
            select(
                'settings-navigation',
                'Navigation',
                Object.entries(NAVIGATION).map(([value, n]) => ({ value, text: n.name })),
                s.navigation,
                (v) => {
                    change({ navigation: v as Navigation });
                    how.textContent = NAVIGATION[v as Navigation].how;
                },
            ),
        ),
        how,
        row(
            'Theme',
            select(
                'settings-theme',
                'Theme',
                [
                    { value: 'dark', text: 'Dark' },
                    { value: 'light', text: 'Light' },
                    { value: 'system', text: 'As the system' },
                ],
                s.theme,
                (v) => change({ theme: v as Theme }),
            ),
        ),
        row(
            'Preview',
            select(
                'settings-preview',
                'Preview',
                PREVIEWS.map((p) => ({ value: String(p), text: `${p} samples` })),
                String(s.preview),
                (v) => change({ preview: Number(v) }),
            ),
        ),
        h('div', { class: 'form-row' }, h('span', { text: 'Height in the view' }), exaggeration, factor),
        row('Thumbnails in the stack', toggle('thumbnails')),
        row('Live preview', toggle('live')),
        h('p', {
            class: 'muted small',
            text: studio.server
                ? `orogen ${studio.server.version} · ${studio.server.threads} threads · ${studio.server.cpu} · ${studio.server.folder}`
                : '',
        }),
    );
}

export function openScene(studio: Studio): void {
    const list = h('ul', { class: 'file-list', testid: 'open-list' });
    const where = h('p', { class: 'muted' });
    const d = dialog('open-dialog', 'Open a scene', where, list);
    const show = async (path: string) => {
        try {
            const folder = await studio.api.files(path);
            where.textContent = `${studio.server?.folder ?? ''}${path ? `/${path}` : ''}`;
            const entries = folder.entries.filter((e) => e.kind === 'folder' || e.kind === 'scene');
            const rows = entries.map((e) => {
                const full = path ? `${path}/${e.name}` : e.name;
                return h(
                    'li',
                    {},
                    button({
                        testid: `open-${full}`,
                        text: e.name,
                        icon: e.kind === 'folder' ? 'folder' : 'cube',
                        class: 'quiet',
                        run: () => {
                            if (e.kind === 'folder') return void show(full);
                            d.close();
                            void studio.open(['open', full]);
                        },
                    }),
                    h('span', { class: 'muted', text: e.kind === 'scene' ? bytes(e.bytes) : '' }),
                );
            });
            if (path)
                rows.unshift(
                    h(
                        'li',
                        {},
                        button({
                            testid: 'open-up',
                            text: 'Up',
                            icon: 'up',
                            class: 'quiet',
                            run: () => void show(path.split('/').slice(0, -1).join('/')),
                        }),
                    ),
                );
            if (rows.length === 0)
                rows.push(h('li', { class: 'muted', text: 'There is no scene (*.oro.json) in this folder.' }));
            list.replaceChildren(...rows);
        } catch (error) {
            studio.report(error);
        }
    };
    void show('');
}

/// A question with two answers.
export function ask(sentence: string, yes: string): Promise<boolean> {
    return new Promise((resolve) => {
        let answer = false;
        const d = dialog(
            'ask-dialog',
            'One moment',
            h('p', { text: sentence }),
            h(
                'footer',
                { class: 'dialog-foot' },
                button({ testid: 'ask-no', text: 'Leave it', run: () => d.close() }),
                button({
                    testid: 'ask-yes',
                    text: yes,
                    class: 'primary',
                    run: () => {
                        answer = true;
                        d.close();
                    },
                }),
            ),
        );
        d.addEventListener('close', () => resolve(answer));
    });
}

export function openSaveAs(studio: Studio): void {
    const title = studio.document?.title || 'scene';
    const name = h('input', {
        class: 'text',
        testid: 'save-name',
        attrs: {
            value:
                studio.document?.path ??
                `${
                    title
                        .toLowerCase()
                        .replace(/[^a-z0-9]+/g, '-')
                        .replace(/^-|-$/g, '') || 'scene'
                }.oro.json`,
            'aria-label': 'File name',
            autocomplete: 'off',
        },
    });
    const save = async () => {
        const path = name.value.trim().endsWith('.oro.json') ? name.value.trim() : `${name.value.trim()}.oro.json`;
        if (await studio.save(path)) d.close();
    };
    const d = dialog(
        'save-dialog',
        'Save as',
        h('div', { class: 'form-row' }, h('span', { text: 'File' }), name),
        h('p', { class: 'muted', text: `In ${studio.server?.folder ?? 'the project folder'}` }),
        h(
            'footer',
            { class: 'dialog-foot' },
            button({ testid: 'save-confirm', text: 'Save', icon: 'save', class: 'primary', run: () => void save() }),
        ),
    );
    name.addEventListener('keydown', (e) => {
        if (e.key === 'Enter') void save();
    });
    name.focus();
    name.select();
}

export function openImport(studio: Studio): void {
    const list = h('ul', { class: 'file-list', testid: 'import-list' });
    const take = async (path: string) => {
        d.close();
        await studio.open(['import', path]);
    };
    const input = h('input', {
        testid: 'import-file',
        attrs: { type: 'file', 'aria-label': 'A height map from this computer' },
        on: {
            change: () => {
                const file = input.files?.[0];
                if (file) void uploadRaster(studio, file).then((path) => (path ? take(path) : undefined));
            },
        },
    });
    const d = dialog(
        'import-dialog',
        'Import a height map',
        h('p', { text: 'A file from this computer is copied into the project folder:' }),
        input,
        h('p', { text: 'Or choose one from the project folder:' }),
        list,
        h('p', {
            class: 'muted small',
            text: `Formats: ${(studio.server?.formats ?? [])
                .filter((f) => f.kind === 'raster')
                .map((f) => f.extensions)
                .join(' ')}`,
        }),
    );
    studio.api.files('').then(
        (folder) => {
            const rasters = folder.entries.filter((e) => e.kind === 'raster' || e.kind === 'picture');
            list.replaceChildren(
                ...rasters.map((e) =>
                    h(
                        'li',
                        {},
                        button({
                            testid: `import-${e.name}`,
                            text: e.name,
                            icon: 'map',
                            class: 'quiet',
                            run: () => void take(e.name),
                        }),
                        h('span', { class: 'muted', text: bytes(e.bytes) }),
                    ),
                ),
            );
            if (rasters.length === 0) list.append(h('li', { class: 'muted', text: 'There is none.' }));
        },
        (error: unknown) => studio.report(error),
    );
}
