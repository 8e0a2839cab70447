// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/model/api';
import { freeId, isHeight, mainTerrain, mapsOf, polylinesOf, usersOf, wiresOf } from '../../src/model/document';
import { Emitter } from '../../src/model/events';
import { parseFrame } from '../../src/model/frame';
import { Gesture } from '../../src/model/gesture';
import { mapMode, modesOf } from '../../src/model/modes';
import { DEFAULTS, levelsFor, readSettings, writeSettings } from '../../src/model/settings';
import { nudge, toPosition, toValue, trackOf } from '../../src/model/slider';
import { node, real, scene, small } from './fixture';

describe('gestures', () => {
    it('keep one request on its way and let the latest value win', async () => {
        const sent: { commands: Command[]; end: boolean }[] = [];
        const release: (() => void)[] = [];
        const gesture = new Gesture((commands, _name, end) => {
            sent.push({ commands, end });
            return new Promise((resolve) => release.push(resolve));
        }, 'test');
        gesture.push('a.x', ['set', 'a.x', 1]);
        for (let i = 2; i <= 50; i++) gesture.push('a.x', ['set', 'a.x', i]);
        expect(sent).toHaveLength(1);
        const done = gesture.end();
        while (release.length) {
            release.shift()!();
            await new Promise((r) => setTimeout(r));
        }
        await done;
        expect(sent).toEqual([
            { commands: [['set', 'a.x', 1]], end: false },
            { commands: [['set', 'a.x', 50]], end: true },
        ]);
    });

    it('keep every command of different things, in order', async () => {
        const sent: Command[][] = [];
        const gesture = new Gesture(async (commands) => void sent.push(commands), 'stroke');
        gesture.push('dab1', ['item', 'add', 1]);
        gesture.push('dab2', ['item', 'add', 2]);
        gesture.push('dab3', ['item', 'add', 3]);
        await gesture.end();
        expect(sent.flat()).toEqual([
            ['item', 'add', 1],
            ['item', 'add', 2],
            ['item', 'add', 3],
        ]);
    });

    it('end though nothing was pushed', async () => {
        const ends: boolean[] = [];
        const gesture = new Gesture(async (_c, _n, end) => void ends.push(end), 'empty');
        await gesture.end();
        expect(ends).toEqual([true]);
    });

    it('have names of their own', () => {
        const make = () => new Gesture(async () => undefined, 'x').name;
        expect(make()).not.toBe(make());
    });
});

