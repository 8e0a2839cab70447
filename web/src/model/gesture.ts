// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// One gesture of a hand: a slider drag, a brush stroke, a turn of the wheel. However many values it passes through, at
// most one request is on its way, the latest value wins, and the whole is one step of undo.

import type { Command } from './api';

/// Must not reject: a failure is told to the person where it is met.
export type Send = (commands: Command[], gesture: string, end: boolean) => Promise<void>;

let count = 0;

export class Gesture {
    readonly name: string;
    private readonly send: Send;
    /// Several commands of one gesture with the same key replace each other while they wait.
    private waiting = new Map<string, Command>();
    private busy = false;
    private ending = false;
    private ended: (() => void) | null = null;
    /// Settles when the last request of the gesture has been answered.
    readonly done: Promise<void>;

    constructor(send: Send, what: string) {
        this.name = `${what}-${++count}-${Math.random().toString(36).slice(2, 8)}`;
        this.send = send;
        this.done = new Promise((resolve) => {
            this.ended = resolve;
        });
    }

    /// Commands that set the same thing share a key: only the last of them is sent.
    push(key: string, command: Command): void {
        this.waiting.delete(key);
        this.waiting.set(key, command);
        void this.pump();
    }

    end(): Promise<void> {
        this.ending = true;
        void this.pump();
        return this.done;
    }

    private async pump(): Promise<void> {
        if (this.busy) return;
        this.busy = true;
        try {
            while (this.waiting.size > 0) {
                const commands = [...this.waiting.values()];
                this.waiting.clear();
                const last = this.ending;
                await this.send(commands, this.name, last);
                if (last && this.waiting.size === 0) {
                    this.ended?.();
                    this.ended = null;
                }
            }
            if (this.ending && this.ended) {
                await this.send([], this.name, true);
                this.ended();
                this.ended = null;
            }
        } finally {
            this.busy = false;
            if (this.ending && this.ended) void this.pump();
        }
    }
}
