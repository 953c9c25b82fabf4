import { invalid, overLimit } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { ZipArchive } from '../lib/archives/zip-reader.js';
import { numberOf } from '../lib/json/values.js';
import { isNumberText } from '../lib/table/cell-types.js';
import type { Cell } from '../lib/table/table.js';
import { attributeValue, childOf, childrenOf, elementsOf, localName, textOf } from '../lib/xml/content.js';
import type { XmlElement } from '../lib/xml/nodes.js';
import { readXml } from './xml-document.js';

export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
}

const UNPACKED_BYTES = 64_000_000;
const MAX_CELLS = 2_000_000;
const MAX_COLUMNS = 16_384;
/** Chosen: 64 MB of a sheet with numbers and texts have 2.6 million. */
const MAX_ELEMENTS = 3_000_000;
/** Chosen: sheets may share a part, so that their number is not bounded by the size of the file. Excel itself has no limit. */
const MAX_SHEETS = 1000;

/**
 * The sheets of an Excel workbook (.xlsx, .xlsm) with the values that its formulas last had. Dates are `2024-01-31`, with a time
 * `2024-01-31 12:00:00`; errors their text. Throws INVALID_INPUT, naming it by `label`, where it is none; LIMIT_EXCEEDED beyond
 * 64 MB unpacked, 1,000 sheets or 2,000,000 cells.
 */
export function readWorkbook(bytes: Uint8Array, label: string): WorkbookSheet[] {
  return refusing(`Cannot read ${label} as a workbook`, () => readSheets(new ZipArchive(bytes, UNPACKED_BYTES), label));
}

interface Book {
  readonly strings: readonly string[];
  readonly dateStyles: readonly boolean[];
  readonly is1904: boolean;
  cells: number;
  readonly label: string;
}

function readSheets(archive: ZipArchive, label: string): WorkbookSheet[] {
  const part = (name: string): XmlElement | undefined => {
    const found = archive.names.find((one) => one.toLowerCase() === name.toLowerCase());
    const content = found === undefined ? undefined : archive.read(found);
    return content === undefined
      ? undefined
      : readXml(content.toString('utf8'), `${name} of ${label}`, { maxElements: MAX_ELEMENTS }).root;
  };
  const workbook = part('xl/workbook.xml');
  if (workbook === undefined) throw invalid(`Cannot read ${label} as a workbook: it has no part xl/workbook.xml`);
  const targets = new Map(
    elementsWithin(part('xl/_rels/workbook.xml.rels')).map((relation) => [
      attribute(relation, 'Id') ?? '',
      attribute(relation, 'Target') ?? '',
    ]),
  );
  const strings = part('xl/sharedStrings.xml');
  const book: Book = {
    strings: strings === undefined ? [] : childrenOf(strings, 'si').map(richText),
    dateStyles: dateStyles(part('xl/styles.xml')),
    is1904: /^(1|true)$/.test(attribute(childOf(workbook, 'workbookPr'), 'date1904') ?? ''),
    cells: 0,
    label,
  };
  const listed = elementsWithin(childOf(workbook, 'sheets'));
  if (listed.length > MAX_SHEETS)
    throw overLimit(`The workbook ${label} must have at most ${MAX_SHEETS} sheets, got ${listed.length}`);
  const sheets: WorkbookSheet[] = [];
  for (const sheet of listed) {
    const target = targets.get(attribute(sheet, 'id') ?? '') ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    const content = part(path);
    // Charts and macros are sheets too.
    if (content === undefined || localName(content.name) !== 'worksheet') continue;
    sheets.push({ name: attribute(sheet, 'name') ?? '', rows: readRows(content, book) });
  }
  return sheets;
}

const elementsWithin = (element: XmlElement | undefined): XmlElement[] =>
  element === undefined ? [] : elementsOf(element);

/** An attribute by its local name: writers choose the prefix of `r:id`. */
function attribute(element: XmlElement | undefined, name: string): string | undefined {
  const found = element?.attributes.find((one) => localName(one.name) === name);
  return found === undefined ? undefined : attributeValue(found);
}

const textWithin = (element: XmlElement | undefined): string | undefined =>
  element === undefined ? undefined : textOf(element);

