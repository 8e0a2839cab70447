// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A build at work and how it ended, in words: for the dialog that starts it, the status line, and whoever closed the dialog.

import type { BuildReport } from '../model/api';
import { readable } from '../model/screen';
import { sayToGo } from '../model/togo';
import type { Studio } from '../studio';
import { bytes } from './dom';

const percent = (b: BuildReport) => `${Math.round(100 * (b.fraction ?? 0))} %`;

/// The step at work, how far it is, and how long it will go on.
export function atWork(studio: Studio): string {
    const b = studio.build;
    if (b?.state !== 'running') return '';
    if (studio.stopping) return 'Cancelling…';
    const parts = [
        `${b.what === 'export' ? 'Exporting' : 'Building'}… ${percent(b)}`,
        b.step ?? '',
        sayToGo(studio.toGo.seconds(performance.now())),
    ];
    return parts.filter(Boolean).join(' · ');
}

/// How it ended.
export function ended(studio: Studio): string {
    const b = studio.build;
    if (b?.state === 'cancelled') return 'Cancelled. Nothing was written.';
    if (b?.state === 'failed') return b.error ? readable(b.error, studio.document) : 'It failed.';
    if (b?.state !== 'done') return '';
    const count = b.files?.length ?? 0;
    const memory = b.peak_bytes ? `, ${bytes(b.peak_bytes)} of memory` : '';
    return `Done in ${(b.seconds ?? 0).toFixed(1)} s${memory}: ${count} ${count === 1 ? 'file' : 'files'} in ${b.folder ?? ''}.`;
}

/// Who closed the dialog hears of the end all the same.
export function tellEnds(studio: Studio): void {
    studio.on('build', (b) => {
        if (b.state === 'running' || document.querySelector('[data-testid=build-dialog]')) return;
        const action = { label: 'Open the folder', run: () => void studio.openFolder(b.folder ?? '') };
        studio.tell(
            b.state === 'failed' ? 'error' : 'note',
            ended(studio),
            null,
            b.state === 'done' ? action : undefined,
        );
    });
}
