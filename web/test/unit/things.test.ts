// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Data that is no map: how it arrives, which of a node's outputs it is, and where the view puts it.

import * as THREE from 'three';
import { describe, expect, it } from 'vitest';
import { Catalogue } from '../../src/model/catalogue';
import { madeBy, recordNames } from '../../src/model/document';
import { type FrameInfo, parseFrame } from '../../src/model/frame';
import { screenOf } from '../../src/model/screen';
import { levelsFor } from '../../src/model/settings';
import { mainThing, thingOf, thingsOf } from '../../src/model/things';
import { grouped } from '../../src/ui/things';
import { Heights } from '../../src/view/heights';
import { boundsOf, place, placing, stageOf } from '../../src/view/stage';
import { rgbaOf } from '../../src/view/things/image';
import { piecesOf, placeAll } from '../../src/view/things/lines';
import { edgesOf } from '../../src/view/things/mesh';
import { edgesWith, RibbonsThing } from '../../src/view/things/ribbons';
import { Things } from '../../src/view/things/things';
import { VolumeThing } from '../../src/view/things/volume';
import { node, scene } from './fixture';

const NUMBERS = { f32: Float32Array, f64: Float64Array, u32: Uint32Array };
interface Made {
    name: string;
    type: keyof typeof NUMBERS;
    sides: number[];
    values: number[];
}

/// A frame with one thing, as the server packs it.
function frame(kind: string, parts: Made[], cut = 0): ArrayBuffer {
    const at = (header: number) => {
        let offset = header;
        return parts.map((p) => {
            const { values, ...rest } = p;
            const bytes = values.length * NUMBERS[p.type].BYTES_PER_ELEMENT;
            const part = { ...rest, offset, bytes };
            offset += (bytes + 15) & ~15;
            return part;
        });
    };
    const start = 2048;
    const placed = at(start);
    const maps = [{ name: 'thing', from: 'it', kind, text: 'some', hash: kind, parts: placed }];
    const header = new TextEncoder().encode(JSON.stringify({ id: '1', maps }));
    const last = placed.at(-1);
    const body = new ArrayBuffer(start + (last ? last.offset + last.bytes - start : 0) - cut);
    new Uint8Array(body).fill(32, 8, start);
    new Uint8Array(body).set(new TextEncoder().encode('ORO1'));
    new DataView(body).setUint32(4, start - 8, true);
    new Uint8Array(body).set(header, 8);
    parts.forEach((p, i) => {
        if (!cut) new NUMBERS[p.type](body, placed[i]!.offset, p.values.length).set(p.values);
    });
    return body;
}

const TRIANGLE: Made[] = [
    { name: 'positions', type: 'f32', sides: [3, 3], values: [0, 0, 5, 10, 0, 5, 0, -10, 9] },
    { name: 'indices', type: 'u32', sides: [1, 3], values: [0, 2, 1] },
];
const thing = (kind: string, parts: Made[]) => parseFrame(frame(kind, parts)).things.get('thing')!;

describe('a frame', () => {
    it('gives each part of a thing its shape and numbers', () => {
        const it = thing('mesh', TRIANGLE);
        expect(it.kind).toBe('mesh');
        expect(it.parts.get('positions')).toEqual({ sides: [3, 3], values: Float32Array.from(TRIANGLE[0]!.values) });
        expect(it.parts.get('indices')!.values).toEqual(Uint32Array.from([0, 2, 1]));
    });

    it('that is cut off, or lies about its sizes, is refused', () => {
        expect(() => parseFrame(frame('mesh', TRIANGLE, 8))).toThrow('cut off');
        expect(() => thing('mesh', [{ ...TRIANGLE[0]!, sides: [4, 3] }])).toThrow('cut off');
    });
});

