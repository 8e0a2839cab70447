// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Panels as a person uses them: the right editor for every type, values handed back, wrong ones refused.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Arg, Json, Values } from '../../src/model/catalogue';
import { defaultOf } from '../../src/model/catalogue';
import type { Studio } from '../../src/studio';
import { type Action, actionsOf, chord } from '../../src/ui/actions';
import { type Binding, type FieldContext, field } from '../../src/ui/fields';
import { picturePanel } from '../../src/ui/pictures';
import { every, real, scene, small } from './fixture';

const arg = (name: string): Arg => every.args.find((a) => a.name === name)!;

afterEach(() => document.body.replaceChildren());

function panel(of: Arg, value: Json = defaultOf(of)) {
    const sets: [Json, boolean][] = [];
    const binding: Binding = { set: (v, live) => sets.push([v, live]), reset: vi.fn() };
    const context: FieldContext = {
        maps: () => ['hills', 'rivers.water'],
        files: async () => ['a.png'],
        upload: async () => null,
        removed: () => undefined,
    };
    const f = field(of, 'n', binding, context);
    document.body.append(f.dom);
    f.update(value, false);
    const get = <T extends HTMLElement>(testid: string) => document.querySelector<T>(`[data-testid="${testid}"]`)!;
    const said = () => f.dom.querySelector('.wrong-note')?.textContent;
    return { f, sets, said, binding, get };
}

function type(input: HTMLInputElement, text: string) {
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
}

describe('a number', () => {
    it('is typed', () => {
        const p = panel(arg('amount'));
        expect(p.get<HTMLInputElement>('n-amount').value).toBe('2');
        type(p.get('n-amount'), '7.5');
        expect(p.sets).toEqual([[7.5, false]]);
    });

    it('beyond the slider but inside the range is fine, beyond the range is refused', () => {
        const p = panel(arg('amount'));
        type(p.get('n-amount'), '50');
        expect(p.said()).toBeUndefined();
        type(p.get('n-amount'), '500');
        expect(p.said()).toBe('amount must be 0 to 100 m');
        type(p.get('n-amount'), 'lots');
        expect(p.said()).toMatch(/“lots” is not a number/);
        expect(p.sets).toEqual([[50, false]]);
        expect(p.get('n-amount').getAttribute('aria-invalid')).toBe('true');
    });

    it('that may be unsaid is unsaid by emptying it; another is not', () => {
        const z: Arg = { name: 'z', type: 'number', optional: true, min: -100, max: 100, ui_min: 0, ui_max: 10 };
        const p = panel(z, 7);
        type(p.get('n-z'), '');
        expect(p.sets).toEqual([[null, false]]);
        p.f.update(null, false);
        expect(p.get<HTMLInputElement>('n-z').value).toBe('');
        expect(p.get<HTMLInputElement>('n-z').placeholder).toBe('unsaid');
        type(p.get('n-z'), '3');
        expect(p.sets.at(-1)).toEqual([3, false]);
        const other = panel(arg('amount'));
        type(other.get('n-amount'), '');
        expect(other.sets).toEqual([]);
        expect(other.said()).toBe('amount must be a number');
    });

    it('of a record inside a record is unsaid too: the record goes on without it', () => {
        const p = panel(arg('rivers'), [{ name: 'a', points: [{ x: 1, y: 2, z: 3 }] }]);
        type(p.get('n-rivers-0-points-0-z'), '');
        expect(p.sets.at(-1)).toEqual([[{ name: 'a', points: [{ x: 1, y: 2 }] }], false]);
    });

    it('is dragged: live until let go', () => {
        const p = panel(arg('amount'));
        const slider = p.get<HTMLInputElement>('n-amount-slider');
        for (const v of ['300', '400', '500']) {
            slider.value = v;
            slider.dispatchEvent(new Event('input'));
        }
        slider.dispatchEvent(new Event('change'));
        expect(p.sets).toEqual([
            [3, true],
            [4, true],
            [5, true],
            [5, false],
        ]);
        expect(p.get<HTMLInputElement>('n-amount').value).toBe('5');
    });

    it('is not pulled from under the hand by an answer', () => {
        const p = panel(arg('amount'));
        const slider = p.get<HTMLInputElement>('n-amount-slider');
        slider.value = '900';
        slider.dispatchEvent(new Event('input'));
        p.f.update(3, true);
        expect(slider.value).toBe('900');
    });

    it('steps by arrows', () => {
        const p = panel(arg('count'));
        p.get('n-count').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));
        expect(p.sets).toEqual([[5, false]]);
    });

    it('is reset', () => {
        const p = panel(arg('amount'));
        p.f.update(5, true);
        p.get('n-amount-reset').click();
        expect(p.binding.reset).toHaveBeenCalledOnce();
    });
});

