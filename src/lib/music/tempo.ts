import { ONSET_RATE, onsetCurve } from './onsets.js';

export interface Tempo {
  /** Beats per minute. */
  readonly beatsPerMinute: number;
  /** How regular the beats are, from 0 to 1. */
  readonly confidence: number;
}

const [SLOWEST, FASTEST] = [40, 240];
/** Of two tempos of which one is twice the other, people tap the one nearer to this (Parncutt 1994; Moelants 2002). */
const USUAL = 120;
const OCTAVES = 0.8;
/** What rises less than this, in tenfolds of power over all bands, is no beat: the sway of a held note is 0.1. */
const LEAST_RISE = 0.5;
/** Beats that a tempo is measured over: the more, the finer. */
const BEATS = 8;
/** What is less regular is speech or noise. Measured: 20 recordings of speech and singing to 0.10, 5 with music from 0.38. */
const LEAST_CONFIDENCE = 0.15;
/** Fewer seconds have too few beats. */
const LEAST_SECONDS = 3;

const liking = (tempo: number): number => Math.exp(-0.5 * (Math.log2(tempo / USUAL) / OCTAVES) ** 2);

/**
 * Beats per minute of music, from 40 to 240: the autocorrelation of what begins, at the beat, its half and its multiples, with a liking
 * for usual tempos (Ellis, Beat Tracking by Dynamic Programming, 2007). `undefined` where nothing repeats. `samples`: one channel at 22,050 Hz.
 */
export function findTempo(samples: Float32Array): Tempo | undefined {
  const curve = onsetCurve(samples);
  if (curve.length < LEAST_SECONDS * ONSET_RATE) return undefined;
  if (curve.reduce((most, value) => Math.max(most, value), 0) < LEAST_RISE) return undefined;
  const likeness = autocorrelation(curve, Math.ceil(((BEATS + 1) * 60 * ONSET_RATE) / SLOWEST));
  const at = (lag: number): number => {
    const low = Math.floor(lag);
    const [a, b] = [likeness[low] ?? 0, likeness[low + 1] ?? 0];
    return a + (b - a) * (lag - low);
  };
  const lagOf = (tempo: number): number => (60 * ONSET_RATE) / tempo;
  let [best, most] = [0, 0];
  for (let tempo = SLOWEST; tempo <= FASTEST; tempo *= 1.005) {
    const lag = lagOf(tempo);
    // Half a beat tells beats from what is as long as three of them.
    const score = (at(lag) + 0.5 * at(2 * lag) + 0.25 * at(4 * lag) + 0.5 * at(lag / 2)) * liking(tempo);
    if (score > most) [best, most] = [tempo, score];
  }
  if (most <= 0) return undefined;
  const whole = Math.min(BEATS, Math.floor((curve.length - 1) / lagOf(best) / 2));
  let [fine, sum] = [best, Number.NEGATIVE_INFINITY];
  for (let tempo = best * 0.985; tempo <= best * 1.015; tempo += 0.02) {
    let found = 0;
    for (let beat = 1; beat <= whole; beat++) found += at(beat * lagOf(tempo));
    if (found > sum) [fine, sum] = [tempo, found];
  }
  const confidence = Math.min(1, at(lagOf(fine)));
  return confidence < LEAST_CONFIDENCE ? undefined : { beatsPerMinute: fine, confidence };
}

/** Of the curve less its mean, as a share of its power, for lags up to `most`; each by the mean of the pairs that it has. */
function autocorrelation(curve: Float64Array, most: number): Float64Array {
  const mean = curve.reduce((sum, value) => sum + value, 0) / curve.length;
  const centred = curve.map((value) => value - mean);
  const power = centred.reduce((sum, value) => sum + value * value, 0) / curve.length;
  return Float64Array.from({ length: Math.min(most, curve.length >> 1) }, (_, lag) => {
    let sum = 0;
    for (let i = lag; i < centred.length; i++) sum += (centred[i] ?? 0) * (centred[i - lag] ?? 0);
    return sum / (centred.length - lag) / power;
  });
}
