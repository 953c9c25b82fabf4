import { z } from 'zod';

import { defineTool, json, type OutputFile, withFiles } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { readTextSource } from '../../formats/text-source.js';
import {
  agreement,
  averages,
  type ClassScore,
  classScores,
  countClasses,
  sortLabels,
} from '../../lib/metrics/classification.js';
import { drawConfusion } from '../../lib/metrics/confusion-svg.js';

import { CLASSIFICATION_DATA } from './_classification-data.js';
import { readPredictions, rounded, roundedAll, scoreReport } from './_predictions.js';

/** A matrix with more rows and columns is not a picture. */
const MAX_DRAWN = 30;

const picture = (svg: string): OutputFile => ({
  name: 'confusion-matrix.svg',
  mime: 'image/svg+xml',
  bytes: Buffer.from(svg),
});

/** Classes that a metric is not defined for; it counts as 0 for them. */
function undefinedFor(scores: readonly ClassScore[]): string[] {
  const list = (chosen: readonly ClassScore[]): string =>
    chosen
      .slice(0, 5)
      .map(({ label }) => `"${label}"`)
      .join(', ');
  const never = scores.filter(({ predicted }) => predicted === 0);
  const absent = scores.filter(({ support }) => support === 0);
  return [
    ...(never.length > 0 ? [`Never predicted, so that precision counts as 0: ${list(never)}`] : []),
    ...(absent.length > 0 ? [`Predicted but never actual, so that recall counts as 0: ${list(absent)}`] : []),
  ];
}

export default defineTool({
  id: 'classification-metrics',
  title: 'Classification Metrics',
  summary:
    'Computes confusion matrix, precision, recall, F1, MCC, kappa, ROC AUC, average precision and calibration from a CSV.',
  family: 'ai-llm',
  class: 'native',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    actual: z.string().max(200).default('actual').describe('Column of the true classes.'),
    predicted: z
      .string()
      .max(200)
      .default('predicted')
      .describe('Column of the predicted classes; with a score it may be missing.'),
    score: z
      .string()
      .max(200)
      .default('')
      .describe('Column of the score or probability of the positive class; empty for none.'),
    positive: z
      .string()
      .max(200)
      .default('')
      .describe('Positive class; empty for the second of two in sorted order, such as 1, true or yes.'),
    cutoff: z
      .number()
      .min(-1_000_000)
      .max(1_000_000)
      .default(0.5)
      .describe('Least score that counts as positive, where there is no column of predictions.'),
    delimiter: shared.delimiter(),
  },
  result: 'mixed',
  data: CLASSIFICATION_DATA,
  notes: [
    'All values are those of scikit-learn with its defaults; where a precision or recall is not defined, it counts as 0 and a warning says so.',
    'Rows of the matrix are actual, columns predicted classes, sorted as scikit-learn does: numbers by value, texts by code unit. A picture of up to 30 classes is a file of the result.',
    'With a score of two classes: ROC AUC with ties as halves, average precision without interpolation, log loss and Brier score for probabilities, thresholds, and ten bins of calibration.',
    'The best threshold is the best on these rows: choose it on data that you do not report on. At most 200 classes.',
  ],
  aliases: [
    'confusion matrix',
    'precision recall',
    'f1 score',
    'roc auc',
    'classification report',
    'scikit-learn metrics',
    'mcc',
    'cohen kappa',
    'brier score',
    'log loss',
    'calibration curve',
    'pr auc',
  ],
  verified: [
    'scikit-learn: the values in the documentation of confusion_matrix, classification_report, balanced_accuracy_score, cohen_kappa_score, matthews_corrcoef, roc_auc_score, average_precision_score, log_loss and brier_score_loss; the package itself was not available',
    'Python 3.11: 200 random tables with ties against a separate script of the definitions (pairs for ROC AUC, steps for average precision)',
  ],
  examples: [
    {
      title: "The example of scikit-learn's classification_report",
      input: 'actual,predicted\n0,0\n1,0\n2,2\n2,2\n2,1\n',
      output: {
        data: {
          rows: 5,
          labels: ['0', '1', '2'],
          confusionMatrix: [
            [1, 0, 0],
            [1, 0, 0],
            [0, 1, 2],
          ],
          accuracy: 0.6,
          balancedAccuracy: 0.555556,
          kappa: 0.375,
          matthews: 0.400892,
          classes: [
            { label: '0', precision: 0.5, recall: 1, f1: 0.666667, support: 1 },
            { label: '1', precision: 0, recall: 0, f1: 0, support: 1 },
            { label: '2', precision: 1, recall: 0.666667, f1: 0.8, support: 3 },
          ],
          macro: { precision: 0.5, recall: 0.555556, f1: 0.488889 },
          weighted: { precision: 0.7, recall: 0.6, f1: 0.613333 },
          warnings: [],
        },
        files: [{ name: 'confusion-matrix.svg', mime: 'image/svg+xml' }],
      },
    },
    {
      title: 'A column that does not exist',
      input: 'truth,predicted\n1,1\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "actual" must be one of the columns "truth", "predicted", got "actual"',
      },
    },
    {
      title: 'A score that is not a number',
      input: 'actual,score\n1,high\n0,0.1\n',
      options: { score: 'score' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": row 2 must have a number in column "score", got "high"',
      },
    },
    {
      title: 'Scores for three classes',
      input: 'actual,predicted,p\na,a,1\nb,b,0\nc,c,0\n',
      options: { score: 'p' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Scores need two classes, or option "positive" to compare one with the others: there are 3',
      },
    },
    {
      title: 'A positive class that does not exist',
      input: 'actual,p\n0,0.1\n1,0.9\n',
      options: { score: 'p', positive: 'yes' },
      error: { code: 'INVALID_INPUT', message: 'Option "positive" must be one of the classes "0", "1", got "yes"' },
    },
    {
      title: 'A table without rows',
      input: 'actual,predicted\n',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input": there must be at least one row below the header',
      },
    },
  ],
  async run({ input, files, options }) {
    const source = await readTextSource({ input, files });
    const { actual, predicted, scores: values, positive } = readPredictions(source, options);
    const labels = sortLabels(new Set([...actual, ...predicted]));
    const counts = countClasses(actual, predicted, labels);
    const classes = classScores(counts);
    const { macro, weighted } = averages(classes);
    const scores = values === undefined ? undefined : scoreReport(actual, values, positive);
    const drawn = labels.length <= MAX_DRAWN ? [picture(drawConfusion(counts))] : [];
    const data = {
      rows: actual.length,
      labels,
      confusionMatrix: counts.matrix,
      ...roundedAll(agreement(counts, classes)),
      classes: classes.map(({ label, precision, recall, f1, support }) => ({
        label,
        precision: rounded(precision),
        recall: rounded(recall),
        f1: rounded(f1),
        support,
      })),
      macro: roundedAll(macro),
      weighted: roundedAll(weighted),
      ...(scores === undefined ? {} : { scores: scores.report }),
      warnings: [...undefinedFor(classes), ...(scores?.warnings ?? [])],
    };
    return withFiles(json(data), drawn);
  },
});
