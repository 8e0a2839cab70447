// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Takes pictures of every screen and mode for the documentation: shots.mjs [FOLDER] [NAME…], by default all into
// docs/images/studio. WebP at 1280 by 720; together they stay below 5 MB. Names choose some, by their beginnings.

import { mkdirSync, readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropFolder, id, makeFolder, openPage, settled, startBrowser, startServer, stopServer } from './studio.mjs';
import { layThings } from './things.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const out = path.resolve(process.argv[2] ?? path.join(root, 'docs/images/studio'));
const wanted = process.argv.slice(3);
const wants = (name) => wanted.length === 0 || wanted.some((w) => name.startsWith(w));
const LIMIT = 5e6;
mkdirSync(out, { recursive: true });

const folder = makeFolder();
const server = await startServer(folder);
const browser = await startBrowser();
const page = await openPage(browser, server);
// A picture names no folder of the machine that took it.
await page.route('**/api/state', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), folder: '/home/me/land' } });
});
await page.reload();
await page.waitForFunction(() => window.__studio?.state().connected);
const devtools = await page.context().newCDPSession(page);
let total = 0;

/// Waits until the view has been drawn in full, then keeps it.
async function shot(name) {
    if (!wants(name)) return;
    if (name !== 'start')
        await page.waitForFunction(() => window.__studio.viewport.isAtRest(), undefined, {
            timeout: 60000,
            polling: 50,
        });
    await page.waitForTimeout(250);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
    const picture = Buffer.from(data, 'base64');
    writeFileSync(path.join(out, `${name}.webp`), picture);
    total += picture.length;
    console.log(`${name}.webp ${Math.round(picture.length / 1000)} KB`);
}

async function example(name) {
    await page.evaluate((n) => window.__studio.studio.open(['example', n, 'force']), name);
    await settled(page);
    await page.waitForTimeout(1500);
}

async function mode(name) {
    await page.evaluate((m) => window.__studio.studio.setMode(m), name);
    const shown = await page.evaluate(() => window.__studio.state().mode);
    if (shown !== name) throw new Error(`the mode ${name} is not to be had in this scene`);
    await settled(page);
    await page.waitForTimeout(600);
}

/// Modes of one scene; nothing is opened where none of them is wanted.
async function modes(scene, list) {
    if (!list.some(([, name]) => wants(name))) return;
    await example(scene);
    for (const [m, name] of list) {
        await mode(m);
        await shot(name);
    }
    await mode('textured');
}

const press = async (...keys) => {
    for (const k of keys) {
        await page.keyboard.press(k);
        // A dialog gives the focus back only after it is gone.
        if (k === 'Escape') await page.waitForTimeout(80);
    }
};

async function start() {
    await page.waitForSelector(id('example-default'));
    // Pictures of examples are drawn one after the other; those in sight are waited for.
    await page
        .waitForFunction(
            () => {
                const seen = [...document.querySelectorAll('.card')].filter(
                    (c) => c.getBoundingClientRect().top < innerHeight,
                );
                return seen.every((c) => c.querySelector('img')?.naturalWidth > 0);
            },
            undefined,
            { timeout: 60000 },
        )
        .catch(() => undefined);
    await page.waitForTimeout(500);
    await shot('start');
    await page.click(id('start-import'));
    await shot('import');
    await press('Escape');
}

