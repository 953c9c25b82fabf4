/**
 * sum ← sum / weight, row by row. `windowWeight` is that of an even column and the odd one after it, `groupWeight`, or 0, comes on top
 * sample by sample. Where nothing came (the unused column) it becomes 0.
 */
export function divide(sum: usize, windowWeight: usize, groupWeight: usize, half: usize, rows: usize): void {
  const tiny = f32x4.splat(1e-30);
  const oddBytes = half << 2;
  for (let y: usize = 0; y < rows; y++) {
    const even = sum + y * 2 * oddBytes;
    const odd = even + oddBytes;
    const windows = windowWeight + y * oddBytes;
    const groups = groupWeight + y * 2 * oddBytes;
    for (let i: usize = 0; i < oddBytes; i += 16) {
      const weight = f32x4.max(v128.load(windows + i), tiny);
      if (groupWeight != 0) {
        v128.store(even + i, f32x4.div(v128.load(even + i), f32x4.add(weight, v128.load(groups + i))));
        v128.store(odd + i, f32x4.div(v128.load(odd + i), f32x4.add(weight, v128.load(groups + oddBytes + i))));
        continue;
      }
      const factor = f32x4.div(f32x4.splat(1), weight);
      v128.store(even + i, f32x4.mul(v128.load(even + i), factor));
      v128.store(odd + i, f32x4.mul(v128.load(odd + i), factor));
    }
  }
}
