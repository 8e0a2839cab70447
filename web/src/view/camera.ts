// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Where the eye is and how hands move it. The camera turns about a point on the ground; nothing here draws.

import * as THREE from 'three';
import type { Navigation } from '../model/settings';

export type Motion = 'orbit' | 'pan' | 'zoom' | 'fly' | null;

/// What a press of a pointer begins. LMB 0, MMB 1, RMB 2.
export function motionFor(
    preset: Navigation,
    button: number,
    keys: { alt: boolean; shift: boolean; ctrl: boolean },
): Motion {
    switch (preset) {
        case 'blender':
            if (button !== 1) return null;
            return keys.shift ? 'pan' : keys.ctrl ? 'zoom' : 'orbit';
        case 'maya':
            if (button === 2) return keys.alt ? 'zoom' : 'fly';
            if (!keys.alt) return null;
            return button === 0 ? 'orbit' : 'pan';
        default:
            return button === 0 ? 'orbit' : 'pan';
    }
}

/// Half the angle of view from bottom to top, as a slope. Narrow panes see more above and below, so that as much land fits
/// between left and right.
const OPENING = Math.tan((19 * Math.PI) / 180);
const WIDE_ENOUGH = 1.25; // width over height
/// The middle of what is looked at lies this much of the height below the middle of the picture: room for the sky.
const LOWERED = 0.05;
/// How much of a pane the whole land fills where it is framed.
const FILLED = 0.97;

export class Rig {
    readonly perspective = new THREE.PerspectiveCamera(38, 1, 1, 1e6);
    readonly orthographic = new THREE.OrthographicCamera(-1, 1, 1, -1, -1e6, 1e6);
    readonly target = new THREE.Vector3();
    yaw = 0.6; // radians from south towards east: where the eye stands
    pitch = 0.42; // radians above the horizon
    distance = 1000;
    flat = false; // orthographic
    ground: (x: number, z: number) => number = () => 0; // height as drawn
    isMap = false;
    private extent = 1000;
    private opening = OPENING;

    get camera(): THREE.PerspectiveCamera | THREE.OrthographicCamera {
        return this.flat ? this.orthographic : this.perspective;
    }

    /// As near as all eight corners of the land's box allow in a pane of this shape, as the eye looks now.
    frameAll(spanX: number, spanZ: number, low: number, high: number, aspect: number): void {
        this.extent = Math.max(spanX, spanZ);
        this.target.set(0, low + 0.35 * (high - low), 0);
        this.opening = this.openingFor(aspect);
        const [sinYaw, cosYaw] = [Math.sin(this.yaw), Math.cos(this.yaw)];
        const [sinPitch, cosPitch] = [Math.sin(this.pitch), Math.cos(this.pitch)];
        const drop = this.flat ? 0 : 2 * this.lowered();
        let distance = 0;
        for (const x of [-0.5 * spanX, 0.5 * spanX])
            for (const z of [-0.5 * spanZ, 0.5 * spanZ])
                for (const y of [low - this.target.y, high - this.target.y]) {
                    const right = x * cosYaw - z * sinYaw;
                    const near = (x * sinYaw + z * cosYaw) * cosPitch + y * sinPitch; // towards the eye
                    const up = y * cosPitch - (x * sinYaw + z * cosYaw) * sinPitch;
                    const most = Math.max(
                        Math.abs(right) / (FILLED * aspect),
                        up / (FILLED + drop),
                        -up / (FILLED - drop),
                    );
                    distance = Math.max(distance, most / this.opening + (this.flat ? 0 : near));
                }
        this.distance = distance;
    }

    private openingFor(aspect: number): number {
        return OPENING * (this.isMap ? 1 : Math.max(1, WIDE_ENOUGH / aspect));
    }

    private lowered(): number {
        return LOWERED * Math.cos(Math.min(this.pitch, Math.PI / 2)) ** 2;
    }