describe('documents', () => {
    const doc = scene(
        node('hills', 'noise'),
        node('high', 'mask', {}, { height: 'hills' }),
        node('both', 'blend', { a: 'hills', b: 'high' }),
        node('all', 'every', {}, { height: 'both' }),
    );

    it('know what a node takes, wired or by its place', () => {
        expect([...wiresOf(doc.nodes[1]!, small)]).toEqual([['height', 'hills']]);
        expect([...wiresOf(doc.nodes[2]!, small)]).toEqual([
            ['a', 'hills'],
            ['b', 'high'],
        ]);
    });

    it('name every map once', () => {
        expect(mapsOf(doc, small).map((m) => m.from)).toEqual(['hills', 'high', 'both', 'all', 'all.water']);
    });

    it('tell heights from other maps through filters of anything', () => {
        expect(isHeight(doc, small, 'both')).toBe(true);
        expect(isHeight(doc, small, 'high')).toBe(false);
        expect(isHeight(doc, small, 'all.water')).toBe(false);
        expect(isHeight(doc, small, 'nobody')).toBe(false);
    });

    it('do not hang on a circle', () => {
        const circle = scene(node('p', 'blend', { a: 'q', b: 'q' }), node('q', 'blend', { a: 'p', b: 'p' }));
        expect(isHeight(circle, small, 'p')).toBe(false);
    });

    it('show the terrain they write first, else the last height', () => {
        expect(mainTerrain(doc, small)).toBe('all');
        expect(
            mainTerrain(
                {
                    ...doc,
                    outputs: [
                        { from: 'high', file: 'm.png', style: null, texture: null, range: null, clip: false },
                        { from: 'both', file: 'h.png', style: null, texture: null, range: null, clip: false },
                    ],
                },
                small,
            ),
        ).toBe('both');
        expect(mainTerrain(scene(), small)).toBeUndefined();
    });

    it('know who needs a node', () => {
        expect(
            usersOf(
                {
                    ...doc,
                    outputs: [{ from: 'hills', file: 'h.png', style: null, texture: null, range: null, clip: false }],
                },
                'hills',
            ),
        ).toEqual(['both', 'h.png']);
    });

    it('find free names', () => {
        expect(freeId(doc, 'new')).toBe('new');
        expect(freeId(doc, 'hills')).toBe('hills2');
    });

    it('draw their curves', () => {
        const curved = scene(
            node('e', 'every', {
                knots: [
                    { x: 1, y: 2, z: 3 },
                    { x: 4, y: 5 },
                ],
                rivers: [
                    {
                        name: 'a',
                        points: [
                            { x: 0, y: 0 },
                            { x: 1, y: 1 },
                        ],
                        closed: true,
                    },
                    { name: 'b' },
                ],
            }),
        );
        expect(polylinesOf(curved, small)).toEqual([
            {
                node: 'e',
                arg: 'knots',
                row: null,
                inner: '',
                points: [
                    { x: 1, y: 2, z: 3 },
                    { x: 4, y: 5, z: null },
                ],
                closed: false,
                path: true,
            },
            {
                node: 'e',
                arg: 'rivers',
                row: 0,
                inner: 'points',
                points: [
                    { x: 0, y: 0, z: null },
                    { x: 1, y: 1, z: null },
                ],
                closed: true,
                path: true,
            },
        ]);
    });
});

describe('modes', () => {
    it('offer what the document has and say why not otherwise', () => {
        const doc = scene(node('hills', 'noise'), node('all', 'every', {}, { height: 'hills' }));
        const modes = modesOf(doc, small, 'all');
        expect(modes.find((m) => m.id === 'change')?.wish).toEqual({ from: 'all', minus_input: true });
        expect(modes.find((m) => m.id === 'classes')?.missing).toMatch(/classes/);
        expect(modes.find((m) => m.id === 'flow')?.wish).toEqual({ from: 'all', style: 'flow' });
        expect(
            modesOf(scene(node('hills', 'noise')), small, 'hills').find((m) => m.id === 'change')?.missing,
        ).toBeDefined();
        expect(new Set(modes.map((m) => m.id)).size).toBe(modes.length);
    });

    it('colour classes apart and numbers by a ramp', () => {
        expect(mapMode({ from: 'b.class', node: 'b', output: 'class', unit: '1', doc: '' }).shading).toBe('classes');
        expect(mapMode({ from: 'm', node: 'm', output: 'result', unit: '1', doc: '' }).shading).toBe('scalar');
    });
});

describe('sliders', () => {
    it('go there and back for every number of the catalogue', () => {
        for (const op of real.operators)
            for (const a of op.args) {
                if (a.type !== 'number' && a.type !== 'integer' && a.type !== 'field') continue;
                const track = trackOf(a);
                expect(toValue(track, 0), `${op.name}.${a.name}`).toBeCloseTo(track.lo, 4);
                expect(Math.abs(toValue(track, 1) - track.hi)).toBeLessThanOrEqual(
                    1e-3 * Math.abs(track.hi - track.lo),
                );
                for (const t of [0.1, 0.35, 0.5, 0.9]) {
                    const value = toValue(track, t);
                    if (!track.whole)
                        expect(Math.abs(toPosition(track, value) - t), `${op.name}.${a.name} at ${t}`).toBeLessThan(
                            0.02,
                        );
                    expect(value).toBeGreaterThanOrEqual(track.lo - 1e-9);
                    expect(value).toBeLessThanOrEqual(track.hi * (1 + 1e-3) + 1e-9);
                }
            }
    });

    it('step whole numbers by one', () => {
        const track = trackOf({ name: 'n', type: 'integer', min: 1, max: 9, ui_min: 1, ui_max: 9 });
        expect(nudge(track, 4, 1)).toBe(5);
        expect(nudge(track, 4, -10)).toBe(-6);
    });

    it('hold values outside the track at its ends', () => {
        const track = trackOf({ name: 'n', type: 'number', min: 0, max: 1e4, ui_min: 10, ui_max: 100, scale: 'log' });
        expect(toPosition(track, 1e4)).toBe(1);
        expect(toPosition(track, 1)).toBe(0);
    });
});

