// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Data that is no map in a real browser: meshes, curves, points and volumes as nodes make them, by mouse and by keyboard.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { open, rested } from './laws.mjs';
import { id, state } from './studio.mjs';

const knots = (...points) => ({ points: points.map(([x, y]) => ({ x, y })) });

const THINGS = {
    orogen: 1,
    name: 'things',
    world: { extent: 2000, resolution: 129, height: [-100, 500] },
    nodes: [
        { id: 'hills', op: 'noise', args: { seed: 3, amplitude: 300 } },
        { id: 'skin', op: 'triangulate', args: { step: 50 } },
        { id: 'ways', op: 'paths', args: { splines: [knots([200, 200], [1800, 900], [900, 1800])] } },
        {
            id: 'tints',
            op: 'tint',
            args: {
                map: 'hills',
                stops: [
                    { at: 0, colour: '#204060' },
                    { at: 300, colour: '#f0d080' },
                ],
            },
        },
        { id: 'paint', op: 'bake', args: { colour: 'tints' } },
        { id: 'trees', op: 'survey', args: { file: 'trees.csv' } },
        { id: 'rock', op: 'voxels', args: { file: 'rock.npy', cell: 50, x: 500, y: 500, z: 0 } },
    ],
    outputs: [],
};
const ALONE = {
    orogen: 1,
    name: 'alone',
    world: { extent: 2000, resolution: 129 },
    nodes: [THINGS.nodes.find((n) => n.id === 'trees')],
};

const way = (name, rest, ...points) => ({ name, ...rest, points: points.map(([x, y, z]) => ({ x, y, z })) });
/// A ridge over level ground: two curves the surface passes through, and one that only bends it.
const DRAWN = {
    orogen: 1,
    name: 'drawn',
    world: { extent: 64, resolution: 129, height: [0, 32] },
    nodes: [
        {
            id: 'lines',
            op: 'sketch',
            args: {
                width: 3,
                curves: [
                    way('crest', { left: -40, right: -40 }, [-3, 32, 20], [67, 32, 20]),
                    way('foot', {}, [-3, 60, 5], [67, 60, 5]),
                    way('bend', { role: 'guidance', left: 0, right: 0 }, [-3, 46, 10], [67, 46, 10]),
                ],
            },
        },
        { id: 'rock', op: 'sculpt', args: { ribbons: 'lines', bottom: 0, top: 32, coarseness: 8 } },
    ],
    outputs: [{ from: 'rock', file: 'mesh.ply' }],
};

