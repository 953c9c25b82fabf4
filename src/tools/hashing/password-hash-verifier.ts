import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { digest } from '../../engines/digests.js';
import { isSame } from '../../formats/password-hashes/scheme.js';
import { hashInLine, type Verdict, verifyPassword } from '../../formats/password-hashes/verify.js';
import { DIGESTS_BY_LENGTH } from './_checksum-lists.js';

/** A digest without a salt, in hexadecimal digits: what careless programs store. */
async function verifyDigest(hash: string, password: string): Promise<Verdict | undefined> {
  const algorithms = /^[0-9a-f]+$/i.test(hash) ? (DIGESTS_BY_LENGTH[hash.length] ?? []) : [];
  const [first] = algorithms.filter((name) => name !== 'crc32');
  if (first === undefined) return undefined;
  const told = (scheme: string, valid: boolean): Verdict => ({
    ...{ scheme, valid, parameters: {} },
    warnings: ['A digest without a salt is no protection for passwords; use Argon2id, scrypt or bcrypt'],
  });
  for (const name of algorithms)
    if (isSame(await digest(name, Buffer.from(password)), Buffer.from(hash, 'hex')))
      return told(`${name} without a salt`, true);
  return told('Digest without a salt', false);
}

export default defineTool({
  id: 'password-hash-verifier',
  title: 'Password Hash Verifier',
  summary: 'Verifies a password against its hash: bcrypt, Argon2, scrypt, PBKDF2, Unix crypt, LDAP and more.',
  family: 'hashing',
  class: 'standard',
  input: 'required',
  options: {
    password: shared.password().describe('Password to verify.'),
  },
  result: 'data',
  data: z.object({
    valid: z.boolean().describe('The password has this hash.'),
    reason: z.string().describe('Why it is not valid; empty if it is.'),
    algorithm: z.string().describe('How the hash was made.'),
    parameters: z.record(z.string(), z.number()).describe('Rounds, cost, memory in KiB and the like, by their names.'),
    warnings: z.array(z.string()).describe('What is weak about the hash; empty if nothing is.'),
  }),
  notes: [
    'The input is one hash, alone or in a line of /etc/shadow or .htpasswd ("user:hash"); neither it nor the password is repeated in the response.',
    'Known: bcrypt (2a, 2b, 2y, also as Django writes it), Argon2id, i and d, SHA-512, SHA-256, MD5 and apr1 crypt, scrypt (PHC, crypt $7$, Django, Werkzeug), PBKDF2 (passlib, Django, Werkzeug, LDAP, GRUB, Atlassian), phpass, LDAP (SSHA, SMD5, SHA, MD5), PostgreSQL SCRAM, MySQL, digests without a salt.',
    'Hashes of yescrypt and DES crypt are recognised but cannot be verified: no vetted implementation is at hand.',
    'Limits: bcrypt cost 15; Argon2 262,144 KiB and 1,048,576 KiB times iterations; 1,000,000 rounds of SHA crypt; scrypt 256 MiB and N×r×p of 8,388,608; 5,000,000 iterations of PBKDF2.',
  ],
  aliases: [
    'bcrypt check',
    'bcrypt verify',
    'check password hash',
    'verify argon2',
    'password_verify',
    'shadow password check',
    'htpasswd verify',
    'django password hash',
    'werkzeug check_password_hash',
    'ldap ssha verify',
  ],
  verified: [
    'passlib 1.7.4: right and wrong passwords judged the same for 33 of its schemes, 10 random passwords each, some beyond ASCII',
    'mkpasswd (libxcrypt 4.4), htpasswd 2.4, OpenSSL 3.0 and argon2 20171227: hashes they made are verified, 60 in all',
    'Werkzeug, Django scrypt and PostgreSQL SCRAM: hashes put together by Python 3.11 (hashlib) as their sources do, 10 each',
  ],
  examples: [
    {
      title: 'bcrypt (test vector of crypt_blowfish)',
      input: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
      options: { password: 'U*U' },
      output: {
        data: {
          valid: true,
          reason: '',
          algorithm: 'bcrypt',
          parameters: { cost: 5 },
          warnings: ['The cost 5 is low; use 10 or more'],
        },
      },
    },
    {
      title: 'A line of /etc/shadow, and another password',
      input:
        'root:$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1:19000:0:99999:7:::',
      options: { password: 'Hello World!' },
      output: {
        data: {
          valid: false,
          reason: 'The password does not have this hash',
          algorithm: 'SHA-512 crypt',
          parameters: { rounds: 5000 },
          warnings: [],
        },
      },
    },
    {
      title: 'A hash that cannot be verified',
      input: '$y$j9T$abcdefgh$9WNEpu8Mx2S4KNGvbVWKM6clOSoY6.YEl7AYF4DGV04',
      options: { password: 'x' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot verify the hash of property "input": hashes of yescrypt cannot be verified here',
      },
    },
    {
      title: 'A hash that asks for too much work',
      input: '$2b$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
      options: { password: 'x' },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'Cannot verify the hash of property "input": it has 31 as its cost, the limit is 15',
      },
    },
    {
      title: 'Something else',
      input: 'correct horse',
      options: { password: 'x' },
      error: {
        code: 'INVALID_INPUT',
        message: 'Cannot read property "input" as a password hash: its form is not known',
      },
    },
  ],
  async run({ input, options }) {
    const hash = hashInLine(input);
    const verdict = await refusing('Cannot verify the hash of property "input"', () =>
      verifyPassword(hash, options.password),
    );
    const found = verdict ?? (await verifyDigest(hash, options.password));
    if (found === undefined) throw invalid('Cannot read property "input" as a password hash: its form is not known');
    const { valid, scheme, parameters, warnings } = found;
    const reason = valid ? '' : 'The password does not have this hash';
    return json({ valid, reason, algorithm: scheme, parameters, warnings });
  },
});
