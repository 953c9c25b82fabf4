import { emptyRgba, type Rgba } from '../pictures/rgba.js';
import type { ToneFilter } from './tones.js';

/** Every pixel by itself; alpha stays. */
export function tonePicture({ width, height, data }: Rgba, filter: ToneFilter): Rgba {
  const result = emptyRgba(width, height);
  for (let at = 0; at < data.length; at += 4) {
    filter(data, result.data, at);
    result.data[at + 3] = data[at + 3] ?? 0;
  }
  return result;
}

/** Moves colours, in place, by a share from 0 to 1 towards those of another picture of the same size. */
export function mixInto({ data }: Rgba, other: Rgba, share: number): void {
  if (share === 1) {
    data.set(other.data);
    return;
  }
  for (let at = 0; at < data.length; at += 1) {
    const own = data[at] ?? 0;
    data[at] = Math.round(own + share * ((other.data[at] ?? 0) - own));
  }
}
