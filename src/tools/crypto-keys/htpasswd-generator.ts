import { z } from 'zod';

import { defineTool, invalid, json, quote, type ToolResult, withFiles } from '../../core/index.js';
import { refusing } from '../../core/refusing.js';
import { shared } from '../../core/shared-options.js';
import { bcryptWarnings } from '../../formats/password-hashes/crypt-schemes.js';
import { verifyPassword } from '../../formats/password-hashes/verify.js';
import { readTextFile } from '../../formats/text-source.js';
import {
  checkBcryptWork,
  checkHashes,
  type HashSettings,
  htpasswdHash,
  type Login,
  type PasswordFile,
  readLogins,
  readPasswordFile,
} from './_htpasswd.js';

interface Told {
  readonly user: string;
  readonly status: 'added' | 'replaced' | 'valid' | 'wrong password' | 'unknown user';
  readonly algorithm: string;
}

interface Report {
  readonly users: readonly Told[];
  readonly content: string;
  readonly warnings: readonly string[];
}

async function write(
  file: PasswordFile,
  logins: readonly Login[],
  settings: HashSettings,
): Promise<ToolResult<Report>> {
  const { scheme, cost } = settings;
  if (scheme === 'bcrypt') checkBcryptWork(logins.map(() => cost));
  const lines = [...file.lines];
  const users: Told[] = [];
  const warnings = new Set<string>();
  for (const { user, password } of logins) {
    const line = `${user}:${await htpasswdHash(password, settings)}`;
    const known = file.hashes.get(user);
    if (known === undefined) lines.push(line);
    else lines[known.at] = line;
    users.push({ user, status: known === undefined ? 'added' : 'replaced', algorithm: scheme });
    if (scheme === 'bcrypt') for (const warning of bcryptWarnings(Buffer.from(password))) warnings.add(warning);
  }
  if (scheme === 'bcrypt' && cost < 10) warnings.add(`The cost ${cost} is low; use 10 or more`);
  if (scheme === 'apr1') warnings.add('MD5 crypt (apr1) is quick to guess; use bcrypt where the server reads it');
  if (scheme === 'sha')
    warnings.add('SHA-1 without a salt is very quick to guess; use bcrypt where the server reads it');
  const content = `${lines.join('\n')}\n`;
  const output = { name: 'htpasswd', mime: 'text/plain;charset=utf-8', bytes: Buffer.from(content) };
  return withFiles(json({ users, content, warnings: [...warnings] }), [output]);
}

async function verify(file: PasswordFile, logins: readonly Login[]): Promise<ToolResult<Report>> {
  const hashes = new Map(
    logins.flatMap(({ user }) => {
      const hash = file.hashes.get(user)?.hash;
      return hash === undefined ? [] : [[user, hash] as const];
    }),
  );
  checkHashes(hashes);
  const users: Told[] = [];
  const warnings: string[] = [];
  for (const { user, password } of logins) {
    const hash = hashes.get(user);
    if (hash === undefined) {
      users.push({ user, status: 'unknown user', algorithm: '' });
      continue;
    }
    const verdict = await refusing(`Cannot verify the hash of user ${quote(user)}`, () =>
      verifyPassword(hash, password),
    );
    if (verdict === undefined) throw invalid(`Cannot verify the hash of user ${quote(user)}: its form is unknown`);
    users.push({ user, status: verdict.valid ? 'valid' : 'wrong password', algorithm: verdict.scheme });
    warnings.push(...verdict.warnings.map((warning) => `User ${quote(user)}: ${warning}`));
  }
  return json({ users, content: '', warnings });
}

