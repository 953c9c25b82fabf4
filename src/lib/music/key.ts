import { PowerSpectrum } from '../audio/fourier.js';
import { pearson } from '../statistics/ranks.js';

import { hann, MUSIC_RATE } from './onsets.js';

export interface Key {
  /** Such as `C` or `F#`. */
  readonly tonic: string;
  readonly mode: 'major' | 'minor';
  /** How much better it fits than the next key, and how clearly there are notes at all, from 0 to 1. */
  readonly confidence: number;
}

const TONICS = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'] as const;

/** How well each note fits a key that begins with C: probe tones of Krumhansl and Kessler, 1982. */
const PROFILES = {
  major: [6.35, 2.23, 3.48, 2.33, 4.38, 4.09, 2.52, 5.19, 2.39, 3.66, 2.29, 2.88],
  minor: [6.33, 2.68, 3.52, 5.38, 2.6, 3.53, 2.54, 4.75, 3.98, 2.69, 3.34, 3.17],
} as const;

const WINDOW = 8192;
const HOP = 4096;
/** From the A of the double bass to where overtones outweigh notes. */
const [LOWEST, HIGHEST] = [55, 1760];
/** Share of the power that notes must have. */
const LEAST_TONAL = 0.15;

/**
 * The key of music, by the notes that sound: peaks of the spectrum as pitch classes, with the tuning of the recording, against how well
 * notes fit keys (Krumhansl–Schmuckler; Krumhansl, Cognitive Foundations of Musical Pitch, 1990). `undefined` where no notes stand out.
 * `samples`: one channel at 22,050 Hz.
 */
export function findKey(samples: Float32Array): Key | undefined {
  const notes = chroma(samples);
  if (notes === undefined) return undefined;
  const fits = Object.entries(PROFILES)
    .flatMap(([mode, profile]) =>
      TONICS.map((tonic, shift) => ({
        tonic,
        mode: mode as Key['mode'],
        fit: pearson(
          notes,
          TONICS.map((_, note) => profile[(note - shift + 12) % 12] ?? 0),
        ),
      })),
    )
    .sort((a, b) => b.fit - a.fit);
  const [best, next] = fits;
  if (best === undefined || next === undefined || best.fit < 0.5) return undefined;
  // Tenths between the first and the second are as much as there is in music of one key.
  const confidence = Math.max(0, Math.min(1, best.fit * Math.min(1, (best.fit - next.fit) / 0.1)));
  // Of a single note, several keys are as good.
  return confidence < 0.05 ? undefined : { tonic: best.tonic, mode: best.mode, confidence };
}

interface Peak {
  /** Semitones above C, with their fraction. */
  readonly pitch: number;
  readonly weight: number;
}

/** How much of each of the twelve notes sounds; `undefined` where there are none. */
function chroma(samples: Float32Array): number[] | undefined {
  const frames = peaksOfFrames(samples);
  const tuning = tuningOf(frames.flat());
  const notes = new Array<number>(12).fill(0);
  for (const peaks of frames) {
    const heard = new Array<number>(12).fill(0);
    for (const { pitch, weight } of peaks) {
      const note = ((Math.round(pitch - tuning) % 12) + 12) % 12;
      heard[note] = (heard[note] ?? 0) + weight;
    }
    const sum = heard.reduce((total, value) => total + value, 0);
    if (sum > 0) for (const [note, value] of heard.entries()) notes[note] = (notes[note] ?? 0) + value / sum;
  }
  const sum = notes.reduce((total, value) => total + value, 0);
  if (sum === 0) return undefined;
  const shares = notes.map((value) => value / sum);
  // Of noise, each note has a twelfth.
  return Math.max(...shares) - Math.min(...shares) < 0.05 ? undefined : shares;
}

/** Peaks of the spectrum that stand out seven times from the mean around, as pitches. */
function peaksOfFrames(samples: Float32Array): Peak[][] {
  const window = hann(WINDOW);
  const spectrum = new PowerSpectrum(WINDOW);
  const frame = new Float64Array(WINDOW);
  const power = new Float64Array(WINDOW / 2 + 1);
  const [from, to] = [LOWEST, HIGHEST].map((hertz) => Math.round((hertz * WINDOW) / MUSIC_RATE)) as [number, number];
  const frames: Peak[][] = [];
  for (let start = 0; start + WINDOW <= samples.length; start += HOP) {
    for (let i = 0; i < WINDOW; i++) frame[i] = (samples[start + i] ?? 0) * (window[i] ?? 0);
    spectrum.write(frame, power);
    let [loudest, whole, tonal] = [0, 0, 0];
    for (let bin = from; bin <= to; bin++) {
      loudest = Math.max(loudest, power[bin] ?? 0);
      whole += power[bin] ?? 0;
    }
    // Silence: 80 dB below a sine at full scale.
    if (loudest < (WINDOW / 4) ** 2 * 1e-8) continue;
    const peaks: Peak[] = [];
    for (let bin = from; bin <= to; bin++) {
      const [low, mid, high] = [power[bin - 1] ?? 0, power[bin] ?? 0, power[bin + 1] ?? 0];
      if (mid <= low || mid < high || mid < loudest * 1e-3) continue;
      let around = 0;
      for (let near = bin - 12; near <= bin + 12; near++) around += power[near] ?? 0;
      if (mid * 25 < around * 7) continue;
      tonal += low + mid + high;
      // The top of a parabola through logarithms (Smith, Spectral Audio Signal Processing).
      const [a, b, c] = [low, mid, high].map((value) => Math.log(value + 1e-30)) as [number, number, number];
      const place = bin + (a - c) / (2 * (a - 2 * b + c));
      const hertz = (place * MUSIC_RATE) / WINDOW;
      peaks.push({ pitch: 12 * Math.log2(hertz / 440) + 9, weight: Math.sqrt(Math.sqrt(mid)) });
    }
    // Of noise, accidents.
    if (tonal >= LEAST_TONAL * whole) frames.push(peaks);
  }
  return frames;
}

/** How far the recording is from 440 Hz, in semitones from -0.5 to 0.5: the mean of fractions on a circle. */
function tuningOf(peaks: readonly Peak[]): number {
  let [x, y] = [0, 0];
  for (const { pitch, weight } of peaks) {
    x += weight * Math.cos(2 * Math.PI * pitch);
    y += weight * Math.sin(2 * Math.PI * pitch);
  }
  return Math.atan2(y, x) / (2 * Math.PI);
}
