import { ContentFault } from '../faults.js';

/** Hexadecimal digits, at least so many. */
export const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

const octal = (value: number): string => `\\${value.toString(8).padStart(3, '0')}`;

const utf16Escapes = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');

const HEX_DIGITS = {
  x2: /^[0-9a-f]{2}/i,
  'x1-2': /^[0-9a-f]{1,2}/i,
  'x1-4': /^[0-9a-f]{1,4}/i,
  'x+': /^[0-9a-f]+/i,
} as const;

type HexEscape = keyof typeof HEX_DIGITS;

/** A language whose strings are written with backslashes. */
interface BackslashRules {
  /** Letter after the backslash by character. */
  readonly named: Readonly<Record<string, string>>;
  /** Every other control character, and with `ascii` everything beyond ASCII. */
  readonly write: (character: string) => string;
  readonly quote: string;
  /** Escapes that are read: \x41 (of two digits, of one to two, of one to four, of any number), \u0041, \u{41}, \U00000041, \101. */
  readonly reads: ReadonlySet<HexEscape | 'u4' | 'u{}' | 'u+' | 'U8' | 'octal' | 'octal3'>;
  /** What a backslash before any other character means. */
  readonly other: 'character' | 'backslash' | 'fault';
  /** A backslash at the end of a line joins it to the next. */
  readonly joinsLines: boolean;
  /** It takes the blanks at the start of the next line with it. */
  readonly joinsBlanks?: boolean;
  /** Escapes \x and \101 are bytes of UTF-8, not characters. */
  readonly bytes?: boolean;
  /** Highest code that \x can write. */
  readonly mostHex?: number;
}

const CONTROLS = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '\\': '\\' };

type BackslashLanguage = 'json' | 'javascript' | 'python' | 'java' | 'c' | 'csharp' | 'go' | 'php' | 'rust';

const braced = (character: string): string => `\\u{${hex(character.codePointAt(0) ?? 0, 1)}}`;

const byCodePoint = (character: string): string => {
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
};

