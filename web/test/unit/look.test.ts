// @vitest-environment jsdom
// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a person sees besides the land: the whole of it in the frame, what is found by a word, messages, the connection,
// recovered work, questions before something is lost.

import * as THREE from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Api, type Connection, type Example, Refused, type ServerEvents } from '../../src/model/api';
import type { SceneDocument } from '../../src/model/document';
import { placeAt, readable } from '../../src/model/screen';
import { Studio } from '../../src/studio';
import { ask } from '../../src/ui/dialogs';
import { dialog, h } from '../../src/ui/dom';
import { type Found, finder, topicRow } from '../../src/ui/finder';
import { Start } from '../../src/ui/start';
import { goneBar, messages, recoveryBar, statusLine, toasts } from '../../src/ui/status';
import { Rig } from '../../src/view/camera';
import { node, scene, small } from './fixture';

const byId = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
const settle = () => new Promise((r) => setTimeout(r, 0));

beforeEach(() => {
    document.body.replaceChildren();
    HTMLDialogElement.prototype.showModal = function () {
        this.open = true;
    };
    HTMLDialogElement.prototype.close = function () {
        this.open = false;
        this.dispatchEvent(new Event('close'));
    };
    Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

class Server {
    tab = 'me';
    server = 'run';
    doc: SceneDocument = {
        ...scene(node('hills', 'noise', { scale: 3000 }), node('wet', 'every')),
        path: 'a.oro.json',
    };
    sent: unknown[][] = [];
    refuse: Refused | null = null;
    thumbnails: { [node: string]: string } = {};
    given: Example[] = [];
    tell: <K extends keyof ServerEvents>(name: K, data: ServerEvents[K]) => void = () => undefined;
    connection: (is: Connection) => void = () => undefined;

    catalogue = async () => ({ orogen: '0', world: [], render: [], operators: [...small.operators] });
    state = async () => ({
        folder: '/land',
        recovery: null,
        recent: [],
        build: null,
        revision: 1,
        thumbnails: this.thumbnails,
    });
    document = async () => this.doc;
    examples = async () => this.given;
    events = (on: Server['tell'], is: Server['connection']) => {
        this.tell = on;
        this.connection = is;
        is('up');
    };
    view = async () => ({ revision: 1 });
    text = async () => '{}';
    nodeThumbnail = (id: string, hash: string) => `${id}?${hash}`;
    exampleThumbnail = (name: string) => name;
    do = async (commands: unknown[][]) => {
        this.sent.push(...commands);
        if (this.refuse && !commands[0]?.includes('force')) throw this.refuse;
        this.doc = { ...this.doc, revision: this.doc.revision + 1 };
        return { ok: true, revision: this.doc.revision, results: [{ text: '', value: 'new' }], document: this.doc };
    };
}

async function studioOf(server: Server): Promise<Studio> {
    const studio = new Studio(server as unknown as Api);
    await studio.start();
    return studio;
}

describe('the whole land', () => {
    it('is in the frame with all its corners, for panes of every shape and from every side', () => {
        for (const aspect of [0.35, 0.6, 1, 1.4, 1.78, 2.6])
            for (const [sx, sz] of [
                [8000, 8000],
                [20000, 4000],
                [3000, 9000],
            ] as const)
                for (const yaw of [0, 0.6, 2.1, 4.5])
                    for (const pitch of [0.05, 0.42, 1, Math.PI / 2])
                        for (const flat of [false, true]) {
                            const rig = new Rig();
                            rig.flat = flat;
                            rig.look(yaw, pitch);
                            rig.frameAll(sx, sz, -200, 2600, aspect);
                            rig.update(aspect);
                            rig.camera.updateMatrixWorld(true);
                            let widest = 0;
                            for (const x of [-sx / 2, sx / 2])
                                for (const z of [-sz / 2, sz / 2])
                                    for (const y of [-200, 2600]) {
                                        const at = new THREE.Vector3(x, y, z).project(rig.camera);
                                        widest = Math.max(widest, Math.abs(at.x), Math.abs(at.y));
                                    }
                            const how = `${aspect} ${sx}x${sz} yaw ${yaw} pitch ${pitch} ${flat ? 'flat' : ''}`;
                            expect(widest, how).toBeLessThanOrEqual(1);
                            expect(widest, `not farther than needed: ${how}`).toBeGreaterThan(0.85);
                        }
    });
});

describe('the box to find things', () => {
    const row = (id: string, run: () => void = () => undefined): Found => ({ id, title: id, detail: '', run });
    const type = (text: string) => {
        const input = byId('add-input') as HTMLInputElement;
        input.value = text;
        input.dispatchEvent(new Event('input'));
        return input;
    };

    it('shows the answer to what was typed last, however late the others come', async () => {
        const waiting = new Map<string, (found: Found[]) => void>();
        finder('add', 'Add', '', (q) => new Promise((r) => waiting.set(q, r)));
        type('er');
        type('eros');
        waiting.get('eros')!([row('pipes')]);
        await settle();
        waiting.get('er')!([row('perturb')]);
        await settle();
        expect(byId('add-pipes')).not.toBeNull();
        expect(byId('add-perturb')).toBeNull();
    });

    it('waits with Enter for the answer', async () => {
        let chosen = '';
        let answer: (found: Found[]) => void = () => undefined;
        finder('add', 'Add', '', (q) => (q ? new Promise((r) => (answer = r)) : []));
        type('ridged').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
        await settle();
        expect(chosen).toBe('');
        answer([
            row('noise', () => {
                chosen = 'noise';
            }),
        ]);
        await settle();
        expect(chosen).toBe('noise');
    });

    it('adds the node as wished, opens examples and leads to the export', async () => {
        const server = new Server();
        const studio = await studioOf(server);
        const topic = { summary: '', family: 'generate' };
        let built = 0;
        const pick = (t: Parameters<typeof topicRow>[0]) => topicRow(t, studio, () => void built++);
        const ridged = pick({ ...topic, kind: 'choice', name: 'noise', set: 'fractal=ridged' });
        expect(ridged.title).toBe('noise · fractal ridged');
        ridged.run();
        pick({ ...topic, kind: 'preset', name: 'pipes', set: 'preset=alpine' }).run();
        pick({ ...topic, kind: 'operator', name: 'blur', set: null }).run();
        await settle();
        pick({ ...topic, kind: 'example', name: 'erosion/alpine', set: null }).run();
        pick({ ...topic, kind: 'format', name: 'glb', set: null }).run();
        await settle();
        expect(server.sent).toContainEqual(['add', 'noise', 2, 'fractal=ridged']);
        expect(server.sent.map((c) => c.at(-1))).toContain('preset=alpine');
        expect(server.sent.map((c) => c.slice(0, 2))).toContainEqual(['example', 'erosion/alpine']);
        expect(built).toBe(1);
    });
});

describe('the start screen', () => {
    it('puts examples under what they show', async () => {
        const server = new Server();
        const example = { title: '', about: '', thumbnail: false };
        server.given = [
            { ...example, name: 'volcano', group: 'Landscapes' },
            { ...example, name: 'olsen/island', group: 'For games' },
            { ...example, name: 'canyon', group: 'Landscapes' },
        ];
        const studio = await studioOf(server);
        const start = new Start(
            studio,
            () => undefined,
            () => undefined,
        );
        document.body.append(start.dom);
        studio.show('start');
        await settle();
        expect(
            [...document.querySelectorAll('.gallery-head, .card')].map(
                (e) => (e as HTMLElement).dataset.testid ?? e.textContent,
            ),
        ).toEqual(['Landscapes', 'example-volcano', 'example-canyon', 'For games', 'example-olsen/island']);
    });
});

describe('small pictures', () => {
    it('are there for a page that came after they were drawn', async () => {
        const server = new Server();
        server.thumbnails = { hills: 'abc' };
        const studio = await studioOf(server);
        expect(studio.thumbnail('hills')).toBe('abc');
        server.tell('thumbnail', { forget: true });
        expect(studio.thumbnail('hills')).toBeUndefined();
    });
});

describe('recovered work', () => {
    const recovery = { path: 'a.oro.json', time: '2026-11-15T20:01:02Z', newer: true };

    it('is asked about until somebody decides, and never over another document', async () => {
        const server = new Server();
        server.doc = { ...server.doc, recovery };
        const studio = new Studio(server as unknown as Api);
        document.body.append(recoveryBar(studio));
        await studio.start();
        expect(byId('recovery')!.hidden).toBe(false);
        studio.show('start');
        studio.show('editor');
        expect(byId('recovery')!.hidden).toBe(false);
        server.doc = { ...server.doc, recovery: null }; // as the server says after `keep`, `open`, `new`
        byId('recovery-keep')!.click();
        await settle();
        expect(server.sent).toEqual([['keep']]);
        expect(byId('recovery')!.hidden).toBe(true);
        studio.show('start');
        studio.show('editor');
        expect(byId('recovery')!.hidden).toBe(true);
    });

    it('that another tab decided about is not asked about here', async () => {
        const server = new Server();
        server.doc = { ...server.doc, recovery };
        const studio = new Studio(server as unknown as Api);
        document.body.append(recoveryBar(studio));
        await studio.start();
        server.doc = { ...server.doc, recovery: null };
        server.tell('document', { revision: 1, tab: 'other', gesture: null, reason: 'edit', dirty: true, path: null });
        await settle();
        expect(byId('recovery')!.hidden).toBe(true);
    });
});

describe('a refusal that force would allow', () => {
    it('becomes a question that says what is lost, whoever asked for it', async () => {
        const server = new Server();
        server.refuse = new Refused(409, {
            status: 'cannot write',
            sentence: 'a.oro.json already exists',
            force: { yes: 'Replace it', loses: 'What is in it is lost.' },
        });
        const studio = await studioOf(server);
        studio.ask = ask;
        for (const run of [
            () => studio.do(['save-as', 'a']),
            () => studio.save('a'),
            () => studio.open(['open', 'a']),
        ]) {
            server.sent = [];
            const done = run();
            await settle();
            expect(byId('ask-dialog')!.textContent).toContain('a.oro.json already exists. What is in it is lost.');
            expect(byId('ask-yes')!.textContent).toBe('Replace it');
            byId('ask-yes')!.click();
            await done;
            expect(server.sent).toHaveLength(2);
            expect(server.sent[1]!.at(-1)).toBe('force');
        }
    });

    it('leaves everything as it was where the answer is no', async () => {
        const server = new Server();
        server.refuse = new Refused(409, { status: '', sentence: 'x', force: { yes: 'Yes', loses: 'All.' } });
        const studio = await studioOf(server);
        studio.ask = ask;
        const told: string[] = [];
        studio.on('told', (t) => told.push(t.sentence));
        const done = studio.do(['save-as', 'a']);
        await settle();
        byId('ask-no')!.click();
        expect(await done).toBeNull();
        expect(server.sent).toHaveLength(1);
        expect(told).toEqual([]);
    });
});

describe('messages', () => {
    it('name nodes and numbers as the panels do, and lead there', async () => {
        const server = new Server();
        const studio = await studioOf(server);
        const doc = studio.document!;
        expect(placeAt(doc, 'a.oro.json/nodes/0/args/scale')).toEqual({ node: 'hills', arg: 'scale' });
        expect(placeAt(doc, 'nodes/1')).toEqual({ node: 'wet', arg: null });
        expect(placeAt(doc, 'hills.scale')).toEqual({ node: 'hills', arg: 'scale' });
        expect(placeAt(doc, 'nodes/9/args/x')).toBeNull();
        expect(placeAt(doc, 'a.oro.json')).toBeNull();
        expect(readable({ sentence: 'is too large', where: 'a.oro.json/nodes/0/args/scale' }, doc)).toBe(
            'hills, scale: is too large',
        );
        expect(readable({ sentence: 'it cannot be read', where: 'dem.tif' }, doc)).toBe('dem.tif: it cannot be read');
        expect(readable({ sentence: 'it is odd', where: 'b.oro.json/nodes/9/args/x' }, doc)).toBe('it is odd');
        document.body.append(toasts(studio));
        const fields: unknown[] = [];
        studio.on('field', (f) => fields.push(f));
        studio.select('wet');
        studio.tell('error', 'is too large', 'a.oro.json/nodes/0/args/scale');
        expect(document.querySelector('.toast')!.textContent).not.toContain('nodes/');
        byId('toast-action')!.click();
        await settle();
        expect(studio.selected).toBe('hills');
        expect(fields).toEqual([{ node: 'hills', arg: 'scale' }]);
    });

    it('lie in the topmost dialog, and come back when it closes', async () => {
        const home = h('div', {});
        document.body.append(home);
        const place = messages(home, h('p', { text: 'something' }));
        expect(place.parentElement).toBe(home);
        const below = dialog('below', 'Below');
        const above = dialog('above', 'Above');
        await settle();
        expect(place.parentElement).toBe(above);
        above.close();
        await settle();
        expect(place.parentElement).toBe(below);
        below.close();
        await settle();
        expect(place.parentElement).toBe(home);
    });
});

describe('the connection', () => {
    class Stream {
        static all: Stream[] = [];
        onopen: () => void = () => undefined;
        onerror: () => void = () => undefined;
        closed = false;
        heard = new Map<string, (e: { data: string }) => void>();
        constructor() {
            Stream.all.push(this);
        }
        addEventListener(name: string, f: (e: { data: string }) => void) {
            this.heard.set(name, f);
        }
        close() {
            this.closed = true;
        }
    }
    let answer: () => Promise<Response>;
    const begin = () => {
        vi.useFakeTimers();
        Stream.all = [];
        vi.stubGlobal('EventSource', Stream);
        vi.stubGlobal('fetch', () => answer());
        const is: Connection[] = [];
        new Api('t'.repeat(32)).events(
            () => undefined,
            (c) => is.push(c),
        );
        Stream.all[0]!.onopen();
        return is;
    };

    it('is tried again until the server answers, and then heard again', async () => {
        const is = begin();
        answer = async () => {
            throw new TypeError('refused');
        };
        Stream.all[0]!.onerror();
        expect(is).toEqual(['up', 'lost']);
        await vi.advanceTimersByTimeAsync(30000);
        expect(Stream.all).toHaveLength(1);
        answer = async () => new Response('{}');
        await vi.advanceTimersByTimeAsync(5000);
        expect(Stream.all).toHaveLength(2);
        Stream.all[1]!.onopen();
        expect(is).toEqual(['up', 'lost', 'up']);
    });

    it('to a server that was started again is not pretended', async () => {
        const is = begin();
        answer = async () => new Response('{"error": {"status": "", "sentence": "no"}}', { status: 403 });
        Stream.all[0]!.onerror();
        await vi.advanceTimersByTimeAsync(60000);
        expect(is).toEqual(['up', 'lost', 'replaced']);
        expect(Stream.all).toHaveLength(1);
    });

    it('in which nothing is heard for long is lost', async () => {
        const is = begin();
        answer = () => new Promise(() => undefined);
        for (let i = 0; i < 10; i++) {
            await vi.advanceTimersByTimeAsync(5000);
            Stream.all[0]!.heard.get('beat')!({ data: '{}' });
        }
        expect(is).toEqual(['up']);
        await vi.advanceTimersByTimeAsync(25000);
        expect(is).toEqual(['up', 'lost']);
        expect(Stream.all[0]!.closed).toBe(true);
    });

    it('that is gone shows at the dot, and says what happened and what to do', async () => {
        const server = new Server();
        const studio = new Studio(server as unknown as Api);
        document.body.append(statusLine(studio), goneBar(studio));
        await studio.start();
        expect(byId('gone')!.hidden).toBe(true);
        server.tell('progress', { lane: 'view', fraction: 0.5, what: 'pipes', running: true });
        expect(byId('cancel')!.hidden).toBe(false);
        server.connection('lost');
        expect(byId('cancel')!.hidden).toBe(true);
        expect(byId('shown-dot')!.dataset.shown).toBe('gone');
        expect(byId('gone')!.hidden).toBe(false);
        expect(byId('gone')!.textContent).toContain('/land');
        expect(byId('gone')!.textContent).toContain('orogen studio a.oro.json');
        server.connection('replaced');
        expect(byId('gone')!.textContent).toContain('started again');
        server.connection('up');
        expect(byId('gone')!.hidden).toBe(true);
        expect(byId('shown-dot')!.dataset.shown).not.toBe('gone');
    });

    it('to a server whose steps count from the beginning again shows its document', async () => {
        const server = new Server();
        server.doc = { ...server.doc, revision: 40 };
        const studio = await studioOf(server);
        server.doc = { ...server.doc, revision: 2, title: 'after' };
        server.tell('hello', { tab: 'me', revision: 2, version: '' });
        await settle();
        expect(studio.document!.title).toBe('after');
    });
});
