// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Laws of the editor, tried in a real browser: what the view shows, what keys and fields do to the document.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { documentText, id, state } from './studio.mjs';

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

const WAYS = {
    ...QUICK,
    name: 'ways',
    nodes: [
        { id: 'hills', op: 'noise', args: { amplitude: 80, seed: 3 } },
        {
            id: 'roads',
            op: 'lay',
            args: {
                ways: [0, 1, 2].map((k) => ({
                    name: `road ${k}`,
                    points: [0, 1, 2, 3, 4].map((i) => ({ x: 300 + 350 * i, y: 500 + 400 * k + 60 * (i % 2) })),
                })),
            },
        },
    ],
};

export function layScenes(folder) {
    writeFileSync(path.join(folder, 'ways.oro.json'), JSON.stringify(WAYS));
    writeFileSync(path.join(folder, 'land.oro.json'), JSON.stringify(LAND));
    writeFileSync(path.join(folder, 'broken.oro.json'), JSON.stringify(BROKEN));
}

const command = (page, ...words) => page.evaluate((w) => window.__studio.studio.do(w), words);
export const open = (page, name) =>
    page.evaluate((n) => window.__studio.studio.open(['open', n, 'force']), `${name}.oro.json`);

/// Waits until the page says that nothing more will come.
export async function rested(page) {
    await page.waitForFunction(
        () => ['current', 'failed', 'nothing'].includes(window.__studio.state().shown.kind),
        undefined,
        { timeout: 20000, polling: 20 },
    );
    return state(page);
}

/// What the engine makes of the document as it is, asked by another tab: the hash of a map or other data, or null.
async function truth(server, from, level) {
    if (!from) return null;
    const { origin } = new URL(server.address);
    const headers = { 'X-Orogen-Token': server.token };
    const stop = new AbortController();
    const stream = await fetch(`${origin}/api/events?tab=judge`, { headers, signal: stop.signal });
    const body = JSON.stringify({ tab: 'judge', seq: 1, levels: [level], maps: [{ name: 'it', from }] });
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
            hash: frame?.maps.find((m) => m.name === 'height')?.hash ?? null,
            drawn: viewport.heights !== null,
            thing: studio.shownThing()?.from ?? null,
            thingHash: viewport.things.thing?.hash ?? null,
        };
    });
    assert.equal(seen.drawn, seen.hash !== null, 'drawn where there is a picture, grey where there is none');
    assert.equal(seen.hash, await truth(server, seen.terrain, seen.level), s.shown.kind);
    const beside = seen.hash || !seen.terrain ? await truth(server, seen.thing, seen.level) : null;
    assert.equal(seen.thingHash, beside, `${seen.thing} beside the ground`);
    if (seen.hash || seen.thingHash) assert.equal(s.shown.revision, s.revision);
    else assert.match(s.shown.kind, /failed|nothing/);
    return s;
}

/// Quick pictures: what they show is judged, not how fine they are.
export const coarse = (page) => page.evaluate(() => window.__studio.studio.change({ preview: 129 }));

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
        const ops = ['noise', 'terrace', 'mask', 'paint', 'slope', 'triangulate', 'paths', 'survey'];
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
                    () => command(page, 'add', ops[roll(ops.length)]),
                    () => any && page.evaluate((n) => window.__studio.studio.setSolo(n), any),
                    () => any && page.evaluate((n) => window.__studio.studio.select(n), any),
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

const args = async (page, node) => (await state(page)).document.nodes.find((n) => n.id === node)?.args;
const steps = async (page) => (await state(page)).document.undo.count;
const answered = (page) => page.evaluate(() => window.__studio.studio.settle());

export async function masksStayBeside(page, server, step) {
    await step('B paints a mask beside the land, wherever it is pressed', async () => {
        for (const node of ['hills', 'steps']) {
            await open(page, 'land');
            await viewIsTheDocument(page, server);
            const before = await ground(page);
            await page.click(id(`node-${node}`));
            await page.focus(id('viewport'));
            await page.keyboard.press('b');
            await page.waitForFunction(() => window.__studio.state().tool === 'brush');
            await viewIsTheDocument(page, server);
            assert.equal(await ground(page), before, `after ${node}`);
            const box = await page.locator(id('viewport')).boundingBox();
            await page.mouse.move(box.x + 0.4 * box.width, box.y + 0.55 * box.height);
            await page.mouse.down();
            await page.mouse.move(box.x + 0.6 * box.width, box.y + 0.55 * box.height, { steps: 6 });
            await page.mouse.up();
            await page.waitForFunction(
                () => window.__studio.state().document.nodes.find((n) => n.op === 'paint').args.strokes.length > 2,
            );
            await viewIsTheDocument(page, server);
            assert.equal(await ground(page), before, `painted after ${node}`);
            await page.keyboard.press('Escape');
        }
    });

    await step('a number of the node at hand is offered to the new mask', async () => {
        await open(page, 'land');
        await page.click(id('node-steps'));
        await page.focus(id('viewport'));
        await page.keyboard.press('b');
        await page.click(id('toast-action'));
        await answered(page);
        assert.equal((await args(page, 'steps')).amount, 'paint');
        await page.keyboard.press('Escape');
        await viewIsTheDocument(page, server);
    });
}

