/** How many to ask or to measure. */

import { ContentFault, LimitFault } from '../faults.js';
import { normal, quantile, studentT } from './distributions.js';
import { noncentralUpper } from './noncentral-t.js';

export const DESIGNS = [
  'proportion',
  'mean',
  'two-proportions',
  'two-means',
  'paired-means',
  'one-mean',
  'correlation',
] as const;
export type Design = (typeof DESIGNS)[number];

export interface Study {
  readonly design: Design;
  readonly confidence: number;
  readonly power: number;
  readonly isOneSided: boolean;
  readonly margin: number;
  readonly proportion: number;
  readonly other: number;
  readonly difference: number;
  readonly deviation: number;
  readonly correlation: number;
  /** Size of the second group divided by that of the first. */
  readonly ratio: number;
  readonly population: number;
  readonly designEffect: number;
}

/** Chosen: a hundred times the largest survey. */
export const MAX_SIZE = 1_000_000_000;

export const isEstimate = (design: Design): boolean => design === 'proportion' || design === 'mean';
const hasGroups = (design: Design): boolean => design === 'two-proportions' || design === 'two-means';

const z = (share: number): number => quantile(normal(), share);
const criticalShare = ({ confidence, isOneSided }: Study): number =>
  isOneSided ? confidence : 1 - (1 - confidence) / 2;

/** Variance of one observation. */
const varianceOf = ({ design, proportion, deviation }: Study): number =>
  design === 'proportion' ? proportion * (1 - proportion) : deviation ** 2;

/** Half the width of the interval that so many observations give. */
export function marginOf(study: Study, size: number): number {
  const { population, designEffect } = study;
  // Of a census, nothing is left to estimate.
  const correction = population === 0 ? 1 : Math.max(0, (population - size) / Math.max(1, population - 1));
  return z(criticalShare(study)) * Math.sqrt((varianceOf(study) * designEffect * correction) / size);
}

/** Sizes of the groups; the second is 0 where there is one. */
export const groupsOf = ({ design, ratio }: Study, first: number): readonly [number, number] =>
  hasGroups(design) ? [first, Math.ceil(first * ratio - 1e-9)] : [first, 0];

/** Probability that the test finds the effect with so many in the first group. */
export function powerOf(study: Study, first: number): number {
  const { design, difference, deviation, proportion, other, correlation, designEffect } = study;
  const [n, m] = groupsOf(study, first).map((size) => size / designEffect) as [number, number];
  if (design === 'correlation') {
    const shift = Math.abs(Math.atanh(correlation)) * Math.sqrt(Math.max(0, n - 3));
    return normal().tails(z(criticalShare(study)) - shift).upper;
  }
  if (design === 'two-proportions') {
    const both = (proportion * n + other * m) / (n + m);
    const spread = Math.sqrt(both * (1 - both) * (1 / n + 1 / m));
    const apart = Math.sqrt((proportion * (1 - proportion)) / n + (other * (1 - other)) / m);
    return normal().tails((z(criticalShare(study)) * spread - Math.abs(proportion - other)) / apart).upper;
  }
  const degrees = design === 'two-means' ? n + m - 2 : n - 1;
  const error = deviation * Math.sqrt(design === 'two-means' ? 1 / n + 1 / m : 1 / n);
  if (!(degrees >= 1)) return 0;
  const critical = quantile(studentT(degrees), criticalShare(study));
  const shift = Math.abs(difference) / error;
  const far = study.isOneSided ? 0 : noncentralUpper(critical, degrees, -shift);
  return Math.min(1, noncentralUpper(critical, degrees, shift) + far);
}

/** The least number in the (first) group that is enough. Throws `LimitFault` beyond a thousand million. */
export function sizeOf(study: Study): number {
  if (isEstimate(study.design)) {
    const { margin, population, designEffect } = study;
    const plain = (z(criticalShare(study)) / margin) ** 2 * varianceOf(study) * designEffect;
    const size = population === 0 ? plain : plain / (1 + (plain - 1) / population);
    if (!(plain <= MAX_SIZE)) throw tooLarge();
    // What is whole but for rounding is not raised.
    return Math.max(1, Math.min(Math.ceil(size - 1e-9), population === 0 ? MAX_SIZE : population));
  }
  if (study.design === 'two-proportions' && study.proportion === study.other)
    throw new ContentFault('the proportions are the same, no sample can tell them apart');
  const least = study.design === 'correlation' ? 4 : 2;
  let high = least;
  while (powerOf(study, high) < study.power) {
    high *= 2;
    if (high > MAX_SIZE) throw tooLarge();
  }
  let low = Math.max(least - 1, Math.floor(high / 2));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerOf(study, middle) >= study.power) high = middle;
    else low = middle;
  }
  return high;
}

const tooLarge = (): LimitFault => new LimitFault(`the sample must be at most ${MAX_SIZE}`, MAX_SIZE);

/** What a study finds with the power asked for: a difference of means, the other proportion, or a correlation. */
export function effectOf(study: Study, first: number): number {
  const withEffect = (effect: number): Study =>
    study.design === 'correlation'
      ? { ...study, correlation: effect }
      : study.design === 'two-proportions'
        ? { ...study, other: effect }
        : { ...study, difference: effect };
  let low = study.design === 'two-proportions' ? study.proportion : 0;
  let high = study.design === 'correlation' || study.design === 'two-proportions' ? 1 - 1e-9 : study.deviation;
  if (study.design !== 'correlation' && study.design !== 'two-proportions')
    while (powerOf(withEffect(high), first) < study.power && high < 1e9 * study.deviation) high *= 2;
  if (powerOf(withEffect(high), first) < study.power) throw new ContentFault('the sample is too small for any effect');
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2;
    if (powerOf(withEffect(middle), first) >= study.power) high = middle;
    else low = middle;
  }
  return high;
}
