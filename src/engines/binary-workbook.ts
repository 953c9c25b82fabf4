import type { CellObject, RowInfo, WorkBook } from '@e965/xlsx';

import { ContentFault } from '../lib/faults.js';

/** What a cell of a binary workbook holds, dates as serial numbers. */
export interface BinaryCell {
  /** From 0. */
  readonly column: number;
  /** Of a formula the value it last had. */
  readonly value: string | number | boolean;
  /** `value` is the text of an error, such as `#N/A`. */
  readonly isError: boolean;
  /** The code of its number format, such as `0.00%`. */
  readonly format: string;
}

/** A sheet of a binary workbook: what its cells hold, and which rows are not shown. */
export interface BinarySheet {
  readonly name: string;
  readonly visibility: 'visible' | 'hidden' | 'veryHidden';
  /** Rows that hold cells, in order. */
  readonly rows: readonly {
    readonly index: number;
    readonly isHidden: boolean;
    readonly cells: readonly BinaryCell[];
  }[];
  readonly merged: readonly {
    readonly top: number;
    readonly left: number;
    readonly bottom: number;
    readonly right: number;
  }[];
  readonly hiddenRows: number;
}

/** A workbook of Excel before 2007, or a binary one (.xlsb) since. */
export interface BinaryWorkbook {
  readonly sheets: readonly BinarySheet[];
  /** Serial numbers of dates count from 1904. */
  readonly is1904: boolean;
}

const DAMAGED = 'it is damaged';
/** Of every version of Excel. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

const VISIBILITIES = ['visible', 'hidden', 'veryHidden'] as const;

/** [MS-XLS] 2.5.10 and 2.5.97, BErr. */
const ERRORS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
  [0x2b, '#GETTING_DATA'],
]);

/**
 * The values of a stream of BIFF2 to BIFF8, the records of its cells alone, formulas as what they last gave. Throws ContentFault where
 * it is none, damaged or encrypted.
 */
export async function readBinaryStream(stream: Uint8Array): Promise<BinaryWorkbook> {
  const { CFB } = await import('@e965/xlsx');
  // A stream of Excel 5 and later is read from a container only.
  const container: object = CFB.utils.cfb_new();
  CFB.utils.cfb_add(container, '/Workbook', stream);
  return readWhole(stream[0] === 9 && (stream[1] ?? 8) < 8 ? stream : CFB.write(container, { type: 'buffer' }));
}

/** The same of a package of BIFF12 (.xlsb) that is not compressed. */
export const readBinaryPackage = (bytes: Uint8Array): Promise<BinaryWorkbook> => readWhole(bytes);

async function readWhole(bytes: Uint8Array): Promise<BinaryWorkbook> {
  const { read } = await import('@e965/xlsx');
  let book: WorkBook;
  try {
    book = quietly(() =>
      read(bytes, {
        type: 'array',
        dense: true,
        cellNF: true,
        cellFormula: false,
        cellHTML: false,
        cellText: false,
      }),
    );
  } catch (error) {
    // Whatever it is that a damaged file led to, the file is what is wrong.
    const isEncrypted = error instanceof Error && /password|encrypt/i.test(error.message);
    const what = isEncrypted ? 'it is encrypted, which is supported for Office 2007 and later only' : DAMAGED;
    throw new ContentFault(what, what, undefined, { cause: error });
  }
  return {
    sheets: book.SheetNames.map((name, index) => sheetOf(book, name, index)),
    is1904: book.Workbook?.WBProps?.date1904 === true,
  };
}

/** The package tells of formulas that it does not know on the console. */
function quietly<Result>(work: () => Result): Result {
  const { error } = console;
  console.error = () => undefined;
  try {
    return work();
  } finally {
    console.error = error;
  }
}

function sheetOf(book: WorkBook, name: string, index: number): BinarySheet {
  const sheet = book.Sheets[name] ?? {};
  const lines = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  const rowInfo = (sheet['!rows'] ?? []) as readonly (RowInfo | undefined)[];
  const rows: BinarySheet['rows'][number][] = [];
  for (const [line, cells] of entriesOf(lines, MAX_ROWS)) {
    const kept = entriesOf(cells, MAX_COLUMNS).flatMap(([column, cell]) => cellOf(cell, column));
    if (kept.length > 0) rows.push({ index: line, isHidden: rowInfo[line]?.hidden === true, cells: kept });
  }
  return {
    name,
    visibility: VISIBILITIES[book.Workbook?.Sheets?.[index]?.Hidden ?? 0],
    rows,
    merged: (sheet['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c })),
    hiddenRows: entriesOf(rowInfo, MAX_ROWS).filter(([, { hidden }]) => hidden === true).length,
  };
}

/** What there is, with its index. A damaged file may name rows by the thousand million: to go through the gaps takes minutes. */
function entriesOf<Item>(items: readonly (Item | undefined)[], most: number): [number, Item][] {
  if (items.length > most) throw new ContentFault(DAMAGED, DAMAGED);
  return Object.entries(items).flatMap(([index, item]) =>
    item === undefined ? [] : [[Number(index), item] satisfies [number, Item]],
  );
}

function cellOf({ t, v, z }: CellObject, column: number): BinaryCell[] {
  const format = typeof z === 'string' ? z : 'General';
  if (t === 'e') return [{ column, value: ERRORS.get(Number(v)) ?? '#UNKNOWN!', isError: true, format }];
  if (v === undefined || v === '' || v instanceof Date) return [];
  return [{ column, value: v, isError: false, format }];
}
