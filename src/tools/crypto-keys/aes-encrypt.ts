import { z } from 'zod';

import { defineTool, file, invalid, json, text } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { readInputBytes } from '../../formats/byte-input.js';
import { aesOptions, aesWarnings, checkOneSecret, readRawSecret } from '../../formats/ciphers/aes-secret.js';
import { labelOf, ONE_FILE, onlyFile } from '../../formats/ciphers/encrypted-input.js';
import { aesShape, encryptAes, type Padding } from '../../lib/ciphers/aes.js';
import { encryptJwe } from '../../lib/ciphers/jwe.js';
import { encryptEnc, MAX_ITERATIONS, SAFE_ITERATIONS } from '../../lib/ciphers/openssl-enc.js';

type RawOptions = Parameters<typeof readRawSecret>[0] & { readonly padding: Padding };

type Chance = (length: number) => Uint8Array;

/** IV, unless the caller has chosen it, encrypted data and tag. */
function encryptRaw(plain: Uint8Array, options: RawOptions, random: Chance) {
  const { cipher, key, iv: given, aad } = readRawSecret(options);
  const iv = given ?? random(aesShape(cipher).ivBytes);
  const { ciphertext, tag } = encryptAes(plain, { cipher, key, iv, aad, padding: options.padding });
  const bytes = Buffer.concat([...(given === undefined ? [iv] : []), ciphertext, tag]);
  return { cipher, bytes, iv, ciphertext, tag };
}

function encryptOpenssl(
  plain: Uint8Array,
  asked: string,
  settings: { password: string; iterations: number; random: Chance },
) {
  const cipher = asked === 'auto' ? 'aes-256-cbc' : asked;
  if (cipher.endsWith('gcm'))
    throw invalid(`Option "cipher" must not be a GCM cipher for the OpenSSL format, got "${cipher}"`);
  const typed = cipher as Parameters<typeof aesWarnings>[0];
  const bytes = encryptEnc(plain, { ...settings, cipher: typed });
  return { cipher: typed, bytes, iv: new Uint8Array(), ciphertext: bytes.subarray(16), tag: new Uint8Array() };
}