export default defineTool({
  id: 'htpasswd-generator',
  title: 'Htpasswd Generator',
  summary: 'Writes or updates an htpasswd file for Apache and nginx, or verifies passwords against one.',
  family: 'crypto-keys',
  class: 'standard',
  input: 'optional',
  files: { min: 0, max: 1, formats: ['*'] },
  options: {
    action: z
      .enum(['create', 'verify'])
      .default('create')
      .describe('Writes the users, into the uploaded htpasswd file if there is one, or verifies them against it.'),
    user: z.string().max(255).default('').describe('User name; several users go into the input as user:password.'),
    password: shared.password().describe('Password of the user.'),
    algorithm: z
      .enum(['bcrypt', 'apr1', 'sha'])
      .default('bcrypt')
      .describe('How passwords are hashed: bcrypt ($2y$), MD5 crypt ($apr1$), or SHA-1 without a salt.'),
    cost: z.number().multipleOf(1).min(4).max(15).default(10).describe('Work factor of bcrypt.'),
  },
  result: 'mixed',
  data: z.object({
    users: z
      .array(
        z.object({
          user: z.string().describe('User name.'),
          status: z
            .enum(['added', 'replaced', 'valid', 'wrong password', 'unknown user'])
            .describe('What became of the user.'),
          algorithm: z.string().describe('How the password is hashed; empty for an unknown user.'),
        }),
      )
      .describe('One entry per user asked for.'),
    content: z.string().describe('Content of the file that is written; empty where passwords were verified.'),
    warnings: z.array(z.string()).describe('What is weak; empty if nothing is.'),
  }),
  notes: [
    'Input: one "user:password" per line, up to 32 users with bcrypt of cost 10 (each step of the cost halves that).',
    'Other lines of an uploaded file stay as they are, comments too; a user who is in it gets a new hash in the same line.',
    'For nginx, bcrypt works only where the crypt library of its system knows it; apr1 and SHA work everywhere.',
    'Passwords are never part of the response. A password may contain colons, a user name may not.',
  ],
  aliases: [
    'htpasswd',
    'basic auth password',
    'apache password file',
    'nginx basic auth',
    'auth_basic_user_file',
    '.htpasswd',
    'traefik basicauth users',
    'htpasswd bcrypt',
    'htpasswd verify',
  ],
  verified: [
    'Apache htpasswd 2.4 (-v): accepts the right and refuses the wrong password of 200 users written here by all three schemes; 200 users that it wrote (-B, -m, -s, -2, -5) are verified here',
  ],
  examples: [
    {
      title: 'A line for one user',
      options: { user: 'alice', password: 'correct horse battery staple' },
      output: {
        varies: true,
        data: {
          users: [{ user: 'name', status: 'added', algorithm: 'bcrypt' }],
          content: 'alice:$2y$10$…',
          warnings: [],
        },
        files: [{ name: 'htpasswd', mime: 'text/plain;charset=utf-8' }],
      },
    },
    {
      title: 'Two users, one of them replaced in a file (OpenLDAP and Apache: SHA-1 of "password")',
      input: 'bob:password\r\ncarol:password\r\n',
      options: { algorithm: 'sha' },
      files: [{ name: '.htpasswd', text: '# staff\nbob:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/\ndave:x\n' }],
      output: {
        data: {
          users: [
            { user: 'bob', status: 'replaced', algorithm: 'sha' },
            { user: 'carol', status: 'added', algorithm: 'sha' },
          ],
          content: '# staff\nbob:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\ndave:x\ncarol:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n',
          warnings: ['SHA-1 without a salt is very quick to guess; use bcrypt where the server reads it'],
        },
        files: [
          {
            name: 'htpasswd',
            mime: 'text/plain;charset=utf-8',
            text: '# staff\nbob:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\ndave:x\ncarol:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n',
          },
        ],
      },
    },
    {
      title: 'Passwords that are verified',
      input: 'bob:myPassword\nalice:secret',
      options: { action: 'verify' },
      files: [{ name: '.htpasswd', text: 'bob:$apr1$r31.....$HqJZimcKQFAMYayBlzkrA/\n' }],
      output: {
        data: {
          users: [
            { user: 'bob', status: 'valid', algorithm: 'MD5 crypt of Apache (apr1)' },
            { user: 'alice', status: 'unknown user', algorithm: '' },
          ],
          content: '',
          warnings: [
            'User "bob": MD5 crypt of Apache (apr1) is quick to guess by today\'s measure; use Argon2id, scrypt or bcrypt',
          ],
        },
      },
    },
    {
      title: 'No user',
      options: { password: 'secret' },
      error: { code: 'INVALID_INPUT', message: 'Option "user" must not be empty' },
    },
    {
      title: 'A line without a password',
      input: 'bob:secret\nalice',
      error: { code: 'INVALID_INPUT', message: 'Line 2 of property "input" must be user:password' },
    },
    {
      title: 'Nothing to verify against',
      input: 'bob:secret',
      options: { action: 'verify' },
      error: { code: 'INVALID_INPUT', message: 'An htpasswd file must be uploaded where "action" is verify' },
    },
    {
      title: 'More work than a run may do',
      input: 'a:x\nb:x\nc:x',
      options: { cost: 14 },
      error: {
        code: 'LIMIT_EXCEEDED',
        message: 'A run takes 32768 rounds of bcrypt, such as 32 users with cost 10; 3 users need 49152',
      },
    },
  ],
  async run({ input, files, options, random }) {
    const { action, user, password, algorithm: scheme, cost } = options;
    const logins = readLogins(input, user, password);
    const [upload] = files;
    if (action === 'verify' && upload === undefined)
      throw invalid('An htpasswd file must be uploaded where "action" is verify');
    const file = readPasswordFile(upload === undefined ? '' : (await readTextFile(upload)).text);
    return action === 'verify' ? verify(file, logins) : write(file, logins, { scheme, cost, random });
  },
});
