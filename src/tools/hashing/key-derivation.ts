import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { shared } from '../../core/shared-options.js';
import { readOptionBytes } from '../../formats/key-bytes.js';
import { type Derivation, deriveKey, KDF_DIGESTS } from './_derive-key.js';

const encodingOf = (what: string) =>
  z.enum(['text', 'hex', 'base64']).default('text').describe(`What the ${what} is: text, or bytes.`);

/** What OWASP's Password Storage Cheat Sheet names for SHA-256, and what OpenSSL's enc did before -pbkdf2. */
const DEFAULT_ITERATIONS = { pbkdf2: 600_000, evp: 1, hkdf: 0, scrypt: 0 } as const;

function warningsOf({
  algorithm,
  digest,
  salt,
  secret,
  iterations,
  cost,
  blockSize,
  parallelism,
}: Derivation): string[] {
  const isPassword = algorithm !== 'hkdf';
  return [
    ...(secret.length === 0 ? ['The password or key is empty'] : []),
    ...(isPassword && salt.length < 8 ? ['Passwords need a random salt of 8 bytes or more, best 16'] : []),
    ...(algorithm === 'pbkdf2' && iterations < 100_000
      ? [`PBKDF2 with ${iterations} iterations is quick to guess; use 600,000 or more`]
      : []),
    ...(algorithm === 'scrypt' && cost * blockSize * parallelism < 2 ** 17
      ? ['scrypt with less than N=16384, r=8, p=1 is quick to guess']
      : []),
    ...(algorithm === 'evp' ? ['EVP_BytesToKey is quick to guess; it is here to open old files of OpenSSL'] : []),
    ...(digest === 'md5' && algorithm !== 'scrypt' ? ['MD5 is for old files only'] : []),
  ];
}

