import { timingSafeEqual } from 'node:crypto';

import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { HMAC_DIGEST_NAMES, hmac } from '../../engines/digests.js';
import { TEXT_FILES } from '../../formats/each-text.js';
import { readOptionBytes } from '../../formats/key-bytes.js';
import { readBase64 } from '../../lib/bytes/byte-text.js';
import { aesCmac } from '../../lib/bytes/cmac.js';
import { unlessFaulty } from '../../lib/faults.js';
import { CONTENT_NOTE, readContents } from './_contents.js';

/** RFC 2104, section 5: a MAC may be cut to half its length, and not below 80 bits. */
const MIN_MAC_BYTES = 10;

/** Readings of an expected MAC: `sha256=…` of webhooks, hexadecimal digits, base64. */
function readExpected(expected: string): readonly Uint8Array[] {
  const value = expected.trim().replace(/^[a-z0-9-]{2,12}=(?=.)/i, '');
  const digits = value.replace(/[\s:-]/g, '');
  const isHex = /^(?:[0-9a-f]{2})+$/i.test(digits);
  const base64 = unlessFaulty(() => readBase64(value, { strict: false }));
  if (!isHex && base64 === undefined) throw invalid('Option "expected" must be a MAC in hexadecimal digits or base64');
  return [...(isHex ? [Buffer.from(digits, 'hex')] : []), ...(base64 === undefined ? [] : [base64])];
}

function isExpected(mac: Uint8Array, readings: readonly Uint8Array[]): boolean {
  const fitting = readings.filter(
    ({ length }) => length <= mac.length && length >= Math.max(MIN_MAC_BYTES, mac.length / 2),
  );
  return fitting.some((reading) => timingSafeEqual(mac.subarray(0, reading.length), reading));
}

function warningsOf(algorithm: string, key: Uint8Array, macBytes: number): string[] {
  const warnings: string[] = [];
  if (algorithm === 'md5' || algorithm === 'sha1')
    warnings.push(`HMAC-${algorithm.toUpperCase()} is for old systems; new ones use SHA-256 or stronger`);
  if (algorithm !== 'aes-cmac' && key.length < Math.min(macBytes, 16))
    warnings.push(
      key.length === 0
        ? 'The key is empty: anyone can compute this MAC'
        : `The key has ${key.length} ${key.length === 1 ? 'byte' : 'bytes'}; shorter than 16 bytes can be guessed`,
    );
  return warnings;
}

