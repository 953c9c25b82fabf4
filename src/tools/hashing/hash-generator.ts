import { z } from 'zod';

import { eachFile } from '../../core/each-file.js';
import { stemOf } from '../../core/files.js';
import { defineTool, type InputFile, invalid, json, text } from '../../core/index.js';
import { fileReports } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { DIGEST_NAMES, type DigestName, digest } from '../../engines/digests.js';
import { readInputBytes } from '../../formats/byte-input.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { KINDS, readTextFile } from '../../formats/text-source.js';
import { splitLines } from '../../lib/text/lines.js';

const digestsOf = () => z.record(z.string(), z.string()).describe('Digests by algorithm.');

interface Settings {
  readonly algorithm: DigestName | 'all';
  readonly encoding: 'hex' | 'base64' | 'base64url';
  readonly charset: string;
}

async function digests(bytes: Uint8Array, { algorithm, encoding }: Settings): Promise<Record<string, string>> {
  const found: [string, string][] = [];
  for (const name of algorithm === 'all' ? DIGEST_NAMES : [algorithm])
    found.push([name, Buffer.from(await digest(name, bytes)).toString(encoding)]);
  return Object.fromEntries(found);
}

/** Each line by itself; `read` gives its bytes. */
async function lineDigests(content: string, settings: Settings, read: (line: string) => Uint8Array): Promise<string> {
  const { lines, breaks } = splitLines(content);
  const written: string[] = [];
  for (const [index, line] of lines.entries())
    written.push(...Object.values(await digests(read(line), settings)), breaks[index] ?? '');
  return written.join('');
}

const asText = { inputEncoding: 'text' } as const;

async function fileLines(file: InputFile, settings: Settings): Promise<string> {
  const source = await readTextFile(file);
  return lineDigests(source.text, settings, (line) => readInputBytes(line, { ...settings, ...asText }));
}

