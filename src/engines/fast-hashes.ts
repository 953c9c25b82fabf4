import { loadHashWasm } from './digests.js';

export type XxHashName = 'xxh32' | 'xxh64' | 'xxh3-64' | 'xxh3-128';

/** xxHash of bytes, as an unsigned number; the seed is below 2^32 for xxh32, below 2^64 for the others. */
export async function xxHash(name: XxHashName, bytes: Uint8Array, seed: bigint): Promise<bigint> {
  const { createXXHash32, createXXHash64, createXXHash3, createXXHash128 } = await loadHashWasm();
  const [low, high] = [Number(seed & 0xffff_ffffn), Number(seed >> 32n)];
  const makers = {
    xxh32: () => createXXHash32(low),
    xxh64: () => createXXHash64(low, high),
    'xxh3-64': () => createXXHash3(low, high),
    'xxh3-128': () => createXXHash128(low, high),
  };
  const hasher = await makers[name]();
  return BigInt(`0x${hasher.update(bytes).digest('hex')}`);
}
