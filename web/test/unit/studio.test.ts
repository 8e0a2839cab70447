// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The page's state against a server that is made up: what is sent, what is shown, what is passed over.

import { beforeEach, describe, expect, it } from 'vitest';
import { type Api, Refused, type ServerEvents } from '../../src/model/api';
import type { SceneDocument } from '../../src/model/document';
import type { Frame, FrameInfo, MapInfo } from '../../src/model/frame';
import { Studio } from '../../src/studio';
import { node, scene, small } from './fixture';

class Server {
    tab = 'me';
    doc: SceneDocument = {
        ...scene(node('hills', 'noise'), node('high', 'mask', {}, { height: 'hills' })),
        path: 'a.oro.json',
    };
    sent: unknown[][] = [];
    views: { seq: number; maps: unknown[] }[] = [];
    fetched: string[] = [];
    refuse: Refused | null = null;
    hold: (() => void)[] | null = null;
    whole = false;
    tell: <K extends keyof ServerEvents>(name: K, data: ServerEvents[K]) => void = () => undefined;

    catalogue = async () => ({ orogen: '0', operators: [...small.operators] });
    state = async () => ({ recovery: null, recent: [], build: null, revision: 1 });
    document = async () => this.doc;
    events = (on: Server['tell'], up: (on: boolean) => void) => {
        this.tell = on;
        up(true);
    };
    view = async (seq: number, _levels: number[], maps: unknown[]) => {
        this.views.push({ seq, maps });
        return { revision: 1 };
    };
    do = async (commands: unknown[][]) => {
        this.sent.push(...commands);
        if (this.refuse && !commands[0]?.includes('force')) throw this.refuse;
        this.doc = {
            ...this.doc,
            revision: this.doc.revision + 1,
            undo: { count: this.doc.undo.count + 1, label: String(commands[0]?.[0]) },
        };
        return { ok: true, revision: this.doc.revision, results: [{ text: '', value: 'new' }], document: this.doc };
    };
    frame = async (id: string): Promise<Frame> => {
        this.fetched.push(id);
        if (this.hold) await new Promise<void>((r) => this.hold!.push(r));
        const [revision, seq] = id.split('/').map(Number);
        return { ...info(revision!, seq!), last: this.whole, data: new Map(), things: new Map() };
    };
}

const info = (revision: number, seq: number): FrameInfo => ({
    id: `${revision}/${seq}`,
    tab: 'me',
    seq,
    revision,
    level: 129,
    index: 0,
    count: 3,
    last: false,
    seconds: 0,
    edit_ms: 5,
    maps: [{ name: 'height' } as MapInfo],
});
const turn = () => new Promise((r) => setTimeout(r));

let server: Server;
let studio: Studio;
beforeEach(async () => {
    server = new Server();
    studio = new Studio(server as unknown as Api);
    await studio.start();
});

describe('the view', () => {
    it('is wished for once, and again only when it changes', async () => {
        const before = server.views.length;
        studio.wish();
        studio.select('high');
        expect(server.views.length).toBe(before);
        studio.setMode('slope'); // drawn from the heights: nothing more to compute
        expect(server.views.length).toBe(before);
        studio.setSolo('high');
        expect(server.views.at(-1)!.maps).toEqual([
            { name: 'height', from: 'hills' },
            { name: 'overlay', from: 'high' },
        ]);
        studio.setMode('height');
        expect(studio.solo).toBeNull();
        expect(server.views.at(-1)!.maps).toEqual([{ name: 'height', from: 'hills' }]);
    });

    it('passes over frames announced while another is on its way, all but the newest', async () => {
        const seq = server.views.at(-1)!.seq;
        server.hold = [];
        for (let r = 1; r <= 6; r++) server.tell('frame', info(r, seq));
        await turn();
        while (server.hold.length) {
            server.hold.shift()!();
            await turn();
        }
        expect(server.fetched).toEqual([`1/${seq}`, `6/${seq}`]);
        expect(studio.frame?.revision).toBe(6);
    });

    it('never goes back to an older revision, or to a view that was left', async () => {
        const seq = server.views.at(-1)!.seq;
        server.tell('frame', info(5, seq));
        await turn();
        server.tell('frame', info(4, seq));
        await turn();
        expect(studio.frame?.revision).toBe(5);
        studio.setSolo('high');
        server.tell('frame', info(9, seq));
        await turn();
        expect(studio.frame?.revision).toBe(5);
    });

    it('is stale until the newest revision is shown, and current when that is whole', async () => {
        const seq = server.views.at(-1)!.seq;
        expect(studio.shown.kind).toBe('stale');
        server.tell('frame', info(1, seq));
        await turn();
        expect(studio.shown.kind).toBe('refining');
        server.whole = true;
        server.tell('frame', { ...info(1, seq), last: true });
        await turn();
        expect(studio.shown.kind).toBe('current');
        await studio.set('hills.scale', 10);
        expect(studio.shown).toMatchObject({ kind: 'stale', frame: { revision: 1 } });
    });
});

