import { z } from 'zod';
import { defineTool, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { marksFor } from '../../formats/locale-marks.js';
import { columnIndices, completeRows, numbersOf, readNumberTable } from '../../formats/number-table.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault } from '../../lib/faults.js';
import { toNumber } from '../../lib/numbers/rational.js';
import { correlationOf, METHODS } from '../../lib/statistics/correlations.js';
import { writeCsv } from '../../lib/table/write-table.js';
import { numberLocale, withinTime } from './_numbers.js';

const MAX_COLUMNS = 100;
const shown = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : Number(value.toPrecision(12)) || 0;
const matrix = (description: string) =>
  z.array(z.array(z.number().nullable()).describe('One row.')).describe(description);

export default defineTool({
  id: 'correlation-matrix',
  title: 'Correlation Matrix',
  summary:
    'Correlates the columns of a table by Pearson, Spearman or Kendall, with p-values, or gives their covariances.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.csv', '.tsv', '.txt'] },
  options: {
    method: z
      .enum(METHODS)
      .default('pearson')
      .describe('Coefficient: Pearson (linear), Spearman (ranks), Kendall (tau-b), or the covariance of the sample.'),
    columns: z
      .string()
      .max(2000)
      .default('')
      .describe('Columns by name or number from 1, separated by commas; empty for all that are numeric.'),
    missing: z
      .enum(['pairwise', 'complete'])
      .default('pairwise')
      .describe('Rows used: all where both columns have a value, or only those complete in every column.'),
    alpha: z.number().min(0.0001).max(0.5).default(0.05).describe('Level of significance of the pairs reported.'),
    format: z.enum(['json', 'csv']).default('json').describe('JSON, or the matrix of coefficients as CSV.'),
    locale: numberLocale(),
  },
  result: 'mixed',
  data: z.object({
    method: z.enum(METHODS).describe('Coefficient.'),
    columns: z.array(z.string()).describe('Names of the columns, in the order of rows and columns of the matrices.'),
    coefficients: matrix('Coefficients; null where a column is constant or there are fewer than 2 rows.'),
    pValues: matrix(
      'Two-sided p-values; null on the diagonal, for covariances, and where there are fewer than 3 rows.',
    ),
    counts: z.array(z.array(z.int().min(0)).describe('One row.')).describe('Rows used for each pair.'),
    pairs: z
      .array(
        z.object({
          first: z.string().describe('Column.'),
          second: z.string().describe('Other column.'),
          coefficient: z.number().describe('Coefficient.'),
          pValue: z.number().describe('Two-sided p-value.'),
          adjustedPValue: z.number().describe('The same after Holm, for as many pairs as there are.'),
          isSignificant: z.boolean().describe('The adjusted p-value is below alpha.'),
        }),
      )
      .describe('Every pair with a p-value, the strongest first.'),
    rows: count('Rows of the table.'),
    warnings: warnings(),
  }),
  notes: [
    'Values of p: by t for Pearson and Spearman, and by the normal approximation with ties for Kendall. With several pairs, some are small by chance: "adjustedPValue" allows for that (Holm 1979).',
    'Spearman ranks the rows of each pair anew, so that missing values change only the pairs they are in.',
    'Columns are separated by commas, semicolons, tabs, pipes or spaces; the header may be missing. Empty cells, NA and NaN are missing. Up to 500,000 cells and 100 columns.',
  ],
  aliases: [
    'correlation coefficient',
    'pearson r',
    'spearman rho',
    'kendall tau',
    'covariance matrix',
    'corr',
    'corrcoef',
  ],
  verified: [
    'NumPy: Pearson coefficients and covariances of 100 random tables, equal to 9 digits',
    'SciPy 1.17.1: Spearman and Kendall coefficients and p-values of all methods on 100 random tables with ties and gaps, equal to 8 digits',
  ],
  examples: [
    {
      title: 'Three columns',
      input: 'height,weight,age\n170,65,30\n180,80,41\n160,55,25\n175,72,38\n165,58,50',
      output: {
        data: {
          method: 'pearson',
          columns: ['height', 'weight', 'age'],
          coefficients: [
            [1, 0.989901159824, 0.324956336926],
            [0.989901159824, 1, 0.243769074352],
            [0.324956336926, 0.243769074352, 1],
          ],
          pValues: [
            [null, 0.00121641602105, 0.593654386522],
            [0.00121641602105, null, 0.692725508259],
            [0.593654386522, 0.692725508259, null],
          ],
          counts: [
            [5, 5, 5],
            [5, 5, 5],
            [5, 5, 5],
          ],
          pairs: [
            {
              first: 'height',
              second: 'weight',
              coefficient: 0.989901159824,
              pValue: 0.00121641602105,
              adjustedPValue: 0.00364924806316,
              isSignificant: true,
            },
            {
              first: 'height',
              second: 'age',
              coefficient: 0.324956336926,
              pValue: 0.593654386522,
              adjustedPValue: 1,
              isSignificant: false,
            },
            {
              first: 'weight',
              second: 'age',
              coefficient: 0.243769074352,
              pValue: 0.692725508259,
              adjustedPValue: 1,
              isSignificant: false,
            },
          ],
          rows: 5,
          warnings: ['Fewer than 10 rows: the p-values are rough'],
        },
      },
    },
    {
      title: 'Ranks as CSV, with a gap',
      input: 'a b\n1 2\n2 NA\n3 9\n4 10\n5 50',
      options: { method: 'spearman', format: 'csv' },
      output: { text: ',a,b\na,1,1\nb,1,1\n' },
    },
    {
      title: 'One column of numbers',
      input: 'name,x\nann,1\nbob,2',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": it needs two columns of numbers, got 1',
      },
    },
    {
      title: 'A column that is not there',
      input: 'a,b\n1,2\n3,4',
      options: { columns: 'a,c' },
      error: { code: 'INVALID_INPUT', message: 'Option "columns" is not one of the columns "a", "b", got "c"' },
    },
  ],
  async run({ input, files, options: { method, columns: wanted, missing, alpha, format, locale } }) {
    const marks = marksFor(locale);
    const source = await readTextSource({ input, files });
    return withinTime(() =>
      refusing(`Cannot read ${source.label}`, () => {
        const table = readNumberTable(source, marks);
        const indices = wanted.trim() === '' ? table.numeric : columnIndices(table, wanted, 'columns');
        if (indices.length < 2) throw new ContentFault(`it needs two columns of numbers, got ${indices.length}`);
        if (indices.length > MAX_COLUMNS)
          throw overLimit(
            `The table of ${source.label} must have at most ${MAX_COLUMNS} columns, got ${indices.length}`,
          );
        const all = indices.map((index) => numbersOf(table, index).map((value) => value && toNumber(value)));
        if (all.flat().some((value) => value !== undefined && !(Math.abs(value) < 1e150)))
          throw new ContentFault('numbers must be below 1e150');
        const complete = missing === 'complete' ? completeRows(all).columns : all;
        const names = indices.map((index) => table.names[index] ?? '');
        const cells = complete.map((a, i) =>
          complete.map((b, j) => (j < i ? undefined : correlationOf(method, a, b, i === j))),
        );
        const cell = (i: number, j: number) => cells[Math.min(i, j)]?.[Math.max(i, j)];
        const coefficients = names.map((_, i) => names.map((__, j) => shown(cell(i, j)?.coefficient)));
        if (format === 'csv') {
          const rows = coefficients.map((row, i) => [
            names[i] ?? '',
            ...row.map((value) => (value === null ? '' : String(value))),
          ]);
          return text(writeCsv({ columns: ['', ...names], hasHeader: true, rows }), {
            name: 'result.csv',
            mime: 'text/csv;charset=utf-8',
          });
        }
        const pairs = names
          .flatMap((first, i) => names.slice(i + 1).map((second, k) => ({ first, second, ...cell(i, i + 1 + k) })))
          .flatMap(({ first, second, coefficient, pValue }) =>
            coefficient === undefined || pValue === undefined || !Number.isFinite(pValue)
              ? []
              : [{ first, second, coefficient, pValue }],
          )
          .sort((a, b) => a.pValue - b.pValue);
        let worst = 0;
        const judged = pairs.map((pair, rank) => {
          worst = Math.max(worst, Math.min(1, pair.pValue * (pairs.length - rank)));
          return {
            ...pair,
            coefficient: shown(pair.coefficient) ?? 0,
            pValue: shown(pair.pValue) ?? 0,
            adjustedPValue: shown(worst) ?? 0,
            isSignificant: worst < alpha,
          };
        });
        const constant = names.filter((_, i) => new Set(complete[i]?.filter((value) => value !== undefined)).size < 2);
        return json({
          method,
          columns: names,
          coefficients,
          pValues: names.map((_, i) => names.map((__, j) => (i === j ? null : shown(cell(i, j)?.pValue)))),
          counts: names.map((_, i) => names.map((__, j) => cell(i, j)?.count ?? 0)),
          pairs: judged.sort((a, b) => Math.abs(b.coefficient) - Math.abs(a.coefficient)),
          rows: table.rows.length,
          warnings: [
            ...(constant.length > 0 && method !== 'covariance'
              ? [`Columns with one value only: ${constant.join(', ')}`]
              : []),
            ...(judged.length > 0 && table.rows.length < 10 ? ['Fewer than 10 rows: the p-values are rough'] : []),
          ],
        });
      }),
    );
  },
});
