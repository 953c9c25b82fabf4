/** Matrices as people type them. */

import { ContentFault, LimitFault } from '../faults.js';
import type { Matrix } from './matrices.js';
import { numberReader } from './typed-number.js';

/** Rows and columns. Chosen. */
const MAX_SIZE = 60;
const reader = numberReader({ decimal: '.', group: '\u0001' });

/**
 * Throws `ContentFault` naming the row of what is not a number, `LimitFault` beyond 60 rows or columns. Rows are lines, or divided by semicolons, or lists in brackets as in JSON, Python and LaTeX's rows.
 */
export function readMatrix(text: string): Matrix {
  const rows = text
    .replace(/\]\s*,?\s*\[/g, '\n')
    .replace(/[[\](){}]/g, ' ')
    .split(/\\\\|[;\r\n]+/)
    .map((row) => row.split(/[\s,|&]+/).filter((cell) => cell !== ''))
    .filter((row) => row.length > 0);
  const width = rows[0]?.length ?? 0;
  if (width === 0) throw new ContentFault('there is no matrix');
  if (rows.length > MAX_SIZE || width > MAX_SIZE)
    throw new LimitFault(`matrices must have at most ${MAX_SIZE} rows and columns`, MAX_SIZE);
  return rows.map((row, index) => {
    if (row.length !== width) throw new ContentFault(`row ${index + 1} has ${row.length} numbers, row 1 has ${width}`);
    return row.map((cell) => {
      const value = cell.length > 1000 ? undefined : reader.read(cell);
      if (value === undefined)
        throw new ContentFault(`row ${index + 1}: ${JSON.stringify(cell.slice(0, 60))} is not a number`);
      return value;
    });
  });
}