export default defineTool({
  id: 'key-derivation',
  title: 'Key Derivation',
  summary: 'Derives a key from a password or another key with PBKDF2, HKDF, scrypt or EVP_BytesToKey.',
  family: 'hashing',
  class: 'standard',
  input: 'none',
  options: {
    algorithm: z
      .enum(['pbkdf2', 'hkdf', 'scrypt', 'evp'])
      .default('pbkdf2')
      .describe('How the key is derived; evp is EVP_BytesToKey, as OpenSSL enc does without -pbkdf2.'),
    password: shared.password().describe('Password to derive from.'),
    key: ofKind('secret', z.string().max(10_000).default('').describe('Key to derive from, instead of a password.')),
    keyEncoding: z.enum(['text', 'hex', 'base64']).default('hex').describe('What the key is: bytes, or text.'),
    salt: z.string().max(10_000).default('').describe('Salt; empty for none.'),
    saltEncoding: encodingOf('salt'),
    digest: z.enum(KDF_DIGESTS).default('sha256').describe('Digest; scrypt has its own.'),
    iterations: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(5_000_000)
      .default(0)
      .describe('Iterations; 0: 600,000 for PBKDF2 and 1 for EVP_BytesToKey.'),
    cost: z.number().multipleOf(1).min(2).max(2_097_152).default(131_072).describe('Cost N of scrypt, a power of 2.'),
    blockSize: z.number().multipleOf(1).min(1).max(1024).default(8).describe('Block size r of scrypt.'),
    parallelism: z.number().multipleOf(1).min(1).max(1024).default(1).describe('Parallelism p of scrypt.'),
    info: z.string().max(2100).default('').describe('Context of HKDF, which tells keys for several uses apart.'),
    infoEncoding: encodingOf('context'),
    length: z.number().multipleOf(1).min(1).max(1024).default(32).describe('Bytes of the key.'),
    ivLength: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(64)
      .default(0)
      .describe('Bytes of an IV derived after the key, as OpenSSL enc does: 16 for AES-CBC; 0 for none.'),
    encoding: z.enum(['hex', 'base64', 'base64url']).default('hex').describe('Encoding of the key and IV.'),
  },
  result: 'data',
  data: z.object({
    key: z.string().describe('Derived key.'),
    iv: z.string().describe('Bytes after the key; empty if none are asked for.'),
    algorithm: z.string().describe('Derivation with its parameters.'),
    warnings: z.array(z.string()).describe('What is weak; empty if nothing is.'),
  }),
  notes: [
    'Deterministic: the same password, salt and parameters give the same key. Nothing is chosen by chance, the salt neither.',
    'For storing passwords, use argon2-generator or bcrypt-generator: they keep salt and parameters with the hash.',
    'Limits: 5,000,000 rounds (iterations times blocks of the digest; SHA-3 counts twice, EVP_BytesToKey five times); scrypt 256 MiB and N×r×p of 8,388,608. HKDF gives at most 255 times the length of its digest.',
    'A password is taken as UTF-8. Neither it nor the key it is derived from is repeated in the response.',
  ],
  aliases: [
    'pbkdf2',
    'hkdf',
    'scrypt',
    'evp_bytestokey',
    'kdf',
    'password to key',
    'derive key',
    'openssl kdf',
    'openssl enc -P',
    'key stretching',
    'wpa psk',
  ],
  verified: [
    'RFC 6070 (PBKDF2-SHA-1, five test vectors), RFC 7914 (PBKDF2-SHA-256, two; scrypt, three), RFC 5869 (HKDF, test case 1)',
    'OpenSSL 3.0: PBKDF2, HKDF and scrypt (openssl kdf) and EVP_BytesToKey (openssl enc -P) give the same for 208 random secrets, salts and parameters',
  ],
  examples: [
    {
      title: 'PBKDF2-HMAC-SHA-1 (RFC 6070, 4096 iterations)',
      options: { password: 'password', salt: 'salt', digest: 'sha1', iterations: 4096, length: 20 },
      output: {
        data: {
          key: '4b007901b765489abead49d926f721d065a429c1',
          iv: '',
          algorithm: 'PBKDF2-HMAC-SHA1, 4096 iterations',
          warnings: [
            'Passwords need a random salt of 8 bytes or more, best 16',
            'PBKDF2 with 4096 iterations is quick to guess; use 600,000 or more',
          ],
        },
      },
    },
    {
      title: 'HKDF-SHA-256 (RFC 5869, test case 1)',
      options: {
        algorithm: 'hkdf',
        key: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
        salt: '000102030405060708090a0b0c',
        saltEncoding: 'hex',
        info: 'f0f1f2f3f4f5f6f7f8f9',
        infoEncoding: 'hex',
        length: 42,
      },
      output: {
        data: {
          key: '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
          iv: '',
          algorithm: 'HKDF-SHA256',
          warnings: [],
        },
      },
    },
    {
      title: 'scrypt (RFC 7914, N=1024)',
      options: {
        algorithm: 'scrypt',
        password: 'password',
        salt: 'NaCl',
        cost: 1024,
        parallelism: 16,
        length: 64,
      },
      output: {
        data: {
          key: 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
          iv: '',
          algorithm: 'scrypt, N=1024, r=8, p=16',
          warnings: ['Passwords need a random salt of 8 bytes or more, best 16'],
        },
      },
    },
    {
      title: 'Password and key at once',
      options: { password: 'secret', key: '00ff' },
      error: { code: 'INVALID_INPUT', message: 'One of options "password" and "key" must be empty' },
    },
    {
      title: 'A cost that scrypt does not take',
      options: { algorithm: 'scrypt', password: 'secret', cost: 1000 },
      error: { code: 'INVALID_INPUT', message: 'Option "cost" must be a power of 2, got 1000' },
    },
    {
      title: 'A salt that OpenSSL does not take',
      options: { algorithm: 'evp', password: 'secret', salt: 'salt' },
      error: { code: 'INVALID_INPUT', message: 'Option "salt" must have 8 bytes or none for EVP_BytesToKey, got 4' },
    },
    {
      title: 'More rounds than a run may take',
      options: { password: 'secret', iterations: 5_000_000, length: 64 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'The derivation may take 5000000 rounds of sha256, it needs 10000000: lower "iterations" or "length"',
      },
    },
    {
      title: 'More memory than a run may take',
      options: { algorithm: 'scrypt', password: 'secret', cost: 2_097_152 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Options "cost" times "blockSize" must be at most 2097152, times "parallelism" at most 8388608',
      },
    },
  ],
  async run({ options }) {
    const { algorithm, digest, password, key, cost, blockSize, parallelism, length, ivLength, encoding } = options;
    if (password !== '' && key !== '') throw invalid('One of options "password" and "key" must be empty');
    const derivation: Derivation = {
      ...{ algorithm, digest, cost, blockSize, parallelism, length: length + ivLength },
      secret: key === '' ? Buffer.from(password) : readOptionBytes('key', key, options.keyEncoding),
      salt: readOptionBytes('salt', options.salt, options.saltEncoding),
      info: readOptionBytes('info', options.info, options.infoEncoding),
      iterations: options.iterations === 0 ? DEFAULT_ITERATIONS[algorithm] : options.iterations,
    };
    const bytes = Buffer.from(await deriveKey(derivation));
    const [name, rounds] = [digest.toUpperCase(), derivation.iterations];
    const told = {
      pbkdf2: `PBKDF2-HMAC-${name}, ${rounds} iterations`,
      hkdf: `HKDF-${name}`,
      scrypt: `scrypt, N=${cost}, r=${blockSize}, p=${parallelism}`,
      evp: `EVP_BytesToKey with ${name}, ${rounds} ${rounds === 1 ? 'iteration' : 'iterations'}`,
    };
    return json({
      key: bytes.subarray(0, length).toString(encoding),
      iv: bytes.subarray(length).toString(encoding),
      algorithm: told[algorithm],
      warnings: warningsOf(derivation),
    });
  },
});