describe('other types', () => {
    it('toggle, choice, seed, colour, text', () => {
        const t = panel(arg('invert'));
        t.get<HTMLInputElement>('n-invert').click();
        expect(t.sets).toEqual([[true, false]]);
        const c = panel(arg('kind'));
        const select = c.get<HTMLSelectElement>('n-kind');
        select.value = 'b';
        select.dispatchEvent(new Event('change'));
        expect(c.sets).toEqual([['b', false]]);
        const s = panel(arg('seed'));
        s.get('n-seed-dice').click();
        expect(Number.isInteger(s.sets[0]![0])).toBe(true);
        type(s.get('n-seed'), '-3');
        expect(s.sets).toHaveLength(1);
        const w = panel(arg('words'));
        type(w.get('n-words'), '<b>bold</b>');
        expect(w.sets).toEqual([['<b>bold</b>', false]]);
        const col = panel(arg('tint'));
        type(col.get('n-tint'), '#112233');
        expect(col.sets.at(-1)).toEqual(['#112233', false]);
    });

    it('a field becomes a map and a number again', () => {
        const p = panel(arg('rain'));
        p.get('n-rain-wire').click();
        const wire = p.get<HTMLSelectElement>('n-rain-map');
        expect([...wire.options].map((o) => o.value)).toEqual(['', 'hills', 'rivers.water']);
        wire.value = 'rivers.water';
        wire.dispatchEvent(new Event('change'));
        p.f.update('rivers.water', true);
        p.get('n-rain-wire').click();
        expect(p.sets).toEqual([
            ['rivers.water', false],
            [0.5, false],
        ]);
    });

    it('a wire to a node that is gone is still shown', () => {
        const p = panel(arg('rain'), 'old.map');
        expect(p.get<HTMLSelectElement>('n-rain-map').value).toBe('old.map');
    });

    it('a range keeps its order', () => {
        const p = panel(arg('band'));
        type(p.get('n-band'), '90');
        expect(p.sets).toEqual([[[90, 90], false]]);
        type(p.get('n-band-to'), '95');
        expect(p.sets.at(-1)).toEqual([[90, 95], false]);
    });

    it('a curve is edited by numbers and keys', () => {
        const p = panel(arg('profile'));
        type(p.get('n-profile-y-1'), '0.5');
        expect(p.sets.at(-1)).toEqual([
            [
                [0, 0],
                [1, 0.5],
            ],
            false,
        ]);
        p.get('n-profile-point-0').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
        expect((p.sets.at(-1)![0] as number[][])[0]![1]).toBeGreaterThan(0);
        p.get('n-profile-add').click();
        expect(p.sets.at(-1)![0]).toHaveLength(3);
        p.get('n-profile-remove-0').click();
        expect(p.sets.at(-1)![0]).toHaveLength(2);
    });

    it('a curve never crosses itself', () => {
        const p = panel(arg('profile'), [
            [0, 0],
            [0.5, 0.5],
            [1, 1],
        ]);
        type(p.get('n-profile-x-1'), '5');
        const points = p.sets.at(-1)![0] as number[][];
        expect(points[1]![0]).toBeLessThan(points[2]![0]!);
    });
});

