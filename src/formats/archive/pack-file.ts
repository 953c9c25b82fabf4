import { compress } from '../../engines/compression.js';
import { packWithSevenZip } from '../../engines/seven-zip-writer.js';
import { writeLz4 } from '../../lib/archives/lz4-writer.js';

export const PACK_FORMATS = ['gzip', 'brotli', 'zstd', 'xz', 'bzip2', 'lz4'] as const;
export type PackFormat = (typeof PACK_FORMATS)[number];

/** Of each format the ending and type of its files, its levels, and the one its program takes by itself (brotli: 9, as 11 takes minutes). */
export const PACK_FACTS: Readonly<
  Record<
    PackFormat,
    { readonly ending: string; readonly mime: string; readonly usual: number; readonly highest: number }
  >
> = {
  gzip: { ending: '.gz', mime: 'application/gzip', usual: 6, highest: 9 },
  brotli: { ending: '.br', mime: 'application/octet-stream', usual: 9, highest: 11 },
  zstd: { ending: '.zst', mime: 'application/zstd', usual: 3, highest: 19 },
  xz: { ending: '.xz', mime: 'application/x-xz', usual: 6, highest: 9 },
  bzip2: { ending: '.bz2', mime: 'application/x-bzip2', usual: 9, highest: 9 },
  lz4: { ending: '.lz4', mime: 'application/octet-stream', usual: 1, highest: 1 },
};

/** Compresses a file. `level` is one of the format. */
export async function packFile(bytes: Uint8Array, format: PackFormat, level: number): Promise<Uint8Array> {
  switch (format) {
    case 'gzip':
    case 'brotli':
    case 'zstd':
      return compress(bytes, format, level);
    case 'xz':
    case 'bzip2':
      return packWithSevenZip(bytes, format, level);
    case 'lz4':
      return writeLz4(bytes);
  }
}
