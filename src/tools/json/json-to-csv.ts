import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { DELIMITER_CHARACTERS, shared } from '../../core/shared-options.js';
import { documentResult, KINDS, readTextSource } from '../../formats/text-source.js';
import { MAX_COLUMNS } from '../../lib/csv/records.js';
import { formatRecord } from '../../lib/csv/write.js';
import { type JsonTable, jsonCell, jsonTable, type TableRules } from '../../lib/json/to-table.js';
import { isJsonArray, type JsonValue } from '../../lib/json/values.js';

import { checkChosen, columnsOption, readColumns, readItems, recordsPathOption } from './_records.js';

/** Most letters of a table: more than any response carries. Few rows with many columns each make a large one. */
const MAX_CHARACTERS = 20 * 2 ** 20;

const makeTable = (items: readonly JsonValue[], rules: TableRules, label: string): JsonTable =>
  refusing(`Cannot write ${label} as CSV`, () => jsonTable(items, rules));

function* recordsOf(table: JsonTable, chosen: readonly string[], header: boolean): Generator<readonly string[]> {
  checkChosen(chosen, table.columns);
  const columns = chosen.length > 0 ? chosen : table.columns;
  if (columns.length === 0) return;
  if (columns.length > MAX_COLUMNS) {
    throw overLimit(`The table must have at most ${MAX_COLUMNS} columns, got ${columns.length}`);
  }
  if (header) yield columns;
  for (const row of table.rows) yield columns.map((column) => row.get(column) ?? '');
}

function writeTable(records: Iterable<readonly string[]>, delimiter: string): string {
  const lines: string[] = [];
  let length = 0;
  for (const cells of records) {
    const line = `${lineOf(cells, delimiter)}\n`;
    length += line.length;
    if (length > MAX_CHARACTERS) {
      throw overLimit(`The table must have at most ${MAX_CHARACTERS} characters, and has ${cells.length} columns`);
    }
    lines.push(line);
  }
  return lines.join('');
}

/** A row of one empty cell is written in quotes: readers pass over an empty line. */
const lineOf = (cells: readonly string[], delimiter: string): string =>
  cells.length === 1 && cells[0] === '' ? '""' : formatRecord(cells, delimiter);

export default defineTool({
  id: 'json-to-csv',
  title: 'JSON to CSV',
  summary: 'Converts JSON records or JSON Lines to CSV, with nested properties in columns such as address.city.',
  family: 'json',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    outputDelimiter: shared.outputDelimiter(),
    path: recordsPathOption(),
    unwind: z
      .string()
      .max(1000)
      .default('')
      .describe('List inside each record, such as items, whose elements get a row each; the other columns repeat.'),
    columns: columnsOption(),
    flatten: z
      .boolean()
      .default(true)
      .describe('Writes nested properties to their own columns; otherwise objects and arrays become JSON in one cell.'),
    arrays: z
      .enum(['columns', 'json', 'join'])
      .default('columns')
      .describe(
        'How arrays are written with "flatten": columns such as tags.1 and tags.2, JSON in one cell, or values joined by "; ".',
      ),
    header: shared.header().describe('Writes the column names as the first row.'),
    bom: shared.bom().describe('Writes a byte order mark, which Excel needs to recognise UTF-8.'),
  },
  result: 'mixed',
  notes: [
    'Rows are the elements of an array, the lines of JSON Lines, the only list of objects inside an object (as in {"count": 2, "results": […]}), or one object; "path" chooses another list. A value that is not an object is written to the column "value"; an array of arrays is written row by row as it is, without names.',
    'Columns appear in the order of their first occurrence. Missing values and null are empty cells; empty objects and arrays are {} and [].',
    'Numbers are written unchanged, with every digit. Cells are quoted where necessary (RFC 4180); lines end with LF.',
    'A cell that begins with = is left as it is: programs that run formulas from CSV should be told not to.',
    'Text input gives text, a file gives a file.',
  ],
  aliases: [
    'json2csv',
    'convert json to csv',
    'json to excel',
    'json to spreadsheet',
    'flatten json',
    'ndjson to csv',
    'json to tsv',
  ],
  verified: [
    'Miller 6.6 (mlr --ijson --ocsv flatten then unsparsify): same cells for 60 random tables without null, both read by Papa Parse 5.7',
  ],
  examples: [
    {
      title: 'Objects with objects and arrays',
      input: '[{"id":1,"name":"Ada","address":{"city":"London"},"tags":["a","b"]},{"id":2,"vip":true,"tags":[]}]',
      output: {
        text: 'id,name,address.city,tags.1,tags.2,vip,tags\n1,Ada,London,a,b,,\n2,,,,,true,[]\n',
      },
    },
    {
      title: 'Chosen columns, semicolons, long numbers, quotes where needed',
      input: '{"id":12345678901234567890,"note":"a;b","x":1.10}\n{"id":2,"note":"say \\"hi\\"","x":null}',
      options: { columns: 'note,id,missing', outputDelimiter: 'semicolon' },
      output: { text: 'note;id;missing\n"a;b";12345678901234567890;\n"say ""hi""";2;\n' },
    },
    {
      title: 'Arrays of arrays, and single values',
      input: '[["a","b"],[1,"x,y"],[null,true]]',
      output: { text: 'a,b\n1,"x,y"\n,true\n' },
    },
    {
      title: 'Arrays in one cell',
      input: '[{"tags":["a","b"],"o":{"p":[1]}}]',
      options: { arrays: 'join' },
      output: { text: 'tags,o.p\na; b,1\n' },
    },
    {
      title: 'A file of JSON Lines',
      files: [{ name: 'log.jsonl', text: '{"a":1}\n{"b":2}\n' }],
      options: { header: false },
      output: { text: null, files: [{ name: 'log.csv', mime: 'text/csv;charset=utf-8', text: '1,\n,2\n' }] },
    },
    {
      title: 'Conflicting columns',
      input: '[{"a":{"b":1}},{"a.b":1,"a":{"b":2}}]',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot write property "input" as CSV: item 2 has two values for the column "a.b"',
      },
    },
    {
      title: 'Not JSON',
      input: '{"a":1}\n{"a":2',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as JSON Lines: line 2, column 7: expected "," or "}", got the end of the text\n{"a":2\n      ^',
      },
    },
    {
      title: 'Columns that are not there',
      input: '[{"a":1,"b":2}]',
      options: { columns: 'B,A' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "columns" names none of the columns, which are "a", "b"',
      },
    },
    {
      title: 'Unclosed quote in the column names',
      input: '[]',
      options: { columns: 'a,"b' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "columns" must be names divided by commas: line 1, column 3: the quoted value that begins here has no closing quote\na,"b\n  ^',
      },
    },
  ],
  async run({ input, options, files }) {
    const { outputDelimiter, bom } = options;
    const columns = readColumns(options.columns);
    const source = await readTextSource({ input, files });
    const items = readItems(source, options.path, options.unwind, 'CSV');
    const delimiter = DELIMITER_CHARACTERS[outputDelimiter];
    const areRows = items.length > 0 && items.every(isJsonArray);
    const table = areRows
      ? items.map((item) => item.map(jsonCell))
      : recordsOf(makeTable(items, options, source.label), columns, options.header);
    const content = (bom ? '\ufeff' : '') + writeTable(table, delimiter);
    return documentResult(source, content, outputDelimiter === 'tab' ? KINDS.tsv : KINDS.csv, 'native');
  },
});