export default defineTool({
  id: 'hash-generator',
  title: 'Hash Generator',
  summary:
    'Computes the digest of a text by one algorithm or by all: MD5, SHA-1, SHA-2, SHA-3, BLAKE, RIPEMD, SM3 and more.',
  family: 'hashing',
  class: 'standard',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    algorithm: z
      .enum(['all', ...DIGEST_NAMES])
      .default('sha256')
      .describe('Algorithm; all returns a JSON object with every digest.'),
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
    perLine: shared.perLine().describe('Hashes each line separately; not with "all".'),
    encoding: z.enum(['hex', 'base64', 'base64url']).default('hex').describe('Encoding of the digest.'),
  },
  result: 'mixed',
  data: z.union([
    digestsOf().describe('Digests by algorithm; only where all are asked for.'),
    fileReports({ digests: digestsOf() }).describe('Where several files were sent: the digests of each.'),
  ]),
  notes: [
    'The text is taken exactly as given: a line break at the end counts, and é as one character differs from é as two.',
    'Up to 20 files instead of "input" are hashed byte for byte: one has the result that a text has, several have a report. With "perLine", several give a file each. For 20 MiB and checksum lists, see file-hash.',
    'The empty text has a digest too. With "perLine", line breaks are kept and are not part of what is hashed; an empty line has the digest of the empty text.',
    'BLAKE2b has 512 bits, BLAKE2s and BLAKE3 have 256. Keccak-256 is the one of Ethereum, with the padding from before SHA-3.',
    'MD5, SHA-1 and CRC-32 detect accidents, not attacks: files with equal digests can be made.',
  ],
  aliases: [
    'sha256',
    'md5 of a text',
    'sha1',
    'sha512',
    'sha3',
    'blake3',
    'keccak256',
    'checksum of a text',
    'digest',
    'crc32',
  ],
  verified: [
    'The Keccak team: Keccak-256 of "abc" and of the empty text',
    'GNU coreutils 9.1, OpenSSL 3.0, b3sum 1.2 and RHash 1.4: the same digests of 12 texts of up to 1,800 bytes by the other 18 algorithms',
  ],
  examples: [
    {
      title: 'SHA-256 of abc (FIPS 180-4)',
      input: 'abc',
      output: { text: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    },
    {
      title: 'MD5 of the empty text (RFC 1321)',
      input: '',
      options: { algorithm: 'md5' },
      output: { text: 'd41d8cd98f00b204e9800998ecf8427e' },
    },
    {
      title: 'Bytes instead of text, and the digest in base64',
      input: '61 62 63',
      options: { algorithm: 'sha1', inputEncoding: 'hex', encoding: 'base64' },
      output: { text: 'qZk+NkcGgWq6PiVxeFDCbJzQ2J0=' },
    },
    {
      title: 'SHA3-256 of a text beyond ASCII (Python 3.11)',
      input: 'Grüße 🌍',
      options: { algorithm: 'sha3-256' },
      output: { text: 'f8cf34794ea06b3dbe569ec84a04dd699a039f0e361853635795272a1957f9ab' },
    },
    {
      title: 'A digest per line',
      input: 'abc\r\n\nabc\n',
      options: { algorithm: 'md5', perLine: true },
      output: {
        text: '900150983cd24fb0d6963f7d28e17f72\r\nd41d8cd98f00b204e9800998ecf8427e\n900150983cd24fb0d6963f7d28e17f72\n',
      },
    },
    {
      title: 'A file',
      files: [{ name: 'abc.txt', text: 'abc' }],
      output: { text: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
    },
    {
      title: 'Several files',
      files: [
        { name: 'abc.txt', text: 'abc' },
        { name: 'empty.bin', text: '' },
      ],
      options: { algorithm: 'md5' },
      output: {
        data: {
          files: [
            { name: 'abc.txt', digests: { md5: '900150983cd24fb0d6963f7d28e17f72' } },
            { name: 'empty.bin', digests: { md5: 'd41d8cd98f00b204e9800998ecf8427e' } },
          ],
        },
      },
    },
    {
      title: 'A text beside a file',
      input: 'abc',
      files: [{ name: 'abc.txt', text: 'abc' }],
      error: { code: 'INVALID_INPUT', message: 'Property "input" must be empty where a file is given' },
    },
    {
      title: 'All digests of each line',
      input: 'abc',
      options: { algorithm: 'all', perLine: true },
      error: { code: 'INVALID_INPUT', message: 'Option "perLine" must be false where "algorithm" is all' },
    },
    {
      title: 'A character the encoding lacks',
      input: 'price: 5 €',
      options: { charset: 'iso-8859-1' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot write property "input" as iso-8859-1: line 1, column 10: it has no "€" (U+20AC)\nprice: 5 €\n         ^',
      },
    },
    {
      title: 'Digits that are not bytes',
      input: '61 6g',
      options: { inputEncoding: 'hex' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as hexadecimal digits: line 1, column 4: a byte has two digits, "6" has 1\n61 6g\n   ^',
      },
    },
    {
      title: 'An unknown encoding',
      input: 'abc',
      options: { charset: 'utf-9' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "charset" must be the name of a character encoding, got "utf-9"',
      },
    },
  ],
  async run({ input, files, options, signal }) {
    const { algorithm, perLine } = options;
    if (perLine && algorithm === 'all') throw invalid('Option "perLine" must be false where "algorithm" is all');
    const [upload, ...more] = files;
    if (upload !== undefined && input !== '') throw invalid('Property "input" must be empty where a file is given');
    if (more.length > 0)
      return eachFile<{ readonly digests?: Record<string, string> }>({ files, signal }, async (file) => {
        if (!perLine) return { report: { digests: await digests(file.bytes, options) }, outputs: [] };
        const bytes = Buffer.from(await fileLines(file, options));
        return {
          report: {},
          outputs: [{ name: `${stemOf(file.name)}-${algorithm}.txt`, mime: KINDS.text.mime, bytes }],
        };
      });
    if (perLine)
      return text(
        upload === undefined
          ? await lineDigests(input, options, (line) => readInputBytes(line, options))
          : await fileLines(upload, options),
      );
    const found = await digests(upload?.bytes ?? readInputBytes(input, options), options);
    return algorithm === 'all' ? json(found) : text(found[algorithm] ?? '');
  },
});
