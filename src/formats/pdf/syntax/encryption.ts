import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';

import { ContentFault, PasswordFault } from '../../../lib/faults.js';
import { isInteger, isName, PdfDict, PdfName, PdfString, type PdfValue } from './objects.js';

/** Undoes the encryption of one document (ISO 32000-2, 7.6). */
export interface Decryption {
  readonly decryptString: (bytes: Uint8Array, number: number, generation: number) => Uint8Array;
  readonly decryptStream: (bytes: Uint8Array, dict: PdfDict, number: number, generation: number) => Uint8Array;
}

/** How a document is encrypted, and what it lets those do who have not its owner's password. */
export interface EncryptionInfo {
  readonly method: 'RC4' | 'AES' | 'none';
  readonly bits: number;
  readonly revision: number;
  readonly encryptsMetadata: boolean;
  /** The flags of `P` (ISO 32000-2, table 22), as 32 bits with a sign. */
  readonly permissions: number;
}

/** Reads an encryption dictionary (its references resolved) of the standard handler. */
export function describeEncryption(dict: PdfDict): EncryptionInfo {
  const number = (key: string): number => {
    const value = dict.get(key);
    return isInteger(value) ? value : 0;
  };
  const version = number('V');
  const { streams } = methodsOf(dict, version);
  const stated = version === 1 ? 40 : version >= 5 ? 256 : version === 4 ? 128 : number('Length') || 40;
  return {
    method: streams === 'aes' ? 'AES' : streams === 'rc4' ? 'RC4' : 'none',
    bits: stated,
    revision: number('R'),
    encryptsMetadata: dict.get('EncryptMetadata') !== false,
    permissions: number('P') | 0,
  };
}

const locked = () => new PasswordFault('it is encrypted with a password and must be unlocked first', 'missing');

/** Locked with certificates, or by a program of its own. */
const unknown = () =>
  new PasswordFault('it is encrypted with certificates or by another program, so no password opens it', 'none');

export type Method = 'none' | 'rc4' | 'aes';

// ISO 32000-2, 7.6.4.3.2: what shorter passwords are filled with.
export const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

export const md5 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Opens an encryption dictionary (its references resolved) with the user's or the owner's password; an empty one opens what only
 * restricts printing and the like. Throws PasswordFault.
 */
export function openEncryption(dict: PdfDict, documentId: Uint8Array, password: string): Decryption {
  const version = dict.get('V') ?? 0;
  const revision = dict.get('R');
  if (!isName(dict.get('Filter'), 'Standard') || !isInteger(version) || !isInteger(revision)) throw unknown();
  const keyOf = (candidate: string): Buffer | undefined =>
    revision >= 5
      ? modernKey(dict, revision, Buffer.from(candidate.normalize('NFKC')).subarray(0, 127))
      : classicKey(dict, revision, documentId, filled(candidate));
  // A file that anybody may read opens whatever is given: the password may be that of another file of the run.
  const key = keyOf(password) ?? (password === '' ? undefined : keyOf(''));
  if (key === undefined && password === '') throw locked();
  if (key === undefined) throw new PasswordFault('it is encrypted with another password', 'wrong');
  const { streams, strings, attachments } = methodsOf(dict, version);
  const isModern = revision >= 5;
  const decrypt = (method: Method, bytes: Uint8Array, number: number, generation: number): Uint8Array => {
    if (method === 'none') return bytes;
    const objectKey = isModern ? key : objectKeyOf(key, number, generation, method);
    return method === 'rc4' ? rc4(objectKey, bytes) : decryptAes(objectKey, bytes);
  };
  const keepsMetadata = dict.get('EncryptMetadata') === false;
  return {
    decryptString: (bytes, number, generation) => decrypt(strings, bytes, number, generation),
    decryptStream: (bytes, stream, number, generation) => {
      if (isName(stream.get('Type'), 'XRef')) return bytes;
      if (keepsMetadata && isName(stream.get('Type'), 'Metadata')) return bytes;
      const named = cryptFilterOf(stream);
      const isAttachment = isName(stream.get('Type'), 'EmbeddedFile');
      const usual = isAttachment ? attachments : streams;
      return decrypt(named === undefined ? usual : methodOf(dict, named), bytes, number, generation);
    },
  };
}

