import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Padding of RSA encryption (RFC 8017 §7) around the library's bare RSA: the library ties both digests of OAEP together, where Java has
 * MGF1 with SHA-1, and some releases of Node refuse to open PKCS #1 v1.5.
 */
export interface OaepDigests {
  readonly digest: string;
  /** Of the mask. */
  readonly mask: string;
}

type Random = (length: number) => Uint8Array;

const digestBytes = (digest: string): number => createHash(digest).digest().length;

/** Most bytes that fit into a block of `size` bytes; below 0 where the key is too short for the padding. */
export const oaepRoom = (size: number, { digest }: OaepDigests): number => size - 2 * digestBytes(digest) - 2;
export const pkcs1Room = (size: number): number => size - 11;

function masked(bytes: Uint8Array, seed: Uint8Array, digest: string): Uint8Array {
  const length = digestBytes(digest);
  const result = Uint8Array.from(bytes);
  for (let start = 0, counter = 0; start < bytes.length; start += length, counter += 1) {
    const block = createHash(digest)
      .update(seed)
      .update(Uint8Array.of(0, 0, counter >> 8, counter & 255))
      .digest();
    for (let i = 0; i < length && start + i < bytes.length; i += 1)
      result[start + i] = (bytes[start + i] ?? 0) ^ (block[i] ?? 0);
  }
  return result;
}

/** RFC 8017 §7.1.1, without a label. `bytes` must fit. */
export function padOaep(bytes: Uint8Array, size: number, { digest, mask }: OaepDigests, random: Random): Uint8Array {
  const label = createHash(digest).digest();
  const zeros = Buffer.alloc(oaepRoom(size, { digest, mask }) - bytes.length);
  const seed = random(label.length);
  const block = masked(Buffer.concat([label, zeros, Uint8Array.of(1), bytes]), seed, mask);
  return Buffer.concat([Uint8Array.of(0), masked(seed, block, mask), block]);
}

/** RFC 8017 §7.1.2: `undefined` where the block was not padded so. */
export function unpadOaep(block: Uint8Array, { digest, mask }: OaepDigests): Uint8Array | undefined {
  const label = createHash(digest).digest();
  if (block[0] !== 0 || block.length < 2 * label.length + 2) return undefined;
  const rest = block.subarray(1 + label.length);
  const seed = masked(block.subarray(1, 1 + label.length), rest, mask);
  const opened = masked(rest, seed, mask);
  if (!timingSafeEqual(opened.subarray(0, label.length), label)) return undefined;
  let at = label.length;
  while (opened[at] === 0) at += 1;
  return opened[at] === 1 ? opened.subarray(at + 1) : undefined;
}

/** RFC 8017 §7.2.1. `bytes` must fit. */
export function padPkcs1(bytes: Uint8Array, size: number, random: Random): Uint8Array {
  const filling = new Uint8Array(size - bytes.length - 3);
  for (let at = 0; at < filling.length; ) {
    for (const byte of random(filling.length - at)) if (byte !== 0) filling[at++] = byte;
  }
  return Buffer.concat([Uint8Array.of(0, 2), filling, Uint8Array.of(0), bytes]);
}

/** RFC 8017 §7.2.2: `undefined` where the block was not padded so. */
export function unpadPkcs1(block: Uint8Array): Uint8Array | undefined {
  const end = block.indexOf(0, 2);
  return block[0] === 0 && block[1] === 2 && end >= 10 ? block.subarray(end + 1) : undefined;
}
