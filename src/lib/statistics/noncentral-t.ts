import { normal } from './distributions.js';
import { logGamma } from './special-functions.js';

/** Steps, and most of them: where t is large, the tail is steep in s. */
const STEPS = 600;
const MAX_STEPS = 50_000;

/**
 * Probability of more than `t` under the noncentral t distribution: the normal tail at t·s − shift, averaged over the distribution of
 * s = χ/√degrees by Simpson's rule. To 8 decimals or more.
 */
export function noncentralUpper(t: number, degrees: number, shift: number): number {
  const width = 10 / Math.sqrt(2 * degrees);
  const [from, to] = [Math.max(0, 1 - width), 1 + width];
  const steps = 2 * Math.ceil(Math.min(MAX_STEPS, Math.max(STEPS, (Math.abs(t) * (to - from)) / 0.03)) / 2);
  const constant = Math.log(2) + (degrees / 2) * Math.log(degrees / 2) - logGamma(degrees / 2);
  const { tails } = normal();
  const density = (s: number): number =>
    s === 0
      ? degrees === 1
        ? Math.exp(constant)
        : 0
      : Math.exp(constant + (degrees - 1) * Math.log(s) - (degrees * s * s) / 2);
  let total = 0;
  for (let i = 0; i <= steps; i++) {
    const s = from + ((to - from) * i) / steps;
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    total += weight * density(s) * tails(t * s - shift).upper;
  }
  return Math.min(1, Math.max(0, (total * (to - from)) / steps / 3));
}
