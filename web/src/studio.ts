// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The page's state and everything that can be done to it. Panels read it, call its verbs and listen to its events; they never
// speak to the server themselves. Beneath it: model/session.ts (the document), model/looking.ts (what is seen of it).

import type { Answer, Api, BuildReport, Command, ServerEvents } from './model/api';
import { Catalogue, type Json } from './model/catalogue';
import { type Copy, type CopyStore, Keeper } from './model/copies';
import type { SceneDocument } from './model/document';
import { Looking } from './model/looking';
import { contents, listOf, removal } from './model/part';
import { nodeAt } from './model/screen';
import type { StudioEvents } from './model/session';
import { ToGo } from './model/togo';

export type { Tool } from './model/looking';
export type { StudioEvents, Told, ToldAction } from './model/session';

export class Studio extends Looking {
    build: BuildReport | null = null;
    /// How long the build at work will go on.
    readonly toGo = new ToGo();
    /// Cancelling was asked for, and the end is not here yet.
    stopping = false;
    cursor: StudioEvents['cursor'] = null;
    readonly keeper: Keeper | null;
    offer: Copy | null = null;
    private readonly pictures = new Map<string, string>(); // hashes of small pictures, by scene and node

    constructor(api: Api, copies: CopyStore | null = null) {
        super(api);
        this.keeper = copies && new Keeper(copies, api.server, () => api.text());
    }

    protected override accepted(document: SceneDocument, before: SceneDocument | null): void {
        if (this.server) this.keeper?.changed(this.server.folder, document);
        super.accepted(document, before);
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

    private picture(node: string, hash: string): void {
        this.pictures.set(`${this.document?.scene}/${node}`, hash);
    }

    /// The hash of a node's small picture. Nodes of other scenes may have the same name.
    thumbnail(id: string): string | undefined {
        return this.pictures.get(`${this.document?.scene}/${id}`);
    }

    // --- verbs ----------------------------------------------------------------------------------------------------------

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
        if (this.build?.state === 'running') await this.cancelBuild();
        else await this.do(['cancel', 'view']);
    }

    async cancelBuild(): Promise<void> {
        this.stopping = true;
        if (this.build) this.emit('build', this.build);
        await this.do(['cancel', 'build']);
    }

    /// Opens a folder of the project where there is a desktop; else its path is to be copied.
    async openFolder(name: string): Promise<void> {
        const shown = (await this.do(['folder', name]))?.results[0]?.value as { path: string; opened: boolean } | null;
        if (!shown) return;
        if (shown.opened) this.tell('note', `Opened ${shown.path}.`);
        else
            this.tell('note', `${shown.path}: there is no desktop here to open it on.`, null, {
                label: 'Copy the path',
                run: () => void this.copy(shown.path, 'The path is in the clipboard.'),
            });
    }

    async copy(text: string, done: string): Promise<void> {
        try {
            await navigator.clipboard.writeText(text);
            this.tell('note', done);
        } catch {
            this.tell('note', `This browser does not let the page write to the clipboard; select the text: ${text}`);
        }
    }

    private follow(build: BuildReport): void {
        if (build.state !== 'running') this.toGo.forget();
        else if (build.fraction !== undefined) this.toGo.see(build.fraction, performance.now());
        this.stopping &&= build.state === 'running';
        this.build = build;
        this.emit('build', build);
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
                    if (!report.used && before?.notes) report.notes = before.notes;
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
            build: (b) => this.follow(b),
            ran: (r) => this.emit('ran', r),
            autosave: (a) => {
                if (!a.ok)
                    this.tell('error', `The copy for recovery could not be written: ${a.error?.sentence ?? 'unknown'}`);
            },
            note: (n) => {
                // Said again at every level, with other counts; it stands at the node already.
                const gist = (sentence: string) => sentence.replace(/[\d.]+/g, '#');
                const node = this.document && nodeAt(this.document, n.where);
                const said = node ? this.reports.get(node)?.notes : undefined;
                if (!said?.some((s) => gist(s.sentence) === gist(n.sentence))) this.tell('note', n.sentence, n.where);
            },
            beat: () => undefined,
            bye: () => undefined, // the stream ends with it
        };
        handlers[name](data);
    }
}
