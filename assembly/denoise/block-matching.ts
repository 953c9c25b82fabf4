// Blocks that look alike are transformed together, so that what they share is told from noise even where a single block does not
// tell it: the collaborative filtering of BM3D (Dabov, Foi, Katkovnik and Egiazarian, IEEE Trans. Image Processing 16(8), 2007).
// Eight blocks make a group: the one itself and the seven nearest of the places around. The groups' results are added to those of
// the windows (windows.ts), by the same rule: weight = 1 / the variance that is left.
//
// Planes are split in even and odd columns (windows.ts), so a row of a block is two vectors, at an odd column the odd one first.

import { addTo, forwardFrom, inverse } from './dct';
import { TABLE } from './memory';

/** Distance of the blocks that groups are made for, in columns; in rows the caller says it. */
const PITCH: usize = 4;
/** Candidates lie at every place of a window: a vector of bytes wide. Farther ones cost more time than they gain. */
const CANDIDATE_COLUMNS: usize = 16;
const CANDIDATE_ROWS: usize = 13;
/** Blocks of a group. */
const GROUPED: usize = 8;

/** What a group weighs beside a window: blocks of a group are wrong together. Chosen: 1 is 0.02 dB better on average, most of it in cloth, and 0.04 worse in text. */
const HARD_WEIGHT: f32 = 0.7;
const WIENER_WEIGHT: f32 = 0.6;
/** More than this times the noise taken away is texture taken away. Best of 1, 1.2 and 1.5 on six scenes of bench/denoise. */
const TOLERANCE: f32 = 1;

// Fixed places at the start of memory.
const REFERENCE: usize = memory.data(32 * 16, 16);
const DISTANCES: usize = memory.data(13 * 16, 16);
/** Distances of the blocks chosen, rising. */
const CHOSEN: usize = memory.data(8 * 4, 16);
/** Byte offsets, from the start of a plane, of the first and the second sample of each block chosen. */
const PLACES: usize = memory.data(8 * 8, 16);
/** Two times 64 coefficients as in windows.ts, the lanes being Haar coefficients 0 … 3 (sum, halves, quarters) and 4 … 7 (pairs). */
const GROUP: usize = memory.data(2 * 64 * 16, 16);
const PILOT_GROUP: usize = memory.data(2 * 64 * 16, 16);
const COLUMNS: usize = memory.data(16 * 16, 16);
const HAAR: usize = memory.data(8 * 16, 16);
const ROWS: usize = memory.data(8 * 16 * 16, 16);

/** The plane times `scale` in bytes, sample after sample: what blocks are compared by. */
function quantise(plane: usize, scale: f32, bytes: usize, half: usize, rows: usize): void {
  const factor = f32x4.splat(scale);
  const oddBytes = half << 2;
  for (let y: usize = 0; y < rows; y++) {
    const even = plane + y * 2 * oddBytes;
    const to = bytes + y * 2 * half;
    for (let i: usize = 0; i < half; i += 4) {
      const a = i32x4.trunc_sat_f32x4_s(f32x4.mul(v128.load(even + (i << 2)), factor));
      const b = i32x4.trunc_sat_f32x4_s(f32x4.mul(v128.load(even + oddBytes + (i << 2)), factor));
      const words = i16x8.narrow_i32x4_u(a, b);
      // Even and odd samples in turn.
      const both = v128.shuffle<i16>(words, words, 0, 4, 1, 5, 2, 6, 3, 7);
      v128.store64_lane(to + 2 * i, i8x16.narrow_i16x8_u(both, both), 0);
    }
  }
}

/** Whether the block at an even column, as far as it is known by now, stays within a range: groups gain nothing there. */
function isFlat(sum: usize, weight: usize, more: usize, half: usize, x: usize, y: usize, limit: f32): bool {
  const at = (y * 2 * half + (x >> 1)) << 2;
  let least = f32x4.splat(1e30);
  let most = f32x4.splat(-1e30);
  for (let r: usize = 0; r < 8; r++) {
    const w = v128.load(weight + ((y + r) * half << 2) + (x << 1));
    for (let odd: usize = 0; odd < 2; odd++) {
      const k = at + ((r * 2 + odd) * half << 2);
      const v = f32x4.div(v128.load(sum + k), f32x4.add(w, v128.load(more + k)));
      least = f32x4.min(least, v);
      most = f32x4.max(most, v);
    }
  }
  const high = f32x4.max(most, v128.shuffle<f32>(most, most, 2, 3, 0, 1));
  const low = f32x4.min(least, v128.shuffle<f32>(least, least, 2, 3, 0, 1));
  return max<f32>(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)) - min<f32>(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)) < limit;
}

