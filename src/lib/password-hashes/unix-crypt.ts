import { createHash } from 'node:crypto';

import { writeCryptGroups } from './crypt-text.js';

/** Rounds that SHA crypt admits, and takes where none are stated. */
export const SHA_CRYPT_ROUNDS = { min: 1000, max: 999_999_999, default: 5000 } as const;

const digestOf = (algorithm: string, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** The bytes over and over, up to a length. */
const repeated = (bytes: Uint8Array, length: number): Buffer => Buffer.alloc(length, bytes);

/** MD5 crypt by Poul-Henning Kamp: `$1$` of FreeBSD, `$apr1$` of Apache. The salt has at most 8 characters. */
export function md5Crypt(password: Uint8Array, salt: string, magic: '$1$' | '$apr1$'): string {
  const inner = digestOf('md5', password, salt, password);
  const parts: (Uint8Array | string)[] = [password, magic, salt, repeated(inner, password.length)];
  // One byte for each bit of the length: a zero, or the first of the password.
  for (let bits = password.length; bits > 0; bits >>>= 1)
    parts.push(bits & 1 ? Uint8Array.of(0) : password.subarray(0, 1));
  let digest = digestOf('md5', ...parts);
  for (let round = 0; round < 1000; round++) {
    const hash = createHash('md5').update(round & 1 ? password : digest);
    if (round % 3 !== 0) hash.update(salt);
    if (round % 7 !== 0) hash.update(password);
    digest = hash.update(round & 1 ? digest : password).digest();
  }
  const order = [0, 1, 2, 3, 4].map((i) => [i, i + 6, i === 4 ? 5 : i + 12]);
  return `${magic}${salt}$${writeCryptGroups(digest, [...order, [11]])}`;
}

interface ShaCrypt {
  readonly digest: 'sha256' | 'sha512';
  readonly prefix: string;
  /** From which bytes of the digest each four letters are made: thirds of it, turned by one place from group to group. */
  readonly order: readonly (readonly number[])[];
}

const turned = (bytes: number, count: number, by: number): number[][] =>
  Array.from({ length: count }, (_, i) => {
    const group = [i, i + bytes, i + 2 * bytes];
    const shift = (i * by) % 3;
    return [...group.slice(shift), ...group.slice(0, shift)];
  });

const SHA_CRYPTS = {
  5: { digest: 'sha256', prefix: '$5$', order: [...turned(10, 10, 2), [31, 30]] },
  6: { digest: 'sha512', prefix: '$6$', order: [...turned(21, 21, 1), [63]] },
} as const satisfies Readonly<Record<number, ShaCrypt>>;

interface ShaCryptSalt {
  /** At most 16 characters. */
  readonly salt: string;
  /** Written into the hash where it is given; 5,000 otherwise. */
  readonly rounds: number | undefined;
}

/** SHA crypt by Ulrich Drepper, https://www.akkadia.org/drepper/SHA-crypt.txt: `$5$` over SHA-256, `$6$` over SHA-512. */
export function shaCrypt(scheme: 5 | 6, password: Uint8Array, { salt, rounds }: ShaCryptSalt): string {
  const { digest, prefix, order }: ShaCrypt = SHA_CRYPTS[scheme];
  const inner = digestOf(digest, password, salt, password);
  const parts: (Uint8Array | string)[] = [password, salt, repeated(inner, password.length)];
  for (let bits = password.length; bits > 0; bits >>>= 1) parts.push(bits & 1 ? inner : password);
  let result = digestOf(digest, ...parts);
  const allPasswords = digestOf(digest, ...Array.from(password, () => password));
  const passwordBytes = repeated(allPasswords, password.length);
  const saltTimes = 16 + (result[0] ?? 0);
  const saltBytes = repeated(
    digestOf(digest, ...Array.from({ length: saltTimes }, () => salt)),
    Buffer.byteLength(salt),
  );
  for (let round = 0; round < (rounds ?? SHA_CRYPT_ROUNDS.default); round++) {
    const hash = createHash(digest).update(round & 1 ? passwordBytes : result);
    if (round % 3 !== 0) hash.update(saltBytes);
    if (round % 7 !== 0) hash.update(passwordBytes);
    result = hash.update(round & 1 ? result : passwordBytes).digest();
  }
  const told = rounds === undefined ? '' : `rounds=${rounds}$`;
  return `${prefix}${told}${salt}$${writeCryptGroups(result, order)}`;
}

/** Portable PHP password hashes by Solar Designer: MD5 over and over, 2^log rounds. `salt` has 8 characters. */
export function phpass(password: Uint8Array, salt: string, log: number): Buffer {
  let digest = digestOf('md5', salt, password);
  for (let round = 0; round < 2 ** log; round++) digest = digestOf('md5', digest, password);
  return digest;
}

/** What RFC 2307 directories store: the digest of password and salt, and the salt behind it. */
export const ldapSalted = (digest: string, password: Uint8Array, salt: Uint8Array): Buffer =>
  Buffer.concat([digestOf(digest, password, salt), salt]);
