// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT

import { defineConfig } from 'vitest/config';

export default defineConfig({
    // The program serves the page from its own root; relative names let it stand anywhere.
    base: './',
    build: {
        outDir: 'dist',
        emptyOutDir: true,
        assetsInlineLimit: 0,
        chunkSizeWarningLimit: 900,
        reportCompressedSize: true,
    },
    test: { include: ['test/unit/**/*.test.ts'], environment: 'jsdom' },
});
