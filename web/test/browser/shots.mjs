// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Takes pictures of every screen and mode for the documentation: shots.mjs [FOLDER], by default docs/images/studio. Each
// stays below 300 KB: what does not fit is taken with fewer pixels.

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropFolder, id, makeFolder, openPage, settled, startBrowser, startServer, stopServer } from './studio.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const out = path.resolve(process.argv[2] ?? path.join(root, 'docs/images/studio'));
const LIMIT = 300e3;
mkdirSync(out, { recursive: true });

const folder = makeFolder();
const server = await startServer(folder);
const browser = await startBrowser();
const page = await openPage(browser, server);
const devtools = await page.context().newCDPSession(page);
const failed = [];

/// Waits until the view has been drawn in full, then keeps it.
async function shot(name) {
    await page.waitForFunction(() => window.__studio.viewport.isAtRest(), undefined, { timeout: 60000, polling: 50 });
    await page.waitForTimeout(250);
    const file = path.join(out, `${name}.png`);
    for (const scale of [1, 0.9, 0.8, 0.7, 0.6]) {
        // The same page with fewer pixels.
        const clip = { x: 0, y: 0, width: 1280, height: 720, scale };
        const { data } = await devtools.send('Page.captureScreenshot', { format: 'png', clip });
        writeFileSync(file, Buffer.from(data, 'base64'));
        if (statSync(file).size < LIMIT) break;
    }
    const bytes = statSync(file).size;
    if (bytes >= LIMIT) failed.push(name);
    console.log(`${name}.png ${Math.round(bytes / 1000)} KB`);
}

async function example(name) {
    await page.evaluate((n) => window.__studio.studio.open(['example', n, 'force']), name);
    await settled(page);
    await page.waitForTimeout(1500);
}

const mode = async (name) => {
    await page.evaluate((m) => window.__studio.studio.setMode(m), name);
    await settled(page);
    await page.waitForTimeout(600);
};

try {
    await page.waitForSelector(id('example-default'));
    await page
        .waitForFunction(
            () => document.querySelectorAll('.card img').length === document.querySelectorAll('.card').length,
            undefined,
            { timeout: 20000 },
        )
        .catch(() => undefined);
    await page.waitForTimeout(500);
    await page.screenshot({ path: path.join(out, 'start.png') });
    console.log('start.png');
    await example('default');
    await page.click(id('node-crests'));
    await shot('editor');
    for (const m of ['relief', 'height', 'slope', 'flow', 'change', 'normals', 'wire']) {
        await mode(m);
        await shot(`mode-${m}`);
    }
    await mode('map:strength');
    await shot('mode-map');
    await mode('textured');
    await page.click(id('layout-split'));
    await shot('split');
    await page.click(id('layout-map'));
    await mode('height');
    await shot('map');
    await page.click(id('layout-3d'));
    await mode('textured');

    await page.focus(id('viewport'));
    await page.keyboard.press('Tab');
    await page.keyboard.type('ma');
    await shot('add');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await shot('palette');
    await page.keyboard.press('Escape');
    await page.focus(id('viewport'));
    await page.keyboard.press('?');
    await shot('help');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+,');
    await shot('settings');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+b');
    await page.waitForSelector(`${id('build-files')} td`);
    await shot('build');
    await page.keyboard.press('Escape');
    await page.focus(id('viewport'));
    await page.keyboard.press('`');
    await page.keyboard.type('list spine');
    await page.keyboard.press('Enter');
    await page.keyboard.type('set spine.');
    await page.waitForSelector(id('console-choice-0'));
    await shot('console');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.click(id('select-outputs'));
    await shot('outputs');

    await page.click(id('tool-brush'));
    await settled(page);
    const box = await page.locator(id('viewport')).boundingBox();
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 0.55 * box.height);
    await page.mouse.down();
    for (let i = 0; i < 16; i++)
        await page.mouse.move(
            box.x + (0.3 + 0.025 * i) * box.width,
            box.y + (0.55 + 0.06 * Math.sin(0.7 * i)) * box.height,
            { steps: 2 },
        );
    await page.mouse.up();
    await page.waitForTimeout(800);
    await settled(page);
    await shot('paint');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    await example('volcano');
    await page.click(id('node-body'));
    await shot('curve');
    await example('canyon');
    await page.evaluate(() => window.__studio.studio.change({ theme: 'light' }));
    await page.click(id('select-world'));
    await shot('light');
} finally {
    await browser.close();
    await stopServer(server);
    dropFolder(folder);
}
if (failed.length) {
    console.error(`larger than ${LIMIT} bytes: ${failed.join(', ')}`);
    process.exit(1);
}
