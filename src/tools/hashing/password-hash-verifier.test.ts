import { describe, expect, it } from 'vitest';

import { chanceOf, pick } from '../../testing/chance.js';
import { exhaustive, inRounds } from '../../testing/exhaustive.js';
import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import verifier from './password-hash-verifier.js';

async function isValid(hash: string, password: string): Promise<boolean> {
  const { data, message } = await runTool(verifier, { input: hash, options: { password } });
  if (data === undefined) throw new Error(`${hash}: ${message}`);
  return (data as { valid: boolean }).valid;
}

const chance = chanceOf(22);
const LETTERS = [...'abcXYZ0189 .:$!éß€🌍'];
const randomPassword = (): string => Array.from({ length: 1 + chance(24) }, () => pick(chance, LETTERS)).join('');

/** Schemes of passlib with the settings that make them quick; `r` rounds. */
const PASSLIB: Readonly<Record<string, object>> = {
  argon2: { memory_cost: 64, rounds: 2, parallelism: 2 },
  atlassian_pbkdf2_sha1: {},
  apr_md5_crypt: {},
  bcrypt: { rounds: 4 },
  django_argon2: { memory_cost: 64, rounds: 1, parallelism: 1 },
  django_bcrypt: { rounds: 4 },
  django_bcrypt_sha256: { rounds: 4 },
  django_pbkdf2_sha1: { rounds: 30 },
  django_pbkdf2_sha256: { rounds: 30 },
  django_salted_md5: {},
  django_salted_sha1: {},
  grub_pbkdf2_sha512: { rounds: 30 },
  hex_md5: {},
  hex_sha1: {},
  hex_sha256: {},
  hex_sha512: {},
  ldap_md5: {},
  ldap_pbkdf2_sha256: { rounds: 30 },
  ldap_salted_md5: {},
  ldap_salted_sha1: {},
  ldap_salted_sha256: {},
  ldap_salted_sha512: {},
  ldap_sha1: {},
  ldap_sha512_crypt: { rounds: 1000 },
  md5_crypt: {},
  mysql41: {},
  pbkdf2_sha1: { rounds: 30 },
  pbkdf2_sha256: { rounds: 30 },
  pbkdf2_sha512: { rounds: 30 },
  phpass: { rounds: 7 },
  scrypt: { rounds: 4 },
  sha256_crypt: { rounds: 1100 },
  sha512_crypt: {},
};

const PYTHON = `
import sys, json, secrets, passlib.hash
schemes, passwords = json.load(sys.stdin)
out = {}
for name, settings in schemes.items():
    h = getattr(passlib.hash, name)
    if settings: h = h.using(**settings)
    out[name] = [h.hash(p) for p in passwords]
print(json.dumps(out))`;

exhaustive.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import passlib, bcrypt, argon2'], 'verifier beside passlib'))(
  'verifies what passlib makes',
  async () => {
    const passwords = Array.from({ length: 10 }, randomPassword);
    const asked = JSON.stringify([PASSLIB, passwords]);
    const made = JSON.parse(runProgram('/usr/bin/python3', ['-W', 'ignore', '-c', PYTHON], asked).toString()) as Record<
      string,
      string[]
    >;
    for (const name of Object.keys(PASSLIB)) {
      for (const [i, password] of passwords.entries()) {
        const hash = made[name]![i]!;
        expect(await isValid(hash, password), `${name} ${hash} ${password}`).toBe(true);
        expect(await isValid(`user:${hash}`, `${password}!`), name).toBe(false);
      }
    }
  },
);

const HASHLIB = `
import sys, json, hashlib, base64, hmac
b = lambda x: base64.b64encode(x).decode()
out = []
for p in json.load(sys.stdin):
    q = p.encode()
    s = hashlib.scrypt(q, salt=b'saltsalt', n=1024, r=8, p=2, dklen=64)
    out.append('scrypt:1024:8:2$saltsalt$' + s.hex())
    out.append('scrypt$1024$saltsalt$8$2$' + b(s))
    out.append('pbkdf2:sha256:100$saltsalt$' + hashlib.pbkdf2_hmac('sha256', q, b'saltsalt', 100).hex())
    salted = hashlib.pbkdf2_hmac('sha256', q, b'0123456789abcdef', 4096)
    key = hmac.digest(salted, b'Client Key', 'sha256')
    out.append('SCRAM-SHA-256$4096:%s$%s:%s' % (b(b'0123456789abcdef'), b(hashlib.sha256(key).digest()), b(hmac.digest(salted, b'Server Key', 'sha256'))))
print(json.dumps(out))`;

