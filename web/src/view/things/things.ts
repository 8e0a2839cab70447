// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What the view shows that is no map. A row of KINDS draws a kind of data; one that has none is told in words.

import * as THREE from 'three';
import type { Thing } from '../../model/frame';
import type { Drawable, Setting } from './drawable';
import { ImageThing } from './image';
import { CurvesThing, PointsThing } from './lines';
import { MeshThing } from './mesh';
import { RibbonsThing } from './ribbons';
import { VolumeThing } from './volume';

interface Kind {
    needs: string[]; // parts
    make: (thing: Thing, linear: boolean) => Drawable;
}

const KINDS: { [kind: string]: Kind } = {
    mesh: { needs: ['positions', 'indices'], make: (t) => new MeshThing(t) },
    curves: { needs: ['positions', 'starts'], make: (t) => new CurvesThing(t) },
    points: { needs: ['positions'], make: (t) => new PointsThing(t) },
    image: { needs: ['pixels'], make: (t) => new ImageThing(t) },
    ribbons: {
        needs: ['positions', 'normals', 'triangles', 'owners', 'edges', 'roles'],
        make: (t) => new RibbonsThing(t),
    },
    volume: { needs: ['values', 'cell', 'origin'], make: (t, linear) => new VolumeThing(t, linear) },
};

export class Things {
    /// What the newest frame has, drawn or not.
    thing: Thing | null = null;
    drawn: Drawable | null = null;
    wire = false;
    /// Whether the ground is wanted beside what covers it.
    ground = false;
    private readonly scene = new THREE.Scene();
    private readonly linear: boolean;
    private readonly sun = new THREE.Vector3(0, 1, 0);

    constructor(linear: boolean) {
        this.linear = linear;
    }

    /// Takes what a frame has in place of what was there. Choices stay while the same kind of the same node is shown.
    take(thing: Thing | null, names: string[] = []): void {
        if (thing && thing.hash === this.thing?.hash && thing.from === this.thing.from) return;
        const before = this.drawn;
        const same = thing?.from === this.thing?.from && thing?.kind === this.thing?.kind;
        const kind = thing ? KINDS[thing.kind] : undefined;
        this.drop();
        this.thing = thing;
        this.drawn = thing && kind?.needs.every((n) => thing.parts.has(n)) ? kind.make(thing, this.linear) : null;
        if (!this.drawn) return;
        this.drawn.names = names;
        this.scene.add(this.drawn.object);
        this.drawn.light?.(this.sun);
        this.drawn.setWire?.(this.wire);
        if (!same || !before) return;
        if (before.drape !== undefined) this.drawn.drape = before.drape;
        if (before.choices) this.drawn.choose?.(before.choices.chosen);
        if (before.slider) this.drawn.slide?.(before.slider.value);
    }

    private drop(): void {
        if (!this.drawn) return;
        this.scene.remove(this.drawn.object);
        this.drawn.dispose();
        this.drawn = null;
    }

    put(setting: Setting | null): void {
        if (setting) this.drawn?.put(setting);
    }

    setWire(on: boolean): void {
        this.wire = on;
        this.drawn?.setWire?.(on);
    }

    setSun(azimuth: number, altitude: number): void {
        const [a, h] = [(azimuth * Math.PI) / 180, (altitude * Math.PI) / 180];
        this.sun.set(Math.sin(a) * Math.cos(h), Math.sin(h), -Math.cos(a) * Math.cos(h));
        this.drawn?.light?.(this.sun);
    }

    /// Does it hide the ground?
    get hidesGround(): boolean {
        return this.drawn?.covers === true && !this.ground;
    }

    render(
        renderer: THREE.WebGLRenderer,
        camera: THREE.Camera,
        width: number,
        height: number,
        metresPerPixel: number,
    ): void {
        if (!this.drawn) return;
        this.drawn.prepare?.(renderer);
        this.drawn.fit?.(width, height, metresPerPixel);
        renderer.render(this.scene, camera);
    }
}