/** Takes the `Crypt` filter from a stream that is no longer encrypted: it means nothing without encryption. */
export function dropCryptFilter(stream: PdfDict): void {
  if (cryptFilterOf(stream) === undefined) return;
  for (const key of ['Filter', 'DecodeParms']) {
    const value = stream.get(key);
    if (Array.isArray(value)) stream.set(key, value.slice(1));
    else stream.delete(key);
  }
}

/** The name that a stream's own `Crypt` filter gives. */
function cryptFilterOf(stream: PdfDict): string | undefined {
  const filter = stream.get('Filter');
  const first = Array.isArray(filter) ? filter[0] : filter;
  if (!isName(first ?? null, 'Crypt')) return undefined;
  const parameters = stream.get('DecodeParms');
  const own = Array.isArray(parameters) ? parameters[0] : parameters;
  const name = own instanceof PdfDict ? own.get('Name') : undefined;
  return name instanceof PdfName ? name.value : 'Identity';
}

interface Methods {
  readonly streams: Method;
  readonly strings: Method;
  /** Of embedded files, which may be all that is encrypted (ISO 32000-2, table 20, EFF). */
  readonly attachments: Method;
}

function methodsOf(dict: PdfDict, version: number): Methods {
  if (version < 4) return { streams: 'rc4', strings: 'rc4', attachments: 'rc4' };
  const nameOf = (value: PdfValue | undefined): string => (value instanceof PdfName ? value.value : 'Identity');
  const [streams, strings] = [dict.get('StmF'), dict.get('StrF')];
  const attachments = dict.get('EFF') ?? streams;
  return {
    streams: methodOf(dict, nameOf(streams)),
    strings: methodOf(dict, nameOf(strings)),
    attachments: methodOf(dict, nameOf(attachments)),
  };
}

function methodOf(dict: PdfDict, filter: string): Method {
  if (filter === 'Identity') return 'none';
  const filters = dict.get('CF');
  const entry = filters instanceof PdfDict ? filters.get(filter) : undefined;
  const method = entry instanceof PdfDict ? entry.get('CFM') : undefined;
  if (isName(method, 'V2')) return 'rc4';
  if (isName(method, 'AESV2') || isName(method, 'AESV3')) return 'aes';
  if (method === undefined || isName(method, 'None')) return 'none';
  throw unknown();
}

function stringOf(dict: PdfDict, key: string, length: number): Uint8Array {
  const value = dict.get(key);
  if (!(value instanceof PdfString) || value.bytes.length < length) throw new ContentFault('the encryption is damaged');
  return value.bytes.subarray(0, length);
}

const filled = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);

/** RC4 and AES-128: the password as the user's, then as the owner's. */
function classicKey(dict: PdfDict, revision: number, documentId: Uint8Array, password: Uint8Array): Buffer | undefined {
  const bits = dict.get('Length');
  const stated = isInteger(bits) && bits >= 40 && bits <= 128 ? bits >> 3 : undefined;
  const length = revision === 2 ? 5 : (stated ?? (revision >= 4 ? 16 : 5));
  return (
    userKey(dict, revision, documentId, length, password) ??
    userKey(dict, revision, documentId, length, userPassword(dict, revision, length, password))
  );
}

/** Algorithms 2, 4, 5 and 6: the key, where `password` (filled to 32 bytes) is the user's. */
function userKey(
  dict: PdfDict,
  revision: number,
  documentId: Uint8Array,
  length: number,
  password: Uint8Array,
): Buffer | undefined {
  const permissions = Buffer.alloc(4);
  const flags = dict.get('P');
  permissions.writeInt32LE((typeof flags === 'number' ? flags : 0) | 0);
  const parts = [password, stringOf(dict, 'O', 32), permissions, documentId];
  if (revision >= 4 && dict.get('EncryptMetadata') === false) parts.push(Buffer.from('ffffffff', 'hex'));
  const key = strengthened(md5(...parts), revision, length);
  let expected = revision === 2 ? PADDING : md5(PADDING, documentId);
  for (let i = 0; i < (revision === 2 ? 1 : 20); i += 1) expected = rc4(mixed(key, i), expected);
  const known = stringOf(dict, 'U', revision === 2 ? 32 : 16);
  return expected.subarray(0, known.length).equals(known) ? key : undefined;
}

export const mixed = (key: Buffer, i: number): Uint8Array => key.map((byte) => byte ^ i);

export function strengthened(digest: Buffer, revision: number, length: number): Buffer {
  let key = digest;
  if (revision >= 3) {
    for (let i = 0; i < 50; i += 1) key = md5(key.subarray(0, length));
  }
  return key.subarray(0, length);
}

