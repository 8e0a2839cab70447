// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Drives the real program through a real browser, as a person would. One story in order; the first step that fails ends it.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { exportsWork, layExports } from './exports.mjs';
import * as laws from './laws.mjs';
import { looks } from './looks.mjs';
import {
    bareTab,
    documentText,
    dropFolder,
    id,
    makeFolder,
    openPage,
    openTab,
    settled,
    startBrowser,
    startServer,
    state,
    stopServer,
} from './studio.mjs';
import { layThings, thingsAreShown } from './things.mjs';

const folder = makeFolder();
let server = await startServer(folder);
const browser = await startBrowser();
let page;
let failed = false;

async function step(name, run) {
    const begin = performance.now();
    try {
        await run();
        console.log(`ok      ${name} (${((performance.now() - begin) / 1000).toFixed(1)} s)`);
    } catch (error) {
        failed = true;
        console.log(`FAILED  ${name}\n${error.stack ?? error}`);
        if (page && !page.isClosed()) {
            console.log(
                JSON.stringify({
                    ...(await state(page).catch(() => ({}))),
                    document: undefined,
                    draws: undefined,
                    counts: undefined,
                }),
            );
            await page.screenshot({ path: process.env.SHOT ?? path.join(folder, 'failed.png') }).catch(() => undefined);
        }
        throw error;
    }
}

const args = async (node) => (await state(page)).document.nodes.find((n) => n.id === node)?.args;
const order = async () => (await state(page)).document.nodes.map((n) => n.id);
const undoCount = async () => (await state(page)).document.undo.count;
const percentile = (list, p) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(p * list.length))];

/// Moves features of the island `count` times, at 513 samples, and sees that 95 of 100 answers come within 50 ms. Answers with
/// the nodes whose work was held, of the last move.
async function movesInTime(from, count) {
    const tab = await bareTab(server, `hand-${from}`, 513, from);
    const features = ['spine.x', 'spine.y', 'shelf.x', 'shelf.y'];
    const each = count / features.length;
    let best = Number.POSITIVE_INFINITY;
    let held = null;
    // A machine that does something else at the same time gets another chance, with values nobody has computed yet.
    for (let attempt = 0; attempt < 3 && best >= 50; attempt++) {
        const moves = [];
        for (let i = 0; i < count; i++)
            moves.push(
                await tab.move(
                    ['set', features[Math.floor(i / each)], 3600 + 7 * (i % each) + 2 * attempt],
                    `hand${attempt}`,
                ),
            );
        const [engine, whole] = ['engine', 'whole'].map((k) => moves.map((m) => m[k]));
        best = Math.min(best, percentile(engine, 0.95));
        held = moves[count - 1].held;
        console.log(
            `        engine: median ${percentile(engine, 0.5).toFixed(1)} ms, 95th percentile ${percentile(engine, 0.95).toFixed(1)} ms; until the news is here: ${percentile(whole, 0.95).toFixed(1)} ms; held: ${held ?? 'nothing'}`,
        );
    }
    tab.close();
    assert.ok(best < 50, `${best} ms`);
    return held;
}

/// Over the island's middle; the height there as the status line knows it.
async function heightUnderPointer() {
    const box = await page.locator(id('viewport')).boundingBox();
    await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.62 * box.height);
    await page.mouse.move(box.x + 0.5 * box.width + 1, box.y + 0.62 * box.height);
    await page.waitForFunction(() => window.__studio.state().cursor !== null);
    const text = await page.locator(id('status-cursor')).textContent();
    assert.match(text, /x \d+ {2}y \d+ {3}-?[\d.]+ m {3}[\d.]+°/);
    const { x, y } = (await state(page)).cursor;
    return page.evaluate(([px, py]) => window.__studio.viewport.heights.at(px, py), [x, y]);
}

async function drag(locator, from, to, steps = 12) {
    const box = await locator.boundingBox();
    await page.mouse.move(box.x + from * box.width, box.y + box.height / 2);
    await page.mouse.down();
    for (let i = 1; i <= steps; i++) {
        await page.mouse.move(box.x + (from + ((to - from) * i) / steps) * box.width, box.y + box.height / 2);
        await page.waitForTimeout(16);
    }
    await page.mouse.up();
}

