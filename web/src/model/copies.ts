// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A copy of unsaved work in this browser, for the case that the server goes and takes its own copy along. Every run of the
// server has a copy of its own; what an earlier run left is offered to the person, never put in place unasked.

import type { Recovery } from './api';
import type { SceneDocument } from './document';

export interface Copy {
    folder: string;
    server: string; // which run of the server
    path: string | null;
    title: string;
    text: string;
    time: string; // ISO 8601
}

export interface CopyStore {
    put(copy: Copy): Promise<void>;
    list(folder: string): Promise<Copy[]>;
    drop(folder: string, server: string): Promise<void>;
}

const REST_MS = 600; // after the last change
const MOST = 16e6; // characters; larger documents are left to the server's copy
const SLACK_MS = 2000; // the server's copy of the same step may be this much older

export class Keeper {
    /// The newest copy of this run, for when the server is gone.
    latest: Copy | null = null;
    private readonly store: CopyStore;
    private readonly server: string;
    private readonly text: () => Promise<string>;
    private timer: ReturnType<typeof setTimeout> | undefined;

    constructor(store: CopyStore, server: string, text: () => Promise<string>) {
        this.store = store;
        this.server = server;
        this.text = text;
    }

    /// To be called after every change. The copy follows when hands rest; saved work needs none.
    changed(folder: string, document: SceneDocument): void {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => void this.keep(folder, document), document.dirty ? REST_MS : 0);
    }

    private async keep(folder: string, document: SceneDocument): Promise<void> {
        try {
            if (!document.dirty) {
                this.latest = null;
                await this.store.drop(folder, this.server);
                return;
            }
            const text = await this.text();
            if (text.length > MOST) return;
            const { path, title } = document;
            this.latest = { folder, server: this.server, path, title, text, time: new Date().toISOString() };
            await this.store.put(this.latest);
        } catch {
            // No server or no storage: the copy before this one stays.
        }
    }

    /// What an earlier run of the server left here that this one does not have; null: nothing.
    async found(folder: string, recovery: Recovery | null): Promise<Copy | null> {
        try {
            const left = (await this.store.list(folder)).filter((c) => c.server !== this.server);
            if (left.length === 0) return null;
            const newest = left.reduce((a, b) => (a.time > b.time ? a : b));
            const recovered = recovery ? Date.parse(recovery.time) : Number.NEGATIVE_INFINITY;
            if (recovered < Date.parse(newest.time) - SLACK_MS && newest.text !== (await this.text())) return newest;
            await this.forget(folder);
        } catch {
            // a browser without storage has nothing to offer
        }
        return null;
    }

    /// The person has decided about what earlier runs left.
    async forget(folder: string): Promise<void> {
        for (const copy of await this.store.list(folder))
            if (copy.server !== this.server) await this.store.drop(folder, copy.server);
    }
}

const NAME = 'orogen-studio';
const TABLE = 'copies';

/// IndexedDB. Every call opens it again: a page that lives for days must not hold a connection that was closed.
export function browserCopies(): CopyStore {
    const settle = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });
    const within = async <T>(mode: IDBTransactionMode, run: (table: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
        const opening = indexedDB.open(NAME, 1);
        opening.onupgradeneeded = () =>
            opening.result.createObjectStore(TABLE, { keyPath: ['folder', 'server'] }).createIndex('folder', 'folder');
        const db = await settle(opening);
        try {
            return await settle(run(db.transaction(TABLE, mode).objectStore(TABLE)));
        } finally {
            db.close();
        }
    };
    return {
        put: async (copy) => void (await within('readwrite', (t) => t.put(copy))),
        list: (folder) => within('readonly', (t) => t.index('folder').getAll(folder) as IDBRequest<Copy[]>),
        drop: async (folder, server) => void (await within('readwrite', (t) => t.delete([folder, server]))),
    };
}
