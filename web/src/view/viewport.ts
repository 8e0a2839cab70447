// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The 3D view and the map: one canvas, one or two panes. Draws only when something changed.

import * as THREE from 'three';
import { polylinesOf, recordNames, type SceneDocument } from '../model/document';
import { type Frame, mapIn } from '../model/frame';
import type { Studio } from '../studio';
import { Rig } from './camera';
import { Hands } from './hands';
import { Heights } from './heights';
import { GroundLook } from './look';
import { Marks } from './marks';
import { Pace } from './pace';
import { boxOf, boxOfNode, castFrom } from './seeking';
import { type Stage, stageOf } from './stage';
import { Terrain } from './terrain';
import { Things } from './things/things';

const REST_MS = 280;
const LATE_MS = 200; // from a new picture to its drawing

export type Layout = '3d' | 'split' | 'map';

export interface Pane {
    rig: Rig;
    left: number;
    width: number;
    map: boolean;
}

export class Viewport {
    readonly dom: HTMLElement;
    readonly canvas: HTMLCanvasElement;
    readonly rig = new Rig();
    readonly mapRig = new Rig();
    layout: Layout = '3d';
    sun = { azimuth: 258, altitude: 36 };
    /// The land that is shown; null: none is.
    heights: Heights | null = null;
    /// What is shown as a whole; null: nothing is, and the view is grey.
    stage: Stage | null = null;
    readonly colours: GroundLook;
    readonly things: Things;
    /// What stands behind them where there is no ground.
    readonly behind: Things;
    readonly marks = new Marks();
    onChange: (() => void) | null = null;
    drawn = 0;
    /// Milliseconds spent inside GL calls of the last draw, so that tests can tell them from the page's own work.
    glMs = 0;
    readonly draws: { start: number; ms: number }[] = [];

    private readonly studio: Studio;
    private readonly renderer: THREE.WebGLRenderer;
    private readonly terrain: Terrain;
    private readonly hands: Hands;
    private taken: Frame | null = null;
    private framed = '';
    private sunOf = ''; // which scene's sun was taken over
    private pending = false;
    private changed = 0;
    private drawnScale = 1;
    private sharpen = 0;
    private undrawn = 0; // a timer; 0: all that was taken is drawn
    private readonly pace: Pace;

    constructor(studio: Studio) {
        this.studio = studio;
        this.canvas = document.createElement('canvas');
        this.canvas.dataset.testid = 'viewport';
        this.canvas.tabIndex = 0;
        this.canvas.setAttribute('role', 'application');
        this.canvas.setAttribute(
            'aria-label',
            'Terrain. Arrow keys turn the view, plus and minus come nearer and go away.',
        );
        this.dom = document.createElement('div');
        this.dom.className = 'viewport';
        this.dom.append(this.canvas);
        THREE.ColorManagement.enabled = false;
        this.renderer = new THREE.WebGLRenderer({
            canvas: this.canvas,
            antialias: true,
            powerPreference: 'high-performance',
        });
        this.renderer.outputColorSpace = THREE.LinearSRGBColorSpace;
        this.renderer.autoClear = false;
        this.terrain = new Terrain(this.renderer);
        this.colours = new GroundLook(studio, this.terrain);
        const linear = this.renderer.extensions.has('OES_texture_float_linear');
        this.things = new Things(linear);
        this.behind = new Things(linear);
        this.pace = new Pace(this.renderer.getContext() as WebGL2RenderingContext);
        this.setSun(this.sun.azimuth, this.sun.altitude);
        for (const rig of [this.rig, this.mapRig]) rig.ground = (x, z) => this.groundAt(x, z);
        this.mapRig.flat = true;
        this.mapRig.isMap = true;
        this.mapRig.look(0, Math.PI / 2);
        this.hands = new Hands(studio, this);
        new ResizeObserver(() => this.invalidate()).observe(this.dom);
        studio.on('shown', ({ kind, frame }) => {
            if (frame !== this.taken) {
                this.taken = frame;
                if (frame) this.take(frame);
                else this.forget();
                this.awaitDraw();
            }
            if (!this.undrawn) this.dom.dataset.shown = kind;
            this.onChange?.();
        });
        studio.on('view', () => {
            this.colours.follow(studio.mode().id);
            this.relook();
        });
        studio.on('document', (doc) => {
            this.followSun(doc);
            this.redrawMarks();
        });
        studio.on('selection', () => this.redrawMarks());
        studio.on('settings', () => this.relook());
    }

