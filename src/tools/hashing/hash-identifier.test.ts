import { describe, expect, it } from 'vitest';

import { hasProgram, runProgram } from '../../testing/programs.js';
import { runTool } from '../../testing/run-tool.js';

import hashIdentifier from './hash-identifier.js';

interface Told {
  readonly hashes: readonly { readonly user: string; readonly candidates: readonly { readonly name: string }[] }[];
}

async function namesOf(input: string): Promise<string[][]> {
  const { data, message } = await runTool(hashIdentifier, { input, options: { limit: 50 } });
  if (data === undefined) throw new Error(message);
  return (data as Told).hashes.map(({ candidates }) => candidates.map(({ name }) => name));
}

/** Our name for what each handler of passlib makes, and whether it comes first. */
const PASSLIB: Readonly<Record<string, readonly [name: string, place: 'first' | 'among']>> = {
  argon2: ['Argon2id', 'first'],
  atlassian_pbkdf2_sha1: ['PBKDF2 (Atlassian)', 'first'],
  apr_md5_crypt: ['MD5 crypt of Apache (apr1)', 'first'],
  bigcrypt: ['bigcrypt', 'among'],
  bsd_nthash: ['NT hash (crypt $3$)', 'first'],
  bsdi_crypt: ['BSDi extended DES crypt', 'first'],
  cisco_pix: ['Cisco PIX or ASA', 'among'],
  cisco_type7: ['Cisco type 7 (reversible)', 'among'],
  crypt16: ['crypt16', 'among'],
  cta_pbkdf2_sha1: ['PBKDF2-SHA-1 (Dwayne Litzenberger)', 'first'],
  des_crypt: ['DES crypt', 'first'],
  django_des_crypt: ['DES crypt (Django)', 'first'],
  django_pbkdf2_sha1: ['PBKDF2-SHA-1 (Django)', 'first'],
  django_pbkdf2_sha256: ['PBKDF2-SHA-256 (Django)', 'first'],
  django_salted_md5: ['Salted MD5 (Django)', 'first'],
  django_salted_sha1: ['Salted SHA-1 (Django)', 'first'],
  fshp: ['FSHP', 'first'],
  grub_pbkdf2_sha512: ['PBKDF2-SHA-512 (GRUB 2)', 'first'],
  hex_md4: ['MD4', 'among'],
  hex_md5: ['MD5', 'first'],
  hex_sha1: ['SHA-1', 'first'],
  hex_sha256: ['SHA-256', 'first'],
  hex_sha512: ['SHA-512', 'first'],
  ldap_md5: ['LDAP, MD5', 'first'],
  ldap_sha1: ['LDAP, SHA-1', 'first'],
  ldap_salted_md5: ['LDAP, salted MD5', 'first'],
  ldap_salted_sha1: ['LDAP, salted SHA-1', 'first'],
  ldap_salted_sha256: ['LDAP, salted SHA-256', 'first'],
  ldap_salted_sha512: ['LDAP, salted SHA-512', 'first'],
  lmhash: ['LM (Windows)', 'among'],
  md5_crypt: ['MD5 crypt', 'first'],
  mssql2000: ['Microsoft SQL Server 2000', 'first'],
  mssql2005: ['Microsoft SQL Server 2005', 'first'],
  mysql323: ['MySQL 3.23', 'among'],
  mysql41: ['MySQL 4.1 and later', 'first'],
  nthash: ['NTLM (Windows)', 'among'],
  oracle11: ['Oracle 11', 'first'],
  pbkdf2_sha1: ['PBKDF2-SHA-1 (passlib)', 'first'],
  pbkdf2_sha256: ['PBKDF2-SHA-256 (passlib)', 'first'],
  pbkdf2_sha512: ['PBKDF2-SHA-512 (passlib)', 'first'],
  phpass: ['phpass (WordPress, phpBB)', 'first'],
  scram: ['SCRAM (passlib)', 'first'],
  scrypt: ['scrypt (PHC string)', 'first'],
  sha1_crypt: ['SHA-1 crypt of NetBSD', 'first'],
  sha256_crypt: ['SHA-256 crypt', 'first'],
  sha512_crypt: ['SHA-512 crypt', 'first'],
  sun_md5_crypt: ['MD5 crypt of Solaris', 'first'],
};

