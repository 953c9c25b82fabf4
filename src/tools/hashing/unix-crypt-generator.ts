import { z } from 'zod';

import { defineTool, invalid, json, quote } from '../../core/index.js';
import { shared } from '../../core/shared-options.js';
import { bcryptHash } from '../../engines/password-hashes.js';
import { bcryptWarnings } from '../../formats/password-hashes/crypt-schemes.js';
import { cryptSalt } from '../../lib/password-hashes/crypt-text.js';
import { ldapSalted, md5Crypt, shaCrypt } from '../../lib/password-hashes/unix-crypt.js';

type Scheme = 'sha512-crypt' | 'sha256-crypt' | 'bcrypt' | 'md5-crypt' | 'apr1' | 'ssha' | 'ssha256' | 'ssha512';

/** Letters of a salt: the most, and as many as are made; 0 where the salt is bytes. */
const SALT_LETTERS: Readonly<Record<Scheme, number>> = {
  'sha512-crypt': 16,
  'sha256-crypt': 16,
  bcrypt: 0,
  'md5-crypt': 8,
  apr1: 8,
  ssha: 16,
  ssha256: 16,
  ssha512: 16,
};

const LDAP: Partial<Record<Scheme, string>> = { ssha: 'sha1', ssha256: 'sha256', ssha512: 'sha512' };

