import { gs1CheckDigit } from '../checksums/standard-numbers.js';
import { GS1_IDENTIFIERS, GS1_PREFIXES } from './gs1.data.js';

type ValueKind = 'k' | 'd' | 't' | 'm' | 'a' | '';

interface Identifier {
  /** Parts of the value: digits or any character, and how many. */
  readonly parts: readonly { readonly digits: boolean; readonly least: number; readonly most: number }[];
  readonly title: string;
  readonly kind: ValueKind;
}

function identifierOf(form: string, title: string, kind: string): Identifier {
  const parts = form.split('+').map((part) => {
    const most = Number(part.replace(/\D/g, ''));
    return { digits: part.startsWith('n'), least: part.includes('..') ? 0 : most, most };
  });
  // A lone part of no fixed length has a character at least; one behind another may be absent.
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && first.least === 0) parts[0] = { ...first, least: 1 };
  return { parts, title, kind: kind as ValueKind };
}

const IDENTIFIERS: ReadonlyMap<string, Identifier> = new Map(
  GS1_IDENTIFIERS.trim()
    .split('\n')
    .flatMap((line) => {
      const [key = '', form = '', ...words] = line.split(' ');
      const [title = '', kind = ''] = words.join(' ').split('|');
      const identifier = identifierOf(form, title, kind);
      if (!key.endsWith('*')) return [[key, identifier] as const];
      const decimals = kind === 'm' || kind === 'a' ? 6 : 10;
      return Array.from({ length: decimals }, (_, i) => [`${key.slice(0, -1)}${i}`, identifier] as const);
    }),
);

/** First two digits of identifiers whose values have a fixed length, so that no separator follows (7.8.5.2). */
const PREDEFINED = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

