import type { CsvRecord } from './records.js';

/** A cell as CSV: in quotes where the delimiter, a quote, a line break or a space at an end would be misread. */
export function formatCell(value: string, delimiter: string): string {
  const needsQuotes = value.includes(delimiter) || /["\r\n]|^[ \t]|[ \t]$/.test(value);
  return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}

/** Cells as one CSV record, without a line break. */
export const formatRecord = (cells: readonly string[], delimiter: string): string =>
  cells.map((cell) => formatCell(cell, delimiter)).join(delimiter);

/**
 * A record with cells put behind it. What stands there stays letter by letter; a record with fewer cells than `width` gets
 * empty ones first, so that the new cells stand in columns of their own.
 */
export function appendCells(record: CsvRecord, added: readonly string[], width: number, delimiter: string): string {
  const missing = Math.max(0, width - record.cells.length);
  const padding = Array.from({ length: missing }, () => '');
  return [record.raw, ...padding, ...added.map((cell) => formatCell(cell, delimiter))].join(delimiter);
}