describe('what of a node is no map', () => {
    const arg = (name: string, type: string) => ({ name, type, direction: 'out' as const });
    const op = (name: string, ...args: ReturnType<typeof arg>[]) => ({
        name,
        family: 'f',
        version: 1,
        summary: '',
        args,
    });
    const catalogue = new Catalogue({
        orogen: '0',
        world: [],
        render: [],
        operators: [
            op('skin', arg('result', 'mesh')),
            op('both', arg('height', 'grid'), arg('lines', 'curves')),
            op('land', arg('height', 'grid'), arg('mean', 'value')),
            op('levels', arg('height', 'grid'), arg('levels', 'pyramid')),
            op('strange', arg('result', 'strip')),
        ],
    });
    const doc = scene(
        node('a', 'skin'),
        node('b', 'both'),
        node('c', 'land'),
        node('d', 'levels'),
        node('e', 'strange'),
    );

    it('is found by its kind, under the name the engine gives it', () => {
        expect(thingOf(doc, catalogue, 'a')).toMatchObject({ from: 'a', node: 'a', kind: 'mesh' });
        expect(thingOf(doc, catalogue, 'b')).toMatchObject({ from: 'b.lines', node: 'b', kind: 'curves' });
        expect(thingOf(doc, catalogue, 'e')).toMatchObject({ from: 'e', node: 'e', kind: 'strip' }); // told in words
        for (const other of ['c', 'd', '@world', 'nobody', null]) expect(thingOf(doc, catalogue, other)).toBeNull();
    });

    it('is named in full where there are several, and the written one is the main one', () => {
        const several = new Catalogue({
            orogen: '0',
            world: [],
            render: [],
            operators: [
                op('carve', arg('result', 'mesh'), arg('field', 'volume'), arg('size', 'value')),
                op('strips', arg('result', 'ribbons'), arg('lines', 'curves')),
            ],
        });
        const made = scene(node('a', 'carve'), node('b', 'strips'));
        expect(thingsOf(made, several, 'a').map((t) => [t.from, t.kind])).toEqual([
            ['a.result', 'mesh'],
            ['a.field', 'volume'],
        ]);
        expect(thingOf(made, several, 'b')).toMatchObject({ from: 'b.result', kind: 'ribbons', solid: false });
        expect(mainThing(made, several)?.from).toBe('a.result');
        made.outputs = [{ from: 'b.lines', file: 'l', style: null, texture: null, range: null, clip: false }];
        expect(mainThing(made, several)?.from).toBe('b.lines');
    });

    it('is coarser at first where it fills space', () => {
        expect(levelsFor(513)).toEqual([129, 257, 513]);
        expect(levelsFor(513, true)).toEqual([65, 129, 257, 513]);
    });

    it('can be written to files, as maps can, but for numbers', () => {
        expect(madeBy(doc, catalogue).map((m) => m.from)).toEqual(['b', 'c', 'd', 'a', 'b.lines', 'd.levels', 'e']);
    });

    it('is nothing where the node is off', () => {
        doc.nodes[0]!.enabled = false;
        expect(thingOf(doc, catalogue, 'a')).toBeNull();
    });
});

describe('the stage', () => {
    const land = new Heights(Float32Array.from([1, 2, 3, 4]), 2, 2, 100, [1000, 2000]);

    it('puts a place where the matrix puts it, for both ways of y', () => {
        for (const north of [false, true]) {
            const p = new THREE.Vector3(1030, north ? -2040 : 2040, 7).applyMatrix4(placing(land, 3, north));
            expect(p.distanceTo(place(land, 3, 1030, 2040, 7))).toBeLessThan(1e-9);
        }
        expect(place(land, 2, 1050, 2050, 4).toArray()).toEqual([0, 8, 0]);
    });

    it('is the land, or what is shown without one, or nothing', () => {
        expect(stageOf(land, null)).toBe(land);
        const bounds = boundsOf([1, 2, 3, 11, 4, -3], false)!;
        expect(bounds).toEqual({ min: [1, 2, -3], max: [11, 4, 3] });
        expect(boundsOf([1, 2, 3, 11, 4, -3], true)!.min[1]).toBe(-4);
        expect(stageOf(null, bounds)).toMatchObject({ originX: 1, originY: 2, spanX: 10, spanY: 2, min: -3, max: 3 });
        expect(stageOf(null, boundsOf([5, 5, 5], false))!.spanX).toBeGreaterThan(0);
        for (const bad of [[], [Number.NaN, 0, 0], [1, 2, Infinity]]) expect(boundsOf(bad, false)).toBeNull();
        expect(stageOf(null, null)).toBeNull();
    });

    it('is the world where what is shown lies in it, so that the eye stays while it changes', () => {
        const world = { origin: [0, 0], extent: [64, 64] } as { origin: [number, number]; extent: [number, number] };
        const inside = { min: [-3, 2, 1], max: [60, 66, 9] } as Parameters<typeof stageOf>[1];
        expect(stageOf(null, inside, world)).toEqual({ originX: 0, originY: 0, spanX: 64, spanY: 64, min: 1, max: 9 });
        const far = { min: [900, 2, 1], max: [960, 60, 9] } as Parameters<typeof stageOf>[1];
        expect(stageOf(null, far, world)).toMatchObject({ originX: 900, spanX: 60 });
        expect(stageOf(land, inside, world)).toBe(land);
    });

    it('drapes what is to lie on the land', () => {
        const setting = { stage: land, exaggeration: 2, heights: land };
        const at = [1100, 2000, 0, 1000, 2100, 50];
        expect([...placeAll(at, setting, true)]).toEqual([50, 4, -50, -50, 6, 50]);
        expect(placeAll(at, setting, false)[4]).toBe(100);
    });
});

