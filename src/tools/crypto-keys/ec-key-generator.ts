import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { withFiles } from '../../core/results.js';
import { shared } from '../../core/shared-options.js';

import { CURVES, type Curve, newCurveKey } from '../../formats/keys/new-keys.js';
import { pairFiles, pairReport, reportPair } from './_key-pairs.js';

// The declaration needs the names as a list with a first element.
const CURVE_NAMES = Object.keys(CURVES) as [Curve, ...Curve[]];
const SEC1_CURVES: readonly Curve[] = ['p256', 'p384', 'p521', 'secp256k1'];

export default defineTool({
  id: 'ec-key-generator',
  title: 'EC Key Generator',
  summary: 'Makes a key pair on a curve: P-256, P-384, P-521, secp256k1, Ed25519, Ed448, X25519 or X448.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    curve: z
      .enum(CURVE_NAMES)
      .default('p256')
      .describe(
        'Curve: p256 to p521 for TLS and ES256 to ES512, secp256k1 for Bitcoin and Ethereum, ed25519 and ed448 for signatures only, x25519 and x448 for key exchange only.',
      ),
    format: z
      .enum(['pkcs8', 'sec1', 'jwk', 'der', 'hex'])
      .default('pkcs8')
      .describe(
        'PEM with BEGIN PRIVATE KEY, PEM with BEGIN EC PRIVATE KEY, JSON Web Key, PKCS #8 in DER, or the bare bytes in hex.',
      ),
    newPassword: shared.newPassword(),
  },
  result: 'mixed',
  data: pairReport,
  notes: [
    'The private key is in the first file, the public key in the second and in data. Nothing that was made is stored or logged.',
    'In hex, the private key is its number with leading zeros, and the public key the uncompressed point (04, x, y); for Ed25519, Ed448, X25519 and X448 both are the bytes of RFC 8032 and RFC 7748.',
    'With a password, the key is encrypted by AES-256-CBC with PBKDF2 (HMAC-SHA-256, 600,000 iterations); OpenSSL, Java and browsers read it.',
    'For SSH use ssh-key-generator, for a key with "kid" and "alg" jwk-generator, for WireGuard wireguard-key-generator.',
  ],
  aliases: [
    'ecdsa key',
    'generate ed25519 key',
    'x25519 key pair',
    'openssl ecparam genkey',
    'elliptic curve key pair',
    'prime256v1',
    'secp256k1 private key',
    'es256 key',
  ],
  verified: [
    'OpenSSL 3.0 (pkey -check) reads the private file of every curve and format, encrypted ones too, and gives the same public key: 232 key pairs in the exhaustive tests, of which Python cryptography 48 reads the 56 in JWK',
  ],
  examples: [
    {
      title: 'A key pair on P-256',
      output: {
        varies: true,
        data: {
          keyType: 'ec',
          bits: 256,
          curve: 'p256',
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
      title: 'Ed25519 as bare bytes',
      options: { curve: 'ed25519', format: 'hex' },
      output: {
        varies: true,
        files: [
          { name: 'key.hex', mime: 'text/plain;charset=utf-8', bytes: 65 },
          { name: 'public.hex', mime: 'text/plain;charset=utf-8', bytes: 65 },
        ],
      },
    },
    {
      title: 'A form the curve does not have',
      options: { curve: 'ed25519', format: 'sec1' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Option "format" must not be sec1 where "curve" is ed25519: that form has p256, p384, p521 and secp256k1 only',
      },
    },
    {
      title: 'A password where the format has none',
      options: { format: 'jwk', newPassword: 'correct horse' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "format" must be pkcs8 or der where "newPassword" is given, got "jwk"',
      },
    },
  ],
  async run({ options, random }) {
    const { curve, format, newPassword } = options;
    if (format === 'sec1' && !SEC1_CURVES.includes(curve))
      throw invalid(
        `Option "format" must not be sec1 where "curve" is ${curve}: that form has p256, p384, p521 and secp256k1 only`,
      );
    const key = await newCurveKey(curve);
    return withFiles(json(reportPair(key, newPassword)), pairFiles(key, format, newPassword, random));
  },
});