const ground = (page) => page.evaluate(() => window.__studio.studio.frame.maps.find((m) => m.name === 'height').hash);

export async function fieldsAndDocumentAgree(page, step) {
    const field = page.locator(id('steps-step'));
    const value = async () => (await args(page, 'steps')).step;
    const enter = async (text) => {
        await field.fill(text);
        await page.keyboard.press('Enter');
        await answered(page);
    };

    await step('undo from inside a field is the document’s, and leaving it writes nothing', async () => {
        await open(page, 'land');
        await page.click(id('node-steps'));
        const [old, count] = [await value(), await steps(page)];
        await field.click();
        await enter('150');
        assert.equal(await value(), 150);
        await page.keyboard.press('Control+z');
        await page.waitForFunction((n) => window.__studio.state().document.undo.count === n, count);
        assert.equal(await field.inputValue(), String(old));
        await page.keyboard.press('Control+Shift+z');
        await page.waitForFunction((n) => window.__studio.state().document.undo.count === n, count + 1);
        assert.equal(await field.inputValue(), '150');
        await page.keyboard.press('Control+z');
        await page.waitForFunction((n) => window.__studio.state().document.undo.count === n, count);
        await page.focus(id('viewport'));
        await answered(page);
        assert.deepEqual([await value(), await steps(page)], [old, count]);
    });

    await step('typed and not entered, Ctrl+Z and Escape bring back the document’s', async () => {
        const [old, count] = [await value(), await steps(page)];
        for (const key of ['Control+z', 'Escape']) {
            await field.click();
            await page.keyboard.type('77');
            await page.keyboard.press(key);
            assert.equal(await field.inputValue(), String(old));
            await page.focus(id('viewport'));
            await answered(page);
            assert.deepEqual([await value(), await steps(page)], [old, count]);
        }
    });

    await step('numbers are read as people write them, or refused beside the field', async () => {
        const said = () => page.locator(`${id('field-steps-step')} .wrong-note`).textContent();
        await field.click();
        await enter('0.15 km');
        assert.equal(await value(), 150);
        await enter('62,5');
        assert.equal(await value(), 62.5);
        assert.equal(await field.inputValue(), '62.5');
        await enter('1,500');
        assert.match(await said(), /may be 1500 or 1\.5/);
        await page.focus(id('viewport'));
        assert.equal(await field.inputValue(), '62.5');
        await field.click();
        await enter('zzz');
        assert.match(await said(), /“zzz” is not a number/);
        await page.focus(id('viewport'));
        assert.deepEqual([await value(), await field.inputValue()], [62.5, '62.5']);
    });

    await step('what is typed is in what is saved', async () => {
        await field.click();
        await page.keyboard.type('88');
        await page.keyboard.press('Control+s');
        await page.waitForFunction(() => !window.__studio.state().document.dirty);
        assert.equal(await value(), 88);
    });

    await step('the world’s fields keep to the same rule', async () => {
        await page.click(id('select-world'));
        const extent = page.locator(id('world-extent'));
        const world = async () => (await state(page)).document.world;
        await extent.fill('3 km × 2,5 km');
        await page.keyboard.press('Enter');
        await answered(page);
        assert.deepEqual((await world()).extent, [3000, 2500]);
        assert.equal(await extent.inputValue(), '3000 × 2500');
        for (const [name, text, wrong] of [
            ['extent', '1,500', /may be 1500 or 1\.5/],
            ['extent', '1 2 3', /one length or two/],
            ['origin', '5', /two positions/],
            ['sea', 'wet', /“wet” is not a number/],
            ['seed', '-1', /whole number/],
        ]) {
            const before = await world();
            await page.fill(id(`world-${name}`), text);
            await page.locator(id(`world-${name}`)).blur();
            assert.match(await page.locator(`${id(`field-world-${name}`)} .wrong-note`).textContent(), wrong);
            await answered(page);
            assert.deepEqual(await world(), before);
            assert.notEqual(await page.locator(id(`world-${name}`)).inputValue(), text);
        }
        await command(page, 'undo');
        await page.click(id('node-steps'));
    });

    await step('notes are undone by letters while they are typed, then as steps', async () => {
        const count = await steps(page);
        await page.click(id('node-note'));
        await page.keyboard.type('flat fields');
        await page.keyboard.press('Control+z');
        assert.notEqual(await page.locator(id('node-note')).inputValue(), 'flat fields');
        assert.equal(await steps(page), count);
        await page.keyboard.press('Escape');
        assert.equal(await page.locator(id('node-note')).inputValue(), '');
    });
}