describe('what is drawn', () => {
    it('joins the points of a curve, and no two curves', () => {
        const placed = Float32Array.from([0, 0, 0, 1, 0, 0, 2, 0, 0, 8, 0, 0, 9, 0, 0]);
        expect([...piecesOf(placed, [0, 3, 5])].filter((_, i) => i % 3 === 0)).toEqual([0, 1, 1, 2, 8, 9]);
        expect(piecesOf(placed, [0, 1, 1])).toHaveLength(0);
    });

    it('has every side of every triangle', () => {
        expect([...edgesOf(Uint32Array.from([0, 2, 1]))]).toEqual([0, 2, 2, 1, 1, 0]);
    });

    it('is dropped with what it shows, and kept while that is the same', () => {
        const things = new Things(true);
        things.take(thing('mesh', TRIANGLE));
        const first = things.drawn;
        expect(first?.bounds).toEqual({ min: [0, 0, 5], max: [10, 10, 9] });
        things.take(thing('mesh', TRIANGLE));
        expect(things.drawn).toBe(first);
        things.take(null);
        expect([things.thing, things.drawn, things.hidesGround]).toEqual([null, null, false]);
        things.take(thing('strip', []));
        expect(things.drawn).toBeNull(); // told in words
        things.take(thing('mesh', TRIANGLE.slice(0, 1)));
        expect(things.drawn).toBeNull();
    });

    it('takes the channels of a picture for what they are, and leaves out pixels of a large one', () => {
        const of = (channels: number, ...values: number[]) =>
            rgbaOf({ sides: [1, values.length / channels, channels], values: Uint8Array.from(values) }, 2);
        expect([...of(1, 7, 9).data]).toEqual([7, 7, 7, 255, 9, 9, 9, 255]);
        expect([...of(2, 7, 50).data]).toEqual([7, 7, 7, 50]);
        expect([...of(3, 1, 2, 3).data]).toEqual([1, 2, 3, 255]);
        expect([...of(4, 1, 2, 3, 4).data]).toEqual([1, 2, 3, 4]);
        expect(of(1, 10, 11, 12, 13)).toMatchObject({ width: 2, height: 1 });
        expect([...of(1, 10, 11, 12, 13).data]).toEqual([10, 10, 10, 255, 12, 12, 12, 255]);
    });

    // Two triangles of a seed on both sides of its spine, and one of guidance.
    const RIBBONS: Made[] = [
        {
            name: 'positions',
            type: 'f32',
            sides: [6, 3],
            values: [0, 0, 0, 9, 0, 0, 4, -3, 0, 4, 3, 0, 20, 0, 0, 24, 0, 3],
        },
        {
            name: 'normals',
            type: 'f32',
            sides: [6, 3],
            values: Array.from({ length: 18 }, (_, i) => (i % 3 === 2 ? 1 : 0)),
        },
        { name: 'triangles', type: 'u32', sides: [3, 3], values: [0, 1, 2, 1, 0, 3, 3, 4, 5] },
        { name: 'owners', type: 'u32', sides: [3], values: [0, 0, 1] },
        { name: 'edges', type: 'u32', sides: [3], values: [1 | 8, 1 | 8, 0] },
        { name: 'roles', type: 'u32', sides: [2], values: [1, 0] },
    ];

    it('draws spines and borders of ribbons once, each for its curve', () => {
        const [, , triangles, owners, edges] = RIBBONS.map((p) => p.values);
        expect(edgesWith(8, true, triangles!, edges!, owners!)).toEqual({ ends: [0, 1], owners: [0] });
        expect(edgesWith(1, false, triangles!, edges!, owners!)).toEqual({
            ends: [1, 2, 2, 0, 0, 3, 3, 1, 3, 4, 4, 5, 5, 3],
            owners: [0, 0, 0, 0, 1, 1, 1],
        });
    });

    it('calls ribbons by the names of the document, where it has one for each', () => {
        const ribbons = new RibbonsThing(thing('ribbons', RIBBONS));
        expect(ribbons.choices.words).toEqual(['all', '1, seed', '2, guidance']);
        ribbons.names = ['crest', ''];
        expect(ribbons.choices.words).toEqual(['all', 'crest, seed', '2, guidance']);
        ribbons.choose('crest, seed');
        ribbons.names = ['crest', 'foot', 'more'];
        expect(ribbons.choices).toMatchObject({ words: ['all', '1, seed', '2, guidance'], chosen: 'all' });
        const list = { name: 'curves', type: 'records' as const, item: { name: 'curve', args: [] } };
        const draws = { name: 'draw', family: 'f', version: 1, summary: '', args: [list] };
        const catalogue = new Catalogue({ orogen: '0', world: [], render: [], operators: [draws] });
        const doc = scene(node('d', 'draw', { curves: [{ name: 'crest' }, {}] }));
        expect(recordNames(doc, catalogue, 'd.result')).toEqual(['crest', '']);
    });

    it('cuts a volume where the slider says, in metres', () => {
        const volume = new VolumeThing(
            thing('volume', [
                { name: 'values', type: 'f32', sides: [2, 3, 4], values: Array.from({ length: 24 }, (_, i) => i - 5) },
                { name: 'cell', type: 'f64', sides: [1], values: [10] },
                { name: 'origin', type: 'f64', sides: [3], values: [100, 200, -20] },
            ]),
            true,
        );
        expect(volume.bounds).toEqual({ min: [100, 200, -20], max: [130, 220, -10] });
        expect(volume.range).toEqual([-5, 18]);
        expect(volume.slider).toMatchObject({ label: 'Height', min: -20, max: -10, value: -15 });
        volume.slide(1e9);
        expect(volume.slider.value).toBe(-10);
        volume.choose('south');
        expect(volume.slider).toMatchObject({ label: 'South', min: 200, max: 220, value: 210 });
        expect(volume.legend).toEqual({ ramp: 'signed', range: [-18, 18] });
        volume.choose('surface');
        expect(volume.slider).toMatchObject({ label: 'Value', min: -5, max: 18, value: 0 });
        volume.choose('fog');
        expect(volume.slider.label).toBe('Density');
    });
});

