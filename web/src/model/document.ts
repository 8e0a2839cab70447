// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document as the server describes it, and questions about it. The server holds the document itself; nothing here
// changes one.

import type { Recovery } from './api';
import {
    type Arg,
    type Catalogue,
    gridOutputs,
    inputs,
    isObject,
    type Json,
    outputsOfKind,
    pointShape,
    type Values,
} from './catalogue';

export interface SceneNode {
    id: string;
    op: string;
    family: string;
    enabled: boolean;
    note?: string | null;
    args: Values; // every argument that is no output; a wired one is the name of its source
    set: string[]; // those written in the document
    takes: { [input: string]: string | null }; // inputs without a wire: what they take from the stack
    outputs: string[];
}

export interface World {
    extent: [number, number];
    origin: [number, number];
    height: [number, number];
    wrap: boolean;
    sea: number | null;
    resolution: number;
    seed: string; // 64 bits do not fit a number
}

export interface Output {
    from: string | null;
    file: string;
    style: string | null;
    texture: string | null; // a picture over a mesh
    range: [number, number] | 'auto' | null;
    clip: boolean;
}

export interface Steps {
    count: number;
    label: string | null;
}

export interface SceneDocument {
    revision: number;
    scene: number; // another number: another document in this one's place
    path: string | null;
    title: string;
    about: string;
    dirty: boolean;
    undo: Steps;
    redo: Steps;
    recovery: Recovery | null; // this is work that was not saved before the last end, and nobody has decided about it
    world: World;
    /// How pictures are drawn; a word where a number may be one. `used`: what the chosen view says instead.
    render: { args: Values; set: string[]; used: Values };
    sun: [azimuth: number, elevation: number] | null; // of its pictures, degrees; null: it says none
    nodes: SceneNode[];
    outputs: Output[];
    last: string | null;
    findings: { where: string; sentence: string }[];
}

/// Where a node takes its maps from: argument name to "node" or "node.output", wired or by its place in the stack.
export function wiresOf(node: SceneNode, catalogue: Catalogue): Map<string, string> {
    const wires = new Map<string, string>();
    for (const arg of catalogue.find(node.op)?.args ?? []) {
        const value = node.args[arg.name];
        if (arg.direction !== 'in' && arg.type !== 'field') continue;
        if (typeof value === 'string') wires.set(arg.name, value);
        else if (node.takes[arg.name]) wires.set(arg.name, node.takes[arg.name]!);
    }
    return wires;
}

/// Numbers of a node that a map drives, and maps it takes beside the one it works on: its masks.
export function drivenBy(node: SceneNode, catalogue: Catalogue): { arg: string; from: string }[] {
    const found: { arg: string; from: string }[] = [];
    for (const arg of catalogue.find(node.op)?.args ?? []) {
        const from = node.args[arg.name];
        const beside = arg.type === 'field' || (arg.type === 'grid' && arg.direction === 'in' && arg.optional);
        if (beside && typeof from === 'string') found.push({ arg: arg.name, from });
    }
    return found;
}

/// Nodes and outputs that name this node: what has to be rewired before it can go.
export function usersOf(doc: SceneDocument, id: string): string[] {
    const names = (text: unknown) => typeof text === 'string' && text.split('.')[0] === id;
    const users = doc.nodes.filter((n) => n.id !== id && Object.values(n.args).some((v) => names(v))).map((n) => n.id);
    for (const o of doc.outputs) if (names(o.from)) users.push(o.file);
    return users;
}

export interface MapChoice {
    from: string; // "node" or "node.output"
    node: string;
    output: string;
    unit: string;
    doc: string;
}

/// Everything of a kind that the document makes, first outputs by the node's bare name.
export function mapsOf(doc: SceneDocument, catalogue: Catalogue, kind = 'grid'): MapChoice[] {
    const maps: MapChoice[] = [];
    for (const node of doc.nodes) {
        const op = catalogue.find(node.op);
        if (!op) continue;
        const bare = kind === 'grid' || gridOutputs(op).length === 0; // a bare name means a map where there is one
        outputsOfKind(op, kind).forEach((out, i) => {
            maps.push({
                from: i === 0 && bare ? node.id : `${node.id}.${out.name}`,
                node: node.id,
                output: out.name,
                unit: out.unit ?? 'any',
                doc: out.doc ?? '',
            });
        });
    }
    return maps;
}

/// Everything that the document makes and a file can hold, of all kinds.
export function madeBy(doc: SceneDocument, catalogue: Catalogue): MapChoice[] {
    const made = catalogue.operators.flatMap((op) => op.args.filter((a) => a.direction === 'out').map((a) => a.type));
    return [...new Set(['grid', ...made])].filter((k) => k !== 'value').flatMap((k) => mapsOf(doc, catalogue, k));
}

export interface NamedClass {
    name: string;
    colour: string;
}

