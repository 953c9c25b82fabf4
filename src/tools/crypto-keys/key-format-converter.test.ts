import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './key-format-converter.js';

const folder = mkdtempSync(join(tmpdir(), 'key-formats-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasOpenssl = hasProgram('openssl', ['version'], 'keys of OpenSSL in every notation');
const LEGACY = ['-provider', 'legacy', '-provider', 'default'];
const openssl = (input: string | Uint8Array, ...args: readonly string[]): Buffer => runProgram('openssl', args, input);

async function convert(bytes: Uint8Array | string, options: Record<string, unknown> = {}): Promise<Buffer> {
  const { status, files, message, cause } = await runTool(tool, {
    files: [{ name: 'k', bytes: Buffer.from(bytes) }],
    options,
  });
  expect(status, `${message ?? ''} ${cause ?? ''}`).toBe(200);
  return files[0]!.bytes;
}

async function refusal(bytes: Uint8Array | string, options: Record<string, unknown> = {}): Promise<string | undefined> {
  const { status, message } = await runTool(tool, { files: [{ name: 'k', bytes: Buffer.from(bytes) }], options });
  expect([400, 413]).toContain(status);
  return message;
}

const TYPES = {
  rsa: ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  p256: ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  p384: ['EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  p521: ['EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  secp256k1: ['EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
  ed25519: ['ED25519'],
  ed448: ['ED448'],
  x25519: ['X25519'],
  x448: ['X448'],
} as const;

const newKey = (type: keyof typeof TYPES): Buffer => openssl('', 'genpkey', '-quiet', '-algorithm', ...TYPES[type]);

const PKCS8 = [
  [],
  ...['aes128', 'aes192', 'aes256', 'des3', 'des'].map((cipher) => ['-v2', cipher]),
  ['-v2', 'aes256', '-v2prf', 'hmacWithSHA512', '-iter', '10000'],
  ['-scrypt'],
  ...['PBE-SHA1-3DES', 'PBE-SHA1-2DES', 'PBE-SHA1-RC2-40', 'PBE-SHA1-RC2-128'].map((scheme) => ['-v1', scheme]),
  ...['PBE-MD5-DES', 'PBE-SHA1-DES', 'PBE-MD5-RC2-64', 'PBE-SHA1-RC2-64'].map((scheme) => ['-v1', scheme]),
];
const OLD = ['-aes128', '-aes192', '-aes256', '-des3', '-des'];

describe.skipIf(!hasOpenssl)('what OpenSSL writes', () => {
  inRounds('is read in every encryption it has', [1, 9], async (rounds) => {
    for (const type of (Object.keys(TYPES) as (keyof typeof TYPES)[]).slice(0, rounds)) {
      const key = newKey(type);
      const plain = openssl(key, 'pkcs8', '-topk8', '-nocrypt').toString();
      const open = openssl(key, 'pkey', '-pubout').toString();
      for (const scheme of PKCS8) {
        const lock = scheme.length === 0 ? ['-nocrypt'] : [...scheme, '-passout', 'pass:pä ss'];
        const locked = openssl(key, 'pkcs8', ...LEGACY, '-topk8', ...lock);
        expect(String(await convert(locked, { to: 'pkcs8', password: 'pä ss' })), scheme.join(' ')).toBe(plain);
        expect(String(await convert(locked, { to: 'spki', password: 'pä ss' }))).toBe(open);
        if (scheme.length === 0) continue;
        expect(await refusal(locked)).toBe(
          'Cannot read file "k": it is encrypted: give its password in option "password"',
        );
        expect(await refusal(locked, { password: 'other' })).toBe(
          'Cannot read file "k": the password is wrong, or it is damaged',
        );
      }
      if (type !== 'rsa' && !/^(?:p\d|secp)/.test(type)) continue;
      for (const cipher of OLD) {
        const locked = openssl(
          key,
          type === 'rsa' ? 'rsa' : 'ec',
          ...LEGACY,
          '-traditional',
          cipher,
          '-passout',
          'pass:pä ss',
        ).toString();
        for (const pasted of [
          locked,
          locked.replaceAll('\n', '\r\n  '),
          locked.replaceAll('\n', ' '),
          JSON.stringify(locked),
          `> ${locked.replaceAll('\n', '\n> ')}`,
        ])
          expect(String(await convert(pasted, { to: 'pkcs8', password: 'pä ss' }))).toBe(plain);
      }
    }
  });

  inRounds('is what it reads back from every notation', [1, 45], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const type = (Object.keys(TYPES) as (keyof typeof TYPES)[])[round % 9]!;
      const key = newKey(type);
      const open = openssl(key, 'pkey', '-pubout').toString();
      const jwk = await convert(key, { to: 'jwk' });
      const own = type === 'rsa' ? ['pkcs1'] : /^(?:p\d|secp)/.test(type) ? ['sec1'] : [];
      for (const to of ['pkcs8', ...own]) {
        for (const format of ['pem', 'der']) {
          const written = await convert(jwk, { to, format });
          expect(openssl(written, 'pkey', '-inform', format, '-pubout').toString()).toBe(open);
        }
      }
      const locked = await convert(jwk, { to: 'pkcs8', newPassword: 'pä ss' });
      expect(openssl(locked, 'pkey', '-passin', 'pass:pä ss', '-pubout').toString()).toBe(open);
      const openDer = await convert(jwk, { to: 'spki', format: 'der' });
      expect(openssl(openDer, 'pkey', '-pubin', '-inform', 'der').toString()).toBe(open);
      for (const bare of [openDer.toString('base64'), openDer.toString('hex'), openDer.toString('base64url')])
        expect(String(await convert(bare, { to: 'spki' }))).toBe(open);
      expect(String(await convert(await convert(openDer, { to: 'jwk' }), { to: 'spki' }))).toBe(open);
    }
  });

  it('gives its public key from certificates and requests', async () => {
    const key = newKey('p256');
    const path = join(folder, 'key');
    writeFileSync(path, key);
    const open = openssl(key, 'pkey', '-pubout').toString();
    for (const made of [['-x509'], []]) {
      const args = ['req', '-new', ...made, '-key', path, '-subj', '/CN=a'];
      expect(String(await convert(openssl('', ...args), { to: 'spki' }))).toBe(open);
      expect(String(await convert(openssl('', ...args, '-outform', 'der'), { to: 'spki' }))).toBe(open);
    }
  });

  it('computes the factors of an RSA key that has none', async () => {
    const key = newKey('rsa');
    const {
      p: _,
      q: __,
      dp: ___,
      dq: ____,
      qi: _____,
      ...rest
    } = JSON.parse(String(await convert(key))) as Record<string, string>;
    const whole = await convert(JSON.stringify(rest), { to: 'pkcs8' });
    expect(openssl(whole, 'pkey', '-check', '-pubout').toString()).toContain(
      openssl(key, 'pkey', '-pubout').toString(),
    );
  });

  it('refuses too much work before it begins', async () => {
    const key = newKey('ed25519');
    // OpenSSL would do the work itself: 65,537 iterations are made 8,388,609 and more in what it wrote.
    for (const more of [
      ['-v2', 'aes256', '-iter', '65537'],
      ['-v1', 'PBE-SHA1-3DES', '-iter', '65537'],
    ]) {
      const honest = openssl(key, 'pkcs8', ...LEGACY, '-topk8', ...more, '-passout', 'pass:x', '-outform', 'der');
      const locked = Buffer.from(honest.toString('hex').replace('0203010001', '02037f0001'), 'hex');
      expect(await refusal(locked, { password: 'x' })).toMatch(/must have at most \d+ iterations, got \d+$/);
    }
    const scrypt = openssl(key, 'pkcs8', '-topk8', '-scrypt', '-passout', 'pass:x', '-outform', 'der');
    // N = 16384, r = 8, p = 1: p is made 127.
    const slow = Buffer.from(scrypt.toString('hex').replace('02024000020108020101', '0202400002010802017f'), 'hex');
    expect(slow.equals(scrypt)).toBe(false);
    expect(await refusal(slow, { password: 'x' })).toContain('its scrypt parameters must need at most');
  });

  exhaustive('damaged in any place, gives 200, 400 or 413', async () => {
    const chance = chanceOf(7);
    const keys = (['rsa', 'p256', 'ed25519'] as const).map(newKey);
    const locked = openssl(keys[1]!, 'pkcs8', '-topk8', '-passout', 'pass:x');
    const jwk = await convert(keys[0]!);
    for (const text of [...keys, locked, jwk].map(String)) {
      const bodies = Array.from({ length: text.length }, (_, length) => Buffer.from(text.slice(0, length)));
      const digits = text.replace(/-----[^-]+-----|\n/g, '');
      for (let round = 0; round < 500; round += 1) {
        const isPem = text.startsWith('-');
        const spoiled = isPem ? Buffer.from(digits, 'base64') : Buffer.from(text);
        spoiled[chance(spoiled.length)] = chance(256);
        bodies.push(spoiled);
      }
      for (const bytes of bodies) {
        const { status, cause } = await runTool(tool, { files: [{ name: 'k', bytes }], options: { password: 'x' } });
        expect([200, 400, 413], String(cause)).toContain(status);
      }
    }
  });
});

describe('what is not a key to convert', () => {
  it.each([
    ['{"kty":"RSA","n":"AQAB"}', 'its member "e" is missing'],
    [
      '{"kty":"EC","crv":"P-192","x":"AA","y":"AA"}',
      'its "crv" must be P-256, P-384, P-521 or secp256k1 where "kty" is EC',
    ],
    ['{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}', 'it is damaged: its numbers are not a key'],
    ['{"kty":"PQC"}', 'its "kty" must be RSA, EC, OKP or oct'],
    ['{"kty":', 'it begins like JSON (a JWK), but is not JSON'],
    [
      '{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"22qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
      'its members "d" and "x" do not belong together',
    ],
    ['eyJhbGciOiJIUzI1NiJ9.e30.x', 'it is a token (JWT); a key is needed'],
    [
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEY\n-----END PGP PUBLIC KEY BLOCK-----',
      'it is a PGP public key; a key is needed',
    ],
  ])('%s', async (text, fault) => {
    expect(await refusal(text)).toBe(`Cannot read file "k": ${fault}`);
  });

  it('keeps what a secret is out of its messages', async () => {
    const { message } = await runTool(tool, { input: '{"kty":"oct","k":"c2VjcmV0 !"}' });
    expect(message).toBe('Cannot read property "input": its member "k" must be base64url');
  });
});
