import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { csvFormOptions } from '../../formats/csv/form-options.js';
import { type CsvText, keyColumnOf, raggedRows, readCsvText, refuseRagged } from '../../formats/table-text.js';
import { documentResult, KINDS, readTextSource, type TextSource } from '../../formats/text-source.js';
import { type CsvJsonRequest, columnsOf, writeCsvAsJson } from '../../lib/table/csv-json.js';

const REPORTED_ROWS = 100;
const DELIMITER_NAMES: Readonly<Record<string, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' };

const write = (csv: CsvText, { label }: TextSource, request: CsvJsonRequest): string =>
  refusing(`Cannot ${request.shape === 'keyed' ? 'key the rows' : 'nest the columns'} of ${label}`, () =>
    writeCsvAsJson(csv, request),
  );

export default defineTool({
  id: 'csv-to-json',
  title: 'CSV to JSON',
  summary: 'Converts CSV or TSV to JSON or JSON Lines: objects, lists, columns or objects by key, with types.',
  family: 'data-formats',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    format: z
      .enum(['json', 'jsonl'])
      .default('json')
      .describe('JSON, or JSON Lines with one row per line (for the shapes objects and arrays).'),
    delimiter: shared.delimiter(),
    ...csvFormOptions,
    header: shared.header(),
    types: z
      .boolean()
      .default(true)
      .describe('Writes numbers, true, false and empty cells (null) as values instead of text.'),
    nested: z
      .boolean()
      .default(false)
      .describe('Builds objects and lists from column names such as "address.city" and "tags[0]".'),
    shape: z
      .enum(['objects', 'arrays', 'columns', 'keyed'])
      .default('objects')
      .describe(
        'Arrangement of the JSON: an object per row, a list per row (header first), a list per column, or row objects keyed by column "key".',
      ),
    key: z.string().max(1000).default('').describe('Column with the keys for "keyed"; empty for the first.'),
    duplicateKeys: z
      .enum(['refuse', 'group'])
      .default('refuse')
      .describe('What "keyed" does with duplicate keys: refuses them, or groups the rows of each key in a list.'),
    ragged: z
      .enum(['keep', 'refuse'])
      .default('keep')
      .describe('Rows with more or fewer cells than the first: kept as they are, or refused.'),
    report: z
      .boolean()
      .default(false)
      .describe('Returns { data, report }; the report has the delimiter, columns, number of rows and ragged rows.'),
    indent: shared.indent(),
    inputCharset: shared.inputCharset(),
  },
  result: 'mixed',
  data: anyJson('Rows in the chosen shape, or an object of data and report where a report was asked for.'),
  notes: [
    'Numbers are what JSON accepts as numbers, and are copied unchanged, however many digits they have: 1.10 stays 1.10 and 12345678901234567890 keeps every digit. All other values stay text: 007, +49, .5, 1,5, 0x1F, NaN, 1e999, TRUE, " 5".',
    'A column of nothing but digits with a leading zero or plus sign in one of its cells holds codes such as postcodes and telephone numbers: all of it stays text, 90210 beside 01234 too.',
    'With types, a cell with nothing in it is null and a cell written as "" is an empty text. A cell that a short row lacks is omitted of its object and list, and null in a column.',
    'Cells beyond the header are kept: their columns are column_4, column_5 and so on by their place, as are columns without a name. A duplicate name gets a number: name, name_2.',
    'The delimiter is detected from the first 100 records; a first line such as sep=; sets it. Quotes, line breaks of any kind and doubled quotes as in RFC 4180; spaces belong to the cell; blank lines are ignored.',
    'With "nested", places at the end of a list that are empty in a row are omitted; a list must have all its places, [0] to the last. Names such as tags.1, tags.2 without a gap are a list too, as json-to-csv writes them, and cells [] and {} an empty list and object.',
    'A file gives a file. Formulas stay as they are: the result is data. At most 16,384 columns.',
  ],
  aliases: ['csv2json', 'tsv to json', 'convert csv to json', 'spreadsheet to json', 'csv parser', 'excel csv to json'],
  verified: [
    'csv-spectrum: all 11 files give its JSON.',
    'Papa Parse 5.7: the same cells for 3,000 random texts in four delimiters; RFC 4180 section 2, rules 1 to 7.',
    'Miller 6.6 (mlr --icsv --ojson): the same values for 30 random tables with types.',
  ],
  examples: [
    {
      title: 'Rows to objects, with types',
      input: 'name,age,active\nAda,36,true\n"Lovelace, B.",,false\n',
      options: { indent: 0 },
      output: {
        text: '[{"name":"Ada","age":36,"active":true},{"name":"Lovelace, B.","age":null,"active":false}]',
      },
    },
    {
      title: 'Codes stay text and numbers keep their digits',
      input: 'id;zip;price;phone\n12345678901234567890;01234;1.10;+4930123\n7;90210;1e5;+4989456\n',
      output: {
        text: '[\n  {\n    "id": 12345678901234567890,\n    "zip": "01234",\n    "price": 1.10,\n    "phone": "+4930123"\n  },\n  {\n    "id": 7,\n    "zip": "90210",\n    "price": 1e5,\n    "phone": "+4989456"\n  }\n]',
      },
    },
    {
      title: 'Nested headers',
      input: 'name,address.city,address.geo[0],address.geo[1]\nAda,London,51.5,-0.12\n',
      options: { nested: true },
      output: { data: [{ name: 'Ada', address: { city: 'London', geo: [51.5, -0.12] } }] },
    },
    {
      title: 'A ragged table, with a report',
      input: 'a,b\n1\n1,2,3\n',
      options: { report: true },
      output: {
        data: {
          data: [{ a: 1 }, { a: 1, b: 2, column_3: 3 }],
          report: {
            delimiter: 'comma',
            columns: ['a', 'b', 'column_3'],
            rows: 2,
            raggedRows: 2,
            ragged: [
              { line: 2, cells: 1 },
              { line: 3, cells: 3 },
            ],
          },
        },
      },
    },
    {
      title: 'Rows grouped by key',
      input: 'country,city\nfr,Paris\nde,Bonn\nfr,Lyon\n',
      options: { shape: 'keyed', duplicateKeys: 'group' },
      output: {
        data: {
          fr: [
            { country: 'fr', city: 'Paris' },
            { country: 'fr', city: 'Lyon' },
          ],
          de: [{ country: 'de', city: 'Bonn' }],
        },
      },
    },
    {
      title: 'Columns of a file with tabs and without a header',
      files: [{ name: 'points.tsv', text: 'x\t1\ny\t2.50\n' }],
      options: { header: false, shape: 'columns', indent: 0 },
      output: {
        text: null,
        files: [{ name: 'points.json', mime: 'application/json', text: '{"column_1":["x","y"],"column_2":[1,2.50]}' }],
      },
    },
    {
      title: 'A header without rows',
      input: 'a,b',
      output: { text: '[]' },
    },
    {
      title: 'Unclosed quote',
      input: 'a,b\n1,"two\n3,4',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as CSV: line 2, column 3: the quoted value that begins here has no closing quote\n1,"two\n  ^',
      },
    },
    {
      title: 'Ragged rows refused',
      input: 'a,b\n1,2\n3',
      options: { ragged: 'refuse' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as CSV: line 3 has 1 cell, the first record has 2 cells',
      },
    },
    {
      title: 'Duplicate keys',
      input: 'id,n\nx,1\ny,2\nx,3',
      options: { shape: 'keyed' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot key the rows of property "input": lines 2 and 4 both have "x", which "duplicateKeys" as "group" allows',
      },
    },
    {
      title: 'Unknown key column',
      input: 'id,n\nx,1',
      options: { shape: 'keyed', key: 'name' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "key" must be one of the columns "id", "n", got "name"',
      },
    },
    {
      title: 'Headers that cannot be nested',
      input: 'a,a.b\n1,2',
      options: { nested: true },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot nest the columns of property "input": "a" and "a.b" do not fit together',
      },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'A table drawn with lines',
      input: '| a | b |\n|---|---|\n| 1 | 2 |\n',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as CSV: it is a table drawn with lines, as Markdown, psql and MySQL write it; table-converter makes CSV of it (option "to": "csv")',
      },
    },
  ],
  async run({ input, files, options }) {
    const source = await readTextSource({ input, files }, options.inputCharset);
    const csv = readCsvText(source, options.delimiter, options);
    const ragged = raggedRows(csv);
    if (options.ragged === 'refuse') refuseRagged(source, csv, ragged);
    const isLines = options.format === 'jsonl';
    if (isLines && (options.report || options.shape === 'columns' || options.shape === 'keyed'))
      throw invalid('Option "format" must be "json" for a report and for the shapes columns and keyed');
    const indent = isLines ? '' : ' '.repeat(options.indent);
    const data = write(csv, source, {
      ...options,
      keyColumn: keyColumnOf(csv, options.key, options.header),
      group: options.duplicateKeys === 'group',
      indent,
      isLines,
    });
    if (!options.report) return documentResult(source, data, isLines ? KINDS.jsonLines : KINDS.json, 'native');
    const report = JSON.stringify(
      {
        delimiter: DELIMITER_NAMES[csv.delimiter],
        columns: columnsOf(csv, options.header),
        rows: Math.max(0, csv.records.length - (options.header ? 1 : 0)),
        raggedRows: ragged.length,
        ragged: ragged.slice(0, REPORTED_ROWS),
      },
      null,
      indent,
    );
    const space = indent === '' ? '' : ' ';
    return documentResult(source, `{"data":${space}${data},${space}"report":${space}${report}}`, KINDS.json, 'native');
  },
});
