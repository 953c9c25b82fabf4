import { addTo } from './dct';

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
