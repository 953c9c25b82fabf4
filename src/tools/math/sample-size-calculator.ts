import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, warnings } from '../../core/shared-data.js';
import { DESIGNS, isEstimate, MAX_SIZE, type Study } from '../../lib/statistics/sample-size.js';
import { reportOf } from '../../lib/statistics/sample-size-report.js';
import { withinTime } from './_numbers.js';

const whole = (least: number, value: number) => z.number().multipleOf(1).min(least).max(MAX_SIZE).default(value);

export default defineTool({
  id: 'sample-size-calculator',
  title: 'Sample Size Calculator',
  summary: 'Finds sample size, margin of error, power or smallest detectable effect for surveys and comparisons.',
  family: 'math',
  class: 'standard',
  input: 'none',
  options: {
    design: z
      .enum(DESIGNS)
      .default('proportion')
      .describe(
        'Estimate a proportion or mean, or test two proportions, two means, pairs, one mean against a value, or a correlation.',
      ),
    find: z
      .enum(['size', 'power', 'effect'])
      .default('size')
      .describe('Sample size; or, for a given "size", the power, or the margin of error or smallest effect.'),
    confidence: z.number().min(0.5).max(0.99999).default(0.95).describe('Confidence level, 1 less alpha.'),
    power: z.number().min(0.5).max(0.9999).default(0.8).describe('Probability that a test finds the effect.'),
    tail: z.enum(['two', 'one']).default('two').describe('Two-sided or one-sided.'),
    margin: z
      .number()
      .min(0.000001)
      .max(1_000_000)
      .default(0.05)
      .describe('Margin of error of an estimate: a share of 1 for a proportion, the unit of the mean otherwise.'),
    proportion: z
      .number()
      .min(0.000001)
      .max(0.999999)
      .default(0.5)
      .describe('Expected proportion, or that of the first group; 0.5 is the safest.'),
    otherProportion: z.number().min(0.000001).max(0.999999).default(0.6).describe('Proportion of the second group.'),
    difference: z
      .number()
      .min(-1_000_000)
      .max(1_000_000)
      .default(0.5)
      .describe('Difference of means to find, in the unit of the standard deviation option.'),
    deviation: z
      .number()
      .min(0.000001)
      .max(1_000_000)
      .default(1)
      .describe('Standard deviation; of the differences for paired-means.'),
    correlation: z.number().min(-0.9999).max(0.9999).default(0.3).describe('Correlation to find.'),
    ratio: z.number().min(0.01).max(100).default(1).describe('Size of the second group divided by the first.'),
    population: whole(0, 0).describe('Size of a small population for estimates; 0 for a large one.'),
    size: whole(0, 0).describe('Size of the sample, or of the first group, where power or effect is wanted.'),
    designEffect: z
      .number()
      .min(1)
      .max(100)
      .default(1)
      .describe('Design effect of clusters or weights, by which the variance is multiplied.'),
    dropoutPercent: z.number().min(0).max(99).default(0).describe('Percent of those invited who will not take part.'),
  },
  result: 'data',
  data: z.object({
    design: z.enum(DESIGNS).describe('Design of the study.'),
    size: count('Observations in all.'),
    groups: z.array(z.int().min(0)).describe('Size of each group; one where there is only one.'),
    invite: count('Number to invite, so that enough remain after the dropout.'),
    margin: z.number().nullable().describe('Margin of error of an estimate with this size; null for tests.'),
    power: z.number().nullable().describe('Power of a test with this size; null for estimates.'),
    effect: z
      .number()
      .nullable()
      .describe('Effect: difference of means or proportions, or a correlation; null for estimates.'),
    standardizedEffect: z.number().nullable().describe("Cohen's d, or h of proportions; null where there is none."),
    alternatives: z
      .array(
        z.object({
          level: z.number().describe('Confidence level of an estimate, or power of a test.'),
          size: count('Observations in all.'),
        }),
      )
      .describe('Sizes for other levels, with everything else the same; empty where the size was given.'),
    warnings: warnings(),
  }),
  notes: [
    'Estimates: n = z²·p(1 − p)/e² for a proportion (Cochran), z²·s²/e² for a mean, with the finite population correction n/(1 + (n − 1)/N).',
    'Tests of means use the noncentral t distribution, as power.t.test of R with strict = TRUE; two proportions the normal approximation of power.prop.test; a correlation that of Fisher. Sizes are the least whole numbers that reach the power.',
    'Proportions, confidence and power are numbers from 0 to 1. For an effect in standard deviations (Cohen’s d), leave "deviation" at 1.',
    'For two proportions, the effect that is found is the one above "proportion".',
  ],
  aliases: [
    'survey sample size',
    'margin of error calculator',
    'power analysis',
    'ab test sample size',
    'statistical power',
    'minimum detectable effect',
    'power.t.test',
    'power.prop.test',
    'cochran formula',
    'how many people to ask in a survey',
  ],
  verified: [
    'R documentation: power.t.test (n = 20, delta = 1: 0.8689528; power .90: n = 22.02110, one-sided 17.84713) and power.prop.test (n = 50, .50 and .75: 0.7401659; power .90: n = 76.7)',
    'Krejcie and Morgan (1970): 18 sizes of their table for populations from 10 to 100,000, each to 1',
    'SciPy 1.17.1: power of 200 random designs by its noncentral t and normal distributions, equal to 8 digits',
  ],
  examples: [
    {
      title: 'A survey to 5 percentage points',
      options: {},
      output: {
        data: {
          design: 'proportion',
          size: 385,
          groups: [385],
          invite: 385,
          margin: 0.049944507,
          power: null,
          effect: null,
          standardizedEffect: null,
          alternatives: [
            { level: 0.9, size: 271 },
            { level: 0.95, size: 385 },
            { level: 0.99, size: 664 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'Two means that differ by one standard deviation',
      options: { design: 'two-means', difference: 1, power: 0.9 },
      output: {
        data: {
          design: 'two-means',
          size: 46,
          groups: [23, 23],
          invite: 46,
          margin: null,
          power: 0.9124983603,
          effect: 1,
          standardizedEffect: 1,
          alternatives: [
            { level: 0.8, size: 34 },
            { level: 0.9, size: 46 },
            { level: 0.95, size: 54 },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'A size that is missing',
      options: { find: 'power', design: 'two-means' },
      error: { code: 'INVALID_INPUT', message: 'Option "size" must be given to find the power' },
    },
    {
      title: 'Proportions that are the same',
      options: { design: 'two-proportions', proportion: 0.6 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot find the size: the proportions are the same, no sample can tell them apart',
      },
    },
    {
      title: 'A difference that is too small',
      options: { design: 'mean', margin: 0.000001, deviation: 1000 },
      error: { code: 'LIMIT_EXCEEDED', message: 'Cannot find the size: the sample must be at most 1000000000' },
    },
    {
      title: 'Power of an estimate',
      options: { find: 'power', size: 100 },
      error: { code: 'INVALID_INPUT', message: 'Option "find" is "power", but an estimate of a proportion has none' },
    },
  ],
  run({ options: { find, size: given, tail, otherProportion, dropoutPercent, ...rest } }) {
    const study: Study = { ...rest, other: otherProportion, isOneSided: tail === 'one' };
    const { design, population } = study;
    const estimates = isEstimate(design);
    if (find !== 'size' && given === 0) throw invalid(`Option "size" must be given to find the ${find}`);
    if (find === 'power' && estimates)
      throw invalid(`Option "find" is "power", but an estimate of a ${design} has none`);
    if (
      !estimates &&
      find !== 'effect' &&
      !design.endsWith('proportions') &&
      design !== 'correlation' &&
      study.difference === 0
    )
      throw invalid('Option "difference" is 0, no sample can find it');
    if (design === 'correlation' && find !== 'effect' && study.correlation === 0)
      throw invalid('Option "correlation" is 0, no sample can find it');
    if (population > 0 && given > population) throw invalid('Option "size" is larger than option "population"');
    return withinTime(() =>
      refusing(`Cannot find the ${find}`, () => {
        return json(reportOf(study, find, given, dropoutPercent));
      }),
    );
  },
});
