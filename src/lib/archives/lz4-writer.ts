import { xxHash32 } from './lz4.js';

const BLOCK = 4 * 2 ** 20;
/** The last five bytes of a block are literals, and no match begins in its last twelve (LZ4 Block Format, "End of block conditions"). */
const LAST_LITERALS = 5;
const LAST_MATCH = 12;
const SHORTEST = 4;
const FARTHEST = 65_535;
const HASH_BITS = 16;

/** A frame of independent blocks with its size and a checksum (LZ4 Frame Format 1.6.4). The same bytes give the same frame. */
export function writeLz4(bytes: Uint8Array): Uint8Array {
  // Version 1, independent blocks, content size, content checksum; blocks of up to 4 MiB.
  const descriptor = Buffer.alloc(10);
  descriptor[0] = 0x6c;
  descriptor[1] = 0x70;
  descriptor.writeBigUInt64LE(BigInt(bytes.length), 2);
  const parts: Uint8Array[] = [
    Buffer.from([0x04, 0x22, 0x4d, 0x18]),
    descriptor,
    Buffer.from([(xxHash32(descriptor) >>> 8) & 0xff]),
  ];
  for (let start = 0; start < bytes.length; start += BLOCK) {
    const block = bytes.subarray(start, start + BLOCK);
    const packed = packBlock(block);
    const size = Buffer.alloc(4);
    // The highest bit says that a block is stored as it is.
    size.writeUInt32LE(packed === undefined ? (block.length | 0x80000000) >>> 0 : packed.length);
    parts.push(size, packed ?? block);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(xxHash32(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)), 4);
  parts.push(end);
  return Buffer.concat(parts);
}

/** A block in LZ4, greedily by a table of where four bytes were last; `undefined` where it would not be smaller. */
function packBlock(block: Uint8Array): Uint8Array | undefined {
  const source = Buffer.from(block.buffer, block.byteOffset, block.length);
  const out = Buffer.allocUnsafe(block.length);
  const table = new Int32Array(1 << HASH_BITS).fill(-1);
  let [at, anchor, to] = [0, 0, 0];
  const length = (value: number): void => {
    let rest = value - 15;
    for (; rest >= 255; rest -= 255) out[to++] = 255;
    out[to++] = rest;
  };
  const sequence = (literals: number, match: number, offset: number): boolean => {
    if (to + literals + 16 + literals / 255 + match / 255 > out.length) return false;
    const long = match - SHORTEST;
    out[to++] = (Math.min(15, literals) << 4) | (match === 0 ? 0 : Math.min(15, long));
    if (literals >= 15) length(literals);
    source.copy(out, to, anchor, anchor + literals);
    to += literals;
    if (match === 0) return true;
    out[to++] = offset & 0xff;
    out[to++] = offset >>> 8;
    if (long >= 15) length(long);
    return true;
  };
  let misses = 0;
  while (at < source.length - LAST_MATCH) {
    const four = source.readUInt32LE(at);
    const slot = Math.imul(four, 0x9e3779b1) >>> (32 - HASH_BITS);
    const found = table[slot] ?? -1;
    table[slot] = at;
    if (found < 0 || at - found > FARTHEST || source.readUInt32LE(found) !== four) {
      // What does not repeat is passed in growing steps.
      at += 1 + (misses++ >>> 6);
      continue;
    }
    misses = 0;
    let match = SHORTEST;
    while (at + match < source.length - LAST_LITERALS && source[found + match] === source[at + match]) match++;
    if (!sequence(at - anchor, match, at - found)) return undefined;
    at += match;
    anchor = at;
  }
  if (!sequence(source.length - anchor, 0, 0)) return undefined;
  return out.subarray(0, to);
}