inRounds.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import hashlib'], 'verifier beside hashlib'))(
  'verifies what Werkzeug, Django and PostgreSQL store',
  [2, 10],
  async (rounds) => {
    const passwords = Array.from({ length: rounds }, randomPassword);
    const made = JSON.parse(
      runProgram('/usr/bin/python3', ['-c', HASHLIB], JSON.stringify(passwords)).toString(),
    ) as string[];
    for (const [i, hash] of made.entries()) {
      const password = passwords[Math.floor(i / 4)] ?? '';
      expect(await isValid(hash, password), hash).toBe(true);
      expect(await isValid(hash, `${password} `), hash).toBe(false);
    }
  },
);

inRounds.skipIf(
  !hasProgram('mkpasswd', ['--version'], 'verifier beside mkpasswd') ||
    !hasProgram('htpasswd', ['-nb', 'a', 'b'], 'verifier beside htpasswd'),
)('verifies what mkpasswd, htpasswd, OpenSSL and argon2 make', [1, 6], async (rounds) => {
  for (let round = 0; round < rounds; round++) {
    const password = randomPassword().replaceAll(':', 'x').trim() || 'x';
    const made = [
      ...['bcrypt', 'bcrypt-a', 'sha512crypt', 'sha256crypt', 'md5crypt', 'scrypt'].map((method) =>
        runProgram('mkpasswd', ['-m', method, ...(method.startsWith('b') ? ['-R', '5'] : []), '-s'], password),
      ),
      runProgram('htpasswd', ['-nbB', '-C', '5', 'bob', password]),
      runProgram('htpasswd', ['-nbs', 'bob', password]),
      runProgram('openssl', ['passwd', '-apr1', '-stdin'], password),
      runProgram('argon2', ['somesalt', '-id', '-e', '-k', '128', '-t', '2', '-p', '2'], password),
    ];
    for (const bytes of made) {
      expect(await isValid(bytes.toString(), password), `${bytes} ${password}`).toBe(true);
      expect(await isValid(bytes.toString(), `${password}x`), bytes.toString()).toBe(false);
    }
  }
});

describe('damaged hashes', () => {
  it.each([
    '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
    '$argon2id$v=19$m=64,t=2,p=2$c29tZXNhbHQ$RdescudvJCsgt3ub+b27aTSr6GOeJ0rjsWGzUR0LdCs',
    '$scrypt$ln=4,r=8,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b27aTSr6GOeJ0rjsWGzUR0LdCs',
    '$pbkdf2-sha256$29$c29tZXNhbHQ$RdescudvJCsgt3ub/b27aTSr6GOeJ0rjsWGzUR0LdCs',
    '$6$rounds=1000$salt$GuMx4sQ5VmR1gzsiIXuWZzVzp0JOGbF4p6UTnaF5Yl7bUTr0fJfmCqSDbl7.8EFsdLJzdSJWBGxvWDjHCH2wH.',
    'scrypt:1024:8:2$saltsalt$'.padEnd(153, 'ab'),
  ])('%s, cut and changed, is answered', async (hash) => {
    const change = chanceOf(hash.length);
    for (let round = 0; round < hash.length + 100; round++) {
      const at = change(hash.length);
      const damaged =
        round < hash.length
          ? hash.slice(0, round)
          : `${hash.slice(0, at)}${pick(change, [...'$,=9z~:'])}${hash.slice(at + 1)}`;
      const { status } = await runTool(verifier, { input: damaged || 'x', options: { password: 'x' } });
      expect([200, 400, 413], damaged).toContain(status);
    }
  });
});

it.each([
  '$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub',
  '$argon2id$v=19$m=262144,t=4000000,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub',
  '$scrypt$ln=30,r=8,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b27aTSr6GOeJ0rjsWGzUR0LdCs',
  '$scrypt$ln=10,r=8,p=99999$c29tZXNhbHQ$RdescudvJCsgt3ub+b27aTSr6GOeJ0rjsWGzUR0LdCs',
  `$6$rounds=999999999$salt$${'a'.repeat(86)}`,
  `$pbkdf2-sha256$4294967295$c29tZXNhbHQ$${'a'.repeat(43)}`,
  `SCRAM-SHA-256$999999999:c2FsdA==$${'a'.repeat(43)}=:${'a'.repeat(43)}=`,
  `$P$O${'a'.repeat(30)}`,
  `$7$zzzzzzzzzzz$${'a'.repeat(43)}`,
])('%s is over a limit', async (input) => {
  const { status, message } = await runTool(verifier, { input, options: { password: 'x' } });
  expect([status, message]).toEqual([413, expect.stringContaining('limit is')]);
});

it('answers a cost that scrypt does not have for its block size', async () => {
  const input = '$scrypt$ln=17,r=1,p=1$c29tZXNhbHQ$RdescudvJCsgt3ub+b27aTSr6GOeJ0rjsWGzUR0LdCs';
  const { status, message } = await runTool(verifier, { input, options: { password: 'x' } });
  expect(status).toBe(400);
  expect(message).toContain('the cost of scrypt must be a power of 2 that fits its block size');
});
