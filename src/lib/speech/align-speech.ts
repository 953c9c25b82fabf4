import type { AcousticModel } from './acoustic-model.js';
import { alignWords, type SearchPrices } from './align-words.js';
import type { HeardWord } from './best-course.js';
import { type ExpectedTimes, expectedTimes } from './expected-times.js';
import { cepstra, FEATURE_RATE, FRAME_RATE, type FrameMatrix, features, meanCepstrum, melSpectra } from './features.js';
import { type FirstLook, lookFirst } from './match-text.js';
import type { Pronunciations } from './pronunciations.js';
import { type Densities, scoreDensities } from './senone-scores.js';
import type { SpokenWord } from './word-graph.js';

/** What is known of the sounds of English. */
export interface SpeechModel {
  readonly acoustic: AcousticModel;
  readonly pronunciations: Pronunciations;
}

/** A word as it may be said: each reading a list of lower-case words. */
export interface ReadWord {
  readonly readings: readonly (readonly string[])[];
}

/** When a word was heard, in seconds; `confidence` from 0 to 1. */
export interface TimedWord {
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
}

/** The times of all words, or what is wrong with the pair of sound and text. A word that is not heard has no time. */
export type SpeechAlignment =
  | { readonly fault: 'silence' | 'noise' | 'mismatch' }
  | { readonly words: readonly (TimedWord | undefined)[] };

// Chosen on speech with words added, left out and in front: see bench/align.
const PRICES: SearchPrices = { beginSkip: -60, skip: -20, beginOther: -60, other: -5, beginSilence: 0 };
/**
 * For a voice so unlike the model's that leaving words out always seems likelier (formant synthesis, robots, a voice pitched up):
 * every word must be said. Tried where the text does not match otherwise.
 */
const STRICT: SearchPrices = { beginSkip: -9000, skip: -2000, beginOther: -600, other: -50, beginSilence: 0 };

/** Times the words of a text in mono samples at 16 kHz. */
export const alignSpeech = (samples: Float32Array, words: readonly ReadWord[], model: SpeechModel): SpeechAlignment =>
  new SpeechAligner(model).align(samples, words, 0);

/**
 * Times texts in parts of one recording. What it has learnt of the voice in one part spares the first look at the next, and sound that two
 * parts share is scored once.
 */
export class SpeechAligner {
  readonly #numbers: ReadonlyMap<string, number>;
  /** The mean of the voice, and what was scored by it from a frame of the recording on. */
  #known: { readonly mean: Float32Array; readonly from: number; readonly densities: Densities } | undefined;
  /** Falls with each part that had to be searched twice. */
  #trust = MAX_TRUST;

  constructor(private readonly model: SpeechModel) {
    this.#numbers = new Map(model.acoustic.phones.map((phone, i) => [phone, i]));
  }

  /** A part of the recording that begins at its frame `from`. */
  align(samples: Float32Array, words: readonly ReadWord[], from: number): SpeechAlignment {
    if (Math.sqrt(Math.max(0, ...powers(samples))) < QUIET) return { fault: 'silence' };
    const { acoustic } = this.model;
    const spoken = this.#spoken(words);
    const cepstrum = cepstra(melSpectra(samples, acoustic.settings), acoustic.settings);
    if (this.#known !== undefined && this.#trust > 0) {
      const quick = this.#timed(cepstrum, this.#known.mean, spoken, PRICES, from, BEAM);
      const isEnough = isCertain(quick.heard);
      this.#trust = Math.min(MAX_TRUST, this.#trust + (isEnough ? 1 : -1));
      if (isEnough) return { words: quick.times() };
    }
    const look = lookFirst(acoustic, features(cepstrum, meanCepstrum(cepstrum, ALL)), spoken, [PRICES, STRICT]);
    const fault = spread(samples) < STEADY ? 'noise' : 'mismatch';
    const isUsual = isMatch(look, 0, spoken.length, LEAST_RATE);
    if (!isUsual && !isMatch(look, 1, spoken.length, LEAST_STRICT_RATE)) return { fault };
    const wordAt = look.align(isUsual ? 0 : 1);
    // Long silence, or music before the singing, draws the mean away from the voice: the second time it is that of the words.
    const mean = meanCepstrum(cepstrum, (frame) => wordAt(frame) >= 0);
    this.#known = undefined;
    const { heard, times } = this.#timed(cepstrum, mean, spoken, isUsual ? PRICES : STRICT, from);
    if (!isUsual) this.#known = undefined;
    if (!heard.some((word) => word !== undefined)) return { fault };
    return { words: times() };
  }

  #spoken(words: readonly ReadWord[]): SpokenWord[] {
    const tried = words.length > MANY_WORDS ? 1 : MAX_PRONUNCIATIONS;
    return words.map(({ readings }): SpokenWord => {
      const said = readings.flatMap((reading) => this.model.pronunciations.of(reading));
      const runs = new Map(said.map((run) => [run.join(' '), run]));
      const known = [...runs.values()].map((run) => run.flatMap((phone) => this.#numbers.get(phone) ?? []));
      return { pronunciations: known.filter((phones) => phones.length > 0).slice(0, tried) };
    });
  }

  #timed(
    cepstrum: FrameMatrix,
    mean: Float32Array,
    spoken: readonly SpokenWord[],
    prices: SearchPrices,
    from: number,
    beam = Infinity,
  ) {
    const { acoustic } = this.model;
    const frames = features(cepstrum, mean);
    // The last frames of a part lack those after them.
    const scored = this.#known && { from: this.#known.from - from, densities: this.#known.densities, last: EDGE };
    const densities = scoreDensities(acoustic, frames, scored);
    this.#known = { mean, from, densities };
    const alignment = alignWords(acoustic, densities, spoken, prices, beam);
    const heard = alignment.words.map((word, i) =>
      word !== undefined && isPlausible(word, spoken[i]) ? word : undefined,
    );
    return { heard, times: () => timeWords(heard, expectedTimes(acoustic, densities, alignment)) };
  }
}