async function panels() {
    await example('default');
    await page.click(id('node-peaks'));
    await shot('editor');
    await page.click(id('layout-split'));
    await shot('split');
    await page.click(id('layout-map'));
    await mode('height');
    await shot('map');
    await page.click(id('layout-3d'));
    await mode('textured');

    await page.focus(id('viewport'));
    await press('Tab');
    await page.keyboard.type('ma');
    await shot('add');
    await press('Escape', 'Control+k');
    await shot('palette');
    await press('Escape');
    await page.focus(id('viewport'));
    await press('?');
    await shot('help');
    await page.click(id('help-tour'));
    await shot('tour');
    await press('Escape', 'Control+,');
    await shot('settings');
    await press('Escape', 'Control+b');
    await page.waitForSelector(`${id('build-files')} td`);
    await page.click(id('target-exr'));
    await page.click(id('target-glb'));
    await page.waitForFunction(() => document.querySelectorAll('[data-testid=build-files] tbody tr').length === 4);
    await shot('build');
    await page.click(id('export-unreal'));
    await page.waitForFunction(() =>
        /--target unreal/.test(document.querySelector('[data-testid=build-command]').textContent),
    );
    await page.click(`${id('export-options')} summary`);
    await shot('export');
    await press('Escape');
    await page.focus(id('viewport'));
    await press('`');
    await page.keyboard.type('list spine');
    await press('Enter');
    await page.keyboard.type('run size=257');
    await press('Enter');
    await page.keyboard.type('set spine.');
    await page.waitForSelector(id('console-choice-0'));
    await shot('console');
    await press('Escape', 'Escape');
    await page.click(id('select-outputs'));
    await shot('outputs');
    await page.click(id('node-land'));
    await page.focus(id('stack'));
    await press('k');
    await shot('locked');
    await press('k');
}

async function paint() {
    if (!wants('paint')) return;
    await example('default');
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
    await press('Escape', 'Escape');
}

try {
    if (wants('start') || wants('import')) await start();
    const some = [
        'editor',
        'split',
        'map',
        'add',
        'palette',
        'help',
        'tour',
        'settings',
        'build',
        'export',
        'console',
        'outputs',
        'locked',
    ];
    if (some.some(wants)) await panels();
    await paint();
    await modes('default', [
        ['relief', 'mode-relief'],
        ['height', 'mode-height'],
        ['slope', 'mode-slope'],
        ['normals', 'mode-normals'],
        ['wire', 'mode-wire'],
        ['map:strength', 'mode-map'],
    ]);
    await modes('erosion/alpine', [
        ['textured', 'erosion'],
        ['flow', 'mode-flow'],
        ['change', 'mode-change'],
    ]);
    await modes('olsen/island', [
        ['textured', 'olsen'],
        ['classes', 'mode-classes'],
        ['units', 'mode-units'],
        ['buildings', 'mode-buildings'],
    ]);
    if (wants('mesh')) {
        await example('erosion/alpine');
        await page.evaluate(() => window.__studio.studio.do(['add', 'simplify', 'end', 'skin', 'error=15']));
        await page.click(id('node-skin'));
        await page.waitForSelector(id('thing-wire'));
        await page.click(id('thing-wire'));
        await settled(page);
        await shot('mesh');
    }
    for (const [node, name] of [
        ['ways', 'curves'],
        ['rock', 'volume'],
    ]) {
        if (!wants(name)) continue;
        layThings(folder);
        await page.evaluate(() => window.__studio.studio.open(['open', 'things.oro.json', 'force']));
        await page.click(id(`node-${node}`));
        await settled(page);
        await page.waitForTimeout(1000);
        await shot(name);
    }
    if (wants('curve')) {
        await example('volcano');
        await page.click(id('node-body'));
        await shot('curve');
    }
    if (wants('records')) {
        await example('mathisen/feature-ridge');
        await page.click(id('node-sketch'));
        await page.click(`${id('sketch-splines-0')} > summary`);
        await shot('records');
    }
    if (wants('light')) {
        await page.evaluate(() => window.__studio.studio.change({ theme: 'light' }));
        await example('canyon');
        await page.click(id('select-world'));
        await shot('light');
        await press('Control+b');
        await page.waitForSelector(`${id('build-files')} td`);
        await shot('light-build');
        await press('Escape');
        await page.click(id('home'));
        await page.waitForTimeout(800);
        await shot('light-start');
    }
} finally {
    await browser.close();
    await stopServer(server);
    dropFolder(folder);
}
if (wanted.length === 0) {
    // What an earlier page had and this one has not.
    for (const name of readdirSync(out))
        if (/\.(png|webp)$/.test(name) && Date.now() - statSync(path.join(out, name)).mtimeMs > 3600e3)
            unlinkSync(path.join(out, name));
}
console.log(`${(total / 1e6).toFixed(1)} MB in all`);
if (total >= LIMIT) {
    console.error(`more than ${LIMIT} bytes`);
    process.exit(1);
}