/** The languages whose strings are written with backslashes. */
export const BACKSLASH: Readonly<Record<BackslashLanguage, BackslashRules>> = {
  // RFC 8259 §7.
  json: {
    named: { ...CONTROLS, '"': '"' },
    write: utf16Escapes,
    quote: '"',
    reads: new Set(['u4']),
    other: 'fault',
    joinsLines: false,
  },
  // ECMA-262 §12.9.4. \0 before a digit would be octal, so NUL is \x00. Backticks and ${ too: it fits every kind of string.
  javascript: {
    named: { ...CONTROLS, '\v': 'v', '"': '"', "'": "'", '`': '`' },
    write: (character) =>
      character.length === 1 && character.charCodeAt(0) < 0x100
        ? `\\x${hex(character.charCodeAt(0), 2)}`
        : utf16Escapes(character),
    quote: "'",
    reads: new Set(['x2', 'u4', 'u{}', 'octal']),
    other: 'character',
    joinsLines: true,
  },
  // Python Language Reference 2.4.1.
  python: {
    named: { ...CONTROLS, '\v': 'v', '\u0007': 'a', '"': '"', "'": "'" },
    write: (character) => {
      const codePoint = character.codePointAt(0) ?? 0;
      if (codePoint < 0x100) return `\\x${hex(codePoint, 2)}`;
      return codePoint > 0xffff ? `\\U${hex(codePoint, 8)}` : `\\u${hex(codePoint, 4)}`;
    },
    quote: "'",
    reads: new Set(['x2', 'u4', 'U8', 'octal']),
    other: 'backslash',
    joinsLines: true,
  },
  // JLS §3.10.7. Controls in octal: \u000a would be a line break before the string is read (JLS §3.3).
  java: {
    named: { ...CONTROLS, '"': '"', "'": "'" },
    write: (character) =>
      (character.codePointAt(0) ?? 0) < 0x100 && character < '\u0080'
        ? octal(character.charCodeAt(0))
        : utf16Escapes(character),
    quote: '"',
    reads: new Set(['u+', 'octal']),
    other: 'fault',
    joinsLines: false,
  },
  // ISO C17 §6.4.4.4. Octal has at most three digits, hexadecimal any number: only octal can stand before a digit.
  c: {
    named: { ...CONTROLS, '\v': 'v', '\u0007': 'a', '"': '"', "'": "'", '?': '?' },
    write: (character) => [...Buffer.from(character)].map(octal).join(''),
    quote: '"',
    reads: new Set(['x+', 'u4', 'U8', 'octal']),
    other: 'fault',
    joinsLines: true,
    bytes: true,
  },
  // C# language specification §6.4.5.6, regular string literals. \x takes up to four digits: only \u can stand before a digit.
  csharp: {
    named: { ...CONTROLS, '\v': 'v', '\u0007': 'a', '\0': '0', '"': '"', "'": "'" },
    write: byCodePoint,
    quote: '"',
    reads: new Set(['x1-4', 'u4', 'U8']),
    other: 'fault',
    joinsLines: false,
  },
  // Go specification, interpreted string literals. \' stands in them nowhere.
  go: {
    named: { ...CONTROLS, '\v': 'v', '\u0007': 'a', '"': '"' },
    write: (character) => (character < '\u0080' ? `\\x${hex(character.charCodeAt(0), 2)}` : byCodePoint(character)),
    quote: '"',
    reads: new Set(['x2', 'u4', 'U8', 'octal3']),
    other: 'fault',
    joinsLines: false,
    bytes: true,
  },
  // PHP manual, strings in double quotes. A dollar sign would begin a variable.
  php: {
    named: { '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '\v': 'v', '\u001b': 'e', '\\': '\\', '"': '"', $: '$' },
    write: (character) => (character < '\u0080' ? `\\x${hex(character.charCodeAt(0), 2)}` : braced(character)),
    quote: '"',
    reads: new Set(['x1-2', 'u{}', 'octal']),
    other: 'backslash',
    joinsLines: false,
    bytes: true,
  },
  // The Rust Reference, string literals.
  rust: {
    named: { '\t': 't', '\n': 'n', '\r': 'r', '\0': '0', '\\': '\\', '"': '"', "'": "'" },
    write: (character) => (character < '\u0080' ? `\\x${hex(character.charCodeAt(0), 2)}` : braced(character)),
    quote: '"',
    reads: new Set(['x2', 'u{}']),
    other: 'fault',
    joinsLines: true,
    joinsBlanks: true,
    mostHex: 0x7f,
  },
};

/** Writes a text by the rules of its language, without the quotes around it. */
export function escapeBackslash(text: string, rules: BackslashRules, ascii: boolean, language: string): string {
  const escaped: string[] = [];
  let last = '';
  for (const character of text) {
    const named = rules.named[character];
    const code = character.charCodeAt(0);
    // A question mark only starts a trigraph after another one.
    const isPlain = character === '?' && last !== '?';
    if (named !== undefined && !isPlain) escaped.push(`\\${named}`);
    else if (code < 0x20 || code === 0x7f || (code > 0x7f && (ascii || isBreak(character, language))))
      escaped.push(rules.write(character));
    else if (language === 'javascript' && character === '{' && last === '$') escaped.push('\\{');
    else escaped.push(character);
    last = character;
  }
  return escaped.join('');
}

/** Line breaks for C#, and for JavaScript before 2019, and C1 controls, which nobody should write as they are. */
const isBreak = (character: string, language: string): boolean =>
  (character >= '\u0080' && character <= '\u009f' && language !== 'json') ||
  (['javascript', 'csharp'].includes(language) && (character === '\u2028' || character === '\u2029'));

/**
 * Reads what stands between the quotes of a string; `quotes` must not stand in it as they are. `shown` and `start` tell where `text`
 * stands, for the places of faults. Throws ContentFault.
 */
export function unescapeBackslash(
  text: string,
  rules: BackslashRules,
  quotes: readonly string[],
  shown = text,
  start = 0,
): string {
  const faultAt = (at: number, what: string): ContentFault => ContentFault.at(shown, start + at, what);
  const names = new Map(Object.entries(rules.named).map(([character, name]) => [name, character]));
  const parts: (string | number)[] = [];
  let index = 0;
  const hexEscape = (['x2', 'x1-2', 'x1-4', 'x+'] as const).find((kind) => rules.reads.has(kind));
  const readsUnicode = rules.reads.has('u4') || rules.reads.has('u+');
  const digits = (start: number, pattern: RegExp): string => pattern.exec(text.slice(start, start + 16))?.[0] ?? '';
  const readCode = (start: number, value: string, end: number, isByte: boolean): void => {
    const code = Number.parseInt(value, 16);
    if (code > 0x10ffff) throw faultAt(start, 'a code point is at most 10ffff');
    if (isByte && code > 0xff) throw faultAt(start, 'a byte is at most ff');
    parts.push(isByte && code > 0x7f ? code : String.fromCodePoint(code));
    index = end;
  };
  while (index < text.length) {
    const at = index;
    const character = text[at] ?? '';
    if (character !== '\\') {
      if (quotes.includes(character)) throw faultAt(at, `${JSON.stringify(character)} must have a backslash before it`);
      if ((character === '\n' || character === '\r') && quotes.length > 0)
        throw faultAt(at, 'a line break cannot stand in a string');
      parts.push(character);
      index++;
      continue;
    }
    const next = text[at + 1];
    if (next === undefined) throw faultAt(at, 'a backslash must have a character after it');
    const octals = rules.reads.has('octal')
      ? digits(at + 1, /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/)
      : rules.reads.has('octal3')
        ? digits(at + 1, /^[0-3][0-7]{2}/)
        : '';
    if (octals !== '') {
      readCode(at, Number.parseInt(octals, 8).toString(16), at + 1 + octals.length, rules.bytes === true);
    } else if (next === 'x' && hexEscape !== undefined) {
      const value = digits(at + 2, HEX_DIGITS[hexEscape]);
      if (value === '') throw faultAt(at, '\\x must have two hexadecimal digits after it');
      if (rules.mostHex !== undefined && Number.parseInt(value, 16) > rules.mostHex)
        throw faultAt(at, `\\x is at most ${hex(rules.mostHex, 2)}`);
      readCode(at, value, at + 2 + value.length, rules.bytes === true);
    } else if (next === 'U' && rules.reads.has('U8')) {
      const value = digits(at + 2, /^[0-9a-f]{8}/i);
      if (value === '') throw faultAt(at, '\\U must have eight hexadecimal digits after it');
      readCode(at, value, at + 10, false);
    } else if (next === 'u' && (readsUnicode || rules.reads.has('u{}'))) {
      const braces = rules.reads.has('u{}') ? /^\{[0-9a-f]{1,8}\}/i.exec(text.slice(at + 2, at + 14))?.[0] : undefined;
      const us = rules.reads.has('u+') ? digits(at + 1, /^u+/).length : 1;
      const value = braces?.slice(1, -1) ?? (readsUnicode ? digits(at + 1 + us, /^[0-9a-f]{4}/i) : '');
      if (value === '')
        throw faultAt(at, `\\u must have ${readsUnicode ? 'four hexadecimal digits' : 'digits in braces'} after it`);
      readCode(at, value, braces === undefined ? at + 1 + us + 4 : at + 2 + braces.length, false);
    } else if (names.has(next)) {
      parts.push(names.get(next) ?? '');
      index += 2;
    } else if (next === 's' && rules === BACKSLASH.java) {
      parts.push(' ');
      index += 2;
    } else if (next === '/' && rules === BACKSLASH.json) {
      parts.push('/');
      index += 2;
    } else if ((next === '\n' || next === '\r') && rules.joinsLines) {
      index += text.startsWith('\r\n', at + 1) ? 3 : 2;
      while (rules.joinsBlanks === true && /[ \t\n\r]/.test(text[index] ?? '')) index++;
    } else if (next === 'N' && rules === BACKSLASH.python && text[at + 2] === '{') {
      throw faultAt(at, 'characters by name cannot be read');
    } else if (rules.other === 'fault') {
      throw faultAt(at, `there is no escape \\${String.fromCodePoint(text.codePointAt(at + 1) ?? 0)}`);
    } else {
      const other = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
      parts.push(rules.other === 'backslash' ? `\\${other}` : other);
      index += 1 + other.length;
    }
  }
  const joined = joinParts(parts);
  if (joined === undefined) throw faultAt(0, 'the bytes of its escapes must be UTF-8');
  return joined;
}

/** Characters and bytes of UTF-8 as one text; `undefined` where the bytes are none. */
function joinParts(parts: readonly (string | number)[]): string | undefined {
  if (!parts.some((part) => typeof part === 'number')) return parts.join('');
  const chunks: Buffer[] = [];
  let plain = '';
  for (const part of parts) {
    if (typeof part === 'string') plain += part;
    else {
      chunks.push(Buffer.from(plain), Buffer.from([part]));
      plain = '';
    }
  }
  const bytes = Buffer.concat([...chunks, Buffer.from(plain)]);
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}
