import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import bcryptGenerator from './bcrypt-generator.js';

interface Told {
  readonly hash: string;
  readonly valid?: boolean;
  readonly warnings: readonly string[];
}

async function run(options: Readonly<Record<string, unknown>>): Promise<Told> {
  const { data, message } = await runTool(bcryptGenerator, { options });
  if (data === undefined) throw new Error(message);
  return data as Told;
}

// Solar Designer, crypt_blowfish 1.3, wrapper.c: vectors of UTF-8 passwords.
it.each([
  ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
  ['U*U*', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK'],
  ['U*U*U', '$2a$05$XXXXXXXXXXXXXXXXXXXXXOAcXxm9kjPGEMsLznoKqmqw7tc8WCx4a'],
  [
    '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789chars after 72 are ignored',
    '$2a$05$abcdefghijklmnopqrstuu5s2v8.iXieOjg/.AySBTTZIIVFJeBui',
  ],
])('verifies the vector of %s', async (password, expected) => {
  expect((await run({ password, expected })).valid).toBe(true);
  expect((await run({ password: `x${password}`, expected })).valid).toBe(false);
});

it('says that a password is longer than bcrypt reads', async () => {
  const { hash, warnings } = await run({ password: 'a'.repeat(80), cost: 4 });
  expect(warnings).toContain('bcrypt reads the first 72 bytes of a password; this one has 80');
  expect((await run({ password: 'a'.repeat(72), expected: hash })).valid).toBe(true);
  expect((await run({ password: 'a'.repeat(71), expected: hash })).valid).toBe(false);
});

const chance = chanceOf(72);
const LETTERS = [...'abcXYZ0189 .:$!éß€🌍'];
const randomPassword = (): string => Array.from({ length: 1 + chance(18) }, () => pick(chance, LETTERS)).join('');
const randomSalt = (): string => Buffer.from(Array.from({ length: 16 }, () => chance(256))).toString('hex');

inRounds.skipIf(!hasProgram('htpasswd', ['-nb', 'a', 'b'], 'bcrypt-generator beside htpasswd'))(
  'makes hashes that htpasswd accepts',
  [3, 200],
  async (rounds) => {
    const folder = mkdtempSync(join(tmpdir(), 'bcrypt-'));
    try {
      for (let round = 0; round < rounds; round++) {
        const password = randomPassword();
        const { hash } = await run({
          password,
          cost: 4,
          version: pick(chance, ['2y', '2a', '2b']),
          salt: randomSalt(),
        });
        writeFileSync(join(folder, 'users'), `bob:${hash.replace('$2b', '$2y')}\n`);
        const jobs = [password, `${password}x`].map((tried) => ({
          ...{ program: 'htpasswd', args: ['-vbB', join(folder, 'users'), 'bob', tried], input: '' },
        }));
        expect(
          runPrograms(jobs).map(({ status }) => status),
          `${password} ${hash}`,
        ).toEqual([0, 3]);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

inRounds.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import bcrypt'], 'bcrypt-generator beside Python bcrypt'))(
  'verifies the hashes of Python bcrypt',
  [5, 200],
  async (rounds) => {
    const passwords = Array.from({ length: rounds }, randomPassword);
    const script =
      'import sys, json, bcrypt; print(json.dumps([bcrypt.hashpw(p.encode(), bcrypt.gensalt(4)).decode() for p in json.load(sys.stdin)]))';
    const made = JSON.parse(
      runProgram('/usr/bin/python3', ['-c', script], JSON.stringify(passwords)).toString(),
    ) as string[];
    for (const [i, password] of passwords.entries()) {
      expect((await run({ password, expected: made[i] })).valid, made[i]).toBe(true);
      expect((await run({ password: `${password}x`, expected: made[i] })).valid, made[i]).toBe(false);
    }
  },
);