    /// So far away that a square map of this size just fills a pane.
    frameMap(spanX: number, spanZ: number, aspect: number): void {
        this.distance = (0.54 * Math.max(spanX / aspect, spanZ)) / OPENING;
    }

    setExtent(spanX: number, spanZ: number): void {
        this.extent = Math.max(spanX, spanZ);
    }

    orbit(dx: number, dy: number): void {
        this.yaw -= dx * 0.006;
        this.pitch = Math.min(Math.max(this.pitch + dy * 0.006, -0.1), Math.PI / 2);
    }

    /// Pixels to metres at the target's distance.
    metresPerPixel(viewHeight: number): number {
        return (2 * this.distance * this.opening) / viewHeight;
    }

    pan(dx: number, dy: number, viewHeight: number): void {
        const k = this.metresPerPixel(viewHeight);
        const c = Math.cos(this.yaw);
        const s = Math.sin(this.yaw);
        const forward = dy / Math.max(Math.sin(this.pitch), 0.35);
        this.target.x += k * (-dx * c - forward * s);
        this.target.z += k * (dx * s - forward * c);
        const most = 1.5 * this.extent;
        this.target.x = Math.min(Math.max(this.target.x, -most), most);
        this.target.z = Math.min(Math.max(this.target.z, -most), most);
        this.target.y += (this.ground(this.target.x, this.target.z) - this.target.y) * 0.2;
    }

    /// Nearer (factor below 1) or farther, towards `to` where given.
    dolly(factor: number, to: THREE.Vector3 | null): void {
        const before = this.distance;
        this.distance = Math.min(Math.max(before * factor, 0.0008 * this.extent), 6 * this.extent);
        const moved = 1 - this.distance / before;
        if (to) this.target.lerp(to, Math.max(Math.min(moved, 1), -0.5));
    }

    /// Walks with the eye: forward, right, up in metres, looking by dx, dy pixels.
    fly(forward: number, right: number, up: number): void {
        const c = Math.cos(this.yaw);
        const s = Math.sin(this.yaw);
        this.target.x += -forward * s * Math.cos(this.pitch) + right * c;
        this.target.z += -forward * c * Math.cos(this.pitch) - right * s;
        this.target.y += up - forward * Math.sin(this.pitch);
    }

    look(yaw: number, pitch: number): void {
        this.yaw = yaw;
        this.pitch = pitch;
    }

    /// Places the cameras; the eye never goes below the ground.
    update(aspect: number): void {
        const d = this.distance;
        const eye = new THREE.Vector3(
            this.target.x + d * Math.sin(this.yaw) * Math.cos(this.pitch),
            this.target.y + d * Math.sin(this.pitch),
            this.target.z + d * Math.cos(this.yaw) * Math.cos(this.pitch),
        );
        const clearance = 0.0015 * this.extent;
        const floor = this.ground(eye.x, eye.z) + clearance;
        if (eye.y < floor) eye.y = floor;
        const up =
            this.pitch > 1.5
                ? new THREE.Vector3(-Math.sin(this.yaw), 0, -Math.cos(this.yaw))
                : new THREE.Vector3(0, 1, 0);
        for (const camera of [this.perspective, this.orthographic]) {
            camera.up.copy(up);
            camera.position.copy(eye);
            camera.lookAt(this.target);
        }
        const p = this.perspective;
        this.opening = this.openingFor(aspect);
        p.fov = (360 / Math.PI) * Math.atan(this.opening);
        p.setViewOffset(aspect, 1, 0, -this.lowered(), aspect, 1); // sets the aspect too
        p.near = Math.max(0.002 * d, 0.05 * clearance);
        p.far = 80 * this.extent;
        p.updateProjectionMatrix();
        const half = d * this.opening;
        const o = this.orthographic;
        o.left = -half * aspect;
        o.right = half * aspect;
        o.top = half;
        o.bottom = -half;
        o.near = -10 * this.extent;
        o.far = 10 * this.extent;
        o.updateProjectionMatrix();
    }
}
