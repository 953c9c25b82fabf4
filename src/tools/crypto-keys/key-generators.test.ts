import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import ec from './ec-key-generator.js';
import rsa from './rsa-key-generator.js';

const folder = mkdtempSync(join(tmpdir(), 'key-generators-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasOpenssl = hasProgram('openssl', ['version'], 'new keys in OpenSSL');
const hasPython = hasProgram('python3', ['-c', 'import cryptography'], 'new keys in Python cryptography');

const saved = (bytes: Uint8Array): string => {
  const path = join(folder, 'key');
  writeFileSync(path, bytes);
  return path;
};

/** What OpenSSL takes for the public key of a private file that it has checked. */
function opensslPublic(bytes: Uint8Array, format: string, password: string): string {
  const args = [
    'pkey',
    '-in',
    saved(bytes),
    '-inform',
    format === 'der' ? 'DER' : 'PEM',
    '-passin',
    `pass:${password}`,
  ];
  expect(String(runProgram('openssl', [...args, '-check', '-noout']))).toContain('Key is valid');
  return String(runProgram('openssl', [...args, '-pubout']));
}

/** The private key of a JWK, as PEM by Python. */
const JWK_TO_PEM = `
import sys, json, base64
from cryptography.hazmat.primitives.asymmetric import ec, rsa, ed25519, ed448, x25519, x448
from cryptography.hazmat.primitives import serialization as s
j = json.load(sys.stdin)
b = lambda v: base64.urlsafe_b64decode(v + '==')
i = lambda v: int.from_bytes(b(j[v]), 'big')
if j['kty'] == 'RSA':
    k = rsa.RSAPrivateNumbers(i('p'), i('q'), i('d'), i('dp'), i('dq'), i('qi'), rsa.RSAPublicNumbers(i('e'), i('n'))).private_key()
elif j['kty'] == 'EC':
    c = {'P-256': ec.SECP256R1, 'P-384': ec.SECP384R1, 'P-521': ec.SECP521R1, 'secp256k1': ec.SECP256K1}[j['crv']]()
    k = ec.EllipticCurvePrivateNumbers(i('d'), ec.EllipticCurvePublicNumbers(i('x'), i('y'), c)).private_key()
else:
    k = {'Ed25519': ed25519.Ed25519PrivateKey, 'Ed448': ed448.Ed448PrivateKey, 'X25519': x25519.X25519PrivateKey, 'X448': x448.X448PrivateKey}[j['crv']].from_private_bytes(b(j['d']))
sys.stdout.write(k.public_key().public_bytes(s.Encoding.PEM, s.PublicFormat.SubjectPublicKeyInfo).decode())`;

async function made(tool: typeof rsa, options: Record<string, unknown>) {
  const { status, data, files, message } = await runTool(tool, { options });
  expect(status, message).toBe(200);
  const [key, open] = files;
  return { key: key!.bytes, open: open!.bytes, publicKey: (data as { publicKey: string }).publicKey };
}

const RSA_FORMATS = ['pkcs8', 'pkcs1', 'der', 'jwk'] as const;
const CURVES = ['p256', 'p384', 'p521', 'secp256k1', 'ed25519', 'ed448', 'x25519', 'x448'] as const;

describe.skipIf(!hasOpenssl || !hasPython)('key pairs, read by OpenSSL and Python', () => {
  const check = async (tool: typeof rsa, options: { readonly format: string; readonly newPassword?: string }) => {
    const { key, open, publicKey } = await made(tool, options);
    const { format, newPassword = '' } = options;
    if (format === 'jwk') {
      expect(String(runProgram('python3', ['-c', JWK_TO_PEM], key))).toBe(publicKey);
      expect(Object.keys(JSON.parse(String(open)) as object)).not.toContain('d');
      return;
    }
    expect(opensslPublic(key, format, newPassword)).toBe(publicKey);
    if (format === 'pkcs8' || format === 'sec1') expect(String(open)).toBe(publicKey);
    if (newPassword !== '') expect(String(key)).not.toContain('BEGIN PRIVATE KEY');
  };

  inRounds('RSA of 2048 bits in every format, encrypted ones too', [1, 10], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const format of RSA_FORMATS) await check(rsa, { bits: 2048, format } as never);
      await check(rsa, { bits: 2048, format: 'pkcs8', newPassword: `pä ${round}` } as never);
    }
  });

  exhaustive('RSA of 3072 and 4096 bits', async () => {
    for (let round = 0; round < 4; round += 1)
      for (const bits of [3072, 4096]) await check(rsa, { bits, format: 'pkcs8' } as never);
  });

  inRounds('every curve in every format it has', [1, 3], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, curve] of CURVES.entries()) {
        const formats = /^[ex]d?\d/.test(curve) ? ['pkcs8', 'der', 'jwk'] : ['pkcs8', 'sec1', 'der', 'jwk'];
        // One format of each curve in a single round: a program is started for every key.
        const some = rounds === 1 ? [formats[index % formats.length] ?? ''] : formats;
        for (const format of some) await check(ec, { curve, format } as never);
        if (round > 0) await check(ec, { curve, format: 'der', newPassword: `pä ${round}` } as never);
      }
    }
  });
});

describe('bare bytes', () => {
  it('have the length of the curve, and the public half is the one in data', async () => {
    const lengths = { p256: 32, p384: 48, p521: 66, secp256k1: 32, ed25519: 32, ed448: 57, x25519: 32, x448: 56 };
    for (const curve of CURVES) {
      const { key, open, publicKey } = await made(ec, { curve, format: 'hex' });
      expect(String(key)).toMatch(new RegExp(`^[0-9a-f]{${2 * lengths[curve]}}\n$`));
      const der = Buffer.from(publicKey.replace(/-----[^-]+-----|\n/g, ''), 'base64').toString('hex');
      expect(der.endsWith(String(open).trim())).toBe(true);
    }
  });
});
