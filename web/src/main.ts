// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Wiring: makes the studio, gives it to each part, and puts the parts together.

import './style.css';
import { Api } from './model/api';
import { browserCopies } from './model/copies';
import { Studio } from './studio';
import { type Action, actionsOf, listenForKeys, type Openers } from './ui/actions';
import { openBuild } from './ui/build';
import { tellEnds } from './ui/building';
import { Console } from './ui/console';
import { ask, keyText, openHelp, openImport, openSaveAs, openScene, openSettings } from './ui/dialogs';
import { h } from './ui/dom';
import { type Found, finder, topicRow } from './ui/finder';
import { Inspector } from './ui/inspector';
import { Outliner } from './ui/outliner';
import { overlays } from './ui/overlays';
import { Start } from './ui/start';
import { copyBar, goneBar, messages, recoveryBar, statusLine, toasts } from './ui/status';
import { layoutChanged, topbar } from './ui/topbar';
import { openTour } from './ui/tour';
import { Viewport } from './view/viewport';

declare global {
    interface Window {
        __studio: { state: () => unknown; studio: Studio; viewport: Viewport };
    }
}

function begin(): void {
    const app = document.getElementById('app');
    const token = new URLSearchParams(location.search).get('token') ?? '';
    if (!app) return;
    if (!token) {
        app.append(
            h('p', {
                class: 'refused',
                text: 'This address lacks its token. Open the address that orogen studio printed.',
            }),
        );
        return;
    }
    const studio = new Studio(new Api(token), globalThis.indexedDB ? browserCopies() : null);
    studio.ask = ask;
    const viewport = new Viewport(studio);
    let actions: Action[] = [];

    const topics = async (query: string): Promise<Found[]> =>
        (await studio.api.find(query)).map((t) => topicRow(t, studio, () => openers.build()));
    const openers: Openers = {
        add: () => void finder('add', 'Add an operator', 'Add an operator: type its name or what you want', topics),
        palette: () => void finder('palette', 'Command palette', 'What would you like to do?', paletteChoices),
        help: () => openHelp(actions, studio, openers.tour),
        settings: () => openSettings(studio),
        build: () => void openBuild(studio),
        console: () => console_.toggle(),
        openFile: () => openScene(studio),
        saveAs: () => openSaveAs(studio),
        importRaster: () => openImport(studio),
        tour: () => openTour(studio),
    };
    const console_ = new Console(studio, viewport);
    actions = actionsOf(studio, viewport, openers);

    const paletteChoices = async (query: string): Promise<Found[]> => {
        const all: Found[] = [
            ...actions.map((a) => ({
                id: a.id,
                title: a.label,
                detail: a.group,
                ...(a.keys ? { hint: keyText(a.keys[0]!) } : {}),
                run: a.run,
            })),
            ...studio
                .modes()
                .filter((m) => !m.missing)
                .map((m) => ({
                    id: `mode-${m.id}`,
                    title: `Shading: ${m.label}`,
                    detail: 'View',
                    run: () => studio.setMode(m.id),
                })),
            ...(studio.document?.nodes ?? []).map((n) => ({
                id: `node-${n.id}`,
                title: `Go to ${n.id}`,
                detail: n.op,
                run: () => studio.select(n.id),
            })),
        ];
        const words = query.toLowerCase().split(/\s+/).filter(Boolean);
        // Where a word of the title begins so comes before where the letters only occur.
        const begins = (f: Found) => words.every((w) => ` ${f.title.toLowerCase()}`.includes(` ${w}`));
        const fitting = all
            .filter((f) => words.every((w) => `${f.title} ${f.detail}`.toLowerCase().includes(w)))
            .sort((a, b) => Number(begins(b)) - Number(begins(a)));
        const added = (await topics(query.replace(/^add\s+/i, ''))).map((f) => ({ ...f, id: `add-${f.id}` }));
        return [...fitting, ...added];
    };

    const start = new Start(studio, openers.openFile, openers.importRaster);
    const inspector = new Inspector(studio);
    const outliner = new Outliner(studio, openers.add);
    const over = overlays(studio, viewport);
    viewport.dom.append(over.dom);
    viewport.onChange = () => {
        over.update();
        for (const f of layoutChanged) f();
    };
    const editor = h(
        'div',
        { class: 'editor', testid: 'editor' },
        topbar(studio, viewport, openers),
        outliner.dom,
        h('main', { class: 'centre' }, recoveryBar(studio), copyBar(studio), viewport.dom, console_.dom),
        inspector.dom,
        statusLine(studio),
    );
    app.append(start.dom, editor);
    messages(app, goneBar(studio), toasts(studio));

    const theme = () => {
        const wish = studio.settings.theme;
        const dark = wish === 'dark' || (wish === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
        document.documentElement.dataset.theme = dark ? 'dark' : 'light';
        viewport.invalidate();
    };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', theme);
    studio.on('settings', theme);
    theme();
    studio.on('screen', (screen) => {
        start.dom.hidden = screen !== 'start';
        editor.hidden = screen !== 'editor';
        document.title = screen === 'start' ? 'Orogen studio' : `${studio.document?.title || 'Untitled'} — Orogen`;
        if (screen === 'editor') viewport.invalidate();
        // Who is here for the first time is shown around, once there is something to see.
        if (screen === 'editor' && !studio.settings.toured && !studio.offer) requestAnimationFrame(openers.tour);
    });
    studio.on('document', (doc) => {
        document.title =
            studio.screen === 'start' ? 'Orogen studio' : `${doc.dirty ? '• ' : ''}${doc.title || 'Untitled'} — Orogen`;
    });
    listenForKeys(studio, actions);
    tellEnds(studio);
    start.dom.hidden = true;
    editor.hidden = true;

    window.__studio = {
        studio,
        viewport,
        state: () => ({
            screen: studio.screen,
            document: studio.document,
            revision: studio.document?.revision,
            selected: studio.selected,
            solo: studio.solo,
            mode: studio.mode().id,
            tool: studio.tool,
            layout: viewport.layout,
            connected: studio.connection === 'up',
            connection: studio.connection,
            behind: viewport.behind.thing?.from ?? null,
            waits: 'waits' in studio.shown,
            shown: { kind: studio.shown.kind, sentence: studio.shown.sentence, revision: studio.shown.frame?.revision },
            grey: viewport.stage === null,
            thing: viewport.things.thing && {
                from: viewport.things.thing.from,
                kind: viewport.things.thing.kind,
                hash: viewport.things.thing.hash,
                text: viewport.things.thing.text,
                wire: viewport.things.wire,
                hidesGround: viewport.things.hidesGround,
                slider: viewport.things.drawn?.slider,
                choices: viewport.things.drawn?.choices,
                legend: viewport.things.drawn?.legend,
                revision: viewport.things.thing.revision,
                level: viewport.things.thing.level,
            },
            frame: studio.frame && {
                id: studio.frame.id,
                revision: studio.frame.revision,
                seq: studio.frame.seq,
                level: studio.frame.level,
                last: studio.frame.last,
                editMs: studio.frame.edit_ms,
            },
            cursor: studio.cursor,
            counts: studio.counts,
            build: studio.build,
            drawn: viewport.drawn,
            glMs: viewport.glMs,
            patches: viewport.patchCount,
            draws: viewport.draws,
            sun: viewport.sun,
        }),
    };
    studio.start().catch((error: unknown) => {
        studio.report(error);
        app.append(h('p', { class: 'refused', text: error instanceof Error ? error.message : String(error) }));
    });
}

begin();