/** Algorithm 7: the user's password, as the owner's reads it. */
function userPassword(dict: PdfDict, revision: number, length: number, owner: Uint8Array): Uint8Array {
  const key = strengthened(md5(owner), revision, length);
  let password: Uint8Array = stringOf(dict, 'O', 32);
  for (let i = revision === 2 ? 0 : 19; i >= 0; i -= 1) password = rc4(mixed(key, i), password);
  return password;
}

/** Algorithm 2.A: AES-256, revisions 5 and 6; the password as the user's, then as the owner's. */
function modernKey(dict: PdfDict, revision: number, password: Uint8Array): Buffer | undefined {
  const hash = revision === 5 ? sha256 : hardenedHash;
  const user = stringOf(dict, 'U', 48);
  const owner = stringOf(dict, 'O', 48);
  if (hash(password, user.subarray(32, 40), EMPTY).equals(user.subarray(0, 32))) {
    return unwrapped(hash(password, user.subarray(40, 48), EMPTY), stringOf(dict, 'UE', 32));
  }
  if (hash(password, owner.subarray(32, 40), user).equals(owner.subarray(0, 32))) {
    return unwrapped(hash(password, owner.subarray(40, 48), user), stringOf(dict, 'OE', 32));
  }
  return undefined;
}

const EMPTY = new Uint8Array(0);

function unwrapped(key: Buffer, wrapped: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16));
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(wrapped), decipher.final()]);
}

const sha256 = (password: Uint8Array, salt: Uint8Array, user: Uint8Array): Buffer =>
  createHash('sha256').update(password).update(salt).update(user).digest();

/** Algorithm 2.B. */
export function hardenedHash(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Buffer {
  let key = sha256(password, salt, user);
  for (let round = 0; ; round += 1) {
    const block = Buffer.concat(Array.from({ length: 64 }, () => [password, key, user]).flat());
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const encrypted = cipher.update(block);
    let sum = 0;
    for (const byte of encrypted.subarray(0, 16)) sum += byte;
    const name = ['sha256', 'sha384', 'sha512'][sum % 3] ?? 'sha256';
    key = createHash(name).update(encrypted).digest();
    // The last byte grows the number of rounds past 64; 2^8 bounds it.
    if (round >= 63 && (encrypted[encrypted.length - 1] ?? 0) <= round - 31) return key.subarray(0, 32);
  }
}

/** Algorithm 1. */
export function objectKeyOf(key: Buffer, number: number, generation: number, method: Method): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUIntLE(number % 2 ** 24, 0, 3);
  tail.writeUInt16LE(generation % 2 ** 16, 3);
  const salt = method === 'aes' ? Buffer.from('sAlT') : Buffer.alloc(0);
  return md5(key, tail, salt).subarray(0, Math.min(16, key.length + 5));
}

/** RC4: not in OpenSSL 3 without its legacy provider. Checked with the vectors of RFC 6229. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Buffer {
  const state = new Uint8Array(256);
  for (let i = 0; i < 256; i += 1) state[i] = i;
  for (let i = 0, j = 0; i < 256; i += 1) {
    const value = state[i] ?? 0;
    j = (j + value + (key[i % key.length] ?? 0)) & 255;
    state[i] = state[j] ?? 0;
    state[j] = value;
  }
  const output = Buffer.allocUnsafe(bytes.length);
  for (let n = 0, i = 0, j = 0; n < bytes.length; n += 1) {
    i = (i + 1) & 255;
    const a = state[i] ?? 0;
    j = (j + a) & 255;
    const b = state[j] ?? 0;
    state[i] = b;
    state[j] = a;
    output[n] = (bytes[n] ?? 0) ^ (state[(a + b) & 255] ?? 0);
  }
  return output;
}

function decryptAes(key: Buffer, bytes: Uint8Array): Uint8Array {
  const length = bytes.length - 16 - (bytes.length % 16);
  if (length <= 0) return new Uint8Array(0);
  const decipher = createDecipheriv(key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc', key, bytes.subarray(0, 16));
  // Wrong padding is left in place: readers differ, and no data may be lost.
  decipher.setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes.subarray(16, 16 + length)), decipher.final()]);
  const pad = plain[plain.length - 1] ?? 0;
  return pad >= 1 && pad <= 16 ? plain.subarray(0, plain.length - pad) : plain;
}
