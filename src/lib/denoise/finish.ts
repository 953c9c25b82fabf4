import type { Finish, Job } from './denoise.js';

/** Entries of a finish's tables: 16 for each of 256 levels, so that the line between two is the curve. */
const ENTRIES = 4096;

/** Tone of one channel: the value to show for a value, both from 0 to 1. */
export type Tone = (value: number) => number;

/** Undoes the working values and applies a tone to each channel (none: as they were). */
export function finishOf(job: Job, tones: readonly Tone[] = []): Finish {
  const { working, colours } = job;
  const highest = working.length - 1;
  const step = (working[highest] ?? 1) / (ENTRIES - 1);
  const plain = inverse(working, step);
  const codes = Array.from({ length: colours }, (_, channel) => {
    const tone = tones[channel];
    if (tone === undefined) return plain;
    return plain.map((code) => highest * Math.min(1, Math.max(0, tone(code / highest))));
  });
  return { step, codes };
}

/** The sample values, with fractions, whose working values are 0, step, 2 × step, … */
function inverse(working: Float32Array, step: number): Float32Array {
  const highest = working.length - 1;
  let code = 0;
  return Float32Array.from({ length: ENTRIES }, (_, i) => {
    const value = i * step;
    while (code < highest - 1 && (working[code + 1] ?? 0) < value) code++;
    const [before, after] = [working[code] ?? 0, working[code + 1] ?? 0];
    return Math.min(highest, code + (value - before) / (after - before));
  });
}
