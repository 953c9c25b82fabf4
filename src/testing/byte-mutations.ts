/** Ways to spoil bytes that parsers trip over, repeatable from a seed. Checksums and wrappings are kept right now and then, so that what lies below is reached too. */

import { crc32, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib';

import { ZipArchive } from '../lib/archives/zip-reader.js';
import { writeZip } from '../lib/archives/zip-writer.js';

import { type Chance, pick } from './chance.js';

/** What a mutation may draw on. */
export interface MutationSource {
  /** Words of the format: keywords, signatures, punctuation. */
  readonly tokens: readonly Buffer[];
  /** Another file, for splicing. */
  readonly donor: Buffer;
}

type Mutator = (bytes: Buffer, source: MutationSource, chance: Chance) => Buffer;

/** Nothing grows beyond this: the service's limits have tests of their own. */
const MAX_BYTES = 1_000_000;
/** Unpacked content that is mutated below its wrapping. */
const MAX_UNPACKED_BYTES = 4_000_000;
const EDGES = [0n, 1n, 0x7fn, 0x80n, 0xffn, 0x7fffn, 0x8000n, 0xffffn, 0x7fffffffn, 0x80000000n, 0xffffffffn];
const WIDE_EDGES = [...EDGES, 0x7fffffffffffffffn, 0x8000000000000000n, 0xffffffffffffffffn];
const DECIMAL_EDGES = ['0', '-1', '1', '255', '65536', '2147483647', '4294967296', '99999999999', '1e308', '0.0000001'];

/** Bytes with something wrong, mostly one thing. */
export function mutateBytes(bytes: Buffer, source: MutationSource, chance: Chance): Buffer {
  const unwrapped = chance(3) === 0 ? mutateInside(bytes, source, chance) : undefined;
  if (unwrapped !== undefined) return unwrapped;
  const changed = mutatePlain(bytes, source, chance);
  return chance(4) === 0 ? changed : withPngChecksums(changed);
}

function mutatePlain(bytes: Buffer, source: MutationSource, chance: Chance): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let count = 1 + (chance(2) && chance(4)); count > 0; count--)
    changed = pick(chance, MUTATORS)(changed, source, chance);
  return changed.subarray(0, MAX_BYTES);
}

const MUTATORS: readonly Mutator[] = [
  function flipBits(bytes, _, chance) {
    for (let count = 1 + chance(8); count > 0 && bytes.length > 0; count--) {
      const at = chance(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << chance(8));
    }
    return bytes;
  },
  function setBytes(bytes, _, chance) {
    for (let count = 1 + chance(8); count > 0 && bytes.length > 0; count--) bytes[chance(bytes.length)] = chance(256);
    return bytes;
  },
  function setHeaderByte(bytes, _, chance) {
    if (bytes.length > 0) bytes[chance(Math.min(64, bytes.length))] = pick(chance, [0, 1, 0x7f, 0x80, 0xff]);
    return bytes;
  },
  function setInteger(bytes, _, chance) {
    const width = pick(chance, [2, 4, 8] as const);
    if (bytes.length < width) return bytes;
    return withInteger(bytes, chance(bytes.length - width + 1), width, pick(chance, WIDE_EDGES), chance(2) === 0);
  },
  setLength,
  setLength,
  setDecimal,
  setDecimal,
  function insertToken(bytes, { tokens }, chance) {
    const at = chance(bytes.length + 1);
    const token = tokens.length > 0 ? pick(chance, tokens) : Buffer.from([chance(256)]);
    const repeats = chance(6) === 0 ? 1 + chance(2000) : 1;
    return joined(bytes.subarray(0, at), Buffer.alloc(token.length * repeats, token), bytes.subarray(at));
  },
  function overwriteByToken(bytes, { tokens }, chance) {
    if (tokens.length > 0) pick(chance, tokens).copy(bytes, chance(bytes.length + 1));
    return bytes;
  },
  function swapTokens(bytes, { tokens }, chance) {
    if (tokens.length === 0) return bytes;
    const found = placesOf(bytes, pick(chance, tokens));
    if (found.length > 0) pick(chance, tokens).copy(bytes, pick(chance, found));
    return bytes;
  },
  function removePiece(bytes, _, chance) {
    const [from, to] = piece(bytes, chance);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },
  function repeatPiece(bytes, _, chance) {
    const [from, to] = piece(bytes, chance);
    const repeats = chance(4) === 0 ? 2 + chance(200) : 1;
    const part = bytes.subarray(from, to);
    return joined(bytes.subarray(0, to), Buffer.alloc(part.length * repeats, part), bytes.subarray(to));
  },
  function movePiece(bytes, _, chance) {
    const [from, to] = piece(bytes, chance);
    const rest = joined(bytes.subarray(0, from), bytes.subarray(to));
    const at = chance(rest.length + 1);
    return joined(rest.subarray(0, at), bytes.subarray(from, to), rest.subarray(at));
  },
  function splice(bytes, { donor }, chance) {
    const [from, to] = piece(donor, chance);
    const at = chance(bytes.length + 1);
    return joined(
      bytes.subarray(0, at),
      donor.subarray(from, to),
      bytes.subarray(at + (chance(2) === 0 ? to - from : 0)),
    );
  },
  function cross(bytes, { donor }, chance) {
    return joined(bytes.subarray(0, chance(bytes.length + 1)), donor.subarray(chance(donor.length + 1)));
  },
  function truncate(bytes, { tokens }, chance) {
    const places = tokens.length > 0 ? placesOf(bytes, pick(chance, tokens)) : [];
    const at = places.length > 0 ? pick(chance, places) + chance(8) : chance(bytes.length + 1);
    return bytes.subarray(0, at);
  },
  function blank(bytes, _, chance) {
    const [from, to] = piece(bytes, chance);
    return bytes.fill(pick(chance, [0, 0xff, 0x20, chance(256)]), from, to);
  },
  function insertNoise(bytes, _, chance) {
    const at = chance(bytes.length + 1);
    const noise = Buffer.from(Array.from({ length: chance(300) }, () => chance(256)));
    return joined(bytes.subarray(0, at), noise, bytes.subarray(at));
  },
];

