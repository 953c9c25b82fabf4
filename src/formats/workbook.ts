import { invalid, overLimit, quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import type { InputFile } from '../core/tool.js';
import { type BinaryWorkbook, readBinaryPackage, readBinaryStream } from '../engines/binary-workbook.js';
import { LimitFault } from '../lib/faults.js';
import { numberOf } from '../lib/json/values.js';
import { CompoundFile, isCompoundFile } from '../lib/office/compound-file.js';
import { decryptOffice } from '../lib/office/decrypt.js';
import { OfficePackage } from '../lib/office/package.js';
import type { Cell } from '../lib/table/table.js';
import { cellPackage, cellRecords } from '../lib/workbook/binary-records.js';
import { GENERAL, readFormat } from '../lib/workbook/format-codes.js';
import { type Sheet, type SheetCell, SheetError, type Workbook } from '../lib/workbook/model.js';
import { readOds } from '../lib/workbook/read-ods.js';
import { type ReadSettings, readXlsx } from '../lib/workbook/read-xlsx.js';
import { elapsedOfSerial, isoOfSerial } from '../lib/workbook/serial-dates.js';
import { shownNumberOf, shownTextOf } from '../lib/workbook/shown-values.js';
import { listColumns } from './table-text.js';

const MAX_CELLS = 2_000_000;

export interface WorkbookSheet {
  readonly name: string;
  readonly visibility: Sheet['visibility'];
  readonly rows: readonly (readonly Cell[])[];
}

export interface OpenSettings extends ReadSettings {
  /** Opens an encrypted workbook. */
  readonly password?: string;
}

/**
 * An Excel workbook (.xlsx, .xlsm) of a caller. Throws INVALID_INPUT, naming it by `label`, where it is none or its password is wrong;
 * LIMIT_EXCEEDED beyond 64 MB unpacked, 1,000 sheets or 2,000,000 cells.
 */
function openWorkbook(bytes: Uint8Array, label: string, { password = '', ...settings }: OpenSettings = {}): Workbook {
  return refusing(`Cannot read ${label} as a workbook`, () => {
    const plain = isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes;
    return readXlsx(plain, settings);
  });
}

/** Endings of workbooks that `openSpreadsheet` reads. */
export const SPREADSHEETS = ['.xlsx', '.xlsm', '.xltx', '.xltm', '.xlsb', '.xls', '.ods'] as const;

/** The same for OpenDocument and for Excel before 2007 too, told by what the file is, not by its name. */
export async function openSpreadsheet(
  { name, bytes }: Pick<InputFile, 'name' | 'bytes'>,
  settings: OpenSettings = {},
): Promise<Workbook> {
  const label = `file ${quote(name)}`;
  return refusing(`Cannot read ${label} as a workbook`, async () => {
    const stream = binaryStream(bytes);
    if (stream !== undefined) return binaryWorkbook(await readBinaryStream(cellRecords(stream)), 'xls');
    const { password = '', ...wanted } = settings;
    const plain = isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes;
    const binary = isZip(plain) ? cellPackage(new OfficePackage(plain)) : undefined;
    if (binary !== undefined) return binaryWorkbook(await readBinaryPackage(binary), 'xlsb');
    return isOpenDocument(plain) ? readOds(plain) : readXlsx(plain, wanted);
  });
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/**
 * [MS-XLS] 2.1.2: the stream "Workbook" of a compound file, "Book" in those of Excel 5 and 95, in any letter case. The files of
 * Excel 2 to 4 are the stream itself, which begins with its record BOF.
 */
function binaryStream(bytes: Uint8Array): Uint8Array | undefined {
  if (!isCompoundFile(bytes)) {
    const isStream = bytes[0] === 9 && [0, 2, 4].includes(bytes[1] ?? -1) && bytes[3] === 0;
    return isStream ? bytes : undefined;
  }
  const container = new CompoundFile(bytes);
  const entry = container.entriesOf().find(({ name, isStorage }) => !isStorage && /^(?:work)?book$/i.test(name));
  return entry === undefined ? undefined : container.readEntry(entry);
}

/** OpenDocument 1.3 part 2, 3.3: the first entry of the archive is its type, not packed. */
const isOpenDocument = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(30, 90))
    .toString('latin1')
    .startsWith('mimetypeapplication/vnd.oasis.opendocument.spreadsheet');

function binaryWorkbook({ sheets, is1904 }: BinaryWorkbook, format: 'xls' | 'xlsb'): Workbook {
  const places = new Map<string, number>();
  let cellCount = 0;
  return {
    format,
    sheets: sheets.map(
      (sheet): Sheet => ({
        ...PLAIN_SHEET,
        ...sheet,
        rows: sheet.rows.map((row) => {
          cellCount += row.cells.length;
          if (cellCount > MAX_CELLS) throw new LimitFault(`it must have at most ${MAX_CELLS} cells`, MAX_CELLS);
          return {
            ...row,
            cells: row.cells.map(({ column, value, isError, format: code }): SheetCell => {
              const place = places.get(code) ?? places.size;
              places.set(code, place);
              return {
                column,
                value: isError ? new SheetError(String(value)) : value,
                formula: undefined,
                format: place,
              };
            }),
          };
        }),
      }),
    ),
    formats: [...places.keys()].map(readFormat),
    names: [],
    is1904,
    isProtected: false,
    hasMacros: false,
    externalLinks: [],
    properties: new Map(),
    warnings: [
      'Of binary workbooks the values, number formats and hidden rows and sheets are read: no formulas, links and objects',
    ],
  };
}

const PLAIN_SHEET = {
  hiddenColumns: [],
  frozenAt: undefined,
  filter: undefined,
  links: [],
  isProtected: false,
  validations: 0,
  conditionalFormats: 0,
  comments: 0,
  images: 0,
  charts: 0,
  tables: [],
} as const;

/**
 * The sheets of an Excel workbook with the values that its formulas last had, empty rows left out. Dates are `2024-01-31`, with a time
 * `2024-01-31 12:00:00`; errors their text. Throws as `openWorkbook`.
 */
export function readWorkbook(bytes: Uint8Array, label: string, password = ''): WorkbookSheet[] {
  return sheetValues(openWorkbook(bytes, label, { password }), label);
}

/** The same of a workbook that is open. Throws LIMIT_EXCEEDED beyond 2,000,000 cells. */
export function sheetValues(workbook: Workbook, label: string): WorkbookSheet[] {
  let room = MAX_CELLS;
  return workbook.sheets.map(({ name, visibility, rows }) => ({
    name,
    visibility,
    rows: rows.map(({ cells }) => {
      const row: Cell[] = [];
      // Rows are filled up to their last cell, which may be far away.
      room -= (cells.at(-1)?.column ?? 0) + 1;
      if (room < 0) throw overLimit(`The workbook ${label} must have at most ${MAX_CELLS} cells`);
      for (const cell of cells) {
        while (row.length < cell.column) row.push(null);
        row[cell.column] = typedValue(cell, workbook);
      }
      return row;
    }),
  }));
}

/** The sheet of that name, in any letter case, or of that number from 1. Throws INVALID_INPUT, naming those there are. */
export function sheetNamed<Found extends { readonly name: string }>(
  sheets: readonly Found[],
  wanted: string,
  label: string,
): readonly [Found, ...Found[]] {
  const name = wanted.trim().toLowerCase();
  const [first, ...more] = sheets.filter((sheet) => sheet.name.trim().toLowerCase() === name);
  if (first !== undefined) return [first, ...more];
  const numbered = /^\d{1,5}$/.test(name) ? sheets[Number(name) - 1] : undefined;
  if (numbered !== undefined) return [numbered];
  const names = listColumns(sheets.map((sheet) => sheet.name));
  throw invalid(`Option "sheet" names no sheet of ${label}, it has ${names}, got ${quote(wanted)}`);
}

/** Days that Excel has, to the end of the year 9999. */
const MAX_ELAPSED_DAYS = 2_958_466;

/** A cell as JSON has it: a number, dates and times in ISO 8601, spans of time in hours, minutes and seconds, the text of an error. */
export function typedValue(
  { value, format }: SheetCell,
  { formats, is1904 }: Pick<Workbook, 'formats' | 'is1904'>,
): Cell {
  if (value instanceof SheetError) return value.code;
  if (typeof value !== 'number') return value;
  if (formats[format]?.isElapsed === true && Math.abs(value) < MAX_ELAPSED_DAYS) return elapsedOfSerial(value);
  const date = formats[format]?.isDate === true ? isoOfSerial(value, is1904) : undefined;
  return date ?? numberOf(value);
}

/** The text that a cell shows, in English. */
export function shownCell(cell: SheetCell, { formats, is1904 }: Pick<Workbook, 'formats' | 'is1904'>): string {
  const { value, shown } = cell;
  if (shown !== undefined) return shown;
  if (value instanceof SheetError) return value.code;
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const format = formats[cell.format] ?? GENERAL;
  return typeof value === 'number' ? shownNumberOf(value, format, is1904) : shownTextOf(value, format);
}

/** The parts of an Excel workbook, decrypted where it has a password. Throws as `openSpreadsheet`. */
export const plainWorkbook = ({ name, bytes }: Pick<InputFile, 'name' | 'bytes'>, password: string): Uint8Array =>
  refusing(`Cannot read file ${quote(name)} as a workbook`, () =>
    isCompoundFile(bytes) ? decryptOffice(bytes, password) : bytes,
  );