// @ts-ignore: decorator
@inline
function difference(at: usize, k: usize): v128 {
  const a = v128.load(at);
  const b = v128.load(REFERENCE + (k << 4));
  return v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a));
}

/** Sum of the differences of four rows of candidates from the reference's samples from `first` on; 255 at most. */
// @ts-ignore: decorator
@inline
function differences(from: usize, pitch: usize, first: usize): v128 {
  let sum = i8x16.splat(0);
  let at = from;
  for (let k: usize = first; k < first + 16; k += 8) {
    sum = i8x16.add_sat_u(sum, difference(at, k));
    sum = i8x16.add_sat_u(sum, difference(at + 2, k + 1));
    sum = i8x16.add_sat_u(sum, difference(at + 4, k + 2));
    sum = i8x16.add_sat_u(sum, difference(at + 6, k + 3));
    at += pitch;
    sum = i8x16.add_sat_u(sum, difference(at + 1, k + 4));
    sum = i8x16.add_sat_u(sum, difference(at + 3, k + 5));
    sum = i8x16.add_sat_u(sum, difference(at + 5, k + 6));
    sum = i8x16.add_sat_u(sum, difference(at + 7, k + 7));
    at += pitch;
  }
  return sum;
}

/** Fills DISTANCES: 16 times the mean absolute difference of every second sample, as on a chessboard; 255 at most. */
function compare(bytes: usize, pitch: usize, x: usize, y: usize, firstX: usize, firstY: usize): void {
  const reference = bytes + y * pitch + x;
  for (let k: usize = 0; k < 32; k++) {
    const r = k >> 2;
    v128.store(REFERENCE + (k << 4), v128.load8_splat(reference + r * pitch + (r & 1) + ((k & 3) << 1)));
  }
  for (let row: usize = 0; row < CANDIDATE_ROWS; row++) {
    const at = bytes + (firstY + row) * pitch + firstX;
    const mean = i8x16.avgr_u(differences(at, pitch, 0), differences(at + 4 * pitch, pitch, 16));
    v128.store(DISTANCES + (row << 4), i8x16.add_sat_u(mean, i8x16.splat(1)));
  }
  // The block itself comes before all.
  store<u8>(DISTANCES + ((y - firstY) << 4) + (x - firstX), 0);
}

/** Candidates at a distance of at most `limit`. */
function countUpTo(limit: u32): u32 {
  const most = i8x16.splat(u8(limit));
  let count = i8x16.splat(0);
  for (let row: usize = 0; row < CANDIDATE_ROWS; row++) {
    count = i8x16.sub(count, i8x16.le_u(v128.load(DISTANCES + (row << 4)), most));
  }
  const words = i16x8.extadd_pairwise_i8x16_u(count);
  const sums = i32x4.extadd_pairwise_i16x8_u(words);
  return i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
}

/** Fills PLACES with the nearest blocks, the nearest first. */
function choose(half: usize, firstX: usize, firstY: usize): void {
  let low: u32 = 0;
  let high: u32 = 255;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (countUpTo(middle) >= u32(GROUPED)) high = middle;
    else low = middle + 1;
  }
  let found: usize = 0;
  const limit = i8x16.splat(u8(high));
  for (let equal: u32 = 0; equal < 2; equal++) {
    for (let row: usize = 0; row < CANDIDATE_ROWS; row++) {
      const distances = v128.load(DISTANCES + (row << 4));
      let mask = u32(i8x16.bitmask(equal ? i8x16.eq(distances, limit) : i8x16.lt_u(distances, limit)));
      while (mask != 0 && found < GROUPED) {
        const column = usize(ctz(mask));
        mask &= mask - 1;
        insert(found, u32(load<u8>(DISTANCES + (row << 4) + column)), half, firstX + column, firstY + row);
        found++;
      }
    }
  }
}

