import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { ofKind } from '../../core/options.js';
import { refusing } from '../../core/refusing.js';
import { anyJson } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { readTextSource } from '../../formats/text-source.js';
import { isJwsAlgorithm, JWS_ALGORITHMS } from '../../formats/tokens/jws.js';
import { readVerifyingKeys } from '../../formats/tokens/signing-key.js';
import { checkSignature, claimFaults } from '../../formats/tokens/verify-token.js';
import {
  bytesOfPart,
  claimWarnings,
  headerWarnings,
  type JsonObject,
  jsonOf,
  readCompactToken,
} from '../../lib/secrets/jwt.js';

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function readAlgorithms(text: string): readonly string[] {
  const names = listOf(text);
  const wrong = names.find((name) => !isJwsAlgorithm(name));
  if (wrong === undefined) return names;
  throw invalid(`Option "algorithms" must list algorithms out of ${JWS_ALGORITHMS.join(', ')}, got ${quote(wrong)}`);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export default defineTool({
  id: 'jwt-verifier',
  title: 'JWT Verifier',
  summary: 'Verifies the signature and claims of a JSON Web Token with a secret, public key, certificate or JWKS.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    key: ofKind(
      'secret',
      z
        .string()
        .max(100_000)
        .default('')
        .describe('Shared secret, or public key: PEM, certificate, JWK, JWKS, OpenSSH or DER in base64.'),
    ),
    keyEncoding: z
      .enum(['text', 'hex', 'base64'])
      .default('text')
      .describe('How a shared secret is written; base64 in either alphabet.'),
    password: shared.password().describe('Password of an encrypted private key; empty if it has none.'),
    algorithms: z
      .string()
      .max(200)
      .default('')
      .describe('Allowed algorithms separated by commas; empty for all that fit the key.'),
    issuer: z.string().max(1000).default('').describe('Expected claim iss; empty for any.'),
    audience: z.string().max(1000).default('').describe('Expected claim aud, or one of its entries; empty for any.'),
    subject: z.string().max(1000).default('').describe('Expected claim sub; empty for any.'),
    requiredClaims: z
      .string()
      .max(1000)
      .default('')
      .describe('Claims that must be there, separated by commas, such as exp, sub.'),
    clockTolerance: z
      .number()
      .multipleOf(1)
      .min(0)
      .max(600)
      .default(0)
      .describe('Seconds by which clocks may differ when times are checked.'),
    at: shared.at(),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('Whether signature and claims are accepted.'),
    reason: z.string().describe('Why not; empty if it is valid.'),
    reasons: z.array(z.string()).describe('All reasons, the first one first.'),
    signatureValid: z.boolean().describe('Whether the signature is that of the key, whatever the claims say.'),
    algorithm: z.string().describe('Algorithm of the header; empty if it has none.'),
    keyType: z.string().describe('Kind of the key that fits: secret, rsa, ec, ed25519; empty if none does.'),
    kid: z.string().describe('Key id of the key that fits; empty if it has none.'),
    header: anyJson('The header.'),
    payload: anyJson('The claims; null where the signature is not valid, so that they are not used by mistake.'),
    warnings: z.array(z.string()).describe('What is weak or odd.'),
  }),
  notes: [
    'The key decides which algorithms are possible, never the token: a token that says HS256 is not valid under an RSA key, "none" is never valid, and keys in the header (jwk, jku, x5c, x5u) are ignored.',
    'Of a JWKS, keys with the "kid" of the token are tried, or all that fit where it has none; "use" and "alg" of a key are obeyed.',
    'Times are checked where they are there; "requiredClaims" exp refuses tokens that never expire. An expired token is a result with "valid" false, not an error.',
    'A secret shorter than RFC 7518 asks for (32 bytes for HS256) is used and warned of; RSA keys below 2048 bits too.',
    'Text that is not PEM, JWK or OpenSSH is a shared secret. A public key in hex or base64 is never one: use PEM.',
  ],
  aliases: ['verify jwt', 'validate jwt', 'jwt signature check', 'jwks', 'jwt.io verify', 'check access token'],
  verified: [
    'RFC 7515 A.1 to A.3 and RFC 8037 A.4: the signatures, and each with one bit of it or of the content changed',
    'jose 6.2: 210 random tokens by 14 algorithms are valid, and not valid with another key; PyJWT 2.6: 180 by 12',
    'Algorithm confusion: a public key in PEM, DER and JWK as HMAC secret, "none" in four spellings, an empty signature, a key in the header: never valid',
  ],
  examples: [
    {
      title: 'RFC 7515, A.1, while it had not expired',
      input:
        'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      options: {
        key: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
        keyEncoding: 'base64',
        issuer: 'joe',
        at: '2011-03-22T18:00:00Z',
      },
      output: {
        data: {
          valid: true,
          reason: '',
          reasons: [],
          signatureValid: true,
          algorithm: 'HS256',
          keyType: 'secret',
          kid: '',
          header: { typ: 'JWT', alg: 'HS256' },
          payload: { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true },
          warnings: [],
        },
      },
    },
    {
      title: 'The same with a public key: algorithm confusion',
      input:
        'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      options: { key: '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}' },
      output: {
        data: {
          valid: false,
          reason: 'The token says HS256, but the key is a key of type ed25519',
          reasons: ['The token says HS256, but the key is a key of type ed25519'],
          signatureValid: false,
          algorithm: 'HS256',
          keyType: '',
          kid: '',
          header: { typ: 'JWT', alg: 'HS256' },
          payload: null,
          warnings: [],
        },
      },
    },
    {
      title: 'No key',
      input: 'eyJhbGciOiJub25lIn0.e30.',
      error: { code: 'INVALID_INPUT', message: 'Option "key" must not be empty' },
    },
    {
      title: 'An unknown algorithm',
      input: 'eyJhbGciOiJub25lIn0.e30.',
      options: { key: 'x', algorithms: 'RS256, none' },
      error: {
        code: 'INVALID_INPUT',
        message: `Option "algorithms" must list algorithms out of ${JWS_ALGORITHMS.join(', ')}, got "none"`,
      },
    },
    {
      title: 'Not a token',
      input: 'abc',
      options: { key: 'x' },
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a token: it has no dots: a token has three or five parts separated by dots',
      },
    },
  ],
  async run({ input, files, options, now }) {
    const source = await readTextSource({ input, files });
    const allowed = readAlgorithms(options.algorithms);
    const requiredClaims = listOf(options.requiredClaims);
    const keys = await readVerifyingKeys(options);
    const seconds = judgedAt(options.at, now).getTime() / 1000;
    return refusing(`Cannot read ${source.label} as a token`, () => {
      const token = readCompactToken(source.text);
      const finding = checkSignature(token, keys, allowed);
      const payload = finding.valid ? jsonOf(bytesOfPart(token.parts[1] ?? '', 'payload').toString()) : undefined;
      const faults = !finding.valid
        ? [finding.reason]
        : isObject(payload)
          ? claimFaults(payload, { ...options, requiredClaims, now: seconds })
          : ['The payload is not a JSON object: it has no claims'];
      return json({
        valid: faults.length === 0,
        reason: faults[0] ?? '',
        reasons: faults,
        signatureValid: finding.valid,
        algorithm: typeof token.header.alg === 'string' ? token.header.alg : '',
        keyType: finding.valid ? finding.key.keyType : '',
        kid: finding.valid ? finding.key.kid : '',
        header: token.header,
        payload: payload ?? null,
        warnings: [
          ...token.oddities,
          ...headerWarnings(token),
          ...(finding.valid ? finding.warnings : []),
          ...(isObject(payload) ? claimWarnings(payload) : []),
        ],
      });
    });
  },
});
