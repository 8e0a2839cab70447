// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The state of the page and everything that can be done to it. Panels read it, call its verbs and listen to its events;
// they never speak to the server themselves.

import {
    type Answer,
    type Api,
    type BuildReport,
    type Command,
    type Connection,
    type Frame,
    type FrameInfo,
    type MapWish,
    type NodeReport,
    Refused,
    type ServerEvents,
    type ServerState,
} from './model/api';
import { Catalogue, type Json, type Operator } from './model/catalogue';
import { type Copy, type CopyStore, Keeper } from './model/copies';
import { classesOf, isHeight, mainTerrain, mapsOf, type SceneDocument, type SceneNode } from './model/document';
import { Emitter } from './model/events';
import { Gesture } from './model/gesture';
import { Locks } from './model/locks';
import { type Mode, mapMode, modesOf } from './model/modes';
import { contents, listOf, type Part, removal } from './model/part';
import { type Failed, placeAt, type Screen, screenOf } from './model/screen';
import { levelsFor, readSettings, type Settings, writeSettings } from './model/settings';

export type Tool = 'select' | 'brush';

/// What a message offers to do about it.
export interface ToldAction {
    label: string;
    run: () => void;
}

export interface Told {
    kind: 'note' | 'error';
    sentence: string;
    where?: string | undefined;
    action?: ToldAction | undefined;
    time: Date;
}

export interface StudioEvents {
    document: SceneDocument;
    selection: string | null;
    frame: Frame;
    shown: Screen<Frame>; // what is on the screen, and what it is worth
    nodes: Map<string, NodeReport>;
    progress: ServerEvents['progress'];
    build: BuildReport;
    view: undefined; // mode, solo or tool changed
    settings: Settings;
    thumbnail: ServerEvents['thumbnail'];
    told: Told;
    connection: Connection;
    cursor: { x: number; y: number; height: number; slope: number } | null;
    screen: 'start' | 'editor';
    offer: Copy | null; // work an earlier run of the server left in this browser
    ran: ServerEvents['ran'];
    field: { node: string; arg: string | null }; // is to be looked at
}

export class Studio extends Emitter<StudioEvents> {
    readonly api: Api;
    catalogue = new Catalogue({ orogen: '', world: [], render: [], operators: [] });
    server: ServerState | null = null;
    document: SceneDocument | null = null;
    selected: string | null = null;
    /// What is selected inside the selected node.
    part: Part | null = null;
    solo: string | null = null;
    modeId = 'textured';
    tool: Tool = 'select';
    brush = { radius: 150, strength: 0.5, softness: 0.5, erase: false };
    /// The newest picture of this scene. Whether it is of the document as it is now, `shown` says.
    frame: Frame | null = null;
    shown: Screen<Frame> = { kind: 'nothing', frame: null, sentence: '' };
    reports = new Map<string, NodeReport>();
    private readonly pictures = new Map<string, string>(); // hashes of small pictures, by scene and node
    settings: Settings;
    connection: Connection = 'lost';
    screen: 'start' | 'editor' = 'start';
    log: Told[] = [];
    running = new Map<string, ServerEvents['progress']>();
    build: BuildReport | null = null;
    cursor: StudioEvents['cursor'] = null;
    readonly locks: Locks;
    readonly keeper: Keeper | null;
    offer: Copy | null = null;
    /// For tests: how frames were shown. `stale` counts frames drawn although a newer revision had been shown before.
    readonly counts = { shown: 0, stale: 0, skipped: 0, edits: [] as number[] };

    private seq = 0;
    private wished = '';
    private newest: FrameInfo | null = null;
    private fetching = false;
    private unanswered = 0; // commands on their way
    private failed: Failed | null = null;
    private toldOf = ''; // the last error of a map beside the ground
    private since = 0; // the first revision of the scene at hand: what is older shows another one

    constructor(api: Api, copies: CopyStore | null = null) {
        super();
        this.api = api;
        this.settings = readSettings(globalThis.localStorage);
        this.locks = new Locks(globalThis.localStorage);
        this.keeper = copies && new Keeper(copies, api.server, () => api.text());
    }

