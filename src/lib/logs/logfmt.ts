import type { JsonValue } from '../json/values.js';
import { LineFault, type LineReader } from './log-entry.js';
import { addValue } from './syslog.js';

const KEY = /[^\s="]+/y;
const BARE = /\S*/y;

/** `level=info msg="it is done" cached`: values are text, a key alone is true, a key that comes again has a list. */
export const readLogfmt: LineReader = (line) => {
  const values = new Map<string, JsonValue>();
  let pairs = 0;
  for (let at = skipSpace(line, 0); at < line.length; at = skipSpace(line, at)) {
    KEY.lastIndex = at;
    const [key] = KEY.exec(line) ?? [];
    if (key === undefined) return new LineFault('a key must stand before "="');
    at += key.length;
    if (line[at] !== '=') {
      if (line[at] === '"') return new LineFault('a quote stands inside a key');
      addValue(values, key, true);
      continue;
    }
    pairs++;
    at++;
    if (line[at] !== '"') {
      BARE.lastIndex = at;
      const [value = ''] = BARE.exec(line) ?? [];
      addValue(values, key, value);
      at += value.length;
      continue;
    }
    const end = closingQuote(line, at);
    if (end < 0) return new LineFault('a quote is not closed');
    addValue(values, key, unescapeText(line.slice(at + 1, end)));
    at = end + 1;
    if (at < line.length && !/\s/.test(line.charAt(at))) return new LineFault('a space must follow a closing quote');
  }
  return pairs === 0 ? new LineFault('there is no key=value') : values;
};

function skipSpace(line: string, start: number): number {
  let at = start;
  while (at < line.length && /\s/.test(line.charAt(at))) at++;
  return at;
}

function closingQuote(line: string, open: number): number {
  for (let at = open + 1; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line[at] === '"') return at;
  }
  return -1;
}

const LETTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const unescapeText = (text: string): string =>
  text.replace(/\\(?:u([0-9A-Fa-f]{4})|(["\\/nrtbf]))/g, (_, code?: string, letter = '') =>
    code === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  );
