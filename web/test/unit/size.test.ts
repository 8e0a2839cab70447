// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The size the documentation states is the size that was built last.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

it.skipIf(!existsSync('dist/index.html'))('the bundle is as large as the documentation says', () => {
    const said = /(\d+) KB of script \((\d+) KB packed\) and (\d+) KB of\s+styles/.exec(
        readFileSync('../docs/studio.md', 'utf8'),
    );
    const file = (end: string) =>
        readFileSync(`dist/assets/${readdirSync('dist/assets').find((name) => name.endsWith(end))}`);
    const sizes = [file('.js').length, gzipSync(file('.js')).length, file('.css').length];
    sizes.forEach((bytes, i) => {
        const kb = Number(said?.[i + 1]);
        expect(Math.abs(bytes / 1000 - kb), `${bytes} bytes, said ${kb} KB`).toBeLessThan(Math.max(1.5, 0.02 * kb));
    });
});