    async start(): Promise<void> {
        this.catalogue = new Catalogue(await this.api.catalogue());
        await this.reload();
        this.api.events(
            (name, data) => this.receive(name, data),
            (is) => {
                this.connection = is;
                if (is !== 'up') this.rest();
                this.emit('connection', is);
            },
        );
        if (this.document && (this.document.path || this.document.undo.count > 0 || this.server?.recovery))
            this.show('editor');
        else this.show('start');
        this.offer = (await this.keeper?.found(this.server!.folder, this.server!.recovery)) ?? null;
        if (this.offer) this.emit('offer', this.offer);
    }

    /// Takes over what an earlier run of the server left in this browser, as steps of undo, or forgets it.
    async answerOffer(take: boolean): Promise<void> {
        const { offer } = this;
        if (!offer || !this.server) return;
        if (take) {
            if (offer.path !== (this.document?.path ?? null)) {
                // Its file first, so that saving goes where it went; where that is gone, a new scene.
                const opened = offer.path ? await this.api.do([['open', offer.path, 'force']]).catch(() => null) : null;
                if (!opened && !(await this.do(['new', 'force']))) return;
            }
            if (!(await this.do(['replace', offer.text]))) return;
            this.show('editor');
        }
        this.offer = null;
        this.emit('offer', null);
        await this.keeper?.forget(this.server.folder).catch(() => undefined);
    }

    private async reload(): Promise<void> {
        const [server, document] = await Promise.all([this.api.state(), this.api.document()]);
        this.server = server;
        this.build = server.build;
        // Steps count from the server's start; a lower number is not an older document but another count.
        if (this.document && document.revision < this.document.revision) this.document = null;
        this.accept(document);
        // Pictures that were told of before this page listened.
        for (const [node, hash] of Object.entries(server.thumbnails ?? {})) this.picture(node, hash);
        this.emit('thumbnail', {});
    }

    /// Nothing is known of what was being computed any more.
    private rest(): void {
        for (const progress of this.running.values()) {
            progress.running = false;
            this.emit('progress', progress);
        }
    }

    show(screen: 'start' | 'editor'): void {
        this.screen = screen;
        this.emit('screen', screen);
        this.wish();
    }

    tell(kind: Told['kind'], sentence: string, where?: string | null, action?: ToldAction): void {
        const told = { kind, sentence, where: where ?? undefined, action, time: new Date() };
        this.log.push(told);
        if (this.log.length > 500) this.log.shift();
        this.emit('told', told);
    }

    // --- the document ---------------------------------------------------------------------------------------------------

    private accept(document: SceneDocument): void {
        if (this.document && document.revision < this.document.revision && document.revision !== 0) return;
        if (this.document?.scene !== document.scene) {
            this.since = document.revision;
            this.reports.clear();
            // A picture may be here before its document is.
            if (this.frame && this.frame.revision < document.revision) this.frame = null;
        }
        this.document = document;
        this.locks.open(document.path ?? document.title);
        if (this.server) this.keeper?.changed(this.server.folder, document);
        const has = (id: string | null) => id !== null && document.nodes.some((n) => n.id === id);
        // "@world" and "@outputs" are no nodes, and stay selected while they are worked on.
        if (!has(this.selected) && !this.selected?.startsWith('@')) this.selected = document.nodes.at(-1)?.id ?? null;
        if (!has(this.solo)) this.solo = null;
        const list = this.part && listOf(document, this.part);
        if (this.part && (this.part.node !== this.selected || !list || this.part.index >= list.length))
            this.part = null;
        this.emit('document', document);
        this.wish();
        this.look();
    }

    /// One step of undo. Resolves to the answer, or to null where it was refused (and said).
    async do(...commands: Command[]): Promise<Answer | null> {
        return this.attempt(commands, () => this.api.do(commands));
    }

