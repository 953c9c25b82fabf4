import { z } from 'zod';

import { defineTool, file, invalid, json, text } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { encryptXChaCha, openXChaCha } from '../../engines/noble-ciphers.js';
import { readInputBytes } from '../../formats/byte-input.js';
import {
  labelOf,
  ONE_FILE,
  onlyFile,
  plainResult,
  readableText,
  readWrittenBytes,
} from '../../formats/ciphers/encrypted-input.js';
import { checkBytes, readSecretBytes } from '../../formats/ciphers/secret-bytes.js';
import { applyChaCha, encryptChaCha, openChaCha } from '../../lib/ciphers/chacha.js';
import { ContentFault } from '../../lib/faults.js';

const KEY_BYTES = 32;
const TAG_BYTES = 16;

const ALGORITHMS = {
  'chacha20-poly1305': { nonceBytes: 12, tagBytes: TAG_BYTES, seal: encryptChaCha, open: openChaCha },
  'xchacha20-poly1305': { nonceBytes: 24, tagBytes: TAG_BYTES, seal: encryptXChaCha, open: openXChaCha },
  chacha20: { nonceBytes: 12, tagBytes: 0, seal: applyChaCha, open: applyChaCha },
} as const;

type Algorithm = keyof typeof ALGORITHMS;

interface Secrets {
  readonly key: Uint8Array;
  readonly nonce: Uint8Array;
  readonly aad: Uint8Array;
  readonly counter: number;
}

async function opened(encrypted: Uint8Array, algorithm: Algorithm, secrets: Secrets): Promise<Uint8Array> {
  const { nonceBytes, tagBytes, open } = ALGORITHMS[algorithm];
  if (secrets.nonce.length < nonceBytes || encrypted.length < tagBytes)
    throw new ContentFault('it is too short to have a nonce and a tag');
  const plain = await open(encrypted, secrets);
  if (plain === undefined)
    throw new ContentFault('key, nonce, tag or additional data is wrong, or the data is damaged');
  return plain;
}

const warningsOf = (algorithm: Algorithm): string[] =>
  algorithm === 'chacha20'
    ? ['ChaCha20 alone does not detect changes: use chacha20-poly1305 unless another system needs this']
    : [];

