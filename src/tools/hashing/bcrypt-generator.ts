import { z } from 'zod';

import { defineTool, invalid, json } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { bcryptHash } from '../../engines/password-hashes.js';
import { readOptionBytes } from '../../formats/key-bytes.js';
import { bcryptWarnings } from '../../formats/password-hashes/crypt-schemes.js';
import { verifyPassword } from '../../formats/password-hashes/verify.js';

export default defineTool({
  id: 'bcrypt-generator',
  title: 'Bcrypt Generator',
  summary: 'Hashes a password with bcrypt, or verifies one against a bcrypt hash.',
  family: 'hashing',
  class: 'standard',
  input: 'none',
  options: {
    password: shared.password().describe('Password to hash or verify.'),
    cost: z
      .number()
      .multipleOf(1)
      .min(4)
      .max(15)
      .default(12)
      .describe('Work factor; each step doubles the time, 10 is the least to use today.'),
    version: z
      .enum(['2b', '2y', '2a'])
      .default('2b')
      .describe('Mark of the hash: 2b is current, 2y is what PHP and Apache write, 2a is the oldest.'),
    expected: z.string().max(200).default('').describe('Hash to verify the password against; empty to make one.'),
    salt: z
      .string()
      .max(100)
      .default('')
      .describe('Salt in hexadecimal digits, 16 bytes, to repeat a hash; empty for a random one.'),
  },
  result: 'data',
  data: z.object({
    hash: z.string().describe('The hash, 60 characters; the expected one where a password was verified.'),
    cost: z.number().describe('Work factor of the hash.'),
    valid: z.boolean().optional().describe('The password has the expected hash; only where one was verified.'),
    reason: z.string().optional().describe('Why it is not valid, empty if it is; only where one was verified.'),
    warnings: z.array(z.string()).describe('What is weak or cut off; empty if nothing is.'),
  }),
  notes: [
    'The salt is random, so the hash differs on each run; it is part of the hash, as are cost and version.',
    'Of a password, bcrypt reads the first 72 bytes of the UTF-8 text: a warning tells of a longer password. All versions give the same hash but for the mark.',
    'The password is never part of the response.',
  ],
  aliases: [
    'bcrypt',
    'bcrypt hash',
    'bcrypt verify',
    'bcrypt check',
    'password_hash',
    '2b hash',
    '2y hash',
    'blowfish crypt',
    'hash a password',
  ],
  verified: [
    'Solar Designer, crypt_blowfish: four test vectors',
    'htpasswd 2.4 -vB accepts 200 hashes made here, and this tool verifies 200 that Python bcrypt 3.2 made, of passwords up to 72 bytes',
  ],
  examples: [
    {
      title: 'A new hash',
      options: { password: 'correct horse battery staple' },
      output: {
        varies: true,
        data: { hash: '$2b$12$XajjQvNhvvRt5GSeFk1xFeyqRrsxkhBkUiQeg0dt.wU1qD4aFDcga', cost: 12, warnings: [] },
      },
    },
    {
      title: 'A password that is verified (test vector of crypt_blowfish)',
      options: { password: 'U*U', expected: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW' },
      output: {
        data: {
          hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
          cost: 5,
          valid: true,
          reason: '',
          warnings: ['The cost 5 is low; use 10 or more'],
        },
      },
    },
    {
      title: 'The same with its salt as bytes',
      options: { password: 'U*U*', version: '2a', cost: 5, salt: '10410410410410410410410410410410' },
      output: {
        data: {
          hash: '$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK',
          cost: 5,
          warnings: ['The cost 5 is low; use 10 or more'],
        },
      },
    },
    {
      title: 'No password',
      error: { code: 'INVALID_INPUT', message: 'Option "password" must not be empty' },
    },
    {
      title: 'A password with a zero character, which bcrypt programs end at',
      options: { password: 'secret\u0000tail' },
      error: { code: 'INVALID_INPUT', message: 'Option "password" must not have a zero character (U+0000)' },
    },
    {
      title: 'A salt of another length',
      options: { password: 'secret', salt: '00ff' },
      error: { code: 'INVALID_INPUT', message: 'Option "salt" must have 16 bytes for bcrypt, got 2' },
    },
    {
      title: 'A hash of another kind',
      options: { password: 'secret', expected: '$1$salt$qJH7.N4xYta3aEG/dfqo/0' },
      error: { code: 'INVALID_INPUT', message: 'Option "expected" must be a bcrypt hash, such as $2b$12$…' },
    },
  ],
  async run({ options, random }) {
    const { password, version, cost } = options;
    if (password === '') throw invalid('Option "password" must not be empty');
    if (password.includes('\0')) throw invalid('Option "password" must not have a zero character (U+0000)');
    const expected = options.expected.trim();
    if (expected !== '') {
      const verdict = /^\$2/.test(expected)
        ? await refusing('Cannot verify option "expected"', () => verifyPassword(expected, password))
        : undefined;
      if (verdict === undefined) throw invalid('Option "expected" must be a bcrypt hash, such as $2b$12$…');
      const { valid, parameters, warnings } = verdict;
      const reason = valid ? '' : 'The password does not have this hash';
      return json({ hash: expected, cost: parameters.cost ?? 0, valid, reason, warnings });
    }
    const salt = options.salt === '' ? random(16) : readOptionBytes('salt', options.salt, 'hex');
    if (salt.length !== 16) throw invalid(`Option "salt" must have 16 bytes for bcrypt, got ${salt.length}`);
    const bytes = Buffer.from(password);
    const low = cost < 10 ? [`The cost ${cost} is low; use 10 or more`] : [];
    const hash = await bcryptHash(bytes, { version, cost, salt });
    return json({ hash, cost, warnings: [...bcryptWarnings(bytes), ...low] });
  },
});
