/** Metrics of classifiers, defined as scikit-learn documents them. */

export interface ClassCounts {
  /** In the order of the rows and columns of the matrix. */
  readonly labels: readonly string[];
  /** Rows are actual, columns predicted classes. */
  readonly matrix: readonly (readonly number[])[];
  readonly total: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const isNumber = (label: string): boolean => label.trim() !== '' && Number.isFinite(Number(label));

/** Labels as scikit-learn sorts them: numbers by value, texts by code unit. */
export function sortLabels(labels: Iterable<string>): string[] {
  const list = [...labels];
  return list.every(isNumber) ? list.sort((a, b) => Number(a) - Number(b)) : list.sort((a, b) => (a < b ? -1 : 1));
}

export function countClasses(
  actual: readonly string[],
  predicted: readonly string[],
  labels: readonly string[],
): ClassCounts {
  const places = new Map(labels.map((label, index) => [label, index]));
  const matrix = labels.map(() => labels.map(() => 0));
  for (const [index, label] of actual.entries()) {
    const row = matrix[places.get(label) ?? 0];
    const column = places.get(predicted[index] ?? '') ?? 0;
    if (row !== undefined) row[column] = (row[column] ?? 0) + 1;
  }
  return { labels, matrix, total: actual.length };
}

/** Precision, recall, F1 and support of each class. */
export function classScores({ labels, matrix }: ClassCounts) {
  return labels.map((label, index) => {
    const right = matrix[index]?.[index] ?? 0;
    const predicted = sum(matrix.map((row) => row[index] ?? 0));
    const support = sum(matrix[index] ?? []);
    const [precision, recall] = [ratio(right, predicted), ratio(right, support)];
    return { label, precision, recall, f1: ratio(2 * precision * recall, precision + recall), support, predicted };
  });
}

export type ClassScore = ReturnType<typeof classScores>[number];

export function averages(scores: readonly ClassScore[]) {
  const total = sum(scores.map(({ support }) => support));
  const mean = (key: 'precision' | 'recall' | 'f1', weight: (score: ClassScore) => number): number =>
    sum(scores.map((score) => score[key] * weight(score)));
  const by = (weight: (score: ClassScore) => number) => ({
    precision: mean('precision', weight),
    recall: mean('recall', weight),
    f1: mean('f1', weight),
  });
  return { macro: by(() => 1 / scores.length), weighted: by(({ support }) => support / total) };
}

/** Accuracy, balanced accuracy over the classes that occur, Cohen's kappa, Matthews' coefficient for any number of classes. */
export function agreement(counts: ClassCounts, scores: readonly ClassScore[]) {
  const { matrix, total } = counts;
  const right = sum(matrix.map((row, index) => row[index] ?? 0));
  const present = scores.filter(({ support }) => support > 0);
  const chance = sum(scores.map(({ support, predicted }) => support * predicted));
  const spread = (key: 'support' | 'predicted'): number => total ** 2 - sum(scores.map((score) => score[key] ** 2));
  const expected = chance / total ** 2;
  return {
    accuracy: right / total,
    balancedAccuracy: sum(present.map(({ recall }) => recall)) / present.length,
    kappa: expected === 1 ? 0 : (right / total - expected) / (1 - expected),
    matthews: ratio(right * total - chance, Math.sqrt(spread('support') * spread('predicted'))),
  };
}

/** What is counted at one threshold: those with a score of at least it are positive. */
export interface ThresholdCounts {
  readonly threshold: number;
  readonly truePositives: number;
  readonly falsePositives: number;
}

/** Counts at each distinct score, the highest first. */
export function thresholdCounts(isPositive: readonly boolean[], scores: readonly number[]): ThresholdCounts[] {
  const order = scores.map((_, index) => index).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
  const counts: ThresholdCounts[] = [];
  let [truePositives, falsePositives] = [0, 0];
  for (const [place, index] of order.entries()) {
    if (isPositive[index] === true) truePositives++;
    else falsePositives++;
    const threshold = scores[index] ?? 0;
    const next = order[place + 1];
    if (next === undefined || scores[next] !== threshold) counts.push({ threshold, truePositives, falsePositives });
  }
  return counts;
}

/** Area under the ROC curve by trapezoids, and average precision, which is the area under the steps of precision and recall. */
export function areas(counts: readonly ThresholdCounts[], positives: number, negatives: number) {
  let [rocAuc, averagePrecision] = [0, 0];
  let before = { truePositives: 0, falsePositives: 0 };
  for (const { truePositives, falsePositives } of counts) {
    rocAuc += (falsePositives - before.falsePositives) * (truePositives + before.truePositives);
    averagePrecision +=
      ratio(truePositives - before.truePositives, positives) * ratio(truePositives, truePositives + falsePositives);
    before = { truePositives, falsePositives };
  }
  return { rocAuc: ratio(rocAuc, 2 * positives * negatives), averagePrecision };
}

/** Mean squared error of probabilities, and cross-entropy; probabilities are kept off 0 and 1 as scikit-learn does. */
export function probabilityLosses(isPositive: readonly boolean[], scores: readonly number[]) {
  let [brier, logLoss] = [0, 0];
  for (const [index, score] of scores.entries()) {
    const truth = isPositive[index] === true ? 1 : 0;
    brier += (score - truth) ** 2;
    const kept = Math.min(1 - Number.EPSILON, Math.max(Number.EPSILON, score));
    logLoss -= Math.log(truth === 1 ? kept : 1 - kept);
  }
  return { brierScore: brier / scores.length, logLoss: logLoss / scores.length };
}

/** Probabilities in ten equal bins, and how often they came true. */
export function calibration(isPositive: readonly boolean[], scores: readonly number[]) {
  const bins = Array.from({ length: 10 }, () => ({ count: 0, predicted: 0, actual: 0 }));
  for (const [index, score] of scores.entries()) {
    const bin = bins[Math.min(9, Math.floor(score * 10))];
    if (bin === undefined) continue;
    bin.count++;
    bin.predicted += score;
    bin.actual += isPositive[index] === true ? 1 : 0;
  }
  const used = bins
    .map((bin, index) => ({ from: index / 10, to: (index + 1) / 10, ...bin }))
    .filter(({ count }) => count > 0);
  return used.map(({ from, to, count, predicted, actual }) => ({
    from,
    to,
    count,
    meanScore: predicted / count,
    positiveShare: actual / count,
  }));
}