export default defineTool({
  id: 'chacha20-cipher',
  title: 'ChaCha20 Cipher',
  summary: 'Encrypts and decrypts with ChaCha20-Poly1305, XChaCha20-Poly1305 or plain ChaCha20 under a raw key.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: ONE_FILE,
  options: {
    direction: z.enum(['encrypt', 'decrypt']).default('encrypt').describe('Encrypts or decrypts.'),
    algorithm: z
      .enum(['chacha20-poly1305', 'xchacha20-poly1305', 'chacha20'])
      .default('chacha20-poly1305')
      .describe('RFC 8439 with its tag, the same with a nonce of 24 bytes, or the cipher without a tag.'),
    key: ofKind('secret', z.string().max(10_000).default('').describe('Raw key of 32 bytes.')),
    keyEncoding: z.enum(['hex', 'base64', 'text']).default('hex').describe('How the key is written.'),
    nonce: z
      .string()
      .max(200)
      .default('')
      .describe('Nonce of 12 bytes, 24 for XChaCha20, in hexadecimal; empty where it is before the encrypted data.'),
    counter: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(2 ** 32 - 1)
      .default(0)
      .describe('For plain ChaCha20: number of the first block.'),
    aad: z
      .string()
      .max(100_000)
      .default('')
      .describe('With Poly1305: additional data that is authenticated, but not encrypted.'),
    aadEncoding: z.enum(['text', 'hex', 'base64']).default('text').describe('How the additional data is written.'),
    inputEncoding: shared
      .inputEncoding()
      .describe('Encrypting: plain text, or bytes written in hexadecimal or base64.'),
    from: z
      .enum(['auto', 'base64', 'hex'])
      .default('auto')
      .describe('Decrypting: how the encrypted bytes are written.'),
    charset: shared.charset(),
    encoding: z
      .enum(['auto', 'base64', 'hex'])
      .default('auto')
      .describe('How the result is written; auto is base64 when encrypting, and text when decrypting.'),
    format: z.enum(['text', 'json']).default('text').describe('The result only, or JSON with its parts.'),
  },
  result: 'mixed',
  data: z.object({
    result: z.string().describe('Encrypted data as it is decrypted, or decrypted text (base64 where it is not text).'),
    nonce: z.string().describe('Nonce, in hexadecimal.'),
    tag: z.string().describe('Tag of Poly1305, in hexadecimal; empty for plain ChaCha20.'),
    warnings: z.array(z.string()).describe('What is weak about the choice; empty if nothing is.'),
  }),
  notes: [
    'The result of encrypting is nonce, encrypted data and tag, one after another, so that decrypting needs the key only. A nonce that is given is not repeated in the result.',
    'A nonce must never be used twice with the same key. Random nonces are safe for any number of messages with XChaCha20, and for about 2^32 with ChaCha20.',
    'The key must be random: 32 bytes, as openssl rand -hex 32 writes them. For passwords use AES Encrypt or Encrypt File.',
    'Libraries agree on the order of data and tag: libsodium, Go, Rust and Java put the tag last, too. OpenSSL enc has only plain ChaCha20, with block number and nonce as its -iv.',
  ],
  aliases: [
    'chacha20-poly1305',
    'xchacha20',
    'xchacha20-poly1305',
    'aead',
    'libsodium secretbox alternative',
    'rfc 8439',
    'rfc 7539',
  ],
  verified: [
    'RFC 8439: the vectors of sections 2.4.2 and 2.8.2; draft-irtf-cfrg-xchacha-03: A.3.1',
    'OpenSSL 3.0: 200 random texts under plain ChaCha20 have the same bytes; libsodium (PyNaCl 1.5): 200 texts each for both forms with Poly1305',
    'Every changed bit of key, nonce, tag, data and additional data is refused',
  ],
  examples: [
    {
      title: 'RFC 8439, 2.8.2',
      input:
        "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
      options: {
        key: '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f',
        nonce: '070000004041424344454647',
        aad: '50515253c0c1c2c3c4c5c6c7',
        aadEncoding: 'hex',
        encoding: 'hex',
      },
      output: {
        text: 'd31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691',
      },
    },
    {
      title: 'draft-irtf-cfrg-xchacha-03, A.3.1, decrypted',
      input:
        'bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49',
      options: {
        direction: 'decrypt',
        algorithm: 'xchacha20-poly1305',
        key: '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f',
        nonce: '404142434445464748494a4b4c4d4e4f5051525354555657',
        aad: '50515253c0c1c2c3c4c5c6c7',
        aadEncoding: 'hex',
      },
      output: {
        text: "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.",
      },
    },
    {
      title: 'A random nonce, and the parts in JSON',
      input: 'Grüße 🌍',
      options: { key: '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f', format: 'json' },
      output: { data: { result: '…', nonce: '…', tag: '…', warnings: [] }, varies: true },
    },
    {
      title: 'A key of the wrong length',
      input: 'x',
      options: { key: '0011' },
      error: { code: 'INVALID_INPUT', message: 'Option "key" must have 32 bytes for chacha20-poly1305, got 2' },
    },
    {
      title: 'A nonce of the wrong length',
      input: 'x',
      options: {
        algorithm: 'xchacha20-poly1305',
        key: '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f',
        nonce: '070000004041424344454647',
      },
      error: { code: 'INVALID_INPUT', message: 'Option "nonce" must have 24 bytes for xchacha20-poly1305, got 12' },
    },
    {
      title: 'Damaged data',
      input: '070000004041424344454647d31a8d34648e60db7b86afbc53ef7ec2',
      options: {
        direction: 'decrypt',
        key: '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f',
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": key, nonce, tag or additional data is wrong, or the data is damaged',
      },
    },
    {
      title: 'Data that is too short',
      input: '07000000',
      options: {
        direction: 'decrypt',
        key: '808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f',
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": it is too short to have a nonce and a tag',
      },
    },
  ],
  async run({ input, files, options, random }) {
    const { direction, algorithm, charset, format, counter } = options;
    const { nonceBytes, tagBytes, seal } = ALGORITHMS[algorithm];
    const upload = onlyFile({ input, files });
    const key = readSecretBytes('key', options.key, options.keyEncoding);
    checkBytes('key', key, KEY_BYTES, algorithm);
    const given = readSecretBytes('nonce', options.nonce, 'hex');
    if (given.length > 0) checkBytes('nonce', given, nonceBytes, algorithm);
    const aad = readSecretBytes('aad', options.aad, options.aadEncoding);
    if (aad.length > 0 && tagBytes === 0) throw invalid(`Option "aad" must be empty for ${algorithm}`);
    const warnings = warningsOf(algorithm);
    if (direction === 'encrypt') {
      const encoding = options.encoding === 'auto' ? 'base64' : options.encoding;
      const nonce = given.length > 0 ? given : random(nonceBytes);
      const plain = upload?.bytes ?? readInputBytes(input, options);
      const sealed = await seal(plain, { key, nonce, aad, counter });
      const bytes = Buffer.concat([...(given.length > 0 ? [] : [nonce]), sealed]);
      if (upload !== undefined) return file(`${upload.name}.enc`, 'application/octet-stream', bytes);
      const result = bytes.toString(encoding);
      const tag = Buffer.from(sealed.subarray(sealed.length - tagBytes)).toString('hex');
      return format === 'text'
        ? text(result)
        : json({ result, nonce: Buffer.from(nonce).toString('hex'), tag, warnings });
    }
    if (upload === undefined && input === '')
      throw invalid('Property "input" must not be empty where no file is given');
    const encoding = options.encoding === 'auto' ? 'text' : options.encoding;
    const whole = upload?.bytes ?? readWrittenBytes(input, options.from);
    const nonce = given.length > 0 ? given : whole.subarray(0, nonceBytes);
    const body = given.length > 0 ? whole : whole.subarray(nonceBytes);
    const plain = await refusing(`Cannot decrypt ${labelOf(upload)}`, () =>
      opened(body, algorithm, { key, nonce, aad, counter }),
    );
    if (format === 'text') return plainResult(plain, { upload, charset, encoding });
    const bytes = Buffer.from(plain);
    const result =
      encoding === 'text' ? (readableText(bytes, charset) ?? bytes.toString('base64')) : bytes.toString(encoding);
    const tag = Buffer.from(body.subarray(body.length - tagBytes)).toString('hex');
    return json({ result, nonce: Buffer.from(nonce).toString('hex'), tag, warnings });
  },
});
