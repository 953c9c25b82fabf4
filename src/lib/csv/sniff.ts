import { isFault } from '../faults.js';
import { readCsvRecords } from './records.js';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_RECORDS = 100;
const SAMPLE_CHARACTERS = 65_536;

/**
 * The delimiter of a CSV text: the one that cuts the header and most of the first 100 records into the same number of
 * cells; the one with more cells where two do. A comma for a text of one column.
 */
export function sniffDelimiter(text: string): string {
  const directive = readDirective(text);
  if (directive !== undefined) return directive;
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const score = scoreDelimiter(text, delimiter);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The line `sep=;` with which Excel is told the delimiter. */
export function readDirective(text: string): string | undefined {
  return /^sep=([,;\t|])(?=[\r\n]|$)/i.exec(text)?.[1];
}

function scoreDelimiter(text: string, delimiter: string): number {
  const counts = countCells(text.slice(0, SAMPLE_CHARACTERS), delimiter);
  // The last record of a sample may be cut off in the middle.
  if (text.length > SAMPLE_CHARACTERS && counts.length > 1) counts.pop();
  const header = counts[0] ?? 0;
  if (header < 2) return 0;
  const equal = counts.filter((count) => count === header).length / counts.length;
  return equal * equal * (2 - 1 / header);
}

function countCells(text: string, delimiter: string): number[] {
  const counts: number[] = [];
  try {
    for (const { cells, isBlank } of readCsvRecords(text, delimiter)) {
      if (!isBlank) counts.push(cells.length);
      if (counts.length >= SAMPLE_RECORDS) break;
    }
  } catch (error) {
    // The sample may end within quotes, or this may be the wrong delimiter: the records before tell enough.
    if (!isFault(error)) throw error;
  }
  return counts;
}
