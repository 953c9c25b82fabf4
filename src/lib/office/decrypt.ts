import { createDecipheriv, createHash } from 'node:crypto';

import { ContentFault, LimitFault, PasswordFault } from '../faults.js';
import { CompoundFile } from './compound-file.js';

/** Decryption of Office documents, [MS-OFFCRYPTO] 2.3.4: agile encryption (Office 2010 and later) and standard encryption (2007). */

/** Office writes 100,000, which take up to a second; a run may have twenty files. */
const MAX_SPINS = 200_000;
const STANDARD_SPINS = 50_000;
const SEGMENT_BYTES = 4096;
const HASHES = ['sha1', 'sha256', 'sha384', 'sha512'] as const;
type Hash = (typeof HASHES)[number];

const damaged = (what: string): ContentFault => new ContentFault(`its encryption is damaged: ${what}`);
const unknown = (): ContentFault => new ContentFault('it is encrypted in a way that is not supported');
const wrongPassword = (): PasswordFault =>
  new PasswordFault('it is encrypted, and option "password" does not open it', 'wrong');

/**
 * The package within an encrypted Office document. Throws PasswordFault where `password` is empty or wrong, ContentFault where it
 * is not an encrypted document or damaged, LimitFault beyond 200,000 rounds of its key derivation.
 */
export function decryptOffice(file: Uint8Array, password: string): Uint8Array {
  const container = new CompoundFile(file);
  const info = container.read('EncryptionInfo');
  const encrypted = container.read('EncryptedPackage');
  if (info === undefined || encrypted === undefined)
    throw new ContentFault('it is in the binary format of Office before 2007');
  if (password === '') throw new PasswordFault('it is encrypted, option "password" must open it', 'missing');
  if (info.length < 8 || encrypted.length < 8) throw damaged('it is cut short');
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  const bytes = encrypted.subarray(8);
  const isAgile = major === 4 && minor === 4;
  if (!isAgile && !(minor === 2 && major >= 2 && major <= 4)) throw unknown();
  const content = isAgile
    ? decryptAgile(info.subarray(8).toString('utf8'), bytes, password)
    : decryptStandard(info, bytes, password);
  const size = encrypted.readUInt32LE(0);
  if (size > content.length) throw damaged('it is cut short');
  return content.subarray(0, size);
}

function digest(hash: Hash, ...parts: readonly Uint8Array[]): Buffer {
  const made = createHash(hash);
  for (const part of parts) made.update(part);
  return made.digest();
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The password hashed over and over: 2.3.4.7 and 2.3.4.11. */
function spun(hash: Hash, salt: Uint8Array, password: string, spins: number): Buffer {
  let key = digest(hash, salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < spins; round++) key = digest(hash, number32(round), key);
  return key;
}

/** Shortened, or lengthened with bytes of 0x36. */
const fitted = (bytes: Uint8Array, length: number): Buffer =>
  Buffer.concat([bytes.subarray(0, length), Buffer.alloc(Math.max(0, length - bytes.length), 0x36)]);

function decipher(bytes: Uint8Array, key: Uint8Array, iv: Uint8Array | undefined): Buffer {
  const name = `aes-${8 * key.length}-${iv === undefined ? 'ecb' : 'cbc'}`;
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 16));
  const cipher = createDecipheriv(name, key, iv ?? null).setAutoPadding(false);
  return Buffer.concat([cipher.update(whole), cipher.final()]);
}

function decryptStandard(info: Buffer, bytes: Buffer, password: string): Buffer {
  const headerBytes = info.length < 12 ? 0 : info.readUInt32LE(8);
  const verifier = 12 + headerBytes;
  if (headerBytes < 32 || verifier + 72 > info.length) throw damaged('it is cut short');
  const keyBits = info.readUInt32LE(12 + 16);
  if (![128, 192, 256].includes(keyBits) || info.readUInt32LE(verifier) !== 16) throw unknown();
  const salt = info.subarray(verifier + 4, verifier + 20);
  const hash = digest('sha1', spun('sha1', salt, password, STANDARD_SPINS), number32(0));
  const derived = (fill: number): Buffer => {
    const block = Buffer.alloc(64, fill);
    for (const [index, byte] of hash.entries()) block[index] = byte ^ fill;
    return digest('sha1', block);
  };
  const key = Buffer.concat([derived(0x36), derived(0x5c)]).subarray(0, keyBits / 8);
  const proof = decipher(info.subarray(verifier + 20, verifier + 36), key, undefined);
  const expected = decipher(info.subarray(verifier + 40, verifier + 72), key, undefined);
  if (!digest('sha1', proof).equals(expected.subarray(0, 20))) throw wrongPassword();
  return decipher(bytes, key, undefined);
}

