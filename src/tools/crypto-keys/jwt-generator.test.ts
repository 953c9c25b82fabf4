import { createPrivateKey, createSecretKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

import { CompactSign, compactVerify } from 'jose';
import { describe, expect, it } from 'vitest';

import { type JwsAlgorithm, signJws } from '../../formats/tokens/jws.js';
import { exhaustive } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import generator from './jwt-generator.js';
import verifier from './jwt-verifier.js';

interface Pair {
  /** As the tools are given them. */
  readonly signing: string;
  readonly verifying: string;
  /** As jose takes them. */
  readonly joseSigning: KeyObject | Uint8Array;
  readonly joseVerifying: KeyObject | Uint8Array;
}

const pem = ({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): Pair => ({
  signing: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  verifying: publicKey.export({ type: 'spki', format: 'pem' }) as string,
  joseSigning: privateKey,
  joseVerifying: publicKey,
});

function secret(): Pair {
  const text = randomBytes(48).toString('base64url');
  return { signing: text, verifying: text, joseSigning: Buffer.from(text), joseVerifying: Buffer.from(text) };
}

/** Making RSA keys takes most of the time: two pairs by turns. */
const rsaPairs: Pair[] = [];
let rsaTurn = 0;
function rsa(): Pair {
  const turn = rsaTurn++ % 2;
  rsaPairs[turn] ??= pem(generateKeyPairSync('rsa', { modulusLength: 2048 }));
  return rsaPairs[turn];
}

const ec = (namedCurve: string) => pem(generateKeyPairSync('ec', { namedCurve }));
const ed = () => pem(generateKeyPairSync('ed25519'));

/** The algorithms that jose has, each with fresh keys; PyJWT has all but the last two. */
const PAIRS: readonly (readonly [JwsAlgorithm, () => Pair])[] = [
  ...(['HS256', 'HS384'] as const).map((name) => [name, secret] as const),
  ['HS512', () => ({ ...secret(), ...longSecret() })],
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const).map((name) => [name, rsa] as const),
  ['ES256', () => ec('P-256')],
  ['ES384', () => ec('P-384')],
  ['EdDSA', ed],
  ['ES512', () => ec('P-521')],
  ['Ed25519', ed],
];

function longSecret(): Pair {
  const text = randomBytes(64).toString('base64url');
  return { signing: text, verifying: text, joseSigning: Buffer.from(text), joseVerifying: Buffer.from(text) };
}

const CLAIMS = { sub: 'Zoë 😀', roles: ['a', 'b'], nested: { n: 1.5 }, iat: 1_767_225_600, exp: 4_102_444_800 };

async function make(algorithm: JwsAlgorithm, key: string, input = JSON.stringify(CLAIMS)): Promise<string> {
  const { text, message } = await runTool(generator, {
    input,
    options: { algorithm, key, headerFields: '{"kid":"k1"}' },
  });
  if (text === null) throw new Error(message);
  return text;
}

const verify = async (input: string, key: string, options = {}) =>
  (await runTool(verifier, { input, options: { key, ...options } })).data as {
    valid: boolean;
    reason: string;
    payload: unknown;
  };

async function throughJose(rounds: number): Promise<void> {
  for (const [algorithm, pair] of PAIRS) {
    const [{ signing, verifying, joseSigning, joseVerifying }, other] = [pair(), pair()];
    for (let round = 0; round < rounds; round++) {
      const ours = await make(algorithm, signing, JSON.stringify({ ...CLAIMS, round }));
      const { payload, protectedHeader } = await compactVerify(ours, joseVerifying, { algorithms: [algorithm] });
      expect(JSON.parse(Buffer.from(payload).toString())).toEqual({ ...CLAIMS, round });
      expect(protectedHeader).toEqual({ alg: algorithm, typ: 'JWT', kid: 'k1' });
      const theirs = await new CompactSign(Buffer.from(JSON.stringify({ ...CLAIMS, round })))
        .setProtectedHeader({ alg: algorithm })
        .sign(joseSigning);
      expect(await verify(theirs, verifying), algorithm).toMatchObject({ valid: true, payload: { ...CLAIMS, round } });
      expect(await verify(theirs, other.verifying), algorithm).toMatchObject({
        valid: false,
        reason: 'The signature does not match the key',
        payload: null,
      });
    }
  }
}

describe('jose', () => {
  it('verifies our tokens and we verify its, by 14 algorithms', () => throughJose(1), 30_000);
  exhaustive('verifies our tokens and we verify its, 15 times each', () => throughJose(15));
});

const PYTHON = `
import sys, json, jwt
for line in sys.stdin:
    alg, key, token, secret = json.loads(line)
    print(json.dumps([jwt.decode(token, key, algorithms=[alg]), jwt.encode(jwt.decode(token, key, algorithms=[alg]), secret, alg)]))
`;
const hasPyJwt = hasProgram('/usr/bin/python3', ['-c', 'import jwt, cryptography'], 'jwt-generator beside PyJWT');

async function throughPyJwt(rounds: number): Promise<void> {
  const made: { pair: Pair; line: string }[] = [];
  for (const [algorithm, pairOf] of PAIRS.slice(0, 12)) {
    const pair = pairOf();
    for (let round = 0; round < rounds; round++) {
      const line = JSON.stringify([algorithm, pair.verifying, await make(algorithm, pair.signing), pair.signing]);
      made.push({ pair, line });
    }
  }
  const answers = runProgram('/usr/bin/python3', ['-c', PYTHON], made.map(({ line }) => `${line}\n`).join(''));
  const lines = answers.toString().trim().split('\n');
  expect(lines).toHaveLength(made.length);
  for (const [i, { pair }] of made.entries()) {
    const [claims, theirs] = JSON.parse(lines[i]!) as [unknown, string];
    expect(claims).toEqual(CLAIMS);
    expect(await verify(theirs, pair.verifying)).toMatchObject({ valid: true, payload: CLAIMS });
  }
}

describe.skipIf(!hasPyJwt)('PyJWT', () => {
  it('verifies our tokens and we verify its, by 12 algorithms', () => throughPyJwt(1), 30_000);
  exhaustive('verifies our tokens and we verify its, 15 times each', () => throughPyJwt(15));
});

it('ES256K and Ed448, which neither has, are verified by OpenSSL through node:crypto', async () => {
  for (const [algorithm, { signing, verifying }] of [
    ['ES256K', ec('secp256k1')],
    ['Ed448', pem(generateKeyPairSync('ed448'))],
    ['EdDSA', pem(generateKeyPairSync('ed448'))],
  ] as const) {
    expect(await verify(await make(algorithm, signing), verifying)).toMatchObject({ valid: true });
  }
});

// RFC 7515 A.1 and RFC 8037 A.4: key, what is signed, signature.
it.each([
  [
    'HS256',
    createSecretKey(
      'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow',
      'base64url',
    ),
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ',
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  ],
  [
    'EdDSA',
    createPrivateKey({
      key: {
        ...{ kty: 'OKP', crv: 'Ed25519', d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' },
        x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      },
      format: 'jwk',
    }),
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc',
    'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
  ],
] as const)('%s signs as the RFC prints it', (algorithm, key, signed, signature) => {
  expect(signJws(algorithm, key, signed).toString('base64url')).toBe(signature);
});

describe('claims', () => {
  const key = 'a-string-secret-at-least-256-bits-long';
  const claims = async (input: string, options = {}): Promise<unknown> => {
    const { text, message } = await runTool(generator, {
      input,
      options: { key, at: '2026-01-01T00:00:00Z', ...options },
    });
    return text === null ? message : JSON.parse(Buffer.from(text.split('.')[1]!, 'base64url').toString());
  };

  it('of the input win over options', async () => {
    const options = { issuer: 'us', subject: 'ann', audience: 'a, b', expiresIn: 60 };
    expect(await claims('', options)).toEqual({
      iss: 'us',
      sub: 'ann',
      aud: ['a', 'b'],
      iat: 1767225600,
      exp: 1767225660,
    });
    expect(await claims('{"iss":"them","exp":5,"aud":"x"}', options)).toEqual({
      ...{ iss: 'them', exp: 5, aud: 'x', sub: 'ann', iat: 1767225600 },
    });
  });

  it('nested too deep are over a limit, broken ones are not shown', async () => {
    const deep = await runTool(generator, { input: `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, options: { key } });
    expect([deep.status, deep.message]).toEqual([
      413,
      'Cannot read property "input" as claims: its JSON must be nested at most 100 deep',
    ]);
    expect(await claims('{"password":"hunter2"')).toBe(
      'Cannot read property "input" as claims: its content is not a JSON object',
    );
  });
});

it('short keys are refused, and keys are in no message', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }) as string;
  const bound = generateKeyPairSync('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha512',
    mgf1HashAlgorithm: 'sha512',
  }).privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  expect(await make('PS512', bound)).toMatch(/^eyJ/);
  for (const [algorithm, key, message] of [
    ['PS256', bound, 'Option "key" must fit algorithm PS256, it is an RSA-PSS key for another digest'],
    ['HS512', 'hunter2'.repeat(9), 'Option "key" must have at least 512 bits for HS512 (RFC 7518), got 504'],
    ['RS256', weak, 'Option "key" must have at least 2048 bits for RS256 (RFC 7518), got 1024'],
    [
      'ES256',
      ec('P-384').signing,
      'Option "key" must fit algorithm ES256, it is a key of type ec (p384), which is for ES384',
    ],
    ['HS256', ed().verifying, 'Cannot read option "key": it is a public key; a symmetric key is needed'],
    [
      'RS256',
      'hunter2',
      'Cannot read option "key": it is not a key in any known notation; a private key is needed, such as PEM, JWK, OpenSSH or DER',
    ],
  ] as const) {
    expect((await runTool(generator, { options: { algorithm, key } })).message).toBe(message);
  }
});

it('refuses a number that no double holds', async () => {
  const { status, message } = await runTool(generator, {
    input: `{"a":${'9'.repeat(400)}}`,
    options: { key: 'k'.repeat(64) },
  });
  expect(status).toBe(400);
  expect(message).toMatch(/^Cannot (sign the number|read property "input")/);
});
