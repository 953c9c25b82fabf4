import { alignWords, type SearchPrices } from '../../lib/speech/align-words.js';
import type { HeardWord } from '../../lib/speech/best-course.js';
import { type ExpectedTimes, expectedTimes } from '../../lib/speech/expected-times.js';
import { cepstra, FEATURE_RATE, FRAME_RATE, features, meanCepstrum, melSpectra } from '../../lib/speech/features.js';
import { type Densities, scoreDensities } from '../../lib/speech/senone-scores.js';
import type { SpokenWord } from '../../lib/speech/word-graph.js';
import { loadSpeechModel } from './model.js';

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

/** Times the words of a text in mono samples at 16 kHz, with the model in `modelDir` or the bundled one. */
export function alignSpeech(
  samples: Float32Array,
  words: readonly ReadWord[],
  modelDir: string | undefined,
): SpeechAlignment {
  if (Math.sqrt(Math.max(0, ...powers(samples))) < QUIET) return { fault: 'silence' };
  const { acoustic, pronunciations } = loadSpeechModel(modelDir);
  const numbers = new Map(acoustic.phones.map((phone, i) => [phone, i]));
  const tried = words.length > MANY_WORDS ? 1 : MOST_PRONUNCIATIONS;
  const spoken = words.map(({ readings }): SpokenWord => {
    const runs = new Map(readings.flatMap((reading) => pronunciations.of(reading)).map((run) => [run.join(' '), run]));
    const known = [...runs.values()].map((run) => run.flatMap((phone) => numbers.get(phone) ?? []));
    return { pronunciations: known.filter((phones) => phones.length > 0).slice(0, tried) };
  });
  const cepstrum = cepstra(melSpectra(samples, acoustic.settings), acoustic.settings);
  const score = (counts: (frame: number) => boolean): Densities =>
    scoreDensities(acoustic, features(cepstrum, meanCepstrum(cepstrum, counts)));
  const first = alignWords(
    acoustic,
    score(() => true),
    spoken,
    PRICES,
  );
  // Long silence, or music before the singing, draws the mean away from the voice: the second time it is that of the words.
  const densities = score((frame) => (first.frames[frame] ?? -1) >= 0);
  const alignment = alignWords(acoustic, densities, spoken, PRICES);
  const heard = alignment.words.map((word, i) =>
    word !== undefined && isPlausible(word, spoken[i]) ? word : undefined,
  );
  if (!isMatch(heard)) return { fault: spread(samples) < STEADY ? 'noise' : 'mismatch' };
  return { words: timeWords(heard, expectedTimes(acoustic, densities, alignment)) };
}

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
const LONGEST_PHONE = 120;

function isPlausible(word: HeardWord, spoken: SpokenWord | undefined): boolean {
  const phones = Math.max(1, ...(spoken?.pronunciations ?? []).map((run) => run.length));
  return (word.end - word.start) / phones <= LONGEST_PHONE;
}

// Measured on 11 right pairs of sound and text (fit -2.6 to 2.1, all words heard) and 15 wrong ones (fit -3.7 to -1.3, a third
// to four fifths heard): see src/engines/align/align-speech.test.ts for the kinds.
const LOWEST_FIT = -2.9;
const UNHEARD_COST = 1.5;
const SHARE_OF_POOR_FIT = 0.6;
const POOR_FIT = -1;
const LOWEST_SHARE = 0.1;

/** Whether what was heard is the text. A text of which only a part is in the audio must fit all the better. */
function isMatch(words: readonly (HeardWord | undefined)[]): boolean {
  const heard = words.filter((word) => word !== undefined);
  const frames = heard.reduce((sum, { start, end }) => sum + end - start, 0);
  if (heard.length < Math.min(2, words.length)) return false;
  const fit = heard.reduce((sum, word) => sum + word.fit * (word.end - word.start), 0) / frames;
  const share = heard.length / words.length;
  if (share < LOWEST_SHARE || (share < SHARE_OF_POOR_FIT && fit < POOR_FIT)) return false;
  return fit - UNHEARD_COST * (1 - share) > LOWEST_FIT;
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
const MOST_PRONUNCIATIONS = 8;
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
