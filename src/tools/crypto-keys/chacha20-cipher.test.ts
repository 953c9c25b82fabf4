import { randomBytes } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import tool from './chacha20-cipher.js';

const chance = chanceOf(24);
const run = (input: string, options: object) => runTool(tool, { input, options: { ...options } });
const AEADS = ['chacha20-poly1305', 'xchacha20-poly1305'] as const;
const nonceBytes = (algorithm: string): number => (algorithm.startsWith('x') ? 24 : 12);
const SUNSCREEN =
  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.";

it('RFC 8439, 2.4.2: the cipher alone, from block 1', async () => {
  const options = {
    algorithm: 'chacha20',
    key: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    nonce: '000000000000004a00000000',
    counter: 1,
    encoding: 'hex',
  };
  expect((await run(SUNSCREEN, options)).text).toBe(
    '6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d',
  );
});

it('every changed bit of a message is refused', async () => {
  for (const algorithm of AEADS) {
    const parts = { key: randomBytes(32), nonce: randomBytes(nonceBytes(algorithm)), aad: Buffer.from('header') };
    const hex = () => ({
      key: parts.key.toString('hex'),
      nonce: parts.nonce.toString('hex'),
      aad: parts.aad.toString('hex'),
    });
    const shared = { algorithm, aadEncoding: 'hex' };
    const made = await run('attack', { ...shared, ...hex(), encoding: 'hex' });
    const message = Buffer.from(made.text ?? '', 'hex');
    const open = () => run(message.toString('hex'), { ...shared, ...hex(), direction: 'decrypt', from: 'hex' });
    expect((await open()).text).toBe('attack');
    for (const part of [message, ...Object.values(parts)]) {
      for (let bit = 0; bit < 8 * part.length; bit += 1) {
        part[bit >> 3] = (part[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect((await open()).status).toBe(400);
        part[bit >> 3] = (part[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      }
    }
  }
});

describe.skipIf(!hasProgram('openssl', ['version'], 'ChaCha20 beside OpenSSL'))('OpenSSL', () => {
  inRounds('has the same bytes for the cipher alone', [5, 200], async (rounds) => {
    for (let round = 0; round < rounds; round += 1) {
      const [key, nonce] = [randomBytes(32).toString('hex'), randomBytes(12).toString('hex')];
      const counter = chance(1000);
      const start = Buffer.alloc(4);
      start.writeUInt32LE(counter);
      const input = 'Grüße 🌍\r\n'.repeat(1 + chance(50));
      const iv = start.toString('hex') + nonce;
      const expected = runProgram('openssl', ['enc', '-chacha20', '-K', key, '-iv', iv, '-a', '-A'], input);
      expect((await run(input, { algorithm: 'chacha20', key, nonce, counter })).text).toBe(expected.toString());
    }
  });
});

const SODIUM = `
import sys, json, base64
from nacl.bindings import crypto_aead_xchacha20poly1305_ietf_encrypt, crypto_aead_chacha20poly1305_ietf_encrypt
out = []
for algorithm, key, nonce, aad, plain in json.load(sys.stdin):
    seal = crypto_aead_xchacha20poly1305_ietf_encrypt if algorithm[0] == 'x' else crypto_aead_chacha20poly1305_ietf_encrypt
    out.append(seal(plain.encode(), aad.encode() or None, bytes.fromhex(nonce), bytes.fromhex(key)).hex())
print(json.dumps(out))`;
const PYTHON = '/usr/bin/python3';

describe.skipIf(!hasProgram(PYTHON, ['-c', 'import nacl'], 'ChaCha20-Poly1305 beside libsodium (python3-nacl)'))(
  'libsodium',
  () => {
    it('has the same bytes, which are decrypted', async () => {
      const rows = Array.from({ length: 400 }, (_, index) => {
        const algorithm = AEADS[index % 2] ?? '';
        const texts = [pick(chance, ['', 'header', 'ключ']), 'é🌍x\n'.repeat(chance(40))];
        return [
          algorithm,
          randomBytes(32).toString('hex'),
          randomBytes(nonceBytes(algorithm)).toString('hex'),
          ...texts,
        ];
      });
      const expected = JSON.parse(runProgram(PYTHON, ['-c', SODIUM], JSON.stringify(rows)).toString()) as string[];
      for (const [index, [algorithm, key, nonce, aad, input = '']] of rows.entries()) {
        const options = { algorithm, key, nonce, aad };
        const sealed = expected[index] ?? '';
        expect((await run(input, { ...options, encoding: 'hex' })).text).toBe(sealed);
        expect((await run(sealed, { ...options, direction: 'decrypt' })).text).toBe(input);
      }
    });
  },
);

it('a file comes back as it was', async () => {
  const bytes = randomBytes(100_000);
  for (const algorithm of [...AEADS, 'chacha20']) {
    const options = { algorithm, key: 'ab'.repeat(32) };
    const made = await runTool(tool, { files: [{ name: 'a.bin', bytes }], options });
    const back = await runTool(tool, { files: made.files, options: { ...options, direction: 'decrypt' } });
    expect(back.files[0]?.name).toBe('a.bin');
    expect(back.files[0]?.bytes.equals(bytes)).toBe(true);
  }
});
