import { z } from 'zod';

import { eachResult } from '../../core/each-file.js';
import { defineTool, json } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { CSV_FILES } from '../../formats/csv/results.js';
import { readTextFile, readTextSource } from '../../formats/text-source.js';

import { REPORT, readSchema, validated } from './_csv-validation.js';

const MAX_FAULTS = 10_000;

export default defineTool({
  id: 'csv-validator',
  title: 'CSV Validator',
  summary: 'Checks CSV for broken quotes, ragged rows and bad headers, and its cells by a Table Schema.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: CSV_FILES,
  options: {
    schema: shared
      .schema()
      .describe('Table Schema as JSON: types, required, unique, enum, bounds, patterns, primary key.'),
    delimiter: shared.delimiter(),
    quote: z.string().max(1).default('"').describe('Quote character of the input; empty if cells are never quoted.'),
    header: shared.header(),
    inputCharset: shared.inputCharset(),
    limit: z.number().multipleOf(1).min(1).max(MAX_FAULTS).default(1000).describe('Faults to list; all are counted.'),
  },
  result: 'data',
  data: z.union([z.object(REPORT), fileReports(REPORT)]),
  notes: [
    'Errors: quotes that are not closed, stand in values without quotes or are followed by text; rows with more or fewer cells than the header; column names that are empty or used twice. Warnings: other encodings than UTF-8, a byte order mark, mixed line breaks, control characters, names with spaces around them.',
    'Table Schema has the types string, integer, number, boolean, date, time, datetime (ISO 8601), year, yearmonth, duration, object, array, geopoint and geojson; string formats email, uri, uuid and binary; decimalChar, groupChar, bareNumber, trueValues, falseValues, missingValues; constraints required, unique, enum, minimum, maximum, minLength, maxLength, pattern (RE2, of the whole value); primaryKey. Foreign keys are not checked.',
    'Where a quote is not closed, the rows are not read. Up to 20 files: several give a report each.',
  ],
  aliases: [
    'csv lint',
    'csvlint',
    'check csv',
    'validate csv schema',
    'table schema',
    'frictionless',
    'csv checker',
    'rfc 4180',
  ],
  verified: [
    'Python 3.11 (csv, strict): 600 random texts with quotes are refused where it refuses them, and have the same rows otherwise',
    'A checker in Python (re, decimal, datetime) written for this test: the same faults by row, column and rule in 300 random tables with schemas',
    'Table Schema specification: its lists of types, formats and constraints',
  ],
  examples: [
    {
      title: 'A table without faults',
      input: 'a,b\n1,"x, y"\n',
      output: {
        data: {
          valid: true,
          rows: 1,
          columns: ['a', 'b'],
          delimiter: ',',
          charset: '',
          errorCount: 0,
          warningCount: 0,
          rules: [],
          faults: [],
        },
      },
    },
    {
      title: 'A ragged row, a name that is used twice and a stray quote',
      input: 'a,b,a\n1,2\n3,4"5,6\n',
      output: {
        data: {
          valid: false,
          rows: 2,
          columns: ['a', 'b', 'a_2'],
          delimiter: ',',
          charset: '',
          errorCount: 3,
          warningCount: 0,
          rules: [
            { rule: 'stray-quote', count: 1 },
            { rule: 'duplicate-name', count: 1 },
            { rule: 'ragged-row', count: 1 },
          ],
          faults: [
            {
              severity: 'error',
              rule: 'stray-quote',
              message: 'a quote inside a value that is not quoted; write the value in quotes and double the quote',
              line: 3,
              row: 0,
              column: 0,
              name: '',
              value: '',
            },
            {
              severity: 'error',
              rule: 'duplicate-name',
              message: 'the name of column 1, too',
              line: 1,
              row: 0,
              column: 3,
              name: 'a',
              value: 'a',
            },
            {
              severity: 'error',
              rule: 'ragged-row',
              message: '2 cells, the header has 3',
              line: 2,
              row: 1,
              column: 0,
              name: '',
              value: '',
            },
          ],
        },
      },
    },
    {
      title: 'Cells by a Table Schema',
      input: 'id,born,mail\n1,2001-02-29,a@example.com\n1,1999-05-01,\n',
      options: {
        schema:
          '{"fields":[{"name":"id","type":"integer","constraints":{"unique":true}},{"name":"born","type":"date"},{"name":"mail","format":"email","constraints":{"required":true}}]}',
      },
      output: {
        data: {
          valid: false,
          rows: 2,
          columns: ['id', 'born', 'mail'],
          delimiter: ',',
          charset: '',
          errorCount: 3,
          warningCount: 0,
          rules: [
            { rule: 'type', count: 1 },
            { rule: 'unique', count: 1 },
            { rule: 'required', count: 1 },
          ],
          faults: [
            {
              severity: 'error',
              rule: 'type',
              message: 'not of type date',
              line: 2,
              row: 1,
              column: 2,
              name: 'born',
              value: '2001-02-29',
            },
            {
              severity: 'error',
              rule: 'unique',
              message: 'the value of row 1, too',
              line: 3,
              row: 2,
              column: 1,
              name: 'id',
              value: '1',
            },
            {
              severity: 'error',
              rule: 'required',
              message: 'a value is required',
              line: 3,
              row: 2,
              column: 3,
              name: 'mail',
              value: '',
            },
          ],
        },
      },
    },
    {
      title: 'A quote that is not closed',
      input: 'a,b\n1,"2\n',
      output: {
        data: {
          valid: false,
          rows: 0,
          columns: [],
          delimiter: ',',
          charset: '',
          errorCount: 1,
          warningCount: 0,
          rules: [{ rule: 'unclosed-quote', count: 1 }],
          faults: [
            {
              severity: 'error',
              rule: 'unclosed-quote',
              message: 'the quoted value that begins here has no closing quote',
              line: 2,
              row: 0,
              column: 0,
              name: '',
              value: '',
            },
          ],
        },
      },
    },
    {
      title: 'A schema that is not one',
      input: 'a\n1\n',
      options: { schema: '{"fields":[{"name":"a","type":"money"}]}' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "schema" is not a Table Schema: field 1 has a type that is not known: "money"',
      },
    },
    {
      title: 'A pattern that RE2 does not know',
      input: 'a\n1\n',
      options: { schema: '{"fields":[{"name":"a","constraints":{"pattern":"(?=x)"}}]}' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "schema" has a pattern of field "a" that is not a regular expression of RE2: "(?=x)"',
      },
    },
  ],
  async run({ input, files, signal, options }) {
    const settings = { ...options, schema: readSchema(options.schema) };
    if (files.length < 2 || input !== '')
      return json(validated(await readTextSource({ input, files }, options.inputCharset), settings));
    return eachResult({ files, signal }, async (file) => {
      const report = validated(await readTextFile(file, options.inputCharset), settings);
      return { result: { text: null, files: [] }, report };
    });
  },
});
