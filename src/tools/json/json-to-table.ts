import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { eachText, TEXT_FILES, TEXT_FILES_NOTE, textReports } from '../../formats/each-text.js';
import { type DocumentKind, documentResult, KINDS } from '../../formats/text-source.js';
import { MAX_COLUMNS } from '../../lib/csv/records.js';
import { type TableRules, typedJsonTable } from '../../lib/json/to-table.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../lib/json/values.js';
import { writeJson } from '../../lib/json/write.js';
import { checkCells, type Table } from '../../lib/table/table.js';
import {
  writeAscii,
  writeAsciiDoc,
  writeHtml,
  writeJira,
  writeLatex,
  writeMarkdown,
} from '../../lib/table/write-table.js';

import { checkChosen, columnsOption, readColumns, readItems, recordsPathOption } from './_records.js';

const WRITERS: Readonly<Record<string, readonly [write: (table: Table) => string, kind: DocumentKind]>> = {
  markdown: [writeMarkdown, KINDS.markdown],
  html: [writeHtml, KINDS.html],
  ascii: [writeAscii, KINDS.text],
  latex: [writeLatex, { extension: '.tex', mime: 'application/x-tex' }],
  confluence: [writeJira, KINDS.text],
  asciidoc: [writeAsciiDoc, { extension: '.adoc', mime: 'text/asciidoc;charset=utf-8' }],
};

/** Cells keep the type of their value, by which numbers are aligned. */
function tableOf(items: readonly JsonValue[], chosen: readonly string[], rules: TableRules): Table {
  if (items.length > 0 && items.every(isJsonArray)) {
    const width = items.reduce((most, { length }) => Math.max(most, length), 0);
    checkCells(width, items.length);
    return { columns: Array.from({ length: width }, () => ''), hasHeader: false, rows: items };
  }
  const { columns: found, rows } = typedJsonTable(items, rules, (value) =>
    isJsonArray(value) || isJsonObject(value) ? writeJson(value) : value,
  );
  checkChosen(chosen, found);
  const columns = chosen.length > 0 ? chosen : found;
  if (columns.length > MAX_COLUMNS)
    throw overLimit(`The table must have at most ${MAX_COLUMNS} columns, got ${columns.length}`);
  checkCells(columns.length, rows.length);
  return { columns, hasHeader: true, rows: rows.map((row) => columns.map((column) => row.get(column) ?? null)) };
}

/** Every row as a name and a value: for one record, or records of many columns. */
function transposed({ columns, rows }: Table): Table {
  const names = rows.length === 1 ? ['value'] : rows.map((_, index) => String(index + 1));
  const turned = columns.map((column, index) => [column, ...rows.map((row) => row[index] ?? null)]);
  return { columns: ['key', ...names], hasHeader: true, rows: turned };
}

