import { invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { htmlTableToTable, readHtmlTables } from '../../formats/html-tables.js';
import { readJson } from '../../formats/json-document.js';
import { type CsvForm, type DelimiterChoice, readCsvText } from '../../formats/table-text.js';
import { type DocumentKind, KINDS } from '../../formats/text-source.js';
import { readAlignedTable } from '../../lib/table/aligned-table.js';
import { typedTable } from '../../lib/table/cell-types.js';
import { tableFromJson } from '../../lib/table/json-table.js';
import {
  isDelimiterRow,
  type ReadRows,
  readAsciiTable,
  readLatexTable,
  readMarkdownTable,
} from '../../lib/table/read-table.js';
import { checkCells, type Table, tableOf } from '../../lib/table/table.js';
import {
  type TableStyle,
  writeAscii,
  writeAsciiDoc,
  writeCsv,
  writeHtml,
  writeJira,
  writeJsonLines,
  writeJsonRows,
  writeLatex,
  writeMarkdown,
  writeMediaWiki,
  writeSql,
} from '../../lib/table/write-table.js';

export const TABLE_SOURCES = ['csv', 'tsv', 'markdown', 'html', 'json', 'latex', 'ascii'] as const;
export const TABLE_TARGETS = [...TABLE_SOURCES, 'jsonl', 'sql', 'mediawiki', 'asciidoc', 'jira'] as const;

type SourceFormat = (typeof TABLE_SOURCES)[number];
export type TargetFormat = (typeof TABLE_TARGETS)[number];

interface ReadRequest extends CsvForm {
  readonly from: SourceFormat | 'auto';
  readonly header: boolean;
  readonly types: boolean;
  readonly delimiter: DelimiterChoice;
}

interface Labelled {
  readonly text: string;
  readonly label: string;
}

/** The table of a text in one of the formats. Throws INVALID_INPUT where there is none, LIMIT_EXCEEDED beyond `MAX_CELLS`. */
export function readTable(source: Labelled, request: ReadRequest): Table {
  return refusing(`Cannot read ${source.label} as a table`, () => {
    const table = readAnyTable(source, request);
    checkCells(table.columns.length, table.rows.length);
    return table;
  });
}

function readAnyTable(source: Labelled, request: ReadRequest): Table {
  const from = request.from === 'auto' ? detectFormat(source.text) : request.from;
  if (from === 'json') return readJsonTable(source, request.header);
  const table = readTextTable(source, from, request);
  return request.types ? typedTable(table) : table;
}

function readTextTable(source: Labelled, from: Exclude<SourceFormat, 'json'>, request: ReadRequest): Table {
  if (from === 'csv' || from === 'tsv') {
    const choice = from === 'tsv' && request.delimiter === 'auto' ? 'tab' : request.delimiter;
    return tableOf(readCsvText(source, choice, request).records, request.header);
  }
  if (from === 'html') {
    const [first] = readHtmlTables(source.text, source.label, 'text');
    if (first === undefined) throw invalid(`Cannot read ${source.label} as HTML: there is no table`);
    return htmlTableToTable(first, request.header, true);
  }
  const { rows, hasHeader } = readDrawn(source, from);
  return tableOf(rows, request.header && hasHeader);
}

/** A line that is drawn between rows. */
const HAS_RULE = /^[-+|= \t\u2500-\u257f]{2,}\r?$/m;
const NAMES = { markdown: 'Markdown', latex: 'LaTeX', ascii: 'a drawn table' } as const;
const READERS = { markdown: readMarkdownTable, latex: readLatexTable, ascii: readAsciiTable };

const readDrawn = ({ text, label }: Labelled, from: 'markdown' | 'latex' | 'ascii'): ReadRows =>
  refusing(
    `Cannot read ${label} as ${NAMES[from]}`,
    () => (from === 'ascii' && !HAS_RULE.test(text) ? readAlignedTable(text) : undefined) ?? READERS[from](text),
  );

/** A caller's JSON as a table. Throws INVALID_INPUT where it is none. */
export const readJsonTable = ({ text, label }: Labelled, header: boolean): Table =>
  refusing(`Cannot read ${label} as a table`, () => tableFromJson(readJson(text, label), header));

const SAMPLE_CHARACTERS = 20_000;

function detectFormat(text: string): SourceFormat {
  const start = text.slice(0, SAMPLE_CHARACTERS).trimStart();
  if (/^[[{]/.test(start)) return 'json';
  if (/\\begin\{(?:tabular|longtable|array|tblr)/.test(start)) return 'latex';
  if (/<table[\s>]/i.test(start) || /^<(?:!doctype|html|thead|tbody|tr)\b/i.test(start)) return 'html';
  const lines = start.split(/\r\n|[\r\n]/);
  if (/^(?:\+[-=]+(?:\+[-=]+)*\+\s*$|[┌╔┏╭])/.test(lines[0] ?? '')) return 'ascii';
  if (lines.some(isDelimiterRow)) return 'markdown';
  if (lines.some((line) => /^\s*-{2,}(?:\+-+)+\s*$/.test(line) || /[┼╪╋]/.test(line))) return 'ascii';
  const [first = ''] = lines;
  if (first.includes('\t')) return 'tsv';
  return !/[,;|"]/.test(first) && readAlignedTable(start) !== undefined ? 'ascii' : 'csv';
}

const WRITERS: Readonly<Record<TargetFormat, (table: Table, style: TableStyle) => string>> = {
  csv: (table, { delimiter }) => writeCsv(table, delimiter),
  tsv: (table) => writeCsv(table, '\t'),
  markdown: writeMarkdown,
  html: writeHtml,
  json: (table, { indent }) => `${writeJsonRows(table, indent)}\n`,
  jsonl: writeJsonLines,
  latex: writeLatex,
  ascii: writeAscii,
  sql: writeSql,
  mediawiki: writeMediaWiki,
  asciidoc: writeAsciiDoc,
  jira: writeJira,
};

export const TABLE_KINDS: Readonly<Record<TargetFormat, DocumentKind>> = {
  csv: KINDS.csv,
  tsv: KINDS.tsv,
  markdown: KINDS.markdown,
  html: KINDS.html,
  json: KINDS.json,
  jsonl: KINDS.jsonLines,
  latex: { extension: '.tex', mime: 'application/x-tex' },
  ascii: KINDS.text,
  sql: { extension: '.sql', mime: 'application/sql' },
  mediawiki: { extension: '.wiki', mime: 'text/plain;charset=utf-8' },
  asciidoc: { extension: '.adoc', mime: 'text/plain;charset=utf-8' },
  jira: { extension: '.txt', mime: 'text/plain;charset=utf-8' },
};

/** A table as a text of the format. Throws LIMIT_EXCEEDED where it would be too long. */
export const writeTable = (table: Table, to: TargetFormat, style: TableStyle): string =>
  refusing('Cannot write the table', () => WRITERS[to](table, style));
