import { gifParts } from '../metadata/gif-parts.js';

/** Browsers, and FFmpeg with them, take delays below this for the one that follows. */
const SHORTEST = 2;
const USUAL = 10;
/** Delays are hundredths of a second, of which none shown is shorter than two. */
const MAX_PER_SECOND = 50;

export interface GifTiming {
  readonly pictures: number;
  readonly seconds: number;
  /** The lowest rate at which each picture can be shown for as long as it is in the GIF; at most 50. */
  readonly framesPerSecond: number;
}

const commonDivisor = (one: number, other: number): number => (other === 0 ? one : commonDivisor(other, one % other));

/** How long the pictures of a GIF are shown (GIF89a, 23: graphic control extension). */
export function gifTiming(bytes: Uint8Array): GifTiming {
  const delays: number[] = [];
  let delay = 0;
  for (const { name, start } of gifParts(bytes)) {
    if (name === 'graphic control') delay = (bytes[start + 4] ?? 0) + 256 * (bytes[start + 5] ?? 0);
    if (name !== 'image') continue;
    delays.push(delay < SHORTEST ? USUAL : delay);
    delay = 0;
  }
  const hundredths = delays.reduce((sum, value) => sum + value, 0);
  const step = delays.reduce(commonDivisor, 0) || USUAL;
  return {
    pictures: delays.length,
    seconds: hundredths / 100,
    framesPerSecond: Math.min(MAX_PER_SECOND, 100 / step),
  };
}
