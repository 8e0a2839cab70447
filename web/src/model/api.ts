// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Speaks to the server: requests, events, and the binary form of frames. The only file that knows addresses.

import type { Json, RawCatalogue } from './catalogue';
import type { SceneDocument } from './document';
import type { ExportList } from './exports';
import { type Frame, type FrameInfo, type MapWish, parseFrame } from './frame';

export type Command = Json[];

export interface Failure {
    status: string;
    sentence: string;
    where?: string | null;
    command?: number;
    /// The word "force" would allow it: what is lost then, and what to write on the button that does it.
    force?: { yes: string; loses: string };
}

/// What the server refused, with its own sentence.
export class Refused extends Error {
    readonly code: number;
    readonly failure: Failure;
    constructor(code: number, failure: Failure) {
        super(failure.sentence);
        this.code = code;
        this.failure = failure;
    }
}

export interface Recovery {
    path: string | null;
    time: string;
    newer: boolean;
}

export interface ServerState {
    version: string;
    folder: string;
    threads: number;
    cpu: string;
    revision: number;
    /// `extensions` are separated by blanks, the usual one first.
    formats: { name: string; extensions: string; summary: string; kind: 'raster' | 'model'; writes: boolean }[];
    styles: { name: string; summary: string; kind: 'photo' | 'map' | 'slice'; needs_before: boolean }[];
    palettes: string[];
    recent: { path: string; exists: boolean }[];
    recovery: Recovery | null;
    thumbnails: { [node: string]: string }; // hashes of the pictures that are there
    limits: { maps: number; levels: number; level_max: number };
    build: BuildReport | null;
}

export interface Example {
    name: string;
    title: string;
    about: string;
    group: string; // what it shows together with others
    thumbnail: boolean;
}

/// Something that was found by the words for it. `set` is what comes with it: "fractal=ridged", "preset=alpine".
export interface FoundTopic {
    kind: 'operator' | 'preset' | 'choice' | 'example' | 'format';
    name: string;
    set: string | null;
    summary: string;
    family: string | null;
}

/// `lost`: nobody answers. `replaced`: another run of the program answers at this address, and its token is another one.
export type Connection = 'up' | 'lost' | 'replaced';

export interface CommandHelp {
    name: string;
    usage: string;
    help: string;
    group: string;
    edits: boolean;
}

export interface Answer {
    ok: boolean;
    revision: number;
    results: { text: string; value?: Json }[];
    document?: SceneDocument;
}

export interface NodeReport {
    id: string;
    used: boolean;
    cached: boolean;
    seconds: number;
    hash: string;
    values?: { [name: string]: number };
    notes?: { where: string | null; sentence: string }[]; // what it said about its work
}

export interface BuildReport {
    state: 'running' | 'done' | 'failed' | 'cancelled';
    what: 'build' | 'export';
    target?: string; // of an export
    fraction?: number;
    step?: string; // "writing height.png"
    folder?: string;
    files?: { path: string; bytes: number; hash?: string }[];
    seconds?: number;
    peak_bytes?: number;
    error?: Failure;
}

export interface BuildPlan {
    width: number;
    height: number;
    cell: number;
    memory_bytes: number;
    problems?: string[]; // why the build would be refused
    files: { path: string; format: string; bytes: number; exists: boolean }[];
    command: string;
    folder: string;
    saved: boolean; // the command line builds the same: the file holds what is on the screen
}

export interface FolderEntry {
    name: string;
    kind: 'folder' | 'scene' | 'raster' | 'picture' | 'other';
    bytes: number;
    time: string;
}

export interface ServerEvents {
    hello: { tab: string; revision: number; version: string };
    document: {
        revision: number;
        tab: string | null;
        gesture: string | null;
        reason: string;
        dirty: boolean;
        path: string | null;
    };
    frame: FrameInfo;
    nodes: { tab: string; revision: number; level: number; nodes: NodeReport[] };
    failed: { tab: string; seq: number; revision: number; level: number; error: Failure };
    progress: {
        lane: 'view' | 'thumbnail' | 'build';
        tab?: string;
        level?: number;
        fraction: number;
        what: string;
        running: boolean;
    };
    thumbnail: { node?: string; hash?: string; example?: string; forget?: boolean };
    build: BuildReport;
    ran: { ok: boolean; seconds: number; nodes?: NodeReport[]; error?: Failure };
    autosave: { ok: boolean; error?: Failure };
    note: { where: string; sentence: string };
    beat: Record<string, never>;
    bye: Record<string, never>;
}

const EVENT_NAMES: (keyof ServerEvents)[] = [
    'hello',
    'document',
    'frame',
    'nodes',
    'failed',
    'progress',
    'thumbnail',
    'build',
    'ran',
    'autosave',
    'note',
    'beat',
    'bye',
];

const SILENT_MS = 16000; // a beat comes every 5 s
const SOONEST_MS = 500; // between attempts to reach the server again
const LATEST_MS = 4000;

