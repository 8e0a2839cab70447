// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The 3D view and the map: one canvas, one or two panes. Draws only when something changed.

import * as THREE from 'three';
import type { Frame, MapInfo } from '../model/api';
import { strokeTarget } from '../model/brush';
import { polylinesOf } from '../model/document';
import type { Gesture } from '../model/gesture';
import type { Mode } from '../model/modes';
import type { Studio } from '../studio';
import { type Motion, motionFor, Rig } from './camera';
import { Heights, quantile } from './heights';
import { Marks } from './marks';
import { Pace } from './pace';
import { Terrain } from './terrain';

const REST_MS = 280;
const DECADES = 1000; // a logarithmic ramp goes down to this part of the most

export type Layout = '3d' | 'split' | 'map';

interface Pane {
    rig: Rig;
    left: number;
    width: number;
    map: boolean;
}

export interface Changed {
    camera: undefined;
    layout: undefined;
    range: undefined;
    sun: undefined;
}

export class Viewport {
    readonly dom: HTMLElement;
    readonly canvas: HTMLCanvasElement;
    readonly rig = new Rig();
    readonly mapRig = new Rig();
    layout: Layout = '3d';
    sun = { azimuth: 258, altitude: 36 };
    contours = false;
    heights: Heights | null = null;
    /// What the colours of the present mode span, for the legend.
    range: [number, number] = [0, 1];
    onChange: (() => void) | null = null;
    drawn = 0;
    /// Milliseconds spent inside GL calls of the last draw, so that tests can tell them from the page's own work.
    glMs = 0;
    readonly draws: { start: number; ms: number }[] = [];

