import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { extensionOf } from '../../core/files.js';
import { json, type OutputFile, type ToolResult, text, withFiles } from '../../core/results.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import type { FileRule, InputFile } from '../../core/tool.js';
import { BoundedText } from '../../lib/text/bounded-text.js';
import { checkFileSize, editedFile, KINDS, readTextSource, type TextSource } from '../text-source.js';
import { type CsvReading, type CsvTable, openTable, readTableFile, rowCount } from './source.js';

/** CSV files of any name. */
export const CSV_FILES = { min: 0, max: 20, formats: ['*'] } as const satisfies FileRule;

export const CSV_FILES_NOTE =
  'A file gives a file, in its own encoding; several files give a file each and a report in data, and one that fails does not spoil the others. With "report" data has a report, and the CSV is a file.';

export const reportOption = () =>
  z.boolean().default(false).describe('Returns a report in data, and the CSV as a file.');

/** What every report on a table says. */
const BASE = {
  rowsBefore: count('Rows below the header before.'),
  rowsAfter: count('Rows below the header after.'),
  columns: z.array(z.string()).describe('Names of the columns of the result.'),
  warnings: warnings(),
};

/** `data` of a tool that gives CSV: a report, or one for each file. */
export const csvReports = <Keys extends z.ZodRawShape>(keys: Keys) =>
  z.union([z.object({ ...BASE, ...keys }), fileReports({ ...BASE, ...keys })]);

/** What a tool made of a table. */
export interface CsvWork<Report extends object> {
  readonly content: string;
  readonly rowsAfter: number;
  readonly columns: readonly string[];
  readonly warnings: readonly string[];
  readonly report: Report;
  /** Where the result has another name or encoding than the table. */
  readonly source?: TextSource;
}

interface CsvRun<Options extends CsvReading> {
  readonly input: string;
  readonly files: readonly InputFile[];
  readonly signal: AbortSignal;
  readonly options: Options & { readonly report: boolean };
}

interface BaseReport {
  readonly rowsBefore: number;
  readonly rowsAfter: number;
  readonly columns: readonly string[];
  readonly warnings: readonly string[];
}

/**
 * Works on the table of `input`, of one file, or of each of several files. A text gives a text and a file a file; with `report` and for
 * several files, `data` has what was done. Throws as `readTextSource`, `openTable` and `eachFile`.
 */
export async function eachTable<Options extends CsvReading, Report extends object>(
  run: CsvRun<Options>,
  work: (table: CsvTable) => CsvWork<Report> | Promise<CsvWork<Report>>,
): Promise<
  ToolResult<(BaseReport & Report) | { readonly files: readonly (Partial<BaseReport & Report> & { name: string })[] }>
> {
  const { input, files, signal, options } = run;
  if (files.length > 1 && input === '') {
    return eachFile({ files, signal }, async (file) => {
      const table = await readTableFile(file, options);
      const done = await work(table);
      return { report: reportOf(table, done), outputs: [csvFile(done.source ?? table.source, done.content)] };
    });
  }
  const table = openTable(await readTextSource(run, options.inputCharset), options);
  const done = await work(table);
  const source = done.source ?? table.source;
  if (options.report) return withFiles(json(reportOf(table, done)), [csvFile(source, done.content)]);
  return csvResult(source, done.content);
}

const reportOf = <Report extends object>(table: CsvTable, done: CsvWork<Report>): BaseReport & Report => ({
  rowsBefore: rowCount(table),
  rowsAfter: done.rowsAfter,
  columns: done.columns,
  warnings: [...raggedWarning(table), ...done.warnings],
  ...done.report,
});

export function raggedWarning({ raggedRows, hasHeader }: CsvTable): string[] {
  if (raggedRows === 0) return [];
  const rows = raggedRows === 1 ? '1 row has' : `${raggedRows} rows have`;
  return [`${rows} more or fewer cells than the ${hasHeader ? 'header' : 'first row'}`];
}

/** A text where a text came in, else a file. */
export function csvResult(source: TextSource, content: string): ToolResult<never> {
  if (source.file === undefined) return text(content, { name: 'result.csv', mime: KINDS.csv.mime });
  return { text: null, files: [csvFile(source, content)] };
}

/** The CSV as a file, named after the upload and in its encoding. Throws LIMIT_EXCEEDED where it is too long. */
export function csvFile(source: TextSource, content: string, ending = ''): OutputFile {
  const name = source.file?.name ?? 'result.csv';
  const dot = name.lastIndexOf('.');
  const file = editedFile(
    source,
    content,
    dot > 0 ? `${name.slice(0, dot)}${ending}${name.slice(dot)}` : name + ending,
  );
  checkFileSize(file.bytes, 'native');
  return { ...file, mime: extensionOf(name) === '.tsv' ? KINDS.tsv.mime : KINDS.csv.mime };
}

/** Collects the rows of a result, with the line breaks of the table that it is made from. */
export class RowText {
  readonly #text = new BoundedText();
  readonly #lineBreak: string;
  readonly #isClosed: boolean;
  #isFirst = true;
  /** Rows that were added. */
  count = 0;

  /** Begins with what stands before the header, and ends as the table does, if nothing else is said. */
  constructor({ rows }: CsvTable, { head = rows.head, isClosed = rows.isClosed, lineBreak = rows.lineBreak } = {}) {
    this.#lineBreak = lineBreak;
    this.#isClosed = isClosed;
    if (head !== '') this.#text.add(head);
  }

  add(row: string): void {
    if (!this.#isFirst) this.#text.add(this.#lineBreak);
    this.#isFirst = false;
    this.#text.add(row);
    this.count++;
  }

  toString(): string {
    if (this.#isClosed && !this.#isFirst) this.#text.add(this.#lineBreak);
    this.#isFirst = true;
    return this.#text.toString();
  }
}
