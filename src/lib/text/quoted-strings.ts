import { ContentFault } from '../faults.js';
import { BACKSLASH, unescapeBackslash } from './backslash-escapes.js';

const NUL = '\0';

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

function refuseNul(text: string, what: string): void {
  const at = text.indexOf(NUL);
  if (at >= 0) throw ContentFault.at(text, at, `a NUL character cannot stand in ${what}`);
}

/** Text of SQL, with `quotes` in its quotes. Throws ContentFault at a NUL. */
export function escapeSql(text: string, quotes: boolean): string {
  refuseNul(text, 'SQL text');
  const escaped = text.replaceAll("'", "''");
  return quotes ? `'${escaped}'` : escaped;
}

/** Reads what `escapeSql` writes. Throws ContentFault. */
export function unescapeSql(text: string, quotes: boolean): string {
  if (quotes && !/^'[\s\S]*'$/.test(text)) throw ContentFault.at(text, 0, 'it must stand in quotes');
  const inside = quotes ? text.slice(1, -1) : text;
  return inside.replace(/''?/g, (found, offset: number) => {
    if (found === "'") throw ContentFault.at(text, offset + (quotes ? 1 : 0), 'a quote inside must be doubled');
    return "'";
  });
}

/** One word of POSIX shell, in quotes where it needs them. Throws ContentFault at a NUL. */
export function escapeShell(text: string): string {
  refuseNul(text, 'an argument of a program');
  return /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** One word of POSIX shell (2.2 Quoting), and of bash with $'…'. Nothing is expanded. Throws ContentFault. */
export function unescapeShell(text: string): string {
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

/** A string of PowerShell in single quotes. */
export const escapePowershell = (text: string): string => `'${text.replace(POWERSHELL_QUOTE, '$&$&')}'`;

/** Reads a string of PowerShell in single or double quotes. Nothing is expanded. Throws ContentFault. */
export function unescapePowershell(text: string): string {
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

/** A cell of CSV, in quotes where it needs them or `quotes` asks for them. */
export const escapeCsv = (text: string, quotes: boolean): string =>
  /[",\r\n;\t]|^\s|\s$/.test(text) || quotes ? `"${text.replaceAll('"', '""')}"` : text;

/** Reads a cell of CSV. Throws ContentFault. */
export function unescapeCsv(text: string): string {
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
