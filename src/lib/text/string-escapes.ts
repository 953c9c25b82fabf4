import { ContentFault } from '../faults.js';
import { NAMED_REFERENCES } from '../xml/references.js';
import { BACKSLASH, escapeBackslash, hex, unescapeBackslash } from './backslash-escapes.js';
import {
  escapeCsv,
  escapePowershell,
  escapeShell,
  escapeSql,
  unescapeCsv,
  unescapePowershell,
  unescapeShell,
  unescapeSql,
} from './quoted-strings.js';

export const ESCAPE_LANGUAGES = [
  'json',
  'javascript',
  'python',
  'java',
  'c',
  'csharp',
  'go',
  'php',
  'rust',
  'sql',
  'shell',
  'powershell',
  'regex',
  'markup',
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
  '`': '\\textasciigrave{}',
  '"': '\\textquotedbl{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};

const LATEX_NAMES = new Map(
  Object.entries(LATEX).flatMap(([character, command]) => {
    const name = /^\\text([a-z]+)/.exec(command)?.[1];
    return name === undefined ? [] : [[name, character] as const];
  }),
);

/** Characters that fonts of TeX join with the same one after them: -- is a dash, '' a quote, ,, a low one. */
const escapeLatex = (text: string): string =>
  text.replace(/[\\{}$&#_%~^`"<>|]|([-',])(?=\1)/g, (character) => LATEX[character] ?? `${character}{}`);

// XML 1.0 §2.2: tab, line feed, carriage return and everything from U+0020 on but surrogates, U+FFFE and U+FFFF.
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

function escapeXml(text: string, ascii: boolean): string {
  const fault = NOT_XML.exec(text);
  if (fault) throw ContentFault.at(text, fault.index, 'XML 1.0 has no way to write this control character');
  // A carriage return would be read as a line feed (§2.11), and in attributes tabs and line feeds as spaces (§3.3.3).
  return text.replace(
    ascii ? /[&<>"'\t\n\r]|[^\u0000-\u007f]/gu : /[&<>"'\t\n\r]/g,
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

const REGEX_NAMES: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't', '\f': 'f', '\v': 'v' };

function unescapeRegex(text: string): string {
  return text.replace(/\\([\s\S]?)|[$^.|?*+()[{]/g, (whole, escaped: string | undefined, offset: number) => {
    if (escaped === undefined)
      throw ContentFault.at(text, offset, `${JSON.stringify(whole)} is not plain text in a pattern`);
    const named = Object.entries(REGEX_NAMES).find(([, name]) => name === escaped)?.[0];
    if (named !== undefined) return named;
    if (/^[A-Za-z0-9]?$/.test(escaped))
      throw ContentFault.at(text, offset, `${JSON.stringify(whole)} is not plain text in a pattern`);
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
  if (language === 'sql') return escapeSql(text, quotes);
  if (language === 'shell') return escapeShell(text);
  if (language === 'powershell') return escapePowershell(text);
  if (language === 'regex') {
    return text.replace(/[\\^$.|?*+()[\]{}/]|[\n\r\t\f\v]/g, (character) => `\\${REGEX_NAMES[character] ?? character}`);
  }
  if (language === 'markup') return escapeXml(text, ascii);
  if (language === 'csv') return escapeCsv(text, quotes);
  if (language === 'latex') return escapeLatex(text);
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
  if (language === 'sql') return unescapeSql(text, quotes);
  if (language === 'shell') return unescapeShell(text);
  if (language === 'powershell') return unescapePowershell(text);
  if (language === 'regex') return unescapeRegex(text);
  if (language === 'markup') return unescapeXml(text);
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

function unescapeLatex(text: string): string {
  return text.replace(
    /\\text([a-z]+)(?:\{\}|(?![A-Za-z]) ?)|\\([{}$&#_%])|\{\}/g,
    (whole: string, name: string | undefined, character: string | undefined) => {
      if (whole === '{}') return '';
      return character ?? LATEX_NAMES.get(name ?? '') ?? whole;
    },
  );
}
