// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the page keeps by itself: locks, the copy of unsaved work; what it makes of the program's lists: cards for a build.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Recovery } from '../../src/model/api';
import { type Copy, type CopyStore, Keeper } from '../../src/model/copies';
import { classesOf, drivenBy, mapsOf } from '../../src/model/document';
import { changedBy, Locks } from '../../src/model/locks';
import { modesOf } from '../../src/model/modes';
import { outputsOf, targetsOf, toggleTarget } from '../../src/model/targets';
import { node, real, scene, small } from './fixture';

function storage(): Pick<Storage, 'getItem' | 'setItem'> {
    const kept = new Map<string, string>();
    return { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => void kept.set(k, v) };
}

describe('locks', () => {
    it('know what a command would change', () => {
        expect(changedBy(['set', 'hills.scale', 3])).toEqual(['hills']);
        expect(changedBy(['item', 'add', 'paint.strokes', 'end', {}])).toEqual(['paint']);
        expect(changedBy(['remove', 'a', 'b'])).toEqual(['a', 'b']);
        for (const free of ['undo', 'redo', 'add', 'duplicate', 'title', 'replace', 'get', 'run'])
            expect(changedBy([free, 'hills']), free).toEqual([]);
    });

    it('hold for their scene, and are there again', () => {
        const store = storage();
        const locks = new Locks(store);
        locks.open('a.oro.json');
        locks.set('hills', true);
        expect(locks.hit([['set', 'other.x', 1]])).toBeUndefined();
        expect(
            locks.hit([
                ['set', 'other.x', 1],
                ['enable', 'hills', 'off'],
            ]),
        ).toBe('hills');
        locks.open('b.oro.json');
        expect(locks.has('hills')).toBe(false);
        const later = new Locks(store);
        later.open('a.oro.json');
        expect(later.has('hills')).toBe(true);
        later.set('hills', false);
        expect(later.has('hills')).toBe(false);
    });

    it('begin empty where what was kept is damaged', () => {
        for (const damaged of ['{', '[]', 'null', '{"a.oro.json":7}', '{"a.oro.json":[1,{}]}']) {
            const locks = new Locks({ getItem: () => damaged, setItem: () => undefined });
            locks.open('a.oro.json');
            expect(locks.has('hills')).toBe(false);
        }
    });
});

class Memory implements CopyStore {
    kept = new Map<string, Copy>();
    put = async (c: Copy) => void this.kept.set(`${c.folder} ${c.server}`, c);
    list = async (folder: string) => [...this.kept.values()].filter((c) => c.folder === folder);
    drop = async (folder: string, server: string) => void this.kept.delete(`${folder} ${server}`);
}

describe('the copy in the browser', () => {
    beforeEach(() => {
        vi.useFakeTimers();
    });
    afterEach(() => {
        vi.useRealTimers();
    });
    const dirty = { ...scene(node('hills', 'noise')), path: 'a.oro.json', dirty: true };
    const recovery = (time: string): Recovery => ({ path: 'a.oro.json', time, newer: true });

    it('follows the last of many changes once, and goes when the work is saved', async () => {
        const store = new Memory();
        const text = vi.fn(async () => '{"v":1}');
        const keeper = new Keeper(store, 'run1', text);
        for (let i = 0; i < 50; i++) keeper.changed('/p', dirty);
        await vi.runAllTimersAsync();
        expect(text).toHaveBeenCalledTimes(1);
        expect(await store.list('/p')).toHaveLength(1);
        keeper.changed('/p', { ...dirty, dirty: false });
        await vi.runAllTimersAsync();
        expect(await store.list('/p')).toHaveLength(0);
        expect(keeper.latest).toBeNull();
    });

    it('stays as it was while the server does not answer', async () => {
        const store = new Memory();
        let gone = false;
        const keeper = new Keeper(store, 'run1', async () => {
            if (gone) throw new TypeError('gone');
            return 'work';
        });
        keeper.changed('/p', dirty);
        await vi.runAllTimersAsync();
        gone = true;
        keeper.changed('/p', dirty);
        await vi.runAllTimersAsync();
        expect(keeper.latest?.text).toBe('work');
    });

    it('is offered by a later run that has another text, and not by its own', async () => {
        const store = new Memory();
        const first = new Keeper(store, 'run1', async () => 'work');
        first.changed('/p', dirty);
        await vi.runAllTimersAsync();
        expect(await first.found('/p', null)).toBeNull();
        const second = new Keeper(store, 'run2', async () => 'old file');
        expect((await second.found('/p', null))?.text).toBe('work');
        expect(await second.found('/elsewhere', null)).toBeNull();
        await second.forget('/p');
        expect(await second.found('/p', null)).toBeNull();
    });

    it('is not offered where the server has the same, or recovered something as new', async () => {
        const store = new Memory();
        const first = new Keeper(store, 'run1', async () => 'work');
        const leave = async () => {
            first.changed('/p', dirty);
            await vi.runAllTimersAsync();
        };
        await leave();
        expect(await new Keeper(store, 'run2', async () => 'work').found('/p', null)).toBeNull();
        await leave();
        const second = new Keeper(store, 'run2', async () => 'a later step');
        expect(await second.found('/p', recovery(new Date(Date.now() - 500).toISOString()))).toBeNull();
        await leave();
        expect(await second.found('/p', recovery(new Date(Date.now() - 60000).toISOString()))).not.toBeNull();
    });

    it('does no harm where the browser stores nothing', async () => {
        const refuses = async () => {
            throw new Error('no storage');
        };
        const keeper = new Keeper({ put: refuses, list: refuses, drop: refuses }, 'run1', async () => 'work');
        keeper.changed('/p', dirty);
        await vi.runAllTimersAsync();
        expect(await keeper.found('/p', null)).toBeNull();
        expect(keeper.latest?.text).toBe('work'); // a download is still to be had
    });
});