export default defineTool({
  id: 'aes-encrypt',
  title: 'AES Encrypt',
  summary:
    'Encrypts text or a file with AES, under a password or a raw key: GCM, CBC, CTR, CFB, OFB or ECB, JWE or OpenSSL format.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: ONE_FILE,
  options: {
    ...aesOptions,
    container: z
      .enum(['auto', 'jwe', 'openssl'])
      .default('auto')
      .describe('With "password": JWE, authenticated and the default, or what openssl enc -pbkdf2 reads.'),
    iterations: z
      .number()
      .multipleOf(1)
      .min(10_000)
      .max(MAX_ITERATIONS)
      .default(SAFE_ITERATIONS)
      .describe('In the OpenSSL format: iterations of PBKDF2, for its option -iter.'),
    inputEncoding: shared.inputEncoding(),
    charset: shared.charset(),
    encoding: z.enum(['base64', 'hex', 'base64url']).default('base64').describe('How the encrypted bytes are written.'),
    format: z.enum(['text', 'json']).default('text').describe('The encrypted text only, or JSON with its parts.'),
  },
  result: 'mixed',
  data: z.object({
    encrypted: z.string().describe('The whole result, as it is decrypted.'),
    cipher: z.string().describe('Cipher that was used.'),
    iv: z
      .string()
      .describe('Initialization vector in the chosen encoding; empty where it is derived or part of a JWE.'),
    ciphertext: z.string().describe('Encrypted data alone, in the chosen encoding; empty for a JWE.'),
    tag: z.string().describe('Authentication tag of GCM in the chosen encoding; empty for a JWE and for other modes.'),
    warnings: z.array(z.string()).describe('What is weak about the choice; empty if nothing is.'),
  }),
  notes: [
    'With a password the result is a compact JWE (RFC 7516): A256GCM, its key from PBKDF2-HMAC-SHA-512 with 210,000 iterations (PBES2-HS512+A256KW). It is authenticated, says how it was made, and JOSE libraries open it; jose for JavaScript asks for the option maxPBES2Count first.',
    'OpenSSL has no format that authenticates a file under a password with enc. The OpenSSL format here is opened by: openssl enc -d -aes-256-cbc -pbkdf2 -iter 600000 -a -A -in FILE. It does not detect changes.',
    'With a raw key the result is IV, encrypted data and, in GCM mode, the tag of 16 bytes, one after another. An IV that is given is not repeated in the result.',
    'An IV must never be used twice with the same key: in GCM and CTR mode this gives both texts away. Leave it empty for a random one.',
    'A file gives a file: bytes, or a text for a JWE. For large files, several files or recipients use Encrypt File.',
  ],
  aliases: [
    'aes',
    'aes-256-gcm',
    'aes encryption online',
    'encrypt text with password',
    'openssl enc',
    'aes cbc',
    'cipher text',
    'salted__',
  ],
  verified: [
    'NIST SP 800-38A, appendix F: eight vectors of ECB, CBC, CFB128, OFB and CTR; the GCM specification, test cases 4, 10 and 16',
    'OpenSSL 3.0: opens 200 texts in the OpenSSL format with random ciphers, passwords and iterations, and encrypts 200 under raw keys to the same bytes',
    'jose 6.2: opens 200 JWE of random texts and passwords',
  ],
  examples: [
    {
      title: 'A text under a password',
      input: 'Meet me at noon',
      options: { password: 'correct horse battery staple' },
      output: { text: 'eyJhbGciOiJQQkVTMi1IUzUxMitBMjU2S1ciLCJlbmMiOiJBMjU2R0NNIiwicDJzIjoi…', varies: true },
    },
    {
      title: 'NIST SP 800-38A, F.2.5: CBC with a key of 256 bits, without padding',
      input: '6bc1bee22e409f96e93d7e117393172a',
      options: {
        inputEncoding: 'hex',
        key: '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
        cipher: 'aes-256-cbc',
        iv: '000102030405060708090a0b0c0d0e0f',
        padding: 'none',
        encoding: 'hex',
      },
      output: { text: 'f58c4c04d6e5f1ba779eabfb5f7bfbd6' },
    },
    {
      title: 'The GCM specification, test case 16: parts in JSON',
      input:
        'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
      options: {
        inputEncoding: 'hex',
        key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
        iv: 'cafebabefacedbaddecaf888',
        aad: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
        aadEncoding: 'hex',
        encoding: 'hex',
        format: 'json',
      },
      output: {
        data: {
          encrypted:
            '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b',
          cipher: 'aes-256-gcm',
          iv: 'cafebabefacedbaddecaf888',
          ciphertext:
            '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662',
          tag: '76fc6ece0f4e1768cddf8853bb2d551b',
          warnings: [],
        },
      },
    },
    {
      title: 'A text for openssl enc',
      input: 'Grüße 🌍',
      options: { password: 'secret', container: 'openssl' },
      output: { text: 'U2FsdGVkX1…', varies: true },
    },
    {
      title: 'Neither password nor key',
      input: 'x',
      error: { code: 'INVALID_INPUT', message: 'Option "password" or option "key" must be given' },
    },
    {
      title: 'Both',
      input: 'x',
      options: { password: 'a', key: '00' },
      error: { code: 'INVALID_INPUT', message: 'Option "password" must be empty where option "key" is given' },
    },
    {
      title: 'A key that is not hexadecimal',
      input: 'x',
      options: { key: 'my key' },
      error: { code: 'INVALID_INPUT', message: 'Option "key" must be pairs of hexadecimal digits' },
    },
    {
      title: 'A key of the wrong length',
      input: 'x',
      options: { key: '0011' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "key" must have 16, 24 or 32 bytes, got 2: is option "keyEncoding" right?',
      },
    },
    {
      title: 'GCM in the OpenSSL format',
      input: 'x',
      options: { password: 'a', container: 'openssl', cipher: 'aes-256-gcm' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "cipher" must not be a GCM cipher for the OpenSSL format, got "aes-256-gcm"',
      },
    },
    {
      title: 'CBC in a JWE',
      input: 'x',
      options: { password: 'a', cipher: 'aes-256-cbc' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "cipher" must be aes-256-gcm in a JWE: other ciphers need option "key", or option "container" openssl',
      },
    },
    {
      title: 'Half a block without padding',
      input: 'eight by',
      options: { key: '00112233445566778899aabbccddeeff', cipher: 'aes-128-ecb', padding: 'none' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot encrypt property "input": without padding it must have a multiple of 16 bytes, it has 8',
      },
    },
    {
      title: 'An IV of the wrong length',
      input: 'x',
      options: { key: '00112233445566778899aabbccddeeff', cipher: 'aes-128-cbc', iv: '0011' },
      error: { code: 'INVALID_INPUT', message: 'Option "iv" must have 16 bytes for aes-128-cbc, got 2' },
    },
    {
      title: 'Additional data for a cipher that does not authenticate',
      input: 'x',
      options: { key: '00112233445566778899aabbccddeeff', cipher: 'aes-128-cbc', aad: 'header' },
      error: { code: 'INVALID_INPUT', message: 'Option "aad" must be empty for aes-128-cbc' },
    },
  ],
  run({ input, files, options, random }) {
    checkOneSecret(options);
    const upload = onlyFile({ input, files });
    const plain = upload?.bytes ?? readInputBytes(input, options);
    const { password, container, encoding, iterations } = options;
    const written = (bytes: Uint8Array): string => Buffer.from(bytes).toString(encoding);
    if (password !== '' && container !== 'openssl') {
      if (options.cipher !== 'auto' && options.cipher !== 'aes-256-gcm')
        throw invalid(
          'Option "cipher" must be aes-256-gcm in a JWE: other ciphers need option "key", or option "container" openssl',
        );
      const token = encryptJwe(plain, password, random);
      if (upload !== undefined) return file(`${upload.name}.jwe`, 'application/jose', Buffer.from(token));
      if (options.format === 'text') return text(token);
      return json({ encrypted: token, cipher: 'aes-256-gcm', iv: '', ciphertext: '', tag: '', warnings: [] });
    }
    const made = refusing(`Cannot encrypt ${labelOf(upload)}`, () =>
      password === ''
        ? encryptRaw(plain, options, random)
        : encryptOpenssl(plain, options.cipher, { password, iterations, random }),
    );
    if (upload !== undefined) return file(`${upload.name}.enc`, 'application/octet-stream', made.bytes);
    const encrypted = written(made.bytes);
    if (options.format === 'text') return text(encrypted);
    const parts = { iv: written(made.iv), ciphertext: written(made.ciphertext), tag: written(made.tag) };
    return json({ encrypted, cipher: made.cipher, ...parts, warnings: aesWarnings(made.cipher) });
  },
});
