// Luminance (Rec. 601) of the planes (R + G + B) / √3, (R - B) / √2, (R - 2G + B) / √6, and what of the second and third the first
// gives up for it to stay.
const LIGHT_1: f32 = 0.5773503;
const LIGHT_2: f32 = 0.1308148;
const LIGHT_3: f32 = -0.3106770;
const KEEP_2: f32 = -LIGHT_2 / LIGHT_1;
const KEEP_3: f32 = -LIGHT_3 / LIGHT_1;
/** Variance of luminance below which colour does not follow it. Best of 4, 16, 64 on bench/denoise. */
const LEAST_LIGHT: f32 = 16;
/** Most that colour changes for a change of luminance. Chosen. */
const MAX_COLOUR: f32 = 1.5;

// @ts-ignore: decorator
@inline
function light(p: v128, q: v128, r: v128): v128 {
  const first = f32x4.mul(p, f32x4.splat(LIGHT_1));
  return f32x4.add(first, f32x4.add(f32x4.mul(q, f32x4.splat(LIGHT_2)), f32x4.mul(r, f32x4.splat(LIGHT_3))));
}

/** The 2 × 2 mean at `at`, the place of an even sample. */
// @ts-ignore: decorator
@inline
function meanAt(at: usize, oddBytes: usize): v128 {
  const upper = f32x4.add(v128.load(at), v128.load(at + oddBytes));
  const lower = f32x4.add(v128.load(at + 2 * oddBytes), v128.load(at + 3 * oddBytes));
  return f32x4.mul(f32x4.add(upper, lower), f32x4.splat(0.25));
}

// @ts-ignore: decorator
@inline
function threeRows(at: usize, pitch: usize): v128 {
  return f32x4.add(v128.load(at), f32x4.add(v128.load(at - pitch), v128.load(at + pitch)));
}

// @ts-ignore: decorator
@inline
function threeColumns(at: usize): v128 {
  return f32x4.add(v128.load(at), f32x4.add(v128.load(at - 4), v128.load(at + 4)));
}

/** How much a colour changes with luminance over 3 × 3 samples: regression from nine times the sums. */
// @ts-ignore: decorator
@inline
function slope(sums: usize, products: usize, lights: v128, power: v128): v128 {
  const covariance = f32x4.sub(f32x4.mul(threeColumns(products), f32x4.splat(9)), f32x4.mul(lights, threeColumns(sums)));
  const most = f32x4.splat(MAX_COLOUR);
  return f32x4.max(f32x4.neg(most), f32x4.min(most, f32x4.div(covariance, power)));
}

// @ts-ignore: decorator
@inline
function between(near: v128, far: v128): v128 {
  return f32x4.add(f32x4.mul(near, f32x4.splat(0.75)), f32x4.mul(far, f32x4.splat(0.25)));
}

// @ts-ignore: decorator
@inline
function addColour(at: usize, p: usize, q: usize, r: usize, means: v128, slope2: v128, slope3: v128): void {
  const first = v128.load(p + at);
  const second = v128.load(q + at);
  const third = v128.load(r + at);
  const detail = f32x4.sub(light(first, second, third), means);
  const more2 = f32x4.mul(slope2, detail);
  const more3 = f32x4.mul(slope3, detail);
  v128.store(q + at, f32x4.add(second, more2));
  v128.store(r + at, f32x4.add(third, more3));
  const kept = f32x4.add(f32x4.mul(more2, f32x4.splat(KEEP_2)), f32x4.mul(more3, f32x4.splat(KEEP_3)));
  v128.store(p + at, f32x4.add(first, kept));
}

/**
 * Gives colour that was stored at half size (4:2:0) the detail it has lost: what luminance has above half size, times how colour
 * goes with luminance around (as in He, Sun and Tang's guided filter, ECCV 2010). Luminance stays. `a` and `b` are the space of a
 * plane each. Three samples of the half size at the border are not right: the caller keeps a margin.
 */
