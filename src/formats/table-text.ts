import { refusing } from '../core/refusing.js';
import { DELIMITER_CHARACTERS } from '../core/shared-options.js';
import { type CsvCells, readCsvCells } from '../lib/csv/cells.js';
import { sniffDelimiter } from '../lib/csv/sniff.js';
import type { TextSource } from './text-source.js';

/** A choice of the shared option `delimiter`. */
export type DelimiterChoice = 'auto' | keyof typeof DELIMITER_CHARACTERS;

export interface CsvText extends CsvCells {
  /** The character that divides the columns. */
  readonly delimiter: string;
}

/**
 * Reads a caller's CSV. With `auto` the delimiter is found out, and in a text whose first record is one cell, the commas of the
 * others belong to their text. `label` as in `TextSource`. Throws INVALID_INPUT where a quote is not closed, LIMIT_EXCEEDED beyond
 * 16,384 columns.
 */
export function readCsvText({ text, label }: Pick<TextSource, 'text' | 'label'>, choice: DelimiterChoice): CsvText {
  const delimiter = choice === 'auto' ? sniffDelimiter(text) : DELIMITER_CHARACTERS[choice];
  const read = refusing(`Cannot read ${label} as CSV`, () => readCsvCells(text, delimiter));
  const isSingle = choice === 'auto' && read.records[0]?.length === 1 && !text.includes('"');
  if (!isSingle) return { ...read, delimiter };
  return { ...read, records: read.records.map((cells) => [cells.join(delimiter)]), delimiter };
}
