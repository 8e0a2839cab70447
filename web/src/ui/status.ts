// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The line at the foot: place and height under the pointer, what level is shown, progress and cancel. And messages.

import { shortNumber } from '../model/catalogue';
import type { Studio, ToldAction } from '../studio';
import { button, h, progressBar } from './dom';

export function statusLine(studio: Studio): HTMLElement {
    const cursor = h('span', { class: 'status-cursor', testid: 'status-cursor' });
    const level = h('span', { class: 'status-level', testid: 'status-level' });
    const dot = h('span', { class: 'shown-dot', testid: 'shown-dot' });
    const what = h('span', { class: 'status-what', testid: 'status-what', attrs: { 'aria-live': 'polite' } });
    const bar = progressBar('status-progress');
    const cancel = button({
        testid: 'cancel',
        text: 'Cancel',
        class: 'small',
        title: 'Cancel (Esc)',
        run: () => void studio.cancel(),
    });
    const link = h('span', { class: 'status-link', testid: 'connection', role: 'status' });

    studio.on('cursor', (c) => {
        cursor.textContent = c
            ? `x ${shortNumber(Math.round(c.x))}  y ${shortNumber(Math.round(c.y))}   ${c.height.toFixed(1)} m   ${c.slope.toFixed(1)}°`
            : '';
    });
    const levels = () => {
        const shown = studio.shown;
        const f = shown.frame;
        dot.dataset.shown = shown.kind;
        dot.title = shown.sentence || (shown.kind === 'current' ? 'The picture is the document' : 'Refining');
        level.title = '';
        if (!f) {
            level.textContent = shown.kind === 'failed' ? 'no picture' : '';
            return;
        }
        level.textContent = `${f.level - 1}²${f.last ? '' : ` of ${studio.settings.preview - 1}²`} · ${Math.round(f.edit_ms)} ms`;
        if (f.held?.length) level.textContent += ` · ${f.held.join(', ')} as before`;
        level.title = f.last ? 'The finest preview' : 'A coarse answer; a finer one follows';
    };
    studio.on('shown', levels);
    const progress = () => {
        const b = studio.running.get('build');
        const v = studio.running.get('view');
        const p = b?.running ? b : v?.running ? v : null;
        bar.hidden = !p;
        cancel.hidden = !p;
        what.textContent = p
            ? `${p.lane === 'build' ? 'building' : p.level ? `refining ${p.level - 1}²` : 'computing'}${p.what ? `: ${p.what}` : ''}`
            : '';
        if (p) bar.value = p.fraction;
    };
    studio.on('progress', progress);
    const rescue = button({
        testid: 'rescue',
        text: 'Download a copy',
        class: 'small',
        title: 'Unsaved work, as this browser kept it',
        run: () => download(studio),
    });
    rescue.hidden = true;
    studio.on('connection', (up) => {
        link.textContent = up ? '' : 'The server does not answer.';
        link.classList.toggle('down', !up);
        rescue.hidden = up || !studio.keeper?.latest;
    });
    progress();
    return h(
        'footer',
        { class: 'status', testid: 'status' },
        dot,
        level,
        cursor,
        h('span', { class: 'gap' }),
        link,
        rescue,
        what,
        bar,
        cancel,
    );
}

/// Messages that come and go. Errors stay longer; all are kept in the console.
export function toasts(studio: Studio): HTMLElement {
    const place = h('div', { class: 'toasts', testid: 'toasts', role: 'status', attrs: { 'aria-live': 'polite' } });
    // What a message offers is about the scene it was said of.
    let scene: number | undefined;
    studio.on('document', (doc) => {
        if (doc.scene !== scene) for (const t of place.querySelectorAll('.toast.offers')) t.remove();
        scene = doc.scene;
    });
    studio.on('told', (told) => {
        const toast = h(
            'div',
            { class: `toast ${told.kind}${told.action ? ' offers' : ''}` },
            h('p', { text: told.where ? `${told.where}: ${told.sentence}` : told.sentence }),
            told.action ? offer(told.action, () => toast.remove()) : null,
            button({ testid: 'toast-close', icon: 'close', title: 'Dismiss', run: () => toast.remove() }),
        );
        while (place.childElementCount >= 3) place.firstElementChild?.remove();
        place.append(toast);
        setTimeout(() => toast.remove(), told.kind === 'error' || told.action ? 9000 : 4000);
    });
    return place;
}

const offer = (action: ToldAction, done: () => void): HTMLElement =>
    button({
        testid: 'toast-action',
        text: action.label,
        class: 'small primary',
        run: () => {
            done();
            action.run();
        },
    });

/// What was not saved before the last end has been opened again; the person decides.
export function recoveryBar(studio: Studio): HTMLElement {
    const text = h('p', {});
    const close = () => {
        dom.hidden = true;
    };
    const dom = h(
        'div',
        { class: 'recovery', testid: 'recovery', role: 'alert', attrs: { hidden: true } },
        text,
        button({ testid: 'recovery-keep', text: 'Keep it', class: 'small primary', run: close }),
        button({
            testid: 'recovery-discard',
            text: 'Go back to the saved file',
            class: 'small',
            run: () => {
                close();
                void studio.do(['discard']);
            },
        }),
    );
    studio.on('screen', () => {
        const r = studio.server?.recovery;
        if (!r || dom.dataset.seen === r.time) return;
        dom.dataset.seen = r.time;
        const when = new Date(r.time);
        text.textContent = `Unsaved work${r.path ? ` on ${r.path}` : ''} from ${Number.isNaN(when.getTime()) ? r.time : when.toLocaleString()} was recovered.`;
        dom.hidden = false;
    });
    return dom;
}

/// Work that an earlier run of the server left in this browser, and that the server does not have: offered, not forced.
export function copyBar(studio: Studio): HTMLElement {
    const text = h('p', {});
    const dom = h(
        'div',
        { class: 'recovery', testid: 'copy', role: 'alert', attrs: { hidden: true } },
        text,
        button({
            testid: 'copy-take',
            text: 'Take it over',
            class: 'small primary',
            run: () => void studio.answerOffer(true),
        }),
        button({ testid: 'copy-forget', text: 'Forget it', class: 'small', run: () => void studio.answerOffer(false) }),
    );
    studio.on('offer', (offer) => {
        dom.hidden = !offer;
        if (!offer) return;
        const what = offer.path ?? (offer.title || 'a new scene');
        text.textContent = `This browser has unsaved work on ${what} from ${new Date(offer.time).toLocaleString()} that the program does not.`;
        if (studio.screen !== 'editor') studio.show('editor');
    });
    return dom;
}

/// The newest copy as a file; the server is not needed.
function download(studio: Studio): void {
    const copy = studio.keeper?.latest;
    if (!copy) return;
    const address = URL.createObjectURL(new Blob([copy.text], { type: 'application/json' }));
    const name = (copy.path ?? (copy.title || 'scene')).replace(/^.*\//, '').replace(/\.oro\.json$/, '');
    h('a', { attrs: { href: address, download: `${name}.oro.json` } }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
}
