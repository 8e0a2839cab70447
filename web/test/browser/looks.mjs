// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a newcomer meets, in a real browser: the first land, words for things, questions and messages, a server that is gone.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { dropFolder, id, makeFolder, openPage, settled, startServer, state, stopServer } from './studio.mjs';

const WORLD = { orogen: 1, world: { extent: 2000, resolution: 129, height: [0, 900] } };
const LAND = { ...WORLD, name: 'land', nodes: [{ id: 'hills', op: 'noise', args: { amplitude: 500, base: 300 } }] };
const BROKEN = { ...WORLD, name: 'broken', nodes: [{ id: 'dem', op: 'import', args: { file: 'gone.png' } }] };

const drawn = (page, node) =>
    page.waitForFunction((n) => document.querySelector(`[data-testid="node-${n}"] img`)?.naturalWidth === 128, node, {
        timeout: 10000,
    });

/// How far out the corners of the land lie: 1 is the edge of the pane.
const corners = (page) =>
    page.evaluate(() => {
        const { viewport } = window.__studio;
        const { spanX, spanY, min, max } = viewport.heights;
        const { camera } = viewport.rig;
        camera.updateMatrixWorld(true);
        const at = camera.position.clone();
        let most = 0;
        for (const x of [-0.5, 0.5])
            for (const z of [-0.5, 0.5])
                for (const y of [min, max]) {
                    at.set(x * spanX, y, z * spanY).project(camera);
                    most = Math.max(most, Math.abs(at.x), Math.abs(at.y));
                }
        return most;
    });

async function find(page, words) {
    await page.focus(id('viewport'));
    await page.keyboard.press('Tab');
    await page.keyboard.type(words);
    await page.waitForFunction(
        () => document.querySelectorAll('.finder-row').length > 0 && document.querySelector('.finder-row.marked'),
    );
}

export async function looks(browser, step) {
    const folder = makeFolder();
    for (const scene of [LAND, BROKEN])
        writeFileSync(path.join(folder, `${scene.name}.oro.json`), JSON.stringify(scene));
    let server = await startServer(folder, 'land.oro.json');
    let page = await openPage(browser, server);

    await step('a scene given at the start has its small pictures, and has them after a reload', async () => {
        await drawn(page, 'hills');
        await page.reload();
        await drawn(page, 'hills');
    });

    await step('a new scene is land', async () => {
        await page.click(id('home'));
        await page.click(id('start-new'));
        await page.waitForFunction(() => window.__studio.state().document.path === null);
        await settled(page);
        const s = await state(page);
        assert.ok(s.document.nodes.length > 1 && s.patches > 0 && !s.grey);
        assert.equal(s.document.dirty, false);
    });

    await step('Home shows all corners, however the window is shaped', async () => {
        for (const [width, height] of [
            [1280, 720],
            [900, 1000],
            [1700, 500],
        ]) {
            await page.setViewportSize({ width, height });
            await page.focus(id('viewport'));
            const before = (await state(page)).drawn;
            await page.keyboard.press('Home');
            await page.waitForFunction((n) => window.__studio.state().drawn > n, before);
            const most = await corners(page);
            assert.ok(most <= 1 && most > 0.7, `${width} by ${height}: ${most}`);
        }
        await page.setViewportSize({ width: 1280, height: 720 });
    });

    await step('words for things find them, and what is found comes as wished', async () => {
        await find(page, 'erosion');
        await page.waitForSelector(`.marked${id('add-pipes')}`);
        await page.keyboard.press('Escape');
        await find(page, 'volcano');
        await page.waitForSelector(`.marked${id('add-volcano')}`);
        await page.keyboard.press('Escape');
        await find(page, 'ridged');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => window.__studio.state().selected === 'noise');
        const added = (await state(page)).document.nodes.find((n) => n.id === 'noise');
        assert.equal(added.args.fractal, 'ridged');
        await page.keyboard.press('Control+z');
        await page.waitForFunction(() => !window.__studio.state().document.nodes.some((n) => n.id === 'noise'));
        await find(page, 'exr');
        await page.keyboard.press('Enter');
        await page.waitForSelector(id('build-dialog'));
        await page.keyboard.press('Escape');
    });

    await step('what would be lost is said and asked; messages lie over dialogs', async () => {
        await page.evaluate(() => window.__studio.studio.do(['title', 'mine']));
        await page.keyboard.press('Control+Shift+s');
        await page.fill(id('save-name'), 'land');
        await page.keyboard.press('Enter');
        await page.waitForSelector(id('ask-dialog'));
        assert.match(await page.locator(id('ask-dialog')).textContent(), /land.oro.json already exists\. .* lost/);
        assert.equal(await page.locator('.toast.error').count(), 0);
        await page.click(id('ask-no'));
        await page.fill(id('save-name'), '../land');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.toast.error');
        const over = await page.evaluate(() => {
            const toast = document.querySelector('.toast.error');
            const box = toast.getBoundingClientRect();
            return toast.contains(document.elementFromPoint(box.left + 20, box.top + box.height / 2));
        });
        assert.ok(over, 'the message is above the dialog and its backdrop');
        await page.locator(id('toast-close')).last().click();
        await page.keyboard.press('Escape');
    });

    await step('a node that fails has a badge, which leads to the field', async () => {
        await page.evaluate(() => window.__studio.studio.open(['open', 'broken.oro.json', 'force']));
        await page.waitForSelector(`${id('fault-dem')}:not([hidden])`);
        assert.doesNotMatch(await page.locator('#app').textContent(), /nodes\/\d/);
        await page.click(id('fault-dem'));
        const inside = await page.evaluate(
            () => document.activeElement?.closest('[data-testid="field-dem-file"]') !== null,
        );
        assert.ok(inside, 'the field has the cursor');
    });

    await step('recovered work is asked about once, and not over another scene', async () => {
        await page.evaluate(() => window.__studio.studio.open(['open', 'land.oro.json', 'force']));
        await page.evaluate(() => window.__studio.studio.set('hills.base', 250));
        await page.waitForTimeout(300);
        await Promise.all([page.context().close(), stopServer(server, 'SIGKILL')]);
        server = await startServer(folder, 'land.oro.json');
        page = await openPage(browser, server);
        await page.click(id('recovery-keep'));
        await page.waitForSelector(id('recovery'), { state: 'hidden' });
        await page.reload();
        await settled(page);
        assert.ok(await page.locator(id('recovery')).isHidden(), 'it is not asked again');
        assert.equal((await state(page)).document.nodes[0].args.base, 250);
    });

    await step('a server that is gone, and one that came in its place, are told apart', async () => {
        const { port } = new URL(server.address);
        await stopServer(server, 'SIGKILL');
        await page.waitForSelector(`${id('shown-dot')}[data-shown=gone]`);
        assert.match(await page.locator(id('gone')).textContent(), /orogen studio land\.oro\.json/);
        server = await startServer(folder, 'land.oro.json', '--port', port);
        await page.waitForFunction(() => window.__studio.state().connection === 'replaced');
        assert.match(await page.locator(id('gone')).textContent(), /started again/);
        assert.equal(await page.locator(`${id('shown-dot')}[data-shown=gone]`).count(), 1);
        assert.deepEqual(page.faults, []);
    });
    await page.context().close();
    await stopServer(server);
    dropFolder(folder);
}
