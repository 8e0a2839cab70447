// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

import { mapsOf } from '../model/document';
import { PREVIEWS } from '../model/settings';
import type { Studio } from '../studio';
import type { Layout, Viewport } from '../view/viewport';
import type { Openers } from './actions';
import { beginPainting } from './brush';
import { button, fillSelect, h, type IconName, select } from './dom';
import { WORLD } from './inspector';

export function topbar(studio: Studio, viewport: Viewport, open: Openers): HTMLElement {
    const title = h('button', {
        class: 'title',
        testid: 'title',
        attrs: { type: 'button' },
        title: 'The scene and its world',
        on: { click: () => studio.select(WORLD) },
    });
    const undo = button({ testid: 'undo', icon: 'undo', title: 'Undo (Ctrl+Z)', run: () => void studio.undo() });
    const redo = button({ testid: 'redo', icon: 'redo', title: 'Redo (Ctrl+Shift+Z)', run: () => void studio.redo() });
    const save = button({
        testid: 'save',
        icon: 'save',
        title: 'Save (Ctrl+S)',
        run: () => (studio.document?.path ? void studio.save() : open.saveAs()),
    });
    const tools = (['select', 'brush'] as const).map((tool) =>
        button({
            testid: `tool-${tool}`,
            icon: tool,
            title: tool === 'select' ? 'Select and turn (V)' : 'Paint a mask (B)',
            run: () => (tool === 'brush' ? void beginPainting(studio) : studio.setTool('select')),
        }),
    );
    const layouts: { layout: Layout; icon: IconName; title: string }[] = [
        { layout: '3d', icon: 'cube', title: '3D view (M)' },
        { layout: 'split', icon: 'split', title: '3D view and map (M)' },
        { layout: 'map', icon: 'map', title: 'Map (M)' },
    ];
    const layoutButtons = layouts.map((l) =>
        button({ testid: `layout-${l.layout}`, icon: l.icon, title: l.title, run: () => viewport.setLayout(l.layout) }),
    );
    const mode = select('mode', 'Shading', [], '', (v) => studio.setMode(v));
    const preview = select(
        'preview',
        'Preview resolution',
        PREVIEWS.map((p) => ({ value: String(p), text: `${p - 1}²` })),
        String(studio.settings.preview),
        (v) => studio.change({ preview: Number(v) }),
    );
    preview.title = 'Preview resolution';
    const live = button({
        testid: 'live',
        text: 'Live',
        class: 'toggle',
        title: 'Compute after every change',
        run: () => studio.change({ live: !studio.settings.live }),
    });

    const dom = h(
        'header',
        { class: 'topbar', testid: 'topbar' },
        button({ testid: 'home', icon: 'home', title: 'Start screen', run: () => studio.show('start') }),
        title,
        h('div', { class: 'cluster' }, save, undo, redo),
        h('div', { class: 'cluster', role: 'group', label: 'Tools' }, ...tools),
        h('div', { class: 'cluster', role: 'group', label: 'Layout' }, ...layoutButtons),
        mode,
        h('span', { class: 'gap' }),
        preview,
        live,
        h(
            'div',
            { class: 'cluster' },
            button({ testid: 'open-palette', icon: 'search', title: 'Command palette (Ctrl+K)', run: open.palette }),
            button({ testid: 'open-console', icon: 'console', title: 'Console (`)', run: open.console }),
            button({ testid: 'open-settings', icon: 'gear', title: 'Settings (Ctrl+,)', run: open.settings }),
            button({ testid: 'open-help', icon: 'help', title: 'Keys and help (?)', run: open.help }),
        ),
        button({
            testid: 'open-build',
            icon: 'build',
            text: 'Build…',
            class: 'primary',
            title: 'Build and export (Ctrl+B)',
            run: open.build,
        }),
    );

    const update = () => {
        const doc = studio.document;
        if (!doc) return;
        title.replaceChildren(
            h('strong', { text: doc.title || 'Untitled' }),
            h('span', { class: 'muted', text: doc.path ? (doc.path === doc.title ? '' : doc.path) : 'not saved yet' }),
        );
        if (doc.dirty)
            title.append(h('span', { class: 'dirty', title: 'Changed since it was saved', label: 'changed' }));
        undo.disabled = doc.undo.count === 0;
        redo.disabled = doc.redo.count === 0;
        undo.title = doc.undo.label ? `Undo: ${doc.undo.label} (Ctrl+Z)` : 'Undo (Ctrl+Z)';
        redo.title = doc.redo.label ? `Redo: ${doc.redo.label} (Ctrl+Shift+Z)` : 'Redo (Ctrl+Shift+Z)';
        const named = studio
            .modes()
            .map((m) => ({ value: m.id, text: m.label, disabled: !!m.missing, group: 'Terrain' }));
        const maps = mapsOf(doc, studio.catalogue).map((m) => ({
            value: `map:${m.from}`,
            text: m.from,
            group: 'Maps of this scene',
        }));
        fillSelect(mode, [...named, ...maps], studio.mode().id);
    };
    const marks = () => {
        tools.forEach((b, i) =>
            b.setAttribute('aria-pressed', String(studio.tool === (['select', 'brush'] as const)[i])),
        );
        layoutButtons.forEach((b, i) => b.setAttribute('aria-pressed', String(viewport.layout === layouts[i]!.layout)));
        live.setAttribute('aria-pressed', String(studio.settings.live));
        preview.value = String(studio.settings.preview);
    };
    studio.on('document', update);
    studio.on('view', () => {
        update();
        marks();
    });
    studio.on('settings', marks);
    layoutChanged.push(marks);
    marks();
    return dom;
}

/// Called by whoever changes the layout of the view.
export const layoutChanged: (() => void)[] = [];
