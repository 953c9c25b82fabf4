import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './jwt-decoder.js';

interface Decoded {
  readonly form: string;
  readonly header: unknown;
  readonly payload: unknown;
  readonly status: string;
  readonly nested: readonly { readonly payload: unknown }[];
  readonly warnings: readonly string[];
}

async function decode(input: string, options = {}): Promise<Decoded> {
  const { data, message } = await runTool(tool, { input, options });
  if (data === undefined) throw new Error(message);
  return data as Decoded;
}

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const token = (claims: unknown, header: object = { alg: 'HS256' }): string =>
  `${part(header)}.${part(claims)}.${'A'.repeat(43)}`;
const HOUR = { sub: 'ann', iat: 1_767_225_600, exp: 1_767_229_200 };

describe('pasted text', () => {
  const plain = token(HOUR);
  const [head = '', body = '', tail = ''] = plain.split('.');
  it.each([
    ['alone with spaces around', `  ${plain}\r\n`],
    ['after Bearer', `Bearer ${plain}`],
    ['as a header', `authorization: bearer ${plain}`],
    ['in quotes with a comma', `"${plain}",`],
    ['in JSON', `{"access_token":"${plain}","token_type":"Bearer"}`],
    ['in a log', `2026-01-01 12:00:00 GET /?token=${plain}&x=1 200`],
    ['in a cookie', `session=abc.def; jwt=${plain}; Path=/`],
    ['broken into lines', plain.replace(/.{40}/g, '$&\n  ')],
    ['broken at the dots', `${head}.\n${body}.\n${tail}`],
    ['with padding', [head, body, tail].map((text) => text.padEnd(4 * Math.ceil(text.length / 4), '=')).join('.')],
  ])('%s', async (_, text) => {
    expect(await decode(text, { at: '2026-01-01T00:30:00Z' })).toMatchObject({ payload: HOUR, status: 'valid' });
  });

  it('with several tokens says so', async () => {
    const { payload, warnings } = await decode(`${plain}\n${token({ sub: 'bob' })}`);
    expect(payload).toEqual(HOUR);
    expect(warnings).toContain('The text has 2 tokens; the first was read');
  });
});

describe('warnings', () => {
  it.each([
    [token({ exp: 1_767_225_600_000, iat: 1_767_225_600 }), /"exp" looks like milliseconds/],
    [token({ exp: '2026' }), /"exp" must be a number/],
    [token({ iat: 5, exp: 4 }), /expires before it begins/],
    [token({ iat: 0, exp: 86_400 * 800 }), /valid for 800 days/],
    [token({ sub: 'x' }), /never expires/],
    [token({ ...HOUR, password: 'x' }), /anyone can read: password/],
    [token(HOUR, { alg: 'HS256', kid: '../../dev/null' }), /"kid" has characters/],
    [token(HOUR, { alg: 'HS256', jku: 'https://x' }), /own key or its address \("jku"\)/],
    [token(HOUR, { typ: 'JWT' }), /no "alg"/],
    [token('{"sub":12345678901234567891,"exp":5}'), /rounded here/],
    [`${part({ alg: 'RSA1_5', enc: 'A128GCM' })}.a.b.c.AAAA`, /padding attacks/],
  ])('%.20s… %s', async (text, said) => {
    expect((await decode(text)).warnings.join('\n')).toMatch(said);
  });

  it('a plain token has none', async () => expect((await decode(token(HOUR))).warnings).toEqual([]));
});

it('a token inside a token is decoded too, five deep', async () => {
  let text = token(HOUR);
  for (let depth = 0; depth < 7; depth++) text = token(text, { alg: 'HS256', cty: 'JWT' });
  const { nested } = await decode(text);
  expect(nested).toHaveLength(4);
  expect((await decode(token(token(HOUR)))).nested[0]!.payload).toEqual(HOUR);
});

it('RFC 7516 A.1: the header of an encrypted token', async () => {
  const header = 'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ';
  expect(
    await decode(
      `${header}.OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGe.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A.XFBoMYUZodetZdvTiFvSkQ`,
    ),
  ).toMatchObject({
    form: 'jwe',
    header: { alg: 'RSA-OAEP', enc: 'A256GCM' },
    payload: null,
    status: 'encrypted',
  });
});

const PYTHON = `
import sys, json, jwt
for line in sys.stdin:
    t = line.strip()
    print(json.dumps([jwt.get_unverified_header(t), jwt.decode(t, options={"verify_signature": False})]))
`;
inRounds.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import jwt'], 'jwt-decoder beside PyJWT'))(
  'PyJWT reads the same',
  [20, 200],
  async (rounds: number) => {
    const chance = chanceOf(41);
    const words = ['sub', 'Zoë', '😀', '\u0000', 'a"b\\c', 'roles'];
    const tokens = Array.from({ length: rounds }, () =>
      token(
        Object.fromEntries(
          Array.from({ length: chance(8) }, () => [
            pick(chance, words),
            pick(chance, [1, null, true, 'é', [1, { a: 2 }], 1e21]),
          ]),
        ),
        { alg: 'HS256', kid: pick(chance, words) },
      ),
    );
    const answers = runProgram('/usr/bin/python3', ['-c', PYTHON], tokens.join('\n')).toString().trim().split('\n');
    for (const [i, text] of tokens.entries()) {
      const { header, payload } = await decode(text);
      expect([header, payload]).toEqual(JSON.parse(answers[i]!));
    }
  },
);

it('damaged tokens are read or refused, never a failure', async () => {
  const chance = chanceOf(43);
  const bytes = Buffer.from(token(HOUR));
  const inputs = [
    ...Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length).toString('latin1')),
    ...Array.from({ length: 300 }, () => mutated(bytes, chance)),
    `${part({})}.${Buffer.from('['.repeat(100_000)).toString('base64url')}.`,
    `eyJ${'.'.repeat(200_000)}`,
    'eyJ a.b.c '.repeat(50_000),
  ];
  for (const input of inputs) expect([200, 400, 413]).toContain((await runTool(tool, { input })).status);
});

function mutated(bytes: Buffer, chance: (below: number) => number): string {
  const copy = Buffer.from(bytes);
  copy[chance(copy.length)] = 32 + chance(95);
  return copy.toString('latin1');
}
