import type { Tone } from './finish.js';

/** Colours of a picture, three values from 0 to 1 each (grey: the same three times). */
export type Colours = Float32Array;

/** Share of the pixels that may be darker than black point or brighter than white point; they are compressed, not cut. */
const TAIL = 0.003;
/** Where black and white point go, and how much of the way: not every scene has black and white in it. */
const [BLACK, WHITE, WAY] = [0.02, 0.98, 0.65] as const;
/** Steepest stretch: beyond it a picture is dark or misty on purpose, or nothing but noise. */
const STEEPEST = 2.2;
/** Flatter than this there is nothing to stretch. */
const FLATTEST = 0.02;
/** Brightness the median is drawn to, how far, and the strongest exponents that do it. */
const [MIDDLE, MIDDLE_PULL, EXPONENTS] = [0.46, 0.15, [0.85, 1.18]] as const;
/** Part of a cast that is taken away, the most that is, and the size from which it is a colour of the scene. */
const [CAST_PART, CAST_MOST, CAST_SCENE] = [0.8, 0.12, 0.3] as const;
/** Share of the pixels whose colour tells the cast of the shadows and of the lights. */
const CAST_TAIL = 0.02;
/** Standard deviation of colour at one brightness below which a picture is toned (sepia, cyanotype), not coloured. */
const TONED = 0.025;
const BINS = 32;

interface Light {
  readonly lights: Float32Array;
  readonly sorted: Float32Array;
}

/**
 * Tones for red, green and blue that stretch a picture to nearly the full range, gently, and take a cast away. What is darker
 * than the black point or brighter than the white point is compressed, never cut. A toned picture (sepia) keeps at each
 * brightness the colour it had at that brightness. No tones (empty) where nothing needs doing.
 */
export function tonesFor(colours: Colours): readonly Tone[] {
  const light = lightsOf(colours);
  const black = at(light.sorted, TAIL);
  const white = at(light.sorted, 1 - TAIL);
  if (white - black < FLATTEST) return [];
  const curve = lightCurve(black, white, at(light.sorted, 0.5));
  const ramp = tintRamp(colours, light.lights);
  if (ramp.spread < TONED) return [0, 1, 2].map((channel) => alongRamp(curve, ramp.tints[channel] ?? []));
  const overall = castAt(colours, light, 0, 1);
  const shadows = agreed(castAt(colours, light, 0, CAST_TAIL), overall);
  const lights = agreed(castAt(colours, light, 1 - CAST_TAIL, 1), overall);
  return [0, 1, 2].map((channel) => {
    const low = shadows[channel] ?? 0;
    const high = lights[channel] ?? 0;
    // The cast goes over evenly from that of the shadows to that of the lights.
    return (value) => {
      const place = Math.min(1, Math.max(0, (value - black) / (white - black)));
      return curve(value - (low + (high - low) * place) * fade(value));
    };
  });
}

/** 1 but near 0 and 1, which stay where they are: black has no cast. */
const fade = (value: number): number => Math.min(1, 4 * Math.min(value, 1 - value));

function lightsOf(colours: Colours): Light {
  const lights = new Float32Array(colours.length / 3);
  for (let i = 0; i < lights.length; i++) {
    // Rec. 601 luma: what is stored is not linear.
    lights[i] = 0.299 * (colours[3 * i] ?? 0) + 0.587 * (colours[3 * i + 1] ?? 0) + 0.114 * (colours[3 * i + 2] ?? 0);
  }
  return { lights, sorted: lights.slice().sort() };
}

