// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// What lies over the view: legend, scale bar, north arrow, sun.

import { shortNumber } from '../model/catalogue';
import type { ThingChoice } from '../model/things';
import type { Studio } from '../studio';
import { niceStep } from '../view/look';
import { classColour, type RampName, rampCss } from '../view/ramps';
import type { Viewport } from '../view/viewport';
import { button, h, svg } from './dom';
import { thingPanel } from './things';

const MOST_CLASSES = 12; // listed in the legend

export function overlays(studio: Studio, viewport: Viewport): { dom: HTMLElement; update: () => void } {
    const legendTitle = h('span', { class: 'legend-title' });
    const legendBar = h('span', { class: 'legend-bar' });
    const low = h('span', {});
    const high = h('span', {});
    const ends = h('span', { class: 'legend-ends' }, low, high);
    const classes = h('span', { class: 'legend-classes' });
    const legend = h('div', { class: 'legend', testid: 'legend' }, legendTitle, legendBar, ends, classes);
    const bar = h('span', { class: 'scale-line' });
    const barText = h('span', {});
    const scale = h('div', { class: 'scale', testid: 'scale-bar' }, barText, bar);

    const needle = svg('g', {});
    const compassArt = svg('svg', { viewBox: '-20 -20 40 40', 'aria-hidden': 'true' });
    needle.append(svg('path', { d: 'M0 -7 L5 13 L0 9.5 L-5 13 Z', class: 'needle' }), text('N', 0, -9, 'needle-n'));
    compassArt.append(svg('circle', { r: 18, class: 'dial' }), needle);
    const compass = h('button', {
        class: 'compass',
        testid: 'north',
        title: 'North. Press to look north.',
        label: 'Look north',
        attrs: { type: 'button' },
        on: { click: () => viewport.look(0, viewport.rig.pitch) },
    });
    compass.append(compassArt);

    const sunArt = svg('svg', { viewBox: '-32 -32 64 64', 'aria-hidden': 'true' });
    const sunDot = svg('circle', { r: 6, class: 'sun-dot' });
    sunArt.append(svg('circle', { r: 28, class: 'dial' }), svg('circle', { r: 14, class: 'dial-inner' }), sunDot);
    const sun = h('div', {
        class: 'sun',
        testid: 'sun',
        role: 'slider',
        title: 'The sun: drag it. Arrows turn and raise it.',
        label: 'Sun',
        attrs: { tabindex: 0, 'aria-valuemin': 0, 'aria-valuemax': 360 },
    });
    sun.append(sunArt);
    const drag = (e: PointerEvent) => {
        const box = sun.getBoundingClientRect();
        const x = (e.clientX - box.left - box.width / 2) / (box.width / 2);
        const y = (e.clientY - box.top - box.height / 2) / (box.height / 2);
        // The dial is the sky from above, as the view is turned: the rim is the horizon.
        const turned = Math.atan2(x, -y) - viewport.rig.yaw;
        viewport.setSun((turned * 180) / Math.PI, 90 * (1 - Math.min(Math.hypot(x, y) / 0.875, 1)));
    };
    sun.addEventListener('pointerdown', (e) => {
        sun.setPointerCapture(e.pointerId);
        drag(e);
    });
    sun.addEventListener('pointermove', (e) => {
        if (sun.hasPointerCapture(e.pointerId)) drag(e);
    });
    sun.addEventListener('keydown', (e) => {
        const by = e.shiftKey ? 1 : 5;
        const { azimuth, altitude } = viewport.sun;
        if (e.key === 'ArrowLeft') viewport.setSun(azimuth - by, altitude);
        else if (e.key === 'ArrowRight') viewport.setSun(azimuth + by, altitude);
        else if (e.key === 'ArrowUp') viewport.setSun(azimuth, altitude + by);
        else if (e.key === 'ArrowDown') viewport.setSun(azimuth, altitude - by);
        else return;
        e.preventDefault();
        e.stopPropagation();
    });

    const RAMP_OF: { [shading: string]: RampName } = {
        height: 'height',
        slope: 'slope',
        scalar: 'scalar',
        signed: 'signed',
        logarithm: 'flow',
    };
    const things = thingPanel(studio, viewport);
    let listed = '';
    const listClasses = () => {
        const named = studio.mode().classes ?? [];
        const colours = named.map((c) => c.colour);
        const rows = viewport.colours.present.slice(0, MOST_CLASSES).map((n) => ({
            colour: classColour(n, colours),
            text: named[n - 1]?.name || (n === 0 ? 'none' : viewport.colours.present.length <= 2 ? 'here' : String(n)),
        }));
        const more = viewport.colours.present.length - rows.length;
        if (more > 0) rows.push({ colour: 'transparent', text: `and ${more} more` });
        const text = JSON.stringify(rows);
        if (text === listed) return;
        listed = text;
        classes.replaceChildren(
            ...rows.map((r) => {
                const swatch = h('span', { class: 'swatch' });
                swatch.style.background = r.colour;
                return h('span', {}, swatch, r.text);
            }),
        );
    };
    const update = () => {
        const mode = studio.mode();
        const ramp = RAMP_OF[mode.shading];
        things.update();
        // Where no ground is drawn, there is nothing the colours could mean.
        const own = viewport.things.drawn?.legend;
        legend.hidden = !own && (!mode.legend || !viewport.heights || viewport.things.hidesGround);
        legendTitle.textContent = own ? titleOf(studio.shownThing()) : (mode.legend ?? '');
        legendBar.hidden = ends.hidden = !ramp && !own;
        classes.hidden = mode.shading !== 'classes' || own !== undefined;
        if (!classes.hidden) listClasses();
        if (own) {
            legendBar.style.background = rampCss(own.ramp);
            low.textContent = shortNumber(Number(own.range[0].toPrecision(3)));
            high.textContent = shortNumber(Number(own.range[1].toPrecision(3)));
        } else if (ramp) {
            legendBar.style.background = rampCss(ramp);
            // Ramps that leave out the rare ends say so.
            const cut = mode.shading === 'signed' || mode.shading === 'logarithm';
            const ends = viewport.colours.range.map((v) => shortNumber(Number(v.toPrecision(3))));
            low.textContent = `${cut ? '≤ ' : ''}${ends[0]}`;
            high.textContent = `${mode.shading === 'signed' ? '≥ ' : ''}${ends[1]}`;
        }
        const rig = viewport.layout === 'map' ? viewport.mapRig : viewport.rig;
        const perPixel = rig.metresPerPixel(Math.max(viewport.dom.clientHeight, 1));
        const length = niceStep(perPixel * 70);
        bar.style.width = `${length / perPixel}px`;
        barText.textContent = length >= 1000 ? `${shortNumber(length / 1000)} km` : `${shortNumber(length)} m`;
        const yaw = viewport.layout === 'map' ? 0 : viewport.rig.yaw;
        needle.setAttribute('transform', `rotate(${(yaw * 180) / Math.PI})`);
        const a = (viewport.sun.azimuth * Math.PI) / 180 + yaw;
        const r = 28 * (1 - viewport.sun.altitude / 90);
        sunDot.setAttribute('cx', String(r * Math.sin(a)));
        sunDot.setAttribute('cy', String(-r * Math.cos(a)));
        sun.setAttribute('aria-valuenow', String(Math.round(viewport.sun.azimuth)));
        sun.setAttribute(
            'aria-valuetext',
            `azimuth ${Math.round(viewport.sun.azimuth)}°, altitude ${Math.round(viewport.sun.altitude)}°`,
        );
    };
    const dom = h(
        'div',
        { class: 'overlays' },
        legend,
        things.dom,
        scale,
        shownNote(studio),
        h('div', { class: 'corner' }, sun, compass),
    );
    return { dom, update };
}