export default defineTool({
  id: 'hmac-calculator',
  title: 'HMAC Calculator',
  summary: 'Computes or verifies an HMAC with any digest, or an AES-CMAC, of a text or of files.',
  family: 'hashing',
  class: 'native',
  input: 'optional',
  files: TEXT_FILES,
  options: {
    key: ofKind('secret', z.string().max(10_000).default('').describe('Secret key; an empty one is legal for HMAC.')),
    keyEncoding: z.enum(['text', 'hex', 'base64']).default('text').describe('What the key is: text, or bytes.'),
    algorithm: z
      .enum(['sha256', ...HMAC_DIGEST_NAMES.filter((name) => name !== 'sha256'), 'aes-cmac'])
      .default('sha256')
      .describe('Digest of the HMAC, or AES-CMAC.'),
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
    encoding: z.enum(['hex', 'base64', 'base64url']).default('hex').describe('Encoding of the MAC.'),
    expected: z
      .string()
      .max(300)
      .default('')
      .describe('MAC to verify, in hexadecimal digits or base64, also as sha256=…; empty to compute only.'),
  },
  result: 'data',
  data: z.object({
    algorithm: z.string().describe('Algorithm of the MAC.'),
    macs: z
      .array(
        z.object({
          name: z.string().describe('File name, or "input".'),
          bytes: count('Number of bytes that were authenticated.'),
          mac: z.string().describe('MAC in the encoding asked for.'),
          valid: z.boolean().optional().describe('The expected MAC is this one; only where one is expected.'),
          reason: z.string().optional().describe('Why it is not valid, empty if it is; only where one is expected.'),
        }),
      )
      .describe('One entry per file.'),
    warnings: z.array(z.string()).describe('What is weak; empty if nothing is.'),
  }),
  notes: [
    CONTENT_NOTE,
    'The text is taken exactly as given: a line break at the end counts. A key as text is taken as UTF-8.',
    'An expected MAC is compared in constant time; one that was cut to half its length or more, and at least 10 bytes, is accepted.',
    'AES-CMAC (RFC 4493) takes a key of 16, 24 or 32 bytes. The key is never part of the response.',
  ],
  aliases: [
    'hmac sha512',
    'hmac sha1',
    'hmac md5',
    'hmac verify',
    'cmac',
    'aes-cmac',
    'message authentication code',
    'webhook signature',
    'x-hub-signature-256',
    'keyed hash',
    'mac calculator',
  ],
  verified: [
    'RFC 2202 (MD5 and SHA-1, five test cases each), RFC 4231 (SHA-256, all seven) and RFC 4493 (AES-CMAC, all four)',
    'OpenSSL 3.0: the same MACs for 288 random pairs of key and content by the 15 digests it has and AES-CMAC; HMAC over Keccak-256, BLAKE3 and Whirlpool beside the definition in RFC 2104 written out with those digests',
  ],
  examples: [
    {
      title: 'RFC 4231, test case 2, with SHA-512',
      input: 'what do ya want for nothing?',
      options: { key: 'Jefe', algorithm: 'sha512' },
      output: {
        data: {
          algorithm: 'sha512',
          macs: [
            {
              name: 'input',
              bytes: 28,
              mac: '164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737',
            },
          ],
          warnings: ['The key has 4 bytes; shorter than 16 bytes can be guessed'],
        },
      },
    },
    {
      title: 'A webhook signature, verified (example of GitHub)',
      input: 'Hello, World!',
      options: {
        key: "It's a Secret to Everybody",
        expected: 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
      },
      output: {
        data: {
          algorithm: 'sha256',
          macs: [
            {
              name: 'input',
              bytes: 13,
              mac: '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
              valid: true,
              reason: '',
            },
          ],
          warnings: [],
        },
      },
    },
    {
      title: 'AES-CMAC of an empty file (RFC 4493, example 1)',
      files: [{ name: 'empty.bin', text: '' }],
      options: { algorithm: 'aes-cmac', key: '2b7e1516 28aed2a6 abf71588 09cf4f3c', keyEncoding: 'hex' },
      output: {
        data: {
          algorithm: 'aes-cmac',
          macs: [{ name: 'empty.bin', bytes: 0, mac: 'bb1d6929e95937287fa37d129b756746' }],
          warnings: [],
        },
      },
    },
    {
      title: 'A key that is not as long as AES needs it',
      input: 'abc',
      options: { algorithm: 'aes-cmac', key: 'secret' },
      error: { code: 'INVALID_INPUT', message: 'Option "key" must have 16, 24 or 32 bytes for AES-CMAC, got 6' },
    },
    {
      title: 'A key that is not hexadecimal',
      input: 'abc',
      options: { key: '0b0b zz', keyEncoding: 'hex' },
      error: { code: 'INVALID_INPUT', message: 'Option "key" must be hexadecimal digits: character 6 does not fit' },
    },
    {
      title: 'An expected MAC that cannot be read',
      input: 'abc',
      options: { key: 'secret', expected: 'Ünknown' },
      error: { code: 'INVALID_INPUT', message: 'Option "expected" must be a MAC in hexadecimal digits or base64' },
    },
  ],
  async run(run) {
    const { algorithm, encoding, expected } = run.options;
    const key = readOptionBytes('key', run.options.key, run.options.keyEncoding);
    if (algorithm === 'aes-cmac' && ![16, 24, 32].includes(key.length))
      throw invalid(`Option "key" must have 16, 24 or 32 bytes for AES-CMAC, got ${key.length}`);
    const readings = expected === '' ? undefined : readExpected(expected);
    const macs: { name: string; bytes: number; mac: string; valid?: boolean; reason?: string }[] = [];
    let macBytes = 0;
    for (const { name, bytes } of readContents(run)) {
      const mac = algorithm === 'aes-cmac' ? aesCmac(key, bytes) : await hmac(algorithm, key, bytes);
      macBytes = mac.length;
      const told = { name, bytes: bytes.length, mac: Buffer.from(mac).toString(encoding) };
      const valid = readings !== undefined && isExpected(mac, readings);
      const reason = valid ? '' : 'The content or the key is not what the expected MAC was made with';
      macs.push(readings === undefined ? told : { ...told, valid, reason });
    }
    return json({ algorithm, macs, warnings: warningsOf(algorithm, key, macBytes) });
  },
});
