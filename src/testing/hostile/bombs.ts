import { constants, crc32, deflateRawSync } from 'node:zlib';

import { latin, le } from './hostile-file.js';

const MEBIBYTE = 2 ** 20;
/** A last block with nothing in it (RFC 1951 3.2.6). */
const END = Buffer.from([3, 0]);
/** The largest prime below 65,536 (RFC 1950 8.2). */
const ADLER_BASE = 65_521;

/** Deflated data that unpacks to a thousand times its size. */
export interface Bomb {
  /** Raw deflate (RFC 1951). */
  readonly data: Buffer;
  readonly unpackedBytes: number;
  readonly crc: number;
}

/**
 * `before`, then one byte for so many mebibytes. A deflated mebibyte ends on a whole byte and is repeated, so that nothing large
 * is ever deflated here.
 */
export function bombOf(mebibytes: number, byte = 0, before = ''): Bomb {
  const flush = { finishFlush: constants.Z_FULL_FLUSH };
  const unit = Buffer.alloc(MEBIBYTE, byte);
  const packed = deflateRawSync(unit, flush);
  let crc = crc32(before);
  for (let i = 0; i < mebibytes; i++) crc = crc32(unit, crc);
  const data = Buffer.concat([deflateRawSync(before, flush), Buffer.alloc(packed.length * mebibytes, packed), END]);
  return { data, unpackedBytes: before.length + mebibytes * MEBIBYTE, crc };
}

/** Noughts as a zlib stream (RFC 1950): their checksum is their number. */
export function zlibBomb(mebibytes: number): Buffer {
  const { data, unpackedBytes } = bombOf(mebibytes);
  const adler = Buffer.alloc(4);
  adler.writeUInt32BE((unpackedBytes % ADLER_BASE) * 2 ** 16 + 1);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), data, adler]);
}

/** One byte for so many mebibytes, as gzip (RFC 1952). */
export function gzipBomb(mebibytes: number, byte = 0, before = ''): Buffer {
  const { data, unpackedBytes, crc } = bombOf(mebibytes, byte, before);
  return Buffer.concat([latin('\x1f\x8b\x08\0\0\0\0\0\0\x03'), data, le([4, crc], [4, unpackedBytes])]);
}
