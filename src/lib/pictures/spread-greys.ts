import type { GreyPicture } from './grey-picture.js';

/** Spreads the greys from the 0.5th to the 99.5th percentile over the whole range, and makes light text on dark ground dark on light. */
export function spreadGreys({ width, height, data }: GreyPicture): GreyPicture {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const percentile = (share: number): number => {
    let left = share * data.length;
    for (const [value, count] of counts.entries()) {
      left -= count;
      if (left <= 0) return value;
    }
    return 255;
  };
  const [low, middle, high] = [percentile(0.005), percentile(0.5), percentile(0.995)];
  if (high - low < 8) return { width, height, data };
  const isInverted = middle - low < high - middle && middle < 110;
  const table = Uint8Array.from({ length: 256 }, (_, value) => {
    const spread = Math.min(255, Math.max(0, Math.round(((value - low) * 255) / (high - low))));
    return isInverted ? 255 - spread : spread;
  });
  return { width, height, data: data.map((value) => table[value] ?? 0) };
}
