import { z } from 'zod';
import { defineTool, invalid, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { fitPicture } from '../../formats/charts/data-pictures.js';
import { marksFor } from '../../formats/locale-marks.js';
import {
  columnIndex,
  columnIndices,
  completeRows,
  numbersOf,
  outcomesOf,
  readNumberTable,
  rowsOfOption,
} from '../../formats/number-table.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';
import { toNumber } from '../../lib/numbers/rational.js';
import { fitCurve, TYPES } from '../../lib/statistics/curves.js';
import { chartOption, gridOver } from './_data-charts.js';
import { numberLocale, withinTime } from './_numbers.js';
import { regressionData } from './_regression-data.js';

const MAX_PREDICTORS = 20;

export default defineTool({
  id: 'linear-regression',
  title: 'Linear Regression',
  summary: 'Fits lines, polynomials, several predictors, exponential, power, logarithmic and logistic models to data.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.csv', '.tsv', '.txt'] },
  options: {
    type: z
      .enum(TYPES)
      .default('linear')
      .describe(
        'Model: a line, a polynomial, several predictors, y = a·e^(bx), y = a·x^b, y = a + b·ln x, or the probability of an outcome of 0 or 1.',
      ),
    degree: z.number().multipleOf(1).min(1).max(10).default(2).describe('Degree of the polynomial.'),
    x: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Column of the predictor, by name or number from 1; several separated by commas. Empty for the first numeric column, or all but y where the model takes several.',
      ),
    y: z.string().max(200).default('').describe('Column of the outcome; empty for the last numeric column.'),
    intercept: z
      .boolean()
      .default(true)
      .describe('Fit a constant; off for a line, polynomial or plane through the origin.'),
    predict: z
      .string()
      .max(2000)
      .default('')
      .describe(
        'Values of x to predict y at, separated by spaces or semicolons; with several predictors, one row after another, its values separated by commas.',
      ),
    confidence: z.number().min(0.5).max(0.9999).default(0.95).describe('Confidence level of the intervals.'),
    chart: chartOption('the points and the curve, for one predictor'),
    locale: numberLocale(),
  },
  result: 'mixed',
  data: regressionData,
  notes: [
    'Least squares are solved exactly with whole numbers of any length and rounded once, so data on which QR loses every digit, such as a polynomial of degree 10, come out right to the last one, and predictors that depend on each other are always recognised.',
    'Exponential and power models are lines through logarithms, as trend lines of spreadsheets are: errors count relative to y, and R², standard error and F are those of ln y. Coefficient a is given as "ln a", and its value is in the equation. Predictions are turned back and are medians.',
    'Without an intercept, R² is about 0 and not about the mean, as in R and SAS; it cannot be compared with that of a model with one.',
    'A logistic model always has an intercept; its outcome is 0 or 1, false or true, no or yes. Its intervals are those of Wald.',
    'Columns are separated by commas, semicolons, tabs, pipes or spaces; the header may be missing. Rows with an empty cell, NA or NaN are left out. Up to 500,000 cells and 20 predictors.',
  ],
  aliases: [
    'line of best fit',
    'least squares',
    'trend line',
    'polynomial regression',
    'multiple regression',
    'logistic regression',
    'linest',
  ],
  verified: [
    'NIST StRD linear least squares: Norris, Longley, Filip, NoInt1, NoInt2 and Wampler1 to Wampler5, coefficients, standard errors and R² to 14 digits',
    'SciPy 1.17.1 and NumPy 2.4.6: lines, planes, exponential, power, logarithmic and logistic models of random data, 210 in all, equal to 8 digits (6 of logistic ones)',
  ],
  examples: [
    {
      title: 'Line through five points, with a prediction',
      input: 'x,y\n1,2\n2,4\n3,5\n4,4\n5,5',
      options: { predict: '6' },
      output: {
        data: {
          outcome: 'y',
          predictors: ['x'],
          count: 5,
          missing: 0,
          equation: 'y = 2.2 + 0.6·x',
          coefficients: [
            {
              name: 'intercept',
              estimate: 2.2,
              standardError: 0.938083151964686,
              statistic: 2.34520787991,
              pValue: 0.100743456085,
              lower: -0.785399261019,
              upper: 5.18539926102,
            },
            {
              name: 'x',
              estimate: 0.6,
              standardError: 0.282842712474619,
              statistic: 2.12132034356,
              pValue: 0.124027062658,
              lower: -0.300131745291,
              upper: 1.50013174529,
            },
          ],
          degreesOfFreedom: 3,
          rSquared: 0.6,
          adjustedRSquared: 0.4666666666666667,
          standardError: 0.8944271909999159,
          sumsOfSquares: { regression: 3.6, residual: 2.4, total: 6 },
          f: 4.5,
          pValue: 0.124027062658,
          predictions: [
            {
              x: [6],
              y: 5.8,
              meanLower: 2.81460073898,
              meanUpper: 8.78539926102,
              lower: 1.67507814177,
              upper: 9.92492185823,
            },
          ],
          warnings: ['Predictions outside the range of the data: 1'],
        },
      },
    },
    {
      title: 'The same column twice',
      input: 'x,y\n1,2\n2,4\n3,5',
      options: { x: 'y', y: 'y' },
      error: { code: 'INVALID_INPUT', message: 'Options "x" and "y" name the same column' },
    },
    {
      title: 'Fewer rows than coefficients',
      input: '1 2\n3 4',
      options: { type: 'polynomial' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": 3 coefficients need at least 3 rows, got 2',
      },
    },
  ],
  async run({ input, files, options }) {
    const { type, degree, x, y, intercept, predict, confidence, chart, locale } = options;
    const marks = marksFor(locale);
    const source = await readTextSource({ input, files });
    const { told, fit } = await withinTime(() =>
      refusing(`Cannot read ${source.label}`, () => {
        const table = readNumberTable(source, marks);
        const isSeveral = type === 'multiple' || type === 'logistic';
        // Outcomes may be words.
        const outcome =
          y === ''
            ? ((type === 'logistic' ? table.names.length - 1 : table.numeric.at(-1)) ?? 0)
            : columnIndex(table, y, 'y');
        const others = table.numeric.filter((index) => index !== outcome);
        const predictors = x === '' ? others.slice(0, isSeveral ? others.length : 1) : columnIndices(table, x, 'x');
        if (predictors.length === 0) throw new ContentFault('it needs two columns of numbers');
        if (predictors.includes(outcome)) throw invalid('Options "x" and "y" name the same column');
        if (!isSeveral && predictors.length > 1)
          throw invalid(`Option "x" names ${predictors.length} columns, a ${type} model takes one`);
        if (predictors.length > MAX_PREDICTORS)
          throw new LimitFault(`there must be fewer than ${MAX_PREDICTORS + 1} predictors`, MAX_PREDICTORS);
        const { columns, missing } = completeRows([
          type === 'logistic' ? outcomesOf(table, outcome) : numbersOf(table, outcome),
          ...predictors.map((index) => numbersOf(table, index)),
        ]);
        const [right = [], ...left] = columns;
        if (right.length === 0) throw new ContentFault('no row has all the numbers');
        const names = predictors.map((index) => table.names[index] ?? '');
        const grid = chart && left.length === 1 ? gridOver(left[0] ?? []) : [];
        const at = rowsOfOption(predict, 'predict', names.length, table.reader);
        const { predictions, ...found } = fitCurve({
          type,
          degree,
          hasIntercept: intercept,
          confidence,
          names,
          x: left,
          y: right,
          at: [...at, ...grid],
        });
        const told = {
          outcome: table.names[outcome] ?? '',
          predictors: names,
          count: right.length,
          missing,
          ...found,
          predictions: predictions.slice(0, at.length),
        };
        const yTitle = table.names[outcome] ?? '';
        const curve = predictions.slice(at.length).map(({ x: [place = 0], y: height }) => [place, height] as const);
        const points = (left[0] ?? []).map((place, i) => ({
          x: toNumber(place),
          y: toNumber(right[i] ?? place),
          size: null,
        }));
        return { told, fit: { points, curve, xTitle: names[0] ?? '', yTitle } };
      }),
    );
    if (fit.curve.length === 0) return json(told);
    const picture = await fitPicture(fit, locale);
    return withFiles(json({ ...told, warnings: [...told.warnings, ...picture.warnings] }), [picture.file]);
  },
});
