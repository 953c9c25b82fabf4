// Both transforms use the scaled butterflies of Arai, Agui and Nakajima (IEICE Trans. E71, 1988; as in libjpeg's jfdctflt.c and
// jidctflt.c), four of them in the lanes of a vector: a coefficient k comes out √8·a(k) times too large, and the inverse wants a(k)/√8
// times the true one, so the correction is 1/8 a dimension for every k.

/** Eight samples to eight coefficients; they are stored `pitch` bytes apart. */
// @ts-ignore: decorator
@inline
export function forward(
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
export function addTo(p: usize, value: v128): void {
  v128.store(p, f32x4.add(v128.load(p), value));
}

/** The same from eight vectors one behind the other. */
// @ts-ignore: decorator
@inline
export function forwardFrom(from: usize, out: usize, pitch: usize): void {
  forward(
    v128.load(from), v128.load(from, 16), v128.load(from, 32), v128.load(from, 48),
    v128.load(from, 64), v128.load(from, 80), v128.load(from, 96), v128.load(from, 112),
    out, pitch,
  );
}

// @ts-ignore: decorator
@inline
function put(p: usize, value: v128, adds: bool): void {
  if (adds) addTo(p, value);
  else v128.store(p, value);
}

/** The inverse of eight coefficients goes to q0 … q7; `adds`: on top of what is there. */
// @ts-ignore: decorator
@inline
export function inverse(
  adds: bool,
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
  put(q0, f32x4.add(e0, o7), adds);
  put(q7, f32x4.sub(e0, o7), adds);
  put(q1, f32x4.add(e1, o6), adds);
  put(q6, f32x4.sub(e1, o6), adds);
  put(q2, f32x4.add(e2, o5), adds);
  put(q5, f32x4.sub(e2, o5), adds);
  put(q4, f32x4.add(e3, o4), adds);
  put(q3, f32x4.sub(e3, o4), adds);
}
