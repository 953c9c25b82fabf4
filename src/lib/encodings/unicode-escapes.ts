import { isUtf8 } from 'node:buffer';

import { ContentFault, LimitFault } from '../faults.js';

/** Characters written as numbers in the notations of programming languages, CSS, HTML and XML, and back. */

export const ESCAPE_VARIANTS = [
  'javascript',
  'es6',
  'python',
  'c',
  'css',
  'markup',
  'markup-decimal',
  'u-plus',
  'percent-u',
] as const;

export type EscapeVariant = (typeof ESCAPE_VARIANTS)[number];

/** What is escaped: characters beyond ASCII; these and what a string literal cannot hold; everything. */
export type EscapeScope = 'non-ascii' | 'literal' | 'all';

interface EscapeStyle {
  readonly variant: EscapeVariant;
  readonly scope: EscapeScope;
  readonly uppercase: boolean;
}

const hex = (value: number, width: number, uppercase: boolean): string => {
  const digits = value.toString(16).padStart(width, '0');
  return uppercase ? digits.toUpperCase() : digits;
};

/** The escape of a code point; `next` is the character after it. */
function escapeOf(point: number, next: string, { variant, uppercase }: EscapeStyle): string {
  switch (variant) {
    case 'javascript':
    case 'percent-u':
      return Array.from({ length: point > 0xffff ? 2 : 1 }, (_, index) => {
        const unit = String.fromCodePoint(point).charCodeAt(index);
        return `${variant === 'javascript' ? '\\u' : '%u'}${hex(unit, 4, uppercase)}`;
      }).join('');
    case 'es6':
      return `\\u{${hex(point, 1, uppercase)}}`;
    case 'python':
      if (point <= 0xff) return `\\x${hex(point, 2, uppercase)}`;
      return point <= 0xffff ? `\\u${hex(point, 4, uppercase)}` : `\\U${hex(point, 8, uppercase)}`;
    case 'c':
      // C11 6.4.3: no universal names below U+00A0; octal escapes end after three digits, \x does not.
      if (point < 0x80) return `\\${point.toString(8).padStart(3, '0')}`;
      return point <= 0xffff ? `\\u${hex(point, 4, uppercase)}` : `\\U${hex(point, 8, uppercase)}`;
    case 'css':
      // CSS Syntax 3 §4.3.7: white space after the digits belongs to the escape.
      return `\\${hex(point, 1, uppercase)}${next === '' || /[0-9a-f\s]/i.test(next) ? ' ' : ''}`;
    case 'markup':
      return `&#x${hex(point, 1, uppercase)};`;
    case 'markup-decimal':
      return `&#${point};`;
    case 'u-plus':
      return `U+${hex(point, 4, true)}`;
  }
}

const BREAKS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const JSON_BREAKS: Readonly<Record<string, string>> = { ...BREAKS, '\b': '\\b', '\f': '\\f' };
const QUOTES: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"' };
const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Short forms within a string literal. */
const SHORT: Readonly<Record<EscapeVariant, Readonly<Record<string, string>>>> = {
  javascript: { ...JSON_BREAKS, ...QUOTES },
  es6: { ...JSON_BREAKS, ...QUOTES },
  python: { ...BREAKS, ...QUOTES, "'": "\\'" },
  c: { ...JSON_BREAKS, ...QUOTES },
  css: QUOTES,
  markup: { ...MARKUP, '\n': '\n', '\t': '\t' },
  'markup-decimal': { ...MARKUP, '\n': '\n', '\t': '\t' },
  'u-plus': {},
  'percent-u': {},
};

/** Most UTF-16 units that are written: no response carries more. */
const MAX_WRITTEN = 2 ** 23;

/** Throws LimitFault beyond `MAX_WRITTEN`. */
export function escapeText(text: string, style: EscapeStyle): string {
  const { variant } = style;
  // Without a mark of their end, these digits cannot stand beside letters.
  const scope = variant === 'u-plus' ? 'all' : style.scope;
  const short = SHORT[variant];
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; index < text.length; ) {
    length += parts.at(-1)?.length ?? 0;
    if (length > MAX_WRITTEN)
      throw LimitFault.whole(`The result would have more than ${MAX_WRITTEN} characters`, MAX_WRITTEN);
    const point = text.codePointAt(index) ?? 0;
    const character = String.fromCodePoint(point);
    index += character.length;
    if (scope === 'literal' && Object.hasOwn(short, character)) parts.push(short[character] ?? '');
    else if (scope === 'all' || point > 0x7e || (scope === 'literal' && point < 0x20))
      parts.push(point === 0x7f && scope === 'non-ascii' ? character : escapeOf(point, text.charAt(index), style));
    else parts.push(character);
  }
  return parts.join(variant === 'u-plus' ? ' ' : '');
}

/** Groups of the expressions below, by what their digits say. */
const POINT_16 = String.raw`\\u\{([0-9a-fA-F]{1,8})\}`;
const UNIT = String.raw`\\u([0-9a-fA-F]{4})`;
const WIDE = String.raw`\\U([0-9a-fA-F]{8})`;
const BYTE = String.raw`\\x([0-9a-fA-F]{2})`;
const OCTAL = String.raw`\\([0-3]?[0-7]{1,2})`;
const HIGH_OCTAL = String.raw`\\([23][0-7]{2})`;
const SIMPLE = String.raw`\\(["'\\/abefnrtv0])`;
const CSS = String.raw`\\([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\f])?`;
const CSS_SIMPLE = String.raw`\\([^0-9a-fA-F\r\n\f])`;
const REFERENCE_16 = '&#[xX]([0-9a-fA-F]{1,8});';
const REFERENCE_10 = '&#([0-9]{1,10});';
const NAMED = '&(amp|lt|gt|quot|apos);';
const U_PLUS = String.raw`[Uu]\+([0-9a-fA-F]{4,6})(?: (?=[Uu]\+[0-9a-fA-F]{4}))?`;
const PERCENT_U = '%[uU]([0-9a-fA-F]{4})';

