/** One assignment of a .env file. */
export interface EnvEntry {
  readonly key: string;
  readonly value: string;
  readonly quote: '' | "'" | '"' | '`';
  readonly isExported: boolean;
  /** Number of its first line, from 1. */
  readonly line: number;
  /** Up to and with the `=`, as written. */
  readonly head: string;
  /** What stands behind the value: white space and a comment. */
  readonly tail: string;
}

/** A line that is not an assignment, or one whose value cannot be told. `fault` never holds what the file says. */
export interface EnvFault {
  readonly line: number;
  readonly fault: string;
}

/** A blank line or a comment, as written. */
export interface EnvRemark {
  readonly remark: string;
  readonly line: number;
}

export type EnvPart = EnvEntry | EnvFault | EnvRemark;

const HEAD = /[ \t]*(export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t])[ \t]*/y;

/**
 * Reads a .env file as the package dotenv does: `export` is passed over; values in single, double or back quotes may have several
 * lines, in double quotes `\n` and `\r` are breaks, no other escape is known; without quotes a value ends at `#` or the end of the
 * line and loses the white space at its ends; `$` is a letter. Where dotenv passes over a line or guesses, there is a fault.
 */
export function readEnvFile(source: string): EnvPart[] {
  const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const parts: EnvPart[] = [];
  let offset = 0;
  let line = 1;
  while (offset < text.length) {
    const end = lineEnd(text, offset);
    const written = text.slice(offset, end);
    if (/^\s*(#|$)/.test(written)) parts.push({ remark: written, line });
    else {
      const { part, next } = readEntry(text, offset, end, line);
      parts.push(part);
      line += countBreaks(text, end, next);
      offset = next + 1;
      line++;
      continue;
    }
    offset = end + 1;
    line++;
  }
  return parts;
}

/** `next` is the end of the line in which the part ends. */
function readEntry(text: string, start: number, end: number, line: number): { part: EnvPart; next: number } {
  HEAD.lastIndex = start;
  const match = HEAD.exec(text);
  const [head = '', exported, key = ''] = match ?? [];
  const from = start + head.length;
  if (match === null || from > end) return { part: { line, fault: 'a name and "=" must begin the line' }, next: end };
  const known = { key, isExported: exported !== undefined, line };
  const quote = text.charAt(from);
  if (quote !== "'" && quote !== '"' && quote !== '`') {
    const rest = text.slice(from, end);
    const hash = rest.indexOf('#');
    const value = (hash < 0 ? rest : rest.slice(0, hash)).trimEnd();
    return { part: { ...known, value, quote: '', head, tail: rest.slice(value.length) }, next: end };
  }
  const close = closingQuote(text, from, quote);
  if (close < 0) return { part: { line, fault: `the value of "${key}" has no closing quote` }, next: end };
  const next = lineEnd(text, close);
  const tail = text.slice(close + 1, next);
  if (!/^\s*(#|$)/.test(tail))
    return { part: { line, fault: `the value of "${key}" continues after its closing quote` }, next };
  const inner = text.slice(from + 1, close);
  const value = quote === '"' ? inner.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : inner;
  return { part: { ...known, value, quote, head, tail }, next };
}

/** The next quote that has no backslash before it. */
function closingQuote(text: string, open: number, quote: string): number {
  let close = text.indexOf(quote, open + 1);
  while (close >= 0 && text.charAt(close - 1) === '\\') close = text.indexOf(quote, close + 1);
  return close;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let index = text.indexOf('\n', from); index >= 0 && index < to; index = text.indexOf('\n', index + 1)) count++;
  return count;
}

/** One word for a POSIX shell, whatever it holds but NUL. */
export const shellWord = (value: string): string =>
  /^[\w@%+:=,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;

/** A name that a POSIX shell takes for a variable. */
export const SHELL_NAME = /^[A-Za-z_]\w*$/;

/** The file without its values: names, remarks and comments stay, a line with a fault becomes a blank one. */
export const withoutValues = (parts: readonly EnvPart[]): string =>
  parts
    .map((part) => {
      if ('remark' in part) return part.remark;
      return 'key' in part ? part.head.trimEnd() + part.tail.trimEnd() : '';
    })
    .map((line) => `${line}\n`)
    .join('');

/** The names of two files, by which of them has them and whether their values are the same. */
export function compareEntries(first: ReadonlyMap<string, EnvEntry>, second: ReadonlyMap<string, EnvEntry>) {
  const keys = [...first.keys()];
  const common = keys.filter((key) => second.has(key));
  const isSame = (key: string): boolean => first.get(key)?.value === second.get(key)?.value;
  return {
    onlyInFirst: keys.filter((key) => !second.has(key)),
    onlyInSecond: [...second.keys()].filter((key) => !first.has(key)),
    different: common.filter((key) => !isSame(key)),
    same: common.filter(isSame),
  };
}
