// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

/// Named events with typed data. `on` returns the way to stop listening.
export class Emitter<Events extends object> {
    private readonly listeners = new Map<keyof Events, Set<(data: never) => void>>();

    on<K extends keyof Events>(name: K, listener: (data: Events[K]) => void): () => void {
        const set = this.listeners.get(name) ?? new Set();
        this.listeners.set(name, set);
        set.add(listener as (data: never) => void);
        return () => set.delete(listener as (data: never) => void);
    }

    emit<K extends keyof Events>(name: K, data: Events[K]): void {
        for (const listener of this.listeners.get(name) ?? []) (listener as (data: Events[K]) => void)(data);
    }
}
