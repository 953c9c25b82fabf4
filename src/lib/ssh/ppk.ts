/** PuTTY's private key files, versions 2 and 3: appendix C of the PuTTY manual. */

import { createCipheriv, createDecipheriv, createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

import { ContentFault, LimitFault, PasswordFault } from '../faults.js';
import { curveKey, curveOf, dsaKey, edwardsKey, keyOf, rsaKey } from './key-blobs.js';
import { SshReader, sshString } from './wire.js';
import { sshBlobsOf } from './write-blobs.js';

/** Chosen: puttygen writes 8 MiB and about 13 passes; two gibibytes take about four seconds. */
const MAX_MEMORY_KIB = 262_144;
const MAX_WORK_KIB = 2_097_152;
const MAX_LANES = 16;
const MAX_BLOB_LINES = 2000;

interface Argon2Parameters {
  readonly flavor: 'argon2id' | 'argon2i' | 'argon2d';
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Uint8Array;
}

/** 80 bytes of Argon2. */
export type DeriveArgon2 = (password: string, parameters: Argon2Parameters, length: number) => Promise<Uint8Array>;

export interface PpkFile {
  readonly version: 2 | 3;
  readonly type: string;
  readonly isEncrypted: boolean;
  readonly comment: string;
  readonly publicBlob: Uint8Array;
  readonly derivation: Argon2Parameters | undefined;
  readonly sealed: Uint8Array;
  readonly mac: string;
}

const damaged = (what: string) => new ContentFault(`it is damaged: ${what}`);

/** Reads the text of a file. Throws ContentFault, LimitFault where opening it takes too much work. */
export function readPpk(text: string): PpkFile {
  const lines = text.split(/\r\n|\r|\n/);
  let at = 0;
  const field = (name: string): string => {
    const line = lines[at] ?? '';
    at += 1;
    if (!line.startsWith(`${name}: `) && line.trimEnd() !== `${name}:`) throw damaged(`its line "${name}" is missing`);
    return line.slice(name.length + 2);
  };
  const blob = (name: string): Uint8Array => {
    const count = Number(field(name));
    if (!Number.isInteger(count) || count < 0 || count > MAX_BLOB_LINES || at + count > lines.length)
      throw damaged(`its line "${name}" is wrong`);
    at += count;
    return Buffer.from(lines.slice(at - count, at).join(''), 'base64');
  };
  const version = Number(/^PuTTY-User-Key-File-(\d):/.exec(text)?.[1]);
  if (version !== 2 && version !== 3)
    throw new ContentFault('its version of the PuTTY format is not supported (2 and 3 are)');
  const type = field(`PuTTY-User-Key-File-${version}`).trim();
  const encryption = field('Encryption').trim();
  if (encryption !== 'none' && encryption !== 'aes256-cbc') throw damaged('its encryption is unknown');
  const isEncrypted = encryption !== 'none';
  const comment = field('Comment');
  const publicBlob = blob('Public-Lines');
  const derivation = isEncrypted && version === 3 ? argon2Of(field) : undefined;
  const sealed = blob('Private-Lines');
  const mac = field('Private-MAC').trim().toLowerCase();
  return { version, type, isEncrypted, comment, publicBlob, derivation, sealed, mac };
}

function argon2Of(field: (name: string) => string): Argon2Parameters {
  const flavor = field('Key-Derivation').trim().toLowerCase();
  if (flavor !== 'argon2id' && flavor !== 'argon2i' && flavor !== 'argon2d')
    throw damaged('its key derivation is unknown');
  const [memoryKib, passes, lanes] = ['Argon2-Memory', 'Argon2-Passes', 'Argon2-Parallelism'].map((name) =>
    Number(field(name)),
  ) as [number, number, number];
  const salt = Buffer.from(field('Argon2-Salt').trim(), 'hex');
  if (![memoryKib, passes, lanes].every((value) => Number.isInteger(value) && value > 0) || memoryKib < 8 * lanes)
    throw damaged('its key derivation cannot be read');
  if (salt.length < 8 || salt.length > 1024) throw damaged('its key derivation cannot be read');
  if (memoryKib > MAX_MEMORY_KIB || memoryKib * passes > MAX_WORK_KIB || lanes > MAX_LANES)
    throw new LimitFault(
      `its Argon2 must need at most ${MAX_MEMORY_KIB} KiB, ${MAX_WORK_KIB} KiB in all passes together and ${MAX_LANES} lanes, got ${memoryKib} KiB, ${passes} passes and ${lanes} lanes`,
    );
  return { flavor, memoryKib, passes, lanes, salt };
}

interface Secrets {
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
  readonly macKey: Uint8Array;
}

async function secretsOf(
  version: 2 | 3,
  derivation: Argon2Parameters | undefined,
  isEncrypted: boolean,
  password: string,
  derive: DeriveArgon2,
): Promise<Secrets> {
  if (version === 2) {
    const sha1 = (...parts: readonly (string | Uint8Array)[]) =>
      parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();
    const used = isEncrypted ? password : '';
    return {
      key: Buffer.concat([sha1(Buffer.alloc(4), used), sha1(Uint8Array.of(0, 0, 0, 1), used)]).subarray(0, 32),
      iv: Buffer.alloc(16),
      macKey: sha1('putty-private-key-file-mac-key', used),
    };
  }
  if (derivation === undefined) return { key: Buffer.alloc(0), iv: Buffer.alloc(0), macKey: Buffer.alloc(0) };
  const derived = await derive(password, derivation, 80);
  return { key: derived.subarray(0, 32), iv: derived.subarray(32, 48), macKey: derived.subarray(48, 80) };
}

const macOf = (
  version: 2 | 3,
  macKey: Uint8Array,
  { type, isEncrypted, comment, publicBlob }: Pick<PpkFile, 'type' | 'isEncrypted' | 'comment' | 'publicBlob'>,
  plain: Uint8Array,
): Buffer =>
  createHmac(version === 2 ? 'sha1' : 'sha256', macKey)
    .update(sshString(type))
    .update(sshString(isEncrypted ? 'aes256-cbc' : 'none'))
    .update(sshString(comment))
    .update(sshString(publicBlob))
    .update(sshString(plain))
    .digest();

/** Opens the key. Throws ContentFault, PasswordFault. */
export async function openPpk(file: PpkFile, password: string, derive: DeriveArgon2): Promise<KeyObject> {
  const { key, iv, macKey } = await secretsOf(file.version, file.derivation, file.isEncrypted, password, derive);
  const wrong = () =>
    file.isEncrypted
      ? new PasswordFault('the password is wrong, or it is damaged', 'wrong')
      : damaged('its contents do not fit its authentication code');
  if (file.isEncrypted && file.sealed.length % 16 !== 0) throw damaged('its private part is cut short');
  const plain = file.isEncrypted ? decrypt(key, iv, file.sealed) : file.sealed;
  const expected = macOf(file.version, macKey, file, plain);
  const given = Buffer.from(file.mac, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw wrong();
  return keyOf(() => privateKeyOf(file, plain));
}

function decrypt(key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array {
  const work = createDecipheriv('aes-256-cbc', key, iv);
  work.setAutoPadding(false);
  return Buffer.concat([work.update(bytes), work.final()]);
}

function privateKeyOf({ type, publicBlob }: PpkFile, plain: Uint8Array): KeyObject {
  const [open, secret] = [new SshReader(publicBlob), new SshReader(plain)];
  if (open.text() !== type) throw damaged('its two key types differ');
  if (type === 'ssh-rsa') {
    const [e, n] = [open.integer(), open.integer()];
    const [d, p, q, qi] = [secret.integer(), secret.integer(), secret.integer(), secret.integer()];
    return rsaKey({ n, e, d, p, q, qi });
  }
  if (type === 'ssh-ed25519') return edwardsKey('Ed25519', open.bytesString(), secret.bytesString());
  if (type === 'ssh-dss') {
    const [p, q, g] = [open.integer(), open.integer(), open.integer()];
    return dsaKey(p, q, g, secret.integer());
  }
  const curve = curveOf(type);
  open.bytesString();
  return curveKey(curve, open.bytesString(), secret.integer());
}

interface Writing {
  readonly version: 2 | 3;
  readonly comment: string;
  /** Empty: the key is not encrypted. */
  readonly password: string;
  readonly random: (length: number) => Uint8Array;
  readonly derive: DeriveArgon2;
}

/** The text of a file as puttygen writes it. */
export async function writePpk(key: KeyObject, writing: Writing): Promise<string> {
  const { version, password, random, derive } = writing;
  const comment = writing.comment.replace(/[\r\n]+/g, ' ');
  const { type, publicBlob, puttyPrivate } = sshBlobsOf(key);
  const isEncrypted = password !== '';
  const derivation =
    isEncrypted && version === 3
      ? ({ flavor: 'argon2id', memoryKib: 8192, passes: 13, lanes: 1, salt: random(16) } as const)
      : undefined;
  const secrets = await secretsOf(version, derivation, isEncrypted, password, derive);
  const padding = createHash('sha1').update(puttyPrivate).digest();
  const missing = isEncrypted ? (16 - (puttyPrivate.length % 16)) % 16 : 0;
  const plain = Buffer.concat([puttyPrivate, padding.subarray(0, missing)]);
  const mac = macOf(version, secrets.macKey, { type, isEncrypted, comment, publicBlob }, plain);
  const sealed = isEncrypted ? encrypt(secrets, plain) : plain;
  return [
    `PuTTY-User-Key-File-${version}: ${type}`,
    `Encryption: ${isEncrypted ? 'aes256-cbc' : 'none'}`,
    `Comment: ${comment}`,
    ...blobLines('Public', publicBlob),
    ...(derivation === undefined
      ? []
      : [
          'Key-Derivation: Argon2id',
          `Argon2-Memory: ${derivation.memoryKib}`,
          `Argon2-Passes: ${derivation.passes}`,
          `Argon2-Parallelism: ${derivation.lanes}`,
          `Argon2-Salt: ${Buffer.from(derivation.salt).toString('hex')}`,
        ]),
    ...blobLines('Private', sealed),
    `Private-MAC: ${mac.toString('hex')}`,
    '',
  ].join('\n');
}

function encrypt({ key, iv }: Secrets, plain: Uint8Array): Uint8Array {
  const work = createCipheriv('aes-256-cbc', key, iv);
  work.setAutoPadding(false);
  return Buffer.concat([work.update(plain), work.final()]);
}

function blobLines(name: string, bytes: Uint8Array): string[] {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`${name}-Lines: ${lines.length}`, ...lines];
}
