import { z } from 'zod';

import { defineTool, invalid } from '../../core/index.js';
import { anyJson } from '../../core/shared-data.js';
import { DELIMITER_CHARACTERS, shared } from '../../core/shared-options.js';
import { csvFormOptions } from '../../formats/csv/form-options.js';
import { documentResult, readTextSource } from '../../formats/text-source.js';
import { readTable, TABLE_KINDS, TABLE_SOURCES, TABLE_TARGETS, writeTable } from './_table-formats.js';

export default defineTool({
  id: 'table-converter',
  title: 'Table Converter',
  summary:
    'Converts tables between CSV, Markdown, HTML, JSON, LaTeX, text tables, SQL, MediaWiki, AsciiDoc and Jira, with the escaping each format needs.',
  family: 'data-formats',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', ...TABLE_SOURCES])
      .default('auto')
      .describe('Format to read; cells copied from a spreadsheet are tsv; auto detects it.'),
    to: z.enum(TABLE_TARGETS).default('markdown').describe('Format to write.'),
    header: shared.header(),
    types: z
      .boolean()
      .default(true)
      .describe('Reads numbers, true and false as values instead of text; affects JSON, SQL and alignment.'),
    escapeMarkup: z
      .boolean()
      .default(true)
      .describe('Escapes characters that are markup in the output format; otherwise only those that break the table.'),
    delimiter: shared.delimiter(),
    ...csvFormOptions,
    outputDelimiter: shared.outputDelimiter(),
    indent: shared.indent(),
    tableName: z.string().max(128).default('data').describe('Name of the table in SQL.'),
    dialect: z
      .enum(['standard', 'mysql', 'sqlserver'])
      .default('standard')
      .describe('SQL to write: standard (PostgreSQL, SQLite, Oracle), MySQL or SQL Server.'),
  },
  result: 'mixed',
  data: anyJson('Rows in the chosen shape; only where JSON is asked for.'),
  notes: [
    'The first table of a text is read, without prompts before it and footers such as "2 rows in set" after it. A Markdown table is a pipe table of GitHub; a drawn one has +, - and | or box-drawing characters, as MySQL, psql and reStructuredText print them, or columns that begin at the same places below a header with two spaces between its names, as kubectl and docker print them; LaTeX is tabular, longtable and their kin.',
    'JSON is a list of objects, a list of lists, an object of lists (columns) or one object. Lists and objects inside cells are written as JSON.',
    'Numbers keep their digits, and anything else stays text, as in csv-to-json; a column of codes with leading zeros stays text.',
    'Line breaks inside cells become <br> in Markdown, HTML and MediaWiki, \\shortstack in LaTeX, \\\\ in Jira, " +" in AsciiDoc, and lines of a grid in drawn tables.',
    'Drawn tables count wide letters (Chinese, emoji) as two places. Columns of numbers are right-aligned there and in LaTeX.',
    'SQL is CREATE TABLE and INSERT with 500 rows each; an empty cell is NULL. Text read as CSV, Markdown and so on does not tell an empty text from nothing.',
    'Rows with fewer cells than the header are filled with empty ones; cells beyond it get columns without a name, in a Markdown source they are dropped as its specification says.',
    'Formulas stay as they are. At most 16,384 columns and 33,554,432 characters written.',
  ],
  aliases: [
    'csv to markdown table',
    'markdown table generator',
    'html table to csv',
    'json to table',
    'latex table generator',
    'excel to markdown',
    'ascii table',
    'table format converter',
  ],
  verified: [
    'pandoc 2.17: reads the written Markdown, HTML, LaTeX, MediaWiki, Jira and grid tables with the same cells, 40 random tables per format.',
    'asciidoctor 2.0: the same for AsciiDoc; sqlite3 3.40: the same for SQL.',
    'Round trips: 100 random tables through each format that is read give the same cells.',
  ],
  examples: [
    {
      title: 'CSV to a Markdown table',
      input: 'name,price,note\nApple,1.20,red | green\nBanana,0.5,\n',
      output: {
        text: '| name   | price | note         |\n| ------ | ----- | ------------ |\n| Apple  | 1.20  | red \\| green |\n| Banana | 0.5   |              |\n',
      },
    },
    {
      title: 'Cells copied from a spreadsheet to a drawn table',
      input: '名前\tn\n東京\t9\nÅ\t10\n',
      options: { to: 'ascii' },
      output: { text: '+------+----+\n| 名前 | n  |\n+------+----+\n| 東京 |  9 |\n| Å    | 10 |\n+------+----+\n' },
    },
    {
      title: 'Markdown to JSON',
      input: '| id | zip |\n|---:|-----|\n| 1  | 01234 |\n| 2  | 90210 |\n',
      options: { to: 'json', indent: 0 },
      output: { text: '[{"id":1,"zip":"01234"},{"id":2,"zip":"90210"}]\n' },
    },
    {
      title: 'JSON to SQL',
      input: '[{"id": 1, "name": "O\'Hara"}, {"id": 2, "name": null}]',
      options: { to: 'sql', tableName: 'people' },
      output: {
        text: 'CREATE TABLE "people" (\n  "id" INTEGER,\n  "name" TEXT\n);\nINSERT INTO "people" ("id", "name") VALUES\n  (1, \'O\'\'Hara\'),\n  (2, NULL);\n',
      },
    },
    {
      title: 'An HTML table to LaTeX',
      input: '<table><tr><th>a_1<th>%<tr><td>x &amp; y<td>5</table>',
      options: { to: 'latex' },
      output: {
        text: '\\begin{tabular}{lr}\n\\hline\na\\_1 & \\% \\\\\n\\hline\nx \\& y & 5 \\\\\n\\hline\n\\end{tabular}\n',
      },
    },
    {
      title: 'Line breaks in a cell',
      input: 'a,b\n"one\ntwo",3\n',
      options: { to: 'mediawiki' },
      output: { text: '{| class="wikitable"\n! a\n! b\n|-\n| one<br />two\n| 3\n|}\n' },
    },
    {
      title: 'No table',
      input: 'just a sentence',
      options: { from: 'markdown' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as Markdown: line 1, column 1: there is no pipe table, a row with "|" above a row such as "|---|---|"\njust a sentence\n^',
      },
    },
    {
      title: 'HTML without a table',
      input: '<p>x</p>',
      options: { from: 'html' },
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input" as HTML: there is no table' },
    },
    {
      title: 'JSON is not a table',
      input: '[{"a": 1}, 2]',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a table: its items must all be objects or all be lists, item 2 is a number',
      },
    },
    {
      title: 'An empty name for SQL',
      input: 'a\n1',
      options: { to: 'sql', tableName: '' },
      error: { code: 'INVALID_INPUT', message: 'Option "tableName" must not be empty' },
    },
    {
      title: 'No input',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
  ],
  async run({ input, files, options }) {
    if (options.tableName.trim() === '') throw invalid('Option "tableName" must not be empty');
    const source = await readTextSource({ input, files });
    const table = readTable(source, options);
    const style = {
      ...options,
      indent: ' '.repeat(options.indent),
      delimiter: DELIMITER_CHARACTERS[options.outputDelimiter],
    };
    return documentResult(source, writeTable(table, options.to, style), TABLE_KINDS[options.to], 'native');
  },
});
