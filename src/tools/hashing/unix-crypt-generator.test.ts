import { expect } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import unixCrypt from './unix-crypt-generator.js';

async function hashOf(options: Readonly<Record<string, unknown>>): Promise<string> {
  const { data, message } = await runTool(unixCrypt, { options });
  if (data === undefined) throw new Error(message);
  return (data as { hash: string }).hash;
}

const chance = chanceOf(6);
const LETTERS = [...'abcXYZ0189 .:$!éß€🌍'];
const SALT = [...'./09azAZ_-+='];
const randomOf = (letters: readonly string[], least: number, more: number): string =>
  Array.from({ length: least + chance(more) }, () => pick(chance, letters)).join('');

inRounds.skipIf(!hasProgram('openssl', ['version'], 'unix-crypt-generator beside OpenSSL'))(
  'makes the hashes of openssl passwd',
  [8, 200],
  async (rounds) => {
    for (let round = 0; round < rounds; round++) {
      const [option, scheme, most] = pick(chance, [
        ['-6', 'sha512-crypt', 16],
        ['-5', 'sha256-crypt', 16],
        ['-1', 'md5-crypt', 8],
        ['-apr1', 'apr1', 8],
      ] as const);
      const [password, salt] = [randomOf(LETTERS, 1, 60), randomOf(SALT, 1, most)];
      const expected = runProgram('openssl', ['passwd', option, '-salt', salt, '-stdin'], password).toString().trim();
      expect(await hashOf({ password, salt, algorithm: scheme }), password).toBe(expected);
    }
  },
);

const CRYPT = `
import sys, json, crypt
print(json.dumps([crypt.crypt(p, h) == h for p, h in json.load(sys.stdin)]))`;

inRounds.skipIf(
  !hasProgram('/usr/bin/python3', ['-W', 'ignore', '-c', 'import crypt'], 'unix-crypt-generator beside libxcrypt'),
)('makes hashes that libxcrypt accepts', [3, 200], async (rounds) => {
  const made: [string, string][] = [];
  for (let round = 0; round < rounds; round++) {
    const password = randomOf(LETTERS, 1, 40);
    const scheme = round % 40 === 0 ? 'bcrypt' : pick(chance, ['sha512-crypt', 'sha256-crypt', 'md5-crypt']);
    const salt = scheme === 'bcrypt' ? '' : randomOf(SALT, 1, 8);
    made.push([password, await hashOf({ password, algorithm: scheme, salt, rounds: 1000 + chance(5000) })]);
  }
  const told = runProgram('/usr/bin/python3', ['-W', 'ignore', '-c', CRYPT], JSON.stringify(made)).toString();
  expect(JSON.parse(told)).toEqual(made.map(() => true));
});

const PASSLIB = `
import sys, json
from passlib.hash import ldap_salted_sha1, ldap_salted_sha256, ldap_salted_sha512
known = {'ssha': ldap_salted_sha1, 'ssha256': ldap_salted_sha256, 'ssha512': ldap_salted_sha512}
print(json.dumps([known[s].verify(p, h) and not known[s].verify(p + 'x', h) for s, p, h in json.load(sys.stdin)]))`;

inRounds.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import passlib'], 'unix-crypt-generator beside passlib'))(
  'makes LDAP hashes that passlib verifies',
  [6, 150],
  async (rounds) => {
    const made: string[][] = [];
    for (let round = 0; round < rounds; round++) {
      const [scheme, password] = [pick(chance, ['ssha', 'ssha256', 'ssha512']), randomOf(LETTERS, 1, 40)];
      // passlib takes salts of 4 to 16 bytes.
      made.push([
        scheme,
        password,
        await hashOf({ password, algorithm: scheme, salt: chance(2) === 0 ? '' : randomOf(SALT, 4, 12) }),
      ]);
    }
    const told = runProgram('/usr/bin/python3', ['-c', PASSLIB], JSON.stringify(made)).toString();
    expect(JSON.parse(told)).toEqual(made.map(() => true));
  },
);
