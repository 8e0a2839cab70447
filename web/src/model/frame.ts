// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Frames: what is asked of the server to be seen, how it describes what comes, and its binary form.

import type { Failure } from './api';
import type { Json } from './catalogue';

export interface MapWish {
    name: string;
    from: string | null;
    through?: { op: string; args: { [name: string]: Json }; output: string | null };
    minus?: string;
    minus_input?: boolean;
    style?: string;
    parts?: string[]; // of data that is no map: which of its parts
    within_ms?: number; // how long it may take unasked
}

/// What came of a wish that every answer has.
interface Came {
    name: string;
    from: string | null;
    hash: string;
    error?: Failure;
    held?: boolean; // could not be had in time
    waits?: boolean; // takes longer than it may unasked
    level?: number; // of what came in its place, where a coarser level made it
}

export interface MapInfo extends Came {
    unit: string | null;
    type: 'f32' | 'rgb8';
    width: number;
    height: number;
    cell: number;
    origin: [number, number];
    min: number;
    max: number;
    not_finite: number;
    offset: number;
    bytes: number;
    kind?: undefined;
}

export interface PartInfo {
    name: string;
    type: keyof typeof NUMBERS;
    sides: number[]; // slowest index first
    offset: number;
    bytes: number;
}

/// Data of a kind that is no map, by its parts.
export interface DataInfo extends Came {
    kind: string;
    text: string; // a few words: "441 vertices, 800 triangles"
    ground?: { width: number; height: number; cell: number; origin: [number, number] };
    parts: PartInfo[];
}

export type PieceInfo = MapInfo | DataInfo;

export interface FrameInfo {
    id: string;
    tab: string;
    seq: number;
    revision: number;
    level: number;
    index: number;
    count: number;
    last: boolean;
    held?: string[] | null; // slow nodes whose last change was added instead of running them
    seconds: number;
    edit_ms: number;
    maps: PieceInfo[];
    /// What is shown in the place of data that waits: of which revision and level it is. Null: there is none.
    kept?: { revision: number; level: number; kind: string } | null;
}

const NUMBERS = { f32: Float32Array, f64: Float64Array, u32: Uint32Array, u8: Uint8Array };
export type Numbers = Float32Array | Float64Array | Uint32Array | Uint8Array;

export interface Part {
    sides: number[];
    values: Numbers;
}

/// A mesh, curves, a volume, …: what is not a map.
export interface Thing {
    from: string;
    kind: string;
    text: string;
    hash: string;
    ground: DataInfo['ground'];
    parts: Map<string, Part>;
    revision: number; // of the frame it came with
    level: number;
}

export interface Frame extends FrameInfo {
    data: Map<string, Float32Array | Uint8Array>; // maps
    things: Map<string, Thing>;
}

export const mapIn = (frame: FrameInfo, name: string): MapInfo | undefined =>
    frame.maps.find((m): m is MapInfo => m.name === name && m.kind === undefined);

/// "ORO1", the length of the header, the header, then every array at its offset.
export function parseFrame(body: ArrayBuffer): Frame {
    const view = new DataView(body);
    if (body.byteLength < 8 || view.getUint32(0, false) !== 0x4f524f31) throw new Error('this is not a frame');
    const length = view.getUint32(4, true);
    if (8 + length > body.byteLength) throw new Error('the frame is cut off');
    const info = JSON.parse(new TextDecoder().decode(new Uint8Array(body, 8, length))) as FrameInfo;
    const data: Frame['data'] = new Map();
    const things: Frame['things'] = new Map();
    const array = (type: keyof typeof NUMBERS, offset: number, bytes: number, count: number): Numbers => {
        const numbers = NUMBERS[type];
        if (bytes !== count * numbers.BYTES_PER_ELEMENT || !(offset >= 0) || offset + bytes > body.byteLength)
            throw new Error('the frame is cut off');
        return new numbers(body, offset, count);
    };
    for (const piece of info.maps) {
        if (piece.error || piece.held || (piece.waits && !('parts' in piece))) continue;
        if (piece.kind !== undefined)
            things.set(piece.name, {
                ...thing(piece, array),
                revision: info.revision,
                level: piece.level ?? info.level,
            });
        else {
            const count = piece.width * piece.height * (piece.type === 'f32' ? 1 : 3);
            const values = array(piece.type === 'f32' ? 'f32' : 'u8', piece.offset, piece.bytes, count);
            data.set(piece.name, values as Float32Array | Uint8Array);
        }
    }
    return { ...info, data, things };
}

function thing(
    info: DataInfo,
    array: (type: keyof typeof NUMBERS, offset: number, bytes: number, count: number) => Numbers,
): Omit<Thing, 'revision' | 'level'> {
    const parts = new Map<string, Part>();
    for (const { name, type, sides, offset, bytes } of info.parts) {
        if (!(type in NUMBERS)) continue; // a newer server's; the part is then missing
        const count = sides.reduce((a, b) => a * b, 1);
        parts.set(name, { sides, values: array(type, offset, bytes, count) });
    }
    const { from, kind, text, hash, ground } = info;
    return { from: from ?? '', kind, text, hash, ground, parts };
}