/** Leaves out 20 words at most: a text with more that is not said is searched again without it. */
const BEAM = 500;
/** So many parts more than those that were certain are searched twice at most. */
const MAX_TRUST = 3;
/** Frames at the end of a part whose features are not those that they have within a longer one. */
const EDGE = 20;
/** What a text has that needs no comparison with chance: so many words heard, of those up to the last so large a share, this fit, and this share of time. */
const CERTAIN = { words: 12, share: 0.9, fit: -2.3, time: 0.5 };

function isCertain(words: readonly (HeardWord | undefined)[]): boolean {
  const heard = words.filter((word) => word !== undefined);
  const last = words.findLastIndex((word) => word !== undefined);
  const mean = (of: (word: HeardWord) => number): number =>
    heard.reduce((sum, word) => sum + of(word), 0) / heard.length;
  return (
    heard.length >= CERTAIN.words &&
    heard.length >= CERTAIN.share * (last + 1) &&
    mean(({ fit }) => fit) >= CERTAIN.fit &&
    mean(({ start, end }) => end - start) * heard.length >= CERTAIN.time * (heard.at(-1)?.end ?? Infinity)
  );
}

const ALL = (): boolean => true;

/** Shorter pauses than this are none: the model's silence has three states. Frames. */
const SHORTEST_PAUSE = 3;

/** Times in seconds, none before the end of the word before it, none shorter than a frame, words that meet without a gap. */
function timeWords(
  heard: readonly (HeardWord | undefined)[],
  expected: readonly (ExpectedTimes | undefined)[],
): (TimedWord | undefined)[] {
  const starts = heard.map((word, i) => word && (expected[i]?.start ?? word.start));
  let before = 0;
  return heard.map((word, i) => {
    if (word === undefined) return undefined;
    const start = Math.max(before, starts[i] ?? word.start);
    const left = Math.max(start + 1, expected[i]?.end ?? word.end);
    const next = starts[i + 1] ?? Infinity;
    const end = next > left && next - left < SHORTEST_PAUSE ? next : left;
    before = end;
    const confidence = 1 / (1 + Math.exp(-(word.fit - EVEN_FIT) / FIT_SCALE));
    return { start: start / FRAME_RATE, end: end / FRAME_RATE, confidence };
  });
}

// The fit of a word is about 0 in clear speech, -1.5 with music 5 dB below it, and -3 where another text is said.
const EVEN_FIT = -3.5;
const FIT_SCALE = 1.2;

/** Frames a phone may last on average before a word is taken for a noise that it was stretched over. Sung notes stay below. */
const MAX_PHONE = 120;

function isPlausible(word: HeardWord, spoken: SpokenWord | undefined): boolean {
  const phones = Math.max(1, ...(spoken?.pronunciations ?? []).map((run) => run.length));
  return (word.end - word.start) / phones <= MAX_PHONE;
}

// Measured on 107 right pairs of sound and text and 324 wrong ones (`bench/align/pairs.ts`): the lead of a right text over its
// reverse is 310 and more, 1.09 a frame; that of a wrong one up to 406, but then under 1 a frame. A wrong text of few words finds
// something like it in a long recording with a lead of 140. Where every word must be said, formant voices lead by 3.8 a frame and more,
// wrong texts by 2.1 at most.
const LEAST_LEAD = 300;
const LEAST_LEAD_OF_A_WORD = 10;
const LEAD_BY_CHANCE = 0.09;
const LEAST_RATE = 1;
const LEAST_STRICT_RATE = 2.8;
/** Frames of a word, of those looked at: nobody says more than eight words a second for the whole of a recording. */
const FRAMES_OF_A_WORD = 6;

/** Whether a text is what is said: it fits better than chance, by how much in all and by how much in a frame of its words. */
function isMatch({ frames, evidence }: FirstLook, prices: 0 | 1, words: number, leastRate: number): boolean {
  const { lead, heard } = evidence[prices];
  if (prices === 1 && frames < FRAMES_OF_A_WORD * words) return false;
  const least = Math.min(LEAST_LEAD, LEAST_LEAD_OF_A_WORD * words + LEAD_BY_CHANCE * frames);
  return heard > 0 && lead >= least && lead / heard >= leastRate;
}

/** Loudness of steady noise moves less than this between a tenth of all moments and another: decibels. Speech moves by 15 and more. */
const STEADY = 8;

function spread(samples: Float32Array): number {
  const levels = powers(samples)
    .map((power) => 10 * Math.log10(power + 1e-10))
    .sort((a, b) => a - b);
  const at = (share: number): number => levels[Math.floor(share * (levels.length - 1))] ?? 0;
  return at(0.9) - at(0.1);
}

/** Most ways to say a word that are searched, and how many words there may be before it is only the first of each: that bounds memory. */
const MAX_PRONUNCIATIONS = 8;
const MANY_WORDS = 500;

/** Root mean square of the loudest tenth of a second below which a recording is silent: -60 dB of full scale. */
const QUIET = 0.001;

/** Mean square of each tenth of a second. */
function powers(samples: Float32Array): number[] {
  const length = FEATURE_RATE / 10;
  return Array.from({ length: Math.floor(samples.length / length) }, (_, i) => {
    let sum = 0;
    for (const sample of samples.subarray(i * length, (i + 1) * length)) sum += sample * sample;
    return sum / length;
  });
}
