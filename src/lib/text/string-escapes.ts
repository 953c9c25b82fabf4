import { ContentFault } from '../faults.js';
import { NAMED_REFERENCES } from '../xml/references.js';

export const ESCAPE_LANGUAGES = [
  'json',
  'javascript',
  'python',
  'java',
  'c',
  'sql',
  'shell',
  'powershell',
  'regex',
  'xml',
  'csv',
  'latex',
  'url',
] as const;

export type EscapeLanguage = (typeof ESCAPE_LANGUAGES)[number];

export interface EscapeStyle {
  /** With the quotes of the language around it; shell, PowerShell and CSV always decide themselves. */
  readonly quotes: boolean;
  /** Everything beyond ASCII as an escape, where the language has one. */
  readonly ascii: boolean;
}

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
const octal = (value: number): string => `\\${value.toString(8).padStart(3, '0')}`;

const utf16Escapes = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => `\\u${hex(character.charCodeAt(index), 4)}`).join('');

/** A language whose strings are written with backslashes. */
interface BackslashRules {
  /** Letter after the backslash by character. */
  readonly named: Readonly<Record<string, string>>;
  /** Every other control character, and with `ascii` everything beyond ASCII. */
  readonly write: (character: string) => string;
  readonly quote: string;
  /** Escapes that are read: \x41, \u0041, \u{41}, \U00000041, \101. */
  readonly reads: ReadonlySet<'x2' | 'x+' | 'u4' | 'u{}' | 'u+' | 'U8' | 'octal'>;
  /** What a backslash before any other character means. */
  readonly other: 'character' | 'backslash' | 'fault';
  /** A backslash at the end of a line joins it to the next. */
  readonly joinsLines: boolean;
  /** Escapes \x and \101 are bytes of UTF-8, not characters. */
  readonly bytes?: boolean;
}

const CONTROLS = { '\b': 'b', '\t': 't', '\n': 'n', '\f': 'f', '\r': 'r', '\\': '\\' };

const BACKSLASH: Readonly<Record<'json' | 'javascript' | 'python' | 'java' | 'c', BackslashRules>> = {
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
};

