// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A minute's walk through the editor: one place after the other is lit and explained. A modal dialog, so that the keyboard
// stays inside: Enter and Right go on, Left goes back, Escape leaves.

import type { Studio } from '../studio';
import { button, h } from './dom';

interface Stop {
    at: string; // what is lit
    title: string;
    text: string;
}

const STOPS: Stop[] = [
    {
        at: '.outliner',
        title: 'The stack',
        text: 'A landscape is a list of operators, each working on what came before. Tab adds one; dragging, or Alt with the arrows, moves it. The eye turns it off, the ring shows it alone, the lock keeps hands off.',
    },
    {
        at: '.inspector',
        title: 'Its settings',
        text: 'Every number has a unit, a range and a way back to its default. Drag a slider and watch the ground; type for exact values. A map can drive a number: press the map button beside it.',
    },
    {
        at: '.viewport',
        title: 'The land',
        text: 'Drag to turn, drag with the right button to move, turn the wheel to come nearer. The answer is coarse at first and gets finer when your hand rests. Drag the sun on its dial.',
    },
    {
        at: '[data-testid=mode]',
        title: 'Ways to look',
        text: 'Slope, flow, what erosion took and laid down, classes, and every map of the scene. C goes to the next.',
    },
    {
        at: '[data-testid=undo]',
        title: 'Nothing is lost',
        text: 'Every step can be undone, even opening another scene. Unsaved work is kept as you go and comes back after a crash.',
    },
    {
        at: '[data-testid=open-build]',
        title: 'Build',
        text: 'What you see is a preview. A build writes the same land at full size, in the formats you pick, and shows the command line that does it.',
    },
    {
        at: '[data-testid=open-help]',
        title: 'Help',
        text: 'All keys are behind ?, all actions behind Ctrl+K, and this tour in the help. Everything can be typed in the console, too.',
    },
];

export function openTour(studio: Studio): void {
    if (studio.screen !== 'editor' || document.querySelector('dialog[open]')) return;
    const back = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    let at = 0;
    const spot = h('div', { class: 'tour-spot', attrs: { 'aria-hidden': 'true' } });
    const title = h('h2', { attrs: { id: 'tour-title' } });
    const text = h('p', { attrs: { id: 'tour-text' } });
    const count = h('span', { class: 'muted small', testid: 'tour-count' });
    const leave = button({ testid: 'tour-skip', text: 'Skip', class: 'small', run: () => d.close() });
    const before = button({ testid: 'tour-back', text: 'Back', class: 'small', run: () => go(at - 1) });
    const next = button({ testid: 'tour-next', text: 'Next', class: 'small primary', run: () => go(at + 1) });
    const card = h(
        'div',
        { class: 'tour-card', attrs: { 'aria-live': 'polite' } },
        title,
        text,
        h('footer', { class: 'tour-foot' }, count, leave, before, next),
    );
    const d = h(
        'dialog',
        { class: 'tour', testid: 'tour', attrs: { 'aria-labelledby': 'tour-title', 'aria-describedby': 'tour-text' } },
        spot,
        card,
    );
    const place = () => {
        const box = document.querySelector(STOPS[at]!.at)?.getBoundingClientRect();
        if (!box) return;
        const pad = 3;
        Object.assign(spot.style, {
            left: `${box.left - pad}px`,
            top: `${box.top - pad}px`,
            width: `${box.width + 2 * pad}px`,
            height: `${box.height + 2 * pad}px`,
        });
        // Beside what is lit where there is room, else inside it; never over the edge of the window.
        const { width, height } = card.getBoundingClientRect();
        const gap = 14;
        const fits = (x: number) => x >= gap && x + width <= innerWidth - gap;
        const beside = [box.right + gap, box.left - gap - width].find(fits);
        const below = box.height < 0.5 * innerHeight;
        const x = below ? box.left + 0.5 * box.width - 0.5 * width : (beside ?? box.left + 0.5 * (box.width - width));
        const y = below ? box.bottom + gap : box.top + Math.min(60, 0.2 * box.height);
        card.style.left = `${Math.max(gap, Math.min(x, innerWidth - width - gap))}px`;
        card.style.top = `${Math.max(gap, Math.min(y, innerHeight - height - gap))}px`;
    };
    const go = (to: number) => {
        if (to >= STOPS.length) return d.close();
        at = Math.max(to, 0);
        const stop = STOPS[at]!;
        title.textContent = stop.title;
        text.textContent = stop.text;
        count.textContent = `${at + 1} of ${STOPS.length}`;
        before.disabled = at === 0;
        leave.hidden = at === STOPS.length - 1;
        next.querySelector('span')!.textContent = at === STOPS.length - 1 ? 'Done' : 'Next';
        place();
        next.focus();
    };
    d.addEventListener('keydown', (e) => {
        if (e.key === 'ArrowRight') go(at + 1);
        else if (e.key === 'ArrowLeft') go(at - 1);
        else return;
        e.preventDefault();
    });
    window.addEventListener('resize', place);
    d.addEventListener('close', () => {
        window.removeEventListener('resize', place);
        d.remove();
        studio.change({ toured: true });
        back?.focus();
    });
    document.body.append(d);
    d.showModal();
    go(0);
}
