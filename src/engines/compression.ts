import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliDecompress,
  constants,
  deflate,
  deflateRaw,
  gunzip,
  gzip,
  inflate,
  inflateRaw,
} from 'node:zlib';

import { readLzString, writeLzString } from '../lib/bytes/lz-string.js';
import { ContentFault, LimitFault } from '../lib/faults.js';
import { heapOf, keepInstance } from './kept-instance.js';

export const COMPRESSIONS = ['gzip', 'zlib', 'raw-deflate', 'brotli', 'zstd', 'lz-string'] as const;

export type Compression = (typeof COMPRESSIONS)[number];

/** Highest level of each; `lz-string` has none. */
export const MAX_LEVEL: Record<Compression, number> = {
  gzip: 9,
  zlib: 9,
  'raw-deflate': 9,
  brotli: 11,
  zstd: 22,
  'lz-string': 22,
};

/** Compresses bytes; `lz-string` takes them for UTF-8 and compresses their UTF-16. The same bytes give the same result: gzip is written without a date. */
export async function compress(bytes: Uint8Array, algorithm: Compression, level: number): Promise<Uint8Array> {
  switch (algorithm) {
    case 'gzip':
      return promisify(gzip)(bytes, { level });
    case 'zlib':
      return promisify(deflate)(bytes, { level });
    case 'raw-deflate':
      return promisify(deflateRaw)(bytes, { level });
    case 'brotli':
      return promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: level,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      });
    case 'zstd':
      return (await zstd.open()).compress(bytes, level);
    case 'lz-string':
      return writeLzString(Buffer.from(bytes).toString());
  }
}

/** Decompresses at most `mostBytes`. Throws ContentFault where they are not what they are said to be, LimitFault. */
export async function decompress(bytes: Uint8Array, algorithm: Compression, mostBytes: number): Promise<Uint8Array> {
  const limit = { maxOutputLength: mostBytes };
  try {
    switch (algorithm) {
      case 'gzip':
        return await promisify(gunzip)(bytes, limit);
      case 'zlib':
        return await promisify(inflate)(bytes, limit);
      case 'raw-deflate':
        return await promisify(inflateRaw)(bytes, limit);
      case 'brotli':
        return await promisify(brotliDecompress)(bytes, limit);
      case 'zstd':
        return await decompressZstd(bytes, mostBytes);
      case 'lz-string':
        return decompressLz(bytes, mostBytes);
    }
  } catch (error) {
    if (error instanceof LimitFault) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooFar(mostBytes);
    const what = `it is not ${algorithm}, or is damaged`;
    throw new ContentFault(what, what, undefined, { cause: error });
  }
}

function decompressLz(bytes: Uint8Array, mostBytes: number): Uint8Array {
  const text = readLzString(bytes, mostBytes);
  const utf8 = Buffer.from(text);
  if (utf8.length > mostBytes) throw tooFar(mostBytes);
  if (utf8.toString() !== text) throw new ContentFault('it has halves of surrogate pairs');
  return utf8;
}

const tooFar = (mostBytes: number): LimitFault =>
  new LimitFault(`it has more than ${mostBytes} bytes decompressed`, mostBytes);

/** Initialised once: a second time leaves its memory empty, and every result is zeros. */
const zstd = keepInstance(async () => {
  const require = createRequire(import.meta.url);
  const engine = await import('@bokuweb/zstd-wasm');
  await engine.init();
  const inner = require(join(dirname(require.resolve('@bokuweb/zstd-wasm')), 'module.js')) as {
    readonly Module: unknown;
  };
  return { engine, memory: () => heapOf(inner.Module) };
});

/** Zstandard for writers that compress piece by piece and wait for nothing. */
export async function zstdCompressor(level: number): Promise<(bytes: Uint8Array) => Uint8Array> {
  const engine = await zstd.open();
  return (bytes) => engine.compress(Buffer.from(bytes), level);
}

/** Frames are read in pieces, so that a small frame cannot become a large one before its size is seen. */
async function decompressZstd(bytes: Uint8Array, mostBytes: number): Promise<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((part) => {
    length += part.length;
    if (length > mostBytes) throw tooFar(mostBytes);
    parts.push(part);
  });
  for (let start = 0; start < bytes.length; start += ZSTD_PIECE) {
    stream.push(bytes.subarray(start, start + ZSTD_PIECE), start + ZSTD_PIECE >= bytes.length);
  }
  return Buffer.concat(parts);
}

const ZSTD_PIECE = 4096;