    private readonly studio: Studio;
    private readonly renderer: THREE.WebGLRenderer;
    private readonly terrain: Terrain;
    private readonly marks = new Marks();
    private taken: Frame | null = null;
    private framed = '';
    private overlayInfo: MapInfo | null = null;
    private overlayData: Float32Array | null = null;
    private coloured = '';
    /// Whole numbers in the map shown, for the legend; few of them at most.
    present: number[] = [];
    private modeShown = 'textured';
    private pending = false;
    private changed = 0;
    private drawnScale = 1;
    private sharpen = 0;
    private readonly pace: Pace;
    private motion: { kind: Motion; pane: Pane; x: number; y: number; moved: number; button: number } | null = null;
    private stroke: { gesture: Gesture; path: string; last: { x: number; y: number } | null } | null = null;
    private readonly flying = new Set<string>();
    private flyFrame = 0;
    private pointer: { x: number; y: number } | null = null;

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
        this.pace = new Pace(this.renderer.getContext() as WebGL2RenderingContext);
        this.terrain.setSun(this.sun.azimuth, this.sun.altitude);
        const ground = (x: number, z: number) => {
            const h = this.heights;
            if (!h) return 0;
            const outside = Math.abs(x) > 0.5 * h.spanX || Math.abs(z) > 0.5 * h.spanY;
            const floor = this.terrain.sea ?? Number.NEGATIVE_INFINITY;
            if (outside)
                return floor === Number.NEGATIVE_INFINITY
                    ? h.min * this.terrain.exaggeration
                    : floor * this.terrain.exaggeration;
            return (
                Math.max(h.at(x + 0.5 * h.spanX + h.originX, z + 0.5 * h.spanY + h.originY), floor) *
                this.terrain.exaggeration
            );
        };
        this.rig.ground = ground;
        this.mapRig.ground = ground;
        this.mapRig.flat = true;
        this.mapRig.isMap = true;
        this.mapRig.look(0, Math.PI / 2);
        this.listen();
        new ResizeObserver(() => this.invalidate()).observe(this.dom);
        studio.on('shown', ({ kind, frame }) => {
            this.dom.dataset.shown = kind;
            if (frame !== this.taken) {
                this.taken = frame;
                if (frame) this.take(frame);
                else this.forget();
            }
            this.onChange?.();
        });
        studio.on('view', () => {
            // The map of the mode before is of no use to the new one.
            const mode = studio.mode().id;
            if (mode !== this.modeShown) this.overlayInfo = null;
            this.modeShown = mode;
            this.relook();
        });
        studio.on('document', () => this.redrawMarks());
        studio.on('selection', () => this.redrawMarks());
        studio.on('settings', () => this.relook());
    }

    // --- what is shown --------------------------------------------------------------------------------------------------

    private take(frame: Frame): void {
        const info = frame.maps.find((m) => m.name === 'height');
        const data = frame.data.get('height');
        if (!info || !(data instanceof Float32Array)) return;
        this.heights = new Heights(data, info.width, info.height, info.cell, info.origin);
        this.terrain.setExaggeration(this.studio.settings.exaggeration);
        this.terrain.setHeights(this.heights, this.studio.document?.world.sea ?? null);
        if (!frame.maps.some((m) => m.name === 'water' && m.held)) {
            const water = frame.data.get('water');
            this.terrain.setWater(water instanceof Float32Array ? water : null, info.width, info.height);
        }
        this.overlay(frame);
        const key = `${Math.round(this.heights.spanX)}x${Math.round(this.heights.spanY)}:${this.studio.document?.path ?? this.studio.document?.title}`;
        if (key !== this.framed) {
            this.framed = key;
            this.frameAll();
        }
        this.rig.setExtent(this.heights.spanX, this.heights.spanY);
        this.redrawMarks();
        this.hover();
        this.invalidate();
    }

    /// There is no picture of this document: nothing is drawn, and nothing can be read off.
    private forget(): void {
        this.heights = null;
        this.overlayInfo = null;
        this.overlayData = null;
        this.redrawMarks();
        this.hover();
        this.invalidate();
    }

    /// Takes over the map laid over the ground; one that is held back leaves the old one in place.
    private overlay(frame: Frame): void {
        const info = frame.maps.find((m) => m.name === 'overlay');
        if (!info?.held) {
            const data = frame.data.get('overlay');
            this.overlayInfo = info && data ? info : null;
            this.overlayData = info && data instanceof Float32Array ? data : null;
            if (info && data) this.terrain.setOverlay(data, info.width, info.height);
        }
        this.relook();
    }

    private relook(): void {
        const mode = this.studio.mode();
        const info = this.overlayInfo;
        // Until the map of a new mode is there, the ground stays as relief.
        const shading = mode.wish && !info ? 'relief' : mode.shading;
        let range: [number, number] = [this.heights?.min ?? 0, this.heights?.max ?? 1];
        if (mode.wish && info)
            range = info.unit === '1' && info.min >= 0 && info.max <= 1 ? [0, 1] : [info.min, info.max];
        if (shading === 'signed') {
            // One deep gully must not wash out all else: the last hundredth goes beyond the ends.
            const usual = this.overlayData ? quantile(this.overlayData, 0.99, Math.abs) : 0;
            const most = Math.max(usual || Math.max(Math.abs(range[0]), Math.abs(range[1])), 1e-6);
            range = [-most, most];
        }
        if (shading === 'logarithm') range = [Math.max(range[1], 1e-6) / DECADES, Math.max(range[1], 1e-6)];
        if (shading === 'slope') range = [0, 80];
        if (shading === 'height') range = [Math.max(range[0], this.terrain.sea ?? range[0]), range[1]];
        if (shading === 'classes') this.takeClasses(mode);
        this.range = range;
        const doc = this.studio.document;
        const low = Math.max(this.heights?.min ?? 0, doc?.world.sea ?? Number.NEGATIVE_INFINITY);
        const high = this.heights?.max ?? 1;
        // Snow lies where mountains are high: from 1500 m above the sea, or the uppermost part of a tall range.
        const snowLine = high - low > 900 ? Math.max(low + 0.78 * (high - low), 900) : 1e9;
        this.terrain.setLook({
            shading,
            range,
            contour: this.contours || shading === 'height' ? niceStep((high - low) / 18) : 0,
            snowLine,
        });
        this.terrain.setExaggeration(this.studio.settings.exaggeration);
        this.redrawMarks();
        this.onChange?.();
        this.invalidate();
    }

    /// Colours by the document's own names where it has them, and which numbers there are.
    private takeClasses(mode: Mode): void {
        const colours = (mode.classes ?? []).map((c) => c.colour);
        if (colours.join() !== this.coloured) this.terrain.setClasses(colours);
        this.coloured = colours.join();
        const found = new Set<number>();
        const data = this.overlayData ?? new Float32Array();
        for (let i = 0; i < data.length && found.size < 64; i++) found.add(Math.max(0, Math.round(data[i]!)));
        found.delete(Number.NaN);
        this.present = [...found].sort((a, b) => a - b);
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

    setSun(azimuth: number, altitude: number): void {
        this.sun = { azimuth: ((azimuth % 360) + 360) % 360, altitude: Math.min(Math.max(altitude, 2), 90) };
        this.terrain.setSun(this.sun.azimuth, this.sun.altitude);
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
        this.contours = on;
        this.relook();
    }

    frameAll(): void {
        const h = this.heights;
        if (!h) return;
        const low = Math.max(h.min, this.terrain.sea ?? Number.NEGATIVE_INFINITY) * this.terrain.exaggeration;
        this.rig.frameAll(h.spanX, h.spanY, low, h.max * this.terrain.exaggeration, this.paneAspect());
        this.frameMap();
        this.invalidate();
    }

    private frameMap(): void {
        const h = this.heights;
        if (!h) return;
        this.mapRig.frameAll(h.spanX, h.spanY, h.min, h.max, this.paneAspect());
        this.mapRig.frameMap(h.spanX, h.spanY, this.paneAspect());
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

    /// Comes near what is selected: the places it names, or everything.
    frameSelection(): void {
        const doc = this.studio.document;
        const node = this.studio.node(this.studio.selected);
        if (!doc || !node || !this.heights) return;
        const points = polylinesOf(doc, this.studio.catalogue)
            .filter((l) => l.node === node.id)
            .flatMap((l) => l.points);
        if (points.length === 0 && typeof node.args.x === 'number' && typeof node.args.y === 'number')
            points.push({ x: node.args.x, y: node.args.y, z: null });
        if (points.length === 0) {
            this.frameAll();
            return;
        }
        const box = new THREE.Box3().setFromPoints(
            points.map((p) => Marks.place(this.heights!, this.terrain.exaggeration, p.x, p.y, p.z)),
        );
        const size = box.getSize(new THREE.Vector3()).length();
        const radius = typeof node.args.radius === 'number' ? node.args.radius : 0;
        box.getCenter(this.rig.target);
        this.rig.distance = Math.max(1.6 * size, 2.5 * radius, 0.2 * this.heights.spanX);
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

    private panes(): Pane[] {
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
            if (!this.heights) continue;
            this.terrain.render(this.renderer, pane.rig.camera, pane.map || pane.rig.flat ? backdrop : null);
            this.marks.render(this.renderer, pane.rig.camera, pane.width, height);
        }
        this.glMs = performance.now() - begin;
        this.draws.push({ start: begin, ms: this.glMs });
        if (this.draws.length > 400) this.draws.shift();
        this.drawn++;
        this.drawnScale = scale;
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

    // --- hands ----------------------------------------------------------------------------------------------------------

    private paneAt(x: number): Pane {
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
        const near = new THREE.Vector3(ndc.x, ndc.y, -1).unproject(camera);
        const far = new THREE.Vector3(ndc.x, ndc.y, 1).unproject(camera);
        const e = this.terrain.exaggeration;
        const world = (v: THREE.Vector3) => ({
            x: v.x + h.originX + 0.5 * h.spanX,
            y: v.z + h.originY + 0.5 * h.spanY,
            z: v.y / e,
        });
        const a = world(near);
        const b = world(far);
        return h.cast(a, { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z });
    }

    private hover(): void {
        const place = this.pointer && this.pick(this.pointer.x, this.pointer.y);
        const cursor =
            place && this.heights
                ? { x: place.x, y: place.y, height: place.z, slope: this.heights.slopeAt(place.x, place.y) }
                : null;
        this.studio.cursor = cursor;
        this.studio.emit('cursor', cursor);
        const brush = this.studio.tool === 'brush' ? place : null;
        this.marks.setBrush(
            this.heights,
            this.terrain.exaggeration,
            brush,
            this.studio.brush.radius,
            this.studio.brush.erase,
        );
        if (this.studio.tool === 'brush') this.invalidate();
    }

    private place(event: PointerEvent | WheelEvent): { x: number; y: number } {
        const box = this.canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    private listen(): void {
        const c = this.canvas;
        c.addEventListener('contextmenu', (e) => e.preventDefault());
        c.addEventListener('pointerdown', (e) => this.press(e));
        c.addEventListener('pointermove', (e) => this.drag(e));
        c.addEventListener('pointerup', (e) => this.release(e));
        c.addEventListener('pointercancel', (e) => this.release(e));
        c.addEventListener('pointerleave', () => {
            this.pointer = null;
            if (!this.motion) this.hover();
        });
        c.addEventListener('wheel', (e) => this.wheel(e), { passive: false });
        c.addEventListener('keydown', (e) => this.key(e));
        c.addEventListener('keyup', (e) => this.flying.delete(e.code));
    }

    private press(e: PointerEvent): void {
        this.canvas.focus();
        this.canvas.setPointerCapture(e.pointerId);
        const at = this.place(e);
        if (this.studio.tool === 'brush' && e.button === 0 && !e.altKey) {
            void this.beginStroke(at, e.shiftKey);
            return;
        }
        const pane = this.paneAt(at.x);
        let kind = motionFor(this.studio.settings.navigation, e.button, {
            alt: e.altKey,
            shift: e.shiftKey,
            ctrl: e.ctrlKey,
        });
        if (pane.map && kind === 'orbit') kind = 'pan';
        this.motion = { kind, pane, ...at, moved: 0, button: e.button };
        if (kind === 'fly') this.flyOn();
    }

    private drag(e: PointerEvent): void {
        const at = this.place(e);
        this.pointer = at;
        if (this.stroke) {
            this.paint(at);
            this.hover();
            return;
        }
        const m = this.motion;
        if (!m) {
            this.hover();
            return;
        }
        const slow = e.shiftKey && this.studio.settings.navigation !== 'blender' ? 0.2 : 1;
        const dx = (at.x - m.x) * slow;
        const dy = (at.y - m.y) * slow;
        m.x = at.x;
        m.y = at.y;
        m.moved += Math.abs(dx) + Math.abs(dy);
        if (m.kind === 'orbit') m.pane.rig.orbit(dx, dy);
        else if (m.kind === 'pan') m.pane.rig.pan(dx, dy, this.dom.clientHeight);
        else if (m.kind === 'zoom') m.pane.rig.dolly(Math.exp(dy * 0.008), null);
        else if (m.kind === 'fly') m.pane.rig.orbit(dx * 0.6, dy * 0.6);
        if (m.kind) this.invalidate();
    }

    private release(e: PointerEvent): void {
        if (this.stroke) {
            void this.stroke.gesture.end();
            this.stroke = null;
            return;
        }
        const m = this.motion;
        this.motion = null;
        this.flying.clear();
        if (m && m.moved < 4 && m.button === 0) {
            const at = this.place(e);
            const pane = this.paneAt(at.x);
            const part = this.marks.partAt(pane.rig.camera, at.x - pane.left, at.y, pane.width, this.dom.clientHeight);
            if (part) this.studio.select(part.node, part);
            else if (this.studio.part) this.studio.select(this.studio.selected);
        }
    }

    private wheel(e: WheelEvent): void {
        e.preventDefault();
        const at = this.place(e);
        const pane = this.paneAt(at.x);
        if (this.studio.tool === 'brush' && e.altKey) {
            this.studio.brush.radius = Math.max(1, this.studio.brush.radius * Math.exp(-e.deltaY * 0.001));
            this.studio.emit('view', undefined);
            this.hover();
            return;
        }
        // A trackpad's two fingers come as small sideways steps: they pan. A pinch comes with Ctrl.
        if (!e.ctrlKey && Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
            pane.rig.pan(-e.deltaX, -e.deltaY, this.dom.clientHeight);
        } else {
            const lines = e.deltaMode === 1 ? 30 : 1;
            const speed = (e.ctrlKey ? 0.01 : 0.0012) * (e.shiftKey ? 0.2 : 1);
            const hit = this.pick(at.x, at.y);
            const to =
                hit && this.heights ? Marks.place(this.heights, this.terrain.exaggeration, hit.x, hit.y, hit.z) : null;
            pane.rig.dolly(Math.exp(e.deltaY * lines * speed), to);
        }
        this.invalidate();
    }

    private key(e: KeyboardEvent): void {
        if (e.ctrlKey || e.metaKey) return;
        const rig = this.layout === 'map' ? this.mapRig : this.rig;
        if (this.motion?.kind === 'fly') {
            this.flying.add(e.code);
            e.preventDefault();
            return;
        }
        const step = e.shiftKey ? 6 : 30;
        const arrows: { [key: string]: [number, number] } = {
            ArrowLeft: [step, 0],
            ArrowRight: [-step, 0],
            ArrowUp: [0, step],
            ArrowDown: [0, -step],
        };
        const arrow = arrows[e.key];
        if (arrow) {
            if (rig === this.mapRig || e.altKey) rig.pan(arrow[0], arrow[1], this.dom.clientHeight);
            else rig.orbit(arrow[0], -arrow[1]);
        } else if (e.key === '+' || e.key === '=') rig.dolly(0.85, null);
        else if (e.key === '-') rig.dolly(1 / 0.85, null);
        else return;
        e.preventDefault();
        e.stopPropagation();
        this.invalidate();
    }

    private flyOn(): void {
        cancelAnimationFrame(this.flyFrame);
        let before = performance.now();
        const step = (now: number) => {
            if (this.motion?.kind !== 'fly') return;
            const far = (((now - before) / 1000) * this.rig.distance) / 1.5;
            before = now;
            const on = (code: string) => (this.flying.has(code) ? 1 : 0);
            if (this.flying.size > 0) {
                this.rig.fly(
                    far * (on('KeyW') - on('KeyS')),
                    far * (on('KeyD') - on('KeyA')),
                    far * (on('KeyE') - on('KeyQ')),
                );
                this.invalidate();
            }
            this.flyFrame = requestAnimationFrame(step);
        };
        this.flyFrame = requestAnimationFrame(step);
    }

    // --- the brush ------------------------------------------------------------------------------------------------------

    private async beginStroke(at: { x: number; y: number }, erase: boolean): Promise<void> {
        const target = strokeTarget(this.studio);
        if (!target) {
            this.studio.tell('note', 'Choose a node that can be painted on, or add one (Tab, then “paint”).');
            return;
        }
        this.studio.brush.erase = erase || this.studio.brush.erase;
        this.stroke = { gesture: this.studio.gesture('stroke'), path: `${target.node}.${target.arg.name}`, last: null };
        this.paint(at);
        if (erase) this.studio.brush.erase = false;
    }

    private strokes = 0;

    /// A point every third of the radius; each is joined to the one before.
    private paint(at: { x: number; y: number }): void {
        const stroke = this.stroke;
        const target = strokeTarget(this.studio);
        const hit = this.pick(at.x, at.y);
        if (!stroke || !target || !hit) return;
        const { radius } = this.studio.brush;
        if (stroke.last && Math.hypot(hit.x - stroke.last.x, hit.y - stroke.last.y) < 0.33 * radius) return;
        const record = target.record({ x: hit.x, y: hit.y, ...this.studio.brush, join: stroke.last !== null });
        stroke.last = { x: hit.x, y: hit.y };
        stroke.gesture.push(`dab${this.strokes++}`, ['item', 'add', stroke.path, 'end', record]);
    }
}

/// 1, 2, 5 times a power of ten, at least x.
export function niceStep(x: number): number {
    if (!(x > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(x));
    return power * ([1, 2, 5, 10].find((k) => k * power >= x * 0.999) ?? 10);
}
