import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import argon2Generator from './argon2-generator.js';

interface Told {
  readonly hash: string;
  readonly hex: string;
  readonly valid?: boolean;
}

async function run(options: Readonly<Record<string, unknown>>): Promise<Told> {
  const { data, message } = await runTool(argon2Generator, { options });
  if (data === undefined) throw new Error(message);
  return data as Told;
}

const chance = chanceOf(9106);
const LETTERS = [...'abcXYZ0189 .:$!éß€🌍'];
const random = (least: number, more: number): string =>
  Array.from({ length: least + chance(more) }, () => pick(chance, LETTERS)).join('');

inRounds.skipIf(!hasProgram('sh', ['-c', 'echo x | argon2 somesalt -e'], 'argon2-generator beside argon2'))(
  'makes the hashes of the reference program',
  [6, 200],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const [password, salt] = [random(1, 60), random(8, 20)];
      const variant = pick(chance, ['argon2id', 'argon2i', 'argon2d']);
      const parallelism = 1 + chance(4);
      const [memory, iterations, length] = [8 * parallelism + chance(500), 1 + chance(4), 4 + chance(100)];
      const numbers = ['-k', memory, '-t', iterations, '-p', parallelism, '-l', length].map(String);
      const args = [salt, `-${variant.slice(6)}`, '-v', '13', ...numbers, '-e'];
      const expected = runProgram('argon2', args, password).toString().trim();
      const settings = { password, salt, algorithm: variant, memory, iterations, parallelism, length };
      const { hash, hex } = await run(settings);
      expect(hash).toBe(expected);
      expect(Buffer.from(hex, 'hex').toString('base64').replace(/=+$/, '')).toBe(expected.split('$').at(-1));
      expect((await run({ password, expected })).valid).toBe(true);
      expect((await run({ password: `${password}x`, expected })).valid).toBe(false);
    }
  },
);

const PYTHON = `
import sys, json, argon2
from argon2.low_level import Type
out = []
for p, h in json.load(sys.stdin):
    ph = argon2.PasswordHasher(time_cost=1, memory_cost=64, parallelism=2)
    out.append([ph.verify(h, p), ph.hash(p)])
print(json.dumps(out))`;

inRounds.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import argon2'], 'argon2-generator beside argon2-cffi'))(
  'is understood by argon2-cffi, and understands it',
  [5, 200],
  async (rounds) => {
    const asked: [string, string][] = [];
    for (let round = 0; round < rounds; round++) {
      const password = random(1, 40);
      asked.push([password, (await run({ password, memory: 64, iterations: 2, parallelism: 2 })).hash]);
    }
    const told = JSON.parse(runProgram('/usr/bin/python3', ['-c', PYTHON], JSON.stringify(asked)).toString()) as [
      boolean,
      string,
    ][];
    for (const [i, [isAccepted, expected]] of told.entries()) {
      expect(isAccepted).toBe(true);
      expect((await run({ password: asked[i]?.[0], expected })).valid, expected).toBe(true);
    }
  },
);

// RFC 9106, section 5.3, without its associated data, which PHC strings do not have: a pepper changes the hash and is needed to verify it.
it('needs the pepper that a hash was made with', async () => {
  const { hash } = await run({ password: 'secret', secret: 'pepper', memory: 64 });
  expect((await run({ password: 'secret', secret: 'pepper', expected: hash })).valid).toBe(true);
  expect((await run({ password: 'secret', expected: hash })).valid).toBe(false);
});

it.each(['m=4194303,t=1,p=1', 'm=262144,t=9999999,p=1', 'm=64,t=0,p=1', 'm=64,t=1,p=0', 'm=64,t=1,p=999'])(
  'refuses %s in a hash before any work',
  async (parameters) => {
    const { status } = await runTool(argon2Generator, {
      options: { password: 'x', expected: `$argon2id$v=19$${parameters}$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu` },
    });
    expect([400, 413]).toContain(status);
  },
);
