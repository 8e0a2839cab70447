// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A graph through points, edited by hand or by numbers. Points stay in order of x.

import { type Arg, type Json, label, shortNumber } from '../model/catalogue';
import { button, h, svg } from './dom';
import { numberBox } from './number-box';

type Point = [number, number];
const WIDTH = 260;
const HEIGHT = 130;
const PAD = 9;

export function curveEditor(arg: Arg, id: string, set: (points: Json, live: boolean) => void) {
    let points: Point[] = [];
    let box = { x0: 0, x1: 1, y0: 0, y1: 1 };
    let dragged = -1;
    const plot = svg('svg', {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        class: 'curve',
        role: 'group',
        'aria-label': `${label(arg.name)}, a curve`,
    });
    (plot as SVGElement & { dataset: DOMStringMap }).dataset.testid = id;
    plot.id = id;
    const table = h('div', { class: 'curve-points' });
    const hint = h('p', { class: 'muted small', text: 'Double-click adds a point, Delete removes it.' });

    const px = (p: Point) => PAD + ((p[0] - box.x0) / (box.x1 - box.x0)) * (WIDTH - 2 * PAD);
    const py = (p: Point) => HEIGHT - PAD - ((p[1] - box.y0) / (box.y1 - box.y0)) * (HEIGHT - 2 * PAD);
    const at = (e: MouseEvent): Point => {
        const r = plot.getBoundingClientRect();
        const u = (((e.clientX - r.left) / r.width) * WIDTH - PAD) / (WIDTH - 2 * PAD);
        const v = (HEIGHT - PAD - ((e.clientY - r.top) / r.height) * HEIGHT) / (HEIGHT - 2 * PAD);
        return [
            tidy(box.x0 + u * (box.x1 - box.x0), box.x1 - box.x0),
            tidy(box.y0 + v * (box.y1 - box.y0), box.y1 - box.y0),
        ];
    };
    const clampY = (y: number) =>
        Math.min(Math.max(y, arg.min ?? Number.NEGATIVE_INFINITY), arg.max ?? Number.POSITIVE_INFINITY);

    const rescale = () => {
        const xs = points.map((p) => p[0]);
        const ys = points.map((p) => p[1]);
        box = {
            x0: Math.min(0, ...xs),
            x1: Math.max(...xs, points.length ? Math.min(...xs) + 1e-6 : 1, xs.length ? 0 : 1),
            y0: Math.min(0, ...ys),
            y1: Math.max(...ys, ys.length ? 1e-6 : 1),
        };
        if (box.x1 <= box.x0) box.x1 = box.x0 + 1;
        if (box.y1 <= box.y0) box.y1 = box.y0 + 1;
    };

    const move = (i: number, p: Point, live: boolean) => {
        const gap = 1e-4 * (box.x1 - box.x0);
        const lo = points[i - 1] ? points[i - 1]![0] + gap : Number.NEGATIVE_INFINITY;
        const hi = points[i + 1] ? points[i + 1]![0] - gap : Number.POSITIVE_INFINITY;
        points = points.with(i, [Math.min(Math.max(p[0], lo), hi), clampY(p[1])]);
        draw();
        set(
            points.map((q) => [...q]),
            live,
        );
    };
    const add = (p: Point) => {
        const i = points.findIndex((q) => q[0] > p[0]);
        points = points.toSpliced(i < 0 ? points.length : i, 0, [p[0], clampY(p[1])]);
        set(
            points.map((q) => [...q]),
            false,
        );
    };
    const remove = (i: number) => {
        points = points.toSpliced(i, 1);
        draw();
        set(
            points.map((q) => [...q]),
            false,
        );
    };

    const dots = () => [...plot.querySelectorAll<SVGElement>('.dot')];
    // The point with the focus keeps it, though the plot is drawn anew.
    const draw = () => {
        const focused = dots().indexOf(document.activeElement as unknown as SVGElement);
        plot.replaceChildren();
        for (let k = 0; k <= 4; k++) {
            const x = PAD + (k / 4) * (WIDTH - 2 * PAD);
            const y = PAD + (k / 4) * (HEIGHT - 2 * PAD);
            plot.append(
                svg('line', { x1: x, x2: x, y1: PAD, y2: HEIGHT - PAD, class: 'grid' }),
                svg('line', { x1: PAD, x2: WIDTH - PAD, y1: y, y2: y, class: 'grid' }),
            );
        }
        if (points.length > 0) {
            const inside = points.map((p) => `${px(p)},${py(p)}`);
            plot.append(
                svg('polyline', {
                    points: [`${PAD},${py(points[0]!)}`, ...inside, `${WIDTH - PAD},${py(points.at(-1)!)}`].join(' '),
                    class: 'line',
                }),
            );
        }
        points.forEach((p, i) => {
            const dot = svg('circle', {
                cx: px(p),
                cy: py(p),
                r: 5,
                class: 'dot',
                tabindex: 0,
                role: 'slider',
                'aria-label': `point ${i + 1}`,
                'aria-valuenow': shortNumber(p[1]),
                'aria-valuetext': `${shortNumber(p[0])}, ${shortNumber(p[1])}`,
            });
            (dot as SVGElement & { dataset: DOMStringMap }).dataset.testid = `${id}-point-${i}`;
            dot.addEventListener('pointerdown', (e) => {
                dragged = i;
                plot.setPointerCapture((e as PointerEvent).pointerId);
                e.preventDefault();
                dots()[i]?.focus();
            });
            dot.addEventListener('keydown', (e) => {
                const k = e as KeyboardEvent;
                const sx = (box.x1 - box.x0) / (k.shiftKey ? 10 : 50);
                const sy = (box.y1 - box.y0) / (k.shiftKey ? 10 : 50);
                const steps: { [key: string]: Point } = {
                    ArrowLeft: [-sx, 0],
                    ArrowRight: [sx, 0],
                    ArrowUp: [0, sy],
                    ArrowDown: [0, -sy],
                };
                const s = steps[k.key];
                if (s) move(i, [tidy(p[0] + s[0], box.x1 - box.x0), tidy(p[1] + s[1], box.y1 - box.y0)], false);
                else if (k.key === 'Delete' || k.key === 'Backspace') remove(i);
                else return;
                k.preventDefault();
                k.stopPropagation();
            });
            plot.append(dot);
        });
        if (focused >= 0) dots()[Math.min(focused, points.length - 1)]?.focus();
        if (focused >= 0 && points.length === 0) more.focus();
        while (cells.length > points.length) cells.pop()!.dom.remove();
        while (cells.length < points.length) {
            const row = makeCells(cells.length);
            cells.push(row);
            table.append(row.dom);
        }
        cells.forEach((c, i) => c.show(points[i]!));
    };
    const makeCells = (i: number) => {
        const cell = (k: 0 | 1) =>
            numberBox(
                k === 0 ? { name: 'x', type: 'number' } : arg,
                `${id}-${'xy'[k]}-${i}`,
                `point ${i + 1}, ${'xy'[k]}`,
                (v) => move(i, k === 0 ? [v, points[i]![1]] : [points[i]![0], v], false),
                (v, n) => v + (n * (k === 0 ? box.x1 - box.x0 : box.y1 - box.y0)) / 100,
            );
        const [x, y] = [cell(0), cell(1)];
        const gone = button({
            testid: `${id}-remove-${i}`,
            title: 'Remove this point',
            icon: 'close',
            run: () => remove(i),
        });
        return {
            dom: h('span', { class: 'curve-point' }, x.input, y.input, gone),
            show: (p: Point) => {
                x.show(p[0]);
                y.show(p[1]);
            },
        };
    };
    const cells: ReturnType<typeof makeCells>[] = [];

    plot.addEventListener('pointermove', (e) => {
        if (dragged >= 0) move(dragged, at(e as PointerEvent), true);
    });
    plot.addEventListener('pointerup', () => {
        if (dragged < 0) return;
        dragged = -1;
        set(
            points.map((q) => [...q]),
            false,
        );
    });
    plot.addEventListener('dblclick', (e) => add(at(e as MouseEvent)));
    const more = button({
        testid: `${id}-add`,
        text: 'Add point',
        icon: 'plus',
        class: 'small',
        run: () => {
            const last = points.at(-1);
            const before = points.at(-2);
            if (!last) add([0, clampY(0)]);
            else if (!before) add([last[0] + 1, last[1]]);
            else add([tidy((last[0] + before[0]) / 2, last[0] - before[0]), tidy((last[1] + before[1]) / 2, 1)]);
        },
    });
    const dom = h(
        'div',
        { class: 'curve-field' },
        plot as unknown as HTMLElement,
        h('details', {}, h('summary', { text: 'Points as numbers' }), table, more),
        hint,
    );
    return {
        dom,
        update(value: Json) {
            if (dragged >= 0 || !Array.isArray(value)) return;
            points = value
                .filter((p): p is number[] => Array.isArray(p) && p.length === 2)
                .map((p) => [Number(p[0]), Number(p[1])]);
            rescale();
            draw();
        },
    };
}

const tidy = (value: number, span: number) =>
    Number(value.toFixed(Math.min(Math.max(3 - Math.floor(Math.log10(Math.max(span, 1e-9))), 0), 10)));
