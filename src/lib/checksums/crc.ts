/** A cyclic redundancy check by the parameters of the Rocksoft model, as the catalogue of CRC RevEng names them. */
export interface CrcModel {
  /** Bits of the register, 8 to 64. */
  readonly width: number;
  readonly poly: bigint;
  readonly init: bigint;
  readonly refin: boolean;
  readonly refout: boolean;
  readonly xorout: bigint;
}

/** The CRC of bytes, by a table of 256 entries; with two halves of 32 bits where the register is wider than that. */
export function crcOf(model: CrcModel, bytes: Uint8Array): bigint {
  const { width, init, refin, refout, xorout } = model;
  // A register that is shifted right holds its bits mirrored; one that is shifted left has them at the top of the word.
  const word = width > 32 ? 64 : 32;
  const room = BigInt(word - width);
  const start = refin ? mirrored(init, width) : init << room;
  const table = tableOf(model, word);
  const end = word === 32 ? narrow(table, Number(start), refin, bytes) : wide(table, start, refin, bytes);
  const register = refin ? end : end >> room;
  return (refin === refout ? register : mirrored(register, width)) ^ xorout;
}

/** Bits in the opposite order. */
function mirrored(value: bigint, width: number): bigint {
  let result = 0n;
  for (let bit = 0n; bit < BigInt(width); bit++) if ((value >> bit) & 1n) result |= 1n << (BigInt(width) - 1n - bit);
  return result;
}

/** Entries in pairs: the low and the high 32 bits. */
function tableOf({ width, poly, refin }: CrcModel, word: 32 | 64): Uint32Array {
  const table = new Uint32Array(512);
  const step = refin ? mirrored(poly, width) : poly << BigInt(word - width);
  const top = 1n << BigInt(word - 1);
  const mask = (1n << BigInt(word)) - 1n;
  for (let byte = 0; byte < 256; byte++) {
    let value = refin ? BigInt(byte) : BigInt(byte) << BigInt(word - 8);
    for (let bit = 0; bit < 8; bit++) {
      if (refin) value = value & 1n ? (value >> 1n) ^ step : value >> 1n;
      else value = value & top ? ((value << 1n) & mask) ^ step : (value << 1n) & mask;
    }
    table[byte * 2] = Number(value & 0xffff_ffffn);
    table[byte * 2 + 1] = Number(value >> 32n);
  }
  return table;
}

function narrow(pairs: Uint32Array, start: number, refin: boolean, bytes: Uint8Array): bigint {
  const table = Int32Array.from({ length: 256 }, (_, byte) => pairs[byte * 2] ?? 0);
  const { length } = bytes;
  let crc = start | 0;
  // Two loops, so that neither has a branch; an index is three times as fast as `of` here (Node 20).
  if (refin) for (let i = 0; i < length; i++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  else for (let i = 0; i < length; i++) crc = (crc << 8) ^ (table[(crc >>> 24) ^ (bytes[i] ?? 0)] ?? 0);
  return BigInt(crc >>> 0);
}

function wide(table: Uint32Array, start: bigint, refin: boolean, bytes: Uint8Array): bigint {
  let low = Number(start & 0xffff_ffffn) | 0;
  let high = Number(start >> 32n) | 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (refin) {
      const at = ((low ^ byte) & 0xff) * 2;
      low = ((low >>> 8) | (high << 24)) ^ (table[at] ?? 0);
      high = (high >>> 8) ^ (table[at + 1] ?? 0);
    } else {
      const at = ((high >>> 24) ^ byte) * 2;
      high = ((high << 8) | (low >>> 24)) ^ (table[at + 1] ?? 0);
      low = (low << 8) ^ (table[at] ?? 0);
    }
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}
