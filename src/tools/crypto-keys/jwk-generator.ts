import { createSecretKey, type KeyObject } from 'node:crypto';

import { z } from 'zod';

import { defineTool, invalid, json, type OutputFile } from '../../core/index.js';
import { withFiles } from '../../core/results.js';
import { type Curve, newCurveKey, newRsaKey } from '../../formats/keys/new-keys.js';
import { publicOf } from '../../formats/keys/pieces.js';
import { jwkThumbprint, type Random } from '../../formats/keys/write-key.js';
import { orderedJwk } from './_converted-keys.js';
import { MIMES } from './_key-pairs.js';

/** Algorithms of RFC 7518, 8037 and 8812: what they are used for, and the curve or the bytes of their keys. */
const ALGORITHMS = {
  ES256: { use: 'sig', curve: 'p256' },
  ES384: { use: 'sig', curve: 'p384' },
  ES512: { use: 'sig', curve: 'p521' },
  ES256K: { use: 'sig', curve: 'secp256k1' },
  EdDSA: { use: 'sig', curve: 'ed25519' },
  RS256: { use: 'sig', curve: 'rsa' },
  RS384: { use: 'sig', curve: 'rsa' },
  RS512: { use: 'sig', curve: 'rsa' },
  PS256: { use: 'sig', curve: 'rsa' },
  PS384: { use: 'sig', curve: 'rsa' },
  PS512: { use: 'sig', curve: 'rsa' },
  HS256: { use: 'sig', bytes: 32 },
  HS384: { use: 'sig', bytes: 48 },
  HS512: { use: 'sig', bytes: 64 },
  'RSA-OAEP-256': { use: 'enc', curve: 'rsa' },
  'ECDH-ES': { use: 'enc', curve: 'x25519' },
  'ECDH-ES+A256KW': { use: 'enc', curve: 'p256' },
  A256KW: { use: 'enc', bytes: 32 },
  A256GCMKW: { use: 'enc', bytes: 32 },
  A128GCM: { use: 'enc', bytes: 16 },
  A256GCM: { use: 'enc', bytes: 32 },
} as const satisfies Readonly<
  Record<string, { readonly use: 'sig' | 'enc' } & ({ readonly curve: Curve | 'rsa' } | { readonly bytes: number })>
>;

type Algorithm = keyof typeof ALGORITHMS;
// The declaration needs the names as a list with a first element.
const ALGORITHM_NAMES = Object.keys(ALGORITHMS) as [Algorithm, ...Algorithm[]];

/** Most RSA keys of one run: a pair of 4096 bits takes up to several seconds. */
const MAX_RSA_KEYS = 3;

function newKey(algorithm: Algorithm, bits: number, random: Random): KeyObject | Promise<KeyObject> {
  const kind = ALGORITHMS[algorithm];
  if ('bytes' in kind) return createSecretKey(random(kind.bytes));
  return kind.curve === 'rsa' ? newRsaKey(bits) : newCurveKey(kind.curve);
}

