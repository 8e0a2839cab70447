// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The line at the foot: place and height under the pointer, what level is shown, progress and cancel. And messages.

import { shortNumber } from '../model/catalogue';
import { placeAt, readable } from '../model/screen';
import type { Studio, ToldAction } from '../studio';
import { atWork } from './building';
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
        const gone = studio.connection !== 'up';
        dot.dataset.shown = gone ? 'gone' : shown.kind;
        dot.title = gone
            ? 'Not connected: the picture may be of an earlier state'
            : shown.sentence || (shown.kind === 'current' ? 'The picture is the document' : 'Refining');
        level.title = '';
        if (!f) {
            level.textContent = shown.kind === 'failed' ? 'no picture' : '';
            return;
        }
        const seen = f.kept?.level ?? f.level;
        level.textContent = `${seen - 1}²${f.last && seen === f.level ? '' : ` of ${studio.settings.preview - 1}²`} · ${Math.round(f.edit_ms)} ms`;
        if (f.held?.length) level.textContent += ` · ${f.held.join(', ')} as before`;
        level.title = f.last ? 'The finest preview' : 'A coarse answer; a finer one follows';
    };
    studio.on('shown', levels);
    const progress = () => {
        const build = studio.build?.state === 'running' ? studio.build : null;
        const view = studio.running.get('view');
        const p = view?.running ? view : null;
        bar.hidden = cancel.hidden = !build && !p;
        cancel.disabled = studio.stopping;
        what.textContent = build
            ? atWork(studio)
            : p
              ? `${p.level ? `refining ${p.level - 1}²` : 'computing'}${p.what ? `: ${p.what}` : ''}`
              : '';
        bar.value = (build ? build.fraction : p?.fraction) ?? 0;
    };
    studio.on('progress', progress);
    studio.on('build', progress);
    studio.on('connection', (is) => {
        link.textContent = is === 'up' ? '' : 'Not connected.';
        link.classList.toggle('down', is !== 'up');
        levels();
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
    studio.on('told', (given) => {
        const told = { ...given, action: given.action ?? wayTo(studio, given.where) };
        const toast = h(
            'div',
            { class: `toast ${told.kind}${told.action ? ' offers' : ''}` },
            h('p', { text: readable(told, studio.document) }),
            told.action ? offer(told.action, () => toast.remove()) : null,
            button({ testid: 'toast-close', icon: 'close', title: 'Dismiss', run: () => toast.remove() }),
        );
        while (place.childElementCount >= 3) place.firstElementChild?.remove();
        place.append(toast);
        setTimeout(() => toast.remove(), told.kind === 'error' || told.action ? 9000 : 4000);
    });
    return place;
}

/// A message about a node leads to it.
function wayTo(studio: Studio, where: string | undefined): ToldAction | undefined {
    const place = studio.document && placeAt(studio.document, where);
    if (!place) return undefined;
    const run = () => {
        for (const d of document.querySelectorAll('dialog')) d.close();
        setTimeout(() => studio.goTo(where)); // after the dialogs have given the cursor back
    };
    return { label: `Go to ${place.node}`, run };
}

/// Holds what must be seen whatever is open: where a dialog is, inside the topmost one, since all else lies dimmed below it.
export function messages(home: HTMLElement, ...parts: HTMLElement[]): HTMLElement {
    const place = h('div', { class: 'messages', testid: 'messages' }, ...parts);
    const raise = () => {
        const top = [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? home;
        if (place.parentElement !== top) top.append(place);
    };
    raise();
    new MutationObserver(raise).observe(document.body, { childList: true });
    return place;
}

/// The server does not answer, or is another one: what happened, what to do, and the work this page still has.
export function goneBar(studio: Studio): HTMLElement {
    const text = h('p', {});
    const rescue = button({
        testid: 'rescue',
        text: 'Download a copy',
        class: 'small primary',
        title: 'Unsaved work, as this browser kept it',
        run: () => download(studio),
    });
    const dom = h('div', { class: 'gone', testid: 'gone', role: 'alert', attrs: { hidden: true } }, text, rescue);
    let was = false; // connected
    studio.on('connection', (is) => {
        const path = studio.document?.path;
        const start = `orogen studio${path ? ` ${path}` : ''}`;
        dom.hidden = is === 'up' || !was;
        was ||= is === 'up';
        rescue.hidden = !studio.keeper?.latest;
        text.textContent =
            is === 'replaced'
                ? 'orogen studio was started again and has a new address: open the one it printed. This tab shows what was here before and changes nothing.'
                : `orogen studio does not answer; this page goes on when it does. If it was ended, start it again in ${studio.server?.folder ?? 'its folder'} with “${start}” and open the address it prints.`;
    });
    return dom;
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
    const discard = button({
        testid: 'recovery-discard',
        text: 'Go back to the saved file',
        class: 'small',
        run: () => void studio.do(['discard']),
    });
    const dom = h(
        'div',
        { class: 'recovery', testid: 'recovery', role: 'alert', attrs: { hidden: true } },
        text,
        button({
            testid: 'recovery-keep',
            text: 'Keep it',
            class: 'small primary',
            run: () => void studio.do(['keep']),
        }),
        discard,
    );
    // The document says whether somebody still has to decide; another document, another tab's answer end it here too.
    studio.on('document', ({ recovery }) => {
        dom.hidden = !recovery;
        if (!recovery) return;
        const when = new Date(recovery.time);
        text.textContent = `Unsaved work${recovery.path ? ` on ${recovery.path}` : ''} from ${Number.isNaN(when.getTime()) ? recovery.time : when.toLocaleString()} was recovered.`;
        discard.hidden = !recovery.path;
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