function checkedSalt(salt: string, scheme: Scheme): string {
  const most = SALT_LETTERS[scheme];
  if (scheme === 'bcrypt') throw invalid('Option "salt" must be empty for bcrypt: bcrypt-generator takes one');
  if (LDAP[scheme] !== undefined) return salt;
  if (salt.length > most || !/^[!-#%-9;-~]*$/.test(salt))
    throw invalid(
      `Option "salt" must have at most ${most} ASCII characters without $, : and spaces, got ${quote(salt)}`,
    );
  return salt;
}

const WEAK: Partial<Record<Scheme, string>> = {
  'md5-crypt': 'MD5 crypt is broken: it is quick to guess and Linux distributions are dropping it',
  apr1: 'apr1 is MD5 crypt, which is quick to guess; Apache reads bcrypt too',
  ssha: 'Salted digests are quick to guess; use a scheme with rounds where the directory allows it',
  ssha256: 'Salted digests are quick to guess; use a scheme with rounds where the directory allows it',
  ssha512: 'Salted digests are quick to guess; use a scheme with rounds where the directory allows it',
};

export default defineTool({
  id: 'unix-crypt-generator',
  title: 'Unix Crypt Generator',
  summary:
    'Hashes a password for /etc/shadow, htpasswd or LDAP: SHA-512 crypt, SHA-256 crypt, bcrypt, MD5 crypt, SSHA.',
  family: 'hashing',
  class: 'standard',
  input: 'none',
  options: {
    password: shared.password().describe('Password to hash.'),
    algorithm: z
      .enum(['sha512-crypt', 'sha256-crypt', 'bcrypt', 'md5-crypt', 'apr1', 'ssha', 'ssha256', 'ssha512'])
      .default('sha512-crypt')
      .describe('How it is hashed: $6$, $5$, $2b$, $1$, $apr1$, or {SSHA…} of LDAP.'),
    rounds: z
      .number()
      .multipleOf(1)
      .min(1000)
      .max(999_999)
      .default(5000)
      .describe('Rounds of SHA-512 and SHA-256 crypt; more are slower to guess.'),
    salt: z.string().max(100).default('').describe('Salt, as text; empty for a random one.'),
    user: z.string().max(64).default('').describe('User name, for a whole line of /etc/shadow or htpasswd.'),
  },
  result: 'data',
  data: z.object({
    hash: z.string().describe('The hash.'),
    line: z.string().describe('Line with the user name; empty where none is given.'),
    warnings: z.array(z.string()).describe('What is weak; empty if nothing is.'),
  }),
  notes: [
    'SHA crypt writes "rounds=" only where they are not 5,000; bcrypt is made with cost 12.',
    'A line for $ hashes is one of /etc/shadow with empty ages ("user:hash:::::::") except for apr1, which is one of htpasswd.',
    'Hashes of yescrypt ($y$), the default of newer distributions, are not made: no vetted implementation is at hand. All that know yescrypt read $6$ too.',
    'The salt is random, so the hash differs on each run. The password is never part of the response.',
  ],
  aliases: [
    'mkpasswd',
    'openssl passwd',
    'sha512 crypt',
    'sha512-crypt',
    'sha256 crypt',
    'md5 crypt',
    'etc shadow password',
    'apr1',
    'ssha',
    'ldap password hash',
    'crypt',
    'cloud-init passwd',
    'ansible password hash',
  ],
  verified: [
    'OpenSSL 3.0 (passwd -1, -apr1, -5, -6): the same for 200 random passwords and salts; libxcrypt 4.4 (Python crypt): accepts 200 hashes made here with random rounds, bcrypt among them',
    'passlib 1.7.4: verifies 150 SSHA hashes made here',
  ],
  examples: [
    {
      title: 'A new hash for /etc/shadow',
      options: { password: 'correct horse battery staple', user: 'alice' },
      output: {
        varies: true,
        data: { hash: '$6$1a2b3c4d5e6f7g8h$…', line: 'alice:$6$1a2b3c4d5e6f7g8h$…:::::::', warnings: [] },
      },
    },
    {
      title: 'A known salt, and more rounds (test vector of Ulrich Drepper)',
      options: { password: 'Hello world!', salt: 'saltstringsaltst', rounds: 10_000 },
      output: {
        data: {
          hash: '$6$rounds=10000$saltstringsaltst$OW1/O6BYHV6BcXZu8QVeXbDWra3Oeqh0sbHbbMCVNSnCM/UrjmM0Dp8vOuZeHBy/YTBmSK6H9qs/y3RnOaw5v.',
          line: '',
          warnings: [],
        },
      },
    },
    {
      title: 'A line of htpasswd (OpenSSL passwd)',
      options: { password: 'myPassword', algorithm: 'apr1', salt: 'r31.....', user: 'bob' },
      output: {
        data: {
          hash: '$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/',
          line: 'bob:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/',
          warnings: ['apr1 is MD5 crypt, which is quick to guess; Apache reads bcrypt too'],
        },
      },
    },
    {
      title: 'No password',
      error: { code: 'INVALID_INPUT', message: 'Option "password" must not be empty' },
    },
    {
      title: 'A salt that is too long',
      options: { password: 'secret', salt: 'seventeen letters' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Option "salt" must have at most 16 ASCII characters without $, : and spaces, got "seventeen letters"',
      },
    },
    {
      title: 'A salt for bcrypt',
      options: { password: 'secret', algorithm: 'bcrypt', salt: 'salt' },
      error: { code: 'INVALID_INPUT', message: 'Option "salt" must be empty for bcrypt: bcrypt-generator takes one' },
    },
    {
      title: 'A user name that would break the line',
      options: { password: 'secret', user: 'bob:x' },
      error: { code: 'INVALID_INPUT', message: 'Option "user" must not have colons or line breaks, got "bob:x"' },
    },
  ],
  async run({ options, random }) {
    const { algorithm: scheme, user } = options;
    if (options.password === '') throw invalid('Option "password" must not be empty');
    if (options.password.includes('\0')) throw invalid('Option "password" must not have a zero character (U+0000)');
    if (/[:\r\n]/.test(user)) throw invalid(`Option "user" must not have colons or line breaks, got ${quote(user)}`);
    const password = Buffer.from(options.password);
    const salt = options.salt === '' ? cryptSalt(random(SALT_LETTERS[scheme])) : checkedSalt(options.salt, scheme);
    const rounds = options.rounds === 5000 ? undefined : options.rounds;
    const ldap = LDAP[scheme];
    const hash = await (async () => {
      if (ldap !== undefined) {
        const bytes = options.salt === '' ? random(16) : Buffer.from(salt);
        return `{${scheme.toUpperCase()}}${ldapSalted(ldap, password, bytes).toString('base64')}`;
      }
      if (scheme === 'bcrypt') return bcryptHash(password, { version: '2b', cost: 12, salt: random(16) });
      if (scheme === 'md5-crypt' || scheme === 'apr1')
        return md5Crypt(password, salt, scheme === 'apr1' ? '$apr1$' : '$1$');
      return shaCrypt(scheme === 'sha512-crypt' ? 6 : 5, password, { salt, rounds });
    })();
    const isShadow = ldap === undefined && scheme !== 'apr1';
    const line = user === '' ? '' : `${user}:${hash}${isShadow ? ':::::::' : ''}`;
    const weak = WEAK[scheme];
    const cut = scheme === 'bcrypt' ? bcryptWarnings(password) : [];
    return json({ hash, line, warnings: [...(weak === undefined ? [] : [weak]), ...cut] });
  },
});
