import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { renamed } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, quote, text, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count, fileReports } from '../../core/shared-data.js';
import { COMPRESSIONS, type Compression, compress, decompress, MAX_LEVEL } from '../../engines/compression.js';
import { bytesToText } from '../../formats/byte-input.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { checkFileSize, KINDS, readTextFile } from '../../formats/text-source.js';
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

function read(content: string, label: string, encoding: Encoding, algorithm: Compression): Uint8Array {
  if (encoding === 'hex') return refusing(`Cannot read ${label} as hexadecimal digits`, () => readHex(content));
  // LZ-String's own base64 may end in the middle of a byte: with digits of zero bits behind, none of its bits is lost.
  const fill = (given: string): string => `${given.replace(/[=\s]+$/, '')}AAAA`.replace(/^((?:.{4})*).{0,3}$/s, '$1');
  return refusing(`Cannot read ${label} as base64`, () =>
    readBase64(algorithm === 'lz-string' ? fill(content) : content, { strict: false, shown: content }),
  );
}

/** What is uploaded to be decompressed: the compressed bytes themselves, or digits of them. */
function readFile({ name, bytes }: InputFile, encoding: Encoding, algorithm: Compression): Uint8Array {
  const isText = bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || (byte >= 0x09 && byte <= 0x0d));
  return isText ? read(Buffer.from(bytes).toString('latin1'), `file ${quote(name)}`, encoding, algorithm) : bytes;
}

const unpack = (bytes: Uint8Array, label: string, algorithm: Compression): Promise<string> =>
  refusing(`Cannot decompress ${label}`, async () =>
    bytesToText(await decompress(bytes, algorithm, TEXT_BYTES), 'utf-8'),
  );

const sizes = (textBytes: number, compressedBytes: number) => ({
  textBytes,
  compressedBytes,
  ratio: compressedBytes === 0 ? 0 : Number((textBytes / compressedBytes).toFixed(3)),
});

const SIZES = {
  textBytes: count('Size of the plain text.'),
  compressedBytes: count('Size of the compressed bytes, before they are written as text.'),
  ratio: z.number().describe('Plain size divided by compressed size.'),
};

export default defineTool({
  id: 'text-compressor',
  title: 'Text Compressor',
  summary: 'Compresses text to base64 or hexadecimal, or decompresses it.',
  family: 'encoding',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
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
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('The result only, or JSON with its sizes. A file always comes with its sizes.'),
  },
  result: 'mixed',
  data: z.union([
    z.object({
      text: z.string().optional().describe('Compressed or decompressed text, where a text was sent.'),
      ...SIZES,
    }),
    fileReports(SIZES),
  ]),
  notes: [
    'The text is UTF-8; lz-string compresses UTF-16, as its compressToUint8Array does; what its compressToBase64 wrote is read too.',
    `A text of at most ${TEXT_BYTES} bytes comes out of decompressing.`,
    'Up to 20 files instead of "input": each gives a text file and its sizes. The bytes of a file are compressed as they are, by lz-string if they are UTF-8. To decompress, a file holds the digits, or the compressed bytes themselves.',
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
      title: 'A compressed file',
      options: { direction: 'decompress' },
      files: [{ name: 'hello.gz', base64: 'H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==' }],
      output: {
        data: { textBytes: 11, compressedBytes: 31, ratio: 0.355 },
        files: [{ name: 'hello.txt', mime: 'text/plain;charset=utf-8', text: 'hello world' }],
      },
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
      title: 'Neither text nor file',
      error: { code: 'INVALID_INPUT', message: 'Property "input" must not be empty where no file is given' },
    },
    {
      title: 'Text and file',
      input: 'a',
      files: [{ name: 'a.txt', text: 'a' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
    {
      title: 'A level gzip does not have',
      input: 'hello',
      options: { level: 12 },
      error: { code: 'INVALID_INPUT', message: 'Option "level" must be at most 9 for gzip, got 12' },
    },
  ],
  async run({ input, files, signal, options: { direction, algorithm, level, encoding, format } }) {
    const highest = MAX_LEVEL[algorithm];
    if (direction === 'compress' && level > highest)
      throw invalid(`Option "level" must be at most ${highest} for ${algorithm}, got ${level}`);
    if (files.length > 0 && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (files.length === 0 && input === '') throw invalid('Property "input" must not be empty where no file is given');
    const packed = async (bytes: Uint8Array) => {
      const compressed = await compress(bytes, algorithm, level);
      return { made: write(compressed, encoding), sized: sizes(bytes.length, compressed.length) };
    };
    const unpacked = async (bytes: Uint8Array, label: string) => {
      const made = await unpack(bytes, label, algorithm);
      return { made, sized: sizes(Buffer.byteLength(made), bytes.length) };
    };
    const ofFile = async (upload: InputFile) => {
      const { made, sized } = await (direction === 'compress'
        ? packed(algorithm === 'lz-string' ? Buffer.from((await readTextFile(upload, 'utf-8')).text) : upload.bytes)
        : unpacked(readFile(upload, encoding, algorithm), `file ${quote(upload.name)}`));
      const bytes = Buffer.from(made);
      checkFileSize(bytes, 'standard');
      return { report: sized, outputs: [{ name: renamed(upload.name, '.txt'), mime: KINDS.text.mime, bytes }] };
    };
    if (files.length > 1) return eachFile({ files, signal }, ofFile);
    const [upload] = files;
    if (upload !== undefined) {
      const { report, outputs } = await ofFile(upload);
      return withFiles(json(report), outputs);
    }
    const { made, sized } = await (direction === 'compress'
      ? packed(Buffer.from(input))
      : unpacked(read(input, 'property "input"', encoding, algorithm), 'property "input"'));
    return format === 'text' ? text(made) : json({ text: made, ...sized });
  },
});
