// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Everything the page can do by a key, in one table: the keyboard, the palette and the help are all read from it.

import type { Studio } from '../studio';
import type { Viewport } from '../view/viewport';
import { beginPainting } from './brush';
import { entryOf } from './entry';
import { toggleGround } from './things';

export interface Action {
    id: string;
    label: string;
    group: 'File' | 'Edit' | 'Stack' | 'View' | 'Compute' | 'Help';
    keys?: string[]; // "Ctrl+Shift+Z"; the first is shown
    anywhere?: boolean; // also while a text is being typed
    run: () => void;
}

export interface Openers {
    add(): void;
    palette(): void;
    help(): void;
    settings(): void;
    build(): void;
    console(): void;
    openFile(): void;
    saveAs(): void;
    importRaster(): void;
    tour(): void;
}

export function actionsOf(studio: Studio, viewport: Viewport, open: Openers): Action[] {
    const cycle = ['textured', 'relief', 'height', 'slope', 'flow'];
    return [
        { id: 'start', label: 'Start screen', group: 'File', run: () => studio.show('start') },
        { id: 'new', label: 'New scene', group: 'File', run: () => void studio.open(['new']) },
        { id: 'open', label: 'Open a scene…', group: 'File', keys: ['Ctrl+O'], run: open.openFile },
        { id: 'import', label: 'Import a height map…', group: 'File', run: open.importRaster },
        {
            id: 'save',
            label: 'Save',
            group: 'File',
            keys: ['Ctrl+S'],
            anywhere: true,
            run: () => (studio.document?.path ? void studio.save() : open.saveAs()),
        },
        { id: 'save-as', label: 'Save as…', group: 'File', keys: ['Ctrl+Shift+S'], anywhere: true, run: open.saveAs },
        { id: 'discard', label: 'Go back to the saved file', group: 'File', run: () => void studio.do(['discard']) },
        { id: 'build', label: 'Build and export…', group: 'File', keys: ['Ctrl+B'], anywhere: true, run: open.build },

        { id: 'undo', label: 'Undo', group: 'Edit', keys: ['Ctrl+Z'], run: () => void studio.undo() },
        { id: 'redo', label: 'Redo', group: 'Edit', keys: ['Ctrl+Shift+Z', 'Ctrl+Y'], run: () => void studio.redo() },
        { id: 'settings', label: 'Settings…', group: 'Edit', keys: ['Ctrl+,'], anywhere: true, run: open.settings },

        { id: 'add', label: 'Add an operator…', group: 'Stack', keys: ['Tab', 'Shift+A'], run: open.add },
        { id: 'duplicate', label: 'Duplicate', group: 'Stack', keys: ['Ctrl+D'], run: () => void studio.duplicate() },
        {
            id: 'remove',
            label: 'Remove',
            group: 'Stack',
            keys: ['Delete', 'X'],
            run: () => void studio.removeSelected(),
        },
        { id: 'toggle', label: 'Turn on or off', group: 'Stack', keys: ['H'], run: () => void studio.toggle() },
        { id: 'show-all', label: 'Turn all on', group: 'Stack', keys: ['Alt+H'], run: () => enableAll(studio) },
        {
            id: 'solo',
            label: 'Show alone',
            group: 'Stack',
            keys: ['Shift+S'],
            run: () => studio.setSolo(studio.selected),
        },
        {
            id: 'lock',
            label: 'Lock or unlock',
            group: 'Stack',
            keys: ['K'],
            run: () => studio.setLocked(studio.selected),
        },
        {
            id: 'earlier',
            label: 'Move earlier',
            group: 'Stack',
            keys: ['Alt+ArrowUp'],
            run: () => void studio.move(studio.selected, -1),
        },
        {
            id: 'later',
            label: 'Move later',
            group: 'Stack',
            keys: ['Alt+ArrowDown'],
            run: () => void studio.move(studio.selected, 1),
        },
        {
            id: 'rename',
            label: 'Rename',
            group: 'Stack',
            keys: ['F2'],
            run: () => document.querySelector<HTMLInputElement>('[data-testid=node-name]')?.focus(),
        },

        { id: 'frame', label: 'Frame the selection', group: 'View', keys: ['F'], run: () => viewport.frameSelection() },
        { id: 'frame-all', label: 'Frame everything', group: 'View', keys: ['Home'], run: () => viewport.frameAll() },
        { id: 'top', label: 'From above', group: 'View', keys: ['7'], run: () => viewport.look(0, Math.PI / 2) },
        { id: 'front', label: 'From the south', group: 'View', keys: ['1'], run: () => viewport.look(0, 0.15) },
        { id: 'side', label: 'From the east', group: 'View', keys: ['3'], run: () => viewport.look(Math.PI / 2, 0.15) },
        { id: 'ortho', label: 'Perspective or parallel', group: 'View', keys: ['5'], run: () => viewport.toggleFlat() },
        {
            id: 'map',
            label: '3D, both, map',
            group: 'View',
            keys: ['M'],
            run: () =>
                viewport.setLayout(viewport.layout === '3d' ? 'split' : viewport.layout === 'split' ? 'map' : '3d'),
        },
        {
            id: 'shading',
            label: 'Next shading',
            group: 'View',
            keys: ['C'],
            run: () => studio.setMode(cycle[(cycle.indexOf(studio.modeId) + 1) % cycle.length]!),
        },
        {
            id: 'wire',
            label: 'Wireframe',
            group: 'View',
            keys: ['W'],
            run: () => {
                if (viewport.things.drawn?.setWire) viewport.rechoose((t) => t.setWire(!t.wire));
                else studio.setMode(studio.modeId === 'wire' ? 'textured' : 'wire');
            },
        },
        {
            id: 'ground',
            label: 'Ground beside a mesh or a volume',
            group: 'View',
            keys: ['G'],
            run: () => toggleGround(viewport),
        },
        {
            id: 'contours',
            label: 'Contour lines',
            group: 'View',
            keys: ['L'],
            run: () => viewport.setContours(!viewport.colours.contours),
        },
        {
            id: 'select-tool',
            label: 'Select and turn',
            group: 'View',
            keys: ['V'],
            run: () => studio.setTool('select'),
        },
        { id: 'brush', label: 'Paint', group: 'View', keys: ['B'], run: () => void beginPainting(studio) },

        {
            id: 'compute',
            label: 'Compute all of it, however long it takes',
            group: 'Compute',
            keys: ['R'],
            run: () => studio.wish(true),
        },
        {
            id: 'refine',
            label: 'Compute again, finer',
            group: 'Compute',
            keys: ['Ctrl+Enter'],
            anywhere: true,
            run: () => studio.wish(true),
        },
        { id: 'cancel', label: 'Cancel', group: 'Compute', keys: ['Escape'], run: () => cancel(studio) },
        {
            id: 'live',
            label: 'Live preview on or off',
            group: 'Compute',
            run: () => studio.change({ live: !studio.settings.live }),
        },

        { id: 'palette', label: 'Command palette', group: 'Help', keys: ['Ctrl+K'], anywhere: true, run: open.palette },
        { id: 'console', label: 'Console', group: 'Help', keys: ['`'], run: open.console },
        { id: 'help', label: 'Keys and help', group: 'Help', keys: ['?'], run: open.help },
        { id: 'tour', label: 'Take the tour', group: 'Help', run: open.tour },
    ];
}

