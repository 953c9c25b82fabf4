import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect } from 'vitest';

import { chanceOf } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';
import tool from './rsa-encryption.js';

const folder = mkdtempSync(join(tmpdir(), 'rsa-encryption-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hasOpenssl = hasProgram('openssl', ['version'], 'RSA encryption by OpenSSL');

const oaep = (digest: string, mask = digest) => ['oaep', `rsa_oaep_md:${digest}`, `rsa_mgf1_md:${mask}`];
const PADDINGS: Readonly<Record<string, readonly string[]>> = {
  'oaep-sha256': oaep('sha256'),
  pkcs1: ['pkcs1'],
  'oaep-sha1': oaep('sha1'),
  'oaep-sha384': oaep('sha384'),
  'oaep-sha512': oaep('sha512'),
  'oaep-sha256-mgf1-sha1': oaep('sha256', 'sha1'),
};
const DIGEST_BYTES: Readonly<Record<string, number>> = { 'oaep-sha1': 20, 'oaep-sha384': 48, 'oaep-sha512': 64 };

async function run(input: string, options: Record<string, unknown>): Promise<string> {
  const { status, data, message } = await runTool(tool, { input, options });
  expect(status, message).toBe(200);
  return (data as { result: string }).result;
}

describe.skipIf(!hasOpenssl)('RSA by OpenSSL', () => {
  inRounds('in both directions with every padding, up to the longest content', [1, 36], async (rounds) => {
    const chance = chanceOf(9);
    let [key, open] = ['', ''];
    for (let round = 0; round < rounds; round += 1) {
      const bits = [2048, 3072, 2056, 4096][(round / 9) | 0] ?? 2048;
      if (round % 9 === 0) {
        key = String(
          runProgram('openssl', ['genpkey', '-quiet', '-algorithm', 'RSA', '-pkeyopt', `rsa_keygen_bits:${bits}`]),
        );
        open = String(runProgram('openssl', ['pkey', '-pubout'], key));
        writeFileSync(join(folder, 'key'), key);
      }
      for (const [padding, [mode = '', ...more]] of Object.entries(PADDINGS)) {
        const room = bits / 8 - (padding === 'pkcs1' ? 11 : 2 * (DIGEST_BYTES[padding] ?? 32) + 2);
        const length = round % 3 === 0 ? room : round % 3 === 1 ? 1 : 1 + chance(room);
        const content = Buffer.from(Array.from({ length }, () => chance(256)));
        const given = [`rsa_padding_mode:${mode}`, ...more].flatMap((option) => ['-pkeyopt', option]);
        const inkey = ['-inkey', join(folder, 'key')];
        const theirs = runProgram('openssl', ['pkeyutl', '-encrypt', ...inkey, ...given], content);
        const decrypting = { direction: 'decrypt', key, padding, encoding: 'hex' };
        expect(await run(theirs.toString('base64'), decrypting)).toBe(content.toString('hex'));
        expect(await run(theirs.toString('hex'), decrypting)).toBe(content.toString('hex'));
        const ours = await run(content.toString('hex'), { key: open, padding, inputEncoding: 'hex' });
        const back = runProgram('openssl', ['pkeyutl', '-decrypt', ...inkey, ...given], Buffer.from(ours, 'base64'));
        expect(back.equals(content)).toBe(true);
        theirs[5 + chance(theirs.length - 5)]! ^= 1 << chance(8);
        const spoiled = await runTool(tool, { input: theirs.toString('base64'), options: decrypting });
        // A changed block is taken for PKCS #1 v1.5, which has no digest in it, one time in 65,536.
        if (spoiled.status === 200) expect(padding).toBe('pkcs1');
        else
          expect(spoiled.message).toMatch(
            /: it was encrypted (?:for another key, or was changed|with pkcs1, not \S+)$/,
          );
      }
    }
  });
});