/// Where a point of the document is on the screen, by its place among all that are drawn.
const onScreen = (page, index) =>
    page.evaluate((i) => {
        const { viewport: v } = window.__studio;
        const p = v.marks.places[i].place.clone().project(v.rig.camera);
        const box = v.canvas.getBoundingClientRect();
        return { x: box.x + (0.5 + 0.5 * p.x) * box.width, y: box.y + (0.5 - 0.5 * p.y) * box.height };
    }, index);

export async function deleteMeansTheNearest(page, server, step) {
    await step('Delete takes the knot that was clicked, and never the node with it', async () => {
        await open(page, 'ways');
        await viewIsTheDocument(page, server);
        await page.focus(id('viewport'));
        await page.keyboard.press('7');
        await page.waitForFunction(() => window.__studio.viewport.isAtRest(), undefined, { polling: 50 });
        const at = await onScreen(page, 7); // the third point of the second road
        await page.mouse.click(at.x, at.y);
        assert.deepEqual(await page.evaluate(() => window.__studio.studio.part), {
            node: 'roads',
            arg: 'ways',
            row: 1,
            inner: 'points',
            index: 2,
        });
        assert.ok(await page.locator(id('roads-ways-1-points-2')).evaluate((e) => e.matches('.picked')));
        const roads = async () => (await args(page, 'roads')).ways.map((w) => w.points.length);
        await page.keyboard.press('Delete');
        await page.waitForFunction(() => window.__studio.studio.node('roads').args.ways[1].points.length === 4);
        assert.deepEqual(await roads(), [5, 4, 5]);
        await page.keyboard.press('Delete');
        await page.waitForFunction(() => window.__studio.studio.node('roads').args.ways[1].points.length === 3);
        await page.keyboard.press('Escape');
        assert.equal(await page.evaluate(() => window.__studio.studio.part), null);
    });

    await step('keys meant for a setting leave the node alone', async () => {
        const count = await steps(page);
        for (const place of ['roads-ways-1-width-slider', 'roads-ways-1-kind', 'node-enabled']) {
            await page.focus(id(place));
            await page.keyboard.press('Delete');
            await page.keyboard.press('x');
        }
        await page.click(id('roads-ways-2-remove')); // the button that had the focus may be gone
        await page.waitForFunction(() => window.__studio.studio.node('roads').args.ways.length === 2);
        await page.keyboard.press('Delete');
        await answered(page);
        assert.ok(await args(page, 'roads'));
        assert.equal(await steps(page), count + 1);
        await page.focus(`${id('roads-ways-1')} > summary`);
        await page.keyboard.press('Delete');
        await page.waitForFunction(() => window.__studio.studio.node('roads').args.ways.length === 1);
    });

    await step('a node that goes says what was in it, and comes back by a press', async () => {
        await open(page, 'ways');
        const before = await documentText(server);
        await page.click(id('node-roads'));
        await page.keyboard.press('Delete');
        await page.waitForFunction(() => !window.__studio.studio.node('roads'));
        const toast = page.locator('.toast', { hasText: 'Removed roads with 3 ways.' });
        await toast.locator(id('toast-action')).click();
        await page.waitForFunction(() => window.__studio.studio.node('roads'));
        assert.equal(await documentText(server), before);
    });

    await step('a point of a curve goes by Delete, one after another, and the node stays', async () => {
        await open(page, 'land');
        await command(page, 'add', 'remap', 'end', 'bent');
        await page.evaluate(() => window.__studio.studio.select('bent'));
        const curve = await page.evaluate(
            () => window.__studio.studio.catalogue.find('remap').args.find((a) => a.type === 'curve')?.name,
        );
        await command(page, 'set', `bent.${curve}`, [
            [0, 0],
            [0.2, 0.1],
            [0.5, 0.8],
            [1, 1],
        ]);
        const left = async (n) =>
            page.waitForFunction(([c, k]) => window.__studio.studio.node('bent')?.args[c].length === k, [curve, n]);
        await left(4);
        await page.click(id(`bent-${curve}-point-1`));
        await page.keyboard.press('Delete');
        await left(3);
        await page.waitForTimeout(50);
        await page.keyboard.press('Delete');
        await left(2);
    });
}
