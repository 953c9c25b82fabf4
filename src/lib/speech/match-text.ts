import type { AcousticModel } from './acoustic-model.js';
import { type Alignment, Search, type SearchPrices, sharedScores } from './align-words.js';
import { everyNth, type Frames } from './features.js';
import { type Densities, scoreDensities } from './senone-scores.js';
import { buildGraph, type SpokenWord } from './word-graph.js';

/** Of this many frames one is looked at. With every third the shortest phones no longer fit in and right texts are missed. */
const STEP = 2;

/** How much better a text fits than the same text said backwards. */
export interface Evidence {
  /** Number of its words. */
  readonly words: number;
  /** Frames looked at, and those of them that lie in words that were heard. */
  readonly frames: number;
  readonly heard: number;
  /** Difference of the two texts' log-likelihoods. */
  readonly lead: number;
}

/** A first, quick alignment, and what it says about whether the text is what is said. */
export interface FirstLook {
  readonly evidence: Evidence;
  /** For each frame of the whole: number of the word it belongs to, or SILENCE or OTHER. */
  readonly wordAt: (frame: number) => number;
}

/**
 * Aligns a text with every second frame, and as a measure of chance the same text with all its phones in reverse order: what
 * fits no better than that is not what is said, whatever the voice and the noise.
 */
export function lookFirst(
  model: AcousticModel,
  frames: Frames,
  words: readonly SpokenWord[],
): (prices: SearchPrices) => FirstLook {
  const densities: Densities = scoreDensities(model, everyNth(frames, STEP));
  const backwards = words
    .toReversed()
    .map(({ pronunciations }) => ({ pronunciations: pronunciations.map((phones) => phones.toReversed()) }));
  const graphs = [words, backwards].map((text) => buildGraph(model, text));
  const shared = sharedScores(model, densities, graphs);
  shared.scores.remember();
  return (prices) => {
    const [forth, back] = graphs.map((graph): Alignment => new Search(graph, shared, ofStep(prices)).run());
    const heard = forth?.words.reduce((sum, word) => sum + (word === undefined ? 0 : word.end - word.start), 0) ?? 0;
    const lead = (forth?.score ?? 0) - (back?.score ?? 0);
    return {
      evidence: { words: words.length, frames: densities.count, heard, lead },
      wordAt: (frame) => forth?.frames[Math.min(Math.floor(frame / STEP), densities.count - 1)] ?? -1,
    };
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
