import { invalid, overLimit, quote } from '../../core/index.js';
import { type DelimiterChoice, listColumns, readCsvText } from '../../formats/table-text.js';
import type { TextSource } from '../../formats/text-source.js';
import {
  areas,
  calibration,
  probabilityLosses,
  sortLabels,
  type ThresholdCounts,
  thresholdCounts,
} from '../../lib/metrics/classification.js';

const MAX_CLASSES = 200;
const MAX_THRESHOLDS = 50;

export const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

export const roundedAll = <Values extends Readonly<Record<string, number>>>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, rounded(value)])) as Values;

interface PredictionOptions {
  readonly actual: string;
  readonly predicted: string;
  readonly score: string;
  readonly positive: string;
  readonly cutoff: number;
  readonly delimiter: DelimiterChoice;
}

interface Predictions {
  readonly actual: readonly string[];
  readonly predicted: readonly string[];
  readonly scores: readonly number[] | undefined;
  readonly positive: string;
}

/** The columns of a caller's table. Throws INVALID_INPUT where one is missing or a score is not a number, LIMIT_EXCEEDED. */
export function readPredictions(source: TextSource, options: PredictionOptions): Predictions {
  const { records } = readCsvText(source, options.delimiter);
  const [head = [], ...body] = records;
  const header = head.map((cell) => cell.trim());
  const rows = body.filter((row) => row.some((cell) => cell.trim() !== ''));
  const columnOf = (option: 'actual' | 'predicted' | 'score'): number => {
    const index = header.indexOf(options[option]);
    if (index >= 0) return index;
    throw invalid(
      `Option "${option}" must be one of the columns ${listColumns(header)}, got ${quote(options[option])}`,
    );
  };
  const cellsOf = (column: number): string[] => rows.map((row) => (row[column] ?? '').trim());
  const actual = cellsOf(columnOf('actual'));
  if (rows.length === 0) throw invalid(`Cannot read ${source.label}: there must be at least one row below the header`);
  const scores = options.score === '' ? undefined : numbersOf(cellsOf(columnOf('score')), source, options.score);
  const isPredicted = scores === undefined || header.includes(options.predicted);
  const given = isPredicted ? cellsOf(columnOf('predicted')) : undefined;
  const labels = sortLabels(new Set([...actual, ...(given ?? [])]));
  if (labels.length > MAX_CLASSES) throw overLimit(`There may be at most ${MAX_CLASSES} classes, got ${labels.length}`);
  const positive = scores === undefined ? '' : positiveOf(labels, options.positive);
  const negative = labels.find((label) => label !== positive) ?? positive;
  const predicted = given ?? (scores ?? []).map((score) => (score >= options.cutoff ? positive : negative));
  return { actual, predicted, scores, positive };
}

function numbersOf(cells: readonly string[], { label }: TextSource, column: string): number[] {
  return cells.map((cell, index) => {
    const value = cell === '' ? Number.NaN : Number(cell);
    if (Number.isFinite(value)) return value;
    throw invalid(
      `Cannot read ${label}: row ${index + 2} must have a number in column ${quote(column)}, got ${quote(cell)}`,
    );
  });
}

function positiveOf(labels: readonly string[], positive: string): string {
  if (positive !== '') {
    if (labels.includes(positive)) return positive;
    throw invalid(`Option "positive" must be one of the classes ${listColumns(labels)}, got ${quote(positive)}`);
  }
  const [, second] = labels;
  if (labels.length === 2 && second !== undefined) return second;
  throw invalid(
    `Scores need two classes, or option "positive" to compare one with the others: there are ${labels.length}`,
  );
}

/** What scores tell of one class against the others. */
export function scoreReport(actual: readonly string[], scores: readonly number[], positive: string) {
  const isPositive = actual.map((label) => label === positive);
  const positives = isPositive.filter(Boolean).length;
  const negatives = isPositive.length - positives;
  const counts = thresholdCounts(isPositive, scores);
  const rowOf = ({ threshold, truePositives, falsePositives }: ThresholdCounts) => {
    const precision = truePositives / (truePositives + falsePositives);
    const recall = positives === 0 ? 0 : truePositives / positives;
    const f1 = truePositives === 0 ? 0 : (2 * precision * recall) / (precision + recall);
    return { threshold, ...roundedAll({ precision, recall, f1 }) };
  };
  const rows = counts.map((each) => ({
    ...rowOf(each),
    falsePositiveRate: negatives === 0 ? 0 : rounded(each.falsePositives / negatives),
  }));
  const bestRow = rows.reduce((best, row) => (row.f1 > best.f1 ? row : best));
  const step = Math.max(1, rows.length / MAX_THRESHOLDS);
  const shown = rows.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  const isProbability = scores.every((score) => score >= 0 && score <= 1);
  const { falsePositiveRate: _, ...best } = bestRow;
  const report = {
    positive,
    ...roundedAll(areas(counts, positives, negatives)),
    ...(isProbability ? roundedAll(probabilityLosses(isPositive, scores)) : {}),
    best,
    thresholds: shown,
    ...(isProbability ? { calibration: calibration(isPositive, scores).map(roundedAll) } : {}),
  };
  const warnings = [
    ...(positives === 0 || negatives === 0 ? ['Only one class occurs: ROC AUC is not defined and counts as 0'] : []),
    ...(isProbability
      ? []
      : ['Scores are not all between 0 and 1: log loss, Brier score and calibration are not given']),
  ];
  return { report, warnings };
}
