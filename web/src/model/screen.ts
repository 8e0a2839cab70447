// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What is on the screen, as one answer from what the page knows. The law: a picture counts as the document's only if it was
// made of this very revision and for what is wished for now. Everything else is dimmed and says so, or there is no picture.
// `waits`: what would be newer, or finer, takes so long that it is computed when somebody asks.

import type { Failure } from './api';
import { label } from './catalogue';
import type { SceneDocument } from './document';
import type { FrameInfo } from './frame';

export type Screen<F extends FrameInfo = FrameInfo> =
    | { kind: 'current'; frame: F; sentence: string; waits?: true } // all of the document, as fine as it was wished for
    | { kind: 'refining'; frame: F; sentence: string } // of this document; a finer or whole one follows
    | { kind: 'stale'; frame: F | null; sentence: string; waits?: true } // of an earlier state of this scene, or nothing yet
    | { kind: 'failed'; frame: null; sentence: string; node: string | null; where: string | null }
    | { kind: 'nothing'; frame: null; sentence: string };

export interface Failed {
    seq: number;
    revision: number;
    error: Failure;
}

export interface Facts<F extends FrameInfo> {
    document: SceneDocument | null;
    subject: string | null; // what is wished for first: the map that is the ground, or what is shown without one
    seq: number; // of the wish
    frame: F | null; // the newest picture of this scene
    failed: Failed | null; // the newest refusal
    live: boolean;
}

export function screenOf<F extends FrameInfo>(facts: Facts<F>): Screen<F> {
    const { document: doc, frame, failed } = facts;
    if (!doc) return { kind: 'nothing', frame: null, sentence: '' };
    if (facts.subject === null)
        return {
            kind: 'nothing',
            frame: null,
            sentence: 'This scene makes nothing to look at yet. Press Tab to add an operator.',
        };
    const isNow = (of: { seq: number; revision: number } | null) =>
        of !== null && of.revision === doc.revision && of.seq === facts.seq;
    if (frame && isNow(frame)) {
        const waiting = frame.maps.find((m) => m.waits);
        if (waiting && frame.kept?.revision !== frame.revision) {
            const kind = frame.kept?.kind ?? '';
            const what = kind
                ? `The ${kind} shown ${kind.endsWith('s') ? 'are' : 'is'} older than the document`
                : 'There is no picture yet';
            return { kind: 'stale', frame, waits: true, sentence: `${what}: ${waiting.from} takes a while.` };
        }
        if (waiting && frame.last) return { kind: 'current', frame, waits: true, sentence: '' };
        const why = isNow(failed) ? `No finer picture could be made: ${failed!.error.sentence}` : '';
        const held = (frame.held ?? []).length > 0;
        if ((frame.last && !held) || why) return { kind: 'current', frame, sentence: why };
        return { kind: 'refining', frame, sentence: held ? `${frame.held!.join(', ')} as before` : '' };
    }
    if (failed && isNow(failed)) {
        const node = nodeAt(doc, failed.error.where);
        return {
            kind: 'failed',
            frame: null,
            sentence: failed.error.sentence,
            node,
            where: failed.error.where ?? null,
        };
    }
    const sentence = facts.live
        ? 'Computing; this is how it was before.'
        : 'Live is off; Ctrl+Enter computes what changed.';
    return { kind: 'stale', frame, sentence: frame || !facts.live ? sentence : 'Computing…' };
}

/// What a place of an error names: "scene.oro.json/nodes/3/args/file", "hills.scale", "hills". Null: it is in no node.
export function placeAt(
    doc: SceneDocument,
    where: string | null | undefined,
): { node: string; arg: string | null } | null {
    if (!where) return null;
    const place = doc.path && where.startsWith(`${doc.path}/`) ? where.slice(doc.path.length + 1) : where;
    const path = /(?:^|\/)nodes\/(\d+)(?:\/(?:args\/([^/]+))?|$)/.exec(place);
    const [id, arg] = path ? [doc.nodes[Number(path[1])]?.id, path[2]] : place.split('.');
    const node = doc.nodes.find((n) => n.id === id);
    if (!node) return null;
    return { node: node.id, arg: arg !== undefined && arg in node.args ? arg : null };
}

export const nodeAt = (doc: SceneDocument, where: string | null | undefined): string | null =>
    placeAt(doc, where)?.node ?? null;

/// Names for people: the node and its number as the panels call them, never a path into the file.
export function readable(
    { sentence, where }: { sentence: string; where?: string | null | undefined },
    doc: SceneDocument | null,
): string {
    const place = doc && placeAt(doc, where);
    if (place) {
        const name = place.arg ? `${place.node}, ${label(place.arg).toLowerCase()}` : place.node;
        return sentence.includes(place.node) && !place.arg ? sentence : `${name}: ${sentence}`;
    }
    // A file is worth naming where the sentence does not.
    const file = where && /\.\w+$/.test(where) && !/\/nodes\/\d/.test(where) ? where : null;
    return file && !sentence.includes(file) ? `${file}: ${sentence}` : sentence;
}