type Meaning = (digits: string) => string | number;
const point16: Meaning = (digits) => Number.parseInt(digits, 16);
const point10: Meaning = (digits) => Number.parseInt(digits, 10);
const point8: Meaning = (digits) => Number.parseInt(digits, 8);
/** CSS Syntax 3 §4.3.7: zero, surrogates and what is too large are U+FFFD. */
const cssPoint: Meaning = (digits) => {
  const point = Number.parseInt(digits, 16);
  return point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? '\ufffd' : point;
};
const SIMPLES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  0: '\0',
};
const simple: Meaning = (letter) => SIMPLES[letter] ?? letter;
const itself: Meaning = (letter) => letter;
const named: Meaning = (name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" })[name] ?? '';

interface Notation {
  readonly pattern: string;
  readonly meaning: Meaning;
  /** The number is a byte, which may be part of a character in UTF-8. */
  readonly isByte?: boolean;
}

const notation = (pattern: string, meaning: Meaning, isByte = false): Notation => ({ pattern, meaning, isByte });
const [REFERENCES_16, REFERENCES_10] = [notation(REFERENCE_16, point16), notation(REFERENCE_10, point10)];
const REFERENCES = [REFERENCES_16, REFERENCES_10, notation(NAMED, named)];
const SCRIPT = [
  notation(POINT_16, point16),
  notation(UNIT, point16),
  notation(BYTE, point16),
  notation(SIMPLE, simple),
];

const NOTATIONS: Readonly<Record<EscapeVariant | 'auto', readonly Notation[]>> = {
  auto: [
    notation(POINT_16, point16),
    notation(UNIT, point16),
    notation(WIDE, point16),
    notation(BYTE, point16, true),
    notation(HIGH_OCTAL, point8, true),
    notation(SIMPLE, simple),
    REFERENCES_16,
    REFERENCES_10,
    notation(U_PLUS, point16),
    notation(PERCENT_U, point16),
  ],
  javascript: SCRIPT,
  es6: SCRIPT,
  python: [
    notation(UNIT, point16),
    notation(WIDE, point16),
    notation(BYTE, point16),
    notation(OCTAL, point8),
    notation(SIMPLE, simple),
  ],
  c: [
    notation(UNIT, point16),
    notation(WIDE, point16),
    notation(BYTE, point16, true),
    notation(OCTAL, point8, true),
    notation(SIMPLE, simple),
  ],
  css: [notation(CSS, cssPoint), notation(CSS_SIMPLE, itself)],
  markup: REFERENCES,
  'markup-decimal': REFERENCES,
  'u-plus': [notation(U_PLUS, point16)],
  'percent-u': [notation(PERCENT_U, point16)],
};

/**
 * Reads the escapes of a notation; `auto` reads those of all but CSS. What is not an escape stays. Bytes that follow one another
 * (`\xc3\xa9`) are UTF-8 where they can be, in C and `auto`. Throws ContentFault for numbers beyond Unicode and half pairs of surrogates.
 */
export function unescapeText(text: string, variant: EscapeVariant | 'auto'): string {
  const notations = NOTATIONS[variant];
  const expression = new RegExp(notations.map(({ pattern }) => pattern).join('|'), 'gu');
  const parts: string[] = [];
  let bytes: number[] = [];
  let end = 0;
  const flush = (): void => {
    if (bytes.length > 0)
      parts.push(isUtf8(Uint8Array.from(bytes)) ? Buffer.from(bytes).toString() : String.fromCharCode(...bytes));
    bytes = [];
  };
  let half: { readonly offset: number; readonly written: string } | undefined;
  for (const match of text.matchAll(expression)) {
    const group = match.slice(1).findIndex((digits) => digits !== undefined);
    const found = notations[group];
    if (found === undefined) continue;
    const value = found.meaning(match[group + 1] ?? '');
    const isLow = typeof value === 'number' && value >= 0xdc00 && value <= 0xdfff;
    if (half !== undefined && !(isLow && match.index === end)) throw halfPair(text, half);
    if (isLow && half === undefined) throw halfPair(text, { offset: match.index, written: match[0] });
    if (match.index > end || found.isByte !== true || bytes.length >= 4096) flush();
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    half =
      typeof value === 'number' && value >= 0xd800 && value <= 0xdbff
        ? { offset: match.index, written: match[0] }
        : undefined;
    if (typeof value === 'number' && value > 0x10ffff)
      throw ContentFault.at(text, match.index, `${match[0]} is beyond U+10FFFF, the last character`);
    if (typeof value === 'string') parts.push(value);
    else if (found.isByte === true) bytes.push(value);
    else parts.push(value <= 0xffff ? String.fromCharCode(value) : String.fromCodePoint(value));
  }
  if (half !== undefined) throw halfPair(text, half);
  flush();
  parts.push(text.slice(end));
  return parts.join('');
}

const halfPair = (
  text: string,
  { offset, written }: { readonly offset: number; readonly written: string },
): ContentFault =>
  ContentFault.at(text, offset, `${written} is half of a surrogate pair and the other half is missing`);
