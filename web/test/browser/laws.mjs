// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the editor, tried in a real browser: what the view shows, what keys and fields do to the document.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { id, state } from './studio.mjs';

const QUICK = { orogen: 1, world: { extent: 2000, resolution: 129 } };
const LAND = {
    ...QUICK,
    name: 'land',
    nodes: [
        { id: 'hills', op: 'noise', args: { seed: 3 } },
        { id: 'steps', op: 'terrace' },
        { id: 'soft', op: 'blur', args: { radius: 20 } },
    ],
};
const BROKEN = {
    ...QUICK,
    name: 'broken',
    nodes: [
        { id: 'dem', op: 'import', args: { file: 'gone.png' } },
        { id: 'steps', op: 'terrace' },
    ],
};

export function layScenes(folder) {
    writeFileSync(path.join(folder, 'land.oro.json'), JSON.stringify(LAND));
    writeFileSync(path.join(folder, 'broken.oro.json'), JSON.stringify(BROKEN));
}

const command = (page, ...words) => page.evaluate((w) => window.__studio.studio.do(w), words);
export const open = (page, name) =>
    page.evaluate((n) => window.__studio.studio.open(['open', n, 'force']), `${name}.oro.json`);

/// Waits until the page says that nothing more will come.
async function rested(page) {
    await page.waitForFunction(
        () => ['current', 'failed', 'nothing'].includes(window.__studio.state().shown.kind),
        undefined,
        { timeout: 20000, polling: 20 },
    );
    return state(page);
}

/// What the engine makes of the document as it is, asked by another tab: the hash of the ground, or null.
async function truth(server, terrain, level) {
    if (!terrain) return null;
    const { origin } = new URL(server.address);
    const headers = { 'X-Orogen-Token': server.token };
    const stop = new AbortController();
    const stream = await fetch(`${origin}/api/events?tab=judge`, { headers, signal: stop.signal });
    const body = JSON.stringify({ tab: 'judge', seq: 1, levels: [level], maps: [{ name: 'height', from: terrain }] });
    await fetch(`${origin}/api/view`, { method: 'POST', headers, body });
    let text = '';
    for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
        text += part;
        const data = /^event: (?:frame|failed)\r?\ndata: (.*)\r?\n/m.exec(text)?.[1];
        if (!data) continue;
        stop.abort();
        return JSON.parse(data).maps?.[0]?.hash ?? null;
    }
    return null;
}

/// The view shows what the document is, judged by another tab, or is grey where the document makes nothing.
export async function viewIsTheDocument(page, server) {
    const s = await rested(page);
    const seen = await page.evaluate(() => {
        const { studio, viewport } = window.__studio;
        const { frame } = studio.shown;
        return {
            terrain: studio.shownTerrain(),
            level: frame?.level ?? 129,
            hash: frame?.maps.find((m) => m.name === 'height').hash ?? null,
            drawn: viewport.heights !== null,
        };
    });
    assert.equal(seen.drawn, seen.hash !== null, 'drawn where there is a picture, grey where there is none');
    assert.equal(seen.hash, await truth(server, seen.terrain, seen.level), s.shown.kind);
    if (seen.hash) assert.equal(s.shown.revision, s.revision);
    else assert.match(s.shown.kind, /failed|nothing/);
    return s;
}

export async function theViewNeverLies(page, server, step) {
    await step('a scene that cannot be made is grey, says why, and marks the node', async () => {
        await open(page, 'land');
        await viewIsTheDocument(page, server);
        await open(page, 'broken');
        const s = await viewIsTheDocument(page, server);
        assert.equal(s.shown.kind, 'failed');
        assert.ok(await page.locator(id('fault-dem')).isVisible());
        assert.match(await page.locator(id('shown-note')).textContent(), /^dem: .*gone\.png/);
        assert.equal(await page.locator(id('status-cursor')).textContent(), '');
        const colours = await page.evaluate(async () => {
            const { viewport } = window.__studio;
            await new Promise((r) => setTimeout(r, 100));
            viewport.draw(1); // pixels can be read right after drawing only
            const copy = document.createElement('canvas');
            copy.width = copy.height = 40;
            const c = copy.getContext('2d');
            c.drawImage(viewport.canvas, 0, 0, 40, 40);
            return new Set(new Uint32Array(c.getImageData(0, 0, 40, 40).data.buffer)).size;
        });
        assert.equal(colours, 1, 'one colour all over');
        await page.click(id('shown-go'));
        assert.equal((await state(page)).selected, 'dem');
    });

    await step('the last node removed, or undone, leaves nothing on the screen', async () => {
        await open(page, 'land');
        await viewIsTheDocument(page, server);
        await command(page, 'remove', 'hills', 'steps', 'soft');
        assert.equal((await viewIsTheDocument(page, server)).shown.kind, 'nothing');
        await command(page, 'undo');
        assert.equal((await viewIsTheDocument(page, server)).shown.kind, 'current');
    });

    await step('whatever is done, in whatever order, the view is the document or grey', async () => {
        let x = Number(process.env.SEED ?? 1);
        const roll = (n) => {
            x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
            return Math.floor((x / 2 ** 32) * n);
        };
        const seen = new Set();
        for (let i = 0; i < 14; i++) {
            for (let k = roll(3); k >= 0; k--) {
                const nodes = (await state(page)).document.nodes.map((n) => n.id);
                const any = nodes[roll(nodes.length)];
                const acts = [
                    () => open(page, 'land'),
                    () => open(page, 'broken'),
                    () => any && command(page, 'remove', ...nodes),
                    () => command(page, 'undo'),
                    () => command(page, 'undo'),
                    () => command(page, 'redo'),
                    () => any && command(page, 'remove', any),
                    () => command(page, 'add', ['noise', 'terrace', 'mask', 'paint', 'slope'][roll(5)]),
                    () => any && page.evaluate((n) => window.__studio.studio.setSolo(n), any),
                    () => any && command(page, 'enable', any, roll(2) ? 'on' : 'off'),
                    () => command(page, 'set', 'world.seed', roll(1000)),
                ];
                await acts[roll(acts.length)]();
            }
            seen.add((await viewIsTheDocument(page, server)).shown.kind);
        }
        assert.ok(seen.has('current') && seen.size > 1, `both were seen: ${[...seen]}`);
    });
}
