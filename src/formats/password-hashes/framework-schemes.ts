import { createHash, createHmac, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

import { scryptWithin } from './crypt-schemes.js';
import { checkWork, isSame, type PasswordScheme, type ReadHash, readAdaptedBase64 } from './scheme.js';

/** Some four seconds with OpenSSL's slowest digest. */
const PBKDF2_ITERATIONS = 5_000_000;

const startPbkdf2 = promisify(pbkdf2);

interface Derivation {
  readonly digest: string;
  readonly iterations: number;
  readonly salt: Uint8Array;
  readonly expected: Uint8Array;
}

function readPbkdf2({ digest, iterations, salt, expected }: Derivation): ReadHash {
  const digestBytes = createHash(digest).digest().length;
  checkWork('iterations', iterations * Math.ceil(expected.length / digestBytes), PBKDF2_ITERATIONS);
  return {
    parameters: { iterations },
    matches: async (password) =>
      iterations > 0 && isSame(await startPbkdf2(password, salt, iterations, expected.length, digest), expected),
    warnings:
      iterations < 100_000 ? [`PBKDF2 with ${iterations} iterations is quick to guess; use 600,000 or more`] : [],
  };
}

/** `rounds`, `salt` and `digest` as a scheme writes them. */
const pbkdf2Scheme = (
  name: string,
  form: RegExp,
  read: (groups: readonly string[]) => Omit<Derivation, 'iterations'> & { readonly iterations: string },
): PasswordScheme => ({
  name,
  form,
  read: (groups) => {
    const derivation = read(groups);
    return readPbkdf2({ ...derivation, iterations: Number(derivation.iterations) });
  },
});

const hexBytes = (digits: string): Uint8Array => Buffer.from(digits, 'hex');
const base64Bytes = (text: string): Uint8Array => Buffer.from(text, 'base64');

const PBKDF2_SCHEMES: readonly PasswordScheme[] = [
  pbkdf2Scheme(
    'PBKDF2 (passlib)',
    /^\$pbkdf2(?:-(sha256|sha512))?\$(\d{1,10})\$([0-9A-Za-z./]{0,1400})\$([0-9A-Za-z./]{27,86})$/,
    ([digest = 'sha1', iterations = '', salt = '', hash = '']) => ({
      ...{ digest, iterations, salt: readAdaptedBase64(salt), expected: readAdaptedBase64(hash) },
    }),
  ),
  pbkdf2Scheme(
    'PBKDF2 (Django)',
    /^pbkdf2_(sha256|sha1)\$(\d{1,10})\$([^$]{1,200})\$([0-9A-Za-z+/=]{28,44})$/,
    ([digest = '', iterations = '', salt = '', hash = '']) => ({
      ...{ digest, iterations, salt: Buffer.from(salt), expected: base64Bytes(hash) },
    }),
  ),
  pbkdf2Scheme(
    'PBKDF2 (Werkzeug)',
    /^pbkdf2:(sha1|sha224|sha256|sha384|sha512):(\d{1,10})\$([^$]{1,200})\$((?:[0-9a-f]{2}){16,64})$/i,
    ([digest = '', iterations = '', salt = '', hash = '']) => ({
      ...{ digest: digest.toLowerCase(), iterations, salt: Buffer.from(salt), expected: hexBytes(hash) },
    }),
  ),
  pbkdf2Scheme(
    'PBKDF2 (LDAP)',
    /^\{PBKDF2(?:[-_](SHA1|SHA256|SHA512))?\}(\d{1,10})\$([0-9A-Za-z./]{0,200})\$([0-9A-Za-z./]{27,86})$/i,
    ([digest = 'sha1', iterations = '', salt = '', hash = '']) => ({
      ...{ digest: digest.toLowerCase(), iterations, salt: readAdaptedBase64(salt), expected: readAdaptedBase64(hash) },
    }),
  ),
  pbkdf2Scheme(
    'PBKDF2 (GRUB 2)',
    /^grub\.pbkdf2\.sha512\.(\d{1,10})\.((?:[0-9A-F]{2}){1,200})\.((?:[0-9A-F]{2}){1,200})$/i,
    ([iterations = '', salt = '', hash = '']) => ({
      ...{ digest: 'sha512', iterations, salt: hexBytes(salt), expected: hexBytes(hash) },
    }),
  ),
  pbkdf2Scheme('PBKDF2 (Atlassian)', /^\{PKCS5S2\}([0-9A-Za-z+/]{64})$/i, ([value = '']) => {
    const bytes = base64Bytes(value);
    return { digest: 'sha1', iterations: '10000', salt: bytes.subarray(0, 16), expected: bytes.subarray(16) };
  }),
];

function readScrypt(n: number, r: number, p: number, salt: Uint8Array, expected: Uint8Array): ReadHash {
  return {
    parameters: { n, r, p },
    matches: async (password) =>
      isSame(await scryptWithin(password, salt, { n, r, p, length: expected.length }), expected),
    warnings: n * r * p < 2 ** 17 ? ['scrypt with less than N=16384, r=8, p=1 is quick to guess'] : [],
  };
}

const SCRYPT_SCHEMES: readonly PasswordScheme[] = [
  {
    name: 'scrypt (PHC string)',
    form: /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,9}),p=(\d{1,9})\$([0-9A-Za-z./+]{0,1400})\$([0-9A-Za-z./+]{22,100})$/,
    read: ([log = '', r = '', p = '', salt = '', hash = '']) =>
      readScrypt(2 ** Number(log), Number(r), Number(p), readAdaptedBase64(salt), readAdaptedBase64(hash)),
  },
  {
    name: 'scrypt (Django)',
    form: /^scrypt\$(\d{1,10})\$([^$]{1,200})\$(\d{1,9})\$(\d{1,9})\$([0-9A-Za-z+/=]{22,100})$/,
    read: ([n = '', salt = '', r = '', p = '', hash = '']) =>
      readScrypt(Number(n), Number(r), Number(p), Buffer.from(salt), base64Bytes(hash)),
  },
  {
    name: 'scrypt (Werkzeug)',
    form: /^scrypt:(\d{1,10}):(\d{1,9}):(\d{1,9})\$([^$]{1,200})\$([0-9a-f]{128})$/i,
    read: ([n = '', r = '', p = '', salt = '', hash = '']) =>
      readScrypt(Number(n), Number(r), Number(p), Buffer.from(salt), hexBytes(hash)),
  },
];

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();

