// Sliding-window 8 × 8 DCT shrinkage of one plane, four windows at a time in the lanes of a vector.
//
// A plane of `width` × `rows` float samples is stored split: each row holds its even columns, then its odd columns, each
// `half` floats long (`half` = width / 2 + 1, the last one unused). A window at even column 2i then reads E[i], O[i], E[i+1], …,
// so four neighbouring windows (columns 2i, 2i+2, 2i+4, 2i+6) load as unaligned vectors and no lane is ever shuffled.
// `half` must be a multiple of 4: width = 8m + 6. `rows` must be 8 + 2n: windows lie at every second row too.
//
// The transform is separable and linear, so the horizontal half is done once a row and shared by the four windows that cross
// it, and the horizontal inverse once a row of sums. Both halves use the scaled butterflies of Arai, Agui and Nakajima
// (IEICE Trans. E71, 1988; as in libjpeg's jfdctflt.c and jidctflt.c): a coefficient k comes out √8·a(k) times too large,
// and the inverse wants a(k)/√8 times the true one, so the correction is 1/8 a dimension for every k.

/** Groups of four windows worked on in one pass down the plane; 8 × 8 × SLAB vectors stay in the first-level cache. */
const SLAB: usize = 8;
/** Bytes from one horizontal frequency to the next in a ring row. */
const FREQUENCY: usize = SLAB * 16;
/** Bytes of a ring row. */
const RING_ROW: usize = 8 * FREQUENCY;

/** Gains that are not worth an inverse transform where a whole row of coefficients has none above. Chosen: costs 0.00 dB. */
const LEAST_GAIN: f32 = 0.01;

// Fixed places at the start of memory, below `__heap_base`: see `reserve`.
const RING: usize = memory.data(8 * 8 * 8 * 16, 16);
const SUMS: usize = memory.data(8 * 8 * 8 * 16, 16);
const WEIGHTS: usize = memory.data(8 * 8 * 16, 16);
const PILOT_RING: usize = memory.data(8 * 8 * 8 * 16, 16);
const BLOCK: usize = memory.data(64 * 16, 16);
const PILOT_BLOCK: usize = memory.data(64 * 16, 16);
/** 64 thresholds, 64 variances, 64 inverses of the thresholds, each repeated in the four lanes; index = vertical + 8 × horizontal frequency. */
const TABLE: usize = memory.data(3 * 64 * 16, 16);

/** Where the caller writes the table: 3 × 64 × 4 floats. */
export function tablePointer(): usize {
  return TABLE;
}

/** First byte that is free for planes. */
export function heapPointer(): usize {
  return (__heap_base + 15) & ~15;
}

// @ts-ignore: decorator
@inline
function forward(
  d0: v128, d1: v128, d2: v128, d3: v128, d4: v128, d5: v128, d6: v128, d7: v128, out: usize, pitch: usize,
): void {
  const t0 = f32x4.add(d0, d7);
  const t7 = f32x4.sub(d0, d7);
  const t1 = f32x4.add(d1, d6);
  const t6 = f32x4.sub(d1, d6);
  const t2 = f32x4.add(d2, d5);
  const t5 = f32x4.sub(d2, d5);
  const t3 = f32x4.add(d3, d4);
  const t4 = f32x4.sub(d3, d4);

  const e0 = f32x4.add(t0, t3);
  const e3 = f32x4.sub(t0, t3);
  const e1 = f32x4.add(t1, t2);
  const e2 = f32x4.sub(t1, t2);
  v128.store(out, f32x4.add(e0, e1));
  v128.store(out + 4 * pitch, f32x4.sub(e0, e1));
  const z1 = f32x4.mul(f32x4.add(e2, e3), f32x4.splat(0.7071067811865476));
  v128.store(out + 2 * pitch, f32x4.add(e3, z1));
  v128.store(out + 6 * pitch, f32x4.sub(e3, z1));

  const o0 = f32x4.add(t4, t5);
  const o1 = f32x4.add(t5, t6);
  const o2 = f32x4.add(t6, t7);
  const z5 = f32x4.mul(f32x4.sub(o0, o2), f32x4.splat(0.3826834323650898));
  const z2 = f32x4.add(f32x4.mul(o0, f32x4.splat(0.541196100146197)), z5);
  const z4 = f32x4.add(f32x4.mul(o2, f32x4.splat(1.3065629648763766)), z5);
  const z3 = f32x4.mul(o1, f32x4.splat(0.7071067811865476));
  const z11 = f32x4.add(t7, z3);
  const z13 = f32x4.sub(t7, z3);
  v128.store(out + 5 * pitch, f32x4.add(z13, z2));
  v128.store(out + 3 * pitch, f32x4.sub(z13, z2));
  v128.store(out + pitch, f32x4.add(z11, z4));
  v128.store(out + 7 * pitch, f32x4.sub(z11, z4));
}

// @ts-ignore: decorator
@inline
function addTo(p: usize, value: v128): void {
  v128.store(p, f32x4.add(v128.load(p), value));
}

