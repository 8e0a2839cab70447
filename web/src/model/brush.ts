// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Which argument a brush paints into: a list of records with a place, a radius and a strength. Found by shape, so that any
// operator with such a list can be painted on.

import type { Arg, Catalogue, Operator, Values } from './catalogue';
import type { SceneNode } from './document';

export function strokesArg(op: Operator | undefined): Arg | undefined {
    return op?.args.find(
        (a) =>
            a.type === 'records' &&
            ['x', 'y', 'radius', 'strength'].every((name) =>
                a.item?.args.some((m) => m.name === name && m.type === 'number'),
            ),
    );
}

/// Operators one can paint with, for the button that adds one.
export const paintOperators = (catalogue: Catalogue): Operator[] => catalogue.operators.filter((op) => strokesArg(op));

export interface StrokeTarget {
    node: string;
    arg: Arg;
    record(dab: {
        x: number;
        y: number;
        radius: number;
        strength: number;
        softness: number;
        erase: boolean;
        join: boolean;
    }): Values;
}

interface Context {
    catalogue: Catalogue;
    selected: string | null;
    node(id: string | null): SceneNode | undefined;
}

/// The list of the selected node, if it can be painted on.
export function strokeTarget(context: Context): StrokeTarget | undefined {
    const node = context.node(context.selected);
    const arg = node && strokesArg(context.catalogue.find(node.op));
    if (!node || !arg) return undefined;
    return {
        node: node.id,
        arg,
        record: (dab) => {
            const round = (value: number) => Math.round(value * 100) / 100;
            const record: Values = {};
            for (const member of arg.item!.args) {
                const value = (dab as { [name: string]: number | boolean })[member.name];
                if (value === undefined || value === member.default) continue;
                record[member.name] = typeof value === 'number' ? round(value) : value;
            }
            return record;
        },
    };
}