/** Changes a field that looks like a length or an offset: its value points into the file. */
function setLength(bytes: Buffer, _: MutationSource, chance: Chance): Buffer {
  for (let tries = 0; tries < 40 && bytes.length >= 8; tries++) {
    const width = pick(chance, [2, 4] as const);
    const at = chance(Math.min(bytes.length, chance(2) === 0 ? 256 : bytes.length) - width + 1);
    const isBigEndian = chance(2) === 0;
    const value = isBigEndian ? bytes.readUIntBE(at, width) : bytes.readUIntLE(at, width);
    if (value === 0 || value > bytes.length) continue;
    const changed = pick(chance, [
      ...EDGES,
      BigInt(value - 1),
      BigInt(value + 1),
      BigInt(value * 2),
      BigInt(bytes.length),
    ]);
    return withInteger(bytes, at, width, changed, isBigEndian);
  }
  return bytes;
}

/** Changes a number written in digits. */
function setDecimal(bytes: Buffer, _: MutationSource, chance: Chance): Buffer {
  if (bytes.length === 0) return bytes;
  const start = chance(bytes.length);
  const isDigit = (at: number): boolean => (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39;
  let from = start;
  while (from < bytes.length && from < start + 2000 && !isDigit(from)) from++;
  if (!isDigit(from)) return bytes;
  let to = from;
  while (isDigit(to) && to < from + 20) to++;
  return joined(bytes.subarray(0, from), Buffer.from(pick(chance, DECIMAL_EDGES)), bytes.subarray(to));
}

function withInteger(bytes: Buffer, at: number, width: 2 | 4 | 8, value: bigint, isBigEndian: boolean): Buffer {
  let rest = value;
  for (let i = 0; i < width; i++, rest >>= 8n) bytes[isBigEndian ? at + width - 1 - i : at + i] = Number(rest & 0xffn);
  return bytes;
}

function piece(bytes: Buffer, chance: Chance): readonly [number, number] {
  const from = chance(bytes.length + 1);
  const length = chance(Math.min(bytes.length - from, 10 ** (1 + chance(5))) + 1);
  return [from, from + length];
}

function placesOf(bytes: Buffer, token: Buffer): number[] {
  const places: number[] = [];
  if (token.length === 0) return places;
  for (let at = bytes.indexOf(token); at >= 0 && places.length < 1000; at = bytes.indexOf(token, at + 1))
    places.push(at);
  return places;
}

/** Joins, never beyond the most there may be. */
function joined(...parts: readonly Buffer[]): Buffer {
  let left = MAX_BYTES;
  const kept = parts.map((part) => {
    const taken = part.subarray(0, left);
    left -= taken.length;
    return taken;
  });
  return Buffer.concat(kept);
}

/** Mutates what lies in a wrapping that is closed again: an entry of a ZIP archive, gzip, a deflated stream of a PNG or PDF. */
function mutateInside(bytes: Buffer, source: MutationSource, chance: Chance): Buffer | undefined {
  try {
    if (bytes.readUInt16BE(0) === 0x1f8b) {
      return gzipSync(mutatePlain(gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }), source, chance));
    }
    if (bytes.readUInt32BE(0) === 0x504b0304) return mutateZip(bytes, source, chance);
    return mutateDeflated(bytes, source, chance);
  } catch {
    // No such wrapping, or one that was spoiled before: its own bytes are mutated instead.
    return undefined;
  }
}

function mutateZip(bytes: Buffer, source: MutationSource, chance: Chance): Buffer {
  const archive = new ZipArchive(bytes, MAX_UNPACKED_BYTES);
  const entries = archive.names.map((name) => ({ name, bytes: archive.read(name) ?? Buffer.alloc(0) }));
  const changed = chance(entries.length);
  const spoiled = entries.map((entry, i) =>
    i === changed ? { name: entry.name, bytes: mutatePlain(entry.bytes, source, chance) } : entry,
  );
  return Buffer.from(writeZip(spoiled, { level: 6 }));
}

/** A zlib stream in the middle: its length is mended in a PNG; PDF readers find the end by themselves. */
function mutateDeflated(bytes: Buffer, source: MutationSource, chance: Chance): Buffer | undefined {
  const starts = ZLIB_STARTS.flatMap((start) => placesOf(bytes, start));
  if (starts.length === 0) return undefined;
  const from = pick(chance, starts);
  const { buffer, engine } = inflateSync(bytes.subarray(from), {
    maxOutputLength: MAX_UNPACKED_BYTES,
    info: true,
  }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
  const packed = deflateSync(mutatePlain(buffer, source, chance));
  const changed = joined(bytes.subarray(0, from), packed, bytes.subarray(from + engine.bytesWritten));
  if (!isPng(bytes)) return changed;
  changed.writeUInt32BE(packed.length, from - 8);
  return withPngChecksums(changed);
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const isPng = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(PNG_SIGNATURE);
/** First bytes of zlib streams (RFC 1950 2.2) of the common levels. */
const ZLIB_STARTS = [Buffer.from([0x78, 0x9c]), Buffer.from([0x78, 0xda]), Buffer.from([0x78, 0x01])];

/** Every chunk of a PNG gets the checksum that its bytes have; other files stay as they are. */
function withPngChecksums(bytes: Buffer): Buffer {
  if (!isPng(bytes)) return bytes;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return bytes;
}