    /// Nodes that are locked are not changed by hand; the sentence says how to go on.
    private guard(commands: readonly Command[]): void {
        const id = this.locks.hit(commands);
        if (id)
            throw new Refused(423, { status: 'locked', sentence: `${id} is locked; unlock it first (K)`, where: id });
    }

    /// As `do`, but the refusal comes back to the caller.
    async must(...commands: Command[]): Promise<Answer> {
        this.guard(commands);
        const answer = await this.api.do(commands);
        if (answer.document) this.accept(answer.document);
        return answer;
    }

    async line(text: string): Promise<Answer> {
        this.guard([text.trim().split(/\s+/)]);
        const answer = await this.api.line(text);
        if (answer.document) this.accept(answer.document);
        return answer;
    }

    gesture(what: string): Gesture {
        return new Gesture(async (commands, gesture, end) => {
            await this.attempt(commands, () => this.api.do(commands, { gesture, end }));
        }, what);
    }

    /// Waits until what was begun has been answered: undo and save mean the document with it.
    async settle(): Promise<void> {
        while (this.unanswered > 0) await new Promise((r) => setTimeout(r, 4));
    }

    private async attempt(commands: readonly Command[], request: () => Promise<Answer>): Promise<Answer | null> {
        this.unanswered++;
        try {
            this.guard(commands);
            const answer = await request();
            if (answer.document) this.accept(answer.document);
            return answer;
        } catch (error) {
            const [command] = commands;
            if (error instanceof Refused && error.failure.force && command && commands.length === 1) {
                if (await this.askForce(error)) return this.do([...command, 'force']);
            } else this.report(error);
            // What was refused leaves the document as it was; panels go back to showing that.
            if (this.document) this.emit('document', this.document);
            return null;
        } finally {
            this.unanswered--;
        }
    }

    /// How a question is asked; the page puts a dialog here.
    ask: (sentence: string, yes: string) => Promise<boolean> = async () => false;

    /// A refusal that `force` would allow, as a question: what is wrong, what is lost, and a button that does it.
    private askForce({ failure }: Refused, yes = 'Do it all the same'): Promise<boolean> {
        const { sentence, force } = failure;
        return this.ask(force ? `${sentence}. ${force.loses}` : sentence, force?.yes ?? yes);
    }

    /// Tries something that may be refused because it would replace what is there; then the person is asked once.
    async insist<T>(attempt: (force: boolean) => Promise<T>, yes?: string): Promise<T | null> {
        try {
            return await attempt(false);
        } catch (error) {
            if (!(error instanceof Refused && error.code === 409)) this.report(error);
            else if (await this.askForce(error, yes)) {
                try {
                    return await attempt(true);
                } catch (again) {
                    this.report(again);
                }
            }
            return null;
        }
    }

    report(error: unknown): void {
        if (error instanceof Refused) this.tell('error', error.message, error.failure.where);
        else if (error instanceof TypeError)
            this.tell('error', 'The server does not answer; is orogen studio still running?');
        else this.tell('error', error instanceof Error ? error.message : String(error));
    }

    private picture(node: string, hash: string): void {
        this.pictures.set(`${this.document?.scene}/${node}`, hash);
    }

    /// The hash of a node's small picture. Nodes of other scenes may have the same name.
    thumbnail(id: string): string | undefined {
        return this.pictures.get(`${this.document?.scene}/${id}`);
    }

    node(id: string | null): SceneNode | undefined {
        return id === null ? undefined : this.document?.nodes.find((n) => n.id === id);
    }

    operator(node: SceneNode | undefined): Operator | undefined {
        return node && this.catalogue.find(node.op);
    }

    /// Selects the node that a place of an error names, and asks for the field to be shown.
    goTo(where: string | null | undefined): void {
        const place = this.document && placeAt(this.document, where);
        if (!place) return;
        this.select(place.node);
        this.emit('field', place);
    }

    select(id: string | null, part: Part | null = null): void {
        this.selected = id;
        this.part = part;
        this.emit('selection', id);
        this.wish();
    }

    set = (path: string, value: Json) => this.do(['set', path, value]);
    undo = () => this.step('undo');
    redo = () => this.step('redo');

