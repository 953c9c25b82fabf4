import { isClean, readability } from './readable.js';

/** Texts enciphered by XOR with a short key that repeats: the key is found from how often characters occur. */

const MAX_KEY_BYTES = 8;
/** Fewer bytes per byte of the key leave too much open. */
const LEAST_PER_KEY_BYTE = 10;
const LEAST_BYTES = 16;
/** As much of the bytes as tells the key. */
const SAMPLE = 1024;
const READS_WELL = 0.7;

/** Points of a byte in prose, markup and code; letters as often as in English. */
const POINTS = new Int8Array(256).fill(-12);
for (let byte = 0x20; byte < 0x7f; byte++) POINTS[byte] = 0;
for (const byte of [9, 10, 13]) POINTS[byte] = 1;
for (let byte = 0x80; byte < 0x100; byte++) POINTS[byte] = -4;
for (const [index, letter] of [...'zqjxkvbpgywmfculdhrsnioate'].entries()) {
  POINTS[letter.charCodeAt(0)] = 2 + Math.floor(index / 3);
  POINTS[letter.toUpperCase().charCodeAt(0)] = 1 + Math.floor(index / 8);
}
for (const digit of '0123456789') POINTS[digit.charCodeAt(0)] = 2;
POINTS[0x20] = 11;

export interface XorFound {
  readonly key: Uint8Array;
  readonly bytes: Uint8Array;
}

/** The shortest key with which bytes read as a text; `undefined` where none of up to eight bytes does. */
export function breakXor(bytes: Uint8Array): XorFound | undefined {
  if (bytes.length < LEAST_BYTES) return undefined;
  const sample = bytes.subarray(0, SAMPLE);
  for (let length = 1; length <= MAX_KEY_BYTES && bytes.length >= length * LEAST_PER_KEY_BYTE; length++) {
    const key = Uint8Array.from({ length }, (_, column) => bestByte(sample, column, length));
    if (key.every((byte) => byte === 0)) continue;
    const plain = bytes.map((byte, index) => byte ^ (key[index % length] ?? 0));
    const text = Buffer.from(plain).toString();
    if (text.includes('\ufffd') || !isClean(text) || readability(text) < READS_WELL) continue;
    return { key, bytes: plain };
  }
  return undefined;
}

function bestByte(sample: Uint8Array, column: number, length: number): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let key = 0; key < 256; key++) {
    let points = 0;
    for (let index = column; index < sample.length; index += length) points += POINTS[(sample[index] ?? 0) ^ key] ?? 0;
    if (points <= most) continue;
    best = key;
    most = points;
  }
  return best;
}