describe('frames', () => {
    const build = (info: object, data: Float32Array, length?: number) => {
        const header = JSON.stringify(info);
        const room = Math.ceil((8 + header.length) / 16) * 16;
        const body = new ArrayBuffer(length ?? room + data.byteLength);
        const bytes = new Uint8Array(body);
        bytes.set(new TextEncoder().encode('ORO1'));
        new DataView(body).setUint32(4, room - 8, true);
        bytes.fill(32, 8, Math.min(room, body.byteLength));
        bytes.set(new TextEncoder().encode(header), 8);
        if (!length) new Float32Array(body, room).set(data);
        return body;
    };
    const info = (offset: number) => ({
        id: '1',
        maps: [
            { name: 'height', type: 'f32', width: 2, height: 2, offset, bytes: 16 },
            { name: 'gone', error: { sentence: 'no' } },
        ],
    });

    it('carry their maps', () => {
        const first = build(info(999), new Float32Array(4));
        const offset = first.byteLength - 16;
        const frame = parseFrame(build(info(offset), new Float32Array([1, 2, 3, 4])));
        expect([...(frame.data.get('height') as Float32Array)]).toEqual([1, 2, 3, 4]);
        expect(frame.data.has('gone')).toBe(false);
    });

    it('are refused when they are damaged', () => {
        expect(() => parseFrame(new ArrayBuffer(3))).toThrow(/not a frame/);
        expect(() => parseFrame(new TextEncoder().encode('PNG and so on').buffer as ArrayBuffer)).toThrow(
            /not a frame/,
        );
        expect(() => parseFrame(build(info(4096), new Float32Array(4)))).toThrow(/cut off/);
    });
});

describe('settings', () => {
    it('survive what is damaged', () => {
        expect(readSettings({ getItem: () => '{"theme":' })).toEqual(DEFAULTS);
        expect(readSettings({ getItem: () => '{"theme":"pink","preview":7,"exaggeration":900}' })).toEqual(DEFAULTS);
        expect(readSettings(undefined)).toEqual(DEFAULTS);
        expect(() =>
            writeSettings(
                {
                    setItem: () => {
                        throw new Error('full');
                    },
                },
                DEFAULTS,
            ),
        ).not.toThrow();
    });

    it('come back as they were', () => {
        let kept = '';
        writeSettings(
            {
                setItem: (_k, v) => {
                    kept = v;
                },
            },
            { ...DEFAULTS, theme: 'light', preview: 1025 },
        );
        expect(readSettings({ getItem: () => kept })).toEqual({ ...DEFAULTS, theme: 'light', preview: 1025 });
    });

    it('begin coarse', () => {
        expect(levelsFor(513)).toEqual([129, 257, 513]);
        expect(levelsFor(129)).toEqual([129]);
    });
});

describe('events', () => {
    it('reach listeners until they leave', () => {
        const e = new Emitter<{ a: number }>();
        const seen: number[] = [];
        const off = e.on('a', (n) => seen.push(n));
        e.emit('a', 1);
        off();
        e.emit('a', 2);
        expect(seen).toEqual([1]);
    });
});
