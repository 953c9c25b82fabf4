/** Places and ranges of cells as spreadsheets write them: `B3`, `$B$3:D9`, `A:C`, `2:5`. Rows and columns count from 0 here. */
export interface CellRange {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** Excel's own limits: ECMA-376 does not state any. */
export const MAX_SHEET_ROWS = 1_048_576;
export const MAX_SHEET_COLUMNS = 16_384;

/** 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

/** A is 0; letters of either case. */
export function columnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

export const cellName = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;

export const rangeName = ({ top, left, bottom, right }: CellRange): string =>
  top === bottom && left === right ? cellName(top, left) : `${cellName(top, left)}:${cellName(bottom, right)}`;

const CELL = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/;
const COLUMN = /^\$?([A-Za-z]{1,3})$/;
const ROW = /^\$?([1-9]\d{0,6})$/;

/** `undefined` where a text is not a range within a sheet. The corners may be any two. */
export function readRange(text: string): CellRange | undefined {
  const [first = '', second = first, ...more] = text.trim().split(':');
  if (more.length > 0) return undefined;
  const corners = [first, second].map((part) => {
    const [, letters, digits] = CELL.exec(part) ?? [];
    if (letters !== undefined) return { row: Number(digits) - 1, column: columnIndex(letters) };
    const column = COLUMN.exec(part)?.[1];
    if (column !== undefined && text.includes(':')) return { row: undefined, column: columnIndex(column) };
    const row = ROW.exec(part)?.[1];
    return row === undefined || !text.includes(':') ? undefined : { row: Number(row) - 1, column: undefined };
  });
  const [one, two] = corners;
  if (one === undefined || two === undefined) return undefined;
  // Both corners are cells, both columns or both rows.
  if ((one.row === undefined) !== (two.row === undefined) || (one.column === undefined) !== (two.column === undefined))
    return undefined;
  const rows = [one.row ?? 0, two.row ?? MAX_SHEET_ROWS - 1] as const;
  const columns = [one.column ?? 0, two.column ?? MAX_SHEET_COLUMNS - 1] as const;
  const range = {
    top: Math.min(...rows),
    bottom: Math.max(...rows),
    left: Math.min(...columns),
    right: Math.max(...columns),
  };
  return range.bottom < MAX_SHEET_ROWS && range.right < MAX_SHEET_COLUMNS ? range : undefined;
}

/** A sheet's name as formulas write it: in quotes where it is not a plain word. */
export const sheetPrefix = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^[A-Za-z]{1,3}\d+$|^[rc]\d*(?:[rc]\d*)?$/i.test(name)
    ? `${name}!`
    : `'${name.replaceAll("'", "''")}'!`;
