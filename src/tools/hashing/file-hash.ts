import { z } from 'zod';

import { defineTool, invalid, json, quote, text } from '../../core/index.js';
import { count } from '../../core/shared-data.js';
import { DIGEST_NAMES, type DigestName, digest } from '../../engines/digests.js';

function readAlgorithms(list: string): readonly DigestName[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase());
  const wrong = names.find((name) => !isDigestName(name));
  if (wrong !== undefined) {
    throw invalid(`Option "algorithms" must list digests out of ${DIGEST_NAMES.join(', ')}, got ${quote(wrong)}`);
  }
  return [...new Set(names.filter(isDigestName))];
}

const isDigestName = (name: string): name is DigestName => (DIGEST_NAMES as readonly string[]).includes(name);

/** As coreutils mark a name with a backslash in it: names here have no line breaks, and no backslashes either. */
const WRITERS = {
  sum: (_: DigestName, name: string, hex: string) => `${hex}  ${name}\n`,
  bsd: (algorithm: DigestName, name: string, hex: string) =>
    `${BSD_NAMES[algorithm] ?? algorithm.toUpperCase()} (${name}) = ${hex}\n`,
};

/** As `cksum --tag` and OpenSSL write them. */
const BSD_NAMES: Partial<Record<DigestName, string>> = {
  blake2b: 'BLAKE2b',
  blake2s: 'BLAKE2s',
  'sha512-256': 'SHA512/256',
};

export default defineTool({
  id: 'file-hash',
  title: 'File Hash',
  summary: 'Computes checksums of files by one or several algorithms.',
  family: 'hashing',
  class: 'native',
  input: 'none',
  files: { min: 1, max: 20, formats: ['*'] },
  options: {
    algorithms: z
      .string()
      .max(200)
      .default('md5,sha1,sha256')
      .describe(`Digests separated by commas, out of ${DIGEST_NAMES.join(', ')}.`),
    format: z
      .enum(['json', 'sum', 'bsd'])
      .default('json')
      .describe('JSON, lines like those of sha256sum, or BSD lines with the name of the algorithm.'),
  },
  result: 'mixed',
  data: z.object({
    files: z
      .array(
        z.object({
          name: z.string().describe('File name.'),
          bytes: count('Size of the file.'),
          digests: z.record(z.string(), z.string()).describe('Digests by algorithm, in lowercase hex.'),
        }),
      )
      .describe('One entry per file, in the order of the uploads.'),
  }),
  notes: [
    'The digest is of the bytes of the file; its name and dates do not count.',
    'The lines of the outputs sum and bsd can be checked with sha256sum --check, md5sum --check and the like; a checker of one algorithm wants a list of one.',
    'MD5, SHA-1 and CRC-32 detect accidents, not attacks: files with equal digests can be made.',
  ],
  aliases: [
    'md5',
    'sha256sum',
    'md5sum',
    'checksum of a file',
    'verify a download',
    'are two files identical',
    'sha1 of a file',
    'file digest',
    'crc32 of a file',
    'fingerprint of a file',
    'are two files the same',
  ],
  verified: [
    'sha256sum --check (GNU coreutils 9.1) accepts the lines of three files of up to 2 MB in both forms; the digests are those of hash-generator',
  ],
  examples: [
    {
      title: 'Three digests of a file',
      files: [{ name: 'abc.txt', text: 'abc' }],
      output: {
        data: {
          files: [
            {
              name: 'abc.txt',
              bytes: 3,
              digests: {
                md5: '900150983cd24fb0d6963f7d28e17f72',
                sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
                sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
              },
            },
          ],
        },
      },
    },
    {
      title: 'Lines for sha256sum --check, an empty file among them',
      files: [
        { name: 'abc.txt', text: 'abc' },
        { name: 'empty file.bin', text: '' },
      ],
      options: { algorithms: 'sha256', format: 'sum' },
      output: {
        text: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc.txt\ne3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty file.bin\n',
      },
    },
    {
      title: 'Lines with the name of the algorithm',
      files: [{ name: 'abc.txt', text: 'abc' }],
      options: { algorithms: 'MD5, crc32', format: 'bsd' },
      output: { text: 'MD5 (abc.txt) = 900150983cd24fb0d6963f7d28e17f72\nCRC32 (abc.txt) = 352441c2\n' },
    },
    {
      title: 'An unknown digest',
      files: [{ name: 'abc.txt', text: 'abc' }],
      options: { algorithms: 'sha-256' },
      error: {
        code: 'INVALID_INPUT',
        message: `Option "algorithms" must list digests out of ${DIGEST_NAMES.join(', ')}, got "sha-256"`,
      },
    },
  ],
  async run({ files, options }) {
    const algorithms = readAlgorithms(options.algorithms);
    const rows: { name: string; bytes: number; digests: Record<string, string> }[] = [];
    const lines: string[] = [];
    for (const { name, bytes } of files) {
      const digests: [DigestName, string][] = [];
      for (const algorithm of algorithms)
        digests.push([algorithm, Buffer.from(await digest(algorithm, bytes)).toString('hex')]);
      rows.push({ name, bytes: bytes.length, digests: Object.fromEntries(digests) });
      if (options.format === 'json') continue;
      for (const [algorithm, hex] of digests) lines.push(WRITERS[options.format](algorithm, name, hex));
    }
    return options.format === 'json' ? json({ files: rows }) : text(lines.join(''));
  },
});
