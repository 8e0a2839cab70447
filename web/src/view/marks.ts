// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What is drawn over the terrain: curves and points of the document, the brush. A scene of its own, drawn last: once with
// the terrain's depth, once faintly without, so that what lies behind a hill can still be seen. Room for gizmos.

import * as THREE from 'three';
import { Line2 } from 'three/addons/lines/Line2.js';
import { LineGeometry } from 'three/addons/lines/LineGeometry.js';
import { LineMaterial } from 'three/addons/lines/LineMaterial.js';
import type { Polyline } from '../model/document';
import { type Part, samePart } from '../model/part';
import type { Heights } from './heights';
import { place } from './stage';

const SELECTED = 0xffb454;
const OTHER = 0x7cc7ff;
const PICKED = 0xffffff;

export class Marks {
    readonly scene = new THREE.Scene();
    private readonly lines = new THREE.Group();
    private readonly brush: THREE.LineLoop;
    private readonly materials: LineMaterial[] = [];
    private places: { part: Part; place: THREE.Vector3 }[] = [];

    constructor() {
        const ring = new THREE.BufferGeometry();
        ring.setAttribute('position', new THREE.BufferAttribute(new Float32Array(96 * 3), 3));
        this.brush = new THREE.LineLoop(
            ring,
            new THREE.LineBasicMaterial({ color: 0xffffff, depthTest: false, transparent: true }),
        );
        this.brush.frustumCulled = false;
        this.brush.visible = false;
        this.scene.add(this.lines, this.brush);
    }

    /// World coordinates of the document to the scene's.
    static place(heights: Heights, exaggeration: number, x: number, y: number, z: number | null): THREE.Vector3 {
        return place(heights, exaggeration, x, y, z ?? heights.at(x, y));
    }

    setLines(
        polylines: Polyline[],
        heights: Heights | null,
        exaggeration: number,
        selected: string | null,
        part: Part | null,
    ): void {
        for (const child of [...this.lines.children]) {
            this.lines.remove(child);
            (child as THREE.Mesh).geometry.dispose();
        }
        for (const material of this.materials.splice(0)) material.dispose();
        this.places = [];
        if (!heights) return;
        for (const line of polylines) {
            const mine = line.node === selected;
            // A brush's dabs are many; they show while their node is at hand.
            if (!line.path && !mine) continue;
            const colour = mine ? SELECTED : OTHER;
            const places = line.points.map((p) => Marks.place(heights, exaggeration, p.x, p.y, p.z));
            if (line.path && places.length > 1) this.addLine(smooth(places, line.closed), colour, mine);
            if (line.path || line.points.length <= 400) this.addPoints(places, colour, line.path ? (mine ? 9 : 6) : 4);
            places.forEach((place, index) => {
                const { node, arg, row, inner } = line;
                this.places.push({ part: { node, arg, row, inner, index }, place });
            });
        }
        const picked = part && this.places.find((p) => samePart(p.part, part));
        if (picked) {
            this.addPoints([picked.place], PICKED, 15);
            this.addPoints([picked.place], SELECTED, 9);
        }
    }

    private addLine(places: THREE.Vector3[], colour: number, mine: boolean): void {
        const geometry = new LineGeometry();
        geometry.setPositions(places.flatMap((p) => [p.x, p.y, p.z]));
        for (const hidden of [true, false]) {
            const material = new LineMaterial({
                color: colour,
                linewidth: mine ? 3 : 2,
                transparent: true,
                opacity: hidden ? 0.35 : 1,
                depthTest: !hidden,
                depthWrite: false,
            });
            this.materials.push(material);
            const line = new Line2(geometry, material);
            line.frustumCulled = false;
            this.lines.add(line);
        }
    }

    private addPoints(places: THREE.Vector3[], colour: number, size: number): void {
        const geometry = new THREE.BufferGeometry().setFromPoints(places);
        const material = new THREE.PointsMaterial({
            color: colour,
            size: size * Math.min(window.devicePixelRatio, 2),
            sizeAttenuation: false,
            depthTest: false,
            transparent: true,
        });
        const points = new THREE.Points(geometry, material);
        points.frustumCulled = false;
        this.lines.add(points);
    }

    setBrush(
        heights: Heights | null,
        exaggeration: number,
        at: { x: number; y: number } | null,
        radius: number,
        erase: boolean,
    ): void {
        this.brush.visible = !!at && !!heights;
        if (!at || !heights) return;
        (this.brush.material as THREE.LineBasicMaterial).color.set(erase ? 0xff8070 : 0xffffff);
        const position = this.brush.geometry.getAttribute('position') as THREE.BufferAttribute;
        for (let i = 0; i < position.count; i++) {
            const a = (2 * Math.PI * i) / position.count;
            const p = Marks.place(
                heights,
                exaggeration,
                at.x + radius * Math.cos(a),
                at.y + radius * Math.sin(a),
                null,
            );
            position.setXYZ(i, p.x, p.y, p.z);
        }
        position.needsUpdate = true;
    }

    /// The point that is drawn nearest to a place on the screen, if one is within `pixels`.
    partAt(camera: THREE.Camera, x: number, y: number, width: number, height: number, pixels = 12): Part | null {
        let best: Part | null = null;
        let least = pixels;
        const p = new THREE.Vector3();
        for (const { part, place } of this.places) {
            p.copy(place).project(camera);
            if (p.z > 1) continue;
            const d = Math.hypot((0.5 + 0.5 * p.x) * width - x, (0.5 - 0.5 * p.y) * height - y);
            if (d < least) {
                least = d;
                best = part;
            }
        }
        return best;
    }

    render(renderer: THREE.WebGLRenderer, camera: THREE.Camera, width: number, height: number): void {
        for (const material of this.materials) material.resolution.set(width, height);
        renderer.render(this.scene, camera);
    }
}

/// A curve through the points, as the eye expects one. What the engine makes of them may differ in tension.
function smooth(places: THREE.Vector3[], closed: boolean): THREE.Vector3[] {
    if (places.length < 3) return places;
    return new THREE.CatmullRomCurve3(places, closed, 'centripetal').getPoints(Math.min(places.length * 12, 2000));
}
