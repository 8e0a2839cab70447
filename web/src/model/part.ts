// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Something inside a node that can be selected by itself: a knot, a point, a stroke.

import type { Command } from './api';
import { type Catalogue, isObject, type Json } from './catalogue';
import type { SceneDocument } from './document';

export interface Part {
    node: string;
    arg: string;
    row: number | null; // which record holds the list; null: the list is the argument itself
    inner: string; // name of the list in that record; "": none
    index: number;
}

export const samePart = (a: Part | null, b: Part | null): boolean =>
    a === b ||
    (!!a &&
        !!b &&
        a.node === b.node &&
        a.arg === b.arg &&
        a.row === b.row &&
        a.inner === b.inner &&
        a.index === b.index);

/// The list a part is in; undefined: the document has none such.
export function listOf(doc: SceneDocument, part: Part): Json[] | undefined {
    const rows = doc.nodes.find((n) => n.id === part.node)?.args[part.arg];
    const row = part.row === null || !Array.isArray(rows) ? undefined : rows[part.row];
    const list = part.row === null ? rows : isObject(row) ? row[part.inner] : undefined;
    return Array.isArray(list) ? list : undefined;
}

export function removal(doc: SceneDocument, part: Part): Command | undefined {
    const list = listOf(doc, part);
    if (!list || part.index >= list.length) return undefined;
    const path = `${part.node}.${part.arg}`;
    if (part.row === null) return ['item', 'remove', path, part.index];
    return ['item', 'set', path, part.row, { [part.inner]: list.toSpliced(part.index, 1) }];
}

/// "38 splines, 2 lakes": the records a node holds; "" where there are none.
export function contents(doc: SceneDocument, catalogue: Catalogue, id: string): string {
    const node = doc.nodes.find((n) => n.id === id);
    const args = catalogue.find(node?.op ?? '')?.args.filter((a) => a.type === 'records') ?? [];
    return args
        .map((a) => ({ list: node?.args[a.name], name: a.item?.name ?? 'item' }))
        .filter(({ list }) => Array.isArray(list) && list.length > 0)
        .map(({ list, name }) => counted((list as Json[]).length, name))
        .join(', ');
}

export const counted = (n: number, name: string): string => `${n} ${name}${n === 1 ? '' : 's'}`;