describe('records', () => {
    it('are added, changed, moved and removed one by one', () => {
        const calls: unknown[] = [];
        const f = field(
            arg('knots'),
            'n',
            {
                set: (v) => calls.push(['set', v]),
                item: {
                    add: (i, v) => calls.push(['add', i, v]),
                    set: (i, v: Values, live) => calls.push(['item', i, v, live]),
                    remove: (i) => calls.push(['remove', i]),
                    move: (i, to) => calls.push(['move', i, to]),
                },
            },
            { maps: () => [], files: async () => [], upload: async () => null, removed: () => undefined },
        );
        document.body.append(f.dom);
        f.update(
            [
                { x: 1, y: 2 },
                { x: 3, y: 4 },
            ],
            true,
        );
        const get = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)!;
        type(get('n-knots-1-width') as HTMLInputElement, '25');
        get('n-knots-1-up').click();
        get('n-knots-0-remove').click();
        get('n-knots-add').click();
        get('n-knots-clear').click();
        expect(calls).toEqual([
            ['item', 1, { width: 25 }, false],
            ['move', 1, 0],
            ['remove', 0],
            ['add', 2, { x: 3, y: 4 }],
            ['set', []],
        ]);
    });

    it('inside records hand the whole list to the one outside', () => {
        const items: unknown[] = [];
        const f = field(
            arg('rivers'),
            'n',
            {
                set: () => undefined,
                item: {
                    add: () => undefined,
                    set: (i, v) => items.push([i, v]),
                    remove: () => undefined,
                    move: () => undefined,
                },
            },
            { maps: () => [], files: async () => [], upload: async () => null, removed: () => undefined },
        );
        document.body.append(f.dom);
        f.update(
            [
                {
                    name: 'Rhine',
                    points: [
                        { x: 1, y: 1 },
                        { x: 2, y: 2 },
                    ],
                },
            ],
            true,
        );
        const get = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`)!;
        type(get('n-rivers-0-points-1-y') as HTMLInputElement, '9');
        get('n-rivers-0-points-0-remove').click();
        expect(items).toEqual([
            [
                0,
                {
                    points: [
                        { x: 1, y: 1 },
                        { x: 2, y: 9 },
                    ],
                },
            ],
            [0, { points: [{ x: 2, y: 2 }] }],
        ]);
    });

    it('of a long list are shown in part', () => {
        const p = panel(
            arg('knots'),
            Array.from({ length: 5000 }, (_, i) => ({ x: i, y: 0 })),
        );
        expect(document.querySelectorAll('.record').length).toBeLessThan(100);
        expect(p.get('n-knots-more').hidden).toBe(false);
    });
});

describe('every argument of every operator of this tree', () => {
    it('has an editor with a name and a test id, and shows its default', () => {
        for (const op of real.operators)
            for (const a of op.args) {
                const p = panel(a);
                expect(p.f.dom.dataset.testid).toBe(`field-n-${a.name}`);
                for (const control of p.f.dom.querySelectorAll('input, select, button')) {
                    const name =
                        control.getAttribute('aria-label') ||
                        control.textContent ||
                        (control as HTMLInputElement).labels?.[0]?.textContent;
                    expect(name, `${op.name}.${a.name} ${control.outerHTML}`).toBeTruthy();
                    expect((control as HTMLElement).dataset.testid).toBeTruthy();
                }
                document.body.replaceChildren();
            }
    });
});

/// One field of each kind that is typed into, and what the document holds in it.
const TYPED: [string, Json, string, string][] = [
    ['amount', 2, '2', '7'],
    ['count', 4, '4', '5'],
    ['seed', 3, '3', '8'],
    ['rain', 0.5, '0.5', '0.25'],
    ['words', 'old', 'old', 'new'],
    ['file', 'old', 'old', 'new'],
    ['band', [10, 80], '10', '20'],
];

describe.each(TYPED)('typing into %s', (name, value, shown, other) => {
    const press = (input: HTMLElement, key: string, init: KeyboardEventInit = {}) => {
        const e = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
        input.dispatchEvent(e);
        return e;
    };
    const open = () => {
        const p = panel(arg(name), value);
        const input = p.get<HTMLInputElement>(`n-${name}`);
        input.focus();
        return { ...p, input };
    };
    const write = (input: HTMLInputElement, text: string) => {
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
    };

    it('Escape brings back what the document has', () => {
        const { input, sets } = open();
        write(input, other);
        press(input, 'Escape');
        expect([input.value, sets, document.activeElement === input]).toEqual([shown, [], false]);
    });

    it('Ctrl+Z takes back what is typed, and is the document’s where nothing is', () => {
        const { input, sets, f } = open();
        write(input, other);
        expect(press(input, 'z', { ctrlKey: true }).defaultPrevented).toBe(true);
        expect([input.value, sets]).toEqual([shown, []]);
        expect(press(input, 'z', { ctrlKey: true }).defaultPrevented).toBe(false);
        // Typed, entered, undone: the field follows, and leaving it writes nothing.
        type(input, other);
        expect(sets.length).toBe(1);
        f.update(value, false);
        expect(input.value).toBe(shown);
        input.blur();
        input.dispatchEvent(new Event('change', { bubbles: true }));
        expect(sets.length).toBe(1);
    });

    it('goes on though the document changes meanwhile', () => {
        const { input, f } = open();
        write(input, other);
        f.update(value, false);
        expect(input.value).toBe(other);
    });

    it('what means nothing is said beside it, and goes with the focus', () => {
        const { input, sets, said } = open();
        if (name === 'words' || name === 'file') return; // any text will do
        type(input, 'zzz');
        expect(said()).toMatch(/“zzz” is not a number/);
        input.blur();
        expect([input.value, sets]).toEqual([shown, []]);
        expect(said()).toMatch(/zzz/);
        input.focus();
        write(input, other);
        expect(said()).toBeUndefined();
    });
});

describe('keys', () => {
    const nothing = new Proxy({}, { get: () => () => undefined });
    const actions: Action[] = actionsOf(nothing as never, nothing as never, nothing as never);

    it('are each used once', () => {
        const keys = actions.flatMap((a) => a.keys ?? []);
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(actions.map((a) => a.id)).size).toBe(actions.length);
    });

    it('leave those of the browser alone', () => {
        for (const a of actions)
            for (const k of a.keys ?? []) expect(['Ctrl+W', 'Ctrl+T', 'Ctrl+N', 'F5', 'Ctrl+R']).not.toContain(k);
    });

    it('are read as they are written', () => {
        const key = (init: KeyboardEventInit) => chord(new KeyboardEvent('keydown', init));
        expect(key({ key: 'Z', ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+Z');
        expect(key({ key: 'z', metaKey: true })).toBe('Ctrl+Z');
        expect(key({ key: '?', shiftKey: true })).toBe('?');
        expect(key({ key: 'ArrowUp', altKey: true })).toBe('Alt+ArrowUp');
        expect(key({ key: 'h' })).toBe('H');
    });
});

describe('the settings of pictures', () => {
    function build(catalogue: typeof small) {
        const sets: [string, Json][] = [];
        const bind = (path: string): Binding => ({ set: (v) => sets.push([path, v]), reset: vi.fn() });
        const context: FieldContext = {
            maps: () => [],
            files: async () => [],
            upload: async () => null,
            removed: () => undefined,
        };
        const p = picturePanel({ catalogue } as unknown as Studio, bind, context);
        document.body.append(p.dom);
        const get = (name: string) => document.querySelector<HTMLInputElement>(`[data-testid="render-${name}"]`)!;
        return { ...p, sets, get };
    }

    it('have a field each, from the rows of the table alone', () => {
        const p = build(real);
        for (const row of real.render)
            expect(document.querySelector(`[data-testid="field-render-${row.name}"]`), row.name).not.toBeNull();
        expect(real.render.length).toBeGreaterThan(15);
        expect(p.dom.querySelectorAll('h4').length).toBeGreaterThan(2);
    });

    it('show values and words, and hand both back', () => {
        const p = build(small);
        const doc = scene();
        p.update({
            ...doc,
            render: { args: { ...doc.render.args, frost_line: 0, ends: [1, 2] }, set: ['ends'], used: {} },
        });
        expect(p.get('frost_line').value).toBe('0');
        expect(p.get('ends').value).toBe('1..2');
        type(p.get('frost_line'), 'none');
        type(p.get('frost_line'), '250');
        type(p.get('frost_line'), '');
        type(p.get('air'), '0');
        type(p.get('ends'), '3..4');
        expect(p.sets).toEqual([
            ['render.frost_line', 'none'],
            ['render.frost_line', 250],
            ['render.frost_line', 'auto'],
            ['render.air', 0],
            ['render.ends', '3..4'],
        ]);
    });

    it('refuse what is out of range and no word', () => {
        const p = build(small);
        p.update(scene());
        type(p.get('frost_line'), '9000');
        type(p.get('frost_line'), 'never');
        expect(p.sets).toEqual([]);
    });

    it('show what pictures are drawn with where the chosen view has its own', () => {
        const p = build(small);
        const doc = scene();
        const row = document.querySelector<HTMLElement>('[data-testid="field-render-air"]')!;
        const note = document.querySelector<HTMLElement>('[data-testid="render-air-note"]')!;
        const args = { ...doc.render.args, view: 'harbour' };
        p.update({ ...doc, render: { args, set: [], used: { air: 41 } } });
        expect([p.get('air').value, row.inert, note.hidden]).toEqual(['41', true, false]);
        expect(note.textContent).toBe('As the view “harbour” says.');
        p.update(doc);
        expect([p.get('air').value, row.inert, note.hidden]).toEqual(['1', false, true]);
    });

    it('hide what does not matter', () => {
        const p = build(small);
        const doc = scene();
        p.update({ ...doc, render: { args: { ...doc.render.args, frost: false }, set: ['frost'], used: {} } });
        expect(document.querySelector<HTMLElement>('[data-testid="field-render-frost_line"]')!.hidden).toBe(true);
    });
});
