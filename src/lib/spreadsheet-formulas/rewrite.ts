import { columnIndex, columnLetters, MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, sheetPrefix } from '../workbook/references.js';
import { readTokens, splitReference } from './tokens.js';

const PART = /^(\$?)([A-Za-z]{1,3})?(\$?)(\d{1,7})?$/;

/** One corner of a reference: what is not there (the row of `A:A`) is `undefined`, rows and columns count from 0. */
export interface Corner {
  readonly column: number | undefined;
  readonly row: number | undefined;
  readonly isColumnFixed: boolean;
  readonly isRowFixed: boolean;
}

function readCorner(text: string): Corner {
  const [, first = '', letters, second = '', digits] = PART.exec(text) ?? [];
  // In `$5` the only sign stands before the row.
  const isRowOnly = letters === undefined;
  return {
    column: letters === undefined ? undefined : columnIndex(letters),
    row: digits === undefined ? undefined : Number(digits) - 1,
    isColumnFixed: first === '$' && !isRowOnly,
    isRowFixed: second === '$' || (first === '$' && isRowOnly),
  };
}

function writeCorner({ column, row, isColumnFixed, isRowFixed }: Corner): string {
  const columnText = column === undefined ? '' : `${isColumnFixed ? '$' : ''}${columnLetters(column)}`;
  return `${columnText}${row === undefined ? '' : `${isRowFixed ? '$' : ''}${row + 1}`}`;
}

const isWithin = ({ column = 0, row = 0 }: Corner): boolean =>
  column >= 0 && column < MAX_SHEET_COLUMNS && row >= 0 && row < MAX_SHEET_ROWS;

/** What becomes of the cells of a reference; `undefined` where nothing is left of them. */
export type MoveCells = (corners: readonly Corner[], sheet: string | undefined) => readonly Corner[] | undefined;

/**
 * A formula with its references changed; everything else stays to the letter. `rename` gives the name that a sheet has now. A
 * formula that cannot be read is left as it is by the caller: throws ContentFault, LimitFault.
 */
export function rewriteFormula(
  formula: string,
  { move, rename = (name) => name }: { readonly move?: MoveCells; readonly rename?: (name: string) => string },
): string {
  return readTokens(formula)
    .map(({ kind, text }) => {
      const hasSheet = text.includes('!');
      if (kind === 'name' && hasSheet) {
        const { sheet = '', cells } = splitReference(text);
        return `${renamedPrefix(sheet, text, rename)}${cells}`;
      }
      if (kind !== 'reference') return text;
      const { sheet, cells } = splitReference(text);
      const prefix = sheet === undefined ? '' : renamedPrefix(sheet, text, rename);
      if (move === undefined) return `${prefix}${cells}`;
      const moved = move(cells.split(':').map(readCorner), sheet);
      if (moved === undefined || !moved.every(isWithin)) return `${prefix}#REF!`;
      return `${prefix}${moved.map(writeCorner).join(':')}`;
    })
    .join('');
}

/** The prefix as it stood where the name has not changed. */
function renamedPrefix(sheet: string, text: string, rename: (name: string) => string): string {
  const written = text.slice(0, text.lastIndexOf('!') + 1);
  const names = sheet.split(':');
  const renamed = names.map(rename);
  if (renamed.every((name, i) => name === names[i])) return written;
  if (renamed.length === 1) return sheetPrefix(renamed[0] ?? '');
  return `'${renamed.join(':').replaceAll("'", "''")}'!`;
}

/** The formula of a cell so many rows below and columns to the right, as copying it there would make it. */
export const shiftedFormula = (formula: string, rows: number, columns: number): string =>
  rewriteFormula(formula, {
    move: (corners) =>
      corners.map((corner) => ({
        ...corner,
        column: corner.column === undefined || corner.isColumnFixed ? corner.column : corner.column + columns,
        row: corner.row === undefined || corner.isRowFixed ? corner.row : corner.row + rows,
      })),
  });
