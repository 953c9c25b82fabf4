// Sliding 8 × 8 DCT windows over one plane, four at a time in the lanes of a vector: hard threshold, then Wiener gains.
//
// A plane of `width` × `rows` float samples is stored split: each row holds its even columns, then its odd columns, each
// `half` floats long (`half` = width / 2 + 1, the last one unused). A window at even column 2i then reads E[i], O[i], E[i+1], …,
// so four neighbouring windows (columns 2i, 2i+2, 2i+4, 2i+6) load as unaligned vectors and no lane is ever shuffled.
// `half` must be a multiple of 4: width = 8m + 6. `rows` must be 8 + 2n: windows lie at every second row too.
//
// The transform is separable and linear, so the horizontal half is done once a row and shared by the four windows that cross
// it, and the horizontal inverse once a row of sums.

import { addTo, forward, forwardFrom, inverse } from './dct';
import { TABLE } from './memory';

/** Groups of four windows worked on in one pass down the plane; 8 × 8 × SLAB vectors stay in the first-level cache. */
const SLAB: usize = 8;
/** Bytes from one horizontal frequency to the next in a ring row. */
const FREQUENCY: usize = SLAB * 16;
/** Bytes of a ring row. */
const RING_ROW: usize = 8 * FREQUENCY;

/** Gains that are not worth an inverse transform where a whole row of coefficients has none above. Chosen: costs 0.00 dB. */
const LEAST_GAIN: f32 = 0.01;

// Fixed places at the start of memory, below `__heap_base`.
const RING: usize = memory.data(8 * 8 * 8 * 16, 16);
const SUMS: usize = memory.data(8 * 8 * 8 * 16, 16);
const WEIGHTS: usize = memory.data(8 * 8 * 16, 16);
const PILOT_RING: usize = memory.data(8 * 8 * 8 * 16, 16);
const BLOCK: usize = memory.data(64 * 16, 16);
const PILOT_BLOCK: usize = memory.data(64 * 16, 16);

/** Horizontal transform of one row of a slab into its ring row. */
function transformRow(even: usize, odd: usize, ring: usize, groups: usize): void {
  for (let g: usize = 0; g < groups; g++) {
    const e = even + (g << 4);
    const o = odd + (g << 4);
    forward(
      v128.load(e), v128.load(o), v128.load(e + 4), v128.load(o + 4),
      v128.load(e + 8), v128.load(o + 8), v128.load(e + 12), v128.load(o + 12),
      ring + (g << 4), FREQUENCY,
    );
  }
}

/** The vector that starts `lanes` before `current`, `previous` being the one before it. */
// @ts-ignore: decorator
@inline
function late1(previous: v128, current: v128): v128 {
  return v128.shuffle<f32>(previous, current, 3, 4, 5, 6);
}
// @ts-ignore: decorator
@inline
function late2(previous: v128, current: v128): v128 {
  return v128.shuffle<f32>(previous, current, 2, 3, 4, 5);
}
// @ts-ignore: decorator
@inline
function late3(previous: v128, current: v128): v128 {
  return v128.shuffle<f32>(previous, current, 1, 2, 3, 4);
}

/**
 * Horizontal inverse of one row of sums, added to the output and weight rows; the sums are cleared. Windows overlap by whole
 * lanes here. Adding each window to memory at its own unaligned place makes the processor wait for its own stores (measured:
 * the whole pass takes 1.5 times as long), so what belongs to the next vector is carried in registers.
 */
