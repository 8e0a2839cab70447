// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The first screen: examples that open and just work, a new scene, a file, a height map.

import type { Example } from '../model/api';
import type { Studio } from '../studio';
import { button, h } from './dom';

export class Start {
    readonly dom: HTMLElement;
    private readonly gallery = h('div', { class: 'gallery', testid: 'gallery' });
    private readonly recent = h('ul', { class: 'recent', testid: 'recent' });
    private readonly recentSection = h('section', {}, h('h2', { text: 'Recent' }), this.recent);
    private readonly folder = h('p', { class: 'muted small', testid: 'start-folder' });
    private readonly back: HTMLButtonElement;
    private readonly studio: Studio;
    private examples: Example[] = [];

    constructor(studio: Studio, openFile: () => void, importRaster: () => void) {
        this.studio = studio;
        this.back = button({
            testid: 'start-back',
            text: 'Back to the scene',
            icon: 'cube',
            run: () => studio.show('editor'),
        });
        this.dom = h(
            'main',
            { class: 'start', testid: 'start' },
            h(
                'header',
                { class: 'start-head' },
                h('h1', { text: 'Orogen' }),
                h('p', { text: 'Landscapes from a few rules. Open an example, turn a slider, watch the ground move.' }),
                h(
                    'div',
                    { class: 'start-buttons' },
                    button({
                        testid: 'start-new',
                        text: 'New scene',
                        icon: 'plus',
                        class: 'primary',
                        run: () => void studio.open(['new']),
                    }),
                    button({ testid: 'start-open', text: 'Open…', icon: 'folder', run: openFile }),
                    button({ testid: 'start-import', text: 'Import a height map…', icon: 'map', run: importRaster }),
                    button({
                        testid: 'start-tour',
                        text: 'Take the one-minute tour',
                        icon: 'help',
                        run: () => {
                            studio.settings = { ...studio.settings, toured: false };
                            if (this.back.hidden) void studio.open(['example', 'default']);
                            else studio.show('editor');
                        },
                    }),
                    this.back,
                ),
                this.folder,
            ),
            this.recentSection,
            h('section', {}, h('h2', { text: 'Examples' }), this.gallery),
        );
        studio.on('thumbnail', (t) => {
            if (t.example) this.picture(t.example);
        });
        studio.on('screen', (screen) => {
            if (screen === 'start') void this.fill();
        });
    }

    private async fill(): Promise<void> {
        this.back.hidden = !this.studio.document?.nodes.length;
        try {
            this.examples = await this.studio.api.examples();
            this.studio.server = await this.studio.api.state();
        } catch (error) {
            this.studio.report(error);
            return;
        }
        const groups = new Map<string, Example[]>();
        for (const e of this.examples) groups.set(e.group, [...(groups.get(e.group) ?? []), e]);
        this.gallery.replaceChildren(
            ...[...groups].flatMap(([group, list]) => [
                h('h3', { class: 'gallery-head', text: group }),
                ...list.map((e) => this.card(e)),
            ]),
        );
        for (const e of this.examples) if (e.thumbnail) this.picture(e.name);
        const recent = this.studio.server.recent.filter((r) => r.exists);
        this.recent.replaceChildren(
            ...recent.map((r, i) =>
                h(
                    'li',
                    {},
                    button({
                        testid: `recent-${i}`,
                        text: r.path,
                        icon: 'folder',
                        class: 'quiet',
                        run: () => void this.studio.open(['open', r.path]),
                    }),
                ),
            ),
        );
        this.recentSection.hidden = recent.length === 0;
        this.folder.textContent = `Scenes are kept in ${this.studio.server.folder}.`;
    }

    private card(e: Example): HTMLElement {
        return h(
            'button',
            {
                class: 'card',
                testid: `example-${e.name}`,
                attrs: { type: 'button' },
                on: { click: () => void this.studio.open(['example', e.name]) },
            },
            h('span', { class: 'card-picture', attrs: { id: `picture-${e.name}` } }),
            h('span', { class: 'card-title', text: (e.title || e.name).replace(/^.*\//, '').replaceAll('-', ' ') }),
            h('span', { class: 'card-about', text: e.about }),
        );
    }

    private picture(name: string): void {
        const place = document.getElementById(`picture-${name}`);
        if (!place || place.firstChild) return;
        const image = h('img', { attrs: { alt: '', src: this.studio.api.exampleThumbnail(name) } });
        image.addEventListener('error', () => image.remove());
        place.append(image);
    }
}
