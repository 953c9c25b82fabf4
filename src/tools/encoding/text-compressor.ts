import { z } from 'zod';

import { defineTool, invalid, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { COMPRESSIONS, type Compression, compress, decompress, MAX_LEVEL } from '../../engines/compression.js';
import { bytesToText, readWith } from '../../formats/byte-input.js';
import { readBase64, readHex, writeBase64 } from '../../lib/bytes/byte-text.js';

const TEXT_BYTES = 4_000_000;

type Encoding = 'base64' | 'base64url' | 'hex';

function write(bytes: Uint8Array, encoding: Encoding): string {
  if (encoding === 'hex') return Buffer.from(bytes).toString('hex');
  return writeBase64(
    bytes,
    encoding === 'base64' ? { variant: 'standard', padding: true } : { variant: 'url', padding: false },
  );
}

function read(input: string, encoding: Encoding, algorithm: Compression): Uint8Array {
  if (encoding === 'hex') return readWith(input, 'hexadecimal digits', readHex);
  // LZ-String's own base64 may end in the middle of a byte: with digits of zero bits behind, none of its bits is lost.
  const fill = (given: string): string => `${given.replace(/[=\s]+$/, '')}AAAA`.replace(/^((?:.{4})*).{0,3}$/s, '$1');
  return readWith(input, 'base64', (given) =>
    readBase64(algorithm === 'lz-string' ? fill(given) : given, { strict: false, shown: given }),
  );
}

const unpack = (bytes: Uint8Array, algorithm: Compression): Promise<string> =>
  refusing('Cannot decompress property "input"', async () =>
    bytesToText(await decompress(bytes, algorithm, TEXT_BYTES), 'utf-8'),
  );

const report = (content: string, textBytes: number, compressedBytes: number) =>
  json({
    text: content,
    textBytes,
    compressedBytes,
    ratio: compressedBytes === 0 ? 0 : Number((textBytes / compressedBytes).toFixed(3)),
  });

export default defineTool({
  id: 'text-compressor',
  title: 'Text Compressor',
  summary: 'Compresses text to base64 or hexadecimal, or decompresses it.',
  family: 'encoding',
  class: 'standard',
  input: 'required',
  options: {
    direction: z.enum(['compress', 'decompress']).default('compress').describe('Compresses or decompresses.'),
    algorithm: z
      .enum(COMPRESSIONS)
      .default('gzip')
      .describe('Format of the compressed bytes; zlib is what HTTP calls deflate.'),
    level: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(22)
      .default(6)
      .describe(
        'Compressing: effort, up to 9 for gzip, zlib and raw-deflate, 11 for brotli, 22 for zstd; lz-string has none.',
      ),
    encoding: z
      .enum(['base64', 'base64url', 'hex'])
      .default('base64')
      .describe('How the compressed bytes are written.'),
    format: z.enum(['text', 'json']).default('text').describe('The result only, or JSON with its sizes.'),
  },
  result: 'mixed',
  data: z.object({
    text: z.string().describe('Compressed or decompressed text.'),
    textBytes: count('Size of the plain text.'),
    compressedBytes: count('Size of the compressed bytes, before they are written as text.'),
    ratio: z.number().describe('Plain size divided by compressed size.'),
  }),
  notes: [
    'The text is UTF-8; lz-string compresses UTF-16, as its compressToUint8Array does; what its compressToBase64 wrote is read too.',
    `A text of at most ${TEXT_BYTES} bytes comes out of decompressing.`,
    'The same text gives the same result: gzip is written without a date and a name.',
  ],
  aliases: [
    'gzip',
    'gunzip',
    'brotli',
    'zstd',
    'deflate',
    'inflate',
    'zlib',
    'lz-string',
    'decompress base64',
    'shrink text',
  ],
  verified: [
    'gzip 1.12, brotli 1.0.9 and zstd 1.5.4 (Debian), Python 3.11 zlib and lz-string 1.5: each reads what this writes and this reads what they write, 8 texts at three or four levels of gzip, brotli and zstd; lz-string byte for byte',
  ],
  examples: [
    {
      title: 'Decompressing what gzip wrote',
      input: 'H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==',
      options: { direction: 'decompress' },
      output: { text: 'hello world' },
    },
    {
      title: 'A text stored without being made smaller, with its sizes',
      input: 'abcabcabc',
      options: { algorithm: 'zlib', level: 0, encoding: 'hex', format: 'json' },
      output: {
        data: { text: '7801010900f6ff616263616263616263113d0373', textBytes: 9, compressedBytes: 20, ratio: 0.45 },
      },
    },
    {
      title: 'What LZ-String wrote in base64',
      input: 'BYUwNmD2AEoTcpA=',
      options: { direction: 'decompress', algorithm: 'lz-string' },
      output: { text: 'hello hello hello' },
    },
    {
      title: 'Not gzip',
      input: 'aGVsbG8gd29ybGQ=',
      options: { direction: 'decompress' },
      error: { code: 'INVALID_INPUT', message: 'Cannot decompress property "input": it is not gzip, or is damaged' },
    },
    {
      title: 'Not base64',
      input: 'hello!',
      options: { direction: 'decompress' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as base64: line 1, column 6: "!" is not a base64 digit\nhello!\n     ^',
      },
    },
    {
      title: 'A level gzip does not have',
      input: 'hello',
      options: { level: 12 },
      error: { code: 'INVALID_INPUT', message: 'Option "level" must be at most 9 for gzip, got 12' },
    },
  ],
  async run({ input, options: { direction, algorithm, level, encoding, format } }) {
    if (direction === 'decompress') {
      const bytes = read(input, encoding, algorithm);
      const unpacked = await unpack(bytes, algorithm);
      return format === 'text' ? text(unpacked) : report(unpacked, Buffer.byteLength(unpacked), bytes.length);
    }
    const highest = MAX_LEVEL[algorithm];
    if (level > highest) throw invalid(`Option "level" must be at most ${highest} for ${algorithm}, got ${level}`);
    const bytes = Buffer.from(input);
    const packed = await compress(bytes, algorithm, level);
    const written = write(packed, encoding);
    return format === 'text' ? text(written) : report(written, bytes.length, packed.length);
  },
});
