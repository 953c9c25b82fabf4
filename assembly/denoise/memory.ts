// What the caller writes and reads. Planes lie from `heapPointer` on.

/**
 * 64 thresholds, 64 variances, 64 inverses of the thresholds, then the threshold of the mean in groups; each repeated in the four lanes,
 * index = vertical + 8 × horizontal frequency.
 */
export const TABLE: usize = memory.data((3 * 64 + 1) * 16, 16);

/** Where the caller writes the table: (3 × 64 + 1) × 4 floats. */
export function tablePointer(): usize {
  return TABLE;
}

/** First byte that is free for planes. */
export function heapPointer(): usize {
  return (__heap_base + 15) & ~15;
}