    private async step(which: 'undo' | 'redo'): Promise<Answer | null> {
        await this.settle();
        return this.do([which]);
    }

    /// After the selected node. `set` is what the new one is to have: "fractal=ridged", "preset=alpine".
    async add(op: string, set: string | null = null): Promise<void> {
        const at = this.document?.nodes.findIndex((n) => n.id === this.selected) ?? -1;
        const answer = await this.do(['add', op, at >= 0 ? at + 1 : 'end', ...(set ? [set] : [])]);
        const id = answer?.results[0]?.value;
        if (typeof id === 'string') this.select(id);
    }

    async remove(id: string | null = this.selected): Promise<void> {
        if (!id || !this.document) return;
        const index = this.document.nodes.findIndex((n) => n.id === id);
        const next = this.document.nodes[index + 1] ?? this.document.nodes[index - 1];
        const inside = contents(this.document, this.catalogue, id);
        if (!(await this.do(['remove', id]))) return;
        this.select(next?.id ?? null);
        void this.offerUndo(`Removed ${id}${inside ? ` with ${inside}` : ''}.`);
    }

    /// What is selected most closely goes: a part of the node, and only where none is selected the node.
    async removeSelected(): Promise<void> {
        const { part, document: doc } = this;
        if (!part || !doc) return this.remove();
        const command = removal(doc, part);
        if (!command || !(await this.do(command))) return;
        const left = listOf(this.document!, part)?.length ?? 0;
        this.select(part.node, left > 0 ? { ...part, index: Math.min(part.index, left - 1) } : null);
    }

    /// Says what went, and offers it back as long as nothing else was done.
    async offerUndo(sentence: string): Promise<void> {
        await this.settle();
        const revision = this.document?.revision;
        this.tell('note', sentence, null, {
            label: 'Undo',
            run: () => {
                if (this.document?.revision === revision) void this.undo();
                else this.tell('note', 'More was done since; Ctrl+Z goes back step by step.');
            },
        });
    }

    async duplicate(id: string | null = this.selected): Promise<void> {
        if (!id) return;
        const copy = (await this.do(['duplicate', id]))?.results[0]?.value;
        if (typeof copy === 'string') this.select(copy);
    }

    async move(id: string | null, by: number): Promise<void> {
        const index = this.document?.nodes.findIndex((n) => n.id === id) ?? -1;
        if (index < 0 || !id) return;
        const to = Math.min(Math.max(index + by, 0), this.document!.nodes.length - 1);
        if (to !== index) await this.do(['move', id, to]);
    }

    async toggle(id: string | null = this.selected): Promise<void> {
        const node = this.node(id);
        if (node) await this.do(['enable', node.id, node.enabled ? 'off' : 'on']);
    }

    setLocked(id: string | null, locked?: boolean): void {
        if (!this.node(id)) return;
        this.locks.set(id!, locked ?? !this.locks.has(id!));
        this.emit('view', undefined);
    }

    /// Another document in place of this one; resolves to whether it came.
    async open(command: Command): Promise<boolean> {
        const answer = await this.insist((force) => this.must(force ? [...command, 'force'] : command));
        if (!answer) return false;
        this.solo = null;
        const last = this.shownTerrain()?.split('.')[0];
        this.select(last ?? this.document?.nodes.at(-1)?.id ?? null);
        this.modeId = 'textured';
        this.emit('view', undefined);
        this.show('editor');
        return true;
    }

    async save(path?: string): Promise<boolean> {
        if (!path && !this.document?.path) return false;
        await this.settle();
        const command: Command = path ? ['save-as', path] : ['save'];
        const answer = await this.insist((force) => this.must(force ? [...command, 'force'] : command));
        if (answer) this.tell('note', `Saved as ${this.document?.path}.`);
        return answer !== null;
    }

    async cancel(): Promise<void> {
        if (this.running.get('build')?.running || this.build?.state === 'running') await this.do(['cancel', 'build']);
        else await this.do(['cancel', 'view']);
    }