    /// What was taken counts as shown once it is drawn; where that takes long, what is on the screen is marked as old.
    private awaitDraw(): void {
        clearTimeout(this.undrawn);
        this.undrawn = window.setTimeout(() => {
            this.dom.dataset.shown = 'stale';
        }, LATE_MS);
    }

    get exaggeration(): number {
        return this.terrain.exaggeration;
    }

    /// The sun of a scene's pictures is the view's too, until a hand moves it.
    private followSun({ scene, sun }: SceneDocument): void {
        const key = `${scene}:${sun}`;
        if (sun && key !== this.sunOf) this.setSun(...sun);
        this.sunOf = key;
    }

    /// Height of the ground as drawn, which the eye stays above.
    private groundAt(x: number, z: number): number {
        const { heights: h, stage, exaggeration } = this;
        if (!stage) return 0;
        const sea = this.terrain.sea ?? Number.NEGATIVE_INFINITY;
        // Nothing lies in the way where no ground is drawn.
        if (!h || this.things.hidesGround) return stage.min * exaggeration - stage.spanX - stage.spanY;
        const outside = Math.abs(x) > 0.5 * h.spanX || Math.abs(z) > 0.5 * h.spanY;
        if (outside) return (sea === Number.NEGATIVE_INFINITY ? h.min : sea) * exaggeration;
        return Math.max(h.at(x + 0.5 * h.spanX + h.originX, z + 0.5 * h.spanY + h.originY), sea) * exaggeration;
    }

    // --- what is shown --------------------------------------------------------------------------------------------------

    private take(frame: Frame): void {
        this.terrain.setExaggeration(this.studio.settings.exaggeration);
        this.takeHeights(frame);
        // One that could not be had in time is of an earlier document: it is not shown.
        const thing = frame.things.get('thing') ?? null;
        this.things.take(thing, thing ? recordNames(this.studio.document, this.studio.catalogue, thing.from) : []);
        this.behind.take(frame.things.get('behind') ?? null);
        this.restage();
        this.colours.take(frame);
        this.relook();
        const { stage } = this;
        const doc = this.studio.document;
        const key = stage && `${Math.round(stage.spanX)}x${Math.round(stage.spanY)}:${doc?.path ?? doc?.title}`;
        if (key && key !== this.framed) {
            this.framed = key;
            this.frameAll();
        }
        if (stage) this.rig.setExtent(stage.spanX, stage.spanY);
        this.hands.hover();
        this.invalidate();
    }

    private takeHeights(frame: Frame): void {
        const info = mapIn(frame, 'height');
        const data = frame.data.get('height');
        this.heights = null;
        if (!info || !(data instanceof Float32Array)) return;
        this.heights = new Heights(data, info.width, info.height, info.cell, info.origin);
        this.terrain.setHeights(this.heights, this.studio.document?.world.sea ?? null);
        if (frame.maps.some((m) => m.name === 'water' && m.held)) return;
        const water = frame.data.get('water');
        this.terrain.setWater(water instanceof Float32Array ? water : null, info.width, info.height);
    }

    /// There is no picture of this document: nothing is drawn, and nothing can be read off.
    private forget(): void {
        this.heights = null;
        this.things.take(null);
        this.behind.take(null);
        this.colours.forget();
        this.restage();
        this.redrawMarks();
        this.hands.hover();
        this.invalidate();
    }

