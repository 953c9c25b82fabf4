import { createHash, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

import { argon2, BCRYPT_BYTES, bcryptHash } from '../../engines/password-hashes.js';
import { ContentFault } from '../../lib/faults.js';
import { readBcryptSalt } from '../../lib/password-hashes/bcrypt-text.js';
import { readCryptNumber, writeCryptText } from '../../lib/password-hashes/crypt-text.js';
import { ldapSalted, md5Crypt, phpass, SHA_CRYPT_ROUNDS, shaCrypt } from '../../lib/password-hashes/unix-crypt.js';
import { checkWork, isSame, type PasswordScheme, type ReadHash, readAdaptedBase64 } from './scheme.js';

/** Limits that keep a run within some four seconds of one core; measured with hash-wasm 4.13 and OpenSSL 3. */
export const WORK = {
  bcryptCost: 15,
  /** KiB times iterations. */
  argon2: 1_048_576,
  argon2Kib: 262_144,
  shaCryptRounds: 1_000_000,
  /** N times r times p. */
  scrypt: 8_388_608,
  /** 128 times N times r. */
  scryptBytes: 268_435_456,
  phpassLog: 20,
} as const;

const C = '[./0-9A-Za-z]';
const crypt = (source: string): RegExp => new RegExp(source.replaceAll('~', C));
const startScrypt = promisify<Uint8Array, Uint8Array, number, object, Buffer>(scrypt);

/** scrypt (RFC 7914) within the limits. Throws ContentFault where the parameters are not such. */
export async function scryptWithin(
  password: Uint8Array,
  salt: Uint8Array,
  { n, r, p, length }: { readonly n: number; readonly r: number; readonly p: number; readonly length: number },
): Promise<Buffer> {
  // RFC 7914, section 2: the cost is below 2 to the power of 16 for each block.
  if (!Number.isInteger(Math.log2(n)) || n < 2 || r < 1 || p < 1 || Math.log2(n) >= 16 * r)
    throw new ContentFault(
      'the cost of scrypt must be a power of 2 that fits its block size, which is at least 1, as is its parallelism',
    );
  checkWork('bytes of memory', 128 * n * r, WORK.scryptBytes);
  checkWork('steps of work (N times r times p)', n * r * p, WORK.scrypt);
  // Node counts the blocks of p too, and one more.
  return startScrypt(password, salt, length, { N: n, r, p, maxmem: 128 * r * (n + p + 2) });
}

function readBcrypt([version = '', cost = '', salt = '', rest = '']: readonly string[]): ReadHash {
  const work = checkWork('as its cost', Number(cost), WORK.bcryptCost);
  if (work < 4) throw new ContentFault('the cost of bcrypt must be at least 4');
  return {
    parameters: { cost: work },
    matches: async (password) =>
      isSame(
        await bcryptHash(password, { version, cost: work, salt: readBcryptSalt(salt) }),
        `$${version}$${cost}$${salt}${rest}`,
      ),
    warnings: [
      ...(version === '2x'
        ? ['Version 2x marks hashes of a faulty program; passwords beyond ASCII may not match']
        : []),
      ...(work < 10 ? [`The cost ${work} is low; use 10 or more`] : []),
    ],
  };
}

function readSha(scheme: 5 | 6): PasswordScheme['read'] {
  return ([stated = '', salt = '', digest = '']) => {
    const asked = stated === '' ? SHA_CRYPT_ROUNDS.default : Number(stated);
    // The specification clamps what is below or above.
    const rounds = checkWork('rounds', Math.max(asked, SHA_CRYPT_ROUNDS.min), WORK.shaCryptRounds);
    const told = stated === '' ? undefined : rounds;
    return {
      parameters: { rounds },
      matches: (password) => isSame(shaCrypt(scheme, password, { salt, rounds: told }).split('$').at(-1) ?? '', digest),
    };
  };
}

function readArgon2([
  variant = '',
  version = '19',
  m = '',
  t = '',
  p = '',
  salt = '',
  hash = '',
]: readonly string[]): ReadHash {
  const [memoryKib, iterations, parallelism] = [Number(m), Number(t), Number(p)];
  if (version !== '19') throw new ContentFault('Argon2 version 1.0 (v=16) is not supported, only version 1.3 (v=19)');
  const [saltBytes, expected] = [readAdaptedBase64(salt), readAdaptedBase64(hash)];
  if (parallelism < 1 || iterations < 1 || memoryKib < 8 * parallelism || saltBytes.length < 8 || expected.length < 4)
    throw new ContentFault('its parameters are below what Argon2 allows');
  checkWork('KiB of memory', memoryKib, WORK.argon2Kib);
  checkWork('KiB times iterations', memoryKib * iterations, WORK.argon2);
  return {
    parameters: { memory: memoryKib, iterations, parallelism },
    matches: async (password) =>
      isSame(
        await argon2(password, {
          variant: variant as 'argon2id' | 'argon2i' | 'argon2d',
          ...{
            salt: saltBytes,
            memoryKib,
            iterations,
            parallelism,
            length: expected.length,
            secret: new Uint8Array(0),
          },
        }),
        expected,
      ),
  };
}

const readMd5 =
  (magic: '$1$' | '$apr1$'): PasswordScheme['read'] =>
  ([salt = '', digest = '']) => ({
    parameters: { rounds: 1000 },
    matches: (password) => isSame(md5Crypt(password, salt, magic), `${magic}${salt}$${digest}`),
  });

const readLdap =
  (algorithm: string, bytes: number): PasswordScheme['read'] =>
  ([value = '']) => {
    const stored = Buffer.from(value, 'base64');
    if (stored.length < bytes) throw new ContentFault(`it must have at least ${bytes} bytes, got ${stored.length}`);
    return {
      parameters: {},
      matches: (password) => isSame(ldapSalted(algorithm, password, stored.subarray(bytes)), stored),
    };
  };

const BCRYPT = '\\$(2[abxy])\\$(\\d\\d)\\$(~{22})(~{31})$';

export const CRYPT_SCHEMES: readonly PasswordScheme[] = [
  { name: 'bcrypt', form: crypt(`^(?:bcrypt\\$)?${BCRYPT}`), read: readBcrypt },
  {
    name: 'bcrypt of SHA-256 (Django)',
    form: crypt(`^bcrypt_sha256\\$${BCRYPT}`),
    read: (groups) => {
      const plain = readBcrypt(groups);
      const inner = (password: Uint8Array): Buffer => Buffer.from(createHash('sha256').update(password).digest('hex'));
      return { ...plain, matches: (password) => plain.matches(inner(password)) };
    },
  },
  {
    name: 'Argon2',
    form: /^(?:argon2)?\$(argon2id|argon2i|argon2d)\$(?:v=(\d+)\$)?m=(\d{1,10}),t=(\d{1,10}),p=(\d{1,5})\$([0-9A-Za-z+/]{1,200})\$([0-9A-Za-z+/]{1,700})$/,
    read: readArgon2,
  },
  { name: 'SHA-512 crypt', form: crypt('^\\$6\\$(?:rounds=(\\d{1,10})\\$)?([^$]{0,16})\\$(~{86})$'), read: readSha(6) },
  { name: 'SHA-256 crypt', form: crypt('^\\$5\\$(?:rounds=(\\d{1,10})\\$)?([^$]{0,16})\\$(~{43})$'), read: readSha(5) },
  { name: 'MD5 crypt', form: crypt('^\\$1\\$([^$]{0,8})\\$(~{22})$'), read: readMd5('$1$') },
  { name: 'MD5 crypt of Apache (apr1)', form: crypt('^\\$apr1\\$([^$]{0,8})\\$(~{22})$'), read: readMd5('$apr1$') },
  {
    name: 'scrypt (crypt $7$)',
    form: crypt('^\\$7\\$(~)(~{5})(~{5})(~{0,86})\\$(~{43})$'),
    read: ([log = '', r = '', p = '', salt = '', digest = '']) => {
      const parameters = { n: 2 ** readCryptNumber(log), r: readCryptNumber(r), p: readCryptNumber(p) };
      return {
        parameters,
        matches: async (password) =>
          isSame(
            writeCryptText(await scryptWithin(password, Buffer.from(salt), { ...parameters, length: 32 })),
            digest,
          ),
      };
    },
  },
  {
    name: 'phpass (WordPress, phpBB)',
    form: crypt('^\\$[PH]\\$(~)(~{8})(~{22})$'),
    read: ([letter = '', salt = '', digest = '']) => {
      const log = checkWork('as the logarithm of its rounds', readCryptNumber(letter), WORK.phpassLog);
      return {
        parameters: { rounds: 2 ** log },
        matches: (password) => isSame(writeCryptText(phpass(password, salt, log)), digest),
      };
    },
  },
  { name: 'LDAP, salted SHA-512', form: /^\{SSHA512\}([0-9A-Za-z+/=]{88,400})$/i, read: readLdap('sha512', 64) },
  { name: 'LDAP, salted SHA-256', form: /^\{SSHA256\}([0-9A-Za-z+/=]{44,400})$/i, read: readLdap('sha256', 32) },
  { name: 'LDAP, salted SHA-1', form: /^\{SSHA\}([0-9A-Za-z+/=]{28,400})$/i, read: readLdap('sha1', 20) },
  { name: 'LDAP, salted MD5', form: /^\{SMD5\}([0-9A-Za-z+/=]{24,400})$/i, read: readLdap('md5', 16) },
  { name: 'LDAP, SHA-1', form: /^\{SHA\}([0-9A-Za-z+/]{27}=)$/i, read: readLdap('sha1', 20) },
  { name: 'LDAP, MD5', form: /^\{MD5\}([0-9A-Za-z+/]{22}==)$/i, read: readLdap('md5', 16) },
];

/** What bcrypt does not take of a password, told where there is such. */
export const bcryptWarnings = (password: Uint8Array): readonly string[] =>
  password.length > BCRYPT_BYTES
    ? [`bcrypt reads the first ${BCRYPT_BYTES} bytes of a password; this one has ${password.length}`]
    : [];
