// SPDX-FileCopyrightText: 2026 The Orogen authors
// SPDX-License-Identifier: MIT
//
// The operator catalogue, as the program prints it from its argument tables. Nothing here knows an operator by name:
// panels, defaults and conditions all come from this data.

/// The types of settings; what goes in or out of a node has a direction, and its type is the name of a kind of data.
export type SettingType =
    | 'number'
    | 'integer'
    | 'toggle'
    | 'choice'
    | 'seed'
    | 'text'
    | 'file'
    | 'field'
    | 'colour'
    | 'range'
    | 'curve'
    | 'records';

/// Maps and measured numbers are kinds this page knows; of the others it knows their name alone.
export type ArgType = SettingType | 'grid' | 'value' | (string & {});

export interface Arg {
    name: string;
    type: ArgType;
    direction?: 'in' | 'out';
    optional?: boolean;
    unit?: string;
    group?: string;
    when?: string;
    min?: number;
    max?: number;
    ui_min?: number;
    ui_max?: number;
    scale?: 'linear' | 'log';
    default?: number | boolean | string;
    choices?: string[];
    words?: string[]; // what a number or range may be instead, first the one for leaving it unsaid
    doc?: string;
    item?: { name: string; args: Arg[] };
}

/// A key of the world, in the form of an argument. `kind` says what its value is: two lengths, two positions, a height or
/// none, …
export interface WorldKey extends Arg {
    kind: 'sides' | 'point' | 'span' | 'switch' | 'level' | 'count' | 'seed';
}

export interface RawCatalogue {
    orogen: string;
    world: WorldKey[];
    render: Arg[]; // how pictures are drawn
    operators: Operator[];
}

export interface Preset {
    name: string;
    summary?: string;
    values: string;
}

export interface Operator {
    name: string;
    family: string;
    version: number;
    summary: string;
    doc?: string;
    source?: string;
    example?: string;
    presets?: Preset[];
    args: Arg[];
}

/// A value of an argument as a scene file holds it.
export type Json = number | string | boolean | null | Json[] | { [key: string]: Json };
export type Values = { [name: string]: Json };

export class Catalogue {
    readonly operators: readonly Operator[];
    readonly world: readonly WorldKey[];
    readonly render: readonly Arg[];
    readonly version: string;
    private readonly byName = new Map<string, Operator>();

    constructor(raw: RawCatalogue) {
        this.operators = raw.operators;
        this.world = raw.world;
        this.render = raw.render;
        this.version = raw.orogen;
        for (const op of raw.operators) {
            this.byName.set(op.name, op);
            this.byName.set(`${op.family}.${op.name}`, op);
        }
    }

    find(name: string): Operator | undefined {
        return this.byName.get(name);
    }
}

export const inputs = (op: Operator): Arg[] => op.args.filter((a) => a.type === 'grid' && a.direction === 'in');
export const gridOutputs = (op: Operator): Arg[] => outputsOfKind(op, 'grid');
export const outputsOfKind = (op: Operator, kind: string): Arg[] =>
    op.args.filter((a) => a.type === kind && a.direction === 'out');
export const measured = (op: Operator): Arg[] => op.args.filter((a) => a.type === 'value');
export const settings = (args: readonly Arg[]): Arg[] => args.filter((a) => a.direction === undefined);

/// Does this argument matter now? `when` is "name=a|b", several joined by blanks or commas all have to hold.
export function matters(arg: Arg, args: readonly Arg[], values: Values): boolean {
    if (!arg.when) return true;
    return arg.when.split(/[\s,&]+/).every((condition) => {
        const [name = '', wanted = ''] = condition.split('=');
        const other = args.find((a) => a.name === name);
        if (!other) return true;
        const value = values[name] ?? defaultOf(other);
        const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
        return wanted.split('|').includes(text);
    });
}