/** Puts a block among the `found` ones by its distance. */
function insert(found: usize, distance: u32, half: usize, x: usize, y: usize): void {
  let to = found;
  for (; to > 0 && load<u32>(CHOSEN + ((to - 1) << 2)) > distance; to--) {
    store<u32>(CHOSEN + (to << 2), load<u32>(CHOSEN + ((to - 1) << 2)));
    store<u64>(PLACES + (to << 3), load<u64>(PLACES + ((to - 1) << 3)));
  }
  const line = y * 2 * half;
  store<u32>(CHOSEN + (to << 2), distance);
  store<u32>(PLACES + (to << 3), u32((line + (x >> 1) + (x & 1) * half) << 2));
  store<u32>(PLACES + (to << 3), u32((line + ((x + 1) >> 1) + (~x & 1) * half) << 2), 4);
}

/** Haar transform across eight vectors (not normalised), then 4 × 4 transposes: four vectors with coefficients 0 … 3, then, 128 bytes on, 4 … 7. */
// @ts-ignore: decorator
@inline
function spread(a0: v128, a1: v128, a2: v128, a3: v128, a4: v128, a5: v128, a6: v128, a7: v128, out: usize, pitch: usize): void {
  const s01 = f32x4.add(a0, a1);
  const s23 = f32x4.add(a2, a3);
  const s45 = f32x4.add(a4, a5);
  const s67 = f32x4.add(a6, a7);
  const s03 = f32x4.add(s01, s23);
  const s47 = f32x4.add(s45, s67);
  transpose(f32x4.add(s03, s47), f32x4.sub(s03, s47), f32x4.sub(s01, s23), f32x4.sub(s45, s67), out, pitch);
  transpose(f32x4.sub(a0, a1), f32x4.sub(a2, a3), f32x4.sub(a4, a5), f32x4.sub(a6, a7), out + 128, pitch);
}

// @ts-ignore: decorator
@inline
function transpose(a: v128, b: v128, c: v128, d: v128, out: usize, pitch: usize): void {
  const t0 = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const t1 = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const t2 = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const t3 = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(out, v128.shuffle<f32>(t0, t1, 0, 1, 4, 5));
  v128.store(out + pitch, v128.shuffle<f32>(t0, t1, 2, 3, 6, 7));
  v128.store(out + 2 * pitch, v128.shuffle<f32>(t2, t3, 0, 1, 4, 5));
  v128.store(out + 3 * pitch, v128.shuffle<f32>(t2, t3, 2, 3, 6, 7));
}

// @ts-ignore: decorator
@inline
function placeOf(k: usize, second: usize): usize {
  return usize(load<u32>(PLACES + (k << 3) + (second << 2)));
}

/** The 3-D transform of the blocks at PLACES. */
function gather(plane: usize, half: usize, out: usize): void {
  const pitch = half << 3;
  for (let r: usize = 0; r < 8; r++) {
    for (let odd: usize = 0; odd < 2; odd++) {
      const p = plane + r * pitch;
      spread(
        v128.load(p + placeOf(0, odd)), v128.load(p + placeOf(1, odd)), v128.load(p + placeOf(2, odd)), v128.load(p + placeOf(3, odd)),
        v128.load(p + placeOf(4, odd)), v128.load(p + placeOf(5, odd)), v128.load(p + placeOf(6, odd)), v128.load(p + placeOf(7, odd)),
        COLUMNS + (odd << 4), 32,
      );
    }
    for (let quad: usize = 0; quad < 2; quad++) {
      const c = COLUMNS + (quad << 7);
      forwardFrom(c, out + (quad << 10) + (r << 4), 128);
    }
  }
  for (let l: usize = 0; l < 16; l++) {
    const c = out + (l << 7);
    forwardFrom(c, c, 16);
  }
}