function finishRow(ring: usize, weight: usize, even: usize, odd: usize, weightRow: usize, groups: usize): void {
  const zero = f32x4.splat(0);
  let p2 = zero;
  let p3 = zero;
  let p4 = zero;
  let p5 = zero;
  let p6 = zero;
  let p7 = zero;
  let pw = zero;
  for (let g: usize = 0; g < groups; g++) {
    const at = g << 4;
    const s = ring + at;
    const c0 = v128.load(s);
    const c1 = v128.load(s, FREQUENCY);
    const c2 = v128.load(s, 2 * FREQUENCY);
    const c3 = v128.load(s, 3 * FREQUENCY);
    const c4 = v128.load(s, 4 * FREQUENCY);
    const c5 = v128.load(s, 5 * FREQUENCY);
    const c6 = v128.load(s, 6 * FREQUENCY);
    const c7 = v128.load(s, 7 * FREQUENCY);
    v128.store(s, zero);
    v128.store(s, zero, FREQUENCY);
    v128.store(s, zero, 2 * FREQUENCY);
    v128.store(s, zero, 3 * FREQUENCY);
    v128.store(s, zero, 4 * FREQUENCY);
    v128.store(s, zero, 5 * FREQUENCY);
    v128.store(s, zero, 6 * FREQUENCY);
    v128.store(s, zero, 7 * FREQUENCY);
    const a0 = f32x4.add(c0, c4);
    const a1 = f32x4.sub(c0, c4);
    const a3 = f32x4.add(c2, c6);
    const a2 = f32x4.sub(f32x4.mul(f32x4.sub(c2, c6), f32x4.splat(1.4142135623730951)), a3);
    const e0 = f32x4.add(a0, a3);
    const e3 = f32x4.sub(a0, a3);
    const e1 = f32x4.add(a1, a2);
    const e2 = f32x4.sub(a1, a2);

    const z13 = f32x4.add(c5, c3);
    const z10 = f32x4.sub(c5, c3);
    const z11 = f32x4.add(c1, c7);
    const z12 = f32x4.sub(c1, c7);
    const o7 = f32x4.add(z11, z13);
    const z5 = f32x4.mul(f32x4.add(z10, z12), f32x4.splat(1.8477590650225735));
    const o6 = f32x4.sub(f32x4.sub(z5, f32x4.mul(z10, f32x4.splat(2.613125929752753))), o7);
    const o5 = f32x4.sub(f32x4.mul(f32x4.sub(z11, z13), f32x4.splat(1.4142135623730951)), o6);
    const o4 = f32x4.add(f32x4.sub(f32x4.mul(z12, f32x4.splat(1.0823922002923938)), z5), o5);
    const x2 = f32x4.add(e2, o5);
    const x3 = f32x4.sub(e3, o4);
    const x4 = f32x4.add(e3, o4);
    const x5 = f32x4.sub(e2, o5);
    const x6 = f32x4.sub(e1, o6);
    const x7 = f32x4.sub(e0, o7);
    addTo(even + at, f32x4.add(f32x4.add(f32x4.add(e0, o7), late1(p2, x2)), f32x4.add(late2(p4, x4), late3(p6, x6))));
    addTo(odd + at, f32x4.add(f32x4.add(f32x4.add(e1, o6), late1(p3, x3)), f32x4.add(late2(p5, x5), late3(p7, x7))));
    const w = v128.load(weight + at);
    v128.store(weight + at, zero);
    addTo(weightRow + at, f32x4.add(f32x4.add(w, late1(pw, w)), f32x4.add(late2(pw, w), late3(pw, w))));
    p2 = x2;
    p3 = x3;
    p4 = x4;
    p5 = x5;
    p6 = x6;
    p7 = x7;
    pw = w;
  }
  const end = groups << 4;
  addTo(even + end, f32x4.add(late1(p2, zero), f32x4.add(late2(p4, zero), late3(p6, zero))));
  addTo(odd + end, f32x4.add(late1(p3, zero), f32x4.add(late2(p5, zero), late3(p7, zero))));
  addTo(weightRow + end, f32x4.add(late1(pw, zero), f32x4.add(late2(pw, zero), late3(pw, zero))));
}

/** Vertical transform of eight ring rows for one group and one horizontal frequency. */
// @ts-ignore: decorator
@inline
function column(r0: usize, r1: usize, r2: usize, r3: usize, r4: usize, r5: usize, r6: usize, r7: usize, at: usize, out: usize): void {
  forward(
    v128.load(r0 + at), v128.load(r1 + at), v128.load(r2 + at), v128.load(r3 + at),
    v128.load(r4 + at), v128.load(r5 + at), v128.load(r6 + at), v128.load(r7 + at),
    out, 16,
  );
}

/** Bit l is set where a window of the group has kept anything at horizontal frequency l: the others need no inverse. */
let live: u32 = 0;

