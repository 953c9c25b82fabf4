import { overLimit, quote } from '../../core/index.js';
import { shownCell, typedValue } from '../../formats/workbook.js';
import { diffSequences, internPieces } from '../../lib/diff/sequence-diff.js';
import { isNear } from '../../lib/spreadsheet-formulas/values.js';
import { cellText } from '../../lib/table/table.js';
import type { Sheet, SheetCell, SheetRow, Workbook } from '../../lib/workbook/model.js';
import { cellName, columnLetters } from '../../lib/workbook/references.js';

export interface CompareRequest {
  readonly contents: 'values' | 'shown' | 'formulas';
  /** Names of the columns that tell rows apart; empty to align rows by what they hold. */
  readonly key: readonly string[];
  readonly caseSensitive: boolean;
  readonly ignoreWhitespace: boolean;
  readonly tolerance: number;
}

export interface CellChange {
  readonly sheet: string;
  readonly kind: 'changed' | 'added' | 'removed' | 'row added' | 'row removed';
  /** In the first workbook; of what was added in the second. */
  readonly cell: string;
  /** Where it is in the second workbook, if that is another place. */
  readonly movedTo?: string;
  readonly key?: string;
  readonly before?: string;
  readonly after?: string;
  /** Cells of a row that was added or removed. */
  readonly values?: readonly string[];
}

interface Side {
  readonly workbook: Workbook;
  readonly sheet: Sheet;
  readonly texts: ReadonlyMap<number, ReadonlyMap<number, string>>;
  readonly rows: readonly SheetRow[];
}

/** Chosen: rows that differ in long sheets. */
const MAX_CHANGES = 100_000;

function textOf(cell: SheetCell, workbook: Workbook, { contents }: CompareRequest): string {
  if (contents === 'formulas' && cell.formula !== undefined) return `=${cell.formula}`;
  return contents === 'shown' ? shownCell(cell, workbook) : cellText(typedValue(cell, workbook));
}

function sideOf(workbook: Workbook, sheet: Sheet, request: CompareRequest): Side {
  const texts = new Map(
    sheet.rows.map(({ index, cells }) => [
      index,
      new Map(cells.map((cell) => [cell.column, textOf(cell, workbook, request)])),
    ]),
  );
  return { workbook, sheet, texts, rows: sheet.rows };
}

/** A text as it counts for being equal. */
function normal(text: string, { caseSensitive, ignoreWhitespace }: CompareRequest): string {
  const spaced = ignoreWhitespace ? text.trim().replace(/\s+/g, ' ') : text;
  return caseSensitive ? spaced : spaced.toLowerCase();
}

function isSame(a: string, b: string, request: CompareRequest): boolean {
  if (normal(a, request) === normal(b, request)) return true;
  const [x, y] = [Number(a), Number(b)];
  if (a.trim() === '' || b.trim() === '' || !Number.isFinite(x) || !Number.isFinite(y)) return false;
  // Programs write 15 or 17 digits of a number.
  return isNear(x, y) || Math.abs(x - y) <= request.tolerance;
}

const rowText = (side: Side, row: SheetRow, request: CompareRequest): string =>
  JSON.stringify(
    row.cells.map(({ column, value }) => {
      const text = normal(side.texts.get(row.index)?.get(column) ?? '', request);
      return [
        column,
        typeof value === 'number' && request.contents === 'values' && Number.isFinite(Number(text))
          ? Number(text).toPrecision(14)
          : text,
      ];
    }),
  );

type RowPair = readonly [before: SheetRow | undefined, after: SheetRow | undefined, key?: string];

/** Rows that belong together because they hold the same; between those, in order where as many stand on both sides. */
function alignedRows(one: Side, two: Side, request: CompareRequest): RowPair[] {
  const pieces = [one, two].map((side) => side.rows.map((row) => rowText(side, row, request)));
  const [before, after] = internPieces(pieces[0] ?? [], pieces[1] ?? []);
  const pairs: RowPair[] = [];
  let [x, y] = [0, 0];
  const equal = (until: number): void => {
    while (x < until) pairs.push([one.rows[x++], two.rows[y++]]);
  };
  for (const edit of diffSequences(before, after).edits) {
    equal(edit.oldStart);
    const replaced = Math.min(edit.oldEnd - edit.oldStart, edit.newEnd - edit.newStart);
    for (let i = 0; i < replaced; i++) pairs.push([one.rows[x++], two.rows[y++]]);
    while (x < edit.oldEnd) pairs.push([one.rows[x++], undefined]);
    while (y < edit.newEnd) pairs.push([undefined, two.rows[y++]]);
  }
  equal(one.rows.length);
  return pairs;
}

