// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A height map on the CPU: what is under a place, and where a ray meets the ground. World coordinates are metres, x to the
// east and y to the south, as in documents.

export interface Vec3 {
    x: number;
    y: number;
    z: number; // up
}

export class Heights {
    readonly width: number;
    readonly height: number;
    readonly cell: number;
    readonly originX: number;
    readonly originY: number;
    readonly data: Float32Array;
    readonly min: number;
    readonly max: number;

    constructor(data: Float32Array, width: number, height: number, cell: number, origin: [number, number]) {
        this.data = data;
        this.width = width;
        this.height = height;
        this.cell = cell;
        [this.originX, this.originY] = origin;
        let min = Number.POSITIVE_INFINITY;
        let max = Number.NEGATIVE_INFINITY;
        for (const h of data) {
            if (h < min) min = h;
            if (h > max) max = h;
        }
        this.min = Number.isFinite(min) ? min : 0;
        this.max = Number.isFinite(max) ? max : 0;
    }

    get spanX(): number {
        return (this.width - 1) * this.cell;
    }
    get spanY(): number {
        return (this.height - 1) * this.cell;
    }

    contains(x: number, y: number): boolean {
        return (
            x >= this.originX && y >= this.originY && x <= this.originX + this.spanX && y <= this.originY + this.spanY
        );
    }

    /// Between samples bilinear; outside the edge's height.
    at(x: number, y: number): number {
        const u = Math.min(Math.max((x - this.originX) / this.cell, 0), this.width - 1);
        const v = Math.min(Math.max((y - this.originY) / this.cell, 0), this.height - 1);
        const i = Math.min(Math.floor(u), Math.max(this.width - 2, 0));
        const j = Math.min(Math.floor(v), Math.max(this.height - 2, 0));
        const a = u - i;
        const b = v - j;
        const row = j * this.width + i;
        const below = this.height > 1 ? row + this.width : row;
        const east = this.width > 1 ? 1 : 0;
        const d = this.data;
        return (d[row]! * (1 - a) + d[row + east]! * a) * (1 - b) + (d[below]! * (1 - a) + d[below + east]! * a) * b;
    }

    /// Steepness in degrees, over one sample to each side.
    slopeAt(x: number, y: number): number {
        const c = this.cell;
        const east = (this.at(x + c, y) - this.at(x - c, y)) / (2 * c);
        const south = (this.at(x, y + c) - this.at(x, y - c)) / (2 * c);
        return (Math.atan(Math.hypot(east, south)) * 180) / Math.PI;
    }

    /// The first place where a ray from `from` along `along` goes below the ground, or null. Steps of two thirds of a
    /// sample, then halved: no more than a few thousand cheap looks on the largest preview.
    cast(from: Vec3, along: Vec3): Vec3 | null {
        const length = Math.hypot(along.x, along.y, along.z);
        if (!(length > 0)) return null;
        const dx = along.x / length;
        const dy = along.y / length;
        const dz = along.z / length;
        let enter = 0;
        let leave = Number.POSITIVE_INFINITY;
        const slab = (p: number, d: number, lo: number, hi: number) => {
            if (Math.abs(d) < 1e-12) {
                if (p < lo || p > hi) leave = -1;
                return;
            }
            const a = (lo - p) / d;
            const b = (hi - p) / d;
            enter = Math.max(enter, Math.min(a, b));
            leave = Math.min(leave, Math.max(a, b));
        };
        slab(from.x, dx, this.originX, this.originX + this.spanX);
        slab(from.y, dy, this.originY, this.originY + this.spanY);
        slab(from.z, dz, this.min - 1, this.max + 1);
        if (leave < enter) return null;
        const gap = (t: number) => from.z + dz * t - this.at(from.x + dx * t, from.y + dy * t);
        const flat = Math.hypot(dx, dy);
        const step = Math.max(flat > 1e-6 ? (0.66 * this.cell) / flat : leave - enter, (leave - enter) / 20000);
        let before = enter;
        if (gap(enter) < 0) return null; // the eye is below the ground
        for (let t = enter + step; ; t += step) {
            const end = Math.min(t, leave);
            if (gap(end) <= 0) {
                let lo = before;
                let hi = end;
                for (let i = 0; i < 30; i++) {
                    const middle = 0.5 * (lo + hi);
                    if (gap(middle) > 0) lo = middle;
                    else hi = middle;
                }
                const x = from.x + dx * hi;
                const y = from.y + dy * hi;
                return { x, y, z: this.at(x, y) };
            }
            if (end >= leave) return null;
            before = end;
        }
    }
}

/// The value that a share `q` of a map lies below, from some thousand samples of it; NaN is passed over.
export function quantile(data: Float32Array, q: number, of: (v: number, i: number) => number = (v) => v): number {
    const step = Math.max(1, Math.floor(data.length / 8192));
    const some: number[] = [];
    for (let i = 0; i < data.length; i += step) {
        const value = of(data[i]!, i);
        if (!Number.isNaN(value)) some.push(value);
    }
    some.sort((a, b) => a - b);
    return some[Math.min(some.length - 1, Math.floor(q * some.length))] ?? 0;
}
