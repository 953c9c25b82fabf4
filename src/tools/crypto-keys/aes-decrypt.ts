import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { aesOptions, checkOneSecret } from '../../formats/ciphers/aes-secret.js';
import { labelOf, ONE_FILE, onlyFile, plainResult, readableText } from '../../formats/ciphers/encrypted-input.js';
import { encryptedContent, openContent } from '../../formats/ciphers/open-aes.js';
import { MAX_ITERATIONS } from '../../lib/ciphers/openssl-enc.js';

export default defineTool({
  id: 'aes-decrypt',
  title: 'AES Decrypt',
  summary:
    'Decrypts AES text and files: JWE, OpenSSL and CryptoJS by password, GCM, CBC, CTR, CFB, OFB and ECB by raw key.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: ONE_FILE,
  options: {
    ...aesOptions,
    iv: aesOptions.iv.describe('With "key": initialization vector; empty if the encrypted data begins with it.'),
    tag: z
      .string()
      .max(100)
      .default('')
      .describe('With GCM: tag in hexadecimal; empty if it is at the end of the data.'),
    keyDerivation: z
      .enum(['auto', 'pbkdf2', 'evp'])
      .default('auto')
      .describe(
        'In the OpenSSL format: PBKDF2, or the single hash of older versions and of CryptoJS; auto tries both.',
      ),
    digest: z
      .enum(['auto', 'sha256', 'sha512', 'sha1', 'md5'])
      .default('auto')
      .describe(
        'In the OpenSSL format: digest of the key derivation; auto tries the defaults of OpenSSL and CryptoJS.',
      ),
    iterations: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(MAX_ITERATIONS)
      .default(0)
      .describe('In the OpenSSL format: iterations of PBKDF2; 0 tries the usual numbers.'),
    from: z
      .enum(['auto', 'base64', 'hex'])
      .default('auto')
      .describe('How the encrypted bytes are written; auto tells by their digits.'),
    charset: shared.charset(),
    encoding: z.enum(['text', 'base64', 'hex']).default('text').describe('How the decrypted bytes are written.'),
    format: z
      .enum(['text', 'json'])
      .default('text')
      .describe('The decrypted text only, or JSON that says how it was encrypted.'),
  },
  result: 'mixed',
  data: z.object({
    decrypted: z.string().describe('Decrypted text; base64 where it is not valid text.'),
    container: z.string().describe('What the encrypted data was: jwe, openssl, or none for raw bytes.'),
    cipher: z.string().describe('Cipher that was used.'),
    keyDerivation: z.string().describe('How the key was made from the password, or none.'),
    iterations: count('Iterations of the key derivation; 0 for a raw key.'),
    warnings: z.array(z.string()).describe('What is weak or uncertain; empty if nothing is.'),
  }),
  notes: [
    'Base64, base64url and hexadecimal are read, with or without padding, line breaks, quotes and "> " before lines. "Salted__" (U2FsdGVkX1…) and compact JWE are recognised by themselves.',
    'In the OpenSSL format neither cipher nor key derivation is named. Tried in this order: PBKDF2 with SHA-256 and 10,000 iterations, the single hash with SHA-256 and with MD5 (CryptoJS, OpenSSL before 1.1), then PBKDF2 with 600,000, 100,000, 200,000 and 1,000,000 iterations. The cipher is aes-256-cbc unless chosen.',
    'Only GCM and JWE detect changes. In the other modes a wrong key gives an error in 255 of 256 cases with PKCS #7 padding, and meaningless bytes otherwise.',
    'A JWE may ask for at most 2,000,000 iterations. Its algorithms PBES2, A128KW to A256KW and dir are read.',
    'Decrypted bytes that are not valid text come as a file.',
  ],
  aliases: [
    'aes decryption',
    'decrypt text',
    'openssl enc -d',
    'U2FsdGVkX1',
    'salted__',
    'cryptojs decrypt',
    'decrypt jwe',
    'aes-256-cbc decrypt',
  ],
  verified: [
    'NIST SP 800-38A, appendix F, and the GCM specification: the vectors of AES Encrypt in reverse',
    'OpenSSL 3.0 enc: 200 random texts with random ciphers, PBKDF2 or the single hash, SHA-256 or MD5, are opened',
    'jose 6.2: 200 JWE with PBES2, AES key wrap and direct keys, GCM and CBC, are opened',
    'Every changed bit of tag, IV, data and additional data of a GCM message is refused; a JWE cut at every length, and with 500 characters changed, never gives another content',
  ],
  examples: [
    {
      title: 'What openssl enc -aes-256-cbc -pbkdf2 -a has written (OpenSSL 3.0)',
      input: 'U2FsdGVkX19E+w2/++C7crA+zqs7S1GgNihybRF82lc=',
      options: { password: 'x' },
      output: { text: 'hello' },
    },
    {
      title: 'A JWE that jose 6.2 has written, and how it was encrypted',
      input:
        'eyJhbGciOiJQQkVTMi1IUzI1NitBMTI4S1ciLCJlbmMiOiJBMTI4Q0JDLUhTMjU2IiwicDJjIjo0MDk2LCJwMnMiOiJpa1ZkMGYzbGk1RV9VSTVKVm1JMHhnIn0.ZX6wyNUhHyy8uds9IQrE8zbgucR-SHUZgndomba4ouqXzzxh9Go0yQ.m0Z5ySTw1MKIaljY52QUdA.IpZRZKdOqZ4bv9L_Vz6fnQ.IOeaEKhQKfTW7uUJxwVq3Q',
      options: { password: 'Thus from my lips', format: 'json' },
      output: {
        data: {
          decrypted: 'Grüße 🌍',
          container: 'jwe',
          cipher: 'A128CBC-HS256',
          keyDerivation: 'PBES2-HS256+A128KW',
          iterations: 4096,
          warnings: ['PBKDF2 with 4096 iterations is weak today'],
        },
      },
    },
    {
      title: 'The GCM specification, test case 16, in hexadecimal',
      input:
        '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662',
      options: {
        key: 'feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308',
        iv: 'cafebabefacedbaddecaf888',
        tag: '76fc6ece0f4e1768cddf8853bb2d551b',
        aad: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
        aadEncoding: 'hex',
        encoding: 'hex',
      },
      output: {
        text: 'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
      },
    },
    {
      title: 'A wrong password',
      input: 'U2FsdGVkX19E+w2/++C7crA+zqs7S1GgNihybRF82lc=',
      options: { password: 'y', keyDerivation: 'pbkdf2', iterations: 10_000 },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot decrypt property "input": the password, the cipher or the key derivation is wrong, or the data is damaged',
      },
    },
    {
      title: 'A password for bytes that do not say how they were encrypted',
      input: '00112233',
      options: { password: 'x' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot decrypt property "input": it is neither a JWE nor in the OpenSSL format ("Salted__"), which are what a password opens',
      },
    },
    {
      title: 'A changed tag',
      input: '0388dace60b6a392f328c2b971b2fe78',
      options: {
        key: '00000000000000000000000000000000',
        iv: '000000000000000000000000',
        tag: 'ab6e47d42cec13bdf53a67b21257bdde',
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": key, IV, tag or additional data is wrong, or the data is damaged',
      },
    },
    {
      title: 'Data that ends in the middle of a block',
      input: '00112233445566778899aabbccddeeff0011',
      options: { key: '00112233445566778899aabbccddeeff', cipher: 'aes-128-ecb' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot decrypt property "input": the encrypted data must have a multiple of 16 bytes, it has 18',
      },
    },
  ],
  async run({ input, files, options }) {
    checkOneSecret(options);
    const upload = onlyFile({ input, files });
    if (upload === undefined && input === '')
      throw invalid('Property "input" must not be empty where no file is given');
    const { from, charset, encoding, format } = options;
    const content = encryptedContent(input, upload, from);
    const { plain, ...how } = refusing(`Cannot decrypt ${labelOf(upload)}`, () => openContent(content, options));
    if (format === 'text') return plainResult(plain, { upload, charset, encoding });
    const decrypted =
      encoding === 'text' ? (readableText(plain, charset) ?? plain.toString('base64')) : plain.toString(encoding);
    return json({ decrypted, ...how });
  },
});