/** `_x000D_` is a letter that XML has not: ECMA-376 part 1, 22.9.2.19. */
const unescapeText = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));

/** Runs of text with formats of their own, without the reading aids of Japanese. */
function richText(element: XmlElement): string {
  let text = '';
  for (const part of elementsOf(element)) {
    const name = localName(part.name);
    if (name === 't') text += textOf(part);
    if (name === 'r') text += textWithin(childOf(part, 't')) ?? '';
  }
  return unescapeText(text);
}

function readRows(sheet: XmlElement, book: Book): Cell[][] {
  const rows: Cell[][] = [];
  for (const row of elementsWithin(childOf(sheet, 'sheetData'))) {
    const cells: Cell[] = [];
    for (const cell of elementsOf(row)) {
      const column = columnOf(attribute(cell, 'r')) ?? cells.length;
      if (column >= MAX_COLUMNS) throw overLimit(`A sheet of ${book.label} must have at most ${MAX_COLUMNS} columns`);
      book.cells += column - cells.length + 1;
      if (book.cells > MAX_CELLS) throw overLimit(`The workbook ${book.label} must have at most ${MAX_CELLS} cells`);
      while (cells.length < column) cells.push(null);
      cells[column] = readCell(cell, book);
    }
    // Rows that a sheet leaves out are empty ones, which a table has not.
    if (cells.some((cell) => cell !== null)) rows.push(cells);
  }
  return rows;
}

function columnOf(place: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/.exec(place ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function readCell(cell: XmlElement, book: Book): Cell {
  const type = attribute(cell, 't') ?? 'n';
  if (type === 'inlineStr') {
    const inline = childOf(cell, 'is');
    return inline === undefined ? '' : richText(inline);
  }
  const value = textWithin(childOf(cell, 'v'));
  if (value === undefined) return null;
  if (type === 's') return book.strings[Number(value)] ?? null;
  if (type === 'b') return value.trim() === '1';
  if (type !== 'n' && type !== '') return unescapeText(value);
  const trimmed = value.trim();
  const number = Number(trimmed);
  if (trimmed === '') return null;
  if (!Number.isFinite(number)) return value;
  if (book.dateStyles[Number(attribute(cell, 's') ?? 0)] === true && number >= 0) return dateText(number, book.is1904);
  // 17 digits as Excel writes them are the shortest that mean the same double.
  return isNumberText(trimmed) && /^-?\d{1,15}$/.test(trimmed) ? numberOf(BigInt(trimmed)) : numberOf(number);
}

/** Formats of dates and times without an own code: ECMA-376 part 1, 18.8.30. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

function dateStyles(styles: XmlElement | undefined): boolean[] {
  if (styles === undefined) return [];
  const codes = new Map<number, string>();
  for (const format of elementsWithin(childOf(styles, 'numFmts'))) {
    codes.set(Number(attribute(format, 'numFmtId')), attribute(format, 'formatCode') ?? '');
  }
  return elementsWithin(childOf(styles, 'cellXfs')).map((style) => {
    const id = Number(attribute(style, 'numFmtId') ?? 0);
    const code = codes.get(id);
    if (code === undefined) return isBuiltInDate(id);
    // Letters in quotes, behind a backslash and in brackets (colours, conditions) are none of the format's; [h] is.
    const bare = code.replace(/"[^"]*"|\\.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|_./gi, '');
    return /[dmyhs]/i.test(bare) && !/General/i.test(bare);
  });
}

const DAY_MS = 86_400_000;

/** Days since 1899-12-31, and 1900 taken for a leap year; or since 1904-01-01. */
function dateText(serial: number, is1904: boolean): Cell {
  const rounded = Math.round(serial * DAY_MS);
  if (rounded < DAY_MS && !is1904) return new Date(rounded).toISOString().slice(11, 19);
  const correction = !is1904 && serial < 60 ? 1 : 0;
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(start + rounded + correction * DAY_MS);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return numberOf(serial);
  const text = date.toISOString();
  if (rounded % DAY_MS === 0) return text.slice(0, 10);
  const milliseconds = text.slice(19, 23) === '.000' ? '' : text.slice(19, 23);
  return `${text.slice(0, 10)} ${text.slice(11, 19)}${milliseconds}`;
}
