/** OpenSSH's container of private keys: its file PROTOCOL.key. */

import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';

import { ContentFault, LimitFault, PasswordFault } from '../faults.js';
import { readPrivateFields, readPublicBlob } from './key-blobs.js';
import { SshReader, sshString, uint32 } from './wire.js';
import { sshBlobsOf } from './write-blobs.js';

const MAGIC = 'openssh-key-v1\0';
/** Chosen: ssh-keygen writes 16 or 24, careful people ask it for 100; 200 take about five seconds. */
const MAX_ROUNDS = 200;
/** As ssh-keygen from OpenSSH 9.4 on. */
const ROUNDS = 24;

const CIPHERS: ReadonlyMap<string, { readonly name: string; readonly keyBytes: number; readonly ivBytes: number }> =
  new Map([
    ...[128, 192, 256].flatMap((bits) =>
      ['ctr', 'cbc'].map(
        (chaining) =>
          [`aes${bits}-${chaining}`, { name: `aes-${bits}-${chaining}`, keyBytes: bits / 8, ivBytes: 16 }] as const,
      ),
    ),
    ['3des-cbc', { name: 'des-ede3-cbc', keyBytes: 24, ivBytes: 8 }],
    ['aes128-gcm@openssh.com', { name: 'aes-128-gcm', keyBytes: 16, ivBytes: 12 }],
    ['aes256-gcm@openssh.com', { name: 'aes-256-gcm', keyBytes: 32, ivBytes: 12 }],
  ]);
const TAG_BYTES = 16;

/** bcrypt_pbkdf: as many bytes as asked for. */
export type DeriveKey = (password: string, salt: Uint8Array, rounds: number, length: number) => Promise<Uint8Array>;

/** A file of one key, its public half readable without a password. */
export interface OpensshFile {
  readonly publicBlob: Uint8Array;
  readonly isEncrypted: boolean;
  readonly cipher: string;
  /** Of the key derivation; 0 where nothing is encrypted. */
  readonly rounds: number;
  readonly salt: Uint8Array;
  readonly sealed: Uint8Array;
  /** The tag of ciphers that have one. */
  readonly tag: Uint8Array;
}

const damaged = (what: string) => new ContentFault(`it is damaged: ${what}`);

/** Reads what is not encrypted. Throws ContentFault, LimitFault where opening it takes too much work. */
export function readOpensshFile(bytes: Uint8Array): OpensshFile {
  const reader = new SshReader(bytes);
  if (bytes.length < MAGIC.length || Buffer.from(reader.take(MAGIC.length)).toString('latin1') !== MAGIC)
    throw damaged('it does not begin as an OpenSSH private key');
  const [cipher, derivation, options] = [reader.text(), reader.text(), reader.bytesString()];
  const keys = reader.uint32();
  if (keys !== 1) throw new ContentFault(`it has ${keys} keys in one block where one is supported`);
  const publicBlob = reader.bytesString();
  const sealed = reader.bytesString();
  if (cipher === 'none')
    return { publicBlob, isEncrypted: false, cipher, rounds: 0, salt: options, sealed, tag: reader.rest };
  if (!CIPHERS.has(cipher))
    throw new ContentFault(`it is encrypted in a way that is not supported (${printable(cipher)})`);
  if (derivation !== 'bcrypt')
    throw new ContentFault(`it is encrypted in a way that is not supported (${printable(derivation)})`);
  const parameters = new SshReader(options);
  const salt = parameters.bytesString();
  const rounds = parameters.uint32();
  if (rounds < 1 || salt.length === 0) throw damaged('its key derivation cannot be read');
  if (rounds > MAX_ROUNDS)
    throw new LimitFault(`its encryption must have at most ${MAX_ROUNDS} rounds of bcrypt, got ${rounds}`, MAX_ROUNDS);
  if (salt.length > 1024) throw damaged('its key derivation cannot be read');
  return { publicBlob, isEncrypted: true, cipher, rounds, salt, sealed, tag: reader.rest };
}

