import { z } from 'zod';
import { defineTool, json, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { boxPicture } from '../../formats/charts/data-pictures.js';
import { marksFor } from '../../formats/locale-marks.js';
import { countsOf, groupsOf } from '../../formats/number-groups.js';
import { readNumberTable } from '../../formats/number-table.js';
import { readTextSource } from '../../formats/text-source.js';
import { ContentFault } from '../../lib/faults.js';
import { TAILS } from '../../lib/statistics/hypotheses.js';
import { layoutOf, TESTS, takesCounts, testCounts, testGroups } from '../../lib/statistics/hypothesis-kinds.js';
import { meanOf, varianceOf } from '../../lib/statistics/ranks.js';
import { chartOption } from './_data-charts.js';
import { numberLocale, withinTime } from './_numbers.js';

const shown = (value: number): number => Number(value.toPrecision(12)) || 0;
const named = (description: string) =>
  z.object({ name: z.string().describe('Its name.'), value: z.number().describe('Its value.') }).describe(description);

export default defineTool({
  id: 'hypothesis-test',
  title: 'Hypothesis Test',
  summary:
    'Runs t tests, ANOVA, rank tests, chi-square, Fisher, A/B proportions and correlations on lists, tables or counts.',
  family: 'math',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['.csv', '.tsv', '.txt'] },
  options: {
    test: z.enum(TESTS).default('welch').describe('Test; welch is the t test of two groups that need not vary alike.'),
    columns: z
      .string()
      .max(1000)
      .default('')
      .describe(
        'Columns to compare, by name or number from 1, separated by commas; empty for the first that are numeric.',
      ),
    group: z
      .string()
      .max(200)
      .default('')
      .describe(
        'Column with the name of the group of each row; empty for columns side by side, or the first column of words beside one of numbers.',
      ),
    tail: z.enum(TAILS).default('two').describe('Alternative: first group differs, is less, or is greater.'),
    alpha: z.number().min(0.0001).max(0.5).default(0.05).describe('Level of significance.'),
    mean: z.number().min(-1e9).max(1e9).default(0).describe('Mean, or difference of means, if there is no effect.'),
    correction: z
      .boolean()
      .default(true)
      .describe('Continuity correction: of chi-square with 2 rows and columns (Yates), and of approximate rank tests.'),
    chart: chartOption('box plots of the groups'),
    locale: numberLocale(),
  },
  result: 'mixed',
  data: z.object({
    test: z.enum(TESTS).describe('Test.'),
    statistic: named('Test statistic.'),
    degreesOfFreedom: z.array(z.number()).describe('Degrees of freedom; two of F, none where there are none.'),
    pValue: z.number().describe('Probability of a statistic at least as extreme if there is no effect.'),
    isSignificant: z.boolean().describe('The p-value is below alpha.'),
    estimate: named('What was estimated.').optional(),
    interval: z
      .object({ lower: z.number().describe('Lower end.'), upper: z.number().describe('Upper end.') })
      .optional()
      .describe('Confidence interval of the estimate at level 1 - alpha, of two-sided tests.'),
    effectSize: named('Size of the effect.').optional(),
    groups: z
      .array(
        z.object({
          name: z.string().describe('Column or group.'),
          count: count('Values.'),
          mean: z.number().describe('Arithmetic mean.'),
          standardDeviation: z.number().describe('Standard deviation of the sample.'),
        }),
      )
      .describe('Groups that were compared; empty for counts.'),
    warnings: z
      .array(z.string())
      .describe('Reasons to distrust the p-value, and what has no room in the picture; empty if there are none.'),
  }),
  notes: [
    'Groups are columns side by side, or the rows of one column of numbers by the words in another. paired, wilcoxon and the correlations take rows with both values; wilcoxon also one column.',
    'Counts: chi-square takes a table of counts (one row or column is tested for equal frequencies), fisher 2 rows of 2 counts, and proportion 2 rows of successes and trials. Columns of words are passed over.',
    'Rank tests are exact below 50 values per group without ties, and otherwise normal approximations, as in R. A two-sided exact p-value is twice the smaller tail; that of fisher sums all tables that are no more likely.',
    'Tests without a direction, anova, kruskal-wallis and chi-square, pass over "tail". Rank correlations are tested by t (spearman) and by a normal approximation (tau-b).',
    'Up to 500,000 cells, counts up to 1,000,000.',
  ],
  aliases: [
    't test',
    'p value',
    'ab test calculator',
    'anova',
    'chi square test',
    'mann whitney u',
    'significance test',
  ],
  verified: [
    'SciPy 1.17.1: statistics and p-values of all 14 tests (proportion by its chi-square), with all tails, on 280 random tables, equal to 9 digits',
    'SciPy 1.17.1: intervals of t tests and correlations on the same tables',
  ],
  examples: [
    {
      title: 'Two columns by Welch',
      input: 'a,b\n1,2\n2,4\n3,6\n4,9',
      output: {
        data: {
          test: 'welch',
          statistic: { name: 't', value: -1.69064121461 },
          degreesOfFreedom: [4.08363574985],
          pValue: 0.164702079628,
          isSignificant: false,
          estimate: { name: 'difference of means', value: -2.75 },
          interval: { lower: -7.22992543305, upper: 1.72992543305 },
          effectSize: { name: "Cohen's d", value: -1.1954638674 },
          groups: [
            { name: 'a', count: 4, mean: 2.5, standardDeviation: 1.29099444874 },
            { name: 'b', count: 4, mean: 5.25, standardDeviation: 2.98607881119 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'An A/B test of 200 and 250 conversions',
      input: '200 5000\n250 5000',
      options: { test: 'proportion' },
      output: {
        data: {
          test: 'proportion',
          statistic: { name: 'z', value: -2.41191535097 },
          degreesOfFreedom: [],
          pValue: 0.0158689653552,
          isSignificant: true,
          estimate: { name: 'difference of shares', value: -0.01 },
          interval: { lower: -0.0181238083766, upper: -0.00187619162341 },
          effectSize: { name: "Cohen's h", value: -0.0483109702156 },
          groups: [],
          warnings: [],
        },
      },
    },
    {
      title: 'One column only',
      input: '1\n2\n3',
      error: { code: 'INVALID_INPUT', message: 'Cannot read property "input": welch needs 2 columns or groups, got 1' },
    },
    {
      title: 'Counts of the wrong shape',
      input: '1 2 3\n4 5 6',
      options: { test: 'fisher' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": fisher needs 2 rows of 2 counts, got 2 rows of 3',
      },
    },
  ],
  async run({ input, files, options: { test, columns, group, chart, locale, ...question } }) {
    const marks = marksFor(locale);
    const source = await readTextSource({ input, files });
    const { told, groups: drawn } = await withinTime(() =>
      refusing(`Cannot read ${source.label}`, () => {
        const table = readNumberTable(source, marks);
        const { groups, outcome } = takesCounts(test)
          ? { groups: [], outcome: testCounts(test, countsOf(table, columns), question) }
          : testGroups(test, groupsOf(table, layoutOf(test), columns, group), question);
        const { statistic, degreesOfFreedom = [], pValue, estimate, interval, effectSize, warnings = [] } = outcome;
        const all = [
          statistic.value,
          pValue,
          ...degreesOfFreedom,
          estimate?.value ?? 0,
          interval?.lower ?? 0,
          interval?.upper ?? 0,
          effectSize?.value ?? 0,
        ];
        if (!all.every(Number.isFinite))
          throw new ContentFault('the numbers are too large or too much alike for this test');
        const named = (figure: { readonly name: string; readonly value: number }) => ({
          name: figure.name,
          value: shown(figure.value),
        });
        const told = {
          test,
          statistic: named(statistic),
          degreesOfFreedom: degreesOfFreedom.map(shown),
          pValue: shown(pValue),
          isSignificant: pValue < question.alpha,
          ...(estimate === undefined ? {} : { estimate: named(estimate) }),
          ...(interval === undefined
            ? {}
            : { interval: { lower: shown(interval.lower), upper: shown(interval.upper) } }),
          ...(effectSize === undefined ? {} : { effectSize: named(effectSize) }),
          groups: groups.map(({ name, values }) => ({
            name,
            count: values.length,
            mean: shown(meanOf(values)),
            standardDeviation: shown(Math.sqrt(varianceOf(values))),
          })),
          warnings,
        };
        return { told, groups: groups.map(({ name, values }) => ({ name, values: [...values] })) };
      }),
    );
    if (!chart || drawn.length === 0) return json(told);
    const picture = await boxPicture(drawn, locale);
    return withFiles(json({ ...told, warnings: [...told.warnings, ...picture.warnings] }), [picture.file]);
  },
});