const titleOf = (thing: ThingChoice | null): string =>
    thing ? `${thing.from}${thing.unit && thing.unit !== '1' ? `, ${thing.unit}` : ''}` : '';

/// Why the view shows no picture, or not the document's.
function shownNote(studio: Studio): HTMLElement {
    const sentence = h('p', {});
    let node: string | null = null;
    const go = button({
        testid: 'shown-go',
        text: ' ',
        class: 'small primary',
        run: () => studio.goTo((studio.shown.kind === 'failed' && studio.shown.where) || node),
    });
    const compute = button({
        testid: 'shown-compute',
        text: 'Compute (R)',
        class: 'small primary',
        run: () => studio.wish(true),
    });
    const dom = h('div', { class: 'shown-note', testid: 'shown-note', role: 'status' }, sentence, go, compute);
    studio.on('shown', (shown) => {
        dom.hidden = shown.kind === 'current' || shown.kind === 'refining' || shown.sentence === '';
        dom.classList.toggle('failed', shown.kind === 'failed');
        node = shown.kind === 'failed' ? shown.node : null;
        go.hidden = !node;
        compute.hidden = !('waits' in shown);
        dom.classList.toggle('aside', 'waits' in shown); // it stays, and what is shown is still to be looked at
        go.textContent = `Go to ${node}`;
        sentence.textContent = node ? `${node}: ${shown.sentence}` : shown.sentence;
    });
    dom.hidden = true;
    return dom;
}

function text(content: string, x: number, y: number, name: string): SVGElement {
    const t = svg('text', { x, y, class: name, 'text-anchor': 'middle' });
    t.textContent = content;
    return t;
}
