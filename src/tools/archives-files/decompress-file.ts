import { z } from 'zod';

import { defineTool, invalid, json, type OutputFile, quote, withFiles } from '../../core/index.js';
import { count, warnings } from '../../core/shared-data.js';
import type { Told } from '../../core/tool.js';
import { detectFileKind } from '../../engines/file-kind.js';
import {
  COMPRESSED_FORMATS,
  detectCompressed,
  unpackCompressed,
  unpackedName,
} from '../../formats/archive/compressed-file.js';
import { told } from '../../formats/archive/open.js';
import { withDistinctNames } from '../../lib/files/portable-names.js';

/** What fits into a result of 30 MiB as base64. */
const MAX_BYTES = 22 * 2 ** 20;

const unpackedFile = z.object({
  file: z.string().describe('Name of the upload.'),
  format: z.enum(COMPRESSED_FORMATS).describe('How it was compressed.'),
  packedBytes: count('Compressed size.'),
  bytes: count('Size of the unpacked file.'),
  warnings: warnings(),
  name: z.string().describe('Name of the unpacked file.'),
});

type Unpacked = Told<z.output<typeof unpackedFile>>;

export default defineTool({
  id: 'decompress-file',
  title: 'Decompress File',
  summary:
    'Unpacks files that were compressed one by one with gzip, bzip2, xz, Zstandard, LZ4, LZMA, compress, zlib or Brotli.',
  family: 'archives-files',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    format: z
      .enum(['auto', ...COMPRESSED_FORMATS])
      .default('auto')
      .describe('How the files are compressed; auto finds it by their content, Brotli by the ending .br.'),
  },
  result: 'mixed',
  data: z.object({ files: z.array(unpackedFile).describe('One entry per file, in the order of the uploads.') }),
  notes: [
    'Checksums are checked, and files packed one behind the other (multi-member gzip, several frames or streams) come out joined.',
    'The name loses its ending, .tgz becomes .tar, and a name without a known ending gets .out behind it.',
    'A file that ends early, is damaged or packed with a dictionary is refused. What stands behind the end of a file is not unpacked: the result says so in "warnings".',
    'All files together unpack to at most 22 MiB, one to at most 20 MiB; the rest of a bomb is never unpacked.',
    'A TAR archive inside stays one file: extract-archive unpacks it.',
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
            { file: 'hello.txt.gz', format: 'gzip', packedBytes: 36, bytes: 16, warnings: [], name: 'hello.txt' },
          ],
        },
        files: [{ name: 'hello.txt', mime: 'text/plain', text: 'Hello, archive!\n' }],
      },
    },
    {
      title: 'Three formats at once, and two gzip files one behind the other',
      files: [
        { name: 'a.txt.xz', fixture: 'archives/numbers.txt.xz' },
        { name: 'b.txt.zst', fixture: 'archives/numbers.txt.zst' },
        { name: 'a.txt.gz', fixture: 'archives/members.txt.gz' },
      ],
      output: {
        data: {
          files: [
            { file: 'a.txt.xz', format: 'xz', packedBytes: 948, bytes: 8893, warnings: [], name: 'a.txt' },
            { file: 'b.txt.zst', format: 'zstd', packedBytes: 3724, bytes: 8893, warnings: [], name: 'b.txt' },
            { file: 'a.txt.gz', format: 'gzip', packedBytes: 3534, bytes: 8893, warnings: [], name: 'a (2).txt' },
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
      title: 'Something behind the end',
      files: [{ name: 'x.gz', base64: 'H4sIAAAAAAACA/NIzcnJ11FILErOyCxLVeQCAJ+Op2gQAAAAanVuaw==' }],
      output: {
        data: {
          files: [
            {
              file: 'x.gz',
              format: 'gzip',
              packedBytes: 40,
              bytes: 16,
              warnings: ['something else stands behind its end'],
              name: 'x',
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
  run: async ({ files, options: { format } }) => {
    let left = MAX_BYTES;
    const unpacked: (OutputFile & { readonly entry: Omit<Unpacked, 'name'> })[] = [];
    for (const upload of files) {
      const { name, bytes } = upload;
      const found = format === 'auto' ? detectCompressed(bytes, name) : format;
      if (found === undefined) throw invalid(`Cannot read file ${quote(name)}: it is not compressed in a known format`);
      const { content, warnings } = await told(upload, () => unpackCompressed(bytes, found, left));
      left -= content.length;
      unpacked.push({
        name: unpackedName(name),
        mime: (await detectFileKind(content))?.mime ?? 'application/octet-stream',
        bytes: content,
        entry: { file: name, format: found, packedBytes: bytes.length, bytes: content.length, warnings },
      });
    }
    const named = withDistinctNames(unpacked);
    const listing = json({ files: named.map(({ name, entry }) => ({ ...entry, name })) });
    return withFiles(
      listing,
      named.map(({ entry: _, ...file }) => file),
    );
  },
});