/** What a scanner sends for FNC1 within a symbol, and how people write it. */
const SEPARATOR = /\u001d|\u241d|<GS>|\{GS\}|\[GS\]|<FNC1>|\{FNC1\}|\[FNC1\]|\\x1d/gi;
const SYMBOLOGY = /^\](?:C1|e0|d2|Q3|J1|L1|I1)/;
// Figure 7.11-1 of the specifications: the 82 characters.
const CHARACTERS = /^[!"%-?A-Z_a-z]*$/;

export interface Element {
  readonly ai: string;
  readonly title: string;
  readonly value: string;
  readonly date?: string;
  readonly number?: string;
  readonly currency?: string;
}

export interface ElementString {
  readonly elements: readonly Element[];
  /** What is wrong, the first first; empty if nothing is. */
  readonly faults: readonly string[];
}

/** Years are the nearest to now: from 49 before it to 50 after it (7.12). */
function yearOf(digits: string, now: Date): number {
  const current = now.getUTCFullYear();
  const year = Number(digits) + current - (current % 100);
  return year - current > 50 ? year - 100 : year - current < -49 ? year + 100 : year;
}

/** `YYMMDD` and more digits as ISO 8601 has them; a day of 00 is the last of its month. `undefined` for no date. */
function dateOf(value: string, now: Date): string | undefined {
  const [year, month, day] = [yearOf(value.slice(0, 2), now), Number(value.slice(2, 4)), Number(value.slice(4, 6))];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (month < 1 || month > 12 || day > last) return undefined;
  const date = `${year}-${value.slice(2, 4)}-${String(day === 0 ? last : day).padStart(2, '0')}`;
  const time = value.slice(6);
  if (time === '' || time === '9999') return date;
  return Number(time.slice(0, 2)) < 24 && Number(time.slice(2, 4)) < 60
    ? `${date}T${time.slice(0, 2)}:${time.slice(2, 4)}`
    : undefined;
}

function amountOf(digits: string, decimals: number): string {
  const padded = digits.padStart(decimals + 1, '0');
  const whole = padded.slice(0, padded.length - decimals).replace(/^0+(?=\d)/, '');
  return decimals === 0 ? whole : `${whole}.${padded.slice(-decimals)}`;
}

/** Digits that a check digit at the end of the first part covers. */
const checkedPart = (value: string, { parts }: Identifier): string =>
  value.slice(0, parts.length > 1 && parts[0]?.least === parts[0]?.most ? parts[0]?.most : value.length);

function formFault(value: string, { parts }: Identifier): string | undefined {
  const least = parts.reduce((sum, part) => sum + part.least, 0);
  const most = parts.reduce((sum, part) => sum + part.most, 0);
  if (value.length < least || value.length > most)
    return `must have ${least === most ? least : `${least} to ${most}`} characters, got ${value.length}`;
  let at = 0;
  for (const { digits, most: length } of parts) {
    const part = value.slice(at, at + length);
    if (digits && /\D/.test(part)) return `must have digits only at characters ${at + 1} to ${at + part.length}`;
    at += length;
  }
  return CHARACTERS.test(value) ? undefined : 'has a character that GS1 does not allow';
}

function elementOf(ai: string, value: string, now: Date): { readonly element: Element; readonly fault?: string } {
  const identifier = IDENTIFIERS.get(ai) as Identifier;
  const { title, kind } = identifier;
  const element: Element = { ai, title, value };
  const fault = formFault(value, identifier);
  if (fault !== undefined) return { element, fault: `(${ai}) ${title} ${fault}` };
  switch (kind) {
    case 'k': {
      const checked = checkedPart(value, identifier);
      const expected = gs1CheckDigit(checked.slice(0, -1));
      return checked.endsWith(expected)
        ? { element }
        : { element, fault: `(${ai}) ${title} must have the check digit ${expected}, got ${checked.slice(-1)}` };
    }
    case 'd':
    case 't': {
      const date = dateOf(value, now);
      return date === undefined
        ? { element, fault: `(${ai}) ${title} is not a date: ${value}` }
        : { element: { ...element, date } };
    }
    case 'm':
      return { element: { ...element, number: amountOf(value, Number(ai.slice(-1))) } };
    case 'a':
      return {
        element: { ...element, currency: value.slice(0, 3), number: amountOf(value.slice(3), Number(ai.slice(-1))) },
      };
    default:
      return { element };
  }
}

/** The identifier at the start of a text: two to four digits. */
const identifierAt = (text: string): string | undefined =>
  [2, 3, 4].map((length) => text.slice(0, length)).find((ai) => IDENTIFIERS.has(ai));

type Pair = readonly [ai: string, value: string];

/** `(01)09506000134352(10)ABC`: a parenthesis begins an identifier only where a known one follows. */
function bracketedPairs(text: string): { readonly pairs: Pair[]; readonly fault?: string } {
  const marks = [...text.matchAll(/\((\d{2,4})\)/g)].filter(
    ({ 1: ai = '', index }, place) => IDENTIFIERS.has(ai) || index === 0 || place === 0,
  );
  const pairs: Pair[] = [];
  for (const [place, mark] of marks.entries()) {
    const ai = mark[1] ?? '';
    if (!IDENTIFIERS.has(ai)) return { pairs, fault: `(${ai}) is not a GS1 application identifier` };
    pairs.push([ai, text.slice(mark.index + mark[0].length, marks[place + 1]?.index ?? text.length).trim()]);
  }
  return pairs.length > 0 ? { pairs } : { pairs, fault: 'It must begin with an application identifier such as (01)' };
}

/** As scanners send it: identifiers without brackets, a separator behind each value of no fixed length. */
function plainPairs(text: string): { readonly pairs: Pair[]; readonly fault?: string } {
  const pairs: Pair[] = [];
  let rest = text
    .replace(SYMBOLOGY, '')
    .replace(SEPARATOR, '\u001d')
    .replace(/^\u001d/, '');
  while (rest !== '') {
    const ai = identifierAt(rest);
    if (ai === undefined)
      return { pairs, fault: `${JSON.stringify(rest.slice(0, 4))} is not a GS1 application identifier` };
    const { parts } = IDENTIFIERS.get(ai) as Identifier;
    const most = parts.reduce((sum, part) => sum + part.most, 0);
    const end = rest.indexOf('\u001d');
    const stop = end < 0 ? rest.length : end;
    const length = PREDEFINED.test(ai) ? Math.min(stop, ai.length + most) : stop;
    pairs.push([ai, rest.slice(ai.length, length)]);
    rest = rest.slice(length).replace(/^\u001d/, '');
  }
  return { pairs };
}

/** `https://…/01/09506000134352/10/ABC?17=261231` (GS1 Digital Link 1.2). */
function linkPairs(text: string): { readonly pairs: Pair[]; readonly fault?: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const steps = url?.pathname.split('/').slice(1) ?? [];
  const start = steps.findIndex((step) => /^(?:00|01|253|255|401|402|41[47]|800[3-6]|801[0378])$/.test(step));
  if (url === undefined || start < 0) return { pairs: [], fault: 'It has no GS1 key in its path, such as /01/' };
  const pairs: Pair[] = [];
  try {
    for (let i = start; i + 1 < steps.length; i += 2)
      pairs.push([steps[i] ?? '', decodeURIComponent(steps[i + 1] ?? '')]);
  } catch {
    // Percent signs that decode to nothing.
    return { pairs: [], fault: 'It has a percent sign that begins no character' };
  }
  for (const [key, value] of url.searchParams) if (/^\d{2,4}$/.test(key)) pairs.push([key, value]);
  const unknown = pairs.find(([ai]) => !IDENTIFIERS.has(ai));
  if (unknown !== undefined) return { pairs, fault: `${unknown[0]} is not a GS1 application identifier` };
  // A GTIN may be shorter in a link.
  return { pairs: pairs.map(([ai, value]) => [ai, ai === '01' ? value.padStart(14, '0') : value]) };
}

export const looksLikeElements = (text: string): boolean =>
  /^\(\d{2,4}\)|^https?:\/\//i.test(text) || SYMBOLOGY.test(text) || text.search(SEPARATOR) >= 0;

/** Reads an element string, with brackets, as scanners send it, or as a GS1 Digital Link. Dates are judged from `now`. */
export function readElements(text: string, now: Date): ElementString {
  const { pairs, fault } = text.startsWith('(')
    ? bracketedPairs(text)
    : /^https?:\/\//i.test(text)
      ? linkPairs(text)
      : plainPairs(text);
  const read = pairs.filter(([ai]) => IDENTIFIERS.has(ai)).map(([ai, value]) => elementOf(ai, value, now));
  const faults = [...read.flatMap((one) => one.fault ?? []), ...(fault === undefined ? [] : [fault])];
  const elements = read.map(({ element }) => element);
  const values = new Map<string, string>();
  for (const { ai, value } of elements) {
    const before = values.get(ai);
    if (before !== undefined && before !== value) faults.push(`(${ai}) is there twice with different values`);
    values.set(ai, value);
  }
  if (values.has('01') && values.has('02')) faults.push('(01) and (02) must not be there together');
  return { elements, faults: elements.length === 0 && faults.length === 0 ? ['It is empty'] : faults };
}

/** `(01)…(10)…`. */
export const bracketed = (elements: readonly Element[]): string =>
  elements.map(({ ai, value }) => `(${ai})${value}`).join('');

/** As scanners send it; FNC1 is the control character GS. */
export const scanned = (elements: readonly Element[]): string =>
  elements
    .map(({ ai, value }, i) => `${ai}${value}${i === elements.length - 1 || PREDEFINED.test(ai) ? '' : '\u001d'}`)
    .join('');

const PREFIXES = GS1_PREFIXES.trim()
  .split('\n')
  .map((line) => {
    const [range = '', ...words] = line.split(' ');
    const [first = '', last = first] = range.split('-');
    return { first: Number(first), last: Number(last), owner: words.join(' ') };
  });

/** Who gives out GTINs that begin with three digits; `undefined` where nobody is known. */
export const prefixOwner = (prefix: string): string | undefined =>
  PREFIXES.find(({ first, last }) => Number(prefix) >= first && Number(prefix) <= last)?.owner;
