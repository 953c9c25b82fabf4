import { createHash } from 'node:crypto';

import { invalid, overLimit, quote } from '../../core/errors.js';
import { bcryptHash } from '../../engines/password-hashes.js';
import { checkLineCount } from '../../formats/text-source.js';
import { cryptSalt } from '../../lib/password-hashes/crypt-text.js';
import { md5Crypt } from '../../lib/password-hashes/unix-crypt.js';

export interface Login {
  readonly user: string;
  readonly password: string;
}

/** An htpasswd file: its lines, and where each user is among them. */
export interface PasswordFile {
  readonly lines: readonly string[];
  readonly hashes: ReadonlyMap<string, { readonly at: number; readonly hash: string }>;
}

/** Each of them takes some two milliseconds with apr1. */
const MAX_USERS = 1000;

/** Apache's limit, in bytes. */
const USER_BYTES = 255;

/** Rounds of bcrypt that a run takes: some three seconds of one core. */
const BCRYPT_ROUNDS = 2 ** 15;

/** The users of lines `user:password`, or the one of the options. Throws INVALID_INPUT naming the line; never what is in it. */
export function readLogins(input: string, user: string, password: string): readonly Login[] {
  if (input !== '' && (user !== '' || password !== ''))
    throw invalid('Options "user" and "password" must be empty where property "input" lists users');
  if (input === '') return [checked({ user, password }, 'Option "user"', 'Option "password"')];
  const lines = input.split(/\r\n|\r|\n/);
  checkLineCount(lines.length, MAX_USERS, 'property "input"');
  const logins = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const colon = line.indexOf(':');
    if (colon < 0) throw invalid(`Line ${index + 1} of property "input" must be user:password`);
    const where = `of line ${index + 1}`;
    const login = { user: line.slice(0, colon).trim(), password: line.slice(colon + 1) };
    return [checked(login, `The user name ${where}`, `The password ${where}`)];
  });
  const names = new Set<string>();
  for (const { user: name } of logins) {
    if (names.has(name)) throw invalid(`User ${quote(name)} must not be listed twice`);
    names.add(name);
  }
  return logins;
}

function checked(login: Login, user: string, password: string): Login {
  if (login.user === '') throw invalid(`${user} must not be empty`);
  if (Buffer.byteLength(login.user) > USER_BYTES || /[:\u0000-\u001f\u007f]/.test(login.user))
    throw invalid(`${user} must have at most ${USER_BYTES} bytes, no colons and no control characters`);
  if (login.password === '') throw invalid(`${password} must not be empty`);
  if (login.password.includes('\0')) throw invalid(`${password} must not have a zero character (U+0000)`);
  return login;
}

/** Reads an htpasswd file; of a user that is there twice, the first line counts, as for Apache. */
export function readPasswordFile(text: string): PasswordFile {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  while (lines.at(-1)?.trim() === '') lines.pop();
  const hashes = new Map<string, { at: number; hash: string }>();
  for (const [at, line] of lines.entries()) {
    const colon = line.indexOf(':');
    if (colon < 1 || line.startsWith('#')) continue;
    const user = line.slice(0, colon);
    // What comes after a second colon is a comment for Apache.
    if (!hashes.has(user))
      hashes.set(user, {
        at,
        hash:
          line
            .slice(colon + 1)
            .split(':')[0]
            ?.trim() ?? '',
      });
  }
  return { lines, hashes };
}

/** Rounds of SHA crypt that a run takes, in as much time. */
const SHA_ROUNDS = 1_000_000;

/** Throws LIMIT_EXCEEDED where hashes with these costs of bcrypt are too much work together. */
export function checkBcryptWork(costs: readonly number[]): void {
  const rounds = costs.reduce((sum, cost) => sum + 2 ** cost, 0);
  if (rounds > BCRYPT_ROUNDS)
    throw overLimit(
      `A run takes ${BCRYPT_ROUNDS} rounds of bcrypt, such as 32 users with cost 10; ${costs.length} users need ${rounds}`,
    );
}

/** The same for hashes of a file, which may be of SHA crypt too. Throws INVALID_INPUT where one is of a kind that servers do not read. */
export function checkHashes(hashes: ReadonlyMap<string, string>): void {
  let rounds = 0;
  const costs: number[] = [];
  for (const [user, hash] of hashes) {
    if (!/^(?:\$(?:2[abxy]|1|5|6|apr1)\$|\{SHA\})/.test(hash))
      throw invalid(`Cannot verify the hash of user ${quote(user)}: it is not bcrypt, apr1, SHA-1 or SHA crypt`);
    if (hash.startsWith('$2')) costs.push(Number(hash.slice(4, 6)));
    if (/^\$[56]\$/.test(hash)) rounds += Number(/^\$.\$rounds=(\d{1,12})/.exec(hash)?.[1] ?? 5000);
  }
  checkBcryptWork(costs);
  if (rounds > SHA_ROUNDS) throw overLimit(`A run takes ${SHA_ROUNDS} rounds of SHA crypt, the users need ${rounds}`);
}

export interface HashSettings {
  readonly scheme: 'bcrypt' | 'apr1' | 'sha';
  readonly cost: number;
  readonly random: (length: number) => Uint8Array;
}

/** A hash as Apache's htpasswd writes it. */
export async function htpasswdHash(text: string, { scheme, cost, random }: HashSettings): Promise<string> {
  const password = Buffer.from(text);
  if (scheme === 'sha') return `{SHA}${createHash('sha1').update(password).digest('base64')}`;
  if (scheme === 'apr1') return md5Crypt(password, cryptSalt(random(8)), '$apr1$');
  return bcryptHash(password, { version: '2y', cost, salt: random(16) });
}
