// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What a person chose for this browser. Kept in local storage; what is damaged there falls back to its default.

export type Navigation = 'orogen' | 'blender' | 'maya';
export type Theme = 'dark' | 'light' | 'system';

export interface Settings {
    navigation: Navigation;
    theme: Theme;
    preview: number; // samples along the longer side of the finest preview
    exaggeration: number;
    thumbnails: boolean;
    live: boolean;
    toured: boolean; // the tour has been seen, or skipped
}

export const PREVIEWS = [129, 257, 513, 1025, 2049];

export const DEFAULTS: Settings = {
    navigation: 'orogen',
    theme: 'dark',
    preview: 513,
    exaggeration: 1,
    thumbnails: true,
    live: true,
    toured: false,
};

const KEY = 'orogen-studio';

export function readSettings(store: Pick<Storage, 'getItem'> | undefined): Settings {
    let raw: Partial<Settings> = {};
    try {
        raw = JSON.parse(store?.getItem(KEY) ?? '{}') as Partial<Settings>;
    } catch {
        // damaged: defaults
    }
    const one = <T>(value: T | undefined, among: readonly T[], otherwise: T) =>
        value !== undefined && among.includes(value) ? value : otherwise;
    return {
        navigation: one(raw.navigation, ['orogen', 'blender', 'maya'], DEFAULTS.navigation),
        theme: one(raw.theme, ['dark', 'light', 'system'], DEFAULTS.theme),
        preview: one(raw.preview, PREVIEWS, DEFAULTS.preview),
        exaggeration:
            typeof raw.exaggeration === 'number' && raw.exaggeration >= 0.5 && raw.exaggeration <= 5
                ? raw.exaggeration
                : DEFAULTS.exaggeration,
        thumbnails: raw.thumbnails ?? DEFAULTS.thumbnails,
        live: raw.live ?? DEFAULTS.live,
        toured: raw.toured ?? DEFAULTS.toured,
    };
}

export function writeSettings(store: Pick<Storage, 'setItem'> | undefined, settings: Settings): void {
    try {
        store?.setItem(KEY, JSON.stringify(settings));
    } catch {
        // a browser without storage still works; the choice lasts until the page closes
    }
}

const SOLID = 65; // samples along a side of the first answer where work grows with the cube of that

/// The levels a view is computed at, coarse first: an answer while the hand moves, then finer.
export function levelsFor(preview: number, solid = false): number[] {
    return [...(solid ? [SOLID] : []), ...PREVIEWS.filter((p) => p <= preview).slice(-3)];
}
