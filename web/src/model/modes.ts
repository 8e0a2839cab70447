// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Ways to look at the terrain. Some the page draws from the heights alone; others lay a map of the document, or a picture
// the engine draws, over the ground. Maps are found by the names of outputs, never by an operator's name.

import type { Catalogue } from './catalogue';
import { classesOf, type MapChoice, mapsOf, type NamedClass, type SceneDocument, wiresOf } from './document';
import type { MapWish } from './frame';

/// How a fragment gets its colour; the numbers are those of the shader.
export const SHADING = {
    textured: 0,
    relief: 1,
    height: 2,
    slope: 3,
    normals: 4,
    wire: 5,
    scalar: 6,
    signed: 7,
    classes: 8,
    picture: 9,
    logarithm: 10,
};
export type Shading = keyof typeof SHADING;

export interface Mode {
    id: string;
    label: string;
    shading: Shading;
    key?: string;
    wish?: Omit<MapWish, 'name'>; // the map laid over, asked for under the name "overlay"
    missing?: string; // why this cannot be shown now
    legend?: string;
    classes?: NamedClass[]; // what whole numbers from 1 on stand for
}

interface Kind {
    id: string;
    label: string;
    pattern: RegExp;
    shading: Shading;
    without: string;
}

const KINDS: Kind[] = [
    {
        id: 'classes',
        label: 'Classes',
        pattern: /class|biome|material/,
        shading: 'classes',
        without: 'No node of this scene makes classes.',
    },
    {
        id: 'units',
        label: 'Units',
        pattern: /unit|district|parcel|block/,
        shading: 'classes',
        without: 'No node of this scene makes units.',
    },
    {
        id: 'buildings',
        label: 'Buildings',
        pattern: /building|footprint/,
        shading: 'classes',
        without: 'No node of this scene makes buildings.',
    },
];

export const CLASS_PATTERN = /class|biome|material|unit|district|parcel|block|building|footprint|_id$|^id$/;

export function modesOf(doc: SceneDocument, catalogue: Catalogue, shown: string | null): Mode[] {
    const maps = mapsOf(doc, catalogue);
    const modes: Mode[] = [
        { id: 'textured', label: 'Textured', shading: 'textured' },
        { id: 'relief', label: 'Relief', shading: 'relief' },
        { id: 'height', label: 'Height', shading: 'height', legend: 'height, m' },
        { id: 'slope', label: 'Slope', shading: 'slope', legend: 'slope, °' },
        flowMode(maps, shown),
        changeMode(doc, catalogue, shown),
        { id: 'normals', label: 'Normals', shading: 'normals', legend: 'red east, green north, blue up' },
        { id: 'wire', label: 'Wireframe', shading: 'wire' },
    ];
    for (const kind of KINDS) {
        const fits = maps.filter((m) => kind.pattern.test(m.output));
        // Several: the first whose classes have names tells most.
        const map = fits.find((m) => classesOf(doc, catalogue, m).length > 0) ?? fits.at(-1);
        const classes = map ? classesOf(doc, catalogue, map) : [];
        modes.push({
            id: kind.id,
            label: kind.label,
            shading: kind.shading,
            ...(map
                ? { wish: { from: map.from }, legend: classes.length > 0 ? map.from : map.doc || map.from, classes }
                : { missing: kind.without }),
        });
    }
    return modes;
}

function flowMode(maps: MapChoice[], shown: string | null): Mode {
    const map = maps.findLast((m) => /^(flow|drainage|discharge|catchment|area)$/.test(m.output));
    if (map)
        return {
            id: 'flow',
            label: 'Flow',
            shading: 'logarithm',
            wish: { from: map.from },
            legend: withUnit(map),
        };
    // No node traces water: the engine draws it.
    return { id: 'flow', label: 'Flow', shading: 'picture', wish: { from: shown, style: 'flow' } };
}

function changeMode(doc: SceneDocument, catalogue: Catalogue, shown: string | null): Mode {
    const mode: Mode = { id: 'change', label: 'Erosion and deposition', shading: 'signed', legend: 'change, m' };
    const id = (shown ?? doc.last ?? '').split('.')[0];
    const node = doc.nodes.find((n) => n.id === id);
    const takes = node ? [...wiresOf(node, catalogue).values()] : [];
    if (takes.length === 0)
        return { ...mode, missing: 'The node shown takes no map, so there is nothing to compare it with.' };
    return { ...mode, wish: { from: shown, minus_input: true } };
}

const withUnit = (map: MapChoice) =>
    map.unit === 'any' || map.unit === '1' ? map.from : `${map.from}, ${map.unit.replace('m2', 'm²')}`;

/// A mode for any map of the document.
export function mapMode(map: MapChoice, classes: NamedClass[] = []): Mode {
    const whole = CLASS_PATTERN.test(map.output);
    return {
        id: `map:${map.from}`,
        label: map.from,
        shading: whole ? 'classes' : 'scalar',
        wish: { from: map.from },
        legend: withUnit(map),
        ...(whole ? { classes } : {}),
    };
}
