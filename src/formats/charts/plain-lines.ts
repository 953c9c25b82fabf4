/** Tables as people type them into a mail: a name and a number per line, or numbers alone. */

import type { Table } from '../../lib/table/table.js';

const MAX_LINE = 300;
/** The end of a line: `12`, `$1,200`, `86,40 €`, `40%`. */
const NUMBER = /^\p{Sc}?[-−+]?\p{Sc}?\d[\d.,']*%?$/u;
/** `A -> B 30`, and as SankeyMATIC writes it, `A [30] B`. */
const ARROW = /^(.+?) ?(?:->|→|=>) ?(.+)$/;
const BRACKETS = /^([^[\]]+) \[([^[\]]+)\] ([^[\]]+)$/;

const bare = (number: string): string => number.replace(/\p{Sc}/gu, '').replace('−', '-');

const tableFrom = (columns: readonly string[], rows: readonly (readonly string[])[]): Table => ({
  columns: [...columns],
  hasHeader: true,
  rows: rows.map((row) => [...row]),
});

/** `Rent: $1,200` as name and number; `undefined` where the line is not that. */
function named(line: string): readonly [name: string, number: string] | undefined {
  const text = line.replace(/(?<=\d) ?(?=\p{Sc}$)/u, '').replace(/(\d)\p{Sc}$/u, '$1');
  const at = Math.max(text.lastIndexOf(' '), text.lastIndexOf(':'), text.lastIndexOf('='));
  const number = text.slice(at + 1);
  const name = text.slice(0, at + 1).replace(/[ :=]+$/, '');
  return /\p{L}/u.test(name) && NUMBER.test(number) ? [name, bare(number)] : undefined;
}

/** Of which names none has a separator of CSV, and each line has its number. */
function namedLines(lines: readonly string[]): Table | undefined {
  const pairs = lines.map(named);
  if (pairs.some((pair) => pair === undefined || /[,|]/.test(pair[0]))) return undefined;
  const found = pairs as (readonly [string, string])[];
  const arrows = found.map(([name, number]) => {
    const [, from, to] = ARROW.exec(name) ?? [];
    return from === undefined || to === undefined ? undefined : [from, to, number];
  });
  if (arrows.every((row) => row !== undefined)) return tableFrom(['from', 'to', 'value'], arrows);
  // Windows 10, Windows 11: names with a number of their own.
  const isDistinct = new Set(found.map(([name]) => name)).size === found.length;
  return isDistinct || lines.every((line) => line.includes(':')) ? tableFrom(['name', 'value'], found) : undefined;
}

/** Numbers of a single line. A comma between digits divides only where it is not the decimal mark. */
function numbersOf(line: string, isCommaDecimal: boolean): Table | undefined {
  const numbers = line.split(isCommaDecimal ? / +/ : / +|, ?/).filter((part) => part !== '');
  return numbers.length > 1 && numbers.every((part) => /^[-−+]?\d+(?:[.,]\d+)?$/.test(part))
    ? tableFrom(
        ['value'],
        numbers.map((part) => [bare(part)]),
      )
    : undefined;
}

/** `undefined` where the text is a table of another kind, such as CSV. */
export function plainTable(text: string, isCommaDecimal: boolean): Table | undefined {
  if (/[\t;|"]/.test(text.slice(0, 10_000))) return undefined;
  const lines = text
    .split(/\r\n|[\r\n]/)
    .map((line) =>
      line
        .slice(0, MAX_LINE + 1)
        .replace(/[ \u00a0]+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');
  const [first = ''] = lines;
  if (lines.some((line) => line.length > MAX_LINE)) return undefined;
  if (lines.length === 1) return numbersOf(first, isCommaDecimal) ?? namedLines(lines);
  const inBrackets = lines.map((line) => BRACKETS.exec(line)?.slice(1) ?? []);
  return inBrackets.every(([from, value = '', to]) => from !== undefined && to !== undefined && NUMBER.test(value))
    ? tableFrom(
        ['from', 'to', 'value'],
        inBrackets.map(([from = '', value = '', to = '']) => [from, to, bare(value)]),
      )
    : namedLines(lines);
}
