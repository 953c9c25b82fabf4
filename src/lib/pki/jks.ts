/** Java's first keystore format (JKS), as `sun.security.provider.JavaKeyStore` and `KeyProtector` of OpenJDK have it. */

import { createHash, createPrivateKey, type KeyObject, timingSafeEqual } from 'node:crypto';

import { ContentFault, LimitFault, PasswordFault } from '../faults.js';
import { childAt, octetsOf, readDer } from './der.js';

export interface KeystoreEntry {
  readonly name: string;
  readonly type: 'private key' | 'certificate';
  /** When it was added, ISO 8601. */
  readonly created: string;
  /** DER; that of the key first. */
  readonly certificates: readonly Uint8Array[];
  /** As the file has it, encrypted. */
  readonly key: Uint8Array | undefined;
}

/** Most entries and certificates. Chosen: Java's own store of roots has about 150. */
const MAX_ENTRIES = 1_000;

export const isKeystore = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 4)).toString('hex') === 'feedfeed';

/** Java's characters in two bytes. */
const wideOf = (password: string): Buffer => Buffer.from(password, 'utf16le').swap16();

/** The entries of a keystore, whose integrity is checked where a password is given. Throws ContentFault, PasswordFault, LimitFault. */
export function readKeystore(bytes: Uint8Array, password: string): KeystoreEntry[] {
  const file = Buffer.from(bytes);
  let at = 4;
  const take = (length: number): Buffer => {
    if (length < 0 || at + length > file.length - 20) throw new ContentFault('it is damaged or cut short');
    at += length;
    return file.subarray(at - length, at);
  };
  const number = (): number => take(4).readUInt32BE();
  const text = (): string => take(take(2).readUInt16BE()).toString('utf8');
  const version = number();
  if (version !== 1 && version !== 2) throw new ContentFault(`its version must be 1 or 2, got ${version}`);
  const count = (what: string): number => {
    const value = number();
    if (value > MAX_ENTRIES) throw new LimitFault(`more than ${MAX_ENTRIES} ${what}`, MAX_ENTRIES);
    return value;
  };
  const certificate = (): Buffer => {
    if (version === 2) text();
    return take(number());
  };
  const entries: KeystoreEntry[] = [];
  for (let left = count('entries'); left > 0; left -= 1) {
    const tag = number();
    if (tag !== 1 && tag !== 2) throw new ContentFault('it is damaged: an entry of unknown type');
    const name = text();
    const time = Number(take(8).readBigInt64BE());
    const created = Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : '';
    if (tag === 2) entries.push({ name, type: 'certificate', created, certificates: [certificate()], key: undefined });
    else {
      const key = take(number());
      const certificates = Array.from({ length: count('certificates') }, certificate);
      entries.push({ name, type: 'private key', created, certificates, key });
    }
  }
  if (password !== '') {
    const expected = createHash('sha1')
      .update(wideOf(password))
      .update('Mighty Aphrodite')
      .update(file.subarray(0, at))
      .digest();
    const found = file.subarray(at, at + 20);
    if (found.length !== 20 || !timingSafeEqual(expected, found))
      throw new PasswordFault('the password is wrong, or it is damaged', 'wrong');
  }
  return entries;
}

/** The key of an entry; it is hidden by SHA-1 alone, so guessing its password is fast. Throws ContentFault, PasswordFault. */
export function openKeystoreKey(key: Uint8Array, password: string): KeyObject {
  const sealed = octetsOf(childAt(readDer(key), 1, 0x04));
  if (sealed.length < 41) throw new ContentFault('it is damaged: a key is cut short');
  const wide = wideOf(password);
  const plain = Buffer.from(sealed.subarray(20, -20));
  let block: Uint8Array = sealed.subarray(0, 20);
  for (let at = 0; at < plain.length; at += 20) {
    block = createHash('sha1').update(wide).update(block).digest();
    for (let i = 0; i < 20 && at + i < plain.length; i += 1) plain[at + i] = (plain[at + i] ?? 0) ^ (block[i] ?? 0);
  }
  const check = createHash('sha1').update(wide).update(plain).digest();
  if (!timingSafeEqual(check, sealed.subarray(-20)))
    throw new PasswordFault('the password of its key is wrong', 'wrong');
  try {
    return createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' });
  } catch {
    // The library's reasons might say something of the key.
    throw new ContentFault('its private key cannot be read');
  }
}
