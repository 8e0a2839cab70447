// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// Elements in one line each.

type Child = Node | string | null | undefined | false;

interface Props {
    class?: string;
    testid?: string;
    text?: string;
    title?: string;
    label?: string; // aria-label
    role?: string;
    on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
    attrs?: { [name: string]: string | number | boolean | null | undefined };
}

export function h<K extends keyof HTMLElementTagNameMap>(
    tag: K,
    props: Props = {},
    ...children: Child[]
): HTMLElementTagNameMap[K] {
    const element = document.createElement(tag);
    if (props.class) element.className = props.class;
    if (props.testid) element.dataset.testid = props.testid;
    if (props.text !== undefined) element.textContent = props.text;
    if (props.title) element.title = props.title;
    if (props.label) element.setAttribute('aria-label', props.label);
    if (props.role) element.setAttribute('role', props.role);
    for (const [name, value] of Object.entries(props.attrs ?? {}))
        if (value !== null && value !== undefined && value !== false)
            element.setAttribute(name, value === true ? '' : String(value));
    for (const [name, listener] of Object.entries(props.on ?? {}))
        element.addEventListener(name, listener as unknown as EventListener);
    for (const child of children) if (child) element.append(child);
    return element;
}

export interface ButtonOptions {
    testid: string;
    title?: string;
    class?: string;
    icon?: IconName;
    text?: string;
    run: (event: MouseEvent) => void;
}

export function button(options: ButtonOptions): HTMLButtonElement {
    const b = h('button', {
        class: `button ${options.class ?? ''} ${options.text ? '' : 'icon-only'}`,
        testid: options.testid,
        ...(options.title ? { title: options.title } : {}),
        ...(options.text ? {} : { label: options.title ?? options.testid }),
        attrs: { type: 'button' },
        on: { click: options.run },
    });
    if (options.icon) b.append(icon(options.icon));
    if (options.text) b.append(h('span', { text: options.text }));
    return b;
}

/// A bar from 0 to 1.
export function progressBar(testid: string): HTMLProgressElement {
    return h('progress', { class: 'bar', testid, attrs: { max: 1, value: 0, 'aria-label': 'Progress' } });
}

export function select(
    testid: string,
    label: string,
    choices: { value: string; text: string; disabled?: boolean; group?: string }[],
    value: string,
    run: (value: string) => void,
): HTMLSelectElement {
    const s = h('select', { testid, label, class: 'select', on: { change: () => run(s.value) } });
    fillSelect(s, choices, value);
    return s;
}

export function fillSelect(
    s: HTMLSelectElement,
    choices: { value: string; text: string; disabled?: boolean; group?: string }[],
    value: string,
): void {
    const key = JSON.stringify(choices);
    if (s.dataset.key !== key) {
        s.dataset.key = key;
        s.replaceChildren();
        const groups = new Map<string, HTMLElement>();
        for (const c of choices) {
            const option = h('option', { text: c.text, attrs: { value: c.value, disabled: c.disabled ?? false } });
            if (!c.group) {
                s.append(option);
                continue;
            }
            let group = groups.get(c.group);
            if (!group) {
                group = h('optgroup', { attrs: { label: c.group } });
                groups.set(c.group, group);
                s.append(group);
            }
            group.append(option);
        }
    }
    s.value = value;
}

/// A modal dialog that goes away when closed. Escape and a press outside close it.
export function dialog(testid: string, title: string, ...children: Child[]): HTMLDialogElement {
    const back = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    const close = () => d.close();
    const d = h(
        'dialog',
        { testid, class: 'dialog', label: title },
        h(
            'header',
            { class: 'dialog-head' },
            h('h2', { text: title }),
            button({ testid: `${testid}-close`, title: 'Close (Esc)', icon: 'close', run: close }),
        ),
        h('div', { class: 'dialog-body' }, ...children),
    );
    d.addEventListener('close', () => {
        d.remove();
        back?.focus();
    });
    d.addEventListener('pointerdown', (e) => {
        if (e.target === d) d.close();
    });
    document.body.append(d);
    d.showModal();
    return d;
}

const ICONS = {
    eye: 'M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
    hidden: 'M3 3l18 18M10.6 5.6A10 10 0 0 1 12 5.5C18 5.5 22 12 22 12a18 18 0 0 1-3.2 3.8M6.5 7.3A17 17 0 0 0 2 12s4 6.5 10 6.5a9.700 9.700 0 0 0 4-.9',
    solo: 'M12 4v2M12 18v2M4 12h2M18 12h2M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7z',
    plus: 'M12 5v14M5 12h14',
    close: 'M6 6l12 12M18 6L6 18',
    undo: 'M9 6L4 11l5 5M4 11h10.500a5 5 0 0 1 0 10H12',
    redo: 'M15 6l5 5-5 5M20 11H9.500a5 5 0 0 0 0 10H12',
    up: 'M6 15l6-6 6 6',
    down: 'M6 9l6 6 6-6',
    trash: 'M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13',
    copy: 'M8 8h11v12H8zM5 16V4h11',
    reset: 'M4 5v5h5M4.600 10A8 8 0 1 1 4 14',
    dice: 'M5 5h14v14H5zM9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01',
    map: 'M9 4L3 6.500v13L9 17l6 2.500 6-2.500v-13L15 6.500 9 4zM9 4v13M15 6.500v13',
    cube: 'M12 3l8 4.500v9L12 21l-8-4.500v-9zM12 12l8-4.500M12 12v9M12 12L4 7.500',
    split: 'M4 5h16v14H4zM12 5v14',
    brush: 'M14.500 4.500l5 5L11 17l-4-4zM7 13c-3 0-3 4-5 5 3 2 8 1 9-1',
    select: 'M5 3l14 8-6 1.500L10 19z',
    gear: 'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
    help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.7.3-1 .8-1 1.700M12 16.500h.01',
    console: 'M4 5h16v14H4zM7 9l3 3-3 3M12 15h5',
    search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM20 20l-4.700-4.700',
    build: 'M4 20h16M6 20V9l6-5 6 5v11M10 20v-6h4v6',
    save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
    home: 'M3 11l9-7 9 7M6 9.500V20h12V9.500',
    folder: 'M3 6h6l2 2h10v11H3z',
    lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
    unlock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.6-1.6',
    mask: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
    grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
    frame: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
    warn: 'M12 4l9 16H3zM12 10v4M12 17h.01',
} as const;

export type IconName = keyof typeof ICONS;

export function icon(name: IconName): SVGSVGElement {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    svg.classList.add('icon');
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', ICONS[name]);
    svg.append(path);
    return svg;
}

/// An SVG element with attributes.
export function svg(tag: string, attrs: { [name: string]: string | number }): SVGElement {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attrs)) element.setAttribute(name, String(value));
    return element;
}

export function bytes(n: number): string {
    if (!Number.isFinite(n)) return '';
    const units = ['B', 'KB', 'MB', 'GB', 'TB'];
    let i = 0;
    while (n >= 1000 && i < units.length - 1) {
        n /= 1000;
        i++;
    }
    return `${n >= 100 || i === 0 ? Math.round(n) : n.toFixed(1)} ${units[i]}`;
}