const printable = (name: string): string => (/^[\x21-\x7e]{1,60}$/.test(name) ? name : 'of an unreadable name');

export interface OpenedKey {
  readonly key: KeyObject;
  readonly comment: string;
}

/** Opens the key; `password` is not looked at where nothing is encrypted. Throws ContentFault, PasswordFault. */
export async function openOpensshFile(file: OpensshFile, password: string, derive: DeriveKey): Promise<OpenedKey> {
  const opened = file.isEncrypted ? await decrypt(file, password, derive) : file.sealed;
  const reader = new SshReader(opened);
  const [check, repeated] = [reader.uint32(), reader.uint32()];
  if (check !== repeated) throw file.isEncrypted ? wrongPassword() : damaged('its check numbers differ');
  const key = readPrivateFields(reader.text(), reader);
  const comment = reader.text();
  const publicKey = readPublicBlob(file.publicBlob).key;
  if (!Buffer.from(sshBlobsOf(key).publicBlob).equals(sshBlobsOf(publicKey).publicBlob))
    throw damaged('its public and private halves do not belong together');
  return { key, comment };
}

const wrongPassword = () => new PasswordFault('the password is wrong, or it is damaged', 'wrong');

async function decrypt(file: OpensshFile, password: string, derive: DeriveKey): Promise<Uint8Array> {
  const cipher = CIPHERS.get(file.cipher);
  if (cipher === undefined) throw damaged('its cipher is unknown');
  const { name, keyBytes, ivBytes } = cipher;
  const derived = await derive(password, file.salt, file.rounds, keyBytes + ivBytes);
  const [key, iv] = [derived.subarray(0, keyBytes), derived.subarray(keyBytes)];
  try {
    if (name === 'aes-128-gcm' || name === 'aes-256-gcm') {
      const work = createDecipheriv(name, key, iv, { authTagLength: TAG_BYTES });
      work.setAuthTag(file.tag);
      return Buffer.concat([work.update(file.sealed), work.final()]);
    }
    const work = createDecipheriv(name, key, iv);
    work.setAutoPadding(false);
    return Buffer.concat([work.update(file.sealed), work.final()]);
  } catch {
    // A length or a tag that does not fit.
    throw wrongPassword();
  }
}

interface Writing {
  readonly comment: string;
  /** Empty: the key is not encrypted. */
  readonly password: string;
  readonly random: (length: number) => Uint8Array;
  readonly derive: DeriveKey;
}

/** The bytes of a file, as ssh-keygen writes it: AES-256-CTR where there is a password. */
export async function writeOpensshFile(
  key: KeyObject,
  { comment, password, random, derive }: Writing,
): Promise<Uint8Array> {
  const { type, publicBlob, opensshPrivate } = sshBlobsOf(key);
  const check = random(4);
  const content = [check, check, sshString(type), opensshPrivate, sshString(comment)];
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const block = password === '' ? 8 : 16;
  const padding = Uint8Array.from({ length: (block - (length % block)) % block }, (_, index) => index + 1);
  const plain = Buffer.concat([...content, padding]);
  const head = (cipher: string, derivation: string, options: Uint8Array) =>
    [Buffer.from(MAGIC, 'latin1'), sshString(cipher), sshString(derivation), sshString(options), uint32(1)] as const;
  if (password === '')
    return Buffer.concat([...head('none', 'none', new Uint8Array(0)), sshString(publicBlob), sshString(plain)]);
  const salt = random(16);
  const derived = await derive(password, salt, ROUNDS, 48);
  const work = createCipheriv('aes-256-ctr', derived.subarray(0, 32), derived.subarray(32));
  const options = Buffer.concat([sshString(salt), uint32(ROUNDS)]);
  return Buffer.concat([
    ...head('aes256-ctr', 'bcrypt', options),
    sshString(publicBlob),
    sshString(work.update(plain)),
  ]);
}
