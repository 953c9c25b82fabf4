import { z } from 'zod';

import { defineTool, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { anyJson, count } from '../../core/shared-data.js';
import { shared } from '../../core/shared-options.js';
import { judgedAt } from '../../formats/judged-at.js';
import { readTextSource } from '../../formats/text-source.js';
import { isoOfSeconds } from '../../lib/secrets/iso-seconds.js';
import {
  bytesOfPart,
  type CompactToken,
  claimWarnings,
  headerWarnings,
  type JsonObject,
  jsonOf,
  lostNumber,
  readCompactToken,
  timeClaim,
} from '../../lib/secrets/jwt.js';

/** A token in a token in a token; real ones have two. */
const MAX_NESTED = 5;

const layer = {
  form: z.enum(['jws', 'jwe']).describe('Signed (JWS) or encrypted (JWE).'),
  algorithm: z.string().describe('Algorithm of the header; empty if it has none.'),
  header: anyJson('The header.'),
  payload: anyJson('The claims, or other JSON that is signed; null where it is encrypted or not JSON.'),
  payloadText: z.string().optional().describe('The payload, where it is text and not JSON.'),
  times: z
    .record(z.string(), z.string())
    .describe('Claims that are times (iat, nbf, exp, auth_time, updated_at), in ISO 8601.'),
  status: z
    .enum(['valid', 'expired', 'not-yet-valid', 'no-times', 'encrypted'])
    .describe('What the times say at that instant; the signature is not checked.'),
  secondsLeft: z.number().optional().describe('Seconds until it expires; negative once it has.'),
  signatureBytes: count('Length of the signature, or of the authentication tag.'),
};

const TIMES = ['iat', 'nbf', 'exp', 'auth_time', 'updated_at'];

function statusOf(claims: JsonObject | undefined, now: number) {
  if (claims === undefined) return { status: 'no-times' as const };
  const [exp, nbf] = [timeClaim(claims, 'exp'), timeClaim(claims, 'nbf')];
  const left = exp === undefined ? {} : { secondsLeft: Math.floor(exp - now) };
  if (exp !== undefined && now >= exp) return { status: 'expired' as const, ...left };
  if (nbf !== undefined && now < nbf) return { status: 'not-yet-valid' as const, ...left };
  return { status: exp === undefined && nbf === undefined ? ('no-times' as const) : ('valid' as const), ...left };
}

/** Bytes that are text are shown as such. */
const textOf = (bytes: Buffer): string | undefined => {
  const text = bytes.toString();
  return text.includes('\ufffd') ? undefined : text;
};

function describeToken(token: CompactToken, now: number) {
  const { form, header, parts } = token;
  const common = { form, algorithm: typeof header.alg === 'string' ? header.alg : '', header };
  const tail = bytesOfPart(parts.at(-1) ?? '', form === 'jws' ? 'signature' : 'authentication tag');
  if (form === 'jwe')
    return {
      inner: undefined,
      warnings: headerWarnings(token),
      report: { ...common, payload: null, times: {}, status: 'encrypted' as const, signatureBytes: tail.length },
    };
  const text = textOf(header.b64 === false ? Buffer.from(parts[1] ?? '') : bytesOfPart(parts[1] ?? '', 'payload'));
  const payload = text === undefined ? undefined : jsonOf(text);
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  const claims = isObject ? (payload as JsonObject) : undefined;
  const times = TIMES.flatMap((name) => {
    const seconds = claims === undefined ? undefined : timeClaim(claims, name);
    const iso = seconds === undefined ? '' : isoOfSeconds(seconds);
    return iso === '' ? [] : [[name, iso]];
  });
  const inner = text !== undefined && /^"?eyJ[\w-]+\.[\w-]*\.[\w.-]*"?$/.test(text.trim()) ? text : undefined;
  const asText = payload === undefined && inner === undefined && text !== undefined && text !== '';
  return {
    inner,
    warnings: [
      ...headerWarnings(token),
      ...(claims === undefined ? [] : claimWarnings(claims)),
      ...(payload === undefined || lostNumber(text ?? '') === undefined
        ? []
        : ['A number in the payload has more digits than JSON readers keep; it is rounded here']),
    ],
    report: {
      ...common,
      payload: payload ?? null,
      ...(asText ? { payloadText: text } : {}),
      times: Object.fromEntries(times) as Record<string, string>,
      ...statusOf(claims, now),
      signatureBytes: tail.length,
    },
  };
}

export default defineTool({
  id: 'jwt-decoder',
  title: 'JWT Decoder',
  summary: 'Shows header and claims of a JSON Web Token with readable times, and warns of what is weak or odd.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: { at: shared.at() },
  result: 'data',
  data: z.object({
    ...layer,
    nested: z.array(z.object(layer)).describe('Tokens inside the token, from the outside in.'),
    warnings: z.array(z.string()).describe('What is weak, missing or odd.'),
  }),
  notes: [
    'The signature is not checked: anyone can write such a token. Use jwt-verifier with the key for that.',
    'The token may be pasted with "Bearer", in quotes, broken into lines, with padding, or inside a line of a log; of several the first is read.',
    'Of an encrypted token (JWE, five parts) only the header can be read without the key.',
    'Nothing that was sent is stored or logged; still, treat a token that is not expired like a password.',
  ],
  aliases: [
    'jwt.io',
    'decode jwt',
    'jwt debugger',
    'bearer token',
    'read access token',
    'id token',
    'jws',
    'jwe header',
    'what is in a jwt',
    'read a jwt',
  ],
  verified: [
    'RFC 7519 §3.1 and §6.1: header and claims as printed; RFC 7516 A.1: the header',
    'PyJWT 2.6: header and claims of 200 random tokens',
  ],
  examples: [
    {
      title: 'The example of RFC 7519, section 3.1',
      input:
        'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
      options: { at: '2011-03-22T18:00:00Z' },
      output: {
        data: {
          form: 'jws',
          algorithm: 'HS256',
          header: { typ: 'JWT', alg: 'HS256' },
          payload: { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true },
          times: { exp: '2011-03-22T18:43:00Z' },
          status: 'valid',
          secondsLeft: 2580,
          signatureBytes: 32,
          nested: [],
          warnings: [],
        },
      },
    },
    {
      title: 'The unsecured token of RFC 7519, section 6.1, from a header',
      input:
        'Authorization: Bearer eyJhbGciOiJub25lIn0.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.',
      options: { at: '2026-01-02T03:04:05Z' },
      output: {
        data: {
          form: 'jws',
          algorithm: 'none',
          header: { alg: 'none' },
          payload: { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true },
          times: { exp: '2011-03-22T18:43:00Z' },
          status: 'expired',
          secondsLeft: -466503665,
          signatureBytes: 0,
          nested: [],
          warnings: ['The algorithm is "none": the token is not signed, anyone can change it'],
        },
      },
    },
    {
      title: 'Not a token',
      input: 'hello world',
      error: {
        code: 'INVALID_INPUT',
        message:
          'Cannot read property "input" as a token: it has no dots: a token has three or five parts separated by dots',
      },
    },
    {
      title: 'A token with a part missing',
      input: 'eyJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UifQ',
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a token: a JWS has 3 parts separated by dots and a JWE has 5, got 2',
      },
    },
  ],
  async run({ input, files, options, now }) {
    const source = await readTextSource({ input, files });
    const seconds = judgedAt(options.at, now).getTime() / 1000;
    return refusing(`Cannot read ${source.label} as a token`, () => {
      const outer = readCompactToken(source.text);
      const layers = [describeToken(outer, seconds)];
      for (let inner = layers[0]?.inner; inner !== undefined && layers.length < MAX_NESTED; ) {
        const next = describeToken(readCompactToken(inner), seconds);
        layers.push(next);
        inner = next.inner;
      }
      const [first, ...nested] = layers as [(typeof layers)[number], ...typeof layers];
      return json({
        ...first.report,
        nested: nested.map(({ report }) => report),
        warnings: [...outer.oddities, ...layers.flatMap(({ warnings }) => warnings)],
      });
    });
  },
});