export function sharpenColour(p: usize, q: usize, r: usize, a: usize, b: usize, half: usize, rows: usize): void {
  const pitch = half << 2;
  const coarseRows = rows >> 1;
  const size = coarseRows * pitch;
  const lights = a;
  const seconds = a + size;
  const thirds = a + 2 * size;
  const line = a + 3 * size + 16;
  const slopes2 = b;
  const slopes3 = b + size;
  for (let y: usize = 0; y < coarseRows; y++) {
    for (let i: usize = 0; i < pitch; i += 16) {
      const from = y * 4 * pitch + i;
      const to = y * pitch + i;
      const second = meanAt(q + from, pitch);
      const third = meanAt(r + from, pitch);
      v128.store(lights + to, light(meanAt(p + from, pitch), second, third));
      v128.store(seconds + to, second);
      v128.store(thirds + to, third);
    }
  }
  memory.fill(b, 0, 2 * size);
  for (let y: usize = 1; y + 1 < coarseRows; y++) {
    for (let i: usize = 0; i < pitch; i += 16) {
      const at = y * pitch + i;
      let squares = f32x4.splat(0);
      let products2 = f32x4.splat(0);
      let products3 = f32x4.splat(0);
      for (let k = at - pitch; k <= at + pitch; k += pitch) {
        const value = v128.load(lights + k);
        squares = f32x4.add(squares, f32x4.mul(value, value));
        products2 = f32x4.add(products2, f32x4.mul(value, v128.load(seconds + k)));
        products3 = f32x4.add(products3, f32x4.mul(value, v128.load(thirds + k)));
      }
      v128.store(line + i, threeRows(lights + at, pitch));
      v128.store(line + pitch + i, threeRows(seconds + at, pitch));
      v128.store(line + 2 * pitch + i, threeRows(thirds + at, pitch));
      v128.store(line + 3 * pitch + i, squares);
      v128.store(line + 4 * pitch + i, products2);
      v128.store(line + 5 * pitch + i, products3);
    }
    for (let i: usize = 0; i < pitch; i += 16) {
      const sums = threeColumns(line + i);
      const spread = f32x4.sub(f32x4.mul(threeColumns(line + 3 * pitch + i), f32x4.splat(9)), f32x4.mul(sums, sums));
      const power = f32x4.add(f32x4.max(spread, f32x4.splat(0)), f32x4.splat(81 * LEAST_LIGHT));
      const at = y * pitch + i;
      v128.store(slopes2 + at, slope(line + pitch + i, line + 4 * pitch + i, sums, power));
      v128.store(slopes3 + at, slope(line + 2 * pitch + i, line + 5 * pitch + i, sums, power));
    }
  }
  for (let y: usize = 1; y + 1 < coarseRows; y++) {
    for (let lower: usize = 0; lower < 2; lower++) {
      const middle = y * pitch;
      const far = lower ? middle + pitch : middle - pitch;
      for (let i: usize = 0; i < pitch; i += 16) {
        v128.store(line + i, between(v128.load(lights + middle + i), v128.load(lights + far + i)));
        v128.store(line + pitch + i, between(v128.load(slopes2 + middle + i), v128.load(slopes2 + far + i)));
        v128.store(line + 2 * pitch + i, between(v128.load(slopes3 + middle + i), v128.load(slopes3 + far + i)));
      }
      const row = (2 * y + lower) * 2 * pitch;
      for (let i: usize = 0; i < pitch; i += 16) {
        const m = v128.load(line + i);
        const s2 = v128.load(line + pitch + i);
        const s3 = v128.load(line + 2 * pitch + i);
        for (let odd: usize = 0; odd < 2; odd++) {
          const near = line + i + (odd << 3) - 4;
          const means = between(m, v128.load(near));
          const slope2 = between(s2, v128.load(near + pitch));
          const slope3 = between(s3, v128.load(near + 2 * pitch));
          addColour(row + odd * pitch + i, p, q, r, means, slope2, slope3);
        }
      }
    }
  }
}
