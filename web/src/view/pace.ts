// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// How finely to draw. Where the GPU is quick everything is drawn in full. Where it is not (no GPU at all, most of all) the
// view is drawn coarser while something moves and in full once it rests, and no draw begins before the last one is done,
// so that pictures never queue up behind the hand.

const GOAL_MS = 45;
const LEAST = 0.3; // of the full resolution along a side

export class Pace {
    private readonly gl: WebGL2RenderingContext;
    /// Milliseconds a draw in full takes, smoothed. Software renderers are known by name and begin as slow.
    private full: number;
    private busy = false;
    private waiting: (() => void) | null = null;

    constructor(gl: WebGL2RenderingContext) {
        this.gl = gl;
        const info = gl.getExtension('WEBGL_debug_renderer_info');
        const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : '';
        this.full = /swiftshader|llvmpipe|software/i.test(name) ? 600 : 10;
    }

    /// Runs `draw` now, or once the last draw is done; only the newest wish is kept.
    when(draw: () => void): void {
        if (this.busy) this.waiting = draw;
        else draw();
    }

    /// Share of the full resolution to draw with while something moves.
    get scale(): number {
        return this.full <= GOAL_MS ? 1 : Math.max(LEAST, Math.sqrt(GOAL_MS / this.full));
    }

    get isBusy(): boolean {
        return this.busy;
    }

    get slow(): boolean {
        return this.full > GOAL_MS;
    }

    /// To be called right after the commands of a draw at `scale` were given.
    watch(scale: number): void {
        const sync = this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
        this.gl.flush();
        if (!sync) return;
        const begin = performance.now();
        this.busy = true;
        const poll = () => {
            const done = this.gl.getSyncParameter(sync, this.gl.SYNC_STATUS) === this.gl.SIGNALED;
            if (!done && performance.now() - begin < 5000) {
                setTimeout(poll, 4);
                return;
            }
            this.gl.deleteSync(sync);
            this.full += 0.3 * ((performance.now() - begin) / (scale * scale) - this.full);
            this.busy = false;
            const next = this.waiting;
            this.waiting = null;
            next?.();
        };
        setTimeout(poll, 4);
    }
}
