// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Nodes that must not be changed by accident. A lock is this browser's, not the scene's: it keeps hands off, it does not
// change what is built. Undo goes past it.

import type { Command } from './api';

const KEY = 'orogen-studio-locks';
const MOST_SCENES = 40;

type Kept = { [scene: string]: string[] };

/// The nodes a command would change. What changes the whole document (undo, replace, open) names none.
export function changedBy(command: Command): string[] {
    const words = command.map((w) => (typeof w === 'string' ? w : ''));
    const of = (path: string | undefined) => [(path ?? '').split('.')[0]!];
    switch (words[0]) {
        case 'set':
        case 'reset':
        case 'wire':
        case 'unwire':
        case 'rename':
        case 'enable':
        case 'disable':
        case 'note':
        case 'preset':
        case 'move':
            return of(words[1]);
        case 'item':
            return of(words[2]);
        case 'remove':
            return words.slice(1);
        default:
            return [];
    }
}

export class Locks {
    private readonly store: Pick<Storage, 'getItem' | 'setItem'> | undefined;
    private scene = '';
    private ids = new Set<string>();

    constructor(store: Pick<Storage, 'getItem' | 'setItem'> | undefined) {
        this.store = store;
    }

    private read(): Kept {
        try {
            const kept: unknown = JSON.parse(this.store?.getItem(KEY) ?? '{}');
            return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
        } catch {
            return {}; // damaged: nothing is locked
        }
    }

    /// Another scene is at hand: its own locks hold.
    open(scene: string): void {
        if (scene === this.scene) return;
        this.scene = scene;
        const ids = this.read()[scene];
        this.ids = new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
    }

    has(id: string): boolean {
        return this.ids.has(id);
    }

    set(id: string, locked: boolean): void {
        if (locked) this.ids.add(id);
        else this.ids.delete(id);
        const { [this.scene]: _, ...others } = this.read();
        const kept = Object.entries(others).slice(1 - MOST_SCENES);
        if (this.ids.size > 0) kept.push([this.scene, [...this.ids]]);
        try {
            this.store?.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
        } catch {
            // without storage a lock lasts until the page closes
        }
    }

    /// The first locked node that one of these commands would change.
    hit(commands: readonly Command[]): string | undefined {
        return commands.flatMap(changedBy).find((id) => this.ids.has(id));
    }
}