/// How far each sample lies from the middle, less a radius: a ball.
function ball(side) {
    const header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${side}, ${side}, ${side}), }`.padEnd(117);
    const values = new Float32Array(side ** 3);
    const middle = (side - 1) / 2;
    for (let i = 0; i < values.length; i++) {
        const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)];
        values[i] = Math.hypot(x - middle, y - middle, z - middle) - 0.35 * side;
    }
    return Buffer.concat([Buffer.from(`\x93NUMPY\x01\0\x76\0${header}\n`, 'latin1'), Buffer.from(values.buffer)]);
}

export function layThings(folder) {
    writeFileSync(path.join(folder, 'things.oro.json'), JSON.stringify(THINGS));
    writeFileSync(path.join(folder, 'alone.oro.json'), JSON.stringify(ALONE));
    writeFileSync(path.join(folder, 'drawn.oro.json'), JSON.stringify(DRAWN));
    const trees = Array.from({ length: 200 }, (_, i) => `${(i * 617) % 2000},${(i * 911) % 2000},${300 + (i % 7)}`);
    writeFileSync(path.join(folder, 'trees.csv'), `x,y,z\n${trees.join('\n')}\n`);
    writeFileSync(path.join(folder, 'rock.npy'), ball(17));
}

const select = async (page, node) => {
    await page.click(id(`node-${node}`));
    return rested(page);
};
const panel = (page) => page.locator(id('thing-text')).textContent();
/// How many pixels of the view have changed since the last call.
const pixels = (page) =>
    page.evaluate(() => {
        const { viewport } = window.__studio;
        viewport.draw(1); // pixels can be read right after drawing only
        const copy = document.createElement('canvas');
        copy.width = copy.height = 64;
        const c = copy.getContext('2d');
        c.drawImage(viewport.canvas, 0, 0, 64, 64);
        const now = new Uint32Array(c.getImageData(0, 0, 64, 64).data.buffer);
        const changed = now.filter((p, i) => p !== window.__before?.[i]).length;
        window.__before = now;
        return changed;
    });

/// How long the page lets the server work unasked: any time, so that a slow machine shows the same, or none.
const patience = async (page, ms) => {
    await page.unroute('**/api/view*');
    await page.route('**/api/view*', (route) => {
        const body = route.request().postDataJSON();
        for (const m of body.maps) if (m.within_ms !== undefined) m.within_ms = ms;
        return route.continue({ postData: JSON.stringify(body) });
    });
};

export async function thingsAreShown(page, step) {
    await patience(page, 60000);
    await step('a mesh is shown as it is: counts, wireframe and ground by button and key', async () => {
        await open(page, 'things');
        await select(page, 'hills');
        assert.equal((await state(page)).thing, null);
        await pixels(page);
        let s = await select(page, 'skin');
        assert.equal(s.thing.kind, 'mesh');
        assert.match(await panel(page), /^1681 vertices, 3200 triangles$/);
        assert.ok(s.thing.hidesGround);
        assert.ok((await pixels(page)) > 500, 'the mesh stands in the place of the ground');
        await page.click(id('thing-wire'));
        assert.ok((await state(page)).thing.wire);
        assert.ok((await pixels(page)) > 300, 'edges are seen');
        await page.focus(id('viewport'));
        await page.keyboard.press('w');
        assert.ok(!(await state(page)).thing.wire);
        await page.keyboard.press('g');
        s = await state(page);
        assert.ok(!s.thing.hidesGround);
        assert.equal(await page.locator(id('thing-ground')).getAttribute('aria-pressed'), 'true');
        await page.keyboard.press('g');
    });

    await step('a mesh lies where its land lies', async () => {
        const off = await page.evaluate(() => {
            const { viewport } = window.__studio;
            const { positions } = Object.fromEntries(viewport.things.thing.parts);
            let most = 0;
            for (let i = 0; i < positions.values.length; i += 3) {
                const [x, north, z] = positions.values.subarray(i, i + 3);
                most = Math.max(most, Math.abs(viewport.heights.at(x, -north) - z));
            }
            return most;
        });
        assert.ok(off < 0.01, `${off} m off`);
    });

    await step('an edit of the mesh is seen, and never an older one', async () => {
        const before = (await state(page)).thing.hash;
        await page.evaluate(() => window.__studio.studio.do(['set', 'skin.step', 100]));
        const s = await rested(page);
        assert.notEqual(s.thing.hash, before);
        assert.match(await panel(page), /441 vertices, 800 triangles/);
        await page.evaluate(() => window.__studio.studio.do(['undo']));
        assert.equal((await rested(page)).thing.hash, before);
    });

    await step('curves and points lie over the land', async () => {
        let s = await select(page, 'ways');
        assert.equal(s.thing.kind, 'curves');
        assert.ok(!s.thing.hidesGround);
        assert.equal(await page.locator(id('thing-drape')).getAttribute('aria-pressed'), 'true', 'it says no heights');
        await pixels(page);
        await page.click(id('thing-drape'));
        assert.ok((await pixels(page)) > 0);
        s = await select(page, 'trees');
        assert.equal(s.thing.kind, 'points');
        assert.match(await panel(page), /200 points/);
    });

    await step('a picture is laid over the land, or flat', async () => {
        const s = await select(page, 'paint');
        assert.equal(s.thing.kind, 'image');
        assert.match(await panel(page), /129 x 129 pixels/);
        await pixels(page);
        await page.click(id('thing-drape'));
        assert.ok((await pixels(page)) > 300, 'flat');
        await page.click(id('thing-drape'));
    });

    await step('a volume is a box with a cut that a slider moves', async () => {
        const s = await select(page, 'rock');
        assert.equal(s.thing.kind, 'volume');
        assert.match(await panel(page), /17 x 17 x 17/);
        await pixels(page);
        const middle = s.thing.slider.value;
        assert.equal(middle, 400);
        await page.focus(id('thing-slider'));
        for (let i = 0; i < 8; i++) await page.keyboard.press('ArrowRight');
        assert.ok((await state(page)).thing.slider.value > middle);
        assert.ok((await pixels(page)) > 0, 'the cut moved');
        assert.match(await page.locator(id('thing-at')).textContent(), /Height \d+/);
        await page.selectOption(id('thing-choice'), 'east');
        assert.match(await page.locator(id('thing-at')).textContent(), /East 900 m/);
    });

    await step('what cannot be made says why, and the land stays', async () => {
        await page.evaluate(() => window.__studio.studio.do(['set', 'trees.file', 'gone.csv']));
        await select(page, 'trees');
        const s = await state(page);
        assert.equal(s.thing, null, 'no old points');
        assert.ok(!s.grey);
        assert.match(await panel(page), /gone\.csv/);
        await page.evaluate(() => window.__studio.studio.do(['undo']));
        await rested(page);
    });

    await step('a scene without any land shows what it makes', async () => {
        await open(page, 'alone');
        const s = await rested(page);
        assert.equal(s.shown.kind, 'current');
        assert.equal(s.thing.kind, 'points');
        assert.ok(!s.grey);
        await page.evaluate(() => window.__studio.studio.do(['remove', 'trees']));
        assert.equal((await rested(page)).shown.kind, 'nothing');
        assert.ok((await state(page)).grey);
    });

    await step('a scene of curves shows its surface, and its ribbons before it', async () => {
        await open(page, 'drawn');
        let s = await rested(page);
        assert.equal(s.thing.from, 'rock.result');
        assert.equal(s.behind, null);
        s = await select(page, 'lines');
        assert.equal(s.thing.kind, 'ribbons');
        assert.equal(s.behind, 'rock.result');
        assert.deepEqual(s.thing.choices.words, ['all', 'crest, seed', 'foot, seed', 'bend, guidance']);
        await pixels(page);
        await page.selectOption(id('thing-choice'), 'bend, guidance');
        assert.ok((await pixels(page)) > 0, 'it stands out');
    });

    await step('what takes long waits for its key, and the view says that it is older', async () => {
        await select(page, 'rock');
        await patience(page, 0.0001);
        await page.evaluate(() => window.__studio.studio.setSolo('rock')); // the wish goes out with it
        await page.evaluate(() => window.__studio.studio.wish(true));
        const before = (await rested(page)).thing.hash;
        await page.evaluate(() => window.__studio.studio.do(['set', 'rock.smooth', 2]));
        await page.waitForFunction(() => window.__studio.state().waits);
        let s = await state(page);
        assert.equal(s.shown.kind, 'stale');
        assert.match(s.shown.sentence, /mesh shown is older than the document/);
        assert.equal(s.thing.hash, before);
        await page.locator(id('shown-note')).waitFor({ state: 'visible' });
        assert.match(await panel(page), /older than the document/);
        await page.focus(id('viewport'));
        await page.keyboard.press('r');
        s = await rested(page);
        assert.ok(!s.waits);
        assert.equal(s.thing.level, s.frame.level);
        assert.notEqual(s.thing.hash, before);
        await patience(page, 60000);
        await page.evaluate(() => window.__studio.studio.setSolo('rock'));
    });

    await step('a field of the surface is cut, seen through and seen as a surface, with its legend', async () => {
        await select(page, 'rock');
        await page.selectOption(id('thing-output'), 'distance');
        const s = await rested(page);
        assert.equal(s.thing.kind, 'volume');
        assert.match(await page.locator(id('legend')).textContent(), /rock\.distance, m/);
        await pixels(page);
        for (const view of ['fog', 'surface', 'east']) {
            await page.selectOption(id('thing-choice'), view);
            assert.ok((await pixels(page)) > 100, view);
        }
    });

    await step('what a node warns of stands at the node until it is mended', async () => {
        const badge = page.locator(id('notes-lines'));
        assert.ok(!(await badge.isVisible()));
        const role = (role) =>
            page.evaluate(
                (r) => window.__studio.studio.do(...[0, 1].map((i) => ['item', 'set', 'lines.curves', i, { role: r }])),
                role,
            );
        await role('guidance');
        await rested(page);
        await badge.waitFor({ state: 'visible' });
        await page.click(id('node-lines'));
        assert.ok((await page.locator(id('node-notes')).textContent()).length > 20);
        await role('seed');
        await rested(page);
        await badge.waitFor({ state: 'hidden' });
        await page.unroute('**/api/view*');
    });
}