describe('what waits for its key', () => {
    const doc = { ...scene(node('a', 'skin')), revision: 7 };
    const shown = (frame: Partial<FrameInfo>) =>
        screenOf({
            document: doc,
            subject: 'a',
            seq: 1,
            failed: null,
            live: true,
            frame: {
                id: '1',
                tab: 't',
                seq: 1,
                revision: 7,
                level: 513,
                index: 3,
                count: 4,
                last: true,
                seconds: 0,
                edit_ms: 0,
                maps: [{ name: 'thing', from: 'a', kind: 'mesh', text: '', hash: '', parts: [], waits: true }],
                ...frame,
            },
        });

    it('is never shown as the document where it is of an earlier one', () => {
        const old = shown({ kept: { revision: 6, level: 513, kind: 'mesh' } });
        expect(old).toMatchObject({ kind: 'stale', waits: true });
        expect(old.sentence).toContain('The mesh shown is older than the document');
        expect(shown({ kept: { revision: 6, level: 65, kind: 'ribbons' } }).sentence).toContain('ribbons shown are');
        expect(shown({ kept: null })).toMatchObject({ kind: 'stale', waits: true });
    });

    it('is the document where only a finer one waits', () => {
        expect(shown({ kept: { revision: 7, level: 65, kind: 'mesh' } })).toMatchObject({
            kind: 'current',
            waits: true,
        });
        expect(shown({ kept: { revision: 7, level: 65, kind: 'mesh' }, last: false }).kind).toBe('refining');
        expect('waits' in shown({ maps: [], kept: null })).toBe(false);
    });
});

it('tells thousands apart', () =>
    expect(grouped('441 vertices, 1234567 triangles')).toBe('441 vertices, 1,234,567 triangles'));
