import { z } from 'zod';

import { defineTool, overLimit } from '../../core/index.js';
import { json, withFiles } from '../../core/results.js';
import { count, warnings } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { closest, indexRows, keyColumns, type Matching } from '../../formats/csv/join-keys.js';
import { CSV_NOTES, csvOptions } from '../../formats/csv/options.js';
import { PAIR_FILES, PAIR_NOTE, readTablePair } from '../../formats/csv/pairs.js';
import { cellCopier } from '../../formats/csv/recoded.js';
import { csvFile, csvResult, RowText, raggedWarning, reportOption } from '../../formats/csv/results.js';
import { rowCount } from '../../formats/csv/source.js';
import { joinKey } from '../../lib/csv/row-keys.js';
import { uniqueColumns } from '../../lib/table/table.js';

/** Most pairs of rows that are compared letter by letter. Chosen: some five seconds. */
const MAX_PAIRS = 4_000_000;
/** Longest key of a fuzzy join, in characters. */
const MAX_KEY = 200;

export default defineTool({
  id: 'csv-join',
  title: 'CSV Join',
  summary: 'Joins two CSV files on key columns, exactly or by similar spelling.',
  family: 'spreadsheets',
  class: 'native',
  input: 'optional',
  files: PAIR_FILES,
  options: {
    leftKey: z
      .string()
      .max(5000)
      .default('')
      .describe(
        'Key columns of the first table; empty for those of "rightKey", or for all names that both tables have.',
      ),
    rightKey: z
      .string()
      .max(5000)
      .default('')
      .describe('Key columns of the second table; empty for those of "leftKey".'),
    join: z
      .enum(['inner', 'left', 'right', 'full', 'semi', 'anti'])
      .default('inner')
      .describe(
        'Rows to keep: with a match on both sides, also all of the left, of the right or of both; semi and anti give left rows with or without a match.',
      ),
    caseSensitive: shared.caseSensitive(),
    ignoreWhitespace: shared.ignoreWhitespace(),
    fuzzy: z
      .boolean()
      .default(false)
      .describe('Joins each left row with the most similar key, and adds the similarity.'),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .default(0.85)
      .describe('Similarity (Jaro-Winkler, 0 to 1) from which keys match where "fuzzy" is on.'),
    report: reportOption(),
    ...csvOptions,
  },
  result: 'mixed',
  data: z.object({
    rowsLeft: count('Rows of the first table.'),
    rowsRight: count('Rows of the second table.'),
    rowsAfter: count('Rows of the result.'),
    matchedLeft: count('Rows of the first table with a match.'),
    matchedRight: count('Rows of the second table with a match.'),
    columns: z.array(z.string()).describe('Names of the columns of the result.'),
    warnings: warnings(),
  }),
  notes: [
    'The result has the columns of the left table, then those of the right one without its key; a name that is taken gets a number. It is written as the left table is.',
    'Rows come in the order of the left table, each with its matches in the order of the right one; right rows without a match come last, with their key in the key columns of the left.',
    'Keys are compared letter by letter; an empty key matches nothing, as NULL in SQL. Keys that repeat on both sides give every combination.',
    'A fuzzy join compares every pair of different keys, at most 4,000,000 pairs; keys have at most 200 characters.',
    PAIR_NOTE,
    ...CSV_NOTES,
  ],
  aliases: [
    'csvjoin',
    'merge csv by column',
    'vlookup csv',
    'left join csv',
    'fuzzy join',
    'mlr join',
    'combine csv by key',
    'match two lists',
    'match two tables by a column',
    'lookup in another table',
  ],
  verified: ['SQLite 3.40 (INNER, LEFT, RIGHT and FULL JOIN, EXISTS): the same rows for 300 random pairs of tables'],
  examples: [
    {
      title: 'Rows with a match',
      input: 'id,name\n1,Ada\n2,Bob\n3,Eve\n',
      files: [{ name: 'orders.csv', text: 'id;item\n3;"nut; large"\n1;bolt\n1;screw\n' }],
      output: { text: 'id,name,item\n1,Ada,bolt\n1,Ada,screw\n3,Eve,nut; large\n' },
    },
    {
      title: 'All rows of both, keys with other names, with a report',
      files: [
        { name: 'people.csv', text: 'name,city\nAda,London\nBob,Paris\n' },
        { name: 'ages.csv', text: 'who,city,age\nada,LON,36\nEve,ROM,41\n' },
      ],
      options: { leftKey: 'name', rightKey: 'who', join: 'full', caseSensitive: false, report: true },
      output: {
        data: {
          rowsLeft: 2,
          rowsRight: 2,
          rowsAfter: 3,
          matchedLeft: 1,
          matchedRight: 1,
          columns: ['name', 'city', 'city_2', 'age'],
          warnings: [],
        },
        files: [
          {
            name: 'people.csv',
            mime: 'text/csv;charset=utf-8',
            text: 'name,city,city_2,age\nAda,London,LON,36\nBob,Paris,,\nEve,,ROM,41\n',
          },
        ],
      },
    },
    {
      title: 'Similar spelling',
      input: 'company\nAcme Corp.\nGlobex\nInitech\n',
      files: [{ name: 'b.csv', text: 'company,country\nACME Corp,US\nGlobex Inc,DE\n' }],
      options: { fuzzy: true, caseSensitive: false, join: 'left' },
      output: { text: 'company,country,similarity\nAcme Corp.,US,0.98\nGlobex,DE,0.92\nInitech,,\n' },
    },
    {
      title: 'Nothing in common',
      input: 'a\n1',
      files: [{ name: 'b.csv', text: 'b\n1' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'The tables have no column name in common: options "leftKey" and "rightKey" must name the key columns',
      },
    },
    {
      title: 'Keys of different length',
      input: 'a,b\n1,2',
      files: [{ name: 'b.csv', text: 'c\n1' }],
      options: { leftKey: 'a, b', rightKey: 'c' },
      error: { code: 'INVALID_INPUT', message: 'Options "leftKey" and "rightKey" name 2 and 1 columns' },
    },
    {
      title: 'One table',
      input: 'a\n1',
      error: { code: 'INVALID_INPUT', message: 'Two files, or property "input" and a file, must be given' },
    },
  ],
  async run({ input, files, options }) {
    const [left, right] = await readTablePair({ input, files }, options);
    const { leftColumns, rightColumns } = keyColumns(left, right, options.leftKey, options.rightKey);
    const matching: Matching = {
      threshold: options.threshold,
      key: ({ rows }, row, columns) => {
        const cells = rows.read(row);
        const parts = columns.map((column) => {
          let cell = column < cells ? rows.value(column) : '';
          if (options.ignoreWhitespace) cell = cell.trim().replace(/\s+/g, ' ');
          return options.caseSensitive ? cell : cell.normalize('NFC').toLowerCase();
        });
        return parts.includes('') ? undefined : joinKey(parts);
      },
    };
    const index = indexRows(right, rightColumns, matching);
    const scores = new Map<string, { key: string; score: number } | undefined>();
    const rightKeys = [...index.keys()];
    const leftKeys = options.fuzzy ? [...indexRows(left, leftColumns, matching).keys()] : [];
    if (leftKeys.length * rightKeys.length > MAX_PAIRS)
      throw overLimit(
        `A fuzzy join compares at most ${MAX_PAIRS} pairs of keys, got ${leftKeys.length} x ${rightKeys.length}`,
      );
    const long = [...leftKeys, ...(options.fuzzy ? rightKeys : [])].find(({ length }) => length > MAX_KEY);
    if (long !== undefined)
      throw overLimit(`A fuzzy join takes keys of at most ${MAX_KEY} characters, got ${long.length}`);
    for (const key of leftKeys) scores.set(key, closest(key, rightKeys, options.threshold));
    const others = right.names.flatMap((_, column) => (rightColumns.includes(column) ? [] : [column]));
    const isFilter = options.join === 'semi' || options.join === 'anti';
    const added = isFilter
      ? []
      : [...others.map((column) => right.names[column] ?? ''), ...(options.fuzzy ? ['similarity'] : [])];
    const columns = uniqueColumns([...left.names, ...added]);
    const out = new RowText(left);
    if (left.hasHeader || right.hasHeader) out.add(left.writer.row(columns));
    const header = out.count;
    const [leftCell, rightCell] = [cellCopier(left, left), cellCopier(right, left)];
    const leftPart = (row: number): string[] => {
      const cells = left.rows.read(row);
      return left.names.map((_, column) => (column < cells ? leftCell(column) : ''));
    };
    const rightPart = (row: number): string[] => {
      const cells = right.rows.read(row);
      return others.map((column) => (column < cells ? rightCell(column) : ''));
    };
    const add = (cells: readonly string[]) =>
      out.add(cells.length === 1 && cells[0] === '' ? left.writer.row(['']) : cells.join(left.writer.delimiter));
    const empty = others.map(() => '');
    const matchedRight = new Uint8Array(right.rows.count);
    const keepsLeft = options.join === 'left' || options.join === 'full';
    let matchedLeft = 0;
    for (let row = left.first; row < left.rows.count; row++) {
      const key = matching.key(left, row, leftColumns);
      const found = options.fuzzy && key !== undefined ? scores.get(key) : undefined;
      const target = options.fuzzy ? found?.key : key;
      const matches = target === undefined ? [] : (index.get(target) ?? []);
      if (matches.length > 0) matchedLeft++;
      for (const match of matches) matchedRight[match] = 1;
      const score = options.fuzzy ? [found === undefined ? '' : String(Number(found.score.toFixed(4)))] : [];
      if (isFilter) {
        if (matches.length > 0 === (options.join === 'semi')) out.add(left.rows.raw(row));
      } else if (matches.length > 0) {
        const part = leftPart(row);
        for (const match of matches) add([...part, ...rightPart(match), ...score]);
      } else if (keepsLeft) add([...leftPart(row), ...empty, ...score]);
    }
    if (options.join === 'right' || options.join === 'full') {
      for (let row = right.first; row < right.rows.count; row++) {
        if (matchedRight[row] === 1) continue;
        const cells = right.rows.read(row);
        const part = left.names.map((_, column) => {
          const key = leftColumns.indexOf(column);
          const from = rightColumns[key] ?? -1;
          return key >= 0 && from < cells ? rightCell(from) : '';
        });
        add([...part, ...rightPart(row), ...(options.fuzzy ? [''] : [])]);
      }
    }
    const rowsAfter = out.count - header;
    const content = out.toString();
    if (!options.report) return csvResult(left.source, content);
    const report = {
      rowsLeft: rowCount(left),
      rowsRight: rowCount(right),
      rowsAfter,
      matchedLeft,
      matchedRight: matchedRight.reduce((sum, one) => sum + one, 0),
      columns,
      warnings: [...raggedWarning(left), ...raggedWarning(right)],
    };
    return withFiles(json(report), [csvFile(left.source, content)]);
  },
});
