import type { CsvTable } from './source.js';

/** Reads the cells of one table as another one writes them: as they stand where both have the same delimiter and quotes. */
export function cellCopier(from: CsvTable, to: Pick<CsvTable, 'writer'>): (column: number) => string {
  const { rows } = from;
  const isSame = from.writer.delimiter === to.writer.delimiter && from.writer.quote === to.writer.quote;
  // A table of one column may hold the delimiter in its text.
  if (isSame && from.names.length > 1) return (column) => rows.rawCell(column);
  return (column) => to.writer.cell(rows.value(column));
}