export default defineTool({
  id: 'json-to-table',
  title: 'JSON to Table',
  summary: 'Writes JSON records as a Markdown, HTML, text, LaTeX, Confluence or AsciiDoc table.',
  family: 'json',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    format: z
      .enum(['markdown', 'html', 'ascii', 'latex', 'confluence', 'asciidoc'])
      .default('markdown')
      .describe('Markup of the table; ascii draws it with + - and |, confluence is the wiki markup of Jira too.'),
    path: recordsPathOption(),
    columns: columnsOption(),
    flatten: z
      .boolean()
      .default(true)
      .describe('Writes nested properties to their own columns; otherwise objects and arrays become JSON in one cell.'),
    arrays: z
      .enum(['columns', 'json', 'join'])
      .default('join')
      .describe(
        'How arrays are written with "flatten": columns such as tags.1 and tags.2, JSON in one cell, or values joined by "; ".',
      ),
    transpose: z.boolean().default(false).describe('Writes each property on a row of its own, for wide records.'),
    header: shared.header().describe('Writes the column names as the first row.'),
  },
  result: 'mixed',
  data: textReports(),
  notes: [
    'Rows are found as in json-to-csv: the elements of an array, the lines of JSON Lines, the only list of objects inside an object, or one object. An array of arrays is written row by row, without names.',
    'Text is escaped, so that no value becomes markup or breaks the table: | in Markdown, < in HTML, & and _ in LaTeX. Line breaks within a cell are kept as the format allows.',
    'Numbers keep their digits and are aligned to the right in text and LaTeX. Missing values and null are empty cells. Wide characters such as 中 count as two columns.',
    TEXT_FILES_NOTE,
  ],
  aliases: [
    'json to markdown table',
    'json to html table',
    'json to ascii table',
    'json to latex table',
    'json to confluence',
    'json table viewer',
    'print json as table',
  ],
  verified: [
    'pandoc: the cells it reads from 40 random tables in Markdown and HTML are those of the JSON, and in LaTeX where none has | or a backtick, which its reader of LaTeX takes for others',
  ],
  examples: [
    {
      title: 'Markdown',
      input: '[{"id":1,"name":"Ada | Co","tags":["a","b"]},{"id":12345678901234567890,"address":{"city":"中国"}}]',
      output: {
        text: '| id                   | name      | tags | address.city |\n| -------------------- | --------- | ---- | ------------ |\n| 1                    | Ada \\| Co | a; b |              |\n| 12345678901234567890 |           |      | 中国         |\n',
      },
    },
    {
      title: 'A drawn table of chosen columns',
      input: '{"count":2,"results":[{"id":1,"price":1.10,"x":true},{"id":20,"price":5}]}',
      options: { format: 'ascii', columns: 'price,id' },
      output: {
        text: '+-------+----+\n| price | id |\n+-------+----+\n|  1.10 |  1 |\n|     5 | 20 |\n+-------+----+\n',
      },
    },
    {
      title: 'One record, a property on each row',
      input: '{"name":"Ada","born":1815,"note":null}',
      options: { transpose: true },
      output: {
        text: '| key  | value |\n| ---- | ----- |\n| name | Ada   |\n| born | 1815  |\n| note |       |\n',
      },
    },
    {
      title: 'HTML',
      input: '[{"a":"<b>","b":{"c":[1,2]}}]',
      options: { format: 'html', flatten: false },
      output: {
        text: '<table>\n  <thead>\n    <tr>\n      <th>a</th>\n      <th>b</th>\n    </tr>\n  </thead>\n  <tbody>\n    <tr>\n      <td>&lt;b&gt;</td>\n      <td>{&quot;c&quot;:[1,2]}</td>\n    </tr>\n  </tbody>\n</table>\n',
      },
    },
    {
      title: 'A path that leads nowhere',
      input: '{"a":{"b":1}}',
      options: { path: 'a.c' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read option "path" in property "input": nothing is at "c", the keys there are "b"',
      },
    },
    {
      title: 'Conflicting columns',
      input: '[{"a.b":1,"a":{"b":2}}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as a table: item 1 has two values for the column "a.b"',
      },
    },
    {
      title: 'Unclosed quote in the column names',
      input: '[]',
      options: { columns: '"a' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "columns" must be names divided by commas: line 1, column 1: the quoted value that begins here has no closing quote\n"a\n^',
      },
    },
  ],
  run({ input, files, signal, options }) {
    const { format, path, transpose, header } = options;
    const chosen = readColumns(options.columns);
    const [write, kind] = WRITERS[format] ?? [writeMarkdown, KINDS.markdown];
    return eachText({ input, files, signal }, (source) => {
      const items = readItems(source, path, '', 'a table');
      const content = refusing(`Cannot write ${source.label} as a table`, () => {
        const table = tableOf(items, chosen, options);
        const turned = transpose ? transposed(table) : table;
        return write({ ...turned, hasHeader: turned.hasHeader && header });
      });
      return documentResult(source, content, kind);
    });
  },
});