    private restage(): void {
        const bounds = (this.behind.drawn ?? this.things.drawn)?.bounds ?? null;
        this.stage = stageOf(this.heights, bounds, this.studio.document?.world ?? null);
        const { stage, heights, exaggeration } = this;
        for (const t of [this.behind, this.things]) t.put(stage && { stage, heights, exaggeration });
    }

    private relook(): void {
        this.colours.apply(this.heights);
        this.restage();
        this.redrawMarks();
        this.onChange?.();
        this.invalidate();
    }

    private redrawMarks(): void {
        const doc = this.studio.document;
        if (!doc) return;
        this.marks.setLines(
            polylinesOf(doc, this.studio.catalogue),
            this.heights,
            this.terrain.exaggeration,
            this.studio.selected,
            this.studio.part,
        );
        this.invalidate();
    }

    /// After a choice about what is shown beside the ground.
    rechoose(change: (things: Things) => void): void {
        change(this.things);
        this.restage();
        this.onChange?.();
        this.invalidate();
    }

    setSun(azimuth: number, altitude: number): void {
        this.sun = { azimuth: ((azimuth % 360) + 360) % 360, altitude: Math.min(Math.max(altitude, 2), 90) };
        this.terrain.setSun(this.sun.azimuth, this.sun.altitude);
        for (const t of [this.behind, this.things]) t.setSun(this.sun.azimuth, this.sun.altitude);
        this.onChange?.();
        this.invalidate();
    }

    setLayout(layout: Layout): void {
        if (layout !== this.layout && this.layout === '3d') {
            this.layout = layout;
            this.frameMap();
        }
        this.layout = layout;
        this.dom.dataset.layout = layout;
        this.onChange?.();
        this.invalidate();
    }

    setContours(on: boolean): void {
        this.colours.contours = on;
        this.relook();
    }

    frameAll(): void {
        const { stage } = this;
        if (!stage) return;
        const sea = this.heights ? (this.terrain.sea ?? Number.NEGATIVE_INFINITY) : Number.NEGATIVE_INFINITY;
        const low = Math.max(stage.min, sea) * this.terrain.exaggeration;
        this.rig.frameAll(stage.spanX, stage.spanY, low, stage.max * this.terrain.exaggeration, this.paneAspect());
        this.frameMap();
        this.invalidate();
    }

    private frameMap(): void {
        const { stage } = this;
        if (!stage) return;
        this.mapRig.frameAll(stage.spanX, stage.spanY, stage.min, stage.max, this.paneAspect());
        this.mapRig.frameMap(stage.spanX, stage.spanY, this.paneAspect());
    }

    /// Width over height of the view, or of the map beside it.
    private paneAspect(): number {
        const aspect = this.dom.clientWidth / Math.max(this.dom.clientHeight, 1) || 1;
        return this.layout === 'split' ? 0.5 * aspect : aspect;
    }

    look(yaw: number, pitch: number): void {
        this.rig.look(yaw, pitch);
        this.invalidate();
    }

    toggleFlat(): void {
        this.rig.flat = !this.rig.flat;
        this.invalidate();
    }

    /// Comes near what is selected: what it makes, the places it names, or everything.
    frameSelection(): void {
        const { stage } = this;
        if (!stage) return;
        const bounds = this.things.drawn?.bounds ?? null;
        const box = bounds
            ? boxOf(stage, this.exaggeration, bounds)
            : boxOfNode(this.studio, this.heights, this.exaggeration);
        if (box.isEmpty()) {
            this.frameAll();
            return;
        }
        const size = box.getSize(new THREE.Vector3()).length();
        const radius = this.studio.node(this.studio.selected)?.args.radius;
        box.getCenter(this.rig.target);
        const least = this.things.drawn ? 0.01 : 0.2;
        this.rig.distance = Math.max(1.6 * size, typeof radius === 'number' ? 2.5 * radius : 0, least * stage.spanX);
        this.invalidate();
    }

    // --- drawing --------------------------------------------------------------------------------------------------------

    invalidate(): void {
        this.changed = performance.now();
        if (this.pending) return;
        this.pending = true;
        requestAnimationFrame(() => {
            this.pace.when(() => {
                this.pending = false;
                this.draw(this.pace.scale);
                if (this.pace.slow) this.sharpenLater();
            });
        });
    }

