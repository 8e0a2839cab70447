// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How long something that tells its progress will go on: by its pace since it was first heard of. Nothing is said before
// there is enough to go by.

const LEAST_MS = 1500;
const LEAST_DONE = 0.02;

export class ToGo {
    private first: { fraction: number; time: number } | null = null;
    private last: { fraction: number; time: number } | null = null;

    forget(): void {
        this.first = this.last = null;
    }

    /// Progress from 0 to 1 at a moment in milliseconds. Less than before: something else has begun.
    see(fraction: number, time: number): void {
        if (!this.first || fraction < this.last!.fraction) this.first = { fraction, time };
        this.last = { fraction, time };
    }

    /// Seconds from `now` to the end; null: nobody knows yet.
    seconds(now: number): number | null {
        if (!this.first || !this.last) return null;
        const done = this.last.fraction - this.first.fraction;
        const took = this.last.time - this.first.time;
        if (took < LEAST_MS || done < LEAST_DONE) return null;
        return Math.max(((1 - this.last.fraction) * took) / done - (now - this.last.time), 0) / 1000;
    }
}

/// "about 40 s to go", with no more digits than it is worth.
export function sayToGo(seconds: number | null): string {
    if (seconds === null) return '';
    if (seconds < 2) return 'a moment to go';
    if (seconds < 60) return `about ${seconds < 10 ? Math.round(seconds) : 5 * Math.round(seconds / 5)} s to go`;
    const minutes = Math.round(seconds / 60);
    return minutes < 60 ? `about ${minutes} min to go` : `about ${(minutes / 60).toFixed(1)} h to go`;
}
