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
    kind: string;
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
    // A bare name means a map where there is one.
    const bare = !makesMaps && out === outputs[0];
    return { from: bare ? node.id : `${node.id}.${out.name}`, node: node.id, kind: out.type };
}

/// Kinds that src/view/things draws, and the parts that takes; all of them where none are named.
const DRAWN: { [kind: string]: string[] } = {
    mesh: ['positions', 'indices', 'normals'],
    curves: [],
    points: [],
    volume: [],
    image: [],
};

export const partsOf = (kind: string): { parts?: string[] } => (DRAWN[kind]?.length ? { parts: DRAWN[kind] } : {});
