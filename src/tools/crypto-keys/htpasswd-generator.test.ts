import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram, runPrograms } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import htpasswdGenerator from './htpasswd-generator.js';

interface Told {
  readonly users: readonly { readonly user: string; readonly status: string }[];
  readonly content: string;
}

async function run(input: string, options: object, file?: string): Promise<Told> {
  const files = file === undefined ? {} : { files: [{ name: '.htpasswd', bytes: Buffer.from(file) }] };
  const { data, message } = await runTool(htpasswdGenerator, { input, options: { ...options }, ...files });
  if (data === undefined) throw new Error(message);
  return data as Told;
}

const chance = chanceOf(80);
const LETTERS = [...'abcXYZ0189 .:$!éß€🌍'];
const randomPassword = (): string => Array.from({ length: 1 + chance(20) }, () => pick(chance, LETTERS)).join('');
const hasHtpasswd = hasProgram('htpasswd', ['-nb', 'a', 'b'], 'htpasswd-generator beside htpasswd');

inRounds.skipIf(!hasHtpasswd)('writes what htpasswd accepts', [1, 10], async (rounds) => {
  const folder = mkdtempSync(join(tmpdir(), 'htpasswd-'));
  const path = join(folder, 'users');
  try {
    for (let round = 0; round < rounds; round++) {
      const logins = Array.from({ length: 20 }, (_, i) => [`user ${i} é`, randomPassword()] as const);
      const scheme = ['bcrypt', 'apr1', 'sha'][round % 3];
      const { content } = await run(logins.map((login) => login.join(':')).join('\n'), { algorithm: scheme, cost: 4 });
      writeFileSync(path, content);
      const jobs = logins.flatMap(([user, password]) =>
        [password, `${password}x`].map((tried) => ({
          program: 'htpasswd',
          args: ['-vb', path, user, tried],
          input: '',
        })),
      );
      expect(runPrograms(jobs).map(({ status }) => status)).toEqual(logins.flatMap(() => [0, 3]));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

inRounds.skipIf(!hasHtpasswd)('verifies what htpasswd writes', [1, 10], async (rounds) => {
  for (let round = 0; round < rounds; round++) {
    const logins = Array.from({ length: 20 }, (_, i) => [`user${i}`, randomPassword()] as const);
    const file = logins
      .map(([user, password], i) => {
        const args = [['-B', '-C', '4'], ['-m'], ['-s'], ['-2'], ['-5']][i % 5] ?? [];
        return runProgram('htpasswd', ['-nb', ...args, user, password])
          .toString()
          .trim();
      })
      .join('\r\n');
    const statuses = async (mark: string) =>
      (
        await run(logins.map(([user, password]) => `${user}:${password}${mark}`).join('\n'), { action: 'verify' }, file)
      ).users.map(({ status }) => status);
    expect(new Set(await statuses(''))).toEqual(new Set(['valid']));
    expect(new Set(await statuses('x'))).toEqual(new Set(['wrong password']));
  }
});

it('keeps the other lines of a file, its end and order', async () => {
  const { content, users } = await run('b:x\nd:x', { algorithm: 'sha' }, '\ufeffa:1\r\n# note\r\nb:2\r\nb:3\r\nc:4');
  const hash = '{SHA}EfatjsUqKYSjqv1L9EzHVCGcWNI=';
  expect(content.replaceAll(/\{SHA\}[^\n]*/g, hash)).toBe(`a:1\n# note\nb:${hash}\nb:3\nc:4\nd:${hash}\n`);
  expect(users.map(({ status }) => status)).toEqual(['replaced', 'added']);
});

it.each([
  ['a:x\na:y', 'User "a" must not be listed twice'],
  [':x', 'The user name of line 1 must not be empty'],
  ['a:', 'The password of line 1 must not be empty'],
  ['a\u0007:x', 'The user name of line 1 must have at most 255 bytes, no colons and no control characters'],
])('refuses %j', async (input, message) => {
  expect(await runTool(htpasswdGenerator, { input })).toMatchObject({ status: 400, message });
});

it.each([
  ['a:$2y$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 413],
  [`a:$6$rounds=600000$salt$${'a'.repeat(86)}\nb:$6$rounds=600000$salt$${'a'.repeat(86)}`, 413],
  ['a:{PLAIN}x', 400],
  ['a:$2y$', 400],
])('answers %j in time', async (file, status) => {
  const files = [{ name: 'x', bytes: Buffer.from(file) }];
  const answer = await runTool(htpasswdGenerator, { input: 'a:x\nb:x', options: { action: 'verify' }, files });
  expect(answer.status, answer.message).toBe(status);
});
