import { decodeWindows1252 } from '../../encodings/windows-1252.js';
import { readFormat } from '../../workbook/format-codes.js';
import { SheetError } from '../../workbook/model.js';
import { shownNumberOf, shownTextOf } from '../../workbook/shown-values.js';
import { ArrayMatrix, isMatrix, MAX_TEXT, NA, numberOfText, toNumber, toText, VALUE } from '../values.js';
import { fitsPattern, hasWildcards } from './criteria.js';
import { type Arguments, MANY, mixed, single, whole } from './define.js';
import { roundTo } from './math.js';
import type { FunctionTable } from './registry.js';

/** Throws VALUE where a text would be longer than a cell holds. */
function bounded(length: number): void {
  if (length > MAX_TEXT) throw VALUE;
}

function count(a: Arguments, index: number, missing = 1): number {
  const number = a.whole(index, missing);
  if (number < 0) throw VALUE;
  return number;
}

function joined(a: Arguments, from: number, separator: string, skipsEmpty: boolean): string {
  const parts: string[] = [];
  let length = 0;
  for (let i = from; i < a.count; i++) {
    const texts = isMatrix(a.value(i)) ? a.cells(i) : [a.cell(i)];
    for (const cell of texts) {
      const text = toText(cell);
      if (skipsEmpty && text === '') continue;
      parts.push(text);
      length += text.length + separator.length;
      bounded(length - separator.length);
    }
  }
  return parts.join(separator);
}

function substitute(a: Arguments): string {
  const [text, old, next] = [a.text(0), a.text(1), a.text(2)];
  if (old === '') return text;
  const parts = text.split(old);
  if (a.has(3)) {
    const which = a.whole(3);
    if (which < 1) throw VALUE;
    if (which >= parts.length) return text;
    return `${parts.slice(0, which).join(old)}${next}${parts.slice(which).join(old)}`;
  }
  bounded(text.length + (parts.length - 1) * (next.length - old.length));
  return parts.join(next);
}

function find(a: Arguments): number {
  const [wanted, text, start] = [a.text(0), a.text(1), a.whole(2, 1)];
  if (start < 1 || start > text.length + 1) throw VALUE;
  const at = text.indexOf(wanted, start - 1);
  if (at < 0) throw VALUE;
  return at + 1;
}

function search(a: Arguments): number {
  const [wanted, text, start] = [a.text(0), a.text(1), a.whole(2, 1)];
  if (start < 1 || start > text.length + 1) throw VALUE;
  if (!hasWildcards(wanted)) {
    const at = text.toLowerCase().indexOf(wanted.toLowerCase(), start - 1);
    if (at < 0) throw VALUE;
    return at + 1;
  }
  a.call.engine.budget.spend(text.length * wanted.length);
  for (let at = start - 1; at <= text.length; at++) {
    a.call.engine.budget.spend(text.length);
    if (fitsPattern(text.slice(at), `${wanted}*`)) return at + 1;
  }
  throw VALUE;
}

function replace(a: Arguments): string {
  const [text, start, length] = [a.text(0), a.whole(1), count(a, 2)];
  if (start < 1) throw VALUE;
  return text.slice(0, start - 1) + a.text(3) + text.slice(start - 1 + length);
}

/** Letter by letter: ß stays as it is. */
const upper = (text: string): string =>
  text.replace(/\p{Ll}/gu, (letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter));

const proper = (text: string): string =>
  text.toLowerCase().replace(/(^|[^\p{L}])(\p{L})/gu, (_, before: string, letter: string) => before + upper(letter));

/** The part before or behind the n-th separator, counted from the end where n is negative. */
function beside(a: Arguments, isBefore: boolean): string {
  const [text, separator, which] = [a.text(0), a.text(1), a.whole(2, 1)];
  if (which === 0 || separator === '') throw VALUE;
  const parts = text.split(separator);
  const cut = which > 0 ? which : parts.length + which;
  if (cut < 1 || cut >= parts.length) throw NA;
  return (isBefore ? parts.slice(0, cut) : parts.slice(cut)).join(separator);
}

function splitText(a: Arguments): ArrayMatrix {
  const [text, column, row] = [a.text(0), a.text(1), a.text(2)];
  if (column === '' && row === '') throw VALUE;
  const lines = row === '' ? [text] : text.split(row);
  const cells = lines.map((line) => (column === '' ? [line] : line.split(column)));
  const width = Math.max(...cells.map((line) => line.length));
  return new ArrayMatrix(cells.map((line) => Array.from({ length: width }, (_, i) => line[i] ?? NA)));
}

function shownAs(a: Arguments): string {
  const format = readFormat(a.text(1));
  const cell = a.cell(0);
  if (typeof cell === 'boolean') return toText(cell);
  const number = typeof cell === 'string' ? numberOfText(cell) : toNumber(cell);
  return number === undefined ? shownTextOf(toText(cell), format) : shownNumberOf(number, format);
}

function fixed(a: Arguments, hasCommas: boolean): string {
  const places = a.whole(1, 2);
  if (Math.abs(places) > 127) throw VALUE;
  const code = `${hasCommas ? '#,##0' : '0'}${places > 0 ? `.${'0'.repeat(places)}` : ''}`;
  return shownNumberOf(roundTo(a.number(0), places), readFormat(code));
}