/** Keeps the mean and what exceeds the thresholds (squared in the table); returns 1 / the variance of what was kept. */
// @ts-ignore: decorator
@inline
function shrinkHard(): v128 {
  let kept = v128.load(TABLE + 64 * 16);
  let bits: u32 = 1;
  const mean = v128.load(BLOCK);
  for (let l: usize = 0; l < 8; l++) {
    let any = f32x4.splat(0);
    for (let k = l << 7; k < (l + 1) << 7; k += 16) {
      const c = v128.load(BLOCK + k);
      const keep = f32x4.gt(f32x4.mul(c, c), v128.load(TABLE + k));
      any = v128.or(any, keep);
      v128.store(BLOCK + k, v128.and(c, keep));
      kept = f32x4.add(kept, v128.and(v128.load(TABLE + 64 * 16 + k), keep));
    }
    bits |= u32(v128.any_true(any)) << u32(l);
  }
  v128.store(BLOCK, mean);
  live = bits;
  return f32x4.div(f32x4.splat(1.0 / 64.0), kept);
}

/**
 * Empirical Wiener gains from the pilot, 1 for the mean; returns 1 / the variance that is left. The result is in PILOT_BLOCK. Where the gains take away more
 * than `tolerance` times what noise alone would have there, the pilot has lost a texture: that part is given back (James and
 * Stein's estimator over what the gains take).
 */
// @ts-ignore: decorator
@inline
function shrinkWiener(tolerance: f32): v128 {
  let kept = v128.load(TABLE + 64 * 16);
  let bits: u32 = 1;
  const one = f32x4.splat(1);
  const least = f32x4.splat(LEAST_GAIN);
  // What the gains take away, and what it would be of noise alone; the mean, whose gain comes out 0, does not count.
  let taken = f32x4.splat(0);
  let expected = f32x4.splat(-1);
  for (let l: usize = 0; l < 8; l++) {
    let any = f32x4.splat(0);
    for (let k = l << 7; k < (l + 1) << 7; k += 16) {
      const p = v128.load(PILOT_BLOCK + k);
      const c = v128.load(BLOCK + k);
      const power = f32x4.mul(p, p);
      const gain = f32x4.div(power, f32x4.add(power, v128.load(TABLE + k)));
      any = v128.or(any, f32x4.gt(gain, least));
      const result = f32x4.mul(c, gain);
      v128.store(PILOT_BLOCK + k, result);
      kept = f32x4.add(kept, f32x4.mul(f32x4.mul(gain, gain), v128.load(TABLE + 64 * 16 + k)));
      const loss = f32x4.sub(one, gain);
      const lost = f32x4.sub(c, result);
      taken = f32x4.add(taken, f32x4.mul(f32x4.mul(lost, lost), v128.load(TABLE + 128 * 16 + k)));
      expected = f32x4.add(expected, f32x4.mul(loss, loss));
    }
    bits |= u32(v128.any_true(any)) << u32(l);
  }
  const limit = f32x4.mul(expected, f32x4.splat(tolerance));
  if (v128.any_true(f32x4.gt(taken, limit))) {
    const part = f32x4.sub(one, f32x4.min(one, f32x4.div(limit, f32x4.max(taken, f32x4.splat(1e-10)))));
    for (let k: usize = 0; k < 64 * 16; k += 16) {
      const result = v128.load(PILOT_BLOCK + k);
      v128.store(PILOT_BLOCK + k, f32x4.add(result, f32x4.mul(part, f32x4.sub(v128.load(BLOCK + k), result))));
    }
    // Nearly: 64 is the sum of the variances.
    kept = f32x4.add(kept, f32x4.mul(part, f32x4.sub(f32x4.splat(64), kept)));
    bits = 0xff;
  }
  v128.store(PILOT_BLOCK, v128.load(BLOCK));
  live = bits;
  return f32x4.div(f32x4.splat(1.0 / 64.0), kept);
}

/** Sum of `weight` × the inverse of `block`, still in horizontal frequencies. */
// @ts-ignore: decorator
@inline
function addBlock(block: usize, weight: v128, r0: usize, r1: usize, r2: usize, r3: usize, r4: usize, r5: usize, r6: usize, r7: usize, at: usize): void {
  const bits = live;
  for (let l: usize = 0; l < 8; l++) {
    if (!((bits >> u32(l)) & 1)) continue;
    const b = block + (l << 7);
    const s = SUMS + at + l * FREQUENCY;
    inverse(
      true,
      f32x4.mul(v128.load(b), weight), f32x4.mul(v128.load(b + 16), weight),
      f32x4.mul(v128.load(b + 32), weight), f32x4.mul(v128.load(b + 48), weight),
      f32x4.mul(v128.load(b + 64), weight), f32x4.mul(v128.load(b + 80), weight),
      f32x4.mul(v128.load(b + 96), weight), f32x4.mul(v128.load(b + 112), weight),
      s + r0, s + r1, s + r2, s + r3, s + r4, s + r5, s + r6, s + r7,
    );
  }
}