try {
    page = await openPage(browser, server);
    let first = '';
    let last = '';
    let opened = 0; // steps of undo when the example was open

    await step('the start screen shows the examples', async () => {
        await page.waitForSelector(id('example-default'));
        assert.ok((await page.locator('.card').count()) >= 5);
    });

    await step('in a land with rivers a hand is answered within 50 ms by what the rain did before', async () => {
        await page.click(id('example-default'));
        await settled(page);
        assert.equal((await state(page)).selected, 'eroded');
        await page.click(id('home'));
        assert.ok((await movesInTime('eroded', 60)).includes('eroded'));
    });

    await step('an example opens and is drawn', async () => {
        await page.evaluate(() => window.__studio.studio.open(['example', 'crags', 'force']));
        await settled(page);
        const s = await state(page);
        assert.equal(s.screen, 'editor');
        assert.equal(s.selected, 'land');
        assert.ok(s.patches > 3, 'patches are drawn');
        first = await documentText(server);
        opened = await undoCount();
    });

    await step('200 moves at 512² are answered within 50 ms, 95 of 100', async () => {
        await page.click(id('home')); // the page draws nothing meanwhile
        await movesInTime('land', 200);
        await page.click(id('start-back'));
        await page.evaluate((n) => window.__studio.studio.do(['undo', n]), (await undoCount()) - opened);
        await settled(page);
        assert.equal(await documentText(server), first);
    });

    await step('what has the focus is seen to have it', async () => {
        await page.focus(id('home'));
        for (let i = 0; i < 14; i++) {
            await page.keyboard.press('Tab');
            const bare = await page.evaluate(() => {
                const e = document.activeElement;
                const style = getComputedStyle(e);
                return style.outlineStyle === 'none' || Number.parseFloat(style.outlineWidth) < 2 ? e.outerHTML : '';
            });
            assert.equal(bare, '');
            if (await page.evaluate(() => document.activeElement.matches('.stack'))) break;
        }
    });

    await step('every control has a name and a test id, and nothing is cut off at 1280 by 720', async () => {
        const nameless = await page.evaluate(() =>
            [...document.querySelectorAll('button, input, select, textarea, [tabindex="0"]')]
                .filter((e) => e.checkVisibility())
                .filter(
                    (e) =>
                        !e.dataset.testid ||
                        !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length || e.title),
                )
                .map((e) => e.outerHTML.slice(0, 120)),
        );
        assert.deepEqual(nameless, []);
        const cut = await page.evaluate(() =>
            [...document.querySelectorAll('.topbar, .status, .inspector, .outliner')]
                .filter((e) => e.scrollWidth > e.clientWidth + 1)
                .map((e) => e.className),
        );
        assert.deepEqual(cut, []);
    });

    // From here on the page's own work is watched, by the processor time its main thread takes: drawing happens in another
    // process, and a machine busy with other things does not count against the page.
    await browser.startTracing(page, { categories: ['disabled-by-default-devtools.timeline', '__metadata'] });
    await page.evaluate(() => {
        window.__shown = [];
        window.__studio.studio.on('frame', (f) =>
            window.__shown.push({ revision: f.revision, ms: f.edit_ms, index: f.index, at: performance.now() }),
        );
    });

    await step('a slider moves the ground, as one step of undo', async () => {
        await page.click(id('node-spine'));
        const before = await heightUnderPointer();
        const steps = await undoCount();
        const value = (await args('spine')).height;
        await drag(page.locator(id('spine-height-slider')), 0.38, 0.62);
        const end = Number(await page.locator(id('spine-height')).inputValue());
        await page.waitForFunction(
            (v) => Math.abs(window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.height - v) < 0.1,
            end,
        );
        await settled(page);
        assert.notEqual((await args('spine')).height, value);
        assert.equal(await undoCount(), steps + 1);
        const after = await heightUnderPointer();
        assert.ok(Math.abs(after - before) > 20, `${before} m became ${after} m`);
    });

    await step('typing moves it too, and a wrong number is refused in words', async () => {
        const before = await heightUnderPointer();
        await page.fill(id('spine-height'), '150');
        await page.keyboard.press('Enter');
        await page.waitForFunction(
            () => window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.height === 150,
        );
        await settled(page);
        assert.ok(Math.abs((await heightUnderPointer()) - before) > 20);
        await page.fill(id('spine-height'), '1e9');
        await page.keyboard.press('Enter');
        assert.match(await page.locator(`${id('field-spine-height')} .wrong-note`).textContent(), /height must be/);
        assert.equal((await args('spine')).height, 150);
        await page.keyboard.press('Escape');
    });

    await step('many quick moves: the last one wins, never more than one stale frame', async () => {
        await page.evaluate(() => {
            window.__shown.length = 0;
        });
        await drag(page.locator(id('spine-radius-slider')), 0.35, 0.75, 40);
        const end = Number(await page.locator(id('spine-radius')).inputValue());
        await page.waitForFunction(
            (v) =>
                Math.abs(window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.radius / v - 1) <
                1e-3,
            end,
        );
        const ended = await page.evaluate(() => performance.now());
        await settled(page);
        const { shown, revision } = await page.evaluate(() => ({
            shown: window.__shown,
            revision: window.__studio.state().revision,
        }));
        assert.ok(
            shown.every((f, i) => i === 0 || f.revision >= shown[i - 1].revision),
            'never back to an older revision',
        );
        const stale = shown.filter((f) => f.at > ended && f.revision < revision).length;
        assert.ok(stale <= 1, `${stale} stale frames were shown after the last move`);
        const firsts = shown.filter((f) => f.index === 0).map((f) => f.ms);
        console.log(
            `        ${shown.length} frames, ${stale} stale after the end; first answers ${firsts.length}, 95th percentile ${percentile(firsts, 0.95).toFixed(1)} ms`,
        );
    });

    await step('operators are added by search, reordered by keys and by dragging, removed', async () => {
        await page.click(id('node-land'));
        await page.focus(id('viewport'));
        await page.keyboard.press('Tab');
        await page.fill(id('add-input'), 'terr');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => window.__studio.state().selected === 'terrace');
        let nodes = await order();
        assert.equal(nodes.indexOf('terrace'), nodes.indexOf('land') + 1);
        await page.focus(id('stack'));
        await page.keyboard.press('Alt+ArrowDown');
        await page.waitForFunction(() => window.__studio.state().document.nodes.at(-1).id === 'terrace');
        await page.dragAndDrop(id('node-terrace'), id('node-figures'), { targetPosition: { x: 60, y: 3 } });
        await page.waitForFunction(() => window.__studio.state().document.nodes.at(-1).id === 'figures');
        await page.click(id('eye-terrace'));
        await page.waitForFunction(
            () => window.__studio.state().document.nodes.find((n) => n.id === 'terrace').enabled === false,
        );
        await page.focus(id('stack'));
        await page.keyboard.press('Delete');
        await page.waitForFunction(() => !window.__studio.state().document.nodes.some((n) => n.id === 'terrace'));
        nodes = await order();
        assert.ok(!nodes.includes('terrace'));
    });

    await step('a stroke of the brush is records, and one step of undo', async () => {
        await page.click(id('node-land'));
        await page.click(id('tool-brush'));
        await page.waitForFunction(() => window.__studio.state().tool === 'brush');
        await settled(page);
        const steps = await undoCount();
        const box = await page.locator(id('viewport')).boundingBox();
        await page.mouse.move(box.x + 0.35 * box.width, box.y + 0.55 * box.height);
        await page.mouse.down();
        for (let i = 0; i < 10; i++)
            await page.mouse.move(box.x + (0.35 + 0.03 * i) * box.width, box.y + 0.55 * box.height, { steps: 2 });
        await page.mouse.up();
        await page.waitForFunction(
            () => (window.__studio.state().document.nodes.find((n) => n.op === 'paint')?.args.strokes.length ?? 0) > 3,
        );
        await page.waitForFunction((n) => window.__studio.state().document.undo.count === n, steps + 1);
        await settled(page);
        const overlay = await page.evaluate(() =>
            window.__studio.studio.frame.data.get('overlay').reduce((a, b) => Math.max(a, b), 0),
        );
        assert.ok(Math.abs(overlay - 0.5) < 0.02, `the mask reaches ${overlay}`);
        await page.keyboard.press('Escape');
    });

    await step('a locked node stays as it is, for hands and for the console', async () => {
        await page.click(id('node-spine'));
        await page.focus(id('stack'));
        await page.keyboard.press('k');
        await page.waitForSelector(`${id('node-locked')}:not([hidden])`);
        assert.ok(await page.locator(id('spine-height')).isDisabled());
        const steps = await undoCount();
        await page.evaluate(() => window.__studio.studio.set('spine.height', 1));
        await page.waitForSelector('.toast.error');
        assert.match(await page.locator('.toast.error').last().textContent(), /spine is locked/);
        await page.keyboard.press('Delete');
        assert.equal(await undoCount(), steps);
        await page.click(id('node-unlock'));
        await page.waitForFunction(() => !document.querySelector('[data-testid=spine-height]').disabled);
    });

    await step('a mask in the stack shows what drives a node', async () => {
        await page.click(id('mask-crests'));
        await page.waitForFunction(() => window.__studio.state().solo === 'strength');
        await page.keyboard.press('Escape');
        await page.evaluate(() => window.__studio.studio.setMode('textured'));
    });

    await step('no task of the page takes 100 ms', async () => {
        const trace = JSON.parse((await browser.stopTracing()).toString()).traceEvents;
        const main = new Set(
            trace
                .filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain')
                .map((e) => `${e.pid}/${e.tid}`),
        );
        const tasks = trace
            .filter((e) => /RunTask/.test(e.name) && main.has(`${e.pid}/${e.tid}`))
            .map((e) => (e.tdur ?? 0) / 1000);
        const worst = Math.max(...tasks);
        console.log(`        ${tasks.length} tasks, the longest ${worst.toFixed(0)} ms`);
        assert.ok(tasks.length > 100, 'tasks were seen');
        assert.ok(worst < 100, `${worst} ms`);
    });

    await step('text of people stays text', async () => {
        await page.evaluate(() =>
            window.__studio.studio.do(
                ['title', '<img src=x onerror="window.__hit=1">'],
                ['note', 'land', '<script>window.__hit=1</script>'],
            ),
        );
        await page.click(id('node-land'));
        await page.waitForTimeout(100);
        assert.equal(await page.evaluate(() => window.__hit), undefined);
        assert.equal(await page.locator('.topbar img, .inspector script').count(), 0);
    });

    await step('the console does the same, with completion', async () => {
        await page.focus(id('viewport'));
        await page.keyboard.press('`');
        await page.keyboard.type('set spine.hei');
        await page.waitForFunction(() =>
            /^spine.height/.test(document.querySelector('[data-testid=console-choice-0]')?.textContent ?? ''),
        );
        await page.keyboard.press('Tab');
        await page.keyboard.type('222');
        await page.keyboard.press('Enter');
        await page.waitForFunction(
            () => window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.height === 222,
        );
        await page.keyboard.type('get spine.height');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() =>
            /222/.test(document.querySelector('.console-out:last-child')?.textContent ?? ''),
        );
        await page.keyboard.type('help noise');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() =>
            /fractal noise/.test(document.querySelector('[data-testid=console-output]').textContent),
        );
        await page.keyboard.type('run size=129');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() =>
            /done in/.test(document.querySelector('[data-testid=console-output]').textContent),
        );
        await page.keyboard.type('view slope');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => window.__studio.state().mode === 'slope');
        await page.keyboard.type('set spine.height lots');
        await page.keyboard.press('Enter');
        await page.waitForSelector('.console-error');
        await page.keyboard.press('Escape');
        await page.keyboard.press('Escape');
        await page.evaluate(() => window.__studio.studio.setMode('textured'));
    });

    await step('a long build is cancelled and leaves nothing behind', async () => {
        await page.keyboard.press('Control+b');
        await page.fill(id('build-folder'), 'long');
        await page.fill(id('build-size'), '8193');
        await page.locator(id('build-size')).blur();
        await page.waitForFunction(() =>
            /8193 × 8193/.test(document.querySelector('[data-testid=build-facts]').textContent),
        );
        assert.match(await page.locator(id('build-command')).textContent(), /^orogen build .*--size 8193/);
        const files = () => page.locator(`${id('build-files')} tbody tr`).count();
        const before = await files();
        await page.click(id('target-glb'));
        await page.waitForFunction(
            (n) => document.querySelectorAll('[data-testid=build-files] tbody tr').length > n,
            before,
        );
        assert.equal(await page.locator(id('target-glb')).getAttribute('aria-pressed'), 'true');
        assert.match(await page.locator(id('build-files')).textContent(), /land\.glb/);
        await page.click(id('target-glb'));
        await page.waitForFunction(
            (n) => document.querySelectorAll('[data-testid=build-files] tbody tr').length === n,
            before,
        );
        await page.click(id('target-r16'));
        await page.waitForFunction(
            (n) => document.querySelectorAll('[data-testid=build-files] tbody tr').length > n,
            before,
        );
        await page.click(id('build-start'));
        await page.waitForFunction(() => window.__studio.state().build?.state === 'running');
        const begin = performance.now();
        await page.click(id('build-cancel'));
        await page.waitForFunction(() => window.__studio.state().build?.state === 'cancelled', undefined, {
            timeout: 15000,
        });
        console.log(`        cancelled after ${((performance.now() - begin) / 1000).toFixed(2)} s`);
        const left = existsSync(path.join(folder, 'long')) ? readdirSync(path.join(folder, 'long')) : [];
        assert.deepEqual(left, []);
        await page.fill(id('build-folder'), 'small');
        await page.fill(id('build-size'), '129');
        await page.locator(id('build-size')).blur();
        await page.waitForFunction(() =>
            /129 × 129/.test(document.querySelector('[data-testid=build-facts]').textContent),
        );
        await page.click(id('build-start'));
        await page.waitForFunction(() => window.__studio.state().build?.state === 'done', undefined, {
            timeout: 20000,
        });
        assert.ok(existsSync(path.join(folder, 'small/height.png')));
        assert.ok(existsSync(path.join(folder, 'small/height.r16')));
        await page.keyboard.press('Escape');
    });

    await step('undone to the start the document is the same, byte for byte; redone it is as it was', async () => {
        last = await documentText(server);
        assert.notEqual(last, first);
        const steps = await undoCount();
        await page.focus(id('viewport'));
        for (let i = steps; i > opened; i--) {
            await page.keyboard.press('Control+z');
            await page.waitForFunction((n) => window.__studio.state().document.undo.count === n, i - 1);
        }
        assert.equal(await documentText(server), first);
        for (let i = opened; i < steps; i++) {
            await page.keyboard.press('Control+Shift+z');
            await page.waitForFunction((n) => window.__studio.state().document.undo.count === n, i + 1);
        }
        assert.equal(await documentText(server), last);
        console.log(`        ${steps - opened} steps back and forth`);
    });

    await step('saved and loaded again it is the same', async () => {
        await page.keyboard.press('Control+Shift+s');
        await page.fill(id('save-name'), 'island');
        await page.click(id('save-confirm'));
        await page.waitForFunction(() => window.__studio.state().document.path === 'island.oro.json');
        assert.equal(readFileSync(path.join(folder, 'island.oro.json'), 'utf8'), last);
        await page.reload();
        await page.waitForFunction(() => window.__studio?.state().connected);
        await settled(page);
        const s = await state(page);
        assert.equal(s.screen, 'editor');
        assert.equal(s.document.path, 'island.oro.json');
        assert.equal(s.document.dirty, false);
    });

    await step('two tabs see one document', async () => {
        const other = await openPage(browser, server);
        await other.waitForFunction(() => window.__studio.state().screen === 'editor');
        await page.evaluate(() => window.__studio.studio.set('spine.height', 333));
        await other.waitForFunction(
            () => window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.height === 333,
        );
        await other.evaluate(() => window.__studio.studio.undo());
        await page.waitForFunction(
            () => window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.height === 222,
        );
        assert.deepEqual(other.faults, []);
        await other.context().close();
    });

    await step('killed in the middle of a drag, tab and server: the work comes back', async () => {
        await page.click(id('node-spine'));
        const box = await page.locator(id('spine-height-slider')).boundingBox();
        await page.mouse.move(box.x + 0.4 * box.width, box.y + box.height / 2);
        await page.mouse.down();
        await page.mouse.move(box.x + 0.8 * box.width, box.y + box.height / 2, { steps: 5 });
        await page.waitForFunction(
            () => window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.height !== 222,
        );
        await page.waitForTimeout(1200); // half a second of rest inside a gesture is kept too
        const kept = (await args('spine')).height;
        assert.deepEqual(page.faults, []);
        await Promise.all([page.context().close(), stopServer(server, 'SIGKILL')]);
        server = await startServer(folder, 'island.oro.json');
        page = await openPage(browser, server);
        await page.waitForSelector(`${id('recovery')}:not([hidden])`);
        assert.equal((await args('spine')).height, kept);
        assert.equal((await state(page)).document.dirty, true);
        await page.click(id('recovery-discard'));
        await page.waitForFunction(
            () => window.__studio.state().document.nodes.find((n) => n.id === 'spine').args.height === 222,
        );
        assert.deepEqual(page.faults, []);
    });

    await step('another scene over unsaved work is asked about first', async () => {
        await page.evaluate(() => window.__studio.studio.set('spine.height', 111));
        await page.click(id('home'));
        await page.waitForSelector(id('example-volcano'));
        await page.click(id('example-volcano'));
        await page.click(id('ask-no'));
        assert.equal((await state(page)).document.path, 'island.oro.json');
        await page.click(id('example-volcano'));
        await page.click(id('ask-yes'));
        await page.waitForFunction(() => window.__studio.state().document.nodes.some((n) => n.id === 'ravines'));
        await settled(page);
    });

    await step('a height map is imported', async () => {
        copyFileSync(path.join(folder, 'small/height.png'), path.join(folder, 'mine.png'));
        await page.click(id('home'));
        await page.click(id('start-import'));
        await page.click(id('import-mine.png'));
        await page.waitForFunction(() => window.__studio.state().document.nodes[0]?.op === 'import');
        await settled(page);
        assert.deepEqual(page.faults, []);
    });

    laws.layScenes(folder);
    await laws.coarse(page);
    await laws.theViewNeverLies(page, server, step);
    layThings(folder);
    await thingsAreShown(page, step);
    layExports(folder);
    await exportsWork(page, folder, step);
    await laws.masksStayBeside(page, server, step);
    await laws.fieldsAndDocumentAgree(page, step);
    await laws.deleteMeansTheNearest(page, server, step);

    await step('who comes for the first time is shown around, once, by keys alone', async () => {
        const guest = await openPage(browser, server, { toured: false });
        await guest.waitForSelector(id('tour'));
        for (let i = 0; i < 3; i++) await guest.keyboard.press('ArrowRight');
        await guest.keyboard.press('ArrowLeft');
        assert.equal(await guest.locator(id('tour-count')).textContent(), '3 of 7');
        await guest.keyboard.press('Enter');
        assert.equal(await guest.locator(id('tour-count')).textContent(), '4 of 7');
        const outside = await guest.evaluate(() => {
            const box = document.querySelector('.tour-card').getBoundingClientRect();
            return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
        });
        assert.equal(outside, false);
        await guest.keyboard.press('Escape');
        await guest.waitForSelector(id('tour'), { state: 'detached' });
        await guest.reload();
        await guest.waitForFunction(() => window.__studio?.state().frame);
        assert.equal(await guest.locator(id('tour')).count(), 0);
        await guest.keyboard.press('Control+k');
        await guest.keyboard.type('tour');
        await guest.keyboard.press('Enter');
        await guest.waitForSelector(id('tour'));
        await guest.context().close();
    });

    await step('the server gone and its own copies with it, the browser has the work, and offers it', async () => {
        const port = new URL(server.address).port;
        await page.evaluate(() => window.__studio.studio.do(['title', 'kept here']));
        const text = await documentText(server);
        await page.waitForFunction(() => window.__studio.studio.keeper.latest?.text.includes('kept here'));
        await stopServer(server, 'SIGKILL');
        await page.waitForSelector(`${id('rescue')}:not([hidden])`);
        const [file] = await Promise.all([page.waitForEvent('download'), page.click(id('rescue'))]);
        assert.equal(readFileSync(await file.path(), 'utf8'), text);
        rmSync(path.join(folder, '.state'), { recursive: true, force: true });
        for (const name of readdirSync(folder)) if (name.endsWith('.autosave')) rmSync(path.join(folder, name));
        server = await startServer(folder, '--port', port);
        const again = await openTab(page.context(), server);
        await again.waitForSelector(`${id('copy')}:not([hidden])`);
        assert.notEqual(await documentText(server), text, 'offered, not forced');
        await again.click(id('copy-take'));
        await again.waitForFunction(() => window.__studio.state().document.title === 'kept here');
        assert.equal(await documentText(server), text);
        await again.reload();
        await again.waitForFunction(() => window.__studio?.state().connected);
        assert.ok(await again.locator(id('copy')).isHidden());
        assert.deepEqual(again.faults, []);
        await page.close();
        page = again;
    });

    await step('when the server goes away the page says so', async () => {
        await stopServer(server);
        await page.waitForSelector('.status-link.down');
    });
    await looks(browser, step);
    console.log('the studio works');
} catch {
    failed = true;
} finally {
    await browser.close();
    await stopServer(server);
    if (!process.env.KEEP) dropFolder(folder);
}
process.exit(failed ? 1 : 0);
