import { invalid, quote } from '../../core/errors.js';
import { extensionOf, renamed } from '../../core/files.js';
import type { OutputFile } from '../../core/results.js';
import type { InputFile } from '../../core/tool.js';
import { type DelimiterChoice, listColumns, raggedRows, readCsvText } from '../../formats/table-text.js';
import { editedFile, readTextSource, type TextSource } from '../../formats/text-source.js';
import { readWorkbook } from '../../formats/workbook.js';
import { formatRecord } from '../../lib/csv/write.js';
import { cellText, checkCells } from '../../lib/table/table.js';

/** A table with a header, as texts, and how it is written back. */
export interface TextTable {
  readonly label: string;
  readonly columns: readonly string[];
  /** Each as wide as the header. */
  readonly rows: readonly (readonly string[])[];
  readonly warnings: readonly string[];
  readonly file: InputFile | undefined;
  readonly write: (rows: readonly (readonly string[])[]) => {
    readonly text: string;
    readonly output: OutputFile | undefined;
  };
}

const CSV_MIME = 'text/csv;charset=utf-8';

/** A CSV text or file, or the first sheet of a workbook, which is written as CSV. Throws INVALID_INPUT where it is not one. */
export async function readTextTable(
  { input, files }: { readonly input: string; readonly files: readonly InputFile[] },
  delimiter: DelimiterChoice,
): Promise<TextTable> {
  const [file] = files;
  if (file !== undefined && input === '' && extensionOf(file.name) === '.xlsx') return fromWorkbook(file);
  const source = await readTextSource({ input, files });
  const csv = readCsvText(source, delimiter);
  const [columns = [], ...rows] = csv.records;
  if (columns.length === 0) throw invalid(`Cannot read ${source.label} as CSV: it has no header row`);
  const ragged = raggedRows(csv);
  const [first] = ragged;
  const warnings =
    first === undefined
      ? []
      : [`${ragged.length} rows have more or fewer cells than the header, the first in line ${first.line}`];
  return {
    ...squared(columns, rows),
    label: source.label,
    warnings,
    file: source.file,
    write: (written) => writtenCsv(source, written, csv.delimiter),
  };
}

function fromWorkbook(file: InputFile): TextTable {
  const label = `file ${quote(file.name)}`;
  const sheets = readWorkbook(file.bytes, label);
  const sheet = sheets.find(({ rows }) => rows.length > 0);
  if (sheet === undefined) throw invalid(`Cannot read ${label}: its sheets are empty`);
  const [header = [], ...rows] = sheet.rows.map((row) => Array.from(row, cellText));
  const warnings = sheets.length > 1 ? [`Only sheet ${quote(sheet.name)} was read, of ${sheets.length} sheets`] : [];
  const source: TextSource = { text: '', label, file: undefined, encoding: undefined };
  return {
    ...squared(header, rows),
    label,
    warnings,
    file,
    write: (written) => {
      const { text } = writtenCsv(source, written, ',');
      return { text, output: { name: renamed(file.name, '.csv'), mime: CSV_MIME, bytes: Buffer.from(text) } };
    },
  };
}

/** Cells beyond the header get columns without a name, so that nothing is left as it was. */
function squared(header: readonly string[], rows: readonly (readonly string[])[]) {
  const width = rows.reduce((most, row) => Math.max(most, row.length), header.length);
  checkCells(width, rows.length);
  const fill = (row: readonly string[]): readonly string[] =>
    row.length === width ? row : Array.from({ length: width }, (_, column) => row[column] ?? '');
  return { columns: fill(header), rows: rows.map(fill) };
}

function writtenCsv(source: TextSource, rows: readonly (readonly string[])[], delimiter: string) {
  const lineBreak = /\r\n|\n|\r/.exec(source.text)?.[0] ?? '\n';
  const text = rows.map((row) => formatRecord(row, delimiter) + lineBreak).join('');
  const { file } = source;
  if (file === undefined) return { text, output: undefined };
  return { text, output: { ...editedFile(source, text, file.name), mime: CSV_MIME } };
}

/** Place of a column by its name. Throws INVALID_INPUT, naming the option and the columns, where there is none. */
export function placeOf(columns: readonly string[], name: string, option: string): number {
  const index = columns.findIndex((column) => column.trim() === name.trim());
  if (index >= 0) return index;
  throw invalid(
    `Option "${option}" names the column ${quote(name)}, which the table does not have: ${listColumns(columns)}`,
  );
}