function enableAll(studio: Studio): void {
    const off = studio.document?.nodes.filter((n) => !n.enabled) ?? [];
    if (off.length) void studio.do(...off.map((n) => ['enable', n.id, 'on']));
}

/// Escape goes back one thing at a time: the tool, the part of a node, what is being computed, solo.
function cancel(studio: Studio): void {
    if (studio.tool !== 'select') studio.setTool('select');
    else if (studio.part) studio.select(studio.selected);
    else if (
        studio.build?.state === 'running' ||
        [...studio.running.values()].some((p) => p.running && p.lane !== 'thumbnail')
    )
        void studio.cancel();
    else if (studio.solo) studio.setSolo(studio.solo);
}

/// "Ctrl+Shift+Z" of a key event. Letters are as printed on the key, without Shift's change.
export function chord(e: KeyboardEvent): string {
    const parts: string[] = [];
    if (e.ctrlKey || e.metaKey) parts.push('Ctrl');
    if (e.altKey) parts.push('Alt');
    const key = e.key.length === 1 ? e.key.toUpperCase() : e.key;
    const letter = /^[A-Z]$/.test(key);
    if (e.shiftKey && (letter || e.key.length > 1)) parts.push('Shift');
    parts.push(key);
    return parts.join('+');
}

export function listenForKeys(studio: Studio, actions: Action[]): void {
    const byKey = new Map<string, Action>();
    for (const action of actions) for (const key of action.keys ?? []) byKey.set(key, action);
    // Where a hand was last: what had the focus may be gone.
    let inPanel = false;
    const touch = (e: Event) => {
        inPanel = (e.target as Element).closest?.('.inspector') !== null;
    };
    window.addEventListener('pointerdown', touch, true);
    window.addEventListener('focusin', touch, true);
    window.addEventListener('keydown', (e) => {
        if (e.defaultPrevented || document.querySelector('dialog[open]')) return;
        const target = e.target as HTMLElement;
        const typing = target.matches('textarea, input:not([type=range]):not([type=checkbox]), [contenteditable]');
        const widget = target.matches('select, input, button, summary, [role=slider]');
        const key = chord(e);
        const action = byKey.get(key);
        const entry = entryOf(target);
        // Where nothing is typed, undo and redo are the document's, from its fields too.
        const ofDocument = entry && !entry.pending && (action?.id === 'undo' || action?.id === 'redo');
        if (!action || (typing && !action.anywhere && !ofDocument)) return;
        if (
            studio.screen === 'start' &&
            !['open', 'import', 'new', 'palette', 'help', 'settings', 'console'].includes(action.id)
        )
            return;
        // Tab adds only from the view and the stack: elsewhere it goes on to the next control.
        if (key === 'Tab' && !target.matches('canvas, .stack, body')) return;
        if (widget && (key === 'Home' || key.startsWith('Arrow'))) return;
        // A letter chooses in a list of choices, and a node never goes by a key that was meant for something inside it.
        if (target.matches('select') && e.key.length === 1 && !e.ctrlKey && !e.metaKey) return;
        if (action.id === 'remove' && e.repeat) return;
        if (action.id === 'remove' && inPanel) {
            studio.tell('note', 'Click the node in the stack, or a point in the view, and press Delete again.');
            return;
        }
        e.preventDefault();
        if (action.anywhere) entry?.take();
        action.run();
    });
}