    /// What was drawn coarsely while it moved is drawn in full once it rests.
    private sharpenLater(): void {
        clearTimeout(this.sharpen);
        this.sharpen = window.setTimeout(() => {
            if (performance.now() - this.changed < REST_MS || this.pending) this.sharpenLater();
            else this.pace.when(() => this.draw(1));
        }, REST_MS);
    }

    panes(): Pane[] {
        const width = this.dom.clientWidth;
        if (this.layout === '3d') return [{ rig: this.rig, left: 0, width, map: false }];
        if (this.layout === 'map') return [{ rig: this.mapRig, left: 0, width, map: true }];
        const half = Math.floor(width / 2);
        return [
            { rig: this.rig, left: 0, width: half, map: false },
            { rig: this.mapRig, left: half, width: width - half, map: true },
        ];
    }

    private draw(scale: number): void {
        const width = this.dom.clientWidth;
        const height = this.dom.clientHeight;
        if (width === 0 || height === 0) return;
        const begin = performance.now();
        const ratio = Math.min(window.devicePixelRatio, 2) * scale;
        const size = this.renderer.getSize(new THREE.Vector2());
        if (size.x !== width || size.y !== height || this.renderer.getPixelRatio() !== ratio) {
            this.renderer.setPixelRatio(ratio);
            this.renderer.setSize(width, height, false);
        }
        this.terrain.setQuality(scale);
        this.renderer.setScissorTest(true);
        const backdrop = new THREE.Color(
            getComputedStyle(document.documentElement).getPropertyValue('--map-backdrop').trim() || '#202830',
        );
        for (const pane of this.panes()) {
            pane.rig.update(pane.width / height);
            this.renderer.setViewport(pane.left, 0, pane.width, height);
            this.renderer.setScissor(pane.left, 0, pane.width, height);
            this.renderer.setClearColor(this.heights ? 0x000000 : backdrop);
            this.renderer.clear();
            if (!this.stage) continue;
            const bare = pane.map || pane.rig.flat ? backdrop : null;
            if (this.heights) this.terrain.render(this.renderer, pane.rig.camera, bare, !this.things.hidesGround);
            const metresPerPixel = pane.rig.metresPerPixel(height);
            for (const t of [this.behind, this.things])
                t.render(this.renderer, pane.rig.camera, pane.width, height, metresPerPixel);
            this.marks.render(this.renderer, pane.rig.camera, pane.width, height);
        }
        this.glMs = performance.now() - begin;
        this.draws.push({ start: begin, ms: this.glMs });
        if (this.draws.length > 400) this.draws.shift();
        this.drawn++;
        this.drawnScale = scale;
        clearTimeout(this.undrawn);
        this.undrawn = 0;
        this.dom.dataset.shown = this.studio.shown.kind;
        this.pace.watch(scale);
        this.onChange?.();
    }

    /// Nothing waits to be drawn, and what is shown was drawn in full.
    isAtRest(): boolean {
        return !this.pending && !this.pace.isBusy && this.drawnScale === 1;
    }

    get patchCount(): number {
        return this.terrain.patchCount;
    }

    paneAt(x: number): Pane {
        const panes = this.panes();
        return panes.find((p) => x >= p.left && x < p.left + p.width) ?? panes[0]!;
    }

    /// Where on the ground a place of the canvas is, in world coordinates.
    pick(x: number, y: number): { x: number; y: number; z: number } | null {
        const h = this.heights;
        if (!h) return null;
        const pane = this.paneAt(x);
        const ndc = new THREE.Vector2(((x - pane.left) / pane.width) * 2 - 1, 1 - (y / this.dom.clientHeight) * 2);
        pane.rig.update(pane.width / this.dom.clientHeight);
        const camera = pane.rig.camera;
        camera.updateMatrixWorld();
        return castFrom(camera, ndc, h, this.exaggeration);
    }
}
