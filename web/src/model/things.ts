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
    const out = named ? outputs.find((o) => o.name === named) : outputs[0];
    if (!out) return null;
    // A bare name means a map where there is one.
    const bare = gridOutputs(op).length === 0 && out === outputs[0];
    return { from: bare ? node.id : `${node.id}.${out.name}`, node: node.id, kind: out.type };
}

/// Parts that drawing a kind takes; all of them where nothing is said.
const DRAWN: { [kind: string]: string[] } = { mesh: ['positions', 'indices', 'normals'] };

export const partsOf = (kind: string): { parts?: string[] } => (DRAWN[kind] ? { parts: DRAWN[kind] } : {});
