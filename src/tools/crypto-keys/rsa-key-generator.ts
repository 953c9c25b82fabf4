import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';

import { newRsaKey } from '../../formats/keys/new-keys.js';
import { pairFiles, pairReport, reportPair } from './_key-pairs.js';

export default defineTool({
  id: 'rsa-key-generator',
  title: 'RSA Key Generator',
  summary: 'Makes an RSA key pair in PEM (PKCS #8 or PKCS #1), DER or JWK, with a password if wanted.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    bits: z
      .number()
      .multipleOf(1024)
      .min(2048)
      .max(4096)
      .default(3072)
      .describe('Length of the modulus: 2048, 3072 or 4096 bits.'),
    format: z
      .enum(['pkcs8', 'pkcs1', 'jwk', 'der'])
      .default('pkcs8')
      .describe('PEM with BEGIN PRIVATE KEY, PEM with BEGIN RSA PRIVATE KEY, JSON Web Key, or PKCS #8 in DER.'),
    newPassword: shared.newPassword(),
  },
  result: 'mixed',
  data: pairReport,
  notes: [
    'The private key is in the first file, the public key in the second and in data. Nothing that was made is stored or logged.',
    'The public exponent is 65537. 3072 bits match AES-128 in strength (NIST SP 800-57) and 2048 are the least that is accepted today; for new systems Ed25519 or P-256 are shorter and faster.',
    'With a password, the key is encrypted by AES-256-CBC with PBKDF2 (HMAC-SHA-256, 600,000 iterations); OpenSSL, Java and browsers read it.',
    'The format pkcs1 is the one of older programs. Its public file has BEGIN RSA PUBLIC KEY.',
  ],
  aliases: [
    'generate rsa key pair',
    'openssl genrsa',
    'rsa private key',
    'public and private key',
    'rsa 2048',
    'rsa 4096',
    'pem key',
  ],
  verified: [
    'OpenSSL 3.0 (pkey -check) reads the private file of every format, encrypted ones too, and gives the same public key: 229 key pairs of 2048 to 4096 bits in the exhaustive tests, of which Python cryptography 48 reads the 40 in JWK',
  ],
  examples: [
    {
      title: 'A key pair of 3072 bits',
      output: {
        varies: true,
        data: {
          keyType: 'rsa',
          bits: 3072,
          curve: '',
          publicKey: '…',
          fingerprints: { sha256: '…', sha1: '…' },
          thumbprint: '…',
          encrypted: false,
          warnings: [],
        },
        files: [
          { name: 'key.pem', mime: 'application/x-pem-file' },
          { name: 'public.pem', mime: 'application/x-pem-file' },
        ],
      },
    },
    {
      title: 'A JSON Web Key',
      options: { bits: 2048, format: 'jwk' },
      output: {
        varies: true,
        files: [
          { name: 'key.jwk', mime: 'application/jwk+json' },
          { name: 'public.jwk', mime: 'application/jwk+json' },
        ],
      },
    },
    {
      title: 'A password where the format has none',
      options: { bits: 2048, format: 'pkcs1', newPassword: 'correct horse' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "format" must be pkcs8 or der where "newPassword" is given, got "pkcs1"',
      },
    },
  ],
  async run({ options, random }) {
    const { bits, format, newPassword } = options;
    const key = await newRsaKey(bits);
    return withFiles(json(reportPair(key, newPassword)), pairFiles(key, format, newPassword, random));
  },
});