describe('commands', () => {
    it('add after what is selected, and select what came', async () => {
        studio.select('hills');
        server.doc = { ...server.doc, nodes: [...server.doc.nodes, node('new', 'noise')] };
        await studio.add('noise');
        expect(server.sent.at(-1)).toEqual(['add', 'noise', 1]);
        expect(studio.selected).toBe('new');
    });

    it('stay inside the stack when they move', async () => {
        await studio.move('hills', -1);
        expect(server.sent).toEqual([]);
        await studio.move('hills', 5);
        expect(server.sent).toEqual([['move', 'hills', 1]]);
    });

    it('that are refused are told in the server’s words, and the panels go back', async () => {
        server.refuse = new Refused(400, {
            status: 'bad argument',
            sentence: 'scale must be 1 to 100000 m',
            where: 'hills.scale',
        });
        let shown = 0;
        studio.on('document', () => shown++);
        await studio.set('hills.scale', -1);
        expect(studio.log.at(-1)?.sentence).toBe('scale must be 1 to 100000 m');
        expect(shown).toBe(1);
    });

    it('that would replace something ask once, and then insist or leave it', async () => {
        server.refuse = new Refused(409, { status: 'exists', sentence: 'untitled has changes' });
        const asked: string[] = [];
        studio.ask = async (sentence) => asked.push(sentence) < 0;
        expect(await studio.open(['example', 'canyon'])).toBe(false);
        studio.ask = async (sentence) => asked.push(sentence) > 0;
        expect(await studio.open(['example', 'canyon'])).toBe(true);
        expect(asked).toEqual(['untitled has changes', 'untitled has changes']);
        expect(server.sent.at(-1)).toEqual(['example', 'canyon', 'force']);
    });

    it('of another tab bring its document; an old answer does not undo a newer one', async () => {
        server.doc = { ...server.doc, revision: 7, title: 'theirs' };
        server.tell('document', { revision: 7, tab: 'other', gesture: null, reason: 'edit', dirty: true, path: null });
        await turn();
        expect(studio.document?.title).toBe('theirs');
        server.doc = { ...server.doc, revision: 3, title: 'old' };
        await studio.set('hills.scale', 1);
        expect(studio.document?.title).toBe('theirs');
    });
});

describe('the selection', () => {
    it('stays on the world and the outputs while they change', async () => {
        studio.select('@world');
        await studio.set('world.sea', 3);
        expect(studio.selected).toBe('@world');
    });

    it('of a part goes when the part does', async () => {
        const part = { node: 'hills', arg: 'knots', row: null, inner: '', index: 1 };
        const with_ = (...knots: { x: number }[]) => [node('hills', 'every', { knots })];
        server.doc = { ...server.doc, nodes: with_({ x: 0 }, { x: 1 }) };
        await studio.set('hills.count', 3);
        studio.select('hills', part);
        await studio.set('hills.count', 4);
        expect(studio.part).toEqual(part);
        server.doc = { ...server.doc, nodes: with_({ x: 0 }) };
        await studio.set('hills.count', 5);
        expect([studio.selected, studio.part]).toEqual(['hills', null]);
    });

    it('is what Delete takes: the part, then its neighbour, and the node when none is left', async () => {
        const knots = [{ x: 0 }, { x: 1 }, { x: 2 }];
        server.doc = { ...server.doc, nodes: [node('hills', 'every', { knots })] };
        await studio.set('hills.count', 3);
        studio.select('hills', { node: 'hills', arg: 'knots', row: null, inner: '', index: 2 });
        for (const left of [2, 1, 0]) {
            server.doc = { ...server.doc, nodes: [node('hills', 'every', { knots: knots.slice(0, left) })] };
            await studio.removeSelected();
            expect(server.sent.at(-1)).toEqual(['item', 'remove', 'hills.knots', left]);
        }
        await studio.removeSelected();
        expect(server.sent.at(-1)).toEqual(['remove', 'hills']);
    });
});

describe('history', () => {
    it('is the server’s: the page shows its count and label', async () => {
        await studio.set('hills.scale', 50);
        expect(studio.document?.undo).toEqual({ count: 1, label: 'set' });
        await studio.undo();
        await studio.redo();
        expect(server.sent.slice(-2)).toEqual([['undo'], ['redo']]);
    });
});
