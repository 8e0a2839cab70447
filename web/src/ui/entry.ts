// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// A text or number field that stands for a value of the document. One rule for all of them: what is typed becomes the
// document's with Enter or by leaving the field; Escape, and Ctrl+Z while something is typed, bring back what the document
// has; once nothing is typed Ctrl+Z is the document's own. What cannot be read is said beside the field and never stays.

import type { Read } from '../model/number';
import { h } from './dom';

type Input = HTMLInputElement | HTMLTextAreaElement;

const NOTE_MS = 8000;
const entries = new WeakMap<EventTarget, Entry>();

/// What an element is a field for; undefined: it is none, or one that is not the document's (a search, the console).
export const entryOf = (target: EventTarget | null): Entry | undefined => (target ? entries.get(target) : undefined);

export class Entry {
    readonly input: Input;
    private readonly accept: (text: string) => string | undefined;
    private note: HTMLElement | null = null; // made when there is something to say
    private written = ''; // what the document has
    private timer = 0;

    /// `read` says what a text means or why it means nothing; `commit` gets the meaning.
    constructor(input: Input, read: (text: string) => Read<unknown>, commit: (value: never) => void) {
        this.input = input;
        this.accept = (text) => {
            const found = read(text);
            if ('wrong' in found) return found.wrong;
            commit(found.value as never);
            return undefined;
        };
        this.written = input.value;
        entries.set(input, this);
        input.addEventListener('input', () => this.complain(undefined));
        input.addEventListener('change', () => this.take());
        input.addEventListener('blur', () => this.restore());
        input.addEventListener('keydown', (e) => this.key(e as KeyboardEvent));
        if (input instanceof HTMLInputElement) input.addEventListener('focus', () => input.select());
    }

    /// Is something typed that the document does not have?
    get pending(): boolean {
        return this.input.value !== this.written;
    }

    /// The document's value. What is just being typed stays.
    show(text: string): void {
        const typing = this.pending && document.activeElement === this.input;
        this.written = text;
        if (typing || this.input.value === text) return;
        this.input.value = text;
        if (document.activeElement === this.input && this.input instanceof HTMLInputElement) this.input.select();
    }

    /// Makes what is typed the document's.
    take(): void {
        if (!this.pending) return;
        const { value } = this.input;
        const wrong = this.accept(value.trim());
        this.complain(wrong);
        if (!wrong) this.written = value;
    }

    restore(): void {
        if (this.pending) this.input.value = this.written;
        this.input.removeAttribute('aria-invalid');
        this.input.classList.remove('wrong');
    }

    /// A sentence beside the field, for a while.
    private complain(wrong: string | undefined): void {
        clearTimeout(this.timer);
        this.note?.remove();
        this.note = null;
        this.input.classList.toggle('wrong', !!wrong);
        if (!wrong) {
            this.input.removeAttribute('aria-invalid');
            return;
        }
        this.input.setAttribute('aria-invalid', 'true');
        const note = h('span', { class: 'wrong-note', role: 'alert', text: wrong });
        const place = this.input.closest('.field, .output');
        if (place) place.append(note);
        else this.input.after(note);
        this.note = note;
        this.timer = window.setTimeout(() => note.remove(), NOTE_MS);
    }

    private key(e: KeyboardEvent): void {
        const line = this.input instanceof HTMLInputElement;
        const steps = (e.ctrlKey || e.metaKey) && !e.altKey && /^[zy]$/i.test(e.key);
        if (e.key === 'Escape') {
            this.complain(undefined);
            this.restore();
            this.input.blur();
        } else if (steps && this.pending && line) {
            if (e.key.toLowerCase() === 'z' && !e.shiftKey) {
                this.complain(undefined);
                this.restore();
                this.input.select();
            }
            e.preventDefault();
        } else return;
        e.stopPropagation();
    }
}
