import { createHmac, generateKeyPairSync } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './jwt-verifier.js';

interface Verdict {
  readonly valid: boolean;
  readonly signatureValid: boolean;
  readonly reason: string;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly kid: string;
  readonly payload: unknown;
}

async function verify(input: string, options: Readonly<Record<string, unknown>>): Promise<Verdict> {
  const { data, message } = await runTool(tool, { input, options });
  if (data === undefined) throw new Error(message);
  return data as Verdict;
}

const CLAIMS = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';

/** Token and key of RFC 7515 A.1, A.2 and A.3, and of RFC 8037 A.4. */
const PUBLISHED = [
  [
    `eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.${CLAIMS}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`,
    { kty: 'oct', k: 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow' },
  ],
  [
    `eyJhbGciOiJSUzI1NiJ9.${CLAIMS}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw`,
    {
      kty: 'RSA',
      n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
      e: 'AQAB',
    },
  ],
  [
    `eyJhbGciOiJFUzI1NiJ9.${CLAIMS}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`,
    {
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    },
  ],
  [
    'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  ],
] as const;

it.each(PUBLISHED)('%.30s… of the RFC has a valid signature, and none with a bit changed', async (token, jwk) => {
  const key = JSON.stringify(jwk);
  expect(await verify(token, { key })).toMatchObject({ signatureValid: true });
  const [header = '', payload = '', signature = ''] = token.split('.');
  const chance = chanceOf(31);
  for (let round = 0; round < 12; round++) {
    const changed = [payload, signature].map((part) => Buffer.from(part, 'base64url'));
    const target = changed[round % 2]!;
    target[chance(target.length)]! ^= 1 << chance(8);
    const altered = [header, ...changed.map((bytes) => bytes.toString('base64url'))].join('.');
    expect(await verify(altered, { key })).toMatchObject({ valid: false, signatureValid: false, payload: null });
  }
});

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const hs256 = (claims: object, secret: string | Buffer, header: object = {}): string => {
  const signed = `${part({ alg: 'HS256', ...header })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

describe('algorithm confusion', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const spki = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const pkcs1 = publicKey.export({ type: 'pkcs1', format: 'pem' }) as string;
  const jwk = JSON.stringify(publicKey.export({ format: 'jwk' }));
  const der = publicKey.export({ type: 'spki', format: 'der' });
  const notations = [spki, spki.trim(), spki.replaceAll('\n', '\r\n'), pkcs1, jwk, der.toString('base64')];

  it.each(notations)('a public key is not a shared secret: %.20j', async (key) => {
    for (const secret of [key, `${key}\n`, Buffer.from(key), der]) {
      const verdict = await verify(hs256({ sub: 'admin' }, secret), { key });
      expect(verdict).toMatchObject({ valid: false, signatureValid: false });
      expect(verdict.reason).toMatch(/^The token says HS256, but the key is an RSA key of 2048 bits$/);
    }
  });

  it.each(['none', 'None', 'NONE', 'nOnE'])('%s is not valid, with a signature or without', async (alg) => {
    for (const key of [spki, 'secret'])
      for (const tail of ['', 'AAAA'])
        expect(await verify(`${part({ alg })}.${part({ sub: 'admin' })}.${tail}`, { key })).toMatchObject({
          valid: false,
          reason: 'The token is not signed: its algorithm is "none"',
        });
  });

  it('a key in the header is not looked at', async () => {
    const own = hs256({ sub: 'admin' }, 'mine', { jwk: { kty: 'oct', k: 'bWluZQ' }, jku: 'https://evil.example/' });
    const verdict = await verify(own, { key: 'another-secret-that-is-long-enough!!' });
    expect(verdict.valid).toBe(false);
    expect(verdict.warnings.filter((said) => said.startsWith('The header brings its own key'))).toHaveLength(2);
  });

  it('an empty signature, an unknown algorithm, extensions and algorithms that are not allowed are refused', async () => {
    const key = 'a-string-secret-at-least-256-bits-long';
    const reasonOf = async (token: string, options = {}) => (await verify(token, { key, ...options })).reason;
    expect(await reasonOf(`${part({ alg: 'HS256' })}.e30.`)).toBe('The signature is empty');
    expect(await reasonOf(`${part({ alg: 'HS1' })}.e30.AA`)).toBe('The algorithm "HS1" is unknown or not supported');
    expect(await reasonOf(`${part({ alg: ['HS256'] })}.e30.AA`)).toBe('The header has no "alg"');
    expect(await reasonOf(hs256({}, key, { crit: ['exp'] }))).toMatch(/extensions/);
    expect(await reasonOf(hs256({}, key), { algorithms: 'HS512,RS256' })).toBe(
      'The algorithm HS256 is not among those allowed: HS512, RS256',
    );
    expect(await reasonOf(hs256({}, key), { algorithms: 'HS256' })).toBe('');
  });

  it('the private key verifies as its public key does', async () => {
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
    expect((await verify(hs256({}, key), { key })).valid).toBe(false);
  });
});

describe('key sets', () => {
  const key = (kid: string, more = {}) => ({
    kty: 'oct',
    k: Buffer.from(`secret of ${kid}`.padEnd(40, '.')).toString('base64url'),
    kid,
    ...more,
  });
  const secretOf = (kid: string) => `secret of ${kid}`.padEnd(40, '.');

  it('the key with the kid of the token is used, or any that fits', async () => {
    const set = JSON.stringify({ keys: [key('a'), key('b'), key('c', { use: 'enc' }), key('d', { alg: 'HS512' })] });
    expect(await verify(hs256({}, secretOf('b'), { kid: 'b' }), { key: set })).toMatchObject({ valid: true, kid: 'b' });
    expect(await verify(hs256({}, secretOf('b')), { key: set })).toMatchObject({ valid: true, kid: 'b' });
    expect((await verify(hs256({}, secretOf('b'), { kid: 'a' }), { key: set })).valid).toBe(false);
    expect((await verify(hs256({}, secretOf('b'), { kid: 'z' }), { key: set })).reason).toBe(
      'No key of the set has the "kid" of the token',
    );
    for (const kid of ['c', 'd'])
      expect((await verify(hs256({}, secretOf(kid), { kid }), { key: set })).reason).toMatch(/not meant for HS256/);
  });
});

describe('claims', () => {
  const secret = 'a-string-secret-at-least-256-bits-long';
  const at = '2026-01-01T00:00:00Z';
  const now = Date.parse(at) / 1000;
  const reasons = async (claims: object, options = {}) =>
    (await verify(hs256(claims, secret), { key: secret, at, ...options })).reasons;

  it('times are judged to the second, with tolerance', async () => {
    expect(await reasons({ exp: now + 1, nbf: now })).toEqual([]);
    expect(await reasons({ exp: now })).toEqual(['The token expired 1 second ago']);
    expect(await reasons({ exp: now - 86_400 * 3 })).toEqual(['The token expired 3 days ago']);
    expect(await reasons({ exp: now - 59 }, { clockTolerance: 60 })).toEqual([]);
    expect(await reasons({ exp: now - 60 }, { clockTolerance: 60 })).toEqual(['The token expired 1 minute ago']);
    expect(await reasons({ nbf: now + 7200 })).toEqual(['The token is not valid for another 2 hours']);
    expect(await reasons({ exp: '2099-01-01' })).toEqual(['Claim "exp" is not a number']);
  });

  it('issuer, audience, subject and required claims are compared', async () => {
    const claims = { iss: 'us', aud: ['a', 'b'], sub: 'ann' };
    expect(await reasons(claims, { issuer: 'us', audience: 'b', subject: 'ann', requiredClaims: 'iss, aud' })).toEqual(
      [],
    );
    expect(await reasons(claims, { issuer: 'US', audience: 'c', subject: 'bob', requiredClaims: 'exp' })).toEqual([
      'The issuer (claim "iss") is not the expected one',
      'The subject (claim "sub") is not the expected one',
      'The audience (claim "aud") is not the expected one',
      'Claim "exp" is missing',
    ]);
    expect(await reasons({}, { audience: 'undefined' })).toHaveLength(1);
  });

  it('a short secret is used and warned of', async () => {
    const { valid, warnings } = await verify(hs256({ exp: now + 60 }, 'secret'), { key: 'secret', at });
    expect(valid).toBe(true);
    expect(warnings).toEqual([
      'The secret has 48 bits; RFC 7518 asks for at least 256 for HS256, shorter ones can be guessed',
    ]);
  });
});

it('keys of every kind and size answer to signatures of every length without a failure', async () => {
  const pairs = [
    generateKeyPairSync('rsa', { modulusLength: 512 }),
    generateKeyPairSync('rsa', { modulusLength: 1024 }),
    generateKeyPairSync('rsa-pss', {
      modulusLength: 2048,
      hashAlgorithm: 'sha512',
      mgf1HashAlgorithm: 'sha512',
    }),
    generateKeyPairSync('ec', { namedCurve: 'P-521' }),
    generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('x25519'),
  ];
  for (const { publicKey } of pairs) {
    const key = publicKey.export({ type: 'spki', format: 'pem' }) as string;
    for (const alg of ['RS256', 'RS512', 'PS256', 'PS512', 'ES512', 'ES256K', 'EdDSA', 'HS256'])
      for (const length of [1, 63, 64, 128, 132, 256])
        expect(
          (await verify(`${part({ alg })}.${part({})}.${Buffer.alloc(length, 7).toString('base64url')}`, { key }))
            .valid,
        ).toBe(false);
  }
});