/// What the whole numbers of a map stand for: rows of its node that have a name and a colour, counted from 1.
export function classesOf(doc: SceneDocument, catalogue: Catalogue, map: MapChoice): NamedClass[] {
    const node = doc.nodes.find((n) => n.id === map.node);
    const has = (arg: Arg, name: string, type: Arg['type']) =>
        arg.item?.args.some((a) => a.name === name && a.type === type);
    const list = catalogue
        .find(node?.op ?? '')
        ?.args.find((a) => a.type === 'records' && has(a, 'name', 'text') && has(a, 'colour', 'colour'));
    const rows = list && node ? node.args[list.name] : undefined;
    return Array.isArray(rows)
        ? rows.filter(isObject).map((r) => ({ name: String(r.name ?? ''), colour: String(r.colour ?? '#808080') }))
        : [];
}

/// What the records of a node are called, of all its lists one after another; "" where one has no name.
export function recordNames(doc: SceneDocument | null, catalogue: Catalogue, from: string): string[] {
    const node = doc?.nodes.find((n) => n.id === from.split('.')[0]);
    const lists = catalogue.find(node?.op ?? '')?.args.filter((a) => a.type === 'records') ?? [];
    return lists.flatMap((a) => {
        const rows = node!.args[a.name];
        return Array.isArray(rows) ? rows.map((r) => (isObject(r) ? String(r.name ?? '') : '')) : [];
    });
}

/// The terrain a document is about: what its first data output writes, else the last map in metres.
export function mainTerrain(doc: SceneDocument, catalogue: Catalogue): string | undefined {
    const maps = mapsOf(doc, catalogue);
    const metres = (from: string) => {
        const map = maps.find((m) => m.from === from || `${m.node}.${m.output}` === from);
        return map && isHeight(doc, catalogue, map.from) ? map.from : undefined;
    };
    for (const output of doc.outputs) {
        const from = output.from && metres(output.from);
        if (from) return from;
    }
    return maps.findLast((m) => isHeight(doc, catalogue, m.from))?.from ?? maps.at(-1)?.from;
}

/// Is this map a height in metres? Filters of anything ("any") are what their first input is.
export function isHeight(doc: SceneDocument, catalogue: Catalogue, from: string, depth = 0): boolean {
    const [id = '', outName] = from.split('.');
    const index = doc.nodes.findIndex((n) => n.id === id);
    const op = index >= 0 ? catalogue.find(doc.nodes[index]!.op) : undefined;
    if (!op || depth > 64) return false;
    const outs = gridOutputs(op);
    const out = outName ? outs.find((o) => o.name === outName) : outs[0];
    if (!out) return false;
    // Water, sediment and the like are metres too, but no ground: only a first output is.
    if (out.unit === 'm') return out === outs[0];
    if (out.unit !== 'any') return false;
    const wires = wiresOf(doc.nodes[index]!, catalogue);
    const first = inputs(op)[0];
    const source = first && wires.get(first.name);
    return source ? isHeight(doc, catalogue, source, depth + 1) : false;
}

/// A name nobody has yet: terrace, terrace2, …
export function freeId(doc: SceneDocument, wish: string): string {
    const taken = new Set(doc.nodes.map((n) => n.id));
    if (!taken.has(wish)) return wish;
    const stem = wish.replace(/\d+$/, '');
    for (let i = 2; ; i++) if (!taken.has(`${stem}${i}`)) return `${stem}${i}`;
}

export interface Polyline {
    node: string;
    arg: string;
    row: number | null; // which record of a list of curves; null: the list is the curve
    inner: string; // name of the list of points in that record; "": none
    points: { x: number; y: number; z: number | null }[];
    closed: boolean;
    path: boolean; // joined by a line; false: separate places
}

/// What the document draws on the ground: lists of records with x and y, and records that hold such lists.
export function polylinesOf(doc: SceneDocument, catalogue: Catalogue): Polyline[] {
    const lines: Polyline[] = [];
    for (const node of doc.nodes) {
        for (const arg of catalogue.find(node.op)?.args ?? []) {
            const shape = pointShape(arg);
            const rows = node.args[arg.name];
            if (!shape || !Array.isArray(rows)) continue;
            if (shape.points === null) {
                const points = places(rows);
                // Strokes and scattered things have a size of their own; knots of a curve come with a height or a width.
                const separate = arg.item!.args.some((a) => a.name === 'radius' || a.name === 'strength');
                if (points.length)
                    lines.push({
                        node: node.id,
                        arg: arg.name,
                        row: null,
                        inner: '',
                        points,
                        closed: node.args.closed === true,
                        path: !separate,
                    });
                continue;
            }
            const inner: Arg = shape.points;
            rows.forEach((row, i) => {
                if (!isObject(row) || !Array.isArray(row[inner.name])) return;
                const points = places(row[inner.name] as Json[]);
                if (points.length)
                    lines.push({
                        node: node.id,
                        arg: arg.name,
                        row: i,
                        inner: inner.name,
                        points,
                        closed: row.closed === true,
                        path: true,
                    });
            });
        }
    }
    return lines;
}

function places(rows: Json[]): Polyline['points'] {
    return rows.filter(isObject).map((r) => {
        const z = r.z ?? r.height;
        return { x: Number(r.x ?? 0), y: Number(r.y ?? 0), z: typeof z === 'number' ? z : null };
    });
}
