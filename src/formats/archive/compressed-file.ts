import { promisify } from 'node:util';
import { brotliDecompress, crc32, gunzip, inflate } from 'node:zlib';
import { TRAILING, type Unpacked, unpackWithSevenZip } from '../../engines/seven-zip.js';
import { isLz4, readLz4 } from '../../lib/archives/lz4.js';
import { isLzip, lzipMembers } from '../../lib/archives/lzip.js';
import { ContentFault, LimitFault } from '../../lib/faults.js';

/** Formats of one compressed file. */
export const COMPRESSED_FORMATS = [
  'gzip',
  'bzip2',
  'xz',
  'zstd',
  'lz4',
  'lzma',
  'lzip',
  'compress',
  'zlib',
  'brotli',
] as const;

export type CompressedFormat = (typeof COMPRESSED_FORMATS)[number];

/** Endings that go when a file is unpacked, and what stands in their place. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/\.(?:tgz|taz|tbz2?|tb2|tz2|txz|tzst|tlz)$/i, '.tar'],
  [/\.svgz$/i, '.svg'],
  [/\.(?:gz|z|bz2?|xz|zst|zstd|lz4|lzma|lz|br|zlib|zz)$/i, ''],
];

/** The name of what was packed: `data.csv.gz` is `data.csv`, `a.tgz` is `a.tar`, and `a.bin` gets `.out` behind it. */
export function unpackedName(name: string): string {
  for (const [pattern, ending] of ENDINGS) {
    const stem = name.replace(pattern, ending);
    if (stem !== name && stem !== '') return stem;
  }
  return `${name}.out`;
}

/** The format by the first bytes; brotli, which has no mark, by the name only. */
export function detectCompressed(bytes: Uint8Array, name: string): CompressedFormat | undefined {
  const head = Buffer.from(bytes.subarray(0, 16));
  const begins = (...mark: number[]): boolean => mark.every((byte, i) => head[i] === byte);
  if (begins(0x1f, 0x8b)) return 'gzip';
  if (begins(0x42, 0x5a, 0x68) && (head[3] ?? 0) >= 0x31 && (head[3] ?? 0) <= 0x39) return 'bzip2';
  if (begins(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0)) return 'xz';
  if (begins(0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  if (isLz4(bytes)) return 'lz4';
  if (isLzip(bytes)) return 'lzip';
  // Skippable frames, which both formats have, come first where a program keeps notes of its own.
  const content = afterSkippable(bytes);
  if (content > 0) return isLz4(bytes.subarray(content)) || /lz4$/i.test(name) ? 'lz4' : 'zstd';
  if (begins(0x1f, 0x9d)) return 'compress';
  if (isLzma(head) && (/\.(?:lzma|tlz)$/i.test(name) || begins(0x5d, 0, 0))) return 'lzma';
  if (/\.br$/i.test(name)) return 'brotli';
  if (head.length >= 2 && ((head[0] ?? 0) & 0x8f) === 8 && head.readUInt16BE(0) % 31 === 0) return 'zlib';
  return undefined;
}

/** Where the first frame begins that is not to be skipped (LZ4 Frame Format, "Skippable Frames"; RFC 8878, 3.1.2). */
function afterSkippable(file: Uint8Array): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let at = 0;
  while (at + 8 <= bytes.length && (bytes.readUInt32LE(at) & 0xfffffff0) === 0x184d2a50)
    at += 8 + bytes.readUInt32LE(at + 4);
  return at;
}

/** Properties below 225, a dictionary, and a size that is unknown or below 256 GiB (lzma-file-format.txt of XZ Utils). */
function isLzma(head: Buffer): boolean {
  if (head.length < 13 || (head[0] ?? 255) >= 225) return false;
  const size = head.readBigUInt64LE(5);
  return size === 0xffff_ffff_ffff_ffffn || size < 2n ** 38n;
}

/**
 * The content of a compressed file, its checksums checked, files packed one behind the other joined. Throws ContentFault where it
 * is damaged, cut or followed by something else, LimitFault where more than `mostBytes` come out: while they do.
 */
export async function unpackCompressed(
  bytes: Uint8Array,
  format: CompressedFormat,
  mostBytes: number,
): Promise<Unpacked> {
  const options = { maxOutputLength: mostBytes, chunkSize: CHUNK_BYTES, info: true };
  switch (format) {
    case 'gzip':
      return unpackGzip(bytes, mostBytes);
    case 'zlib':
      return inflated(promisify<Uint8Array, object, unknown>(inflate)(bytes, options), bytes, mostBytes);
    case 'brotli':
      return inflated(promisify<Uint8Array, object, unknown>(brotliDecompress)(bytes, options), bytes, mostBytes);
    case 'lz4': {
      const { content, isFollowed } = readLz4(bytes, mostBytes);
      return { content, warnings: isFollowed ? [TRAILING] : [] };
    }
    case 'lzip':
      return unpackLzip(bytes, mostBytes);
    case 'compress':
      return unpackWithSevenZip({ archive: bytes, format: 'z' }, mostBytes);
    default:
      return unpackWithSevenZip({ archive: bytes, format }, mostBytes);
  }
}

async function unpackLzip(bytes: Uint8Array, mostBytes: number): Promise<Unpacked> {
  const { members, trailing } = lzipMembers(bytes);
  const contents: Uint8Array[] = [];
  let left = mostBytes;
  for (const { lzma, ...stated } of members) {
    if (stated.bytes > left) throw new LimitFault(`it unpacks to more than ${mostBytes} bytes`, mostBytes);
    const { content } = await unpackWithSevenZip({ archive: lzma, format: 'lzma' }, left);
    if (content.length !== stated.bytes || crc32(content) !== stated.crc32)
      throw new ContentFault('a checksum does not match');
    left -= content.length;
    contents.push(content);
  }
  return { content: Buffer.concat(contents), warnings: trailing ? [TRAILING] : [] };
}

/** Pieces of zlib's output; its own default of 16 KiB makes thousands of them. */
const CHUNK_BYTES = 2 ** 18;

async function unpackGzip(bytes: Uint8Array, mostBytes: number): Promise<Unpacked> {
  try {
    const options = { maxOutputLength: mostBytes, chunkSize: CHUNK_BYTES, info: true };
    return await inflated(promisify<Uint8Array, object, unknown>(gunzip)(bytes, options), bytes, mostBytes);
  } catch (error) {
    // What stands behind the last member is a fault to zlib; 7-Zip tells it from a damaged member.
    if (error instanceof ContentFault) return unpackWithSevenZip({ archive: bytes, format: 'gzip' }, mostBytes);
    throw error;
  }
}

async function inflated(running: Promise<unknown>, bytes: Uint8Array, mostBytes: number): Promise<Unpacked> {
  try {
    const { buffer, engine } = (await running) as {
      readonly buffer: Buffer;
      readonly engine: { bytesWritten: number };
    };
    const rest = bytes.subarray(engine.bytesWritten);
    // Tapes and disks pad to whole blocks with zeros.
    const isPadding = rest.every((byte) => byte === 0);
    return {
      content: buffer,
      warnings: isPadding ? [] : [TRAILING],
    };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new LimitFault(`it unpacks to more than ${mostBytes} bytes`, mostBytes);
    throw new ContentFault(code === 'Z_BUF_ERROR' ? 'it ends early' : 'its data is damaged', undefined, undefined, {
      cause: error,
    });
  }
}