    // --- the view -------------------------------------------------------------------------------------------------------

    /// The map drawn as ground: what is soloed if it is a height, else the document's main terrain.
    shownTerrain(): string | null {
        if (!this.document) return null;
        if (this.solo && isHeight(this.document, this.catalogue, this.solo)) return this.solo;
        return mainTerrain(this.document, this.catalogue) ?? this.document.last;
    }

    modes(): Mode[] {
        return this.document ? modesOf(this.document, this.catalogue, this.shownTerrain()) : [];
    }

    /// How the ground is coloured now. A soloed map that is no height is laid over the terrain.
    mode(): Mode {
        const doc = this.document;
        const plain: Mode = { id: 'textured', label: 'Textured', shading: 'textured' };
        if (!doc) return plain;
        if (this.solo && !isHeight(doc, this.catalogue, this.solo)) {
            const map = mapsOf(doc, this.catalogue).find((m) => m.from === this.solo);
            if (map) return mapMode(map, classesOf(doc, this.catalogue, map));
        }
        if (this.modeId.startsWith('map:')) {
            const map = mapsOf(doc, this.catalogue).find((m) => `map:${m.from}` === this.modeId);
            return map ? mapMode(map, classesOf(doc, this.catalogue, map)) : plain;
        }
        const found = this.modes().find((m) => m.id === this.modeId);
        return found && !found.missing ? found : plain;
    }

    setMode(id: string): void {
        const missing = this.modes().find((m) => m.id === id)?.missing;
        if (missing) {
            this.tell('note', missing);
            return;
        }
        this.modeId = id;
        // A map shown alone lies over the ground; another look takes it away.
        if (this.document && this.solo && !isHeight(this.document, this.catalogue, this.solo)) this.solo = null;
        this.emit('view', undefined);
        this.wish();
    }

    setSolo(id: string | null): void {
        this.solo = this.solo === id ? null : id;
        this.emit('view', undefined);
        this.wish();
    }

    setTool(tool: Tool): void {
        this.tool = tool;
        this.emit('view', undefined);
    }

    change(settings: Partial<Settings>): void {
        const live = this.settings.live;
        this.settings = { ...this.settings, ...settings };
        writeSettings(globalThis.localStorage, this.settings);
        this.emit('settings', this.settings);
        if (live !== this.settings.live) void this.do(['live', this.settings.live ? 'on' : 'off']);
        this.wish();
        this.look();
    }

    /// Maps the document makes of water: depth over the ground, laid into the terrain where there is any.
    private waterMap(): string | null {
        if (!this.document) return null;
        const maps = mapsOf(this.document, this.catalogue);
        return (
            maps.findLast((m) => m.unit === 'm' && /^(water|water_depth|lakes?|depth)$/.test(m.output))?.from ?? null
        );
    }

    /// Tells the server what to compute. Nothing is sent while the wish is the same.
    wish(force = false): void {
        if (!this.document) return;
        const maps: MapWish[] = [];
        // The start screen shows no land: nothing has to be computed.
        const terrain = this.screen === 'editor' ? this.shownTerrain() : null;
        if (terrain) maps.push({ name: 'height', from: terrain });
        const overlay = this.mode().wish;
        if (overlay && terrain) maps.push({ name: 'overlay', ...overlay });
        const water = terrain && this.waterMap();
        if (water && terrain) maps.push({ name: 'water', from: water });
        const levels = levelsFor(this.settings.preview);
        const text = JSON.stringify([levels, maps]);
        if ((text === this.wished && !force) || (maps.length === 0 && this.wished === '')) return;
        this.wished = text;
        this.seq++;
        this.look();
        this.api.view(this.seq, levels, maps).catch((error: unknown) => {
            this.wished = '';
            this.report(error);
        });
    }

    /// Says what is on the screen, where that is another thing than before.
    private look(): void {
        const now = screenOf({
            document: this.document,
            terrain: this.shownTerrain(),
            seq: this.seq,
            frame: this.frame,
            failed: this.failed,
            live: this.settings.live,
        });
        const before = this.shown;
        this.shown = now;
        if (now.kind !== before.kind || now.frame !== before.frame || now.sentence !== before.sentence)
            this.emit('shown', now);
    }

