// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The build dialog in a real browser: exports for programs, sizes that are not allowed, files that are there, an end by
// Cancel, and the folder.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { open } from './laws.mjs';
import { id, state } from './studio.mjs';

const SCENE = {
    orogen: 1,
    name: 'sent',
    world: { extent: 2000, resolution: 300, height: [-100, 500] },
    nodes: [{ id: 'hills', op: 'noise', args: { seed: 3, amplitude: 300 } }],
    outputs: [{ file: 'height.png', from: 'hills', range: 'auto' }],
};

export const layExports = (folder) => writeFileSync(path.join(folder, 'sent.oro.json'), JSON.stringify(SCENE));

const text = (page, name) => page.locator(id(name)).textContent();
const until = (page, name, pattern) =>
    page.waitForFunction(
        ([n, p]) => new RegExp(p).test(document.querySelector(`[data-testid="${n}"]`)?.textContent ?? ''),
        [name, pattern.source],
        { timeout: 20000 },
    );
const fill = async (page, name, value) => {
    await page.fill(id(name), value);
    await page.locator(id(name)).blur();
};
const ends = (page, how) =>
    page.waitForFunction((h) => window.__studio.state().build?.state === h, how, { timeout: 60000 });

export async function exportsWork(page, folder, step) {
    await step('a program is a card, with its options and the sizes it takes', async () => {
        await open(page, 'sent');
        await page.keyboard.press('Control+b');
        await page.waitForSelector(id('export-unreal'));
        const cards = await page.locator('[data-testid^="export-"].target strong').allTextContents();
        assert.deepEqual(cards.slice(0, 4), ['Unreal Engine', 'Unity', 'Godot', 'Blender']);
        await page.click(id('export-unity'));
        assert.equal(await page.locator(id('export-unity')).getAttribute('aria-pressed'), 'true');
        assert.equal(await page.inputValue(id('build-size')), '257', 'the nearest to the scene’s 300');
        await until(page, 'build-facts', /257 × 257/);
        assert.match(await text(page, 'build-command'), /^orogen export sent\.oro\.json .*--target unity/);
        await fill(page, 'build-size', '300');
        await until(page, 'build-state', /257.*513|513.*257/);
        assert.ok(await page.locator(id('build-start')).isDisabled());
        await page.click(id('build-size-513'));
        await until(page, 'build-facts', /513 × 513/);
        await page.click(id('build-size-513')).catch(() => undefined);
        await page.click(`${id('export-options')} summary`);
        assert.ok(await page.locator(id('field-export-tiles')).isVisible());
        assert.ok(await page.locator(id('field-export-heights')).isHidden(), 'Unreal’s alone');
        await page.uncheck(id('export-normals'));
        await until(page, 'build-command', /--normals=off/);
    });

    await step(
        'an export is written, its folder shown, and files that are there are replaced by a button',
        async () => {
            await fill(page, 'build-folder', 'unity');
            await fill(page, 'build-size', '129');
            await until(page, 'build-facts', /129 × 129/);
            assert.equal(await text(page, 'build-start'), 'Export');
            await page.focus(id('build-start'));
            await page.keyboard.press('Enter');
            await ends(page, 'done');
            await until(page, 'build-state', /^Done in .* files in unity\.$/);
            const written = readdirSync(path.join(folder, 'unity'));
            assert.ok(written.includes('IMPORT.txt'), written.join());
            await until(page, 'build-start', /^Export, replacing \d+ files$/);
            await page.click(id('build-open'));
            await until(page, 'toasts', /unity: there is no desktop here to open it on/);
            assert.match(await text(page, 'toasts'), /Copy the path/);
            await page.click(id('build-start'));
            await page.waitForFunction(() => window.__studio.state().build?.state === 'running').catch(() => undefined);
            await ends(page, 'done');
            assert.deepEqual(readdirSync(path.join(folder, 'unity')).sort(), written.sort());
        },
    );

    await step('a long build says what it does and how long it goes on, and what came of a cancel', async () => {
        await page.click(id('export-unity')); // back to the scene's outputs
        await until(page, 'build-command', /^orogen build/);
        await fill(page, 'build-folder', 'longer');
        await fill(page, 'build-size', '8193');
        await until(page, 'build-facts', /8193 × 8193/);
        await page.click(id('build-start'));
        await until(page, 'build-state', /^Building… \d+ % · \S/);
        await page.keyboard.press('Escape'); // the dialog; the build goes on
        await until(page, 'status-what', /Building…/);
        await page.click(id('cancel'));
        await ends(page, 'cancelled');
        await until(page, 'toasts', /Cancelled\. Nothing was written\./);
        const left = existsSync(path.join(folder, 'longer')) ? readdirSync(path.join(folder, 'longer')) : [];
        assert.deepEqual(left, []);
        assert.ok((await page.locator(id('status-what')).textContent()) === '' || (await state(page)).shown);
    });
}
