// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What browser tests and screenshots share: a server of the real binary in a folder of its own, and a browser.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const BINARY = process.env.OROGEN ?? path.join(root, 'build/orogen');

const FLAGS = [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--ignore-gpu-blocklist',
];

export const makeFolder = () => mkdtempSync(path.join(tmpdir(), 'orogen-studio-'));
export const dropFolder = (folder) => rmSync(folder, { recursive: true, force: true });

/// Starts `orogen studio` and resolves to its address and the process.
export function startServer(folder, ...args) {
    return new Promise((resolve, reject) => {
        const child = spawn(BINARY, ['studio', '--no-open', ...args], {
            cwd: folder,
            env: { ...process.env, XDG_STATE_HOME: path.join(folder, '.state') },
        });
        let out = '';
        let err = '';
        const late = setTimeout(() => reject(new Error(`the server printed no address: ${out}${err}`)), 20000);
        child.stderr.on('data', (d) => {
            err += d;
        });
        child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${err}`)));
        child.stdout.on('data', (d) => {
            out += d;
            const address = /http:\/\/\S+/.exec(out);
            if (!address) return;
            clearTimeout(late);
            resolve({ address: address[0], child, token: /token=(\w+)/.exec(address[0])[1] });
        });
    });
}

export function stopServer(server, signal = 'SIGTERM') {
    return new Promise((resolve) => {
        if (server.child.exitCode !== null || server.child.signalCode) return resolve();
        server.child.once('exit', resolve);
        server.child.kill(signal);
    });
}

export async function startBrowser() {
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
}

/// A page at the server's address; what it throws or logs as an error is collected.
/// `toured` false: as somebody sees it who was never here.
export async function openPage(browser, server, { toured = true, size = { width: 1280, height: 720 } } = {}) {
    const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' });
    if (toured)
        await context.addInitScript(() => {
            if (!localStorage.getItem('orogen-studio')) localStorage.setItem('orogen-studio', '{"toured":true}');
        });
    return openTab(context, server);
}

/// Another tab of the same browser: it shares what the first one stored.
export async function openTab(context, server) {
    const page = await context.newPage();
    page.faults = [];
    page.on('pageerror', (e) => page.faults.push(e.stack ?? e.message));
    page.on('console', (m) => {
        // A frame that is gone, a picture not drawn yet: the browser logs every such answer, the page expects them.
        if (m.type() === 'error' && !/status of 4\d\d|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/.test(m.text()))
            page.faults.push(m.text());
    });
    await page.goto(server.address);
    await page.waitForFunction(() => window.__studio?.state().connected);
    return page;
}

export const id = (name) => `[data-testid="${name}"]`;
export const state = (page) => page.evaluate(() => window.__studio.state());

/// Waits until the finest level of the newest revision is on the screen.
export async function settled(page) {
    await page.waitForFunction(
        () => {
            const s = window.__studio.state();
            return s.frame?.last && s.frame.revision === s.revision && s.drawn > 0;
        },
        undefined,
        { timeout: 30000, polling: 30 },
    );
}

/// Speaks to the server without a page: a tab that asks for the map `from` a node at one level and hears of its frames.
export async function bareTab(server, tab, level, from) {
    const { origin } = new URL(server.address);
    const headers = { 'X-Orogen-Token': server.token };
    const post = async (path, body) =>
        (await fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    const stop = new AbortController();
    const stream = await fetch(`${origin}/api/events?tab=${tab}`, { headers, signal: stop.signal });
    let frame = () => undefined;
    const listen = async () => {
        let text = '';
        for await (const part of stream.body.pipeThrough(new TextDecoderStream())) {
            text += part;
            for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
                const [, name, data] = /^event: (\w+)\r?\ndata: (.*)$/m.exec(text.slice(0, end)) ?? [];
                text = text.slice(end + 2);
                if (name === 'frame') frame(JSON.parse(data));
            }
        }
    };
    listen().catch(() => undefined);
    /// Resolves to the frame of that revision.
    const frameOf = (revision) =>
        new Promise((resolve) => {
            frame = (f) => f.revision >= revision && resolve(f);
        });
    const first = frameOf(0);
    await post('view', { tab, seq: 1, levels: [level], rest_ms: 150, maps: [{ name: 'height', from }] });
    await first;
    return {
        close: () => stop.abort(),
        /// One move of a hand; how long the engine took to answer, how long it was until the answer was here, and which
        /// nodes' work was held.
        async move(command, gesture) {
            const begin = performance.now();
            let answered = null;
            frame = (f) => {
                answered = f;
            };
            const { revision, error } = await post('do', { tab, gesture, commands: [command] });
            if (error) throw new Error(error.sentence);
            const f = answered?.revision >= revision ? answered : await frameOf(revision);
            return { engine: f.edit_ms, whole: performance.now() - begin, held: f.held };
        },
    };
}

export const documentText = async (server) => {
    const url = new URL(server.address);
    const response = await fetch(`${url.origin}/api/document/text`, { headers: { 'X-Orogen-Token': server.token } });
    return await response.text();
};