const PYTHON = `
import sys, json, secrets, passlib.hash
out = {}
for name in json.load(sys.stdin):
    h = getattr(passlib.hash, name)
    if 'rounds' in getattr(h, 'setting_kwds', ()):
        low = max(h.min_rounds or 1, 1)
        h = h.using(rounds=low + (low % 2 == 0 if name == 'bsdi_crypt' else 0))
    if name == 'argon2': h = h.using(memory_cost=8, rounds=1, parallelism=1)
    out[name] = [h.hash(secrets.token_hex(5 if name == 'bigcrypt' else 4)) for _ in range(6)]
print(json.dumps(out))`;

import { exhaustive } from '../../testing/exhaustive.js';

exhaustive.skipIf(!hasProgram('/usr/bin/python3', ['-c', 'import passlib'], 'hash-identifier beside passlib'))(
  'names what passlib makes',
  async () => {
    const made = JSON.parse(
      runProgram('/usr/bin/python3', ['-W', 'ignore', '-c', PYTHON], JSON.stringify(Object.keys(PASSLIB))).toString(),
    ) as Record<string, string[]>;
    for (const [handler, [name, place]] of Object.entries(PASSLIB)) {
      for (const names of await namesOf(made[handler]!.join('\n'))) {
        if (place === 'first') expect(names[0], handler).toBe(name);
        else expect(names, handler).toContain(name);
      }
    }
  },
);

it.skipIf(!hasProgram('mkpasswd', ['--version'], 'hash-identifier beside mkpasswd'))(
  'names what mkpasswd makes',
  async () => {
    const names = {
      yescrypt: 'yescrypt',
      'gost-yescrypt': 'gost-yescrypt',
      scrypt: 'scrypt (crypt $7$)',
      bcrypt: 'bcrypt',
      'bcrypt-a': 'bcrypt',
      sha512crypt: 'SHA-512 crypt',
      sha256crypt: 'SHA-256 crypt',
      sunmd5: 'MD5 crypt of Solaris',
      md5crypt: 'MD5 crypt',
      bsdicrypt: 'BSDi extended DES crypt',
      descrypt: 'DES crypt',
      nt: 'NT hash (crypt $3$)',
    };
    for (const [method, name] of Object.entries(names)) {
      const made = runProgram('mkpasswd', ['-m', method, '-s'], 'Passw0rd').toString();
      expect((await namesOf(made))[0]?.[0], made).toBe(name);
    }
  },
);

describe('lines as they are found', () => {
  it.each([
    [
      'a Windows dump',
      'Administrator:500:aad3b435b51404eeaad3b435b51404ee:8846f7eaee8fb117ad06bdd830b7586c:::',
      'NTLM (Windows)',
    ],
    ['htpasswd', 'bob:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=', 'LDAP, SHA-1'],
    ['quotes and a comma', '  "$2y$10$6bNw2HLQYeqHYyBfLMsv/OiwqTymGIGzFsA4hOTWebfehXHNprcAS",', 'bcrypt'],
    [
      'NetNTLMv2',
      'admin::N46iSNekpT:08ca45b7d7ea58ee:88dcbe4446168966a153a0064958dac6:5c7830315c78303100',
      'NetNTLMv2',
    ],
    ['PostgreSQL', 'SCRAM-SHA-256$4096:c2FsdHNhbHQ=$c3RvcmVk:c2VydmVy', 'PostgreSQL, SCRAM-SHA-256'],
  ])('%s', async (_, line, name) => {
    expect((await namesOf(line))[0]?.[0]).toBe(name);
  });

  it('takes long lines in time', async () => {
    for (const part of ['a', '$', '0', ':', '"', '$6$', './'])
      await runTool(hashIdentifier, { input: part.repeat(990_000 / part.length) });
  });
});

it('the name of a file behind a hash, as md5sum prints it, is none of it', async () => {
  const { data } = await runTool(hashIdentifier, {
    input: '5f4dcc3b5aa765d61d8327deb882cf99  file.txt\n5f4dcc3b5aa765d61d8327deb882cf99 *a.iso',
  });
  const { hashes } = data as { hashes: { hash: string; candidates: { name: string }[] }[] };
  expect(hashes.map(({ hash, candidates }) => [hash, candidates[0]?.name])).toEqual([
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'MD5'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', 'MD5'],
  ]);
});