/**
 * Adds the shrunken windows of `source` to `sum` and their weights to `weight`, both zeroed by the caller.
 * `pilot` = 0: hard threshold. Otherwise Wiener gains from the pilot plane, see `shrinkWiener` for `tolerance`.
 */
export function shrink(
  source: usize, pilot: usize, sum: usize, weight: usize, half: usize, rows: usize, step: usize, tolerance: f32,
): void {
  const rowBytes = half << 3;
  const oddBytes = half << 2;
  const allGroups = (half >> 2) - 1;
  for (let first: usize = 0; first < allGroups; first += SLAB) {
    const groups = min<usize>(SLAB, allGroups - first);
    const column0 = first << 4;
    memory.fill(SUMS, 0, 8 * RING_ROW);
    memory.fill(WEIGHTS, 0, 8 * SLAB * 16);
    let ready: usize = 0;
    let y: usize = 0;
    const lastRow = rows - 8;
    while (true) {
      for (; ready < y + 8; ready++) {
        const e = source + ready * rowBytes + column0;
        transformRow(e, e + oddBytes, RING + (ready & 7) * RING_ROW, groups);
        if (pilot != 0) {
          const p = pilot + ready * rowBytes + column0;
          transformRow(p, p + oddBytes, PILOT_RING + (ready & 7) * RING_ROW, groups);
        }
      }
      const r0 = (y & 7) * RING_ROW;
      const r1 = ((y + 1) & 7) * RING_ROW;
      const r2 = ((y + 2) & 7) * RING_ROW;
      const r3 = ((y + 3) & 7) * RING_ROW;
      const r4 = ((y + 4) & 7) * RING_ROW;
      const r5 = ((y + 5) & 7) * RING_ROW;
      const r6 = ((y + 6) & 7) * RING_ROW;
      const r7 = ((y + 7) & 7) * RING_ROW;
      for (let g: usize = 0; g < groups; g++) {
        const at = g << 4;
        for (let l: usize = 0; l < 8; l++) column(r0, r1, r2, r3, r4, r5, r6, r7, RING + at + l * FREQUENCY, BLOCK + (l << 7));
        let w: v128;
        if (pilot != 0) {
          for (let l: usize = 0; l < 8; l++) column(r0, r1, r2, r3, r4, r5, r6, r7, PILOT_RING + at + l * FREQUENCY, PILOT_BLOCK + (l << 7));
          w = shrinkWiener(tolerance);
        } else {
          w = shrinkHard();
        }
        // The 1/64 of the two inverse transforms is in the block's weight only.
        addBlock(pilot != 0 ? PILOT_BLOCK : BLOCK, w, r0, r1, r2, r3, r4, r5, r6, r7, at);
        const whole = f32x4.mul(w, f32x4.splat(64));
        for (let r: usize = 0; r < 8; r++) addTo(WEIGHTS + r * (SLAB * 16) + at, whole);
      }
      const next = min<usize>(y + step, lastRow);
      const finished = y == lastRow ? rows : next;
      for (let r = y; r < finished; r++) {
        const e = sum + r * rowBytes + column0;
        finishRow(SUMS + (r & 7) * RING_ROW, WEIGHTS + (r & 7) * SLAB * 16, e, e + oddBytes, weight + r * oddBytes + column0, groups);
      }
      if (y == lastRow) break;
      y = next;
    }
  }
}

/** Transforms `groups` × four blocks in place: 64 vectors a group, index 8 × row + column before, vertical + 8 × horizontal frequency after. */
export function transform(blocks: usize, groups: usize): void {
  for (let g: usize = 0; g < groups; g++) {
    const p = blocks + g * 64 * 16;
    for (let y: usize = 0; y < 8; y++) {
      const r = p + y * 128;
      forwardFrom(r, BLOCK + y * 16, 128);
    }
    for (let l: usize = 0; l < 8; l++) {
      const c = BLOCK + l * 128;
      forwardFrom(c, p + l * 128, 16);
    }
  }
}