function escapeBackslash(text: string, rules: BackslashRules, ascii: boolean, language: string): string {
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

/** Line breaks for JavaScript before 2019, and C1 controls, which nobody should write as they are. */
const isBreak = (character: string, language: string): boolean =>
  (character >= '\u0080' && character <= '\u009f' && language !== 'json') ||
  (language === 'javascript' && (character === '\u2028' || character === '\u2029'));

/** `shown` and `start` tell where `text` stands, for the places of faults. */
function unescapeBackslash(
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
    const octals = rules.reads.has('octal') ? digits(at + 1, /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/) : '';
    if (octals !== '') {
      readCode(at, Number.parseInt(octals, 8).toString(16), at + 1 + octals.length, rules.bytes === true);
    } else if (next === 'x' && (rules.reads.has('x2') || rules.reads.has('x+'))) {
      const value = digits(at + 2, rules.reads.has('x2') ? /^[0-9a-f]{2}/i : /^[0-9a-f]+/i);
      if (value === '') throw faultAt(at, '\\x must have two hexadecimal digits after it');
      readCode(at, value, at + 2 + value.length, rules.bytes === true);
    } else if (next === 'U' && rules.reads.has('U8')) {
      const value = digits(at + 2, /^[0-9a-f]{8}/i);
      if (value === '') throw faultAt(at, '\\U must have eight hexadecimal digits after it');
      readCode(at, value, at + 10, false);
    } else if (next === 'u' && (rules.reads.has('u4') || rules.reads.has('u+'))) {
      const braces = rules.reads.has('u{}') ? /^\{[0-9a-f]{1,8}\}/i.exec(text.slice(at + 2, at + 14))?.[0] : undefined;
      const us = rules.reads.has('u+') ? digits(at + 1, /^u+/).length : 1;
      const value = braces?.slice(1, -1) ?? digits(at + 1 + us, /^[0-9a-f]{4}/i);
      if (value === '') throw faultAt(at, '\\u must have four hexadecimal digits after it');
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

const NUL = '\0';

function refuseNul(text: string, what: string): void {
  const at = text.indexOf(NUL);
  if (at >= 0) throw ContentFault.at(text, at, `a NUL character cannot stand in ${what}`);
}

const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  _: '\\_',
  '%': '\\%',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};

// XML 1.0 §2.2: tab, line feed, carriage return and everything from U+0020 on but surrogates, U+FFFE and U+FFFF.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

function escapeXml(text: string, ascii: boolean): string {
  const fault = NOT_XML.exec(text);
  if (fault) throw ContentFault.at(text, fault.index, 'XML 1.0 has no way to write this control character');
  // A carriage return would be read as a line feed (§2.11).
  return text.replace(
    ascii ? /[&<>"'\r]|[^\u0000-\u007f]/gu : /[&<>"'\r]/g,
    (character) => NAMED_REFERENCES.get(character) ?? `&#x${hex(character.codePointAt(0) ?? 0, 1).toUpperCase()};`,
  );
}

function unescapeXml(text: string): string {
  return text.replace(/&([^;\s&]{0,32};?)/g, (whole, name: string, offset: number) => {
    const known = Array.from(NAMED_REFERENCES).find(([, reference]) => reference === whole)?.[0];
    if (known !== undefined) return known;
    const [, hexadecimal, decimal] = /^#(?:x([0-9a-f]{1,8})|(\d{1,8}));$/i.exec(name) ?? [];
    const code = hexadecimal === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hexadecimal, 16);
    const isText = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) && code > 0;
    if (!isText)
      throw ContentFault.at(text, offset, `"&" must begin &amp; &lt; &gt; &quot; &apos; or a number such as &#233;`);
    return String.fromCodePoint(code);
  });
}

/** One word of POSIX shell (2.2 Quoting), and of bash with $'…'. Nothing is expanded. */
function unescapeShell(text: string): string {
  let word = '';
  for (let index = 0; index < text.length; ) {
    const character = text[index] ?? '';
    if (character === "'") {
      const end = text.indexOf("'", index + 1);
      if (end < 0) throw ContentFault.at(text, index, 'a quote is not closed');
      word += text.slice(index + 1, end);
      index = end + 1;
    } else if (text.startsWith("$'", index)) {
      const [whole = ''] = /^\$'(?:[^'\\]|\\[\s\S])*'/.exec(text.slice(index)) ?? [];
      if (whole === '') throw ContentFault.at(text, index, 'a quote is not closed');
      word += unescapeBackslash(whole.slice(2, -1), BACKSLASH.c, [], text, index + 2);
      index += whole.length;
    } else if (character === '"') {
      const end = readDoubleQuotes(text, index);
      word += text.slice(index + 1, end).replace(/\\([$`"\\\n])/g, (_, escaped) => (escaped === '\n' ? '' : escaped));
      index = end + 1;
    } else if (character === '\\') {
      if (index + 1 >= text.length) throw ContentFault.at(text, index, 'a backslash must have a character after it');
      if (text[index + 1] !== '\n') word += text[index + 1];
      index += 2;
    } else {
      if (/[ \t\n;&|<>()]/.test(character))
        throw ContentFault.at(text, index, `${JSON.stringify(character)} ends a word: it must be quoted`);
      word += character;
      index++;
    }
  }
  return word;
}

function readDoubleQuotes(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (text[index] === '"') return index;
  }
  throw ContentFault.at(text, start, 'a quote is not closed');
}

// PowerShell takes typographic quotes for straight ones (about_Quoting_Rules).
const POWERSHELL_QUOTE = /['\u2018-\u201b]/g;
const BACKTICKS: Readonly<Record<string, string>> = {
  0: NUL,
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function unescapePowershell(text: string): string {
  const first = text[0] ?? '';
  const last = text.at(-1) ?? '';
  const inside = text.slice(1, -1);
  if (text.length >= 2 && /['\u2018-\u201b]/.test(first) && /['\u2018-\u201b]/.test(last)) {
    const odd = /(?<!['\u2018-\u201b])(?:['\u2018-\u201b]{2})*['\u2018-\u201b](?!['\u2018-\u201b])/.exec(inside);
    if (odd) throw ContentFault.at(text, odd.index + 1, 'a quote inside must be doubled');
    return inside.replace(/(['\u2018-\u201b])['\u2018-\u201b]/g, '$1');
  }
  if (text.length >= 2 && first === '"' && last === '"') {
    return inside.replace(/`u\{([0-9a-f]{1,6})\}|`([\s\S])|""/gi, (_, code, escaped) => {
      if (code !== undefined) return String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16)));
      return escaped === undefined ? '"' : (BACKTICKS[escaped] ?? escaped);
    });
  }
  throw ContentFault.at(text, 0, 'it must stand in quotes');
}

const REGEX_NAMES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\v': 'v' };

function unescapeRegex(text: string): string {
  return text.replace(/\\([\s\S]?)|[$^.|?*+()[{]/g, (whole, escaped: string | undefined, offset: number) => {
    if (escaped === undefined)
      throw ContentFault.at(text, offset, `${JSON.stringify(whole)} is no plain text in a pattern`);
    const named = Object.entries(REGEX_NAMES).find(([, name]) => name === escaped)?.[0];
    if (named !== undefined) return named;
    if (/^[A-Za-z0-9]?$/.test(escaped))
      throw ContentFault.at(text, offset, `${JSON.stringify(whole)} is no plain text in a pattern`);
    return escaped;
  });
}

/** Writes a text in a language. Throws ContentFault where the language cannot hold it. */
export function escapeText(text: string, language: EscapeLanguage, { quotes, ascii }: EscapeStyle): string {
  if (Object.hasOwn(BACKSLASH, language)) {
    const rules = BACKSLASH[language as keyof typeof BACKSLASH];
    const escaped = escapeBackslash(text, rules, ascii, language);
    return quotes ? rules.quote + escaped + rules.quote : escaped;
  }
  if (language === 'sql') {
    refuseNul(text, 'SQL text');
    const escaped = text.replaceAll("'", "''");
    return quotes ? `'${escaped}'` : escaped;
  }
  if (language === 'shell') {
    refuseNul(text, 'an argument of a program');
    return /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  }
  if (language === 'powershell') return `'${text.replace(POWERSHELL_QUOTE, '$&$&')}'`;
  if (language === 'regex') {
    return text.replace(/[\\^$.|?*+()[\]{}/]|[\n\r\t\f\v]/g, (character) => `\\${REGEX_NAMES[character] ?? character}`);
  }
  if (language === 'xml') return escapeXml(text, ascii);
  if (language === 'csv') return /[",\r\n;\t]|^\s|\s$/.test(text) || quotes ? `"${text.replaceAll('"', '""')}"` : text;
  if (language === 'latex') return text.replace(/[\\{}$&#_%~^]/g, (character) => LATEX[character] ?? character);
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${hex(character.charCodeAt(0), 2).toUpperCase()}`,
  );
}

/** Reads what `escapeText` and people write. Throws ContentFault with the place of what is wrong. */
export function unescapeText(text: string, language: EscapeLanguage, { quotes }: Pick<EscapeStyle, 'quotes'>): string {
  const result = readText(text, language, quotes);
  const lone = /\p{Surrogate}/u.exec(result);
  if (lone) throw ContentFault.at(text, 0, 'an escape is half of a surrogate pair, which no text can hold');
  return result;
}

function readText(text: string, language: EscapeLanguage, quotes: boolean): string {
  if (Object.hasOwn(BACKSLASH, language)) {
    const rules = BACKSLASH[language as keyof typeof BACKSLASH];
    if (!quotes) return unescapeBackslash(text, rules, []);
    const [first = '', last] = [text[0], text.at(-1)];
    const marks = language === 'javascript' || language === 'python' ? ['"', "'"] : ['"'];
    if (text.length < 2 || first !== last || !marks.includes(first))
      throw ContentFault.at(text, 0, 'it must stand in quotes');
    return unescapeBackslash(text.slice(1, -1), rules, [first], text, 1);
  }
  if (language === 'sql') {
    if (quotes && !/^'[\s\S]*'$/.test(text)) throw ContentFault.at(text, 0, 'it must stand in quotes');
    const inside = quotes ? text.slice(1, -1) : text;
    return inside.replace(/''?/g, (found, offset: number) => {
      if (found === "'") throw ContentFault.at(text, offset + (quotes ? 1 : 0), 'a quote inside must be doubled');
      return "'";
    });
  }
  if (language === 'shell') return unescapeShell(text);
  if (language === 'powershell') return unescapePowershell(text);
  if (language === 'regex') return unescapeRegex(text);
  if (language === 'xml') return unescapeXml(text);
  if (language === 'csv') return unescapeCsv(text);
  if (language === 'latex') return unescapeLatex(text);
  const fault = /%(?![0-9a-f]{2})/i.exec(text);
  if (fault) throw ContentFault.at(text, fault.index, '"%" must have two hexadecimal digits after it');
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) throw ContentFault.at(text, 0, 'its escaped bytes must be UTF-8');
    throw error;
  }
}

function unescapeCsv(text: string): string {
  if (!text.startsWith('"')) return text;
  const inside = text.slice(1, -1);
  const odd = /(?<!")(?:"")*"(?!")/.exec(inside);
  if (text.length < 2 || !text.endsWith('"') || odd)
    throw ContentFault.at(
      text,
      odd === null ? 0 : odd.index + 1,
      'a quote inside must be doubled, and the last one closes',
    );
  return inside.replaceAll('""', '"');
}

function unescapeLatex(text: string): string {
  return text.replace(
    /\\text(backslash|asciitilde|asciicircum)(?:\{\}|(?![A-Za-z]) ?)|\\([{}$&#_%])/g,
    (_, name, character) => {
      if (character !== undefined) return character;
      return name === 'backslash' ? '\\' : name === 'asciitilde' ? '~' : '^';
    },
  );
}