/// The default of an argument in the form scene files use.
export function defaultOf(arg: Arg): Json {
    if (typeof arg.default === 'string' && arg.words?.includes(arg.default)) return arg.default;
    if (typeof arg.default === 'string') return parseText(arg, arg.default);
    if (arg.default !== undefined) return arg.default;
    if (arg.direction !== undefined) return null;
    switch (arg.type) {
        case 'records':
        case 'curve':
            return [];
        case 'range':
            return [arg.min ?? 0, arg.max ?? 1];
        case 'toggle':
            return false;
        case 'text':
        case 'file':
        case 'choice':
            return '';
        case 'colour':
            return '#808080';
        default:
            return arg.optional ? null : 0;
    }
}

/// The form of the command line ("10..80", "0:0 1:1", "x=3 y=4; x=5", "on") as a value of a scene file.
/// Throws a sentence where the text is not of the argument's type.
export function parseText(arg: Arg, text: string): Json {
    const bad = (): never => {
        throw new Error(`"${text}" is not a ${describeType(arg)}`);
    };
    const trimmed = text.trim();
    switch (arg.type) {
        case 'number':
        case 'integer':
        case 'seed': {
            const value = Number(trimmed);
            if (trimmed === '' || !Number.isFinite(value)) bad();
            if (arg.type !== 'number' && !Number.isInteger(value)) bad();
            return value;
        }
        case 'field': {
            const value = Number(trimmed);
            if (trimmed !== '' && Number.isFinite(value)) return value;
            return /^[A-Za-z][\w-]*(\.[\w-]+)?$/.test(trimmed) ? trimmed : bad();
        }
        case 'toggle':
            if (['on', 'yes', 'true', '1'].includes(trimmed)) return true;
            if (['off', 'no', 'false', '0'].includes(trimmed)) return false;
            return bad();
        case 'range': {
            const ends = trimmed.split('..').map((t) => (t.trim() === '' ? Number.NaN : Number(t)));
            return ends.length === 2 && ends.every(Number.isFinite) ? ends : bad();
        }
        case 'curve': {
            if (trimmed === '') return [];
            return trimmed.split(/[\s,]+/).map((pair) => {
                const xy = pair.split(':').map(Number);
                return xy.length === 2 && xy.every(Number.isFinite) ? xy : bad();
            });
        }
        case 'records':
            return parseRecords(arg, trimmed);
        case 'choice':
            return arg.choices?.includes(trimmed) ? trimmed : bad();
        default:
            return text;
    }
}

/// Cuts a text at a separator, but not inside quotes or brackets.
function pieces(text: string, separator: RegExp): string[] {
    const found: string[] = [];
    let piece = '';
    let quote = '';
    let depth = 0;
    for (const c of text) {
        if (quote) {
            if (c === quote) quote = '';
        } else if (c === '"' || c === "'") quote = c;
        else if (c === '[') depth++;
        else if (c === ']') depth--;
        if (!quote && depth === 0 && separator.test(c)) {
            found.push(piece);
            piece = '';
        } else piece += c;
    }
    found.push(piece);
    return found.map((f) => f.trim()).filter(Boolean);
}

function parseRecords(arg: Arg, text: string): Json[] {
    return pieces(text, /;/).map((row) => parseWords(arg.item?.args ?? [], row));
}

