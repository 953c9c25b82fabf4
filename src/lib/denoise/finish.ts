import { type Finish, highestCode, type Job } from './denoise.js';

/** Tone of one channel: the value to show for a value, both from 0 to 1. */
export type Tone = (value: number) => number;

/** Entries of the tables for each sample value: the nearest one is then 1/128 of a level away at most, with 16 bits half. */
const FINENESS = { 255: 64, 65535: 1 } as const;
/** Places at which a tone is worked out; it is a line between them. */
const TONE_STEPS = 4096;

/** Undoes the working values and applies a tone to each channel (none: as they were). */
export function finishOf(job: Job, tones: readonly Tone[] = []): Finish {
  const highest = highestCode(job.source);
  const entries = highest * FINENESS[highest] + 1;
  const step = (job.working[highest] ?? 1) / (entries - 1);
  const plain = inverse(job.working, entries, step);
  const codes = Array.from({ length: job.colours }, (_, channel) => {
    const tone = sampled(tones[channel] ?? identity);
    const table = highest === 255 ? new Uint8Array(entries) : new Uint16Array(entries);
    for (let i = 0; i < entries; i++) {
      const value = tone((plain[i] ?? 0) / highest);
      table[i] = Math.round(highest * Math.min(1, Math.max(0, value)));
    }
    return table;
  });
  return { step, codes };
}

function sampled(tone: Tone): Tone {
  const values = Float32Array.from({ length: TONE_STEPS + 2 }, (_, i) => tone(i / TONE_STEPS));
  return (value) => {
    const place = Math.min(1, Math.max(0, value)) * TONE_STEPS;
    const index = Math.floor(place);
    const before = values[index] ?? 0;
    return before + ((values[index + 1] ?? 0) - before) * (place - index);
  };
}

const identity: Tone = (value) => value;

/** The sample values, with fractions, whose working values are 0, step, 2 × step, … */
function inverse(working: Float32Array, entries: number, step: number): Float32Array {
  const last = working.length - 1;
  let code = 0;
  return Float32Array.from({ length: entries }, (_, i) => {
    const value = i * step;
    while (code < last - 1 && (working[code + 1] ?? 0) < value) code++;
    const [before, after] = [working[code] ?? 0, working[code + 1] ?? 0];
    return Math.min(last, code + (value - before) / (after - before));
  });
}
