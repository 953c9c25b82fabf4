import type { ReadRows } from './read-table.js';
import { checkCells } from './table.js';

/**
 * A table whose columns begin at the same places, with two spaces or more between the names of its header, as kubectl and docker print
 * it. `undefined` where a text is not one. Throws LimitFault as `checkCells`.
 */
export function readAlignedTable(text: string): ReadRows | undefined {
  const lines = text.split(/\r\n|[\r\n]/).filter((line) => line.trim() !== '');
  const [header = '', ...others] = lines;
  if (others.length === 0 || /^\s|\t/.test(header)) return undefined;
  const starts = [0, ...[...header.trimEnd().matchAll(/ {2,}/g)].map(({ 0: gap, index }) => index + gap.length)];
  if (starts.length < 2) return undefined;
  checkCells(starts.length, lines.length);
  const isCut = (line: string): boolean =>
    !line.includes('\t') && starts.every((start) => start === 0 || line.length <= start || line[start - 1] === ' ');
  if (!others.every(isCut)) return undefined;
  const rows = lines.map((line) => starts.map((start, column) => line.slice(start, starts[column + 1]).trim()));
  return { rows, hasHeader: true };
}
