import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, crc32, gzipSync } from 'node:zlib';

import type { ArchiveRow } from './archives.js';
import { gzipBomb } from './bombs.js';
import { be, latin, le } from './hostile-file.js';

const MEBIBYTE = 2 ** 20;

/** Files packed by one program each. */
export function packedFiles(): ArchiveRow[] {
  const zeros = gzipBomb(60);
  return [
    ['bomb.gz', zeros, '60 MiB of noughts'],
    ['twice.gz', gzipSync(zeros), 'packed twice'],
    ['members.gz', Buffer.concat(Array.from({ length: 2000 }, () => gzipSync('a'))), '2,000 members'],
    ['size.gz', Buffer.concat([gzipSync('a').subarray(0, -4), le([4, 0xffffffff])]), 'says 4 GiB'],
    [
      'name.gz',
      Buffer.concat([
        latin('\x1f\x8b\x08\x18\0\0\0\0\0\x03'),
        latin(`../../${'a'.repeat(100_000)}\0`),
        latin(`${'b'.repeat(100_000)}\0`),
        gzipSync('a').subarray(10),
      ]),
      'a name of 100,000 letters',
    ],
    ['extra.gz', latin('\x1f\x8b\x08\x04\0\0\0\0\0\x03\xff\xff'), 'an extra field that is not there'],
    [
      'bomb.br',
      brotliCompressSync(Buffer.alloc(24 * MEBIBYTE), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      '24 MiB of noughts',
    ],
    ['noise.bz2', Buffer.concat([latin('BZh91AY&SY'), Buffer.alloc(200, 0x5a)]), 'noise'],
    [
      'header.xz',
      Buffer.concat([latin('\xfd7zXZ\0\0\x04\xe6\xd6\xb4\x46'), Buffer.alloc(60, 0xff)]),
      'a block of nonsense',
    ],
    [
      'dictionary.lzma',
      Buffer.concat([Buffer.from([0x5d]), le([4, 0xffffffff], [8, 2n ** 62n]), Buffer.alloc(60)]),
      'a dictionary of 4 GiB',
    ],
    ['window.zst', Buffer.concat([latin('\x28\xb5\x2f\xfd\x00\xff'), Buffer.alloc(60, 0xff)]), 'a window of 3.75 TB'],
    [
      'size.zst',
      Buffer.concat([latin('\x28\xb5\x2f\xfd\xe0'), le([8, 2n ** 63n]), le([3, 0x7fffb])]),
      'says 2^63 bytes',
    ],
    [
      'blocks.lz4',
      Buffer.concat([latin('\x04\x22\x4d\x18\x60\x70\x73'), le([4, 0x7fffffff]), Buffer.alloc(60)]),
      'a block of 2 GiB',
    ],
    ['noise.Z', Buffer.concat([latin('\x1f\x9d\x90'), Buffer.alloc(500, 0xff)]), 'codes that there are not'],
    ['bits.Z', latin('\x1f\x9d\xff\xff\xff'), 'codes of 31 bits'],
  ];
}

/** Archives other than ZIP and TAR. */
export function otherArchives(): ArchiveRow[] {
  const ar = (name: string, size: string): string =>
    `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${size.padEnd(10)}\`\n`;
  const cpio = (name: string, size: string, nameSize = (name.length + 1).toString(16).padStart(8, '0')): string =>
    `070701${'00000000'.repeat(6)}${size}${'00000000'.repeat(4)}${nameSize}00000000${name}\0`;
  const sevenZip = (offset: bigint, size: bigint, head: Buffer): Buffer => {
    const start = Buffer.concat([le([8, offset], [8, size]), le([4, crc32(head)])]);
    return Buffer.concat([latin("7z\xbc\xaf'\x1c\0\x04"), le([4, crc32(start)]), start, head]);
  };
  const folders = Buffer.concat([Buffer.from([1, 4, 6, 0, 1, 9, 1, 0, 7, 11]), Buffer.alloc(9, 0xff)]);
  return [
    [
      'names.a',
      latin(`!<arch>\n${ar('../evil/', '1')}xx${ar('/99999', '1')}xx${ar('#1/99999', '1')}xx`),
      'names that lead out and beyond',
    ],
    ['size.a', latin(`!<arch>\n${ar('a/', '9999999999')}x`), 'says 10 GB'],
    ['negative.a', latin(`!<arch>\n${ar('a/', '-5')}x`), 'says -5 bytes'],
    ['size.cpio', latin(cpio('a', 'ffffffff')), 'says 4 GiB'],
    ['name.cpio', latin(cpio('../../tmp/evil', '00000000', 'ffffffff')), 'a name of 4 GiB'],
    ['start.7z', sevenZip(2n ** 63n, 2n ** 63n, latin('\x01')), 'a header beyond the end'],
    ['head.7z', sevenZip(0n, 1n, latin('\x01')), 'a header of a byte'],
    ['folders.7z', sevenZip(0n, BigInt(folders.length), folders), '2^64 folders'],
    ['head.rar', latin('Rar!\x1a\x07\x01\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f'), 'a header of 2^63'],
    [
      'head4.rar',
      latin('Rar!\x1a\x07\0\xcf\x90s\0\0\x0d\0\0\0\0\0\0\0\x11\x22t\xff\xff\xff\xff\xff\xff\xff\xff'),
      'a file of 4 GiB',
    ],
    [
      'head.cab',
      Buffer.concat([
        latin('MSCF'),
        le(
          [4, 0],
          [4, 0xffffffff],
          [4, 0],
          [4, 0xfffffff0],
          [4, 0],
          [2, 0x0103],
          [2, 65_535],
          [2, 65_535],
          [2, 0xffff],
          [4, 0],
        ),
      ]),
      '65,535 folders',
    ],
    [
      'head.wim',
      Buffer.concat([latin('MSWIM\0\0\0'), le([4, 208], [4, 0x10d00], [4, 0]), Buffer.alloc(192, 0xff)]),
      'tables of 2^64',
    ],
    [
      'head.rpm',
      Buffer.concat([
        latin('\xed\xab\xee\xdb\x03\0'),
        Buffer.alloc(90),
        latin('\x8e\xad\xe8\x01\0\0\0\0'),
        be([4, 0xffffffff], [4, 0xffffffff]),
      ]),
      'an index of 64 GiB',
    ],
    ['noise.bin', createHash('sha512').update('noise').digest(), 'nothing at all'],
    ['empty.bin', Buffer.alloc(0), 'empty'],
  ];
}