// @ts-ignore: decorator
@inline
function total(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

/** How many times the power of a block's coefficient the Haar coefficients have. */
// @ts-ignore: decorator
@inline
function multipleOf(quad: usize): v128 {
  return quad == 0 ? f32x4(8, 8, 4, 4) : f32x4.splat(2);
}

// @ts-ignore: decorator
@inline
function limitOf(k: usize): v128 {
  return v128.load(TABLE + (k == 0 ? 192 * 16 : k));
}

/** Keeps the mean of all and what exceeds the thresholds; the result is in PILOT_GROUP. Returns 1 / (64 × the variance of what was kept). */
function shrinkHard(): f32 {
  let kept = f32x4.splat(0);
  for (let quad: usize = 0; quad < 2048; quad += 1024) {
    const multiple = multipleOf(quad);
    const inverseMultiple = f32x4.div(f32x4.splat(1), multiple);
    for (let k: usize = 0; k < 1024; k += 16) {
      const c = v128.load(GROUP + quad + k);
      let limit = f32x4.mul(limitOf(k), multiple);
      if (quad + k == 0) limit = f32x4.replace_lane(limit, 0, 0);
      const keep = f32x4.gt(f32x4.mul(c, c), limit);
      v128.store(PILOT_GROUP + quad + k, f32x4.mul(v128.and(c, keep), inverseMultiple));
      kept = f32x4.add(kept, v128.and(v128.load(TABLE + 64 * 16 + k), keep));
    }
  }
  return 8.0 / 64.0 / max<f32>(total(kept), 1e-10);
}

/** Empirical Wiener gains from PILOT_GROUP, where the result is; gives back and returns as in windows.ts. */
function shrinkWiener(): f32 {
  const one = f32x4.splat(1);
  let kept = f32x4.splat(0);
  let taken = f32x4.splat(0);
  let expected = f32x4.splat(0);
  for (let quad: usize = 0; quad < 2048; quad += 1024) {
    const multiple = multipleOf(quad);
    const inverseMultiple = f32x4.div(one, multiple);
    for (let k: usize = 0; k < 1024; k += 16) {
      const p = v128.load(PILOT_GROUP + quad + k);
      const c = v128.load(GROUP + quad + k);
      const power = f32x4.mul(p, p);
      const limit = f32x4.mul(limitOf(k), multiple);
      let gain = f32x4.div(power, f32x4.add(power, limit));
      // The mean of all stays.
      if (quad + k == 0) gain = f32x4.replace_lane(gain, 0, 1);
      v128.store(PILOT_GROUP + quad + k, f32x4.mul(f32x4.mul(c, gain), inverseMultiple));
      kept = f32x4.add(kept, f32x4.mul(f32x4.mul(gain, gain), v128.load(TABLE + 64 * 16 + k)));
      const loss = f32x4.sub(one, gain);
      const lost = f32x4.mul(c, loss);
      taken = f32x4.add(taken, f32x4.div(f32x4.mul(lost, lost), limit));
      expected = f32x4.add(expected, f32x4.mul(loss, loss));
    }
  }
  let left: f32 = total(kept) / 8;
  const limit = total(expected) * TOLERANCE;
  const all = total(taken);
  if (all > limit) {
    const part: f32 = <f32>1 - limit / all;
    const parts = f32x4.splat(part);
    for (let quad: usize = 0; quad < 2048; quad += 1024) {
      const inverseMultiple = f32x4.div(one, multipleOf(quad));
      for (let k: usize = quad; k < quad + 1024; k += 16) {
        const result = v128.load(PILOT_GROUP + k);
        const whole = f32x4.mul(v128.load(GROUP + k), inverseMultiple);
        v128.store(PILOT_GROUP + k, f32x4.add(result, f32x4.mul(parts, f32x4.sub(whole, result))));
      }
    }
    left += part * (<f32>64 - left);
  }
  return 1.0 / 64.0 / left;
}

/** Adds `w` times the inverse of PILOT_GROUP to the blocks at PLACES. */
function scatter(sum: usize, weight: usize, half: usize, w: f32): void {
  for (let l: usize = 0; l < 16; l++) {
    const c = PILOT_GROUP + (l << 7);
    inverse(
      false,
      v128.load(c), v128.load(c, 16), v128.load(c, 32), v128.load(c, 48),
      v128.load(c, 64), v128.load(c, 80), v128.load(c, 96), v128.load(c, 112),
      c, c + 16, c + 32, c + 48, c + 64, c + 80, c + 96, c + 112,
    );
  }
  const factor = f32x4.splat(w);
  for (let r: usize = 0; r < 8; r++) {
    for (let quad: usize = 0; quad < 2; quad++) {
      const c = PILOT_GROUP + (quad << 10) + (r << 4);
      const to = COLUMNS + (quad << 7);
      inverse(
        false,
        f32x4.mul(v128.load(c), factor), f32x4.mul(v128.load(c, 128), factor),
        f32x4.mul(v128.load(c, 256), factor), f32x4.mul(v128.load(c, 384), factor),
        f32x4.mul(v128.load(c, 512), factor), f32x4.mul(v128.load(c, 640), factor),
        f32x4.mul(v128.load(c, 768), factor), f32x4.mul(v128.load(c, 896), factor),
        to, to + 16, to + 32, to + 48, to + 64, to + 80, to + 96, to + 112,
      );
    }
    for (let odd: usize = 0; odd < 2; odd++) {
      const c = COLUMNS + (odd << 4);
      const out = ROWS + (r << 5) + (odd << 4);
      // Lanes are Haar coefficients, vectors columns; transposed, it is the other way round.
      transpose(v128.load(c), v128.load(c, 32), v128.load(c, 64), v128.load(c, 96), HAAR, 16);
      transpose(v128.load(c, 128), v128.load(c, 160), v128.load(c, 192), v128.load(c, 224), HAAR + 64, 16);
      const s0 = v128.load(HAAR);
      const s1 = v128.load(HAAR, 16);
      const s2 = v128.load(HAAR, 32);
      const s3 = v128.load(HAAR, 48);
      const s4 = v128.load(HAAR, 64);
      const s5 = v128.load(HAAR, 80);
      const s6 = v128.load(HAAR, 96);
      const s7 = v128.load(HAAR, 112);
      const m03 = f32x4.add(s0, s1);
      const m47 = f32x4.sub(s0, s1);
      const m01 = f32x4.add(m03, s2);
      const m23 = f32x4.sub(m03, s2);
      const m45 = f32x4.add(m47, s3);
      const m67 = f32x4.sub(m47, s3);
      v128.store(out, f32x4.add(m01, s4));
      v128.store(out, f32x4.sub(m01, s4), 256);
      v128.store(out, f32x4.add(m23, s5), 512);
      v128.store(out, f32x4.sub(m23, s5), 768);
      v128.store(out, f32x4.add(m45, s6), 1024);
      v128.store(out, f32x4.sub(m45, s6), 1280);
      v128.store(out, f32x4.add(m67, s7), 1536);
      v128.store(out, f32x4.sub(m67, s7), 1792);
    }
  }
  // The 1/64 of the two inverse transforms is in the blocks' weight only.
  const whole = f32x4.splat(w * 64);
  const pitch = half << 3;
  for (let k: usize = 0; k < GROUPED; k++) {
    for (let odd: usize = 0; odd < 2; odd++) {
      const place = placeOf(k, odd);
      const from = ROWS + (k << 8) + (odd << 4);
      for (let r: usize = 0; r < 8; r++) {
        addTo(sum + place + r * pitch, v128.load(from + (r << 5)));
        addTo(weight + place + r * pitch, whole);
      }
    }
  }
}

/**
 * Adds groups of `source` to `sum`, which holds what the windows gave with `windowWeight`, and their weights to `groupWeight`, sample by
 * sample. `pilot` = 0: hard threshold, else Wiener gains. Blocks are compared in `bytes`, which is made from the pilot or, without
 * one, from the source times `scale`. Groups are made for blocks `step` rows apart. Blocks whose samples differ by less than `flat` are left to the windows.
 */
export function addGroups(
  source: usize, pilot: usize, sum: usize, windowWeight: usize, groupWeight: usize, bytes: usize, half: usize, rows: usize, step: usize, scale: f32, flat: f32,
): void {
  quantise(pilot != 0 ? pilot : source, scale, bytes, half, rows);
  // The last block that has a sample after it: the second one of an odd column.
  const lastX: usize = half * 2 - 10;
  const lastY = rows - 8;
  for (let y: usize = 0; y <= lastY; y += step) {
    const firstY = window(y, lastY, CANDIDATE_ROWS);
    for (let x: usize = 0; x <= lastX; x += PITCH) {
      if (isFlat(sum, windowWeight, groupWeight, half, x, y, flat)) continue;
      const firstX = window(x, lastX, CANDIDATE_COLUMNS);
      compare(bytes, half * 2, x, y, firstX, firstY);
      choose(half, firstX, firstY);
      gather(source, half, GROUP);
      let w: f32;
      if (pilot != 0) {
        gather(pilot, half, PILOT_GROUP);
        w = WIENER_WEIGHT * shrinkWiener();
      } else {
        w = HARD_WEIGHT * shrinkHard();
      }
      scatter(sum, groupWeight, half, w);
    }
  }
}

/** Where `length` candidates around a place begin, so that none is after the last. */
// @ts-ignore: decorator
@inline
function window(place: usize, last: usize, length: usize): usize {
  const first = place > length >> 1 ? place - (length >> 1) : 0;
  return min<usize>(first, last + 1 - length);
}
