import { DIGIT_LIKE } from '../checksums/look-alikes.js';
import { ContentFault } from '../faults.js';
import { LAYOUTS, type MrzField, type MrzLayout, type Span } from './layouts.js';

const VALUES = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const WEIGHTS = [7, 3, 1];

/** ICAO Doc 9303-3, 4.9: weights 7, 3, 1 modulo 10; fillers are 0. */
function mrzCheckDigit(text: string): string {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += Math.max(VALUES.indexOf(text.charAt(i)), 0) * (WEIGHTS[i % 3] ?? 0);
  return String(sum % 10);
}

export interface MrzCheck {
  readonly field: string;
  readonly digit: string;
  readonly expected: string;
  readonly isValid: boolean;
}

/** A character that scanning got wrong, from 1. */
export interface MrzCorrection {
  readonly line: number;
  readonly column: number;
  readonly from: string;
  readonly to: string;
}

export interface Mrz {
  readonly format: MrzLayout['format'];
  readonly lines: readonly string[];
  readonly fields: ReadonlyMap<string, string>;
  readonly checks: readonly MrzCheck[];
  readonly corrections: readonly MrzCorrection[];
}

const TO_LETTER: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' };
/** Places of a document number that are tried both ways. */
const MAX_DOUBTFUL = 6;

/** Lines without blanks, in uppercase, with the fillers that other characters were read for. */
function linesOf(text: string): string[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((line) =>
      line
        .replace(/\s/g, '')
        .replace(/[«‹＜]/g, (mark) => (mark === '«' ? '<<' : '<'))
        .toUpperCase(),
    )
    .filter((line) => line !== '');
  const [only = ''] = lines;
  if (lines.length !== 1) return lines;
  const size = only.length === 90 ? 30 : only.length === 88 ? 44 : only.length === 72 ? 36 : 0;
  return size === 0
    ? lines
    : Array.from({ length: only.length / size }, (_, i) => only.slice(i * size, (i + 1) * size));
}

function layoutOf(lines: readonly string[]): MrzLayout {
  const isVisa = /^V/.test(lines[0] ?? '');
  // Scanners add fillers at the end of a line; at least one line has its right length.
  const fitting = LAYOUTS.find(
    ({ format, lines: count, length }) =>
      count === lines.length &&
      format.startsWith('MRV') === isVisa &&
      lines.some((line) => line.length === length) &&
      lines.every((line) => /^<*$/.test(line.slice(length))),
  );
  if (fitting !== undefined) return fitting;
  throw new ContentFault(
    `a zone must have 3 lines of 30 characters, or 2 of 36 or 44, got ${lines.length === 1 ? '1 line' : `${Math.min(lines.length, 100)} lines`} of ${lines
      .slice(0, 4)
      .map((line) => line.length)
      .join(', ')}`,
  );
}

/**
 * Reads one machine-readable zone. With `repair`, letters where only digits can be become digits and the other way round, and a document number
 * gets O for 0 and their like where its check digit then fits. Throws ContentFault where it is none.
 */
