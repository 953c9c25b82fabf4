import type { AcousticModel } from './acoustic-model.js';
import { GraphSearch, type SearchPrices, sharedScores } from './align-words.js';
import { everyNth, type FrameMatrix } from './features.js';
import { scoreDensities } from './senone-scores.js';
import { totalScores } from './total-scores.js';
import { buildGraph, type SpokenWord } from './word-graph.js';

/** Of this many frames one is looked at. With every third the shortest phones no longer fit in and right texts are missed. */
const STEP = 2;

/** How well a text fits at a set of prices. */
export interface Evidence {
  /** How much better than the same text said backwards: the difference of their log-likelihoods. */
  readonly lead: number;
  /** How many of the frames looked at lie in words. */
  readonly heard: number;
}

/** A first, quick look at whether a text is what is said. */
export interface FirstLook {
  /** Number of the frames looked at. */
  readonly frames: number;
  readonly evidence: readonly [Evidence, Evidence];
  /** For each frame of the whole, at the first or second set of prices: number of the word it belongs to, or SILENCE or OTHER. */
  readonly align: (prices: 0 | 1) => (frame: number) => number;
}

/**
 * Compares a text with every second frame, and as a measure of chance the same text with all its phones in reverse order: what
 * fits no better than that is not what is said, whatever the voice and the noise.
 */
export function lookFirst(
  model: AcousticModel,
  frames: FrameMatrix,
  words: readonly SpokenWord[],
  prices: readonly [SearchPrices, SearchPrices],
): FirstLook {
  const densities = scoreDensities(model, everyNth(frames, STEP));
  const backwards = words
    .toReversed()
    .map(({ pronunciations }) => ({ pronunciations: pronunciations.map((phones) => phones.toReversed()) }));
  const forth = buildGraph(model, words);
  const back = buildGraph(model, backwards);
  const shared = sharedScores(model, densities, [forth, back]);
  shared.scores.remember();
  const sparse = [ofStep(prices[0]), ofStep(prices[1])] as const;
  const found = totalScores(forth, shared, sparse);
  const chance = totalScores(back, shared, sparse);
  const evidenceAt = (which: 0 | 1): Evidence => ({
    lead: found[which].score - chance[which].score,
    heard: found[which].heard,
  });
  return {
    frames: densities.count,
    evidence: [evidenceAt(0), evidenceAt(1)],
    align(which) {
      const { frames: wordOf } = new GraphSearch(forth, shared, sparse[which]).run();
      return (frame) => wordOf[Math.min(Math.floor(frame / STEP), wordOf.length - 1)] ?? -1;
    },
  };
}

/** Half the frames have half the likelihood, so that what has a price of its own must cost half too. */
const ofStep = ({ beginSkip, skip, beginOther, other, beginSilence }: SearchPrices): SearchPrices => ({
  beginSkip: beginSkip / STEP,
  skip: skip / STEP,
  beginOther: beginOther / STEP,
  other,
  beginSilence: beginSilence / STEP,
});
