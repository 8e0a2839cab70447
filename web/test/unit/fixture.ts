// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The real catalogue of this tree, a small one with every type of argument, and documents to ask about.

import { readFileSync } from 'node:fs';
import { type Arg, Catalogue, type Operator } from '../../src/model/catalogue';
import type { SceneDocument, SceneNode } from '../../src/model/document';

export const real = new Catalogue(JSON.parse(readFileSync('../docs/schema/catalogue.json', 'utf8')));

const point: Arg[] = [
    { name: 'x', type: 'number', unit: 'm', min: -1e7, max: 1e7, default: 0 },
    { name: 'y', type: 'number', unit: 'm', min: -1e7, max: 1e7, default: 0 },
    { name: 'z', type: 'number', unit: 'm', optional: true, min: -1e5, max: 1e5 },
];

export const every: Operator = {
    name: 'every',
    family: 'filter',
    version: 1,
    summary: 'Has an argument of every type',
    presets: [{ name: 'alpine', summary: 'Sharp', values: 'amount=3 kind=b' }],
    args: [
        { name: 'height', type: 'grid', direction: 'in', unit: 'm' },
        { name: 'guide', type: 'grid', direction: 'in', optional: true, unit: 'm' },
        { name: 'result', type: 'grid', direction: 'out', unit: 'm' },
        { name: 'water', type: 'grid', direction: 'out', unit: 'm' },
        { name: 'mean', type: 'value', direction: 'out', unit: 'm' },
        {
            name: 'amount',
            type: 'number',
            unit: 'm',
            min: 0,
            max: 100,
            ui_min: 0,
            ui_max: 10,
            default: 2,
            scale: 'linear',
        },
        { name: 'count', type: 'integer', unit: '1', min: 1, max: 12, ui_min: 1, ui_max: 12, default: 4 },
        { name: 'invert', type: 'toggle', default: false },
        { name: 'kind', type: 'choice', choices: ['a', 'b'], default: 'a' },
        { name: 'seed', type: 'seed', default: 0 },
        { name: 'words', type: 'text', default: '' },
        { name: 'file', type: 'file' },
        { name: 'rain', type: 'field', unit: 'm/yr', min: 0, max: 1, ui_min: 0, ui_max: 1, default: 0.5 },
        { name: 'tint', type: 'colour', default: '#8fa06b' },
        { name: 'band', type: 'range', unit: 'm', min: 0, max: 100, ui_min: 0, ui_max: 100, default: '10..80' },
        { name: 'profile', type: 'curve', unit: '1', min: 0, max: 1, default: '0:0 1:1' },
        {
            name: 'knots',
            type: 'records',
            item: {
                name: 'knot',
                args: [...point, { name: 'width', type: 'number', unit: 'm', min: 0, max: 1e4, default: 10 }],
            },
        },
        {
            name: 'rivers',
            type: 'records',
            item: {
                name: 'river',
                args: [
                    { name: 'name', type: 'text', default: '' },
                    { name: 'points', type: 'records', item: { name: 'point', args: point } },
                ],
            },
        },
        { name: 'only_b', type: 'number', unit: '1', min: 0, max: 1, default: 0, when: 'kind=b' },
    ],
};

const noise: Operator = {
    name: 'noise',
    family: 'generate',
    version: 1,
    summary: 'Make hills',
    args: [
        { name: 'result', type: 'grid', direction: 'out', unit: 'm' },
        {
            name: 'scale',
            type: 'number',
            unit: 'm',
            min: 1,
            max: 1e5,
            ui_min: 10,
            ui_max: 10000,
            scale: 'log',
            default: 3000,
        },
    ],
};
const mask: Operator = {
    name: 'mask',
    family: 'filter',
    version: 1,
    summary: 'Find ground',
    args: [
        { name: 'height', type: 'grid', direction: 'in', unit: 'm' },
        { name: 'result', type: 'grid', direction: 'out', unit: '1' },
    ],
};
const blend: Operator = {
    name: 'blend',
    family: 'filter',
    version: 1,
    summary: 'Make one map of two',
    args: [
        { name: 'a', type: 'grid', direction: 'in', unit: 'any' },
        { name: 'b', type: 'grid', direction: 'in', unit: 'any' },
        { name: 'result', type: 'grid', direction: 'out', unit: 'any' },
    ],
};

/// Settings of pictures of every kind the table has.
export const render: Arg[] = [
    { name: 'look', type: 'choice', choices: ['plain', 'fine'], default: 'plain' },
    { name: 'air', type: 'number', min: 0, max: 100, ui_min: 0, ui_max: 5, default: 1, group: 'photos' },
    { name: 'frost', type: 'toggle', default: true, group: 'photos' },
    {
        name: 'frost_line',
        type: 'number',
        optional: true,
        words: ['auto', 'none'],
        default: 'auto',
        min: -100,
        max: 5000,
        unit: 'm',
        when: 'frost=on',
        group: 'photos',
    },
    {
        name: 'ends',
        type: 'range',
        optional: true,
        words: ['auto'],
        default: 'auto',
        min: -1e9,
        max: 1e9,
        group: 'maps',
    },
];

export const small = new Catalogue({ orogen: '0', world: [], render, operators: [noise, mask, blend, every] });

export function node(id: string, op: string, args: SceneNode['args'] = {}, takes: SceneNode['takes'] = {}): SceneNode {
    return { id, op, family: 'x', enabled: true, note: null, args, set: Object.keys(args), takes, outputs: ['result'] };
}

export function scene(...nodes: SceneNode[]): SceneDocument {
    return {
        revision: 1,
        scene: 1,
        path: null,
        title: 'test',
        about: '',
        dirty: false,
        undo: { count: 0, label: null },
        redo: { count: 0, label: null },
        recovery: null,
        world: {
            extent: [4000, 4000],
            origin: [0, 0],
            height: [-100, 1900],
            wrap: false,
            sea: null,
            resolution: 1025,
            seed: '1',
        },
        render: { args: { look: 'plain', air: 1, frost: true, frost_line: 'auto', ends: 'auto' }, set: [], used: {} },
        sun: null,
        nodes,
        outputs: [],
        last: nodes.at(-1)?.id ?? null,
        findings: [],
    };
}
