/** Hashes for tables and checksums that are no match for an attacker; each gives its value as an unsigned number. */

/** The seed, below 2^32. */
export function murmur2(bytes: Uint8Array, seed: number): bigint {
  // Austin Appleby's MurmurHash2, https://github.com/aappleby/smhasher/blob/master/src/MurmurHash2.cpp
  const multiplier = 0x5bd1e995;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 4);
  let hash = seed ^ bytes.length;
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(view.getUint32(at, true), multiplier);
    word = Math.imul(word ^ (word >>> 24), multiplier);
    hash = Math.imul(hash, multiplier) ^ word;
  }
  if (whole < bytes.length) hash = Math.imul(hash ^ littleEndian(bytes, whole), multiplier);
  hash = Math.imul(hash ^ (hash >>> 13), multiplier);
  return BigInt((hash ^ (hash >>> 15)) >>> 0);
}

/** The bytes from `at` on, at most three of them, as a number. */
const littleEndian = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16);

const rotated = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

/** MurmurHash3_x86_32, https://github.com/aappleby/smhasher/blob/master/src/MurmurHash3.cpp */
export function murmur3(bytes: Uint8Array, seed: number): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 4);
  const mixed = (word: number): number => Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  let hash = seed | 0;
  for (let at = 0; at < whole; at += 4)
    hash = (Math.imul(rotated(hash ^ mixed(view.getUint32(at, true)), 13), 5) + 0xe6546b64) | 0;
  if (whole < bytes.length) hash ^= mixed(littleEndian(bytes, whole));
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return BigInt((hash ^ (hash >>> 16)) >>> 0);
}

const MASK = 0xffff_ffff_ffff_ffffn;
const rotated64 = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & MASK;

/** MurmurHash3_x64_128: the first half above the second. */
export function murmur3Wide(bytes: Uint8Array, seed: number): bigint {
  const [c1, c2] = [0x87c37b91114253d5n, 0x4cf5ad432745937fn];
  const whole = bytes.length - (bytes.length % 16);
  const padded = new Uint8Array(bytes.length - whole === 0 ? 0 : 16);
  padded.set(bytes.subarray(whole));
  const mix1 = (word: bigint): bigint => (rotated64((word * c1) & MASK, 31n) * c2) & MASK;
  const mix2 = (word: bigint): bigint => (rotated64((word * c2) & MASK, 33n) * c1) & MASK;
  let [h1, h2] = [BigInt(seed), BigInt(seed)];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 16) {
    h1 ^= mix1(view.getBigUint64(at, true));
    h1 = ((rotated64(h1, 27n) + h2) * 5n + 0x52dce729n) & MASK;
    h2 ^= mix2(view.getBigUint64(at + 8, true));
    h2 = ((rotated64(h2, 31n) + h1) * 5n + 0x38495ab5n) & MASK;
  }
  if (padded.length > 0) {
    const rest = new DataView(padded.buffer);
    h1 ^= mix1(rest.getBigUint64(0, true));
    h2 ^= mix2(rest.getBigUint64(8, true));
  }
  const length = BigInt(bytes.length);
  h1 = ((h1 ^ length) + (h2 ^ length)) & MASK;
  h2 = ((h2 ^ length) + h1) & MASK;
  h1 = finalMix(h1);
  h2 = finalMix(h2);
  h1 = (h1 + h2) & MASK;
  return (h1 << 64n) | ((h2 + h1) & MASK);
}

function finalMix(value: bigint): bigint {
  const first = ((value ^ (value >> 33n)) * 0xff51afd7ed558ccdn) & MASK;
  const second = ((first ^ (first >> 33n)) * 0xc4ceb9fe1a85ec53n) & MASK;
  return second ^ (second >> 33n);
}

/** FNV-1 and FNV-1a of 32 bits (RFC 9923). */
export function fnv32(bytes: Uint8Array, isXorFirst: boolean): bigint {
  let hash = 0x811c9dc5;
  if (isXorFirst) for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  else for (const byte of bytes) hash = Math.imul(hash, 0x01000193) ^ byte;
  return BigInt(hash >>> 0);
}

/** FNV-1 and FNV-1a of 64 bits, in two halves: the prime is 2^40 + 0x1b3. */
export function fnv64(bytes: Uint8Array, isXorFirst: boolean): bigint {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of bytes) {
    if (isXorFirst) low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0;
    low = product >>> 0;
    if (!isXorFirst) low = (low ^ byte) >>> 0;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}

/** Daniel J. Bernstein's hash: times 33, plus the byte, from 5381. */
export function djb2(bytes: Uint8Array): bigint {
  let hash = 5381;
  for (const byte of bytes) hash = (Math.imul(hash, 33) + byte) | 0;
  return BigInt(hash >>> 0);
}

/** The hash of sdbm: times 65599, plus the byte. */
export function sdbm(bytes: Uint8Array): bigint {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, 65599) + byte) | 0;
  return BigInt(hash >>> 0);
}

/** Bob Jenkins's one_at_a_time. */
export function oneAtATime(bytes: Uint8Array): bigint {
  let hash = 0;
  for (const byte of bytes) {
    hash = (hash + byte) | 0;
    hash = (hash + (hash << 10)) | 0;
    hash ^= hash >>> 6;
  }
  hash = (hash + (hash << 3)) | 0;
  hash ^= hash >>> 11;
  return BigInt((hash + (hash << 15)) >>> 0);
}