const jwkFile = (name: string, mime: string, value: unknown): OutputFile => ({
  name,
  mime,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

export default defineTool({
  id: 'jwk-generator',
  title: 'JWK Generator',
  summary: 'Makes JSON Web Keys and key sets for an algorithm of JWT, with "kid", "alg" and "use".',
  family: 'crypto-keys',
  class: 'standard',
  input: 'none',
  options: {
    algorithm: z
      .enum(ALGORITHM_NAMES)
      .default('ES256')
      .describe('Algorithm ("alg") the key is for; it decides type, curve, length and "use".'),
    bits: z
      .number()
      .multipleOf(1024)
      .min(2048)
      .max(4096)
      .default(3072)
      .describe('Length of RSA keys: 2048, 3072 or 4096 bits.'),
    kid: z.string().max(200).default('').describe('Key ID; empty for the thumbprint of the key (RFC 7638).'),
    count: z
      .number()
      .multipleOf(1)
      .min(1)
      .max(20)
      .default(1)
      .describe('How many keys to make; more than one need no "kid".'),
  },
  result: 'mixed',
  data: z.object({
    keys: z
      .array(z.record(z.string(), z.string()))
      .describe('Public keys as a key set (JWKS) to publish; of symmetric keys their names alone.'),
    warnings: z.array(z.string()).describe('What is surprising about the keys; empty if there is nothing.'),
  }),
  notes: [
    'One key is in key.jwk, the public one in public.jwk; jwks.json and public-jwks.json hold the same as key sets. Secret numbers are in key.jwk and jwks.json alone.',
    'The thumbprint is the SHA-256 of the members that make the key (RFC 7638): everybody who computes it gets the same "kid".',
    'Keys of HS256, HS384 and HS512 are as long as the digest, the least that RFC 7518 allows. They have no public half: whoever checks a token can also make one.',
    'EdDSA keys are Ed25519 and ECDH-ES keys X25519 (RFC 8037); ECDH-ES+A256KW keys are on P-256. To turn a key into PEM use key-format-converter.',
  ],
  aliases: [
    'jwks generator',
    'mkjwk',
    'json web key',
    'json web key set',
    'es256 key',
    'rs256 key pair',
    'hs256 secret',
    'jwk thumbprint kid',
  ],
  verified: [
    'RFC 7638, section 3.1, and RFC 8037, appendix A.3: the thumbprints of their keys',
    'OpenSSL 3.0 and Python cryptography 48: the numbers of 84 keys, 4 for each algorithm, make a key whose halves belong together, and Python computes the same thumbprints, in the exhaustive tests',
  ],
  examples: [
    {
      title: 'A key pair for ES256',
      output: {
        varies: true,
        data: {
          keys: [{ kty: 'EC', crv: 'P-256', x: '…', y: '…', use: 'sig', alg: 'ES256', kid: '…' }],
          warnings: [],
        },
        files: [
          { name: 'key.jwk', mime: 'application/jwk+json' },
          { name: 'public.jwk', mime: 'application/jwk+json' },
          { name: 'jwks.json', mime: 'application/jwk-set+json' },
          { name: 'public-jwks.json', mime: 'application/jwk-set+json' },
        ],
      },
    },
    {
      title: 'A secret for HS256 with a name',
      options: { algorithm: 'HS256', kid: 'api-2026' },
      output: {
        data: { keys: [{ kty: 'oct', use: 'sig', alg: 'HS256', kid: 'api-2026' }], warnings: [] },
        files: [
          { name: 'key.jwk', mime: 'application/jwk+json' },
          { name: 'jwks.json', mime: 'application/jwk-set+json' },
        ],
      },
    },
    {
      title: 'One name for two keys',
      options: { count: 2, kid: 'a' },
      error: { code: 'INVALID_INPUT', message: 'Option "kid" must be empty where "count" is more than 1' },
    },
    {
      title: 'Too many RSA keys',
      options: { algorithm: 'RS256', count: 4 },
      error: { code: 'INVALID_INPUT', message: 'Option "count" must be at most 3 for RSA keys, got 4' },
    },
  ],
  async run({ options, random }) {
    const { algorithm, bits, kid, count } = options;
    const kind = ALGORITHMS[algorithm];
    const isRsa = 'curve' in kind && kind.curve === 'rsa';
    if (count > 1 && kid !== '') throw invalid('Option "kid" must be empty where "count" is more than 1');
    if (isRsa && count > MAX_RSA_KEYS)
      throw invalid(`Option "count" must be at most ${MAX_RSA_KEYS} for RSA keys, got ${count}`);
    const keys: Record<string, string>[] = [];
    const open: Record<string, string>[] = [];
    for (let made = 0; made < count; made += 1) {
      const key = await newKey(algorithm, bits, random);
      const names = { use: kind.use, alg: algorithm, kid: kid === '' ? jwkThumbprint(key) : kid };
      // Members of these kinds of keys are texts.
      keys.push({ ...orderedJwk(key), ...names } as Record<string, string>);
      open.push(
        key.type === 'secret'
          ? { kty: 'oct', ...names }
          : ({ ...orderedJwk(publicOf(key)), ...names } as Record<string, string>),
      );
    }
    const [only, ...others] = keys;
    const isSymmetric = 'bytes' in kind;
    const single = others.length === 0 ? [jwkFile('key.jwk', MIMES.jwk, only)] : [];
    const singleOpen = others.length === 0 && !isSymmetric ? [jwkFile('public.jwk', MIMES.jwk, open[0])] : [];
    const sets = [jwkFile('jwks.json', MIMES.jwks, { keys })];
    const openSets = isSymmetric ? [] : [jwkFile('public-jwks.json', MIMES.jwks, { keys: open })];
    return withFiles(json({ keys: open, warnings: [] }), [...single, ...singleOpen, ...sets, ...openSets]);
  },
});
