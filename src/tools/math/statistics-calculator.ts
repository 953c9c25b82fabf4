import { z } from 'zod';
import { defineTool, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { boxPicture, histogramPicture } from '../../formats/charts/data-pictures.js';
import { marksFor } from '../../formats/locale-marks.js';
import { readNumberColumn } from '../../formats/number-columns.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault } from '../../lib/faults.js';
import { toNumber } from '../../lib/numbers/rational.js';
import { describeNumbers, QUANTILES } from '../../lib/statistics/describe.js';
import { chartOption } from './_data-charts.js';
import { numberLocale, withinTime } from './_numbers.js';

const figure = (description: string) => z.number().describe(description);
const maybe = (description: string) => z.number().nullable().describe(`${description} Null where it does not exist.`);

export default defineTool({
  id: 'statistics-calculator',
  title: 'Statistics Calculator',
  summary:
    'Describes numbers of a list or CSV column: mean, median, deviation, quantiles, shape, outliers, confidence.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.csv', '.tsv', '.txt'] },
  options: {
    column: z
      .string()
      .max(200)
      .default('')
      .describe('Column of a table by its name, or by its number from 1; empty for the first with numbers.'),
    sample: z
      .boolean()
      .default(true)
      .describe(
        'The numbers are a sample: variance, skewness and kurtosis are estimated. Off takes them as the whole population.',
      ),
    quantile: z
      .enum(QUANTILES)
      .default('r7')
      .describe(
        'How quantiles between two values are found, by the types of R: r7 as in R, NumPy and Excel, r6 as in Minitab and SPSS, r2 by averages.',
      ),
    confidence: z.number().min(0.5).max(0.9999).default(0.95).describe('Confidence level of the interval of the mean.'),
    chart: chartOption('a histogram and a box plot'),
    locale: numberLocale(),
  },
  result: 'mixed',
  data: z.object({
    column: z.string().optional().describe('Name of the column, if it has one.'),
    count: count('How many numbers there are.'),
    missing: count('Cells without a number, which are not counted.'),
    sum: figure('Sum.'),
    mean: figure('Arithmetic mean.'),
    median: figure('Median.'),
    modes: z.array(z.number()).describe('Values that are most frequent, if any occurs twice; 100 at most.'),
    minimum: figure('Smallest value.'),
    maximum: figure('Largest value.'),
    range: figure('Largest minus smallest value.'),
    variance: maybe('Variance.'),
    standardDeviation: maybe('Standard deviation.'),
    standardError: maybe('Standard error of the mean.'),
    coefficientOfVariation: maybe('Standard deviation divided by the size of the mean.'),
    meanConfidence: z
      .object({ lower: figure('Lower end.'), upper: figure('Upper end.') })
      .nullable()
      .describe("Confidence interval of the mean by Student's t; null for one number."),
    quartiles: z
      .object({ first: figure('25 % are below.'), second: figure('50 % are below.'), third: figure('75 % are below.') })
      .describe('Quartiles.'),
    interquartileRange: figure('Third minus first quartile.'),
    percentiles: z.record(z.string(), z.number()).describe('Percentiles 1, 5, 10, 90, 95 and 99.'),
    skewness: maybe('Skewness.'),
    kurtosis: maybe('Excess kurtosis, 0 for a normal distribution.'),
    geometricMean: maybe('Geometric mean of positive numbers.'),
    harmonicMean: maybe('Harmonic mean of positive numbers.'),
    outlierCount: count('How many values are more than 1.5 interquartile ranges beyond the quartiles.'),
    outliers: z.array(z.number()).describe('These values in ascending order, 100 at most.'),
    warnings: z
      .array(z.string())
      .describe('How ambiguous input was read, and what has no room in a picture; empty if there is nothing to say.'),
  }),
  notes: [
    'Numbers are read exactly, sums and moments are exact, and each figure is rounded once, to the nearest double: no digits are lost where all values are alike, as 1e15+1, 1e15+2. Square roots, means of logarithms and the interval follow from these.',
    'A list is separated by spaces, line breaks, semicolons or commas. A comma groups digits only where every line is one number, which "warnings" then says; in a language with a decimal comma it never separates.',
    'A table has a delimiter of its own (comma, semicolon, tab, pipe) and usually a header. Empty cells, NA, NaN, null and - are missing.',
    'The median is the usual one for every type of quantile. With "sample", skewness and kurtosis are those of Excel, SAS and SPSS.',
    'Up to 500,000 numbers.',
  ],
  aliases: [
    'mean median mode',
    'average calculator',
    'standard deviation calculator',
    'variance',
    'descriptive statistics',
    'quartiles',
    'percentile calculator',
    'outliers',
    'confidence interval',
    'skewness kurtosis',
    'median of numbers',
    'standard deviation',
  ],
  verified: [
    'NIST StRD univariate: certified means and standard deviations of NumAcc1, NumAcc2, NumAcc3 and NumAcc4, all 15 digits of a double',
    'Python 3.11 statistics: mean, median, modes, variances and quartiles of 200 random lists, equal to the last digit',
    'NumPy: all nine types of quantiles of 40 random lists',
    'SciPy 1.17.1: skewness, kurtosis and intervals of 60 random lists, equal to 10 digits',
  ],
  examples: [
    {
      title: 'Eight numbers, as a population',
      input: '2 4 4 4 5 5 7 9',
      options: { sample: false },
      output: {
        data: {
          count: 8,
          missing: 0,
          sum: 40,
          mean: 5,
          median: 4.5,
          modes: [4],
          minimum: 2,
          maximum: 9,
          range: 7,
          variance: 4,
          standardDeviation: 2,
          standardError: Math.SQRT1_2,
          coefficientOfVariation: 0.4,
          meanConfidence: { lower: 3.212512081764, upper: 6.787487918236 },
          quartiles: { first: 4, second: 4.5, third: 5.5 },
          interquartileRange: 1.5,
          percentiles: { p1: 2.14, p5: 2.7, p10: 3.4, p90: 7.6, p95: 8.3, p99: 8.86 },
          skewness: 0.65625,
          kurtosis: -0.21875,
          geometricMean: 4.603215596047,
          harmonicMean: 4.201750729471,
          outlierCount: 1,
          outliers: [9],
          warnings: [],
        },
      },
    },
    {
      title: 'A column of a German table',
      files: [{ name: 'prices.csv', text: 'name;price\nA;1.234,50\nB;n/a\nC;99,99\n' }],
      options: { column: 'price', locale: 'de' },
      output: {
        data: {
          column: 'price',
          count: 2,
          missing: 1,
          sum: 1334.49,
          mean: 667.245,
          median: 667.245,
          modes: [],
          minimum: 99.99,
          maximum: 1234.5,
          range: 1134.51,
          variance: 643556.47005,
          standardDeviation: 802.21971432395,
          standardError: 567.255,
          coefficientOfVariation: 1.202286587871,
          meanConfidence: { lower: -6540.413167619, upper: 7874.903167619 },
          quartiles: { first: 383.6175, second: 667.245, third: 950.8725 },
          interquartileRange: 567.255,
          percentiles: { p1: 111.3351, p5: 156.7155, p10: 213.441, p90: 1121.049, p95: 1177.7745, p99: 1223.1549 },
          skewness: null,
          kurtosis: null,
          geometricMean: 351.3369536499,
          harmonicMean: 184.9959984713,
          outlierCount: 0,
          outliers: [],
          warnings: [],
        },
      },
    },
    {
      title: 'A word among the numbers',
      input: '1, 2, three',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": "three" is not a number' },
    },
    {
      title: 'No such column',
      input: 'a,b\n1,2\n3,4',
      options: { column: 'c' },
      error: { code: 'INVALID_INPUT', message: 'Option "column" is not one of the columns "a", "b", got "c"' },
    },
    {
      title: 'No numbers',
      input: 'n/a, -',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": it has no numbers' },
    },
  ],
  async run({ input, files, options: { column, sample, quantile, confidence, chart, locale } }) {
    const marks = marksFor(locale);
    const source = await readTextSource({ input, files });
    const { told, label, numbers } = await withinTime(() => {
      const { name, values, missing, warnings } = readNumberColumn(source, column, marks);
      const figures = refusing(`Cannot read ${source.label}`, () => {
        if (values.length === 0) throw new ContentFault('it has no numbers');
        return describeNumbers(values, { type: quantile, sample, confidence });
      });
      const { count: all, ...rest } = figures;
      const told = { ...(name === undefined ? {} : { column: name }), count: all, missing, ...rest, warnings };
      return { told, label: name ?? '', numbers: chart ? values.map(toNumber) : [] };
    });
    if (!chart) return json(told);
    const pictures = [
      await histogramPicture(label, numbers, locale),
      await boxPicture([{ name: label, values: numbers }], locale),
    ];
    const warnings = [...told.warnings, ...pictures.flatMap((picture) => picture.warnings)];
    return withFiles(
      json({ ...told, warnings }),
      pictures.map((picture) => picture.file),
    );
  },
});
