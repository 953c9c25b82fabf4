// The sums of `src/lib/audio/resample.ts`: each sample of the answer is a stretch of the sound times one phase of a filter.

/** First byte that is free for the lists. */
export function heapPointer(): usize {
  return (__heap_base + 15) & ~15;
}

/**
 * Writes `length` samples. `filters` has `phases` rows of `width` floats, `width` a multiple of 4; answer i lies at `step` × i of the
 * sound, and its row is multiplied with the floats from there on.
 */
export function convolve(
  filters: usize, phases: i32, width: i32, sound: usize, out: usize, length: i32, step: f64,
): void {
  const row = <usize>width << 2;
  for (let i = 0; i < length; i++) {
    const position = <f64>i * step;
    let start = <i32>floor(position);
    let phase = <i32>nearest((position - <f64>start) * <f64>phases);
    if (phase == phases) {
      phase = 0;
      start++;
    }
    const filter = filters + <usize>phase * row;
    const from = sound + (<usize>start << 2);
    // Two sums, so that one addition need not wait for the other.
    let even = f32x4.splat(0);
    let odd = f32x4.splat(0);
    let at: usize = 0;
    for (; at + 32 <= row; at += 32) {
      even = f32x4.add(even, f32x4.mul(v128.load(from + at), v128.load(filter + at)));
      odd = f32x4.add(odd, f32x4.mul(v128.load(from + at, 16), v128.load(filter + at, 16)));
    }
    if (at < row) even = f32x4.add(even, f32x4.mul(v128.load(from + at), v128.load(filter + at)));
    const sum = f32x4.add(even, odd);
    store<f32>(
      out + (<usize>i << 2),
      f32x4.extract_lane(sum, 0) + f32x4.extract_lane(sum, 1) + (f32x4.extract_lane(sum, 2) + f32x4.extract_lane(sum, 3)),
    );
  }
}
