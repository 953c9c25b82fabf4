import { invalid, overLimit, quote } from '../core/errors.js';
import { refusing } from '../core/refusing.js';
import { type DecodedText, decodeText, encodeText } from '../engines/text/text-encoding.js';
import { type CsvRecord, readCsvRecords } from '../lib/csv/records.js';
import { readDirective, sniffDelimiter } from '../lib/csv/sniff.js';
import { appendCells, formatCell } from '../lib/csv/write.js';

/** A CSV file as it is, read once and kept so that it can be written back without a change. */
export interface CsvFile {
  readonly header: CsvRecord;
  /** The records below the header that are not blank. */
  readonly rows: readonly CsvRecord[];
  readonly delimiter: string;
  /** Cells of the widest record. */
  readonly width: number;
  /** Every record in order: directive, blank lines, header, rows. */
  readonly records: readonly CsvRecord[];
  readonly encoding: DecodedText['encoding'];
  readonly hasMark: boolean;
}

export interface CsvSource {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** How messages name what is not a file. */
  readonly label?: string;
}

export const csvLabel = ({ name, label }: Pick<CsvSource, 'name' | 'label'>): string =>
  label ?? `CSV file ${quote(name)}`;

/** Lines pasted where JSON is expected, which are no JSON: they begin with neither a bracket nor a quote and a name. */
export const pastedCsv = (input: string): CsvSource | undefined =>
  /^\ufeff?\s*[[{]/.test(input) || !/\S[\r\n]+[^\r\n]/.test(input)
    ? undefined
    : { name: 'input', bytes: Buffer.from(input), label: 'property "input"' };

/**
 * Opens an uploaded CSV file of any encoding and delimiter. Throws INVALID_INPUT where it is not text, has no header or a
 * quote is not closed, LIMIT_EXCEEDED where it has more than `maxRows` rows below the header or too
 * many columns.
 */
export async function openCsv({ bytes, ...named }: CsvSource, maxRows: number): Promise<CsvFile> {
  const label = csvLabel(named);
  const { text, encoding, hasMark } = await decodeText(bytes, label);
  const delimiter = sniffDelimiter(text);
  const records: CsvRecord[] = [];
  const rows: CsvRecord[] = [];
  let header: CsvRecord | undefined;
  refusing(`Cannot read ${label}`, () => {
    for (const record of readCsvRecords(text, delimiter)) {
      const isDirective = records.length === 0 && readDirective(record.raw) !== undefined;
      const read: CsvRecord = header?.cells.length === 1 ? joinSingle(record) : record;
      records.push(read);
      if (read.isBlank || isDirective) continue;
      if (header) rows.push(read);
      else header = read;
      if (rows.length > maxRows) {
        throw overLimit(`${label} must have at most ${maxRows} rows, line ${read.line} begins row ${rows.length}`);
      }
    }
  });
  if (!header) throw invalid(`Cannot read ${label}: it has no header row`);
  const width = Math.max(header.cells.length, ...rows.map(({ cells }) => cells.length));
  return { header, rows, delimiter, width, records, encoding, hasMark };
}

/** In a file of one column, commas of a record without quoted cells belong to its text. */
function joinSingle(record: CsvRecord): CsvRecord {
  if (record.cells.length < 2 || /(?:^|,)"/.test(record.raw)) return record;
  return { ...record, cells: [record.raw], raw: formatCell(record.raw, ',') };
}

/** Position of the first column of that name, trimmed. Throws INVALID_INPUT, listing the columns, where there is none. */
export function findColumn({ header }: CsvFile, name: string, option: string): number {
  const exact = header.cells.indexOf(name);
  const index = exact >= 0 ? exact : header.cells.findIndex((cell) => cell.trim() === name.trim());
  if (index >= 0) return index;
  const shown = listNames(header.cells);
  const more = header.cells.length > shown.length ? ` and ${header.cells.length - shown.length} more` : '';
  throw invalid(`Option "${option}" must be one of the columns ${shown.join(', ')}${more}, got ${quote(name)}`);
}

// Error bodies stay below about 500 bytes.
const LISTED_CHARACTERS = 240;

function listNames(names: readonly string[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (const name of names) {
    const quoted = quote(name);
    length += quoted.length;
    if (shown.length > 0 && length > LISTED_CHARACTERS) break;
    shown.push(quoted);
  }
  return shown;
}

/**
 * The file's bytes with columns put behind the others: `names` in the header, `cells` in each row. Nothing else changes:
 * encoding, byte order mark, delimiter, quotes, line breaks, blank lines and order stay.
 */
export function withColumns(
  file: CsvFile,
  names: readonly string[],
  cells: readonly (readonly string[])[],
): Uint8Array {
  let row = 0;
  const lines = file.records.map((record) => {
    if (record === file.header)
      return appendCells(record, uniqueNames(file.header, names), file.width, file.delimiter) + record.lineBreak;
    if (record !== file.rows[row]) return record.raw + record.lineBreak;
    const added = cells[row++] ?? [];
    return appendCells(record, added, file.width, file.delimiter) + record.lineBreak;
  });
  return encodeText(lines.join(''), file);
}

/** A name that is taken gets a number: `group` → `group_2`. */
function uniqueNames(header: CsvRecord, names: readonly string[]): string[] {
  const taken = new Set(header.cells);
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(unique); number++) unique = `${name}_${number}`;
    taken.add(unique);
    return unique;
  });
}
