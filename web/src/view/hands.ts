// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What hands do in the view: turn and move it by pointer, wheel and keys, select points, paint.

import { strokeTarget } from '../model/brush';
import type { Gesture } from '../model/gesture';
import type { Studio } from '../studio';
import { type Motion, motionFor } from './camera';
import { Marks } from './marks';
import type { Pane, Viewport } from './viewport';

export class Hands {
    private readonly studio: Studio;
    private readonly view: Viewport;
    private motion: { kind: Motion; pane: Pane; x: number; y: number; moved: number; button: number } | null = null;
    private stroke: { gesture: Gesture; path: string; last: { x: number; y: number } | null } | null = null;
    private readonly flying = new Set<string>();
    private flyFrame = 0;
    private pointer: { x: number; y: number } | null = null;

    constructor(studio: Studio, view: Viewport) {
        this.studio = studio;
        this.view = view;
        this.listen();
    }

    /// Says what is under the pointer, and shows the brush there.
    hover(): void {
        const place = this.pointer && this.view.pick(this.pointer.x, this.pointer.y);
        const cursor =
            place && this.view.heights
                ? { x: place.x, y: place.y, height: place.z, slope: this.view.heights.slopeAt(place.x, place.y) }
                : null;
        this.studio.cursor = cursor;
        this.studio.emit('cursor', cursor);
        const brush = this.studio.tool === 'brush' ? place : null;
        this.view.marks.setBrush(
            this.view.heights,
            this.view.exaggeration,
            brush,
            this.studio.brush.radius,
            this.studio.brush.erase,
        );
        if (this.studio.tool === 'brush') this.view.invalidate();
    }

    private place(event: PointerEvent | WheelEvent): { x: number; y: number } {
        const box = this.view.canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    private listen(): void {
        const c = this.view.canvas;
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
        this.view.canvas.focus();
        this.view.canvas.setPointerCapture(e.pointerId);
        const at = this.place(e);
        if (this.studio.tool === 'brush' && e.button === 0 && !e.altKey) {
            void this.beginStroke(at, e.shiftKey);
            return;
        }
        const pane = this.view.paneAt(at.x);
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
        else if (m.kind === 'pan') m.pane.rig.pan(dx, dy, this.view.dom.clientHeight);
        else if (m.kind === 'zoom') m.pane.rig.dolly(Math.exp(dy * 0.008), null);
        else if (m.kind === 'fly') m.pane.rig.orbit(dx * 0.6, dy * 0.6);
        if (m.kind) this.view.invalidate();
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
            const pane = this.view.paneAt(at.x);
            const part = this.view.marks.partAt(
                pane.rig.camera,
                at.x - pane.left,
                at.y,
                pane.width,
                this.view.dom.clientHeight,
            );
            if (part) this.studio.select(part.node, part);
            else if (this.studio.part) this.studio.select(this.studio.selected);
        }
    }

    private wheel(e: WheelEvent): void {
        e.preventDefault();
        const at = this.place(e);
        const pane = this.view.paneAt(at.x);
        if (this.studio.tool === 'brush' && e.altKey) {
            this.studio.brush.radius = Math.max(1, this.studio.brush.radius * Math.exp(-e.deltaY * 0.001));
            this.studio.emit('view', undefined);
            this.hover();
            return;
        }
        // A trackpad's two fingers come as small sideways steps: they pan. A pinch comes with Ctrl.
        if (!e.ctrlKey && Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
            pane.rig.pan(-e.deltaX, -e.deltaY, this.view.dom.clientHeight);
        } else {
            const lines = e.deltaMode === 1 ? 30 : 1;
            const speed = (e.ctrlKey ? 0.01 : 0.0012) * (e.shiftKey ? 0.2 : 1);
            const hit = this.view.pick(at.x, at.y);
            const to =
                hit && this.view.heights
                    ? Marks.place(this.view.heights, this.view.exaggeration, hit.x, hit.y, hit.z)
                    : null;
            pane.rig.dolly(Math.exp(e.deltaY * lines * speed), to);
        }
        this.view.invalidate();
    }

    private key(e: KeyboardEvent): void {
        if (e.ctrlKey || e.metaKey) return;
        const rig = this.view.layout === 'map' ? this.view.mapRig : this.view.rig;
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
            if (rig === this.view.mapRig || e.altKey) rig.pan(arrow[0], arrow[1], this.view.dom.clientHeight);
            else rig.orbit(arrow[0], -arrow[1]);
        } else if (e.key === '+' || e.key === '=') rig.dolly(0.85, null);
        else if (e.key === '-') rig.dolly(1 / 0.85, null);
        else return;
        e.preventDefault();
        e.stopPropagation();
        this.view.invalidate();
    }

    private flyOn(): void {
        cancelAnimationFrame(this.flyFrame);
        let before = performance.now();
        const step = (now: number) => {
            if (this.motion?.kind !== 'fly') return;
            const far = (((now - before) / 1000) * this.view.rig.distance) / 1.5;
            before = now;
            const on = (code: string) => (this.flying.has(code) ? 1 : 0);
            if (this.flying.size > 0) {
                this.view.rig.fly(
                    far * (on('KeyW') - on('KeyS')),
                    far * (on('KeyD') - on('KeyA')),
                    far * (on('KeyE') - on('KeyQ')),
                );
                this.view.invalidate();
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
        const hit = this.view.pick(at.x, at.y);
        if (!stroke || !target || !hit) return;
        const { radius } = this.studio.brush;
        if (stroke.last && Math.hypot(hit.x - stroke.last.x, hit.y - stroke.last.y) < 0.33 * radius) return;
        const record = target.record({ x: hit.x, y: hit.y, ...this.studio.brush, join: stroke.last !== null });
        stroke.last = { x: hit.x, y: hit.y };
        stroke.gesture.push(`dab${this.strokes++}`, ['item', 'add', stroke.path, 'end', record]);
    }
}