function dollar(a: Arguments): string {
  const places = a.whole(1, 2);
  if (Math.abs(places) > 100) throw VALUE;
  const decimals = places > 0 ? `.${'0'.repeat(places)}` : '';
  return shownNumberOf(roundTo(a.number(0), places), readFormat(`$#,##0${decimals};($#,##0${decimals})`));
}

function numberValue(a: Arguments): number {
  const [decimal, group] = [a.text(1, '.').charAt(0), a.text(2, ',').charAt(0)];
  const text = a.text(0).replace(/\s/g, '');
  const [whole = '', ...fractions] = decimal === '' ? [text] : text.split(decimal);
  if (fractions.length > 1) throw VALUE;
  const plain = group === '' ? whole : whole.replaceAll(group, '');
  const [, digits = '', percents = ''] =
    /^([^%]*)(%*)$/.exec(fractions.length === 0 ? plain : `${plain}.${fractions[0]}`) ?? [];
  const number = digits === '' ? 0 : Number(digits);
  if (!Number.isFinite(number)) throw VALUE;
  return number / 100 ** percents.length;
}

/** The letter that a number has in Windows-1252, as CHAR counts. */
const windowsLetter = (number: number): string => decodeWindows1252(Uint8Array.of(number));

export const TEXT_FUNCTIONS: FunctionTable = {
  LEN: single(1, 1, (a) => a.text(0).length),
  LEFT: single(1, 2, (a) => a.text(0).slice(0, count(a, 1))),
  RIGHT: single(1, 2, (a) => {
    const taken = count(a, 1);
    return taken === 0 ? '' : a.text(0).slice(-taken);
  }),
  MID: single(3, 3, (a) => {
    const [start, length] = [a.whole(1), count(a, 2)];
    if (start < 1) throw VALUE;
    return a.text(0).slice(start - 1, start - 1 + length);
  }),
  UPPER: single(1, 1, (a) => upper(a.text(0))),
  LOWER: single(1, 1, (a) => a.text(0).toLowerCase()),
  PROPER: single(1, 1, (a) => proper(a.text(0))),
  TRIM: single(1, 1, (a) => a.text(0).replace(/ +/g, ' ').replace(/^ | $/g, '')),
  CLEAN: single(1, 1, (a) => a.text(0).replace(/[\u0000-\u001f]/g, '')),
  CONCATENATE: single(1, MANY, (a) => joined(a, 0, '', false)),
  CONCAT: whole(1, MANY, (a) => joined(a, 0, '', false)),
  TEXTJOIN: whole(3, MANY, (a) => joined(a, 2, a.text(0), a.boolean(1))),
  FIND: single(2, 3, find),
  SEARCH: single(2, 3, search),
  REPLACE: single(4, 4, replace),
  SUBSTITUTE: single(3, 4, substitute),
  REPT: single(2, 2, (a) => {
    const times = count(a, 1);
    bounded(a.text(0).length * times);
    return a.text(0).repeat(a.text(0) === '' ? 0 : times);
  }),
  EXACT: single(2, 2, (a) => a.text(0) === a.text(1)),
  CHAR: single(1, 1, (a) => {
    const code = a.whole(0);
    if (code < 1 || code > 255) throw VALUE;
    return code < 128 ? String.fromCharCode(code) : windowsLetter(code);
  }),
  CODE: single(1, 1, (a) => {
    const letter = a.text(0).charAt(0);
    if (letter === '') throw VALUE;
    if (letter.charCodeAt(0) < 128) return letter.charCodeAt(0);
    const code = Array.from({ length: 128 }, (_, i) => i + 128).find((one) => windowsLetter(one) === letter);
    return code ?? 63;
  }),
  UNICHAR: single(1, 1, (a) => {
    const code = a.whole(0);
    if (code < 1 || code > 0x10ffff) throw VALUE;
    if (code >= 0xd800 && code <= 0xdfff) throw new SheetError('#N/A');
    return String.fromCodePoint(code);
  }),
  UNICODE: single(1, 1, (a) => {
    const code = a.text(0).codePointAt(0);
    if (code === undefined) throw VALUE;
    return code;
  }),
  VALUE: single(1, 1, (a) => {
    const cell = a.cell(0);
    if (typeof cell === 'boolean') throw VALUE;
    if (typeof cell === 'string' && cell.trim() === '') throw VALUE;
    return toNumber(cell);
  }),
  NUMBERVALUE: single(1, 3, numberValue),
  TEXT: single(2, 2, shownAs),
  FIXED: single(1, 3, (a) => fixed(a, !a.boolean(2))),
  DOLLAR: single(1, 2, dollar),
  T: single(1, 1, (a) => {
    const cell = a.cell(0);
    return typeof cell === 'string' ? cell : '';
  }),
  TEXTBEFORE: single(2, 3, (a) => beside(a, true)),
  TEXTAFTER: single(2, 3, (a) => beside(a, false)),
  TEXTSPLIT: mixed('w', 2, 3, splitText),
};