/** Columns of the key by the first row that holds its names; `undefined` where one is not there. */
function keyColumns({ texts, rows }: Side, { key }: CompareRequest): number[] | undefined {
  const [first] = rows;
  const names = [...(texts.get(first?.index ?? -1) ?? [])];
  const columns = key.flatMap((name) => {
    const found = names.find(([, text]) => text.trim().toLowerCase() === name.toLowerCase());
    return found === undefined ? [] : [found[0]];
  });
  return columns.length === key.length && key.length > 0 ? columns : undefined;
}

/** Whether a sheet has the columns of the key. */
export const hasKey = (workbook: Workbook, sheet: Sheet, request: CompareRequest): boolean =>
  keyColumns(sideOf(workbook, sheet, request), request) !== undefined;

function keyedRows(one: Side, two: Side, request: CompareRequest, warnings: string[]): RowPair[] | undefined {
  const [left, right] = [keyColumns(one, request), keyColumns(two, request)];
  if (left === undefined || right === undefined) return undefined;
  const index = (side: Side, columns: readonly number[]): Map<string, SheetRow> => {
    const rows = new Map<string, SheetRow>();
    for (const row of side.rows) {
      const key = columns.map((column) => normal(side.texts.get(row.index)?.get(column) ?? '', request)).join(' | ');
      if (!rows.has(key)) rows.set(key, row);
      else if (warnings.length < 50)
        warnings.push(
          `Sheet ${quote(side.sheet.name)} has the key ${quote(key)} more than once, row ${row.index + 1} is not compared`,
        );
    }
    return rows;
  };
  const [before, after] = [index(one, left), index(two, right)];
  const pairs: RowPair[] = [...before].map(([key, row]) => [row, after.get(key), key]);
  for (const [key, row] of after) if (!before.has(key)) pairs.push([undefined, row, key]);
  return pairs;
}

/** What differs between two sheets. Throws LIMIT_EXCEEDED beyond 100,000 differences. */
export function compareSheets(
  [oneBook, oneSheet]: readonly [Workbook, Sheet],
  [twoBook, twoSheet]: readonly [Workbook, Sheet],
  request: CompareRequest,
  warnings: string[],
): CellChange[] {
  const [one, two] = [sideOf(oneBook, oneSheet, request), sideOf(twoBook, twoSheet, request)];
  const keyedPairs = keyedRows(one, two, request, warnings);
  if (keyedPairs === undefined && request.key.length > 0)
    warnings.push(`Sheet ${quote(oneSheet.name)} lacks a column of the key: its rows are aligned by content`);
  const pairs = keyedPairs ?? alignedRows(one, two, request);
  const sheet = oneSheet.name;
  const changes: CellChange[] = [];
  for (const [before, after, key] of pairs) {
    const keyed = key === undefined ? {} : { key };
    if (before === undefined || after === undefined) {
      const [side, row] = before === undefined ? [two, after] : [one, before];
      if (row === undefined) continue;
      const values = [...(side.texts.get(row.index)?.values() ?? [])];
      changes.push({
        sheet,
        kind: before === undefined ? 'row added' : 'row removed',
        cell: String(row.index + 1),
        ...keyed,
        values,
      });
    } else changes.push(...rowChanges(sheet, [one, before], [two, after], request, keyed));
    if (changes.length > MAX_CHANGES)
      throw overLimit(`Sheet ${quote(sheet)} must have no more than ${MAX_CHANGES} differences`);
  }
  return changes;
}

function rowChanges(
  sheet: string,
  [one, before]: readonly [Side, SheetRow],
  [two, after]: readonly [Side, SheetRow],
  request: CompareRequest,
  keyed: { readonly key?: string },
): CellChange[] {
  const [old, now] = [one.texts.get(before.index), two.texts.get(after.index)];
  const columns = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort((a, b) => a - b);
  return columns.flatMap((column): CellChange[] => {
    const [x, y] = [old?.get(column), now?.get(column)];
    if (isSame(x ?? '', y ?? '', request)) return [];
    const place = {
      cell: x === undefined ? cellName(after.index, column) : cellName(before.index, column),
      ...(x !== undefined && y !== undefined && before.index !== after.index
        ? { movedTo: `${columnLetters(column)}${after.index + 1}` }
        : {}),
    };
    const kind = x === undefined ? 'added' : y === undefined ? 'removed' : 'changed';
    return [
      {
        sheet,
        kind,
        ...place,
        ...keyed,
        ...(x === undefined ? {} : { before: x }),
        ...(y === undefined ? {} : { after: y }),
      },
    ];
  });
}