/// "x=3 name="two words" points=[x=1 y=2; x=3]" as an object; also the form presets are written in.
export function parseWords(args: readonly Arg[], text: string): Values {
    const values: Values = {};
    for (const word of pieces(text, /\s/)) {
        const at = word.indexOf('=');
        const name = word.slice(0, Math.max(at, 0)).replaceAll('-', '_');
        const member = args.find((a) => a.name === name);
        if (!member) throw new Error(`there is no argument "${name || word}"`);
        values[name] = parseText(
            member,
            word
                .slice(at + 1)
                .replace(/^(["'])(.*)\1$/s, '$2')
                .replace(/^\[(.*)\]$/s, '$1'),
        );
    }
    return values;
}

/// A value as the command line writes it.
export function formatText(arg: Arg, value: Json): string {
    if (value === null || value === undefined) return '';
    switch (arg.type) {
        case 'toggle':
            return value ? 'on' : 'off';
        case 'range':
            return Array.isArray(value) ? `${value[0]}..${value[1]}` : '';
        case 'curve':
            return Array.isArray(value)
                ? value.map((p) => (Array.isArray(p) ? `${p[0]}:${p[1]}` : '')).join(' ')
                : String(value);
        case 'records': {
            const members = arg.item?.args ?? [];
            if (!Array.isArray(value)) return String(value);
            return value
                .map((row) =>
                    members
                        .filter((m) => isObject(row) && row[m.name] !== undefined)
                        .map((m) => {
                            const text = formatText(m, (row as Values)[m.name]!);
                            if (m.type === 'records') return `${m.name}=[${text}]`;
                            return /[\s;]/.test(text) || text === '' ? `${m.name}="${text}"` : `${m.name}=${text}`;
                        })
                        .join(' '),
                )
                .join('; ');
        }
        default:
            return String(value);
    }
}

export const isObject = (value: Json | undefined): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

function describeType(arg: Arg): string {
    switch (arg.type) {
        case 'choice':
            return `choice; there are ${arg.choices?.join(', ')}`;
        case 'toggle':
            return 'switch; write on or off';
        case 'range':
            return 'range; write 10..80';
        case 'curve':
            return 'curve; write 0:0 0.5:0.8 1:1';
        case 'integer':
        case 'seed':
            return 'whole number';
        case 'field':
            return 'number or the name of a node';
        default:
            return arg.type;
    }
}

/// Checks a number against the hard range; the sentence says what would be right. Undefined: it is fine.
export function complaint(arg: Arg, value: number): string | undefined {
    if (!Number.isFinite(value)) return `${arg.name} must be a number`;
    if (arg.type === 'integer' && !Number.isInteger(value)) return `${arg.name} must be a whole number`;
    if (arg.type === 'seed' && (!Number.isInteger(value) || value < 0 || value > 4294967295))
        return `${arg.name} must be a whole number from 0 to 4294967295`;
    if (arg.min !== undefined && arg.max !== undefined && (value < arg.min || value > arg.max))
        return `${arg.name} must be ${shortNumber(arg.min)} to ${shortNumber(arg.max)}${unitText(arg)}`;
    return undefined;
}

/// Few digits, no trailing zeros: 0.3000000119 is 0.3, 1234.5678 is 1234.57.
export function shortNumber(value: number): string {
    if (!Number.isFinite(value)) return '';
    if (value === 0) return '0';
    const size = Math.abs(value);
    if (size >= 1e7 || size < 1e-4) return String(Number(value.toExponential(3)));
    return String(Number(value.toFixed(size >= 1000 ? 1 : size >= 10 ? 2 : size >= 0.1 ? 3 : 6)));
}

export function unitText(arg: Arg): string {
    if (!arg.unit || arg.unit === '1' || arg.unit === 'any') return '';
    return arg.unit === 'deg' ? '°' : ` ${arg.unit}`;
}

/// "height_softness" for people.
export const label = (name: string): string => {
    const words = name.replaceAll('_', ' ');
    return words.charAt(0).toUpperCase() + words.slice(1);
};

/// Records that hold places: members x and y, or a list of points that do. What the viewport can draw.
export function pointShape(arg: Arg): { points: Arg | null } | undefined {
    if (arg.type !== 'records' || !arg.item) return undefined;
    const has = (args: readonly Arg[], name: string) => args.some((a) => a.name === name && a.type === 'number');
    if (has(arg.item.args, 'x') && has(arg.item.args, 'y')) return { points: null };
    const inner = arg.item.args.find(
        (a) => a.type === 'records' && a.item && has(a.item.args, 'x') && has(a.item.args, 'y'),
    );
    return inner ? { points: inner } : undefined;
}
