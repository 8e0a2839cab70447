// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The document and the commands that change it: what was asked for, what came back, what was refused and said.

import {
    type Answer,
    type Api,
    type BuildReport,
    type Command,
    type Connection,
    type NodeReport,
    Refused,
    type ServerEvents,
    type ServerState,
} from './api';
import { Catalogue, type Operator } from './catalogue';
import type { Copy } from './copies';
import type { SceneDocument, SceneNode } from './document';
import { Emitter } from './events';
import type { Frame } from './frame';
import { Gesture } from './gesture';
import { Locks } from './locks';
import type { Screen } from './screen';
import type { Settings } from './settings';

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

/// Everything that speaks about the document. What follows from a new one, `accepted` of a subclass says.
export abstract class Session extends Emitter<StudioEvents> {
    readonly api: Api;
    catalogue = new Catalogue({ orogen: '', world: [], render: [], operators: [] });
    server: ServerState | null = null;
    document: SceneDocument | null = null;
    connection: Connection = 'lost';
    log: Told[] = [];
    readonly locks: Locks;
    private unanswered = 0; // commands on their way

    constructor(api: Api) {
        super();
        this.api = api;
        this.locks = new Locks(globalThis.localStorage);
    }

    /// A document is here in place of `before`.
    protected abstract accepted(document: SceneDocument, before: SceneDocument | null): void;

    protected accept(document: SceneDocument): void {
        const before = this.document;
        if (before && document.revision < before.revision && document.revision !== 0) return;
        this.document = document;
        this.locks.open(document.path ?? document.title);
        this.accepted(document, before);
    }

    tell(kind: Told['kind'], sentence: string, where?: string | null, action?: ToldAction): void {
        const told = { kind, sentence, where: where ?? undefined, action, time: new Date() };
        this.log.push(told);
        if (this.log.length > 500) this.log.shift();
        this.emit('told', told);
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

    node(id: string | null): SceneNode | undefined {
        return id === null ? undefined : this.document?.nodes.find((n) => n.id === id);
    }

    operator(node: SceneNode | undefined): Operator | undefined {
        return node && this.catalogue.find(node.op);
    }
}