describe('cards for a build', () => {
    const targets = targetsOf({
        formats: [
            { name: 'png', extensions: 'png', summary: 'Grey', kind: 'raster', writes: true },
            { name: 'tif', extensions: 'tif tiff', summary: 'Floats', kind: 'raster', writes: true },
            { name: 'npz', extensions: 'npz', summary: 'Read only', kind: 'raster', writes: false },
            { name: 'glb', extensions: 'glb', summary: 'Mesh', kind: 'model', writes: true },
        ],
        styles: [
            { name: 'relief', summary: 'Shaded', kind: 'map', needs_before: false },
            { name: 'difference', summary: 'Needs two', kind: 'map', needs_before: true },
            { name: 'slice', summary: 'Of a volume', kind: 'slice', needs_before: false },
        ],
    });
    const card = (id: string) => targets.find((t) => t.id === id)!;
    const doc = {
        ...scene(node('hills', 'noise')),
        outputs: [
            { from: 'hills', file: 'out/A.PNG', style: null, texture: null, range: null, clip: false },
            { from: 'hills', file: 'relief.png', style: 'relief', texture: null, range: null, clip: false },
            { from: 'hills', file: 'b.png', style: null, texture: null, range: null, clip: false },
        ],
    };

    it('are what can be written of one map', () => {
        expect(targets.map((t) => t.id)).toEqual(['png', 'tif', 'glb', 'picture-relief']);
        expect(targets.map((t) => t.group)).toEqual(['Height maps', 'Height maps', 'Models', 'Pictures']);
    });

    it('know the outputs they stand for: a picture is no height map', () => {
        expect(outputsOf(card('png'), doc.outputs)).toEqual([0, 2]);
        expect(outputsOf(card('picture-relief'), doc.outputs)).toEqual([1]);
        expect(outputsOf(card('glb'), doc.outputs)).toEqual([]);
    });

    it('put outputs in and take them out again, the last first', () => {
        expect(toggleTarget(card('png'), doc, 'hills')).toEqual([
            ['output', 'remove', 2],
            ['output', 'remove', 0],
        ]);
        expect(toggleTarget(card('glb'), doc, 'hills')).toEqual([['output', 'add', 'land.glb', 'from=hills']]);
        // Another seed must not turn what a card wrote into a refused build.
        expect(toggleTarget(card('png'), { ...doc, outputs: [] }, 'hills')).toEqual([
            ['output', 'add', 'height.png', 'from=hills', 'range=auto'],
        ]);
        const bare = {
            ...doc,
            outputs: [{ from: null, file: 'relief.png', style: null, texture: null, range: null, clip: false }],
        };
        expect(toggleTarget(card('picture-relief'), bare, null)).toEqual([
            ['output', 'add', 'relief2.png', 'style=relief'],
        ]);
    });
});

describe('maps beside the main one', () => {
    it('are the masks of a node', () => {
        const doc = scene(
            node('hills', 'noise'),
            node('high', 'mask', {}, { height: 'hills' }),
            node('all', 'every', { rain: 'high', guide: 'hills', amount: 3, height: 'hills' }),
        );
        expect(drivenBy(doc.nodes[2]!, small)).toEqual([
            { arg: 'guide', from: 'hills' },
            { arg: 'rain', from: 'high' },
        ]);
        expect(drivenBy(doc.nodes[1]!, small)).toEqual([]);
    });

    it('of whole numbers have the names and colours of their rows', () => {
        const layers = [
            { name: 'grass', colour: '#88aa66' },
            { name: 'rock', colour: '#777777' },
        ];
        const doc = scene(node('land', 'noise'), node('first', 'weights', { layers }), node('last', 'playability'));
        const map = mapsOf(doc, real).find((m) => m.from === 'first')!;
        expect(classesOf(doc, real, map)).toEqual(layers);
        const modes = modesOf(doc, real, 'land');
        expect(modes.find((m) => m.id === 'classes')).toMatchObject({ wish: { from: 'first' }, classes: layers });
        expect(modes.find((m) => m.id === 'units')?.wish).toEqual({ from: 'last.units' });
        expect(modes.find((m) => m.id === 'buildings')?.wish).toEqual({ from: 'last.buildings' });
    });
});