const SALTED_SCHEMES: readonly PasswordScheme[] = [
  {
    name: 'PostgreSQL, SCRAM-SHA-256',
    form: /^SCRAM-SHA-256\$(\d{1,10}):([0-9A-Za-z+/=]{1,200})\$([0-9A-Za-z+/=]{44}):[0-9A-Za-z+/=]{44}$/,
    read: ([iterations = '', salt = '', stored = '']) => {
      const rounds = checkWork('iterations', Number(iterations), PBKDF2_ITERATIONS);
      return {
        parameters: { iterations: rounds },
        matches: async (password) => {
          if (rounds === 0) return false;
          const salted = await startPbkdf2(password, base64Bytes(salt), rounds, 32, 'sha256');
          return isSame(createHash('sha256').update(hmac(salted, 'Client Key')).digest(), base64Bytes(stored));
        },
      };
    },
  },
  {
    name: 'Salted digest (Django)',
    form: /^(sha1|md5)\$([^$]{0,200})\$([0-9a-f]{32,40})$/i,
    read: ([digest = '', salt = '', hash = '']) => ({
      parameters: {},
      matches: (password) =>
        isSame(createHash(digest.toLowerCase()).update(salt).update(password).digest(), hexBytes(hash)),
    }),
  },
  {
    name: 'MySQL 4.1 and later',
    form: /^\*([0-9A-F]{40})$/i,
    read: ([hash = '']) => ({
      parameters: {},
      matches: (password) => {
        const inner = createHash('sha1').update(password).digest();
        return isSame(createHash('sha1').update(inner).digest(), hexBytes(hash));
      },
    }),
  },
];

export const FRAMEWORK_SCHEMES: readonly PasswordScheme[] = [...PBKDF2_SCHEMES, ...SCRYPT_SCHEMES, ...SALTED_SCHEMES];
