import { z } from 'zod';

import { defineTool, file, files, invalid, json, overLimit, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { combineShares, splitSecret } from '../../engines/secret-shares.js';
import { readInputBytes } from '../../formats/byte-input.js';
import { plainResult, readableText } from '../../formats/ciphers/encrypted-input.js';
import { readShares, writeShare } from '../../lib/ciphers/share-text.js';

/** Length × shares × threshold: measured, 3 × 10^8 take 2 s. */
const MAX_WORK = 250_000_000;
/** All shares as text. */
const MAX_CHARACTERS = 4_000_000;

function checkWork(bytes: number, shares: number, threshold: number): void {
  if (bytes * shares * threshold > MAX_WORK)
    throw overLimit(`Bytes × shares × threshold must be at most ${MAX_WORK}, got ${bytes * shares * threshold}`);
  if (2 * bytes * shares > MAX_CHARACTERS)
    throw overLimit(`The shares must have at most ${MAX_CHARACTERS} characters together, got ${2 * bytes * shares}`);
}

interface SplitOptions {
  readonly shares: number;
  readonly threshold: number;
  readonly labels: boolean;
}

async function split(secret: Uint8Array, { shares, threshold, labels }: SplitOptions, set: string): Promise<string[]> {
  if (threshold > shares)
    throw invalid(`Option "threshold" must be at most the number of shares, ${shares}, got ${threshold}`);
  if (secret.length === 0) throw invalid('Property "input" must not be empty where a secret is split');
  checkWork(secret.length, shares, threshold);
  const made = await splitSecret(secret, shares, threshold);
  return made.map((share) =>
    labels ? writeShare(share, { threshold, count: shares, set }) : Buffer.from(share).toString('hex'),
  );
}

export default defineTool({
  id: 'shamir-secret-sharing',
  title: 'Shamir Secret Sharing',
  summary: 'Splits a secret into shares, of which any given number restores it, and combines shares.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'required',
  options: {
    action: z
      .enum(['split', 'combine'])
      .default('split')
      .describe('Splits the input, or combines shares, one per line.'),
    shares: z.number().multipleOf(1).min(2).max(255).default(5).describe('Splitting: how many shares to make.'),
    threshold: z
      .number()
      .multipleOf(1)
      .min(2)
      .max(255)
      .default(3)
      .describe('Splitting: how many shares restore the secret.'),
    labels: z
      .boolean()
      .default(true)
      .describe('Splitting: adds threshold, set and checksum to each share, so that mistakes are found.'),
    inputEncoding: shared.inputEncoding().describe('Splitting: plain text, or bytes written in hexadecimal or base64.'),
    charset: shared.charset(),
    encoding: z.enum(['text', 'base64', 'hex']).default('text').describe('Combining: how the secret is written.'),
    format: z
      .enum(['text', 'json', 'files'])
      .default('text')
      .describe('Text only, JSON, or when splitting a file for each share.'),
  },
  result: 'mixed',
  data: z.object({
    shares: z.array(z.string()).describe('The shares; empty when combining.'),
    threshold: z.int().min(0).describe('How many restore the secret; 0 where bare shares do not say it.'),
    secret: z.string().describe('The restored secret, in base64 where it is not text; empty when splitting.'),
    warnings: z.array(z.string()).describe('What could not be checked; empty if nothing is open.'),
  }),
  notes: [
    'Fewer shares than the threshold say nothing about the secret but its length. Each share is as long as the secret and one byte.',
    'A share reads 3-of-5.1a2b3c4d.…hexadecimal digits….9c3e1f00: threshold, a random name of the set, the share, and a CRC-32 that finds mistyped digits. The hexadecimal digits alone, or "labels" off, are the layout of HashiCorp Vault: GF(2^8) with the polynomial of AES, place on the x-axis last.',
    'Bare shares in hexadecimal or base64 are combined too. Nothing tells then whether there are enough of them: too few give another secret.',
    'What ssss-split and SLIP-39 write is of another kind and is not read.',
    'The secret is processed here and not kept; for keys of high value split them on a machine without a network.',
  ],
  aliases: [
    'sss',
    'secret sharing',
    'split secret',
    'split key',
    'key ceremony',
    'vault unseal keys',
    'shamir split',
    'threshold secret',
  ],
  verified: [
    'An independent program in Python, Lagrange interpolation in GF(2^8) with the polynomial 0x11b: combines 200 random secrets of up to 64 bytes from random shares, and 200 that it has split are combined here',
    'Every digit of a labelled share changed: each is refused',
  ],
  examples: [
    {
      title: 'A secret in five shares, three of which restore it',
      input: 'correct horse battery staple',
      output: { text: '3-of-5.…\n3-of-5.…\n3-of-5.…\n3-of-5.…\n3-of-5.…', varies: true },
    },
    {
      title: 'Three shares combined',
      input:
        '# of a safe\r\nShare 4: 3-of-5.5eed5eed.4400b357880e62b0e94609ccf0.78b14551\r\n3-of-5.5eed5eed.349514b4c030fb34776a23bf4a.125c3dc3\r\n3-of-5.5eed5eed.12343574035c2f2bcf30ada8b5.4b8c9cfd',
      options: { action: 'combine', format: 'json' },
      output: { data: { shares: [], threshold: 3, secret: 'Grüße 🌍', warnings: [] } },
    },
    {
      title: 'A share for each file, without labels',
      input: '00112233445566778899aabbccddeeff',
      options: { inputEncoding: 'hex', shares: 3, threshold: 2, labels: false, format: 'files' },
      output: {
        files: [
          { name: 'share-1-of-3.txt', mime: 'text/plain;charset=utf-8', bytes: 35 },
          { name: 'share-2-of-3.txt', mime: 'text/plain;charset=utf-8', bytes: 35 },
          { name: 'share-3-of-3.txt', mime: 'text/plain;charset=utf-8', bytes: 35 },
        ],
      },
    },
    {
      title: 'Too few shares',
      input:
        '3-of-5.5eed5eed.349514b4c030fb34776a23bf4a.125c3dc3\n3-of-5.5eed5eed.388bc205dcd2b76e668da08bd5.0ba241fb\n3-of-5.5eed5eed.349514b4c030fb34776a23bf4a.125c3dc3',
      options: { action: 'combine' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot combine property "input": 3 different shares are needed, got 2',
      },
    },
    {
      title: 'A mistyped share',
      input:
        '3-of-5.5eed5eed.349504b4c030fb34776a23bf4a.125c3dc3\n3-of-5.5eed5eed.12343574035c2f2bcf30ada8b5.4b8c9cfd\n3-of-5.5eed5eed.388bc205dcd2b76e668da08bd5.0ba241fb',
      options: { action: 'combine' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot combine property "input": line 1 is mistyped or incomplete: its checksum does not match',
      },
    },
    {
      title: 'Not shares',
      input: 'hello!',
      options: { action: 'combine' },
      error: { code: 'INVALID_INPUT', message: 'Cannot combine property "input": line 1 is not a share' },
    },
    {
      title: 'A higher threshold than there are shares',
      input: 'x',
      options: { shares: 3, threshold: 4 },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "threshold" must be at most the number of shares, 3, got 4',
      },
    },
  ],
  async run({ input, options, random }) {
    const { action, charset, encoding, format, threshold } = options;
    if (action === 'split') {
      const shares = await split(readInputBytes(input, options), options, Buffer.from(random(4)).toString('hex'));
      if (format === 'json') return json({ shares, threshold, secret: '', warnings: [] });
      if (format === 'text') return text(shares.join('\n'));
      return files(
        shares.map((share, i) => ({
          name: `share-${i + 1}-of-${shares.length}.txt`,
          mime: 'text/plain;charset=utf-8',
          bytes: Buffer.from(`${share}\n`),
        })),
      );
    }
    const { shares, isLabelled } = refusing('Cannot combine property "input"', () => readShares(input));
    const [first = new Uint8Array()] = shares;
    checkWork(first.length, shares.length, shares.length);
    const secret = Buffer.from(await combineShares(shares));
    if (format === 'files') return file('secret.bin', 'application/octet-stream', secret);
    if (format === 'text') return plainResult(secret, { upload: undefined, charset, encoding });
    const warnings = isLabelled ? [] : ['Bare shares do not tell whether they are enough, or right: check the secret'];
    const written =
      encoding === 'text' ? (readableText(secret, charset) ?? secret.toString('base64')) : secret.toString(encoding);
    return json({ shares: [], threshold: isLabelled ? shares.length : 0, secret: written, warnings });
  },
});
