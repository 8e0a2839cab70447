// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a node makes that is no map: a mesh, curves, points, a volume, an image. Which kinds there are, the catalogue says;
// which of them the page can draw, src/view/things.

import { type Arg, type Catalogue, gridOutputs } from './catalogue';
import type { SceneDocument } from './document';

export interface ThingChoice {
    from: string; // "node" or "node.output"
    node: string;
    output: string;
    kind: string;
    unit: string;
    solid: boolean; // fills space: twice as fine is eight times the work
}

const isThing = (arg: Arg) => arg.direction === 'out' && arg.type !== 'grid' && arg.type !== 'value';

/// What of this node can be drawn beside maps; null: nothing, or the node is turned off and makes nothing.
export function thingOf(doc: SceneDocument, catalogue: Catalogue, from: string | null): ThingChoice | null {
    const [id, named] = from?.split('.') ?? [];
    const node = doc.nodes.find((n) => n.id === id);
    const op = node?.enabled ? catalogue.find(node.op) : undefined;
    if (!node || !op) return null;
    const outputs = op.args.filter(isThing);
    const makesMaps = gridOutputs(op).length > 0;
    // What the page has no picture of is told in words, but not beside maps, which are shown already.
    const first = outputs.find((o) => o.type in DRAWN) ?? (makesMaps ? undefined : outputs[0]);
    const out = named ? outputs.find((o) => o.name === named) : first;
    if (!out) return null;
    // A bare name means a map where there is one, and else the output whose kind stands first in the engine's table.
    const bare = !makesMaps && outputs.length === 1;
    return {
        from: bare ? node.id : `${node.id}.${out.name}`,
        node: node.id,
        output: out.name,
        kind: out.type,
        unit: out.unit ?? '',
        solid: DRAWN[out.type]?.solid === true,
    };
}

/// What a document without land is about: what its first output writes, else the last that fills space, else the last there is.
export function mainThing(doc: SceneDocument, catalogue: Catalogue): ThingChoice | null {
    for (const output of doc.outputs) {
        const written = thingOf(doc, catalogue, output.from);
        if (written && written.kind in DRAWN) return written;
    }
    const all = doc.nodes.flatMap((n) => thingOf(doc, catalogue, n.id) ?? []).filter((t) => t.kind in DRAWN);
    return all.findLast((t) => t.solid) ?? all.at(-1) ?? null;
}

/// All of them, in the order of the catalogue.
export function thingsOf(doc: SceneDocument, catalogue: Catalogue, id: string): ThingChoice[] {
    const op = catalogue.find(doc.nodes.find((n) => n.id === id)?.op ?? '');
    return (op?.args ?? [])
        .filter((a) => isThing(a) && a.type in DRAWN)
        .flatMap((a) => thingOf(doc, catalogue, `${id}.${a.name}`) ?? []);
}

/// Kinds that src/view/things draws, and the parts that takes; all of them where none are named.
const DRAWN: { [kind: string]: { parts?: string[]; solid?: boolean } } = {
    mesh: { parts: ['positions', 'indices', 'normals', 'colours'], solid: true },
    curves: {},
    points: {},
    ribbons: { parts: ['positions', 'normals', 'triangles', 'owners', 'edges', 'roles'] },
    volume: { solid: true },
    image: {},
};

const WITHIN_MS = 500; // of waiting after an edit; what takes longer is computed on a key

export const wishFor = (kind: string): { parts?: string[]; within_ms: number } => ({
    ...(DRAWN[kind]?.parts ? { parts: DRAWN[kind].parts } : {}),
    within_ms: WITHIN_MS,
});