export class Api {
    readonly tab = `t${Math.random().toString(36).slice(2, 12)}`;
    /// Which run of the server this is: a part of its token, which is new with every start.
    readonly server: string;
    private readonly token: string;

    constructor(token: string) {
        this.token = token;
        this.server = token.slice(0, 8);
    }

    private async request(path: string, init: RequestInit = {}): Promise<Response> {
        const response = await fetch(path, {
            ...init,
            headers: { 'X-Orogen-Token': this.token },
            cache: 'no-store',
        });
        if (response.ok) return response;
        let failure: Failure = { status: String(response.status), sentence: `the server answered ${response.status}` };
        try {
            failure = ((await response.json()) as { error: Failure }).error ?? failure;
        } catch {
            // no JSON came along; the number has to do
        }
        throw new Refused(response.status, failure);
    }

    private async get<T>(path: string): Promise<T> {
        return (await (await this.request(path)).json()) as T;
    }

    private async post<T>(path: string, body: object): Promise<T> {
        return (await (await this.request(path, { method: 'POST', body: JSON.stringify(body) })).json()) as T;
    }

    state = () => this.get<ServerState>('/api/state');
    catalogue = () => this.get<RawCatalogue>('/api/catalogue');
    document = () => this.get<SceneDocument>('/api/document');
    examples = () => this.get<Example[]>('/api/examples');
    targets = () => this.get<ExportList>('/api/targets');
    find = (words: string) => this.get<FoundTopic[]>(`/api/find?words=${encodeURIComponent(words)}`);
    commands = () => this.get<CommandHelp[]>('/api/commands');
    files = (path: string) =>
        this.get<{ path: string; entries: FolderEntry[] }>(`/api/files?path=${encodeURIComponent(path)}`);

    async text(): Promise<string> {
        return await (await this.request('/api/document/text')).text();
    }

    do(commands: Command[], options: { gesture?: string; end?: boolean } = {}): Promise<Answer> {
        return this.post('/api/do', { tab: this.tab, commands, document: true, ...options });
    }

    line(line: string): Promise<Answer> {
        return this.post('/api/do', { tab: this.tab, line, document: true });
    }

    complete(
        line: string,
        cursor: number,
    ): Promise<{ from: number; candidates: { text: string; help?: string }[]; usage?: string }> {
        return this.post('/api/complete', { line, cursor });
    }

    /// `whole`: every level is computed, however long that takes.
    view(seq: number, levels: number[], maps: MapWish[], whole = false): Promise<{ revision: number }> {
        return this.post('/api/view', { tab: this.tab, seq, levels, rest_ms: 150, whole, maps });
    }

    async frame(id: string): Promise<Frame> {
        return parseFrame(await (await this.request(`/api/frame/${encodeURIComponent(id)}`)).arrayBuffer());
    }

    async upload(file: File, force: boolean): Promise<string> {
        const query = `name=${encodeURIComponent(file.name)}${force ? '&force=1' : ''}`;
        const response = await this.request(`/api/upload?${query}`, { method: 'POST', body: file });
        return ((await response.json()) as { path: string }).path;
    }

    nodeThumbnail = (id: string, hash: string) =>
        `/api/thumbnail/node/${encodeURIComponent(id)}?v=${encodeURIComponent(hash)}&token=${this.token}`;
    exampleThumbnail = (name: string) => `/api/thumbnail/example/${encodeURIComponent(name)}?token=${this.token}`;

    /// Listens for as long as the page lives. A stream that ends, or in which nothing is heard, is opened again as soon as
    /// the server answers; a server that does not know the token is another one, and that is the end.
    events(
        on: <K extends keyof ServerEvents>(name: K, data: ServerEvents[K]) => void,
        connection: (is: Connection) => void,
    ): void {
        let source: EventSource | null = null;
        let heard = 0;
        const open = () => {
            heard = Date.now();
            const stream = new EventSource(`/api/events?tab=${this.tab}&token=${this.token}`);
            source = stream;
            for (const name of EVENT_NAMES)
                stream.addEventListener(name, (event) => {
                    heard = Date.now();
                    on(name, JSON.parse((event as MessageEvent<string>).data));
                });
            stream.onopen = () => connection('up');
            stream.onerror = () => lost(stream);
        };
        const lost = (stream: EventSource) => {
            if (stream !== source) return;
            source = null;
            stream.close();
            connection('lost');
            setTimeout(() => void again(SOONEST_MS), SOONEST_MS);
        };
        const again = async (waited: number) => {
            try {
                await this.state();
                open();
            } catch (error) {
                if (error instanceof Refused && error.code === 403) connection('replaced');
                else {
                    const wait = Math.min(1.5 * waited, LATEST_MS);
                    setTimeout(() => void again(wait), wait);
                }
            }
        };
        setInterval(() => {
            if (source && Date.now() - heard > SILENT_MS) lost(source);
        }, SILENT_MS / 4);
        open();
    }
}
