import { type CellReader, TypeGuess } from '../table/cell-reader.js';
import type { CsvRows } from './rows.js';

/** The types of all columns of `first` and the rows below it, in one pass. */
export function typesOfColumns(rows: CsvRows, first: number, reader: CellReader): TypeGuess[] {
  const guesses = Array.from({ length: rows.width }, () => new TypeGuess(reader));
  for (let row = first; row < rows.count; row++) {
    const cells = rows.read(row);
    for (let column = 0; column < cells; column++) {
      const guess = guesses[column];
      if (guess !== undefined && !guess.isText) guess.add(rows.value(column));
    }
  }
  return guesses;
}
