// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a build can be asked for with one press: every format and every picture the program can write, as it lists them.

import type { Command, ServerState } from './api';
import type { Output, SceneDocument } from './document';

export interface Target {
    id: string;
    group: 'Height maps' | 'Models' | 'Pictures';
    title: string;
    about: string;
    file: string; // what it is called where nobody says otherwise
    style: string | null;
}

export function targetsOf(server: Pick<ServerState, 'formats' | 'styles'>): Target[] {
    const formats = server.formats
        .filter((f) => f.writes)
        .map((f): Target => {
            const model = f.kind === 'model';
            const extension = f.extensions.split(' ')[0]!;
            return {
                id: f.name,
                group: model ? 'Models' : 'Height maps',
                title: f.name.toUpperCase(),
                about: f.summary,
                file: `${model ? 'land' : 'height'}.${extension}`,
                style: null,
            };
        });
    const pictures = server.styles
        .filter((s) => s.kind !== 'slice' && !s.needs_before)
        .map((s): Target => {
            const title = s.name.charAt(0).toUpperCase() + s.name.slice(1);
            return {
                id: `picture-${s.name}`,
                group: 'Pictures',
                title,
                about: s.summary,
                file: `${s.name}.png`,
                style: s.name,
            };
        });
    return [...formats, ...pictures];
}

const extensionOf = (file: string) => /\.([^./]+)$/.exec(file)?.[1]?.toLowerCase() ?? '';

/// Which outputs of the document are what a card stands for.
export function outputsOf(target: Target, outputs: readonly Output[]): number[] {
    return outputs.flatMap((o, i) => {
        const same =
            target.style !== null
                ? o.style === target.style
                : o.style === null && extensionOf(o.file) === extensionOf(target.file);
        return same ? [i] : [];
    });
}

/// The commands that put a card's output into the document, or take it out: one step of undo.
export function toggleTarget(target: Target, document: SceneDocument, terrain: string | null): Command[] {
    const there = outputsOf(target, document.outputs);
    if (there.length > 0) return there.reverse().map((i) => ['output', 'remove', i]);
    const taken = new Set(document.outputs.map((o) => o.file));
    const [, stem = '', end = ''] = /^(.*)(\.[^.]+)$/.exec(target.file) ?? [];
    let file = target.file;
    for (let i = 2; taken.has(file); i++) file = `${stem}${i}${end}`;
    const command: Command = ['output', 'add', file];
    if (terrain) command.push(`from=${terrain}`);
    if (target.style !== null) command.push(`style=${target.style}`);
    else if (target.group === 'Height maps') command.push('range=auto');
    return [command];
}