/** Adds the inverse of eight coefficients to what is at q0 … q7. */
// @ts-ignore: decorator
@inline
function inverseAdd(
  c0: v128, c1: v128, c2: v128, c3: v128, c4: v128, c5: v128, c6: v128, c7: v128,
  q0: usize, q1: usize, q2: usize, q3: usize, q4: usize, q5: usize, q6: usize, q7: usize,
): void {
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
  addTo(q0, f32x4.add(e0, o7));
  addTo(q7, f32x4.sub(e0, o7));
  addTo(q1, f32x4.add(e1, o6));
  addTo(q6, f32x4.sub(e1, o6));
  addTo(q2, f32x4.add(e2, o5));
  addTo(q5, f32x4.sub(e2, o5));
  addTo(q4, f32x4.add(e3, o4));
  addTo(q3, f32x4.sub(e3, o4));
}

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
    inverseAdd(
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

/** sum ← sum / weight, row by row. Where no window came (the unused column) it becomes 0. */
export function divide(sum: usize, weight: usize, half: usize, rows: usize): void {
  const tiny = f32x4.splat(1e-30);
  const oddBytes = half << 2;
  for (let y: usize = 0; y < rows; y++) {
    const even = sum + y * 2 * oddBytes;
    const odd = even + oddBytes;
    const w = weight + y * oddBytes;
    for (let i: usize = 0; i < oddBytes; i += 16) {
      const factor = f32x4.div(f32x4.splat(1), f32x4.max(v128.load(w + i), tiny));
      v128.store(even + i, f32x4.mul(v128.load(even + i), factor));
      v128.store(odd + i, f32x4.mul(v128.load(odd + i), factor));
    }
  }
}

const ROW: usize = memory.data((16384 + 8) * 4, 16);

/**
 * Replaces what a plane says at low frequencies by what its half-size version says: `coarse` − the 2 × 2 means of `plane` is
 * smoothed (1 2 1) and enlarged bilinearly, which in one is the filter 1 5 7 3 / 16, and added. `coarse` has rows / 2 rows
 * of `half` floats and is overwritten. Two samples at the border of `coarse` are not right: the caller keeps a margin.
 */
export function addCoarse(plane: usize, coarse: usize, half: usize, rows: usize): void {
  const oddBytes = half << 2;
  const coarseRows = rows >> 1;
  const quarter = f32x4.splat(0.25);
  for (let y: usize = 0; y < coarseRows; y++) {
    const p = plane + y * 4 * oddBytes;
    const c = coarse + y * oddBytes;
    for (let i: usize = 0; i < oddBytes; i += 16) {
      const upper = f32x4.add(v128.load(p + i), v128.load(p + oddBytes + i));
      const lower = f32x4.add(v128.load(p + 2 * oddBytes + i), v128.load(p + 3 * oddBytes + i));
      v128.store(c + i, f32x4.sub(v128.load(c + i), f32x4.mul(f32x4.add(upper, lower), quarter)));
    }
  }
  const w1 = f32x4.splat(1.0 / 16);
  const w3 = f32x4.splat(3.0 / 16);
  const w5 = f32x4.splat(5.0 / 16);
  const w7 = f32x4.splat(7.0 / 16);
  const row = ROW + 16;
  for (let y: usize = 2; y + 2 < coarseRows; y++) {
    for (let lower: usize = 0; lower < 2; lower++) {
      const middle = coarse + y * oddBytes;
      const far = lower ? oddBytes : -oddBytes;
      for (let i: usize = 0; i < oddBytes; i += 16) {
        const c = middle + i;
        const near = f32x4.add(f32x4.mul(v128.load(c), w7), f32x4.mul(v128.load(c + far), w5));
        v128.store(row + i, f32x4.add(near, f32x4.add(f32x4.mul(v128.load(c - far), w3), f32x4.mul(v128.load(c + 2 * far), w1))));
      }
      const even = plane + (2 * y + lower) * 2 * oddBytes;
      const odd = even + oddBytes;
      for (let i: usize = 0; i < oddBytes; i += 16) {
        const r = row + i;
        const centre = f32x4.mul(v128.load(r), w7);
        const left = v128.load(r - 4);
        const right = v128.load(r + 4);
        addTo(even + i, f32x4.add(f32x4.add(centre, f32x4.mul(left, w5)), f32x4.add(f32x4.mul(right, w3), f32x4.mul(v128.load(r - 8), w1))));
        addTo(odd + i, f32x4.add(f32x4.add(centre, f32x4.mul(right, w5)), f32x4.add(f32x4.mul(left, w3), f32x4.mul(v128.load(r + 8), w1))));
      }
    }
  }
}

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
const MOST_COLOUR: f32 = 1.5;

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
  const most = f32x4.splat(MOST_COLOUR);
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

/** Transforms `groups` × four blocks in place: 64 vectors a group, index 8 × row + column before, vertical + 8 × horizontal frequency after. */
export function transform(blocks: usize, groups: usize): void {
  for (let g: usize = 0; g < groups; g++) {
    const p = blocks + g * 64 * 16;
    for (let y: usize = 0; y < 8; y++) {
      const r = p + y * 128;
      forward(
        v128.load(r), v128.load(r, 16), v128.load(r, 32), v128.load(r, 48),
        v128.load(r, 64), v128.load(r, 80), v128.load(r, 96), v128.load(r, 112),
        BLOCK + y * 16, 128,
      );
    }
    for (let l: usize = 0; l < 8; l++) {
      const c = BLOCK + l * 128;
      forward(
        v128.load(c), v128.load(c, 16), v128.load(c, 32), v128.load(c, 48),
        v128.load(c, 64), v128.load(c, 80), v128.load(c, 96), v128.load(c, 112),
        p + l * 128, 16,
      );
    }
  }
}
