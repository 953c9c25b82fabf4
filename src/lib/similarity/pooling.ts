/** The ways sentence-transformers makes one vector of many (its class `Pooling`). */
export const POOLINGS = ['cls', 'lasttoken', 'max', 'mean', 'mean_sqrt_len', 'weightedmean'] as const;

export type Pooling = (typeof POOLINGS)[number];

/**
 * One vector of unit length a sequence. `values` are of shape batch × tokens × width with `lengths` real tokens each,
 * padded at the end, or batch × width where the network has pooled already. Several poolings are laid end to end.
 */
export function pool(
  values: Float32Array,
  shape: readonly number[],
  lengths: readonly number[],
  poolings: readonly Pooling[],
): Float32Array[] {
  const width = shape.at(-1) ?? 0;
  if (shape.length === 2) return lengths.map((_, row) => unit(values.slice(row * width, (row + 1) * width)));
  const tokens = shape[1] ?? 0;
  return lengths.map((length, row) => {
    const start = row * tokens * width;
    const sequence = values.subarray(start, start + length * width);
    return unit(join(poolings.map((pooling) => poolSequence(sequence, length, width, pooling))));
  });
}

function poolSequence(sequence: Float32Array, length: number, width: number, pooling: Pooling): Float32Array {
  if (pooling === 'cls') return sequence.slice(0, width);
  if (pooling === 'lasttoken') return sequence.slice((length - 1) * width, length * width);
  const result = new Float32Array(width).fill(pooling === 'max' ? -Infinity : 0);
  for (const [index, value] of sequence.entries()) {
    const column = index % width;
    const before = result[column] ?? 0;
    if (pooling === 'max') result[column] = Math.max(before, value);
    else result[column] = before + value * (pooling === 'weightedmean' ? Math.floor(index / width) + 1 : 1);
  }
  const divisor = DIVISORS[pooling](length);
  return result.map((value) => value / divisor);
}

const DIVISORS: Readonly<Record<'max' | 'mean' | 'mean_sqrt_len' | 'weightedmean', (length: number) => number>> = {
  max: () => 1,
  mean: (length) => length,
  mean_sqrt_len: (length) => Math.sqrt(length),
  weightedmean: (length) => (length * (length + 1)) / 2,
};

function join(parts: readonly Float32Array[]): Float32Array {
  const result = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

function unit(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum) || 1;
  return vector.map((value) => value / length);
}
