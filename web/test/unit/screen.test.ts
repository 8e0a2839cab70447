// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The law of the view: what is on the screen is the document, or it says that it is not. Random edits, failures, other
// scenes and views against a made-up server whose answers come early, late and in between.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api, ServerEvents } from '../../src/model/api';
import type { SceneDocument } from '../../src/model/document';
import type { Frame, FrameInfo, MapInfo } from '../../src/model/frame';
import { nodeAt } from '../../src/model/screen';
import { Studio } from '../../src/studio';
import { node, scene, small } from './fixture';

/// The same numbers for the same seed (a linear congruence, Numerical Recipes).
function dice(seed: number): (below: number) => number {
    let x = seed;
    return (below) => {
        x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
        return Math.floor((x / 2 ** 32) * below);
    };
}

type Content = 'land' | 'broken' | 'empty';

const HEIGHT = { name: 'height', from: 'hills' } as MapInfo;
const GONE = { status: 'bad input', sentence: 'gone.png is not there', where: 'nodes/0/args/file' };

class Server {
    tab = 'me';
    revision = 1;
    scene = 1;
    content: Content = 'land';
    seq = 0;
    wants = false;
    live = true;
    /// What each revision really is, for the judge.
    truth = new Map<number, { content: Content; scene: number }>();
    private frames = new Map<string, Frame>();
    private computing = 0;
    tell: <K extends keyof ServerEvents>(name: K, data: ServerEvents[K]) => void = () => undefined;
    private readonly roll: (below: number) => number;

    constructor(roll: (below: number) => number) {
        this.roll = roll;
        this.truth.set(1, { content: 'land', scene: 1 });
    }

    private late = (most = 4) => new Promise<void>((r) => setTimeout(r, this.roll(most)));

    private describe(): SceneDocument {
        const nodes = this.content === 'empty' ? [] : [node('hills', 'noise'), node('more', 'noise')];
        return { ...scene(...nodes), revision: this.revision, scene: this.scene, path: `s${this.scene}` };
    }

    catalogue = async () => ({ orogen: '0', operators: [...small.operators] });
    state = async () => ({ recovery: null, recent: [], build: null, revision: 1 });
    document = async () => this.describe();
    events = (on: Server['tell'], up: (on: boolean) => void) => {
        this.tell = on;
        up(true);
    };
    view = async (seq: number, _levels: number[], maps: unknown[]) => {
        await this.late();
        if (seq < this.seq) return { revision: this.revision };
        this.seq = seq;
        this.wants = maps.length > 0;
        void this.compute();
        return { revision: this.revision };
    };
    do = async (commands: unknown[][]) => {
        await this.late();
        if (commands[0]?.[0] === 'live') {
            this.live = commands[0][1] === 'on';
            if (this.live) void this.compute();
            return { ok: true, revision: this.revision, results: [], document: this.describe() };
        }
        const [, content, another] = commands[0] as [string, Content, boolean];
        this.revision++;
        this.content = content;
        if (another) this.scene++;
        this.truth.set(this.revision, { content, scene: this.scene });
        const document = this.describe();
        if (this.live) void this.compute();
        await this.late(20); // the picture may be there before the answer
        return { ok: true, revision: document.revision, results: [], document };
    };
    frame = async (id: string): Promise<Frame> => {
        await this.late();
        return this.frames.get(id)!;
    };

    /// Three levels, one after another, given up when something newer comes; a first level may still be told.
    private async compute(): Promise<void> {
        const mine = ++this.computing;
        const { revision, seq, content, wants } = this;
        for (let index = 0; wants && content !== 'empty' && index < 3; index++) {
            await this.late();
            if (mine !== this.computing && (index > 0 || this.roll(2))) return;
            const info: FrameInfo = {
                id: `${revision}/${seq}/${index}/${mine}`,
                tab: 'me',
                seq,
                revision,
                level: 129,
                index,
                count: 3,
                last: index === 2,
                held: index === 0 && this.roll(3) === 0 ? ['hills'] : null,
                seconds: 0,
                edit_ms: 1,
                maps: [content === 'broken' ? { ...HEIGHT, error: GONE } : HEIGHT],
            };
            this.frames.set(info.id, { ...info, data: new Map(), things: new Map() });
            if (content === 'broken' && this.roll(2)) this.tell('failed', { ...info, error: GONE });
            else this.tell('frame', info);
        }
    }
}

async function story(seed: number): Promise<void> {
    const roll = dice(seed);
    const server = new Server(roll);
    const studio = new Studio(server as unknown as Api);
    // As the view does: what it was last told of.
    let drawn: Frame | null = null;
    const judge = () => {
        const { shown, document: doc } = studio;
        expect(drawn).toBe(shown.frame);
        if (shown.frame === null || !doc) return;
        const truth = server.truth.get(shown.frame.revision)!;
        expect(truth.content).toBe('land');
        if (shown.kind !== 'stale') expect(shown.frame.revision).toBe(doc.revision);
        // Of another scene only while that scene's document is still on its way.
        else if (shown.frame.revision <= doc.revision) expect(truth.scene).toBe(doc.scene);
    };
    studio.on('shown', (s) => {
        drawn = s.frame;
        judge();
    });
    await studio.start();
    for (let i = 0; i < 25; i++) {
        const what = roll(8);
        if (what < 5) void studio.do(['be', (['land', 'broken', 'empty'] as const)[roll(3)]!, roll(3) === 0]);
        else if (what === 5) studio.setSolo(studio.solo ? null : 'hills');
        else if (what === 6) studio.change({ live: !studio.settings.live });
        else studio.wish(true);
        await vi.advanceTimersByTimeAsync(roll(8));
        judge();
    }
    if (!studio.settings.live) studio.change({ live: true });
    await vi.advanceTimersByTimeAsync(60);
    judge();
    const expected = { land: 'current', broken: 'failed', empty: 'nothing' }[server.content];
    expect(studio.document?.revision).toBe(server.revision);
    expect(`${seed}: ${studio.shown.kind}`).toBe(`${seed}: ${expected}`);
    expect(studio.shown.frame?.revision ?? null).toBe(server.content === 'land' ? server.revision : null);
    if (studio.shown.kind === 'failed') expect(studio.shown).toMatchObject({ node: 'hills', sentence: GONE.sentence });
}

describe('the view', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    it('shows the document, or says that it does not, whatever comes in whatever order', async () => {
        for (let seed = 1; seed <= 200; seed++) await story(seed);
    });
});

describe('the place of an error', () => {
    const doc = { ...scene(node('a', 'noise'), node('b', 'noise')), path: 'nodes/1/x.oro.json' };
    it.each([
        ['nodes/1/x.oro.json/nodes/0/args/file', 'a'],
        ['nodes/1', 'b'],
        ['b.scale', 'b'],
        ['b', 'b'],
        ['nodes/7', null],
        ['world', null],
        [null, null],
    ])('%s is in %s', (where, id) => {
        expect(nodeAt(doc, where)).toBe(id);
    });
});