export function readMrz(text: string, repair: boolean): Mrz {
  const given = linesOf(text);
  if (given.length === 0) throw new ContentFault('it has no lines');
  const layout = layoutOf(given);
  // A name line often lost fillers at its end.
  const rows = given.map((whole, i) => {
    const line = whole.slice(0, layout.length);
    const padded = line.padEnd(layout.length, '<');
    if (line.length !== layout.length && !(line.endsWith('<') || i === (layout.format === 'TD1' ? 2 : 0)))
      throw new ContentFault(`line ${i + 1} must have ${layout.length} characters, got ${line.length}`);
    const wrong = /[^A-Z0-9<]/u.exec(padded);
    if (wrong !== null)
      throw new ContentFault(
        `line ${i + 1}, column ${wrong.index + 1}: only A to Z, 0 to 9 and < are allowed, got ${JSON.stringify(wrong[0])}`,
      );
    return [...padded];
  });
  const corrections: MrzCorrection[] = [];
  const put = (line: number, at: number, to: string): void => {
    const from = rows[line]?.[at] ?? '';
    if (from === to) return;
    corrections.push({ line: line + 1, column: at + 1, from, to });
    const row = rows[line];
    if (row !== undefined) row[at] = to;
  };
  const spanText = ([line, start, end]: Span): string => (rows[line] ?? []).slice(start, end).join('');
  if (repair) {
    for (const { span, characters, check } of layout.fields) repairField({ span, characters, check }, rows, put);
    const number = layout.fields.find(({ name }) => name === 'documentNumber');
    if (number !== undefined) repairNumber(number, rows, put);
    const at = layout.composite?.at;
    if (at !== undefined) put(at[0], at[1], asDigit(rows[at[0]]?.[at[1]] ?? ''));
  }
  const fields = new Map(layout.fields.map(({ name, span }) => [name, spanText(span)]));
  const checks: MrzCheck[] = [];
  const addCheck = (field: string, content: string, digit: string): void => {
    const expected = mrzCheckDigit(content);
    // An empty field may have a filler for its check digit.
    const isValid = digit === expected || (digit === '<' && /^<*$/.test(content));
    checks.push({ field, digit, expected, isValid });
  };
  for (const { name, span, check } of layout.fields) {
    if (check === undefined) continue;
    const digit = rows[check[0]]?.[check[1]] ?? '';
    const long = name === 'documentNumber' && digit === '<' ? longNumber(fields) : undefined;
    if (long === undefined) addCheck(name, spanText(span), digit);
    else {
      fields.set(name, long.number);
      fields.set('optional', long.rest);
      addCheck(name, long.number, long.digit);
    }
  }
  if (layout.composite !== undefined) {
    const { at, spans } = layout.composite;
    addCheck('composite', spans.map(spanText).join(''), rows[at[0]]?.[at[1]] ?? '');
  }
  return { format: layout.format, lines: rows.map((row) => row.join('')), fields, checks, corrections };
}

const asDigit = (character: string): string => DIGIT_LIKE[character] ?? character;

type Put = (line: number, at: number, to: string) => void;

function repairField(
  {
    span: [line, start, end],
    characters,
    check,
  }: Pick<MrzField, 'span' | 'characters'> & { check: MrzField['check'] | undefined },
  rows: readonly string[][],
  put: Put,
): void {
  for (let at = start; at < end && characters !== 'any'; at++) {
    const character = rows[line]?.[at] ?? '';
    put(line, at, characters === 'digits' ? asDigit(character) : (TO_LETTER[character] ?? character));
  }
  if (check !== undefined) put(check[0], check[1], asDigit(rows[check[0]]?.[check[1]] ?? ''));
}

/** Tries the doubtful characters of a number both ways until its check digit fits; the fewest changes win. */
function repairNumber({ span: [line, start, end], check }: MrzField, rows: readonly string[][], put: Put): void {
  const characters = (rows[line] ?? []).slice(start, end);
  const digit = check === undefined ? '' : (rows[check[0]]?.[check[1]] ?? '');
  if (!/\d/.test(digit) || mrzCheckDigit(characters.join('')) === digit) return;
  const doubtful = [...characters.keys()].filter((i) => /[O0I1]/.test(characters[i] ?? '')).slice(0, MAX_DOUBTFUL);
  const other: Readonly<Record<string, string>> = { O: '0', '0': 'O', I: '1', '1': 'I' };
  let best: string[] | undefined;
  let fewest = MAX_DOUBTFUL + 1;
  for (let choice = 1; choice < 1 << doubtful.length; choice++) {
    const tried = [...characters];
    let changes = 0;
    for (const [bit, i] of doubtful.entries())
      if ((choice >> bit) & 1) {
        tried[i] = other[tried[i] ?? ''] ?? '';
        changes++;
      }
    if (changes < fewest && mrzCheckDigit(tried.join('')) === digit) [best, fewest] = [tried, changes];
  }
  for (const [i, character] of (best ?? []).entries()) put(line, start + i, character);
}

/** A number of more than nine characters goes on in the optional data, its check digit last (9303-5, note j). */
function longNumber(fields: ReadonlyMap<string, string>) {
  const optional = fields.get('optional') ?? '';
  const end = optional.indexOf('<');
  const [, more = '', digit = ''] = /^([A-Z0-9]+)(\d)$/.exec(end < 0 ? optional : optional.slice(0, end)) ?? [];
  if (more === '') return undefined;
  return { number: (fields.get('documentNumber') ?? '') + more, digit, rest: end < 0 ? '' : optional.slice(end) };
}
