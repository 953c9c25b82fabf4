import { createCipheriv, createHash, type KeyObject, pbkdf2Sync } from 'node:crypto';

import { deriveByBcrypt } from '../../engines/bcrypt-pbkdf.js';
import { deriveByArgon2 } from '../../engines/digests.js';
import { NULL, octets, oid, sequence, unsignedInteger } from '../../lib/pki/der.js';
import { writeOpensshFile } from '../../lib/ssh/openssh-private.js';
import { writePpk } from '../../lib/ssh/ppk.js';
import { sshBlobsOf } from '../../lib/ssh/write-blobs.js';
import { publicOf } from './pieces.js';

/** Bytes in the armour of RFC 7468. */
export const writePem = (label: string, bytes: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${linesOf(bytes, 64)}\n-----END ${label}-----\n`;

const linesOf = (bytes: Uint8Array, length: number): string =>
  (
    Buffer.from(bytes)
      .toString('base64')
      .match(new RegExp(`.{1,${length}}`, 'g')) ?? []
  ).join('\n');

export const publicDer = (key: KeyObject): Uint8Array => publicOf(key).export({ format: 'der', type: 'spki' });
export const publicPem = (key: KeyObject): string => writePem('PUBLIC KEY', publicDer(key));

/** Chosen: what the OWASP sheet of 2025 asks of PBKDF2 with SHA-256; openssl, Java and browsers read it. */
const ROUNDS = 600_000;

export type Random = (length: number) => Uint8Array;

/** PKCS #8 (RFC 5958): encrypted by AES-256-CBC with PBKDF2 of HMAC-SHA-256 where there is a password. */
export function pkcs8Der(key: KeyObject, password: string, random: Random): Uint8Array {
  const plain = key.export({ format: 'der', type: 'pkcs8' });
  if (password === '') return plain;
  const [salt, iv] = [random(16), random(16)];
  const derived = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const work = createCipheriv('aes-256-cbc', derived, iv);
  const sealed = Buffer.concat([work.update(plain), work.final()]);
  const rounds = unsignedInteger(Uint8Array.of(ROUNDS >> 16, (ROUNDS >> 8) & 255, ROUNDS & 255));
  const derivation = sequence(
    oid('1.2.840.113549.1.5.12'),
    sequence(octets(salt), rounds, sequence(oid('1.2.840.113549.2.9'), NULL)),
  );
  const scheme = sequence(oid('2.16.840.1.101.3.4.1.42'), octets(iv));
  const algorithm = sequence(oid('1.2.840.113549.1.5.13'), sequence(derivation, scheme));
  return sequence(algorithm, octets(sealed));
}

export const pkcs8Pem = (key: KeyObject, password: string, random: Random): string =>
  writePem(password === '' ? 'PRIVATE KEY' : 'ENCRYPTED PRIVATE KEY', pkcs8Der(key, password, random));

interface SshWriting {
  readonly comment: string;
  /** Empty for none. */
  readonly password: string;
  readonly random: Random;
}

/** OpenSSH's private file. Throws ContentFault for a key of a kind SSH does not have. */
export async function opensshPem(key: KeyObject, writing: SshWriting): Promise<string> {
  const bytes = await writeOpensshFile(key, { ...writing, derive: deriveByBcrypt });
  // ssh-keygen breaks its lines after 70 characters.
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${linesOf(bytes, 70)}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

/** OpenSSH's public line, without a line break. Throws as above. */
export function opensshLine(key: KeyObject, comment: string): string {
  const { type, publicBlob } = sshBlobsOf(publicOf(key));
  return `${type} ${Buffer.from(publicBlob).toString('base64')}${comment === '' ? '' : ` ${comment}`}`;
}

export const puttyFile = (key: KeyObject, version: 2 | 3, writing: SshWriting): Promise<string> =>
  writePpk(key, { version, ...writing, derive: deriveByArgon2 });

/** RFC 4716. */
export function ssh2PublicBlock(key: KeyObject, comment: string): string {
  const { publicBlob } = sshBlobsOf(publicOf(key));
  // §3.3: a header is at most 72 bytes per line, and goes on after a backslash.
  const header = comment === '' ? '' : `Comment: "${comment.replaceAll('"', "'")}"`;
  const lines = header.match(/.{1,71}/gu) ?? [];
  const shown = lines.map((line, index) => (index < lines.length - 1 ? `${line}\\\n` : `${line}\n`)).join('');
  return `---- BEGIN SSH2 PUBLIC KEY ----\n${shown}${linesOf(publicBlob, 70)}\n---- END SSH2 PUBLIC KEY ----\n`;
}

/** RFC 8017: of RSA keys only. */
export const pkcs1Der = (key: KeyObject, half: 'private' | 'public' = 'private'): Uint8Array =>
  half === 'private' && key.type === 'private'
    ? key.export({ format: 'der', type: 'pkcs1' })
    : publicOf(key).export({ format: 'der', type: 'pkcs1' });

/** RFC 5915: of EC keys only. */
export const sec1Der = (key: KeyObject): Uint8Array => key.export({ format: 'der', type: 'sec1' });

const bytesOf = (value = ''): Uint8Array => Buffer.from(value, 'base64url');

/** The secret number of a key on a curve: 32 bytes for most. */
export const rawPrivate = (key: KeyObject): Uint8Array => bytesOf(key.export({ format: 'jwk' }).d);

/** The public half of a key on a curve: the point, uncompressed (SEC 1 §2.3.3), or the bytes of RFC 8032 and RFC 7748. */
export function rawPublic(key: KeyObject): Uint8Array {
  const { kty, x, y } = publicOf(key).export({ format: 'jwk' });
  return kty === 'EC' ? Buffer.concat([Uint8Array.of(4), bytesOf(x), bytesOf(y)]) : bytesOf(x);
}

/** RFC 7638, RFC 8037: SHA-256 over the members that make the key, sorted. */
export function jwkThumbprint(key: KeyObject): string {
  const { kty, crv, x, y, n, e, k } = (key.type === 'secret' ? key : publicOf(key)).export({ format: 'jwk' });
  const members = { crv, e, k, kty, n, x, y };
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url');
}
