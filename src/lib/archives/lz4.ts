import { ContentFault, LimitFault } from '../faults.js';

/** LZ4 Frame Format 1.6.4, github.com/lz4/lz4/blob/dev/doc. */
const MAGIC = 0x184d2204;
const LEGACY_MAGIC = 0x184c2102;
const SKIPPABLE = 0x184d2a50;
const LEGACY_BLOCK = 8 * 2 ** 20;

export const isLz4 = (bytes: Uint8Array): boolean =>
  bytes.length >= 7 && [MAGIC, LEGACY_MAGIC].includes(Buffer.from(bytes.subarray(0, 4)).readUInt32LE(0));

/** Collects what comes out, bounded. */
class Output {
  #bytes: Buffer = Buffer.allocUnsafe(65_536);
  length = 0;

  constructor(readonly most: number) {}

  get content(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  /** Room for so many bytes more. Throws LimitFault. */
  reserve(count: number): Buffer {
    const needed = this.length + count;
    if (needed > this.most) throw new LimitFault(`it unpacks to more than ${this.most} bytes`, this.most);
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(this.most, Math.max(needed, 2 * this.#bytes.length)));
      larger.set(this.content);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length).set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Copies from what is there already; source and target may overlap, repeating. */
  repeat(distance: number, count: number): void {
    const bytes = this.reserve(count);
    for (let i = 0; i < count; i += 1) bytes[this.length + i] = bytes[this.length + i - distance] ?? 0;
    this.length += count;
  }
}

/**
 * Unpacks LZ4 frames, one after another, and checks their checksums. `isFollowed`: something else follows the last frame. Throws
 * ContentFault, LimitFault.
 */
export function readLz4(
  file: Uint8Array,
  mostBytes: number,
): { readonly content: Uint8Array; readonly isFollowed: boolean } {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const output = new Output(mostBytes);
  let hasFrame = false;
  for (let at = 0; at < bytes.length; ) {
    const magic = bytes.length - at >= 4 ? bytes.readUInt32LE(at) : 0;
    if (magic === MAGIC) at = readFrame(bytes, at + 4, output);
    else if (magic === LEGACY_MAGIC) at = readLegacy(bytes, at + 4, output);
    else if ((magic & 0xfffffff0) === SKIPPABLE && at + 8 <= bytes.length) at += 8 + bytes.readUInt32LE(at + 4);
    else if (hasFrame) return { content: output.content, isFollowed: true };
    else throw new ContentFault(`byte ${at} does not begin an LZ4 frame`);
    hasFrame ||= (magic & 0xfffffff0) !== SKIPPABLE;
  }
  return { content: output.content, isFollowed: false };
}

function readFrame(bytes: Buffer, start: number, output: Output): number {
  const flags = byteAt(bytes, start);
  if (flags >> 6 !== 1) throw new ContentFault('its LZ4 version is unknown');
  const [areLinked, hasBlockSums, hasSize, hasSum, hasDictionary] = [
    (flags & 32) === 0,
    (flags & 16) !== 0,
    (flags & 8) !== 0,
    (flags & 4) !== 0,
    (flags & 1) !== 0,
  ];
  if (hasDictionary) throw new ContentFault('it was packed with a dictionary');
  const descriptor = start + 2 + (hasSize ? 8 : 0);
  if (byteAt(bytes, descriptor) !== ((xxHash32(bytes.subarray(start, descriptor)) >>> 8) & 255))
    throw new ContentFault('its LZ4 header is damaged');
  const frameStart = output.length;
  let at = descriptor + 1;
  for (;;) {
    const size = uint32At(bytes, at);
    at += 4;
    if (size === 0) break;
    const length = size & 0x7fffffff;
    const block = slice(bytes, at, length);
    const blockStart = output.length;
    if (size >>> 31 === 1) output.append(block);
    else readBlock(block, output, areLinked ? frameStart : blockStart);
    at += length;
    if (hasBlockSums && uint32At(bytes, at) !== xxHash32(block)) throw new ContentFault('a checksum does not match');
    if (hasBlockSums) at += 4;
  }
  const content = output.content.subarray(frameStart);
  if (hasSize && Number(bytes.readBigUInt64LE(start + 2)) !== content.length)
    throw new ContentFault('it does not unpack to the size it states');
  if (!hasSum) return at;
  if (uint32At(bytes, at) !== xxHash32(content)) throw new ContentFault('a checksum does not match');
  return at + 4;
}

/** The old format has no end mark: blocks follow until something else does. */
function readLegacy(bytes: Buffer, start: number, output: Output): number {
  let at = start;
  while (at + 4 <= bytes.length) {
    const length = bytes.readUInt32LE(at);
    // A block of 8 MiB does not grow to as much as the magic numbers of frames are.
    if (length >= LEGACY_MAGIC) break;
    const before = output.length;
    readBlock(slice(bytes, at + 4, length), output, before);
    if (output.length - before > LEGACY_BLOCK) throw new ContentFault('a block is longer than may be');
    at += 4 + length;
  }
  if (at < bytes.length && at + 4 > bytes.length) throw new ContentFault('it ends early');
  return at;
}

/** LZ4 Block Format: a token, literals, a distance, a length; the last sequence has literals only. */
function readBlock(block: Buffer, output: Output, oldest: number): void {
  for (let at = 0; at < block.length; ) {
    const token = block[at++] ?? 0;
    let literals = token >> 4;
    if (literals === 15) {
      const more = lengthAt(block, at);
      literals += more.value;
      at = more.next;
    }
    output.append(slice(block, at, literals));
    at += literals;
    if (at === block.length) return;
    const distance = byteAt(block, at) | (byteAt(block, at + 1) << 8);
    at += 2;
    let count = (token & 15) + 4;
    if ((token & 15) === 15) {
      const more = lengthAt(block, at);
      count += more.value;
      at = more.next;
    }
    if (distance === 0 || distance > output.length - oldest) throw new ContentFault('its data is damaged');
    output.repeat(distance, count);
  }
}

function lengthAt(block: Buffer, start: number): { readonly value: number; readonly next: number } {
  let [value, at] = [0, start];
  for (;;) {
    const byte = byteAt(block, at++);
    value += byte;
    if (byte !== 255) return { value, next: at };
  }
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new ContentFault('it ends early');
  return byte;
}

function uint32At(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) throw new ContentFault('it ends early');
  return bytes.readUInt32LE(at);
}

function slice(bytes: Buffer, at: number, length: number): Buffer {
  if (at + length > bytes.length) throw new ContentFault('it ends early');
  return bytes.subarray(at, at + length);
}

const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;
const P5 = 0x165667b1;

const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** xxHash fast digest algorithm 0.1.1, XXH32 with seed 0. */
export function xxHash32(bytes: Buffer): number {
  let at = 0;
  let hash: number = P5;
  if (bytes.length >= 16) {
    let [a, b, c, d] = [(P1 + P2) | 0, P2 | 0, 0, -P1 | 0];
    const round = (lane: number, offset: number): number =>
      Math.imul(rotated((lane + Math.imul(bytes.readUInt32LE(offset), P2)) | 0, 13), P1);
    for (; at + 16 <= bytes.length; at += 16) {
      a = round(a, at);
      b = round(b, at + 4);
      c = round(c, at + 8);
      d = round(d, at + 12);
    }
    hash = rotated(a, 1) + rotated(b, 7) + rotated(c, 12) + rotated(d, 18);
  }
  hash = (hash + bytes.length) | 0;
  for (; at + 4 <= bytes.length; at += 4)
    hash = Math.imul(rotated((hash + Math.imul(bytes.readUInt32LE(at), P3)) | 0, 17), P4);
  for (; at < bytes.length; at++) hash = Math.imul(rotated((hash + Math.imul(bytes[at] ?? 0, P5)) | 0, 11), P1);
  hash = Math.imul(hash ^ (hash >>> 15), P2);
  hash = Math.imul(hash ^ (hash >>> 13), P3);
  return (hash ^ (hash >>> 16)) >>> 0;
}