    private fail(failed: Failed): void {
        if (failed.seq >= this.seq) this.failed = failed;
        this.look();
    }

    // --- events of the server -------------------------------------------------------------------------------------------

    private receive<K extends keyof ServerEvents>(name: K, data: ServerEvents[K]): void {
        const handlers: { [N in keyof ServerEvents]: (data: ServerEvents[N]) => void } = {
            hello: () => {
                this.wished = '';
                this.reload().catch((error: unknown) => this.report(error));
            },
            document: (d) => {
                // Saving and deciding about recovered work change no revision.
                if (d.revision >= (this.document?.revision ?? 0) && d.tab !== this.api.tab)
                    this.api.document().then(
                        (doc) => this.accept(doc),
                        (error: unknown) => this.report(error),
                    );
            },
            frame: (f) => this.announce(f),
            nodes: (n) => {
                for (const report of n.nodes) {
                    // A node that did not run keeps the time it took when it did.
                    const before = this.reports.get(report.id);
                    if ((report.cached || !report.used) && before) report.seconds = before.seconds;
                    this.reports.set(report.id, report);
                }
                this.emit('nodes', this.reports);
            },
            failed: (f) => this.fail(f),
            progress: (p) => {
                this.running.set(p.lane, p);
                this.emit('progress', p);
            },
            thumbnail: (t) => {
                if (t.forget) this.pictures.clear();
                if (t.node && t.hash) this.picture(t.node, t.hash);
                this.emit('thumbnail', t);
            },
            build: (b) => {
                this.build = b;
                this.emit('build', b);
            },
            ran: (r) => this.emit('ran', r),
            autosave: (a) => {
                if (!a.ok)
                    this.tell('error', `The copy for recovery could not be written: ${a.error?.sentence ?? 'unknown'}`);
            },
            note: (n) => this.tell('note', n.sentence, n.where),
            beat: () => undefined,
            bye: () => undefined, // the stream ends with it
        };
        handlers[name](data);
    }

    /// Fetches the newest frame only: what was announced while another was on its way is passed over.
    private announce(info: FrameInfo): void {
        if (this.newest) this.counts.skipped++;
        this.newest = info;
        void this.pump();
    }

    private async pump(): Promise<void> {
        if (this.fetching) return;
        this.fetching = true;
        try {
            while (this.newest) {
                const info = this.newest;
                this.newest = null;
                // Of a view that was asked for before the last one, or older than what is shown: of no use.
                if (this.isPast(info)) {
                    this.counts.skipped++;
                    continue;
                }
                const ground = info.maps.find((m) => m.name === 'height');
                if (ground?.error) this.fail({ seq: info.seq, revision: info.revision, error: ground.error });
                if (!ground || ground.error || ground.held) continue; // no picture
                try {
                    this.take(await this.api.frame(info.id));
                } catch (error) {
                    if (!(error instanceof Refused && error.code === 410)) this.report(error);
                }
            }
        } finally {
            this.fetching = false;
        }
    }

    private isPast(info: FrameInfo): boolean {
        return info.seq < this.seq || info.revision < Math.max(this.since, this.frame?.revision ?? 0);
    }

    private take(frame: Frame): void {
        if (this.isPast(frame)) {
            this.counts.stale++;
            return;
        }
        this.tellMapErrors(frame);
        this.frame = frame;
        this.counts.shown++;
        if (frame.index === 0) this.counts.edits.push(frame.edit_ms);
        this.emit('frame', frame);
        this.look();
    }

    /// A map beside the ground that could not be had; once, not again at every level.
    private tellMapErrors(frame: Frame): void {
        for (const { error } of frame.maps) {
            if (!error || this.toldOf === error.sentence) continue;
            this.toldOf = error.sentence;
            this.tell('error', error.sentence, error.where);
        }
    }
}