interface AgileCipher {
  readonly salt: Buffer;
  readonly hash: Hash;
  readonly keyBytes: number;
}

const BLOCK_BYTES = 16;
/** 2.3.4.13: what a key is made for. */
const VERIFIER_INPUT = Buffer.from('fea7d2763b4b9e79', 'hex');
const VERIFIER_VALUE = Buffer.from('d7aa0f6d3061344e', 'hex');
const KEY_VALUE = Buffer.from('146e0be7abacd0d6', 'hex');

function decryptAgile(descriptor: string, bytes: Buffer, password: string): Buffer {
  const data = cipherOf(attributesOf(descriptor, 'keyData'));
  const attributes = attributesOf(descriptor, 'encryptedKey');
  const own = cipherOf(attributes);
  const spins = Number(attributes.get('spinCount') ?? Number.NaN);
  if (!Number.isInteger(spins) || spins < 0) throw damaged('its number of rounds is not a number');
  if (spins > MAX_SPINS)
    throw new LimitFault(`its password must be hashed in at most ${MAX_SPINS} rounds, got ${spins}`, MAX_SPINS);
  const hash = spun(own.hash, own.salt, password, spins);
  const opened = (purpose: Buffer, name: string): Buffer => {
    const key = fitted(digest(own.hash, hash, purpose), own.keyBytes);
    return decipher(base64(attributes, name), key, fitted(own.salt, BLOCK_BYTES));
  };
  const proof = digest(own.hash, opened(VERIFIER_INPUT, 'encryptedVerifierHashInput').subarray(0, own.salt.length));
  const expected = opened(VERIFIER_VALUE, 'encryptedVerifierHashValue');
  if (!proof.equals(expected.subarray(0, proof.length))) throw wrongPassword();
  const key = opened(KEY_VALUE, 'encryptedKeyValue').subarray(0, data.keyBytes);
  if (key.length < data.keyBytes) throw damaged('its key is cut short');
  const parts: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += SEGMENT_BYTES) {
    const iv = fitted(digest(data.hash, data.salt, number32(start / SEGMENT_BYTES)), BLOCK_BYTES);
    parts.push(decipher(bytes.subarray(start, start + SEGMENT_BYTES), key, iv));
  }
  return Buffer.concat(parts);
}

/** The attributes of an element of the descriptor, which programs write and nobody edits: no entities, no comments. */
function attributesOf(descriptor: string, element: string): Map<string, string> {
  const start = descriptor.search(new RegExp(`<(?:\\w{1,20}:)?${element}\\s`));
  if (start < 0) throw damaged(`it has no "${element}"`);
  const end = descriptor.indexOf('>', start);
  const written = descriptor.slice(start, end < 0 ? undefined : end);
  return new Map([...written.matchAll(/\b(\w{1,40})="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
}

const base64 = (attributes: ReadonlyMap<string, string>, name: string): Buffer =>
  Buffer.from(attributes.get(name) ?? '', 'base64');

function cipherOf(attributes: ReadonlyMap<string, string>): AgileCipher {
  const name = attributes.get('hashAlgorithm')?.toLowerCase().replace('-', '');
  const hash = HASHES.find((one) => one === name);
  const keyBits = Number(attributes.get('keyBits'));
  const isKnown =
    attributes.get('cipherAlgorithm') === 'AES' &&
    attributes.get('cipherChaining') === 'ChainingModeCBC' &&
    attributes.get('blockSize') === `${BLOCK_BYTES}` &&
    [128, 192, 256].includes(keyBits);
  if (hash === undefined || !isKnown) throw unknown();
  return { salt: base64(attributes, 'saltValue'), hash, keyBytes: keyBits / 8 };
}
