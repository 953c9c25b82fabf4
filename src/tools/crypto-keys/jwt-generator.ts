import { z } from 'zod';

import { defineTool, invalid, quote, text } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { JWS_ALGORITHMS, type JwsAlgorithm, signJws } from '../../formats/tokens/jws.js';
import { readSigningKey } from '../../formats/tokens/signing-key.js';
import { type JsonObject, jsonObjectOf, lostNumber } from '../../lib/secrets/jwt.js';

interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly expiresIn: number;
}

/** What the input says wins over the options. */
function claimsOf(given: JsonObject, { issuer, subject, audience, expiresIn }: Claims, seconds: number): JsonObject {
  const audiences = audience
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const added = {
    ...(issuer === '' ? {} : { iss: issuer }),
    ...(subject === '' ? {} : { sub: subject }),
    ...(audiences.length === 0 ? {} : { aud: audiences.length === 1 ? audiences[0] : audiences }),
    iat: seconds,
    ...(expiresIn === 0 ? {} : { exp: seconds + expiresIn }),
  };
  return { ...given, ...Object.fromEntries(Object.entries(added).filter(([name]) => !Object.hasOwn(given, name))) };
}

/** Names in a header that change what is signed, or would contradict the options. */
const OWN_NAMES = ['alg', 'crit', 'b64', 'zip', 'enc'];

function headerOf(algorithm: JwsAlgorithm, header: string): JsonObject {
  const extra =
    header.trim() === '' ? {} : refusing('Cannot read option "headerFields"', () => jsonObjectOf(header, 'content'));
  const own = OWN_NAMES.find((name) => Object.hasOwn(extra, name));
  if (own !== undefined) throw invalid(`Option "headerFields" must not have "${own}"`);
  return { alg: algorithm, typ: 'JWT', ...extra };
}

const part = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export default defineTool({
  id: 'jwt-generator',
  title: 'JWT Generator',
  summary: 'Makes a signed JSON Web Token from claims, by HMAC, RSA, ECDSA or EdDSA.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  options: {
    algorithm: z.enum(JWS_ALGORITHMS).default('HS256').describe('Signature algorithm.'),
    key: ofKind(
      'secret',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('Shared secret for HS256 to HS512, else a private key: PEM, JWK, OpenSSH or DER in base64.'),
    ),
    keyEncoding: z
      .enum(['text', 'hex', 'base64'])
      .default('text')
      .describe('How a shared secret is written; base64 in either alphabet.'),
    password: shared.password().describe('Password of an encrypted private key; empty if it has none.'),
    issuer: z.string().max(1000).default('').describe('Claim iss; empty for none.'),
    subject: z.string().max(1000).default('').describe('Claim sub; empty for none.'),
    audience: z.string().max(5000).default('').describe('Claim aud; several separated by commas; empty for none.'),
    expiresIn: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(315_360_000)
      .default(3600)
      .describe('Seconds until it expires, as claim exp; 0 for a token that never does.'),
    headerFields: z
      .string()
      .max(10_000)
      .default('')
      .describe('Further header fields as a JSON object, such as {"kid": "1"}.'),
    at: shared.at().describe('Instant of issue (claim iat), such as 2026-01-31T12:00:00Z; empty for the current time.'),
  },
  result: 'text',
  notes: [
    'The input is the claims as a JSON object, or nothing. "iat" is always set, "exp" by "expiresIn"; what the input says wins.',
    'A key shorter than RFC 7518 asks for is refused: as many bits as the digest for HMAC (32 bytes for HS256), 2048 bits for RSA. A key of another kind than the algorithm is refused too; algorithm "none" does not exist here.',
    'The claims can be read by everyone who has the token: they are signed, not encrypted.',
    'A JWK of kind oct is read as such; other text is the secret itself, byte by byte in UTF-8.',
  ],
  aliases: ['create jwt', 'sign jwt', 'jwt encoder', 'jwt.io encode', 'access token', 'HS256', 'RS256', 'ES256'],
  verified: [
    'jwt.io: the token of its start page; PyJWT 2.6: the token of the second example',
    'RFC 7515 A.1 and RFC 8037 A.4: the signatures, byte for byte',
    'jose 6.2 verifies 210 random tokens by 14 algorithms, PyJWT 2.6 180 by 12, with keys of node:crypto',
  ],
  examples: [
    {
      title: 'The example of jwt.io',
      input: '{"sub":"1234567890","name":"John Doe","admin":true,"iat":1516239022}',
      options: { key: 'a-string-secret-at-least-256-bits-long', expiresIn: 0 },
      output: {
        text: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiYWRtaW4iOnRydWUsImlhdCI6MTUxNjIzOTAyMn0.KMUFsIDTnFmyG3nMiGM6H9FNFUROf3wh7SmqJp-QV30',
      },
    },
    {
      title: 'No claims: a token that expires in an hour',
      options: {
        key: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
        keyEncoding: 'base64',
        at: '2026-01-01T00:00:00Z',
      },
      output: {
        text: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3NjcyMjU2MDAsImV4cCI6MTc2NzIyOTIwMH0.0xEdHVYVHJ_2FaXUgJo26npHE1o3UKkJiGUXRqOljZs',
      },
    },
    {
      title: 'A secret that is too short',
      options: { key: 'secret' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "key" must have at least 256 bits for HS256 (RFC 7518), got 48',
      },
    },
    {
      title: 'No key',
      input: '{}',
      error: { code: 'INVALID_INPUT', message: 'Option "key" must not be empty' },
    },
    {
      title: 'A key of another kind',
      options: {
        algorithm: 'RS256',
        key: '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
      },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "key" must fit algorithm RS256, it is a key of type ed25519, which is for EdDSA, Ed25519',
      },
    },
    {
      title: 'Another algorithm in the header',
      options: { key: 'a-string-secret-at-least-256-bits-long', headerFields: '{"alg":"none"}' },
      error: { code: 'INVALID_INPUT', message: 'Option "headerFields" must not have "alg"' },
    },
    {
      title: 'A number that would lose digits',
      input: '{"sub":12345678901234567891}',
      options: { key: 'a-string-secret-at-least-256-bits-long' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot sign the number "12345678901234567891" exactly: readers of JSON round it; make it a string',
      },
    },
    {
      title: 'Claims that are not an object',
      input: '["admin"]',
      options: { key: 'a-string-secret-at-least-256-bits-long' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as claims: its content is not a JSON object',
      },
    },
  ],
  async run({ input, options, now }) {
    const { algorithm } = options;
    const given =
      input.trim() === ''
        ? {}
        : refusing('Cannot read property "input" as claims', () => jsonObjectOf(input, 'content'));
    const lost = lostNumber(input);
    if (lost !== undefined)
      throw invalid(`Cannot sign the number ${quote(lost)} exactly: readers of JSON round it; make it a string`);
    const header = headerOf(algorithm, options.headerFields);
    const seconds = Math.floor(judgedAt(options.at, now).getTime() / 1000);
    const key = await readSigningKey(algorithm, options);
    const signed = `${part(header)}.${part(claimsOf(given, options, seconds))}`;
    return text(`${signed}.${signJws(algorithm, key, signed).toString('base64url')}`, { name: 'token.jwt' });
  },
});
