import { z } from 'zod';

import { count } from '../../core/shared-data.js';

const figure = (description: string) => z.number().describe(description);
const maybe = (description: string) => z.number().nullable().describe(`${description} Null where it does not exist.`);

/** What linear-regression tells. */
export const regressionData = z.object({
  equation: z.string().describe('The model with its coefficients to 6 digits.'),
  outcome: z.string().describe('Name of the column y.'),
  predictors: z.array(z.string()).describe('Names of the columns x.'),
  count: count('Rows that were used.'),
  missing: count('Rows left out because a number is missing in them.'),
  coefficients: z
    .array(
      z.object({
        name: z.string().describe('Term of the model.'),
        estimate: figure('Estimate.'),
        standardError: maybe('Standard error.'),
        statistic: maybe('Estimate divided by its standard error: t, or z of a logistic model.'),
        pValue: maybe('Two-sided probability of such a statistic if the coefficient were 0.'),
        lower: maybe('Lower end of its confidence interval.'),
        upper: maybe('Upper end of its confidence interval.'),
        oddsRatio: z.number().nullable().optional().describe('Odds ratio, e^estimate, of a logistic model.'),
      }),
    )
    .describe('Coefficients of the model.'),
  degreesOfFreedom: count('Rows less coefficients.'),
  rSquared: maybe('Share of the variation that the model explains; by McFadden for a logistic model.'),
  adjustedRSquared: maybe('The same, adjusted for the number of coefficients.'),
  standardError: maybe('Standard deviation of the residuals.'),
  sumsOfSquares: z
    .object({
      regression: figure('Explained.'),
      residual: figure('Left over.'),
      total: figure('About the mean, or about 0 without an intercept.'),
    })
    .optional()
    .describe('Analysis of variance.'),
  f: maybe('F statistic of the whole model.'),
  pValue: maybe('Probability of such a statistic (F, or chi-square of a logistic model) without any relationship.'),
  logLikelihood: z.number().optional().describe('Logarithm of the likelihood, of a logistic model.'),
  aic: z.number().optional().describe("Akaike's information criterion, of a logistic model."),
  predictions: z
    .array(
      z.object({
        x: z.array(z.number()).describe('Values of the predictors.'),
        y: figure('Predicted value, or probability.'),
        meanLower: maybe('Lower end of the confidence interval of the mean.'),
        meanUpper: maybe('Upper end of the confidence interval of the mean.'),
        lower: maybe('Lower end of the prediction interval of one observation.'),
        upper: maybe('Upper end of the prediction interval of one observation.'),
      }),
    )
    .describe('Predictions asked for.'),
  warnings: z
    .array(z.string())
    .describe('Reasons to distrust the fit, and what has no room in the picture; empty if there are none.'),
});