const at = (sorted: Float32Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? 0;

/** Smooth and rising through (0, 0), black point, white point and (1, 1), then a slight gamma for the middle. */
function lightCurve(black: number, white: number, median: number): Tone {
  let toBlack = black - Math.max(0, black - BLACK) * WAY;
  let toWhite = white + Math.max(0, WHITE - white) * WAY;
  const slope = (toWhite - toBlack) / (white - black);
  if (slope > STEEPEST) {
    // Less of the stretch, about the same middle.
    const part = (STEEPEST - 1) / (slope - 1);
    [toBlack, toWhite] = [black + (toBlack - black) * part, white + (toWhite - white) * part];
  }
  const stretch = risingThrough([
    [0, 0],
    [black, toBlack],
    [white, toWhite],
    [1, 1],
  ]);
  const middle = Math.min(0.95, Math.max(0.05, stretch(median)));
  const wanted = middle + (MIDDLE - middle) * MIDDLE_PULL;
  const exponent = Math.min(EXPONENTS[1], Math.max(EXPONENTS[0], Math.log(wanted) / Math.log(middle)));
  return (value) => Math.min(1, Math.max(0, stretch(value))) ** exponent;
}

type Point = readonly [x: number, y: number];

/** The monotone cubic through points (Fritsch and Carlson, SIAM J. Numer. Anal. 17, 1980). Points less than 0.001 apart are one. */
function risingThrough(all: readonly Point[]): Tone {
  const points = all.filter(([x], i) => i === 0 || x - (all[i - 1]?.[0] ?? 0) > 1e-3);
  const slopes = points.slice(1).map(([x, y], i) => (y - (points[i]?.[1] ?? 0)) / (x - (points[i]?.[0] ?? 0)));
  const tangents = points.map((_, i) => {
    const [before, after] = [slopes[i - 1], slopes[i]];
    if (before === undefined || after === undefined) return before ?? after ?? 1;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return (value) => {
    let i = 0;
    while (i < points.length - 2 && value > (points[i + 1]?.[0] ?? 1)) i++;
    const [[x0, y0], [x1, y1]] = [points[i] ?? [0, 0], points[i + 1] ?? [1, 1]];
    const width = x1 - x0;
    const t = (value - x0) / width;
    const [m0, m1] = [(tangents[i] ?? 1) * width, (tangents[i + 1] ?? 1) * width];
    const [t2, t3] = [t * t, t * t * t];
    return (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * m0 + (3 * t2 - 2 * t3) * y1 + (t3 - t2) * m1;
  };
}

/** How far each channel is from the light, on average, at each of 32 brightnesses, and how much that varies there. */
function tintRamp(colours: Colours, lights: Float32Array): { tints: number[][]; spread: number } {
  const counts = new Float64Array(BINS);
  const sums = [0, 1, 2].map(() => new Float64Array(BINS));
  let squares = 0;
  for (let i = 0; i < lights.length; i++) {
    const light = lights[i] ?? 0;
    const bin = Math.min(BINS - 1, Math.floor(light * BINS));
    counts[bin] = (counts[bin] ?? 0) + 1;
    for (const [channel, sum] of sums.entries()) {
      const tint = (colours[3 * i + channel] ?? 0) - light;
      sum[bin] = (sum[bin] ?? 0) + tint;
      squares += tint * tint;
    }
  }
  let explained = 0;
  const tints = sums.map((sum) =>
    Array.from(sum, (total, bin) => {
      const count = counts[bin] ?? 0;
      explained += count === 0 ? 0 : (total * total) / count;
      // Without pixels of this brightness: those near it, less and less.
      let [near, weight] = [0, 1e-6];
      for (let other = 0; other < BINS; other++) {
        const closeness = Math.exp(-((other - bin) ** 2) / 4);
        near += closeness * (sum[other] ?? 0);
        weight += closeness * (counts[other] ?? 0);
      }
      return near / weight;
    }),
  );
  return { tints, spread: Math.sqrt(Math.max(0, squares - explained) / Math.max(1, lights.length)) };
}

/** The tone of a channel whose value goes with the light: light → channel is the ramp, so channel → light → curve → channel. */
function alongRamp(curve: Tone, tints: readonly number[]): Tone {
  const steps = 256;
  const values = new Float32Array(steps + 1);
  for (let i = 0; i <= steps; i++) {
    const light = i / steps;
    // The lightest tones keep the tint nearly to the end: toned paper is not white.
    const tint = Math.min(1, 4 * light, 12 * (1 - light)) * interpolated(tints, light * BINS - 0.5);
    values[i] = Math.max(light + tint, (values[i - 1] ?? -1) + 1e-5);
  }
  return (value) => {
    let [low, high] = [0, steps];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((values[middle] ?? 0) <= value) low = middle;
      else high = middle;
    }
    const [before, after] = [values[low] ?? 0, values[high] ?? 1];
    const light = Math.min(1, Math.max(0, (low + (value - before) / (after - before)) / steps));
    const place = Math.min(1, Math.max(0, curve(light))) * steps;
    const [under, over] = [values[Math.floor(place)] ?? 0, values[Math.ceil(place)] ?? 0];
    return under + (over - under) * (place - Math.floor(place));
  };
}

function interpolated(values: readonly number[], place: number): number {
  const inside = Math.min(values.length - 1, Math.max(0, place));
  const [before, after] = [values[Math.floor(inside)] ?? 0, values[Math.ceil(inside)] ?? 0];
  return before + (after - before) * (inside - Math.floor(inside));
}

/** How far each channel is from the light, on average, over a range of brightness. */
function castAt(colours: Colours, { lights, sorted }: Light, from: number, to: number): readonly number[] {
  const [low, high] = [at(sorted, from), at(sorted, to)];
  const sums = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < lights.length; i++) {
    const light = lights[i] ?? 0;
    if (light < low || light > high) continue;
    for (let channel = 0; channel < 3; channel++) {
      sums[channel] = (sums[channel] ?? 0) + (colours[3 * i + channel] ?? 0) - light;
    }
    count++;
  }
  return sums.map((sum) => sum / Math.max(1, count));
}

/**
 * What to take from each channel: no more than both the extreme and the whole picture say. White that is not white is a cast
 * (white patch), a mean that is not grey is one (grey world); each alone would bleach a sunset or a meadow.
 */
function agreed(extreme: readonly number[], overall: readonly number[]): readonly number[] {
  const largest = Math.max(...extreme.map(Math.abs));
  if (largest > CAST_SCENE) return [0, 0, 0];
  return extreme.map((cast, channel) => {
    const mean = overall[channel] ?? 0;
    if (cast * mean <= 0) return 0;
    return Math.sign(cast) * Math.min(CAST_PART * Math.min(Math.abs(cast), Math.abs(mean)), CAST_MOST);
  });
}
