import { createCipheriv, createHash } from 'node:crypto';

import type { RandomBytes } from '../secrets/draw.js';

/**
 * Bytes that are the same for the same seed: the key stream of AES-256 in counter mode under the SHA-256 of the seed. For an empty seed
 * those of `random`. As even as real chance, but never secret.
 */
export function seededRandom(seed: string, random: RandomBytes): RandomBytes {
  if (seed === '') return random;
  const stream = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16));
  return (length) => stream.update(Buffer.alloc(length));
}
