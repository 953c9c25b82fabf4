import { z } from 'zod';

import { stemOf } from '../../core/files.js';
import { defineTool, file, files as filesResult, invalid, overLimit, type ToolResult } from '../../core/index.js';
import { CLASS_LIMITS } from '../../core/limits.js';
import { refusing } from '../../core/refusing.js';
import { anyJson, place } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { type HtmlTable, htmlTableToTable, readHtmlTables } from '../../formats/html-tables.js';
import { checkFileSize, documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { typedTable } from '../../lib/table/cell-types.js';
import type { Table } from '../../lib/table/table.js';
import { writeCsv, writeJsonRows, writeMarkdown } from '../../lib/table/write-table.js';
import { writeXlsx } from '../../lib/table/write-xlsx.js';

/** More files than anyone opens; their names and frames take room in the answer too. */
const MAX_CSV_FILES = 5000;
const XLSX_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Named {
  readonly caption: string;
  readonly number: number;
  readonly table: Table;
}

function choose(tables: readonly HtmlTable[], number: number, label: string): (readonly [HtmlTable, number])[] {
  if (tables.length === 0) throw invalid(`Cannot read ${label}: no table found in it`);
  const numbered = tables.map((table, i) => [table, i + 1] as const);
  if (number > tables.length) {
    const has = tables.length === 1 ? 'there is 1 table' : `there are ${tables.length} tables`;
    throw invalid(`Option "table" must be the number of a table, ${has}, got ${number}`);
  }
  return number === 0 ? numbered : numbered.slice(number - 1, number);
}

/** One table is a list of its rows; several are a list of tables with their captions. */
function writeAllJson(tables: readonly Named[], isOne: boolean): string {
  const [first] = tables;
  if (isOne && first !== undefined) return writeJsonRows(first.table);
  const parts = tables.map(({ caption, number, table }) => {
    const rows = writeJsonRows(table).replaceAll('\n', '\n    ');
    return `  {\n    "table": ${number},\n    "caption": ${JSON.stringify(caption)},\n    "rows": ${rows}\n  }`;
  });
  return `[\n${parts.join(',\n')}\n]`;
}

function writeAllMarkdown(tables: readonly Named[]): string {
  const parts = tables.map(({ caption, table }) => {
    const text = writeMarkdown(table);
    return caption === '' || tables.length === 1 ? text : `**${caption.replaceAll('\n', ' ')}**\n\n${text}`;
  });
  return parts.join('\n');
}

function workbook(tables: readonly Named[], name: string): ToolResult<never> {
  const bytes = refusing('Cannot write XLSX', () =>
    writeXlsx(tables.map(({ caption, table }) => ({ name: caption, table }))),
  );
  checkFileSize(bytes, 'native');
  return file(name, XLSX_MIME, bytes);
}

/** A CSV file for each table. Throws LIMIT_EXCEEDED where they are too large together. */
function csvFiles(written: readonly string[], stem: string): ToolResult<never> {
  const { mime } = KINDS.csv;
  const all = written.map((csv, i) => ({ name: `${stem}-${i + 1}.csv`, mime, bytes: Buffer.from(csv) }));
  for (const { bytes } of all) checkFileSize(bytes, 'native');
  const total = all.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const most = CLASS_LIMITS.native.outputFilesBytes;
  if (total > most) throw overLimit(`The CSV files must have at most ${most} bytes together, got ${total}`);
  if (all.length > MAX_CSV_FILES)
    throw overLimit(
      `The page must have at most ${MAX_CSV_FILES} tables for CSV, got ${all.length}: choose one with "table"`,
    );
  return filesResult(all);
}

export default defineTool({
  id: 'html-table-extractor',
  title: 'HTML Table Extractor',
  summary: 'Extracts the tables of an HTML page to CSV, JSON, Markdown or an Excel workbook, resolving merged cells.',
  family: 'data-formats',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    format: z.enum(['csv', 'json', 'markdown', 'xlsx']).default('csv').describe('Format of the tables.'),
    table: z.number().min(0).max(1000).multipleOf(1).default(0).describe('Number of the table, from 1; 0 for all.'),
    header: shared.header(),
    types: z
      .boolean()
      .default(true)
      .describe('Writes numbers, true and false as values in JSON and XLSX instead of text.'),
    repeatSpans: z
      .boolean()
      .default(true)
      .describe('Repeats a merged cell in each row and column it covers; otherwise only in the first.'),
    links: z
      .enum(['text', 'markdown', 'url'])
      .default('text')
      .describe('How links are written: text only, text and address as in Markdown, or address only.'),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: z.union([
    z.array(
      z.object({
        table: place('Number of the table; of several tables.'),
        caption: z.string().describe('Caption of the table, or empty.'),
        rows: z.array(anyJson('Row.')).describe('Rows as objects by column, or as arrays without a header.'),
      }),
    ),
    z.array(anyJson('Row.')),
  ]),
  notes: [
    'The page is read as browsers read it, however broken, and merged cells are laid out by the table model of the WHATWG: colspan up to 1000, rowspan up to 65534 or 0 to the end of its group, tfoot last.',
    'The header is the thead, several rows of it joined to one, else the first row. Text is what a reader sees: whitespace as one space, br and paragraphs as line breaks, pictures by their alt text, no scripts.',
    'A table inside a cell is a table of its own, numbered where it begins, and not part of that cell.',
    'All tables together: an uploaded file gives one CSV file for each; a text gives CSV tables one below the other with an empty line between, JSON objects with number, caption and rows, Markdown one below the other, or one workbook with a sheet for each. One table in JSON is the list of its rows.',
    'XLSX: numbers that a spreadsheet shows as they were written (at most 15 digits) are numbers, everything else is text; text such as =1+1 stays text and never becomes a formula.',
    'At most 1,000,000 cells, spans counted in full.',
  ],
  aliases: [
    'html table to csv',
    'scrape table from web page',
    'html to excel',
    'wikipedia table to csv',
    'html table to json',
    'convert html table',
    'table of a web page to csv',
  ],
  verified: [
    'WHATWG table model (HTML standard, 4.9.12): 12 cases of colspan, rowspan, rowspan 0, groups, tfoot, header rows and nested tables by hand.',
    'openpyxl 3.0: reads every written workbook with the same cells and types; none is a formula.',
  ],
  examples: [
    {
      title: 'A table with merged cells',
      input: '<table><tr><th>Year<th colspan=2>Sales<tr><td rowspan=2>2024<td>North<td>1,5<tr><td>South<td>2,0</table>',
      output: { text: 'Year,Sales,Sales\n2024,North,"1,5"\n2024,South,"2,0"\n' },
    },
    {
      title: 'JSON with types and links',
      input:
        '<table><thead><tr><th>Id</th><th>Site</th></tr></thead><tbody><tr><td>7</td><td><a href="https://a.example/">A</a></td></tr></tbody></table>',
      options: { format: 'json', table: 1, links: 'markdown' },
      output: { data: [{ Id: 7, Site: '[A](https://a.example/)' }] },
    },
    {
      title: 'All tables of a page',
      input: '<table><caption>One<tr><th>a<tr><td>1</table><p>and</p><table><tr><th>b<tr><td>x<br>y</table>',
      options: { format: 'json' },
      output: {
        data: [
          { table: 1, caption: 'One', rows: [{ a: 1 }] },
          { table: 2, caption: '', rows: [{ b: 'x\ny' }] },
        ],
      },
    },
    {
      title: 'A file gives a CSV file for each table',
      files: [{ name: 'page.html', text: '<table><tr><td>a<tr><td>1</table><table><tr><td>b</table>' }],
      output: {
        text: null,
        files: [
          { name: 'page-1.csv', mime: 'text/csv;charset=utf-8', text: 'a\n1\n' },
          { name: 'page-2.csv', mime: 'text/csv;charset=utf-8', text: 'b\n' },
        ],
      },
    },
    {
      title: 'No table on the page',
      input: '<p>Nothing here</p>',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": no table found in it' },
    },
    {
      title: 'Unknown table',
      input: '<table><tr><td>1</table>',
      options: { table: 2 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "table" must be the number of a table, there is 1 table, got 2',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    const source = await readTextSource({ input, files }, options.inputCharset);
    const chosen = choose(readHtmlTables(source.text, source.label, options.links), options.table, source.label);
    const isTyped = options.types && (options.format === 'json' || options.format === 'xlsx');
    const tables = chosen.map(([table, number]) => {
      const plain = htmlTableToTable(table, options.header, options.repeatSpans);
      return { caption: table.caption, number, table: isTyped ? typedTable(plain) : plain };
    });
    const stem = stemOf(source.file?.name ?? 'result.html');
    if (options.format === 'xlsx') return workbook(tables, `${stem}.xlsx`);
    if (options.format === 'json') {
      const text = refusing('Cannot write the table', () =>
        writeAllJson(tables, options.table > 0 || chosen.length === 0),
      );
      return documentResult(source, text, KINDS.json, 'native');
    }
    if (options.format === 'markdown') {
      return documentResult(
        source,
        refusing('Cannot write the table', () => writeAllMarkdown(tables)),
        KINDS.markdown,
        'native',
      );
    }
    const written = tables.map(({ table }) => refusing('Cannot write the table', () => writeCsv(table)));
    if (source.file === undefined || written.length === 1) {
      return documentResult(source, written.join('\n'), KINDS.csv, 'native');
    }
    return csvFiles(written, stem);
  },
});
