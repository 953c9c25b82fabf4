/** Classes of a histogram, by the rules of the field. */

import { quantilesOf } from './box.js';

export const BIN_RULES = ['auto', 'freedman-diaconis', 'sturges', 'scott', 'rice', 'square-root'] as const;

export type BinRule = (typeof BIN_RULES)[number];

export interface Bins {
  /** One more than there are bins. */
  readonly edges: readonly number[];
  /** Values from an edge up to but not including the next; the last bin has its upper edge too. */
  readonly counts: readonly number[];
}

/** Beyond it bars are thinner than a pixel. */
export const MAX_BINS = 1_000;

/** Width of a bin; 0 where the rule has none for such values. As `numpy.histogram_bin_edges` has them; `auto` as before NumPy 2.4. */
function widthOf(rule: BinRule, sorted: Float64Array): number {
  const count = sorted.length;
  const range = (sorted[count - 1] ?? 0) - (sorted[0] ?? 0);
  switch (rule) {
    case 'sturges':
      return range / (Math.log2(count) + 1);
    case 'rice':
      return range / (2 * Math.cbrt(count));
    case 'square-root':
      return range / Math.sqrt(count);
    case 'scott': {
      let mean = 0;
      for (const value of sorted) mean += value / count;
      let squares = 0;
      for (const value of sorted) squares += (value - mean) ** 2 / count;
      return ((24 * Math.sqrt(Math.PI)) / count) ** (1 / 3) * Math.sqrt(squares);
    }
    case 'freedman-diaconis': {
      const { first, third } = quantilesOf(sorted, 'inclusive');
      return (2 * (third - first)) / Math.cbrt(count);
    }
    case 'auto': {
      const [narrow, usual] = [widthOf('freedman-diaconis', sorted), widthOf('sturges', sorted)];
      return narrow > 0 ? Math.min(narrow, usual) : usual;
    }
  }
}

/** `wanted` bins, or as many as the rule says for 0. `sorted` has at least one value. At most `MAX_BINS`. */
export function binsOf(sorted: Float64Array, rule: BinRule, wanted: number): Bins {
  const [least, most] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
  const width = widthOf(rule, sorted);
  const byRule = width > 0 ? Math.ceil((most - least) / width) : 1;
  const count = Math.min(MAX_BINS, Math.max(1, wanted > 0 ? wanted : byRule));
  const [from, to] = least === most ? [least - 0.5, most + 0.5] : [least, most];
  const step = (to - from) / count;
  const edges = Array.from({ length: count + 1 }, (_, i) => (i === count ? to : from + i * step));
  const counts = new Array<number>(count).fill(0);
  let bin = 0;
  for (const value of sorted) {
    while (bin < count - 1 && value >= (edges[bin + 1] ?? Number.POSITIVE_INFINITY)) bin++;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { edges, counts };
}
