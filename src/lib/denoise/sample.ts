import { highestCode, type Job, workingToColour } from './denoise.js';
import type { Colours } from './tone.js';

/** Pixels that the tones are taken from. */
const MOST = 60_000;

/** Colours spread over a picture whose smaller versions are denoised; from the smallest one, else from the samples. */
export function coloursOf(job: Job): Colours {
  const smallest = job.levels.at(-1);
  if (smallest === undefined || smallest.clean.length === 0) return fromSamples(job);
  const size = smallest.width * smallest.height;
  const count = Math.min(MOST, size);
  const colours = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const at = Math.floor(((i + 0.5) * size) / count);
    const colour = workingToColour(
      job,
      [0, 1, 2].map((channel) => smallest.clean[channel * size + at] ?? 0),
    );
    colours.set(colour, 3 * i);
  }
  return colours;
}

function fromSamples({ source, colours }: Job): Colours {
  const { data, width, height, channels } = source;
  const highest = highestCode(source);
  const size = width * height;
  const count = Math.min(MOST, size);
  const result = new Float32Array(3 * count);
  for (let i = 0; i < 3 * count; i++) {
    const at = Math.floor(((Math.floor(i / 3) + 0.5) * size) / count) * channels;
    result[i] = (data[at + (colours === 1 ? 0 : i % 3)] ?? 0) / highest;
  }
  return result;
}
