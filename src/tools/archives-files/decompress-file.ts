import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { defineTool, invalid, quote } from '../../core/index.js';
import { count, fileReports, warnings } from '../../core/shared-data.js';
import { detectFileKind } from '../../engines/file-kind.js';
import {
  COMPRESSED_FORMATS,
  detectCompressed,
  unpackCompressed,
  unpackedName,
} from '../../formats/archive/compressed-file.js';
import { told } from '../../formats/archive/open.js';

/** What fits into a result of 30 MiB as base64. */
const MAX_BYTES = 22 * 2 ** 20;

const unpackedFile = {
  format: z.enum(COMPRESSED_FORMATS).describe('How it was compressed.'),
  packedBytes: count('Compressed size.'),
  bytes: count('Size of the unpacked file.'),
  warnings: warnings(),
};

export default defineTool({
  id: 'decompress-file',
  title: 'Decompress File',
  summary: 'Decompresses single files: gzip, bzip2, xz, Zstandard, LZ4, LZMA, lzip, compress, zlib and Brotli.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    from: z
      .enum(['auto', ...COMPRESSED_FORMATS])
      .default('auto')
      .describe('Compression format; auto detects it by content, Brotli by the extension .br.'),
  },
  result: 'mixed',
  data: fileReports(unpackedFile),
  notes: [
    'Checksums are verified; files with several members, frames or streams are joined.',
    'The extension is removed, .tgz becomes .tar, and names without a known extension get .out.',
    'Files that end early, are damaged or need a dictionary are refused. Data after the end of a file is not unpacked, with a warning.',
    'At most 22 MiB in all and 20 MiB per file are unpacked; the rest of a bomb never is. One file that fails does not spoil the others.',
    'A TAR archive inside stays one file: use extract-archive to unpack it.',
  ],
  aliases: [
    'gunzip',
    'bunzip2',
    'unxz',
    'unzstd',
    'decompress gz',
    'unlz4',
    'brotli decompress',
    'uncompress z file',
    'open gz file',
    'open a gz file',
  ],
  verified: [
    'gzip, bzip2 1.0.8, xz 5.4, zstd 1.5.4, lz4 1.9.4, compress 4.2.4.6, brotli 1.0.9 and LZMA by xz: the numbers 1 to 2000 that they packed, and 250 kB of text and of noise packed anew in 13 ways in every test run, come out byte for byte',
    'Each of these cut at 10 places and with 10 single bytes changed ends in the same content or in a refusal (Brotli, LZMA and .Z, which have no checksum: or in other content)',
    'Python 3.11: the CRC-32 of the example is zlib.crc32 of the numbers',
  ],
  examples: [
    {
      title: 'A gzip file',
      files: [{ name: 'hello.txt.gz', base64: 'H4sIAAAAAAACA/NIzcnJ11FILErOyCxLVeQCAJ+Op2gQAAAA' }],
      output: {
        data: {
          files: [
            { name: 'hello.txt.gz', outputs: ['hello.txt'], format: 'gzip', packedBytes: 36, bytes: 16, warnings: [] },
          ],
        },
        files: [{ name: 'hello.txt', mime: 'text/plain', text: 'Hello, archive!\n' }],
      },
    },
    {
      title: 'Three formats at once, one with two gzip members',
      files: [
        { name: 'a.txt.xz', fixture: 'archives/numbers.txt.xz' },
        { name: 'b.txt.zst', fixture: 'archives/numbers.txt.zst' },
        { name: 'a.txt.gz', fixture: 'archives/members.txt.gz' },
      ],
      output: {
        data: {
          files: [
            { name: 'a.txt.xz', outputs: ['a.txt'], format: 'xz', packedBytes: 948, bytes: 8893, warnings: [] },
            { name: 'b.txt.zst', outputs: ['b.txt'], format: 'zstd', packedBytes: 3724, bytes: 8893, warnings: [] },
            { name: 'a.txt.gz', outputs: ['a (2).txt'], format: 'gzip', packedBytes: 3534, bytes: 8893, warnings: [] },
          ],
        },
        files: [
          { name: 'a.txt', mime: 'text/plain', bytes: 8893 },
          { name: 'b.txt', mime: 'text/plain', bytes: 8893 },
          { name: 'a (2).txt', mime: 'text/plain', bytes: 8893 },
        ],
      },
    },
    {
      title: 'Data after the end',
      files: [{ name: 'x.gz', base64: 'H4sIAAAAAAACA/NIzcnJ11FILErOyCxLVeQCAJ+Op2gQAAAAanVuaw==' }],
      output: {
        data: {
          files: [
            {
              name: 'x.gz',
              outputs: ['x'],
              format: 'gzip',
              packedBytes: 40,
              bytes: 16,
              warnings: ['the file goes on after its end'],
            },
          ],
        },
        files: [{ name: 'x', mime: 'text/plain', text: 'Hello, archive!\n' }],
      },
    },
    {
      title: 'A file that ends early',
      files: [{ name: 'cut.gz', base64: 'H4sIAAAAAAACA/NIzcnJ11FILErOyCxL' }],
      error: { code: 'INVALID_INPUT', message: 'Cannot read file "cut.gz": it ends early' },
    },
    {
      title: 'A file that is not compressed',
      files: [{ name: 'notes.txt', text: 'just text' }],
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read file "notes.txt": it is not compressed in a known format',
      },
    },
  ],
  run({ files, options: { from }, signal }) {
    let left = MAX_BYTES;
    return eachFile({ files, signal }, async (upload) => {
      const { name, bytes } = upload;
      const format = from === 'auto' ? detectCompressed(bytes, name) : from;
      if (format === undefined)
        throw invalid(`Cannot read file ${quote(name)}: it is not compressed in a known format`);
      const { content, warnings } = await told(upload, () => unpackCompressed(bytes, format, left));
      left -= content.length;
      const mime = (await detectFileKind(content))?.mime ?? 'application/octet-stream';
      return {
        report: { format, packedBytes: bytes.length, bytes: content.length, warnings },
        outputs: [{ name: unpackedName(name), mime, bytes: content }],
      };
    });
  },
});
