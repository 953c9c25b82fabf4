import { z } from 'zod';

import { count, warnings } from '../../core/shared-data.js';

const numbers = {
  precision: z.number().describe('Share of the predictions that are right, 0 to 1.'),
  recall: z.number().describe('Share of the actual ones that were predicted, 0 to 1.'),
  f1: z.number().describe('Harmonic mean of both.'),
};

/** `data` of classification-metrics. */
export const CLASSIFICATION_DATA = z.object({
  rows: count('Number of rows.'),
  labels: z.array(z.string()).describe('Classes, sorted.'),
  confusionMatrix: z
    .array(z.array(count('Number of rows.')).describe('Counts of one actual class.'))
    .describe('Rows are actual, columns predicted classes, in the order of "labels".'),
  accuracy: z.number().describe('Share of rows that are right.'),
  balancedAccuracy: z.number().describe('Mean recall of the classes.'),
  kappa: z.number().describe("Cohen's kappa: agreement beyond chance."),
  matthews: z.number().describe('Matthews correlation coefficient (MCC), -1 to 1.'),
  classes: z
    .array(z.object({ label: z.string().describe('Class.'), ...numbers, support: count('Rows of the class.') }))
    .describe('Each class.'),
  macro: z.object(numbers).describe('Mean of the classes.'),
  weighted: z.object(numbers).describe('Mean of the classes, weighted by their rows.'),
  scores: z
    .object({
      positive: z.string().describe('Positive class.'),
      rocAuc: z.number().describe('Area under the ROC curve.'),
      averagePrecision: z.number().describe('Average precision, the area under the precision-recall curve.'),
      logLoss: z.number().optional().describe('Cross-entropy in nats, where the scores are probabilities.'),
      brierScore: z.number().optional().describe('Mean squared error, where the scores are probabilities.'),
      best: z
        .object({ threshold: z.number().describe('Least score that counts as positive.'), ...numbers })
        .describe('Threshold with the highest F1.'),
      thresholds: z
        .array(
          z.object({
            threshold: z.number().describe('Least score that counts as positive.'),
            ...numbers,
            falsePositiveRate: z.number().describe('Share of the negatives that are predicted positive.'),
          }),
        )
        .describe('Up to 50 thresholds, from the highest.'),
      calibration: z
        .array(
          z.object({
            from: z.number().describe('Lower end of the bin.'),
            to: z.number().describe('Upper end.'),
            count: count('Rows in it.'),
            meanScore: z.number().describe('Mean score.'),
            positiveShare: z.number().describe('Share that is positive.'),
          }),
        )
        .optional()
        .describe('Ten bins of probabilities; in a calibrated model both shares are alike.'),
    })
    .optional()
    .describe('What the scores say, for two classes.'),
  warnings: warnings(),
});
