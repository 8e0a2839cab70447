// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What is looked at: which map is the ground, how it is coloured, what is drawn beside it; what the server is asked to compute
// for that, and which of its answers are of use.

import { type Api, type NodeReport, Refused, type ServerEvents } from './api';
import { classesOf, isHeight, mainTerrain, mapsOf, type SceneDocument } from './document';
import type { Frame, FrameInfo, MapWish } from './frame';
import { type Mode, mapMode, modesOf } from './modes';
import { listOf, type Part } from './part';
import { type Failed, placeAt, type Screen, screenOf } from './screen';
import { Session } from './session';
import { levelsFor, readSettings, type Settings, writeSettings } from './settings';
import { mainThing, type ThingChoice, thingOf, thingsOf, wishFor } from './things';

export type Tool = 'select' | 'brush';

export abstract class Looking extends Session {
    selected: string | null = null;
    /// What is selected inside the selected node.
    part: Part | null = null;
    solo: string | null = null;
    /// Which output of a node is shown, where it makes several that are no maps.
    private readonly outputs = new Map<string, string>();
    modeId = 'textured';
    tool: Tool = 'select';
    brush = { radius: 150, strength: 0.5, softness: 0.5, erase: false };
    /// The newest picture of this scene. Whether it is of the document as it is now, `shown` says.
    frame: Frame | null = null;
    shown: Screen<Frame> = { kind: 'nothing', frame: null, sentence: '' };
    reports = new Map<string, NodeReport>();
    settings: Settings;
    screen: 'start' | 'editor' = 'start';
    running = new Map<string, ServerEvents['progress']>();
    /// For tests: how frames were shown. `stale` counts frames drawn although a newer revision had been shown before.
    readonly counts = { shown: 0, stale: 0, skipped: 0, edits: [] as number[] };

    protected wished = '';
    private seq = 0;
    private newest: FrameInfo | null = null;
    private fetching = false;
    private failed: Failed | null = null;
    private toldOf = ''; // the last error of a map beside the ground
    private since = 0; // the first revision of the scene at hand: what is older shows another one

    constructor(api: Api) {
        super(api);
        this.settings = readSettings(globalThis.localStorage);
    }

    protected override accepted(document: SceneDocument, before: SceneDocument | null): void {
        if (before?.scene !== document.scene) {
            this.since = document.revision;
            this.reports.clear();
            // A picture may be here before its document is.
            if (this.frame && this.frame.revision < document.revision) this.frame = null;
        }
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

    show(screen: 'start' | 'editor'): void {
        this.screen = screen;
        this.emit('screen', screen);
        this.wish();
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

    /// The map drawn as ground: what is soloed if it is a height, else the document's main terrain.
    shownTerrain(): string | null {
        if (!this.document) return null;
        if (this.solo && isHeight(this.document, this.catalogue, this.solo)) return this.solo;
        return mainTerrain(this.document, this.catalogue) ?? this.document.last;
    }

    /// What is shown beside the ground or in its place: what the node that is looked at makes and that is no map.
    shownThing(): ThingChoice | null {
        if (!this.document) return null;
        const looked = this.solo ?? this.selected;
        const chosen = looked === null ? undefined : this.outputs.get(looked);
        return (
            (chosen && thingOf(this.document, this.catalogue, `${looked}.${chosen}`)) ||
            thingOf(this.document, this.catalogue, looked) ||
            (this.shownTerrain() ? null : mainThing(this.document, this.catalogue))
        );
    }

    /// What stands behind it where there is no ground: the surface that ribbons and lines are drawn for.
    shownBehind(): ThingChoice | null {
        const thing = this.shownThing();
        if (!this.document || !thing || thing.solid || this.shownTerrain()) return null;
        const main = mainThing(this.document, this.catalogue);
        return main?.kind === 'mesh' ? main : null;
    }

    /// All of what the node that is looked at makes and that can be drawn beside maps.
    shownThings(): ThingChoice[] {
        const node = this.shownThing()?.node;
        return node && this.document ? thingsOf(this.document, this.catalogue, node) : [];
    }

    showOutput(node: string, output: string): void {
        this.outputs.set(node, output);
        this.emit('view', undefined);
        this.wish();
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

    /// Tells the server what to compute. Nothing is sent while the wish is the same. `force`: all of it, however long it takes.
    wish(force = false): void {
        if (!this.document) return;
        const maps: MapWish[] = [];
        // The start screen shows no land: nothing has to be computed.
        const seen = this.screen === 'editor';
        const terrain = seen ? this.shownTerrain() : null;
        const thing = seen ? this.shownThing() : null;
        if (terrain) maps.push({ name: 'height', from: terrain });
        const overlay = this.mode().wish;
        if (overlay && terrain) maps.push({ name: 'overlay', ...overlay });
        const water = terrain && this.waterMap();
        if (water && terrain) maps.push({ name: 'water', from: water });
        if (thing) maps.push({ name: 'thing', from: thing.from, ...wishFor(thing.kind) });
        const behind = seen ? this.shownBehind() : null;
        if (behind) maps.push({ name: 'behind', from: behind.from, ...wishFor(behind.kind) });
        const levels = levelsFor(this.settings.preview, (behind ?? thing)?.solid);
        const text = JSON.stringify([levels, maps]);
        if ((text === this.wished && !force) || (maps.length === 0 && this.wished === '')) return;
        this.wished = text;
        this.seq++;
        this.look();
        this.api.view(this.seq, levels, maps, force).catch((error: unknown) => {
            this.wished = '';
            this.report(error);
        });
    }

    /// Says what is on the screen, where that is another thing than before.
    protected look(): void {
        const now = screenOf({
            document: this.document,
            subject: this.shownTerrain() ?? this.shownThing()?.from ?? null,
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

    protected fail(failed: Failed): void {
        if (failed.seq >= this.seq) this.failed = failed;
        this.look();
    }

    // --- frames ---------------------------------------------------------------------------------------------------------

    /// Fetches the newest frame only: what was announced while another was on its way is passed over.
    protected announce(info: FrameInfo): void {
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
                // The ground comes first, or what is shown where there is none.
                const subject = info.maps[0];
                if (subject?.error) this.fail({ seq: info.seq, revision: info.revision, error: subject.error });
                if (!subject || subject.error || subject.held) continue; // no picture
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
        this.keep(frame);
        this.frame = frame;
        this.counts.shown++;
        if (frame.index === 0) this.counts.edits.push(frame.edit_ms);
        this.emit('frame', frame);
        this.look();
    }

    /// Where data waits until it is asked for, what was shown of it stays.
    private keep(frame: Frame): void {
        frame.kept = null;
        for (const waiting of frame.maps.filter((m) => m.waits).toReversed()) {
            const before = frame.things.get(waiting.name) ?? this.frame?.things.get(waiting.name);
            if (before?.from !== waiting.from) {
                frame.kept = null;
                return;
            }
            frame.things.set(waiting.name, before);
            if (frame.kept && frame.kept.revision < before.revision) continue;
            frame.kept = { revision: before.revision, level: before.level, kind: before.kind };
        }
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
